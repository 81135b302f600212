"""Section 8 of the rules: what a change of loyalty costs, and what it leaves."""

import pytest

from tests.engine.pamir.given import KEEP_PRIZE, betray, discard, given, play, put, use


@pytest.mark.rule("PP-8.1")
def test_a_foreign_patriot_costs_all_old_patriots_all_prizes_and_all_gifts():
    game = given("""
        p0.court [11, 9, 25]
        p0.prizes [4, 5]
        p0.gifts [2, 6]
        p0.hand [88]
        p0.spies {"11": 1}
    """).when(play(88, "left"), put("#88"))

    game.then("p0.loyalty british", "p0.court [88, 9]", "p0.prizes []", "p0.gifts []", "p0.influence 2")
    game.then('p0.spies {"88": 1}', "discard_pile [4, 5, 11, 25]", "p0.supply 9")
    game.brings("PP-8.1", what="loyalty_changed", seat=0, detail="british")
    game.brings("PP-8.1", what="prize_lost", seat=0, card=5).brings("PP-8.1", what="gift_lost", place="gift:6")


@pytest.mark.rule("PP-8.1")
def test_lost_patriots_are_overthrown_and_pay_leverage_like_any_lost_card():
    game = given("""
        p0.court [42]
        p0.tribes {"kandahar": 2}
        p0.hand [86]
    """).when(play(86))

    game.then("p0.tribes {}", "p0.rupees 2", "p0.court [86]", "p0.loyalty russian").asks("impact_spy", "Gray")


@pytest.mark.rule("PP-8.1")
def test_a_foreign_prize_changes_the_loyalty_and_then_counts():
    game = given("""
        p0.court [16, 11]
        p0.prizes [4]
        p0.gifts [4]
        p1.court [20]
        p0.spies {"20": 1}
    """).when(use(16, "betray"), betray(20), KEEP_PRIZE)

    game.then("p0.loyalty russian", "p0.prizes [20]", "p0.gifts []", "p0.court [16]", "p0.influence 2")
    game.then("discard_pile [4, 11]").brings("PP-6.8-betray", what="prize_taken", seat=0, card=20, detail="russian")
    game.brings("PP-6.8-betray", what="betrayed", seat=0, other=1, card=20)


@pytest.mark.rule("PP-8.1")
def test_a_debt_of_the_change_can_take_the_new_patriot_before_its_icons():
    game = given("p0.court [42]\np0.rupees 1\np0.hand [86]").when(play(86)).asks("leverage", "Gray")

    assert game.choices("card") == {86}
    game.when(discard(86)).asks("main", "Gray").then(
        "p0.court []", "p0.spies {}", "p0.loyalty russian", "actions_left 1"
    )


@pytest.mark.rule("PP-8.2")
def test_spies_and_tribes_stay_and_rule_is_reckoned_anew():
    game = (
        given("""
        p0.tribes {"kabul": 1, "herat": 1}
        p0.spies {"9": 2}
        p1.court [9]
        r.kabul.armies [1, 1, 0]
        r.herat.armies [0, 1, 0]
        p0.gifts [2]
        p0.hand [88]
    """)
        .then("r.kabul.ruler 0", "r.herat.ruler null", "p0.supply 5")
        .when(play(88))
    )

    game.then('p0.tribes {"kabul": 1, "herat": 1}', 'p0.spies {"9": 2}', "p0.supply 6")
    game.then("r.kabul.ruler 0", "r.herat.ruler 0", "r.kabul.armies [1, 1, 0]")


@pytest.mark.rule("PP-8.2")
def test_rule_can_be_lost_by_a_change_of_loyalty():
    game = (
        given("""
        p0.tribes {"kabul": 1}
        p1.tribes {"kabul": 1}
        r.kabul.armies [1, 1, 0]
        p1.loyalty british
        p0.hand [88]
    """)
        .then("r.kabul.ruler null")
        .when(play(88))
        .then("r.kabul.ruler null", 'p0.tribes {"kabul": 1}')
    )

    own = given('p0.tribes {"kabul": 1}\nr.kabul.armies [1, 0, 0]\np0.hand [88]').then("r.kabul.ruler 0")
    own.when(play(88)).then("r.kabul.ruler null", 'p0.tribes {"kabul": 1}', "p0.supply 9")
    game.asks("impact_spy", "Gray")
