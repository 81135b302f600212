"""Section 6 of the rules, the reset of the hand: what is discarded first, and how many cards are drawn."""

from __future__ import annotations

from engine.pathfinder import zones
from engine.pathfinder.events import HandReset
from engine.pathfinder.moving import cards_in_their_zone, draw, give, leaving, take
from engine.pathfinder.options import ASK
from engine.pathfinder.state import Character, Draft, Gone, View, character, to_take
from engine.pathfinder.turn import by_active, encounter_over, later, no_step_back, nothing_owed, turn_has_begun
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, refuse
from engine.pathfinder.zones import EMPTY
from engine.rules import rule


def judge_reset(view: View, event: HandReset) -> Wrong:
    """Whether the hand is reset now and in this way."""
    found = [*encounter_over(view, "reset"), *nothing_owed(view, "reset"), *turn_has_begun(view, "reset")]
    found += [
        *no_step_back(view, "reset", "reset"),
        *only_active_resets(view, event),
        *damage_before_reset(view, event),
    ]
    found += cards_in_their_zone(view, event.who, "hand", event.discarded or ())
    found += cards_in_their_zone(view, event.who, "deck", event.drawn or (), top=True)
    return (*found, *right_discards(view, event), *right_draws(view, event))


@rule("PA-TRN-13", neutral=())
def only_active_resets(view: View, event: HandReset) -> Wrong:
    """Only the active character resets its hand, once at the end of its turn."""
    if view.turn.reset:
        return refuse("PA-TRN-13", f"the hand of {view.turn.active} was reset already")
    return by_active(view, "PA-TRN-13", event.who, "reset its hand")


@rule("PA-TRN-01", neutral=())
def damage_before_reset(view: View, event: HandReset) -> Wrong:
    """Damage is taken before the hand is reset."""
    owed = [one for one in to_take(view) if one.who == event.who]
    return refuse("PA-TRN-01", f"{event.who} has yet to take {owed[0].amount} damage") if owed else ()


def sizes(view: View, event: HandReset) -> tuple[int, int, int] | None:
    """Cards in hand, cards discarded, hand size; None if one is not known."""
    owner = character(view, event.who)
    if owner is None or owner.hand.size is None or owner.hand_size is None:
        return None
    return owner.hand.size, stated_discards(event), owner.hand_size


def stated_discards(event: HandReset) -> int:
    """How many cards were discarded first, named or not."""
    return len(event.discarded) if event.discarded is not None else event.discards or 0


@rule("PA-TRN-12", neutral=())
def right_discards(view: View, event: HandReset) -> Wrong:
    """Any number may be discarded first, and what is above the hand size must be; by the option only the excess."""
    known = sizes(view, event)
    if known is None:
        return ()
    held, discarded, size = known
    if held - discarded > size:
        return refuse("PA-TRN-12", f"{event.who} keeps {held - discarded} cards, the hand size is {size}")
    choice = answer(view, "hand_reset")
    if discarded <= max(0, held - size) or choice == "optional_discards":
        return ()
    if choice == ASK:
        return needs_ruling("PA-TRN-12", "hand_reset")
    return refuse("PA-TRN-12", f"{event.who} discards only what is above the hand size of {size}")


@rule("PA-TRN-12", neutral=())
def right_draws(view: View, event: HandReset) -> Wrong:
    """Then as many cards are drawn as the hand size asks for."""
    known, stated = sizes(view, event), stated_draws(event)
    if known is None or stated is None:
        return ()
    owner = character(view, event.who)
    needed = needed_draws(known)
    if owner is not None and owner.deck.size is not None and owner.deck.size < needed:
        needed = owner.deck.size
    if stated == needed:
        return ()
    return flag("PA-TRN-12", "draws_differ", f"{event.who} draws {needed} cards, not {stated}", stated, needed)


def stated_draws(event: HandReset) -> int | None:
    """How many cards were drawn, as posted."""
    return len(event.drawn) if event.drawn is not None else event.draws


def needed_draws(known: tuple[int, int, int]) -> int:
    """How many cards the hand lacks."""
    held, discarded, size = known
    return max(0, size - (held - discarded))


def apply_reset(draft: Draft, event: HandReset) -> None:
    """Discards, then draws; who cannot draw what is needed must die."""
    from engine.pathfinder.death import must_remove

    if draft.mode == "record" and event.discarded is None and event.discards is None:
        unknown_discards(draft, event.who)
    known = sizes(draft, event)
    owner = character(draft, event.who)
    held = owner.hand if owner else EMPTY
    for card in leaving(held, event.discarded, stated_discards(event)):
        take(draft, event.who, "hand", card)
        give(draft, event.who, "discard", card)
        if card is not None:
            draft.gone = (*draft.gone, Gone(who=event.who, card=card, cause="reset"))
    stated = stated_draws(event)
    count = stated if stated is not None else needed_draws(known) if known is not None else None
    if known is not None:
        must_remove(draft, event.who, needed_draws(known), "draw")
    if count is None:
        unknown_draws(draft, event.who)
    else:
        draw(draft, event.who, event.drawn, count)
    draft.put_turn(step=later(draft, "reset"), reset=True)
    draft.window += 1


def unknown_discards(draft: Draft, who: str) -> None:
    """A record that does not say what was discarded at a reset leaves no card of the hand certain."""
    owner: Character | None = character(draft, who)
    if owner is not None:
        draft.put_character(who, hand=zones.Pile(), discard=zones.Pile(loose=owner.discard.known))


def unknown_draws(draft: Draft, who: str) -> None:
    """The hand is full now; how many cards came nobody knows."""
    owner: Character | None = character(draft, who)
    if owner is None:
        return
    size = None if owner.hand_size is None else max(owner.hand_size, len(owner.hand.known))
    hand = zones.Pile(size=size, loose=owner.hand.known)
    draft.put_character(who, hand=hand, deck=zones.Pile(bottom=owner.deck.bottom))
