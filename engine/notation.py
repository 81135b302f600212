"""What a typed line is made of, whatever the game: words with their columns, choices, a comment; and what words mean.

A line is choices, separated by a colon or by commas, and perhaps a comment. `#` begins a comment unless a digit
follows it directly, for `#41` is a card. Full-width signs, which Chinese keyboards type, count as their narrow
forms; words are compared without regard to case, accents and Unicode form. Columns count characters of the line as
it was typed, from 1.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TypeVar

import msgspec

from engine.game import Fault
from engine.matching import Ambiguous, Missing, match

Value = TypeVar("Value")

#: How often a choice may be repeated with `x2`, `x3` and so on.
MOST_REPEATS = 24
#: How many choices a fault names.
MOST_CHOICES = 12

_NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_NARROW |= {0x3000: ord(" "), 0x3001: ord(","), ord("×"): ord("x"), ord("→"): ord(">"), 0x2019: ord("'")}
_STRAY = {"Cc": "a control character", "Cs": "half a character", "Zl": "a line break", "Zp": "a line break"}
_COMMENT = re.compile(r"#(?![0-9])")
_WORD = re.compile(r"[:,>]|[^\s:,>]+")
_REPEAT = re.compile(r"[xX]([0-9]{1,2})")
_NUMBER = re.compile(r"#?([0-9]{1,4})")


class Misread(Exception):  # noqa: N818  # carries a fault to where the reading is made; never leaves it
    """A line, or a part of it, that was not taken."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Word(msgspec.Struct, frozen=True):
    """One word: its text with full-width signs made narrow, and where it stands."""

    text: str
    column: int
    length: int


class Choice(msgspec.Struct, frozen=True):
    """The words between two separators; at least one."""

    words: tuple[Word, ...]

    @property
    def column(self) -> int:
        """Where it begins."""
        return self.words[0].column

    @property
    def length(self) -> int:
        """How many characters it takes, spaces between its words included."""
        last = self.words[-1]
        return max(1, last.column + last.length - self.column)

    def fault(self, kind: str, message: str, *, rule: str = "", hint: str = "", choices: Sequence[str] = ()) -> Misread:
        """That this choice was not taken."""
        return Misread(
            Fault(
                kind=kind,
                message=message,
                column=self.column,
                length=self.length,
                rule=rule,
                hint=hint,
                choices=tuple(choices),
            )
        )


class TypedLine(msgspec.Struct, frozen=True):
    """A line taken apart. `end` is the column after its last word; `more` tells that it ends with a separator."""

    choices: tuple[Choice, ...]
    comment: str
    end: int
    more: bool


