"""What an audit finds that keeps no event out in any way of judging: questions left open, acts put right or left out.

`told_besides` looks at one event and the state before it, `hindsight` at a whole game: some things only later events
show to be wrong, such as a closing that a henchman gave and nobody mentioned. What one event contradicts by itself is
judged by the rules of its area.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.pathfinder import events as e
from engine.pathfinder.audit_corrections import phase_of, put_elsewhere, put_right
from engine.pathfinder.audit_numbers import (
    as_many_healed_as_named,
    as_many_moved_as_said,
    as_many_taken_as_the_damage,
    effect_without_object,
    nothing_put_away_yet,
)
from engine.pathfinder.checks import succeeded
from engine.pathfinder.closing import attempted_later
from engine.pathfinder.death import death_missed
from engine.pathfinder.questions import rules_asked
from engine.pathfinder.state import State, at, encounter
from engine.pathfinder.untold import events_back
from engine.pathfinder.verdicts import NO_ANSWER, Wrong, answer, flag, same_card
from engine.pathfinder.villain import closing_unsaid, put_back_instead

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
            return (*own_check_recorded(view, event), *failed_unrolled(view, event))
        case e.CloseAttempted() | e.TempCloseAttempted():
            return price_paid(view, event)
        case e.Ruling():
            return question_left_open(event, view.past.recorded.event if view.past else None)
        case e.Correction():
            return put_elsewhere(view, event)
        case e.EffectApplied():
            return (
                *effect_without_object(view, event),
                *as_many_moved_as_said(view, event),
                *recharged_after_failing(view, event),
            )
        case e.Healed():
            return (*effect_without_object(view, event), *as_many_healed_as_named(view, event))
        case e.DamageTaken():
            return as_many_taken_as_the_damage(view, event)
        case e.HandDrawn():
            return nothing_put_away_yet(view, event)
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


def failed_unrolled(view: State, event: e.CheckResolved) -> Wrong:
    """PA-ENC-08, PA-CHK-12: a boon is declined, or its check is attempted; then it is rolled and not failed by choice.

    So is a check before or after acting. One to defeat that was not rolled is found by the rules of checks.
    """
    if event.auto != "fail" or event.why or event.deliberate:
        return ()
    if event.purpose in {"before", "after"} and answer(view, "failing_on_purpose") != "counts_zero":
        message = f"the check {event.purpose} acting is failed without a roll, and no reason is told"
        return flag("PA-CHK-12", "auto_fail_without_roll", message, "fail", "no roll")
    if event.purpose != "acquire":
        return ()
    if answer(view, "failing_on_purpose") == "counts_zero":
        return ()
    message = "the check to acquire is failed without a roll: it is rolled, or the boon is declined"
    found: list[Violation] = []
    for rule_id in ("PA-CHK-12", "PA-ENC-08"):
        found += flag(rule_id, "auto_fail_without_roll", message, "fail", "no roll")
    return tuple(found)


def recharged_after_failing(view: State, event: e.EffectApplied) -> Wrong:
    """PA-PLY-07: a card whose check to recharge has just failed goes nowhere but to the discard pile.

    Another card or power may bring it back; where the text names none, nothing did.
    """
    last = next((one for one in events_back(view) if not isinstance(one, e.StatePosted)), None)
    if event.source or not isinstance(last, e.CheckResolved) or last.purpose != "recharge" or not last.card:
        return ()
    if succeeded(last) is not False or _names_another(event.text, last.card):
        return ()
    for one in event.zones:
        of_it = one.card and one.who == last.who and same_card(one.card, last.card)
        if of_it and one.to == "deck" and one.origin in {None, "discard"}:
            message = f'the check to recharge "{last.card}" has failed, and it is put into the deck of {one.who}'
            return flag("PA-PLY-07", "recharged_after_failure", message, "deck", "discard")
    return ()


def _names_another(text: str, card: str) -> bool:
    """Whether a text names a card or power besides this one: before a colon, or with a capital letter inside it."""
    rest = text.replace(card, "").strip()
    return ":" in rest or re.search(r"\s[A-Z]", rest) is not None


#: Words that make an outcome hang on something that has yet to come.
_CONDITION = re.compile(
    r"\b(?:conditional(?:ly)?\b|if\b|assum\w+|provided|providing|pending(?! recharge)|until|unless|presum\w+|"
    r"suppos\w+|subject to|depend\w+|as long as|provisional(?:ly)?|once (?!more|again))"
)


def price_paid(view: State, event: e.CloseAttempted | e.TempCloseAttempted) -> Wrong:
    """PA-CLS-03, PA-VIL-01: a location is closed when its requirement is met in full, and on no condition.

    At the table the rest of a price is paid before the location closes, and refused otherwise; a record only tells it.
    """
    if event.outcome != "success" or view.mode != "record":
        return ()
    unpaid = event.unpaid if isinstance(event, e.CloseAttempted) else 0
    if unpaid:
        message, computed = f"{unpaid} of its price is still open", f"{unpaid} unpaid"
    elif _CONDITION.search(event.outcome_text.casefold()):
        message, computed = f'that is told on a condition: "{event.outcome_text}"', event.outcome_text
    else:
        return ()
    rules = ("PA-CLS-03",) if isinstance(event, e.CloseAttempted) else ("PA-VIL-01", "PA-CLS-03")
    found: list[Violation] = []
    for rule_id in rules:
        whole = f"the closing of {event.place or 'a location'} counts as a success, and {message}"
        found += flag(rule_id, "conditional_result", whole, "success", computed)
    return tuple(found)


def question_left_open(event: e.Ruling, before: Event | None) -> Wrong:
    """A question that nobody answered, under each rule that it is likely about; `before` was done just before it."""
    if not event.point or event.choice.casefold().strip() not in NO_ANSWER:
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
    shown_open: set[str] = set()
    for index, step in enumerate(steps):
        if isinstance(step.event, e.Correction):
            found += [(step.number, one) for one in put_right(steps, index, step.event)]
        if step.before.mode != "record":
            continue
        if set(step.after.dying) - set(step.before.dying):
            missed = death_missed(step.before, step.after, [one.event for one in steps[index + 1 :]])
            found += [(step.number, one) for one in missed]
        shown_open |= _shows_open(step)
        if isinstance(step.event, e.EncounterResolved):
            found += closing_mentioned(steps[index + 1 :], step)
            later = [one.event for one in steps[index + 1 :]]
            unsaid = closing_unsaid(step.before, step.after, later)
            back = put_back_instead(step.event, step.before, step.after, later, shown_open)
            found += [(step.number, one) for one in (*unsaid, *back)]
    return [*found, *happens_to_everybody(steps)]


def _shows_open(step: Judged) -> set[str]:
    """The locations that an event shows to be open: explored, tried to close, or with cards in a posted deck."""
    match step.event:
        case e.Explored():
            return {at(step.before, step.event.who)}
        case e.TempCloseAttempted() | e.CloseAttempted():
            return {step.event.place}
        case e.StatePosted():
            return {name for name, count in step.event.places if count}
        case _:
            return set()


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
    if not isinstance(shows, _WENT_ON) or attempted_later(events, after.earned[-1]):
        return
    place = after.earned[-1].place or "the location"
    message = f"{after.earned[-1].who} defeated a henchman and may close {place}; play goes on and no attempt is posted"
    for rule_id in ("PA-HEN-01", "PA-CLS-01"):
        for one in flag(rule_id, "closing_not_mentioned", message, "not mentioned", "an attempt, or none wanted"):
            yield step.number, one


def _is_closing(event: Event) -> bool:
    return isinstance(event, e.CheckResolved) and event.purpose == "close"


def happens_to_everybody(steps: Sequence[Judged]) -> list[Found]:
    """PA-ENC-04, PA-ENC-07: what happens before or after an encounter happens to everybody whom it names.

    What is told to concern all characters at a location, be it of a die, of damage or of an effect, is held against
    what is entered for them after it, until the encounter is over or the record ends.
    """
    found: list[Found] = []
    named: _Named | None = None
    for step in steps:
        words = _whom(step.event)
        if words and (named is None or named.words != words):
            found += _left_out(named)
            named = _named(step, words)
        if named is not None:
            named.hit.update(_hit_by(step.event))
        if isinstance(step.event, e.EncounterResolved | e.Evaded | e.TurnEnded) and not _summoned_ends(step):
            found += _left_out(named)
            named = None
    return [*found, *_left_out(named)]


class _Named(NamedTuple):
    """Something that happens to all characters at a place: where that was told, who they are, who has it entered."""

    number: int
    words: str
    rule: str
    place: str
    here: frozenset[str]
    hit: set[str]


_EVERYBODY = re.compile(r"\b(?:all|every|each|everybody|everyone)\b.*\b(?:here|there|locations?|place)\b")
_ELSEWHERE = re.compile(r"\b(?:other|another|any|every|each|different) (?:open )?(?:locations?|places?)\b")


def _whom(event: Event) -> str:
    """The words by which something happens to all characters at a location; "" where it does not."""
    match event:
        case e.RandomPick():
            words = event.affects
        case e.DamageDealt():
            words = event.by
        case e.EffectApplied() if event.who and event.zones:
            words = event.text or event.source
        case _:
            return ""
    said = words.casefold()
    return words if _EVERYBODY.search(said) and not _ELSEWHERE.search(said) else ""


def _named(step: Judged, words: str) -> _Named | None:
    """Who is meant, where several are there; damage and effects outside an encounter are none of its."""
    event = step.event
    told = re.search(r"\b(before|after)\b", f"{words} {getattr(event, 'why', '')}".casefold())
    if not isinstance(event, e.RandomPick) and not (told or phase_of(event) or encounter(step.before)):
        return None
    place = getattr(event, "place", "") or at(step.after, getattr(event, "who", ""))
    here = frozenset(one.name for one in step.after.characters if one.location == place and one.alive)
    if not place or len(here) < 2:
        return None
    after = (told.group(1) if told else phase_of(event)) == "after"
    return _Named(step.number, words, "PA-ENC-07" if after else "PA-ENC-04", place, here, set())


def _hit_by(event: Event) -> set[str]:
    """For whom an event enters that something happened to them."""
    match event:
        case e.DamageDealt() | e.DamageTaken() | e.DamageReduced() | e.EncounterStarted():
            return {event.who}
        case e.CheckResolved(purpose="before" | "after" | "other"):
            return {event.who}
        case e.EffectApplied():
            return {event.who, *(one.who for one in event.zones)}
        case _:
            return set()


def _summoned_ends(step: Judged) -> bool:
    """Whether only an encounter inside another one is over."""
    return isinstance(step.event, e.EncounterResolved | e.Evaded) and len(step.before.encounters) > 1


def _left_out(named: _Named | None) -> list[Found]:
    left = sorted(named.here - named.hit) if named is not None else []
    if named is None or not left:
        return []
    names, entered = ", ".join(left), ", ".join(sorted(named.hit & named.here))
    when = "after" if named.rule == "PA-ENC-07" else "before"
    message = f"this happens to everybody at {named.place} {when} the encounter; nothing is entered for {names}"
    told = flag(named.rule, "forgotten_effect_on_others", message, entered or "nobody", names)
    return [(named.number, one) for one in told]
