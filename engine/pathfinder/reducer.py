"""The engine's answers for the Pathfinder Adventure Card Game: start, prompt, legal, check, findings, evolve.

The table below reads like a table of contents: for each event what judges it and what carries it out, in the module of
its rulebook area. `judge` tells everything that is wrong with an event; the mode of the game decides what of it refuses
the event (`check`) and what is recorded with it (`findings`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from engine.events import Event
from engine.judging import Effect, Violation
from engine.pathfinder import (
    card_checks,
    checks,
    closing,
    damage,
    death,
    effects,
    encounter,
    ending,
    playing,
    record,
    reset,
    resolving,
    setup,
    totals,
    turn,
    villain,
)
from engine.pathfinder import events as e
from engine.pathfinder.card_knowledge import closing_words
from engine.pathfinder.moving import settle
from engine.pathfinder.state import Draft, Past, Place, Recorded, State, View, at, character, place
from engine.pathfinder.verdicts import Wrong, impossible, keeps_out, refuse
from engine.rules import rule

#: Told when rules change what a recorded event leads to; stored with every event.
REDUCER = "pathfinder-1"


class Rules(NamedTuple):
    """What judges an event and what carries it out."""

    judge: Callable[..., Wrong]
    apply: Callable[..., None]


def _nothing_done(draft: Draft, event: Event) -> None:
    pass


def _explore(draft: Draft, event: e.Explored) -> None:
    settle(draft)
    if event.place and not at(draft, event.who):
        draft.put_character(event.who, location=event.place)
    if event.paid is not None:
        paid = event.paid
        playing.spend(draft, event.who, paid.card, paid.how, paid.type, "explore")
        settle(draft)
    turn.begin_exploring(draft, event)
    card_checks.remember(draft, event)
    encounter.begin(draft, event)


def _meet(draft: Draft, event: e.EncounterStarted) -> None:
    card_checks.remember(draft, event)
    encounter.begin(draft, event)


def _judge_met(view: View, event: e.EncounterStarted) -> Wrong:
    return (*encounter.judge_met(view, event), *_card_is_as_known(view, event))


def _card_is_as_known(view: View, event: e.Explored | e.EncounterStarted) -> Wrong:
    return (*card_checks.card_agrees(view, event), *card_checks.said_before(view, event))


def _judge_explored(view: View, event: e.Explored) -> Wrong:
    found = [*turn.judge_explored(view, event), *turn.explored_there(view, event)]
    found += setup.type_agrees(view, event.card, event.type)
    found += _card_is_as_known(view, event)
    found += [*setup.type_exists(view, event.type), *playing.forbidden(view, event.who, "explore")]
    here = character(view, event.who)
    # A record tells once that play went on without it, where it was left open.
    for task in view.tasks if view.mode != "record" else ():
        if task.encounter is not None and here is not None and task.place == here.location:
            message = f"{task.owner} has an encounter at {task.place} left open: it is not explored before"
            found += refuse("PA-ENC-05", message)
    return tuple(found)


def _apply_drawn(draft: Draft, event: e.HandDrawn) -> None:
    setup.apply_drawn(draft, event)


def _judge_posted(view: State, event: e.StatePosted) -> Wrong:
    found = record.judge_posted(view, event)
    whole = () if any(one.rule == "PA-ZON-01" for one in found) else totals.together_agree(view, event)
    return (*reset.full_after_reset(view, event), *found, *whole)


def _apply_posted(draft: Draft, event: e.StatePosted) -> None:
    record.apply_posted(draft, event)
    totals.deduce(draft, event.who)


def _judge_given(view: View, event: e.CardGiven) -> Wrong:
    return (*turn.judge_given(view, event), *playing.forbidden(view, event.who, "give"))


def _judge_moved(view: View, event: e.Moved) -> Wrong:
    return (*turn.judge_moved(view, event), *playing.forbidden(view, event.who, "move"))


EVENTS: dict[type[Event], Rules] = {
    e.HandRedrawn: Rules(setup.judge_redrawn, setup.apply_redrawn),
    e.HandDrawn: Rules(setup.judge_drawn, _apply_drawn),
    e.TurnStarted: Rules(turn.judge_started, turn.apply_started),
    e.BlessingAdvanced: Rules(turn.judge_advanced, turn.apply_advanced),
    e.CardGiven: Rules(_judge_given, turn.apply_given),
    e.Moved: Rules(_judge_moved, turn.apply_moved),
    e.Explored: Rules(_judge_explored, _explore),
    e.EncounterStarted: Rules(_judge_met, _meet),
    e.Evaded: Rules(encounter.judge_evaded, encounter.apply_evaded),
    e.CheckStarted: Rules(checks.judge_begun, checks.apply_begun),
    e.CardPlayed: Rules(playing.judge_card, playing.apply_card),
    e.PowerUsed: Rules(playing.judge_power, playing.apply_power),
    e.CheckResolved: Rules(checks.judge_check, checks.apply_check),
    e.DamageDealt: Rules(damage.judge_dealt, damage.apply_dealt),
    e.DamageReduced: Rules(damage.judge_reduced, damage.apply_reduced),
    e.DamageTaken: Rules(damage.judge_taken, damage.apply_taken),
    e.EncounterResolved: Rules(resolving.judge_resolved, encounter.apply_resolved),
    e.CloseAttempted: Rules(closing.judge_attempt, closing.apply_attempt),
    e.PricePaid: Rules(closing.judge_price, closing.apply_price),
    e.TempCloseAttempted: Rules(villain.judge_temporary, villain.apply_temporary),
    e.LocationSearched: Rules(closing.judge_searched, closing.apply_searched),
    e.LocationClosed: Rules(closing.judge_closed, closing.apply_closed),
    e.VillainEscaped: Rules(villain.judge_escaped, villain.apply_escaped),
    e.Healed: Rules(effects.judge_healed, effects.apply_healed),
    e.HandReset: Rules(reset.judge_reset, reset.apply_reset),
    e.TurnEnded: Rules(turn.judge_ended, turn.apply_ended),
    e.StatePosted: Rules(_judge_posted, _apply_posted),
    e.EffectApplied: Rules(effects.judge_effect, effects.apply_effect),
    e.RandomPick: Rules(record.judge_pick, _nothing_done),
    e.LeftPending: Rules(record.judge_pending, record.apply_pending),
    e.Resumed: Rules(record.judge_resumed, record.apply_resumed),
    e.Correction: Rules(record.judge_correction, record.apply_correction),
    e.Ruling: Rules(record.judge_ruling, record.apply_ruling),
    e.CharacterDied: Rules(death.judge_died, death.apply_died),
    e.SuccessorJoined: Rules(death.judge_successor, death.apply_successor),
    e.ScenarioEnded: Rules(ending.judge_ended, ending.apply_ended),
    e.DeckRebuilt: Rules(ending.judge_rebuilt, ending.apply_rebuilt),
    e.CardsTold: Rules(card_checks.judge_told, card_checks.apply_told),
}

#: Acts of record, which are possible at any time.
OF_RECORD = (e.Correction, e.Ruling, e.StatePosted, e.RandomPick, e.CardsTold)
#: Steps at whose beginning what was set aside goes where it goes, and what a henchman gave is over.
STEPS_ON = (e.TurnStarted, e.CardGiven, e.HandReset, e.TurnEnded)


def start(event: e.PathfinderStarted) -> State:
    """The first state of a game: what its setup tells, or all as the position has it."""
    if event.position is not None:
        from engine.pathfinder.read_position import read_position

        state = read_position(event.position, names=event.players, options=event.options, mode=event.judging)
        return msgspec.structs.replace(state, simulated=event.simulated)
    return setup.start(event)


def check_start(event: e.PathfinderStarted) -> list[Violation]:
    """What refuses the start of a game in its own way of judging."""
    if event.position is not None:
        from engine.pathfinder.read_position import check_position

        return check_position(event.position, names=event.players, options=event.options, mode=event.judging)
    state = setup.start(event)
    return [one for one in setup.judge_start(event) if keeps_out(state, one)]


def start_findings(event: e.PathfinderStarted) -> list[Violation]:
    """What is wrong with the start of a game and is recorded all the same."""
    if event.position is not None:
        return []
    state = setup.start(event)
    return [one for one in setup.judge_start(event) if not keeps_out(state, one)]


# Judging


def judge(view: State, event: Event) -> list[Violation]:
    """Everything that is wrong with an event: refusals and findings."""
    if not isinstance(event, e.Move) or type(event) not in EVENTS:
        return list(impossible("PA-TRN-01", f"not an event of this game: {event.kind()}"))
    found = [*known_names(view, event), *no_more_than_there_are(view, event)]
    if any(one.grade == "impossible" for one in found):
        return found
    found += encounter.belongs_to_one(view, event)
    found += EVENTS[type(event)].judge(view, event)
    if not isinstance(event, OF_RECORD):
        found += turn.play_has_begun(view, event)
        found += [*scenario_goes_on(view, event), *alive(view, event), *death.death_first(view, event)]
    return playing.text_beats_rules(event, found)


def check(view: State, event: Event) -> list[Violation]:
    """What keeps an event out in this game's way of judging; an empty list means that it is accepted."""
    return [one for one in judge(view, event) if keeps_out(view, one)]


