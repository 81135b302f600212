"""Section 6 of the rules: rank, hostages, costs, and the six card actions."""

import pytest

from engine.pamir.events import (
    BattleSiteChosen,
    CardBetrayed,
    GiftBought,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    RupeeTaxed,
)
from tests.engine.pamir.given import (
    ASK,
    KEEP_PRIZE,
    LEAVE_PRIZE,
    MANNERS,
    PAY,
    REFUSE,
    STOP,
    WAIVE,
    WITHDRAW,
    betray,
    buy,
    gift,
    given,
    lower,
    move,
    put,
    remove,
    site,
    tax,
    use,
)

# Rank


@pytest.mark.rule("PP-6.1-rank")
@pytest.mark.parametrize(("card", "taken"), [(9, 1), (8, 2)])
def test_rank_caps_a_tax(card, taken):
    game = given(f"p0.court [{card}]\nm.0.0 [1, 5]").when(use(card, "tax"), *[tax(1)] * taken)

    game.asks("main", "Gray").then(f"p0.rupees {4 + taken}", f"m.0.0 [1, {5 - taken}]")


@pytest.mark.rule("PP-6.1-rank")
def test_rank_caps_moves():
    game = given('p0.court [63, 9]\np0.spies {"9": 1}').when(
        use(63, "move"), move("Gray", "#9", "#63"), move("Gray", "#63", "#9"), move("Gray", "#9", "#63")
    )

    game.asks("main", "Gray").then('p0.spies {"63": 1}')


@pytest.mark.rule("PP-6.1-rank")
def test_rank_caps_a_battle():
    game = given("p0.court [33]\nr.herat.armies [3, 3, 0]").when(use(33, "battle"), site("herat"))

    game = game.when(remove("british", "herat"), remove("british", "herat")).asks("main", "Gray")
    game.then("r.herat.armies [3, 1, 0]")


@pytest.mark.rule("PP-6.1-rank")
def test_gift_build_and_betray_ignore_rank():
    text = (
        'p0.rupees 6\nm.0.0 [2, 5]\np0.tribes {"kabul": 1}\np0.spies {"18": 1}\np1.court [8]\np0.court [18, 17, 13]\n'
    )

    given(text).when(use(18, "gift"), gift(6)).then("p0.gifts [6]")
    built = given(text).when(use(17, "build"), put("kabul"), put("kabul"), put("kabul")).asks("main", "Gray")
    built.then("r.kabul.armies [3, 0, 0]", "p0.rupees 0")
    given(text).when(use(18, "betray"), betray(18)).then("p0.court [17, 13]")
    given(text).when(use(13, "tax"), tax(2), tax(2)).then("p0.rupees 8")


# Hostages

HOSTAGE = """
    p0.court [8]
    p1.spies {"8": 2}
    p0.spies {"8": 1}
"""


@pytest.mark.rule("PP-6.2-hostage")
def test_one_player_with_strictly_most_spies_is_owed_that_many_rupees():
    game = given(HOSTAGE).when(use(8, "tax")).asks("bribe_offer", "Gray").then("spent []", "actions_left 2")

    game.brings("PP-6.2-hostage", what="bribe_due", seat=0, other=1, card=8, amount=2)
    game.when(PAY).asks("tax", "Gray").then("p0.rupees 2", "p1.rupees 6", "spent [8]", "actions_left 1")


@pytest.mark.rule("PP-6.2-hostage")
def test_the_hostage_bribe_is_waivable_and_the_attempt_can_be_given_up():
    game = given(HOSTAGE).when(use(8, "tax"), ASK).asks("bribe_response", "Blue")

    game.when(WAIVE).asks("tax", "Gray").then("p0.rupees 4", "p1.rupees 4")
    game.when(lower(1), PAY).then("p0.rupees 3", "p1.rupees 5")
    game.when(REFUSE, WITHDRAW).asks("main", "Gray").then("spent []", "actions_left 2", "p0.rupees 4")


