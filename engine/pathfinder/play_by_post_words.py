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
from engine.pathfinder.play_by_post_lines import PostedCard, PostedDie, PostedPart

if TYPE_CHECKING:
    from engine.events import Event

_WAYS: tuple[str, ...] = get_args(How)
_SPELLED = {
    "shown": "reveal", "buried": "bury", "recharged": "recharge", "discarded": "discard", "revealed": "reveal",
    "displayed": "display", "banished": "banish", "shows": "reveal", "show": "reveal", "discards": "discard",
    "recharges": "recharge", "reveals": "reveal", "displays": "display", "buries": "bury", "banishes": "banish",
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
    reason = re.search(r"\((.*)\)|: (.+)", text or "")
    words = [one.casefold() for one in _WORD.findall(re.split(r"\(|: ", text or "", maxsplit=1)[0])]
    zone = next((_ZONES[word] for word in words if word in _ZONES), None)
    if zone is None:
        return None
    at = next((word for word in words if word in {"top", "bottom", "shuffled"}), "")
    if not at and {"recharge", "recharged"} & set(words):
        at = "bottom"
    return Lies(zone, at, (reason[1] or reason[2] or "") if reason else "")


_CARD_TO = re.compile(r"([A-Z][\w' +-]*?) (?:goes |is put |was put )?((?:in)?to|on(?:to)?|under)\b (.+)")


def card_and_zone(text: str) -> tuple[str, str] | None:
    """A card and the zone to which it went, as a text tells it: `Leopard to the bottom of the deck`; None without."""
    found = _CARD_TO.fullmatch(text.strip())
    if found is None or lies(found[3]) is None:
        return None
    return found[1], f"bottom of {found[3]}" if found[2] == "under" else found[3]


#: Words before a zone that tell where a card was: `returns a buried ally`, `from the discard pile`.
_ORIGIN = re.compile(
    r"\b(?:from|out of|off)\b(?: (?:his|her|their|its|the|my|your|own|top|bottom|of))* (\w+)"
    r"|\b(?:an?|one|the|another|random|each|his|her|their|my) (buried|discarded|displayed|recharged)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;.]| and ")


def zone_in(text: str, card: str, *, alone: bool) -> Zone | None:
    """The zone that a text speaks of as where a card was: `returns a buried ally`; None without one.

    Where several cards moved only the part of the text that names this card counts.
    """
    parts = [text] if alone else [part for part in _CLAUSE.split(text) if card.casefold() in part.casefold()]
    found = {_ZONES[word.casefold()] for part in parts for one in _ORIGIN.findall(part) if (word := _zone_word(one))}
    return found.pop() if len(found) == 1 else None


def _zone_word(found: tuple[str, str]) -> str:
    word = next((one for one in found if one), "").casefold()
    word = {"discarded": "discard"}.get(word, word)
    return word if word in _ZONES else ""


class Purpose(NamedTuple):
    """What a check is for: the kind, the card to be recharged, which of how many checks."""

    kind: str
    card: str | None
    which: int | None
    checks: int | None


_NTH = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b(?:(?: check)? of (\d+))?|\bcheck (\d+)(?: of (\d+))?\b|\b(\d+) of (\d+)\b")
_NTH_WORDS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
#: What a word of a purpose tells that the check is for (`CtD`: check to defeat, `BYA`: before you act).
_KINDS = {
    "acquire": "acquire", "acquiring": "acquire", "acquired": "acquire", "acquisition": "acquire", "cta": "acquire",
    "get": "acquire", "gain": "acquire", "obtain": "acquire", "defeat": "defeat", "defeating": "defeat",
    "ctd": "defeat", "fight": "defeat", "fighting": "defeat", "beat": "defeat", "overcome": "defeat", "kill": "defeat",
    "close": "close", "closing": "close", "closes": "close", "ctc": "close", "recharge": "recharge",
    "recharging": "recharge", "recharged": "recharge", "before": "before", "bya": "before", "after": "after",
    "aya": "after",
}  # fmt: skip
_TEMPORARY = frozenset({"temporary", "temp", "temporarily"})
#: Words that tell which check it was, or with what, and not what for: `2nd check`, `Combat DC 16`, `Dip 9`.
_BARE = frozenset({
    "check", "checks", "roll", "dc", "then", "of", "or", "the", "to", "a", "st", "nd", "rd", "th", "x", "for",
    "first", "second", "third", "fourth", "combat", "reroll", "strength", "str", "dexterity", "dex", "constitution",
    "con", "intelligence", "int", "wisdom", "wis", "charisma", "cha", "melee", "ranged", "arcane", "divine",
    "fortitude", "fort", "diplomacy", "dip", "perception", "perc", "stealth", "survival", "knowledge", "know",
    "craft", "disable", "acrobatics", "skill",
})  # fmt: skip
_OF_RECHARGE = frozenset({"to", "recharge", "recharging", "recharged", "check", "roll", "attempt", "for", "of", "the"})


def purpose(text: str | None, closing: object = None) -> Purpose:
    """A purpose as it is posted: `acquire (1st of 2, THEN)`, `recharge Fly`, `CtD`, `to defeat henchman Ormander`.

    The kind is "" where the words do not tell what the check is for, such as `2nd check`, and "other" for anything
    else. The first word that tells a kind counts.
    """
    words = [one.casefold() for one in _WORD.findall(text or "")]
    which, checks = _which(text or "", words)
    temporary = bool(_TEMPORARY & set(words)) or is_temporary(closing)
    kind = next((_KINDS[word] for word in words if word in _KINDS), "")
    if not kind and temporary:
        kind = "close"
    if not kind:
        kind = "" if set(words) <= _BARE else "other"
    if kind == "close" and temporary:
        kind = "temp_close"
    return Purpose(kind, _recharged(text or "") if kind == "recharge" else None, which, checks)


def is_temporary(closing: object) -> bool:
    """Whether a closing is told as a temporary one."""
    return isinstance(closing, str) and bool(_TEMPORARY & set(_WORD.findall(closing.casefold())))


def _which(text: str, words: list[str]) -> tuple[int | None, int | None]:
    """Which of how many checks it was."""
    if nth := _NTH.search(text.casefold()):
        return int(nth[1] or nth[3] or nth[5]), int(number) if (number := nth[2] or nth[4] or nth[6]) else None
    return next((_NTH_WORDS[word] for word in words if word in _NTH_WORDS), None), None


def _recharged(text: str) -> str | None:
    """The card that was to be recharged: `recharge Fly`, `to recharge Fly (Arcane)`, `Fly recharge check`."""
    words = text.partition(" (")[0].split()
    while words and words[0].casefold() in _OF_RECHARGE:
        words = words[1:]
    while words and words[-1].casefold() in _OF_RECHARGE:
        words = words[:-1]
    return " ".join(words) or None


def dice_of(posted: tuple[PostedDie, ...] | UnsetType | None) -> tuple[Die, ...]:
    """Dice as events have them; none where the result of one of them is not told, as then their sum is not known.

    Raises:
        WordError: a die is not written as `d8`.
    """
    found = []
    for one in posted or ():
        if one.die is None:
            return ()
        sides = re.fullmatch(r"1?d(\d{1,4})", one.die.strip().casefold())
        if sides is None:
            raise WordError(f'"{one.die}" is no die such as "d8"')
        if one.result is None:
            return ()
        found.append(Die(sides=int(sides[1]), result=one.result, why=one.why or ""))
    return tuple(found)


def parts_of(posted: tuple[PostedPart, ...] | None) -> tuple[Part, ...]:
    """Terms of a sum as events have them; none where one of them is not told, as then the sum is not known."""
    if any(one.value is None for one in posted or ()):
        return ()
    return tuple(Part(value=one.value or 0, why=one.why or "") for one in posted or ())


def modifiers_of(
    posted: tuple[PostedPart, ...] | UnsetType | None, total: int | None, dice: tuple[Die, ...]
) -> tuple[Part, ...]:
    """The modifiers of a roll; what the post does not say of them is what its total has beyond the rest."""
    if posted is UNSET:
        return ()
    told = tuple(Part(value=one.value, why=one.why or "") for one in posted or () if one.value is not None)
    if posted is not None and len(told) == len(posted):
        return told
    if total is None or not dice:
        return told
    rest = total - sum(die.result for die in dice) - sum(one.value for one in told)
    return (*told, Part(value=rest, why="not posted")) if rest else told


_SIGNED = re.compile(r"([+-]) ?(\d{1,3})\b(?! ?d\d)")


def after_of(
    posted: tuple[PostedPart, ...] | PostedPart | int | str | UnsetType | None, total: int | None, effective: int | None
) -> tuple[Part, ...] | None:
    """What was added after the roll; what the post does not say of it is what the effective total has more.

    None where something was added and nobody said how much.
    """
    if isinstance(posted, PostedPart):
        posted = (posted,)
    if isinstance(posted, int):
        return (Part(value=posted),)
    if isinstance(posted, str):
        told = [Part(value=int(sign + number), why=posted) for sign, number in _SIGNED.findall(posted)]
        posted = None if len(told) != 1 else (PostedPart(value=told[0].value, why=posted),)
    elif posted is UNSET and effective is None:
        return ()
    if isinstance(posted, tuple) and all(one.value is not None for one in posted):
        return parts_of(posted)
    if total is None or effective is None:
        return None
    return (Part(value=effective - total, why="not posted"),) if effective != total else ()


_OPTION = re.compile(
    r"(?:^|[,;:(] ?)(\d+)(?: ?- ?(\d+))?(?: ?[=:] ?| )(.+?)(?=[,;] ?\d+(?: ?- ?\d+)?(?: ?[=:] ?| )|\)?$)"
)


def choices_in(text: str | None) -> tuple[str, ...]:
    """The numbered things among which a die chooses: `1 Celeste, 2 Grazzle`, `1-2 rain, 3-4 sun`; empty if not told."""
    found: list[str] = []
    for number, last, name in _OPTION.findall(_REROLL.sub("", text or "").rstrip(" ,;.")):
        if int(number) != len(found) + 1 or int(last or number) < int(number):
            return ()
        found += [name.strip()] * (int(last or number) - int(number) + 1)
    if not found:
        return _in_order(text or "")
    for first, last in _REROLL.findall(text or ""):
        if int(first) == len(found) + 1:
            found += ["roll again"] * (int(last or first) - int(first) + 1)
    return tuple(found) if len(found) > 1 else ()


#: Numbers of a die that choose nothing: `reroll 4`, `roll again on 5-6`.
_REROLL = re.compile(r"\b(?:re-?roll|roll again)(?:ed|s)?(?: on)?(?: an?)? (\d+)(?:(?:-| or )(\d+))?", re.IGNORECASE)
_LISTED = re.compile(r"\border\b[^:]*:(.+)$", re.IGNORECASE)


_A_NAME = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
_OR = re.compile(rf"(?::|\b(?:of|among|between)) ((?:{_A_NAME}, )*{_A_NAME},? (?:or|and) {_A_NAME})(?= in \w+|[.;(]|$)")


def _in_order(text: str) -> tuple[str, ...]:
    """Things that are listed without numbers where their order numbers them: `in card list order: Dock, Farm`."""
    found = _LISTED.search(text) or _OR.search(text)
    if found is None or any(one.isdigit() for one in found[1]):
        return ()
    names = [one.strip(" .") for one in re.split(r",| and | or ", found[1])]
    return tuple(names) if len(names) > 1 and all(names) else ()


_WRITTEN = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = re.compile(
    rf"\b(?:of|among|from)(?: the| these| those| all)* (\d{{1,3}}|{'|'.join(_WRITTEN)})\b(?! ?=)", re.IGNORECASE
)


def number_of_choices(text: str | None) -> int | None:
    """How many things a die chooses among where they are only counted: `one of 6 locations`; None if not told."""
    found = _NUMBER.search(text or "")
    if found is None:
        return None
    word = found[1].casefold()
    number = int(word) if word.isdigit() else _WRITTEN.index(word) + 2
    return number if number > 1 else None


_RANGES = re.compile(r"(?:cards? )?(\d+(?: ?- ?\d+)?(?: then \d+(?: ?- ?\d+)?)*)(?![\w+])")


def cards_left(text: str) -> int | None:
    """How many cards a location has by its posted numbers: `3-10 then 1` is nine; None if that is not told."""
    found = slots_left(text)
    return None if found is None else len(found)


def slots_left(text: str) -> tuple[int, ...] | None:
    """The numbers of the cards that a location has, the next one first; None if that is not told."""
    found = _RANGES.match(text)
    if found is None:
        return () if text.casefold().startswith(("empty", "no cards")) else None
    numbers = list[int]()
    for part in found[1].split(" then "):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


_SUCCESS = frozenset({
    "success", "succeeded", "succeeds", "successful", "successfully", "autosuccess", "pass", "passed", "passes",
    "closed", "met", "made", "won", "win", "beaten", "defeated", "acquired", "yes",
})  # fmt: skip
_FAILURE = frozenset({
    "fail", "failed", "fails", "failure", "autofail", "autofailed", "autofailure", "unsuccessful", "unsuccessfully",
    "missed", "misses", "lost", "not", "no", "undefeated",
})  # fmt: skip
_OPEN = frozenset({
    "pending", "open", "unknown", "unclear", "skipped", "later", "undecided", "assuming",
})  # fmt: skip
_CANNOT_MISS = re.compile(r"\b(?:can ?not|can'?t|could ?n.?t) (?:miss|fail)")
_NOT_TOLD = re.compile(r"\bnot (?:said|told|known|posted|stated|clear|yet|decided|given|readable)\b")
_WITHOUT_ROLL = re.compile(r"\bauto|\bno(?:t| roll)|\bcan ?not|\bcan'?t|\bwithout")
_NOTHING = re.compile(r"\bempty\b|\bno(?: more)? cards?\b|\bnone\b|\bnothing\b|\bno \w+ (?:left|there)\b")


def verdict(text: str | None) -> str | None:
    """Success or failure as a text tells it: `success (conditional)`, `autofail`, `can't miss`; None while it is open.

    Raises:
        WordError: the text tells no outcome.
    """
    if text is None:
        return None
    spoken = text.casefold()
    if _CANNOT_MISS.search(spoken):
        return "success"
    if _NOT_TOLD.search(spoken):
        return None
    words = _WORD.findall(spoken)
    for word in words:
        if word in _SUCCESS or word in _FAILURE:
            return "success" if word in _SUCCESS else "fail"
        if word in _OPEN:
            return None
    if words in (["auto"], ["automatic"], ["automatically"]):
        return "success"
    raise WordError(f'"{text}" is no outcome such as "success" or "fail"')


def more_said(text: str | None) -> str:
    """The words of an outcome where they say more than it: `success (conditional)`; "" for the bare outcome."""
    words = (text or "").strip()
    return "" if words.casefold() in _SUCCESS | _FAILURE | _OPEN else words


def without_roll(text: str | None) -> bool:
    """Whether an outcome is told as one that needs no dice: `autofail`, `can't miss`, `not rolled`."""
    return bool(_WITHOUT_ROLL.search((text or "").casefold()))


def tells_of_none(text: str | None) -> bool:
    """Whether a text tells that there was no card: `deck empty, nothing seen`."""
    return bool(_NOTHING.search((text or "").casefold()))


_ENDINGS = {
    "defeated": "defeated", "beaten": "defeated", "undefeated": "undefeated", "acquired": "acquired",
    "banished": "banished", "evaded": "evaded", "declined": "declined", "escaped": "undefeated", "killed": "defeated",
}  # fmt: skip


def ending(text: str | None) -> str | None:
    """How an encounter ended: `defeated`, `not defeated, shuffled back`; None where it is not told.

    Raises:
        WordError: the text tells no ending.
    """
    words = _WORD.findall((text or "").casefold())
    if not words:
        return None
    at, found = next(((at, _ENDINGS[word]) for at, word in enumerate(words) if word in _ENDINGS), (0, ""))
    if not found:
        if _OPEN & set(words):
            return None
        raise WordError(f'"{text}" is no end of an encounter such as "defeated"')
    if at and words[at - 1] == "not":
        return {"defeated": "undefeated", "acquired": "banished"}.get(found)
    return found


_TO = re.compile(r"\b(?:to|gets it:?|receives:?) ([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)")


def receivers(text: str | None) -> tuple[str, ...]:
    """The names to whom something went, as a text tells them: `given to Enora`."""
    return tuple(name.removesuffix("'s").removesuffix("’s") for name in _TO.findall(text or ""))


def receiver(text: str | None, people: tuple[str, ...]) -> str | None:
    """Who got a card: the one of these people who is named as that; None where nobody is."""
    named = [name for name in people if name in receivers(text) or name == (text or "").strip()]
    return named[0] if len(named) == 1 else None


def uncopied(event: Event) -> Event:
    """The event with the copy numbers taken off its cards: a post may name a copy here and only the card there.

    Two copies stay two cards of one name, so counting them finds the same.
    """
    changed: dict[str, Any] = {}
    for field in ("card", "hand", "displayed", "discarded", "drawn", "cards", "looked"):
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
