"""The queries of Pax Pamir, run for real over the sixteen reference games."""

import re

import pytest

from engine.game import UnknownGameError
from engine.pamir.game import GAME
from engine.queries import QueryError, bind, queries, query
from eventstore import MemoryStore
from tests.engine.pamir.games import context_of, reference_games, rows_of

ALL = queries("pax-pamir")
COMMON = {"campaign", "since", "until", "players", "preset"}


@pytest.fixture(scope="module")
def store():
    """The facts of the reference games; beside them one that was simulated and one that is hidden."""
    with MemoryStore(lambda: 0) as opened:
        opened.declare_facts(GAME.fact_types())
        for name in reference_games():
            opened.replace_facts(f"game/{name}", "head", rows_of(name), revision="one")
        for name, left_out in (("random", {"simulated": True}), ("secret", {"hidden": True})):
            context = context_of("pp-4p-10", **left_out)
            rows = list(GAME.facts(context, reference_games()["pp-4p-10"][1].steps))
            opened.replace_facts(f"game/{name}", "head", rows, revision="one")
        yield opened


@pytest.fixture
def ask(store):
    def answer(name, **given):
        asked = query("pax-pamir", name)
        rows = store.query(asked.sql, bind(asked, given))
        return [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]

    return answer


def picked(rows, *columns):
    return [tuple(row[column] for column in columns) for row in rows]


# Results


def test_results_are_told_by_player(ask):
    assert picked(ask("results"), "player", "games", "wins", "win_percent", "best") == [
        ("Ann", 16, 7, 43.8, 17),
        ("Bob", 16, 6, 37.5, 11),
        ("Cai", 13, 3, 23.1, 17),
        ("Dee", 8, 0, 0.0, 5),
        ("Eve", 4, 0, 0.0, 6),
    ]


def test_results_are_told_game_by_game(ask):
    assert picked(ask("games"), "game", "turns", "points", "winners", "reason") == [
        ("pp-2p-01", 13, "Ann 0, Bob 5", "Bob", "lead_of_four"),
        ("pp-2p-02", 14, "Ann 0, Bob 5", "Bob", "lead_of_four"),
        ("pp-2p-03", 47, "Ann 2, Bob 6", "Bob", "lead_of_four"),
        ("pp-3p-04", 30, "Ann 10, Bob 6, Cai 0", "Ann", "lead_of_four"),
        ("pp-3p-05", 59, "Ann 8, Bob 4, Cai 6", "Ann", "final_check"),
        ("pp-3p-06", 33, "Ann 9, Bob 5, Cai 4", "Ann", "lead_of_four"),
        ("pp-3p-07", 38, "Ann 3, Bob 2, Cai 8", "Cai", "lead_of_four"),
        ("pp-3p-08", 52, "Ann 17, Bob 4, Cai 2", "Ann", "final_check"),
        ("pp-4p-09", 43, "Ann 5, Bob 10, Cai 3, Dee 0", "Bob", "final_check"),
        ("pp-4p-10", 62, "Ann 5, Bob 0, Cai 17, Dee 5", "Cai", "final_check"),
        ("pp-4p-11", 60, "Ann 13, Bob 3, Cai 8, Dee 4", "Ann", "final_check"),
        ("pp-4p-12", 58, "Ann 13, Bob 11, Cai 4, Dee 0", "Ann", "final_check"),
        ("pp-5p-13", 63, "Ann 0, Bob 10, Cai 0, Dee 0, Eve 6", "Bob", "final_check"),
        ("pp-5p-14", 60, "Ann 2, Bob 6, Cai 3, Dee 0, Eve 2", "Bob", "final_check"),
        ("pp-5p-15", 53, "Ann 1, Bob 10, Cai 10, Dee 0, Eve 6", "Cai", "final_check"),
        ("pp-5p-16", 46, "Ann 6, Bob 0, Cai 0, Dee 0, Eve 0", "Ann", "lead_of_four"),
    ]


def test_endings_are_told_by_number_of_players(ask):
    rows = ask("winners-by-players")

    assert picked(rows, "players", "games", "by_lead_of_four", "by_final_check", "by_tie_break", "shared") == [
        (2, 3, 3, 0, 0, 0),
        (3, 5, 3, 2, 0, 0),
        (4, 4, 0, 4, 0, 0),
        (5, 4, 1, 3, 1, 0),
    ]


def test_wins_are_told_by_the_loyalty_at_the_end(ask):
    rows = ask("winners-by-loyalty")

    assert sum(row["seats"] for row in rows) == 57
    assert sum(row["wins"] for row in rows) == 16
    assert picked(ask("winners-by-loyalty", players="5"), "loyalty", "seats", "wins") == [
        ("afghan", 4, 0),
        ("british", 9, 2),
        ("russian", 7, 2),
    ]


def test_wins_are_told_by_the_loyalty_at_setup(ask):
    rows = ask("winners-by-first-loyalty")

    assert sum(row["seats"] for row in rows) == 57
    assert sum(row["wins"] for row in rows) == 16


