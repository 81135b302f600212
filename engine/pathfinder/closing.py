"""Section 11 of the rules: who may close a location, what that takes, and what becomes of its cards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.events import Event
from engine.pathfinder import zones
from engine.pathfinder.ending import won_by_closing
from engine.pathfinder.events import CloseAttempted, LocationClosed, LocationSearched, PricePaid, TurnEnded, TurnStarted
from engine.pathfinder.options import ASK
from engine.pathfinder.state import Closing, Draft, Earned, Over, Task, View, at, place
from engine.pathfinder.turn import by_active, encounter_over, later, no_step_back, turn_has_begun
from engine.pathfinder.untold import nothing_begun
from engine.pathfinder.verdicts import Wrong, answer, flag, known_type, needs_ruling, refuse
from engine.pathfinder.zones import EMPTY
from engine.rules import rule


def earned_here(view: View, event: CloseAttempted) -> Earned | None:
    """The attempt that a henchman gave this character at this location."""
    found = [one for one in view.earned if one.place == event.place and not one.lapsed and not one.failed]
    return next((one for one in found if one.who == event.who), None)


def judge_attempt(view: View, event: CloseAttempted) -> Wrong:
    """Whether this character may try to close this location now."""
    from engine.pathfinder.playing import forbidden

    found = [*encounter_over(view, "closing"), *not_closed_yet(view, event), *own_location(view, event)]
    found += [*forbidden(view, event.who, "close"), *earlier_price_paid(view)]
    if closing_succeeded(view, event):
        return (*found, *already_met(event))
    earned = earned_here(view, event)
    if earned is not None:
        return (*found, *henchman_allows(view, earned, event))
    if another_may_retry(view, event):
        return (*found, *others_may_not(view, event))
    if view.fate is not None and view.fate.defeated and view.fate.place == event.place:
        return (*found, *closes_by_itself(event))
    # Whoever empties a deck and closes it is on turn, where a record does not say whose turn it is.
    other = view.turn.active != event.who and (view.turn.active or event.cause != "empty_deck")
    if event.cause == "henchman" or empty_here(view, event.place) is False or other:
        wrong = not_allowed(view, event)
        # That the henchman was summoned says more than that something is not over yet.
        return (*wrong, *found) if summoned_and_beaten(view) is not None else (*found, *wrong)
    found += [*turn_has_begun(view, "closing"), *no_step_back(view, "close", "closing")]
    return (*found, *close_step_once(view, event), *by_active(view, "PA-CLS-02", event.who, "close"))


def closing_succeeded(view: View, event: CloseAttempted) -> bool:
    """Whether the attempt on this location has succeeded, so that it waits for nothing but being closed."""
    closing = view.closing
    return closing is not None and closing.place == event.place and closing.outcome == "success"


@rule("PA-CLS-03", neutral=())
def already_met(event: CloseAttempted) -> Wrong:
    """A closing whose requirement is met is not tried again: the location is closed next."""
    return refuse("PA-CLS-03", f"the closing of {event.place} has succeeded already: closed comes next")


def empty_here(view: View, name: str) -> bool | None:
    """Whether the deck of a location is empty; None if that is not known."""
    here = place(view, name)
    return None if here is None or here.deck.size is None else here.deck.size == 0


def not_closed_yet(view: View, event: CloseAttempted) -> Wrong:
    """A closed location is not closed again."""
    here = place(view, event.place)
    if here is None or here.status != "closed":
        return ()
    return refuse("PA-TRN-11", f"{event.place} is closed for good already")


@rule("PA-CLS-03", neutral=())
def earlier_price_paid(view: View) -> Wrong:
    """One location is closed after the other: what is still owed for one is paid before the next is tried."""
    closing = view.closing
    if closing is None or not closing.unpaid:
        return ()
    return refuse("PA-CLS-03", f"{closing.unpaid} of the price for closing {closing.place} is not paid yet")


@rule("PA-CLS-02", neutral=())
def own_location(view: View, event: CloseAttempted) -> Wrong:
    """A character closes only the location where it is."""
    here = at(view, event.who)
    if not here or here == event.place:
        return ()
    return refuse("PA-CLS-02", f"{event.who} is at {here}, not at {event.place}")


@rule("PA-CLS-01", neutral=())
def henchman_allows(view: View, earned: Earned, event: CloseAttempted) -> Wrong:
    """The henchman's own text allows the closing, or is not known; by the option any henchman does."""
    if earned.closes is not False:
        return ()
    choice = answer(view, "closing_henchmen")
    if choice == ASK:
        return needs_ruling("PA-CLS-01", "closing_henchmen")
    if choice == "any":
        return ()
    return refuse("PA-CLS-01", f"the text of the henchman does not allow {event.who} to close {event.place}")


