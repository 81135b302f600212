"""Checks, damage and cards played in game words: what a check was of, its dice and its sum, and what it came to."""

from __future__ import annotations

from engine.pathfinder import events as e
from engine.pathfinder.card_checks import difficulty_of
from engine.pathfinder.checks import rolled, succeeded, total_of
from engine.pathfinder.damage import amount_of, derived, owed_by
from engine.pathfinder.offers_slots import STANDING_FOR
from engine.pathfinder.phrases import (
    PAST,
    USES,
    Tale,
    Told,
    a_sum,
    by,
    cards_or_number,
    encountered,
    location_of,
    met_now,
    named,
    names,
    paid,
    paying,
    reason,
    roll,
    typed,
)

# Checks


def check(tale: Tale, event: e.CheckResolved) -> Told:
    """A check with its difficulty, dice, total and outcome."""
    what = f"{_what(tale, event)}{_row(tale, event)}{_aim(tale, event)}"
    means = f"{_using(event)}{f', the skill lent by {named(event.lent)}' if event.lent else ''}"
    if event.auto is not None:
        verb = "succeeded" if event.auto == "success" else "failed"
        now = "succeed" if event.auto == "success" else "fail"
        rest = f" without dice at {what}{means}{_stated_apart(event)}{reason(event.why)}"
        return Told(event.who, now, verb, rest)
    if event.deliberate:
        return Told(event.who, "fail", "failed", f" on purpose at {what}{means}{reason(event.why)}")
    came = "" if tale.offered and not _has_numbers(event) else f": {_came_to(tale, event)}"
    if event.reroll_by:
        rest = f" {what} again by {named(event.reroll_by)}{means}{came}{reason(event.why)}"
        return Told(event.who, "roll", "rolled", rest)
    return Told(event.who, "make", "made", f" {what}{means}{came}{reason(event.why)}")


def _has_numbers(event: e.CheckResolved) -> bool:
    return bool(event.dice) or event.total is not None or event.outcome is not None


def _what(tale: Tale, event: e.CheckResolved) -> str:
    skill = f"{event.skill} " if event.skill else ""
    if event.difficulty is None:
        known = difficulty_of(tale.state, event)
        told = tale.untold(", its difficulty not told,") if known is None else f" of {known}, as it is known to have,"
        return f"the {skill}check{told}"
    parts = event.difficulty_parts
    if len(parts) == 1 and parts[0].value == event.difficulty:
        return f"the {skill}check of {event.difficulty}{reason(parts[0].why)}"
    in_parts = len(parts) > 1 or any(one.why or one.value != event.difficulty for one in parts)
    return f"the {skill}check of {event.difficulty}{f', {a_sum(parts)},' if in_parts else ''}"


def _row(tale: Tale, event: e.CheckResolved) -> str:
    if event.which is None:
        return ""
    met = met_now(tale.state, event.who)
    of = f" of {met.checks}" if met is not None and met.checks and event.purpose in {"acquire", "defeat"} else ""
    return f" (check {event.which}{of})"


def _aim(tale: Tale, event: e.CheckResolved) -> str:
    where = location_of(tale.state, event.who) or "the location"
    card = named(event.card, encountered(tale.state, event.who) or "a card")
    return {
        "acquire": f" to acquire {card}",
        "defeat": f" to defeat {card}",
        "close": f" to close {where}",
        "temp_close": f" to close {where} for a time",
        "recharge": f" to recharge {named(event.card)}",
        "before": f" before the encounter with {card}",
        "after": f" after the encounter with {card}",
        "other": "",
    }[event.purpose]


def _using(event: e.CheckResolved) -> str:
    if event.using is None:
        return ""
    return f" with {event.using}" if event.using else " with no card and no power"


def _came_to(tale: Tale, event: e.CheckResolved) -> str:
    """The dice, the total, and the outcome."""
    return f"{_sum_told(event)}, {_verdict(tale, event)}"


def _sum_told(event: e.CheckResolved) -> str:
    base = rolled(event)
    if base is None and event.total is None:
        return "dice and total not told"
    if base is None:
        told = f"a total of {event.total}"
    else:
        differs = event.total is not None and event.total != base
        told = f"{roll(event.dice, event.modifiers)}: {base}{f', posted as {event.total}' if differs else ''}"
    if not event.after and event.effective_total in {None, total_of(event)}:
        return told
    if not event.after:
        return f"{told}, with what came after the roll posted as {event.effective_total}"
    total = total_of(event)
    posted = f", posted as {event.effective_total}" if event.effective_total not in {None, total} else ""
    return f"{told}, after the roll {a_sum(event.after)}: {total}{posted}"


def _verdict(tale: Tale, event: e.CheckResolved) -> str:
    outcome = succeeded(event, tale.state)
    total, difficulty = total_of(event), difficulty_of(tale.state, event)
    if outcome is None:
        return "outcome not told"
    margin = None if total is None or difficulty is None else total - difficulty
    if margin is not None and (margin >= 0) != outcome:
        return f"told as {'succeeded' if outcome else 'failed'}"
    if outcome:
        return "succeeded"
    return f"failed by {-margin}" if margin is not None else "failed"


