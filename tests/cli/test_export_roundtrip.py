"""What goes out comes in again, byte for byte, and positions hash alike everywhere."""

import gzip
import json
from hashlib import blake2b

import pytest

from tests.cli.running import FIXTURES, TRACES, in_process, trace, trace_lines

SEALED = sorted((FIXTURES / "sealed").iterdir())


def test_export_import_export_is_byte_equal_for_every_reference_game(log):
    log.done("import", *TRACES)
    log.done("export", "--all", "-o", "first/")
    there = log.other("second.duckdb")
    log.done("import", "first", *there)
    log.done("export", "--all", "-o", "second/", *there)

    first = {path.name: path.read_bytes() for path in (log.folder / "first").iterdir()}
    second = {path.name: path.read_bytes() for path in (log.folder / "second").iterdir()}

    assert len(first) == len(TRACES)
    assert first == second


def test_a_game_with_undo_notes_and_a_new_name_comes_back_byte_for_byte(log):
    log.done("import", trace("pp-2p-01"))
    log.done("note", "pp-2p-01", "tea, 茶 ☕")
    log.done("undo", "pp-2p-01")
    log.done("redo", "pp-2p-01")
    log.done("undo", "pp-2p-01")
    log.done("games", "--rename", "pp-2p-01", "tuesday \u2014 one")
    code, first = log.run_raw("export", "tuesday")
    (log.folder / "game").write_bytes(first)
    there = log.other("second.duckdb")
    log.done("import", "game", *there)

    again = log.run_raw("export", "tuesday", *there)

    assert code == 0
    assert again == (0, first)


def test_a_packed_sealed_file_is_read_as_it_is(log):
    log.done("import", trace("pp-2p-02"))
    _, first = log.run_raw("export", "pp-2p-02")
    (log.folder / "game.gz").write_bytes(gzip.compress(first))
    there = log.other("second.duckdb")

    log.done("import", "game.gz", *there)

    assert log.run_raw("export", "pp-2p-02", *there) == (0, first)


def test_a_game_from_stdin_is_the_same_game(log):
    log.done("import", trace("pp-2p-02"))
    _, first = log.run_raw("export", "pp-2p-02")
    there = log.folder / "second.duckdb"

    code, _, err = in_process("import", "-", "--db", there, stdin=first)

    assert (code, b'"pp-2p-02"' in err) == (0, True)
    assert log.run_raw("export", "pp-2p-02", "--db", there) == (0, first)


def test_several_games_need_a_folder(log):
    log.done("import", *TRACES[:2])

    result = log.run("export", "--all")

    assert result.code == 2
    assert "error: several games go into a folder\n" in result.err
    assert result.out == ""


def test_games_whose_names_make_the_same_file_name_do_not_overwrite_each_other(log):
    log.done("import", trace("pp-2p-01"), "--as", "a/b")
    log.done("import", trace("pp-2p-01"), "--as", "a:b")
    log.done("import", trace("pp-2p-01"), "--as", "A?B")

    log.done("export", "--all", "-o", "out/")

    assert sorted(path.name for path in (log.folder / "out").iterdir()) == ["A_B-3.jsonl", "a_b-2.jsonl", "a_b.jsonl"]


def test_notation_goes_out_and_comes_in_as_the_same_game(log):
    log.done("import", trace("pp-3p-06"))
    log.done("note", "pp-3p-06", "a good game")
    _, text = log.run_raw("export", "pp-3p-06", "--notation")
    (log.folder / "game.txt").write_bytes(text)
    there = log.other("second.duckdb")

    log.done("import", "game.txt", *there)

    assert log.run_raw("export", "pp-3p-06", "--notation", *there) == (0, text)
    # A trace names pieces by numbers of its own; notation tells only where they lie.
    for at in (40, 200, 258):
        here, again = (log.done("show", "pp-3p-06", "--at", at, "--json", *way).json["state"] for way in ([], there))
        assert {**here, "placed": len(here["placed"])} == {**again, "placed": len(again["placed"])}


def test_notation_of_a_game_that_is_here_already_changes_nothing(log):
    log.done("import", trace("pp-2p-01"))
    log.done("undo", "pp-2p-01")
    _, text = log.run_raw("export", "pp-2p-01", "--notation")
    (log.folder / "game.txt").write_bytes(text)
    before = log.run_raw("export", "pp-2p-01")

    result = log.done("import", "game.txt")

    assert "is here already" in result.err
    assert log.run_raw("export", "pp-2p-01") == before


@pytest.mark.parametrize("path", SEALED, ids=lambda path: path.stem)
def test_what_an_earlier_release_sealed_is_still_read_replayed_and_written(log, path):
    log.done("import", path)

    assert log.run_raw("export", path.stem) == (0, path.read_bytes())
    found = log.done("verify", path.stem, "--replay", "--json").json
    assert found["judged"] == found["events"] == path.read_bytes().count(b"\n") - 2
    assert found["not_comparable"] == 0


def test_what_happened_to_a_sealed_game_is_told(log):
    log.done("import", FIXTURES / "sealed" / "disturbed.jsonl")
    (row,) = log.done("games", "--json").json

    assert (row["game"], row["status"]) == ("disturbed", "finished")
    (seat0, seat1) = log.done("query", "--sql", "SELECT player, won FROM seat ORDER BY seat", "--json").json
    assert (seat0["won"], seat1["won"]) == (False, True)
    told = [text for one in log.done("log", "disturbed", "--json").json for text in one["told"]]
    assert "note: Bob doubts it; 茶 break" in told
    assert 'the game was renamed "disturbed"' in told


ENVIRONMENTS = [
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Taipei"},
    {"PYTHONHASHSEED": "42", "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "TZ": "America/St_Johns"},
]


@pytest.mark.parametrize("name", ["pp-2p-03", "pp-5p-14"])
def test_every_state_hashes_alike_in_every_process(log, name):
    digests = []
    for number, environment in enumerate(ENVIRONMENTS):
        db = log.folder / f"{number}.duckdb"
        code, _, err = in_process("import", "--check", trace(name), "--db", db, env=environment)
        assert code == 0, err
        code, sealed, _ = in_process("export", name, "--db", db, env=environment)
        assert code == 0
        events = [json.loads(line) for line in sealed.splitlines()[1:-1]]
        kept = [(one["state_hash"], one["event_id"], one.get("changed"), one["action"]) for one in events]
        digests.append(blake2b(repr(kept).encode()).hexdigest())
        assert len(kept) > len(trace_lines(name)) / 2

    assert len(set(digests)) == 1
