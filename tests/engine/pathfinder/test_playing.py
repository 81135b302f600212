"""Sections 1, 3 and 7 of the rules: zones, precedence, playing cards, and effects."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import Pile, of
from tests.engine.pathfinder.given import (
    BANISHED,
    DEFEATED,
    MONSTER,
    check,
    damage,
    dice,
    effect,
    end,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    power,
    reset,
    rule_on,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip


@pytest.mark.rule("PA-ZON-01")
def test_a_card_can_only_come_from_where_it_is():
    game = table(who("A", hand=["Dart"]))

    game.when(play("A", "Cure", "spell")).flagged("PA-ZON-01", "zone_contradiction")
    game.when(play("A", "Dart", "weapon")).clean()


@pytest.mark.rule("PA-ZON-01")
def test_a_posted_state_agrees_with_what_is_known():
    game = table(who("A", hand=["Dart", "Cure"], deck=10))

    game.when(e.StatePosted(who="A", hand=("Dart",), deck=10)).flagged("PA-ZON-01", "count_differs")
    game.when(e.StatePosted(who="A", hand=("Cure", "Dart"), deck=10, discard=0)).clean()
    game.when(e.StatePosted(who="A", deck=9)).flagged("PA-ZON-01", "count_differs", "9 cards", "10 cards")


def test_a_posted_state_is_known_from_then_on():
    game = table(who("A", hand=2, deck=Pile())).when(e.StatePosted(who="A", hand=("Cure", "Dart"), deck=9)).clean()

    game.has("A", hand=["Cure", "Dart"], deck=9)


@pytest.mark.rule("PA-ZON-02")
def test_the_order_of_a_discard_pile_stays():
    table().when(effect("reorder", pile="discard")).refused_by("PA-ZON-02")
    table().allows(effect("examine", pile="discard"))


@pytest.mark.rule("PA-ZON-03")
@pytest.mark.parametrize("kind", ["examine", "search", "shuffle"])
def test_a_deck_stays_closed_unless_an_effect_says_so(kind):
    table().when(effect(kind, pile="deck")).refused_by("PA-ZON-03")
    table().allows(effect(kind, pile="deck", source="Augury"))


@pytest.mark.rule("PA-ZON-04")
def test_shared_piles_lose_and_gain_no_card():
    game = table(places=(where("L1", Pile(size=10, top=("Bear",))), "L2"))

    game.when(explore(card="Wolf")).flagged("PA-ZON-04", "zone_contradiction")
    game.when(explore(card="Bear")).clean()
    game.when(e.StatePosted(places=(("L2", 9),))).flagged("PA-ZON-04", "count_differs", 9, 10)


@pytest.mark.rule("PA-ZON-05")
@pytest.mark.parametrize(("choice", "discard"), [("set_aside", 0), ("at_destination", 1)])
def test_a_card_that_is_being_played_is_in_no_zone(choice, discard):
    game = table(who("A", hand=["Cure", "Dart"]), card_being_played=choice).when(explore(), play("A", "Cure", "spell"))

    game.has("A", hand=["Dart"], discard=discard).when(win()).has("A", discard=["Cure"])


@pytest.mark.rule("PA-PLY-01")
@pytest.mark.parametrize(
    ("how", "zones"),
    [
        ("reveal", {"hand": ["Cure"]}),
        ("display", {"hand": 0, "displayed": ["Cure"]}),
        ("discard", {"hand": 0, "discard": ["Cure"]}),
        ("recharge", {"hand": 0, "deck": 11}),
        ("bury", {"hand": 0, "buried": ["Cure"]}),
        ("banish", {"hand": 0, "discard": 0, "deck": 10}),
    ],
)
def test_the_six_ways_of_playing_a_card(how, zones):
    table(who("A", hand=["Cure"])).when(explore(), play("A", "Cure", "spell", how), win()).has("A", **zones)


@pytest.mark.rule("PA-PLY-02")
def test_one_card_of_each_type_in_a_check_for_each_character():
    game = table().when(explore(), play("A", "One", "blessing"))

    game.refuses(play("A", "Two", "blessing"), "PA-PLY-02")
    game.allows(play("A", "Two", "ally"), play("B", "Two", "blessing"))
    game.when(win(), DEFEATED, explore(source="card", paid=pay("Two", "blessing"))).clean()


def test_the_limit_may_be_counted_over_the_turn_or_the_table():
    def after(choice):
        return table(card_type_limit=choice).when(explore(), play("A", "One", "blessing"), *MONSTER)

    again = explore(source="card", paid=pay("Two", "blessing"))
    after("check_or_step").allows(again)
    after("turn_per_player").refuses(again, "PA-PLY-02").allows(play("B", "Two", "blessing", use="check"))
    after("turn_per_table").refuses(play("B", "Two", "blessing", use="check"), "PA-PLY-02")
    asked = after("ask").refuses(again, "PA-PLY-02")
    asked.when(rule_on("card_type_limit", "check_or_step")).allows(again)


@pytest.mark.rule("PA-PLY-03")
def test_an_express_permission_lifts_the_limit_for_that_card():
    game = table().when(explore(), play("A", "One", "blessing"))

    game = game.when(play("A", "Two", "blessing", permission="Crown")).clean()
    game.refuses(play("A", "Three", "blessing"), "PA-PLY-02")


@pytest.mark.rule("PA-CRD-07")
def test_loot_counts_as_the_type_that_it_has_besides():
    game = table().when(explore(), play("A", "Sihedron Medallion", "loot"))

    game.refuses(play("A", "Codex", "item"), "PA-PLY-02")


@pytest.mark.rule("PA-PLY-04")
def test_cards_may_be_played_in_anybodys_turn():
    heal = play("B", "Cure", "spell", use="heal")

    table().allows(heal)
    seed = table(preset="seed").refuses(heal, "PA-PLY-04")
    seed.allows(play("B", "Cure", "spell", use="heal", says_so=True), play("A", "Cure", "spell", use="heal"))
    seed.when(explore()).allows(play("B", "One", "blessing"))


@pytest.mark.rule("PA-PLY-05")
def test_in_an_encounter_only_what_concerns_its_step_is_used():
    game = table().when(explore()).refuses(play("B", "Cure", "spell", use="heal"), "PA-PLY-05")

    game.allows(play("A", "Cure", "spell", use="evade"))
    game.when(win()).refuses(play("A", "Cure", "spell", use="evade"), "PA-PLY-05")


@pytest.mark.rule("PA-PLY-06")
def test_a_card_that_pays_for_a_power_is_not_played():
    game = table().when(explore(), play("A", "One", "spell", cost="Arcane blast"))

    game.allows(play("A", "Two", "spell"))


@pytest.mark.rule("PA-PLY-06", "PA-PLY-07")
@pytest.mark.parametrize(("cost", "fine"), [("", True), ("a power", False)])
def test_only_a_card_that_was_played_is_recharged_by_its_own_line(cost, fine):
    game = table(who("A", hand=["Cure", "X"])).when(explore(), play("A", "Cure", "spell", cost=cost), win(), DEFEATED)
    roll = check("A", "recharge", 9, 6, card="Cure")

    if fine:
        game.when(roll).clean().has("A", discard=0, deck=11)
    else:
        game.refuses(roll, "PA-PLY-07").refuses(roll, "PA-PLY-06")


@pytest.mark.rule("PA-PLY-07")
def test_what_was_discarded_for_damage_or_at_the_reset_is_not_recharged():
    game = table(who("A", hand=["Cure", "X"])).when(explore(), lose(), e.DamageTaken(who="A", cards=("Cure",)))
    game.refuses(check("A", "recharge", 9, 6, card="Cure"), "PA-PLY-07")

    game = table(who("A", hand=["Cure", "X"], hand_size=1)).when(reset(discarded=("Cure",)))
    game.refuses(check("A", "recharge", 9, 6, card="Cure"), "PA-PLY-07")


@pytest.mark.rule("PA-PLY-08")
def test_without_the_skill_of_its_line_a_card_is_not_recharged():
    roll = check("Harsk", "recharge", 9, 6, card="Force Missile")

    game = table(who("Harsk", hand=["Force Missile"]), who("Ezren", hand=["Force Missile"]), on_turn="Harsk")
    game = game.when(explore("Harsk"), *(play(name, "Force Missile", "spell") for name in ("Harsk", "Ezren")))
    game.refuses(roll, "PA-PLY-08").allows(check("Ezren", "recharge", 9, 6, card="Force Missile"))
    said = table(who("A", hand=["X"])).when(explore(), play("A", "X", "spell", lacks_skill=True))
    said.refuses(check("A", "recharge", 9, 6, card="X"), "PA-PLY-08")


@pytest.mark.rule("PA-CRD-05", "PA-PLY-09")
def test_of_several_powers_one_makes_the_card_leave_the_hand():
    game = table().when(explore())

    game.allows(play("A", "Sword", "weapon", "discard", powers=("reveal", "discard")))
    game.refuses(play("A", "Sword", "weapon", "discard", powers=("discard", "bury")), "PA-CRD-05")
    one = table(powers_per_boon="one").when(explore())
    one.refuses(play("A", "Sword", "weapon", "discard", powers=("reveal", "discard")), "PA-CRD-05")


@pytest.mark.rule("PA-CHR-08")
def test_a_power_works_before_play_or_in_play():
    table().refuses(power("A", "trade", when="before_play"), "PA-CHR-08").allows(power("A", "trade", when="in_play"))


# Which text beats which


@pytest.mark.rule("PA-PRI-01")
def test_a_card_beats_the_rules():
    table().when(move(), move(to="L3", allowed_by="Horse")).clean()
    table().when(effect("forbid", subject="explore", source="Fog"), explore()).refused_by("PA-PRI-01")


@pytest.mark.rule("PA-PRI-03")
def test_may_not_beats_may():
    forbid = effect("forbid", subject="explore", source="Fog", rank="location")
    permit = effect("permit", subject="explore", source="Path", rank="path")

    table().when(forbid, permit).refuses(explore(), "PA-PRI-03")
    table(preset="seed").when(forbid, permit).allows(explore())


@pytest.mark.rule("PA-PRI-02")
def test_the_higher_kind_of_card_holds():
    def both(lower, higher):
        forbid = effect("forbid", subject="explore", source="Fog", rank=lower)
        permit = effect("permit", subject="explore", source="Path", rank=higher)
        return table(preset="seed").when(forbid, permit)

    ranks = ("card", "character", "location", "scenario", "adventure", "path")
    for number, rank in enumerate(ranks[1:]):
        both(ranks[number], rank).allows(explore())
        both(rank, ranks[number]).refuses(explore(), "PA-PRI-03")


@pytest.mark.rule("PA-PRI-04")
def test_an_effect_that_says_you_binds_only_the_one_who_does_the_thing():
    game = table().when(effect("forbid", "B", subject="play:spell", source="Silence", you=True))

    game.allows(play("A", "Cure", "spell", use="heal")).refuses(play("B", "Cure", "spell", use="heal"), "PA-PRI-01")
    game.when(end("A")).then(standing=[])


# Effects


@pytest.mark.rule("PA-EXM-01")
def test_examined_cards_keep_their_order_and_a_searched_deck_is_shuffled():
    def look(**more):
        return effect("examine", place="L1", looked=("X", "Y"), source="Augury", **more)

    game = table().when(look()).deck("L1", 10, ["X", "Y"]).when(explore(card="X")).clean()
    game.when(win(), DEFEATED, explore(card="Z", source="card", paid=pay("Ally"))).flagged("PA-EXM-01")
    table().refuses(look(put_back=("Y", "X")), "PA-EXM-01")
    table(examined_order="free").allows(look(put_back=("Y", "X")))
    table().refuses(effect("search", place="L1", source="X", order="top"), "PA-EXM-01")


@pytest.mark.rule("PA-SUM-02")
def test_added_cards_are_shuffled_in():
    change = e.ZoneChange(card="Bandit", to="location", place="L1")

    table().refuses(effect("add_cards", order="top", zones=(change,)), "PA-SUM-02")
    game = table().when(effect("add_cards", zones=(change,))).deck("L1", 11, ["Bandit"])
    assert game.now.places[0].deck.top == ()


@pytest.mark.rule("PA-HEN-03")
def test_a_henchman_put_into_a_deck_by_an_effect_allows_a_closing():
    change = e.ZoneChange(card="Bandit", to="location", place="L1")
    game = table().when(effect("add_cards", zones=(change,)), explore(card="Bandit", type="henchman"), win(), DEFEATED)

    game.allows(e.CloseAttempted(who="A", place="L1"))


@pytest.mark.rule("PA-SUM-03")
def test_with_too_few_copies_a_ruling_says_who_faces_the_card():
    def sharks(choice):
        game = table(too_few_copies=choice)
        one = meet("A", "Shark", summoned=True, copies=1, faced_by=2)
        return game.when(one, win(), DEFEATED) if choice != "ask" else game.refuses(one, "PA-SUM-03")

    other = meet("B", "Shark", summoned=True, copies=1, faced_by=2)
    sharks("ask").when(rule_on("too_few_copies", "everyone")).allows(other)
    sharks("everyone").allows(other)
    sharks("rest_ignored").refuses(other, "PA-SUM-03")


def test_a_card_played_and_healed_comes_back_into_the_deck():
    game = table(who("A", discard=["Cure", "Dart"]))

    game.when(e.Healed(who="A", cards=("Cure",))).clean().has("A", discard=["Dart"], deck=11)
    game.when(e.Healed(who="A", amount=3)).flagged("PA-ZON-01", "zone_contradiction", 3, 2)


def test_a_pick_fits_its_die():
    pick = e.RandomPick(dice=dice((4, 3)), choices=("x", "y", "z"), picked="z")

    table().when(pick).flagged("PA-CHK-08", "random_pick_range_mismatch", "d4", 3)
    wrong = e.RandomPick(dice=dice((3, 3)), choices=("x", "y", "z"), picked="y")
    table().when(wrong).flagged("PA-CHK-08", "pick_differs", "y", "z")


def test_damage_and_zones_of_a_card_known_by_name():
    game = table(who("A", hand=of("x", "y"))).when(explore(), lose(by=1), damage("A", 1))

    game.when(e.DamageTaken(who="A", cards=("x",)), BANISHED).refused_by("PA-ENC-13")
    game.when(taken("A", 1)).has("A", hand=1)


def test_an_unnamed_healed_card_may_be_any_of_the_discard_pile():
    game = table(who("A", hand=["Dart"], discard=Pile(size=2, top=("Dart", "Cure"))))

    game.when(e.Healed(who="A", amount=1)).clean().has("A", discard=1, deck=11)
    game.when(e.Healed(who="A", amount=2)).clean().has("A", discard=0, deck=Pile(size=12, loose=("Cure", "Dart")))
    game.when(e.Healed(who="A", cards=("Cure",))).clean().has("A", discard=["Dart"])


def test_one_card_is_told_as_one():
    game = table(who("A", hand=["Dart"])).when(explore(), lose(by=3), e.DamageTaken(who="A", count=2))

    assert "A has 1 card in hand, not 2" in game.refused[0].message


def test_cards_that_all_leave_a_hand_need_no_names():
    game = table(who("A", hand=["Dart", "Cure"])).when(explore(), lose(by=2))

    game.when(e.DamageTaken(who="A")).has("A", hand=0, discard=["Cure", "Dart"])
    table(who("A", hand=["Dart"])).when(reset(discards=1)).has("A", discard=["Dart"])
