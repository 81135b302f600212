"""What a scenario says of itself as rows."""

import random
import time

import pytest

from engine.audit import audit
from engine.events import Undone
from engine.facts import SHARED_FACT_TYPES, GameFact, SeatFact
from engine.line import Entry
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.card_values import ToldCard
from engine.pathfinder.cards import Requirement
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.fact_cards import PathfinderCardValue
from engine.pathfinder.fact_rows import (
    PATHFINDER_FACT_TYPES,
    PathfinderCharacter,
    PathfinderCheck,
    PathfinderClosing,
    PathfinderDamage,
    PathfinderDeath,
    PathfinderEncounter,
    PathfinderEscape,
    PathfinderExploration,
    PathfinderFinding,
    PathfinderOption,
    PathfinderPlay,
    PathfinderRuling,
    PathfinderScenario,
)
from engine.pathfinder.facts import FACT_TYPES
from engine.pathfinder.game import GAME
from engine.replay import Step
from eventstore.facts import table_of
from tests.engine.pathfinder.given import (
    ACQUIRED,
    DEFEATED,
    FLIP,
    UNDEFEATED,
    against,
    attempt,
    begin,
    check,
    damage,
    died,
    end,
    escape,
    explore,
    lose,
    meet,
    pay,
    power,
    reset,
    rule_on,
    shut,
    started,
    taken,
    where,
    who,
    win,
)
from tests.engine.pathfinder.recorded import FIGHT, columns, context_of, line_of, party, rows_in, rows_of
from tests.engine.pathfinder.walking import thrown, walk

MONSTER = (win(), DEFEATED)
FAILED = check("A", "defeat", auto="fail", why="no dice left")


def rows(kind, *events, **more):
    """The rows of one kind that a game at four locations states; A, B and C play."""
    return rows_in(rows_of(started(**more), *events), kind)


# Tables


def test_the_tables_of_this_game_begin_with_its_name():
    own = [kind for kind in FACT_TYPES if kind not in SHARED_FACT_TYPES]

    assert set(PATHFINDER_FACT_TYPES) <= set(own)
    assert all(table_of(kind).startswith("pathfinder_") for kind in own)
    assert all(kind.__doc__ for kind in own)


# Checks


def test_a_check_is_told_with_its_dice_and_what_such_dice_show():
    found = rows_in(rows_of(party(), *FIGHT), PathfinderCheck)

    assert columns(found, "character", "seat", "purpose", "skill", "card", "type", "which", "location", "version") == [
        ("Kyra", 0, "defeat", "Melee", "Goblin Cutpurse", "monster", 1, "L1", 5),
        ("Kyra", 0, "defeat", "Melee", "Ogre", "monster", 1, "L1", 8),
    ]
    assert columns(found, "difficulty", "total", "succeeded", "margin", "dice", "dice_sum", "dice_mean", "auto") == [
        (9, 14, True, 5, 2, 10, 8.0, False),
        (12, 5, False, -7, 2, 2, 7.0, False),
    ]


def test_what_came_after_the_roll_is_in_the_total():
    (found,) = rows(PathfinderCheck, explore(), check("A", "defeat", 7, 9, after=(e.Part(value=3, why="Crow"),)))

    assert (found.total, found.margin, found.succeeded) == (10, 1, True)


def test_what_nobody_told_is_none():
    (found,) = rows(PathfinderCheck, explore(), check("A", "defeat", outcome="success"))

    assert (found.difficulty, found.total, found.margin, found.basis) == (None, None, None, "")
    assert (found.dice, found.succeeded, found.auto) == (0, True, False)


def test_an_outcome_without_dice_is_told_as_such():
    (found,) = rows(PathfinderCheck, explore(), check("A", "defeat", auto="success", difficulty=9))

    assert (found.auto, found.succeeded, found.total, found.dice) == (True, True, None, 0)


