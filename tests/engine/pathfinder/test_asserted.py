"""Known, asserted and unknown values of cards: what is checked, what is filled in, what is offered."""

import json

import msgspec
import pytest

from engine.line import Entry
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.card_knowledge import offered, remembered
from engine.pathfinder.card_offers import remembered_checks
from engine.pathfinder.card_values import Memory, Remembered, ToldCard, ToldLocation, knowledge_of
from engine.pathfinder.cards import Requirement
from engine.pathfinder.events import LocationSetup
from engine.pathfinder.fact_cards import card_values
from engine.pathfinder.game import GAME
from engine.pathfinder.notation import read_line
from engine.pathfinder.position import hash_of, position
from engine.pathfinder.state import character, place
from engine.replay import Step
from tests.engine.pathfinder.given import (
    DEFEATED,
    Table,
    attempt,
    check,
    explore,
    lose,
    meet,
    play,
    plus,
    power,
    shut,
    table,
    who,
    win,
)  # fmt: skip


def way(difficulty, *skills):
    return Requirement(skills=skills, difficulty=difficulty)


TROLL = ToldCard(name="Marsh Troll", type="monster", check=((way(14, "Combat"), way(11, "Fortitude")),))
BRIDGE = ToldCard(
    name="Rope Bridge", type="barrier",
    check=((way(8, "Dexterity", "Acrobatics"),), (way(6, "Wisdom"),)),
)  # fmt: skip
CULTIST = ToldCard(name="Marsh Cultist", type="henchman", check=((way(9, "Combat"),),), closes=False)
SPIRIT = ToldCard(name="Lantern Spirit", type="monster", check=(), barrier=True)
WAND = ToldCard(name="Wand", type="item", check=((way(7, "Arcane"),),), recharge=(way(9, "Arcane", "Divine"),))
ROCK = ToldCard(name="Rock", type="item", recharge=())
GROWING = ToldCard(name="Ogre", type="monster", check=((way(10, "Combat"),),), per_adventure=2)
CHAPEL = ToldLocation(name="L1", closing=(way(7, "Wisdom", "Divine"),))
MILL = ToldLocation(name="L2", closing_text="banish an item")
ALL = (TROLL, BRIDGE, CULTIST, SPIRIT, WAND, ROCK, GROWING)


def told(*cards, places=(), **more):
    return e.CardsTold(cards=cards, locations=places, origin="mine.toml", **more)


def known(*characters, **more):
    """A table at which the owner told all of the cards above."""
    return table(*characters, **more).when(told(*ALL, places=(CHAPEL, MILL))).clean()


def beaten(total, difficulty=None, skill="Combat", **more):
    return check("A", "defeat", total, difficulty, skill=skill, **more)


# What is known is checked


@pytest.mark.rule("PA-CHK-05")
@pytest.mark.parametrize("difficulty", [13, 15, 11])
def test_a_difficulty_that_differs_from_the_card_is_found_with_both_values(difficulty):
    game = known().when(explore(card="Marsh Troll"))

    game.when(beaten(20, difficulty)).flagged("PA-CHK-05", "difficulty_contradicts_card", difficulty, 14)
    game.when(beaten(20, 14)).clean()


def test_of_a_sum_the_part_of_the_card_is_compared():
    game = known().when(explore(card="Marsh Troll"))

    game.when(beaten(20, 17, difficulty_parts=plus(14, (3, "swamp")))).clean()
    game.when(beaten(20, 17, difficulty_parts=plus((3, "swamp"), (14, "card")))).clean()
    game.when(beaten(20, 17, difficulty_parts=plus(13, 4))).flagged("PA-CHK-05", "difficulty_contradicts_card", 13, 14)


def test_a_bare_number_says_nothing_of_the_card_where_posts_are_taken_in():
    game = known(mode="record").when(explore(card="Marsh Troll"))

    game.when(beaten(20, 17)).clean()
    game.when(beaten(20, 17, difficulty_parts=plus(13, 4))).flagged("PA-CHK-05", "difficulty_contradicts_card")


