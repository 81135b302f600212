"""Fights as posts tell them: whose damage it is, what is unsaid of it, closings beside a villain, windows cut off."""

import pytest

from tests.engine.pathfinder.posted import explored, found_in, over, rolled, state, the_window, told

MISSED = (explored(), rolled(6, 4))
RESET = told("hand_reset", drawn=None, discarded=None)


def dealt(amount=6, source=None, **more):
    return told("damage_dealt", kind="Combat", amount=amount, source=source, **more)


def taken(amount=6, discarded=None, **more):
    return told("damage_taken", kind="Combat", amount=amount, discarded=discarded, **more)


# The damage of a failed check


@pytest.mark.parametrize("source", [None, "Imp", "the Imp", "missed by 6", "failed check", "Combat", "short by 6"])
def test_damage_after_a_failed_check_is_that_of_the_check_and_counts_once(source):
    assert found_in(*MISSED, dealt(source=source), taken(), over(), RESET) == []
    assert (3, "PA-DMG-01", "damage_differs") in found_in(*MISSED, dealt(4, source), taken(4), over())


@pytest.mark.parametrize("source", ["a trap of the location", "Kyra's bomb", "Imp, before acting", "scenario power"])
def test_damage_whose_source_is_something_else_is_not_that_of_the_check(source):
    assert (3, "PA-DMG-01", "damage_differs") not in found_in(*MISSED, dealt(1, source), over())


def test_damage_of_a_check_goes_to_the_one_who_made_it():
    other = found_in(*MISSED, dealt(character="Kyra"), taken(character="Kyra"), over())

    assert other == [(3, "PA-DMG-01", "breach")]
    both = (dealt(character="Kyra"), dealt(), taken(), taken(character="Kyra"))
    assert found_in(*MISSED, *both, over()) == []


def test_damage_that_nobody_speaks_of_is_unknown_and_so_is_the_hand_after_it():
    hand = state("Bow", "Cure", "Cap")

    assert found_in(hand, *MISSED, over(), RESET, told("turn_ended")) == []
    assert found_in(hand, *MISSED, over(), state("Bow", discard=4)) == []
    assert found_in(hand, *MISSED, dealt(), over(), state(discard=5)) == []
    assert found_in(hand, *MISSED, dealt(), taken(None), over(), state(discard=5)) == []


def test_damage_that_is_reduced_by_an_unsaid_amount_is_what_was_taken_of_it():
    hand = state("Bow", "Cure", "Cap")
    less = told("damage_reduced", amount=None, source="power")

    assert found_in(hand, *MISSED, less, taken(2, ["Bow", "Cap"]), over(), state("Cure", discard=4)) == []
    assert found_in(hand, *MISSED, less, over(), RESET) == []


@pytest.mark.parametrize("card", ["Mail (bury)", {"card": "Mail", "how": "bury"}, "Mail", None])
def test_a_card_that_reduces_damage_goes_where_it_is_told_to_go_or_nobody_knows(card):
    less = told("damage_reduced", amount=6, by_card=card)

    assert found_in(state("Bow", "Mail"), *MISSED, less, over(), state("Bow", buried=1)) == []


def test_with_less_cards_than_damage_the_whole_hand_is_taken():
    assert found_in(state("Bow"), *MISSED, dealt(), taken(), over(), state(discard=3)) == []


# Windows that begin in the middle, encounters that nobody told


@pytest.mark.parametrize(
    "row",
    [
        over("defeated"), over("acquired", card="Bow"), over("evaded"),
        told("location_closed", closing="permanent", cause="henchman", location="Dock"),
        told("location_closed", closing="permanent", cause="villain", location="Dock"),
        told("villain_escaped", card="Nemo", n=2, pool="box", to=["Dock", "Farm"], location="Cave"),
        told("villain_escaped", card="Nemo", n=2, pool=None, to=None),
        told("temp_close_attempted", location="Dock", outcome="success"),
        told("damage_reduced", amount=2, source="power"),
        rolled(8, 7, 5), rolled(8, 7, 5, "acquire"), rolled(8, 7, 5, "close"), rolled(8, 7, 5, "close temporarily"),
    ],
)  # fmt: skip
def test_what_comes_before_a_window_is_unknown(row):
    assert found_in(row) == []


def test_a_card_whose_end_is_unsaid_is_simply_not_known():
    assert found_in(explored(), rolled(8, 7, None), over(None), RESET, told("turn_ended")) == []
    assert found_in(explored(card=None), RESET, told("turn_ended")) == []


def test_a_boon_without_a_check_was_left_alone():
    assert found_in(explored("Bow", "weapon"), over("banished", "Bow")) == []
    assert found_in(explored(), over("defeated")) == [(2, "PA-ENC-05", "check_skipped")]


def test_a_card_whose_summoned_cards_are_fought_needs_no_check_of_its_own():
    inner = (
        told("encounter_started", card="Rat", card_type="monster", summoned=True),
        rolled(12, 11),
        over("defeated", "Rat"),
    )

    assert found_in(explored("Nest", "barrier"), *inner, over("defeated", "Nest")) == []


