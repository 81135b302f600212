"""The queries of the Pathfinder game, run for real over a few recorded games."""

import re

import pytest

from engine.pathfinder.campaign import CAMPAIGN
from engine.pathfinder.game import GAME
from engine.queries import bind, queries, query
from eventstore import MemoryStore
from tests.engine.pathfinder.campaigned import rows_of as campaign_rows
from tests.engine.pathfinder.recorded import context_of, line_of, lost, still_open, won

ALL = queries("pathfinder")
COMMON = {"campaign", "since", "until", "players", "preset"}
#: Queries over campaigns; a campaign is no game that was played on a day under a preset by so many.
OF_CAMPAIGNS = {"campaigns", "feats", "rewards", "roster"}
DAY = 86_400_000_000


def rows_of(game, **filed):
    start, events = game
    return list(GAME.facts(context_of(start, **filed), line_of(start, events)))


@pytest.fixture(scope="module")
def store():
    """Three games and a campaign; beside them some that were simulated and some that are hidden."""
    filed = {
        "first": (won(), {"played_at": DAY, "campaign": "reef"}),
        "second": (lost(), {"played_at": 2 * DAY, "campaign": "reef"}),
        "third": (still_open(), {"played_at": 3 * DAY, "preset": "seed", "status": "playing"}),
        "random": (won(), {"simulated": True}),
        "secret": (lost(), {"hidden": True}),
    }
    with MemoryStore(lambda: 0) as opened:
        opened.declare_facts(GAME.fact_types())
        for name, (game, more) in filed.items():
            opened.replace_facts(f"game/{name}", "head", rows_of(game, name=name, **more), revision="one")
        opened.declare_facts(CAMPAIGN.fact_types())
        for name, more in {"reef": {}, "random": {"simulated": True}, "secret": {"hidden": True}}.items():
            opened.replace_facts(f"campaign/{name}", "head", campaign_rows(name, **more), revision="one")
        yield opened


@pytest.fixture
def ask(store):
    def answer(name, **given):
        asked = query("pathfinder", name)
        rows = store.query(asked.sql, bind(asked, given))
        return [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]

    return answer


def picked(rows, *columns):
    return [tuple(row[column] for column in columns) for row in rows]


# Results


def test_results_are_told_by_player(ask):
    assert picked(ask("results"), "player", "games", "finished", "wins", "losses", "win_percent", "deaths") == [
        ("Bob", 2, 1, 1, 0, 100.0, 0),
        ("Ann", 2, 2, 1, 1, 50.0, 1),
        ("Cai", 1, 1, 0, 1, 0.0, 0),
        ("Dee", 1, 0, 0, 0, None, 0),
    ]
    assert picked(ask("results", player="ann"), "player", "last_played") == [("Ann", "1970-01-03")]


def test_games_are_told_with_party_end_and_findings(ask):
    assert picked(
        ask("games"), "game", "scenario", "party", "outcome", "turns", "blessings_left", "deaths", "findings"
    ) == [
        ("first", "Brigandoom!", "Kyra, Valeros", "won", 1, 10, None, 0),
        ("second", "Brigandoom!", "Kyra, Merisiel", "lost", 3, 0, "Kyra", 1),
        ("third", "Black Fang's Dungeon", "Kyra, Lem", "", 1, 30, None, 0),
    ]
    assert picked(ask("games", player="cai"), "game", "reason") == [("second", "no blessing is left to turn over")]


def test_scenarios_are_told_with_wins_and_losses_by_party(ask):
    assert picked(
        ask("scenarios"), "scenario", "party", "games", "wins", "losses", "open", "win_percent",
        "blessings_left_when_won",
    ) == [
        ("Black Fang's Dungeon", "Kyra, Lem", 1, 0, 0, 1, None, None),
        ("Brigandoom!", "Kyra, Merisiel", 1, 0, 1, 0, 0.0, None),
        ("Brigandoom!", "Kyra, Valeros", 1, 1, 0, 0, 100.0, 10.0),
    ]  # fmt: skip
    assert {row["scenario"] for row in ask("scenarios", scenario="brigandoom!")} == {"Brigandoom!"}


def test_characters_are_told_with_everything_they_did(ask):
    rows = ask("characters")

    assert picked(rows, "character", "players", "games", "wins", "losses", "deaths", "explorations") == [
        ("Kyra", "Ann, Bob", 3, 1, 1, 1, 5),
        ("Lem", "Dee", 1, 0, 0, 0, 0),
        ("Merisiel", "Cai", 1, 0, 1, 0, 1),
        ("Valeros", "Bob", 1, 1, 0, 0, 0),
    ]
    assert picked(rows[:1], "checks", "passed", "passed_percent", "damage_taken", "cards_played") == [
        (6, 4, 66.7, 3, 3)
    ]
    assert picked(ask("characters", player="bob"), "character", "games", "checks") == [
        ("Kyra", 1, 2), ("Valeros", 1, 0),
    ]  # fmt: skip


