"""The journal: one line of text per batch, written and flushed before the database is touched.

A line that is on the disk whole is what makes a batch recorded; the database is filled after it and can be filled from
it. Each line carries the link of the line before it, so the lines are a chain over the positions of all events,
whatever stream they belong to. The first line of a journal holds no event and only names the store.
"""

import mmap
import os
import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NoReturn

import msgspec

from eventstore.errors import DiskTrouble, Integrity
from eventstore.events import StoredEvent, rehash

FORMAT = "gamelog-journal/1"


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One batch.

    The order of the fields is the format: what an opening needs to know stands at the end of a line, so that a line of
    any length is judged by its last few hundred bytes.

    Attributes:
        format: `gamelog-journal/1`.
        events: the events of the batch; payload and changed in base 64.
        store: id of the store.
        first: position of the first event, from 1.
        count: how many events.
        previous: link of the line before, empty in the first line.
        link: `link_of` this line.
    """

    format: str
    events: tuple[StoredEvent, ...]
    store: str
    first: int
    count: int
    previous: str
    link: str


class Tail(msgspec.Struct, frozen=True):
    """How a line ends: the store's id, the position of its last event (0 before any), and its link."""

    store: str
    last: int
    link: str


_TRAILER = re.compile(
    rb'"store":"([0-9a-f-]{36})","first":(\d{1,18}),"count":(\d{1,18}),"previous":"[0-9a-f]*","link":"([0-9a-f]{64})"\}\n\Z'
)
_TRAILER_BYTES = 400
_ENCODE = msgspec.json.Encoder().encode
_DECODE = msgspec.json.Decoder(Line).decode


def journal_path(database: Path) -> Path:
    """Return the path of the journal of a database."""
    return database.with_name(database.name + ".journal")


def link_of(store: str, first: int, previous: str, hashes: Sequence[str]) -> str:
    """Hash a batch: blake2b-256 in hex over store, first position, previous link and the hashes of its events."""
    text = "\n".join((FORMAT, store, str(first), str(len(hashes)), previous, *hashes))
    return blake2b(text.encode(), digest_size=32).hexdigest()


def make_line(store: str, first: int, previous: str, events: Sequence[StoredEvent]) -> Line:
    """Join events to the line that records them at positions `first` and following."""
    return Line(
        format=FORMAT,
        events=tuple(events),
        store=store,
        first=first,
        count=len(events),
        previous=previous,
        link=link_of(store, first, previous, [event.hash for event in events]),
    )


def opening_line(store: str) -> Line:
    """Return the first line of a store's journal."""
    return make_line(store, 1, "", ())


