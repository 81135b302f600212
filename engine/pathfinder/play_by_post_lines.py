"""Fact files of play by post: reading their lines. What cannot be read is told with its line and column.

One JSON object in each line; the first is the header, every other one thing that happened at the table. The keys
`dispute` and `notes` are what readers of the posts thought of it: they are dropped before anything is looked at.
None always means that the post does not say; a key that does not apply is left out (UNSET).
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, TypeVar, get_args

import msgspec
from msgspec import UNSET, UnsetType

from engine.notation import did_you_mean, quoted
from engine.pathfinder.play_by_post_odd import UnreadableError, softened
from engine.stating import OwnFileError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: What was added to the facts by those who wrote them down, and is no fact of the table.
DROPPED = ("dispute", "notes")


class PostError(OwnFileError):
    """A fact file that cannot be read."""


class _Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the parts of lines."""


class Header(_Fact, frozen=True, kw_only=True):
    """The first line: which table, and from where its windows are."""

    kind: Literal["header"]
    set: str | None = None
    campaign: str | None = None
    ruleset: Any = None
    party: tuple[str | None, ...] | None = None
    sources: dict[str, str | None] | None = None
    title: str | None = None
    reading_limit: str | None = None
    lines: int | None = None
    coordinator: str | None = None
    turn_order_posted: tuple[str | None, ...] | None = None


class PostedDie(_Fact, frozen=True, kw_only=True):
    """One die as it was posted."""

    die: str | None = None
    result: int | None = None
    why: str | None = None


class PostedPart(_Fact, frozen=True, kw_only=True):
    """One term of a sum as it was posted."""

    value: int | None = None
    why: str | None = None


class PostedCard(_Fact, frozen=True, kw_only=True):
    """A card that was played or paid: by whom, unless by the character of the line (UNSET), and in which way."""

    card: str | None = None
    type: str | None = None
    how: str | None = None
    by: str | UnsetType | None = UNSET
    effect: str | None = None


class PostedPrice(_Fact, frozen=True, kw_only=True):
    """A part of the price of a closing; `by` is None where nobody paid it yet."""

    by: str | None = None
    amount: int | None = None
    card: str | None = None
    type: str | None = None
    how: str | None = None
    status: str | None = None


class Line(_Fact, frozen=True, kw_only=True, tag_field="what"):
    """What every line has. `turn` is the number as posted, 0 the setup."""

    seq: int
    window: str
    turn: int | None = None
    character: str | None = None
    location: str | None = None


class HandDrawn(Line, frozen=True, kw_only=True, tag="hand_drawn"):
    """A starting hand, with the counts posted beside it."""

    hand: tuple[str | None, ...] | None = None
    deck: int | None = None
    discard: int | None = None
    buried: int | None = None
    hand_size: int | None = None
    support_offered: str | None = None


class TurnStarted(Line, frozen=True, kw_only=True, tag="turn_started"):
    """A turn began."""


