"""Dice as recorded facts: what was rolled, what it comes to, and the line in which players post it.

Nothing is rolled here. A roll is the dice with their results and the modifiers between them. What does not agree is a
`Finding`. Text that cannot be read raises `Misread`: "malformed" cannot be read, "incomplete" lacks something,
"illegal" is a die that there cannot be. Nothing else is raised for a text.

    1d10 + 7 + 3d6 + d4                                      an expression; `1d10 (Charisma) + 7 feats` with reasons
    Combat 17: 1d10 + 7 + 3d6 + 1d4 => (1) + 7 + (6, 6, 5) + (3) = 28        the forum's line; words may follow it
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from engine.notation import quoted
from engine.pathfinder.difficulty import (
    MOST_DIGITS_OF_A_TOTAL,
    Difficulty,
    Finding,
    Label,
    Outcome,
    Scanner,
    contradicted_difficulty,
    contradicted_outcome,
    read_label,
    read_outcome,
    signed_text,
)

#: How many dice of a kind, and how many sides, a typed term may have. Players use up to d1000.
MOST_DICE = 99
MOST_SIDES = 9999


class Rolled(Protocol):
    """Anything with a number of sides that shows a result."""

    @property
    def sides(self) -> int:
        """How many sides it has."""

    @property
    def result(self) -> int:
        """What it shows."""


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die that was rolled, what it showed, and what brought it (a card, a skill), if that was told.

    A negative die is taken away from the total. A result that the die does not have is kept as it was posted.
    """

    sides: int
    result: int
    why: str = ""
    negative: bool = False

    @property
    def value(self) -> int:
        """What it adds to the total."""
        return -self.result if self.negative else self.result


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number added to a roll, or taken away if it is below 0, and what brought it, if that was told."""

    value: int
    why: str = ""


class DiceTerm(msgspec.Struct, frozen=True, omit_defaults=True):
    """Some dice of one kind that are yet to be rolled: `3d6`."""

    count: int
    sides: int
    why: str = ""
    negative: bool = False

    @property
    def text(self) -> str:
        """The dice alone: `3d6`."""
        return f"{self.count}d{self.sides}"


class Expression(msgspec.Struct, frozen=True):
    """Terms in the order in which they were written."""

    terms: tuple[DiceTerm | Modifier, ...]

    @property
    def count(self) -> int:
        """How many dice are rolled."""
        return sum(term.count for term in self.terms if isinstance(term, DiceTerm))

    @property
    def text(self) -> str:
        """The expression as `read_expression` reads it, with its reasons."""
        return " ".join(_term_text(term, first=not at) for at, term in enumerate(self.terms))


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice and modifiers of one roll, each in posted order."""

    dice: tuple[Die, ...]
    modifiers: tuple[Modifier, ...] = ()

    @property
    def total(self) -> int:
        """PA-CHK-05: a total is the sum of all dice and bonuses."""
        return sum(die.value for die in self.dice) + sum(one.value for one in self.modifiers)


def _term_text(term: DiceTerm | Modifier, *, first: bool) -> str:
    if isinstance(term, Modifier):
        return signed_text(term.value, term.why, first=first)
    sign = ("-" if first else "- ") if term.negative else ("" if first else "+ ")
    return f"{sign}{term.text}{f' ({term.why})' if term.why else ''}"


# Expressions

_DICE = re.compile(r"([0-9]+)?\s*[dD]\s*([0-9]+)")


def read_expression(text: str) -> Expression:
    """The dice and modifiers of a roll: `1d10+7+3d6+1d4`, `d8 - 1`, `2d8 (Ice and Fire) + 7 feats`.

    Raises:
        Misread: it is no expression ("malformed"), it stops short ("incomplete"), or no such die exists ("illegal").
    """
    scanner = Scanner(text)
    found = _read_terms(scanner)
    if not scanner.ended():
        raise scanner.unexpected('"+" or "-"', hint='such as "1d10 + 7 + 3d6"')
    return found


def _read_terms(scanner: Scanner) -> Expression:
    terms: list[DiceTerm | Modifier] = []
    while (sign := scanner.sign(first=not terms)) is not None:
        scanner.skip()
        dice = scanner.take(_DICE)
        number = None if dice else scanner.number()
        if dice:
            term: DiceTerm | Modifier = _dice_term(scanner, dice, negative=sign < 0)
        elif number is not None:
            term = Modifier(sign * number)
        else:
            raise scanner.unexpected("a die or a number", hint='such as "1d10 + 7 + 3d6"')
        terms.append(msgspec.structs.replace(term, why=scanner.reason()))
    return Expression(tuple(terms))