def test_a_roll_that_was_rolled_again_does_not_count():
    again = check("A", "defeat", 12, 9, reroll_by="Luck")
    everything = rows_of(started(), explore(), check("A", "defeat", 5, 9), again)
    found = rows_in(everything, PathfinderCheck)

    assert columns(found, "counts", "reroll_by", "succeeded") == [(False, "", False), (True, "Luck", True)]
    assert columns(rows_in(everything, PathfinderCharacter)[:1], "checks", "succeeded", "failed") == [(1, 1, 0)]


def test_a_difficulty_is_known_where_the_card_is_and_asserted_elsewhere():
    ogre = ToldCard(name="Ogre", type="monster", check=((Requirement(skills=("Combat",), difficulty=12),),))
    found = rows(
        PathfinderCheck, e.CardsTold(cards=(ogre,)), explore(card="Ogre"), check("A", "defeat", 13, skill="Combat"),
        DEFEATED, e.Explored(who="A", source="card", paid=pay("Bear"), card="Wolf", type="monster"), win(),
    )  # fmt: skip

    assert columns(found, "card", "difficulty", "basis", "succeeded") == [
        ("Ogre", 12, "known", True),
        ("Wolf", 10, "asserted", True),
    ]


def test_checks_to_close_and_to_recharge_name_what_they_are_of():
    found = rows(
        PathfinderCheck,
        meet("A", "Skeleton", "monster"), e.CardPlayed(who="A", card="Cure", type="spell", how="discard"), win(),
        check("A", "recharge", 7, 9, card="Cure"), DEFEATED,
        explore(type="henchman"), win(), DEFEATED, attempt("A"), check("A", "close", 9, 8),
    )  # fmt: skip

    assert columns(found, "purpose", "card", "succeeded", "which") == [
        ("defeat", "Skeleton", True, 1), ("recharge", "Cure", False, None), ("defeat", "Card", True, 1),
        ("close", "L1", True, None),
    ]  # fmt: skip


# Explorations and encounters


def test_an_exploration_tells_its_price_and_how_the_encounter_ended():
    found = rows_in(rows_of(party(), *FIGHT), PathfinderExploration)

    assert columns(found, "source", "paid_card", "paid_how", "card", "type", "outcome", "location", "turn") == [
        ("free", "", "", "Goblin Cutpurse", "monster", "defeated", "L1", 1),
        ("card", "Bear", "discard", "Ogre", "monster", "undefeated", "L1", 1),
    ]


def test_encounters_that_no_exploration_brought_are_told_beside_the_others():
    everything = rows_of(
        started(), explore(card="Haunt"), meet("B", "Ghost", "monster", summoned=True, checks=1), win("B"), DEFEATED,
        e.Evaded(who="A", by="Cloak"),
    )  # fmt: skip
    found = rows_in(everything, PathfinderEncounter)

    assert columns(found, "number", "character", "card", "source", "checks", "checks_made", "outcome") == [
        (2, "B", "Ghost", "summoned", 1, 1, "defeated"),
        (1, "A", "Haunt", "free", None, 0, "evaded"),
    ]
    assert columns(found, "version", "until_version") == [(3, 5), (2, 6)]
    assert columns(rows_in(everything, PathfinderExploration), "card", "outcome") == [("Haunt", "evaded")]


def test_an_encounter_that_is_open_when_the_log_ends_has_no_outcome():
    (found,) = rows(PathfinderEncounter, explore())

    assert (found.outcome, found.until_version) == ("", None)


def test_an_encounter_that_was_left_and_taken_up_again_ends_once():
    found = rows(
        PathfinderEncounter, explore(), e.LeftPending(owner="B"), e.Resumed(task=1), win("B"), DEFEATED
    )  # fmt: skip

    assert columns(found, "version", "character", "outcome", "checks_made", "until_version") == [
        (2, "A", "defeated", 1, 6)
    ]


# Cards and damage


