"""Judging an append before anything is written: the rules that all stores share."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Protocol

import msgspec

from eventstore.errors import Conflict, IdReused, Integrity, Misuse
from eventstore.events import Append, Appended, Head, NewEvent, Span, StoredEvent, rehash, store_event

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_INT64 = 1 << 63


class Lookup(Protocol):
    """What judging asks of a store."""

    def head(self, stream: str) -> Head | None:
        """See `Store.head`."""

    def find(self, ids: Collection[str]) -> list[StoredEvent]:
        """See `Store.find`."""

    def read(self, stream: str, *, after: int = 0, upto: int | None = None, check: bool = True) -> list[StoredEvent]:
        """See `Store.read`."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be written, and what to answer then."""

    events: tuple[StoredEvent, ...]
    appended: Appended


def plan_append(batches: Sequence[Append], lookup: Lookup) -> Plan:
    """Judge an append and give each event its place; errors as for `Store.append`."""
    ids = _require_sound(batches)
    known = {event.event_id: event for event in lookup.find(ids)}
    if known:
        return Plan((), _repeated(batches, ids, known))
    events: list[StoredEvent] = []
    spans: list[Span] = []
    for batch in batches:
        head = lookup.head(batch.stream)
        actual = head.version if head else 0
        if actual != batch.expected:
            raise _stale(batch.stream, batch.expected, actual, lookup)
        previous = head.hash if head else ""
        first = actual + 1
        for version, new in enumerate(batch.events, first):
            action = first if new.action is None else new.action
            if not 1 <= action <= version:
                raise Misuse(
                    f"{batch.stream}#{version}: an action cannot begin at version {action}",
                    hint="an action begins with one of its own events",
                )
            event = store_event(batch.stream, version, new, action, previous)
            previous = event.hash
            events.append(event)
        spans.append(Span(batch.stream, first, actual + len(batch.events)))
    return Plan(tuple(events), Appended(tuple(spans), repeated=False))


def plan_adoption(streams: Sequence[Sequence[StoredEvent]], lookup: Lookup, *, hashes_checked: bool) -> Plan:
    """Judge events that were stored elsewhere; arguments and errors as for `Store.adopt`."""
    if not streams:
        raise Misuse("there is nothing to adopt", hint="give at least one stream")
    seen: set[str] = set()
    names: set[str] = set()
    spans: list[Span] = []
    for events in streams:
        if not events:
            raise Misuse("there is nothing to adopt", hint="give at least one event per stream")
        first = events[0]
        _require_text("a stream's name", first.stream)
        if first.stream in names:
            raise Misuse(f"the stream '{first.stream}' is given twice", hint="give all its events at once")
        names.add(first.stream)
        last = first.version + len(events) - 1
        require_chain(first.stream, events, first.version, last, anew=not hashes_checked)
        head = lookup.head(first.stream)
        at = (head.version, head.hash) if head else (0, "")
        if (first.version - 1, first.previous) != at:
            raise _stale(first.stream, first.version - 1, at[0], lookup)
        seen.update(event.event_id for event in events)
        spans.append(Span(first.stream, first.version, events[-1].version))
    joined = tuple(event for events in streams for event in events)
    if len(seen) != len(joined):
        raise IdReused("an event id is given twice", hint="the file was put together by hand", event_id="", stored=None)
    for stored in lookup.find(seen):
        raise IdReused(
            f"the event id '{stored.event_id}' is taken: {stored.stream}#{stored.version}",
            hint="this is a copy of that stream under another name",
            event_id=stored.event_id,
            stored=stored,
        )
    return Plan(joined, Appended(tuple(spans), repeated=False))


def require_chain(stream: str, events: Sequence[StoredEvent], first: int, last: int, *, anew: bool = True) -> None:
    """Require that events are versions `first` to `last` of one stream and that none was changed.

    Args:
        stream: its name.
        events: by version.
        first: version that the first must have.
        last: version that the last must have.
        anew: compute each hash anew, and not only compare the links.

    Raises:
        Integrity: naming the first version that is missing or does not fit.
    """
    hint = "run verify to see how far the damage goes; the journal and any sealed copy hold events as they were"
    version, previous = first, "" if first == 1 or not events else events[0].previous
    for event in events:
        what = fault_of(event, version, previous, anew=anew)
        if what or event.stream != stream:
            raise Integrity(f"{stream}#{event.version}: {what or f'belongs to {event.stream}'}", hint=hint)
        version, previous = version + 1, event.hash
    if version != last + 1:
        raise Integrity(f"{stream}#{version}: is missing, and the stream goes to version {last}", hint=hint)


def require_unchanged(events: Sequence[StoredEvent]) -> None:
    """Require that each event by itself is as it was recorded; errors as for `require_chain`."""
    for event in events:
        require_chain(event.stream, (event,), event.version, event.version)


