"""Section 9 of the rules: cleanup in its order, the market, instability."""

import pytest

from engine.pamir.events import CardDiscarded, CardRevealed
from tests.engine.pamir.given import END, INSTABILITY, discard, given, leaves, reveal, riot


@pytest.mark.rule("PP-9.1-court")
def test_the_court_is_limited_to_three_and_the_political_stars():
    given("p0.court [9, 16, 17]").when(END).asks("main", "Blue")
    game = given("p0.court [9, 16, 17, 61, 62]").when(END).asks("cleanup_court", "Gray")

    assert game.choices("card", CardDiscarded) == {9, 16, 17, 61, 62}
    game.when(discard(16), discard(61)).then("p0.court [9, 17, 62]", "discard_pile [16, 61]").asks("main", "Blue")


@pytest.mark.rule("PP-9.1-court")
def test_the_court_limit_is_reckoned_anew_after_each_discard():
    game = given("p0.court [9, 16, 17, 61, 7, 62]").when(END).asks("cleanup_court", "Gray")

    game.when(discard(9)).then("p0.court [16, 17, 61, 7, 62]").asks("main", "Blue")
    game.when(discard(7)).asks("cleanup_court", "Gray").when(discard(9), discard(16)).asks("main", "Blue")


@pytest.mark.rule("PP-9.1-court")
def test_a_court_discard_is_a_loss_with_all_that_follows_and_the_limit_holds_after_it():
    game = (
        given("""
        p0.court [46, 5, 9, 16, 17]
        p0.rupees 0
        p0.tribes {"kabul": 1}
    """)
        .when(END)
        .asks("cleanup_court", "Gray")
        .when(discard(46))
        .asks("leverage", "Gray")
    )

    # The political card goes for the debt, so the limit sinks by its star.
    game = game.when(discard(5)).then("p0.tribes {}").asks("leverage", "Gray").when(discard(9))
    game.then("p0.court [16, 17]", "p0.rupees 0").asks("main", "Blue")


@pytest.mark.rule("PP-9.1-court")
def test_after_debts_the_court_limit_is_checked_again():
    # Five cards, limit 4: the leveraged one goes and the debt of one is paid with the only political card.
    game = (
        given("p0.court [46, 5, 9, 16, 17, 61]\np0.rupees 1\np0.hand [8]").when(END, discard(9)).asks("cleanup_court")
    )

    game = game.when(discard(46)).asks("leverage", "Gray").when(discard(5)).asks("main", "Blue")
    game.then("p0.court [16, 17, 61]", "p0.hand [8]")
    again = given("p0.court [46, 7, 9, 16, 17, 61]\np0.rupees 1").when(END, discard(46), discard(7))
    again.asks("cleanup_court", "Gray").then("p0.court [9, 16, 17, 61]").when(discard(61)).asks("main", "Blue")


@pytest.mark.rule("PP-9.2-hand")
def test_the_hand_is_limited_to_two_and_the_intelligence_stars():
    given("p0.hand [9, 16]").when(END).asks("main", "Blue")
    game = given("p0.hand [9, 16, 17, 61]\np0.court [4]").when(END).asks("cleanup_hand", "Gray")

    assert game.choices("card", CardDiscarded) == {9, 16, 17, 61}
    game.refuses(discard(4), "PP-9.2-hand").when(discard(17)).then("p0.hand [9, 16, 61]", "discard_pile [17]").asks(
        "main"
    )


@pytest.mark.rule("PP-9.2-hand")
def test_hand_cards_that_are_discarded_cost_neither_leverage_nor_tribes():
    game = given('p0.hand [46, 16, 44]\np0.tribes {"kandahar": 1}').when(END)

    bank = game.when(discard(46)).then("p0.rupees 4").asks("main", "Blue")
    bank.brings("PP-9.2-hand", what="card_lost", seat=0, card=46)
    game.when(discard(44)).then('p0.tribes {"kandahar": 1}').asks("main", "Blue")


@pytest.mark.rule("PP-9.2-hand")
def test_only_the_active_player_cleans_up():
    game = given("p0.hand [9, 16, 17]\np1.hand [1, 2, 3, 4]\np1.court [5, 61, 62, 63, 64, 65]").when(END)

    game.asks("cleanup_hand", "Gray").when(discard(9)).asks("main", "Blue").then("p1.hand [1, 2, 3, 4]")


@pytest.mark.rule("PP-9.3-events")
def test_event_cards_in_the_leftmost_column_are_discarded_top_row_first():
    game = given("m.0.0 [115, 2]\nm.1.0 105\nm.0.1 1\nm.1.1 61").when(END).asks("cleanup_event", "Gray")

    game.refuses(leaves(105), "PP-9.3-events").refuses(leaves(1), "PP-9.3-events")
    game = game.when(leaves(115)).automatic().then("favored military", "discard_pile [115, 105]")
    # The rupees stayed on the slot and joined the card that slid there.
    game.then("m.0.0 [1, 2]", "m.1.0 [61, 0]").asks("main", "Blue")


@pytest.mark.rule("PP-9.3-events")
def test_court_cards_and_events_of_other_columns_stay():
    game = given("m.0.0 61\nm.0.1 105\nm.1.0 62").when(END).asks("main", "Blue")

    game.then("m.0.0 [61, 0]", "m.0.1 [105, 0]", "favored political")
    given("m.0.0 105").when(END).asks("cleanup_event", "Gray")


