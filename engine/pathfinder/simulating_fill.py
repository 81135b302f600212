"""An option of a simulated scenario made a concrete event: what a table would say, by chance and with some sense.

Each kind of event has a function that says what its option leaves open. What comes out is judged; where it contradicts
something known it is said again, and in the end as plainly as the option has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from engine.events import Event
from engine.judging import Option
from engine.pathfinder import events as e
from engine.pathfinder.cards import BOONS, CHARACTERS, SCENARIOS
from engine.pathfinder.damage import owed_by
from engine.pathfinder.events import Die, Payment, ZoneChange
from engine.pathfinder.moving import OWN_ZONES, settle
from engine.pathfinder.offers_open import asked_points
from engine.pathfinder.offers_slots import CARD, NAME, PLACE, POINT, POWER, REASON, STANDING_FOR, TYPE, covers
from engine.pathfinder.options import Options
from engine.pathfinder.playing import LEAVING
from engine.pathfinder.setup import judge_new
from engine.pathfinder.simulating_cards import (
    any_card,
    box_left,
    drawn,
    from_box,
    own_card,
    revealed,
    unused_characters,
)
from engine.pathfinder.simulating_checks import make_check
from engine.pathfinder.simulating_decks import rebuilt, successor
from engine.pathfinder.simulating_setup import Choose, one_of
from engine.pathfinder.state import Character, Draft, State, at, character, living, place
from engine.pathfinder.verdicts import known_type, rulings
from engine.pathfinder.villain import blessings_due, open_to

Thing = TypeVar("Thing")
#: How often an event is said again before it is left as the option has it.
TRIES = 6
#: Slots of which one choice is taken before all else.
_FIRST = ("who", "owner", "to", "use", "effect", "purpose", "source", "seat", "favored", "outcome", "cause", "villain")
#: Slots in which nothing is as good as one of the choices.
_MAY_STAY = frozenset({"outcome", "cause", "purpose", "source", "use", "effect"})


def fill(state: State, option: Option, choose: Choose) -> Event:
    """A concrete event of an option."""
    accepted: Event | None = None
    for _ in range(TRIES):
        event = _said(state, option, choose)
        verdict = _verdict(state, option, event)
        if verdict == "clean":
            return event
        if verdict == "accepted" and accepted is None:
            accepted = event
    if accepted is not None:
        return accepted
    plain = _plainly(state, option.event, choose)
    return plain if _verdict(state, option, plain) else option.event


def _verdict(state: State, option: Option, event: Event) -> str:
    """Whether an event belongs to the option and is accepted, and whether anything is said against it; "" if not."""
    from engine.pathfinder.reducer import check, judge

    # What a card's text allows besides is told with the event; the option is the one that names no such card.
    bare = replace(event, allowed_by=option.event.allowed_by) if isinstance(option.event, e.Move) else event
    if not covers(option, bare) or any(getattr(event, field) in STANDING_FOR for field in _texts(event)):
        return ""
    if not judge(state, event):
        return "clean"
    return "" if check(state, event) else "accepted"


def _texts(event: Event) -> list[str]:
    return [field for field in event.__struct_fields__ if isinstance(getattr(event, field), str)]


def _said(state: State, option: Option, choose: Choose) -> Event:
    event, made = option.event, {}
    for slot in option.slots:
        if slot.field not in _FIRST or not slot.choices or (slot.field in _MAY_STAY and choose(3)):
            continue
        made[slot.field] = one_of(slot.choices, choose)
    event = replace(event, **made)
    says = SAYS.get(type(event))
    if says is not None:
        event = says(state, event, choose)
    return _plainly(state, event, choose)


def _plainly(state: State, event: Event, choose: Choose) -> Event:
    """An event with what it leaves to be said put in plain words."""
    words: dict[str, str] = {}
    for field in _texts(event):
        value = getattr(event, field)
        if value == PLACE:
            words[field] = _some_place(state, event, choose)
        elif value == CARD:
            words[field] = own_card(state, getattr(event, "who", ""), choose)
        elif value in STANDING_FOR:
            words[field] = f"{_WORDS[value]} {1 + choose(9)}"
    if isinstance(event, e.Explored) and event.paid is not None and event.paid.card == CARD:
        return replace(event, **words, paid=replace(event.paid, card=own_card(state, event.who, choose)))
    return replace(event, **words) if words else event


_WORDS = {TYPE: "type", POWER: "power", REASON: "slip", POINT: "point", NAME: "text"}


def _some_place(state: State, event: Event, choose: Choose) -> str:
    here = at(state, getattr(event, "who", ""))
    if here and not isinstance(event, e.Moved):
        return here
    others = [one.name for one in state.places if one.name != here]
    return one_of(others, choose) if others else "Somewhere"


def sometimes(value: Thing, choose: Choose, one_in: int = 2) -> Thing | None:
    """The value, or in most cases nothing."""
    return value if not choose(one_in) else None


def _owner(state: State, name: str) -> Character:
    found = character(state, name)
    return found if found is not None else state.characters[0]


def in_hand(owner: Character, choose: Choose) -> str | None:
    """A card known to be in the hand."""
    return one_of(owner.hand.known, choose) if owner.hand.known else None


def some_of(cards: Sequence[str], number: int, choose: Choose) -> tuple[str, ...]:
    """So many of some cards, by chance."""
    left = list(cards)
    return tuple(left.pop(choose(len(left))) for _ in range(min(number, len(left))))


# Hands and turns


def _hand_drawn(state: State, event: e.HandDrawn, choose: Choose) -> Event:
    owner = _owner(state, event.who)
    if event.favored == TYPE:
        facts = CHARACTERS.get(event.who)
        event = replace(event, favored=one_of([one for one in BOONS if not facts or facts.cards_of(one).start], choose))
    size = owner.hand_size if owner.hand_size is not None else 5
    hand = drawn(owner.deck, size, choose)
    if hand is None and owner.deck.unknown and choose(3):
        hand = _made_up_hand(state, owner, event.favored or owner.favored, size, choose)
    if hand is None:
        return replace(event, count=sometimes(size, choose))
    return replace(event, hand=hand)


def _made_up_hand(state: State, owner: Character, favored: str, size: int, choose: Choose) -> tuple[str, ...]:
    """A hand that can come from a deck of which only the number is known."""
    first = (any_card(state, favored, choose),) if favored in BOONS else ()
    return (*first, *(own_card(state, owner.name, choose) for _ in range(size - len(first))))


def _hand_redrawn(state: State, event: e.HandRedrawn, choose: Choose) -> Event:
    owner = _owner(state, event.who)
    return replace(event, hand=drawn(owner.deck, owner.hand_size or 5, choose))


def _turn_started(state: State, event: e.TurnStarted, choose: Choose) -> Event:
    return replace(event, turn=sometimes(state.turn.number + 1, choose))


def _advanced(state: State, event: e.BlessingAdvanced, choose: Choose) -> Event:
    known = drawn(state.blessings, 1, choose)
    card = known[0] if known else sometimes(any_card(state, "blessing", choose), choose)
    left = state.blessings.size
    return replace(event, card=card, left=sometimes(left - 1, choose) if left else None)


def _given(state: State, event: e.CardGiven, choose: Choose) -> Event:
    others = [one.name for one in living(state) if one.name != event.who]
    to = event.to if event.to != event.who or not others else one_of(others, choose)
    return replace(event, to=to, card=in_hand(_owner(state, event.who), choose))


def _moved(state: State, event: e.Moved, choose: Choose) -> Event:
    return replace(event, origin=sometimes(at(state, event.who), choose) or "")


def _reset(state: State, event: e.HandReset, choose: Choose) -> Event:
    owner = _owner(state, event.who)
    if owner.hand.size is None or owner.hand_size is None:
        return event
    excess = max(0, owner.hand.size - owner.hand_size)
    more = choose(3) if state.options.hand_reset == "optional_discards" and not choose(3) else 0
    count = min(owner.hand.size, excess + more)
    cards = some_of(owner.hand.known, count, choose) if owner.hand.is_whole else None
    draws = max(0, owner.hand_size - (owner.hand.size - count))
    came = drawn(owner.deck, draws, choose)
    return replace(
        event,
        discarded=cards or None,
        discards=None if cards else count or None,
        drawn=came or None,
        draws=None if came else sometimes(min(draws, owner.deck.size or 0), choose),
    )


# Exploring and encounters


def _explored(state: State, event: e.Explored, choose: Choose) -> Event:
    card = revealed(state, at(state, event.who), choose)
    kind = known_type(card)
    owner = _owner(state, event.who)
    paid = event.paid
    if paid is not None and paid.card != CARD:
        paid = replace(paid, type=known_type(paid.card), permission=paid.permission and f"text {1 + choose(9)}")
    elif event.source == "card" and (paid is not None or not state.turn.grants):
        paid = _payment(state, owner, choose)
    closes = sometimes(True, choose) if kind == "henchman" else None
    return replace(event, card=card, type=sometimes(kind, choose) or "", paid=paid, closes=closes)


def _payment(state: State, owner: Character, choose: Choose) -> Payment:
    fit = [card for card in owner.hand.known if known_type(card) in {"ally", "blessing"}]
    card = one_of(fit, choose) if fit else in_hand(owner, choose) if owner.hand.is_whole else None
    if card is None:
        card = any_card(state, one_of(("ally", "blessing"), choose), choose)
    how: e.How = "recharge" if not choose(4) else "discard"
    return Payment(card=card, how=how, type=known_type(card))


def _met(state: State, event: e.EncounterStarted, choose: Choose) -> Event:
    card = from_box(state, ("monster", "barrier"), choose) or any_card(state, "monster", choose)
    return replace(event, card=card, type=known_type(card), summoned=True)


def _evaded(state: State, event: e.Evaded, choose: Choose) -> Event:
    return replace(event, by=in_hand(_owner(state, event.who), choose) or "")


def _check_started(state: State, event: e.CheckStarted, choose: Choose) -> Event:
    made = make_check(state, e.CheckResolved(who=event.who, purpose="defeat"), choose)
    return replace(event, skill=made.skill)


def _resolved(state: State, event: e.EncounterResolved, choose: Choose) -> Event:
    met = state.encounters[-1] if state.encounters else None
    card = event.card if event.card is not None or met is None else met.card
    return replace(event, card=sometimes(card, choose, 3))


#: How cards of a type are mostly played.
WAYS: dict[str, tuple[e.How, ...]] = {
    "weapon": ("reveal", "reveal", "reveal", "discard"),
    "spell": ("discard", "discard", "recharge", "banish"),
    "armor": ("reveal", "display", "bury", "recharge"),
    "item": ("reveal", "discard", "bury", "banish"),
    "ally": ("discard", "recharge", "bury"),
    "blessing": ("discard", "discard", "recharge"),
}


def _played(state: State, event: e.CardPlayed, choose: Choose) -> Event:
    owner = _owner(state, event.who)
    card = event.card if event.card in owner.hand.known else in_hand(owner, choose)
    if card is None or (not owner.hand.is_whole and not choose(4)):
        card = own_card(state, event.who, choose)
    kind = known_type(card)
    how = one_of(WAYS.get(kind, ("discard",)), choose)
    if how in LEAVING and state.options.card_being_played == "ask":
        how = "reveal"
    attack = kind in {"weapon", "spell"} and event.use == "check" and not event.cost
    return replace(
        event,
        card=card,
        how=how,
        type=sometimes(kind, choose) or "",
        powers=(how,) if not choose(4) else (),
        replaces=attack and bool(choose(4)),
    )


def _power(state: State, event: e.PowerUsed, choose: Choose) -> Event:
    facts = CHARACTERS.get(event.who)
    power = one_of(facts.powers, choose) if facts and facts.powers else event.power
    card = in_hand(_owner(state, event.who), choose) if not choose(3) else None
    cost = (Payment(card=card, how="recharge", type=known_type(card)),) if card else ()
    return replace(event, power=power, cost=cost)


# Damage


def _dealt(state: State, event: e.DamageDealt, choose: Choose) -> Event:
    roll = Die(sides=4, result=1 + choose(4))
    owed = [one for one in state.damages if one.who == event.who and one.source == "check" and not one.stated]
    if event.source == "check" and owed:
        return replace(event, amount=owed[0].amount, type="Combat")
    by = event.by or any_card(state, "monster", choose)
    dice = (roll,) if not choose(3) else ()
    return replace(event, amount=roll.result, dice=dice, type=one_of(("Combat", "Fire", "Acid"), choose), by=by)


def _reduced(state: State, event: e.DamageReduced, choose: Choose) -> Event:
    owner, owed = _owner(state, event.who), owed_by(state, event.who)
    by = one_of((*owner.hand.known, "a power"), choose) if owner.hand.is_whole else any_card(state, "armor", choose)
    amount = 1 + choose(2)
    return replace(event, amount=amount if owed is None or owed.amount is None else min(amount, owed.amount), by=by)


def _taken(state: State, event: e.DamageTaken, choose: Choose) -> Event:
    owner = _owner(state, event.who)
    owed = owed_by(state, event.who)
    amount = owed.amount if owed is not None and owed.amount is not None else 0
    held = owner.hand.size
    count = amount if held is None else min(amount, held)
    if owner.hand.is_whole:
        return replace(event, cards=some_of(owner.hand.known, count, choose))
    return replace(event, count=sometimes(count, choose, 3) if owed is not None else None)


# Closings and villains


def _close(state: State, event: e.CloseAttempted, choose: Choose) -> Event:
    outcome: Any = one_of((None, None, "success", "success", "fail"), choose)
    return replace(event, outcome=outcome, unpaid=1 + choose(2) if outcome == "success" and not choose(4) else 0)


def _price(state: State, event: e.PricePaid, choose: Choose) -> Event:
    left = state.closing.unpaid if state.closing else 1
    card = in_hand(_owner(state, event.who), choose) if not choose(2) else None
    paid = Payment(card=card, how="bury", type=known_type(card)) if card else None
    return replace(event, amount=1 if paid else max(1, left), paid=paid)


def _temporary(state: State, event: e.TempCloseAttempted, choose: Choose) -> Event:
    return replace(event, outcome=one_of((None, "success", "fail"), choose))


def _searched(state: State, event: e.LocationSearched, choose: Choose) -> Event:
    here = place(state, event.place)
    inside = [name for name in state.villains if here is not None and name in here.deck.known]
    return replace(event, villain=one_of(inside or state.villains or (event.villain,), choose))


def _escaped(state: State, event: e.VillainEscaped, choose: Choose) -> Event:
    fate = state.fate
    if fate is None:
        return event
    to = tuple(one.name for one in open_to(state, fate))
    due = blessings_due(state, fate)
    blessings = _escort(state, due, fate.defeated, choose)
    told = replace(event, villain=fate.villain, n=len(to), blessings=due, to=to)
    if blessings is None:
        return told
    where = choose(len(blessings) + 1)
    return replace(told, cards=(*blessings[:where], fate.villain, *blessings[where:]))


def _escort(state: State, number: int, box: bool, choose: Choose) -> tuple[str, ...] | None:
    """The blessings that go with a villain, where all cards are known."""
    if not all(one.deck.is_whole for one in state.places):
        return None
    if not box:
        return drawn(state.blessings, number, choose)
    left: Mapping[str, int] = box_left(state) or {}
    blessings = [name for name, copies in left.items() if known_type(name) == "blessing" for _ in range(copies)]
    return some_of(blessings, number, choose) if len(blessings) >= number else None


# Effects and what is left


def _healed(state: State, event: e.Healed, choose: Choose) -> Event:
    ill = [one for one in living(state) if one.discard.size]
    owner = _owner(state, event.who)
    owner = (
        owner if owner.discard.size or not ill or event.who not in {one.name for one in ill} else one_of(ill, choose)
    )
    number = min(owner.discard.size or 0, 1 + choose(4))
    cards = some_of(owner.discard.known, number, choose) if owner.discard.is_whole else None
    return replace(event, amount=None if cards is not None else number, cards=cards, by="Cure")


def _effect(state: State, event: e.EffectApplied, choose: Choose) -> Event:
    who = event.who or (state.turn.active or state.characters[0].name)
    owner = _owner(state, who)
    source = any_card(state, one_of(("ally", "item", "spell"), choose), choose)
    event = replace(event, source=source)
    made = EFFECTS.get(event.effect)
    if made is None or not owner.alive:
        return replace(event, amount=None, text="as the card says")
    return made(state, replace(event, who=who), owner, choose)


def _draw(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    cards = drawn(owner.deck, 1, choose)
    return replace(event, amount=1, looked=cards or ())


def _examine(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    here = place(state, owner.location)
    if here is None or state.encounters:
        return replace(event, text="nothing to see")
    return replace(event, place=here.name, looked=drawn(here.deck, 1 + choose(2), choose) or ())


def _shuffle(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    if state.encounters or not owner.location:
        return replace(event, pile="deck", order="shuffled")
    return replace(event, place=owner.location, order="shuffled")


def _from_deck(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    number = min(2, owner.deck.size if owner.deck.size is not None else 1)
    return replace(event, amount=number, looked=drawn(owner.deck, number, choose) or ())


def _put(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    card = in_hand(owner, choose)
    if card is None:
        return replace(event, text="nothing to put")
    to: e.Zone = one_of(("deck", "discard", "buried", "displayed"), choose)
    change = ZoneChange(card=card, origin="hand", to=to, who=owner.name, at=one_of(("top", "bottom"), choose))
    return replace(event, zones=(change,))


def _add(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    card = from_box(state, ("monster", "barrier"), choose)
    where = place(state, owner.location)
    if card is None or where is None or where.status == "closed" or state.encounters:
        return replace(event, text="nothing is added")
    return replace(event, zones=(ZoneChange(card=card, origin="box", to="location", place=where.name),))


def _number(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    return replace(event, amount=1 + choose(4))


def _size(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    return replace(event, amount=max(1, (owner.hand_size or 5) + one_of((-1, 0, 1), choose)))


def _subject(state: State, event: e.EffectApplied, owner: Character, choose: Choose) -> Event:
    return replace(event, subject=one_of(("evade", "power", "play:ally"), choose), rank="location", you=True)


EFFECTS: dict[str, Callable[[State, e.EffectApplied, Character, Choose], Event]] = {
    "draw": _draw, "examine": _examine, "search": _shuffle, "shuffle": _shuffle, "discard_from_deck": _from_deck,
    "remove_from_deck": _from_deck, "put": _put, "add_cards": _add, "add_dice": _number, "add_total": _number,
    "reduce_damage": _number, "hand_size": _size, "permit": _subject, "forbid": _subject,
}  # fmt: skip


def _picked(state: State, event: e.RandomPick, choose: Choose) -> Event:
    names = tuple(one.name for one in state.characters)
    if len(names) < 2:
        names = tuple(one.name for one in state.places)[:4]
    if not names:
        return event
    result = 1 + choose(len(names))
    return replace(
        event, why="who is hit", dice=(Die(sides=len(names), result=result),), choices=names, picked=names[result - 1]
    )


def _pending(state: State, event: e.LeftPending, choose: Choose) -> Event:
    return replace(
        event, reason="rolls later", owner=one_of([one.name for one in living(state)] or [event.owner], choose)
    )


def _resumed(state: State, event: e.Resumed, choose: Choose) -> Event:
    return event


def _posted(state: State, event: e.StatePosted, choose: Choose) -> Event:
    """What a character and the locations have, as it is."""
    now = Draft(state)
    settle(now)
    who = event.who or one_of(state.characters, choose).name
    owner = character(now, who)
    if owner is None:
        return event
    hand, discards = owner.hand, owner.discard
    named = hand.known if hand.known and hand.size is not None and choose(2) else None
    return replace(
        event,
        who=who,
        hand=named,
        hand_unknown=0 if named is None else hand.unknown or 0,
        hand_count=sometimes(hand.size, choose),
        deck=sometimes(owner.deck.size, choose),
        discard=sometimes(discards.size, choose),
        discards=discards.known if discards.is_whole and not choose(3) else None,
        buried=sometimes(owner.buried.size, choose),
        location=sometimes(owner.location, choose) or "",
        places=tuple((one.name, one.deck.size) for one in now.places if one.deck.size is not None and not choose(3)),
        blessings=sometimes(now.blessings.size, choose),
    )


def _corrected(state: State, event: e.Correction, choose: Choose) -> Event:
    """The last event does not count, or a card of a character lies in another of its zones than it was put."""
    if state.past is not None and choose(2) and not state.encounters and state.turn.step != "between":
        return replace(event, reason="entered twice", void=(state.past.number,))
    owner = one_of(living(state) or state.characters, choose)
    origin: Any = one_of(OWN_ZONES, choose)
    pile = getattr(owner, origin)
    if not pile.known:
        return replace(event, reason="a word was wrong")
    to: Any = one_of([zone for zone in OWN_ZONES if zone != origin], choose)
    change = ZoneChange(card=one_of(pile.known, choose), origin=origin, to=to, who=owner.name, at="somewhere")
    return replace(event, reason="it lay in the wrong zone", zones=(change,))


def _ruled(state: State, event: e.Ruling, choose: Choose) -> Event:
    asked = asked_points(state)
    point = event.point
    if point == POINT:
        point = one_of(asked, choose) if asked else "a word on a card"
    choice = event.choice
    if not choice and point in Options.__struct_fields__:
        choice = one_of(rulings(point), choose)
    scope: Any = one_of(("game", "once"), choose)
    return replace(event, point=point, choice=choice, by="the table", scope=scope)


def _successor(state: State, event: e.SuccessorJoined, choose: Choose) -> Event:
    unused = unused_characters(state)
    if not unused:
        # Every character of the box is or was in the scenario: it is one of another set.
        return event
    said = successor(state, one_of(unused, choose), choose)
    held = judge_new(replace(said, first_deck=True), state.options, state.adventure)
    return replace(event, character=said, allowed_by="the box has no other cards" if held else event.allowed_by)


def _ended(state: State, event: e.ScenarioEnded, choose: Choose) -> Event:
    scenario = SCENARIOS.get(state.scenario)
    return replace(event, reward=scenario.reward if scenario and event.outcome == "won" else "")


def _rebuilt(state: State, event: e.DeckRebuilt, choose: Choose) -> Event:
    return rebuilt(state, event, choose)


def _checked(state: State, event: e.CheckResolved, choose: Choose) -> Event:
    return make_check(state, event, choose)


SAYS: dict[type[Event], Callable[[State, Any, Choose], Event]] = {
    e.HandDrawn: _hand_drawn, e.HandRedrawn: _hand_redrawn, e.TurnStarted: _turn_started, e.BlessingAdvanced: _advanced,
    e.CardGiven: _given, e.Moved: _moved, e.HandReset: _reset, e.Explored: _explored, e.EncounterStarted: _met,
    e.Evaded: _evaded, e.CheckStarted: _check_started, e.EncounterResolved: _resolved, e.CardPlayed: _played,
    e.PowerUsed: _power, e.DamageDealt: _dealt, e.DamageReduced: _reduced, e.DamageTaken: _taken,
    e.CloseAttempted: _close, e.PricePaid: _price, e.TempCloseAttempted: _temporary, e.LocationSearched: _searched,
    e.VillainEscaped: _escaped, e.Healed: _healed, e.EffectApplied: _effect, e.RandomPick: _picked,
    e.LeftPending: _pending, e.Resumed: _resumed, e.StatePosted: _posted, e.Correction: _corrected, e.Ruling: _ruled,
    e.SuccessorJoined: _successor, e.ScenarioEnded: _ended, e.DeckRebuilt: _rebuilt, e.CheckResolved: _checked,
}  # fmt: skip
