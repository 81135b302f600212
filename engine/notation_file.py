"""A whole game as text that a person can write: a head, and one action on each line.

    gamelog notation/1
    game: pax-pamir
    name: Tuesday
    players: Ann, Bob, Cai
    rules: official
    deck: table
    ---
    reveal 89 87 59 56 70 57 31 72 18 82 2 106
    loyalty afghan   # Ann began

Keys of every head: `game`, `name`, `players`, `rules` (a preset), `option: key=value` (a line for each that differs),
`played`, `place`, `campaign`, `seed` or `provenance` (where the order of a deck came from), `simulated: yes`. Each game
has its own besides (`engine.notation_head`). A value that would not read back is written as a JSON string. Empty lines
are passed over; a comment is a note at its place. Only the last line may end with `...`: there the record stops in the
middle of an action, and every event is told. A line that begins with `[{` holds the events of an action as they are
stored, where the notation of its game cannot tell them.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

import msgspec

from engine.actions_of_line import goes_on, split_actions
from engine.events import LOG_EVENTS, Event, GameStarted, Noted
from engine.game import Fault, Reading, game_of_kind
from engine.notation import cut_comment, narrow
from engine.notation_head import SEPARATOR, VERSION, Head, HeadError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.game import Game

State = Any
_UNFINISHED = "..."
_STORED = "[{"


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """Where and why a file was not taken: the line from 1, its text, and the fault with its column."""

    line: int
    text: str
    fault: Fault


class ReadAction(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file: its events, none for a line that is only a comment; its comment; and its number."""

    events: tuple[Event, ...]
    comment: str
    line: int


class ReadGame(msgspec.Struct, frozen=True, kw_only=True):
    """How far a file was read, and the fault that ended it, if one did. Without a readable head there is no start."""

    started: GameStarted | None = None
    played: str = ""
    actions: tuple[ReadAction, ...] = ()
    fault: FileFault | None = None

    def runs(self) -> tuple[tuple[Event, ...], ...]:
        """The actions after the start, with each comment as a note at its place, alone."""
        found: list[tuple[Event, ...]] = []
        for action in self.actions:
            found += [action.events] if action.events else []
            found += [(Noted(text=action.comment),)] if action.comment else []
        return tuple(found)

    def events(self) -> tuple[Event, ...]:
        """The events after the start, with each comment as a note at its place."""
        return tuple(event for run in self.runs() for event in run)


def is_notation(first_line: bytes) -> bool:
    """Whether a file's first line is that of a notation file of some version."""
    return first_line.removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(b"gamelog notation/")


# Reading


