"""The eight cases from real play by post, with their variants: totals, zones, order, and what has to be flagged."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.record import numbers
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DEFEATED,
    FLIP,
    UNDEFEATED,
    attempt,
    begin,
    check,
    damage,
    dice,
    end,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    plus,
    power,
    reset,
    resolved,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip

# CD1


def buckler_gun():
    game = table(who("Radovan", hand=["Brute", "Captain's Cutlass", "Rapier"]), on_turn="Radovan")
    paid = pay("Brute", "ally")
    gun = explore("Radovan", "Buckler Gun", "weapon", "card", paid=paid, checks=2)
    cutlass = play("Radovan", "Captain's Cutlass", "weapon", "recharge")
    first = check("Radovan", "acquire", 5, 5, "success", skill="Dexterity", dice=dice((8, 2), (6, 3)))
    return game.when(gun, cutlass, first)


@pytest.mark.rule("PA-CHK-05", "PA-CHK-09")
def test_cd1_two_checks_joined_by_then_both_exactly_met():
    second = check("Radovan", "acquire", 5, 5, "success", skill="Fortitude", dice=dice((8, 3)), modifiers=plus(2))

    game = buckler_gun().when(second, ACQUIRED).clean()
    game.has("Radovan", hand=["Buckler Gun", "Rapier"], discard=["Brute"], deck=11)
    assert game.now.characters[0].deck.bottom == ("Captain's Cutlass",)


def test_cd1_a_total_of_four_fails_and_the_card_is_not_acquired():
    second = check("Radovan", "acquire", difficulty=5, dice=dice((8, 2)), modifiers=plus(2))

    game = buckler_gun().when(second)
    game.when(ACQUIRED).flagged("PA-CHK-11", "outcome_contradicts_checks", "acquired", "failed")
    game.when(BANISHED).clean().has("Radovan", hand=["Rapier"])


def test_cd1_the_second_check_is_made_although_the_first_failed():
    game = table().when(explore(card="Buckler Gun", type="weapon", checks=2), lose(purpose="acquire"))

    game.refuses(BANISHED, "PA-CHK-11").refuses(ACQUIRED, "PA-CHK-11")


# CD2


def cannibal_isle(left=3, preset="official"):
    hand = ["Sorrowsoul", "Cutlass", "Red Leathers"]
    game = table(
        who("Radovan", "Cannibal Isle A", hand=hand), places=(where("Cannibal Isle A", left), "Dock"), preset=preset,
        on_turn="Radovan",
    )  # fmt: skip
    hunt = explore("Radovan", "Pirate Hunting", "barrier")
    wisdom = check("Radovan", "defeat", 18, 9, dice=dice((6, 6), (8, 8), (6, 4)))
    blessing = explore("Radovan", "Blessing of Zogmugot", "blessing", "card", paid=pay("Sorrowsoul"))
    stealth = check("Radovan", "acquire", 6, 5, dice=dice((8, 4)), modifiers=plus(2))
    return game.when(hunt, wisdom, DEFEATED, blessing, stealth, ACQUIRED).clean()


FITCH = explore("Radovan", "H. Fitch", "ally", "card", paid=pay("Blessing of Zogmugot", "blessing", "recharge"))
DIPLOMACY = check("Radovan", "acquire", 6, 9, "fail", dice=dice((8, 2)), modifiers=plus(2, 2))
STRENGTH = check("Radovan", "close", 8, 6, dice=dice((8, 4)), modifiers=plus(4))
CLOSE = attempt("Radovan", "Cannibal Isle A")


@pytest.mark.rule("PA-CLS-01", "PA-TRN-11")
def test_cd2_the_deck_is_emptied_by_three_explorations_and_closed_in_the_close_step():
    game = cannibal_isle().when(FITCH, DIPLOMACY, BANISHED, CLOSE, STRENGTH).clean()

    game = game.when(shut("Cannibal Isle A", "empty_deck")).clean().deck("Cannibal Isle A", 0, status="closed")
    game.refuses(explore("Radovan"), "PA-TRN-02")


def test_cd2_with_a_card_left_nothing_allows_a_closing():
    cannibal_isle(4).when(FITCH, DIPLOMACY, BANISHED, CLOSE).refused_by("PA-CLS-01")


def test_cd2_under_the_source_document_the_third_exploration_is_one_too_many():
    cannibal_isle(preset="seed").when(FITCH).refused_by("PA-TRN-07")


# CD3


def recharged(outcome, mode="table"):
    game = table(who("Meliski", hand=["Ice and Fire", "X"]), on_turn="Meliski", mode=mode)
    fight = check("Meliski", "defeat", 22, 16, dice=dice((8, 3), (8, 2), (10, 2), (8, 6), (4, 2)), modifiers=plus(7))
    game = game.when(explore("Meliski", "Grazuul"), play("Meliski", "Ice and Fire", "spell"), fight, DEFEATED).clean()
    roll = check(
        "Meliski", "recharge", 16, 12, outcome, dice=dice((10, 9), (4, 3)), modifiers=plus(4), card="Ice and Fire"
    )  # fmt: skip
    return game.when(roll)


@pytest.mark.rule("PA-CHK-05")
def test_cd3_a_total_of_sixteen_against_twelve_is_no_failure_and_the_record_stays():
    game = recharged("fail").flagged("PA-CHK-05", "outcome_contradicts_total", "fail", "success")

    assert len(game.found) == 1
    game.has("Meliski", discard=["Ice and Fire"])
    back = e.ZoneChange(card="Ice and Fire", origin="discard", to="deck", who="Meliski", at="bottom")
    game.when(e.Correction(reason="it was recharged", zones=(back,))).clean().has("Meliski", discard=0, deck=11)


def test_cd3_strict_judging_refuses_it():
    recharged("fail", "strict").refused_by("PA-CHK-05")
    recharged("success").clean().has("Meliski", discard=0, deck=11)


# CD4


def mugslup(*, first="Ranzak", at="L1"):
    people = (who("Ranzak"), who("Radovan", at), who("Celeste"), who("Grazzle"))
    game = table(*people, on_turn="Ranzak").when(meet("Ranzak", "Mugslup", "villain", checks=2))
    return game.when(win(first, skill="Combat"))


PILE = dice((8, 1), (6, 1), (6, 2), (6, 5), (4, 1), (8, 5), (8, 3), (8, 6), (8, 6), (8, 5), (8, 3))
COMBAT_36 = check(
    "Radovan", "defeat", 52, 36, skill="Combat", dice=PILE, modifiers=plus(8, 6), difficulty_parts=plus(30, 6)
)  # fmt: skip
BLESSINGS = tuple(play(name, f"Blessing of {name}", "blessing") for name in ("Radovan", "Ranzak", "Celeste", "Grazzle"))


@pytest.mark.rule("PA-PLY-02", "PA-CHK-10")
def test_cd4_four_characters_play_a_blessing_each_on_one_check():
    game = mugslup().when(*BLESSINGS, COMBAT_36).clean()

    game.when(DEFEATED).clean().has("Celeste", hand=4, discard=1)


def test_cd4_two_blessings_of_one_character_need_a_permission():
    second = play("Radovan", "Blessing of the Gods", "blessing")

    game = mugslup().when(*BLESSINGS).refuses(second, "PA-PLY-02")
    game.allows(play("Radovan", "Blessing of the Gods", "blessing", permission="Holy Candle"))


def test_cd4_both_checks_cannot_be_made_by_one_who_does_not_encounter_the_card():
    mugslup(first="Radovan").when(COMBAT_36).refused_by("PA-CHK-10")


def test_cd4_who_is_elsewhere_makes_no_check():
    mugslup(at="L2").when(COMBAT_36).refused_by("PA-CHK-10")


# CD5


def sneak(mode="table"):
    game = table(who("Meliski", hand=5), who("Reiko", "L2"), on_turn="Meliski", mode=mode)
    return game.when(explore("Meliski", "Sneak", source="card", paid=pay("Blessing of Abadar", "blessing")))


@pytest.mark.rule("PA-TRN-01", "PA-ENC-05")
@pytest.mark.parametrize("mode", ["strict", "table"])
def test_cd5_a_turn_does_not_end_with_an_open_encounter(mode):
    game = sneak(mode)

    game.refuses(reset("Meliski"), "PA-TRN-01").refuses(reset("Meliski"), "PA-ENC-05")
    game.refuses(end("Meliski"), "PA-ENC-05")


def test_cd5_left_pending_for_its_new_owner_it_blocks_only_what_depends_on_it():
    left = e.LeftPending(owner="Reiko", reason="Materialize: fight or evade")
    game = sneak().when(left).clean()
    sneak("strict").when(left).clean()
    sneak("record").when(left).flagged("PA-ENC-10", "deferred_to_other_player")
    sneak().when(e.LeftPending(owner="Reiko")).flagged("PA-ENC-10", "deferred_to_other_player")

    game = game.when(reset("Meliski"), end("Meliski"), begin("Reiko"), FLIP)
    assert [(task.owner, task.what, task.place) for task in game.now.tasks] == [("Reiko", "encounter", "L1")]
    game = game.when(move("Reiko", "L1")).refuses(explore("Reiko"), "PA-ENC-05")
    game.refuses(e.ScenarioEnded(outcome="lost"), "PA-ENC-05")
    game = game.when(e.Resumed(task=1), win("Reiko"), DEFEATED).clean()
    game.allows(explore("Reiko"))
    sneak("strict").refuses(e.LeftPending(owner="Reiko"), "PA-ENC-10")


# CD6


@pytest.mark.rule("PA-SET-10")
def test_cd6_six_cards_against_a_hand_size_of_five_are_flagged_by_the_hand_size():
    nothing = {"hand": Pile(), "deck": Pile(), "discard": Pile()}
    game = table(who("Reta", **nothing), who("Kyra", **nothing), turn=0, on_turn="")
    hand = ("Dogslicer", "Dogslicer +1", "Blessing of Hadregash", "Blessing of the Gobs 1", "Rotgut", "Emerald")
    reta = e.HandDrawn(who="Reta", hand=hand, deck=11, discard=0, buried=0, hand_size=5)
    kyra = e.HandDrawn(who="Kyra", count=5, deck=12, discard=0, buried=0, hand_size=5)

    found = game.when(reta).flagged("PA-SET-10", "hand_size", 6, 5).has("Reta", hand=6, deck=11, discard=0)
    assert len(found.found) == 1
    game.when(kyra).clean().has("Kyra", hand=5, deck=12)
    grown = e.HandDrawn(who="Reta", hand=hand, deck=11, discard=0, buried=0, hand_size=6)
    game.when(grown).clean()


# CD7


def devilfish(hand=5):
    game = table(who("Kasmir", "L1"), who("Celeste", "L1", hand=hand), on_turn="Kasmir")
    pick = e.RandomPick(why="who is hurt", dice=dice((6, 3)), choices=tuple("123456"), picked="3")
    game = game.when(explore("Kasmir", "Devilfish"), pick, win("Kasmir"), DEFEATED, reset("Kasmir"), end("Kasmir"))
    return game.clean()


@pytest.mark.rule("PA-ENC-04", "PA-DMG-04")
def test_cd7_a_forgotten_effect_is_entered_late_and_shown_as_out_of_order():
    forgotten = damage("Celeste", None, "before", type="Combat", dice=dice((4, 3)), modifiers=plus(-1))

    game = devilfish().refuses(forgotten, "PA-ENC-04")
    late = damage("Celeste", None, "before", type="Combat", dice=dice((4, 3)), modifiers=plus(-1), late=1)
    game = game.when(late).flagged("PA-ENC-04", "late").asks("damage", 1)
    game.when(taken("Celeste", 2, late=1)).clean().has("Celeste", hand=3, discard=2)


def test_cd7_with_one_card_in_hand_one_is_taken_and_the_rest_vanishes():
    game = devilfish(hand=1).when(damage("Celeste", 2, "before", late=1))

    game.when(taken("Celeste", 1, late=1)).clean().has("Celeste", hand=0, discard=1)


# CD8


def raker_shoals():
    game = table(
        who("Celeste", "Fog Bank"), who("Grazzle", "Raker Shoals"), places=("Fog Bank", "Raker Shoals"), turn=4,
        on_turn="",
    )  # fmt: skip
    return game.when(begin("Celeste"), FLIP)


ORMANDER = explore("Celeste", "Ormander", "henchman")
PICK = e.RandomPick(why="who meets it", dice=dice((2, 2)), choices=("Celeste", "Grazzle"), picked="Grazzle")
SHARK = meet("Grazzle", "Hammerhead Shark", "monster", summoned=True)
COMBAT_16 = check(
    "Celeste", "defeat", 28, 16, dice=dice((10, 7), (10, 5), (10, 3), (6, 5), (6, 1), (4, 4)), modifiers=plus(3)
)  # fmt: skip
POSTED = (move("Celeste", "Raker Shoals"), ORMANDER, COMBAT_16, resolved("defeated", "Ormander"))


def test_cd8_a_turn_that_is_played_again_counts_once():
    before = raker_shoals()
    first = before.when(*POSTED)
    void = tuple(number for number in numbers(first.now) if number > before.now.seq)

    again = first.when(e.Correction(reason="the sharks were forgotten", void=void)).clean()
    assert again.now.characters == before.now.characters
    assert again.now.places == before.now.places
    assert again.now.blessings.size == 29
    assert not again.now.turn.free
    again.when(*POSTED).clean().deck("Raker Shoals", 9)
    assert [number for number, _ in reducer.history(again.now)] == [2, 3, first.now.seq + 1]
    again.refuses(FLIP, "PA-TRN-03")


@pytest.mark.rule("PA-ENC-11", "PA-CLS-03")
def test_cd8_summoned_sharks_and_a_price_that_others_share():
    game = raker_shoals().when(move("Celeste", "Raker Shoals"), ORMANDER, PICK, SHARK)

    game.refuses(COMBAT_16, "PA-ENC-11")
    game = game.when(e.LeftPending(owner="Grazzle")).when(COMBAT_16, resolved("defeated", "Ormander")).clean()
    game = game.when(attempt("Celeste", "Raker Shoals", "success", unpaid=2)).clean()
    game.refuses(shut("Raker Shoals"), "PA-CLS-03")
    closed = game.when(shut("Raker Shoals", pending=True)).deck("Raker Shoals", status="closed")
    assert [task.what for task in closed.now.tasks] == ["encounter", "price"]
    paid = closed.when(e.PricePaid(who="Grazzle", amount=2)).clean()
    assert [task.what for task in paid.now.tasks] == ["encounter"]


@pytest.mark.rule("PA-HEN-02")
def test_cd8_beating_a_summoned_henchman_gives_no_closing():
    game = table().when(meet("A", "Bandit", "henchman", summoned=True), win(), DEFEATED)

    game.refuses(attempt("A"), "PA-HEN-02")


# What a mode does


def test_a_record_keeps_everything_and_flags_it():
    game = table(mode="record").when(explore(), reset("A"))

    game.flagged("PA-TRN-01").flagged("PA-ENC-05")
    table(mode="record").when(explore("B"), check("B", "defeat", 3, 9, "success"), UNDEFEATED).flagged(
        "PA-CHK-05", "outcome_contradicts_total", "success", "fail"
    )
    assert reducer.check(game.now, explore("Nobody"))[0].grade == "impossible"


def test_a_posted_total_that_is_off_by_one_is_one_finding():
    roll = check("A", "defeat", 9, 5, "success", dice=dice((8, 4)), modifiers=plus(4))

    game = table().when(explore(), roll).flagged("PA-CHK-08", "total_contradicts_dice", 9, 8)
    assert len(game.found) == 1
    assert power("A", "any").kind() == "pathfinder.power_used"


@pytest.mark.rule("PA-ENC-05")
@pytest.mark.parametrize("number", [0, 2, 62, -1])
def test_what_is_entered_late_belongs_to_an_encounter_that_there_was(number):
    game = devilfish(hand=2)

    game.when(damage("Celeste", 1, "before", late=number)).refused_by("PA-ENC-05")
    game.allows(damage("Celeste", 1, "before", late=1))


@pytest.mark.rule("PA-ZON-04")
def test_what_still_counts_and_rests_on_void_events_is_told():
    game = table().when(explore(), lose(by=1), taken("A", 1), resolved("undefeated"))

    game.when(e.Correction(reason="other card", void=(2,))).flagged("PA-ZON-04", "rests_on_void")
    game.when(e.Correction(reason="other card", void=(2, 3, 4, 5))).clean()
