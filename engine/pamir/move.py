"""Section 6 of the rules: the move action of armies, spies and, under Nationalism, tribes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import needs_no_road, steps_per_spy_move, strange_bedfellows
from engine.pamir.board import (
    BORDER_AT,
    PIECES,
    REGION_AT,
    REGION_PLACES,
    border_between,
    borders_of,
    card_name,
    place_name,
    role,
    sides_of,
)
from engine.pamir.cards import CARDS
from engine.pamir.events import PieceMoved, Stopped
from engine.pamir.frames import Move
from engine.pamir.losses import left_a_place
from engine.pamir.play import distinct_sources
from engine.pamir.state import (
    Draft,
    View,
    count,
    exists,
    group_of_coalition,
    group_of_seat,
    owner_seat,
    pieces_at,
    place_of,
)
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable


def begin(draft: Draft, card: int) -> None:
    """Rank moves may be made."""
    from engine.pamir.actions import rank_of

    draft.frames.append(Move(card=card, left=rank_of(card)))


@rule("PP-11.110", neutral=False)
def nationalism(view: View, seat: int) -> bool:
    """Nationalism: the buyer's tribes move like armies and add to strength in a region's battle."""
    return "nationalism" in view.players[seat].effects


def movable_group_places(view: View, seat: int) -> list[tuple[int, str]]:
    """The places in which a seat has pieces that it may move at all: armies, spies, tribes under Nationalism."""
    own = group_of_seat(seat)
    blocks = group_of_coalition(view.players[seat].loyalty)
    found = [(blocks, place) for place in REGION_AT.values() if place in view.pieces[blocks]]
    if nationalism(view, seat):
        found += [(own, place) for place in REGION_AT.values() if place in view.pieces[own]]
    spies = sorted({place for place in view.pieces[own] if place.startswith("card:")})
    return found + [(own, place) for place in spies]


def can_move(view: View, seat: int) -> bool:
    """Whether any piece of the seat has somewhere to go."""
    return any(destinations(view, seat, place) for _, place in movable_group_places(view, seat))


@rule("PP-6.7-move", neutral=())
def destinations(view: View, seat: int, place: str) -> tuple[str, ...]:
    """Where one move may carry a piece of the seat from a place.

    From a region over a border with a road of the seat's coalition; from a card along the ring of all courts.
    """
    where, _, which = place.partition(":")
    if where == "region":
        free = needs_no_road(view, seat)
        blocks = group_of_coalition(view.players[seat].loyalty)
        over = [border for border in borders_of(which) if free or count(view, blocks, BORDER_AT[border])]
        return tuple(REGION_AT[side] for border in over for side in sides_of(border) if side != which)
    return tuple(f"card:{card}" for card in _spy_destinations(view, seat, int(which)))


def court_ring(view: View) -> list[int]:
    """All court cards in the order in which spies pass them; the next of the last is the first (PD-19)."""
    if view.options.spy_ring == "seat_right":
        return [card for player in view.players for card in player.court]
    return [card for player in view.players for card in reversed(player.court)]


def _spy_destinations(view: View, seat: int, start: int) -> list[int]:
    ring = court_ring(view)
    at, size = ring.index(start), len(ring)
    steps = steps_per_spy_move(view, seat)
    same_region = [card for card in ring if CARDS[card].region == CARDS[start].region]
    bedfellows = strange_bedfellows(view, seat)
    if view.options.spy_steps == "separate":
        found = {ring[(at + way * step) % size] for step in range(1, steps + 1) for way in (1, -1)}
        return sorted(found | set(same_region)) if bedfellows else sorted(found)
    reached = {start}
    for _ in range(steps):
        edge = set()
        for card in reached:
            index = ring.index(card)
            edge |= {ring[(index + 1) % size], ring[(index - 1) % size]}
            if bedfellows:
                edge |= {other for other in ring if CARDS[other].region == CARDS[card].region}
        reached |= edge
    return sorted(reached - {start})


def resume_move(draft: Draft, frame: Move) -> bool:
    """The action is over when all moves are made."""
    if frame.left > 0:
        return False
    draft.frames.pop()
    return True


def prompt_move(view: View, frame: Move) -> Prompt:
    """Which piece goes where."""
    seat = owner_seat(view)
    text = f"{view.names[seat]} moves with {card_name(frame.card)}: {frame.left} left, or stop"
    return Prompt(ask="move", seat=seat, text=text, card=frame.card)


def candidates_move(view: View, frame: Move) -> Iterable[Event]:
    """One piece from each place to each place it can reach; and to stop."""
    seat = owner_seat(view)
    moves: list[Event] = [
        PieceMoved(piece=piece, to=to)
        for group, place in movable_group_places(view, seat)
        for piece in distinct_sources(view, pieces_at(view, group, place))
        for to in destinations(view, seat, place)
    ]
    return [*moves, Stopped()]


def check_move(view: View, frame: Move, event: Event) -> list[Violation]:
    """Whether the piece may go there in one move."""
    if not isinstance(event, PieceMoved):
        return []
    seat = owner_seat(view)
    name = view.names[seat]
    if not exists(view, event.piece):
        return [Violation(rule="PP-2.1-pieces", message=f'there is no piece "{event.piece}"')]
    group, place = PIECES[event.piece][0], place_of(view, event.piece)
    if (group, place) not in movable_group_places(view, seat):
        what = role(group, place)
        message = f"the {what} on {place_name(place)} is not one that {name} may move"
        return [Violation(rule="PP-6.7-move", message=message)]
    if event.to in destinations(view, seat, place):
        return []
    return [Violation(rule="PP-6.7-move", message=_why_not(view, seat, place, event.to))]


def _why_not(view: View, seat: int, place: str, to: str) -> str:
    here, there = place_name(place), place_name(to)
    if place in REGION_PLACES and to in REGION_PLACES:
        border = border_between(place[7:], to[7:])
        if border is None or place == to:
            return f"{here} and {there} have no common border"
        return f"there is no {str(view.players[seat].loyalty).capitalize()} road between {here} and {there}"
    return f"{there} is more than one move away from {here}"


def apply_move(draft: Draft, frame: Move, event: Event) -> None:
    """Make the move, or stop."""
    if not isinstance(event, PieceMoved):
        draft.frames.pop()
        return
    group, before = PIECES[event.piece][0], place_of(draft, event.piece)
    draft.frames[-1] = Move(card=frame.card, left=frame.left - 1)
    draft.put(event.piece, event.to)
    draft.effect("moved", "PP-6.7-move", seat=owner_seat(draft), piece=event.piece, place=event.to, detail=before)
    left_a_place(draft, group, before)
