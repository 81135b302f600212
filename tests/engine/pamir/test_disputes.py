"""The disputed cases of the second edition, each as its document has it: position, moves, verdict and numbers."""

import pytest

from engine.pamir.cards import CARDS
from engine.pamir.events import BattleSiteChosen, CardDiscarded, PieceMoved, PiecePlaced, RupeeTaxed
from tests.engine.pamir.given import (
    ASK,
    CONFIRM,
    DECLINE,
    END,
    PAY,
    REFUSE,
    STOP,
    WITHDRAW,
    betray,
    buy,
    discard,
    dispute,
    favor,
    gift,
    leaves,
    move,
    play,
    put,
    remove,
    riot,
    setup,
    site,
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


FULL_MARKET = """
    m.0.0 61
    m.0.1 62
    m.0.2 63
    m.0.3 64
    m.0.4 65
    m.0.5 66
    m.1.0 91
    m.1.1 92
    m.1.2 93
    m.1.3 94
    m.1.4 95
    m.1.5 96
"""


def test_pd17_any_gift_space_may_be_filled_at_its_price():
    game = dispute(FULL_MARKET + "p0.rupees 6\np0.court [11]\np0.influence 2").when(use(11, "gift"), gift(6))

    game.then("p0.rupees 0", "p0.gifts [6]", "p0.influence 3", "p0.supply 9")
    game.then("m.0.2 [63, 0]", "m.0.3 [64, 1]", "m.0.4 [65, 1]", "m.0.5 [66, 1]")
    game.then("m.1.2 [93, 0]", "m.1.3 [94, 1]", "m.1.4 [95, 1]", "m.1.5 [96, 1]")


INFRASTRUCTURE = 'p0.court [17, 78]\np0.tribes {"kabul": 1}'


def test_pd18_the_free_block_follows_a_paid_one():
    game = dispute(INFRASTRUCTURE).when(use(17, "build"), put("kabul"), STOP).asks("infrastructure", "Gray")

    game.allows(DECLINE)
    game = game.when(put("kabul-transcaspia"))
    game.asks("main", "Gray").then("r.kabul.armies [1, 0, 0]", "b.kabul-transcaspia [1, 0, 0]", "p0.rupees 2")


def test_pd18_variant_without_a_paid_block_there_is_no_free_one():
    dispute(INFRASTRUCTURE).when(use(17, "build")).when(STOP).refused_by("PP-6.6-build")


def test_pd18_variant_the_reference_engine_accepts_it():
    game = dispute(INFRASTRUCTURE, preset="rally-the-troops").when(use(17, "build"), STOP, put("kabul"))

    game.then("p0.rupees 4", "r.kabul.armies [1, 0, 0]")


RING = 'p0.court [1, 9]\np2.court [44, 61]\np0.spies {"1": 1}'


def test_pd19_spies_go_round_the_ring_of_all_courts_and_pass_over_empty_ones():
    game = dispute(RING).when(use(1, "move"))

    assert game.choices("to", PieceMoved) == {"#9", "#61"}
    for way in (("#9", "#44", "#61"), ("#61", "#44", "#9")):
        steps = [move("Gray", source, to) for source, to in zip(("#1", *way), way, strict=False)]
        game.when(*steps).then(f'p0.spies {{"{way[-1][1:]}": 1}}').asks("main", "Gray")


BODYGUARDS = "p1.court [15, 7, 9]\np0.court [16]"


def test_pd20_bodyguards_save_political_cards_and_no_others():
    game = dispute(BODYGUARDS + '\np0.spies {"7": 1, "9": 1}').when(use(16, "betray"))

    game.refuses(betray(7), "PP-12.15")
    game.when(betray(9)).then("p1.court [15, 7]", "p0.rupees 2", 'p0.spies {"7": 1}')


def test_pd20_with_nothing_else_to_betray_the_action_cannot_begin():
    dispute(BODYGUARDS + '\np0.spies {"7": 1}').when(use(16, "betray")).refused_by("PP-6.8-betray")


SKIRMISH = """
    p0.court [{card}]
    p2.loyalty afghan
    r.herat.armies [{armies}, 1, 0]
    p1.tribes {{"herat": 1}}
    p2.tribes {{"herat": 1}}
    b.herat-transcaspia [0, 0, 1]
"""


def test_pd21_a_battle_of_rank_1_removes_one_piece_of_another_loyalty():
    game = dispute(SKIRMISH.format(card=55, armies=2)).when(use(55, "battle"), site("herat"))

    assert game.sources() == {("british", "herat"), ("russian", "herat-transcaspia"), ("Blue", "herat")}
    game.refuses(remove("Tan", "herat"), "PP-6.9-battle")
    game.when(remove("british", "herat")).asks("main", "Gray").then("r.herat.armies [2, 0, 0]")
    game.when(remove("russian", "herat-transcaspia")).asks("main", "Gray").then("b.herat-transcaspia [0, 0, 0]")
    game.when(remove("Blue", "herat")).asks("main", "Gray").then("p1.tribes {}")


def test_pd21_variant_two_armies_remove_two_pieces_with_rank_enough():
    game = dispute(SKIRMISH.format(card=59, armies=2))
    game = game.when(use(59, "battle"), site("herat"), remove("british", "herat"), remove("Blue", "herat"))

    game.asks("main", "Gray").then("r.herat.armies [2, 0, 0]", "p1.tribes {}", "b.herat-transcaspia [0, 0, 1]")


def test_pd21_variant_the_smaller_of_rank_and_armies_counts():
    two_ranks_one_army = dispute(SKIRMISH.format(card=59, armies=1)).when(use(59, "battle"), site("herat"))
    two_ranks_three_armies = dispute(SKIRMISH.format(card=59, armies=3)).when(use(59, "battle"), site("herat"))
    removals = [remove("british", "herat"), remove("Blue", "herat")]

    two_ranks_one_army.when(removals[0]).asks("main", "Gray")
    two_ranks_three_armies.when(*removals).asks("main", "Gray")
    # The document's own variant speaks of rank 3; no card of rank 3 can battle.
    assert max(card.rank for card in CARDS.values() if "battle" in card.actions) == 2


def test_pd22_roads_on_the_borders_of_the_region_can_be_removed_and_others_not():
    game = dispute("""
        p0.court [33]
        r.kandahar.armies [2, 0, 0]
        b.herat-kandahar [0, 1, 0]
        b.herat-kabul [0, 1, 0]
        b.kandahar-punjab [0, 0, 1]
    """).when(use(33, "battle"))

    assert game.choices("at", BattleSiteChosen) == {"kandahar"}
    game.refuses(site("herat"), "PP-6.9-battle")
    game = game.when(site("kandahar")).refuses(remove("british", "herat-kabul"), "PP-6.9-battle")
    game = game.when(remove("british", "herat-kandahar"), remove("russian", "kandahar-punjab"))
    game.then("b.herat-kandahar [0, 0, 0]", "b.kandahar-punjab [0, 0, 0]", "b.herat-kabul [0, 1, 0]")


def test_pd22_roads_do_not_add_to_the_attackers_cap():
    game = dispute("""
        p0.court [33]
        r.kandahar.armies [1, 2, 0]
        b.herat-kandahar [3, 0, 0]
    """).when(use(33, "battle"), site("kandahar"), remove("british", "kandahar"))

    game.asks("main", "Gray").then("r.kandahar.armies [1, 1, 0]")


def test_pd23_each_blackmail_card_places_a_spy_on_a_card_of_its_region_without_spies():
    game = (
        dispute("""
        p1.court [43, 54]
        p2.court [44, 61]
        p2.spies {"44": 1}
    """)
        .when(END)
        .asks("blackmail", "Blue")
    )

    game.refuses(put("#44"), "PP-12.43").allows(DECLINE)
    game = game.when(put("#43"))
    assert game.choices("to", PiecePlaced) == {"#54", "#61"}
    game.when(put("#61")).asks("main", "Blue").then('p1.spies {"43": 1, "61": 1}', "actions_left 2")


def test_pd24_pashtunwali_values_blocks_suit_icons_of_played_cards_and_of_discarded_events():
    game = dispute("""
        effects ["pashtunwali_values"]
        p0.hand [10]
        m.0.0 105
    """).when(play(10), put("herat-kabul"))

    game.asks("main", "Gray").then("favored political", "b.herat-kabul [1, 0, 0]")
    game.when(END, leaves(105)).then("favored political", "turn_of 1", "discard_pile [105]")


def test_pd25_confidence_failure_takes_one_hand_card_of_everyone_with_a_hand():
    game = (
        dispute("""
        p1.hand [46]
        p2.hand [9, 10]
        p1.court [17]
        p2.court [18]
        m.0.0 114
    """)
        .when(END, leaves(114))
        .asks("event_confidence_failure", "Blue")
    )

    game.refuses(discard(17), "PP-11.114")
    game = game.when(discard(46)).asks("event_confidence_failure", "Tan").refuses(discard(18), "PP-11.114")
    game = game.when(discard(9))
    game.then("p0.hand []", "p1.hand []", "p1.rupees 4", "p2.hand [10]", "p1.court [17]", "p2.court [18]", "turn_of 1")


FIRST_CHECK = "m.0.0 101\ndeck 30\ndeck_checks 3\n"


def test_pd26_the_leader_must_beat_each_other_coalition_alone_and_a_lead_of_five_ends_the_game():
    game = dispute(FIRST_CHECK + "r.kabul.armies [4, 6, 1]\nb.herat-kabul [0, 2, 3]").when(buy(101))

    game.then("p0.vp 0", "p1.vp 5", "p2.vp 0").asks(None)
    game.then('result {"winners": [1], "reason": "lead_of_four", "tie_break": ""}')


def test_pd26_variant_a_margin_of_three_fails_and_three_players_without_cylinders_share():
    game = dispute(FIRST_CHECK + "r.kabul.armies [5, 6, 0]\nb.herat-kabul [0, 2, 0]").when(buy(101))

    game.then("p0.vp 1", "p1.vp 1", "p2.vp 1", "r.kabul.armies [5, 6, 0]", "b.herat-kabul [0, 2, 0]")
    game.asks("main", "Gray").then("actions_left 1")


FINAL_CHECK = "m.0.0 104\ndeck_checks 0\n"


def test_pd27_the_final_check_is_doubled_before_ties_are_shared_when_it_fails():
    game = dispute(FINAL_CHECK + 'p0.gifts [2, 4, 6]\np0.tribes {"kabul": 1}\np1.gifts [2, 4]\np2.gifts [2, 4]')

    game.when(buy(104)).then("p0.vp 6", "p1.vp 1", "p2.vp 1").asks(None)


def test_pd27_the_final_check_is_doubled_before_ties_are_shared_when_it_succeeds():
    game = dispute(
        FINAL_CHECK
        + "p0.loyalty british\np2.loyalty british\np0.gifts [2, 4]\np1.gifts [2]\np2.gifts [6]\nr.kabul.armies [0, 4, 0]"
        + "\np0.influence 3\np1.influence 2\np2.influence 2"
    )

    game.when(buy(104)).then("p0.vp 10", "p1.vp 4", "p2.vp 4").asks(None)


def test_pd27_five_loyal_players_who_tie_get_three_each():
    everyone = "\n".join(f"p{seat}.loyalty british" for seat in range(5))
    game = dispute(f"{FINAL_CHECK}{everyone}\nr.kabul.armies [0, 4, 0]", players=5).when(buy(104))

    game.then(*(f"p{seat}.vp 3" for seat in range(5)))


def test_pd28a_insurrection_adds_two_armies_after_an_unsuccessful_check_and_the_turn_goes_on():
    game = dispute(FIRST_CHECK + "p0.court [3]\nr.herat.armies [5, 3, 0]").when(buy(101))

    game = game.asks("insurrection", "Gray").when(put("kabul"), put("kabul"))
    game.asks("main", "Gray").then("r.herat.armies [5, 3, 0]", "r.kabul.armies [2, 0, 0]", "pool [5, 9, 12]")
    game.then("actions_left 1")


def test_pd28b_with_the_supply_empty_two_blocks_are_moved_from_elsewhere():
    game = dispute(FIRST_CHECK + "p0.court [3]\nr.herat.armies [6, 10, 0]\nb.herat-persia [6, 0, 0]").when(buy(101))

    game = game.when(put("kabul", "herat"))
    assert game.sources() == {("afghan", "herat"), ("afghan", "herat-persia")}
    game = game.when(put("kabul", "herat-persia"))
    game.asks("main", "Gray").then("r.kabul.armies [2, 0, 0]", "r.herat.armies [5, 10, 0]", "b.herat-persia [5, 0, 0]")
    game.then("pool [0, 2, 12]", "actions_left 1")


def test_pd28_a_successful_check_clears_the_map_before_insurrection():
    position = "p0.court [3]\nr.herat.armies [2, 9, 1]\nb.herat-persia [1, 0, 0]\np0.vp 3\n"
    game = dispute(FIRST_CHECK + position).when(buy(101), put("kabul"), put("kabul"))

    game.then("p1.vp 5", "r.herat.armies [0, 0, 0]", "b.herat-persia [0, 0, 0]", "r.kabul.armies [2, 0, 0]")


LAST_TIE = (
    FINAL_CHECK
    + """
    p0.vp 4
    p0.rupees 9
    p0.court [15, 16]
    p0.tribes {"persia": 2}
    p1.rupees 0
    p1.tribes {"punjab": 3}
"""
)


def test_pd29_a_tie_at_the_end_goes_to_military_stars():
    game = dispute(LAST_TIE + "p1.court [98]").when(buy(104))

    game.then("p0.vp 6", "p1.vp 6", 'result {"winners": [1], "reason": "final_check", "tie_break": "stars"}')


def test_pd29_with_equal_stars_the_richer_player_wins():
    game = dispute(LAST_TIE + "p1.court [82]").when(buy(104))

    game.then("p0.vp 6", "p1.vp 6", 'result {"winners": [0], "reason": "final_check", "tie_break": "rupees"}')


def test_pd32_aminullah_khan_logari_builds_and_battles():
    game = dispute("""
        p0.court [6]
        p0.tribes {"kabul": 1}
        r.kabul.armies [1, 1, 0]
    """)
    card = CARDS[6]

    game.refuses(use(6, "move"), "PP-3.1-actions")
    game.when(use(6, "battle"), site("kabul"), remove("british", "kabul")).then("r.kabul.armies [1, 0, 0]")
    assert (card.name, card.suit, card.rank, card.patriot) == ("Aminullah Khan Logari", "political", 1, "afghan")
    assert set(card.actions) == {"build", "battle"}
    assert sorted(card.icons) == ["army", "spy", "tribe"]


def test_pd24_nothing_is_asked_about_a_suit_that_cannot_change():
    game = dispute('effects ["pashtunwali_values"]\np0.hand [10]').when(play(10), put("herat-kabul"))

    game.asks("main", "Gray").refuses(favor("military"), "PP-3.1-actions")
