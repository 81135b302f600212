"""Positions: printed, read back, typed by hand; and refused, with the key named, where they cannot be."""

import random

import msgspec
import pytest

from engine.pamir import frames, reducer
from engine.pamir.events import PamirStarted
from engine.pamir.game import GAME
from engine.pamir.options import OFFICIAL, PRESETS, RALLY_THE_TROOPS, SEED
from engine.pamir.position import hash_of, position
from engine.pamir.read_position import check_position, read_position
from engine.position import PositionError
from tests.engine.pamir.given import END, LOYALTIES, SEATS, buy, deck_for, given, leaves, play
from tests.engine.pamir.reference import NAMES, states_of


def shuffled(players, source):
    """A deck with other cards in its piles than `deck_for` takes, in another order."""
    court, events, checks = (
        source.sample(range(*ends), ends[1] - ends[0]) for ends in ((1, 101), (105, 117), (101, 105))
    )
    plain = deck_for(players)
    names = {
        card: (court[card - 1] if card < 101 else checks[card - 101] if card < 105 else events[card - 105])
        for card in plain
    }
    return tuple(names[card] for card in plain)


def random_states(options, seed, players=3, moves=300):
    """The states of a game played at random, with a deck that is known."""
    source = random.Random(seed)
    event = PamirStarted(
        name="r", players=SEATS[:players], preset="official", options=options, deck=shuffled(players, source)
    )
    state = GAME.start(event)
    for _ in range(moves):
        yield state
        events = reducer.legal_events(state)
        if not events:
            return
        state, _ = reducer.evolve(state, source.choice(events))


def read(text, players=3, options=OFFICIAL):
    return read_position(text, names=SEATS[:players], options=options)


def assert_reads_back(state):
    assert read_position(GAME.position_text(state), names=state.names, options=state.options) == state


@pytest.mark.parametrize("name", ["pp-2p-02", "pp-3p-04", "pp-5p-16"])
def test_every_state_of_a_game_reads_back_from_its_text(name):
    for state in states_of(name):
        assert_reads_back(state)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_states_of_random_games_read_back_whatever_is_pending(preset, seed):
    for state in random_states(PRESETS[preset], seed):
        assert_reads_back(state)


def test_whatever_can_be_pending_reads_back():
    pending = {}
    for name in NAMES:
        for state in states_of(name):
            for frame in state.frames:
                pending.setdefault(type(frame), state)
    losing = given("p0.court [25, 42]\np0.hand [88]", losses_order="owner_chooses").when(play(88)).now
    pending[frames.Losses] = losing

    assert set(pending) == set(frames.AnyFrame.__args__)
    for state in pending.values():
        assert_reads_back(state)


def test_a_position_read_back_from_json_is_the_same_and_has_the_same_hash():
    for state in states_of("pp-2p-01"):
        text = msgspec.json.encode(position(state)).decode()
        again = read_position(text, names=state.names, options=state.options)
        assert again == state
        assert hash_of(again) == hash_of(state)


def test_a_game_can_begin_from_a_position():
    text = "p0.loyalty afghan\np1.loyalty british\np0.hand [16]\nturn 7"
    event = PamirStarted(name="p", players=SEATS[:2], preset="official", options=OFFICIAL, position=text)

    assert GAME.check_start(event) == []
    state = GAME.start(event)
    assert (state.turn, state.players[0].hand, state.players[0].rupees) == (7, (16,), 4)
    assert GAME.prompt(state).ask == "main"


def test_a_game_cannot_begin_from_an_impossible_position():
    text = "p0.loyalty afghan\np1.loyalty british\n\np0.court [9]\np1.court [9]"
    event = PamirStarted(name="p", players=SEATS[:2], preset="official", options=OFFICIAL, position=text)

    (violation,) = GAME.check_start(event)
    assert violation.rule == "PP-1.1-components"
    assert violation.message == "position: p1.court: #9 Afghan Handicrafts is also in p0.court"


# Partial positions


def test_what_is_left_out_is_empty_and_players_have_four_rupees_and_two_actions():
    game = given("")

    game.then("p0.rupees 4", "p1.rupees 4", "actions_left 2", "turn_of 0", "favored political", "turn 1", "p0.court []")
    game.then("m.0.0 [null, 0]", "pool [12, 12, 12]", "deck 0").asks("main", "Gray")


