"""The sixteen reference games as a whole: how they ended, what they cover, and that nothing is read ahead.

What the comparison finds in a changed file is the matter of test_trace.
"""

import msgspec
import pytest

from engine.pamir.events import PamirEvent
from engine.pamir.trace import Comparison, compare, play_back, starting_event
from engine.pamir.trace_lines import Step, read_lines
from tests.engine.pamir.reference import NAMES, lines_of, played

# As the format's description lists them: steps, turns, reason, points, winners.
GAMES = {
    "pp-2p-01": (91, 13, "lead_of_four", [0, 5], (1,)),
    "pp-2p-02": (105, 14, "lead_of_four", [0, 5], (1,)),
    "pp-2p-03": (361, 47, "lead_of_four", [2, 6], (1,)),
    "pp-3p-04": (264, 30, "lead_of_four", [10, 6, 0], (0,)),
    "pp-3p-05": (495, 59, "final_check", [8, 4, 6], (0,)),
    "pp-3p-06": (213, 33, "lead_of_four", [9, 5, 4], (0,)),
    "pp-3p-07": (300, 38, "lead_of_four", [3, 2, 8], (2,)),
    "pp-3p-08": (398, 52, "final_check", [17, 4, 2], (0,)),
    "pp-4p-09": (314, 43, "final_check", [5, 10, 3, 0], (1,)),
    "pp-4p-10": (529, 62, "final_check", [5, 0, 17, 5], (2,)),
    "pp-4p-11": (544, 60, "final_check", [13, 3, 8, 4], (0,)),
    "pp-4p-12": (452, 58, "final_check", [13, 11, 4, 0], (0,)),
    "pp-5p-13": (528, 63, "final_check", [0, 10, 0, 0, 6], (1,)),
    "pp-5p-14": (523, 60, "final_check", [2, 6, 3, 0, 2], (1,)),
    "pp-5p-15": (414, 53, "final_check", [1, 10, 10, 0, 6], (2,)),
    "pp-5p-16": (336, 46, "lead_of_four", [6, 0, 0, 0, 0], (0,)),
}

# Kinds of events that no reference game can hold.
NOT_IN_TRACES = {
    "pamir.game_started": "it is made from the header",
}


def test_there_are_sixteen_reference_games():
    assert tuple(GAMES) == NAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_reference_game_ends_as_it_ended(name):
    steps, turns, reason, points, winners = GAMES[name]
    game = played(name)

    assert game.report.divergences == []
    assert game.report.expected == 0
    assert game.report.steps == steps
    assert game.report.compared == steps - game.report.dropped
    assert game.report.finished
    assert game.state.turn == turns
    assert [player.vp for player in game.state.players] == points
    assert (game.state.result.winners, game.state.result.reason) == (winners, reason)


def test_a_fixture_exists_for_every_kind_of_event():
    kinds = {kind.kind() for kind in PamirEvent.__args__}
    seen = {event.kind() for name in GAMES for event in played(name).events}

    assert kinds - seen == set(NOT_IN_TRACES)


def test_of_the_notes_in_the_files_none_is_needed_to_explain_a_difference():
    notes = [
        note
        for name in GAMES
        for _, line in read_lines(lines_of(name))
        if isinstance(line, Step)
        for note in line.notes()
    ]

    assert {note: notes.count(note) for note in sorted(set(notes))} == {
        "court_over_limit_after_debt": 1,
        "debt_offset_by_income": 1,
        "relocation_without_overthrow": 1,
        "rupees_on_vacant_slot": 14,
        "spy_moved_onto_same_card": 2,
    }
    assert sum(played(name).report.expected for name in GAMES) == 0


class WatchedStep(Step, frozen=True, kw_only=True, tag_field="t", tag="step"):
    """A step that writes down which of its fields are read."""

    def __getattribute__(self, name):
        if name in Step.__struct_fields__:
            READ.append(name)
        return super().__getattribute__(name)


class WatchedComparison(Comparison):
    """A comparison that writes down when our own answer is there."""

    def act(self, event):
        answer = super().act(event)
        READ.append("our answer")
        return answer


READ = []


@pytest.mark.parametrize("name", ["pp-2p-01", "pp-3p-07", "pp-5p-16"])
def test_before_our_answer_only_actor_action_and_argument_of_a_step_are_read(name):
    lines = read_lines(lines_of(name))
    header = next(lines)[1]
    comparison, ahead, after = WatchedComparison(header, starting_event(header, name, "rally-the-troops")), set(), set()
    for _, line in lines:
        if not isinstance(line, Step):
            comparison.take(line)
            continue
        READ.clear()
        comparison.take(WatchedStep(**{field: getattr(line, field) for field in Step.__struct_fields__}))
        if "our answer" in READ:
            there = READ.index("our answer")
            ahead.update(READ[:there])
            after.update(READ[there:])

    assert ahead <= {"actor", "action", "arg"}
    assert after >= {"legal", "d", "drawn", "discarded", "dominance", "phase"}
    assert comparison.report.divergences == []


def garbled(line):
    """A step of which nothing but actor, action and argument is left as it was."""
    value = msgspec.json.decode(line)
    if value["t"] != "step":
        return line
    rubbish = {
        "phase": "nonsense",
        "legal": {"fly": [1]},
        "d": {"p0.rupees": 99},
        "drawn": [5],
        "discarded": [6],
        "turn": 77,
    }
    return msgspec.json.encode({**value, **rubbish})


@pytest.mark.parametrize("name", ["pp-2p-02", "pp-4p-12"])
def test_a_file_with_garbled_answers_plays_back_as_the_same_game(name):
    garbage = [garbled(line) for line in lines_of(name)]

    assert play_back(garbage, name).events == played(name).events
    first = compare(garbage, name)
    assert first.report.divergences[0].step == 0
    assert first.events == played(name).events[: len(first.events)]


@pytest.mark.parametrize("key", ["winners", "vp", "reason", "steps", "turns"])
def test_a_changed_result_is_found_at_the_last_step(key):
    lines = lines_of("pp-2p-01")
    value = msgspec.json.decode(lines[-1])
    value[key] = {"winners": [0], "vp": [5, 0], "reason": "final_check", "steps": 90, "turns": 14}[key]

    report = compare([*lines[:-1], msgspec.json.encode(value)], "changed").report

    assert [(one.step, one.what) for one in report.divergences] == [(90, f"result {key}")]
