"""The state block with which players by post end their posts, in their own order.

    Hand: Blessing of the Gods, Longsword, 2 unknown,
    Displayed: Mage Armor,
    Deck: 7 Discard: 2 Buried: 0

It is read in one line or in many, in any case of letters, `Displayed` left out or not. Names stand between commas, one
comma more at the end is usual. `2 unknown` counts cards that nobody named. What a block says besides (notes, hero
points) is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from engine.game import Fault
from engine.notation import narrow
from engine.pathfinder import record
from engine.pathfinder.events import StatePosted
from engine.pathfinder.moving import settle
from engine.pathfinder.state import Draft, State, character
from engine.pathfinder.zones import Pile

#: The labels of a block, by the field of a posted state that they fill.
LABELS = {
    "hand": "hand", "displayed": "displayed", "display": "displayed", "deck": "deck", "discard": "discard",
    "discards": "discard", "discarded": "discard", "buried": "buried", "bury": "buried", "location": "location",
    "blessings": "blessings",
}  # fmt: skip
_LABEL = re.compile(r"(?<![\w'])([^\W\d_](?:[^\W\d_]| (?=[^\W\d_]))*)[ ]*:", re.UNICODE)
_ENDS = re.compile(r"(?:^|[ ,])(hand|displayed?|deck|discard(?:s|ed)?|buried|bury|location|blessings)$", re.IGNORECASE)
_UNKNOWN = re.compile(r"(?:(\d{1,4})\s*)?(?:unknown|\?+|cards?)(?:\s+cards?)?", re.IGNORECASE)
_TIMES = re.compile(r"(.*\S)(?:\s+x|\s*×)\s?(\d{1,2})", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,6})(?!\d)\s*(?:cards?)?\s*[.,;]?(?:\s*\(([^()]*)\))?", re.IGNORECASE)


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in which a posted state differs from what is known: the zone, both values, and the rule."""

    zone: str
    stated: str
    computed: str
    rule: str
    message: str


def read_state_block(text: str, name: Callable[[str], str] | None = None) -> dict[str, Any] | Fault:
    """The fields of a posted state that a block gives, or why it cannot be read.

    `name` finds what a name of a card means; without it names are taken as they are written. It may raise `Misread`.
    """
    plain = re.sub(r"\s", " ", narrow(text))
    labels = list(_labels(plain))
    if not labels:
        hint = 'such as "Hand: Cure, Longsword, Deck: 7 Discard: 2 Buried: 0"'
        return Fault(kind="incomplete", message="there is no state: nothing is labelled", hint=hint)
    fields: dict[str, Any] = {}
    ends = [start for start, _, _ in labels[1:]] + [len(plain)]
    for (_, begun, label), end in zip(labels, ends, strict=True):
        if label not in LABELS:
            continue
        field = LABELS[label]
        wrong = _read_one(fields, field, plain[begun:end], name)
        if wrong:
            begin = begun + len(plain[begun:end]) - len(plain[begun:end].lstrip()) + 1
            length = max(1, len(plain[begun:end].strip()))
            return Fault(kind="malformed", message=wrong, column=begin, length=length, hint=f"such as: {label} 2")
    return fields


def _labels(text: str) -> list[tuple[int, int, str]]:
    """Where each label begins, where its value begins, and the label."""
    found = []
    for label in _LABEL.finditer(text):
        words = label.group(1)
        last = _ENDS.search(words)
        if last:
            found.append((label.start(1) + last.start(1), label.end(), last.group(1).casefold()))
        else:
            found.append((label.start(1), label.end(), words.casefold()))
    return found


