"""Real play by post, read from fact files and audited: what is found, and that nothing true is refused."""

import json
from pathlib import Path

import msgspec
import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.play_by_post import PostError, is_play_by_post, read_windows
from engine.pathfinder.play_by_post_words import cards_left, choices_in, lies, purpose, verdict, way
from tests.engine.pathfinder.posted import audit, play

FILES = sorted((Path(__file__).parents[3] / "fixtures" / "play-by-post").glob("*.jsonl"))
B, A = (path.name for path in FILES)

#: What players disputed, where its finding stands, and under which rules: all of them can be seen in the facts.
DISPUTES = {
    (B, 8): (8, {"PA-CHK-05"}),
    (B, 10): (10, {"PA-ENC-10"}),
    (B, 23): (23, {"PA-SET-06"}),
    (B, 26): (26, {"PA-SET-10"}),
    (A, 2): (2, {"PA-ENC-04"}),
    (A, 14): (14, {"PA-ENC-04", "PA-ENC-07"}),
    (A, 22): (22, {"PA-ENC-11"}),
    (A, 28): (28, {"PA-CLS-03"}),
    (A, 52): (52, {"PA-CHK-10"}),
}
#: Findings beyond the rules that a dispute names, each with its reason.
DEFENDED = {
    (B, 23, "PA-CRD-01"): "the open question also names the story cards, whose rule this is",
    (B, 23, "PA-VIL-06"): "its words (villain, location deck) are those of this rule too, so it is named last",
}
#: Lines that stand for no event.
WITHOUT_EVENT = {(B, 3): "giving", (B, 4): "moving", (B, 24): "words"}


