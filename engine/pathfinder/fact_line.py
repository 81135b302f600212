"""The events of a scenario that count, with the states around them: those that a correction made void left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder.events import Correction
from engine.pathfinder.reducer import evolve
from engine.replay import Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.pathfinder.state import Past


def counting(steps: Sequence[Step]) -> list[Step]:
    """The steps of what counts in the end, each with its own entry.

    A correction that makes events void has the ones that stay played again; their states and consequences are then
    those of the line without the void ones.
    """
    if not any(isinstance(step.entry.event, Correction) and step.entry.event.void for step in steps):
        return list(steps)
    entries = {step.before.seq + 1: step.entry for step in steps}
    line: list[Past] = []
    past: Past | None = steps[-1].after.past
    while past is not None:
        line.append(past)
        past = past.state.past
    line.reverse()
    found = []
    for at, one in enumerate(line):
        after = line[at + 1].state if at + 1 < len(line) else steps[-1].after
        void = isinstance(one.event, Correction) and bool(one.event.void)
        effects = () if void else evolve(one.state, one.event)[1]
        found.append(Step(entry=entries[one.number], before=one.state, after=after, effects=effects))
    return found