def test_cards_are_told_with_what_they_were_played_for():
    found = rows_in(rows_of(party(), *FIGHT), PathfinderPlay)

    assert columns(found, "character", "card", "type", "how", "use", "cost", "helped", "against") == [
        ("Kyra", "Mace", "weapon", "reveal", "check", "", "", "Goblin Cutpurse"),
        ("Valeros", "Bless", "blessing", "discard", "check", "", "Kyra", "Goblin Cutpurse"),
        ("Kyra", "Bear", "ally", "discard", "explore", "exploration", "", ""),
    ]


def test_cards_that_paid_are_told_with_what_they_paid_for():
    found = rows(
        PathfinderPlay, explore(type="henchman"), power("A", "Fury", cost=(pay("Torch", "item", "bury"),)), win(),
        DEFEATED, attempt("A", outcome="success", unpaid=1), e.PricePaid(who="B", paid=pay("Bear", how="banish")),
    )  # fmt: skip

    assert columns(found, "character", "card", "how", "use", "cost") == [
        ("A", "Torch", "bury", "check", "Fury"),
        ("B", "Bear", "banish", "close", "closing"),
    ]


def test_copies_of_a_card_are_the_same_card():
    found = rows(PathfinderPlay, explore(), e.CardPlayed(who="A", card="Blessing of the Gods 2", how="discard"))

    assert columns(found, "card", "type") == [("Blessing of the Gods", "blessing")]


def test_damage_tells_what_was_dealt_reduced_and_taken():
    (found,) = rows_in(rows_of(party(), *FIGHT), PathfinderDamage)

    assert (found.version, found.character, found.source, found.type, found.card) == (
        8,
        "Kyra",
        "check",
        "Combat",
        "Ogre",
    )
    assert (found.amount, found.reduced, found.taken) == (7, 4, 3)


def test_damage_that_nobody_took_yet_is_told_without_cards():
    found = rows(PathfinderDamage, explore(), lose("A", 2))
    trap = rows(PathfinderDamage, damage("B", source="other", by="Trap", type="Fire"))

    assert columns(found, "amount", "taken") == [(2, None)]
    assert columns(trap, "character", "card", "type", "amount", "taken") == [("B", "Trap", "Fire", None, None)]


def test_the_number_of_cards_taken_follows_where_it_is_not_told():
    found = rows(PathfinderDamage, explore(), lose("A", 7), taken("A"))

    assert columns(found, "amount", "taken") == [(7, 5)]


# Locations and the villain


def test_a_closing_tells_what_allowed_it_and_what_was_left():
    found = rows(
        PathfinderClosing, explore(type="henchman"), *MONSTER, attempt("A"), check("A", "close", 9, 8), shut("L1"),
    )  # fmt: skip

    assert columns(found, "version", "character", "location", "kind", "cause", "closed", "banished") == [
        (7, "A", "L1", "for good", "henchman", True, 9)
    ]


def test_a_closing_that_failed_is_told():
    found = rows(PathfinderClosing, explore(type="henchman"), *MONSTER, attempt("A", outcome="fail"))

    assert columns(found, "character", "location", "kind", "cause", "closed", "banished") == [
        ("A", "L1", "for good", "henchman", False, None)
    ]


def test_temporary_closings_are_told_with_those_that_failed():
    apart = (who("A"), who("B", "L2"), who("C", "L3"), who("D", "L4"))
    everything = rows_of(
        started(*apart), explore(card="V", type="villain"), against("B", "L2", "fail"), against("C", "L3"),
        against("D", "L4", None), check("D", "temp_close", 3, 8),
    )  # fmt: skip

    assert columns(rows_in(everything, PathfinderClosing), "character", "location", "kind", "closed") == [
        ("B", "L2", "for a time", False), ("C", "L3", "for a time", True), ("D", "L4", "for a time", False),
    ]  # fmt: skip


