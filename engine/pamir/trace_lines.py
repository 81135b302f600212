"""Reference games in the format `pamir-trace/1`: reading their lines, and their steps as our events."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec

from engine.events import Event
from engine.pamir import events as e
from engine.pamir.options import PRESETS, Options

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

FORMAT = "pamir-trace/1"
#: Steps without game meaning: they name a piece or a seat ahead of the step that uses it, or acknowledge.
NO_OPS = frozenset({"select_piece", "confirm", "handoff"})
_COLUMNS = 6


class TraceError(Exception):
    """A trace that cannot be read: what is wrong, in which line and column, counted from 1, under which rule."""

    def __init__(self, message: str, line: int, column: int = 1, *, rule: str = "", hint: str = "") -> None:
        super().__init__(f"line {line}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.rule = rule
        self.hint = hint


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="header"):
    """The first line: the deck with the market that was dealt from it, and the whole state before step 0."""

    format: str
    players: int
    first_chooser: int
    market: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    loyalties: tuple[str, ...] = ()
    state: dict[str, Any] = {}
    # Labels, which are kept for nobody: whatever they say, the game is the same.
    seed: Any = None
    style: Any = None

    def whole_deck(self) -> tuple[int, ...]:
        """The deck as it was before the market was dealt, next card first."""
        top, bottom = self.market
        return (*(card for pair in zip(top, bottom, strict=True) for card in pair), *self.deck)


class Step(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="step"):
    """A decision: `actor`, `action` and `arg` tell it, everything else is what the other engine made of it."""

    i: int
    turn: int
    actor: int
    phase: str
    action: str
    arg: dict[str, Any] = {}
    legal: dict[str, Any] = {}
    d: dict[str, Any] = {}
    drawn: list[int] = []
    discarded: list[int] = []
    dominance: dict[str, Any] | None = None
    note: list[str] | str = []

    def notes(self) -> tuple[str, ...]:
        """Why a strict reading of the rules may part company here; empty where it may not."""
        return (self.note,) if isinstance(self.note, str) else tuple(self.note)


class Snapshot(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="snapshot"):
    """The whole state after a step, and every card that left play."""

    after_step: int
    turn: int
    label: str = ""
    state: dict[str, Any]
    discard: list[int]


class Ending(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", tag="result"):
    """The last line of a finished game."""

    winners: list[int]
    vp: list[int]
    reason: str
    steps: int
    turns: int


Line = Header | Step | Snapshot | Ending
_decode = msgspec.json.Decoder(Line).decode


def is_trace(first_line: bytes) -> bool:
    """Whether a file's first line is the header of a trace."""
    return b'"pamir-trace/' in first_line


def read_lines(lines: Iterable[bytes]) -> Iterator[tuple[int, Line]]:
    """Every line with its number; the first is a header, no other is.

    Raises:
        TraceError: a line cannot be read.
    """
    begun = False
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            line = _decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            _refuse(str(fault), number, text)
        if isinstance(line, Header) is begun:
            _refuse("a second header" if begun else "the first line is not the header", number, text)
        if not begun:
            _check_header(line, number, text)
        begun = True
        yield number, line
    if not begun:
        raise TraceError("the file is empty", 1)


def _check_header(line: Line, number: int, text: bytes) -> None:
    if not isinstance(line, Header):
        raise TypeError("only for headers")
    if line.format != FORMAT:
        _refuse(f'format "{line.format}" is not "{FORMAT}"', number, text, "format")
    if not 2 <= line.players <= 5:
        _refuse(f"two to five players play, not {line.players}", number, text, "players")
    if any(len(row) != _COLUMNS for row in line.market):
        _refuse("the market has two rows of six cards", number, text, "market")


def _refuse(message: str, number: int, text: bytes, key: str = "") -> NoReturn:
    column = 1
    if found := re.search(r"\(byte (\d+)\)", message):
        column = int(found[1]) + 1
    elif found := re.search(r"`\$\.(\w+)", message):
        key = found[1]
    if key:
        column = max(text.find(b'"%b"' % key.encode()), 0) + 1
    cut = "truncated" in message
    hint = "the file was cut in this line; a game may stop after any line, but not within one" if cut else ""
    lowered = message if message.startswith("JSON") else message[:1].lower() + message[1:]
    raise TraceError(lowered, number, column, hint=hint)


