"""Events written as the notation that reads back to them, and the options of a moment as texts to type.

An event is first written in the words of its form. Then it is read: a field that comes back otherwise, because words
cannot say it or because a default would fill it, is given outright as `field=value`. So whatever an event holds is
written, and what players write is written as they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from engine.events import Event
from engine.judging import Option, Slot
from engine.notation import Misread
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.dice import DiceTerm, Expression, Modifier
from engine.pathfinder.notation_defaults import usual_purpose, usual_who
from engine.pathfinder.notation_forms import FORMS, HOWS, Clause, Form
from engine.pathfinder.offers import automatic, legal
from engine.pathfinder.read_check import CHECK, PICK
from engine.pathfinder.read_names import TYPES, begins_a_name, card_named, is_known_card, known_cards
from engine.pathfinder.read_state import STATE
from engine.pathfinder.read_words import Token, in_quotes, literal
from engine.pathfinder.record import called
from engine.pathfinder.state import State, character
from engine.pathfinder.verdicts import known_type

_OF_EVENT: dict[type[Event], list[Form]] = {}
for _form in (*FORMS, CHECK, PICK, STATE):
    _OF_EVENT.setdefault(_form.event, []).append(_form)
_VERBS = frozenset(verb for form in (*FORMS, CHECK, PICK, STATE) for verb in form.verbs)
#: Words that mean something in every form.
_FIXED = frozenset(
    {*HOWS, "none", "nobody", "card", "cards", "auto", "autofail", "using", "nothing", "all", "by", "on"}
)
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z'-]*(?: (?:[A-Za-z][A-Za-z'-]*|\+[0-9]+))*")
#: Longer texts stand in quotes.
MOST_BARE_WORDS = 3


# Names


def _simple(text: str) -> bool:
    return bool(_SIMPLE.fullmatch(text))


def _key(word: str) -> str:
    return word.casefold().replace("-", "_")


# Clauses


class _Writer:
    """One event being written in one form; lives inside one call.

    `forced` are fields that are written although they are what they are by themselves. With `bare` names stand without
    quotes where they are sure to be found.
    """

    def __init__(
        self, state: State, event: Event, form: Form, forced: Iterable[str] = (), *, bare: bool = True
    ) -> None:
        self.state = state
        self.event = event
        self.form = form
        self.forced = frozenset(forced)
        self.bare = bare
        self.who: str = getattr(event, "who", "")
        self.stops = frozenset(form.by_word) | _FIXED | (_VERBS if form.event is e.CardPlayed else frozenset())
        self.tail = ""

    def clauses(self) -> list[str]:
        """The words of every clause whose field is not what it is by itself; `tail` is what a colon begins."""
        found = [str(getattr(self.event, field)) for field in self.form.first]
        for clause in self.form.clauses:
            if clause.field not in self.form.fixed and clause.field != "who":
                found += self._clause(clause)
        if self.form is CHECK:
            found = [*self._check(), *found]
        late, allowed = getattr(self.event, "late", None), getattr(self.event, "allowed_by", "")
        if isinstance(late, int):
            found.append(f"late E{late}")
        if allowed:
            found.append(f"allowed {self._source(allowed)}")
        return [text for text in found if text]

    # Names

    def _sure(self, text: str) -> bool:
        """Whether a name needs no quotes: nothing in it but letters, and nothing in it that begins something else."""
        if not self.bare or not _simple(text) or _key(text.split(" ", maxsplit=1)[0]) in self.stops:
            return False
        words = text.split(" ")
        return all(
            _key(word) not in self.stops or begins_a_name(self.state, " ".join(words[: at + 1]))
            for at, word in enumerate(words)
        )

    def _card(self, card: str) -> str:
        if self._sure(card) and (is_known_card(self.state, card) or card in known_cards(self.state, self.who)):
            return card
        base, sign, copy = card.partition("#")
        if sign and copy.isdigit() and len(copy) < 3 and self._sure(base):
            try:
                if card_named(self.state, Token("word", card, 1, len(card)), self.who) == card:
                    return card
            except Misread:
                pass
        return in_quotes(card)

    def _character(self, name: str) -> str:
        return character_text(self.state, name) if self._sure(name) else in_quotes(name) if name else "nobody"

    def _place(self, name: str) -> str:
        known = name in [one.name for one in self.state.places]
        numbered = re.fullmatch(r"[A-Za-z]+[0-9]+", name) is not None and self.bare
        return name if known and (numbered or self._sure(name)) else in_quotes(name)

    def _text(self, text: str) -> str:
        short = text.count(" ") < MOST_BARE_WORDS and self._sure(text)
        return text if short and not any(_key(word) in self.stops for word in text.split(" ")) else in_quotes(text)

    def _source(self, value: str) -> str:
        known = value in known_cards(self.state, self.who)
        return value if known and self._sure(value) else in_quotes(value)

    # One clause

    def _clause(self, clause: Clause) -> list[str]:
        value = getattr(self.event, clause.field)
        other = getattr(self.event, clause.other) if clause.other else None
        default = _default(type(self.event), clause.field)
        head = f"{clause.words[0]} " if clause.words and not (clause.bare and clause.kind != "choice") else ""
        if clause.kind == "dice":
            return [_dice(value, other or ())] if value or other else []
        if clause.kind == "cards" and value is None and other is not None:
            return [f"{head}{other}"]
        if clause.other and value is None and {clause.field, clause.other} & self.forced:
            return [f"{head}?"]
        if clause.kind == "setup":
            return self._setup(value)
        if clause.field == "source" and value == "card" and getattr(self.event, "paid", None) is not None:
            return []
        if clause.field in _FILLED and clause.field not in self.forced:
            return []
        if value is None and clause.field in self.forced and clause.kind in _MAY_BE_UNSAID:
            return [f"{head}?"]
        if value is None or (value == default and clause.field not in self.forced):
            return []
        if self.form.tail is not None and clause.field == self.form.tail.field and value:
            self.tail = self._value(clause, value, "")
            return []
        return [self._value(clause, value, head)]

    def _setup(self, value: e.CharacterSetup) -> list[str]:
        where = f" at {self._place(value.location)}" if value.location else ""
        return [f"{in_quotes(value.name)}{where}"]

    def _value(self, clause: Clause, value: Any, head: str) -> str:
        match clause.kind:
            case "who":
                return f"{head}{self._character(value)}"
            case "place":
                return f"{head}{self._place(value)}"
            case "places" if self.form is STATE:
                return f"places {', '.join(f'{self._place(name)} {count}' for name, count in value)}"
            case "places":
                return f"{head}{', '.join(self._place(one) for one in value) or 'none'}"
            case "card":
                return f"{head}{self._card(value)}"
            case "cards":
                return f"{head}{', '.join(self._card(one) for one in value) or 'none'}"
            case "choices":
                return f"{head}{', '.join(self._text(one) for one in value)}"
            case "numbers":
                return f"{head}{_ranges([called(self.state, number) for number in value])}"
            case "flag":
                return clause.words[0] if value else ""
            case "choice":
                words = [word for word, meant in clause.values.items() if meant == value]
                return f"{head}{words[0]}" if words else ""
            case "hows":
                return f"{head}{'+'.join(value)}" if value else ""
            case "payment":
                paid = self._payment(value)
                return f"{paid}:" if self.form.event is e.Explored and getattr(self.event, "card", None) else paid
            case "payments":
                return " ".join(self._payment(one) for one in value)
            case "changes":
                return f"{head}{', '.join(self._change(one) for one in value)}"
            case "word":
                return f"{head}{value if re.fullmatch('[a-z0-9_]+', value) else in_quotes(value)}"
            case "skill":
                return f"{head}{_skill(value)}"
            case "source":
                return f"{head}{self._source(value)}"
            case "text":
                return f"{head}{self._text(value)}"
            case _:
                return f"{head}{value}"

    def _payment(self, paid: e.Payment) -> str:
        type_ = f" {paid.type}" if paid.type in TYPES and paid.type != known_type(paid.card, "", self.state) else ""
        permitted = f" permitted {in_quotes(paid.permission)}" if paid.permission else ""
        return f"{paid.how} {self._card(paid.card)}{type_}{permitted}"

    def _change(self, change: e.ZoneChange) -> str:
        if change.card is None:
            what = f"{change.count} card{'' if change.count == 1 else 's'}"
        else:
            what = self._card(change.card)
        origin = f" from {change.origin}" if change.origin else ""
        of = f" of {self._character(change.who)}" if change.who or {change.to, change.origin} & _OWN else ""
        at = f" at {self._place(change.place)}" if change.place else ""
        return f"{what}{origin} to {change.to}{of}{at}{'' if change.at == 'top' else f' {change.at}'}"

    # Checks

    def _check(self) -> list[str]:
        event = self.event
        assert isinstance(event, e.CheckResolved)
        found = [_PURPOSES.get(event.purpose, event.purpose)] if "purpose" in self.forced else []
        found.append(_skill(event.skill) if event.skill else "")
        found.append(_difficulty(event.difficulty, event.difficulty_parts))
        if event.dice or event.modifiers:
            found.append(_dice(event.dice, event.modifiers))
        found += [f"after {part.value:+d}{f' {self._text(part.why)}' if part.why else ''}" for part in event.after]
        if event.auto is not None:
            found.append(f"auto {event.auto}")
        if event.using is not None:
            found.append(f"using {self._text(event.using) if event.using else 'nothing'}")
        return found


def character_text(state: State, name: str) -> str:
    """A character by its name, in quotes unless the bare name is sure to be found."""
    known = character(state, name) is not None
    return name if known and _simple(name) and _key(name) not in _VERBS | _FIXED else in_quotes(name)


#: Fields that are written only where the reader would fill in something else.
_FILLED = frozenset({"picked"})
#: Kinds of clauses that take `?` for what nobody said.
_MAY_BE_UNSAID = frozenset({"card", "cards", "number", "places"})
_OWN = frozenset({"hand", "deck", "discard", "buried", "displayed"})
_PURPOSES = {"temp_close": "temp_close", "after": "aya", "before": "bya"}


def _skill(skill: str) -> str:
    from engine.pathfinder.difficulty import read_skill

    try:
        sure = re.fullmatch("[A-Z][a-z]+", skill) and read_skill(skill) == skill
    except Misread:
        sure = False
    return skill if sure else in_quotes(skill)


def _difficulty(difficulty: int | None, parts: Sequence[e.Part]) -> str:
    if difficulty is None:
        return ""
    if not parts:
        return str(difficulty)
    reasons = any(part.why for part in parts)
    terms = [f"{part.value:+d}{f' ({part.why})' if part.why else ''}" for part in parts]
    text = (" " if reasons else "").join(terms).removeprefix("+")
    return text if sum(part.value for part in parts) == difficulty else f"{text} = {difficulty}"


def _dice(dice: Sequence[e.Die], modifiers: Sequence[e.Part]) -> str:
    """Dice with their modifiers as an expression in quotes, and their results behind it."""
    runs = groupby(dice, key=lambda die: (die.sides, die.why))
    terms: list[DiceTerm | Modifier] = [DiceTerm(len(list(run)), sides, why) for (sides, why), run in runs]
    terms += [Modifier(part.value, part.why) for part in modifiers]
    results = " ".join(str(die.result) for die in dice)
    return f"{in_quotes(Expression(tuple(terms)).text)}{f' {results}' if results else ''}"


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers with those that follow one another put together: `12..15 18`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}..{run[-1]}" for run in found)


def _default(event: type[Event], field: str) -> Any:
    for one in msgspec.structs.fields(event):
        if one.name == field:
            return one.default
    return None


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
        writer = _Writer(state, event, form, forced, bare=bare)
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
    if who is None or who == usual_who(state, type(event)):
        return ""
    return f"{character_text(state, who)}: " if who else "all: "


def _read(state: State, text: str) -> Event | None:
    from engine.pathfinder.notation import read_unjudged

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
        if field.name not in form.fixed
    ]
    return " ".join([form.verbs[0], *told])


# Actions


def write_action(state: State, events: Sequence[Event]) -> str:
    """The line that reads back to the events of one action, the first of which happens in `state`."""
    states = [state]
    for event in events:
        states.append(reducer.evolve(states[-1], event)[0])
    told = len(events)
    while told > 1 and _comes_by_itself(states[told - 1], events[told - 1]):
        told -= 1
    line = _helped(states, events[:told]) or "; ".join(
        text_of(before, event) for before, event in zip(states, events[:told], strict=False)
    )
    left = automatic(states[-1])
    return f"{line};" if left is not None and not reducer.check(states[-1], left) else line


def _comes_by_itself(state: State, event: Event) -> bool:
    return automatic(state) == event and not reducer.check(state, event)


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
    from engine.pathfinder.notation import read_unjudged

    try:
        return line if tuple(read_unjudged(states[0], line)) == tuple(events) else ""
    except Misread:
        return ""


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
    e.HandReset: ("discarded", "drawn"),
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

    return [(option_text(state, option), offer(state, option.event), option.rule) for option in legal(state)]


def option_text(state: State, option: Option) -> str:
    """The text to type for one option, with what is open in angle brackets."""
    event = option.event
    if type(event) in WHOLE:
        return WHOLE[type(event)]
    form = next(one for one in _OF_EVENT[type(event)] if _fits(one, event))
    slots = {slot.field: slot for slot in option.slots}
    shown = {field: _blank(slots[field]) for field in SHOWN.get(type(event), ()) if field in slots}
    if getattr(event, "allowed_by", "") and "allowed_by" in slots:
        shown["allowed_by"] = "<card>"
    if isinstance(event, e.CheckResolved) and "dice" in shown:
        shown["dice"] = '"<dice>" <results>'
    words = _OptionWriter(state, event, form, shown, frozenset(slots)).clauses()
    return _joined(form, words, _whose(state, event, slots.get("who")))


def _blank(slot: Slot) -> str:
    """What stands for an open field."""
    if slot.choices and len(slot.choices) <= MOST_CHOICES and all(slot.choices):
        return f"<{'|'.join(str(choice) for choice in slot.choices)}>"
    return PLACEHOLDERS.get(slot.kind, f"<{slot.kind.replace('_', ' ')}>")


def _whose(state: State, event: Event, slot: Slot | None) -> str:
    """Who is named in front of an option: whoever it may be, where several may."""
    named = [str(choice) for choice in slot.choices if choice] if slot is not None else []
    if len(named) > 1:
        return "" if usual_who(state, type(event)) in named else f"<{'|'.join(named)}>: "
    return "" if slot is not None and not named else _who(state, event)


class _OptionWriter(_Writer):
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
            found.append("" if usual else _PURPOSES.get(event.purpose, event.purpose))
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
