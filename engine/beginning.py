"""What every game needs on the way from what a person says to its first event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from engine.game import BeginningError
from engine.matching import Ambiguous, Missing, match

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Beginning

Thing = TypeVar("Thing")


def said_of_all(begin: Beginning) -> dict[str, Any]:
    """The fields of the first event that every game has (`engine.events.GameStarted`), as they were said."""
    return {
        "name": begin.name,
        "players": begin.players,
        "preset": begin.preset,
        "campaign": begin.campaign,
        "place": begin.place,
        "provenance": begin.provenance,
        "simulated": begin.simulated,
    }


def require_distinct(players: tuple[str, ...]) -> None:
    """Refuse two players of one name.

    Raises:
        BeginningError: there are.
    """
    if len(set(players)) != len(players):
        raise BeginningError("two players have the same name", hint="names tell the seats apart; add a letter")


def seat_called(name: str, players: tuple[str, ...]) -> int:
    """The seat of a player named by name, or by a beginning that only one has.

    Raises:
        BeginningError: there is none, or there are several.
    """
    try:
        return players.index(match(name, players))
    except (Missing, Ambiguous):
        raise BeginningError(f'no player is called "{name}"', hint=f"players: {', '.join(players)}") from None


def line_of_key(text: str, key: str) -> int:
    """The line of a position's text on which a key stands, from 1; 0 if it stands on none."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.replace(":", " ").replace("=", " ").split()
        if words and words[0] == key:
            return number
    return 0


def shuffle(things: list[Thing], choose: Callable[[int], int]) -> None:
    """Put things in a random order, in place; `choose` gives a whole number below the one it is given."""
    for last in range(len(things) - 1, 0, -1):
        other = choose(last + 1)
        things[last], things[other] = things[other], things[last]
