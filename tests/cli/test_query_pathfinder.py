"""Questions to the history of the Pathfinder game, and to a log in which two games are played."""

import csv
import io

import pytest
from msgspec.structs import replace

from cli.session import Session
from engine.game import game
from engine.queries import queries
from tests.cli.running import trace
from tests.engine.pathfinder.recorded import lost, still_open, won

GAME = game("pathfinder")


def recorded(log, name, played, **changes):
    """Record a game as the commands do; what follows by itself is not recorded twice."""
    start, events = played
    session = Session(log.db, recorder="Ann")
    loaded = session.begin(replace(start, name=name, **changes), GAME).loaded
    for event in events:
        if loaded.entries[-1].event != event:
            loaded = session.record(loaded, [(event,)]).loaded


@pytest.fixture
def three_games(log):
    recorded(log, "first", won(), campaign="reef")
    recorded(log, "second", lost())
    recorded(log, "random", won(), simulated=True)
    return log


def test_every_query_answers_as_table_json_and_csv(three_games):
    recorded(three_games, "third", still_open())
    for asked in queries("pathfinder"):
        rows = three_games.done("query", asked.name, "--game", "pathfinder", "--json").json
        table = three_games.done("query", asked.name, "--game", "pathfinder")
        text = three_games.done("query", asked.name, "--game", "pathfinder", "--csv").out

        assert rows, asked.name
        assert table.out.strip()
        read = list(csv.reader(io.StringIO(text)))
        assert len(read) == len(rows) + 1
        assert read[0] == list(rows[0])


def test_wins_and_losses_are_those_of_the_party_and_simulated_games_do_not_count(three_games):
    rows = three_games.done("query", "results", "--json").json

    assert {row["player"]: (row["games"], row["wins"], row["losses"]) for row in rows} == {
        "Ann": (2, 1, 1), "Bob": (1, 1, 0), "Cai": (1, 0, 1),
    }  # fmt: skip


def test_flags_and_parameters_narrow_a_query(three_games):
    assert [row["game"] for row in three_games.done("query", "games", "--player", "ca", "--json").json] == ["second"]
    assert [row["game"] for row in three_games.done("query", "games", "--campaign", "reef", "--json").json] == ["first"]
    (row,) = three_games.done("query", "deaths", "--set", "character=kyra", "--json").json
    assert (row["game"], row["cause"]) == ("second", "no card to draw")
    wrong = three_games.run("query", "deaths", "--set", "colour=red")
    assert (wrong.code, 'has no parameter "colour"' in wrong.err) == (2, True)


def test_what_is_undone_counts_no_more(three_games):
    three_games.done("undo", "second")

    rows = three_games.done("query", "results", "--json").json

    assert {row["player"]: row["losses"] for row in rows} == {"Ann": 0, "Bob": 0, "Cai": 0}


# Names of queries


def test_a_name_that_two_games_have_means_the_one_that_is_played(three_games):
    assert three_games.done("query", "checks", "--json").json[0]["skill"] == "Melee"
    assert three_games.done("query", "res", "--json").json == three_games.done("query", "results", "--json").json


def test_a_name_that_two_games_have_asks_whose_is_meant_where_both_are_played(three_games):
    three_games.done("import", trace("pp-2p-01"))

    both = three_games.run("query", "checks")
    dominance = three_games.done("query", "checks", "--game", "pax", "--json").json
    skills = three_games.done("query", "checks", "--game", "pathfinder", "--json").json

    assert (both.code, both.out) == (2, "")
    assert both.err == (
        'error: "checks" is a query of pax-pamir and of pathfinder\n'
        "hint: say whose is meant: gamelog query checks --game pathfinder\n"
    )
    assert "dominant" in dominance[0]
    assert "skill" in skills[0]


def test_a_name_of_one_game_needs_no_title_where_both_are_played(three_games):
    three_games.done("import", trace("pp-2p-01"))

    assert three_games.done("query", "villains", "--json").json[0]["villain"] == "Jubrayl Vhiski"
    assert three_games.done("query", "early", "--json").json
    several = three_games.run("query", "find")
    assert (several.code, several.err) == (2, 'error: "find" could be finding-counts or findings\n')


def test_an_unfinished_name_means_a_query_of_the_game_that_is_played(log):
    recorded(log, "first", won())

    assert log.done("query", "che", "--json").json[0]["skill"] == "Melee"
    assert '"f" could be finding-counts or findings' in log.run("query", "f").err


def test_where_nothing_was_played_any_query_finds_nothing(log):
    recorded(log, "random", won(), simulated=True)

    assert log.done("query", "results", "--json").json == []


def test_the_list_tells_the_queries_of_each_game_apart(log):
    rows = log.done("query", "--json").json
    text = log.done("query").out

    assert [row["query"] for row in rows if row["game"] == "pathfinder"] == [one.name for one in queries("pathfinder")]
    assert text.index("pax-pamir") < text.index("bribes") < text.index("pathfinder") < text.index("villains")
    assert "bribes" not in log.done("query", "--game", "pathfinder").out
    assert log.done("query", "--csv").out.splitlines()[0] == "query,answers,parameters,game"
