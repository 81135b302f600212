"""How a reference trace and this engine part, in game words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.pamir.trace import Difference

_SEAT_KEYS = ("actor", "turn_of")
_LONGEST = 160


def told_difference(difference: Difference, players: Sequence[str]) -> str:
    """One difference as a sentence: step, event, key, the value in the file and the one here."""
    head = _where(difference)
    if difference.what == "action":
        return f"{head}: the file does it, here it is refused: {difference.actual}"
    if difference.what == "note":
        return f"{head}: the note {difference.expected} would explain it, but {difference.actual}"
    key, theirs, ours = _narrowed(difference)
    return f"{head}: {key} is {_shown(key, theirs, players)} in the file, {_shown(key, ours, players)} here"


def difference_object(difference: Difference, players: Sequence[str]) -> dict[str, Any]:
    """One difference as an object."""
    return {
        "step": difference.step,
        "key": difference.what,
        "file": difference.expected,
        "here": difference.actual,
        "text": told_difference(difference, players),
    }


def _where(difference: Difference) -> str:
    from engine.pamir.words import describe

    if difference.step < 0:
        return "before the first step"
    where = f"step {difference.step}"
    if difference.event is None or difference.state is None:
        return where
    return f"{where}, {describe(difference.state, difference.event)}"


def _narrowed(difference: Difference) -> tuple[str, Any, Any]:
    """Of objects only the first key that differs."""
    key, theirs, ours = difference.what, difference.expected, difference.actual
    if key in {"legal", "dominance", "d"} and isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted({*theirs, *ours}):
            if theirs.get(name) != ours.get(name):
                return f"{key} {name}", theirs.get(name), ours.get(name)
    return key, theirs, ours


def _shown(key: str, value: Any, players: Sequence[str]) -> str:
    if key in _SEAT_KEYS or key.endswith(".ruler"):
        known = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(players)
        return players[value] if known else "nobody" if value is None else str(value)
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
