"""What posts leave unsaid: null means that nobody said it, and what nobody said contradicts nothing."""

import json
from pathlib import Path

import pytest

from engine.pathfinder.play_by_post import read_windows
from tests.engine.pathfinder.posted import audit

FILES = sorted((Path(__file__).parents[3] / "fixtures" / "play-by-post").glob("*.jsonl"))
#: Without these a line tells nothing that could be held against another: they are what it is about.
NEVER_NULL = ("seq", "window", "what", "dispute", "notes", "kind")
#: Where a null takes away the very fact on which the rest of the posts stands, and what is found then.
DEFENDED = {
    ("runelords-table-B", 12, "outcome"): "the card no longer takes the encounter over, so it is left open by Meliski",
    ("runelords-table-B", 12, "character"): "nobody says that Reiko played the card, and it is not Meliski's",
    ("runelords-table-B", 20, "purpose"): "two spells in a step; that the second is recharged is what the purpose says",
}


def told(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def findings(rows):
    return [one for window in read_windows([json.dumps(row).encode() for row in rows]) for one in audit(window)]


def every_key():
    for path in FILES:
        for at, row in enumerate(told(path)):
            for key in row:
                if at and key not in NEVER_NULL:
                    yield pytest.param(path, at, key, id=f"{path.stem}-{row['seq']}-{row['what']}-{key}")


@pytest.mark.parametrize(("path", "at", "key"), list(every_key()))
def test_what_is_not_said_contradicts_nothing(path, at, key):
    rows = told(path)
    before = {(one.kind, one.window) for one in findings(rows)}
    if (path.stem, rows[at]["seq"], key) in DEFENDED:
        rows[at][key] = None
        assert {(one.kind, one.window) for one in findings(rows)} - before
        return
    rows[at][key] = None

    new = [one for one in findings(rows) if (one.kind, one.window) not in before]

    assert new == []


def post(*lines):
    header = {"kind": "header", "set": "none", "party": ["Kyra", "Lem"]}
    return [header, *({"seq": at, "window": "W", "turn": 1, **line} for at, line in enumerate(lines, start=1))]


def test_who_explores_and_checks_is_the_one_whose_turn_it_is():
    rows = post(
        {"what": "turn_started", "character": "Kyra"},
        {"what": "blessing_advanced", "character": None},
        {"what": "explored", "character": None, "location": "Woods", "source": "free", "card": "Boar",
         "card_type": "monster"},
        {"what": "check_resolved", "character": None, "purpose": None, "skill": "Combat", "difficulty": 9,
         "dice": [{"die": "d8", "result": 3, "why": None}], "modifiers": None, "total": 11, "outcome": "success"},
        {"what": "encounter_resolved", "character": None, "card": "Boar", "outcome": None},
        {"what": "hand_reset", "character": None, "drawn": None, "discarded": None},
        {"what": "turn_ended", "character": None},
    )  # fmt: skip

    (window,) = read_windows([json.dumps(row).encode() for row in rows])

    events = [event for entry in window.entries for event in entry.events]
    assert [getattr(event, "who", None) for event in events] == ["Kyra", None, "Kyra", "Kyra", None, "Kyra", "Kyra"]
    assert events[3].purpose == "defeat"
    assert [(part.value, part.why) for part in events[3].modifiers] == [(8, "not posted")]
    assert events[4].outcome == "defeated"
    assert audit(window) == ()


def test_modifiers_that_are_left_out_are_none_and_must_add_up():
    rows = post(
        {"what": "turn_started", "character": "Kyra"},
        {"what": "check_resolved", "character": "Kyra", "purpose": "other", "skill": "Wisdom", "difficulty": 9,
         "dice": [{"die": "d8", "result": 3, "why": None}], "total": 11, "outcome": "success"},
    )  # fmt: skip

    assert "total_contradicts_dice" in {one.kind for one in findings(rows)}


def test_a_move_without_a_word_of_the_place_leads_to_where_the_character_is_seen_next():
    rows = post(
        {"what": "turn_started", "character": "Kyra", "location": "Temple"},
        {"what": "blessing_advanced", "character": "Kyra"},
        {"what": "moved", "character": "Kyra", "location": "Temple", "to": None, "from": None},
        {"what": "explored", "character": "Kyra", "location": "Woods", "source": "free", "card": "Boar",
         "card_type": "monster"},
    )  # fmt: skip

    assert findings(rows) == []