@pytest.mark.rule("PA-CHK-01")
def test_a_skill_that_the_card_does_not_name_is_found_unless_something_sets_the_dice():
    game = known().when(explore(card="Marsh Troll"))

    game.when(beaten(20, 14, "Wisdom")).flagged(
        "PA-CHK-01", "skill_contradicts_card", "Wisdom", "Combat 14 or Fortitude 11"
    )
    game.when(beaten(20, 11, "Fortitude")).clean()
    game.when(beaten(20, 14, "Arcane", using="Bolt")).clean()
    game.when(beaten(20, 14, "Wisdom", lent="Ring")).clean()


@pytest.mark.rule("PA-CHK-04", "PA-CHK-01")
def test_a_card_that_is_fought_says_combat_whatever_it_is_fought_with():
    game = known().when(explore(card="Marsh Troll"))

    for skill in ("Strength", "Melee"):
        game.when(beaten(20, 14, skill)).clean()
        game.when(beaten(20, 14, skill, using="")).clean()
        game.when(beaten(20, 11, skill)).flagged("PA-CHK-05", "difficulty_contradicts_card", 11, 14)
        game.when(beaten(12, None, skill)).brings("PA-DMG-01", amount=2)
    for skill in ("Dexterity", "Ranged"):
        game.when(beaten(20, 14, skill)).clean()
        game.when(beaten(20, 14, skill, using="")).flagged("PA-CHK-01", "skill_contradicts_card", skill)


@pytest.mark.rule("PA-CHK-04")
def test_a_spell_or_power_that_was_used_sets_the_skill_of_a_fight():
    game = known().when(explore(card="Marsh Troll"))

    game.when(beaten(20, 14, "Arcane")).flagged("PA-CHK-01", "skill_contradicts_card", "Arcane")
    game.when(play("A", "Frost Ray", "spell"), beaten(20, 14, "Arcane")).clean()
    game.when(power("A", "blast"), beaten(20, 14, "Arcane")).clean()
    game.when(play("A", "Bless", "blessing"), beaten(20, 14, "Arcane")).flagged("PA-CHK-01")
    game.when(play("B", "Frost Ray", "spell"), beaten(20, 14, "Arcane")).flagged("PA-CHK-01")


def test_the_built_in_facts_are_compared_too_but_not_with_another_set():
    table().when(explore(card="Skeleton"), beaten(20, 9)).flagged("PA-CHK-05", "difficulty_contradicts_card", 9, 8)
    table().when(explore(card="Skeleton"), beaten(20, 8)).clean()
    table(set="Skull & Shackles").when(explore(card="Skeleton"), beaten(20, 9)).clean()


@pytest.mark.parametrize(
    ("adventure", "agree", "differ", "computed"),
    [(3, (10, 16), (13, 18), "16"), (0, (10,), (12,), "10"), (None, (10, 12, 22), (11, 24), "10")],
)
def test_a_difficulty_that_grows_with_the_adventure_may_be_told_either_way(adventure, agree, differ, computed):
    game = known(adventure=adventure).when(explore(card="Ogre"))

    for difficulty in agree:
        game.when(beaten(30, difficulty)).clean()
    for difficulty in differ:
        game.when(beaten(30, difficulty)).flagged("PA-CHK-05", "difficulty_contradicts_card", difficulty, computed)


def test_veterans_of_the_built_in_facts_grow_with_the_adventure():
    table(adventure=1).when(explore(card="Mercenary"), beaten(20, 11)).clean()
    table(adventure=1).when(explore(card="Mercenary"), beaten(20, 12)).flagged(
        "PA-CHK-05", "difficulty_contradicts_card", 12, 11
    )


