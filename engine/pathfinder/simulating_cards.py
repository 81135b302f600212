"""What chance brings in a simulated scenario: which cards come up, what they ask for, and what the dice show.

Where a pile is known its cards come up; where it is only counted, cards of the box that can lie there by the deck list
and the story stack. Difficulties that nobody knows are drawn evenly from the range that `DIFFICULTIES` has for the
type, by a hash of the card's name: a card has the same one in all of a game and in every game. They are written as a
part of a sum that says "simulated".
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import blake2b

from engine.pathfinder import zones
from engine.pathfinder.cards import BOONS, BOX, CHARACTERS, LOCATIONS, SCENARIOS, Character
from engine.pathfinder.encounter import BANES
from engine.pathfinder.simulating_setup import Choose, box_of, one_of, sets_of
from engine.pathfinder.state import State, place
from engine.pathfinder.verdicts import facts_of, known_type, printed
from engine.pathfinder.zones import Contradiction, Pile

#: What a made-up difficulty says as its reason.
SIMULATED = "simulated"
#: From which range the difficulty of a card comes, by its type; "close" is that of a location, "recharge" of a card.
DIFFICULTIES = {
    "villain": (6, 10), "henchman": (4, 8), "monster": (4, 10), "barrier": (4, 9), "weapon": (4, 9), "spell": (4, 9),
    "armor": (3, 8), "item": (3, 8), "ally": (4, 9), "blessing": (3, 7), "close": (2, 6), "recharge": (4, 9),
}  # fmt: skip
#: The skills that cards of a type ask for.
SKILLS = {
    "villain": ("Combat",), "henchman": ("Combat",), "monster": ("Combat",),
    "barrier": ("Dexterity", "Wisdom", "Perception", "Disable"), "weapon": ("Strength", "Melee", "Ranged"),
    "spell": ("Intelligence", "Arcane", "Wisdom", "Divine"), "armor": ("Constitution", "Fortitude"),
    "item": ("Intelligence", "Dexterity", "Disable"), "ally": ("Charisma", "Diplomacy"),
    "blessing": ("Wisdom", "Divine"),
    "close": ("Wisdom", "Charisma", "Strength", "Intelligence"), "recharge": ("Arcane", "Divine"),
}  # fmt: skip


@cache
def _drawn(name: str, what: str, number: int) -> int:
    """A whole number below `number` that a name decides."""
    digest = blake2b(f"{name}|{what}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % number


def difficulty_for(name: str, kind: str, which: int = 1) -> int:
    """The made-up difficulty of a check of a card or location, the same whenever it is asked."""
    low, high = DIFFICULTIES.get(kind, (5, 10))
    return low + _drawn(name, f"difficulty {kind} {which}", high - low + 1)


def skill_for(name: str, kind: str, which: int = 1) -> str:
    """The made-up skill of a check of a card or location, the same whenever it is asked."""
    skills = SKILLS.get(kind, ("Combat",))
    return skills[_drawn(name, f"skill {kind} {which}", len(skills))]


def bonus_die(name: str) -> int:
    """The sides of the die that a card is made up to add."""
    return (4, 6, 8, 10)[_drawn(name, "die", 4)]


# Names


@cache
def _names(type_: str, sets: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        card.name for card in BOX.values() if card.type == type_ and any(one.set in sets for one in card.printings)
    )


def any_card(state: State, type_: str, choose: Choose) -> str:
    """A card of a type that the box has."""
    names = _names(type_, sets_of(SCENARIOS.get(state.scenario))) or _names(type_, ("B",))
    return one_of(names, choose) if names else f"a {type_}"


def own_card(state: State, who: str, choose: Choose) -> str:
    """A card that a character may hold by its cards list."""
    facts = printed(state, who)
    types = [boon for boon in BOONS for _ in range(facts.cards_of(boon).start)] if facts else list(BOONS)
    return any_card(state, one_of(types, choose), choose)


def box_left(state: State) -> Counter[str] | None:
    """What lies in the box, where every card of the scenario is known; else None."""
    left = box_of(SCENARIOS.get(state.scenario))
    for pile in every_pile(state):
        if not pile.is_whole:
            return None
        left.subtract(pile.known)
    left.subtract(one.card for one in state.aside)
    left.subtract(card for card in summoned(state) if card)
    return left


def every_pile(state: State) -> list[Pile]:
    """All zones of a scenario."""
    found = [state.blessings, state.blessings_discard, state.left_over, *(one.deck for one in state.places)]
    for one in state.characters:
        found += [one.hand, one.deck, one.discard, one.buried, one.displayed]
    return found


def summoned(state: State) -> list[str | None]:
    """The summoned cards that are being encountered, those left pending included."""
    met = [*state.encounters, *(task.encounter for task in state.tasks if task.encounter)]
    return [one.card for one in met if one.summoned]


def from_box(state: State, types: tuple[str, ...], choose: Choose, *, basic: bool = False) -> str | None:
    """A card of one of these types from the box; None if there is none."""
    type_ = one_of(types, choose)
    left = box_left(state)
    names = _names(type_, sets_of(SCENARIOS.get(state.scenario)))
    if basic:
        names = tuple(name for name in names if is_basic(name))
    if left is not None:
        names = tuple(name for name in names if left[name] > 0)
    return one_of(names, choose) if names else None


@cache
def is_basic(name: str) -> bool:
    """Whether a card has the Basic trait."""
    card = facts_of(name)
    return bool(card and card.basic)


@cache
def is_for_first_deck(name: str) -> bool:
    """Whether a first deck may hold a card: a Basic one of set B."""
    card = facts_of(name)
    return bool(card and card.basic and any(one.set == "B" for one in card.printings))


# Cards that come up


def drawn(pile: Pile, number: int, choose: Choose) -> tuple[str, ...] | None:
    """The next cards of a pile, by chance where their order is not known; None if one of them is not known."""
    found = []
    for _ in range(min(number, pile.size or 0)):
        name = next_card(pile, choose)
        taken = zones.take_top(pile, name) if name is not None else None
        if name is None or taken is None or isinstance(taken, Contradiction):
            return None
        found.append(name)
        pile = taken[1]
    return tuple(found)


def next_card(pile: Pile, choose: Choose) -> str | None:
    """The top card of a pile, by chance where the order is not known; None if it is one that nobody named."""
    if pile.top:
        return pile.top[0]
    hidden = pile.unknown
    if hidden is None:
        return None
    among = len(pile.loose) + hidden
    if not among:
        return pile.bottom[0] if pile.bottom else None
    number = choose(among) if among > 1 else 0
    return pile.loose[number] if number < len(pile.loose) else None


def revealed(state: State, where: str, choose: Choose) -> str:
    """The card that turns up at a location."""
    here = place(state, where)
    known = next_card(here.deck, choose) if here else None
    return known if known is not None else unknown_card(state, where, choose)


def unknown_card(state: State, where: str, choose: Choose) -> str:
    """A card that can lie in a location deck, by its deck list, the story stack, and what came out of it before."""
    facts, here = LOCATIONS.get(where), place(state, where)
    left = Counter(dict(facts.deck_list)) if facts else Counter(dict.fromkeys((*BOONS, "monster", "barrier"), 1))
    gone = [one.type for one in state.over if one.place == where and not one.summoned and one.outcome in _GONE]
    gone += [known_type(card) for card in (here.deck.known if here else ())]
    left.subtract(gone)
    types = [type_ for type_, number in left.items() if type_ in (*BOONS, *BANES) for _ in range(max(0, number))]
    types = [type_ for type_ in types if type_ not in {"villain", "henchman"}]
    if not {"villain", "henchman"} & set(gone):
        types.append("story")
    loose = [name for name in state.villains if not _lies_known(state, name)]
    met = {one.card for one in state.over}
    if loose and loose[0] in met:
        # It escaped, and nobody saw where it went.
        types.append("villain")
    type_ = one_of(types, choose) if types else "blessing"
    if type_ == "villain":
        return loose[0]
    if type_ == "story":
        return _story_card(state, loose, choose)
    return any_card(state, type_, choose)


_GONE = frozenset({"defeated", "acquired", "banished", "declined"})


def _lies_known(state: State, name: str) -> bool:
    fate = state.fate
    return any(name in one.deck.known for one in state.places) or (fate is not None and fate.villain == name)


def _story_card(state: State, villains: list[str], choose: Choose) -> str:
    """A card of the story stack that was not seen yet."""
    scenario = SCENARIOS.get(state.scenario)
    if scenario is None or not scenario.henchmen:
        return villains[0] if villains else any_card(state, "ally", choose)
    stack = Counter(scenario.story_stack(len(state.names)))
    stack.subtract(one.card for one in state.over if one.outcome == "defeated" and one.card)
    stack.subtract(card for one in state.places for card in one.deck.known)
    left = [name for name, number in stack.items() for _ in range(max(0, number))]
    left = [name for name in left if name not in state.villains or name in villains]
    return one_of(left, choose) if left else scenario.henchmen[-1]


# Dice


def skill_die(state: State, who: str, skill: str) -> tuple[str, int, int]:
    """The skill that is rolled, the sides of its die, and the bonus that comes with it; a bare d4 without the skill."""
    facts = printed(state, who)
    if facts is None:
        return skill, 8, 0
    if skill == "Combat":
        return max((_of(facts, name) for name in ("Strength", "Melee")), key=lambda one: one[1] + 2 * one[2])
    return _of(facts, skill)


def _of(facts: Character, skill: str) -> tuple[str, int, int]:
    found = facts.skill(skill)
    return (skill, found[0].die, found[1]) if found else (skill, 4, 0)


def best_of(state: State, who: str, skills: tuple[str, ...]) -> str:
    """The skill with which a character has most hope."""
    return max(skills, key=lambda skill: skill_die(state, who, skill)[1] + 2 * skill_die(state, who, skill)[2])


def unused_characters(state: State) -> list[str]:
    """The characters of the facts that are not in this game."""
    names = {one.name for one in state.characters}
    return [name for name in CHARACTERS if name not in names]
