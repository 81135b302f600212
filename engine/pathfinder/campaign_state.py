"""The state of a campaign, the private draft on which one event is worked out, and its position.

Keys of the position: `m.NAME.*` a character, `played` the scenarios in order, `adventures` and `paths` what was
completed, `party` rewards that somebody of the party has still to take, `box.*` what left the box or came back to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from engine.judging import Effect
from engine.pathfinder.campaign_events import Feat
from engine.pathfinder.options import Options
from engine.position import Flat, Part

#: "ready" between scenarios, "playing" in one, "dead" for good, "retired" until its player takes it up again.
Status = Literal["ready", "playing", "dead", "retired"]


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the parts of a state."""


class Owed(Value, frozen=True, kw_only=True):
    """A reward that was granted and not taken yet: a feat, a card to draw (of a type, or any), a loot card, or text."""

    kind: Literal["feat", "draw", "loot", "other"]
    source: str
    text: str
    feat: Feat | None = None
    type: str = ""
    card: str = ""


class Member(Value, frozen=True, kw_only=True):
    """A character of the campaign.

    `deck` is sorted. `kept` are cards of rewards that are in no deck yet. `skills` and `cards` count the boxes ticked,
    `powers` are those ticked, in words. `favored` is the favored type that was first chosen, where the card leaves it
    open. `succeeded` tells that a dead one has a successor. `game` is the stream of the scenario in which it is.
    """

    name: str
    player: str
    status: Status = "ready"
    deck: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    skills: tuple[tuple[str, int], ...] = ()
    powers: tuple[str, ...] = ()
    cards: tuple[tuple[str, int], ...] = ()
    role: str = ""
    favored: str = ""
    owed: tuple[Owed, ...] = ()
    game: str = ""
    scenarios: int = 0
    successor_of: str = ""
    succeeded: bool = False


class Played(Value, frozen=True, kw_only=True):
    """A scenario that was begun: its log, who played, and how it ended ("" while it goes on)."""

    game: str
    name: str
    scenario: str
    adventure: int | None
    characters: tuple[str, ...]
    outcome: Literal["", "won", "lost", "abandoned"] = ""
    dead: tuple[str, ...] = ()


class State(Value, frozen=True, kw_only=True):
    """Everything that the rules of a campaign need to know at one moment.

    `adventures` and `paths` are the numbers of those that were completed. `party` is what the whole party is owed.
    """

    options: Options
    preset: str
    members: tuple[Member, ...] = ()
    played: tuple[Played, ...] = ()
    adventures: tuple[int, ...] = ()
    paths: tuple[int, ...] = ()
    completed: tuple[str, ...] = ()
    party: tuple[Owed, ...] = ()
    banished: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def adventure(self) -> int:
        """The number of the adventure that is on: the highest begun, or told to be completed; 0 for the base set."""
        begun = (one.adventure or 0 for one in self.played if one.outcome != "abandoned")
        return max((*begun, *self.adventures), default=0)

    @property
    def once(self) -> tuple[tuple[str, str], ...]:
        """Rulings for this once; a campaign has none."""
        return ()


class Draft:
    """A state open to change, with the effects found so far. Never leaves the call that made it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.found: list[Effect] = []

    def put(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = msgspec.structs.replace(self.state, **fields)

    def put_member(self, name: str, **fields: Any) -> None:
        """Change fields of a character."""
        self.put(
            members=tuple(
                msgspec.structs.replace(one, **fields) if one.name == name else one for one in self.state.members
            )
        )

    def effect(
        self, what: str, rule: str, *, who: str = "", card: str | None = None, detail: str | None = None
    ) -> None:
        """Note a consequence; `who` stands as its place, for a campaign has no seats."""
        self.found.append(Effect(what=what, rule=rule, place=who or None, piece=card, detail=detail))


def member(state: State, name: str) -> Member | None:
    """The character of this name, or None."""
    return next((one for one in state.members if one.name == name), None)


def running(state: State, game: str) -> Played | None:
    """The scenario of a log that goes on, or None."""
    return next((one for one in state.played if one.game == game and not one.outcome), None)


def count_of(pairs: tuple[tuple[str, int], ...], key: str) -> int:
    """How many boxes of a line are ticked."""
    return dict(pairs).get(key, 0)


def ticked(pairs: tuple[tuple[str, int], ...], key: str) -> tuple[tuple[str, int], ...]:
    """The lines with one more box ticked, sorted by name."""
    return tuple(sorted((dict(pairs) | {key: count_of(pairs, key) + 1}).items()))


# The position


def parts(state: State) -> Iterator[Part]:
    """The parts of the position, each made from one part of the state."""
    for one in state.members:
        yield f"m.{one.name}", one, _member, one
    for key in ("played", "adventures", "paths", "completed", "party"):
        yield key, getattr(state, key), _plain(key), state
    yield "box", (state.banished, state.removed), _box, state
    yield "option", state.options, _options, state.options
    yield "preset", state.preset, _plain("preset"), state


def _member(one: Member) -> Flat:
    fields = msgspec.to_builtins(one)
    return {f"m.{one.name}.{key}": value for key, value in fields.items() if key != "name"}


def _plain(key: str) -> Callable[[State], Flat]:
    return lambda state: {key: msgspec.to_builtins(getattr(state, key))}


def _box(state: State) -> Flat:
    return {"box.banished": list(state.banished), "box.removed": list(state.removed)}


def _options(options: Options) -> Flat:
    return {f"option.{key}": value for key, value in msgspec.to_builtins(options).items()}
