"""What a check is measured against: skills as players write them, difficulties as sums with reasons, and the verdict.

Nothing here knows dice. A difficulty keeps what was written apart from what it comes to, so that both can be shown
when they differ; a contradiction is a small value, a `Finding`. Text that cannot be read raises `Misread`, which
carries the fault with its column, and nothing else is ever raised for a text.

A difficulty is written as players write it (`|` is or):

    17 · DC 16 · 12+4 · 10+5-6 · 30 card + 6 (adventure)    a sum, its parts with or without reasons
    DC 7+2=9 · 36 (30+6)                                     a sum with what it is said to come to
    9(13)                                                    printed 9, really 13
    11 + ## = 25 · 11 + ? = 25                               a part that is not told
    8/10                                                     8 is needed, 10 is wanted
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from engine.game import Fault
from engine.notation import Choice, Misread, Word, ambiguous, could_be, named, narrow, pick, plain, quoted
from engine.rules import rule

Outcome = Literal["success", "fail"]

#: How many digits a typed number may have, and a total.
MOST_DIGITS = 6
MOST_DIGITS_OF_A_TOTAL = 12


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two stated facts that cannot both be true; the record is not changed by it.

    `stated` is what was written, `computed` what follows from the rest. `term` counts the terms of a roll from 1, and
    `column` and `length` say where in a line it stands; 0 where there is no such place.
    """

    kind: str
    message: str
    rule: str
    stated: int | str
    computed: int | str
    term: int = 0
    column: int = 0
    length: int = 0


# Reading a text from left to right

_SIGNS = {ord(sign): "-" for sign in "\u2010\u2011\u2012\u2013\u2014\u2212\ufe58\ufe63"}
_SIGNS |= {ord(sign): "+" for sign in "\ufe62\u2795"} | {0x2796: "-", 0x21D2: ">", 0x27F9: ">", 0x00A0: " "}
_SPACES = re.compile(r"\s*")
_NUMBER = re.compile(r"[0-9]+")
_SIGN = re.compile(r"[+-](?![=-]*>)")
_WORDS = re.compile(r"(?<=\s)[^\W\d_](?:[^\W\d_]|['.,&! ])*")
_BRACKET = re.compile(r"\(([^()]*)\)")
_STRAY = frozenset({"Cc", "Cs", "Zl", "Zp"})


class Scanner:
    """A place in one line of text. Columns count characters of the line as it was typed, from 1.

    Raises:
        Misread: the text holds something that is no text of one line.
    """

    def __init__(self, text: str) -> None:
        self.typed = text.rstrip("\r\n")
        for column, sign in enumerate(self.typed, start=1):
            if unicodedata.category(sign) in _STRAY and sign != "\t":
                fault = Fault(kind="malformed", message="there is a sign in the line that is no text", column=column)
                raise Misread(fault)
        self.text = narrow(self.typed).translate(_SIGNS)
        self.at = 0

    def skip(self) -> None:
        """Go over spaces."""
        found = _SPACES.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands here, spaces before it passed over, if it has this form."""
        begun = self.at
        self.skip()
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else begun
        return found

    def number(self, most: int = MOST_DIGITS) -> int | None:
        """The number that stands here.

        Raises:
            Misread: it has too many digits.
        """
        found = self.take(_NUMBER)
        return None if found is None else self.value_of(found.group(), found.start(), most)

    def value_of(self, digits: str, start: int, most: int = MOST_DIGITS) -> int:
        """The value of some digits that stand at `start`.

        Raises:
            Misread: there are too many.
        """
        if len(digits) > most:
            raise self.fault("malformed", f"{quoted(digits)} has more than {most} digits", start, start + len(digits))
        return int(digits)

    def sign(self, *, first: bool) -> int | None:
        """1 or -1 for the sign that stands here, 1 where the first term has none, None where no term follows."""
        found = self.take(_SIGN)
        if found is None:
            return 1 if first else None
        return -1 if found.group() == "-" else 1

    def reason(self) -> str:
        """The reason behind a term: words, or anything with a letter in brackets; empty if there is none."""
        begun = self.at
        found = self.take(_BRACKET)
        if found and any(sign.isalpha() for sign in found.group(1)):
            return unicodedata.normalize("NFC", self.typed[found.start(1) : found.end(1)].strip())
        self.at = begun
        found = self.take(_WORDS)
        # A sign such as a raised two counts as part of a word but is no letter; a reason has one.
        if found and any(sign.isalpha() for sign in found.group()):
            return unicodedata.normalize("NFC", self.typed[found.start() : found.end()].strip(" ,"))
        self.at = begun
        return ""

    def ended(self) -> bool:
        """Whether only spaces are left."""
        self.skip()
        return self.at == len(self.text)

    def fault(
        self, kind: str, message: str, start: int, end: int | None = None, *, rule: str = "", hint: str = ""
    ) -> Misread:
        """That what stands from `start` to `end` was not taken."""
        length = max(1, (start + 1 if end is None else end) - start)
        return Misread(Fault(kind=kind, message=message, column=start + 1, length=length, rule=rule, hint=hint))

    def unexpected(self, wanted: str, hint: str = "") -> Misread:
        """That something else was wanted here."""
        self.skip()
        rest = self.text[self.at :].split()
        if not rest:
            return self.fault("incomplete", f"{wanted} is missing at the end", self.at, hint=hint)
        return self.fault(
            "malformed",
            f"there is {quoted(rest[0])} where {wanted} is wanted",
            self.at,
            self.at + len(rest[0]),
            hint=hint,
        )


# Difficulties


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of a difficulty, a subtraction being negative; None is a part that was not told."""

    value: int | None
    why: str = ""


