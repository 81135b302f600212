"""Numbers that stand beside the cards they count, and effects that found no card."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.events import CharacterSetup, ZoneChange
from tests.engine.pathfinder.given import who
from tests.engine.pathfinder.test_audit import found

#: A record that begins before its first turn, of a character of whom nothing is known.
FRESH = {"people": (CharacterSetup(name="A", location="L1"),), "mode": "record", "on_turn": "", "turn": 0}


def rules(*events, people=None, **more):
    people = people or (who("A", discard=2),)
    return [(rule, kind) for _, rule, kind in found(*events, people=people, **{"mode": "record", **more})]


@pytest.mark.rule("PA-SET-10")
@pytest.mark.parametrize("piles", [{"buried": 1}, {"discard": 1}])
def test_nothing_is_buried_or_discarded_when_a_starting_hand_is_drawn(piles):
    drawn = e.HandDrawn(who="A", hand=("X",), count=1, hand_size=1, deck=12, **piles)

    assert rules(drawn, **FRESH) == [("PA-SET-10", "state_inconsistent")]
    assert rules(e.HandDrawn(who="A", hand=("X",), count=1, hand_size=1, deck=12, discard=0, buried=0), **FRESH) == []
    later = {**FRESH, "on_turn": "A", "turn": 4}
    assert ("PA-SET-10", "state_inconsistent") not in rules(drawn, **later)


def test_discarded_starting_hands_stay_where_the_option_says_so():
    drawn = e.HandDrawn(who="A", hand=("X",), count=1, hand_size=1, discard=1)

    assert rules(drawn, **FRESH, starting_hand_discards="stay") == []


@pytest.mark.rule("PA-ZON-01")
def test_a_number_of_healed_cards_is_that_of_the_cards_named():
    def healed(amount, *cards, discard=4):
        return rules(e.Healed(who="A", amount=amount, cards=cards), people=(who("A", discard=discard),))

    assert healed(3, "X", "Y") == [("PA-ZON-01", "state_inconsistent")]
    assert healed(1, "X", "Y") == [("PA-ZON-01", "state_inconsistent")]
    assert healed(2, "X", "Y") == []
    assert healed(4, "X", "Y", discard=2) == []


@pytest.mark.rule("PA-ZON-01")
def test_an_effect_moves_as_many_cards_as_it_says():
    def healed(amount, *cards, discard=4):
        zones = tuple(ZoneChange(card=one, origin="discard", to="deck", who="A") for one in cards)
        cure = ZoneChange(card="Cure", origin="hand", to="discard", who="A")
        effect = e.EffectApplied(effect="heal", who="A", amount=amount, zones=(cure, *zones))
        return rules(effect, people=(who("A", discard=discard),))

    def looked(effect, amount, *cards):
        told = e.EffectApplied(effect=effect, who="A", pile="deck", source="Augury", amount=amount, looked=cards)
        return rules(told, people=(who("A", deck=9),))

    assert healed(3, "X", "Y") == healed(1, "X", "Y") == [("PA-ZON-01", "state_inconsistent")]
    unsaid = (ZoneChange(card="X", origin="discard", to="deck", who="A"), ZoneChange(card="Y", to="deck", who="A"))
    assert rules(e.EffectApplied(effect="heal", who="A", amount=2, zones=unsaid)) == []
    to_hand = (unsaid[0], ZoneChange(card="Y", origin="discard", to="hand", who="A"))
    assert rules(e.EffectApplied(effect="heal", who="A", amount=2, zones=to_hand)) == []
    assert healed(2, "X", "Y") == healed(4, "X", "Y", discard=2) == healed(2) == []
    for effect in ("draw", "examine", "discard_from_deck"):
        assert looked(effect, 1, "X", "Y") == [("PA-ZON-01", "state_inconsistent")]
        assert looked(effect, 3, "X", "Y") == looked(effect, 2, "X", "Y") == looked(effect, None, "X") == []


@pytest.mark.rule("PA-PLY-07")
def test_a_card_that_failed_to_be_recharged_is_brought_back_by_another_card_only():
    failed = e.CheckResolved(who="A", purpose="recharge", card="Cure", total=4, difficulty=8)
    cure = ZoneChange(card="Cure", origin="discard", to="deck", who="A", at="bottom")

    def put(change=cure, **more):
        game = (e.CardPlayed(who="A", card="Cure", how="discard", type="spell", says_so=True), failed)
        found = rules(*game, e.EffectApplied(effect="put", who="A", zones=(change,), **more))
        return ("PA-PLY-07", "recharged_after_failure") in found

    assert put()
    assert put(text="Cure goes under the deck")
    assert not put(source="Sacred Spring")
    assert not put(text="by Sacred Spring")
    assert not put(ZoneChange(card="Cure", origin="hand", to="deck", who="A"))
    assert not put(ZoneChange(card="Bear", origin="discard", to="deck", who="A"))


@pytest.mark.rule("PA-DMG-03")
def test_as_many_cards_are_discarded_as_the_damage_beside_them_or_the_whole_hand():
    def taken(amount, hand, **more):
        return rules(e.DamageTaken(who="A", amount=amount, **more), people=(who("A", hand=hand),))

    assert taken(3, 5, cards=("X", "Y")) == [("PA-DMG-03", "damage_taken_differs")]
    assert taken(1, 5, cards=("X", "Y")) == [("PA-DMG-03", "damage_taken_differs")]
    assert taken(2, 5, cards=("X", "Y")) == taken(6, 2, cards=("X", "Y")) == taken(2, 5, count=2) == []
    unknown = (CharacterSetup(name="A", location="L1"),)
    assert rules(e.DamageTaken(who="A", amount=6, cards=("X",)), people=unknown) == []


@pytest.mark.parametrize(
    "nothing",
    [
        e.Healed(who="A", amount=0),
        e.Healed(who="A", cards=()),
        e.EffectApplied(effect="text", who="A", text="shuffle an item into the deck; there is none"),
        e.EffectApplied(effect="text", who="A", text="an ally comes back, no ally there"),
        e.EffectApplied(effect="text", who="A", text="the closing returns a buried card to hand"),
        e.EffectApplied(effect="text", who="A", text="takes a card from the buried ones"),
    ],
)
def test_an_effect_that_found_no_card_is_told(nothing):
    assert rules(nothing) == [("PA-ZON-01", "effect_without_object")]


@pytest.mark.parametrize(
    "something",
    [
        e.Healed(who="A"),
        e.EffectApplied(effect="text", who="A", text="a discarded card is chosen"),
        e.EffectApplied(effect="text", who="A", text="the item is buried"),
        e.EffectApplied(effect="text", who="A", text="there is no limit to it"),
        e.EffectApplied(
            effect="put",
            who="A",
            text="no card left but X",
            zones=(ZoneChange(card="X", to="hand", origin="discard", who="A"),),
        ),
    ],
)
def test_an_effect_that_may_have_found_its_card_is_not(something):
    assert "effect_without_object" not in [kind for _, kind in rules(something)]


def test_an_entry_of_somebody_who_is_not_there_tells_nothing_of_numbers():
    for event in (
        e.HandDrawn(who="Z", buried=1),
        e.DamageTaken(who="Z", amount=3, cards=("X",)),
        e.Healed(who="Z", amount=2, cards=("X", "Y")),
        e.EffectApplied(effect="text", who="Z", text="a buried card"),
    ):
        assert {kind for _, kind in rules(event)} <= {"impossible"}
