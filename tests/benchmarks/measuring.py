"""Timing by turns: both sides of a comparison run alternately, the median of each counts."""

import statistics
import time
from collections.abc import Callable


def by_turns(sides: dict[str, Callable[[], object]], *, rounds: int = 5) -> dict[str, float]:
    """The median seconds of each side, run alternately."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            begun = time.perf_counter()
            side()
            taken[name].append(time.perf_counter() - begun)
    return {name: statistics.median(times) for name, times in taken.items()}


def each(action: Callable[[int], object], count: int) -> float:
    """The median seconds of one call out of `count` in a row."""
    taken = []
    for index in range(count):
        begun = time.perf_counter()
        action(index)
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def line(what: str, figure: str, goal: str = "", *, met: bool | None = None) -> None:
    """One result, with its goal and whether it is reached."""
    mark = "" if met is None else ("  reached" if met else "  NOT REACHED")
    print(f"  {what:<58} {figure:>22}  {goal}{mark}")
