"""How cards, places and players are named in the notation: found from what was typed, and written back.

A card is its number or the beginning of its name; a region the beginning of its name; a border two regions in either
order; a player the beginning of the name, or `p0`, `p1` and so on by seat, as positions write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.events import Event
from engine.notation import Choice, Word, ambiguous, could_be, joined, named, number_in, pick, plain, quoted
from engine.pamir import events as e
from engine.pamir.board import BORDERS, CARD_AT, GIFT_AT, REGION_AT, REGIONS, SUPPLY, border_between
from engine.pamir.cards import ACTIONS, CARDS, COALITIONS

_PIECES: tuple[type[Event], ...] = (e.PiecePlaced, e.PieceMoved, e.PieceRemoved)
#: Every word of the notation with the events that it may begin.
KEYWORDS: dict[str, tuple[type[Event], ...]] = {
    "loyalty": (e.LoyaltyChosen,),
    "reveal": (e.CardRevealed,),
    "buy": (e.CardPurchased,),
    "play": (e.CardPlayed,),
    **dict.fromkeys(ACTIONS, (e.ActionTaken,)),
    "gift": (e.ActionTaken, e.GiftBought),
    "end": (e.TurnEnded,),
    "pay": (e.BribePaid,),
    "ask": (e.WaiverAsked,),
    "withdraw": (e.AttemptWithdrawn,),
    "refuse-to-pay": (e.BribeDeclined,),
    "decline": (e.BribeDeclined, e.Declined),
    "waive": (e.BribeWaived,),
    "lower": (e.BribeLowered,),
    "refuse": (e.WaiverRefused, e.BribeDeclined),
    "road": (e.PiecePlaced, e.PieceRemoved),
    "army": _PIECES,
    "tribe": _PIECES,
    "spy": _PIECES,
    "market": (e.RupeeTaxed,),
    "take": (e.PrizeAccepted,),
    "leave": (e.PrizeRefused,),
    "shelter": (e.SpySheltered,),
    "skip": (e.Declined,),
    "stop": (e.Stopped,),
    "discard": (e.CardDiscarded, e.EventDiscarded),
    "event": (e.EventDiscarded,),
    "riot": (e.RiotResolved,),
    "name": (e.PlayerNamed,),
    "rebuke": (e.RegionRebuked,),
    "favor": (e.FavoredSuitSet,),
    "suit": (e.FavoredSuitSet,),
    "instability": (e.InstabilityResolved,),
    "confirm": (e.Confirmed,),
}
_MORE_WORDS = ("card", "from", "to", "new", "space", "supply", *REGIONS, *COALITIONS)
_SEAT = re.compile(r"p([0-4])")
_REPEAT_OR_SEAT = re.compile(r"[xp][0-9]+")
_EASY_NAME = re.compile(r"[^\W\d_]\w*( [^\W\d_]\w*)*")
_REGIONS = named((region, region) for region in REGIONS)
_ALL_CARDS = named((face.name, number) for number, face in CARDS.items())


# Cards


def find_card(words: Sequence[Word], scope: Iterable[int]) -> int:
    """The card that is named by number, or by the beginning of its name: first among those in question, then all.

    Raises:
        Misread: none is, or several are.
    """
    if len(words) > 1 and plain(words[0].text) == "card":
        words = words[1:]
    text, choice = joined(words), Choice(tuple(words))
    number = number_in(words[0].text)
    if number is not None:
        if len(words) > 1:
            raise unexpected(words[1:])
        if number not in CARDS:
            raise choice.fault("malformed", f"there is no card {quoted(text)}", hint="cards are numbered 1 to 116")
        return number
    near = could_be(text, named((CARDS[card].name, card) for card in scope if card))
    if len(near) > 1:
        raise ambiguous(choice, text, [f"#{card} {name}" for name, card in near])
    if near:
        return near[0][1]
    alike = could_be(text, _ALL_CARDS)
    if len(alike) > 1:
        raise ambiguous(choice, text, [f"#{card} {name}" for name, card in alike])
    return pick(choice, text, _ALL_CARDS, "card")


def unexpected(words: Sequence[Word]) -> Exception:
    """The fault of words that are too many."""
    hint = "choices follow after a colon, with commas between them"
    return Choice(tuple(words)).fault("malformed", f"{quoted(joined(words))} is not expected here", hint=hint)


# Places


def find_place(words: Sequence[Word], kinds: Iterable[str], scope: Iterable[int] = ()) -> str:
    """The place that is named; `kinds` of place are "region", "border", "card", "gift" and "supply".

    Raises:
        Misread: no place of these kinds is named, or several are.
    """
    kinds = tuple(kinds)
    choice = Choice(tuple(words))
    text = joined(words).replace(" -", "-").replace("- ", "-")
    first = plain(words[0].text)
    if "supply" in kinds and first == "supply" and len(words) == 1:
        return SUPPLY
    if "gift" in kinds and first == "gift" and len(words) == 2 and number_in(words[1].text) in GIFT_AT:
        return GIFT_AT[number_in(words[1].text) or 0]
    if "border" in kinds and text.count("-") == 1:
        border = _find_border(choice, text)
        if border is not None:
            return border
    if "card" in kinds and (first == "card" or number_in(words[0].text) is not None):
        return CARD_AT[find_card(words, scope)]
    regions = could_be(text, _REGIONS) if "region" in kinds else []
    if len(regions) > 1:
        raise ambiguous(choice, text, [name for name, _ in regions])
    if regions:
        return REGION_AT[regions[0][1]]
    if "card" in kinds and could_be(text, _ALL_CARDS):
        return CARD_AT[find_card(words, scope)]
    names = {"region": REGIONS, "border": BORDERS, "card": tuple(face.name for face in CARDS.values())}
    what = " or ".join(kind for kind in kinds if kind in names)
    return pick(choice, text, named((name, name) for kind in kinds for name in names.get(kind, ())), what)


def _find_border(choice: Choice, text: str) -> str | None:
    one, other = text.split("-")
    ends = [(a, b) for a, _ in could_be(one, _REGIONS) for b, _ in could_be(other, _REGIONS) if a != b]
    found = sorted({border for a, b in ends if (border := border_between(a, b)) is not None})
    if len(found) > 1:
        raise ambiguous(choice, text, found)
    if not found and len(ends) == 1:
        one, other = (end.capitalize() for end in ends[0])
        raise choice.fault("malformed", f"{one} and {other} have no common border")
    return f"border:{found[0]}" if found else None


def place_text(place: str) -> str:
    """A place in the notation: `kabul`, `herat-kabul`, `12` for a card, `gift 2`, `supply`."""
    where, _, which = place.partition(":")
    return f"gift {which}" if where == "gift" else which or where


# Players


def find_player(words: Sequence[Word], names: Sequence[str]) -> int:
    """The seat of the player that is named.

    Raises:
        Misread: none is, or several are.
    """
    text = joined(words)
    found = _SEAT.fullmatch(plain(text))
    if found and int(found.group(1)) < len(names):
        return int(found.group(1))
    return pick(Choice(tuple(words)), text, seat_names(names), "player")


def seat_names(names: Sequence[str]) -> dict[str, list[tuple[str, int]]]:
    """The players' names with their seats, in the form in which they are compared."""
    return named((name, seat) for seat, name in enumerate(names))


def is_player(words: Sequence[Word], names: Sequence[str]) -> bool:
    """Whether these words are a player's whole name, or a seat; words of the notation and numbers are none."""
    key = plain(joined(words))
    if key in KEYWORDS or number_in(key) is not None:
        return False
    found = _SEAT.fullmatch(key)
    return key in seat_names(names) or bool(found and int(found.group(1)) < len(names))


def seat_text(names: Sequence[str], seat: int) -> str:
    """A player in the notation: the name where it reads back and could be nothing else, otherwise `p0` and so on."""
    name = names[seat]
    key = plain(name)
    words = key.split(" ")
    taken = any(keyword.startswith(word) for word in words for keyword in (*KEYWORDS, *_MORE_WORDS))
    odd = not _EASY_NAME.fullmatch(name) or _REPEAT_OR_SEAT.fullmatch(words[-1])
    alike = sum(1 for other in names if plain(other) == key)
    return f"p{seat}" if taken or odd or alike > 1 else name
