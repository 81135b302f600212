"""What a post does not say because everybody at the table knew it: whose act a line is, and what its check was for.

A fact file writes null where the post does not say. Who explores, resets or ends a turn is the character whose turn it
is; who makes a check is the one whose encounter or closing is open; what a check was for follows from the card and from
how the encounter ended. Only what follows from the lines around is filled in; the rest stays untold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.cards import BANES, BOONS
from engine.pathfinder.play_by_post_words import WordError, ending, is_temporary, kind_of_card, purpose
from engine.pathfinder.verdicts import known_type, same_card

if TYPE_CHECKING:
    from collections.abc import Sequence

#: What only the character whose turn it is does.
_OF_TURN = (p.Explored, p.HandReset, p.TurnEnded, p.BlessingAdvanced, p.CardGiven)
#: What concerns the one who is in the encounter, and without one the character whose turn it is.
_OF_ENCOUNTER = (
    p.CheckResolved, p.DamageDealt, p.DamageReduced, p.DamageTaken, p.EncounterResolved, p.Examined,
)  # fmt: skip
#: What shows who is on turn, or who encounters a card.
_SHOWS_TURN = (p.BlessingAdvanced, p.Explored, p.HandReset, p.TurnEnded, p.CardGiven)
_SHOWS_ENCOUNTER = (p.CheckResolved, p.EncounterResolved)
#: Lines that happen where their character is.
_IN_PLACE = (
    p.TurnStarted, p.BlessingAdvanced, p.Moved, p.Explored, p.EncounterStarted, p.CheckResolved, p.CloseAttempted,
    p.HandReset, p.TurnEnded,
)  # fmt: skip
_SHOWS_PLACE = (p.Explored, p.CloseAttempted, p.StatePosted)
_OF_CARD = frozenset({"acquire", "defeat", ""})
_DEFEATING = frozenset({"defeated", "undefeated"})
_ACQUIRING = frozenset({"acquired", "banished", "declined"})


def with_the_unsaid(lines: Sequence[p.Line]) -> list[p.Line]:
    """The lines of one window with what they leave unsaid, as far as the others tell it."""
    lines = [_usual(line, lines[at + 1 :]) for at, line in enumerate(lines)]
    reading = _Reading(lines)
    return [reading.take(at) for at in range(len(lines))]


#: A name, as of whom damage is dealt to.
_NAME = re.compile(r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)?")


def _usual(line: p.Line, later: Sequence[p.Line]) -> p.Line:
    """A line in the form in which posts mostly tell it: an evaded card as the end of its encounter, said once."""
    if isinstance(line, p.DamageDealt) and line.to is not None and _NAME.fullmatch(line.to):
        return replace(line, character=line.to)
    if not isinstance(line, p.Evaded):
        return line
    told: dict[str, Any] = {name: getattr(line, name) for name in p.Line.__struct_fields__}
    ends = next((one for one in later if isinstance(one, p.EncounterResolved | p.Explored | p.TurnEnded)), None)
    if isinstance(ends, p.EncounterResolved) and _ended(ends.outcome) == "evaded":
        return p.Note(**told)
    return p.EncounterResolved(**told, card=line.card, outcome="evaded", zone=line.zone, by=line.by)


class _Reading:
    """Follows a window: whose turn is on, whose encounters are open, who is closing."""

    def __init__(self, lines: Sequence[p.Line]) -> None:
        self.lines = lines
        self.active: str | None = on_turn(lines)[0] or None
        self.met: list[tuple[str | None, str]] = []
        self.closer: str | None = None
        self.tempted: str | None = None
        self.missed: str | None = None
        self.where: dict[str, str] = {}

    def take(self, at: int) -> p.Line:
        line = self.lines[at]
        changed: dict[str, Any] = {}
        if line.character is None and (who := self._who(at)) is not None:
            changed["character"] = who
        who = line.character or changed.get("character")
        if isinstance(line, p.CheckResolved) and _is_bare(line) and (what := self._purpose(at)):
            changed["purpose"] = f"{what} {line.purpose or ''}".strip()
        if isinstance(line, p.TurnStarted) and line.turn is None:
            changed["turn"] = self._turn(at)
        if isinstance(line, p.Moved) and line.to is None and (place := self._seen_next(at, who)):
            changed["to"] = place
        if changed:
            line = replace(line, **changed)
        self._follow(line)
        return line

    def _who(self, at: int) -> str | None:
        line = self.lines[at]
        if isinstance(line, p.CheckResolved):
            if (other := self._rolled_again(at)) is not None:
                return other
            kind = purpose(line.purpose, line.closing).kind
            if self.tempted is not None and kind in {"close", "temp_close", ""}:
                return self.tempted
            if kind == "close":
                return self.closer or self.active
            told = "villain" if line.villain else "henchman" if line.henchman else ""
            if told and (of := [who for who, met in self.met if met == told]):
                return of[-1]
        if isinstance(line, p.TempCloseAttempted):
            return self._shown_next(at, (p.CheckResolved, p.LocationClosed), frozenset({"close", "temp_close"}))
        if isinstance(line, p.DamageDealt | p.DamageReduced | p.DamageTaken) and self.missed is not None:
            return self.missed
        if isinstance(line, _OF_ENCOUNTER):
            return self.met[-1][0] if self.met else self.closer or self.active
        if isinstance(line, p.TurnStarted):
            return self._shown_next(at, _SHOWS_TURN)
        if isinstance(line, p.EncounterStarted):
            return self._summoned(at) if line.summoned else self.active or self._shown_next(at, _SHOWS_ENCOUNTER)
        if isinstance(line, p.Explored):
            return self.active or self._shown_next(at, _SHOWS_ENCOUNTER)
        if isinstance(line, p.CloseAttempted) and line.location not in {None, self.where.get(self.active or "")}:
            # Elsewhere it is whoever is seen there; where the active one is is known only where it was posted.
            seen = [who for who, place in self.where.items() if place == line.location]
            return seen[0] if len(seen) == 1 else None if self.active in self.where else self.active
        if isinstance(line, (*_OF_TURN, p.CloseAttempted)):
            return self.active
        if isinstance(line, p.Moved) and not line.cause and not line.reason:
            here = self.where.get(self.active or "")
            return self.active if line.origin is None or here in {None, line.origin} else None
        return None

    def _summoned(self, at: int) -> str | None:
        """Who meets a summoned card: the one whom a die picked for it, or with whom it is over."""
        line, before = self.lines[at], self.lines[at - 1] if at else None
        people = {one.character for one in self.lines if one.character}
        if isinstance(before, p.RandomPick) and before.picked in people:
            return before.picked
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.EncounterResolved) and isinstance(line, p.EncounterStarted):
                return later.character if line.card and later.card and same_card(line.card, later.card) else None
            if isinstance(later, p.EncounterStarted | p.Explored | p.HandReset | p.TurnEnded | p.TurnStarted):
                return None
        return None

    def _rolled_again(self, at: int) -> str | None:
        """Who made the other of two rolls of which one was made instead of the other."""
        line = self.lines[at]
        for other in self.lines:
            if not isinstance(line, p.CheckResolved) or not isinstance(other, p.CheckResolved):
                continue
            again = not isinstance(other.reroll_of, bool) and other.reroll_of == line.seq
            if other.character and (again or (not isinstance(line.reroll_of, bool) and line.reroll_of == other.seq)):
                return other.character
        return None

    def _shown_next(self, at: int, kinds: tuple[type[p.Line], ...], purposes: frozenset[str] = _OF_CARD) -> str | None:
        """Who is shown next to be the one: not by a later check of several, which somebody else may make."""
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.CheckResolved) and (purpose(later.purpose).which or 1) > 1:
                return None
            if isinstance(later, p.LocationClosed) and not is_temporary(later.closing):
                return None
            if isinstance(later, kinds) and later.character:
                if isinstance(later, p.CheckResolved) and purpose(later.purpose, later.closing).kind not in purposes:
                    continue
                return later.character
            if isinstance(later, p.TurnStarted | p.TurnEnded | p.Explored | p.EncounterStarted):
                return None
        return None

    def _turn(self, at: int) -> int | None:
        """The number of a turn as the other lines of it have it."""
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.TurnStarted):
                return None
            if later.turn is not None:
                return later.turn
        return None

    def _purpose(self, at: int) -> str:
        """What an unlabelled check was for: to close, or to acquire or defeat what was met."""
        line = self.lines[at]
        if isinstance(line, p.CheckResolved) and line.closing:
            return "close"
        if self.tempted is not None and line.character in {None, self.tempted}:
            return "close temporarily"
        if not self.met:
            return "close" if self.closer is not None else ""
        kind = self.met[-1][1]
        if kind in BANES and self._fights_later(at):
            return ""
        if kind:
            return "acquire" if kind in BOONS else "defeat" if kind in BANES else ""
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.EncounterResolved | p.EncounterStarted | p.Explored):
                ended = _ended(later.outcome) if isinstance(later, p.EncounterResolved) else None
                return "defeat" if ended in _DEFEATING else "acquire" if ended in _ACQUIRING else ""
        return ""

    def _fights_later(self, at: int) -> bool:
        """Whether a check that is no combat comes before one that is: then it was not the one that beats the card."""
        line = self.lines[at]
        if not isinstance(line, p.CheckResolved) or (line.skill or "combat").casefold().startswith("combat"):
            return False
        for later in self.lines[at + 1 :]:
            if isinstance(later, p.CheckResolved) and later.character in {None, line.character}:
                return (later.skill or "").casefold().startswith("combat")
            if isinstance(later, p.EncounterResolved | p.Explored | p.EncounterStarted):
                return False
        return False

    def _seen_next(self, at: int, who: str | None) -> str | None:
        """Where a character went that moved without a word of the place: where it is seen next, if not where it was."""
        line = self.lines[at]
        if isinstance(line, p.Moved) and (line.reason or line.location is None):
            return None
        for later in self.lines[at + 1 :]:
            if later.character == who and isinstance(later, p.Moved | p.TurnEnded):
                return None
            if later.character == who and isinstance(later, _SHOWS_PLACE) and later.location:
                here = self.where.get(who or "")
                return later.location if here is not None and later.location != here else None
        return None

    def _follow(self, line: p.Line) -> None:
        if line.character and line.location and isinstance(line, _IN_PLACE):
            self.where[line.character] = (line.to or line.location) if isinstance(line, p.Moved) else line.location
        if isinstance(line, p.StatePosted):
            self.where.update({name: place for name, place in (line.where or {}).items() if place})
        if isinstance(line, p.TurnStarted):
            self.active = line.character or self.active
        elif isinstance(line, p.TurnEnded) or (isinstance(line, p.CharacterDied) and line.character == self.active):
            self.active = None
        elif isinstance(line, p.Explored):
            self.met, self.closer = [(line.character, _kind(line))], None
            self.active = line.character or self.active
        elif isinstance(line, p.EncounterStarted):
            if isinstance(line.outcome, str) and _ended(line.outcome) is not None:
                return
            if not self.met or self.met[-1] != (line.character, _kind(line)):
                self.met.append((line.character, _kind(line)))
        elif isinstance(line, p.EncounterResolved):
            self.met = self.met[:-1]
        elif isinstance(line, p.CloseAttempted):
            self.closer = line.character
        if isinstance(line, p.CheckResolved) and purpose(line.purpose).kind in _OF_CARD:
            self.missed = line.character if (line.outcome or "").casefold().startswith("fail") else None
        elif isinstance(line, p.Explored | p.EncounterStarted | p.EncounterResolved):
            self.missed = None
        if isinstance(line, p.TempCloseAttempted):
            self.tempted = line.character
        elif isinstance(line, p.CheckResolved | p.EncounterResolved | p.LocationClosed):
            self.tempted = None
        if isinstance(line, p.LocationClosed | p.HandReset):
            self.closer = None


def _ended(text: str | None) -> str | None:
    try:
        return ending(text)
    except WordError:
        return None


def _is_bare(line: p.CheckResolved) -> bool:
    """Whether the words of a check do not tell what it was for."""
    return purpose(line.purpose, line.closing).kind == ""


def on_turn(lines: Sequence[p.Line]) -> tuple[str, int]:
    """Whose turn is on where the window begins, told by the first who does what only that character does.

    With the number of that turn; "" and 0 where that is not told.
    """
    for line in lines:
        if isinstance(line, p.TurnStarted | p.BlessingAdvanced | p.Correction):
            break
        if isinstance(line, p.Explored | p.HandReset | p.TurnEnded) and line.character:
            return line.character, line.turn or 0
    return "", 0


def _kind(line: p.Explored | p.EncounterStarted) -> str:
    """The type of the card that is met: as posted, else as the facts have it."""
    if line.villain or line.henchman:
        return "villain" if line.villain else "henchman"
    return known_type(line.card, kind_of_card(line.card_type))
