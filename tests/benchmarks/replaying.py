"""Replay of the sixteen reference games: plain (decode and evolve), and checked (judge, evolve, compare each hash)."""

import gzip
from pathlib import Path

import msgspec

from engine.pamir.events import decoder
from engine.pamir.position import tracker as new_tracker
from engine.pamir.reducer import check, evolve, start
from engine.pamir.trace import compare
from tests.benchmarks.measuring import by_turns, line

TRACES = Path(__file__).parents[2] / "fixtures" / "traces"


def _games():
    games = []
    for path in sorted(TRACES.glob("*.jsonl.gz")):
        with gzip.open(path, "rb") as lines:
            played = compare(lines, path.name)
        state, tracker, hashes = start(played.started), new_tracker(), []
        for event in played.events:
            state, _ = evolve(state, event)
            hashes.append(tracker.step(state))
        games.append((played.started, [msgspec.json.encode(event) for event in played.events], hashes))
    return games


def run() -> None:
    games = _games()
    events = sum(len(payloads) for _, payloads, _ in games)
    size = sum(len(payload) for _, payloads, _ in games for payload in payloads)
    print(f"\nreplay: {len(games)} games, {events} events, {size} bytes of payload")

    def decode_only():
        for _, payloads, _ in games:
            for payload in payloads:
                decoder.decode(payload)

    def plain():
        for started, payloads, _ in games:
            state = start(started)
            for payload in payloads:
                state, _ = evolve(state, decoder.decode(payload))

    def checked():
        for started, payloads, hashes in games:
            state, tracker = start(started), new_tracker()
            for payload, expected in zip(payloads, hashes, strict=True):
                event = decoder.decode(payload)
                if check(state, event):
                    raise AssertionError("a recorded event is refused")
                state, _ = evolve(state, event)
                if tracker.step(state) != expected:
                    raise AssertionError("a hash differs")

    taken = by_turns({"decode": decode_only, "plain": plain, "checked": checked}, rounds=7)
    rate = {name: events / seconds for name, seconds in taken.items()}
    line("plain replay, events/s", f"{rate['plain']:,.0f}", "goal 50,000", met=rate["plain"] >= 50_000)
    line("checked replay, events/s", f"{rate['checked']:,.0f}", "goal 10,000", met=rate["checked"] >= 10_000)
    line("plain replay to msgspec decoding alone, time", f"x {taken['plain'] / taken['decode']:.1f}")
    line("checked replay to plain replay, time", f"x {taken['checked'] / taken['plain']:.1f}")