def test_where_nothing_is_told_of_the_deck_no_card_comes_but_a_check_is_not_the_last():
    given("m.0.0 101").then("deck 0", "deck_checks 3").when(buy(101)).then("result null").when(END).asks("main", "Blue")
    given("m.0.0 101\ndeck 0").then("deck_checks 0").when(buy(101)).asks(None)
    given("m.0.0 104\ndiscard_pile [101, 102, 103]").then("deck_checks 0").when(buy(104)).asks(None)


def test_comments_blank_lines_and_other_signs_between_key_and_value_are_fine():
    state = read(
        "# a comment\n\np0.loyalty: afghan\np1.loyalty = british # why\n  p2.loyalty   russian\np0.rupees=7\nm.0.2 61"
    )

    assert [player.loyalty for player in state.players] == ["afghan", "british", "russian"]
    assert state.players[0].rupees == 7
    assert (state.market[2], state.market_rupees[2]) == (61, 0)


def test_a_position_may_be_json():
    text = '{"p0.loyalty": "afghan", "p1.loyalty": "british", "p0.tribes": {"kabul": 2}, "m.1.3": [61, 2]}'
    state = read(text, players=2)

    assert state.pieces[3].count("region:kabul") == 2
    assert (state.market[9], state.market_rupees[9]) == (61, 2)


def test_derived_values_may_be_given_if_they_agree():
    given("""
        p0.tribes {"kabul": 2}
        p0.court [3]
        p0.supply 8
        p0.influence 2
        p0.stars [0, 2, 0, 0]
        r.kabul.ruler 0
        pool [12, 12, 12]
        deck 3
        draw_pile [1, 2, 104]
        deck_checks 1
    """).then("deck 3", "deck_checks 1")


@pytest.mark.parametrize(
    ("phase", "ask", "player"),
    [
        ("main", "main", "Gray"),
        ("phase cleanup_court\np0.court [9, 16, 17, 61]", "cleanup_court", "Gray"),
        ("phase cleanup_hand\np0.hand [9, 16, 17]", "cleanup_hand", "Gray"),
        ("phase cleanup_event\nm.0.0 105", "cleanup_event", "Gray"),
        ("phase blackmail\nturn_of 1\np1.court [43]", "blackmail", "Blue"),
        ("phase main\nturn_of 2\nactions_left 1", "main", "Tan"),
    ],
)
def test_a_phase_says_where_to_begin(phase, ask, player):
    given(phase if " " in phase else f"phase {phase}").asks(ask, player)


def test_a_position_at_the_end_of_a_turn_is_cleaned_up():
    given("phase cleanup_event\nm.0.0 105").when(leaves(105)).automatic().then("favored military").asks("main", "Blue")


def test_choosing_loyalties_may_be_where_a_position_begins():
    text = "phase choose_loyalty\nturn_of null\nactor 1\np2.loyalty russian"
    state = read(text)

    assert reducer.prompt(state).seat == 1
    assert state.frames == (frames.Choosing(seats=(1, 0)),)


# Impossible positions

