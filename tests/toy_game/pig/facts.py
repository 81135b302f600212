"""A game of Pig as rows."""

import msgspec
from engine.pig.events import Rolled

from engine.facts import SHARED_FACT_TYPES, Standing, shared_facts


class PigRoll(msgspec.Struct, frozen=True, kw_only=True):
    """One row for each roll of the die."""

    event: int
    player: str
    face: int


FACT_TYPES = (*SHARED_FACT_TYPES, PigRoll)


def facts(context, steps):
    state = None
    for step in steps:
        state = step.after
        if isinstance(step.entry.event, Rolled):
            player = step.before.names[step.before.seat]
            yield PigRoll(event=step.entry.version, player=player, face=step.entry.event.face)
    over = state is not None and state.winner is not None
    points = state.points if state is not None else ()
    yield from shared_facts(
        context, [Standing(won=(seat == state.winner) if over else None, points=one) for seat, one in enumerate(points)]
    )
