"""The state of a scenario, and the private draft on which one event is worked out.

`State` and everything in it is immutable. `Draft` has the same fields open to change; it lives inside one call of
`evolve` and is frozen into a new `State` at its end. Functions that only read take either (`View`).
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from engine.judging import Effect
from engine.pathfinder.card_values import NO_MEMORY, NOTHING_TOLD, Knowledge, Memory
from engine.pathfinder.events import At, How, Judging, Outcome
from engine.pathfinder.options import Options
from engine.pathfinder.zones import EMPTY, Pile

#: The steps of a turn in order (PA-TRN-01); "between" two turns none is on.
STEPS = ("between", "advance", "begun", "give", "move", "explore", "close", "reset", "end")


class Value(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of the parts of a state."""


class Character(Value, frozen=True, kw_only=True):
    """One character: where it is, what it may hold, and its five piles (PA-ZON-01).

    `printed` tells that its character card holds; `skill_feats` is what feats add to its skills. `together` is how many
    cards hand, deck and discard pile have in all, where that is known and the number of each is not.
    """

    name: str
    seat: int
    location: str = ""
    alive: bool = True
    hand_size: int | None = None
    favored: str = ""
    hand: Pile = Pile()
    deck: Pile = Pile()
    discard: Pile = Pile()
    buried: Pile = Pile()
    displayed: Pile = Pile()
    drawn: bool = False
    redrawn: int = 0
    extra_cards: tuple[tuple[str, int], ...] = ()
    skill_feats: tuple[tuple[str, int], ...] = ()
    role: str = ""
    printed: bool = True
    together: int | None = None


class Place(Value, frozen=True, kw_only=True):
    """One location: its deck, whether it is open, and whether it is barred to the villain for this turn.

    `was_temporary` tells that it was closed temporarily earlier in this turn.
    """

    name: str
    deck: Pile = Pile()
    status: Literal["open", "temporary", "closed"] = "open"
    closing: str = ""
    barred: bool = False
    was_temporary: bool = False


class Turn(Value, frozen=True, kw_only=True):
    """The turn: its number, whose it is, the step reached, and what was done in it.

    `grants` are effects that give a further exploration and were not used yet, `merged` those that did not add up.
    """

    number: int = 0
    active: str = ""
    step: str = "between"
    gave: bool = False
    moved: bool = False
    free: bool = False
    explorations: int = 0
    grants: tuple[str, ...] = ()
    merged: int = 0
    close_tried: bool = False
    reset: bool = False


class Check(Value, frozen=True, kw_only=True):
    """One check that was made in an encounter: which of the row, by whom, and how it ended (None: not known)."""

    which: int
    who: str
    success: bool | None
    rerolled: tuple[str, ...] = ()


class Encounter(Value, frozen=True, kw_only=True):
    """A card that is being encountered. `stage` is the latest step reached: met, closings, before, checks, after.

    `checks` is the number of its checks, None if nobody said. `tried` are the pairs of character and location of
    temporary closing attempts, `decided` the characters whose attempt is over.
    """

    number: int
    who: str
    card: str | None
    type: str
    place: str
    summoned: bool = False
    stage: str = "met"
    checks: int | None = None
    done: tuple[Check, ...] = ()
    skill: str = ""
    closes: bool | None = None
    barrier: bool = False
    tried: tuple[tuple[str, str], ...] = ()
    decided: tuple[str, ...] = ()


class Damage(Value, frozen=True, kw_only=True):
    """Damage that a character has yet to take. `stated` tells that it was dealt by an entry of its own.

    `reduced` is by how much the amount was made smaller since it was dealt.
    """

    number: int
    who: str
    amount: int | None
    source: str
    encounter: int = 0
    type: str = ""
    stated: bool = False
    reduced: int = 0


class Closing(Value, frozen=True, kw_only=True):
    """An attempt to close a location for good: who, why it was allowed, how it went, what is still to be paid."""

    who: str
    place: str
    cause: str
    outcome: Outcome | None = None
    unpaid: int = 0


class Earned(Value, frozen=True, kw_only=True):
    """A closing attempt that a henchman gave; `lapsed` once play went on without it."""

    who: str
    place: str
    closes: bool | None = None
    lapsed: bool = False
    failed: bool = False
    tried: tuple[str, ...] = ()


class Fate(Value, frozen=True, kw_only=True):
    """A villain whose encounter is over: its location has to close, and it escapes or is cornered."""

    villain: str
    place: str
    defeated: bool
    closed: bool = False
    another: bool = False
    asked: str = ""


class Over(Value, frozen=True, kw_only=True):
    """An encounter that ended: its number, card, place, and how."""

    number: int
    who: str
    card: str | None
    type: str
    place: str
    outcome: str
    summoned: bool


class Task(Value, frozen=True, kw_only=True):
    """What was left pending for its owner: an encounter, damage, or a price."""

    number: int
    owner: str
    what: Literal["encounter", "price"]
    place: str
    encounter: Encounter | None = None
    reason: str = ""


