"""What is stated twice in one entry, or of nothing: numbers beside the cards they count, effects that found no card."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder.state import State, character
from engine.pathfinder.verdicts import Wrong, answer, flag

if TYPE_CHECKING:
    from engine.judging import Violation


def nothing_put_away_yet(view: State, event: e.HandDrawn) -> Wrong:
    """PA-SET-10: when a starting hand is drawn nothing is buried, and hands discarded for it are shuffled back.

    Where the piles are known they are held against what is posted of them; a record begins without knowing them. A
    hand that is posted while turns go on is no starting hand.
    """
    owner = character(view, event.who)
    if owner is None or view.turn.active or view.turn.number or event.allowed_by:
        return ()
    stay = answer(view, "starting_hand_discards") != "shuffled_back"
    found: list[Violation] = []
    for zone, stated, known in (
        ("discarded", None if stay else event.discard, owner.discard.size),
        ("buried", event.buried, owner.buried.size),
    ):
        if stated and known is None:
            message = f"{event.who} draws the starting hand and has {stated} {zone} already"
            found += flag("PA-SET-10", "state_inconsistent", message, stated, 0)
    return tuple(found)


def as_many_healed_as_named(view: State, event: e.Healed) -> Wrong:
    """PA-ZON-01: a number of healed cards is that of the cards named, unless the discard pile had no more."""
    if not event.amount or event.cards is None or event.amount == len(event.cards):
        return ()
    owner, named = character(view, event.who), len(event.cards)
    if owner is not None and event.amount > named and owner.discard.size == named:
        return ()
    message = f"{event.who} is healed {event.amount}, and the cards named are {named}"
    return flag("PA-ZON-01", "state_inconsistent", message, event.amount, named)


def as_many_moved_as_said(view: State, event: e.EffectApplied) -> Wrong:
    """PA-ZON-01: an effect names no more cards than it says that it drew or looked at, and as many as it healed."""
    if event.effect == "heal":
        healed = [one for one in event.zones if one.who == event.who and one.to not in {"discard", "box"}]
        healed = [one for one in healed if one.origin in {None, "discard"}]
        if any(one.origin is None for one in healed):
            return ()
        cards = tuple(one.card or "" for one in healed for _ in range(one.count))
        return as_many_healed_as_named(view, e.Healed(who=event.who, amount=event.amount, cards=cards or None))
    if event.effect not in _LOOKING or not event.amount or len(event.looked) <= event.amount:
        return ()
    named = len(event.looked)
    message = f'the effect "{event.effect.replace("_", " ")}" says {event.amount}, and the cards named are {named}'
    return flag("PA-ZON-01", "state_inconsistent", message, event.amount, named)


#: Effects of which the number is that of the cards drawn or looked at.
_LOOKING = frozenset({"draw", "examine", "discard_from_deck", "remove_from_deck"})


def as_many_taken_as_the_damage(view: State, event: e.DamageTaken) -> Wrong:
    """PA-DMG-03: as many cards are discarded as the damage stated beside them, or the whole hand, if it has fewer."""
    taken = len(event.cards) if event.cards is not None else event.count
    if event.amount is None or taken is None or taken == event.amount:
        return ()
    owner = character(view, event.who)
    held = owner.hand.size if owner is not None else None
    if taken < event.amount and (held is None or held <= taken):
        return ()
    message = f"{event.who} takes {event.amount} damage and discards {taken}"
    if held is not None and taken < event.amount:
        message += f" of {held} cards"
    return flag("PA-DMG-03", "damage_taken_differs", message, taken, event.amount)


# Effects that found no card

_CARD = r"(?:such|cards?|allies|ally|armors?|barriers?|blessings?|items?|loots?|monsters?|spells?|weapons?)"
_NONE = re.compile(
    rf"\bthere (?:is|are|was|were) (?:none|no {_CARD})\b|\b(?:has|had|have|finds?|found) none\b|"
    rf"\bnone (?:there|left|to be|in)\b|\bnothing (?:to|there|left|in|is found)\b|\bno {_CARD} (?:there|left|in|to)\b"
)
#: A card that an effect takes from a zone, and that zone.
_FROM = re.compile(
    r"\b(?:an?|one|two|the|each|any|random|\d+) (buried|discarded|displayed) \w+|"
    r"\b(?:from|out of) (?:the |his |her |its |their |my |[A-Z]\w*'s )?(buried|discard|displayed)",
    re.IGNORECASE,
)
_ZONES = {"buried": "buried", "discarded": "discard", "discard": "discard", "displayed": "displayed"}


def effect_without_object(view: State, event: e.EffectApplied | e.Healed) -> Wrong:
    """PA-EXM-01, PA-ZON-01: an effect is entered that found no card: none was there, as told or as known."""
    match event:
        case e.EffectApplied(effect="examine", amount=0):
            text = event.text or "no card"
            message = f"nothing was examined at {event.place or 'a location'}: {text}"
            return flag("PA-EXM-01", "effect_without_object", message, text, "a card")
        case e.Healed():
            if event.amount or (event.cards is None and event.amount is None) or event.cards:
                return ()
            message, said = f"no card of {event.who or 'anybody'} is healed", "healed"
        case _:
            said = event.text
            if event.zones or not (_NONE.search(said.casefold()) or _taken_from_nothing(view, event)):
                return ()
            message = f"an effect found no card: {said}"
    return flag("PA-ZON-01", "effect_without_object", message, said, "no card")


def _taken_from_nothing(view: State, event: e.EffectApplied) -> bool:
    """Whether a text takes a card of a zone in which its character is known to have none."""
    told, owner = _FROM.search(event.text.casefold()), character(view, event.who)
    return bool(told and owner and getattr(owner, _ZONES[told[1] or told[2]]).size == 0)
