"""CASES 5: several processes, one log. Everybody gets in, nobody's events are lost, doubled or torn apart."""

import contextlib
import fcntl
import os
import time

import pytest

from eventstore import Append, Busy, Conflict, DiskTrouble, open_store
from eventstore.locking import Lock
from tests.eventstore.support import Ticking, event_id, fill, finish, new_events, reopen, worker


@pytest.mark.timeout(1800)
def test_eight_processes_lose_nothing_double_nothing_and_leave_no_gap(path, full_counts, record_property):
    each = 250 if full_counts else 8
    with reopen(path, "write"):
        pass
    with contextlib.ExitStack() as running:
        readers = [running.enter_context(worker("read_on", path)) for _ in range(2)]
        begin = time.perf_counter()
        jobs = [("compete", path, f"own-{name}", name * 10_000, each) for name in range(8)]
        reports = [finish(writer) for writer in [running.enter_context(worker(*job)) for job in jobs]]
        seconds = time.perf_counter() - begin
        for reader in readers:
            assert ["round", "1"] in finish(reader)

    with reopen(path) as store:
        found = {head.stream: store.read(head.stream) for head in store.heads()}
        assert store.verify() == []
        assert store.notices == []

    acknowledged = {(words[1], int(words[2])) for report in reports for words in report if words[0] == "ack"}
    stored = [(stream, event.event_id) for stream, events in found.items() for event in events]
    assert len(acknowledged) == 8 * each
    assert sorted(stored) == sorted((stream, event_id(number)) for stream, number in acknowledged)
    assert set(found) == {"shared", *(f"own-{name}" for name in range(8))}
    assert len(found["shared"]) == 8 * each // 2
    conflicts = sum(int(report[-1][1]) for report in reports)
    longest = max(float(report[-1][2]) for report in reports)
    report = f"{len(stored)} appends by 8 processes beside 2 looping readers in {seconds:.0f} s: 0 lost, 0 doubled, "
    report += f"{conflicts} conflicts, longest wait for the log {longest:.2f} s"
    record_property("concurrency", report)
    print(report)


def test_looping_readers_do_not_starve_a_writer_beyond_a_second(path, full_counts):
    with reopen(path, "write") as store:
        fill(store)
    with contextlib.ExitStack() as running:
        readers = [running.enter_context(worker("read_on", path)) for _ in range(4)]
        for reader in readers:
            reader.stdout.readline()

        for number in range(200 if full_counts else 25):
            # A wait of more than a second is Busy, and fails the test.
            with open_store(path, mode="write", clock=Ticking(), patience=1.0) as store:
                store.append([Append("own", number, new_events(1000 + number, 1))])

        for reader in readers:
            assert len(finish(reader)) >= 1


def test_of_two_recorders_one_wins_and_the_other_sees_what_came_first_and_may_retry(path):
    with reopen(path, "write") as store:
        seen = 0 if store.head("tuesday") is None else None
    with reopen(path, "write") as store:
        store.append([Append("tuesday", seen, new_events(0, 2))])

    with reopen(path, "write") as store, pytest.raises(Conflict) as refused:
        store.append([Append("tuesday", seen, new_events(10, 1, recorder="bob"))])
    with reopen(path, "write") as store:
        store.append([Append("tuesday", refused.value.actual, new_events(10, 1, recorder="bob"))])

    assert [event.event_id for event in refused.value.events] == [event_id(0), event_id(1)]
    with reopen(path) as store:
        assert [event.recorder for event in store.read("tuesday")] == ["ann", "ann", "bob"]


@pytest.mark.parametrize(
    ("holding", "wanting"), [("write", "write"), ("write", "read"), ("read", "write"), ("write", "inspect")]
)
def test_a_log_in_use_is_busy_after_a_bounded_time_and_names_its_holder(path, holding, wanting):
    with reopen(path, "write") as store:
        fill(store)
    with worker("hold", path, holding) as holder:
        assert holder.stdout.readline() == "open\n"

        with pytest.raises(Busy) as refused, reopen(path, wanting, patience=0.05):
            pass

        assert (refused.value.kind, refused.value.pid) == ("busy", holder.pid)
        assert f"process {holder.pid}" in str(refused.value)
        finish(holder)
    with reopen(path, wanting) as store:
        assert store.notices == []


def test_many_may_read_at_once(path):
    with reopen(path, "write") as store:
        fill(store)
    with worker("hold", path, "read") as holder:
        assert holder.stdout.readline() == "open\n"

        with reopen(path, patience=0.05) as store:
            assert len(store.heads()) == 2

        finish(holder)


def test_two_sessions_of_one_process_exclude_each_other_too(path):
    with reopen(path, "write"):
        for _ in range(2):
            with pytest.raises(Busy) as refused, reopen(path, "write", patience=0.02):
                pass

            assert refused.value.pid == os.getpid()
        assert path.with_name(path.name + ".lock").read_text() == f"{os.getpid()}\n"


def test_a_program_that_holds_the_database_without_our_lock_is_named(path):
    with reopen(path, "write") as store:
        fill(store)
    # What any program does that opens the file with DuckDB itself.
    with worker("hold_without_lock", path) as holder:
        assert holder.stdout.readline() == "open\n"

        with pytest.raises(Busy, match=f"process {holder.pid}"), reopen(path, patience=0.02):
            pass

        finish(holder)
    with reopen(path) as store:
        assert len(store.heads()) == 2


def test_a_waiting_writer_keeps_new_readers_out(path):
    reading = Lock(path, exclusive=False, patience=0)
    # A waiting writer holds the gate.
    with path.with_name(path.name + ".gate").open("rb+") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        with pytest.raises(Busy):
            Lock(path, exclusive=False, patience=0.01)

    Lock(path, exclusive=False, patience=0.01).release()
    reading.release()


def test_a_reader_of_a_folder_in_which_nobody_can_write_needs_no_lock(path, monkeypatch):
    def refuse(name, flags, mode=0o777):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("eventstore.locking.os.open", refuse)

    lock = Lock(path, exclusive=False, patience=0)

    assert not lock.held
    lock.release()


def test_where_there_is_no_flock_nothing_is_written(path, monkeypatch):
    monkeypatch.setattr("eventstore.locking.LOCKS_WORK", False)

    with pytest.raises(DiskTrouble, match="no flock"), reopen(path, "write"):
        pass

    assert list(path.parent.iterdir()) == []


def test_who_gave_up_waiting_does_not_get_the_lock_later(path):
    first = Lock(path, exclusive=True, patience=0)
    with path.with_name(path.name + ".gate").open("rb+") as gate:
        fcntl.flock(gate, fcntl.LOCK_EX)
        for _ in range(3):
            with pytest.raises(Busy):
                Lock(path, exclusive=True, patience=0.01)
    first.release()

    # Those three are still in the queue; each gives the gate back as soon as it gets it.
    Lock(path, exclusive=True, patience=5).release()
