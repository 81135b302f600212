"""The values in which a game answers: effects, violations, prompts, options.

They are values, never exceptions: a refusal is something that people read, compare and keep.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.events import Event


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One consequence that the rules derive from an event; it is derived again on every replay and never stored.

    `what` is a short stable word of the game ("overthrow", "card_lost"); the other fields say whom and what it
    touched, as far as the word needs them. `amount` counts rupees, points or pieces, as `what` has it.
    """

    what: str
    rule: str
    seat: int | None = None
    other: int | None = None
    card: int | None = None
    place: str | None = None
    piece: str | None = None
    amount: int | None = None
    detail: str | None = None


class Violation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One way in which an event breaks a rule: the rule, and what was wrong, in game words without a full stop.

    `grade` tells what it leads to. A "refusal" keeps the event out. A "finding" is a contradiction between stated facts
    that a game may record and flag; `kind` is its stable name, `stated` what was written, `computed` what follows from
    the rest. "impossible" is an event that cannot be carried out at all, however much is forgiven.
    """

    rule: str
    message: str
    grade: Literal["refusal", "finding", "impossible"] = "refusal"
    kind: str = ""
    stated: str = ""
    computed: str = ""


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """Who must decide what next. `seat` is None where chance must be entered.

    `ask` is the stable name of the question, `text` the question in game words.
    """

    ask: str
    seat: int | None
    text: str
    card: int | None = None


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """A field of an option that is open: what kind of value it takes, and which ones; without choices, any."""

    field: str
    kind: str
    choices: tuple[int | str, ...]


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One legal possibility for a prompt: an event, whose fields named in `slots` may take any of their choices."""

    event: Event
    rule: str
    slots: tuple[Slot, ...] = ()

    def events(self) -> tuple[Event, ...]:
        """Every concrete event that the option stands for; none for an option with a slot that is open."""
        if not all(slot.choices for slot in self.slots):
            return ()
        found: tuple[Event, ...] = (self.event,)
        for slot in self.slots:
            found = tuple(
                msgspec.structs.replace(event, **{slot.field: choice}) for event in found for choice in slot.choices
            )
        return found
