"""Whose turn comes next where nobody says how the players sit, and when a blessing comes too late (PA-TRN-14, -03)."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.play_by_post import read_windows
from engine.pathfinder.position import hash_of, position
from engine.pathfinder.read_position import position_text, read_position
from tests.engine.pathfinder.given import DEFEATED, FLIP, begin, end, explore, move, reset, table, who, win


def posts(**more):
    return table(who("A"), who("B"), who("C"), **{"mode": "record", "complete": False, **more})


@pytest.mark.rule("PA-TRN-14")
def test_the_next_on_the_left_is_judged_where_the_order_of_the_seats_is_known():
    posts().when(reset(), end(), begin("C")).flagged("PA-TRN-14")
    posts(mode="table").when(reset(), end()).refuses(begin("C"), "PA-TRN-14")

    for other in ("B", "C"):
        posts(seated=False).when(reset(), end(), begin(other), FLIP).clean()
    posts(seated=False).when(reset(), end(), explore("C"), win("C"), DEFEATED).clean()


@pytest.mark.rule("PA-TRN-14")
def test_nobody_has_two_turns_running_however_the_players_sit():
    game = posts(seated=False).when(reset(), end())

    game.when(begin("A")).flagged("PA-TRN-14")
    game.when(begin("B")).when(begin("C")).flagged("PA-TRN-14")
    table(who("A"), mode="record", seated=False).when(reset(), end(), begin("A")).clean()


def test_an_unknown_order_is_part_of_the_position_and_a_known_one_says_nothing():
    state = posts(seated=False).now
    again = read_position(position_text(state), names=state.names, options=state.options, mode="record")

    assert position(state)["seated"] is False
    assert hash_of(again) == hash_of(state)
    assert "seated" not in position(posts().now)


def header(**more):
    told = "".join(f', "{key}": {value}' for key, value in more.items())
    return f'{{"kind": "header", "set": "Wrath", "sources": {{"W": "here"}}{told}}}'.encode()


LINES = tuple(
    f'{{"seq": {at}, "window": "W", "character": "{name}", "what": "turn_started"}}'.encode()
    for at, name in enumerate(("Crowe", "Enora"), start=1)
)


def test_posts_tell_the_order_of_the_seats_only_where_they_list_it():
    (unknown,) = read_windows([header(), *LINES])
    (listed,) = read_windows([header(turn_order_posted='["Enora", "Adowyn", "Crowe"]'), *LINES])

    assert (unknown.started.seated, listed.started.seated) == (False, True)


# The blessing of a turn


@pytest.mark.rule("PA-TRN-01")
def test_a_blessing_is_turned_over_before_anything_else_of_its_turn():
    late = (explore(), win(), DEFEATED, FLIP)

    posts().when(*late).flagged("PA-TRN-01")
    posts().when(move("A", "L2"), FLIP).flagged("PA-TRN-01")
    assert "PA-TRN-03" in [one.rule for one in posts(on_turn="").when(begin("A"), FLIP, *late).found]
    posts(on_turn="").when(begin("A"), FLIP, explore()).clean()


def test_a_hand_that_is_drawn_first_does_not_hide_whose_turn_is_on():
    lines = (
        '"character": "A", "what": "hand_drawn", "hand": ["x"]',
        '"character": "A", "what": "explored", "location": "L", "source": "free", "card": "Imp", "turn": 4',
        '"character": "A", "what": "blessing_advanced", "turn": 4',
    )
    (window,) = read_windows(
        [header(), *(f'{{"seq": {at}, "window": "W", {line}}}'.encode() for at, line in enumerate(lines, start=1))]
    )

    assert (window.started.on_turn, window.started.turn) == ("A", 4)
    assert not [one for entry in window.entries for one in entry.events if isinstance(one, e.TurnStarted)]