def test_loyalty_changes_are_told_for_winners_and_others(ask):
    assert picked(ask("loyalty-changes"), "players", "who", "seats", "changes") == [
        (2, "winners", 3, 3),
        (2, "others", 3, 1),
        (3, "winners", 5, 11),
        (3, "others", 10, 24),
        (4, "winners", 4, 2),
        (4, "others", 12, 19),
        (5, "winners", 4, 8),
        (5, "others", 16, 29),
    ]


def test_early_ends_are_told_with_the_check_that_brought_them(ask):
    assert picked(ask("early-ends"), "game", "check_number", "trigger", "dominant") == [
        ("pp-2p-01", 1, "instability", "british"),
        ("pp-2p-02", 1, "discard", "british"),
        ("pp-2p-03", 2, "discard", None),
        ("pp-3p-04", 2, "discard", "british"),
        ("pp-3p-06", 2, "purchase", "british"),
        ("pp-3p-07", 3, "discard", None),
        ("pp-5p-16", 2, "discard", None),
    ]


def test_final_checks_tell_who_led_before(ask):
    rows = ask("final-checks")

    assert len(rows) == 9
    assert picked(
        [row for row in rows if row["decided_by_final"]], "game", "led_before", "winners", "winner_gained"
    ) == [
        ("pp-4p-09", "Ann", "Bob", 10),
        ("pp-5p-13", "Bob, Eve", "Bob", 6),
        ("pp-5p-15", "Bob, Cai", "Cai", 6),
    ]


def test_tie_breaks_tell_what_broke_them(ask):
    (row,) = ask("tie-breaks")

    assert (row["game"], row["tie_break"], row["winners"]) == ("pp-5p-15", "stars", "Cai")
    assert row["tied"] == ("Bob: 10 points, 0 military stars, 8 rupees; Cai: 10 points, 1 military stars, 13 rupees")


# Checks


def test_checks_are_told_by_kind_and_dominant_coalition(ask):
    rows = ask("checks")

    assert sum(row["checks"] for row in rows) == 38
    assert sum(row["checks"] for row in rows if row["dominant"] != "nobody") == 21
    assert {kind: sum(row["checks"] for row in rows if row["trigger"] == kind) for kind in ("purchase", "discard")} == {
        "purchase": 8,
        "discard": 14,
    }
    assert picked(ask("checks", players="2"), "trigger", "dominant", "checks") == [
        ("discard", "british", 1),
        ("discard", "nobody", 1),
        ("instability", "british", 1),
        ("instability", "nobody", 1),
    ]


def test_the_share_of_successful_checks_is_told_by_number_of_players(ask):
    assert picked(ask("check-success"), "players", "games", "checks", "successful", "success_percent") == [
        (2, 3, 4, 2, 50.0),
        (3, 5, 13, 8, 61.5),
        (4, 4, 11, 9, 81.8),
        (5, 4, 10, 2, 20.0),
    ]


def test_dominance_is_told_by_coalition(ask):
    assert picked(ask("dominance", players="4"), "coalition", "dominant", "checks") == [
        ("afghan", 5, 11),
        ("british", 2, 11),
        ("russian", 2, 11),
    ]
    assert sum(row["dominant"] for row in ask("dominance")) == 21


def test_progression_tells_points_check_by_check(ask):
    rows = ask("progression", player="Eve", games="2")

    assert picked(rows, "game", "check_number", "vp") == [
        ("pp-5p-16", 1, 0), ("pp-5p-16", 2, 0), ("pp-5p-15", 1, 0), ("pp-5p-15", 2, 6),
    ]  # fmt: skip


# Cards, overthrows, bribes


def test_every_overthrow_is_listed(ask):
    rows = ask("overthrows")

    assert len(rows) == 64
    assert picked(rows[:1], "game", "turn", "overthrown", "region", "cause", "tribes_lost", "cards_lost") == [
        ("pp-2p-02", 8, "Bob", "transcaspia", "betray", 1, 0)
    ]
    assert all("Eve" in (row["overthrown"], row["on_the_turn_of"]) for row in ask("overthrows", player="eve"))


def test_overthrows_are_counted_by_cause(ask):
    assert sum(row["overthrows"] for row in ask("overthrow-causes")) == 64


def test_bribes_are_told_for_each_pair(ask):
    rows = ask("bribes")

    assert sum(row["bribes"] for row in rows) == 149 + 75
    assert sum(row["paid_in_full"] + row["paid_less"] for row in rows) == 82 + 32
    assert sum(row["waived"] for row in rows) == 51
    assert sum(row["withdrawn"] for row in rows) == 58
    assert picked(rows[:1], "payer", "payee", "bribes", "rupees_due", "rupees_paid") == [("Bob", "Ann", 38, 56, 25)]


def test_debts_tell_what_was_discarded_for_them(ask):
    rows = ask("debts", player="Ann")

    assert picked(rows, "game", "missing", "cards", "earned") == [
        ("pp-2p-02", 2, None, 2),
        ("pp-3p-04", 2, "#15 Durrani Royal Guard, #25 Josiah Harlan", 0),
        ("pp-3p-06", 3, "#14 Money Lenders, #45 Haji Khan Kakar, #62 Qanat System", 0),
        ("pp-5p-14", 1, "#93 Madali Khan", 0),
        ("pp-5p-15", 1, "#2 Jan-Fishan Khan", 0),
    ]


