"""Section 11 of the rules: the event cards, bought (B) and discarded in cleanup (D)."""

import pytest

from engine.pamir.events import BattleSiteChosen, FavoredSuitSet, PieceMoved, PlayerNamed, RegionRebuked
from tests.engine.pamir.given import (
    END,
    INSTABILITY,
    MANNERS,
    PAY,
    STOP,
    buy,
    discard,
    favor,
    gift,
    given,
    leaves,
    move,
    name,
    play,
    put,
    rebuke,
    remove,
    reveal,
    riot,
    site,
    tax,
    use,
)

#: A check that is not the last one lies beside the events that a test buys.
CHECK = "m.1.0 101\ndeck 20\ndeck_checks 3\n"


def bought(card, text=""):
    return given(f"m.0.0 {card}\n{text}").when(buy(card))


def discarded(card, text=""):
    """The event leaves the leftmost column at the end of Gray's turn."""
    return given(f"m.0.0 {card}\n{text}").when(END, leaves(card))


# 105: New Tactics / Military favored


@pytest.mark.rule("PP-11.105")
def test_105_new_tactics_the_buyers_military_cards_count_as_favored():
    game = bought(105, "p0.court [16, 60, 8]").then('p0.effects ["new_tactics"]', "actions_left 1", "favored political")

    game = game.when(use(16, "tax"), STOP, use(60, "tax"), STOP).then("actions_left 1")
    game.when(use(8, "tax"), STOP).then("actions_left 0")


@pytest.mark.rule("PP-11.105")
def test_105_discarded_military_is_favored():
    bought(105).brings("PP-11.105", what="event", seat=0, card=105, detail="bought")
    discarded(105).brings("PP-11.105", what="event", card=105, detail="discarded").asks(
        "event_favored", "Gray"
    ).automatic().then("favored military", "discard_pile [105]").asks("main")
    bought(105, "p0.court [16]").when(use(16, "tax")).brings("PP-3.3-bonus", card=16)


# 106: Koh-i-noor Recovered / Embarrassment of Riches


@pytest.mark.rule("PP-11.106")
def test_106_koh_i_noor_makes_the_buyers_gifts_worth_two():
    game = bought(106, "p0.gifts [2, 4]\np1.gifts [2]\np0.court [18]\np0.rupees 6").then(
        "p0.influence 5", "p1.influence 2"
    )

    game.when(use(18, "gift"), gift(6)).then("p0.influence 7")


@pytest.mark.rule("PP-11.106")
def test_106_embarrassment_of_riches_makes_gifts_worth_nothing_for_all():
    game = discarded(106, "p0.gifts [2, 4]\np1.gifts [2]").then(
        'effects ["embarrassment_of_riches"]', "discard_pile []"
    )

    game.then("p0.influence 1", "p1.influence 1", "p0.gifts [2, 4]")
    given('effects ["embarrassment_of_riches"]\np0.gifts [2]\np0.court [3]').then("p0.influence 2")


# 107: Courtly Manners / Disregard for Customs

RULED = 'p1.tribes {"kabul": 2}\np0.hand [16]\np0.court [8]\np2.spies {"8": 1}\n'


@pytest.mark.rule("PP-11.107")
def test_107_courtly_manners_lets_the_buyer_skip_bribes():
    game = bought(107, RULED).then('p0.effects ["courtly_manners"]')

    game.when(play(16), MANNERS, put("kabul")).then("p0.rupees 4", "p0.court [8, 16]")
    game.when(use(8, "tax"), MANNERS).asks("tax").then("p0.rupees 4", "p2.rupees 4")
    game.when(play(16), PAY).then("p0.rupees 2")
    given("m.0.0 107\nturn_of 2\n" + RULED).when(END, leaves(107)).then('effects ["disregard_for_customs"]').when(
        play(16)
    ).asks("impact_army", "Gray")


@pytest.mark.rule("PP-11.107")
def test_107_disregard_for_customs_ends_bribes_of_both_kinds():
    text = 'p0.tribes {"kabul": 2}\np1.hand [16]\np1.court [8]\np2.spies {"8": 1}\n'
    game = discarded(107, text).then('effects ["disregard_for_customs"]', "discard_pile []").asks("main", "Blue")

    game.when(play(16)).asks("impact_army", "Blue").then("p1.rupees 4")
    game.when(use(8, "tax")).asks("tax", "Blue").then("p1.rupees 4", "p2.rupees 4")


# 108: Rumor / Failure to Impress


