"""Section 1 of the rules: components, starting position, deck, market, first loyalties."""

import pytest

from engine.pamir import reducer
from engine.pamir.cards import CARDS
from engine.pamir.events import CardRevealed, PamirStarted
from engine.pamir.options import OFFICIAL
from tests.engine.pamir.given import END, SEATS, Game, choose, deck_for, given, reveal, setup


def started(players=3, **fields):
    return PamirStarted(name="setup", players=SEATS[:players], preset="official", options=OFFICIAL, **fields)


def refusals(event):
    return [violation.rule for violation in reducer.check_start(event)]


def deck_with(changes, players=3):
    deck = list(deck_for(players))
    for place, card in changes.items():
        deck[place] = card
    return tuple(deck)


@pytest.mark.rule("PP-1.1-components")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_there_are_twelve_blocks_of_each_coalition_and_ten_cylinders_for_each_player(players):
    game = setup(players)

    game.then("pool [12, 12, 12]", *(f"p{seat}.supply 10" for seat in range(players)))


@pytest.mark.rule("PP-1.1-components")
def test_there_are_a_hundred_court_cards_four_dominance_checks_and_twelve_other_events():
    kinds = [CARDS[number].kind for number in range(1, 117)]

    assert kinds == ["court"] * 100 + ["dominance_check"] * 4 + ["event"] * 12
    assert len(CARDS) == 116
    assert setup().now.pieces[0] == ("supply",) * 12


@pytest.mark.rule("PP-1.1-components")
@pytest.mark.parametrize("number", [0, 1, 6])
def test_two_to_five_players_play(number):
    event = PamirStarted(name="x", players=(*SEATS, "Pink")[:number], preset="official", options=OFFICIAL)

    assert refusals(event) == ["PP-1.1-components"]


@pytest.mark.rule("PP-1.2-start")
def test_everyone_starts_with_four_rupees_and_nothing_else():
    game = setup(3)

    for seat in range(3):
        game.then(f"p{seat}.rupees 4", f"p{seat}.vp 0", f"p{seat}.hand []", f"p{seat}.court []", f"p{seat}.prizes []")
        game.then(f"p{seat}.gifts []", f"p{seat}.spies {{}}", f"p{seat}.tribes {{}}", f"p{seat}.supply 10")
    game.then("favored political", "effects []", "deck_checks 4", "drawn 0", "refusals 0", "turn 0")


@pytest.mark.rule("PP-1.3-deck")
@pytest.mark.parametrize(("players", "cards"), [(2, 52), (3, 58), (4, 64), (5, 70)])
def test_the_deck_is_six_piles_of_five_and_one_a_player_with_six_events_and_four_checks(players, cards):
    deck = deck_for(players)

    assert len(deck) == cards
    assert refusals(started(players, deck=deck)) == []
    assert refusals(started(players, deck=deck[:-1])) == ["PP-1.3-deck"]


@pytest.mark.rule("PP-1.3-deck")
@pytest.mark.parametrize(
    "changes",
    [
        {0: 112},  # an event in pile 1
        {0: 101, 27: 49},  # a Dominance Check in pile 1
        {8: 112},  # three events in pile 2
        {16: 49},  # one event in pile 2
        {8: 101, 27: 49},  # a Dominance Check in pile 2
        {18: 102, 37: 49},  # two checks in pile 3, none in pile 4
        {27: 49},  # no check in pile 3
        {56: 49},  # no event in pile 6
        {1: 1},  # a card twice
        {0: 117},  # no such card
    ],
)
def test_each_pile_holds_the_events_and_checks_of_its_place(changes):
    assert refusals(started(3, deck=deck_with(changes))) == ["PP-1.3-deck"]


@pytest.mark.rule("PP-1.3-deck")
def test_piles_are_shuffled_each_by_itself():
    deck = list(deck_for(3))
    for begin, end in ((0, 8), (8, 18), (18, 28), (28, 38), (38, 48), (48, 58)):
        deck[begin:end] = reversed(deck[begin:end])

    assert refusals(started(3, deck=tuple(deck))) == []


