"""The rows of what a game says of cards: what its recorder stated, and what the owner told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from engine.pathfinder import events as e
from engine.pathfinder.card_checks import values_of, yes_no
from engine.pathfinder.card_values import ToldCard, ToldLocation
from engine.pathfinder.state import State
from engine.pathfinder.verdicts import known_type

#: Types of cards that are acquired.
_ACQUIRED = frozenset({"weapon", "spell", "armor", "item", "ally", "blessing", "loot"})


class PathfinderCardValue(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A value that a game says a card or location has, at the event `version`.

    `what` is "type", "checks", "closes", "barrier", "per adventure", "closing", or a check with its place in the row
    and its skill, such as "defeat 1 Combat", "recharge Arcane", "close Wisdom", whose value is the difficulty. `how` is
    "stated" by the recorder or "told" from the owner's card file. `firm` tells that the value is that of the card:
    a bare number in a game where only what cannot be is refused may hold what others added to it, and words are as many
    as there are people. `cards` is the set of cards that is played with, "" the one whose facts are known.
    """

    version: int
    cards: str
    card: str
    what: str
    value: str
    how: str
    firm: bool


def card_values(steps: Iterable[Any]) -> Iterator[PathfinderCardValue]:
    """Every value that a line says a card has, each once with the event that said it first.

    `steps` have an `entry` with version and event, and the state `before` it. What a correction makes void says
    nothing.
    """
    listed = list(steps)
    void = {number for step in listed if isinstance(step.entry.event, e.Correction) for number in step.entry.event.void}
    found: dict[tuple[str, ...], PathfinderCardValue] = {}
    for place in listed[0].before.places if listed and listed[0].before.seq == 1 else ():
        if place.closing:
            row = _row(listed[0].before, 1, place.name, "closing", place.closing, how="stated", firm=False)
            found[place.name, "closing"] = row
    for step in listed:
        if step.before.seq + 1 not in void:
            for one in _said(step.before, step.entry.event, step.entry.version):
                found.setdefault((one.card, one.what, one.value, one.how, str(one.firm)), one)
    yield from found.values()


def _said(before: State, event: Any, version: int) -> Iterator[PathfinderCardValue]:
    if isinstance(event, e.CardsTold):
        for card in event.cards:
            for what, value in _of_card(card, before):
                yield _row(before, version, card.name, what, value, how="told", firm=True)
        for place in event.locations:
            for what, value in _of_location(place):
                yield _row(before, version, place.name, what, value, how="told", firm=what != "closing")
    elif isinstance(event, e.CheckResolved | e.Explored | e.EncounterStarted):
        firm = not isinstance(event, e.CheckResolved) or before.mode != "record" or bool(event.difficulty_parts)
        for name, what, value in values_of(before, event):
            yield _row(before, version, name, what, value, how="stated", firm=firm)


def _row(before: State, version: int, card: str, what: str, value: str, *, how: str, firm: bool) -> PathfinderCardValue:
    return PathfinderCardValue(
        version=version, cards=before.set, card=card, what=what, value=value, how=how, firm=firm
    )  # fmt: skip


def _of_card(card: ToldCard, before: State) -> Iterator[tuple[str, str]]:
    if card.type:
        yield "type", card.type
    for what, said in (("closes", card.closes), ("barrier", card.barrier)):
        if said is not None:
            yield what, yes_no(said)
    if card.check is not None:
        yield "checks", str(len(card.check))
    purpose = "acquire" if known_type(card.name, card.type, before) in _ACQUIRED else "defeat"
    for which, step in enumerate(card.check or (), start=1):
        for way in step:
            yield from ((f"{purpose} {which} {skill}", str(way.difficulty)) for skill in way.skills)
    for way in card.recharge or ():
        yield from ((f"recharge {skill}", str(way.difficulty)) for skill in way.skills)
    if card.per_adventure:
        yield "per adventure", str(card.per_adventure)


def _of_location(place: ToldLocation) -> Iterator[tuple[str, str]]:
    for way in place.closing or ():
        yield from ((f"close {skill}", str(way.difficulty)) for skill in way.skills)
    if place.closing_text:
        yield "closing", place.closing_text
