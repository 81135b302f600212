"""What a game says of itself as rows: counted against the tables that come with the reference games."""

import gzip
import time
from collections import Counter

import msgspec
import pytest

from engine.events import Undone
from engine.facts import CampaignFact, FactContext, GameFact, SeatFact
from engine.line import Entry, fold
from engine.pamir.cards import CARDS
from engine.pamir.concepts import ruler_of
from engine.pamir.events import CardDiscarded, CardPlayed, CardPurchased, PamirStarted
from engine.pamir.fact_rows import (
    PamirAction,
    PamirBetrayal,
    PamirBribe,
    PamirCheck,
    PamirDebt,
    PamirEventCard,
    PamirGame,
    PamirLoss,
    PamirLoyalty,
    PamirOption,
    PamirOverthrow,
    PamirPlay,
    PamirPurchase,
    PamirReign,
    PamirScore,
    PamirSeat,
    PamirSunk,
    PamirTurn,
)
from engine.pamir.facts import FACT_TYPES
from engine.pamir.game import GAME
from engine.pamir.options import PRESETS
from engine.replay import play
from engine.simulate import random_game
from tests.engine.pamir.games import PEOPLE, TRACES, context_of, reference_games, rows_of
from tests.engine.pamir.walking import WISHES, start_of

COALITIONS = ("afghan", "british", "russian")


def all_rows(kind):
    return [row for name in reference_games() for row in rows_of(name) if type(row) is kind]


def rows_in(name, kind):
    return [row for row in rows_of(name) if type(row) is kind]


def trace(name):
    return [msgspec.json.decode(line) for line in gzip.open(TRACES / f"{name}.jsonl.gz")]


# Checks


def test_every_check_is_told_with_its_trigger():
    checks = all_rows(PamirCheck)

    assert len(checks) == 38
    assert Counter(check.trigger for check in checks) == {"purchase": 8, "discard": 14, "instability": 16}


def test_a_check_succeeds_where_a_coalition_is_dominant():
    checks = all_rows(PamirCheck)

    assert Counter(check.success for check in checks) == {True: 21, False: 17}
    assert all(check.success == (check.dominant is not None) for check in checks)
    assert Counter(check.success for check in checks if check.final) == {True: 6, False: 3}


def test_conflict_fatigue_lowers_the_lead_that_is_needed():
    assert Counter(check.needed for check in all_rows(PamirCheck)) == {4: 32, 2: 6}


@pytest.mark.parametrize("name", ["pp-2p-03", "pp-3p-08", "pp-4p-11", "pp-5p-15"])
def test_checks_and_scores_are_those_of_the_reference(name):
    told = [line["dominance"] for line in trace(name) if "dominance" in line]
    scores = rows_in(name, PamirScore)
    found = [
        {
            "trigger": check.trigger,
            "blocks": [check.afghan, check.british, check.russian],
            "dominant": check.dominant,
            "final": check.final,
            "vp_gained": [score.points for score in scores if score.number == check.number],
        }
        for check in rows_in(name, PamirCheck)
    ]

    assert found == told


def test_after_a_successful_check_only_loyal_seats_score():
    dominant = {
        (name, check.number): check.dominant for name in reference_games() for check in rows_in(name, PamirCheck)
    }
    for name in reference_games():
        for score in rows_in(name, PamirScore):
            coalition = dominant[name, score.number]
            assert score.scored == (coalition is None or score.loyalty == coalition)
            assert score.scored or score.points == 0


def test_points_after_a_check_are_the_sum_of_those_scored():
    for name in reference_games():
        sums = Counter()
        for score in rows_in(name, PamirScore):
            sums[score.seat] += score.points
            assert score.vp == sums[score.seat]


def test_only_the_last_check_can_end_the_game():
    for name in reference_games():
        checks = rows_in(name, PamirCheck)
        assert [check.ended_game for check in checks] == [False] * (len(checks) - 1) + [True]


# The game and its seats


