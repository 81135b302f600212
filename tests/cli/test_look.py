"""Looking at a game as it stood at an event: every command that reads one game takes `--at`."""

import pytest

from tests.cli.running import trace


@pytest.fixture
def played(log):
    """A real game with a note, and its last action taken back."""
    log.done("import", trace("pp-2p-01"), "--as", "tuesday")
    log.done("note", "tuesday", "well played")
    log.done("undo", "tuesday")
    return log


READING = [
    ("show",), ("show", "--position"), ("can",), ("log",), ("replay",), ("events",),
]  # fmt: skip


@pytest.mark.parametrize("command", READING, ids=" ".join)
def test_a_reading_command_shows_the_game_as_it_stood_at_an_event(played, command):
    flag = () if "--position" in command else ("--json",)
    then = played.run_raw(command[0], "tuesday", *command[1:], *flag, "--at", "40")
    now = played.run_raw(command[0], "tuesday", *command[1:], *flag)

    assert then[0] == now[0] == 0
    assert then[1] != now[1]


def test_events_at_an_event_are_those_of_todays_line_up_to_it(played):
    every = [one["version"] for one in played.done("events", "tuesday", "--json").json]

    at = [one["version"] for one in played.done("events", "tuesday", "--json", "--at", str(every[-1])).json]

    undone = {
        number for row in played.done("log", "tuesday", "--json").json if row["undone_by"] for number in row["events"]
    }
    assert every == list(range(1, 116))
    assert undone
    # The note and the undo are acts upon the log, not on the line.
    assert at == [number for number in every if number not in undone | {114, 115}]
    assert [one["version"] for one in played.done("events", "tuesday", "--json", "--at", "3").json] == [1, 2, 3]


def test_why_explains_an_event_of_the_line_up_to_another(played):
    now = played.done("why", "40", "--game", "tuesday", "--json")
    then = played.done("why", "40", "--game", "tuesday", "--json", "--at", "40")
    later = played.run("why", "41", "--game", "tuesday", "--json", "--at", "40")

    assert then.out == now.out
    assert later.code == 3
    assert later.out == ""
    assert "event 41 is not on the line up to event 40" in later.error["error"]


def test_why_without_a_number_explains_the_newest_event(played):
    assert "tuesday#115  everything from event 111 on was undone" in played.done("why").out
    then = played.done("why", "--json", "--at", "40")
    assert then.out == played.done("why", "40", "--json", "--at", "40").out


def test_a_number_where_undo_expects_a_game_is_told_where_it_belongs(played):
    refused = played.run("undo", "40")

    assert refused.code == 3
    assert "hint: gamelog undo --since 40 takes everything from event 40 on back\n" in refused.err


def test_where_every_game_is_hidden_the_list_says_so(played):
    played.done("games", "--hide", "tuesday")
    listed = played.done("games")

    assert listed.out == ""
    assert "every game here is hidden or simulated\nnext: gamelog games --all\n" in listed.err
    assert "tuesday" in played.done("games", "--all").out


@pytest.mark.parametrize("command", [*READING, ("why", "2")], ids=" ".join)
def test_a_reading_command_without_a_log_exits_3_and_creates_nothing(log, command):
    words = ("why", "2", "--game", "tuesday") if command[0] == "why" else (command[0], "tuesday", *command[1:])

    result = log.run(*words)

    assert result.code == 3
    assert list(log.folder.iterdir()) == []


@pytest.mark.parametrize("other", [("--json",), ("--as", "Seat0")], ids=" ".join)
def test_a_position_is_whole_and_text(played, other):
    result = played.run("show", "tuesday", "--position", *other)

    assert result.code == 2
    assert result.out == ""
    assert f"--position and {other[0]} exclude each other" in result.err
