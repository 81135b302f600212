"""What tables argue about in a fight (sections 7 to 10): damage and what reduces it, when a check is over, its dice.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    BANISHED,
    UNDEFEATED,
    damage,
    explore,
    lose,
    play,
    table,
    taken,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
STRICTLY = pytest.mark.parametrize("mode", ["table", "strict"])


def shield(name="A", card="Wooden Shield", amount=1, **more):
    return e.DamageReduced(who=name, amount=amount, by=card, **more)


def armored(preset="official", mode="table"):
    """A and B, each with armor in a hand that is known."""
    hands = ["Wooden Shield", "Chain Mail", "Longbow"], ["Wooden Shield", "Longbow"]
    people = [who(name, hand=hand, hand_size=len(hand)) for name, hand in zip("AB", hands, strict=True)]
    return table(*people, preset=preset, mode=mode)


# Where damage comes from


@BOTH
@STRICTLY
@pytest.mark.rule("PA-DMG-01")
def test_no_damage_of_a_check_without_a_check(preset, mode):
    game = table(preset=preset, mode=mode).when(explore(), win(), e.EncounterResolved(outcome="defeated"))

    game.refuses(damage("A", 3), "PA-DMG-01")
    game.allows(damage("A", 3, by="Pit"), damage("A", 3, late=1), damage("A", 3, source="other"))


@pytest.mark.rule("PA-DMG-01")
def test_seed_an_undefeated_henchman_has_dealt_nothing():
    fought = (explore(type="henchman"), lose(by=10), UNDEFEATED)
    table(preset="seed").when(*fought).clean().refuses(damage("A", 10), "PA-DMG-01")

    table().when(*fought[:2], damage("A", 10), taken("A", 5), UNDEFEATED).clean()


@BOTH
@pytest.mark.rule("PA-DMG-01")
def test_a_log_that_begins_in_the_middle_may_begin_with_damage(preset):
    table(preset=preset).when(damage("A", 3), taken("A", 3)).clean()


@BOTH
@pytest.mark.rule("PA-DMG-01")
def test_damage_of_a_check_that_nobody_recorded_is_flagged(preset):
    met = table(preset=preset).when(explore())
    met.when(damage("A", 3)).flagged("PA-DMG-01", "check_skipped")
    met.when(damage("A", 3, by="the rock that it throws")).clean()

    table(preset=preset, mode="strict").when(explore()).refuses(damage("A", 3), "PA-DMG-01")


@BOTH
@pytest.mark.rule("PA-DMG-01")
def test_a_boon_that_is_not_acquired_deals_nothing(preset):
    game = table(preset=preset).when(explore(type="item"), lose(by=3, purpose="acquire"))

    game.refuses(damage("A", 3), "PA-DMG-01").when(BANISHED).refuses(damage("A", 3), "PA-DMG-01")


# What reduces it


@BOTH
@STRICTLY
@pytest.mark.rule("PA-DMG-05", "PA-PLY-02")
def test_one_armor_of_each_character_against_one_damage(preset, mode):
    game = armored(preset, mode).when(explore(), lose(by=4), shield())

    game.refuses(shield(), "PA-PLY-02").refuses(shield(card="Chain Mail"), "PA-PLY-02")
    game.refuses(play("A", "Chain Mail", "armor", "recharge", use="damage"), "PA-PLY-02")
    game.when(shield(character="B")).clean().refuses(shield(character="B"), "PA-PLY-02")
    game.allows(shield(card="the power to endure"), shield(card="Chain Mail", allowed_by="Crown"))


@BOTH
@pytest.mark.rule("PA-DMG-05")
def test_armor_that_was_told_as_played_takes_off_its_damage_once(preset):
    revealed = play("A", "Wooden Shield", "armor", "reveal", use="damage")
    game = armored(preset).when(explore(), lose(by=4), revealed, shield()).clean()

    game.refuses(shield(), "PA-PLY-02").refuses(shield(card="Chain Mail"), "PA-PLY-02")
    # Another power of the shield, by which it leaves the hand.
    buried = play("A", "Wooden Shield", "armor", "bury", use="damage")
    game.when(buried, shield()).clean().refuses(shield(), "PA-PLY-02")


@pytest.mark.rule("PA-DMG-05", "PA-DMG-04")
def test_the_same_armor_against_the_next_damage():
    fought = (explore(), lose(by=2), shield(), taken("A", 1), UNDEFEATED)
    again = (explore(source="effect", allowed_by="Map"), lose(by=2))

    armored().when(*fought, *again, shield()).clean()
    armored("seed").when(*fought, *again).refuses(shield(), "PA-PLY-02")


@BOTH
@pytest.mark.rule("PA-DMG-05")
def test_displayed_armor_works_without_being_played_again(preset):
    displayed = play("A", "Chain Mail", "armor", "display", use="step")
    game = armored(preset).when(displayed, explore(), lose(by=3), shield(card="Chain Mail"))

    game.clean()


@BOTH
@pytest.mark.rule("PA-DMG-02")
def test_nothing_is_taken_off_no_damage(preset):
    game = armored(preset).when(explore(), lose(by=1), shield(amount=3)).clean()

    game.refuses(shield(character="B"), "PA-DMG-02").refuses(shield(card="a power"), "PA-DMG-02")


@BOTH
@pytest.mark.rule("PA-DMG-02")
def test_who_reduces_the_damage_of_another_is_told_how_to_say_it(preset):
    game = armored(preset).when(explore(), lose(by=2), shield("B")).refused_by("PA-DMG-02")
    told = armored(preset).when(explore(), lose(by=2), shield("B")).refused[0].message

    assert told == 'B has no damage to take; that of A is reduced so: "A: reduce 1 by Wooden Shield from B"'
    game.when(shield(character="B")).clean()
