"""The Pathfinder Adventure Card Game, the line of 2013: its facts, rules and options."""

#: The name of the game on the command line.
TITLE = "pathfinder"