def read_game(text: str) -> ReadGame:
    """A whole game from its text, as far as it can be read."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    head = Head()
    number = 0
    try:
        for number, line in enumerate(lines, start=1):
            if head.take(line, number):
                break
        started, game = head.started()
    except HeadError as wrong:
        line = lines[wrong.line - 1] if wrong.line <= len(lines) else ""
        return ReadGame(fault=FileFault(line=wrong.line, text=line, fault=wrong.fault))
    state = game.start(started)
    actions: list[ReadAction] = []
    last = max((at for at, line in enumerate(lines, start=1) if cut_comment(line)[0].strip()), default=0)
    for at, line in enumerate(lines[number:], start=number + 1):
        if not line.strip():
            continue
        fault, action, state = _read_line(game, state, line, at, last=at == last)
        if fault is not None:
            found = FileFault(line=at, text=line, fault=fault)
            return ReadGame(started=started, played=head.value("played"), actions=tuple(actions), fault=found)
        actions.append(action)
    return ReadGame(started=started, played=head.value("played"), actions=tuple(actions))


def _read_line(game: Game, state: State, line: str, at: int, *, last: bool) -> tuple[Fault | None, ReadAction, State]:
    typed, comment = cut_comment(line)
    bare = narrow(typed).rstrip().removesuffix(_UNFINISHED).removesuffix("…")
    if line.lstrip().startswith(_STORED):
        reading = _read_stored(game, state, line)
        fault, comment = reading.fault, ""
    elif bare != narrow(typed).rstrip():
        reading = game.read_unfinished(state, bare)
        fault = reading.fault
        if fault is None and not last:
            message = 'only the last line of a game may be unfinished ("...")'
            fault = Fault(kind="malformed", message=message, column=len(bare) + 1, length=3)
    else:
        reading = game.read_line(state, line)
        fault, comment = reading.fault, reading.comment
    for event in reading.events:
        state, _ = game.evolve(state, event)
    return fault, ReadAction(events=reading.events, comment=comment, line=at), state


def _read_stored(game: Game, state: State, line: str) -> Reading:
    """The events of a line that holds them as they are stored."""
    begins = len(line) - len(line.lstrip()) + 1
    try:
        events = tuple(game.decode(bytes(raw)) for raw in msgspec.json.decode(line, type=list[msgspec.Raw]))
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as wrong:
        message = f"these are no events of this game: {wrong}"
        return Reading(fault=Fault(kind="malformed", message=message, column=begins, length=len(line.strip())))
    for at, event in enumerate(events):
        if isinstance(event, GameStarted):
            return Reading(fault=Fault(kind="malformed", message="a game begins once", column=begins))
        if violations := game.check(state, event):
            first = violations[0]
            fault = Fault(kind="illegal", message=first.message, column=begins, rule=first.rule)
            return Reading(events=events[:at], fault=fault)
        state, _ = game.evolve(state, event)
    return Reading(events=events)


# Writing


def write_game(
    started: GameStarted,
    events: Iterable[Event],
    *,
    played: str = "",
    actions: Sequence[Sequence[Event]] | None = None,
) -> str:
    """The text of a game.

    Args:
        started: the first event; it tells whose notation it is.
        events: those of its line after the first, with its notes (`Noted`) among them.
        played: when it was played, as text.
        actions: the same events without notes, as they undo together; else they are cut where actions end.
    """
    game = game_of_kind(started.kind())
    lines = [VERSION, *game.notation_head().written(started, played), SEPARATOR]
    told: list[Event] = []
    notes: dict[int, list[str]] = {}
    for event in events:
        if isinstance(event, Noted):
            notes.setdefault(len(told), []).extend(_comment_lines(event.text))
        elif not isinstance(event, LOG_EVENTS):
            told.append(event)
    state = game.start(started)
    lines += [f"# {note}" for note in notes.get(0, ())]
    count = 0
    for action in split_actions(game, state, told) if actions is None else actions:
        seen = [note for at in range(count + 1, count + len(action) + 1) for note in notes.get(at, ())]
        count += len(action)
        text, holds_comment = _written(game, state, action, last=count == len(told))
        if seen and holds_comment:
            lines.append(f"{text}   # {seen.pop(0)}")
        else:
            lines.append(text)
        lines += [f"# {note}" for note in seen]
        for event in action:
            state, _ = game.evolve(state, event)
    return "\n".join((*lines, ""))


def _written(game: Game, state: State, action: Sequence[Event], *, last: bool) -> tuple[str, bool]:
    """The line of an action, and whether a comment can stand on it."""
    if last and game.tells_unfinished and _is_unfinished(game, state, action):
        return f"{game.write_unfinished(state, action)} {_UNFINISHED}", True
    text = game.write_action(state, action)
    if game.reads_back:
        return text, True
    reading = game.read_line(state, text)
    if reading.fault is None and reading.events == tuple(action) and not reading.comment and "\n" not in text:
        return text, True
    return msgspec.json.encode(list(action)).decode(), False


def _is_unfinished(game: Game, state: State, action: Sequence[Event]) -> bool:
    """Whether an action stops before its end: a forced step is due, or its seat is asked again."""
    seat: int | None = None
    for event in action:
        asked = game.prompt(state)
        if seat is None and asked is not None and game.automatic(state) is None:
            seat = asked.seat
        state, _ = game.evolve(state, event)
    asked = game.prompt(state)
    return game.automatic(state) is not None or (seat is not None and goes_on(asked, seat))


def _comment_lines(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
    return [line for line in lines if line]
