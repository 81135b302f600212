"""Words of posts in their many spellings, and values that are none of their keys: remarked on, never refused."""

import json
from pathlib import Path

import pytest

from engine.pathfinder.play_by_post import PostError, games_in_file, read_windows
from engine.pathfinder.play_by_post_words import (
    after_of,
    choices_in,
    ending,
    more_said,
    number_of_choices,
    purpose,
    receivers,
    verdict,
    zone_in,
)
from tests.engine.pathfinder.posted import explored, found_in, over, rolled, the_window, told


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("defeat", ("defeat", "to defeat", "CtD", "combat to defeat", "fight the Imp", "2nd check to defeat")),
        ("acquire", ("acquire", "to acquire", "CtA", "Strength 6 to acquire", "get the Bow")),
        ("close", ("close", "to close", "closing", "permanent closing", "close Dock")),
        ("temp_close", ("temporary closing", "to close temporarily", "temp close", "temporarily")),
        ("recharge", ("recharge Cure", "to recharge Cure", "Cure recharge check")),
        ("before", ("before acting", "BYA", "Wisdom check before you act")),
        ("after", ("after acting", "AyA")),
        ("other", ("to see who goes first", "scenario power")),
        ("", ("2nd check", "Combat 17", "Dip 9", "DC 7", "check 2 of 2", None)),
    ],
)
def test_what_a_check_is_for_is_told_by_any_of_its_words(kind, texts):
    assert [purpose(text).kind for text in texts] == [kind] * len(texts)


def test_a_purpose_tells_which_check_of_how_many_and_which_card():
    numbered = ("defeat (2nd of 3)", "check 2 of 3", "CtD 2 of 3", "second check")
    assert [purpose(text)[2:] for text in numbered] == [(2, 3), (2, 3), (2, 3), (2, None)]
    assert [purpose(text).card for text in ("to recharge Cure (Divine)", "Cure recharge check")] == ["Cure", "Cure"]


@pytest.mark.parametrize("text", ["to defeat", "combat", "Combat 10", "CtD", "2nd check", None])
def test_a_check_is_one_of_the_card_however_it_is_called(text):
    roll = rolled(12, 11, purpose=text)

    assert found_in(explored(), roll, over("defeated")) == []


@pytest.mark.parametrize(
    ("outcome", "texts"),
    [
        (
            "success",
            ("success", "successful", "passed", "conditional success", "assumed success", "can't miss", "auto"),
        ),
        ("fail", ("fail", "failed", "autofail", "auto-fail", "automatic failure", "not met", "unsuccessful")),
        (None, ("unclear", "skipped", "pending", "not said", "not yet decided", None)),
    ],
)
def test_outcomes_in_words(outcome, texts):
    assert [verdict(text) for text in texts] == [outcome] * len(texts)


def test_ends_of_encounters_in_words():
    texts = ("defeated", "not defeated", "undefeated, shuffled back", "banished", "put off: pending")

    assert [ending(text) for text in texts] == ["defeated", "undefeated", "undefeated", "banished", None]


@pytest.mark.parametrize(
    "text",
    ["1: Ann; 2: Bob; 3: Cai", "who is hit, of Ann, Bob and Cai in alphabetical order", "which one: Ann, Bob or Cai"],
)
def test_what_a_die_chooses_among_is_listed_in_many_ways(text):
    assert choices_in(text) == ("Ann", "Bob", "Cai")


def test_other_words():
    assert [more_said(text) for text in ("success, if she pays", "closed, assuming two cards", "success", None)] == [
        "success, if she pays", "closed, assuming two cards", "", "",
    ]  # fmt: skip
    assert receivers("given to Channa Ti") == ("Channa Ti",)
    assert zone_in("returns a buried ally (Wolf)", "Wolf", alone=True) == "buried"
    assert zone_in("Cure is buried", "Cure", alone=True) is None
    assert [part.value for part in after_of("+2 of an ally", 7, None) or ()] == [2]
    assert after_of("an ally helps", 7, None) is None


# Dice that choose


