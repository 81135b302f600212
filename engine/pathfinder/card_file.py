"""The card file: facts of cards that the owner of the game writes down for himself, read from TOML or JSON.

The file has an entry for each card and location. Everything but the name may be left out; what is not told stays not
known. Nothing but facts belongs in it: no text of a card is asked for, or read.

    set = "Rise of the Runelords"   only where another set is played: then the built-in facts are not compared

    [[card]]
    name          the name as printed
    type          weapon, spell, armor, item, ally, blessing, loot, villain, henchman, monster, barrier or ship; a card
                  that is not built in needs it for its check
    traits        a list of the traits
    copies        how many the box has
    acquire       the check to acquire a boon, such as "Strength or Melee 6"
    defeat        the check to defeat a bane, such as "Combat 13 or Divine 9 then Wisdom 8"
    recharge      the check to recharge a boon, such as "Arcane or Divine 8"; "none" if it has no such line
    closes        true or false: whether the text of a henchman allows a closing
    barrier       true or false: whether a bane counts as a barrier besides
    per_adventure what the number of the adventure deck adds to the difficulty, once for each: 1

    [[location]]
    name          the name as printed
    closing       the check that closes it, such as "Wisdom or Survival 7"
    closing_text  what else closing it takes, in your own words

A check is written as on the card: skills joined by "or" share the difficulty that follows, further choices follow
another "or", and "then" joins checks that are made one after the other, of which "or" binds tighter. "none" is a card
without a check. In JSON the same names are used: {"card": [{"name": …}], "location": […]}.

Every fault is told with its place, not the first one alone.
"""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

from engine.notation import Misread, did_you_mean, plain, quoted
from engine.pathfinder.card_values import BUILT_IN, Choice, ToldCard, ToldLocation, card_key, contradictions, set_key
from engine.pathfinder.cards import BANES, BOONS, CARDS, LOCATIONS, Check, Requirement, facts_named
from engine.pathfinder.difficulty import read_skill
from engine.text_places import Path, Places, Span, places_in_json, places_in_toml

Form = Literal["toml", "json"]

TYPES = (*BOONS, "loot", *BANES, "ship")
_MOST_DIFFICULTY = 999

#: A card file that shows everything that one can tell. The names and numbers in it are made up.
EXAMPLE = """\
# Facts of my cards. Leave out whatever you do not know.

[[card]]
name = "Marsh Troll"
type = "monster"
traits = ["Troll", "Veteran"]
copies = 2
defeat = "Combat 14"
per_adventure = 1          # 14 and the number of the adventure deck

[[card]]
name = "Rope Bridge"
type = "barrier"
defeat = "Dexterity or Acrobatics 8 or Wisdom 10 then Constitution 6"

[[card]]
name = "Marsh Cultist"
type = "henchman"
defeat = "Combat 9"
closes = true              # its text lets you try to close the location

[[card]]
name = "Wand of Sparks"
type = "item"
acquire = "Intelligence or Arcane 7"
recharge = "Arcane 9"

[[card]]
name = "Lantern Spirit"
type = "monster"
defeat = "none"            # no check: what it does is done at once
barrier = true

[[location]]
name = "Drowned Chapel"
closing = "Wisdom or Divine 7"

[[location]]
name = "Old Mill"
closing_text = "banish an item"
"""


