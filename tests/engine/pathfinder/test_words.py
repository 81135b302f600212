"""How the log speaks of a scenario: every event and every consequence in game words."""

import random
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import engine.pathfinder
from engine.game import Beginning
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.card_values import ToldCard, ToldLocation
from engine.pathfinder.cards import Requirement
from engine.pathfinder.effect_words import _EFFECTS
from engine.pathfinder.events import CharacterSetup, LocationSetup, Part, PathfinderStarted, ZoneChange
from engine.pathfinder.game import GAME
from engine.pathfinder.offers_slots import CARD, NAME, POWER
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.words import describe, offer
from engine.pathfinder.zones import counted, of
from engine.simulate import random_game
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    UNDEFEATED,
    against,
    attempt,
    begin,
    check,
    damage,
    dice,
    died,
    effect,
    end,
    escape,
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
    rule_on,
    shut,
    started,
    table,
    taken,
    who,
    win,
)
from tests.engine.pathfinder.walking import thrown, walk


def told(game, *events):
    """The last of these events in game words, the others recorded before it."""
    *before, last = events
    return describe((game.when(*before) if before else game).now, last)


FOUGHT = explore("A", "Bunyip", "monster")


# Checks


def test_a_check_tells_difficulty_dice_total_and_what_it_came_to():
    rolled = check(
        "A", "other", skill="Combat", difficulty=16, modifiers=plus(7),
        dice=dice((8, 3), (8, 2), (10, 2), (8, 6), (4, 2)),
    )  # fmt: skip

    assert told(table(), rolled) == ("A made the Combat check of 16: 2d8+1d10+1d8+1d4+7 = 3, 2, 2, 6, 2: 22, succeeded")


def test_a_check_tells_the_parts_of_its_difficulty_with_their_reasons():
    hard = check("A", "defeat", difficulty=17, total=14, difficulty_parts=plus(12, (6, "adventure"), (-1, "Bless")))

    assert told(table(), FOUGHT, hard) == (
        'A made the check of 17, 12 + 6 (adventure) - 1 (Bless), to defeat "Bunyip": a total of 14, failed by 3'
    )


def test_the_reason_of_a_difficulty_that_is_no_sum_stands_behind_it():
    hard = check("A", "defeat", difficulty=8, total=8, difficulty_parts=plus((8, "card")))
    bare = check("A", "defeat", difficulty=8, total=8, difficulty_parts=plus(8))

    assert told(table(), FOUGHT, hard) == 'A made the check of 8 (card) to defeat "Bunyip": a total of 8, succeeded'
    assert told(table(), FOUGHT, bare) == 'A made the check of 8 to defeat "Bunyip": a total of 8, succeeded'


def test_cards_of_one_name_are_told_together_where_their_order_does_not_matter():
    assert told(table(), reset("A", drawn=("Cure", "Bear", "Cure", "Cure"))) == (
        'A reset the hand: drew 3 "Cure" and "Bear"'
    )
    assert told(table(), effect("examine", place="L1", looked=("Cure", "Bear", "Cure"))) == (
        'A examined the deck of L1, "Cure", "Bear" and "Cure"'
    )


def test_a_number_of_cards_that_agrees_with_their_names_is_not_told_twice():
    assert told(table(), e.StatePosted(who="A", hand=("Cure", "Cure"), hand_count=2)) == (
        'A stated the cards: hand 2 "Cure"'
    )
    assert told(table(), e.StatePosted(who="A", hand_count=0)) == "A stated the cards: 0 cards in hand"


def test_a_check_tells_why_each_die_was_rolled_and_what_came_after_the_roll():
    rolled = check(
        "A", "defeat", skill="Melee", difficulty=12, using="Longsword",
        dice=dice((10, 4, "Melee"), (8, 2, "Longsword"), (8, 5, "Longsword")), modifiers=plus((1, "feats"), -2),
        after=plus((3, "Crow")),
    )  # fmt: skip

    assert told(table(), FOUGHT, rolled) == (
        'A made the Melee check of 12 to defeat "Bunyip" with Longsword: '
        "1d10 (Melee) + 2d8 (Longsword) + 1 (feats) - 2 = 4, 2, 5: 10, after the roll 3 (Crow): 13, succeeded"
    )


def test_what_was_posted_is_told_beside_what_the_dice_say():
    rolled = check(
        "A", "defeat", difficulty=12, total=15, outcome="fail", dice=dice((10, 9), (4, 3)), modifiers=plus(4)
    )

    assert told(table(), FOUGHT, rolled) == (
        'A made the check of 12 to defeat "Bunyip": 1d10+1d4+4 = 9, 3: 16, posted as 15, told as failed'
    )


def test_what_nobody_told_of_a_check_is_not_told():
    assert told(table(), FOUGHT, check("A", "defeat", skill="Combat", total=9)) == (
        'A made the Combat check, its difficulty not told, to defeat "Bunyip": a total of 9, outcome not told'
    )
    assert told(table(), FOUGHT, check("A", "defeat", outcome="success", difficulty=9)) == (
        'A made the check of 9 to defeat "Bunyip": dice and total not told, succeeded'
    )
    assert told(table(), FOUGHT, check("A", "defeat", total=0, difficulty=0)) == (
        'A made the check of 0 to defeat "Bunyip": a total of 0, succeeded'
    )


