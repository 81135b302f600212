"""What the characters of a scenario did and what befell them, told as rows, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.pathfinder import events as e
from engine.pathfinder.card_checks import (
    OF_THE_CARD,
    asked,
    difficulty_of,
    place_in_row,
    subject_of,
)
from engine.pathfinder.card_values import card_key
from engine.pathfinder.checks import succeeded, total_of
from engine.pathfinder.damage import amount_of, count_of, owed_by
from engine.pathfinder.fact_rows import (
    PathfinderCheck,
    PathfinderClosing,
    PathfinderDamage,
    PathfinderDeath,
    PathfinderEncounter,
    PathfinderEscape,
    PathfinderExploration,
    PathfinderPlay,
    PathfinderRuling,
)
from engine.pathfinder.options import Options
from engine.pathfinder.phrases import location_of, met_now
from engine.pathfinder.state import at, character, place
from engine.pathfinder.verdicts import known_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event
    from engine.judging import Effect
    from engine.pathfinder.fact_rows import Row
    from engine.pathfinder.state import Encounter, State
    from engine.replay import Step


class Tally(msgspec.Struct, gc=False):
    """How often a character did something."""

    turns: int = 0
    explorations: int = 0
    checks: int = 0
    succeeded: int = 0
    failed: int = 0
    damage: int = 0
    plays: int = 0


class Acts:
    """The telling: `rows` are those of everything that is over; `close` tells what is still open."""

    def __init__(self, first: State) -> None:
        self.rows: list[Row] = []
        self.before = self.state = first
        #: Of the kind under which the method stands in `_ON_EVENT`.
        self.event: Any = None
        self.version = 0
        self.turns_begun = 0
        self.died_in: dict[str, int] = {}
        self._tallies: dict[str, Tally] = {}
        self._checks: list[PathfinderCheck] = []
        self._open: dict[int, dict[str, Any]] = {}
        self._explored: dict[int, dict[str, Any]] = {}
        self._damage: dict[int, dict[str, Any]] = {}
        for met in first.encounters:
            self._meet(met, "met")

    def tally(self, name: str) -> Tally:
        """What a character did so far."""
        return self._tallies.setdefault(name, Tally())

    @property
    def turn(self) -> int:
        """The turn in which the event happened."""
        return max(self.before.turn.number, self.state.turn.number)

    def seat(self, name: str) -> int | None:
        """The seat of a character."""
        found = character(self.state, name)
        return found.seat if found else None

    def by(self, name: str) -> dict[str, Any]:
        """When something happened and who did it."""
        return {"version": self.version, "turn": self.turn, "seat": self.seat(name), "character": name}

    def tell(self, step: Step) -> None:
        """One more step."""
        self.before, self.state, self.event = step.before, step.after, step.entry.event
        self.version = step.entry.version
        act = _ON_EVENT.get(type(self.event))
        if act is not None:
            act(self)
        self._encounters()
        self._follow_damage()
        for effect in step.effects:
            if effect.what in {"closed", "closed_temporarily", "closing_failed"}:
                self._closing(effect)
            elif effect.what == "escaped":
                self._escaped(effect)

    def close(self) -> None:
        """What is still open when the line ends."""
        for number in list(self._open):
            self._end(number, "", None)
        for number in list(self._damage):
            self._settle(number, None)
        self.rows += self._checks
        for one in self._checks:
            if one.counts:
                did = self.tally(one.character)
                did.checks += 1
                did.succeeded += one.succeeded is True
                did.failed += one.succeeded is False

    # Turns, deaths, rulings

    def turn_started(self) -> None:
        """A turn began."""
        self.turns_begun += 1
        self.tally(self.event.who).turns += 1

    def died(self) -> None:
        """A character died."""
        event, met = self.event, met_now(self.before, self.event.who)
        self.died_in.setdefault(event.who, self.turn)
        self.rows.append(
            PathfinderDeath(
                **self.by(event.who), location=at(self.before, event.who), cause=event.cause,
                card=card_key(met.card) if met is not None and met.card else "",
            )
        )  # fmt: skip

    def ruled(self) -> None:
        """A point of the rules was settled."""
        event = self.event
        self.rows.append(
            PathfinderRuling(
                version=self.version, turn=self.turn, point=event.point, choice=event.choice,
                option=event.point in Options.__struct_fields__, scope=event.scope, ruled_by=event.by,
            )
        )  # fmt: skip

    # Encounters

    def _encounters(self) -> None:
        """Encounters that began or ended with this step."""
        for met in self.state.encounters if self.state.met != self.before.met else ():
            if met.number > self.before.met:
                self._meet(met, self._source(met))
        for over in self.state.over[len(self.before.over) :]:
            self._end(over.number, over.outcome, self.version)

    def _source(self, met: Encounter) -> str:
        if isinstance(self.event, e.Explored):
            return self.event.source
        return "summoned" if met.summoned else "met"

    def _meet(self, met: Encounter, source: str) -> None:
        row = {
            **self.by(met.who), "location": met.place, "card": card_key(met.card) if met.card else "", "type": met.type,
        }  # fmt: skip
        self._open[met.number] = {**row, "number": met.number, "source": source}
        if self.version and isinstance(self.event, e.Explored):
            paid = self.event.paid
            self._explored[met.number] = {
                **row, "source": source, "paid_card": card_key(paid.card) if paid else "",
                "paid_how": paid.how if paid else "",
            }  # fmt: skip
            self.tally(met.who).explorations += 1

    def _end(self, number: int, outcome: str, version: int | None) -> None:
        row = self._open.pop(number, None)
        if row is None:
            return
        there = [
            one
            for view in (self.state, self.before)
            for one in (*view.encounters, *(task.encounter for task in view.tasks if task.encounter is not None))
        ]
        met = next((one for one in there if one.number == number), None)
        self.rows.append(
            PathfinderEncounter(
                **row, checks=met.checks if met else None, checks_made=len(met.done) if met else 0, outcome=outcome,
                until_version=version,
            )
        )  # fmt: skip
        if number in self._explored:
            self.rows.append(PathfinderExploration(**self._explored.pop(number), outcome=outcome))

    # Checks

    def checked(self) -> None:
        """A check was made."""
        event, before = self.event, self.before
        subject = subject_of(before, event) or ""
        difficulty, total = difficulty_of(before, event), total_of(event)
        if event.deliberate:
            total = 0
        if event.reroll_by:
            self._rolled_again()
        met = met_now(before, event.who)
        of_card = event.purpose in OF_THE_CARD
        self._checks.append(
            PathfinderCheck(
                **self.by(event.who),
                number=len(self._checks) + 1,
                location=location_of(before, event.who),
                purpose=event.purpose,
                skill=event.skill,
                card=card_key(subject) if subject and event.purpose not in {"close", "temp_close"} else subject,
                type=met.type if of_card and met is not None else "",
                which=place_in_row(before, event) if of_card else None,
                difficulty=difficulty,
                basis="" if difficulty is None else "known" if asked(before, event) else "asserted",
                total=total,
                succeeded=succeeded(event, before),
                margin=None if total is None or difficulty is None else total - difficulty,
                auto=event.auto is not None,
                dice=len(event.dice),
                dice_sum=sum(die.result for die in event.dice),
                dice_mean=sum(die.sides + 1 for die in event.dice) / 2,
                reroll_by=event.reroll_by,
                counts=True,
            )
        )
        if event.purpose == "temp_close":
            self.temporary()

    def _rolled_again(self) -> None:
        """The roll before no longer counts."""
        who, purpose = self.event.who, self.event.purpose
        for at_, one in reversed(list(enumerate(self._checks))):
            if (one.character, one.purpose) == (who, purpose):
                self._checks[at_] = msgspec.structs.replace(one, counts=False)
                return

    # Cards

    def explored(self) -> None:
        """A card of a location was turned over, perhaps for a price."""
        if self.event.paid is not None:
            self._paid(self.event.who, self.event.paid, "explore", "exploration")

    def played(self) -> None:
        """A card was played."""
        event = self.event
        self._play(event.who, event.card, event.type, event.how, event.use, event.cost)

    def power(self) -> None:
        """A power was used; its price are cards played."""
        for paid in self.event.cost:
            self._paid(self.event.who, paid, self.event.use, self.event.power)

    def price(self) -> None:
        """Part of the price of a closing was paid."""
        if self.event.paid is not None:
            self._paid(self.event.who, self.event.paid, "close", "closing")

    def _paid(self, who: str, paid: e.Payment, use: str, cost: str) -> None:
        self._play(who, paid.card, paid.type, paid.how, use, cost)

    def _play(self, who: str, card: str, type_: str, how: str, use: str, cost: str) -> None:
        met = met_now(self.before, who)
        self.tally(who).plays += 1
        self.rows.append(
            PathfinderPlay(
                **self.by(who),
                card=card_key(card),
                type=known_type(card, type_, self.before),
                how=how,
                use=use,
                cost=cost,
                helped=met.who if met is not None and met.who != who else "",
                against=card_key(met.card) if met is not None and met.card else "",
            )
        )

    # Damage

    def reduced(self) -> None:
        """Open damage became smaller."""
        owed = owed_by(self.before, self.event.who)
        if owed is not None and owed.number in self._damage:
            self._damage[owed.number]["reduced"] += self.event.amount

    def _follow_damage(self) -> None:
        """Damage that was dealt, stated or taken with this step."""
        if self.state.damages is self.before.damages:
            return
        known = {one.number for one in self.before.damages}
        for one in self.state.damages:
            if one.number not in known:
                self._open_damage(one.number)
        if isinstance(self.event, e.DamageDealt):
            self._stated_damage()
        still = {one.number for one in self.state.damages}
        for number in sorted(known - still):
            if isinstance(self.event, e.CheckResolved):
                # What a roll that was rolled again would have dealt was never dealt.
                self._damage.pop(number, None)
            else:
                self._settle(number, self._taken_now(number))

    def _open_damage(self, number: int) -> None:
        one = next(one for one in self.state.damages if one.number == number)
        met = next((each for each in self.state.encounters if each.number == one.encounter), None)
        card = met.card if met is not None else ""
        if isinstance(self.event, e.DamageDealt) and self.event.by:
            card = self.event.by
        self._damage[number] = {
            **self.by(one.who), "source": one.source, "type": one.type, "card": card_key(card) if card else "",
            "amount": one.amount, "reduced": 0,
        }  # fmt: skip

    def _stated_damage(self) -> None:
        """An entry states the damage that follows from a check: its amount and kind are those of the entry."""
        before = {one.number: one for one in self.before.damages}
        for one in self.state.damages:
            if one.number in self._damage and before.get(one.number, one) != one:
                stated = amount_of(self.event)
                row = self._damage[one.number]
                row["amount"] = row["amount"] if stated is None else stated
                row["type"] = one.type

    def _taken_now(self, number: int) -> int | None:
        """How many cards damage took that this step settles; None where it was not taken, or nobody told."""
        if not isinstance(self.event, e.DamageTaken):
            return None
        count = count_of(self.event)
        one = next(each for each in self.before.damages if each.number == number)
        if count is None:
            owner = character(self.before, one.who)
            held = owner.hand.size if owner is not None else None
            count = None if one.amount is None or held is None else min(one.amount, held)
        self.tally(one.who).damage += count or 0
        return count

    def _settle(self, number: int, taken: int | None) -> None:
        row = self._damage.pop(number, None)
        if row is not None and (row["amount"] != 0 or taken):
            self.rows.append(PathfinderDamage(**row, taken=taken))

    def taken(self) -> None:
        """Cards that were discarded though no damage was open."""
        if owed_by(self.before, self.event.who) is None:
            count = count_of(self.event)
            self.tally(self.event.who).damage += count or 0
            self.rows.append(
                PathfinderDamage(
                    **self.by(self.event.who), source="other", type="", card="", amount=None, reduced=0, taken=count
                )
            )  # fmt: skip

    # Locations and the villain

    def _closing(self, effect: Effect) -> None:
        closing, where = self.before.closing, effect.place or ""
        cause: str = self.event.cause if isinstance(self.event, e.LocationClosed) else ""
        who = ""
        if closing is not None and closing.place == where:
            who, cause = closing.who, cause or closing.cause
        elif self.state.closing is not None and self.state.closing.place == where:
            who, cause = self.state.closing.who, cause or self.state.closing.cause
        elif isinstance(self.event, e.TempCloseAttempted | e.CheckResolved | e.CloseAttempted):
            who = self.event.who
        here = place(self.before, where)
        closed = effect.what != "closing_failed"
        good = effect.what != "closed_temporarily"
        self._closing_row(who, where, cause if good else "", good=good, closed=closed, here=here if good else None)

    def _closing_row(self, who: str, where: str, cause: str, *, good: bool, closed: bool, here: Any) -> None:
        self.rows.append(
            PathfinderClosing(
                **self.by(who), location=where, kind="for good" if good else "for a time", cause=cause, closed=closed,
                banished=here.deck.size if here is not None and closed else None,
            )
        )  # fmt: skip

    def temporary(self) -> None:
        """An attempt against a villain that failed; one that succeeded is told by its consequence."""
        event = self.event
        failed = event.outcome == "fail"
        where = getattr(event, "place", "")
        if isinstance(event, e.CheckResolved):
            failed, where = succeeded(event, self.before) is False, subject_of(self.before, event) or ""
        if failed:
            self._closing_row(event.who, where, "", good=False, closed=False, here=None)

    def _escaped(self, effect: Effect) -> None:
        """Without a number that was told, as many blessings as the locations ask for went with the villain."""
        event, fate, locations = self.event, self.before.fate, effect.amount
        named = event.villain or (fate.villain if fate is not None else "")
        due = None if locations is None else max(0, locations - 1)
        self.rows.append(
            PathfinderEscape(
                version=self.version, turn=self.turn, villain=card_key(named) if named else "",
                location=fate.place if fate is not None else "", defeated=fate.defeated if fate is not None else None,
                locations=locations, blessings=due if event.blessings is None else event.blessings, pool=event.pool,
            )
        )  # fmt: skip


_ON_EVENT: dict[type[Event], Callable[[Acts], None]] = {
    e.TurnStarted: Acts.turn_started,
    e.Explored: Acts.explored,
    e.CheckResolved: Acts.checked,
    e.CardPlayed: Acts.played,
    e.PowerUsed: Acts.power,
    e.PricePaid: Acts.price,
    e.DamageReduced: Acts.reduced,
    e.DamageTaken: Acts.taken,
    e.TempCloseAttempted: Acts.temporary,
    e.Ruling: Acts.ruled,
    e.CharacterDied: Acts.died,
}
