"""What is known of a card or location in a game, by the built-in facts or by what its owner told, and what was said.

Only what is known is used in place of what nobody said. What a recorder stated before is remembered and offered, never
taken by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.pathfinder.card_values import FACTS, FILE, Choice, Remembered, ToldCard, card_key, choice_text
from engine.pathfinder.cards import BOONS, Card, Check
from engine.pathfinder.state import Asserted, Draft, View, called
from engine.pathfinder.verdicts import facts_of, known_type

#: Cards with this trait say that their difficulty grows with the number of the adventure deck.
GROWS = "Veteran"
#: The numbers that an adventure can have.
ADVENTURES = range(7)


def card_facts(view: View, name: str | None) -> Card | None:
    """The built-in facts of a card; None where there are none, or another set is played with."""
    return facts_of(name) if name and not view.set else None


def told(view: View, name: str | None) -> ToldCard | None:
    """What the owner told of a card."""
    return view.cards.card(name)


def check_of(view: View, name: str | None) -> Check | None:
    """The check to acquire or defeat a card; without steps it has none, None if that is not known."""
    facts, said = card_facts(view, name), told(view, name)
    if facts is not None and facts.check is not None:
        return facts.check
    return said.check if said else None


def recharge_of(view: View, name: str | None) -> Choice | None:
    """The recharge line of a card; without a choice it has none, None if that is not known."""
    facts, said = card_facts(view, name), told(view, name)
    if facts is not None and facts.recharge is not None:
        return (facts.recharge,)
    return said.recharge if said else None


def closing_of(view: View, place: str) -> Choice | None:
    """The check that closes a location; None if none is known."""
    said = view.cards.location(place)
    return said.closing if said else None


def closing_words(view: View, place: str) -> str:
    """What closing a location takes, in words; "" if that is not known."""
    said = view.cards.location(place)
    if said is None:
        return ""
    return "; ".join(one for one in (choice_text(said.closing) if said.closing else "", said.closing_text) if one)


def increases(view: View, name: str | None) -> tuple[int, ...]:
    """What the adventure may add to the difficulties of a card: one number, or several where it is not known which."""
    facts, said = card_facts(view, name), told(view, name)
    each = said.per_adventure if said else 0
    if facts is not None and facts.traits is not None and GROWS in facts.traits:
        each = each or 1
    if not each:
        return (0,)
    return tuple(each * number for number in (ADVENTURES if view.adventure is None else (view.adventure,)))


# What was stated


def stated(view: View, key: str, what: str) -> Asserted | None:
    """What was stated before of a card, by its full name, or of a location."""
    return next((one for one in view.asserted if one.card == key and one.what == what), None)


def assert_value(draft: Draft, key: str, what: str, value: str) -> None:
    """Remember what the recorder states of a card, and in which event; the same once more changes nothing."""
    before = stated(draft, key, what)
    if before is not None and before.value == value:
        return
    now = Asserted(card=key, what=what, value=value, event=draft.seq + 1)
    kept = [one for one in draft.asserted if one is not before]
    draft.asserted = tuple(sorted((*kept, now), key=lambda one: (one.card, one.what)))


def remembered(view: View, name: str, purpose: str, which: int = 1) -> tuple[Remembered, ...]:
    """The values that can be offered for a check of a card or location, the best known first, each once.

    Args:
        view: the state, with what it was told and the memory of other games.
        name: the card, or the location for `close` and `temp_close`.
        purpose: acquire, defeat, recharge, close or temp_close.
        which: the place of the check in its row, from 1.
    """
    purpose = "close" if purpose == "temp_close" else purpose
    what = f"{purpose} {which}" if purpose in {"acquire", "defeat"} else purpose
    key = name if purpose == "close" else card_key(name)
    found: dict[str, Remembered] = {}
    for one in (*_known(view, name, purpose, which), *_stated(view, key, what), *view.memory.of(key)):
        if one.what == what:
            found.setdefault(one.text, one)
    return tuple(found.values())


def offered(view: View) -> tuple[Remembered, ...]:
    """The values that can be offered for the check that is due now: of a closing, or of the card encountered."""
    if view.encounters:
        met = view.encounters[-1]
        tried = [(who, where) for who, where in met.tried if who not in met.decided]
        if tried:
            return remembered(view, tried[-1][1], "temp_close")
        if not met.card:
            return ()
        which = len(met.done) + 1
        if met.checks is not None and which > met.checks:
            return ()
        return tuple(one for purpose in ("acquire", "defeat") for one in remembered(view, met.card, purpose, which))
    closing = view.closing
    if closing is None or closing.outcome is not None:
        return ()
    return remembered(view, closing.place, "close")


def _known(view: View, name: str, purpose: str, which: int) -> Iterator[Remembered]:
    more: tuple[int, ...]
    if purpose == "close":
        choice, more = closing_of(view, name), (0,)
    elif purpose == "recharge":
        choice, more = recharge_of(view, name), (0,)
    else:
        check, more = check_of(view, name), increases(view, name)
        choice = check[which - 1] if check and 0 < which <= len(check) else None
        if (purpose == "acquire") != _is_boon(view, name):
            choice = None
    what = f"{purpose} {which}" if purpose in {"acquire", "defeat"} else purpose
    facts = card_facts(view, name) if purpose != "close" else None
    from_facts = facts is not None and (facts.recharge if purpose == "recharge" else facts.check) is not None
    for one in choice or () if len(more) == 1 else ():
        for skill in one.skills:
            yield Remembered(
                card=name, what=what, skill=skill, difficulty=one.difficulty + more[0],
                where=FACTS if from_facts else FILE,
            )  # fmt: skip


def _is_boon(view: View, name: str) -> bool:
    return known_type(name, view=view) in {*BOONS, "loot"}


def _stated(view: View, key: str, what: str) -> Iterator[Remembered]:
    for one in view.asserted:
        if one.card == key and one.what.startswith(what) and one.value.isdecimal():
            skill = one.what[len(what) :].strip()
            if one.what in {what, f"{what} {skill}"}:
                where = f"event {called(view, one.event)}"
                yield Remembered(card=key, what=what, skill=skill, difficulty=int(one.value), where=where)
