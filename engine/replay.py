"""Replay: a line played from the start, plainly or with every event judged and every hash compared.

Both ways give how far the replay came *and* the failure that stopped it, never one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.events import Event, GameStarted, Redone, Undone
from engine.judging import Effect, Violation
from engine.line import Entry, Folding, Line, LineError, is_annotation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.game import Game


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One event played: the state before it, the state after it, and its consequences."""

    entry: Entry
    before: Any
    after: Any
    effects: tuple[Effect, ...]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """Why a replay stopped: at which version, and what was wrong.

    `kind` is "illegal" (the rules refuse the event), "diverged" (the state hash is another one than recorded) or
    "unreadable" (the event cannot be played at all).
    """

    version: int
    kind: str
    message: str
    violations: tuple[Violation, ...] = ()


def illegal(version: int, violations: Sequence[Violation]) -> Failure:
    """The failure of an event that the rules refuse."""
    return Failure(version=version, kind="illegal", message=violations[0].message, violations=tuple(violations))


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A line played: the first state, the steps, and the failure that stopped it, or None."""

    first: Any
    steps: tuple[Step, ...]
    failure: Failure | None = None

    @property
    def state(self) -> Any:
        """The last state that was reached."""
        return self.steps[-1].after if self.steps else self.first


def play(game: Game, line: Line) -> Replay:
    """Play a line, each event judged by the rules."""
    state = first = start(game, line.first.event)
    steps: list[Step] = []
    last = line.first.version
    for number, entry in enumerate(line.entries, start=1):
        violations = game.check(state, entry.event)
        if violations:
            return Replay(first=first, steps=tuple(steps), failure=illegal(entry.version, violations))
        after, effects = game.evolve(state, entry.event)
        if entry.version != last + 1:
            after = _numbered(game, after, line.first, line.entries[:number])
        last = entry.version
        steps.append(Step(entry=entry, before=state, after=after, effects=effects))
        state = after
    return Replay(first=first, steps=tuple(steps))


def state_of(game: Game, line: Line) -> Any:
    """The state at the end of a line whose events are trusted to be legal: decode and evolve, nothing judged."""
    state = start(game, line.first.event)
    for entry in line.entries:
        state, _ = game.evolve(state, entry.event)
    return state


def _numbered(game: Game, state: Any, first: Entry, entries: Sequence[Entry]) -> Any:
    """The state with the versions of its events; asked for where they do not simply count on."""
    return game.numbered(state, (first.version, *(entry.version for entry in entries)))


def start(game: Game, event: Event) -> Any:
    """The state after the first event of a stream."""
    if not isinstance(event, GameStarted):
        raise TypeError(f"no start of a game: {event.kind()}")
    return game.start(event)


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the raw stream with the state hash that was stored with it."""

    entry: Entry
    state_hash: str


class Audit:
    """A raw stream judged as it was recorded: each event against the line as it stood when it was appended."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._tracker = game.tracker()
        self._folding: Folding | None = None
        self._states: dict[int, Any] = {}
        self._state: Any = None

    def run(self, stream: Iterable[Recorded]) -> Failure | None:
        """The first event that the rules refuse or whose hash differs; None if the whole stream agrees."""
        for recorded in stream:
            failure = self._one(recorded)
            if failure is not None:
                return failure
        return None

    def _one(self, recorded: Recorded) -> Failure | None:
        try:
            violations = self._take(recorded.entry)
        except LineError as fault:
            return Failure(version=fault.version, kind="unreadable", message=str(fault))
        if violations:
            return illegal(recorded.entry.version, violations)
        computed = self._tracker.step(self._state)
        if not recorded.state_hash or comparable(recorded.state_hash, computed) is not False:
            return None
        message = f"the state hash is {computed}, recorded was {recorded.state_hash}"
        return Failure(version=recorded.entry.version, kind="diverged", message=message)

    def _take(self, entry: Entry) -> list[Violation]:
        """Go on by one entry, unless the rules refuse it."""
        event = entry.event
        if self._folding is None:
            if not isinstance(event, GameStarted):
                raise LineError("the stream does not begin with the start of a game", entry.version)
            violations = self._game.check_start(event)
            if violations:
                return violations
            self._folding = Folding(entry)
            self._state = self._states[entry.version] = self._game.start(event)
        elif isinstance(event, Undone | Redone):
            self._folding.add(entry)
            last = self._folding.entries[-1] if self._folding.entries else self._folding.first
            self._state = self._states[last.version]
        elif not is_annotation(event):
            violations = self._game.check(self._state, event)
            if violations:
                return violations
            self._state, _ = self._game.evolve(self._state, event)
            self._states[entry.version] = self._state
            self._folding.add(entry)
        return []


def comparable(recorded: str, computed: str) -> bool | None:
    """Whether two hashes agree; None where they were made by different schemes and so cannot be compared."""
    if recorded.partition(":")[0] != computed.partition(":")[0]:
        return None
    return recorded == computed


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of the raw stream as it was recorded: the states around it, and whether it still counts.

    For an annotation both states are the same. `undone_by` is the version of the undo that took the entry off the
    line for good, or None.
    """

    entry: Entry
    before: Any
    after: Any
    effects: tuple[Effect, ...] = ()
    undone_by: int | None = None


def walk(game: Game, entries: Iterable[Entry]) -> list[Walked]:
    """The raw stream step by step, what was undone included, for people to read.

    Events are trusted to be legal.
    """
    found: list[Walked] = []
    folding: Folding | None = None
    states: dict[int, Any] = {}
    state: Any = None
    for entry in entries:
        event, before = entry.event, state
        effects: tuple[Effect, ...] = ()
        if folding is None:
            folding = Folding(entry)
            before = state = states[entry.version] = start(game, event)
        elif isinstance(event, Undone | Redone):
            folding.add(entry)
            last = folding.entries[-1] if folding.entries else folding.first
            state = states[last.version]
        elif not is_annotation(event):
            last = folding.entries[-1] if folding.entries else folding.first
            state, effects = game.evolve(state, event)
            folding.add(entry)
            if entry.version != last.version + 1:
                state = _numbered(game, state, folding.first, folding.entries)
            states[entry.version] = state
        found.append(Walked(entry=entry, before=before, after=state, effects=effects))
    undone = folding.undone if folding else {}
    return [msgspec.structs.replace(one, undone_by=undone.get(one.entry.version)) for one in found]
