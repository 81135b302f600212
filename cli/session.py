"""Where engine and store meet: open, fold, judge, append.

Nothing is held while a person is asked or a replay is computed: the log is opened to read, closed, the game is folded
and judged, and the log is opened again to append. If others appended meanwhile, their events are shown and the action
is judged again.
"""

from __future__ import annotations

import os
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cli.errors import STORE_CODES, ExitCode, Trouble
from cli.session_games import PREFIX, Found, Loaded, copied_as, entry_of, game_of, log_decoder
from engine.events import (
    LOG_EVENTS,
    Closed,
    Event,
    GameStarted,
    Hidden,
    Noted,
    Redone,
    Renamed,
    Reopened,
    Undone,
    Unhidden,
)
from engine.game import Game
from engine.line import Entry, LineError, fold, is_annotation
from engine.replay import state_of
from engine.upcasting import schema_of
from eventstore import (
    Append,
    Appended,
    Conflict,
    NewEvent,
    Store,
    StoredEvent,
    StoreError,
    StoreMissing,
    open_store,
    uuid7,
)

if TYPE_CHECKING:
    from cli.session_campaign import Given

#: Who records where nobody was asked for a name, as in a script.
NOBODY = "nobody named"
_encoder = msgspec.json.Encoder()


def now() -> int:
    """UTC microseconds; the one clock of the program."""
    return time.time_ns() // 1000


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What recording did: the events stored with their versions, or that they were there before.

    `given` tells what was stored with them in the stream of a campaign.
    """

    loaded: Loaded
    events: tuple[Event, ...]
    first: int
    last: int
    repeated: bool = False
    came_first: tuple[StoredEvent, ...] = ()
    given: tuple[str, ...] = ()


class Session:
    """One user's way to one database file."""

    def __init__(
        self,
        path: Path,
        *,
        recorder: str = "",
        clock: Callable[[], int] = now,
        entropy: Callable[[int], bytes] = os.urandom,
        patience: float = 5.0,
    ) -> None:
        self.path = path
        self.recorder = recorder
        self.clock = clock
        self.entropy = entropy
        self.patience = patience
        self.notices: list[str] = []

    # Opening

    def reading(self, use: Callable[[Store], Any]) -> Any:
        """Open the log to read, use it, close it."""
        return self._open("read", use)

    def writing(self, use: Callable[[Store], Any]) -> Any:
        """Open the log to write, use it, close it; makes the log where there is none."""
        return self._open("write", use)

    def inspecting(self, use: Callable[[Store], Any]) -> Any:
        """Open the log as it is, damaged or not, healing nothing."""
        return self._open("inspect", use)

    def _open(self, mode: Any, use: Callable[[Store], Any]) -> Any:
        try:
            if mode == "write":
                _make_folder(self.path.parent)
            with open_store(
                self.path, mode=mode, clock=self.clock, entropy=self.entropy, patience=self.patience
            ) as store:
                try:
                    return use(store)
                finally:
                    self.notices.extend(store.notices)
                    store.notices.clear()
        except StoreError as fault:
            raise trouble_of(fault) from fault
        except OSError as fault:
            reason = (fault.strerror or str(fault)).lower()
            raise Trouble(f"the log cannot be opened: {reason}", place=str(self.path)) from fault

    # Finding games

    def find_all(self, store: Store) -> list[Found]:
        """Every game of the log, oldest first."""
        heads = {head.stream: head for head in store.heads(PREFIX)}
        names, hidden = _later_names(store)
        found = []
        for first in store.events_of(_start_kinds(), first_only=True):
            if first.stream not in heads:
                continue
            started = entry_of(game_of(first, first.stream), first).event
            if not isinstance(started, GameStarted):
                continue
            head = heads[first.stream]
            found.append(
                Found(
                    stream=first.stream,
                    name=names.get(first.stream) or copied_as(first.stream) or started.name,
                    started=started,
                    version=head.version,
                    recorded_at=first.recorded_at,
                    played_at=first.played_at,
                    last_recorded_at=head.last_recorded_at,
                    hidden=first.stream in hidden,
                )
            )
        return found

    def find(self, name: str | None, *, store: Store | None = None) -> Found:
        """The game of a name, a unique prefix of one, or the game being played if no name is given.

        Raises:
            Trouble: there is none, or several.
        """
        games: list[Found] = self.reading(self.find_all) if store is None else self.find_all(store)
        if name is None:
            return _current(games)
        from engine.matching import Ambiguous, Missing, match

        wanted = unicodedata.normalize("NFC", name.strip())
        by_name = {game.name: game for game in games} | {game.stream: game for game in games}
        try:
            return by_name[match(wanted, [*by_name])]
        except Ambiguous as fault:
            raise Trouble(f'"{name}" could be several games: {", ".join(fault.choices)}', code=ExitCode.USAGE) from None
        except Missing as fault:
            near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else "gamelog games lists them"
            raise Trouble(f'there is no game "{name}"', code=ExitCode.NOT_FOUND, hint=near) from None

    def load(self, name: str | None, *, at: int | None = None, known_at: int | None = None) -> Loaded:
        """A game folded to its newest version, to `at` on today's line, or to what was known at `known_at`."""
        for asked, what in ((at, "--at"), (known_at, "--known-at")):
            if asked is not None and asked < 1:
                raise Trouble(f"{what} counts events from 1, not {asked}", code=ExitCode.USAGE)

        def read(store: Store) -> tuple[str, list[StoredEvent]]:
            found = self.find(name, store=store)
            return found.stream, store.read(found.stream, upto=known_at)

        stream, stored = self.reading(read)
        loaded = Loaded(stream, stored, at, partly=True)
        if (unread := loaded.unread) is not None and (at is None or at > loaded.read_to):
            kept = f"the game is told up to event {loaded.read_to}; {unread.hint}"
            self.notices.append(f"{unread.place}: {unread.message}; {kept}")
        beyond = next((asked for asked in (at, known_at) if asked is not None and asked > loaded.version), None)
        if beyond is not None:
            raise Trouble(
                f"there is no event {beyond}", place=loaded.place(), code=ExitCode.NOT_FOUND,
                hint=f"the newest is {loaded.version}",
            )  # fmt: skip
        return loaded

    # Recording

    def begin(
        self,
        started: GameStarted,
        game: Game,
        *,
        played_at: int | None = None,
        prefix: str = PREFIX,
        told: Sequence[Event] = (),
        also: Callable[[str], list[Append]] | None = None,
    ) -> Outcome:
        """Store the start of a game, and the cards of a known deck that come out at once.

        Args:
            started: its first event.
            game: its rules.
            played_at: when it was played, if not now.
            prefix: what the name of its stream begins with.
            told: events that are recorded with the start, each an action of its own.
            also: what is appended to other streams in the same batch, from the name of the game's own.

        Raises:
            Trouble: a rule refuses an event, the name is taken, or the log cannot be written.
        """
        violations = game.check_start(started)
        if violations:
            raise Trouble(violations[0].message, rule=violations[0].rule)
        state = game.start(started)
        tracker = game.tracker()
        moment = self.clock()
        news = [self.new_event(started, game, started, tracker.step(state), b"", moment, 1, played_at=played_at)]
        events: list[Event] = [started]

        def add(event: Event, action: int) -> None:
            nonlocal state
            state, _ = game.evolve(state, event)
            state_hash, changed = tracker.step_with_changes(state)
            news.append(self.new_event(event, game, started, state_hash, _encoder.encode(changed), moment, action))
            events.append(event)

        while (event := game.automatic(state)) is not None:
            add(event, 1)
        for event in told:
            if violations := game.check(state, event):
                raise Trouble(violations[0].message, rule=violations[0].rule)
            add(event, len(news) + 1)
        stream = prefix + uuid7(moment, self.entropy(8))
        others = also(stream) if also else []

        def append(store: Store) -> list[StoredEvent]:
            self._refuse_taken_name(store, started.name)
            store.append([Append(stream, 0, tuple(news)), *others])
            return store.read(stream, check=False)

        stored = self.writing(append)
        return Outcome(loaded=Loaded(stream, stored), events=tuple(events), first=1, last=len(news))

    def _refuse_taken_name(self, store: Store, name: str) -> None:
        from cli.session_campaign import names_taken

        if any(game.name == name for game in self.find_all(store)):
            raise Trouble(f'there is a game "{name}" already', code=ExitCode.CONFLICT, hint="choose another name")
        if name in names_taken(store):
            raise Trouble(f'there is a campaign "{name}" already', code=ExitCode.CONFLICT, hint="choose another name")

    def record(
        self, loaded: Loaded, actions: Sequence[Sequence[Event]], *, expect: int | None = None, repeat_id: str = ""
    ) -> Outcome:
        """Append actions that were judged against the loaded game, as one batch.

        Args:
            loaded: the game as the caller knows it.
            actions: each a run of events that undo together; annotations stand alone.
            expect: refuse unless the newest version is this one.
            repeat_id: makes the call repeatable: the same id with the same events again changes nothing.

        Raises:
            Trouble: a rule refuses an event, the game moved, or the log cannot be written.
        """
        loaded.require_read()
        if not repeat_id:
            self.require_version(loaded, expect)
        news, events, after = self.judged(loaded, actions, repeat_id)
        batches = [Append(loaded.stream, loaded.version if expect is None else expect, tuple(news))]
        given = self._for_campaign(loaded, events, after, repeat_id)
        if given is not None:
            batches.append(given.batch)

        def append(store: Store) -> tuple[Appended, list[StoredEvent]]:
            appended = store.append(batches)
            known = loaded.stored[-1].version
            return appended, [] if appended.repeated else store.read(loaded.stream, after=known, check=False)

        appended, later = self.writing(append)
        span = appended.spans[0]
        if not appended.repeated:
            loaded = loaded.with_later(later)
        return Outcome(loaded=loaded, events=tuple(events), first=span.first, last=span.last,
                       repeated=appended.repeated, given=given.told if given is not None else ())  # fmt: skip

    def _for_campaign(self, loaded: Loaded, events: Sequence[Event], after: Any, repeat_id: str) -> Given | None:
        """What is appended to the campaign of a game in the same batch; None for a game of no campaign."""
        if loaded.game.campaign() is None:
            return None
        from cli.session_campaign import companion, let_go

        if any(isinstance(event, Closed) and event.how == "abandoned" for event in events):
            return let_go(self, loaded)
        if all(is_annotation(event) for event in events):
            return None
        return companion(self, loaded, events, after, repeat_id)

    def require_version(self, loaded: Loaded, expect: int | None) -> None:
        """Refuse to go on unless the newest version is the one that was expected, if one was.

        Raises:
            Trouble: the game has moved; the trouble names what came meanwhile.
        """
        if expect is not None and expect != loaded.version:
            raise _moved(loaded, expect)

    def continued(self, loaded: Loaded) -> Loaded:
        """The same game with whatever was appended since."""
        later = self.reading(lambda store: store.read(loaded.stream, after=loaded.version, check=False))
        return loaded.with_later(later)

    def repeated(self, loaded: Loaded, repeat_id: str) -> list[StoredEvent]:
        """The events that an earlier call with this id stored, oldest first."""
        first = self.event_id(loaded.stream, repeat_id, 0)
        found: list[StoredEvent] = self.reading(lambda store: store.find([first]))
        if not found:
            return []
        at = found[0].version
        ids = {self.event_id(loaded.stream, repeat_id, index) for index in range(loaded.version - at + 1)}
        return [event for event in loaded.stored if event.event_id in ids]

    def judged(
        self, loaded: Loaded, actions: Sequence[Sequence[Event]], repeat_id: str = ""
    ) -> tuple[list[NewEvent], list[Event], Any]:
        """Actions as they are handed to the store, their events, and the state after them.

        Raises:
            Trouble: a rule refuses an event.
        """
        game, state, version = loaded.game, loaded.state, loaded.version
        moment = self.clock()
        news: list[NewEvent] = []
        flat: list[Event] = []
        for action in actions:
            first = version + len(news) + 1
            for event in action:
                changed = b"{}"
                if not isinstance(event, LOG_EVENTS):
                    violations = game.check(state, event)
                    if violations:
                        raise Trouble(violations[0].message, rule=violations[0].rule, place=loaded.place())
                    state, _ = game.evolve(state, event)
                elif isinstance(event, Undone | Redone):
                    state = _after(loaded, event, version + len(news) + 1)
                state_hash, changes = loaded.tracker.step_with_changes(state)
                changed = _encoder.encode(changes)
                event_id = self.event_id(loaded.stream, repeat_id, len(news)) if repeat_id else None
                news.append(
                    self.new_event(event, game, loaded.started, state_hash, changed, moment, first, event_id=event_id)
                )
                flat.append(event)
        loaded.tracker.step(loaded.state)
        return news, flat, state

    @staticmethod
    def event_id(stream: str, repeat_id: str, index: int) -> str:
        """The id of an event of a call that can be repeated."""
        text = f"{stream}\n{repeat_id}\n{index}"
        return uuid7(0, blake2b(text.encode(), digest_size=8).digest())

    def new_event(
        self,
        event: Event,
        game: Game,
        started: GameStarted,
        state_hash: str,
        changed: bytes,
        moment: int,
        action: int,
        *,
        event_id: str | None = None,
        played_at: int | None = None,
    ) -> NewEvent:
        """An event as it is handed to the store: recorded by this user, under the rules that the game began with."""
        kind = event.kind()
        return NewEvent(
            event_id=event_id or uuid7(moment, self.entropy(8)),
            kind=kind,
            schema=schema_of(kind),
            payload=_encoder.encode(event),
            recorder=self.recorder or NOBODY,
            recorded_at=moment,
            played_at=played_at,
            edition=f"{game.title}/{started.preset}",
            reducer=game.reducer,
            changed=changed,
            state_hash=state_hash,
            action=action,
        )

    # Acts upon the log

    def undo(self, loaded: Loaded, since: int | None = None) -> tuple[Outcome, tuple[Entry, ...]]:
        """Take the last action off the line, or everything from the action that holds event `since`."""
        loaded.require_open()
        line = loaded.line
        taken = line.last_action() if since is None else line.from_version(since)
        begun = line.begun
        if since is not None and since <= begun:
            what = "event 1 begins" if begun == 1 else f"events 1 to {begun} begin"
            raise Trouble(
                f"{what} the game and cannot be undone", place=loaded.place(since),
                hint=f"gamelog undo --since {begun + 1} takes everything back that was played",
            )  # fmt: skip
        if not taken:
            what = "there is nothing to undo" if since is None else f"nothing on the line from event {since} on"
            missing = since is not None and since > loaded.version
            raise Trouble(
                what, place=loaded.place(),
                code=ExitCode.NOT_FOUND if missing else ExitCode.REFUSED,
                hint=f"the newest is {loaded.version}" if missing else "gamelog log shows what can be undone",
            )  # fmt: skip
        return self.record(loaded, [[Undone(since=taken[0].version)]]), taken

    def redo(self, loaded: Loaded) -> tuple[Outcome, tuple[Entry, ...]]:
        """Put back what the last undo took off, if nothing was played since."""
        loaded.require_open()
        if not loaded.line.redoable:
            ever = any(isinstance(entry.event, Undone) for entry in loaded.entries)
            why = "what was undone is back already" if ever else "nothing was undone"
            if loaded.line.undone:
                why = "play went on after the last undo"
            raise Trouble(f"there is nothing to redo: {why}", place=loaded.place())
        return self.record(loaded, [[Redone()]]), loaded.line.redoable[-1]

    def annotate(self, loaded: Loaded, event: Noted | Closed | Reopened | Renamed | Hidden | Unhidden) -> Outcome:
        """Store an act that no rule judges."""
        if isinstance(event, Renamed):
            self.reading(lambda store: self._refuse_taken_name(store, event.name))
        return self.record(loaded, [[event]])


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        is_file = isinstance(fault, FileExistsError | NotADirectoryError)
        reason = "a file is in its place" if is_file else (fault.strerror or str(fault)).lower()
        raise Trouble(
            f"the folder of the log cannot be made: {reason}", place=str(folder), hint="name another with --db FILE"
        ) from None


