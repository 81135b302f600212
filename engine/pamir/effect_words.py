"""The consequences of events in game words: one small sentence for each word that effects have (`Effect.what`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.judging import Effect
from engine.pamir.board import REGIONS, SUPPLY, card_name, place_name
from engine.pamir.phrases import event_name, on, owned
from engine.pamir.purchase import WITHDRAWAL
from engine.pamir.state import State

#: The names of the lasting events by the words in which a state keeps them.
LASTING = {
    "new_tactics": "New Tactics",
    "koh_i_noor": "Koh-i-noor Recovered",
    "courtly_manners": "Courtly Manners",
    "nationalism": "Nationalism",
    "nation_building": "Nation Building",
    "rumor": "Rumor",
    "conflict_fatigue": "Conflict Fatigue",
    "embarrassment_of_riches": "Embarrassment of Riches",
    "disregard_for_customs": "Disregard for Customs",
    "pashtunwali_values": "Pashtunwali Values",
}


def describe_effects(state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
    """Each consequence in game words, with its rule id."""
    return [(_EFFECTS[effect.what](_Consequence(state, effect)), effect.rule) for effect in effects]


class _Consequence:
    """One effect with its fields in game words."""

    def __init__(self, state: State, effect: Effect) -> None:
        self.who = self._seat(state, effect.seat)
        self.other = self._seat(state, effect.other)
        self.card = card_name(effect.card) if effect.card is not None else "a card"
        self.number = effect.card or 0
        self.amount = effect.amount or 0
        self.detail = effect.detail or ""
        self.place = self._place(effect.place)
        self.on = f"{'in' if effect.place in REGIONS else 'on'} {self.place}"
        if effect.place and ":" in effect.place:
            self.on = on(effect.place)
        self.raw_place = effect.place or ""
        self.rule = effect.rule
        self.piece = owned(state, effect.piece, effect.place or SUPPLY) if effect.piece is not None else "a piece"

    @staticmethod
    def _seat(state: State, seat: int | None) -> str:
        return state.names[seat] if seat is not None and 0 <= seat < len(state.names) else "nobody"

    @staticmethod
    def _place(place: str | None) -> str:
        if place is None:
            return "nowhere"
        return place_name(place) if ":" in place or place in {"supply", "limbo"} else place.capitalize()

    def counted(self, noun: str, plural: str = "") -> str:
        """The amount with a noun."""
        return f"{self.amount} {noun if self.amount == 1 else plural or noun + 's'}"


_CHECK_BY = {"purchase": "was bought", "discard": "left the market", "instability": "came of instability"}
_WON_BY = {
    "stars": "by military stars among equals",
    "rupees": "by rupees among equals",
    "shared": "shared, for nothing breaks the tie",
    "lead_of_four": "with a lead of four or more",
    "final_check": "after the final check",
}


def _check(one: _Consequence) -> str:
    what = "the final Dominance Check" if one.amount else "a Dominance Check"
    how = f"the {one.place} coalition is dominant" if one.raw_place else "no coalition is dominant"
    return f"{what} {_CHECK_BY.get(one.detail, one.detail)}: {how}"


def _event(one: _Consequence) -> str:
    name = event_name(one.number, bought=one.detail == "bought")
    if one.number == WITHDRAWAL:
        return f"{name} leaves the market without effect"
    return f"{name} takes effect" if one.detail == "bought" else f"{name} takes effect as it leaves the market"


def _event_ended(one: _Consequence) -> str:
    whose = f" of {one.who}" if one.who != "nobody" else ""
    return f"{LASTING.get(one.detail, one.detail)}{whose} is over"


def _favored(one: _Consequence) -> str:
    return f"{one.detail} becomes the favored suit" if one.amount else f"{one.detail} stays the favored suit"


def _free_block(one: _Consequence) -> str:
    return f"the block {one.on} is free"


def _overthrow(one: _Consequence) -> str:
    if one.rule == "PP-7.3-overthrow-court":
        return f"{one.who} is overthrown in {one.place}: {one.counted('tribe')} returned with {one.card}"
    return f"{one.who} is overthrown in {one.place}: {one.counted('political card')} lost with the last tribe"


def _placed(one: _Consequence) -> str:
    taken = "" if one.detail == SUPPLY else f", taken from {place_name(one.detail)}"
    return f"{one.piece} is placed {one.on}{taken}"


def _removed(one: _Consequence) -> str:
    return f"{one.piece} {one.on} is removed"


def _ruler(one: _Consequence) -> str:
    if one.who == "nobody":
        return f"{one.other} no longer rules {one.place}"
    return f"{one.who} rules {one.place}" + (f" instead of {one.other}" if one.other != "nobody" else "")


def _rupees_lost(one: _Consequence) -> str:
    where = f" on {one.card}" if one.number else ""
    return f"{one.counted('rupee')}{where} left the game"


def _taxed(one: _Consequence) -> str:
    source = one.card if one.number else one.other
    return f"{one.who} takes {one.counted('rupee')} from {source}"


def _tribes_lost(one: _Consequence) -> str:
    return f"{one.who} loses {one.counted('tribe')} in {one.place}"


_EFFECTS: dict[str, Callable[[_Consequence], str]] = {
    "action": lambda one: f"{one.who} uses {one.card} for {one.detail}, which costs an action",
    "armies_lost": lambda one: (
        f"{one.counted(f'{one.detail.capitalize()} army', f'{one.detail.capitalize()} armies')} in {one.place} returned"
    ),
    "betrayed": lambda one: f"{one.who} betrays {one.card} of {one.other}",
    "blackmail": lambda one: f"Blackmail puts a spy of {one.who} {one.on}",
    "blocks_cleared": lambda one: f"{one.counted(f'{one.place} block')} left the map",
    "bonus_action": lambda one: f"{one.who} uses {one.card} for {one.detail} as a bonus action",
    "bought": lambda one: f"{one.who} pays {one.amount or 'nothing'} for {one.card}",
    "bribe_declined": lambda one: f"{one.who} pays {one.other} no bribe of {one.amount} for {one.card}",
    "bribe_due": lambda one: f"{one.who} owes {one.other} a bribe of {one.amount} for {one.card}",
    "bribe_paid": lambda one: f"{one.who} pays {one.other} a bribe of {one.amount} for {one.card}",
    "bribe_waived": lambda one: f"{one.who} waives the bribe of {one.amount} by {one.other} for {one.card}",
    "card_lost": lambda one: f"{one.who} loses {one.card}",
    "check": _check,
    "collected": lambda one: f"{one.who} collects {one.counted('rupee')} from {one.card}",
    "debt_forgiven": lambda one: f"{one.who} has no card left: a debt of {one.amount} is forgiven",
    "debt_paid": lambda one: f"{one.who} discards {one.card} for {one.counted('missing rupee')}",
    "event": _event,
    "event_ended": _event_ended,
    "favored": _favored,
    "free_block": _free_block,
    "gained": lambda one: f"{one.who} gains {one.counted('rupee')}",
    "gift": lambda one: f"{one.who} has a gift on the space for {one.amount}",
    "gift_lost": lambda one: f"{one.who} loses the gift on {one.place}",
    "hands_swapped": lambda one: f"{one.who} and {one.other} swap hands",
    "instability": lambda _: "both Dominance Checks left the market",
    "insurrection": lambda one: f"{one.who} has placed an army of Insurrection {one.on}",
    "leverage_owed": lambda one: f"{one.who} owes {one.counted('rupee')} for the leverage of {one.card}",
    "leverage_taken": lambda one: f"{one.who} takes {one.counted('rupee')} of leverage for {one.card}",
    "loyalty_changed": lambda one: f"{one.who} changes loyalty to {one.detail.capitalize()}",
    "loyalty_chosen": lambda one: f"{one.who} is loyal to the {one.detail.capitalize()} coalition",
    "moved": lambda one: f"{one.piece} moves from {place_name(one.detail)} to {one.place}",
    "overthrow": _overthrow,
    "paid": lambda one: f"{one.who} pays {one.counted('rupee')} to the market for the action",
    "placed": _placed,
    "placement_skipped": lambda one: f"no piece can be taken for the {one.detail} of {one.card}: it is skipped",
    "played": lambda one: f"{one.card} joins the court of {one.who} on the {one.detail}",
    "points": lambda one: f"{one.who} scores {one.counted('point')}",
    "prize_lost": lambda one: f"{one.who} loses the prize {one.card}",
    "prize_taken": lambda one: f"{one.who} keeps {one.card} as a prize",
    "removed": _removed,
    "revealed": lambda one: f"{one.card} lies in the market",
    "ruler": _ruler,
    "rumor": lambda one: f"the patriots of {one.who} are worth nothing until the next Dominance Check",
    "rupees_lost": _rupees_lost,
    "sheltered": lambda one: f"a spy of {one.who} finds shelter {one.on}",
    "spies_returned": lambda one: f"{one.counted('spy', 'spies')} of {one.who} returned from {one.card}",
    "suit_ignored": lambda one: f"the suit of {one.card} changes nothing under Pashtunwali Values",
    "tax_escaped": lambda one: f"{one.counted('point')} of the tax on {one.other} fell on sheltered rupees",
    "taxed": _taxed,
    "tribes_lost": _tribes_lost,
    "turn": lambda one: f"turn {one.amount} begins: {one.who}",
    "withdrawn": lambda one: f"{one.who} takes back the attempt with {one.card}",
    "won": lambda one: f"{one.who} wins with {one.counted('point')}, {_WON_BY.get(one.detail, one.detail)}",
}
