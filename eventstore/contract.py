"""What every store can do, and the values it answers with."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

import msgspec

from eventstore.events import Append, Appended, Clock, Head, StoredEvent


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong.

    Attributes:
        stream: the stream concerned, empty if the fault is not in one stream.
        version: the version concerned, 0 likewise.
        what: the fault, lower-case; a fault in a file begins with `file:line`.
    """

    stream: str
    version: int
    what: str

    def __str__(self) -> str:
        return f"{self.stream}#{self.version}: {self.what}" if self.stream else self.what


class StoreFile(msgspec.Struct, frozen=True):
    """A file that belongs to a store: its role, its path, its size in bytes (None if it is not there)."""

    role: str
    path: str
    size: int | None


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a store in a few numbers.

    Attributes:
        store_id: made when the store was.
        events: how many there are.
        streams: how many there are.
        files: what belongs together and must be moved, copied and deleted together; empty for a store in memory.
        missing_triggers: names of the triggers that should refuse changes and are not there.
    """

    store_id: str
    events: int
    streams: int
    files: tuple[StoreFile, ...]
    missing_triggers: tuple[str, ...]


class Rows(msgspec.Struct, frozen=True):
    """The answer to a query: names of the columns, and one tuple per row."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


class FactSet(msgspec.Struct, frozen=True):
    """The facts of one stream.

    Attributes:
        stream: its name.
        head_hash: hash of the event up to which they were computed.
        rows: structs of any types, in order.
    """

    stream: str
    head_hash: str
    rows: Sequence[msgspec.Struct]


class Store(Protocol):
    """An append-only log of streams, with tables of facts beside it.

    Streams are named by text in NFC. All orders are by version within a stream and by position in the store across
    streams; no clock decides any. Every method may raise `StoreError`.

    Attributes:
        clock: UTC microseconds now.
        notices: what a person must be told, lower-case, in order; the caller prints and clears them.
    """

    clock: Clock
    notices: list[str]

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def close(self) -> None:
        """Let go of everything; closing twice is harmless."""

    def append(self, batches: Sequence[Append]) -> Appended:
        """Add events to one or more streams, all or nothing.

        Idempotent by event id. The same ids in the same streams and order with the same content are a no-op that
        returns the old versions, whatever `expected` says. Content is kind, schema, payload, recorder, played_at,
        edition and action; not recorded_at, reducer, changed and state_hash, which say when and by which release it was
        recorded, and may differ on a retry.

        Raises:
            Conflict: a stream is not at its expected version.
            IdReused: an id is there with other content, or only a part of the ids is there.
            Misuse: an empty batch, a stream twice, an id twice, or a field that cannot be kept.
        """

    def adopt(self, streams: Sequence[Sequence[StoredEvent]], *, hashes_checked: bool = False) -> Appended:
        """Add events that were stored elsewhere, byte for byte and all or nothing.

        Args:
            streams: per stream the events that continue it; hashes are computed anew and compared.
            hashes_checked: the caller has just done that, as `read_sealed` does; only the links are compared.

        Raises:
            Conflict: events do not continue what is here.
            IdReused: an id is here already.
            Integrity: a hash or a version is wrong.
        """

    def find(self, ids: Collection[str]) -> list[StoredEvent]:
        """Return the events that bear these ids, by position; ids that are not here are left out."""

    def read(self, stream: str, *, after: int = 0, upto: int | None = None, check: bool = True) -> list[StoredEvent]:
        """Return the events of a stream with `after < version <= upto`, by version; empty if there are none.

        Raises:
            Integrity: with `check`, the events do not form the chain that they should.
        """

    def head(self, stream: str) -> Head | None:
        """Return the newest event's place, None if there is no such stream."""

    def heads(self, prefix: str = "") -> list[Head]:
        """Return the heads of all streams whose names begin with `prefix`, in the order in which streams were begun."""

    def events_of(self, kinds: Collection[str], *, first_only: bool = False) -> list[StoredEvent]:
        """Return all events of these kinds by position; with `first_only`, only first ones of a stream."""

    def verify(
        self, streams: Collection[str] | None = None, *, anchors: Mapping[str, str] | None = None
    ) -> list[Finding]:
        """Look for everything that is wrong, and write nothing.

        Args:
            streams: check the chains of these only (and not the whole journal); None checks everything.
            anchors: seal codes kept elsewhere, by stream.

        Raises:
            Misuse: an anchor is no seal code.
        """

    def health(self) -> Health:
        """Return the store's numbers and files."""

    def declare_facts(self, types: Iterable[type[msgspec.Struct]]) -> None:
        """Make sure that there is a table for each struct type, so that queries run on an empty history."""

    def replace_facts(self, stream: str, head_hash: str, rows: Sequence[msgspec.Struct], *, revision: str) -> None:
        """Put these rows in the place of all rows of the stream; see `replace_all_facts`."""

    def replace_all_facts(self, sets: Iterable[FactSet], *, revision: str) -> None:
        """Put each set's rows in the place of all rows of its stream.

        One table per struct type, named by its `__fact_table__` or by its class name in snake case; one column per
        field (int, str, float, bool, or one of them or None), `stream`, and `row_order`, counted from 0 per stream and
        table. A table whose columns no longer fit its type is made anew, and all facts are then stale.

        Args:
            sets: may be a generator; streams are written in groups, each all or nothing.
            revision: names the code that computed the rows.

        Raises:
            Misuse: a field of another type, a reserved name, a value that does not fit.
        """

    def stale_facts(self, revision: str) -> list[str]:
        """Return the streams whose facts are missing, of another head or of another revision, oldest stream first."""

    def drop_facts(self) -> None:
        """Remove all facts; nothing is lost, for they can be computed again."""

    def query(self, sql: str, parameters: Mapping[str, object]) -> Rows:
        """Run one SELECT, read-only, over the fact tables.

        Args:
            sql: may name parameters as `$name`.
            parameters: their values.

        Raises:
            Misuse: it is not one SELECT, or the database refuses it; the message is the database's first line.
        """
