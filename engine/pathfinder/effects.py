"""Section 14 of the rules and effects of cards: what their text brought is recorded, and the rules around it hold."""

from __future__ import annotations

from msgspec.structs import replace

from engine.pathfinder import zones
from engine.pathfinder.death import judge_revived, must_remove, removal_ruled
from engine.pathfinder.encounter import in_its_time, reach
from engine.pathfinder.ending import cards_of_the_dead
from engine.pathfinder.events import EffectApplied, Healed, ZoneChange
from engine.pathfinder.moving import (
    OWN_ZONES,
    apply_change,
    cards_in_their_zone,
    changes_contradict,
    draw,
    give,
    known_to_be_in,
    leaving,
    pile_of,
    sum_with,
    take,
    without,
)
from engine.pathfinder.options import ASK
from engine.pathfinder.playing import whom
from engine.pathfinder.state import Draft, Gone, Standing, View, character, place
from engine.pathfinder.totals import forget
from engine.pathfinder.turn import add_grant
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, refuse
from engine.pathfinder.zones import Pile
from engine.rules import rule


def judge_effect(view: View, event: EffectApplied) -> Wrong:
    """Whether this can have been brought about by a card."""
    found = [*open_piles_keep_order(event), *deck_stays_closed(event), *examined_order(view, event)]
    found += [*added_are_shuffled(event), *removal_ruled(view, event), *zones_agree(view, event)]
    if event.effect in {"before", "after"}:
        found += in_its_time(view, event.effect, event.who, event.late)
    if event.effect in {"draw", "discard_from_deck", "remove_from_deck"}:
        found += cards_in_their_zone(view, event.who, "deck", event.looked, top=True)
    if event.effect == "examine":
        found += looked_at(view, event)
    if moves_healed(event):
        found += judge_healed(view, Healed(who=event.who, amount=event.amount))
    if event.effect == "revive":
        found += judge_revived(view, event.who)
    return tuple(found)


@rule("PA-ZON-02", neutral=())
def open_piles_keep_order(event: EffectApplied) -> Wrong:
    """Displayed, discarded and buried cards may be looked through; the order of a discard pile stays."""
    if event.pile != "discard" or event.effect not in {"reorder", "shuffle"} or event.source:
        return ()
    return refuse("PA-ZON-02", f"the order of the discard pile of {event.who} may not be changed")


@rule("PA-ZON-03", neutral=())
def deck_stays_closed(event: EffectApplied) -> Wrong:
    """A deck is neither looked through nor reshuffled unless an effect says so."""
    looks = event.effect in {"examine", "search", "shuffle", "reorder"}
    if event.pile != "deck" or not looks or event.source:
        return ()
    return refuse("PA-ZON-03", f"no effect lets {event.who} {event.effect} the deck: name the card or power")


def looked_at(view: View, event: EffectApplied) -> Wrong:
    """The cards examined are those that lie there: on top, or, of a numbered one, anywhere in the deck."""
    if not event.place:
        return cards_in_their_zone(view, event.who, event.pile or "", event.looked, top=True) if on_top(event) else ()
    here = place(view, event.place)
    pile = here.deck if here is not None else Pile()
    for card in event.looked:
        found = without(pile, card, top=on_top(event))
        if isinstance(found, zones.Contradiction):
            message = f'"{card}" cannot be seen at {event.place}: {found.message}'
            return flag("PA-ZON-04", "zone_contradiction", message, found.claimed, found.known)
        pile = found
    return ()


def on_top(event: EffectApplied) -> bool:
    """Whether the cards looked at are the top ones of a deck."""
    return event.slot is None and (bool(event.place) or event.pile == "deck")


@rule("PA-EXM-01", neutral=())
def examined_order(view: View, event: EffectApplied) -> Wrong:
    """Examined cards go back in the order in which they lay; a searched deck is shuffled afterwards."""
    if event.effect == "search" and event.order not in {"", "shuffled"}:
        return refuse("PA-EXM-01", "a searched deck is shuffled afterwards")
    moved = any(change.origin == change.to == "location" for change in event.zones)
    if event.effect != "examine" or (not moved and event.put_back in {None, event.looked}):
        return ()
    choice = answer(view, "examined_order")
    if choice == ASK:
        return needs_ruling("PA-EXM-01", "examined_order")
    if choice == "free":
        return ()
    return refuse("PA-EXM-01", "examined cards go back in the order in which they lay")


@rule("PA-SUM-02", neutral=())
def added_are_shuffled(event: EffectApplied) -> Wrong:
    """Cards that are added to a deck are shuffled into it unless the card says otherwise."""
    if event.effect != "add_cards" or event.order in {"", "shuffled"}:
        return ()
    return refuse("PA-SUM-02", f"added cards are shuffled in, not put on the {event.order}, unless the card says so")


def zones_agree(view: View, event: EffectApplied) -> Wrong:
    """The cards come from where they are."""
    found = [*changes_contradict(view, event.zones)]
    for change in event.zones:
        if change.origin in OWN_ZONES and event.effect != "revive":
            found += cards_of_the_dead(view, change.who)
    return tuple(found)


