"""The rows that a game of Pax Pamir states of itself: what each table holds.

Every row belongs to one game (`stream`, added by the store) and tells when it happened: `version`, the number of the
event in the stream, and `turn`, 0 during setup. Seats are joined to people by the shared table `seat`. `number` and
`card_name` are a card's printed number and name. Words that the log leaves open are None, never a guess.
"""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of all rows."""


class PamirGame(Row, frozen=True, kw_only=True, gc=False):
    """The game as a whole, as far as it has been played.

    `reason` is "lead_of_four" or "final_check", empty before the end; `tie_break` "", "stars", "rupees" or "shared".
    `decided_by_final` is set when a final check was scored: whether the winners are others than those who led before.
    """

    turns: int
    checks: int
    successful: int
    reason: str
    tie_break: str
    decided_by_final: bool | None


class PamirSeat(Row, frozen=True, kw_only=True, gc=False):
    """A seat at the end, or as it stands: what its player has and what had happened to it.

    `first_loyalty` is the coalition chosen at setup, `last_loyalty` the one now. The four suits are stars in court.
    `cylinders` are those in play, `gifts` those of them on gift spaces, `turns` the turns that the seat began.
    """

    seat: int
    first_loyalty: str | None
    last_loyalty: str | None
    loyalty_changes: int
    vp: int
    influence: int
    cylinders: int
    patriots: int
    prizes: int
    gifts: int
    political: int
    intelligence: int
    economic: int
    military: int
    rupees: int
    hand: int
    court: int
    turns: int


class PamirOption(Row, frozen=True, kw_only=True, gc=False):
    """A point of the rules on which the game was played otherwise than officially."""

    option: str
    value: str
    official: str


class PamirTurn(Row, frozen=True, kw_only=True, gc=False):
    """A turn as it began: whose it was, and the rupees and blocks in play at that moment."""

    turn: int
    version: int
    seat: int
    rupees_held: int
    rupees_market: int
    afghan: int
    british: int
    russian: int
    favored: str
    deck: int


class PamirReign(Row, frozen=True, kw_only=True, gc=False):
    """An unbroken rule of a seat over a region.

    `turns` counts the turns that began while it lasted; `until_version` is the event that ended it, None at the end.
    """

    region: str
    seat: int
    version: int
    turn: int
    until_version: int | None
    until_turn: int | None
    turns: int


class PamirCheck(Row, frozen=True, kw_only=True, gc=False):
    """A Dominance Check: how it came, what was counted, and who was dominant (None: unsuccessful).

    `number` counts the checks of a game from 1; `trigger` is "purchase", "discard" or "instability"; `seat` has the
    turn; the coalitions are their blocks in play, `needed` the lead that success asked for.
    """

    number: int
    version: int
    turn: int
    seat: int
    trigger: str
    dominant: str | None
    success: bool
    final: bool
    needed: int
    afghan: int
    british: int
    russian: int
    ended_game: bool


class PamirScore(Row, frozen=True, kw_only=True, gc=False):
    """A seat at a Dominance Check: what it brought, what it scored, and its points after it.

    `scored` tells whether the seat scored at all: everybody after an unsuccessful check, else who was loyal.
    """

    number: int
    version: int
    turn: int
    seat: int
    loyalty: str
    scored: bool
    influence: int
    patriots: int
    prizes: int
    gifts: int
    cylinders: int
    points: int
    vp: int


class PamirLoyalty(Row, frozen=True, kw_only=True, gc=False):
    """A seat's loyalty set or changed; `cause` is "setup", "patriot" or "prize", the counts are what it cost."""

    version: int
    turn: int
    seat: int
    before: str | None
    loyalty: str
    cause: str
    card: int | None
    patriots_lost: int
    prizes_lost: int
    gifts_lost: int


class PamirOverthrow(Row, frozen=True, kw_only=True, gc=False):
    """An overthrow: who lost what in which region, and which act of which turn's owner brought it about.

    `rule` tells which way it went (court to map, or map to court); `cause` is "battle", "betray", "riot", "rebuke",
    "loyalty_change", "reuse" (a tribe re-used for want of a cylinder), "move", "court_limit", "debt" or another.
    """

    version: int
    turn: int
    seat: int
    acting: int
    region: str
    rule: str
    cause: str
    tribes_lost: int
    cards_lost: int