def _read_one(fields: dict[str, Any], field: str, text: str, name: Callable[[str], str] | None) -> str:
    """Put one value into its fields; what is wrong with it, or ""."""
    text = text.strip().strip(".;").strip()
    if text == "?" and field in {"deck", "discard", "buried", "blessings"}:
        return ""
    if field in {"deck", "buried", "blessings"}:
        number = _NUMBER.match(text)
        if number is None:
            return f"the number of cards of {field} is wanted"
        fields[field] = int(number.group(1))
        return ""
    if field == "discard" and text[:1].isdecimal() and _NUMBER.match(text) is None:
        return "the number of cards of discard has too many digits"
    if field == "location":
        fields["location"] = text.strip(" ,")
        return ""
    number = _NUMBER.fullmatch(text)
    if number is not None and field == "discard":
        if number.group(2):
            _put(fields, "discards", *_names(number.group(2), name))
        fields["discard"] = int(number.group(1))
        return ""
    if number is not None and not number.group(2):
        if field == "displayed":
            if int(number.group(1)) == 0:
                fields["displayed"] = ()
                return ""
            return "the displayed cards are told by name"
        fields["hand_count"] = int(number.group(1))
        return ""
    cards, unknown = _names(text, name)
    if field == "discard":
        _put(fields, "discards", cards, unknown)
        fields["discard"] = len(cards) + unknown
    elif field == "displayed" and unknown:
        return "the displayed cards are told by name"
    else:
        _put(fields, field, cards, unknown)
    return ""


def _put(fields: dict[str, Any], field: str, cards: tuple[str, ...], unknown: int) -> None:
    """The cards of a pile that were named, and how many were not; where none was, their number is all that is said."""
    if unknown and not cards:
        fields["hand_count" if field == "hand" else "discard"] = unknown
        return
    fields[field] = cards
    if unknown:
        fields[f"{field}_unknown"] = unknown


def _names(text: str, name: Callable[[str], str] | None) -> tuple[tuple[str, ...], int]:
    """The names between commas, and how many cards are told to be unknown."""
    cards: list[str] = []
    unknown = 0
    for part in text.split(","):
        one = part.strip().strip('"').strip()
        if not one or one.casefold() in {"none", "-", "nothing", "empty"}:
            continue
        counted = _UNKNOWN.fullmatch(one)
        if counted:
            unknown += int(counted.group(1) or 1)
        else:
            times = _TIMES.fullmatch(one)
            one, count = (times[1], int(times[2])) if times else (one, 1)
            cards += [name(one) if name else one] * count
    return tuple(cards), unknown


# Writing


def write_state_block(state: State, who: str) -> str:
    """The block of a character; "?" where nobody knows the number. A name that nobody has raises KeyError."""
    owner = character(state, who)
    if owner is None:
        raise KeyError(who)
    now = Draft(state)
    settle(now)
    owner = character(now, who) or owner
    counts = " ".join(
        f"{label}: {'?' if pile.size is None else pile.size}"
        for label, pile in (("Deck", owner.deck), ("Discard", owner.discard), ("Buried", owner.buried))
    )
    return f"Hand: {_shown(owner.hand)}\nDisplayed: {_shown(owner.displayed)}\n{counts}"


def _shown(pile: Pile) -> str:
    """Names with commas between them and behind the last, and how many are unknown."""
    parts = list(pile.known)
    if pile.size is None:
        parts.append("?")
    elif pile.unknown:
        parts.append(f"{pile.unknown} unknown")
    return f"{', '.join(parts)}," if parts else ""


# Comparing


def compare_state_block(state: State, posted: StatePosted) -> list[Difference]:
    """Each zone in which a posted state differs from what is known, in the order of the block."""
    found: list[Difference] = []
    for zone, fields in _zones(posted):
        alone = StatePosted(who=posted.who, **fields)
        found += [
            Difference(zone=zone, stated=one.stated, computed=one.computed, rule=one.rule, message=one.message)
            for one in record.judge_posted(state, alone)
        ]
    return found


def _zones(posted: StatePosted) -> list[tuple[str, dict[str, Any]]]:
    """What is posted of each zone, the zones that are not spoken of left out."""
    zones: list[tuple[str, dict[str, Any]]] = [
        ("hand", {"hand": posted.hand, "hand_unknown": posted.hand_unknown or None, "hand_count": posted.hand_count}),
        ("displayed", {"displayed": posted.displayed}),
        ("deck", {"deck": posted.deck}),
        (
            "discard",
            {
                "discard": posted.discard,
                "discards": posted.discards,
                "discards_unknown": posted.discards_unknown or None,
            },
        ),
        ("buried", {"buried": posted.buried}),
        ("location", {"location": posted.location or None}),
        ("blessings", {"blessings": posted.blessings}),
        *((name, {"places": ((name, count),)}) for name, count in posted.places),
    ]
    told = [(zone, {key: value for key, value in fields.items() if value is not None}) for zone, fields in zones]
    return [(zone, fields) for zone, fields in told if fields]
