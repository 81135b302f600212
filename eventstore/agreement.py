"""Opening a database and its journal so that they agree, or finding out that they cannot.

They are compared by the store's id, the number of events and the last link: all of that stands at the end of either,
so it costs the same for ten events and for ten million. A side that is a prefix of the other is filled from it. A side
that is missing is rebuilt. Anything else is a fault that nobody but a person can settle, and then nothing is written.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from eventstore.database import Database, State, translated, wal_path
from eventstore.errors import Integrity, StoreMissing
from eventstore.events import ID_ENTROPY, Clock, StoredEvent, rehash, uuid7
from eventstore.journal import Journal, Line, Tail, link_of, opening_line

_CHUNK = 20_000  # Events per commit when a database is filled: each commit leaves it a prefix of the journal.


class Opening:
    """One attempt to open a database with its journal, under the lock.

    Attributes:
        notices: what a person must be told about it.
    """

    def __init__(self, path: Path, journal: Journal, *, patience: float) -> None:
        self._path = path
        self._journal = journal
        self._patience = patience
        self.notices: list[str] = []

    def for_reading(self) -> tuple[Database, State] | None:
        """Open without writing; None if something must be healed first.

        Raises:
            StoreMissing: there is neither database nor journal.
            Integrity: they contradict each other.
        """
        tail = self._journal.tail()
        if _absent(self._path):
            if tail is None:
                raise StoreMissing(f"there is no log at '{self._path}'", hint="record a game, or name another file")
            return None
        database = Database(self._path, writing=False, patience=self._patience)
        try:
            state = database.state()
            if state is None or tail is None or not _agree(state, tail):
                database.close()
                return None
            self._require_whole(state)
        except BaseException:
            database.close()
            raise
        torn = self._journal.torn_bytes()
        if torn:
            self.notices.append(
                f"'{self._journal.path.name}' ends in {torn} bytes of a batch that was never recorded whole; "
                "the next command that writes cuts them off"
            )
        return database, state

    def for_inspection(self) -> tuple[Database, State]:
        """Open without writing and without comparing; errors as for `for_reading`."""
        if _absent(self._path):
            what = "its journal is there" if self._journal.path.exists() else "nor a journal of one"
            raise StoreMissing(
                f"there is no database at '{self._path}'; {what}",
                hint="any command that reads the log rebuilds a database from its journal",
            )
        database = Database(self._path, writing=False, patience=self._patience)
        try:
            state = database.state()
        except BaseException:
            database.close()
            raise
        if state is None:
            database.close()
            raise Integrity(
                f"'{self._path}' is an empty database", hint="any command that reads the log fills it from its journal"
            )
        return database, state

    def for_writing(self, clock: Clock, entropy: Callable[[int], bytes]) -> tuple[Database, State]:
        """Open, make what is not there, and heal what a crash left behind.

        Raises:
            Integrity: database and journal contradict each other; nothing was written.
        """
        tail = self._journal.tail()
        missing = _absent(self._path)
        if missing:
            self._path.unlink(missing_ok=True)
        wal = wal_path(self._path)
        if missing and tail is None:
            if wal.exists():
                raise Integrity(
                    f"'{wal}' is there, but neither its database nor its journal",
                    hint="put them back, or move it away to start afresh",
                )
            tail = self._begin_journal(uuid7(clock(), entropy(ID_ENTROPY)))
            missing = False
        elif missing and wal.exists():
            # A database that is made now must not meet the log of the one that is gone.
            wal.replace(wal.with_name(wal.name + ".old"))
        database = Database(self._path, writing=True, patience=self._patience)
        try:
            state = database.state()
            if state is None:
                store = tail.store if tail else uuid7(clock(), entropy(ID_ENTROPY))
                database.make_tables(store)
                state = State(store, 0, 0, opening_line(store).link)
            self._require_whole(state)
            state = self._settle(database, state, tail, missing=missing)
        except BaseException:
            database.close(keep_wal=True)
            raise
        return database, state

    def _require_whole(self, state: State) -> None:
        if state.count != state.last:
            raise Integrity(
                f"'{self._path}' holds {state.count} events, but the last one is number {state.last}: rows are missing",
                hint=f"run verify to see which; move '{self._path.name}' aside to have it rebuilt from its journal",
            )

    def _begin_journal(self, store: str) -> Tail:
        line = opening_line(store)
        if torn := self._journal.torn_bytes():
            self.notices.append(
                f"'{self._journal.path.name}' held {torn} bytes that are no journal and there was no database: "
                "a new log was begun"
            )
        self._journal.rebuild(iter((line,)))
        return Tail(store, 0, line.link)

    def _settle(self, database: Database, state: State, tail: Tail | None, *, missing: bool) -> State:
        """Make both sides agree; return what the database holds then."""
        if tail is None:
            self._journal.rebuild(_checked(database, state.store, 0, "", opening=True))
            if state.last:
                self.notices.append(
                    f"'{self._journal.path.name}' was missing and was rebuilt from the database: {state.last} events; "
                    f"to start afresh, move '{self._path.name}' away too"
                )
            return state
        if state.store != tail.store:
            raise Integrity(
                f"'{self._path}' is store {state.store}, but '{self._journal.path}' belongs to store {tail.store}",
                hint="put the files back together that belong together: one was copied without the other",
            )
        if state.last == tail.last and state.link != tail.link:
            self._part(state.last)
        kept = ""
        if state.last < tail.last:
            # Read once before anything is written, for a damaged line may come late, and once more to write it.
            lines = self._journal.lines_after(state.last, state.link)
            kept = spans_of(event for line in lines for event in line.events)
        if state.last > tail.last and database.link_at(tail.last) != tail.link:
            self._part(tail.last)
        self._cut()
        if kept:
            state = self._fill_database(database, state, tail)
            self._tell_filled(tail.last, kept, missing=missing)
        elif state.last > tail.last:
            for line in _checked(database, state.store, tail.last, tail.link):
                self._journal.write(line)
            self.notices.append(
                f"'{self._journal.path.name}' lacked {state.last - tail.last} events that the database holds; "
                "they were put back"
            )
        return state

    def _part(self, position: int) -> None:
        raise Integrity(
            f"'{self._path}' and '{self._journal.path}' part at position {position}: they hold different events",
            hint="run verify; then move the wrong one of the two aside, and it is rebuilt from the other",
        )

    def _cut(self) -> None:
        torn = self._journal.cut_torn()
        if torn:
            self.notices.append(
                f"'{self._journal.path.name}' ended in {torn} bytes of a batch that was never recorded whole; "
                "they were cut off"
            )

    def _fill_database(self, database: Database, state: State, tail: Tail) -> State:
        with translated(self._path):
            for chunk in _chunks(self._journal.lines_after(state.last, state.link)):
                database.insert(chunk)
        return State(state.store, tail.last, tail.last, tail.link)

    def _tell_filled(self, last: int, kept: str, *, missing: bool) -> None:
        if missing:
            self.notices.append(
                f"'{self._path.name}' was missing and was rebuilt from '{self._journal.path.name}': {last} events; "
                "to start afresh, move the journal away too"
            )
        else:
            self.notices.append(
                f"recorded, but never confirmed because a command was cut off or the database lost it; kept: {kept}"
            )


def spans_of(events: Iterable[StoredEvent]) -> str:
    """Name the versions of consecutive events: `tuesday#5-6, club#3`; of more than five spans, the first five."""
    spans = []
    for stream, group in groupby(events, key=lambda event: event.stream):
        versions = [event.version for event in group]
        spans.append(f"{stream}#{versions[0]}" + (f"-{versions[-1]}" if len(versions) > 1 else ""))
    return ", ".join(spans[:5]) + (f" and {len(spans) - 5} more" if len(spans) > 5 else "")


def _absent(path: Path) -> bool:
    """Tell whether there is no database; one that was only begun is an empty file, which DuckDB does not take."""
    return not path.exists() or not path.stat().st_size


def _agree(state: State, tail: Tail) -> bool:
    return (state.store, state.last, state.link) == (tail.store, tail.last, tail.link)


def _checked(database: Database, store: str, position: int, previous: str, *, opening: bool = False) -> Iterator[Line]:
    """Yield journal lines made from the database; raise Integrity at the first event that was changed."""
    if opening:
        line = opening_line(store)
        previous = line.link
        yield line
    for line in database.batches_after(position):
        changed = next((event for event in line.events if rehash(event) != event.hash), None)
        if changed or line.link != link_of(store, line.first, previous, [event.hash for event in line.events]):
            event = changed or line.events[0]
            raise Integrity(
                f"{event.stream}#{event.version}: was changed in '{database.path}', so no journal can be made of it",
                hint="put the journal back, move the database aside, and it is rebuilt from the journal",
            )
        previous = line.link
        yield line


def _chunks(lines: Iterable[Line]) -> Iterable[list[Line]]:
    chunk: list[Line] = []
    size = 0
    for line in lines:
        chunk.append(line)
        size += line.count
        if size >= _CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk
