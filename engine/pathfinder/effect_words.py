"""The consequences of events in game words: one small sentence for each word that effects have (`Effect.what`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.judging import Effect
from engine.pathfinder.phrases import counted, named
from engine.pathfinder.state import State


def describe_effects(state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
    """Each consequence in game words, with its rule id."""
    return [(_EFFECTS[effect.what](_Consequence(state, effect)), effect.rule) for effect in effects]


class _Consequence:
    """One effect with its fields in game words; a number that is not known stays None."""

    def __init__(self, state: State, effect: Effect) -> None:
        self.who = _seated(state, effect.seat)
        self.card = named(effect.piece, "a card that is not told")
        self.where = effect.place
        self.place = effect.place or "a location that is not told"
        self.amount = effect.amount
        self.detail = (effect.detail or "").strip().rstrip(".")
        self.against = f" by {named(effect.piece)}" if effect.piece else ""

    @property
    def why(self) -> str:
        """What is told besides, after a colon."""
        return f": {self.detail}" if self.detail else ""


def _seated(state: State, seat: int | None) -> str:
    """The character that plays at a seat: the living one, where somebody goes on with another."""
    here = [one for one in state.characters if one.seat == seat]
    alive = [one for one in here if one.alive]
    return (alive or here)[-1].name if here else "nobody"


_WENT = {
    "displayed": "is displayed",
    "discard": "goes to the discard pile",
    "deck": "goes under the deck",
    "buried": "is buried",
}


def _damage(one: _Consequence) -> str:
    if one.amount is None:
        return f"{one.who} is dealt damage{one.against}, not told how much"
    return f"{one.who} is dealt {one.amount} damage{one.against}"


def _evaded(one: _Consequence) -> str:
    where = "goes back to the box" if one.detail == "box" else "is shuffled back into its deck"
    return f"{one.card} {where}, evaded"


def _back(one: _Consequence) -> str:
    how = "at the bottom of" if one.detail == "bottom" else "shuffled into"
    return f"{one.card} goes back, {how} the deck of {one.place}"


def _escaped(one: _Consequence) -> str:
    if one.amount is None:
        return f"{one.card} escapes, not told among how many locations"
    return f"{one.card} escapes to one of {counted(one.amount, 'open location')}"


def _must_die(one: _Consequence) -> str:
    if one.amount is None:
        return f"{one.who} must die: the deck has too few cards"
    return f"{one.who} must die: the deck has too few cards for the {one.amount} that are needed"


_EFFECTS: dict[str, Callable[[_Consequence], str]] = {
    "acquired": lambda one: f"{one.who} keeps {one.card}",
    "back_to_deck": _back,
    "banished": lambda one: f"{one.card} goes to the box",
    "banished_rest": lambda one: (
        f"all cards of {one.place} but {one.card} go to the box, and it is not closed for good"
    ),
    "card_went": lambda one: f"{one.card} of {one.who} {_WENT.get(one.detail, f'goes to: {one.detail}')}",
    "closed": lambda one: f"{one.place} is closed",
    "closed_temporarily": lambda one: (
        f"{one.place} is closed for this encounter: the villain cannot escape there"
        f"{' in this turn' if one.detail else ''}"
    ),
    "closing_failed": lambda one: f"{one.who} does not close {one.place}",
    "closing_met": lambda one: f"{one.who} can close {one.place}",
    "cornered": lambda one: f"{one.card} is defeated and has nowhere to go, but another villain is left",
    "corrected": lambda one: f"the record is put right{one.why}",
    "cut_short": lambda one: f"the encounter of {one.who} ends, its card neither defeated nor undefeated",
    "damage": _damage,
    "escaped": _escaped,
    "evaded": _evaded,
    "left_pending": lambda one: f"{one.card} at {one.place} waits for {one.who}",
    "lost": lambda one: f"the scenario is lost{one.why}",
    "met": lambda one: f"{one.who} encounters {one.card}{f' at {one.where}' if one.where else ''}",
    "moved": lambda one: f"{one.who} is at {one.place}",
    "must_die": _must_die,
    "recharged": lambda one: f"{one.card} goes under the deck of {one.who}",
    "scenario_ended": lambda one: f"the scenario is over{f', reward: {one.detail}' if one.detail else ''}",
    "shuffled_back": lambda one: f"the hands that {one.who} put away are shuffled into the deck",
    "turn_passed": lambda one: f"the turn passes to {one.who}",
    "villain_waits": lambda one: f"{one.card} is still to escape or to be cornered",
    "won": lambda one: f"the scenario is won: {one.detail or f'{one.card} has nowhere to go'}",
}
