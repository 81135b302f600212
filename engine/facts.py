"""The facts that all games share: which game it was, who sat where, and how it ended for them.

A game states its facts as rows, small structs of plain values; the store makes a table of each type and never asks
what a row means. Rows of one game are told apart from those of others by the stream that the store adds. A game's own
tables begin with its name (`pamir_check`), so that no two games ever share one by accident.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from engine.events import GameStarted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class FactContext(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a game beside its line of events: how it is filed, and how it stands.

    `name` is the name it goes by now, `title` that of the built-in game, `events` the number of events in its stream.
    `started` is its first event, None where only the rest is at hand.
    Times are UTC microseconds; `played_at` is None where nobody said when it was played. `closed_how` is empty for a
    game that nobody closed, else "abandoned", "conceded" (by `closed_seat`) or "result" (told in `closed_result`).
    """

    name: str
    title: str
    players: tuple[str, ...]
    campaign: str = ""
    place: str = ""
    preset: str = ""
    played_at: int | None = None
    recorded_at: int = 0
    simulated: bool = False
    hidden: bool = False
    status: Literal["playing", "finished", "abandoned"] = "playing"
    closed_how: str = ""
    closed_seat: int | None = None
    closed_result: str = ""
    events: int = 0
    started: GameStarted | None = None


class GameFact(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row for each game of any title; `players` is how many sat down."""

    __fact_table__: ClassVar[str] = "game"

    title: str
    name: str
    campaign: str
    place: str
    preset: str
    players: int
    played_at: int | None
    recorded_at: int
    simulated: bool
    hidden: bool
    status: str
    closed_how: str
    closed_seat: int | None
    closed_result: str
    events: int


class SeatFact(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row for each seat of a game.

    `won` and `place` (1 is first, equals share one) are None as long as, or because, it is not known; `points` are
    those that the game counts, None where it counts none.
    """

    __fact_table__: ClassVar[str] = "seat"

    seat: int
    player: str
    won: bool | None
    place: int | None
    points: int | None


class CampaignFact(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One row for each campaign that has a log of its own; one that is only a name on games has none."""

    __fact_table__: ClassVar[str] = "campaign"

    title: str
    name: str
    preset: str
    recorded_at: int
    simulated: bool
    hidden: bool
    events: int


SHARED_FACT_TYPES: tuple[type[msgspec.Struct], ...] = (GameFact, SeatFact, CampaignFact)


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat came out by the rules of its game; the fields are those of `SeatFact`."""

    won: bool | None = None
    place: int | None = None
    points: int | None = None


def shared_facts(context: FactContext, standings: Sequence[Standing]) -> Iterator[msgspec.Struct]:
    """The game's row, and a row for each seat; `standings` may be empty where nothing is known."""
    yield GameFact(
        title=context.title,
        name=context.name,
        campaign=context.campaign,
        place=context.place,
        preset=context.preset,
        players=len(context.players),
        played_at=context.played_at,
        recorded_at=context.recorded_at,
        simulated=context.simulated,
        hidden=context.hidden,
        status=context.status,
        closed_how=context.closed_how,
        closed_seat=context.closed_seat,
        closed_result=context.closed_result,
        events=context.events,
    )
    for seat, player in enumerate(context.players):
        standing = standings[seat] if standings else Standing()
        won = won_by_conceding(context, seat) if standing.won is None else standing.won
        yield SeatFact(seat=seat, player=player, won=won, place=standing.place, points=standing.points)


def campaign_facts(context: FactContext) -> Iterator[msgspec.Struct]:
    """The campaign's row."""
    yield CampaignFact(
        title=context.title,
        name=context.name,
        preset=context.preset,
        recorded_at=context.recorded_at,
        simulated=context.simulated,
        hidden=context.hidden,
        events=context.events,
    )


def won_by_conceding(context: FactContext, seat: int) -> bool | None:
    """Whether a seat won because another conceded; None where that does not follow.

    Who concedes has not won. Of two players the other one has; among more it stays open who would have.
    """
    if context.closed_how != "conceded" or context.closed_seat is None:
        return None
    if seat == context.closed_seat:
        return False
    return True if len(context.players) == 2 else None