@pytest.mark.rule("PP-6.2-hostage")
@pytest.mark.parametrize(
    "spies",
    [
        'p1.spies {"8": 2}\np0.spies {"8": 2}',  # a tie with the owner
        'p1.spies {"8": 2}\np2.spies {"8": 2}',  # a tie of two others
        'p0.spies {"8": 3}\np1.spies {"8": 2}',  # the owner has most
        "",
    ],
)
def test_with_a_tie_or_the_owner_ahead_no_bribe_is_due(spies):
    given(f"p0.court [8]\n{spies}").when(use(8, "tax")).asks("tax", "Gray")
    given(HOSTAGE).when(use(8, "tax")).asks("bribe_offer", "Gray")


@pytest.mark.rule("PP-6.2-hostage")
def test_the_holder_of_most_spies_is_paid_not_the_ruler_of_the_region():
    game = given(HOSTAGE + 'p2.tribes {"kabul": 3}').when(use(8, "tax"), PAY)

    game.then("p1.rupees 6", "p2.rupees 4", "p0.rupees 2")


@pytest.mark.rule("PP-6.2-hostage")
def test_enough_must_be_left_for_the_least_cost_of_the_action():
    text = 'p0.court [18]\np1.spies {"18": 2}\np0.spies {"18": 1}\np0.rupees 3'
    game = (
        given(text).when(use(18, "gift")).refuses(PAY, "PP-6.2-hostage").when(ASK).refuses(lower(2), "PP-6.2-hostage")
    )

    game.when(lower(1), PAY, gift(2)).then("p0.rupees 0", "p1.rupees 5", "p0.gifts [2]")


@pytest.mark.rule("PP-6.2-hostage")
def test_customs_and_manners_free_from_hostage_bribes_too():
    given(HOSTAGE + 'effects ["disregard_for_customs"]').when(use(8, "tax")).asks("tax", "Gray")
    given(HOSTAGE + 'p0.effects ["courtly_manners"]').when(use(8, "tax"), MANNERS).asks("tax").then("p1.rupees 4")
    given(HOSTAGE + "p0.loyalty afghan").when(use(8, "tax")).asks("bribe_offer")


# Costs


@pytest.mark.rule("PP-6.3-cost")
def test_half_the_cost_goes_on_each_row_from_the_rightmost_card_leftwards_skipping_vacancies():
    game = given("""
        p0.court [18]
        m.0.0 1
        m.0.2 2
        m.0.5 3
        m.1.0 61
        m.1.1 62
        m.1.2 63
    """).when(use(18, "gift"), gift(4))

    game.then("m.0.0 [1, 0]", "m.0.2 [2, 1]", "m.0.5 [3, 1]", "m.1.0 [61, 0]", "m.1.1 [62, 1]", "m.1.2 [63, 1]")
    game.brings("PP-6.3-cost", what="paid", seat=0, amount=4)
    assert "rupees_lost" not in [one.what for one in game.effects]
    game.then("p0.rupees 0", "locked [2, 3, 62, 63]").refuses(buy(62), "PP-4.4-lock").allows(buy(61), buy(1))


@pytest.mark.rule("PP-6.3-cost")
def test_what_a_row_has_no_card_for_leaves_the_game():
    game = given("p0.court [18]\nm.0.5 3\nm.1.0 61\nm.1.1 62\nm.1.2 63").when(use(18, "gift"), gift(4))

    game.then("p0.rupees 0", "m.0.5 [3, 1]", "m.1.0 [61, 0]", "m.1.1 [62, 1]", "m.1.2 [63, 1]")
    game.brings("PP-6.3-cost", what="rupees_lost", amount=1)