def test_an_escape_tells_locations_and_blessings():
    villain = (explore(card="V", type="villain"), FAILED, UNDEFEATED)
    told = rows(PathfinderEscape, *villain, escape(4, ("L1", "L2", "L3", "L4"), pool="blessings"))
    untold = rows(PathfinderEscape, *villain, e.VillainEscaped(villain="V"))

    assert columns(told, "villain", "location", "defeated", "locations", "blessings", "pool") == [
        ("V", "L1", False, 4, 3, "blessings")
    ]
    assert columns(untold, "villain", "locations", "blessings", "pool") == [("V", 4, 3, "")]


# Characters and the scenario


def test_a_character_is_told_with_what_it_did_and_its_piles():
    kyra, valeros = rows_in(rows_of(party(), *FIGHT), PathfinderCharacter)

    assert (kyra.character, kyra.player, kyra.alive, kyra.died_turn, kyra.location) == ("Kyra", "Ann", True, None, "L1")
    assert (kyra.explorations, kyra.checks, kyra.succeeded, kyra.failed) == (2, 2, 1, 1)
    assert (kyra.damage_taken, kyra.cards_played) == (3, 2)
    assert (kyra.hand, kyra.deck, kyra.discard, kyra.buried, kyra.displayed) == (1, 10, 4, 0, 0)
    assert (valeros.player, valeros.checks, valeros.cards_played) == ("Bob", 0, 1)


def test_turns_are_counted_and_the_last_one_is_told():
    everything = rows_of(started(), reset("A"), end("A"), begin("B"), FLIP, reset("B"), end("B"), begin("C"), FLIP)
    (scenario,) = rows_in(everything, PathfinderScenario)

    assert columns(rows_in(everything, PathfinderCharacter), "character", "turns") == [("A", 0), ("B", 1), ("C", 1)]
    assert (scenario.turns, scenario.last_turn, scenario.blessings_left) == (2, 3, 28)


def test_a_death_is_told_with_where_and_against_what():
    everything = rows_of(started(who("A", deck=1, hand=3), who("B"), who("C")), reset("A"), died("A"))
    (death,) = rows_in(everything, PathfinderDeath)

    assert (death.character, death.seat, death.turn, death.location, death.card) == ("A", 0, 1, "L1", "")
    assert columns(rows_in(everything, PathfinderCharacter), "character", "alive", "died_turn") == [
        ("A", False, 1), ("B", True, None), ("C", True, None),
    ]  # fmt: skip


def test_a_scenario_that_was_won_is_won_by_all():
    last = tuple(where(name, status="closed") for name in ("L1", "L2", "L3"))
    everything = rows_of(
        started(places=(*last, where("L4")), scenario="Fogscar", blessings=e.Pile(size=12)),
        e.Moved(who="A", to="L4"), explore(card="V", type="villain"), *MONSTER, shut("L4", "villain"),
        e.ScenarioEnded(outcome="won", reward="a feat"), e.DeckRebuilt(who="A", cards=("Cure",)),
    )  # fmt: skip
    (scenario,) = rows_in(everything, PathfinderScenario)

    assert (scenario.scenario, scenario.outcome, scenario.reward) == ("Fogscar", "won", "a feat")
    assert scenario.reason == '"V" has nowhere to go'
    assert (scenario.locations, scenario.locations_closed, scenario.blessings_left) == (4, 4, 12)
    assert [row.won for row in rows_in(everything, SeatFact)] == [True, True, True]
    assert rows_in(everything, PathfinderCharacter)[0].hand == 5


def test_a_scenario_that_was_lost_is_lost_by_all_and_an_open_one_by_nobody():
    out = started(blessings=e.Pile(size=0))
    lost = rows_of(out, reset("A"), end("A"), begin("B"), e.ScenarioEnded(outcome="lost"))
    (scenario,) = rows_in(lost, PathfinderScenario)

    assert (scenario.outcome, scenario.reason) == ("lost", "no blessing is left to turn over")
    assert [row.won for row in rows_in(lost, SeatFact)] == [False, False, False]
    assert [row.won for row in rows_in(rows_of(started()), SeatFact)] == [None, None, None]