class Difficulty(msgspec.Struct, frozen=True, omit_defaults=True):
    """A difficulty as it was written.

    `stated` is the sum that was written beside the parts, `printed` the number on the card where the real one is
    another, `wanted` a higher number that somebody hopes to reach. `value` is what counts.
    """

    parts: tuple[Part, ...]
    stated: int | None = None
    printed: int | None = None
    wanted: int | None = None

    def __post_init__(self) -> None:
        if not self.parts:
            raise ValueError("a difficulty has at least one part")

    @property
    def sum(self) -> int | None:
        """What the parts come to; None while one of them is not told."""
        told = [part.value for part in self.parts if part.value is not None]
        return sum(told) if len(told) == len(self.parts) else None

    @property
    def value(self) -> int | None:
        """The number that a check has to reach: the sum of the parts, else what is stated, else not known."""
        return self.stated if self.sum is None else self.sum

    @property
    def untold(self) -> int | None:
        """What the one part that was not told must be; None if that does not follow."""
        told = [part.value for part in self.parts if part.value is not None]
        if self.stated is None or len(told) != len(self.parts) - 1:
            return None
        return self.stated - sum(told)

    @property
    def text(self) -> str:
        """The difficulty as `read_difficulty` reads it."""
        written = " ".join(_part_text(part, first=not number) for number, part in enumerate(self.parts))
        written = written if self.printed is None else f"{self.printed}({written})"
        written = written if self.stated is None else f"{written} = {self.stated}"
        return written if self.wanted is None else f"{written}/{self.wanted}"


def _part_text(part: Part, *, first: bool) -> str:
    return signed_text("##" if part.value is None else part.value, part.why, first=first)


def signed_text(value: int | str, why: str = "", *, first: bool = False) -> str:
    """A term of a sum with its sign, and its reason in brackets; the first of a sum has no plus."""
    minus = isinstance(value, int) and value < 0
    sign = ("-" if first else "- ") if minus else ("" if first else "+ ")
    return f"{sign}{str(value).removeprefix('-')}{f' ({why})' if why else ''}"


_DC = re.compile(r"(?:DC|difficulty)\b\.?|DC(?=[0-9])", re.IGNORECASE)
_UNTOLD = re.compile(r"[#?]{1,4}")
_OPEN, _CLOSE = re.compile(r"\("), re.compile(r"\)")
_EQUALS, _SLASH = re.compile(r"="), re.compile(r"/")


