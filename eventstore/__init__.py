"""An append-only log of events that knows nothing of what they mean.

`open_store` gives the log in a file, `MemoryStore` one that is gone when it is closed; both are a `Store`. Importing
this package does not import DuckDB.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from eventstore.contract import FactSet, Finding, Health, Rows, Store, StoreFile
from eventstore.errors import (
    Busy,
    Conflict,
    DiskTrouble,
    IdReused,
    Integrity,
    Misuse,
    SealedError,
    StoreError,
    StoreMissing,
)
from eventstore.events import Append, Appended, Clock, Head, NewEvent, Span, StoredEvent, hash_of, rehash, uuid7
from eventstore.memory import MemoryStore
from eventstore.sealed import SealedGame, SealedStream, read_sealed, write_sealed
from eventstore.seals import Seal, read_seal, seal_code
from eventstore.taking import ImportReport, Taken, import_sealed

if TYPE_CHECKING:
    from eventstore.duckdb_store import DuckDBStore

__all__ = [
    "Append",
    "Appended",
    "Busy",
    "Clock",
    "Conflict",
    "DiskTrouble",
    "FactSet",
    "Finding",
    "Head",
    "Health",
    "IdReused",
    "ImportReport",
    "Integrity",
    "MemoryStore",
    "Misuse",
    "NewEvent",
    "Rows",
    "Seal",
    "SealedError",
    "SealedGame",
    "SealedStream",
    "Span",
    "Store",
    "StoreError",
    "StoreFile",
    "StoreMissing",
    "StoredEvent",
    "Taken",
    "hash_of",
    "import_sealed",
    "open_store",
    "read_seal",
    "read_sealed",
    "rehash",
    "seal_code",
    "uuid7",
    "write_sealed",
]


@contextlib.contextmanager
def open_store(
    path: Path | str,
    *,
    mode: Literal["read", "write", "inspect"],
    clock: Clock,
    patience: float = 5.0,
    entropy: Callable[[int], bytes] = os.urandom,
    faults: Callable[[str], None] = lambda _: None,
) -> "Iterator[DuckDBStore]":
    """Open the log in a file, and close it afterwards.

    Opening for writing makes a log that is not there; opening for reading does not. Either heals what a crash left.
    Lock and connection are held to the end of the `with` block, so nothing that takes long belongs there.

    Args:
        path: of the database file; journal, lock and gate lie beside it.
        mode: `inspect` reads as `read` does, but heals nothing and opens what is damaged, for `verify` and `health`.
        clock: UTC microseconds now.
        patience: seconds to wait for others.
        entropy: gives so many random bytes, for the id of a new store.
        faults: called with `before_journal`, `after_journal`, `after_commit` and `during_close`, so that tests can end
            the process there.

    Raises:
        StoreMissing: for reading, there is no log.
        Busy: others kept it for longer than `patience`.
        Integrity: its files contradict each other; nothing was written.
        DiskTrouble: the files cannot be opened.
        Misuse: a folder, a device or a pipe is where a file should be.
    """
    from eventstore.duckdb_store import DuckDBStore

    with DuckDBStore(Path(path), mode=mode, clock=clock, entropy=entropy, patience=patience, faults=faults) as store:
        yield store
