"""What is open in a window of play by post while it is read: encounters, closings, where cards lie, what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.play_by_post_words import is_cost, kind_of_card, lies, purpose, verdict, way, zone_in
from engine.pathfinder.verdicts import same_card

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.events import Event

#: What is done outside an encounter, so that none goes on with it.
OUTSIDE = (p.Explored, p.Moved, p.CloseAttempted, p.LocationClosed, p.HandReset, p.TurnEnded, p.TurnStarted)


def who_of(line: p.Line) -> str:
    """The character of a line, "" if nobody said."""
    return line.character or ""


class Following:
    """One window followed line by line: what is open, what lies where, and what the lines ahead say."""

    def __init__(self, lines: Sequence[p.Line], active: str) -> None:
        self.lines = lines
        self.at = 0
        self.active = active
        self.number = 1
        self.began: tuple[str, int] | None = None
        self.explored = False
        self.open: list[tuple[str, str | None]] = []
        self.met = 0
        self.tasks = 0
        self.pending: dict[int, tuple[str, str | None]] = {}
        self.unpaid: dict[str, int] = {}
        self.tried: set[str] = set()
        self.closing: str | None = None
        self.where: dict[str, str] = {}
        self.lying: dict[tuple[str, str], e.Zone] = {}
        self.owed: dict[str, int] = {}

    def gone_on(self, line: p.Line) -> Iterator[Event]:
        """Encounters that were never resolved, and play went on: they are left open, once."""
        inside = (isinstance(line, p.Moved) and (line.cause or line.to is None)) or (
            isinstance(line, p.LocationClosed) and line.closing == "temporary"
        )
        if isinstance(line, OUTSIDE) and not inside:
            while self.open:
                yield self.put_off("", "play went on")

    def ahead(self) -> Iterator[p.Line]:
        """The lines after this one."""
        yield from self.lines[self.at + 1 :]

    def place(self, line: p.Line) -> str:
        """The location of a line: as posted, else where its character was seen last; "" if that is not told."""
        return line.location or self.where.get(who_of(line), "")

    # Cards

    def play(self, who: str, card: p.PostedCard, use: e.Use) -> Iterator[Event]:
        """A card that was played with a check, or paid for it."""
        if card.card is None or card.type == "display":
            return
        owner = card.by or who
        how = way(card.how)
        cost = card.effect or "a power" if is_cost(card) else ""
        yield e.CardPlayed(
            who=owner, card=card.card, how=how or "reveal", type=kind_of_card(card.type), use=use, cost=cost,
            says_so=True,
        )  # fmt: skip
        self.lay(owner, card.card, how)

    def lay(self, who: str, card: str, how: e.How | None) -> None:
        """Remember where a card lies."""
        zones: dict[str, e.Zone] = {"discard": "discard", "display": "displayed", "bury": "buried", "recharge": "deck"}
        if how in zones:
            self.lying[who, card] = zones[how]

    def changes(self, who: str, zones: dict[str, str], spoken: str) -> Iterator[e.ZoneChange]:
        """Cards that went to posted zones from where they lay, as far as that was told."""
        for card, text in zones.items():
            now = lies(text)
            if now is None:
                continue
            origin = self.lying.get((who, card)) or zone_in(spoken)
            self.lying[who, card] = now.zone
            at: e.At = "bottom" if now.at == "bottom" else "top" if now.at == "top" else "somewhere"
            if now.zone == "discard":
                at = "top"
            yield e.ZoneChange(card=card, to=now.zone, origin=origin, who=who, at=at)

    # Encounters

    def meet(self, who: str, card: str | None) -> None:
        """An encounter begins."""
        self.met += 1
        self.tried.clear()
        self.open.append((who, card))

    def leave(self, card: str | None) -> None:
        """An encounter ends: that of the card, else the innermost."""
        for at in range(len(self.open) - 1, -1, -1):
            known = self.open[at][1]
            if card is None or (known is not None and same_card(known, card)):
                del self.open[at]
                return
        if self.open:
            self.open.pop()

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

    def taken_over(self, who: str) -> str:
        """Who deals with the encounter instead, by a card whose outcome is pending; "" for nobody."""
        for line in self.ahead():
            if isinstance(line, p.CardPlayed) and line.outcome == "pending" and line.character not in {None, who}:
                return str(line.character)
            if isinstance(line, (*OUTSIDE, p.CheckResolved, p.EncounterResolved)):
                return ""
        return ""

    def kind_ahead(self) -> str:
        """Whether the card is a villain or a henchman by what is posted of its check; "" without."""
        for line in self.ahead():
            if isinstance(line, p.CheckResolved | p.EncounterResolved):
                return "villain" if line.villain else "henchman" if line.henchman else ""
            if isinstance(line, (p.EncounterStarted, *OUTSIDE)):
                return ""
        return ""

    def closed_ahead(self, place: str) -> str | None:
        """Success where a temporary closing is posted next and no check decides it; else None."""
        for line in self.ahead():
            if isinstance(line, p.CheckResolved | p.EncounterResolved):
                return None
            if isinstance(line, p.LocationClosed) and line.location == place:
                return "success" if line.closing == "temporary" else None
        return None

    def outcome_by_checks(self) -> str | None:
        """How an encounter ended whose outcome is not posted, by its posted checks; None if they leave it open."""
        kind, outcomes = "", list[str | None]()
        for line in reversed(self.lines[: self.at]):
            if isinstance(line, p.Explored | p.EncounterStarted | p.EncounterResolved):
                break
            if isinstance(line, p.CheckResolved) and purpose(line.purpose).kind in {"acquire", "defeat"}:
                kind = purpose(line.purpose).kind
                outcomes.append(verdict(line.outcome))
        if "fail" in outcomes:
            return "banished" if kind == "acquire" else "undefeated"
        if not outcomes or None in outcomes:
            return None
        return "acquired" if kind == "acquire" else "defeated"

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
