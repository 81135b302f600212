"""Words that posts use, as values of events: ways of playing, zones, purposes of checks, numbered options, counts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder.cards import written_card
from engine.pathfinder.events import Die, How, Part, Zone
from engine.pathfinder.play_by_post_lines import PostedCard, PostedDie, PostedPart, StatePosted

if TYPE_CHECKING:
    from engine.events import Event

_WAYS: tuple[str, ...] = get_args(How)
_SPELLED = {
    "shown": "reveal", "buried": "bury", "recharged": "recharge", "discarded": "discard", "revealed": "reveal",
    "displayed": "display", "banished": "banish",
}  # fmt: skip
_THEN = re.compile(r"\bthen (\w+)")
_WORD = re.compile(r"[A-Za-z]+")
_COST = "cost of a power"


class WordError(Exception):
    """A word that stands for no value of an event."""


def way(text: str | None) -> How | None:
    """The way in which a card was played: `discard, pending recharge` is discard, `display, then discard` too.

    None where the words name none of the six ways.
    """
    if later := _THEN.search(text or ""):
        return way(later[1])
    words = [one.casefold() for one in _WORD.findall((text or "").split(_COST)[0])]
    found = next((_SPELLED.get(word, word) for word in words if _SPELLED.get(word, word) in _WAYS), None)
    return msgspec.convert(found, How) if found else None


def is_cost(card: PostedCard) -> bool:
    """Whether a card paid for another power and was not played (PA-PLY-06)."""
    return any(_COST in (text or "") for text in (card.how, card.effect))


def kind_of_card(text: str | None) -> str:
    """The type of a card; what only says where a card lies is none."""
    return "" if text in {None, "display", "displayed"} else str(text)


class Lies(NamedTuple):
    """Where a card lies now: the zone, the place in it ("" for its own), and the text that sends it there."""

    zone: Zone
    at: str
    reason: str


_ZONES: dict[str, Zone] = {
    "hand": "hand", "deck": "deck", "discard": "discard", "discards": "discard", "buried": "buried", "bury": "buried",
    "displayed": "displayed", "display": "displayed", "box": "box", "banished": "box", "location": "location",
    "recharged": "deck", "aside": "aside", "pile": "discard", "banish": "box", "recharge": "deck",
}  # fmt: skip


def lies(text: str | None) -> Lies | None:
    """A zone as it is posted: `deck, shuffled`, `displayed (a power lets ..)`, `bottom of the deck`; None without."""
    reason = re.search(r"\((.*)\)", text or "")
    words = [one.casefold() for one in _WORD.findall((text or "").split("(", 1)[0])]
    zone = next((_ZONES[word] for word in words if word in _ZONES), None)
    if zone is None:
        return None
    at = next((word for word in words if word in {"top", "bottom", "shuffled"}), "")
    if not at and {"recharge", "recharged"} & set(words):
        at = "bottom"
    return Lies(zone, at, reason[1] if reason else "")


def zone_in(text: str) -> Zone | None:
    """The zone that a text speaks of as where a card was: `returns a buried ally`; None without one."""
    for word in _WORD.findall(text.casefold()):
        if word in {"buried", "discarded", "displayed"}:
            return _ZONES.get(word, "discard")
    return None


class Purpose(NamedTuple):
    """What a check is for: the kind, the card to be recharged, which of how many checks."""

    kind: str
    card: str | None
    which: int | None
    checks: int | None


_NTH = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b(?: of (\d+))?")


def purpose(text: str | None, closing: object = None) -> Purpose:
    """A purpose as it is posted: `acquire (1st of 2, THEN)`, `recharge Fly`, `defeat henchman Ormander`."""
    words = (text or "").strip()
    nth = _NTH.search(words)
    which = int(nth[1]) if nth else None
    checks = int(nth[2]) if nth and nth[2] else None
    first = _first(words)
    kinds = {"acquire": "acquire", "defeat": "defeat", "close": "close", "recharge": "recharge", "closing": "close"}
    kind = kinds.get(first, first if first in {"before", "after"} else "other")
    if first in {"temporary", "temp", "temporarily"} or (kind == "close" and closing == "temporary"):
        kind = "temp_close"
    card = words.partition(" ")[2].split(" (")[0].strip() or None if kind == "recharge" else None
    return Purpose(kind, card, which, checks)


def dice_of(posted: tuple[PostedDie, ...] | None) -> tuple[Die, ...]:
    """Dice as events have them.

    Raises:
        WordError: a die is not written as `d8`.
    """
    found = []
    for one in posted or ():
        sides = re.fullmatch(r"1?d(\d{1,4})", one.die)
        if sides is None:
            raise WordError(f'"{one.die}" is no die such as "d8"')
        found.append(Die(sides=int(sides[1]), result=one.result, why=one.why or ""))
    return tuple(found)


def parts_of(posted: tuple[PostedPart, ...] | int | None) -> tuple[Part, ...]:
    """Terms of a sum as events have them."""
    if isinstance(posted, int):
        return (Part(value=posted),)
    return tuple(Part(value=one.value, why=one.why or "") for one in posted or ())


def modifiers_of(
    posted: tuple[PostedPart, ...] | UnsetType | None, total: int | None, dice: tuple[Die, ...]
) -> tuple[Part, ...]:
    """The modifiers of a roll; where the post does not say them, they are what its total has beyond its dice."""
    if posted is UNSET or (posted is None and (total is None or not dice)):
        return ()
    if posted is None:
        rest = (total or 0) - sum(die.result for die in dice)
        return (Part(value=rest, why="not posted"),) if rest else ()
    return parts_of(posted)


_OPTION = re.compile(r"(?:^|[,;:(] ?)(\d+)(?: ?- ?(\d+))?(?: ?= ?| )(.+?)(?=[,;] ?\d+(?: ?- ?\d+)?(?: ?= ?| )|\)?$)")


def choices_in(text: str | None) -> tuple[str, ...]:
    """The numbered things among which a die chooses: `1 Celeste, 2 Grazzle`, `1-2 rain, 3-4 sun`; empty if not told."""
    found: list[str] = []
    for number, last, name in _OPTION.findall(text or ""):
        if int(number) != len(found) + 1 or int(last or number) < int(number):
            return ()
        found += [name.strip()] * (int(last or number) - int(number) + 1)
    return tuple(found) if len(found) > 1 else ()


_NUMBER = re.compile(r"\b(?:of|among|from)(?: the)? (\d{1,3})\b(?! ?=)")


def number_of_choices(text: str | None) -> int | None:
    """How many things a die chooses among where they are only counted: `one of 6 locations`; None if not told."""
    found = _NUMBER.search(text or "")
    return int(found[1]) if found and int(found[1]) > 1 else None


_RANGES = re.compile(r"(?:cards? )?(\d+(?: ?- ?\d+)?(?: then \d+(?: ?- ?\d+)?)*)(?![\w+])")


def cards_left(text: str) -> int | None:
    """How many cards a location has by its posted numbers: `3-10 then 1` is nine; None if that is not told."""
    found = _RANGES.match(text)
    if found is None:
        return 0 if text.casefold().startswith(("empty", "no cards")) else None
    count = 0
    for part in found[1].split(" then "):
        first, _, last = part.partition("-")
        count += int(last or first) - int(first) + 1
    return count


_VERDICTS = {
    "success": "success", "succeeded": "success", "closed": "success", "met": "success", "fail": "fail",
    "failed": "fail", "failure": "fail", "not": "fail", "pending": None, "open": None, "unknown": None,
}  # fmt: skip


def verdict(text: str | None) -> str | None:
    """Success or failure as a text begins: `success (conditional)`, `auto fail`; None while it is open.

    Raises:
        WordError: the text begins with no outcome.
    """
    if text is None:
        return None
    words = [one.casefold() for one in _WORD.findall(text)]
    word = next((one for one in words if one not in {"auto", "automatic"}), "")
    if word not in _VERDICTS:
        raise WordError(f'"{text}" is no outcome such as "success" or "fail"')
    return _VERDICTS[word]


def more_said(text: str | None) -> str:
    """The words of an outcome where they say more than it: `success (conditional)`; "" for the bare outcome."""
    words = (text or "").strip()
    return "" if words.casefold() in _VERDICTS else words


def lists_of(line: StatePosted) -> tuple[tuple[str, int], ...]:
    """The lists of a posted state with their numbers; the recharged cards that are named are one of them."""
    found = tuple((line.lists or {}).items())
    if line.recharged_listed is None or any("recharge" in name.casefold() for name, _ in found):
        return found
    return (*found, ("recharged", len(line.recharged_listed)))


def _first(text: str) -> str:
    found = _WORD.search(text)
    return found[0].casefold() if found else ""


def uncopied(event: Event) -> Event:
    """The event with the copy numbers taken off its cards: a post may name a copy here and only the card there.

    Two copies stay two cards of one name, so counting them finds the same.
    """
    changed: dict[str, Any] = {}
    for field in ("card", "hand", "displayed", "discarded", "drawn", "cards"):
        cards = getattr(event, field, None)
        if isinstance(cards, str):
            changed[field] = _name(cards)
        elif isinstance(cards, tuple):
            changed[field] = tuple(_name(card) for card in cards)
    paid = getattr(event, "paid", None)
    if isinstance(paid, e.Payment):
        changed["paid"] = replace(paid, card=_name(paid.card))
    zones = getattr(event, "zones", ())
    if zones:
        changed["zones"] = tuple(replace(one, card=_name(one.card or "")) for one in zones)
    return replace(event, **changed) if changed else event


def _name(card: str) -> str:
    return written_card(card).name
