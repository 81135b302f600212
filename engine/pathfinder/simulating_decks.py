"""Decks made in the course of a simulation: rebuilt after a scenario, and that of a successor."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.pathfinder.cards import BOONS, CHARACTERS, YOUR_CHOICE
from engine.pathfinder.events import CharacterSetup, DeckRebuilt
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.simulating_cards import any_card, from_box
from engine.pathfinder.simulating_setup import Choose, dealt, one_of
from engine.pathfinder.state import State, character
from engine.pathfinder.verdicts import known_type, printed


def rebuilt(state: State, event: DeckRebuilt, choose: Choose) -> DeckRebuilt:
    """A deck by the cards list: of the own cards as far as they go, the rest from the box (PA-END-03 to PA-END-05)."""
    owner, facts = character(state, event.who), printed(state, event.who)
    if owner is None or facts is None:
        return event
    own: list[str] = [card for zone in OWN_ZONES for card in getattr(owner, zone).known]
    extra = dict(owner.extra_cards)
    cards: list[str] = []
    new: list[str] = []
    for boon in BOONS:
        mine = [card for card in own if known_type(card) == boon]
        for number in range(facts.cards_of(boon).start + extra.get(boon, 0)):
            if number < len(mine):
                cards.append(mine[number])
                continue
            card = _new_card(state, boon, new, choose)
            cards.append(card)
            new.append(card)
    return replace(event, cards=tuple(cards), from_box=tuple(new))


def _new_card(state: State, boon: str, taken: list[str], choose: Choose) -> str:
    """A card from the box that was not taken for this deck already."""
    for _ in range(20):
        card = from_box(state, (boon,), choose, basic=True)
        if card is not None and not Counter(taken)[card]:
            return card
    return any_card(state, boon, choose)


def successor(state: State, name: str, choose: Choose) -> CharacterSetup:
    """A new character with a deck of Basic cards, at one of the locations (PA-DTH-06)."""
    facts = CHARACTERS[name]
    new: list[str] = []
    for boon in BOONS:
        for _ in range(facts.cards_of(boon).start):
            new.append(_new_card(state, boon, new, choose))
    favored = (
        one_of([boon for boon in BOONS if facts.cards_of(boon).start], choose) if facts.favored == YOUR_CHOICE else ""
    )
    whole = all(getattr(one, zone).is_whole for one in state.characters for zone in OWN_ZONES)
    where = one_of([one.name for one in state.places], choose) if state.places else ""
    setup = CharacterSetup(name=name, location=where, favored=favored, successor=True)
    return replace(setup, deck=dealt(new)) if whole else setup
