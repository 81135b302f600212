"""Replay of both games: plain (decode and evolve), checked (judge too), and with the hash of each position compared.

Pax Pamir replays the sixteen reference games. Of the Pathfinder game there is no such collection: it replays random
scenarios, one for each number of players under both presets. Replay takes each event through `game.GAME`, as every
command does.
"""

import gzip
import random
from pathlib import Path

import msgspec

from engine.game import Beginning, game
from engine.pamir.trace import compare
from engine.simulate import random_game
from tests.benchmarks.measuring import by_turns, line

TRACES = Path(__file__).parents[2] / "fixtures" / "traces"
CHARACTERS = ("Kyra", "Valeros", "Merisiel", "Ezren", "Harsk", "Seoni")


def _pamir():
    for path in sorted(TRACES.glob("*.jsonl.gz")):
        with gzip.open(path, "rb") as lines:
            played = compare(lines, path.name)
        yield played.started, list(played.events)


def _pathfinder():
    title = game("pathfinder")
    for players in range(1, len(CHARACTERS) + 1):
        for preset in title.presets:
            chance = random.Random(f"bench {players} {preset}")
            begin = Beginning(name="bench", players=CHARACTERS[:players], preset=preset, simulated=True)
            started = title.random_start(begin, chance.randrange, known=True)
            yield started, list(random_game(title, started, chance.randrange))


def _recorded(title, games):
    """Each game as it is stored: its start, the payloads and the hashes."""
    for started, events in games:
        state, tracker, hashes = title.start(started), title.tracker(), []
        for event in events:
            state, _ = title.evolve(state, event)
            hashes.append(tracker.step(state))
        yield started, [msgspec.json.encode(event) for event in events], hashes


def run() -> None:
    for name, games in (("pax-pamir", _pamir()), ("pathfinder", _pathfinder())):
        _measure(game(name), list(_recorded(game(name), games)))


def _measure(title, games):
    events = sum(len(payloads) for _, payloads, _ in games)
    size = sum(len(payload) for _, payloads, _ in games for payload in payloads)
    print(f"\nreplay of {title.title}: {len(games)} games, {events} events, {size} bytes of payload")

    def decode_only():
        for _, payloads, _ in games:
            for payload in payloads:
                title.decode(payload)

    def plain():
        for started, payloads, _ in games:
            state = title.start(started)
            for payload in payloads:
                state, _ = title.evolve(state, title.decode(payload))

    def judged():
        for started, payloads, _ in games:
            state = title.start(started)
            for payload in payloads:
                state = _next(title, state, payload)

    def checked():
        for started, payloads, hashes in games:
            state, tracker = title.start(started), title.tracker()
            for payload, expected in zip(payloads, hashes, strict=True):
                state = _next(title, state, payload)
                if tracker.step(state) != expected:
                    raise AssertionError("a hash differs")

    sides = {"decode": decode_only, "plain": plain, "judged": judged, "checked": checked}
    taken = by_turns(sides, rounds=7)
    rate = {name: events / seconds for name, seconds in taken.items()}
    line("plain replay, events/s", f"{rate['plain']:,.0f}", "goal 50,000", met=rate["plain"] >= 50_000)
    line("each event judged, events/s", f"{rate['judged']:,.0f}")
    line(
        "judged, each hash compared, events/s", f"{rate['checked']:,.0f}", "goal 10,000", met=rate["checked"] >= 10_000
    )
    line("plain replay to msgspec decoding alone, time", f"x {taken['plain'] / taken['decode']:.1f}")
    line("the last to plain replay, time", f"x {taken['checked'] / taken['plain']:.1f}")


def _next(title, state, payload):
    event = title.decode(payload)
    if title.check(state, event):
        raise AssertionError("a recorded event is refused")
    after, _ = title.evolve(state, event)
    return after
