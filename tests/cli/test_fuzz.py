"""Whatever is typed, read, set or closed: a message that names the place, an exit code that is documented, no
traceback, and a log that is a sequence of whole actions."""

import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.recording import read_actions
from cli.session import Session
from engine.actions_of_line import split_actions
from engine.events import LOG_EVENTS, GameStarted
from engine.game import Beginning, game
from tests.cli.nasty import CODES, PIECES, WORDS, hold_manners, spoiled
from tests.cli.running import ROOT, trace_lines

OPENING = ("loyalty afghan", "loyalty british", "loyalty russian", "buy 39", "play 39 left")


@pytest.fixture
def rounds(request):
    """How often: a little always, a lot with --long."""
    return lambda few: few * 40 if request.config.getoption("--long") else few


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """The files of a log in which a game was opened, to be copied."""
    folder = tmp_path_factory.mktemp("opened")
    session = Session(folder / "games.duckdb", recorder="Ann")
    pamir = game("pax-pamir")
    deck = pamir.shuffled_deck(3, random.Random("7").shuffle)
    begin = Beginning(name="tuesday", players=("Ann", "Bob", "Cai"), preset="official", deck=deck)
    loaded = session.begin(pamir.starting_event(begin), pamir).loaded
    for line in OPENING:
        loaded = session.record(loaded, read_actions(loaded, line)).loaded
    return folder


@pytest.fixture
def played(log, opened):
    for one in opened.iterdir():
        shutil.copy(one, log.folder / one.name)
    return log


def hold_whole(log, *db):
    """The log is sound, replays to its own hashes, and each game is a sequence of whole actions."""
    checked = log.run("verify", "--replay", *db)
    assert checked.code == 0, checked
    session = Session(Path(db[1]) if db else log.db)
    for found in session.reading(session.find_all):
        loaded = session.load(found.name)
        line = [entry for entry in loaded.line.entries if not isinstance(entry.event, (*LOG_EVENTS, GameStarted))]
        sizes = [len(action) for action in split_actions(
            loaded.game, loaded.game.start(loaded.started), [entry.event for entry in line]
        )]  # fmt: skip
        stored = [sum(1 for entry in line if entry.action == first) for first in dict.fromkeys(e.action for e in line)]

        assert stored == sizes, found.name


# Lines


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(WORDS),
            st.sampled_from(
                [
                    "buy",
                    "play",
                    "end",
                    "tax",
                    "gift",
                    "build",
                    "move",
                    "betray",
                    "battle",
                    "loyalty",
                    "pay",
                    "ask",
                    "waive",
                    "reveal",
                    "left",
                    "right",
                    "road",
                    "army",
                    "spy",
                    "tribe",
                    "kabul",
                    "herat",
                    "39",
                    "98",
                    "41",
                    "x2",
                    ":",
                    ",",
                    ">",
                    "#",
                    "Ann",
                    "Bob",
                    "stop",
                    "skip",
                    "take",
                    "leave",
                    "event",
                    "new",
                    "from",
                    "to",
                ]
            ),
            st.text(max_size=8).filter(lambda text: "\0" not in text),
        ),
        max_size=6,
    )
)
def test_any_line_is_recorded_whole_or_refused_at_its_place(played, words):
    line = " ".join(words)
    before = len(played.done("events", "--json").json)
    result = played.run("record", "tuesday", "--", line)

    hold_manners(result, line)
    if result.code:
        assert result.err.startswith(f"error: tuesday#{before}"), result
        assert len(played.done("events", "--json").json) == before
    else:
        played.run("undo")


def test_after_many_lines_the_log_is_whole(played, rounds):
    chance = random.Random(1).randrange
    legal = [row["type"] for row in played.done("can", "--json").json]
    for _ in range(rounds(25)):
        line = legal[chance(len(legal))].encode() if legal and chance(2) else b"buy 98"
        line = spoiled(line, chance).replace(b"\0", b"").decode("utf-8", "surrogateescape")
        result = played.run("record", "tuesday", "--", line)

        hold_manners(result, line)
        if result.code == 0:
            legal = [row["type"] for row in played.done("can", "--json").json]
    hold_whole(played)