class PamirBribe(Row, frozen=True, kw_only=True, gc=False):
    """A bribe from the moment it was due: for playing a card (`kind` "play") or for using one ("hostage").

    `act` is "play" or the card action. `asked` counts the requests for a waiver, `refused` the refusals, `lowered` is
    the last lower sum named. `outcome` is "paid" (in full), "lowered" (a lower sum was paid), "waived", "declined"
    (Courtly Manners), "withdrawn" (the act never happened) or "open".
    """

    version: int
    turn: int
    payer: int
    payee: int
    kind: str
    act: str
    card: int
    card_name: str
    region: str
    due: int
    asked: int
    refused: int
    lowered: int | None
    outcome: str
    paid: int
    settled_version: int | None


class PamirPurchase(Row, frozen=True, kw_only=True, gc=False):
    """A card bought: `kind` "court", "event" or "dominance_check"; `market_column` counts from 1, the free one."""

    version: int
    turn: int
    seat: int
    card: int
    card_name: str
    kind: str
    market_column: int
    cost: int
    collected: int


class PamirPlay(Row, frozen=True, kw_only=True, gc=False):
    """A card that came into a court, and what it is."""

    version: int
    turn: int
    seat: int
    card: int
    card_name: str
    side: str
    suit: str
    region: str
    rank: int
    patriot: str | None


class PamirAction(Row, frozen=True, kw_only=True, gc=False):
    """A court card used; `bonus` where it cost no action."""

    version: int
    turn: int
    seat: int
    card: int
    card_name: str
    action: str
    bonus: bool


class PamirBetrayal(Row, frozen=True, kw_only=True, gc=False):
    """A card betrayed; `prize` is the coalition it offers, `outcome` "kept", "refused", "none" or "open"."""

    version: int
    turn: int
    seat: int
    owner: int
    card: int
    card_name: str
    prize: str | None
    outcome: str


class PamirLoss(Row, frozen=True, kw_only=True, gc=False):
    """A card that a seat lost from `zone` "court", "hand" or "prizes".

    `cause` is "court_limit", "hand_limit", "confidence_failure", "failure_to_impress", "loyalty_change", "overthrow",
    "betrayed" or "debt".
    """

    version: int
    turn: int
    seat: int
    card: int
    card_name: str
    zone: str
    cause: str


class PamirDebt(Row, frozen=True, kw_only=True, gc=False):
    """A time when leverage could not be paid back in full: what was missing, and how it was made up.

    `missing` are the rupees, those that leveraged discards added too; `cards` the numbers discarded for them, in
    order; `earned` what income of the same action covered; `forgiven` what was left with no card to discard.
    """

    version: int
    turn: int
    seat: int
    missing: int
    discarded: int
    cards: str
    earned: int
    forgiven: int


class PamirEventCard(Row, frozen=True, kw_only=True, gc=False):
    """An event card that took effect, bought (`how` "bought") or left over ("discarded").

    `effect` names what lasts, None where nothing does; `seat` is the buyer, `named` the player it was aimed at;
    `until_version` is the event with which it ended, None if it lasted to the end.
    """

    version: int
    turn: int
    seat: int | None
    card: int
    card_name: str
    how: str
    effect: str | None
    named: int | None
    until_version: int | None
    until_turn: int | None


class PamirSunk(Row, frozen=True, kw_only=True, gc=False):
    """Rupees that left the game: `cause` "withdrawal" (card 111), "cost" or "purchase" (no card to lie on)."""

    version: int
    turn: int
    seat: int
    cause: str
    amount: int


class PamirHolding(Row, frozen=True, kw_only=True, gc=False):
    """A card that a seat has at the end, or now: `zone` "court", "hand" or "prizes", `position` from 1, left first."""

    seat: int
    zone: str
    position: int
    card: int
    card_name: str


PAMIR_FACT_TYPES: tuple[type[msgspec.Struct], ...] = (
    PamirGame,
    PamirSeat,
    PamirOption,
    PamirTurn,
    PamirReign,
    PamirCheck,
    PamirScore,
    PamirLoyalty,
    PamirOverthrow,
    PamirBribe,
    PamirPurchase,
    PamirPlay,
    PamirAction,
    PamirBetrayal,
    PamirLoss,
    PamirDebt,
    PamirEventCard,
    PamirSunk,
    PamirHolding,
)
