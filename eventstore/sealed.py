"""Sealed game files: streams as text, one event a line, readable and comparable, with the chain to prove them.

A file is one part per stream, parents before the streams that were forked from them; the last part is the game itself.
A part is a header line, one line per event and a line that names the head. Payload and changes stand in a line as the
JSON they are, byte for byte, and in base 64 if they are anything else. What can be computed from the lines before
(stream, previous hash) is left out, for the hash covers it. There is one way only to write a given stream, and another
way is refused: so whatever is imported is exported again as the very same bytes.
"""

import base64
import re
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import BinaryIO, NoReturn, TypeVar

import msgspec

from eventstore.errors import Misuse, SealedError
from eventstore.events import Head, StoredEvent, rehash

FORMAT = "gamelog-sealed/1"

T = TypeVar("T")
_ABSENT = msgspec.Raw()


class _Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    format: str
    stream: str
    events: int


class _Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The line of an event: exactly one of each pair `name` and `name_base64` is there."""

    version: int
    kind: str
    schema: int
    payload: msgspec.Raw = _ABSENT
    payload_base64: str | None = None
    action: int
    recorder: str
    recorded_at: int
    played_at: int | None
    edition: str
    reducer: str
    changed: msgspec.Raw = _ABSENT
    changed_base64: str | None = None
    state_hash: str
    event_id: str
    hash: str


class _End(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    head: str
    version: int


_ENCODE = msgspec.json.Encoder().encode
_READ_HEADER = msgspec.json.Decoder(_Header).decode
_READ_EVENT = msgspec.json.Decoder(_Event).decode
_READ_END = msgspec.json.Decoder(_End).decode
_READ_ANY = msgspec.json.Decoder().decode


class SealedStream(msgspec.Struct, frozen=True):
    """A stream from a file, from version 1; its chain has been checked."""

    stream: str
    events: tuple[StoredEvent, ...]

    @property
    def head(self) -> Head:
        """The newest event's place."""
        first, last = self.events[0], self.events[-1]
        return Head(
            stream=self.stream,
            version=last.version,
            hash=last.hash,
            first_recorded_at=first.recorded_at,
            last_recorded_at=last.recorded_at,
        )


class SealedGame(msgspec.Struct, frozen=True):
    """A file that was read.

    Attributes:
        name: of the file, for messages.
        streams: parents first; the last is the game.
    """

    name: str
    streams: tuple[SealedStream, ...]

    @property
    def game(self) -> SealedStream:
        """The stream that the file is about."""
        return self.streams[-1]


def write_sealed(events: Iterable[StoredEvent], fp: BinaryIO) -> None:
    """Write streams as a sealed file.

    Args:
        events: whole streams, each from version 1 and in one piece, parents first.
        fp: takes the bytes.

    Raises:
        Misuse: there is no event.
        OSError: as `fp` does.
    """
    empty = True
    for stream, group in groupby(events, key=lambda event: event.stream):
        empty = False
        part = list(group)
        fp.write(_ENCODE(_Header(format=FORMAT, stream=stream, events=len(part))) + b"\n")
        fp.writelines(_ENCODE(_event_line(event)) + b"\n" for event in part)
        fp.write(_ENCODE(_End(head=part[-1].hash, version=part[-1].version)) + b"\n")
    if empty:
        raise Misuse("there is nothing to seal", hint="a game has at least one event")


def read_sealed(source: bytes | BinaryIO, name: str) -> SealedGame:
    """Read a sealed file and check its chains.

    Args:
        source: the file or its bytes.
        name: its name, for messages.

    Raises:
        SealedError: naming line, column and reason.
        OSError: as the file does.
    """
    text = source if isinstance(source, bytes) else source.read()
    reader = _Reader(text, name)
    streams: list[SealedStream] = []
    while not streams or not reader.at_end():
        stream = _read_stream(reader)
        if any(stream.stream == other.stream for other in streams):
            reader.refuse(f"the stream '{stream.stream}' is in the file twice", "each stream is sealed once")
        streams.append(stream)
    return SealedGame(name, tuple(streams))


def _read_stream(reader: "_Reader") -> SealedStream:
    header = reader.take("a header", _READ_HEADER)
    if header.format != FORMAT:
        reader.refuse(f"the format '{header.format}' is unknown", f"this release reads {FORMAT}", b'"format"')
    reader.require_form(_ENCODE(header))
    if header.events < 1 or not header.stream:
        reader.refuse("a stream has a name and at least one event", "the file was written by something else")
    events: list[StoredEvent] = []
    previous = ""
    for version in range(1, header.events + 1):
        line = reader.take(f"event {version} of {header.events}", _READ_EVENT)
        event = _stored(reader, line, header.stream, previous)
        if event.version != version:
            reader.refuse(f"version {version} should be here, not {event.version}", "a line is missing or was moved")
        if not 1 <= event.action <= version:
            reader.refuse(f"an action cannot begin at version {event.action}", "the line was changed", b'"action"')
        if rehash(event) != event.hash:
            reader.refuse(
                "the hash does not fit: this line, or the hash in the line before, was changed",
                "compare it with another copy of the file",
                b'"hash"',
            )
        reader.require_form(_ENCODE(line))
        if (line.payload_base64, line.changed_base64) != (_embed(event.payload)[1], _embed(event.changed)[1]):
            reader.refuse("what is JSON stands as JSON, anything else in base 64", "the line was changed", b"_base64")
        previous = event.hash
        events.append(event)
    end = reader.take("the head", _READ_END)
    if (end.head, end.version) != (previous, header.events):
        reader.refuse("the head is not that of the last event", "the file was cut or put together by hand")
    reader.require_form(_ENCODE(end))
    return SealedStream(header.stream, tuple(events))


