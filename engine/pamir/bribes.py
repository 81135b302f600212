"""Bribes: the ruler's for playing a card, the hostage taker's for using one, and how the sum is settled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import no_hostage_bribes, no_play_bribes
from engine.pamir.board import REGION_AT, SEATS_FROM, card_name
from engine.pamir.cards import CARDS
from engine.pamir.concepts import may_change_hands, ruler_of
from engine.pamir.events import (
    AttemptWithdrawn,
    BribeDeclined,
    BribeLowered,
    BribePaid,
    BribeWaived,
    WaiverAsked,
    WaiverRefused,
)
from engine.pamir.frames import Bribe
from engine.pamir.state import Draft, View, count, group_of_seat, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

REFUSALS_A_TURN = 3


@rule("PP-5.1-bribe")
def play_bribe(view: View, seat: int, card: int) -> tuple[int, int] | None:
    """Whom playing a card must bribe and with how many rupees: the region's ruler, one for each tribe there."""
    region = CARDS[card].region or ""
    ruler = ruler_of(view, region)
    if ruler is None or ruler == seat or play_exempt(view, seat):
        return None
    return ruler, count(view, group_of_seat(ruler), REGION_AT[region])


@rule("PP-5.2-exempt", neutral=False)
def play_exempt(view: View, seat: int) -> bool:
    """Nobody owes a bribe for playing under Disregard for Customs; the owner of Charismatic Courtiers never does."""
    return no_bribes_at_all(view) or no_play_bribes(view, seat)


@rule("PP-11.107", neutral=False)
def no_bribes_at_all(view: View) -> bool:
    """Disregard for Customs: no bribes of either kind until the next check."""
    return "disregard_for_customs" in view.effects


@rule("PP-6.2-hostage")
def hostage_bribe(view: View, seat: int, card: int) -> tuple[int, int] | None:
    """Whom using a card must bribe: the one other seat with strictly most spies on it, one rupee for each of them."""
    if no_bribes_at_all(view) or no_hostage_bribes(view, seat):
        return None
    place = f"card:{card}"
    spies = [view.pieces[SEATS_FROM + other].count(place) for other in range(len(view.players))]
    if view.options.hostage_count == "others_only":
        spies[seat] = 0
    most = max(spies)
    if not most or spies.count(most) > 1:
        return None
    holder = spies.index(most)
    return None if holder == seat else (holder, most)


def least_cost(view: View, frame: Bribe) -> int:
    """The rupees that the act itself needs at least, beside the bribe."""
    from engine.pamir.actions import minimum_cost

    return 0 if frame.act == "play" else minimum_cost(view, owner_seat(view), frame.act)


def prompt_bribe(view: View, frame: Bribe) -> Prompt:
    """Pay, ask or withdraw; or, asked, waive, lower or refuse."""
    payer, payee = view.names[owner_seat(view)], view.names[frame.to]
    what = f"playing {card_name(frame.card)}" if frame.act == "play" else f"the {frame.act} of {card_name(frame.card)}"
    if frame.asked:
        text = f"{payee}: waive, lower or keep the bribe of {frame.amount} for {what}"
        return Prompt(ask="bribe_response", seat=frame.to, text=text, card=frame.card)
    text = f"{payer}: {what} needs a bribe of {frame.amount} to {payee}: pay, ask for a waiver, or withdraw"
    return Prompt(ask="bribe_offer", seat=owner_seat(view), text=text, card=frame.card)


def candidates_bribe(view: View, frame: Bribe) -> Iterable[Event]:
    """All answers that could be given."""
    if frame.asked:
        lower = [BribeLowered(amount=amount) for amount in range(1, frame.amount + 1)]
        return [BribeWaived(), *lower, WaiverRefused()]
    return [BribePaid(), WaiverAsked(), BribeDeclined(), AttemptWithdrawn()]


