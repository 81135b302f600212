"""The position: the whole state as a flat mapping, printed, compared and hashed.

Keys: `c.NAME.*` a character, `l.NAME.*` a location, `blessings`, the turn, the encounters, and what is still open. A
pile is written as its size (null if nobody said), its known top, its loose cards and its known bottom.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import Any

import msgspec

from engine.pathfinder.card_values import Knowledge
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.options import Options
from engine.pathfinder.prompts import question
from engine.pathfinder.state import Character, Place, State, Turn, character
from engine.pathfinder.zones import Pile
from engine.position import ANEW, Flat, Part, Tracker, position_of
from engine.position import hash_of as _hash_of

__all__ = ["hash_of", "position", "tracker", "written"]

#: Fields of the state that the position writes as they are, in this order; what changes together is one part.
_PLAIN = (
    ("scenario", "set", "goal", "adventure", "villains", "mode", "complete", "middle"),
    ("met", "dealt", "window", "tasks_made"),
    ("told",),
    ("dying", "fell", "once", "ended", "rebuilt", "result", "closing", "earned", "fate"),
    ("damages", "tasks", "standing"),
    ("plays", "gone", "aside"),
    ("asserted",),
    ("over",),
    ("encounters",),
)


def written(pile: Pile) -> list[Any]:
    """A pile: size, top, loose, bottom."""
    return [pile.size, list(pile.top), list(pile.loose), list(pile.bottom)]


def position(state: State) -> Flat:
    """The state under flat keys; values are JSON values."""
    return position_of(_parts(state))


def hash_of(state: State) -> str:
    """The hash of a state's whole position."""
    return _hash_of(position(state))


def tracker() -> Tracker:
    """What follows a game from state to state."""
    return Tracker(_parts)


# The parts, each made from one part of the state


def _parts(state: State) -> Iterator[Part]:
    yield "question", ANEW, _question, state
    yield "turn", state.turn, _turn, state.turn
    for one in state.characters:
        yield f"c.{one.name}", one, _character, one
    for where in state.places:
        yield f"l.{where.name}", where, _place, where
    yield "blessings", state.blessings, _blessings, state.blessings
    yield "blessings_discard", state.blessings_discard, _blessings_discard, state.blessings_discard
    yield "left_over", state.left_over, _left_over, state.left_over
    yield "option", state.options, _options, state.options
    for name, values, make in _PLAIN_PARTS:
        yield name, values(state), make, state
    yield "told_cards", state.cards, _told_cards, state.cards


def _question(state: State) -> Flat:
    asked = question(state)
    owner = character(state, asked[1]) if asked else None
    return {"phase": asked[0] if asked else "game_over", "actor": owner.seat if owner else None}


def _turn(turn: Turn) -> Flat:
    return {f"turn.{key}": value for key, value in msgspec.to_builtins(turn).items()}


def _character(one: Character) -> Flat:
    c = f"c.{one.name}."
    found: Flat = {f"{c}seat": one.seat, f"{c}location": one.location or None, f"{c}alive": one.alive}
    found |= {f"{c}hand_size": one.hand_size, f"{c}favored": one.favored or None, f"{c}drawn": one.drawn}
    found |= {f"{c}{zone}": written(getattr(one, zone)) for zone in OWN_ZONES}
    found |= {f"{c}redrawn": one.redrawn, f"{c}extra_cards": msgspec.to_builtins(one.extra_cards)}
    found |= {f"{c}skill_feats": msgspec.to_builtins(one.skill_feats), f"{c}role": one.role or None}
    found |= {f"{c}printed": one.printed}
    return found if one.together is None else found | {f"{c}together": one.together}


def _place(where: Place) -> Flat:
    at = f"l.{where.name}."
    found: Flat = {f"{at}deck": written(where.deck), f"{at}status": where.status, f"{at}barred": where.barred}
    return found | {f"{at}was_temporary": where.was_temporary, f"{at}closing": where.closing or None}


def _blessings(pile: Pile) -> Flat:
    return {"blessings": written(pile)}


def _blessings_discard(pile: Pile) -> Flat:
    return {"blessings_discard": written(pile)}


def _left_over(pile: Pile) -> Flat:
    return {"left_over": written(pile)}


def _options(options: Options) -> Flat:
    return {f"option.{key}": value for key, value in msgspec.to_builtins(options).items()}


def _told_cards(cards: Knowledge) -> Flat:
    return {"told_cards": cards.as_value()}


def _plain(keys: tuple[str, ...], state: State) -> Flat:
    return {key: msgspec.to_builtins(getattr(state, key)) for key in keys}


def _story(keys: tuple[str, ...], state: State) -> Flat:
    """The keys of what is played; that the order of the seats is not known is told only where it is so."""
    return _plain(keys, state) | ({} if state.seated else {"seated": False})


_PLAIN_PARTS = (
    ("story", attrgetter(*_PLAIN[0], "seated"), partial(_story, _PLAIN[0])),
    *((keys[0], attrgetter(*keys), partial(_plain, keys)) for keys in _PLAIN[1:]),
)
