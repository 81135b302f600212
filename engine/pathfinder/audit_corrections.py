"""What a correction shows to have been wrong: what was left out at first, where a card did not belong.

A correction is told in words. What it put right is told better by the log: by what stands in the second posting and
not in the first, and by what was last done with the cards that it names. The words say the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder.questions import rules_spoken_of
from engine.pathfinder.verdicts import Wrong, flag

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from engine.audit import Judged
    from engine.events import Event
    from engine.judging import Violation
    from engine.pathfinder.state import State

#: How many rules one correction names at most.
AT_MOST = 4


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without the s of the plural."""
    return [word.removesuffix("s") for word in re.findall(r"\w+", text.casefold())]


# Play done again

_AGAIN = frozenset({"again", "anew", "redo", "redone", "repeat", "repeated", "replay", "replayed", "rerun", "void"})


def _says_again(event: e.Correction) -> bool:
    """Whether a correction says that something is taken back and played again."""
    return bool(event.void) or not _AGAIN.isdisjoint(words_of(event.how))


def put_right(steps: Sequence[Judged], at: int, event: e.Correction) -> Iterator[Violation]:
    """What a correction shows in hindsight; one that only puts cards elsewhere shows it by itself (`put_elsewhere`).

    At the table a slip is taken back as a matter of course, so only what is told to have been left out is found there;
    a record has a correction where its players found a mistake.
    """
    again = _second_posting(steps[at + 1 :])
    told = list(_phases_told(event, again))
    if steps[at].before.mode != "record":
        yield from done_again(event, told, ()) if told else ()
    elif told or _says_again(event):
        first = _first_posting(steps, event)
        added = _added(first, again) if first else _spoken_and_entered(event, again)
        yield from done_again(event, told, list(added))
    elif not _speaks_of_zones(event):
        for rule in rules_spoken_of(event.reason)[:2]:
            message = f'an earlier entry was put right, under "{rule.title}": {event.reason}'
            yield from flag(rule.id, "put_right", message, event.reason, event.how)


#: A rule, the event that is under it, and what that is.
Entered = tuple[str, int, str]


def done_again(event: e.Correction, told: Sequence[Entered], added: Sequence[Entered]) -> Iterator[Violation]:
    """What play was done again for, each rule once: there is always one.

    What the correction says to have come before or after acting and is entered now; what the second posting has beyond
    the first; and, where the correction names no such thing, what else its words speak of.
    """
    why: dict[str, str] = {}
    for rule_id, number, what in (*told, *added):
        why.setdefault(rule_id, f"first posted without {what}; it is entered now, by event {number}")
    for rule_id in () if told else _spoken_of(event):
        why.setdefault(rule_id, f"played again: {event.reason or event.how or 'no reason is told'}")
    for rule_id, message in list(why.items())[:AT_MOST]:
        yield from flag(rule_id, "redo_turn", message, "left out", "played again")


def _first_posting(steps: Sequence[Judged], event: e.Correction) -> list[Event]:
    """The events that do not count any more. The line is counted from 1, its start, which is not among the steps."""
    return [steps[number - 2].event for number in event.void if 2 <= number <= len(steps) + 1]


def _second_posting(later: Sequence[Judged]) -> list[Judged]:
    """What was played after the correction, up to the end of the turn or the next correction."""
    found: list[Judged] = []
    for step in later:
        if isinstance(step.event, e.Correction):
            break
        if isinstance(step.event, e.TurnStarted) and any(not isinstance(one.event, e.TurnStarted) for one in found):
            break
        found.append(step)
        if isinstance(step.event, e.TurnEnded) and len(found) > 1:
            break
    return found


#: What comes before and after the check of a card, under which rule.
_PHASES = {"before": "PA-ENC-04", "after": "PA-ENC-07"}


def phase_of(event: Event) -> str:
    """Whether an event is something that comes before or after the check of a card: "before", "after" or ""."""
    match event:
        case e.EncounterStarted():
            return event.phase
        case e.DamageDealt(source=("before" | "after") as phase):
            return phase
        case e.CheckResolved(purpose=("before" | "after") as phase):
            return phase
        case e.EffectApplied(effect=("before" | "after") as phase):
            return phase
        case _:
            return ""


