"""Reference games of another engine, played through this one and compared step by step.

The comparison is the judge of this engine. Before our own prompt, options and state for a step are made, nothing of
the step is used but `actor`, `action` and `arg`; the deck comes from the header. Only at a step with a note, which
says that the other engine may stray there, is a difference expected, and its state taken over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.events import Event
from engine.pamir import events as e
from engine.pamir.board import PIECES, owner_name
from engine.pamir.dominance import blocks_in_play
from engine.pamir.frames import Acknowledge
from engine.pamir.position import Flat, flat
from engine.pamir.reducer import carry_on_from_start, check, check_start, evolve, prompt, start
from engine.pamir.state import State, exists, place_of
from engine.pamir.trace_lines import (
    FORMAT,
    NO_OPS,
    Ending,
    Header,
    Snapshot,
    Step,
    TraceError,
    UnknownActionError,
    event_of,
    is_trace,
    read_lines,
    starting_event,
)
from engine.pamir.trace_options import options_of
from engine.pamir.trace_resync import ResyncError, taken_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.judging import Effect, Prompt, Violation
    from engine.pamir.options import Options
    from engine.pamir.trace_lines import Line

__all__ = [
    "FORMAT", "PRESET", "Comparison", "Difference", "Header", "Playback", "Report", "TraceError", "compare", "is_trace",
    "play_back",
]  # fmt: skip

#: The preset that plays as the engine does from which the traces come.
PRESET = "rally-the-troops"
#: The notes that explain little: the flat keys, by their beginnings, that may differ. Other notes explain any outcome.
_EXPLAINED = {"rupees_on_vacant_slot": ("m.",), "prompt_to_other_player": ("phase", "actor")}


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between trace and engine: at which step, in what, and both values.

    `step` is -1 before the first step; `state` is ours before the step, and `event` what the step did.
    """

    step: int
    what: str
    expected: Any
    actual: Any
    state: State | None = None
    event: Event | None = None


class Report(msgspec.Struct, kw_only=True):
    """What came of comparing one trace.

    Steps are counted as far as the comparison came: it ends with the first step that diverges. `compared` is `steps`
    less the `dropped` ones, which have no meaning in the game. `expected` counts the steps whose note explains a
    difference, and `explained` holds those differences.
    """

    steps: int = 0
    compared: int = 0
    dropped: int = 0
    expected: int = 0
    divergences: list[Difference] = []
    explained: list[Difference] = []
    finished: bool = False


class Playback:
    """A trace played through the engine and nothing else: the events that it stands for, the first one apart."""

    def __init__(self, started: e.PamirStarted) -> None:
        self.started = started
        self.events: list[Event] = []
        self.faults: list[Violation] = check_start(started)
        if self.faults:
            return
        self.state = carry_on_from_start(start(started))
        self.reveal([])

    def reveal(self, effects: list[Effect]) -> list[int]:
        """Draw what the market needs from the known deck."""
        drawn = []
        while (asked := prompt(self.state)) is not None and asked.ask == "reveal":
            if not self.state.deck:
                break
            event = e.CardRevealed(card=self.state.deck[0])
            self.state, found = evolve(self.state, event)
            self.events.append(event)
            effects.extend(found)
            drawn.append(event.card)
        return drawn

    def event_in_play(self, action: str, arg: dict[str, Any]) -> Event | None:
        """The event of a step; None if nothing happens in it.

        Raises:
            UnknownActionError: it stands for no event.
        """
        event = event_of(action, arg)
        acknowledged = bool(self.state.frames) and isinstance(self.state.frames[-1], Acknowledge)
        return None if action in NO_OPS and not acknowledged else event

    def act(self, event: Event) -> tuple[list[Violation], list[Effect], list[int]]:
        """Judge an event; if it is legal, let it happen, and draw what the market needs then."""
        violations = check(self.state, event)
        if violations:
            return violations, [], []
        self.state, effects = evolve(self.state, event)
        self.events.append(event)
        found = list(effects)
        return [], found, self.reveal(found)