def _dice_term(scanner: Scanner, dice: re.Match[str], *, negative: bool) -> DiceTerm:
    count = scanner.value_of(dice.group(1), dice.start()) if dice.group(1) else 1
    sides = scanner.value_of(dice.group(2), dice.start(2))
    if not 1 <= count <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
        wrong = f"1 to {MOST_DICE} dice" if 1 <= sides <= MOST_SIDES else f"a die of 1 to {MOST_SIDES} sides"
        raise scanner.fault(
            "illegal", f"{quoted(dice.group())} is not {wrong}", dice.start(), dice.end(), rule="PA-CHK-08"
        )
    return DiceTerm(count, sides, negative=negative)


# The forum's line


class ForumLine(msgspec.Struct, frozen=True, kw_only=True):
    """A posted line: what it says, and where it does not agree with itself.

    `posted` is the total as it was posted, None if there is none; `computed` what the posted results come to. `roll`
    is None where the results cannot be told to belong to the dice. `rest` is what stands behind the total, `outcome`
    what its first word says of the check. A value posted for a modifier goes into the roll as it was added up.
    """

    label: Label
    expression: Expression
    roll: Roll | None
    posted: int | None
    computed: int
    rest: str = ""
    outcome: Outcome | None = None
    findings: tuple[Finding, ...] = ()


class _Posted(msgspec.Struct, frozen=True):
    """One term behind the arrow: the numbers in brackets, or a bare number, and where it stands."""

    numbers: tuple[int, ...]
    bracket: bool
    negative: bool
    column: int
    length: int

    @property
    def value(self) -> int:
        return -sum(self.numbers) if self.negative else sum(self.numbers)


_ARROW = re.compile(r"[=-]*>")
_EQUALS, _NOT_WORDS = re.compile(r"="), re.compile(r"[0-9(),>]")
_OPEN, _COMMA, _CLOSE = re.compile(r"\("), re.compile(r"[,+]"), re.compile(r"\)")


def read_forum_line(text: str) -> ForumLine:
    """A line as the forum prints it, its label optional, what does not agree told as findings.

    Raises:
        Misread: it is no such line.
    """
    scanner = Scanner(text)
    arrow = _ARROW.search(scanner.text)
    if arrow is None:
        raise scanner.fault("incomplete", "there are no results", len(scanner.text), hint='such as "1d6 => (3) = 3"')
    colon = scanner.text.rfind(":", 0, arrow.start())
    scanner.at = colon + 1
    expression = _read_terms(scanner)
    if scanner.take(_ARROW) is None:
        raise scanner.unexpected('"+", "-" or "=>"', hint="a colon stands between a label and the dice")
    posted = _read_results(scanner)
    equals = scanner.take(_EQUALS)
    total, span = None, (0, 0)
    if equals:
        scanner.skip()
        begun = scanner.at
        sign = scanner.sign(first=True) or 1
        number = scanner.number(MOST_DIGITS_OF_A_TOTAL)
        if number is None:
            raise scanner.unexpected("the total")
        total, span = sign * number, (begun + 1, scanner.at - begun)
    elif len(posted) == 1 and not posted[0].bracket:
        total, span = posted[0].value, (posted[0].column, posted[0].length)
    elif scanner.take(_NOT_WORDS):
        scanner.at -= 1
        raise scanner.unexpected('"+", "-" or "=" and the total')
    scanner.skip()
    rest, behind = scanner.typed[scanner.at :].strip(), scanner.at + 1
    label = read_label(scanner.typed[: max(0, colon)].strip())
    outcome = read_outcome(rest)
    computed = sum(term.value for term in posted)
    findings = [*_unlike(expression, posted)]
    roll = None if any(one.kind == "results_do_not_fit" for one in findings) else _as_posted(expression, posted)
    if wrong := contradicted_total(computed, total):
        findings.append(msgspec.structs.replace(wrong, column=span[0], length=span[1]))
    for wrong in _against(label.difficulty, computed, outcome):
        here = wrong.kind == "outcome_contradicts_total"
        findings.append(msgspec.structs.replace(wrong, column=behind, length=len(rest)) if here else wrong)
    return ForumLine(
        label=label,
        expression=expression,
        roll=roll,
        posted=total,
        computed=computed,
        rest=rest,
        outcome=outcome,
        findings=tuple(findings),
    )


