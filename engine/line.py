"""The line: the events of a stream that count, after undo and redo are folded in.

The raw stream is never rewritten and versions are never renumbered. A game event joins the line and empties the redo
stack; an undo takes everything from a version on off the line and onto the stack; a redo puts the last such piece
back. Notes, closings and the like are annotations: they are never undone and never judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.events import LOG_EVENTS, Event, GameStarted, Redone, Undone

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a stream with its place: its version, and the version of the first event of its action."""

    version: int
    action: int
    event: Event


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """The folded stream: its first entry, the game events that count, what can be redone, what was undone by whom.

    `redoable` holds the pieces that redo would put back, the next one last. `undone` maps every version that is off
    the line to the version of the undo that took it off.
    """

    first: Entry
    entries: tuple[Entry, ...]
    redoable: tuple[tuple[Entry, ...], ...]
    undone: dict[int, int]

    @property
    def begun(self) -> int:
        """The last version of the action that begins the game: with a known deck, the first market belongs to it."""
        first = self.first.action
        return max((entry.version for entry in self.entries if entry.action == first), default=self.first.version)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The versions of the events that count, that of the start first."""
        return (self.first.version, *(entry.version for entry in self.entries))

    def last_action(self) -> tuple[Entry, ...]:
        """The entries of the last action on the line; empty at the start of a game, which cannot be taken back."""
        if not self.entries or self.entries[-1].action == self.first.action:
            return ()
        action = self.entries[-1].action
        return tuple(entry for entry in self.entries if entry.action == action)

    def from_version(self, version: int) -> tuple[Entry, ...]:
        """The entries from a version on, widened to the whole action that holds it; what begins the game stays."""
        begun = self.begun
        holder = next((entry for entry in self.entries if entry.version >= version and entry.version > begun), None)
        if holder is None:
            return ()
        return tuple(entry for entry in self.entries if entry.version >= holder.action)


class LineError(Exception):
    """A stream that cannot be folded: its first event starts no game, or a redo has nothing to put back."""

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


def is_annotation(event: Event) -> bool:
    """Whether an event never touches the line."""
    return isinstance(event, LOG_EVENTS) and not isinstance(event, Undone | Redone)


def fold(stream: Iterable[Entry]) -> Line:
    """Fold a raw stream in version order.

    Raises:
        LineError: the stream does not begin with the start of a game, or an undo or redo does not fit.
    """
    entries = iter(stream)
    first = next(entries, None)
    if first is None or not isinstance(first.event, GameStarted):
        raise LineError("the stream does not begin with the start of a game", first.version if first else 0)
    folding = Folding(first)
    for entry in entries:
        folding.add(entry)
    return folding.line()


class Folding:
    """A line being folded, entry by entry."""

    def __init__(self, first: Entry) -> None:
        self.first = first
        self.entries: list[Entry] = []
        self.redoable: list[tuple[Entry, ...]] = []
        self.undone: dict[int, int] = {}

    def add(self, entry: Entry) -> None:
        """Take the next entry in.

        Raises:
            LineError: an undo names nothing on the line, or a redo has nothing to put back.
        """
        event = entry.event
        if isinstance(event, Undone):
            taken = tuple(one for one in self.entries if one.version >= event.since)
            if not taken:
                raise LineError(f"nothing on the line from event {event.since} on can be undone", entry.version)
            del self.entries[-len(taken) :]
            self.redoable.append(taken)
            self.undone.update({one.version: entry.version for one in taken})
        elif isinstance(event, Redone):
            if not self.redoable:
                raise LineError("there is nothing to redo", entry.version)
            back = self.redoable.pop()
            self.entries.extend(back)
            for one in back:
                del self.undone[one.version]
        elif not is_annotation(event):
            self.entries.append(entry)
            self.redoable.clear()

    def line(self) -> Line:
        """The line as it stands."""
        return Line(
            first=self.first,
            entries=tuple(self.entries),
            redoable=tuple(self.redoable),
            undone=dict(sorted(self.undone.items())),
        )


def cut(stream: Sequence[Entry], after: int) -> list[Entry]:
    """The raw stream up to a version, as it was known then."""
    return [entry for entry in stream if entry.version <= after]


def line_at(line: Line, version: int) -> Line:
    """Today's line cut after a version."""
    return msgspec.structs.replace(
        line, entries=tuple(entry for entry in line.entries if entry.version <= version), redoable=()
    )
