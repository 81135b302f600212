"""A disk that fills up at each step of an append: a clear message, and everything acknowledged is still there."""

import errno
import os
import subprocess

import pytest

from eventstore import Append, DiskTrouble
from eventstore.journal import Journal
from tests.eventstore.support import event_id, everything, fill, finish, new_events, reopen, worker


def acknowledged_are_there(path, lines):
    """Everything acknowledged is in the log, and nothing by half; returns the events and the notices of opening it."""
    acknowledged = [int(words[1]) for words in lines if words[0] == "ack"]
    assert len(acknowledged) >= 5
    with reopen(path, "write") as store:
        ids = [event.event_id for event in store.read("game")]
        assert ids[: 2 * len(acknowledged)] == [event_id(n) for number in acknowledged for n in (number, number + 1)]
        assert len(ids) % 2 == 0
        assert store.verify() == []
        return ids, store.notices


@pytest.mark.parametrize("room", [0, 1, 200, 700])
def test_a_disk_full_for_the_journal_records_nothing_and_says_so(path, room):
    with worker("fill_disk", path, "before_journal", room) as process:
        lines = finish(process)

    ids, notices = acknowledged_are_there(path, lines)
    assert lines[-1][:2] == ["error", "disk"]
    assert "cannot be written: file too large; nothing was recorded" in " ".join(lines[-1])
    assert len(ids) == 2 * sum(words[0] == "ack" for words in lines)
    assert notices == []


@pytest.mark.parametrize("room", [0, 1, 200])
def test_a_disk_full_for_the_database_is_told_and_the_event_is_recorded_all_the_same(path, room):
    with worker("fill_disk", path, "after_journal", room) as process:
        lines = finish(process)

    ids, notices = acknowledged_are_there(path, lines)
    told = [" ".join(words) for words in lines if words[0] == "notice"]
    assert len(told) == 1
    assert "recorded in 'log.duckdb.journal'" in told[0]
    assert "the next command puts it there" in told[0]
    # The append that met the full disk was acknowledged, and so it is there; the next one was refused.
    assert len(ids) == 2 * sum(words[0] == "ack" for words in lines)
    assert lines[-1][:2] == ["error", "disk"]
    assert any("never confirmed" in notice for notice in notices)


class FullDisk:
    """Stands for os.write on a disk that takes so many bytes more."""

    def __init__(self, room):
        self.room = room
        self.write = os.write

    def __call__(self, file, data):
        taken = min(len(data), self.room)
        if not taken:
            raise OSError(errno.ENOSPC, "No space left on device")
        self.room -= taken
        return self.write(file, data[:taken])


def test_at_whatever_byte_the_disk_fills_up_the_journal_is_left_as_it_was(path, monkeypatch):
    with reopen(path, "write") as store:
        fill(store)
        before = everything(store)
    journal = Journal(path)
    whole = journal.path.read_bytes()
    _, line = list(journal.lines_with_faults())[-1]
    for room in range(0, len(whole.splitlines()[-1]) + 1, 7):
        with monkeypatch.context() as patch:
            patch.setattr("eventstore.journal.os.write", FullDisk(room))
            with pytest.raises(DiskTrouble, match="no space left on device"):
                journal.write(line)

        assert journal.path.read_bytes() == whole
    journal.close()
    with reopen(path) as store:
        assert everything(store) == before


def test_a_disk_that_takes_a_line_in_pieces_still_gets_all_of_it(path, monkeypatch):
    write = os.write
    with reopen(path, "write") as store:
        with monkeypatch.context() as patch:
            patch.setattr("eventstore.journal.os.write", lambda file, data: write(file, data[:10]))
            store.append([Append("tuesday", 0, new_events(0, 2))])
        assert store.verify() == []

    with reopen(path) as store:
        assert store.head("tuesday").version == 2


def test_a_disk_whose_flush_fails_records_nothing(path, monkeypatch):
    def refuse(file):
        raise OSError(errno.EIO, "Input/output error")

    with reopen(path, "write") as store:
        store.append([Append("tuesday", 0, new_events(0, 2))])
    whole = path.with_name(path.name + ".journal").read_bytes()

    with reopen(path, "write") as store:
        sync = os.fsync
        calls = []
        monkeypatch.setattr(
            "eventstore.journal.os.fsync",
            lambda file: refuse(file) if not calls.append(1) and len(calls) == 1 else sync(file),
        )
        with pytest.raises(DiskTrouble, match="input/output error"):
            store.append([Append("tuesday", 2, new_events(2, 1))])

    assert path.with_name(path.name + ".journal").read_bytes() == whole


@pytest.fixture
def small_disk(tmp_path):
    """A file system of two megabytes, where this user may mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mount.returncode:
        pytest.skip(f"no file system can be mounted here, so the real full disk is left out: {mount.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_real_full_disk_loses_nothing_and_goes_on_when_there_is_room_again(small_disk):
    path = small_disk / "log.duckdb"
    ballast = small_disk / "ballast"
    acknowledged = 0
    with reopen(path, "write") as store:
        store.append([Append("game", 0, new_events(0, 2))])
        acknowledged = 2
    room = os.statvfs(small_disk)
    ballast.write_bytes(bytes(room.f_bavail * room.f_frsize - 64 * 1024))

    errors = []
    for _ in range(3):
        try:
            with reopen(path, "write") as store:
                while True:
                    version = store.head("game").version
                    store.append([Append("game", version, new_events(version, 2))])
                    acknowledged = version + 2
        except DiskTrouble as error:
            errors.append(str(error))

    assert len(errors) == 3
    ballast.unlink()
    with reopen(path, "write") as store:
        events = store.read("game")
        assert [event.event_id for event in events[:acknowledged]] == [event_id(n) for n in range(acknowledged)]
        assert store.verify() == []
        store.append([Append("game", len(events), new_events(50_000, 1))])


def test_a_disk_full_at_closing_is_told_and_takes_nothing_back(path, monkeypatch):
    def refuse():
        raise DiskTrouble("no space left on device", hint="make room")

    with reopen(path, "write") as store:
        monkeypatch.setattr(store._heads, "write", refuse)
        store.append([Append("tuesday", 0, new_events(0, 2))])

    assert store.notices == [
        "no space left on device; everything recorded is in the journal, and the next command puts the rest in order"
    ]
    with reopen(path) as store:
        assert store.head("tuesday").version == 2
        assert store.verify() == []
