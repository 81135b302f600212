"""Which events make one action, and how a typed line becomes them, whatever the game.

An *action* is what a person does in one go: consecutive events that undo together. Its seat is that of its first
event that was a choice (the seat of chance is None). It goes on while the same seat decides, and over everything
that happens without a choice of anybody; it ends where another seat must decide, where chance must be entered, where
the main question of a turn comes again, and with the game. Forced events ahead of the first choice, such as the first
market of a known deck, are an action of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from engine.events import Event
from engine.game import Fault
from engine.judging import Prompt, Violation
from engine.notation import Choice, Misread, TypedLine, quoted

State = Any
#: The name of the question with which a new action begins, in every game.
MAIN = "main"
_NOBODY_YET = -1


class Rules(Protocol):
    """What is needed of a game; its `GAME` has it, and so has its reducer."""

    def prompt(self, state: State) -> Prompt | None:
        """Who must decide what next."""

    def automatic(self, state: State) -> Event | None:
        """The next event where nobody has a choice."""

    def evolve(self, state: State, event: Event) -> tuple[State, Any]:
        """The state after an event, and what came of it."""


class Meaning(msgspec.Struct, frozen=True):
    """What the next choice of a line means: an event, the part of the line that says so, and the choices after it."""

    event: Event
    said: Choice
    rest: tuple[Choice, ...]


class Grammar(Rules, Protocol):
    """The notation of one game."""

    def check(self, state: State, event: Event) -> list[Violation]:
        """All violations of an event."""

    def canonical(self, state: State, event: Event) -> Event:
        """The event with interchangeable pieces made the same."""

    def meaning(self, state: State, choices: tuple[Choice, ...]) -> Meaning:
        """What the first of these choices means here.

        Raises:
            Misread: it cannot be read here.
        """

    def stop(self, state: State, given: Sequence[Event]) -> Event | None:
        """The event by which the end of a line, on which these were chosen, stops what it was about; or None."""

    def refusal(self, state: State, event: Event, violations: Sequence[Violation], said: Choice) -> Fault:
        """The fault of an illegal event, with what is legal instead."""

    def missing(self, state: State, column: int) -> Fault:
        """The fault of a line that leaves the present question open."""


def goes_on(asked: Prompt | None, seat: int | None) -> bool:
    """Whether an action of a seat goes on with a question that is a choice."""
    return asked is not None and asked.ask != MAIN and asked.seat == seat


def split_actions(rules: Rules, state: State, events: Sequence[Event]) -> list[tuple[Event, ...]]:
    """A run of events, the first of which happens in `state`, cut into actions. The events must be legal."""
    actions: list[list[Event]] = []
    seat: int | None = _NOBODY_YET
    one_choice = getattr(rules, "one_choice_actions", False)
    for event in events:
        asked = rules.prompt(state)
        forced = rules.automatic(state) is not None
        if not actions or not (forced or (goes_on(asked, seat) and not one_choice)):
            actions.append([])
            seat = _NOBODY_YET if forced or asked is None else asked.seat
        actions[-1].append(event)
        state, _ = rules.evolve(state, event)
    return [tuple(action) for action in actions]


def read_action(grammar: Grammar, state: State, line: TypedLine) -> tuple[tuple[Event, ...], Fault | None]:
    """The events of the one action that a line tells, or those before its fault, and the fault.

    What nobody has a choice about is filled in where it is not told. The end of the line also stops what may be
    stopped, if something of it was told and no question to the same seat is left open by that.
    """
    reader = _Reader(grammar, state, line)
    try:
        reader.read()
    except Misread as misread:
        return tuple(reader.events), misread.fault
    return tuple(reader.events), None


def read_untold(grammar: Grammar, state: State, line: TypedLine) -> tuple[tuple[Event, ...], Fault | None]:
    """The events that a line tells one by one, with nothing filled in and no end required: an unfinished action."""
    reader = _Reader(grammar, state, line)
    try:
        while reader.choices:
            reader.take(grammar.meaning(reader.state, reader.choices))
    except Misread as misread:
        return tuple(reader.events), misread.fault
    return tuple(reader.events), None


class _Reader:
    """One reading of one line; lives inside one call."""

    def __init__(self, grammar: Grammar, state: State, line: TypedLine) -> None:
        self.grammar = grammar
        self.state = state
        self.line = line
        self.choices = line.choices
        self.events: list[Event] = []
        self.given: list[Event] = []
        self.seat: int | None = _NOBODY_YET
        #: What was wrong with a choice as the answer to a forced step, by the column of the choice.
        self.not_forced: dict[int, Fault] = {}

    def read(self) -> None:
        """Read the whole line.

        Raises:
            Misread: it was not taken.
        """
        while True:
            forced = self.grammar.automatic(self.state)
            if forced is not None:
                self._force(forced)
                continue
            asked = self.grammar.prompt(self.state)
            begun = self.seat != _NOBODY_YET
            if (begun and not goes_on(asked, self.seat)) or (not begun and not self.choices):
                break
            if not begun:
                self.seat = asked.seat if asked else None
            if self.choices:
                self.take(self._meaning())
            elif self.seat is None:
                break
            else:
                self._end_of_line()
        if self.choices:
            raise Misread(self._left_over(self.choices[0]))

    def take(self, meaning: Meaning) -> None:
        """Play the event of a choice.

        Raises:
            Misread: it is illegal.
        """
        violations = self.grammar.check(self.state, meaning.event)
        if violations:
            raise Misread(self.grammar.refusal(self.state, meaning.event, violations, meaning.said))
        event = self.grammar.canonical(self.state, meaning.event)
        self.choices = meaning.rest
        self.given.append(event)
        self._play(event)

    def _play(self, event: Event) -> None:
        self.state, _ = self.grammar.evolve(self.state, event)
        self.events.append(event)

    def _meaning(self) -> Meaning:
        try:
            return self.grammar.meaning(self.state, self.choices)
        except Misread as misread:
            earlier = self.not_forced.get(self.choices[0].column)
            raise misread if earlier is None else Misread(earlier) from None

    def _force(self, forced: Event) -> None:
        """Play the forced event; if the next choice tells the same, it has been told."""
        if self.choices:
            try:
                meaning = self.grammar.meaning(self.state, self.choices)
            except Misread:
                pass
            else:
                said = self.grammar.canonical(self.state, meaning.event)
                if said == self.grammar.canonical(self.state, forced):
                    self.choices = meaning.rest
                elif violations := self.grammar.check(self.state, meaning.event):
                    fault = self.grammar.refusal(self.state, meaning.event, violations, meaning.said)
                    self.not_forced[self.choices[0].column] = fault
        self._play(forced)

    def _end_of_line(self) -> None:
        """Stop what may be stopped, if that ends the action; a question that stays open is a fault."""
        stop = None if self.line.more else self.grammar.stop(self.state, self.given)
        if stop is None or self.grammar.check(self.state, stop) or self._asks_on_after(stop):
            raise Misread(self.grammar.missing(self.state, self.line.end))
        self._play(stop)

    def _asks_on_after(self, event: Event) -> bool:
        state, _ = self.grammar.evolve(self.state, event)
        while (forced := self.grammar.automatic(state)) is not None:
            state, _ = self.grammar.evolve(state, forced)
        return goes_on(self.grammar.prompt(state), self.seat)

    def _left_over(self, choice: Choice) -> Fault:
        earlier = self.not_forced.get(choice.column)
        if earlier is not None:
            return earlier
        asked = self.grammar.prompt(self.state)
        then = f"next: {asked.text}" if asked else "the game is over"
        text = quoted(" ".join(word.text for word in choice.words))
        return choice.fault(
            "malformed",
            f"{text} is more than this action takes",
            hint=f"a line is one action; {then}",
        ).fault