@pytest.mark.rule("PP-11.108")
def test_108_rumor_makes_the_named_players_patriots_worth_nothing():
    game = bought(108, "p0.court [11]\np1.court [36, 37]\np1.prizes [25]\np1.gifts [2]").asks("event_rumor", "Gray")

    assert game.choices("seat", PlayerNamed) == {1, 2}
    game = game.refuses(name("Gray"), "PP-11.108").then("p1.influence 5").when(name("Blue"))
    game.then('p1.effects ["rumor"]', "p0.effects []", "p1.influence 3", "p0.influence 2", "discard_pile [108]")
    game.brings("PP-11.108", what="rumor", seat=1)


@pytest.mark.rule("PP-11.108")
def test_108_failure_to_impress_takes_all_prizes_and_no_loyalty_changes():
    game = discarded(108, "p0.prizes [4, 5]\np1.prizes [25]\np2.gifts [2]").asks("main", "Blue")

    game.then("p0.prizes []", "p1.prizes []", "p2.gifts [2]", "p0.loyalty afghan", "p1.loyalty british")
    game.then("discard_pile [108, 4, 5, 25]").brings("PP-11.108", what="prize_lost", seat=1, card=25)
    bought(108, "p1.court [36]").when(name("Blue")).then("p1.influence 1")


# 109: Conflict Fatigue / Riots in Punjab


@pytest.mark.rule("PP-11.109")
def test_109_conflict_fatigue_makes_a_lead_of_two_enough():
    game = bought(109, CHECK + "r.kabul.armies [3, 1, 0]").then('effects ["conflict_fatigue"]', "discard_pile []")

    game.when(buy(101)).then("p0.vp 5", 'result {"winners": [0], "reason": "lead_of_four", "tie_break": ""}')
    given(CHECK + "r.kabul.armies [3, 1, 0]").when(buy(101)).then("p0.vp 1")
    bought(109, CHECK + "r.kabul.armies [2, 1, 0]").when(buy(101)).then(
        "p0.vp 1", "effects []", "discard_pile [101, 109]"
    )


@pytest.mark.rule("PP-11.riot")
@pytest.mark.parametrize(("card", "region"), [(109, "punjab"), (110, "herat"), (112, "kabul"), (113, "persia")])
def test_a_riot_returns_all_armies_and_tribes_of_its_region_and_roads_stay(card, region):
    text = f"""
        r.{region}.armies [1, 2, 3]
        p0.tribes {{"{region}": 1}}
        p1.tribes {{"{region}": 2, "kandahar": 1}}
        r.kandahar.armies [1, 0, 0]
        b.herat-kabul [1, 1, 1]
        b.herat-persia [1, 0, 0]
        b.kabul-punjab [1, 0, 0]
    """
    game = discarded(card, text).asks("event_riot", "Gray").refuses(riot("kandahar"), "PP-11.riot").when(riot(region))

    game.then(
        f"r.{region}.armies [0, 0, 0]", "p0.tribes {}", 'p1.tribes {"kandahar": 1}', "r.kandahar.armies [1, 0, 0]"
    )
    game.then(
        "b.herat-kabul [1, 1, 1]", "b.herat-persia [1, 0, 0]", "b.kabul-punjab [1, 0, 0]", f"discard_pile [{card}]"
    )
    game.brings("PP-11.riot", what="armies_lost", place=region, detail="russian", amount=3)
    game.brings("PP-11.riot", what="tribes_lost", seat=1, place=region, amount=2)


@pytest.mark.rule("PP-11.riot")
def test_a_citadel_does_not_help_against_a_riot():
    game = discarded(112, 'p0.court [17]\np0.tribes {"kabul": 2}').when(riot("kabul"))

    game.then("p0.tribes {}", "p0.court [17]")


@pytest.mark.rule("PP-11.riot")
def test_riots_overthrow_every_player_and_then_debts_are_settled_active_player_first():
    text = """
        p0.tribes {"punjab": 1}
        p1.tribes {"punjab": 1}
        p2.tribes {"punjab": 2}
        p0.court [24, 9]
        p1.court [27, 61]
        p2.court [26, 62]
        p1.rupees 1
    """
    game = discarded(109, text).when(riot("punjab")).asks("leverage", "Blue")

    game.then("p0.court [9]", "p1.court [61]", "p2.court [62]", "p1.rupees -1")
    game.when(discard(61)).then("p1.court []", "p1.rupees 0").asks("main", "Blue")


# 110: Nationalism / Riots in Herat

