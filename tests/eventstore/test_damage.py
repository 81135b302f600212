"""Damage: whatever happens to the files, either it is reported or every acknowledged event reads back byte for byte."""

import shutil
import subprocess

import pytest

from eventstore import Append, Integrity, StoreMissing
from eventstore.journal import Journal
from eventstore.verifying import Chains, journal_findings
from tests.eventstore.support import DROP_TRIGGERS, everything, fill, new_events, reopen, tamper

SUFFIXES = ("", ".wal", ".journal")


class Snapshot:
    """A log as it lay on the disk at one moment, to be laid down again and damaged in many ways."""

    def __init__(self, path, events):
        self.path = path
        self.events = events
        self.files = {
            suffix: path.with_name(path.name + suffix).read_bytes()
            for suffix in SUFFIXES
            if path.with_name(path.name + suffix).exists()
        }

    def lay_down(self, **changed):
        """Write the files anew; `database`, `wal` or `journal` replace one, None deletes it."""
        shutil.rmtree(self.path.parent)
        self.path.parent.mkdir()
        names = {"database": "", "wal": ".wal", "journal": ".journal"}
        files = self.files | {names[name]: content for name, content in changed.items()}
        for suffix, content in files.items():
            if content is not None:
                self.path.with_name(self.path.name + suffix).write_bytes(content)

    def outcome(self, mode="read"):
        """`reported` or `held`; anything else fails the test."""
        try:
            with reopen(self.path, mode) as store:
                found = everything(store)
                notices = store.notices
        except (Integrity, StoreMissing):
            return "reported"
        if found == self.events:
            return "held"
        assert notices, "events are missing or changed, and nobody was told"
        return "reported"


@pytest.fixture
def closed(tmp_path):
    """A log that was closed in order: there is no write-ahead log."""
    path = tmp_path / "closed" / "log.duckdb"
    path.parent.mkdir()
    with reopen(path, "write") as store:
        fill(store, batches=4)
        events = everything(store)
    snapshot = Snapshot(path, events)
    assert ".wal" not in snapshot.files
    return snapshot


@pytest.fixture
def crashed(tmp_path):
    """A log whose writer died: half of its events are in the write-ahead log alone."""
    path = tmp_path / "crashed" / "log.duckdb"
    copy = tmp_path / "copy"
    path.parent.mkdir()
    with reopen(path, "write") as store:
        fill(store, batches=2)
    with reopen(path, "write") as store:
        store.append([Append("tuesday", 4, new_events(100, 3))])
        store.append([Append("club", 4, new_events(103, 5))])
        events = everything(store)
        # By another process, for opening the database here and closing it would drop DuckDB's lock on it.
        subprocess.run(["cp", "-r", str(path.parent), str(copy)], check=True)
    shutil.rmtree(path.parent)
    copy.rename(path.parent)
    snapshot = Snapshot(path, events)
    assert len(snapshot.files[".wal"]) > 1000
    return snapshot


def flipped(content, place, bit=0x10):
    damaged = bytearray(content)
    damaged[place] ^= bit
    return bytes(damaged)