@pytest.mark.rule("PP-9.3-events")
def test_an_event_that_slides_into_the_leftmost_column_stays_this_turn():
    game = given("m.0.0 115\nm.0.1 105").when(END, leaves(115)).automatic().asks("main", "Blue")

    game.then("m.0.0 [105, 0]", "favored intelligence")
    game.when(END).asks("cleanup_event", "Blue")


@pytest.mark.rule("PP-9.3-events")
def test_a_dominance_check_in_the_leftmost_column_is_scored():
    game = given('m.1.0 101\ndeck 20\ndeck_checks 3\np2.tribes {"herat": 1}').when(END, leaves(101))

    game.then("p2.vp 3", "p0.vp 0", "discard_pile [101]").asks("reveal")


@pytest.mark.rule("PP-9.4-refill")
def test_each_row_slides_left_with_its_rupees():
    game = given("m.0.1 [1, 2]\nm.0.4 [2, 1]\nm.1.3 3").when(END)

    game.then("m.0.0 [1, 2]", "m.0.1 [2, 1]", "m.0.4 [null, 0]", "m.1.0 [3, 0]", "m.1.3 [null, 0]")


@pytest.mark.rule("PP-9.4-refill")
def test_rupees_on_a_vacant_slot_join_the_card_that_arrives():
    given("m.0.0 [null, 2]\nm.0.1 [1, 1]").when(END).then("m.0.0 [1, 3]", "m.0.1 [null, 0]")
    drawn = given("m.0.0 61\nm.1.0 [null, 2]\ndraw_pile [7]").when(END, reveal(7))
    drawn.then("m.0.0 [61, 0]", "m.1.0 [7, 2]")


@pytest.mark.rule("PP-9.4-refill")
def test_cards_are_drawn_for_the_leftmost_column_first_top_before_bottom():
    game = given("m.0.2 61\nm.1.3 62\ndraw_pile [1, 2, 3, 4]").when(END).automatic()

    game.then("m.0.0 [61, 0]", "m.1.0 [62, 0]", "m.0.1 [1, 0]", "m.1.1 [2, 0]", "m.0.2 [3, 0]", "m.1.2 [4, 0]")
    game.then("deck 0", 'pending [{"frame": "main"}]').asks("main", "Blue")
    game.brings("PP-9.4-refill", what="revealed", card=4)


@pytest.mark.rule("PP-9.4-refill")
def test_the_cards_of_a_known_deck_come_out_in_its_order():
    game = given("m.0.3 61\ndraw_pile [1, 2]").when(END).then("m.0.0 [61, 0]", "m.0.3 [null, 0]").asks("reveal")

    assert game.choices("card", CardRevealed) == {1}
    game.refuses(reveal(2), "PP-9.4-refill")


INSTABLE = """
    m.0.0 61
    m.0.1 [101, 2]
    m.0.2 62
    m.0.3 63
    m.0.4 64
    m.0.5 65
    m.1.0 1
    m.1.1 2
    m.1.2 3
    m.1.3 4
    p2.tribes {"herat": 1}
"""


@pytest.mark.rule("PP-9.5-instability")
def test_a_second_dominance_check_in_the_market_discards_both_and_scores_one():
    game = given(INSTABLE + "draw_pile [102, 7, 8, 9, 10, 103]").when(END, reveal(102)).asks("instability", "Gray")

    game = game.when(INSTABILITY).then("p2.vp 3", "p0.vp 0", "discard_pile [101, 102]").asks("reveal")
    # The row slid left again, the rupees stayed on their slot; drawing goes on with the next vacant slot.
    game.then("m.0.1 [62, 2]", "m.0.4 [65, 0]", "m.0.5 [null, 0]", "m.1.4 [null, 0]")
    game = game.automatic().asks("main", "Blue").then("m.1.4 [7, 0]", "m.0.5 [8, 0]", "m.1.5 [9, 0]")
    game.then("draw_pile [10, 103]", "p2.vp 3")


@pytest.mark.rule("PP-9.5-instability")
def test_with_no_check_left_instability_is_the_final_check():
    game = given(INSTABLE + "draw_pile [102, 7, 8, 9, 10]").when(END, reveal(102), INSTABILITY)

    game.then("p2.vp 6", 'result {"winners": [2], "reason": "final_check", "tie_break": ""}').asks(None)


@pytest.mark.rule("PP-9.5-instability")
def test_one_check_in_the_market_is_no_instability():
    game = given(INSTABLE + "draw_pile [6, 7, 8, 102]").when(END).automatic().asks("main", "Blue")

    game.then("p2.vp 0", "m.0.1 [101, 2]", "draw_pile [8, 102]")
    given(INSTABLE + "draw_pile [102, 7, 103]").when(END, reveal(102)).asks("instability")


def test_limits_come_before_events_and_events_before_the_market():
    game = (
        given("""
        p0.court [9, 16, 17, 61]
        p0.hand [1, 2, 3]
        m.0.0 112
        m.0.1 62
        draw_pile [8]
    """)
        .when(END)
        .asks("cleanup_court", "Gray")
        .when(discard(9))
        .asks("cleanup_hand")
        .when(discard(1))
    )

    game = game.asks("cleanup_event").when(leaves(112)).asks("event_riot").when(riot("kabul")).asks("reveal")
    game.when(reveal(8)).asks("main", "Blue")