IMPOSSIBLE = [
    # more pieces than there are
    ("r.kabul.armies [13, 0, 0]", "r.kabul.armies", "makes 13 Afghan blocks in play, there are 12"),
    ("r.kabul.armies [6, 0, 0]\nb.herat-kabul [7, 0, 0]", "b.herat-kabul", "makes 13 Afghan blocks"),
    ("b.herat-kabul [0, 0, 1000000000000]", "b.herat-kabul", "Russian blocks"),
    ('p0.tribes {"kabul": 11}', "p0.tribes", "makes 11 cylinders of this player in play, there are 10"),
    ('p0.tribes {"kabul": 8}\np0.gifts [2, 4, 6]', "p0.gifts", "makes 11 cylinders"),
    ("p1.limbo 11", "p1.limbo", "makes 11 cylinders"),
    # a card in two places
    ("p0.hand [9]\np1.court [9]", "p1.court", "#9 Afghan Handicrafts is also in p0.hand"),
    ("p0.court [9, 9]", "p0.court", "is also in p0.court"),
    ("m.0.0 9\nm.1.4 9", "m.1.4", "is also in m.0.0"),
    ("m.0.0 9\ndraw_pile [9]", "draw_pile", "is also in m.0.0"),
    ("p0.hand [9]\ndiscard_pile [9]", "p0.hand", "is also in discard_pile"),
    ('p0.effects ["new_tactics"]\nm.0.0 105', "p0.effects", "#105 New Tactics / Military favored is also in m.0.0"),
    ('p0.effects ["new_tactics"]\np1.effects ["new_tactics"]', "p1.effects", "is also in p0.effects"),
    # cards where they cannot be
    ("p0.court [36]", "p0.court", "#36 Bengal Native Infantry is a patriot of another coalition than afghan"),
    ("p0.prizes [25]", "p0.prizes", "#25 Josiah Harlan is no afghan prize"),
    ("p0.prizes [9]", "p0.prizes", "is no afghan prize"),
    ("p0.hand [101]", "p0.hand", "#101 Dominance Check is no court card"),
    ("p0.court [105]", "p0.court", "is no court card"),
    ("p0.hand [117]", "p0.hand", "there is no card 117"),
    ("m.0.0 200", "m.0.0", "there is no card 200"),
    ('p0.spies {"9": 1}', "p0.spies", "#9 Afghan Handicrafts lies in no court"),
    ('p0.spies {"9": 1}\np0.hand [9]', "p0.spies", "lies in no court"),
    ("spent [9]", "spent", "lies in no court"),
    ("locked [9]", "locked", "is not in the market"),
    # keys
    ("p0.rupes 3", "p0.rupes", 'is no key, did you mean "p0.rupees"?'),
    ("p3.rupees 4", "p3.rupees", "belongs to player 4, but 3 are named"),
    ("r.kabol.armies [1, 0, 0]", "r.kabol.armies", 'did you mean "r.kabul.armies"?'),
    ("zeppelin 4", "zeppelin", "is no key in a position for 3 players"),
    ("p0.rupees 1\np0.rupees 2", "p0.rupees", "is given twice"),
    ("p0.hand", "p0.hand", "a key needs a value"),
    # values that other keys contradict
    ("p0.supply 9", "p0.supply", "says 9, the other keys make it 10"),
    ("pool [11, 12, 12]", "pool", "says [11,12,12], the other keys make it [12,12,12]"),
    ("p0.influence 2", "p0.influence", "says 2, the other keys make it 1"),
    ("p0.stars [1, 0, 0, 0]", "p0.stars", "the other keys make it [0,0,0,0]"),
    ("r.kabul.ruler 0", "r.kabul.ruler", "says 0, the other keys make it null"),
    ("deck 5\ndraw_pile [1]", "deck", "says 5, the other keys make it 1"),
    ("actor 1", "actor", "says 1, the other keys make it 0"),
    ('pieces.afghan ["supply"]', "pieces.afghan", "does not agree with the counts"),
    # values of the wrong form
    ("p0.loyalty persian", "p0.loyalty", "one of afghan, british, russian is expected"),
    ("p0.rupees four", "p0.rupees", "a whole number"),
    ("p0.rupees 4.5", "p0.rupees", "a whole number"),
    ("p0.rupees true", "p0.rupees", "a whole number"),
    ("p0.court [9", "p0.court", "neither JSON nor a word"),
    ("p0.hand 9", "p0.hand", "a list of card numbers"),
    ("r.kabul.armies [1, 2]", "r.kabul.armies", "three counts"),
    ("r.kabul.armies [1, 2, -1]", "r.kabul.armies", "three counts"),
    ('p0.tribes {"kabol": 1}', "p0.tribes", 'there is no region "kabol"'),
    ('p0.spies {"200": 1}', "p0.spies", 'there is no card "200"'),
    ("p0.gifts [3]", "p0.gifts", "a list of 2, 4, 6"),
    ("p0.gifts [[2]]", "p0.gifts", "a list of 2, 4, 6"),
    ("m.0.0 [9]", "m.0.0", "a card and the rupees on it"),
    ("m.0.0 [9, -1]", "m.0.0", "a card and the rupees on it"),
    ("m.0.0 [true, 0]", "m.0.0", "there is no card true"),
    ("favored diplomatic", "favored", "one of political"),
    ("actions_left 3", "actions_left", "a whole number from -1 to 2"),
    ("turn_of 3", "turn_of", "there is no seat 3"),
    ("turn_of true", "turn_of", "there is no seat true"),
    ("turn_of null", "turn_of", '"main" needs the key "turn_of"'),
    ('effects ["joy"]', "effects", "a list of"),
    ('p0.effects ["conflict_fatigue"]', "p0.effects", "a list of"),
    ("discard_pile [300]", "discard_pile", "a list of card numbers"),
    ("discard_pile [[1]]", "discard_pile", "a list of card numbers"),
    ("deck_whole 3", "deck_whole", "true or false"),
    ('placed ["A0"]', "placed", 'needs the "pieces" keys'),
    ('placed [["A0"]]', "placed", "a list of pieces"),
    # what is pending
    ("phase build", "phase", '"build" needs the key "pending" beside it'),
    ("phase [1]", "phase", "a word is expected"),
    ("phase game_over", "phase", "nothing is pending, though the game has no result"),
    ("pending 3", "pending", "Expected `array`"),
    ('pending [{"frame": "dance"}]', "pending", "Invalid value 'dance'"),
    ("pending []", "pending", "nothing is pending"),
    ('pending [{"frame": "debt", "seat": 1}]', "pending", '"debt" cannot come first'),
    ('pending [{"frame": "main"}, {"frame": "debt", "seat": 9}]', "pending", '"debt": there is no seat 9'),
    ('pending [{"frame": "main"}, {"frame": "icons", "card": 105, "icons": []}]', "pending", "is no court card"),
    ('pending [{"frame": "main"}, {"frame": "icons", "card": 9, "icons": ["joy"]}]', "pending", 'no icon "joy"'),
    ('pending [{"frame": "main"}, {"frame": "prize", "card": 9}]', "pending", "no betrayed card with a prize"),
    ('pending [{"frame": "main"}, {"frame": "riot", "region": "kabol"}]', "pending", '"riot": region is one of'),
    ('pending [{"frame": "main"}, {"frame": "battle", "card": 9, "at": "card:8"}]', "pending", "neither a region nor"),
    ('pending [{"frame": "main"}, {"frame": "safe_house", "spies": ["C0.1"]}]', "pending", "no spy in limbo"),
    (
        'pending [{"frame": "main"}, {"frame": "tax", "card": 9, "left": 1, "aimed": [0]}]',
        "pending",
        "for each of 3 seats",
    ),
    (
        'pending [{"frame": "main"}, {"frame": "bribe", "act": "play", "card": 9, "to": 1, "amount": 2, "end": "left"}]',
        "pending",
        '"bribe": #9 Afghan Handicrafts is not in the hand',
    ),
]


