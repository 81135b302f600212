"""A whole game as text that a person can write: a head, and one action on each line.

    gamelog notation/1
    game: pax-pamir
    name: Tuesday
    players: Ann, Bob, Cai
    rules: official
    deck: table
    ---
    reveal 89 87 59 56 70 57 31 72 18 82 2 106
    loyalty afghan   # Ann began

Keys of the head: `game`, `name`, `players`, `rules` (a preset), `option: key=value` (a line for each that differs),
`first` (who chose a coalition first), `deck` (`table` for an unknown one, or the numbers, next card first, on one or
several lines), `position` (the lines of a position from which the game began), `played`, `place`, `campaign`, `seed`
or `provenance` (where the deck came from), `simulated: yes`. A value that would not read back is written as a JSON
string. Empty lines are passed over; a comment is a note at its place. Only the last line may end with `...`: there
the record stops in the middle of an action, and every event is told.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import TypeVar

import msgspec

from engine.actions_of_line import goes_on, split_actions
from engine.events import LOG_EVENTS, Event, Noted
from engine.game import Fault
from engine.notation import Choice, Misread, Word, cut_comment, did_you_mean, named, narrow, number_in, pick, quoted
from engine.pamir import reducer
from engine.pamir.events import PamirStarted
from engine.pamir.names import find_player, seat_text
from engine.pamir.notation import read_line, read_unfinished
from engine.pamir.options import PRESETS, Options
from engine.pamir.read_position import PositionError, read_position
from engine.pamir.state import State
from engine.pamir.write_notation import write_action, write_untold

TITLE = "pax-pamir"
VERSION = "gamelog notation/1"
_SEPARATOR = "---"
_UNFINISHED = "..."
_CARDS_A_LINE = 20
_COMMAS = ",，、"
_KEYS = (
    "game", "name", "players", "rules", "option", "first", "deck", "position", "played", "place", "campaign", "seed",
    "provenance", "simulated",
)  # fmt: skip
_MANY = frozenset({"option", "deck", "position"})
_NAME = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^,，、]+)')
_CARD = re.compile(r"[^\s,]+")
_Value = TypeVar("_Value")


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """Where and why a file was not taken: the line from 1, its text, and the fault with its column."""

    line: int
    text: str
    fault: Fault


class ReadAction(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file: its events, none for a line that is only a comment; its comment; and its number."""

    events: tuple[Event, ...]
    comment: str
    line: int


class ReadGame(msgspec.Struct, frozen=True, kw_only=True):
    """How far a file was read, and the fault that ended it, if one did. Without a readable head there is no start."""

    started: PamirStarted | None = None
    played: str = ""
    actions: tuple[ReadAction, ...] = ()
    fault: FileFault | None = None

    def events(self) -> tuple[Event, ...]:
        """The events after the start, with each comment as a note at its place."""
        found: list[Event] = []
        for action in self.actions:
            found += action.events
            if action.comment:
                found.append(Noted(text=action.comment))
        return tuple(found)


def is_notation(first_line: bytes) -> bool:
    """Whether a file's first line is that of a notation file of some version."""
    return first_line.removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(b"gamelog notation/")


# Reading


def read_game(text: str) -> ReadGame:
    """A whole game from its text, as far as it can be read."""
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    head = _Head()
    number = 0
    try:
        for number, line in enumerate(lines, start=1):
            if head.take(line, number):
                break
        started = head.started(number)
    except _HeadError as wrong:
        line = lines[wrong.line - 1] if wrong.line <= len(lines) else ""
        return ReadGame(fault=FileFault(line=wrong.line, text=line, fault=wrong.fault))
    state = reducer.start(started)
    actions: list[ReadAction] = []
    last = max((at for at, line in enumerate(lines, start=1) if cut_comment(line)[0].strip()), default=0)
    for at, line in enumerate(lines[number:], start=number + 1):
        if not line.strip():
            continue
        fault, action, state = _read_line(state, line, at, last=at == last)
        if fault is not None:
            found = FileFault(line=at, text=line, fault=fault)
            return ReadGame(started=started, played=head.value("played"), actions=tuple(actions), fault=found)
        actions.append(action)
    return ReadGame(started=started, played=head.value("played"), actions=tuple(actions))


