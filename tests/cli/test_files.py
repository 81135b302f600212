"""Files into the log and out of it: import with and without --check, seal, verify."""

import gzip
import shutil

import msgspec
import pytest

from eventstore import Append, MemoryStore, NewEvent, uuid7, write_sealed
from tests.cli.running import FIXTURES, TRACES, in_process, trace, trace_lines

BROKEN = sorted(path for path in (FIXTURES / "broken").iterdir() if path.suffix != ".message")
TOTAL = "total: steps 5867, compared 5614, dropped no-ops 253, expected differences 0, divergences 0"


def changed_trace(folder, name, step, change):
    """A copy of a trace in which one step is another."""
    lines = trace_lines(name)
    index = next(index for index, line in enumerate(lines) if f'"i":{step},'.encode() in line[:40])
    value = msgspec.json.decode(lines[index])
    change(value)
    lines[index] = msgspec.json.encode(value) + b"\n"
    path = folder / f"{name}.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def small_games(folder, count):
    """Sealed files of games that have begun."""
    folder.mkdir()
    for number in range(count):
        started = {
            "kind": "pamir.game_started", "name": f"game {number}", "players": ["Ann", "Bob"], "preset": "official",
            "options": {}, "first_chooser": 0,
        }  # fmt: skip
        event = NewEvent(
            event_id=uuid7(number + 1, bytes(8)), kind="pamir.game_started", schema=1, recorder="Ann",
            recorded_at=number + 1, payload=msgspec.json.encode(started),
        )  # fmt: skip
        store = MemoryStore(lambda: 1)
        store.append([Append(f"game/{number:04}", 0, (event,))])
        with (folder / f"{number:04}.jsonl").open("wb") as file:
            write_sealed(store.read(f"game/{number:04}"), file)


# --check


def test_the_sixteen_reference_games_are_checked_and_taken_in(log):
    result = log.done("import", "--check", *TRACES)

    lines = result.out.splitlines()
    assert lines[0] == (
        "pp-2p-01.jsonl.gz: steps 91, compared 86, dropped no-ops 5, expected differences 0, divergences 0"
    )
    assert len(lines) == len(TRACES) + 1
    assert lines[-1] == TOTAL
    rows = log.done("games", "--json").json
    assert sorted(row["game"] for row in rows) == [path.name[:8] for path in TRACES]
    assert {row["status"] for row in rows} == {"finished"}


def test_a_dry_run_makes_no_log(log):
    result = log.done("import", "--check", "--dry-run", trace("pp-2p-01"))

    assert "divergences 0" in result.out
    assert not log.db.exists()


def test_a_divergence_is_told_in_game_words_and_nothing_of_that_game_is_taken(log):
    def change(value):
        value["d"]["r.kabul.ruler"] = 1

    path = changed_trace(log.folder, "pp-2p-01", 44, change)

    result = log.run("import", "--check", path, trace("pp-2p-02"))

    assert result.code == 1
    assert "step 44, Seat" in result.out
    assert ": r.kabul.ruler is Seat1 in the file, nobody here\n" in result.out
    assert "pp-2p-01.jsonl: steps 45, " in result.out
    assert "divergences 1\n" in result.out
    assert "error: 1 of 2 files differs\n" in result.err
    assert "hint: first: step 44, " in result.err
    assert [row["game"] for row in log.done("games", "--json").json] == ["pp-2p-02"]


def test_with_json_a_divergence_leaves_stdout_empty_and_one_object_on_stderr(log):
    path = changed_trace(log.folder, "pp-2p-01", 44, lambda value: value["legal"].update(end_turn=False))

    result = log.run("import", "--check", "--json", path)

    assert (result.code, result.out) == (1, "")
    (file,) = result.error["files"]
    assert file["divergences"] == 1
    assert file["differences"][0]["step"] == 44
    assert file["differences"][0]["key"] == "legal"
    assert "legal end_turn is false in the file, true here" in file["differences"][0]["text"]


def test_json_of_a_check_that_agrees(log):
    (file,) = log.done("import", "--check", "--json", trace("pp-2p-01")).json

    assert (file["game"], file["status"], file["added"]) == ("pp-2p-01", "added", 113)
    assert (file["steps"], file["compared"], file["dropped_no_ops"]) == (91, 86, 5)
    assert (file["expected_differences"], file["divergences"]) == (0, 0)


