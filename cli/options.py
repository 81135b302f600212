"""The flags that commands share, each told once."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.output import NARROWEST, WIDEST

GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game, by name or a unique beginning; the last one recorded.")
]
Db = Annotated[
    str | None,
    typer.Option("--db", metavar="FILE", help="The database; over GAMELOG_DB, over the platform's data folder."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
At = Annotated[int | None, typer.Option("--at", metavar="N", help="Today's line, up to event N.")]
KnownAt = Annotated[
    int | None, typer.Option("--known-at", metavar="V", help="What had been recorded up to event V, as it stood then.")
]
Width = Annotated[
    int | None,
    typer.Option("--width", metavar="COLUMNS", min=NARROWEST, max=WIDEST, help="Draw this wide."),
]
AsSeat = Annotated[
    str | None, typer.Option("--as", metavar="PLAYER", help="As this player sees it: other hands and the deck hidden.")
]
Recorder = Annotated[
    str | None, typer.Option("--recorder", metavar="NAME", help="Who records; over the name set with gamelog config.")
]
Expect = Annotated[
    int | None, typer.Option("--expect", metavar="VERSION", help="Refuse (exit 4) unless this is the newest event.")
]
RepeatId = Annotated[
    str, typer.Option("--id", metavar="TEXT", help="Makes the command repeatable: the same again changes nothing.")
]
