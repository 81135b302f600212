"""Section 4 of the rules: buying a card, what it costs, and where the rupees go."""

from __future__ import annotations

from engine.judging import Violation
from engine.pamir import occasions
from engine.pamir.abilities import influence_makes_free
from engine.pamir.board import card_name
from engine.pamir.cards import is_court_card
from engine.pamir.events import CardPurchased
from engine.pamir.state import COLUMNS, Draft, View, owner_seat
from engine.rules import rule

WITHDRAWAL = 111


def check_purchase(view: View, event: CardPurchased) -> list[Violation]:
    """Whether the active player may buy this card now."""
    card, seat = event.card, owner_seat(view)
    if card not in view.market or not card:
        return [Violation(rule="PP-4.6-destination", message=f"{card_name(card)} is not in the market")]
    found = []
    if withdrawn(card):
        found.append(Violation(rule="PP-4.8-withdrawal", message="Public Withdrawal (#111) is not for sale"))
    if locked(view, card):
        found.append(Violation(rule="PP-4.4-lock", message=f"{card_name(card)} received a rupee this turn"))
    slot = view.market.index(card)
    cost = price(view, seat, slot)
    rupees = view.players[seat].rupees
    if not affordable(rupees, cost):
        which = "PP-4.2-military-double" if price_factor(view) == 2 else "PP-4.1-cost"
        found.append(Violation(rule=which, message=f"{card_name(card)} costs {cost}, {view.names[seat]} has {rupees}"))
    return found


def apply_purchase(draft: Draft, event: CardPurchased) -> None:
    """Pay, collect, take the card; an event is resolved at once."""
    card, seat = event.card, owner_seat(draft)
    slot = draft.market.index(card)
    cost = price(draft, seat, slot)
    player = draft.player(seat)
    player.rupees -= cost
    if cost:
        pay_to_the_left(draft, slot, price_factor(draft))
    draft.effect("bought", "PP-4.1-cost", seat=seat, card=card, amount=cost)
    collect(draft, seat, slot)
    draft.market[slot] = 0
    if is_court_card(card):
        take_in_hand(draft, seat, card)
    else:
        occasions.resolve_bought(draft, seat, card)


@rule("PP-4.1-cost", neutral=0)
def columns_to_the_left(slot: int) -> int:
    """One rupee for each column to the left; the leftmost card is free."""
    return slot % COLUMNS


@rule("PP-4.2-military-double", neutral=1)
def price_factor(view: View) -> int:
    """Two rupees a column instead of one while military is favored."""
    return 2 if view.favored == "military" else 1


@rule("PP-4.7-free", neutral=False)
def is_free(view: View, seat: int, card: int) -> bool:
    """An Influence card in court makes its kind of card free; then no rupees are placed either."""
    return is_court_card(card) and influence_makes_free(view, seat, card)


def price(view: View, seat: int, slot: int) -> int:
    """What the card in a market slot costs a seat now, in rupees."""
    if is_free(view, seat, view.market[slot]):
        return 0
    return columns_to_the_left(slot) * price_factor(view)


@rule("PP-4.3-payment")
def pay_to_the_left(draft: Draft, slot: int, each: int) -> None:
    """Rupees go on each card to the left in the row; for a vacant slot on the card of that column in the other row.

    With both vacant they stay on the slot of the other row, or go to the bank (PP-D9).
    """
    row, column = divmod(slot, COLUMNS)
    for left in range(column):
        same, other = row * COLUMNS + left, (1 - row) * COLUMNS + left
        if draft.market[same]:
            lay_rupees(draft, same, each)
        elif draft.market[other] or draft.options.vacant_column_payment == "stays":
            lay_rupees(draft, other, each)
        else:
            draft.effect("rupees_lost", "PP-4.3-payment", amount=each)


def lay_rupees(draft: Draft, slot: int, amount: int, *, for_action: bool = False) -> None:
    """Lay rupees on a market slot and lock the card there; on Public Withdrawal they leave the game."""
    card = draft.market[slot]
    if card == WITHDRAWAL:
        sink_rupees(draft, slot, amount)
    else:
        draft.market_rupees[slot] += amount
    if card and not (for_action and draft.options.purchase_locks == "purchases_only") and card not in draft.locked:
        draft.locked = tuple(sorted((*draft.locked, card)))


def _keep(draft: Draft, slot: int, amount: int) -> None:
    draft.market_rupees[slot] += amount


@rule("PP-11.111", instead=_keep)
def sink_rupees(draft: Draft, slot: int, amount: int) -> None:
    """Public Withdrawal: any rupee that reaches the card leaves the game."""
    draft.effect("rupees_lost", "PP-11.111", card=draft.market[slot], amount=amount)


@rule("PP-4.4-lock", neutral=False)
def locked(view: View, card: int) -> bool:
    """A card that received a rupee this turn may not be bought this turn."""
    return card in view.locked


@rule("PP-4.5-collect")
def collect(draft: Draft, seat: int, slot: int) -> None:
    """The buyer gains the rupees on the bought card, after paying the price."""
    gained = draft.market_rupees[slot]
    if gained:
        draft.market_rupees[slot] = 0
        draft.player(seat).rupees += gained
        draft.effect("collected", "PP-4.5-collect", seat=seat, card=draft.market[slot], amount=gained)


@rule("PP-4.5-collect", neutral=True)
def affordable(rupees: int, cost: int) -> bool:
    """The price must be there before the rupees on the card are collected."""
    return rupees >= cost


@rule("PP-4.6-destination")
def take_in_hand(draft: Draft, seat: int, card: int) -> None:
    """A bought court card goes to the hand, which has no limit during the turn."""
    player = draft.player(seat)
    player.hand = tuple(sorted((*player.hand, card)))


@rule("PP-4.8-withdrawal", neutral=False)
def withdrawn(card: int) -> bool:
    """Public Withdrawal cannot be bought."""
    return card == WITHDRAWAL