def apply_effect(draft: Draft, event: EffectApplied) -> None:
    """What the effect changed."""
    for change in event.zones:
        apply_change(draft, shuffled_in(change) if event.effect == "add_cards" and not event.order else change)
        if change.card is not None and change.to == "discard":
            draft.gone = (*draft.gone, Gone(who=change.who, card=change.card, cause="forced"))
    match event.effect:
        case "explore_again":
            add_grant(draft, event.source or event.text)
        case "draw":
            must_remove(draft, event.who, event.amount or 0, "draw")
            draw(draft, event.who, event.looked or None, event.amount or 0)
        case "heal" if moves_healed(event):
            apply_healed(draft, Healed(who=event.who, amount=event.amount))
        case "discard_from_deck" | "remove_from_deck":
            remove(draft, event)
        case "hand_size":
            draft.put_character(event.who, hand_size=event.amount)
        case "permit" | "forbid":
            who = whom(event.who, you=event.you)
            one = Standing(effect=event.effect, subject=event.subject, rank=event.rank, source=event.source, who=who)
            draft.standing = (*draft.standing, one)
        case "revive":
            draft.put_character(event.who, alive=True)
            draft.fell = tuple(name for name in draft.fell if name != event.who)
        case "before" | "after":
            if draft.encounters and event.late is None:
                reach(draft, len(draft.encounters) - 1, event.effect)
        case "add_cards" if not event.zones:
            add_cards(draft, event)
        case "examine" | "search" | "shuffle":
            look(draft, event)
        case "put" if event.pile in OWN_ZONES and not event.zones:
            unsure(draft, event)
        case _:
            pass


def shuffled_in(change: ZoneChange) -> ZoneChange:
    """The change, its card shuffled in."""
    return replace(change, at="somewhere")


def add_cards(draft: Draft, event: EffectApplied) -> None:
    """Cards come into the deck of a location, as many as are told, by name or not."""
    here = place(draft, event.place)
    if here is None:
        return
    deck = here.deck
    for number in range(max(event.amount or 0, len(event.looked))):
        card = event.looked[number] if number < len(event.looked) else None
        deck = zones.add(deck, card, event.order if event.order in {"top", "bottom"} else "somewhere")
    draft.put_place(event.place, deck=deck)


def remove(draft: Draft, event: EffectApplied) -> None:
    """Cards leave the deck by force: to the discard pile, or to the box."""
    kind = "discard" if event.effect == "discard_from_deck" else "other"
    count = event.amount if event.amount is not None else len(event.looked)
    must_remove(draft, event.who, count, kind)
    owner = character(draft, event.who)
    if owner is None:
        return
    if owner.deck.size is not None:
        count = min(count, owner.deck.size)
    for number in range(count):
        card = event.looked[number] if number < len(event.looked) else None
        found = character(draft, event.who)
        top = zones.take_top(found.deck, card) if found else None
        if found is not None and isinstance(top, tuple):
            draft.put_character(event.who, deck=top[1], **sum_with(found, "deck", -1))
            if kind == "discard":
                give(draft, event.who, "discard", top[0])
                if top[0] is not None:
                    draft.gone = (*draft.gone, Gone(who=event.who, card=top[0], cause="forced"))


def look(draft: Draft, event: EffectApplied) -> None:
    """Cards were looked at: what is on top is known now, or the order no longer."""
    if event.place:
        here = place(draft, event.place)
        if here is not None:
            draft.put_place(event.place, deck=seen(here.deck, event))
    elif event.pile in OWN_ZONES:
        owner = character(draft, event.who)
        if owner is not None:
            pile: Pile = getattr(owner, str(event.pile))
            draft.put_character(event.who, **{str(event.pile): seen(pile, event)})


def unsure(draft: Draft, event: EffectApplied) -> None:
    """Cards came into a pile or left it, nobody said how many: of the cards named none is certain to be there.

    Where no card is named any can have gone.
    """
    owner = character(draft, event.who)
    if owner is None:
        return
    left: list[str] = list(pile_of(owner, str(event.pile)).known) if event.looked else []
    for card in event.looked:
        if card in left:
            left.remove(card)
    draft.put_character(event.who, **{str(event.pile): Pile(loose=tuple(left))})


def seen(pile: Pile, event: EffectApplied) -> Pile:
    """A pile after somebody looked at it."""
    if event.effect != "examine":
        return zones.forget_places(pile)
    if event.slot is not None:
        return known_to_be_in(pile, event.looked)
    left = pile
    for card in event.looked:
        found = zones.take_top(left, card)
        if not isinstance(found, tuple):
            return pile
        left = found[1]
    for card in reversed(event.put_back if event.put_back is not None else event.looked):
        left = zones.add(left, card, "top")
    return left


def moves_healed(event: EffectApplied) -> bool:
    """Whether an effect that heals tells only how many cards: they go as by a healing of its own."""
    return event.effect == "heal" and event.amount is not None and not event.zones


def judge_healed(view: View, event: Healed) -> Wrong:
    """Healed cards come from the discard pile."""
    owner = character(view, event.who)
    count = len(event.cards) if event.cards is not None else event.amount
    if owner is None or count is None or owner.discard.size is None or count <= owner.discard.size:
        return cards_in_their_zone(view, event.who, "discard", event.cards or ())
    message = f"the discard pile of {event.who} has {owner.discard.size} cards"
    return flag("PA-ZON-01", "zone_contradiction", message, count, owner.discard.size)


def apply_healed(draft: Draft, event: Healed) -> None:
    """They are shuffled into the deck."""
    owner = character(draft, event.who)
    if owner is None:
        return
    if event.cards is None and event.amount is None:
        forget(draft, event.who, discard=Pile(), deck=Pile(loose=owner.deck.known))
        return
    for card in leaving(owner.discard, event.cards, event.amount or 0):
        if take(draft, event.who, "discard", card):
            give(draft, event.who, "deck", card, "somewhere")
