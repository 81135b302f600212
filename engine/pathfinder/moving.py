"""Cards going from zone to zone: what is known afterwards, and what contradicts what was known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.judging import Violation
from engine.pathfinder import zones
from engine.pathfinder.events import How, Zone, ZoneChange
from engine.pathfinder.state import Aside, Character, Draft, State, View, character, place, told_by
from engine.pathfinder.verdicts import Wrong, answer, flag
from engine.pathfinder.zones import Contradiction, Pile
from engine.rules import rule

#: The zones of a character, in the order in which players post them.
OWN_ZONES: tuple[str, ...] = ("hand", "displayed", "deck", "discard", "buried")


def pile_of(owner: Character, zone: str) -> Pile:
    """A zone of a character."""
    found: Pile = getattr(owner, zone)
    return found


def without(pile: Pile, card: str | None, *, top: bool = False) -> Pile | Contradiction:
    """The pile without a card; unnamed, without one of which nobody knows which it was."""
    if top or card is None:
        found = zones.take_top(pile, card)
        return found if isinstance(found, Contradiction) else found[1]
    return zones.take(pile, card)


@rule("PA-ZON-01", neutral=())
def card_in_its_zone(view: View, who: str, zone: str, card: str | None) -> Wrong:
    """A card of a character is in exactly one of its five zones, so it can only come from where it is."""
    owner = character(view, who)
    if owner is None or zone not in OWN_ZONES:
        return ()
    pile = pile_of(owner, zone)
    found = without(pile, card)
    if not isinstance(found, Contradiction):
        return ()
    name = f'"{card}"' if card else "a card"
    message = f"{name} cannot come from the {zone} of {who}: {found.message}{told_by(view, who, zone)}"
    return flag("PA-ZON-01", "zone_contradiction", message, found.claimed, found.known)


@rule("PA-ZON-01", neutral=())
def cards_in_their_zone(view: View, who: str, zone: str, cards: Iterable[str], *, top: bool = False) -> Wrong:
    """Several cards come from a zone one after the other: of two that are named there have to be two."""
    owner = character(view, who)
    if owner is None:
        return ()
    pile = pile_of(owner, zone)
    for card in cards:
        found = without(pile, card, top=top)
        if isinstance(found, Contradiction):
            message = f'"{card}" cannot come from the {zone} of {who}: {found.message}{told_by(view, who, zone)}'
            return flag("PA-ZON-01", "zone_contradiction", message, found.claimed, found.known)
        pile = found
    return ()


@rule("PA-ZON-04", neutral=())
def card_in_shared_zone(view: View, change: ZoneChange, *, top: bool = False) -> Wrong:
    """A card of a shared zone comes from where it is: no event creates or loses a card."""
    pile = _shared(view, change.origin, change.place)
    if pile is None:
        return ()
    found = without(pile, change.card, top=top)
    if not isinstance(found, Contradiction):
        return ()
    where = change.place or "blessings deck"
    message = f'"{change.card or "a card"}" cannot come from {where}: {found.message}'
    return flag("PA-ZON-04", "zone_contradiction", message, found.claimed, found.known)


def change_contradicts(view: View, change: ZoneChange) -> Wrong:
    """What is wrong with a change of zone."""
    if change.origin in OWN_ZONES:
        return card_in_its_zone(view, change.who, str(change.origin), change.card)
    return card_in_shared_zone(view, change)


def changes_contradict(view: View, changes: Sequence[ZoneChange]) -> Wrong:
    """What is wrong with changes of zone that happen one after the other."""
    if len(changes) < 2 or not isinstance(view, State):
        return tuple(one for change in changes for one in change_contradicts(view, change))
    found: list[Violation] = []
    now = Draft(view)
    for change in changes:
        found += change_contradicts(now, change)
        apply_change(now, change)
    return tuple(found)


def _shared(view: View, zone: Zone | None, where: str) -> Pile | None:
    if zone == "location":
        found = place(view, where)
        return found.deck if found else None
    if zone == "blessings":
        return view.blessings
    return view.blessings_discard if zone == "blessings_discard" else None


def _put_shared(draft: Draft, zone: Zone | None, where: str, pile: Pile) -> None:
    if zone == "location":
        draft.put_place(where, deck=pile)
    elif zone == "blessings":
        draft.blessings = pile
    elif zone == "blessings_discard":
        draft.blessings_discard = pile


def leaving(pile: Pile, cards: tuple[str, ...] | None, count: int) -> tuple[str | None, ...]:
    """The cards that leave a pile: as they are named; unnamed, all that it holds where all leave, else unknown ones."""
    if cards is not None:
        return cards
    return pile.known if pile.is_whole and count == pile.size else (None,) * count


#: The zones between which a reset, a draw and a healing move cards.
LINKED = ("hand", "deck", "discard")


def linked_sum(owner: Character) -> int | None:
    """How many cards hand, deck and discard pile have together; None if that is not known."""
    sizes = [pile_of(owner, zone).size for zone in LINKED]
    known = [size for size in sizes if size is not None]
    return sum(known) if len(known) == len(sizes) else owner.together


def sum_with(owner: Character, zone: str, by: int) -> dict[str, int | None]:
    """The sum of the three, where it is kept, with a card more or less in one of them."""
    if owner.together is None or zone not in LINKED:
        return {}
    return {"together": owner.together + by}


def take(draft: Draft, who: str, zone: str, card: str | None) -> bool:
    """A card leaves a zone of a character. What contradicts what was known leaves the pile as it was, and is False."""
    owner = character(draft, who)
    if owner is None:
        return False
    pile = pile_of(owner, zone)
    # Out of a discard pile any card can be chosen, or come by chance; out of a deck it is the top card.
    found = zones.take_any(pile) if card is None and zone == "discard" else without(pile, card)
    if isinstance(found, Contradiction):
        return False
    draft.put_character(who, **{zone: found}, **sum_with(owner, zone, -1))
    return True


def give(draft: Draft, who: str, zone: str, card: str | None, at: zones.Place = "top") -> None:
    """A card comes into a zone of a character."""
    owner = character(draft, who)
    if owner is not None:
        draft.put_character(who, **{zone: zones.add(pile_of(owner, zone), card, at)}, **sum_with(owner, zone, 1))


def apply_change(draft: Draft, change: ZoneChange) -> None:
    """Carry out a change of zone."""
    for _ in range(change.count):
        if change.origin in OWN_ZONES:
            take(draft, change.who, str(change.origin), change.card)
        elif change.origin == "aside":
            pick_up(draft, next((one for one in draft.aside if one.card == change.card), None))
        else:
            pile = _shared(draft, change.origin, change.place)
            if pile is not None:
                found = without(pile, change.card)
                if not isinstance(found, Contradiction):
                    _put_shared(draft, change.origin, change.place, found)
        if change.to in OWN_ZONES:
            give(draft, change.who, change.to, change.card, place_in(change.to, change.at))
        else:
            pile = _shared(draft, change.to, change.place)
            if pile is not None:
                _put_shared(draft, change.to, change.place, zones.add(pile, change.card, change.at))


def place_in(zone: str, at: zones.Place) -> zones.Place:
    """Where in a zone a card lands: only decks and discard piles have an order."""
    return at if zone in {"deck", "discard"} else "somewhere"


def draw(draft: Draft, who: str, cards: tuple[str, ...] | None, count: int) -> None:
    """Cards come from the top of the deck into the hand, named or not."""
    for number in range(count if cards is None else len(cards)):
        owner = character(draft, who)
        if owner is None:
            return
        card = cards[number] if cards is not None else None
        found = zones.take_top(owner.deck, card)
        if isinstance(found, Contradiction):
            if card is not None:
                give(draft, who, "hand", card, "somewhere")
            continue
        name, deck = found
        draft.put_character(who, deck=deck, hand=zones.add(owner.hand, name, "somewhere"))


#: What becomes of a card that is played in each of the six ways (PA-PLY-01).
DESTINATIONS: dict[str, tuple[str, zones.Place]] = {
    "display": ("displayed", "somewhere"),
    "discard": ("discard", "top"),
    "recharge": ("deck", "bottom"),
    "bury": ("buried", "somewhere"),
}


def land_instead(draft: Draft, who: str, card: str, how: How) -> None:
    """The card lies nowhere."""


@rule("PA-PLY-01", instead=land_instead)
def land(draft: Draft, who: str, card: str, how: How) -> None:
    """Reveal: stays in hand. Display, discard, recharge, bury: to their zones. Banish: to the box."""
    if how in DESTINATIONS:
        zone, at = DESTINATIONS[how]
        give(draft, who, zone, card, at)
        draft.effect("card_went", "PA-PLY-01", who=who, card=card, detail=zone)


@rule("PA-ZON-05", neutral=False)
def is_set_aside(view: View, how: How) -> bool:
    """A card played in any way but reveal or display is in no zone until its power has been carried out."""
    return how not in {"reveal", "display"} and answer(view, "card_being_played") != "at_destination"


def held_in(view: View, who: str, card: str) -> str:
    """Where a card is played from: the hand, or the cards displayed if it is known to lie there and not in the hand."""
    owner = character(view, who)
    if owner is None or card in owner.hand.known or card not in owner.displayed.known:
        return "hand"
    return "displayed"


def leave_hand(draft: Draft, who: str, card: str, how: How, *, wait: bool) -> None:
    """A card leaves the hand, or where it was displayed: at once to where it goes, or set aside until it has worked."""
    if how == "reveal":
        owner = character(draft, who)
        if owner is not None and draft.mode != "record" and held_in(draft, who, card) == "hand":
            # It was shown to be there.
            draft.put_character(who, hand=known_to_be_in(owner.hand, (card,)))
        return
    take(draft, who, held_in(draft, who, card), card)
    if wait and is_set_aside(draft, how):
        draft.aside = (*draft.aside, Aside(who=who, card=card, how=how))
    else:
        land(draft, who, card, how)


def known_to_be_in(pile: Pile, cards: tuple[str, ...]) -> Pile:
    """A pile of which these cards are known to be in it, nobody said where."""
    for card in cards:
        if card not in pile.known and pile.unknown != 0:
            pile = replace(pile, loose=tuple(sorted((*pile.loose, card))))
    return pile


def pick_up(draft: Draft, waiting: Aside | None) -> None:
    """One card that was set aside is so no longer; another of the same name stays."""
    draft.aside = tuple(one for one in draft.aside if one is not waiting)


def settle(draft: Draft) -> None:
    """What was set aside goes to where playing it puts it."""
    waiting, draft.aside = draft.aside, ()
    for one in waiting:
        land(draft, one.who, one.card, one.how)


def shuffled(pile: Pile, card: str | None) -> Pile:
    """The pile with a card shuffled into it."""
    return zones.add(pile, card, "somewhere")