class Journal:
    """The journal of one database; reads at any time, writes only under the exclusive lock."""

    def __init__(self, database: Path) -> None:
        self.path = journal_path(database)
        self._file = -1

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def torn_bytes(self) -> int:
        """Count the bytes after the last line end: a line of which only a part reached the disk."""
        with _mapped(self.path) as text:
            return len(text) - (text.rfind(b"\n") + 1)

    def cut_torn(self) -> int:
        """Cut off a torn line; return how many bytes went."""
        torn = self.torn_bytes()
        if torn:
            self._open()
            self._cut(os.fstat(self._file).st_size - torn)
        return torn

    def tail(self) -> Tail | None:
        """Read the end of the last whole line; None if there is no line.

        Raises:
            Integrity: the last line is not one of a journal.
        """
        with _mapped(self.path) as text:
            end = text.rfind(b"\n") + 1
            return self._tail(text, end) if end else None

    def lines_after(self, position: int, link: str) -> Iterator[Line]:
        """Yield the lines that follow the line which ends at `position` with `link`, oldest first.

        Raises:
            Integrity: there is no such line, or what follows it is damaged.
        """
        with _mapped(self.path) as text:
            end = text.rfind(b"\n") + 1
            starts: list[tuple[int, int]] = []
            # From the end backwards, for what is missing is usually the last line.
            while end and (tail := self._tail(text, end)).last > position:
                start = text.rfind(b"\n", 0, end - 1) + 1
                starts.append((start, end))
                end = start
            if not end or (tail.last, tail.link) != (position, link):
                raise Integrity(
                    f"'{self.path}' and its database part at position {position}: they hold different events",
                    hint="run verify; then move the wrong one of the two aside, and it is rebuilt from the other",
                )
            for start, stop in reversed(starts):
                line = _decode(text[start:stop])
                if isinstance(line, str):
                    self._broken(_number(text, start), line)
                if line.previous != link or line.first != position + 1:
                    self._broken(_number(text, start), "does not continue the line before it")
                yield line
                position, link = position + line.count, line.link

    def lines_with_faults(self) -> Iterator[tuple[int, Line | str]]:
        """Yield the number of each whole line, from 1, and the line, or else what is wrong with it."""
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for number, raw in enumerate(file, 1):
                if raw.endswith(b"\n"):
                    yield number, _decode(raw)

    def write(self, line: Line) -> None:
        """Write a line and wait until it is on the disk: when this returns, the batch is recorded.

        Raises:
            DiskTrouble: it could not be written whole; what was written of it is cut off again.
        """
        self._open()
        text = _ENCODE(line) + b"\n"
        size = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, text)
            # A disk that fills up takes a part and raises nothing; only the next call says why.
            while written < len(text):
                written += os.write(self._file, text[written:])
            os.fsync(self._file)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            self._cut(size)
            raise DiskTrouble(
                f"'{self.path}' cannot be written: {reason}; nothing was recorded",
                hint="make room on the disk and do it again",
            ) from error

    def take_back(self, line: Line) -> None:
        """Cut off the line just written, which the database refused."""
        self._open()
        self._cut(os.fstat(self._file).st_size - len(_ENCODE(line)) - 1)

    def rebuild(self, lines: Iterator[Line]) -> None:
        """Write a whole journal and put it in place in one go, durably.

        Raises:
            DiskTrouble: it could not be written; the old one, if any, is still there.
        """
        self.close()
        new = self.path.with_name(self.path.name + ".new")
        try:
            with new.open("wb") as file:
                for line in lines:
                    file.write(_ENCODE(line) + b"\n")
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            new.unlink(missing_ok=True)
            raise DiskTrouble(
                f"'{self.path}' cannot be written: {(error.strerror or str(error)).lower()}",
                hint="make room on the disk and do it again",
            ) from error

    def _open(self) -> None:
        if self._file < 0:
            self._file = os.open(self.path, os.O_RDWR | os.O_APPEND)

    def _cut(self, size: int) -> None:
        os.ftruncate(self._file, size)
        os.fsync(self._file)

    def _tail(self, text: "mmap.mmap | bytes", end: int) -> Tail:
        found = _TRAILER.search(text[max(0, end - _TRAILER_BYTES) : end])
        if not found:
            self._broken(_number(text, end - 1), "is not a line of a journal")
        store, first, count, link = found.groups()
        return Tail(store.decode(), int(first) + int(count) - 1, link.decode())

    def _broken(self, number: int, what: str) -> NoReturn:
        raise Integrity(
            f"{self.path}:{number}: {what}",
            hint="if verify finds the database sound, move the journal aside: it is rebuilt from the database",
        )


def _decode(raw: bytes) -> Line | str:
    """Read and check a line by itself; a text says what is wrong."""
    try:
        line = _DECODE(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"cannot be read: {str(error).lower()}"
    if line.format != FORMAT:
        return f"has the unknown format '{line.format}'"
    for event in line.events:
        if rehash(event) != event.hash:
            return f"{event.stream}#{event.version} was changed: its hash does not fit"
    if line.count != len(line.events) or line.link != link_of(
        line.store, line.first, line.previous, [event.hash for event in line.events]
    ):
        return "was changed: its link does not fit"
    return line


class _mapped:  # noqa: N801  # used like the function it stands for
    """Map a file into memory for reading; a missing or empty file is the empty text, which cannot be mapped."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._map: mmap.mmap | None = None

    def __enter__(self) -> "mmap.mmap | bytes":
        if not self._path.exists() or not self._path.stat().st_size:
            return b""
        with self._path.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return self._map

    def __exit__(self, *_: object) -> None:
        if self._map is not None:
            self._map.close()


def _number(text: "mmap.mmap | bytes", offset: int) -> int:
    return text[:offset].count(b"\n") + 1


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