def test_a_difficulty_that_the_card_is_known_to_have_is_told_as_known():
    ogre = ToldCard(name="Ogre", type="monster", check=((Requirement(skills=("Combat",), difficulty=12),),))
    game = table().when(e.CardsTold(cards=(ogre,)), explore("A", "Ogre", "monster"))

    assert told(game, check("A", "defeat", skill="Combat", total=9)) == (
        'A made the Combat check of 12, as it is known to have, to defeat "Ogre": a total of 9, failed by 3'
    )
    assert offer(game.now, check("A", "defeat", skill="Combat")) == (
        'make the Combat check of 12, as it is known to have, to defeat "Ogre"'
    )


def test_a_check_without_dice_invents_none():
    assert told(table(), FOUGHT, check("A", "defeat", difficulty=9, auto="success", why="can't miss.")) == (
        'A succeeded without dice at the check of 9 to defeat "Bunyip" (can\'t miss)'
    )
    assert told(table(), FOUGHT, check("A", "defeat", auto="fail", outcome="success")) == (
        'A failed without dice at the check, its difficulty not told, to defeat "Bunyip", told as succeeded'
    )
    assert told(table(), FOUGHT, check("A", "defeat", difficulty=9, deliberate=True)) == (
        'A failed on purpose at the check of 9 to defeat "Bunyip"'
    )


def test_checks_of_a_row_rerolls_and_lent_skills_are_told():
    row = explore("A", "Ogre", "monster", checks=2)

    assert told(table(), row, check("A", "defeat", 10, 9, which=2)) == (
        'A made the check of 9 (check 2 of 2) to defeat "Ogre": a total of 10, succeeded'
    )
    assert told(table(), FOUGHT, check("A", "defeat", 10, 9, reroll_by="Luck", lent="Guide", using="")) == (
        'A rolled the check of 9 to defeat "Bunyip" again by "Luck" with no card and no power, '
        'the skill lent by "Guide": a total of 10, succeeded'
    )


@pytest.mark.parametrize(
    ("purpose", "aim"),
    [
        ("acquire", 'to acquire "Bunyip"'),
        ("close", "to close L1"),
        ("temp_close", "to close L1 for a time"),
        ("before", 'before the encounter with "Bunyip"'),
        ("after", 'after the encounter with "Bunyip"'),
    ],
)
def test_a_check_tells_what_it_is_for(purpose, aim):
    assert told(table(), FOUGHT, check("A", purpose, 10, 9)) == f"A made the check of 9 {aim}: a total of 10, succeeded"


def test_a_recharge_names_its_card():
    assert told(table(), check("A", "recharge", 7, 8, card="Cure")) == (
        'A made the check of 8 to recharge "Cure": a total of 7, failed by 1'
    )


def test_a_skill_is_fixed_before_the_check():
    assert told(table(), FOUGHT, e.CheckStarted(who="A", skill="Wisdom")) == (
        'A chose Wisdom for the check against "Bunyip"'
    )
    assert told(table(), e.CheckStarted(who="A", skill="Wisdom", which=2)) == "A chose Wisdom for check 2"


# Cards and powers


def test_a_card_is_told_with_its_type_its_way_and_its_use():
    assert told(table(), play("A", "Bear", "ally", use="explore")) == 'A discarded "Bear", an ally, to explore'
    assert told(table(), FOUGHT, play("B", "Bless", "blessing", "recharge")) == (
        'B recharged "Bless", a blessing, for the check of A'
    )
    assert told(table(), FOUGHT, play("A", "Torch", "", "bury", cost="Burning Hands")) == (
        'A buried "Torch" to pay for Burning Hands'
    )
    assert told(
        table(),
        FOUGHT,
        play("A", "Sling", "weapon", "reveal", replaces=True, powers=("reveal", "discard"), permission="Fury",
             says_so=True, lacks_skill=True, allowed_by="Rage"),
    ) == (
        'A revealed "Sling", a weapon, for the check, using its powers to reveal and discard, which sets how the '
        'check is made, a further card of its type by "Fury", as its text says, without the skill that it asks for, '
        'allowed by "Rage"'
    )  # fmt: skip


def test_a_power_is_told_with_what_it_cost():
    assert told(table(), FOUGHT, power("A", "Bless", cost=(pay("Cure", "spell"),), replaces=True)) == (
        'A used the power "Bless" for the check, which sets how the check is made and discarded "Cure", a spell, for it'
    )
    assert told(table(), power("A", "Sneak", use="evade", when="in_play")) == (
        'A used the power "Sneak" to evade, while cards are played'
    )


# Damage


def test_damage_is_told_with_its_amount_kind_and_source():
    failed = (FOUGHT, lose("A", 3))

    assert told(table(), *failed, damage("A")) == "A was dealt 3 damage for a failed check"
    assert told(table(), damage("A", source="other", by="Trap", type="Fire", dice=dice((4, 3)), modifiers=plus(1))) == (
        "A was dealt 4 Fire damage by Trap: 1d4+1 = 3"
    )
    assert told(table(), FOUGHT, damage("A", 2, "before")) == "A was dealt 2 damage before the check"
    assert told(table(), damage("A", source="other")) == "A was dealt damage, not told how much"
    assert told(table(), *failed, e.DamageReduced(who="A", amount=2, by="Shield", type="Combat", character="B")) == (
        "A reduced the Combat damage of 3 by 2 by Shield of B"
    )