def _after(loaded: Loaded, event: Undone | Redone, version: int) -> Any:
    """The state once an undo or redo has been folded in."""
    entry = Entry(version=version, action=version, event=event)
    try:
        line = fold([*loaded.entries, entry])
    except LineError as fault:
        raise Trouble(str(fault), place=loaded.place()) from None
    return state_of(loaded.game, line)


def _start_kinds() -> list[str]:
    from engine.game import start_kinds

    return start_kinds()


def _later_names(store: Store) -> tuple[dict[str, str], set[str]]:
    kinds = [kind.kind() for kind in (Renamed, Hidden, Unhidden)]
    names: dict[str, str] = {}
    hidden: set[str] = set()
    for stored in store.events_of(kinds):
        event = log_decoder.decode(stored.payload)
        if isinstance(event, Renamed):
            names[stored.stream] = event.name
        elif isinstance(event, Hidden):
            hidden.add(stored.stream)
        else:
            hidden.discard(stored.stream)
    return names, hidden


def _current(games: Iterable[Found]) -> Found:
    """The game that was recorded last."""
    listed = [game for game in games if not game.hidden and not game.started.simulated]
    if not listed:
        hint = "gamelog new begins one; gamelog games --all lists hidden and simulated ones"
        raise Trouble("there is no game to go on with", code=ExitCode.NOT_FOUND, hint=hint)
    return max(listed, key=lambda game: (game.last_recorded_at, game.stream))


def trouble_of(fault: StoreError) -> Trouble:
    """A failure of the store, as a command tells it."""
    more: dict[str, Any] = {}
    message = str(fault)
    if isinstance(fault, Conflict):
        more = {"expected": fault.expected, "actual": fault.actual, "events": [one.kind for one in fault.events]}
    hint = "gamelog new begins one; --db names another file" if isinstance(fault, StoreMissing) else fault.hint
    return Trouble(message, code=STORE_CODES[fault.kind], hint=hint, more=more)


def _moved(loaded: Loaded, expect: int) -> Trouble:
    from cli.recording import told_since

    came = told_since(loaded, expect)
    return Trouble(
        f"the game is at event {loaded.version}, not {expect}",
        code=ExitCode.CONFLICT,
        place=loaded.place(),
        hint=f"look at what came meanwhile, then record again with --expect {loaded.version}"
        if came
        else f"no event {expect} was recorded yet",
        choices=tuple(came[:12]),
        choices_are="came meanwhile",
        more={"expected": expect, "actual": loaded.version},
    )