class FileFault(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a card file: what, where (line and column count from 1), and what to do about it."""

    message: str
    line: int
    column: int
    length: int = 1
    hint: str = ""


class CardFile(msgspec.Struct, frozen=True, kw_only=True):
    """What a card file says. With faults none of it may be used; `notes` are doubts that are no faults."""

    cards: tuple[ToldCard, ...] = ()
    locations: tuple[ToldLocation, ...] = ()
    set: str = ""
    faults: tuple[FileFault, ...] = ()
    notes: tuple[FileFault, ...] = ()


def form_of(name: str, text: str) -> Form:
    """In which form a file is, by the end of its name, else by its first sign."""
    if name.casefold().endswith(".json"):
        return "json"
    if name.casefold().endswith(".toml"):
        return "toml"
    return "json" if text.lstrip()[:1] == "{" else "toml"


def read_card_file(text: str, form: Form) -> CardFile:
    """Read a card file; its faults are in what is given back, in the order of the text."""
    text = text.replace("\r\n", "\n")
    try:
        content = tomllib.loads(text) if form == "toml" else json.loads(text)
        places = places_in_toml(text) if form == "toml" else places_in_json(text)
    except RecursionError:
        return CardFile(faults=(FileFault(message="the file is nested too deeply", line=1, column=1),))
    except ValueError as fault:
        return CardFile(faults=(_syntax(fault, text, form),))
    return _Reader(places).file(content)


# Where the form itself is broken

_TOML_PLACE = re.compile(r"(.*?) \((?:at line (\d+), column (\d+)|at end of document)\)", re.DOTALL)


def _syntax(fault: ValueError, text: str, form: Form) -> FileFault:
    if isinstance(fault, json.JSONDecodeError):
        message, line, column = fault.msg, fault.lineno, fault.colno
    else:
        found = _TOML_PLACE.fullmatch(str(fault))
        lines = text.rstrip("\n").split("\n")
        message, line, column = (found.group(1) if found else str(fault)), len(lines), len(lines[-1]) + 1
        if found and found.group(2):
            line, column = int(found.group(2)), int(found.group(3))
    message = message[:1].lower() + message[1:]
    hint = 'text stands in quotes: name = "Bear"' if "invalid value" in message else ""
    return FileFault(message=f"this is no {form.upper()}: {message}", line=line, column=column, hint=hint)


# What the entries say

_KINDS: dict[type, str] = {
    str: 'text in quotes, such as "{example}"',
    int: "a whole number",
    bool: "true or false",
    tuple[str, ...]: 'a list of texts, such as ["Goblin", "Warrior"]',
}
#: The keys of an entry, by what it is of: the type of the value, and an example.
_KEYS: dict[str, dict[str, tuple[Any, str]]] = {
    "card": {
        "name": (str, "Bear"),
        "type": (str, "monster"),
        "traits": (tuple[str, ...], ""),
        "copies": (int, ""),
        "acquire": (str, "Strength 6"),
        "defeat": (str, "Combat 13"),
        "recharge": (str, "Arcane 8"),
        "closes": (bool, ""),
        "barrier": (bool, ""),
        "per_adventure": (int, ""),
    },
    "location": {"name": (str, "Old Mill"), "closing": (str, "Wisdom 7"), "closing_text": (str, "banish an item")},
}
_NUMBERS = {"copies": (1, 99), "per_adventure": (1, 9)}


class _Reader:
    """Goes over the content of one file and gathers what it says and what is wrong with it."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.faults: list[FileFault] = []
        self.notes: list[FileFault] = []
        self.names: dict[tuple[str, str], int] = {}
        self.set = ""

    def fault(self, span: Span, message: str, hint: str = "") -> None:
        self.faults.append(
            FileFault(message=message, line=span.line, column=span.column, length=span.length, hint=hint)
        )

    def file(self, content: Any) -> CardFile:
        """All that the file says."""
        for path, span in self.places.twice:
            self.fault(span, f'"{path[-1]}" stands twice here')
        if not isinstance(content, dict):
            self.fault(self.places.of(()), "a card file is an object with the keys card and location")
            content = {}
        for key in content:
            if key not in {*_KEYS, "set"}:
                self.unknown((key,), (*_KEYS, "set"), "the file")
        self.set = self.set_of(content)
        cards = [told for path, entry in self.entries(content, "card") if (told := self.card(path, entry))]
        places = [where for path, entry in self.entries(content, "location") if (where := self.location(path, entry))]
        if not content and not self.faults:
            self.fault(Span(1, 1), "the file tells of no card", "gamelog cards --example prints a file to begin with")
        by_place = sorted(self.faults, key=lambda one: (one.line, one.column))
        if by_place:
            return CardFile(faults=tuple(by_place), notes=tuple(self.notes))
        return CardFile(cards=tuple(cards), locations=tuple(places), set=self.set, notes=tuple(self.notes))

    def set_of(self, content: Mapping[str, Any]) -> str:
        if "set" not in content:
            return ""
        said = content["set"]
        if not isinstance(said, str):
            self.fault(self.places.of(("set",)), "set is the name of a set in quotes")
            return ""
        return "" if said and not set_key(said) else self.text(("set",), said)

    def entries(self, content: Mapping[str, Any], what: str) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The entries of one kind, each with its place; what is no entry is a fault."""
        listed = content.get(what, [])
        wanted = f'each {what} begins with [[{what}]], in JSON {{"{what}": [{{"name": …}}]}}'
        if not isinstance(listed, list):
            self.fault(self.places.key((what,)), f'"{what}" is no list of entries', wanted)
            return
        for number, entry in enumerate(listed):
            path: Path = (what, number)
            if not isinstance(entry, dict):
                self.fault(self.places.of(path), f"this is no entry of a {what}", wanted)
                continue
            yield path, self.checked(path, what, entry)

    def checked(self, path: Path, what: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The values of an entry that have the right kind."""
        found: dict[str, Any] = {}
        keys = _KEYS[what]
        for key, value in entry.items():
            if key not in keys:
                self.unknown((*path, key), tuple(keys), f"a {what}")
                continue
            kind, example = keys[key]
            try:
                found[key] = msgspec.convert(value, type=kind)
            except msgspec.ValidationError:
                if isinstance(value, list) and key == "traits":
                    odd = [(at, one) for at, one in enumerate(value) if not isinstance(one, str)]
                    for at, one in odd:
                        span = self.places.of((*path, key, at))
                        self.fault(span, f"a trait is text in quotes, not {_shown(one)}")
                    continue
                wanted = _KINDS[kind].replace("{example}", example)
                self.fault(self.places.of((*path, key)), f"{key} is {wanted}, not {_shown(value)}")
                continue
            self.plausible((*path, key), found)
        return found

    def plausible(self, path: Path, found: dict[str, Any]) -> None:
        """A number in its range, and texts that can be shown; what is neither is taken out again."""
        key = str(path[-1])
        value = found[key]
        before = len(self.faults)
        if key in _NUMBERS and not _NUMBERS[key][0] <= value <= _NUMBERS[key][1]:
            least, most = _NUMBERS[key]
            self.fault(self.places.of(path), f"{key} is a number from {least} to {most}, not {value}")
        elif isinstance(value, str):
            found[key] = self.text(path, value)
        elif key == "traits":
            found[key] = tuple(self.text((*path, at), one) for at, one in enumerate(value))
            for at, one in enumerate(found[key]):
                if plain(one) in {plain(other) for other in found[key][:at]}:
                    self.fault(self.places.of((*path, at)), f"the trait {quoted(one)} is listed twice")
        if len(self.faults) > before:
            del found[key]

    def text(self, path: Path, value: str) -> str:
        """A text on one line, in the form in which texts are compared."""
        text = " ".join(unicodedata.normalize("NFC", value).split(" ")).strip()
        if not text:
            self.fault(self.places.of(path), f"{path[-1] if isinstance(path[-1], str) else 'the trait'} is empty")
        elif not text.isprintable():
            self.fault(self.places.of(path), f"there is a sign in {quoted(text)} that cannot be shown")
        return text

    def unknown(self, path: Path, known: tuple[str, ...], what: str) -> None:
        near = get_close_matches(plain(str(path[-1])).replace(" ", "_"), known, n=1)
        hint = did_you_mean(near) or f"{what} has {', '.join(known)}"
        self.fault(self.places.key(path), f"{what} has no {quoted(str(path[-1]))}", hint)

    def named(self, path: Path, entry: Mapping[str, Any]) -> str:
        """The full name of an entry; "" where it has none, or one that another entry has."""
        what = str(path[0])
        if "name" not in entry:
            if (*path, "name") not in self.places.keys:
                self.fault(self.places.of(path), f"this {what} has no name", 'such as name = "Bear"')
            return ""
        written = str(entry["name"])
        name = card_key(written) if what == "card" else _location_name(written)
        span = self.places.of((*path, "name"))
        if (what, plain(name)) in self.names:
            first = self.names[what, plain(name)]
            self.fault(span, f"{quoted(name)} is told twice, first in line {first}", "put both entries together")
            return ""
        self.names[what, plain(name)] = span.line
        self.doubt(span, name, what)
        return name

    def doubt(self, span: Span, name: str, what: str) -> None:
        """Note a name that is not known but for a slip, where the set's own names are known."""
        known = [card.name for card in CARDS.values()] if what == "card" else list(LOCATIONS)
        if self.set or name in known:
            return
        near = get_close_matches(name, known, n=1, cutoff=0.85)
        if near:
            message = f"no {what} is called {quoted(name)} in {BUILT_IN}"
            self.notes.append(
                FileFault(
                    message=message, line=span.line, column=span.column, length=span.length, hint=did_you_mean(near)
                )
            )

    # Cards

    def card(self, path: Path, entry: dict[str, Any]) -> ToldCard | None:
        """One card, unless something is wrong with it."""
        before = len(self.faults)
        name = self.named(path, entry)
        type_ = self.type_of(path, entry)
        self.fits_type(path, entry, type_ or self.known_type(str(entry.get("name", ""))))
        check: Check | None = None
        for key in ("acquire", "defeat"):
            if key in entry:
                check = self.check((*path, key), entry[key])
        card = ToldCard(
            name=name or "?",
            type=type_,
            traits=entry.get("traits"),
            copies=entry.get("copies"),
            check=check,
            recharge=self.choice((*path, "recharge"), entry["recharge"]) if "recharge" in entry else None,
            closes=entry.get("closes"),
            barrier=entry.get("barrier"),
            per_adventure=entry.get("per_adventure", 0),
        )
        if len(self.faults) == before and not self.set:
            for one in contradictions(card):
                keys = {"check": "defeat" if "defeat" in entry else "acquire"}
                self.fault(self.places.of((*path, keys.get(one.field, one.field))), one.message)
        return card if name and len(self.faults) == before else None

    def known_type(self, name: str) -> str:
        facts = facts_named(card_key(name)) if name and not self.set else None
        return facts.type if facts else ""

    def type_of(self, path: Path, entry: Mapping[str, Any]) -> str:
        if "type" not in entry:
            return ""
        said = plain(str(entry["type"]))
        if said not in TYPES:
            near = get_close_matches(said, TYPES, n=1)
            message = f"there is no card type {quoted(str(entry['type']))}"
            self.fault(self.places.of((*path, "type")), message, did_you_mean(near) or f"one of {', '.join(TYPES)}")
            return ""
        return said

    def fits_type(self, path: Path, entry: Mapping[str, Any], type_: str) -> None:
        """The keys that a card of this type cannot have; where it is not known, those that exclude each other."""
        boon = type_ in BOONS or type_ == "loot"
        excluded = {
            "acquire": "" if boon or not type_ else f"a {type_} is defeated, not acquired",
            "defeat": f"a card of the type {type_} is acquired, not defeated" if boon else "",
            "recharge": "" if boon or not type_ else f"a {type_} is never recharged",
            "closes": "" if type_ in {"henchman", ""} else f"only a henchman allows a closing, not a {type_}",
            "barrier": f"a card of the type {type_} is no barrier" if boon else "",
        }
        for key, why in excluded.items():
            if key in entry and why:
                self.fault(self.places.key((*path, key)), why)
        if {"acquire", "defeat"} & set(entry) and not type_ and (*path, "type") not in self.places.keys:
            key = "acquire" if "acquire" in entry else "defeat"
            message = (
                f"the type of {quoted(str(entry.get('name', '?')))} is not known, so that its check cannot be used"
            )
            self.fault(self.places.key((*path, key)), message, 'tell it, such as type = "monster"')
        if "per_adventure" in entry and not {"acquire", "defeat"} & set(entry):
            self.fault(self.places.key((*path, "per_adventure")), "per_adventure adds to a check, and none is told")

    def location(self, path: Path, entry: dict[str, Any]) -> ToldLocation | None:
        """One location, unless something is wrong with it."""
        before = len(self.faults)
        name = self.named(path, entry)
        closing = self.choice((*path, "closing"), entry["closing"]) if "closing" in entry else None
        if len(self.faults) > before:
            return None
        return ToldLocation(name=name, closing=closing, closing_text=entry.get("closing_text", ""))

    # Checks

    def choice(self, path: Path, text: str) -> Choice | None:
        """A single check: its requirements joined by "or"; empty for "none"."""
        check = self.check(path, text)
        if check is not None and len(check) > 1:
            then = re.search(r"\bthen\b", text, re.IGNORECASE)
            span = self.places.within(path, then.start() if then else 0, 4)
            hint = "what else it takes is told as closing_text" if path[-1] == "closing" else ""
            self.fault(span, f"{path[-1]} is one check, without then", hint)
            return None
        return check[0] if check else None if check is None else ()

    def check(self, path: Path, text: str) -> Check | None:
        """A check as text; None with a fault where it cannot be read."""
        try:
            return read_check(text)
        except Misread as misread:
            fault = misread.fault
            hint = fault.hint or 'such as "Strength or Melee 9 or Divine 7 then Wisdom 8"'
            self.fault(self.places.within(path, fault.column - 1, fault.length), fault.message, hint)
            return None


def _location_name(written: str) -> str:
    return next((name for name in LOCATIONS if plain(name) == plain(written)), written)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, int | float):
        return "null" if value is None else str(value)[:20]
    if isinstance(value, str):
        return quoted(value)
    return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else quoted(str(value))


