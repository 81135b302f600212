"""What tables argue about in a fight (sections 7 to 10): damage and what reduces it, when a check is over, its dice.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.notation import read_line
from engine.pathfinder.offers import covers, legal
from engine.pathfinder.reducer import check as check_of
from engine.pathfinder.zones import counted
from tests.engine.pathfinder.given import (
    BANISHED,
    FLIP,
    UNDEFEATED,
    against,
    check,
    damage,
    explore,
    lose,
    play,
    power,
    table,
    taken,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
STRICTLY = pytest.mark.parametrize("mode", ["table", "strict"])


def recharge(card, name="A", total=9, **more):
    return check(name, "recharge", total, 6, card=card, **more)


def shield(name="A", card="Wooden Shield", amount=1, **more):
    return e.DamageReduced(who=name, amount=amount, by=card, **more)


def armored(preset="official", mode="table"):
    """A and B, each with armor in a hand that is known."""
    hands = ["Wooden Shield", "Chain Mail", "Longbow"], ["Wooden Shield", "Longbow"]
    people = [who(name, hand=hand, hand_size=len(hand)) for name, hand in zip("AB", hands, strict=True)]
    return table(*people, preset=preset, mode=mode)


def from_the_start(preset="official", mode="table"):
    """A alone before the first turn, no hand drawn yet."""
    alone = e.CharacterSetup(name="A", location="L1", hand_size=3, deck=counted(13))
    return table(
        alone, preset=preset, mode=mode, middle=False, on_turn="", turn=0, blessings=counted(30),
        places=("L1", "L2", "L3"),
    )  # fmt: skip


DRAWN = (e.HandDrawn(who="A", hand=("Cure", "Aid", "Mace"), favored="spell"), e.TurnStarted(who="A"))


# Where damage comes from


@BOTH
@STRICTLY
@pytest.mark.rule("PA-DMG-01")
def test_no_damage_of_a_check_without_a_check(preset, mode):
    game = table(preset=preset, mode=mode).when(explore(), win(), e.EncounterResolved(outcome="defeated"))

    game.refuses(damage("A", 3), "PA-DMG-01")
    game.allows(damage("A", 3, by="Pit"), damage("A", 3, late=1), damage("A", 3, source="other"))


@BOTH
@STRICTLY
def test_what_is_said_of_damage_is_offered(preset, mode):
    game = table(preset=preset, mode=mode)
    for events in ((), (explore(),), (explore(), win()), (explore(), win(), e.EncounterResolved(outcome="defeated"))):
        now = game.when(*events).now
        for event in (damage("A", 3), damage("A", 3, by="Pit"), damage("A", 3, late=1), shield(), recharge(None)):
            assert check_of(now, event) or any(covers(one, event) for one in legal(now)), (events, event)


@pytest.mark.rule("PA-DMG-01")
def test_seed_an_undefeated_henchman_has_dealt_nothing():
    fought = (explore(type="henchman"), lose(by=10), UNDEFEATED)
    over = table(preset="seed").when(*fought).clean()
    over.refuses(damage("A", 10), "PA-DMG-01").refuses(damage("A", 10, late=1), "PA-DMG-01")

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


# When a check is over


@BOTH
@STRICTLY
@pytest.mark.rule("PA-PLY-05", "PA-CHK-06")
def test_nothing_helps_a_check_that_is_made(preset, mode):
    help_, aid = play("B", "Prayer", "blessing"), power("B", "Aid")
    met = table(preset=preset, mode=mode).when(explore()).allows(help_, aid)

    for over in (met.when(win()), met.when(lose(by=2))):
        over.refuses(help_, "PA-PLY-05").refuses(aid, "PA-PLY-05")
    # What its text has work after the roll; what reduces the damage; what is done after the encounter.
    met.when(lose(by=2)).allows(play("B", "Bear", "ally", "recharge", says_so=True))
    met.when(lose(by=2)).allows(play("B", "Mail", "armor", "reveal", use="damage"))
    met.when(win()).allows(play("A", "Prayer", "blessing", use="after"))


@BOTH
@pytest.mark.rule("PA-PLY-05", "PA-CHK-06")
def test_each_check_of_a_row_has_its_own_help(preset):
    game = table(preset=preset).when(explore(checks=2), win())

    game.allows(play("B", "Prayer", "blessing")).when(win()).refuses(play("B", "Prayer", "blessing"), "PA-PLY-05")
    # Of a card whose number of checks nobody said a second one is begun before it is helped.
    game = table(preset=preset).when(explore(), win(), e.CheckStarted(who="A", skill="Wisdom", which=2))
    game.allows(play("B", "Prayer", "blessing"))


@BOTH
@pytest.mark.rule("PA-PLY-05", "PA-PLY-07")
def test_a_check_to_recharge_is_helped_too(preset):
    game = table(preset=preset).when(explore(), play("A", "Cure", "spell"), win())

    game.allows(play("B", "Prayer", "blessing"))
    game.when(recharge("Cure", total=9)).refuses(play("B", "Prayer", "blessing"), "PA-PLY-05")


@pytest.mark.rule("PA-PLY-05")
def test_a_record_tells_late_who_helped():
    table(mode="record").when(explore(), win(), play("B", "Prayer", "blessing")).clean()


@BOTH
@STRICTLY
@pytest.mark.rule("PA-CHK-06")
def test_the_skill_once_chosen_is_not_changed(preset, mode):
    game = table(preset=preset, mode=mode).when(explore(), e.CheckStarted(who="A", skill="Strength"))

    game.refuses(e.CheckStarted(who="A", skill="Melee"), "PA-CHK-06")
    game = game.when(play("B", "Prayer", "blessing"))
    game.refuses(e.CheckStarted(who="A", skill="Melee"), "PA-CHK-06")
    game.refuses(win(skill="Melee"), "PA-CHK-06").allows(win(skill="Strength"))


@BOTH
@pytest.mark.rule("PA-CHK-06", "PA-ENC-10", "PA-CHK-10")
def test_a_check_begins_as_it_could_be_made(preset):
    begun = e.CheckStarted(who="B", skill="Strength")
    game = table(preset=preset).when(explore())

    game.refuses(begun, "PA-ENC-10")
    game.when(win(), e.CheckStarted(who="A", skill="Wisdom")).flagged("PA-CHK-10", "check_again")
    table(preset=preset).when(explore(checks=2), win()).allows(begun)
    table(preset=preset).when(explore(checks=2), lose(by=2)).refuses(begun, "PA-DMG-01")


@pytest.mark.rule("PA-VIL-01", "PA-CHK-06")
def test_the_skill_of_a_closing_says_nothing_of_the_villain():
    places = who("A"), who("B", "L2")
    game = table(*places).when(explore(type="villain", card="V"), against("B", "L2", None))

    game = game.when(e.CheckStarted(who="B", skill="Wisdom"), win("B", "temp_close", skill="Wisdom")).clean()
    game.when(e.CheckStarted(who="A", skill="Strength"), win(skill="Strength")).clean()


# Who resolves a card


@BOTH
@pytest.mark.rule("PA-ENC-10")
def test_only_the_one_who_met_a_card_resolves_it(preset):
    game = table(preset=preset).when(explore(), win()).now
    wrong = read_line(game, "B: defeated").fault

    assert (wrong.kind, wrong.rule) == ("illegal", "PA-ENC-10")
    assert wrong.message == 'A encounters "Card" and resolves it, not B'
    assert read_line(game, "A: defeated").fault is None
    item = table(preset=preset).when(explore(type="item")).now
    assert read_line(item, "B: skip").fault.rule == "PA-ENC-10"
    assert read_line(item, "A: skip").fault is None


# Recharging


def valeros(preset):
    """Valeros, who has no Divine, and Kyra, who has."""
    start = who("Valeros", hand=["Cure", "Mail"], hand_size=2), who("Kyra", hand=["Cure", "Aid", "x"], hand_size=3)
    return table(*start, preset=preset, on_turn="Valeros")


@BOTH
@STRICTLY
@pytest.mark.rule("PA-PLY-08")
def test_without_the_skill_nothing_is_recharged(preset, mode):
    heal = play("Valeros", "Cure", "spell", use="heal")
    game = valeros(preset).when(heal)

    game.refuses(recharge("Cure", "Valeros", skill="Divine"), "PA-PLY-08")
    game.refuses(recharge(None, "Valeros", skill="Divine"), "PA-PLY-08")
    game.allows(recharge("Cure", "Valeros", skill="Divine", lent="Book"), recharge("Cure", "Valeros", skill="Wisdom"))


@BOTH
@pytest.mark.rule("PA-PLY-07")
def test_a_check_to_recharge_that_names_no_card_is_that_of_the_one_that_was_played(preset):
    game = from_the_start(preset).when(
        *DRAWN, FLIP, explore(), play("A", "Mace", "weapon"), win(), e.EncounterResolved(outcome="defeated")
    )

    game.refuses(recharge(None), "PA-PLY-07")
    one = game.when(play("A", "Cure", "spell", use="heal"))
    one.when(recharge(None)).clean().brings("PA-PLY-07", piece="Cure").refuses(recharge(None), "PA-PLY-07")
    one.when(play("A", "Aid", "spell", use="heal", permission="Crown")).refuses(recharge(None), "PA-PLY-07")
