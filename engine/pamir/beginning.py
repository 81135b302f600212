"""From what a person says to the first event of a game of Pax Pamir."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from engine.beginning import line_of_key, require_distinct, said_of_all, seat_called, shuffle
from engine.game import Beginning, BeginningError
from engine.options import chosen_options
from engine.pamir.deck import pamir_deck
from engine.pamir.events import PamirStarted
from engine.pamir.options import PRESETS, Options
from engine.pamir.position import position
from engine.pamir.read_position import read_position
from engine.pamir.setup import check_start
from engine.position import PositionError


def starting_event(begin: Beginning) -> PamirStarted:
    """The first event.

    Raises:
        BeginningError: an option, a player, the deck or the position cannot be.
    """
    options = chosen_options(begin, PRESETS)
    require_distinct(begin.players)
    first = seat_called(begin.first, begin.players) if begin.first else 0
    text = None if begin.position is None else _position(begin, options)
    started = PamirStarted(
        **said_of_all(begin),
        options=options,
        first_chooser=first,
        deck=begin.deck,
        position=text,
    )
    violations = check_start(started) if text is None else []
    if violations:
        raise BeginningError(violations[0].message, rule=violations[0].rule)
    return started


def random_start(begin: Beginning, choose: Callable[[int], int], *, known: bool) -> PamirStarted:
    """The first event of a random game: anybody may begin, and with `known` the deck is shuffled.

    Raises:
        BeginningError: an option or a player cannot be.
    """
    seats = len(begin.players)
    deck = pamir_deck(seats, partial(shuffle, choose=choose)) if known and 2 <= seats <= 5 else None
    first = begin.players[choose(seats)] if seats else ""
    return starting_event(msgspec.structs.replace(begin, first=first, deck=deck))


def _position(begin: Beginning, options: Options) -> str:
    if not 2 <= len(begin.players) <= 5:
        message = f"two to five players play, not {len(begin.players)}"
        raise BeginningError(message, rule="PP-1.1-components")
    try:
        state = read_position(begin.position or "", names=begin.players, options=options)
    except PositionError as fault:
        hint = "gamelog show --position prints a whole one"
        line = fault.line or line_of_key(begin.position or "", fault.key)
        raise BeginningError(str(fault), rule="PP-1.1-components", hint=hint, line=line) from None
    return msgspec.json.encode(position(state)).decode()
