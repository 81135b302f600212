"""The disputed cases of the second edition, each as its document has it: position, moves, verdict and numbers."""

import pytest

from engine.pamir.events import CardDiscarded, RupeeTaxed
from tests.engine.pamir.given import (
    ASK,
    CONFIRM,
    END,
    PAY,
    REFUSE,
    WITHDRAW,
    betray,
    buy,
    discard,
    dispute,
    gift,
    leaves,
    play,
    put,
    riot,
    setup,
    tax,
    use,
)


def test_pd01_a_rupee_paid_for_an_action_bars_buying_that_card_too():
    game = dispute("""
        m.0.0 61
        m.1.0 9
        m.1.1 29
        p0.court [45]
        p0.spies {"45": 1}
    """).when(use(45, "betray"), betray(45))

    game.then("p0.rupees 2", "m.0.0 [61, 1]", "m.1.0 [9, 0]", "m.1.1 [29, 1]")
    game.then("actions_left 2", "p0.court []", "p0.spies {}", "p0.supply 10", "locked [29, 61]")
    game.when(buy(61)).refused_by("PP-4.4-lock").when(buy(9)).then("p0.hand [9]", "p0.rupees 2", "actions_left 1")


def test_pd02_with_military_favored_each_skipped_column_costs_two_and_a_gap_is_paid_on_the_other_row():
    game = dispute("""
        favored military
        p0.rupees 6
        m.0.0 61
        m.0.1 62
        m.0.3 65
        m.1.2 30
    """).when(buy(65))

    game.then(
        "p0.rupees 0", "m.0.0 [61, 2]", "m.0.1 [62, 2]", "m.0.2 [null, 0]", "m.1.2 [30, 2]", "locked [30, 61, 62]"
    )
    for card in (61, 62, 30):
        game.refuses(buy(card), "PP-4.4-lock")


def test_pd02_a_rupee_less_is_not_enough():
    game = dispute("favored military\np0.rupees 5\nm.0.0 61\nm.0.1 62\nm.0.3 65\nm.1.2 30")

    game.when(buy(65)).refused_by("PP-4.2-military-double").then("p0.rupees 5")


def test_pd03_rupees_leave_the_game_when_public_withdrawal_slides_onto_them():
    game = dispute("""
        m.0.0 [108, 2]
        m.0.1 111
        m.0.2 63
    """).when(END, leaves(108))

    game.then("turn_of 1", "m.0.0 [111, 0]", "m.0.1 [63, 0]", "m.0.2 [null, 0]", "discard_pile [108]")
    game.brings("PP-11.111", what="rupees_lost", amount=2)
    game.refuses(buy(111), "PP-4.8-withdrawal")
    game.when(buy(63)).brings("PP-11.111", amount=1).then("p1.rupees 3", "p1.hand [63]", "m.0.0 [111, 0]")


def test_pd03_public_withdrawal_discarded_has_no_effect():
    game = dispute("m.0.0 111\nm.0.1 63").when(END, leaves(111))

    game.then("turn_of 1", "favored political", "effects []", "m.0.0 [63, 0]", "discard_pile [111]")
    game.then("p0.rupees 4", "p1.rupees 4", "p2.rupees 4")


def test_pd04_only_event_cards_leave_the_leftmost_column():
    game = (
        dispute("""
        m.0.0 [61, 1]
        m.0.1 62
        m.0.2 63
        m.0.3 64
        m.0.4 65
        m.0.5 66
        m.1.0 105
        m.1.1 1
        m.1.2 2
        m.1.3 3
        m.1.4 4
        m.1.5 5
        draw_pile [6, 7]
    """)
        .when(END, leaves(105))
        .automatic()
    )

    game.then("m.0.0 [61, 1]", "m.0.5 [66, 0]", "favored military", "discard_pile [105]", "turn_of 1")
    game.then("m.1.0 [1, 0]", "m.1.1 [2, 0]", "m.1.2 [3, 0]", "m.1.3 [4, 0]", "m.1.4 [5, 0]", "m.1.5 [6, 0]")
    game.then("draw_pile [7]")


