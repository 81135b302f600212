"""The envelope of a stored event, its hash, and its id: what travels with a stream, whichever store holds it."""

from collections.abc import Callable
from hashlib import blake2b
from uuid import UUID

import msgspec

from eventstore.errors import Misuse

Clock = Callable[[], int]
"""Gives the time now in UTC microseconds; handed in, so that nothing here reads a clock of its own."""

ID_ENTROPY = 8
"""Bytes of entropy that `uuid7` needs."""


class NewEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a caller hands it in; the store adds stream, version, previous and hash.

    Attributes:
        event_id: lower-case UUID text, unique in the store; see `uuid7`.
        kind: stable dotted name.
        schema: number of the kind's layout, from 1.
        payload: kept, hashed, exported and imported byte for byte.
        recorder: a name that the user set.
        recorded_at: UTC microseconds.
        played_at: UTC microseconds, None if it was played when it was recorded.
        edition: the rules it was played under.
        reducer: revision of the code that judged it.
        changed: what it changed, in whatever form the caller likes.
        state_hash: hash of the state after it, with its scheme.
        action: version of the first event of its action; None means the first event of this batch in its stream.
    """

    event_id: str
    kind: str
    schema: int
    payload: bytes
    recorder: str
    recorded_at: int
    played_at: int | None = None
    edition: str = ""
    reducer: str = ""
    changed: bytes = b""
    state_hash: str = ""
    action: int | None = None


class StoredEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as it is kept.

    Attributes are those of `NewEvent` and, besides:
        stream: the name of its stream.
        version: 1, 2, 3 … within the stream, without a gap.
        action: version of the first event of its action.
        previous: hash of the event before it in the stream, empty for the first.
        hash: `hash_of` this event.
    """

    stream: str
    version: int
    event_id: str
    kind: str
    schema: int
    payload: bytes
    action: int
    recorder: str
    recorded_at: int
    played_at: int | None
    edition: str
    reducer: str
    changed: bytes
    state_hash: str
    previous: str
    hash: str


class Append(msgspec.Struct, frozen=True):
    """What is to be added to one stream.

    Attributes:
        stream: its name.
        expected: its newest version as the caller knows it; 0 if it must be new.
        events: at least one, in order.
    """

    stream: str
    expected: int
    events: tuple[NewEvent, ...]


class Span(msgspec.Struct, frozen=True):
    """Versions `first` to `last` of one stream."""

    stream: str
    first: int
    last: int


class Appended(msgspec.Struct, frozen=True):
    """What an append did.

    Attributes:
        spans: the versions given, one span per `Append`, in its order.
        repeated: the very same events were there before, and nothing was written.
    """

    spans: tuple[Span, ...]
    repeated: bool


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The newest event of a stream, and when the stream was recorded (UTC microseconds)."""

    stream: str
    version: int
    hash: str
    first_recorded_at: int
    last_recorded_at: int


_HASHED = b"gamelog-event/1," + b"%d:%b," * 15


def hash_of(
    stream: str,
    version: int,
    event: NewEvent | StoredEvent,
    action: int,
    previous: str,
) -> str:
    """Hash an event: blake2b-256 in hex over its fields, each length-prefixed.

    The text hashed is `gamelog-event/1,` and then, for each field in the order in which `StoredEvent` declares
    them and without `hash`, its length in bytes, a colon, its bytes and a comma. Text is UTF-8, numbers are decimal,
    an absent `played_at` is empty.

    Args:
        stream: name of the stream.
        version: version within it.
        event: supplies all other fields.
        action: the absolute version that `event.action` stands for.
        previous: hash of the event before it.
    """
    name = stream.encode()
    number = b"%d" % version
    event_id = event.event_id.encode()
    kind = event.kind.encode()
    schema = b"%d" % event.schema
    first = b"%d" % action
    recorder = event.recorder.encode()
    recorded = b"%d" % event.recorded_at
    played = b"" if event.played_at is None else b"%d" % event.played_at
    edition = event.edition.encode()
    reducer = event.reducer.encode()
    state = event.state_hash.encode()
    link = previous.encode()
    text = _HASHED % (
        len(name), name, len(number), number, len(event_id), event_id, len(kind), kind, len(schema), schema,
        len(event.payload), event.payload, len(first), first, len(recorder), recorder, len(recorded), recorded,
        len(played), played, len(edition), edition, len(reducer), reducer, len(event.changed), event.changed,
        len(state), state, len(link), link,
    )  # fmt: skip
    return blake2b(text, digest_size=32).hexdigest()


def rehash(event: StoredEvent) -> str:
    """Compute what `event.hash` must be."""
    return hash_of(event.stream, event.version, event, event.action, event.previous)


def store_event(stream: str, version: int, event: NewEvent, action: int, previous: str) -> StoredEvent:
    """Give a new event its place in a stream; arguments as for `hash_of`."""
    return StoredEvent(
        stream=stream,
        version=version,
        event_id=event.event_id,
        kind=event.kind,
        schema=event.schema,
        payload=event.payload,
        action=action,
        recorder=event.recorder,
        recorded_at=event.recorded_at,
        played_at=event.played_at,
        edition=event.edition,
        reducer=event.reducer,
        changed=event.changed,
        state_hash=event.state_hash,
        previous=previous,
        hash=hash_of(stream, version, event, action, previous),
    )


def rename_event(event: StoredEvent, stream: str, previous: str) -> StoredEvent:
    """Carry an event into another stream, as the copy that it is.

    A hash covers the stream's name and an id is unique in a store, so neither can stay. The id keeps its time, and its
    other bits are drawn from the new name and the old id: the same copy made twice is the same events. All else stays.

    Args:
        event: the original.
        stream: the name of the copy.
        previous: hash of the copy of the event before.
    """
    old = UUID(event.event_id)
    drawn = blake2b(f"{len(stream)}:{stream},{old}".encode(), digest_size=ID_ENTROPY).digest()
    event_id = _uuid7(old.int >> 80, (old.int >> 64) & 0xFFF, drawn)
    renamed = msgspec.structs.replace(event, stream=stream, event_id=event_id, previous=previous)
    return msgspec.structs.replace(renamed, hash=rehash(renamed))


def uuid7(microseconds: int, entropy: bytes) -> str:
    """Make an event id: UUIDv7 text whose order is the order of time, down to the microsecond.

    Args:
        microseconds: UTC microseconds, from 0.
        entropy: at least 8 bytes, of which 62 bits are used.

    Raises:
        Misuse: too little entropy, or a time before 1970 or beyond the year 10889.
    """
    if len(entropy) < ID_ENTROPY:
        raise Misuse(f"{len(entropy)} bytes of entropy are too few for an event id", hint="give 8 bytes")
    milliseconds, rest = divmod(microseconds, 1000)
    if not 0 <= milliseconds < 1 << 48:
        raise Misuse(f"the time {microseconds} does not fit an event id", hint="give microseconds since 1970")
    # RFC 9562, method 3: the twelve bits after the version continue the time.
    return _uuid7(milliseconds, rest * 4096 // 1000, entropy)


def _uuid7(milliseconds: int, fraction: int, entropy: bytes) -> str:
    tail = int.from_bytes(entropy[:ID_ENTROPY]) & ((1 << 62) - 1)
    return str(UUID(int=milliseconds << 80 | 7 << 76 | fraction << 64 | 2 << 62 | tail))
