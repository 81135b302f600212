"""What tables argue about when a location is closed (section 11): who, when, how often, at what price, what is found.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    MONSTER,
    UNDEFEATED,
    attempt,
    begin,
    check,
    effect,
    end,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    reset,
    resolved,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
BANDIT = explore(card="Bandit", type="henchman")
EMPTY_L1 = (where("L1", 0), "L2", "L3", "L4")
CLOSED_BY_BANDIT = (BANDIT, win(), DEFEATED, attempt("A", outcome="success"), shut())


def beaten(*events, **more):
    return table(**more).when(BANDIT, win(), DEFEATED, *events)


# Who


@BOTH
@pytest.mark.rule("PA-CLS-02")
def test_a_friend_helps_with_cards_and_does_not_make_the_check(preset):
    game = beaten(attempt("A"), preset=preset).refuses(check("B", "close", 9, 8), "PA-CLS-02")

    game = game.when(play("B", "Prayer", "blessing", use="close"), check("A", "close", 9, 8)).clean()
    game.when(shut()).deck("L1", status="closed")


@BOTH
@pytest.mark.rule("PA-CLS-02")
def test_who_made_the_second_check_of_a_henchman_did_not_earn_the_closing(preset):
    game = table(preset=preset).when(explore(card="Bandit", type="henchman", checks=2), win("A"), win("B"), DEFEATED)

    game.refuses(attempt("B"), "PA-CLS-02").allows(attempt("A"))


@BOTH
@pytest.mark.rule("PA-CLS-02", "PA-CLS-01")
def test_who_was_moved_away_closes_neither_here_nor_there(preset):
    game = beaten(move(cause="effect"), preset=preset)

    game.refuses(attempt("A", "L1"), "PA-CLS-02").refuses(attempt("A", "L2"), "PA-CLS-01")


@BOTH
@pytest.mark.rule("PA-CLS-02")
def test_in_the_close_step_only_the_active_character_tries(preset):
    table(places=EMPTY_L1, preset=preset).refuses(attempt("B"), "PA-CLS-02").refuses(attempt("C"), "PA-CLS-02")


# When


@BOTH
@pytest.mark.rule("PA-CLS-09")
def test_the_attempt_is_made_at_once_or_not_at_all(preset):
    again = explore(source="card", paid=pay("Bear"))

    beaten(again, *MONSTER, preset=preset).refuses(attempt("A"), "PA-CLS-09")
    beaten(again, preset=preset).refuses(attempt("A"), "PA-CLS-09")
    assert beaten(reset(), preset=preset).when(attempt("A")).refused


@BOTH
@pytest.mark.rule("PA-HEN-01")
def test_an_evaded_or_undefeated_henchman_allows_nothing(preset):
    table(preset=preset).when(BANDIT, e.Evaded(who="A", by="Fog")).refuses(attempt("A"), "PA-CLS-01")
    fled = table(preset=preset, damage_dealers="all_but_barriers").when(BANDIT, lose(), taken("A", 1), UNDEFEATED)
    fled.refuses(attempt("A"), "PA-CLS-01")
    cut = table(preset=preset).when(BANDIT, resolved("cut_short", allowed_by="Sleep"))
    cut.refuses(attempt("A"), "PA-CLS-01")


@BOTH
@pytest.mark.rule("PA-CLS-07")
def test_one_attempt_for_each_henchman(preset):
    game = beaten(attempt("A", outcome="fail"), preset=preset).refuses(attempt("A"), "PA-CLS-06")

    another = explore(card="Bandit", type="henchman", source="card", paid=pay("Bear"))
    game = game.when(another, win(), DEFEATED).allows(attempt("A"))
    game.when(attempt("A", outcome="fail")).refuses(attempt("A"), "PA-CLS-06")


@BOTH
@pytest.mark.rule("PA-CLS-06")
def test_a_failed_attempt_leaves_the_place_and_its_cards_as_they_are(preset):
    beaten(attempt("A"), check("A", "close", 7, 8), preset=preset).clean().deck("L1", 9, status="open")


@BOTH
@pytest.mark.rule("PA-CLS-01")
def test_a_monster_that_is_beaten_allows_no_closing(preset):
    table(preset=preset).when(explore(), *MONSTER).refuses(attempt("A"), "PA-CLS-01")
    table(preset=preset).when(explore(type="barrier"), *MONSTER).refuses(attempt("A"), "PA-CLS-01")


@BOTH
@pytest.mark.rule("PA-HEN-03")
def test_a_henchman_shuffled_in_by_a_card_is_one_of_the_deck(preset):
    added = e.ZoneChange(card="Bandit", to="location", place="L1")
    game = table(places=(where("L1", 0), "L2", "L3"), preset=preset).when(effect("add_cards", zones=(added,)))

    game.when(BANDIT, win(), DEFEATED).clean().deck("L1", 0).allows(attempt("A"))


@BOTH
@pytest.mark.rule("PA-HEN-02")
def test_a_henchman_summoned_in_the_middle_of_another_encounter_allows_nothing(preset):
    game = table(preset=preset).when(explore(card="Horde"), meet("A", "Bandit", "henchman", summoned=True), win("A"))
    game = game.when(resolved("defeated", "Bandit"), win("A"), resolved("defeated", "Horde"))

    game.refuses(attempt("A"), "PA-CLS-01")
    inner = table(preset=preset).when(BANDIT, meet("A", "Wolf", summoned=True), win(), resolved("defeated", "Wolf"))
    inner.when(win(), resolved("defeated", "Bandit")).allows(attempt("A"))


@BOTH
@pytest.mark.rule("PA-HEN-02")
def test_a_henchman_that_was_summoned_in_another_place_closes_neither(preset):
    game = table(who("A"), who("B", "L2"), preset=preset).when(explore(card="Horde", type="barrier"))
    game = game.when(meet("B", "Bones", "henchman", summoned=True), win("B"), resolved("defeated", "Bones"))

    assert game.when(attempt("B", "L2")).refused
    assert game.when(win(), resolved("defeated", "Horde"), attempt("A")).refused


# What a henchman's text says


@pytest.mark.rule("PA-CLS-01")
def test_a_henchman_whose_text_is_silent_about_closing():
    silent = explore(card="Bandit", type="henchman", closes=False)

    table().when(silent, win(), DEFEATED).refuses(attempt("A"), "PA-CLS-01")
    table(preset="seed").when(silent, win(), DEFEATED).allows(attempt("A"))
    beaten().allows(attempt("A"))
    asked = table(closing_henchmen="ask").when(silent, win(), DEFEATED).refuses(attempt("A"), "PA-CLS-01")
    asked.when(rule_on("closing_henchmen", "any", scope="once")).allows(attempt("A"))


# The price


@BOTH
@pytest.mark.rule("PA-CLS-03")
def test_a_location_is_closed_when_all_of_its_price_is_paid(preset):
    game = beaten(attempt("A", outcome="success", unpaid=3), preset=preset).refuses(shut(), "PA-CLS-03")
    game = game.when(e.PricePaid(who="A", amount=1, paid=pay("Sword", "weapon", "bury")))

    game.refuses(shut(), "PA-CLS-03").when(e.PricePaid(who="C", amount=2), shut()).clean().deck("L1", status="closed")


@pytest.mark.rule("PA-CLS-03")
def test_a_second_place_is_not_tried_while_the_price_of_the_first_is_owed():
    game = table(who("A"), who("B", "L2"), places=("L1", where("L2", 0), "L3"))
    game = game.when(BANDIT, win(), DEFEATED, attempt("A", outcome="success", unpaid=2), shut(pending=True))

    owed = game.when(end("A"), begin("B"), FLIP)
    owed.refuses(attempt("B", "L2"), "PA-CLS-03")
    owed.when(e.PricePaid(who="B", amount=2)).allows(attempt("B", "L2"))


# What the search finds


@BOTH
@pytest.mark.rule("PA-CLS-04")
def test_the_villain_that_is_found_stays_and_all_else_is_banished(preset):
    game = beaten(attempt("A", outcome="success"), preset=preset)

    found = game.when(e.LocationSearched(place="L1", villain="V")).clean().deck("L1", 1, ["V"], "open")
    found.refuses(shut(), "PA-CLS-07").refuses(attempt("A"), "PA-CLS-06")
    met = found.when(explore(card="V", type="villain", source="card", paid=pay("Bear"))).clean()
    met.when(win(), DEFEATED).allows(shut("L1", "villain"))


@pytest.mark.rule("PA-CLS-04")
def test_a_villain_that_cannot_be_in_the_deck_is_not_found_there():
    known = Pile(size=3, loose=("Bandit", "Wolf", "Bear"))
    game = table(places=(where("L1", known), "L2", "L3")).when(BANDIT, win(), DEFEATED)

    game = game.when(attempt("A", outcome="success"), e.LocationSearched(place="L1", villain="V"))
    game.flagged("PA-CLS-04", "zone_contradiction")


@BOTH
@pytest.mark.rule("PA-CLS-04")
def test_nothing_is_searched_before_the_requirement_is_met(preset):
    found = e.LocationSearched(place="L1", villain="V")

    assert table(preset=preset).when(found).refused
    assert beaten(preset=preset).when(found).refused
    assert beaten(attempt("A", outcome="fail"), preset=preset).when(found).refused


@pytest.mark.rule("PA-CLS-05")
def test_what_is_left_is_banished_and_under_the_source_document_stays():
    table().when(*CLOSED_BY_BANDIT).deck("L1", 0, status="closed")
    table(preset="seed").when(*CLOSED_BY_BANDIT).deck("L1", 9, status="closed")
    closed = table(places=EMPTY_L1).when(attempt("A", outcome="success"), shut("L1", "empty_deck")).clean()
    closed.deck("L1", 0, status="closed").allows(effect("closing_effect", source="L1"))


# Afterwards


@BOTH
@pytest.mark.rule("PA-CLS-08")
def test_after_closing_everybody_stays_and_play_goes_on_there(preset):
    game = table(preset=preset).when(*CLOSED_BY_BANDIT).then(c__A__location="L1", c__B__location="L1")

    game.refuses(attempt("A"), "PA-TRN-11").refuses(shut(), "PA-CLS-07")
    later = game.when(end("A"), begin("B"), FLIP)
    later.allows(move("B", "L2")).refuses(attempt("B"), "PA-TRN-11")


@BOTH
@pytest.mark.rule("PA-TRN-02")
def test_a_closing_by_a_henchman_leaves_the_explore_step_open(preset):
    game = table(preset=preset).when(*CLOSED_BY_BANDIT, move(cause="effect"))

    game.refuses(explore(), "PA-TRN-06").when(explore(source="card", paid=pay("Bear")), *MONSTER).clean()


@BOTH
@pytest.mark.rule("PA-CLS-07")
def test_the_last_card_gone_the_place_is_still_open(preset):
    game = table(places=(where("L1", 1), "L2"), preset=preset).when(explore(), *MONSTER).deck("L1", 0, status="open")

    game.refuses(shut("L1", "empty_deck"), "PA-CLS-07")


@BOTH
@pytest.mark.rule("PA-CLS-07")
def test_a_card_may_close_a_place_by_its_text(preset):
    table(preset=preset).when(shut("L2", "effect")).clean().deck("L2", status="closed")
    table(preset=preset).refuses(shut("L2", "henchman"), "PA-CLS-07")