NATIONALISM = """
    p0.court [29, 33]
    p0.tribes {"kabul": 2}
    b.kabul-punjab [1, 0, 0]
    r.kabul.armies [0, 1, 0]
    p1.tribes {"kabul": 1}
"""


@pytest.mark.rule("PP-11.110")
def test_110_under_nationalism_the_buyers_tribes_move_like_armies():
    game = bought(110, NATIONALISM).then('p0.effects ["nationalism"]').when(use(29, "move"))

    assert game.choices("to", PieceMoved) == {"punjab"}
    game.refuses(move("Gray", "kabul", "herat"), "PP-6.7-move").refuses(move("Blue", "kabul", "punjab"), "PP-6.7-move")
    game = game.when(move("Gray", "kabul", "punjab"), move("Gray", "kabul", "punjab"))
    game.then('p0.tribes {"punjab": 2}').asks("main", "Gray")
    given(NATIONALISM).refuses(use(29, "move"), "PP-6.7-move")


@pytest.mark.rule("PP-11.110")
def test_110_indian_supplies_serve_tribes_too_and_overthrow_applies():
    text = 'p0.loyalty british\np0.court [29, 51, 7]\np0.tribes {"kabul": 1}'
    game = bought(110, text).when(use(29, "move"), move("Gray", "kabul", "herat"))

    game.then('p0.tribes {"herat": 1}', "p0.court [29, 51]", "discard_pile [7]").asks("move", "Gray")


@pytest.mark.rule("PP-11.110")
def test_110_tribes_add_to_the_strength_in_a_region():
    game = bought(110, NATIONALISM).when(use(33, "battle"))

    assert game.choices("at", BattleSiteChosen) == {"kabul"}
    game = game.when(site("kabul"), remove("british", "kabul"), remove("Blue", "kabul")).asks("main", "Gray")
    game.then("p1.tribes {}", "r.kabul.armies [0, 0, 0]", 'p0.tribes {"kabul": 2}')
    given(NATIONALISM).refuses(use(33, "battle"), "PP-6.9-battle")


# 111: Public Withdrawal / No effect


@pytest.mark.rule("PP-11.111")
def test_111_rupees_that_reach_public_withdrawal_leave_the_game():
    game = given("m.0.0 111\nm.0.1 61\nm.0.2 62").when(buy(62))

    game.then("p0.rupees 2", "m.0.0 [111, 0]", "m.0.1 [61, 1]")
    given("m.0.5 111\nm.1.5 62\np0.court [18]").when(use(18, "gift"), gift(2)).then("m.0.5 [111, 0]", "m.1.5 [62, 1]")


@pytest.mark.rule("PP-11.111")
def test_111_also_when_it_slides_onto_rupees_or_is_drawn_onto_them():
    given("m.0.0 [null, 3]\nm.0.4 111").when(END).then("m.0.0 [111, 0]")
    given("m.0.0 61\nm.1.0 [null, 2]\ndraw_pile [111]").when(END, reveal(111)).then("m.1.0 [111, 0]", "m.0.0 [61, 0]")


@pytest.mark.rule("PP-11.111")
def test_111_discarded_it_does_nothing():
    discarded(111, "p0.prizes [4]").then("effects []", "favored political", "p0.prizes [4]", "discard_pile [111]")
    given("m.0.0 [null, 1]\nm.0.4 111").when(END).then("m.0.0 [111, 0]")


# 112: Nation Building / Riots in Kabul


@pytest.mark.rule("PP-11.112")
@pytest.mark.parametrize(("blocks", "rupees"), [(1, 4), (2, 4), (3, 2), (4, 2), (5, 0), (6, 0)])
def test_112_nation_building_places_two_blocks_for_two_rupees(blocks, rupees):
    game = bought(112, 'p0.court [17]\np0.tribes {"kabul": 1}\np0.rupees 6').then('p0.effects ["nation_building"]')
    game = game.when(use(17, "build"), *[put("kabul")] * blocks)

    game = game if blocks == 6 else game.asks("build", "Gray").when(STOP)
    game.asks("main", "Gray").then(f"p0.rupees {rupees}", f"r.kabul.armies [{blocks}, 0, 0]")


@pytest.mark.rule("PP-11.112")
def test_112_with_two_rupees_two_blocks_can_be_built():
    game = bought(112, 'p0.court [17]\np0.tribes {"kabul": 1}\np0.rupees 2').when(use(17, "build"), put("kabul"))

    game = game.then("p0.rupees 0").when(put("herat-kabul")).asks("main", "Gray").then("b.herat-kabul [1, 0, 0]")
    game.brings("PP-11.112", what="free_block", seat=0, place="border:herat-kabul")


