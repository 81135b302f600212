"""What a command says when it cannot do what it was asked: a message for people, and an exit code for programs."""

from __future__ import annotations

import enum
import re
from typing import Any


class ExitCode(enum.IntEnum):
    """The exit codes of every command."""

    DONE = 0
    REFUSED = 1  # refused by a rule, or a check failed
    USAGE = 2
    NOT_FOUND = 3
    CONFLICT = 4  # another recorder came first, or the log is busy
    INTEGRITY = 5  # what is stored contradicts itself
    INTERRUPTED = 130


class Trouble(Exception):  # noqa: N818  # it is told to people as trouble, and many of these are no errors of ours
    """A command could not do what it was asked.

    Attributes:
        message: lower-case, with the value in quotes, without a full stop.
        code: the exit code.
        place: `game#event` or `file:line:column`, or empty.
        rule: the rule id concerned, or empty.
        hint: what to do next, or empty.
        line: the line of input concerned, to be shown with a caret under `column`.
        choices: what there is to choose from, or other lines to be listed; `choices_are` is their heading.
        details: further lines, and what a program may want to know.
    """

    def __init__(
        self,
        message: str,
        *,
        code: ExitCode = ExitCode.REFUSED,
        place: str = "",
        rule: str = "",
        hint: str = "",
        line: str = "",
        column: int = 0,
        length: int = 1,
        choices: tuple[str, ...] = (),
        choices_are: str = "possible now",
        more: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.place = place
        self.rule = rule
        self.hint = hint
        self.line = line
        self.column = column
        self.length = length
        self.choices = choices
        self.choices_are = choices_are
        self.more = more or {}

    def lines(self) -> list[str]:
        """The message as lines of text: what, where, under which rule, and what to do."""
        from cli.text import printable

        message = _VALUES.sub(lambda found: _value_shown(found[0]), printable(self.message))
        found = [f"error: {printable(self.place)}: {message}" if self.place else f"error: {message}"]
        if self.line:
            found += _with_caret(self.line, self.column, self.length)
        if self.rule:
            found.append(f"rule: {self.rule}")
        if any(choice not in self.hint for choice in self.choices):
            found.append(f"{self.choices_are}:")
            found += [f"  {printable(choice)}" for choice in self.choices]
        if self.hint:
            found.append(f"hint: {printable(self.hint)}")
        return found

    def as_object(self) -> dict[str, Any]:
        """The message as one JSON object."""
        found: dict[str, Any] = {"error": self.message, "code": int(self.code)}
        optional: dict[str, Any] = {
            "place": self.place, "rule": self.rule, "hint": self.hint, "line": self.line,
        }  # fmt: skip
        # What was left out is no choice: a program gets its number beside the choices.
        left_out = _LEFT_OUT.fullmatch(self.choices[-1]) if self.choices else None
        optional |= {
            "choices": list(self.choices[:-1] if left_out else self.choices),
            "choices_left_out": int(left_out[1]) if left_out else 0,
        }
        found |= {key: value for key, value in optional.items() if value}
        if self.line:
            found["column"] = self.column
        return found | self.more


#: The last of choices, where there are too many.
_LEFT_OUT = re.compile(r"and ([0-9]+) more")
#: A value in quotes, or a word that nobody wants to read to its end. What stands between two values is none.
_VALUES = re.compile(r'"[^"\n]*"|[^\s"]{200,}')
#: So many characters of a line are shown; of a longer one, those around the place that is meant.
_SHOWN = 100


def _value_shown(value: str) -> str:
    """A value of a message, shortened where it is long."""
    from cli.text import shortened

    if not value.startswith('"'):
        return shortened(value)
    return f'"{shortened(value[1:-1])}"' if len(value) > 82 else value


def _with_caret(line: str, column: int, length: int) -> list[str]:
    """The line and a caret below the place, of a long line only what is near it."""
    from rich.cells import cell_len

    from cli.text import is_stray

    plain = "".join("\ufffd" if is_stray(sign) else sign for sign in line.replace("\t", " "))
    at = min(max(column - 1, 0), len(plain))
    start = max(0, min(at - _SHOWN // 2, len(plain) - _SHOWN))
    before, meant = plain[start:at], plain[at : min(at + length, start + _SHOWN)]
    cut, more = "…" * bool(start), "…" * (len(plain) > start + _SHOWN)
    caret = " " * cell_len(cut + before) + "^" * max(cell_len(meant), 1)
    return [f"  {cut}{plain[start : start + _SHOWN]}{more}", f"  {caret}"]


STORE_CODES = {
    "not_found": ExitCode.NOT_FOUND,
    "conflict": ExitCode.CONFLICT,
    "busy": ExitCode.CONFLICT,
    "integrity": ExitCode.INTEGRITY,
    "disk": ExitCode.REFUSED,
    "usage": ExitCode.USAGE,
}
