"""How the log speaks of a scenario: checks, cards, damage, the turn, encounters and locations."""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.card_values import ToldCard, ToldLocation
from engine.pathfinder.cards import Requirement
from engine.pathfinder.events import LocationSetup
from engine.pathfinder.words import describe, offer
from engine.pathfinder.zones import counted
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
    shut,
    started,
    table,
    taken,
    win,
)
from tests.engine.pathfinder.telling import FOUGHT, told

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
    assert told(table(), e.VillainEscaped(villain="V", to=("L1",), n=1, pool="box")) == (
        '"V" escaped to L1, one of 1 open location'
    )
