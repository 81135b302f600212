"""Who must decide what next, and what can be recorded: the prompt, and the options in the order of reading.

First comes what the rules ask for or allow now, then what cards and powers may bring at any time, then what contradicts
something that was stated and is recorded all the same, then what the text of a card allows against the rules, and last
the acts of record. Options are structural candidates filtered by the rules, so that whatever `check` accepts is covered
by one of them (`offers_slots.covers`).
"""

from __future__ import annotations

from engine.events import Event
from engine.judging import Option
from engine.pathfinder import events as e
from engine.pathfinder.offers_now import candidates, now, offered
from engine.pathfinder.offers_open import by_text, of_record, open_ended
from engine.pathfinder.offers_slots import covers
from engine.pathfinder.prompts import prompt
from engine.pathfinder.state import State, to_take

__all__ = ["automatic", "covers", "legal", "now", "prompt"]


def legal(view: State) -> list[Option]:
    """Every option now."""
    asked, doubtful = offered(view, candidates(view))
    besides, strange = offered(view, open_ended(view))
    return [*asked, *besides, *doubtful, *strange, *by_text(view), *of_record(view)]


def automatic(view: State) -> Event | None:
    """The next event where nobody has a choice: a death that is due, or the turn of the next character."""
    if view.ended:
        return None
    if view.dying:
        return e.CharacterDied(who=view.dying[0])
    if view.result is not None:
        return None
    idle = not view.encounters and view.fate is None and not to_take(view)
    if idle and view.turn.step == "between" and view.turn.active:
        return e.TurnStarted(who=view.turn.active)
    return None