def _stated_apart(event: e.CheckResolved) -> str:
    """An outcome that was posted beside one without dice and differs from it."""
    if event.outcome is None or event.outcome == event.auto:
        return ""
    return f", told as {'succeeded' if event.outcome == 'success' else 'failed'}"


def begun(tale: Tale, event: e.CheckStarted) -> Told:
    """The skill of a check was fixed."""
    against = encountered(tale.state, event.who)
    which = f"check {event.which}" if event.which is not None else "the check"
    rest = f" {event.skill or 'the skill'} for {which}{f' against {against}' if against else ''}"
    return Told(event.who, "choose", "chose", rest)


# Cards and powers


def _use(tale: Tale, who: str, use: e.Use) -> str:
    """What something was used for, and for whom if that is somebody else."""
    if "use" in tale.open:
        return ""
    met = met_now(tale.state, who)
    if use == "check" and met is not None and met.who not in {"", who}:
        return f"for the check of {met.who}"
    return USES[use]


def card_played(tale: Tale, event: e.CardPlayed) -> Told:
    """A card was played, or paid for something."""
    what = f" {typed(event.card, event.type, tale.state)}"
    aim = f" to pay for {event.cost}" if event.cost else f" {_use(tale, event.who, event.use)}"
    extra = [
        f"using its powers to {names(event.powers)}" if event.powers else "",
        "which sets how the check is made" if event.replaces else "",
        f"a further card of its type by {named(event.permission)}" if event.permission else "",
        "as its text says" if event.says_so else "",
        "without the skill that it asks for" if event.lacks_skill else "",
    ]
    rest = ", ".join((what + aim, *(one for one in extra if one)))
    return Told(event.who, "play" if "how" in tale.open else event.how, PAST[event.how], rest)


_WHEN = {"": "", "before_play": ", before cards are played", "in_play": ", while cards are played"}


def power_used(tale: Tale, event: e.PowerUsed) -> Told:
    """A power of a character was used."""
    power = event.power if event.power in STANDING_FOR else f'the power "{event.power}"'
    base = f" {power} {_use(tale, event.who, event.use)}"
    sets = ", which sets how the check is made" if event.replaces else ""
    if tale.offered:
        cost = f": {names([paying(one) for one in event.cost])}" if event.cost else ""
    else:
        cost = f" and {names([paid(one) for one in event.cost])} for it" if event.cost else ""
    return Told(event.who, "use", "used", f"{base}{sets}{_WHEN[event.when]}{cost}")


# Damage

_SOURCES = {"before": " before the check", "check": "", "after": " after the check", "other": ""}


def dealt(tale: Tale, event: e.DamageDealt) -> Told:
    """Damage was dealt."""
    amount = amount_of(event)
    if amount is None and (owed := derived(tale.state, event)) is not None:
        amount = owed.amount
    kind = f"{event.type} damage" if event.type else "damage"
    many = f"{amount} {kind}" if amount is not None else f"{kind}{tale.untold(', not told how much,')}"
    dice = f": {roll(event.dice, event.modifiers)}" if event.dice else f", {a_sum(event.modifiers)}"
    dice = dice if event.dice or event.modifiers else ""
    failed = " for a failed check" if event.source == "check" and not event.by else ""
    source = by(event.by)
    return Told(event.who, "be dealt", "was dealt", f" {many}{source}{failed}{_SOURCES[event.source]}{dice}")


def reduced(tale: Tale, event: e.DamageReduced) -> Told:
    """Damage was made smaller."""
    helper = event.character if event.character and event.character != event.who else ""
    kind = f"{event.type} damage" if event.type else "damage"
    owed = owed_by(tale.state, event.who)
    of = f" of {owed.amount}" if owed is not None and owed.amount is not None else ""
    source = f"{by(event.by)}{f' of {helper}' if helper and event.by else f' by {helper}' if helper else ''}"
    many = "" if "amount" in tale.open else f" by {event.amount}"
    return Told(event.who, "reduce", "reduced", f" the {kind}{of}{many}{source}")


def taken(tale: Tale, event: e.DamageTaken) -> Told:
    """Cards were discarded for damage."""
    owed = owed_by(tale.state, event.who)
    amount = event.amount if event.amount is not None else owed.amount if owed is not None else None
    for_what = f" for {amount} damage" if amount is not None else " for damage"
    origin = " from the deck" if event.origin == "deck" else ""
    if event.cards is None and event.count is None:
        return Told(event.who, "discard cards", "discarded cards, not told which,", f"{origin}{for_what}")
    what = cards_or_number(event.cards, event.count)
    return Told(event.who, "discard", "discarded", f" {what}{origin}{for_what}")
