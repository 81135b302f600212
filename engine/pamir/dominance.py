"""Section 10 of the rules: Dominance Checks, points, the end of the game; and Insurrection, which follows a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import insurrection_owner
from engine.pamir.board import REGION_AT, SUPPLY
from engine.pamir.cards import COALITIONS, is_check
from engine.pamir.concepts import cylinders_in_play, influence, stars
from engine.pamir.events import PiecePlaced
from engine.pamir.frames import Acknowledge, Insurrection
from engine.pamir.losses import take_and_place, takeable
from engine.pamir.occasions import end_lasting_events, prompted_seat
from engine.pamir.play import check_source, distinct_sources
from engine.pamir.state import Draft, Result, View, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

SUCCESS_POINTS = (5, 3, 1)
FAILURE_POINTS = (3, 1)
MILITARY = 3


def score_check(draft: Draft, trigger: str) -> None:
    """Score one Dominance Check; `trigger` is "purchase", "discard" or "instability"."""
    blocks = blocks_in_play(draft)
    coalition = dominant(draft, blocks)
    final = is_final(draft)
    draft.effect("check", "PP-10.1-test", place=coalition, detail=trigger, amount=1 if final else 0)
    places: tuple[int, ...] = SUCCESS_POINTS if coalition else FAILURE_POINTS
    if final:
        places = doubled(places)
    worth = loyal_influence(draft, coalition) if coalition else cylinders_out(draft)
    which = "PP-10.2-success" if coalition else "PP-10.3-fail"
    for seat, points in award(draft, worth, places).items():
        draft.player(seat).vp += points
        draft.effect("points", which, seat=seat, amount=points)
    if ends_the_game(draft, final=final):
        finish(draft, "final_check" if final else "lead_of_four", trigger)
        return
    if coalition:
        clear_blocks(draft)
    end_lasting_events(draft)
    begin_insurrection(draft)


def blocks_in_play(view: View) -> tuple[int, int, int]:
    """How many blocks of each coalition are on the map, roads and armies alike."""
    counts = [len(places) - places.count(SUPPLY) for places in view.pieces[: len(COALITIONS)]]
    return counts[0], counts[1], counts[2]


@rule("PP-10.1-test")
def dominant(view: View, blocks: tuple[int, int, int]) -> str | None:
    """The coalition that has at least the margin more blocks than each other one, or None."""
    for index, own in enumerate(blocks):
        others = max(count for other, count in enumerate(blocks) if other != index)
        if own - others >= margin(view):
            return COALITIONS[index]
    return None


@rule("PP-11.109", neutral=4)
def margin(view: View) -> int:
    """Four blocks; two under Conflict Fatigue."""
    return 2 if "conflict_fatigue" in view.effects else 4


@rule("PP-10.2-success", neutral={})
def loyal_influence(view: View, coalition: str) -> dict[int, int]:
    """After a successful check only players loyal to the dominant coalition score, by influence."""
    return {seat: influence(view, seat) for seat, player in enumerate(view.players) if player.loyalty == coalition}


@rule("PP-10.3-fail", neutral={})
def cylinders_out(view: View) -> dict[int, int]:
    """After an unsuccessful check all players score by cylinders in play, zero included."""
    return {seat: cylinders_in_play(view, seat) for seat in range(len(view.players))}


def award(view: View, worth: dict[int, int], places: tuple[int, ...]) -> dict[int, int]:
    """The points of each seat; tied seats share, later places move down."""
    points: dict[int, int] = {}
    place = 0
    for value in sorted(set(worth.values()), reverse=True):
        tied = [seat for seat, own in worth.items() if own == value]
        share = shared_points(view, places, place, len(tied))
        points.update(dict.fromkeys(tied, share))
        place += len(tied)
    return dict(sorted(points.items()))


def _untied(view: View, places: tuple[int, ...], place: int, tied: int) -> int:
    return places[place] if place < len(places) else 0


@rule("PP-10.4-ties", instead=_untied)
def shared_points(view: View, places: tuple[int, ...], place: int, tied: int) -> int:
    """What each of `tied` seats gets from the place (from 0) that they share.

    The sum of the places they fill, divided by their number, rounded down; or, literally as the source document has
    it, the points of the place plus its number, divided by their number (PP-D25). A place without points gives none.
    """
    if tied == 1 or place >= len(places):
        return _untied(view, places, place, tied)
    if view.options.tie_points == "points_plus_rank":
        return (_untied(view, places, place, tied) + place + 1) // tied
    return sum(places[place : place + tied]) // tied


@rule("PP-10.5-final", instead=lambda places: places)
def doubled(places: tuple[int, ...]) -> tuple[int, ...]:
    """The final check is worth twice as much, doubled before ties are shared."""
    return tuple(2 * points for points in places)


def is_final(view: View) -> bool:
    """Whether no other Dominance Check is left in deck or market."""
    return view.deck_checks == 0 and not any(is_check(card) for card in view.market if card)


@rule("PP-10.2-success")
def clear_blocks(draft: Draft) -> None:
    """After a successful check every block of every coalition leaves the map (PP-10.2-success)."""
    for group, coalition in enumerate(COALITIONS):
        cleared = len(draft.pieces[group]) - draft.pieces[group].count(SUPPLY)
        draft.stirred.update(draft.pieces[group])
        draft.pieces[group] = (SUPPLY,) * len(draft.pieces[group])
        if cleared:
            draft.effect("blocks_cleared", "PP-10.2-success", place=coalition, amount=cleared)


def four_ahead(view: View) -> bool:
    """Whether one player leads every other by four points or more."""
    points = sorted((player.vp for player in view.players), reverse=True)
    return points[0] - points[1] >= 4


@rule("PP-10.6-end", neutral=False)
def ends_the_game(view: View, *, final: bool) -> bool:
    """The game ends after a check with a lead of four, and after the final check."""
    return final or four_ahead(view)


def finish(draft: Draft, reason: str, trigger: str) -> None:
    """The game is over; nothing further happens."""
    winners, tie_break = winners_of(draft)
    draft.result = Result(winners=winners, reason=reason, tie_break=tie_break)
    for seat in winners:
        draft.effect("won", "PP-10.8-winner", seat=seat, detail=tie_break or reason, amount=draft.players[seat].vp)
    draft.frames.clear()
    seat = owner_seat(draft)
    if draft.options.acknowledgement == "asked" and trigger != "instability" and seat not in winners:
        draft.frames.append(Acknowledge(seat=seat, phase="game_over_confirm"))


@rule("PP-10.8-winner", neutral=((), ""))
def winners_of(view: View) -> tuple[tuple[int, ...], str]:
    """Most points; among equals most military stars, then most rupees, else the win is shared."""
    seats = list(range(len(view.players)))
    measures = (
        ("", [player.vp for player in view.players]),
        ("stars", [stars(player)[MILITARY] for player in view.players]),
        ("rupees", [player.rupees for player in view.players]),
    )
    for name, worth in measures:
        most = max(worth[seat] for seat in seats)
        seats = [seat for seat in seats if worth[seat] == most]
        if len(seats) == 1:
            return (seats[0],), name
    return tuple(seats), "shared"


# Insurrection


def begin_insurrection(draft: Draft) -> None:
    """Prince Akbar Khan's owner adds two armies, after any check that did not end the game."""
    seat = insurrection_owner(draft)
    if seat is None:
        return
    draft.frames.append(Insurrection(seat=seat, left=2))
    asking = prompted_seat(draft)
    if draft.options.acknowledgement == "asked" and seat != asking:
        draft.frames.append(Acknowledge(seat=asking, phase="insurrection_handoff"))