class Played(Value, frozen=True, kw_only=True):
    """A card or power that was used, within which check, step or source of damage, in which turn, and how a card."""

    who: str
    what: str
    kind: str
    window: str
    turn: int
    replaces: bool = False
    how: How | None = None


class Gone(Value, frozen=True, kw_only=True):
    """A card that left a hand in this turn, and why: played, paid, damage, reset, forced.

    "recharged" and "kept" are played cards whose recharge check was made.
    """

    who: str
    card: str
    cause: str
    how: How = "discard"
    lacks_skill: bool = False


class Aside(Value, frozen=True, kw_only=True):
    """A card that is being played and lies in no zone yet (PA-ZON-05)."""

    who: str
    card: str
    how: How


class Asserted(Value, frozen=True, kw_only=True):
    """A value that the recorder stated for a card or location, and the number of the event that stated it.

    `what` is "type", "checks" (how many), "closes", "barrier" (yes or no), or a check's purpose, its place in the row
    and its skill, such as "defeat 1 Combat", "recharge Arcane" or "close Wisdom"; its value is the difficulty without
    what was added to it.
    """

    card: str
    what: str
    value: str
    event: int


class Standing(Value, frozen=True, kw_only=True):
    """A permission or prohibition by a card's text that stands until the turn ends."""

    effect: Literal["permit", "forbid"]
    subject: str
    rank: str
    source: str
    who: str = ""


class Result(Value, frozen=True, kw_only=True):
    """How the scenario ended, and why."""

    outcome: Literal["won", "lost"]
    reason: str


class Recorded:
    """An event of the line, whether it counts or is void, and what was recorded before it."""

    __slots__ = ("before", "event", "number")

    def __init__(self, event: Any, number: int, before: Recorded | None) -> None:
        self.event = event
        self.number = number
        self.before = before


class Past:
    """The state and the event before; opaque, so that two states are equal whatever way they were reached.

    The states lead back through what counts; `recorded` leads back through everything, what is void included.
    """

    __slots__ = ("event", "number", "recorded", "state")

    def __init__(self, state: State, recorded: Recorded) -> None:
        self.state = state
        self.recorded = recorded
        self.event = recorded.event
        self.number = recorded.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) or other is None

    def __hash__(self) -> int:
        return 0


class Called:
    """Under which numbers people know the events of a line, the start first; opaque, as it is no part of the play.

    A log counts its notes and what was undone too, so its numbers run ahead of those that the engine counts.
    """

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Called) or other is None

    def __hash__(self) -> int:
        return 0


class State(Value, frozen=True, kw_only=True):
    """Everything that the rules of one scenario need to know at one moment.

    `seq` counts events, the start being 1. `told` has the event that last stated a zone of a character or a location.
    `left_over` are the cards that rebuilt decks did not take. `set` names the cards that are played with; "" are those
    whose facts are known. `seated` tells that the characters stand in the order of the seats; of a record it may not
    be known. `cards` is what their owner told of cards; `memory` is what other games said of them, which
    no rule asks. What a `simulated` game states of cards is made up and is asserted by nobody.
    """

    options: Options
    mode: Judging
    names: tuple[str, ...]
    scenario: str = ""
    set: str = ""
    goal: str = ""
    adventure: int | None = None
    villains: tuple[str, ...] = ()
    complete: bool = True
    middle: bool = False
    seated: bool = True
    characters: tuple[Character, ...] = ()
    places: tuple[Place, ...] = ()
    blessings: Pile = Pile()
    blessings_discard: Pile = EMPTY
    turn: Turn = Turn()
    encounters: tuple[Encounter, ...] = ()
    met: int = 0
    over: tuple[Over, ...] = ()
    damages: tuple[Damage, ...] = ()
    dealt: int = 0
    closing: Closing | None = None
    earned: tuple[Earned, ...] = ()
    fate: Fate | None = None
    plays: tuple[Played, ...] = ()
    window: int = 0
    gone: tuple[Gone, ...] = ()
    aside: tuple[Aside, ...] = ()
    asserted: tuple[Asserted, ...] = ()
    standing: tuple[Standing, ...] = ()
    tasks: tuple[Task, ...] = ()
    tasks_made: int = 0
    told: tuple[tuple[str, str, int], ...] = ()
    dying: tuple[str, ...] = ()
    fell: tuple[str, ...] = ()
    once: tuple[tuple[str, str], ...] = ()
    result: Result | None = None
    ended: bool = False
    rebuilt: tuple[str, ...] = ()
    left_over: Pile = EMPTY
    cards: Knowledge = NOTHING_TOLD
    memory: Memory = NO_MEMORY
    simulated: bool = False
    seq: int = 1
    past: Past | None = None
    called: Called | None = None


