"""Section 7 of the rules: losing cards and tribes, leverage, overthrow, and what happens when a supply is empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.board import LIMBO, REGION_AT, SEATS_FROM, SUPPLY, card_name, piece_name
from engine.pamir.cards import CARDS
from engine.pamir.events import CardDiscarded
from engine.pamir.frames import Acknowledge, Cleanup, Debt, Losses
from engine.pamir.state import Draft, View, clockwise, count, group_of_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards but one, in the same order."""
    return tuple(other for other in cards if other != card)


def lose_court_card(draft: Draft, seat: int, card: int, rule_id: str) -> None:
    """Take one card out of a court, with all that follows from it (PP-7)."""
    player = draft.player(seat)
    player.court = without(player.court, card)
    draft.spent = without(draft.spent, card)
    draft.discard(card)
    draft.effect("card_lost", rule_id, seat=seat, card=card)
    return_spies(draft, card)
    owe_leverage(draft, seat, card)
    overthrow_from_court(draft, seat, card)


def lose_court_cards(draft: Draft, seat: int, cards: Sequence[int], rule_id: str) -> None:
    """Take several cards out of a court at once: left to right, or in the order the owner chooses (PP-D20)."""
    chosen = draft.options.losses_order == "owner_chooses"
    if chosen and len(cards) > 1 and any(CARDS[card].leveraged for card in cards):
        draft.frames.append(Losses(seat=seat, cards=tuple(cards), why=rule_id))
        return
    for card in cards:
        if card in draft.players[seat].court:
            lose_court_card(draft, seat, card, rule_id)


@rule("PP-7.1-discard-court")
def return_spies(draft: Draft, card: int) -> None:
    """All spies on a card that leaves a court return to their owners."""
    place = f"card:{card}"
    for seat in range(len(draft.players)):
        returned = draft.send_all(group_of_seat(seat), place, SUPPLY)
        if returned:
            draft.effect("spies_returned", "PP-7.1-discard-court", seat=seat, card=card, amount=returned)


@rule("PP-7.2-leverage")
def owe_leverage(draft: Draft, seat: int, card: int) -> None:
    """Losing a leveraged court card costs its owner two rupees; what is missing is settled by discards."""
    if CARDS[card].leveraged:
        draft.player(seat).rupees -= 2
        draft.effect("leverage_owed", "PP-7.2-leverage", seat=seat, card=card, amount=2)


@rule("PP-7.3-overthrow-court")
def overthrow_from_court(draft: Draft, seat: int, card: int) -> None:
    """Losing the last political court card of a region takes the player's tribes there (PP-D21: how wide)."""
    face = CARDS[card]
    region = face.region or ""
    if face.suit != "political" or _political_cards(draft, seat, region):
        return
    scope = draft.options.overthrow_scope
    lost = draft.send_all(group_of_seat(seat), REGION_AT[region], SUPPLY)
    if lost:
        draft.effect("overthrow", "PP-7.3-overthrow-court", seat=seat, place=region, amount=lost, card=card)
    if scope != "political_and_own_tribes":
        lose_court_cards(draft, seat, _cards_of(draft, seat, region), "PP-7.3-overthrow-court")
    if scope == "everyones_tribes":
        _clear_everyones_tribes(draft, seat, region, "PP-7.3-overthrow-court")


@rule("PP-7.4-overthrow-map")
def overthrow_from_map(draft: Draft, seat: int, region: str) -> None:
    """Losing the last tribe of a region takes the player's political court cards of it (PP-D21: how wide)."""
    if count(draft, group_of_seat(seat), REGION_AT[region]):
        return
    scope = draft.options.overthrow_scope
    own_political = scope == "political_and_own_tribes"
    cards = _political_cards(draft, seat, region) if own_political else _cards_of(draft, seat, region)
    if cards:
        draft.effect("overthrow", "PP-7.4-overthrow-map", seat=seat, place=region, amount=len(cards))
        lose_court_cards(draft, seat, cards, "PP-7.4-overthrow-map")
    if scope == "everyones_tribes":
        _clear_everyones_tribes(draft, seat, region, "PP-7.4-overthrow-map")


