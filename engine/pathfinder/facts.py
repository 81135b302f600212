"""A scenario told as rows, for questions across many games (`fact_rows.py` says what each row holds).

The telling goes once through the events that count, in order, and keeps no more than what is still open: an encounter
that is not over, damage that is not taken, a roll that may be rolled again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.audit import Judged, findings_in
from engine.facts import SHARED_FACT_TYPES, FactContext, Standing, shared_facts
from engine.pathfinder import reducer
from engine.pathfinder.events import PathfinderStarted, ScenarioEnded
from engine.pathfinder.fact_acts import Acts
from engine.pathfinder.fact_cards import PathfinderCardValue, card_values
from engine.pathfinder.fact_line import counting
from engine.pathfinder.fact_rows import (
    PATHFINDER_FACT_TYPES,
    PathfinderCharacter,
    PathfinderFinding,
    PathfinderOption,
    PathfinderScenario,
)
from engine.pathfinder.options import OFFICIAL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.pathfinder.state import Character, State
    from engine.replay import Step

FACT_TYPES: tuple[type[msgspec.Struct], ...] = (*SHARED_FACT_TYPES, *PATHFINDER_FACT_TYPES, PathfinderCardValue)


def facts(context: FactContext, steps: Iterable[Step]) -> Iterator[msgspec.Struct]:
    """The rows of one scenario; `steps` are those of its line, played from the start."""
    played = tuple(steps)
    line = counting(played)
    started = context.started if isinstance(context.started, PathfinderStarted) else None
    first = line[0].before if line else reducer.start(started) if started is not None else None
    if first is None:
        yield from shared_facts(context, ())
        return
    last = line[-1].after if line else first
    telling = Acts(first)
    for step in line:
        telling.tell(step)
    telling.close()
    yield from _options(first)
    yield from telling.rows
    yield from card_values(played)
    yield from _findings(started, played)
    yield from _characters(telling, line, last)
    yield _scenario(first, line, last, telling, started)
    yield from shared_facts(context, _standings(context, last))


def _options(state: State) -> Iterator[PathfinderOption]:
    for option in state.options.__struct_fields__:
        value, official = getattr(state.options, option), getattr(OFFICIAL, option)
        if value != official:
            yield PathfinderOption(option=option, value=value, official=official)


def _standings(context: FactContext, state: State) -> list[Standing]:
    """All win, or all lose; who gives a scenario up gives it up for all."""
    won = state.result.outcome == "won" if state.ended and state.result is not None else None
    if won is None and context.closed_how == "conceded":
        won = False
    return [Standing(won=won) for _ in state.names]


# What is wrong


def _findings(started: PathfinderStarted | None, played: Sequence[Step]) -> Iterator[PathfinderFinding]:
    """What an audit of the log finds, with the turn in which it is; it sees the line as it was recorded."""
    from engine.pathfinder.game import GAME

    if started is None:
        return
    turns = {step.entry.version: step.after.turn.number for step in played}
    steps = [
        Judged(
            number=step.entry.version,
            event=step.entry.event,
            before=step.before,
            after=step.after,
            wrong=tuple(GAME.findings(step.before, step.entry.event)),
        )
        for step in played
    ]
    for one in findings_in(GAME, started, steps):
        yield PathfinderFinding(
            version=one.event, turn=turns.get(one.event, 0), rule=one.rule, kind=one.kind, message=one.message,
            stated=one.stated, computed=one.computed,
        )  # fmt: skip


# The characters and the scenario


def _at_the_end(line: Sequence[Step], last: State) -> State:
    """The state in which the scenario ended, before decks were rebuilt; the last one while it goes on."""
    return next((step.after for step in line if step.after.ended), last)


def _characters(telling: Acts, line: Sequence[Step], last: State) -> Iterator[PathfinderCharacter]:
    end = _at_the_end(line, last)
    for one in end.characters:
        yield _character(telling, one, end.names)


def _character(telling: Acts, one: Character, names: Sequence[str]) -> PathfinderCharacter:
    did = telling.tally(one.name)
    return PathfinderCharacter(
        seat=one.seat,
        character=one.name,
        player=names[one.seat] if one.seat < len(names) else "",
        alive=one.alive,
        died_turn=telling.died_in.get(one.name),
        turns=did.turns,
        explorations=did.explorations,
        checks=did.checks,
        succeeded=did.succeeded,
        failed=did.failed,
        damage_taken=did.damage,
        cards_played=did.plays,
        location=one.location,
        hand=one.hand.size,
        deck=one.deck.size,
        discard=one.discard.size,
        buried=one.buried.size,
        displayed=one.displayed.size,
    )


def _scenario(
    first: State, line: Sequence[Step], last: State, telling: Acts, started: PathfinderStarted | None
) -> PathfinderScenario:
    rewards = [step.entry.event.reward for step in line if isinstance(step.entry.event, ScenarioEnded)]
    return PathfinderScenario(
        scenario=last.scenario,
        adventure=last.adventure,
        party=", ".join(one.name for one in last.characters),
        judging=last.mode,
        goal=last.goal,
        villain=", ".join(first.villains),
        middle=last.middle,
        cards=last.set,
        origin=started.origin if started is not None else "",
        outcome=last.result.outcome if last.result else "",
        reason=last.result.reason if last.result else "",
        reward=rewards[-1] if rewards else "",
        turns=telling.turns_begun,
        last_turn=last.turn.number,
        blessings_left=last.blessings.size,
        locations=len(last.places),
        locations_closed=sum(1 for one in last.places if one.status == "closed"),
    )