@pytest.mark.parametrize(
    ("name", "turns", "reason", "points", "winners"),
    [
        ("pp-2p-01", 13, "lead_of_four", [0, 5], [1]),
        ("pp-2p-02", 14, "lead_of_four", [0, 5], [1]),
        ("pp-2p-03", 47, "lead_of_four", [2, 6], [1]),
        ("pp-3p-04", 30, "lead_of_four", [10, 6, 0], [0]),
        ("pp-3p-05", 59, "final_check", [8, 4, 6], [0]),
        ("pp-3p-06", 33, "lead_of_four", [9, 5, 4], [0]),
        ("pp-3p-07", 38, "lead_of_four", [3, 2, 8], [2]),
        ("pp-3p-08", 52, "final_check", [17, 4, 2], [0]),
        ("pp-4p-09", 43, "final_check", [5, 10, 3, 0], [1]),
        ("pp-4p-10", 62, "final_check", [5, 0, 17, 5], [2]),
        ("pp-4p-11", 60, "final_check", [13, 3, 8, 4], [0]),
        ("pp-4p-12", 58, "final_check", [13, 11, 4, 0], [0]),
        ("pp-5p-13", 63, "final_check", [0, 10, 0, 0, 6], [1]),
        ("pp-5p-14", 60, "final_check", [2, 6, 3, 0, 2], [1]),
        ("pp-5p-15", 53, "final_check", [1, 10, 10, 0, 6], [2]),
        ("pp-5p-16", 46, "lead_of_four", [6, 0, 0, 0, 0], [0]),
    ],
)
def test_the_result_is_told(name, turns, reason, points, winners):
    (game,) = rows_in(name, PamirGame)
    seats = rows_in(name, SeatFact)

    assert (game.turns, game.reason) == (turns, reason)
    assert [seat.points for seat in seats] == points
    assert [seat.seat for seat in seats if seat.won] == winners
    assert [seat.seat for seat in seats if seat.place == 1] == winners


def test_one_game_was_decided_by_military_stars():
    games = {name: rows_in(name, PamirGame)[0] for name in reference_games()}

    assert {name: game.tie_break for name, game in games.items() if game.tie_break} == {"pp-5p-15": "stars"}


def test_a_game_is_decided_by_the_final_check_if_others_led_before():
    games = {name: rows_in(name, PamirGame)[0].decided_by_final for name in reference_games()}

    assert sorted(name for name, decided in games.items() if decided) == ["pp-4p-09", "pp-5p-13", "pp-5p-15"]
    assert sum(decided is None for decided in games.values()) == 7


def test_a_seat_at_the_end_is_as_the_reference_has_it():
    for name in reference_games():
        state = next(line["state"] for line in trace(name) if line["t"] == "snapshot" and line["label"] == "end")
        for seat in rows_in(name, PamirSeat):
            p = f"p{seat.seat}."
            assert seat.last_loyalty == state[p + "loyalty"]
            assert seat.vp == state[p + "vp"]
            assert seat.influence == state[p + "influence"]
            assert seat.cylinders == 10 - state[p + "supply"]
            assert [seat.political, seat.intelligence, seat.economic, seat.military] == state[p + "stars"]
            assert (seat.rupees, seat.court, seat.hand) == (
                state[p + "rupees"], len(state[p + "court"]), len(state[p + "hand"]),
            )  # fmt: skip


# What seats did, and what befell them


def test_purchases_plays_and_losses_are_counted_as_in_the_reference():
    losses = Counter((row.zone, row.cause) for row in all_rows(PamirLoss))

    assert len(all_rows(PamirPurchase)) == 692
    assert sum(row.collected > 0 for row in all_rows(PamirPurchase)) == 435
    assert len(all_rows(PamirPlay)) == 502
    assert losses["court", "court_limit"] == 120
    assert losses["hand", "hand_limit"] == 41
    assert losses["court", "debt"] + losses["hand", "debt"] == 25


def test_bonus_actions_are_told_those_after_a_bribe_too():
    actions = all_rows(PamirAction)
    settled = {(name, row.settled_version) for name in reference_games() for row in rows_in(name, PamirBribe)}
    after_bribe = sum(
        row.bonus for name in reference_games() for row in rows_in(name, PamirAction) if (name, row.version) in settled
    )

    # The reference counts the 334 that no bribe held up.
    assert sum(row.bonus for row in actions) - after_bribe == 334
    assert after_bribe == 26
    assert len(actions) + 21 == 136 + 59 + 66 + 150 + 56 + 168