class TurnEnded(Line, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn ended."""


class BlessingAdvanced(Line, frozen=True, kw_only=True, tag="blessing_advanced"):
    """A blessing was turned over."""

    blessing_flipped: str | None = None
    blessings_deck_position: int | None = None


class CardGiven(Line, frozen=True, kw_only=True, tag="card_given"):
    """A card was given, or expressly none."""

    card: str | None = None
    to: str | None = None
    outcome: str | None = None


class Moved(Line, frozen=True, kw_only=True, tag="moved", rename={"origin": "from"}):
    """A character moved, or expressly stayed."""

    to: str | None = None
    origin: str | None = None
    cause: str | None = None
    reason: str | None = None
    outcome: str | None = None


class Explored(Line, frozen=True, kw_only=True, tag="explored"):
    """An exploration."""

    source: Literal["free", "card", "power", "effect"] | None = None
    paid_by: PostedCard | str | None = None
    card: str | None = None
    card_type: str | None = None
    position: int | None = None
    known: Any = None
    villain: bool | None = None
    henchman: bool | None = None


class Examined(Line, frozen=True, kw_only=True, tag="examined"):
    """A card was looked at; `position` counts the location deck as it was built."""

    position: int | None = None
    card: str | None = None
    card_type: str | None = None
    known: Any = None
    outcome: str | None = None


class EncounterStarted(Line, frozen=True, kw_only=True, tag="encounter_started"):
    """A card was met that no exploration brought; with an unknown outcome the encounter stayed open."""

    card: str | None = None
    card_type: str | None = None
    summoned: bool | None = None
    phase: str | None = None
    villain: bool | None = None
    henchman: bool | None = None
    known: Any = None
    outcome: str | UnsetType | None = UNSET


class CardPlayed(Line, frozen=True, kw_only=True, tag="card_played"):
    """A card was played outside a posted check; an outcome "pending" hands the encounter to its player."""

    card: str | None = None
    card_type: str | None = None
    action: str | None = None
    power: str | None = None
    timing: str | None = None
    outcome: str | None = None


class PowerUsed(Line, frozen=True, kw_only=True, tag="power_used"):
    """A power of a character was used; an outcome "pending" hands the encounter to that character."""

    power: str | None = None
    zone: dict[str, str | None] | str | UnsetType | None = UNSET
    outcome: str | None = None


class RandomPick(Line, frozen=True, kw_only=True, tag="random_pick"):
    """A die chose something."""

    why: str | None = None
    dice: tuple[PostedDie, ...] | None = None
    modifiers: tuple[PostedPart, ...] | UnsetType | None = UNSET
    total: int | None = None
    picked: str | None = None
    affects: str | None = None


class CheckResolved(Line, frozen=True, kw_only=True, tag="check_resolved"):
    """One roll of a check. `arith` and `outcome_by_arithmetic` are worked out by others and not believed."""

    purpose: str | None = None
    skill: str | None = None
    difficulty: int | None = None
    difficulty_parts: tuple[PostedPart, ...] | None = None
    dice: tuple[PostedDie, ...] | UnsetType | None = UNSET
    modifiers: tuple[PostedPart, ...] | UnsetType | None = UNSET
    total: int | None = None
    arith: str | None = None
    effective_total: int | None = None
    after_roll: tuple[PostedPart, ...] | PostedPart | int | str | UnsetType | None = UNSET
    outcome: str | None = None
    outcome_by_arithmetic: str | None = None
    cards_played: tuple[PostedCard | str, ...] | UnsetType | None = UNSET
    closing: str | bool | None = None
    villain: bool | None = None
    henchman: bool | None = None
    reroll_of: int | str | bool | UnsetType | None = UNSET
    choice: str | None = None


class DamageDealt(Line, frozen=True, kw_only=True, tag="damage_dealt"):
    """Damage was dealt."""

    kind: str | None = None
    amount: int | None = None
    amount_expr: str | None = None
    source: str | None = None
    to: str | None = None
    affects: str | None = None


class DamageReduced(Line, frozen=True, kw_only=True, tag="damage_reduced"):
    """Damage was reduced, by an amount, or to one."""

    kind: str | None = None
    amount: int | None = None
    amount_expr: str | None = None
    source: str | None = None
    to: int | None = None
    by_card: PostedCard | str | UnsetType | None = UNSET


class DamageTaken(Line, frozen=True, kw_only=True, tag="damage_taken"):
    """Damage was taken."""

    kind: str | None = None
    amount: int | None = None
    amount_expr: str | None = None
    source: str | None = None
    discarded: tuple[str | None, ...] | int | None = None


class EncounterResolved(Line, frozen=True, kw_only=True, tag="encounter_resolved"):
    """An encounter ended. The zone is a zone, with the text that sends the card there in brackets."""

    card: str | None = None
    outcome: str | None = None
    zone: str | None = None
    by: str | None = None
    villain: bool | None = None
    henchman: bool | None = None


class CloseAttempted(Line, frozen=True, kw_only=True, tag="close_attempted"):
    """A location was to be closed."""

    permission: str | None = None
    requirement: str | None = None
    paid: tuple[PostedPrice | str, ...] | str | None = None
    outcome: str | None = None


class TempCloseAttempted(Line, frozen=True, kw_only=True, tag="temp_close_attempted"):
    """A location was to be closed against a villain met elsewhere."""

    permission: str | None = None
    requirement: str | None = None
    paid: tuple[PostedPrice | str, ...] | str | None = None
    outcome: str | None = None


class LocationClosed(Line, frozen=True, kw_only=True, tag="location_closed"):
    """A location was closed."""

    closing: str | None = None
    cause: str | None = None
    also: str | None = None


class VillainEscaped(Line, frozen=True, kw_only=True, tag="villain_escaped"):
    """A villain escaped."""

    card: str | None = None
    n: int | None = None
    pool: str | None = None
    to: tuple[str | None, ...] | str | None = None


class CharacterDied(Line, frozen=True, kw_only=True, tag="character_died"):
    """A character died."""

    cause: str | None = None
    reason: str | None = None


class Evaded(Line, frozen=True, kw_only=True, tag="evaded"):
    """A card was evaded; posts mostly tell it as the outcome of the encounter."""

    card: str | None = None
    by: str | None = None
    zone: str | None = None


class Healed(Line, frozen=True, kw_only=True, tag="healed"):
    """Cards of a discard pile came back."""

    by: str | None = None
    amount: int | None = None
    cards: tuple[str | None, ...] | None = None
    timing: str | None = None


class HandReset(Line, frozen=True, kw_only=True, tag="hand_reset"):
    """A hand was reset."""

    drawn: tuple[str | None, ...] | int | None = None
    discarded: tuple[str | None, ...] | int | None = None


class StatePosted(Line, frozen=True, kw_only=True, tag="state_posted"):
    """A state block, or the list of the whole table."""

    hand: tuple[str | None, ...] | None = None
    hand_count: int | None = None
    deck: int | None = None
    discard: int | None = None
    buried: int | None = None
    displayed: tuple[str | None, ...] | None = None
    lists: dict[str, int | tuple[str | None, ...] | None] | None = None
    recharged_listed: tuple[str | None, ...] | None = None
    locations: dict[str, str | None] | None = None
    where: dict[str, str | None] | None = None


class EffectApplied(Line, frozen=True, kw_only=True, tag="effect_applied"):
    """What a text brought, and where cards are now."""

    effect: str | None = None
    zone: dict[str, str | None] | str | UnsetType | None = UNSET


class Correction(Line, frozen=True, kw_only=True, tag="correction"):
    """Something posted earlier was put right."""

    what_was_wrong: str | None = None
    how: str | None = None


class Ruling(Line, frozen=True, kw_only=True, tag="ruling"):
    """A point of the rules was settled, or only asked."""

    point: str | None = None
    choice: str | None = None
    by: str | None = None


class DeckRebuilt(Line, frozen=True, kw_only=True, tag="deck_rebuilt"):
    """A deck was rebuilt."""

    rolls: Any = None
    outcome: str | None = None
    acquired: Any = None
    reward: str | None = None


class ScenarioEnded(Line, frozen=True, kw_only=True, tag="scenario_ended"):
    """The scenario was over."""

    outcome: str | None = None
    rolls: Any = None
    acquired: Any = None
    reward: str | None = None


class Note(Line, frozen=True, kw_only=True, tag="note"):
    """Words."""

    text: str | None = None


PostLine = (
    HandDrawn | TurnStarted | TurnEnded | BlessingAdvanced | CardGiven | Moved | Explored | Examined | EncounterStarted
    | CardPlayed | PowerUsed | RandomPick | CheckResolved | DamageDealt | DamageReduced | DamageTaken
    | EncounterResolved | CloseAttempted | TempCloseAttempted | LocationClosed | VillainEscaped | Healed | HandReset
    | StatePosted | EffectApplied | Correction | Ruling | DeckRebuilt | ScenarioEnded | CharacterDied | Evaded | Note
)  # fmt: skip


def is_play_by_post(first_line: bytes) -> bool:
    """Whether a file's first line is the header of a fact file of play by post."""
    try:
        told = msgspec.json.decode(first_line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return isinstance(told, dict) and told.get("kind") == "header" and "sources" in told


class Read(NamedTuple):
    """A line of a fact file: its number, what it tells, the keys that nobody reads, and remarks on odd values."""

    number: int
    line: Header | Line
    unread: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


def read_lines(lines: Iterable[bytes], *, strict: bool = False) -> Iterator[Read]:
    """Every line of a fact file; the first is the header, no other is.

    Those who write facts down need a new key or word now and then, so one that is not known is told and no fault,
    unless `strict`. What tells something unknown is words, unless it is a known word misspelt.

    Raises:
        PostError: a line cannot be read, or strictly has a key or a value that is not known.
    """
    begun, last = False, 0
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        told = _told(number, text)
        what = told.get("what")
        other = what if begun and _is_words(what, strict=strict) else ""
        if other:
            told = {key: value for key, value in told.items() if key in Note.__struct_fields__} | {"what": "note"}
        if begun and told.get("kind") == "header" and "what" not in told:
            raise PostError("a second header", number)
        line, odd = _line(told, number, text, strict=strict) if begun else _header(told, number, text, strict=strict)
        if isinstance(line, Line):
            if line.seq <= last:
                raise PostError(f"seq {line.seq} comes after seq {last}", number, _column(text, "seq"))
            last = line.seq
        begun = True
        if other and other not in _TOLD_BY_OTHERS:
            odd = (*odd, f"{quoted(other)} is nothing that a line can tell: nothing was made of it")
        unread = tuple(_unread(told, msgspec.to_builtins(line)))
        if strict and unread:
            raise PostError(f'unknown key "{unread[0]}"', number, _column(text, unread[0].split(".")[-1]))
        yield Read(number, line, unread, odd)
    if not begun:
        raise PostError("the file is empty", 1)


def _unread(told: Any, read: Any, path: str = "") -> Iterator[str]:
    """The keys of a line that did not come through into what was read."""
    if isinstance(told, dict) and isinstance(read, dict):
        for key, value in told.items():
            if key not in read:
                yield f"{path}{key}"
            else:
                yield from _unread(value, read[key], f"{path}{key}.")
    elif isinstance(told, list) and isinstance(read, list | tuple):
        for one, other in zip(told, read, strict=False):
            yield from _unread(one, other, path)


def _told(number: int, text: bytes) -> dict[str, Any]:
    try:
        told = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        _refuse(str(fault), number, text)
    if not isinstance(told, dict):
        raise PostError("a line is a JSON object", number)
    return {key: value for key, value in told.items() if key not in DROPPED}


def _header(told: dict[str, Any], number: int, text: bytes, *, strict: bool) -> tuple[Header, tuple[str, ...]]:
    if told.get("kind") != "header":
        raise PostError("the first line is not the header", number, hint='it has "kind": "header"')
    return _converted(told, Header, number, text, strict=strict)


_Read = TypeVar("_Read", bound=msgspec.Struct)


def _converted(
    told: dict[str, Any], kind: type[_Read], number: int, text: bytes, *, strict: bool
) -> tuple[_Read, tuple[str, ...]]:
    """A line of this type, and remarks on its values that are none of their keys."""
    try:
        return msgspec.convert(told, kind), ()
    except msgspec.ValidationError as fault:
        if strict:
            _refuse(str(fault), number, text)
        try:
            read = softened(told, kind)
        except UnreadableError:
            _refuse(str(fault), number, text)
        return msgspec.convert(read.value, kind), read.odd


#: What can stand in a line as `what`.
_KINDS: dict[str, type[Line]] = {str(kind.__struct_config__.tag): kind for kind in get_args(PostLine)}


#: What has a name of its own and another line tells: a check is one line with its dice, a window begins as it begins.
_TOLD_BY_OTHERS = frozenset({"scenario_started", "check_started", "dice_rolled"})


def _is_words(what: Any, *, strict: bool) -> bool:
    """Whether a line tells something of which nothing can be made; a word that is nearly a known one is a slip."""
    if not isinstance(what, str) or what in _KINDS:
        return False
    return what in _TOLD_BY_OTHERS or not (strict or get_close_matches(what, _KINDS, n=1, cutoff=_A_SLIP))


#: How near a word has to be to a known one to be a slip of the pen.
_A_SLIP = 0.92


def _line(told: dict[str, Any], number: int, text: bytes, *, strict: bool) -> tuple[Line, tuple[str, ...]]:
    what = told.get("what")
    if not isinstance(what, str):
        try:
            msgspec.convert(told, PostLine)
        except msgspec.ValidationError as fault:
            _refuse(str(fault), number, text)
        raise AssertionError(what)
    if what not in _KINDS:
        hint = did_you_mean(get_close_matches(what, _KINDS, n=1))
        raise PostError(f"{quoted(what)} is nothing that a line can tell", number, _column(text, "what"), hint=hint)
    return _converted(told, _KINDS[what], number, text, strict=strict)


def _refuse(message: str, number: int, text: bytes) -> NoReturn:
    column = 1
    if found := re.search(r"\(byte (\d+)\)", message):
        column = int(found[1]) + 1
    elif found := re.search(r"`\$\.([^`]*?)(?:\[[^`]*)?`", message):
        column = _column(text, found[1].split(".")[-1])
    hint = "the file was cut in this line" if "truncated" in message else ""
    message = message if message.startswith("JSON") else message[:1].lower() + message[1:]
    raise PostError(message, number, column, hint=hint)


def _column(text: bytes, key: str) -> int:
    return max(text.find(b'"%b"' % key.encode()), 0) + 1
