"""Sections 8, 13 and 14 of the rules: encounters."""

import pytest

from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DECLINED,
    DEFEATED,
    MONSTER,
    UNDEFEATED,
    against,
    attempt,
    check,
    damage,
    died,
    effect,
    explore,
    lose,
    meet,
    pay,
    reset,
    resolved,
    rule_on,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip


def evade(name="A", by="Fog"):
    return e.Evaded(who=name, by=by)


@pytest.mark.rule("PA-ENC-01")
def test_the_card_turned_over_counts_as_on_top_until_it_is_resolved():
    game = table().when(explore(card="Bear")).deck("L1", 10, ["Bear"])

    assert game.now.places[0].deck.top == ("Bear",)
    game.when(win(), DEFEATED).deck("L1", 9, [])


@pytest.mark.rule("PA-ENC-02")
def test_a_card_is_evaded_at_once_and_shuffled_back():
    game = table().when(explore(card="Bear", checks=2))

    game.when(evade()).clean().deck("L1", 10, ["Bear"]).asks("turn")
    assert game.when(evade()).now.places[0].deck.top == ()
    game.refuses(evade("B"), "PA-ENC-02")
    game.when(win()).refuses(evade(), "PA-ENC-02")
    game.when(damage("A", 1, "before")).refuses(evade(), "PA-ENC-02")


@pytest.mark.rule("PA-ENC-03")
def test_a_villain_is_evaded_before_the_closing_attempts():
    def met(**more):
        return table(who("A"), who("B", "L2"), **more).when(explore(card="V", type="villain"), against("B", "L2"))

    met().refuses(evade(), "PA-ENC-03")
    met(preset="seed").when(evade()).clean().deck("L1", 10, ["V"])
    table(villain_evade_order="ask").when(explore(card="V", type="villain")).refuses(evade(), "PA-ENC-03")


@pytest.mark.rule("PA-ENC-04")
def test_what_happens_before_the_encounter_comes_before_its_check():
    game = table().when(explore(checks=2), damage("B", 1, "before"), taken("B", 1)).clean()

    game.when(win()).refuses(damage("B", 1, "before"), "PA-ENC-04").refuses(effect("before"), "PA-ENC-04")
    table().refuses(effect("before"), "PA-ENC-04")


@pytest.mark.rule("PA-ENC-05")
def test_nothing_else_goes_on_while_a_card_is_encountered():
    game = table().when(explore())

    game.refuses(reset(), "PA-ENC-05").refuses(explore("A", source="card", paid=pay("Ally")), "PA-ENC-05")
    game.when(DEFEATED).flagged("PA-ENC-05", "check_skipped")
    game.when(win(purpose="acquire")).flagged("PA-ENC-05", "wrong_word", "acquire", "defeat")
    table().refuses(win(), "PA-ENC-05").refuses(DEFEATED, "PA-ENC-05")


@pytest.mark.rule("PA-ENC-05")
def test_what_was_left_pending_is_settled_before_the_scenario_ends():
    game = table().when(explore(), e.LeftPending(owner="B"))

    game.refuses(e.ScenarioEnded(outcome="lost"), "PA-ENC-05")


@pytest.mark.rule("PA-ENC-06")
def test_a_card_without_a_check_has_its_effect_at_once():
    table().when(explore(type="barrier", checks=0), effect("text", text="all move"), DEFEATED).clean()


@pytest.mark.rule("PA-ENC-07")
def test_what_happens_after_the_encounter_comes_after_the_check_whatever_its_result():
    after = damage("A", 1, "after")

    table().when(explore(), lose(), taken("A", 1), after).clean()
    table(preset="seed").when(explore(), lose(), taken("A", 1)).refuses(after, "PA-ENC-07")
    table(preset="seed").when(explore(), win(), after).clean()
    table().when(explore(), evade()).refuses(after, "PA-ENC-07")
    table(after_encounter="ask").when(explore(), win()).refuses(after, "PA-ENC-07")


@pytest.mark.rule("PA-ENC-08")
def test_an_acquired_boon_goes_to_the_hand_and_any_other_is_banished():
    game = table(who("A", hand=["X"])).when(explore(card="Gun", type="weapon"))

    won = game.when(win(purpose="acquire"))
    won.when(ACQUIRED).clean().has("A", hand=["Gun", "X"])
    won.refuses(resolved("acquired", zone="discard"), "PA-ENC-08").refuses(DEFEATED, "PA-ENC-08")
    won.when(resolved("acquired", zone="displayed", allowed_by="Pirate form")).has("A", displayed=["Gun"])
    game.when(lose(purpose="acquire"), BANISHED).clean().has("A", hand=["X"]).deck("L1", 9)
    shared = table(who("A", hand=["X"]), who("B")).when(explore(card="Gun", type="weapon", checks=2))
    shared.when(win("A", "acquire"), win("B", "acquire"), ACQUIRED).clean().has("A", hand=["Gun", "X"])


