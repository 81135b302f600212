"""The random start of a scenario: characters with decks of real cards, and everything else dealt from one box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.beginning import require_distinct, shuffle
from engine.game import Beginning, BeginningError
from engine.options import chosen_options
from engine.pathfinder.beginning import characters_of
from engine.pathfinder.cards import (
    BLESSINGS_DECK_SIZE,
    BOONS,
    BOX,
    CHARACTERS,
    LOCATIONS,
    LOCATIONS_BY_PLAYERS,
    SCENARIOS,
    YOUR_CHOICE,
    Card,
    Scenario,
    find_scenario,
)
from engine.pathfinder.events import CharacterSetup, LocationSetup, PathfinderStarted
from engine.pathfinder.options import PRESETS
from engine.pathfinder.read_position import adventure_number
from engine.pathfinder.zones import Pile

Choose = Callable[[int], int]
Thing = TypeVar("Thing")

#: The condition of a scenario without a villain, where one is stated.
GOAL = "every location is closed"


def one_of(things: Sequence[Thing], choose: Choose) -> Thing:
    """One of some things, by chance."""
    return things[choose(len(things)) if len(things) > 1 else 0]


def random_start(begin: Beginning, choose: Choose, *, known: bool) -> PathfinderStarted:
    """The first event of a random scenario; with `known` everything that lies face down is in it, in a random order.

    Characters and scenario are those of the settings, or come by chance.

    Raises:
        BeginningError: an option, a setting or a player cannot be.
    """
    options = chosen_options(begin, PRESETS)
    require_distinct(begin.players)
    players, said = len(begin.players), dict(begin.settings)
    if players not in LOCATIONS_BY_PLAYERS:
        most = max(LOCATIONS_BY_PLAYERS)
        raise BeginningError(f"{players} players: one to {most} can play", rule="PA-SET-01")
    names = _characters(begin, said, choose)
    scenario = _scenario(said, choose)
    box = Box(scenario, choose)
    where = scenario.locations_for(players)
    characters = []
    for name in names:
        deck = box.deck_of(name)
        favored = one_of(BOONS, choose) if CHARACTERS[name].favored == YOUR_CHOICE else ""
        favored = favored if favored and CHARACTERS[name].cards_of(favored).start else ""
        characters.append(CharacterSetup(name=name, location=one_of(where, choose), favored=favored, deck=dealt(deck)))
    locations = [LocationSetup(name=name, deck=dealt(cards)) for name, cards in box.location_decks(scenario, players)]
    blessings = dealt(box.take("blessing", BLESSINGS_DECK_SIZE))
    if not known:
        characters = [replace(one, deck=Pile()) for one in characters]
        locations, blessings = [replace(one, deck=Pile()) for one in locations], Pile()
    return PathfinderStarted(
        name=begin.name,
        players=begin.players,
        preset=begin.preset,
        campaign=begin.campaign,
        place=begin.place,
        provenance=begin.provenance,
        simulated=True,
        options=options,
        judging="strict" if said.get("judging") == "strict" else "table",
        scenario=scenario.name,
        adventure=adventure_number(scenario.name),
        characters=tuple(characters),
        locations=tuple(locations),
        villains=scenario.villains,
        henchmen=scenario.henchmen,
        goal=GOAL if not scenario.villains and choose(2) else "",
        blessings=blessings,
    )


def _characters(begin: Beginning, said: dict[str, str], choose: Choose) -> tuple[str, ...]:
    if said.get("characters"):
        names = characters_of(begin.players, said["characters"])
        stranger = next((name for name in names if name not in CHARACTERS), None)
        if stranger:
            raise BeginningError(f'the deck of "{stranger}" is not known', hint=f"known: {', '.join(CHARACTERS)}")
        return names
    every = list(CHARACTERS)
    shuffle(every, choose)
    return tuple(every[: len(begin.players)])


def _scenario(said: dict[str, str], choose: Choose) -> Scenario:
    if not said.get("scenario"):
        return one_of(tuple(SCENARIOS.values()), choose)
    try:
        return find_scenario(said["scenario"])
    except LookupError:
        message = f'there is no scenario "{said["scenario"]}"'
        raise BeginningError(message, rule="PA-SET-04", hint=f"one of {', '.join(SCENARIOS)}") from None


def dealt(cards: Sequence[str]) -> Pile:
    """A pile in this order, the first card on top."""
    return Pile(size=len(cards), top=tuple(cards))


def sets_of(scenario: Scenario | None) -> tuple[str, ...]:
    """The sets that lie in the box with a scenario: base, Character Add-On, and the adventure decks up to its own."""
    if scenario is None or not scenario.set.isdigit():
        return ("B", "C")
    return ("B", "C", *map(str, range(1, int(scenario.set) + 1)))


def copies_in(card: Card, sets: Sequence[str]) -> int:
    """How many copies of a card these sets have; a card whose number is not known counts as one."""
    return sum(one.copies if one.copies is not None else 1 for one in card.printings if one.set in sets)


def box_of(scenario: Scenario | None) -> Counter[str]:
    """Every card of the box by name; villains and henchmen are not counted, for the facts do not have how many."""
    sets = sets_of(scenario)
    return Counter({card.name: number for card in BOX.values() if (number := copies_in(card, sets))})


class Box:
    """The box while a scenario is set up: what is taken out of it is no longer there."""

    def __init__(self, scenario: Scenario, choose: Choose) -> None:
        self._choose = choose
        left = box_of(scenario)
        self._left = {type_: [] for type_ in dict.fromkeys(card.type for card in BOX.values())}  # type: dict[str, list[str]]
        for card in BOX.values():
            if not card.loot:
                self._left[card.type] += [card.name] * left[card.name]
        for cards in self._left.values():
            shuffle(cards, choose)
        self._basic = {
            card.name for card in BOX.values() if card.basic and any(one.set == "B" for one in card.printings)
        }

    def take(self, type_: str, number: int) -> list[str]:
        """So many cards of a type, by chance."""
        cards = self._left[type_]
        return [cards.pop() for _ in range(number)]

    def deck_of(self, name: str) -> list[str]:
        """A legal first deck by the cards list, Basic cards of set B as long as there are any (PA-SET-02)."""
        deck: list[str] = []
        for boon in BOONS:
            cards = self._left[boon]
            for _ in range(CHARACTERS[name].cards_of(boon).start):
                at = next((number for number in range(len(cards) - 1, -1, -1) if cards[number] in self._basic), -1)
                deck.append(cards.pop(at))
        shuffle(deck, self._choose)
        return deck

    def location_decks(self, scenario: Scenario, players: int) -> list[tuple[str, list[str]]]:
        """Each location with its deck list from the box and one card of the story stack, shuffled (PA-SET-06, 07)."""
        names = scenario.locations_for(players)
        story = list(scenario.story_stack(players)) or self.take("ally", len(names))
        shuffle(story, self._choose)
        found = []
        for name, card in zip(names, story, strict=True):
            deck = [card, *(one for type_, number in LOCATIONS[name].deck_list for one in self.take(type_, number))]
            shuffle(deck, self._choose)
            found.append((name, deck))
        return found
