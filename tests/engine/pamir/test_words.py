"""How the log speaks: every event and every effect in game words."""

import re
from pathlib import Path

import pytest

import engine.pamir
from engine.pamir import events as e
from engine.pamir.effect_words import _EFFECTS
from engine.pamir.game import GAME
from tests.engine.pamir.given import ASK, END, PAY, STOP, WAIVE, buy, given, lower, play, put, reveal, use
from tests.engine.pamir.notation_games import TRACES, trace_game, walk_game

BRIBE = 'p1.tribes {"kabul": 2}\np0.hand [10]\np0.court [9]'


def describe(game, *words):
    """The last of these events in game words."""
    *before, last = words
    game = game.when(*before) if before else game
    event = last.event(game.now) if hasattr(last, "event") else last
    return GAME.describe(game.now, event)


def test_a_purchase_tells_price_and_gain():
    game = given("m.0.0 61\nm.0.1 63\nm.1.0 62\nm.1.1 [112, 3]")

    assert describe(game, buy(61)) == "Gray bought #61 Karakul Sheep for nothing"
    assert describe(game, buy(63)) == "Gray bought #63 Farah Road for 1"
    assert describe(game, buy(112)) == "Gray bought #112 Nation Building for 1, with the 3 on it"


def test_a_bribe_is_told_with_its_sum_and_its_cause():
    game = given(BRIBE)

    assert describe(game, play(10)) == (
        "Gray meant to play #10 Balkh Arsenic Mine on the right: a bribe of 2 to Blue is due"
    )
    assert describe(game, play(10), PAY) == "Gray paid Blue a bribe of 2 for playing #10 Balkh Arsenic Mine"
    assert describe(game, play(10), ASK, lower(1)) == (
        "Blue lowered the bribe that Gray owed for playing #10 Balkh Arsenic Mine from 2 to 1"
    )
    assert describe(game, play(10), ASK, WAIVE) == (
        "Blue waived the bribe of 2 that Gray owed for playing #10 Balkh Arsenic Mine"
    )
    assert describe(game, play(10), PAY, put("herat-kabul")) == "Gray placed an Afghan road on the Herat-Kabul border"


def test_an_event_has_the_name_of_the_half_that_counts():
    game = given("m.0.0 112").when(END)

    assert describe(game, e.EventDiscarded(card=112)) == "#112 Riots in Kabul left the market"
    assert describe(game, e.EventDiscarded(card=112), e.RiotResolved(region="kabul")) == "riots cleared Kabul"


def test_actions_tell_their_card_and_whether_they_are_free():
    game = given('p0.court [9, 17, 45]\np0.tribes {"kabul": 1}\nm.0.0 [61, 1]')

    assert describe(game, use(9, "tax")) == "Gray taxed with #9 Afghan Handicrafts"
    assert describe(game, use(45, "gift")) == "Gray bought a gift with #45 Haji Khan Kakar as a bonus action"
    assert describe(game, use(17, "build"), put("kabul")) == "Gray built an Afghan army in Kabul for 2"
    assert describe(game, use(9, "tax"), STOP) == "Gray stopped taxing"
    assert describe(game, use(9, "tax"), e.RupeeTaxed(card=61)) == "Gray took a rupee from #61 Karakul Sheep"


def test_a_revealed_card_tells_its_place():
    game = given("deck 2\ndeck_checks 0\nm.0.0 61\nm.1.0 62").when(END)

    assert describe(game, reveal(41)) == "#41 Charles Masson came into the market, top row, column 2"


def test_an_event_that_does_not_fit_is_told_all_the_same():
    now = given().now

    assert GAME.describe(now, e.PieceMoved(piece="Z9", to="nowhere")) == "piece moved piece Z9 to nowhere"
    for kind in e.PamirEvent.__args__:
        if kind is not e.PamirStarted:
            fields = {"card": 999, "seat": 9, "piece": "C4.9", "to": "border:x", "at": "card:x", "region": "x", "end": "left",
                      "coalition": "x", "action": "x", "suit": "x", "slot": 9, "amount": 9}  # fmt: skip
            assert GAME.describe(now, kind(**{key: fields[key] for key in kind.__struct_fields__}))


def test_every_word_that_the_engine_uses_for_an_effect_has_a_sentence():
    source = "".join(path.read_text() for path in Path(engine.pamir.__file__).parent.glob("*.py"))
    used = set(re.findall(r'\.effect\(\s*"([a-z_]+)"', source))

    assert used == set(_EFFECTS)


@pytest.mark.parametrize("path", TRACES[::5], ids=lambda path: path.name.partition(".")[0])
def test_reference_games_are_told_to_the_end(path):
    tell(*trace_game(path))


def test_random_games_are_told_to_the_end():
    for number in range(12):
        tell(*walk_game(number, any_options=number > 5))


def tell(started, events):
    state = GAME.start(started)
    for event in events:
        sentences = [GAME.describe(state, event), *(words for _, words, _ in GAME.option_texts(state))]
        state, effects = GAME.evolve(state, event)
        told = GAME.describe_effects(state, effects)
        sentences += [text for text, _ in told]

        assert [rule for _, rule in told] == [effect.rule for effect in effects]
        for sentence in sentences:
            assert sentence
            assert not re.search(r"\bNone\b|pamir\.|nobody loses|\b(card|region|border):|  |\.$", sentence), sentence


def test_consequences_name_player_card_and_amount():
    game = given(BRIBE).when(play(10), PAY)

    assert GAME.describe_effects(game.now, game.effects) == [
        ("Gray owes Blue a bribe of 2 for #10 Balkh Arsenic Mine", "PP-5.1-bribe"),
        ("Gray pays Blue a bribe of 2 for #10 Balkh Arsenic Mine", "PP-5.1-bribe"),
        ("#10 Balkh Arsenic Mine joins the court of Gray on the right", "PP-5.3-place"),
    ]
