"""Section 6 of the rules, the reset of the hand: what is discarded first, and how many cards are drawn."""

from __future__ import annotations

from engine.pathfinder import zones
from engine.pathfinder.events import HandReset, StatePosted, TurnEnded, TurnStarted
from engine.pathfinder.moving import cards_in_their_zone, draw, give, leaving, take
from engine.pathfinder.options import ASK
from engine.pathfinder.state import Character, Draft, Gone, View, character, to_take
from engine.pathfinder.totals import forget
from engine.pathfinder.turn import by_active, encounter_over, later, no_step_back, nothing_owed, turn_has_begun
from engine.pathfinder.untold import events_back
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, printed, refuse
from engine.pathfinder.zones import EMPTY
from engine.rules import rule


def judge_reset(view: View, event: HandReset) -> Wrong:
    """Whether the hand is reset now and in this way."""
    found = [*encounter_over(view, "reset"), *nothing_owed(view, "reset"), *turn_has_begun(view, "reset")]
    found += [
        *no_step_back(view, "reset", "reset"),
        *only_active_resets(view, event),
        *reset_once(view),
        *damage_before_reset(view, event),
    ]
    found += cards_in_their_zone(view, event.who, "hand", event.discarded or ())
    found += cards_in_their_zone(view, event.who, "deck", event.drawn or (), top=True)
    return (*found, *right_discards(view, event), *right_draws(view, event))


@rule("PA-TRN-13", neutral=())
def only_active_resets(view: View, event: HandReset) -> Wrong:
    """Only the active character resets its hand at the end of its turn."""
    return by_active(view, "PA-TRN-13", event.who, "reset its hand")


@rule("PA-TRN-12", neutral=())
def reset_once(view: View) -> Wrong:
    """The hand is reset once, in the reset step."""
    return refuse("PA-TRN-12", f"the hand of {view.turn.active} was reset already") if view.turn.reset else ()


@rule("PA-TRN-01", neutral=())
def damage_before_reset(view: View, event: HandReset) -> Wrong:
    """Damage is taken before the hand is reset."""
    owed = [one for one in to_take(view) if one.who == event.who]
    return refuse("PA-TRN-01", f"{event.who} has yet to take {owed[0].amount} damage") if owed else ()


def sizes(view: View, event: HandReset) -> tuple[int, int, int] | None:
    """Cards in hand, cards discarded, hand size; None if one is not known."""
    owner, discarded = character(view, event.who), discards_of(view, event)
    if owner is None or owner.hand.size is None or owner.hand_size is None or discarded is None:
        return None
    return owner.hand.size, discarded, owner.hand_size


def stated_discards(event: HandReset) -> int | None:
    """How many cards were discarded first, named or not; None if nobody said."""
    return len(event.discarded) if event.discarded is not None else event.discards


def discards_of(view: View, event: HandReset) -> int | None:
    """How many cards were discarded first; None if that is not known.

    At a table nothing said is nothing discarded. Of a record it follows from how many cards filled up the hand.
    """
    stated, drawn = stated_discards(event), stated_draws(event)
    if stated is not None or view.mode != "record":
        return stated or 0
    owner = character(view, event.who)
    if drawn is None or owner is None or owner.hand.size is None or owner.hand_size is None:
        return None
    short = owner.deck.size is not None and drawn >= owner.deck.size
    discarded = drawn + owner.hand.size - owner.hand_size
    return discarded if not short and 0 <= discarded <= owner.hand.size else None


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
        return too_few_or_many(view, event)
    owner = character(view, event.who)
    needed = needed_draws(known)
    if owner is not None and owner.deck.size is not None and owner.deck.size < needed:
        needed = owner.deck.size
    if stated == needed:
        return ()
    return flag(
        "PA-TRN-12",
        "draws_differ",
        f"{event.who} draws {needed} card{'' if needed == 1 else 's'}, not {stated}",
        stated,
        needed,
    )


@rule("PA-TRN-12", neutral=())
def too_few_or_many(view: View, event: HandReset) -> Wrong:
    """Whatever was discarded first, a hand is drawn up from what it holds at most, and to no more than its size."""
    owner, stated = character(view, event.who), stated_draws(event)
    if owner is None or stated is None:
        return ()
    bounds = [size for size in (owner.hand_size, owner.deck.size) if size is not None]
    most = min(bounds) if bounds else None
    least = at_least(view, event.who) if most is None else min(most, at_least(view, event.who))
    if least <= stated and (owner.hand_size is None or most is None or stated <= most):
        return ()
    span = f"at least {least}" if owner.hand_size is None else str(most) if least == most else f"{least} to {most}"
    return flag("PA-TRN-12", "draws_differ", f"{event.who} draws {span} cards, not {stated}", stated, span)


def at_least(view: View, who: str) -> int:
    """How many cards a hand lacks for certain, whatever is discarded first."""
    owner = character(view, who)
    size = None if owner is None else least_hand_size(view, owner)
    if owner is None or owner.hand.size is None or size is None:
        return 0
    return max(0, size - owner.hand.size)


