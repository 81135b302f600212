"""What the parts of the Pathfinder board have in common: the position as they read it, piles of cards, dice, words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from cli.views.frame import LABEL, Glyphs, Marks, flow, marked, player_style

ZONES: Final = ("hand", "deck", "discard", "buried", "displayed")
STEPS: Final = ("advance", "begun", "give", "move", "explore", "close", "reset", "end")

BOONS: Final = ("weapon", "spell", "armor", "item", "ally", "blessing", "loot")

GOOD: Final = "#2a9d68"
BAD: Final = "#dc4b3e"
CARD: Final = "#c28a00"


@dataclass(frozen=True, slots=True)
class Scene:
    """One position to be drawn.

    Attributes:
        state: The flat position.
        players: The names in seat order.
        marks: What has just changed.
        before: The position before the change, if there is one.
        latest: The events that led to the position, as JSON objects: of them the dice are shown.
    """

    state: Mapping[str, Any]
    players: Sequence[str]
    marks: Marks
    before: Mapping[str, Any] | None = None
    latest: Sequence[Mapping[str, Any]] = ()

    @property
    def characters(self) -> list[str]:
        """The characters in the order of the position."""
        return owners(self.state, "c", "alive")

    @property
    def places(self) -> list[str]:
        """The locations in the order of the position."""
        return owners(self.state, "l", "status")

    def at(self, name: str) -> str | None:
        """Where a character stands; None if nobody said."""
        found: str | None = self.state.get(f"c.{name}.location")
        return found

    def style(self, name: str) -> str:
        """The colour of a character: that of its seat."""
        seat = self.state.get(f"c.{name}.seat")
        return "" if seat is None else player_style(seat)

    def player(self, name: str) -> str:
        """The player of a character, "" if it has the character's name."""
        seat = self.state.get(f"c.{name}.seat")
        found = self.players[seat] if seat is not None and seat < len(self.players) else ""
        return "" if found == name else found

    def who(self, name: str, glyphs: Glyphs, *, changed: bool = False) -> Text:
        """A character's name in its colour; "somebody" where nobody said who."""
        if not name:
            return Text("somebody", LABEL)
        return marked(Text(glyphs.write(name), f"bold {self.style(name)}".strip()), glyphs, changed=changed)


def parts(key: str) -> tuple[str, str, str]:
    """`c.NAME.hand` as its three parts; a name may have dots itself. Other keys have no name."""
    if key[:2] in {"c.", "l."} and key.count(".") > 1:
        name, _, part = key[2:].rpartition(".")
        return key[0], name, part
    return "", "", key


def is_pile(key: str) -> bool:
    """Whether a key holds a pile of cards."""
    first, _, part = parts(key)
    return key in {"blessings", "blessings_discard"} or part in {"c": ZONES, "l": ("deck",)}.get(first, ())


def owners(state: Mapping[str, Any], first: str, part: str) -> list[str]:
    """The names in keys such as `c.NAME.alive`, in the order of the position; a name may have dots itself."""
    begin, end = f"{first}.", f".{part}"
    return [key[len(begin) : -len(end)] for key in state if key.startswith(begin) and key.endswith(end)]


def plain(identifier: str | None) -> str:
    """An identifier as words: `undefeated_villain_cornered` is `undefeated villain cornered`."""
    return (identifier or "").replace("_", " ")


# Piles


@dataclass(frozen=True, slots=True)
class Cards:
    """A pile as the position writes it: its size (None: nobody said), its known cards by where they lie."""

    size: int | None
    top: Sequence[str]
    loose: Sequence[str]
    bottom: Sequence[str]

    @classmethod
    def of(cls, written: Sequence[Any] | None) -> "Cards":
        """The pile of a flat value; one that is missing is wholly unknown."""
        return cls(*written) if written else cls(None, (), (), ())

    @property
    def known(self) -> Counter[str]:
        """The known cards, each with how many of it."""
        return Counter((*self.top, *self.loose, *self.bottom))

    @property
    def unknown(self) -> int | None:
        """How many cards nobody has named; None if the size is not known."""
        return None if self.size is None else self.size - self.known.total()

    @property
    def count(self) -> str:
        """`7`; `3+` where three are known and nobody said how many there are; `?` where nothing is known."""
        if self.size is not None:
            return str(self.size)
        known = self.known.total()
        return f"{known}+" if known else "?"