def test_taken_damage_is_told_with_its_cards_or_their_number():
    failed = table().when(FOUGHT, lose("A", 2))

    assert told(failed, taken("A", cards=("Cure", "Bear"))) == 'A discarded "Cure" and "Bear" for 2 damage'
    assert told(failed, taken("A", 1)) == "A discarded 1 card for 2 damage"
    assert told(failed, taken("A", 0)) == "A discarded no cards for 2 damage"
    assert told(failed, taken("A")) == "A discarded cards, not told which, for 2 damage"
    assert told(table(), taken("A", 1, origin="deck")) == "A discarded 1 card from the deck for damage"


# The turn


def test_a_turn_is_told_from_its_beginning_to_its_end():
    game = table().when(end("A"))

    assert told(game, begin("B")) == "B began turn 2"
    assert told(game, begin("B"), FLIP) == ("B turned over a blessing, not told which, 29 left in the blessings deck")
    assert told(game, begin("B"), e.BlessingAdvanced(card="BotG", left=20)) == (
        'B turned over "BotG", 20 left in the blessings deck'
    )
    assert told(table(), e.CardGiven(who="A", to="B", card="Cure")) == 'A gave "Cure" to B'
    assert told(table(), e.CardGiven(who="A", to="B")) == "A gave a card, not told which, to B"
    assert told(table(), move("A", "L2")) == "A moved from L1 to L2"
    assert told(table(), move("A", "L2", cause="effect", origin="L3")) == "A moved from L3 to L2 by an effect"
    assert told(table(), end("A")) == "A ended turn 1"


def test_a_reset_tells_what_was_discarded_and_drawn():
    assert told(table(), reset("A", discarded=("Cure",), drawn=("Bear", "Torch"))) == (
        'A reset the hand: discarded "Cure", drew "Bear" and "Torch"'
    )
    assert told(table(), reset("A", discards=1, draws=0)) == "A reset the hand: discarded 1 card, drew no cards"
    assert told(table(), reset("A")) == "A reset the hand: what was drawn is not told"


def test_starting_hands_are_told():
    assert told(table(), e.HandRedrawn(who="A", hand=("Cure", "Bear"))) == (
        'A put away a starting hand without the favored type: "Cure" and "Bear"'
    )
    assert told(table(), e.HandRedrawn(who="A")) == (
        "A put away a starting hand without the favored type: its cards not told"
    )
    drawn = e.HandDrawn(who="A", hand=("Cure", "Bear"), favored="spell", hand_size=5, deck=13, discard=0, buried=0)
    assert told(table(), drawn) == (
        'A drew the starting hand, with spell as the favored type: "Cure" and "Bear" '
        "(hand size 5, deck 13, discard 0, buried 0)"
    )
    assert told(table(), e.HandDrawn(who="A", count=4)) == "A drew the starting hand: 4 cards"
    assert told(table(), e.HandDrawn(who="A")) == "A drew the starting hand: its cards not told"


# Encounters


def test_an_exploration_tells_its_price_and_what_was_met():
    assert told(table(), FOUGHT) == 'A explored L1 for free and met "Bunyip", a monster'
    assert told(table(), explore("A", "Zogmugot", "henchman", checks=2, closes=False, barrier=True)) == (
        'A explored L1 for free and met "Zogmugot", a henchman, 2 checks, its defeat allows no closing, '
        "a barrier besides"
    )
    paid = e.Explored(who="A", source="card", paid=pay("Bear", "ally", permission="Lem"), card="Ogre", checks=0)
    assert told(table(), paid) == (
        'A discarded "Bear", an ally, which "Lem" allows, to explore L1 and met "Ogre", a monster, no check'
    )
    assert told(table(), e.Explored(who="A", source="effect")) == (
        "A explored L1 by an effect and met a card that is not told"
    )


def test_an_exploration_tells_the_place_and_the_number_of_the_card_that_were_stated():
    assert told(table(), explore("A", "Bunyip", place="L3", slot=4)) == (
        'A explored L3 for free and met card 4, "Bunyip", a monster'
    )
    assert told(table(), e.Explored(who="A", type="monster", slot=4)) == (
        "A explored L1 for free and met card 4, a monster that is not told"
    )


def test_the_type_that_the_owner_told_is_told():
    owned = table().when(e.CardsTold(cards=(ToldCard(name="Wombat", type="monster"),)))

    assert told(owned, explore("A", "Wombat", "")) == 'A explored L1 for free and met "Wombat", a monster'
    assert told(table(), explore("A", "Wombat", "")) == 'A explored L1 for free and met "Wombat"'


def test_values_that_the_owner_told_are_told_with_their_file():
    cards = (ToldCard(name="Bunyip", type="monster"), ToldCard(name="Cure"))
    event = e.CardsTold(cards=cards, locations=(ToldLocation(name="L1"),), origin="cards.toml", digest="ab12")

    assert told(table(), event) == (
        'the owner told the values of 2 cards and 1 location from cards.toml (hash ab12): "Bunyip", "Cure" and L1'
    )


