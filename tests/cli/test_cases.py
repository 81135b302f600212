"""What users of such tools ran into, as it happens at the command line.

One broken file among 500, and a log that was tampered with, stand in test_files.py.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from eventstore.journal import journal_path
from eventstore.locking import lock_path
from tests.cli.running import ROOT, in_process

OPENING = ("loyalty afghan", "loyalty british", "loyalty russian", "buy 39")


def begin(log, *lines, name="tuesday"):
    log.done("new", "pax-pamir", name, "--players", "Ann,Bob,Cai", "--shuffle", "7")
    for line in lines:
        log.done("record", name, line)


def newest(log, name="tuesday"):
    return len(log.done("events", name, "--json").json)


def background(*words, **options):
    """A command in a process of its own that goes on while the test does."""
    command = [sys.executable, "-m", "cli", *map(str, words)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


# Undo stays visible


def test_three_undone_actions_of_two_recorders_stay_in_the_log_struck_through_and_redo_says_why_not(log):
    begin(log, *OPENING[:2])
    log.done("record", "loyalty russian", "--recorder", "Bob")
    log.done("record", "buy 39", "--recorder", "Bob")
    before = log.done("show", "--at", "14", "--json").json["state"]
    for recorder in ("Cai", "Ann", "Cai"):
        log.done("undo", "--recorder", recorder)

    assert log.done("show", "--json").json["state"] == before
    log.done("record", "loyalty russian")
    rows = {row["events"][0]: row for row in log.done("log", "--json").json}
    assert [(rows[version]["undone_by"], rows[version]["undone_recorder"]) for version in (17, 16, 15)] == [
        (18, "Cai"), (19, "Ann"), (20, "Cai"),
    ]  # fmt: skip
    assert [rows[version]["by"] for version in (15, 16, 17)] == ["Ann", "Bob", "Bob"]
    told = log.done("log").out
    assert "~ loyalty russian  (undone by event 19, Ann)" in told
    assert "~ buy 39  (undone by event 18, Cai)" in told
    state = log.done("show", "--json").json["state"]
    assert (state["p1.loyalty"], state["p2.loyalty"]) == ("russian", None)
    refused = log.run("redo")
    assert refused.code == 1
    assert refused.err.startswith("error: tuesday#21: there is nothing to redo: play went on after the last undo\n")
    assert newest(log) == 21


def test_what_begins_a_game_cannot_be_undone(log):
    begin(log)
    for words in (["undo"], ["undo", "--since", "1"], ["undo", "--since", "0"], ["undo", "--since", "-3"]):
        refused = log.run(*words)

        assert refused.code == 1
    assert "events 1 to 13 begin the game and cannot be undone" in refused.err
    log.done("record", "loyalty afghan")
    assert "undone: 14 " in log.done("undo", "--since", "14").err
    assert newest(log) == 15


# Two recorders


def test_of_two_recorders_with_expect_one_wins_and_the_other_sees_what_came_first(log):
    begin(log, *OPENING[:3])
    first = log.run("record", "tuesday", "buy 39", "--expect", "16", "--recorder", "Bob")
    second = log.run("record", "tuesday", "buy 98", "--expect", "16", "--recorder", "Cai")

    assert (first.code, second.code) == (0, 4)
    assert second.err.startswith("error: tuesday#17: the game is at event 17, not 16\n")
    assert "came meanwhile:\n  17 Cai bought #39 William Moorcroft for nothing (Bob)\n" in second.err
    assert newest(log) == 17
    as_json = log.run("record", "tuesday", "buy 98", "--expect", "16", "--json")
    assert (as_json.code, as_json.out, as_json.error["actual"], as_json.error["expected"]) == (4, "", 17, 16)
    again = log.done("record", "tuesday", "buy 98", "--expect", "17", "--recorder", "Cai")
    assert "bought #98 European Cannons" in again.err


def test_of_two_processes_that_append_at_once_exactly_one_wins(log):
    begin(log, *OPENING[:3])
    racing = [background("record", "tuesday", line, "--expect", "16") for line in ("buy 39", "buy 70", "end")]
    codes = sorted((one.communicate(timeout=60), one.returncode)[1] for one in racing)

    assert codes == [0, 4, 4]
    assert log.done("verify").code == 0
    actions = {one["action"] for one in log.done("events", "--json").json}
    assert len(actions) == 5


def test_without_expect_a_line_is_judged_again_and_shows_what_others_recorded(log, monkeypatch, capfdbinary):
    from cli import recording
    from cli.session import Session

    begin(log, *OPENING[:3])
    session = Session(log.db, recorder="Cai")
    loaded = session.load("tuesday")
    log.done("record", "tuesday", "buy 39", "--recorder", "Bob")
    capfdbinary.readouterr()
    outcome = recording.append_line(session, loaded, "buy 98")

    said = capfdbinary.readouterr().err.decode()
    assert outcome.loaded.version == 18
    assert "meanwhile: 17 Cai bought #39 William Moorcroft for nothing (Bob)" in said
    stale = session.load("tuesday", known_at=17)
    log.done("record", "tuesday", "end")
    with pytest.raises(Exception, match="is not in the market"):
        recording.append_line(session, stale, "buy 98")


def test_a_busy_log_is_a_message_with_the_process_that_holds_it(log, monkeypatch):
    import fcntl

    from cli.session import Session

    begin(log)
    monkeypatch.setattr(Session.__init__, "__kwdefaults__", {**Session.__init__.__kwdefaults__, "patience": 0.1})
    for words in (["record", "loyalty afghan"], ["show"], ["games", "--json"]):
        with lock_path(log.db).open("r+b") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            busy = log.run(*words)

        assert busy.code == 4
        assert busy.out == ""
        assert f"is in use by process {os.getpid()}" in busy.err
        assert "Traceback" not in busy.err
    assert newest(log) == 13


# Retry after a time-out


def test_the_same_id_twice_is_recorded_once_and_with_other_content_refused(log):
    begin(log, *OPENING[:3])
    log.done("record", "tuesday", "buy 39 # at last", "--id", "phone-1")
    again = log.done("record", "tuesday", "buy 39 # at last", "--id", "phone-1")

    assert again.err == "already recorded: tuesday#17; nothing changed\n"
    log.done("record", "tuesday", "buy 98")
    later = log.done("record", "tuesday", "buy 39 # at last", "--id", "phone-1", "--json").json
    assert (later["repeated"], later["first"]) == (True, 17)
    other = log.run("record", "tuesday", "buy 70", "--id", "phone-1")
    assert other.code == 4
    assert "tuesday" in other.err or "game/" in other.err
    assert newest(log) == 19


def test_an_id_belongs_to_one_line_and_is_never_overlooked(log):
    begin(log)
    (log.folder / "moves.txt").write_text("loyalty afghan\n")
    for words in (["record", "tuesday", "--file", "moves.txt", "--id", "x"], ["record", "tuesday", "-", "--id", "x"]):
        refused = log.run(*words)

        assert refused.code == 2
        assert "--id belongs to one line" in refused.err
    assert log.run("record", "tuesday", "-", "--expect", "13").code == 2
    assert log.run("record", "tuesday", "loyalty afghan", "--partial").code == 2
    assert newest(log) == 13


# JSON stays JSON


READING = (
    ["games"], ["show"], ["log"], ["can"], ["why", "14"], ["events"], ["replay"], ["seal"], ["verify"], ["query"],
    ["query", "results"], ["query", "--tables"], ["rules"], ["rule", "PP-5.5"], ["config"], ["doctor", "--quick"],
)  # fmt: skip


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_json_stays_json_while_something_has_to_be_told(log, words):
    begin(log, *OPENING)
    with journal_path(log.db).open("ab") as journal:
        journal.write(b"a torn li")
    lock_path(log.db).write_bytes(b"4194303\n")
    result = log.run(*words, "--json")

    assert result.code == 0, result.err
    assert result.json is not None
    if words[0] not in {"rules", "rule", "config", "doctor", "query", "verify"}:
        assert "note: " in result.err


def test_json_stays_json_in_a_pipe_that_knows_no_more_than_ascii(log):
    import json

    log.done("new", "pax-pamir", "猫", "--players", "Ann,Bøb,👩")
    code, out, _ = in_process("games", "--json", env={"PYTHONIOENCODING": "ascii"})

    assert code == 0
    assert (json.loads(out)[0]["game"], json.loads(out)[0]["players"]) == ("猫", "Ann, Bøb, 👩")
    code, out, err = in_process("show", "猫", "--as", "Bøø", "--json", env={"PYTHONIOENCODING": "ascii"})
    assert (code, out, json.loads(err)["error"]) == (3, b"", 'no player is called "Bøø"')


# A crash in the middle


def test_after_kill_9_all_of_an_action_is_there_or_none_of_it(log, request):
    rounds = 40 if request.config.getoption("--long") else 4
    begin(log)
    lines = b"".join(b"%s\n" % line.encode() for line in OPENING[:3]) + b"play 1\n"
    known = 13
    for turn in range(rounds):
        process = background("record", "tuesday", stdin=subprocess.PIPE)
        killer = threading.Timer(0.25 + turn % 8 * 0.06, process.send_signal, [signal.SIGKILL])
        killer.start()
        with contextlib.suppress(BrokenPipeError):
            process.communicate(lines, timeout=60)
        killer.cancel()

        assert process.returncode in {-signal.SIGKILL, 1}
        events = log.done("events", "tuesday", "--json").json
        assert known <= len(events) <= known + 3
        acts = {}
        for one in events[13:]:
            acts.setdefault(one["action"], []).append(one["version"])
        assert all(versions[0] == action for action, versions in acts.items())
        assert "all is well" in log.done("verify").out
        if len(events) > known:
            log.done("undo", "--since", known + 1)
        known = newest(log)


@pytest.mark.parametrize("point", ["before_journal", "after_journal", "after_commit", "during_close"])
def test_a_command_killed_at_each_step_of_an_append_leaves_a_whole_action_or_none(log, point):
    begin(log, *OPENING[:3])
    code = (
        "import os, signal, sys\n"
        f"sys.path.insert(0, {str(ROOT)!r})\n"
        "import eventstore, cli.session\n"
        "from functools import partial\n"
        f"stop = lambda at: os.kill(os.getpid(), signal.SIGKILL) if at == {point!r} else None\n"
        "cli.session.open_store = partial(eventstore.open_store, faults=stop)\n"
        "from cli.main import main\n"
        "sys.exit(main(['record', 'tuesday', 'buy 39', '--json']))\n"
    )
    killed = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    after = log.done("events", "tuesday", "--json")

    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, b"")
    kinds = [one["kind"] for one in after.json[16:]]
    assert kinds == ([] if point == "before_journal" else ["pamir.card_purchased"])
    if point != "before_journal":
        assert "ended without closing the log; the newest batch is kept" in after.err
    assert "all is well" in log.done("verify").out
    log.done("record", "tuesday", "buy 70" if kinds else "buy 39")


def test_an_interrupt_from_the_keyboard_exits_130_and_leaves_the_log_whole(log):
    begin(log)
    process = background("record", "tuesday", stdin=subprocess.PIPE)
    process.stdin.write(b"loyalty afghan\n")
    process.stdin.flush()
    until = time.monotonic() + 30
    while newest(log) < 14 and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert b"Traceback" not in err
    assert "14 events in 1 game checked: all is well" in log.done("verify").out
