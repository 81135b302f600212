"""Cards as posts tell them: where they come from and go to, who played them and got them, and what nobody said."""

import pytest

from tests.engine.pathfinder.posted import explored, found_in, over, rolled, state, the_window, told

HAND = state("Bow", "Cure")
FOUGHT = (rolled(12, 11), over("defeated"))


def put(zone, text="", **more):
    return told("effect_applied", effect=text, zone=zone, **more)


# From where, and whither


@pytest.mark.parametrize("after", [state("Bow"), state("Bow", discard=3), state("Bow", buried=1), HAND])
def test_a_card_that_was_played_nobody_said_how_is_in_hand_or_in_any_zone(after):
    played = told("card_played", card="Cure", card_type="spell", action=None)

    assert found_in(HAND, played, after) == []
    helped = {**rolled(12, 11), "cards_played": [{"card": "Cure", "type": "spell", "how": None}]}
    assert found_in(HAND, explored(), helped, over("defeated"), after) == []
    paid = explored(source="card", paid_by={"card": "Cure", "how": None})
    assert found_in(HAND, paid, *FOUGHT, after) == []
    assert found_in(HAND, played, state("Cure"))[-1:] == [(3, "PA-ZON-01", "count_differs")]


def test_a_card_comes_from_the_zone_that_is_known_to_hold_it():
    assert found_in(HAND, put({"Bow": "discard"}), state("Cure", discard=3)) == []
    assert found_in(HAND, put({"Bow": "discard"}), state("Bow", "Cure", discard=3)) != []


def test_a_card_of_which_nobody_knows_where_it_was_may_have_come_from_anywhere_else():
    back = put({"Wolf": "hand"}, "the Wolf is back in hand")

    assert found_in(HAND, back, state("Bow", "Cure", "Wolf", discard=1)) == []
    assert found_in(HAND, back, state("Bow", "Cure", "Wolf", deck=7)) == []
    assert found_in(HAND, back, state("Bow", "Cure")) != []
    power = told("power_used", power="a card comes back", zone={"Wolf": "hand"})
    assert found_in(HAND, power, state("Bow", "Cure", "Wolf", discard=1)) == []


def test_a_text_that_names_two_cards_tells_of_each_of_them_its_own_origin():
    both = put({"Cure": "buried", "Wolf": "hand"}, "Cure is buried, Wolf comes back from the discard pile")

    assert found_in(HAND, both, state("Bow", "Wolf", discard=1, buried=1)) == []
    assert found_in(HAND, both, state("Bow", "Wolf", discard=2, buried=1)) != []


def test_a_text_that_tells_the_origin_is_held_against_what_is_known():
    assert (2, "PA-ZON-01", "zone_contradiction") in found_in(HAND, put({"Wolf": "hand"}, "returns a buried ally"))


@pytest.mark.parametrize("zone", [None, {"Cure": None}, {"Cure": "somewhere"}, "a pile"])
def test_zones_that_nobody_tells_leave_all_counts_open(zone):
    assert found_in(HAND, put(zone), state("Bow", discard=3)) == []
    assert found_in(HAND, told("power_used", power="a power", zone=zone), state("Bow", discard=3)) == []


def test_a_power_that_draws_leaves_open_how_much():
    draws = told("power_used", power="discard a card to draw a card", zone={"Cure": "discard"})

    assert found_in(HAND, draws, state("Bow", "Cap", deck=7, discard=3)) == []


def test_after_a_correction_in_words_nothing_of_the_character_is_certain():
    put_right = told("correction", what_was_wrong="the Wolf was recharged", how="it goes to the bottom of the deck")
    found = found_in(HAND, put_right, state("Bow", "Cure", deck=9, discard=1))

    assert (2, "PA-ZON-01", "retcon_zones") in found
    assert {one[0] for one in found} == {2}
    both = (HAND, {**HAND, "character": "Kyra"}, {**put_right, "character": None})
    assert found_in(*both, {**state("Bow"), "character": "Kyra"})[-1][0] == 3


def test_a_hand_of_which_nothing_is_told_is_not_empty():
    drawn = told("hand_drawn", hand=None, hand_size=5, deck=10, discard=0, buried=0)

    assert found_in(drawn, state("Bow", "Cure", "Cap", deck=10, discard=0)) == []


def test_healing_of_somebody_whom_nobody_names_may_be_anybodys():
    healed = told("healed", character=None, amount=2)

    assert found_in(told("turn_started"), HAND, healed, state("Bow", "Cure", deck=10, discard=0)) == []


# Who played it


AID = {"card": "Aid", "type": "spell", "how": "discard", "by": "Kyra"}


def helped(**card):
    return {**rolled(12, 11), "cards_played": [{**AID, **card}]}


def own(**more):
    return {**told("card_played", character="Kyra", card="Aid", card_type="spell", action="discard"), **more}


def test_a_card_that_its_player_tells_too_counts_once():
    kyra = {**state("Aid"), "character": "Kyra"}
    after = {**state(discard=3), "character": "Kyra"}

    assert found_in(kyra, explored(), own(), helped(), over("defeated"), after) == []
    assert found_in(kyra, own(), explored(), helped(), over("defeated"), after) == []
    assert found_in(kyra, explored(), helped(), over("defeated"), own(), after) == []
    assert the_window(explored(), helped(), own()).entries[-1].reason.startswith("the check")