def _clear_everyones_tribes(draft: Draft, seat: int, region: str, rule_id: str) -> None:
    for other in clockwise(draft, seat):
        lost = draft.send_all(group_of_seat(other), REGION_AT[region], SUPPLY)
        if lost:
            draft.effect("tribes_lost", rule_id, seat=other, place=region, amount=lost)
            overthrow_from_map(draft, other, region)


def _cards_of(view: View, seat: int, region: str) -> tuple[int, ...]:
    return tuple(card for card in view.players[seat].court if CARDS[card].region == region)


def _political_cards(view: View, seat: int, region: str) -> tuple[int, ...]:
    return tuple(card for card in _cards_of(view, seat, region) if CARDS[card].suit == "political")


def left_a_place(draft: Draft, piece_group: int, place: str) -> None:
    """A piece left a place: if it was a player's last tribe of a region, overthrow follows."""
    where, _, region = place.partition(":")
    if where == "region" and piece_group >= SEATS_FROM:
        overthrow_from_map(draft, piece_group - SEATS_FROM, region)


def _names(view: View, group: int) -> Iterable[str]:
    indices = range(len(view.pieces[group]))
    return (piece_name(group, index) for index in (reversed(indices) if group < SEATS_FROM else indices))


def _at(view: View, piece: str, group: int) -> str:
    return view.pieces[group][int(piece[1:]) if group < SEATS_FROM else int(piece.partition(".")[2])]


def _in_supply(view: View, group: int) -> list[str]:
    if SUPPLY not in view.pieces[group]:
        return []
    return [piece for piece in _names(view, group) if _at(view, piece, group) == SUPPLY]


@rule("PP-7.5-supply", instead=_in_supply)
def takeable(view: View, group: int) -> list[str]:
    """The pieces of an owner that may be placed now.

    Those in the supply; with the supply empty, any in play that was not placed this turn, gifts and spies included.
    Blocks are named from the highest index, cylinders from the lowest.
    """
    supply = _in_supply(view, group)
    if supply:
        return supply
    placed = view.placed
    return [piece for piece in _names(view, group) if piece not in placed and _at(view, piece, group) != LIMBO]


def take_and_place(draft: Draft, piece: str, to: str, *, counts_as_placed: bool = True) -> None:
    """Put a piece on its place, from the supply or from where it lay, with the overthrow that may follow (PP-D3)."""
    group = _group(piece)
    before = _at(draft, piece, group)
    draft.put(piece, to)
    if counts_as_placed:
        draft.placed = tuple(sorted((*draft.placed, piece)))
    rule_id = "PP-5.5-icons" if before == SUPPLY else "PP-7.5-supply"
    draft.effect("placed", rule_id, piece=piece, place=to, detail=before)
    if before != SUPPLY and draft.options.reuse_overthrow == "follows":
        left_a_place(draft, group, before)


def _group(piece: str) -> int:
    return "ABR".index(piece[0]) if piece[0] in "ABR" else SEATS_FROM + int(piece[1 : piece.index(".")])


# Debts


def debtors(view: View) -> tuple[int, ...]:
    """The seats that owe discards, the active player first."""
    return tuple(seat for seat in clockwise(view, view.turn_of or 0) if view.players[seat].rupees < 0)


def push_debts(draft: Draft) -> bool:
    """Put the debts that are open now before everything else; tells whether there were any."""
    open_debts = debtors(draft)
    draft.frames.extend(Debt(seat=seat) for seat in reversed(open_debts))
    return bool(open_debts)


