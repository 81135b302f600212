"""The steps of a Pathfinder scenario that a reader may want to leap to: where turns begin, and what is met."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def landmarks(
    before: Mapping[str, Any], after: Mapping[str, Any], effects: Iterable[Any], *, kind: str = ""
) -> frozenset[str]:
    """What a step is: "turn" if a turn begins with it, "check" if a check was made or a card is encountered.

    Args:
        before: The flat position before the step.
        after: The flat position after it.
        effects: The consequences of the step; what a step is does not depend on them.
        kind: The kind of its event.
    """
    del effects
    found = set()
    if kind == "pathfinder.turn_started" or after["turn.number"] != before["turn.number"]:
        found.add("turn")
    if kind == "pathfinder.check_resolved" or after["met"] > before["met"]:
        found.add("check")
    return frozenset(found)
