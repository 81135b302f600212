"""Opening a log: what is made, what is healed, what is told, and what nobody but a person can settle."""

import os
import shutil
import signal
import socket
from pathlib import Path

import pytest

from eventstore import Append, Busy, Conflict, DiskTrouble, Integrity, Misuse, StoreMissing, open_store
from tests.eventstore.support import Ticking, everything, fill, finish, new_events, reopen, tamper, worker


@pytest.fixture
def recorded(path):
    """A closed log of 24 events, and what is in it."""
    with reopen(path, "write") as store:
        fill(store)
        return everything(store)


def sibling(path, suffix):
    return path.with_name(path.name + suffix)


def content(path, mode="read"):
    with reopen(path, mode) as store:
        return everything(store), store.notices


class Stop(Exception):  # noqa: N818  # nothing went wrong
    """Ends a session at a fault point, as a crash would, but leaves the process alive."""


def crash(path, point, *events):
    """Append once and stop at a fault point, closing nothing that a dying process would not close."""

    def faults(name):
        if name == point:
            raise Stop

    with reopen(path, "write", faults=faults) as store:
        version = store.head("tuesday").version
        with pytest.raises(Stop):
            store.append([Append("tuesday", version, events)])


# Making a log


@pytest.mark.parametrize("mode", ["read", "inspect"])
def test_reading_a_log_that_is_not_there_says_so_and_creates_nothing(path, mode):
    with pytest.raises(StoreMissing) as refused, reopen(path, mode):
        pass

    assert refused.value.kind == "not_found"
    assert str(path) in str(refused.value)
    assert list(path.parent.iterdir()) == []


def test_writing_makes_a_log_of_files_that_belong_together(path):
    with reopen(path, "write") as store:
        store.append([Append("tuesday", 0, new_events(0, 1))])
        health = store.health()

    assert {file.role: file.path.removeprefix(str(path)) for file in health.files} == {
        "database": "", "write-ahead log": ".wal", "journal": ".journal", "lock": ".lock", "gate": ".gate",
    }  # fmt: skip
    assert all(file.size is not None for file in health.files)


def test_a_log_cannot_be_made_in_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(DiskTrouble, match="no such file") as refused, reopen(tmp_path / "no" / "log", "write"):
        pass

    assert refused.value.kind == "disk"


def test_a_log_without_events_can_be_read(path):
    with reopen(path, "write"):
        pass

    assert content(path) == ({}, [])


def test_what_was_written_is_there_after_closing(path, recorded):
    assert content(path) == (recorded, [])
    assert sum(map(len, recorded.values())) == 24


def test_a_log_open_for_reading_refuses_to_write(path, recorded):
    with reopen(path) as store:
        for deed in (
            lambda: store.append([Append("tuesday", 12, new_events(90, 1))]),
            lambda: store.adopt([recorded["club"]]),
            lambda: store.replace_facts("tuesday", "", [], revision=""),
            store.drop_facts,
        ):
            with pytest.raises(Misuse, match="open for reading"):
                deed()


def test_a_closed_log_answers_nothing(path, recorded):
    with reopen(path) as store:
        pass

    store.close()
    with pytest.raises(Misuse, match="is closed"):
        store.read("tuesday")


# Healing


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_batch_that_reached_the_journal_only_is_kept_and_told(path, recorded, mode):
    crash(path, "after_journal", *new_events(500, 3))

    events, notices = content(path, mode)

    assert [event.payload for event in events["tuesday"][12:]] == [event.payload for event in new_events(500, 3)]
    assert any("never confirmed" in notice and "tuesday#13-15" in notice for notice in notices)
    assert content(path)[1] == []


def test_a_batch_that_did_not_reach_the_journal_is_not_recorded(path, recorded):
    crash(path, "before_journal", *new_events(500, 3))

    assert content(path)[0] == recorded


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_line_of_which_only_a_part_reached_the_disk_is_cut_off_and_told(path, recorded, mode):
    journal = sibling(path, ".journal")
    whole = journal.read_bytes()
    with journal.open("ab") as file:
        file.write(whole.splitlines(keepends=True)[-1][:-7])

    events, notices = content(path, mode)

    assert events == recorded
    assert len(notices) == 1
    assert "never recorded whole" in notices[0]
    with reopen(path, "write"):
        pass
    assert journal.read_bytes() == whole


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_missing_database_is_rebuilt_from_the_journal(path, recorded, mode):
    path.unlink()

    events, notices = content(path, mode)

    assert events == recorded
    assert "was missing and was rebuilt" in notices[0]
    assert "start afresh" in notices[0]


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_missing_journal_is_rebuilt_from_the_database_byte_for_byte(path, recorded, mode):
    journal = sibling(path, ".journal")
    before = journal.read_bytes()
    journal.unlink()

    events, notices = content(path, mode)

    assert events == recorded
    assert journal.read_bytes() == before
    assert "was missing and was rebuilt" in notices[0]