def test_who_encounters_a_card_is_shown_by_who_fights_it():
    met = told("encounter_started", character=None, card="Nemo", card_type="villain", villain=True)
    fight = (rolled(12, 11, villain=True), over("defeated", "Nemo", villain=True))

    assert found_in(met, *fight) == []


# Villains and closings


VILLAIN = explored("Nemo", "villain", location="Dock")
BEATEN = (rolled(12, 11, villain=True), over("defeated", "Nemo", villain=True))


def attempt(**more):
    return told("temp_close_attempted", character="Kyra", location="Farm", **more)


def test_a_check_to_close_beside_a_villain_is_one_against_it():
    roll = {**rolled(8, 7, 6, "close"), "character": "Kyra", "location": "Farm", "closing": None}

    assert found_in(VILLAIN, attempt(), roll, *BEATEN) == []
    assert found_in(VILLAIN, roll, *BEATEN) == []
    assert found_in(VILLAIN, attempt(outcome=None), *BEATEN) == []


def test_a_second_try_is_wrong_once_and_where_it_is_made():
    roll = {**rolled(8, 4, 6, "close temporarily"), "character": "Kyra", "location": "Farm"}

    assert found_in(VILLAIN, attempt(), roll, attempt(), roll, *BEATEN) == [(4, "PA-VIL-01", "breach")]
    assert found_in(VILLAIN, attempt(), roll, roll, *BEATEN) == [(4, "PA-VIL-01", "breach")]
    late = found_in(VILLAIN, *BEATEN, attempt(), roll)
    assert late == [(4, "PA-VIL-01", "breach")]


def test_where_a_villain_was_defeated_a_closing_is_missed_once_play_goes_on_and_only_there():
    assert found_in(VILLAIN, *BEATEN, RESET, told("turn_ended")) == [(3, "PA-VIL-04", "closing_not_mentioned")]
    assert found_in(VILLAIN, *BEATEN) == []


def test_the_blessings_that_go_with_a_villain_are_told_as_posted():
    gone = told("villain_escaped", n=3, pool="2 blessings from the box", to=["Farm", "Cave", "Mill"])
    (event,) = the_window(VILLAIN, *BEATEN, gone).entries[-1].events

    assert (event.n, event.blessings, event.pool, event.to) == (3, 2, "box", ("Farm", "Cave", "Mill"))


def test_a_closing_that_is_told_to_succeed_closes_and_one_of_which_nothing_is_told_does_not():
    henchman = (
        explored("Wolf", "henchman", location="Dock"), rolled(12, 11, henchman=True),
        over("defeated", "Wolf", henchman=True),
    )  # fmt: skip
    close = told("close_attempted", outcome=None)
    closed = told("location_closed", closing=None, cause=None)

    assert found_in(*henchman, close, closed, RESET) == []
    assert found_in(*henchman, close, RESET) == []
    assert found_in(*henchman, rolled(8, 7, 6, "close"), RESET) == []
    maybe = told("close_attempted", outcome="closed, if Kyra pays her card")
    assert found_in(*henchman, maybe, RESET)[:1] == [(4, "PA-CLS-03", "conditional_result")]


# Rolls


def test_what_is_added_after_a_roll_and_unsaid_is_what_the_effective_total_has_more():
    late = {**rolled(12, 7), "effective_total": 11, "outcome": "success"}

    assert found_in(explored(), {**late, "after_roll": None}, over("defeated")) == []
    assert found_in(explored(), late, over("defeated")) == []
    assert found_in(explored(), {**late, "after_roll": "an ally recharged, +4"}, over("defeated")) == []
    assert found_in(explored(), {**late, "effective_total": None, "after_roll": "some help"}, over("defeated")) == []
    wrong = found_in(explored(), {**late, "after_roll": [{"value": 2}]}, over("defeated"))
    assert (2, "PA-CHK-08", "total_contradicts_dice") in wrong


@pytest.mark.parametrize("again", [None, 2, "the roll before", True])
def test_a_roll_that_is_made_again_counts_the_second_time_alone(again):
    better = {**rolled(12, 11), "reroll_of": again}

    assert found_in(*MISSED, better, over("defeated")) == []
    assert found_in(*MISSED, rolled(12, 11), over("defeated")) != []


def test_a_roll_to_close_can_be_made_again():
    start = told("close_attempted", location="Dock")
    close = (start, rolled(8, 3, 6, "close"), {**rolled(8, 7, 6, "close"), "reroll_of": None})

    assert found_in(*close, told("location_closed", cause="henchman", location="Dock")) == []


def test_dice_and_modifiers_of_which_one_is_unsaid_have_no_sum_that_could_be_wrong():
    roll = {**rolled(12, 7), "total": 12, "outcome": "success"}

    assert found_in(explored(), {**roll, "modifiers": [{"value": None}]}, over("defeated")) == []
    assert found_in(explored(), {**roll, "dice": [{"die": "d12", "result": None}]}, over("defeated")) == []
    assert found_in(explored(), {**roll, "dice": [None]}, over("defeated")) == []
    parts = {"difficulty_parts": [{"value": 3}, {"value": None}]}
    assert found_in(explored(), {**rolled(12, 11), **parts}, over("defeated")) == []


