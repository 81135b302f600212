"""The one DuckDB file: its tables, its refusals, and how its errors become ours. No other module speaks to DuckDB.

DuckDB is imported when a database is opened and not before: importing it takes longer than most commands.
"""

import contextlib
import re
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from eventstore.errors import Busy, DiskTrouble, Integrity, StoreError
from eventstore.events import Head, StoredEvent
from eventstore.journal import FORMAT, Line, opening_line

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, Error

# No query may reach a file, a network or an extension.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    # Checkpoints in the middle of an import cost a third of its time; safety does not hang on them, for the journal has
    # everything.
    "wal_autocheckpoint": "128MB",
}

_COLUMNS = StoredEvent.__struct_fields__
_SELECT = ", ".join(f'"{name}"' for name in _COLUMNS)
_TYPES = {
    "version": "BIGINT NOT NULL",
    "schema": "BIGINT NOT NULL",
    "action": "BIGINT NOT NULL",
    "recorded_at": "BIGINT NOT NULL",
    "played_at": "BIGINT",
    "payload": "BLOB NOT NULL",
    "changed": "BLOB NOT NULL",
}
_DECLARED = ", ".join(f'"{name}" {_TYPES.get(name, "VARCHAR NOT NULL")}' for name in _COLUMNS)
_PLACES = ", ".join("?" * (len(_COLUMNS) + 2))

# The form that DuckDB honours: it has no BEFORE triggers and no RAISE. TRUNCATE is refused by the second as well.
# DROP TRIGGER, DROP TABLE and ALTER ... TYPE ... USING pass, and EXPORT or COPY FROM DATABASE leave triggers behind.
TRIGGERS = {
    f"events_refuse_{verb}": (
        f"CREATE TRIGGER events_refuse_{verb} AFTER {verb.upper()} ON events FOR EACH STATEMENT "
        f"INSERT INTO guard SELECT error('events are never changed: this {verb} was refused')"
    )
    for verb in ("update", "delete")
}
# Replacing rows by INSERT needs no trigger: DuckDB refuses ON CONFLICT and MERGE on a table that has some.

_TABLES = (
    "CREATE TABLE store (store_id VARCHAR NOT NULL, opening_link VARCHAR NOT NULL)",
    "CREATE TABLE guard (refused INTEGER)",
    (
        "CREATE TABLE events (position BIGINT NOT NULL, link VARCHAR NOT NULL,"
        f" {_DECLARED}, PRIMARY KEY (stream, version))"
    ),
    # A cache, brought up to date when a session ends; what came after `last_position` is read from events.
    (
        "CREATE TABLE heads (stream VARCHAR NOT NULL, version BIGINT NOT NULL, hash VARCHAR NOT NULL,"
        " first_recorded_at BIGINT NOT NULL, last_recorded_at BIGINT NOT NULL,"
        " first_position BIGINT NOT NULL, last_position BIGINT NOT NULL, newest_id VARCHAR NOT NULL)"
    ),
    *TRIGGERS.values(),
)

_APPEND_FROM = 4  # From so many rows on the Appender is quicker than one INSERT with all values.


class HeadRow(msgspec.Struct, kw_only=True):
    """A row of the heads table; positions are the database's own, `newest_id` is the greatest event id."""

    stream: str
    version: int
    hash: str
    first_recorded_at: int
    last_recorded_at: int
    first_position: int
    last_position: int
    newest_id: str

    def head(self) -> Head:
        """Return what everybody may know of it."""
        return Head(
            stream=self.stream,
            version=self.version,
            hash=self.hash,
            first_recorded_at=self.first_recorded_at,
            last_recorded_at=self.last_recorded_at,
        )


class State(msgspec.Struct, frozen=True):
    """What a database says of itself: the store's id, how many events, the last position and the link there."""

    store: str
    count: int
    last: int
    link: str


def wal_path(database: Path) -> Path:
    """Return the path of DuckDB's own write-ahead log."""
    return database.with_name(database.name + ".wal")


