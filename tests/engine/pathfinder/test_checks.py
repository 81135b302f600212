"""Sections 9 and 10 of the rules: checks and damage."""

import pytest

from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DEFEATED,
    UNDEFEATED,
    check,
    damage,
    dice,
    effect,
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
    who,
    win,
)  # fmt: skip


def kyra(**more):
    return table(who("Kyra", hand=["X"]), on_turn="Kyra", **more).when(explore("Kyra", "Card", "monster"))


@pytest.mark.rule("PA-CHK-01", "PA-CHR-01")
def test_a_skill_gives_its_own_die_and_a_derived_skill_that_of_its_skill():
    wrong = check("Kyra", "defeat", skill="Divine", dice=dice((6, 3, "Divine")))

    kyra().when(wrong).flagged("PA-CHK-01", "die_contradicts_character", "d6", "d12")
    kyra().when(check("Kyra", "defeat", skill="Divine", dice=dice((12, 3, "Divine"), (6, 2, "Melee")))).clean()


@pytest.mark.rule("PA-CHK-02")
def test_one_card_or_power_replaces_how_a_check_is_made():
    game = table().when(explore(), play("A", "Sword", "weapon", "reveal", replaces=True))

    game.refuses(play("A", "Bolt", "spell", replaces=True), "PA-CHK-02")
    game.refuses(power("A", "fists", replaces=True), "PA-CHK-02").allows(play("A", "Bolt", "spell"))


@pytest.mark.rule("PA-CHK-03")
def test_without_the_skill_a_bare_d4_is_rolled():
    def arcane(*pairs, modifiers=(), **more):
        return check("Kyra", "defeat", skill="Arcane", dice=dice(*pairs), modifiers=modifiers, **more)

    kyra().when(arcane((6, 3))).flagged("PA-CHK-03", "die_contradicts_character", "d6", "d4")
    kyra().when(arcane((4, 3))).clean()
    kyra().when(arcane((8, 3), lent="Ring")).clean()
    bonus = arcane((4, 3), modifiers=plus((2, "skill feats")))
    kyra().when(bonus).flagged("PA-CHK-03", "bonus_without_skill", 2, 0)
    kyra(preset="seed").when(bonus).clean()
    kyra(missing_skill="ask").refuses(bonus, "PA-CHK-03")


@pytest.mark.rule("PA-CHK-04")
def test_combat_with_nothing_uses_strength_or_melee():
    kyra().when(check("Kyra", "defeat", skill="Combat", using="", dice=dice((4, 3)))).flagged("PA-CHK-04")
    kyra().when(check("Kyra", "defeat", skill="Combat", using="", dice=dice((6, 3)))).clean()
    kyra().when(check("Kyra", "defeat", skill="Combat", using="Mace", dice=dice((4, 3)))).clean()


@pytest.mark.rule("PA-CHK-05")
@pytest.mark.parametrize(("total", "success"), [(9, False), (10, True), (11, True)])
def test_a_total_of_the_difficulty_or_more_succeeds(total, success):
    game = table().when(explore(), check("A", "defeat", total, 10)).clean()

    assert game.now.encounters[0].done[0].success is success


@pytest.mark.rule("PA-CHK-05")
def test_the_posted_outcome_and_difficulty_are_those_of_the_numbers():
    table().when(explore(), check("A", "defeat", 9, 10, "success")).flagged("PA-CHK-05", "outcome_contradicts_total")
    parts = check("A", "defeat", 9, 10, difficulty_parts=plus(6, 3))
    table().when(explore(), parts).flagged("PA-CHK-05", "difficulty_contradicts_parts", 10, 9)
    later = check("A", "defeat", 9, 10, "success", after=plus((1, "Bear")))
    table().when(explore(), later).clean()


@pytest.mark.rule("PA-CHK-06")
def test_the_skill_is_not_changed_when_cards_were_played_for_it():
    begun = e.CheckStarted(who="A", skill="Wisdom")
    game = table().when(explore(), begun, play("B", "Blessing", "blessing"))

    game.refuses(win(skill="Strength"), "PA-CHK-06").allows(win(skill="Wisdom"))


