"""What tables argue about when the villain is met (section 12): temporary closings, counting, blessings, corners, two.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import Pile, of
from tests.engine.pathfinder.given import (
    DEFEATED,
    EMPTY,
    FLIP,
    UNDEFEATED,
    against,
    attempt,
    begin,
    check,
    counted,
    damage,
    effect,
    end,
    escape,
    explore,
    lose,
    meet,
    pay,
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
V = explore(card="V", type="villain")
FUMBLE = check("A", "defeat", auto="fail", why="no dice left")
CLOSED = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
APART = (who("A"), who("B", "L2"), who("C", "L3"))


def met(*events, people=APART, **more):
    """A meets the villain at L1; B is at L2, C at L3, nobody at L4."""
    return table(*people, **more).when(V, *events)


def won(*events, **more):
    return met(*events, win(), DEFEATED, shut("L1", "villain"), **more)


def lost(*events, **more):
    return met(*events, FUMBLE, UNDEFEATED, **more)


# Temporary closings


@BOTH
@pytest.mark.rule("PA-VIL-01")
def test_who_stands_at_another_open_place_tries_to_close_it_once(preset):
    game = met(preset=preset)

    game.refuses(against("A", "L1"), "PA-VIL-01").refuses(against("A", "L2"), "PA-VIL-01")
    game.refuses(against("B", "L4"), "PA-VIL-01")
    tried = game.when(against("B", "L2", "fail")).refuses(against("B", "L2"), "PA-VIL-01")
    tried.when(against("C", "L3")).clean().deck("L3", 10, status="temporary").deck("L2", status="open")


@BOTH
@pytest.mark.rule("PA-VIL-01")
def test_a_friend_at_the_villains_place_closes_nothing(preset):
    met(people=(who("A"), who("B"), who("C", "L3")), preset=preset).refuses(against("B", "L1"), "PA-VIL-01")


@BOTH
@pytest.mark.rule("PA-VIL-01", "PA-DTH-07")
def test_the_dead_close_nothing(preset):
    game = met(people=(who("A"), who("B", "L2", alive=False), who("C", "L3")), preset=preset)

    game.refuses(against("B", "L2"), "PA-DTH-07")


@BOTH
@pytest.mark.rule("PA-VIL-01")
def test_a_place_that_is_closed_for_good_is_not_closed_again(preset):
    game = met(places=("L1", where("L2", 0, "closed"), "L3"), preset=preset)

    assert game.when(against("B", "L2")).refused


@BOTH
@pytest.mark.rule("PA-VIL-01")
def test_no_temporary_closing_without_a_villain_or_against_a_summoned_one(preset):
    table(*APART, preset=preset).refuses(against("B", "L2"), "PA-VIL-01")
    table(*APART, preset=preset).when(explore(card="Bear")).refuses(against("B", "L2"), "PA-VIL-01")
    summoned = table(*APART, preset=preset).when(meet("A", "V", "villain", summoned=True))
    summoned.refuses(against("B", "L2"), "PA-VIL-01")


@BOTH
@pytest.mark.rule("PA-VIL-03")
def test_when_the_fight_has_begun_nobody_closes_any_more(preset):
    met(win(), preset=preset).refuses(against("B", "L2"), "PA-VIL-03")
    met(e.CheckStarted(who="A", skill="Combat"), preset=preset).refuses(against("B", "L2"), "PA-VIL-03")


@BOTH
@pytest.mark.rule("PA-ENC-03", "PA-ENC-04")
def test_the_closings_come_before_what_happens_before_the_encounter(preset):
    game = met(damage("A", 1, "before"), preset=preset)

    assert game.when(against("B", "L2")).refused
    met(against("B", "L2"), damage("A", 1, "before"), taken("A", 1), win(), preset=preset).clean()


@pytest.mark.rule("PA-ENC-03")
def test_an_evaded_villain_brings_no_closings_unless_they_come_first():
    evade = e.Evaded(who="A", by="Fog")

    met(evade).clean().deck("L1", 10, ["V"]).ends(None).refuses(against("B", "L2"), "PA-VIL-01")
    assert met(evade).now.fate is None
    met(against("B", "L2")).refuses(evade, "PA-ENC-03")
    seed = met(against("B", "L2"), evade, preset="seed").clean()
    seed.deck("L2", 10, status="open").deck("L1", 10, ["V"]).refuses(against("C", "L3"), "PA-VIL-01")


@BOTH
@pytest.mark.rule("PA-VIL-02")
def test_a_temporary_closing_banishes_nothing_has_no_effect_and_ends_with_the_encounter(preset):
    game = met(against("B", "L2"), preset=preset).deck("L2", 10, status="temporary")

    game = game.when(win(), DEFEATED, shut("L1", "villain")).refuses(escape(3, ("L2", "L3", "L4")), "PA-VIL-06")
    game.when(escape(2, ("L3", "L4"), pool="box")).clean().deck("L2", 10, status="open").deck("L3", 11)


@pytest.mark.rule("PA-VIL-02")
def test_under_the_source_document_the_place_is_barred_to_the_villain_and_open_to_all_else():
    game = lost(against("B", "L2"), preset="seed").when(escape(3, ("L1", "L3", "L4"), pool="blessings"))

    game = game.deck("L2", status="open").when(explore(card="V", type="villain", source="card", paid=pay("Bear")))
    second = game.when(FUMBLE, UNDEFEATED).refuses(escape(4, ("L1", "L2", "L3", "L4")), "PA-VIL-06")
    second = second.when(escape(3, ("L1", "L3", "L4"))).clean()
    later = second.when(reset(), end("A"), begin("B"), FLIP, explore("B", "V", "villain"))
    later = later.when(check("B", "defeat", auto="fail", why="fumble"), UNDEFEATED)
    later.allows(escape(4, ("L1", "L2", "L3", "L4")))


@BOTH
@pytest.mark.rule("PA-VIL-01")
def test_the_next_encounter_gives_everybody_a_new_try(preset):
    game = lost(against("B", "L2", "fail"), preset=preset).when(escape(4))
    game = game.when(explore(card="V", type="villain", source="card", paid=pay("Bear")))

    game.when(against("B", "L2")).clean().deck("L2", status="temporary")


# Counting


@BOTH
@pytest.mark.rule("PA-VIL-06", "PA-VIL-07")
def test_an_undefeated_villain_escapes_to_every_open_place_its_own_included(preset):
    game = lost(places=("L1", "L2", where("L3", 0, "closed"), "L4"), preset=preset)

    game.refuses(escape(2, ("L2", "L4")), "PA-VIL-06").refuses(escape(3, ("L1", "L2", "L3")), "PA-CLS-08")
    game.refuses(escape(3, ("L1", "L2", "L4"), blessings=3), "PA-VIL-06")
    game.refuses(escape(3, ("L1", "L2", "L4"), pool="box"), "PA-VIL-06")
    game = game.when(escape(3, ("L1", "L2", "L4"), pool="blessings")).clean()
    game.then(blessings=[28, [], [], []], fate=None).deck("L1", 10).deck("L2", 11).deck("L4", 11).deck("L3", 0)


@pytest.mark.rule("PA-VIL-06")
def test_a_defeated_villain_takes_its_blessings_from_the_box_and_leaves_its_place():
    game = won().refuses(escape(4, ("L1", "L2", "L3", "L4")), "PA-CLS-08")

    game.refuses(escape(3, ("L2", "L3", "L4"), pool="blessings"), "PA-VIL-06")
    game = game.when(escape(3, ("L2", "L3", "L4"), pool="box")).clean().then(blessings=[30, [], [], []])
    game.deck("L1", 0, status="closed").deck("L2", 11).deck("L3", 11).deck("L4", 11)


@pytest.mark.rule("PA-VIL-06")
def test_under_the_source_document_whose_place_was_not_closed_counts_it():
    beaten = met(win(), DEFEATED, preset="seed")

    beaten.when(escape(4, ("L1", "L2", "L3", "L4"), pool="box")).clean().deck("L1", 10, status="open")
    beaten.when(shut("L1", "villain")).allows(escape(3, ("L2", "L3", "L4"), pool="box"))
    beaten.when(shut("L1", "villain")).deck("L1", 0, status="closed")


@BOTH
@pytest.mark.rule("PA-VIL-06")
def test_with_one_place_left_no_blessing_is_taken(preset):
    game = won(places=("L1", "L2", *CLOSED[1:]), preset=preset).ends(None)

    game.refuses(escape(1, ("L2",), blessings=1), "PA-VIL-06")
    game.when(escape(1, ("L2",), blessings=0, pool="box")).clean().deck("L2", 11, ["V"])


@BOTH
@pytest.mark.rule("PA-VIL-06")
def test_each_open_place_gets_one_card_and_one_of_them_the_villain(preset):
    def dealt(*cards):
        return escape(4, ("L1", "L2", "L3", "L4"), pool="blessings", cards=cards)

    game = lost(preset=preset)
    game.when(dealt("Prayer", "V", "Prayer", "Prayer")).clean().deck("L2", 11, ["V"])
    game.when(dealt("Prayer", "Prayer", "Prayer", "Prayer")).flagged("PA-VIL-06", "escape_differs")
    game.when(dealt("V", "Prayer", "Prayer")).flagged("PA-VIL-06", "escape_differs")
    game.when(dealt("V", "V", "Prayer", "Prayer")).flagged("PA-VIL-06", "escape_differs")
    game.refuses(escape(None, ("L1", "L2", "L3", "L4", "L4")), "PA-VIL-06")


@BOTH
@pytest.mark.rule("PA-VIL-06")
def test_the_villain_that_was_met_is_the_one_that_escapes(preset):
    lost(preset=preset).refuses(escape(4, villain="W"), "PA-VIL-06").allows(escape(4, villain=""))


@BOTH
@pytest.mark.rule("PA-VIL-06")
def test_nothing_else_happens_before_the_villain_has_escaped(preset):
    game = lost(preset=preset).asks("villain")

    for event in (end("A"), explore(source="card", paid=pay("Bear")), e.HandReset(who="A"), attempt("A")):
        assert game.when(event).refused, event


@BOTH
@pytest.mark.rule("PA-VIL-06")
def test_an_encounter_cut_short_lets_no_villain_escape(preset):
    game = met(resolved("cut_short", allowed_by="end your turn"), preset=preset).deck("L1", 10, ["V"])

    assert game.now.fate is None
    assert game.when(escape(4)).refused


# Blessings


@pytest.mark.rule("PA-VIL-10")
def test_a_shortage_of_blessings_is_ruled_on_and_loses_under_the_source_document():
    short = lost(blessings=counted(2)).asks("ruling").refuses(escape(4), "PA-VIL-10").ends(None)

    short.when(rule_on("blessings_run_out", "any_draw", scope="once")).ends("lost")
    short.when(rule_on("blessings_run_out", "flip_only", scope="once")).when(escape(4, blessings=2)).clean()
    lost(blessings=counted(2), preset="seed").ends("lost")
    lost(blessings=counted(3), preset="seed").ends(None).when(escape(4)).ends(None)
    lost(blessings=EMPTY, places=("L1", "L2", *CLOSED[1:])).refuses(escape(2), "PA-VIL-10")


@BOTH
@pytest.mark.rule("PA-VIL-10")
def test_a_defeated_villain_takes_nothing_from_the_blessings_deck(preset):
    won(blessings=EMPTY, preset=preset).ends(None).when(escape(3, ("L2", "L3", "L4"), pool="box")).ends(None)


@pytest.mark.rule("PA-VIL-10")
def test_blessings_closed_out_by_temporary_closings_are_not_needed():
    game = lost(against("B", "L2"), against("C", "L3"), blessings=counted(1))

    game.when(escape(2, ("L1", "L4"), pool="blessings")).clean().then(blessings=[0, [], [], []]).ends(None)


# Cornered


@BOTH
@pytest.mark.rule("PA-VIL-08")
def test_all_other_places_closed_for_good_or_for_now_a_defeated_villain_is_cornered(preset):
    game = won(against("B", "L2"), places=("L1", "L2", *CLOSED[1:]), preset=preset).ends("won")

    game.refuses(escape(1, ("L2",)), "PA-END-02").allows(e.ScenarioEnded(outcome="won"))


@BOTH
@pytest.mark.rule("PA-VIL-08")
def test_one_open_place_lets_it_go(preset):
    won(against("B", "L2"), against("C", "L3"), preset=preset).ends(None).allows(escape(1, ("L4",), blessings=0))


@pytest.mark.rule("PA-VIL-07", "PA-VIL-08")
def test_an_undefeated_villain_with_its_own_place_only():
    one = {"places": ("L1", "L2", *CLOSED[1:])}

    asked = lost(against("B", "L2"), **one).asks("ruling")
    asked.when(rule_on("undefeated_villain_cornered", "win")).ends("won")
    stays = asked.when(rule_on("undefeated_villain_cornered", "own_place_open", scope="once")).ends(None)
    stays.refuses(escape(1, ("L1",), blessings=1), "PA-VIL-06").allows(escape(1, ("L1",), blessings=0))
    seed = lost(against("B", "L2"), preset="seed", **one).ends(None)
    seed.when(escape(1, ("L1",), blessings=0, pool="blessings")).clean().deck("L1", 10, ["V"]).deck("L2", status="open")


@BOTH
@pytest.mark.rule("PA-VIL-08", "PA-VIL-11")
def test_no_place_open_at_all_and_the_undefeated_villain_is_cornered(preset):
    closed = (where("L1", of("V"), "closed"), *CLOSED)

    table(who("A"), places=closed, preset=preset).when(V, FUMBLE, UNDEFEATED).ends("won")


@BOTH
@pytest.mark.rule("PA-VIL-04")
def test_a_villain_beaten_at_a_closed_place_needs_no_second_closing(preset):
    game = table(who("A"), places=(where("L1", of("V"), "closed"), "L2", "L3"), preset=preset)

    game = game.when(V, win(), DEFEATED).refuses(shut("L1", "villain"), "PA-CLS-07")
    game.when(escape(2, ("L2", "L3"), pool="box")).clean().deck("L2", 11)


@BOTH
@pytest.mark.rule("PA-VIL-09")
def test_the_last_places_effect_is_carried_out_before_the_end(preset):
    game = won(places=("L1", *CLOSED), preset=preset).ends("won")

    game.allows(effect("closing_effect", "A", source="L1"), e.ScenarioEnded(outcome="won"))


@BOTH
@pytest.mark.rule("PA-VIL-04")
def test_the_place_of_an_undefeated_villain_does_not_close(preset):
    game = lost(preset=preset)

    game.refuses(shut("L1", "villain"), "PA-VIL-04")


# Summoned, and more than one check


@BOTH
@pytest.mark.rule("PA-HEN-02")
def test_a_summoned_villain_neither_escapes_nor_closes_nor_wins(preset):
    game = table(*APART, places=("L1", *CLOSED), preset=preset).when(meet("A", "V", "villain", summoned=True), win())

    game = game.when(DEFEATED).ends(None).deck("L1", 10, [])
    assert game.now.fate is None
    assert game.when(escape(1, ("L1",))).refused
    assert game.when(shut("L1", "villain")).refused


@pytest.mark.rule("PA-CHK-11", "PA-VIL-06")
def test_a_villain_of_two_checks_is_undefeated_if_one_fails():
    two = (explore(card="V", type="villain", checks=2), win("A"))
    game = table(who("A"), who("B"), who("C", "L3")).when(*two, lose("B", by=2)).asks("damage", 1)

    game = game.when(taken("B", 2))
    game.when(DEFEATED).flagged("PA-CHK-11", "outcome_contradicts_checks")
    game.when(UNDEFEATED).clean().allows(escape(4, ("L1", "L2", "L3", "L4"), pool="blessings"))


# Two villains


def two(*others, place=None, **more):
    """V is beaten at L1, in whose deck W lies too."""
    places = (where("L1", place or of("V", "W")), *(others or ("L2", "L3")))
    game = table(who("A"), places=places, villains=("V", "W"), **more)
    return game.when(V, win(), DEFEATED, e.LocationSearched(place="L1", villain="W"))


@BOTH
@pytest.mark.rule("PA-VIL-05")
def test_the_beaten_villain_goes_anywhere_but_to_the_place_of_the_other(preset):
    deck = Pile(size=6, loose=("V", "W"))
    game = two(place=deck, preset=preset).clean().deck("L1", 1, ["W"], "temporary")

    assert game.when(shut("L1", "villain")).refused
    assert game.when(escape(3, ("L1", "L2", "L3"), pool="box")).refused
    game.when(escape(2, ("L2", "L3"), pool="box")).clean().deck("L1", 1, ["W"], "open").deck("L2", status="open")


@pytest.mark.rule("PA-VIL-05")
def test_with_nowhere_to_go_the_beaten_one_of_two():
    two(*CLOSED).ends(None).then(villains=["W"], fate=None).deck("L1", 1, ["W"], "open")
    two(*CLOSED, preset="seed").ends("won")
    two(*CLOSED, second_villain_cornered="defeated_cornered").ends(None)
    asked = two(*CLOSED, second_villain_cornered="ask").asks("ruling").ends(None)
    asked.when(rule_on("second_villain_cornered", "defeated_banished", scope="once")).ends(None).then(villains=["W"])


@BOTH
@pytest.mark.rule("PA-VIL-05", "PA-END-02")
def test_one_villain_of_two_cornered_elsewhere_does_not_win_under_the_rulebook(preset):
    places = (where("L1", of("V")), *CLOSED[:2], where("L4", of("W")))
    game = table(who("A"), who("B", "L4"), places=places, villains=("V", "W"), preset=preset)
    game = game.when(V, against("B", "L4"), win(), DEFEATED, shut("L1", "villain"))

    game.ends("won" if preset == "seed" else None)


@pytest.mark.rule("PA-VIL-05")
def test_the_second_villain_is_cornered_in_its_turn_and_the_party_wins():
    game = two(*CLOSED).when(explore(card="W", type="villain", source="card", paid=pay("Bear")), win(), DEFEATED)

    game.when(shut("L1", "villain")).ends("won")


@pytest.mark.rule("PA-VIL-05", "PA-CLS-03")
def test_a_place_without_another_villain_in_its_known_deck_is_closed_for_good():
    game = table(who("A"), places=(where("L1", of("V", "Wolf")), "L2"), villains=("V", "W")).when(V, win(), DEFEATED)

    game.when(e.LocationSearched(place="L1", villain="W")).flagged("PA-CLS-04", "zone_contradiction")
    game.when(shut("L1", "villain")).clean().deck("L1", 0, status="closed")
    both = table(who("A"), places=(where("L1", of("V", "W")), "L2"), villains=("V", "W")).when(V, win(), DEFEATED)
    both.refuses(shut("L1", "villain"), "PA-CLS-04")