def findings(view: State, event: Event) -> list[Violation]:
    """What is wrong with an event that is recorded all the same."""
    return [one for one in judge(view, event) if not keeps_out(view, one)]


def known_names(view: View, event: e.Move) -> Wrong:
    """Characters and locations that an event names are in play."""
    for field in ("who", "owner"):
        name = getattr(event, field, "")
        if name and character(view, name) is None:
            return impossible("PA-CHR-05", f'no character "{name}" is in this game')
        if name == "" and needs_a_name(view, event, field):
            return refuse("PA-CHR-05", "nobody is named who does this")
    if isinstance(event, e.CardGiven) and character(view, event.to) is None:
        return impossible("PA-CHR-05", f'no character "{event.to}" is in this game')
    if isinstance(event, _AT_A_PLACE) and not event.place and view.mode != "record":
        return refuse("PA-ZON-04", "no location is named")
    for name in places_of(event):
        if place(view, name) is None and view.complete:
            return refuse("PA-ZON-04", f'no location "{name}" is in play')
    return ()


@rule("PA-ZON-04", neutral=())
def no_more_than_there_are(view: View, event: e.Move) -> Wrong:
    """No number of cards, damage or copies goes beyond the cards that all sets of the game have together."""
    told = [count for field in _COUNTS_OF[type(event)] if isinstance(count := getattr(event, field), int)]
    told += [change.count for change in getattr(event, "zones", ())]
    if isinstance(event, e.HandRedrawn) and (owner := character(view, event.who)) is not None:
        told.append(owner.hand_size or 0)
    most = max(told, default=0)
    if most <= MOST_CARDS:
        return ()
    return impossible("PA-ZON-04", f"{most} is more than there are cards: at most {MOST_CARDS}")


