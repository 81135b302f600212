"""What people state of a game beside its events: what somebody has, what is left open, games of another format."""

from __future__ import annotations

import msgspec

from engine.events import Event, GameStarted


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Where a text of what somebody has differs from what the log has: in which part, and both values in words."""

    part: str
    stated: str
    computed: str


class OpenTask(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was left pending: its number, who owes it, what, where, and what it keeps from happening.

    `how` is the line of notation that goes on with it.
    """

    number: int
    owner: str
    what: str
    place: str
    blocks: str
    rule: str
    reason: str = ""
    how: str = ""


class GameInFile(msgspec.Struct, frozen=True, kw_only=True):
    """A game out of a file that may hold several: how it begins, its actions with the notes between, and remarks.

    `label` tells it from the others of the file, "" for the only one. `remarks` are lines of the file, from 1, of which
    something was not taken, with the reason.
    """

    label: str
    started: GameStarted
    actions: tuple[tuple[Event, ...], ...]
    remarks: tuple[tuple[int, str], ...] = ()


class OwnFileError(Exception):
    """A file in a format of one game that cannot be read: what is wrong, in which line and column, counted from 1."""

    def __init__(self, message: str, line: int, column: int = 1, *, hint: str = "") -> None:
        super().__init__(f"line {line}: {message}")
        self.message = message
        self.line = line
        self.column = column
        self.hint = hint
