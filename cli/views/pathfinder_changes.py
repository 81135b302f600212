"""What changed between two positions of a Pathfinder scenario, in the words of the game: one sentence per fact.

A card that left one pile and came into another is told once, as its way. What a position keeps only for its rules
(how far a window of play has come, what was told when) is told where nothing else has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cli.views.pathfinder_words import (
    Cards,
    closing_told,
    damage_told,
    encounter_told,
    fate_told,
    is_pile,
    parts,
    plain,
)

_MISSING: Final = object()
#: Keys with a sentence of their own or a name that is not the key's, in the order in which they are told.
_NAMES: Final = {
    "phase": "to decide", "actor": "who decides", "result": "scenario", "ended": "scenario ended",
    "turn.number": "turn", "turn.active": "turn of", "turn.step": "step", "turn.explorations": "explorations",
    "turn.grants": "explorations granted", "over": "encounters ended",
    "encounters": "encounters", "damages": "damage", "dying": "dying",
    "closing": "closing", "earned": "closings earned", "fate": "villain", "tasks": "pending", "aside": "being played",
    "standing": "in force", "rebuilt": "decks rebuilt", "fell": "died", "once": "ruled for once",
    "told_cards": "card file",
}  # fmt: skip
#: What only the rules need.
_KEPT: Final = frozenset(
    {
        "met", "dealt", "window", "tasks_made", "told", "plays", "gone", "turn.gave", "turn.moved",
        "turn.free", "turn.merged", "turn.close_tried", "turn.reset",
    }
)  # fmt: skip
_KEPT_OF_A_CHARACTER: Final = frozenset({"drawn", "redrawn", "seat", "extra_cards"})


def change_lines(
    changed: Mapping[str, Any],
    before: Mapping[str, Any],
    players: Sequence[str],
    *,
    hide_hands_except: int | None = None,
) -> list[str]:
    """What changed, in game words: decision, turn, encounter, then cards, characters, locations, and the rest.

    Args:
        changed: Keys of the flat position with their new values; a value that is not new gives no sentence.
        before: The position before; a key that it lacks is said to be `unknown`.
        players: The names in seat order.
        hide_hands_except: The only seat for which both positions were made; what is hidden is unknown in them.

    Returns:
        Sentences without a full stop, such as `Kyra: Mace from hand to discard`, `Farmhouse: open -> closed`.
    """
    del hide_hands_except
    new = {key: value for key, value in changed.items() if before.get(key, _MISSING) != value}
    first = {key: value for key, value in new.items() if not _is_kept(key)}
    return _lines(first, before, players) or _lines(new, before, players, everything=True)


def _is_kept(key: str) -> bool:
    first, name, part = parts(key)
    if first == "c":
        return part in _KEPT_OF_A_CHARACTER
    if first == "l":
        return part == "was_temporary"
    return not name and key in _KEPT


def _lines(
    new: Mapping[str, Any], before: Mapping[str, Any], players: Sequence[str], *, everything: bool = False
) -> list[str]:
    joining = _joining(new, before)
    rest = {key: value for key, value in new.items() if parts(key)[:2] not in joining}
    piles = _piles(rest, before)
    names = list(_NAMES)
    lines = []
    for key in sorted(rest, key=lambda key: (_rank(key, names), key)):
        then = before.get(key, _MISSING)
        if then is _MISSING or (is_pile(key) and not then):
            lines.append(f"{named(key)}: unknown -> {pile_told(rest[key]) if is_pile(key) else said(rest[key])}")
        elif key not in piles and key != "aside":
            over = {one["number"] for one in new.get("over", ())}
            found = [*_told(key, then, rest[key], players, over, everything=everything)]
            if everything and not found:
                found = [f"{named(key)}: {said(then)} -> {said(rest[key])}"]
            lines += found
    lines += [_join(first, name, new) for first, name in joining]
    return [*lines, *_pile_lines(piles)]


def _joining(new: Mapping[str, Any], before: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The characters and locations that were not there before."""
    found = dict.fromkeys(parts(key)[:2] for key in sorted(new) if parts(key)[2] in {"alive", "status"})
    return [one for one in found if not any(key.startswith(f"{one[0]}.{one[1]}.") for key in before)]


def _join(first: str, name: str, new: Mapping[str, Any]) -> str:
    if first == "c":
        return f"{name} joins, at {said(new.get(f'c.{name}.location'))}"
    deck = pile_told(new.get(f"l.{name}.deck", ()))
    return f"{name} is in play: {new[f'l.{name}.status']}, {deck}"


