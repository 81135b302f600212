"""A posted state read from a line: the block of the players, and what stands beside it.

state Hand: Cure, Longsword, Displayed: Mage Armor, Deck: 7 Discard: 2 Buried: 0
state places Woods 3, Garrison 7 blessings 24
"""

from __future__ import annotations

from typing import Any

from engine.game import Fault
from engine.notation import Misread
from engine.pathfinder import events as e
from engine.pathfinder.notation_forms import Clause, Form
from engine.pathfinder.read_forms import FormReader
from engine.pathfinder.read_names import card_named, place_named
from engine.pathfinder.read_words import Token, Words, digits, misread
from engine.pathfinder.state import State
from engine.pathfinder.state_block import LABELS, read_state_block

STATE = Form(
    e.StatePosted,
    ("state",),
    (
        Clause("hand", "cards", ("hand",), other="hand_count"),
        Clause("hand_unknown", "number", ("unknown",)),
        Clause("hand_count", "number", ("count",)),
        Clause("displayed", "cards", ("displayed",)),
        Clause("deck", "number", ("deck",)),
        Clause("discard", "number", ("discard",)),
        Clause("discards", "cards", ("discards",)),
        Clause("discards_unknown", "number", ("unlisted",)),
        Clause("buried", "number", ("buried",)),
        Clause("location", "place", ("location",)),
        Clause("places", "places", ("places",)),
        Clause("blessings", "number", ("blessings",)),
    ),
    "state Hand: CARD, CARD, Displayed: CARD, Deck: N Discard: N Buried: N",
)


class StateReader(FormReader):
    """One reading of one posted state."""

    def __init__(self, state: State, words: Words, who: str) -> None:
        super().__init__(state, STATE, words, who)

    def read(self) -> dict[str, Any]:
        """The fields that the words give.

        Raises:
            Misread: they cannot be read.
        """
        while not self.words.done():
            if self._labelled():
                self._block()
            elif self.words.word("places"):
                self.fields["places"] = self._places()
            else:
                self._one()
        if not set(self.fields) - {"who", "late", "allowed_by"}:
            raise self.words.missing("what is stated", hint=f"such as: {STATE.usage}")
        shared = {"places", "blessings", "late", "allowed_by"}
        if "who" not in self.fields and not set(self.fields) - shared:
            self.fields["who"] = ""
        return self.fields

    def _labelled(self) -> bool:
        after = self.words.peek(1)
        return self.words.word_here() in LABELS and after is not None and after.kind == "sign" and after.text == ":"

    def _block(self) -> None:
        """The labelled values, up to a word that begins something else."""
        words = self.words
        taken = [words.next()]
        while (here := words.peek()) is not None:
            begins = words.word_here() in _BESIDE and not _colon(words.peek(1))
            if here.kind == "field" or begins:
                break
            taken.append(words.next())
        begun, end = taken[0].column - 1, taken[-1].end - 1
        read = read_state_block(words.text[begun:end], self._card)
        if isinstance(read, Fault):
            at = Token("word", "", read.column + begun, read.length)
            raise misread(read.kind, read.message, at, hint=read.hint)
        if "location" in read:
            read["location"] = place_named(self.state, _as_token(read["location"], taken[0]))
        self.fields |= read

    def _card(self, text: str) -> str:
        """What a name of a block means; one that nobody knows, or that could be several, is taken as it is written."""
        try:
            return card_named(self.state, Token("word", text, 1, len(text)), self.who)
        except Misread as wrong:
            begun = max(0, self.words.text.find(text))
            at = Token("word", text, begun + 1, max(1, len(text)))
            fault = wrong.fault
            raise misread(fault.kind, fault.message, at, hint=fault.hint, choices=fault.choices) from None

    def _places(self) -> tuple[tuple[str, int], ...]:
        """Locations with the number of cards in their decks."""
        found: list[tuple[str, int]] = []
        while True:
            where = place_named(self.state, self.name("a location"))
            number = digits(self.words.peek())
            if number is None:
                raise self.words.missing("the number of cards in the deck", hint="such as: places Woods 3, Garrison 7")
            self.words.next()
            found.append((where, number))
            if not self.words.sign(","):
                return tuple(found)


#: Words behind a block that are no labels of it.
_BESIDE = frozenset({"places", "late", "allowed", "location", "count", "discards", "unlisted", "blessings"})


def _colon(token: Token | None) -> bool:
    return token is not None and token.kind == "sign" and token.text == ":"


def _as_token(text: str, at: Token) -> Token:
    return at._replace(text=text, kind="word")
