"""Reading a position back: from the text that `show --position` prints, from JSON, or from a few lines typed by hand.

A text has one key and its value on a line. A value is JSON; words, and names with commas between them, may stand
without quotes. A line that begins with `#` is a comment. Keys that are left out mean that nobody said: a pile of
unknown size, a character at an unknown location, no encounter, nothing owed. A pile is its number of cards, or the
names of all its cards, or `[size, top, loose, bottom]` as `position` writes it. Of an encounter `who` and `card`
suffice, of damage `who` and `amount`. With a scenario whose facts are known its locations are in play, and its
villains, unless the position says otherwise. A position that cannot be is refused with the key and the line.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NoReturn

import msgspec

from engine.judging import Violation
from engine.notation import did_you_mean
from engine.pathfinder.card_values import NOTHING_TOLD, knowledge_of
from engine.pathfinder.cards import ADVENTURES, LOCATIONS_BY_PLAYERS, SCENARIOS
from engine.pathfinder.events import CharacterSetup, Judging, LocationSetup
from engine.pathfinder.options import OFFICIAL, Options
from engine.pathfinder.setup import begun, laid_out
from engine.pathfinder.state import STEPS, Character, Place, State, Turn
from engine.pathfinder.verdicts import known_type
from engine.pathfinder.zones import Pile, counted, of
from engine.position import PositionError

#: What whoever edits a position has to know of its keys.
_LEGEND = (
    "# c.NAME is a character, l.NAME a location. A pile is its number of cards, or the names of all its cards, or",
    "# [size, known from the top, known somewhere in it, known from the bottom]; null is a size that nobody said.",
    "# A line that is left out says nothing: phase and actor follow from the rest, options from those of the new game.",
)


def _fields_of(owner: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a character or location after its name, and what each holds; a text may be null."""
    hints = typing.get_type_hints(owner)
    return {
        field: str | None if hints[field] is str else hints[field]
        for field in owner.__struct_fields__
        if field != "name"
    }


#: The keys of a character and of a location, with what each holds.
_CHARACTER, _PLACE = _fields_of(Character), _fields_of(Place)
#: Fields of the state that are no keys of a position, or are keys of another form.
_ELSEWHERE = frozenset(
    {"options", "names", "characters", "places", "turn", "cards", "memory", "simulated", "seq", "past", "called"}
)

_QUOTED = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*[:=]?\s*(.*?)\s*$')
_OF_A_NAME = re.compile(
    rf"\s*((?:c\.\S.*?\.(?:{'|'.join(_CHARACTER)}))|(?:l\.\S.*?\.(?:{'|'.join(_PLACE)})))(?:\s*[:=]\s*|\s+|$)(.*?)\s*$"
)
_PLAIN = re.compile(r"\s*([^\s:=]+)(?:\s*[:=]\s*|\s+|$)(.*?)\s*$")


@cache
def _types() -> Mapping[str, Any]:
    """Every key that has no name of a character or location in it, and what it holds."""
    hints = typing.get_type_hints(State)
    found = {"phase": str, "actor": int | None, "told_cards": dict[str, Any]}
    found |= {key: hints[key] for key in State.__struct_fields__ if key not in _ELSEWHERE}
    found |= {f"turn.{key}": kind for key, kind in typing.get_type_hints(Turn).items()}
    return found | {f"option.{key}": kind for key, kind in typing.get_type_hints(Options).items()}


def _type_of(key: str) -> Any:
    """What a key holds; None for what is no key."""
    if key.startswith(("c.", "l.")):
        owner, _, field = key[2:].rpartition(".")
        return (_CHARACTER if key[0] == "c" else _PLACE).get(field) if owner else None
    return _types().get(key)


# Writing


def position_text(state: State) -> str:
    """The whole position as text that can be read back."""
    from engine.pathfinder.position import position

    lines = (f"{_key_text(key)} {msgspec.json.encode(value).decode()}" for key, value in position(state).items())
    names = ", ".join(state.names)
    title = "# a position of the Pathfinder Adventure Card Game"
    return "\n".join((title, f"# players: {names}", *_LEGEND, *lines, ""))


def _key_text(key: str) -> str:
    """A key as it is printed: in quotes only where it would not be read back otherwise."""
    plain = key == key.strip() and "\n" not in key and _split(f"{key} 0") == (key, "0")
    return key if plain else msgspec.json.encode(key).decode()


def hide(flat: dict[str, Any], seat: int) -> dict[str, Any]:
    """Flat keys as one seat sees them.

    The hands and decks of others and all decks that lie face down are shown as numbers alone, but for a card that is
    being encountered. The cards of one's own deck stay known, their order does not.
    """
    mine = {key[: -len(".seat")] for key, value in flat.items() if key.endswith(".seat") and value == seat}
    met = {(one["place"], one["card"]) for one in flat.get("encounters", ()) if not one.get("summoned")}
    return {key: _hidden(key, value, mine, met) for key, value in flat.items()}