def _piles(new: Mapping[str, Any], before: Mapping[str, Any]) -> dict[str, _Pile]:
    """The piles that changed; cards that are being played are a pile of their player."""
    piles = {key: _Pile.of(key, before[key], new[key]) for key in sorted(new) if is_pile(key) and before.get(key)}
    then, now = before.get("aside", ()), new.get("aside", before.get("aside", ()))
    for who in sorted({one["who"] for one in (*then, *now)}) if "aside" in new else ():
        was, is_now = ([one["card"] for one in some if one["who"] == who] for some in (then, now))
        if was != is_now:
            key = f"c.{who}.play"
            piles[key] = _Pile.of(key, (len(was), (), was, ()), (len(is_now), (), is_now, ()))
    return piles


def _rank(key: str, names: list[str]) -> int:
    first, _, _ = parts(key)
    if first:
        return len(names) + "cl".index(first)
    return names.index(key) if key in _NAMES else len(names) + 2


# Piles


def pile_told(written: Sequence[Any]) -> str:
    """A pile in words: `5 cards: Mace, Cure`."""
    pile = Cards.of(written)
    number = "1 card" if pile.count == "1" else f"{pile.count} cards"
    names = listing((*pile.top, *pile.loose, *pile.bottom))
    return f"{number}: {names}" if names else number


@dataclass(slots=True)
class _Pile:
    """A pile that changed: its name, what it was and is, and the cards that have still to be told of.

    `renamed` tells that only what is known of its cards changed, not which ones it has.
    """

    owner: str
    zone: str
    then: Cards
    now: Cards
    came: Counter[str]
    left: Counter[str]
    renamed: bool

    @classmethod
    def of(cls, key: str, then: Sequence[Any], now: Sequence[Any]) -> _Pile:
        """A pile by its key and its two flat values."""
        before, after = Cards.of(then), Cards.of(now)
        first, name, part = parts(key)
        owner = name if first else ""
        came, left = after.known - before.known, before.known - after.known
        same = before.size is not None and before.size == after.size
        return cls(owner, plain(part), before, after, came, left, same and came.total() != left.total())

    @property
    def head(self) -> str:
        """How its sentences begin."""
        return f"{self.owner}: {self.zone}" if self.owner else self.zone

    @property
    def grown(self) -> int | None:
        """How many cards more it has; None if that is not known."""
        if self.then.size is None or self.now.size is None:
            return None
        return self.now.size - self.then.size


def _pile_lines(piles: Mapping[str, _Pile]) -> Iterator[str]:
    """The ways of cards from pile to pile, those of one way together, then what they do not tell."""
    ways: dict[tuple[str, str], list[str]] = {}
    for key, pile in piles.items():
        for card in sorted(pile.left.elements()):
            other = _where_to(card, key, piles)
            if other is not None:
                piles[other].came[card] -= 1
                pile.left[card] -= 1
                ways.setdefault((key, other), []).append(card)
    told: Counter[str] = Counter()
    for (begin, end), cards in ways.items():
        told[begin] -= len(cards)
        told[end] += len(cards)
        yield _way(cards, piles[begin], piles[end])
    for key, pile in piles.items():
        yield from _rest(pile, told.get(key))


def _where_to(card: str, key: str, piles: Mapping[str, _Pile]) -> str | None:
    """The pile into which a card that left one came; one of the same character if there are several."""
    if piles[key].renamed:
        return None
    found = [one for one, pile in piles.items() if pile.came[card] > 0 and one != key and not pile.renamed]
    own = [one for one in found if piles[one].owner == piles[key].owner]
    return next(iter(own or found), None)


def _way(cards: Sequence[str], begin: _Pile, end: _Pile) -> str:
    names = listing(cards)
    if begin.owner and begin.owner == end.owner:
        return f"{begin.owner}: {names} from {begin.zone} to {end.zone}"
    return f"{names}: {_of(begin)} -> {_of(end)}"


def listing(cards: Sequence[str]) -> str:
    """Names of cards, each once: `Cure x2, Mace`."""
    return ", ".join(f"{name} x{number}" if number > 1 else name for name, number in sorted(Counter(cards).items()))


def _of(pile: _Pile) -> str:
    return f"{pile.zone} of {pile.owner}" if pile.owner else pile.zone


