"""Whatever is typed: no exception, no event that is not legal, and a fault that names its place."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation_file import read_game, write_game
from engine.pamir.game import GAME
from engine.pamir.names import KEYWORDS
from engine.pamir.write_notation import text_of
from tests.engine.pamir.notation_games import walk_game

WORDS = (
    *KEYWORDS, "kabul", "herat-kabul", "kab-her", "Ann", "bob", "p2", "41", "#12", "9", "card", "new", "from", "to",
    ">", "x2", "x9", "british", "milit", "charles masson", "ark", ",", ":", "#", "left", "r", "charl", "：", "４１",
    "，", "e", "b", "\x00", "ß", "²", "9999999", "-", "'", "gift 2", "supply", "...", "\ud800", "\n",
)  # fmt: skip
KINDS = {"malformed", "ambiguous", "illegal", "incomplete"}


def states(numbers):
    """Moments of random games, with the choices that are legal in them."""
    for number in numbers:
        started, events = walk_game(number, limit=60 + 20 * (number % 12))
        chance = random.Random(number)
        state = GAME.start(started)
        for event in events[: chance.randrange(len(events))]:
            state, _ = GAME.evolve(state, event)
        legal = [text_of(state, event) for option in GAME.legal(state) for event in option.events()[:5]]
        yield state, legal, chance


def look_at(state, line):
    reading = GAME.read_line(state, line)
    for event in reading.events:
        assert not GAME.check(state, event), (line, event)
        state, _ = GAME.evolve(state, event)
    fault = reading.fault
    if fault is None:
        assert not reading.events or GAME.automatic(state) is None
        return reading
    assert fault.kind in KINDS
    assert fault.message
    assert 1 <= fault.column <= len(line) + 1
    assert 1 <= fault.length <= len(line) + 2 - fault.column
    assert len(fault.choices) <= 12
    assert fault.rule or fault.kind != "illegal"
    return reading


def fuzz(numbers, lines):
    kinds = set()
    for state, legal, chance in states(numbers):
        for _ in range(lines):
            words = (chance.choice(legal or WORDS) if chance.random() < 0.3 else chance.choice(WORDS) for _ in range(6))
            line = " ".join(list(words)[: chance.randrange(7)])
            reading = look_at(state, line)
            kinds.add(reading.fault.kind if reading.fault else "taken")
    return kinds


def test_words_of_the_notation_in_any_order():
    assert fuzz(range(20), 60) == {*KINDS, "taken"}


@pytest.mark.long
def test_very_many_words_of_the_notation_in_any_order():
    assert fuzz(range(400), 200) == {*KINDS, "taken"}


MOMENTS = [(state, legal) for state, legal, _ in states(range(100, 112))]


@settings(max_examples=200, deadline=None)
@given(st.text(), st.sampled_from(MOMENTS))
def test_any_text(text, moment):
    look_at(moment[0], text)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_legal_choice_with_a_letter_changed(data):
    state, legal = data.draw(st.sampled_from([moment for moment in MOMENTS if moment[1]]))
    line = data.draw(st.sampled_from(legal))
    at = data.draw(st.integers(0, len(line)))
    look_at(state, line[:at] + data.draw(st.text(max_size=2)) + line[at + 1 :])


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_file_with_a_line_changed(data):
    text = data.draw(st.sampled_from(FILES))
    lines = text.split("\n")
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(st.one_of(st.text(max_size=30), st.sampled_from(lines), st.just(lines[at][:-1])))
    read = read_game("\n".join(lines))

    assert read.started is not None or read.fault is not None
    if read.fault:
        assert 1 <= read.fault.line <= len("\n".join(lines).split("\n"))
        assert 1 <= read.fault.fault.column <= len(read.fault.text) + 1


FILES = [write_game(*walk_game(number, limit=60)) for number in (0, 5, 12, 26)]
