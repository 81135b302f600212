"""One event read from its words: each clause of its form, and fields that are given outright."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from engine.notation import Misread, did_you_mean, plain, quoted
from engine.matching import Ambiguous, Missing, match
from engine.pathfinder import events as e
from engine.pathfinder.cards import find_card
from engine.pathfinder.dice import DiceTerm, read_expression
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.notation_forms import HOWS, USES, ZONES, Clause, Form
from engine.pathfinder.read_names import (
    TYPES,
    card_named,
    character_named,
    known_cards,
    place_named,
    skill_named,
    span_of,
)
from engine.pathfinder.read_words import Token, misread
from engine.pathfinder.state import State
from engine.pathfinder.verdicts import known_type

#: The most cards that one word may stand for, and the most numbers of a range.
MOST_CARDS = 200
MOST_EVENTS = 100_000


class Words:
    """A place in the words of one part of a line. `end` is the column after the part."""

    def __init__(self, tokens: Sequence[Token], end: int, text: str = "") -> None:
        self.tokens = tuple(tokens)
        self.at = 0
        self.end = end
        self.text = text

    def peek(self, ahead: int = 0) -> Token | None:
        """The word that stands here, or some words further on; None at the end."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else None

    def next(self) -> Token:
        """The word that stands here, passed over."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.tokens)

    def sign(self, *signs: str) -> bool:
        """Whether one of these signs stands here; it is passed over."""
        token = self.peek()
        if token is None or token.kind != "sign" or token.text not in signs:
            return False
        self.at += 1
        return True

    def word(self, *words: str) -> bool:
        """Whether one of these words stands here; it is passed over."""
        if self.word_here() not in words:
            return False
        self.at += 1
        return True

    def word_here(self) -> str:
        """The bare word that stands here, in the form in which words are compared; "" for anything else."""
        token = self.peek()
        return key_of(token) if token is not None and token.kind == "word" else ""

    def missing(self, what: str, hint: str = "", choices: Sequence[str] = ()) -> Misread:
        """That something is wanted here."""
        token = self.peek()
        if token is None:
            here = Token("sign", "", max(1, self.end), 1)
            return misread("incomplete", f"{what} is missing", here, hint=hint, choices=choices)
        return misread("malformed", f"there is {quoted(token.text)} where {what} is wanted", token, hint=hint)


def key_of(token: Token) -> str:
    """A word as words of the notation are compared."""
    return plain(token.text).replace("-", "_")


def digits(token: Token | None) -> int | None:
    """The number that a word is; None for any other."""
    if token is None or token.kind != "word":
        return None
    text = token.text
    sign = -1 if text.startswith("-") else 1
    text = text.lstrip("+-") if len(text) - len(text.lstrip("+-")) <= 1 else ""
    return sign * int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


@cache
def _types_of(event: type) -> dict[str, Any]:
    return get_type_hints(event)


class FormReader:
    """One reading of one event; lives inside one call.

    `who` is the character who acts, as far as that is known: whose hand a card is looked for in first.
    """

    def __init__(self, state: State, form: Form, words: Words, who: str) -> None:
        self.state = state
        self.form = form
        self.words = words
        self.who = who
        self.fields: dict[str, Any] = dict(form.fixed)

    def read(self) -> dict[str, Any]:
        """The fields that the words give.

        Raises:
            Misread: they cannot be read.
        """
        for field in self.form.first:
            self.fields[field] = self._first(field)
        while not self.words.done():
            self._one()
        return self.fields

    def _first(self, field: str) -> str:
        """The word directly behind the verb, such as the kind of an effect."""
        choices = _types_of(self.form.event)[field].__args__
        token = self.words.peek()
        if token is None or token.kind == "field":
            if token is not None and token.text == field:
                self.words.next()
                return str(token.value)
            raise self.words.missing(f"the {field}", hint=f"one of {', '.join(choices)}", choices=choices)
        self.words.next()
        return one_word(token, choices, field)

    def _one(self) -> None:
        words = self.words
        token = words.tokens[words.at]
        if token.kind == "field":
            words.next()
            self.outright(token)
            return
        if token.kind == "sign":
            words.next()
            if token.text == ":" and self.form.tail is not None and not words.done():
                self.take(self.form.tail, token)
            elif token.text == "=":
                raise misread("malformed", 'there is a stray "="', token, hint=f"such as: {self.form.usage}")
            return
        clause = self.form.by_word.get(words.word_here())
        if clause is not None:
            if clause.kind not in {"payment", "payments"} and not (clause.kind == "choice" and not clause.words):
                words.next()
            self.take(clause, token)
            return
        bare = self._bare(token)
        if bare is None:
            self._too_much(token)
        else:
            self.take(bare, token)

    def _bare(self, token: Token) -> Clause | None:
        """The clause that may stand without a word and takes what stands here."""
        number = digits(token) is not None
        for clause in self.form.clauses:
            if not clause.bare or clause.field in self.fields:
                continue
            if clause.kind == "dice":
                if token.kind == "name" and _is_dice(token.text):
                    return clause
            elif clause.kind == "number":
                if number and not self._names_follow():
                    return clause
            elif clause.kind in {"cards", "numbers"} or (clause.kind == "setup") or not number or clause.kind == "text":
                if clause.kind == "cards" and clause.other and clause.other in self.fields:
                    continue
                if clause.kind == "text" and _is_dice(token.text) and token.kind == "name":
                    continue
                return clause
            elif clause.kind == "card" and self._names_follow():
                return clause
        return None

    def _names_follow(self) -> bool:
        """Whether a name follows the number that stands here: `1 BoAbadar`."""
        if not any(one.bare and one.kind in {"card", "cards"} for one in self.form.clauses):
            return False
        after = self.words.peek(1)
        return after is not None and after.kind == "word" and digits(after) is None and not self._stops(after)

    def _too_much(self, token: Token) -> None:
        words = [word for word in self.form.by_word if len(word) > 1]
        try:
            match(key_of(token), words)
            near: tuple[str, ...] = ()
        except Missing as none:
            near = none.suggestions
        except Ambiguous:
            near = ()
        hint = did_you_mean(near) or f"such as: {self.form.usage}"
        raise misread("malformed", f"{quoted(token.text)} is more than this takes", token, hint=hint)

    # Fields given outright

    def outright(self, token: Token) -> None:
        """A field given as `field=value`."""
        types = _types_of(self.form.event)
        if token.text not in types or token.text == "kind":
            near = did_you_mean(_near(token.text, types))
            message = f"{quoted(token.text)} is no field of this"
            raise misread("malformed", message, token, hint=near or f"one of {', '.join(sorted(types))}")
        try:
            self.fields[token.text] = msgspec.convert(token.value, types[token.text])
        except (msgspec.ValidationError, RecursionError) as wrong:
            raise misread("malformed", f"{quoted(token.text)} cannot be this: {wrong}", token) from None

    # Clauses

    def take(self, clause: Clause, token: Token) -> None:
        """Read the value of a clause into its field."""
        taken = _READERS[clause.kind](self, clause, token)
        if taken is not None:
            self.fields[clause.field] = taken

    def _stops(self, token: Token) -> bool:
        return token.kind != "word" or key_of(token) in self.form.by_word

    def name(self, what: str, *, number: bool = False, stops: Iterable[str] = ()) -> Token:
        """The name that stands here: one in quotes, or words up to a sign or a word that begins something else."""
        token = self.words.peek()
        if token is None or token.kind not in {"word", "name"}:
            raise self.words.missing(what, hint=f"such as: {self.form.usage}")
        taken = [self.words.next()]
        if token.kind == "name":
            copy = self.words.peek()
            if copy is not None and copy.kind == "word" and copy.column == token.end and copy.text.startswith("#"):
                self.words.next()
                return Token("name", token.text + copy.text, token.column, copy.end - token.column)
            return token
        leads = digits(token) is not None
        while (after := self.words.peek()) is not None and not self._stops(after) and key_of(after) not in stops:
            if digits(after) is not None and not after.text.startswith("+") and not number:
                break
            taken.append(self.words.next())
            if digits(after) is not None and not after.text.startswith("+") and not leads:
                break
        return span_of(taken)

    def card(self, stops: Iterable[str] = ()) -> str:
        """The card that stands here."""
        return card_named(self.state, self.name("a card", number=True, stops=stops), self.who)


def one_word(token: Token, choices: Iterable[str], what: str) -> str:
    """The word that a token means among some, by its whole or a unique beginning.

    Raises:
        Misread: it means none or several.
    """
    names = list(choices)
    try:
        return match(key_of(token), names)
    except Ambiguous as several:
        message = f"{quoted(token.text)} could be {' or '.join(several.choices)}"
        raise misread("ambiguous", message, token, hint="type more of it", choices=several.choices) from None
    except Missing as none:
        hint = did_you_mean(none.suggestions) or f"one of {', '.join(names)}"
        raise misread("malformed", f"there is no {what} {quoted(token.text)}", token, hint=hint, choices=names) from None


def _near(text: str, names: Iterable[str]) -> tuple[str, ...]:
    try:
        match(text, list(names))
    except Missing as none:
        return none.suggestions
    except Ambiguous as several:
        return several.choices
    return ()


def _is_dice(text: str) -> bool:
    try:
        read_expression(text)
    except Misread:
        return False
    return True


# What each kind of clause takes


def _who(reader: FormReader, clause: Clause, token: Token) -> Any:
    if reader.words.word("nobody"):
        return ""
    found = character_named(reader.state, reader.name("a character"))
    if clause.field == "who":
        reader.who = found
    return found


def _place(reader: FormReader, clause: Clause, token: Token) -> Any:
    return place_named(reader.state, reader.name("a location"))


def _card(reader: FormReader, clause: Clause, token: Token) -> Any:
    return reader.card()


def _source(reader: FormReader, clause: Clause, token: Token) -> Any:
    """A card or a power: a card that is known at the table by whatever means it, anything else as it is written."""
    reader.words.word("by")
    name = reader.name("a card or a power", number=True)
    if name.kind == "word":
        known = known_cards(reader.state, reader.who)
        try:
            found = find_card(name.text, known)
        except LookupError:
            return name.text
        if found.name in known and found.copy is None:
            return found.name
    return name.text


def _list(reader: FormReader, one: Callable[[], Any]) -> tuple[Any, ...]:
    if reader.words.word("none"):
        return ()
    found = [one()]
    while reader.words.sign(","):
        after = reader.words.peek()
        if after is None:
            break
        if after.kind == "sign" or (after.kind == "word" and key_of(after) in reader.form.by_word):
            break
        found.append(one())
        if len(found) > MOST_CARDS:
            raise misread("malformed", f"more than {MOST_CARDS} names", after)
    return tuple(found)


def _cards(reader: FormReader, clause: Clause, token: Token) -> Any:
    first = reader.words.peek()
    number = digits(first)
    if number is not None and clause.other and not _name_behind(reader):
        reader.words.next()
        reader.words.word("cards", "card")
        reader.fields[clause.other] = number
        return None
    return _list(reader, reader.card)


def _name_behind(reader: FormReader) -> bool:
    after = reader.words.peek(1)
    if after is None or after.kind != "word" or digits(after) is not None or key_of(after) in {"card", "cards"}:
        return False
    return key_of(after) not in reader.form.by_word


def _places(reader: FormReader, clause: Clause, token: Token) -> Any:
    return _list(reader, lambda: place_named(reader.state, reader.name("a location")))


def _number(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    text = here.text if here is not None and here.kind == "word" else ""
    if clause.field == "late" and text[:1] in {"E", "e"} and here is not None:
        here = here._replace(text=text[1:])
    number = digits(here)
    if number is None:
        raise reader.words.missing("a number", hint=f"such as: {reader.form.usage}")
    reader.words.next()
    return number


def _numbers(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Numbers of events and ranges of them: `12..15 18`."""
    found: list[int] = []
    while (here := reader.words.peek()) is not None and here.kind == "word":
        first, dots, last = here.text.partition("..")
        low, high = (digits(here._replace(text=one)) for one in (first, last if dots else first))
        if low is None or high is None:
            break
        if not 0 <= high - low < MOST_EVENTS:
            raise misread("malformed", f"{quoted(here.text)} is no range of events", here, hint="such as 12..15")
        found += range(low, high + 1)
        reader.words.next()
        if reader.words.sign(","):
            continue
    if not found:
        raise reader.words.missing("the number of an event", hint="such as: void 12..15 \"done again\"")
    return tuple(found)


