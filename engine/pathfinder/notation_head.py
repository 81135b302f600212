"""The settings with which a scenario began, as the head of a notation file tells them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder.cards import SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.pathfinder.events import PathfinderStarted


def settings_of(started: PathfinderStarted) -> tuple[tuple[str, str], ...]:
    """What was said when the scenario began, in words; whether it tells the whole start, its reader finds out."""
    return tuple((key, value) for key, value in _said(started) if value)


def _said(started: PathfinderStarted) -> Iterator[tuple[str, str]]:
    yield "characters", ", ".join(one.name for one in started.characters)
    yield "scenario", started.scenario
    yield "at", ", ".join(f"{one.name}: {one.location}" for one in started.characters if one.location)
    yield "judging", started.judging
    yield "set", started.set
    if started.scenario not in SCENARIOS:
        yield "locations", ", ".join(one.name for one in started.locations)
        yield "villain", ", ".join(started.villains)
        yield "henchmen", ", ".join(started.henchmen)
    yield "goal", started.goal
