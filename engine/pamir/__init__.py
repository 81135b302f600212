"""Pax Pamir, Second Edition: cards, events, state, and one module per area of the rulebook."""

#: The name of the game on the command line.
TITLE = "pax-pamir"
