"""Section 4 of the rules: what a card costs, where the rupees go, what the buyer gets."""

import pytest

from tests.engine.pamir.given import END, betray, buy, given, leaves, play, put, use

ROWS = """
    m.0.0 1
    m.0.1 2
    m.0.2 3
    m.0.3 4
    m.0.4 5
    m.0.5 6
    m.1.0 7
    m.1.1 8
    m.1.2 9
    m.1.3 10
    m.1.4 11
    m.1.5 12
"""


@pytest.mark.rule("PP-4.1-cost")
@pytest.mark.parametrize(("card", "cost"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 0), (8, 1), (12, 5)])
def test_a_card_costs_a_rupee_for_each_column_to_its_left(card, cost):
    given(ROWS + "p0.rupees 5").when(buy(card)).then(f"p0.rupees {5 - cost}", f"p0.hand [{card}]", "actions_left 1")


@pytest.mark.rule("PP-4.1-cost")
def test_a_card_that_cannot_be_paid_cannot_be_bought():
    game = given(ROWS + "p0.rupees 2").refuses(buy(4), "PP-4.1-cost")

    game.when(buy(3)).then("p0.rupees 0").refuses(buy(2), "PP-4.1-cost").refuses(buy(61), "PP-4.6-destination")


@pytest.mark.rule("PP-4.2-military-double")
def test_while_military_is_favored_each_card_to_the_left_gets_two_rupees():
    game = given(ROWS + "p0.rupees 6\nfavored military").when(buy(4))

    game.then("p0.rupees 0", "m.0.0 [1, 2]", "m.0.1 [2, 2]", "m.0.2 [3, 2]", "m.0.4 [5, 0]")
    given(ROWS + "p0.rupees 5\nfavored military").refuses(buy(4), "PP-4.2-military-double")


@pytest.mark.rule("PP-4.2-military-double")
def test_new_tactics_does_not_double_the_cost():
    given(ROWS + 'p0.effects ["new_tactics"]').when(buy(4)).then("p0.rupees 1", "m.0.0 [1, 1]")
    given(ROWS + "favored military").when(buy(3)).then("p0.rupees 0", "m.0.0 [1, 2]")


@pytest.mark.rule("PP-4.3-payment")
def test_the_rupees_go_on_the_cards_to_the_left_in_the_same_row():
    game = given(ROWS).when(buy(10))

    game.then("m.1.0 [7, 1]", "m.1.1 [8, 1]", "m.1.2 [9, 1]", "m.1.3 [null, 0]", "m.0.0 [1, 0]", "m.1.4 [11, 0]")


@pytest.mark.rule("PP-4.3-payment")
def test_for_a_vacant_slot_the_card_of_the_other_row_gets_the_rupee():
    game = given("m.0.0 1\nm.0.2 3\nm.1.0 7\nm.1.1 8").when(buy(3))

    game.then("m.0.0 [1, 1]", "m.1.1 [8, 1]", "m.0.1 [null, 0]", "m.1.0 [7, 0]", "p0.rupees 2", "locked [1, 8]")
    lower_row = given("m.1.0 1\nm.1.2 3\nm.0.0 7\nm.0.1 8").when(buy(3)).then("m.1.0 [1, 1]", "m.0.1 [8, 1]")
    lower_row.then("m.1.1 [null, 0]", "m.0.0 [7, 0]").brings("PP-4.1-cost", what="bought", seat=0, card=3, amount=2)


@pytest.mark.rule("PP-4.4-lock")
def test_a_card_that_received_a_rupee_this_turn_may_not_be_bought_this_turn():
    game = given(ROWS).when(buy(3)).then("locked [1, 2]")

    game.refuses(buy(1), "PP-4.4-lock").refuses(buy(2), "PP-4.4-lock").allows(buy(7))
    game.when(END).then("locked []").asks("main", "Blue").when(buy(1)).then("p1.rupees 5")


