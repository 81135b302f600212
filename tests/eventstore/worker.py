"""Jobs that the tests run in processes of their own: to be killed, to compete, to run out of disk.

Each line of stdout is one thing the parent may rely on; `ack` is written when the store's public append has returned.
"""

import contextlib
import resource
import select
import signal
import sys
import time
from pathlib import Path

from eventstore import Append, Busy, Conflict, StoreError, open_store
from tests.eventstore.support import Ticking, new_events


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def be_killed(path, first, point, at):
    """Append actions of three events until the fault point is reached for the `at`th time, then wait for the kill."""
    reached = {}

    def faults(name):
        reached[name] = reached.get(name, 0) + 1
        say("at", name)
        if name == point and reached[name] == int(at):
            say("waiting")
            signal.pause()

    number = int(first)
    while True:
        with open_store(path, mode="write", clock=Ticking(), faults=faults) as store:
            for _ in range(2):
                head = store.head("game")
                version = head.version if head else 0
                store.append([
                    Append("game", version, new_events(number, 3)),
                    Append(f"side-{number % 4}", side_version(store, number % 4), new_events(number + 3, 1)),
                ])  # fmt: skip
                say("ack", number)
                number += 4


def side_version(store, side):
    head = store.head(f"side-{side}")
    return head.version if head else 0


def compete(path, name, first, count):
    """Append in each session to a shared game, as it was last seen, and to an own one; a conflict is tried again."""
    # So that the wait which is measured is one for the log.
    import duckdb  # noqa: F401

    conflicts = seen = 0
    longest = 0.0
    for turn in range(int(count) // 2):
        number = int(first) + 2 * turn
        begin = time.perf_counter()
        with open_store(path, mode="write", clock=Ticking(), patience=60) as store:
            longest = max(longest, time.perf_counter() - begin)
            event = new_events(number, 1, recorder=name)
            try:
                seen = store.append([Append("shared", seen, event)]).spans[0].last
            except Conflict as conflict:
                conflicts += 1
                seen = store.append([Append("shared", conflict.actual, event)]).spans[0].last
            say("ack", "shared", number)
            store.append([Append(name, turn, new_events(number + 1, 1, recorder=name))])
            say("ack", name, number + 1)
    say("done", conflicts, round(longest, 3))


def read_on(path):
    """Read everything again and again until the parent closes stdin."""
    rounds = 0
    while not select.select([sys.stdin], [], [], 0)[0]:
        with contextlib.suppress(Busy), open_store(path, mode="read", clock=Ticking(), patience=30) as store:
            for head in store.heads():
                store.read(head.stream)
        rounds += 1
        say("round", rounds)


def hold(path, mode):
    """Keep the database open until the parent says so."""
    with open_store(path, mode=mode, clock=Ticking()):
        say("open")
        sys.stdin.readline()
    say("closed")


def hold_without_lock(path):
    """Do what any program does that opens the file with DuckDB itself."""
    import duckdb

    with duckdb.connect(path):
        say("open")
        sys.stdin.readline()


def query_endlessly(path):
    """Ask something that takes hours."""
    with open_store(path, mode="read", clock=Ticking()) as store:
        try:
            say("asking")
            store.query(
                "SELECT count(*) FROM range(1000000) AS a, range(1000000) AS b WHERE a.range * b.range % 7 = 3", {}
            )
        except KeyboardInterrupt:
            say("interrupted")


def fill_disk(path, step, room):
    """Append until no file can grow beyond its present size plus `room` bytes, from a given step of an append on."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    armed = False

    def faults(name):
        if armed and name == step:
            # One limit holds for all files, so the file that the step writes next decides.
            wal = Path(f"{path}.wal")
            size = Path(f"{path}.journal").stat().st_size if name == "before_journal" else wal.stat().st_size
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + int(room), resource.RLIM_INFINITY))

    number = 0
    try:
        with open_store(path, mode="write", clock=Ticking(), faults=faults) as store:
            for turn in range(40):
                armed = turn >= 5
                store.append([Append("game", number, new_events(number, 2))])
                say("ack", number)
                number += 2
                for notice in store.notices:
                    say("notice", notice)
                store.notices.clear()
    except StoreError as error:
        say("error", error.kind, error)


def main():
    job, *arguments = sys.argv[1:]
    jobs = (be_killed, compete, read_on, hold, hold_without_lock, query_endlessly, fill_disk)
    next(known for known in jobs if known.__name__ == job)(*arguments)
