"""Replay: how far a line can be played and why it stops; and a stream judged as it stood when it was recorded."""

import pytest

from engine.events import Event, GameStarted, Noted, Redone, Undone
from engine.game import Defaults
from engine.judging import Effect, Violation
from engine.line import Entry, fold
from engine.pamir.events import CardPurchased
from engine.pamir.game import GAME
from engine.replay import Audit, Failure, Recorded, comparable, play, start, state_of, walk
from tests.engine.pamir.games import reference_games


class Started(GameStarted, frozen=True, kw_only=True, tag="test.started"):
    """Counting begins."""


class Added(Event, frozen=True, kw_only=True, tag="test.added"):
    """One to three were added."""

    amount: int


class Counting(Defaults):
    """The smallest game: add one to three, up to ten. A state is the sum so far."""

    def check_start(self, event):
        return [] if event.players else [Violation(rule="T-0", message="nobody plays")]

    def start(self, event):
        return 0

    def check(self, state, event):
        found = []
        if not 1 <= event.amount <= 3:
            found.append(Violation(rule="T-1", message=f"{event.amount} is not one to three"))
        if state + event.amount > 10:
            found.append(Violation(rule="T-2", message="ten is the end"))
        return found

    def evolve(self, state, event):
        return state + event.amount, (Effect(what="added", rule="T-1", amount=event.amount),)

    def tracker(self):
        return self

    def step(self, state):
        return f"t1:{state}"


COUNTING = Counting()


def entries(*told):
    """A stream: numbers are added, anything else is the event itself."""
    first = Started(name="count", players=("Ann",), preset="official")
    events = [first, *(Added(amount=one) if isinstance(one, int) else one for one in told)]
    return [Entry(version=number, action=number, event=event) for number, event in enumerate(events, start=1)]


def recorded(*told):
    """The stream with the hashes that belong to it."""
    found, states, line = [], {}, []
    for entry in entries(*told):
        event = entry.event
        if isinstance(event, Added):
            line.append(entry)
        elif isinstance(event, Undone):
            states[entry.version] = [one for one in line if one.version >= event.since]
            line = [one for one in line if one.version < event.since]
        elif isinstance(event, Redone):
            line += states[max(states)]
        found.append(Recorded(entry=entry, state_hash=f"t1:{sum(one.event.amount for one in line)}"))
    return found


def audit(stream):
    return Audit(COUNTING).run(stream)


# Playing a line


def test_a_line_is_played_step_by_step():
    replay = play(COUNTING, fold(entries(1, 2, 3)))

    assert [(step.before, step.after) for step in replay.steps] == [(0, 1), (1, 3), (3, 6)]
    assert [step.effects[0].amount for step in replay.steps] == [1, 2, 3]
    assert (replay.first, replay.state, replay.failure) == (0, 6, None)


def test_a_line_without_events_stays_at_the_first_state():
    replay = play(COUNTING, fold(entries()))

    assert (replay.state, replay.steps, replay.failure) == (0, (), None)


def test_a_replay_gives_how_far_it_came_and_the_failure():
    replay = play(COUNTING, fold(entries(1, 2, 7, 1)))

    assert replay.state == 3
    assert [step.entry.version for step in replay.steps] == [2, 3]
    assert replay.failure == Failure(
        version=4,
        kind="illegal",
        message="7 is not one to three",
        violations=(Violation(rule="T-1", message="7 is not one to three"),),
    )


def test_all_violations_of_the_event_are_told():
    replay = play(COUNTING, fold(entries(3, 3, 3, 9)))

    assert [violation.rule for violation in replay.failure.violations] == ["T-1", "T-2"]


def test_what_was_undone_is_not_played():
    replay = play(COUNTING, fold(entries(1, 2, Undone(since=3), 3)))

    assert (replay.state, replay.failure) == (4, None)


def test_an_event_may_be_illegal_only_because_of_what_was_undone():
    line = fold(entries(3, 3, 3, Undone(since=2), 1, 3, 3, 3, 1))

    assert play(COUNTING, line).failure.version == 10
    assert play(COUNTING, line).state == 10


def test_the_plain_replay_comes_to_the_same_state():
    line = fold(entries(1, 2, Undone(since=3), 3, 3))

    assert state_of(COUNTING, line) == play(COUNTING, line).state == 7


def test_a_game_begins_with_a_start():
    with pytest.raises(TypeError, match="no start of a game"):
        start(COUNTING, Added(amount=1))


# Judging a stream as it was recorded


def test_a_stream_that_agrees_has_no_failure():
    assert audit(recorded(1, 2, 3, Undone(since=3), Redone(), Noted(text="x"), 1)) is None


