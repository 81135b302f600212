"""The events of Pax Pamir: what a seat decided, or what chance brought. Consequences are never events.

Section 13 of the rules lists what a log must record; each entry there has its event here. A choice of several pieces
is one event per piece, and a step that the rules force but the table takes in turn (a riot, an event card leaving the
market) is an event too, so that its consequences have a place of their own in the log.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.events import Event, GameStarted
from engine.pamir.options import Options


class PamirStarted(GameStarted, frozen=True, kw_only=True, tag="pamir.game_started"):
    """A game was set up (PP-1).

    `deck` is the whole order of a known deck, next card first, the twelve market cards included; None at a table,
    where the deck is unknown. `position` is the JSON text of a position from which the game begins instead.
    """

    options: Options
    first_chooser: int = 0
    deck: tuple[int, ...] | None = None
    position: str | None = None


class CardRevealed(Event, frozen=True, kw_only=True, tag="pamir.card_revealed"):
    """Chance: the next card of the deck came into the market (PP-1.4-market, PP-9.4-refill)."""

    card: int


class LoyaltyChosen(Event, frozen=True, kw_only=True, tag="pamir.loyalty_chosen"):
    """A seat picked its first coalition (PP-1.5-loyalty)."""

    coalition: str


class CardPurchased(Event, frozen=True, kw_only=True, tag="pamir.card_purchased"):
    """The active player bought a market card (PP-4)."""

    card: int


class CardPlayed(Event, frozen=True, kw_only=True, tag="pamir.card_played"):
    """The active player put a hand card on one end of the court, or announced it where a bribe is due (PP-5)."""

    card: int
    end: Literal["left", "right"]


class ActionTaken(Event, frozen=True, kw_only=True, tag="pamir.action_taken"):
    """The active player used one action of a court card, or announced it where the card is held hostage (PP-6)."""

    card: int
    action: str


class TurnEnded(Event, frozen=True, kw_only=True, tag="pamir.turn_ended"):
    """The active player was done with actions; cleanup begins (PP-3.1-actions, PP-9)."""


class BribePaid(Event, frozen=True, kw_only=True, tag="pamir.bribe_paid"):
    """The bribe as it stood was paid, and the act goes ahead (PP-5.1-bribe, PP-6.2-hostage)."""


class WaiverAsked(Event, frozen=True, kw_only=True, tag="pamir.waiver_asked"):
    """The payer asked for the bribe to be waived or lowered (PP-5.1-bribe)."""


class BribeDeclined(Event, frozen=True, kw_only=True, tag="pamir.bribe_declined"):
    """Courtly Manners: the act went ahead unpaid (PP-5.2-exempt)."""


class AttemptWithdrawn(Event, frozen=True, kw_only=True, tag="pamir.attempt_withdrawn"):
    """The act that needed the bribe was given up; it never happened (PP-5.1-bribe)."""


class BribeWaived(Event, frozen=True, kw_only=True, tag="pamir.bribe_waived"):
    """The payee let the act go ahead free (PP-5.1-bribe)."""


class BribeLowered(Event, frozen=True, kw_only=True, tag="pamir.bribe_lowered"):
    """The payee named a lower sum, or the present one again, in rupees (PP-5.1-bribe)."""

    amount: int


class WaiverRefused(Event, frozen=True, kw_only=True, tag="pamir.waiver_refused"):
    """The payee stood by the sum (PP-5.1-bribe)."""


class PiecePlaced(Event, frozen=True, kw_only=True, tag="pamir.piece_placed"):
    """A piece was put on its place: an impact icon, a built block, a Blackmail spy, an Insurrection army.

    Taken from the supply, or, with none left, from wherever it lay (PP-7.5-supply).
    """

    piece: str
    to: str


class FavoredSuitSet(Event, frozen=True, kw_only=True, tag="pamir.favored_suit_set"):
    """The favored suit was set by an icon, an event, or the buyer of Pashtunwali Values (PP-2.10-favored-suit)."""

    suit: str


class RupeeTaxed(Event, frozen=True, kw_only=True, tag="pamir.rupee_taxed"):
    """One point of a tax was spent on a market card or on a player (PP-6.4-tax)."""

    card: int | None = None
    seat: int | None = None


class GiftBought(Event, frozen=True, kw_only=True, tag="pamir.gift_bought"):
    """A cylinder went to an empty gift space for the price of the space (PP-6.5-gift)."""

    slot: int
    piece: str


class PieceMoved(Event, frozen=True, kw_only=True, tag="pamir.piece_moved"):
    """One move of an army, a spy or, under Nationalism, a tribe (PP-6.7-move)."""

    piece: str
    to: str


class CardBetrayed(Event, frozen=True, kw_only=True, tag="pamir.card_betrayed"):
    """A court card that carries a spy of the active player was discarded by betrayal (PP-6.8-betray)."""

    card: int


class PrizeAccepted(Event, frozen=True, kw_only=True, tag="pamir.prize_accepted"):
    """The betrayed card was kept as a prize (PP-6.8-betray)."""


class PrizeRefused(Event, frozen=True, kw_only=True, tag="pamir.prize_refused"):
    """The betrayed card was not kept (PP-6.8-betray)."""


class BattleSiteChosen(Event, frozen=True, kw_only=True, tag="pamir.battle_site_chosen"):
    """The region or court card was named in which a battle is fought (PP-6.9-battle)."""

    at: str


class PieceRemoved(Event, frozen=True, kw_only=True, tag="pamir.piece_removed"):
    """One enemy piece was removed by a battle (PP-6.9-battle)."""

    piece: str


class SpySheltered(Event, frozen=True, kw_only=True, tag="pamir.spy_sheltered"):
    """A spy that a battle removed went to one of its owner's Safe House cards (PP-12.41)."""

    card: int


