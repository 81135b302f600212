"""The common ground of all who tell a game as rows: the step that is being told, and the rows that it completes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from engine.pamir.state import State
    from engine.replay import Step


class Telling:
    """One step after the other; what is open between steps is kept by the classes that tell it."""

    def __init__(self, first: State) -> None:
        self.rows: list[msgspec.Struct] = []
        self.version = 0
        self.turn = first.turn
        #: The state before the step that is told, and the state after it.
        self.before = self.state = first
        self.step: Step
        self.event: Any = None

    def begin(self, step: Step) -> None:
        """Go on to the next step."""
        self.step, self.event = step, step.entry.event
        self.before, self.state = step.before, step.after
        self.version, self.turn = step.entry.version, self.before.turn

    @property
    def acting(self) -> int:
        """The seat whose turn it is."""
        return self.before.turn_of or 0
