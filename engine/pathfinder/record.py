"""Acts of record: states that are posted, random picks, what is left pending, corrections and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from engine.judging import Violation
from engine.pathfinder import zones
from engine.pathfinder.dice import contradicted_total, impossible_dice
from engine.pathfinder.ending import won_by_closing
from engine.pathfinder.events import (
    Correction,
    LeftPending,
    RandomPick,
    Resumed,
    Ruling,
    StatePosted,
    TurnStarted,
)
from engine.pathfinder.moving import apply_change, change_contradicts, settle
from engine.pathfinder.options import Options
from engine.pathfinder.state import Draft, State, Task, View, at, called, character, encounter, place, told_by
from engine.pathfinder.verdicts import Wrong, flag, readings, refuse, same_card, told
from engine.pathfinder.villain import weigh
from engine.pathfinder.zones import Contradiction, Pile
from engine.rules import rule
from engine.stating import OpenTask

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event
    from engine.pathfinder.state import Encounter, Past, Recorded

#: A pile that somebody stated: its owner, zone, cards, how many more nobody named, and number.
Stated = tuple[str, str, tuple[str, ...] | None, int, int | None]


def stated_piles(event: StatePosted) -> Iterator[Stated]:
    """The piles of a character that a posted state speaks of."""
    yield event.who, "hand", _with_unnamed(event.hand, event.hand_unknown), event.hand_unknown, event.hand_count
    yield event.who, "displayed", event.displayed, 0, None
    yield event.who, "deck", None, 0, event.deck
    discards = _with_unnamed(event.discards, event.discards_unknown)
    yield event.who, "discard", discards, event.discards_unknown, event.discard
    yield event.who, "buried", None, 0, event.buried


def _with_unnamed(cards: tuple[str, ...] | None, unknown: int) -> tuple[str, ...] | None:
    """The cards that are named; none where all that is said is how many nobody named."""
    return () if cards is None and unknown > 0 else cards


def judge_posted(view: View, event: StatePosted) -> Wrong:
    """What a posted state contradicts."""
    now = Draft(view) if isinstance(view, State) else view
    settle(now)
    found: list[Violation] = []
    for stated in stated_piles(event):
        found += pile_agrees(now, stated)
    for name, count in event.places:
        found += deck_agrees(now, name, count)
    found += lists_agree(now, event)
    if event.location and at(now, event.who) not in {"", event.location}:
        message = f"{event.who} is at {at(now, event.who)}, posted is {event.location}"
        found += flag("PA-CHR-07", "location_differs", message, event.location, at(now, event.who))
    if event.blessings is not None and now.blessings.size not in {None, event.blessings}:
        message = f"{now.blessings.size} blessings are left, posted are {event.blessings}"
        found += flag("PA-TRN-03", "count_differs", message, event.blessings, now.blessings.size)
    return tuple(found)


@rule("PA-ZON-01", neutral=())
def pile_agrees(view: View, stated: Stated) -> Wrong:
    """What is stated of a zone agrees with what is known of it."""
    who, zone, cards, unknown, count = stated
    owner = character(view, who)
    if owner is None or (cards is None and count is None):
        return ()
    pile: Pile = getattr(owner, zone)
    narrowed = zones.narrow(pile, cards, count, unknown)
    if not isinstance(narrowed, Contradiction):
        return ()
    since = told_by(view, who, zone)
    message = f"the {zone} of {who}: {narrowed.message}; known {narrowed.known}{since}, posted {narrowed.claimed}"
    return flag("PA-ZON-01", "count_differs", message, narrowed.claimed, narrowed.known)


#: The zone of which a list is, by the first word of its name that tells it. What is listed of a deck is a part of it.
_LISTED = {
    "discard": "discard", "buried": "buried", "bury": "buried", "hand": "hand", "display": "displayed",
    "recharge": "deck", "deck": "deck", "top": "deck", "bottom": "deck", "known": "deck", "unknown": "deck",
    "shuffled": "deck",
}  # fmt: skip
#: Names of lists that are a whole pile and no part of it.
_WHOLE = frozenset({'"deck"', '"hand"', '"discard"', '"discards"', '"discard pile"', '"buried"', '"displayed"'})


@rule("PA-ZON-01", neutral=())
def lists_agree(view: View, event: StatePosted) -> Wrong:
    """A card is in one zone, so what is listed of a zone is no more than it has.

    A list of the discard pile or of the buried cards is the whole of it, and has as many; so have the parts of a deck
    of which one are the unknown cards.
    """
    found: list[Violation] = []
    for zone in dict.fromkeys(_LISTED.values()):
        counted = _counted(view, event, zone)
        for names, listed in _lists_of(event, zone):
            whole = zone in {"discard", "buried"} or "unknown" in names.casefold()
            if counted is not None and (listed > counted or (whole and listed < counted)):
                message = f"the list {names} of {event.who} has {listed} cards, the {zone} count is {counted}"
                found += flag("PA-ZON-01", "state_inconsistent", message, counted, listed)
    return tuple(found)


def _lists_of(event: StatePosted, zone: str) -> list[tuple[str, int]]:
    """The lists of a zone, each with its number; the parts of a pile add up, what is named as the pile is the whole."""
    lists = [(f'"{name}"', count) for name, count in event.listed if _listed_zone(name) == zone]
    parts = [one for one in lists if one[0].casefold() not in _WHOLE]
    if len(parts) < 2:
        return lists
    together = " and ".join(name for name, _ in parts), sum(count for _, count in parts)
    return [*(one for one in lists if one not in parts), together]


def _listed_zone(name: str) -> str:
    """The zone of which a list is; "" for a list of anything else."""
    words = re.findall(r"[a-z]+", name.casefold())
    if words[-1:] == ["size"]:
        return ""
    return next((zone for word in words for begin, zone in _LISTED.items() if word.startswith(begin)), "")


def _counted(view: View, event: StatePosted, zone: str) -> int | None:
    """How many cards a zone has: as posted beside the lists, else as far as that is known."""
    posted: dict[str, int | None] = {
        "hand": event.hand_count if event.hand_count is not None else event.held,
        "displayed": _number(event.displayed), "deck": event.deck, "discard": event.discard, "buried": event.buried,
    }  # fmt: skip
    owner = character(view, event.who)
    if posted[zone] is not None or owner is None:
        return posted[zone]
    pile: Pile = getattr(owner, zone)
    return pile.size


def _number(cards: tuple[str, ...] | None) -> int | None:
    return None if cards is None else len(cards)


@rule("PA-ZON-04", neutral=())
def deck_agrees(view: View, name: str, count: int) -> Wrong:
    """The number stated of a location deck agrees with what is known of it."""
    here = place(view, name)
    if here is None or here.deck.size in {None, count}:
        return ()
    message = f"{name} has {here.deck.size} cards{told_by(view, name, 'location')}, posted are {count}"
    return flag("PA-ZON-04", "count_differs", message, count, here.deck.size)


def apply_posted(draft: Draft, event: StatePosted) -> None:
    """What is stated and contradicts nothing is known from now on."""
    settle(draft)
    for who, zone, cards, unknown, count in stated_piles(event):
        owner = character(draft, who)
        if owner is not None and (cards is not None or count is not None):
            narrowed = zones.narrow(getattr(owner, zone), cards, count, unknown)
            if not isinstance(narrowed, Contradiction):
                draft.put_character(who, **{zone: narrowed})
                draft.tell(who, zone)
    for name, count in event.places:
        here = place(draft, name)
        if here is not None:
            narrowed = zones.narrow(here.deck, None, count)
            if not isinstance(narrowed, Contradiction):
                draft.put_place(name, deck=narrowed)
                draft.tell(name, "location")
    if event.location and not at(draft, event.who):
        draft.put_character(event.who, location=event.location)
    if event.blessings is not None and draft.blessings.size is None:
        draft.blessings = msgspec.structs.replace(draft.blessings, size=event.blessings)


def judge_pick(view: View, event: RandomPick) -> Wrong:
    """Whether a die can have chosen this."""
    for wrong in impossible_dice(event.dice):
        return told(wrong)
    computed = sum(die.result for die in event.dice) + sum(one.value for one in event.modifiers)
    if event.dice and (wrong_total := contradicted_total(computed, event.total)) is not None:
        return told(wrong_total)
    if len(event.dice) != 1 or not event.choices:
        return ()
    die = event.dice[0]
    if die.sides != len(event.choices):
        message = f"a d{die.sides} chooses among {len(event.choices)}"
        return flag("PA-CHK-08", "random_pick_range_mismatch", message, f"d{die.sides}", len(event.choices))
    chosen = event.choices[die.result - 1]
    if event.picked in {"", chosen}:
        return ()
    message = f'{die.result} picks "{chosen}", posted is "{event.picked}"'
    return flag("PA-CHK-08", "pick_differs", message, event.picked, chosen)


# Pending


def judge_pending(view: View, event: LeftPending) -> Wrong:
    """Whether there is something to leave to somebody."""
    met = encounter(view)
    if met is None:
        return refuse("PA-ENC-05", "no encounter is open that could be left to somebody")
    owner = character(view, event.owner)
    if owner is not None and not owner.alive and view.mode != "record":
        return refuse("PA-ENC-05", f"{event.owner} is dead: nothing is left to the dead")
    if event.owner == met.who and waited_for_already(view, event, met):
        return ()
    if event.owner == met.who:
        rule_id = "PA-ENC-11" if len(view.encounters) > 1 else "PA-ENC-05"
        message = f'the encounter of {met.who} with "{met.card or "a card"}" is not over, and play goes on'
        return flag(rule_id, "continued_before_other_resolved", message, "left open", "resolved first")
    if event.reason and view.mode != "record":
        # Left on purpose it is an open task; of a record it is a finding that play went on without its check.
        return ()
    message = f'the encounter with "{met.card or "a card"}" is left to {event.owner}'
    return flag("PA-ENC-10", "deferred_to_other_player", message, event.owner, met.who)


def waited_for_already(view: View, event: LeftPending, met: Encounter) -> bool:
    """Whether a record waits since this turn for the same character to meet the same card.

    Whether the table may go on without that character was told then; for this turn it is one and the same question.
    """
    if view.mode != "record" or met.card is None or not any(_same_meeting(one, event, met) for one in view.tasks):
        return False
    for past in counting(view):
        if isinstance(past.event, TurnStarted):
            return False
        was = encounter(past.state) if isinstance(past.event, LeftPending) else None
        if was is not None and past.event.owner == event.owner and same_card(was.card or "", met.card):
            return True
    return False


def _same_meeting(task: Task, event: LeftPending, met: Encounter) -> bool:
    card = task.encounter.card if task.encounter is not None else None
    return task.owner == event.owner and card is not None and same_card(card, met.card or "")


def apply_pending(draft: Draft, event: LeftPending) -> None:
    """The encounter is set aside for its new owner."""
    met = encounter(draft)
    if met is None:
        return
    draft.encounters = draft.encounters[:-1]
    draft.tasks_made += 1
    task = Task(
        number=draft.tasks_made, owner=event.owner, what="encounter", place=met.place, encounter=met,
        reason=event.reason,
    )  # fmt: skip
    draft.tasks = (*draft.tasks, task)
    draft.effect("left_pending", "PA-ENC-05", who=event.owner, card=met.card, place=met.place)


def judge_resumed(view: View, event: Resumed) -> Wrong:
    """Whether this task is open."""
    if any(one.number == event.task and one.encounter is not None for one in view.tasks):
        return ()
    return refuse("PA-ENC-05", f"no encounter was left pending as task {event.task}")


def apply_resumed(draft: Draft, event: Resumed) -> None:
    """Its owner goes on with the encounter; one of which a check was made stays that of who met the card."""
    task = next((one for one in draft.tasks if one.number == event.task), None)
    if task is None or task.encounter is None:
        return
    draft.tasks = tuple(one for one in draft.tasks if one is not task)
    met = task.encounter
    draft.encounters = (*draft.encounters, met if met.done else msgspec.structs.replace(met, who=task.owner))
    draft.window += 1


def open_tasks(view: View) -> tuple[OpenTask, ...]:
    """What is left pending: its owner, and what waits for it."""
    found = []
    for one in view.tasks:
        met = one.encounter
        if met is not None:
            what, blocks, rule_id = f'the encounter with "{met.card or "a card"}"', "exploring", "PA-ENC-05"
        else:
            what, blocks, rule_id = "the price of a closing", "the closing of", "PA-CLS-03"
        found.append(
            OpenTask(
                number=one.number, owner=one.owner or "nobody named", what=what, place=one.place,
                blocks=f"{blocks} {one.place or 'its location'}", rule=rule_id, reason=one.reason,
                how=f"resume {one.number}" if met is not None else "pay",
            )
        )  # fmt: skip
    return tuple(found)


# Corrections and rulings


def judge_correction(view: View, event: Correction) -> Wrong:
    """Whether what is to be void is there."""
    known = set(numbers(view))
    missing = [number for number in event.void if number not in known]
    if missing:
        return refuse("PA-ZON-04", f"there is no event {called(view, missing[0])} that could be void")
    found: list[Violation] = list(left_standing(view, event))
    for change in event.zones:
        found += change_contradicts(view, change)
    return tuple(found)


@rule("PA-ZON-04", neutral=())
def left_standing(view: View, event: Correction) -> Wrong:
    """What still counts beside void events does not rest on them: whatever does is to be void too, or told anew."""
    from engine.pathfinder.reducer import carry_out, check

    if not event.void or not isinstance(view, State):
        return ()
    again, before = counting_beside(view, event.void)
    counted = {past.number: past for past in counting(view)}
    found: list[Violation] = []
    for one in again:
        past = counted.get(one.number)
        # What counts again was judged when it was recorded; judging a correction would judge what follows once more.
        if past is not None and not isinstance(one.event, Correction):
            was = {violation.message for violation in check(past.state, one.event)}
            wrong = [each.message for each in check(before, one.event) if each.message not in was]
            if wrong:
                message = f"event {called(view, one.number)} counts and rests on what is void: {wrong[0]}"
                found += flag("PA-ZON-04", "rests_on_void", message, "counts", "void or told anew")
        before, _ = carry_out(before, one)
    return tuple(found)


def counting(view: View) -> Iterator[Past]:
    """The events that count, each with the state before it, newest first."""
    past = view.past
    while past is not None:
        yield past
        past = past.state.past


def numbers(view: View) -> Iterator[int]:
    """The numbers of the events that count, newest first."""
    return (past.number for past in counting(view))


def numbers_called(view: View) -> dict[int, int]:
    """The events of the line by the numbers under which people know them; a note, or what was undone, is none."""
    return {called(view, number): number for number in range(1, view.seq + 1)}


def as_called(view: View, event: Event) -> Event:
    """An event as people are told of it: the events that it names under the numbers that people know."""
    if not isinstance(event, Correction) or not event.void or view.called is None:
        return event
    return msgspec.structs.replace(event, void=tuple(called(view, number) for number in event.void))


def without_void(
    state: State, void: tuple[int, ...], carry_out: Callable[[State, Recorded], tuple[State, object]]
) -> State:
    """The state as it would be without some events: what came before them, and what else counts played again.

    Each event is played once and keeps its number. What a correction made void counts again when it is void itself.
    """
    again, before = counting_beside(state, void)
    for one in again:
        before, _ = carry_out(before, one)
    return msgspec.structs.replace(before, called=state.called, memory=state.memory)


def counting_beside(state: State, void: tuple[int, ...]) -> tuple[list[Recorded], State]:
    """What counts beside void events, oldest first, from the first that was void or becomes so; the state before."""
    line = recorded(state)
    left_out = void_in(line, void)
    counted = set(numbers(state))
    changed = [one.number for one in line if (one.number in left_out) == (one.number in counted)]
    if not changed:
        return [], state
    before = next((past.state for past in reversed(list(counting(state))) if past.number >= changed[0]), state)
    return [one for one in line if one.number >= changed[0] and one.number not in left_out], before


def recorded(state: State) -> list[Recorded]:
    """Everything that was recorded, void or not, oldest first."""
    found = []
    one = state.past.recorded if state.past is not None else None
    while one is not None:
        found.append(one)
        one = one.before
    return found[::-1]


def void_in(line: list[Recorded], void: tuple[int, ...]) -> set[int]:
    """The numbers of all events that do not count: a void correction makes nothing void any more."""
    found = set(void)
    for one in reversed(line):
        if isinstance(one.event, Correction) and one.number not in found:
            found.update(number for number in one.event.void if number < one.number)
    return found


def apply_correction(draft: Draft, event: Correction) -> None:
    """Cards are put where they belong."""
    for change in event.zones:
        apply_change(draft, change)
    draft.effect("corrected", "PA-ZON-04", detail=event.reason)


def judge_ruling(view: View, event: Ruling) -> Wrong:
    """Whether the reading is one of the point; what is no option point is only kept."""
    if event.point not in Options.__struct_fields__ or event.choice in (*readings(event.point), ""):
        return ()
    choices = ", ".join(readings(event.point))
    return refuse("PA-SET-12", f'"{event.choice}" is no reading of "{event.point}": {choices}')


def apply_ruling(draft: Draft, event: Ruling) -> None:
    """The point is settled, for the game or for this once; a ruling of the campaign holds for the game."""
    if event.point not in Options.__struct_fields__ or event.choice not in readings(event.point):
        return
    draft.once = tuple(one for one in draft.once if one[0] != event.point)
    if event.scope != "once":
        draft.options = msgspec.structs.replace(draft.options, **{event.point: event.choice})
    else:
        draft.once = (*draft.once, (event.point, event.choice))
    weigh(draft)
    won_by_closing(draft)
