"""Who must decide what next, and what can be recorded: the prompt, and the options in the order of reading.

First comes what the rules ask for or allow now, then what cards and powers may bring at any time, then what contradicts
something that was stated and is recorded all the same, then what the text of a card allows against the rules, and last
the acts of record. Options are structural candidates filtered by the rules, so that whatever `check` accepts is covered
by one of them (`offers_slots.covers`).
"""

from __future__ import annotations

from engine.events import Event
from engine.judging import Option, Prompt
from engine.pathfinder import events as e
from engine.pathfinder.encounter import is_boon, named
from engine.pathfinder.offers_now import candidates, now, offered
from engine.pathfinder.offers_open import by_text, of_record, open_ended
from engine.pathfinder.offers_slots import covers
from engine.pathfinder.state import Encounter, State, View, character, living, to_take
from engine.pathfinder.turn import to_place
from engine.pathfinder.verdicts import rulings

__all__ = ["automatic", "covers", "legal", "now", "prompt"]


def _seat(view: View, name: str) -> int | None:
    found = character(view, name)
    return found.seat if found else None


def prompt(view: State) -> Prompt | None:
    """Who must decide what next; None when everything is over."""
    if view.ended:
        waiting = [one for one in living(view) if one.name not in view.rebuilt]
        if not waiting:
            return None
        return Prompt(ask="rebuild", seat=waiting[0].seat, text=f"{waiting[0].name} rebuilds the deck")
    if view.result is not None:
        text = f"the scenario is {view.result.outcome}: {view.result.reason}"
        return Prompt(ask="scenario_end", seat=None, text=text)
    if view.dying:
        return Prompt(ask="death", seat=_seat(view, view.dying[0]), text=f"{view.dying[0]} dies")
    if view.fate is not None and view.fate.asked:
        choices = " or ".join(rulings(view.fate.asked))
        return Prompt(ask="ruling", seat=None, text=f'a ruling on "{view.fate.asked}": {choices}')
    owed = to_take(view)
    if owed:
        one = owed[0]
        return Prompt(ask="damage", seat=_seat(view, one.who), text=f"{one.who} takes {one.amount} damage")
    if view.encounters:
        return _prompt_encounter(view, view.encounters[-1])
    if view.fate is not None:
        what = "closes" if view.fate.defeated and not view.fate.closed else "is where the villain escapes from"
        return Prompt(ask="villain", seat=None, text=f"{view.fate.place} {what}")
    if view.closing is not None and view.closing.outcome != "fail":
        closing = view.closing
        return Prompt(ask="closing", seat=_seat(view, closing.who), text=f"{closing.who} closes {closing.place}")
    return _prompt_turn(view)


def _prompt_encounter(view: State, met: Encounter) -> Prompt:
    made, checks = len(met.done), met.checks or 1
    if made >= checks:
        text = f"{named(met)} is resolved"
    else:
        text = f"{met.who} {'acquires or declines' if is_boon(met) else 'evades or fights'} {named(met)}"
    return Prompt(ask="encounter", seat=_seat(view, met.who), text=text)


def _prompt_turn(view: State) -> Prompt:
    drawing = [one for one in living(view) if not one.drawn]
    turn = view.turn
    if drawing:
        return Prompt(ask="starting_hand", seat=drawing[0].seat, text=f"{drawing[0].name} draws a starting hand")
    if placing := to_place(view):
        return Prompt(ask="starting_place", seat=_seat(view, placing[0]), text=f"{placing[0]} is placed at a location")
    if turn.step == "between":
        who = turn.active or "the first player"
        return Prompt(ask="turn_start", seat=_seat(view, turn.active), text=f"{who} begins the turn")
    if turn.step == "advance":
        return Prompt(ask="blessing", seat=_seat(view, turn.active), text="a blessing is turned over")
    return Prompt(ask="turn", seat=_seat(view, turn.active), text=f"{turn.active}: {', '.join(_steps_left(view))}")


def _steps_left(view: View) -> tuple[str, ...]:
    names = ("give", "move", "explore", "close", "reset", "end")
    at = names.index(view.turn.step) if view.turn.step in names else 0
    return names[at:]


def legal(view: State) -> list[Option]:
    """Every option now."""
    asked, doubtful = offered(view, candidates(view))
    besides, strange = offered(view, open_ended(view))
    return [*asked, *besides, *doubtful, *strange, *by_text(view), *of_record(view)]


def automatic(view: State) -> Event | None:
    """The next event where nobody has a choice: a death that is due, or the turn of the next character."""
    if view.ended or view.result is not None:
        return None
    if view.dying:
        return e.CharacterDied(who=view.dying[0])
    idle = not view.encounters and view.fate is None and not to_take(view)
    if idle and view.turn.step == "between" and view.turn.active:
        return e.TurnStarted(who=view.turn.active)
    return None