def test_each_event_is_judged_against_the_line_as_it_stood():
    # 3+3+3+2 would be too much; when the 2 came, the second 3 was off the line.
    stream = recorded(3, 3, Undone(since=3), 3, 3, 1)

    assert audit(stream) is None


def test_an_event_that_was_illegal_when_it_came_is_found_though_it_was_undone_later():
    failure = audit(recorded(3, 3, 3, 3, Undone(since=2), 1))

    assert (failure.version, failure.kind, failure.violations[0].rule) == (5, "illegal", "T-2")


def test_a_hash_that_differs_is_found_at_its_event():
    stream = recorded(1, 2, 3)
    stream[2] = Recorded(entry=stream[2].entry, state_hash="t1:99")

    assert audit(stream) == Failure(version=3, kind="diverged", message="the state hash is t1:3, recorded was t1:99")


@pytest.mark.parametrize("number", [1, 4, 5, 6], ids=["start", "undo", "redo", "note"])
def test_the_hashes_of_acts_upon_the_log_are_compared_too(number):
    stream = recorded(1, 2, 3, Undone(since=3), Redone(), Noted(text="x"))
    at = {1: 0, 4: 4, 5: 5, 6: 6}[number]
    stream[at] = Recorded(entry=stream[at].entry, state_hash="t1:99")

    assert audit(stream).version == at + 1


def test_a_hash_of_another_scheme_is_no_divergence():
    stream = [Recorded(entry=one.entry, state_hash="t0:abc") for one in recorded(1, 2, 3)]

    assert audit(stream) is None


def test_an_event_stored_without_a_hash_is_judged_by_the_rules_alone():
    stream = [Recorded(entry=one.entry, state_hash="") for one in recorded(1, 2, 9)]

    assert audit(stream[:3]) is None
    assert audit(stream).kind == "illegal"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ((1, Redone()), "there is nothing to redo"),
        ((1, Undone(since=7)), "nothing on the line from event 7 on can be undone"),
    ],
)
def test_an_undo_or_redo_that_does_not_fit_is_a_failure(told, message):
    stream = [Recorded(entry=entry, state_hash="") for entry in entries(*told)]

    assert audit(stream) == Failure(version=3, kind="unreadable", message=message)


def test_a_start_that_the_rules_refuse_is_a_failure():
    first = Entry(version=1, action=1, event=Started(name="count", players=(), preset="official"))

    assert audit([Recorded(entry=first, state_hash="")]).violations[0].rule == "T-0"


def test_a_stream_without_a_start_is_a_failure():
    failure = audit([Recorded(entry=entries(1)[1], state_hash="")])

    assert (failure.version, failure.kind) == (2, "unreadable")


# Schemes


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("p1:ab", "p1:ab", True), ("p1:ab", "p1:cd", False), ("p1:ab", "p2:ab", None), ("", "p1:ab", None)],
)
def test_only_hashes_of_one_scheme_can_be_compared(one, other, found):
    assert comparable(one, other) is found


# Walking the raw stream


def test_a_walk_shows_what_was_undone_and_by_what():
    walked = walk(COUNTING, entries(1, 2, Undone(since=3), Noted(text="x"), 3))

    assert [(one.before, one.after, one.undone_by) for one in walked] == [
        (0, 0, None), (0, 1, None), (1, 3, 4), (3, 1, None), (1, 1, None), (1, 4, None),
    ]  # fmt: skip


def test_what_was_redone_is_not_shown_as_undone():
    walked = walk(COUNTING, entries(1, 2, Undone(since=3), Redone()))

    assert [one.undone_by for one in walked] == [None] * 5


# A real game


def test_a_whole_reference_game_replays_and_agrees():
    stream, replay = reference_games()["pp-2p-02"]
    tracker = GAME.tracker()
    hashes = [tracker.step(replay.first), *(tracker.step(step.after) for step in replay.steps)]
    kept = [Recorded(entry=entry, state_hash=made) for entry, made in zip(stream, hashes, strict=True)]

    assert replay.failure is None
    assert Audit(GAME).run(kept) is None


def test_a_real_game_stops_where_a_card_is_bought_that_is_not_there():
    stream, replay = reference_games()["pp-2p-02"]
    at = next(number for number, entry in enumerate(stream) if isinstance(entry.event, CardPurchased))
    changed = Entry(version=stream[at].version, action=stream[at].action, event=CardPurchased(card=101))
    failed = play(GAME, fold([*stream[:at], changed, *stream[at + 1 :]]))

    assert (failed.failure.version, failed.failure.violations[0].rule) == (at + 1, "PP-4.6-destination")
    assert failed.state == replay.steps[at - 2].after
