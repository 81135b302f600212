"""What the head of a notation file tells of a game of Pax Pamir: who chose first, the deck, a position."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from engine.notation import narrow, number_in, quoted
from engine.notation_head import Head, HeadEntry, HeadError, HeadPart, first_lines, last_lines
from engine.options import option_values
from engine.pamir import reducer
from engine.pamir.events import PamirStarted
from engine.pamir.names import find_player, seat_text
from engine.pamir.options import PRESETS, Options
from engine.pamir.read_position import read_position
from engine.position import PositionError

if TYPE_CHECKING:
    from engine.events import GameStarted

_CARDS_A_LINE = 20
_CARD = re.compile(r"[^\s,]+")


class PamirHead(HeadPart):
    """`first` (who chose a coalition first), `deck` (`table`, or the numbers, next card first), `position`."""

    many = frozenset({"deck"})
    own = ("first", "deck", "position")
    short = MappingProxyType({"table": "deck"})

    def started(self, head: Head) -> PamirStarted:
        """The first event that a head tells."""
        players = head.players()
        preset = head.preset(PRESETS)
        changes = head.options(option_values(Options), "bribe_waiver=open")
        started = PamirStarted(
            players=players,
            preset=preset,
            options=msgspec.structs.replace(PRESETS[preset], **changes),
            first_chooser=_first(head, players),
            deck=_deck(head),
            position=head.position(),
            **head.common(),
        )
        _check(head, started)
        return started

    def written(self, started: GameStarted, played: str) -> list[str]:
        """The lines of the head of a game, without the first and the last."""
        if not isinstance(started, PamirStarted):
            raise TypeError(f"not the start of a game of Pax Pamir: {started.kind()}")
        preset = PRESETS.get(started.preset, Options())
        chosen = msgspec.structs.asdict(started.options)
        changes = [(key, value) for key, value in chosen.items() if getattr(preset, key) != value]
        lines = first_lines(self.game, started, changes)
        lines.append(f"first: {seat_text(started.players, started.first_chooser)}")
        if started.deck is None:
            lines.append("deck: table")
        for at in range(0, len(started.deck or ()), _CARDS_A_LINE):
            lines.append(f"deck: {' '.join(str(card) for card in (started.deck or ())[at : at + _CARDS_A_LINE])}")
        lines += last_lines(started, played)
        if started.position is not None:
            lines += [f"position: {line}" for line in started.position.split("\n")]
        return lines


def _first(head: Head, players: tuple[str, ...]) -> int:
    if not head.entries("first"):
        return 0
    entry = head.at("first")
    return entry.taken(lambda: find_player((entry.word(),), players))


def _deck(head: Head) -> tuple[int, ...] | None:
    entries = head.entries("deck")
    if len(entries) == 1 and entries[0].text.casefold() == "table":
        return None
    cards = []
    for entry in entries:
        for match in _CARD.finditer(narrow(entry.text)):
            card = number_in(match.group())
            if card is None:
                column = entry.column + match.start()
                raise HeadError(
                    entry.line, f"{quoted(match.group())} is no card number", column=column,
                    length=len(match.group()), hint='"table" stands for an unknown deck',
                )  # fmt: skip
            cards.append(card)
    return tuple(cards) if entries else None


def _check(head: Head, started: PamirStarted) -> None:
    if started.position is not None and 2 <= len(started.players) <= 5:
        try:
            read_position(started.position, names=started.players, options=started.options)
        except PositionError as fault:
            raise _of_position(head, fault).wrong(str(fault), rule="PP-1.1-components") from None
    violations = reducer.check_start(started)
    if violations:
        key = {"PP-1.3-deck": "deck", "PP-1.5-loyalty": "first"}.get(violations[0].rule, "players")
        raise head.at(key).wrong(violations[0].message, rule=violations[0].rule)


def _of_position(head: Head, fault: PositionError) -> HeadEntry:
    """The line of the position at which it fails: the one that was named, or that of the key."""
    entries = head.entries("position")
    if fault.line:
        return entries[min(fault.line, len(entries)) - 1]
    return next((entry for entry in entries if fault.key and entry.text.startswith(fault.key)), entries[0])