@pytest.mark.rule("PA-CHK-07")
def test_each_power_of_a_character_once_in_a_check():
    game = table().when(explore(checks=2), power("A", "blast"))

    game.refuses(power("A", "blast"), "PA-CHK-07").allows(power("A", "bolt"), power("B", "blast"))
    game.when(win()).allows(power("A", "blast"))
    table(preset="seed").when(explore(), power("A", "blast")).refuses(power("A", "bolt"), "PA-CHK-07")
    asked = table(character_powers="ask").when(explore(), power("A", "blast"))
    asked.refuses(power("A", "bolt"), "PA-CHK-07")


@pytest.mark.rule("PA-CHK-08")
def test_the_total_is_that_of_dice_and_modifiers():
    roll = check("A", "defeat", 9, 20, dice=dice((8, 4), (6, 3)), modifiers=plus(1))

    table().when(explore(), roll).flagged("PA-CHK-08", "total_contradicts_dice", 9, 8)
    bad = check("A", "defeat", dice=dice((4, 5)))
    table().when(explore(), bad).flagged("PA-CHK-08", "impossible_die", 5)
    alone = check("A", "defeat", None, 8, dice=dice((8, 8)))
    assert table().when(explore(), alone).now.encounters[0].done[0].success is True


@pytest.mark.rule("PA-CHK-09")
def test_checks_joined_by_then_are_made_in_order():
    game = table().when(explore(checks=2))

    game.refuses(win(which=2), "PA-CHK-09").refuses(win(which=3), "PA-CHK-09")
    game.when(win(which=1), win(which=2), DEFEATED).clean()


@pytest.mark.rule("PA-CHK-10")
def test_each_check_is_attempted_once():
    game = table().when(explore(checks=2), win(which=1))

    game.refuses(win(which=1), "PA-CHK-10")
    game.when(win()).refuses(win(), "PA-CHK-10")
    table().when(explore(), win()).when(win()).flagged("PA-CHK-10", "check_again")
    table().when(explore(), win(which=1), win(which=2)).clean()


@pytest.mark.rule("PA-CHK-11")
def test_all_checks_of_a_row_are_made_and_have_to_succeed():
    game = table().when(explore(checks=2), win()).refuses(DEFEATED, "PA-CHK-11")

    game.when(lose(), taken("A", 1), DEFEATED).flagged("PA-CHK-11", "outcome_contradicts_checks")
    game.when(win(), UNDEFEATED).flagged("PA-CHK-11", "outcome_contradicts_checks", "undefeated", "succeeded")
    asked = table(several_checks="ask").when(explore(checks=2), lose(), taken("A", 1))
    asked.refuses(UNDEFEATED, "PA-CHK-11")


@pytest.mark.rule("PA-CHK-15")
def test_by_the_option_a_row_ends_when_its_first_checker_did_nothing():
    def row(choice, *made):
        return table(several_checks=choice).when(explore(checks=3), *made)

    row("all_attempted").refuses(UNDEFEATED, "PA-CHK-11")
    row("none_attempted_stops").allows(UNDEFEATED)
    row("none_attempted_stops", lose(), taken("A", 1)).refuses(UNDEFEATED, "PA-CHK-11")
    row("none_passed_stops", lose(), taken("A", 1)).allows(UNDEFEATED)
    row("none_passed_stops", win()).refuses(UNDEFEATED, "PA-CHK-11")


@pytest.mark.rule("PA-CHK-12")
def test_a_check_is_not_failed_on_purpose():
    thrown = check("A", "defeat", difficulty=4, deliberate=True)

    table().when(explore()).refuses(thrown, "PA-CHK-12")
    game = table(failing_on_purpose="counts_zero").when(explore(), thrown)
    assert game.now.damages[0].amount == 4
    table(failing_on_purpose="ask").when(explore()).refuses(thrown, "PA-CHK-12")
    table().when(explore(), check("A", "defeat", auto="fail")).flagged("PA-CHK-12", "auto_fail_without_roll")