def another_may_retry(view: View, event: CloseAttempted) -> bool:
    """Whether somebody else at the location has or had the attempt that a henchman gave."""
    others = [one for one in view.earned if one.place == event.place and not one.lapsed]
    return any(one.who != event.who or one.failed for one in others) and empty_here(view, event.place) is not True


@rule("PA-CLS-02", neutral=())
def others_may_not(view: View, event: CloseAttempted) -> Wrong:
    """Only the one who earned the attempt makes it; by the option others at the location once each after a failure."""
    earned = next(one for one in view.earned if one.place == event.place and not one.lapsed)
    if earned.who == event.who:
        return failed_henchman(earned, event)
    choice = answer(view, "henchman_closing_retry")
    if earned.failed and choice == ASK:
        return needs_ruling("PA-CLS-02", "henchman_closing_retry")
    if earned.failed and choice == "allowed" and event.who not in earned.tried:
        return ()
    return refuse("PA-CLS-02", f"{earned.who} earned the closing of {event.place}, not {event.who}")


@rule("PA-CLS-06", neutral=())
def failed_henchman(earned: Earned, event: CloseAttempted) -> Wrong:
    """When the attempt that a henchman gave fails, the location stays open until its deck is empty."""
    return refuse("PA-CLS-06", f"{event.who} failed to close {event.place}: only an empty deck gives another chance")


@rule("PA-CLS-01", neutral=())
def closes_by_itself(event: CloseAttempted) -> Wrong:
    """A location whose villain is defeated closes without an attempt."""
    return refuse("PA-CLS-01", f"{event.place} closes without an attempt, as its villain is defeated: closed")


def not_allowed(view: View, event: CloseAttempted) -> Wrong:
    """What is wrong with an attempt that neither a henchman nor a close step is known to allow."""
    if any(one.who == event.who and one.place == event.place and one.lapsed for one in view.earned):
        return at_once(event)
    found = summoned_gave_none(view)
    if event.cause == "henchman":
        return found or by_no_henchman(view, event.who, event.place)
    if empty_here(view, event.place) is None and view.middle:
        return found
    return (*found, *no_permission(view, event))


@rule("PA-HEN-02", neutral=())
def summoned_gave_none(view: View) -> Wrong:
    """A summoned henchman that is beaten gives no closing."""
    summoned = summoned_and_beaten(view)
    return () if summoned is None else refuse("PA-HEN-02", f'"{summoned.card}" was summoned and gives no closing')


@rule("PA-CLS-01", neutral=())
def no_permission(view: View, event: CloseAttempted) -> Wrong:
    """A closing is earned by a henchman of the deck, or by an empty deck in one's own close step."""
    rule_id = "PA-CLS-02" if view.turn.active not in {"", event.who} else "PA-CLS-01"
    here = place(view, event.place)
    if here is not None and here.deck.size == 0:
        why = "its deck is empty, and only the character whose turn it is closes it, in its close step"
    else:
        why = "its deck is not empty in a close step"
    return refuse(rule_id, f"nothing allows {event.who} to close {event.place}: {why}")


def summoned_and_beaten(view: View) -> Over | None:
    """The summoned henchman or villain that was beaten in the last exploration; None if there was none.

    It may have been summoned by a card of the deck whose own encounter was over after it.
    """
    last = max((one.number for one in view.over if not one.summoned), default=0)
    for one in reversed(view.over):
        if one.summoned and one.number > last and one.type in {"henchman", "villain"} and one.outcome == "defeated":
            return one
    return None