def _hidden(key: str, value: Any, mine: set[str], met: set[tuple[str, str | None]]) -> Any:
    owner, _, field = key.rpartition(".")
    if key == "blessings":
        return [value[0], [], [], []]
    if key.startswith("c.") and field == "deck" and owner in mine:
        return [value[0], [], sorted((*value[1], *value[2], *value[3])), []]
    if key.startswith("c.") and field in {"hand", "deck"} and owner not in mine:
        return [value[0], [], [], []]
    if key.startswith("l.") and field == "deck":
        shown = [card for card in value[1][:1] if (owner[2:], card) in met]
        return [value[0], shown, [], []]
    return value


# Taking a text apart


def _split(line: str) -> tuple[str, str] | None:
    """Key and value of a line; None if it has no key."""
    if found := _QUOTED.match(line):
        try:
            return str(msgspec.json.decode(found.group(1))), found.group(2)
        except msgspec.DecodeError:
            return None
    found = _OF_A_NAME.match(line) or _PLAIN.match(line)
    return (found.group(1), found.group(2)) if found else None


def parse_position(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """What a text says by key, and the line of each key, from 1; keys are checked, values not yet.

    Raises:
        PositionError: a line or a key cannot be read.
    """
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    if text.lstrip().startswith("{"):
        try:
            values = msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeEncodeError, RecursionError) as fault:
            raise PositionError("", f"not a JSON object: {fault}") from None
        for key in values:
            _known(key, values, 0)
        return values, lines
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = _split(line)
        if found is None or not found[1]:
            raise PositionError(line.strip(), "a key needs a value", number)
        key, value = found
        _known(key, values, number)
        if key in values:
            raise PositionError(key, "is given twice", number)
        values[key], lines[key] = _value(key, value, number), number
    return values, lines


def _known(key: str, values: Mapping[str, Any], line: int) -> None:
    if _type_of(key) is not None:
        return
    names = {other.rpartition(".")[0]: None for other in values if other.startswith(("c.", "l."))}
    keys = [*_types(), *(f"{name}.{field}" for name in names for field in (_CHARACTER if name[0] == "c" else _PLACE))]
    if key.startswith(("c.", "l.")):
        fields = ", ".join(_CHARACTER if key[0] == "c" else _PLACE)
        raise PositionError(key, f"is no key; {key[0]}.NAME. is followed by one of {fields}", line)
    near = get_close_matches(key, keys, n=1)
    raise PositionError(key, f"is no key of a position{', ' if near else ''}{did_you_mean(near)}", line)


def _value(key: str, text: str, line: int) -> Any:
    for written in (text, re.sub(r"\s#\s.*$", "", text)):
        try:
            return msgspec.json.decode(written)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            continue
    bare = re.sub(r"\s+#\s.*$", "", text)
    kind = _type_of(key)
    if kind is Pile or kind == tuple[str, ...]:
        return [part for one in bare.split(",") if (part := " ".join(one.split()))]
    if kind in {int, bool, int | None} or bare[0] in '[{"':
        shown = bare.encode(errors="backslashreplace").decode()
        raise PositionError(key, f'"{shown}" cannot be read as {_wanted(kind)}', line)
    return bare


def _wanted(kind: Any) -> str:
    if kind is Pile:
        return "a number of cards, names of cards, or [size, top, loose, bottom]"
    words = {int: "a whole number", int | None: "a whole number or null", bool: "true or false"}
    return words.get(kind, "JSON")


