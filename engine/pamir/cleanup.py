"""Section 9 of the rules: cleanup in its order, the market, and instability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.board import card_name
from engine.pamir.cards import is_check, is_court_card
from engine.pamir.concepts import stars
from engine.pamir.events import CardDiscarded, CardRevealed, EventDiscarded, InstabilityResolved
from engine.pamir.frames import Acknowledge, Cleanup, Instability, Refill
from engine.pamir.losses import lose_court_card, without
from engine.pamir.occasions import prompted_seat, resolve_discarded
from engine.pamir.purchase import WITHDRAWAL, sink_rupees
from engine.pamir.setup import check_reveal, next_market_slot, note_drawn, reveal_candidates
from engine.pamir.state import COLUMNS, Draft, View, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable


@rule("PP-9.1-court", neutral=99)
def court_limit(view: View, seat: int) -> int:
    """Three court cards and one for each political star, counted anew after each discard."""
    return 3 + stars(view.players[seat])[0]


@rule("PP-9.2-hand", neutral=99)
def hand_limit(view: View, seat: int) -> int:
    """Two hand cards and one for each intelligence star that remains."""
    return 2 + stars(view.players[seat])[1]


@rule("PP-9.3-events", neutral=())
def events_to_discard(view: View) -> tuple[int, ...]:
    """The event cards in the leftmost column, top row first; court cards stay."""
    return tuple(card for card in (view.market[0], view.market[COLUMNS]) if card and not is_court_card(card))


def resume_cleanup(draft: Draft, frame: Cleanup) -> bool:
    """Go through the stages court, settle, hand, events; stop where somebody has to discard."""
    seat = owner_seat(draft)
    player = draft.players[seat]
    match frame.stage:
        case "court":
            if len(player.court) > court_limit(draft, seat):
                return False
            _next_stage(draft, frame, "settle", seat, "cleanup_court")
        case "settle":
            again = draft.options.court_limit_recheck == "again" and len(player.court) > court_limit(draft, seat)
            _next_stage(draft, frame, "court" if again else "hand", seat, "")
        case "hand":
            if len(player.hand) > hand_limit(draft, seat):
                return False
            _next_stage(draft, frame, "events", seat, "cleanup_hand")
        case _:
            if events_to_discard(draft):
                return False
            draft.frames[-1] = Refill(prompted=frame.prompted)
    return True


def _next_stage(draft: Draft, frame: Cleanup, stage: str, seat: int, phase: str) -> None:
    draft.frames[-1] = Cleanup(stage=stage, prompted=frame.prompted)
    if frame.discarded and phase and draft.options.acknowledgement == "asked":
        draft.frames.append(Acknowledge(seat=seat, phase=phase))


def prompt_cleanup(view: View, frame: Cleanup) -> Prompt:
    """Which card goes."""
    seat = owner_seat(view)
    name = view.names[seat]
    if frame.stage == "court":
        text = f"{name} discards court cards down to {court_limit(view, seat)}"
        return Prompt(ask="cleanup_court", seat=seat, text=text)
    if frame.stage == "hand":
        text = f"{name} discards hand cards down to {hand_limit(view, seat)}"
        return Prompt(ask="cleanup_hand", seat=seat, text=text)
    card = events_to_discard(view)[0]
    text = f"{card_name(card)} leaves the market"
    return Prompt(ask="cleanup_event", seat=prompted_seat(view), text=text, card=card)


def candidates_cleanup(view: View, frame: Cleanup) -> Iterable[Event]:
    """Every card of the court or hand; or the next event."""
    player = view.players[owner_seat(view)]
    if frame.stage == "events":
        return [EventDiscarded(card=card) for card in events_to_discard(view)]
    return [CardDiscarded(card=card) for card in (player.court if frame.stage == "court" else player.hand)]


def check_cleanup(view: View, frame: Cleanup, event: Event) -> list[Violation]:
    """Whether this card goes now."""
    if frame.stage == "events":
        due = events_to_discard(view)[0]
        if isinstance(event, EventDiscarded) and event.card == due:
            return []
        return [Violation(rule="PP-9.3-events", message=f"{card_name(due)} leaves the market first")]
    which = "PP-9.1-court" if frame.stage == "court" else "PP-9.2-hand"
    seat = owner_seat(view)
    cards = view.players[seat].court if frame.stage == "court" else view.players[seat].hand
    if isinstance(event, CardDiscarded) and event.card in cards:
        return []
    return [Violation(rule=which, message=f"{view.names[seat]} discards a {frame.stage} card now")]


def apply_cleanup(draft: Draft, frame: Cleanup, event: Event) -> None:
    """Discard the card, with what follows."""
    seat = owner_seat(draft)
    draft.frames[-1] = Cleanup(stage=frame.stage, discarded=True, prompted=frame.prompted)
    if isinstance(event, EventDiscarded):
        slot = draft.market.index(event.card)
        draft.market[slot] = 0
        draft.locked = without(draft.locked, event.card)
        resolve_discarded(draft, event.card, prompted_seat(draft))
    elif isinstance(event, CardDiscarded) and frame.stage == "court":
        lose_court_card(draft, seat, event.card, "PP-9.1-court")
    elif isinstance(event, CardDiscarded):
        player = draft.player(seat)
        player.hand = without(player.hand, event.card)
        draft.discard(event.card)
        draft.effect("card_lost", "PP-9.2-hand", seat=seat, card=event.card)


# The market


@rule("PP-9.4-refill")
def slide(draft: Draft) -> None:
    """Each row slides left with its rupees; rupees on a slot join the card that arrives."""
    market, rupees = draft.market, draft.market_rupees
    for row in (0, COLUMNS):
        for slot in range(row, row + COLUMNS):
            if market[slot]:
                continue
            source = next((other for other in range(slot + 1, row + COLUMNS) if market[other]), None)
            if source is None:
                break
            market[slot], market[source] = market[source], 0
            moved, rupees[source] = rupees[source], 0
            _join(draft, slot, moved)


def _join(draft: Draft, slot: int, moved: int) -> None:
    rupees = draft.market_rupees
    rupees[slot] += moved
    if draft.market[slot] == WITHDRAWAL and rupees[slot]:
        sunk, rupees[slot] = rupees[slot], 0
        sink_rupees(draft, slot, sunk)


@rule("PP-7.6-no-reshuffle", neutral=True)
def can_draw(view: View) -> bool:
    """Discards never return: with the deck empty, market slots stay vacant."""
    return view.deck_count > 0


def resume_refill(draft: Draft, frame: Refill) -> bool:
    """Slide, draw for each vacant slot; at last the next turn begins."""
    from engine.pamir.turn import begin_next_turn

    if instability(draft):
        draft.frames.append(Instability())
        return True
    slide(draft)
    if next_market_slot(draft) is not None and can_draw(draft):
        return False
    draft.frames.pop()
    begin_next_turn(draft)
    return True


def prompt_refill(view: View, frame: Refill) -> Prompt:
    """Which card comes out, and where it goes, for two may have to be told."""
    slot = next_market_slot(view) or 0
    row = "top" if slot < COLUMNS else "bottom"
    text = f"which card comes into the {row} row of the market, column {slot % COLUMNS + 1}?"
    return Prompt(ask="reveal", seat=None, text=text)


def candidates_refill(view: View, frame: Refill) -> Iterable[Event]:
    """The cards that may come out."""
    return reveal_candidates(view)


def check_refill(view: View, frame: Refill, event: CardRevealed) -> list[Violation]:
    """Whether this card can come out now."""
    return check_reveal(view, event)


def apply_reveal(draft: Draft, event: CardRevealed) -> None:
    """Lay the card on the next vacant slot, with the rupees that wait there."""
    slot = next_market_slot(draft)
    if slot is None:
        raise AssertionError("asked without a vacant slot")
    draft.market[slot] = event.card
    note_drawn(draft, event.card)
    draft.effect("revealed", "PP-9.4-refill", card=event.card)
    _join(draft, slot, 0)


def apply_refill(draft: Draft, frame: Refill, event: CardRevealed) -> None:
    """One card more."""
    apply_reveal(draft, event)


# Instability


@rule("PP-9.5-instability", neutral=False)
def instability(view: View) -> bool:
    """Whether two Dominance Checks lie in the market: both leave, and one check is scored at once."""
    return sum(1 for card in view.market if card and is_check(card)) > 1


def prompt_instability(view: View, frame: Instability) -> Prompt:
    """The check is scored."""
    return Prompt(ask="instability", seat=prompted_seat(view), text="two Dominance Checks lie in the market: score one")


def candidates_instability(view: View, frame: Instability) -> Iterable[Event]:
    """It happens."""
    return [InstabilityResolved()]


def check_instability(view: View, frame: Instability, event: Event) -> list[Violation]:
    """It happens."""
    return []


def apply_instability(draft: Draft, frame: Instability, event: Event) -> None:
    """Both checks leave, their rupees stay on the slots, and one check is scored."""
    from engine.pamir.dominance import score_check
    from engine.pamir.occasions import leave_game

    draft.frames.pop()
    for slot, card in enumerate(draft.market):
        if card and is_check(card):
            draft.market[slot] = 0
            draft.locked = without(draft.locked, card)
            leave_game(draft, card)
    draft.effect("instability", "PP-9.5-instability")
    score_check(draft, "instability")
