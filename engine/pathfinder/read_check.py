"""Checks and picks as players write them: typed with results in posted order, or the forum's line as it stands.

check combat 17 "1d10+7+3d6+1d4" 1 6 6 5 3 after +3 Bear
check combat = "1d10+2" 7
check acquire Dip 9(13) auto success "cannot miss"
Combat 17: 1d10 + 7 + 3d6 + 1d4 => (1) + 7 + (6, 6, 5) + (3) = 28
pick 1d4 = 2: Kyra, Lem, Ezren, Sajan
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.notation import Misread, narrow, quoted
from engine.pathfinder import events as e
from engine.pathfinder.card_checks import said_of, subject_of
from engine.pathfinder.card_values import KNOWN
from engine.pathfinder.dice import read_expression, read_forum_line
from engine.pathfinder.difficulty import Difficulty, read_difficulty, read_numbered
from engine.pathfinder.notation_forms import Clause, Form
from engine.pathfinder.read_forms import FormReader
from engine.pathfinder.read_names import skill_named, span_of
from engine.pathfinder.read_values import is_dice, read_dice
from engine.pathfinder.read_words import Token, Words, digits, key_of, misread
from engine.pathfinder.state import State

#: What a check is for, by the words that say it.
PURPOSE_WORDS = {
    "acquire": "acquire", "cta": "acquire", "defeat": "defeat", "ctd": "defeat", "close": "close",
    "closing": "close", "tempclose": "temp_close", "temp_close": "temp_close", "recharge": "recharge",
    "before": "before", "bya": "before", "aya": "after", "after": "after", "other": "other",
}  # fmt: skip
_OF_LABEL = {"before acting": "before", "after acting": "after"}

CHECK = Form(
    e.CheckResolved,
    ("check",),
    (
        Clause("total", "number", ("total",)),
        Clause("effective_total", "number", ("effective",)),
        Clause("outcome", "choice", values={"success": "success", "fail": "fail", "succeeds": "success",
                                            "fails": "fail", "failed": "fail", "succeeded": "success"}),
        Clause("which", "number", ("which",)),
        Clause("lent", "source", ("lent",)),
        Clause("deliberate", "flag", ("deliberate",)),
        Clause("reroll_by", "source", ("reroll",)),
        Clause("card", "card", ("of",)),
        Clause("who", "who", ("by",)),
        Clause("why", "text", ("why",)),
    ),
    'check [to acquire|defeat|close|recharge] SKILL DIFFICULTY "DICE" RESULT ... [after +N WHY]',
)  # fmt: skip
#: Words of a check that are read here.
_OWN = frozenset({"auto", "autofail", "using", "after"})
_DICE_WORD = re.compile(r"[0-9+-]*[dD][0-9]+.*")
_NUMBER_WORD = re.compile(r"[-+]?[0-9]|DC[0-9]*\.?$|difficulty$", re.IGNORECASE)
ARROW = re.compile(r"[=-]+>|\u21d2|\u2192|\u27f9")


class CheckReader(FormReader):
    """One reading of one check."""

    def __init__(self, state: State, words: Words, who: str) -> None:
        super().__init__(state, CHECK, words, who)
        self._same: Token | None = None

    def read(self) -> dict[str, Any]:
        """The fields that the words give.

        Raises:
            Misread: they cannot be read.
        """
        if self.words.done():
            raise self.words.missing("what came of the check", hint=f"such as: {CHECK.usage}")
        super().read()
        if self._same is not None:
            self.fields |= as_before(self.state, self.fields, self.who, self._same)
        return self.fields

    def _one(self) -> None:
        words = self.words
        token = words.tokens[words.at]
        word = words.word_here()
        if token.kind == "name" and is_dice(token.text):
            self.fields["dice"], self.fields["modifiers"] = read_dice(words)
        elif token.kind == "name":
            words.next()
            self.fields.setdefault("skill" if "skill" not in self.fields else "why", token.text)
        elif word == "after" and self._adds(words.peek(1)):
            words.next()
            self.fields["after"] = (*self.fields.get("after", ()), self._part())
        elif word in {"auto", "autofail"}:
            self._auto(word)
        elif word == "using":
            words.next()
            nothing = words.word("nothing")
            self.fields["using"] = "" if nothing else self.name("a card or a power", number=True).text
        elif word == "to" and not words.done():
            words.next()
        elif word in PURPOSE_WORDS and "purpose" not in self.fields:
            words.next()
            self.fields["purpose"] = PURPOSE_WORDS[word]
        elif _is_unquoted_dice(token):
            self.fields["dice"], self.fields["modifiers"] = read_dice(words)
        elif token.kind == "word" and _NUMBER_WORD.match(token.text) and "difficulty" not in self.fields:
            self._difficulty()
        elif token.text == "=" and token.kind == "sign" and "difficulty" not in self.fields and self._same is None:
            self._same = words.next()
        elif token.kind == "word" and word not in self.form.by_word and "skill" not in self.fields:
            self.fields["skill"] = skill_named(words.next())
        else:
            super()._one()

    def _adds(self, token: Token | None) -> bool:
        """Whether a number behind "after" was added to the roll: it has a sign, or the roll was told before it."""
        if token is None or digits(token) is None:
            return False
        return token.text[0] in "+-" or bool({"dice", "total", "auto"} & set(self.fields))

    def _part(self) -> e.Part:
        """What was added after the roll: a number, and what brought it."""
        number = digits(self.words.next()) or 0
        here = self.words.peek()
        if here is not None and here.kind == "name":
            return e.Part(value=number, why=self.words.next().text)
        taken: list[Token] = []
        while (here := self.words.peek()) is not None and here.kind == "word" and not self._ends(here):
            taken.append(self.words.next())
        return e.Part(value=number, why=span_of(taken).text if taken else "")

    def _ends(self, token: Token) -> bool:
        return key_of(token) in self.form.by_word or key_of(token) in _OWN

    def _auto(self, word: str) -> None:
        """An outcome without dice, and why."""
        token = self.words.next()
        outcome = "fail" if word == "autofail" else self.words.word_here()
        if word == "auto":
            outcome = {"success": "success", "fail": "fail", "failure": "fail", "succeeds": "success"}.get(outcome, "")
            if not outcome:
                message = "how did it end without dice?"
                raise misread(
                    "incomplete", message, token, hint="auto success, or auto fail", choices=("success", "fail")
                )
            self.words.next()
        self.fields["auto"] = outcome
        here = self.words.peek()
        if here is not None and here.kind == "name":
            self.fields["why"] = self.words.next().text
        elif here is not None and here.kind == "word" and not self._ends(here):
            taken = [self.words.next()]
            while (here := self.words.peek()) is not None and here.kind == "word" and not self._ends(here):
                taken.append(self.words.next())
            self.fields["why"] = span_of(taken).text

    def _difficulty(self) -> None:
        """A number, or a sum with its reasons, up to the dice or a word that begins something else."""
        words = self.words
        taken = [words.next()]
        while (here := words.peek()) is not None and here.kind in {"word", "sign"} and not self._ends(here):
            if here.text in {":", ","} or key_of(here) in {"to", *PURPOSE_WORDS}:
                break
            if here.kind == "word" and (_is_unquoted_dice(here) or ("skill" not in self.fields and _is_skill(here))):
                break
            taken.append(words.next())
        text = words.text[taken[0].column - 1 : taken[-1].end - 1]
        try:
            self.fields |= of_difficulty(read_difficulty(text))
        except Misread as wrong:
            fault = wrong.fault
            at = taken[0]._replace(column=taken[0].column + fault.column - 1, length=fault.length)
            raise misread(fault.kind, fault.message, at, hint=fault.hint, rule=fault.rule) from None


def _is_unquoted_dice(token: Token) -> bool:
    return token.kind == "word" and _DICE_WORD.match(token.text) is not None and is_dice(token.text)


def _is_skill(token: Token) -> bool:
    """Whether a word is a skill; a short word of something else is none."""
    try:
        return len(token.text) > 2 and bool(skill_named(token))
    except Misread:
        return False


def as_before(state: State, fields: Mapping[str, Any], who: str, at: Token) -> dict[str, Any]:
    """The difficulty, and the skill if none is named, that `=` stands for: what the card is known or was said to have.

    Raises:
        Misread: nothing was said of it, or not the same everywhere.
    """
    from engine.pathfinder.notation_defaults import usual_purpose

    maker = fields.get("who", who)
    purpose: Any = fields.get("purpose") or usual_purpose(state, maker)
    event = e.CheckResolved(
        who=maker, purpose=purpose, skill=fields.get("skill", ""), which=fields.get("which"), card=fields.get("card"),
        reroll_by=fields.get("reroll_by", ""),
    )  # fmt: skip
    found = said_of(state, event)
    known = [one for one in found if one.where in KNOWN]
    values = {one.text: one for one in known or found}
    if not values:
        name = subject_of(state, event)
        what = f"nothing was said of the check of {quoted(name)}" if name else "nothing says which check is meant"
        raise misread("incomplete", what, at, hint="type the difficulty")
    if len(values) > 1:
        choices = tuple(f"{one.text} ({one.where})" for one in values.values())
        raise misread("ambiguous", f'"=" could be {" or ".join(choices)}', at, hint="type it", choices=tuple(values))
    (one,) = values.values()
    return {"skill": one.skill, "difficulty": one.difficulty} if one.skill else {"difficulty": one.difficulty}


def of_difficulty(told: Difficulty) -> dict[str, Any]:
    """The fields of a check that a difficulty fills.

    A single number is the difficulty alone; of a sum the parts are kept. A part that is not told is what the rest
    leaves over, if that follows. A number that is only wanted goes into the reason.
    """
    fields: dict[str, Any] = {"difficulty": told.value if told.stated is None else told.stated}
    parts = []
    for part in told.parts:
        value = told.untold if part.value is None else part.value
        if value is not None:
            why = part.why or ("not told" if part.value is None else "")
            parts.append(e.Part(value=value, why=why))
    if told.printed is not None and told.sum is not None:
        parts = [e.Part(value=told.printed, why="printed"), e.Part(value=told.sum - told.printed, why="more")]
    if len(parts) > 1 or any(part.why for part in parts) or (parts and told.stated not in {None, told.sum}):
        fields["difficulty_parts"] = tuple(parts)
    if told.wanted is not None:
        fields["why"] = f"wanted {told.wanted}"
    return fields


# The forum's line


def has_arrow(text: str) -> bool:
    """Whether a line, its quotes aside, is one that the forum printed: with an arrow before its results."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", narrow(text))
    return ARROW.search(bare) is not None and re.search(r"[dD]\s*[0-9]", bare) is not None