@pytest.mark.rule("PA-CRD-04", "PA-CHK-09", "PA-HEN-01")
def test_what_is_said_of_a_card_when_it_is_met_is_compared():
    game = known()

    game.when(explore(card="Marsh Troll", type="barrier")).flagged("PA-CRD-04", "type_contradicts_card")
    game.when(explore(card="Rope Bridge", type="barrier", checks=1)).flagged(
        "PA-CHK-09", "checks_contradicts_card", 1, 2
    )
    game.when(meet(card="Marsh Cultist", type="henchman", closes=True)).flagged(
        "PA-HEN-01", "closes_contradicts_card", "yes", "no"
    )
    flat = told(ToldCard(name="Marsh Troll", barrier=False))
    game.when(flat, explore(card="Marsh Troll", barrier=True)).flagged("PA-CRD-04", "barrier_contradicts_card")
    game.when(explore(card="Rope Bridge", type="barrier", checks=2)).clean()
    game.when(explore(card="Marsh Cultist", type="henchman", closes=False)).clean()


# What nobody said is filled in from what is known, and from nothing else


@pytest.mark.parametrize(
    ("total", "skill", "success"), [(13, "Combat", False), (14, "Combat", True), (11, "Fortitude", True)]
)
def test_a_difficulty_that_nobody_said_is_that_of_the_card(total, skill, success):
    game = known().when(explore(card="Marsh Troll"), beaten(total, None, skill)).clean()

    assert game.now.encounters[0].done[0].success is success
    assert [14 - total] * (not success) == [one.amount for one in game.now.damages]


def test_an_outcome_is_held_against_the_difficulty_of_the_card():
    game = known().when(explore(card="Marsh Troll"), beaten(13, outcome="success"))

    game.flagged("PA-CHK-05", "outcome_contradicts_total", "success", "fail")


def test_a_difficulty_stays_unknown_where_the_skill_leaves_it_open():
    game = known().when(explore(card="Marsh Troll"))

    assert game.when(beaten(13, None, "")).now.encounters[0].done[0].success is None
    assert game.when(beaten(13, None, "Arcane", using="Bolt")).now.encounters[0].done[0].success is None
    growing = known(adventure=None).when(explore(card="Ogre"), beaten(13))
    assert growing.now.encounters[0].done[0].success is None
    assert known(adventure=1).when(explore(card="Ogre"), beaten(12)).now.encounters[0].done[0].success is True


def test_a_value_that_was_only_stated_before_is_not_filled_in():
    game = table().when(explore(card="Bear"), beaten(10, 10), DEFEATED, meet(card="Bear", summoned=True), beaten(12))

    assert game.clean().now.encounters[0].done[0].success is None


@pytest.mark.rule("PA-CHK-09")
def test_how_many_checks_a_card_has_is_known_from_its_file():
    game = known().when(explore(card="Rope Bridge", type="barrier"))

    assert (game.now.encounters[0].checks, game.now.encounters[0].type) == (2, "barrier")
    game.when(beaten(9, None, "Acrobatics"), DEFEATED).refused_by("PA-CHK-11")
    both = game.when(beaten(9, None, "Acrobatics"), beaten(6, None, "Wisdom")).clean()
    assert [one.success for one in both.now.encounters[0].done] == [True, True]
    second = game.when(beaten(9, None, "Acrobatics"), beaten(9, 8, "Acrobatics"))
    second.flagged("PA-CHK-01", "skill_contradicts_card", "Acrobatics", "Wisdom 6")


def test_a_card_without_a_check_asks_for_none_and_one_that_is_a_barrier_deals_no_damage():
    game = known().when(explore(card="Lantern Spirit", type=""))

    assert (game.now.encounters[0].checks, game.now.encounters[0].barrier) == (0, True)
    assert game.now.encounters[0].type == "monster"
    game.when(DEFEATED).clean()
    game.refuses(beaten(9, 9), "PA-ENC-06")


@pytest.mark.rule("PA-HEN-01")
def test_whether_a_henchman_allows_a_closing_is_known_from_its_file():
    won = (explore(card="Marsh Cultist", type=""), win(), DEFEATED)

    known().when(explore(card="Marsh Cultist", type=""), beaten(9), DEFEATED).refuses(attempt(), "PA-CLS-01")
    known(closing_henchmen="any").when(won[0], beaten(9), DEFEATED).allows(attempt())
    table().when(explore(card="Marsh Cultist", type="henchman"), *won[1:]).allows(attempt())
    stated = explore(card="Marsh Cultist", type="", closes=True)
    known().when(stated, beaten(9), DEFEATED).allows(attempt())