# Checks


def test_checks_are_told_by_skill_and_difficulty(ask):
    assert picked(
        ask("checks"), "skill", "difficulty", "checks", "succeeded", "failed", "success_percent", "average_margin",
        "average_dice", "without_dice",
    ) == [
        ("Combat", "5-9", 1, 1, 0, 100.0, 4.0, 2.0, 0),
        ("Melee", "5-9", 1, 1, 0, 100.0, 5.0, 2.0, 0),
        ("Melee", "10-14", 3, 1, 2, 33.3, 1.7, 1.7, 0),
        ("Wisdom", "5-9", 1, 1, 0, 100.0, 2.0, 1.0, 0),
        ("not told", "10-14", 1, 0, 1, 0.0, None, None, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "checks"),
    [
        ({"character": "merisiel"}, 1), ({"player": "bob"}, 2), ({"skill": "melee"}, 4), ({"purpose": "close"}, 1),
        ({"campaign": "reef"}, 5), ({"preset": "seed"}, 2), ({"since": "1970-01-03"}, 4), ({"until": "1970-01-02"}, 3),
    ],
)  # fmt: skip
def test_checks_can_be_narrowed(ask, given, checks):
    assert sum(row["checks"] for row in ask("checks", **given)) == checks


def test_luck_is_what_the_dice_showed_against_what_they_show_on_average(ask):
    rows = ask("luck")

    assert picked(rows, "player", "character", "rolls", "dice", "shown", "expected", "difference") == [
        ("Ann", "Kyra", 4, 7, 27, 25.5, 1.5),
        ("Bob", "Kyra", 3, 5, 26, 24.5, 1.5),
    ]
    assert picked(rows, "shown_per_die", "expected_per_die") == [(3.86, 3.64), (5.2, 4.9)]


# Explorations, closings, villains, deaths


def test_explorations_are_told_by_what_allowed_them(ask):
    assert picked(ask("explorations"), "source", "type", "explorations", "defeated", "undefeated", "open") == [
        ("card", "monster", 1, 0, 1, 0),
        ("card", "villain", 1, 1, 0, 0),
        ("free", "henchman", 1, 1, 0, 0),
        ("free", "monster", 2, 1, 1, 0),
        ("free", "villain", 1, 0, 1, 0),
    ]
    assert sum(row["explorations"] for row in ask("explorations", character="Kyra")) == 5


def test_closings_are_told_by_location_and_cause(ask):
    assert picked(ask("closings"), "location", "kind", "cause", "closed", "failed", "average_turn", "cards_left") == [
        ("L1", "for good", "villain", 1, 0, 1.0, 8.0),
        ("Woods", "for good", "henchman", 1, 0, 1.0, 2.0),
    ]
    assert picked(ask("closings", location="woods"), "cause") == [("henchman",)]


def test_villains_are_told_with_their_escapes(ask):
    assert picked(
        ask("villains"), "villain", "encounters", "defeated", "undefeated", "escapes", "average_locations", "blessings",
        "games", "scenarios_won", "scenarios_lost",
    ) == [("Jubrayl Vhiski", 2, 1, 1, 1, 4.0, 3, 2, 1, 1)]  # fmt: skip
    assert ask("villains", villain="Nobody") == []


def test_every_death_is_told(ask):
    assert picked(ask("deaths"), "game", "scenario", "turn", "character", "player", "location", "cause") == [
        ("second", "Brigandoom!", 1, "Kyra", "Ann", "L1", "no card to draw")
    ]
    assert ask("deaths", player="bob") == []


# Cards


def test_cards_are_told_with_the_ways_in_which_they_are_played(ask):
    assert picked(ask("cards"), "card", "type", "played", "discarded", "recharged", "as_a_price", "for_others") == [
        ("Bless", "blessing", 2, 1, 1, 0, 2),
        ("Bear", "ally", 1, 1, 0, 1, 0),
        ("Mace", "weapon", 1, 0, 0, 0, 0),
        ("Owl", "ally", 1, 1, 0, 1, 0),
    ]
    assert picked(ask("cards", type="ally", use="explore", character="kyra"), "card") == [("Bear",), ("Owl",)]


def test_help_is_told_with_who_gave_it(ask):
    assert picked(ask("helpers"), "character", "helped", "type", "cards", "games") == [
        ("Lem", "Kyra", "blessing", 1, 1),
        ("Valeros", "Kyra", "blessing", 1, 1),
    ]


