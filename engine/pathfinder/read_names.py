"""What names mean at the table: cards as players write them, characters, locations, zones and other fixed words.

A name in quotes is taken as it stands. Any other is looked for: a card among those known to be at this table first and
then among the facts, by its whole name, a unique beginning, or initials (`BotG`, `BoAbadar#2`); a character or a
location also by a near spelling, since there are few. A card that nobody knows is taken as it was written, unless the
name comes near a known one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from engine.matching import Ambiguous, Missing, match
from engine.notation import Misread, did_you_mean, plain, quoted
from engine.pathfinder.cards import CARDS, LOCATIONS, find_card
from engine.pathfinder.difficulty import SKILLS, read_skill
from engine.pathfinder.read_words import Token, misread
from engine.pathfinder.state import State, character
from engine.pathfinder.verdicts import known_type

#: Names that are longer are not looked for.
MOST_OF_A_NAME = 80
#: How near a spelling has to come.
NEAR = 0.75

#: The types of cards, for the words behind a name.
TYPES = (
    "weapon", "spell", "armor", "item", "ally", "blessing", "loot", "villain", "henchman", "monster", "barrier", "ship",
)  # fmt: skip

_NAMES = frozenset(card.name for card in CARDS.values())
#: All beginnings of two or more words of the names in the facts.
_BEGINNINGS = frozenset(
    " ".join(words[:count])
    for words in (plain(name).split() for name in (*_NAMES, *LOCATIONS))
    for count in range(2, len(words) + 1)
)


def spoken(words: Sequence[Token]) -> str:
    """The words of a name as one text."""
    return " ".join(word.text for word in words)


def span_of(words: Sequence[Token]) -> Token:
    """Where a name stands, as one token."""
    first, last = words[0], words[-1]
    kind = first.kind if len(words) == 1 else "word"
    return Token(kind, spoken(words), first.column, last.end - first.column)


# Cards


def known_cards(state: State, who: str = "") -> tuple[str, ...]:
    """The names of cards known to be at the table, the hand of a character first."""
    found: list[str] = []
    owner = character(state, who)
    if owner is not None:
        found += owner.hand.known
    for met in reversed(state.encounters):
        found += [met.card] if met.card else []
    for one in state.characters:
        for pile in (one.hand, one.displayed, one.discard, one.deck, one.buried):
            found += pile.known
    for where in state.places:
        found += where.deck.known
    found += [*state.blessings.known, *state.blessings_discard.known, *state.villains]
    return tuple(dict.fromkeys([*found, *(one.card for one in state.aside)]))


def card_named(state: State, name: Token, who: str = "") -> str:
    """The card that a name means.

    Raises:
        Misread: it could be several cards, or comes near one that is known.
    """
    text = name.text
    if name.kind == "name":
        return text
    if len(text) > MOST_OF_A_NAME:
        raise misread("malformed", "a name is not that long", name)
    owner = character(state, who)
    hand = owner.hand.known if owner is not None else ()
    known = known_cards(state, who)
    if text in known:
        return text
    try:
        found = _in_hand(text, hand) or find_card(text, known)
    except Ambiguous as several:
        raise misread(
            "ambiguous",
            f"{quoted(text)} could be {' or '.join(several.choices[:12])}",
            name,
            hint="type more of it",
            choices=several.choices[:12],
        ) from None
    except Missing as none:
        if none.suggestions and _comes_near(text, none.suggestions):
            hint = f"{did_you_mean(none.suggestions)} a card that is not in the facts is written in quotes"
            raise misread(
                "malformed", f"there is no card {quoted(text)}", name, hint=hint, choices=none.suggestions
            ) from None
        return text
    if isinstance(found, str):
        return found
    if state.set and found.name not in known:
        return text
    if found.copy is None:
        return found.name
    copies = (f"{found.name}#{found.copy}", f"{found.name} #{found.copy}", f"{found.name} {found.copy}")
    return next((copy for copy in copies if copy in known), copies[0])


def _in_hand(text: str, hand: Sequence[str]) -> str | None:
    """The card of a hand that a text means, if it is one of the hand."""
    if not hand:
        return None
    try:
        found = find_card(text, hand)
    except LookupError:
        return None
    return found.name if found.copy is None and found.name in hand else None


def _comes_near(text: str, suggestions: Iterable[str]) -> bool:
    return bool(get_close_matches(plain(text), [plain(one) for one in suggestions], n=1, cutoff=NEAR))


def begins_a_name(state: State, text: str) -> bool:
    """Whether words are the beginning of a name of a card or a location, up to the end of a word."""
    begun = plain(text)
    if begun in _BEGINNINGS:
        return True
    return any(_begins(begun, plain(name)) for name in (*known_cards(state), *(one.name for one in state.places)))


def _begins(begun: str, name: str) -> bool:
    return name == begun or name.startswith(f"{begun} ")


def is_known_card(state: State, name: str) -> bool:
    """Whether a card needs no quotes to be found by its name."""
    return name in _NAMES and not state.set


def type_of(state: State, card: str) -> str:
    """The type of a card where nobody says it: by the facts of the set that is played, or as its owner told it."""
    if not state.set:
        return known_type(card, "", state)
    told = state.cards.card(card)
    return told.type or "" if told is not None else ""


# Characters and locations


def character_named(state: State, name: Token) -> str:
    """The character that a name means.

    Raises:
        Misread: it means none or several.
    """
    return _one_of(name, [one.name for one in state.characters], "character")


def is_character(state: State, name: Token) -> bool:
    """Whether a name means one of the characters."""
    try:
        character_named(state, name)
    except Misread:
        return False
    return name.kind == "word" or name.text in [one.name for one in state.characters]


def place_named(state: State, name: Token) -> str:
    """The location that a name means: one in play, else, where not all are known, one of the facts.

    Raises:
        Misread: it means none or several.
    """
    names = [one.name for one in state.places]
    try:
        return _one_of(name, names, "location")
    except Misread as misread_:
        if misread_.fault.kind != "malformed" or (state.complete and state.mode != "record"):
            raise
        try:
            return _one_of(name, list(LOCATIONS), "location")
        except Misread:
            if not names and name.kind == "word":
                return name.text
            raise misread_ from None


def _one_of(name: Token, names: Sequence[str], what: str) -> str:
    text = name.text
    if name.kind == "name":
        return text
    keys = {plain(one).removeprefix("the "): one for one in names}
    key = plain(text).removeprefix("the ")
    if text in names:
        return text
    try:
        return keys[match(key, list(keys))]
    except Ambiguous as several:
        choices = [keys[one] for one in several.choices]
        message = f"{quoted(text)} could be {' or '.join(choices)}"
        raise misread("ambiguous", message, name, hint="type more of it", choices=choices) from None
    except Missing as none:
        near = get_close_matches(key, list(keys), n=2, cutoff=NEAR) if len(key) <= MOST_OF_A_NAME else []
        if len(near) == 1:
            return keys[near[0]]
        shown = [keys[one] for one in near or none.suggestions]
        hint = did_you_mean(shown) or f"one of {', '.join(names[:12])}; in quotes a name is taken as it stands"
        raise misread("malformed", f"there is no {what} {quoted(text)}", name, hint=hint, choices=names[:12]) from None


# Skills and fixed words


def skill_named(name: Token) -> str:
    """The skill that a name or an abbreviation means, by the term of the rules.

    Raises:
        Misread: there is none, or it could be several.
    """
    if name.kind == "name":
        return name.text
    try:
        return read_skill(name.text)
    except Misread as wrong:
        fault = wrong.fault
        hint = fault.hint or f"one of {', '.join(skill for skill, _ in SKILLS)}; a label stands before a colon"
        raise misread(fault.kind, fault.message, name, hint=hint, choices=fault.choices) from None
