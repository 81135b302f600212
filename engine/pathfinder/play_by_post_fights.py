"""Encounters, checks and damage of play by post as events: what a line tells, and what the post leaves unsaid of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.cards import BANES
from engine.pathfinder.encounter import concerned
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.play_by_post_cards import posted_card
from engine.pathfinder.play_by_post_closing import closing_cause
from engine.pathfinder.play_by_post_following import Following, is_reroll, who_of
from engine.pathfinder.play_by_post_words import (
    Purpose,
    WordError,
    after_of,
    dice_of,
    kind_of_card,
    lies,
    modifiers_of,
    parts_of,
    purpose,
    way,
    without_roll,
)
from engine.pathfinder.state import character, encounter
from engine.pathfinder.verdicts import known_type, same_card

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.events import Event

#: Why an encounter is over of which nobody said how it ended.
UNTOLD = "nobody said how it ended"
_OVER = frozenset({"defeated", "undefeated", "acquired", "banished", "declined"})


def kind_of(line: p.Explored | p.EncounterStarted | p.EncounterResolved | p.CheckResolved) -> str:
    """The type of the card that a line speaks of; "" if that is not told."""
    if line.villain or line.henchman:
        return "villain" if line.villain else "henchman"
    return kind_of_card(getattr(line, "card_type", None))


# Encounters


def encounter_started(now: Following, line: p.EncounterStarted) -> list[Event] | str:
    """A card is met that no exploration brought, or one that was left open is gone on with."""
    who, events = who_of(line), list[Any]()
    summoned = bool(line.summoned) or (line.summoned is None and bool(now.open) and _another(now, line))
    again = bool(now.open) and not summoned and not _another(now, line)
    if again and line.card is not None:
        now.open[-1] = (who, line.card)
    resumed = [] if summoned or again else list(now.resume(who, line.card)) if line.card else []
    if not again and not resumed:
        words = (line.phase or "").casefold()
        phase: Any = next((one for one in ("before", "after") if one in words), "")
        now.meet(who, line.card)
        now.hears(line.known)
        events.append(
            e.EncounterStarted(
                who=who, card=line.card, type=kind_of(line), summoned=summoned, checks=now.checks_of(line),
                phase=phase,
            )
        )  # fmt: skip
    events += resumed
    if line.outcome is UNSET:
        return events or "met_already"
    outcome: Any = now.ending(line.outcome)
    if outcome in _OVER:
        now.leave(line.card)
        return [*events, e.EncounterResolved(outcome=outcome, card=line.card)]
    if outcome == "evaded":
        now.leave(line.card)
        return [*events, e.Evaded(who=who)]
    owner = now.taken_over(who)
    if owner or not now.goes_on(who, line.card):
        events.append(now.put_off(owner))
    return events or "met_already"


def _another(now: Following, line: p.EncounterStarted) -> bool:
    """Whether the card is another one than that of the encounter that goes on; one that is not named is not."""
    who, card = now.open[-1] if now.open else ("", None)
    known = line.card is None or card is None or same_card(line.card, card)
    return not now.open or who != who_of(line) or not known


def encounter_resolved(now: Following, line: p.EncounterResolved) -> list[Event] | str:
    """An encounter is over: how, and where its card went."""
    outcome = now.ending(line.outcome) or now.outcome_by_checks()
    if outcome is None and not now.open:
        return "no_outcome"
    who, events = who_of(line), list[Any]()
    if line.card is not None and not any(known is not None and same_card(known, line.card) for _, known in now.open):
        events += now.resume(who, line.card)
    if not now.open and not events and outcome is not None:
        events += _fought_unseen(now, line, outcome)
    number = concerned(now.state, "", line.card)
    if number is not None:
        events += now.damage_unsaid(now.state.encounters[number].number)
    now.leave(line.card)
    if outcome not in {"defeated", "acquired", "banished"}:
        # The card goes back into the deck, which is shuffled.
        now.slots.forget(now.place(line))
    if outcome is None:
        return [*events, e.EncounterResolved(outcome="cut_short", card=line.card, allowed_by=UNTOLD)]
    if outcome == "evaded":
        return [*events, e.Evaded(who=who, by=line.by or "")]
    if number is not None and outcome in {"defeated", "undefeated"}:
        events += _decided_inside(now, number)
    if outcome == "banished" and _untried_boon(now, number):
        outcome = "declined"
    if number is not None and outcome in {"defeated", "acquired"} and _no_check_made(now, number):
        events += _succeeded_by_text(now, number, outcome)
    place = lies(line.zone)
    zone, order = (place.zone, place.at) if place else (None, "")
    if zone == "deck" and outcome == "undefeated":
        zone = "location"
    reason = place.reason if place else ""
    if outcome == "undefeated" and not reason:
        reason = now.allows(_UNDEFEATED)
    told = e.EncounterResolved(
        outcome=outcome, card=line.card, zone=zone, order=order, allowed_by=reason,  # type: ignore[arg-type]
    )  # fmt: skip
    return [*events, told]


def _decided_inside(now: Following, number: int) -> Iterator[Event]:
    """A check of which nothing is told, where cards that were met inside an encounter decide how it ends."""
    met = now.state.encounters[number]
    inner = any(one.summoned and one.number > met.number for one in now.state.over)
    if inner and not met.done and not now.state.encounters[number + 1 :]:
        yield e.CheckResolved(who=met.who, purpose="defeat")


#: Words by which a text lets a card be beaten or acquired without a roll, leaves it undefeated, or allows more cards.
_AUTOMATIC = re.compile(r"\bautomatic|\bauto-?(?:success|acquire|defeat)|\bwithout (?:an?y? )?(?:check|roll)")
_UNDEFEATED = re.compile(r"\bundefeated\b|\bnot defeated\b|\bcan(?:not|'t) be defeated\b")
_MORE = r"\b(?:another|additional|second|extra|further|any number of|more than one|multiple|two)(?: \w+)?"


def _no_check_made(now: Following, number: int) -> bool:
    """Whether no check of the card that is over was made."""
    return not now.state.encounters[number].done


def _succeeded_by_text(now: Following, number: int, outcome: str) -> Iterator[Event]:
    """A check that a text lets succeed without a roll, where one was said to."""
    if why := now.allows(_AUTOMATIC):
        met = now.state.encounters[number]
        kind: Any = "acquire" if outcome == "acquired" else "defeat"
        yield e.CheckResolved(who=met.who, purpose=kind, auto="success", outcome="success", why=why)


def _allows_more(now: Following, line: p.CheckResolved, card: p.PostedCard) -> str:
    """The text by which somebody may play more than one card of this type on a check; "" if none was posted."""
    effects = [posted_card(one).effect for one in line.cards_played or ()]
    kind = kind_of_card(card.type) or "card"
    of_kind = rf"{_MORE} {kind[:-1]}(?:{kind[-1]}|ie)s?\b"
    of_any = rf"\bplay {_MORE} cards?\b|{_MORE} be played\b|\blets? {_MORE}\b"
    return now.allows(re.compile(f"{of_kind}|{of_any}"), *effects)


def _fought_unseen(now: Following, line: p.EncounterResolved, outcome: str) -> Iterator[Event]:
    """The encounter and its check, where the window begins after them: that there was one, and nothing else of it."""
    begun = list(now.begun_unseen(who_of(line), line.card, kind_of(line)))
    yield from begun
    if begun and outcome not in {"evaded", "banished"}:
        kind: Any = "acquire" if outcome == "acquired" else "defeat"
        yield e.CheckResolved(who=who_of(line), purpose=kind)


def _untried_boon(now: Following, number: int | None) -> bool:
    """Whether no check of the boon was posted, so that it was left alone."""
    met = now.state.encounters[number] if number is not None else None
    return met is None or (not met.done and met.type not in BANES)


# Checks


def check_resolved(now: Following, line: p.CheckResolved) -> list[Event]:
    """One roll, with the cards that were played for it."""
    who, what = who_of(line), purpose(line.purpose, line.closing)
    events: list[Event] = []
    kind = what.kind
    again = is_reroll(line)
    if kind in {"acquire", "defeat"}:
        events += now.resume(who, None)
        if not events:
            events += now.begun_unseen(who, now.card_ahead(who), kind_of(line), what.checks)
        if not again and (met := encounter(now.state)) is not None:
            events += now.damage_unsaid(met.number)
    elif kind in {"close", "temp_close"}:
        kind, before = _closing(now, line, kind)
        events += before
    if line.cards_played is None:
        events += now.unsure("", *OWN_ZONES)
    for posted in line.cards_played or ():
        card = posted_card(posted)
        if what.card is not None and card.card is not None and same_card(card.card, what.card):
            continue
        use: e.Use = "close" if kind in {"close", "temp_close"} else "check"
        events += now.play(who, card, use, allowed=_allows_more(now, line, card))
    if kind not in {"acquire", "defeat"} and now.rolled_again(line):
        kind = "other"
    events.append(
        _rolled(now, line, what, kind, again=again and kind in {"acquire", "defeat"} and _rolled_before(now, who))
    )
    if kind == "recharge":
        events += _recharged(now, line, what)
    elif not kind and now.verdict(line.outcome) != "fail":
        # A check of which nobody said what it was for may have recharged a card.
        events += now.unsure(who, "discard", "deck")
    return events


def _rolled_before(now: Following, who: str) -> bool:
    """Whether a roll of this character in this encounter is told that can be rolled again."""
    number = concerned(now.state, who)
    return number is not None and any(one.who == who for one in now.state.encounters[number].done)


def _closing(now: Following, line: p.CheckResolved, kind: str) -> tuple[str, list[Event]]:
    """A check to close is the attempt, where nobody announced one; beside a villain it is one against it."""
    who, met = who_of(line), now.villain_met()
    if kind == "temp_close" and met is None:
        # Without a villain the attempt is wrong where it is told; before a window begins there may have been one.
        told = now.is_beginning() or any(
            isinstance(one, p.TempCloseAttempted) and one.character == line.character for one in now.lines[: now.at]
        )
        return "other", [] if told else [_attempt(now, line)]
    if met is not None and (kind == "temp_close" or now.closing is None):
        tried = [name for name, _ in met.tried]
        if who in met.decided:
            # A second try is wrong where it is made; its roll is only a roll.
            return "other", [] if tried.count(who) > met.decided.count(who) else [_attempt(now, line)]
        return "temp_close", [] if who in tried else [_attempt(now, line)]
    events: list[Event] = []
    if now.closing is None and not (is_reroll(line) and now.state.closing is not None):
        events.append(e.CloseAttempted(who=who, place=now.place(line), cause=closing_cause(line, now.ahead())))
    now.closing = None
    return "close", events


def _attempt(now: Following, line: p.CheckResolved) -> Event:
    now.tried.add(now.place(line))
    return e.TempCloseAttempted(who=who_of(line), place=now.place(line))


def _rolled(now: Following, line: p.CheckResolved, what: Purpose, kind: str, *, again: bool) -> Event:
    """The roll itself: its dice and sums as posted, and what the post does not say of them."""
    try:
        dice = dice_of(line.dice or ())
    except WordError as fault:
        now.odd_word(fault)
        dice = ()
    unread = bool(line.dice) and not dice
    modifiers = () if unread else modifiers_of(line.modifiers, line.total, dice)
    outcome = now.verdict(line.outcome)
    without = not dice and not unread and line.total is None and outcome is not None
    without = without and (line.dice is not None or without_roll(line.outcome))
    total = line.total
    if total is None and dice:
        total = sum(one.result for one in dice) + sum(one.value for one in modifiers)
    after = after_of(line.after_roll, total, line.effective_total)
    difficulty = line.difficulty
    if after is None:
        after = _as_it_ended(line, outcome)
    purposes: Any = kind or "other"
    return e.CheckResolved(
        who=who_of(line), purpose=purposes,
        skill=(line.skill or "").split(" (", 1)[0], difficulty=difficulty,
        difficulty_parts=parts_of(line.difficulty_parts), dice=dice, modifiers=modifiers,
        after=after, total=line.total, effective_total=line.effective_total, outcome=outcome, which=what.which,
        auto=outcome if without else None, reroll_by=_rerolled_by(line) if again else "", card=what.card,
    )  # fmt: skip


def _rerolled_by(line: p.CheckResolved) -> str:
    """The card by which a roll was made again, where one says so; else the reroll itself."""
    cards = [posted_card(one) for one in line.cards_played or ()]
    named = [one.card for one in cards if one.card and "reroll" in (one.effect or "").casefold()]
    return named[0] if named else f"the reroll at {line.seq}"


def _as_it_ended(line: p.CheckResolved, outcome: str | None) -> tuple[e.Part, ...]:
    """What was added after the roll where nobody said how much: at least what the posted outcome asks for."""
    if outcome is None or line.total is None or line.difficulty is None:
        return ()
    short = line.difficulty - line.total
    if (outcome == "success") == (short <= 0):
        return ()
    return (e.Part(value=short if outcome == "success" else short - 1, why="not posted"),)


def _recharged(now: Following, line: p.CheckResolved, what: Purpose) -> Iterator[Event]:
    """Where the card lies after a check to recharge it; which card it was may be unsaid."""
    who, outcome = who_of(line), now.verdict(line.outcome)
    if what.card is not None:
        if outcome == "success":
            now.lying[who, what.card] = "deck"
        elif outcome is None and line.total is None:
            yield from now.unsure(who, "discard", "deck", card=what.card)
    elif outcome != "fail":
        yield from now.unsure(who, "discard", "deck")


# Damage

_BEFORE = re.compile(r"\bbefore\b|\bbya\b")
_AFTER = re.compile(r"\bafter (?:act|you act|the encounter|acting)|\baya\b|^after$")
_OF_CHECK = re.compile(r"\b(?:check|roll|fail|failed|failure|miss|missed|short|difference|undefeated)\b|\bby \d")
_ELSEWHERE = re.compile(r"\b(?:power|location|scenario|adventure|effect|trap|text|ship)\b")
_BANE = frozenset({"monster", "henchman", "villain", "bane", "the", "a", "combat", "damage", "its", "from", "of"})


def _cause(now: Following, line: p.DamageDealt) -> str:
    """What dealt damage: before, after, check, or other for anything else that the source names."""
    words = (line.source or "").casefold().strip()
    if _BEFORE.search(words):
        return "before"
    if _AFTER.search(words):
        return "after"
    if _OF_CHECK.search(words) and "other check" not in words:
        return "check"
    unstated = [one for one in now.state.damages if one.source == "check" and not one.stated]
    if not unstated:
        return "other"
    own = {one.number: one for one in now.state.encounters}.get(unstated[-1].encounter)
    if own is not None and own.card is None and not _ELSEWHERE.search(words):
        return "check"
    names = set(re.findall(r"\w+", (own.card or "").casefold() if own is not None else "")) - _BANE
    said = set(re.findall(r"\w+", words)) - _BANE - {(line.kind or "").casefold()}
    return "check" if said <= names or (names and names <= said) else "other"


def _worked_out(line: p.DamageDealt, source: str) -> str:
    """The text by which damage differs from what a check was failed by: a sum of its own, or more than its bane."""
    if source != "check":
        return ""
    if line.amount_expr is not None and not line.amount_expr.strip().isdecimal():
        return line.amount_expr
    return line.source or "" if re.search(r"[+-] ?\d|\bplus\b|\bminus\b", line.source or "") else ""


def damage_dealt(now: Following, line: p.DamageDealt) -> list[Event]:
    """Damage is dealt: that of a failed check, unless its source names something else."""
    who, source = who_of(line), _cause(now, line)
    late = now.met if source in {"before", "after"} and not now.open and now.met else None
    if late is not None and (source == "after" or line.amount is None):
        # What comes after acting is often told after the end; what is only announced is not dealt yet.
        source, late = "other", None
    by, owed = line.source or "", [one for one in now.state.damages if one.source == "check" and not one.stated]
    if source == "check":
        mine = [one for one in owed if one.who == who]
        if mine or (owed and not _told_later(now, owed[0].who)):
            by = ""
        elif _failed(now, who) is not False:
            # The check of this damage is not told, or its damage was: this is some other.
            source, by = "other", by or "a check"
        else:
            by = ""
        met = encounter(now.state)
        if met is not None and (met.type == "barrier" or not met.type):
            by = line.source or "its text"
    if line.affects:
        by = f"{by or line.source or 'its text'}, {line.affects}"
    told = e.DamageDealt(
        who=who, amount=line.amount, source=source, type=line.kind or "", by=by, late=late,  # type: ignore[arg-type]
        allowed_by=_worked_out(line, source),
    )  # fmt: skip
    return [told]


def _told_later(now: Following, who: str) -> bool:
    """Whether damage of this character is told further on in the encounter."""
    for line in now.ahead():
        if isinstance(line, p.DamageDealt | p.DamageReduced | p.DamageTaken) and line.character == who:
            return True
        if isinstance(line, p.EncounterResolved | p.Explored | p.HandReset | p.TurnEnded):
            return False
    return False


def _failed(now: Following, who: str) -> bool | None:
    """Whether a check that this character made in this encounter failed; None where none is told."""
    outcomes = list[str | None]()
    for line in reversed(now.lines[: now.at]):
        if isinstance(line, p.CheckResolved) and line.character == who:
            outcomes.append(now.verdict(line.outcome))
        if isinstance(line, p.Explored | p.EncounterStarted | p.EncounterResolved | p.TurnStarted):
            break
    return None if not outcomes or None in outcomes else "fail" in outcomes


def damage_reduced(now: Following, line: p.DamageReduced) -> list[Event]:
    """Damage is made smaller; by how much may follow from what was taken of it, or be unsaid."""
    who, card = who_of(line), posted_card(line.by_card or None)
    events: list[Event] = []
    owed = [one for one in now.state.damages if one.who == who]
    if not owed:
        events.append(e.DamageDealt(who=who, source="other", type=line.kind or "", by=line.source or "not told"))
    left = owed[0].amount if owed else None
    amount = line.amount
    if amount is None and left is not None:
        to = line.to if line.to is not None else _taken_ahead(now, who)
        amount = max(0, left - (to or 0))
    by = card.card or line.source or "not told"
    events.append(e.DamageReduced(who=who, amount=amount or 0, by=by, type="", character=card.by or ""))
    if line.by_card is None:
        return [*events, *now.unsure(who, *OWN_ZONES)]
    return [*events, *_paid_for(now, card, who)]


def _paid_for(now: Following, card: p.PostedCard, who: str) -> Iterator[Event]:
    """The card that reduced damage goes where playing it puts it, unless its own line tells that."""
    owner, how = card.by or who, way(card.how)
    if card.card is None or how == "reveal" or known_type(card.card) not in {"", "armor", "item", "spell", "ally"}:
        return
    told = [one for one in (*now.helped, *now.named) if one.who == owner and same_card(one.card, card.card)]
    if told or any(_plays(one, owner, card.card) for one in now.ahead()):
        return
    if how is not None:
        yield e.CardPlayed(
            who=owner, card=card.card, how=how, type=kind_of_card(card.type), use="damage", says_so=True
        )  # fmt: skip
    yield from now.lay(owner, card.card, how)


def _plays(line: p.Line, who: str, card: str) -> bool:
    return (
        isinstance(line, p.CardPlayed)
        and line.character == who
        and bool(line.card)
        and same_card(line.card or "", card)
    )


def _taken_ahead(now: Following, who: str) -> int | None:
    """How much damage of a character is told to be taken further on in the encounter."""
    for line in now.ahead():
        if isinstance(line, p.DamageTaken) and line.character in {None, who}:
            cards = line.discarded
            return len(cards) if isinstance(cards, tuple) else cards if cards is not None else line.amount
        if isinstance(line, p.EncounterResolved | p.Explored | p.HandReset | p.TurnEnded | p.DamageDealt):
            return None
    return None


def damage_taken(now: Following, line: p.DamageTaken) -> list[Event]:
    """Cards are discarded for damage: those named, as many as are told, or as the damage asks for."""
    who, discarded = who_of(line), line.discarded
    owner = character(now.state, who)
    if isinstance(discarded, tuple):
        named = tuple(one for one in discarded if one is not None)
        if len(named) == len(discarded):
            for card in named:
                now.lying[who, card] = "discard"
            return [e.DamageTaken(who=who, cards=named, amount=line.amount)]
        return [e.DamageTaken(who=who, count=len(discarded), amount=line.amount)]
    count = discarded
    amount = line.amount if discarded is not None else None
    if count is None and line.amount is not None and owner is not None and owner.hand.size is not None:
        # With fewer cards in hand than damage all of them go.
        count = min(line.amount, owner.hand.size)
    elif count is None:
        count = line.amount
    unsaid = [] if count is not None else list(now.unsure(who, "hand", "discard"))
    return [*unsaid, e.DamageTaken(who=who, count=count, amount=amount)]