AFGHAN = COALITIONS.index("afghan")


def resume_insurrection(draft: Draft, frame: Insurrection) -> bool:
    """Done after two armies, or when none can be taken."""
    if frame.left > 0 and takeable(draft, AFGHAN):
        return False
    draft.frames.pop()
    if draft.options.acknowledgement == "asked":
        draft.frames.append(Acknowledge(seat=frame.seat, phase="insurrection"))
    return True


def prompt_insurrection(view: View, frame: Insurrection) -> Prompt:
    """Which block goes to Kabul."""
    text = f"{view.names[frame.seat]} places an Afghan army in Kabul for Insurrection ({frame.left} left)"
    return Prompt(ask="insurrection", seat=frame.seat, text=text, card=3)


def candidates_insurrection(view: View, frame: Insurrection) -> Iterable[Event]:
    """Any Afghan block that may be taken."""
    pieces = distinct_sources(view, takeable(view, AFGHAN))
    return [PiecePlaced(piece=piece, to=REGION_AT["kabul"]) for piece in pieces]


def check_insurrection(view: View, frame: Insurrection, event: PiecePlaced) -> list[Violation]:
    """An Afghan block, to Kabul."""
    found = check_source(view, AFGHAN, event.piece)
    if event.to != REGION_AT["kabul"]:
        found.append(Violation(rule="PP-12.3", message="the armies of Insurrection go to Kabul"))
    return found


def apply_insurrection(draft: Draft, frame: Insurrection, event: PiecePlaced) -> None:
    """One army more."""
    draft.frames[-1] = Insurrection(seat=frame.seat, left=frame.left - 1)
    placed = draft.options.insurrection_placed == "placed"
    take_and_place(draft, event.piece, event.to, counts_as_placed=placed)
    draft.effect("insurrection", "PP-12.3", seat=frame.seat, place="kabul")
