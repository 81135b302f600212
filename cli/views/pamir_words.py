"""The words, letters and colours of Pax Pamir's board: what its map, its tables and its changes have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from rich.text import Text

from cli.views.frame import Glyphs, Marks

COALITIONS: Final = ("afghan", "british", "russian")
SUITS: Final = ("political", "intelligence", "economic", "military")
REGIONS: Final = ("transcaspia", "kabul", "persia", "herat", "kandahar", "punjab")
BORDERS: Final = (
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
BLOCKS_OF_A_COALITION: Final = 12
CYLINDERS_OF_A_PLAYER: Final = 10
ROWS: Final = ("top", "bottom")
COLUMNS: Final = 6

# Middling tones, which stand out on a dark and on a light ground. A coalition is a letter on a coloured tile, a suit a
# coloured word, a player a coloured name: the three never look alike, although Russia and the economic suit share gold.
COALITION_STYLE: Final = {"afghan": "#1f8a5b", "british": "#d0417e", "russian": "#c28a00"}
TILE_STYLE: Final = {
    "afghan": "bold #ffffff on #1f8a5b",
    "british": "bold #ffffff on #d0417e",
    "russian": "bold #000000 on #d9a514",
}
SUIT_STYLE: Final = {"political": "#a06bd6", "intelligence": "#3f8fe0", "economic": "#c28a00", "military": "#dc4b3e"}
RUPEE_STYLE: Final = "#c28a00"


class CardFace(Protocol):
    """What the board needs to know of a card; events and Dominance Checks have no region, suit or rank.

    `name` of an event reads `when bought / when discarded`; `icons` are its impact icons from top to bottom.
    """

    @property
    def number(self) -> int: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def region(self) -> str | None: ...  # noqa: D102
    @property
    def suit(self) -> str | None: ...  # noqa: D102
    @property
    def rank(self) -> int: ...  # noqa: D102
    @property
    def patriot(self) -> str | None: ...  # noqa: D102
    @property
    def prize(self) -> str | None: ...  # noqa: D102
    @property
    def actions(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def icons(self) -> Sequence[str]: ...  # noqa: D102
    @property
    def ability(self) -> str | None: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Scene:
    """One position to be drawn.

    Attributes:
        state: The flat position.
        players: The names in seat order.
        cards: The card facts by number.
        marks: What has just changed.
        seen_hand: The only seat whose hand is shown by name; `None` shows all.
    """

    state: Mapping[str, Any]
    players: Sequence[str]
    cards: Mapping[int, CardFace]
    marks: Marks
    seen_hand: int | None = None


def words(identifier: str | None) -> str:
    """An identifier as a reader's words: `nation_building` is `Nation Building`, nothing is `none`."""
    if identifier is None:
        return "none"
    if identifier == "koh_i_noor":
        return "Koh-i-noor"
    return " ".join(
        part if part in ("of", "for") else part.capitalize() for part in identifier.replace("_", " ").split()
    )


def border_words(border: str) -> str:
    """`herat-persia` is `Herat-Persia`."""
    return "-".join(map(words, border.split("-")))


def tile(coalition: str) -> Text:
    """A coalition's letter on a tile of its colour."""
    return Text(coalition[0].upper(), TILE_STYLE[coalition])


def pips(name: Text, sign: str, count: int, style: str, most: int) -> Text:
    """`A■■■`: so many pieces of one owner; more than `most`, and none, are written as a number: `A7■`, `A0■`."""
    return Text.assemble(name, (sign * count if 0 < count <= most else f"{count}{sign}", style))


def suit_text(suit: str | None, word: str) -> Text:
    """A word in the colour of a suit."""
    return Text(word, f"bold {SUIT_STYLE[suit]}" if suit else "")


def card_name(number: int, cards: Mapping[int, CardFace], glyphs: Glyphs) -> str:
    """The card's name, `unknown card` for 0, `card 7` for one without facts."""
    if number == 0:
        return "unknown card"
    face = cards.get(number)
    return glyphs.write(face.name) if face else f"card {number}"


def suit_rank(card: CardFace, glyphs: Glyphs, letters: int = 3) -> Text:
    """`ECO★★`: the suit in so many letters, the rank as stars."""
    return suit_text(card.suit, (card.suit or "")[:letters].upper() + glyphs.pick("★", "*") * card.rank)


def allegiance(card: CardFace) -> Text:
    """`A (R)`: a patriot of the first, a prize of the second; five cells, blank where there is none."""
    patriot = tile(card.patriot) if card.patriot else Text(" ")
    prize = Text("   ")
    if card.prize:
        prize = Text(f"({card.prize[0].upper()})", COALITION_STYLE[card.prize])
    return Text.assemble(patriot, " ", prize)
