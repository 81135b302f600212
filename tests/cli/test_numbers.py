"""What people type and read names events as the log numbers them; a notation file counts its own lines' events."""

import pytest

PICKS = "pick 1d4 = 2 # first\npick 1d4 = 3 # second\npick 1d4 = 4\n"


@pytest.fixture
def picks(log):
    """A scenario with three picks (events 2, 4 and 6) and two notes (3 and 5)."""
    log.done(
        "new", "pathfinder", "brig", "--players", "Kyra,Valeros", "--scenario", "Brigandoom!", "--judging", "record"
    )
    (log.folder / "picks.txt").write_text(PICKS, "utf-8")
    log.done("record", "brig", "--file", "picks.txt")
    return log


def test_a_range_of_the_log_is_made_void_and_told_as_it_was_typed(picks):
    told = picks.done("record", "brig", 'void 4..6 "again"')

    assert "events 4 and 6 no longer count" in told.err
    assert "void 4 6 again" in picks.done("log", "brig").out
    assert "events 4 and 6 no longer count" in picks.done("why", "7", "--game", "brig").out
    assert picks.done("replay", "brig", "--json").json[-1]["typed"] == "void 4 6 again"


def test_what_is_void_is_struck_from_the_log_and_says_what_made_it_void(picks):
    picks.done("record", "brig", 'void 4..6 "again"')
    rows = {row["events"][0]: row["voided"] for row in picks.done("log", "brig", "--json").json}
    told = {line.split()[0]: line.split() for line in picks.done("log", "brig").out.splitlines() if line.strip()}

    assert rows == {1: [], 2: [], 3: [], 4: [{"event": 4, "by": 7}], 5: [], 6: [{"event": 6, "by": 7}], 7: []}
    assert [number for number, line in told.items() if line[1] == "~"] == ["4", "6"]
    assert " ".join(told["6"]).endswith("(made void by event 7)")
    assert [one["voided_by"] for one in picks.done("events", "brig", "--json").json] == [None] * 3 + [7, None, 7, None]
    assert picks.done("why", "4", "--game", "brig", "--json").json["voided_by"] == 7
    assert "made void by event 7" in picks.done("replay", "brig").out
    picks.done("undo", "brig")
    assert not any(row["voided"] for row in picks.done("log", "brig", "--json").json)


def test_a_note_is_no_event_to_be_void(picks):
    refused = picks.run("record", "brig", 'void 5 "again"')

    assert refused.code == 1
    assert "event 5 is a note, or was undone" in refused.err


def test_within_one_file_of_lines_numbers_are_those_to_come(picks):
    (picks.folder / "more.txt").write_text('pick 1d4 = 1 # third\npick 1d4 = 1\nvoid 9 "slip"\n', "utf-8")
    told = picks.done("record", "brig", "--file", "more.txt")

    assert "event 9 no longer counts" in told.err


def test_notation_counts_the_events_of_its_own_file(picks):
    picks.done("record", "brig", 'void 4..6 "again"')
    picks.done("export", "brig", "--notation", "-o", "brig.txt")
    picks.done("import", "brig.txt", *picks.other("second.duckdb"))
    shown = [picks.done("show", "brig", "--json", *more).json["state"] for more in ([], picks.other("second.duckdb"))]

    assert "void 3..4 again" in (picks.folder / "brig.txt").read_text("utf-8")
    assert shown[0] == shown[1]
