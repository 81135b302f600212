"""Whatever an event holds can be written, and what is written reads back to it."""

import random
import re
from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.notation import read_line, read_unjudged
from engine.pathfinder.offers import automatic, legal
from engine.pathfinder.read_words import cut_comment
from engine.pathfinder.write_notation import option_text, option_texts, text_of, write_action
from tests.engine.pathfinder.given import started, who
from tests.engine.pathfinder.notation_table import lines
from tests.engine.pathfinder.walking import thrown, walk

KINDS = tuple(kind for kind in get_args(e.PathfinderEvent) if kind is not e.PathfinderStarted)

#: Texts that mean something in a line, and others.
texts = st.one_of(
    st.sampled_from(
        [
            "Kyra", "Lem", "Sajan", "Woods", "The Rusty Dragon", "Longsword", "Blessing of the Gods", "Longsword +1",
            "Blessing of Abadar#2", "Goblin Warrior", "monster", "ally", "", "none", "nobody", "?", "Combat", "Wisdom",
            "2", "1d6", "a, b", "a; b", "a: b", 'a "b" c', "a\\b", "# no", "#2", "(why)", "by Kyra", "late", "x=1",
            "=> (3)", "success", "Kyra: play", "e\u0301", "\u3000", "Ａ，Ｂ", "line\nbreak", "card", "2 cards", "all",
        ]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)  # fmt: skip
for_fields = {str: texts, int: st.integers(-3, 12) | st.integers(10**8, 10**9 - 1)}
events = st.one_of([st.deferred(lambda kind=kind: st.from_type(kind)) for kind in KINDS])


@pytest.fixture(autouse=True, scope="module")
def _fields():
    """Fields take texts that mean something, and numbers of the usual size."""
    for kind, values in for_fields.items():
        st.register_type_strategy(kind, values)


@pytest.fixture(scope="module")
def tables():
    met = lines().type("explore: Goblin Warrior monster")
    villain = lines().type("explore: Jubrayl Vhiski villain", "check combat 20 total 3", "undefeated")
    return [one.now for one in (lines(), met, lines().type("damage 2 to Lem other"), villain)]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind())
def test_every_kind_of_event_reads_back_with_whatever_it_holds(tables, kind):
    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(event=st.from_type(kind), number=st.integers(0, 3))
    def reads_back(event, number):
        if not getattr(event, "who", "somebody") and "who" in required(kind):
            return
        text = text_of(tables[number], event)
        assert "\n" not in text
        assert cut_comment(text) == (text, "")
        assert read_unjudged(tables[number], text) == [event], text

    reads_back()


def required(kind):
    return {one.name for one in msgspec.structs.fields(kind) if one.default is msgspec.NODEFAULT}


@pytest.mark.parametrize(("seed", "players", "preset"), [(31, 1, "official"), (32, 3, "seed"), (33, 6, "official")])
def test_the_events_of_a_walk_read_back(seed, players, preset):
    _, steps = walk(seed, players, preset, limit=220)

    for before, event, _ in steps:
        line = write_action(before, [event])
        assert read_line(before, line).events == (event,), line


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("mode", ["record", "table"])
def test_what_was_posted_reads_back(seed, mode):
    chance = random.Random(seed)
    state = reducer.start(started(*(who(name, chance.choice(("L1", "L2")), deck=3) for name in "ABC"), mode=mode))
    for _ in range(100):
        event = thrown(chance, "ABC", ("L1", "L2", "L3"))
        if reducer.check(state, event):
            assert read_unjudged(state, text_of(state, event)) == [event]
            continue
        line = write_action(state, [event])
        assert read_line(state, line).events == (event,), line
        state, _ = reducer.evolve(state, event)


def test_the_actions_of_a_walk_read_back_as_lines():
    _, steps = walk(34, 3, "official", limit=200)
    at = 0
    while at < len(steps):
        size = 1
        while at + size < len(steps) and automatic(steps[at + size][0]) == steps[at + size][1]:
            size += 1
        action = tuple(event for _, event, _ in steps[at : at + size])
        line = write_action(steps[at][0], action)
        assert read_line(steps[at][0], line).events == action, line
        at += size


def test_what_comes_by_itself_is_not_written():
    table = lines().type("reset")

    assert write_action(table.now, (e.TurnEnded(who="Kyra"), e.TurnStarted(who="Lem"))) == "end"
    assert write_action(table.now, (e.TurnEnded(who="Kyra"),)) == "end;"


