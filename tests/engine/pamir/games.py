"""The sixteen reference games as lines of events, played once for all tests that look at them."""

import gzip
from functools import cache
from pathlib import Path

from engine.facts import FactContext
from engine.line import Entry, fold
from engine.pamir.game import GAME
from engine.pamir.trace import compare
from engine.replay import play

TRACES = Path(__file__).parents[3] / "fixtures" / "traces"
PEOPLE = ("Ann", "Bob", "Cai", "Dee", "Eve")


@cache
def reference_games():
    """By name: the entries of the raw stream, and the replay of its line."""
    found = {}
    for path in sorted(TRACES.glob("*.jsonl.gz")):
        name = path.name.removesuffix(".jsonl.gz")
        comparison = compare(gzip.decompress(path.read_bytes()).splitlines(), name)
        assert not comparison.report.divergences
        events = (comparison.started, *comparison.events)
        entries = tuple(Entry(version=number, action=number, event=event) for number, event in enumerate(events, 1))
        found[name] = entries, play(GAME, fold(entries))
    return found


def context_of(name, **changes):
    """How a reference game is filed: played by Ann, Bob, Cai, Dee, Eve, on the day of its number in May 2024."""
    entries, _ = reference_games()[name]
    seats = len(entries[0].event.players)
    day = 1_714_521_600_000_000 + (int(name[-2:]) - 1) * 86_400_000_000
    known = {
        "name": name,
        "title": "pax-pamir",
        "players": PEOPLE[:seats],
        "campaign": "tuesdays" if seats > 3 else "",
        "preset": "rally-the-troops",
        "played_at": day,
        "recorded_at": day + 3_600_000_000,
        "status": "finished",
        "events": len(entries),
    }
    return FactContext(**{**known, **changes})


@cache
def rows_of(name):
    """The rows of one reference game."""
    return tuple(GAME.facts(context_of(name), reference_games()[name][1].steps))