def read_difficulty(text: str) -> Difficulty:
    """A difficulty as players write it; the forms stand at the head of this module.

    Raises:
        Misread: it is none ("malformed"), or something is missing ("incomplete").
    """
    scanner = Scanner(text)
    scanner.take(_DC)
    parts = _parts(scanner)
    stated = printed = wanted = None
    if len(parts) == 1 and parts[0].value is not None and scanner.take(_OPEN):
        outer = parts[0].value
        parts = _parts(scanner)
        if scanner.take(_CLOSE) is None:
            raise scanner.unexpected('a closing ")"')
        if Difficulty(parts).sum == outer:
            stated = outer
        else:
            printed = outer
    if scanner.take(_EQUALS):
        stated = _whole(scanner, "what it comes to")
    if scanner.take(_SLASH):
        wanted = _whole(scanner, "what is wanted")
    if not scanner.ended():
        raise scanner.unexpected('"+" or "-"', hint='such as "12+4", "9(13)" or "DC 7+2=9"')
    return Difficulty(parts, stated, printed, wanted)


def _parts(scanner: Scanner) -> tuple[Part, ...]:
    parts: list[Part] = []
    while (sign := scanner.sign(first=not parts)) is not None:
        if scanner.take(_UNTOLD):
            if sign < 0:
                raise scanner.fault("malformed", "a part that is not told is added, not taken away", scanner.at - 1)
            value = None
        elif (number := scanner.number()) is not None:
            value = sign * number
        else:
            raise scanner.unexpected("a number", hint='a difficulty is a number or a sum, such as "12+4"')
        parts.append(Part(value, scanner.reason()))
    return tuple(parts)


def _whole(scanner: Scanner, what: str) -> int:
    sign = scanner.sign(first=True) or 1
    number = scanner.number(MOST_DIGITS_OF_A_TOTAL)
    if number is None:
        raise scanner.unexpected(f"the number of {what}")
    return sign * number


# Skills and other words, as players shorten them

#: The rulebook's terms and what labels call them. `read_skill` takes unique beginnings of all of these besides.
SKILLS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Combat", ("Cbt",)),
    ("Strength", ("Str",)),
    ("Dexterity", ("Dex",)),
    ("Constitution", ("Con",)),
    ("Intelligence", ("Int",)),
    ("Wisdom", ("Wis",)),
    ("Charisma", ("Cha", "Chr")),
    ("Acrobatics", ("Acro",)),
    ("Arcane", ("Arc",)),
    ("Craft", ()),
    ("Diplomacy", ("Dip", "Diplo")),
    ("Disable", ()),
    ("Divine", ("Div",)),
    ("Fortitude", ("Fort",)),
    ("Knowledge", ("Know",)),
    ("Melee", ()),
    ("Perception", ("Perc",)),
    ("Ranged", ("Rng",)),
    ("Stealth", ()),
    ("Survival", ("Surv",)),
)
#: What a check or roll is for, by the words that labels say it with.
PURPOSES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("acquire", ("CtA", "acquire", "acquiring")),
    ("defeat", ("CtD", "defeat", "defeating")),
    ("close", ("close", "closing")),
    ("recharge", ("recharge", "recharging")),
    ("before acting", ("BYA",)),
    ("after acting", ("AYA",)),
)

_SKILLS = named((short, skill) for skill, shorts in SKILLS for short in (skill, *shorts))
_WHOLE_NAMES = named((skill, skill) for skill, _ in SKILLS)
_PURPOSES = {plain(word): purpose for purpose, words in PURPOSES for word in words}


def read_skill(text: str) -> str:
    """The skill that a name, an abbreviation or a unique beginning means, by the rulebook's term.

    Raises:
        Misread: there is none ("malformed", with what comes nearest), or it could be several ("ambiguous").
    """
    typed = Scanner(text).typed
    begun = len(typed) - len(typed.lstrip())
    word = Word(typed.strip(), begun + 1, max(1, len(typed.strip())))
    skills = sorted({skill for _, skill in could_be(word.text, _SKILLS)})
    if len(skills) == 1:
        return skills[0]
    if skills:
        raise ambiguous(Choice((word,)), word.text, skills)
    return pick(Choice((word,)), word.text, _WHOLE_NAMES, "skill")


