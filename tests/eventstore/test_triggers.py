"""Refusal in the database: which statements it refuses, which it cannot refuse, and that a missing refusal is told."""

import duckdb
import pytest

from eventstore import Integrity
from tests.eventstore.support import DROP_TRIGGERS, everything, fill, reopen, tamper


@pytest.fixture
def recorded(path):
    with reopen(path, "write") as store:
        fill(store)
        return everything(store)


COLUMNS = (
    "position + 100, link, stream, version, event_id, kind, schema, payload, action, recorder, recorded_at, played_at,"
    " edition, reducer, changed, state_hash, previous, hash"
)

REFUSED = [
    "UPDATE events SET payload = 'x'",
    "UPDATE events SET recorder = 'eve' WHERE version = 1 AND stream = 'tuesday'",
    "DELETE FROM events",
    "DELETE FROM events WHERE position = 24",
    "TRUNCATE events",
    "WITH gone AS (DELETE FROM events RETURNING *) SELECT count(*) FROM gone",
    f"INSERT OR REPLACE INTO events SELECT {COLUMNS} FROM events",
    f"INSERT INTO events SELECT {COLUMNS} FROM events ON CONFLICT DO UPDATE SET recorder = 'eve'",
    "MERGE INTO events USING (SELECT 1 AS position) AS new ON events.position = new.position WHEN MATCHED THEN DELETE",
    f"INSERT INTO events SELECT {COLUMNS} FROM events",
]

# What passes the triggers; the chain, the journal and the check at opening are there for these.
PASSES = [
    "DROP TRIGGER events_refuse_update ON events",
    "DROP TABLE events",
    "ALTER TABLE events ALTER recorder TYPE VARCHAR USING 'eve'",
]


@pytest.mark.parametrize("statement", REFUSED)
def test_a_statement_that_would_change_a_stored_event_is_refused(path, recorded, statement):
    with pytest.raises(duckdb.Error):
        tamper(path, statement)

    with reopen(path) as store:
        assert everything(store) == recorded
        assert store.verify() == []


def test_the_refusal_says_why(path, recorded):
    with pytest.raises(duckdb.Error, match="events are never changed: this update was refused"):
        tamper(path, REFUSED[0])


@pytest.mark.parametrize("statement", PASSES)
def test_what_passes_the_triggers_is_known_and_is_found_afterwards(path, recorded, statement):
    tamper(path, statement)

    if "DROP TABLE" in statement:
        with pytest.raises(Integrity, match="has lost the table 'events'"), reopen(path, "inspect"):
            pass
        return
    with reopen(path, "inspect") as store:
        assert store.verify()


def test_a_copy_made_by_the_database_itself_leaves_the_triggers_behind(path, recorded, tmp_path):
    copy = tmp_path / "copy" / "log.duckdb"
    copy.parent.mkdir()
    tamper(path, f"ATTACH '{copy}' AS copy", "COPY FROM DATABASE log TO copy")
    (tmp_path / "log.duckdb.journal").rename(tmp_path / "copy" / "log.duckdb.journal")

    with reopen(copy, "write") as store:
        assert everything(store) == recorded
        assert any("lost the trigger" in notice for notice in store.notices)
        assert store.health().missing_triggers == ("events_refuse_update", "events_refuse_delete")


@pytest.mark.parametrize("statement", DROP_TRIGGERS)
def test_every_opening_for_writing_tells_of_a_missing_trigger(path, recorded, statement):
    tamper(path, statement)

    for _ in range(2):
        with reopen(path, "write") as store:
            (notice,) = store.notices
            (finding,) = store.verify()

        name = statement.split()[2]
        assert f"'{name}'" in notice
        assert f"'{name}'" in finding.what


def test_a_trigger_that_was_made_toothless_counts_as_missing(path, recorded):
    tamper(
        path,
        DROP_TRIGGERS[0],
        "CREATE TRIGGER events_refuse_update AFTER UPDATE ON events FOR EACH STATEMENT INSERT INTO guard SELECT 1",
    )

    with reopen(path, "write") as store:
        assert store.health().missing_triggers == ("events_refuse_update",)


def test_a_database_rebuilt_from_the_journal_has_its_triggers_again(path, recorded):
    tamper(path, *DROP_TRIGGERS)
    path.unlink()

    with reopen(path, "write") as store:
        assert store.health().missing_triggers == ()
