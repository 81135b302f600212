"""CASES 14: kill -9 while recording. No acknowledged event is missing, no action is there by half, and the file opens.

A worker appends actions over two streams and writes a line for each that was acknowledged. It stops at a given point, where
the parent kills it, or it is killed at an arbitrary moment; then the parent opens the same log and counts. All kills of
a run hit one log, so each also hits what the healing after the one before has left.
"""

import json
import random
from collections import Counter

import pytest

from tests.eventstore.support import as_given, new_events, reopen, worker

POINTS = ("before_journal", "after_journal", "after_commit", "during_close")


def kill(path, first, point, at):
    """Run a worker until it waits at a point, or kill it after `at` lines if the point is `anywhere`.

    Returns the numbers of the acknowledged actions and the window in which it died: the last point it was seen at.
    """
    acknowledged, window, lines = [], "before the first append", 0
    with worker("be_killed", path, first, point, at) as process:
        for line in process.stdout:
            lines += 1
            words = line.split()
            if words[0] == "ack":
                acknowledged.append(int(words[1]))
                window = "between appends"
            elif words[0] == "at":
                window = words[1]
            if words[0] == "waiting" or (point == "anywhere" and lines == at):
                process.kill()
                break
        # What it had acknowledged by the time it died is acknowledged.
        rest = process.stdout.read()
    acknowledged += [int(line.split()[1]) for line in rest.splitlines() if line.startswith("ack ")]
    return acknowledged, window


def stored_actions(store):
    """The numbers of all actions in the log; fails if one of them is there by half or not as it was given."""
    sides = {event.event_id: event for side in range(4) for event in store.read(f"side-{side}")}
    game = store.read("game")
    numbers = []
    for start in range(0, len(game), 3):
        events = game[start : start + 3]
        number = json.loads(events[0].payload)["card"]
        given = new_events(number, 4)
        side = sides.pop(given[3].event_id)
        assert [as_given(event) for event in [*events, side]] == [as_given(event) for event in given]
        assert {event.action for event in events} == {start + 1}
        numbers.append(number)
    assert not sides
    return numbers


@pytest.mark.timeout(1200)
def test_no_acknowledged_event_is_lost_and_no_action_halved_by_a_kill(path, full_counts, record_property):
    each = 40 if full_counts else 4
    rng = random.Random(14)
    plan = [(point, rng.randint(1, 3)) for point in POINTS for _ in range(each)]
    plan += [("anywhere", rng.randint(1, 25)) for _ in range(each if full_counts else 2)]
    rng.shuffle(plan)
    windows, kept, acknowledged, first = Counter(), 0, [], 0

    for point, at in plan:
        seen, window = kill(path, first, point, at)
        windows[window] += 1
        acknowledged += seen
        if not path.with_name(path.name + ".journal").exists():
            continue
        with reopen(path, "write") as store:
            numbers = stored_actions(store)
            assert store.verify() == []
            assert [number for number in numbers if number in set(acknowledged)] == acknowledged
            if point in {"after_journal", "after_commit"}:
                # Recorded, though nobody was told: the next command names it.
                assert any("kept: " in notice for notice in store.notices)
        kept = len(numbers) - len(acknowledged)
        first = (max(numbers, default=-4)) + 4

    report = f"{sum(windows.values())} kills: {dict(sorted(windows.items()))}; "
    report += f"{len(acknowledged)} actions acknowledged, 0 missing; {kept} kept that were not acknowledged"
    record_property("kills", report)
    print(report)
    assert all(windows[point] >= each for point in POINTS)
