"""What a typed line of this game is made of: words, names in quotes, signs, and fields that are given outright.

A name in quotes is taken as it stands, with the escapes of JSON (`\\"`, `\\n`). `field=value` gives a field of an event
outright, the value in JSON, `?` for what nobody said. `#` begins a comment only at the start of a line or after a
space, and only if neither a digit nor another `#` follows: `BoAbadar#2` is a copy of a card, and `11 + ## = 25` is a
difficulty with a part that is not told. Columns count characters of the line as it was typed, from 1.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from engine.game import Fault
from engine.notation import Misread, narrow, one_line, quoted

#: Longer lines are no notation; the values of a whole file of cards fit into one.
MOST_CHARACTERS = 1_000_000


class Token(NamedTuple):
    """One word ("word"), name in quotes ("name"), sign ("sign") or field given outright ("field", with its value)."""

    kind: Literal["word", "name", "sign", "field"]
    text: str
    column: int
    length: int
    value: Any = None

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + self.length


def misread(
    kind: str, message: str, at: Token | None, *, rule: str = "", hint: str = "", choices: Sequence[str] = ()
) -> Misread:
    """That what stands at a token was not taken; without one the line as a whole."""
    return Misread(
        Fault(
            kind=kind,
            message=message,
            column=at.column if at else 1,
            length=max(1, at.length) if at else 1,
            rule=rule,
            hint=hint,
            choices=tuple(choices),
        )
    )


_COMMENT = re.compile(r"(?:(?<=\s)|^)#(?![0-9#])")
_STRAIGHT = re.compile(r'"((?:[^"\\]|\\.)*)"')
_CURLY = re.compile(r"[“„”]([^“„”\"]*)[“”\"]")
_FIELD = re.compile(r'([a-z_]+)=(?=[\[{"0-9?-]|null\b|true\b|false\b)')
_SIGN = re.compile(r"[,;:()]|=")
_WORD = re.compile(r'[^\s,;:()="“”„]+')
_SPACE = re.compile(r"\s+")
_DECODER = json.JSONDecoder()
_STRAY = frozenset({"Cc", "Cs", "Zl", "Zp"})


def cut_comment(text: str) -> tuple[str, str]:
    """A line parted into what is typed and its comment; within quotes `#` begins none."""
    at, narrowed = 0, narrow(text)
    while at < len(narrowed):
        if narrowed[at] in '"“„”':
            found = _quoted_at(narrowed, at)
            at = found.end() if found else at + 1
        elif _COMMENT.match(narrowed, at):
            return text[:at], unicodedata.normalize("NFC", text[at + 1 :].strip())
        else:
            at += 1
    return text, ""


def _quoted_at(text: str, at: int) -> re.Match[str] | None:
    return (_STRAIGHT if text[at] == '"' else _CURLY).match(text, at)


def tokens_of(text: str) -> tuple[Token, ...]:
    """A line without its comment, taken apart.

    Raises:
        Misread: it is too long, a quote is not closed, or it holds something that is no text of one line.
    """
    text = one_line(text)
    if len(text) > MOST_CHARACTERS:
        raise Misread(Fault(kind="malformed", message=f"a line has at most {MOST_CHARACTERS} characters"))
    narrowed, at = narrow(text), 0
    found: list[Token] = []
    while at < len(text):
        space = _SPACE.match(narrowed, at)
        if space:
            at = space.end()
            continue
        token, at = _token(text, narrowed, at)
        found.append(token)
    return tuple(found)


def _token(text: str, narrowed: str, at: int) -> tuple[Token, int]:
    field = _FIELD.match(narrowed, at)
    if field:
        return _field(text, field)
    if narrowed[at] in '"“„”':
        inside = _quoted_at(narrowed, at)
        if inside is None:
            fault = Fault(kind="malformed", message="a quote is not closed", column=at + 1, hint='close it with "')
            raise Misread(fault)
        raw = text[inside.start(1) : inside.end(1)]
        return Token("name", _unescaped(raw), at + 1, inside.end() - at), inside.end()
    sign = _SIGN.match(narrowed, at)
    if sign:
        return Token("sign", sign.group(), at + 1, 1), sign.end()
    word = _WORD.match(narrowed, at)
    end = word.end() if word else at + 1
    return Token("word", narrowed[at:end], at + 1, end - at), end


def _unescaped(raw: str) -> str:
    if "\\" not in raw:
        return raw
    try:
        return str(json.loads(f'"{raw}"'))
    except ValueError:
        return raw


def _field(text: str, field: re.Match[str]) -> tuple[Token, int]:
    """A field that is given outright."""
    begun = field.end()
    if narrow(text[begun]) == "?":
        return Token("field", field.group(1), field.start() + 1, begun + 1 - field.start(), None), begun + 1
    try:
        value, end = _DECODER.raw_decode(text, begun)
    except (ValueError, RecursionError):
        message = f"the value of {quoted(field.group(1))} cannot be read"
        hint = 'a value is a number, a text in quotes, or ? for what nobody said: total=?, why="too late"'
        fault = Fault(kind="malformed", message=message, column=field.start() + 1, length=len(field.group()), hint=hint)
        raise Misread(fault) from None
    return Token("field", field.group(1), field.start() + 1, end - field.start(), value), end


def in_quotes(text: str) -> str:
    """A text as a name in quotes that reads back to it."""
    return _plain_json(text)


def literal(value: Any) -> str:
    """A value as it is given outright, `?` for None."""
    return "?" if value is None else _plain_json(value)


def _plain_json(value: Any) -> str:
    """JSON on one line, in which whatever a line of text would not keep is escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    if not unicodedata.is_normalized("NFC", text):
        return json.dumps(value, separators=(", ", ": "))
    return "".join(f"\\u{ord(sign):04x}" if unicodedata.category(sign) in _STRAY else sign for sign in text)
