"""Section 8 of the rules: a change of loyalty."""

from __future__ import annotations

from engine.pamir.board import GIFT_AT, REGION_AT, SUPPLY
from engine.pamir.cards import CARDS
from engine.pamir.losses import lose_court_cards
from engine.pamir.state import Draft, group_of_seat
from engine.rules import rule


@rule("PP-8.1")
def change_loyalty(draft: Draft, seat: int, coalition: str) -> None:
    """Patriots of the old coalition, all prizes and all gifts go; then the dial turns."""
    player = draft.player(seat)
    old = player.loyalty
    draft.effect("loyalty_changed", "PP-8.1", seat=seat, detail=coalition)
    patriots = tuple(card for card in player.court if CARDS[card].patriot == old)
    player.loyalty = coalition
    draft.stirred.update(REGION_AT.values())
    prizes, player.prizes = player.prizes, ()
    for card in prizes:
        draft.discard(card)
        draft.effect("prize_lost", "PP-8.1", seat=seat, card=card)
    return_cylinders(draft, seat)
    lose_court_cards(draft, seat, patriots, "PP-8.1")


def _return_everything(draft: Draft, seat: int) -> None:
    group = group_of_seat(seat)
    for place in set(draft.pieces[group]):
        draft.send_all(group, place, SUPPLY)


@rule("PP-8.2", instead=_return_everything)
def return_cylinders(draft: Draft, seat: int) -> None:
    """Only the gifts return; spies and tribes stay, and rule over regions is reckoned anew from them."""
    for place in GIFT_AT.values():
        if draft.send_all(group_of_seat(seat), place, SUPPLY):
            draft.effect("gift_lost", "PP-8.1", seat=seat, place=place)
