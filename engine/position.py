"""Following a position: its hash, and which of its flat keys changed from state to state.

A game gives its position in parts, each a mapping of flat keys made from a few values of the state. A part whose values
are what they were is not written again; the hash is that of the whole position all the same. It is over the JSON text
of the position, key by key in the order of the parts, and over nothing else: never over the layout of a class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import Any

import msgspec

#: The name of the hash scheme; a hash of another scheme is not comparable, which is no divergence.
SCHEME = "p1"

Flat = dict[str, Any]

#: In the place of the values that decide a part: there are too many of them to compare.
ANEW = object()
_NEVER = object()

#: One part of a position: its name, the values that decide its keys, how its keys are made, and from what. Equal values
#: must make equal keys; with `ANEW` the part is made anew each time. (A bare tuple, for a step makes dozens of them.)
Part = tuple[str, Any, Callable[[Any], Flat], Any]


class PositionError(Exception):
    """A position that cannot be read or cannot be: the key, what is wrong, and the line where it stands (or 0)."""

    def __init__(self, key: str, message: str, line: int = 0) -> None:
        super().__init__(f"{key}: {message}" if key else message)
        self.key = key
        self.message = message
        self.line = line


class Tracker:
    """Follows a game from state to state: the hash of each position, and which flat keys changed.

    The parts named in `untold` count for the hash and are left out of what changed.
    """

    def __init__(self, parts: Callable[[Any], Iterable[Part]], *, untold: frozenset[str] = frozenset()) -> None:
        self._parts = parts
        self._untold = untold
        self._decided_by: dict[str, Any] = {}
        self._values: dict[str, Flat] = {}
        self._texts: dict[str, bytes] = {}

    def step(self, state: Any) -> str:
        """The hash of the state's position."""
        return self._refresh(state, None)

    def step_with_changes(self, state: Any) -> tuple[str, Flat]:
        """The hash of the position, and the flat keys that differ from the last state with their new values."""
        changed: Flat = {}
        return self._refresh(state, changed), changed

    def _refresh(self, state: Any, changed: Flat | None) -> str:
        texts: list[bytes] = []
        decided_by, known = self._decided_by, self._texts
        for name, deciding, make, source in self._parts(state):
            before = decided_by.get(name, _NEVER)
            if deciding is ANEW or (before is not deciding and before != deciding):
                decided_by[name] = deciding
                texts.append(self._write(name, make(source), None if name in self._untold else changed))
            else:
                texts.append(known[name])
        return digest(b"{" + b",".join(texts) + b"}")

    def _write(self, name: str, values: Flat, changed: Flat | None) -> bytes:
        before = self._values.get(name)
        if before == values:
            return self._texts[name]
        if changed is not None:
            old = before or {}
            changed.update({key: value for key, value in values.items() if key not in old or old[key] != value})
        self._values[name] = values
        text = self._texts[name] = msgspec.json.encode(values)[1:-1]
        return text


def position_of(parts: Iterable[Part]) -> Flat:
    """The flat keys of all parts, in their order."""
    found: Flat = {}
    for _, _, make, source in parts:
        found |= make(source)
    return found


def digest(text: bytes) -> str:
    """The hash of the JSON text of a position, with the name of the scheme."""
    return f"{SCHEME}:{blake2b(text, digest_size=16).hexdigest()}"


def hash_of(position: Flat) -> str:
    """The hash of a whole position, without memory of an earlier one."""
    return digest(msgspec.json.encode(position))