def narrow(text: str) -> str:
    """A text with full-width signs made narrow, character for character."""
    return text.translate(_NARROW)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A text as it is compared: narrow, without accents, apostrophes, case and superfluous spaces."""
    parts = unicodedata.normalize("NFKD", narrow(text).casefold())
    return " ".join("".join(sign for sign in parts if not unicodedata.combining(sign) and sign != "'").split())


def quoted(text: str) -> str:
    """A value as messages show it: in quotes, on one line, not longer than 40 characters."""
    shown = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text[:41])
    return f'"{shown[:39]}…"' if len(text) > 40 or len(shown) > 60 else f'"{shown}"'


def split_line(text: str) -> TypedLine:
    """A line taken apart into its choices and its comment.

    Raises:
        Misread: it holds something that is no text of one line.
    """
    text = one_line(text)
    typed, comment = cut_comment(text)
    typed = narrow(typed)
    groups: list[list[Word]] = [[]]
    more = False
    for word in _WORD.finditer(typed):
        more = word.group() in ":,"
        if more:
            groups.append([])
        else:
            groups[-1].append(Word(word.group(), word.start() + 1, len(word.group())))
    choices = [one for group in groups if group for one in _repeated(Choice(tuple(group)))]
    if more and not choices:
        raise Misread(Fault(kind="malformed", message="there is nothing between the separators"))
    return TypedLine(tuple(choices), comment, len(typed.rstrip()) + 1, more)


def one_line(text: str) -> str:
    """A line without its end.

    Raises:
        Misread: it holds something that is no text of one line.
    """
    text = text.rstrip("\r\n")
    for column, sign in enumerate(text, start=1):
        if (what := _STRAY.get(unicodedata.category(sign))) and sign != "\t":
            what = "a line break" if sign in "\r\n\u2028\u2029\x85" else what
            raise Misread(Fault(kind="malformed", message=f"there is {what} in the line", column=column))
    return text


def cut_comment(text: str) -> tuple[str, str]:
    """A line parted into what is typed and its comment."""
    found = _COMMENT.search(narrow(text))
    if found is None:
        return text, ""
    return text[: found.start()], unicodedata.normalize("NFC", text[found.end() :].strip())


def _repeated(choice: Choice) -> list[Choice]:
    last = choice.words[-1]
    found = _REPEAT.fullmatch(last.text)
    if not found:
        return [choice]
    span = Choice((last,))
    if len(choice.words) == 1:
        raise span.fault("malformed", f"{quoted(last.text)} repeats nothing", hint='such as "61 x2"')
    times = int(found.group(1))
    if not 1 <= times <= MOST_REPEATS:
        raise span.fault("malformed", f"{quoted(last.text)} is not from x1 to x{MOST_REPEATS}")
    return [Choice(choice.words[:-1])] * times


def joined(words: Sequence[Word]) -> str:
    """The words as one text."""
    return " ".join(word.text for word in words)


def number_in(text: str) -> int | None:
    """The number that a word is, with or without `#`; None for another word."""
    found = _NUMBER.fullmatch(text)
    return int(found.group(1)) if found else None


def named(names: Iterable[tuple[str, Value]]) -> dict[str, list[tuple[str, Value]]]:
    """Names with what they mean, kept under the form in which they are compared."""
    found: dict[str, list[tuple[str, Value]]] = {}
    for name, value in names:
        found.setdefault(plain(name), []).append((name, value))
    return found


def could_be(text: str, names: Mapping[str, list[tuple[str, Value]]]) -> list[tuple[str, Value]]:
    """What a text may mean: all that has the name, else all that begins with it."""
    key = plain(text)
    if not key:
        return []
    exact = names.get(key)
    return exact or [one for name, alike in names.items() if name.startswith(key) for one in alike]


def pick(choice: Choice, text: str, names: Mapping[str, list[tuple[str, Value]]], what: str) -> Value:
    """What a text means among `names`, by its whole name or a unique beginning.

    Raises:
        Misread: it means nothing ("malformed", with what comes nearest) or several things ("ambiguous").
    """
    try:
        alike = names[match(plain(text), list(names))]
    except Ambiguous as several:
        raise ambiguous(choice, text, [name for key in several.choices for name, _ in names[key]]) from None
    except Missing as none:
        near = [names[key][0][0] for key in none.suggestions or _with_a_word_near(plain(text), names)]
        all_of_them = [name for alike in names.values() for name, _ in alike]
        hint = did_you_mean(near) or (f"one of {', '.join(all_of_them)}" if len(all_of_them) <= MOST_CHOICES else "")
        raise choice.fault("malformed", f"there is no {what} {quoted(text)}", hint=hint) from None
    if len(alike) > 1:
        raise ambiguous(choice, text, [f"{name} ({value})" for name, value in alike])
    return alike[0][1]


def _with_a_word_near(key: str, names: Collection[str]) -> list[str]:
    """The names that have a word like the text, if they are few."""
    words = sorted({word for name in names for word in name.split()})
    near = set(get_close_matches(key, words, n=1, cutoff=0.75))
    found = [name for name in names if near & set(name.split())]
    return found if len(found) <= 3 else []


def ambiguous(choice: Choice, text: str, several: Sequence[str]) -> Misread:
    """That a text could be several things."""
    shown = [*several[: MOST_CHOICES - 1], f"{len(several)} things in all"] if len(several) > MOST_CHOICES else several
    message = f"{quoted(text)} could be {', '.join(shown[:-1])} or {shown[-1]}"
    return choice.fault("ambiguous", message, hint="type more of it", choices=several[:MOST_CHOICES])


def did_you_mean(near: Sequence[str]) -> str:
    """The hint that names what comes nearest; empty with nothing near."""
    return f"did you mean {' or '.join(quoted(name) for name in near)}?" if near else ""


def grouped(texts: Sequence[str], most: int = MOST_CHOICES) -> tuple[str, ...]:
    """Texts that differ in their last word only, put together as `play 41 left|right`, when they are too many."""
    if len(texts) > most or any(text.startswith("play ") for text in texts):
        heads: dict[str, list[str]] = {}
        for text in texts:
            head, _, last = text.rpartition(" ")
            heads.setdefault(head, []).append(last)
        texts = [f"{head} {'|'.join(lasts)}".strip() for head, lasts in heads.items()]
    return tuple(texts) if len(texts) <= most else (*texts[: most - 1], f"and {len(texts) - most + 1} more")