# What texts allow


@pytest.mark.parametrize(
    "effect", ["may play another blessing", "any number of blessings", "the first one lets another be played"]
)
def test_several_cards_of_a_type_are_played_where_a_text_that_is_posted_allows_it(effect):
    blessing = {"card": "Blessing of Torag", "type": "blessing", "how": "recharge"}
    two = [blessing, {**blessing, "card": "Blessing of Irori", "effect": effect}]

    assert found_in(explored(), rolled(12, 11, cards_played=two), over("defeated")) == []
    two[1]["effect"] = "+2 dice"
    assert (2, "PA-PLY-02", "breach") in found_in(explored(), rolled(12, 11, cards_played=two), over("defeated"))


def test_a_text_may_leave_undefeated_who_is_beaten_or_beat_without_a_roll():
    known = explored(known={"check": "Combat 12", "text": "without Fire or Acid undefeated"})
    assert found_in(known, rolled(12, 11), over("undefeated")) == []
    said = told("effect_applied", effect="without Magic it is undefeated", zone=None)
    assert found_in(explored(), rolled(12, 11), said, over("undefeated")) == []
    power = told("power_used", power="automatically acquire an ally", zone=None)
    assert found_in(explored("Dog", "ally"), power, over("acquired", "Dog")) == []
    assert found_in(explored("Map", "barrier", known={"check": "none"}), over("defeated", "Map")) == []


def test_damage_that_a_text_works_out_otherwise_is_not_held_against_the_check():
    half = told("damage_dealt", amount=2, amount_expr="3/2, rounded up", source="Imp")
    more = told("damage_dealt", amount=4, source="Imp, +1 by the scenario")

    missed = (explored(), rolled(8, 7))
    assert found_in(*missed, half, taken(2), over()) == []
    assert found_in(*missed, more, taken(4), over()) == []


def test_a_blessing_that_is_turned_over_late_is_told_where_it_comes():
    late = (told("turn_started"), explored(), rolled(12, 11), over("defeated"), told("blessing_advanced"))

    assert found_in(*late) == [(5, "PA-TRN-01", "breach")]
    given = told("card_given", card="Cure", outcome="given to Kyra")
    assert (6, "PA-TRN-02", "breach") in found_in(*late, given, told("card_played", character="Kyra", card="Bow"))


def test_a_check_before_the_one_that_beats_a_card_is_of_something_else_where_nothing_is_said():
    before = rolled(8, 5, skill="Wisdom", purpose=None)

    assert found_in(explored(), before, rolled(12, 11, skill="Combat"), over("defeated")) == []


def test_an_encounter_is_handed_to_another_by_a_power_as_by_a_card():
    left = told("encounter_started", card="Imp", card_type="monster", summoned=False, outcome=None)
    power = told("power_used", character="Kyra", power="encounter it instead", zone=None, outcome="pending")

    found = found_in(explored(), left, power, RESET, told("turn_ended"))
    assert (2, "PA-ENC-10", "deferred_to_other_player") in found


def test_what_a_die_brings_after_acting_is_said_to_be_forgotten_after_acting():
    here = told("state_posted", character=None, where={"Lem": "Dock", "Kyra": "Dock"})
    why = "Imp after acting: 1d4 damage to each character here"
    pick = told("random_pick", why=why, dice=[{"die": "d4", "result": 3}], total=3, location="Dock",
                affects="all characters at the location")  # fmt: skip

    found = found_in(here, explored(), rolled(12, 11), over("defeated"), pick, taken(3), location="Dock")
    assert found == [(5, "PA-ENC-07", "forgotten_effect_on_others")]


def test_a_closing_that_failed_against_a_villain_does_not_hold():
    tried = (told("temp_close_attempted", character="Kyra", location="Farm"),
             rolled(6, 1, 6, "temporary closing", character="Kyra", location="Farm", closing="temporary"))  # fmt: skip
    shut = told("location_closed", character="Kyra", location="Farm", closing="temporary", cause="villain")

    assert {at for at, _, _ in found_in(VILLAIN, *tried, shut)} == {4}


def test_no_more_damage_is_taken_than_is_due_whatever_the_hand_holds():
    cards = [f"Card {number}" for number in range(6)]

    assert (4, "PA-DMG-03", "damage_taken_differs") in found_in(*MISSED, dealt(), taken(7, cards), over())
    assert found_in(*MISSED, dealt(), taken(6, cards), over()) == []


def test_the_same_card_does_not_let_a_roll_be_made_again_twice():
    charm = [{"card": "Charm", "type": "item", "how": "reveal", "effect": "reroll"}]
    again = [rolled(6, 2, reroll_of=at, cards_played=charm) for at in (2, 3)]

    found = found_in(explored(), rolled(6, 1), *again)
    assert (4, "PA-CHK-14", "breach") in found
    assert 3 not in [at for at, _, _ in found]