def test_a_stream_of_nasty_lines_keeps_what_came_before_the_first(played):
    command = [sys.executable, "-m", "cli", "record", "tuesday"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for piece in (b"\0", b"\xff", b"[" * 6000, b"9" * 5000, b"\xef\xbb\xbf", b"\r\n"):
        before = len(played.done("events", "--json").json)
        done = subprocess.run(
            command, env=env, input=b"# one\n" + piece + b"\n", capture_output=True, check=False, timeout=60
        )

        assert done.returncode in CODES, piece
        assert b"Traceback" not in done.stderr
        assert len(played.done("events", "--json").json) == before + 1
        if piece.strip():
            assert b"error: -:2" in done.stderr, (piece, done.stderr)
    hold_whole(played)


# Files


@pytest.fixture
def files(played):
    deck = played.done("events", "--json").json[0]["payload"]["deck"]
    return {
        "sealed": played.run_raw("export", "tuesday")[1],
        "notation": played.run_raw("export", "tuesday", "--notation")[1],
        "trace": b"".join(trace_lines("pp-2p-01")[:30]),
        "position": played.run_raw("show", "--position")[1],
        "deck": " ".join(map(str, deck)).encode(),
        "moves": b"buy 98\nplay 98 left # here\nend\n",
        "json": b'{"format":"gamelog sealed/1","events":[1,2,{"a":null}]}\n',
    }


def command_of(kind, number):
    """The command that reads a file of a kind, into a log of its own."""
    players = ("--players", "Ann,Bob,Cai")
    return {
        "position": ("new", "pax-pamir", f"p{number}", *players, "--position", "f", "--db", "other.duckdb"),
        "deck": ("new", "pax-pamir", f"d{number}", *players, "--deck", "f", "--db", "other.duckdb"),
        "moves": ("record", "tuesday", "--file", "f"),
        "trace": ("import", "f", "--db", "other.duckdb", *(["--check"] if number % 2 else [])),
    }.get(kind, ("import", "f", "--db", "other.duckdb"))


@pytest.mark.parametrize("kind", ["sealed", "notation", "trace", "position", "deck", "moves", "json"])
def test_a_spoiled_file_is_refused_at_its_place_and_keeps_the_log_whole(played, files, rounds, kind):
    chance = random.Random(kind).randrange
    for number in range(rounds(12)):
        data = spoiled(files[kind], chance)
        Path("f").write_bytes(data)
        result = played.run(*command_of(kind, number))

        hold_manners(result, data[:2000])
        differs = "1 of 1 file differs" in result.err
        assert result.code == 0 or differs or result.err.startswith(("error: f", "error: tuesday#")), (data, result)
    hold_whole(played)
    if Path("other.duckdb").exists():
        hold_whole(played, "--db", "other.duckdb")


@pytest.mark.parametrize("kind", ["sealed", "notation", "trace", "position", "deck", "moves", "json"])
def test_a_file_of_one_nasty_piece_is_refused_at_its_place(played, kind):
    before = len(played.done("events", "--json").json)
    for piece in (b"", *PIECES):
        Path("f").write_bytes(piece)
        result = played.run(*command_of(kind, 0))

        hold_manners(result, piece[:80])
        if result.code:
            assert result.err.startswith(("error: f", "error: tuesday#"))
            assert len(played.done("events", "--json").json) == before


def test_deep_nesting_is_a_fault_of_the_file(played, files):
    for kind in ("sealed", "trace", "position", "notation"):
        for nest in (b"[" * 100_000, b'{"a":' * 50_000):
            lines = files[kind].splitlines(keepends=True)
            for data in (nest, lines[0] + nest, lines[0] + b"p0.hand: " + nest, lines[0] + b'name: "' + nest):
                Path("f").write_bytes(data)
                result = played.run(*command_of(kind, 0))

                hold_manners(result, (kind, data[:80]))
                assert result.code in {1, 2, 5}
    Path("config.json").write_bytes(b'{"a":' * 50_000)
    result = played.run("config")
    assert (result.code, result.err.split(": ")[0]) == (2, "error")


PLACES = {
    "a folder": lambda path: path.mkdir(),
    "nothing there": lambda path: None,
    "a file below a file": lambda path: path.parent.joinpath("plain").write_text("x"),
    "a link that leads nowhere": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a long name": lambda path: None,
}
NAMES = {"a file below a file": "plain/thing", "a long name": "x" * 300}


@pytest.mark.parametrize("place", PLACES)
def test_what_is_no_file_is_a_message(played, place):
    PLACES[place](Path("thing"))
    name = NAMES.get(place, "thing")
    for words in (
        ("new", "pax-pamir", "x", "--players", "Ann,Bob", "--deck", name),
        ("new", "pax-pamir", "x", "--players", "Ann,Bob", "--position", name),
        ("record", "tuesday", "--file", name),
        ("import", name),
        ("import", "--check", "--json", name),
        ("games", "--db", name),
        ("doctor", "--db", name),
        ("verify", "--db", name),
        ("export", "tuesday", "--out", f"{name}/x/y.jsonl"),
    ):
        result = played.run(*words)

        hold_manners(result, words)
        assert result.code in {0, 1, 2, 3}
        assert words[0] in {"export", "doctor"} or result.code
    assert [row["game"] for row in played.done("games", "--json").json] == ["tuesday"]


def test_a_file_without_an_end_is_not_read_to_its_end(played, monkeypatch):
    monkeypatch.setattr("cli.play.MOST_BYTES", 1 << 20)
    for words in (["import"], ["record", "tuesday", "--file"], ["new", "pax-pamir", "x", "--players", "A,B", "--deck"]):
        result = played.run(*words, "/dev/zero")

        assert (result.code, result.err.splitlines()[0]) == (2, "error: /dev/zero: the file is larger than 1 MiB")


def test_a_small_packed_file_that_unpacks_without_end_is_refused(played, monkeypatch):
    import gzip

    monkeypatch.setattr("cli.play.MOST_BYTES", 1 << 20)
    Path("bomb.gz").write_bytes(gzip.compress(bytes(2 << 20)))
    result = played.run("import", "bomb.gz")

    assert (result.code, result.err) == (2, "error: bomb.gz: the file is larger than 1 MiB when unpacked\n")


# Flags


FLAGS = (
    ("show", "--at"), ("show", "--known-at"), ("show", "--width"), ("show", "--as"), ("log", "--at"), ("why",),
    ("replay", "--steps"), ("replay", "--speed"), ("replay", "--from"), ("undo", "--since"), ("record", "x", "--expect"),
    ("record", "tuesday", "buy 1", "--id"), ("record", "tuesday", "# x", "--recorder"), ("note", "tuesday"), ("note",),
    ("show",), ("rule",), ("rules", "--search"), ("rules", "--area"), ("rules", "--preset"), ("query",),
    ("query", "results", "--player"), ("query", "results", "--players"), ("query", "results", "--since"),
    ("query", "--sql"), ("query", "results", "--set"), ("config",), ("config", "db"), ("config", "rules"),
    ("close", "--result"), ("close", "--reopen", "--conceded"), ("export", "tuesday", "--out"), ("verify", "--head"),
    ("verify", "tuesday", "--head"), ("simulate", "--games"), ("simulate", "--players"), ("games", "--hide"),
    ("games", "--rename", "tuesday"), ("games", "--rename"), ("import", "--as"), ("seal",), ("doctor", "--db"),
    ("new", "pax-pamir"), ("new", "pax-pamir", "x", "--players"), ("new",),
    *(("new", "pax-pamir", "x", "--players", "Ann,Bob", flag) for flag in
      ("--played-at", "--option", "--rules", "--first", "--campaign", "--place", "--shuffle", "--deck", "--position")),
)  # fmt: skip
VALUES = ("", " ", "-", "--", "0", "-1", "99999999999999999999999", "nosuch", "a=b", "a#1", "日本", "👩‍👩‍👧", "--unknown",
          "--json", "*", "sub/../x", "2026-02-30", "a\nb", "\u202ex", "\udcff", "9" * 5000)  # fmt: skip


@pytest.mark.parametrize("flag", FLAGS, ids=" ".join)
def test_any_value_of_a_flag_ends_in_order(played, flag, rounds):
    values = VALUES if rounds(1) > 1 else random.Random(" ".join(flag)).sample(VALUES, 3)
    for value in (None, *values):
        words = (*flag, *([] if value is None else [value]))
        result = played.run(*words)

        hold_manners(result, words)
    refused = played.run(*flag, "--unknown", "--json")
    hold_manners(refused, flag)
    assert json.loads(refused.err if refused.code else refused.out or "null") is not True
    assert not (refused.code and refused.out)
    assert played.run("verify").code == 0


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("", "nobody is named who plays"),
        ("Ann", "two to five players play, not 1"),
        ("Ann,Bob,Cai,Dan,Eve,Fay", "two to five players play, not 6"),
        ("Ann,Ann", "two players have the same name"),
        ("Ann,,Bob", "the player is empty"),
        ("café,cafe\u0301", "two players have the same name"),
        ("a\nb,c", 'the player "a\\u000ab" has characters that cannot be printed'),
        ("x" * 101 + ",b", f'the player "{"x" * 59}…" has 101 characters'),
    ],
)
def test_players_that_cannot_be_seated(log, players, said):
    result = log.run("new", "pax-pamir", "tuesday", "--players", players)

    assert (result.code, result.err.splitlines()[0]) == (2, f"error: {said}")
    assert not log.db.exists()


