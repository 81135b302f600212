"""Random games through the public path: legal, repeatable, and never counted with real ones."""

import pytest

from tests.cli.running import in_process, trace


def test_simulated_games_are_marked_and_not_counted(log):
    log.done("import", trace("pp-2p-01"))
    result = log.done("simulate", "--games", "2", "--players", "2", "--seed", "7")

    assert "2 games played" in result.err
    assert [row["game"] for row in log.done("games", "--json").json] == ["pp-2p-01"]
    every = log.done("games", "--all", "--json").json
    assert sorted(row["game"] for row in every) == ["pp-2p-01", "simulated-7-1", "simulated-7-2"]
    assert sum(row["games"] for row in log.done("query", "results", "--json").json) == 2
    sql = "SELECT count(*) AS n FROM game WHERE simulated"
    assert log.done("query", "--sql", sql, "--json").json == [{"n": 2}]


def test_the_same_seed_gives_the_same_games_and_changes_nothing(log):
    log.done("simulate", "--games", "2", "--seed", "7")
    before = [log.run_raw("export", f"simulated-7-{number}") for number in (1, 2)]

    result = log.done("simulate", "--games", "2", "--seed", "7")

    assert "0 games played, 0 events (seed 7)" in result.err
    assert "2 were here already" in result.err
    assert [log.run_raw("export", f"simulated-7-{number}") for number in (1, 2)] == before


@pytest.mark.parametrize("flags", [[], ["--table"], ["--rules", "seed"], ["--rules", "rally-the-troops"]])
@pytest.mark.parametrize("players", [2, 5])
def test_random_games_stand_up_to_being_judged_again(log, flags, players):
    log.done("simulate", "--players", players, "--seed", "x", *flags)

    found = log.done("verify", "--replay", "--json").json

    assert found["judged"] == found["events"] > 50
    (row,) = log.done("games", "--all", "--json").json
    assert row["status"] == "finished"


def test_seed_and_process_decide_nothing_but_the_seed(log):
    states = []
    for number, hashing in enumerate(("0", "42")):
        db = log.folder / f"{number}.duckdb"
        environment = {"PYTHONHASHSEED": hashing}
        code, _, err = in_process("simulate", "--seed", "5", "--players", "3", "--db", db, env=environment)
        assert code == 0, err
        states.append([one["state_hash"] for one in log.done("events", "simulated-5-1", "--json", "--db", db).json])

    assert states[0] == states[1]


def test_json_names_the_games(log):
    rows = log.done("simulate", "--seed", "9", "--players", "2", "--json").json

    assert [(row["game"], row["status"]) for row in rows] == [("simulated-9-1", "added")]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--players", "7"], "two to five players play, not 7"),
        (["--rules", "offical"], 'did you mean "official"?'),
        (["--games", "0"], '"0" is no value of --games'),
        (["--seed", ""], "the seed is empty"),
        (["checkers"], 'there is no game "checkers"'),
    ],
)
def test_what_cannot_be_played_is_a_message(log, flags, message):
    result = log.run("simulate", *flags)

    assert result.code in {2, 3}
    assert message in result.err
    assert not log.db.exists()
