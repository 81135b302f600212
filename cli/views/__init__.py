"""Views: what the commands print beyond one line of talk. A view draws what it is given and reads nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def board_of(title: str) -> Callable[..., Any]:
    """The function that draws the board of a game, its cards at hand.

    Raises:
        LookupError: no board can be drawn for the game.
    """
    if title == "pax-pamir":
        from cli.views.pamir_board import board
        from engine.pamir.cards import CARDS

        return partial(board, cards=CARDS)
    raise LookupError(f'there is no board for "{title}"')


def changes_of(title: str) -> Callable[..., list[str]]:
    """The function that tells changed flat keys of a game in game words.

    Raises:
        LookupError: there is none for the game.
    """
    if title == "pax-pamir":
        from cli.views.pamir_changes import change_lines
        from engine.pamir.cards import CARDS

        return partial(change_lines, cards=CARDS)
    raise LookupError(f'no changes can be told for "{title}"')


def landmarks_of(title: str) -> Callable[..., frozenset[str]]:
    """The function that names what a step of a game is: "turn" and "check" are what a replay leaps to.

    Raises:
        LookupError: there is none for the game.
    """
    if title == "pax-pamir":
        from cli.views.pamir_landmarks import landmarks

        return landmarks
    raise LookupError(f'no landmarks are known of "{title}"')