def least_hand_size(view: View, owner: Character) -> int | None:
    """The hand size, or where nobody said it the printed one, which feats only raise; None if that is not known."""
    if owner.hand_size is not None:
        return owner.hand_size
    known = printed(view, owner.name)
    return known.hand_size.start if known is not None else None


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

    discarded = discards_of(draft, event)
    if discarded is None:
        must_remove(draft, event.who, at_least(draft, event.who), "draw")
        unknown_discards(draft, event)
    known = sizes(draft, event)
    owner = character(draft, event.who)
    held = owner.hand if owner else EMPTY
    for card in leaving(held, event.discarded, discarded or 0):
        take(draft, event.who, "hand", card)
        give(draft, event.who, "discard", card)
        if card is not None:
            draft.gone = (*draft.gone, Gone(who=event.who, card=card, cause="reset"))
    stated = stated_draws(event)
    count = stated if stated is not None else needed_draws(known) if known is not None else None
    if known is not None:
        must_remove(draft, event.who, needed_draws(known), "draw")
    elif discarded is not None and draft.mode == "record":
        # Of a hand size that nobody said at least the printed one is needed; a table can be asked.
        must_remove(draft, event.who, at_least(draft, event.who), "draw")
    if count is None:
        unknown_draws(draft, event.who)
    else:
        draw(draft, event.who, event.drawn, count)
    filled_up(draft, event.who)
    draft.put_turn(step=later(draft, "reset"), reset=True)
    draft.window += 1


def unknown_discards(draft: Draft, event: HandReset) -> None:
    """A record that does not say what was discarded at a reset leaves no card of the hand certain."""
    owner: Character | None = character(draft, event.who)
    if owner is not None:
        forget(draft, event.who, hand=zones.Pile(), discard=zones.Pile(loose=owner.discard.known))


def unknown_draws(draft: Draft, who: str) -> None:
    """The hand is full now; how many cards came nobody knows."""
    owner: Character | None = character(draft, who)
    if owner is None:
        return
    size = None if owner.hand_size is None else max(owner.hand_size, len(owner.hand.known))
    hand = zones.Pile(size=size, loose=owner.hand.known)
    forget(draft, who, hand=hand, deck=zones.Pile(bottom=owner.deck.bottom))


def filled_up(draft: Draft, who: str) -> None:
    """After a reset of which a record leaves something open the hand has its size, as far as that is known."""
    owner: Character | None = character(draft, who)
    if owner is None or owner.hand.size is not None or owner.hand_size is None:
        return
    if who in draft.dying or owner.deck.size == 0:
        return
    size = max(owner.hand_size, len(owner.hand.known))
    forget(draft, who, hand=zones.Pile(size=size, loose=owner.hand.known))


def unsaid_reset(draft: Draft, who: str) -> None:
    """Posts do not write that a hand is drawn up: at the end of a turn it may be full again, and nobody said how."""
    owner = character(draft, who)
    if draft.mode != "record" or draft.turn.reset or owner is None or who in draft.dying:
        return
    if owner.hand.size is None or owner.hand.size != owner.hand_size:
        apply_reset(draft, HandReset(who=who))


@rule("PA-TRN-12", neutral=())
def full_after_reset(view: View, event: StatePosted) -> Wrong:
    """The hand that is posted right after a reset, or after a turn without one, has as many cards as its size says."""
    owner = character(view, event.who)
    count = event.held
    if owner is None or count is None or owner.hand_size in {None, count}:
        return ()
    when = "reset" if just_reset(view, event.who) else "turn" if ended_without(view, event.who) else ""
    if not when or (when == "turn" and owner.deck.size is None and event.deck is None):
        return ()
    if count < (owner.hand_size or 0) and 0 in {owner.deck.size, event.deck}:
        return ()
    message = f"{event.who} has {count} cards in hand after the {when}, the hand size is {owner.hand_size}"
    return flag("PA-TRN-12", "hand_size", message, count, owner.hand_size)


def just_reset(view: View, who: str) -> bool:
    """Whether the last thing that happened is that a character reset the hand."""
    for event in events_back(view) if view.turn.reset and view.turn.active in {"", who} else ():
        if not isinstance(event, StatePosted):
            return isinstance(event, HandReset) and event.who == who
    return False


def ended_without(view: View, who: str) -> bool:
    """Whether the last thing that happened is that a turn ended of which a record has no reset."""
    ended = False
    for event in events_back(view) if view.mode == "record" else ():
        if isinstance(event, TurnEnded) and event.who == who and not ended and not event.allowed_by:
            ended = True
        elif isinstance(event, HandReset | TurnStarted | TurnEnded):
            return ended and not isinstance(event, HandReset)
        elif not ended and not isinstance(event, StatePosted):
            return False
    return ended
