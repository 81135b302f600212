"""Questions to the history: always up to date, never in the way, and never able to change anything."""

import csv
import io
import json

import duckdb
import msgspec
import pytest

import cli.session_facts as facts
from engine.queries import queries
from eventstore import open_store
from tests.cli.running import TRACES, in_process, rewritten, trace


@pytest.fixture
def two_games(log):
    log.done("import", trace("pp-2p-01"), "--players", "Ann,Bob", "--played-at", "2024-05-01")
    log.done("import", trace("pp-3p-06"), "--players", "Ann,Cai,Bob", "--played-at", "2024-06-01")
    return log


def wins(log, *flags):
    return {row["player"]: row["wins"] for row in log.done("query", "results", "--json", *flags).json}


def test_results_by_player(two_games):
    assert wins(two_games) == {"Bob": 1, "Ann": 1, "Cai": 0}


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--players", "2"], {"Bob": 1, "Ann": 0}),
        (["--since", "2024-05-15"], {"Ann": 1, "Bob": 0, "Cai": 0}),
        (["--until", "2024-05-01"], {"Bob": 1, "Ann": 0}),
        (["--player", "ca"], {"Cai": 0}),
        (["--rules", "official"], {}),
        (["--set", "players=3"], {"Ann": 1, "Bob": 0, "Cai": 0}),
    ],
)
def test_flags_narrow_a_query(two_games, flags, expected):
    assert wins(two_games, *flags) == expected


@pytest.mark.parametrize("name", [query.name for query in queries("pax-pamir")])
def test_every_query_answers_as_table_json_and_csv(two_games, name):
    rows = two_games.done("query", name, "--json").json
    table = two_games.done("query", name)
    text = two_games.done("query", name, "--csv").out

    assert isinstance(rows, list)
    assert table.out.strip()
    read = list(csv.reader(io.StringIO(text)))
    assert len(read) == len(rows) + 1
    if rows:
        assert read[0] == list(rows[0])


def test_without_a_name_the_queries_are_listed(log):
    rows = log.done("query", "--json").json

    assert [row["query"] for row in rows if row["game"] == "pax-pamir"] == [
        query.name for query in queries("pax-pamir")
    ]
    assert [row["query"] for row in rows if row["game"] == "pathfinder"] == [
        query.name for query in queries("pathfinder")
    ]
    assert "player" in next(row for row in rows if row["query"] == "results")["parameters"]
    assert "winners-by-loyalty" in log.done("query").out
    assert not log.db.exists()


def test_a_query_is_found_by_its_beginning_and_a_misspelt_one_is_guessed(two_games):
    assert two_games.done("query", "res", "--json").json == two_games.done("query", "results", "--json").json
    missing = two_games.run("query", "resluts")
    several = two_games.run("query", "winners")

    assert (missing.code, missing.err) == (
        3, 'error: there is no query "resluts"\nhint: did you mean "results"?\n',
    )  # fmt: skip
    assert several.code == 2
    assert '"winners" could be winners-by-first-loyalty or winners-by-loyalty' in several.err


def test_wrong_parameters_are_messages(two_games):
    for flags, code, message in (
        (["--player", "Dan"], 3, 'there is no player "Dan"'),
        (["--since", "yesterday"], 2, '"yesterday" is not a date'),
        (["--players", "two"], 2, '"two" is not a whole number'),
        (["--set", "colour=red"], 2, 'has no parameter "colour"'),
        (["--set", "colour"], 2, '"colour" is no parameter with a value'),
        (["--campaign", "x"], 3, 'there is no campaign "x"'),
    ):
        result = two_games.run("query", "results", *flags)

        assert (result.code, message in result.err) == (code, True), result


def test_a_query_after_undo_and_redo_is_right(log):
    log.done("import", trace("pp-2p-01"))
    before = wins(log)
    log.done("undo", "pp-2p-01")
    undone = wins(log)
    status = log.done("games", "--json").json[0]["status"]
    log.done("redo", "pp-2p-01")

    assert before == {"Seat1": 1, "Seat0": 0}
    assert undone == {"Seat0": 0, "Seat1": 0}
    assert status == "playing"
    assert wins(log) == before