@pytest.mark.rule("PP-6.3-cost")
def test_the_cost_of_each_built_block_goes_further_to_the_left():
    game = given("""
        p0.court [17]
        p0.tribes {"kabul": 1}
        m.0.3 1
        m.0.4 2
        m.0.5 3
        m.1.4 62
        m.1.5 63
    """).when(use(17, "build"), put("kabul"), put("kabul"))

    game.then("m.0.3 [1, 0]", "m.0.4 [2, 1]", "m.0.5 [3, 1]", "m.1.4 [62, 1]", "m.1.5 [63, 1]", "p0.rupees 0")


# Tax

TAX = """
    p0.court [8]
    p0.tribes {"kabul": 1}
    p1.court [9]
    p1.rupees 3
    p2.court [12, 79]
    p2.rupees 5
    m.0.2 [98, 1]
    m.1.4 [62, 1]
"""


@pytest.mark.rule("PP-6.4-tax")
def test_a_tax_takes_from_market_cards_and_from_players_with_a_card_of_a_ruled_region():
    game = given(TAX).when(use(8, "tax"))

    assert game.choices("card", RupeeTaxed) == {98, 62}
    assert game.choices("seat", RupeeTaxed) == {1, 2}
    game.refuses(RupeeTaxed(seat=3), "PP-6.4-tax").refuses(RupeeTaxed(seat=-1), "PP-6.4-tax")
    taxed = game.when(tax("Blue"), tax(98)).asks("main").then("p0.rupees 6", "p1.rupees 2", "m.0.2 [98, 0]")
    taxed.brings("PP-6.4-tax", what="taxed", seat=0, other=1).brings("PP-6.4-tax", what="taxed", seat=0, card=98)
    game.when(tax(62), tax("Tan")).asks("main").then("p0.rupees 6", "p2.rupees 4", "m.1.4 [62, 0]")
    game.when(STOP).asks("main").then("p0.rupees 4", "actions_left 1")


@pytest.mark.rule("PP-6.4-tax")
def test_rupees_up_to_the_economic_stars_are_sheltered():
    game = given(TAX).when(use(8, "tax"), tax("Tan")).refuses(tax("Tan"), "PP-6.4-tax")

    game.allows(tax("Blue")).then("p2.rupees 4", "p2.stars [0, 0, 4, 0]")


@pytest.mark.rule("PP-6.4-tax")
def test_without_rule_there_or_a_card_of_the_region_a_player_is_out_of_reach():
    unruled = given(TAX.replace('p0.tribes {"kabul": 1}', "")).when(use(8, "tax"))
    elsewhere = given(TAX.replace("p1.court [9]", "p1.court [61]")).when(use(8, "tax"))

    unruled.refuses(tax("Blue"), "PP-6.4-tax").refuses(tax("Tan"), "PP-6.4-tax").allows(tax(98))
    elsewhere.refuses(tax("Blue"), "PP-6.4-tax").refuses(tax("Gray"), "PP-6.4-tax").allows(tax("Tan"))


@pytest.mark.rule("PP-6.4-tax")
def test_cards_without_rupees_give_nothing_and_nothing_may_be_taken():
    game = (
        given("p0.court [8]\nm.0.0 1").when(use(8, "tax")).refuses(tax(1), "PP-6.4-tax").refuses(tax(2), "PP-6.4-tax")
    )

    game.refuses(RupeeTaxed(), "PP-6.4-tax").refuses(RupeeTaxed(card=1, seat=1), "PP-6.4-tax")
    game.refuses(tax("Blue"), "PP-6.4-tax").when(STOP).then("p0.rupees 4", "actions_left 1", "spent [8]")


# Gift


@pytest.mark.rule("PP-6.5-gift")
def test_a_gift_costs_what_its_space_says_and_spaces_need_no_order():
    game = given("p0.court [18]\np0.rupees 6\np0.gifts [2]").when(use(18, "gift"))

    assert game.choices("slot", GiftBought) == {4, 6}
    bought = game.when(gift(4)).then("p0.rupees 2", "p0.gifts [2, 4]", "p0.supply 8")
    bought.brings("PP-6.5-gift", what="gift", seat=0, place="gift:4", amount=4)
    game.when(gift(6)).then("p0.rupees 0", "p0.gifts [2, 6]", "p0.influence 3")


