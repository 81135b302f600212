"""Section 2 of the rules: pieces, map, rule, influence, stars, court, hand, favored suit."""

import pytest

from engine.pamir.board import REGIONS
from engine.pamir.concepts import ruler_of
from engine.pamir.effect_words import describe_effects
from engine.pamir.events import PiecePlaced
from tests.engine.pamir.games import reference_games
from tests.engine.pamir.given import (
    ASK,
    END,
    PAY,
    STOP,
    betray,
    buy,
    discard,
    gift,
    given,
    leaves,
    lower,
    play,
    put,
    rebuke,
    remove,
    site,
    use,
)


@pytest.mark.rule("PP-2.1-pieces")
def test_a_block_in_a_region_is_an_army_and_on_a_border_a_road_and_a_cylinder_in_a_region_a_tribe():
    battle = given("""
        p0.court [33]
        r.kabul.armies [2, 1, 0]
        b.herat-kabul [0, 0, 1]
        p1.tribes {"kabul": 1}
    """).when(use(33, "battle"), site("kabul"))

    battle.when(remove("british", "kabul")).brings("PP-6.9-battle", what="removed", detail="army")
    battle.when(remove("russian", "herat-kabul")).brings("PP-6.9-battle", what="removed", detail="road")
    battle.when(remove("Blue", "kabul")).brings("PP-6.9-battle", what="removed", detail="tribe")


@pytest.mark.rule("PP-2.1-pieces")
def test_a_cylinder_on_a_court_card_is_a_spy():
    battle = given('p0.court [33]\np0.spies {"33": 2}\np1.spies {"33": 1}').when(use(33, "battle"), site("#33"))

    battle.when(remove("Blue", "#33")).brings("PP-6.9-battle", what="removed", detail="spy")


@pytest.mark.rule("PP-2.1-pieces")
def test_cylinders_stay_a_players_own_when_the_loyalty_changes_and_blocks_stay_the_coalitions():
    game = given("""
        p0.tribes {"persia": 1}
        p0.spies {"8": 1}
        p1.court [8]
        r.kabul.armies [2, 0, 0]
        p0.hand [32]
    """).when(play(32), put("punjab"), put("punjab"), put("punjab"))

    game.then('p0.tribes {"persia": 1}', 'p0.spies {"8": 1}', "r.kabul.armies [2, 0, 0]", "r.punjab.armies [0, 3, 0]")
    game.then("p0.loyalty british", "p0.supply 8")
    given('p1.spies {"9": 1}\np1.court [9]\np0.court [33]\np0.spies {"9": 1}').when(
        use(33, "battle"), site("#9"), remove("Blue", "#9")
    ).brings("PP-6.9-battle", detail="spy")


@pytest.mark.rule("PP-2.1-pieces")
def test_any_number_of_pieces_may_stand_in_one_place():
    game = given("""
        p0.court [33]
        r.kabul.armies [12, 12, 12]
        p0.tribes {"kabul": 10}
        p1.tribes {"kabul": 10}
    """).then("pool [0, 0, 0]", "p0.supply 0", "r.kabul.ruler null")

    game.when(use(33, "battle"), site("kabul"), remove("Blue", "kabul")).brings("PP-6.9-battle", detail="tribe")


@pytest.mark.rule("PP-2.2-map")
@pytest.mark.parametrize(
    ("card", "borders"),
    [
        (79, {"persia-transcaspia", "herat-persia"}),
        (96, {"persia-transcaspia", "herat-transcaspia", "kabul-transcaspia"}),
        (61, {"herat-persia", "herat-transcaspia", "herat-kabul", "herat-kandahar"}),
        (9, {"kabul-transcaspia", "herat-kabul", "kabul-kandahar", "kabul-punjab"}),
        (48, {"herat-kandahar", "kabul-kandahar", "kandahar-punjab"}),
        (29, {"kabul-punjab", "kandahar-punjab"}),
    ],
)
def test_each_region_has_its_borders(card, borders):
    game = given(f"p0.hand [{card}]").when(play(card)).asks("impact_road", "Gray")

    assert game.choices("to", PiecePlaced) == borders


