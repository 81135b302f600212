"""Section 5 of the rules: bribes for playing a card, placing it, patriots, impact icons."""

import pytest

from engine.pamir.events import PiecePlaced
from tests.engine.pamir.given import (
    ASK,
    END,
    MANNERS,
    PAY,
    REFUSE,
    WAIVE,
    WITHDRAW,
    favor,
    given,
    lower,
    play,
    put,
    use,
)

RULED = """
    p1.tribes {"kabul": 2}
    r.kabul.armies [0, 3, 0]
    p0.hand [16]
"""


@pytest.mark.rule("PP-5.1-bribe")
def test_the_ruler_of_a_cards_region_gets_a_rupee_for_each_tribe_there():
    game = given(RULED).when(play(16)).asks("bribe_offer", "Gray").then("p0.hand [16]", "p0.court []", "actions_left 2")

    game.brings("PP-5.1-bribe", what="bribe_due", seat=0, other=1, card=16, amount=2)
    paid = game.when(PAY, put("kabul")).then("p0.rupees 2", "p1.rupees 6", "p0.court [16]", "actions_left 1")
    paid.brings("PP-5.1-bribe", what="bribe_paid", seat=0, other=1, card=16, amount=2)


@pytest.mark.rule("PP-5.1-bribe")
def test_the_ruler_may_waive_all_of_it():
    game = given(RULED).when(play(16), ASK).asks("bribe_response", "Blue").when(WAIVE, put("kabul"))

    game.then("p0.rupees 4", "p1.rupees 4", "p0.court [16]", "actions_left 1")
    game.brings("PP-5.1-bribe", what="bribe_waived", seat=1, other=0, card=16, amount=2)


@pytest.mark.rule("PP-5.1-bribe")
def test_the_ruler_may_waive_a_part_of_it():
    game = given(RULED).when(play(16), ASK, lower(1)).asks("bribe_offer", "Gray").when(PAY, put("kabul"))

    game.then("p0.rupees 3", "p1.rupees 5", "p0.court [16]")


@pytest.mark.rule("PP-5.1-bribe")
def test_without_payment_or_waiver_the_play_never_happened():
    game = given(RULED).when(play(16), ASK, REFUSE).asks("bribe_offer", "Gray").when(ASK, REFUSE, WITHDRAW)

    game.asks("main", "Gray").then("p0.rupees 4", "p1.rupees 4", "p0.hand [16]", "p0.court []", "actions_left 2")
    game.brings("PP-5.1-bribe", what="withdrawn", seat=0, card=16)


@pytest.mark.rule("PP-5.1-bribe")
def test_a_bribe_that_cannot_be_paid_can_be_waived():
    game = given(RULED + "p0.rupees 1").when(play(16)).refuses(PAY, "PP-5.1-bribe").when(ASK)

    game.refuses(lower(2), "PP-5.1-bribe").when(lower(1), PAY, put("kabul")).then("p0.rupees 0", "p1.rupees 5")


@pytest.mark.rule("PP-5.1-bribe")
def test_only_the_payer_offers_and_only_the_payee_answers():
    game = given(RULED).when(play(16))

    game.refuses(WAIVE, "PP-5.1-bribe").refuses(MANNERS, "PP-5.2-exempt").refuses(END, "PP-5.1-bribe")
    game.when(ASK).refuses(PAY, "PP-5.1-bribe").refuses(WITHDRAW, "PP-5.1-bribe")


def played_free(text, card=16, place="kabul"):
    game = given(text).when(play(card)).brings_no("PP-5.1-bribe").asks("impact_army", "Gray")
    game.when(put(place)).then(f"p0.rupees {4}", "p1.rupees 4")


@pytest.mark.rule("PP-5.1-bribe")
def test_no_bribe_is_due_in_ones_own_region_or_in_one_that_nobody_rules():
    played_free('p0.tribes {"kabul": 3}\np1.tribes {"kabul": 2}\np0.hand [16]')
    played_free('p0.tribes {"kabul": 2}\np1.tribes {"kabul": 2}\np0.hand [16]')
    given(RULED).when(play(16)).asks("bribe_offer", "Gray")


@pytest.mark.rule("PP-5.2-exempt")
def test_disregard_for_customs_and_charismatic_courtiers_free_from_bribes_for_playing():
    played_free(RULED + 'effects ["disregard_for_customs"]')
    given(RULED + "p0.court [42]").when(play(16)).asks("impact_army", "Gray").then("p0.rupees 4")


@pytest.mark.rule("PP-5.2-exempt")
def test_charismatic_courtiers_in_the_court_of_another_do_not_help():
    given(RULED + "p2.loyalty afghan\np2.court [42]").when(play(16)).asks("bribe_offer", "Gray")
    given(RULED + "p0.court [42]").when(play(16)).asks("impact_army", "Gray")


@pytest.mark.rule("PP-5.2-exempt")
def test_courtly_manners_lets_its_buyer_refuse():
    game = given(RULED + 'p0.effects ["courtly_manners"]\np0.rupees 0').when(play(16)).refuses(PAY, "PP-5.1-bribe")

    done = game.when(MANNERS, put("kabul")).then("p0.rupees 0", "p1.rupees 4", "p0.court [16]")
    done.brings("PP-11.107", what="bribe_declined", seat=0, other=1, card=16, amount=2)
    given(RULED + 'p1.effects ["courtly_manners"]').when(play(16)).refuses(MANNERS, "PP-5.2-exempt")
    given(RULED + 'effects ["disregard_for_customs"]').when(play(16)).asks("impact_army")


