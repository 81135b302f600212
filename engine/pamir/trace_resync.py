"""Taking over another engine's state where a reference trace says that it may stray from the rules.

A trace shows pieces by their counts and nothing of what is pending below the question asked. So pieces stay where ours
were as far as the counts allow, and of our own pending frames those are kept that lead to the question in the trace. If
none does, nothing is taken over, and the difference stays a divergence.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from engine.pamir.board import PIECES
from engine.pamir.cards import is_check
from engine.pamir.frames import AnyFrame, Cleanup, Main, Refill
from engine.pamir.occasions import EFFECT_CARDS
from engine.pamir.position import Flat, flat, position
from engine.pamir.read_position import read_position
from engine.pamir.reducer import carry_on_from_start, prompt
from engine.pamir.setup import current_pile
from engine.pamir.state import SLOTS, State
from engine.position import PositionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: By the question asked: what is pending when our own frames do not lead there.
_BY_PHASE: dict[str, tuple[AnyFrame, ...]] = {
    "main": (Main(),),
    "cleanup_court": (Cleanup(),),
    "cleanup_hand": (Cleanup(stage="hand"),),
    "cleanup_event": (Cleanup(stage="events"),),
    "instability": (Refill(),),
}


class ResyncError(Exception):
    """The state in the trace cannot be taken over: why."""


def taken_over(before: State, after: State, theirs: Flat, piece: str | None = None, to: str | None = None) -> State:
    """The state of a trace after a step, as one of ours.

    Args:
        before: our state before the step.
        after: ours after it, as far as it can be told.
        theirs: every flat key with its value in the trace.
        piece: the piece that the step moved, if it moved one.
        to: where to.

    Raises:
        ResyncError: it is no possible position, or we know of no way to its question.
    """
    state = _without_frames(after, theirs)
    groups = tuple(
        _laid(old, new, PIECES[piece][1] if piece and PIECES[piece][0] == group else None, to)
        for group, (old, new) in enumerate(zip(after.pieces, state.pieces, strict=True))
    )
    state = msgspec.structs.replace(state, pieces=groups, placed=tuple(theirs["placed"]), result=after.result)
    wanted = (theirs["phase"], theirs["actor"])
    for frames in _pending(before, after, theirs["phase"]):
        try:
            found = carry_on_from_start(msgspec.structs.replace(state, frames=frames))
        except (AssertionError, LookupError, TypeError, ValueError):
            # Frames of another moment need not fit this state.
            continue
        asked = prompt(found)
        if (asked.ask if asked else "game_over", asked.seat if asked else None) == wanted and flat(found) == theirs:
            return found
    raise ResyncError(f'no way is known to the question "{theirs["phase"]}" with the state in the file')


def _without_frames(after: State, theirs: Flat) -> State:
    """Everything that the trace shows; what it hides as far as it follows from that."""
    drawn = _drawn(after, theirs)
    values: dict[str, Any] = {key: value for key, value in position(after).items() if not key.startswith("pieces.")}
    values |= theirs
    # What is asked follows once the right frames are pending.
    del values["placed"], values["phase"], values["actor"]
    deck = (after.deck or ())[len(drawn) :]
    values |= {
        "pending": [{"frame": "main"}],
        "turn": after.turn + (theirs["turn_of"] != after.turn_of and theirs["actions_left"] != -1),
        "draw_pile": list(deck),
        "drawn": after.drawn + len(drawn),
        "deck_checks": sum(1 for card in deck if is_check(card)),
        "pile": _pile(after, drawn),
        "discard_pile": _gone(after, theirs, deck),
    }
    try:
        return read_position(msgspec.json.encode(values).decode(), names=after.names, options=after.options)
    except PositionError as fault:
        raise ResyncError(f"the state in the file cannot be: {fault}") from None


def _drawn(after: State, theirs: Flat) -> tuple[int, ...]:
    """The cards that came out in the trace and not yet with us."""
    deck, count = after.deck or (), theirs["deck"]
    if not isinstance(count, int) or not 0 <= count <= len(deck):
        raise ResyncError(f"the file has {count} cards left to draw where {len(deck)} are known")
    return deck[: len(deck) - count]


def _pile(after: State, drawn: Sequence[int]) -> list[int]:
    pile, count = list(after.pile), after.drawn
    for card in drawn:
        count += 1
        _, above = current_pile(len(after.players), count)
        pile = [] if above == count else [*pile, card]
    return pile if after.whole else []


def _gone(after: State, theirs: Flat, deck: Sequence[int]) -> list[int]:
    """The cards that left play: all that are nowhere else, in our order as far as we have one."""
    seen = set(deck)
    seen.update(theirs[f"m.{slot // 6}.{slot % 6}"][0] or 0 for slot in range(SLOTS))
    effects = list(theirs["effects"])
    for seat in range(len(after.players)):
        for zone in ("hand", "court", "prizes"):
            seen.update(theirs[f"p{seat}.{zone}"])
        effects += theirs[f"p{seat}.effects"]
    seen.update(EFFECT_CARDS.get(effect, 0) for effect in effects)
    gone = [card for card in after.discards if card not in seen]
    return gone + sorted(_cards(after) - seen - set(gone))


def _cards(state: State) -> set[int]:
    """All cards of the game."""
    cards = {*state.market, *state.discards, *(state.deck or ())}
    effects = list(state.effects)
    for player in state.players:
        cards.update(player.hand, player.court, player.prizes)
        effects += player.effects
    cards.update(EFFECT_CARDS.get(effect, 0) for effect in effects)
    return cards - {0}


def _laid(old: tuple[str, ...], new: tuple[str, ...], moved: int | None, to: str | None) -> tuple[str, ...]:
    """Places with the counts of `new`, changed from `old` in as few pieces as can be; the moved one goes first."""
    wanted, places = Counter(new), list(old)
    if moved is not None and to is not None and wanted[to] > places.count(to):
        places[moved] = to
    missing = sorted((wanted - Counter(places)).elements())
    surplus = Counter(places) - wanted
    for index, place in enumerate(places):
        if surplus[place] and index != moved:
            surplus[place] -= 1
            places[index] = missing.pop(0)
    if moved is not None and missing:
        places[moved] = missing.pop(0)
    return tuple(places)


def _pending(before: State, after: State, phase: str) -> Iterator[tuple[AnyFrame, ...]]:
    """What may be pending, the likeliest first."""
    for state in (after, before):
        for length in range(len(state.frames), 0, -1):
            yield state.frames[:length]
    if phase in _BY_PHASE:
        yield _BY_PHASE[phase]
    if phase == "game_over":
        yield ()