def _rest(pile: _Pile, told: int | None) -> Iterator[str]:
    """What the ways of cards do not tell of a pile: its number, names that came and went, its order.

    `told` is how many cards more it has by those ways; None if none leads there or away.
    """
    came, left = listing([*pile.came.elements()]), listing([*pile.left.elements()])
    if pile.renamed or (not came and not left and pile.then.count == pile.now.count):
        if came:
            yield f"{pile.head}: {came} known to be in it"
        if left:
            yield f"{pile.head}: {left} no longer known to be in it"
        if not came and not left and told is None:
            lost = not pile.now.top and not pile.now.bottom
            yield f"{pile.head}: {'order no longer known' if lost else 'its order'}"
        return
    by_name = (told or 0) + (+pile.came).total() - (+pile.left).total()
    numbers = pile.then.size != pile.now.size and pile.grown != by_name
    words = [f" {_numbers(pile)}" if numbers else ""]
    words += [f" + {came}" if came else "", f" - {left}" if left else ""]
    if any(words):
        yield f"{pile.head}{','.join(word for word in words if word)}"
    elif told is None:
        yield f"{pile.head} {_numbers(pile)}"


def _numbers(pile: _Pile) -> str:
    return f"{pile.then.count} -> {pile.now.count} card{'' if pile.now.size == 1 else 's'}"


# Everything else


def named(key: str) -> str:
    """A key as it is told: `c.Kyra.hand_size` is `Kyra: hand size`."""
    first, name, part = parts(key)
    if first:
        return f"{name}: {plain(part)}"
    return _NAMES.get(key) or plain(key.removeprefix("turn.").replace(".", " "))


def said(value: Any) -> str:
    """A value in words: `nothing`, yes and no, lists with commas, objects as those fields that say something."""
    if value is None or value in ("", [], ()):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        fields = (f"{plain(key)} {said(one)}" for key, one in value.items() if one not in (None, "", [], (), False))
        return ", ".join(fields) or "nothing"
    if isinstance(value, list | tuple):
        return (
            "; ".join(map(said, value))
            if any(isinstance(one, Mapping) for one in value)
            else ", ".join(map(said, value))
        )
    return str(value)


def _told(
    key: str, then: Any, now: Any, players: Sequence[str], over: Container[int], *, everything: bool
) -> Iterator[str]:
    first, name, part = parts(key)
    if first:
        yield from _of_one(first, name, part, then, now)
    elif key == "encounters":
        # How an encounter ended is told of it once it is over.
        going = [one for one in then if one["number"] not in over or any(one["number"] == n["number"] for n in now)]
        yield from _numbered(going, now, _encounter)
    elif key in _LISTS:
        yield from _numbered(then, now, _LISTS[key])
    elif key == "earned":
        yield from _earned(then, now)
    elif key == "asserted":
        yield from _asserted(then, now, everything=everything)
    elif key == "plays" and len(now) > len(then):
        yield from (f"{one['who'] or 'somebody'} used {one['what']}" for one in now[len(then) :])
    elif key == "actor":
        yield f"who decides: {_seat(then, players)} -> {_seat(now, players)}"
    elif key == "phase":
        yield f"to decide: {plain(then)} -> {plain(now)}"
    elif key == "closing":
        yield closing_told(now) if now else f"the closing of {then['place']} is done"
    elif key == "fate":
        yield fate_told(now) if now else f"{then['villain'] or 'the villain'} is done with"
    elif key == "result" and now:
        yield f"the scenario is {now['outcome']}: {now['reason']}"
    elif isinstance(then, list | tuple) and isinstance(now, list | tuple):
        yield from _members(named(key), then, now)
    else:
        yield f"{named(key)}: {said(then)} -> {said(now)}"


def _earned(then: Sequence[Any], now: Sequence[Any]) -> Iterator[str]:
    """Closing attempts that a henchman gave, each told by what has become of it."""

    def standing(some: Sequence[Any]) -> dict[tuple[str, str], str]:
        words = {
            (True, False): "may no longer close",
            (True, True): "may no longer close",
            (False, True): "failed to close",
        }
        return {(one["who"], one["place"]): words.get((one["lapsed"], one["failed"]), "may close") for one in some}

    was, is_now = standing(then), standing(now)
    for who, place in sorted({*was, *is_now}):
        word = is_now.get((who, place), "may no longer close")
        if was.get((who, place)) != word:
            yield f"{who or 'somebody'} {word} {place or 'the location'}"


def _asserted(then: Sequence[Any], now: Sequence[Any], *, everything: bool) -> Iterator[str]:
    """What is newly stated of cards; types and numbers of checks are told with the encounter."""
    was = {(one["card"], one["what"]): one["value"] for one in then}
    is_now = {(one["card"], one["what"]): one["value"] for one in now}
    for card, what in sorted({*was, *is_now}):
        value = is_now.get((card, what))
        if value != was.get((card, what)) and (everything or what not in {"type", "checks"}):
            yield f"stated of {card}: {what} {value}" if value is not None else f"no longer stated of {card}: {what}"


