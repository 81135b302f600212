"""The disputed cases from PD-17 on, each as its document has it: position, moves, verdict and numbers."""

from engine.pamir.cards import CARDS
from engine.pamir.events import BattleSiteChosen, PieceMoved, PiecePlaced
from tests.engine.pamir.given import (
    DECLINE,
    END,
    STOP,
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
    site,
    use,
)

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
