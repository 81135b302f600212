"""Every command works for a game that is one folder and nothing else: the toy game, with the plain board."""

import json
import os
import subprocess
import sys

import pytest

from tests.cli.running import ROOT
from tests.toy_game.visible import FOLDER, pig

__all__ = ["pig"]

GAME = "roll 4\nhold\nroll 6\nroll 1\nroll 6 # what a run\nroll 5\nroll 6\nhold\n"


@pytest.fixture
def dice(log, pig):
    """A game that Ann won with 21 points."""
    log.done("new", "pig", "dice", "--players", "Ann,Bob", "--rules", "short")
    (log.folder / "moves.txt").write_text(GAME, "utf-8")
    log.done("record", "dice", "--file", "moves.txt")
    return log


def test_a_game_is_begun_and_a_line_recorded(log, pig):
    begun = log.done("new", "pig", "dice", "--players", "Ann,Bob", "--rules", "short")
    recorded = log.done("record", "dice", "roll 4")

    assert '"dice" begins: Ann, Bob (short)' in begun.err
    assert "now: Ann: roll, or hold 0" in begun.err
    assert "2 Ann rolled a 4" in recorded.err
    assert "now: Ann: roll, or hold 4" in recorded.err


def test_what_breaks_a_rule_is_refused_with_it(log, pig):
    log.done("new", "pig", "dice", "--players", "Ann,Bob")
    held, rolled, misread = log.run("record", "hold"), log.run("record", "roll 7"), log.run("record", "roll on")

    assert (held.code, rolled.code, misread.code) == (1, 1, 2)
    assert "nothing is at stake" in held.err
    assert "PIG-2-hold" in held.err
    assert "a die shows 1 to 6, not 7" in rolled.err
    assert '"roll on" is no line of Pig' in misread.err


def test_what_cannot_begin_is_told(log, pig):
    alone = log.run("new", "pig", "dice", "--players", "Ann")
    preset = log.run("new", "pig", "dice", "--players", "Ann,Bob", "--rules", "shrot")
    near = log.run("new", "pgi", "dice", "--players", "Ann,Bob")
    shuffled = log.run("new", "pig", "dice", "--players", "Ann,Bob", "--shuffle", "7")

    assert "two to ten players play, not 1" in alone.err
    assert 'did you mean "short"?' in preset.err
    assert 'did you mean "pig"?' in near.err
    assert '"pig" is not set up by one deck' in shuffled.err


def test_what_can_be_done_is_listed(log, pig):
    log.done("new", "pig", "dice", "--players", "Ann,Bob")
    log.done("record", "roll 3")

    assert log.done("can", "--json").json == [
        {"type": "roll 1|2|3|4|5|6", "what it does": "roll the die", "rule": "PIG-1-roll"},
        {"type": "hold", "what it does": "keep 3", "rule": "PIG-2-hold"},
    ]


def test_the_plain_board_shows_the_flat_position(dice):
    shown = dice.done("show", "dice", "--at", "8", "--width", "70").out

    assert [line.rstrip() for line in shown.splitlines()] == [
        " dice",
        " ► Ann: roll, or hold 11",
        "╭────────────────────────────────────────────────────────────────────╮",
        "│ target 20  at stake 11                                             │",
        "╰────────────────────────────────────────────────────────────────────╯",
        "╭─ Ann ──────────────────────────────────────────────────────────────╮",
        "│ points 4                                                           │",
        "╰────────────────────────────────────────────────────────────────────╯",
        "╭─ Bob ──────────────────────────────────────────────────────────────╮",
        "│ points 0                                                           │",
        "╰────────────────────────────────────────────────────────────────────╯",
    ]


def test_the_position_is_shown_as_keys(dice):
    state = dice.done("show", "dice", "--json").json["state"]

    assert state == {
        "phase": "game_over",
        "actor": None,
        "target": 20,
        "at_stake": 0,
        "p0.points": 21,
        "p1.points": 0,
    }
    assert dice.done("show", "dice", "--position").out.splitlines()[-1] == "p1.points 0"
    assert "as Bob sees it" in dice.done("show", "dice", "--as", "Bob").out


def test_the_log_tells_what_was_typed_and_what_it_meant(dice):
    told = dice.done("log", "dice").out

    assert "Pig begins: Ann, Bob (short)" in told
    assert "roll 6" in told
    assert "note: what a run" in told
    assert "Ann held 17" in told


def test_why_names_the_rule_and_what_changed(dice):
    explained = dice.done("why", "5", "--game", "dice", "--json").json

    assert explained["consequences"] == [
        {"text": "Bob lost 6 points", "rule": "PIG-3-one", "title": "A one", "title_zh": "擲出一點"}
    ]
    assert explained["changes"] == ["actor: 1 -> 0", "at stake: 6 -> 0"]
    assert "Ann points: 4 -> 21" in dice.done("why", "10", "--game", "dice").out


