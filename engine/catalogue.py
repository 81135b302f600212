"""The rule catalogue: what every effect and every refusal points to.

A game keeps its rules as data, in `engine/<game>/data/rules.toml`, and the points on which tables, sites and readings
differ in `options.toml` beside it. Code cites a rule by its id and asks an option by its name; the sentences that a
person reads live here and nowhere else, so that rule text and rule code can be judged side by side.
"""

import difflib
import functools
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

import engine

Named = TypeVar("Named")

SILENT = "silent"
"""The source of a rule on which the source document says nothing."""

OFFICIAL = "official"
"""The preset that is used when none is named; statements are worded for it."""


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule, as the preset `official` plays it.

    `source` names a passage of the game's source document by heading and key terms, or is `SILENT`; `sentences` are the
    sentences of that document which the rule covers. `options` are the options that alter the rule, and `variants`
    tells in one or two sentences what the presets then do. `disputes` are ids of known differences and disputed cases.
    """

    id: str
    area: str
    title: str
    title_zh: str
    statement: str
    statement_zh: str
    source: str
    sentences: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    variants: str = ""
    disputes: tuple[str, ...] = ()


class OptionValue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One answer to an option's question."""

    value: str
    meaning: str
    meaning_zh: str


class Preset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named set of option values."""

    name: str
    title: str
    title_zh: str
    meaning: str
    meaning_zh: str


class OptionPoint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One point on which games differ, with its possible values and the value that each preset takes.

    `values` ends with those that the game's file declares once for all its options. `presets` holds pairs of preset
    name and value; `preset` reads it.
    """

    name: str
    rules: tuple[str, ...]
    question: str
    question_zh: str
    values: tuple[OptionValue, ...]
    presets: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]

    def preset(self, name: str) -> str:
        """Return the value that the preset takes; an unknown preset raises `UnknownNameError`."""
        values = dict(self.presets)
        return values[_resolve("preset", name, values)]

    def meaning(self, value: str) -> OptionValue:
        """Return one of the declared values by its name; another raises `UnknownNameError`."""
        values = {each.value: each for each in self.values}
        return values[_resolve(f"value of option {self.name}", value, values)]


class UnknownNameError(LookupError):
    """A name (of a rule, option, preset, value or game) that does not exist; `suggestions` are the nearest that do."""

    def __init__(self, what: str, name: str, suggestions: Iterable[str] = ()) -> None:
        self.what = what
        self.name = name
        self.suggestions = tuple(suggestions)
        super().__init__(what, name, self.suggestions)

    def __str__(self) -> str:
        hint = f"\nhint: did you mean {' or '.join(self.suggestions)}" if self.suggestions else ""
        return f'there is no {self.what} "{self.name}"{hint}'


class AmbiguousNameError(UnknownNameError):
    """A name that begins several; `suggestions` has them all."""

    def __str__(self) -> str:
        more = " ..." if len(self.suggestions) > 8 else ""
        return f'the {self.what} "{self.name}" could be several\nhint: {", ".join(self.suggestions[:8])}{more}'