@pytest.mark.rule("PP-2.3-ruler")
@pytest.mark.parametrize(
    ("kabul", "who"),
    [
        ('p0.tribes {"kabul": 1}', 0),
        ("r.kabul.armies [3, 0, 0]", "null"),  # armies alone do not rule
        ('p0.tribes {"kabul": 1}\np1.tribes {"kabul": 1}', "null"),  # a tie
        ('p0.tribes {"kabul": 1}\np1.tribes {"kabul": 1}\nr.kabul.armies [1, 0, 0]', 0),
        ('p0.tribes {"kabul": 1}\nr.kabul.armies [1, 1, 0]', 0),  # 2 against 1
        ('p0.tribes {"kabul": 1}\nr.kabul.armies [0, 1, 0]', "null"),  # 1 against 1
        ('p0.tribes {"kabul": 1}\nr.kabul.armies [0, 0, 2]', "null"),  # armies without a tribe can block
        ('p0.tribes {"kabul": 3}\nr.kabul.armies [0, 1, 1]', 0),  # coalitions are compared one by one
        ('p0.tribes {"kabul": 1}\np1.tribes {"kabul": 2}\np2.tribes {"kabul": 3}', 2),
        ('p0.tribes {"kabul": 2}\np1.tribes {"kabul": 2}\np2.tribes {"kabul": 3}', 2),
        ('p0.tribes {"kabul": 3}\np1.tribes {"kabul": 2}\np2.tribes {"kabul": 3}', "null"),
    ],
)
def test_the_ruler_has_a_tribe_and_more_strength_than_every_player_and_every_coalition(kabul, who):
    given(kabul).then(f"r.kabul.ruler {who}", "r.herat.ruler null")


@pytest.mark.rule("PP-2.3-ruler")
def test_partners_compare_tribes_as_they_share_their_armies():
    text = 'p1.loyalty afghan\np0.tribes {"kabul": 1}\np1.tribes {"kabul": 2}\nr.kabul.armies [4, 0, 0]'

    given(text).then("r.kabul.ruler 1")
    given(text.replace('"kabul": 2', '"kabul": 1')).then("r.kabul.ruler null")


@pytest.mark.rule("PP-2.3-ruler")
def test_armies_that_no_player_follows_can_block():
    text = 'p2.loyalty british\np0.tribes {"kabul": 2}\nr.kabul.armies [0, 0, 2]'

    given(text).then("r.kabul.ruler null")
    given(text.replace("[0, 0, 2]", "[0, 0, 1]")).then("r.kabul.ruler 0")


@pytest.mark.rule("PP-2.3-ruler")
def test_rule_is_reckoned_anew_after_every_change():
    game = given('p0.tribes {"kabul": 1}\np1.hand [7]\nturn_of 1').then("r.kabul.ruler 0")
    game = game.when(play(7), PAY, put("kabul")).then("r.kabul.ruler null", "p0.rupees 5")

    game.when(put("kabul")).then("r.kabul.ruler 1")


@pytest.mark.rule("PP-2.4-influence")
def test_influence_is_one_and_patriots_prizes_and_gifts():
    given("").then("p0.influence 1")
    given("p0.court [3, 9, 11]\np0.prizes [4, 5, 10]\np0.gifts [2, 6]").then("p0.influence 8")


@pytest.mark.rule("PP-2.4-influence")
def test_influence_grows_with_a_gift():
    given("p0.court [18]").when(use(18, "gift"), gift(4)).then("p0.influence 2")


@pytest.mark.rule("PP-2.5-stars")
def test_stars_are_the_ranks_in_court_by_suit():
    given("p0.loyalty british\np0.court [1, 7, 5, 8, 12, 98, 32]").then("p0.stars [3, 3, 5, 6]")


@pytest.mark.rule("PP-2.5-stars")
def test_political_stars_raise_the_court_limit_and_intelligence_stars_the_hand_limit():
    given("p0.court [7, 9, 16, 17, 8]\np0.hand [2, 3]").when(END).asks("main", "Blue")
    given("p0.court [1, 9, 16]\np0.hand [2, 3, 4, 5, 6]").when(END).asks("main", "Blue")


@pytest.mark.rule("PP-2.6-cylinders-in-play")
def test_cylinders_in_play_are_tribes_spies_and_gifts():
    game = given("""
        p0.court [9]
        p0.tribes {"kabul": 1}
        p0.spies {"9": 1}
        p0.gifts [2]
        p1.tribes {"herat": 2}
        m.0.0 101
        deck 20
        deck_checks 3
    """).when(buy(101))

    game.then("p0.vp 3", "p1.vp 1", "p2.vp 0")


@pytest.mark.rule("PP-2.7-court-order")
def test_a_card_joins_either_end_of_the_court_and_nothing_else_moves():
    game = given("p0.court [62, 3]\np0.hand [60, 15]").when(play(15, "left"), put("kabul"))
    game = game.then("p0.court [15, 62, 3]").refuses(play(60, "middle"), "PP-2.7-court-order")
    game = game.when(play(60, "right"), put("herat"))

    game.then("p0.court [15, 62, 3, 60]")