def test_loyalty_changes_are_told_with_their_cause():
    causes = Counter(row.cause for row in all_rows(PamirLoyalty))

    assert causes == {"setup": 57, "patriot": 87, "prize": 10}
    assert sum(seat.loyalty_changes for seat in all_rows(PamirSeat)) == 97


def test_a_loyalty_begins_where_the_last_one_ended():
    for name in reference_games():
        held = dict.fromkeys(range(5))
        for row in rows_in(name, PamirLoyalty):
            assert row.before == held[row.seat] != row.loyalty
            held[row.seat] = row.loyalty
        assert [seat.last_loyalty for seat in rows_in(name, PamirSeat)] == [
            held[seat.seat] for seat in rows_in(name, PamirSeat)
        ]


def test_overthrows_are_told_with_what_brought_them_about():
    causes = Counter(row.cause for row in all_rows(PamirOverthrow))

    assert causes == {
        "court_limit": 18, "battle": 14, "betray": 11, "loyalty_change": 9, "debt": 4, "riot": 3, "rebuke": 3, "move": 2,
    }  # fmt: skip
    assert causes.total() == 64


def test_an_overthrow_takes_tribes_for_cards_or_cards_for_tribes():
    for row in all_rows(PamirOverthrow):
        assert row.tribes_lost > 0
        assert (row.cards_lost > 0) == (row.rule == "PP-7.4-overthrow-map")


def test_bribes_are_told_from_demand_to_outcome():
    bribes = all_rows(PamirBribe)
    outcomes = Counter((bribe.kind, bribe.outcome) for bribe in bribes)

    assert Counter(bribe.kind for bribe in bribes) == {"play": 149, "hostage": 75}
    assert outcomes["play", "paid"] + outcomes["play", "lowered"] == 82
    assert outcomes["hostage", "paid"] + outcomes["hostage", "lowered"] == 32
    assert outcomes["play", "waived"] + outcomes["hostage", "waived"] == 51
    assert outcomes["play", "withdrawn"] + outcomes["hostage", "withdrawn"] == 58
    assert outcomes["hostage", "declined"] == 1


def test_a_bribe_is_paid_in_full_or_less_or_not_at_all():
    for bribe in all_rows(PamirBribe):
        assert (bribe.outcome == "paid") == (bribe.paid == bribe.due)
        assert (bribe.outcome == "lowered") == (0 < bribe.paid < bribe.due)
        assert bribe.settled_version > bribe.version


def test_a_debt_is_made_up_by_discards_income_or_mercy():
    debts = all_rows(PamirDebt)

    assert len(debts) == 16
    assert sum(debt.discarded for debt in debts) == 25
    assert sum(debt.earned > 0 for debt in debts) == 1
    for debt in debts:
        assert debt.missing == debt.discarded + debt.earned + debt.forgiven
        assert debt.discarded == len([card for card in debt.cards.split(",") if card])


def test_betrayals_are_told_with_what_became_of_the_prize():
    betrayals = all_rows(PamirBetrayal)
    outcomes = Counter(row.outcome for row in betrayals)

    assert outcomes["kept"] == 20
    assert outcomes["refused"] == 12
    assert sum(row.seat == row.owner for row in betrayals) == 26
    assert all((row.outcome == "none") == (row.prize is None) for row in betrayals)


def test_event_cards_are_told_bought_or_discarded():
    found = Counter((row.card, row.how) for row in all_rows(PamirEventCard))

    assert found == {
        (105, "bought"): 4, (106, "bought"): 3, (107, "bought"): 2, (108, "bought"): 5, (109, "bought"): 6,
        (110, "bought"): 4, (112, "bought"): 4, (113, "bought"): 5, (114, "bought"): 4, (115, "bought"): 4,
        (116, "bought"): 4, (105, "discarded"): 2, (106, "discarded"): 4, (107, "discarded"): 2,
        (108, "discarded"): 1, (109, "discarded"): 4, (110, "discarded"): 3, (111, "discarded"): 6,
        (112, "discarded"): 1, (113, "discarded"): 1, (114, "discarded"): 4, (115, "discarded"): 3,
        (116, "discarded"): 3,
    }  # fmt: skip


def test_a_lasting_event_ends_with_the_next_check():
    for name in reference_games():
        checks = [check.version for check in rows_in(name, PamirCheck) if not check.ended_game]
        for row in rows_in(name, PamirEventCard):
            following = next((version for version in checks if version > row.version), None)
            assert row.until_version == (following if row.effect else None)


