"""Pax Pamir, Second Edition: cards, events, state, and one module per area of the rulebook."""
