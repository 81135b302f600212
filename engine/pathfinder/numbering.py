"""Numbers of events in typed lines and in messages: the state counts the events that count, a log all that it stores.

A note or an undo has a number in a log, and none on the line; so what people type and read is told in the numbers of
the log, and what is stored in those of the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

#: What is in quotes or a comment, or the numbers after `void`.
_VOID = re.compile(r'"[^"]*"|#(?![0-9]).*|\bvoid\s+(\d+(?:\s*(?:\.\.|,)\s*\d+)*)', re.IGNORECASE)
#: The numbers after the word event in a message.
_EVENTS = re.compile(r"\bevents? \d+(?:(?:, | and | to |\.\.)\d+)*")
_NUMBER = re.compile(r"\d+")


def renumbered(text: str, number: Callable[[int], int]) -> str:
    """A line of notation with the numbers of events put otherwise."""

    def put(found: re.Match[str]) -> str:
        return found[0] if found[1] is None else _put(found[0], number)

    return _VOID.sub(put, text)


def retold(text: str, number: Callable[[int], int]) -> str:
    """A message with the numbers of events put otherwise."""
    return _EVENTS.sub(lambda found: _put(found[0], number), text)


def _put(text: str, number: Callable[[int], int]) -> str:
    return _NUMBER.sub(lambda found: str(number(int(found[0]))), text)