def test_a_shorter_journal_is_filled_from_the_database(path, recorded):
    journal = sibling(path, ".journal")
    before = journal.read_bytes()
    journal.write_bytes(b"".join(before.splitlines(keepends=True)[:-3]))

    events, notices = content(path)

    assert events == recorded
    assert journal.read_bytes() == before
    assert "lacked 6 events" in notices[0]


def test_an_older_copy_of_the_database_is_filled_from_the_journal(path, recorded):
    old = path.read_bytes()
    with reopen(path, "write") as store:
        store.append([Append("tuesday", 12, new_events(500, 2)), Append("new", 0, new_events(502, 1))])
        store.append([Append("club", 12, new_events(503, 1))])
        now = everything(store)
    path.write_bytes(old)

    events, notices = content(path)

    assert events == now
    assert "tuesday#13-14, new#1, club#13" in notices[0]


def test_the_log_of_a_database_that_is_gone_does_not_touch_the_new_one(path, recorded):
    sibling(path, ".wal").write_bytes(b"the log of another database")
    path.unlink()

    assert content(path)[0] == recorded


def test_a_database_that_was_only_begun_is_finished(path):
    def faults(name):
        raise Stop

    with pytest.raises(Stop), reopen(path, "write", faults=faults) as store:
        store.append([Append("tuesday", 0, new_events(0, 1))])
    path.write_bytes(b"")

    with reopen(path, "write") as store:
        store.append([Append("tuesday", 0, new_events(0, 1))])

    assert len(content(path)[0]["tuesday"]) == 1


@pytest.mark.parametrize("mode", ["read", "write"])
def test_what_a_writer_left_that_did_not_close_is_told_once(path, recorded, mode):
    sibling(path, ".lock").write_text("424242\n")

    with reopen(path, mode) as store:
        assert store.notices == [
            "process 424242 ended without closing the log; the newest batch is kept: club#11-12"
        ]  # fmt: skip
    assert content(path, mode)[1] == []


def test_heads_that_were_not_written_before_a_crash_are_read_from_the_events(path, recorded):
    before = path.read_bytes()
    with reopen(path, "write") as store:
        store.append([Append("tuesday", 12, new_events(500, 2)), Append("new", 0, new_events(502, 1))])
        heads = store.heads()
        wal, database = sibling(path, ".wal").read_bytes(), before
        assert wal
    # The state of the disk just before the writer closed.
    path.write_bytes(database)
    sibling(path, ".wal").write_bytes(wal)

    with reopen(path) as store:
        assert store.heads() == heads
        assert store.head("tuesday").version == 14
        assert store.verify() == []


# What cannot be healed


def fingerprint(path):
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.suffix not in {".lock", ".gate"}}


@pytest.mark.parametrize("mode", ["read", "write"])
def test_a_journal_of_another_log_is_refused_and_nothing_is_written(path, recorded, tmp_path, mode):
    other = tmp_path / "other.duckdb"
    with reopen(other, "write", entropy=lambda count: b"\x07" * count) as store:
        fill(store)
    shutil.copy(sibling(other, ".journal"), sibling(path, ".journal"))
    before = fingerprint(path)

    with pytest.raises(Integrity, match="belongs to store") as refused, reopen(path, mode):
        pass

    assert refused.value.kind == "integrity"
    assert fingerprint(path) == before


