"""A store in memory: for tests and trial runs, and the plainest statement of what a store does."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import msgspec

from eventstore.contract import FactSet, Finding, Health, Rows
from eventstore.events import Append, Appended, Clock, Head, StoredEvent, uuid7
from eventstore.judging import plan_adoption, plan_append, require_chain
from eventstore.verifying import Chains, anchor_findings

if TYPE_CHECKING:
    from eventstore.facts import FactTables


# ruff: noqa: D102  # The contract documents every method.


class MemoryStore:
    """Keeps everything until it is closed; see `Store` for what the methods do."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.notices: list[str] = []
        self._id = uuid7(clock(), bytes(8))
        self._events: list[StoredEvent] = []
        self._streams: dict[str, list[StoredEvent]] = {}
        self._by_id: dict[str, int] = {}
        self._facts: FactTables | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._facts = None

    def append(self, batches: Sequence[Append]) -> Appended:
        plan = plan_append(batches, self)
        self._add(plan.events)
        return plan.appended

    def adopt(self, streams: Sequence[Sequence[StoredEvent]], *, hashes_checked: bool = False) -> Appended:
        plan = plan_adoption(streams, self, hashes_checked=hashes_checked)
        self._add(plan.events)
        return plan.appended

    def find(self, ids: Collection[str]) -> list[StoredEvent]:
        return [self._events[at] for at in sorted(self._by_id[one] for one in ids if one in self._by_id)]

    def read(self, stream: str, *, after: int = 0, upto: int | None = None, check: bool = True) -> list[StoredEvent]:
        events = self._streams.get(stream, [])[max(after, 0) : upto]
        if check and events:
            require_chain(stream, events, events[0].version, events[-1].version)
        return events

    def head(self, stream: str) -> Head | None:
        events = self._streams.get(stream)
        return _head(events) if events else None

    def heads(self, prefix: str = "") -> list[Head]:
        return [_head(events) for stream, events in self._streams.items() if stream.startswith(prefix)]

    def events_of(self, kinds: Collection[str], *, first_only: bool = False) -> list[StoredEvent]:
        return [e for e in self._events if e.kind in kinds and (e.version == 1 or not first_only)]

    def verify(
        self, streams: Collection[str] | None = None, *, anchors: Mapping[str, str] | None = None
    ) -> list[Finding]:
        chains = Chains()
        for event in self._events:
            if streams is None or event.stream in streams:
                chains.add(event)
        return chains.findings + anchor_findings(self, anchors or {})

    def health(self) -> Health:
        return Health(
            store_id=self._id, events=len(self._events), streams=len(self._streams), files=(), missing_triggers=()
        )

    def declare_facts(self, types: Iterable[type[msgspec.Struct]]) -> None:
        self._tables().declare(types)

    def replace_facts(self, stream: str, head_hash: str, rows: Sequence[msgspec.Struct], *, revision: str) -> None:
        self.replace_all_facts([FactSet(stream, head_hash, rows)], revision=revision)

    def replace_all_facts(self, sets: Iterable[FactSet], *, revision: str) -> None:
        self._tables().replace(sets, revision)

    def stale_facts(self, revision: str) -> list[str]:
        made = self._tables().made()
        return [head.stream for head in self.heads() if made.get(head.stream) != (head.hash, revision)]

    def drop_facts(self) -> None:
        self._tables().drop()

    def query(self, sql: str, parameters: Mapping[str, object]) -> Rows:
        return self._tables().query(sql, parameters)

    def _add(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            self._by_id[event.event_id] = len(self._events)
            self._events.append(event)
            self._streams.setdefault(event.stream, []).append(event)

    def _tables(self) -> "FactTables":
        if self._facts is None:
            # Queries are SQL, so even here the facts lie in a database; most users of this store never ask.
            from eventstore.facts import FactTables, in_memory

            self._facts = FactTables(in_memory(), Path(":memory:"))
        return self._facts


def _head(events: Sequence[StoredEvent]) -> Head:
    first, last = events[0], events[-1]
    return Head(
        stream=last.stream,
        version=last.version,
        hash=last.hash,
        first_recorded_at=first.recorded_at,
        last_recorded_at=last.recorded_at,
    )
