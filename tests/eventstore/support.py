"""What the tests of the store share: a clock that only ticks, and events that are made from a number alone."""

import contextlib
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

from eventstore import Append, NewEvent, open_store, uuid7

ROOT = Path(__file__).parents[2]
START = 1_700_000_000_000_000


class Ticking:
    """Gives a time one millisecond later at each call."""

    def __init__(self, start=START):
        self.now = start

    def __call__(self):
        self.now += 1000
        return self.now


def event_id(number):
    """The id of event `number`: later numbers are later ids."""
    return uuid7(START + number * 1000, blake2b(b"%d" % number, digest_size=8).digest())


def new_event(number, **fields):
    """An event whose every byte follows from its number."""
    values = {
        "event_id": event_id(number),
        "kind": "test.card_taken",
        "schema": 1,
        "payload": b'{"card":%d,"seat":"gray"}' % number,
        "recorder": "ann",
        "recorded_at": START + number * 1000,
        "played_at": None,
        "edition": "official",
        "reducer": "r1",
        "changed": b'{"rupees":%d}' % (number % 7),
        "state_hash": f"p1:{number:04x}",
    }
    return NewEvent(**(values | fields))


def new_events(first, count, **fields):
    return tuple(new_event(number, **fields) for number in range(first, first + count))


def as_given(event):
    """What a caller gave, taken from what is stored; `action` is left out, for it may have been given as None."""
    names = [name for name in NewEvent.__struct_fields__ if name != "action"]
    return {name: getattr(event, name) for name in names}


def fill(store, *, streams=("tuesday", "club"), batches=6, size=2):
    """Append batches in turn to each stream."""
    number = 0
    for batch in range(batches):
        for stream in streams:
            store.append([Append(stream, batch * size, new_events(number, size))])
            number += size


def everything(store):
    """All events of a store, by stream."""
    return {head.stream: store.read(head.stream) for head in store.heads()}


def reopen(path, mode="read", **options):
    return open_store(path, mode=mode, clock=Ticking(), **options)


def tamper(path, *statements):
    """Change a closed database with plain SQL, as somebody could who has the file."""
    import duckdb

    with duckdb.connect(str(path)) as connection:
        for statement in statements:
            connection.execute(statement)


DROP_TRIGGERS = ("DROP TRIGGER events_refuse_update ON events", "DROP TRIGGER events_refuse_delete ON events")


@contextlib.contextmanager
def worker(job, path, *arguments):
    """Run a job in another operating-system process (see worker.py); it does not outlive the block."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from tests.eventstore.worker import main; main()"
    command = [sys.executable, "-c", code, str(ROOT), job, str(path), *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            yield process
        finally:
            process.kill()


def finish(process):
    """Let a worker end by itself; return the words of each line it wrote since the last one read."""
    output, _ = process.communicate(timeout=1500)
    assert process.returncode == 0
    return [line.split() for line in output.splitlines()]
