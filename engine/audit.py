"""A whole game gone over for what is wrong in it and was recorded all the same.

What a rule refuses and what contradicts another statement is found event by event, as it is when an event is recorded;
what only later events show, a game finds in hindsight. Where a correction makes earlier events void, nothing is found
in them any more. Nothing is changed by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.events import Event, GameStarted
from engine.judging import Violation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.game import Game


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not agree, or breaks a rule, at an event.

    `kind` is a stable name; "breach" is an act that the rules do not allow where they have no other name for it, and
    "impossible" one that cannot be carried out. `stated` is what was recorded and `computed` what follows from the
    rest, where there are two such values.
    """

    event: int
    rule: str
    kind: str
    message: str
    stated: str = ""
    computed: str = ""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a line with its number, the states around it, and what is wrong with it as far as it tells."""

    number: int
    event: Event
    before: Any
    after: Any
    wrong: tuple[Violation, ...]


def finding(number: int, violation: Violation) -> Finding:
    """A violation at an event, as a finding."""
    kind = violation.kind or ("impossible" if violation.grade == "impossible" else "breach")
    return Finding(
        event=number, rule=violation.rule, kind=kind, message=violation.message, stated=violation.stated,
        computed=violation.computed,
    )  # fmt: skip


def judged(game: Game, started: GameStarted, events: Iterable[tuple[int, Event]], *, first: int = 1) -> list[Judged]:
    """Play a line and judge each event; one that cannot be carried out leaves the state as it was."""
    found = []
    line = list(events)
    state = game.numbered(game.start(started), (first, *(number for number, _ in line)))
    for number, event in line:
        wrong = (*game.check(state, event), *game.findings(state, event))
        after = state
        if not any(one.grade == "impossible" for one in wrong):
            after, _ = game.evolve(state, event)
        found.append(Judged(number=number, event=event, before=state, after=after, wrong=wrong))
        state = after
    return found


def audit(game: Game, started: GameStarted, events: Sequence[tuple[int, Event]], *, first: int = 1) -> list[Finding]:
    """Everything that is wrong in a game, in the order of its events.

    Args:
        game: whose rules judge.
        started: the first event.
        events: the line after it, each event with its number.
        first: the number of the first event.
    """
    return findings_in(game, started, judged(game, started, events, first=first), first=first)


def findings_in(game: Game, started: GameStarted, steps: Sequence[Judged], *, first: int = 1) -> list[Finding]:
    """Everything that is wrong in a game that was judged event by event, in the order of its events."""
    found = [(first, one) for one in (*game.check_start(started), *game.start_findings(started))]
    found += [(step.number, one) for step in steps for one in step.wrong]
    found += game.hindsight(steps)
    void = void_numbers(game, first, steps)
    unlike = dict.fromkeys(finding(number, one) for number, one in found if number not in void)
    return sorted(unlike, key=lambda one: one.event)


def void_numbers(game: Game, first: int, steps: Sequence[Judged]) -> frozenset[int]:
    """The numbers of the events that later ones make void. Games count the events of a line from 1, their start."""
    numbers = (first, *(step.number for step in steps))
    void = {at for step in steps for at in game.voided(step.event)}
    return frozenset(numbers[at - 1] for at in void if 0 < at <= len(numbers))