def test_damage_is_told_by_card(ask):
    assert picked(ask("damage"), "card", "type", "times", "dealt", "most", "reduced", "cards_taken") == [
        ("Ogre", "Combat", 1, 7, 7, 4, 3),
        ("Jubrayl Vhiski", "not told", 1, None, None, 0, None),
    ]
    assert ask("damage", character="Lem") == []


def test_values_in_which_logs_differ_come_first_and_simulated_ones_never(ask, store):
    rows = ask("difficulties")

    assert picked(rows[:1], "card", "what", "differ", "values") == [
        ("Ogre", "defeat 1 Melee", True, "12, 1 game (first#8); 13, 1 game (second#3)")
    ]
    assert [row["differ"] for row in rows].count(True) == 1
    assert all("random" not in row["values"] and "secret" not in row["values"] for row in rows)
    simulated = store.query("SELECT count(*) FROM pathfinder_card_value JOIN game USING (stream) WHERE simulated", {})
    assert simulated.rows[0][0] > 0
    assert picked(ask("difficulties", card="woods"), "what", "values") == [("close Wisdom", "7, 1 game (third#8)")]


# Campaigns


def test_campaigns_are_told_with_how_far_they_came(ask):
    columns = ("campaign", "scenarios", "won", "lost", "adventure", "last_scenario", "players", "characters", "dead")
    assert picked(ask("campaigns"), *columns) == [
        ("reef", 3, 2, 1, 1, "Local Heroes", 2, "Kyra", "Valeros"),
    ]  # fmt: skip


def test_the_roster_tells_what_became_of_each_character(ask):
    columns = ("character", "player", "status", "scenarios", "skill_feats", "card_feats", "waiting")
    assert picked(ask("roster"), *columns) == [
        ("Kyra", "Ann", "ready", 3, 1, 1, 1), ("Valeros", "Bob", "dead", 3, 0, 0, 0),
    ]  # fmt: skip
    assert picked(ask("roster", character="kyra"), "character") == [("Kyra",)]


def test_feats_are_counted_by_character(ask):
    assert picked(ask("feats"), "character", "feat", "what", "taken", "campaigns", "which") == [
        ("Kyra", "card", "spell", 1, 1, "reef"), ("Kyra", "skill", "Wisdom", 1, 1, "reef"),
    ]  # fmt: skip
    assert picked(ask("feats", feat="Skill"), "what") == [("Wisdom",)]


def test_rewards_are_told_with_what_they_were_for(ask):
    assert picked(ask("rewards"), "campaign", "character", "player", "reward", "source") == [
        ("reef", "Kyra", "Ann", "card feat", "Hook Mountain"),
    ]  # fmt: skip


# What is wrong, and what was ruled


def test_findings_are_told_with_where_they_are(ask):
    assert picked(ask("findings"), "game", "event", "rule", "kind", "stated", "computed") == [
        ("second", 3, "PA-CHK-05", "outcome_contradicts_total", "fail", "success")
    ]
    assert ask("findings", rule="PA-CHK-01") == []
    assert len(ask("findings", kind="outcome_contradicts_total")) == 1
    assert picked(ask("finding-counts"), "rule", "kind", "findings", "games") == [
        ("PA-CHK-05", "outcome_contradicts_total", 1, 1)
    ]


def test_rulings_are_told_with_how_often_they_were_given(ask):
    assert picked(ask("rulings"), "point", "choice", "scope", "rulings", "games", "ruled_by") == [
        ("undefeated_bane", "bottom", "game", 1, 1, "the table")
    ]
    assert ask("rulings", point="hand_reset") == []


def test_games_under_other_rules_are_told(ask):
    assert picked(ask("rules-used"), "game", "options_differ", "options") == [("second", 1, "hand_reset = excess_only")]


# All of them


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_every_query_counts_only_the_games_that_are_asked_for(store, asked):
    common = {"campaign"} if asked.name in OF_CAMPAIGNS else COMMON
    assert {parameter.name for parameter in asked.parameters} >= common
    assert asked.title != asked.name

    everything = store.query(asked.sql, bind(asked, {})).rows
    assert everything
    assert store.query(asked.sql, bind(asked, {"campaign": "none"})).rows == []


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_every_parameter_narrows_its_query_or_takes_what_is_there(store, asked):
    for parameter in asked.parameters:
        value = {"text": "no such thing", "whole": "9", "date": "2999-01-01"}[parameter.kind]
        rows = store.query(asked.sql, bind(asked, {parameter.name: value})).rows
        assert rows == [] or parameter.name == "until", parameter.name


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_the_order_of_the_rows_is_decided_by_every_query(asked):
    assert re.search(r"ORDER BY [^()]*$", asked.sql), asked.name
