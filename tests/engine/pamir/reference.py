"""The sixteen reference games, each read, compared and replayed once for all the tests that look at them."""

import gzip
from functools import cache
from pathlib import Path

from engine.pamir.game import GAME
from engine.pamir.trace import compare

FIXTURES = Path(__file__).parents[3] / "fixtures" / "traces"
NAMES = tuple(sorted(path.name.removesuffix(".jsonl.gz") for path in FIXTURES.glob("*.gz")))


def lines_of(name):
    """The lines of a game's file."""
    return gzip.decompress((FIXTURES / f"{name}.jsonl.gz").read_bytes()).splitlines()


@cache
def played(name):
    """The game compared with its file, under `rally-the-troops`."""
    return compare(lines_of(name), name)


@cache
def states_of(name):
    """Every state of the game, the first included."""
    game = played(name)
    states = [GAME.start(game.started)]
    for event in game.events:
        states.append(GAME.evolve(states[-1], event)[0])
    return tuple(states)
