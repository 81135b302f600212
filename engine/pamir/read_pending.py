"""Whether the pending frames of a position fit the rest of it, so that a position read back can always be played on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.pamir import frames as f
from engine.pamir.board import LIMBO, PIECES, REGION_PLACES, REGIONS, SEATS_FROM, card_name
from engine.pamir.cards import ACTIONS, CARDS, SUITS, is_court_card
from engine.pamir.state import State, court_owner, exists, place_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_BOTTOM = (f.Choosing, f.Main, f.Cleanup, f.Refill, f.Acknowledge)
_DURING_SETUP = (f.Choosing, f.Dealing)
_ICONS = {"road", "army", "tribe", "spy", "leverage", *(f"favored:{suit}" for suit in SUITS)}
#: The words that a field of a frame may take.
_WORDS: dict[tuple[type[f.Frame], str], frozenset[str]] = {
    (f.Cleanup, "stage"): frozenset({"court", "settle", "hand", "events"}),
    (f.NamePlayer, "why"): frozenset({"rumor", "swap_hands"}),
    (f.SetFavored, "suit"): frozenset(SUITS),
    (f.Riot, "region"): frozenset(REGIONS),
    (f.Acknowledge, "phase"): frozenset(
        {"leverage", "cleanup_court", "cleanup_hand", "insurrection", "insurrection_handoff", "game_over_confirm"}
    ),
}


def pending_fault(state: State) -> str | None:
    """What is wrong with the pending frames, in game words; None if nothing is."""
    if not state.frames:
        return None if state.result else "nothing is pending, though the game has no result"
    if not isinstance(state.frames[0], _BOTTOM):
        return f'"{_tag(state.frames[0])}" cannot come first, since something goes on after it'
    for frame in state.frames:
        if state.turn_of is None and not isinstance(frame, _DURING_SETUP):
            return f'"{_tag(frame)}" needs the key "turn_of"'
        fault = next((fault for fault in _faults(state, frame) if fault), None)
        if fault:
            return f'"{_tag(frame)}": {fault}'
    return None


def _tag(frame: f.Frame) -> str:
    return str(frame.__struct_config__.tag)


def _faults(state: State, frame: f.AnyFrame) -> Iterable[str | None]:
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        words = _WORDS.get((type(frame), field))
        if words is not None and value not in words:
            yield f'{field} is one of {", ".join(sorted(words))}, not "{value}"'
        elif field in {"seat", "to", "prompted"} and value is not None:
            yield _no_seat(state, [value])
        elif field == "seats":
            yield _no_seat(state, value)
        elif field in {"regions", "ruled"}:
            yield _no_member(value, REGIONS, "region")
        elif field == "icons":
            yield _no_member(value, _ICONS, "icon")
        elif field == "card" and not is_court_card(value):
            yield f"{card_name(value)} is no court card"
        elif field == "cards":
            yield next((f"{card_name(card)} is no court card" for card in value if not is_court_card(card)), None)
    yield _own_fault(state, frame)


def _no_seat(state: State, seats: Iterable[int]) -> str | None:
    return next((f"there is no seat {seat}" for seat in seats if not 0 <= seat < len(state.players)), None)


def _no_member(values: Iterable[Any], allowed: Iterable[str], what: str) -> str | None:
    return next((f'there is no {what} "{value}"' for value in values if value not in allowed), None)


def _own_fault(state: State, frame: f.AnyFrame) -> str | None:
    """What only one kind of frame can have wrong with it."""
    match frame:
        case f.Choosing(seats=()):
            return "nobody is left to choose"
        case f.Bribe():
            return _bribe_fault(state, frame)
        case f.PrizeOffer(card=card) if is_court_card(card) and (not CARDS[card].prize or card not in state.discards):
            return f"{card_name(card)} is no betrayed card with a prize"
        case f.Tax(aimed=aimed) if len(aimed) != len(state.players):
            return f"aimed counts points for each of {len(state.players)} seats"
        case f.Battle(at=at) if at and at not in REGION_PLACES and not _is_court_place(state, at):
            return f'"{at}" is neither a region nor a court card'
        case f.SafeHouse(spies=spies):
            return next((f'"{spy}" is no spy in limbo' for spy in spies if not _in_limbo(state, spy)), None)
        case _:
            return None


def _bribe_fault(state: State, frame: f.Bribe) -> str | None:
    player = state.players[state.turn_of or 0]
    if frame.act == "play":
        if frame.card not in player.hand:
            return f"{card_name(frame.card)} is not in the hand"
        return None if frame.end in {"left", "right"} else 'end is "left" or "right"'
    if frame.act not in ACTIONS:
        return f'there is no act "{frame.act}"'
    return None if frame.card in player.court else f"{card_name(frame.card)} is not in the court"


def _is_court_place(state: State, at: str) -> bool:
    where, _, card = at.partition(":")
    return where == "card" and card.isdecimal() and court_owner(state, int(card)) is not None


def _in_limbo(state: State, spy: str) -> bool:
    return exists(state, spy) and PIECES[spy][0] >= SEATS_FROM and place_of(state, spy) == LIMBO