class Declined(Event, frozen=True, kw_only=True, tag="pamir.declined"):
    """An optional step was not taken: a Blackmail spy, a Safe House, the Infrastructure block."""


class Stopped(Event, frozen=True, kw_only=True, tag="pamir.stopped"):
    """A tax, build, move or battle ended before its limit."""


class CardDiscarded(Event, frozen=True, kw_only=True, tag="pamir.card_discarded"):
    """A seat discarded a card of its choice: for a limit, a debt, or a Confidence Failure."""

    card: int


class EventDiscarded(Event, frozen=True, kw_only=True, tag="pamir.event_discarded"):
    """An event card in the leftmost column left the market in cleanup (PP-9.3-events)."""

    card: int


class RiotResolved(Event, frozen=True, kw_only=True, tag="pamir.riot_resolved"):
    """A riot cleared a region (PP-11.riot)."""

    region: str


class PlayerNamed(Event, frozen=True, kw_only=True, tag="pamir.player_named"):
    """The buyer of Rumor or Other Persuasive Methods named a player (PP-11.108, PP-11.114)."""

    seat: int


class RegionRebuked(Event, frozen=True, kw_only=True, tag="pamir.region_rebuked"):
    """The buyer of Rebuke named a region, which was cleared as by a riot (PP-11.116)."""

    region: str


class InstabilityResolved(Event, frozen=True, kw_only=True, tag="pamir.instability_resolved"):
    """Two Dominance Checks lay in the market; both left it and one check was scored (PP-9.5-instability)."""


class Confirmed(Event, frozen=True, kw_only=True, tag="pamir.confirmed"):
    """The seat acknowledged the end of its discards; only where the option `acknowledgement` asks for it."""


PamirEvent = (
    PamirStarted | CardRevealed | LoyaltyChosen | CardPurchased | CardPlayed | ActionTaken | TurnEnded
    | BribePaid | WaiverAsked | BribeDeclined | AttemptWithdrawn | BribeWaived | BribeLowered | WaiverRefused
    | PiecePlaced | FavoredSuitSet | RupeeTaxed | GiftBought | PieceMoved | CardBetrayed | PrizeAccepted
    | PrizeRefused | BattleSiteChosen | PieceRemoved | SpySheltered | Declined | Stopped | CardDiscarded
    | EventDiscarded | RiotResolved | PlayerNamed | RegionRebuked | InstabilityResolved | Confirmed
)  # fmt: skip

decoder = msgspec.json.Decoder(PamirEvent)
