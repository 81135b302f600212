"""A game as it can be shown step by step: what was typed, what it means, what changed and why, and the board after it.

Places are counted from 0, the beginning, to the number of steps; place 3 is the game after its third step. Everything
is worked out when it is first asked for, so that a long game opens at once.
"""

from __future__ import annotations

import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from cli.session_findings import voided_by
from cli.telling import told_of
from cli.views import board_of, changes_of, landmarks_of
from engine.events import GameStarted, Redone, Undone
from engine.line import is_annotation
from engine.replay import Walked

if TYPE_CHECKING:
    from cli.session_games import Loaded
    from engine.replay import Step


class Action(msgspec.Struct, frozen=True):
    """One action: the places before and after it, and its events."""

    before: int
    after: int
    first: int
    last: int

    @property
    def numbers(self) -> str:
        """Its events as they are printed: `41` or `41-44`."""
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


class Film:
    """The line of a game, played with every event judged; `seat` is the only one whose hand is shown."""

    def __init__(self, loaded: Loaded, seat: int | None = None) -> None:
        self.loaded = loaded
        self.game = loaded.game
        self.players = loaded.started.players
        self.seat = seat
        replay = loaded.replay()
        self.steps: tuple[Step, ...] = replay.steps
        self.failure = replay.failure
        self._first = replay.first
        self._flat: dict[int, dict[str, Any]] = {}
        self._told: dict[int, str] = {}
        self._typed: dict[int, str] = {}

    def __len__(self) -> int:
        return len(self.steps)

    # Places

    def version(self, place: int) -> int:
        """The event after which the game stands at a place."""
        return self.steps[place - 1].entry.version if place else self.loaded.line.first.version

    def place_of(self, version: int) -> int:
        """The place after an event; after the last event on the line before it, if it is not on the line."""
        return sum(step.entry.version <= version for step in self.steps)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions in order."""
        found: list[Action] = []
        for index, step in enumerate(self.steps):
            version = step.entry.version
            if found and step.entry.action == self.steps[index - 1].entry.action:
                found[-1] = Action(found[-1].before, index + 1, found[-1].first, version)
            else:
                found.append(Action(index, index + 1, version, version))
        return tuple(found)

    def action_at(self, place: int) -> Action | None:
        """The action that leads to a place or is under way there; None at the beginning."""
        return next((action for action in self.actions if action.before < place <= action.after), None)

    def next_action(self, place: int) -> int:
        """The place after the action that goes on or begins at a place; the place itself at the end."""
        return next((action.after for action in self.actions if action.after > place), place)

    def previous_action(self, place: int) -> int:
        """The place before the action that leads to a place; the place itself at the beginning."""
        return next((action.before for action in reversed(self.actions) if action.before < place), place)

    @cached_property
    def _landmarks(self) -> tuple[frozenset[str], ...]:
        name = landmarks_of(self.game.title)
        return tuple(
            name(self.flat(index), self.flat(index + 1), step.effects, kind=step.entry.event.kind())
            for index, step in enumerate(self.steps)
        )

    def landmark(self, what: str, place: int, direction: int) -> int | None:
        """The next (1) or previous (-1) place to which a step of this kind leads, or None."""
        places = range(place + 1, len(self) + 1) if direction > 0 else range(place - 1, 0, -1)
        return next((one for one in places if what in self._landmarks[one - 1]), None)

    def search(self, text: str, place: int, direction: int = 1) -> int | None:
        """The nearest place whose step says a text, in notation, in words, or in a rule id; or None."""
        wanted = folded(text)
        places = range(place + 1, len(self) + 1) if direction > 0 else range(place - 1, 0, -1)
        return next((one for one in places if wanted and wanted in self._said(one)), None)

    def _said(self, place: int) -> str:
        effects = (part for pair in self.effects(place) for part in pair)
        return folded("\n".join((self.typed(place), self.told(place), *effects, *self.notes(place))))

    # What is told of the step that leads to a place

    def told(self, place: int) -> str:
        """The step in game words; at the beginning, how the game began."""
        if place not in self._told:
            if place:
                self._told[place] = self.game.describe(self.steps[place - 1].before, self.steps[place - 1].entry.event)
            else:
                start = Walked(entry=self.loaded.line.first, before=self._first, after=self._first)
                self._told[place] = told_of(self.loaded, start)
        return self._told[place]

    def effects(self, place: int) -> list[tuple[str, str]]:
        """The step's consequences, each with its rule id."""
        if not place:
            return []
        step = self.steps[place - 1]
        return self.game.describe_effects(step.before, step.effects)

    def typed(self, place: int) -> str:
        """The notation of the whole action to which the step belongs."""
        action = self.action_at(place)
        if action is None:
            return ""
        if action.before not in self._typed:
            steps = self.steps[action.before : action.after]
            self._typed[action.before] = self.game.write_action(steps[0].before, [one.entry.event for one in steps])
        return self._typed[action.before]

    def notes(self, place: int) -> list[str]:
        """What was written into the log between this step and the next one on the line."""
        return self._notes.get(place, [])

    @cached_property
    def _notes(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {
            self.place_of(version): [f"made void by event {by}"] for version, by in voided_by(self.loaded).items()
        }
        for entry in self.loaded.entries[1:]:
            if is_annotation(entry.event) and not isinstance(entry.event, GameStarted | Undone | Redone):
                told = told_of(self.loaded, Walked(entry=entry, before=self._first, after=self._first))
                found.setdefault(self.place_of(entry.version), []).append(f"{entry.version} {told}")
        return found

    # Positions

    def state(self, place: int) -> Any:
        """The state at a place."""
        return self.steps[place - 1].after if place else self._first

    def flat(self, place: int) -> dict[str, Any]:
        """The flat position at a place, as the chosen seat sees it."""
        if place not in self._flat:
            flat = self.game.flat(self.state(place))
            self._flat[place] = flat if self.seat is None else self.game.hide(flat, self.seat)
        return self._flat[place]

    def changed(self, before: int, after: int) -> dict[str, Any]:
        """The flat keys that differ between two places, with their values at the second."""
        then, now = self.flat(before), self.flat(after)
        return {key: value for key, value in now.items() if key not in then or then[key] != value}

    def changes(self, before: int, after: int) -> list[str]:
        """What changed between two places, in game words."""
        return changes_of(self.game.title)(
            self.changed(before, after), self.flat(before), self.players, hide_hands_except=self.seat
        )

    def prompt(self, place: int) -> str:
        """What is asked at a place."""
        asked = self.game.prompt(self.state(place))
        return "the game is over" if asked is None else asked.text

    def board(self, before: int, after: int, width: int) -> Any:
        """The board at the second place, with what changed since the first marked; rich draws it."""
        asked = self.game.prompt(self.state(after))
        text = self.prompt(after)
        if asked is not None and asked.seat is not None:
            text = text.removeprefix(f"{self.players[asked.seat]}: ")
        return board_of(self.game.title)(
            self.flat(after),
            players=self.players,
            width=width,
            changed=frozenset(self.changed(before, after)),
            before=self.flat(before),
            hide_hands_except=self.seat,
            title=f"{self.loaded.name}#{self.version(after)}",
            prompt=text,
            latest=[msgspec.to_builtins(step.entry.event) for step in self.steps[before:after]],
        )


def folded(text: str) -> str:
    """A text as it is searched: without case and accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))
