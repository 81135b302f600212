"""The facts of characters, scenarios, locations and cards, read once from the package data, and how they are found.

Only facts are held. What no source tells is None, that is not known, and the recorder states it; a gist of a power is
in our own words. Cards are found as players write them: by the beginning of a name, by initials (BotG, BoAbadar), with
the number of a copy before or after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from engine.matching import Ambiguous, Missing
from engine.notation import narrow, plain

Fact = TypeVar("Fact")

#: The types of boon in the order of the cards list; a loot card has one of them besides.
BOONS = ("weapon", "spell", "armor", "item", "ally", "blessing")
#: The types of bane.
BANES = ("villain", "henchman", "monster", "barrier")
#: The favored card type of a character whose player chooses it.
YOUR_CHOICE = "your choice"


class Span(msgspec.Struct, frozen=True):
    """A number as the card prints it, and the most that feats make of it."""

    start: int
    most: int


class DerivedSkill(msgspec.Struct, frozen=True):
    """A skill that uses the die of another and adds a bonus."""

    name: str
    bonus: int


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """One of the six skills: the sides of its die, how many skill feats it takes, and what is derived from it."""

    name: str
    die: int
    feats: int
    derived: tuple[DerivedSkill, ...] = ()


class Proficiencies(msgspec.Struct, frozen=True, kw_only=True):
    """What a character is proficient with: "yes", "no" or "by feat"."""

    light_armor: str
    heavy_armor: str
    weapons: str


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A character card with the names of its roles.

    `cards_list` has the number of cards of each type in the order of `BOONS`. `differences` are the points on which a
    further source says otherwise, as found; nobody has settled them.
    """

    name: str
    set: str
    hand_size: Span
    favored: str
    proficiencies: Proficiencies
    skills: tuple[Skill, ...]
    cards_list: tuple[Span, ...]
    roles: tuple[str, ...]
    powers: tuple[str, ...]
    differences: tuple[str, ...]

    @property
    def deck_size(self) -> int:
        """How many cards the deck has without card feats."""
        return sum(span.start for span in self.cards_list)

    def cards_of(self, boon: str) -> Span:
        """How many cards of a type the deck has; a name that is not in `BOONS` raises ValueError."""
        return self.cards_list[BOONS.index(boon)]

    def skill(self, name: str) -> tuple[Skill, int] | None:
        """The skill whose die is rolled for a skill or derived skill, with the derived bonus; None if it is lacking."""
        for skill in self.skills:
            bonuses = {skill.name: 0, **{each.name: each.bonus for each in skill.derived}}
            if name in bonuses:
                return skill, bonuses[name]
        return None


class Location(msgspec.Struct, frozen=True, kw_only=True):
    """A location card: its deck list as pairs of type and number, and its closing check, of which none is known."""

    name: str
    set: str
    deck_list: tuple[tuple[str, int], ...]
    closing_check: str | None

    @property
    def deck_size(self) -> int:
        """How many cards the deck list asks for; the card from the story stack comes on top of them."""
        return sum(number for _, number in self.deck_list)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario card. `henchmen` are the kinds in printed order, `locations` those for six players in printed order.

    `special` says in what the scenario departs from the usual; how such a one is won is not known.
    """

    name: str
    adventure: str
    set: str
    villains: tuple[str, ...]
    henchmen: tuple[str, ...]
    locations: tuple[str, ...]
    reward: str
    special: str | None

    def locations_for(self, players: int) -> tuple[str, ...]:
        """The locations in play for one to six players; another number raises KeyError."""
        return self.locations[: LOCATIONS_BY_PLAYERS[players]]

    def story_stack(self, players: int) -> tuple[str, ...]:
        """The villains and henchmen that are shuffled into the location decks, empty where the scenario names none."""
        henchmen, size = self.henchmen, LOCATIONS_BY_PLAYERS[players]
        last = henchmen[-1:] * size
        return (*self.villains, *henchmen, *last)[:size]


class Adventure(msgspec.Struct, frozen=True, kw_only=True):
    """An adventure: its scenarios in order, and its reward."""

    name: str
    set: str
    scenarios: tuple[str, ...]
    reward: str


class Requirement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way to make a check: any of these skills against this difficulty."""

    skills: tuple[str, ...]
    difficulty: int


#: Steps joined by "then", each a choice of requirements joined by "or".
Check = tuple[tuple[Requirement, ...], ...]