# Reading a check

_WORD = re.compile(r"\d+|[^\W\d_]+|\S")


class _Token(msgspec.Struct, frozen=True):
    text: str
    column: int


def read_check(text: str) -> Check:
    """A check as a card file has it: skills and difficulties joined by "or", and by "then"; "none" is no check.

    Raises:
        Misread: it cannot be read; the columns of the fault count from 1.
    """
    tokens = [_Token(found.group(), found.start() + 1) for found in _WORD.finditer(text)]
    if [plain(one.text) for one in tokens] == ["none"]:
        return ()
    steps: list[tuple[Requirement, ...]] = []
    ways: list[Requirement] = []
    skills: list[str] = []
    wanted = "a skill"
    for token in tokens:
        word = plain(token.text)
        if wanted == "a skill":
            if word in {"or", "then", "none"} or not word.isalpha():
                raise _misread(token, f"a skill is expected here, not {quoted(token.text)}")
            skills.append(_skill(token))
            wanted = "a difficulty"
        elif wanted == "a difficulty" and word.isdecimal():
            if not 0 < int(word[:9]) <= _MOST_DIFFICULTY:
                raise _misread(token, f"a difficulty is a number from 1 to {_MOST_DIFFICULTY}, not {word[:12]}")
            ways.append(Requirement(skills=tuple(skills), difficulty=int(word)))
            skills, wanted = [], "or"
        elif word == "or":
            wanted = "a skill"
        elif word == "then" and wanted == "or":
            steps.append(tuple(ways))
            ways, wanted = [], "a skill"
        elif wanted == "a difficulty":
            raise _misread(token, f"the difficulty of {skills[-1]} is expected here, not {quoted(token.text)}")
        else:
            raise _misread(token, f'"or", "then" or the end is expected here, not {quoted(token.text)}')
    if wanted != "or":
        what = f"the difficulty of {skills[-1]}" if wanted == "a difficulty" else wanted
        raise _misread(_Token("", len(text.rstrip()) + 1), f"{what} is missing at the end")
    return (*steps, tuple(ways))


def _skill(token: _Token) -> str:
    try:
        return read_skill(token.text)
    except Misread as misread:
        fault = misread.fault
        raise _misread(token, fault.message, fault.hint) from None


def _misread(token: _Token, message: str, hint: str = "") -> Misread:
    from engine.game import Fault

    return Misread(
        Fault(kind="malformed", message=message, column=token.column, length=max(1, len(token.text)), hint=hint)
    )