def read_posted(state: State, text: str, begun: int, who: str) -> tuple[type, dict[str, Any]]:
    """A posted line: the kind of event that it is, and its fields. `begun` is the column before the line.

    Raises:
        Misread: it cannot be read, or its results cannot be told to belong to its dice.
    """
    try:
        line = read_forum_line(text)
    except Misread as wrong:
        fault = wrong.fault
        at = Token("word", "", fault.column + begun, fault.length)
        raise misread(fault.kind, fault.message, at, hint=fault.hint, rule=fault.rule) from None
    if line.roll is None:
        wrong_ = next(one for one in line.findings if one.kind == "results_do_not_fit")
        at = Token("word", "", wrong_.column + begun, wrong_.length)
        raise misread("malformed", wrong_.message, at, rule=wrong_.rule)
    dice = tuple(e.Die(sides=die.sides, result=die.result, why=die.why) for die in line.roll.dice if not die.negative)
    modifiers = tuple(e.Part(value=one.value, why=one.why) for one in line.roll.modifiers)
    modifiers += tuple(
        e.Part(value=-die.result, why=die.why or f"d{die.sides}") for die in line.roll.dice if die.negative
    )
    fields: dict[str, Any] = {"dice": dice, "modifiers": modifiers}
    if line.posted is not None:
        fields["total"] = line.posted
    if numbered := read_numbered(line.label.text):
        fields["choices"] = tuple(one.text for one in numbered for _ in range(one.first, min(one.last, 99) + 1))
        return e.RandomPick, fields
    if line.label.unclear:
        at = Token("word", "", begun + 1, max(1, len(line.label.text)))
        message = f"the difficulty could be {' or '.join(line.label.unclear)}"
        raise misread("ambiguous", message, at, hint=f'type it: check SKILL DIFFICULTY "{line.expression.text}" ...')
    if len(line.label.skills) > 1:
        at = Token("word", "", begun + 1, max(1, len(line.label.text)))
        message = f"the skill could be {' or '.join(line.label.skills)}"
        raise misread(
            "ambiguous", message, at, hint="write in the label the skill that was used", choices=line.label.skills
        )
    if line.label.skill:
        fields["skill"] = line.label.skill
    if line.label.purpose:
        fields["purpose"] = _OF_LABEL.get(line.label.purpose, line.label.purpose)
    if line.label.difficulty is not None:
        fields |= of_difficulty(line.label.difficulty)
    if line.rest:
        fields |= _behind(state, text, line.rest, begun, who, has_outcome=line.outcome is not None)
    if line.outcome is not None:
        fields["outcome"] = line.outcome
    return e.CheckResolved, fields