@pytest.mark.rule("PP-11.112")
def test_112_six_blocks_are_the_most_whatever_money_is_left():
    game = bought(112, 'p0.court [17]\np0.tribes {"kabul": 1}\np0.rupees 30').when(
        use(17, "build"), *[put("kabul")] * 6
    )

    game.asks("main", "Gray").then("p0.rupees 24", "r.kabul.armies [6, 0, 0]")


# 113: Backing of Persian Aristocracy / Riots in Persia


@pytest.mark.rule("PP-11.113")
def test_113_backing_of_persian_aristocracy_gives_three_rupees():
    bought(113).brings("PP-11.113", what="gained", seat=0, amount=3).then(
        "p0.rupees 7", "discard_pile [113]", "p0.effects []", "actions_left 1"
    )
    given("m.0.0 61\nm.0.1 113\np0.rupees 1").when(buy(113)).then("p0.rupees 3", "m.0.0 [61, 1]")


# 114: Other Persuasive Methods / Confidence Failure


@pytest.mark.rule("PP-11.114")
def test_114_the_buyer_swaps_hands_with_another_player():
    game = bought(114, "p0.hand [1, 2, 3]\np1.hand [9]").asks("event_swap_hands", "Gray")

    assert game.choices("seat", PlayerNamed) == {1, 2}
    game.refuses(name("Gray"), "PP-11.114")
    swapped = (
        game.when(name("Blue")).then("p0.hand [9]", "p1.hand [1, 2, 3]", "discard_pile [114]").asks("main", "Gray")
    )
    swapped.brings("PP-11.114", what="hands_swapped", seat=0, other=1)
    game.when(name("Tan")).then("p0.hand []", "p2.hand [1, 2, 3]", "p1.hand [9]")


@pytest.mark.rule("PP-11.114")
def test_114_confidence_failure_everyone_with_cards_discards_one_active_player_first_then_clockwise():
    text = "turn_of 1\np0.hand [1, 2]\np1.hand [3, 4]\np2.hand []\np0.court [9]"
    game = discarded(114, text).asks("event_confidence_failure", "Blue").refuses(discard(1), "PP-11.114")

    game = game.when(discard(4)).asks("event_confidence_failure", "Gray").refuses(discard(9), "PP-11.114")
    game = game.when(discard(1)).then("p0.hand [2]", "p1.hand [3]", "discard_pile [114, 4, 1]").asks("main", "Tan")
    game.brings("PP-11.114", what="card_lost", seat=0, card=1)
    bought(114, "p0.hand [1]").when(name("Tan")).then("p2.hand [1]")


# 115: Pashtunwali Values / Intelligence favored


@pytest.mark.rule("PP-11.115")
def test_115_pashtunwali_values_sets_the_suit_and_icons_do_nothing_after_it():
    game = bought(115, "p0.hand [52]").asks("event_pashtunwali", "Gray")

    assert game.choices("suit", FavoredSuitSet) == {"political", "intelligence", "economic", "military"}
    game = game.when(favor("economic")).then("favored economic", 'effects ["pashtunwali_values"]', "discard_pile [115]")
    game.when(play(52), put("kandahar")).asks("main", "Gray").then("favored economic")
    kept = given('m.0.0 116\neffects ["pashtunwali_values"]\nfavored economic').when(END, leaves(116))
    kept.asks("main", "Blue").then("favored economic").brings("PP-11.115", what="suit_ignored", card=116)


@pytest.mark.rule("PP-11.115")
def test_115_the_values_end_with_the_next_check():
    game = bought(115, CHECK + "p1.hand [52]").when(favor("economic"), buy(101)).then("effects []")

    game.asks("main", "Gray").then("favored economic")
    given('effects ["pashtunwali_values"]\np0.hand [52]').when(play(52), put("kandahar")).asks("main", "Gray")


@pytest.mark.rule("PP-11.115")
def test_115_discarded_intelligence_is_favored():
    discarded(115).automatic().then("favored intelligence", "discard_pile [115]")
    bought(115, "p0.hand [52]").when(favor("military"), play(52), put("kandahar")).then("favored military")
    given('effects ["pashtunwali_values"]\nm.0.0 105').when(END, leaves(105)).asks("main", "Blue")


# 116: Rebuke / Political favored


