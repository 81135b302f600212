"""What a correction in a record shows: what was left out at first, and by which rule a card belongs elsewhere."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.events import ZoneChange
from tests.engine.pathfinder.given import DEFEATED, check, explore, meet, pay
from tests.engine.pathfinder.test_audit import found

#: A turn as it was first posted, from the second event of the game on, and the numbers of its events.
FIRST = (
    e.TurnStarted(who="A"),
    explore(card="Thug"),
    check("A", total=9, difficulty=9),
    DEFEATED,
    e.HandReset(who="A"),
)
VOID = tuple(range(2, 2 + len(FIRST)))


def redone(*second, reason="something was wrong", void=VOID, first=FIRST, how="the turn is posted again", **more):
    """The rules named for a turn that was played again."""
    corrected = e.Correction(reason=reason, how=how, void=void)
    told = found(*first, corrected, *second, mode="record", on_turn="", **more)
    return [rule for at, rule, kind in told if kind == "redo_turn" and at == 2 + len(first)]


def put_right(reason, *first, how="", zones=()):
    """The rules named for a correction after which nothing is played again, with their kinds."""
    told = found(*first, e.Correction(reason=reason, how=how, zones=zones), mode="record")
    return [(rule, kind) for at, rule, kind in told if at == 2 + len(first)]


def with_(event, at):
    return (*FIRST[:at], event, *FIRST[at:])


# A turn that is played again


@pytest.mark.parametrize(
    ("left_out", "at", "rules"),
    [
        (meet(card="Shark", summoned=True, phase="before"), 2, ["PA-ENC-04", "PA-ENC-11"]),
        (meet(card="Shark", summoned=True, phase="after"), 3, ["PA-ENC-07", "PA-ENC-11"]),
        (meet(card="Shark", summoned=True), 2, ["PA-SUM-01", "PA-ENC-11"]),
        (e.DamageDealt(who="A", amount=1, source="before"), 2, ["PA-ENC-04"]),
        (e.DamageDealt(who="A", amount=1, source="after"), 3, ["PA-ENC-07"]),
        (e.DamageDealt(who="A", amount=1, source="check"), 3, ["PA-DMG-01"]),
        (e.BlessingAdvanced(card="Blessing of the Gods"), 1, ["PA-TRN-03"]),
        (e.CardGiven(who="A", to="B", card="Cure"), 1, ["PA-TRN-04"]),
        (e.Moved(who="A", to="L2"), 1, ["PA-TRN-05"]),
        (e.CloseAttempted(who="A", place="L1", outcome="success"), 4, ["PA-CLS-01", "PA-CLS-03"]),
        (e.RandomPick(why="who is hit"), 2, ["PA-PRI-01"]),
    ],
)
def test_what_the_second_posting_has_beyond_the_first_was_left_out(left_out, at, rules):
    assert redone(*with_(left_out, at))[: len(rules)] == rules


def test_what_was_only_played_on_after_the_first_posting_was_not_left_out():
    more = (*with_(e.DamageDealt(who="A", amount=0, source="before"), 2), e.Evaded(who="A"))

    assert "PA-ENC-04" in redone(*more)
    assert "PA-ENC-02" not in redone(*more)


def test_what_follows_from_something_left_out_is_not_told_besides():
    shark = (meet(card="Shark", summoned=True, phase="before"), check("A", total=9, difficulty=8), DEFEATED)

    assert redone(*FIRST[:2], *shark, *FIRST[2:])[:2] == ["PA-ENC-04", "PA-ENC-11"]


def test_the_words_of_the_correction_tell_what_the_postings_do_not():
    assert redone(*FIRST, reason="explored after closing") == ["PA-TRN-02", "PA-CLS-09"]
    assert redone(*FIRST, reason="the power of the scenario was forgotten")[:2] == ["PA-PRI-01", "PA-SET-12"]
    assert redone(*FIRST, reason="a trigger of the location was overlooked")[:2] == ["PA-PRI-01", "PA-CRD-02"]


def test_what_is_told_to_have_come_before_or_after_acting_is_named_alone():
    before, after = (meet(card="Shark", summoned=True, phase=phase) for phase in ("before", "after"))

    rules = redone(*FIRST[:2], before, *FIRST[2:3], after, reason="the fights before and after acting", void=())
    assert rules == ["PA-ENC-04", "PA-ENC-07"]


def test_a_turn_that_is_played_again_is_always_told():
    assert redone(reason="oops") == redone(reason="oops", void=(), how="redone") == ["PA-TRN-01"]
    assert redone(*FIRST, reason="") == ["PA-TRN-01"]


def test_at_the_table_a_slip_is_taken_back_as_a_matter_of_course():
    corrected = e.Correction(reason="oops", how="again", void=(2,))

    assert found(explore(), corrected, explore()) == []


# A card that is put elsewhere


@pytest.mark.parametrize(
    ("done", "rule"),
    [
        (e.CardPlayed(who="A", card="Cure", how="discard", use="step", says_so=True), "PA-PLY-01"),
        (e.CardPlayed(who="A", card="Cure", how="discard", use="step", says_so=True, cost="x"), "PA-PLY-06"),
        (explore(source="card", paid=pay("Cure")), "PA-PLY-01"),
        (e.DamageTaken(who="A", cards=("Cure",)), "PA-DMG-03"),
        (e.HandReset(who="A", discarded=("Cure",)), "PA-TRN-12"),
        (e.CardGiven(who="A", to="B", card="Cure"), "PA-TRN-04"),
        (e.EncounterResolved(outcome="acquired", card="Cure"), "PA-ENC-08"),
        (e.EncounterResolved(outcome="undefeated", card="Cure"), "PA-ENC-09"),
    ],
)
def test_where_a_card_belongs_is_told_by_what_was_done_with_it_last(done, rule):
    first = (e.CardPlayed(who="A", card="Obscure", how="bury", use="step", says_so=True), done)

    for told in (
        put_right("the Cure is in hand", *first),
        put_right("", *first, zones=(ZoneChange(card="Cure", to="hand"),)),
    ):
        assert told == [("PA-ZON-01", "retcon_zones"), (rule, "retcon_zones")]


@pytest.mark.parametrize(
    ("reason", "rules"),
    [
        ("the spell was recharged, not discarded", ["PA-PLY-01", "PA-PLY-07"]),
        ("the power buries it", ["PA-PLY-01"]),
        ("an acquired card goes to the hand", ["PA-ENC-08"]),
        ("an undefeated monster is in the deck again", ["PA-ENC-09"]),
        ("it went to the discard pile for damage", ["PA-DMG-03"]),
        ("it is in the discard pile", []),
    ],
)
def test_where_a_card_belongs_is_told_by_the_words(reason, rules):
    assert put_right(reason, how="deck") == [(rule, "retcon_zones") for rule in ("PA-ZON-01", *rules)]


# Anything else


def test_another_mistake_is_told_with_the_rules_its_words_speak_of():
    moved = put_right("the villain was moved to a location that is closed", how="moved elsewhere")

    assert moved[0] == ("PA-CLS-08", "put_right")
    assert put_right("the name", how="it is Lem") == []