@pytest.mark.parametrize(
    "name", ["tuesday 2", "a#1", "#", "1", "日本", "👩‍👩‍👧", "שלום", "game/x", "../x", "'\"", "a,b"]
)
def test_any_name_that_can_be_shown_can_be_used(log, name):
    log.done("new", "pax-pamir", name, "--players", "Ann,Bob", "--shuffle", "1")
    log.done("record", name, "loyalty afghan")
    log.done("export", name, "-o", "out/")
    copy = next(Path("out").iterdir())
    log.done("import", copy, *log.other("copy.duckdb"))

    assert [row["game"] for row in log.done("games", "--json", *log.other("copy.duckdb")).json] == [name]
    assert log.done("show", name, "--json").json["game"] == name


# Environment and streams


def in_shell(log, line, **environment):
    """A line of shell with the command as `gamelog`; gives exit code, output and errors."""
    env = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "TERM"}}
    env |= {"PYTHONPATH": str(ROOT), "PYTHON": sys.executable, **environment}
    env = {key: value for key, value in env.items() if value is not None}
    line = line.replace("gamelog", '"$PYTHON" -m cli')
    done = subprocess.run(["bash", "-c", line], env=env, cwd=log.folder, capture_output=True, check=False, timeout=120)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


@pytest.mark.parametrize(
    "environment",
    [
        {"COLUMNS": "0"}, {"COLUMNS": "1"}, {"COLUMNS": "abc"}, {"COLUMNS": "-5"}, {"COLUMNS": "9" * 5000},
        {"TERM": "dumb"}, {"NO_COLOR": "1"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"HOME": None}, {"TZ": "Mars/Olympus"},
    ],
    ids=str,
)  # fmt: skip
def test_any_environment_shows_the_board(log, environment):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bøb,日本", "--shuffle", "7")
    for words in ("show", "games"):
        code, out, err = in_shell(log, f"gamelog {words}", **environment)

        assert (code, err) == (0, "")
        assert "tuesday" in out