def test_two_copies_of_a_card_are_two_cards():
    found = found_in(explored(), own(card="Aid 1"), helped(card="Aid 2"), over("defeated"))

    assert (3, "PA-PLY-02", "breach") in found


def test_a_card_that_somebody_unnamed_played_is_anybodys():
    kyra = {**state("Aid"), "character": "Kyra"}

    assert (
        found_in(kyra, explored(), helped(by=None), over("defeated"), {**state(discard=3), "character": "Kyra"}) == []
    )
    assert found_in(HAND, explored(), helped(by=None), over("defeated"), HAND) == []


# Who got it


TURN = (told("turn_started", location="Dock"), told("blessing_advanced"))


@pytest.mark.parametrize("outcome", ["given to Kyra", "to Kyra", "Kyra"])
def test_a_card_is_given_to_the_one_who_is_named(outcome):
    kyra = {**state("Aid"), "character": "Kyra"}
    gift = told("card_given", card="Cure", outcome=outcome)
    after = {**state("Aid", "Cure"), "character": "Kyra"}

    assert found_in(HAND, kyra, *TURN, gift, state("Bow"), after) == []
    late = found_in(HAND, kyra, *TURN, explored(), *FOUGHT, gift)
    assert (8, "PA-TRN-02") in [one[:2] for one in late]
    assert (6, "PA-TRN-04", "breach") in found_in(HAND, kyra, *TURN, gift, gift)


def test_a_card_that_was_given_to_nobody_knows_whom_has_left_the_hand():
    gift = told("card_given", card="Cure", outcome="given")
    others = ({**state("Aid"), "character": "Kyra"}, {**state("Cap"), "character": "Seoni"})
    after = {**state("Cap", "Cure"), "character": "Seoni"}

    assert found_in(HAND, *others, *TURN, gift, state("Bow"), after) == []
    assert found_in(HAND, *TURN, told("card_given", card=None, outcome="none"), HAND) == []


# Numbered cards of a location


def looked(position, card, **more):
    return told("examined", location="Dock", position=position, card=card, **more)


LEFT = told("state_posted", character=None, locations={"Dock": "3-10 remain"})


def test_a_card_whose_number_has_left_the_deck_cannot_be_seen():
    assert found_in(LEFT, looked(4, "Imp")) == []
    assert found_in(LEFT, looked(1, "Imp")) == [(2, "PA-EXM-01", "effect_without_object")]


def test_a_number_stays_with_its_card():
    explore = explored("Imp", location="Dock", position=3)

    assert found_in(looked(3, "Imp"), explore, *FOUGHT) == []
    assert (2, "PA-EXM-01", "zone_contradiction") in found_in(looked(3, "Toad"), explore, *FOUGHT)
    assert (3, "PA-EXM-01", "zone_contradiction") in found_in(LEFT, looked(3, "Toad"), {**explore, "position": None})
    moved = looked(3, "Toad", outcome="put on the bottom")
    assert found_in(LEFT, moved, {**explore, "position": None}, *FOUGHT) == []


# Whose turn it is


def test_whose_turn_comes_next_is_judged_where_the_order_of_the_seats_is_posted():
    turns = [told("turn_started", character=name) for name in ("Lem", "Seoni", "Kyra", "Lem")]
    rows = [row for turn in turns for row in (turn, told("blessing_advanced", character=turn["character"]))]
    order = {"turn_order_posted": ["Lem", "Kyra", "Seoni"]}

    assert found_in(told("healed", character="Kyra", amount=1), *rows) == []
    assert (3, "PA-TRN-14", "breach") in found_in(*rows, header=order)


def test_a_turn_of_somebody_unnamed_is_that_of_the_one_who_explores_in_it():
    begun = (told("turn_started", character=None), told("blessing_advanced", character=None))

    assert found_in(*begun, explored(), *FOUGHT, told("turn_ended")) == []
    assert found_in(*begun, told("note", text="nothing else")) == []


def test_a_turn_that_begins_again_right_after_a_correction_is_posted_again():
    begun = (told("turn_started"), told("blessing_advanced"), explored(), *FOUGHT)
    wrong = told("correction", character=None, what_was_wrong="a card was forgotten", how=None)

    assert {(at, kind) for at, _, kind in found_in(*begun, wrong, *begun)} == {(6, "redo_turn")}


def test_a_turn_whose_number_is_unsaid_has_the_one_that_its_lines_have_or_none():
    def turn(who, number, later):
        return (
            told("turn_started", character=who, turn=number), told("blessing_advanced", character=who, turn=later),
        )  # fmt: skip

    assert found_in(*turn("Lem", None, 5), *turn("Kyra", 6, 6)) == []
    assert found_in(*turn("Lem", None, None), *turn("Kyra", 6, 6)) == []
    assert (3, "PA-TRN-14", "turn_number") in found_in(*turn("Lem", 4, 4), *turn("Kyra", 6, 6))


def test_a_card_that_nobody_is_said_to_have_played_is_anybodys():
    played = told("card_played", character=None, card="Cure", card_type="spell", action="discard")

    assert found_in(HAND, played, state("Bow", discard=3)) == []
    assert found_in(HAND, played, HAND) == []


def test_a_check_of_which_nobody_says_what_it_was_for_may_have_recharged_a_card():
    played = told("card_played", card="Cure", card_type="spell", action="discard, pending recharge")

    assert found_in(HAND, played, rolled(12, 11, purpose=None), state("Bow", deck=9)) == []
