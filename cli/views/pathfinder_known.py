"""What a Pathfinder board says of checks: those that the cards are known to have, and those that were stated.

Known is what the built-in facts tell of a card (where their set is played with) and what the owner of the game told;
both kinds are looked up by the card's full name, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.views.pathfinder_words import BOONS
from engine.pathfinder.card_values import Knowledge, card_key, choice_text, knowledge_of
from engine.pathfinder.cards import Check, facts_named


def checks_of(state: Mapping[str, Any], met: Mapping[str, Any]) -> dict[int, str]:
    """The checks of the card that is encountered, by their place in the row: `Combat 9 or Wisdom 6`."""
    if not met["card"]:
        return {}
    key = card_key(met["card"])
    known = dict(enumerate(map(choice_text, _check(state, key) or ()), 1))
    purpose = "acquire" if met["type"] in BOONS else "defeat"
    for what, value in _stated(state, key, purpose):
        number, _, skill = what.partition(" ")
        said = f"{skill} {value}".strip()
        if number.isdecimal():
            before = known.get(int(number), "")
            known[int(number)] = f"{before}, stated {said}" if before and said not in before else before or said
    return known


def _check(state: Mapping[str, Any], key: str) -> Check | None:
    facts = facts_named(key) if not state["set"] else None
    if facts is not None and facts.check is not None:
        return facts.check
    told = _told(state).card(key)
    return told.check if told else None


def _told(state: Mapping[str, Any]) -> Knowledge:
    return knowledge_of(state["told_cards"])


def closing_of(state: Mapping[str, Any], name: str) -> str:
    """What closing a location takes, as far as it is known or was said: its requirement, or the check stated for it."""
    requirement: str = state[f"l.{name}.closing"] or ""
    told = _told(state).location(name)
    if requirement or told is None:
        return requirement or " or ".join(_closings(state, name))
    check = choice_text(told.closing) if told.closing else ""
    return "; ".join(one for one in (check, told.closing_text) if one)


def _closings(state: Mapping[str, Any], name: str) -> Iterator[str]:
    for skill, value in _stated(state, name, "close"):
        said = f"{skill} {value}".strip()
        yield f"difficulty {said}" if said.isdecimal() else said


def _stated(state: Mapping[str, Any], key: str, purpose: str) -> Iterator[tuple[str, str]]:
    """What was stated of a card for a purpose: the place in the row or the skill, and the value."""
    for one in state["asserted"]:
        first, _, rest = one["what"].partition(" ")
        if one["card"] == key and first == purpose:
            yield rest, str(one["value"])
