"""One event read from its words: each clause of its form, and fields that are given outright."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from engine.matching import Ambiguous, Missing, match
from engine.notation import did_you_mean, quoted
from engine.pathfinder.notation_forms import Clause, Form
from engine.pathfinder.read_names import begins_a_name, card_named, span_of
from engine.pathfinder.read_values import READERS, is_dice
from engine.pathfinder.read_words import Token, Words, digits, key_of, misread, one_word
from engine.pathfinder.state import State


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
        if clause is not None and not self._names_something(token):
            if clause.kind not in {"payment", "payments"} and not (clause.kind == "choice" and not clause.words):
                words.next()
            self.take(clause, token)
            return
        bare = self._bare(token)
        if bare is None:
            self._too_much(token)
        else:
            self.take(bare, token)

    def _names_something(self, token: Token) -> bool:
        """Whether a word that begins a clause begins a known name here: `blessing of the gods`."""
        after = self.words.peek(1)
        if after is None or after.kind != "word" or self._bare(token) is None:
            return False
        return begins_a_name(self.state, f"{token.text} {after.text}")

    def _bare(self, token: Token) -> Clause | None:
        """The clause that may stand without a word and takes what stands here."""
        number = digits(token) is not None
        for clause in self.form.clauses:
            if not clause.bare or clause.field in self.fields:
                continue
            if clause.kind == "dice":
                if is_dice(token.text) and (token.kind == "name" or (token.kind == "word" and not number)):
                    return clause
            elif clause.kind == "number":
                if number and not self._names_follow():
                    return clause
            elif clause.kind in {"cards", "numbers"} or (clause.kind == "setup") or not number or clause.kind == "text":
                if clause.kind == "cards" and clause.other and clause.other in self.fields:
                    continue
                if (
                    clause.kind == "text"
                    and is_dice(token.text)
                    and any(one.kind == "dice" for one in self.form.clauses)
                ):
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
        return after is not None and after.kind == "word" and digits(after) is None and not self.stops(after)

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
        """Read the value of a clause into its field; `?` is a value that nobody said."""
        if self.words.word_here() == "?":
            for field in (clause.field, clause.other):
                if field and type(None) not in getattr(_types_of(self.form.event)[field], "__args__", ()):
                    hint = f"such as: {self.form.usage}"
                    raise misread("incomplete", f"the {field} has to be said", self.words.peek(), hint=hint)
            self.words.next()
            self.fields[clause.field] = None
            if clause.other:
                self.fields[clause.other] = None
            return
        taken = READERS[clause.kind](self, clause, token)
        if taken is not None:
            self.fields[clause.field] = taken

    def stops(self, token: Token) -> bool:
        """Whether something else begins here."""
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
        while (after := self.words.peek()) is not None and self._goes_on(taken, after, stops):
            if digits(after) is not None and not after.text.startswith("+") and not number:
                break
            taken.append(self.words.next())
            if digits(after) is not None and not after.text.startswith("+") and not leads:
                break
        return span_of(taken)

    def _goes_on(self, taken: Sequence[Token], after: Token, stops: Iterable[str]) -> bool:
        """Whether a word belongs to the name before it: one that begins something else only within a known name."""
        if after.kind != "word":
            return False
        if not self.stops(after) and key_of(after) not in stops:
            return True
        return begins_a_name(self.state, f"{span_of(taken).text} {after.text}")

    def card(self, stops: Iterable[str] = ()) -> str:
        """The card that stands here."""
        return card_named(self.state, self.name("a card", number=True, stops=stops), self.who)


def _near(text: str, names: Iterable[str]) -> tuple[str, ...]:
    try:
        match(text, list(names))
    except Missing as none:
        return none.suggestions
    except Ambiguous as several:
        return several.choices
    return ()
