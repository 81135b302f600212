"""The map, the places a piece can be, and the names of the pieces.

A place is a short string: "supply", "region:kabul", "border:herat-kabul", "card:27", "gift:2", or "limbo" for a spy
that waits for a Safe House decision. A piece is "A0".."A11", "B0".."B11", "R0".."R11" for the blocks of the three
coalitions and "C<seat>.<0..9>" for a player's cylinders. Pieces of one owner in one place are interchangeable.
"""

from __future__ import annotations

from engine.pamir.cards import CARDS, COALITIONS
from engine.rules import rule

REGIONS = ("persia", "transcaspia", "herat", "kabul", "kandahar", "punjab")
BORDERS = (
    "persia-transcaspia",
    "herat-persia",
    "herat-transcaspia",
    "kabul-transcaspia",
    "herat-kabul",
    "herat-kandahar",
    "kabul-kandahar",
    "kabul-punjab",
    "kandahar-punjab",
)
GIFT_SLOTS = (2, 4, 6)
BLOCKS = 12
CYLINDERS = 10

SUPPLY = "supply"
LIMBO = "limbo"
REGION_AT = {region: f"region:{region}" for region in REGIONS}
BORDER_AT = {border: f"border:{border}" for border in BORDERS}
CARD_AT = {number: f"card:{number}" for number in CARDS}
GIFT_AT = {slot: f"gift:{slot}" for slot in GIFT_SLOTS}
REGION_PLACES = tuple(REGION_AT.values())
BORDER_PLACES = tuple(BORDER_AT.values())
CARD_PLACES = frozenset(CARD_AT.values())

_LETTERS = "ABR"
#: The number of block groups: the group of a seat's cylinders is this plus the seat.
SEATS_FROM = len(COALITIONS)


@rule("PP-2.2-map", neutral=())
def borders_of(region: str) -> tuple[str, ...]:
    """The borders that a region touches."""
    return _BORDERS_OF[region]


_BORDERS_OF = {region: tuple(border for border in BORDERS if region in border.split("-")) for region in REGIONS}


def border_between(one: str, other: str) -> str | None:
    """The border that two regions share, or None."""
    for border in borders_of(one):
        if border in _BORDERS_OF[other]:
            return border
    return None


def sides_of(border: str) -> tuple[str, str]:
    """The two regions on either side of a border."""
    one, other = border.split("-")
    return one, other


def piece_name(group: int, index: int) -> str:
    """The name of a piece from its group (0-2 coalitions, 3 and on the seats) and its index."""
    return f"{_LETTERS[group]}{index}" if group < SEATS_FROM else f"C{group - SEATS_FROM}.{index}"


#: Every piece name with its group and index, for up to five seats.
PIECES = {
    piece_name(group, index): (group, index)
    for group in range(SEATS_FROM + 5)
    for index in range(BLOCKS if group < SEATS_FROM else CYLINDERS)
}


def owner_name(group: int) -> str:
    """How the owner of a group of pieces is written: a coalition, or "seat:<n>"."""
    return COALITIONS[group] if group < SEATS_FROM else f"seat:{group - SEATS_FROM}"


@rule("PP-2.1-pieces", neutral="piece")
def role(group: int, place: str) -> str:
    """What a piece is where it lies: a block is an army or a road, a cylinder a tribe, a spy or a gift."""
    where = place.partition(":")[0]
    if group < SEATS_FROM:
        return {"region": "army", "border": "road"}.get(where, "block")
    return {"region": "tribe", "card": "spy", "gift": "gift", LIMBO: "spy"}.get(where, "cylinder")


def place_name(place: str) -> str:
    """A place in game words: "Kabul", "the Herat-Kabul border", "#27 Maqpon Dynasty", "gift space 2".

    What is no place is given in quotes as it stands, since it is asked for in refusals too.
    """
    where, _, which = place.partition(":")
    match where:
        case "region" if which in REGIONS:
            return which.capitalize()
        case "border" if which in BORDERS:
            one, other = sides_of(which)
            return f"the {one.capitalize()}-{other.capitalize()} border"
        case "card" if place in CARD_PLACES:
            return card_name(int(which))
        case "gift":
            return f"gift space {which}"
        case "supply":
            return "the supply"
        case "limbo":
            return "the way to a safe house"
        case _:
            return f'"{place}"'


def card_name(card: int) -> str:
    """A card in game words: "#27 Maqpon Dynasty"."""
    face = CARDS.get(card)
    return f"#{card} {face.name}" if face else f"#{card}"