def test_an_expected_difference_is_counted_and_told(log):
    result = log.done("import", "--check", "--option", "reuse_overthrow=follows", trace("pp-2p-03"))

    assert "expected differences 1, divergences 0" in result.out
    assert "  expected: step 237, Seat" in result.out
    assert "compared, not taken in" in result.err


def test_other_rules_part_from_a_trace_and_say_where(log):
    result = log.run("import", "--check", "--rules", "official", trace("pp-2p-03"))

    assert result.code == 1
    assert "step 21, " in result.out


# The same again, longer, parting


def test_the_same_files_again_change_nothing(log):
    log.done("import", *TRACES[:3])
    before = [log.run_raw("export", path.name[:8]) for path in TRACES[:3]]

    result = log.done("import", *TRACES[:3])

    assert "0 games added (0 events), 3 here already\n" in result.err
    assert [log.run_raw("export", path.name[:8]) for path in TRACES[:3]] == before


def test_a_trace_that_stops_in_the_middle_is_a_game_in_progress_and_a_longer_copy_adds_its_tail(log):
    short = log.folder / "pp-2p-01.jsonl"
    short.write_bytes(b"".join(trace_lines("pp-2p-01")[:60]))
    log.done("import", "--check", short)
    (row,) = log.done("games", "--json").json
    begun = log.run_raw("export", "pp-2p-01")[1]
    log.done("note", "pp-2p-01", "to be continued")

    result = log.done("import", trace("pp-2p-01"))

    assert (row["status"], row["events"] < 80) == ("playing", True)
    assert "events added" in result.err
    (row,) = log.done("games", "--json").json
    assert (row["status"], row["events"], row["winners"]) == ("finished", 114, "Seat1")
    longer = log.run_raw("export", "pp-2p-01")[1]
    assert longer.splitlines()[1:20] == begun.splitlines()[1:20]
    assert "all is well" in log.done("verify", "--replay").out


def test_a_shorter_copy_changes_nothing(log):
    log.done("import", trace("pp-2p-01"))
    short = log.folder / "pp-2p-01.jsonl"
    short.write_bytes(b"".join(trace_lines("pp-2p-01")[:60]))

    assert "is here already" in log.done("import", short).err


def test_a_tail_belongs_to_the_action_that_its_beginning_began(log):
    """A copy may end within an action; undo takes all of it off, wherever it came from."""
    whole = log.folder / "whole.duckdb"
    log.done("import", trace("pp-2p-02"), "--db", whole)
    complete = [one["action"] for one in log.done("events", "pp-2p-02", "--json", "--db", whole).json]
    lines = trace_lines("pp-2p-02")
    for count in range(20, 40, 3):
        db = log.folder / f"{count}.duckdb"
        short = log.folder / "pp-2p-02.jsonl"
        short.write_bytes(b"".join(lines[:count]))
        log.done("import", short, "--db", db)
        log.done("import", trace("pp-2p-02"), "--db", db)

        assert [one["action"] for one in log.done("events", "pp-2p-02", "--json", "--db", db).json] == complete


def test_a_parting_trace_is_refused_with_the_first_parting_event(log):
    log.done("import", trace("pp-2p-01"))
    parting = log.folder / "pp-2p-01.jsonl"

    lines = trace_lines("pp-2p-01")[:5]
    value = msgspec.json.decode(lines[4])
    value["arg"]["card"] = 89
    parting.write_bytes(b"".join([*lines[:4], msgspec.json.encode(value) + b"\n"]))
    result = log.run("import", parting)

    assert result.code == 4
    assert result.err.splitlines() == [
        (
            "error: pp-2p-01#16: the copy parts from what is here: "
            '"card purchased card 89" in the file, "card purchased card 87" here'
        ),
        f"hint: import --as NAME takes {parting} as a new game",
    ]
    log.done("import", parting, "--as", "another way")
    assert [row["game"] for row in log.done("games", "--json").json] == ["pp-2p-01", "another way"]
    assert "is here already" in log.done("import", parting, "--as", "another way").err


