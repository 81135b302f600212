"""Drawings as text, for the tests of every game's board."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from cli.views.frame import Drawing

GOLDEN = Path(__file__).parent / "golden"


def printed(drawing: Drawing, width: int, encoding: str = "utf-8", *, colour: bool = False) -> str:
    """What a console of this width and encoding writes."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(
        width=width,
        file=stream,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
    )
    console.print(drawing)
    stream.flush()
    return stream.buffer.getvalue().decode(encoding)


def golden(name: str, drawn: str) -> str:
    """The golden drawing of a name; with UPDATE_GOLDEN it is written anew, to be read before it is committed."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(drawn, "utf-8")
    return path.read_text("utf-8")
