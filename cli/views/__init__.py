"""Views: what the commands print beyond one line of talk. A view draws what it is given and reads nothing else.

Each game may have modules of its own here, named by its folder below `engine/`: `pamir_board.py` with `board`,
`pamir_changes.py` with `change_lines`, `pamir_landmarks.py` with `landmarks`. A game without one is drawn and told
from its flat position, by `plain_board.py`, whose functions show the arguments of all.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from engine.game import folder_of

if TYPE_CHECKING:
    from collections.abc import Callable


def board_of(title: str) -> Callable[..., Any]:
    """The function that draws the board of a game, its cards at hand.

    Raises:
        LookupError: there is no such game.
    """
    drawing: Callable[..., Any] = _own(title, "board").board
    return drawing


def changes_of(title: str) -> Callable[..., list[str]]:
    """The function that tells changed flat keys of a game in game words.

    Raises:
        LookupError: there is no such game.
    """
    telling: Callable[..., list[str]] = _own(title, "changes").change_lines
    return telling


def landmarks_of(title: str) -> Callable[..., frozenset[str]]:
    """The function that names what a step of a game is: "turn" and "check" are what a replay leaps to.

    Raises:
        LookupError: there is no such game.
    """
    naming: Callable[..., frozenset[str]] = _own(title, "landmarks").landmarks
    return naming


@cache
def _own(title: str, part: str) -> Any:
    """The game's own module for a part, or the plain one."""
    name = f"{__name__}.{folder_of(title)}_{part}"
    return import_module(name if find_spec(name) else f"{__name__}.plain_board")
