"""Windows of play by post played and audited line by line, as the tests of whole files ask for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from engine import audit as shared
from engine.events import Event
from engine.game import game
from engine.judging import Violation
from engine.pathfinder import TITLE
from engine.pathfinder.play_by_post import Entry, Window, read_windows
from engine.pathfinder.state import State


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not agree, or breaks a rule: in which line, at which event of the game (from 1, its start).

    `kind` is a stable name; "breach" is an act that the rules do not allow where they have no other name for it.
    `stated` is what was posted and `computed` what follows from the rest, where there are two such values.
    """

    window: str
    line: int
    seq: int
    event: int
    rule: str
    kind: str
    message: str
    stated: str = ""
    computed: str = ""


def play(window: Window) -> Iterator[tuple[Entry, int, Event, State, State, tuple[Violation, ...]]]:
    """Play a window: for each event its line, number, the states before and after it, and what is wrong with it.

    An event that cannot be carried out at all leaves the state as it was.
    """
    told = list(_numbered(window))
    steps = shared.judged(game(TITLE), window.started, [(number, event) for number, _, event in told])
    for (_, entry, _), step in zip(told, steps, strict=True):
        yield entry, step.number, step.event, step.before, step.after, step.wrong


def _numbered(window: Window) -> Iterator[tuple[int, Entry, Event]]:
    """The events of a window with their numbers and lines; the start of the game is 1."""
    number = 1
    for entry in window.entries:
        for event in entry.events:
            number += 1
            yield number, entry, event


def audit(window: Window) -> tuple[Finding, ...]:
    """Everything in a window that breaks a rule or does not agree, in the order of its lines.

    What a correction made void does not count any more, and nothing is found in it.
    """
    told = list(_numbered(window))
    entries = {number: entry for number, entry, _ in told}
    if window.entries:
        entries[1] = window.entries[0]
    found: dict[tuple[int, str, str, str], Finding] = {}
    for one in shared.audit(game(TITLE), window.started, [(number, event) for number, _, event in told]):
        entry = entries[one.event]
        found.setdefault(
            (entry.number, one.rule, one.kind, one.message),
            Finding(window=window.name, line=entry.number, seq=entry.line.seq, **msgspec.structs.asdict(one)),
        )
    return tuple(sorted(found.values(), key=lambda one: (one.line, one.event)))


# Small windows


def the_window(
    *rows: dict[str, Any], who: str | None = "Lem", header: dict[str, Any] | None = None, **common: Any
) -> Window:
    """The only window of a file with these lines; what they have in common is told once."""
    told = {"kind": "header", "sources": {"W": "here"}, **(header or {})}
    made = [{"seq": at, "window": "W", "character": who, **common, **row} for at, row in enumerate(rows, start=1)]
    (only,) = read_windows([json.dumps(row).encode() for row in (told, *made)])
    return only


def found_in(*rows: dict[str, Any], **common: Any) -> list[tuple[int, str, str]]:
    """What is found in a window with these lines: the number of the line, the rule, the kind."""
    return [(one.seq, one.rule, one.kind) for one in audit(the_window(*rows, **common))]


def explored(card: str | None = "Imp", type_: str | None = "monster", **more: Any) -> dict[str, Any]:
    """An exploration, the free one."""
    return {"what": "explored", "source": "free", "card": card, "card_type": type_, **more}


def rolled(
    die: int, result: int, difficulty: int | None = 10, purpose: str | None = "defeat", **more: Any
) -> dict[str, Any]:
    """A check with a single die and no modifiers; how it ended follows from total and difficulty."""
    row = {"what": "check_resolved", "purpose": purpose, "difficulty": difficulty, "total": result, "modifiers": []}
    ended = None if difficulty is None else "success" if result >= difficulty else "fail"
    return {**row, "dice": [{"die": f"d{die}", "result": result}], "outcome": ended, **more}


def over(outcome: str | None = "undefeated", card: str | None = "Imp", **more: Any) -> dict[str, Any]:
    """The end of an encounter."""
    return {"what": "encounter_resolved", "card": card, "outcome": outcome, **more}


def told(what: str, **more: Any) -> dict[str, Any]:
    """Any other line."""
    return {"what": what, **more}


def state(*hand: str, **counts: Any) -> dict[str, Any]:
    """A state block with these cards in hand; the other zones are 8, 2, 0 and unsaid, unless told."""
    return {
        "what": "state_posted", "hand": list(hand), "hand_count": len(hand), "deck": 8, "discard": 2, "buried": 0,
        "displayed": None, **counts,
    }  # fmt: skip