def test_closed_and_full_streams(log):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7")
    closed = "error: standard output cannot be written: bad file descriptor"
    full = "error: standard output cannot be written: no space left on device"
    for line, code, said in (
        ("gamelog record tuesday <&-", 2, "error: -: there are no lines to record"),
        ("gamelog games >&-", 1, closed),
        ("gamelog --version >&-", 1, closed),
        ("gamelog games >/dev/full", 1, full),
        ("gamelog show >/dev/full", 1, full),
        (
            "gamelog events --json >/dev/full",
            1,
            '{"error":"standard output cannot be written: no space left on device"',
        ),
        ("gamelog export >/dev/full", 1, full),
        ("gamelog --help >/dev/full", 1, full),
        ("gamelog --version >/dev/full", 1, full),
        ("gamelog record tuesday 'loyalty afghan' <&- >&- 2>&-", 0, ""),
        ("gamelog record tuesday 'loyalty russian' 2>/dev/full", 0, ""),
        ("gamelog show nosuch 2>/dev/full", 3, ""),
        ("gamelog show nosuch 2>&-", 3, ""),
    ):
        found, _, err = in_shell(log, line)

        assert (found, err[: len(said)]) == (code, said), (line, err)
        assert err.count("\n") <= 2, (line, err)
    assert len(log.done("events", "--json").json) == 15


@pytest.mark.parametrize("words", ["log", "rules", "events --json", "export", "show", "show nosuch 2>&1", "--help"])
def test_a_pipe_that_closes_early_ends_quietly(log, words):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7")
    code, _, err = in_shell(log, f"set -o pipefail; gamelog {words} | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}")

    assert code in {0, 3}
    assert "Traceback" not in err
    assert "Error" not in err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="for root, nothing is forbidden")
def test_what_may_not_be_read_or_written_is_a_message(log):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7")
    log.done("games")
    Path("secret").write_text("1 2 3")
    Path("secret").chmod(0)
    log.folder.chmod(0o555)
    try:
        hold_manners(log.done("show"))
        for words in (("import", "secret"), ("record", "tuesday", "--file", "secret"), ("export", "-o", "x.jsonl"),
                      ("games", "--db", "new/x.duckdb"), ("config", "name", "Bob")):  # fmt: skip
            result = log.run(*words)

            hold_manners(result, words)
            assert result.code
    finally:
        log.folder.chmod(0o755)