@pytest.mark.rule("PP-6.5-gift")
def test_a_taken_space_and_one_too_dear_are_refused():
    game = given("p0.court [18]\np0.gifts [2]").when(use(18, "gift"))

    game.refuses(gift(2), "PP-6.5-gift").refuses(gift(6), "PP-6.5-gift").refuses(gift(3), "PP-6.5-gift")
    given("p0.court [18]\np0.rupees 1").refuses(use(18, "gift"), "PP-6.5-gift")
    given("p0.court [18]\np0.rupees 20\np0.gifts [2, 4, 6]").refuses(use(18, "gift"), "PP-6.5-gift")


# Build

BUILD = """
    p0.court [17]
    p0.tribes {"kandahar": 1}
    p0.rupees 6
"""


@pytest.mark.rule("PP-6.6-build")
def test_armies_go_to_ruled_regions_and_roads_on_borders_touching_one():
    game = given(BUILD).when(use(17, "build"))

    assert game.choices("to", PiecePlaced) == {"kandahar", "herat-kandahar", "kabul-kandahar", "kandahar-punjab"}
    game.refuses(put("kabul"), "PP-6.6-build").refuses(put("herat-kabul"), "PP-6.6-build")


@pytest.mark.rule("PP-6.6-build")
def test_one_to_three_blocks_are_placed_for_two_rupees_each():
    game = given(BUILD).when(use(17, "build")).refuses(STOP, "PP-6.6-build").when(put("kandahar"))

    game.when(STOP).then("p0.rupees 4", "r.kandahar.armies [1, 0, 0]").asks("main", "Gray")
    game = game.when(put("herat-kandahar"), put("kandahar-punjab")).asks("main", "Gray")
    game.then("p0.rupees 0", "b.herat-kandahar [1, 0, 0]", "b.kandahar-punjab [1, 0, 0]", "pool [9, 12, 12]")
    given(BUILD).when(use(17, "build")).refuses(put("persia"), "PP-6.6-build")


@pytest.mark.rule("PP-6.6-build")
def test_with_all_the_money_in_the_world_a_build_places_three_blocks():
    game = given(BUILD.replace("p0.rupees 6", "p0.rupees 30")).when(use(17, "build"), *[put("kandahar")] * 3)

    game.asks("main", "Gray").then("p0.rupees 24", "r.kandahar.armies [3, 0, 0]")


@pytest.mark.rule("PP-6.6-build")
def test_a_build_is_bound_to_the_regions_of_the_player_whose_turn_it_is():
    text = 'turn_of 1\np1.court [17]\np0.tribes {"herat": 1}\np1.tribes {"punjab": 1}\np2.tribes {"persia": 1}'
    game = given(text).when(use(17, "build"))

    assert game.choices("to", PiecePlaced) == {"punjab", "kabul-punjab", "kandahar-punjab"}
    game.when(put("punjab"), STOP).then("r.punjab.armies [0, 1, 0]", "p1.rupees 2")


@pytest.mark.rule("PP-6.6-build")
def test_a_build_needs_a_ruled_region_and_two_rupees():
    given("p0.court [17]").refuses(use(17, "build"), "PP-6.6-build")
    given(BUILD.replace("p0.rupees 6", "p0.rupees 1")).refuses(use(17, "build"), "PP-6.6-build")
    only_one = given(BUILD.replace("p0.rupees 6", "p0.rupees 3")).when(use(17, "build"), put("kandahar"))
    only_one.asks("main", "Gray").then("p0.rupees 1")


