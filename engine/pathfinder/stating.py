"""What a player wrote of his cards, held against what the log has of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.game import Fault
from engine.notation import Misread
from engine.pathfinder.events import StatePosted
from engine.pathfinder.read_names import card_named
from engine.pathfinder.read_words import Token, without_markup
from engine.pathfinder.state import State
from engine.pathfinder.state_block import LABELS, compare_state_block, read_state_block, write_state_block
from engine.stating import Difference

#: A line with which a posted state begins; the labels with which it begins as it is posted, perhaps behind a name; a
#: line that is a name and no more; and a line with which a block goes on.
_BEGINS = re.compile(r"\s*(?:[^:\"#]*:\s*)?state\b", re.IGNORECASE)
_POSTED = re.compile(
    r"\s*(?:([^\W\d_][^:\uff1a\"#;]*)[:\uff1a]\s*)??((?:(?:hand|displayed|deck|buried)\s*[:\uff1a]|discard\s*[:\uff1a]\s*\d).*)",
    re.IGNORECASE | re.DOTALL,
)
_NAME = re.compile(r"\s*([^\W\d_][\w'\u2019.-]*(?: [\w'\u2019.-]+){0,3})\s*[:\uff1a]?\s*")
_HAND = re.compile(r"\bhand\s*[:\uff1a]", re.IGNORECASE)
_GOES_ON = re.compile(rf"\s*(?:{'|'.join(LABELS)})\s*[:\uff1a]", re.IGNORECASE)
#: What a posted state ends with.
_ENDS = re.compile(r"\b(?:buried|bury)\s*[:\uff1a]", re.IGNORECASE)


def joined(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Lines with their numbers from 1; those of a state block, as it is posted, are put to the one it begins with.

    A block begins with `state`, or with a label, to which `state` is put then; whose it is may stand before that, in
    the same line or in one of its own.
    """
    found: list[tuple[int, str]] = []
    within = handed = False
    name = ""
    for number, line in enumerate(map(without_markup, lines), start=1):
        hand = bool(_HAND.search(line))
        if within and _GOES_ON.match(line) and not (hand and handed):
            found[-1] = (found[-1][0], f"{found[-1][1].rstrip()} {line.strip()}")
            handed = handed or hand
            continue
        begun = bool(_BEGINS.match(line))
        posted = None if begun else _POSTED.fullmatch(line)
        within = begun or posted is not None
        handed = within and hand
        whole = f"state {posted.group(2).strip()}" if posted else line
        if posted and posted.group(1):
            found.append((number, f"{posted.group(1).strip()}: {whole}"))
        elif name and (posted or line.strip().casefold().startswith("state")):
            found[-1] = (found[-1][0], f"{name}: {whole.strip()}")
        else:
            found.append((number, whole))
        name = _named(line)
    return found


def _named(line: str) -> str:
    """The name that a line is and no more; "" for any other line, and for one that is a word of the notation."""
    from engine.pathfinder.notation import is_verb

    name = _NAME.fullmatch(line)
    return name.group(1) if name and not is_verb(name.group(1).split()[0]) else ""


def goes_on(line: str) -> bool:
    """Whether a line begins a state block that has not come to its end, so that further lines belong to it."""
    return bool(_BEGINS.match(line) or _POSTED.fullmatch(line) or _named(line)) and not _ENDS.search(line)


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