@pytest.mark.parametrize(("text", "key", "message"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_with_its_key(text, key, message):
    keys = {line.split()[0] for line in text.splitlines()}
    loyal = [f"p{seat}.loyalty {LOYALTIES[seat]}" for seat in range(3) if f"p{seat}.loyalty" not in keys]

    with pytest.raises(PositionError) as refused:
        read("\n".join((*loyal, text)))
    assert refused.value.key == key
    assert message in refused.value.message
    assert not refused.value.message.endswith(".")


def test_a_loyalty_that_is_missing_is_asked_for():
    with pytest.raises(PositionError) as refused:
        read("p0.loyalty afghan\np1.loyalty british")

    assert refused.value.key == "p2.loyalty"
    assert "is missing" in refused.value.message


@pytest.mark.parametrize("text", ["{", '{"p0.rupees": 3', "[1]", '{"p0.rupees": NaN}', "\x00", "p0.rupees \ud800"])
def test_what_is_no_position_at_all_is_refused_without_a_crash(text):
    assert check_position(text, names=SEATS[:3], options=OFFICIAL)


def test_an_unreadable_line_is_named():
    found = check_position("p0.loyalty afghan\n\np0.rupes 3", names=SEATS[:3], options=OFFICIAL)

    assert [violation.message for violation in found] == [
        'position (line 3): p0.rupes: is no key, did you mean "p0.rupees"?'
    ]


def test_positions_are_for_two_to_five_players():
    (violation,) = check_position("", names=("Gray",), options=OFFICIAL)

    assert violation.message == "two to five players play, not 1"


@pytest.mark.parametrize("options", [OFFICIAL, SEED, RALLY_THE_TROOPS])
def test_any_value_of_any_key_either_makes_a_position_that_can_be_played_or_is_refused(options):
    source = random.Random(5)
    values = [
        None, True, 0, 1, -1, 3, 12, 99, 1e9, 10**30, "", "x", "kabul", "main", "reveal", "blackmail", [], [0], [9], [9, 1],
        [1, 2, 3], [[1]], [None], ["A0"], ["supply"] * 12, {}, {"kabul": 1}, {"9": 1}, {"a": []}, [None, 2], [101, 0],
    ]  # fmt: skip
    keys = list(position(given("").now))
    base = {f"p{seat}.loyalty": LOYALTIES[seat] for seat in range(3)}
    for _ in range(1500):
        text = {**base, **{source.choice(keys): source.choice(values) for _ in range(source.choice((1, 2, 4)))}}
        try:
            state = read(msgspec.json.encode(text).decode(), options=options)
        except PositionError:
            continue
        assert_reads_back(state)
        for event in reducer.legal_events(state)[:20]:
            reducer.evolve(state, event)


def test_a_turn_can_be_ended_from_any_plain_position():
    given("").when(END).asks("main", "Blue")