class Catalogue:
    """The rules and options of one game, read from its data folder when they are first asked for."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder

    @staticmethod
    def load(game: str) -> "Catalogue":
        """Return the catalogue of the game in `engine/<game>`; an unknown game raises `UnknownNameError`."""
        return _load(game)

    @functools.cached_property
    def rules(self) -> Mapping[str, Rule]:
        """All rules by id, in the order of the rulebook."""
        return _by_name(msgspec.convert(self._read("rules.toml")["rule"], list[Rule]), "id")

    @functools.cached_property
    def options(self) -> Mapping[str, OptionPoint]:
        """All options by name, in the order of the file."""
        common = self._options_file.get("common_value", [])
        points = [
            {**table, "values": [*table["values"], *common], "presets": tuple(table["presets"].items())}
            for table in self._options_file["option"]
        ]
        return _by_name(msgspec.convert(points, list[OptionPoint]), "name")

    @functools.cached_property
    def presets(self) -> Mapping[str, Preset]:
        """All presets by name."""
        return _by_name(msgspec.convert(self._options_file["preset"], list[Preset]), "name")

    def rule(self, text: str) -> Rule:
        """Return the rule with this id, or the only one that the text begins.

        Case does not matter and the game's prefix may be left out, so `PP-6.2-hostage`, `pp-6.2` and `6.2` are the same
        rule. A text that begins several raises `AmbiguousNameError`, any other `UnknownNameError` with the nearest ids.
        """
        return self.rules[_resolve("rule", text, self.rules)]

    def option(self, text: str) -> OptionPoint:
        """Return the option with this name, or the only one that the text begins; fails as `rule` does."""
        return self.options[_resolve("option", text, self.options)]

    def values(self, preset: str = OFFICIAL) -> dict[str, str]:
        """Return the value of every option under a preset."""
        name = _resolve("preset", preset, self.presets)
        return {option.name: option.preset(name) for option in self.options.values()}

    def search(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that contain every word of the text, best first.

        Words are looked for in all texts of a rule, in both languages and without regard to case. Rules that have them
        in id or title come first; equals keep the order of the rulebook.
        """
        words = [_Word(word) for word in _fold(text).split()]
        if not words:
            return ()
        scored = [(rule, [word.score(fields) for word in words]) for rule, fields in self._searched]
        found = [(rule, sum(scores)) for rule, scores in scored if all(scores)]
        return tuple(rule for rule, _ in sorted(found, key=lambda pair: -pair[1]))

    @functools.cached_property
    def _searched(self) -> list[tuple[Rule, tuple[tuple[int, str], ...]]]:
        return [(rule, _weighted(rule)) for rule in self.rules.values()]

    @functools.cached_property
    def _options_file(self) -> dict[str, Any]:
        return self._read("options.toml")

    def _read(self, name: str) -> dict[str, Any]:
        return tomllib.loads(self._folder.joinpath(name).read_text(encoding="utf-8"))


@functools.cache
def _load(game: str) -> Catalogue:
    found = {
        each.parent.parent.name: each.parent for one in engine.__path__ for each in Path(one).glob("*/data/rules.toml")
    }
    if game not in found:
        raise UnknownNameError("game", game, difflib.get_close_matches(game, sorted(found)))
    return Catalogue(found[game])


def _by_name(items: Iterable[Named], key: str) -> Mapping[str, Named]:
    return MappingProxyType({getattr(item, key): item for item in items})


def _resolve(what: str, text: str, names: Iterable[str]) -> str:
    """Find the name that a person meant: the same but for case and prefix, else the only one that the text begins.

    A text that ends where a part of a name ends ("PP-2.1" in PP-2.1-pieces) is preferred to one that cuts a part in
    two (PP-2.10-favored-suit).
    """
    spellings = {name: _spellings(name) for name in names}
    if text in spellings:
        return text
    wanted = _fold(text).strip()
    boundary = tuple(wanted + mark for mark in ".-_")
    for fits in (wanted.__eq__, lambda known: known.startswith(boundary), lambda known: known.startswith(wanted)):
        found = [name for name, known in spellings.items() if wanted and any(map(fits, known))]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousNameError(what, text, found)
    whose = {part: name for name, known in spellings.items() for part in (*known, known[-1].partition("-")[2])}
    near = difflib.get_close_matches(wanted, filter(None, whose), n=3, cutoff=0.7)
    raise UnknownNameError(what, text, dict.fromkeys(whose[part] for part in near))


def _spellings(name: str) -> tuple[str, ...]:
    """List how a name may be written: as it is, and a rule id also without the prefix of its game."""
    whole = name.casefold()
    return (whole, whole.partition("-")[2]) if re.match("[A-Z]+-", name) else (whole,)


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _weighted(rule: Rule) -> tuple[tuple[int, str], ...]:
    """List the searched texts of a rule, each with the weight of a hit in it."""
    names = "\n".join((*rule.options, *rule.disputes))
    titles, statements = f"{rule.title}\n{rule.title_zh}", f"{rule.statement}\n{rule.statement_zh}"
    texts = ((8, rule.id), (6, titles), (3, names), (2, statements), (1, f"{rule.source}\n{rule.variants}"))
    return tuple((weight, _fold(text)) for weight, text in texts)


class _Word:
    """A searched word. Chinese is written without spaces, so only a Latin word must begin where a word begins."""

    def __init__(self, word: str) -> None:
        begin = r"(?<![^\W_])" if word[0].isascii() else ""
        self._begins = re.compile(begin + re.escape(word))
        self._whole = re.compile(begin + re.escape(word) + (r"(?![^\W_])" if word[-1].isascii() else ""))

    def score(self, fields: Iterable[tuple[int, str]]) -> int:
        """Return the best weight of a text that has the word, twice if it has the whole word and not just its start."""
        return max(weight * sum(map(bool, (self._begins.search(t), self._whole.search(t)))) for weight, t in fields)
