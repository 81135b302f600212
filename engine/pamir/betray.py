"""Section 6 of the rules: the betray action, and the prize that may come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import bodyguarded
from engine.pamir.board import SEATS_FROM, card_name
from engine.pamir.cards import CARDS
from engine.pamir.events import CardBetrayed, PrizeAccepted, PrizeRefused
from engine.pamir.frames import Betray, PrizeOffer
from engine.pamir.losses import lose_court_card
from engine.pamir.loyalty import change_loyalty
from engine.pamir.state import Draft, View, court_owner, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable


def begin(draft: Draft, card: int) -> None:
    """The price is paid; the card to betray is chosen next."""
    draft.frames.append(Betray(card=card))


@rule("PP-6.8-betray", instead=lambda view, seat: tuple(card for player in view.players for card in player.court))
def targets(view: View, seat: int) -> tuple[int, ...]:
    """The court cards that carry a spy of the seat, its own among them, but for cards under Bodyguards."""
    spies = view.pieces[SEATS_FROM + seat]
    return tuple(
        card
        for player in view.players
        for card in player.court
        if f"card:{card}" in spies and not bodyguarded(view, card)
    )


def prompt_betray(view: View, frame: Betray) -> Prompt:
    """Which card."""
    seat = owner_seat(view)
    return Prompt(ask="betray", seat=seat, text=f"{view.names[seat]} betrays a card that carries a spy of theirs",
                  card=frame.card)  # fmt: skip


def candidates_betray(view: View, frame: Betray) -> Iterable[Event]:
    """Every court card."""
    return [CardBetrayed(card=card) for player in view.players for card in player.court]


def check_betray(view: View, frame: Betray, event: CardBetrayed) -> list[Violation]:
    """Whether this card may be betrayed."""
    seat = owner_seat(view)
    if event.card in targets(view, seat):
        return []
    if court_owner(view, event.card) is None:
        message = f"{card_name(event.card)} lies in no court"
    elif f"card:{event.card}" in view.pieces[SEATS_FROM + seat]:
        return [Violation(rule="PP-12.15", message=f"{card_name(event.card)} is under Bodyguards")]
    else:
        message = f"{card_name(event.card)} carries no spy of {view.names[seat]}"
    return [Violation(rule="PP-6.8-betray", message=message)]


def apply_betray(draft: Draft, frame: Betray, event: CardBetrayed) -> None:
    """The card is lost to its owner; what it offers as a prize may be kept."""
    owner = court_owner(draft, event.card)
    if owner is None:
        raise AssertionError("checked")
    draft.frames.pop()
    draft.effect("betrayed", "PP-6.8-betray", seat=owner_seat(draft), other=owner, card=event.card)
    if CARDS[event.card].prize:
        draft.frames.append(PrizeOffer(card=event.card))
    lose_court_card(draft, owner, event.card, "PP-6.8-betray")


def prompt_prize(view: View, frame: PrizeOffer) -> Prompt:
    """Keep it or not."""
    seat, prize = owner_seat(view), CARDS[frame.card].prize or ""
    text = f"{view.names[seat]}: keep {card_name(frame.card)} as a {prize.capitalize()} prize?"
    return Prompt(ask="prize", seat=seat, text=text, card=frame.card)


def candidates_prize(view: View, frame: PrizeOffer) -> Iterable[Event]:
    """Both answers."""
    return [PrizeAccepted(), PrizeRefused()]


def check_prize(view: View, frame: PrizeOffer, event: Event) -> list[Violation]:
    """Both answers are free."""
    return []


def apply_prize(draft: Draft, frame: PrizeOffer, event: Event) -> None:
    """Keep the card; a prize of another coalition changes the loyalty first."""
    draft.frames.pop()
    if not isinstance(event, PrizeAccepted):
        return
    seat, prize = owner_seat(draft), CARDS[frame.card].prize
    if prize is None:
        raise AssertionError("only a card with a prize is offered")
    if prize != draft.players[seat].loyalty:
        change_loyalty(draft, seat, prize)
    pile = list(draft.discards)
    pile.remove(frame.card)
    draft.discards = tuple(pile)
    player = draft.player(seat)
    player.prizes = (*player.prizes, frame.card)
    draft.effect("prize_taken", "PP-6.8-betray", seat=seat, card=frame.card, detail=prize)