def _over(then: Any, now: Any) -> Iterator[str]:
    one = now or then
    yield f"{one['card'] or 'the unknown card'}{'' if now else ': no longer'} {plain(one['outcome'])}"


def _of_one(first: str, name: str, part: str, then: Any, now: Any) -> Iterator[str]:
    if part == "alive":
        yield f"{name}: {'alive again' if now else 'dead'}"
    elif part == "location":
        yield f"{name}: {'at ' if then is None else ''}{said(then) if then else 'an unknown place'} -> {said(now)}"
    elif part == "status":
        words = {"temporary": "closed for now"}
        yield f"{name}: {words.get(then, then)} -> {words.get(now, now)}"
    elif part == "barred":
        yield f"{name}: {'no villain gets there this turn' if now else 'open to a villain again'}"
    else:
        yield f"{name}: {'to close' if (first, part) == ('l', 'closing') else plain(part)} {said(then)} -> {said(now)}"


def _members(head: str, then: Sequence[Any], now: Sequence[Any]) -> Iterator[str]:
    """Which members of a list came and which went; its order if none did."""
    came, left = _without(now, then), _without(then, now)
    yield from (f"{head} + {said(one)}" for one in came)
    yield from (f"{head} - {said(one)}" for one in left)
    if not came and not left:
        yield f"{head}: {said(then)} -> {said(now)}"


def _without(some: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """The members of a list that another has not, as often as it has them more."""
    rest = list(others)
    found = []
    for one in some:
        if one in rest:
            rest.remove(one)
        else:
            found.append(one)
    return found


def _encounter(then: Any, now: Any) -> Iterator[str]:
    card = (now or then)["card"] or "the unknown card"
    if now is None:
        yield f"the encounter with {card} is over"
        return
    if then is None:
        yield encounter_told(now)
        then = {**now, "done": [], "stage": "met", "tried": [], "decided": []}
    if then["stage"] != now["stage"]:
        yield f"{card}: {then['stage']} -> {now['stage']}"
    for one in now["done"]:
        if one not in then["done"]:
            outcome = {None: "made it, outcome not told", True: "succeeded", False: "failed"}[one["success"]]
            yield f"{card}: check {one['which']}, {one['who'] or 'somebody'} {outcome}"
    yield from (f"{card}: check {one['which']} taken back" for one in then["done"] if one not in now["done"])
    for who, place in now["tried"]:
        if [who, place] not in [list(one) for one in then["tried"]]:
            yield f"{card}: {who} tries to close {place}"
    for key in ("who", "card", "type", "place", "checks", "skill", "closes", "barrier", "summoned"):
        if then[key] != now[key]:
            yield f"{card}: {key} {said(then[key])} -> {said(now[key])}"
    if [*then["decided"]] != [*now["decided"]]:
        yield f"{card}: closings decided {said(now['decided'])}"


def _damage(then: Any, now: Any) -> Iterator[str]:
    if now is None:
        yield f"{then['who']}: the damage is dealt with"
    elif then is None:
        yield damage_told(now)
    else:
        yield f"{now['who']}: damage {said(then['amount'])} -> {said(now['amount'])}"


def _task(then: Any, now: Any) -> Iterator[str]:
    task = now or then
    met = task["encounter"]
    what = (met["card"] or "an unknown card") if met else task["what"]
    yield f"{'pending' if now else 'no longer pending'}: {what} for {task['owner'] or 'somebody'}"


_LISTS: Final[Mapping[str, Callable[[Any, Any], Iterator[str]]]] = {
    "encounters": _encounter,
    "damages": _damage,
    "tasks": _task,
    "over": _over,
}


def _numbered(then: Any, now: Any, tell: Callable[[Any, Any], Iterator[str]]) -> Iterator[str]:
    """Members that keep their number, each told by what it was and is; None where it was or is not."""
    was, is_now = ({one["number"]: one for one in some} for some in (then, now))
    for number in sorted({*was, *is_now}):
        if was.get(number) != is_now.get(number):
            yield from tell(was.get(number), is_now.get(number))


def _seat(seat: Any, players: Sequence[str]) -> str:
    if isinstance(seat, int) and 0 <= seat < len(players):
        return players[seat]
    return "nobody" if seat is None else str(seat)
