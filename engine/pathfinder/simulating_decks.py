"""Decks made in the course of a simulation: rebuilt after a scenario, and that of a successor."""

from __future__ import annotations

from msgspec.structs import replace

from engine.pathfinder.cards import BOONS, CHARACTERS, YOUR_CHOICE
from engine.pathfinder.events import CharacterSetup, DeckRebuilt
from engine.pathfinder.moving import OWN_ZONES, pile_of
from engine.pathfinder.simulating_cards import any_card, box_left, from_box, is_basic, is_for_first_deck
from engine.pathfinder.simulating_setup import Choose, dealt, one_of
from engine.pathfinder.state import Character, State, character
from engine.pathfinder.verdicts import known_type, printed


def rebuilt(state: State, event: DeckRebuilt, choose: Choose) -> DeckRebuilt:
    """A deck by the cards list: of the own cards as far as they go, the rest from the box (PA-END-03 to PA-END-05)."""
    owner, facts = character(state, event.who), printed(state, event.who)
    if owner is None or facts is None:
        return event
    own = [card for zone in OWN_ZONES for card in pile_of(owner, zone).known]
    free = [*state.left_over.known, *(card for one in state.characters if not one.alive for card in _held(one))]
    extra = dict(owner.extra_cards)
    cards: list[str] = []
    new: list[str] = []
    for boon in BOONS:
        wanted = facts.cards_of(boon).start + extra.get(boon, 0)
        lying = [card for card in (*own, *free) if known_type(card) == boon][:wanted]
        come = [new_card(state, boon, new, choose) for _ in range(wanted - len(lying))]
        cards += [*lying, *come]
    return replace(event, cards=tuple(cards), from_box=tuple(new))


def _held(owner: Character) -> list[str]:
    """What is known of the cards of a character."""
    return [card for zone in OWN_ZONES for card in pile_of(owner, zone).known]


def new_card(state: State, boon: str, taken: list[str], choose: Choose) -> str:
    """A card from the box beside those taken before, a Basic one of set B if there is one; it joins those taken."""
    left = box_left(state)
    if left is None:
        card = from_box(state, (boon,), choose, basic=True) or any_card(state, boon, choose)
    else:
        left.subtract(taken)
        names = [name for name, number in left.items() if number > 0 and known_type(name) == boon]
        first = [name for name in names if is_for_first_deck(name)]
        basic = [name for name in names if is_basic(name)]
        card = one_of(first or basic or names, choose) if names else any_card(state, boon, choose)
    taken.append(card)
    return card


def successor(state: State, name: str, choose: Choose) -> CharacterSetup:
    """A new character with a deck of Basic cards, at one of the locations (PA-DTH-06)."""
    facts = CHARACTERS[name]
    new: list[str] = []
    for boon in BOONS:
        for _ in range(facts.cards_of(boon).start):
            new_card(state, boon, new, choose)
    favored = (
        one_of([boon for boon in BOONS if facts.cards_of(boon).start], choose) if facts.favored == YOUR_CHOICE else ""
    )
    whole = all(getattr(one, zone).is_whole for one in state.characters for zone in OWN_ZONES)
    where = one_of([one.name for one in state.places], choose) if state.places else ""
    setup = CharacterSetup(name=name, location=where, favored=favored, successor=True)
    return replace(setup, deck=dealt(new)) if whole else setup
