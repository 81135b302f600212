"""What befell seats, told as rows: loyalty changes, overthrows, cards lost, debts, rupees that left the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.pamir import events as e
from engine.pamir.cards import CARDS
from engine.pamir.concepts import gifts
from engine.pamir.fact_rows import PamirDebt, PamirLoss, PamirLoyalty, PamirOverthrow, PamirSunk
from engine.pamir.frames import Cleanup, Debt, Losses, PrizeOffer
from engine.pamir.state import State, count, group_of_seat
from engine.pamir.telling import Telling

if TYPE_CHECKING:
    from engine.events import Event
    from engine.judging import Effect
    from engine.replay import Step

#: Why a card was lost, by the rule that took it.
_LOSSES = {
    "PP-9.1-court": ("court", "court_limit"),
    "PP-9.2-hand": ("hand", "hand_limit"),
    "PP-11.114": ("hand", "confidence_failure"),
    "PP-8.1": ("court", "loyalty_change"),
    "PP-7.3-overthrow-court": ("court", "overthrow"),
    "PP-7.4-overthrow-map": ("court", "overthrow"),
    "PP-6.8-betray": ("court", "betrayed"),
}
_PRIZE_LOSSES = {"PP-8.1": "loyalty_change", "PP-11.108": "failure_to_impress"}
#: What an overthrow comes from, by the event that brought it about, loyalty changes and discards apart.
_CAUSES: dict[type[Event], str] = {
    e.PieceRemoved: "battle",
    e.CardBetrayed: "betray",
    e.RiotResolved: "riot",
    e.RegionRebuked: "rebuke",
    e.PieceMoved: "move",
    e.PiecePlaced: "reuse",
    e.GiftBought: "reuse",
}
_SUNK = {"PP-11.111": "withdrawal", "PP-6.3-cost": "cost", "PP-4.3-payment": "purchase"}


class Fortunes(Telling):
    """Keeps the loyalties that were chosen and changed, and the debts that are still open."""

    def __init__(self, first: State) -> None:
        super().__init__(first)
        self.first_loyalty = [player.loyalty for player in first.players]
        self.changes = [0 for _ in first.players]
        self.debts: dict[int, dict[str, Any]] = {}

    def close_debts(self, *, all_of_them: bool = False) -> None:
        """Tell the debts that are made up; at the end of the line all of them."""
        for seat in sorted(self.debts):
            if all_of_them or self.state.players[seat].rupees >= 0:
                self._end_debt(seat)

    # Loyalty

    def loyalty_chosen(self, effect: Effect) -> None:
        """A coalition was chosen at setup."""
        seat, loyalty = effect.seat or 0, effect.detail or ""
        self.first_loyalty[seat] = loyalty
        row = PamirLoyalty(
            version=self.version, turn=self.turn, seat=seat, before=None, loyalty=loyalty, cause="setup", card=None,
            patriots_lost=0, prizes_lost=0, gifts_lost=0,
        )  # fmt: skip
        self.rows.append(row)

    def loyalty_changed(self, effect: Effect) -> None:
        """The dial turned, and everything of the old coalition went."""
        before = self.before
        seat = effect.seat or 0
        player = before.players[seat]
        self.changes[seat] += 1
        prize = isinstance(self.event, e.PrizeAccepted)
        row = PamirLoyalty(
            version=self.version,
            turn=self.turn,
            seat=seat,
            before=player.loyalty,
            loyalty=effect.detail or "",
            cause="prize" if prize else "patriot",
            card=_prize_at_stake(before) if prize else _card_played(self.step),
            patriots_lost=patriots(before, seat),
            prizes_lost=len(player.prizes),
            gifts_lost=gifts(before, seat),
        )
        self.rows.append(row)

    # Losses

    def overthrown(self, effect: Effect) -> None:
        """Tribes or political cards of a region were lost for want of the others."""
        before = self.before
        seat, region = effect.seat or 0, effect.place or ""
        from_map = effect.rule == "PP-7.4-overthrow-map"
        if from_map:
            cards = effect.amount or 0
        else:
            cards = sum(
                1
                for lost in self.step.effects
                if lost.what == "card_lost" and lost.rule == effect.rule and lost.seat == seat
                and CARDS[lost.card or 0].region == region
            )  # fmt: skip
        row = PamirOverthrow(
            version=self.version,
            turn=self.turn,
            seat=seat,
            acting=self.acting,
            region=region,
            rule=effect.rule,
            cause=_cause(self.step),
            tribes_lost=count(before, group_of_seat(seat), f"region:{region}"),
            cards_lost=cards,
        )
        self.rows.append(row)

    def card_lost(self, effect: Effect) -> None:
        """A card went, for another reason than a debt."""
        if effect.rule in _LOSSES:
            zone, cause = _LOSSES[effect.rule]
            self._lost(effect, zone, cause)

    def prize_lost(self, effect: Effect) -> None:
        """A prize went."""
        self._lost(effect, "prizes", _PRIZE_LOSSES[effect.rule])

    def _lost(self, effect: Effect, zone: str, cause: str) -> None:
        card = effect.card or 0
        row = PamirLoss(
            version=self.version, turn=self.turn, seat=effect.seat or 0, card=card, card_name=CARDS[card].name,
            zone=zone, cause=cause,
        )  # fmt: skip
        self.rows.append(row)

    # Debts

    def leverage_owed(self, effect: Effect) -> None:
        """Two rupees are owed; if they are not all there, a debt begins, or grows."""
        seat = effect.seat or 0
        if seat in self.debts:
            # What an event that opens a debt leaves missing is counted whole when it opens.
            if self.debts[seat]["version"] != self.version:
                self.debts[seat]["missing"] += effect.amount or 0
            return
        forgiven = sum(
            found.amount or 0 for found in self.step.effects if found.what == "debt_forgiven" and found.seat == seat
        )
        missing = forgiven + max(0, -self.state.players[seat].rupees)
        if missing:
            self.debts[seat] = {
                "version": self.version, "turn": self.turn, "seat": seat, "missing": missing, "cards": [],
                "forgiven": 0,
            }  # fmt: skip

    def debt_paid(self, effect: Effect) -> None:
        """A card went for a missing rupee."""
        seat, card = effect.seat or 0, effect.card or 0
        in_court = card in self.before.players[seat].court
        self._lost(effect, "court" if in_court else "hand", "debt")
        if seat in self.debts:
            self.debts[seat]["cards"].append(card)

    def debt_forgiven(self, effect: Effect) -> None:
        """The rest was let go."""
        if (effect.seat or 0) in self.debts:
            self.debts[effect.seat or 0]["forgiven"] += effect.amount or 0

    def _end_debt(self, seat: int) -> None:
        debt = self.debts.pop(seat)
        cards = debt["cards"]
        owing = max(0, -self.state.players[seat].rupees)
        row = PamirDebt(
            version=debt["version"],
            turn=debt["turn"],
            seat=seat,
            missing=debt["missing"],
            discarded=len(cards),
            cards=",".join(str(card) for card in cards),
            earned=debt["missing"] - len(cards) - debt["forgiven"] - owing,
            forgiven=debt["forgiven"],
        )
        self.rows.append(row)

    # Rupees

    def rupees_lost(self, effect: Effect) -> None:
        """Rupees left the game."""
        row = PamirSunk(
            version=self.version, turn=self.turn, seat=self.acting, cause=_SUNK[effect.rule],
            amount=effect.amount or 0,
        )  # fmt: skip
        self.rows.append(row)


def patriots(state: State, seat: int) -> int:
    """How many patriots lie in a seat's court."""
    return sum(1 for card in state.players[seat].court if CARDS[card].patriot)


def _card_played(step: Step) -> int | None:
    return next((effect.card for effect in step.effects if effect.what == "played"), None)


def _prize_at_stake(state: State) -> int | None:
    frame = state.frames[-1]
    return frame.card if isinstance(frame, PrizeOffer) else None


def _cause(step: Step) -> str:
    event = step.entry.event
    if any(effect.what == "loyalty_changed" for effect in step.effects):
        return "loyalty_change"
    if not isinstance(event, e.CardDiscarded):
        return _CAUSES.get(type(event), "other")
    match step.before.frames[-1]:
        case Cleanup():
            return "court_limit"
        case Debt():
            return "debt"
        case Losses(why=why):
            return _LOSSES.get(why, ("", "other"))[1]
        case _:
            return "other"
