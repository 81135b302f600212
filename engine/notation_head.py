"""The head of a notation file: how a game began, in lines of `key: value`.

What all games have stands here, with the head of a game that has nothing of its own: what it asks for when it begins
(`Game.settings`), a position, and where these cannot tell the start, the rest of the first event as JSON.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from engine.events import GameStarted
from engine.game import Beginning, BeginningError, Fault, UnknownGameError, game, titles
from engine.notation import Choice, Misread, Word, did_you_mean, named, narrow, pick, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from engine.game import Game

VERSION = "gamelog notation/1"
SEPARATOR = "---"
COMMAS = ",，、"
#: Keys of every head, in the order in which they are written; those of the game stand between the two.
FIRST_KEYS = ("game", "name", "players", "rules", "option")
LAST_KEYS = ("played", "place", "campaign", "seed", "provenance", "simulated")
_MANY = frozenset({"option", "position"})
_NAME = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^,，、]+)')
#: Fields of every first event, which keys of their own tell.
_COMMON = ("name", "players", "preset", "campaign", "place", "provenance", "simulated")
_Value = TypeVar("_Value")


class HeadError(Exception):
    """A fault in the head of a file, and its line."""

    def __init__(
        self, line: int, message: str, *, column: int = 1, length: int = 1, hint: str = "", rule: str = ""
    ) -> None:
        super().__init__(message)
        kind = "illegal" if rule else "malformed"
        self.line = line
        self.fault = Fault(kind=kind, message=message, column=column, length=length, hint=hint, rule=rule)


class HeadEntry(msgspec.Struct, frozen=True):
    """One line of the head: its value as it stands, where that begins, and the line."""

    text: str
    column: int
    line: int

    def wrong(self, message: str, *, hint: str = "", rule: str = "") -> HeadError:
        """That this value was not taken."""
        return HeadError(self.line, message, column=self.column, length=max(1, len(self.text)), hint=hint, rule=rule)

    def value(self) -> str:
        """The value: a JSON string, or the text itself.

        Raises:
            HeadError: it begins as a JSON string and is none.
        """
        if not self.text.startswith('"'):
            return unicodedata.normalize("NFC", self.text)
        try:
            return msgspec.json.decode(self.text, type=str)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
            hint = "a value in quotes ends with them"
            raise self.wrong(f"{quoted(self.text)} is no JSON string", hint=hint) from None

    def word(self) -> Word:
        """The whole value as one word."""
        return Word(narrow(self.value()), self.column, max(1, len(self.text)))

    def taken(self, find: Callable[[], _Value]) -> _Value:
        """What the value means; one that means nothing is a fault of the head."""
        try:
            return find()
        except Misread as misread:
            fault = misread.fault
            raise HeadError(
                self.line, fault.message, column=fault.column, length=fault.length, hint=fault.hint
            ) from None


class Head:
    """The head of one file while it is read."""

    def __init__(self) -> None:
        self.last = 1
        self._begun = False
        self._lines: list[tuple[int, str]] = []
        self._entries: dict[str, list[HeadEntry]] = {}

    def take(self, line: str, number: int) -> bool:
        """Take one line; tells whether it ends the head.

        Raises:
            HeadError: the first line is not that of a notation file.
        """
        self.last = max(1, number)
        bare = narrow(line).strip()
        if not self._begun:
            if bare.casefold() != VERSION:
                raise HeadError(number, f'the first line is not "{VERSION}"', length=max(1, len(line)))
            self._begun = True
        elif bare == SEPARATOR:
            return True
        elif bare and not bare.startswith("#"):
            self._lines.append((number, line))
        return False

    def started(self) -> tuple[GameStarted, Game]:
        """The first event, and its game.

        Raises:
            HeadError: a value cannot be read, or a game cannot begin in this way.
        """
        if not self._begun:
            raise HeadError(1, f'the first line is not "{VERSION}"')
        found = self._game()
        parts = [found.notation_head()] if found else [game(title).notation_head() for title in titles()]
        for number, line in self._lines:
            self._sort_in(number, line, parts)
        title = self.value("game")
        if found is None:
            wrong = f"there is no game {quoted(title)}" if title else "the head names no game"
            hint = did_you_mean(get_close_matches(title, titles(), n=1)) or f"such as: game: {titles()[0]}"
            raise self.at("game").wrong(wrong, hint=hint)
        return parts[0].started(self), found

    def _game(self) -> Game | None:
        """The game that the head names, read before anything else, for its keys are its own."""
        for _, line in self._lines:
            key, colon, _ = narrow(line).partition(":")
            if colon and key.strip().casefold() == "game":
                try:
                    return game(line[len(key) + 1 :].strip())
                except UnknownGameError:
                    return None
        return None

    def _sort_in(self, number: int, line: str, parts: Iterable[HeadPart]) -> None:
        key, colon, _ = narrow(line).partition(":")
        name = key.strip().casefold()
        short = next((part.short[name] for part in parts if not colon and name in part.short), "")
        if short:
            entry, name, colon = HeadEntry(name, line.index(line.strip()) + 1, number), short, ":"
        else:
            start = len(key) + 1
            value = line[start:]
            text = value.removeprefix(" ") if name == "position" else value.strip()
            entry = HeadEntry(text, start + 1 + (len(value) - len(value.lstrip()) if value.strip() else 0), number)
        own = dict.fromkeys(one for part in parts for one in part.keys)
        keys = dict.fromkeys((*FIRST_KEYS, *own, *LAST_KEYS))
        if not colon or name not in keys:
            hint = did_you_mean(get_close_matches(name, keys, n=1))
            hint = hint or f"one of {', '.join(keys)}; {quoted(SEPARATOR)} ends the head"
            raise HeadError(number, f"{quoted(name)} is no key of the head", length=max(1, len(key)), hint=hint)
        if name in self._entries and name not in _MANY and not any(name in part.many for part in parts):
            raise HeadError(number, f"{quoted(name)} is given twice", length=len(key))
        self._entries.setdefault(name, []).append(entry)

    # Values

    def entries(self, key: str) -> list[HeadEntry]:
        """All lines of a key, in their order."""
        return self._entries.get(key, [])

    def at(self, key: str) -> HeadEntry:
        """The first line of a key; without one, the place where the head ends."""
        return self._entries[key][0] if key in self._entries else HeadEntry("", 1, self.last)

    def value(self, key: str) -> str:
        """The value of a key that stands once; empty without one."""
        entries = self._entries.get(key)
        return entries[0].value() if entries else ""

    def players(self) -> tuple[str, ...]:
        """The players in the order of their seats.

        Raises:
            HeadError: there are none, or one is no name.
        """
        if "players" not in self._entries:
            raise self.at("players").wrong("the head names no players", hint="such as: players: Ann, Bob, Cai")
        return tuple(self.names("players"))

    def names(self, key: str) -> list[str]:
        """The names in a value, with commas between; one that holds a comma stands in quotes."""
        entry = self.at(key)
        found = []
        for match in _NAME.finditer(entry.text):
            text = match.group(1).strip()
            if text:
                found.append(HeadEntry(text, entry.column + match.start(1), entry.line).value())
        return found

    def preset(self, presets: Iterable[str]) -> str:
        """The preset that is named, or the first one.

        Raises:
            HeadError: it is none of them.
        """
        known = list(presets)
        if "rules" not in self._entries:
            return known[0]
        entry, name = self._entries["rules"][0], self.value("rules")
        return entry.taken(lambda: pick(Choice((entry.word(),)), name, named((one, one) for one in known), "preset"))

    def options(self, known: Mapping[str, Iterable[str]], example: str) -> dict[str, str]:
        """The options that differ from the preset, with their values.

        Raises:
            HeadError: there is no such option, or it has no such value.
        """
        found: dict[str, str] = {}
        for entry in self.entries("option"):
            key, _, value = (part.strip() for part in entry.value().partition("="))
            if key not in known:
                near = did_you_mean(get_close_matches(key, known, n=1))
                raise entry.wrong(f"there is no option {quoted(key)}", hint=near or f"such as: option: {example}")
            if value not in known[key]:
                message = f"option {key} has no value {quoted(value)}"
                raise entry.wrong(message, hint=f"values: {', '.join(known[key])}")
            found[key] = value
        return found

    def common(self) -> dict[str, Any]:
        """The fields that every first event has, but for its players and preset."""
        seed = self.value("seed")
        return {
            "name": self.value("name"),
            "campaign": self.value("campaign"),
            "place": self.value("place"),
            "provenance": f"seed {seed}" if seed else self.value("provenance"),
            "simulated": self.value("simulated").casefold() in {"yes", "true"},
        }

    def position(self) -> str | None:
        """The text of a position, or None."""
        entries = self._entries.get("position")
        return "\n".join(entry.text for entry in entries) if entries else None


# What a game has of its own


class HeadPart:
    """The part of a head that is a game's own: here that of a game which says nothing else of it.

    `own` are its keys in the order in which they are written, `many` those that may stand on several lines, `short`
    words that stand for a whole line.
    """

    own: tuple[str, ...] = ()
    many: frozenset[str] = frozenset()
    short: Mapping[str, str] = MappingProxyType({})

    def __init__(self, of: Game) -> None:
        self.game = of
        self.keys = self.own or (*(key for key in of.settings if key != "position"), "position", "start")

    def started(self, head: Head) -> GameStarted:
        """The first event that a head tells.

        Raises:
            HeadError: a value cannot be read, or a game cannot begin in this way.
        """
        points = self.game.catalogue().options
        preset = head.preset(self.game.presets)
        changes = head.options({name: _values(point) for name, point in points.items()}, next(iter(points), "") + "=…")
        if head.entries("start"):
            return self._from_json(head, preset, changes)
        begin = Beginning(
            players=head.players(), preset=preset, options=tuple(changes.items()), position=head.position(),
            settings=tuple((key, head.value(key)) for key in self.game.settings if head.entries(key)), **head.common(),
        )  # fmt: skip
        try:
            return self.game.starting_event(begin)
        except BeginningError as fault:
            raise self._at_fault(head, fault).wrong(str(fault), hint=fault.hint, rule=fault.rule) from None

    def _at_fault(self, head: Head, fault: BeginningError) -> HeadEntry:
        """The line of the head that made the fault: that of the position, or of the value that is named."""
        lines = head.entries("position")
        if fault.line and lines:
            return lines[min(fault.line, len(lines)) - 1]
        told = [key for key in self.game.settings if head.entries(key)]
        return head.at(next((key for key in told if quoted(head.value(key)) in str(fault)), "players"))

    def _from_json(self, head: Head, preset: str, changes: dict[str, str]) -> GameStarted:
        entry = head.at("start")
        try:
            rest = msgspec.json.decode(entry.text, type=dict[str, Any])
            fields = rest | head.common() | {"players": head.players(), "preset": preset}
            if self.game.catalogue().options:
                fields["options"] = self._preset_values(preset) | changes
            started = self.game.decode(msgspec.json.encode(fields))
        except (msgspec.MsgspecError, RecursionError) as fault:
            raise entry.wrong(f"this is no start of a game: {fault}") from None
        if not isinstance(started, GameStarted):
            raise entry.wrong("this is no start of a game")
        violations = self.game.check_start(started)
        if violations:
            raise entry.wrong(violations[0].message, rule=violations[0].rule)
        return started

    def _preset_values(self, preset: str) -> dict[str, str]:
        points = self.game.catalogue().options
        return {name: point.preset(preset if preset in self.game.presets else self.game.presets[0])
                for name, point in points.items()}  # fmt: skip

    def written(self, started: GameStarted, played: str) -> list[str]:
        """The lines of the head of a game, without the first and the last."""
        settings = self.game.settings_of(started)
        begin = Beginning(
            players=started.players, preset=started.preset, options=self._changes(started), settings=settings,
            name=started.name, campaign=started.campaign, place=started.place, provenance=started.provenance,
            simulated=started.simulated,
        )  # fmt: skip
        own = [one for key, value in settings for one in line(key, value)]
        if not self._tells(begin, started):
            rest = {key: value for key, value in msgspec.to_builtins(started).items()
                    if key not in (*_COMMON, "options")}  # fmt: skip
            own = [f"start: {msgspec.json.encode(rest).decode()}"]
        return [*first_lines(self.game, started, self._changes(started)), *own, *last_lines(started, played)]

    def _tells(self, begin: Beginning, started: GameStarted) -> bool:
        try:
            return self.game.starting_event(begin) == started
        except BeginningError:
            return False

    def _changes(self, started: GameStarted) -> tuple[tuple[str, str], ...]:
        """The options that differ from the preset."""
        chosen = msgspec.to_builtins(getattr(started, "options", None)) or {}
        preset = self._preset_values(started.preset)
        return tuple((name, chosen[name]) for name, value in preset.items() if chosen.get(name, value) != value)


def _values(point: Any) -> tuple[str, ...]:
    return tuple(value.value for value in point.values)


# Writing


def first_lines(of: Game, started: GameStarted, options: Iterable[tuple[str, str]]) -> list[str]:
    """The lines that stand first in every head."""
    return [
        f"game: {of.title}",
        *line("name", started.name),
        f"players: {listed(started.players)}",
        f"rules: {started.preset}",
        *(f"option: {key}={value}" for key, value in options),
    ]


def last_lines(started: GameStarted, played: str) -> list[str]:
    """The lines that stand last in every head."""
    seed = started.provenance.removeprefix("seed ") if started.provenance.startswith("seed ") else ""
    plain_seed = seed == seed.strip() and bool(seed)
    lines = [*line("played", played), *line("place", started.place), *line("campaign", started.campaign)]
    lines += line("seed", seed) if plain_seed else line("provenance", started.provenance)
    return lines + ["simulated: yes"] * started.simulated


def listed(names: Iterable[str]) -> str:
    """Names with commas between, as `Head.names` reads them."""
    return ", ".join(_text(name, more=COMMAS) for name in names)


def line(key: str, value: str) -> list[str]:
    """The line of a key; none for an empty value."""
    return [f"{key}: {_text(value)}"] if value else []


def _text(value: str, more: str = "") -> str:
    """A value of the head as it is written: itself where it reads back, otherwise as a JSON string."""
    easy = bool(value) and value == value.strip() and value.isprintable() and not value.startswith('"')
    same = value == unicodedata.normalize("NFC", value) and not any(sign in value for sign in more)
    return value if easy and same else msgspec.json.encode(value).decode()