@rule("PA-CLS-01", "PA-HEN-01", neutral=())
def by_no_henchman(view: View, who: str, where: str) -> Wrong:
    """A closing that is told as earned by a henchman follows a henchman that was defeated there just before."""
    last = next((one for one in reversed(view.over) if not one.summoned), None)
    unknown = last is not None and last.type == "" and last.outcome == "defeated"
    if unknown or nothing_begun(view):
        return ()
    return refuse("PA-CLS-01", f"{who} defeated no henchman at {where} that allows closing it")


def attempted_later(events: Iterable[Event], given: Earned) -> bool:
    """Whether the attempt that a henchman gave is told later in the same turn, where it comes too late."""
    for event in events:
        if isinstance(event, TurnStarted | TurnEnded):
            return False
        if isinstance(event, CloseAttempted) and event.place == given.place and event.cause == "henchman":
            return True
    return False


@rule("PA-CLS-09", neutral=())
def at_once(event: CloseAttempted) -> Wrong:
    """The attempt that a henchman gives is made at once or not at all."""
    return refuse("PA-CLS-09", f"{event.who} could have closed {event.place} at once, and not any more")


@rule("PA-TRN-11", neutral=())
def close_step_once(view: View, event: CloseAttempted) -> Wrong:
    """In the close step there is one attempt."""
    if not view.turn.close_tried:
        return ()
    return refuse("PA-TRN-11", f"{event.who} tried to close {event.place} in this close step already")


def apply_attempt(draft: Draft, event: CloseAttempted) -> None:
    """The attempt is made; without an outcome the next check to close decides."""
    by_henchman = earned_here(draft, event) is not None or another_may_retry(draft, event)
    by_henchman = by_henchman or event.cause == "henchman"
    if not by_henchman:
        draft.put_turn(close_tried=True, step=later(draft, "close"))
    draft.window += 1
    draft.closing = Closing(
        who=event.who,
        place=event.place,
        cause="henchman" if by_henchman else event.cause or unsaid_cause(draft, event.place),
        outcome=event.outcome,
        unpaid=event.unpaid,
    )
    if event.outcome is not None:
        attempt_over(draft)


def unsaid_cause(view: View, where: str) -> str:
    """What allowed an attempt that no henchman gave: an empty deck, as far as the deck is known."""
    return "unknown" if empty_here(view, where) is None else "empty_deck"


@rule("PA-CLS-02", neutral=())
def closers_check(view: View, who: str) -> Wrong:
    """The one who tries to close a location makes its check; others help with cards."""
    closing = view.closing
    if closing is None:
        return (
            ()
            if view.middle
            else refuse("PA-CLS-02", f"{who} tries to close no location yet: close, and then its check")
        )
    if closing.outcome is not None:
        return refuse("PA-CLS-02", f"the closing of {closing.place} is decided already")
    if closing.who == who:
        return ()
    return refuse("PA-CLS-02", f"{closing.who} makes the check for closing {closing.place}, not {who}")


def check_decides_closing(draft: Draft, who: str, success: bool | None) -> None:
    """The check that a closing asks for was made."""
    if draft.closing is None or success is None or draft.closing.outcome is not None:
        return
    draft.closing = replace(draft.closing, outcome="success" if success else "fail")
    attempt_over(draft)


def attempt_over(draft: Draft) -> None:
    """The outcome is known: what the henchman gave is used."""
    closing = draft.closing
    if closing is None:
        return
    failed = closing.outcome == "fail"
    draft.earned = tuple(
        replace(one, failed=True, tried=(*one.tried, closing.who)) if one.place == closing.place else one
        for one in draft.earned
    )
    draft.effect("closing_failed" if failed else "closing_met", "PA-CLS-03", who=closing.who, place=closing.place)


def judge_price(view: View, event: PricePaid) -> Wrong:
    """Whether a closing waits for its price."""
    if view.closing is not None and view.closing.unpaid:
        return ()
    return refuse("PA-CLS-03", "no closing waits for its price")


