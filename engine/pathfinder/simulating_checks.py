"""The dice of a simulated check: the character's own, those that played cards add, and the difficulty."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.pathfinder.card_checks import asked, place_in_row, subject_of
from engine.pathfinder.card_knowledge import increases
from engine.pathfinder.checks import SKILLS
from engine.pathfinder.events import CheckResolved, Die, Outcome, Part
from engine.pathfinder.offers_slots import NAME
from engine.pathfinder.playing import window_of
from engine.pathfinder.simulating_cards import (
    SIMULATED,
    best_of,
    bonus_die,
    difficulty_for,
    skill_die,
    skill_for,
)
from engine.pathfinder.simulating_setup import Choose, one_of
from engine.pathfinder.state import Played, State
from engine.pathfinder.verdicts import known_type, printed


def make_check(state: State, event: CheckResolved, choose: Choose) -> CheckResolved:
    """A check with its skill, difficulty, dice and sums."""
    if event.purpose == "recharge" and event.card is None:
        event = replace(event, card=to_recharge(state, event.who, choose))
    if event.reroll_by == NAME:
        event = replace(event, reroll_by=f"luck {1 + choose(99)}")
    skill, difficulty = requirement(state, event)
    if event.purpose in {"acquire", "defeat"} and state.encounters and state.encounters[-1].skill:
        skill = state.encounters[-1].skill
    event = replace(event, skill=skill, difficulty=sum(one.value for one in difficulty), difficulty_parts=difficulty)
    if not choose(40):
        return replace(event, auto="success", outcome=None, why="as the card says")
    plays = [one for one in state.plays if one.window == window_of(state, "check", "") and one.kind.startswith("card:")]
    using, dice, modifiers = rolled(state, event.who, skill, plays, choose)
    after = (Part(value=1 + choose(2), why="a card after the roll"),) if not choose(12) else ()
    total = sum(die.result for die in dice) + sum(one.value for one in modifiers)
    told = total if choose(3) else None
    event = replace(event, dice=dice, modifiers=modifiers, after=after, total=told, using=using, outcome=None)
    if choose(3):
        return event
    reached = total + sum(one.value for one in after) >= (event.difficulty or 0)
    outcome: Outcome = "success" if reached else "fail"
    return replace(event, outcome=outcome)


def to_recharge(state: State, who: str, choose: Choose) -> str | None:
    """A card that was played for its own power and can be recharged; None if there is none."""
    cards = recharged_now(state, who)
    return one_of(cards, choose) if cards else None


def recharged_now(state: State, who: str) -> list[str]:
    """The cards that a character played and could recharge now: set aside, or in the discard pile."""
    owner = next((one for one in state.characters if one.name == who), None)
    aside = [one.card for one in state.aside if one.who == who and one.how == "discard"]
    lying = list(owner.discard.known) if owner else []
    gone = [one for one in state.gone if one.who == who and one.how == "discard"]
    last = {one.card: one for one in gone}
    return [
        card
        for card, one in last.items()
        if one.cause == "played" and card in (*aside, *lying) and known_type(card) in {"spell", "ally", "item"}
    ]


def requirement(state: State, event: CheckResolved) -> tuple[str, tuple[Part, ...]]:
    """Skill and difficulty: those of the card where it is known, else made up."""
    name = subject_of(state, event) or "somebody"
    which = place_in_row(state, event)
    choice = asked(state, event)
    if choice:
        skills = tuple(skill for one in choice for skill in one.skills)
        skill = best_of(state, event.who, skills)
        base = next(one.difficulty for one in choice if skill in one.skills)
        more = increases(state, name) if event.purpose in {"acquire", "defeat"} else (0,)
        parts = [Part(value=base, why="card")]
        if len(more) == 1 and more[0]:
            parts.append(Part(value=more[0], why="adventure"))
        return skill, tuple(parts)
    kind = {"recharge": "recharge", "close": "close", "temp_close": "close"}.get(event.purpose, "")
    if not kind:
        met = state.encounters[-1] if state.encounters else None
        kind = met.type if met is not None and met.card == name and met.type else known_type(name) or "monster"
    return skill_for(name, kind, which), (Part(value=difficulty_for(name, kind, which), why=SIMULATED),)


def rolled(
    state: State, who: str, skill: str, plays: list[Played], choose: Choose
) -> tuple[str | None, tuple[Die, ...], tuple[Part, ...]]:
    """What set the dice, the dice, and what is added to them."""
    sets = next((one for one in plays if one.who == who and one.replaces), None) if skill == "Combat" else None
    name, sides, bonus = skill_die(state, who, skill)
    dice = [_die(sides, name, choose)]
    facts = printed(state, who)
    lacking = facts is not None and skill in SKILLS and facts.skill(skill) is None
    modifiers = [Part(value=bonus, why=name)] if bonus and not lacking else []
    if sets is not None:
        dice.append(_die(bonus_die(sets.what), _named(sets.what), choose))
    for one in plays:
        if one is sets:
            continue
        # A blessing adds the die of the skill once more, any other card one of its own.
        more: Any = sides if one.kind == "card:blessing" else bonus_die(one.what)
        dice.append(_die(more, _named(one.what), choose))
    using = sets.what if sets is not None else "" if skill == "Combat" else None
    return using, tuple(dice), tuple(modifiers)


def _die(sides: int, why: str, choose: Choose) -> Die:
    return Die(sides=sides, result=1 + choose(sides), why=why)


def _named(card: str) -> str:
    """A card as the reason of a die; some are called as skills are."""
    return f"the card {card}" if card in SKILLS else card