def test_a_file_whose_name_belongs_to_another_game_is_refused(log):
    log.done("new", "pax-pamir", "pp-2p-01", "--players", "Bob,Cai")

    result = log.run("import", trace("pp-2p-01"))

    assert result.code == 4
    assert 'there is another game "pp-2p-01" already' in result.err


def test_what_was_undone_after_an_import_does_not_come_back_with_the_file(log):
    log.done("import", trace("pp-2p-01"))
    log.done("undo", "pp-2p-01")

    assert "is here already" in log.done("import", trace("pp-2p-01")).err


def test_a_longer_copy_does_not_go_on_where_play_was_undone(log):
    short = log.folder / "pp-2p-01.jsonl"
    short.write_bytes(b"".join(trace_lines("pp-2p-01")[:60]))
    log.done("import", short)
    log.done("undo", "pp-2p-01")

    result = log.run("import", trace("pp-2p-01"))

    assert result.code == 4
    assert "the copy parts from what is here: " in result.err
    assert '"undone since ' in result.err


def test_a_renamed_game_is_still_recognised(log):
    log.done("import", trace("pp-2p-01"))
    log.done("games", "--rename", "pp-2p-01", "tuesday")

    assert '"tuesday" is here already' in log.done("import", trace("pp-2p-01")).err


def test_sealed_copies_longer_shorter_parting_and_under_another_name(log):
    log.done("import", trace("pp-2p-01"))
    log.done("export", "pp-2p-01", "-o", "whole.jsonl")
    log.done("note", "pp-2p-01", "more")
    log.done("export", "pp-2p-01", "-o", "longer.jsonl")
    there = log.other("there.duckdb")
    log.done("import", "whole.jsonl", *there)

    assert '"pp-2p-01", 1 event added' in log.done("import", "longer.jsonl", *there).err
    assert "is here already" in log.done("import", "whole.jsonl", *there).err

    other = log.other("other.duckdb")
    log.done("import", "whole.jsonl", *other)
    log.done("note", "pp-2p-01", "something else", *other)
    result = log.run("import", "longer.jsonl", *other)
    assert result.code == 4
    assert "error: pp-2p-01#114: the copy parts from what is here: " in result.err
    assert "hint: import --as NAME takes longer.jsonl as a new game" in result.err

    log.done("import", "whole.jsonl", "--as", "the copy", *other)
    assert '"the copy", 1 event added' in log.done("import", "longer.jsonl", "--as", "the copy", *other).err
    assert "is here already" in log.done("import", "longer.jsonl", "--as", "the copy", *other).err
    names = [row["game"] for row in log.done("games", "--json", *other).json]
    assert sorted(names) == ["pp-2p-01", "the copy"]
    assert log.done("show", "the copy", "--json", *other).json["game"] == "the copy"
    assert "all is well" in log.done("verify", "--replay", *other).out


def test_players_of_a_trace_can_be_named(log):
    log.done("import", "--check", trace("pp-2p-01"), "--players", "Bob,Cai")

    (row,) = log.done("games", "--json").json
    assert (row["players"], row["winners"]) == ("Bob, Cai", "Cai")


def test_too_few_players_are_a_message(log):
    result = log.run("import", trace("pp-3p-04"), "--players", "Bob,Cai")

    assert result.code == 1
    assert "3 players sat here, not 2" in result.err


# Many, and broken ones


def test_of_500_files_with_one_broken_499_go_in_and_the_bad_one_is_named(log):
    small_games(log.folder / "games", 500)
    bad = log.folder / "games" / "0123.jsonl"
    bad.write_bytes(bad.read_bytes().replace(b'"Bob"', b'"Rob"'))

    result = log.run("import", "games")

    assert result.code == 1
    assert "games/0123.jsonl:2:" in result.err
    assert "the hash does not fit" in result.err
    assert "499 games added (499 events), 1 refused" in result.err
    assert "error: 1 of 500 files not taken\n" in result.err
    assert len(log.done("games", "--json").json) == 499

    again = log.run("import", "games")

    assert again.code == 1
    assert "0 games added (0 events), 499 here already, 1 refused" in again.err