# Recharging and closing


@pytest.mark.rule("PA-PLY-07", "PA-CHK-01")
def test_a_recharge_has_the_skill_and_the_difficulty_of_its_line():
    game = known(who("A", hand=["Wand", "Rock"])).when(explore(), play("A", "Wand", "item"), win(), DEFEATED)

    def again(total, difficulty=None, skill="Arcane"):
        return check("A", "recharge", total, difficulty, skill=skill, card="Wand")

    game.when(again(9, 8)).flagged("PA-PLY-07", "difficulty_contradicts_card", 8, 9)
    game.when(again(9, 9, "Melee")).flagged("PA-CHK-01", "skill_contradicts_card", "Melee", "Arcane or Divine 9")
    assert character(game.when(again(9)).clean().now, "A").deck.bottom == ("Wand",)
    assert "Wand" in character(game.when(again(8)).clean().now, "A").discard.known


@pytest.mark.rule("PA-PLY-07")
def test_a_card_without_a_recharge_line_is_not_recharged_by_it():
    game = known(who("A", hand=["Wand", "Rock"])).when(explore(), play("A", "Rock", "item"), win(), DEFEATED)

    game.refuses(check("A", "recharge", 9, 6, card="Rock"), "PA-PLY-07")
    unknown = table(who("A", hand=["Rock"])).when(explore(), play("A", "Rock", "item"), win(), DEFEATED)
    unknown.allows(check("A", "recharge", 9, 6, card="Rock"))


@pytest.mark.rule("PA-PLY-08")
def test_who_lacks_every_skill_of_a_told_recharge_line_cannot_recharge_by_it():
    bolt = ToldCard(name="Bolt", type="spell", recharge=(way(9, "Arcane"),))
    game = table(who("Kyra", hand=["Bolt"]), on_turn="Kyra").when(
        told(bolt), explore("Kyra"), play("Kyra", "Bolt", "spell"), win("Kyra"), DEFEATED
    )

    game.refuses(check("Kyra", "recharge", 9, skill="Arcane", card="Bolt"), "PA-PLY-08")


@pytest.mark.rule("PA-CLS-03")
def test_a_closing_has_the_skill_and_the_difficulty_of_its_location():
    game = known().when(explore(type="henchman"), win(), DEFEATED, attempt())

    def close(total, difficulty=None, skill="Wisdom"):
        return check("A", "close", total, difficulty, skill=skill)

    game.when(close(9, 6)).flagged("PA-CLS-03", "difficulty_contradicts_card", 6, 7)
    game.when(close(9, 7, "Combat")).flagged("PA-CHK-01", "skill_contradicts_card", "Combat", "Wisdom or Divine 7")
    game.when(close(7), shut()).clean().deck("L1", status="closed")
    game.when(close(6)).clean().refuses(shut(), "PA-CLS-07")


def test_a_location_shows_what_its_closing_takes():
    game = known()

    assert [place(game.now, name).closing for name in ("L1", "L2", "L3")] == [
        "Wisdom or Divine 7",
        "banish an item",
        "",
    ]
    later = ToldLocation(name="Cave", closing=(way(5, "Wisdom"),))
    moved = table(complete=False).when(told(places=(later,)), e.Moved(who="A", to="Cave", cause="effect"))
    assert place(moved.now, "Cave").closing == "Wisdom 5"


# What is told


@pytest.mark.rule("PA-CRD-03", "PA-CRD-04")
def test_what_is_told_against_the_built_in_facts_is_found():
    table().when(told(ToldCard(name="Skeleton", check=((way(9, "Combat"),),)))).flagged(
        "PA-CRD-04", "told_contradicts_facts", "Combat 9", "Combat 8"
    )
    table().when(told(ToldCard(name="Sage", type="item"))).flagged(
        "PA-CRD-03", "told_contradicts_facts", "item", "ally"
    )
    table().when(told(ToldCard(name="Sage", copies=40))).flagged("PA-CRD-03", "told_contradicts_facts", 40)
    table().when(told(ToldCard(name="Skeleton", type="monster", traits=("undead", "basic", "skeleton")))).clean()


