"""Random legal games: what must hold after every event, whoever plays and under whatever preset.

The ordinary run walks a few games, the long one two thousand; `walking.py` says what is looked at.
"""

import random
from collections import Counter

import pytest

from engine.pamir import events as e
from engine.pamir.cards import CARDS
from engine.pamir.deck import pamir_deck
from engine.pamir.game import GAME
from engine.pamir.options import PRESETS
from engine.pamir.setup import check_deck
from engine.simulate import StuckError, pick, pick_by_wish, random_game
from tests.engine.pamir.walking import WISHES, Walk, start_of

FEW = 24
MANY = 2_000
CHUNK = 50


@pytest.mark.parametrize("number", range(FEW))
def test_a_random_game_keeps_every_invariant(number):
    # Every third of the numbers differs in preset and every twelfth in deck; the ways to play take turns.
    walk = Walk(number + 24 * (number % len(WISHES)))

    walk.run()

    assert walk.state.result is not None


@pytest.mark.parametrize("number", range(8))
def test_any_mix_of_options_keeps_every_invariant(number):
    walk = Walk(number + 24 * (number % len(WISHES)), any_options=True)

    walk.run()

    assert walk.state.result is not None


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(8))
def test_four_hundred_mixes_of_options_keep_every_invariant(chunk):
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        walk = Walk(10_000 + number, any_options=True)
        walk.run()

        assert walk.state.result is not None, number


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(MANY // CHUNK))
def test_two_thousand_random_games_keep_every_invariant(chunk):
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        walk = Walk(1_000 + number)
        walk.run()

        assert walk.state.result is not None, number


def test_the_walks_come_across_players_presets_decks_and_ways_to_play():
    met = Counter()
    for number in range(96):
        _, start = start_of(number)
        met[len(start.players), start.preset, start.deck is None, number // 24 % len(WISHES)] += 1

    assert set(met.values()) == {1}
    assert len(met) == 4 * 3 * 2 * 4


# Random games as others use them


@pytest.mark.parametrize("style", ["options", "kinds", "mixed"])
@pytest.mark.parametrize("number", [0, 5, 12, 19])
def test_a_random_game_ends_by_itself(style, number):
    chance, start = start_of(number)
    state = GAME.start(start)

    for event in random_game(GAME, start, chance.randrange, style=style):
        assert GAME.check(state, event) == []
        state, _ = GAME.evolve(state, event)

    assert state.result is not None


def test_the_same_choices_give_the_same_game():
    _, start = start_of(14)
    games = [list(random_game(GAME, start, random.Random(7).randrange)) for _ in range(2)]

    assert games[0] == games[1]


def test_a_random_game_stops_at_its_limit():
    chance, start = start_of(1)

    assert len(list(random_game(GAME, start, chance.randrange, limit=30))) == 30


def test_at_a_table_the_cards_are_drawn_from_what_may_still_come():
    chance, start = start_of(0)
    revealed = [event.card for event in random_game(GAME, start, chance.randrange) if isinstance(event, e.CardRevealed)]

    assert start.deck is None
    assert len(set(revealed)) == len(revealed)
    assert not any(101 <= card <= 104 for card in revealed[:16])


def test_a_known_deck_comes_out_in_its_order():
    chance, start = start_of(12)
    revealed = [event.card for event in random_game(GAME, start, chance.randrange) if isinstance(event, e.CardRevealed)]

    assert tuple(revealed) == start.deck[: len(revealed)]


def test_a_wish_of_nought_is_never_granted_where_there_is_another():
    _, start = start_of(2)
    options = GAME.legal(GAME.start(start))[0:1] or []
    state = GAME.start(start)
    while GAME.prompt(state).ask != "choose_loyalty":
        state, _ = GAME.evolve(state, pick(GAME.legal(state), random.Random(3).randrange).event)
    options = GAME.legal(state)
    chosen = {
        pick_by_wish(
            options, random.Random(seed).randrange, lambda event: int(event.coalition == "russian")
        ).event.coalition
        for seed in range(20)
    }

    assert chosen == {"russian"}


def test_a_game_that_offers_nothing_and_is_not_over_is_reported():
    class Stuck:
        def start(self, event):
            return None

        def legal(self, state):
            return []

        def prompt(self, state):
            return GAME.prompt(GAME.start(start_of(0)[1]))

    with pytest.raises(StuckError, match="nothing is legal"):
        list(random_game(Stuck(), start_of(0)[1], random.Random(1).randrange))


# Decks


@pytest.mark.rule("PP-1.3-deck")
@pytest.mark.parametrize(("players", "size"), [(2, 52), (3, 58), (4, 64), (5, 70)])
def test_a_deck_is_made_of_six_piles(players, size):
    for seed in range(20):
        deck = pamir_deck(players, random.Random(seed).shuffle)
        first, second = deck[: 5 + players], deck[5 + players : 12 + 2 * players]

        assert len(set(deck)) == len(deck) == size
        assert all(CARDS[card].kind == "court" for card in first)
        assert sum(CARDS[card].kind == "event" for card in second) == 2
        assert sum(CARDS[card].kind == "dominance_check" for card in second) == 0
        for pile in range(4):
            begin = 12 + 2 * players + pile * (7 + players)
            kinds = Counter(CARDS[card].kind for card in deck[begin : begin + 7 + players])
            assert kinds == {"court": 5 + players, "event": 1, "dominance_check": 1}
        assert check_deck(deck, players) == []


@pytest.mark.parametrize(("players", "cards"), [(2, 16), (3, 18), (4, 20), (5, 22)])
def test_no_dominance_check_is_among_the_first_cards(players, cards):
    firsts = [
        min(deck.index(card) for card in range(101, 105))
        for deck in (pamir_deck(players, random.Random(seed).shuffle) for seed in range(200))
    ]

    assert min(firsts) >= cards


def test_the_shuffle_alone_decides_the_deck():
    one, other = (pamir_deck(3, random.Random(seed).shuffle) for seed in (1, 2))

    assert one == pamir_deck(3, random.Random(1).shuffle)
    assert one != other


@pytest.mark.parametrize("players", [0, 1, 6])
def test_there_is_no_deck_for_other_numbers_of_players(players):
    with pytest.raises(ValueError, match="two to five players"):
        pamir_deck(players, random.Random(1).shuffle)


def test_every_preset_is_walked():
    assert {start_of(number)[1].preset for number in range(12)} == set(PRESETS)
