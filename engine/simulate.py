"""Random games: legal play without sense, for tests, benchmarks and demonstrations.

The game is played through the same `legal`, `check` and `evolve` as any other. All chance comes from outside: `choose`
is given a number and gives a whole number below it. Cards that a table would reveal are drawn from the choices of
their slot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.events import Event, GameStarted
    from engine.game import Game
    from engine.judging import Option

    Choose = Callable[[int], int]
    #: How much an option is wanted, a whole number from 0; only where all are 0 do they count alike.
    Wish = Callable[[Event], int]

#: "options" takes every legal option alike. "kinds" takes every kind of event alike, and then every option of that
#: kind, so that rare acts come up and turns end sooner. "mixed" tosses between the two at each decision.
Style = Literal["options", "kinds", "mixed"]


class StuckError(Exception):
    """A game that is not over offered nothing to do, or refused what it had offered: a fault of the engine."""


def random_game(
    game: Game,
    start_event: GameStarted,
    choose: Choose,
    *,
    limit: int = 10_000,
    style: Style = "mixed",
    wish: Wish | None = None,
) -> Iterator[Event]:
    """The events of a random legal game after its first; it ends with the game or after `limit` events.

    With a `wish`, options are taken in proportion to it, and `style` is not asked; nor is it for a game that has wishes
    of its own (`Game.wishes`).

    Raises:
        StuckError: the engine offered nothing, or refused its own offer.
    """
    state = game.start(start_event)
    for _ in range(limit):
        prompt = game.prompt(state)
        if prompt is None:
            return
        options = game.legal(state)
        if not options:
            raise StuckError(f"nothing is legal, but it is asked: {prompt.text}")
        wanted = game.wishes(state, options) if wish is None else [wish(option.event) for option in options]
        option = pick(options, choose, style) if wanted is None else pick_wanted(options, choose, wanted)
        event = game.fill(state, option, choose)
        violations = game.check(state, event)
        if violations:
            raise StuckError(f"offered and refused: {event} ({violations[0].message})")
        state, _ = game.evolve(state, event)
        yield event


def pick(options: Sequence[Option], choose: Choose, style: Style = "mixed") -> Option:
    """One of the options, by chance."""
    if style == "kinds" or (style == "mixed" and len(options) > 1 and choose(2)):
        kinds = sorted({option.event.kind() for option in options})
        kind = kinds[_one_of(len(kinds), choose)]
        options = [option for option in options if option.event.kind() == kind]
    return options[_one_of(len(options), choose)]


def pick_by_wish(options: Sequence[Option], choose: Choose, wish: Wish) -> Option:
    """One of the options, by chance, in proportion to how much each is wanted."""
    return pick_wanted(options, choose, [wish(option.event) for option in options])


def pick_wanted(options: Sequence[Option], choose: Choose, weights: Sequence[int]) -> Option:
    """One of the options, by chance, in proportion to its weight; where all weigh nothing they count alike."""
    total = sum(weights)
    if not total:
        return pick(options, choose, "options")
    drawn = _one_of(total, choose)
    for option, weight in zip(options, weights, strict=True):
        if drawn < weight:
            return option
        drawn -= weight
    raise AssertionError("a number below the total falls on an option")


def _one_of(count: int, choose: Choose) -> int:
    return choose(count) if count > 1 else 0
