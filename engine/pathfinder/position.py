"""The position: the whole state as a flat mapping, printed, compared and hashed.

Keys: `c.NAME.*` a character, `l.NAME.*` a location, `blessings`, the turn, the encounters, and what is still open. A
pile is written as its size (null if nobody said), its known top, its loose cards and its known bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.offers import prompt
from engine.pathfinder.options import Options
from engine.pathfinder.state import Character, Place, State, Turn
from engine.pathfinder.zones import Pile

#: The name of the hash scheme; a hash of another scheme is not comparable, which is no divergence.
SCHEME = "p1"

Flat = dict[str, Any]

#: Fields of the state that the position writes as they are, in this order.
_PLAIN = (
    "scenario", "goal", "adventure", "villains", "mode", "complete", "middle", "met", "dealt", "window", "tasks_made",
    "told",
    "dying", "fell", "once", "ended", "rebuilt", "result", "closing", "earned", "fate", "damages", "tasks", "standing",
    "plays", "gone", "aside", "asserted", "over", "encounters",
)  # fmt: skip


def written(pile: Pile) -> list[Any]:
    """A pile: size, top, loose, bottom."""
    return [pile.size, list(pile.top), list(pile.loose), list(pile.bottom)]


def position(state: State) -> Flat:
    """The state under flat keys; values are JSON values."""
    found = _question(state)
    for _, made_from, make in _parts(state):
        found |= make(made_from)
    return found


def hash_of(state: State) -> str:
    """The hash of a state: over the JSON text of its position, key by key in the documented order."""
    return _digest(msgspec.json.encode(position(state)))


def _digest(text: bytes) -> str:
    return f"{SCHEME}:{blake2b(text, digest_size=16).hexdigest()}"


# The parts, each made from one part of the state


def _parts(state: State) -> Iterator[tuple[str, Any, Callable[[Any], Flat]]]:
    yield "turn", state.turn, _turn
    for one in state.characters:
        yield f"c.{one.name}", one, _character
    for where in state.places:
        yield f"l.{where.name}", where, _place
    yield "blessings", state.blessings, _blessings
    yield "blessings_discard", state.blessings_discard, _blessings_discard
    yield "option", state.options, _options
    for key in _PLAIN:
        yield key, getattr(state, key), _PLAIN_MAKERS[key]


def _question(state: State) -> Flat:
    asked = prompt(state)
    return {"phase": asked.ask if asked else "game_over", "actor": asked.seat if asked else None}


def _turn(turn: Turn) -> Flat:
    return {f"turn.{key}": value for key, value in msgspec.to_builtins(turn).items()}


def _character(one: Character) -> Flat:
    c = f"c.{one.name}."
    found: Flat = {f"{c}seat": one.seat, f"{c}location": one.location or None, f"{c}alive": one.alive}
    found |= {f"{c}hand_size": one.hand_size, f"{c}favored": one.favored or None, f"{c}drawn": one.drawn}
    found |= {f"{c}{zone}": written(getattr(one, zone)) for zone in OWN_ZONES}
    return found | {f"{c}redrawn": one.redrawn, f"{c}extra_cards": msgspec.to_builtins(one.extra_cards)}


def _place(where: Place) -> Flat:
    at = f"l.{where.name}."
    found: Flat = {f"{at}deck": written(where.deck), f"{at}status": where.status, f"{at}barred": where.barred}
    return found | {f"{at}was_temporary": where.was_temporary, f"{at}closing": where.closing or None}


def _blessings(pile: Pile) -> Flat:
    return {"blessings": written(pile)}


def _blessings_discard(pile: Pile) -> Flat:
    return {"blessings_discard": written(pile)}


def _options(options: Options) -> Flat:
    return {f"option.{key}": value for key, value in msgspec.to_builtins(options).items()}


def _plain(key: str) -> Callable[[Any], Flat]:
    return lambda value: {key: msgspec.to_builtins(value)}


_PLAIN_MAKERS = {key: _plain(key) for key in _PLAIN}


class Tracker:
    """Follows a game from state to state: the hash of each position, and which flat keys changed.

    A part of the state that is the same object as before is not written again; the hash is that of the whole position
    all the same (`hash_of` gives it without memory).
    """

    def __init__(self) -> None:
        self._made_from: dict[str, Any] = {}
        self._values: dict[str, Flat] = {}
        self._texts: dict[str, bytes] = {}

    def step(self, state: State) -> str:
        """The hash of the state's position."""
        return self._refresh(state, None)

    def step_with_changes(self, state: State) -> tuple[str, Flat]:
        """The hash of the position, and the flat keys that differ from the last state with their new values."""
        changed: Flat = {}
        return self._refresh(state, changed), changed

    def _refresh(self, state: State, changed: Flat | None) -> str:
        texts = [self._write("question", _question(state), changed)]
        for name, made_from, make in _parts(state):
            if name in self._texts and self._made_from[name] is made_from:
                texts.append(self._texts[name])
            else:
                self._made_from[name] = made_from
                texts.append(self._write(name, make(made_from), changed))
        return _digest(b"{" + b",".join(texts) + b"}")

    def _write(self, name: str, values: Flat, changed: Flat | None) -> bytes:
        before = self._values.get(name, {})
        if changed is not None:
            changed.update({key: value for key, value in values.items() if key not in before or before[key] != value})
        self._values[name] = values
        text = self._texts[name] = msgspec.json.encode(values)[1:-1]
        return text
