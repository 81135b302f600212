"""Pig as one object. What is not here comes from `engine.game.Defaults`."""

from typing import Any

from engine.pig import TITLE
from engine.pig import reducer as rules
from engine.pig.events import decoder

from engine.game import Defaults


class Pig(Defaults):
    """Two to ten players, one die."""

    title = TITLE
    label = "Pig"
    label_zh = "豬仔骰"
    reducer = rules.REDUCER
    presets: tuple[str, ...] = ("official", "short")
    seats = (2, 10)
    one_choice_actions = True

    check_start = staticmethod(rules.check_start)
    start = staticmethod(rules.start)
    prompt = staticmethod(rules.prompt)
    legal = staticmethod(rules.legal)
    check = staticmethod(rules.check)
    evolve = staticmethod(rules.evolve)

    def decode(self, payload: bytes) -> Any:
        return decoder.decode(payload)

    def flat(self, state: rules.State) -> dict[str, Any]:
        asked = rules.prompt(state)
        return {
            "phase": asked.ask if asked else "game_over",
            "actor": asked.seat if asked else None,
            "target": state.target,
            "at_stake": state.at_stake,
            **{f"p{seat}.points": points for seat, points in enumerate(state.points)},
        }

    def winners(self, state: rules.State) -> tuple[int, ...] | None:
        return None if state.winner is None else (state.winner,)


GAME = Pig()
