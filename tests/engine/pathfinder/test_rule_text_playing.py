"""What tables argue about when cards are played (sections 3 and 7): types, permissions, moments, costs, recharging.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    MONSTER,
    begin,
    check,
    damage,
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
    resolved,
    table,
    taken,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])


SOAKED = (e.DamageReduced(who="A", amount=2, by="Mail"), taken("A", 0))


def recharge(card="Cure", name="A", total=9, difficulty=6, **more):
    return check(name, "recharge", total, difficulty, card=card, **more)


# One card of each type


@BOTH
@pytest.mark.rule("PA-PLY-02")
def test_one_blessing_of_each_character_on_one_check(preset):
    game = table(preset=preset).when(explore(), play("A", "One", "blessing"))

    game.refuses(play("A", "Two", "blessing"), "PA-PLY-02")
    game = game.when(play("B", "Two", "blessing"), play("C", "Three", "blessing")).clean()
    game.refuses(play("B", "Four", "blessing"), "PA-PLY-02")


@pytest.mark.rule("PA-PLY-02")
def test_a_blessing_to_explore_and_another_for_the_fight():
    again = explore(source="card", paid=pay("One", "blessing"))
    fight = play("A", "Two", "blessing")

    table().when(explore(), *MONSTER, again, fight, *MONSTER).clean()
    table(preset="seed").when(explore(), *MONSTER, again).refuses(fight, "PA-PLY-02")


@pytest.mark.rule("PA-PLY-02")
def test_the_limit_begins_anew_with_the_next_check_of_a_row():
    row = (explore(checks=2), play("A", "One", "blessing"), win())
    other = play("A", "Two", "blessing")

    table().when(*row).allows(other)
    table(preset="seed").when(*row).refuses(other, "PA-PLY-02")


@pytest.mark.rule("PA-PLY-02")
def test_under_the_source_document_everybody_has_one_of_each_type_in_the_turn():
    game = table(who("A"), who("B"), preset="seed").when(explore(), play("B", "One", "blessing"), *MONSTER)
    again = explore(source="effect")
    game = game.when(effect("explore_again", source="Map"), again).refuses(play("B", "Two", "blessing"), "PA-PLY-02")

    game.allows(play("A", "Two", "blessing"), play("B", "Two", "ally"))
    later = game.when(*MONSTER, end("A"), begin("B"), FLIP, explore("B"))
    later.allows(play("B", "Two", "blessing"))


@pytest.mark.rule("PA-PLY-02")
def test_two_allies_for_two_explorations():
    game = table().when(explore(source="card", paid=pay("Bear", "ally")), *MONSTER)

    game.when(explore(source="card", paid=pay("Crow", "ally")), *MONSTER).clean()


@BOTH
@pytest.mark.rule("PA-PLY-03")
def test_a_permission_lifts_the_limit_for_its_card_only_and_for_no_other_player(preset):
    game = table(preset=preset).when(explore(), play("A", "One", "blessing"))
    game = game.when(play("A", "Two", "blessing", permission="Crown"), play("B", "Three", "blessing"))

    game.refuses(play("A", "Four", "blessing"), "PA-PLY-02")
    game.refuses(play("B", "Four", "blessing"), "PA-PLY-02")
    game.allows(play("A", "Four", "blessing", permission="Candle"))


@BOTH
@pytest.mark.rule("PA-PLY-02", "PA-CRD-05")
def test_a_weapon_is_revealed_and_then_discarded_too(preset):
    game = table(who("A", hand=["Sword", "Axe"]), preset=preset).when(explore(), play("A", "Sword", "weapon", "reveal"))

    game.refuses(play("A", "Axe", "weapon", "reveal"), "PA-PLY-02")
    game.when(play("A", "Sword", "weapon", "discard"), win()).clean().has("A", hand=["Axe"], discard=["Sword"])
    one = table(who("A", hand=["Sword", "Axe"]), powers_per_boon="one")
    one = one.when(explore(), play("A", "Sword", "weapon", "reveal"))
    one.refuses(play("A", "Sword", "weapon", "discard"), "PA-CRD-05")


@BOTH
@pytest.mark.rule("PA-CRD-07")
def test_loot_that_is_a_weapon_too_stands_against_a_weapon(preset):
    game = table(preset=preset).when(explore(), play("A", "Sihedron Medallion", "loot", "reveal"))

    game.refuses(play("A", "Codex", "item"), "PA-PLY-02").allows(play("A", "Axe", "weapon"))


@BOTH
@pytest.mark.rule("PA-PLY-06")
def test_a_card_that_pays_leaves_the_limit_alone(preset):
    game = table(who("A", hand=["One", "Two", "Three"]), preset=preset)
    game = game.when(explore(), power("A", "Blast", cost=(pay("One", "spell"),)))

    game.when(play("A", "Two", "spell")).clean().refuses(play("A", "Three", "spell"), "PA-PLY-02")
    game.when(play("A", "Two", "spell", cost="Blast")).allows(play("A", "Three", "spell"))


@BOTH
@pytest.mark.rule("PA-ZON-01", "PA-PLY-06")
def test_one_card_pays_once(preset):
    game = table(who("A", hand=["One", "Two"]), preset=preset).when(explore())

    game.when(power("A", "Blast", cost=(pay("One", "spell"), pay("One", "spell")))).flagged("PA-ZON-01")
    game.when(power("A", "Blast", cost=(pay("One", "spell"), pay("Two", "spell")))).clean().has("A", hand=0, discard=2)


# When a card is played


@BOTH
@pytest.mark.rule("PA-PLY-05")
def test_in_an_encounter_nothing_is_played_for_another_time(preset):
    game = table(preset=preset).when(explore())

    for use in ("explore", "heal", "examine", "move", "step"):
        game.refuses(play("A", "Card", "spell", use=use), "PA-PLY-05")
        game.refuses(power("A", "Power", use=use), "PA-PLY-05")


@BOTH
@pytest.mark.rule("PA-PLY-05")
def test_nothing_reduces_damage_that_is_not_there(preset):
    game = table(preset=preset).when(explore())

    game.refuses(play("A", "Mail", "armor", use="damage"), "PA-PLY-05")
    game.when(lose(by=2)).allows(play("A", "Mail", "armor", use="damage"), play("B", "Fire", "spell", use="damage"))


@BOTH
@pytest.mark.rule("PA-PLY-05", "PA-ENC-02")
def test_only_the_one_who_meets_a_card_evades_it_and_before_anything_else(preset):
    game = table(preset=preset).when(explore())

    game.refuses(e.Evaded(who="B", by="Fog"), "PA-ENC-02").allows(e.Evaded(who="A", by="Fog"))
    game.when(play("A", "Fog", "spell", use="evade"), e.Evaded(who="A", by="Fog")).clean()


@pytest.mark.rule("PA-PLY-04")
def test_off_turn_cards_help_checks_and_reduce_damage_under_both_readings():
    heal = play("B", "Cure", "spell", use="heal")
    table().allows(heal)
    seed = table(preset="seed").refuses(heal, "PA-PLY-04")

    seed.refuses(play("B", "Eye", "item", use="examine"), "PA-PLY-04")
    seed.when(explore()).allows(play("B", "Prayer", "blessing"))
    seed.when(explore(), lose(by=2)).allows(play("B", "Shield", "spell", use="damage"))
    seed.allows(play("B", "Cure", "spell", use="heal", says_so=True))
    seed.when(end("A"), begin("B"), FLIP).allows(heal)


@BOTH
@pytest.mark.rule("PA-DTH-07")
def test_the_dead_play_nothing(preset):
    game = table(who("A"), who("B", alive=False), preset=preset).when(explore())

    game.refuses(play("B", "Prayer", "blessing"), "PA-DTH-07").refuses(power("B", "Aid"), "PA-DTH-07")


# Where a card goes


@BOTH
@pytest.mark.rule("PA-PLY-01")
def test_a_displayed_card_is_discarded_from_where_it_lies(preset):
    game = table(who("A", hand=["Mail", "x"], hand_size=2), who("B"), preset=preset)
    game = game.when(play("A", "Mail", "armor", "display", use="step"), reset(), end("A"), begin("B"), FLIP)

    game = game.has("A", displayed=["Mail"], hand=2).when(end("B"), begin("A"), FLIP, explore(), lose(by=2))
    game = game.when(play("A", "Mail", "armor", "discard", use="damage"), *SOAKED).clean()
    game.has("A", displayed=0, hand=2).when(resolved("undefeated")).has("A", discard=["Mail"])


@pytest.mark.rule("PA-ZON-05")
def test_a_card_being_played_is_not_among_those_discarded_for_damage():
    game = table(who("A", hand=["Sword", "x"])).when(explore(), play("A", "Sword", "weapon"))

    game.has("A", hand=["x"], discard=0)
    game.when(lose(by=2), taken("A", 1)).clean().has("A", hand=0, discard=2)


@BOTH
@pytest.mark.rule("PA-ZON-01")
def test_a_buried_or_banished_card_is_not_played_again(preset):
    game = table(who("A", hand=["Cure", "Fog", "x"]), preset=preset, card_type_limit="check_or_step")
    game = game.when(play("A", "Cure", "spell", "bury", use="heal"), explore()).has("A", buried=["Cure"])

    game.when(play("A", "Cure", "spell")).flagged("PA-ZON-01")


# Recharging


def played(how="discard", preset="official", **more):
    game = table(who("A", hand=["Cure", "x"]), who("B", hand=["y"]), preset=preset)
    return game.when(explore(), play("A", "Cure", "spell", how, **more), win(), DEFEATED)


@BOTH
@pytest.mark.rule("PA-PLY-07")
def test_what_was_played_for_its_power_is_recharged_with_one_check(preset):
    game = played(preset=preset).has("A", discard=["Cure"]).when(recharge()).clean().has("A", deck=11, discard=0)

    game.refuses(recharge(), "PA-PLY-07")
    failed = played(preset=preset).when(recharge(total=5)).clean().has("A", deck=10, discard=["Cure"])
    failed.refuses(recharge(), "PA-PLY-07")
    played(preset=preset).when(recharge(name="B")).flagged("PA-ZON-01", "zone_contradiction")


@BOTH
@pytest.mark.rule("PA-PLY-07")
@pytest.mark.parametrize("how", ["reveal", "recharge", "bury", "banish"])
def test_only_a_card_that_would_be_discarded_is_recharged_by_its_line(preset, how):
    played(how, preset=preset).refuses(recharge(), "PA-PLY-07")


@BOTH
@pytest.mark.rule("PA-PLY-07")
def test_a_displayed_card_is_recharged_from_where_it_lies(preset):
    game = played("display", preset=preset).has("A", displayed=["Cure"])

    game.when(recharge()).clean().has("A", displayed=0, deck=11, discard=0)


@BOTH
@pytest.mark.rule("PA-PLY-07")
def test_what_is_lost_by_damage_force_cost_or_reset_is_not_recharged(preset):
    def hand():
        return table(who("A", hand=["Cure", "x"]), who("B"), preset=preset)

    hand().when(explore(), lose(), taken("A", cards=("Cure",))).refuses(recharge(), "PA-PLY-07")
    forced = e.ZoneChange(card="Cure", origin="hand", to="discard", who="A")
    hand().when(effect("put", source="Thief", zones=(forced,))).refuses(recharge(), "PA-PLY-07")
    hand().when(power("A", "Heal", use="heal", cost=(pay("Cure", "spell"),))).refuses(recharge(), "PA-PLY-07")
    over = table(who("A", hand=["Cure", "x"], hand_size=1), preset=preset)
    over.when(reset(discarded=("Cure",))).refuses(recharge(), "PA-PLY-07")


@pytest.mark.rule("PA-PLY-07")
def test_a_power_that_says_recharge_needs_no_check():
    game = table(who("A", hand=["Cure", "x"])).when(explore(), play("A", "Cure", "spell", "recharge"), win())

    game.clean().has("A", deck=11, discard=0).refuses(recharge(), "PA-PLY-07")
    table(who("A", hand=["Crow", "x"])).when(explore(source="card", paid=pay("Crow", how="recharge"))).has("A", deck=11)


@BOTH
@pytest.mark.rule("PA-PLY-08")
def test_without_the_skill_the_card_goes_where_it_says_and_is_not_recharged(preset):
    game = table(who("Harsk", hand=["Cure", "x"]), on_turn="Harsk", preset=preset).when(explore("Harsk"))

    banished = game.when(play("Harsk", "Cure", "spell", "banish", lacks_skill=True), win("Harsk")).clean()
    banished.has("Harsk", discard=0, deck=10, hand=["x"]).refuses(recharge(name="Harsk"), "PA-PLY-08")
    kept = game.when(play("Harsk", "Cure", "spell", "discard", lacks_skill=True), win("Harsk"), DEFEATED)
    kept.has("Harsk", discard=["Cure"]).refuses(recharge(name="Harsk"), "PA-PLY-08")


# Which text holds


@pytest.mark.rule("PA-PRI-01")
def test_a_card_lets_do_what_the_rules_forbid_and_the_other_way_round():
    table().refuses(move("B"), "PA-TRN-05").allows(move("B", allowed_by="Horse"))
    table().when(effect("forbid", subject="move", source="Web")).refuses(move(), "PA-PRI-01")
    table().when(effect("forbid", subject="give", source="Web")).refuses(e.CardGiven(who="A", to="B"), "PA-PRI-01")
    table().when(explore(), effect("forbid", subject="evade", source="Web")).refuses(e.Evaded(who="A"), "PA-PRI-01")


@pytest.mark.rule("PA-PRI-02", "PA-PRI-03")
def test_equal_ranks_leave_it_to_the_prohibition_in_whatever_order_they_were_said():
    forbid = effect("forbid", subject="move", source="Web")
    permit = effect("permit", subject="move", source="Wings")

    for preset in ("official", "seed"):
        table(preset=preset).when(forbid, permit).refuses(move(), "PA-PRI-03")
        table(preset=preset).when(permit, forbid).refuses(move(), "PA-PRI-03")


@pytest.mark.rule("PA-PRI-02", "PA-PRI-03")
def test_of_a_location_and_a_scenario_the_source_document_follows_the_scenario():
    forbid = effect("forbid", subject="explore", source="Swamp", rank="location")
    permit = effect("permit", subject="explore", source="Quest", rank="scenario")

    table(preset="seed").when(permit, forbid).allows(explore())
    table().when(permit, forbid).refuses(explore(), "PA-PRI-03")
    asked = table(may_not_precedence="ask").when(permit, forbid).refuses(explore(), "PA-PRI-03")
    assert "ruling" in asked.when(explore()).refused[0].message
    upside = (
        effect("forbid", subject="explore", source="Quest", rank="scenario"),
        effect("permit", subject="explore", source="Swamp", rank="location"),
    )
    for preset in ("official", "seed"):
        assert table(preset=preset).when(*upside, explore()).refused


@pytest.mark.rule("PA-PRI-04")
def test_you_is_the_one_who_does_it_and_each_is_everybody():
    mine = effect("forbid", "B", subject="play:blessing", source="Curse", you=True)
    table().when(mine, explore()).allows(play("A", "x", "blessing")).refuses(play("B", "x", "blessing"), "PA-PRI-01")

    all_ = effect("forbid", "B", subject="play:blessing", source="Curse")
    table().when(all_, explore()).refuses(play("A", "x", "blessing"), "PA-PRI-01")


@pytest.mark.rule("PA-PRI-01")
def test_what_was_forbidden_for_an_encounter_or_turn_is_over_with_it():
    forbid = effect("forbid", subject="play:spell", source="Silence")
    game = table(who("A"), who("B")).when(explore(), forbid)

    game.refuses(play("A", "Cure", "spell"), "PA-PRI-01")
    game.when(win(), DEFEATED, end("A"), begin("B"), FLIP, explore("B")).allows(play("B", "Cure", "spell"))


# Character powers


@pytest.mark.rule("PA-CHK-07")
def test_a_power_once_in_a_check_and_again_in_the_next():
    game = table().when(explore(checks=2), power("A", "Blast")).refuses(power("A", "Blast"), "PA-CHK-07")

    game.allows(power("A", "Bolt"), power("B", "Blast"))
    game.when(win()).allows(power("A", "Blast"))
    seed = table(preset="seed").when(explore(checks=2), power("A", "Blast"))
    seed.refuses(power("A", "Bolt"), "PA-CHK-07").allows(power("B", "Blast"))
    seed.when(win()).allows(power("A", "Bolt"))


@BOTH
@pytest.mark.rule("PA-CHK-02")
def test_one_thing_only_sets_the_dice(preset):
    game = table(preset=preset).when(explore(), power("A", "Fists", replaces=True))

    game.refuses(play("A", "Sword", "weapon", "reveal", replaces=True), "PA-CHK-02")
    game.allows(play("A", "Sword", "weapon", "discard"))
    row = table(preset=preset, character_powers="each_once").when(explore(checks=2), power("A", "Fists", replaces=True))
    row.when(win()).allows(play("A", "Sword", "weapon", "reveal", replaces=True))


@BOTH
@pytest.mark.rule("PA-DMG-05")
def test_one_armor_for_each_wound_and_each_player(preset):
    game = table(preset=preset).when(explore(), lose(by=4), play("A", "Mail", "armor", use="damage"))

    game.refuses(play("A", "Shield", "armor", use="damage"), "PA-PLY-02")
    game.allows(play("B", "Shield", "armor", use="damage"))
    fought = game.when(taken("A", 4), resolved("undefeated"))
    again = fought.when(effect("explore_again", source="Map"), meet("A", "Shark", summoned=True))
    again = again.when(damage("A", 2, "before"))
    if preset == "official":
        again.allows(play("A", "Shield", "armor", use="damage"))
    else:
        again.refuses(play("A", "Shield", "armor", use="damage"), "PA-PLY-02")