def _read_line(state: State, line: str, at: int, *, last: bool) -> tuple[Fault | None, ReadAction, State]:
    typed, comment = cut_comment(line)
    bare = narrow(typed).rstrip().removesuffix(_UNFINISHED).removesuffix("…")
    if bare != narrow(typed).rstrip():
        reading = read_unfinished(state, bare)
        fault = reading.fault
        if fault is None and not last:
            message = 'only the last line of a game may be unfinished ("...")'
            fault = Fault(kind="malformed", message=message, column=len(bare) + 1, length=3)
    else:
        reading = read_line(state, line)
        fault, comment = reading.fault, reading.comment
    for event in reading.events:
        state, _ = reducer.evolve(state, event)
    return fault, ReadAction(events=reading.events, comment=comment, line=at), state


# The head


class _HeadError(Exception):
    """A fault in the head of a file, and its line."""

    def __init__(
        self, line: int, message: str, *, column: int = 1, length: int = 1, hint: str = "", rule: str = ""
    ) -> None:
        super().__init__(message)
        kind = "illegal" if rule else "malformed"
        self.line = line
        self.fault = Fault(kind=kind, message=message, column=column, length=length, hint=hint, rule=rule)


class _Entry(msgspec.Struct, frozen=True):
    """One line of the head: its value as it stands, where that begins, and the line."""

    text: str
    column: int
    line: int

    def wrong(self, message: str, *, hint: str = "", rule: str = "") -> _HeadError:
        """That this value was not taken."""
        return _HeadError(self.line, message, column=self.column, length=max(1, len(self.text)), hint=hint, rule=rule)

    def value(self) -> str:
        """The value: a JSON string, or the text itself."""
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
            raise _HeadError(
                self.line, fault.message, column=fault.column, length=fault.length, hint=fault.hint
            ) from None