def test_pd05_the_first_market_is_filled_column_by_column():
    deck = setup(3)
    d = deck.now.deck
    game = deck.automatic()

    game.then(*(f"m.0.{column} [{card}, 0]" for column, card in enumerate((d[0], d[2], d[4], d[6], d[8], d[10]))))
    game.then(*(f"m.1.{column} [{card}, 0]" for column, card in enumerate((d[1], d[3], d[5], d[7], d[9], d[11]))))


def test_pd05_refills_go_left_to_right_too_the_upper_slot_first():
    game = (
        dispute("""
        m.0.0 61
        m.0.1 62
        m.0.2 63
        m.0.3 64
        m.1.0 1
        m.1.1 2
        m.1.2 3
        m.1.3 4
        draw_pile [11, 12, 13, 14, 15]
    """)
        .when(END)
        .automatic()
    )

    game.then("m.0.4 [11, 0]", "m.1.4 [12, 0]", "m.0.5 [13, 0]", "m.1.5 [14, 0]", "draw_pile [15]")


LIMITS = "p0.court [1, 9, 16, 17]\np0.hand [2, 3, 4, 5]"


def test_pd06_the_hand_limit_is_taken_with_the_stars_that_the_court_limit_leaves():
    game = dispute(LIMITS).when(END).asks("cleanup_court", "Gray").when(discard(1))

    game.asks("cleanup_hand", "Gray").when(discard(2), discard(3))
    game.when(discard(2), discard(3)).then("p0.court [9, 16, 17]", "p0.hand [4, 5]", "turn_of 1")


def test_pd06_another_court_card_spares_the_hand():
    game = dispute(LIMITS).when(END, discard(16))

    game.then("p0.court [1, 9, 17]", "p0.hand [2, 3, 4, 5]", "turn_of 1")


def test_pd07_a_play_that_cannot_be_bribed_never_happened_and_armies_do_not_count():
    game = dispute("""
        p1.tribes {"kabul": 2}
        r.kabul.armies [0, 3, 0]
        r.kabul.ruler 1
        p0.rupees 1
        p0.hand [7]
    """).when(play(7))

    game.asks("bribe_offer", "Gray").brings("PP-5.1-bribe", what="bribe_due", other=1, card=7, amount=2)
    game.refuses(PAY, "PP-5.1-bribe")
    game = game.when(ASK).asks("bribe_response", "Blue").when(REFUSE).refuses(PAY, "PP-5.1-bribe").when(WITHDRAW)
    game.asks("main", "Gray").then("p0.rupees 1", "p0.hand [7]", "p0.court []", "actions_left 2", "p1.rupees 4")


def test_pd07_the_price_is_the_rulers_tribes():
    game = dispute('p1.tribes {"kabul": 2}\nr.kabul.armies [0, 3, 0]\np0.hand [7]').when(play(7), PAY)

    game.then("p0.rupees 2", "p1.rupees 6", "p0.court [7]", "actions_left 1")


UNLED = """
    turn_of 1
    p2.loyalty british
    p0.tribes {"kandahar": 1}
    r.kandahar.armies [1, 0, 2]
    p1.hand [43]
"""


def test_pd08_armies_that_nobody_leads_can_keep_a_player_from_ruling():
    game = dispute(UNLED).then("r.kandahar.ruler null").when(play(43))

    game.asks("impact_tribe", "Blue").then("p1.rupees 4", "p1.court [43]")


def test_pd08_one_unled_army_less_and_the_player_rules():
    game = dispute(UNLED.replace("[1, 0, 2]", "[1, 0, 1]")).then("r.kandahar.ruler 0").when(play(43))

    game.asks("bribe_offer", "Blue").brings("PP-5.1-bribe", other=0, amount=1)


def test_pd09_a_foreign_patriot_costs_patriots_prizes_and_gifts_and_places_blocks_of_the_new_colour():
    game = dispute("""
        p0.loyalty russian
        p0.court [84, 68]
        p0.prizes [72]
        p0.gifts [2]
        p0.hand [32]
        r.persia.armies [0, 0, 2]
        b.persia-transcaspia [0, 0, 1]
    """).when(play(32, "right"), put("punjab"), put("punjab"), put("punjab"))

    game.then("p0.loyalty british", "p0.court [68, 32]", "p0.prizes []", "p0.gifts []", "p0.supply 10")
    game.then(
        "r.punjab.armies [0, 3, 0]", "p0.influence 2", "r.persia.armies [0, 0, 2]", "b.persia-transcaspia [0, 0, 1]"
    )
    game.asks("main", "Gray").then("pool [12, 9, 9]", "discard_pile [72, 84]")