def _text(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    if here is not None and here.kind == "name":
        reader.words.next()
        return here.text
    return reader.name("a text", number=True, stops=()).text if here is None else _words(reader)


def _words(reader: FormReader) -> str:
    """Words up to a sign or a word that begins something else."""
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a text")
    taken = [reader.words.next()]
    while (after := reader.words.peek()) is not None and not reader._stops(after):
        taken.append(reader.words.next())
    return span_of(taken).text


def _word(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    if here is None or here.kind not in {"word", "name"}:
        raise reader.words.missing(f"the {clause.field}", hint=f"such as: {reader.form.usage}")
    return reader.words.next().text


def _choice(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing(f"the {clause.field}", hint=f"one of {', '.join(clause.values)}")
    reader.words.next()
    return clause.values[one_word(here, clause.values, clause.field)]


def _flag(reader: FormReader, clause: Clause, token: Token) -> Any:
    if clause.words == ("says",):
        reader.words.word("so")
    if clause.words == ("lacks",):
        reader.words.word("skill")
    return True


def _skill(reader: FormReader, clause: Clause, token: Token) -> Any:
    return skill_named(reader.name("a skill"))


def _hows(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Ways joined by a plus: `reveal+discard`."""
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a way of playing", hint="such as: powers reveal+discard")
    reader.words.next()
    return tuple(one_word(here._replace(text=one), HOWS, "way of playing") for one in here.text.split("+"))


def read_payment(reader: FormReader) -> e.Payment:
    """A card that pays: what is done with it, the card, perhaps its type, perhaps the effect that permits it."""
    how: Any = one_word(reader.words.next(), HOWS, "way of paying")
    card = reader.card(stops=(*TYPES, "permitted"))
    type_ = reader.words.word_here()
    if type_ in TYPES:
        reader.words.next()
    else:
        type_ = known_type(card)
    permission = ""
    if reader.words.word("permitted"):
        reader.words.word("by")
        permission = reader.name("the effect").text
    return e.Payment(card=card, how=how, type=type_, permission=permission)


def _payment(reader: FormReader, clause: Clause, token: Token) -> Any:
    paid = read_payment(reader)
    if reader.form.event is e.Explored:
        reader.fields.setdefault("source", "card")
    return paid


def _payments(reader: FormReader, clause: Clause, token: Token) -> Any:
    return (*reader.fields.get(clause.field, ()), read_payment(reader))


def _dice(reader: FormReader, clause: Clause, token: Token) -> Any:
    dice, modifiers = read_dice(reader.words)
    if modifiers:
        reader.fields[clause.other] = modifiers
    return dice


def read_dice(words: Words) -> tuple[tuple[e.Die, ...], tuple[e.Part, ...]]:
    """Dice and modifiers of an expression in quotes, and the results behind it.

    What a die shows that is taken away is kept as a modifier, for a die of a roll adds to it.

    Raises:
        Misread: it is no expression, or there are too few or too many results.
    """
    token = words.next()
    try:
        expression = read_expression(token.text)
    except Misread as wrong:
        fault = wrong.fault
        at = token._replace(column=token.column + fault.column, length=fault.length)
        raise misread(fault.kind, fault.message, at, hint=fault.hint, rule=fault.rule) from None
    results: list[int] = []
    spans: list[Token] = []
    words.sign("=")
    while (here := words.peek()) is not None:
        number = digits(here)
        if number is not None:
            results.append(number)
            spans.append(here)
        elif here.kind != "sign" or here.text not in "(),":
            break
        elif here.text == "," and digits(words.peek(1)) is None and not _sign(words.peek(1), "("):
            break
        words.next()
    if len(results) != expression.count:
        message = f"the number of dice is {expression.count}, of results {len(results)}"
        over = len(results) > expression.count
        at = spans[expression.count] if over else Token("sign", "", max(1, words.end), 1)
        raise misread(
            "malformed" if over else "incomplete",
            message,
            at,
            hint="the results stand behind the dice, in their order",
        )
    dice: list[e.Die] = []
    modifiers: list[e.Part] = []
    left = iter(results)
    for term in expression.terms:
        if not isinstance(term, DiceTerm):
            modifiers.append(e.Part(value=term.value, why=term.why))
            continue
        for _ in range(term.count):
            result = next(left)
            if term.negative:
                modifiers.append(e.Part(value=-result, why=term.why or f"d{term.sides}"))
            else:
                dice.append(e.Die(sides=term.sides, result=result, why=term.why))
    return tuple(dice), tuple(modifiers)


def _sign(token: Token | None, text: str) -> bool:
    return token is not None and token.kind == "sign" and token.text == text


_CHANGE_STOPS = frozenset({"from", "to", "of", "at", "top", "bottom", "somewhere", "on"})


def _changes(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Cards that went from zone to zone."""
    reader.words.sign(":")
    found = [_change(reader)]
    while reader.words.sign(",") and not reader.words.done():
        found.append(_change(reader))
    return (*reader.fields.get(clause.field, ()), *found)


def _change(reader: FormReader) -> e.ZoneChange:
    words = reader.words
    first, after = words.peek(), words.peek(1)
    number = digits(first)
    card: str | None = None
    count = 1
    unnamed = after is not None and after.kind == "word" and key_of(after) in {"card", "cards"}
    if first is not None and unnamed and (number is not None or key_of(first) in {"a", "one"}):
        words.at += 2
        count = number if number is not None else 1
    else:
        card = reader.card(stops=_CHANGE_STOPS)
    fields: dict[str, Any] = {}
    while (word := words.word_here()) in _CHANGE_STOPS:
        words.next()
        if word in {"from", "to"}:
            fields["origin" if word == "from" else "to"] = _zone(reader)
        elif word == "of":
            fields["who"] = "" if words.word("nobody") else character_named(reader.state, _short(reader))
        elif word == "at":
            fields["place"] = place_named(reader.state, _short(reader))
        elif word != "on":
            fields["at"] = word
    if "to" not in fields:
        zones = ", ".join(ZONES)
        raise words.missing("the zone to which the card goes", hint=f"such as: Cure from discard to hand; {zones}")
    if "who" not in fields and {fields["to"], fields.get("origin")} & set(OWN_ZONES):
        fields["who"] = reader.fields.get("who", reader.who)
    return e.ZoneChange(card=card, count=count, **fields)


def _short(reader: FormReader) -> Token:
    """A name within a change of zone."""
    return reader.name("a name", stops=_CHANGE_STOPS)


def _zone(reader: FormReader) -> str:
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a zone", hint=f"one of {', '.join(ZONES)}")
    reader.words.next()
    return one_word(here, ZONES, "zone")


def _setup(reader: FormReader, clause: Clause, token: Token) -> Any:
    """A character that joins: its name, and where it begins."""
    name = reader.name("the name of the character", stops=("at",)).text
    at = place_named(reader.state, reader.name("a location")) if reader.words.word("at") else ""
    return e.CharacterSetup(name=name, location=at)


_READERS: dict[str, Callable[[FormReader, Clause, Token], Any]] = {
    "who": _who,
    "place": _place,
    "places": _places,
    "card": _card,
    "cards": _cards,
    "source": _source,
    "number": _number,
    "numbers": _numbers,
    "text": _text,
    "word": _word,
    "choice": _choice,
    "flag": _flag,
    "skill": _skill,
    "hows": _hows,
    "payment": _payment,
    "payments": _payments,
    "dice": _dice,
    "changes": _changes,
    "setup": _setup,
}
