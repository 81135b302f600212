"""The store on disk: a DuckDB file for reading and asking, and a journal that makes what was acknowledged safe."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import msgspec

from eventstore.agreement import Opening, spans_of
from eventstore.contract import FactSet, Finding, Health, Rows, StoreFile
from eventstore.database import Database, State, first_line, is_key_conflict, wal_path
from eventstore.errors import Conflict, DiskTrouble, Integrity, Misuse
from eventstore.events import Append, Appended, Clock, Head, StoredEvent
from eventstore.facts import FactTables
from eventstore.heads import Heads
from eventstore.journal import Journal, Line, make_line
from eventstore.judging import Plan, plan_adoption, plan_append, require_chain, require_unchanged
from eventstore.locking import Lock, gate_path, lock_path
from eventstore.placing import placed
from eventstore.verifying import Chains, anchor_findings, head_findings, journal_findings

# ruff: noqa: D102  # The contract documents every method.

Mode = Literal["read", "write", "inspect"]

_ATTEMPTS = 5


class DuckDBStore:
    """A store in files; see `Store` for what the methods do.

    It holds the lock and the connection from construction to `close`, so nobody keeps one while a person thinks.
    """

    def __init__(
        self,
        path: Path,
        *,
        mode: Mode,
        clock: Clock,
        entropy: Callable[[int], bytes],
        patience: float,
        faults: Callable[[str], None],
    ) -> None:
        """Open; arguments and errors as for `open_store`."""
        self.clock = clock
        self.notices: list[str] = []
        self._path = path = placed(path)
        self._mode = mode
        self._entropy = entropy
        self._patience = patience
        self._faults = faults
        self._journal = Journal(path)
        self._broken = ""
        self._lock, self._database, self._state = self._open()
        self._next = self._state.last + 1
        self._link = self._state.link
        self._closed = False
        self._heads = Heads(self._database)
        self._facts = FactTables(self._database.connection, path)
        try:
            self._require_heads()
        except BaseException:
            self._let_go()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._closed:
            return
        try:
            if self._mode == "write" and not self._broken:
                self._heads.write()
                self._faults("during_close")
        except DiskTrouble as error:
            self._tell_untidy(error)
        finally:
            try:
                self._let_go()
            except DiskTrouble as error:
                self._tell_untidy(error)

    def append(self, batches: Sequence[Append]) -> Appended:
        self._require_writing()
        return self._commit(plan_append(batches, self))

    def adopt(self, streams: Sequence[Sequence[StoredEvent]], *, hashes_checked: bool = False) -> Appended:
        self._require_writing()
        return self._commit(plan_adoption(streams, self, hashes_checked=hashes_checked))

    def find(self, ids: Collection[str]) -> list[StoredEvent]:
        # Ids are made in the order of time, so the usual id is newer than all, and that is known without looking.
        wanted = [one for one in ids if one <= self._heads.newest_id]
        if not wanted:
            return []
        self._require_sound()
        if len(wanted) <= 8:
            places = ", ".join("?" * len(wanted))
            events = self._database.events(f"event_id IN ({places})", *wanted)
        else:
            events = self._database.events("event_id IN (SELECT unnest(?))", wanted)
        require_unchanged(events)
        return events

    def read(self, stream: str, *, after: int = 0, upto: int | None = None, check: bool = True) -> list[StoredEvent]:
        self._require_sound()
        row = self._heads.get(stream)
        if row is None:
            return []
        after = max(after, 0)
        last = row.version if upto is None else min(upto, row.version)
        if last <= after:
            return []
        if not check:
            # Whoever does not ask for a check wants to see whatever is there.
            where = "stream = ? AND version > ? AND version <= ?"
            return self._database.events(where, stream, after, upto or 2**62, order="version, position")
        events = self._database.events(
            "stream = ? AND version > ? AND version <= ? AND position BETWEEN ? AND ?",
            stream, after, last, row.first_position, row.last_position,
            order="version",
        )  # fmt: skip
        require_chain(stream, events, after + 1, last)
        return events

    def head(self, stream: str) -> Head | None:
        self._require_sound()
        row = self._heads.get(stream)
        return row.head() if row else None

    def heads(self, prefix: str = "") -> list[Head]:
        return [row.head() for row in self._heads.all() if row.stream.startswith(prefix)]

    def events_of(self, kinds: Collection[str], *, first_only: bool = False) -> list[StoredEvent]:
        self._require_sound()
        first = "version = 1 AND " if first_only else ""
        events = self._database.events(f"{first}kind IN (SELECT unnest(?))", sorted(kinds))
        require_unchanged(events)
        return events

    def verify(
        self, streams: Collection[str] | None = None, *, anchors: Mapping[str, str] | None = None
    ) -> list[Finding]:
        self._require_sound()
        findings = [
            Finding("", 0, f"'{self._path}': the trigger '{name}' is missing, so plain SQL can change events")
            for name in self._database.missing_triggers()
        ]
        chains = Chains()
        heads = [row.head() for row in self._heads.all()]
        try:
            if streams is None:
                findings += self._verify_journal(chains)
            else:
                heads = [head for head in heads if head.stream in streams]
                for stream in sorted(streams):
                    for event in self._database.events("stream = ?", stream):
                        chains.add(event)
            findings += chains.findings + head_findings(chains, heads) + anchor_findings(self, anchors or {})
        except Integrity as error:
            # A block that cannot be read ends the walk; what was found before it still counts.
            findings += [*chains.findings, Finding("", 0, str(error))]
        return findings

    def health(self) -> Health:
        paths = {
            "database": self._path,
            "write-ahead log": wal_path(self._path),
            "journal": self._journal.path,
            "lock": lock_path(self._path),
            "gate": gate_path(self._path),
        }
        # Sizes are asked of the folder: opening the database file here and closing it would drop DuckDB's own lock.
        return Health(
            store_id=self._state.store,
            events=self._next - 1,
            streams=len(self._heads.all()),
            files=tuple(
                StoreFile(role, str(path), path.stat().st_size if path.exists() else None)
                for role, path in paths.items()
            ),
            missing_triggers=self._database.missing_triggers(),
        )

    def declare_facts(self, types: Iterable[type[msgspec.Struct]]) -> None:
        types = tuple(types)
        if not self._facts.declared(types):
            self._require_writing()
            self._facts.declare(types)

    def replace_facts(self, stream: str, head_hash: str, rows: Sequence[msgspec.Struct], *, revision: str) -> None:
        self.replace_all_facts([FactSet(stream, head_hash, rows)], revision=revision)

    def replace_all_facts(self, sets: Iterable[FactSet], *, revision: str) -> None:
        self._require_writing()
        self._facts.replace(sets, revision)

    def stale_facts(self, revision: str) -> list[str]:
        made = self._facts.made()
        return [row.stream for row in self._heads.all() if made.get(row.stream) != (row.hash, revision)]

    def drop_facts(self) -> None:
        self._require_writing()
        self._facts.drop()

    def query(self, sql: str, parameters: Mapping[str, object]) -> Rows:
        self._require_sound()
        return self._facts.query(sql, parameters)

    def _open(self) -> tuple[Lock, Database, State]:
        for _ in range(_ATTEMPTS):
            if self._mode != "write" and not self._path.exists() and not self._journal.path.exists():
                # Before the lock, which would make files.
                Opening(self._path, self._journal, patience=self._patience).for_reading()
            writing = self._mode == "write"
            lock = Lock(self._path, exclusive=writing, patience=self._patience)
            opening = Opening(self._path, self._journal, patience=self._patience)
            try:
                opened = None if self._mode == "read" and lock.left_by else self._opened(opening)
            except BaseException:
                self._journal.close()
                lock.release()
                raise
            if opened:
                self.notices += opening.notices
                self._tell_left_behind(lock, *opened)
                return lock, *opened
            # What a crash left must be healed by a writer; then this one starts again.
            lock.release()
            with DuckDBStore(
                self._path,
                mode="write",
                clock=self.clock,
                entropy=self._entropy,
                patience=self._patience,
                faults=self._faults,
            ) as healer:
                self.notices += healer.notices
        raise DiskTrouble(
            f"'{self._path}' changes faster than it can be read",
            hint="wait for the other commands to end and try again",
        )

    def _opened(self, opening: Opening) -> tuple[Database, State] | None:
        if self._mode == "write":
            return opening.for_writing(self.clock, self._entropy)
        return opening.for_inspection() if self._mode == "inspect" else opening.for_reading()

    def _tell_left_behind(self, lock: Lock, database: Database, state: State) -> None:
        """Note what the last writer left if it did not end in order, and which triggers are gone."""
        if self._mode != "write":
            return
        if lock.left_by and state.last:
            newest = database.events("link = ? AND position > ?", state.link, state.last - 10_000)
            self.notices.append(
                f"process {lock.left_by} ended without closing the log; the newest batch is kept: {spans_of(newest)}"
            )
        self.notices.extend(
            f"'{self._path.name}' has lost the trigger '{name}', so plain SQL can change events; "
            "verify them, then move the database aside to have it rebuilt from the journal"
            for name in database.missing_triggers()
        )

    def _tell_untidy(self, error: DiskTrouble) -> None:
        """Note that closing failed; an error would say that what was acknowledged is not recorded."""
        self.notices.append(
            f"{error}; everything recorded is in the journal, and the next command puts the rest in order"
        )

    def _require_heads(self) -> None:
        known = self._heads.catch_up()
        if known > self._state.last and self._mode != "inspect":
            raise Integrity(
                f"'{self._path}' ends at position {self._state.last}, but its table of heads knows {known}: "
                "the tail was cut",
                hint="put a copy of the database and its journal back; verify with a seal code shows what is gone",
            )

    def _commit(self, plan: Plan) -> Appended:
        if not plan.events:
            return plan.appended
        line = make_line(self._state.store, self._next, self._link, plan.events)
        self._faults("before_journal")
        # Whatever ends this half-way, an interrupt from the keyboard included, leaves a session that must not go on:
        # its next line could stand behind a torn one.
        self._broken = f"an append to '{self._path}' was cut off"
        self._journal.write(line)
        self._faults("after_journal")
        reason = self._insert(line)
        self._faults("after_commit")
        self._next += line.count
        self._link = line.link
        self._heads.note(plan.events, line.first)
        self._broken = reason
        return plan.appended

    def _insert(self, line: Line) -> str:
        """Put a recorded batch into the database; return why the session cannot go on, empty if it can."""
        import duckdb

        try:
            self._database.insert([line])
        except duckdb.Error as error:
            if is_key_conflict(error):
                self._journal.take_back(line)
                self._broken = f"'{self._path}' was changed by a program that does not keep to its lock"
                raise self._taken(line) from error
            # The journal has it, so it is recorded; refusing it now would invite the caller to do it twice.
            self.notices.append(
                f"recorded in '{self._journal.path.name}' ({spans_of(line.events)}), "
                f"but the database could not take it: {first_line(error)}; the next command puts it there"
            )
            return f"'{self._path}' is behind its journal: {first_line(error)}"
        return ""

    def _taken(self, line: Line) -> Conflict:
        """Make one error of ours of both of DuckDB's."""
        for event in line.events:
            taken = self._database.events("stream = ? AND version >= ?", event.stream, event.version, order="version")
            if taken:
                break
        return Conflict(
            f"{event.stream}#{event.version}: was written meanwhile by a program that does not keep to the lock",
            hint="end that program, then run verify",
            stream=event.stream,
            expected=event.version - 1,
            actual=taken[-1].version if taken else event.version,
            events=taken,
        )

    def _verify_journal(self, chains: Chains) -> list[Finding]:
        name = str(self._journal.path)
        if not self._journal.path.exists():
            for _, _, event in self._database.walk():
                chains.add(event)
            return [Finding("", 0, f"{name}: the journal is missing")]
        findings = journal_findings(name, self._journal.lines_with_faults(), self._database.walk(), chains)
        for _, line in self._journal.lines_with_faults():
            if not isinstance(line, str) and line.store != self._state.store:
                findings.append(Finding("", 0, f"{name}: belongs to another store, {line.store}"))
            break
        return findings

    def _require_writing(self) -> None:
        if self._mode != "write":
            raise Misuse(f"'{self._path}' is open for reading", hint="open it for writing")
        self._require_sound()

    def _require_sound(self) -> None:
        if self._closed:
            raise Misuse(f"'{self._path}' is closed", hint="open it again")
        if self._broken:
            raise DiskTrouble(self._broken, hint="open the log again: it catches up then")

    def _let_go(self) -> None:
        """Disconnect before unlocking: the lock is what keeps others from connecting."""
        self._closed = True
        try:
            self._database.close()
        finally:
            self._journal.close()
            self._lock.release()
