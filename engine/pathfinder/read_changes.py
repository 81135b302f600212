"""Cards that went from zone to zone: `Cure from discard to hand of Kyra, 2 cards from deck to hand of Lem`.

A correction that does not say where a card came from takes it from where it is known to lie, for no card is there
twice. `from outside` says that it came from outside the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.notation import Misread, quoted
from engine.pathfinder import events as e
from engine.pathfinder.moving import OWN_ZONES, pile_of, settle
from engine.pathfinder.notation_forms import ZONES, Clause
from engine.pathfinder.read_names import character_named, is_character, place_named, span_of
from engine.pathfinder.read_values import repeated
from engine.pathfinder.read_words import Token, digits, key_of, misread, one_word
from engine.pathfinder.state import Draft, at, character

if TYPE_CHECKING:
    from engine.pathfinder.read_forms import FormReader

_STOPS = frozenset({"from", "to", "of", "at", "top", "bottom", "somewhere", "on"})
#: What stands for a zone outside the game.
OUTSIDE = "outside"


def changes(reader: FormReader, clause: Clause) -> Any:
    """All changes that stand here, with commas between them.

    Raises:
        Misread: they cannot be read, or nothing says where a corrected card comes from.
    """
    reader.words.sign(":")
    found = [*_change(reader)]
    while reader.words.sign(",") and not reader.words.done():
        found += _change(reader)
    return (*reader.fields.get(clause.field, ()), *found)


def _change(reader: FormReader) -> list[e.ZoneChange]:
    words = reader.words
    fields: dict[str, Any] = {}
    whose, colon = words.peek(), words.peek(1)
    if whose is not None and colon is not None and colon.text == ":" and is_character(reader.state, whose):
        words.at += 2
        fields["who"] = character_named(reader.state, whose)
    begun = words.at
    first, after = words.peek(), words.peek(1)
    number = digits(first)
    cards: Sequence[str | None] = (None,)
    count = 1
    unnamed = after is not None and after.kind == "word" and key_of(after) in {"card", "cards"}
    if first is not None and unnamed and (number is not None or key_of(first) in {"a", "one"}):
        words.at += 2
        count = number if number is not None else 1
    else:
        cards = repeated(reader, _STOPS)
    name = span_of(words.tokens[begun : words.at])
    while (word := words.word_here()) in _STOPS:
        words.next()
        if word == "from" and words.word(OUTSIDE):
            fields["origin"] = None
        elif word in {"from", "to"}:
            fields["origin" if word == "from" else "to"] = _zone(reader)
        elif word == "of":
            fields["who"] = "" if words.word("nobody") else character_named(reader.state, _short(reader))
        elif word == "at":
            fields["place"] = place_named(reader.state, _short(reader))
        elif word != "on":
            fields["at"] = word
    if "to" not in fields:
        zones = ", ".join(ZONES)
        raise words.missing(
            "the zone to which the card goes", hint=f"such as: Cure from discard to hand of Kyra; {zones}"
        )
    if "who" not in fields and {fields["to"], fields.get("origin")} & set(OWN_ZONES):
        fields["who"] = reader.fields.get("who", reader.who)
    if reader.form.event is e.EffectApplied and "location" in {fields["to"], fields.get("origin")}:
        fields.setdefault("place", _there(reader))
    if "origin" not in fields and reader.form.event is e.Correction:
        fields |= _come_from(reader, name, cards[0], fields)
    return [e.ZoneChange(card=card, count=count, **fields) for card in cards]


def _there(reader: FormReader) -> str:
    """The location that an effect speaks of, else that of the one whose effect it is."""
    said: str = reader.fields.get("place", "")
    return said or at(reader.state, reader.fields.get("who", reader.who))


def _short(reader: FormReader) -> Token:
    """A name within a change of zone."""
    return reader.name("a name", stops=_STOPS)


def _zone(reader: FormReader) -> str:
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a zone", hint=f"one of {', '.join(ZONES)}")
    reader.words.next()
    return one_word(here, ZONES, "zone")


# Where a corrected card comes from


def _come_from(reader: FormReader, name: Token, card: str | None, fields: dict[str, Any]) -> dict[str, Any]:
    """Where a card of a correction lies: with its owner by name, else with the table, else among unknown cards.

    Raises:
        Misread: it lies nowhere that is known, or in several zones.
    """
    to, who = fields["to"], fields.get("who") or reader.fields.get("who", reader.who)
    if card is None:
        raise _needed(name, "nothing says where they come from", to)
    now = Draft(reader.state)
    settle(now)
    owner = character(now, who)
    own = {zone: pile_of(owner, zone) for zone in OWN_ZONES if zone != to} if owner is not None else {}
    shared = _shared(now, card, to, fields.get("place", ""))
    known = [zone for zone, pile in own.items() if card in pile.known]
    if len(known) > 1 or (not known and len(shared) > 1):
        zones = [f"{zone} of {who}" for zone in known] or [f"{zone} {where}".strip() for zone, where in shared]
        message = f"{quoted(card)} could come from {' or '.join(zones)}"
        hint = f"type where it comes from: {card} from {(known or [one for one, _ in shared])[0]} to {to}"
        raise misread("ambiguous", message, name, hint=hint, choices=zones)
    if known:
        return {"origin": known[0], "who": who}
    if shared:
        zone, where = shared[0]
        return {"origin": zone, "place": where} if where else {"origin": zone}
    if owner is not None and to in OWN_ZONES and card in pile_of(owner, to).known:
        raise _needed(name, f"{quoted(card)} is in the {to} of {who} already", to)
    others = [one.name for one in now.characters if any(card in pile_of(one, zone).known for zone in OWN_ZONES)]
    unknown = [zone for zone, pile in own.items() if pile.size is None or pile.unknown]
    if len(unknown) == 1 and not others:
        return {"origin": unknown[0], "who": who}
    if others:
        raise _needed(name, f"{quoted(card)} is with {' and '.join(others)}", to, f"{others[0]}: {card} to {to}")
    raise _needed(name, f"nobody knows where {quoted(card)} lies", to)


def _shared(now: Draft, card: str, to: str, place: str) -> list[tuple[str, str]]:
    """The zones of the table in which a card is known to lie, each with its location."""
    found = [("location", one.name) for one in now.places if card in one.deck.known and place in {"", one.name}]
    found += [("blessings", "")] if card in now.blessings.known else []
    found += [("blessings_discard", "")] if card in now.blessings_discard.known else []
    found += [("aside", "")] if any(one.card == card for one in now.aside) else []
    return [one for one in found if one[0] != to]


def _needed(name: Token, message: str, to: str, hint: str = "") -> Misread:
    """That a correction has to say where a card comes from."""
    such = hint or f"such as: {name.text} from deck to {to}; a new one comes from box, or from {OUTSIDE}"
    return misread("incomplete", f"{message}: from is needed", name, hint=such, choices=())
