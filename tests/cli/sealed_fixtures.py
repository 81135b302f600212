"""Makes the sealed games in `fixtures/sealed` anew: `python -m tests.cli.sealed_fixtures`.

They hold what a release recorded, so that later ones can show that they still read it. Made anew they are the same bytes
unless the rules, the position or the envelope changed; whoever commits a change here says which.
"""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from cli.recording import append_line
from cli.session import Session
from cli.session_files import exported, store_played, take_files
from cli.session_sources import Wanted
from cli.simulating import random_games
from engine.events import Closed, Noted, Renamed
from tests.cli.running import FIXTURES, trace

_BEGAN = 1_717_200_000_000_000  # 1 June 2024, in UTC microseconds
_MINUTE = 60_000_000


def main() -> None:
    """Write the files."""
    folder = FIXTURES / "sealed"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        clock = count(_BEGAN, _MINUTE)
        random = count(1)
        session = Session(
            Path(place) / "games.duckdb",
            recorder="Ann",
            clock=lambda: next(clock),
            entropy=lambda size: next(random).to_bytes(size, "big"),
        )
        list(take_files(session, [trace("pp-2p-01")], Wanted(), moved=lambda _: None))
        _disturbed(session)
        for seed, players, rules, table in (("a", 3, "official", True), ("b", 2, "seed", False)):
            games = random_games(session, "pax-pamir", seed, 1, players=players, rules=rules, table=table)
            list(store_played(session, games))
        for name, data in exported(session, [], notation=False):
            (folder / f"{name}.jsonl").write_bytes(data)


def _disturbed(session: Session) -> None:
    """A game with everything that happens to a log: notes, undo, redo, another way on, a new name, a closing."""
    loaded = session.load("pp-2p-01")
    session.undo(loaded, since=90)
    session.redo(session.load("pp-2p-01"))
    session.annotate(session.load("pp-2p-01"), Noted(text="Bob doubts it; 茶 break"))
    session.undo(session.load("pp-2p-01"), since=60)
    loaded = session.load("pp-2p-01")
    line = loaded.game.option_texts(loaded.state)[0][0]
    append_line(session, loaded, line)
    session.annotate(session.load("pp-2p-01"), Renamed(name="disturbed"))
    session.annotate(session.load("disturbed"), Closed(how="conceded", seat=0))


if __name__ == "__main__":
    main()
