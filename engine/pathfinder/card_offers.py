"""The checks that are due with the values that their card is known, or was said, to have, as lines to type."""

from __future__ import annotations

from engine.pathfinder.card_knowledge import offered
from engine.pathfinder.card_values import KNOWN, Remembered, value_text
from engine.pathfinder.state import View


def remembered_checks(view: View) -> list[tuple[str, str, str]]:
    """For each value that can be offered now: the line to type, what it is and where it was said, and the rule."""
    whose = ""
    if view.encounters:
        met = view.encounters[-1]
        whose = next((f"{who}: " for who, _ in reversed(met.tried) if who not in met.decided), "")
    return [(f'{whose}check {one.text} "<dice>" <results>', _told(one), _rule(one)) for one in offered(view)]


def _rule(one: Remembered) -> str:
    return "PA-CLS-03" if one.what == "close" else "PA-CHK-05"


def _told(one: Remembered) -> str:
    what = value_text(f"{one.what} {one.skill}".rstrip(), str(one.difficulty))
    return f'"{one.card}" is {what} {"by" if one.where in KNOWN else "as said in"} {one.where}'