def spread(size, count):
    """`count` places from the first byte to the last, evenly."""
    return sorted({place * (size - 1) // (count - 1) for place in range(count)})


def test_an_undamaged_snapshot_holds(closed, crashed):
    for snapshot in (closed, crashed):
        snapshot.lay_down()

        assert snapshot.outcome() == "held"


# The database and its write-ahead log


@pytest.mark.timeout(900)
@pytest.mark.parametrize("file", ["database", "wal"])
def test_a_changed_byte_in_the_database_is_reported_or_harmless(crashed, closed, full_counts, record_property, file):
    snapshot = crashed if file == "wal" else closed
    content = snapshot.files[".wal" if file == "wal" else ""]
    outcomes = []
    for place in spread(len(content), 300 if full_counts else 24):
        for mode in ("read", "write"):
            snapshot.lay_down(**{file: flipped(content, place)})
            outcomes.append(snapshot.outcome(mode))

    report = f"{file}: {len(outcomes)} damaged openings, {outcomes.count('reported')} reported, {outcomes.count('held')} held"
    record_property("damage", report)
    print(report)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("file", ["database", "wal"])
def test_a_database_that_was_cut_is_reported_or_made_whole(crashed, closed, full_counts, file):
    snapshot = crashed if file == "wal" else closed
    content = snapshot.files[".wal" if file == "wal" else ""]
    for length in spread(len(content), 60 if full_counts else 12)[:-1]:
        snapshot.lay_down(**{file: content[:length]})

        snapshot.outcome()


def test_what_a_lost_write_ahead_log_held_is_put_back_from_the_journal_and_told(crashed):
    crashed.lay_down(wal=None)

    with reopen(crashed.path) as store:
        assert everything(store) == crashed.events
        assert "tuesday#5-7, club#5-9" in store.notices[0]


@pytest.mark.parametrize("gone", [("database",), ("database", "wal"), ("journal",), ("journal", "wal")], ids="+".join)
def test_a_file_that_was_deleted_is_rebuilt_or_missed(crashed, gone):
    crashed.lay_down(**dict.fromkeys(gone))

    # Without journal and write-ahead log nobody can know what the latter held.
    if gone == ("journal", "wal"):
        with pytest.raises(AssertionError), reopen(crashed.path) as store:
            assert everything(store) == crashed.events
    else:
        assert crashed.outcome() == "held"


def test_with_everything_deleted_there_is_no_log(crashed):
    crashed.lay_down(database=None, wal=None, journal=None)

    with pytest.raises(StoreMissing), reopen(crashed.path):
        pass


# The journal


def test_every_changed_byte_of_a_journal_is_found_by_verifying_it(closed):
    content = closed.files[".journal"][: closed.files[".journal"].index(b"\n", 500) + 1]
    journal = Journal(closed.path)
    journal.path.write_bytes(content)
    _, line = list(journal.lines_with_faults())[-1]
    rows = [(position, line.link, event) for position, event in enumerate(line.events, 1)]
    assert len(rows) == 2
    found = harmless = 0
    for place in range(len(content)):
        journal.path.write_bytes(flipped(content, place, 0x01))
        # What does not end in a line end is torn, and told when it is cut off.
        if journal.torn_bytes() or journal_findings("journal", journal.lines_with_faults(), rows, Chains()):
            found += 1
        else:
            assert [event for _, line in journal.lines_with_faults() for event in line.events] == [
                row[2] for row in rows
            ]
            harmless += 1

    # Base 64 has a few bits that mean nothing.
    assert harmless <= 8
    assert found + harmless == len(content)


@pytest.mark.timeout(900)
def test_a_changed_byte_in_the_journal_never_changes_what_is_read(closed, full_counts):
    content = closed.files[".journal"]
    last = content.rindex(b"\n", 0, -1) + 1
    places = range(last, len(content)) if full_counts else [*spread(len(content), 40), last, len(content) - 1]
    for place in places:
        closed.lay_down(journal=flipped(content, place))

        closed.outcome()


@pytest.mark.timeout(900)
def test_a_changed_byte_in_the_journal_is_reported_when_the_database_is_gone(closed, full_counts):
    content = closed.files[".journal"]
    last = content.rindex(b"\n", 0, -1) + 1
    places = range(last, len(content)) if full_counts else [*spread(len(content), 40), last, len(content) - 1]
    for place in places:
        closed.lay_down(journal=flipped(content, place), database=None)

        closed.outcome()


def test_a_damaged_line_of_the_journal_is_named_by_verify_and_the_database_still_reads(closed):
    lines = closed.files[".journal"].splitlines(keepends=True)
    lines[3] = flipped(lines[3], 200)
    closed.lay_down(journal=b"".join(lines))

    with reopen(closed.path) as store:
        assert everything(store) == closed.events
        (finding,) = store.verify()

    assert finding.what.startswith(f"{closed.path}.journal:4: ")


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]],
        lambda lines: [*lines[:3], *lines[4:]],
        lambda lines: [*lines[:3], lines[3], *lines[3:]],
    ],
    ids=["swapped", "dropped", "doubled"],
)
def test_lines_of_the_journal_that_were_moved_are_found(closed, damage):
    lines = closed.files[".journal"].splitlines(keepends=True)
    closed.lay_down(journal=b"".join(damage(lines)))

    with reopen(closed.path, "inspect") as store:
        assert any("does not continue" in finding.what for finding in store.verify())
    closed.lay_down(journal=b"".join(damage(lines)), database=None)
    assert closed.outcome() == "reported"


@pytest.mark.timeout(900)
def test_a_journal_that_was_cut_anywhere_is_filled_from_the_database(closed, full_counts):
    content = closed.files[".journal"]
    for length in spread(len(content), 200 if full_counts else 20):
        closed.lay_down(journal=content[:length])

        assert closed.outcome() == "held"
        assert closed.path.with_name("log.duckdb.journal").read_bytes() == content


# A payload


def test_every_changed_byte_of_a_payload_is_found(closed):
    payload = closed.events["tuesday"][2].payload
    for place in range(len(payload)):
        closed.lay_down()
        tamper(
            closed.path,
            *DROP_TRIGGERS,
            f"UPDATE events SET payload = from_hex('{flipped(payload, place).hex()}') WHERE stream = 'tuesday' AND version = 3",
        )

        with reopen(closed.path) as store, pytest.raises(Integrity, match="tuesday#3: was changed"):
            store.read("tuesday")