def told(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def lines_of(rows):
    return [json.dumps(row).encode() for row in rows]


def findings(rows):
    return [one for window in read_windows(lines_of(rows)) for one in audit(window)]


def every_total():
    for path in FILES:
        for at, row in enumerate(told(path)):
            if isinstance(row.get("total"), int):
                for step in (1, -1):
                    yield pytest.param(path, at, step, id=f"{path.stem}-{row['seq']}{step:+d}")


# The two files


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_is_one_event_of_its_own_or_has_a_reason_for_none(path):
    assert is_play_by_post(path.read_bytes().splitlines()[0])
    windows = read_windows(path.read_bytes().splitlines(), strict=True)
    entries = [entry for window in windows for entry in window.entries]

    assert [row["seq"] for row in told(path)[1:]] == sorted(entry.line.seq for entry in entries)
    for entry in entries:
        reason = WITHOUT_EVENT.get((path.name, entry.line.seq))
        assert bool(entry.events) is (reason is None), entry
        assert (reason or "") in entry.reason


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_true_is_refused_and_every_event_can_be_stored(path):
    for window in read_windows(path.read_bytes().splitlines()):
        assert reducer.check_start(window.started) == []
        assert reducer.start_findings(window.started) == []
        for entry, number, event, before, after, _ in play(window):
            assert reducer.check(before, event) == [], entry
            assert number == after.seq == before.seq + 1
            assert e.decoder.decode(msgspec.json.encode(event)) == event


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_readers_thought_of_the_facts_changes_nothing(path):
    rows = told(path)
    stripped = [{key: value for key, value in row.items() if key not in {"dispute", "notes"}} for row in rows]
    believed = [
        {key: value for key, value in row.items() if not key.startswith(("arith", "outcome_by"))} for row in rows
    ]

    assert sum("dispute" in row for row in rows) > 0
    assert read_windows(lines_of(stripped)) == read_windows(lines_of(rows))
    assert findings(stripped) == findings(believed) == findings(rows)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_dispute_is_found_under_one_of_its_rules(path):
    found = findings(told(path))

    disputed = {row["seq"]: row["dispute"]["rule_id"].split(", ") for row in told(path) if "dispute" in row}
    assert {(path.name, seq) for seq in disputed} == {key for key in DISPUTES if key[0] == path.name}
    for seq, rules in disputed.items():
        at, expected = DISPUTES[path.name, seq]
        named = {one.rule for one in found if one.seq == at}
        assert expected <= set(rules)
        assert expected <= named


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_nothing_is_found_beyond_the_disputes_without_a_reason(path):
    expected = {
        (path.name, at, rule) for (name, _), (at, rules) in DISPUTES.items() if name == path.name for rule in rules
    }
    expected |= {key for key in DEFENDED if key[0] == path.name}

    assert expected == {(path.name, one.seq, one.rule) for one in findings(told(path))}
    assert all(one.kind and one.message for one in findings(told(path)))


@pytest.mark.parametrize(("path", "at", "step"), list(every_total()))
def test_a_posted_total_that_is_off_by_one_is_found_in_its_line_and_in_no_other(path, at, step):
    rows = told(path)
    before = findings(rows)
    rows[at]["total"] += step

    new = [one for one in findings(rows) if one not in before]
    assert [(at + 1, "PA-CHK-08", "total_contradicts_dice")] == [(one.line, one.rule, one.kind) for one in new]
    assert (str(rows[at]["total"]), str(rows[at]["total"] - step)) == (new[0].stated, new[0].computed)
    assert [one for one in before if one not in findings(rows)] == []


# Other pieces of play


def window(*rows, who="Lem", **common):
    """Findings of a window with these lines, as pairs of seq and rule."""
    made = [{"seq": at, "window": "W", "character": who, **common, **row} for at, row in enumerate(rows, start=1)]
    found = findings([{"kind": "header", "sources": {"W": "here"}}, *made])
    return [(one.seq, one.rule, one.kind) for one in found]


def explored(source="free", **more):
    return {"what": "explored", "source": source, "card": "Thug", "card_type": "monster", "location": "Dock", **more}


def checked(*dice, difficulty=5, purpose="defeat", **more):
    rolled = [{"die": f"d{sides}", "result": result} for sides, result in dice]
    total = sum(result for _, result in dice)
    return {
        "what": "check_resolved",
        "purpose": purpose,
        "difficulty": difficulty,
        "dice": rolled,
        "total": total,
        **more,
    }


def resolved(outcome="defeated", **more):
    return {"what": "encounter_resolved", "card": "Thug", "outcome": outcome, **more}


FOUGHT = (checked((8, 6)), resolved())


def test_whose_turn_is_on_is_told_by_who_explores():
    assert window(explored(), *FOUGHT) == []
    assert (4, "PA-TRN-06", "breach") in window(explored(), *FOUGHT, explored(), *FOUGHT)
    assert window(explored(), *FOUGHT, explored("card"), *FOUGHT) == []


def test_a_turn_that_nobody_ended_is_over_when_the_next_one_starts():
    begun = {"what": "turn_started"}
    flip = {"what": "blessing_advanced", "blessing_flipped": "Blessing of the Gods"}

    assert window(begun, flip, explored(), *FOUGHT, {**begun, "character": "Kyra"}) == []
    assert window(flip, explored(), *FOUGHT, explored())[-1][:2] == (5, "PA-TRN-06")


def test_a_turn_that_is_posted_again_counts_once():
    begun = ({"what": "turn_started"}, {"what": "blessing_advanced", "blessing_flipped": None})
    again = {"what": "correction", "what_was_wrong": "damage before acting was forgotten", "how": "turn posted again"}
    hurt = {"what": "damage_dealt", "amount": 1, "source": "before acting", "kind": "Fire"}
    taken = {"what": "damage_taken", "amount": 1}

    first = (*begun, explored(), *FOUGHT, henchman(source="card"), *BEATEN, {"what": "hand_reset"})
    second = (*begun, explored(), hurt, taken, *FOUGHT)
    assert window(*first, again, *second) == [(10, "PA-ENC-04", "redo_turn")]


def test_an_encounter_that_is_left_open_is_taken_up_by_its_owner():
    begun = ({"what": "turn_started", "character": "Kyra"}, {"what": "blessing_advanced", "character": "Kyra"})
    left = {"what": "encounter_started", "card": "Thug", "card_type": "monster", "outcome": None}
    over = {"what": "card_played", "character": "Kyra", "card": "Materialize", "outcome": "pending"}
    end = ({"what": "hand_reset"}, {"what": "turn_ended"})
    fight = ({**checked((8, 6)), "character": "Kyra"}, {**resolved(), "character": "Kyra"})

    assert window(explored(), left, over, *end, *begun, *fight) == [(2, "PA-ENC-10", "deferred_to_other_player")]
    assert window(explored(), *end) == [(2, "PA-ENC-05", "continued_before_other_resolved")]
    own = [{**row, "character": "Lem"} for row in begun]
    assert window(explored(), *end, *own, *FOUGHT)[1:] == []
    assert window(explored(), left, *FOUGHT) == []


def test_whether_to_wait_for_somebody_is_told_once_in_a_turn():
    def left(card):
        return {"what": "encounter_started", "character": "Kyra", "card": card, "summoned": True, "outcome": None}

    end = ({"what": "hand_reset"}, {"what": "turn_ended"})
    begun = ({"what": "turn_started", "character": "Kyra"}, {"what": "blessing_advanced", "character": "Kyra"})
    first = (explored(), left("Shark"), *FOUGHT)
    once = [(2, "PA-ENC-11", "continued_before_other_resolved")]
    assert window(*first, left("Shark"), *end) == once
    assert (5, "PA-ENC-05", "continued_before_other_resolved") in window(*first, left("Eel"), *end)
    later = window(*first, *end, *begun, left("Shark"), {"what": "hand_reset", "character": "Kyra"})
    assert [kind for _, _, kind in later].count("continued_before_other_resolved") == 2


def test_what_happens_to_everybody_is_entered_for_everybody():
    pick = {"what": "random_pick", "dice": [{"die": "d6", "result": 3}], "total": 3, "affects": "all at the location"}
    kyra = {"what": "turn_ended", "character": "Kyra"}
    hurt = {"what": "damage_dealt", "amount": 0, "source": "before acting"}
    both = (hurt, {**hurt, "character": "Kyra"})

    rows = ({**explored(), "location": "Dock"}, pick)
    assert (2, "PA-ENC-04", "forgotten_effect_on_others") in window(*rows, hurt, *FOUGHT, kyra, location="Dock")
    assert window(*rows, *both, *FOUGHT, location="Dock") == []
    assert window(*rows, hurt, *FOUGHT, location="Dock") == []


def test_totals_after_the_roll_and_lists_are_held_against_counts():
    roll = checked((8, 3), after_roll=[{"value": 3, "why": "Bear"}], effective_total=6, outcome="success")
    state = {"what": "state_posted", "discard": 3, "lists": {"discard pile": 3, "recharged": 2}}

    assert window(explored(), roll, resolved(), state) == []
    assert window(explored(), {**roll, "effective_total": 7}, resolved()) == [
        (2, "PA-CHK-08", "total_contradicts_dice")
    ]
    assert window({**state, "discard": 4}) == [(1, "PA-ZON-01", "state_inconsistent")]
    recharged = {"what": "state_posted", "recharged_listed": ["Cure", "Club"]}
    assert window({**recharged, "deck": 1}) == [(1, "PA-ZON-01", "state_inconsistent")]
    assert window({**recharged, "deck": 2}) == window({**recharged, "deck": 2, "lists": {"recharged": 2}}) == []


def test_a_card_is_in_the_zone_where_it_was_played_to():
    def posted(**counts):
        return {"what": "state_posted", **counts}

    play = {"what": "card_played", "card": "Cure", "card_type": "spell", "action": "discard, pending recharge"}
    rows = (posted(hand=["Cure", "Club"], deck=8, discard=0), play)
    assert window(*rows, posted(hand=["Club"], hand_count=1, deck=8, discard=1)) == []
    assert window(*rows, posted(hand=["Club"], deck=8, discard=0)) == [(3, "PA-ZON-01", "count_differs")]
    back = checked((6, 6), purpose="recharge Cure", cards_played=[{"card": "Cure", "how": "recharge"}])
    assert window(*rows, back, posted(hand=["Club"], deck=9, discard=0)) == []
    effect = {"what": "effect_applied", "effect": "shuffled in", "zone": {"Cure": "deck, shuffled"}}
    assert window(*rows, explored(), *FOUGHT, effect, posted(hand=["Club"], deck=9, discard=0)) == []


def test_a_question_that_nobody_answered_is_told_with_the_rules_it_is_about():
    asked = {"what": "ruling", "point": "how large are location decks here", "choice": None, "by": "a player"}

    assert window(asked)[0] == (1, "PA-SET-06", "open_question")
    assert window({**asked, "choice": "undecided"}) == window(asked)
    assert window({**asked, "choice": "nine cards"}) == []
    assert {kind for _, _, kind in window({**asked, "point": "who brings cake"})} == {"open_question"}


# Words


def test_words_of_posts_are_read_as_values():
    assert [way(text) for text in ("discard, pending recharge", "display, then discard", "buried", "used", None)] == [
        "discard", "discard", "bury", None, None,
    ]  # fmt: skip
    assert purpose("acquire (1st of 2, THEN)") == ("acquire", None, 1, 2)
    assert purpose("recharge Ice and Fire") == ("recharge", "Ice and Fire", None, None)
    assert [cards_left(text) for text in ("cards 2-10 remain", "3-10 then 1, 1 known: X", "cut off")] == [9, 9, None]
    assert choices_in("who: 1 Kyra, 2 Lem") == ("Kyra", "Lem")
    assert choices_in("1-2 rain, 3 sun") == ("rain", "rain", "sun")
    assert choices_in("plunder kind") == choices_in("1 Kyra, 3 Lem") == ()
    assert [verdict(text) for text in ("success (conditional)", "auto fail", "pending")] == ["success", "fail", None]
    assert lies("displayed (a power)") == ("displayed", "", "a power")
    assert lies("somewhere else") is None


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ('{"seq": 1, "window": "W", "what": "flew"}', "flew", 27),
        ('{"seq": 1, "window": "W", "what": "moved", "too": 1}', "too", 44),
        ('{"seq": 1, "window": "W", "what": "explored", "source": "luck"}', "luck", 47),
        ('{"seq": 1, "window": "W", "what": "check_resolved", "total": "9"}', "int", 53),
        ('{"seq": 1, "window": "W", "what": "check_resolved", "outcome": "perhaps"}', "perhaps", 1),
        ('{"seq": 1, "window": "W", "what": "random_pick", "dice": [{"die": "six", "result": 1}]}', "six", 1),
        ('{"seq": 1, "window"', "truncated", 1),
        ('{"seq": NaN}', "JSON is malformed", 9),
        ("[1]", "object", 1),
        ('{"kind": "header"}', "second header", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line, message, column):
    with pytest.raises(PostError, match=message) as caught:
        read_windows([b'{"kind": "header", "sources": {}}', b"", line.encode()], strict=True)

    assert (3, column) == (caught.value.line, caught.value.column)


def test_a_file_begins_with_its_header_and_goes_on_in_order():
    for lines, line in (([], 1), ([b'{"seq": 1, "window": "W", "what": "note"}'], 1)):
        with pytest.raises(PostError) as caught:
            read_windows(lines)
        assert line == caught.value.line
    note = b'{"seq": 2, "window": "W", "what": "note", "text": "x"}'
    with pytest.raises(PostError, match="seq 2 comes after seq 2"):
        read_windows([b'{"kind": "header", "sources": {}}', note, note])
    assert not is_play_by_post(b'{"t": "header"}')
    assert not is_play_by_post(b"\xff")


# What is told of an encounter


def henchman(**more):
    return explored(card="Bandit", card_type=None, **more)


BEATEN = (checked((8, 6), henchman=True), resolved(card="Bandit", henchman=True))
CLOSING = (
    {"what": "close_attempted"},
    checked((6, 6), purpose="close", closing="attempt"),
    {"what": "location_closed"},
)


@pytest.mark.parametrize("later", [{"what": "hand_reset"}, {"what": "turn_ended"}, explored("card")])
def test_a_closing_that_a_henchman_gives_is_made_at_once_or_not_mentioned(later):
    found = window(henchman(), *BEATEN, later, location="Dock")

    assert {(3, "PA-HEN-01", "closing_not_mentioned"), (3, "PA-CLS-01", "closing_not_mentioned")} == set(found)
    closed = {**CLOSING[2], "cause": "henchman", "closing": "permanent"}
    assert window(henchman(), *BEATEN, *CLOSING[:2], closed, {"what": "hand_reset"}, location="Dock") == []
    assert window(henchman(), *BEATEN, CLOSING[1], closed, {"what": "hand_reset"}, location="Dock") == []
    assert window(henchman(), *BEATEN, location="Dock") == []


def test_a_closing_on_a_condition_is_told_by_the_words_of_its_outcome():
    def tried(outcome):
        closing = {"what": "close_attempted", "permission": "henchman", "outcome": outcome}
        return window(henchman(), *BEATEN, closing, location="Dock")

    assert tried("closed, assuming Enora pays") == [(4, "PA-CLS-03", "conditional_result")]
    assert tried("success") == tried("closed") == []


def test_a_correction_that_puts_a_card_elsewhere_is_shown():
    wrong = {"what": "correction", "what_was_wrong": "the Cure was recharged", "how": "it is in the discard pile"}

    assert {(1, "PA-ZON-01", "retcon_zones"), (1, "PA-PLY-01", "retcon_zones")} <= set(window(wrong))
    assert window({**wrong, "what_was_wrong": "the name", "how": "it is Lem"}) == []


def test_the_damage_is_held_against_the_cards_discarded_for_it():
    state = {"what": "state_posted", "hand": ["Cure", "Club", "Sling"]}
    taken = {"what": "damage_taken", "amount": 2, "discarded": ["Cure"], "kind": "Fire"}

    assert window(state, taken) == [(2, "PA-DMG-03", "damage_taken_differs")]
    assert window(state, {**taken, "amount": 1}) == window(taken) == []
    assert window(state, {**taken, "discarded": 1})[-1:] == [(2, "PA-DMG-03", "damage_taken_differs")]


def test_nothing_to_examine_is_told():
    look = {"what": "examined", "card": None, "outcome": "no card left", "location": "Dock"}

    assert list(window(look)) == [(1, "PA-EXM-01", "effect_without_object")]
    assert window({**look, "card": "Thug"}) == []


def test_a_failure_without_a_roll_is_found_where_a_roll_was_due():
    failed = {"what": "check_resolved", "purpose": "defeat", "difficulty": 20, "dice": [], "outcome": "fail"}

    assert (2, "PA-CHK-12", "auto_fail_without_roll") in window(explored(), failed, resolved("undefeated"))
    skipped = window(explored(), resolved("undefeated"))
    assert skipped == [(2, "PA-ENC-05", "check_skipped")]


def test_a_die_that_does_not_fit_its_numbered_things_is_found():
    pick = {"what": "random_pick", "why": "who: 1 Kyra, 2 Lem", "dice": [{"die": "d3", "result": 2}], "total": 2}

    assert list(window(pick)) == [(1, "PA-CHK-08", "random_pick_range_mismatch")]
    counted = {**pick, "why": "one of 5 locations", "picked": "Dock"}
    assert list(window(counted)) == [(1, "PA-CHK-08", "random_pick_range_mismatch")]
    assert window({**counted, "why": "one of 3 locations"}) == []
    fits = {**pick, "dice": [{"die": "d2", "result": 2}]}
    assert window({**fits, "picked": "Lem"}) == window(fits) == []
    assert list(window({**fits, "picked": "Kyra"})) == [(1, "PA-CHK-08", "pick_differs")]


def test_a_zone_with_the_text_that_allows_it_is_kept():
    gun = (explored(card="Gun", card_type="weapon"), checked((8, 6), purpose="acquire"))

    assert window(*gun, resolved("acquired", card="Gun", zone="displayed (a power allows it)")) == []
    assert list(window(*gun, resolved("acquired", card="Gun", zone="displayed"))) == [(3, "PA-ENC-08", "breach")]
    assert (
        window(
            explored(),
            checked((8, 1)),
            {"what": "damage_taken", "amount": 4},
            resolved("undefeated", zone="deck, shuffled"),
        )
        == []
    )


def test_a_copy_that_is_named_by_its_number_is_the_card():
    rows = ({"what": "state_posted", "hand": ["Cure 1", "Cure 2"], "discard": 0},)
    play = {"what": "card_played", "card": "Cure", "card_type": "spell", "action": "discard"}

    assert window(*rows, play, {"what": "state_posted", "hand": ["Cure 2"], "discard": 1}) == []
    assert window(*rows, {**play, "card": "Club"})[0][1] == "PA-ZON-01"


def test_a_character_begins_where_it_moves_from_and_temporary_closings_count_once():
    begun = {"what": "turn_started", "location": "Dock"}
    flip = {"what": "blessing_advanced"}
    move = {"what": "moved", "to": "Dock", "location": "Dock"}
    villain = {"what": "explored", "source": "free", "card": "Nemo", "card_type": "villain", "location": "Dock"}
    kyra = {"character": "Kyra", "location": "Farm"}
    attempt = {"what": "temp_close_attempted", "requirement": "Combat 8", **kyra}
    closed = {"what": "location_closed", "closing": "temporary", "cause": "villain", **kyra}
    roll = {**checked((10, 9), purpose="close temporarily", closing="temporary"), **kyra}
    rest = (checked((8, 6), villain=True), resolved(card="Nemo", villain=True))

    assert window(begun, flip, move, villain, attempt, roll, closed, *rest) == []
    assert window(begun, flip, {**move, "from": "Farm"}, villain, attempt, closed, *rest) == []
    assert window(begun, flip, {**move, "from": "Farm"}, {**villain, "location": "Farm"})[0][1] == "PA-CHR-07"


def test_dice_of_a_character_are_not_held_against_its_card_of_another_set():
    assert window(explored(), checked((12, 6), skill="Disable"), resolved()) == []


def test_a_closing_happens_where_its_character_was_seen_last():
    unsaid = [{**row, "location": None} for row in CLOSING]
    closed = {**unsaid[2], "cause": "henchman", "closing": "permanent"}

    assert window(henchman(), *BEATEN, *unsaid[:2], closed) == []
    assert window(henchman(), *BEATEN, unsaid[1], closed) == []


def test_seats_are_those_of_the_posted_order_unless_somebody_is_missing_in_it():
    order = ["Kyra", "Seoni", "Lem"]

    def seats(*names):
        rows = [
            {"seq": at, "window": "W", "what": "turn_started", "character": name}
            for at, name in enumerate(names, start=1)
        ]
        header = {"kind": "header", "sources": {}, "turn_order_posted": order}
        (only,) = read_windows(lines_of([header, *rows]))
        return only.started.players, [one.seq for one in audit(only) if one.rule == "PA-TRN-14"]

    assert seats("Lem", "Kyra") == (tuple(order), [])
    assert seats("Lem", "Seoni") == (tuple(order), [2])
    assert seats("Lem", "Ezren") == (("Lem", "Ezren"), [])


def test_a_key_that_is_not_known_is_told_and_changes_nothing():
    rows = told(FILES[0])
    more = [dict(row) for row in rows]
    more[5]["weather"] = "rain"
    more[6]["dice"] = [{**die, "colour": "red"} for die in rows[6]["dice"]]

    entries = [entry for window in read_windows(lines_of(more)) for entry in window.entries]
    assert {one.line.seq: one.unread for one in entries if one.unread} == {5: ("weather",), 6: ("dice.colour",) * 5}
    assert findings(more) == findings(rows)
    with pytest.raises(PostError, match='unknown key "weather"'):
        read_windows(lines_of(more), strict=True)
