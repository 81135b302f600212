"""Games to write down and read back: the sixteen reference games, and walks through random legal ones."""

import gzip
from functools import cache
from pathlib import Path

import msgspec

from engine.pamir.board import PIECES
from engine.pamir.game import GAME
from engine.pamir.position import flat
from engine.pamir.state import place_of
from engine.pamir.trace import compare
from engine.simulate import random_game
from tests.engine.pamir.walking import WISHES, start_of

TRACES = sorted((Path(__file__).parents[3] / "fixtures" / "traces").glob("*.jsonl.gz"))


@cache
def trace_game(path):
    """A reference game: its first event and those after it."""
    with gzip.open(path, "rb") as lines:
        played = compare(lines, path.name)
    return played.started, tuple(played.events)


def walk_game(number, *, any_options=False, limit=400):
    """A random legal game: three presets, two to five players, known decks and tables, several ways to play.

    It stops where somebody has a choice, so that its last action may be unfinished but no forced step is left out.
    """
    chance, started = start_of(number, any_options=any_options)
    wish = WISHES[number % len(WISHES)]
    events, state = [], GAME.start(started)
    for event in random_game(GAME, started, chance.randrange, wish=wish):
        if len(events) >= limit and GAME.automatic(state) is None:
            break
        events.append(event)
        state, _ = GAME.evolve(state, event)
    return started, tuple(events)


def told(state, event):
    """An event without the names of interchangeable pieces."""
    fields = msgspec.to_builtins(event)
    piece = fields.get("piece")
    if piece is not None:
        fields["piece"] = (PIECES[piece][0], place_of(state, piece), piece in state.placed)
    return fields


def played(state, events):
    """The state after the events, and what they tell."""
    seen = []
    for event in events:
        seen.append(told(state, event))
        state, _ = GAME.evolve(state, event)
    return state, seen


def counts(state):
    """The flat position without the names of pieces."""
    return {key: len(value) if key == "placed" else value for key, value in flat(state).items()}
