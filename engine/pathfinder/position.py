"""The position: the whole state as a flat mapping, printed, compared and hashed.

Keys: `c.NAME.*` a character, `l.NAME.*` a location, `blessings`, the turn, the encounters, and what is still open. A
pile is written as its size (null if nobody said), its known top, its loose cards and its known bottom.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.offers import prompt
from engine.pathfinder.state import State
from engine.pathfinder.zones import Pile

#: The name of the hash scheme; a hash of another scheme is not comparable, which is no divergence.
SCHEME = "p1"

Flat = dict[str, Any]

#: Fields of the state that the position writes as they are, in this order.
_PLAIN = (
    "scenario", "goal", "adventure", "villains", "mode", "complete", "middle", "met", "dealt", "window", "tasks_made",
    "dying", "fell", "once", "ended", "rebuilt", "result", "closing", "earned", "fate", "damages", "tasks", "standing",
    "plays", "gone", "aside", "asserted", "over", "encounters",
)  # fmt: skip


def written(pile: Pile) -> list[Any]:
    """A pile: size, top, loose, bottom."""
    return [pile.size, list(pile.top), list(pile.loose), list(pile.bottom)]


def position(state: State) -> Flat:
    """The state under flat keys; values are JSON values."""
    asked = prompt(state)
    found: Flat = {"phase": asked.ask if asked else "game_over", "actor": asked.seat if asked else None}
    for key, value in msgspec.to_builtins(state.turn).items():
        found[f"turn.{key}"] = value
    for one in state.characters:
        c = f"c.{one.name}."
        found |= {f"{c}seat": one.seat, f"{c}location": one.location or None, f"{c}alive": one.alive}
        found |= {f"{c}hand_size": one.hand_size, f"{c}favored": one.favored or None, f"{c}drawn": one.drawn}
        found |= {f"{c}{zone}": written(getattr(one, zone)) for zone in OWN_ZONES}
        found |= {f"{c}redrawn": one.redrawn, f"{c}extra_cards": msgspec.to_builtins(one.extra_cards)}
    for where in state.places:
        at = f"l.{where.name}."
        found |= {f"{at}deck": written(where.deck), f"{at}status": where.status, f"{at}barred": where.barred}
        found |= {f"{at}was_temporary": where.was_temporary, f"{at}closing": where.closing or None}
    found["blessings"] = written(state.blessings)
    found["blessings_discard"] = written(state.blessings_discard)
    found |= {f"option.{key}": value for key, value in msgspec.to_builtins(state.options).items()}
    found |= {key: msgspec.to_builtins(getattr(state, key)) for key in _PLAIN}
    return found


def hash_of(state: State) -> str:
    """The hash of a state: over the JSON text of its position, key by key in the documented order."""
    text = msgspec.json.encode(position(state))
    return f"{SCHEME}:{blake2b(text, digest_size=16).hexdigest()}"


class Tracker:
    """Follows a game from state to state: the hash of each position, and which flat keys changed."""

    def __init__(self) -> None:
        self._values: Flat = {}

    def step(self, state: State) -> str:
        """The hash of the state's position."""
        return self.step_with_changes(state)[0]

    def step_with_changes(self, state: State) -> tuple[str, Flat]:
        """The hash of the position, and the flat keys that differ from the last state with their new values."""
        before, self._values = self._values, position(state)
        changed = {key: value for key, value in self._values.items() if key not in before or before[key] != value}
        text = msgspec.json.encode(self._values)
        return f"{SCHEME}:{blake2b(text, digest_size=16).hexdigest()}", changed
