"""Options and their open fields: what kind of value each field of an event takes, and what an option covers.

An option is an event of which some fields are fixed and all others are slots. A slot with choices takes one of them;
one without takes any value of its kind. A slot may stay as the option's event has it, unless that is one of the words
of `STANDING_FOR`: the field is then asked for.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any

import msgspec

from engine.events import Event
from engine.judging import Option, Slot
from engine.pathfinder import events as e

#: What stands in an option's event where the table has to say something.
CARD, POWER, PLACE, REASON, POINT, NAME = "a card", "a power", "a location", "a reason", "a point", "somebody"
TYPE = "a type"
STANDING_FOR = frozenset({CARD, POWER, PLACE, REASON, POINT, NAME, TYPE})

#: The kinds of values that open fields take, by field. A field that is not here takes one of its choices.
KINDS: Mapping[str, str] = MappingProxyType({
    **dict.fromkeys(("card", "villain"), "card"),
    **dict.fromkeys(("hand", "displayed", "discards", "discarded", "drawn", "looked", "put_back", "cards", "from_box",
                     "from_dead"), "cards"),
    **dict.fromkeys(("count", "hand_size", "hand_count", "hand_unknown", "discards_unknown", "turn", "left", "checks",
                     "copies", "faced_by", "which", "difficulty", "total", "effective_total", "amount", "unpaid", "n",
                     "blessings", "draws", "late", "slot", "deck", "discard", "buried", "task", "seat"), "number"),
    **dict.fromkeys(("by", "using", "lent", "permission", "cost", "reroll_by", "allowed_by", "power", "source",
                     "character"), "name"),
    **dict.fromkeys(("difficulty_parts", "modifiers", "after"), "parts"),
    **dict.fromkeys(("why", "reason", "how", "text", "subject", "affects", "picked", "reward", "cause", "point",
                     "choice", "origin", "digest"), "text"),
    **dict.fromkeys(("place", "location"), "place"),
    "to": "place", "type": "type", "favored": "type", "skill": "skill", "dice": "dice", "paid": "payment",
    "powers": "hows", "zones": "zones", "void": "events", "choices": "texts", "places": "places", "listed": "lists",
    "locations": "locations", "who": "who", "owner": "who",
})  # fmt: skip
#: Kinds of fields that mean something else in one event than in the others.
_OF_ONE: Mapping[tuple[type[Event], str], str] = MappingProxyType({
    (e.HandReset, "discards"): "number", (e.CardGiven, "to"): "who", (e.VillainEscaped, "to"): "place_names",
    (e.VillainEscaped, "cards"): "cards", (e.PowerUsed, "cost"): "payments",
    (e.SuccessorJoined, "character"): "character", (e.Moved, "origin"): "place", (e.CardsTold, "cards"): "told",
    (e.CheckResolved, "how"): "text", (e.CardPlayed, "how"): "how",
})  # fmt: skip
#: Fields of which an option says least, and last.
_LAST = ("late", "allowed_by")


@cache
def hints_of(kind: type[Event]) -> Mapping[str, Any]:
    """The type of each field of an event."""
    hints = typing.get_type_hints(kind)
    return MappingProxyType({field: hints[field] for field in kind.__struct_fields__})


@cache
def defaults_of(kind: type[Event]) -> Mapping[str, Any]:
    """The default of each field that has one."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    found = zip(fields[len(fields) - len(defaults) :], defaults, strict=True)
    return MappingProxyType({field: value for field, value in found if value is not msgspec.NODEFAULT})


@cache
def words_of(kind: type[Event], field: str) -> tuple[int | str, ...]:
    """The values between which a field chooses; empty for one that is open."""
    hint = hints_of(kind)[field]
    ways = typing.get_args(hint) if typing.get_origin(hint) in {typing.Union, UnionType} else (hint,)
    for way in ways:
        if typing.get_origin(way) is typing.Literal:
            return tuple(typing.get_args(way))
        if way is bool:
            return (False, True)
    return ()


@cache
def _slot(kind: type[Event], field: str) -> Slot:
    words = words_of(kind, field)
    named = _OF_ONE.get((kind, field)) or ("word" if words else KINDS.get(field, "text"))
    return Slot(field=field, kind=named, choices=words)


@cache
def _slots(kind: type[Event], fixed: tuple[str, ...]) -> tuple[Slot, ...]:
    fields = [field for field in kind.__struct_fields__ if field not in fixed]
    ordered = [*(field for field in fields if field not in _LAST), *(field for field in _LAST if field in fields)]
    return tuple(_slot(kind, field) for field in ordered)


def option(event: Event, rule: str, fixed: tuple[str, ...], choices: Mapping[str, Iterable[Any]] = {}) -> Option:
    """An option whose event has these fields fixed and all others open, some of them with these choices alone."""
    slots = _slots(type(event), fixed)
    if choices:
        narrowed = {field: tuple(values) for field, values in choices.items()}
        slots = tuple(
            Slot(field=one.field, kind=one.kind, choices=narrowed[one.field]) if one.field in narrowed else one
            for one in slots
        )
    return Option(event=event, rule=rule, slots=slots)


def is_asked_for(event: Event, field: str) -> bool:
    """Whether an option with this event leaves a field to be said, so that it cannot be left out."""
    value = getattr(event, field)
    if field in {"late", "paid"}:
        return bool(value != defaults_of(type(event))[field])
    return isinstance(value, str) and value in STANDING_FOR


def covers(option: Option, event: Event) -> bool:
    """Whether an event is one of those that an option stands for."""
    if type(event) is not type(option.event):
        return False
    slots = {slot.field: slot for slot in option.slots}
    defaults = defaults_of(type(event))
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if value == getattr(option.event, field):
            continue
        slot = slots.get(field)
        if slot is None or (slot.choices and value not in slot.choices):
            return False
        if field in defaults and value == defaults[field] and is_asked_for(option.event, field):
            return False
    return True