def apply_price(draft: Draft, event: PricePaid) -> None:
    """A part of the price is paid."""
    from engine.pathfinder.playing import spend

    if event.paid is not None:
        spend(draft, event.who, event.paid.card, event.paid.how, event.paid.type, "close", cost="closing")
    if draft.closing is not None:
        left = max(0, draft.closing.unpaid - event.amount)
        where = draft.closing.place
        draft.closing = replace(draft.closing, unpaid=left)
        if not left:
            draft.tasks = tuple(one for one in draft.tasks if one.what != "price" or one.place != where)
            here = place(draft, where)
            if here is not None and here.status == "closed":
                draft.closing = None


# Closing


def judge_searched(view: View, event: LocationSearched) -> Wrong:
    """Whether a location is searched now and can hold this villain."""
    found = [*is_villain(view, event), *villain_lies_there(view, event)]
    fate = view.fate
    if fate is not None and fate.place == event.place and fate.defeated:
        return tuple(found)
    return (*found, *requirement_met(view, event.place, pending=False))


@rule("PA-CLS-04", neutral=())
def is_villain(view: View, event: LocationSearched) -> Wrong:
    """The search is for a villain of the scenario."""
    if not view.villains or event.villain in view.villains or known_type(event.villain, view=view) == "villain":
        return ()
    message = f'"{event.villain}" is no villain of this scenario'
    return flag("PA-CLS-04", "no_villain", message, event.villain, ", ".join(view.villains))


@rule("PA-CLS-04", neutral=())
def villain_lies_there(view: View, event: LocationSearched) -> Wrong:
    """A search finds a card that is in the deck."""
    here = place(view, event.place)
    if here is None or here.deck.size is None:
        return ()
    found = zones.take(here.deck, event.villain)
    if not isinstance(found, zones.Contradiction):
        return ()
    message = f'"{event.villain}" cannot be found at {event.place}: {found.message}'
    return flag("PA-CLS-04", "zone_contradiction", message, found.claimed, found.known)


def apply_searched(draft: Draft, event: LocationSearched) -> None:
    """All other cards are banished, the villain stays, and the location is not closed for good."""
    from engine.pathfinder.villain import weigh

    draft.put_place(event.place, deck=zones.of(event.villain))
    draft.effect("banished_rest", "PA-CLS-04", place=event.place, card=event.villain)
    if draft.fate is not None and draft.fate.place == event.place:
        draft.put_place(event.place, status="temporary", was_temporary=True)
        draft.fate = replace(draft.fate, closed=True, another=True)
        weigh(draft)
    else:
        draft.closing = None


def judge_closed(view: View, event: LocationClosed) -> Wrong:
    """Whether this location closes for good now."""
    found = [*encounter_over(view, "closing"), *still_open(view, event), *no_villain_inside(view, event)]
    found += cards_ruled(view, event)
    fate = view.fate
    if event.cause == "villain":
        if (fate is not None and fate.place == event.place and fate.defeated) or nothing_begun(view):
            return tuple(found)
        return (*found, *refuse("PA-VIL-04", f"no villain was defeated at {event.place}"))
    if event.cause == "effect":
        return tuple(found)
    return (*found, *requirement_met(view, event.place, pending=event.pending), *as_it_was_earned(view, event))


@rule("PA-CLS-01", neutral=())
def as_it_was_earned(view: View, event: LocationClosed) -> Wrong:
    """A closing is earned by a henchman or by an empty deck, and is told as that."""
    closing = view.closing
    if closing is None or closing.place != event.place or closing.cause == event.cause:
        return ()
    if closing.cause == "unknown":
        told = CloseAttempted(who=closing.who, place=closing.place, cause="henchman")
        return not_allowed(view, told) if event.cause == "henchman" else ()
    message = f"the closing of {event.place} was earned by: {closing.cause}"
    return flag("PA-CLS-01", "cause_differs", message, event.cause, closing.cause)


def still_open(view: View, event: LocationClosed) -> Wrong:
    """A location is closed for good once."""
    here = place(view, event.place)
    return refuse("PA-CLS-07", f"{event.place} is closed already") if here and here.status == "closed" else ()