@pytest.mark.rule("PA-CHK-13")
def test_what_is_settled_without_dice_ends_as_it_was_settled():
    table().when(explore(), check(auto="success", outcome="fail")).flagged("PA-CHK-13", "outcome_contradicts_auto")
    table().when(explore(), check(auto="success", outcome="success")).clean()


@pytest.mark.rule("PA-CHK-13")
def test_an_automatic_success_counts_as_succeeding():
    game = table().when(explore(), check("A", "defeat", auto="success", why="Swipe"))

    assert game.now.encounters[0].done[0].success is True
    game.when(DEFEATED).clean()


@pytest.mark.rule("PA-CHK-14")
def test_each_power_gives_one_reroll_of_a_check():
    game = table().when(explore(), lose(by=3), win(reroll_by="Luck"))

    assert game.now.damages == ()
    game.refuses(win(reroll_by="Luck"), "PA-CHK-14").allows(win(reroll_by="Fate"))
    game.when(DEFEATED).clean()
    table().when(explore()).refuses(win(reroll_by="Luck"), "PA-CHK-14")


# Damage


@pytest.mark.rule("PA-DMG-01")
def test_a_failed_check_to_defeat_deals_the_difference_to_the_one_who_made_it():
    game = table().when(explore(checks=2), win("A"), lose("B", by=3)).asks("damage", 1)

    game.when(damage("B", 3)).clean()
    game.when(damage("B", 2)).flagged("PA-DMG-01", "damage_differs", 2, 3)
    game.refuses(damage("A", 3), "PA-DMG-01")


@pytest.mark.rule("PA-DMG-01")
@pytest.mark.parametrize(
    ("preset", "kind", "barrier", "amount"),
    [
        ("official", "monster", False, 2), ("official", "henchman", False, 2), ("official", "villain", False, 2),
        ("official", "barrier", False, None), ("official", "henchman", True, None), ("seed", "monster", False, 2),
        ("seed", "henchman", False, None), ("seed", "villain", False, None),
    ],
)  # fmt: skip
def test_which_banes_deal_damage(preset, kind, barrier, amount):
    game = table(preset=preset).when(explore(type=kind, barrier=barrier), lose(by=2))

    assert [one.amount for one in game.now.damages] == ([] if amount is None else [amount])
    if amount is None:
        game.refuses(damage("A", 2), "PA-DMG-01").allows(damage("A", 2, by="its text"))


def test_which_banes_deal_damage_may_be_asked():
    game = table(damage_dealers="ask").when(explore(type="henchman")).refuses(lose(), "PA-DMG-01")

    assert game.when(rule_on("damage_dealers", "monsters_only"), lose()).now.damages == ()


@pytest.mark.rule("PA-DMG-02")
def test_damage_is_reduced_by_what_names_its_kind_and_not_below_nothing():
    game = table().when(explore(), lose(by=2), damage("A", 2, type="Fire"))

    armor = e.DamageReduced(who="A", amount=3, by="Ring", type="Fire", character="B")
    assert game.when(armor).clean().now.damages[0].amount == 0
    game.refuses(e.DamageReduced(who="A", amount=3, by="Mail", type="Combat"), "PA-DMG-02")
    game.refuses(e.DamageReduced(who="B", amount=3, by="Ring"), "PA-DMG-02")


@pytest.mark.rule("PA-DMG-03")
def test_damage_is_discarded_from_the_hand_and_the_rest_is_lost():
    game = table(who("A", hand=2)).when(explore(), lose(by=5))

    game.refuses(taken("A", 3), "PA-DMG-03").refuses(taken("A", 2, origin="deck"), "PA-DMG-03")
    game.when(taken("A", 1)).flagged("PA-DMG-03", "damage_taken_differs", 1, 2)
    game.when(taken("A", 2)).clean().has("A", hand=0, discard=2, deck=10)
    game.when(UNDEFEATED).flagged("PA-DMG-03", "damage_open")
    assert game.now.characters[0].alive