class _Head:
    """The head of one file while it is read."""

    def __init__(self) -> None:
        self._entries: dict[str, list[_Entry]] = {}
        self._begun = False

    def take(self, line: str, number: int) -> bool:
        """Take one line; tells whether it ends the head.

        Raises:
            _HeadError: it is no line of a head.
        """
        bare = narrow(line).strip()
        if not self._begun:
            if bare.casefold() != VERSION:
                raise _HeadError(number, f'the first line is not "{VERSION}"', length=max(1, len(line)))
            self._begun = True
            return False
        if not bare or bare.startswith("#"):
            return False
        if bare == _SEPARATOR:
            return True
        key, colon, _ = narrow(line).partition(":")
        if key.strip().casefold() == "table" and not colon:
            key, colon = "deck", ":"
            entry = _Entry("table", line.index(line.strip()) + 1, number)
        else:
            start = len(key) + 1
            value = line[start:]
            text = value.removeprefix(" ") if key.strip().casefold() == "position" else value.strip()
            entry = _Entry(text, start + 1 + (len(value) - len(value.lstrip()) if value.strip() else 0), number)
        name = key.strip().casefold()
        if not colon or name not in _KEYS:
            near = get_close_matches(name, _KEYS, n=1)
            hint = did_you_mean(near) or f"one of {', '.join(_KEYS)}; {quoted(_SEPARATOR)} ends the head"
            raise _HeadError(number, f"{quoted(name)} is no key of the head", length=max(1, len(key)), hint=hint)
        if name in self._entries and name not in _MANY:
            raise _HeadError(number, f"{quoted(name)} is given twice", length=len(key))
        self._entries.setdefault(name, []).append(entry)
        return False

    def value(self, key: str) -> str:
        """The value of a key that stands once; empty without one."""
        entries = self._entries.get(key)
        return entries[0].value() if entries else ""

    def started(self, last: int) -> PamirStarted:
        """The first event of the game.

        Raises:
            _HeadError: a value cannot be read, or a game cannot begin in this way.
        """
        if not self._begun:
            raise _HeadError(1, f'the first line is not "{VERSION}"')
        title = self.value("game")
        if title != TITLE:
            raise self._at("game", last).wrong(f'{quoted(title)} is not "{TITLE}"', hint=f"write: game: {TITLE}")
        players = self._players(last)
        preset = self._preset()
        seed = self.value("seed")
        started = PamirStarted(
            name=self.value("name"),
            players=players,
            preset=preset,
            campaign=self.value("campaign"),
            place=self.value("place"),
            provenance=f"seed {seed}" if seed else self.value("provenance"),
            simulated=self.value("simulated").casefold() in {"yes", "true"},
            options=self._options(preset),
            first_chooser=self._first(players),
            deck=self._deck(),
            position=self._position(),
        )
        self._check(started, last)
        return started

    def _at(self, key: str, last: int) -> _Entry:
        return self._entries[key][0] if key in self._entries else _Entry("", 1, max(1, last))

    def _players(self, last: int) -> tuple[str, ...]:
        entry = self._at("players", last)
        if "players" not in self._entries:
            raise entry.wrong("the head names no players", hint="such as: players: Ann, Bob, Cai")
        names = []
        for match in _NAME.finditer(entry.text):
            text = match.group(1).strip()
            if text:
                column = entry.column + match.start(1)
                names.append(_Entry(text, column, entry.line).value())
        return tuple(names)

    def _preset(self) -> str:
        if "rules" not in self._entries:
            return next(iter(PRESETS))
        entry, name = self._entries["rules"][0], self.value("rules")
        presets = named((one, one) for one in PRESETS)
        return entry.taken(lambda: pick(Choice((entry.word(),)), name, presets, "preset"))

    def _options(self, preset: str) -> Options:
        values = msgspec.structs.asdict(PRESETS[preset])
        for entry in self._entries.get("option", ()):
            key, _, value = (part.strip() for part in entry.value().partition("="))
            if key not in values:
                near = did_you_mean(get_close_matches(key, values, n=1))
                hint = near or "such as: option: bribe_waiver=open"
                raise entry.wrong(f"there is no option {quoted(key)}", hint=hint)
            try:
                msgspec.convert({key: value}, Options)
            except msgspec.ValidationError as fault:
                raise entry.wrong(f"option {key}: {str(fault).partition(' - at')[0].lower()}") from None
            values[key] = value
        return msgspec.convert(values, Options)

    def _first(self, players: tuple[str, ...]) -> int:
        if "first" not in self._entries:
            return 0
        entry = self._entries["first"][0]
        return entry.taken(lambda: find_player((entry.word(),), players))

    def _deck(self) -> tuple[int, ...] | None:
        entries = self._entries.get("deck", [])
        if len(entries) == 1 and entries[0].text.casefold() == "table":
            return None
        cards = []
        for entry in entries:
            for match in _CARD.finditer(narrow(entry.text)):
                card = number_in(match.group())
                if card is None:
                    column = entry.column + match.start()
                    raise _HeadError(
                        entry.line, f"{quoted(match.group())} is no card number", column=column,
                        length=len(match.group()), hint='"table" stands for an unknown deck',
                    )  # fmt: skip
                cards.append(card)
        return tuple(cards) if entries else None

    def _position(self) -> str | None:
        entries = self._entries.get("position")
        return "\n".join(entry.text for entry in entries) if entries else None

    def _check(self, started: PamirStarted, last: int) -> None:
        if started.position is not None and 2 <= len(started.players) <= 5:
            try:
                read_position(started.position, names=started.players, options=started.options)
            except PositionError as fault:
                raise self._of_position(fault).wrong(str(fault), rule="PP-1.1-components") from None
        violations = reducer.check_start(started)
        if violations:
            key = {"PP-1.3-deck": "deck", "PP-1.5-loyalty": "first"}.get(violations[0].rule, "players")
            raise self._at(key, last).wrong(violations[0].message, rule=violations[0].rule)

    def _of_position(self, fault: PositionError) -> _Entry:
        """The line of the position at which it fails: the one that was named, or that of the key."""
        entries = self._entries["position"]
        if fault.line:
            return entries[min(fault.line, len(entries)) - 1]
        return next((entry for entry in entries if fault.key and entry.text.startswith(fault.key)), entries[0])


