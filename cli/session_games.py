"""A game as the log holds it: its stored events read, the line folded, the state at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Literal

import msgspec

from cli.errors import ExitCode, Trouble
from engine.campaign import PREFIX as CAMPAIGN_PREFIX
from engine.campaign import CampaignStarted, campaign_in
from engine.events import Closed, Event, GameStarted, LogEvent, Redone, Renamed, Reopened, Undone
from engine.game import Game, UnknownGameError, game_of_kind
from engine.line import Entry, Line, LineError, fold, is_annotation, line_at
from engine.replay import Replay, play, state_of
from engine.upcasting import UnknownSchemaError, upcast
from eventstore import StoredEvent

PREFIX = "game/"
#: What the name of a stream goes on with, after the prefix, if it is the copy of a game under another name.
COPY = "as/"
Status = Literal["playing", "finished", "abandoned"]
log_decoder = msgspec.json.Decoder(LogEvent)


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a list shows it: where it is, what it is called, how it began."""

    stream: str
    name: str
    started: GameStarted
    version: int
    recorded_at: int
    played_at: int | None
    last_recorded_at: int
    hidden: bool = False


class Loaded:
    """A game folded to its newest version: what was stored, the line, the state, and a tracker that is up to date.

    With `partly` an event that this release cannot read ends what is folded: `unread` tells of it, what came before can
    be looked at, and nothing can be recorded.
    """

    def __init__(
        self, stream: str, stored: Sequence[StoredEvent], at: int | None = None, *, partly: bool = False
    ) -> None:
        self.stream = stream
        self.stored = list(stored)
        self.game: Game = game_of(stored[0], stream)
        self.entries, self.unread = _entries(self.game, stream, self.stored)
        if self.unread is not None and not (partly and self.entries):
            raise self.unread
        try:
            self.line: Line = fold(self.entries)
        except LineError as fault:
            raise Trouble(str(fault), place=f"{stream}#{fault.version}", code=ExitCode.INTEGRITY) from None
        self._cut = at is not None
        if at is not None:
            self.line = line_at(self.line, at)
        started = self.line.first.event
        if not isinstance(started, GameStarted):
            raise AssertionError("folded lines begin with a start")
        self.started = started
        self.state: Any = self.game.numbered(state_of(self.game, self.line), self.line.numbers)
        self.tracker = self.game.tracker()
        self.tracker.step(self.state)

    def with_later(self, later: Sequence[StoredEvent]) -> Loaded:
        """The same game with what was stored since; only that is read and played, unless it goes back on the line."""
        entries = [entry_of(self.game, event) for event in later]
        if self._cut or any(isinstance(entry.event, Undone | Redone) for entry in entries):
            return Loaded(self.stream, [*self.stored, *later], partly=self.unread is not None)
        grown = copy(self)
        grown.stored = [*self.stored, *later]
        grown.entries = [*self.entries, *entries]
        grown.line = fold(grown.entries)
        for entry in entries:
            if not is_annotation(entry.event):
                grown.state, _ = self.game.evolve(grown.state, entry.event)
        grown.state = self.game.numbered(grown.state, grown.line.numbers)
        grown.tracker = self.game.tracker()
        grown.tracker.step(grown.state)
        return grown

    @property
    def version(self) -> int:
        """The newest version of the stream."""
        return self.stored[-1].version

    @property
    def name(self) -> str:
        """What the game is called now."""
        return name_of(self.stream, self.entries)

    @property
    def closed(self) -> Closed | None:
        """How the game was closed, if it was and was not reopened."""
        return closed_of(self.entries)

    def require_open(self) -> None:
        """Refuse to change what was played in a game that was closed.

        Raises:
            Trouble: it is closed.
        """
        if self.closed is not None:
            raise Trouble("the game is closed", place=self.place(), hint="gamelog close --reopen takes it up again")

    def require_read(self) -> None:
        """Refuse to go on with a game that this release cannot read to its end.

        Raises:
            Trouble: it cannot; the trouble names the event, and who can read it.
        """
        if self.unread is not None:
            raise Trouble(
                f"nothing can be recorded: {self.unread.message}", place=self.unread.place,
                hint=self.unread.hint.partition(";")[0] + "; a release that reads it can go on with the game",
                more=self.unread.more,
            )  # fmt: skip

    @property
    def read_to(self) -> int:
        """The newest version that could be read."""
        return self.entries[-1].version

    @property
    def status(self) -> Status:
        """One of playing, finished, abandoned."""
        return status_of(self.game, self.state, self.closed)

    def place(self, version: int | None = None) -> str:
        """How messages name a place in this game: `game#event`."""
        return f"{self.name}#{self.version if version is None else version}"

    def replay(self) -> Replay:
        """The line played with every event judged."""
        return play(self.game, self.line)


