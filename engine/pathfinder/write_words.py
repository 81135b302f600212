"""The words of one event: each clause of its form written out, names in quotes where they need them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from engine.events import Event
from engine.notation import Misread
from engine.pathfinder import events as e
from engine.pathfinder.dice import DiceTerm, Expression, Modifier
from engine.pathfinder.notation_forms import FORMS, HOWS, Clause, Form
from engine.pathfinder.read_check import CHECK, PICK
from engine.pathfinder.read_names import TYPES, begins_a_name, card_named, is_known_card, known_cards, type_of
from engine.pathfinder.read_state import STATE
from engine.pathfinder.read_words import Token, in_quotes
from engine.pathfinder.state import State, called, character

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


class Writer:
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
            found = found if any(found) else ["total ?"]
        if self._in_block():
            found = [*self._block(), *found]
        late, allowed = getattr(self.event, "late", None), getattr(self.event, "allowed_by", "")
        if isinstance(late, int):
            found.append(f"late E{late}")
        if allowed:
            found.append(f"allowed {self._source(allowed)}")
        return [text for text in found if text]

    # Names

    def _sure(self, text: str) -> bool:
        """Whether a name needs no quotes: nothing in it but letters, and nothing in it that begins something else."""
        if not self.bare or not _simple(text):
            return False
        words = text.split(" ")
        begun = [" ".join(words[: at + 1]) for at in range(len(words))]
        if _key(words[0]) in self.stops and (len(words) == 1 or not begins_a_name(self.state, begun[1])):
            return False
        return all(
            _key(word) not in self.stops or begins_a_name(self.state, begun[at]) for at, word in enumerate(words) if at
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
        default = default_of(type(self.event), clause.field)
        head = f"{clause.words[0]} " if clause.words and not (clause.bare and clause.kind != "choice") else ""
        if clause.kind == "dice":
            return [self._dice(value, other or ())] if value or other else []
        if self._in_block() and clause.field in _OF_THE_BLOCK and value is not None:
            return []
        if clause.kind == "cards" and value is None and other is not None:
            return [] if self._in_block() else [f"{head}{other}"]
        if clause.other and value is None and {clause.field, clause.other} & self.forced:
            return [f"{head}?"]
        if clause.kind == "number" and self._told_as_number(clause.field):
            return []
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

    def _told_as_number(self, field: str) -> bool:
        """Whether a number stands in the place of cards that are not named."""
        return any(
            one.other == field and one.kind == "cards" and getattr(self.event, one.field) is None
            for one in self.form.clauses
        )

    def _dice(self, dice: Sequence[e.Die], modifiers: Sequence[e.Part]) -> str:
        """The dice of a pick or of damage; those of a plain pick need no quotes."""
        alike = len({(die.sides, die.why) for die in dice}) == 1 and not dice[0].why
        if self.form is PICK and self.bare and not modifiers and alike:
            return f"{len(dice)}d{dice[0].sides} = {' '.join(str(die.result) for die in dice)}"
        return dice_text(dice, modifiers)

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
            case "text" | "names":
                return f"{head}{self._text(value)}"
            case _:
                return f"{head}{value}"

    def _payment(self, paid: e.Payment) -> str:
        type_ = f" {paid.type}" if paid.type in TYPES and paid.type != type_of(self.state, paid.card) else ""
        permitted = f" permitted {in_quotes(paid.permission)}" if paid.permission else ""
        return f"{paid.how} {self._card(paid.card)}{type_}{permitted}"

    def _change(self, change: e.ZoneChange) -> str:
        if change.card is None:
            what = f"{change.count} card{'' if change.count == 1 else 's'}"
        else:
            what = self._card(change.card)
        outside = " from outside" if isinstance(self.event, e.Correction) else ""
        origin = f" from {change.origin}" if change.origin else outside
        of = f" of {self._character(change.who)}" if change.who or {change.to, change.origin} & _OWN else ""
        at = f" at {self._place(change.place)}" if change.place else ""
        return f"{what}{origin} to {change.to}{of}{at}{'' if change.at == 'top' else f' {change.at}'}"

    def _in_block(self) -> bool:
        """Whether this is a posted state whose names need no quotes, as in the block of the players."""
        if not self.bare or not isinstance(self.event, e.StatePosted):
            return False
        return all(_LISTED.fullmatch(card) for card in (*(self.event.hand or ()), *(self.event.displayed or ())))

    def _block(self) -> list[str]:
        """What is stated of the piles of a character, in the order in which players post it."""
        event = self.event
        assert isinstance(event, e.StatePosted)
        found = []
        if event.hand is not None or event.hand_count is not None:
            hand = event.hand_count if event.hand is None else _listed(event.hand, event.hand_unknown)
            found.append(f"Hand: {hand}")
        if event.displayed is not None:
            found.append(f"Displayed: {_listed(event.displayed)}")
        counts = (("Deck", event.deck), ("Discard", event.discard), ("Buried", event.buried))
        return [*found, *(f"{label}: {count}" for label, count in counts if count is not None)]

    # Checks

    def _check(self) -> list[str]:
        event = self.event
        assert isinstance(event, e.CheckResolved)
        found: list[str] = [event.purpose] if "purpose" in self.forced else []
        found.append(_skill(event.skill) if event.skill else "")
        found.append(_difficulty(event.difficulty, event.difficulty_parts))
        if event.dice or event.modifiers:
            found.append(dice_text(event.dice, event.modifiers))
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


_LISTED = re.compile(r"\w[\w'+ -]*(?:#[0-9]{1,2})?")


def _listed(cards: Sequence[str], unknown: int = 0) -> str:
    """Cards as a state block has them: each with a comma behind it, and how many nobody named."""
    return f"{', '.join((*cards, *([f'{unknown} unknown'] if unknown else ())))}," if cards or unknown else "none,"


#: Fields that the state block of the players tells.
_OF_THE_BLOCK = frozenset({"hand", "hand_unknown", "hand_count", "displayed", "deck", "discard", "buried"})
#: Fields that are written only where the reader would fill in something else.
_FILLED = frozenset({"picked", "use"})
#: Kinds of clauses that take `?` for what nobody said.
_MAY_BE_UNSAID = frozenset({"card", "cards", "number", "places"})
_OWN = frozenset({"hand", "deck", "discard", "buried", "displayed"})


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


def dice_text(dice: Sequence[e.Die], modifiers: Sequence[e.Part]) -> str:
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


def default_of(event: type[Event], field: str) -> Any:
    """What a field of an event is if nothing is said."""
    for one in msgspec.structs.fields(event):
        if one.name == field:
            return one.default
    return None