def needs_a_name(view: View, event: Event, field: str) -> bool:
    """Whether somebody has to be named; a mere record leaves out what nobody said."""
    return view.mode != "record" and field in event.__struct_fields__ and not isinstance(event, _OF_NOBODY)


#: More cards than all sets of the game have; nothing that is counted in cards is ever so many.
MOST_CARDS = 2000
#: The fields that count cards, damage or copies; where an event names cards in one, it is no number.
COUNTS = (
    "amount", "blessings", "buried", "checks", "copies", "count", "deck", "discard", "discards", "discards_unknown",
    "draws", "faced_by", "hand_count", "hand_size", "hand_unknown", "left", "n", "unpaid",
)  # fmt: skip
_COUNTS_OF = {kind: tuple(one for one in COUNTS if one in kind.__struct_fields__) for kind in EVENTS}
#: Where nobody need be named.
_OF_NOBODY = (e.EffectApplied, e.StatePosted)
#: Where a location has to be named.
_AT_A_PLACE = (e.CloseAttempted, e.TempCloseAttempted, e.LocationSearched, e.LocationClosed)


def places_of(event: Event) -> tuple[str, ...]:
    """The locations that an event names."""
    named = _PLACES.get(type(event))
    return () if named is None else named(event)


def _own_place(event: Any) -> tuple[str, ...]:
    return (event.place,) if event.place else ()