def _behind(state: State, text: str, rest: str, begun: int, who: str, *, has_outcome: bool) -> dict[str, Any]:
    """What stands behind the total: what was added after the roll and the like, else words that are kept."""
    from engine.pathfinder.read_words import tokens_of

    start = text.rstrip().rfind(rest)
    tokens = [one._replace(column=one.column + start + begun) for one in tokens_of(rest)]
    while tokens and tokens[0].kind == "sign":
        tokens = tokens[1:]
    if has_outcome and tokens and tokens[0].kind == "word":
        tokens = tokens[1:]
    words = Words(tokens, begun + len(text) + 1, " " * (start + begun) + rest)
    if words.word_here() in CHECK.by_word or words.word_here() in _OWN:
        return CheckReader(state, words, who).read()
    why = rest.strip(" ,;.:()")
    return {"why": why} if tokens else {}


# Picks

PICK = Form(
    e.RandomPick,
    ("pick",),
    (
        Clause("dice", "dice", bare=True, other="modifiers"),
        Clause("total", "number", ("total",)),
        Clause("picked", "text", ("picked",)),
        Clause("affects", "text", ("affects",)),
        Clause("place", "place", ("at",)),
        Clause("choices", "choices", ("of",)),
        Clause("why", "text", ("why", "for")),
    ),
    tail=Clause("choices", "choices"),
    usage="pick 1d4 = RESULT: NAME, NAME, NAME, NAME",
)


