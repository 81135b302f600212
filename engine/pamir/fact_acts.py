"""What seats did, told as rows: cards bought, played and used, bribes, betrayals, event cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.pamir.cards import CARDS, is_check, is_court_card
from engine.pamir.events import PrizeAccepted
from engine.pamir.fact_rows import PamirAction, PamirBetrayal, PamirBribe, PamirEventCard, PamirPlay, PamirPurchase
from engine.pamir.frames import Bribe
from engine.pamir.state import COLUMNS
from engine.pamir.telling import Telling

if TYPE_CHECKING:
    from engine.judging import Effect
    from engine.pamir.state import State

#: What lasts of an event card, by card and how it came.
_LASTING = {
    (105, "bought"): "new_tactics",
    (106, "bought"): "koh_i_noor",
    (107, "bought"): "courtly_manners",
    (108, "bought"): "rumor",
    (109, "bought"): "conflict_fatigue",
    (110, "bought"): "nationalism",
    (112, "bought"): "nation_building",
    (115, "bought"): "pashtunwali_values",
    (106, "discarded"): "embarrassment_of_riches",
    (107, "discarded"): "disregard_for_customs",
}
#: The bought events for which a player is named next.
_NAMING = (108, 114)


class Acts(Telling):
    """Keeps the bribe, the prize and the events that are still open."""

    def __init__(self, first: State) -> None:
        super().__init__(first)
        self.bribe: dict[str, Any] | None = None
        self.betrayal: dict[str, Any] | None = None
        self.lasting: dict[str, dict[str, Any]] = {}
        self.naming: dict[str, Any] | None = None

    def close_acts(self) -> None:
        """Tell what is still open when the line ends."""
        if self.bribe is not None:
            self._settle("open", 0, None)
        if self.betrayal is not None:
            self._end_betrayal("open")
        if self.naming is not None and self.naming["effect"] is None:
            self.rows.append(PamirEventCard(**self.naming))
        self.rows.extend(PamirEventCard(**lasting) for lasting in self.lasting.values())

    # Cards bought, played, used

    def purchased(self) -> None:
        """A card was bought."""
        event, before = self.event, self.before
        found = {effect.what: effect for effect in self.step.effects if effect.what in {"bought", "collected"}}
        bought, collected = found["bought"], found.get("collected")
        card = event.card
        row = PamirPurchase(
            version=self.version,
            turn=self.turn,
            seat=bought.seat or 0,
            card=card,
            card_name=CARDS[card].name,
            kind="court" if is_court_card(card) else "dominance_check" if is_check(card) else "event",
            market_column=before.market.index(card) % COLUMNS + 1,
            cost=bought.amount or 0,
            collected=(collected.amount or 0) if collected else 0,
        )
        self.rows.append(row)

    def played(self, effect: Effect) -> None:
        """A card came into a court."""
        card = CARDS[effect.card or 0]
        row = PamirPlay(
            version=self.version,
            turn=self.turn,
            seat=effect.seat or 0,
            card=card.number,
            card_name=card.name,
            side=effect.detail or "",
            suit=card.suit or "",
            region=card.region or "",
            rank=card.rank,
            patriot=card.patriot,
        )
        self.rows.append(row)

    def acted(self, effect: Effect) -> None:
        """A court card was used."""
        card = effect.card or 0
        row = PamirAction(
            version=self.version,
            turn=self.turn,
            seat=effect.seat or 0,
            card=card,
            card_name=CARDS[card].name,
            action=effect.detail or "",
            bonus=effect.what == "bonus_action",
        )
        self.rows.append(row)

    # Bribes

    def bribe_due(self, effect: Effect) -> None:
        """An announced act waits for a bribe."""
        card, frame = effect.card or 0, self.state.frames[-1]
        act = frame.act if isinstance(frame, Bribe) else ""
        self.bribe = {
            "version": self.version, "turn": self.turn, "payer": effect.seat or 0, "payee": effect.other or 0,
            "kind": "play" if act == "play" else "hostage", "act": act, "card": card, "card_name": CARDS[card].name,
            "region": CARDS[card].region or "", "due": effect.amount or 0, "asked": 0, "refused": 0, "lowered": None,
        }  # fmt: skip

    def waiver_asked(self) -> None:
        """A waiver was asked for."""
        if self.bribe is not None:
            self.bribe["asked"] += 1

    def waiver_refused(self) -> None:
        """It was refused."""
        if self.bribe is not None:
            self.bribe["refused"] += 1

    def bribe_lowered(self) -> None:
        """A lower sum was named; naming the present one again is a refusal."""
        frame = self.before.frames[-1]
        if self.bribe is None or not isinstance(frame, Bribe):
            return
        if self.event.amount < frame.amount:
            self.bribe["lowered"] = self.event.amount
        else:
            self.bribe["refused"] += 1

    def bribe_paid(self, effect: Effect) -> None:
        """The sum as it stood was paid."""
        if self.bribe is not None:
            paid = effect.amount or 0
            self._settle("lowered" if paid < self.bribe["due"] else "paid", paid, self.version)

    def bribe_ended(self, effect: Effect) -> None:
        """The act went ahead unpaid, or was given up."""
        if self.bribe is not None:
            outcome = {"bribe_waived": "waived", "bribe_declined": "declined"}.get(effect.what, "withdrawn")
            self._settle(outcome, 0, self.version)

    def _settle(self, outcome: str, paid: int, version: int | None) -> None:
        self.rows.append(PamirBribe(**self.bribe or {}, outcome=outcome, paid=paid, settled_version=version))
        self.bribe = None

    # Betrayal

    def betrayed(self, effect: Effect) -> None:
        """A card was betrayed; what becomes of a prize is told when it is known."""
        card = effect.card or 0
        prize = CARDS[card].prize
        self.betrayal = {
            "version": self.version, "turn": self.turn, "seat": effect.seat or 0, "owner": effect.other or 0,
            "card": card, "card_name": CARDS[card].name, "prize": prize,
        }  # fmt: skip
        if prize is None:
            self._end_betrayal("none")

    def prize_answered(self) -> None:
        """The prize was kept or not."""
        if self.betrayal is not None:
            self._end_betrayal("kept" if isinstance(self.event, PrizeAccepted) else "refused")

    def _end_betrayal(self, outcome: str) -> None:
        self.rows.append(PamirBetrayal(**self.betrayal or {}, outcome=outcome))
        self.betrayal = None

    # Events

    def event_card(self, effect: Effect) -> None:
        """An event card took effect; what lasts, or waits for a name, is told later."""
        card, how = effect.card or 0, effect.detail or ""
        if is_check(card):
            return
        lasts = _LASTING.get((card, how))
        found: dict[str, Any] = {
            "version": self.version, "turn": self.turn, "seat": effect.seat, "card": card,
            "card_name": (CARDS[card].on_purchase if how == "bought" else CARDS[card].on_discard) or CARDS[card].name,
            "how": how, "effect": lasts, "named": None, "until_version": None, "until_turn": None,
        }  # fmt: skip
        if lasts is not None:
            self.lasting[lasts] = found
        if how == "bought" and card in _NAMING:
            self.naming = found
        elif lasts is None:
            self.rows.append(PamirEventCard(**found))

    def player_named(self) -> None:
        """The buyer named a player."""
        found, self.naming = self.naming, None
        if found is not None:
            found["named"] = self.event.seat
            if found["effect"] is None:
                self.rows.append(PamirEventCard(**found))

    def event_ended(self, effect: Effect) -> None:
        """A lasting event ended with a check."""
        found = self.lasting.pop(effect.detail or "", None)
        if found is not None:
            self.rows.append(PamirEventCard(**{**found, "until_version": self.version, "until_turn": self.turn}))