@rule("PA-CLS-03", "PA-CLS-07", neutral=())
def requirement_met(view: View, name: str, *, pending: bool) -> Wrong:
    """A location closes when its requirement is met in full; an empty deck alone closes nothing."""
    closing = view.closing
    if closing is None or closing.place != name:
        return () if nothing_begun(view) else (*not_by_itself(name), *requirement_untried(name))
    if closing.outcome == "fail":
        return (*not_by_itself(name), *requirement_failed(name), *stays_open(closing))
    if closing.outcome is None:
        return refuse("PA-CLS-03", f"the closing of {name} is not decided yet")
    if closing.unpaid and not pending:
        return refuse("PA-CLS-03", f"{closing.unpaid} of the price for closing {name} is not paid yet")
    return ()


def not_by_itself(name: str) -> Wrong:
    """That nobody closed a location, which alone closes it."""
    return refuse("PA-CLS-07", f"nobody has closed {name}: nothing closes by itself, each attempt counts once")


@rule("PA-CLS-03", neutral=())
def requirement_untried(name: str) -> Wrong:
    """A location whose requirement nobody tried to meet is not closed."""
    return refuse("PA-CLS-03", f"nobody met the requirement for closing {name}")


@rule("PA-CLS-03", neutral=())
def requirement_failed(name: str) -> Wrong:
    """A location whose requirement was tried and not met is not closed."""
    return refuse("PA-CLS-03", f"the requirement for closing {name} was not met")


@rule("PA-CLS-06", neutral=())
def stays_open(closing: Closing) -> Wrong:
    """After a failed attempt that a henchman gave the location stays open."""
    if closing.cause != "henchman":
        return ()
    return refuse("PA-CLS-06", f"{closing.who} failed in the attempt that a henchman gave: {closing.place} stays open")


@rule("PA-CLS-04", neutral=())
def no_villain_inside(view: View, event: LocationClosed) -> Wrong:
    """With a villain in its deck a location is not closed: the other cards are banished and the villain stays."""
    here = place(view, event.place)
    inside = [card for card in (here.deck.known if here else ()) if card in view.villains]
    return refuse("PA-CLS-04", f'"{inside[0]}" is in the deck of {event.place}, which stays open') if inside else ()


def cards_ruled(view: View, event: LocationClosed) -> Wrong:
    """That a ruling has to say what becomes of the cards left."""
    if event.cause == "villain" or empty_here(view, event.place):
        return ()
    if answer(view, "closed_location_cards") == ASK:
        return needs_ruling("PA-CLS-05", "closed_location_cards")
    return ()


def apply_closed(draft: Draft, event: LocationClosed) -> None:
    """The cards are banished and the location is turned over."""
    from engine.pathfinder.villain import weigh

    banish_rest(draft, event)
    draft.put_place(event.place, status="closed", barred=False)
    draft.effect("closed", "PA-CLS-05", place=event.place)
    closing = draft.closing
    if event.pending and closing is not None and closing.unpaid:
        draft.tasks_made += 1
        task = Task(number=draft.tasks_made, owner="", what="price", place=event.place, reason="price of closing")
        draft.tasks = (*draft.tasks, task)
    elif closing is not None and closing.place == event.place:
        draft.closing = None
    draft.earned = tuple(one for one in draft.earned if one.place != event.place)
    if draft.fate is not None and draft.fate.place == event.place:
        draft.fate = replace(draft.fate, closed=True)
        weigh(draft)
    won_by_closing(draft)


def _keep(draft: Draft, event: LocationClosed) -> None:
    """They stay."""


@rule("PA-CLS-05", instead=_keep)
def banish_rest(draft: Draft, event: LocationClosed) -> None:
    """All cards left in the deck are banished; by the option they stay, but not where a villain was defeated."""
    if event.cause == "villain" or answer(draft, "closed_location_cards") == "banished":
        draft.put_place(event.place, deck=EMPTY)


def check_decides_temporary(draft: Draft, who: str, success: bool | None) -> None:
    """The check of a temporary closing attempt was made."""
    from engine.pathfinder.villain import close_temporarily

    if not draft.encounters or success is None:
        return
    draft.put_encounter(decided=(*draft.encounters[-1].decided, who))
    for tried, where in reversed(draft.encounters[-1].tried):
        if tried == who and success:
            close_temporarily(draft, where)
            return