class Comparison(Playback):
    """A trace played through the engine, with every difference noted."""

    def __init__(self, header: Header, started: e.PamirStarted) -> None:
        super().__init__(started)
        self.report = Report(divergences=[], explained=[])
        self.halted = False
        self._loyalties = header.loyalties
        self._in_hand: str | None = None
        self._resynchronised = False
        self._theirs: Flat = dict(header.state)
        self._found: list[Difference] = []
        self._at: tuple[int, State | None, Event | None] = (-1, None, None)
        if self.faults:
            self._differ("header", "a deck that setup can make", self.faults[0].message)
        else:
            self._compare_flat(self._theirs)
        self._settle()

    @property
    def tellable(self) -> bool:
        """Whether `events` tell the whole game: nothing was taken over on the way."""
        return not self._resynchronised

    def take(self, line: Line) -> None:
        """Play and compare what one line says.

        Raises:
            UnknownActionError: a step stands for no event.
        """
        if isinstance(line, Step):
            self._step(line)
        elif isinstance(line, Snapshot):
            self._snapshot(line)
        elif isinstance(line, Ending):
            self._ending(line)

    def _differ(self, what: str, expected: Any, actual: Any) -> None:
        step, state, event = self._at
        self._found.append(Difference(step=step, what=what, expected=expected, actual=actual, state=state, event=event))

    def _settle(self) -> None:
        """Whatever was found is a divergence, and nothing after it can be compared."""
        self.report.divergences += self._found
        self.halted = self.halted or bool(self._found)
        self._found = []

    def _compare_flat(self, expected: Flat) -> None:
        ours = flat(self.state)
        if ours == expected:
            return
        for key in sorted({*expected, *ours}):
            if expected.get(key) != ours.get(key):
                self._differ(key, expected.get(key), ours.get(key))

    def _step(self, step: Step) -> None:
        number = self.report.steps
        self.report.steps += 1
        event = self.event_in_play(step.action, step.arg)
        if event is not None and self._resynchronised:
            self._swap(event, step.arg)
        self._at = (number, self.state, event)
        if event is None:
            self._drop(step)
            return
        asked, ours = prompt(self.state), options_of(self.state, step.action, step.arg, self._in_hand)
        self._in_hand = None
        before = self.state
        violations, found, drawn = self.act(event)
        # From here on the rest of the step may be used.
        self.report.compared += 1
        self._compare("i", step.i, number)
        self._compare("turn", step.turn, before.turn)
        self._compare_question(step, asked)
        alike = not self._found
        self._compare("legal", step.legal, ours)
        self._compare_piece(before, event, step.arg)
        self._theirs.update(step.d)
        if violations:
            self._differ("action", step.action, violations[0].message)
        else:
            self._compare("drawn", step.drawn, drawn)
            self._compare("discarded", step.discarded, _discarded(before, self.state))
            self._compare("dominance", step.dominance, dominance_of(before, self.state, found))
            self._compare_loyalty(step)
            self._compare_flat(self._theirs)
        if alike and self._explained(step):
            self._expect(step, before, event, legal=not violations)
        self._settle()

    def _compare(self, what: str, expected: Any, actual: Any) -> None:
        if expected != actual:
            self._differ(what, expected, actual)

    def _compare_question(self, step: Step, asked: Prompt | None) -> None:
        self._compare("actor", step.actor, asked.seat if asked else None)
        self._compare("phase", step.phase, asked.ask if asked else "game_over")

    def _compare_loyalty(self, step: Step) -> None:
        """The header promises which coalitions are chosen at the start."""
        if step.action == "choose_loyalty" and self._loyalties:
            promised = self._loyalties[step.actor] if 0 <= step.actor < len(self._loyalties) else None
            self._compare("loyalties", promised, step.arg["coalition"])

    def _compare_piece(self, before: State, event: Event, arg: dict[str, Any]) -> None:
        piece = getattr(event, "piece", None)
        if isinstance(piece, str) and exists(before, piece):
            at = place_of(before, piece)
            own = {"from": at, "at": at, "owner": owner_name(PIECES[piece][0])}
            for key in sorted(own.keys() & arg.keys()):
                self._compare(f"arg {key}", arg[key], own[key])

    def _drop(self, step: Step) -> None:
        """A step without game meaning: nothing happens, but its options are compared where we have them."""
        self.report.dropped += 1
        selecting = step.action == "select_piece"
        ours = options_of(self.state, step.action, step.arg) if selecting else None
        self._in_hand = str(step.arg.get("from", "")) if selecting else None
        self._compare("i", step.i, self.report.steps - 1)
        self._compare("turn", step.turn, self.state.turn)
        alike = not self._found
        changed = {key: value for key, value in step.d.items() if key not in {"phase", "actor"}}
        if changed:
            self._differ("d", changed, {})
        if ours is not None:
            self._compare_question(step, prompt(self.state))
            self._compare("legal", step.legal, ours)
        self._theirs.update(step.d)
        if alike and self._explained(step):
            self._expect(step, self.state, None, legal=True)
        self._settle()

    # Where the trace says that its engine may stray

    def _explained(self, step: Step) -> bool:
        """Whether the notes of a step explain what was found.

        They explain another outcome, and then whatever follows from it. Where both engines come to the same state,
        other options or another account of what happened have no excuse.
        """
        outcome = [one.what for one in self._found if one.what in {"action", "d"} or one.what in self._theirs]
        limits = [_EXPLAINED.get(note) for note in step.notes()]
        if None in limits:
            return bool(outcome)
        known = tuple(key for keys in limits if keys for key in keys)
        return bool(outcome) and all(what.startswith(known) for what in outcome)

    def _expect(self, step: Step, before: State, event: Event | None, *, legal: bool) -> None:
        """Count the differences found as expected, and go on from the state in the trace."""
        after = self.state if legal or event is None else _let_stand(before, event)
        piece, to = step.arg.get("piece"), step.arg.get("to")
        piece = piece if isinstance(piece, str) and exists(before, piece) else None
        try:
            self.state = taken_over(before, after, self._theirs, piece, to if isinstance(to, str) else None)
        except ResyncError as fault:
            self._differ("note", ", ".join(step.notes()), str(fault))
            return
        self._resynchronised = True
        self.report.expected += 1
        self.report.explained += self._found
        self._found = []

    def _swap(self, event: Event, arg: dict[str, Any]) -> None:
        """Names of pieces are the trace's own; where a state was taken over by counts, ours follow them."""
        piece, at = getattr(event, "piece", None), arg.get("from", arg.get("at"))
        if not isinstance(piece, str) or not exists(self.state, piece) or place_of(self.state, piece) == at:
            return
        group, index = PIECES[piece]
        places = list(self.state.pieces[group])
        if at in places:
            other = places.index(at)
            places[index], places[other] = places[other], places[index]
            pieces = (*self.state.pieces[:group], tuple(places), *self.state.pieces[group + 1 :])
            self.state = msgspec.structs.replace(self.state, pieces=pieces)

    # Whole states and the end

    def _snapshot(self, snapshot: Snapshot) -> None:
        step, state, _ = self._at
        self._at = (step, state, None)
        self._compare("after_step", snapshot.after_step, step)
        # The state belongs to the next turn already, except at the end.
        self._compare("turn", snapshot.turn, self.state.turn - (snapshot.label != "end"))
        self._compare_flat(snapshot.state)
        self._compare("discard", snapshot.discard, sorted(self.state.discards))
        self._settle()

    def _ending(self, ending: Ending) -> None:
        self.report.finished = True
        step, state, _ = self._at
        self._at = (step, state, None)
        ended = self.state.result
        self._compare("result winners", ending.winners, sorted(ended.winners) if ended else None)
        self._compare("result vp", ending.vp, [player.vp for player in self.state.players])
        self._compare("result reason", ending.reason, ended.reason if ended else None)
        self._compare("result steps", ending.steps, self.report.steps)
        self._compare("result turns", ending.turns, self.state.turn)
        self._settle()


