"""Questions to the history of the Pathfinder game, and to a log in which two games are played."""

import csv
import io
import shutil

import pytest
from msgspec.structs import replace

from cli.session import Session
from cli.session_campaign import begin as begin_campaign
from cli.session_facts import answered
from engine.campaign import CampaignStarted
from engine.game import game
from engine.pathfinder.campaign import CAMPAIGN
from engine.queries import queries
from tests.cli.running import trace
from tests.engine.pathfinder.campaigned import ACTS
from tests.engine.pathfinder.recorded import lost, still_open, won

GAME = game("pathfinder")


def record(path, name, played, **changes):
    """Record a game as the commands do."""
    start, events = played
    session = Session(path, recorder="Ann")
    loaded = session.begin(replace(start, name=name, **changes), GAME).loaded
    session.record(loaded, [(event,) for event in events])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """A log with four games, one of them simulated, a campaign, and the facts of all."""
    path = tmp_path_factory.mktemp("games") / "games.duckdb"
    record(path, "first", won(), campaign="reef")
    record(path, "second", lost())
    record(path, "third", still_open())
    record(path, "random", won(), simulated=True)
    session = Session(path, recorder="Ann")
    campaign = begin_campaign(session, CampaignStarted(title="pathfinder", name="reef", preset="official"), CAMPAIGN)
    session.record(campaign.loaded, [(act,) for act in ACTS])
    answered(Session(path), lambda _: None)
    return path


@pytest.fixture
def games(log, recorded):
    """A copy of that log."""
    shutil.copy(recorded, log.db)
    return log


@pytest.mark.parametrize("name", [asked.name for asked in queries("pathfinder")])
def test_every_query_answers_as_table_json_and_csv(games, name):
    rows = games.done("query", name, "--game", "pathfinder", "--json").json
    table = games.done("query", name, "--game", "pathfinder")
    text = games.done("query", name, "--game", "pathfinder", "--csv").out

    assert rows
    assert table.out.strip()
    read = list(csv.reader(io.StringIO(text)))
    assert len(read) == len(rows) + 1
    assert read[0] == list(rows[0])


def test_wins_and_losses_are_those_of_the_party_and_simulated_games_do_not_count(games):
    rows = games.done("query", "results", "--json").json

    assert {row["player"]: (row["games"], row["wins"], row["losses"]) for row in rows} == {
        "Ann": (2, 1, 1), "Bob": (2, 1, 0), "Cai": (1, 0, 1), "Dee": (1, 0, 0),
    }  # fmt: skip


def test_flags_and_parameters_narrow_a_query(games):
    assert [row["game"] for row in games.done("query", "games", "--player", "ca", "--json").json] == ["second"]
    assert [row["game"] for row in games.done("query", "games", "--campaign", "reef", "--json").json] == ["first"]
    (row,) = games.done("query", "deaths", "--set", "character=kyra", "--json").json
    assert (row["game"], row["cause"]) == ("second", "no card to draw")
    wrong = games.run("query", "deaths", "--set", "colour=red")
    assert (wrong.code, 'has no parameter "colour"' in wrong.err) == (2, True)


def test_what_is_undone_counts_no_more(games):
    games.done("undo", "second")

    rows = games.done("query", "results", "--json").json

    assert {row["player"]: row["losses"] for row in rows} == {"Ann": 0, "Bob": 0, "Cai": 0, "Dee": 0}


def test_campaigns_are_asked_by_name_and_follow_what_is_recorded(games):
    assert [row["character"] for row in games.done("query", "roster", "--campaign", "ree", "--json").json] == [
        "Kyra", "Valeros",
    ]  # fmt: skip
    games.done("campaign", "new", "other")
    games.done("campaign", "record", "reef", "retire Kyra")

    assert [row["campaign"] for row in games.done("query", "campaigns", "--json").json] == ["reef", "other"]
    assert games.done("query", "roster", "--campaign", "other", "--json").json == []
    assert [row["status"] for row in games.done("query", "roster", "--json").json] == ["retired", "dead"]
    games.done("campaign", "undo", "reef")
    assert [row["status"] for row in games.done("query", "roster", "--json").json] == ["ready", "dead"]


# Names of queries


def test_a_name_that_two_games_have_means_the_one_that_is_played(games):
    assert games.done("query", "checks", "--json").json[0]["skill"] == "Combat"
    assert games.done("query", "res", "--json").json == games.done("query", "results", "--json").json


def test_a_name_that_two_games_have_asks_whose_is_meant_where_both_are_played(games):
    games.done("import", trace("pp-2p-01"))

    both = games.run("query", "checks")
    dominance = games.done("query", "checks", "--game", "pax", "--json").json
    skills = games.done("query", "checks", "--game", "pathfinder", "--json").json

    assert (both.code, both.out) == (2, "")
    assert both.err == (
        'error: "checks" is a query of pax-pamir and of pathfinder\n'
        "hint: say whose is meant: gamelog query checks --game pathfinder\n"
    )
    assert "dominant" in dominance[0]
    assert "skill" in skills[0]


def test_a_name_of_one_game_needs_no_title_where_both_are_played(games):
    games.done("import", trace("pp-2p-01"))

    assert games.done("query", "villains", "--json").json[0]["villain"] == "Jubrayl Vhiski"
    assert games.done("query", "early", "--json").json
    several = games.run("query", "find")
    assert (several.code, several.err) == (2, 'error: "find" could be finding-counts or findings\n')


def test_an_unfinished_name_means_a_query_of_the_game_that_is_played(games):
    assert games.done("query", "che", "--json").json[0]["skill"] == "Combat"
    assert '"f" could be feats or finding-counts or findings' in games.run("query", "f").err


def test_where_nothing_was_played_any_query_finds_nothing(log):
    record(log.db, "random", won(), simulated=True)

    assert log.done("query", "results", "--json").json == []


def test_the_list_tells_the_queries_of_each_game_apart(log):
    rows = log.done("query", "--json").json
    text = log.done("query").out

    assert [row["query"] for row in rows if row["game"] == "pathfinder"] == [one.name for one in queries("pathfinder")]
    assert text.index("pax-pamir") < text.index("bribes") < text.index("pathfinder") < text.index("villains")
    assert "bribes" not in log.done("query", "--game", "pathfinder").out
    assert log.done("query", "--csv").out.splitlines()[0] == "query,answers,parameters,game"
