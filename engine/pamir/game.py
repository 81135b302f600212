"""Pax Pamir as one object, in the shape that every game has (`engine.game.Game`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from engine.game import Defaults
from engine.pamir import TITLE, reducer
from engine.pamir.events import PamirStarted, decoder
from engine.pamir.position import flat, position, tracker
from engine.pamir.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.events import Event, GameStarted
    from engine.game import Beginning, Game, Reading
    from engine.judging import Effect, Option, Prompt, Violation
    from engine.notation_head import HeadPart
    from engine.position import Tracker

#: What whoever edits a position has to know of its keys.
_LEGEND = (
    "# p0 is the first player, p1 the next. m.0.0 is the first card of the market's top row, m.1.0 of the bottom row:",
    "# [card, rupees on it]. Three numbers, as in armies, borders and pool, are Afghan, British, Russian.",
    "# ruler, influence, stars, supply and pool follow from the rest: correct them, or leave their lines out; whoever",
    '# moves, adds or takes a piece leaves out the lines "placed" and "pieces" too.',
)


class PaxPamir(Defaults):
    """The second edition, two to five players."""

    title = TITLE
    label = "Pax Pamir, Second Edition"
    label_zh = "帕米爾和平第二版"
    reducer = reducer.REDUCER
    presets: tuple[str, ...] = ("official", "seed", "rally-the-troops")
    seats = (2, 5)
    examples = "buy 41, play 41 left: road kabul-herat, end"
    flags = frozenset({"table", "shuffle", "deck", "first"})
    reads_back = True
    tells_unfinished = True

    def decode(self, payload: bytes) -> Event:
        return decoder.decode(payload)

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:
        from engine.pamir.beginning import random_start

        return random_start(begin, choose, known=known)

    def shuffled_deck(self, seats: int, shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
        from engine.pamir.deck import pamir_deck

        return pamir_deck(seats, shuffle)

    def check_start(self, event: GameStarted) -> list[Violation]:
        if not isinstance(event, PamirStarted):
            raise TypeError(f"not the start of a game of Pax Pamir: {event.kind()}")
        return reducer.check_start(event)

    def start(self, event: GameStarted) -> State:
        if not isinstance(event, PamirStarted):
            raise TypeError(f"not the start of a game of Pax Pamir: {event.kind()}")
        return reducer.start(event)

    def prompt(self, state: State) -> Prompt | None:
        return reducer.prompt(state)

    def legal(self, state: State) -> list[Option]:
        return reducer.legal(state)

    def check(self, state: State, event: Event) -> list[Violation]:
        return reducer.check(state, event)

    def evolve(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        return reducer.evolve(state, event)

    def automatic(self, state: State) -> Event | None:
        return reducer.automatic(state)

    def canonical(self, state: State, event: Event) -> Event:
        return reducer.canonical(state, event)

    def tracker(self) -> Tracker:
        return tracker()

    def flat(self, state: State) -> dict[str, Any]:
        return flat(state)

    def hide(self, flat: dict[str, Any], seat: int) -> dict[str, Any]:
        others = {f"p{other}.hand" for other in range(5) if other != seat}
        return {key: [0] * len(value) if key in others else value for key, value in flat.items()}

    def position_text(self, state: State) -> str:
        lines = (f"{key} {msgspec.json.encode(value).decode()}" for key, value in position(state).items())
        names = ", ".join(state.names)
        return "\n".join(("# a position of Pax Pamir, Second Edition", f"# players: {names}", *_LEGEND, *lines, ""))

    def notation_head(self) -> HeadPart:
        from engine.pamir.notation_head import PamirHead

        return PamirHead(cast("Game", self))

    def read_unfinished(self, state: State, text: str) -> Reading:
        from engine.pamir.notation import read_unfinished

        return read_unfinished(state, text)

    def write_unfinished(self, state: State, events: Sequence[Event]) -> str:
        from engine.pamir.write_notation import write_untold

        return write_untold(state, events)

    def winners(self, state: State) -> tuple[int, ...] | None:
        return state.result.winners if state.result else None


GAME = PaxPamir()