@pytest.mark.rule("PA-CRD-06")
def test_cards_are_told_of_the_set_that_is_played_with():
    table().when(told(TROLL, set="Skull & Shackles")).flagged("PA-CRD-06", "another_set", "Skull & Shackles")
    table(set="Skull & Shackles (first line)").when(told(TROLL, set="skull & shackles")).clean()
    table(set="Skull & Shackles").when(told(TROLL)).flagged("PA-CRD-06", "another_set")


@pytest.mark.rule("PA-CHK-05", "PA-CLS-03", "PA-PLY-07")
def test_what_is_told_against_what_was_recorded_names_the_event():
    game = table(who("A", hand=["Wand"])).when(explore(card="Marsh Troll"), beaten(20, 12), DEFEATED)

    late = game.when(told(TROLL)).flagged("PA-CHK-05", "differs_from_before", 14, 12)
    assert "event 3" in late.found[0].message
    game.when(told(CULTIST)).clean()
    recharged = (
        table(who("A", hand=["Wand"]))
        .when(explore(), play("A", "Wand", "item"), win(), DEFEATED)
        .when(check("A", "recharge", 9, 8, skill="Divine", card="Wand"))
    )
    recharged.when(told(WAND)).flagged("PA-PLY-07", "differs_from_before", 9, 8)
    closing = table().when(explore(type="henchman"), win(), DEFEATED, attempt())
    closed = closing.when(check("A", "close", 9, 8, skill="Divine"), shut())
    closed.when(told(places=(CHAPEL,))).flagged("PA-CLS-03", "differs_from_before", 7, 8)


def test_what_is_told_again_replaces_what_was_told_and_keeps_the_rest():
    game = known().when(
        told(ToldCard(name="Marsh Troll", check=((way(15, "Combat"),),)), ToldCard(name="Wand", copies=2))
    )

    assert ((way(15, "Combat"),),) == game.now.cards.card("Marsh Troll").check
    assert game.now.cards.card("Marsh Troll #2").type == "monster"
    assert (2, WAND.recharge) == (game.now.cards.card("Wand").copies, game.now.cards.card("Wand").recharge)


def test_cards_can_be_told_at_any_time_and_are_part_of_the_position():
    game = table(who("A", hand=0, deck=0)).when(explore(), lose(by=3)).allows(told(TROLL))
    after = game.when(told(TROLL, places=(CHAPEL,)))

    flat = json.loads(msgspec.json.encode(position(after.now)))
    assert knowledge_of(flat["told_cards"]) == after.now.cards
    assert hash_of(after.now) != hash_of(game.now)
    event = told(*ALL, places=(CHAPEL, MILL), digest="x")
    assert e.decoder.decode(msgspec.json.encode(event)) == event


# What was stated is remembered


def said(game):
    return {(one.card, one.what): (one.value, one.event) for one in game.now.asserted}


def test_everything_that_is_stated_of_a_card_is_kept_with_its_event():
    game = table().when(meet(card="Odd Gate", type="barrier", checks=2, summoned=True), beaten(9, 8, "Wisdom"))
    game = game.when(beaten(9, 6, "Divine"), DEFEATED, meet(card="Thug", type="henchman", closes=True))
    game = game.when(beaten(9, 9), DEFEATED)

    assert said(game) == {
        ("Odd Gate", "type"): ("barrier", 2), ("Odd Gate", "checks"): ("2", 2),
        ("Odd Gate", "defeat 1 Wisdom"): ("8", 3), ("Odd Gate", "defeat 2 Divine"): ("6", 4),
        ("Thug", "type"): ("henchman", 6), ("Thug", "closes"): ("yes", 6), ("Thug", "defeat 1 Combat"): ("9", 7),
    }  # fmt: skip


