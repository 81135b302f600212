"""A closed game: nothing of what was played in it changes until it is taken up again."""

import pytest

from tests.cli.running import trace_lines


@pytest.mark.parametrize("command", [("undo",), ("redo",), ("record", "end")], ids=" ".join)
def test_nothing_is_played_undone_or_put_back_in_a_closed_game(log, command):
    (log.folder / "tuesday.jsonl").write_bytes(b"".join(trace_lines("pp-2p-01")[:40]))
    log.done("import", "tuesday.jsonl")
    log.done("undo", "tuesday")
    log.done("close", "tuesday", "--abandoned")
    before = log.done("events", "tuesday", "--json").out

    refused = log.run(command[0], "tuesday", *command[1:])

    assert refused.code == 1
    assert "the game is closed\nhint: gamelog close --reopen takes it up again" in refused.err
    assert log.done("events", "tuesday", "--json").out == before
    log.done("close", "tuesday", "--reopen")
    log.done("redo", "tuesday")
