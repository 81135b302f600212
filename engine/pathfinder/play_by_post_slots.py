"""Cards of location decks by their number as the deck was built, the way players call them: "Sea Caves card 2".

A number stays with its card, so it tells which card a later look or exploration concerns. Which numbers are left, and
in which order, is known where a post lists them (`3-10 then 1`), until something is put back or shuffled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder.play_by_post_words import slots_left
from engine.pathfinder.verdicts import same_card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.events import Event


class Slots:
    """The numbered cards of all locations: which number is which card, and which numbers are left in order."""

    def __init__(self) -> None:
        self.cards: dict[tuple[str, int], str] = {}
        self.left: dict[str, tuple[int, ...]] = {}

    def posted(self, place: str, text: str) -> None:
        """A post lists the cards that a location has left."""
        found = slots_left(text)
        self.forget(place)
        if found is not None:
            self.left[place] = found

    def forget(self, place: str) -> None:
        """The deck was shuffled, or cards came into it: their order is not known any more."""
        self.left.pop(place, None)

    def seen(self, place: str, slot: int, card: str) -> Iterator[Event]:
        """A card is looked at: on top if its number is the next one; it cannot be seen if its number is gone."""
        left = self.left.get(place)
        if left is not None and slot not in left:
            text = f"card {slot} has left the deck"
            yield e.EffectApplied(effect="examine", place=place, amount=0, text=text)
            return
        known = self.cards.setdefault((place, slot), card)
        for one in (known, card) if not same_card(known, card) else (card,):
            if left is not None and left[0] == slot:
                yield e.EffectApplied(effect="examine", place=place, looked=(one,), text=f'card {slot}: "{one}"')

    def turned_over(self, place: str, slot: int | None, card: str | None) -> Iterator[Event]:
        """The card of a number is turned over: if it was seen as another card before, that one lies on top."""
        left = self.left.get(place)
        if slot is not None:
            known = self.cards.setdefault((place, slot), card) if card is not None else None
            if known is not None and card is not None and not same_card(known, card):
                yield e.EffectApplied(effect="examine", place=place, looked=(known,), text=f'card {slot}: "{known}"')
        if left is not None:
            gone = slot if slot in left else left[0] if left else None
            self.left[place] = tuple(one for one in left if one != gone)
