"""What the lines of a window of play by post stand for: events of the game, or a reason why there is none.

Every line stands for one event of its own. The cards that a posted check names were played before it and are events
of the same line; so are the end of a turn that nobody posted, and an encounter that is left open or taken up again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.play_by_post_following import OUTSIDE, Following, who_of
from engine.pathfinder.play_by_post_words import (
    WordError,
    cards_left,
    choices_in,
    dice_of,
    kind_of_card,
    lies,
    lists_of,
    modifiers_of,
    more_said,
    number_of_choices,
    parts_of,
    purpose,
    uncopied,
    verdict,
    way,
)
from engine.pathfinder.verdicts import same_card

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.events import Event

#: Why a line stands for no event.
NO_EVENT = {
    "stays": "the character stays where it is, and moving is not obligatory",
    "nothing_given": "no card was given, and giving is not obligatory",
    "no_receiver": "nobody said who got the card",
    "met_already": "the card is being encountered already",
    "no_card": "nobody said which card it was",
    "no_owner": "nobody said whose it is",
    "no_outcome": "nobody said how it ended",
    "no_cards": "the cards of the deck are not listed",
    "words": "words only",
    "told_before": "the attempt to close tells it already",
}


class Telling(Following):
    """One window told as events, line by line."""

    def tell(self, at: int) -> tuple[tuple[Event, ...], str]:
        """The events of the line at this index, or none and the reason.

        Raises:
            WordError: a word of the line stands for nothing.
        """
        self.at = at
        line = self.lines[at]
        events: list[Event] = []
        reason = ""
        for one in self.gone_on(line):
            self.number += 1
            events.append(one)
        if line.location and isinstance(line, (*OUTSIDE, p.EncounterStarted)):
            self.where[who_of(line)] = line.location
        told: Any = _TELL[type(line)](self, line)
        if isinstance(told, str):
            reason = NO_EVENT[told]
        else:
            for one in told:
                self.number += 1
                events.append(uncopied(one))
        return tuple(events), reason


def _hand_drawn(_: Telling, line: p.HandDrawn) -> list[Event] | str:
    if line.character is None:
        return "no_owner"
    drawn = e.HandDrawn(
        who=line.character, hand=line.hand, count=None if line.hand is None else len(line.hand),
        hand_size=line.hand_size, deck=line.deck, discard=line.discard, buried=line.buried,
    )  # fmt: skip
    return [drawn]


def _turn_started(now: Telling, line: p.TurnStarted) -> list[Event]:
    ended = [e.TurnEnded(who=now.active)] if now.active and now.active != line.character else []
    now.active, now.explored = who_of(line), False
    now.began = (now.active, now.number + len(ended) + 1)
    return [*ended, e.TurnStarted(who=who_of(line), turn=line.turn or None)]


def _blessing(now: Telling, line: p.BlessingAdvanced) -> list[Event]:
    flipped = e.BlessingAdvanced(card=line.blessing_flipped)
    if now.active or line.character is None:
        return [flipped]
    return [*_turn_started(now, p.TurnStarted(seq=line.seq, window=line.window, character=line.character)), flipped]


def _given(_: Telling, line: p.CardGiven) -> list[Event] | str:
    if line.card is None and line.to is None:
        return "nothing_given"
    if line.to is None:
        return "no_receiver"
    return [e.CardGiven(who=who_of(line), to=line.to, card=line.card)]


def _moved(now: Telling, line: p.Moved) -> list[Event] | str:
    if line.to is None:
        return "stays"
    by_effect = bool(line.cause) and "step" not in str(line.cause)
    other = bool(now.active) and now.active != line.character
    now.where[who_of(line)] = line.to
    return [
        e.Moved(
            who=who_of(line), to=line.to, cause="effect" if by_effect or other else "step", origin=line.origin or ""
        )
    ]  # fmt: skip


def _kind(line: p.Explored | p.EncounterStarted) -> str:
    return "villain" if line.villain else "henchman" if line.henchman else kind_of_card(line.card_type)


def _explored(now: Telling, line: p.Explored) -> list[Event]:
    paid = line.paid_by
    source = line.source or ("card" if paid else "effect" if now.explored else "free")
    payment = None
    allowed = ""
    if paid is not None and paid.card is not None:
        how = way(paid.how) or "reveal"
        payment = e.Payment(card=paid.card, how=how, type=kind_of_card(paid.type))
        now.lay(who_of(line), paid.card, how)
    elif source != "free":
        allowed = "a card or power that nobody named"
    told = e.Explored(
        who=who_of(line), place=line.location or "", source=source, paid=payment, card=line.card,
        type=_kind(line) or now.kind_ahead(), checks=now.checks_ahead(), allowed_by=allowed,
    )  # fmt: skip
    now.explored = True
    now.meet(who_of(line), line.card)
    return [told]


def _examined(_: Telling, line: p.Examined) -> list[Event]:
    # The number of the card counts the deck as it was built, so it does not tell what lies on top.
    told = f'card {line.position}: "{line.card}"' if line.position is not None else line.card or ""
    none = line.card is None and bool(line.outcome)
    return [
        e.EffectApplied(
            effect="examine", who=who_of(line), place=line.location or "", text=str(line.outcome) if none else told,
            amount=0 if none else None,
        )
    ]  # fmt: skip


def _encounter(now: Telling, line: p.EncounterStarted) -> list[Event] | str:
    who, events = who_of(line), list[Any]()
    again = bool(now.open) and now.open[-1] == (who, line.card) and not line.summoned
    resumed = [] if line.summoned or again else list(now.resume(who, line.card)) if line.card else []
    if not again and not resumed:
        phase = {"before acting": "before", "after acting": "after"}.get(line.phase or "", "")
        now.meet(who, line.card)
        events.append(
            e.EncounterStarted(
                who=who, card=line.card, type=_kind(line), summoned=bool(line.summoned), checks=now.checks_ahead(),
                phase=phase,  # type: ignore[arg-type]
            )
        )  # fmt: skip
    events += resumed
    if line.outcome is UNSET:
        return events or "met_already"
    if line.outcome in {"defeated", "undefeated", "acquired", "banished"}:
        now.leave(line.card)
        return [*events, e.EncounterResolved(outcome=line.outcome, card=line.card)]  # type: ignore[arg-type]
    if line.outcome == "evaded":
        now.leave(line.card)
        return [*events, e.Evaded(who=who)]
    owner = now.taken_over(who)
    if owner or not now.goes_on(who, line.card):
        events.append(now.put_off(owner))
    return events or "met_already"


def _card_played(now: Telling, line: p.CardPlayed) -> list[Event] | str:
    if line.card is None:
        return "no_card"
    how = way(line.action)
    who = who_of(line)
    cost = line.power or "a power" if "cost of a power" in (line.action or "") else ""
    now.lay(who, line.card, how)
    events: list[Event] = [
        e.CardPlayed(
            who=who, card=line.card, how=how or "reveal", type=kind_of_card(line.card_type), use="step", says_so=True,
            cost=cost,
        )
    ]  # fmt: skip
    if line.outcome == "pending" and now.open and now.open[-1][0] != who:
        events.append(now.put_off(who))
    return events


def _power(now: Telling, line: p.PowerUsed) -> list[Event]:
    who = who_of(line)
    used = e.PowerUsed(who=who, power=line.power or "a power", use="check" if now.open else "step")
    if not isinstance(line.zone, dict):
        return [used]
    zones = tuple(now.changes(who, line.zone, line.power or ""))
    return [used, e.EffectApplied(effect="put", who=who, source=line.power or "", zones=zones)]


def _pick(_: Telling, line: p.RandomPick) -> list[Event]:
    choices = choices_in(line.why)
    picked = line.picked or ""
    if not choices and (number := number_of_choices(line.why)):
        choices, picked = tuple(str(one) for one in range(1, number + 1)), ""
    for choice in choices:
        if picked and (picked.casefold() in choice.casefold() or choice.casefold() in picked.casefold()):
            picked = choice
            break
    told = e.RandomPick(
        why=line.why or "", dice=dice_of(line.dice), modifiers=parts_of(line.modifiers), total=line.total,
        choices=choices, picked=picked, affects=line.affects or "", place=line.location or "",
    )  # fmt: skip
    return [told]


def _check(now: Telling, line: p.CheckResolved) -> list[Event]:
    who, what = who_of(line), purpose(line.purpose, line.closing)
    events: list[Event] = []
    if what.kind in {"acquire", "defeat"}:
        events += now.resume(who, None)
    if what.kind == "close":
        if now.closing is None:
            # A check to close is the attempt, where nobody announced one.
            events.append(e.CloseAttempted(who=who, place=now.place(line)))
        now.closing = None
    for card in line.cards_played or ():
        if what.card is not None and card.card is not None and same_card(card.card, what.card):
            continue
        events += now.play(who, card, "close" if what.kind in {"close", "temp_close"} else "check")
    dice = dice_of(line.dice)
    modifiers = modifiers_of(line.modifiers, line.total, dice)
    outcome: Any = verdict(line.outcome)
    without = not dice and line.total is None and outcome is not None
    if what.card is not None and outcome == "success":
        now.lying[who, what.card] = "deck"
    events.append(
        e.CheckResolved(
            who=who, purpose=what.kind,  # type: ignore[arg-type]
            skill=(line.skill or "").split(" (", 1)[0], difficulty=line.difficulty,
            difficulty_parts=parts_of(line.difficulty_parts), dice=dice, modifiers=modifiers,
            after=parts_of(line.after_roll), total=line.total, effective_total=line.effective_total, outcome=outcome,
            which=what.which,
            auto=outcome if without else None,
            reroll_by="" if line.reroll_of is None else f"the reroll at {line.seq}",
            card=what.card,
        )
    )  # fmt: skip
    return events


def _dealt(now: Telling, line: p.DamageDealt) -> list[Event]:
    words = (line.source or "").casefold()
    source: Any = next((one for one in ("before", "after", "check") if one in words), "other")
    late = now.met if source in {"before", "after"} and not now.open and now.met else None
    if line.amount is not None:
        now.owed[who_of(line)] = line.amount
    told = e.DamageDealt(
        who=who_of(line), amount=line.amount, source=source, type=line.kind or "", by=line.source or "", late=late
    )
    return [told]


def _reduced(now: Telling, line: p.DamageReduced) -> list[Event]:
    amount = line.amount
    if amount is None and line.to is not None:
        amount = max(0, now.owed.get(who_of(line), line.to) - line.to)
    return [e.DamageReduced(who=who_of(line), amount=amount or 0, by=line.by_card or line.source or "", type="")]


def _taken(now: Telling, line: p.DamageTaken) -> list[Event]:
    cards = line.discarded if isinstance(line.discarded, tuple) else None
    count = line.discarded if isinstance(line.discarded, int) else line.amount
    now.owed.pop(who_of(line), None)
    amount = line.amount if line.discarded is not None else None
    return [e.DamageTaken(who=who_of(line), cards=cards, count=None if cards is not None else count, amount=amount)]


def _resolved(now: Telling, line: p.EncounterResolved) -> list[Event] | str:
    outcome = line.outcome or now.outcome_by_checks()
    if outcome is None:
        return "no_outcome"
    events: list[Event] = []
    if line.card is not None and not any(known is not None and same_card(known, line.card) for _, known in now.open):
        events += now.resume(who_of(line), line.card)
    now.leave(line.card)
    if line.outcome == "evaded":
        return [*events, e.Evaded(who=who_of(line))]
    place = lies(line.zone)
    zone, order = (place.zone, place.at) if place else (None, "")
    if zone == "deck" and outcome == "undefeated":
        zone = "location"
    told = e.EncounterResolved(
        outcome=outcome, card=line.card, zone=zone, order=order,  # type: ignore[arg-type]
        allowed_by=place.reason if place else "",
    )  # fmt: skip
    return [*events, told]


def _price(now: Telling, line: p.CloseAttempted | p.TempCloseAttempted) -> tuple[list[Event], int]:
    events: list[Event] = []
    unpaid = 0
    for one in line.paid or ():
        if one.by is None:
            unpaid += one.amount or 1
        elif one.card is not None:
            card = p.PostedCard(card=one.card, type=one.type, how=one.how, by=one.by, effect="cost of a power: closing")
            events += now.play(who_of(line), card, "close")
    return events, unpaid


def _close(now: Telling, line: p.CloseAttempted) -> list[Event]:
    paid, unpaid = _price(now, line)
    outcome: Any = verdict(line.outcome)
    now.unpaid[now.place(line)] = unpaid
    now.closing = now.place(line) if outcome is None else None
    tried = e.CloseAttempted(
        who=who_of(line), place=now.place(line), outcome=outcome, unpaid=unpaid, outcome_text=more_said(line.outcome)
    )
    return [*paid, tried]


def _temp_close(now: Telling, line: p.TempCloseAttempted) -> list[Event]:
    paid, _ = _price(now, line)
    place = now.place(line)
    outcome: Any = verdict(line.outcome) or now.closed_ahead(place)
    now.tried.add(place)
    said = more_said(line.outcome)
    return [
        *paid, e.TempCloseAttempted(who=who_of(line), place=line.location or "", outcome=outcome, outcome_text=said)
    ]  # fmt: skip


def _closed(now: Telling, line: p.LocationClosed) -> list[Event] | str:
    place = now.place(line)
    if line.closing == "temporary" and place in now.tried:
        return "told_before"
    if line.closing == "temporary":
        return [e.TempCloseAttempted(who=who_of(line), place=place, outcome="success")]
    causes: dict[str | None, Any] = {"henchman": "henchman", "empty deck": "empty_deck", "villain": "villain"}
    pending = bool(now.unpaid.get(place))
    now.tasks += pending
    return [e.LocationClosed(place=place, cause=causes.get(line.cause, "effect"), pending=pending)]


def _escaped(now: Telling, line: p.VillainEscaped) -> list[Event]:
    words = (line.pool or "").casefold()
    pool: Any = "box" if "box" in words else "blessings" if words else ""
    to = (line.to,) if isinstance(line.to, str) else line.to
    return [e.VillainEscaped(villain=line.card or "", n=line.n, pool=pool, to=to)]


def _healed(now: Telling, line: p.Healed) -> list[Event]:
    for card in line.cards or ():
        now.lying[who_of(line), card] = "deck"
    return [e.Healed(who=who_of(line), amount=line.amount, cards=line.cards, by=line.by or "")]


def _reset(now: Telling, line: p.HandReset) -> list[Event]:
    for card in line.discarded or ():
        now.lying[who_of(line), card] = "discard"
    named = isinstance(line.drawn, tuple)
    told = e.HandReset(
        who=who_of(line), discarded=line.discarded, drawn=line.drawn if named else None,  # type: ignore[arg-type]
        draws=None if named else line.drawn,  # type: ignore[arg-type]
    )  # fmt: skip
    return [told]


def _ended(now: Telling, line: p.TurnEnded) -> list[Event]:
    now.active, now.explored = "", False
    return [e.TurnEnded(who=who_of(line))]


def _posted(_: Telling, line: p.StatePosted) -> list[Event]:
    counts = [(name, cards_left(text)) for name, text in (line.locations or {}).items()]
    places = tuple((name, count) for name, count in counts if count is not None)
    own = e.StatePosted(
        who=who_of(line), hand=line.hand, hand_count=line.hand_count, displayed=line.displayed, deck=line.deck,
        discard=line.discard, buried=line.buried, places=places,
        location=(line.location or "") if line.character else "", listed=lists_of(line),
    )  # fmt: skip
    return [own, *(e.StatePosted(who=name, location=where) for name, where in (line.where or {}).items())]


def _effect(now: Telling, line: p.EffectApplied) -> list[Event]:
    who, text = who_of(line), line.effect or ""
    zones = tuple(now.changes(who, line.zone or {}, text))
    return [e.EffectApplied(effect="put" if zones else "text", who=who, text=text, zones=zones)]


def _correction(now: Telling, line: p.Correction) -> list[Event]:
    how = (line.how or "").casefold()
    void: tuple[int, ...] = ()
    if now.began is not None and now.began[0] == line.character and "turn" in how and ("again" in how or "void" in how):
        void = tuple(range(now.began[1], now.number + 1))
        now.active, now.explored, now.began = "", False, None
        now.open.clear()
    return [e.Correction(reason=line.what_was_wrong or line.how or "", how=line.how or "", void=void)]


def _ruling(_: Telling, line: p.Ruling) -> list[Event]:
    return [e.Ruling(point=line.point or "", choice=line.choice or "", by=line.by or "")]


def _scenario(_: Telling, line: p.ScenarioEnded) -> list[Event] | str:
    if line.outcome is None:
        return "no_outcome"
    return [e.ScenarioEnded(outcome=line.outcome, reward=line.reward or "")]


_TELL: dict[type[p.Line], Callable[..., Any]] = {
    p.HandDrawn: _hand_drawn,
    p.TurnStarted: _turn_started,
    p.BlessingAdvanced: _blessing,
    p.CardGiven: _given,
    p.Moved: _moved,
    p.Explored: _explored,
    p.Examined: _examined,
    p.EncounterStarted: _encounter,
    p.CardPlayed: _card_played,
    p.PowerUsed: _power,
    p.RandomPick: _pick,
    p.CheckResolved: _check,
    p.DamageDealt: _dealt,
    p.DamageReduced: _reduced,
    p.DamageTaken: _taken,
    p.EncounterResolved: _resolved,
    p.CloseAttempted: _close,
    p.TempCloseAttempted: _temp_close,
    p.LocationClosed: _closed,
    p.VillainEscaped: _escaped,
    p.Healed: _healed,
    p.HandReset: _reset,
    p.TurnEnded: _ended,
    p.StatePosted: _posted,
    p.EffectApplied: _effect,
    p.Correction: _correction,
    p.Ruling: _ruling,
    p.DeckRebuilt: lambda _, __: "no_cards",
    p.ScenarioEnded: _scenario,
    p.Note: lambda _, __: "words",
}

__all__ = ["NO_EVENT", "Telling", "WordError"]
