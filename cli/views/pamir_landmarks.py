"""The steps of a game of Pax Pamir that a reader may want to leap to: where a turn begins, and Dominance Checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def landmarks(
    before: Mapping[str, Any], after: Mapping[str, Any], effects: Iterable[Any], *, kind: str = ""
) -> frozenset[str]:
    """What a step is: "turn" if another player's turn begins with it, "check" if a Dominance Check was scored.

    Args:
        before: The flat position before the step.
        after: The flat position after it.
        effects: The consequences of the step.
        kind: The kind of its event; the consequences tell enough here.
    """
    del kind
    found = set()
    if after["turn_of"] != before["turn_of"]:
        found.add("turn")
    if any(effect.what == "check" for effect in effects):
        found.add("check")
    return frozenset(found)
