"""CASES 11: somebody has the file, drops the triggers and edits with plain SQL."""

import pytest

from eventstore import Integrity, seal_code
from tests.eventstore.support import DROP_TRIGGERS, everything, fill, reopen, tamper


@pytest.fixture
def recorded(path):
    with reopen(path, "write") as store:
        fill(store)
        return everything(store)


def findings(path, **options):
    with reopen(path, "inspect") as store:
        return store.verify(**options)


def places(found):
    return {(finding.stream, finding.version) for finding in found}


def where(stream, version):
    return f"WHERE stream = '{stream}' AND version = {version}"


def journal_of(path):
    return path.with_name(path.name + ".journal")


@pytest.mark.parametrize("journal", [True, False], ids=["with journal", "journal deleted"])
def test_an_edited_payload_is_found_with_its_position(path, recorded, journal):
    tamper(path, *DROP_TRIGGERS, f"UPDATE events SET payload = '{{}}'::BLOB {where('tuesday', 5)}")
    if not journal:
        journal_of(path).unlink()

    assert ("tuesday", 5) in places(findings(path))
    assert places(findings(path, streams=["tuesday"])) == {("", 0), ("tuesday", 5)}
    assert places(findings(path, streams=["club"])) == {("", 0)}


def test_an_edited_payload_is_never_handed_out_as_what_was_recorded(path, recorded):
    tamper(path, *DROP_TRIGGERS, f"UPDATE events SET payload = '{{}}'::BLOB {where('tuesday', 5)}")

    with reopen(path) as store:
        for deed in (
            lambda: store.read("tuesday"),
            lambda: store.events_of(["test.card_taken"]),
            lambda: store.find([recorded["tuesday"][4].event_id]),
        ):
            with pytest.raises(Integrity, match="tuesday#5: was changed after it was recorded"):
                deed()
        assert store.read("tuesday", upto=4) == recorded["tuesday"][:4]
        assert store.read("club") == recorded["club"]
        assert store.read("tuesday", check=False)[4].payload == b"{}"


@pytest.mark.parametrize(
    "field", ["kind", "recorder", "edition", "reducer", "state_hash", "recorded_at", "action", "changed"]
)
def test_an_edit_of_any_other_field_is_found_too(path, recorded, field):
    value = "3" if field in {"recorded_at", "action"} else "'7'"
    tamper(path, *DROP_TRIGGERS, f"UPDATE events SET {field} = {value} {where('tuesday', 5)}")

    assert ("tuesday", 5) in places(findings(path))


def test_a_dropped_row_is_found_with_its_position(path, recorded):
    tamper(path, *DROP_TRIGGERS, f"DELETE FROM events {where('tuesday', 5)}")

    found = findings(path)

    assert any(f.version == 5 and "is missing from the database" in f.what for f in found if f.stream == "tuesday")
    assert any(f.version == 6 and "version 5 should be here" in f.what for f in found if f.stream == "tuesday")
    for mode in ("read", "write"):
        with pytest.raises(Integrity, match="holds 23 events, but the last one is number 24"), reopen(path, mode):
            pass


def test_two_swapped_payloads_are_found_with_their_positions(path, recorded):
    three, seven = (f"(SELECT payload FROM events {where('tuesday', version)})" for version in (3, 7))
    tamper(
        path,
        *DROP_TRIGGERS,
        f"UPDATE events SET payload = CASE version WHEN 3 THEN {seven} ELSE {three} END"
        " WHERE stream = 'tuesday' AND version IN (3, 7)",
    )

    assert {("tuesday", 3), ("tuesday", 7)} <= places(findings(path))


def test_two_rows_that_swapped_their_versions_are_found(path, recorded):
    tamper(
        path,
        *DROP_TRIGGERS,
        f"UPDATE events SET version = 99 {where('tuesday', 3)}",
        f"UPDATE events SET version = 3 {where('tuesday', 4)}",
        f"UPDATE events SET version = 4 {where('tuesday', 99)}",
    )

    assert {("tuesday", 3), ("tuesday", 4)} <= places(findings(path))


def test_a_tail_cut_from_the_database_is_put_back_from_the_journal(path, recorded):
    tamper(path, *DROP_TRIGGERS, "DELETE FROM events WHERE position > 20", "DELETE FROM heads")

    with reopen(path) as store:
        assert everything(store) == recorded
        assert "kept: tuesday#11-12, club#11-12" in store.notices[0]


def test_a_tail_cut_from_database_and_journal_is_found_by_a_head_kept_elsewhere(path, recorded):
    with reopen(path) as store:
        code = seal_code(store.head("club"))
    tamper(
        path,
        *DROP_TRIGGERS,
        "DELETE FROM events WHERE position > 22",
        "UPDATE heads SET version = 10, last_position = 20, hash = (SELECT hash FROM events"
        " WHERE stream = 'club' AND version = 10) WHERE stream = 'club'",
    )
    lines = journal_of(path).read_bytes().splitlines(keepends=True)
    journal_of(path).write_bytes(b"".join(lines[:-1]))

    found = findings(path, anchors={"club": code})

    assert {(f.stream, f.version) for f in found if f.stream} == {("club", 10)}
    assert "was sealed at version 12" in next(f.what for f in found if f.stream)


def test_a_tail_cut_without_the_heads_is_refused_at_opening(path, recorded):
    tamper(path, *DROP_TRIGGERS, "DELETE FROM events WHERE position > 22")
    lines = journal_of(path).read_bytes().splitlines(keepends=True)
    journal_of(path).write_bytes(b"".join(lines[:-1]))

    with pytest.raises(Integrity, match="the tail was cut"), reopen(path):
        pass
    assert ("club", 12) in places(findings(path))


def test_a_whole_stream_that_was_removed_is_found_by_the_journal(path, recorded):
    tamper(path, *DROP_TRIGGERS, "DELETE FROM events WHERE stream = 'club'", "DELETE FROM heads WHERE stream = 'club'")

    assert {("club", version) for version in range(1, 13)} <= places(findings(path))


def test_an_event_slipped_in_by_sql_is_found_by_the_journal(path, recorded):
    tamper(
        path,
        "INSERT INTO events SELECT 25, link, 'forged', 1, event_id, kind, schema, payload, 1, recorder, recorded_at,"
        " played_at, edition, reducer, changed, state_hash, '', hash FROM events WHERE position = 1",
    )

    found = findings(path)

    assert any(f.stream == "forged" and "not in" in f.what for f in found)
    with pytest.raises(Integrity), reopen(path):
        pass


def test_a_tampered_table_of_heads_is_found(path, recorded):
    tamper(path, "UPDATE heads SET version = 11 WHERE stream = 'club'", "DELETE FROM heads WHERE stream = 'tuesday'")

    what = {finding.stream: finding.what for finding in findings(path)}

    assert "version 12 is" in what["club"]
    assert "missing from the table of heads" in what["tuesday"]


def test_a_database_that_was_tampered_with_is_good_again_when_rebuilt_from_the_journal(path, recorded):
    tamper(path, *DROP_TRIGGERS, "UPDATE events SET payload = 'x'")
    path.unlink()

    with reopen(path) as store:
        assert everything(store) == recorded
        assert store.verify() == []


def test_no_journal_is_made_from_a_database_that_was_tampered_with(path, recorded):
    tamper(path, *DROP_TRIGGERS, f"UPDATE events SET payload = 'x' {where('tuesday', 5)}")
    journal_of(path).unlink()

    with pytest.raises(Integrity, match="tuesday#5: was changed"), reopen(path, "write"):
        pass

    assert not journal_of(path).exists()
