"""Where keys and values stand in a text that was read as TOML or JSON, so that a fault in a value can be shown.

The readers of the standard library tell where a text breaks their form, but not where a value stands. The scanners
here go over a text that was read without fault, and note for each key and value its line, column and length.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right

import msgspec

#: The way to a value: names of keys, and numbers of places in a list from 0.
Path = tuple[str | int, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_BASIC = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_LITERAL = re.compile(r"'[^'\n]*'")
_LONG = re.compile(r'"""(?:[^\\]|\\.)*?"""(?:"{1,2}(?!"))?' + r"|'''.*?'''(?:'{1,2}(?!'))?", re.DOTALL)
_TOKEN = re.compile(r"[^,\]}#\r\n]+")
_BLANK = re.compile(r"[ \t\r\n]*(?:#[^\n]*[ \t\r\n]*)*")
_BETWEEN = re.compile(r"[ \t]*")


class Span(msgspec.Struct, frozen=True):
    """A place in a text: line and column count from 1. `exact` tells that what is read is what stands there."""

    line: int
    column: int
    length: int = 1
    exact: bool = False


class Places:
    """The places of the keys and values of a text, and of the keys that stand twice in one object."""

    def __init__(self, text: str) -> None:
        self.keys: dict[Path, Span] = {}
        self.values: dict[Path, Span] = {}
        self.twice: list[tuple[Path, Span]] = []
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def span(self, start: int, end: int, *, exact: bool = False) -> Span:
        """The place from one character of the text to another, within the line where it begins."""
        line = bisect_right(self._starts, start)
        column = start - self._starts[line - 1] + 1
        return Span(line, column, max(1, end - start), exact)

    def of(self, path: Path) -> Span:
        """Where a value stands; that of what it is in, if it has no place of its own."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, Span(1, 1))

    def key(self, path: Path) -> Span:
        """Where the key of a value stands; the value itself in a list."""
        return self.keys[path] if path in self.keys else self.of(path)

    def within(self, path: Path, offset: int, length: int) -> Span:
        """The place of a part of a text value; that of the whole value where it is written otherwise than it reads."""
        whole = self.of(path)
        return Span(whole.line, whole.column + offset, max(1, length)) if whole.exact else whole


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places = Places(text)

    def skip(self) -> None:
        """Go over blanks, line ends and comments."""
        found = _BLANK.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def starts(self, sign: str) -> bool:
        return self.text.startswith(sign, self.at)

    def take(self, sign: str) -> bool:
        """Go over a sign, if it stands here."""
        found = self.starts(sign)
        self.at += len(sign) * found
        return found

    def key(self) -> tuple[str, int, int]:
        """The key that stands here, and from where to where."""
        start = self.at
        for pattern in (_BARE, _BASIC, _LITERAL):
            if found := pattern.match(self.text, start):
                self.at = found.end()
                return _key_text(found.group()), start, self.at
        raise AssertionError("only for texts that were read without fault")

    def value(self, path: Path, equals: str) -> None:
        """Note the value that stands here, and what is in it. `equals` stands between key and value."""
        start = self.at
        if self.take("["):
            self._items(path, equals)
        elif self.take("{"):
            self._pairs(path, equals)
        elif found := _LONG.match(self.text, start):
            self.at = found.end()
        elif found := _BASIC.match(self.text, start) or _LITERAL.match(self.text, start):
            self.at = found.end()
            exact = found.group()[0] == "'" or "\\" not in found.group()
            self.places.values[path] = self.places.span(start + 1, self.at - 1, exact=exact)
            return
        elif found := _TOKEN.match(self.text, start):
            self.at = start + len(found.group().rstrip())
        self.places.values[path] = self.places.span(start, min(self.at, _line_end(self.text, start)))

    def _items(self, path: Path, equals: str) -> None:
        number = 0
        self.skip()
        while not self.take("]"):
            self.value((*path, number), equals)
            number += 1
            self.skip()
            self.take(",")
            self.skip()

    def _pairs(self, path: Path, equals: str) -> None:
        self.skip()
        while not self.take("}"):
            self.pair(path, equals)
            self.skip()
            self.take(",")
            self.skip()

    def pair(self, path: Path, equals: str) -> None:
        """Note a key, or a row of keys joined by dots, and its value."""
        while True:
            name, start, end = self.key()
            path = (*path, name)
            span = self.places.span(start, end)
            _blanks(self)
            dotted = equals == "=" and self.take(".")
            if not dotted and path in self.places.keys:
                self.places.twice.append((path, span))
            self.places.keys.setdefault(path, span)
            self.places.values.setdefault(path, span)
            if not dotted:
                break
            _blanks(self)
        self.skip()
        self.take(equals)
        self.skip()
        self.value(path, equals)


def _blanks(scanner: _Scanner) -> None:
    found = _BETWEEN.match(scanner.text, scanner.at)
    scanner.at = found.end() if found else scanner.at


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _key_text(written: str) -> str:
    if written[0] == "'":
        return written[1:-1]
    if written[0] != '"':
        return written
    try:
        return str(json.loads(written))
    except ValueError:
        return written[1:-1]


def places_in_json(text: str) -> Places:
    """The places in a JSON text that was read without fault."""
    scanner = _Scanner(text)
    scanner.skip()
    scanner.value((), ":")
    return scanner.places


def places_in_toml(text: str) -> Places:
    """The places in a TOML text that was read without fault."""
    scanner = _Scanner(text)
    lists: dict[Path, int] = {}
    table: Path = ()
    scanner.skip()
    while scanner.at < len(text):
        if scanner.starts("["):
            table = _header(scanner, lists)
        else:
            scanner.pair(table, "=")
        scanner.skip()
    return scanner.places


def _header(scanner: _Scanner, lists: dict[Path, int]) -> Path:
    start = scanner.at
    is_list = scanner.take("[[") or not scanner.take("[")
    path: Path = ()
    while True:
        _blanks(scanner)
        name, _, _ = scanner.key()
        _blanks(scanner)
        path = (*path, name)
        more = scanner.take(".")
        if is_list and not more:
            lists[path] = lists.get(path, -1) + 1
        if path in lists:
            path = (*path, lists[path])
        if not more:
            break
    scanner.take("]]" if is_list else "]")
    span = scanner.places.span(start, scanner.at)
    scanner.places.keys.setdefault(path[:-1] if is_list else path, span)
    scanner.places.values[path] = span
    return path