#: How an event names locations; those that are not here name none.
_PLACES: dict[type[Event], Callable[[Any], tuple[str, ...]]] = {
    **{kind: _own_place for kind in EVENTS if "place" in kind.__struct_fields__},
    e.Moved: lambda event: (event.to,),
    e.VillainEscaped: lambda event: event.to or (),
    e.StatePosted: lambda event: (
        *(name for name, _ in event.places),
        *((event.location,) if event.location else ()),
    ),
}


def scenario_goes_on(view: View, event: Event) -> Wrong:
    """After the end nothing happens but what the end itself brings."""
    if view.result is None or isinstance(event, e.ScenarioEnded | e.DeckRebuilt):
        return ()
    if not view.ended and isinstance(event, e.Move) and ending.closing_still_works(event):
        return ()
    if not view.ended and ending.settles_what_is_left(view, event):
        return ()
    if not view.ended and isinstance(event, e.CharacterDied) and event.who in view.dying:
        return ()
    if view.ended and isinstance(event, e.EffectApplied) and event.effect == "revive":
        return ()
    rule_id = "PA-END-02" if view.result.outcome == "won" else "PA-END-01"
    return refuse(rule_id, f"the scenario is {view.result.outcome}: {view.result.reason}")


def alive(view: View, event: Event) -> Wrong:
    """The one who acts, or is acted upon, is alive."""
    if isinstance(event, e.DeckRebuilt) or (isinstance(event, e.EffectApplied) and event.effect == "revive"):
        return ()
    names = [getattr(event, "who", "")]
    if isinstance(event, e.CardGiven):
        names.append(event.to)
    return tuple(one for name in names for one in death.dead_do_nothing(view, name))


# Doing


def evolve(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after an event, and the consequences that the rules derived from it."""
    before = state
    if isinstance(event, e.Correction) and event.void:
        before = record.without_void(state, event.void, carry_out)
    return carry_out(before, Recorded(event, state.seq + 1, state.past.recorded if state.past else None))


def carry_out(before: State, recorded: Recorded) -> tuple[State, tuple[Effect, ...]]:
    """The state after an event under its own number, whatever number came last; a correction makes nothing void."""
    event = recorded.event
    draft = Draft(before)
    draft.seq = recorded.number - 1
    new_places(draft, event)
    if isinstance(event, STEPS_ON) or (isinstance(event, e.Moved) and event.cause == "step"):
        settle(draft)
        encounter.lapse(draft)
    EVENTS[type(event)].apply(draft, event)
    draft.seq = recorded.number
    draft.past = Past(before, recorded)
    return draft.freeze(), tuple(draft.found)


def new_places(draft: Draft, event: Event) -> None:
    """A location that is named for the first time joins those in play."""
    for name in places_of(event):
        if place(draft, name) is None:
            draft.places = (*draft.places, Place(name=name, closing=closing_words(draft, name)))


def history(state: State) -> tuple[tuple[int, Event], ...]:
    """The events that count, with their numbers, oldest first."""
    found: list[tuple[int, Event]] = []
    past = state.past
    while past is not None:
        found.append((past.number, past.event))
        past = past.state.past
    return tuple(reversed(found))