@pytest.mark.rule("PA-ENC-08")
def test_a_declined_boon_is_banished_or_by_the_option_put_where_it_is_said():
    back = resolved("declined", zone="location", order="bottom")

    game = table().when(explore(card="Gun", type="weapon")).refuses(back, "PA-ENC-08")
    game.when(DECLINED).clean().deck("L1", 9)
    table(preset="seed").when(explore(card="Gun", type="weapon"), back).clean().deck("L1", 10, ["Gun"])
    table(boon_not_attempted="ask").when(explore(card="Gun", type="weapon")).refuses(DECLINED, "PA-ENC-08")


@pytest.mark.rule("PA-ENC-09")
def test_a_defeated_bane_is_banished_and_an_undefeated_one_goes_back():
    game = table().when(explore())

    game.when(win(), DEFEATED).clean().deck("L1", 9)
    game.when(win()).refuses(resolved("defeated", zone="location"), "PA-ENC-09")
    lost = game.when(lose(), taken("A", 1)).refuses(resolved("undefeated", zone="box"), "PA-ENC-09")
    lost.refuses(resolved("undefeated", zone="location", order="top"), "PA-ENC-09")
    asked = table(undefeated_bane="ask").when(explore(), lose(), taken("A", 1)).refuses(UNDEFEATED, "PA-ENC-09")
    bottom = asked.when(rule_on("undefeated_bane", "bottom"), UNDEFEATED)
    assert bottom.now.places[0].deck.bottom == ("Card",)


@pytest.mark.rule("PA-ENC-10")
def test_only_the_one_who_encounters_a_card_makes_its_check():
    table().when(explore()).refuses(win("B"), "PA-ENC-10")


@pytest.mark.rule("PA-ENC-11")
def test_a_summoned_card_is_finished_before_the_outer_encounter_goes_on():
    game = table().when(explore(card="Horde"), meet("B", "Bones", summoned=True))

    game.refuses(resolved("defeated", "Horde"), "PA-ENC-11").refuses(win("A"), "PA-ENC-11")
    game = game.when(win("B"), resolved("defeated", "Bones")).clean().asks("encounter", 0)
    game.when(win("A"), resolved("defeated", "Horde")).clean().deck("L1", 9)


@pytest.mark.rule("PA-ENC-12")
def test_an_encounter_cut_short_leaves_the_card_neither_defeated_nor_undefeated():
    game = table(who("A", deck=0), who("B")).when(explore(card="Bear"))

    game.refuses(resolved("cut_short"), "PA-ENC-12").allows(resolved("cut_short", allowed_by="end your turn"))
    dying = game.when(effect("draw", amount=1))
    dying.when(died()).deck("L1", 10, ["Bear"]).then(encounters=[], turn__active="B")


@pytest.mark.rule("PA-ENC-13")
def test_a_bane_that_is_not_evaded_must_be_fought():
    table().when(explore()).refuses(DECLINED, "PA-ENC-13")
    table().when(explore(card="V", type="villain")).refuses(BANISHED, "PA-ENC-13")


@pytest.mark.rule("PA-HEN-01")
def test_a_henchman_of_the_deck_allows_a_closing_attempt():
    game = table().when(explore(card="Bandit", type="henchman"))

    game.when(win(), DEFEATED).allows(attempt("A"))
    game.when(lose(), taken("A", 1), UNDEFEATED).refuses(attempt("A"), "PA-CLS-01")


@pytest.mark.rule("PA-HEN-02")
def test_a_summoned_villain_that_is_beaten_wins_nothing():
    game = table(who("A"), places=("L1",)).when(meet("A", "V", "villain", summoned=True), win(), DEFEATED).ends(None)

    assert game.now.fate is None
    game.refuses(attempt("A"), "PA-HEN-02")


@pytest.mark.rule("PA-SUM-01")
def test_a_summoned_card_goes_back_to_the_box():
    game = table().when(meet("A", "Shark", summoned=True), lose(), taken("A", 1))

    game.when(UNDEFEATED).deck("L1", 10, [])
    game.refuses(resolved("undefeated", zone="location"), "PA-ENC-09")


@pytest.mark.rule("PA-SUM-04")
def test_a_summoned_card_that_is_evaded_goes_to_the_box():
    table().when(meet("A", "Shark", summoned=True), evade()).deck("L1", 10, [])


def test_the_options_of_an_encounter_are_offered():
    game = table(places=(where("L1"), "L2")).when(explore(card="Gun", type="weapon"))

    assert {one.outcome for one in game.offers(e.EncounterResolved)} >= {"declined"}
    assert game.offers(e.CheckResolved) == [check("A", "acquire")]
    assert table().when(explore(), *MONSTER).offers(e.Evaded) == []