def test_a_summoned_card_is_told_with_who_must_face_it():
    met = meet("A", "Ghost", "monster", summoned=True, copies=2, faced_by=3, phase="before", closes=True)

    assert told(table(), met) == (
        'A encountered "Ghost", a monster, summoned, before its check, of which the box has 2, '
        "which 3 characters must face, its defeat allows a closing"
    )
    assert told(table(), e.EncounterStarted(who="A")) == "A encountered a card that is not told"


def test_what_nobody_is_named_for_is_told_without_a_name():
    met = meet("", "Ghost", "monster", checks=2)

    assert told(table(), met) == '"Ghost", a monster, was encountered, 2 checks'
    assert told(table(), met, play("A", "Bless", "blessing")) == 'A discarded "Bless", a blessing, for the check'


def test_only_the_first_turn_of_a_scenario_has_a_first_player():
    begun = started(middle=False, on_turn="", turn=0)

    assert describe(reducer.start(begun), begin("A")) == "A began turn 1, as the first player"
    assert describe(reducer.start(replace(begun, middle=True)), begin("A")) == "A began turn 1"
    assert describe(reducer.start(begun), begin("A", turn=3)) == "A began turn 3"


def test_the_end_of_an_encounter_tells_where_the_card_went():
    fought = table().when(FOUGHT)

    assert told(fought, DEFEATED) == 'A defeated "Bunyip"'
    assert told(fought, UNDEFEATED) == 'A did not defeat "Bunyip"'
    assert told(fought, resolved("undefeated", zone="location", order="shuffled")) == (
        'A did not defeat "Bunyip", which went to the deck of L1, shuffled in'
    )
    assert told(fought, resolved("cut_short", order="bottom", allowed_by="Doom")) == (
        'A cut short the encounter with "Bunyip", which went back to its deck, at the bottom, allowed by "Doom"'
    )
    assert told(fought, resolved("acquired", zone="discard")) == (
        'A acquired "Bunyip", which went to the discard pile of A'
    )
    assert told(fought, resolved("banished")) == 'A failed to acquire and banished "Bunyip"'
    assert told(fought, resolved("declined", zone="box")) == 'A declined "Bunyip", which went to the box'
    assert told(fought, e.Evaded(who="A", by="Invisibility")) == 'A evaded "Bunyip" by Invisibility'
    assert told(fought, e.Evaded(who="A")) == 'A evaded "Bunyip", not told by what'


def test_what_is_left_pending_is_told_with_its_owner():
    fought = table().when(FOUGHT)
    left = e.LeftPending(owner="B", reason="waiting for B.")

    assert told(fought, left) == '"Bunyip" was left pending for B (waiting for B)'
    assert told(fought, left, e.Resumed(task=1)) == 'B took up "Bunyip" again, left pending as task 1'
    assert told(fought, e.Resumed(task=4)) == "task 4, which was left pending, was taken up again"


def test_a_late_entry_says_where_it_belongs():
    later = table().when(FOUGHT, win(), DEFEATED)

    assert told(later, damage("A", 1, "after", late=1)) == (
        'A was dealt 1 damage after the check (entered late: it belongs to encounter 1, the one with "Bunyip")'
    )
    assert told(later, damage("A", 1, "after", late=9)) == (
        "A was dealt 1 damage after the check (entered late: it belongs to encounter 9)"
    )


# Locations and the villain


def test_closings_are_told():
    game = table(places=("L1", LocationSetup(name="L2", deck=counted(9), closing="succeed at a Wisdom check.")))

    assert told(game, attempt("A", "L1")) == "A tried to close L1 for good, with the outcome still to come"
    assert told(game, attempt("A", "L2", "success", unpaid=2)) == (
        "A tried to close L2 for good (succeed at a Wisdom check) and met the requirement, 2 of its price still to be paid"
    )
    assert told(game, attempt("A", "L1", "fail")) == "A tried to close L1 for good and failed"
    assert told(game, against("A", "L1", only_check=True)) == (
        "A tried to close L1 for a time and met the requirement, only its check"
    )
    assert told(game, e.PricePaid(who="A", amount=2, paid=pay("Cure", "spell", "bury"))) == (
        'A paid 2 of the price of closing the location: buried "Cure", a spell'
    )
    assert told(game, e.LocationSearched(place="L1", villain="V")) == 'a search found "V" in the deck of L1'
    assert told(game, shut("L1", pending=True)) == (
        "L1 was closed for good, after its henchman was defeated, part of the price still to come"
    )
    assert told(game, shut("L1", "empty_deck")) == "L1 was closed for good, with no card left in its deck"
    assert told(game, shut("L1", "villain")) == "L1 was closed for good, after the villain was defeated there"
    assert told(game, shut("L1", "effect")) == "L1 was closed for good, by an effect"


