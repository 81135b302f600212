"""Section 6 of the rules, first part: using a court card, what it costs, and the tax and gift actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir import battle, betray, build, move
from engine.pamir.abilities import always_favored, taxes_everywhere
from engine.pamir.board import GIFT_AT, GIFT_SLOTS, card_name
from engine.pamir.bribes import hostage_bribe
from engine.pamir.cards import CARDS
from engine.pamir.concepts import ruled_regions, stars
from engine.pamir.events import ActionTaken, GiftBought, RupeeTaxed, Stopped
from engine.pamir.frames import Bribe, Gift, Tax
from engine.pamir.losses import left_a_place, takeable
from engine.pamir.play import check_source, distinct_sources
from engine.pamir.purchase import lay_rupees
from engine.pamir.state import COLUMNS, Draft, View, count, group_of_seat, owner_seat, place_of
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable


def check_action(view: View, event: ActionTaken) -> list[Violation]:
    """Whether the active player may use this action of this card now."""
    seat, card = owner_seat(view), event.card
    name = view.names[seat]
    if card not in view.players[seat].court:
        return [Violation(rule="PP-3.1-actions", message=f"{card_name(card)} is not in the court of {name}")]
    if event.action not in CARDS[card].actions:
        has = ", ".join(CARDS[card].actions) or "no actions"
        message = f"{card_name(card)} does not show {event.action}; it shows {has}"
        return [Violation(rule="PP-3.1-actions", message=message)]
    found = []
    if used_this_turn(view, card):
        found.append(Violation(rule="PP-3.2-card-once", message=f"{card_name(card)} was used this turn"))
    if not view.actions_left and not is_bonus(view, seat, card):
        found.append(Violation(rule="PP-3.1-actions", message=f"{name} has no actions left"))
    cost = minimum_cost(view, seat, event.action)
    if view.players[seat].rupees < cost:
        message = f"{event.action} costs {cost} at least, {name} has {view.players[seat].rupees}"
        found.append(Violation(rule=ACTION_RULES[event.action], message=message))
    elif not usable(view, seat, card, event.action):
        message = f"{event.action} with {card_name(card)} has no legal use now"
        found.append(Violation(rule=ACTION_RULES[event.action], message=message))
    return found


ACTION_RULES = {
    "tax": "PP-6.4-tax",
    "gift": "PP-6.5-gift",
    "build": "PP-6.6-build",
    "move": "PP-6.7-move",
    "betray": "PP-6.8-betray",
    "battle": "PP-6.9-battle",
}


@rule("PP-3.2-card-once", neutral=False)
def used_this_turn(view: View, card: int) -> bool:
    """Each court card may be used for one action a turn."""
    return card in view.spent


@rule("PP-3.3-bonus", neutral=False)
def is_bonus(view: View, seat: int, card: int) -> bool:
    """Whether an action of the card costs no action: its suit is favored, or it always counts as favored."""
    return CARDS[card].suit == view.favored or always_favored(card) or new_tactics(view, seat, card)


@rule("PP-11.105", neutral=False)
def new_tactics(view: View, seat: int, card: int) -> bool:
    """New Tactics: the buyer's military cards count as favored."""
    return "new_tactics" in view.players[seat].effects and CARDS[card].suit == "military"


def minimum_cost(view: View, seat: int, action: str) -> int:
    """The rupees that an action costs at least."""
    if action == "gift":
        return min(gift_slots(view, seat), default=0)
    return 2 if action in {"build", "betray"} else 0


def usable(view: View, seat: int, card: int, action: str) -> bool:
    """Whether the action has a legal use, apart from its price."""
    match action:
        case "tax":
            return view.options.empty_tax == "allowed" or anything_taxable(view, seat)
        case "gift":
            return bool(gift_slots(view, seat)) and bool(takeable(view, group_of_seat(seat)))
        case "build":
            return build.can_build(view, seat)
        case "move":
            return move.can_move(view, seat)
        case "betray":
            return bool(betray.targets(view, seat))
        case _:
            return bool(battle.sites(view, seat, card))


def apply_action(draft: Draft, event: ActionTaken) -> None:
    """Announce the action where a hostage bribe is due; otherwise begin it."""
    seat = owner_seat(draft)
    due = hostage_bribe(draft, seat, event.card)
    if due is None:
        begin_action(draft, seat, event.card, event.action)
        return
    payee, amount = due
    draft.frames.append(Bribe(act=event.action, card=event.card, to=payee, amount=amount))
    draft.effect("bribe_due", "PP-6.2-hostage", seat=seat, other=payee, card=event.card, amount=amount)


