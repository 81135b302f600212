"""What players paste at the table through the command line, and what they ask of it."""

import pytest

from tests.cli.running import in_process
from tests.cli.test_pathfinder_table import TURN, begin, play


@pytest.fixture
def table(log):
    begin(log)
    return log


@pytest.mark.parametrize("way", ["argument", "stdin", "file"])
def test_a_printed_state_is_pasted_back_whole(table, way):
    play(table, *TURN)
    block = table.done("state", "sunday", "Kyra").out
    if way == "argument":
        table.done("record", "sunday", block)
    elif way == "stdin":
        told = in_process("record", "sunday", stdin=block.encode())
        assert told[0] == 0, told
    else:
        play(table, *block.splitlines())

    posted = table.done("events", "--json").json[-1]["payload"]
    assert (posted["kind"].partition(".")[2], posted["who"]) == ("state_posted", "Kyra")
    assert table.done("audit", "--rule", "PA-ZON", "--json").json == []


@pytest.mark.parametrize("way", ["argument", "stdin"])
def test_a_question_mark_lists_what_can_be_typed_and_records_nothing(table, way):
    before = table.done("events", "--json").json
    if way == "argument":
        told = table.done("record", "sunday", "?").out
    else:
        code, out, _ = in_process("record", "sunday", stdin=b"?\n")
        told = out.decode()
        assert code == 0

    assert "explore" in told
    assert "rebuild CARDS" in told
    assert table.done("events", "--json").json == before
