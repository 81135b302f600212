"""What tables argue about in an encounter (sections 8 to 10 and 14): evading, rows of checks, damage, summoned cards.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DECLINED,
    DEFEATED,
    FLIP,
    MONSTER,
    UNDEFEATED,
    begin,
    check,
    damage,
    dice,
    effect,
    end,
    explore,
    lose,
    meet,
    pay,
    play,
    plus,
    power,
    resolved,
    rule_on,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
GUN = explore(card="Gun", type="weapon")


def evade(name="A", by="Fog"):
    return e.Evaded(who=name, by=by)


def reduced(amount, name="A", **more):
    return e.DamageReduced(who=name, amount=amount, by="Mail", **more)


# Evading


@BOTH
@pytest.mark.rule("PA-ENC-02")
def test_an_evaded_card_is_in_the_deck_again_neither_beaten_nor_not(preset):
    game = table(preset=preset).when(explore(card="Bear", checks=2), evade()).clean().deck("L1", 10, ["Bear"])

    game.refuses(win(), "PA-ENC-05").refuses(damage("A", 1, "after"), "PA-ENC-07")
    assert not game.now.encounters
    assert game.now.places[0].deck.top == ()


@BOTH
@pytest.mark.rule("PA-ENC-02")
def test_nobody_evades_once_something_of_the_encounter_happened(preset):
    for event in (effect("before", source="Bear"), damage("A", 1, "before"), win()):
        table(preset=preset).when(explore(checks=2), event).refuses(evade(), "PA-ENC-02")


@BOTH
@pytest.mark.rule("PA-SUM-04")
def test_a_summoned_card_that_is_evaded_is_gone_and_the_outer_one_goes_on(preset):
    game = table(preset=preset).when(explore(card="Horde"), meet("A", "Bones", summoned=True), evade())

    game.deck("L1", 10).when(win(), resolved("defeated", "Horde")).clean().deck("L1", 9)


@BOTH
@pytest.mark.rule("PA-ENC-08")
def test_a_boon_is_evaded_too_and_never_left_lying(preset):
    game = table(preset=preset).when(GUN)

    game.when(evade()).clean().deck("L1", 10, ["Gun"])
    failed = game.when(lose(purpose="acquire"))
    failed.refuses(resolved("banished", zone="location"), "PA-ENC-08").when(BANISHED).clean().deck("L1", 9)
    failed.refuses(UNDEFEATED, "PA-ENC-08").refuses(DECLINED, "PA-ENC-08")
    game.when(win(purpose="acquire")).refuses(DECLINED, "PA-ENC-08")


# Undefeated, ended by force


@BOTH
@pytest.mark.rule("PA-ENC-09")
@pytest.mark.parametrize("kind", ["monster", "barrier", "henchman"])
def test_where_an_undefeated_bane_goes(preset, kind):
    game = table(preset=preset, damage_dealers="all_but_barriers").when(explore(type=kind), lose())
    game = game if kind == "barrier" else game.when(taken("A", 1))
    wrong = {"official": "bottom", "seed": "shuffled"}[preset]

    game.refuses(resolved("undefeated", zone="location", order=wrong), "PA-ENC-09")
    deck = game.when(UNDEFEATED).clean().deck("L1", 10, ["Card"]).now.places[0].deck
    assert deck.bottom == (("Card",) if preset == "seed" else ())


@pytest.mark.rule("PA-ENC-12")
def test_an_encounter_that_a_card_ends_is_neither_and_its_card_is_shuffled_in():
    by = {"allowed_by": "your turn ends"}
    game = table().when(explore(card="Bear"), win()).refuses(resolved("cut_short"), "PA-ENC-12")

    game.when(resolved("cut_short", **by)).clean().deck("L1", 10, ["Bear"])
    table().when(meet("A", "Shark", summoned=True), resolved("cut_short", **by)).clean().deck("L1", 10, [])
    boon = table(who("A", hand=["x"])).when(GUN, resolved("cut_short", **by)).clean().deck("L1", 10, ["Gun"])
    boon.has("A", hand=["x"])


# Rows of checks


@BOTH
@pytest.mark.rule("PA-CHK-10")
def test_a_friend_may_make_the_first_check_and_the_encounterer_the_second(preset):
    table(preset=preset).when(explore(checks=2), win("B"), win("A"), DEFEATED).clean()
    three = table(preset=preset).when(explore(checks=3), win("B"), win("C")).refuses(win("B"), "PA-CHK-10")
    three.when(win("A"), DEFEATED).clean()


@BOTH
@pytest.mark.rule("PA-CHK-10")
def test_the_encounterer_may_make_all_checks_and_no_check_is_made_twice(preset):
    game = table(preset=preset).when(explore(checks=2), win("A", which=1))

    game.refuses(win("B", which=1), "PA-CHK-10")
    game.when(win("A", which=2), DEFEATED).clean()
    game.when(win("B")).refuses(win("C"), "PA-CHK-10")


@BOTH
@pytest.mark.rule("PA-CHK-10", "PA-DTH-07")
def test_only_the_living_at_that_place_make_a_check(preset):
    game = table(who("A"), who("B", "L2"), who("C", alive=False), preset=preset).when(explore(checks=2), win("A"))

    game.refuses(win("B"), "PA-CHK-10").refuses(win("C"), "PA-DTH-07")


@BOTH
@pytest.mark.rule("PA-CHK-11")
def test_after_a_failed_check_the_next_one_is_made_and_all_have_to_succeed(preset):
    game = table(preset=preset).when(explore(checks=2), lose("A", by=2), taken("A", 2))

    game.refuses(UNDEFEATED, "PA-CHK-11").when(win("B"), UNDEFEATED).clean()
    game.when(win("B"), DEFEATED).flagged("PA-CHK-11", "outcome_contradicts_checks")


@pytest.mark.rule("PA-CHK-15", "PA-CHK-11")
def test_when_a_row_ends_before_its_last_check():
    def row(choice, *made):
        return table(several_checks=choice).when(explore(checks=2), *made)

    failed = (lose("A"), taken("A", 1))
    row("all_attempted", *failed).refuses(UNDEFEATED, "PA-CHK-11")
    row("none_attempted_stops", *failed).refuses(UNDEFEATED, "PA-CHK-11")
    row("none_attempted_stops").allows(UNDEFEATED)
    row("none_passed_stops", *failed).allows(UNDEFEATED)
    row("none_passed_stops", win("A")).refuses(UNDEFEATED, "PA-CHK-11")
    asked = row("ask", *failed).refuses(UNDEFEATED, "PA-CHK-11")
    asked.when(rule_on("several_checks", "none_passed_stops", scope="once"), UNDEFEATED).clean()
    asked.when(rule_on("several_checks", "all_attempted")).refuses(UNDEFEATED, "PA-CHK-11")


@BOTH
@pytest.mark.rule("PA-CHK-11", "PA-ENC-08")
def test_a_boon_with_two_checks_is_acquired_by_both_whoever_helped(preset):
    game = table(who("A", hand=["x"]), who("B"), preset=preset)
    game = game.when(explore(card="Gun", type="weapon", checks=2), win("A", "acquire"))

    game.when(win("B", "acquire"), ACQUIRED).clean().has("A", hand=["Gun", "x"])
    game.when(lose("B", purpose="acquire"), BANISHED).clean().deck("L1", 9)
    game.when(lose("B", purpose="acquire"), ACQUIRED).flagged("PA-CHK-11")


@BOTH
@pytest.mark.rule("PA-CHK-01", "PA-CHK-10")
def test_of_two_alternatives_one_is_chosen_and_not_the_other_after_it(preset):
    game = table(preset=preset).when(explore(card="Gun", type="weapon", checks=1))
    game = game.when(check("A", "acquire", 5, 8, skill="Strength"))

    game.refuses(check("A", "acquire", 9, 8, skill="Dexterity"), "PA-CHK-10").when(BANISHED).clean()


@BOTH
@pytest.mark.rule("PA-CHK-05")
def test_exactly_the_difficulty_is_enough(preset):
    table(preset=preset).when(explore(), check("A", "defeat", 10, 10), DEFEATED).clean()
    short = table(preset=preset).when(explore(), check("A", "defeat", 9, 10), taken("A", 1))
    short.when(DEFEATED).flagged("PA-CHK-11", "outcome_contradicts_checks")
    posted = check("A", "defeat", 16, 12, "fail")
    table(preset=preset).when(explore(), posted).flagged("PA-CHK-05", "outcome_contradicts_total")


@BOTH
@pytest.mark.rule("PA-CHK-13", "PA-CHK-12")
def test_no_die_is_needed_for_what_cannot_fail_and_nobody_throws_a_fight(preset):
    table(preset=preset).when(explore(), check("A", "defeat", auto="success", why="Swipe"), DEFEATED).clean()
    thrown = check("A", "defeat", difficulty=9, deliberate=True)
    table(preset=preset).when(explore()).refuses(thrown, "PA-CHK-12").refuses(DECLINED, "PA-ENC-13")
    zero = table(failing_on_purpose="counts_zero").when(explore(), thrown)
    zero.when(taken("A", 5)).clean().has("A", hand=0, discard=5)


@BOTH
@pytest.mark.rule("PA-CHK-14")
def test_the_second_roll_counts_and_its_damage(preset):
    game = table(preset=preset).when(explore(), lose(by=4), lose(by=1, reroll_by="Luck"))

    game.refuses(win(reroll_by="Luck"), "PA-CHK-14").when(taken("A", 4)).flagged("PA-DMG-03", None, 4, 1)
    game.when(taken("A", 1), UNDEFEATED).clean()
    better = table(preset=preset).when(explore(), win(), lose(by=2, reroll_by="Curse"))
    better.when(taken("A", 2), UNDEFEATED).clean()


@BOTH
@pytest.mark.rule("PA-ENC-06")
def test_a_card_without_a_check_is_not_rolled_for(preset):
    game = table(preset=preset).when(explore(type="barrier", checks=0)).refuses(win(), "PA-ENC-06")

    game.when(effect("text", text="everybody moves"), DEFEATED).clean().deck("L1", 9)


# Before and after


@BOTH
@pytest.mark.rule("PA-ENC-04")
def test_what_comes_before_the_check_does_not_come_after_it(preset):
    game = table(preset=preset).when(explore(checks=2), damage("B", 1, "before"), taken("B", 1), win())

    game.refuses(damage("B", 1, "before"), "PA-ENC-04").refuses(check("A", "before", 9, 8), "PA-ENC-04")


@pytest.mark.rule("PA-ENC-07")
def test_what_comes_after_the_encounter():
    after = damage("A", 1, "after")

    table().when(explore()).refuses(after, "PA-ENC-07")
    table().when(explore(), win(), after, taken("A", 1), DEFEATED).clean()
    table().when(explore(), lose(), taken("A", 1), after, taken("A", 1), UNDEFEATED).clean()
    seed = table(preset="seed").when(explore(), lose(), taken("A", 1)).refuses(after, "PA-ENC-07")
    seed.when(UNDEFEATED).refuses(after, "PA-ENC-07")
    table(preset="seed").when(explore(), win(), after, taken("A", 1), DEFEATED).clean()


@BOTH
@pytest.mark.rule("PA-ENC-10", "PA-ENC-05")
def test_a_friend_helps_with_cards_and_does_not_roll(preset):
    game = table(preset=preset).when(explore()).refuses(win("B"), "PA-ENC-10")

    game.when(play("B", "Prayer", "blessing"), play("C", "Bow", "ally", "recharge"), win(), DEFEATED).clean()


# Damage


@BOTH
@pytest.mark.rule("PA-DMG-01")
def test_the_wound_is_what_was_missing_and_falls_on_who_rolled(preset):
    game = table(preset=preset).when(explore(checks=2), win("A"), check("B", "defeat", 6, 13)).asks("damage", 1)

    game.refuses(damage("A", 7), "PA-DMG-01").when(damage("B", 6)).flagged("PA-DMG-01", "damage_differs", 6, 7)
    game.when(taken("B", 5)).clean().has("B", hand=0, discard=5, deck=10)


@BOTH
@pytest.mark.rule("PA-DMG-01")
def test_success_and_failing_at_a_boon_or_barrier_wound_nobody(preset):
    table(preset=preset).when(explore(), win()).refuses(damage("A", 2), "PA-DMG-01")
    assert table(preset=preset).when(GUN, lose(purpose="acquire", by=4)).now.damages == ()
    barrier = table(preset=preset).when(explore(type="barrier"), lose(by=4))
    assert barrier.now.damages == ()
    barrier.allows(damage("A", 4, by="Trap", type="Fire")).refuses(damage("A", 4), "PA-DMG-01")


@pytest.mark.rule("PA-DMG-01")
@pytest.mark.parametrize("kind", ["villain", "henchman"])
def test_villains_and_henchmen_wound_and_under_the_source_document_do_not(kind):
    met = explore(card="V", type=kind)

    table().when(met, lose(by=2)).asks("damage", 0)
    assert table(preset="seed").when(met, lose(by=2)).now.damages == ()
    both = explore(card="V", type=kind, barrier=True)
    assert table().when(both, lose(by=2)).now.damages == ()


@BOTH
@pytest.mark.rule("PA-DMG-02")
def test_what_reduces_names_the_kind_of_the_damage_and_reaches_others(preset):
    game = table(preset=preset).when(explore(), damage("A", 3, "before", type="Fire"))

    game.refuses(reduced(2, type="Combat"), "PA-DMG-02")
    game.when(reduced(2, type="Fire"), taken("A", 1)).clean()
    game.when(e.DamageReduced(who="A", amount=2, by="Ward", type="Fire", character="B"), taken("A", 1)).clean()
    game.when(reduced(3, type="Fire"), taken("A", 0)).clean().has("A", hand=5)
    game.when(reduced(9, type="Fire"), taken("A", 0)).clean().has("A", hand=5)


@BOTH
@pytest.mark.rule("PA-DMG-04")
def test_three_sources_are_reduced_and_taken_one_by_one(preset):
    game = table(preset=preset).when(explore(), damage("A", 2, "before"), reduced(2), taken("A", 0)).clean()
    game = game.when(lose(by=3)).has("A", hand=5).when(reduced(1), taken("A", 2)).clean().has("A", hand=3)

    if preset == "official":
        game.when(damage("A", 2, "after"), taken("A", 2), UNDEFEATED).clean().has("A", hand=1)


@BOTH
@pytest.mark.rule("PA-DMG-04")
def test_each_one_reduces_its_own_share(preset):
    game = table(preset=preset).when(explore(), damage("A", 2, "before"), damage("B", 2, "before"))

    game = game.when(reduced(2), taken("A", 0), taken("B", 2)).clean()
    game.has("A", hand=5).has("B", hand=3)


@BOTH
@pytest.mark.rule("PA-DMG-03")
def test_who_has_fewer_cards_than_wounds_keeps_none_and_lives(preset):
    game = table(who("A", hand=["x", "y"], deck=0), who("B"), preset=preset).when(explore(), lose(by=9))

    game.refuses(taken("A", 9), "PA-DMG-03").refuses(taken("A", 2, origin="deck"), "PA-DMG-03")
    game.when(taken("A", cards=("x",))).flagged("PA-DMG-03", "damage_taken_differs", 1, 2)
    game = game.when(taken("A", cards=("x", "y")), UNDEFEATED).clean().has("A", hand=0, discard=["x", "y"])
    assert game.now.characters[0].alive


@BOTH
@pytest.mark.rule("PA-DMG-03")
def test_an_empty_hand_is_not_wounded(preset):
    table(who("A", hand=0), who("B"), preset=preset).when(explore(), lose(by=3), taken("A", 0), UNDEFEATED).clean()


@BOTH
@pytest.mark.rule("PA-ZON-01", "PA-DMG-03")
def test_the_cards_discarded_for_damage_were_in_the_hand(preset):
    game = table(who("A", hand=["x", "y", "z"]), preset=preset).when(explore(), lose(by=2))

    game.when(taken("A", cards=("x", "q"))).flagged("PA-ZON-01", "zone_contradiction")
    game.when(taken("A", cards=("x", "x"))).flagged("PA-ZON-01", "zone_contradiction")


# Summoned, added, examined


@BOTH
@pytest.mark.rule("PA-ENC-11", "PA-SUM-01")
def test_a_summoned_card_is_an_encounter_in_the_encounter(preset):
    game = table(who("A"), who("B", "L2"), preset=preset).when(explore(card="Horde", type="barrier"))
    game = game.when(meet("A", "Bones", summoned=True), damage("A", 1, "before"), taken("A", 1), lose(by=1))
    game = game.refuses(resolved("defeated", "Horde"), "PA-ENC-11").when(taken("A", 1), resolved("undefeated", "Bones"))

    game = game.deck("L1", 10).when(meet("B", "Bones", summoned=True), win("B"), resolved("defeated", "Bones"))
    game.deck("L2", 10).when(win("A"), resolved("defeated", "Horde")).clean().deck("L1", 9)


@BOTH
@pytest.mark.rule("PA-SUM-01")
def test_a_summoned_monster_goes_back_to_the_box_whatever_happened(preset):
    game = table(preset=preset).when(meet("A", "Shark", summoned=True), lose(), taken("A", 1))

    game.refuses(resolved("undefeated", zone="location"), "PA-ENC-09").when(UNDEFEATED).deck("L1", 10)
    boon = table(who("A", hand=["x"]), preset=preset).when(meet("A", "Gun", "weapon", summoned=True))
    boon.when(win(purpose="acquire"), ACQUIRED).clean().has("A", hand=["Gun", "x"])


@pytest.mark.rule("PA-SUM-03")
def test_everybody_faces_its_own_copy_as_far_as_the_ruling_goes():
    one = meet("A", "Shark", summoned=True, copies=1, faced_by=3)
    enough = meet("A", "Shark", summoned=True, copies=3, faced_by=3)

    table().allows(enough).refuses(one, "PA-SUM-03")
    ignored = table(too_few_copies="rest_ignored").when(one, win(), DEFEATED)
    ignored.refuses(meet("B", "Shark", summoned=True, copies=1, faced_by=3), "PA-SUM-03")
    all_ = table(too_few_copies="everyone").when(one, win(), DEFEATED)
    all_ = all_.when(meet("B", "Shark", summoned=True, copies=1, faced_by=3), win("B"), DEFEATED).clean()
    all_.when(meet("C", "Shark", summoned=True, copies=1, faced_by=3), win("C"), DEFEATED).clean()


@pytest.mark.rule("PA-SUM-03")
def test_another_summoning_of_the_same_card_begins_anew():
    two = {"summoned": True, "copies": 2, "faced_by": 3}
    game = table(too_few_copies="rest_ignored").when(explore(card="Horde", type="barrier"))
    game = game.when(meet("A", "Shark", **two), win(), resolved("defeated", "Shark"))
    game = game.when(meet("B", "Shark", **two), win("B"), resolved("defeated", "Shark"))
    game = game.refuses(meet("C", "Shark", **two), "PA-SUM-03").when(win(), resolved("defeated", "Horde"))

    later = game.when(end("A"), begin("B"), FLIP, explore("B", "Horde", "barrier"))
    later.allows(meet("C", "Shark", **two))


@BOTH
@pytest.mark.rule("PA-EXM-01")
def test_examined_cards_lie_as_they_lay_and_a_searched_deck_is_shuffled(preset):
    seen = effect("examine", place="L1", looked=("X", "Y", "Z"), source="Eye")
    game = table(preset=preset).when(seen, explore(card="X"), *MONSTER).clean()

    assert game.now.places[0].deck.top == ("Y", "Z")
    searched = table(preset=preset).when(seen, effect("search", place="L1", source="Map")).deck("L1", 10)
    assert searched.now.places[0].deck.top == ()
    searched.deck("L1", known=["X", "Y", "Z"]).when(explore(card="Z")).clean()
    table(preset=preset).refuses(effect("examine", place="L1", looked=("X", "Y"), put_back=("Y", "X")), "PA-EXM-01")


@BOTH
@pytest.mark.rule("PA-EXM-01", "PA-ZON-04")
def test_more_cards_than_there_are_or_others_than_are_known_are_not_examined(preset):
    deck = Pile(size=2, top=("X",))
    game = table(places=(where("L1", deck), "L2"), preset=preset)

    game.when(effect("examine", place="L1", looked=("Q",), source="Eye")).flagged("PA-ZON-04")
    game.when(effect("examine", place="L1", looked=("X", "Y", "Z"), source="Eye")).flagged("PA-ZON-04")
    game.when(effect("examine", place="L1", looked=("X", "Y"), source="Eye")).clean().deck("L1", 2, ["X", "Y"])


@BOTH
@pytest.mark.rule("PA-EXM-01", "PA-ZON-03")
def test_nobody_looks_into_a_deck_on_his_own(preset):
    for kind in ("examine", "search", "shuffle"):
        table(preset=preset).refuses(effect(kind, pile="deck"), "PA-ZON-03")


@BOTH
@pytest.mark.rule("PA-SUM-02")
def test_added_cards_are_shuffled_in_and_the_known_top_is_not_known_any_more(preset):
    added = e.ZoneChange(card="Bandit", to="location", place="L1")
    seen = effect("examine", place="L1", looked=("X",), source="Eye")
    game = table(preset=preset).when(seen, effect("add_cards", source="Horn", zones=(added,)))

    game.deck("L1", 11, ["Bandit", "X"]).when(explore(card="Bandit", type="henchman")).clean()
    table(preset=preset).refuses(effect("add_cards", order="top", zones=(added,)), "PA-SUM-02")
    table(preset=preset).allows(effect("add_cards", order="top", zones=(added,), allowed_by="Horn"))


# Sums


@BOTH
@pytest.mark.rule("PA-CHK-08", "PA-CHK-05")
def test_dice_modifiers_and_what_was_added_later_make_the_total(preset):
    rolled = {"dice": dice((10, 4), (6, 3)), "modifiers": plus(2), "difficulty": 12}

    table(preset=preset).when(explore(), check("A", "defeat", 9, **rolled)).clean()
    table(preset=preset).when(explore(), check("A", "defeat", 10, **rolled)).flagged("PA-CHK-08", None, 10, 9)
    later = check("A", "defeat", 9, after=plus((3, "Bear")), **rolled)
    table(preset=preset).when(explore(), later, DEFEATED).clean()
    table(preset=preset).when(explore(), power("A", "x"), check("A", "defeat", dice=dice((6, 7)))).flagged("PA-CHK-08")


@BOTH
@pytest.mark.rule("PA-ENC-05")
def test_a_card_in_hand_pays_for_a_second_fight_only_when_the_first_is_over(preset):
    game = table(preset=preset).when(explore())

    game.refuses(explore(source="card", paid=pay("Bear")), "PA-ENC-05")
    game.refuses(e.TurnEnded(who="A"), "PA-TRN-01")
