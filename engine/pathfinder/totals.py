"""How many cards a hand, a deck and a discard pile have together, where posts leave open how many each of them has.

A reset, a draw and a healing move cards between these three and change no sum. So what a record does not say of them
leaves their sum as it was, and a state that is posted later is held against it.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.pathfinder.events import StatePosted
from engine.pathfinder.moving import LINKED, linked_sum, pile_of, settle
from engine.pathfinder.state import Draft, View, character
from engine.pathfinder.verdicts import Wrong, flag
from engine.pathfinder.zones import Pile
from engine.rules import rule


def forget(draft: Draft, who: str, **piles: Pile) -> None:
    """Nobody says how many cards are in these piles now; how many all three have together stays as it was."""
    owner = character(draft, who)
    if owner is not None:
        draft.put_character(who, together=linked_sum(owner), **piles)
        deduce(draft, who)


def deduce(draft: Draft, who: str) -> None:
    """The number of one pile follows from the sum and the other two; where all are known the sum tells nothing more."""
    owner = character(draft, who)
    if owner is None or owner.together is None:
        return
    piles = {zone: pile_of(owner, zone) for zone in LINKED}
    open_ones = [zone for zone, pile in piles.items() if pile.size is None]
    if len(open_ones) > 1:
        return
    draft.put_character(who, together=None)
    for zone in open_ones:
        left = owner.together - sum(pile.size or 0 for pile in piles.values())
        if left >= len(piles[zone].known):
            draft.put_character(who, **{zone: replace(piles[zone], size=left)})


@rule("PA-ZON-01", neutral=())
def together_agree(view: View, event: StatePosted) -> Wrong:
    """No card of a character comes or goes unsaid: what is posted of hand, deck and discard pile has their sum."""
    owner = character(view, event.who)
    if owner is None or owner.together is None:
        return ()
    draft = view if isinstance(view, Draft) else Draft(view)
    settle(draft)
    owner = character(draft, event.who)
    if owner is None or owner.together is None:
        return ()
    told = {
        "hand": event.held,
        "deck": event.deck,
        "discard": event.thrown_away,
    }
    posted = {zone: told[zone] if told[zone] is not None else pile_of(owner, zone).size for zone in LINKED}
    least = sum(len(pile_of(owner, zone).known) if count is None else count for zone, count in posted.items())
    if least == owner.together or (least < owner.together and None in posted.values()):
        return ()
    message = f"hand, deck and discard pile of {event.who} have {owner.together} cards together, posted are {least}"
    return flag("PA-ZON-01", "count_differs", message, least, owner.together)