class Database:
    """A connection to one database file, opened under the lock."""

    def __init__(self, path: Path, *, writing: bool, patience: float) -> None:
        """Connect.

        Raises:
            Busy: a program that knows nothing of our lock has it open, and keeps it longer than `patience` seconds.
            Integrity: the file is damaged or no database.
            DiskTrouble: it cannot be read or made.
        """
        self.path = path
        self.connection = _connect(path, writing=writing, patience=patience)

    def close(self, *, keep_wal: bool = False) -> None:
        """Disconnect.

        Args:
            keep_wal: leave the files as they are, for somebody to look at.
        """
        with translated(self.path):
            if keep_wal:
                # Closing after a failure must not replace its error by another; a transaction may be broken, or none be
                # open.
                for tidy in ("ROLLBACK", "PRAGMA disable_checkpoint_on_shutdown"):
                    with contextlib.suppress(StoreError):
                        self.rows(tidy)
            self.connection.close()

    def rows(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Run a statement and return all its rows."""
        with translated(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def make_tables(self, store: str) -> None:
        """Make all tables in one transaction, for a store of this id."""
        with translated(self.path):
            self.connection.begin()
            for statement in _TABLES:
                self.connection.execute(statement)
            self.connection.execute("INSERT INTO store VALUES (?, ?)", [store, opening_line(store).link])
            self.connection.commit()

    def state(self) -> State | None:
        """Read what there is; None if there is no table at all.

        Raises:
            Integrity: it is the database of something else.
        """
        tables = {name for (name,) in self.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main'")}
        if not tables:
            return None
        lost = {"store", "events", "heads"} - tables
        if lost and "store" in tables:
            raise Integrity(
                f"'{self.path}' has lost the table '{min(lost)}'",
                hint=f"move '{self.path.name}' aside: the next command rebuilds it from the journal",
            )
        if lost:
            raise Integrity(
                f"'{self.path}' is a database, but no log of games",
                hint="choose another file; to use this path, move that file away first",
            )
        known = self.rows("SELECT store_id, opening_link FROM store")
        if len(known) != 1:
            raise Integrity(
                f"'{self.path}' does not say which store it is", hint="move it aside: it is rebuilt from the journal"
            )
        store, opening = known[0]
        ends = self.rows(
            "SELECT position, link, (SELECT count(*) FROM events) FROM events"
            " WHERE position = (SELECT max(position) FROM events)"
        )
        if len(ends) > 1:
            raise Integrity(f"'{self.path}' holds position {ends[0][0]} twice", hint="run verify")
        last, link, count = ends[0] if ends else (0, opening, 0)
        return State(store, count, last, link)

    def link_at(self, position: int) -> str:
        """Return the link of the batch that ends at a position, empty if none ends there."""
        rows = self.rows(
            "SELECT position, link FROM events WHERE position BETWEEN ? AND ? ORDER BY position", position, position + 1
        )
        if not position:
            return str(self.rows("SELECT opening_link FROM store")[0][0])
        if not rows or rows[0][0] != position or (len(rows) > 1 and rows[1][1] == rows[0][1]):
            return ""
        return str(rows[0][1])

    def missing_triggers(self) -> tuple[str, ...]:
        """Name the triggers that are not as they were made."""
        found = {
            name: str(sql).rstrip(";").replace('"error"', "error")
            for name, sql in self.rows("SELECT trigger_name, sql FROM duckdb_triggers() WHERE table_name = 'events'")
        }
        return tuple(name for name, sql in TRIGGERS.items() if found.get(name) != sql)

    def insert(self, lines: Sequence[Line]) -> None:
        """Add the events of batches in one commit; DuckDB's own errors come out as they are."""
        rows = [
            (position, line.link, *msgspec.structs.astuple(event))
            for line in lines
            for position, event in enumerate(line.events, line.first)
        ]
        if len(rows) < _APPEND_FROM:
            values = ", ".join(f"({_PLACES})" for _ in rows)
            self.connection.execute(
                f"INSERT INTO events VALUES {values}",  # noqa: S608  # question marks only
                [value for row in rows for value in row],
            )
            return
        appender = self.connection.appender("events")
        appender.append_rows(rows)
        appender.flush()

    def events(self, where: str, *parameters: object, order: str = "position") -> list[StoredEvent]:
        """Return the events that a condition selects."""
        sql = f"SELECT {_SELECT} FROM events WHERE {where} ORDER BY {order}"  # noqa: S608  # both are our own text
        return [_event(row) for row in self.rows(sql, *parameters)]

    def batches_after(self, position: int) -> Iterator[Line]:
        """Yield, as journal lines, the batches after a position, without checking anything."""
        store = str(self.rows("SELECT store_id FROM store")[0][0])
        previous, link = self.link_at(position), ""
        first, events = position + 1, list[StoredEvent]()
        for at, own, event in self.walk(position):
            if events and own != link:
                yield _line(store, first, events, previous, link)
                previous, first, events = link, at, []
            link = own
            events.append(event)
        if events:
            yield _line(store, first, events, previous, link)

    def walk(self, after: int = 0) -> Iterator[tuple[int, str, StoredEvent]]:
        """Yield position, link and event of everything after a position, in that order."""
        with translated(self.path):
            # A cursor of its own, for a result that is not drained yet owns its connection.
            cursor = self.connection.cursor()
            try:
                sql = f"SELECT position, link, {_SELECT} FROM events WHERE position > ? ORDER BY position"  # noqa: S608
                cursor.execute(sql, [after])
                while rows := cursor.fetchmany(5000):
                    for row in rows:
                        yield row[0], row[1], _event(row[2:])
            finally:
                cursor.close()

    def head_rows(self, where: str = "true", *parameters: object) -> list[HeadRow]:
        """Return rows of the heads table in the order in which streams were begun."""
        names = HeadRow.__struct_fields__
        sql = f"SELECT {', '.join(names)} FROM heads WHERE {where} ORDER BY first_position"  # noqa: S608
        return [HeadRow(**dict(zip(names, row, strict=True))) for row in self.rows(sql, *parameters)]

    def heads_after(self, position: int) -> list[HeadRow]:
        """Compute the heads of the streams that have events after a position, from those events alone."""
        rows = self.rows(
            "SELECT stream, max(version), arg_max(hash, version), arg_min(recorded_at, version),"
            " arg_max(recorded_at, version), min(position), max(position), max(event_id)"
            " FROM events WHERE position > ? GROUP BY stream",
            position,
        )
        return [HeadRow(**dict(zip(HeadRow.__struct_fields__, row, strict=True))) for row in rows]

    def write_heads(self, rows: Collection[HeadRow]) -> None:
        """Put these rows in the place of those of the same streams."""
        with translated(self.path):
            self.connection.begin()
            self.connection.execute(
                "DELETE FROM heads WHERE stream IN (SELECT unnest(?))", [[row.stream for row in rows]]
            )
            appender = self.connection.appender("heads")
            appender.append_rows([msgspec.structs.astuple(row) for row in rows])
            appender.flush()
            self.connection.commit()


@contextlib.contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn DuckDB's errors into ours."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise translate(error, path) from error
    except RuntimeError as error:
        if "Query interrupted" not in str(error):
            raise
        # What DuckDB makes of a Ctrl-C that comes while it works.
        raise KeyboardInterrupt from error


def is_key_conflict(error: Exception) -> bool:
    """Tell whether DuckDB says that a version is taken: at the INSERT, or only at the COMMIT."""
    import duckdb

    return isinstance(error, duckdb.ConstraintException) or (
        isinstance(error, duckdb.TransactionException) and "PRIMARY KEY or UNIQUE" in str(error)
    )


def first_line(error: Exception) -> str:
    """Return the first line of DuckDB's message, in lower case up to the colon that ends its class."""
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    name, colon, rest = text.partition(": ")
    return f"{name.lower()}{colon}{rest}" if colon else text.lower()


_DISK = re.compile(
    r"no space left|file too large|disk quota|could not write|read-only file system|permission denied", re.IGNORECASE
)
_HELD = re.compile(r"could not set lock on file", re.IGNORECASE)


def translate(error: "Error", path: Path) -> StoreError:
    """Make one of our errors of one of DuckDB's."""
    text = str(error)
    if _HELD.search(text) or "different configuration" in text:
        found = re.search(r"\(PID (\d+)\)", text)
        pid = int(found[1]) if found else None
        return Busy(
            f"'{path}' is in use by {f'process {pid}' if pid else 'this process'}",
            hint="close the program that has the database open",
            pid=pid,
        )
    if _DISK.search(text):
        return DiskTrouble(f"'{path}': {first_line(error)}", hint="make room on the disk, or check whose file it is")
    journal = path.with_name(path.name + ".journal")
    foreign = "not a valid DuckDB database file" in text
    return Integrity(
        f"'{path}' cannot be read: {'it is no database' if foreign else first_line(error)}",
        hint=f"move '{path.name}' and '{path.name}.wal' aside: the next command rebuilds them from the journal"
        if journal.exists()
        else f"there is no '{journal.name}' beside it, so it may be no log at all: name another file, or move it away",
    )


def _connect(path: Path, *, writing: bool, patience: float) -> "DuckDBPyConnection":
    import duckdb

    waited, pause = 0.0, 0.005
    while True:
        try:
            connection = duckdb.connect(str(path), read_only=not writing, config=_CONFIG)
        except duckdb.Error as error:
            ours = translate(error, path)
            if not isinstance(ours, Busy) or waited >= patience:
                raise ours from error
        else:
            return connection
        time.sleep(pause)
        waited += pause


def _event(row: tuple[Any, ...]) -> StoredEvent:
    return StoredEvent(**dict(zip(_COLUMNS, row, strict=True)))


def _line(store: str, first: int, events: list[StoredEvent], previous: str, link: str) -> Line:
    return Line(
        format=FORMAT,
        events=tuple(events),
        store=store,
        first=first,
        count=len(events),
        previous=previous,
        link=link,
    )