def test_rumor_and_the_swap_of_hands_tell_whom_they_named():
    for row in all_rows(PamirEventCard):
        assert (row.named is not None) == (row.how == "bought" and row.card in {108, 114})


def test_a_reign_lasts_as_long_as_the_region_has_this_ruler():
    name = "pp-4p-12"
    _, replay = reference_games()[name]
    told = {}
    for row in rows_in(name, PamirReign):
        last = row.until_version or replay.steps[-1].entry.version + 1
        told.update({(row.region, version): row.seat for version in range(row.version, last)})
    for step in replay.steps:
        for region in ("persia", "transcaspia", "herat", "kabul", "kandahar", "punjab"):
            assert told.get((region, step.entry.version)) == ruler_of(step.after, region)


def test_every_turn_is_told_with_the_rupees_in_the_game():
    for name in reference_games():
        turns = rows_in(name, PamirTurn)
        assert [turn.turn for turn in turns] == list(range(1, rows_in(name, PamirGame)[0].turns + 1))
        assert turns[0].rupees_held + turns[0].rupees_market == 4 * len(rows_in(name, SeatFact))


def test_rupees_that_leave_the_game_are_told_with_the_reason():
    rows = all_rows(PamirSunk)

    assert Counter(row.cause for row in rows) == {"withdrawal": 12, "cost": 11}
    assert sum(row.amount for row in rows if row.cause == "withdrawal") == 13


def test_the_money_in_a_game_changes_by_what_is_told_of_it():
    signs = {
        "leverage_taken": 1,
        "leverage_owed": -1,
        "debt_paid": 1,
        "debt_forgiven": 1,
        "gained": 1,
        "rupees_lost": -1,
    }
    for _, replay in reference_games().values():
        for step in replay.steps:
            told = sum(signs.get(effect.what, 0) * (effect.amount or 0) for effect in step.effects)
            assert _money(step.after) - _money(step.before) == told


def _money(state):
    return sum(player.rupees for player in state.players) + sum(state.market_rupees)


def test_options_are_told_where_they_differ_from_the_official_rules():
    options = {row.option: (row.value, row.official) for row in rows_in("pp-2p-01", PamirOption)}

    assert options["debt_settlement"] == ("end_of_action", "at_once")
    assert "overthrow_scope" not in options


# The whole


def test_a_game_that_goes_on_leaves_open_what_is_open():
    _, replay = reference_games()["pp-3p-05"]
    due = next(number for number, step in enumerate(replay.steps) if any(f.what == "bribe_due" for f in step.effects))
    context = context_of("pp-3p-05", status="playing")
    rows = list(GAME.facts(context, replay.steps[: due + 1]))
    (bribe,) = (row for row in rows if isinstance(row, PamirBribe))
    (game,) = (row for row in rows if isinstance(row, PamirGame))

    assert (bribe.outcome, bribe.paid, bribe.settled_version) == ("open", 0, None)
    assert (game.reason, game.decided_by_final) == ("", None)
    assert {row.won for row in rows if isinstance(row, SeatFact)} == {None}


def test_a_game_without_any_event_has_its_row_and_its_seats():
    rows = list(GAME.facts(context_of("pp-2p-01", status="playing"), ()))

    assert [type(row) for row in rows] == [GameFact, SeatFact, SeatFact]
    assert [row.player for row in rows[1:]] == ["Ann", "Bob"]


def test_who_concedes_to_one_other_player_has_lost_to_that_player():
    context = context_of("pp-2p-01", closed_how="conceded", closed_seat=1)
    rows = list(GAME.facts(context, ()))

    assert [row.won for row in rows[1:]] == [True, False]


def test_among_three_a_concession_leaves_open_who_won():
    context = context_of("pp-3p-05", closed_how="conceded", closed_seat=1)
    rows = list(GAME.facts(context, ()))

    assert [row.won for row in rows[1:]] == [None, False, None]