def begin_action(draft: Draft, seat: int, card: int, action: str) -> None:
    """Spend the action, unless it is a bonus, mark the card as used, and go on to what the action does."""
    if is_bonus(draft, seat, card):
        draft.effect("bonus_action", "PP-3.3-bonus", seat=seat, card=card, detail=action)
    else:
        draft.actions_left = (draft.actions_left or 0) - 1
        draft.effect("action", ACTION_RULES[action], seat=seat, card=card, detail=action)
    draft.spent = tuple(sorted((*draft.spent, card)))
    match action:
        case "tax":
            rank = rank_of(card)
            draft.frames.append(Tax(card=card, left=rank, aimed=(0,) * len(draft.players)))
        case "gift":
            draft.frames.append(Gift(card=card))
        case "build":
            build.begin(draft, seat, card)
        case "move":
            move.begin(draft, card)
        case "betray":
            pay_action_cost(draft, seat, 2)
            betray.begin(draft, card)
        case _:
            battle.begin(draft, card)


@rule("PP-6.1-rank", neutral=1)
def rank_of(card: int) -> int:
    """A card's rank caps what its tax, move and battle may do."""
    return CARDS[card].rank


@rule("PP-6.3-cost")
def pay_action_cost(draft: Draft, seat: int, amount: int, already: int = 0) -> None:
    """Pay for an action: half the sum on each row, a rupee a card, from the right, skipping vacant slots.

    `already` counts the rupees that the same action has paid before; they lie further right. What a row has no card
    for leaves the game.
    """
    draft.player(seat).rupees -= amount
    draft.effect("paid", "PP-6.3-cost", seat=seat, amount=amount)
    if draft.options.action_cost_cards == "columns":
        lines = [[row * COLUMNS + column for column in reversed(range(COLUMNS)) for row in (0, 1)]]
    else:
        lines = [[row * COLUMNS + column for column in reversed(range(COLUMNS))] for row in (0, 1)]
    each, before = amount // len(lines), already // len(lines)
    for line in lines:
        slots = [slot for slot in line if draft.market[slot]][before : before + each]
        for slot in slots:
            lay_rupees(draft, slot, 1, for_action=True)
        if len(slots) < each:
            draft.effect("rupees_lost", "PP-6.3-cost", amount=each - len(slots))


# Tax


def shelter(view: View, seat: int) -> int:
    """The economic stars of a seat, which shelter rupees from a tax (PP-2.5-stars)."""
    return stars(view.players[seat])[2]


def taxable_regions(view: View, seat: int) -> frozenset[str]:
    """The regions whose court cards open their owners to a tax of this seat."""
    return frozenset(ruled_regions(view, seat))


@rule("PP-6.4-tax", neutral=True)
def exposed(view: View, seat: int, other: int, aimed: int) -> bool:
    """Whether another seat has a rupee that a tax of `seat` can reach, `aimed` points having been spent on it.

    It needs a court card of a region that the taxing seat rules; rupees up to its economic stars are sheltered
    (PP-D23: off the holdings, or off the tax).
    """
    if other == seat:
        return False
    everywhere = taxes_everywhere(view, seat)
    regions = taxable_regions(view, seat)
    court = view.players[other].court
    reached = any(everywhere or CARDS[card].region in regions for card in court)
    if everywhere and view.options.ancient_lineage_target == "anyone":
        reached = True
    if not reached:
        return False
    rupees = view.players[other].rupees
    if view.options.tax_shelter == "tax":
        return rupees > 0
    return rupees > shelter(view, other)


def anything_taxable(view: View, seat: int) -> bool:
    """Whether a tax could take a rupee now, from a market card or from a player."""
    on_cards = any(card and rupees for card, rupees in zip(view.market, view.market_rupees, strict=True))
    return on_cards or any(exposed(view, seat, other, 0) for other in range(len(view.players)))


def check_tax(view: View, frame: Tax, event: Event) -> list[Violation]:
    """Whether a point of the tax may be spent in this way."""
    if isinstance(event, Stopped):
        return []
    if not isinstance(event, RupeeTaxed) or (event.card is None) == (event.seat is None):
        return [Violation(rule="PP-6.4-tax", message="a tax takes from one market card or from one player")]
    found = []
    source = _source(view, event)
    if frame.source and source != frame.source:
        found.append(Violation(rule="PP-6.4-tax", message="this tax may take from one source only"))
    if event.card is not None:
        if event.card not in view.market or not event.card:
            message = f"{card_name(event.card)} is not in the market"
            found.append(Violation(rule="PP-6.4-tax", message=message))
        elif not view.market_rupees[view.market.index(event.card)]:
            message = f"no rupees lie on {card_name(event.card)}"
            found.append(Violation(rule="PP-6.4-tax", message=message))
    elif event.seat is not None:
        found += _check_tax_on_seat(view, frame, event.seat)
    return found


def _check_tax_on_seat(view: View, frame: Tax, other: int) -> list[Violation]:
    if not 0 <= other < len(view.players):
        return [Violation(rule="PP-6.4-tax", message=f"there is no seat {other}")]
    if exposed(view, owner_seat(view), other, frame.aimed[other]):
        return []
    who = view.names[other]
    held, safe = view.players[other].rupees, shelter(view, other)
    message = f"{who} cannot be taxed: holds {held}, shelters {safe}, or has no court card of a region you rule"
    return [Violation(rule="PP-6.4-tax", message=message)]


