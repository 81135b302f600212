"""What a post says that allows a closing, in its own words or by how the location was closed then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.pathfinder import play_by_post_lines as p

if TYPE_CHECKING:
    from collections.abc import Iterable

Cause = Literal["", "henchman", "empty_deck"]
_CAUSES: dict[str | None, Cause] = {"henchman": "henchman", "empty deck": "empty_deck"}


def closing_cause(line: p.CloseAttempted | p.CheckResolved, ahead: Iterable[p.Line]) -> Cause:
    """What allows the attempt of a line: as its permission says, else as the closing after it says; "" if nothing does.

    Args:
        line: the line of the attempt, or the check that nobody announced as one.
        ahead: the lines after it.
    """
    words = (line.permission or "").casefold() if isinstance(line, p.CloseAttempted) else ""
    if "henchm" in words:
        return "henchman"
    if "empty" in words or "close step" in words:
        return "empty_deck"
    for later in ahead:
        if isinstance(later, p.LocationClosed):
            return _CAUSES.get(later.cause, "") if later.closing != "temporary" else ""
        if isinstance(later, p.CloseAttempted | p.Explored | p.TurnEnded | p.TurnStarted):
            return ""
    return ""