def test_betrayals_are_told_by_card(ask):
    rows = ask("betrayed-cards")

    assert sum(row["betrayed"] for row in rows) == 54
    assert sum(row["prize_kept"] for row in rows) == 20
    assert picked(rows[:1], "card", "betrayed", "by_their_owner") == [(91, 4, 4)]


def test_cards_are_told_by_how_often_they_lay_in_a_winning_court(ask):
    rows = ask("winning-cards")

    assert picked(rows[:2], "card", "in_winning_courts", "in_courts") == [(31, 3, 3), (85, 3, 3)]


def test_the_last_event_bought_before_a_check_is_counted(ask):
    rows = ask("events-before-checks")

    assert picked(rows[:2], "card", "before_checks", "successful") == [(109, 5, 4), (105, 4, 3)]


def test_rule_over_regions_is_told_in_turns_and_bribes(ask):
    rows = ask("reigns", player="Ann")

    assert picked(rows[:1], "region", "turns", "bribe_income") == [("persia", 143, 9)]
    assert sum(row["bribe_income"] for row in ask("reigns")) <= sum(row["rupees_paid"] for row in ask("bribes"))


def test_rupees_are_told_for_each_game(ask):
    rows = ask("rupees")

    assert len(rows) == 16
    assert sum(row["lost_to_withdrawal"] for row in rows) == 13


def test_lengths_are_told_with_and_without_a_first_game(ask):
    rows = ask("lengths")

    assert sum(row["games"] for row in rows) == 16
    assert picked([row for row in rows if row["with_first_game"]], "players", "average_turns") == [
        (2, 13.0), (3, 30.0), (4, 43.0), (5, 63.0),
    ]  # fmt: skip


def test_two_players_are_compared_at_the_checks_that_they_shared(ask):
    rows = {row["against"]: row for row in ask("head-to-head", player="Bob")}

    assert rows["Ann"]["checks"] == 38
    assert rows["Eve"]["checks"] == 10
    assert rows["Ann"]["same_coalition"] == (
        rows["Ann"]["then_more"] + rows["Ann"]["then_even"] + rows["Ann"]["then_less"]
    )


def test_games_under_other_rules_are_told_with_their_options(ask):
    rows = ask("rules-used")

    assert len(rows) == 16
    assert "debt_settlement = end_of_action" in rows[0]["options"]


# Which games count


def test_simulated_and_hidden_games_are_never_counted(ask):
    assert {row["game"] for row in ask("games")} == set(reference_games())


def test_games_are_chosen_by_campaign_days_players_and_preset(ask):
    assert len(ask("games", campaign="tuesdays")) == 8
    assert [row["game"] for row in ask("games", since="2024-05-03", until="2024-05-04")] == ["pp-2p-03", "pp-3p-04"]
    assert len(ask("games", players="3")) == 5
    assert len(ask("games", preset="official")) == 0
    assert len(ask("games", player="eve")) == 4


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_a_query_declares_what_it_uses_and_runs_with_it(store, asked):
    used = set(re.findall(r"\$([a-z_]+)", asked.sql))
    samples = {"text": "Ann", "whole": "3", "date": "2024-05-10"}

    assert used == {parameter.name for parameter in asked.parameters}
    assert used >= COMMON
    assert asked.title
    for parameter in asked.parameters:
        assert parameter.meaning
        store.query(asked.sql, bind(asked, {parameter.name: samples[parameter.kind]}))


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_a_query_runs_on_an_empty_history(asked):
    with MemoryStore(lambda: 0) as empty:
        empty.declare_facts(GAME.fact_types())

        assert empty.query(asked.sql, bind(asked, {})).rows == []


@pytest.mark.parametrize("asked", ALL, ids=lambda asked: asked.name)
def test_a_query_answers_with_distinct_columns_in_a_settled_order(store, asked):
    once, again = (store.query(asked.sql, bind(asked, {})) for _ in range(2))

    assert once == again
    assert len(set(once.columns)) == len(once.columns)


# Finding and binding


def test_an_unknown_query_is_refused_with_the_nearest_name():
    with pytest.raises(QueryError) as refused:
        query("pax-pamir", "overthrow")

    assert refused.value.message == 'there is no query "overthrow" for pax-pamir'
    assert refused.value.hint == 'did you mean "overthrows"?'


def test_an_unknown_game_has_no_queries():
    with pytest.raises(UnknownGameError):
        queries("chess")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"colour": "red"}, 'the query "results" has no parameter "colour"'),
        ({"players": "many"}, 'players: "many" is not a whole number'),
        ({"players": "-1"}, 'players: "-1" is not a whole number'),
        ({"since": "last year"}, 'since: "last year" is not a date'),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(given, message):
    with pytest.raises(QueryError) as refused:
        bind(query("pax-pamir", "results"), given)

    assert refused.value.message == message


def test_a_date_is_the_beginning_of_its_day():
    assert bind(query("pax-pamir", "results"), {"since": "2024-05-01"})["since"] == 1_714_521_600_000_000