def resume_debt(draft: Draft, frame: Debt) -> bool:
    """Forgive what cannot be paid, and be done when nothing is owed."""
    player = draft.players[frame.seat]
    if player.rupees < 0 and not player.court and not player.hand:
        forgiven = -player.rupees
        draft.player(frame.seat).rupees = 0
        draft.effect("debt_forgiven", "PP-7.2-leverage", seat=frame.seat, amount=forgiven)
    if draft.players[frame.seat].rupees >= 0:
        draft.frames.pop()
        _take_over_prompts(draft, frame.seat)
        if draft.options.acknowledgement == "asked":
            draft.frames.append(Acknowledge(seat=frame.seat, phase="leverage"))
        return True
    return False


def _take_over_prompts(draft: Draft, seat: int) -> None:
    """With PP-D19 at "last_debtor" a debtor takes the forced prompts of the rest of a cleanup."""
    if draft.options.cleanup_prompt != "last_debtor":
        return
    for index, frame in enumerate(draft.frames):
        if isinstance(frame, Cleanup) and frame.stage == "events":
            draft.frames[index] = Cleanup(stage=frame.stage, discarded=frame.discarded, prompted=seat)


def prompt_debt(view: View, frame: Debt) -> Prompt:
    """A card for each missing rupee."""
    owed = -view.players[frame.seat].rupees
    text = f"{view.names[frame.seat]} owes {owed} and discards a card for each missing rupee"
    return Prompt(ask="leverage", seat=frame.seat, text=text)


def candidates_debt(view: View, frame: Debt) -> Iterable[Event]:
    """Every card in hand and court."""
    player = view.players[frame.seat]
    return [CardDiscarded(card=card) for card in (*player.court, *player.hand)]


def check_debt(view: View, frame: Debt, event: CardDiscarded) -> list[Violation]:
    """The card must be the debtor's."""
    player = view.players[frame.seat]
    if event.card in player.court or event.card in player.hand:
        return []
    message = f"{card_name(event.card)} is neither in the hand nor in the court of {view.names[frame.seat]}"
    return [Violation(rule="PP-7.2-leverage", message=message)]


def apply_debt(draft: Draft, frame: Debt, event: CardDiscarded) -> None:
    """One card goes for one rupee; a leveraged court card adds two to the debt."""
    player = draft.player(frame.seat)
    player.rupees += 1
    draft.effect("debt_paid", "PP-7.2-leverage", seat=frame.seat, card=event.card, amount=1)
    if event.card in player.court:
        lose_court_card(draft, frame.seat, event.card, "PP-7.2-leverage")
    else:
        player.hand = without(player.hand, event.card)
        draft.discard(event.card)


# The order of several losses (PP-D20)


def resume_losses(draft: Draft, frame: Losses) -> bool:
    """With one card left, or none, there is nothing to choose."""
    left = tuple(card for card in frame.cards if card in draft.players[frame.seat].court)
    draft.frames.pop()
    if len(left) > 1:
        draft.frames.append(Losses(seat=frame.seat, cards=left, why=frame.why))
        return False
    for card in left:
        lose_court_card(draft, frame.seat, card, frame.why)
    return True


def prompt_losses(view: View, frame: Losses) -> Prompt:
    """Which goes first."""
    text = f"{view.names[frame.seat]} loses {len(frame.cards)} cards and chooses which goes first"
    return Prompt(ask="losses", seat=frame.seat, text=text)


def candidates_losses(view: View, frame: Losses) -> Iterable[Event]:
    """The cards that go."""
    return [CardDiscarded(card=card) for card in frame.cards]


def check_losses(view: View, frame: Losses, event: CardDiscarded) -> list[Violation]:
    """Only the cards that go anyway."""
    if event.card in frame.cards:
        return []
    return [Violation(rule=frame.why, message=f"{card_name(event.card)} is not among the cards that are lost")]


def apply_losses(draft: Draft, frame: Losses, event: CardDiscarded) -> None:
    """The chosen card is lost; the others follow."""
    draft.frames[-1] = Losses(seat=frame.seat, cards=without(frame.cards, event.card), why=frame.why)
    lose_court_card(draft, frame.seat, event.card, frame.why)
