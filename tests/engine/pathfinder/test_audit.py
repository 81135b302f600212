"""What is stated twice agrees, and what an audit finds besides: in one event, and in hindsight."""

import pytest

from engine.audit import audit
from engine.game import game as game_of
from engine.pathfinder import events as e
from engine.pathfinder.events import CharacterSetup, ZoneChange
from tests.engine.pathfinder.given import (
    DEFEATED,
    check,
    dice,
    explore,
    meet,
    plus,
    resolved,
    started,
    table,
    who,
)

PATHFINDER = game_of("pathfinder")


def found(*events, people=(), **more):
    """Findings of a game that begins as `table` does, as triples of event, rule and kind."""
    start = started(*people, **more)
    return [(one.event, one.rule, one.kind) for one in audit(PATHFINDER, start, list(enumerate(events, start=2)))]


@pytest.mark.rule("PA-CHK-08")
def test_the_total_with_what_came_after_the_roll_is_what_is_stated():
    roll = check("A", "defeat", 3, dice=dice((8, 3)), after=plus(3), effective_total=7)

    game = table().when(explore())
    game.when(roll).flagged("PA-CHK-08", "total_contradicts_dice", 7, 6)
    table(mode="strict").when(explore()).refuses(roll, "PA-CHK-08")
    game.when(check("A", "defeat", 3, dice=dice((8, 3)), after=plus(3), effective_total=6)).clean()
    game.when(check("A", "defeat", 3, after=plus(3), effective_total=5)).flagged("PA-CHK-08")


@pytest.mark.rule("PA-CHR-07")
def test_an_exploration_is_stated_where_its_character_is():
    table().when(explore(place="L2")).flagged("PA-CHR-07", "location_differs", "L2", "L1")
    table().when(explore(place="L1")).clean()
    unseen = table(who("A", "")).when(explore(place="L3")).clean()
    unseen.when(DEFEATED, explore(source="effect", allowed_by="X", place="L2")).flagged("PA-CHR-07")


@pytest.mark.rule("PA-ZON-01")
def test_lists_and_counts_of_a_zone_are_the_same():
    table().when(e.StatePosted(who="A", buried=2, listed=(("buried", 3),))).flagged("PA-ZON-01", "state_inconsistent")
    table(who("A", hand=3)).when(e.StatePosted(who="A", discard=0, listed=(("discard pile", 0), ("hand", 1)))).clean()


@pytest.mark.rule("PA-ZON-01")
def test_what_is_listed_of_a_zone_is_no_more_than_it_has():
    def posted(*lists, **counts):
        deck = counts.get("deck", 10)
        return table(who("A", hand=3, deck=deck)).when(e.StatePosted(who="A", listed=lists, **counts))

    posted(("recharged", 4), deck=2).flagged("PA-ZON-01", "state_inconsistent")
    posted(("recharged", 2), deck=2).clean()
    posted(("top of deck", 1), ("deck, unknown order", 4), deck=4).flagged("PA-ZON-01", "state_inconsistent")
    posted(("top of deck", 1), ("deck, unknown order", 3), ("deck", 4), deck=4).clean()
    posted(("recharged", 2), ("unknown order", 6), deck=8).clean()
    posted(("recharged", 2), ("unknown order", 6), deck=9).flagged("PA-ZON-01", "state_inconsistent")
    posted(("hand", 4), hand_count=3).flagged("PA-ZON-01", "state_inconsistent")
    posted(("displayed", 1), displayed=()).flagged("PA-ZON-01", "state_inconsistent")
    posted(("hand", 4)).flagged("PA-ZON-01", "state_inconsistent")
    posted(("sideboard", 9), ("hand size", 6), deck=2).clean()


def test_printed_facts_are_those_of_the_known_set():
    wrong = check("Kyra", "defeat", skill="Divine", dice=dice((6, 3, "Divine")))
    more = {"on_turn": "Kyra"}

    table(who("Kyra"), **more).when(explore("Kyra"), wrong).flagged("PA-CHK-01")
    table(who("Kyra"), set="Wrath", **more).when(explore("Kyra"), wrong).clean()
    big = who("Kyra", hand_size=12)
    assert [one.rule for one in PATHFINDER.start_findings(started(big))] == ["PA-CHR-05"]
    assert PATHFINDER.start_findings(started(big, set="Wrath")) == []
    fresh = {"middle": False, "on_turn": "", "turn": 0}
    sizes = [PATHFINDER.start(started(CharacterSetup(name="Kyra"), set=name, **fresh)).characters[0].hand_size
             for name in ("", "Wrath")]  # fmt: skip
    assert sizes == [5, None]


def test_what_one_event_shows_keeps_it_out_in_no_way_of_judging():
    question = e.Ruling(point="are location decks as large as printed")
    unpaid = e.CloseAttempted(who="A", place="L1", outcome="success", unpaid=1, allowed_by="X")
    nothing = e.EffectApplied(effect="examine", place="L1", amount=0)
    moved = e.Correction(reason="the Cure went to the wrong pile", zones=(ZoneChange(card="Cure", to="discard"),))

    assert (2, "PA-SET-06", "open_question") in found(question)
    assert (2, "PA-CLS-03", "conditional_result") in found(unpaid, mode="record")
    assert (2, "PA-CLS-03", "conditional_result") not in found(unpaid)
    assert found(nothing) == [(2, "PA-EXM-01", "effect_without_object")]
    assert (2, "PA-ZON-01", "retcon_zones") in found(moved)
    assert found(question, mode="strict") == found(question)