def _source(view: View, event: RupeeTaxed) -> str:
    return "market" if event.card is not None else f"seat:{event.seat}"


def candidates_tax(view: View, frame: Tax) -> Iterable[Event]:
    """A rupee from each market card and from each player; or to stop."""
    cards: list[Event] = [RupeeTaxed(card=card) for card in view.market if card]
    return [*cards, *(RupeeTaxed(seat=seat) for seat in range(len(view.players))), Stopped()]


def apply_tax(draft: Draft, frame: Tax, event: Event) -> None:
    """Take one rupee, or stop."""
    if not isinstance(event, RupeeTaxed):
        draft.frames.pop()
        return
    seat = owner_seat(draft)
    aimed = list(frame.aimed)
    if event.card is not None:
        slot = draft.market.index(event.card)
        draft.market_rupees[slot] -= 1
        draft.player(seat).rupees += 1
        draft.effect("taxed", "PP-6.4-tax", seat=seat, card=event.card, amount=1)
    elif event.seat is not None:
        aimed[event.seat] += 1
        if draft.options.tax_shelter == "tax" and aimed[event.seat] <= shelter(draft, event.seat):
            draft.effect("tax_escaped", "PP-6.4-tax", seat=seat, other=event.seat, amount=1)
        else:
            draft.player(event.seat).rupees -= 1
            draft.player(seat).rupees += 1
            draft.effect("taxed", "PP-6.4-tax", seat=seat, other=event.seat, amount=1)
    source = _source(draft, event) if draft.options.tax_sources == "one_source" else ""
    draft.frames[-1] = Tax(card=frame.card, left=frame.left - 1, aimed=tuple(aimed), source=source)


def resume_tax(draft: Draft, frame: Tax) -> bool:
    """The tax is over when its points are spent."""
    if frame.left > 0:
        return False
    draft.frames.pop()
    return True


def prompt_tax(view: View, frame: Tax) -> Prompt:
    """Where the next rupee comes from."""
    seat = owner_seat(view)
    text = f"{view.names[seat]} taxes with {card_name(frame.card)}: {frame.left} left, or stop"
    return Prompt(ask="tax", seat=seat, text=text, card=frame.card)


# Gift


@rule("PP-6.5-gift", neutral=(2,))
def gift_slots(view: View, seat: int) -> tuple[int, ...]:
    """The gift spaces that may be filled: any empty one, or the cheapest only (PP-D6)."""
    empty = tuple(slot for slot in GIFT_SLOTS if not count(view, group_of_seat(seat), GIFT_AT[slot]))
    return empty[:1] if view.options.gift_order == "ascending" else empty


def candidates_gift(view: View, frame: Gift) -> Iterable[Event]:
    """Every space with every piece that may be taken."""
    seat = owner_seat(view)
    pieces = distinct_sources(view, takeable(view, group_of_seat(seat)))
    return [GiftBought(slot=slot, piece=piece) for slot in GIFT_SLOTS for piece in pieces]


def check_gift(view: View, frame: Gift, event: GiftBought) -> list[Violation]:
    """Whether this space may be filled with this piece."""
    seat = owner_seat(view)
    found = check_source(view, group_of_seat(seat), event.piece)
    if event.slot not in GIFT_SLOTS:
        return [*found, Violation(rule="PP-6.5-gift", message=f"gift spaces cost 2, 4 or 6, not {event.slot}")]
    if event.slot not in gift_slots(view, seat):
        taken = count(view, group_of_seat(seat), GIFT_AT[event.slot])
        message = f"gift space {event.slot} is taken" if taken else f"gift space {event.slot} is not the next one"
        found.append(Violation(rule="PP-6.5-gift", message=message))
    if view.players[seat].rupees < event.slot:
        message = f"the gift costs {event.slot}, {view.names[seat]} has {view.players[seat].rupees}"
        found.append(Violation(rule="PP-6.5-gift", message=message))
    return found


def apply_gift(draft: Draft, frame: Gift, event: GiftBought) -> None:
    """Pay for the space and put the cylinder on it."""
    seat = owner_seat(draft)
    draft.frames.pop()
    pay_action_cost(draft, seat, event.slot)
    before = place_of(draft, event.piece)
    draft.put(event.piece, GIFT_AT[event.slot])
    draft.placed = tuple(sorted((*draft.placed, event.piece)))
    draft.effect("gift", "PP-6.5-gift", seat=seat, piece=event.piece, place=GIFT_AT[event.slot], amount=event.slot)
    if draft.options.reuse_overthrow == "follows":
        left_a_place(draft, group_of_seat(seat), before)


def prompt_gift(view: View, frame: Gift) -> Prompt:
    """Which space."""
    seat = owner_seat(view)
    return Prompt(ask="gift", seat=seat, text=f"{view.names[seat]} buys a gift: 2, 4 or 6", card=frame.card)
