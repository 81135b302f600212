"""What an audit finds that keeps no event out in any way of judging: questions left open, acts put right or left out.

`told_besides` looks at one event and the state before it, `hindsight` at a whole game: some things only later events
show to be wrong, such as a closing that a henchman gave and nobody mentioned. What one event contradicts by itself is
judged by the rules of its area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder.audit_corrections import put_elsewhere, put_right
from engine.pathfinder.questions import rules_asked
from engine.pathfinder.state import State, encounter
from engine.pathfinder.verdicts import Wrong, flag

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.audit import Judged
    from engine.events import Event
    from engine.judging import Violation

#: A violation with the number of the event at which it is.
Found = tuple[int, "Violation"]


def told_besides(view: State, event: Event) -> Wrong:
    """What is odd about one event, though no rule keeps it out."""
    match event:
        case e.CheckResolved():
            return own_check_recorded(view, event)
        case e.CloseAttempted():
            return price_paid(view, event)
        case e.Ruling():
            return question_left_open(event, view.past.recorded.event if view.past else None)
        case e.Correction():
            return put_elsewhere(view, event)
        case e.EffectApplied(effect="examine", amount=0):
            message = f"nothing was examined at {event.place or 'a location'}: {event.text or 'no card'}"
            return flag("PA-EXM-01", "effect_without_object", message, event.text or "no card", "a card")
        case _:
            return ()


def own_check_recorded(view: State, event: e.CheckResolved) -> Wrong:
    """PA-CHK-10: of several checks the one who encounters the card attempts at least one, so that is on record."""
    met = encounter(view)
    if met is None or event.purpose not in {"acquire", "defeat"} or met.who == event.who:
        return ()
    if event.which is None or event.which < 2 or any(one.who == met.who for one in met.done):
        return ()
    name, who = f'"{met.card}"' if met.card else "the card", met.who or "whoever encounters it"
    message = f"{event.who} makes check {event.which} of {name}; no check of {who} is recorded before it"
    stated = f"check {event.which} by {event.who}"
    return flag("PA-CHK-10", "check_not_recorded", message, stated, "no check before it")


def price_paid(view: State, event: e.CloseAttempted) -> Wrong:
    """PA-CLS-03: a location is closed when its requirement is met in full.

    At the table the rest of a price is paid before the location closes, and refused otherwise; a record only tells it.
    """
    if event.outcome != "success" or not event.unpaid or view.mode != "record":
        return ()
    message = f"the closing of {event.place} counts as a success, and {event.unpaid} of its price is still open"
    return flag("PA-CLS-03", "conditional_result", message, "success", f"{event.unpaid} unpaid")


#: What is written as an answer where there is none yet.
_NO_ANSWER = frozenset({"", "?", "asked", "none", "none yet", "open", "pending", "unanswered", "undecided", "unknown"})


def question_left_open(event: e.Ruling, before: Event | None) -> Wrong:
    """A question that nobody answered, under each rule that it is likely about; `before` was done just before it."""
    if not event.point or event.choice.casefold().strip() not in _NO_ANSWER:
        return ()
    found: list[Violation] = []
    for rule in rules_asked(event.point, before):
        message = f'a question about "{rule.title}" is left open: {event.point}'
        found += flag(rule.id, "open_question", message, "no answer", "a ruling")
    return tuple(found)


# In hindsight


def hindsight(steps: Sequence[Judged]) -> list[Found]:
    """What only later events show to be wrong, each with the number of the event at which it is."""
    found: list[Found] = []
    for at, step in enumerate(steps):
        if isinstance(step.event, e.Correction):
            found += [(step.number, one) for one in put_right(steps, at, step.event)]
        elif isinstance(step.event, e.EncounterResolved) and step.before.mode == "record":
            found += closing_mentioned(steps[at + 1 :], step)
    return [*found, *happens_to_everybody(steps)]


#: What shows that play went on after an encounter, so that a closing earned in it would have been recorded.
_WENT_ON = (e.Explored, e.Moved, e.HandReset, e.TurnEnded, e.TurnStarted)
_CLOSINGS = (e.CloseAttempted, e.LocationClosed)


def closing_mentioned(later: Sequence[Judged], step: Judged) -> Iterator[Found]:
    """PA-HEN-01, PA-CLS-01: a henchman that was defeated gives an attempt to close, made at once or not at all.

    At the table nobody records that he does not want to; what is posted tells it.
    """
    before, after = step.before, step.after
    if len(after.earned) <= len(before.earned) or after.earned[-1].closes is False:
        return
    events = [one.event for one in later]
    shows = next((one for one in events if isinstance(one, (*_WENT_ON, *_CLOSINGS)) or _is_closing(one)), None)
    if not isinstance(shows, _WENT_ON):
        return
    place = after.earned[-1].place or "the location"
    message = f"{after.earned[-1].who} defeated a henchman and may close {place}; play goes on and no attempt is posted"
    for rule_id in ("PA-HEN-01", "PA-CLS-01"):
        for one in flag(rule_id, "closing_not_mentioned", message, "not mentioned", "an attempt, or none wanted"):
            yield step.number, one


def _is_closing(event: Event) -> bool:
    return isinstance(event, e.CheckResolved) and event.purpose == "close"


def happens_to_everybody(steps: Sequence[Judged]) -> list[Found]:
    """PA-ENC-04: what happens before an encounter happens to everybody whom it names.

    A die that "affects all characters at the location" is held against the damage and effects entered after it, until
    the encounter is over or the record ends.
    """
    found: list[Found] = []
    pick: tuple[int, str] | None = None
    here, hit = set[str](), set[str]()
    for step in steps:
        event = step.event
        if isinstance(event, e.RandomPick):
            if _concerns_all(event):
                found += _left_out(pick, here, hit)
                pick, hit = (step.number, event.place), set()
                here = {one.name for one in step.after.characters if one.location == event.place}
        elif isinstance(event, e.DamageDealt | e.DamageTaken | e.DamageReduced | e.EffectApplied):
            hit.add(event.who)
        elif isinstance(event, e.EncounterResolved | e.Evaded | e.TurnEnded):
            found += _left_out(pick, here, hit)
            pick = None
    return [*found, *_left_out(pick, here, hit)]


def _concerns_all(event: e.RandomPick) -> bool:
    words = event.affects.casefold()
    return bool(event.place) and words.startswith(("all", "every", "each")) and "location" in words


def _left_out(pick: tuple[int, str] | None, here: set[str], hit: set[str]) -> list[Found]:
    left = sorted(here - hit)
    if pick is None or not left or len(here) < 2:
        return []
    names, entered = ", ".join(left), ", ".join(sorted(hit & here))
    message = f"this happens to everybody at {pick[1]} before the encounter; nothing is entered for {names}"
    told = flag("PA-ENC-04", "forgotten_effect_on_others", message, entered or "nobody", names)
    return [(pick[0], one) for one in told]
