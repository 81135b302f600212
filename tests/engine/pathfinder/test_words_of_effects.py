"""How the log speaks of what cards bring, and of acts of record."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, PathfinderStarted, ZoneChange
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.words import describe
from tests.engine.pathfinder.given import (
    dice,
    died,
    effect,
    plus,
    rule_on,
    table,
)
from tests.engine.pathfinder.telling import told

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
        (effect("put", pile="hand"), "A put cards into or out of the hand of A, not told which way"),
        (
            effect("put", pile="hand", looked=("Cure",)),
            'A put "Cure" into or out of the hand of A, not told which way',
        ),
        (effect("discard_from_deck", amount=3), "A discarded 3 cards from the top of the deck"),
        (effect("discard_from_deck", looked=("Cure",)), 'A discarded "Cure" from the top of the deck'),
        (effect("remove_from_deck"), "A removed cards, not told how many, from the deck"),
        (effect("add_cards", place="L1", amount=2), "A added 2 cards to the deck of L1, shuffled in"),
        (effect("add_cards", place="L1", amount=1, order="top"), "A added 1 card to the deck of L1, put on top"),
        (effect("hand_size", amount=6, source="Feat"), "A had a hand size of 6 from then on by Feat"),
        (effect("hand_size"), "A had a hand size that is not told from then on"),
        (
            effect("forbid", subject="explore", source="Fog", rank="location"),
            "Fog, the location, forbade exploring for A until the turn ends",
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
    partly = e.StatePosted(who="A", hand=("Cure",), hand_unknown=2, discards=("Torch",), discards_unknown=1)
    assert told(table(), partly) == (
        'A stated the cards: hand "Cure" and 2 more cards, discarded are "Torch" and 1 more card'
    )
    unnamed = e.StatePosted(who="A", hand=(), hand_unknown=3, discards_unknown=1)
    assert told(table(), unnamed) == "A stated the cards: hand 3 cards, discarded are 1 card"
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
    asked = e.Ruling(point="may the villain stay?", by="Ann")
    assert told(table(), asked) == "Ann asked for a ruling for this game: may the villain stay?"


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
