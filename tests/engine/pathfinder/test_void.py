"""What corrections make void: the state is that of the line from the start without it, each event played once."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.record import numbers
from tests.engine.pathfinder.given import explore, started, table, win
from tests.engine.pathfinder.given import lose as missed

START = started(mode="record")


def void(*which):
    return e.Correction(reason="told wrongly", void=which)


def put(card, reason="told wrongly"):
    return e.Correction(reason=reason, zones=(e.ZoneChange(card=card, to="discard", who="A"),))


def left_out(line):
    """The numbers that do not count, the plain way: the newest correction holds, and then the one before that."""
    gone = set()
    for number in sorted(line, reverse=True):
        if number not in gone and isinstance(line[number], e.Correction):
            gone |= {one for one in line[number].void if one < number}
    return gone


def slowly(line):
    """The state after a line, from the start, without what does not count and with no correction making void."""
    state = reducer.start(START)
    for number, event in line.items():
        if number in left_out(line):
            continue
        plain = e.Correction(reason=event.reason, zones=event.zones) if isinstance(event, e.Correction) else event
        state, _ = reducer.evolve(replace(state, seq=number - 1), plain)
    return replace(state, seq=len(line) + 1)


def played(events):
    state = reducer.start(START)
    for event in events:
        state, _ = reducer.evolve(state, event)
    return state


def is_as_told_slowly(events):
    line = dict(enumerate(events, start=2))
    state = played(events)
    assert state == slowly(line)
    assert sorted(numbers(state)) == [number for number in line if number not in left_out(line)]


PLAYED = (
    put("Cure"),
    explore(),
    missed(by=2),
    e.DamageTaken(who="A", count=2),
    e.EncounterResolved(outcome="undefeated"),
)


@pytest.mark.parametrize("first", range(2, 8))
@pytest.mark.parametrize("second", range(2, 9))
def test_after_two_corrections_the_line_is_that_without_what_is_void(first, second):
    is_as_told_slowly((*PLAYED, void(first), void(second), e.RandomPick(why="after it")))


def test_a_void_correction_makes_nothing_void_any_more():
    state = played((put("Cure"), void(2), void(3)))

    assert sorted(numbers(state)) == [2, 4]
    assert state.characters[0].discard.known == ("Cure",)


def test_of_any_two_that_are_void_the_number_of_the_others_stays():
    for which in combinations(range(2, 7), 2):
        is_as_told_slowly((*PLAYED, void(*which), put("Bless")))


@pytest.mark.parametrize("seed", range(40))
def test_any_row_of_corrections_is_as_told_slowly(seed):
    chance = Random(seed)
    events = list(PLAYED)
    while len(events) < 14:
        some = tuple(chance.sample(range(2, len(events) + 2), chance.randint(1, 3)))
        events.append(chance.choice((void(*some), void(*some), put(f"card {len(events)}"), win())))
    is_as_told_slowly(tuple(events))


def test_sixty_corrections_in_a_row_play_each_event_once_for_each(monkeypatch):
    carried, calls = reducer.carry_out, []

    def counted(before, recorded):
        calls.append(recorded.number)
        return carried(before, recorded)

    monkeypatch.setattr(reducer, "carry_out", counted)
    game = table(mode="record").when(put("Cure"))
    for number in range(60):
        calls.clear()
        game = game.when(void(number + 2))
        assert len(calls) <= 3 * (number + 2)
    assert len(game.now.characters[0].discard.known) == 1