def size_changed(scene: Scene, key: str) -> bool:
    """Whether the number of cards of a pile has just changed, or its cards where what they were is not known."""
    marks = scene.marks
    if not marks.at(key):
        return False
    if not marks.exact(key) or scene.before is None:
        return True
    now, then = Cards.of(scene.state[key]), Cards.of(scene.before[key])
    # A pile whose names alone changed shows it at its names, if any is new.
    return now.count != then.count or not now.known - then.known


@dataclass(frozen=True, slots=True)
class Named:
    """Cards of a pile in words, and for how many cards the words stand."""

    text: Text
    cards: int


def pile_words(scene: Scene, key: str, glyphs: Glyphs, *, ordered: bool) -> list[list[Named]]:
    """A pile in groups: its top, its bottom, what lies somewhere in it, and how many cards are unknown.

    Where the order does not matter all known cards are one group.
    """
    pile = Cards.of(scene.state.get(key))
    came = _came(scene, key)
    groups: list[list[Named]] = []
    if ordered:
        whole = len(pile.top) == pile.size and len(pile.top) > 1
        groups.append(_names("in order " if whole else "top ", pile.top, came, glyphs, merge=False))
        groups.append(_names("bottom ", pile.bottom, came, glyphs, merge=False))
        alone = pile.unknown == 0 and len(pile.loose) == pile.size
        label = "" if alone and pile.size == 1 else "shuffled " if alone else "somewhere "
        groups.append(_names(label, pile.loose, came, glyphs))
        groups.append(_unknown(pile))
    else:
        known = sorted((*pile.top, *pile.loose, *pile.bottom))
        groups.append([*_names("", known, came, glyphs), *(_unknown(pile) if known else [])])
    return [group for group in groups if group]


def _came(scene: Scene, key: str) -> Counter[str]:
    """The cards that are new in a pile; none where what it was is not known."""
    if not scene.marks.exact(key) or scene.before is None:
        return Counter()
    return Cards.of(scene.state[key]).known - Cards.of(scene.before[key]).known


def _unknown(pile: Cards) -> list[Named]:
    if not pile.unknown:
        return []
    return [Named(Text(f"{pile.unknown} unknown", LABEL), pile.unknown)]


def _names(label: str, cards: Sequence[str], came: Counter[str], glyphs: Glyphs, *, merge: bool = True) -> list[Named]:
    """Names of cards in order; with `merge` equal ones are told once, with their number."""
    counts = Counter(cards) if merge else None
    found = []
    for place, name in enumerate(dict.fromkeys(cards) if merge else cards):
        number = counts[name] if counts else 1
        times = f" {glyphs.pick('×', 'x')}{number}" if number > 1 else ""
        word = marked(glyphs.write(name) + times, glyphs, changed=bool(came[name]))
        found.append(Named(Text.assemble((label if not place else "", LABEL), word), number))
    return found


def told(groups: Iterable[Sequence[Named]], most: int) -> list[Text]:
    """Groups of a pile as tokens; what goes beyond `most` cells is told as a number only."""
    used, left_out = 0, 0
    kept: list[list[Text]] = []
    for group in groups:
        row: list[Text] = []
        for word in group:
            used += word.text.cell_len + 2
            if used > most and (kept or row):
                left_out += word.cards
            else:
                row.append(word.text)
        if row:
            kept.append(row)
    if left_out:
        kept.append([Text(f"{left_out} more", LABEL)])
    return joined(kept)


def words_of(text: Text) -> list[Text]:
    """A text as its words, so that it may be broken between any two."""
    found, begin = [], 0
    for word in text.plain.split(" "):
        found.append(text[begin : begin + len(word)])
        begin += len(word) + 1
    return found


def joined(groups: Sequence[Sequence[Text]], comma: str = ",", between: str = ";") -> list[Text]:
    """Tokens for `flow` with one blank between them: commas within a group, semicolons between groups."""
    tokens = []
    for number, group in enumerate(groups, 1):
        for place, word in enumerate(group, 1):
            sign = comma if place < len(group) else between if number < len(groups) else ""
            tokens.append(Text.assemble(word, sign))
    return tokens