@pytest.mark.rule("PP-6.6-build")
def test_every_block_must_be_legal_when_it_is_placed():
    # All twelve blocks are out; taking the army from Kabul ends the rule there.
    game = given("""
        p0.court [17]
        p0.tribes {"kabul": 1}
        p1.tribes {"kabul": 1}
        r.kabul.armies [1, 0, 0]
        b.herat-persia [11, 0, 0]
    """).when(use(17, "build"), put("herat-kabul", "kabul"))

    game.asks("main", "Gray").then("b.herat-kabul [1, 0, 0]", "p0.rupees 2")
    given(BUILD).when(use(17, "build")).refuses(put("herat-persia"), "PP-6.6-build")


# Move


@pytest.mark.rule("PP-6.7-move")
def test_an_army_moves_over_a_border_with_a_road_of_its_coalition():
    game = given("""
        p0.court [29]
        r.kabul.armies [1, 1, 0]
        b.herat-kabul [1, 0, 0]
        b.kabul-kandahar [0, 1, 0]
        b.herat-persia [1, 0, 0]
    """).when(use(29, "move"))

    assert game.choices("to", PieceMoved) == {"herat"}
    game.refuses(move("afghan", "kabul", "kandahar"), "PP-6.7-move")
    game.refuses(move("british", "kabul", "kandahar"), "PP-6.7-move")
    game.refuses(PieceMoved(piece="A99", to="region:herat"), "PP-2.1-pieces")
    game.when(move("afghan", "kabul", "herat")).brings(
        "PP-6.7-move", what="moved", seat=0, place="region:herat", detail="region:kabul"
    )
    game = game.when(move("afghan", "kabul", "herat"), move("afghan", "herat", "persia")).asks("main", "Gray")
    game.then("r.persia.armies [1, 0, 0]", "r.kabul.armies [0, 1, 0]", "b.herat-kabul [1, 0, 0]")


@pytest.mark.rule("PP-6.7-move")
def test_moves_are_split_freely_between_armies_and_spies():
    game = given("""
        p0.court [29, 9]
        p0.spies {"9": 1}
        r.kabul.armies [1, 0, 0]
        b.herat-kabul [1, 0, 0]
    """).when(use(29, "move"), move("afghan", "kabul", "herat"), move("Gray", "#9", "#29"))

    game.asks("main", "Gray").then("r.herat.armies [1, 0, 0]", 'p0.spies {"29": 1}')


@pytest.mark.rule("PP-6.7-move")
def test_a_spy_moves_to_the_next_card_on_either_side_through_all_courts():
    text = 'p0.court [29, 9]\np1.court []\np2.court [61, 44, 84]\np0.spies {"29": 1}\np1.spies {"9": 1}'
    game = given(text).when(use(29, "move"))

    assert game.choices("to", PieceMoved) == {"#9", "#84"}
    game.refuses(move("Blue", "#9", "#61"), "PP-6.7-move").refuses(move("Gray", "#29", "#61"), "PP-6.7-move")
    game = game.when(move("Gray", "#29", "#84"))
    assert game.choices("to", PieceMoved) == {"#44", "#29"}


@pytest.mark.rule("PP-6.7-move")
def test_tribes_do_not_move_and_without_anything_to_move_the_action_cannot_begin():
    text = 'p0.court [29]\np0.tribes {"kabul": 1}\nb.herat-kabul [1, 0, 0]\n'

    given(text).refuses(use(29, "move"), "PP-6.7-move")
    with_army = given(text + "r.kabul.armies [1, 0, 0]").when(use(29, "move"))
    with_army.refuses(move("Gray", "kabul", "herat"), "PP-6.7-move").allows(move("afghan", "kabul", "herat"))


# Betray