class Label(msgspec.Struct, frozen=True, omit_defaults=True):
    """What stands before a roll, and what could be read of it.

    `skills` has several where the label leaves a choice. `unclear` has the texts that may be the difficulty where
    they differ; `difficulty` is then None.
    """

    text: str = ""
    skills: tuple[str, ...] = ()
    difficulty: Difficulty | None = None
    purpose: str = ""
    unclear: tuple[str, ...] = ()

    @property
    def skill(self) -> str | None:
        """The skill, if the label names one and only one."""
        return self.skills[0] if len(self.skills) == 1 else None


_MORE = r"(?:\s*(?:[+-]\s*[0-9]{1,4}|\+\s*[#?]{1,4}))*"
_IN_LABEL = re.compile(
    rf"(?P<number>(?<![\w#+.-])[0-9]{{1,4}}{_MORE}(?:\s*\(\s*[0-9]{{1,4}}{_MORE}\s*\))?"
    r"(?:\s*=\s*[0-9]{1,4})?(?:\s*/\s*[0-9]{1,4})?(?!\w))|(?P<word>[^\W\d_]+)"
)
_FILLERS = frozenset({"check", "to", "for", "or", "the", "a", "an", "skill", "you", "act"})


class _Piece(NamedTuple):
    """A piece of a label: a "number", "skill", "dc", "filler", or an "other" word."""

    kind: str
    text: str


def read_label(text: str) -> Label:
    """A label with its skill, difficulty and purpose, as far as they can be read; never refused.

    A number counts as the difficulty next to a skill or `DC`, or where the label says nothing else. A label that
    numbers things to choose from (`1 Celeste, 2 Grazzle`) has none.
    """
    words = [plain(word) for word in re.findall(r"[^\W\d_]+", narrow(text))]
    pieces = [] if read_numbered(text) else list(_pieces(text))
    checks: list[tuple[list[str], str]] = []
    lone: list[str] = []
    for at, piece in enumerate(pieces):
        if piece.kind == "number":
            before = _next_to(pieces[at - 1 :: -1] if at else ())
            after = _next_to(pieces[at + 1 :])
            skills = _skills(before) or ([] if _ends_at_number(pieces[at + 1 :], after) else _skills(after))
            if skills or any(one.kind == "dc" for one in before):
                checks.append((skills, piece.text))
            else:
                lone.append(piece.text)
    if not checks and len(lone) == 1 and not any(piece.kind == "other" for piece in pieces):
        checks = [([], lone[0])]
    numbers = tuple(dict.fromkeys(number for _, number in checks))
    # A label never refuses: a line break in the middle of a number is a space like any other.
    values = [read_difficulty(" ".join(number.split())) for number in numbers]
    one = len({value.value for value in values}) == 1
    return Label(
        text=text,
        skills=tuple(
            dict.fromkeys(skill for skills, _ in checks for skill in skills) or dict.fromkeys(_skills(pieces))
        ),
        difficulty=values[0] if one else None,
        purpose=next((_PURPOSES[word] for word in words if word in _PURPOSES), ""),
        unclear=() if one else numbers,
    )


def _pieces(text: str) -> Iterator[_Piece]:
    words = narrow(text).translate(_SIGNS)
    for found in _IN_LABEL.finditer(words):
        number, word = found.group("number"), plain(found.group("word") or "")
        if number:
            added = words[: found.start()].rstrip().endswith(("+", "-"))
            yield _Piece("other" if added else "number", number)
        elif word in _SKILLS:
            yield _Piece("skill", _SKILLS[word][0][1])
        elif word in {"dc", "difficulty"}:
            yield _Piece("dc", word)
        else:
            yield _Piece("filler" if word in _FILLERS or word in _PURPOSES else "other", word)