def test_an_escape_tells_places_and_blessings():
    assert told(table(), escape(3, ("L1", "L2", "L3"), pool="blessings")) == (
        '"V" escaped to L1, L2 and L3, one of 3 open locations with 2 blessings from the blessings deck'
    )
    assert told(table(), e.VillainEscaped()) == (
        "the villain escaped, not told where, not told with how many blessings"
    )
    dealt = escape(2, ("L1", "L2"), cards=("Blessing of the Gods", "V"))
    assert told(table(), dealt) == (
        '"V" escaped to L1 ("Blessing of the Gods") and L2 ("V"), one of 2 open locations with 1 blessing'
    )
    assert told(table(), e.VillainEscaped(villain="V", n=2, blessings=1, cards=("V",))) == (
        '"V" escaped, not told where, one of 2 open locations with 1 blessing, dealt were "V"'
    )
    assert told(table(), e.VillainEscaped(villain="V", to=(), pool="box")) == (
        '"V" escaped to no location with blessings from the box'
    )


# Effects of cards


CHANGE = ZoneChange(card="Cure", origin="discard", to="deck", who="B", at="bottom")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (effect("add_dice", subject="2d6", source="Fury"), "A added 2d6 to the check by Fury"),
        (effect("add_dice", amount=2), "A added 2 more dice to the check"),
        (effect("add_total", amount=3, subject="Combat"), "A added 3 to the total for Combat"),
        (effect("add_total"), "A added something, not told how much, to the total"),
        (effect("replace_skill", subject="Arcane"), "A used Arcane in place of the skill of the check"),
        (effect("lend_skill", source="Guide"), "A used a skill, not told which, that was lent by Guide"),
        (effect("evade", source="Cloak"), "A was allowed to evade by Cloak"),
        (effect("explore_again", source="Bear"), "A could explore again by Bear"),
        (effect("draw", amount=2), "A drew 2 cards"),
        (effect("draw"), "A drew cards, not told how many"),
        (effect("heal", amount=1, source="Cure"), "A healed 1 card by Cure"),
        (
            effect("examine", place="L1", amount=2, looked=("Ogre", "Bear"), put_back=("Bear", "Ogre")),
            'A examined 2 cards of the deck of L1, "Ogre" and "Bear", put back as "Bear" and "Ogre"',
        ),
        (
            effect("search", pile="deck", looked=("Torch",)),
            'A searched the deck of A and found "Torch", which was shuffled afterwards',
        ),
        (effect("examine", place="L1", slot=4, looked=("Ogre",)), 'A examined card 4 of the deck of L1, "Ogre"'),
        (effect("examine", place="L1", slot=4, amount=2), "A examined 2 cards from card 4 on of the deck of L1"),
        (effect("shuffle", place="L2", source="Map"), "A shuffled the deck of L2 by Map"),
        (
            effect("reorder", place="L2", put_back=("Ogre", "Bear")),
            'A put the deck of L2 in order: "Ogre" and "Bear"',
        ),
        (effect("move", place="L3", source="Wind"), "A moved to L3 by Wind"),
        (effect("reduce_damage", amount=2, subject="Fire"), "A reduced Fire damage by 2"),
        (effect("reroll", source="Luck"), "A could roll again by Luck"),
        (
            effect("put", source="Staff", zones=(CHANGE,)),
            'A put "Cure" from the discard pile of B to the bottom of the deck of B by Staff',
        ),
        (effect("put", amount=2), "A put 2 cards, not told where"),
        (effect("discard_from_deck", amount=3), "A discarded 3 cards from the top of the deck"),
        (effect("discard_from_deck", looked=("Cure",)), 'A discarded "Cure" from the top of the deck'),
        (effect("remove_from_deck"), "A removed cards, not told how many, from the deck"),
        (effect("add_cards", place="L1", amount=2), "A added 2 cards to the deck of L1, shuffled in"),
        (effect("add_cards", place="L1", amount=1, order="top"), "A added 1 card to the deck of L1, put on top"),
        (effect("hand_size", amount=6, source="Feat"), "A had a hand size of 6 from then on by Feat"),
        (effect("hand_size"), "A had a hand size that is not told from then on"),
        (
            effect("forbid", subject="explore", source="Fog", rank="location"),
            'Fog, the location, forbade "explore" for A until the turn ends',
        ),
        (
            effect("permit", "", subject="second weapon", you=True),
            'an effect permitted "second weapon" until the turn ends, by a text that says you',
        ),
        (effect("revive", source="Raise Dead"), "A came back to life by Raise Dead"),
        (
            effect("closing_effect", "", place="L1", text="all draw a card."),
            "what the closing of L1 brings was carried out (all draw a card)",
        ),
        (effect("before", source="Haunt"), "what happens before the encounter was carried out for A by Haunt"),
        (effect("after", "", rank="scenario"), "what happens after the encounter was carried out by the scenario"),
        (effect("text", text="The ship sinks.", source="Storm"), "noted for A: The ship sinks by Storm"),
        (effect("text", ""), "noted: an effect that is not told"),
        (
            effect("examine", "", rank="character", source="Scry"),
            "an effect examined a deck, not told which, by Scry, a power of the character",
        ),
    ],
)
def test_every_effect_of_a_card_is_told(event, sentence):
    assert told(table(), event) == sentence