def test_things_that_are_listed_in_order_or_counted_are_what_a_die_chooses_among():
    assert choices_in("which location, in card list order: Dock, Farm, Mill") == ("Dock", "Farm", "Mill")
    assert choices_in("what happens: rain, then sun") == ()
    assert choices_in("1 Dock, 2 Farm, 3 Mill; reroll 4") == ("Dock", "Farm", "Mill", "roll again")
    assert [number_of_choices(text) for text in ("which of the five locations", "one of 3 allies")] == [5, 3]


@pytest.mark.parametrize(
    ("why", "die"),
    [("in card list order: Dock, Farm, Mill", 3), ("one of the three allies", 3), ("1 Dock, 2 Farm; reroll 3", 3)],
)
def test_a_die_fits_what_it_chooses_among(why, die):
    def pick(sides):
        return told("random_pick", why=why, dice=[{"die": f"d{sides}", "result": 2}], total=2, modifiers=[])

    assert found_in(pick(die)) == []
    assert found_in(pick(die + 1)) == [(1, "PA-CHK-08", "random_pick_range_mismatch")]


# Values that are none


@pytest.mark.parametrize(
    ("row", "remark"),
    [
        (explored(source="luck"), "source"),
        (explored(paid_by="discards a Wolf", source="power"), ""),
        (rolled(12, 11, outcome="perhaps"), "perhaps"),
        (rolled(12, 11, total="eleven"), "total"),
        (rolled(12, 11, total="11"), ""),
        (rolled(12, 11, dice=[{"die": "six", "result": 1}], total=None), "six"),
        (rolled(12, 11, difficulty_parts=[{"value": "##", "why": "card"}]), "difficulty_parts"),
        (rolled(12, 11, cards_played=["Bow", 7]), "cards_played"),
        (told("close_attempted", location="Dock", paid="a card each", outcome="so-so"), "so-so"),
        (told("close_attempted", location="Dock", paid=["a card", {"by": "Kyra", "amount": 1}]), ""),
        (told("state_posted", locations={"Dock": None, "Farm": "1-10"}, where={"Lem": None}, lists={"x": None}), ""),
        (told("state_posted", hand=["Bow", None], lists={"discard": ["Bow", "Cure"]}), ""),
        (told("state_posted", hand="all of it", deck="many"), "hand"),
        (told("effect_applied", effect="odd", zone={"Bow": None}), ""),
        (told("encounter_resolved", card="Imp", outcome="vanished"), "vanished"),
        (told("hand_reset", drawn=["Bow", None], discarded=2), ""),
        (told("scenario_ended", outcome="stopped"), "stopped"),
    ],
)
def test_an_odd_value_is_remarked_on_and_nothing_is_refused(row, remark):
    (entry,) = the_window(row).entries

    assert not remark if not entry.odd else (remark and remark in entry.odd[0]), entry.odd


def test_remarks_are_told_with_the_import():
    rows = [
        {"kind": "header", "sources": {"W": None}, "party": None, "lines": "many"},
        {"seq": 1, "window": "W", "what": "check_resolved", "character": "Lem", "outcome": "perhaps"},
    ]
    (game,) = games_in_file([json.dumps(row).encode() for row in rows], "file")

    assert game.remarks == ((2, '"perhaps" is no outcome such as "success" or "fail"'),)


@pytest.mark.parametrize(
    "line",
    [b'{"seq": 1, "window": "W"}', b'{"seq": 1, "window": "W", "what": ["note"]}', b'{"seq": null, "what": "note"}'],
)
def test_what_is_no_line_at_all_is_refused(line):
    with pytest.raises(PostError) as caught:
        read_windows([b'{"kind": "header", "sources": {}}', line])

    assert caught.value.line == 2


FILES = sorted((Path(__file__).parents[3] / "fixtures" / "play-by-post").glob("*.jsonl"))
ODD = (None, -3, "x", True, [], [None], [{"die": "d6"}], {"card": "Cure"}, 1.5)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_value_of_a_line_makes_a_file_unreadable(path):
    header, *rows = (json.loads(line) for line in path.read_bytes().splitlines())
    for at, row in enumerate(rows):
        window = [one for one in rows if one["window"] == row["window"]]
        for number, key in enumerate(row):
            if key in {"seq", "window", "what"}:
                continue
            odd = {**row, key: ODD[(at + number) % len(ODD)]}
            lines = [header, *(odd if one is row else one for one in window)]
            assert games_in_file([json.dumps(one).encode() for one in lines], "file")
