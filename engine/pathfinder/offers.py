"""Who must decide what next, and what can be recorded: the prompt, and the options with their open fields.

Options are structural candidates filtered by `check`. A field that is open is a slot; one without choices takes
whatever the table says: the names of cards, what the dice show.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from engine.events import Event
from engine.judging import Option, Prompt, Slot
from engine.pathfinder import events as e
from engine.pathfinder.encounter import is_boon, named
from engine.pathfinder.state import Encounter, State, View, character, living, to_take
from engine.pathfinder.turn import to_place
from engine.pathfinder.verdicts import rulings
from engine.pathfinder.villain import blessings_due, open_to

#: Fields that the table fills in, by event: what kind of value each takes.
OPEN: dict[type[Event], tuple[tuple[str, str], ...]] = {
    e.HandDrawn: (("hand", "cards"),),
    e.BlessingAdvanced: (("card", "card"),),
    e.Explored: (("card", "card"),),
    e.CardGiven: (("card", "card"),),
    e.CheckResolved: (("total", "total"), ("difficulty", "number")),
    e.DamageTaken: (("cards", "cards"),),
    e.HandReset: (("discarded", "cards"), ("drawn", "cards")),
    e.DeckRebuilt: (("cards", "cards"),),
}


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


def candidates(view: State) -> Iterator[Event]:
    """Every event that the situation suggests, right or not."""
    active = view.turn.active
    yield from _endings(view)
    yield from _plays(view)
    for one in view.damages:
        yield e.DamageTaken(who=one.who)
    if view.encounters:
        yield from _in_encounter(view, view.encounters[-1])
        return
    yield from _closings(view)
    if view.fate is not None:
        to = tuple(one.name for one in open_to(view, view.fate))
        yield e.LocationClosed(place=view.fate.place, cause="villain")
        for name in view.villains:
            yield e.LocationSearched(place=view.fate.place, villain=name)
        due = blessings_due(view, view.fate)
        yield e.VillainEscaped(villain=view.fate.villain, n=len(to), blessings=due, to=to)
    for character_ in living(view):
        yield e.HandDrawn(who=character_.name, favored=character_.favored)
        if view.turn.step == "between":
            yield e.TurnStarted(who=character_.name)
        if active and character_.name != active:
            yield e.CardGiven(who=active, to=character_.name)
    yield e.BlessingAdvanced()
    for name in to_place(view):
        for where in view.places:
            yield e.Moved(who=name, to=where.name)
    if active and view.turn.step != "between":
        for where in view.places:
            yield e.Moved(who=active, to=where.name)
        yield e.Explored(who=active)
        yield e.Explored(who=active, source="effect")
        yield e.HandReset(who=active, discards=_excess(view, active))
        yield e.TurnEnded(who=active)


def _plays(view: State) -> Iterator[Event]:
    """Every known card of a hand, played for the check that goes on or to explore again."""
    use: e.Use = "check" if view.encounters else "explore"
    for one in living(view):
        if view.encounters or one.name == view.turn.active:
            for card in sorted(set(one.hand.known)):
                yield e.CardPlayed(who=one.name, card=card, how="discard", use=use)


def _excess(view: State, name: str) -> int | None:
    """How many cards above the hand size a character holds; None if there are none, or nobody knows."""
    owner = character(view, name)
    if owner is None or owner.hand.size is None or owner.hand_size is None:
        return None
    return max(0, owner.hand.size - owner.hand_size) or None


def _endings(view: State) -> Iterator[Event]:
    for name in view.dying:
        yield e.CharacterDied(who=name)
    if view.result is not None:
        yield e.ScenarioEnded(outcome=view.result.outcome)
    if view.ended:
        for one in living(view):
            yield e.DeckRebuilt(who=one.name, cards=())
    if view.fate is not None and view.fate.asked:
        for choice in rulings(view.fate.asked):
            yield e.Ruling(point=view.fate.asked, choice=choice)


def _closings(view: State) -> Iterator[Event]:
    if view.closing is not None and view.closing.outcome is None:
        yield e.CheckResolved(who=view.closing.who, purpose="close")
    if view.closing is not None and view.closing.outcome == "success":
        by_henchman = view.closing.cause == "henchman"
        yield e.LocationClosed(place=view.closing.place, cause="henchman" if by_henchman else "empty_deck")
        for name in view.villains:
            yield e.LocationSearched(place=view.closing.place, villain=name)
    if view.closing is not None and view.closing.unpaid:
        yield e.PricePaid(who=view.closing.who)
    for one in living(view):
        if one.location:
            yield e.CloseAttempted(who=one.name, place=one.location)


def _in_encounter(view: State, met: Encounter) -> Iterator[Event]:
    yield e.Evaded(who=met.who)
    if met.type == "villain":
        for one in living(view):
            yield e.TempCloseAttempted(who=one.name, place=one.location)
            yield e.CheckResolved(who=one.name, purpose="temp_close")
    for one in living(view) if met.checks is not None or not met.done else ():
        yield e.CheckResolved(who=one.name, purpose="acquire" if is_boon(met) else "defeat")
    outcomes = ("acquired", "banished", "declined") if is_boon(met) else ("defeated", "undefeated")
    for outcome in outcomes:
        yield e.EncounterResolved(outcome=outcome, card=met.card)  # type: ignore[arg-type]


def legal(view: State) -> list[Option]:
    """Every option now."""
    from engine.pathfinder.reducer import check

    found: list[Option] = []
    for event in candidates(view):
        if check(view, event):
            continue
        slots = tuple(Slot(field=field, kind=kind, choices=()) for field, kind in OPEN.get(type(event), ()))
        if isinstance(event, e.CardPlayed):
            slots = (Slot(field="how", kind="how", choices=get_args(e.How)),)
        found.append(Option(event=event, rule=RULE_OF.get(type(event), "PA-TRN-01"), slots=slots))
    return found


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


#: The rule under which an event is offered.
RULE_OF: dict[type[Event], str] = {
    e.HandDrawn: "PA-SET-10",
    e.TurnStarted: "PA-TRN-14",
    e.BlessingAdvanced: "PA-TRN-03",
    e.CardGiven: "PA-TRN-04",
    e.CardPlayed: "PA-PLY-01",
    e.Moved: "PA-TRN-05",
    e.Explored: "PA-TRN-06",
    e.Evaded: "PA-ENC-02",
    e.CheckResolved: "PA-ENC-05",
    e.DamageTaken: "PA-DMG-03",
    e.EncounterResolved: "PA-ENC-05",
    e.CloseAttempted: "PA-CLS-01",
    e.LocationClosed: "PA-CLS-05",
    e.LocationSearched: "PA-CLS-04",
    e.PricePaid: "PA-CLS-03",
    e.TempCloseAttempted: "PA-VIL-01",
    e.VillainEscaped: "PA-VIL-06",
    e.HandReset: "PA-TRN-12",
    e.TurnEnded: "PA-TRN-14",
    e.CharacterDied: "PA-DTH-01",
    e.ScenarioEnded: "PA-END-01",
    e.DeckRebuilt: "PA-END-03",
}