@pytest.mark.rule("PP-6.8-betray")
def test_a_betrayal_costs_two_and_discards_a_card_that_carries_an_own_spy():
    game = (
        given("""
        p0.court [16, 9]
        p1.court [61, 8]
        p0.spies {"61": 1, "9": 1}
        p1.spies {"61": 3}
        m.0.0 1
        m.1.0 2
    """)
        .when(use(16, "betray"))
        .then("p0.rupees 2", "m.0.0 [1, 1]", "m.1.0 [2, 1]")
    )

    assert game.choices("card", CardBetrayed) == {61, 9}
    game.refuses(betray(8), "PP-6.8-betray").refuses(betray(1), "PP-6.8-betray")
    game.when(betray(61)).then("p1.court [8]", "p1.spies {}", 'p0.spies {"9": 1}', "p1.supply 10", "discard_pile [61]")
    game.when(betray(9)).then("p0.court [16]", 'p0.spies {"61": 1}').asks("main", "Gray")


@pytest.mark.rule("PP-6.8-betray")
def test_without_a_target_or_two_rupees_there_is_no_betrayal():
    given("p0.court [16]\np1.court [61]").refuses(use(16, "betray"), "PP-6.8-betray")
    given('p0.court [16]\np1.court [61]\np0.spies {"61": 1}\np0.rupees 1').refuses(use(16, "betray"), "PP-6.8-betray")


PRIZE = 'p0.court [16, 11]\np0.gifts [2]\np1.court [{card}]\np0.spies {{"{card}": 1}}'


@pytest.mark.rule("PP-6.8-betray")
def test_a_prize_of_the_own_coalition_may_be_kept():
    game = given(PRIZE.format(card=28)).when(use(16, "betray"), betray(28)).asks("prize", "Gray")

    game.when(KEEP_PRIZE).then(
        "p0.prizes [28]", "discard_pile []", "p0.loyalty afghan", "p0.gifts [2]", "p0.influence 4"
    )
    game.when(LEAVE_PRIZE).then("p0.prizes []", "discard_pile [28]", "p0.influence 3")
    given(PRIZE.format(card=28)).when(use(16, "betray")).refuses(betray(16), "PP-6.8-betray")


@pytest.mark.rule("PP-6.8-betray")
def test_a_prize_of_another_coalition_first_changes_the_loyalty():
    game = given(PRIZE.format(card=13)).when(use(16, "betray"), betray(13), KEEP_PRIZE)

    game.then("p0.loyalty russian", "p0.prizes [13]", "p0.gifts []", "p0.court [16]", "p0.influence 2")
    given(PRIZE.format(card=13)).when(use(16, "betray")).refuses(betray(11), "PP-6.8-betray")


@pytest.mark.rule("PP-6.8-betray")
def test_a_card_without_a_prize_offers_none():
    game = given(PRIZE.format(card=61)).when(use(16, "betray"), betray(61)).asks("main", "Gray")

    game.then("discard_pile [61]", "p0.prizes []")
    given(PRIZE.format(card=61)).when(use(16, "betray")).refuses(betray(11), "PP-6.8-betray")


# Battle

REGION = """
    p0.court [33]
    r.herat.armies [3, 1, 1]
    r.kabul.armies [0, 2, 0]
    p1.tribes {"herat": 1}
    p2.loyalty afghan
    p2.tribes {"herat": 1}
    b.herat-persia [1, 1, 0]
    b.kabul-punjab [0, 1, 0]
"""


@pytest.mark.rule("PP-6.9-battle")
def test_a_battle_in_a_region_removes_armies_roads_on_its_borders_and_tribes_of_another_loyalty():
    game = given(REGION).when(use(33, "battle"))

    assert game.choices("at", BattleSiteChosen) == {"herat"}
    game = game.when(site("herat"))
    assert game.sources() == {
        ("british", "herat"),
        ("russian", "herat"),
        ("british", "herat-persia"),
        ("Blue", "herat"),
    }
    game.refuses(remove("afghan", "herat"), "PP-6.9-battle").refuses(remove("Tan", "herat"), "PP-6.9-battle")
    game.refuses(remove("british", "kabul-punjab"), "PP-6.9-battle").refuses(
        remove("british", "kabul"), "PP-6.9-battle"
    )
    game = game.when(remove("russian", "herat"), remove("british", "herat-persia")).asks("main", "Gray")
    game.then("r.herat.armies [3, 1, 0]", "b.herat-persia [1, 0, 0]", 'p1.tribes {"herat": 1}', "pool [8, 8, 12]")


