"""What is still to be done: the pending decisions and steps of a game, as a stack of small values.

The last frame of `State.frames` is the one that goes on next. A frame either asks somebody (its prompt) or, when it
has nothing to ask, is carried on by the rules themselves.
"""

from __future__ import annotations

import msgspec


class Frame(msgspec.Struct, frozen=True, kw_only=True, tag_field="frame", omit_defaults=True):
    """Base of all frames."""


class Dealing(Frame, frozen=True, kw_only=True, tag="dealing"):
    """Setup: the first twelve cards come out (PP-1.4-market)."""


class Choosing(Frame, frozen=True, kw_only=True, tag="choosing"):
    """Setup: the seats that still pick a coalition, next one first (PP-1.5-loyalty)."""

    seats: tuple[int, ...]


class Main(Frame, frozen=True, kw_only=True, tag="main"):
    """The turn's owner may act or end the turn (PP-3)."""


class Bribe(Frame, frozen=True, kw_only=True, tag="bribe"):
    """An announced act waits for a bribe of `amount` rupees to seat `to` (PP-5.1-bribe, PP-6.2-hostage).

    `act` is "play" or the name of a card action; `asked` is set while the payee has to answer.
    """

    act: str
    card: int
    to: int
    amount: int
    end: str = ""
    asked: bool = False


class Icons(Frame, frozen=True, kw_only=True, tag="icons"):
    """The impact icons of a played card that are still to be resolved, next one first (PP-5.5-icons)."""

    card: int
    icons: tuple[str, ...]


class Tax(Frame, frozen=True, kw_only=True, tag="tax"):
    """`left` points of tax remain; `aimed` counts those spent on each seat; `source` is the only one allowed."""

    card: int
    left: int
    aimed: tuple[int, ...]
    source: str = ""


class Gift(Frame, frozen=True, kw_only=True, tag="gift"):
    """A gift space is to be chosen (PP-6.5-gift)."""

    card: int


class Build(Frame, frozen=True, kw_only=True, tag="build"):
    """`placed` blocks were built, `paid` rupees spent; `ruled` are the regions ruled when the action began."""

    card: int
    placed: int = 0
    paid: int = 0
    ruled: tuple[str, ...] = ()


class Infrastructure(Frame, frozen=True, kw_only=True, tag="infrastructure"):
    """The free block after a build (PP-12.78)."""

    ruled: tuple[str, ...] = ()


class Move(Frame, frozen=True, kw_only=True, tag="move"):
    """`left` moves remain (PP-6.7-move)."""

    card: int
    left: int


class Betray(Frame, frozen=True, kw_only=True, tag="betray"):
    """A card is to be betrayed; the price is paid (PP-6.8-betray)."""

    card: int


class PrizeOffer(Frame, frozen=True, kw_only=True, tag="prize"):
    """The betrayed card may be kept as a prize (PP-6.8-betray)."""

    card: int


class Battle(Frame, frozen=True, kw_only=True, tag="battle"):
    """A battle: its place once chosen, and how many pieces may still be removed (PP-6.9-battle)."""

    card: int
    at: str = ""
    left: int = 0


class SafeHouse(Frame, frozen=True, kw_only=True, tag="safe_house"):
    """The spies whose owners decide whether they go to a Safe House, next one first (PP-12.41)."""

    spies: tuple[str, ...]


class Blackmail(Frame, frozen=True, kw_only=True, tag="blackmail"):
    """The regions in which the turn's owner may still place a Blackmail spy (PP-12.43)."""

    regions: tuple[str, ...]


class Debt(Frame, frozen=True, kw_only=True, tag="debt"):
    """A seat that could not pay back leverage discards a card for each missing rupee (PP-7.2-leverage)."""

    seat: int


class Losses(Frame, frozen=True, kw_only=True, tag="losses"):
    """A seat loses these court cards at once and chooses in which order; `why` is the rule that takes them."""

    seat: int
    cards: tuple[int, ...]
    why: str


class Acknowledge(Frame, frozen=True, kw_only=True, tag="acknowledge"):
    """A seat confirms that it is done; only with the option `acknowledgement` set to "asked"."""

    seat: int
    phase: str


class Cleanup(Frame, frozen=True, kw_only=True, tag="cleanup"):
    """Cleanup has come to `stage`: court, settle, hand, events, in this order; `discarded` tells of this stage.

    `prompted` is the seat that takes the forced steps, where a debtor has taken them over (PP-D19).
    """

    stage: str = "court"
    discarded: bool = False
    prompted: int | None = None


class SetFavored(Frame, frozen=True, kw_only=True, tag="set_favored"):
    """The suit of a discarded event becomes favored (PP-11.105, PP-11.115, PP-11.116)."""

    suit: str


class ChooseFavored(Frame, frozen=True, kw_only=True, tag="choose_favored"):
    """The buyer of Pashtunwali Values chooses the favored suit (PP-11.115)."""


class Riot(Frame, frozen=True, kw_only=True, tag="riot"):
    """A region is about to be cleared by a riot (PP-11.riot)."""

    region: str


class Confidence(Frame, frozen=True, kw_only=True, tag="confidence"):
    """The seats that discard a hand card for a Confidence Failure, next one first (PP-11.114)."""

    seats: tuple[int, ...]


class NamePlayer(Frame, frozen=True, kw_only=True, tag="name_player"):
    """The buyer of an event names a player; `why` is "rumor" or "swap_hands"."""

    why: str


class Rebuke(Frame, frozen=True, kw_only=True, tag="rebuke"):
    """The buyer of Rebuke names a region (PP-11.116)."""


class Refill(Frame, frozen=True, kw_only=True, tag="refill"):
    """The market slides and is filled up; then the next turn begins (PP-9.4-refill). `prompted` as in Cleanup."""

    prompted: int | None = None


class Instability(Frame, frozen=True, kw_only=True, tag="instability"):
    """Two Dominance Checks lie in the market (PP-9.5-instability)."""


class Insurrection(Frame, frozen=True, kw_only=True, tag="insurrection"):
    """The owner of Prince Akbar Khan still places `left` Afghan armies in Kabul (PP-12.3)."""

    seat: int
    left: int


AnyFrame = (
    Dealing | Choosing | Main | Bribe | Icons | Tax | Gift | Build | Infrastructure | Move | Betray | PrizeOffer
    | Battle | SafeHouse | Blackmail | Debt | Losses | Acknowledge | Cleanup | SetFavored | ChooseFavored | Riot
    | Confidence | NamePlayer | Rebuke | Refill | Instability | Insurrection
)  # fmt: skip
