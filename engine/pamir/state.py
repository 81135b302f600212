"""The state of a game, and the private draft on which one event is worked out.

`State` and everything in it is immutable. `Draft` has the same fields open to change; it lives inside one call of
`evolve` and is frozen into a new `State` at its end. Functions that only read take either (`View`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.judging import Effect
from engine.pamir.board import BLOCKS, CYLINDERS, PIECES, SEATS_FROM, SUPPLY, piece_name
from engine.pamir.cards import COALITIONS
from engine.pamir.frames import AnyFrame
from engine.pamir.options import Options
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

COLUMNS = 6
SLOTS = 2 * COLUMNS


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. Rupees may be negative: minus k is a leverage debt of k still to be settled by discards."""

    loyalty: str | None
    rupees: int
    vp: int = 0
    hand: tuple[int, ...] = ()
    court: tuple[int, ...] = ()
    prizes: tuple[int, ...] = ()
    effects: tuple[str, ...] = ()


class PlayerDraft(msgspec.Struct, kw_only=True):
    """A seat while an event is worked out; the fields are those of `Player`."""

    loyalty: str | None
    rupees: int
    vp: int
    hand: tuple[int, ...]
    court: tuple[int, ...]
    prizes: tuple[int, ...]
    effects: tuple[str, ...]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended: the winning seats (several only for an unbroken tie), and why it ended.

    `tie_break` is "", "stars", "rupees" or "shared".
    """

    winners: tuple[int, ...]
    reason: str
    tie_break: str = ""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the rules of one game need to know at one moment.

    `pieces` holds the place of every piece: three groups of twelve blocks, then ten cylinders for each seat.
    `market` holds twelve card numbers, top row first, 0 for an empty slot; `market_rupees` what lies on them.
    `deck` is the known order of the draw pile, next card first, or None; `deck_count` its size; `deck_checks` how
    many Dominance Checks are in it; `drawn` how many cards have come out of it; `whole` tells that it was made by
    the setup rules and so has the known make-up; `pile` are the cards drawn so far from the current one of its piles.
    """

    options: Options
    names: tuple[str, ...]
    players: tuple[Player, ...]
    pieces: tuple[tuple[str, ...], ...]
    favored: str
    effects: tuple[str, ...]
    market: tuple[int, ...]
    market_rupees: tuple[int, ...]
    deck: tuple[int, ...] | None
    deck_count: int
    deck_checks: int
    drawn: int
    whole: bool
    pile: tuple[int, ...]
    discards: tuple[int, ...]
    turn: int
    turn_of: int | None
    actions_left: int | None
    spent: tuple[int, ...]
    locked: tuple[int, ...]
    placed: tuple[str, ...]
    refusals: int
    frames: tuple[AnyFrame, ...]
    result: Result | None


#: The group in which each coalition's blocks are kept.
COALITION_GROUP = {coalition: group for group, coalition in enumerate(COALITIONS)}

_STATE_FIELDS = State.__struct_fields__
_SUPPLIES = {group: (SUPPLY,) * (BLOCKS if group < SEATS_FROM else CYLINDERS) for group in range(SEATS_FROM + 5)}


@rule("PP-1.1-components", neutral=())
def components(seats: int) -> tuple[tuple[str, ...], ...]:
    """All pieces in their supplies: twelve blocks for each coalition, ten cylinders for each seat."""
    return tuple(_SUPPLIES[group] for group in range(SEATS_FROM + seats))


