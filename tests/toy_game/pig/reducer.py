"""The rules of Pig."""

import msgspec
from engine.pig.events import Held, PigStarted, Rolled

from engine.events import Event
from engine.judging import Effect, Option, Prompt, Slot, Violation
from engine.rules import rule

REDUCER = "pig-1"
TARGETS = {"hundred": 100, "twenty": 20}


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the rules need to know at one moment."""

    names: tuple[str, ...]
    target: int
    points: tuple[int, ...]
    seat: int = 0
    at_stake: int = 0
    winner: int | None = None


def check_start(event: PigStarted) -> list[Violation]:
    if 2 <= len(event.players) <= 10:
        return []
    return [Violation(rule="PIG-1-roll", message=f"two to ten players play, not {len(event.players)}")]


def start(event: PigStarted) -> State:
    names = event.players
    return State(names=names, target=TARGETS[event.options.target], points=(0,) * len(names))


def prompt(state: State) -> Prompt | None:
    if state.winner is not None:
        return None
    return Prompt(ask="turn", seat=state.seat, text=f"{state.names[state.seat]}: roll, or hold {state.at_stake}")


def legal(state: State) -> list[Option]:
    if state.winner is not None:
        return []
    faces = Slot(field="face", kind="number", choices=(1, 2, 3, 4, 5, 6))
    found = [Option(event=Rolled(face=1), rule="PIG-1-roll", slots=(faces,))]
    held = Held()
    return found if check(state, held) else [*found, Option(event=held, rule="PIG-2-hold")]


def check(state: State, event: Event) -> list[Violation]:
    if state.winner is not None:
        return [Violation(rule="PIG-4-win", message=f"{state.names[state.winner]} has won; the game is over")]
    if isinstance(event, Rolled):
        return [*a_die_has_six_sides(event.face)]
    return [*something_is_at_stake(state)]


@rule("PIG-1-roll", neutral=())
def a_die_has_six_sides(face: int) -> tuple[Violation, ...]:
    if 1 <= face <= 6:
        return ()
    return (Violation(rule="PIG-1-roll", message=f"a die shows 1 to 6, not {face}"),)


@rule("PIG-2-hold", neutral=())
def something_is_at_stake(state: State) -> tuple[Violation, ...]:
    if state.at_stake:
        return ()
    return (Violation(rule="PIG-2-hold", message="nothing is at stake that could be held"),)


def evolve(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    following = (state.seat + 1) % len(state.names)
    if isinstance(event, Rolled) and event.face == 1:
        lost = Effect(what="lost", rule="PIG-3-one", seat=state.seat, amount=state.at_stake)
        return msgspec.structs.replace(state, at_stake=0, seat=following), (lost,)
    if isinstance(event, Rolled):
        return msgspec.structs.replace(state, at_stake=state.at_stake + event.face), ()
    points = tuple(old + state.at_stake * (seat == state.seat) for seat, old in enumerate(state.points))
    if points[state.seat] >= state.target:
        won = Effect(what="won", rule="PIG-4-win", seat=state.seat, amount=points[state.seat])
        return msgspec.structs.replace(state, points=points, at_stake=0, winner=state.seat), (won,)
    return msgspec.structs.replace(state, points=points, at_stake=0, seat=following), ()