@pytest.mark.parametrize(
    "said", ["success (conditional)", "success, if Zadim survives", "closed, assuming Enora pays", "closed once paid"]
)
def test_a_closing_that_is_told_on_a_condition_is_found(said):
    closing = e.CloseAttempted(who="A", place="L1", outcome="success", outcome_text=said)
    temporary = e.TempCloseAttempted(who="A", place="L1", outcome="success", outcome_text=said)

    assert (2, "PA-CLS-03", "conditional_result") in found(closing, mode="record")
    assert (2, "PA-VIL-01", "conditional_result") in found(temporary, mode="record")
    settled = "success, all of it paid by Enora"
    plain = e.CloseAttempted(who="A", place="L1", outcome="success", outcome_text=settled)
    failed = e.CloseAttempted(who="A", place="L1", outcome="fail", outcome_text="fail, if nobody helps")
    assert "conditional_result" not in [kind for _, _, kind in found(plain, failed, mode="record")]


def test_a_check_to_acquire_that_is_failed_without_a_roll_is_found():
    sword = explore(card="Sword", type="weapon")
    unrolled = check("A", "acquire", difficulty=12, outcome="fail", auto="fail")

    rules = [rule for _, rule, kind in found(sword, unrolled) if kind == "auto_fail_without_roll"]
    assert rules == ["PA-CHK-12", "PA-ENC-08"]
    told = check("A", "acquire", difficulty=12, outcome="fail", auto="fail", why="a barrier says so")
    assert found(sword, told) == found(sword, resolved("declined", "Sword")) == []
    assert found(sword, unrolled, failing_on_purpose="counts_zero") == []


def test_one_check_of_several_is_made_by_who_met_the_card():
    both = (explore(checks=2), check("B", total=9, difficulty=9, which=2))

    assert (3, "PA-CHK-10", "check_not_recorded") in found(*both)
    own = (explore(checks=2), check("A", total=9, difficulty=9, which=1), check("B", total=9, difficulty=9, which=2))
    assert "check_not_recorded" not in [kind for _, _, kind in found(*own)]


EVERYBODY = "each character at the location"


@pytest.mark.parametrize(
    ("own", "of_b"),
    [
        (
            e.DamageDealt(who="A", amount=1, source="before", by=f"Vrock, before acting, {EVERYBODY}"),
            e.DamageDealt(who="B", amount=1, source="before", by=f"Vrock, before acting, {EVERYBODY}"),
        ),
        (
            e.EffectApplied(effect="put", who="A", text=f"before acting {EVERYBODY} recharges a card", zones=(
                ZoneChange(card="X", to="deck", origin="hand", who="A", at="bottom"),
            )),
            e.EffectApplied(effect="put", who="B", zones=(ZoneChange(to="deck", origin="hand", who="B", at="bottom"),)),
        ),
        (e.RandomPick(affects="all characters at the location", place="L1"), check("B", "before", total=9, difficulty=9)),
    ],
)  # fmt: skip
def test_what_happens_to_everybody_there_is_entered_for_everybody(own, of_b):
    def left_out(*events):
        people = (who("A"), who("B"), who("C", "L2"))
        return [(at, rule) for at, rule, kind in found(*events, people=people) if kind == "forgotten_effect_on_others"]

    mine = () if isinstance(own, e.DamageDealt | e.EffectApplied) else (e.DamageDealt(who="A", source="before"),)
    assert left_out(explore(), own, *mine, DEFEATED) == [(3, "PA-ENC-04")]
    assert left_out(explore(), own, *mine, of_b, DEFEATED) == []
    assert left_out(explore(), own, *mine) == [(3, "PA-ENC-04")]


def test_what_happens_after_acting_or_elsewhere_or_outside_an_encounter():
    def hurt(words, **more):
        return e.DamageDealt(who="A", amount=1, source=more.pop("source", "other"), by=words)

    def left_out(*events):
        return [rule for _, rule, kind in found(*events) if kind == "forgotten_effect_on_others"]

    assert left_out(explore(), hurt(f"after acting {EVERYBODY}", source="after"), DEFEATED) == ["PA-ENC-07"]
    assert left_out(explore(), hurt("each character at another location"), DEFEATED) == []
    assert left_out(hurt(EVERYBODY), explore(), DEFEATED) == []
    shark = (meet(card="Shark", summoned=True), check("A", total=9, difficulty=9), resolved("defeated", "Shark"))
    later = e.DamageDealt(who="B", amount=1, source="before")
    rest = e.DamageDealt(who="C", amount=1, source="before")
    assert left_out(explore(), hurt(EVERYBODY), *shark, later, rest, DEFEATED) == []


def test_a_closing_that_nobody_mentions_is_found_in_records_alone():
    play = (explore(card="Bandit", type="henchman"), check("A", total=9, difficulty=9), resolved("defeated", "Bandit"))
    reset = e.HandReset(who="A")

    rules = {(4, "PA-HEN-01", "closing_not_mentioned"), (4, "PA-CLS-01", "closing_not_mentioned")}
    assert rules <= set(found(*play, reset, mode="record"))
    assert not rules & set(found(*play, reset))
    assert not rules & set(found(*play, mode="record"))


def test_nothing_is_found_in_what_a_correction_makes_void():
    wrong = check("A", "defeat", 9, 10, outcome="success")

    assert found(explore(), wrong) == [(3, "PA-CHK-05", "outcome_contradicts_total")]
    assert found(explore(), wrong, e.Correction(reason="played again", void=(3,))) == []


def test_an_event_that_cannot_be_carried_out_is_found_and_passed_over():
    nobody = e.HandReset(who="Nobody")

    assert found(nobody, explore(), mode="record") == [(2, "PA-CHR-05", "impossible")]


def test_a_start_is_audited_too():
    start = started(who("Kyra", hand_size=12))

    assert [(one.event, one.rule) for one in audit(PATHFINDER, start, [])] == [(1, "PA-CHR-05")]
