r"""What a typed line of this game is made of: words, names in quotes, signs, and fields that are given outright.

A name in quotes is taken as it stands, with the escapes of JSON (`\"`, `\n`). `field=value` gives a field of an event
outright, the value in JSON, `?` for what nobody said. `#` begins a comment only at the start of a line or after a
space, and only if neither a digit nor another `#` follows: `BoAbadar#2` is a copy of a card, and `11 + ## = 25` is a
difficulty with a part that is not told. Columns count characters of the line as it was typed, from 1.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from engine.game import Fault
from engine.matching import Ambiguous, Missing, match
from engine.notation import Misread, did_you_mean, narrow, one_line, plain, quoted

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
#: What stands in the text of an option for a value that the table fills in.
_BLANK = re.compile(r"<[^<>]+>")
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


_MARKUP = re.compile(
    r"\[/?(?:b|i|u|s|ooc|dice|spoiler|quote|color|size|url|bigger|smaller)(?:=([^\[\]]*))?\]", re.IGNORECASE
)
_QUOTES = re.compile(r'"(?:[^"\\]|\\.)*"|[\u201c\u201e\u201d][^\u201c\u201e\u201d"]*[\u201c\u201d"]')


def without_markup(text: str) -> str:
    """A line with the marks of a forum, such as `[b]` and `[dice=Combat 9]`, made blank outside quotes.

    What stands behind the `=` of a roll is its label and is kept with a colon. Columns stay what they are.
    """
    if "[" not in text:
        return text
    found, at = [], 0
    for inside in _QUOTES.finditer(text):
        found += [_MARKUP.sub(_blank, text[at : inside.start()]), inside.group()]
        at = inside.end()
    return "".join([*found, _MARKUP.sub(_blank, text[at:])])


def _blank(mark: re.Match[str]) -> str:
    """A mark as blanks; that of a roll with its label as the label."""
    label = mark.group(1)
    if label is None or not mark.group().casefold().startswith("[dice="):
        return " " * len(mark.group())
    return f"{'':<{mark.start(1) - mark.start()}}{label}:"


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
    blank = _BLANK.match(narrowed, at)
    if blank:
        message = f"{quoted(blank.group())} is still to be filled in"
        raise Misread(Fault(kind="incomplete", message=message, column=at + 1, length=len(blank.group())))
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


# Words one after the other


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
        raise misread(
            "malformed", f"there is no {what} {quoted(token.text)}", token, hint=hint, choices=names
        ) from None