def test_closing_renaming_and_hiding_are_seen_at_once(two_games):
    two_games.done("games", "--rename", "pp-2p-01", "tuesday")
    assert [row["game"] for row in two_games.done("games", "--json").json] == ["tuesday", "pp-3p-06"]

    two_games.done("games", "--hide", "tuesday")
    assert [row["game"] for row in two_games.done("games", "--json").json] == ["pp-3p-06"]
    assert len(two_games.done("games", "--all", "--json").json) == 2
    assert wins(two_games) == {"Ann": 1, "Bob": 0, "Cai": 0}

    two_games.done("games", "--unhide", "tuesday")
    assert wins(two_games) == {"Bob": 1, "Ann": 1, "Cai": 0}


def test_games_are_listed_by_when_they_were_played(log):
    log.done("import", trace("pp-2p-01"))
    log.done("import", trace("pp-2p-02"), "--played-at", "2019-01-01")

    assert [row["game"] for row in log.done("games", "--json").json] == ["pp-2p-02", "pp-2p-01"]


def test_sql_reads_tables_and_names_columns(two_games):
    rows = two_games.done("query", "--sql", "SELECT name, players FROM game ORDER BY name", "--json").json

    assert rows == [{"name": "pp-2p-01", "players": 2}, {"name": "pp-3p-06", "players": 3}]


def test_columns_of_one_name_stay_apart_and_odd_values_are_shown(two_games):
    sql = (
        "SELECT 1 AS a, 2 AS a, 1.50::DECIMAL(9,2) AS b, 'nan'::DOUBLE AS c, DATE '2024-05-01' AS d, [1, 2] AS e,"
        " 170141183460469231731687303715884105727::HUGEINT AS f, NULL AS g, 'x'::BLOB AS h, TRUE AS i,"
        " INTERVAL 1 DAY AS j, {'k': 1} AS k"
    )

    (row,) = two_games.done("query", "--sql", sql, "--json").json

    assert row == {
        "a": 1, "a_2": 2, "b": 1.5, "c": "nan", "d": "2024-05-01", "e": [1, 2],
        "f": "170141183460469231731687303715884105727", "g": None, "h": "78", "i": True, "j": "1 day, 0:00:00",
        "k": {"k": 1},
    }  # fmt: skip
    assert two_games.done("query", "--sql", sql).code == 0
    assert two_games.done("query", "--sql", sql, "--csv").code == 0


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM game",
        "UPDATE events SET recorder = 'x'",
        "WITH gone AS (DELETE FROM game RETURNING *) SELECT * FROM gone",
        "DROP TABLE game",
        "SELECT 1; DELETE FROM events",
        "COPY game TO 'out.csv'",
        "SELECT * FROM read_csv('/etc/passwd')",
        "ATTACH 'other.duckdb'",
        "INSTALL httpfs",
        "PRAGMA database_list",
        "SELEC 1",
        "",
        "SELECT nothing FROM game",
    ],
)
def test_sql_changes_nothing_and_reaches_nothing_else(two_games, sql):
    before = two_games.run_raw("export", "pp-2p-01")
    files = sorted(path.name for path in two_games.folder.iterdir())

    result = two_games.run("query", "--sql", sql)

    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("error: ")
    assert "inside gamelog" not in result.err
    assert two_games.run_raw("export", "pp-2p-01") == before
    assert sorted(path.name for path in two_games.folder.iterdir()) == files
    assert wins(two_games) == {"Bob": 1, "Ann": 1, "Cai": 0}


def test_tables_lists_every_column_that_sql_can_name(two_games):
    rows = two_games.done("query", "--tables", "--json").json
    sql = "SELECT table_name, column_name FROM duckdb_columns() WHERE schema_name = 'facts' ORDER BY ALL"
    there = two_games.done("query", "--sql", sql, "--json").json

    assert sorted((row["table"], row["column"]) for row in rows) == [
        (row["table_name"], row["column_name"]) for row in there
    ]
    assert next(row["meaning"] for row in rows if row["table"] == "pamir_check")


