"""Events written as the notation that reads back to them, and the options of a moment as texts to type.

An event is first written in the words of its form. Then it is read: a field that comes back otherwise, because words
cannot say it or because a default would fill it, is given outright as `field=value`. So whatever an event holds is
written, and what players write is written as they do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec

from engine.events import Event
from engine.judging import Option
from engine.notation import Misread
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.dice import DiceTerm, Expression, Modifier
from engine.pathfinder.notation_defaults import usual_who
from engine.pathfinder.notation_forms import FORMS, HOWS, ZONES, Clause, Form
from engine.pathfinder.offers import automatic, legal
from engine.pathfinder.read_check import CHECK, PICK
from engine.pathfinder.read_names import TYPES, card_named, is_known_card, known_cards
from engine.pathfinder.read_state import STATE
from engine.pathfinder.read_words import Token, in_quotes, literal
from engine.pathfinder.state import State, character

_OF_EVENT: dict[type[Event], list[Form]] = {}
for _form in (*FORMS, CHECK, PICK, STATE):
    _OF_EVENT.setdefault(_form.event, []).append(_form)
#: Words that begin something in a line; a name that has one of them stands in quotes.
_WORDS = frozenset(
    {word for form in (*FORMS, CHECK, PICK, STATE) for word in form.by_word}
    | {verb for form in (*FORMS, CHECK, PICK, STATE) for verb in form.verbs}
    | {*HOWS, *ZONES, *TYPES, "none", "nobody", "card", "cards", "auto", "autofail", "using", "nothing", "all", "by", "on"}
    | {"somewhere", "so", "skip", "places", "reroll", "check", "permitted"}
)
_SIMPLE = re.compile(r"[A-Za-z][A-Za-z'-]*(?: (?:[A-Za-z][A-Za-z'-]*|\+[0-9]+))*")


# Names


def _plain_name(text: str) -> bool:
    words = text.split(" ")
    return bool(_SIMPLE.fullmatch(text)) and not any(word.casefold().replace("-", "_") in _WORDS for word in words)


def _card(state: State, who: str, card: str) -> str:
    """A card by its name, in quotes unless the bare name is sure to be found."""
    base, sign, copy = card.partition("#")
    if _plain_name(card) and (is_known_card(state, card) or card in known_cards(state, who)):
        return card
    if sign and copy.isdigit() and len(copy) < 3 and _plain_name(base):
        try:
            if card_named(state, Token("word", card, 1, len(card)), who) == card:
                return card
        except Misread:
            pass
    return in_quotes(card)


def _character(state: State, name: str) -> str:
    known = character(state, name) is not None
    return name if known and _plain_name(name) else in_quotes(name) if name else "nobody"


def _place(state: State, name: str) -> str:
    known = name in [one.name for one in state.places]
    simple = _plain_name(name) or (re.fullmatch(r"[A-Za-z]+[0-9]*", name) and name.casefold() not in _WORDS)
    return name if known and simple else in_quotes(name)


def _text(text: str) -> str:
    return in_quotes(text)


# Clauses


class _Writer:
    """One event being written in one form; lives inside one call."""

    def __init__(self, state: State, event: Event, form: Form, forced: frozenset[str] = frozenset({"how"})) -> None:
        self.state = state
        self.event = event
        self.form = form
        self.forced = forced
        self.who: str = getattr(event, "who", "")

    def clauses(self) -> list[str]:
        """The words of every clause whose field is not what it is by itself."""
        found = [str(getattr(self.event, field)) for field in self.form.first]
        late = getattr(self.event, "late", None)
        for clause in self.form.clauses:
            if clause.field in self.form.fixed or clause.field == "who":
                continue
            found += self._clause(clause)
        if self.form is CHECK:
            found = [*self._check(), *found]
        if self.form is PICK and not any(text.startswith("of ") for text in found):
            found = [text for text in found if text]
        if isinstance(late, int):
            found.append(f"late E{late}")
        if allowed := getattr(self.event, "allowed_by", ""):
            found.append(f"allowed {_text(allowed)}")
        return [text for text in found if text]

    def _clause(self, clause: Clause) -> list[str]:
        value = getattr(self.event, clause.field)
        other = getattr(self.event, clause.other) if clause.other else None
        default = _default(type(self.event), clause.field)
        head = f"{clause.words[0]} " if clause.words and not (clause.bare and clause.kind != "choice") else ""
        if clause.kind == "dice":
            return [_dice(value, other)] if value or other else []
        if clause.kind == "cards" and value is None and other is not None:
            return [f"{head}{other}"]
        if clause.kind == "setup":
            return self._setup(value)
        if value is None or (value == default and clause.field not in self.forced):
            return []
        return self._value(clause, value, head)

    def _setup(self, value: e.CharacterSetup) -> list[str]:
        where = f" at {_place(self.state, value.location)}" if value.location else ""
        return [f"{in_quotes(value.name)}{where}"]

    def _value(self, clause: Clause, value: Any, head: str) -> list[str]:
        state, kind = self.state, clause.kind
        match kind:
            case "who":
                return [f"{head}{_character(state, value)}"]
            case "place":
                return [f"{head}{_place(state, value)}"]
            case "places" if self.form is STATE:
                return [f"places {', '.join(f'{_place(state, name)} {count}' for name, count in value)}"]
            case "places":
                return [f"{head}{', '.join(_place(state, one) for one in value)}"] if value else [f"{head}none"]
            case "card":
                return [f"{head}{_card(state, self.who, value)}"]
            case "cards":
                return [f"{head}{', '.join(_card(state, self.who, one) for one in value) or 'none'}"]
            case "choices":
                return [f"of {', '.join(_text(one) for one in value)}"]
            case "number":
                return [f"{head}{value}"]
            case "numbers":
                return [f"{head}{_ranges(value)}"]
            case "flag":
                return [clause.words[0]] if value else []
            case "choice":
                words = [word for word, meant in clause.values.items() if meant == value]
                return [f"{head}{words[0]}"] if words else []
            case "hows":
                return [f"{head}{'+'.join(value)}"] if value else []
            case "payment":
                return [self._payment(value)]
            case "payments":
                return [self._payment(one) for one in value]
            case "changes":
                return [f"moves {', '.join(self._change(one) for one in value)}"]
            case "word":
                return [f"{head}{value if re.fullmatch('[a-z0-9_]+', value) else in_quotes(value)}"]
            case "skill":
                return [f"{head}{_skill(value)}"]
            case _:
                return [f"{head}{_text(value)}" if kind != "source" else f"{head}{self._source(value)}"]

    def _source(self, value: str) -> str:
        return value if _plain_name(value) and value in known_cards(self.state, self.who) else in_quotes(value)

    def _payment(self, paid: e.Payment) -> str:
        type_ = f" {paid.type}" if paid.type in TYPES else ""
        permitted = f" permitted {_text(paid.permission)}" if paid.permission else ""
        return f"{paid.how} {_card(self.state, self.who, paid.card)}{type_}{permitted}"

    def _change(self, change: e.ZoneChange) -> str:
        if change.card is None:
            what = f"{change.count} card{'' if change.count == 1 else 's'}"
        else:
            what = _card(self.state, self.who, change.card)
        origin = f" from {change.origin}" if change.origin else ""
        of = f" of {_character(self.state, change.who)}" if change.who or change.to in _OWN | {change.origin} else ""
        at = f" at {_place(self.state, change.place)}" if change.place else ""
        return f"{what}{origin} to {change.to}{of}{at}{'' if change.at == 'top' else f' {change.at}'}"

    # Checks

    def _check(self) -> list[str]:
        event = self.event
        assert isinstance(event, e.CheckResolved)
        found = [_PURPOSES.get(event.purpose, event.purpose), _skill(event.skill) if event.skill else ""]
        found.append(_difficulty(event.difficulty, event.difficulty_parts))
        if event.dice or event.modifiers:
            found.append(_dice(event.dice, event.modifiers))
        found += [f"after {part.value:+d}{f' {_text(part.why)}' if part.why else ''}" for part in event.after]
        if event.auto is not None:
            found.append(f"auto {event.auto}")
        if event.using is not None:
            found.append(f"using {_text(event.using) if event.using else 'nothing'}")
        return found


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
    return f'{in_quotes(Expression(tuple(terms)).text)}{f" {results}" if results else ""}'


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
    best = None
    for form in _OF_EVENT[type(event)]:
        if not _fits(form, event):
            continue
        text = _in_form(state, event, form)
        if text is not None and (best is None or ("=" in best and "=" not in text)):
            best = text
    return best if best is not None else _outright(state, event)


def _fits(form: Form, event: Event) -> bool:
    if isinstance(event, e.EffectApplied) and event.effect == "examine" and not form.fixed:
        return False
    if isinstance(event, e.Correction):
        return bool(event.void) == (form.verbs[0] == "void")
    return all(getattr(event, field) == value for field, value in form.fixed.items())


def _in_form(state: State, event: Event, form: Form) -> str | None:
    """The event in the words of a form, what they cannot say given outright; None if that does not read back."""
    who = _who(state, event)
    forced: set[str] = {"how"}
    outright: dict[str, str] = {}
    for _ in range(5):
        words = _Writer(state, event, form, frozenset(forced)).clauses()
        text = _joined(form, words, who, tuple(outright.values()))
        read = _read(state, text)
        if read == event:
            return text
        if read is None or type(read) is not type(event):
            return None
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if getattr(read, field) == value:
                continue
            if field in outright:
                return None
            if field in forced:
                outright[field] = f"{field}={literal(msgspec.to_builtins(value))}"
            forced.add(field)
    return None


def _joined(form: Form, words: Sequence[str], who: str, outright: Sequence[str]) -> str:
    return f"{who}{' '.join([form.verbs[0], *words, *outright])}"


def _who(state: State, event: Event) -> str:
    """Who does it, in front, where that is not who is asked."""
    if "who" not in event.__struct_fields__:
        return ""
    who: str = getattr(event, "who", "")
    if not who:
        return "all: "
    if who == usual_who(state, type(event)):
        return ""
    return f"{_character(state, who)}: "


def _read(state: State, text: str) -> Event | None:
    from engine.pathfinder.notation import read_unjudged

    try:
        events = read_unjudged(state, text)
    except Misread:
        return None
    return events[0] if len(events) == 1 else None


def _outright(state: State, event: Event) -> str:
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
        front = f"{_character(state, who)}: "
        if text.startswith(front):
            text = f"{text.removeprefix(front)} by {_character(state, who)}"
        if "," in re.sub(r'"(?:[^"\\]|\\.)*"', "", text) or "[" in text:
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
    "outcome": "<success|fail>", "skill": "<skill>",
}  # fmt: skip


def option_texts(state: State) -> list[tuple[str, str, str]]:
    """Each option now: the notation to type, what it does in game words, and its rule id.

    What the table fills in stands as `<card>`, `<number>` and so on.
    """
    from engine.pathfinder.words import offer

    return [(option_text(state, option), offer(state, option.event), option.rule) for option in legal(state)]


def option_text(state: State, option: Option) -> str:
    """The text to type for one option, with what is open in angle brackets."""
    form = next(one for one in _OF_EVENT[type(option.event)] if _fits(one, option.event))
    open_fields = {slot.field: PLACEHOLDERS.get(slot.kind, f"<{slot.kind}>") for slot in option.slots}
    for slot in option.slots:
        if slot.choices and len(slot.choices) <= 6:
            open_fields[slot.field] = f"<{'|'.join(str(choice) for choice in slot.choices)}>"
    known = _known(state, option)
    words = _Writer(state, known, form).clauses()
    filled = [open_word(form, field, text) for field, text in open_fields.items()]
    return _joined(form, [*words, *(one for one in filled if one)], _who(state, option.event), ())


def _known(state: State, option: Option) -> Event:
    """The event of an option without its open fields, and without what the notation fills in by itself."""
    del state
    blank = {}
    for slot in option.slots:
        default = _default(type(option.event), slot.field)
        if default is not msgspec.NODEFAULT:
            blank[slot.field] = default
    return msgspec.structs.replace(option.event, **blank)


def open_word(form: Form, field: str, text: str) -> str:
    """The placeholder of an open field, behind the word with which its clause begins."""
    for clause in form.clauses:
        if clause.field == field:
            word = clause.words[0] if clause.words and not clause.bare else ""
            if clause.kind == "choice" and not clause.words:
                word = ""
            return f"{word} {text}".strip()
    return text if form is CHECK else f"{field}={text}"


