"""What came before a log that begins in the middle of a scenario: nobody told it, so nothing contradicts it.

At a table whoever begins a log in the middle tells from where; posts begin where they begin.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.events import Event
from engine.pathfinder.events import BlessingAdvanced, EncounterStarted, Explored, HandReset, TurnEnded, TurnStarted
from engine.pathfinder.state import View

#: What shows that no encounter, closing or escape of before the log is still going on.
BEGINNINGS = (TurnStarted, TurnEnded, BlessingAdvanced, HandReset, Explored, EncounterStarted)


def events_back(view: View) -> Iterator[Event]:
    """The events that count, newest first."""
    past = view.past
    while past is not None:
        yield past.event
        past = past.state.past


def nothing_begun(view: View) -> bool:
    """Whether what is entered now may belong to something that began before the log of posts did."""
    if not view.middle or view.mode != "record":
        return False
    return not any(isinstance(event, BEGINNINGS) for event in events_back(view))
