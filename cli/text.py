"""What may be stored as a name, and what may be shown, wherever it came from.

That is text that cannot move the cursor, ring the bell, or turn round what follows it.
"""

from __future__ import annotations

import unicodedata

from cli.errors import ExitCode, Trouble

#: Left-to-right marks and their like: what stands after them is shown in another order than it was typed.
_TURNING = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_STRAY = frozenset({"Cc", "Cs", "Zl", "Zp"})
#: Names stand in every message and table.
LONGEST_NAME = 100
#: What a name is asked for; free texts may be longer and may be empty.
_NAMES = frozenset({"name", "player", "campaign", "place", "recorder"})


def is_stray(sign: str) -> bool:
    """Whether a character is a control, a line break, half a character or a mark of direction."""
    return sign in _TURNING or unicodedata.category(sign) in _STRAY


def printable(text: str) -> str:
    """A text in which every stray character is an escape."""
    if text.isprintable():
        return text
    return "".join(f"\\u{ord(sign):04x}" if is_stray(sign) else sign for sign in text)


def cleaned(text: str, what: str) -> str:
    """A name or a text as it is stored: NFC, without characters that cannot be shown.

    Raises:
        Trouble: it has such, is empty, is too long, or as the name of a game looks like a flag.
    """
    found = unicodedata.normalize("NFC", text.strip())
    if any(is_stray(sign) for sign in found):
        raise Trouble(
            f'the {what} "{shortened(printable(found))}" has characters that cannot be printed', code=ExitCode.USAGE
        )
    if not found and what in {"name", "player"}:
        raise Trouble(f"the {what} is empty", code=ExitCode.USAGE)
    if what in _NAMES and len(found) > LONGEST_NAME:
        raise Trouble(
            f'the {what} "{shortened(found)}" has {len(found)} characters', code=ExitCode.USAGE,
            hint=f"at most {LONGEST_NAME}",
        )  # fmt: skip
    if what == "name" and found.startswith("-"):
        raise Trouble(
            f'the name "{found}" would be taken for a flag', code=ExitCode.USAGE, hint="begin it with another sign"
        )
    return found


def shortened(text: str, most: int = 60) -> str:
    """A text that is not longer than so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def whole(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or larger than anything that is counted here."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 18 else None
