"""Values of cards beyond the built-in facts: what the owner of the game told of his cards, and what was said before.

A `ToldCard` or `ToldLocation` is what a card file says of one card (`card_file` reads such files). A `Knowledge` holds
all that was told in a game; states share it, and nothing in it changes. A `Memory` knows what was said of a card in
other games; the rules never ask it, only those do who offer a value to be taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec

from engine.notation import plain
from engine.pathfinder.cards import Card, Check, Requirement, facts_named, full_name

#: The set whose facts are built in.
BUILT_IN = "Rise of the Runelords"


def set_key(name: str) -> str:
    """The name of a set as it is compared: "" for the one that is built in, others without what stands in brackets."""
    key = plain(name).partition(" (")[0]
    return "" if key == plain(BUILT_IN) else key


#: One choice: any of these requirements, joined by "or".
Choice = tuple[Requirement, ...]


class Told(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what is told of a card."""


class ToldCard(Told, frozen=True, kw_only=True):
    """A card as its owner tells it; None and "" are not told.

    `check` is the check to acquire or defeat; without steps the card has none. `recharge` without a choice tells that
    the card has no recharge line. `closes` tells whether a henchman's own text allows a closing, `barrier` that the
    card counts as a barrier besides. `per_adventure` is what the number of the adventure deck adds to the difficulty,
    once for each.
    """

    name: str
    type: str = ""
    traits: tuple[str, ...] | None = None
    copies: int | None = None
    check: Check | None = None
    recharge: Choice | None = None
    closes: bool | None = None
    barrier: bool | None = None
    per_adventure: int = 0


class ToldLocation(Told, frozen=True, kw_only=True):
    """A location as the owner tells it: the check that closes it, and what else that takes, in words."""

    name: str
    closing: Choice | None = None
    closing_text: str = ""


class Knowledge:
    """All that was told in one game, by full name; two are equal if they say the same."""

    __slots__ = ("cards", "locations")

    cards: Mapping[str, ToldCard]
    locations: Mapping[str, ToldLocation]

    def __init__(self, cards: Iterable[ToldCard] = (), locations: Iterable[ToldLocation] = ()) -> None:
        self.cards = MappingProxyType({card_key(one.name): one for one in cards})
        self.locations = MappingProxyType({one.name: one for one in locations})

    def __bool__(self) -> bool:
        return bool(self.cards or self.locations)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Knowledge) and other.as_value() == self.as_value()

    def __hash__(self) -> int:
        return hash((len(self.cards), len(self.locations)))

    def card(self, name: str | None) -> ToldCard | None:
        """What was told of a card, its copy number aside."""
        return self.cards.get(card_key(name)) if name and self.cards else None

    def location(self, name: str) -> ToldLocation | None:
        """What was told of a location."""
        return self.locations.get(name)

    def with_told(self, cards: Iterable[ToldCard], locations: Iterable[ToldLocation]) -> Knowledge:
        """This and what is told now; a value that is told again replaces the one before."""
        kept, places = dict(self.cards), dict(self.locations)
        for card in cards:
            kept[card_key(card.name)] = _over(kept.get(card_key(card.name)), card)
        for place in locations:
            places[place.name] = _over(places.get(place.name), place)
        return Knowledge(kept.values(), places.values())

    def as_value(self) -> dict[str, Any]:
        """All of it as JSON values, by name."""
        return {
            "cards": [msgspec.to_builtins(self.cards[key]) for key in sorted(self.cards)],
            "locations": [msgspec.to_builtins(self.locations[key]) for key in sorted(self.locations)],
        }


NOTHING_TOLD = Knowledge()


class _Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[ToldCard, ...] = ()
    locations: tuple[ToldLocation, ...] = ()


def knowledge_of(value: Any) -> Knowledge:
    """What `Knowledge.as_value` wrote.

    Raises:
        msgspec.ValidationError: it is of another form.
    """
    read = msgspec.convert(value, type=_Value)
    return Knowledge(read.cards, read.locations)


def _over(before: Any, now: Any) -> Any:
    """The fields of `now` that say something, and those of `before` for the rest."""
    if before is None:
        return now
    said = {field: getattr(now, field) for field in now.__struct_fields__}
    said = {field: value for field, value in said.items() if value not in {None, ""} and (field, value) != _NO_INCREASE}
    return msgspec.structs.replace(before, **said)


_NO_INCREASE = ("per_adventure", 0)


