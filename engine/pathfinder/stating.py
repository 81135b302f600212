"""What a player wrote of his cards, held against what the log has of them."""

from __future__ import annotations

from engine.game import Fault
from engine.notation import Misread
from engine.pathfinder.events import StatePosted
from engine.pathfinder.read_names import card_named
from engine.pathfinder.read_words import Token
from engine.pathfinder.state import State
from engine.pathfinder.state_block import compare_state_block, read_state_block, write_state_block
from engine.stating import Difference


def blocks(state: State) -> tuple[tuple[str, str], ...]:
    """The state block of each character, in the order of the seats."""
    return tuple((one.name, write_state_block(state, one.name)) for one in state.characters)


def differences(state: State, who: str, text: str) -> tuple[Difference, ...] | Fault:
    """Where a state block of a character differs from what is known, zone by zone; or why it cannot be read."""

    def meant(name: str) -> str:
        # A name that means nothing here is a card that nobody knows of, which is a difference and no slip.
        try:
            return card_named(state, Token("word", name, 1, len(name)), who)
        except Misread:
            return name

    fields = read_state_block(text, meant)
    if isinstance(fields, Fault):
        return fields
    found = compare_state_block(state, StatePosted(who=who, **fields))
    return tuple(Difference(part=one.zone, stated=one.stated, computed=one.computed) for one in found)
