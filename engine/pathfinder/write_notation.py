"""Events written as the notation that reads back to them, and the options of a moment as texts to type.

An event is first written in the words of its form. Then it is read: a field that comes back otherwise, because words
cannot say it or because a default would fill it, is given outright as `field=value`. So whatever an event holds is
written, and what players write is written as they do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from engine.events import Event
from engine.judging import Option, Slot
from engine.notation import Misread
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.notation_defaults import usual_purpose, usual_who
from engine.pathfinder.notation_forms import FORMS, Form
from engine.pathfinder.offers import automatic, legal
from engine.pathfinder.offers_slots import is_asked_for
from engine.pathfinder.options import Options
from engine.pathfinder.read_check import CHECK, PICK
from engine.pathfinder.read_state import STATE
from engine.pathfinder.read_words import cut_comment, in_quotes, literal
from engine.pathfinder.state import State
from engine.pathfinder.verdicts import rulings
from engine.pathfinder.write_words import Writer, character_text

_OF_EVENT: dict[type[Event], list[Form]] = {}
for _form in (*FORMS, CHECK, PICK, STATE):
    _OF_EVENT.setdefault(_form.event, []).append(_form)


# One event


def text_of(state: State, event: Event) -> str:
    """One event as a part of a line that can be typed in this state."""
    best = ""
    for form in _OF_EVENT[type(event)]:
        if not _fits(form, event):
            continue
        for bare in (True, False):
            text = _in_form(state, event, form, bare=bare)
            if text and (not best or (_OUTRIGHT.search(best) and not _OUTRIGHT.search(text))):
                best = text
            if best and not _OUTRIGHT.search(best):
                return best
    return best or _outright(event)


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_OUTRIGHT = re.compile(r" [a-z_]+=[\[{\"0-9?tf-]")


def _fits(form: Form, event: Event) -> bool:
    if isinstance(event, e.EffectApplied) and event.effect == "examine" and not form.fixed:
        return False
    if isinstance(event, e.Correction):
        return bool(event.void) == (form.verbs[0] == "void")
    return all(getattr(event, field) == value for field, value in form.fixed.items())


def _in_form(state: State, event: Event, form: Form, *, bare: bool) -> str:
    """The event in the words of a form, what they cannot say given outright; "" if that does not read back."""
    who = _who(state, event)
    forced: set[str] = {"how"} if isinstance(event, e.CardPlayed) else set()
    outright: dict[str, str] = {}
    for _ in range(6):
        writer = Writer(state, event, form, forced, bare=bare)
        words = writer.clauses()
        text = _joined(form, [*words, *outright.values()], who, writer.tail)
        read = _read(state, text)
        if read == event:
            return text
        if read is None or type(read) is not type(event):
            return ""
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if getattr(read, field) == value:
                continue
            if field in outright:
                return ""
            if field in forced:
                outright[field] = f"{field}={literal(msgspec.to_builtins(value))}"
            forced.add(field)
    return ""


def _joined(form: Form, words: Sequence[str], who: str, tail: str = "") -> str:
    return f"{who}{' '.join([form.verbs[0], *words])}{f': {tail}' if tail else ''}"


def _who(state: State, event: Event) -> str:
    """Who does it, in front, where that is not who is asked."""
    who: str | None = getattr(event, "who", None)
    if who is None or (
        who == usual_who(state, type(event), getattr(event, "late", None)) and (who or isinstance(event, _OF_NOBODY))
    ):
        return ""
    return f"{character_text(state, who)}: " if who else "all: "


#: Events that speak of nobody unless somebody is named.
_OF_NOBODY = (e.StatePosted, e.EffectApplied)


def _read(state: State, text: str) -> Event | None:
    """The event that a text reads back to; None if it is none, or more than one, or the text has a comment."""
    from engine.pathfinder.notation import read_unjudged

    if cut_comment(text)[0] != text:
        return None
    try:
        events = read_unjudged(state, text)
    except Misread:
        return None
    return events[0] if len(events) == 1 else None


def _outright(event: Event) -> str:
    """The event with every field given outright."""
    form = next(one for one in _OF_EVENT[type(event)] if all(getattr(event, k) == v for k, v in one.fixed.items()))
    told = [
        f"{field.name}={literal(msgspec.to_builtins(getattr(event, field.name)))}"
        for field in msgspec.structs.fields(type(event))
        if field.name not in {*form.fixed, *form.first}
    ]
    first = [str(getattr(event, field)) for field in form.first]
    return " ".join([form.verbs[0], *first, *told])


# Actions


def write_action(state: State, events: Sequence[Event]) -> str:
    """The line that reads back to the events of one action, the first of which happens in `state`."""
    states = [state]
    for event in events:
        states.append(reducer.evolve(states[-1], event)[0])
    told = len(events)
    while told > 1 and _comes_by_itself(states[told - 1], events[told - 1]):
        told -= 1
    line = (
        _helped(states, events[:told])
        or _added(states[0], events[:told])
        or "; ".join(text_of(before, event) for before, event in zip(states, events[:told], strict=False))
    )
    left = automatic(states[-1])
    return f"{line};" if left is not None and not reducer.check(states[-1], left) else line


def _comes_by_itself(state: State, event: Event) -> bool:
    return automatic(state) == event and not reducer.check(state, event)


def _added(state: State, events: Sequence[Event]) -> str:
    """What was added after the roll of the last check, where that is all that the events tell; else ""."""
    if len(events) != 2 or not isinstance(events[0], e.Correction) or not isinstance(events[1], e.CheckResolved):
        return ""
    if not events[1].after:
        return ""
    part = events[1].after[-1]
    line = f"after {part.value:+d}{f' {in_quotes(part.why)}' if part.why else ''}"
    return line if _reads_back(state, line, events) else ""


def _reads_back(state: State, line: str, events: Sequence[Event]) -> bool:
    from engine.pathfinder.notation import read_unjudged

    try:
        return tuple(read_unjudged(state, line)) == tuple(events)
    except Misread:
        return False


def _helped(states: Sequence[State], events: Sequence[Event]) -> str:
    """A check with what was played for it behind its colon, where that reads back; else ""."""
    helpers = events[:-1]
    if not helpers or not isinstance(events[-1], e.CheckResolved):
        return ""
    if not all(isinstance(one, e.CardPlayed | e.PowerUsed) for one in helpers):
        return ""
    check = text_of(states[len(events) - 1], events[-1])
    parts = []
    for state, event in zip(states, helpers, strict=False):
        text = text_of(state, event)
        who = getattr(event, "who", "")
        front = f"{character_text(state, who)}: "
        if text.startswith(front):
            text = f"{text.removeprefix(front)} by {character_text(state, who)}"
        if "," in _QUOTED.sub("", text) or _OUTRIGHT.search(text):
            return ""
        parts.append(text)
    line = f"{check}: {', '.join(parts)}"
    return line if _reads_back(states[0], line, events) else ""


# Options

#: What stands for a value that the table fills in, by the kind of the open field.
PLACEHOLDERS = {
    "card": "<card>", "cards": "<cards>", "number": "<number>", "total": "<total>", "text": "<words>",
    "how": "<how>", "dice": "<dice> <results>", "who": "<name>", "place": "<location>", "type": "<type>",
    "outcome": "<success|fail>", "skill": "<skill>", "name": "<card or power>", "words": "<words>",
}  # fmt: skip
#: The open fields that an option shows, by event: those without which the entry says little. All others may be told.
SHOWN: dict[type[Event], tuple[str, ...]] = {
    e.HandDrawn: ("hand",),
    e.BlessingAdvanced: ("card",),
    e.CardGiven: ("card", "to"),
    e.Moved: ("to",),
    e.Explored: ("card",),
    e.EncounterStarted: ("card",),
    e.Evaded: ("by",),
    e.CheckStarted: ("skill",),
    e.CardPlayed: ("card", "how"),
    e.PowerUsed: ("power",),
    e.CheckResolved: ("skill", "difficulty", "dice"),
    e.DamageDealt: ("amount",),
    e.DamageReduced: ("amount", "by"),
    e.DamageTaken: ("cards",),
    e.TempCloseAttempted: ("outcome",),
    e.Healed: ("cards",),
    e.EffectApplied: ("effect",),
    e.LeftPending: ("owner",),
    e.Resumed: ("task",),
    e.Correction: ("reason",),
    e.Ruling: ("point", "choice"),
    e.SuccessorJoined: ("seat", "character"),
    e.DeckRebuilt: ("cards",),
}
#: What a text must say that stands for the options of some events as a whole.
WHOLE: dict[type[Event], str] = {
    e.StatePosted: "state Hand: <cards>, Deck: <number> Discard: <number> Buried: <number>",
    e.RandomPick: "pick <dice> = <results>: <names>",
    e.CardsTold: "cardfile cards=<cards>",
}
#: How many choices of an open field its text names.
MOST_CHOICES = 6


def option_texts(state: State) -> list[tuple[str, str, str]]:
    """Each option now: the notation to type, what it does in game words, and its rule id.

    What the table fills in stands as `<card>`, `<number>` and so on.
    """
    from engine.pathfinder.words import offer

    return [
        (option_text(state, option), offer(state, option.event, (slot.field for slot in option.slots)), option.rule)
        for option in legal(state)
    ]


def option_text(state: State, option: Option) -> str:
    """The text to type for one option, with what is open in angle brackets."""
    event = option.event
    if type(event) in WHOLE:
        return WHOLE[type(event)]
    form = next(one for one in _OF_EVENT[type(event)] if _fits(one, event))
    slots = {slot.field: slot for slot in option.slots}
    shown = {field: _blank(slots[field]) for field in SHOWN.get(type(event), ()) if field in slots}
    shown |= {field: text for field, text in _named(event, slots).items() if field not in shown}
    if isinstance(event, e.Explored) and event.paid is not None and "paid" in slots:
        shown["paid"] = f"{event.paid.how} <card>:"
    if isinstance(event, e.Ruling) and event.point in Options.__struct_fields__:
        shown["choice"] = f"<{'|'.join(rulings(event.point))}>"
    if isinstance(event, e.CheckResolved) and "dice" in shown:
        shown["dice"] = '"<dice>" <results>'
    words = OptionWriter(state, event, form, shown, frozenset(slots)).clauses()
    if "late" in slots and is_asked_for(event, "late"):
        words.append("late E<number>")
    return _joined(form, words, _whose(state, event, slots.get("who")))


def _named(event: Event, slots: Mapping[str, Slot]) -> dict[str, str]:
    """Open fields in which an option has a name that stands for any: a card that allows it, a power that is paid."""
    return {
        field: _blank(slot)
        for field, slot in slots.items()
        if not slot.choices and isinstance(getattr(event, field), str) and getattr(event, field)
    }


def _blank(slot: Slot) -> str:
    """What stands for an open field."""
    if slot.choices and len(slot.choices) <= MOST_CHOICES and all(slot.choices):
        return f"<{'|'.join(str(choice) for choice in slot.choices)}>"
    if slot.field == "point":
        # A point of the table's own stands in quotes, so that no slip is taken for one.
        return '"<words>"'
    return PLACEHOLDERS.get(slot.kind, f"<{slot.field.replace('_', ' ')}>")


def _whose(state: State, event: Event, slot: Slot | None) -> str:
    """Who is named in front of an option: whoever it may be, where several may."""
    named = [str(choice) for choice in slot.choices if choice] if slot is not None else []
    if len(named) > 1:
        return "" if usual_who(state, type(event)) in named else f"<{'|'.join(named)}>: "
    return "" if slot is not None and not named else _who(state, event)


class OptionWriter(Writer):
    """An option being written: what is open and shown stands in angle brackets, what is open and not shown is left."""

    def __init__(
        self, state: State, event: Event, form: Form, shown: Mapping[str, str], open_fields: frozenset[str]
    ) -> None:
        super().__init__(state, event, form, {"how", "purpose"})
        self.shown = shown
        self.open_fields = open_fields

    def clauses(self) -> list[str]:
        """The words of the clauses, those that are shown open in their places."""
        found: list[str] = []
        if self.form is CHECK:
            event = self.event
            assert isinstance(event, e.CheckResolved)
            usual = event.purpose == usual_purpose(self.state, event.who)
            found.append("" if usual else event.purpose)
            found += [self.shown[field] for field in ("skill", "difficulty", "dice") if field in self.shown]
        for field in self.form.first:
            found.append(self.shown.get(field, str(getattr(self.event, field))))
        for clause in self.form.clauses:
            if clause.field in self.form.fixed or clause.field == "who":
                continue
            if clause.field in self.shown:
                word = f"{clause.words[0]} " if clause.words and not clause.bare else ""
                found.append(f"{word}{self.shown[clause.field]}")
            elif clause.field not in self.open_fields:
                found += self._clause(clause)
        if "allowed_by" in self.shown:
            found.append(f"allowed {self.shown['allowed_by']}")
        return [text for text in found if text]