@pytest.mark.rule("PP-6.9-battle")
def test_no_more_pieces_are_removed_than_there_are_own_armies():
    game = given(REGION.replace("[3, 1, 1]", "[1, 1, 1]")).when(
        use(33, "battle"), site("herat"), remove("Blue", "herat")
    )

    game.asks("main", "Gray").then("p1.tribes {}", "r.herat.armies [1, 1, 1]")


@pytest.mark.rule("PP-6.9-battle")
def test_a_battle_on_a_card_removes_other_players_spies_whatever_their_loyalty():
    game = given("""
        p0.court [33, 9]
        p2.loyalty afghan
        p0.spies {"9": 2}
        p1.spies {"9": 1, "33": 1}
        p2.spies {"9": 1}
    """).when(use(33, "battle"), PAY)

    assert game.choices("at", BattleSiteChosen) == {"#9"}
    game = game.when(site("#9"))
    assert game.sources() == {("Blue", "#9"), ("Tan", "#9")}
    game = game.when(remove("Tan", "#9"), remove("Blue", "#9")).asks("main", "Gray")
    game.then('p0.spies {"9": 2}', 'p1.spies {"33": 1}', "p2.spies {}", "p2.supply 10")


@pytest.mark.rule("PP-6.9-battle")
def test_the_site_comes_first_and_only_once_and_then_pieces_that_exist():
    game = given(REGION).when(use(33, "battle")).refuses(remove("british", "herat"), "PP-6.9-battle")

    game = game.refuses(STOP, "PP-6.9-battle").when(site("herat")).refuses(site("herat"), "PP-6.9-battle")
    game = game.refuses(PieceRemoved(piece="B99"), "PP-2.1-pieces").refuses(PieceRemoved(piece="C4.1"), "PP-2.1-pieces")
    game.when(remove("Blue", "herat")).then("p1.tribes {}")


@pytest.mark.rule("PP-6.9-battle")
def test_own_spies_on_the_card_cap_a_battle_there():
    game = given('p0.court [33, 9]\np0.spies {"9": 1}\np1.spies {"9": 2}').when(use(33, "battle"), site("#9"))

    game.when(remove("Blue", "#9")).asks("main", "Gray").then('p1.spies {"9": 1}')


@pytest.mark.rule("PP-6.9-battle")
def test_the_last_tribe_that_a_battle_removes_is_an_overthrow():
    text = REGION + "p1.court [57, 61]"
    game = given(text).when(use(33, "battle"), site("herat"), remove("Blue", "herat"))

    game.then("p1.court [61]").brings("PP-7.4-overthrow-map", seat=1, place="herat")


@pytest.mark.rule("PP-6.9-battle")
def test_without_own_strength_or_an_enemy_there_is_no_battle():
    given("p0.court [33]\nr.herat.armies [2, 0, 0]\nr.kabul.armies [0, 1, 0]").refuses(
        use(33, "battle"), "PP-6.9-battle"
    )
    given("p0.court [33]\nr.herat.armies [2, 1, 0]").allows(use(33, "battle"))


# Reach


@pytest.mark.rule("PP-6.10-reach")
def test_neither_the_region_nor_the_icons_of_a_card_limit_its_action():
    # Zorawar Singh Kahluria is a Punjab card with two armies on it.
    game = given("p0.court [33]\nr.persia.armies [1, 1, 0]").when(use(33, "battle"), site("persia"))

    game.when(remove("british", "persia")).then("r.persia.armies [1, 0, 0]")
    given('p0.court [17]\np0.tribes {"persia": 1}').when(use(17, "build"), put("persia"), STOP).then(
        "r.persia.armies [1, 0, 0]"
    )
