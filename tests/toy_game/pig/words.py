"""Events and consequences in words."""

from engine.pig.events import Rolled


def describe(state, event):
    who = state.names[state.seat]
    return f"{who} rolled a {event.face}" if isinstance(event, Rolled) else f"{who} held {state.at_stake}"


def describe_effects(state, effects):
    said = {"lost": "{} lost {} points", "won": "{} won with {} points"}
    return [(said[one.what].format(state.names[one.seat], one.amount), one.rule) for one in effects]