def test_a_scenario_that_was_given_up_is_lost_by_all():
    two = started(who("A"), who("B"))
    given_up = rows_of(two, closed_how="conceded", closed_seat=0)

    assert [row.won for row in rows_in(given_up, SeatFact)] == [False, False]


def test_the_scenario_tells_how_it_was_played():
    start = started(
        scenario="Fogscar", adventure=2, mode="record", goal="ten allies", villains=("V", "W"), set="Shackles",
        origin="campaign/reef#12",
    )  # fmt: skip
    (found,) = rows_in(rows_of(start), PathfinderScenario)

    assert (found.scenario, found.adventure, found.judging, found.goal) == ("Fogscar", 2, "record", "ten allies")
    assert (found.villain, found.party, found.cards) == ("V, W", "A, B, C", "Shackles")
    assert (found.origin, found.middle, found.outcome) == ("campaign/reef#12", True, "")


def test_nothing_is_stated_of_a_game_whose_events_are_not_at_hand():
    context = context_of(started(), started=None)

    assert {type(row) for row in GAME.facts(context, ())} == {GameFact, SeatFact}


# Record


def test_what_was_undone_or_made_void_is_in_no_row():
    fought = (explore(), check("A", "defeat", 12, 9), DEFEATED)
    undone = rows_of(started(), *fought, Undone(since=3))
    void = rows_of(started(), *fought, e.Correction(reason="wrong die", void=(3, 4)), check("A", "defeat", 3, 9))

    assert rows_in(undone, PathfinderCheck) == []
    assert columns(rows_in(void, PathfinderCheck), "version", "total", "succeeded") == [(6, 3, False)]
    assert columns(rows_in(void, PathfinderEncounter), "outcome", "checks_made") == [("", 1)]
    assert columns(rows_in(void, PathfinderDamage), "version", "amount") == [(6, 6)]


def test_events_that_stay_beside_void_ones_keep_their_numbers():
    void = rows_of(
        started(), e.Moved(who="A", to="L2"), explore(), win(), DEFEATED, e.Correction(reason="not moved", void=(2,)),
    )  # fmt: skip

    assert columns(rows_in(void, PathfinderExploration), "version", "location", "outcome") == [(3, "L1", "defeated")]
    assert columns(rows_in(void, PathfinderCheck), "version", "location") == [(4, "L1")]


def test_rulings_and_options_are_told():
    everything = rows_of(
        started(hand_reset="ask"), rule_on("hand_reset", "excess_only", scope="game"),
        e.Ruling(point="may we talk", choice="yes", scope="once"),
    )  # fmt: skip

    assert columns(rows_in(everything, PathfinderRuling), "point", "choice", "option", "scope", "ruled_by") == [
        ("hand_reset", "excess_only", True, "game", "the table"),
        ("may we talk", "yes", False, "once", ""),
    ]
    assert columns(rows_in(everything, PathfinderOption), "option", "value", "official") == [
        ("hand_reset", "ask", "optional_discards")
    ]


def test_findings_are_those_of_an_audit():
    start = started(mode="record", villains=("V", "V"))
    events = (
        explore(), check("A", "defeat", 16, 12, outcome="fail"), DEFEATED, damage("A", 1, "after", late=1),
        e.Ruling(point="undefeated_bane"), e.HandReset(who="A", discards=9),
        e.Correction(reason="a card lay in the wrong zone", how="Cure goes to the discard pile"),
    )  # fmt: skip
    found = rows_in(rows_of(start, *events), PathfinderFinding)

    expected = audit(GAME, start, list(enumerate(events, 2)))
    assert [(row.version, row.rule, row.kind, row.message, row.stated, row.computed) for row in found] == [
        (one.event, one.rule, one.kind, one.message, one.stated, one.computed) for one in expected
    ]
    assert {"outcome_contradicts_total", "late", "retcon_zones"} <= {row.kind for row in found}
    assert {row.turn for row in found if row.version > 1} == {1}