class PickReader(FormReader):
    """One reading of one pick."""

    def __init__(self, state: State, words: Words, who: str) -> None:
        super().__init__(state, PICK, words, who)

    def _one(self) -> None:
        words = self.words
        token = words.tokens[words.at]
        if _is_unquoted_dice(token) or (token.kind == "name" and is_dice(token.text) and "dice" not in self.fields):
            self._roll()
        elif words.word("of") or (token.kind == "sign" and token.text == ":" and words.sign(":")):
            self.fields["choices"] = self._choices()
        else:
            super()._one()

    def _roll(self) -> None:
        token = self.words.peek()
        expression = read_expression(token.text) if token is not None else None
        after = self.words.peek(1)
        if expression is not None and after is not None and after.kind == "sign" and after.text == "=":
            # `1d4 = 2` says the total; of one die without a modifier that is its result.
            self.words.tokens = (*self.words.tokens[: self.words.at + 1], *self.words.tokens[self.words.at + 2 :])
        self.fields["dice"], self.fields["modifiers"] = read_dice(self.words)

    def _choices(self) -> tuple[str, ...]:
        """Things to choose from: with commas between them, numbered or not, or all in one text in quotes."""
        words = self.words
        tokens = list(words.tokens[words.at :])
        ends = next((at for at, one in enumerate(tokens) if at and self._begins(one, tokens[at - 1])), len(tokens))
        taken, words.at = tokens[:ends], words.at + ends
        if not taken:
            raise words.missing("the things to choose from", hint=f"such as: {PICK.usage}")
        if len(taken) == 1 and taken[0].kind == "name" and "," in taken[0].text:
            return _things(taken[0].text)
        if all(one.kind != "name" for one in taken):
            return _things(words.text[taken[0].column - 1 : taken[-1].end - 1])
        found: list[list[Token]] = [[]]
        for token in taken:
            if token.kind == "sign" and token.text == ",":
                found.append([])
            elif token.kind in {"word", "name"}:
                found[-1].append(token)
        return tuple(span_of(one).text for one in found if one)

    def _begins(self, token: Token, before: Token) -> bool:
        """Whether a word begins something else than a thing to choose."""
        if token.kind == "field":
            return True
        return token.kind == "word" and key_of(token) in self.form.by_word and before.text != ","


def _things(text: str) -> tuple[str, ...]:
    """Things in a text, numbered or not; one that has several numbers stands there as often."""
    if numbered := read_numbered(text):
        return tuple(one.text for one in numbered for _ in range(one.first, min(one.last, 99) + 1))
    return tuple(one.strip() for one in re.split(r"[,;、]", text) if one.strip())


def chosen(dice: tuple[e.Die, ...], modifiers: tuple[e.Part, ...], choices: tuple[str, ...]) -> str:
    """What a die chose: the thing with its number; with a die for each the one whose die is highest, if one is."""
    if len(dice) > 1 and len(dice) == len(choices) and all(die.sides > len(choices) for die in dice):
        best = max(die.result for die in dice)
        highest = [choice for die, choice in zip(dice, choices, strict=True) if die.result == best]
        return highest[0] if len(highest) == 1 else ""
    total = sum(die.result for die in dice) + sum(one.value for one in modifiers)
    return choices[total - 1] if dice and 1 <= total <= len(choices) else ""
