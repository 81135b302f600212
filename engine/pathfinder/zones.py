"""Piles of cards of which all, some, or only the number is known.

A character's hand or deck and a location's deck are piles. Nobody writes every card down, so a pile keeps what is
known: its size, the cards known to be in it, and those whose place is known, from the top and from the bottom. Later
events narrow that; what cannot be reconciled with it is a contradiction, told as a value and never repaired silently.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Literal

import msgspec

Place = Literal["top", "bottom", "somewhere"]


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """What a pile cannot give or be: why, what was known, what was claimed."""

    message: str
    known: str
    claimed: str


class Pile(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One pile, as far as it is known.

    `size` is the number of cards, None if nobody said. `top` and `bottom` are known cards in place: the first of
    `top` is the top card, the last of `bottom` the bottom card. `loose` are cards known to be in the pile, sorted,
    whose place is not known. What the size leaves over is unknown.
    """

    size: int | None = None
    top: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()

    @property
    def known(self) -> tuple[str, ...]:
        """All cards known to be in the pile, sorted."""
        return tuple(sorted((*self.top, *self.loose, *self.bottom)))

    @property
    def unknown(self) -> int | None:
        """How many cards nobody has named; None if the size is not known."""
        if self.size is None:
            return None
        return self.size - len(self.top) - len(self.loose) - len(self.bottom)

    @property
    def is_whole(self) -> bool:
        """Whether every card of the pile is known."""
        return self.unknown == 0


EMPTY = Pile(size=0)


def of(*cards: str) -> Pile:
    """A pile that holds exactly these cards in no known order."""
    return Pile(size=len(cards), loose=tuple(sorted(cards)))


def counted(size: int) -> Pile:
    """A pile of which only the size is known."""
    return Pile(size=size)


def add(pile: Pile, card: str | None, at: Place = "somewhere") -> Pile:
    """The pile with one card more, named or not. A card put somewhere unknown leaves no place known."""
    size = None if pile.size is None else pile.size + 1
    if at == "somewhere":
        pile = forget_places(pile)
        loose = pile.loose if card is None else tuple(sorted((*pile.loose, card)))
        return Pile(size=size, loose=loose)
    if card is None:
        # An unnamed card on an end hides which cards lie on that end.
        if at == "top":
            return Pile(size=size, loose=tuple(sorted((*pile.loose, *pile.top))), bottom=pile.bottom)
        return Pile(size=size, top=pile.top, loose=tuple(sorted((*pile.loose, *pile.bottom))))
    if pile.size == 0 or (pile.is_whole and not pile.loose and not pile.bottom and at == "bottom"):
        return Pile(size=size, top=(*pile.top, card))
    if at == "top":
        return Pile(size=size, top=(card, *pile.top), loose=pile.loose, bottom=pile.bottom)
    return Pile(size=size, top=pile.top, loose=pile.loose, bottom=(*pile.bottom, card))


def take(pile: Pile, card: str) -> Pile | Contradiction:
    """The pile without one card of this name: a known one, or else one of the unknown."""
    for field in ("loose", "top", "bottom"):
        cards: tuple[str, ...] = getattr(pile, field)
        if card in cards:
            index = cards.index(card)
            left = (*cards[:index], *cards[index + 1 :])
            size = None if pile.size is None else pile.size - 1
            return msgspec.structs.replace(pile, **{field: left}, size=size)
    if pile.unknown == 0:
        return Contradiction(message=f'"{card}" is not there', known=shown(pile), claimed=f'"{card}" among them')
    return msgspec.structs.replace(pile, size=None if pile.size is None else pile.size - 1)


def take_top(pile: Pile, card: str | None = None) -> tuple[str | None, Pile] | Contradiction:
    """The top card, as far as it is known, and the pile below it; `card` is what the log says it was."""
    if pile.size == 0:
        return Contradiction(message="there is no card left", known=shown(pile), claimed=card or "a card")
    if pile.top:
        found = pile.top[0]
        if card is not None and card != found:
            return Contradiction(message=f'the top card is "{found}"', known=shown(pile), claimed=f'"{card}" on top')
        size = None if pile.size is None else pile.size - 1
        return found, msgspec.structs.replace(pile, top=pile.top[1:], size=size)
    if pile.unknown == 0 and not pile.loose:
        found = pile.bottom[0]
        if card is not None and card != found:
            return Contradiction(message=f'the top card is "{found}"', known=shown(pile), claimed=f'"{card}" on top')
        return found, msgspec.structs.replace(pile, bottom=pile.bottom[1:], size=len(pile.bottom) - 1)
    if card is None:
        # Nobody said which card left, so of the loose ones none is certain any more.
        size = None if pile.size is None else pile.size - 1
        return None, Pile(size=size, loose=_still_certain(pile), bottom=pile.bottom)
    if card in pile.loose:
        index = pile.loose.index(card)
        loose = (*pile.loose[:index], *pile.loose[index + 1 :])
        return card, msgspec.structs.replace(pile, loose=loose, size=None if pile.size is None else pile.size - 1)
    if pile.unknown == 0:
        return Contradiction(message=f'"{card}" is not there', known=shown(pile), claimed=f'"{card}" on top')
    return card, msgspec.structs.replace(pile, size=None if pile.size is None else pile.size - 1)


