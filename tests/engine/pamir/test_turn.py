"""Section 3 of the rules: two actions a turn, each card once, and bonus actions."""

import pytest

from tests.engine.pamir.given import END, STOP, betray, buy, discard, given, move, play, put, site, tax, use

MARKET = "m.0.0 61\nm.1.0 62\nm.0.1 63\nm.1.1 64\n"


@pytest.mark.rule("PP-3.1-actions")
def test_a_turn_has_two_actions_and_no_third():
    game = given(MARKET + "p0.hand [16]").when(buy(61)).then("actions_left 1").when(buy(62)).then("actions_left 0")

    game.refuses(buy(63), "PP-3.1-actions").refuses(play(16), "PP-3.1-actions")
    game.when(END, discard(61)).asks("main", "Blue").then("actions_left 2", "turn_of 1", "turn 2")


@pytest.mark.rule("PP-3.1-actions")
def test_the_two_actions_may_be_of_two_kinds():
    game = given(MARKET + "p0.hand [16]\np0.court [46, 8]\nfavored military")

    assert game.when(buy(61), play(16), put("kabul")).now.actions_left == 0
    used = game.when(use(8, "tax"), STOP, buy(61)).then("actions_left 0")
    used.refuses(buy(62), "PP-3.1-actions").refuses(play(16), "PP-3.1-actions")


@pytest.mark.rule("PP-3.1-actions")
def test_the_action_of_a_card_that_is_no_bonus_needs_an_action_too():
    game = given(MARKET + "p0.court [8]").when(buy(61), buy(62))

    game.refuses(use(8, "tax"), "PP-3.1-actions").refuses(buy(63), "PP-3.1-actions")


@pytest.mark.rule("PP-3.1-actions")
def test_actions_may_be_passed_and_the_next_seat_follows():
    game = given(MARKET).when(END).asks("main", "Blue").when(END).asks("main", "Tan").when(END).asks("main", "Gray")

    game.brings("PP-3.1-actions", what="turn", seat=0, amount=4)
    game.then("turn 4", "actions_left 2").when(buy(61), buy(62)).refuses(buy(63), "PP-3.1-actions")


@pytest.mark.rule("PP-3.1-actions")
def test_a_card_shows_which_actions_it_has():
    game = given("p0.court [8]\np0.hand [9]\np1.court [16]")

    game.refuses(use(8, "gift"), "PP-3.1-actions")  # Kabul Bazaar taxes only
    game.refuses(use(9, "tax"), "PP-3.1-actions")  # in hand
    game.refuses(use(16, "tax"), "PP-3.1-actions")  # in the court of another
    game.when(use(8, "tax"), STOP, END).asks("main", "Blue")
    given("actions_left 0\nm.0.0 61").refuses(buy(61), "PP-3.1-actions")


@pytest.mark.rule("PP-3.2-card-once")
def test_each_card_is_used_for_one_action_a_turn_whatever_icons_it_has():
    game = given('p0.court [9, 61]\np0.spies {"9": 1}\nfavored economic').when(use(9, "tax"), STOP)

    game.then("spent [9]", "actions_left 2")
    game.refuses(use(9, "tax"), "PP-3.2-card-once").refuses(use(9, "move"), "PP-3.2-card-once")
    game.when(use(61, "tax"), STOP).then("spent [9, 61]")


@pytest.mark.rule("PP-3.2-card-once")
def test_a_card_may_be_used_again_in_the_next_turn():
    game = given("p0.court [9]", players=2).when(use(9, "tax"), STOP, END, END).then("spent []")

    game.when(use(9, "tax"), STOP).refuses(use(9, "tax"), "PP-3.2-card-once")


@pytest.mark.rule("PP-3.2-card-once")
def test_a_card_played_this_turn_may_be_used_this_turn():
    game = given('p0.hand [16]\np0.tribes {"herat": 1}').when(play(16), put("kabul"), use(16, "tax"), STOP)

    game.then("actions_left 0", "spent [16]").refuses(use(16, "tax"), "PP-3.2-card-once")


@pytest.mark.rule("PP-3.3-bonus")
def test_actions_of_cards_in_the_favored_suit_cost_no_action_and_any_number_may_follow():
    game = given("p0.court [8, 9, 61]\nfavored economic\nm.0.0 1\nm.0.1 2\n").when(
        buy(1), use(8, "tax"), STOP, buy(2), use(9, "tax"), STOP, use(61, "tax"), STOP
    )

    game.then("actions_left 0", "spent [8, 9, 61]").asks("main", "Gray")


@pytest.mark.rule("PP-3.3-bonus")
def test_a_card_of_another_suit_costs_an_action():
    game = given("p0.court [8, 16]\nfavored economic").when(use(16, "tax"), STOP).then("actions_left 1")

    game.brings("PP-6.4-tax", what="action", seat=0, card=16, detail="tax")
    game.when(use(8, "tax"), STOP).then("actions_left 1").brings("PP-3.3-bonus", card=8)


@pytest.mark.rule("PP-3.3-bonus")
def test_the_suit_is_tested_when_the_action_starts():
    game = given('p0.hand [52]\np0.court [45]\np0.spies {"45": 1}\nfavored military')

    game.when(use(45, "betray"), betray(45)).then("actions_left 1")
    turned = game.when(play(52), put("kandahar")).automatic().then("favored political", "actions_left 1")
    turned.when(use(45, "betray"), betray(45)).then("actions_left 1")


@pytest.mark.rule("PP-3.3-bonus")
@pytest.mark.parametrize(("card", "action"), [(91, "betray"), (99, "battle")])
def test_cards_91_and_99_are_always_favored(card, action):
    game = given(f"""
        p0.loyalty russian
        p0.court [{card}]
        p0.spies {{"{card}": 1}}
        p1.spies {{"{card}": 1}}
        favored economic
        actions_left 0
    """).when(use(card, action))

    game.then("actions_left 0").brings("PP-3.3-bonus", card=card)


@pytest.mark.rule("PP-3.3-bonus")
def test_new_tactics_makes_the_buyers_military_cards_favored():
    game = given('p0.court [16, 8]\np1.court [15]\np0.effects ["new_tactics"]').when(use(16, "tax"), STOP)

    game.then("actions_left 2").when(use(8, "tax"), STOP).then("actions_left 1")


def test_a_move_may_be_stopped_before_its_limit_and_a_battle_too():
    game = given("""
        p0.court [9, 33]
        p0.spies {"9": 1, "33": 1}
        p1.spies {"33": 1}
    """)

    game.when(use(33, "battle"), site("#33"), STOP).then("actions_left 1", 'p1.spies {"33": 1}')
    game.when(use(9, "move"), move("Gray", "#9", "#33")).then('p0.spies {"33": 2}').asks("main", "Gray")
    game.when(use(9, "move"), STOP).then('p0.spies {"9": 1, "33": 1}', "actions_left 1")


def test_a_tax_may_take_from_a_card_of_any_region():
    given("p0.court [8]\nm.0.4 [98, 3]").when(use(8, "tax"), tax(98), tax(98)).then("p0.rupees 6", "m.0.4 [98, 1]")
