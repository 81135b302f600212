"""The facts of the 116 cards, read once from the package data. Only facts are held; effect texts are our own words."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

#: The four suits, in the order in which the game lists them.
SUITS = ("political", "intelligence", "economic", "military")
#: The three coalitions, in the order of every triple of block counts.
COALITIONS = ("afghan", "british", "russian")
#: The six card actions.
ACTIONS = ("tax", "gift", "build", "move", "betray", "battle")
#: The numbers of the four Dominance Checks.
CHECKS = frozenset(range(101, 105))


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on one card, as far as the rules ask for it.

    `icons` are the impact icons from top to bottom: "road", "army", "tribe", "spy", "leverage", "favored:<suit>".
    `kind` is "court", "event" or "dominance_check"; a card that is no court card has neither suit nor region.
    """

    number: int
    name: str
    kind: str
    region: str | None = None
    suit: str | None = None
    rank: int = 0
    patriot: str | None = None
    prize: str | None = None
    actions: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    icons_disputed: bool = False
    ability: str | None = None
    ability_effect: str | None = None
    leveraged: bool = False
    on_purchase: str | None = None
    on_discard: str | None = None
    on_purchase_effect: str | None = None
    on_discard_effect: str | None = None


class _Text(msgspec.Struct):
    name: str
    effect: str


class _Record(msgspec.Struct):
    number: int
    kind: str
    name: str
    region: str | None = None
    suit: str | None = None
    rank: int = 0
    patriot: str | None = None
    prize: str | None = None
    actions: tuple[str, ...] = ()
    impact_order: tuple[str, ...] = ()
    impact_order_disputed: bool = False
    ability: _Text | None = None
    on_purchase: _Text | None = None
    on_discard: _Text | None = None


def _face(record: _Record) -> CardFace:
    ability, bought, discarded = record.ability, record.on_purchase, record.on_discard
    return CardFace(
        number=record.number,
        name=record.name,
        kind=record.kind,
        region=record.region,
        suit=record.suit,
        rank=record.rank,
        patriot=record.patriot,
        prize=record.prize,
        actions=record.actions,
        icons=record.impact_order,
        icons_disputed=record.impact_order_disputed,
        ability=ability.name if ability else None,
        ability_effect=ability.effect if ability else None,
        leveraged="leverage" in record.impact_order,
        on_purchase=bought.name if bought else None,
        on_purchase_effect=bought.effect if bought else None,
        on_discard=discarded.name if discarded else None,
        on_discard_effect=discarded.effect if discarded else None,
    )


@cache
def faces() -> dict[int, CardFace]:
    """Every card by its printed number, 1 to 116 in order."""
    data = resources.files("engine.pamir").joinpath("data", "cards.json").read_bytes()
    return {record.number: _face(record) for record in msgspec.json.decode(data, type=list[_Record])}


CARDS = faces()
COURT_CARDS = tuple(number for number, card in CARDS.items() if card.kind == "court")
EVENT_CARDS = tuple(number for number, card in CARDS.items() if card.kind == "event")


def is_check(card: int) -> bool:
    """Whether the card is one of the four Dominance Checks."""
    return card in CHECKS


def is_court_card(card: int) -> bool:
    """Whether the card is one of the hundred court cards."""
    return 1 <= card <= 100