def test_of_a_sum_the_part_of_the_card_is_kept_and_copies_count_as_one_card():
    game = table().when(explore(card="Bear 2"), beaten(20, 15, difficulty_parts=plus(12, (3, "woods"))))

    assert said(game)["Bear", "defeat 1 Combat"] == ("12", 3)


def test_the_same_said_again_changes_nothing():
    game = table().when(explore(card="Bear"), beaten(12, 12), DEFEATED)
    again = game.when(meet(card="Bear", summoned=True), beaten(12, 12)).clean()

    assert again.now.asserted is game.now.asserted


@pytest.mark.rule("PA-CHK-05", "PA-CHK-09", "PA-CRD-08", "PA-HEN-01")
def test_a_value_that_differs_from_the_one_before_is_found_with_both_events():
    game = table().when(explore(card="Thug", type="henchman", checks=1, closes=True), beaten(12, 12), DEFEATED)

    def later(**more):
        return meet(card="Thug", summoned=True, **{"type": "henchman", **more})

    found = game.when(later(), beaten(14, 14)).flagged("PA-CHK-05", "differs_from_before", 14, "12 (event 3)")
    assert "event 3" in found.found[0].message
    assert said(found)["Thug", "defeat 1 Combat"] == ("14", 6)
    game.when(later(checks=2)).flagged("PA-CHK-09", "differs_from_before", 2, "1 (event 2)")
    game.when(later(closes=False)).flagged("PA-HEN-01", "differs_from_before", "no", "yes (event 2)")
    game.when(later(type="monster")).flagged("PA-CRD-08", "differs_from_before", "monster", "henchman (event 2)")
    game.when(later(), beaten(14, 13, "Divine")).clean()


@pytest.mark.rule("PA-PLY-07", "PA-CLS-03")
def test_recharges_and_closings_are_compared_with_those_before():
    game = table(who("A", hand=["Wand", "Wand"])).when(explore(), play("A", "Wand", "item"), win(), DEFEATED)
    again = check("A", "recharge", 9, 10, skill="Arcane", card="Wand")
    other = play("A", "Wand", "item", use="step")
    game = game.when(check("A", "recharge", 9, 11, skill="Arcane", card="Wand"), other, again)

    game.flagged("PA-PLY-07", "differs_from_before", 10, "11 (event 6)")
    villain = table(who("A"), who("B", at="L2"), who("C", at="L2")).when(explore(card="V", type="villain"))
    tried = [e.TempCloseAttempted(who=name, place="L2") for name in "BC"]
    villain = villain.when(tried[0], check("B", "temp_close", 2, 8, skill="Wisdom"), tried[1])
    villain.when(check("C", "temp_close", 9, 9, skill="Wisdom")).flagged(
        "PA-CLS-03", "differs_from_before", 9, "8 (event 4)"
    )


def test_bare_numbers_are_not_compared_where_posts_are_taken_in():
    game = table(mode="record").when(explore(card="Bear"), beaten(12, 12), DEFEATED, meet(card="Bear", summoned=True))

    game.when(beaten(14, 14)).clean()
    parts = {"difficulty_parts": plus(13, 1)}
    game.when(beaten(14, 14, **parts)).flagged("PA-CHK-05", "differs_from_before", 13)


# What is remembered is offered


class Elsewhere(Memory):
    def of(self, card):
        values = [
            ("defeat 1", "Combat", 13),
            ("defeat 1", "Divine", 9),
            ("recharge", "Arcane", 8),
            ("close", "Wisdom", 4),
        ]
        return tuple(
            Remembered(card=card, what=what, skill=skill, difficulty=number, where="tuesday#41")
            for what, skill, number in values
        )


def texts(found):
    return [(one.text, one.where) for one in found]