class Printing(msgspec.Struct, frozen=True, kw_only=True):
    """A card in one set: B base, C Character Add-On, 1 to 6 adventure decks, P promo. None is not known."""

    set: str
    copies: int | None = None
    basic: bool | None = None
    elite: bool | None = None


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A boon or bane; all that shares a name and a type is one card, with a printing for each set that has it.

    `check` is the check to acquire of a boon and the check to defeat of a bane. None is not known: not for `traits`
    that there are none, and not for `recharge` that the card has no recharge line. `gist` tells a power in our own
    words, `facts_from` where traits, checks and gist were read.
    """

    id: str
    name: str
    type: str
    printings: tuple[Printing, ...]
    loot: bool = False
    traits: tuple[str, ...] | None = None
    check: Check | None = None
    recharge: Requirement | None = None
    gist: str | None = None
    facts_from: tuple[str, ...] = ()

    @property
    def is_boon(self) -> bool:
        """Whether it is a boon; otherwise it is a bane."""
        return self.type in BOONS

    @property
    def basic(self) -> bool | None:
        """Whether it has the Basic trait, which is the same in every set."""
        return self.printings[0].basic

    def copies(self, *sets: str) -> int | None:
        """How many copies these sets have together, all sets if none is named; None if a number is not known."""
        counts = [each.copies for each in self.printings if not sets or each.set in sets]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None


# How the data file writes these facts.


class _Row(msgspec.Struct, frozen=True):
    id: str
    name: str
    type: str
    set: str
    copies: int | None = None
    basic: bool | None = None
    elite: bool | None = None
    loot: bool = False
    traits: tuple[str, ...] | None = None
    check_to_acquire: Check | None = None
    check_to_defeat: Check | None = None
    recharge: Requirement | None = None
    power_gist: str | None = None
    facts_from: tuple[str, ...] = ()


class _Skill(msgspec.Struct, frozen=True):
    die: str
    max_skill_feats: int
    sub: dict[str, int]


class _Hand(msgspec.Struct, frozen=True):
    start: int
    max: int


class _Count(msgspec.Struct, frozen=True):
    start: int
    max_with_card_feats: int


class _Character(msgspec.Struct, frozen=True):
    name: str
    set: str
    hand_size: _Hand
    favored_card_type: str
    proficiencies: dict[str, str]
    skills: dict[str, _Skill]
    cards_list: dict[str, _Count]
    roles: tuple[str, ...]
    powers: tuple[str, ...]
    third_source_differences: tuple[str, ...]


class _Location(msgspec.Struct, frozen=True):
    name: str
    set: str
    deck_list: dict[str, int]
    closing_check: str | None


class _Scenario(msgspec.Struct, frozen=True):
    name: str
    adventure: str
    set: str
    villain: tuple[str, ...]
    henchmen_in_order: tuple[str, ...]
    reward: str
    locations_by_player_count: dict[int, tuple[str, ...]]
    special: str | None


class _Constants(msgspec.Struct, frozen=True):
    blessings_deck_size: int
    locations_by_players: dict[int, int]
    max_players_base: int
    max_players_with_addon: int


class _File(msgspec.Struct, frozen=True):
    spellings: dict[str, str]
    constants: _Constants
    adventure_path: str
    adventures: list[Adventure]
    scenarios: list[_Scenario]
    locations: list[_Location]
    characters: list[_Character]
    villains: list[_Row]
    henchmen: list[_Row]
    cards: list[_Row]


@cache
def _file() -> _File:
    data = resources.files("engine.pathfinder").joinpath("data", "cards.json").read_bytes()
    return msgspec.json.decode(data, type=_File)


def _cards(rows: list[_Row]) -> Mapping[str, Card]:
    found: dict[str, Card] = {}
    for row in rows:
        printing = Printing(set=row.set, copies=row.copies, basic=row.basic, elite=row.elite)
        if row.id in found:
            card = found[row.id]
            found[row.id] = msgspec.structs.replace(card, printings=(*card.printings, printing))
        else:
            found[row.id] = Card(
                id=row.id,
                name=row.name,
                type=row.type,
                printings=(printing,),
                loot=row.loot,
                traits=row.traits,
                check=row.check_to_defeat if row.type in BANES else row.check_to_acquire,
                recharge=row.recharge,
                gist=row.power_gist,
                facts_from=row.facts_from,
            )
    return MappingProxyType(found)


def _character(row: _Character) -> Character:
    return Character(
        name=row.name,
        set=row.set,
        hand_size=Span(row.hand_size.start, row.hand_size.max),
        favored=row.favored_card_type,
        proficiencies=Proficiencies(**{kind.replace(" ", "_"): value for kind, value in row.proficiencies.items()}),
        skills=tuple(
            Skill(
                name=name,
                die=int(skill.die.removeprefix("d")),
                feats=skill.max_skill_feats,
                derived=tuple(DerivedSkill(each, bonus) for each, bonus in skill.sub.items()),
            )
            for name, skill in row.skills.items()
        ),
        cards_list=tuple(Span(row.cards_list[boon].start, row.cards_list[boon].max_with_card_feats) for boon in BOONS),
        roles=row.roles,
        powers=row.powers,
        differences=row.third_source_differences,
    )


def _scenario(row: _Scenario) -> Scenario:
    return Scenario(
        name=row.name,
        adventure=row.adventure,
        set=row.set,
        villains=row.villain,
        henchmen=row.henchmen_in_order,
        locations=max(row.locations_by_player_count.values(), key=len),
        reward=row.reward,
        special=row.special,
    )


def _location(row: _Location) -> Location:
    return Location(name=row.name, set=row.set, deck_list=tuple(row.deck_list.items()), closing_check=row.closing_check)


def _by_name(items: list[Any]) -> Mapping[str, Any]:
    return MappingProxyType({item.name: item for item in items})


ADVENTURES: Mapping[str, Adventure] = _by_name(_file().adventures)
SCENARIOS: Mapping[str, Scenario] = _by_name([_scenario(row) for row in _file().scenarios])
LOCATIONS: Mapping[str, Location] = _by_name([_location(row) for row in _file().locations])
CHARACTERS: Mapping[str, Character] = _by_name([_character(row) for row in _file().characters])
VILLAINS = _cards(_file().villains)
HENCHMEN = _cards(_file().henchmen)
#: The cards of the box by id, without villains and henchmen.
BOX = _cards(_file().cards)
#: Every card that can be encountered, by id.
CARDS: Mapping[str, Card] = MappingProxyType({**BOX, **VILLAINS, **HENCHMEN})
#: How many locations are in play, by the number of players.
LOCATIONS_BY_PLAYERS: Mapping[int, int] = MappingProxyType(_file().constants.locations_by_players)
BLESSINGS_DECK_SIZE = _file().constants.blessings_deck_size
MOST_PLAYERS = _file().constants.max_players_base
MOST_PLAYERS_WITH_ADDON = _file().constants.max_players_with_addon
#: How some write a name, and how the card has it.
SPELLINGS: Mapping[str, str] = MappingProxyType(_file().spellings)


# How they are found.


class FoundCard(msgspec.Struct, frozen=True, kw_only=True):
    """What a text names: the full name, the number of the copy if one was written, and the card if it is known."""

    name: str
    copy: int | None = None
    card: Card | None = None


def find_card(text: str, among: Iterable[str] = ()) -> FoundCard:
    """The card that a player means, with the number of its copy where one is written.

    `among` are the names in question, such as those of a hand; they may be names that the facts do not have. A whole
    name or id is preferred to the beginning of a name, that to initials; within each of these `among` to all other
    cards.

    Raises:
        Missing: no card is named so; `suggestions` are what comes nearest.
        Ambiguous: several are; `choices` are their names.
    """
    near, far = tuple(dict.fromkeys(among)), tuple(_CARD_OF)
    readings = list(_readings(text))
    for name, copy in readings:
        key = plain(name)
        called = next((each for each in near if key in _keys(each)), _called().get(key))
        if called:
            return FoundCard(name=called, copy=copy, card=_CARD_OF.get(called))
    for fits in (_begins, _abbreviates, _names_the_blessed):
        for name, copy in readings:
            for names in (near, far):
                found = fits(name, names)
                if len(found) > 1:
                    raise Ambiguous(text, tuple(sorted(found)))
                if found:
                    return FoundCard(name=found[0], copy=copy, card=_CARD_OF.get(found[0]))
    raise Missing(text, _nearest(written_card(text).name, (*near, *far)))


def written_card(text: str) -> FoundCard:
    """A card by its name as it is written, its copy number taken off and `Bo` spelled out, be it known or not."""
    name, copy = list(_readings(text))[-1]
    god = _BLESSING.fullmatch(name)
    name = f"Blessing of {god.group(1)}" if god else name
    return FoundCard(name=name, copy=copy, card=_CARD_OF.get(name))


def full_name(text: str) -> str:
    """The name of a card that is written in full, however it is spelled and whatever copy; others as `written_card`."""
    for name, _ in _readings(text):
        if called := _called().get(plain(name)):
            return called
    return written_card(text).name


def facts_named(name: str) -> Card | None:
    """The built-in facts of the card with exactly this name; None if there are none."""
    return _CARD_OF.get(name)


def find_location(text: str) -> Location:
    """The location with this name or the only one that it begins; fails as `find_card` does."""
    return _find(text, LOCATIONS)


def find_scenario(text: str) -> Scenario:
    """The scenario with this name or the only one that it begins; fails as `find_card` does."""
    return _find(text, SCENARIOS)


def find_character(text: str) -> Character:
    """The character with this name or the only one that it begins; fails as `find_card` does."""
    return _find(text, CHARACTERS)


def _find(text: str, facts: Mapping[str, Fact]) -> Fact:
    key, names = plain(text), tuple(facts)
    found = [name for name in names if key in _keys(name)] or _begins(text, names)
    if len(found) > 1:
        raise Ambiguous(text, tuple(sorted(found)))
    if not found:
        raise Missing(text, _nearest(text, names))
    return facts[found[0]]


_COPY_AFTER = re.compile(r"(.+?)(?:\s*#\s*|\s+)(\d{1,2})|(.*[^\W\d])(\d{1,2})")
_COPY_BEFORE = re.compile(r"#?(\d{1,2})\s+(.+)")
_BLESSING = re.compile(r"Bo ?([A-Z][a-z]{2,}.*)")
_INITIAL_B = re.compile(r"B[ .+]*([A-Z].*)")


def _readings(text: str) -> Iterator[tuple[str, int | None]]:
    """What a text may be: a name as it stands; a name and the number of a copy."""
    text = re.sub(r"(?<!-)\s*\+\s*(?=\d)", " +", " ".join(narrow(text).split()))
    yield text, None
    if after := _COPY_AFTER.fullmatch(text):
        yield after.group(1) or after.group(3), int(after.group(2) or after.group(4))
    elif before := _COPY_BEFORE.fullmatch(text):
        yield before.group(2), int(before.group(1))


@cache
def _keys(name: str) -> tuple[str, ...]:
    """How a name may be written in full: as it is, without its article, and as some misspell it."""
    names = (name, *(written for written, right in SPELLINGS.items() if right == name))
    bare = (plain(one).removeprefix("the ").rstrip("!") for one in names)
    return tuple(dict.fromkeys((*map(plain, names), *bare)))


@cache
def _initials(name: str) -> tuple[tuple[str, str], ...]:
    """How a name with "of" is abbreviated, with or without "the": initials of all words but the last, and that."""
    words = plain(name).split()
    ways = (words, [word for word in words if word != "the"]) if "of" in words else ()
    return tuple(("".join(word[0] for word in way[:-1]), way[-1]) for way in ways)


def _begins(text: str, names: Iterable[str]) -> list[str]:
    """The names that begin with a text."""
    key = plain(text)
    return [name for name in names if key and any(each.startswith(key) for each in _keys(name))]


def _abbreviates(text: str, names: Iterable[str]) -> list[str]:
    """The names whose initials a text is, the last of them perhaps written out further: BotG, BoAbadar."""
    key = plain(text).replace(" ", "")
    return [
        name
        for name in names
        if any(len(key) > len(head) and (head + last).startswith(key) for head, last in _initials(name))
    ]


def _names_the_blessed(text: str, names: Iterable[str]) -> list[str]:
    """The blessings of those whose name begins with what follows a `B`: BGorum."""
    found = _INITIAL_B.fullmatch(text)
    key = plain(found.group(1)) if found else ""
    heads = ("blessing of the ", "blessing of ")
    return [name for name in names if key and any(plain(name).startswith(head + key) for head in heads)]


def _nearest(text: str, names: Iterable[str]) -> tuple[str, ...]:
    keys = {key: name for name in names for key in _keys(name)}
    found = get_close_matches(plain(text), list(keys), n=3)
    return tuple(dict.fromkeys(keys[key] for key in found))


_CARD_OF: Mapping[str, Card] = MappingProxyType({card.name: card for card in CARDS.values()})


@cache
def _called() -> Mapping[str, str]:
    """The names of all cards by what calls them in full: their names, however written, and their ids."""
    return {key: card.name for card in CARDS.values() for key in (plain(card.id), *_keys(card.name))}