# Writing


def write_game(started: PamirStarted, events: Iterable[Event], *, played: str = "") -> str:
    """The text of a game. `events` are those of its line after the first, with its notes (`Noted`) among them."""
    lines = [*_head_lines(started, played), _SEPARATOR]
    game: list[Event] = []
    notes: dict[int, list[str]] = {}
    for event in events:
        if isinstance(event, Noted):
            notes.setdefault(len(game), []).extend(_comment_lines(event.text))
        elif not isinstance(event, LOG_EVENTS):
            game.append(event)
    state = reducer.start(started)
    lines += [f"# {note}" for note in notes.get(0, ())]
    count = 0
    for action in split_actions(reducer, state, game):
        seen = [note for at in range(count + 1, count + len(action) + 1) for note in notes.get(at, ())]
        count += len(action)
        unfinished = count == len(game) and _is_unfinished(state, action)
        text = f"{write_untold(state, action)} {_UNFINISHED}" if unfinished else write_action(state, action)
        lines.append(f"{text}   # {seen[0]}" if seen else text)
        lines += [f"# {note}" for note in seen[1:]]
        for event in action:
            state, _ = reducer.evolve(state, event)
    return "\n".join((*lines, ""))


def _is_unfinished(state: State, action: Sequence[Event]) -> bool:
    """Whether an action stops before its end: a forced step is due, or its seat is asked again."""
    seat: int | None = None
    for event in action:
        asked = reducer.prompt(state)
        if seat is None and asked is not None and reducer.automatic(state) is None:
            seat = asked.seat
        state, _ = reducer.evolve(state, event)
    asked = reducer.prompt(state)
    return reducer.automatic(state) is not None or (seat is not None and goes_on(asked, seat))


def _comment_lines(text: str) -> list[str]:
    lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
    return [line for line in lines if line]


def _head_lines(started: PamirStarted, played: str) -> list[str]:
    seed = started.provenance.removeprefix("seed ") if started.provenance.startswith("seed ") else ""
    plain_seed = seed == seed.strip() and bool(seed)
    preset = PRESETS.get(started.preset, Options())
    chosen = msgspec.structs.asdict(started.options)
    lines = [VERSION, f"game: {TITLE}", *_line("name", started.name)]
    lines.append(f"players: {', '.join(_text(name, more=_COMMAS) for name in started.players)}")
    lines.append(f"rules: {started.preset}")
    lines += [f"option: {key}={value}" for key, value in chosen.items() if getattr(preset, key) != value]
    lines.append(f"first: {seat_text(started.players, started.first_chooser)}")
    if started.deck is None:
        lines.append("deck: table")
    for at in range(0, len(started.deck or ()), _CARDS_A_LINE):
        lines.append(f"deck: {' '.join(str(card) for card in (started.deck or ())[at : at + _CARDS_A_LINE])}")
    lines += [*_line("played", played), *_line("place", started.place), *_line("campaign", started.campaign)]
    lines += _line("seed", seed) if plain_seed else _line("provenance", started.provenance)
    lines += ["simulated: yes"] * started.simulated
    if started.position is not None:
        lines += [f"position: {line}" for line in started.position.split("\n")]
    return lines


def _line(key: str, value: str) -> list[str]:
    return [f"{key}: {_text(value)}"] if value else []


def _text(value: str, more: str = "") -> str:
    """A value of the head as it is written: itself where it reads back, otherwise as a JSON string."""
    easy = bool(value) and value == value.strip() and value.isprintable() and not value.startswith('"')
    same = value == unicodedata.normalize("NFC", value) and not any(sign in value for sign in more)
    return value if easy and same else msgspec.json.encode(value).decode()
