"""The Pathfinder Adventure Card Game as one object, in the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from engine.game import Defaults
from engine.pathfinder import reducer
from engine.pathfinder.events import PathfinderStarted, decoder
from engine.pathfinder.offers import automatic, legal, prompt
from engine.pathfinder.position import position, tracker
from engine.pathfinder.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import msgspec

    from engine.catalogue import Catalogue
    from engine.events import Event, GameStarted
    from engine.game import Beginning, Reading
    from engine.judging import Effect, Option, Prompt, Violation
    from engine.position import Tracker


class Pathfinder(Defaults):
    """The 2013 line, one to six players, who win or lose together."""

    title = "pathfinder"
    label = "Pathfinder Adventure Card Game"
    label_zh = "開拓者冒險卡牌遊戲"
    reducer = reducer.REDUCER
    presets = ("official", "seed")
    seats = (1, 6)
    one_choice_actions = True
    settings = MappingProxyType(
        {
            "characters": "who is played, in the order of the players: Kyra, Valeros",
            "scenario": "the scenario that is played, such as Brigandoom!",
            "judging": "strict (contradictions are refused), table (they are flagged), or record",
        }
    )

    def decode(self, payload: bytes) -> Event:
        return decoder.decode(payload)

    def starting_event(self, begin: Beginning) -> GameStarted:
        from engine.pathfinder.beginning import starting_event

        return starting_event(begin)

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:
        from engine.pathfinder.simulating import random_start

        return random_start(begin, choose, known=known)

    def shuffled_deck(self, seats: int, shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
        del seats, shuffle
        return ()

    def check_start(self, event: GameStarted) -> list[Violation]:
        return reducer.check_start(_started(event))

    def start_findings(self, event: GameStarted) -> list[Violation]:
        return reducer.start_findings(_started(event))

    def start(self, event: GameStarted) -> State:
        return reducer.start(_started(event))

    def prompt(self, state: State) -> Prompt | None:
        return prompt(state)

    def legal(self, state: State) -> list[Option]:
        return legal(state)

    def check(self, state: State, event: Event) -> list[Violation]:
        return reducer.check(state, event)

    def findings(self, state: State, event: Event) -> list[Violation]:
        return reducer.findings(state, event)

    def fill(self, state: State, option: Option, choose: Callable[[int], int]) -> Event:
        from engine.pathfinder.simulating import fill

        return fill(state, option, choose)

    def evolve(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        return reducer.evolve(state, event)

    def automatic(self, state: State) -> Event | None:
        return automatic(state)

    def canonical(self, state: State, event: Event) -> Event:
        del state
        return event

    def tracker(self) -> Tracker:
        return tracker()

    def flat(self, state: State) -> dict[str, Any]:
        return position(state)

    def hide(self, flat: dict[str, Any], seat: int) -> dict[str, Any]:
        from engine.pathfinder.read_position import hide

        return hide(flat, seat)

    def position_text(self, state: State) -> str:
        from engine.pathfinder.read_position import position_text

        return position_text(state)

    def winners(self, state: State) -> tuple[int, ...] | None:
        if not state.ended or state.result is None:
            return None
        return tuple(range(len(state.names))) if state.result.outcome == "won" else ()

    def read_line(self, state: State, text: str) -> Reading:
        from engine.pathfinder.notation import read_line

        return read_line(state, text)

    def write_action(self, state: State, events: Sequence[Event]) -> str:
        from engine.pathfinder.write_notation import write_action

        return write_action(state, events)

    def option_texts(self, state: State) -> list[tuple[str, str, str]]:
        from engine.pathfinder.write_notation import option_texts

        return option_texts(state)

    def describe(self, state: State, event: Event) -> str:
        from engine.pathfinder.words import describe

        return describe(state, event)

    def describe_effects(self, state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
        from engine.pathfinder.words import describe_effects

        return describe_effects(state, effects)

    def fact_types(self) -> tuple[type[msgspec.Struct], ...]:
        from engine.pathfinder.facts import FACT_TYPES

        return FACT_TYPES

    def facts(self, context: Any, steps: Iterable[Any]) -> Iterable[msgspec.Struct]:
        from engine.pathfinder.facts import facts

        return facts(context, steps)

    def catalogue(self) -> Catalogue:
        from engine.catalogue import Catalogue

        return Catalogue.load("pathfinder")


def _started(event: GameStarted) -> PathfinderStarted:
    if not isinstance(event, PathfinderStarted):
        raise TypeError(f"not the start of a scenario of the Pathfinder game: {event.kind()}")
    return event


GAME = Pathfinder()
