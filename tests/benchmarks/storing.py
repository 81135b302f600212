"""The store on a large database: durable appends, bulk import, one game out of many, one line through the prompt."""

import itertools
import os
import sqlite3
import time
from pathlib import Path

from cli.recording import append_line
from cli.session import Session
from engine.game import Beginning, game
from eventstore import Append, NewEvent, open_store, read_sealed, uuid7, write_sealed
from eventstore.memory import MemoryStore
from eventstore.taking import import_sealed
from tests.benchmarks.measuring import each, line

EVENTS_A_GAME = 500
APPENDS = 300


#: When the large database was recorded, and when the appends are: later, as in life.
BEFORE, NOW = 1_700_000_000_000_000, 1_790_000_000_000_000


def _clock(begin: int = BEFORE):
    ticks = itertools.count(begin, 1000)
    return lambda: next(ticks)


def _event(clock, number: int) -> NewEvent:
    moment = clock()
    return NewEvent(
        event_id=uuid7(moment, number.to_bytes(8)),
        kind="pamir.piece_placed",
        schema=1,
        payload=b'{"kind":"pamir.piece_placed","piece":"B%d","to":"region:kabul"}' % (number % 12),
        recorder="bench",
        recorded_at=moment,
        edition="pax-pamir/official",
        reducer="pamir-1",
        changed=b'{"r.kabul.armies":[0,%d,0],"pool":[12,%d,12]}' % (number % 12, 12 - number % 12),
        state_hash=f"p1:{number:032x}",
    )


def _sealed_games(folder: Path, events: int) -> list[Path]:
    """Sealed files of games that are no play, only events, 500 each."""
    clock, numbers = _clock(), itertools.count(1)
    paths = []
    for index in range(events // EVENTS_A_GAME):
        stream = f"game/{uuid7(clock(), (1_000_000_007 * (index + 1)).to_bytes(8))}"
        with MemoryStore(clock) as memory:
            batch = tuple(_event(clock, next(numbers)) for _ in range(EVENTS_A_GAME))
            memory.append([Append(stream, 0, batch)])
            path = folder / f"{index}.sealed"
            with path.open("wb") as out:
                write_sealed(memory.read(stream), out)
        paths.append(path)
    return paths


def run(folder: Path, events: int) -> None:
    sealed = folder / "sealed"
    sealed.mkdir()
    paths = _sealed_games(sealed, events)
    database = folder / "large.duckdb"
    size = sum(path.stat().st_size for path in paths)
    print(f"\nbulk import: {len(paths)} sealed files, {events} events, {size / 1e6:.0f} MB, chains verified")
    begun = time.perf_counter()
    with open_store(database, mode="write", clock=_clock()) as store:
        for some in itertools.batched(paths, 100) if hasattr(itertools, "batched") else _batched(paths, 100):
            import_sealed(store, [read_sealed(path.read_bytes(), path.name) for path in some])
    rate = events / (time.perf_counter() - begun)
    line("import of sealed files, events/s", f"{rate:,.0f}", "goal 50,000", met=rate >= 50_000)
    _appends(folder, database, events)
    _one_game(database, paths)
    _one_line(database)


def _batched(things, count):
    things = list(things)
    return [things[start : start + count] for start in range(0, len(things), count)]


def _appends(folder: Path, database: Path, events: int) -> None:
    print(f"\ndurable append, one event each, one held session, {events} events in the database, {APPENDS} appends")
    clock, numbers = _clock(NOW), itertools.count(10**12)
    with open_store(database, mode="write", clock=clock) as store:
        stream = f"game/{uuid7(1_800_000_000_000_000, b'appended')}"

        def append(index: int) -> None:
            store.append([Append(stream, index, (_event(clock, next(numbers)),))])

        ours = each(append, APPENDS)
    lines = os.open(folder / "lines", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    text = b"x" * 400 + b"\n"

    def write_line(_: int) -> None:
        os.write(lines, text)
        os.fsync(lines)

    bare = each(write_line, APPENDS)
    os.close(lines)
    peer = sqlite3.connect(folder / "peer.sqlite", isolation_level=None)
    peer.execute("PRAGMA journal_mode=WAL")
    peer.execute("PRAGMA synchronous=FULL")
    peer.execute("CREATE TABLE events (stream TEXT, version INTEGER, payload BLOB, PRIMARY KEY (stream, version))")
    other = each(lambda index: peer.execute("INSERT INTO events VALUES (?, ?, ?)", ("s", index, text)), APPENDS)
    peer.close()
    line("gamelog, median", f"{ours * 1000:.2f} ms", "goal 2 ms", met=ours <= 0.002)
    line("a bare line with fsync, median", f"{bare * 1000:.2f} ms  x {ours / bare:.1f}")
    line("sqlite3 with synchronous=FULL, median", f"{other * 1000:.2f} ms  x {ours / other:.1f}")


def _one_game(database: Path, paths: list[Path]) -> None:
    print(f"\none game of {EVENTS_A_GAME} events out of the database, in the process")
    with open_store(database, mode="read", clock=_clock()) as store:
        heads = [head.stream for head in store.heads("game/") if head.version == EVENTS_A_GAME]
        chosen = heads[:: max(len(heads) // 20, 1)]
        taken = each(lambda index: store.read(chosen[index % len(chosen)]), 20)
    line("read and chain checked, median", f"{taken * 1000:.1f} ms", "goal 100 ms", met=taken <= 0.1)


def _one_line(database: Path) -> None:
    print("\none line through the prompt: read, judged, appended durably, read back; the log opened for it")
    session = Session(database, recorder="bench")
    pamir = game("pax-pamir")
    import random

    deck = pamir.shuffled_deck(3, random.Random("bench").shuffle)
    begin = Beginning(name="prompt", players=("Ann", "Bob", "Cai"), preset="official", deck=deck)
    loaded = session.begin(pamir.starting_event(begin), pamir).loaded
    for choice in ("afghan", "british", "russian"):
        loaded = append_line(session, loaded, f"loyalty {choice}").loaded

    def record(_: int) -> None:
        nonlocal loaded
        loaded = append_line(session, loaded, "end").loaded

    taken = each(record, 30)
    line("one line, median", f"{taken * 1000:.0f} ms", "goal 60 ms", met=taken <= 0.06)