def packed(groups: Sequence[Sequence[Text]], room: int, glyphs: Glyphs) -> list[Text]:
    """Each group on a line of its own, or behind the one before it if it fits there as a whole."""
    rows: list[Text] = []
    for group in groups:
        whole = Text(" ").join(group)
        if not group:
            continue
        if rows and rows[-1].cell_len + 3 + whole.cell_len <= room:
            rows[-1] = Text.assemble(rows[-1], "   ", whole)
        else:
            rows += flow(group, room, glyphs, " ")
    return rows


# Dice


def roll_words(event: Mapping[str, Any], glyphs: Glyphs) -> Iterator[Text]:
    """Dice and modifiers in the order posted: `d10 [1]`, `3d6 [6][6][5]`, `+7 Divine`."""
    dice = event.get("dice", ())
    place = 0
    while place < len(dice):
        die = dice[place]
        same = place
        while same < len(dice) and all(dice[same].get(key) == die.get(key) for key in ("sides", "why")):
            same += 1
        shown = "".join(f"[{one['result']}]" for one in dice[place:same])
        number = same - place if same - place > 1 else ""
        yield Text.assemble((f"{number}d{die['sides']} ", LABEL), (shown, "bold"), _reason(die, glyphs))
        place = same
    for one in event.get("modifiers", ()):
        yield Text.assemble((f"{one['value']:+}", "bold"), _reason(one, glyphs))


def _reason(part: Mapping[str, Any], glyphs: Glyphs) -> tuple[str, str]:
    why = glyphs.write(part.get("why", ""))
    return (f" {why}" if why else "", LABEL)


def roll_sum(event: Mapping[str, Any]) -> int | None:
    """What dice and modifiers come to; without dice the total that was posted."""
    if not event.get("dice"):
        found: int | None = event.get("total")
        return found
    return sum(int(one["result"]) for one in event["dice"]) + sum(
        int(one["value"]) for one in event.get("modifiers", ())
    )


# Sentences


_SOURCES: Final = {"before": "before acting", "check": "for the failed check", "after": "after acting"}


def encounter_told(met: Mapping[str, Any]) -> str:
    """`Kyra faces Bandit (henchman)`, `Kyra is offered Mace (weapon)`."""
    card = met["card"] or "an unknown card"
    type_ = f" ({met['type']})" if met["type"] else ""
    aside = ", summoned" if met["summoned"] else ""
    return f"{met['who'] or 'somebody'} {meets(met)} {card}{type_}{aside}"


def meets(met: Mapping[str, Any]) -> str:
    """What somebody does with the card of an encounter."""
    return "is offered" if met["type"] in BOONS else "faces"


def damage_told(one: Mapping[str, Any], *, named: bool = True) -> str:
    """`Kyra takes 3 Combat damage for the failed check`; without the name from `takes` on."""
    amount = "an amount not yet told of" if one["amount"] is None else one["amount"]
    words = ["takes", amount, one["type"], "damage", _SOURCES.get(one["source"], "")]
    return " ".join(str(word) for word in ([one["who"]] if named else []) + words if word not in ("", None))


def closing_told(closing: Mapping[str, Any], *, named: bool = True) -> str:
    """`Kyra can close Farmhouse; 2 of the price still owed`; without the name from `can` on."""
    does = {None: "tries to close", "success": "can close", "fail": "failed to close"}[closing["outcome"]]
    owed = f"; {closing['unpaid']} of the price still owed" if closing["unpaid"] else ""
    who = f"{closing['who'] or 'somebody'} " if named else ""
    return f"{who}{does} {closing['place']}{owed}"


def fate_told(fate: Mapping[str, Any]) -> str:
    """What is to happen after the encounter with a villain."""
    villain, place = fate["villain"] or "the villain", fate["place"] or "the location"
    if not fate["defeated"]:
        return f"{villain} is undefeated and escapes from {place}"
    if not fate["closed"]:
        return f"{villain} is defeated; {place} closes, and it escapes if another location is open"
    return f"{villain} is defeated and {place} closed; it escapes to the open locations"