@pytest.mark.rule("PP-5.3-place")
def test_playing_a_card_spends_an_action_costs_nothing_and_puts_it_on_either_end():
    game = given("p0.court [9, 61]\np0.hand [16, 17]")

    game.when(play(16, "left"), put("kabul")).then(
        "p0.court [16, 9, 61]", "p0.hand [17]", "actions_left 1", "p0.rupees 4"
    )
    game.when(play(17, "right"), put("kabul")).then("p0.court [9, 61, 17]", "p0.hand [16]", "actions_left 1")


@pytest.mark.rule("PP-5.3-place")
def test_no_court_limit_holds_during_the_turn():
    game = given("p0.court [9, 61, 62, 63]\np0.hand [16]").when(play(16), put("kabul"))

    game.asks("main", "Gray").then("p0.court [9, 61, 62, 63, 16]")


@pytest.mark.rule("PP-5.3-place")
def test_only_a_card_of_the_own_hand_can_be_played():
    game = given("p0.court [9]\np1.hand [16]\nm.0.0 17\np0.hand [15]")

    game.refuses(play(9), "PP-5.3-place").refuses(play(16), "PP-5.3-place").refuses(play(17), "PP-5.3-place")
    game.when(play(15), put("kabul")).then("p0.court [9, 15]")


@pytest.mark.rule("PP-5.4-patriot")
def test_a_patriot_of_another_coalition_changes_loyalty_before_its_icons():
    game = given("p0.hand [86]\np0.gifts [2]\nr.herat.armies [3, 0, 0]").when(play(86)).then("p0.loyalty russian")

    game.asks("impact_spy", "Gray").then("p0.gifts []")
    armies = given("p0.hand [100]").when(play(100), put("transcaspia"), put("transcaspia"))
    armies.then("r.transcaspia.armies [0, 0, 2]", "p0.loyalty russian", "p0.influence 2")


@pytest.mark.rule("PP-5.4-patriot")
def test_a_patriot_of_the_own_coalition_and_a_card_that_is_none_change_nothing():
    game = given("p0.hand [3, 9]\np0.gifts [2]\np0.court [11]").when(play(9), put("herat-kabul"), play(3))

    game.then("p0.loyalty afghan", "p0.gifts [2]", "p0.court [11, 9, 3]")
    given("p0.hand [36]\np0.court [11]").when(play(36)).then("p0.loyalty british", "p0.court [36]")


@pytest.mark.rule("PP-5.5-icons")
def test_a_road_goes_on_any_border_of_the_region_an_army_into_it():
    game = given("p0.hand [65]").when(play(65)).asks("impact_road", "Gray")

    assert game.choices("to") == {"herat-persia", "herat-transcaspia", "herat-kabul", "herat-kandahar"}
    game = game.when(put("herat-persia")).asks("impact_army", "Gray")
    assert game.choices("to") == {"herat"}
    game.when(put("herat")).then("b.herat-persia [1, 0, 0]", "r.herat.armies [1, 0, 0]", "pool [10, 12, 12]")


@pytest.mark.rule("PP-5.5-icons")
def test_a_tribe_goes_into_the_region():
    game = given("p0.hand [93]").when(play(93)).asks("impact_tribe", "Gray")

    assert game.choices("to") == {"transcaspia"}
    game.when(put("transcaspia"), put("transcaspia")).then('p0.tribes {"transcaspia": 2}', "p0.supply 8")


@pytest.mark.rule("PP-5.5-icons")
def test_a_spy_goes_on_any_court_card_of_the_region_anyones_the_played_one_included():
    game = (
        given("p0.hand [72]\np0.court [9]\np1.court [79, 61]\np2.court [84]").when(play(72)).asks("impact_spy", "Gray")
    )

    assert game.choices("to", PiecePlaced) == {"#72", "#79", "#84"}
    game.when(put("#84"), put("#72")).then('p0.spies {"72": 1, "84": 1}').asks("main", "Gray")


@pytest.mark.rule("PP-5.5-icons")
def test_leverage_gains_two_rupees_and_a_suit_icon_moves_the_marker():
    game = given("p0.hand [85]").when(play(85), put("#85")).then("p0.rupees 6").asks("impact_favored", "Gray")

    game.brings("PP-5.3-place", what="played", seat=0, card=85, detail="right")
    game.brings("PP-7.2-leverage", what="leverage_taken", seat=0, card=85, amount=2)
    game.refuses(favor("military"), "PP-5.5-icons").when(favor("economic")).then("favored economic").asks(
        "main", "Gray"
    )


@pytest.mark.rule("PP-5.5-icons")
def test_icons_are_resolved_as_printed_from_top_to_bottom_and_none_may_be_left_out():
    game = given("p0.hand [47]").when(play(47)).asks("impact_road").when(put("herat-kandahar")).asks("impact_road")

    game = game.when(put("kandahar-punjab")).asks("impact_army").refuses(END, "PP-5.5-icons")
    game.when(put("kandahar")).asks("main")
    # Transcaspia's Khan: the tribe, then the army, then the spy.
    khan = given("p0.hand [91]").when(play(91)).asks("impact_tribe").when(put("transcaspia")).asks("impact_army")
    khan.when(put("transcaspia")).asks("impact_spy").when(put("#91")).asks("main")


@pytest.mark.rule("PP-5.5-icons")
def test_a_block_of_another_coalition_cannot_be_placed():
    game = given("p0.hand [16]").when(play(16))

    game.refuses(PiecePlaced(piece="B0", to="region:kabul"), "PP-2.1-pieces")
    game.refuses(put("herat"), "PP-5.5-icons").when(put("kabul")).then("r.kabul.armies [1, 0, 0]")


def test_a_used_card_that_is_played_in_the_favored_suit_acts_free():
    given("p0.hand [8]\nfavored economic").when(
        play(8), put("herat-kabul"), put("herat-kabul"), put("#8"), favor("political")
    ).when(use(8, "tax")).then("actions_left 0")
