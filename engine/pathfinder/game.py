"""The Pathfinder Adventure Card Game as one object, in the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

from engine.game import Defaults
from engine.pathfinder import TITLE, reducer
from engine.pathfinder.events import Correction, PathfinderStarted, decoder
from engine.pathfinder.offers import automatic, legal, prompt
from engine.pathfinder.position import position, tracker
from engine.pathfinder.record import as_called
from engine.pathfinder.state import Called, State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.audit import Judged
    from engine.campaign import Campaign
    from engine.events import Event, GameStarted
    from engine.game import Beginning, Fault
    from engine.judging import Effect, Option, Prompt, Violation
    from engine.position import Tracker
    from engine.stating import Difference, GameInFile, OpenTask


class Pathfinder(Defaults):
    """The 2013 line, one to six players, who win or lose together."""

    title = TITLE
    label = "Pathfinder Adventure Card Game"
    label_zh = "開拓者冒險卡牌遊戲"
    reducer = reducer.REDUCER
    presets: tuple[str, ...] = ("official", "seed")
    seats = (1, 6)
    examples = 'explore: Goblin Warrior monster, check combat 9 "1d10+2" 7, defeated, reset, end'
    separators = ";"
    exceptional = frozenset({"PA-PRI-01"})
    one_choice_actions = True
    settings: Mapping[str, str] = MappingProxyType(
        {
            "characters": "who is played, in the order of the players: Kyra, Valeros",
            "scenario": "the scenario that is played, such as Brigandoom!",
            "at": "where each starts, such as Kyra: Woods, Valeros: Farmhouse; or one location for all",
            "judging": "strict (contradictions are refused), table (they are flagged), or record",
            "set": "the set of cards, if it is not Rise of the Runelords; its names are then taken as they are",
            "locations": "the locations in play, where the scenario is not among the facts: Docks, Tavern, Mine",
            "villain": "the villain of such a scenario, or several: Jubrayl Vhiski",
            "henchmen": "the kinds of henchmen of such a scenario, in printed order",
            "goal": "what wins a scenario that has no villain, as its card says it",
        }
    )

    def decode(self, payload: bytes) -> Event:
        return decoder.decode(payload)

    def campaign(self) -> Campaign:
        from engine.pathfinder.campaign import CAMPAIGN

        return CAMPAIGN

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:
        from engine.pathfinder.simulating import random_start

        return random_start(begin, choose, known=known)

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
        from engine.pathfinder.audit import told_besides

        return [*reducer.findings(state, event), *told_besides(state, event)]

    def hindsight(self, steps: Sequence[Judged]) -> list[tuple[int, Violation]]:
        from engine.pathfinder.audit import hindsight

        return hindsight(steps)

    def voided(self, event: Event) -> tuple[int, ...]:
        return event.void if isinstance(event, Correction) else ()

    def fill(self, state: State, option: Option, choose: Callable[[int], int]) -> Event:
        from engine.pathfinder.simulating import fill

        return fill(state, option, choose)

    def wishes(self, state: State, options: Sequence[Option]) -> Sequence[int]:
        from engine.pathfinder.simulating import wishes

        return wishes(state, options)

    def evolve(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        return reducer.evolve(state, event)

    def automatic(self, state: State) -> Event | None:
        return automatic(state)

    def option_texts(self, state: State) -> list[tuple[str, str, str]]:
        from engine.pathfinder.card_offers import remembered_checks

        return [*remembered_checks(state), *super().option_texts(state)]

    def usual_texts(self, state: State) -> list[tuple[str, str, str]]:
        from engine.pathfinder.offers_short import short_texts

        return short_texts(state)

    @property
    def grammar(self) -> tuple[tuple[str, tuple[str, ...]], ...]:  # type: ignore[override]
        from engine.pathfinder.completing import GRAMMAR

        return GRAMMAR

    def names(self, state: State) -> Mapping[str, Sequence[str]]:
        from engine.pathfinder.completing import names

        return names(state)

    def numbered(self, state: State, numbers: Sequence[int]) -> State:
        return msgspec.structs.replace(state, called=Called(tuple(numbers)))

    def describe(self, state: State, event: Event) -> str:
        return super().describe(state, as_called(state, event))

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

    def settings_of(self, started: GameStarted) -> tuple[tuple[str, str], ...]:
        from engine.pathfinder.notation_head import settings_of

        return settings_of(_started(started))

    def is_own_file(self, first_line: bytes) -> bool:
        from engine.pathfinder.play_by_post_lines import is_play_by_post

        return is_play_by_post(first_line)

    def games_in_file(self, lines: Iterable[bytes], name: str) -> tuple[GameInFile, ...]:
        from engine.pathfinder.play_by_post import games_in_file

        return games_in_file(lines, name)

    def seat_names(self, state: State) -> tuple[tuple[str, int], ...]:
        return tuple((one.name, one.seat) for one in state.characters)

    def joined(self, lines: Sequence[str]) -> list[tuple[int, str]]:
        from engine.pathfinder.stating import joined

        return joined(lines)

    def goes_on(self, line: str) -> bool:
        from engine.pathfinder.stating import goes_on

        return goes_on(line)

    def blocks(self, state: State) -> tuple[tuple[str, str], ...]:
        from engine.pathfinder.stating import blocks

        return blocks(state)

    def differences(self, state: State, who: str, text: str) -> tuple[Difference, ...] | Fault:
        from engine.pathfinder.stating import differences

        return differences(state, who, text)

    def open_tasks(self, state: State) -> tuple[OpenTask, ...]:
        from engine.pathfinder.record import open_tasks

        return open_tasks(state)

    def winners(self, state: State) -> tuple[int, ...] | None:
        if not state.ended or state.result is None:
            return None
        return tuple(range(len(state.names))) if state.result.outcome == "won" else ()


def _started(event: GameStarted) -> PathfinderStarted:
    if not isinstance(event, PathfinderStarted):
        raise TypeError(f"not the start of a scenario of the Pathfinder game: {event.kind()}")
    return event


GAME = Pathfinder()