@cache
def card_key(name: str) -> str:
    """The name under which a card is kept: its full one, without the number of a copy."""
    return full_name(name)


#: Where a value comes from that is known, not only said before.
FACTS, FILE = "the card", "the card file"
KNOWN = frozenset({FACTS, FILE})


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """A value that was said of a card before, and where: "tuesday#41", "event 12", or `FACTS` or `FILE`.

    `what` is the purpose of a check and its place in the row, such as "defeat 1", or "recharge" or "close".
    """

    card: str
    what: str
    skill: str
    difficulty: int
    where: str

    @property
    def text(self) -> str:
        """Skill and difficulty as one types them."""
        return f"{self.skill} {self.difficulty}".lstrip()


class Memory:
    """What was said of cards in other games. This one knows nothing; it is replaced where a log is at hand.

    It is no part of a state's value: any two are equal, and neither position nor rules depend on it.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory)

    def __hash__(self) -> int:
        return 0

    def of(self, card: str) -> tuple[Remembered, ...]:
        """The values of a card, those said last first."""
        del card
        return ()


NO_MEMORY = Memory()


# In words


def choice_text(choice: Choice) -> str:
    """Requirements joined by "or" as a card file has them; "none" where there is nothing to choose."""
    return " or ".join(f"{' or '.join(one.skills)} {one.difficulty}" for one in choice) or "none"


def check_text(check: Check) -> str:
    """A check as a card file has it."""
    return " then ".join(choice_text(step) for step in check) or "none"


def value_words(what: str, value: str) -> tuple[str, str]:
    """What a value is of and the value, as people say them: ("defeat", "Combat 13"), ("closes", "yes").

    `what` is as in `Asserted`; of several checks the place in the row is told from the second on.
    """
    word, _, rest = what.partition(" ")
    if word in {"acquire", "defeat"}:
        which, _, skill = rest.partition(" ")
        return f"{word}, check {which}" if which != "1" else word, f"{skill} {value}".lstrip()
    if word in {"recharge", "close"}:
        return word, f"{rest} {value}".lstrip()
    return what, value


def value_text(what: str, value: str) -> str:
    """A value in a sentence: "Combat 13 to defeat", "2 checks", "closes: yes"."""
    name, text = value_words(what, value)
    if name.partition(",")[0] in {"acquire", "defeat", "recharge", "close"}:
        return f"{text} to {name}"
    if name == "checks":
        return f"{value} check{'' if value == '1' else 's'}"
    return f"{name}: {text}"


# Against the built-in facts


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a told card that the built-in facts have otherwise: both values in words, and whether it is a boon."""

    field: str
    told: str
    known: str
    boon: bool
    message: str


def contradictions(card: ToldCard) -> tuple[Contradiction, ...]:
    """Every field of a told card that the built-in facts have otherwise; none for a card that they do not have."""
    facts = facts_named(card_key(card.name))
    if facts is None:
        return ()
    recharge = None if facts.recharge is None else (facts.recharge,)
    values: tuple[tuple[str, Any, Any, Callable[[Any], str]], ...] = (
        ("type", card.type or None, facts.type, str),
        ("traits", card.traits, facts.traits, ", ".join),
        ("check", card.check, facts.check, check_text),
        ("recharge", card.recharge, recharge, choice_text),
    )
    found = [
        _contradiction(card, facts, field, write(told), write(known))
        for field, told, known, write in values
        if told is not None and known is not None and _compared(told) != _compared(known)
    ]
    most = facts.copies()
    if card.copies is not None and most is not None and card.copies > most:
        found.append(_contradiction(card, facts, "copies", str(card.copies), f"at most {most}"))
    return tuple(found)


def _compared(value: Any) -> Any:
    """A value as it is compared: it does not matter in which order traits, skills and what "or" joins are told."""
    if isinstance(value, str):
        return value.casefold()
    if isinstance(value, Requirement):
        return frozenset((skill, value.difficulty) for skill in value.skills)
    if value and all(isinstance(one, Requirement) for one in value):
        return frozenset(pair for one in value for pair in _compared(one))
    if value and all(isinstance(one, str) for one in value):
        return frozenset(map(_compared, value))
    return tuple(map(_compared, value))


def _contradiction(card: ToldCard, facts: Card, field: str, told: str, known: str) -> Contradiction:
    message = f'{field} of "{card.name}" is {known} by the built-in facts, not {told}'
    return Contradiction(field=field, told=told, known=known, boon=facts.is_boon, message=message)
