"""What changed between two positions, from their flat keys, in compact sentences: "Bob: rupees 4 -> 2"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.pamir.board import PIECES, SEATS_FROM, card_name
from engine.pamir.cards import COALITIONS, SUITS

#: The names of the lasting events by the words in which a state keeps them.
LASTING = {
    "new_tactics": "New Tactics",
    "koh_i_noor": "Koh-i-noor Recovered",
    "courtly_manners": "Courtly Manners",
    "nationalism": "Nationalism",
    "nation_building": "Nation Building",
    "rumor": "Rumor",
    "conflict_fatigue": "Conflict Fatigue",
    "embarrassment_of_riches": "Embarrassment of Riches",
    "disregard_for_customs": "Disregard for Customs",
    "pashtunwali_values": "Pashtunwali Values",
}
_PLAIN = {
    "phase": "question",
    "actions_left": "actions left",
    "favored": "favored suit",
    "deck": "cards in the deck",
    "discards": "cards out of play",
}
_OF_SEAT = {"rupees": "rupees", "vp": "points", "supply": "cylinders in the supply", "influence": "influence",
            "limbo": "spies on the way to a safe house", "loyalty": "loyalty"}  # fmt: skip
_LISTS = {"spent": "used this turn", "locked": "may not be bought this turn"}
_ROWS = ("top", "bottom")


def describe_changes(before: Mapping[str, Any], changed: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Changed flat keys in game words, in the order in which the keys come.

    Args:
        before: the flat position before; a key that it lacks had no value yet.
        changed: keys with their new values; those that have not changed are passed over.
        names: the players in seat order.
    """
    told: list[str] = []
    for key, now in changed.items():
        then = before.get(key)
        if then != now or key not in before:
            told += _tell(key, then, now, names)
    return told


def _tell(key: str, then: Any, now: Any, names: Sequence[str]) -> Iterable[str]:
    first, _, rest = key.partition(".")
    if rest and first[0] == "p" and first[1:].isdigit() and int(first[1:]) < len(names):
        return _tell_seat(names[int(first[1:])], rest, then, now)
    if first == "r":
        region, _, what = rest.partition(".")
        where = region.capitalize()
        return [f"{where}: ruler {_seat(then, names)} -> {_seat(now, names)}"] if what == "ruler" else _blocks(
            where, "armies", then, now
        )
    if first == "b":
        return _blocks("-".join(side.capitalize() for side in rest.split("-")), "roads", then, now)
    if first == "m":
        return [_slot(rest, then, now)]
    return [_tell_other(key, then, now, names)]


def _tell_other(key: str, then: Any, now: Any, names: Sequence[str]) -> str:
    if key == "actor":
        return f"to decide: {_seat(then, names)} -> {_seat(now, names)}"
    if key == "turn_of":
        return f"turn: {_seat(then, names)} -> {_seat(now, names)}"
    if key == "effects":
        return f"in force: {_lasting(now)}"
    if key == "pool":
        return _blocks("supply", "blocks", then, now)[0]
    if key in _LISTS:
        return f"{_LISTS[key]}: {_cards(now)}"
    if key == "placed":
        return f"placed this turn: {_pieces(now, names)}"
    return f"{_PLAIN.get(key, key)}: {_value(then)} -> {_value(now)}"


def _tell_seat(who: str, what: str, then: Any, now: Any) -> list[str]:
    if what in _OF_SEAT:
        return [f"{who}: {_OF_SEAT[what]} {_value(then)} -> {_value(now)}"]
    if what in {"hand", "court", "prizes"}:
        gone = [card for card in then or () if card not in now]
        come = [card for card in now if card not in (then or ())]
        parts = [f"+ {card_name(card)}" for card in come] + [f"- {card_name(card)}" for card in gone]
        return [f"{who}: {what} {', '.join(parts) or 'in another order'}"]
    if what in {"spies", "tribes"}:
        places = [*(now or {}), *(place for place in then or {} if place not in now)]
        counts = ((place, (then or {}).get(place, 0), now.get(place, 0)) for place in places)
        return [f"{who}: {what} {_where(what, place)} {old} -> {new}" for place, old, new in counts if old != new]
    if what == "stars":
        pairs = zip(SUITS, then or (0, 0, 0, 0), now, strict=True)
        return [f"{who}: {suit} stars {old} -> {new}" for suit, old, new in pairs if old != new]
    if what == "effects":
        return [f"{who}: in force {_lasting(now)}"]
    if what == "gifts":
        return [f"{who}: gifts {_value(then)} -> {_value(now)}"]
    return [f"{who}: {what} {_value(then)} -> {_value(now)}"]


def _where(what: str, place: str) -> str:
    return f"on {card_name(int(place))}" if what == "spies" and place.isdigit() else f"in {place.capitalize()}"


def _blocks(where: str, what: str, then: Any, now: Any) -> list[str]:
    pairs = zip(COALITIONS, then or (0, 0, 0), now, strict=True)
    parts = [f"{coalition.capitalize()} {old} -> {new}" for coalition, old, new in pairs if old != new]
    return [f"{where}: {what} {', '.join(parts) or 'none'}"]


def _slot(place: str, then: Any, now: Any) -> str:
    row, _, column = place.partition(".")
    where = f"market, {_ROWS[int(row)]} row, column {int(column) + 1}"
    return f"{where}: {_market(then)} -> {_market(now)}"


def _market(value: Any) -> str:
    card, rupees = value or (None, 0)
    name = card_name(card) if card else "vacant"
    return f"{name} with {rupees}" if rupees else name


def _seat(seat: Any, names: Sequence[str]) -> str:
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else "nobody"


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(str(one) for one in value) or "none"
    return str(value).replace("_", " ")


def _lasting(effects: Iterable[str]) -> str:
    return ", ".join(LASTING.get(effect, effect) for effect in effects) or "nothing"


def _cards(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in cards) or "nothing"


def _pieces(pieces: Iterable[str], names: Sequence[str]) -> str:
    counts: dict[str, int] = {}
    for piece in pieces:
        group = PIECES[piece][0] if piece in PIECES else SEATS_FROM
        seat = group - SEATS_FROM
        owner = f"{COALITIONS[group].capitalize()} block" if seat < 0 else f"cylinder of {_seat(seat, names)}"
        counts[owner] = counts.get(owner, 0) + 1
    return ", ".join(f"{count} {owner}" for owner, count in counts.items()) or "nothing"