def _let_stand(before: State, event: Event) -> State:
    """The state after an event that our rules refuse, as far as it can be told; else the one before it."""
    try:
        return evolve(before, event)[0]
    except Exception:  # noqa: BLE001  # an illegal event may break anything; then nothing of it is known
        return before


def _discarded(before: State, after: State) -> list[int]:
    # A prize was on the pile when it was betrayed; a prize that is lost does not leave play again.
    known = {*before.discards, *(card for player in before.players for card in player.prizes)}
    return sorted(set(after.discards) - known)


def dominance_of(before: State, after: State, found: list[Effect]) -> Flat | None:
    """The Dominance Check among the effects of a step in the words of the trace, or None."""
    scored = next((effect for effect in found if effect.what == "check"), None)
    if scored is None:
        return None
    gained = [0] * len(after.players)
    for effect in found:
        if effect.what == "points" and effect.seat is not None:
            gained[effect.seat] += effect.amount or 0
    return {
        "trigger": scored.detail,
        "blocks": list(blocks_in_play(before)),
        "dominant": scored.place,
        "final": bool(scored.amount),
        "vp_gained": gained,
    }


def compare(
    lines: Iterable[bytes],
    name: str,
    preset: str = PRESET,
    *,
    players: tuple[str, ...] | None = None,
    options: Options | None = None,
) -> Comparison:
    """Play a whole trace and compare; stops at the first step that diverges.

    Raises:
        TraceError: a line cannot be read.
    """
    header, rest = _begun(lines)
    comparison = Comparison(header, starting_event(header, name, preset, players, options))
    for number, line in rest:
        if comparison.halted:
            break
        try:
            comparison.take(line)
        except UnknownActionError as fault:
            raise TraceError(str(fault), number) from None
    return comparison


def play_back(
    lines: Iterable[bytes],
    name: str,
    preset: str = PRESET,
    *,
    players: tuple[str, ...] | None = None,
    options: Options | None = None,
) -> Playback:
    """Play a whole trace by our rules, and compare nothing.

    Raises:
        TraceError: a line cannot be read, or our rules refuse what it does.
    """
    header, rest = _begun(lines)
    playback = Playback(starting_event(header, name, preset, players, options))
    if playback.faults:
        raise TraceError(playback.faults[0].message, 1, rule=playback.faults[0].rule)
    for number, line in rest:
        if not isinstance(line, Step):
            continue
        try:
            event = playback.event_in_play(line.action, line.arg)
        except UnknownActionError as fault:
            raise TraceError(str(fault), number) from None
        if event is None:
            continue
        asked = prompt(playback.state)
        if asked is not None and asked.seat != line.actor:
            raise TraceError(f"step {line.i}: seat {line.actor} decides here, but it is asked: {asked.text}", number)
        violations, _, _ = playback.act(event)
        if violations:
            raise TraceError(f"step {line.i}: {violations[0].message}", number, rule=violations[0].rule)
    return playback


def _begun(lines: Iterable[bytes]) -> tuple[Header, Iterator[tuple[int, Line]]]:
    rest = read_lines(lines)
    _, header = next(rest)
    if not isinstance(header, Header):
        raise TypeError("the first line is a header")
    return header, rest