def name_of(stream: str, entries: Iterable[Entry]) -> str:
    """What a game is called now: its last new name, else the name in its stream's, else the one it began with."""
    begun, renamed = "", ""
    for entry in entries:
        if isinstance(entry.event, Renamed):
            renamed = entry.event.name
        elif isinstance(entry.event, GameStarted):
            begun = entry.event.name
    return renamed or copied_as(stream) or begun


def copied_as(stream: str) -> str:
    """The name under which a copy of a game was taken in, for it is kept in the stream's name; else empty."""
    name = stream.removeprefix(CAMPAIGN_PREFIX if stream.startswith(CAMPAIGN_PREFIX) else PREFIX)
    return name.removeprefix(COPY) if name.startswith(COPY) else ""


def closed_of(entries: Iterable[Entry]) -> Closed | None:
    """How a game was closed, if it was and was not reopened."""
    last = None
    for entry in entries:
        if isinstance(entry.event, Closed):
            last = entry.event
        elif isinstance(entry.event, Reopened):
            last = None
    return last


def status_of(game: Game, state: Any, closed: Closed | None) -> Status:
    """Whether a game is still played, was played to an end, or was abandoned."""
    if game.winners(state) is not None:
        return "finished"
    if closed is None:
        return "playing"
    return "abandoned" if closed.how == "abandoned" else "finished"


def rules_of(first: StoredEvent) -> Game:
    """The rules of the stream that an event begins: of a game, or of a campaign.

    Raises:
        UnknownGameError: this release has no such game.
    """
    return campaign_in(first.payload) if first.kind == CampaignStarted.kind() else game_of_kind(first.kind)


def game_of(first: StoredEvent, stream: str) -> Game:
    """The built-in game to which the first event of a stream belongs.

    Raises:
        Trouble: this release has no such game.
    """
    try:
        return rules_of(first)
    except UnknownGameError as fault:
        raise Trouble(
            str(fault), place=f"{stream}#1", hint="a newer release may know it; verify and export work all the same"
        ) from None


def _entries(game: Game, stream: str, stored: Iterable[StoredEvent]) -> tuple[list[Entry], Trouble | None]:
    """A whole stream, read, or what precedes the first event that this release does not know, and the trouble of it."""
    found: list[Entry] = []
    for event in stored:
        try:
            found.append(entry_of(game, event))
        except Trouble as trouble:
            if found:
                trouble.place = f"{name_of(stream, found)}#{event.version}"
            return found, trouble
    return found, None


def entry_of(game: Game, stored: StoredEvent) -> Entry:
    """A stored event, read.

    Raises:
        Trouble: this release does not know the event.
    """
    try:
        payload = upcast(stored.kind, stored.schema, stored.payload)
        event: Event = log_decoder.decode(payload) if stored.kind.startswith("log.") else game.decode(payload)
    except (msgspec.MsgspecError, UnknownSchemaError, UnicodeDecodeError, RecursionError) as fault:
        raise Trouble(
            f'event of kind "{stored.kind}" cannot be read by this release: {fault}',
            place=f"{stored.stream}#{stored.version}",
            hint=f"it was recorded by {stored.reducer or 'another release'}; verify and export work all the same",
            more={"event": stored.version, "kind": stored.kind},
        ) from None
    return Entry(version=stored.version, action=stored.action, event=event)