@pytest.mark.rule("PA-DMG-04")
def test_every_source_of_damage_is_reduced_by_itself():
    game = table().when(explore(), damage("A", 2, "before"), lose(by=3))

    game = game.when(e.DamageReduced(who="A", amount=2, by="Mail"))
    assert [one.amount for one in game.now.damages] == [0, 3]


@pytest.mark.rule("PA-DMG-05")
def test_the_type_limit_counts_anew_for_each_source_of_damage():
    game = table().when(explore(), play("A", "Mail", "armor"), damage("A", 2, "before"))

    game = game.when(play("A", "Plate", "armor", use="damage")).clean()
    game.refuses(play("A", "Shield", "armor", use="damage"), "PA-PLY-02")
    check_ = table().when(explore(), lose(by=2), play("A", "Mail", "armor", use="damage"), taken("A", 2))
    check_.when(damage("A", 1, "after")).allows(play("A", "Plate", "armor", use="damage"))
    same = table().when(explore(), damage("A", 2, "before"), play("A", "Mail", "armor"))
    same.allows(play("A", "Plate", "armor", use="damage"))


@pytest.mark.rule("PA-DMG-05")
def test_the_damage_of_another_character_does_not_hold_two_sources_together():
    game = table().when(explore(), damage("B", 1, "before"), damage("A", 1, "before"))
    game = game.when(play("A", "Mail", "armor", use="damage"))

    game.refuses(play("A", "Plate", "armor", use="damage"), "PA-PLY-02")
    game.when(taken("A", 1), lose(by=2)).allows(play("A", "Plate", "armor", use="damage"))


def test_stated_difficulties_are_remembered_with_the_event_that_stated_them():
    game = table().when(explore(card="Bear"), win(skill="Combat"))

    assert [(one.card, one.what, one.value, one.event) for one in game.now.asserted] == [
        ("Bear", "defeat 1 Combat", "10", 3),
        ("Bear", "type", "monster", 2),
    ]


def test_difficulties_of_closing_and_recharging_are_remembered_too():
    game = table(who("A", hand=["Cure", "X"])).when(explore(card="Bandit", type="henchman"), play("A", "Cure", "spell"))
    game = game.when(win(), DEFEATED, e.CloseAttempted(who="A", place="L1"), check("A", "close", 9, 8, skill="Divine"))
    game = game.when(e.LocationClosed(place="L1"), check("A", "recharge", 9, 6, skill="Divine", card="Cure")).clean()

    stated = {(one.card, one.what, one.value) for one in game.now.asserted}
    assert stated >= {("L1", "close Divine", "8"), ("Cure", "recharge Divine", "6")}


@pytest.mark.rule("PA-ENC-04")
def test_a_check_before_acting_comes_before_the_check_of_the_card():
    before = check("A", "before", 9, 8, skill="Wisdom")

    table().when(explore(), before, win(), DEFEATED).clean()
    table().when(explore(checks=2), win()).refuses(before, "PA-ENC-04")


def test_a_card_text_may_turn_a_success_into_an_undefeated_card():
    game = table().when(explore(), win())

    game.when(UNDEFEATED).flagged("PA-CHK-11")
    game.when(resolved("undefeated", allowed_by="Grazuul")).clean()


def test_a_check_of_a_boon_deals_no_damage():
    game = table().when(explore(card="Gun", type="weapon"), lose(purpose="acquire", by=3), BANISHED).clean()

    assert game.now.damages == ()
    table().when(explore(card="Gun", type="weapon"), win(purpose="acquire"), ACQUIRED).clean()
    table().when(meet("A", "Shark", summoned=True), win(), resolved("defeated")).clean()
    table().when(effect("text"), explore(source="card", paid=pay("Ally"))).clean()