def starting_event(
    header: Header,
    name: str,
    preset: str,
    players: tuple[str, ...] | None = None,
    options: Options | None = None,
) -> e.PamirStarted:
    """The first event of the game that a trace records; its rules are the preset's unless `options` are given.

    Raises:
        TraceError: there are more or fewer `players` than in the trace.
    """
    if players is not None and len(players) != header.players:
        raise TraceError(f"{header.players} players sat here, not {len(players)}", 1)
    return e.PamirStarted(
        name=name,
        players=players or tuple(f"Seat{seat}" for seat in range(header.players)),
        preset=preset,
        options=PRESETS[preset] if options is None else options,
        first_chooser=header.first_chooser,
        deck=header.whole_deck(),
        provenance=f"trace {name}",
    )


class UnknownActionError(Exception):
    """A step that stands for no event: what is wrong with it."""


def event_of(action: str, arg: dict[str, Any]) -> Event | None:
    """The event that a step's action stands for; None for a step without game meaning.

    Raises:
        UnknownActionError: the action is not known, or its argument lacks or mistakes something.
    """
    make = _EVENTS.get(action)
    if make is None:
        raise UnknownActionError(f'there is no action "{action}"')
    try:
        made = make(arg)
        # Fields are not judged when a struct is made.
        return None if made is None else msgspec.convert(msgspec.to_builtins(made), type(made))
    except KeyError as fault:
        raise UnknownActionError(f'the action "{action}" lacks {fault}') from None
    except msgspec.ValidationError as fault:
        raise UnknownActionError(f'the action "{action}": {fault}') from None


def _moved(arg: dict[str, Any]) -> Event:
    return e.PieceMoved(piece=arg["piece"], to=arg["to"])


def _discarded(arg: dict[str, Any]) -> Event:
    return e.CardDiscarded(card=arg["card"])


def _taxed(arg: dict[str, Any]) -> Event:
    return e.RupeeTaxed(card=arg["card"]) if arg["from"] == "market" else e.RupeeTaxed(seat=arg["seat"])


_EVENTS: dict[str, Callable[[dict[str, Any]], Event | None]] = {
    "choose_loyalty": lambda arg: e.LoyaltyChosen(coalition=arg["coalition"]),
    "purchase": lambda arg: e.CardPurchased(card=arg["card"]),
    "play": lambda arg: e.CardPlayed(card=arg["card"], end=arg["side"]),
    "card_action": lambda arg: e.ActionTaken(card=arg["card"], action=arg["kind"]),
    "end_turn": lambda _: e.TurnEnded(),
    "bribe_pay": lambda _: e.BribePaid(),
    "bribe_ask": lambda _: e.WaiverAsked(),
    "bribe_courtly_manners": lambda _: e.BribeDeclined(),
    "bribe_withdraw": lambda _: e.AttemptWithdrawn(),
    "bribe_waive": lambda _: e.BribeWaived(),
    "bribe_counter": lambda arg: e.BribeLowered(amount=arg["amount"]),
    "bribe_refuse": lambda _: e.WaiverRefused(),
    "place": lambda arg: e.PiecePlaced(piece=arg["piece"], to=arg["to"]),
    "set_favored": lambda arg: e.FavoredSuitSet(suit=arg["suit"]),
    "tax_take": _taxed,
    "buy_gift": lambda arg: e.GiftBought(slot=arg["slot"], piece=arg["piece"]),
    "move_army": _moved,
    "move_spy": _moved,
    "move_tribe": _moved,
    "betray_card": lambda arg: e.CardBetrayed(card=arg["card"]),
    "prize_accept": lambda _: e.PrizeAccepted(),
    "prize_refuse": lambda _: e.PrizeRefused(),
    "battle_site": lambda arg: e.BattleSiteChosen(at=arg["at"]),
    "battle_remove": lambda arg: e.PieceRemoved(piece=arg["piece"]),
    "safe_house_place": lambda arg: e.SpySheltered(card=arg["card"]),
    "decline": lambda _: e.Declined(),
    "stop": lambda _: e.Stopped(),
    "leverage_discard": _discarded,
    "court_discard": _discarded,
    "hand_discard": _discarded,
    "confidence_discard": _discarded,
    "event_discard": lambda arg: e.EventDiscarded(card=arg["card"]),
    "riot_resolve": lambda arg: e.RiotResolved(region=arg["region"]),
    "choose_player": lambda arg: e.PlayerNamed(seat=arg["seat"]),
    "rebuke_region": lambda arg: e.RegionRebuked(region=arg["region"]),
    "instability_resolve": lambda _: e.InstabilityResolved(),
    "confirm": lambda _: e.Confirmed(),
    "select_piece": lambda _: None,
    "handoff": lambda _: e.Confirmed(),
}