@pytest.mark.parametrize(
    "line",
    [
        "explore discard Guard: Goblin Warrior monster",
        "explore Goblin Warrior monster",
        "give Cure to Lem",
        "move Garrison",
        "play Longsword reveal weapon",
        "Lem: play Sling reveal weapon",
        "state Hand: Longsword, Cure, Displayed: none, Deck: 7 Discard: 2 Buried: 0",
        "state Hand: 4 Deck: 9",
        "all: state places Woods 3, Garrison 7 blessings 24",
        "examine Waterfront 2: Goblin Warrior",
        "pick 1d4 = 2: Kyra, Lem, Ezren, Sajan",
        "correct forgotten: Cure from hand to discard of Kyra",
        "rule hand_reset excess_only by Ann",
        'check Combat 30 (card) +6 (adventure) "1d10 (Melee) + 2d6 + 7 (feats)" 4 2 1 after +3 Guard total 20',
        "check Wisdom 8 auto success why trivial",
        "reset discard Cure draw 1",
    ],
)
def test_events_are_written_as_players_write_them(line):
    assert lines().written(line).removesuffix(";") == line


def test_what_is_entered_late_is_written_with_its_encounter():
    table = lines().type("explore: Goblin Warrior monster", "check combat 9 total 12", "defeated")

    assert table.written("Lem: damage 3 Fire before late E1") == "Lem: damage 3 Fire before late E1"


def test_numbers_of_events_that_follow_one_another_are_a_range():
    table = lines().type("move Garrison", "explore: Goblin Warrior monster", "check combat 9 total 12")

    assert table.written('void 2..4 "once more, with feeling"') == 'void 2..4 "once more, with feeling"'


def test_a_check_is_written_with_what_was_played_for_it():
    table = lines().type("explore: Goblin Warrior monster")

    line = (
        'check Combat 9 "1d10 + 7" 4: play Longsword reveal weapon, play Blessing of the Gods discard blessing, '
        "play Sling reveal weapon by Lem, power Fight"
    )
    assert table.written(line) == line


def test_what_was_added_after_a_roll_is_written_as_it_was_typed():
    table = lines().type("explore: Goblin Warrior monster", 'check combat 9 "1d10" 7')

    assert table.written('after +3 "a bear"') == 'after +3 "a bear"'
    assert table.written("after +3") == "after +3"


# Options


def samples(text):
    """An option's text with something put where it is open."""
    for blank, value in {
        '"<dice>" <results>': '"1d6" 3', "<skill>": "Wisdom", "<cards>": "Cure", "<card>": "Cure",
        "<number>": "2", "<card or power>": "Guard", "<words>": "words", "<dice>": "1d2", "<results>": "1",
        "<effect>": "text",
        "<point>": "hand_reset",
        "<choice>": "ask",
        "<names>": "a, b", "<location>": "Woods", "<name>": "Kyra",
    }.items():  # fmt: skip
        text = text.replace(blank, value)
    return re.sub(r"<([^|<>]+)(?:\|[^<>]*)?>", r"\1", text)


def tables_of_all_kinds():
    yield lines()
    yield lines().type("explore: Goblin Warrior monster")
    yield lines().type("explore: Longspear weapon")
    yield lines().type("explore: Jubrayl Vhiski villain")
    yield lines().type("explore: Jubrayl Vhiski villain", "check combat 20 total 3", "undefeated")
    yield lines().type("damage 2 to Lem other")
    yield lines().type("explore: Goblin Warrior monster", "pending Lem")
    yield lines().type("reset", "end")


@pytest.mark.parametrize("table", list(tables_of_all_kinds()), ids=lambda table: str(table.now.seq))
def test_every_option_has_a_text_that_reads_as_such_an_event(table):
    options, told = legal(table.now), option_texts(table.now)

    assert len(options) == len(told)
    for option, (text, words, rule) in zip(options, told, strict=True):
        assert words
        assert rule == option.rule
        assert text == option_text(table.now, option)
        if isinstance(option.event, e.CardsTold):
            continue
        (event,) = read_unjudged(table.now, samples(text))
        assert type(event) is type(option.event), text


def test_options_show_what_the_table_fills_in():
    texts = [text for text, _, _ in option_texts(lines().now)]

    assert "explore <card>" in texts
    assert "give <card> to Lem" in texts
    assert "move Garrison" in texts
    assert "reset" in texts
    assert "rule too_few_copies <rest_ignored|everyone>" in texts
    assert "explore discard <card>: <card>" in texts
    assert "state Hand: <cards>, Deck: <number> Discard: <number> Buried: <number>" in texts