@pytest.mark.rule("PP-11.116")
def test_116_rebuke_clears_a_region_as_a_riot_does():
    text = """
        r.herat.armies [1, 2, 0]
        b.herat-kabul [0, 1, 0]
        p0.tribes {"herat": 1}
        p1.tribes {"herat": 2}
        p1.court [57, 61]
    """
    game = bought(116, text).asks("event_rebuke", "Gray")

    assert game.choices("region", RegionRebuked) == {"persia", "transcaspia", "herat", "kabul", "kandahar", "punjab"}
    game = game.when(rebuke("herat")).asks("main", "Gray")
    game.then("r.herat.armies [0, 0, 0]", "p0.tribes {}", "p1.tribes {}", "p1.court [61]", "b.herat-kabul [0, 1, 0]")
    game.then("discard_pile [116, 57]")


@pytest.mark.rule("PP-11.116")
def test_116_an_empty_region_may_be_named():
    game = bought(116, "r.herat.armies [1, 0, 0]").when(rebuke("punjab")).asks("main", "Gray")

    game.then("r.herat.armies [1, 0, 0]")
    bought(116, "r.herat.armies [1, 0, 0]").when(rebuke("herat")).then("r.herat.armies [0, 0, 0]")


@pytest.mark.rule("PP-2.10-favored-suit", "PP-11.116")
def test_116_discarded_political_is_favored():
    discarded(116, "favored military").automatic().then("favored political", "discard_pile [116]")


# Dominance Checks, and where events lie


@pytest.mark.rule("PP-11.101-104")
@pytest.mark.parametrize("card", [101, 102, 103, 104])
def test_a_dominance_check_is_scored_bought_or_discarded(card):
    text = 'deck 20\ndeck_checks 3\np2.tribes {"herat": 1}'

    bought(card, text).brings("PP-10.1-test", what="check", detail="purchase").then("p2.vp 3", f"discard_pile [{card}]")
    discarded(card, text).brings("PP-10.1-test", what="check", detail="discard").then(
        "p2.vp 3", f"discard_pile [{card}]"
    )


@pytest.mark.rule("PP-11.place")
@pytest.mark.parametrize(
    ("card", "effect"),
    [
        (105, "new_tactics"),
        (106, "koh_i_noor"),
        (107, "courtly_manners"),
        (110, "nationalism"),
        (112, "nation_building"),
    ],
)
def test_personal_events_lie_with_their_buyer_until_the_next_check(card, effect):
    game = bought(card, CHECK).then(f'p0.effects ["{effect}"]', "p1.effects []", "effects []", "discard_pile []")

    game = game.when(buy(101)).then("p0.effects []", f"discard_pile [101, {card}]")
    game.brings("PP-10.7-effects-end", what="event_ended", seat=0, card=card, detail=effect)


@pytest.mark.rule("PP-11.place")
def test_conflict_fatigue_lies_beside_the_board_and_the_others_are_discarded():
    bought(109, CHECK).then('effects ["conflict_fatigue"]', "discard_pile []").when(buy(101)).then(
        "discard_pile [101, 109]"
    )
    bought(113).then("discard_pile [113]")
    bought(108).when(name("Blue")).then("discard_pile [108]", 'p1.effects ["rumor"]')


@pytest.mark.rule("PP-11.place")
def test_global_discard_effects_lie_beside_the_board_until_the_next_check():
    for card, effect in ((106, "embarrassment_of_riches"), (107, "disregard_for_customs")):
        game = given(f"m.0.0 {card}\nm.0.1 101\nm.1.0 102\nm.1.1 103\ndraw_pile [104]").when(END, leaves(card))
        game.then(f'effects ["{effect}"]', "discard_pile []").brings(f"PP-11.{card}", what="event", detail="discarded")

    bought(105).then('p0.effects ["new_tactics"]')


def test_instability_ends_lasting_events_too():
    text = (
        'm.0.1 102\nm.0.2 103\ndeck 20\ndeck_checks 1\neffects ["conflict_fatigue"]\nr.herat.armies [2, 0, 0]\np1.vp 4'
    )
    game = given(text).when(END).asks("instability", "Gray").when(INSTABILITY)

    game.then("p0.vp 5", "effects []", "discard_pile [102, 103, 109]").asks("reveal")


def test_a_tax_of_the_buyer_of_an_event_takes_what_lies_there():
    bought(105, "p0.court [16]\nm.1.2 [61, 2]").when(use(16, "tax"), tax(61)).then("p0.rupees 5", "actions_left 1")