@pytest.mark.rule("PP-2.7-court-order")
def test_a_card_that_leaves_the_court_leaves_the_order_of_the_others():
    game = given("p0.court [17, 9, 61, 3]\np0.hand [16]").when(
        play(16, "left"), put("kabul"), END, discard(9), discard(3)
    )

    game.then("p0.court [16, 17, 61]")


@pytest.mark.rule("PP-2.8-negotiation")
def test_rupees_pass_between_players_only_as_far_as_a_bribe_is_due():
    game = given('p1.tribes {"kabul": 2}\np0.hand [7]').when(play(7), ASK)

    assert game.choices("amount") == {1, 2}
    game.refuses(lower(3), "PP-2.8-negotiation").refuses(lower(0), "PP-2.8-negotiation")
    game.when(lower(1), PAY).then("p0.rupees 3", "p1.rupees 5")


@pytest.mark.rule("PP-2.9-hand")
def test_a_hand_has_no_effect_on_stars_and_influence():
    given("p0.hand [3, 7, 11, 98]\np0.court [45, 9]").then("p0.stars [1, 0, 1, 0]", "p0.influence 1")


@pytest.mark.rule("PP-2.9-hand")
def test_a_hand_has_no_effect_on_rule_or_overthrow():
    game = given("""
        p0.hand [43]
        p0.court [45]
        p0.tribes {"kandahar": 1}
        p0.spies {"45": 1}
    """).then("r.kandahar.ruler 0", "p0.stars [1, 0, 0, 0]")

    game.when(use(45, "betray"), betray(45)).then("p0.tribes {}", "p0.hand [43]", "r.kandahar.ruler null")


@pytest.mark.rule("PP-2.10-favored-suit")
def test_one_suit_is_favored_and_an_icon_moves_the_marker():
    game = given("p0.hand [52, 53]\nfavored military").when(play(52), put("kandahar")).automatic()

    game.then("favored political").asks("main", "Gray").brings(
        "PP-5.5-icons", what="favored", detail="political", amount=1
    )


@pytest.mark.rule("PP-2.10-favored-suit")
def test_an_icon_of_the_favored_suit_leaves_it_favored():
    same = given("p0.hand [52]").when(play(52), put("kandahar")).automatic().then("favored political")
    same.brings("PP-5.5-icons", what="favored", detail="political", amount=0)
    given("m.0.0 105\nfavored economic").when(END, leaves(105)).automatic().then("favored military")


def test_passing_a_tax_takes_nothing():
    given("p0.court [8]").when(use(8, "tax"), STOP).then("p0.rupees 4", "actions_left 1")


@pytest.mark.rule("PP-2.3-ruler")
def test_a_new_ruler_is_told_as_a_consequence_and_an_old_one_is_not():
    first = given("p0.hand [7]").when(play(7), put("kabul"))

    first.brings("PP-2.3-ruler", what="ruler", seat=0, other=None, place="kabul")
    first.when(put("kabul")).brings_no("PP-2.3-ruler")


@pytest.mark.rule("PP-2.3-ruler")
def test_rule_that_ends_or_passes_on_is_told_with_who_had_it():
    ended = given('p1.tribes {"kabul": 1}\nm.0.0 116').when(buy(116), rebuke("kabul"))
    passed = given('p0.hand [7]\np0.tribes {"kabul": 1}\np1.tribes {"kabul": 2}').when(
        play(7), PAY, put("kabul"), put("kabul")
    )

    ended.brings("PP-2.3-ruler", what="ruler", seat=None, other=1, place="kabul")
    passed.brings("PP-2.3-ruler", what="ruler", seat=0, place="kabul")
    texts = [text for text, rule in describe_effects(ended.now, ended.effects) if rule == "PP-2.3-ruler"]
    assert texts == ["Blue no longer rules Kabul"]


@pytest.mark.rule("PP-8.2")
def test_a_change_of_loyalty_tells_every_ruler_anew():
    game = given("""
        p0.hand [32]
        p0.tribes {"herat": 1, "punjab": 1}
        r.herat.armies [0, 1, 0]
    """).when(play(32))

    told = [(effect.place, effect.seat, effect.other) for effect in game.effects if effect.what == "ruler"]
    assert told == [("herat", 0, None)]


@pytest.mark.parametrize("name", ["pp-2p-03", "pp-5p-15"])
def test_every_change_of_rule_in_a_whole_game_is_told_and_nothing_else(name):
    _, replay = reference_games()[name]

    def changes(step):
        return [
            (region, ruler_of(step.after, region), ruler_of(step.before, region))
            for region in REGIONS
            if ruler_of(step.after, region) != ruler_of(step.before, region)
        ]

    steps = replay.steps[1:]
    told = [[(one.place, one.seat, one.other) for one in step.effects if one.what == "ruler"] for step in steps]
    assert told == [changes(step) for step in steps]
    assert any(told)
