"""How rules answer: refusals and findings, whether a mode keeps an event out, and points left to a ruling."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.judging import Violation
from engine.pathfinder.cards import CHARACTERS, Card, Character, written_card
from engine.pathfinder.options import ASK
from engine.pathfinder.state import View

if TYPE_CHECKING:
    from engine.pathfinder.difficulty import Finding

#: What a rule answers: nothing, or what is wrong.
Wrong = tuple[Violation, ...]


def refuse(rule: str, message: str) -> Wrong:
    """A breach of order or permission, or a card put where it does not belong."""
    return (Violation(rule=rule, message=message),)


def flag(rule: str, kind: str, message: str, stated: object, computed: object) -> Wrong:
    """Two stated facts that cannot both be true."""
    found = Violation(
        rule=rule, message=message, grade="finding", kind=kind, stated=str(stated), computed=str(computed)
    )
    return (found,)


def told(finding: Finding | None) -> Wrong:
    """What does not agree in a check as it was typed (`dice`, `difficulty`), as a violation; nothing for None."""
    return (
        () if finding is None else flag(finding.rule, finding.kind, finding.message, finding.stated, finding.computed)
    )


def impossible(rule: str, message: str) -> Wrong:
    """An event that cannot be carried out at all."""
    return (Violation(rule=rule, message=message, grade="impossible"),)


def keeps_out(view: View, violation: Violation) -> bool:
    """Whether a violation refuses its event in the game's way of judging.

    "strict" refuses everything, "table" what breaks order or permission, "record" only what cannot be carried out.
    """
    if violation.grade == "impossible" or view.mode == "strict":
        return True
    return view.mode == "table" and violation.grade == "refusal"


def answer(view: View, point: str) -> str:
    """The reading of a point that holds now: a ruling for this once, or the option."""
    for ruled, choice in view.once:
        if ruled == point:
            return choice
    return str(getattr(view.options, point))


def readings(point: str) -> tuple[str, ...]:
    """The values that an option can have, "ask" left out."""
    from typing import get_args, get_type_hints

    from engine.pathfinder.options import Options

    return tuple(value for value in get_args(get_type_hints(Options)[point]) if value != ASK)


def rulings(point: str) -> tuple[str, ...]:
    """The readings between which a ruling decides: those that leave nothing to be asked."""
    return tuple(value for value in readings(point) if not value.endswith("_rest_asked"))


def needs_ruling(rule: str, point: str) -> Wrong:
    """That play stops here until a point is ruled on."""
    return refuse(rule, f'a ruling on "{point}" is needed first: {" or ".join(rulings(point))}')


#: What is written as an answer where there is none yet.
NO_ANSWER = frozenset({"", "?", "asked", "none", "none yet", "open", "pending", "unanswered", "undecided", "unknown"})


def printed(view: View, who: str) -> Character | None:
    """What is printed on a character's card; None where the facts do not have it, or do not hold.

    They do not where another set is played with, or where a role card has taken the place of the character card.
    """
    if view.set or any(one.name == who and not one.printed for one in view.characters):
        return None
    return CHARACTERS.get(who)


@cache
def facts_of(name: str) -> Card | None:
    """The card of this name, its copy number taken off; None if the facts do not have it."""
    return written_card(name).card if name else None


@cache
def same_card(one: str, other: str) -> bool:
    """Whether two names mean the same card, copy numbers aside."""
    return one == other or written_card(one).name == written_card(other).name


def known_type(name: str | None, stated: str = "", view: View | None = None) -> str:
    """The type of a card: as stated, else as the facts have it, else as its owner told it, else "".

    Another set has other cards of the same names, so the facts tell nothing of what is played with one.
    """
    if stated and stated != "loot":
        return stated
    card = facts_of(name) if name and not (view is not None and view.set) else None
    if card is None and view is not None and (told := view.cards.card(name)) is not None:
        return told.type or stated
    return card.type if card else stated
