"""Pig, a game with one die: the smallest third game, for the tests that show what a game has to bring."""

#: The name of the game on the command line.
TITLE = "pig"
