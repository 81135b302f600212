"""Whatever is typed: a reading with its fault in the line, never an exception."""

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.notation import Misread
from engine.pathfinder.notation import VERBS, read_line
from engine.pathfinder.notation_forms import FORMS
from engine.pathfinder.read_words import cut_comment, in_quotes, tokens_of
from engine.pathfinder.state_block import read_state_block
from tests.engine.pathfinder.notation_table import lines

_WORDS = sorted({*VERBS, *(word for form in FORMS for word in form.by_word)})
_THINGS = [
    "Kyra", "Lem", "Sajan", "Woods", "Garrison", "Longsword", "BotG", "BoAbadar#2", "Goblin Warrior", '"Bear"', "?",
    "none", "<card>", "#", "##", "E1", "12..15", "1..999999999", "1=Kyra", "Hand:", "Deck:", "1d10", '"1d6+2"', "3d6",
    "=> (3) = 3", "Combat 9: 1d10 => (3) = 3", 'who=""', "card=?", "total=3", "dice=[]", "zones=[{}]", 'hand=["a"]',
    "discard=[[[[", "n=1e400", "99999999999", "+3", "-1", "1", "2", ",", ":", ";", "=", "(", ")", '"', "“", "”",
]  # fmt: skip
typed = st.one_of(
    st.lists(st.one_of(st.sampled_from(_WORDS), st.sampled_from(_THINGS)), max_size=9).map(" ".join),
    st.lists(st.one_of(st.sampled_from(_WORDS), st.sampled_from(_THINGS), st.text(max_size=4)), max_size=7).map(
        "".join
    ),
    st.text(max_size=60),
)


@pytest.fixture(scope="module")
def tables():
    free = lines()
    met = lines().type("explore: Goblin Warrior monster")
    owing = lines().type("explore: Goblin Warrior monster", "check combat 9 total 1")
    villain = lines().type("explore: Jubrayl Vhiski villain", "check combat 20 total 3", "undefeated")
    return [one.now for one in (free, met, owing, villain)]


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=typed, number=st.integers(0, 3))
def test_any_text_gives_a_reading_with_its_place_in_the_line(tables, text, number):
    reading = read_line(tables[number], text)

    if reading.fault is not None:
        assert 1 <= reading.fault.column <= len(text) + 1
        assert reading.fault.length >= 1
        assert reading.fault.kind in {"malformed", "ambiguous", "illegal", "incomplete"}
        assert reading.fault.message


@given(text=st.text(max_size=60))
def test_any_text_is_a_state_block_or_a_fault(text):
    assert read_state_block(text) is not None


@given(text=st.text(max_size=40))
def test_a_text_in_quotes_is_read_back(text):
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    told = in_quotes(text)
    assert cut_comment(told) == (told, "")
    (token,) = tokens_of(told)
    assert (token.kind, token.text) == ("name", text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 5000, '"' * 5001, "play " + "a" * 50_000, "move " + "a " * 5000, "take " + "Bear, " * 3000,
        "pick 1d99 = " + "9 " * 4000, "check combat " + "1+" * 4000, "cards=" + "[" * 50_000, "Combat " + "9 " * 3000 + ": 1d6 => (3)",
        "void " + "1..9 " * 4000, "state Hand: " + "x, " * 3000,
    ],
)  # fmt: skip
def test_a_long_line_is_read_or_refused_in_bounded_time(tables, text):
    begun = time.process_time()
    read_line(tables[1], text)
    assert time.process_time() - begun < 10


def test_a_quote_that_is_not_closed_is_pointed_at():
    with pytest.raises(Misread) as refused:
        tokens_of('play "Bear')
    assert refused.value.fault.column == 6