def test_every_word_for_an_effect_of_a_card_has_a_sentence_of_its_own():
    kinds = msgspec.inspect.type_info(e.EffectApplied)
    (words,) = [field.type.values for field in kinds.fields if field.name == "effect"]
    shown = {told(table(), effect(word, amount=2, place="L1")) for word in words}

    assert len(shown) == len(words)


def test_healing_and_chance_are_told():
    assert told(table(), e.Healed(who="A", cards=("Cure",), by="Kyra")) == (
        'A healed "Cure" by Kyra, from the discard pile into the deck'
    )
    assert told(table(), e.Healed(who="A", amount=2)) == "A healed 2 cards, from the discard pile into the deck"
    assert told(table(), e.Healed(who="A")) == "A healed cards, not told how many, from the discard pile into the deck"
    pick = e.RandomPick(why="whom the trap hits", dice=dice((3, 2)), choices=("A", "B", "C"), picked="B")
    assert told(table(), pick) == "chance picked B from A, B and C: 1d3 = 2 (whom the trap hits)"
    assert told(table(), replace(pick, total=3, modifiers=plus(0))).endswith(
        "1d3+0 = 2, posted as 3 (whom the trap hits)"
    )
    assert told(table(), e.RandomPick(total=2)) == "chance picked something, not told what, a total of 2"


# Acts of record


def test_a_posted_state_tells_only_what_it_states():
    assert told(table(), e.StatePosted(who="A", hand=("Cure", "Bear"), deck=7, discard=2, buried=0)) == (
        'A stated the cards: hand "Cure" and "Bear", deck 7, discard 2, buried 0'
    )
    assert told(
        table(),
        e.StatePosted(
            who="A", hand=(), hand_count=3, displayed=("Haste",), discards=("Torch",), location="L2",
            places=(("L1", 4),), blessings=17, listed=(("Recharged", 2),),
        ),
    ) == (
        'A stated the cards: hand empty, 3 cards in hand, displayed "Haste", discarded are "Torch", at L2, '
        '4 cards in the deck of L1, 2 cards listed as "Recharged", blessings 17'
    )  # fmt: skip
    assert told(table(), e.StatePosted(places=(("L1", 1),))) == "the state was posted: 1 card in the deck of L1"
    assert told(table(), e.StatePosted(who="A")) == "A stated the cards, and nothing is told of it"


def test_corrections_tell_reason_void_events_and_cards():
    assert told(table(), e.Correction(reason="played twice.", how="once is enough", void=(3, 4), zones=(CHANGE,))) == (
        'a correction was made: played twice; once is enough; events 3 and 4 no longer count; put "Cure" from the discard pile of B '
        "to the bottom of the deck of B"
    )
    assert told(table(), e.Correction(reason="again", void=(3,))) == (
        "a correction was made: again; event 3 no longer counts"
    )
    assert told(table(), e.Correction(reason="", zones=(ZoneChange(to="box", count=2),))) == (
        "a correction was made: no reason told; put 2 cards to the box"
    )


def test_rulings_are_told_as_question_and_answer():
    assert told(table(), rule_on("undefeated_bane", "bottom", scope="game")) == (
        "the table ruled for this game: Where does an undefeated bane go? It goes to the bottom of that deck, and the order "
        "of the others stays"
    )
    assert told(table(), e.Ruling(point="may_we_sleep", choice="yes", scope="once", by="Ann")) == (
        "Ann ruled for this once: may we sleep: yes"
    )
    assert told(table(), e.Ruling(point="the ship counts as a location")) == (
        "the table ruled for this game: the ship counts as a location"
    )


def test_death_successor_end_and_decks_are_told():
    assert told(table(), died("A")) == "A died"
    assert told(table(), e.CharacterDied(who="A", cause="no card to draw")) == "A died (no card to draw)"
    joined = e.SuccessorJoined(seat=1, character=CharacterSetup(name="Lem", location="L2"))
    assert told(table(), joined) == "B went on as Lem, at L2"
    assert told(table(), replace(joined, seat=7)) == "the player at seat 8 went on as Lem, at L2"
    assert told(table(scenario="Fogscar"), e.ScenarioEnded(outcome="won", reward="a skill feat")) == (
        '"Fogscar" was won, reward: a skill feat'
    )
    assert told(table(), e.ScenarioEnded(outcome="lost")) == "the scenario was lost"
    rebuilt = e.DeckRebuilt(who="A", cards=("Cure", "Bear"), from_box=("Bear",), from_dead=("Cure",))
    assert told(table(), rebuilt) == (
        'A rebuilt the deck: 2 cards, "Cure" and "Bear", from the box "Bear", from the dead "Cure"'
    )


def test_the_beginning_tells_who_set_out_on_what():
    characters = (CharacterSetup(name="Kyra"), CharacterSetup(name="Lem"))
    begun = PathfinderStarted(
        name="g", players=("Ann", "Lem"), preset="official", options=OFFICIAL, scenario="Brigandoom!",
        characters=characters,
    )  # fmt: skip

    assert describe(reducer.start(begun), begun) == 'g: Kyra (Ann) and Lem set out on "Brigandoom!"'
    middle = replace(begun, middle=True, turn=5, on_turn="Lem")
    assert describe(reducer.start(middle), middle) == (
        'g: the log of Kyra (Ann) and Lem begins within "Brigandoom!" in turn 5, with Lem to go on'
    )