def test_nothing_is_found_in_what_was_made_void():
    fought = (explore(), check("A", "defeat", 16, 12, outcome="fail"), UNDEFEATED)
    void = rows_of(started(), *fought, e.Correction(reason="wrong die", void=(3, 4)), check("A", "defeat", 3, 9))

    assert rows_in(rows_of(started(), *fought), PathfinderFinding)
    assert [row for row in rows_in(void, PathfinderFinding) if row.version < 5] == []


def test_stated_values_are_told_with_the_event_that_stated_them():
    found = rows_in(rows_of(party(), *FIGHT), PathfinderCardValue)

    assert columns(found, "version", "card", "what", "value", "firm") == [
        (5, "Goblin Cutpurse", "defeat 1 Melee", "9", True),
        (8, "Ogre", "defeat 1 Melee", "12", True),
    ]


# Everything


@pytest.mark.parametrize("players", [1, 2, 4, 6])
def test_walks_are_counted_to_the_end(players):
    start, steps = walk(players, players, "official" if players % 2 else "seed", limit=250)
    events = [event for _, event, _ in steps]
    everything = rows_of(start, *events)
    last = steps[-1][2]

    assert everything == rows_of(start, *events)
    assert len(rows_in(everything, PathfinderExploration)) == sum(isinstance(one, e.Explored) for one in events)
    assert len(rows_in(everything, PathfinderCheck)) == sum(isinstance(one, e.CheckResolved) for one in events)
    assert [row.number for row in sorted(rows_in(everything, PathfinderEncounter), key=lambda row: row.number)] == list(
        range(1, last.met + 1)
    )
    (scenario,) = rows_in(everything, PathfinderScenario)
    assert scenario.locations_closed == sum(one.status == "closed" for one in last.places)
    assert scenario.outcome == (last.result.outcome if last.result else "")
    assert {type(row) for row in everything} <= set(FACT_TYPES)


def test_whatever_is_recorded_can_be_told_as_rows():
    for seed in range(6):
        chance = random.Random(seed)
        start = started(who("A"), who("B", "L2"), mode="record", preset="seed" if seed % 2 else "official")
        state, steps = reducer.start(start), []
        while len(steps) < 150:
            event = thrown(chance, ("A", "B"), ("L1", "L2", "L3", "L4"))
            if reducer.check(state, event):
                continue
            after, effects = GAME.evolve(state, event)
            entry = Entry(version=len(steps) + 2, action=len(steps) + 2, event=event)
            steps.append(Step(entry=entry, before=state, after=after, effects=effects))
            state = after
        everything = list(GAME.facts(context_of(start), steps))

        assert len(rows_in(everything, PathfinderCharacter)) == 2
        assert len({row.number for row in rows_in(everything, PathfinderEncounter)}) == state.met


def test_the_facts_of_a_long_scenario_are_worked_out_quickly():
    start, steps = walk(4, 4, "official")
    line = line_of(start, [event for _, event, _ in steps])
    best = min(_seconds(lambda: list(GAME.facts(context_of(start), line))) for _ in range(7))

    assert best / len(line) < 0.03 / 300


def _seconds(work):
    begun = time.process_time()
    work()
    return time.process_time() - begun


def test_who_acts_later_has_the_seat_of_the_one_before():
    start = started(who("A", deck=1, hand=3), who("B"), successor_begins="next_encounter")
    joined = e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L2", successor=True))
    found = rows_in(rows_of(start, reset("A"), died("A"), joined), PathfinderCharacter)

    assert columns(found, "seat", "character", "player", "alive") == [
        (0, "A", "A", False), (1, "B", "B", True), (0, "D", "A", True),
    ]  # fmt: skip


def test_a_boon_that_was_acquired_is_told():
    found = rows(PathfinderExploration, explore(card="Torch", type="item"), win("A", "acquire"), ACQUIRED)

    assert columns(found, "card", "outcome") == [("Torch", "acquired")]