class Draft:
    """A state open to change, with the effects found so far. Never leaves the call that made it.

    The fields lie in a plain mapping, which is copied at a stroke in both directions: every event makes a draft.
    """

    __slots__ = ("__dict__", "found")

    options: Options
    mode: Judging
    names: tuple[str, ...]
    scenario: str
    set: str
    goal: str
    adventure: int | None
    villains: tuple[str, ...]
    complete: bool
    middle: bool
    seated: bool
    characters: tuple[Character, ...]
    places: tuple[Place, ...]
    blessings: Pile
    blessings_discard: Pile
    turn: Turn
    encounters: tuple[Encounter, ...]
    met: int
    over: tuple[Over, ...]
    damages: tuple[Damage, ...]
    dealt: int
    closing: Closing | None
    earned: tuple[Earned, ...]
    fate: Fate | None
    plays: tuple[Played, ...]
    window: int
    gone: tuple[Gone, ...]
    aside: tuple[Aside, ...]
    asserted: tuple[Asserted, ...]
    standing: tuple[Standing, ...]
    tasks: tuple[Task, ...]
    tasks_made: int
    told: tuple[tuple[str, str, int], ...]
    dying: tuple[str, ...]
    fell: tuple[str, ...]
    once: tuple[tuple[str, str], ...]
    result: Result | None
    ended: bool
    rebuilt: tuple[str, ...]
    left_over: Pile
    cards: Knowledge
    memory: Memory
    simulated: bool
    seq: int
    past: Past | None
    called: Called | None
    found: list[Effect]

    def __init__(self, state: State) -> None:
        self.__dict__ = msgspec.structs.asdict(state)
        self.found = []

    def freeze(self) -> State:
        """The finished state."""
        return State(**self.__dict__)

    def put_character(self, name: str, **fields: Any) -> None:
        """Change fields of a character."""
        self.characters = _with_changed(self.characters, name, fields)

    def put_place(self, name: str, **fields: Any) -> None:
        """Change fields of a location."""
        self.places = _with_changed(self.places, name, fields)

    def put_turn(self, **fields: Any) -> None:
        """Change fields of the turn."""
        self.turn = msgspec.structs.replace(self.turn, **fields)

    def put_encounter(self, **fields: Any) -> None:
        """Change fields of the encounter that goes on."""
        self.encounters = (*self.encounters[:-1], msgspec.structs.replace(self.encounters[-1], **fields))

    def tell(self, owner: str, zone: str) -> None:
        """The event that is being worked out states a pile."""
        kept = [one for one in self.told if one[:2] != (owner, zone)]
        self.told = tuple(sorted((*kept, (owner, zone, self.seq + 1))))

    def effect(
        self,
        what: str,
        rule: str,
        *,
        who: str = "",
        card: str | None = None,
        place: str | None = None,
        amount: int | None = None,
        detail: str | None = None,
    ) -> None:
        """Note a consequence."""
        found = character(self, who)
        seat = found.seat if found else None
        self.found.append(
            Effect(what=what, rule=rule, seat=seat, piece=card, place=place, amount=amount, detail=detail)
        )


View = State | Draft
Named = TypeVar("Named", Character, Place)


def _with_changed(listed: tuple[Named, ...], name: str, fields: dict[str, Any]) -> tuple[Named, ...]:
    """Characters or locations with the fields of the one of this name changed; every name is there once."""
    found = list(listed)
    for at, one in enumerate(found):
        if one.name == name:
            found[at] = msgspec.structs.replace(one, **fields)
            break
    return tuple(found)


def character(view: View, name: str) -> Character | None:
    """The character of this name, or None."""
    for one in view.characters:
        if one.name == name:
            return one
    return None


def place(view: View, name: str) -> Place | None:
    """The location of this name, or None."""
    for one in view.places:
        if one.name == name:
            return one
    return None


def at(view: View, name: str) -> str:
    """Where a character is; "" if that is not known."""
    found = character(view, name)
    return found.location if found else ""


def encounter(view: View) -> Encounter | None:
    """The encounter that goes on, the innermost one; None outside encounters."""
    return view.encounters[-1] if view.encounters else None


def living(view: View) -> tuple[Character, ...]:
    """The characters that are alive, in the order of the seats."""
    return tuple(one for one in view.characters if one.alive)


def to_take(view: View) -> tuple[Damage, ...]:
    """The damage that is still to be taken: not that of a character known to have no cards in hand."""
    found = []
    for one in view.damages:
        owner = character(view, one.who)
        if one.amount and (owner is None or owner.hand.size != 0):
            found.append(one)
    return tuple(found)


def called(view: View, number: int) -> int:
    """The number under which people know an event of the line; that of one to come follows the last."""
    if view.called is None:
        return number
    known = view.called.numbers
    return known[number - 1] if number <= len(known) else known[-1] + number - len(known)


def told_by(view: View, owner: str, zone: str) -> str:
    """In which event a pile was last stated, in words; "" if in none."""
    for who, what, event in view.told:
        if (who, what) == (owner, zone):
            return f" (as told by event {called(view, event)})"
    return ""


def step_number(view: View) -> int:
    """How far the turn has come."""
    return STEPS.index(view.turn.step)


__all__ = [
    "STEPS", "Aside", "Asserted", "At", "Called", "Character", "Check", "Closing", "Damage", "Draft", "Earned",
    "Encounter", "Fate", "Gone", "Over", "Past", "Place", "Played", "Recorded", "Result", "Standing", "State", "Task",
    "Turn", "View", "at", "character", "encounter", "living", "place", "step_number", "to_take", "told_by",
]  # fmt: skip
