"""What is written reads back: every action of the reference games and of random ones."""

import pytest

from engine.actions_of_line import split_actions
from engine.pamir.game import GAME
from tests.engine.pamir.notation_games import TRACES, counts, played, trace_game, walk_game


def round_trip(started, events):
    """Write and read every action. Gives the lines; the last may be unfinished."""
    written = read = GAME.start(started)
    actions = split_actions(GAME, written, events)
    assert sum(actions, ()) == tuple(events)
    lines = []
    for number, action in enumerate(actions):
        line = GAME.write_action(written, action)
        reading = GAME.read_line(read, line)
        lines.append(line)
        written, expected = played(written, action)
        if reading.fault is not None:
            assert number == len(actions) - 1, f"{line}: {reading.fault}"
            assert reading.fault.kind == "incomplete", f"{line}: {reading.fault}"
            return lines
        read, actual = played(read, reading.events)

        assert expected == actual, line
    assert counts(written) == counts(read)
    return lines


@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.partition(".")[0])
def test_every_action_of_the_reference_games_reads_back(path):
    lines = round_trip(*trace_game(path))

    assert len(lines) > 50


def test_the_traces_are_sixteen():
    assert len(TRACES) == 16


def test_actions_of_random_games_read_back_to_the_same_events():
    seen = set()
    for number in range(24):
        started, events = walk_game(number)
        state = GAME.start(started)
        for line, action in zip(round_trip(started, events), split_actions(GAME, state, events), strict=False):
            seen.add(line.partition(" ")[0].strip(":"))
            reading = GAME.read_line(state, line)
            if reading.fault is None:
                assert reading.events == action
            for event in action:
                state, _ = GAME.evolve(state, event)

    assert {"buy", "play", "end", "tax", "gift", "build", "move", "betray", "battle", "reveal", "loyalty"} <= seen


def test_actions_of_games_under_any_option_values_read_back():
    for number in range(12):
        round_trip(*walk_game(number + 1000, any_options=True))


@pytest.mark.long
def test_actions_of_many_random_games_read_back():
    for number in range(2000):
        round_trip(*walk_game(number, any_options=number % 3 == 0, limit=10_000))


def test_an_action_is_what_one_seat_does_in_one_go_and_ends_no_sooner():
    for number in range(12):
        started, events = walk_game(number)
        state, seat = GAME.start(started), "nobody"
        for action in split_actions(GAME, state, events):
            choices = []
            for event in action:
                asked = GAME.prompt(state)
                if GAME.automatic(state) is None:
                    choices.append((asked.seat, asked.ask))
                state, _ = GAME.evolve(state, event)
            seats = {seat for seat, _ in choices}

            assert len(seats) <= 1
            assert "main" not in [ask for _, ask in choices[1:]]
            assert not choices or choices[0][1] == "main" or choices[0][0] != seat
            seat = seats.pop() if seats else "nobody"