def take_any(pile: Pile) -> Pile | Contradiction:
    """The pile without one card, wherever it lay, of which nobody said which it was."""
    if pile.size == 0:
        return Contradiction(message="there is no card left", known=shown(pile), claimed="a card")
    shuffled = forget_places(pile)
    return Pile(size=None if pile.size is None else pile.size - 1, loose=_still_certain(shuffled))


def _still_certain(pile: Pile) -> tuple[str, ...]:
    """The loose cards that are still there for certain once one unnamed card has gone: all but one of each name."""
    return tuple(one for before, one in pairwise(sorted(pile.loose)) if one == before)


def forget_places(pile: Pile) -> Pile:
    """The pile shuffled: what is in it stays known, where it lies does not."""
    return Pile(size=pile.size, loose=pile.known)


def narrow(pile: Pile, cards: tuple[str, ...] | None, size: int | None, unknown: int = 0) -> Pile | Contradiction:
    """The pile with what somebody states of it: its cards, beside `unknown` ones unnamed, or only their number.

    What was known has to be among what is stated, or among the unnamed cards.
    """
    if cards is not None and unknown > 0:
        return _narrow_partly(pile, cards, len(cards) + unknown, size)
    if cards is not None:
        missing = Counter(pile.known) - Counter(cards)
        if missing:
            names = ", ".join(sorted(missing))
            return Contradiction(message=f"{names} should be there", known=shown(pile), claimed=", ".join(cards))
        if pile.size is not None and pile.size != len(cards):
            return Contradiction(message="the number differs", known=shown(pile), claimed=_number_of(len(cards)))
        if size is not None and size != len(cards):
            return Contradiction(message="names and number differ", known=f"{len(cards)} named", claimed=str(size))
        return pile if pile.is_whole else Pile(size=len(cards), loose=tuple(sorted(cards)))
    if size is None:
        return pile
    if pile.size is not None and pile.size != size:
        return Contradiction(message="the number differs", known=shown(pile), claimed=_number_of(size))
    if size < len(pile.known):
        return Contradiction(message="more cards are known to be there", known=shown(pile), claimed=_number_of(size))
    return msgspec.structs.replace(pile, size=size)


def _narrow_partly(pile: Pile, cards: tuple[str, ...], stated: int, size: int | None) -> Pile | Contradiction:
    """The pile with some of its cards stated by name and as many unnamed as make `stated` together."""
    claimed = shown(Pile(size=stated, loose=tuple(sorted(cards))))
    if size is not None and size != stated:
        return Contradiction(message="names and number differ", known=claimed, claimed=str(size))
    if pile.size is not None and pile.size != stated:
        return Contradiction(message="the number differs", known=shown(pile), claimed=claimed)
    new = Counter(cards) - Counter(pile.known)
    if len(pile.known) + new.total() > stated:
        names = ", ".join(sorted(new))
        return Contradiction(message=f"{names} cannot be there", known=shown(pile), claimed=claimed)
    return msgspec.structs.replace(pile, size=stated, loose=tuple(sorted((*pile.loose, *new.elements()))))


def _number_of(size: int) -> str:
    return f"{size} card{'' if size == 1 else 's'}"


def shown(pile: Pile) -> str:
    """A pile in words: "2 cards: Cure, 1 unknown"."""
    if pile.size == 0:
        return "no cards"
    number = "an unknown number of cards" if pile.size is None else _number_of(pile.size)
    parts = list(pile.known)
    if pile.unknown:
        parts.append(f"{pile.unknown} unknown")
    return f"{number}: {', '.join(parts)}" if parts and parts != [f"{pile.unknown} unknown"] else number
