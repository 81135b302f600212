"""From what a person says to the first event of a game of Pax Pamir."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Callable

import msgspec

from engine.game import Beginning, BeginningError
from engine.matching import Ambiguous, Missing, match
from engine.pamir.deck import pamir_deck
from engine.pamir.events import PamirStarted
from engine.pamir.options import PRESETS, Options
from engine.pamir.position import position
from engine.pamir.read_position import PositionError, read_position
from engine.pamir.setup import check_start


def option_values() -> dict[str, tuple[str, ...]]:
    """Every option with its values, the default of `official` first as declared."""
    hints = typing.get_type_hints(Options)
    return {name: typing.get_args(hints[name]) for name in Options.__struct_fields__}


def starting_event(begin: Beginning) -> PamirStarted:
    """The first event.

    Raises:
        BeginningError: an option, a player, the deck or the position cannot be.
    """
    options = _options(begin)
    if len(set(begin.players)) != len(begin.players):
        raise BeginningError("two players have the same name", hint="names tell the seats apart; add a letter")
    first = _seat(begin.first, begin.players) if begin.first else 0
    text = None if begin.position is None else _position(begin, options)
    started = PamirStarted(
        name=begin.name,
        players=begin.players,
        preset=begin.preset,
        campaign=begin.campaign,
        place=begin.place,
        provenance=begin.provenance,
        simulated=begin.simulated,
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

    def shuffle(cards: list[int]) -> None:
        for last in range(len(cards) - 1, 0, -1):
            other = choose(last + 1)
            cards[last], cards[other] = cards[other], cards[last]

    seats = len(begin.players)
    deck = pamir_deck(seats, shuffle) if known and 2 <= seats <= 5 else None
    first = begin.players[choose(seats)] if seats else ""
    return starting_event(msgspec.structs.replace(begin, first=first, deck=deck))


def _options(begin: Beginning) -> Options:
    if begin.preset not in PRESETS:
        near = difflib.get_close_matches(begin.preset, PRESETS, n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"presets: {', '.join(PRESETS)}"
        raise BeginningError(f'there is no preset "{begin.preset}"', hint=hint)
    known = option_values()
    changes = {}
    for name, value in begin.options:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f'did you mean "{near[0]}"?' if near else "gamelog rules --options lists them"
            raise BeginningError(f'there is no option "{name}"', hint=hint)
        if value not in known[name]:
            raise BeginningError(f'option "{name}" has no value "{value}"', hint=f"values: {', '.join(known[name])}")
        changes[name] = value
    return msgspec.structs.replace(PRESETS[begin.preset], **changes)


def _seat(name: str, players: tuple[str, ...]) -> int:
    try:
        return players.index(match(name, players))
    except (Missing, Ambiguous):
        raise BeginningError(f'no player is called "{name}"', hint=f"players: {', '.join(players)}") from None


def _position(begin: Beginning, options: Options) -> str:
    if not 2 <= len(begin.players) <= 5:
        message = f"two to five players play, not {len(begin.players)}"
        raise BeginningError(message, rule="PP-1.1-components")
    try:
        state = read_position(begin.position or "", names=begin.players, options=options)
    except PositionError as fault:
        hint = "gamelog show --position prints a whole one"
        line = fault.line or _line_of(begin.position or "", fault.key)
        raise BeginningError(str(fault), rule="PP-1.1-components", hint=hint, line=line) from None
    return msgspec.json.encode(position(state)).decode()


def _line_of(text: str, key: str) -> int:
    """The line of a position's text on which a key stands, from 1; 0 if it stands on none."""
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.replace(":", " ").replace("=", " ").split()
        if words and words[0] == key:
            return number
    return 0
