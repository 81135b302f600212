"""What a post does not say because everybody at the table knew it: whose act a line is, and what its check was for.

A fact file writes null where the post does not say. Who explores, resets or ends a turn is the character whose turn it
is; who makes a check is the one whose encounter or closing is open; what a check was for follows from the card and from
how the encounter ended. Only what follows from the lines around is filled in; the rest stays untold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.cards import BANES, BOONS
from engine.pathfinder.play_by_post_words import kind_of_card, purpose
from engine.pathfinder.verdicts import known_type

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What only the character whose turn it is does.
_OF_TURN = (p.Explored, p.HandReset, p.TurnEnded, p.BlessingAdvanced, p.CardGiven)
#: What concerns the one who is in the encounter, and without one the character whose turn it is.
_OF_ENCOUNTER = (
    p.CheckResolved, p.CardPlayed, p.PowerUsed, p.DamageDealt, p.DamageReduced, p.DamageTaken, p.EncounterResolved,
    p.Healed, p.Examined,
)  # fmt: skip
_DEFEATING = frozenset({"defeated", "undefeated"})
_ACQUIRING = frozenset({"acquired", "banished", "declined"})


def with_the_unsaid(lines: Sequence[p.Line]) -> list[p.Line]:
    """The lines of one window with what they leave unsaid, as far as the others tell it."""
    reading = _Reading(lines)
    return [reading.take(at) for at in range(len(lines))]


class _Reading:
    """Follows a window: whose turn is on, whose encounters are open, who is closing."""

    def __init__(self, lines: Sequence[p.Line]) -> None:
        self.lines = lines
        self.active: str | None = on_turn(lines)[0] or None
        self.met: list[tuple[str | None, str]] = []
        self.closer: str | None = None
        self.where: dict[str, str] = {}

    def take(self, at: int) -> p.Line:
        line = self.lines[at]
        changed: dict[str, Any] = {}
        if line.character is None and (who := self._who(line)) is not None:
            changed["character"] = who
        who = line.character or changed.get("character")
        if isinstance(line, p.CheckResolved) and line.purpose is None and (what := self._purpose(at)):
            changed["purpose"] = what
        if isinstance(line, p.Moved) and line.to is None and (place := self._seen_next(at, who)):
            changed["to"] = place
        if changed:
            line = replace(line, **changed)
        self._follow(line)
        return line

    def _who(self, line: p.Line) -> str | None:
        if isinstance(line, p.CheckResolved) and purpose(line.purpose, line.closing).kind == "close":
            return self.closer or self.active
        if isinstance(line, _OF_ENCOUNTER):
            return self.met[-1][0] if self.met else self.closer or self.active
        if isinstance(line, p.EncounterStarted):
            return None if line.summoned else self.active
        if isinstance(line, (*_OF_TURN, p.CloseAttempted)):
            return self.active
        return self.active if isinstance(line, p.Moved) and not line.cause else None

    def _purpose(self, at: int) -> str:
        """What an unlabelled check was for: to close, or to acquire or defeat what was met."""
        line = self.lines[at]
        if isinstance(line, p.CheckResolved) and line.closing:
            return "close"
        if not self.met:
            return "close" if self.closer is not None else ""
        kind = self.met[-1][1]
        if kind:
            return "acquire" if kind in BOONS else "defeat" if kind in BANES else ""
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.EncounterResolved | p.EncounterStarted | p.Explored):
                ended = later.outcome if isinstance(later, p.EncounterResolved) else None
                return "defeat" if ended in _DEFEATING else "acquire" if ended in _ACQUIRING else ""
        return ""

    def _seen_next(self, at: int, who: str | None) -> str | None:
        """Where a character went that moved without a word of the place: where it is seen next, if not where it was."""
        line = self.lines[at]
        if isinstance(line, p.Moved) and (line.reason or line.location is None):
            return None
        for later in self.lines[at + 1 :]:
            if later.character == who and isinstance(later, p.Moved | p.TurnEnded):
                return None
            if later.character == who and isinstance(later, p.Explored | p.CloseAttempted) and later.location:
                here = self.where.get(who or "")
                return later.location if here is not None and later.location != here else None
        return None

    def _follow(self, line: p.Line) -> None:
        if line.character and line.location and not isinstance(line, p.StatePosted):
            self.where[line.character] = (line.to or line.location) if isinstance(line, p.Moved) else line.location
        if isinstance(line, p.TurnStarted):
            self.active = line.character or self.active
        elif isinstance(line, p.TurnEnded):
            self.active = None
        elif isinstance(line, p.Explored):
            self.met, self.closer = [(line.character, _kind(line))], None
            self.active = line.character or self.active
        elif isinstance(line, p.EncounterStarted):
            if line.outcome in {*_DEFEATING, *_ACQUIRING, "evaded"}:
                return
            if not self.met or self.met[-1] != (line.character, _kind(line)):
                self.met.append((line.character, _kind(line)))
        elif isinstance(line, p.EncounterResolved):
            self.met = self.met[:-1]
        elif isinstance(line, p.CloseAttempted):
            self.closer = line.character
        elif isinstance(line, p.LocationClosed | p.HandReset):
            self.closer = None


def on_turn(lines: Sequence[p.Line]) -> tuple[str, int]:
    """Whose turn is on where the window begins, told by the first who does what only that character does.

    With the number of that turn; "" and 0 where that is not told.
    """
    for line in lines:
        if isinstance(line, p.TurnStarted | p.BlessingAdvanced | p.HandDrawn | p.Correction):
            break
        if isinstance(line, p.Explored | p.HandReset | p.TurnEnded) and line.character:
            return line.character, line.turn or 0
    return "", 0


def _kind(line: p.Explored | p.EncounterStarted) -> str:
    """The type of the card that is met: as posted, else as the facts have it."""
    if line.villain or line.henchman:
        return "villain" if line.villain else "henchman"
    return known_type(line.card, kind_of_card(line.card_type))