@pytest.mark.rule("PP-1.3-deck")
def test_at_a_table_only_cards_come_out_that_the_make_up_of_the_deck_allows():
    game = Game(reducer.start(started(3)))

    assert game.choices("card", CardRevealed) == set(range(1, 101))
    game.refuses(reveal(112), "PP-1.3-deck").refuses(reveal(101), "PP-1.3-deck")
    game = game.when(*(reveal(card) for card in range(1, 9)))
    # The second pile: ten cards, two of them events.
    assert game.choices("card", CardRevealed) == {*range(9, 101), *range(105, 117)}
    game = game.when(reveal(105), reveal(106))
    assert game.choices("card", CardRevealed) == set(range(9, 101))
    game.refuses(reveal(9 - 1), "PP-1.1-components")


@pytest.mark.rule("PP-1.3-deck")
def test_what_comes_out_at_a_table_is_one_option_with_a_slot():
    (option,) = reducer.legal(reducer.start(started(3)))
    (slot,) = option.slots

    assert (slot.field, slot.kind, slot.choices) == ("card", "card", tuple(range(1, 101)))
    assert len(option.events()) == 100


def test_only_dominance_checks_that_are_left_can_come_out():
    none_left = given("m.0.0 61\ndeck 2\ndeck_checks 0").when(END)
    only_checks = given("m.0.0 61\ndeck 1\ndeck_checks 1\ndiscard_pile [101]").when(END)

    none_left.refuses(reveal(101), "PP-1.3-deck").refuses(reveal(200), "PP-1.3-deck").allows(reveal(1), reveal(105))
    assert only_checks.choices("card", CardRevealed) == {102, 103, 104}
    only_checks.refuses(reveal(1), "PP-1.3-deck").refuses(reveal(105), "PP-1.3-deck").refuses(
        reveal(101), "PP-1.1-components"
    )


@pytest.mark.rule("PP-1.4-market")
def test_the_first_market_is_dealt_column_by_column_top_row_first():
    game = setup(3, deck=deck_with({})).automatic()

    game.then("m.0.0 [1, 0]", "m.1.0 [2, 0]", "m.0.1 [3, 0]", "m.1.1 [4, 0]", "m.0.2 [5, 0]", "m.1.2 [6, 0]")
    game.then("m.0.3 [7, 0]", "m.1.3 [8, 0]", "m.0.4 [9, 0]", "m.1.4 [10, 0]", "m.0.5 [11, 0]", "m.1.5 [12, 0]")
    game.then("deck 46").asks("choose_loyalty", "Gray")


@pytest.mark.rule("PP-1.5-loyalty")
def test_loyalties_are_picked_clockwise_and_the_last_to_pick_takes_the_first_turn():
    game = setup(3, first=1).automatic().asks("choose_loyalty", "Blue")
    game = game.when(choose("russian")).asks("choose_loyalty", "Tan").when(choose("british"))
    game = game.asks("choose_loyalty", "Gray").when(choose("afghan"))

    game.asks("main", "Gray").then(
        "p0.loyalty afghan", "p1.loyalty russian", "p2.loyalty british", "turn_of 0", "turn 1"
    )
    game.then('pending [{"frame": "main"}]').brings("PP-1.5-loyalty", what="loyalty_chosen", seat=0, detail="afghan")
    game.when(END).asks("main", "Blue")


@pytest.mark.rule("PP-1.5-loyalty")
def test_a_coalition_may_be_shared():
    game = setup(3, first=2).automatic()

    assert game.choices("coalition") == {"afghan", "british", "russian"}
    game = game.when(choose("british"), choose("british"), choose("british")).asks("main", "Blue")
    game.then("p0.loyalty british", "p1.loyalty british", "p2.loyalty british")


@pytest.mark.rule("PP-1.5-loyalty")
def test_the_first_chooser_sits_at_the_table():
    assert refusals(started(3, first_chooser=3)) == ["PP-1.5-loyalty"]
    setup(2, first=1).automatic().asks("choose_loyalty", "Blue").refuses(choose("persian"), "PP-1.5-loyalty")


def test_a_position_replaces_the_setup():
    given("p0.rupees 9").then("p0.rupees 9", "turn 1").asks("main", "Gray")
