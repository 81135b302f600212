"""The position: the whole state as a flat mapping, printed, compared and hashed; `read_position.py` reads it back.

`flat` gives the keys in which other programs compare states: `phase`, `p0.rupees`, `r.kabul.armies`, `m.0.3` and so
on. `position` adds what a state needs beside them to be read back: the pending frames, the place of each piece, the
draw pile where it is known, the pile of cards that left play. The state hash is over the position and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from engine.pamir.board import BORDER_AT, GIFT_SLOTS, LIMBO, REGION_AT, SEATS_FROM, SUPPLY
from engine.pamir.cards import COALITIONS
from engine.pamir.concepts import gifts as _gifts
from engine.pamir.concepts import influence, ruler_of, stars
from engine.pamir.reducer import prompt
from engine.pamir.state import COLUMNS, State
from engine.position import ANEW, Flat, Part, Tracker
from engine.position import hash_of as _hash_of

__all__ = ["Flat", "flat", "flat_but_question", "hash_of", "position", "tracker"]


def flat(state: State) -> Flat:
    """The state under the flat keys that programs compare; values are JSON values."""
    return {**_question(state), **flat_but_question(state)}


def flat_but_question(state: State) -> Flat:
    """The flat keys without `phase` and `actor`, for a state in which nothing may have been asked yet."""
    found = _standing(state)
    for seat in range(len(state.players)):
        found.update(_seat(state, seat))
    found.update(_map(state))
    found.update(_market(state))
    found.update(_marks(state))
    return found


def position(state: State) -> Flat:
    """The flat keys and, after them, everything else that makes up the state."""
    return {**flat(state), **_rest(state)}


def _turn(state: State) -> Flat:
    return {**_question(state), **_standing(state)}


def _question(state: State) -> Flat:
    asked = prompt(state)
    return {"phase": asked.ask if asked else "game_over", "actor": asked.seat if asked else None}


def _standing(state: State) -> Flat:
    return {
        "turn_of": state.turn_of,
        "actions_left": state.actions_left,
        "favored": state.favored,
        "effects": list(state.effects),
    }


def _seat(state: State, seat: int) -> Flat:
    player = state.players[seat]
    own = state.pieces[SEATS_FROM + seat]
    spies = sorted(int(place[5:]) for place in set(own) if place.startswith("card:"))
    p = f"p{seat}."
    return {
        f"{p}loyalty": player.loyalty,
        f"{p}rupees": player.rupees,
        f"{p}vp": player.vp,
        f"{p}hand": list(player.hand),
        f"{p}court": list(player.court),
        f"{p}prizes": list(player.prizes),
        f"{p}effects": list(player.effects),
        f"{p}gifts": [slot for slot in GIFT_SLOTS if f"gift:{slot}" in own] if _gifts(state, seat) else [],
        f"{p}supply": own.count(SUPPLY),
        f"{p}spies": {str(card): own.count(f"card:{card}") for card in spies},
        f"{p}tribes": {region: own.count(place) for region, place in REGION_AT.items() if place in own},
        f"{p}limbo": own.count(LIMBO),
        f"{p}influence": influence(state, seat),
        f"{p}stars": list(stars(player)),
    }


def _map(state: State) -> Flat:
    blocks = state.pieces[: len(COALITIONS)]
    found: Flat = {}
    for region, place in REGION_AT.items():
        found[f"r.{region}.armies"] = [group.count(place) for group in blocks]
        found[f"r.{region}.ruler"] = ruler_of(state, region)
    for border, place in BORDER_AT.items():
        found[f"b.{border}"] = [group.count(place) for group in blocks]
    found["pool"] = [group.count(SUPPLY) for group in blocks]
    return found


def _market(state: State) -> Flat:
    return {
        f"m.{slot // COLUMNS}.{slot % COLUMNS}": [card or None, rupees]
        for slot, (card, rupees) in enumerate(zip(state.market, state.market_rupees, strict=True))
    }


def _marks(state: State) -> Flat:
    return {
        "deck": state.deck_count,
        "discards": len(state.discards),
        "spent": list(state.spent),
        "locked": list(state.locked),
        "placed": list(state.placed),
    }


def _rest(state: State) -> Flat:
    found: Flat = {
        "turn": state.turn,
        "refusals": state.refusals,
        "pending": msgspec.to_builtins(state.frames),
        "deck_checks": state.deck_checks,
        "drawn": state.drawn,
        "deck_whole": state.whole,
        "pile": list(state.pile),
        "draw_pile": None if state.deck is None else list(state.deck),
        "discard_pile": list(state.discards),
        "result": msgspec.to_builtins(state.result),
    }
    for group, places in enumerate(state.pieces):
        name = COALITIONS[group] if group < SEATS_FROM else f"p{group - SEATS_FROM}"
        found[f"pieces.{name}"] = list(places)
    return found


def _parts(state: State) -> Iterator[Part]:
    """The position in parts: those that seldom change with the values that decide them."""
    yield "turn", ANEW, _turn, state
    for seat, player in enumerate(state.players):
        yield f"p{seat}", (player, state.pieces[SEATS_FROM + seat], state.effects), _SEAT_MAKERS[seat], state
    loyalties = tuple(player.loyalty for player in state.players)
    yield "map", (state.pieces, loyalties), _map, state
    yield "market", (state.market, state.market_rupees), _market, state
    yield "marks", ANEW, _marks, state
    yield "rest", ANEW, _rest, state


_SEAT_MAKERS = tuple(partial(_seat, seat=seat) for seat in range(5))


def tracker() -> Tracker:
    """What follows a game from state to state; the keys beside the flat ones change unseen."""
    return Tracker(_parts, untold=frozenset({"rest"}))


def hash_of(state: State) -> str:
    """The hash of a state's whole position."""
    return _hash_of(position(state))