def _phases_told(event: e.Correction, again: Sequence[Judged]) -> Iterator[Entered]:
    """PA-ENC-04, PA-ENC-07: the correction tells that something came before or after acting, and it is entered now."""
    told = set(words_of(event.reason))
    for phase, rule_id in _PHASES.items():
        now = next((one.number for one in again if phase_of(one.event) == phase), None)
        if phase in told and now is not None:
            yield rule_id, now, f"what comes {phase} acting"


def _added(first: Sequence[Event], again: Sequence[Judged]) -> Iterator[Entered]:
    """What the second posting has beyond the first, as far as the first went, with its rules.

    What was only played on after it was not left out; of that the first thing tells, where nothing was put in between.
    What follows from something left out, such as its check, is not told besides.
    """
    left = Counter(_alike(one) for one in first)
    new: list[Judged] = []
    within = 0
    for step in again:
        key = _alike(step.event)
        if left[key]:
            left[key] -= 1
            within = len(new)
        else:
            new.append(step)
    for step in new[:within] or new[:1]:
        for rule_id, what in _governs(step.event):
            yield rule_id, step.number, what


def _spoken_and_entered(event: e.Correction, again: Sequence[Judged]) -> Iterator[Entered]:
    """What the second posting has of that of which the correction speaks, where the first one is not on record."""
    said = {word[:_STEM] for word in words_of(event.reason)}
    for step in again:
        for rule_id, what in _governs(step.event):
            if any(word[:_STEM] in said for word in words_of(what) if len(word) > 3):
                yield rule_id, step.number, what


#: So many letters of a word tell what it is about, be it a noun or a verb: summon, summons, summoned.
_STEM = 6


def _alike(event: Event) -> Hashable:
    """What makes events of two postings the same: what was done, to whom and with which card, whatever came of it."""
    names = ("who", "card", "to", "purpose", "phase", "source", "effect", "place", "how", "why")
    told = tuple(str(getattr(event, name, "") or "") for name in names)
    return (type(event).__name__, *told)


def _governs(event: Event) -> tuple[tuple[str, str], ...]:
    """The rules of something that was left out at first; none for what only follows from something else."""
    phase = phase_of(event)
    if phase:
        also = (("PA-ENC-11", "a summoned card"),) if isinstance(event, e.EncounterStarted) and event.summoned else ()
        return ((_PHASES[phase], f"what comes {phase} acting"), *also)
    match event:
        case e.EncounterStarted(summoned=True):
            return (("PA-SUM-01", "a summoned card"), ("PA-ENC-11", "a summoned card"))
        case e.DamageDealt(source="check"):
            return (("PA-DMG-01", "damage"),)
        case e.DamageDealt():
            return (("PA-DMG-04", "damage"),)
        case e.DamageReduced():
            return (("PA-DMG-02", "a reduction of damage"),)
        case e.BlessingAdvanced():
            return (("PA-TRN-03", "a blessing turned over"),)
        case e.CardGiven():
            return (("PA-TRN-04", "a card given"),)
        case e.Moved():
            return (("PA-TRN-05", "a move"),)
        case e.Explored(source="free"):
            return (("PA-TRN-06", "an exploration"),)
        case e.Explored():
            return (("PA-TRN-07", "an exploration"),)
        case e.CheckResolved(purpose="close") | e.PricePaid() | e.CardPlayed(use="close"):
            return (("PA-CLS-03", "the requirement of a closing"),)
        case e.CheckResolved(purpose="recharge"):
            return (("PA-PLY-07", "a check to recharge"),)
        case e.CloseAttempted():
            return (("PA-CLS-01", "an attempt to close"), ("PA-CLS-03", "the requirement of a closing"))
        case e.LocationClosed():
            return (("PA-CLS-05", "a closing"),)
        case e.TempCloseAttempted() | e.CheckResolved(purpose="temp_close"):
            return (("PA-VIL-01", "an attempt to close a location against the villain"),)
        case e.VillainEscaped():
            return (("PA-VIL-06", "the escape of the villain"),)
        case e.Evaded():
            return (("PA-ENC-02", "an evasion"),)
        case e.EffectApplied(effect="examine" | "search"):
            return (("PA-EXM-01", "an examination"),)
        case e.EffectApplied(effect="closing_effect"):
            return (("PA-CLS-05", "the effect of a closing"),)
        case e.EffectApplied() | e.RandomPick():
            return (("PA-PRI-01", "the effect of a card"),)
        case _:
            return ()