def test_undo_and_redo_are_the_identity(dice):
    before = dice.done("show", "dice", "--json").json["state"]
    undone = dice.done("undo", "dice")
    between = dice.done("show", "dice", "--json").json["state"]
    dice.done("redo", "dice")

    assert "Ann held 17" in undone.err
    assert between["p0.points"] == 4
    assert dice.done("show", "dice", "--json").json["state"] == before


def test_the_replay_tells_each_step(dice):
    steps = dice.done("replay", "dice", "--json").json
    plain = dice.done("replay", "dice", "--steps", "10-", "--board").out

    assert [step["typed"] for step in steps][:3] == ["roll 4", "hold", "roll 6"]
    assert steps[-1]["effects"] == [{"text": "Ann won with 21 points", "rule": "PIG-4-win"}]
    assert "points 21" in plain


def test_export_import_export_is_byte_equal(dice):
    dice.done("export", "dice", "-o", "dice.jsonl")
    dice.done("import", "dice.jsonl", *dice.other("second.duckdb"))
    dice.done("export", "dice", "-o", "again.jsonl", *dice.other("second.duckdb"))

    assert (dice.folder / "again.jsonl").read_bytes() == (dice.folder / "dice.jsonl").read_bytes()
    assert dice.done("log", "dice", "--json", *dice.other("second.duckdb")).json == dice.done("log", "--json").json


def test_a_seal_holds_and_the_replay_is_verified(dice):
    code = dice.done("seal", "dice").out.split()[-1]

    dice.done("new", "pig", "other", "--players", "Ann,Bob")
    other = dice.done("seal", "other").out.split()[-1]

    dice.done("verify", "dice", "--head", code, "--replay")
    assert dice.run("verify", "dice", "--head", other).code == 5


def test_random_games_are_played_and_verified(log, pig):
    log.done("simulate", "pig", "--games", "3", "--seed", "x")
    listed = log.done("games", "--all", "--json").json
    log.done("verify", "--replay")

    assert [row["title"] for row in listed] == ["pig"] * 3
    assert all(row["status"] == "finished" for row in listed)


def test_its_facts_answer_its_query(dice):
    assert dice.done("query", "pig-ones", "--json").json == [
        {"player": "Ann", "ones": 0, "rolls": 4},
        {"player": "Bob", "ones": 1, "rolls": 2},
    ]
    assert dice.done("query", "pig-ones", "--player", "bob", "--csv").out == "player,ones,rolls\nBob,1,2\n"
    counted = dice.done("query", "--sql", "SELECT count(*) AS rolls FROM pig_roll WHERE face = 6", "--json")
    assert counted.json == [{"rolls": 3}]


def test_games_lists_it_with_its_winner(dice):
    (row,) = dice.done("games", "--json").json

    assert (row["title"], row["status"], row["winners"]) == ("pig", "finished", "Ann")


def test_its_rules_are_explained(log, pig):
    one = log.done("rule", "2", "--game", "pig", "--json").json
    several = log.done("rules", "--game", "pig", "--preset", "short").out

    assert (one["id"], one["title"]) == ("PIG-2-hold", "Holding")
    assert "PIG-4-win" in several
    assert "target: twenty" in several


def test_in_a_process_of_its_own_it_is_a_game_like_the_others(dice):
    code = (
        f"import engine; engine.__path__.append({str(FOLDER)!r}); "
        "import sys; from cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "show", "dice", "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True, timeout=60,
    )  # fmt: skip

    assert json.loads(done.stdout)["state"]["p0.points"] == 21


def test_without_its_folder_the_log_says_so_and_still_verifies_and_exports(dice, monkeypatch):
    import engine

    dice.done("export", "dice", "-o", "dice.jsonl")
    monkeypatch.setattr(engine, "__path__", [one for one in engine.__path__ if one != str(FOLDER)])
    shown = dice.run("show", "dice")
    dice.done("verify")
    dice.done("export", "dice", "-o", "again.jsonl")

    assert shown.code == 3
    assert 'no game "dice"' in shown.err
    assert (dice.folder / "again.jsonl").read_bytes() == (dice.folder / "dice.jsonl").read_bytes()


def test_a_game_goes_out_as_notation_and_comes_back(dice):
    dice.done("export", "dice", "--notation", "-o", "dice.txt")
    dice.done("import", "dice.txt", *dice.other("second.duckdb"))
    told = [dice.done("log", "dice", "--json", *more).json for more in ([], dice.other("second.duckdb"))]

    assert [row["told"] for row in told[0]] == [row["told"] for row in told[1]]