@pytest.mark.parametrize("mode", ["read", "write"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_database_and_a_journal_that_parted_are_refused_and_nothing_is_written(path, recorded, mode, count):
    saved = {suffix: sibling(path, suffix).read_bytes() for suffix in ("", ".journal")}
    with reopen(path, "write") as store:
        store.append([Append("tuesday", 12, new_events(500, 1))])
    path_taken = sibling(path, ".journal").read_bytes()
    for suffix, content_ in saved.items():
        sibling(path, suffix).write_bytes(content_)
    with reopen(path, "write") as store:
        for number in range(count):
            store.append([Append("tuesday", 12 + number, new_events(600 + number, 1))])
    sibling(path, ".journal").write_bytes(path_taken)
    before = fingerprint(path)

    with pytest.raises(Integrity, match="they hold different events"), reopen(path, mode):
        pass

    assert fingerprint(path) == before


def test_a_write_ahead_log_alone_is_not_taken_for_nothing(path):
    sibling(path, ".wal").write_bytes(b"what is left")

    with pytest.raises(Integrity, match="neither its database nor its journal"), reopen(path, "write"):
        pass


def test_a_database_of_something_else_is_refused(path):
    tamper(path, "CREATE TABLE recipes (name VARCHAR)")

    with pytest.raises(Integrity, match="but no log of games"), reopen(path, "write"):
        pass


def test_a_file_that_is_no_database_is_refused(path):
    path.write_text("hello, I am a text file\n" * 200)

    with pytest.raises(Integrity, match="cannot be read"), reopen(path, "write"):
        pass


# A program that does not keep to the lock


@pytest.mark.parametrize("late", [False, True], ids=["at the INSERT", "at the COMMIT"])
def test_a_version_that_another_program_took_is_a_conflict_and_not_recorded(path, recorded, late):
    journal = sibling(path, ".journal")
    before = journal.read_bytes()
    row = (
        "INSERT INTO events SELECT 25, 'x', 'tuesday', 13, event_id, kind, schema, payload, 13, recorder, recorded_at,"
        " played_at, edition, reducer, changed, state_hash, previous, hash FROM events WHERE position = 1"
    )
    with open_store(path, mode="write", clock=Ticking()) as store:
        foreign = store._database.connection.cursor()
        own = store._database.insert

        def insert(lines):
            if not late:
                foreign.execute(row)
                return own(lines)
            # Both transactions are open when both insert; the other one commits first.
            store._database.connection.begin()
            own(lines)
            foreign.execute(row)
            return store._database.connection.commit()

        store._database.insert = insert
        with pytest.raises(Conflict) as refused:
            store.append([Append("tuesday", 12, new_events(500, 1))])
        with pytest.raises(DiskTrouble, match="does not keep to its lock"):
            store.read("tuesday")
        foreign.close()

    assert refused.value.actual == 13
    assert journal.read_bytes() == before


# A session that was cut off


@pytest.mark.parametrize("point", ["after_journal", "after_commit"])
def test_a_session_whose_append_was_cut_off_does_not_go_on(path, recorded, point):
    def faults(name):
        if name == point:
            raise KeyboardInterrupt

    with reopen(path, "write", faults=faults) as store:
        with pytest.raises(KeyboardInterrupt):
            store.append([Append("tuesday", 12, new_events(500, 2))])
        for deed in (lambda: store.append([Append("tuesday", 12, new_events(600, 1))]), lambda: store.read("tuesday")):
            with pytest.raises(DiskTrouble, match="was cut off"):
                deed()

    events, _ = content(path)
    assert [event.event_id for event in events["tuesday"][12:]] == [event.event_id for event in new_events(500, 2)]
    with reopen(path) as store:
        assert store.verify() == []


def test_an_interrupt_from_the_keyboard_during_a_query_stays_one(path, recorded):
    with worker("query_endlessly", path) as process:
        assert process.stdout.readline() == "asking\n"
        process.send_signal(signal.SIGINT)

        assert finish(process) == [["interrupted"]]


def test_what_is_left_of_a_journal_without_any_whole_line_is_not_thrown_away_silently(path):
    sibling(path, ".journal").write_text('{"format":"gamelog-jour')

    events, notices = content(path, "write")

    assert events == {}
    assert "held 23 bytes that are no journal" in notices[0]


def test_an_opening_that_fails_half_way_says_why_and_can_be_done_again(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("eventstore.database._TABLES", ("CREATE TABLE store (store_id VARCHAR)", "CREATE TABLE nonsense"))
        with pytest.raises(Integrity, match="cannot be read: parser error"), reopen(path, "write"):
            pass

    with reopen(path, "write") as store:
        fill(store)
        assert store.verify() == []


def _of_another_kind(path, kind):
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    else:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(path))


@pytest.mark.parametrize("ending", ["", ".wal", ".journal", ".lock", ".gate"])
@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a socket"])
@pytest.mark.parametrize("mode", ["read", "write", "inspect"])
def test_only_a_regular_file_is_taken_for_a_part_of_the_log(tmp_path, monkeypatch, mode, kind, ending):
    monkeypatch.chdir(tmp_path)  # a socket's path has to be short
    _of_another_kind(Path("log.duckdb" + ending), kind)
    there = sorted(tmp_path.iterdir())

    with pytest.raises(Misuse, match=f"is {kind}, not a file"), reopen(Path("log.duckdb"), mode):
        pass
    assert sorted(tmp_path.iterdir()) == there


@pytest.mark.parametrize("name", [".", "/", "x" * 300, "a\0b"])
def test_a_path_that_no_file_can_have_is_refused(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((Misuse, DiskTrouble)), reopen(Path(name), "write"):
        pass
    assert not list(tmp_path.iterdir())


def test_a_link_to_the_database_leads_to_the_same_log_and_lock(tmp_path):
    path, link = tmp_path / "log.duckdb", tmp_path / "link.duckdb"
    link.symlink_to(path)
    with reopen(link, "write") as store:
        store.append([Append("tuesday", 0, new_events(1, 2))])
    with reopen(path, "write"), pytest.raises(Busy), reopen(link, "write", patience=0.05):
        pass

    assert sorted(one.name for one in tmp_path.iterdir() if "link" in one.name) == ["link.duckdb"]
    assert (tmp_path / "log.duckdb.journal").exists()


def test_a_file_that_is_no_database_and_has_no_journal_is_not_said_to_be_rebuilt(path):
    path.write_text("a letter to Ann\n")
    with pytest.raises(Integrity) as caught, reopen(path, "read"):
        pass

    assert "it may be no log at all" in caught.value.hint
    assert path.read_text() == "a letter to Ann\n"
