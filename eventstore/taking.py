"""Taking sealed games into a store: new ones whole, longer copies by their tail, parting copies not at all."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from eventstore.contract import Store
from eventstore.errors import Conflict, Misuse, SealedError, StoreError
from eventstore.events import Head, StoredEvent, rename_event
from eventstore.sealed import SealedGame, SealedStream

_GROUP_EVENTS = 10_000  # Events per commit: enough for the bulk path, few enough for one line of the journal.


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one stream of a file.

    Attributes:
        file: name of the file.
        stream: its name in the store, empty if the file could not be read.
        added: how many events were added; 0 if all were there, or if it was refused.
        original: the head that the file states, None if it could not be read. For a copy taken under another name its
            hash is not the stream's own: whoever wants to keep it notes it in an event.
        problem: why it was refused, None if it was not.
    """

    file: str
    stream: str
    added: int
    original: Head | None
    problem: StoreError | None = None

    @property
    def status(self) -> Literal["added", "unchanged", "refused"]:
        """What happened, in a word."""
        if self.problem:
            return "refused"
        return "added" if self.added else "unchanged"


class ImportReport(msgspec.Struct, frozen=True):
    """What became of each stream of each file, in the order of the files."""

    taken: tuple[Taken, ...]

    @property
    def problems(self) -> list[StoreError]:
        """Why files were refused."""
        return [taken.problem for taken in self.taken if taken.problem]


class _Waiting(msgspec.Struct):
    """A file that was judged and waits for its group to be written."""

    places: list[int]
    tails: list[Sequence[StoredEvent]]


def import_sealed(
    store: Store, games: Iterable[SealedGame | SealedError], *, rename_to: str | None = None
) -> ImportReport:
    """Add sealed games to a store; a file is taken whole or refused, and others go on.

    Chains were checked on reading; nothing is replayed. The same bytes again change nothing, a longer copy adds its
    tail, a shorter one changes nothing. A copy that parts from what is here is refused with a `Conflict` at the first
    parting event. Taken under another name (`rename_to`) it is another stream: payloads, versions, times and recorders
    stay, event ids and hashes are made anew from the name and the old ids, always the same. So importing it again under
    that name changes nothing, too, and exporting it gives a file of its own, not the original's bytes.

    Args:
        store: open for writing.
        games: files that were read; the error of one that could not be read is passed on to the report.
        rename_to: takes the game of the one file under this name; parents keep theirs.

    Raises:
        Misuse: `rename_to` with several files.
        StoreError: the store cannot be written at all.
    """
    taking = _Taking(store)
    for number, game in enumerate(games):
        if rename_to is not None and number:
            raise Misuse(f"only one game can be named '{rename_to}'", hint="import one file at a time to rename it")
        if isinstance(game, SealedError):
            taking.refuse(game.file, "", None, game)
        else:
            taking.take(game, rename_to)
    taking.write()
    return ImportReport(tuple(taking.taken))


class _Taking:
    """Collects files into groups that are written at once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[_Waiting] = []
        self._names: set[str] = set()
        self._size = 0
        self.taken: list[Taken] = []

    def refuse(self, file: str, stream: str, original: Head | None, problem: StoreError) -> None:
        """Note that a stream was not taken."""
        self.taken.append(Taken(file=file, stream=stream, added=0, original=original, problem=problem))

    def take(self, game: SealedGame, rename_to: str | None) -> None:
        """Judge a file, and let it wait for its group if there is anything to add."""
        copies = [(sealed, sealed.events, sealed.stream) for sealed in game.streams]
        if rename_to is not None:
            copies[-1] = (game.game, _renamed(game.game, rename_to), rename_to)
        if any(name in self._names for _, _, name in copies):
            # Its stream is being added by a file before it, and must be compared with that.
            self.write()
        try:
            tails = [tail_of(self._store, name, events) for _, events, name in copies]
        except Conflict as problem:
            for sealed, _, name in copies:
                self.refuse(game.name, name, sealed.head, problem)
            return
        waiting = _Waiting([], [])
        for (sealed, _, name), tail in zip(copies, tails, strict=True):
            if tail:
                waiting.places.append(len(self.taken))
                waiting.tails.append(tail)
                self._names.add(name)
                self._size += len(tail)
            self.taken.append(Taken(file=game.name, stream=name, added=len(tail), original=sealed.head))
        if waiting.tails:
            self._waiting.append(waiting)
        if self._size >= _GROUP_EVENTS:
            self.write()

    def write(self) -> None:
        """Write the group; if the store refuses it, write its files one by one to find out which it refuses."""
        waiting, self._waiting, self._names, self._size = self._waiting, [], set(), 0
        if not waiting:
            return
        try:
            self._store.adopt([tail for one in waiting for tail in one.tails], hashes_checked=True)
        except StoreError as problem:
            if problem.kind not in {"conflict", "usage"}:
                raise
            if len(waiting) == 1:
                for place in waiting[0].places:
                    self.taken[place] = msgspec.structs.replace(self.taken[place], added=0, problem=problem)
                return
            for one in waiting:
                self._waiting = [one]
                self.write()


def tail_of(store: Store, stream: str, events: Sequence[StoredEvent]) -> Sequence[StoredEvent]:
    """Return the events of a copy that come after what is here.

    Args:
        store: to compare with.
        stream: its name.
        events: the copy, from version 1.

    Raises:
        Conflict: the copy parts from what is here.
    """
    head = store.head(stream)
    if head is None:
        return events
    common = min(head.version, len(events))
    last = head.hash if common == head.version else store.read(stream, after=common - 1, upto=common)[0].hash
    if events[common - 1].hash == last:
        return events[common:]
    stored = store.read(stream)
    # A chain has one past: once two copies have parted they never meet again.
    parting = next(index for index in range(common) if stored[index].hash != events[index].hash)
    here, there = stored[parting], events[parting]
    raise Conflict(
        f"{stream}#{here.version}: the copy parts from what is here: "
        f"'{there.kind}' by {there.recorder} in the copy, '{here.kind}' by {here.recorder} here",
        hint="take the copy under another name to keep both",
        stream=stream,
        expected=parting,
        actual=head.version,
        events=stored[parting:],
    )


def _renamed(sealed: SealedStream, name: str) -> tuple[StoredEvent, ...]:
    events: list[StoredEvent] = []
    previous = ""
    for event in sealed.events:
        renamed = rename_event(event, name, previous)
        previous = renamed.hash
        events.append(renamed)
    return tuple(events)
