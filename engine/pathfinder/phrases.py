"""Small phrases of which the sentences of the log are made: a card, a list of cards, a roll, a place to which cards go.

None is always told as "not told": a number that nobody said is never 0. In an option (`Tale.offered`) what is not told
is still open, and nothing is said of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from engine.pathfinder.encounter import concerned
from engine.pathfinder.events import At, Die, How, Part, Payment, Use, Zone, ZoneChange
from engine.pathfinder.offers_slots import STANDING_FOR
from engine.pathfinder.state import Encounter, State, character
from engine.pathfinder.verdicts import known_type

PAST: dict[How, str] = {
    "reveal": "revealed",
    "display": "displayed",
    "discard": "discarded",
    "recharge": "recharged",
    "bury": "buried",
    "banish": "banished",
}

ZONES: dict[Zone, str] = {
    "hand": "hand",
    "deck": "deck",
    "discard": "discard pile",
    "buried": "buried cards",
    "displayed": "displayed cards",
    "box": "box",
    "aside": "cards set aside",
    "location": "location deck",
    "blessings": "blessings deck",
    "blessings_discard": "blessings discard pile",
}
#: Zones that nobody owns.
SHARED = frozenset({"box", "blessings", "blessings_discard"})

USES: dict[Use, str] = {
    "check": "for the check",
    "explore": "to explore",
    "damage": "against the damage",
    "evade": "to evade",
    "step": "in this step of the turn",
    "examine": "to examine cards",
    "move": "to move",
    "heal": "to heal",
    "close": "to close the location",
    "before": "before the encounter",
    "after": "after the encounter",
}

#: What the text of a card speaks of that permits or forbids something.
_SUBJECTS = {
    "explore": "exploring", "move": "moving", "give": "giving cards", "evade": "evading", "close": "closing",
    "power": "powers",
}  # fmt: skip

_AT: dict[At, str] = {"top": "the top of ", "bottom": "the bottom of ", "somewhere": ""}


class Told(NamedTuple):
    """A sentence in parts: who does it, what is done now, what was done, and the rest that both share.

    With nobody as the one who acts, `now` and `then` are whole sentences.
    """

    who: str
    now: str
    then: str
    rest: str = ""


class Tale(NamedTuple):
    """The state before an event, and whether the event is told as an option: what is open in one is not told.

    `open` are the fields of an option that may take other values than the one in its event.
    """

    state: State
    offered: bool = False
    open: frozenset[str] = frozenset()

    def untold(self, text: str) -> str:
        """Words for what nobody said; nothing for what an option leaves open."""
        return "" if self.offered else text


def subject(text: str) -> str:
    """What a card permits or forbids, in words: "playing a spell"."""
    what, _, kind = text.partition(":")
    if what == "play" and kind:
        return f"playing {kind if kind == 'armor' else an(kind)}"
    return _SUBJECTS.get(text) or (named(text.replace("_", " ")) if text else "")


def names(items: Sequence[str], last: str = "and") -> str:
    """Things one after the other: "A, B and C"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def an(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[:1].lower() in set('aeiou') else 'a'} {noun}"


def named(card: str | None, otherwise: str = "a card") -> str:
    """A card in words; what stands for any card in an option has no quotes."""
    if card in STANDING_FOR:
        return card
    return f'"{card}"' if card else otherwise


def cards(items: Sequence[str], nothing: str = "no cards") -> str:
    """Cards by name."""
    return names([f'"{item}"' for item in items]) or nothing


def grouped(items: Sequence[str], nothing: str = "no cards") -> str:
    """Cards whose order does not matter, those of one name together: '3 "Cure" and "Sleep"'."""
    many = Counter(items)
    return names([f'"{item}"' if number == 1 else f'{number} "{item}"' for item, number in many.items()]) or nothing


def cards_or_number(items: Sequence[str] | None, number: int | None, untold: str = "") -> str:
    """Cards by name, else how many there were, else that nobody said."""
    if items is not None:
        return grouped(items)
    return untold if number is None else counted(number, "card") if number else "no cards"


def typed(card: str | None, type_: str, state: State | None = None) -> str:
    """A card with its type, open to more: '"Bandit", a henchman,'."""
    kind = known_type(card, type_, state)
    return f"{named(card)}{f', {an(kind)},' if kind else ''}"


