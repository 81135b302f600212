"""What a player wrote of his cards, held against what the log has of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.game import Fault
from engine.notation import Misread
from engine.pathfinder.events import StatePosted
from engine.pathfinder.read_names import card_named
from engine.pathfinder.read_words import Token
from engine.pathfinder.state import State
from engine.pathfinder.state_block import LABELS, compare_state_block, read_state_block, write_state_block
from engine.stating import Difference

#: A line with which a posted state begins, one with which it begins as it is posted, and one with which it goes on.
_BEGINS = re.compile(r"\s*(?:[^:\"#]*:\s*)?state\b", re.IGNORECASE)
_HAND = re.compile(r"\s*hand\s*[:\uff1a]", re.IGNORECASE)
_GOES_ON = re.compile(rf"\s*(?:{'|'.join(LABELS)})\s*[:\uff1a]", re.IGNORECASE)
#: What a posted state ends with.
_ENDS = re.compile(r"\b(?:buried|bury)\s*[:\uff1a]", re.IGNORECASE)


def joined(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Lines with their numbers from 1; those of a state block, as it is posted, are put to the one it begins with.

    A block begins with `state`, or with the line of the hand, to which `state` is put then.
    """
    found: list[tuple[int, str]] = []
    within = handed = False
    for number, line in enumerate(lines, start=1):
        hand = bool(_HAND.match(line))
        if within and _GOES_ON.match(line) and not (hand and handed):
            found[-1] = (found[-1][0], f"{found[-1][1].rstrip()} {line.strip()}")
            handed = handed or hand
            continue
        within = hand or bool(_BEGINS.match(line))
        handed = hand or (within and "hand" in line.casefold())
        found.append((number, f"state {line.strip()}" if hand else line))
    return found


def goes_on(line: str) -> bool:
    """Whether a line begins a state block that has not come to its end, so that further lines belong to it."""
    return bool(_BEGINS.match(line) or _HAND.match(line)) and not _ENDS.search(line)


def blocks(state: State) -> tuple[tuple[str, str], ...]:
    """The state block of each character, in the order of the seats."""
    return tuple((one.name, write_state_block(state, one.name)) for one in state.characters)


def differences(state: State, who: str, text: str) -> tuple[Difference, ...] | Fault:
    """Where a state block of a character differs from what is known, zone by zone; or why it cannot be read."""

    def meant(name: str) -> str:
        # A name that means nothing here is a card that nobody knows of, which is a difference and no slip.
        try:
            return card_named(state, Token("word", name, 1, len(name)), who)
        except Misread:
            return name

    fields = read_state_block(text, meant)
    if isinstance(fields, Fault):
        return fields
    found = compare_state_block(state, StatePosted(who=who, **fields))
    return tuple(Difference(part=one.zone, stated=one.stated, computed=one.computed) for one in found)