def fault_of(event: StoredEvent, version: int, previous: str, *, anew: bool = True) -> str:
    """Say what is wrong with an event that should have this version and follow this hash; empty if nothing is."""
    if event.version != version:
        return f"version {version} should be here" if event.version > version else f"comes after version {version - 1}"
    if event.previous != previous:
        return "does not continue the event before it: one of them was exchanged"
    if anew and rehash(event) != event.hash:
        return "was changed after it was recorded: its hash does not fit"
    return ""


def _require_sound(batches: Sequence[Append]) -> list[str]:
    """Refuse what no store can keep; return the ids in order."""
    if not batches or not all(batch.events for batch in batches):
        raise Misuse("there is nothing to append", hint="give at least one event per stream")
    streams = [batch.stream for batch in batches]
    if len(set(streams)) != len(streams):
        twice = next(stream for stream in streams if streams.count(stream) > 1)
        raise Misuse(f"the stream '{twice}' is given twice", hint="give all its events in one Append")
    for stream in streams:
        _require_text("a stream's name", stream)
    events = [event for batch in batches for event in batch.events]
    for event in events:
        _require_fields(event)
    ids = [event.event_id for event in events]
    if len(set(ids)) != len(ids):
        twice = next(one for one in ids if ids.count(one) > 1)
        raise Misuse(f"the event id '{twice}' is given twice", hint="make an id for each event")
    return ids


def _require_fields(event: NewEvent) -> None:
    if not _UUID.fullmatch(event.event_id):
        raise Misuse(
            f"'{event.event_id}' is no event id", hint="event ids are lower-case UUID text, as uuid7 makes them"
        )
    _require_text("an event's kind", event.kind)
    _require_text("a recorder's name", event.recorder)
    for text in (event.edition, event.reducer, event.state_hash):
        if not text.isascii():
            _require_text("an edition, reducer revision or state hash", text)
    for number in (event.schema, event.recorded_at, event.played_at or 0, event.action or 0):
        if not -_INT64 <= number < _INT64:
            raise Misuse(f"the number {number} does not fit an event", hint="numbers have 64 bits")


def _require_text(what: str, text: str) -> None:
    if not text:
        raise Misuse(f"{what} cannot be empty", hint="give a name")
    if text.isascii():
        return
    if any("\ud800" <= sign <= "\udfff" for sign in text) or not unicodedata.is_normalized("NFC", text):
        raise Misuse(f"{what} is not plain text: {text!a}", hint="normalise it to NFC and leave out lone surrogates")


def _stale(stream: str, expected: int, actual: int, lookup: Lookup) -> Conflict:
    events = lookup.read(stream, after=expected) if actual > expected >= 0 else []
    if not actual:
        message = f"{stream}#{expected}: there is no such stream yet"
    elif not expected:
        message = f"the stream '{stream}' exists already, at version {actual}"
    else:
        message = f"{stream}#{expected}: the stream is at version {actual} now"
    return Conflict(
        message,
        hint="read what came meanwhile, judge again, and append to the newest version",
        stream=stream,
        expected=expected,
        actual=actual,
        events=events,
    )


def _repeated(batches: Sequence[Append], ids: Sequence[str], known: dict[str, StoredEvent]) -> Appended:
    """Answer an append of which at least one id is known."""
    spans: list[Span] = []
    for batch in batches:
        stored = [known.get(event.event_id) for event in batch.events]
        first = stored[0].version if stored[0] else 0
        for version, (new, old) in enumerate(zip(batch.events, stored, strict=True), first):
            if old is None or not _same(batch.stream, version, first, new, old):
                raise _reused(batch, new, old, ids, known)
        spans.append(Span(batch.stream, first, first + len(batch.events) - 1))
    return Appended(tuple(spans), repeated=True)


def _same(stream: str, version: int, first: int, new: NewEvent, old: StoredEvent) -> bool:
    """Tell whether `old` is what a retry of `new` would have stored."""
    action = first if new.action is None else new.action
    return (stream, version, action, new.kind, new.schema, new.payload, new.recorder, new.played_at, new.edition) == (
        old.stream, old.version, old.action, old.kind, old.schema, old.payload, old.recorder, old.played_at,
        old.edition,
    )  # fmt: skip


def _reused(
    batch: Append, new: NewEvent, old: StoredEvent | None, ids: Sequence[str], known: dict[str, StoredEvent]
) -> IdReused:
    if old is not None:
        return IdReused(
            f"the event id '{new.event_id}' is taken: {old.stream}#{old.version} is another event",
            hint="a retry must send the same events; anything else needs new ids",
            event_id=new.event_id,
            stored=old,
        )
    stored = next(known[one] for one in ids if one in known)
    return IdReused(
        f"the event id '{stored.event_id}' is taken: {stored.stream}#{stored.version} was appended without "
        f"the event '{new.event_id}' for '{batch.stream}'",
        hint="a retry must send the whole batch and nothing else",
        event_id=stored.event_id,
        stored=stored,
    )