@pytest.mark.rule("PP-4.4-lock")
def test_the_payment_of_an_action_locks_too():
    game = given('m.0.0 1\nm.1.0 7\nm.1.1 8\np0.court [45]\np0.spies {"45": 1}').when(use(45, "betray"), betray(45))

    game.then("m.0.0 [1, 1]", "m.1.1 [8, 1]").refuses(buy(1), "PP-4.4-lock").refuses(buy(8), "PP-4.4-lock").allows(
        buy(7)
    )


@pytest.mark.rule("PP-4.5-collect")
def test_the_buyer_gains_the_rupees_on_the_card():
    given("m.0.0 1\nm.0.1 [2, 3]").when(buy(2)).then("p0.rupees 6", "m.0.0 [1, 1]", "m.0.1 [null, 0]", "p0.hand [2]")
    given("m.0.0 1\nm.0.1 [2, 3]").when(buy(2)).brings("PP-4.5-collect", what="collected", seat=0, card=2, amount=3)
    given("m.0.0 1\nm.0.1 [113, 2]").when(buy(113)).then("p0.rupees 8", "m.0.0 [1, 1]", "m.0.1 [null, 0]")


@pytest.mark.rule("PP-4.5-collect")
def test_the_price_must_be_there_before_the_rupees_on_the_card_are_collected():
    given("p0.rupees 1\nm.0.0 1\nm.0.1 2\nm.0.2 [3, 5]").refuses(buy(3), "PP-4.1-cost")
    given("p0.rupees 2\nm.0.0 1\nm.0.1 2\nm.0.2 [3, 5]").when(buy(3)).then("p0.rupees 5")


@pytest.mark.rule("PP-4.6-destination")
def test_a_court_card_goes_to_the_hand_which_has_no_limit_during_the_turn():
    game = given("p0.hand [20, 30, 40, 50]\nm.0.0 61\nm.1.0 62").when(buy(61), buy(62))

    game.then("p0.hand [20, 30, 40, 50, 61, 62]", "p0.court []").asks("main", "Gray")


@pytest.mark.rule("PP-4.6-destination")
def test_an_event_is_resolved_at_once_and_never_goes_to_the_hand():
    given("m.0.0 113\nm.1.0 61").when(buy(113), buy(61)).then("p0.rupees 7", "p0.hand [61]", "discard_pile [113]")


@pytest.mark.rule("PP-4.6-destination")
def test_a_bought_dominance_check_is_scored_at_once_and_the_turn_goes_on():
    game = given('m.0.0 101\nm.1.0 61\ndeck 20\ndeck_checks 3\np0.tribes {"herat": 1}').when(buy(101))

    game.then("p0.vp 3", "actions_left 1").asks("main", "Gray").when(buy(61)).then("p0.hand [61]", "actions_left 0")


FREE = """
    p0.loyalty russian
    p0.rupees 0
    p0.court [{card}]
    m.0.0 1
    m.0.1 9
    m.0.3 [{free}, 2]
    m.1.0 2
    m.1.1 3
    m.1.2 {other}
"""


@pytest.mark.rule("PP-4.7-free")
@pytest.mark.parametrize(("card", "free", "other"), [(66, 61, 79), (68, 79, 61), (70, 86, 92)])
def test_influence_cards_make_their_kind_of_card_free_and_no_rupees_are_placed(card, free, other):
    game = given(FREE.format(card=card, free=free, other=other)).refuses(buy(other), "PP-4.1-cost")

    game = game.when(buy(free)).then(f"p0.hand [{free}]", "p0.rupees 2", "m.0.0 [1, 0]", "m.0.1 [9, 0]", "locked []")
    game.then("actions_left 1")


@pytest.mark.rule("PP-4.8-withdrawal")
def test_public_withdrawal_cannot_be_bought():
    game = given("m.0.0 111\nm.0.1 61").refuses(buy(111), "PP-4.8-withdrawal")

    game.when(buy(61)).then("p0.rupees 3", "m.0.0 [111, 0]")
    given("m.1.0 111").when(END, leaves(111)).then("discard_pile [111]").asks("main", "Blue")


@pytest.mark.rule("PP-4.6-destination")
def test_a_bought_card_may_be_played_in_the_same_turn():
    given("m.0.0 16").when(buy(16), play(16), put("kabul")).then("p0.court [16]", "p0.hand []", "actions_left 0")