class _Reader:
    """Gives out the lines of a file and knows where it is."""

    def __init__(self, text: bytes, name: str) -> None:
        self._lines = text.split(b"\n")
        self._name = name
        self._number = 0
        self._raw = b""

    def at_end(self) -> bool:
        """Tell whether every line was given out and the last one ended with a line feed."""
        return self._number == len(self._lines) - 1 and not self._lines[-1]

    def take(self, what: str, decode: Callable[[bytes], T]) -> T:
        """Decode the next line, which should be `what`."""
        self._raw = self._lines[self._number] if self._number < len(self._lines) else b""
        self._number += 1
        if self._number >= len(self._lines):
            self._raise(f"the file ends where {what} should be", "it was cut; get a whole copy", len(self._raw) + 1)
        try:
            return decode(self._raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            column = 1
            if found := re.search(r"\(byte (\d+)\)", str(error)):
                column = int(found[1]) + 1
            elif found := re.search(r"`\$\.(\w+)", str(error)):
                column = max(self._raw.find(b'"%b"' % found[1].encode()), 0) + 1
            text = str(error)
            reason = text if text.startswith("JSON") else text[:1].lower() + text[1:]
            self._raise(
                f"this line should be {what}, but {reason}", "the line was changed or is of another format", column
            )

    def require_form(self, text: bytes) -> None:
        """Refuse a line that says the same as `text` in other bytes."""
        if text == self._raw:
            return
        pairs = zip(text, self._raw, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(text), len(self._raw)))
        self._raise(
            "the line is not written the way such lines are",
            "the file was edited, or its line ends were changed on the way; get an untouched copy",
            same + 1,
        )

    def refuse(self, reason: str, hint: str, at: bytes = b"") -> NoReturn:
        """Raise the error that names the line, and the column where `at` begins."""
        self._raise(reason, hint, max(self._raw.find(at), 0) + 1)

    def _raise(self, reason: str, hint: str, column: int) -> NoReturn:
        text = self._raw[:200].decode("utf-8", "replace")
        raise SealedError(reason, hint=hint, file=self._name, line=self._number, column=column, text=text)


def _event_line(event: StoredEvent) -> _Event:
    payload, payload_base64 = _embed(event.payload)
    changed, changed_base64 = _embed(event.changed)
    return _Event(
        version=event.version,
        kind=event.kind,
        schema=event.schema,
        payload=payload,
        payload_base64=payload_base64,
        action=event.action,
        recorder=event.recorder,
        recorded_at=event.recorded_at,
        played_at=event.played_at,
        edition=event.edition,
        reducer=event.reducer,
        changed=changed,
        changed_base64=changed_base64,
        state_hash=event.state_hash,
        event_id=event.event_id,
        hash=event.hash,
    )


def _stored(reader: _Reader, line: _Event, stream: str, previous: str) -> StoredEvent:
    return StoredEvent(
        stream=stream,
        version=line.version,
        event_id=line.event_id,
        kind=line.kind,
        schema=line.schema,
        payload=_extract(reader, line.payload, line.payload_base64),
        action=line.action,
        recorder=line.recorder,
        recorded_at=line.recorded_at,
        played_at=line.played_at,
        edition=line.edition,
        reducer=line.reducer,
        changed=_extract(reader, line.changed, line.changed_base64),
        state_hash=line.state_hash,
        previous=previous,
        hash=line.hash,
    )


def _embed(data: bytes) -> tuple[msgspec.Raw, str | None]:
    """Return data as JSON to stand in a line, or as base 64 if it is no JSON or would not come back as it was."""
    # A line must stay one line, and space around a value is not part of it.
    if data and b"\n" not in data and b"\r" not in data and data.strip() == data:
        try:
            _READ_ANY(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            pass
        else:
            return msgspec.Raw(data), None
    return _ABSENT, base64.b64encode(data).decode()


def _extract(reader: _Reader, raw: msgspec.Raw, text: str | None) -> bytes:
    if text is None:
        return bytes(raw)
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        reader.refuse(f"'{text[:40]}' is not base 64", "the line was changed", b"_base64")