def check_bribe(view: View, frame: Bribe, event: Event) -> list[Violation]:
    """Whether this answer may be given now."""
    seat = owner_seat(view)
    answer = isinstance(event, BribeWaived | BribeLowered | WaiverRefused)
    if answer != frame.asked:
        who = view.names[frame.to if frame.asked else seat]
        return [Violation(rule=_rule(frame), message=f"it is for {who} to answer about the bribe")]
    match event:
        case BribePaid():
            return _check_paid(view, frame, seat)
        case BribeLowered():
            return _check_lowered(view, frame, event, seat)
        case BribeDeclined() if not may_decline(view, seat):
            return [Violation(rule="PP-5.2-exempt", message=f"{view.names[seat]} does not hold Courtly Manners")]
        case WaiverAsked() if view.options.bribe_waiver == "three_refusals" and view.refusals >= REFUSALS_A_TURN:
            return [Violation(rule="PP-5.1-bribe", message="three refusals were given this turn: pay or withdraw")]
        case _:
            return []


def _rule(frame: Bribe) -> str:
    return "PP-5.1-bribe" if frame.act == "play" else "PP-6.2-hostage"


def _check_paid(view: View, frame: Bribe, seat: int) -> list[Violation]:
    needed, rupees = frame.amount + least_cost(view, frame), view.players[seat].rupees
    if rupees >= needed:
        return []
    message = f"the bribe of {frame.amount} and the act need {needed}, {view.names[seat]} has {rupees}"
    return [Violation(rule=_rule(frame), message=message)]


def _check_lowered(view: View, frame: Bribe, event: BribeLowered, seat: int) -> list[Violation]:
    if event.amount < 1 or not may_change_hands(event.amount, frame.amount):
        message = f"a sum from 1 to the {frame.amount} due can be named, not {event.amount}"
        return [Violation(rule="PP-2.8-negotiation", message=message)]
    can_pay = view.players[seat].rupees - least_cost(view, frame)
    if event.amount > can_pay:
        message = f"{view.names[seat]} can pay {max(can_pay, 0)} at most, not {event.amount}"
        return [Violation(rule=_rule(frame), message=message)]
    return []


@rule("PP-11.107", neutral=False)
def may_decline(view: View, seat: int) -> bool:
    """Courtly Manners: its buyer may refuse to pay and act all the same (PP-11.107)."""
    return "courtly_manners" in view.players[seat].effects


def apply_bribe(draft: Draft, frame: Bribe, event: Event) -> None:
    """Settle the sum; the act then goes ahead, or never happened."""
    seat = owner_seat(draft)
    match event:
        case BribePaid():
            draft.player(seat).rupees -= frame.amount
            draft.player(frame.to).rupees += frame.amount
            draft.effect("bribe_paid", _rule(frame), seat=seat, other=frame.to, card=frame.card, amount=frame.amount)
            go_ahead(draft, frame)
        case BribeDeclined():
            draft.effect("bribe_declined", "PP-11.107", seat=seat, other=frame.to, card=frame.card, amount=frame.amount)
            go_ahead(draft, frame)
        case BribeWaived():
            draft.effect("bribe_waived", _rule(frame), seat=frame.to, other=seat, card=frame.card, amount=frame.amount)
            go_ahead(draft, frame)
        case AttemptWithdrawn():
            draft.frames.pop()
            draft.effect("withdrawn", _rule(frame), seat=seat, card=frame.card)
        case WaiverAsked():
            _replace(draft, frame, frame.amount, asked=True)
        case BribeLowered():
            _replace(draft, frame, event.amount, asked=False)
        case _:
            draft.refusals += 1
            _replace(draft, frame, frame.amount, asked=False)


def _replace(draft: Draft, frame: Bribe, amount: int, *, asked: bool) -> None:
    draft.frames[-1] = Bribe(act=frame.act, card=frame.card, to=frame.to, amount=amount, end=frame.end, asked=asked)


def go_ahead(draft: Draft, frame: Bribe) -> None:
    """The announced act happens now."""
    from engine.pamir.actions import begin_action
    from engine.pamir.play import put_in_court

    draft.frames.pop()
    if frame.act == "play":
        put_in_court(draft, owner_seat(draft), frame.card, frame.end)
    else:
        begin_action(draft, owner_seat(draft), frame.card, frame.act)