def test_pd10_losing_a_card_that_is_not_political_costs_no_tribes():
    game = dispute("""
        turn_of 1
        p0.tribes {"herat": 1}
        p0.court [61]
        p1.spies {"61": 1}
        p1.court [45]
    """).when(use(45, "betray"), betray(61))

    game.then("p0.court []", 'p0.tribes {"herat": 1}', "discard_pile [61]")


def test_pd11_riots_overthrow_and_pass_a_citadel():
    game = dispute("""
        p1.court [17, 7]
        p1.tribes {"kabul": 2}
        p0.tribes {"kabul": 1}
        r.kabul.armies [2, 1, 0]
        b.herat-kabul [1, 0, 0]
        m.0.0 112
    """).when(END, leaves(112), riot("kabul"))

    game.then("r.kabul.armies [0, 0, 0]", "p0.tribes {}", "p1.tribes {}", "b.herat-kabul [1, 0, 0]")
    game.then("p1.court [17]", "discard_pile [112, 7]", "turn_of 1")


ALL_OUT = """
    p0.court [43, 27]
    p0.tribes {"kandahar": 1, "punjab": 1}
    p0.spies {"27": 8}
    p0.supply 0
"""


def test_pd12_taking_ones_own_last_tribe_for_use_elsewhere_is_an_overthrow_at_that_moment():
    game = dispute(ALL_OUT + "p0.hand [7]").when(play(7), put("kabul", "kandahar"))

    game.then("p0.court [27, 7]", 'p0.tribes {"kabul": 1, "punjab": 1}', "discard_pile [43]")
    game.brings("PP-7.4-overthrow-map", what="overthrow", seat=0, place="kandahar")
    game.asks("impact_tribe", "Gray")


def test_pd12_the_same_holds_for_a_spy():
    game = dispute(ALL_OUT + "p0.hand [4]").when(play(4), put("#4", "kandahar"))

    game.then("p0.court [27, 4]", 'p0.tribes {"punjab": 1}', 'p0.spies {"4": 1, "27": 8}', "discard_pile [43]")


def test_pd12_the_same_holds_for_a_gift():
    position = ALL_OUT.replace("[43, 27]", "[43, 27, 18]")
    game = dispute(position).when(use(18, "gift"), gift(2, "kandahar"))

    game.then("p0.court [27, 18]", "p0.gifts [2]", 'p0.tribes {"punjab": 1}', "discard_pile [43]", "p0.rupees 2")


def test_pd12_the_reference_engine_keeps_the_card():
    game = dispute(ALL_OUT + "p0.hand [7]", preset="rally-the-troops").when(play(7), put("kabul", "kandahar"))

    game.then("p0.court [43, 27, 7]")


def test_pd31_with_all_blocks_out_one_of_the_same_colour_is_taken_and_may_change_its_kind():
    game = dispute("""
        b.herat-kabul [4, 1, 0]
        r.persia.armies [8, 0, 1]
        p0.hand [16]
    """).when(play(16))

    assert game.sources() == {("afghan", "herat-kabul"), ("afghan", "persia")}
    game = game.when(put("kabul", "herat-kabul"))
    game.then("b.herat-kabul [3, 1, 0]", "r.persia.armies [8, 0, 1]", "r.kabul.armies [1, 0, 0]", "pool [0, 11, 11]")


def test_pd13_the_owner_of_a_leveraged_card_pays_what_is_there_and_discards_for_the_rest():
    game = dispute("""
        p1.rupees 1
        p1.court [46, 9]
        p0.court [15]
        p0.spies {"46": 1}
    """).when(use(15, "betray"), betray(46))

    game.asks("leverage", "Blue")
    assert game.choices("card") == {9}
    game.when(discard(9)).then("p1.rupees 0", "p1.court []", "p1.hand []", "p0.rupees 2", "discard_pile [46, 9]")


LOYALTY_DEBT = """
    turn_of 1
    p1.rupees 0
    p1.court [40]
    p1.hand [9, {card}]
    p2.court [68]
"""


