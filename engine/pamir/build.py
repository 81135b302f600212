"""Section 6 of the rules: the build action, and the free block of Infrastructure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import has_infrastructure
from engine.pamir.board import BORDER_AT, BORDER_PLACES, REGION_AT, REGION_PLACES, borders_of, card_name, place_name
from engine.pamir.concepts import ruled_regions
from engine.pamir.events import Declined, PiecePlaced, Stopped
from engine.pamir.frames import Build, Infrastructure
from engine.pamir.losses import take_and_place, takeable
from engine.pamir.play import check_source, distinct_sources
from engine.pamir.state import Draft, View, group_of_coalition, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

PLACES = (*BORDER_PLACES, *REGION_PLACES)


def _group(view: View, seat: int) -> int:
    return group_of_coalition(view.players[seat].loyalty)


def can_build(view: View, seat: int) -> bool:
    """Whether a block could be placed, apart from its price."""
    return bool(ruled_regions(view, seat)) and bool(takeable(view, _group(view, seat)))


def begin(draft: Draft, seat: int, card: int) -> None:
    """The action starts; rule over regions is noted for the option `build_rule_test`."""
    draft.frames.append(Build(card=card, ruled=ruled_regions(draft, seat)))


@rule("PP-6.6-build", neutral=PLACES)
def build_places(view: View, seat: int, ruled_at_start: tuple[str, ...]) -> tuple[str, ...]:
    """Where a block may be built: regions the player rules, and borders touching one.

    Rule is tested anew for each block, before it is taken up, or once as the action starts (PP-D18).
    """
    ruled = ruled_at_start if view.options.build_rule_test == "at_start" else ruled_regions(view, seat)
    borders = {BORDER_AT[border] for region in ruled for border in borders_of(region)}
    return (*(place for place in BORDER_PLACES if place in borders), *(REGION_AT[region] for region in ruled))


@rule("PP-11.112", neutral=False)
def nation_building(view: View, seat: int) -> bool:
    """Nation Building: each two rupees of a build place two blocks, six at most."""
    return "nation_building" in view.players[seat].effects


@rule("PP-6.6-build", neutral=99)
def blocks_allowed(view: View, seat: int) -> int:
    """Three blocks a build, six under Nation Building."""
    return 6 if nation_building(view, seat) else 3


def next_block_cost(view: View, seat: int, placed: int) -> int:
    """Two rupees a block; under Nation Building every second block is free."""
    return 0 if nation_building(view, seat) and placed % 2 else 2


def resume_build(draft: Draft, frame: Build) -> bool:
    """The build is over when nothing more can be built or paid for."""
    seat = owner_seat(draft)
    if (
        frame.placed < blocks_allowed(draft, seat)
        and draft.players[seat].rupees >= next_block_cost(draft, seat, frame.placed)
        and takeable(draft, _group(draft, seat))
        and build_places(draft, seat, frame.ruled)
    ):
        return False
    finish_build(draft, frame)
    return True


def finish_build(draft: Draft, frame: Build) -> None:
    """End the build; the block of Infrastructure may follow."""
    seat = owner_seat(draft)
    draft.frames.pop()
    if has_infrastructure(draft, seat) and (frame.placed or draft.options.empty_build == "allowed"):
        draft.frames.append(Infrastructure(ruled=frame.ruled))


def prompt_build(view: View, frame: Build) -> Prompt:
    """Where the next block goes."""
    seat = owner_seat(view)
    text = f"{view.names[seat]} builds with {card_name(frame.card)}: block {frame.placed + 1}, or stop"
    return Prompt(ask="build", seat=seat, text=text, card=frame.card)


def candidates_build(view: View, frame: Build | Infrastructure) -> Iterable[Event]:
    """Every block that may be taken, on every border and region; and to stop or decline."""
    seat = owner_seat(view)
    pieces = distinct_sources(view, takeable(view, _group(view, seat)))
    blocks: list[Event] = [PiecePlaced(piece=piece, to=to) for piece in pieces for to in PLACES]
    return [*blocks, Stopped() if isinstance(frame, Build) else Declined()]


def _check_block(view: View, event: PiecePlaced, ruled_at_start: tuple[str, ...]) -> list[Violation]:
    seat = owner_seat(view)
    found = check_source(view, _group(view, seat), event.piece)
    if found:
        return found
    if event.to not in build_places(view, seat, ruled_at_start):
        message = f"{place_name(event.to)} neither is nor touches a region that {view.names[seat]} rules"
        return [Violation(rule="PP-6.6-build", message=message)]
    return []


def check_build(view: View, frame: Build, event: Event) -> list[Violation]:
    """Whether this block may be built, or the build may stop."""
    if isinstance(event, PiecePlaced):
        return _check_block(view, event, frame.ruled)
    if not frame.placed and view.options.empty_build == "refused":
        return [Violation(rule="PP-6.6-build", message="a build places one block at least")]
    return []


def apply_build(draft: Draft, frame: Build, event: Event) -> None:
    """Pay for the block and place it, or stop."""
    from engine.pamir.actions import pay_action_cost

    if not isinstance(event, PiecePlaced):
        finish_build(draft, frame)
        return
    seat = owner_seat(draft)
    cost = next_block_cost(draft, seat, frame.placed)
    if cost:
        pay_action_cost(draft, seat, cost, frame.paid)
    else:
        draft.effect("free_block", "PP-11.112", seat=seat, place=event.to)
    draft.frames[-1] = Build(card=frame.card, placed=frame.placed + 1, paid=frame.paid + cost, ruled=frame.ruled)
    take_and_place(draft, event.piece, event.to)


# Infrastructure


def resume_infrastructure(draft: Draft, frame: Infrastructure) -> bool:
    """Without a legal place the block is not placed."""
    seat = owner_seat(draft)
    if takeable(draft, _group(draft, seat)) and build_places(draft, seat, frame.ruled):
        return False
    draft.frames.pop()
    return True


def prompt_infrastructure(view: View, frame: Infrastructure) -> Prompt:
    """Where the free block goes."""
    seat = owner_seat(view)
    return Prompt(ask="infrastructure", seat=seat, text=f"{view.names[seat]} places the free block of Infrastructure")


def check_infrastructure(view: View, frame: Infrastructure, event: Event) -> list[Violation]:
    """Whether the free block may go there, or be skipped (PP-D7)."""
    if isinstance(event, PiecePlaced):
        return _check_block(view, event, frame.ruled)
    if view.options.infrastructure == "forced":
        return [Violation(rule="PP-12.78", message="the free block of Infrastructure must be placed")]
    return []


def apply_infrastructure(draft: Draft, frame: Infrastructure, event: Event) -> None:
    """Place the free block, or skip it."""
    draft.frames.pop()
    if isinstance(event, PiecePlaced):
        draft.effect("free_block", "PP-12.78", seat=owner_seat(draft), place=event.to)
        take_and_place(draft, event.piece, event.to)
