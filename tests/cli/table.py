"""What the tests of what a person sees share: a log with a real game in it, the command line, and a terminal."""

import contextlib
import functools
import gzip
import io
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock

from cli.main import main
from cli.session import Session
from engine.actions_of_line import split_actions
from engine.game import game
from engine.pamir.trace import compare

ROOT = Path(__file__).parents[2]
TRACE = ROOT / "fixtures/traces/pp-3p-06.jsonl.gz"
NAME = "tuesday"
PLAYERS = ("Ann", "Bob", "Cai")
START = 1_700_000_000_000_000


class Clock:
    """Gives a time one second later at each call."""

    def __init__(self):
        self.now = START

    def __call__(self):
        self.now += 1_000_000
        return self.now


@functools.cache
def reference():
    """The first event of the reference game and the rest of them."""
    compared = compare(gzip.decompress(TRACE.read_bytes()).splitlines(), NAME, players=PLAYERS)
    return compared.started, compared.events


def session_at(path, **more):
    return Session(path, **{"recorder": "Ann", "clock": Clock(), **more})


def log_game(path, actions=None, name=NAME):
    """Log the reference game, or its first actions after the market was dealt."""
    import msgspec

    started, events = reference()
    pamir = game("pax-pamir")
    session = session_at(path)
    outcome = session.begin(msgspec.structs.replace(started, name=name), pamir)
    played = split_actions(pamir, outcome.loaded.state, events[len(outcome.events) - 1 :])
    return session.record(outcome.loaded, played[:actions]).loaded


@functools.cache
def _master(actions):
    import atexit
    import tempfile

    folder = tempfile.mkdtemp(prefix="gamelog-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    log_game(Path(folder) / "log.duckdb", actions)
    return Path(folder)


def logged(folder, actions=None):
    """A log of its own with the reference game, copied from one that was made once."""
    for one in _master(actions).iterdir():
        shutil.copy(one, Path(folder) / one.name)
    return Path(folder) / "log.duckdb"


class Result:
    """What a command left: its exit code, standard output, standard error."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


def environment(db=None, **more):
    """The environment of a command: nothing of the person who runs the tests."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("GAMELOG", "NO_COLOR", "COLUMNS"))}
    log = {"GAMELOG_CONFIG": "/nonexistent/config.json", "GAMELOG_DB": str(db or "/nonexistent/games.duckdb")}
    return kept | log | more


def gamelog(*words, db=None, **more):
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.dict(os.environ, environment(db, **more), clear=True),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = main(list(words))
    return Result(code, out.getvalue(), err.getvalue())


def command(*words):
    """The command line of a process of its own that runs a command of this repository."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; sys.exit(main())"
    return [sys.executable, "-c", code, *words]


def in_process(*words, db=None, cwd=None, **more):
    """Run a command in a process of its own, its standard output a pipe."""
    ran = subprocess.run(
        command(*words), env=environment(db, **more), cwd=cwd, capture_output=True, text=True, timeout=120, check=False
    )
    return Result(ran.returncode, ran.stdout, ran.stderr)


class Terminal:
    """A command at a terminal of its own: what it wrote so far, keys to press, and how it ended."""

    def __init__(self, *words, db=None, columns=80, rows=24, **more):
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        self.slave = slave
        self.written = b""
        self.process = subprocess.Popen(
            command(*words),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(db, **({"TERM": "xterm-256color"} | more)),
            preexec_fn=self._take_over,  # noqa: PLW1509  # it starts no threads before
        )

    def _take_over(self):
        """Make the terminal the one that controls the process, so that Ctrl-C reaches it."""
        import fcntl
        import termios

        os.setsid()
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    @property
    def text(self):
        return self.written.decode("utf-8", "replace")

    def read(self, seconds=0.05):
        """Take in what was written within so many seconds; answer where the cursor is asked for."""
        import select

        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if not select.select([self.master], [], [], left)[0]:
                return
            try:
                got = os.read(self.master, 65536)
            except OSError:
                return
            self.written += got
            if b"\x1b[6n" in got:
                os.write(self.master, b"\x1b[1;1R")

    def wait_for(self, text, seconds=30):
        """Wait until a text was written since the last time; fail if it is not."""
        until = time.monotonic() + seconds
        wanted = text.encode()
        while wanted not in self.written:
            if time.monotonic() > until or (self.process.poll() is not None and wanted not in self.written):
                self.read(0.2)
                assert wanted in self.written, f"{text!r} was not written, but: {self.text[-3000:]}"
                break
            self.read(0.05)
        self.written = self.written[self.written.index(wanted) :]

    def press(self, keys):
        os.write(self.master, keys.encode())

    def leave(self, keys="\x04", seconds=30):
        """Press Ctrl-D until it ends; gives the exit code.

        What is pressed in the instant between the words of a prompt and its reading is dropped by the terminal.
        """
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            self.press(keys)
            self.read(1)
        return self.end()

    def end(self, seconds=30):
        """Wait for the end; gives the exit code."""
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            self.read(0.05)
        self.read(0.2)
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"it did not end: {self.text[-3000:]}")
        return self.process.returncode

    def attributes(self):
        import termios

        return termios.tcgetattr(self.slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