def test_pd14_the_debt_of_a_loyalty_change_comes_before_the_icons():
    game = dispute(LOYALTY_DEBT.format(card=70)).when(play(70))

    game.asks("leverage", "Blue").then("p1.rupees -2", "p1.loyalty russian", "p1.court [70]")
    assert game.choices("card", CardDiscarded) == {9, 70}
    for order in ((9, 70), (70, 9)):
        end = game.when(*(discard(card) for card in order))
        end.asks("main", "Blue").then("p1.court []", "p1.hand []", "p1.spies {}", "p1.rupees 0", "actions_left 1")
        end.then("p1.loyalty russian", f"discard_pile [40, {order[0]}, {order[1]}]")


def test_pd14_the_reference_engine_places_the_spies_first():
    game = dispute(LOYALTY_DEBT.format(card=70), preset="rally-the-troops")
    game = game.when(play(70), put("#68"), put("#68"), discard(9), discard(70), CONFIRM)

    game.asks("main", "Blue").then("p1.court []", "p1.hand []", 'p1.spies {"68": 2}', "p1.loyalty russian")


def test_pd14_the_leverage_of_the_new_card_cannot_cover_the_old_debt():
    game = dispute(LOYALTY_DEBT.format(card=81)).when(play(81), discard(9), discard(81))

    game.asks("main", "Blue").then(
        "p1.court []", "p1.hand []", "p1.rupees 0", "p1.loyalty russian", "pool [12, 12, 12]"
    )


def test_pd14_in_the_reference_engine_it_does():
    game = dispute(LOYALTY_DEBT.format(card=81), preset="rally-the-troops")
    game = game.when(play(81), put("herat-persia"), put("herat-persia"))

    game.asks("main", "Blue").then("p1.court [81]", "p1.hand [9]", "p1.rupees 0", "p1.loyalty russian")


BAZAAR = """
    p0.court [8]
    p2.tribes {"kabul": 1}
    r.kabul.ruler 2
"""


@pytest.mark.parametrize(
    ("spies", "owed"),
    [
        ('p1.spies {"8": 2}\np0.spies {"8": 2}', None),
        ('p1.spies {"8": 2}\np0.spies {"8": 1}', 2),
        ('p1.spies {"8": 2}\np2.spies {"8": 2}', None),
    ],
    ids=["a", "b", "c"],
)
def test_pd15_one_single_enemy_with_most_spies_holds_a_card_hostage(spies, owed):
    game = dispute(f"{BAZAAR}\n{spies}").when(use(8, "tax"))

    if owed is None:
        game.brings_no("PP-6.2-hostage").asks("tax", "Gray").then("p0.rupees 4")
    else:
        game.asks("bribe_offer", "Gray").brings("PP-6.2-hostage", what="bribe_due", other=1, amount=owed)
        game.when(PAY).asks("tax", "Gray").then("p0.rupees 2", "p1.rupees 6", "p2.rupees 4")


def test_pd15_a_special_ability_is_never_held_hostage():
    game = dispute(f'{BAZAAR}\np0.court [8, 24]\np1.spies {{"8": 2, "24": 3}}'.replace("p0.court [8]\n", ""))

    game.when(use(8, "tax")).asks("tax", "Gray").then("p0.rupees 4")


def test_pd16_a_tax_reaches_only_what_exceeds_the_shelter_and_lost_points_stay_lost():
    game = dispute("""
        p0.court [8]
        p0.tribes {"kabul": 1}
        p1.court [9]
        p1.rupees 2
        p2.court [10, 12]
        p2.rupees 4
    """).when(use(8, "tax"))

    assert game.choices("seat", RupeeTaxed) == {1}
    game = game.when(tax("Blue")).refuses(tax("Blue"), "PP-6.4-tax").refuses(tax("Tan"), "PP-6.4-tax")
    game.automatic().asks("main", "Gray").then("p0.rupees 5", "p1.rupees 1", "p2.rupees 4")


def test_pd16_sources_may_be_mixed_and_market_cards_of_any_region_count():
    game = dispute("""
        p0.court [8]
        p0.tribes {"kabul": 1}
        p1.court [9]
        m.0.3 [98, 1]
    """).when(use(8, "tax"), tax(98), tax("Blue"))

    game.asks("main", "Gray").then("p0.rupees 6", "p1.rupees 3", "m.0.3 [98, 0]")