class Draft:
    """A state open to change, with the effects found so far. Never leaves the call that made it."""

    __slots__ = (*_STATE_FIELDS, "found", "stirred")

    options: Options
    names: tuple[str, ...]
    players: list[Player | PlayerDraft]
    pieces: list[tuple[str, ...]]
    favored: str
    effects: tuple[str, ...]
    market: list[int]
    market_rupees: list[int]
    deck: tuple[int, ...] | None
    deck_count: int
    deck_checks: int
    drawn: int
    whole: bool
    pile: tuple[int, ...]
    discards: tuple[int, ...]
    turn: int
    turn_of: int | None
    actions_left: int | None
    spent: tuple[int, ...]
    locked: tuple[int, ...]
    placed: tuple[str, ...]
    refusals: int
    frames: list[AnyFrame]
    result: Result | None
    found: list[Effect]
    #: The places in which somebody's strength may be another than before: only there can rule have changed.
    stirred: set[str]

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.names = state.names
        self.players = list(state.players)
        self.pieces = list(state.pieces)
        self.favored = state.favored
        self.effects = state.effects
        self.market = list(state.market)
        self.market_rupees = list(state.market_rupees)
        self.deck = state.deck
        self.deck_count = state.deck_count
        self.deck_checks = state.deck_checks
        self.drawn = state.drawn
        self.whole = state.whole
        self.pile = state.pile
        self.discards = state.discards
        self.turn = state.turn
        self.turn_of = state.turn_of
        self.actions_left = state.actions_left
        self.spent = state.spent
        self.locked = state.locked
        self.placed = state.placed
        self.refusals = state.refusals
        self.frames = list(state.frames)
        self.result = state.result
        self.found = []
        self.stirred = set()

    def freeze(self, before: State) -> State:
        """The finished state. Parts that did not change are shared with the state `before`."""
        players = tuple(
            player
            if isinstance(player, Player)
            else Player(
                loyalty=player.loyalty,
                rupees=player.rupees,
                vp=player.vp,
                hand=player.hand,
                court=player.court,
                prizes=player.prizes,
                effects=player.effects,
            )
            for player in self.players
        )
        market, rupees = tuple(self.market), tuple(self.market_rupees)
        return State(
            options=self.options,
            names=self.names,
            players=players,
            pieces=tuple(self.pieces),
            favored=self.favored,
            effects=self.effects,
            market=before.market if market == before.market else market,
            market_rupees=before.market_rupees if rupees == before.market_rupees else rupees,
            deck=self.deck,
            deck_count=self.deck_count,
            deck_checks=self.deck_checks,
            drawn=self.drawn,
            whole=self.whole,
            pile=self.pile,
            discards=self.discards,
            turn=self.turn,
            turn_of=self.turn_of,
            actions_left=self.actions_left,
            spent=self.spent,
            locked=self.locked,
            placed=self.placed,
            refusals=self.refusals,
            frames=tuple(self.frames),
            result=self.result,
        )

    def player(self, seat: int) -> PlayerDraft:
        """A seat, open to change."""
        player = self.players[seat]
        if isinstance(player, PlayerDraft):
            return player
        opened = PlayerDraft(
            loyalty=player.loyalty,
            rupees=player.rupees,
            vp=player.vp,
            hand=player.hand,
            court=player.court,
            prizes=player.prizes,
            effects=player.effects,
        )
        self.players[seat] = opened
        return opened

    def put(self, piece: str, place: str) -> None:
        """Lay a piece somewhere, without any rule."""
        group, index = PIECES[piece]
        places = self.pieces[group]
        self.pieces[group] = (*places[:index], place, *places[index + 1 :])
        self.stirred.update((places[index], place))

    def send_all(self, group: int, place: str, to: str) -> int:
        """Lay all pieces of a group that are in one place somewhere else; gives how many there were."""
        places = self.pieces[group]
        count = places.count(place)
        if count:
            self.pieces[group] = tuple(to if at == place else at for at in places)
            self.stirred.update((place, to))
        return count

    def effect(
        self,
        what: str,
        rule_id: str,
        *,
        seat: int | None = None,
        other: int | None = None,
        card: int | None = None,
        place: str | None = None,
        piece: str | None = None,
        amount: int | None = None,
        detail: str | None = None,
    ) -> None:
        """Note a consequence; the fields are those of `Effect`."""
        self.found.append(
            Effect(
                what=what,
                rule=rule_id,
                seat=seat,
                other=other,
                card=card,
                place=place,
                piece=piece,
                amount=amount,
                detail=detail,
            )
        )

    def discard(self, card: int) -> None:
        """Lay a card on the pile of cards that left play."""
        self.discards = (*self.discards, card)


View = State | Draft


def owner_seat(view: View) -> int:
    """The seat whose turn it is."""
    seat = view.turn_of
    if seat is None:
        raise AssertionError("nobody's turn during setup")
    return seat


def group_of_seat(seat: int) -> int:
    """The group in which a seat's cylinders are kept."""
    return SEATS_FROM + seat


def group_of_coalition(coalition: str | None) -> int:
    """The group in which a coalition's blocks are kept."""
    return COALITIONS.index(coalition or "")


def count(view: View, group: int, place: str) -> int:
    """How many pieces of a group are in a place."""
    return view.pieces[group].count(place)


def place_of(view: View, piece: str) -> str:
    """Where a piece is."""
    group, index = PIECES[piece]
    return view.pieces[group][index]


def exists(view: View, piece: str) -> bool:
    """Whether a piece of this name is in the game."""
    found = PIECES.get(piece)
    return found is not None and found[0] < len(view.pieces)


def pieces_at(view: View, group: int, place: str) -> list[str]:
    """The names of a group's pieces in a place, in index order."""
    return [piece_name(group, index) for index, at in enumerate(view.pieces[group]) if at == place]


def clockwise(view: View, first: int) -> Iterable[int]:
    """All seats, beginning with `first`, in the order in which turns pass."""
    seats = len(view.players)
    return ((first + step) % seats for step in range(seats))


def court_owner(view: View, card: int) -> int | None:
    """The seat in whose court a card lies, or None."""
    for seat, player in enumerate(view.players):
        if card in player.court:
            return seat
    return None


def has(view: View, seat: int, *cards: int) -> bool:
    """Whether any of these cards lies in the seat's court."""
    court = view.players[seat].court
    return any(card in court for card in cards)
