"""What is open in a window of play by post while it is read: encounters, closings, damage, and what comes next."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder import reducer
from engine.pathfinder.play_by_post_cards import Cards
from engine.pathfinder.play_by_post_slots import Slots
from engine.pathfinder.play_by_post_words import WordError, ending, is_temporary, purpose, uncopied, verdict
from engine.pathfinder.state import Encounter, at, encounter, to_take
from engine.pathfinder.verdicts import same_card

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.events import Event

#: What is done outside an encounter, so that none goes on with it.
OUTSIDE = (p.Explored, p.Moved, p.CloseAttempted, p.LocationClosed, p.HandReset, p.TurnEnded, p.TurnStarted)
#: What shows that a window has told of play before.
_OF_PLAY = (p.TurnStarted, p.BlessingAdvanced, p.CheckResolved, p.CloseAttempted, p.HandReset, p.TurnEnded)


def who_of(line: p.Line) -> str:
    """The character of a line, "" if nobody said."""
    return line.character or ""


class Following(Cards):
    """One window followed line by line: what is open, what lies where, and what the lines ahead say."""

    def __init__(self, lines: Sequence[p.Line], started: e.PathfinderStarted) -> None:
        super().__init__()
        self.lines = lines
        self.people = started.players
        self.state = reducer.start(started)
        self.at = 0
        self.active = started.on_turn
        self.number = 1
        self.began: tuple[str, int] | None = None
        self.explored = False
        self.open: list[tuple[str, str | None]] = []
        #: What cards and powers were said to do since the card that is being encountered was met.
        self.heard: list[str] = []
        self.met = 0
        self.tasks = 0
        self.pending: dict[int, tuple[str, str | None]] = {}
        self.unpaid: dict[str, int] = {}
        self.tried: set[str] = set()
        self.closing: str | None = None
        self.where: dict[str, str] = {}
        self.turns: list[int | None] = []
        self.slots = Slots()
        self.odd: list[str] = []

    def happens(self, event: Event) -> Event:
        """Count an event, and carry it out as far as it can be."""
        self.number += 1
        if not reducer.check(self.state, told := uncopied(event)):
            self.state, _ = reducer.evolve(self.state, told)
        return told

    def odd_word(self, fault: WordError) -> None:
        """Remark on a word that stands for nothing: what it tells is unknown."""
        self.odd.append(str(fault))

    def verdict(self, text: str | None) -> e.Outcome | None:
        """Success or failure as a text tells it; None where it is not told or not understood."""
        try:
            return verdict(text)  # type: ignore[return-value]
        except WordError as fault:
            self.odd_word(fault)
            return None

    def ending(self, text: str | None) -> str | None:
        """How an encounter ended as a text tells it; None where it is not told or not understood."""
        try:
            return ending(text)
        except WordError as fault:
            self.odd_word(fault)
            return None

    def gone_on(self, line: p.Line) -> Iterator[Event]:
        """Encounters that were never resolved, and play went on: they are left open, once."""
        inside = (isinstance(line, p.Moved) and (line.cause or line.to is None)) or (
            isinstance(line, p.LocationClosed) and self.is_temporary(line)
        )
        if isinstance(line, OUTSIDE) and not inside:
            while self.open:
                if self.open[-1][1] is None:
                    # Of a card that nobody named nobody said how its encounter ended.
                    self.open.pop()
                    yield e.EncounterResolved(outcome="cut_short", allowed_by="nobody said how it ended")
                else:
                    yield self.put_off("", "play went on")

    def ahead(self) -> Iterator[p.Line]:
        """The lines after this one."""
        yield from self.lines[self.at + 1 :]

    def place(self, line: p.Line) -> str:
        """The location of a line: as posted, else where its character was seen last; "" if that is not told."""
        return line.location or self.where.get(who_of(line), "") or at(self.state, who_of(line))

    def is_temporary(self, line: p.LocationClosed) -> bool:
        """Whether a closing was one against a villain: as posted, else if a villain is met elsewhere just now."""
        if line.closing is not None:
            return is_temporary(line.closing)
        return self.place(line) in self.tried or self.villain_met() is not None

    def is_beginning(self) -> bool:
        """Whether the window has told nothing of a turn or an encounter yet: it may begin in the middle of one."""
        return not self.met and not any(isinstance(line, _OF_PLAY) for line in self.lines[: self.at])

    def villain_met(self) -> Encounter | None:
        """The villain that is being encountered; None without one."""
        met = encounter(self.state)
        return met if met is not None and met.type == "villain" else None

    # Damage that nobody told to have been taken

    def damage_unsaid(self, number: int | None = None, who: str | None = None) -> Iterator[Event]:
        """Damage of an encounter, or of a character, that no line tells to be taken: how much it cost is not known."""
        meant = [one for one in to_take(self.state) if number in {None, one.encounter} and who in {None, one.who}]
        for name in dict.fromkeys(one.who for one in meant if one.who not in self.state.dying):
            yield from self.unsure(name, "hand", "discard")
            for owed in self.state.damages:
                if owed.who == name and number in {None, owed.encounter}:
                    yield e.DamageTaken(who=name)

    # Encounters

    def meet(self, who: str, card: str | None) -> None:
        """An encounter begins."""
        self.met += 1
        self.tried.clear()
        self.heard.clear()
        self.open.append((who, card))

    def leave(self, card: str | None) -> None:
        """An encounter ends: that of the card, else the innermost."""
        for number in range(len(self.open) - 1, -1, -1):
            known = self.open[number][1]
            if card is None or (known is not None and same_card(known, card)):
                del self.open[number]
                return
        if self.open:
            self.open.pop()

    def begun_unseen(self, who: str, card: str | None, type_: str, checks: int | None = None) -> Iterator[Event]:
        """An encounter whose beginning was not posted: none is open, and what is posted now belongs to one.

        Where the one that was just over is meant, what is posted comes too late for it.
        """
        last = self.state.over[-1] if self.state.over else None
        over = last is not None and last.who == who and (card is None or not last.card or same_card(last.card, card))
        if self.open or over:
            return
        self.meet(who, card)
        yield e.EncounterStarted(who=who, card=card, type=type_, checks=checks)

    def put_off(self, owner: str, reason: str = "posted without an outcome") -> Event:
        """The innermost encounter is left open."""
        who, card = self.open.pop()
        self.tasks += 1
        self.pending[self.tasks] = (owner or who, card)
        return e.LeftPending(owner=owner or who, reason=reason)

    def resume(self, who: str, card: str | None) -> Iterator[Event]:
        """An encounter that was left open is taken up by its owner."""
        if self.open and self.open[-1][0] == who and card is None:
            return
        for task, (owner, left) in self.pending.items():
            fits = owner == who if card is None else left is not None and same_card(left, card)
            if fits and (not self.open or self.open[-1][1] != card or card is None):
                del self.pending[task]
                self.open.append((owner, left))
                yield e.Resumed(task=task)
                return

    def goes_on(self, who: str, card: str | None) -> bool:
        """Whether the encounter that was just posted without an outcome is gone on with before anything else."""
        for line in self.ahead():
            if isinstance(line, p.EncounterResolved) and line.card is not None and card is not None:
                return same_card(line.card, card)
            if isinstance(line, p.CheckResolved) and purpose(line.purpose).kind in {"acquire", "defeat"}:
                return line.character == who
            if isinstance(line, OUTSIDE):
                return False
        return False

    def closing_failed(self, place: str) -> bool:
        """Whether the attempt to close a location against the villain came to nothing."""
        met = self.villain_met()
        tried = [who for who, where in met.tried if where == place] if met is not None else []
        here = next((one for one in self.state.places if one.name == place), None)
        decided = met is not None and bool(tried) and tried[-1] in met.decided
        return decided and here is not None and here.status == "open"

    def taken_over(self, who: str) -> str:
        """Who deals with the encounter instead, by a card whose outcome is pending; "" for nobody."""
        for line in self.ahead():
            if (
                isinstance(line, p.CardPlayed | p.PowerUsed)
                and line.outcome == "pending"
                and line.character not in {None, who}
            ):
                return str(line.character)
            if isinstance(line, (*OUTSIDE, p.CheckResolved, p.EncounterResolved)):
                return ""
        return ""

    def kind_ahead(self) -> str:
        """Whether the card is a villain or a henchman by what is posted of its encounter; "" without."""
        for line in self.ahead():
            if isinstance(line, p.TempCloseAttempted | p.VillainEscaped):
                return "villain"
            if isinstance(line, p.EncounterResolved) or is_of_card(line):
                words = (getattr(line, "purpose", None) or "").casefold()
                kinds = ("villain", "henchman")
                return next((kind for kind in kinds if getattr(line, kind, None) or kind in words), "")
            temporary = isinstance(line, p.LocationClosed) and is_temporary(line.closing)
            if isinstance(line, (p.EncounterStarted, *OUTSIDE)) and not temporary:
                return ""
        return ""

    def card_ahead(self, who: str) -> str | None:
        """The card whose encounter is over next, as it is posted; None if that is not told."""
        for line in self.ahead():
            if isinstance(line, p.EncounterResolved):
                return line.card if line.character in {None, who} else None
            if isinstance(line, (p.EncounterStarted, *OUTSIDE)):
                return None
        return None

    def fighter_ahead(self) -> str:
        """Who makes the next check of a card; "" if that is not told."""
        found = next((line for line in self.ahead() if is_of_card(line) or isinstance(line, OUTSIDE)), None)
        return who_of(found) if found is not None and is_of_card(found) else ""

    def shut_ahead(self, place: str) -> e.Outcome | None:
        """Success where this location is told to be closed for good before anything else is done; else None."""
        for line in self.ahead():
            if isinstance(line, p.LocationClosed):
                return "success" if self.place(line) == place and not is_temporary(line.closing) else None
            if isinstance(line, OUTSIDE):
                return None
        return None

    def closed_ahead(self, place: str) -> str | None:
        """Success where a temporary closing is posted next and no check decides it; else None."""
        for line in self.ahead():
            if isinstance(line, p.CheckResolved | p.EncounterResolved):
                return None
            if isinstance(line, p.LocationClosed) and self.place(line) == place:
                return "success" if self.is_temporary(line) else None
        return None

    def outcome_by_checks(self) -> str | None:
        """How an encounter ended whose outcome is not posted, by its posted checks; None if they leave it open."""
        kind, outcomes, again = "", list[str | None](), False
        for line in reversed(self.lines[: self.at]):
            if isinstance(line, p.Explored | p.EncounterStarted | p.EncounterResolved):
                break
            if isinstance(line, p.CheckResolved) and purpose(line.purpose).kind in {"acquire", "defeat"}:
                kind = purpose(line.purpose).kind
                if not again:
                    outcomes.append(self.verdict(line.outcome))
                again = is_reroll(line)
        if "fail" in outcomes:
            return "banished" if kind == "acquire" else "undefeated"
        if not outcomes or None in outcomes:
            return None
        return "acquired" if kind == "acquire" else "defeated"

    def checks_of(self, line: p.Explored | p.EncounterStarted) -> int | None:
        """How many checks a card has: none where that is posted, else as its posted checks count them."""
        known = line.known.get("check") if isinstance(line.known, dict) else None
        if isinstance(known, str) and known.strip().casefold() in {"none", "no check", "-"}:
            return 0
        return self.checks_ahead()

    def hears(self, told: Any) -> None:
        """What the text of a card or power is said to be, for what it may allow in this encounter."""
        texts = [one for one in told.values() if isinstance(one, str)] if isinstance(told, dict) else [told]
        self.heard += [one for one in texts if isinstance(one, str) and one]

    def allows(self, pattern: re.Pattern[str], *more: str | None) -> str:
        """The first text heard in this encounter, or of `more`, that says something; "" if none does."""
        return next((one for one in (*more, *self.heard) if one and pattern.search(one.casefold())), "")

    def checks_ahead(self) -> int | None:
        """How many checks the card joins, as its posted checks count them."""
        for line in self.ahead():
            if isinstance(line, p.CheckResolved):
                found = purpose(line.purpose)
                if found.kind in {"acquire", "defeat"} and found.checks is not None:
                    return found.checks
            elif isinstance(line, p.EncounterResolved | p.Explored):
                return None
        return None

    def check_ahead(self, who: str) -> bool:
        """Whether a check to close of this character comes next, so that it decides the attempt."""
        for line in self.ahead():
            if isinstance(line, p.CheckResolved) and line.character == who:
                return purpose(line.purpose, line.closing).kind in {"close", "temp_close"}
            if isinstance(line, (*OUTSIDE, p.EncounterResolved, p.TempCloseAttempted)):
                return False
        return False

    def rolled_again(self, line: p.CheckResolved) -> bool:
        """Whether a later roll of the same character is made instead of this one."""
        kind = purpose(line.purpose, line.closing).kind
        for later in self.ahead():
            if isinstance(later, p.CheckResolved) and later.character == line.character:
                same = purpose(later.purpose, later.closing).kind == kind
                if later.reroll_of == line.seq:
                    return True
                if same:
                    return is_reroll(later) and not isinstance(later.reroll_of, int)
            if isinstance(later, (*OUTSIDE, p.EncounterResolved)):
                return False
        return False


def is_of_card(line: p.Line) -> bool:
    """Whether a line is a check to acquire or defeat a card."""
    return isinstance(line, p.CheckResolved) and purpose(line.purpose, line.closing).kind in {"acquire", "defeat", ""}


def is_reroll(line: p.CheckResolved) -> bool:
    """Whether a roll was made instead of an earlier one, be that one named or not."""
    return line.reroll_of is not UNSET and line.reroll_of is not False