def reason(text: str) -> str:
    """Why, as it was written, in brackets."""
    text = text.strip().rstrip(".").strip()
    return f" ({text})" if text else ""


def by(source: str) -> str:
    """The card or power that brought something about."""
    return f" by {'a card or power' if source in STANDING_FOR else source}" if source else ""


def met_now(state: State, who: str = "", card: str | None = None) -> Encounter | None:
    """The encounter that an entry speaks of: the innermost that fits, else the innermost; None outside encounters."""
    number = concerned(state, who, card)
    return None if number is None else state.encounters[number]


def encountered(state: State, who: str = "") -> str:
    """The card that is encountered, in words; "" outside encounters."""
    met = met_now(state, who)
    return named(met.card, "the card") if met is not None else ""


def location_of(state: State, who: str) -> str:
    """Where a character is; "" if that is not known."""
    found = character(state, who)
    return found.location if found else ""


# Sums and rolls


def _sign(value: int, *, first: bool) -> str:
    return "-" if value < 0 else "" if first else "+"


def _term(text: str, value: int, why: str, *, first: bool) -> str:
    return f"{_sign(value, first=first)}{text}{reason(why)}"


def _spaced(terms: Sequence[str]) -> str:
    """Terms as people write them: close together, apart only where one has its reason."""
    if not any("(" in term for term in terms):
        return "".join(terms)
    return " ".join((*terms[:1], *(f"{term[0]} {term[1:]}" for term in terms[1:])))


def a_sum(parts: Sequence[Part]) -> str:
    """The terms of a sum with their reasons: "12 + 4 (adventure)"."""
    return _spaced([_term(str(abs(one.value)), one.value, one.why, first=not at) for at, one in enumerate(parts)])


def roll(dice: Sequence[Die], modifiers: Sequence[Part] = ()) -> str:
    """What was rolled, and what each die showed: "2d8+1d10+7 = 3, 2, 2"; dice alike stand together."""
    terms: list[str] = []
    for (sides, why), run in groupby(dice, key=lambda die: (die.sides, die.why)):
        terms.append(_term(f"{sum(1 for _ in run)}d{sides}", 1, why, first=not terms))
    for one in modifiers:
        terms.append(_term(str(abs(one.value)), one.value, one.why, first=not terms))
    return f"{_spaced(terms)} = {', '.join(str(die.result) for die in dice)}"


# Cards that go somewhere


def paid(payment: Payment) -> str:
    """A payment in the past tense: 'discarded "Bear", an ally,'."""
    allowed = f" which {named(payment.permission)} allows," if payment.permission else ""
    return f"{PAST[payment.how]} {typed(payment.card, payment.type)}{allowed}"


def paying(payment: Payment) -> str:
    """A payment in the imperative: 'discard "Bear"'."""
    return f"{payment.how} {named(payment.card)}"


def zone(which: Zone, who: str = "", place: str = "") -> str:
    """A zone with its owner: "the hand of Kyra", "the deck of Guard Tower", "the box"."""
    if which == "location":
        return f"the deck of {place}" if place else "the location deck"
    owned = f" of {who}" if who and which not in SHARED else ""
    return f"the {ZONES[which]}{owned}"


def change(one: ZoneChange, *, shuffled: bool = False) -> str:
    """A card that went from one zone to another: '"Cure" from the hand of Lem to the discard pile of Lem'."""
    what = named(one.card) if one.card or one.count == 1 else counted(one.count, "card")
    origin = f" from {zone(one.origin, one.who, one.place)}" if one.origin else ""
    where = zone(one.to, one.who, one.place)
    return f"{what}{origin} to {_AT[one.at] if one.to in _ORDERED and not shuffled else ''}{where}"


#: Zones in which it matters where a card lies, where that is not the top as a matter of course.
_ORDERED = frozenset({"deck", "location", "blessings"})


def changes(of: Sequence[ZoneChange], *, shuffled: bool = False) -> str:
    """Cards that went somewhere, one after the other, or `shuffled` in."""
    return "; ".join(change(one, shuffled=shuffled) for one in of)