def test_what_excludes_each_other(log):
    assert log.run("query", "results", "--sql", "SELECT 1").code == 2
    assert log.run("query", "--sql", "SELECT 1", "--player", "Ann").code == 2


def test_a_log_that_cannot_be_written_is_answered_from_memory_and_that_is_said(two_games):
    """Somebody else reads all the while, so nobody can write."""
    with open_store(two_games.db, mode="read", clock=lambda: 1):
        code, out, err = in_process("query", "results", "--json")

    assert code == 0, err
    assert {row["player"]: row["wins"] for row in json.loads(out)} == {"Bob": 1, "Ann": 1, "Cai": 0}
    assert b"note: facts could not be kept and are worked out for this answer alone: " in err


def test_nothing_is_replayed_when_nothing_is_stale(two_games, monkeypatch):
    first = wins(two_games)

    def never(*_):
        raise AssertionError("a replay")

    monkeypatch.setattr(facts, "facts_of", never)

    assert wins(two_games) == first


def test_another_revision_makes_all_facts_stale(two_games, monkeypatch):
    first = wins(two_games)
    calls = []
    real = facts.facts_of
    monkeypatch.setattr(facts, "facts_of", lambda stored: calls.append(stored[0].stream) or real(stored))
    monkeypatch.setattr(facts, "REVISION", facts.REVISION + 1)

    assert wins(two_games) == first
    assert len(calls) == 2


def test_a_game_that_cannot_be_replayed_is_left_out_and_named(two_games):
    two_games.done("export", "pp-2p-01", "-o", "game.jsonl")

    def unknown(event):
        if event.version != 60:
            return event
        return msgspec.structs.replace(event, kind="pamir.sandstorm", payload=b'{"kind":"pamir.sandstorm"}')

    rewritten(two_games.folder / "game.jsonl", unknown)
    there = two_games.other("there.duckdb")
    two_games.done("import", "game.jsonl", trace("pp-2p-02"), *there)

    for _ in range(2):
        result = two_games.done("query", "games", "--json", *there)
        assert [row["game"] for row in result.json] == ["pp-2p-02"]
        assert "left out of every answer" in result.err
        assert "pamir.sandstorm" in result.err


def test_json_stays_json_while_something_is_said(two_games):
    """A warning goes to stderr."""
    with open_store(two_games.db, mode="read", clock=lambda: 1):
        code, out, err = in_process("games", "--json")

    assert (code, len(json.loads(out)), b"note: " in err) == (0, 2, True)


def test_facts_kept_up_to_date_equal_facts_worked_out_anew(log):
    log.done("import", *TRACES[:3])
    log.done("query", "games")
    log.done("undo", "pp-2p-01")
    log.done("note", "pp-2p-02", "hm")
    log.done("close", "pp-2p-01", "--conceded", "Seat0")
    log.done("query", "games")
    there = log.other("there.duckdb")
    log.done("export", "--all", "-o", "out/")
    log.done("import", "out", *there)

    for way in ([], there):
        log.done("query", "games", *way)
    tables = {row["table"] for row in log.done("query", "--tables", "--json").json}
    kept, anew = (_all_facts(path, tables) for path in (log.db, log.folder / "there.duckdb"))

    assert kept == anew
    assert sum(map(len, kept.values())) > 400


def test_one_command_works_all_tables_out_anew(log):
    log.done("import", TRACES[0])
    right = log.run_raw("query", "games", "--json")
    with duckdb.connect(str(log.db)) as connection:
        connection.execute("UPDATE facts.game SET name = 'forged'")
    forged = log.run_raw("query", "games", "--json")

    anew = log.done("query", "--rebuild")

    assert forged != right
    assert (anew.out, anew.err) == ("", "the tables were worked out anew from the events\n")
    assert log.run_raw("query", "games", "--json") == right


def test_nothing_is_worked_out_where_there_is_no_log(log):
    assert log.run("query", "--rebuild").code == 3
    assert not log.db.exists()


def _all_facts(path, tables):
    with open_store(path, mode="read", clock=lambda: 1) as store:
        return {
            table: store.query(f"SELECT * FROM {table} ORDER BY stream, row_order", {}).rows for table in sorted(tables)
        }