def _read_results(scanner: Scanner) -> list[_Posted]:
    terms: list[_Posted] = []
    while (sign := scanner.sign(first=not terms)) is not None:
        scanner.skip()
        start = scanner.at
        bracket = scanner.take(_OPEN) is not None
        numbers = [_result(scanner)]
        while bracket and scanner.take(_COMMA):
            numbers.append(_result(scanner))
        if bracket and scanner.take(_CLOSE) is None:
            raise scanner.unexpected('"," or a closing ")"')
        terms.append(_Posted(tuple(numbers), bracket, sign < 0, start + 1, scanner.at - start))
    return terms


def _result(scanner: Scanner) -> int:
    number = scanner.number()
    if number is None:
        raise scanner.unexpected("a result", hint='such as "(6, 6, 5) + 7"')
    return number


def _unlike(expression: Expression, posted: Sequence[_Posted]) -> Iterator[Finding]:
    """Where the two sides of the arrow differ."""
    if len(expression.terms) != len(posted):
        wrong = _misfit(
            f"the number of terms is {len(expression.terms)}, of their results {len(posted)}",
            len(posted),
            len(expression.terms),
        )
        last = posted[-1]
        yield msgspec.structs.replace(wrong, column=last.column, length=last.length)
        return
    for number, (term, one) in enumerate(zip(expression.terms, posted, strict=True), start=1):
        for finding in _unlike_in(term, one):
            yield msgspec.structs.replace(finding, term=number, column=one.column, length=one.length)


def _unlike_in(term: DiceTerm | Modifier, posted: _Posted) -> Iterator[Finding]:
    """What of one term differs. The forum leaves the brackets of a single die away."""
    if isinstance(term, Modifier):
        if len(posted.numbers) > 1:
            yield _misfit(
                f"the modifier {term.value} stands for one number, the number of results is {len(posted.numbers)}",
                len(posted.numbers),
                1,
            )
        elif term.value != posted.value:
            yield Finding(
                kind="modifier_differs",
                message=f"the modifier is {term.value}, added is {posted.value}",
                rule="PA-CHK-05",
                stated=posted.value,
                computed=term.value,
            )
    elif len(posted.numbers) != term.count:
        message = f"the number of dice of {term.text} is {term.count}, of results {len(posted.numbers)}"
        yield _misfit(message, len(posted.numbers), term.count)
    elif term.negative != posted.negative:
        wrong, right = ("added", "taken away") if term.negative else ("taken away", "added")
        yield _misfit(f"{term.text} is to be {right}, its result is {wrong}", wrong, right)
    else:
        yield from impossible_dice(tuple(Die(term.sides, result) for result in posted.numbers))


def _misfit(message: str, stated: int | str, computed: int | str) -> Finding:
    """PA-CHK-08: the dice that were put together are the dice that are rolled."""
    return Finding(kind="results_do_not_fit", message=message, rule="PA-CHK-08", stated=stated, computed=computed)


def _as_posted(expression: Expression, posted: Sequence[_Posted]) -> Roll:
    dice: list[Die] = []
    modifiers: list[Modifier] = []
    for term, one in zip(expression.terms, posted, strict=True):
        if isinstance(term, Modifier):
            modifiers.append(Modifier(one.value, term.why))
        else:
            dice += [Die(term.sides, result, term.why, term.negative) for result in one.numbers]
    return Roll(tuple(dice), tuple(modifiers))


# What does not agree


def _against(difficulty: Difficulty | None, total: int, outcome: Outcome | None) -> Iterator[Finding]:
    if difficulty is None:
        return
    if wrong := contradicted_difficulty(difficulty.sum, difficulty.stated):
        yield wrong
    if wrong := contradicted_outcome(total, difficulty.value, outcome):
        yield wrong


def contradicted_total(computed: int | None, stated: int | None) -> Finding | None:
    """PA-CHK-08: that a recorded total is not the sum of its dice and bonuses."""
    if stated is None or computed is None or stated == computed:
        return None
    return Finding(
        kind="total_contradicts_dice",
        message=f"the dice and modifiers come to {computed}, recorded is a total of {stated}",
        rule="PA-CHK-08",
        stated=stated,
        computed=computed,
    )


def impossible_dice(dice: Iterable[Rolled]) -> tuple[Finding, ...]:
    """PA-CHK-08: each result that its die does not have."""
    return tuple(
        Finding(
            kind="impossible_die",
            message=f"a d{die.sides} shows 1 to {die.sides}, recorded is {die.result}",
            rule="PA-CHK-08",
            stated=die.result,
            computed=f"1 to {die.sides}",
        )
        for die in dice
        if not 1 <= die.result <= die.sides
    )