class _Reader:
    """Reads typed values out of what a text says, naming key and line in every fault."""

    def __init__(self, text: str) -> None:
        self.values, self.lines = parse_position(text)

    def fail(self, key: str, message: str) -> NoReturn:
        raise PositionError(key, message, self.lines.get(key, 0))

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def get(self, key: str, default: Any) -> Any:
        """The value of a key in its type; the default where nobody said."""
        if key not in self.values:
            return default
        kind, value = _type_of(key), self.values[key]
        if kind is Pile:
            return self._pile(key, value)
        try:
            found = msgspec.convert(value, kind)
        except msgspec.ValidationError as fault:
            self.fail(key, f"{_shown(value)} does not fit: {str(fault)[:1].lower()}{str(fault)[1:]}")
        if stray := _stray(value, msgspec.to_builtins(found)):
            self.fail(key, f'"{stray}" is no part of it')
        if kind is int and found < 0:
            self.fail(key, f"a whole number from 0 is expected, not {found}")
        return found

    def fields(self, head: str, kinds: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the keys that begin so, by what follows; a text that is null is empty."""
        found = {field: self.get(head + field, None) for field in kinds if head + field in self.values}
        return {field: "" if value is None and kinds[field] == str | None else value for field, value in found.items()}

    def _pile(self, key: str, value: Any) -> Pile:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return counted(value)
        if value is None:
            return Pile()
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return of(*value)
        try:
            size, top, loose, bottom = msgspec.convert(
                value, tuple[int | None, tuple[str, ...], tuple[str, ...], tuple[str, ...]]
            )
        except msgspec.ValidationError:
            self.fail(key, f"{_wanted(Pile)} is expected, not {_shown(value)}")
        pile = Pile(size=size, top=top, loose=tuple(sorted(loose)), bottom=bottom)
        if size is not None and size < len(pile.known):
            self.fail(key, f"{len(pile.known)} cards are named and the size is {size}")
        return pile


def _stray(given: Any, read: Any) -> str:
    """The name of a field that was given and is none; "" if there is none."""
    if isinstance(given, dict) and isinstance(read, dict):
        for name, value in given.items():
            if name not in read:
                return str(name)
            if found := _stray(value, read[name]):
                return found
    if isinstance(given, list) and isinstance(read, (list, tuple)):
        return next((found for one, other in zip(given, read, strict=False) if (found := _stray(one, other))), "")
    return ""


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."


# Making a state of it


def read_position(
    text: str, *, names: tuple[str, ...] = (), options: Options = OFFICIAL, mode: Judging = "table"
) -> State:
    """The state that a position describes.

    Args:
        text: the position.
        names: the players in the order of the seats; without them the characters stand for their players.
        options: those under which it is played on, as far as the position itself names none.
        mode: how it is judged, if the position does not say.

    Raises:
        PositionError: the text cannot be read, or the position cannot be.
    """
    from engine.pathfinder.offers import prompt

    read = _Reader(text)
    state = _build(read, names, options, mode)
    _check(read, state)
    asked = prompt(state)
    for key, reckoned in (("phase", asked.ask if asked else "game_over"), ("actor", asked.seat if asked else None)):
        if key in read and read.get(key, None) != reckoned:
            says = _shown(read.values[key])
            read.fail(key, f"says {says}, the other keys make it {_shown(reckoned)}; it may be left out")
    return state


def check_position(text: str, *, names: tuple[str, ...], options: Options, mode: Judging) -> list[Violation]:
    """What makes a position unreadable or impossible, as a violation; empty if nothing does."""
    try:
        read_position(text, names=names, options=options, mode=mode)
    except PositionError as fault:
        where = f" (line {fault.line})" if fault.line else ""
        return [Violation(rule="PA-ZON-04", message=f"position{where}: {fault}", grade="impossible")]
    return []


def _build(read: _Reader, names: tuple[str, ...], options: Options, mode: Judging) -> State:
    middle, scenario = read.get("middle", True), read.get("scenario", "")
    set_ = read.get("set", "")
    characters = _characters(read, names, middle=middle, set_=set_)
    names = names or tuple(one.name for one in characters)
    places, complete = _places(read, scenario, len(names), middle=middle)
    encounters, damages = _encounters(read, characters), _damages(read)
    over, tasks = read.get("over", ()), read.get("tasks", ())
    plain = {
        key: read.get(key, None)
        for key in _types()
        if key in read and key in State.__struct_fields__ and key not in {"encounters", "damages"}
    }
    facts = None if set_ else SCENARIOS.get(scenario)
    defaults: dict[str, Any] = {
        "mode": mode,
        "villains": facts.villains if facts else (),
        "adventure": None if set_ else adventure_number(scenario),
        "middle": middle,
        "blessings_discard": Pile() if middle else counted(0),
        "met": max((one.number for one in (*encounters, *over)), default=0),
        "dealt": max((one.number for one in damages), default=0),
        "tasks_made": max((one.number for one in tasks), default=0),
    }
    return State(
        **(defaults | plain | {"complete": complete}),
        options=msgspec.structs.replace(options, **_options(read)),
        names=names,
        characters=characters,
        places=places,
        turn=_turn(read),
        encounters=encounters,
        damages=damages,
        cards=_told_cards(read),
    )


def adventure_number(scenario: str) -> int | None:
    """The number of the adventure deck to which a scenario belongs, 0 for the base set; None if it is not known."""
    facts = SCENARIOS.get(scenario)
    if facts is None:
        return None
    mark = ADVENTURES[facts.adventure].set
    return 0 if mark == "B" else int(mark)


def _names_of(read: _Reader, letter: str) -> tuple[str, ...]:
    """The names that keys of characters, or of locations, have in them, in the order in which they come."""
    found = (key[2:].rpartition(".")[0] for key in read.values if key.startswith(f"{letter}."))
    return tuple(dict.fromkeys(found))


def _characters(read: _Reader, names: tuple[str, ...], *, middle: bool, set_: str) -> tuple[Character, ...]:
    found = []
    for number, name in enumerate(_names_of(read, "c")):
        c = f"c.{name}."
        seat = read.get(f"{c}seat", number)
        if names and seat >= len(names):
            read.fail(f"{c}seat", f"{name} has seat {seat}, and {len(names)} players are named; seats count from 0")
        empty = begun(CharacterSetup(name=name), seat, middle=middle, set_=set_)
        found.append(msgspec.structs.replace(empty, **read.fields(c, _CHARACTER)))
    seats = {one.seat for one in found}
    for number, name in enumerate(names):
        if number not in seats:
            read.fail(
                "", f'no character has seat {number}, that of "{name}": a line such as c.Kyra.seat {number} is missing'
            )
    if not found:
        read.fail("", "a position needs a character: a line such as c.Kyra.hand 5")
    return tuple(found)


def _places(read: _Reader, scenario: str, players: int, *, middle: bool) -> tuple[tuple[Place, ...], bool]:
    """The locations in play, and whether they are all there are."""
    named = _names_of(read, "l")
    facts = None if read.get("set", "") else SCENARIOS.get(scenario)
    wanted = LOCATIONS_BY_PLAYERS.get(players)
    if "complete" not in read and facts is not None and wanted is not None:
        listed = facts.locations_for(players)
        named = (*named, *(name for name in listed if name not in named))
    complete = read.get("complete", len(named) == wanted)
    found = []
    for name in named:
        empty = laid_out(LocationSetup(name=name), middle=middle, set_=read.get("set", ""))
        found.append(msgspec.structs.replace(empty, **read.fields(f"l.{name}.", _PLACE)))
    return tuple(found), complete


def _turn(read: _Reader) -> Turn:
    fields = {key: read.get(f"turn.{key}", None) for key in Turn.__struct_fields__ if f"turn.{key}" in read}
    if fields.get("active") and "step" not in fields:
        fields["step"] = "begun"
    if fields.get("step", "between") not in STEPS:
        read.fail("turn.step", f"one of {', '.join(STEPS)} is expected, not {_shown(fields['step'])}")
    return Turn(**fields)


def _options(read: _Reader) -> dict[str, Any]:
    return {key: read.get(f"option.{key}", None) for key in Options.__struct_fields__ if f"option.{key}" in read}


def _encounters(read: _Reader, characters: tuple[Character, ...]) -> Any:
    """The encounters, what follows from the card and from where its character is filled in."""
    at = {one.name: one.location for one in characters}
    given = read.values.get("encounters", ())
    for number, one in enumerate(given if isinstance(given, list) else (), start=1):
        if isinstance(one, dict) and isinstance(one.get("who"), str):
            one.setdefault("card", None)
            one.setdefault("number", number)
            known = isinstance(one["card"], str) and not read.get("set", "")
            one.setdefault("type", known_type(one["card"]) if known else "")
            one.setdefault("place", at.get(one["who"], ""))
    return read.get("encounters", ())


def _damages(read: _Reader) -> Any:
    given = read.values.get("damages", ())
    for number, one in enumerate(given if isinstance(given, list) else (), start=1):
        if isinstance(one, dict):
            for field, value in (("number", number), ("amount", None), ("source", "other")):
                one.setdefault(field, value)
    return read.get("damages", ())


def _told_cards(read: _Reader) -> Any:
    if "told_cards" not in read:
        return NOTHING_TOLD
    try:
        return knowledge_of(read.values["told_cards"])
    except msgspec.ValidationError as fault:
        read.fail("told_cards", str(fault))


def _check(read: _Reader, state: State) -> None:
    """Whoever and whatever a key names is there."""
    names = {one.name for one in state.characters}
    places = {one.name for one in state.places}
    for key, who in _people(state):
        if who and who not in names:
            read.fail(key, f'no character "{who}" is in this position: {", ".join(sorted(names))}')
    for key, where in _whereabouts(state):
        if where and where not in places and state.complete:
            read.fail(key, f'no location "{where}" is in play: {", ".join(sorted(places))}')


def _people(state: State) -> Iterator[tuple[str, str]]:
    yield "turn.active", state.turn.active
    for key in ("encounters", "damages", "earned", "aside", "gone", "plays"):
        yield from ((key, one.who) for one in getattr(state, key))
    for key in ("dying", "fell", "rebuilt"):
        yield from ((key, who) for who in getattr(state, key))
    yield from (("tasks", one.owner) for one in state.tasks)
    yield "closing", state.closing.who if state.closing else ""


def _whereabouts(state: State) -> Iterator[tuple[str, str]]:
    yield from ((f"c.{one.name}.location", one.location) for one in state.characters)
    yield from (("encounters", one.place) for one in state.encounters)
    yield "closing", state.closing.place if state.closing else ""
    yield "fate", state.fate.place if state.fate else ""