@pytest.mark.parametrize("number", range(12))
def test_a_random_game_is_told_without_gaps(number):
    chance, start = start_of(number, any_options=number % 2 == 1)
    events = [start, *random_game(GAME, start, chance.randrange, wish=WISHES[number % len(WISHES)])]
    entries = [Entry(version=at, action=at, event=event) for at, event in enumerate(events, 1)]
    steps = play(GAME, fold(entries)).steps
    rows = list(GAME.facts(FactContext(name="x", title="pax-pamir", players=start.players), steps))
    told = Counter(type(row) for row in rows)
    effects = Counter(effect.what for step in steps for effect in step.effects)
    debts = [row for row in rows if isinstance(row, PamirDebt)]

    assert told[PamirCheck] == effects["check"]
    assert told[PamirOverthrow] == effects["overthrow"]
    assert told[PamirBribe] == effects["bribe_due"]
    assert told[PamirPlay] == effects["played"]
    assert told[PamirTurn] == effects["turn"]
    assert told[PamirLoyalty] == effects["loyalty_chosen"] + effects["loyalty_changed"]
    assert told[PamirEventCard] + told[PamirCheck] >= effects["event"]
    assert sum(debt.discarded for debt in debts) == effects["debt_paid"]
    if start.options.debt_settlement == "at_once":
        assert not any(debt.earned for debt in debts)


def test_two_leveraged_cards_lost_at_once_are_one_debt():
    names = ("Gray", "Blue")
    text = """
        p0.loyalty british
        p1.loyalty russian
        p0.rupees 1
        p0.court [80, 40]
        p0.hand [70, 9]
    """
    assert all(CARDS[card].leveraged and CARDS[card].patriot == "british" for card in (80, 40))
    start = PamirStarted(name="x", players=names, preset="official", options=PRESETS["official"], position=text)
    events = (start, CardPlayed(card=70, end="right"), CardDiscarded(card=9), CardDiscarded(card=70))
    entries = [Entry(version=at, action=at, event=event) for at, event in enumerate(events, 1)]
    replay = play(GAME, fold(entries))
    rows = list(GAME.facts(FactContext(name="x", title="pax-pamir", players=names), replay.steps))
    (debt,) = (row for row in rows if isinstance(row, PamirDebt))

    assert replay.failure is None
    assert (debt.missing, debt.discarded, debt.cards, debt.earned, debt.forgiven) == (3, 2, "9,70", 0, 1)


def test_a_game_from_a_position_is_told_from_there_on():
    text = 'turn 7\nturn_of 1\np0.loyalty afghan\np1.loyalty british\np0.tribes {"kabul": 1}\nm.0.0 [61, 2]'
    names = ("Gray", "Blue")
    start = PamirStarted(name="x", players=names, preset="official", options=PRESETS["official"], position=text)
    entries = [Entry(version=at, action=at, event=event) for at, event in enumerate((start, CardPurchased(card=61)), 1)]
    rows = list(GAME.facts(FactContext(name="x", title="pax-pamir", players=names), play(GAME, fold(entries)).steps))
    (bought,) = (row for row in rows if isinstance(row, PamirPurchase))
    (reign,) = (row for row in rows if isinstance(row, PamirReign))

    assert (bought.turn, bought.seat, bought.cost, bought.collected) == (7, 1, 0, 2)
    assert (reign.region, reign.seat, reign.turn, reign.turns) == ("kabul", 0, 7, 0)
    assert [row.first_loyalty for row in rows if isinstance(row, PamirSeat)] == ["afghan", "british"]


def test_every_row_is_of_a_declared_type_and_every_type_occurs():
    found = {type(row) for name in reference_games() for row in rows_of(name)}

    assert found == set(FACT_TYPES) - {CampaignFact}


def test_undone_events_leave_no_rows():
    entries, _ = reference_games()["pp-2p-01"]
    kept = list(entries[:40])
    replay = play(GAME, fold(kept))
    names = FactContext(name="x", title="pax-pamir", players=PEOPLE[:2])
    undone = Entry(version=60, action=60, event=Undone(since=kept[30].version))
    line = fold([*kept, undone])

    assert list(GAME.facts(names, play(GAME, line).steps)) == list(GAME.facts(names, replay.steps[:29]))
    assert len(replay.steps) == 39


def test_facts_are_told_faster_than_games_are_played():
    context, (_, replay) = context_of("pp-4p-11"), reference_games()["pp-4p-11"]
    best = min(_seconds(lambda: list(GAME.facts(context, replay.steps))) for _ in range(5))

    assert len(replay.steps) / best > 20_000


def _seconds(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun
