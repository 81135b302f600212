"""The Pathfinder Adventure Card Game, the line of 2013: its facts, rules and options."""
