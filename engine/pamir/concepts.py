"""Section 2 of the rules: rule over regions, influence, stars, and what counts as what."""

from __future__ import annotations

from engine.pamir.board import REGION_AT, SEATS_FROM, SUPPLY
from engine.pamir.cards import CARDS, SUITS
from engine.pamir.state import COALITION_GROUP, Draft, Player, PlayerDraft, State, View, group_of_seat
from engine.rules import rule

_SUIT_INDEX = {suit: index for index, suit in enumerate(SUITS)}
_NO_STARS = (0, 0, 0, 0)


@rule("PP-2.3-ruler")
def ruler_of(view: View, region: str) -> int | None:
    """The seat that rules a region, or None.

    A ruler has a tribe there, is stronger than every other seat, and is stronger than every coalition's armies.
    """
    place = REGION_AT[region]
    pieces = view.pieces
    armies = (pieces[0].count(place), pieces[1].count(place), pieces[2].count(place))
    best, ruler, tied = 0, None, False
    for seat, player in enumerate(view.players):
        tribes = pieces[SEATS_FROM + seat].count(place)
        own = tribes + (armies[COALITION_GROUP[player.loyalty]] if player.loyalty else 0)
        if own > best:
            best, tied = own, False
            ruler = seat if tribes else None
        elif own == best:
            tied = True
    if ruler is None or tied:
        return None
    if view.options.unled_armies == "block" and max(armies) >= best:
        return None
    return ruler


def tell_rulers(draft: Draft, before: State) -> None:
    """Name every region that has another ruler than before."""
    for region, place in REGION_AT.items() if draft.stirred else ():
        if place in draft.stirred:
            was, now = ruler_of(before, region), ruler_of(draft, region)
            if was != now:
                draft.effect("ruler", "PP-2.3-ruler", seat=now, other=was, place=region)


def ruled_regions(view: View, seat: int) -> tuple[str, ...]:
    """The regions that a seat rules now."""
    own = view.pieces[SEATS_FROM + seat]
    return tuple(region for region, place in REGION_AT.items() if place in own and ruler_of(view, region) == seat)


@rule("PP-2.9-hand", instead=lambda player: player.court + player.hand)
def counted_cards(player: Player | PlayerDraft) -> tuple[int, ...]:
    """The cards that give a player stars and influence: those in the court, never those in hand."""
    return player.court


@rule("PP-2.5-stars", neutral=_NO_STARS)
def stars(player: Player | PlayerDraft) -> tuple[int, int, int, int]:
    """The ranks in a player's court summed by suit: political, intelligence, economic, military."""
    cards = counted_cards(player)
    if not cards:
        return _NO_STARS
    sums = [0, 0, 0, 0]
    for number in cards:
        card = CARDS[number]
        if card.suit:
            sums[_SUIT_INDEX[card.suit]] += card.rank
    return sums[0], sums[1], sums[2], sums[3]


def gifts(view: View, seat: int) -> int:
    """How many gift spaces a seat has filled."""
    own = view.pieces[group_of_seat(seat)]
    return own.count("gift:2") + own.count("gift:4") + own.count("gift:6")


@rule("PP-2.4-influence", neutral=0)
def influence(view: View, seat: int) -> int:
    """One, and one for each patriot, prize and gift, as far as no event changes their worth."""
    player = view.players[seat]
    patriots = sum(1 for number in counted_cards(player) if CARDS[number].patriot)
    if rumored(player):
        patriots = 0
    return 1 + patriots + len(player.prizes) + gifts(view, seat) * gift_worth(view, player)


@rule("PP-11.108", neutral=False)
def rumored(player: Player | PlayerDraft) -> bool:
    """Rumor: the named player's patriots are worth nothing until the next check."""
    return "rumor" in player.effects


@rule("PP-11.106", neutral=1)
def gift_worth(view: View, player: Player | PlayerDraft) -> int:
    """What one gift adds: nothing under Embarrassment of Riches, two with Koh-i-noor Recovered, else one."""
    if "embarrassment_of_riches" in view.effects:
        return 0
    return 2 if "koh_i_noor" in player.effects else 1


@rule("PP-2.6-cylinders-in-play", neutral=0)
def cylinders_in_play(view: View, seat: int) -> int:
    """How many cylinders are off the player board: tribes, spies and gifts."""
    own = view.pieces[group_of_seat(seat)]
    return len(own) - own.count(SUPPLY)


@rule("PP-2.7-court-order", instead=lambda court, card, end: tuple(sorted((*court, card))))
def join_court(court: tuple[int, ...], card: int, end: str) -> tuple[int, ...]:
    """A court with a new card on the end that was chosen; nothing else in it moves."""
    return (card, *court) if end == "left" else (*court, card)


@rule("PP-2.8-negotiation", neutral=True)
def may_change_hands(amount: int, due: int) -> bool:
    """Whether a sum may pass between players in a bribe: never more than is due; rupees are no present."""
    return 0 <= amount <= due


@rule("PP-2.10-favored-suit")
def favor(draft: Draft, suit: str, rule_id: str) -> None:
    """Move the favored suit marker; exactly one suit is favored at any time."""
    before = draft.favored
    draft.favored = suit
    draft.effect("favored", rule_id, detail=suit, amount=0 if before == suit else 1)
