"""The position: the whole state as a flat mapping, printed, compared and hashed; `read_position.py` reads it back.

`flat` gives the keys in which other programs compare states: `phase`, `p0.rupees`, `r.kabul.armies`, `m.0.3` and so
on. `position` adds what a state needs beside them to be read back: the pending frames, the place of each piece, the
draw pile where it is known, the pile of cards that left play. The state hash is over the position and nothing else.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from engine.pamir.board import BORDER_AT, GIFT_SLOTS, LIMBO, REGION_AT, SEATS_FROM, SUPPLY
from engine.pamir.cards import COALITIONS
from engine.pamir.concepts import gifts as _gifts
from engine.pamir.concepts import influence, ruler_of, stars
from engine.pamir.reducer import prompt
from engine.pamir.state import COLUMNS, State

#: The name of the hash scheme; a hash of another scheme is not comparable, which is no divergence.
SCHEME = "p1"

Flat = dict[str, Any]


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


class Tracker:
    """Follows a game from state to state: the hash of each position, and which flat keys changed.

    Parts of the position whose ingredients did not change are not written again; the hash is that of the whole
    position all the same (`hash_of` gives it without memory).
    """

    def __init__(self) -> None:
        self._made_from: dict[str, tuple[object, ...]] = {}
        self._parts: dict[str, bytes] = {}
        self._values: dict[str, Flat] = {}

    def step(self, state: State) -> str:
        """The hash of the state's position."""
        self._refresh(state)
        return _digest(self._parts[name] for name in self._order(state))

    def step_with_changes(self, state: State) -> tuple[str, Flat]:
        """The hash of the position, and the flat keys that differ from the last state with their new values."""
        before = {name: values for name, values in self._values.items() if name != "rest"}
        self._refresh(state)
        changed: Flat = {}
        for name in self._order(state):
            if name == "rest":
                continue
            old, new = before.get(name, {}), self._values[name]
            if old is not new:
                changed.update({key: value for key, value in new.items() if key not in old or old[key] != value})
        return _digest(self._parts[name] for name in self._order(state)), changed

    def _order(self, state: State) -> list[str]:
        return ["turn", *(f"p{seat}" for seat in range(len(state.players))), "map", "market", "marks", "rest"]

    def _refresh(self, state: State) -> None:
        self._part("turn", None, _turn, state)
        for seat, player in enumerate(state.players):
            name = f"p{seat}"
            made_from = (player, state.pieces[SEATS_FROM + seat], state.effects)
            if self._made_from.get(name) != made_from:
                self._write(name, made_from, _seat(state, seat))
        loyalties = tuple(player.loyalty for player in state.players)
        self._part("map", (state.pieces, loyalties), _map, state)
        self._part("market", (state.market, state.market_rupees), _market, state)
        self._part("marks", None, _marks, state)
        self._part("rest", None, _rest, state)

    def _part(self, name: str, made_from: tuple[object, ...] | None, make: Any, state: State) -> None:
        if made_from is None or self._made_from.get(name) != made_from:
            self._write(name, made_from, make(state))

    def _write(self, name: str, made_from: tuple[object, ...] | None, values: Flat) -> None:
        if made_from is not None:
            self._made_from[name] = made_from
        if self._values.get(name) != values:
            self._values[name] = values
            self._parts[name] = msgspec.json.encode(values)[1:-1]


def _digest(parts: Any) -> str:
    return f"{SCHEME}:{blake2b(b'{' + b','.join(parts) + b'}', digest_size=16).hexdigest()}"


def hash_of(state: State) -> str:
    """The hash of a state: over the JSON text of its position, key by key in the documented order."""
    text = msgspec.json.encode(position(state))
    return f"{SCHEME}:{blake2b(text, digest_size=16).hexdigest()}"