_OVERLOOKED = re.compile(
    r"\b(?:forgot\w*|overlook\w*|ignor\w*|miss(?:ed|ing)?|pass(?:ed|es)? over|skipp\w+|omitt\w*|left out|neglect\w*|"
    r"without)\b"
)
_TEXT = re.compile(r"\b(?:abilit\w+|effects?|powers?|rules?|texts?|traits?|triggers?)\b")
#: Whose text it was that was overlooked, by the rule that makes it hold.
_WHOSE = {"scenario": "PA-SET-12", "location": "PA-CRD-02"}


def _spoken_of(event: e.Correction) -> Iterator[str]:
    """The rules that a correction speaks of: by which the text of a card holds, and those nearest to its words."""
    said = event.reason.casefold()
    if _OVERLOOKED.search(said) and _TEXT.search(said):
        yield "PA-PRI-01"
        yield from (rule_id for word, rule_id in _WHOSE.items() if word in said)
    near = [rule.id for rule in rules_spoken_of(event.reason)]
    yield from near[:2] or ("PA-TRN-01",)


# Cards put elsewhere

_ZONE_WORDS = frozenset({"hand", "deck", "discard", "discarded", "buried", "banished", "recharged", "displayed"})

#: Words that tell under which rule a card goes somewhere.
_GOES = {
    "PA-PLY-01": r"reveal\w*|display\w*|recharg\w*|bury|buri(?:es|ed)|banish\w*|discard(?! pile)\w*",
    "PA-PLY-07": r"recharg\w*",
    "PA-ENC-08": r"acquir\w*|boons?",
    "PA-ENC-09": r"(?:un)?defeat\w*|banes?",
    "PA-ENC-02": r"evad\w*",
    "PA-DMG-03": r"damage|wounds?",
    "PA-TRN-12": r"reset\w*|hand size",
    "PA-TRN-04": r"gave|given?",
    "PA-SUM-01": r"summon\w*",
    "PA-CLS-03": r"closing|to close",
}


def _speaks_of_zones(event: e.Correction) -> bool:
    return bool(event.zones) or not _ZONE_WORDS.isdisjoint(words_of(f"{event.reason} {event.how}"))


def put_elsewhere(view: State, event: e.Correction) -> Wrong:
    """PA-ZON-01: a card is in one zone; a correction that puts it into another one shows where it was wrong.

    Under which rule it should have gone there is told by what was done with it last, and by the words.
    """
    if _says_again(event) or not _speaks_of_zones(event):
        return ()
    said = f"{event.reason} {event.how}".casefold()
    named = ["PA-ZON-01", *_done_last(view, event, said)]
    named += [rule_id for rule_id, words in _GOES.items() if re.search(rf"\b(?:{words})\b", said)]
    message = f"a card was put right: {event.how or event.reason}"
    found: list[Violation] = []
    for rule_id in list(dict.fromkeys(named))[:AT_MOST]:
        found += flag(rule_id, "retcon_zones", message, event.reason, event.how)
    return tuple(found)


def _done_last(view: State, event: e.Correction, said: str) -> Iterator[str]:
    """The rules of what was done last with each card that a correction names."""
    named = {one.card.casefold() for one in event.zones if one.card}
    seen: set[str] = set()
    past = view.past.recorded if view.past is not None else None
    while past is not None:
        for card, rule_id in _moved_cards(past.event):
            key = card.casefold()
            if key not in seen and (key in named or re.search(rf"(?<!\w){re.escape(key)}(?!\w)", said)):
                seen.add(key)
                yield rule_id
        past = past.before


def _moved_cards(event: Event) -> Iterator[tuple[str, str]]:
    """The cards that an event names and puts somewhere, each with the rule by which it goes there."""
    match event:
        case e.CardPlayed():
            yield event.card, "PA-PLY-06" if event.cost else "PA-PLY-01"
        case e.CheckResolved(purpose="recharge", card=str(card)):
            yield card, "PA-PLY-07"
        case e.Explored(paid=e.Payment(card=card)) | e.PricePaid(paid=e.Payment(card=card)):
            yield card, "PA-PLY-01"
        case e.EncounterResolved(card=str(card)):
            boon = event.outcome in {"acquired", "banished", "declined"}
            yield card, "PA-ENC-08" if boon else "PA-ENC-09"
        case e.DamageTaken():
            yield from ((card, "PA-DMG-03") for card in event.cards or ())
        case e.HandReset():
            yield from ((card, "PA-TRN-12") for card in event.discarded or ())
        case e.CardGiven(card=str(card)):
            yield card, "PA-TRN-04"
