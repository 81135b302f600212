"""Sections 11 and 12 of the rules: closing locations, and the villain."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.zones import Pile, of
from tests.engine.pathfinder.given import (
    DEFEATED,
    EMPTY,
    MONSTER,
    UNDEFEATED,
    against,
    attempt,
    check,
    counted,
    effect,
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip


def henchman(*events, closes=None, **more):
    """A henchman was beaten at L1 by A."""
    return table(**more).when(explore(card="Bandit", type="henchman", closes=closes), win(), DEFEATED, *events)


def empty_l1(*people, **more):
    return table(*people, places=(where("L1", 0), "L2", "L3", "L4"), **more)


@pytest.mark.rule("PA-CLS-01")
def test_a_closing_is_earned_by_a_henchman_or_an_empty_deck_in_the_close_step():
    table().refuses(attempt("A"), "PA-CLS-01")
    henchman().allows(attempt("A"))
    empty_l1().allows(attempt("A"))
    henchman(attempt("A", outcome="success")).when(shut("L1", "empty_deck")).flagged("PA-CLS-01", "cause_differs")


@pytest.mark.rule("PA-CLS-01")
@pytest.mark.parametrize(("choice", "fine"), [("own_text", False), ("any", True), ("ask", False)])
def test_a_henchman_whose_text_does_not_allow_it_gives_no_closing(choice, fine):
    game = henchman(closes=False, closing_henchmen=choice)

    if fine:
        game.allows(attempt("A"))
    else:
        game.refuses(attempt("A"), "PA-CLS-01")
    henchman(closes=True, closing_henchmen=choice).allows(attempt("A"))


@pytest.mark.rule("PA-CLS-02")
def test_a_character_closes_only_where_it_is():
    henchman().refuses(attempt("A", "L2"), "PA-CLS-02")
    empty_l1(who("A", "L2"), who("B", "L1")).refuses(attempt("A", "L1"), "PA-CLS-02")


@pytest.mark.rule("PA-CLS-02")
@pytest.mark.parametrize(("choice", "fine"), [("refused", False), ("allowed", True), ("ask", False)])
def test_nobody_else_retries_the_closing_of_a_henchman(choice, fine):
    game = henchman(henchman_closing_retry=choice)

    game.refuses(attempt("B"), "PA-CLS-02")
    failed = game.when(attempt("A", outcome="fail"))
    if fine:
        failed.when(attempt("B", outcome="fail")).refuses(attempt("B"), "PA-CLS-02")
    else:
        failed.refuses(attempt("B"), "PA-CLS-02")


@pytest.mark.rule("PA-CLS-02")
def test_the_one_who_tries_makes_the_check_and_others_help():
    game = henchman(attempt("A"))

    game.refuses(check("B", "close", 9, 8), "PA-CLS-02").refuses(move(), "PA-TRN-01")
    game.when(check("A", "close", 9, 8), play("B", "Bear", "ally", use="close")).clean()


@pytest.mark.rule("PA-CLS-03")
def test_the_requirement_is_met_in_full_before_the_location_is_closed():
    game = henchman(attempt("A")).refuses(shut(), "PA-CLS-03")

    game.when(check("A", "close", 9, 8)).allows(shut())
    game.when(check("A", "close", 7, 8)).refuses(shut(), "PA-CLS-07")
    unpaid = henchman(attempt("A", outcome="success", unpaid=2)).refuses(shut(), "PA-CLS-03")
    unpaid.when(e.PricePaid(who="B", amount=1)).refuses(shut(), "PA-CLS-03")
    unpaid.when(e.PricePaid(who="B", amount=2, paid=pay("Sword", "weapon"))).has("B", discard=1).allows(shut())


@pytest.mark.rule("PA-CLS-03")
def test_a_closing_that_succeeded_is_not_tried_again():
    said = "the closing of L1 has succeeded already: closed comes next"
    for game in (henchman(), empty_l1()):
        for outcome in (None, "success", "fail"):
            met = game.when(attempt("A", outcome="success"))
            wrong = reducer.check(met.now, attempt("A", outcome=outcome))
            assert (wrong[0].rule, wrong[0].message) == ("PA-CLS-03", said)


@pytest.mark.rule("PA-CLS-04")
def test_a_location_with_a_villain_in_its_deck_stays_open():
    decks = (where("L1", Pile(size=10, loose=("V",))), "L2", "L3", "L4")
    game = table(places=decks).when(explore(card="Bandit", type="henchman"), win(), DEFEATED)
    game = game.when(attempt("A", outcome="success")).refuses(shut(), "PA-CLS-04")

    game.when(e.LocationSearched(place="L1", villain="V")).clean().deck("L1", 1, ["V"], "open")
    game.when(e.LocationSearched(place="L1", villain="W")).flagged("PA-CLS-04", "no_villain")


@pytest.mark.rule("PA-CLS-05")
@pytest.mark.parametrize(("choice", "left"), [("banished", 0), ("stay", 9)])
def test_the_cards_of_a_closed_location_are_banished(choice, left):
    henchman(attempt("A", outcome="success"), shut(), closed_location_cards=choice).deck("L1", left, status="closed")


def test_what_becomes_of_the_cards_of_a_closed_location_may_be_asked():
    game = henchman(attempt("A", outcome="success"), closed_location_cards="ask").refuses(shut(), "PA-CLS-05")

    game.when(rule_on("closed_location_cards", "stay"), shut()).deck("L1", 9)


@pytest.mark.rule("PA-CLS-06")
def test_after_a_failed_attempt_only_an_empty_deck_gives_another_chance():
    game = henchman(attempt("A", outcome="fail")).deck("L1", status="open")

    game.refuses(attempt("A"), "PA-CLS-06")


@pytest.mark.rule("PA-CLS-03")
def test_a_location_is_not_closed_whose_requirement_nobody_tried_to_meet():
    henchman().refuses(shut(), "PA-CLS-03")


@pytest.mark.rule("PA-CLS-07")
def test_nothing_closes_by_itself():
    empty_l1().refuses(shut("L1", "empty_deck"), "PA-CLS-07")
    henchman().refuses(shut(), "PA-CLS-07")


@pytest.mark.rule("PA-CLS-08")
def test_a_villain_does_not_go_to_a_closed_location_and_characters_do():
    game = table(who("A"), places=("L1", "L2", where("L3", 0, "closed"), "L4"))

    game.allows(move(to="L3"))
    game = game.when(explore(card="V", type="villain"), lose(), taken("A", 1), UNDEFEATED)
    game.refuses(e.VillainEscaped(to=("L1", "L2", "L3", "L4")), "PA-CLS-08").allows(escape(3, ("L1", "L2", "L4")))


@pytest.mark.rule("PA-CLS-09")
def test_the_attempt_of_a_henchman_is_made_at_once():
    henchman(explore(source="card", paid=pay("Ally")), *MONSTER).refuses(attempt("A"), "PA-CLS-09")


def test_a_closed_location_is_not_closed_again():
    henchman(attempt("A", outcome="success"), shut()).refuses(attempt("A"), "PA-TRN-11").refuses(shut(), "PA-CLS-07")


# The villain


def apart(**more):
    return table(who("A"), who("B", "L2"), who("C", "L3"), **more)


def villain(*events, card="V", **more):
    """The villain is met at L1 by A; B is at L2, C at L3."""
    return apart(**more).when(explore(card=card, type="villain"), *events)


def beaten(**more):
    return villain(win(), DEFEATED, shut("L1", "villain"), **more)


def unbeaten(*events, **more):
    return villain(*events, check("A", "defeat", auto="fail", why="no dice left"), UNDEFEATED, **more)


@pytest.mark.rule("PA-VIL-01")
def test_each_character_elsewhere_tries_once_to_close_its_location():
    game = villain(against("B", "L2", "fail"), against("C", "L3")).deck("L3", status="temporary")

    game.refuses(against("B", "L2"), "PA-VIL-01").refuses(against("A", "L1"), "PA-VIL-01")
    villain().refuses(against("B", "L3"), "PA-VIL-01")
    apart().refuses(against("B", "L2"), "PA-VIL-01")
    villain().refuses(check("B", "temp_close", 9, 8), "PA-VIL-01")
    summoned = apart().when(meet("A", "V", "villain", summoned=True))
    summoned.refuses(against("B", "L2"), "PA-VIL-01")


@pytest.mark.rule("PA-VIL-02")
def test_a_temporary_closing_asks_for_the_whole_requirement():
    only = against("B", "L2", only_check=True)

    villain().refuses(only, "PA-VIL-02")
    villain(preset="seed").when(only).deck("L2", status="temporary")
    villain(temporary_closing_requirement="ask").refuses(only, "PA-VIL-02")


@pytest.mark.rule("PA-VIL-02")
def test_a_temporary_closing_lasts_for_the_encounter_and_banishes_nothing():
    game = villain(against("B", "L2")).deck("L2", 10, status="temporary")

    after = game.when(check("A", "defeat", auto="fail", why="fumble"), UNDEFEATED)
    after.refuses(escape(4, ("L1", "L2", "L3", "L4")), "PA-VIL-06")
    after.when(escape(3, ("L1", "L3", "L4"))).deck("L2", 10, status="open").deck("L3", 11)


def test_the_check_of_a_temporary_closing_decides_it():
    game = villain(against("B", "L2", None))

    game.when(check("B", "temp_close", 8, 8)).deck("L2", status="temporary")
    game.when(check("B", "temp_close", 7, 8)).refuses(check("B", "temp_close", 8, 8), "PA-VIL-01")
    game.when(check("B", "temp_close", 7, 8)).deck("L2", status="open")


@pytest.mark.rule("PA-VIL-03")
def test_the_villain_is_fought_after_the_closing_attempts():
    game = apart().when(explore(card="V", type="villain", checks=2), against("B", "L2"), win())

    game.refuses(against("C", "L3"), "PA-VIL-03")


@pytest.mark.rule("PA-VIL-04")
def test_the_location_of_a_defeated_villain_closes_without_a_check():
    game = villain(win(), DEFEATED).asks("villain")

    game.refuses(escape(3), "PA-VIL-04").refuses(move(), "PA-TRN-01")
    game.when(shut("L1", "villain")).clean().deck("L1", 0, status="closed")
    villain(win(), DEFEATED, preset="seed").allows(escape(4, ("L1", "L2", "L3", "L4")))
    villain(win(), DEFEATED, closing_after_villain="ask").refuses(escape(3), "PA-VIL-04")
    apart().refuses(shut("L1", "villain"), "PA-VIL-04")


def second(choice, *others):
    """A villain is beaten at L1, whose deck holds another; L2 is the only other place, and closed."""
    places = (where("L1", of("V", "W")), *(others or (where("L2", 0, "closed"),)))
    game = table(who("A"), places=places, villains=("V", "W"), second_villain_cornered=choice)
    game = game.when(explore(card="V", type="villain"), win(), DEFEATED)
    return game.when(e.LocationSearched(place="L1", villain="W"))


@pytest.mark.rule("PA-VIL-05")
def test_with_another_villain_in_the_deck_the_location_is_closed_only_for_now():
    second("defeated_banished", "L2").deck("L1", 1, ["W"], "temporary").when(escape(1, ("L2",))).deck(
        "L1", 1, ["W"], "open"
    )
    second("defeated_banished").ends(None).then(villains=["W"], fate=None).deck("L1", status="open")
    second("defeated_cornered").ends(None).brings("PA-VIL-05", what="cornered")
    second("win").ends("won")
    asked = second("ask").asks("ruling")
    asked.when(rule_on("second_villain_cornered", "win")).ends("won")


@pytest.mark.rule("PA-VIL-06")
def test_the_villain_escapes_with_blessings_to_every_open_location():
    game = beaten()

    game.refuses(escape(2, blessings=2), "PA-VIL-06").refuses(escape(3, ("L2", "L3")), "PA-VIL-06")
    game.refuses(escape(3, pool="blessings"), "PA-VIL-06").refuses(escape(3, blessings=3), "PA-VIL-06")
    game.refuses(escape(3, ("L1", "L2", "L3")), "PA-CLS-08")
    game.when(escape(3, ("L2", "L3", "L4"), pool="box")).deck("L2", 11).then(blessings=[30, [], [], []], fate=None)
    lost = unbeaten().refuses(escape(4, pool="box"), "PA-VIL-06")
    lost.when(escape(4, ("L1", "L2", "L3", "L4"), pool="blessings")).then(blessings=[27, [], [], []]).deck("L1", 10)


CLOSED = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))


@pytest.mark.rule("PA-VIL-07", "PA-VIL-08")
def test_whether_an_undefeated_villain_is_cornered_in_its_own_place_is_ruled():
    def alone(**more):
        return unbeaten(places=("L1", *CLOSED), **more)

    alone().asks("ruling").refuses(escape(1, ("L1",)), "PA-VIL-07")
    alone(undefeated_villain_cornered="win").ends("won")
    alone(preset="seed").ends(None).when(escape(1, ("L1",), pool="blessings")).deck("L1", 10, ["V"])


@pytest.mark.rule("PA-VIL-07")
def test_the_place_of_an_undefeated_villain_counts_as_open():
    unbeaten().refuses(escape(3, ("L2", "L3", "L4")), "PA-VIL-06").allows(escape(4, ("L1", "L2", "L3", "L4")))
    beaten().allows(escape(3, ("L2", "L3", "L4")))


@pytest.mark.rule("PA-VIL-08", "PA-END-02")
def test_a_villain_with_nowhere_to_go_is_cornered_and_the_party_wins():
    beaten(places=("L1", *CLOSED)).ends("won").asks("scenario_end").when(e.ScenarioEnded(outcome="won")).clean()
    held = villain(against("B", "L2"), against("C", "L3"), places=("L1", "L2", "L3"))
    held.when(win(), DEFEATED, shut("L1", "villain")).ends("won")
    kept = beaten(places=("L1", *CLOSED), defeated_villain_last_place="own_place_counted").ends(None)
    kept.when(escape(1, ("L1",), pool="box")).deck("L1", 1, ["V"])
    asked = beaten(places=("L1", *CLOSED), defeated_villain_last_place="ask").asks("ruling")
    asked.refuses(escape(1, ("L1",)), "PA-VIL-08")
    asked.when(rule_on("defeated_villain_last_place", "win")).ends("won")


@pytest.mark.rule("PA-VIL-11")
def test_the_villain_need_not_be_beaten():
    unbeaten(against("B", "L2"), places=("L1", "L2", *CLOSED[1:]), undefeated_villain_cornered="win").ends("won")


@pytest.mark.rule("PA-VIL-09")
def test_the_effect_of_the_last_closing_still_works():
    game = beaten(places=("L1", *CLOSED))

    game.allows(effect("closing_effect", "B", source="L1")).refuses(explore(), "PA-END-02")


@pytest.mark.rule("PA-VIL-10")
def test_with_too_few_blessings_for_an_escape_a_ruling_is_needed():
    def short(**more):
        return unbeaten(blessings=counted(2), **more)

    asked = short().refuses(escape(4), "PA-VIL-10")
    asked.when(rule_on("blessings_run_out", "any_draw")).ends("lost")
    asked.when(rule_on("blessings_run_out", "flip_only")).when(escape(4, blessings=2)).then(blessings=[0, [], [], []])
    short(preset="seed").ends("lost")
    unbeaten(blessings=counted(3)).allows(escape(4))
    beaten(blessings=EMPTY).allows(escape(3))