def test_a_value_is_offered_from_the_card_then_from_this_game_then_from_others():
    game = known().when(explore(card="Marsh Troll"), beaten(20, 14), DEFEATED)
    state = msgspec.structs.replace(game.now, memory=Elsewhere())

    assert texts(remembered(state, "Marsh Troll", "defeat")) == [
        ("Combat 14", "the card file"), ("Fortitude 11", "the card file"),
        ("Combat 13", "tuesday#41"), ("Divine 9", "tuesday#41"),
    ]  # fmt: skip
    assert texts(remembered(game.now, "Skeleton", "defeat")) == [("Combat 8", "the card")]
    assert texts(remembered(state, "Bolt", "recharge")) == [("Arcane 8", "tuesday#41")]
    assert texts(remembered(state, "L1", "temp_close")) == [
        ("Wisdom 7", "the card file"),
        ("Divine 7", "the card file"),
        ("Wisdom 4", "tuesday#41"),
    ]
    assert texts(remembered(game.now, "Wand", "acquire")) == [("Arcane 7", "the card file")]
    assert texts(remembered(game.now, "Wand", "defeat")) == []


def test_what_this_game_stated_is_offered_with_its_event():
    game = table().when(explore(card="Bear"), beaten(12, 12), DEFEATED, meet(card="Bear 2", summoned=True))

    assert texts(offered(game.now)) == [("Combat 12", "event 3")]
    assert texts(offered(game.when(beaten(12, 12), DEFEATED).now)) == []
    assert texts(offered(table().when(explore(card=None)).now)) == []


def test_the_check_that_is_due_is_offered_and_no_other():
    bridge = known().when(explore(card="Rope Bridge", type="barrier"))

    assert [one.text for one in offered(bridge.now)] == ["Dexterity 8", "Acrobatics 8"]
    bridge = bridge.when(beaten(9, None, "Acrobatics"))
    assert [one.text for one in offered(bridge.now)] == ["Wisdom 6"]
    assert texts(offered(bridge.when(beaten(9, None, "Wisdom")).now)) == []
    closing = known().when(explore(type="henchman"), win(), DEFEATED, attempt())
    assert [one.text for one in offered(closing.now)] == ["Wisdom 7", "Divine 7"]
    assert [one.text for one in offered(known(adventure=3).when(explore(card="Ogre")).now)] == ["Combat 16"]


def test_what_is_offered_is_a_line_to_type_with_where_it_was_said():
    state = msgspec.structs.replace(known().when(explore(card="Bear")).now, memory=Elsewhere())

    assert remembered_checks(state) == [
        ('check Combat 13 "<dice>" <results>', '"Bear" is Combat 13 to defeat as said in tuesday#41', "PA-CHK-05"),
        ('check Divine 9 "<dice>" <results>', '"Bear" is Divine 9 to defeat as said in tuesday#41', "PA-CHK-05"),
    ]
    bridge = known().when(explore(card="Rope Bridge", type="barrier"), beaten(9, None, "Acrobatics"))
    assert remembered_checks(bridge.now)[0][1] == '"Rope Bridge" is Wisdom 6 to defeat, check 2 by the card file'
    villain = table(who("A"), who("B", at="L2")).when(
        told(places=(ToldLocation(name="L2", closing=(way(7, "Wisdom"),)),))
    )
    tried = villain.when(explore(card="V", type="villain"), e.TempCloseAttempted(who="B", place="L2"))
    assert remembered_checks(tried.now) == [
        ('B: check Wisdom 7 "<dice>" <results>', '"L2" is Wisdom 7 to close by the card file', "PA-CLS-03")
    ]
    event = read_line(tried.now, 'B: check Wisdom 7 "1d8" 5').events[0]
    assert (event.purpose, event.who, event.difficulty) == ("temp_close", "B", 7)
    assert GAME.option_texts(state)[:2] == remembered_checks(state)


