"""What all games share, and one folder for each game. Knows neither the store nor the terminal."""
