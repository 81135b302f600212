"""The errors that people meet, word for word: each file in errors/ is a command, its exit code and what it says.

A file begins with the command as it is typed and its exit code; what follows is the whole of standard error.
"""

import re
import shlex
from pathlib import Path

import pytest

from cli.main import main
from tests.cli.running import FIXTURES

FILES = sorted((Path(__file__).parent / "errors").glob("*.txt"))
OPENING = ("loyalty afghan", "loyalty british", "loyalty russian", "buy 39", "play 39 left", "end", "buy 73")


@pytest.fixture
def club(log):
    """A log with the game "tuesday" and the files that the commands name."""
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob,Cai", "--shuffle", "7")
    log.done("new", "pax-pamir", "thursday", "--players", "Ann,Bob,Cai", "--shuffle", "8")
    for line in OPENING:
        log.done("record", "tuesday", line)
    Path("moves.txt").write_text("# Ann goes on\nplay 73 left\nplay 41 left: rode kabul\n")
    Path("short.deck").write_text("41 12 7\n")
    Path("typo.deck").write_text("41 12 # two known\n7 x8\n")
    Path("latin1.txt").write_bytes(b"buy 98\n# caf\xe9\n")
    Path("letter.txt").write_text("Dear Ann,\n")
    shown = log.done("show", "tuesday", "--position").out
    position = "".join(line for line in shown.splitlines(keepends=True) if not line.startswith("#"))
    Path("blue.position").write_text(position.replace('favored "political"', 'favored "blue"'))
    Path("taken.position").write_text(position.replace("p1.hand []", "p1.hand [73]"))
    Path("folder").mkdir()
    return log


def parts(path):
    command, code, *said = path.read_text(encoding="utf-8").split("\n")
    assert command.startswith("$ gamelog ")
    return shlex.split(command)[2:], int(code.removeprefix("exit ")), "\n".join(said)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_error_says_what_where_why_and_what_next(club, path):
    words, code, said = parts(path)
    result = club.run(*words)

    assert (result.code, result.err) == (code, said)
    assert result.out == ""


def test_there_are_golden_files():
    assert len(FILES) >= 30


@pytest.mark.parametrize("path", [*FILES, *(FIXTURES / "broken").glob("*.message")], ids=lambda path: path.stem)
def test_a_message_is_written_as_messages_are(path):
    text = path.read_text(encoding="utf-8")
    for line in text.splitlines():
        kind, sign, rest = line.partition(": ")
        if not sign or kind not in {"error", "hint"}:
            continue
        own = re.sub(r"\S*[#:]\d+(:\d+)*: ", "", rest)

        assert not re.match(r"[A-Z][a-z]", own) or own.split()[0] in {"Ann", "Bob", "Cai", "Seat0"}, line
        assert not rest.endswith("."), line
    assert not re.search(r"Traceback|Errno|Error\b", text)


def test_a_command_typed_as_a_line_is_told_to_be_one(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GAMELOG_DB", str(tmp_path / "games.duckdb"))
    monkeypatch.setenv("GAMELOG_CONFIG", str(tmp_path / "config.json"))
    main(["new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7"])
    capsys.readouterr()

    assert main(["record", "tuesday", "undo"]) == 2
    assert "hint: it is a command of its own: gamelog undo\n" in capsys.readouterr().err