def _next_to(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces from here on up to the first number or other word."""
    end = next((at for at, piece in enumerate(pieces) if piece.kind in {"number", "other"}), len(pieces))
    return list(pieces[:end])


def _ends_at_number(pieces: Sequence[_Piece], run: Sequence[_Piece]) -> bool:
    return len(run) < len(pieces) and pieces[len(run)].kind == "number"


def _skills(pieces: Sequence[_Piece]) -> list[str]:
    return sorted({piece.text for piece in pieces if piece.kind == "skill"})


# Numbered things of which a die chooses one


class Numbered(msgspec.Struct, frozen=True):
    """One thing to choose, and the numbers of the die that choose it, both included."""

    first: int
    last: int
    text: str


_ITEM = re.compile(
    r"(?:^|[,;:(/|]|\band\b)\s*([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?(?![0-9dD+])\s*[=:.)]*\s*(?=[^\W\d_\"'])"
)


def read_numbered(text: str) -> tuple[Numbered, ...]:
    """The numbered things in a text such as `who meets it: 1 Celeste, 2 Grazzle` or `1-2 hard, 3=easy`.

    Empty unless there are two or more, counted upwards from 1; whether they fit a die is for the pick to tell.
    """
    words = narrow(text).translate(_SIGNS)
    items = list(_ITEM.finditer(words))
    if len(items) < 2:
        return ()
    ends = [item.start() for item in items[1:]] + [len(words)]
    numbered = tuple(
        Numbered(int(item.group(1)), int(item.group(2) or item.group(1)), text[item.end() : end].strip(" ,;:.()"))
        for item, end in zip(items, ends, strict=True)
    )
    firsts = [one.first for one in numbered]
    return numbered if firsts[0] == 1 and firsts == sorted(firsts) else ()


# The verdict


@rule("PA-CHK-05", neutral=None)
def succeeds(total: int | None, difficulty: int | None) -> bool | None:
    """A check succeeds if its total is equal to or greater than its difficulty; None if one is not known."""
    return None if total is None or difficulty is None else total >= difficulty


_OUTCOMES: dict[str, Outcome] = {
    **dict.fromkeys(("success", "succeed", "succeeds", "succeeded", "pass", "passes", "passed", "made"), "success"),
    **dict.fromkeys(("fail", "fails", "failed", "failure", "miss", "misses", "missed", "autofail"), "fail"),
    **dict.fromkeys(("acquired", "defeated", "recharged", "closed"), "success"),
    **dict.fromkeys(("undefeated", "unsuccessful"), "fail"),
}


def read_outcome(text: str) -> Outcome | None:
    """What the first word of a text says about a check; None if it does not say."""
    found = re.search(r"[^\W\d_]+", text)
    return _OUTCOMES.get(plain(found.group())) if found else None


def contradicted_outcome(total: int | None, difficulty: int | None, outcome: Outcome | None) -> Finding | None:
    """PA-CHK-05: that the recorded outcome is not the one which total and difficulty have."""
    succeeded = succeeds(total, difficulty)
    if succeeded is None or outcome is None or succeeded == (outcome == "success"):
        return None
    computed: Outcome = "success" if succeeded else "fail"
    return Finding(
        kind="outcome_contradicts_total",
        message=(
            f"a total of {total} against difficulty {difficulty} is a {_NOUN[computed]}, recorded is a {_NOUN[outcome]}"
        ),
        rule="PA-CHK-05",
        stated=outcome,
        computed=computed,
    )


_NOUN: dict[Outcome, str] = {"success": "success", "fail": "failure"}


def contradicted_difficulty(computed: int | None, stated: int | None) -> Finding | None:
    """PA-CHK-05: that the parts of a difficulty do not come to what is written beside them."""
    if stated is None or computed is None or computed == stated:
        return None
    return Finding(
        kind="difficulty_contradicts_parts",
        message=f"the parts of the difficulty come to {computed}, written is {stated}",
        rule="PA-CHK-05",
        stated=stated,
        computed=computed,
    )
