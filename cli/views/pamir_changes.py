"""What changed between two positions of Pax Pamir, in the words of the game: one sentence per fact."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from cli.views.pamir_words import COALITIONS, ROWS, SUITS, CardFace, border_words, words
from engine.pamir.cards import CARDS

_NUMBERS: Final = {
    "rupees": "rupees",
    "vp": "victory points",
    "supply": "cylinders left",
    "influence": "influence",
    "limbo": "spies waiting for a Safe House",
}
_TURN: Final = {"spent": "used this turn", "locked": "locked this turn"}
_FIRST: Final = ("phase", "actor", "turn_of", "actions_left", "favored", "effects")
_PARTS: Final = (
    *("loyalty", "vp", "influence", "rupees", "hand", "court", "prizes", "gifts"),
    *("tribes", "spies", "supply", "limbo", "effects"),
)
_MISSING: Final = object()


def change_lines(
    changed: Mapping[str, Any],
    before: Mapping[str, Any],
    players: Sequence[str],
    cards: Mapping[int, CardFace] = CARDS,
    *,
    hide_hands_except: int | None = None,
) -> list[str]:
    """What changed, in game words and in the order of the board: decision, turn, players, map, market, deck.

    Args:
        changed: Keys of the flat position with their new values; a value that is not new gives no sentence.
        before: The position before, every key present; a key that it lacks is said to be `unknown`.
        players: The names in seat order.
        cards: The card facts by number.
        hide_hands_except: The only seat of whose hand the cards are named; by default all are.

    Returns:
        Sentences without a full stop, such as `Bob: rupees 4 -> 2`, `Kabul: ruler nobody -> Ann`,
        `market top 3: #61 Karakul Sheep gone`. Market places count from 1.
    """
    teller = _Teller(players, cards, hide_hands_except)
    lines: list[str] = []
    for key in sorted(changed, key=_order):
        then = before.get(key, _MISSING)
        if then is not _MISSING and then == changed[key]:
            continue
        lines += teller.tell(key, None if then is _MISSING else then, changed[key], known=then is not _MISSING)
    return lines


def _order(key: str) -> tuple[int, int, str]:
    first, _, rest = key.partition(".")
    if first[0] == "p" and first[1:].isdigit():
        return 10 + int(first[1:]), _PARTS.index(rest) if rest in _PARTS else len(_PARTS), rest
    group = {"r": 30, "b": 40, "m": 50}.get(first) if rest else None
    if group is not None:
        return group, 0, key
    return (0, _FIRST.index(key), "") if key in _FIRST else (60, 0, key)


class _Teller:
    """Tells changes of the flat position with the names of players and cards."""

    def __init__(self, players: Sequence[str], cards: Mapping[int, CardFace], seen_hand: int | None) -> None:
        self._players = players
        self._cards = cards
        self._seen_hand = seen_hand

    def tell(self, key: str, then: Any, now: Any, *, known: bool) -> Iterator[str]:
        """The sentences for one key."""
        first, _, rest = key.partition(".")
        if not known:
            yield f"{key}: unknown -> {now}"
        elif first[0] == "p" and first[1:].isdigit():
            yield from self._player(int(first[1:]), rest, then, now)
        elif first == "r":
            region, _, part = rest.partition(".")
            if part == "ruler":
                yield f"{words(region)}: ruler {self._seat(then)} -> {self._seat(now)}"
            else:
                yield from _blocks(words(region), "armies", then, now)
        elif first == "b":
            yield from _blocks(border_words(rest), "roads", then, now)
        elif first == "m":
            row, _, column = rest.partition(".")
            yield from self._market(f"market {ROWS[int(row)]} {int(column) + 1}", then, now)
        else:
            yield from self._common(key, then, now)

    def _common(self, key: str, then: Any, now: Any) -> Iterator[str]:
        if key == "phase":
            yield f"to decide: {_plain(then)} -> {_plain(now)}"
        elif key == "actor":
            yield f"who decides: {self._seat(then)} -> {self._seat(now)}"
        elif key == "turn_of":
            yield f"turn: {self._seat(then)} -> {self._seat(now)}"
        elif key == "actions_left":
            yield f"actions left: {_actions(then)} -> {_actions(now)}"
        elif key == "favored":
            yield f"favored suit: {then} -> {now}"
        elif key == "effects":
            yield from _effects("", then, now)
        elif key == "pool":
            yield from _blocks("pool", "blocks", then, now)
        elif key in _TURN:
            yield f"{_TURN[key]}: {', '.join(map(self._card, now)) or 'nothing'}"
        elif key == "placed":
            yield f"placed this turn: {', '.join(self._pieces(now)) or 'nothing'}"
        else:
            yield f"{key}: {then} -> {now}"

    def _player(self, seat: int, part: str, then: Any, now: Any) -> Iterator[str]:
        who = self._seat(seat)
        if part == "loyalty":
            yield f"{who}: loyalty {words(then)} -> {words(now)}"
        elif part in _NUMBERS:
            yield f"{who}: {_NUMBERS[part]} {then} -> {now}"
        elif part == "hand":
            if self._seen_hand not in (None, seat):
                yield f"{who}: hand {len(then)} -> {len(now)} cards"
            else:
                yield from self._cards_moved(who, "hand", then, now)
        elif part == "court":
            yield from self._court(who, then, now)
        elif part == "prizes":
            yield from self._cards_moved(who, "prizes", then, now)
        elif part == "gifts":
            yield from (f"{who}: gift {slot} given" for slot in now if slot not in then)
            yield from (f"{who}: gift {slot} returned" for slot in then if slot not in now)
        elif part == "spies":
            numbers = sorted({*then, *now}, key=int)
            yield from _counted(
                (f"{who}: spies on {self._card(int(number))}", then.get(number, 0), now.get(number, 0))
                for number in numbers
            )
        elif part == "tribes":
            yield from _counted(
                (f"{who}: tribes in {words(region)}", then.get(region, 0), now.get(region, 0))
                for region in sorted({*then, *now})
            )
        elif part == "effects":
            yield from _effects(f"{who}: ", then, now)
        elif part == "stars":
            yield from _counted((f"{who}: {suit} stars", a, b) for suit, a, b in zip(SUITS, then, now, strict=True))
        else:
            yield f"{who}: {part} {then} -> {now}"

    def _court(self, who: str, then: Sequence[int], now: Sequence[int]) -> Iterator[str]:
        stayed = [number for number in now if number in then]
        for number in now:
            if number not in then:
                end = "left" if now[0] == number else "right" if now[-1] == number else ""
                place = f"at the {end} end of the court" if end and len(now) > 1 else "in court"
                yield f"{who}: {self._card(number)} {place}"
        for number in then:
            if number not in now:
                yield f"{who}: {self._card(number)} no longer in court"
        if stayed != [number for number in then if number in now]:
            yield f"{who}: court order {_numbers(then)} -> {_numbers(now)}"

    def _cards_moved(self, who: str, zone: str, then: Sequence[int], now: Sequence[int]) -> Iterator[str]:
        for sign, some, others in (("+", now, then), ("-", then, now)):
            left = list(others)
            for number in some:
                if number in left:
                    left.remove(number)
                else:
                    yield f"{who}: {zone} {sign} {self._card(number)}"
        if sorted(then) == sorted(now):
            yield f"{who}: {zone} order {_numbers(then)} -> {_numbers(now)}"

    def _market(self, place: str, then: Sequence[Any], now: Sequence[Any]) -> Iterator[str]:
        if then[0] != now[0]:
            if now[0] is None:
                yield f"{place}: {self._card(then[0])} gone"
            elif then[0] is None:
                yield f"{place}: {self._card(now[0])} comes"
            else:
                yield f"{place}: {self._card(then[0])} -> {self._card(now[0])}"
        if then[1] != now[1]:
            yield f"{place}: rupees {then[1]} -> {now[1]}"

    def _pieces(self, pieces: Iterable[str]) -> Iterator[str]:
        counts: dict[str, int] = {}
        for piece in pieces:
            owner = piece.partition(".")[0] if piece[0] == "C" else piece[0]
            counts[owner] = counts.get(owner, 0) + 1
        for owner, count in counts.items():
            whose = self._seat(int(owner[1:])) if owner[0] == "C" else words(_coalition(owner))
            kind = "cylinder" if owner[0] == "C" else "block"
            yield f"{count} {whose} {kind}{'' if count == 1 else 's'}"

    def _seat(self, seat: int | None) -> str:
        return "nobody" if seat is None else self._players[seat]

    def _card(self, number: int) -> str:
        if number == 0:
            return "an unknown card"
        face = self._cards.get(number)
        return f"#{number} {face.name}" if face else f"#{number}"


def _coalition(letter: str) -> str:
    return next(coalition for coalition in COALITIONS if coalition[0].upper() == letter)


def _blocks(place: str, pieces: str, then: Sequence[int], now: Sequence[int]) -> Iterator[str]:
    yield from _counted(
        (f"{place}: {words(name)} {pieces}", a, b) for name, a, b in zip(COALITIONS, then, now, strict=True)
    )


def _counted(facts: Iterable[tuple[str, int, int]]) -> Iterator[str]:
    yield from (f"{said} {then} -> {now}" for said, then, now in facts if then != now)


def _effects(who: str, then: Sequence[str], now: Sequence[str]) -> Iterator[str]:
    yield from (f"{who}{words(effect)} is in force" for effect in now if effect not in then)
    yield from (f"{who}{words(effect)} has ended" for effect in then if effect not in now)


def _numbers(cards: Iterable[int]) -> str:
    return " ".join(f"#{number}" for number in cards) or "empty"


def _actions(left: int | None) -> str:
    return "none" if left is None else "cleanup" if left < 0 else str(left)


def _plain(identifier: str | None) -> str:
    return "nothing" if identifier is None else identifier.replace("_", " ")