def test_500_files_with_json_name_the_bad_one_in_one_object(log):
    small_games(log.folder / "games", 20)
    (log.folder / "games" / "0007.jsonl").write_bytes(b"{}")

    result = log.run("import", "--json", "games")

    assert (result.code, result.out) == (1, "")
    refused = [one for one in result.error["files"] if one["status"] == "refused"]
    assert [one["file"] for one in refused] == ["games/0007.jsonl"]
    assert refused[0]["error"]["place"] == "games/0007.jsonl:1:3"


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_a_broken_file_gets_its_message(log, path):
    shutil.copy(path, log.folder)

    result = log.run("import", path.name)

    assert result.code == 1
    assert result.out == ""
    assert result.err == (path.parent / f"{path.name}.message").read_text("utf-8")
    assert not log.db.exists()


def test_broken_files_keep_a_good_one_from_nothing(log):
    result = log.run("import", *BROKEN, trace("pp-2p-01"))

    assert result.code == 1
    assert [row["game"] for row in log.done("games", "--json").json] == ["pp-2p-01"]
    for path in BROKEN:
        assert str(path) in result.err


@pytest.mark.parametrize("option", [[], ["--check"]])
def test_any_bytes_are_a_message_and_never_a_traceback(log, option):
    base = trace_lines("pp-2p-01")
    cases = [b"\x00" * 50, b"{", b"[]", b"null", b"\xff\xfe{}", b"\x1f\x8b", gzip.compress(b"\x1f\x8b"), b"{}\n" * 3]
    cases += [base[0], base[0] + base[1][:-1] + b"}", base[0] + base[0], base[1], b'"pamir-trace/1"']
    cases += [base[0] + b'{"t":"step","i":0,"turn":0,"actor":0,"phase":"x","action":"place","arg":{"piece":["A0"]}}']
    cases += [b"gamelog notation/1", b"gamelog notation/1\n---\n", b'{"format":"gamelog-sealed/1"}']
    cases += [base[0].replace(b'"players":2', b'"players":99999999999999999999')]
    for number, data in enumerate(cases):
        (log.folder / f"{number}.x").write_bytes(data)

        result = log.run("import", f"{number}.x", *option, *log.other(f"{number}.duckdb"))

        if data != base[0]:
            assert result.code == 1, (data[:80], result)
            assert result.err.startswith(f"error: {number}.x"), (data[:80], result.err)
        assert "inside gamelog" not in result.err


def test_a_missing_file_exits_3_and_makes_nothing(log):
    result = log.run("import", "nowhere.jsonl")

    assert (result.code, result.err) == (3, "error: nowhere.jsonl: there is no such file\n")
    assert not log.db.exists()


def test_one_name_is_for_one_file(log):
    result = log.run("import", trace("pp-2p-01"), trace("pp-2p-02"), "--as", "x")

    assert result.code == 2
    assert 'only one game can be named "x", and 2 files are given' in result.err


def test_reading_commands_on_a_missing_log_exit_3_and_create_nothing(log):
    for words in (["verify"], ["export", "--all", "-o", "out/"], ["seal", "x"], ["query", "results"], ["games"]):
        result = log.run(*words)

        assert result.code == 3, (words, result)
        assert list(log.folder.iterdir()) == []


def test_a_closed_pipe_ends_quietly(log):
    log.done("import", *TRACES)
    import subprocess
    import sys

    first = subprocess.Popen(
        [sys.executable, "-m", "cli", "export", "--all", "--notation", "-o", "/dev/stdout"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=FIXTURES.parent,
    )  # fmt: skip
    first.stdout.close()
    _, err = first.communicate(timeout=60)

    assert b"Traceback" not in err


def test_import_in_a_process_of_its_own_with_no_name_set(tmp_path):
    environment = {"GAMELOG_CONFIG": str(tmp_path / "c.json"), "GAMELOG_DB": str(tmp_path / "g.duckdb")}
    environment["GAMELOG_NAME"] = ""

    code, out, err = in_process("import", "--check", trace("pp-2p-01"), env=environment)

    assert (code, out.splitlines()[-1]) == (
        0, b"total: steps 91, compared 86, dropped no-ops 5, expected differences 0, divergences 0",
    ), err  # fmt: skip


def test_check_says_of_a_sealed_file_that_nothing_was_compared(log, tmp_path):
    log.done("import", TRACES[0])
    sealed = tmp_path / "game.jsonl"
    log.done("export", "pp-2p-01", "-o", str(sealed))

    assert "nothing was compared" in log.done("import", "--check", str(sealed)).err