# Options


def test_an_option_is_told_in_the_imperative_and_leaves_open_what_is_open():
    assert offer(table().now, e.Explored(who="A")) == "explore L1 for free"
    assert offer(table().now, e.CardGiven(who="A", to="B")) == "give a card to B"
    assert offer(table().now, reset("A", discards=1)) == "reset the hand: discard 1 card"
    assert offer(table().when(FOUGHT).now, check("A")) == 'make the check to defeat "Bunyip"'
    assert offer(table().when(FOUGHT).now, UNDEFEATED) == 'leave "Bunyip" undefeated'
    assert offer(table().when(FOUGHT).now, play("B", "Bless", "blessing")) == (
        'B: discard "Bless", a blessing, for the check of A'
    )
    assert offer(table().now, power("A", "Sneak", cost=(pay("Cure", "spell"),), use="evade")) == (
        'use the power "Sneak" to evade: discard "Cure"'
    )


@pytest.mark.parametrize(
    ("event", "slots", "sentence"),
    [
        (play("A", CARD, how="reveal"), ("card", "how", "use"), "play a card"),
        (play("A", "Bear", "ally"), ("how",), 'play "Bear", an ally, for the check'),
        (play("A", CARD, says_so=True), ("card", "how", "use"), "play a card, as its text says"),
        (power("A", POWER), ("power", "use"), "use a power"),
        (e.CheckStarted(who="A", skill=""), ("skill",), "choose the skill for the check"),
        (e.CardGiven(who="A", to="B"), ("to", "card"), "give a card to somebody"),
        (e.LeftPending(owner="B"), ("owner",), "leave what is owed pending for somebody"),
        (e.Resumed(task=0), ("task",), "take up what was left pending"),
        (e.PricePaid(who="A"), ("amount", "paid"), "pay part of the price of closing the location"),
        (e.DamageReduced(who="A", amount=0, by=NAME), ("amount", "by"), "reduce the damage by a card or power"),
        (damage("B", source="other"), ("amount", "who"), "be dealt damage"),
        (effect("text"), ("effect",), "tell what a card or power brings"),
        (end("B"), ("who",), "end the turn"),
        (died("B"), (), "B: die"),
        (e.RandomPick(), ("dice", "choices"), "let chance pick something"),
        (e.StatePosted(who="A"), ("hand", "deck"), "state the cards"),
        (e.CardsTold(), ("cards",), "tell the values of cards"),
        (e.SuccessorJoined(seat=0, character=CharacterSetup(name=NAME)), ("seat",), "go on with a new character"),
        (e.Ruling(point="undefeated_bane"), ("choice",), "rule for this game: Where does an undefeated bane go?"),
        (begin("A", allowed_by=CARD), ("allowed_by",), "begin turn 2, where a card allows it"),
        (begin("A", allowed_by="Haste"), (), 'begin turn 2, allowed by "Haste"'),
    ],
)
def test_an_open_field_of_an_option_is_told_in_general(event, slots, sentence):
    assert offer(table().now, event, slots) == sentence


def test_every_option_can_be_told():
    _, steps = walk(3, 3, "official", limit=60)
    for before, _, _ in steps[::6]:
        sentences_hold(*(text for _, text, _ in GAME.option_texts(before)))


# Consequences


def test_every_word_that_the_rules_use_for_a_consequence_has_a_sentence():
    source = "".join(
        path.read_text()
        for path in Path(engine.pathfinder.__file__).parent.glob("*.py")
        if not path.name.startswith("campaign")
    )
    used = set(re.findall(r'\.effect\(\s*"([a-z_]+)"', source))
    used |= {word for pair in re.findall(r'\.effect\(\s*"([a-z_]+)" if [^"]*"([a-z_]+)"', source) for word in pair}
    used |= {
        word
        for pair in re.findall(r'what = "([a-z_]+)" if .* else "([a-z_]+)"\n\s*draft\.effect', source)
        for word in pair
    }

    assert used == set(_EFFECTS)


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        ((FOUGHT,), ['A encounters "Bunyip" at L1']),
        ((FOUGHT, lose("A", 3)), ['A encounters "Bunyip" at L1', 'A is dealt 3 damage by "Bunyip"']),
        (
            (FOUGHT, check("A", "defeat", outcome="fail")),
            ['A encounters "Bunyip" at L1', 'A is dealt damage by "Bunyip", not told how much'],
        ),
        ((move("A", "L2"),), ["A is at L2"]),
        ((end("A"),), ["the turn passes to B"]),
    ],
)
def test_consequences_name_who_what_and_how_much(events, sentences):
    game = table().when(*events)

    found = GAME.describe_effects(game.now, game.effects)

    assert [text for text, _ in found] == sentences
    assert [rule for _, rule in found] == [one.rule for one in game.effects]


# Everything


def sentences_hold(*sentences):
    for sentence in sentences:
        assert sentence
        assert not re.search(r"\bNone\b|[{}]|\b[a-z]+_[a-z_]+|\.$|  |\s[,;:]|pathfinder\.", sentence), sentence


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_walks_are_told_to_the_end(players):
    start, steps = walk(players, players, "seed" if players % 2 else "official", limit=150)

    sentences_hold(describe(reducer.start(start), start))
    for before, event, _ in steps:
        _, effects = GAME.evolve(before, event)
        sentences_hold(describe(before, event), offer(before, event))
        sentences_hold(*(text for text, _ in GAME.describe_effects(before, effects)))