def test_an_equals_sign_takes_what_was_said_and_is_refused_where_that_is_not_one_value():
    def typed(table_, text, memory=None):
        reading = read_line(msgspec.structs.replace(table_.now, memory=memory or Memory()), text)
        return reading.fault.message if reading.fault else [(one.skill, one.difficulty) for one in reading.events]

    troll = known().when(explore(card="Marsh Troll"))
    assert typed(troll, 'check fortitude = "1d8" 5') == [("Fortitude", 11)]
    assert typed(troll, 'check = "1d8" 5') == ('"=" could be Combat 14 (the card file) or Fortitude 11 (the card file)')
    bear = table().when(explore(card="Bear"))
    assert typed(bear, 'check combat = "1d8" 5') == 'nothing was said of the check of "Bear"'
    assert typed(bear, 'check combat = "1d8" 5', Elsewhere()) == [("Combat", 13)]
    assert typed(bear, 'check divine = "1d8" 5 after +2 Cure', Elsewhere()) == [("Divine", 9)]
    assert "nothing says which check is meant" in typed(table(), 'check combat = "1d8" 5')


def test_memory_changes_neither_a_state_nor_its_hash_and_goes_on_with_the_game():
    game = table().when(explore(card="Bear"))
    state = msgspec.structs.replace(game.now, memory=Elsewhere())

    assert state == game.now
    assert hash_of(state) == hash_of(game.now)
    assert texts(offered(state)) == [("Combat 13", "tuesday#41"), ("Divine 9", "tuesday#41")]
    after = Table(state).when(beaten(9))
    assert after.clean().now.encounters[0].done[0].success is None
    assert isinstance(after.now.memory, Elsewhere)


# As rows


def steps_of(*events):
    game = table()
    found = []
    state = game.now
    for version, event in enumerate(events, start=11):
        after, effects = reducer.evolve(state, event)
        found.append(
            Step(entry=Entry(version=version, action=version, event=event), before=state, after=after, effects=effects)
        )
        state = after
    return found


def test_a_game_says_each_value_once_with_the_event_that_said_it_first():
    rows = card_values(
        steps_of(
            explore(card="Bear"), beaten(12, 12), DEFEATED, explore(card="Bear"), beaten(14, 14), DEFEATED,
            told(ROCK, GROWING, CULTIST, places=(CHAPEL, MILL)),
        )
    )  # fmt: skip

    assert [(one.version, one.card, one.what, one.value, one.how) for one in rows] == [
        (11, "Bear", "type", "monster", "stated"), (12, "Bear", "defeat 1 Combat", "12", "stated"),
        (15, "Bear", "defeat 1 Combat", "14", "stated"), (17, "Rock", "type", "item", "told"),
        (17, "Ogre", "type", "monster", "told"), (17, "Ogre", "checks", "1", "told"),
        (17, "Ogre", "defeat 1 Combat", "10", "told"), (17, "Ogre", "per adventure", "2", "told"),
        (17, "Marsh Cultist", "type", "henchman", "told"), (17, "Marsh Cultist", "closes", "no", "told"),
        (17, "Marsh Cultist", "checks", "1", "told"), (17, "Marsh Cultist", "defeat 1 Combat", "9", "told"),
        (17, "L1", "close Wisdom", "7", "told"), (17, "L1", "close Divine", "7", "told"),
        (17, "L2", "closing", "banish an item", "told"),
    ]  # fmt: skip


def test_what_closing_a_location_takes_is_said_with_the_start():
    begun = table(places=(LocationSetup(name="Mill", closing="banish an item"), "L1"))
    after, _ = reducer.evolve(begun.now, explore())
    entry = Entry(version=5, action=5, event=explore())
    rows = list(card_values([Step(entry=entry, before=begun.now, after=after, effects=())]))

    assert [(one.version, one.card, one.what, one.value, one.firm) for one in rows if one.card == "Mill"] == [
        (1, "Mill", "closing", "banish an item", False)
    ]


def test_what_a_correction_makes_void_says_nothing_of_cards():
    voided = e.Correction(reason="wrong card", void=(2, 3))
    rows = card_values(steps_of(explore(card="Bear"), beaten(12, 12), voided, explore(card="Boar", type="monster")))

    assert [(one.version, one.card, one.what) for one in rows] == [(14, "Boar", "type")]
