"""Making a deck by the setup rules; the shuffling itself comes from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pamir.cards import CHECKS, COURT_CARDS, EVENT_CARDS
from engine.pamir.setup import PILES, pile_quota

if TYPE_CHECKING:
    from collections.abc import Callable


def pamir_deck(players: int, shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
    """A whole deck for two to five players, next card first, the twelve market cards included (PP-1.3-deck).

    `shuffle` puts a list into a random order in place, as `random.Random(seed).shuffle` does. It is called for the
    court cards, for the events, and for each of the six piles from the top one down.

    Raises:
        ValueError: the game is not for so many players.
    """
    if not 2 <= players <= 5:
        raise ValueError(f"two to five players play, not {players}")
    courts, events, checks = list(COURT_CARDS), list(EVENT_CARDS), sorted(CHECKS)
    shuffle(courts)
    shuffle(events)
    deck: list[int] = []
    for number in range(PILES):
        may_events, may_checks = pile_quota(number)
        pile = [courts.pop() for _ in range(5 + players)]
        pile += [events.pop() for _ in range(may_events)]
        pile += [checks.pop() for _ in range(may_checks)]
        shuffle(pile)
        deck += pile
    return tuple(deck)