@pytest.mark.rule("PA-DMG-01")
def test_the_damage_of_a_check_told_once_more_is_the_same_damage():
    game = table().when(explore(), lose(by=4), damage("A", 3)).flagged("PA-DMG-01", "damage_differs", 3, 4)

    again = game.when(damage("A", 3, type="Combat")).clean()
    assert [(one.amount, one.type) for one in again.now.damages] == [(3, "Combat")]
    assert [one.type for one in again.when(damage("A", 3)).now.damages] == ["Combat"]
    game.when(damage("A", 4)).flagged("PA-DMG-01", "damage_differs", 4, 3)
    over = again.when(taken("A", 3)).clean()
    assert over.now.damages == ()
    over.refuses(damage("A", 3), "PA-DMG-01")
    over.when(damage("A", 2, by="its text"), taken("A", 2), UNDEFEATED).clean().has("A", hand=0)
    more = game.when(damage("A", 2, by="its text"))
    assert [one.amount for one in more.now.damages] == [3, 2]


@pytest.mark.rule("PA-DMG-01", "PA-DMG-02")
def test_damage_told_once_more_stays_reduced():
    game = table().when(explore(), lose(by=4), e.DamageReduced(who="A", amount=1, by="Mail"))

    assert [one.amount for one in game.when(damage("A", 4)).clean().now.damages] == [3]
    assert [one.amount for one in game.when(damage("A", 3)).clean().now.damages] == [3]
    assert [
        one.amount for one in game.when(damage("A", 6)).flagged("PA-DMG-01", "damage_differs", 6, 4).now.damages
    ] == [5]


@pytest.mark.rule("PA-DMG-01", "PA-CHK-10")
def test_each_failed_check_of_several_deals_damage_of_its_own():
    game = table().when(explore(checks=2), lose("A", by=1), damage("A", 1), taken("A", 1), lose("A", by=2))

    assert [one.amount for one in game.when(damage("A", 2)).clean().now.damages] == [2]


@pytest.mark.rule("PA-DMG-02", "PA-ZON-01")
def test_a_card_that_reduces_damage_is_one_that_the_character_has():
    def hurt(hand):
        return table(who("A", hand=hand), who("B", hand=["Longbow"])).when(explore(), lose(by=3))

    bow = e.DamageReduced(who="A", amount=3, by="Longbow")
    game = hurt(["Dagger", "Chain Mail"])
    game.when(bow).flagged("PA-ZON-01", "zone_contradiction", '"Longbow" among them', "2 cards: Chain Mail, Dagger")
    game.when(e.DamageReduced(who="A", amount=3, by="Longbow", character="B")).clean()
    game.when(e.DamageReduced(who="A", amount=3, by="the power to soak")).clean()
    game.when(e.DamageReduced(who="A", amount=3, by="Chain Mail")).clean()
    hurt(2).when(bow).clean()
    game.when(
        play("A", "Chain Mail", "armor", "bury", use="damage"), e.DamageReduced(who="A", amount=2, by="Chain Mail")
    ).clean()
    kept = table(who("A", hand=["Chain Mail"])).when(play("A", "Chain Mail", "armor", "display"), explore(), lose(by=3))
    kept.when(e.DamageReduced(who="A", amount=2, by="Chain Mail")).clean()


@pytest.mark.rule("PA-DMG-01", "PA-ENC-05")
def test_the_damage_of_a_failed_check_comes_before_another_check():
    game = table().when(explore(checks=2), lose(by=3))

    game.refuses(win(), "PA-DMG-01").allows(win(reroll_by="Luck"))
    game.when(taken("A", 3), win()).clean()
    one = table().when(explore(), lose(by=3)).refuses(win(), "PA-DMG-01")
    one.when(taken("A", 3), win()).flagged("PA-CHK-10", "check_again")
    kept = table(mode="record").when(explore(), lose(by=3), win()).flagged("PA-DMG-01")
    assert [found.kind for found in kept.found if found.rule == "PA-CHK-10"] == []
