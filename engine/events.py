"""What the events of all games have in common.

An event is one immutable fact. A game's own events stand in the file of their rulebook area below `engine/<game>/`;
here are their base, the first event's common part, and the acts upon the log (undo, notes, closing), which no
game's rules ever see.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", omit_defaults=True
):
    """Base of every event. The tag `kind` is a stable dotted name: a class may be renamed, a kind never."""

    @classmethod
    def kind(cls) -> str:
        """The dotted kind under which events of this class are stored."""
        return str(cls.__struct_config__.tag)


class GameStarted(Event, frozen=True, kw_only=True):
    """The first event of a game, as far as all games share it. A game adds its setup and its options."""

    name: str
    players: tuple[str, ...]
    preset: str
    campaign: str = ""
    place: str = ""
    #: Where the order of a known deck came from: "seed 42", "deck file", "trace pp-2p-01"; the order itself counts.
    provenance: str = ""
    simulated: bool = False


class Undone(Event, frozen=True, kw_only=True, tag="log.undone"):
    """The last action, or everything from version `since` on, was taken off the line and may be redone."""

    since: int


class Redone(Event, frozen=True, kw_only=True, tag="log.redone"):
    """What the last undo took off the line was put back."""


class Noted(Event, frozen=True, kw_only=True, tag="log.noted"):
    """Free text pinned to the moment: the version of the stream after which it was written."""

    text: str


class Closed(Event, frozen=True, kw_only=True, tag="log.closed"):
    """The game stopped before its rules ended it."""

    how: Literal["abandoned", "conceded", "result"]
    seat: int | None = None
    result: str = ""


class Reopened(Event, frozen=True, kw_only=True, tag="log.reopened"):
    """A closing was taken back; play goes on."""


class Renamed(Event, frozen=True, kw_only=True, tag="log.renamed"):
    """The game goes by another name from now on."""

    name: str


class Hidden(Event, frozen=True, kw_only=True, tag="log.hidden"):
    """The game is left out of lists and questions until it is shown again."""


class Unhidden(Event, frozen=True, kw_only=True, tag="log.unhidden"):
    """A hidden game is listed again."""


LogEvent = Undone | Redone | Noted | Closed | Reopened | Renamed | Hidden | Unhidden
LOG_EVENTS: tuple[type[Event], ...] = (Undone, Redone, Noted, Closed, Reopened, Renamed, Hidden, Unhidden)
