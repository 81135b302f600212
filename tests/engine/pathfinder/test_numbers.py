"""Events are named by the numbers that people see in the log, in which notes and what was undone count too."""

import msgspec
import pytest

from engine.events import Noted, Redone, Undone
from engine.game import game
from engine.line import Entry, fold
from engine.pathfinder import events as e
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.position import hash_of
from engine.pathfinder.read_position import read_position
from engine.pathfinder.record import called, numbers_called
from engine.position import PositionError
from engine.replay import play, state_of, walk
from tests.engine.pathfinder.given import started, who

GAME = game("pathfinder")
#: The start, two events, a note, an event that is undone, its undoing, and one event more.
STREAM = (
    started(who("A", "L1", deck=3), who("B", "L2", deck=3)),
    e.RandomPick(why="first"),
    e.RandomPick(why="second"),
    Noted(text="a fine pick"),
    e.RandomPick(why="undone"),
    Undone(since=5),
    e.RandomPick(why="counts"),
)


def entries(*more):
    return [Entry(version=at, action=at, event=event) for at, event in enumerate((*STREAM, *more), start=1)]


def now(*more):
    line = fold(entries(*more))
    return GAME.numbered(state_of(GAME, line), line.numbers)


def test_the_line_knows_the_versions_of_its_events():
    assert fold(entries()).numbers == (1, 2, 3, 7)


def test_events_are_called_by_the_numbers_of_the_log():
    state = now()

    assert numbers_called(state) == {1: 1, 2: 2, 3: 3, 7: 4}
    assert [called(state, number) for number in (1, 4, 5, 6)] == [1, 7, 8, 9]
    assert numbers_called(state_of(GAME, fold(entries()))) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_the_numbers_are_no_part_of_the_play():
    bare = state_of(GAME, fold(entries()))

    assert hash_of(now()) == hash_of(bare)
    assert now() == bare


def test_a_void_is_typed_told_and_written_in_the_numbers_of_the_log():
    (void,) = GAME.read_line(now(), 'void 7 "nobody picked"').events

    assert void.void == (4,)
    assert "event 7 no longer counts" in GAME.describe(now(), void)
    assert "void 7" in GAME.write_action(now(), [void])


def test_notes_and_what_was_undone_within_a_range_count_for_nothing():
    (void,) = GAME.read_line(now(), 'void 3..7 "again"').events

    assert void.void == (3, 4)
    assert "void 3 7" in GAME.write_action(now(), [void])


def test_a_note_cannot_be_made_void():
    fault = GAME.read_line(now(), 'void 4..6 "again"').fault

    assert (fault.kind, fault.message) == ("illegal", '"4..6" names no event that counts')


def test_without_a_log_the_numbers_are_those_of_the_line():
    (void,) = GAME.read_line(state_of(GAME, fold(entries())), 'void 4 "nobody picked"').events

    assert void.void == (4,)


def test_log_and_replay_tell_the_numbers_of_the_log():
    void = e.Correction(reason="nobody picked", void=(4,))
    told = [GAME.describe(one.before, one.entry.event) for one in walk(GAME, entries(void))[-1:]]
    replay = play(GAME, fold(entries(void)))
    step = replay.steps[-1]

    assert "event 7 no longer counts" in told[0]
    assert replay.failure is None
    assert GAME.describe(step.before, step.entry.event) == told[0]


def test_what_is_put_back_has_its_number_again():
    line = fold([*entries()[:6], Entry(version=7, action=7, event=Redone())])

    assert line.numbers == (1, 2, 3, 5)
    assert numbers_called(GAME.numbered(state_of(GAME, line), line.numbers)) == {1: 1, 2: 2, 3: 3, 5: 4}


def test_no_event_is_changed_by_being_told():
    void = e.Correction(reason="x", void=(4,))
    GAME.describe(now(), void)

    assert msgspec.structs.asdict(void)["void"] == (4,)


def test_the_numbers_are_no_key_of_a_position():
    assert "called" not in GAME.flat(now())
    with pytest.raises(PositionError, match="called"):
        read_position("called 3", names=("A", "B"), options=OFFICIAL)
