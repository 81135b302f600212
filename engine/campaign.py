"""What all games share of a campaign: a stream of its own, its first event, and what a title says to it.

A campaign is folded, judged, undone and hashed exactly as a game is: a title that has campaigns gives an object of
the same shape for them (`Game.campaign`). A title without one knows a campaign as a name that its games bear. A game
takes from the campaign what it begins with and gives it back at its end; the event that does either is appended to
both streams at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from engine.events import GameStarted
from engine.game import Game, UnknownGameError, game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.events import Event
    from engine.game import Beginning

#: What the names of campaign streams begin with.
PREFIX = "campaign/"


class CampaignStarted(GameStarted, frozen=True, kw_only=True, tag="campaign.started"):
    """A campaign began: a named series of games of one title.

    Its games are played under its preset, with its `options` (pairs of option and value) that differ from it, unless
    one begins under others. Nobody has a seat in it.
    """

    title: str
    players: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


class Campaign(Game, Protocol):
    """What a title says to the campaigns that are played of it."""

    def begin_game(self, state: Any, begin: Beginning) -> Beginning:
        """What is said to begin a game, completed by the campaign: preset, option values, who plays.

        Raises:
            BeginningError: the campaign has nobody who could play.
        """

    def carry(self, state: Any, started: GameStarted, origin: str) -> GameStarted:
        """The first event of a game with what it takes from the campaign; `origin` names stream and version."""

    def origin(self, started: GameStarted) -> str:
        """The stream and version from which a game took what it began with; empty for a game of no campaign."""

    def game_begun(self, started: GameStarted, stream: str) -> Event:
        """The event of the campaign that a game began."""

    def adopted(
        self, line: Sequence[tuple[int, Event]], started: GameStarted, played: Sequence[Event], newest: str
    ) -> list[Event]:
        """The events by which an unfinished game takes in what its campaign ruled since it began.

        Args:
            line: the campaign's events, with their numbers.
            started: the first event of the game.
            played: the events on its line.
            newest: the campaign's stream and its newest version, as an origin names them.
        """

    def given_back(self, started: GameStarted, state: Any, played: Sequence[Event], stream: str) -> Event | None:
        """The event of the campaign that a game ended, once it has given everything back; before that None.

        Args:
            started: the first event of the game.
            state: its newest state.
            played: the events on its line.
            stream: its name.
        """

    def let_go(self, stream: str) -> Event:
        """The event of the campaign that a game was abandoned, and whoever was in it is as before it."""

    def expects(self, state: Any, stream: str) -> bool:
        """Whether the campaign waits for a game to give back what it took."""

    def game_of(self, event: Event) -> str:
        """The stream of the game whose log brought an event of the campaign; empty for what somebody typed."""

    def overview(self, state: Any) -> dict[str, Any]:
        """What `gamelog campaign NAME` shows, as plain values."""

    def character(self, state: Any, name: str) -> dict[str, Any]:
        """What `gamelog character NAME` shows, as plain values.

        Raises:
            LookupError: the campaign has no such character.
        """

    def concerns(self, state: Any, event: Event, name: str) -> bool:
        """Whether an event, in the state before it, is part of the history of a character."""

    def forms(self) -> str:
        """What can be typed to a campaign, a line for each act."""

    def characters(self, state: Any) -> tuple[str, ...]:
        """The names of the characters, in the order in which they were created."""

    # Random campaigns; all chance comes from `choose`, which gives a whole number below the one it is given.

    def random_act(self, state: Any, players: int, choose: Callable[[int], int]) -> Event | None:
        """What is done next before a game can begin; None when nothing waits."""

    def next_scenario(self, state: Any) -> str:
        """What is played next; empty when the campaign is over."""

    def random_scenario(self, state: Any, begin: Beginning, choose: Callable[[int], int]) -> GameStarted:
        """The first event of a random game that the campaign's characters play.

        Raises:
            BeginningError: a setting cannot be.
        """

    def random_play(self, started: GameStarted, choose: Callable[[int], int]) -> Iterator[Event]:
        """The events of such a game after its first, until it has given everything back."""


class _Titled(msgspec.Struct):
    """Whatever has a title."""

    title: str


def campaign_of(title: str) -> Campaign:
    """What a title says to its campaigns.

    Raises:
        UnknownGameError: there is no such title, or it has no campaigns of its own.
    """
    found = game(title).campaign()
    if found is None:
        raise UnknownGameError(f'a campaign of "{title}" is only the name that its games bear')
    return found


def campaign_in(payload: bytes) -> Campaign:
    """What the title that the first event of a campaign names says to its campaigns.

    Raises:
        UnknownGameError: there is no such title here.
    """
    try:
        title = msgspec.json.decode(payload, type=_Titled).title
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        title = ""
    return campaign_of(title)