@pytest.mark.parametrize(("seed", "people", "preset"), [(3, 4, "official"), (8, 3, "seed")])
def test_random_scenarios_with_known_cards_are_told_to_the_end(seed, people, preset):
    chance = random.Random(seed)
    begin_ = Beginning(name="s", players=tuple("ABCDEF"[:people]), preset=preset, simulated=True)
    start = GAME.random_start(begin_, chance.randrange, known=True)
    state, kinds = GAME.start(start), set()
    for event in random_game(GAME, start, chance.randrange, limit=400):
        after, effects = GAME.evolve(state, event)
        sentences_hold(describe(state, event), *(text for text, _ in GAME.describe_effects(state, effects)))
        kinds.add(type(event))
        state = after

    assert len(kinds) > 15


def test_what_does_not_fit_the_state_is_told_all_the_same():
    _, steps = walk(3, 3, "official", limit=120)
    chance = random.Random(5)
    kinds = set()
    for number in range(1500):
        before = steps[number % len(steps)][0]
        names = [*(one.name for one in before.characters), "Nobody"]
        event = thrown(chance, names, [*(one.name for one in before.places), "Nowhere"])
        kinds.add(type(event))
        sentences_hold(describe(before, event), offer(before, event))
        if not any(one.grade == "impossible" for one in reducer.judge(before, event)):
            _, effects = GAME.evolve(before, event)
            sentences_hold(*(text for text, _ in GAME.describe_effects(before, effects)))

    assert len(kinds) > 30


#: Fields that other events than this one tell, or that only the importer needs, by kind.
UNTOLD = {
    PathfinderStarted: {
        "options", "judging", "adventure", "locations", "villains", "henchmen", "goal", "blessings",
        "blessings_discard", "addon", "complete", "set", "origin", "preset", "campaign", "place", "simulated",
        "provenance", "deck_order", "players", "characters", "on_turn", "turn", "name", "scenario", "middle",
    },
    e.SuccessorJoined: {"character"},
}  # fmt: skip


def samples(annotation):
    """Two unlike values of a type, as far as a sentence needs them."""
    info = msgspec.inspect
    match annotation:
        case info.UnionType(types=types):
            return next(samples(one) for one in types if not isinstance(one, info.NoneType))
        case info.LiteralType(values=values):
            return list(values)
        case info.StrType():
            return ["Alpha", "Beta"]
        case info.IntType():
            return [2, 3]
        case info.BoolType():
            return [True, False]
        case info.VarTupleType(item_type=item):
            return [(one,) for one in samples(item)]
        case info.TupleType(item_types=items):
            return list(zip(*(samples(one)[:2] for one in items), strict=True))
        case info.StructType(cls=cls):
            made = {field.name: samples(field.type) for field in annotation.fields if field.required}
            return [cls(**{name: values[at] for name, values in made.items()}) for at in range(2)]
    raise AssertionError(annotation)


@pytest.mark.parametrize("kind", [kind for kind in e.PathfinderEvent.__args__ if kind is not PathfinderStarted])
def test_every_field_of_every_event_changes_its_sentence(kind):
    fields = {field.name: field for field in msgspec.inspect.type_info(kind).fields}
    base = {name: samples(field.type)[0] for name, field in fields.items() if field.required}
    if kind is e.CheckResolved:
        base |= {"dice": (e.Die(sides=6, result=4),), "purpose": "recharge", "difficulty": 7}
    if kind is e.EffectApplied:
        base |= {"effect": "examine", "looked": ("Gamma",)}
    for name, field in fields.items():
        if name in UNTOLD.get(kind, ()):
            continue
        where = context_of(kind, name)
        shown = {
            describe(table(who("Alpha"), who("Beta"), on_turn="Alpha").now, kind(**base | where | {name: value}))
            for value in [field.default, *samples(field.type)]
            if value is not msgspec.NODEFAULT
        }

        assert len(shown) > 1, (kind.__name__, name, shown)


def context_of(kind, name):
    """What else an event has to have for a field to matter."""
    if kind is e.CheckResolved:
        return {
            "why": {"auto": "fail"},
            "total": {"dice": ()},
            "deliberate": {},
        }.get(name, {})
    if kind is e.EffectApplied:
        return {"subject": {"effect": "forbid"}, "put_back": {}, "order": {}, "pile": {}}.get(name, {})
    if kind is e.RandomPick and name == "modifiers":
        return {"dice": (e.Die(sides=6, result=4),)}
    if kind is e.VillainEscaped and name == "pool":
        return {"blessings": 2}
    return {}


def test_cards_known_in_the_state_are_named_where_an_entry_does_not():
    game = table(who("A", hand=["Cure", "Bear"]), places=("L1",), blessings=of("BotG"))

    assert told(game, FOUGHT, e.EncounterResolved(outcome="defeated")) == 'A defeated "Bunyip"'
    assert Part(value=1) == Part(value=1, why="")
