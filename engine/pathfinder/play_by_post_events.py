"""What the lines of a window of play by post stand for: events of the game, or a reason why there is none.

Every line stands for one event of its own. The cards that a posted check names were played before it and are events
of the same line; so are the end of a turn that nobody posted, an encounter that is left open or taken up again, and
what a post leaves unsaid: which cards a pile still has, what damage cost, how what it goes on with began.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_fights as fights
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.play_by_post_cards import posted_card
from engine.pathfinder.play_by_post_closing import closing_cause
from engine.pathfinder.play_by_post_fights import kind_of
from engine.pathfinder.play_by_post_following import OUTSIDE, Following, who_of
from engine.pathfinder.play_by_post_words import (
    WordError,
    card_and_zone,
    cards_left,
    choices_in,
    dice_of,
    kind_of_card,
    modifiers_of,
    more_said,
    number_of_choices,
    receiver,
    tells_of_none,
    way,
)
from engine.pathfinder.state import at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

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
    "dead": "the turn was over when its character died",
    "told_by_check": "the check for which it was played tells it already",
}


#: Steps that come after a closing.
_AFTER_CLOSING = (p.Explored, p.HandReset, p.TurnEnded, p.TurnStarted)
#: What shows that a villain has escaped, told or not.
_GONE_ON = (p.Explored, p.CloseAttempted, p.HandReset, p.TurnEnded, p.TurnStarted)


#: Steps of a turn that its blessing precedes, and why one of them may come first.
_STEPS = (e.CardGiven, e.Moved, e.Explored, e.CloseAttempted, e.HandReset)
_LATE = "the blessing of the turn was turned over later"


class Telling(Following):
    """One window told as events, line by line."""

    def tell(self, at: int) -> tuple[tuple[Event, ...], str]:
        """The events of the line at this index, or none and the reason.

        Words that stand for nothing are remarked on in `odd`, and what they tell is unknown.
        """
        self.at = at
        line = self.lines[at]
        events = [self.happens(one) for one in self.gone_on(line)]
        events += [self.happens(one) for one in self.left_unsaid(line)]
        if line.location and isinstance(line, (*OUTSIDE, p.EncounterStarted)):
            self.where[who_of(line)] = line.location
        told: Any = _TELL[type(line)](self, line)
        if isinstance(told, str):
            return tuple(events), NO_EVENT[told]
        if self.state.turn.step == "advance" and self.blessing_ahead():
            # That it comes too late is told where it comes, and nowhere else.
            told = [replace(one, allowed_by=_LATE) if isinstance(one, _STEPS) else one for one in told]
        return (*events, *(self.happens(one) for one in told)), ""

    def blessing_ahead(self) -> bool:
        """Whether the blessing of this turn is posted later in it."""
        for line in self.ahead():
            if isinstance(line, p.TurnStarted | p.TurnEnded | p.BlessingAdvanced):
                return isinstance(line, p.BlessingAdvanced)
        return False

    def left_unsaid(self, line: p.Line) -> Iterator[Event]:
        """What was not posted before play goes on: what damage cost, and where a villain went."""
        if isinstance(line, p.HandReset | p.TurnEnded | p.TurnStarted):
            yield from self.damage_unsaid(who=line.character)
        yield from self.closing_unsaid(line)

    def closing_unsaid(self, line: p.Line) -> Iterator[Event]:
        """A location closes when its closing succeeds; without a word of either the attempt came to nothing."""
        closing = self.state.closing
        if closing is None or closing.outcome == "fail" or closing.unpaid or not isinstance(line, _AFTER_CLOSING):
            return
        self.closing = None
        if closing.outcome == "success":
            cause: Any = closing.cause if closing.cause in {"henchman", "empty_deck"} else "effect"
            yield e.LocationClosed(place=closing.place, cause=cause)
        else:
            yield e.CheckResolved(who=closing.who, purpose="close", outcome="fail", why=fights.UNTOLD)


def names(cards: Iterable[str | None] | None) -> tuple[str, ...] | None:
    """The cards of a list; None where it is not told, or one of them is not named."""
    found = tuple(cards) if cards is not None else None
    return found if found is None or None not in found else None  # type: ignore[return-value]


def number_of(cards: tuple[str | None, ...] | int | None) -> int | None:
    """How many cards a list has, or a number tells."""
    return len(cards) if isinstance(cards, tuple) else cards


def _hand_drawn(now: Telling, line: p.HandDrawn) -> list[Event] | str:
    if not line.character:
        return "no_owner"
    count = number_of(line.hand)
    drawn = e.HandDrawn(
        who=line.character, hand=names(line.hand), count=line.hand_size if count is None else count,
        hand_size=line.hand_size, deck=line.deck, discard=line.discard, buried=line.buried,
    )  # fmt: skip
    if count is not None:
        return [drawn]
    now.happens(drawn)
    now.number -= 1
    return [drawn, *now.unsure(line.character, "hand")]


def _turn_started(now: Telling, line: p.TurnStarted) -> list[Event]:
    who = who_of(line)
    ended = [e.TurnEnded(who=now.active)] if now.active and now.active != who else []
    now.active, now.explored = who, False
    now.helped.clear()
    now.began = (who, now.number + len(ended) + 1)
    number = line.turn or None if not now.turns or now.turns[-1] is not None else None
    now.turns.append(line.turn)
    unsaid = "" if who else "nobody said whose turn it is"
    return [*ended, e.TurnStarted(who=who, turn=number, allowed_by=unsaid)]


def _blessing(now: Telling, line: p.BlessingAdvanced) -> list[Event]:
    flipped = e.BlessingAdvanced(card=line.blessing_flipped)
    if now.active or line.character is None:
        return [flipped]
    return [*_turn_started(now, p.TurnStarted(seq=line.seq, window=line.window, character=line.character)), flipped]


def _given(now: Telling, line: p.CardGiven) -> list[Event] | str:
    who, to = who_of(line), line.to or receiver(line.outcome, now.people)
    if to is None and len(now.people) == 2 and line.card is not None:
        other = next((name for name in now.people if name != who), None)
        to = other if other is not None and _may_be_together(now, who, other) else None
    if to is not None:
        return [e.CardGiven(who=who, to=to, card=line.card)]
    if line.card is None:
        return "nothing_given"
    return [one for name in now.people for one in now.unsure(name, "hand", card=line.card)] or "no_receiver"


def _may_be_together(now: Telling, who: str, other: str) -> bool:
    """Whether two characters are at one location as far as the window tells, also by what it tells later."""
    here, there = (
        at(now.state, name) or next((one.location for one in now.ahead() if one.character == name and one.location), "")
        for name in (who, other)
    )
    return not here or not there or here == there


def _moved(now: Telling, line: p.Moved) -> list[Event] | str:
    if line.to is None or (line.outcome or "").casefold().startswith("stay"):
        return "stays"
    by_effect = bool(line.cause) and "step" not in str(line.cause)
    other = bool(now.active) and now.active != line.character
    now.where[who_of(line)] = line.to
    return [
        e.Moved(
            who=who_of(line), to=line.to, cause="effect" if by_effect or other else "step", origin=line.origin or ""
        )
    ]  # fmt: skip


def _explored(now: Telling, line: p.Explored) -> list[Event]:
    who, paid = who_of(line), posted_card(line.paid_by) if line.paid_by is not None else None
    words = line.source or ("card" if paid else "effect" if now.explored else "free")
    source: Any = "effect" if words == "power" else words
    payment = None
    left_open = list[Any]()
    allowed = ""
    if paid is not None and paid.card is not None:
        how = way(paid.how)
        payment = e.Payment(card=paid.card, how=how or "reveal", type=kind_of_card(paid.type))
        left_open += now.lay(who, paid.card, how)
    elif source != "free":
        allowed = "a card or power that nobody named"
    card = line.card or now.card_ahead(who)
    told = e.Explored(
        who=who, place=line.location or "", source=source, paid=payment, card=card,
        type=kind_of(line) or now.kind_ahead(), checks=now.checks_of(line), allowed_by=allowed, slot=line.position,
    )  # fmt: skip
    now.explored = True
    now.meet(who, card)
    now.hears(line.known)
    return [*now.slots.turned_over(now.place(line), line.position, line.card), told, *left_open]


#: Words for a card that was looked at and does not stay where it lay.
_PUT_ELSEWHERE = re.compile(r"\bbottom\b|\bshuffl|\bbanish|\bhand\b|\bdiscard|\bencounter")


def _examined(now: Telling, line: p.Examined) -> list[Event]:
    # The number of the card counts the deck as it was built, so by itself it does not tell what lies on top.
    place, outcome = now.place(line), (line.outcome or "").casefold()
    elsewhere = bool(_PUT_ELSEWHERE.search(outcome))
    if line.position is not None and line.card is not None and place and not elsewhere:
        seen = list(now.slots.seen(place, line.position, line.card))
        if seen:
            return [replace(one, who=who_of(line)) for one in seen]
    if elsewhere:
        now.slots.forget(place)
    told = f'card {line.position}: "{line.card}"' if line.position is not None else line.card or ""
    none = line.card is None and tells_of_none(line.outcome)
    return [
        e.EffectApplied(
            effect="examine", who=who_of(line), place=line.location or "", text=str(line.outcome) if none else told,
            amount=0 if none else None,
        )
    ]  # fmt: skip


def _card_played(now: Telling, line: p.CardPlayed) -> list[Event] | str:
    if line.card is None:
        return list(now.unsure(who_of(line), *OWN_ZONES)) or "no_card"
    how = way(line.action)
    who = who_of(line)
    pending = line.outcome == "pending" and bool(now.open) and now.open[-1][0] != who
    now.hears(line.power)
    if now.helps(who, line.card, how):
        return [now.put_off(who)] if pending else "told_by_check"
    cost = line.power or "a power" if "cost of a power" in (line.action or "") else ""
    events: list[Event] = [
        e.CardPlayed(
            who=who, card=line.card, how=how or "reveal", type=kind_of_card(line.card_type), use="step", says_so=True,
            cost=cost,
        )
    ]  # fmt: skip
    events += now.lay(who, line.card, how if who else None)
    events += _drawn(now, who, line.power)
    if pending:
        events.append(now.put_off(who))
    return events


def _power(now: Telling, line: p.PowerUsed) -> list[Event]:
    who = who_of(line)
    now.hears(line.power)
    used = e.PowerUsed(who=who, power=line.power or "a power", use="check" if now.open else "step")
    handed = [now.put_off(who)] if line.outcome == "pending" and now.open and now.open[-1][0] != who else []
    return [used, *_put(now, who, line.zone, line.power or ""), *_drawn(now, who, line.power), *handed]


def _drawn(now: Telling, who: str, spoken: str | None) -> Iterator[Event]:
    """Cards that were drawn by a text that says so, where nobody said how many and which."""
    if re.search(r"\bdraws?\b|\bdrew\b", spoken or "", re.IGNORECASE):
        yield from now.unsure(who, "hand", "deck")


def _put(now: Telling, who: str, zone: Any, spoken: str) -> list[Event]:
    """Cards that went to posted zones; where the zones are not told, or of no card that is named, all may differ."""
    if zone is UNSET:
        return []
    if isinstance(zone, str) and (named := card_and_zone(zone)) is not None:
        zone = dict([named])
    if not isinstance(zone, dict):
        return list(now.unsure(who, *OWN_ZONES))
    moved, left_open = now.changes(who, zone, spoken)
    if not who:
        return list(now.unsure("", *OWN_ZONES))
    told = [e.EffectApplied(effect="put", who=who, source=spoken, zones=tuple(moved))] if moved else []
    return [*left_open, *told]


def _pick(now: Telling, line: p.RandomPick) -> list[Event]:
    choices = choices_in(line.why)
    picked = line.picked or ""
    if not choices and (number := number_of_choices(line.why)):
        choices, picked = tuple(str(one) for one in range(1, number + 1)), ""
    for choice in choices:
        if picked and (picked.casefold() in choice.casefold() or choice.casefold() in picked.casefold()):
            picked = choice
            break
    try:
        dice = dice_of(line.dice)
    except WordError as fault:
        now.odd_word(fault)
        dice = ()
    told = e.RandomPick(
        why=line.why or "", dice=dice, modifiers=modifiers_of(line.modifiers, line.total, dice), total=line.total,
        choices=choices, picked=picked, affects=line.affects or "", place=line.location or "",
    )  # fmt: skip
    return [told]


def _price(now: Telling, line: p.CloseAttempted | p.TempCloseAttempted) -> tuple[list[Event], int]:
    events: list[Event] = []
    unpaid = 0
    for one in line.paid or ():
        if isinstance(line.paid, str) or isinstance(one, str):
            continue
        if one.by is None and one.card is None:
            unpaid += one.amount or 1
        elif one.card is not None:
            card = p.PostedCard(card=one.card, type=one.type, how=one.how, by=one.by, effect="cost of a power: closing")
            events += now.play(who_of(line), card, "close")
    return events, unpaid


def _close(now: Telling, line: p.CloseAttempted) -> list[Event]:
    paid, unpaid = _price(now, line)
    place = now.place(line)
    outcome = None if now.check_ahead(who_of(line)) else now.verdict(line.outcome)
    if outcome is None and not now.check_ahead(who_of(line)):
        outcome = now.shut_ahead(place)
    now.unpaid[place] = unpaid
    now.closing = place if outcome is None else None
    said = more_said(line.outcome)
    tried = e.CloseAttempted(
        who=who_of(line), place=place, outcome=outcome, unpaid=unpaid, cause=closing_cause(line, now.ahead()),
        outcome_text=said,
    )  # fmt: skip
    return [*paid, tried]


def _temp_close(now: Telling, line: p.TempCloseAttempted) -> list[Event] | str:
    paid, _ = _price(now, line)
    place = now.place(line)
    outcome: Any = None if now.check_ahead(who_of(line)) else now.verdict(line.outcome) or now.closed_ahead(place)
    if outcome is None and not now.check_ahead(who_of(line)):
        return "no_outcome"
    if now.is_beginning() and not now.open:
        paid += now.begun_unseen(now.fighter_ahead(), None, "villain")
    now.tried.add(place)
    said = more_said(line.outcome)
    return [*paid, e.TempCloseAttempted(who=who_of(line), place=place, outcome=outcome, outcome_text=said)]


#: Words for why a location was closed, and the cause that they tell.
_CAUSES = {"henchman": "henchman", "empty": "empty_deck", "villain": "villain"}


def _closed(now: Telling, line: p.LocationClosed) -> list[Event] | str:
    place, temporary = now.place(line), now.is_temporary(line)
    if temporary and place in now.tried and not now.closing_failed(place):
        return "told_before"
    if temporary:
        return [e.TempCloseAttempted(who=who_of(line), place=place, outcome="success")]
    words, fate = (line.cause or "").casefold(), now.state.fate
    cause: Any = next((told for word, told in _CAUSES.items() if word in words), "effect")
    if cause == "effect" and fate is not None and fate.place == place:
        cause = "villain"
    pending = bool(now.unpaid.get(place))
    now.tasks += pending
    events = list(_closing_unseen(now, line, place, cause)) if now.is_beginning() else []
    return [*events, e.LocationClosed(place=place, cause=cause, pending=pending)]


def _closing_unseen(now: Telling, line: p.LocationClosed, place: str, cause: str) -> Iterator[Event]:
    """What a closing goes back to, where the window begins after it."""
    if cause == "villain":
        yield from _villain_unseen(who_of(line), None, "defeated")
    elif cause != "effect":
        yield e.CloseAttempted(who=who_of(line), place=place, outcome="success")


def _villain_unseen(who: str, card: str | None, outcome: Any) -> Iterator[Event]:
    """The encounter with a villain, where the window begins after it."""
    yield e.EncounterStarted(who=who, card=card, type="villain")
    yield e.CheckResolved(who=who, purpose="defeat")
    yield e.EncounterResolved(card=card, outcome=outcome)


_BLESSINGS = re.compile(r"\b(\d+) blessing")


def _escaped(now: Telling, line: p.VillainEscaped) -> list[Event]:
    words = (line.pool or "").casefold()
    pool: Any = "box" if "box" in words else "blessings" if "deck" in words or words == "blessings" else ""
    number = _BLESSINGS.search(words)
    to = (line.to,) if isinstance(line.to, str) else names(line.to)
    events: list[Event] = []
    if now.state.fate is None and now.is_beginning():
        events += _villain_unseen(who_of(line), line.card, "defeated" if pool == "box" else "undefeated")
        if pool == "box":
            events.append(e.LocationClosed(place=now.place(line), cause="villain"))
    now.slots.left.clear()
    told = e.VillainEscaped(
        villain=line.card or "", n=line.n, pool=pool, to=to, blessings=int(number[1]) if number else None
    )
    return [*events, told]


def _healed(now: Telling, line: p.Healed) -> list[Event]:
    if not line.character:
        return list(now.unsure("", "discard", "deck"))
    cards = names(line.cards)
    for card in cards or ():
        now.lying[line.character, card] = "deck"
    amount = line.amount if line.cards is None else number_of(line.cards)
    return [e.Healed(who=line.character, amount=amount, cards=cards, by=line.by or "")]


def _reset(now: Telling, line: p.HandReset) -> list[Event]:
    discarded, drawn = line.discarded, line.drawn
    named = names(discarded) if isinstance(discarded, tuple) else None
    for card in named or ():
        now.lying[who_of(line), card] = "discard"
    told = e.HandReset(
        who=who_of(line), discarded=named, discards=number_of(discarded) if named is None else None,
        drawn=names(drawn) if isinstance(drawn, tuple) else None,
        draws=number_of(drawn) if not isinstance(drawn, tuple) or None in drawn else None,
    )  # fmt: skip
    return [told]


def _ended(now: Telling, line: p.TurnEnded) -> list[Event] | str:
    who = who_of(line)
    if now.state.turn.active != who and any(one.name == who and not one.alive for one in now.state.characters):
        return "dead"
    now.active, now.explored = "", False
    return [e.TurnEnded(who=who_of(line))]


def _posted(now: Telling, line: p.StatePosted) -> list[Event]:
    for name, text in (line.locations or {}).items():
        now.slots.posted(name, text or "")
    counts = [(name, cards_left(text)) for name, text in (line.locations or {}).items() if text is not None]
    places = tuple((name, count) for name, count in counts if count is not None)
    who = who_of(line)
    if line.hand is not None:
        now.lying = {(name, card): zone for (name, card), zone in now.lying.items() if name != who or zone != "hand"}
    lists = [(name, number_of(count)) for name, count in (line.lists or {}).items()]
    if line.recharged_listed is not None and not any("recharge" in name.casefold() for name, _ in lists):
        lists.append(("recharged", len(line.recharged_listed)))
    # Names beside cards that nobody named are what is known of a hand.
    named = tuple(card for card in line.hand or () if card is not None)
    own = e.StatePosted(
        who=who, hand=named or names(line.hand),
        hand_unknown=len(line.hand or ()) - len(named) if named else 0,
        hand_count=number_of(line.hand) if line.hand_count is None else line.hand_count,
        displayed=names(line.displayed), deck=line.deck, discard=line.discard, buried=line.buried, places=places,
        location=(line.location or "") if line.character else "",
        listed=tuple((name, count) for name, count in lists if count is not None),
    )  # fmt: skip
    return [own, *(e.StatePosted(who=name, location=where) for name, where in (line.where or {}).items() if where)]


def _effect(now: Telling, line: p.EffectApplied) -> list[Event]:
    who, text = who_of(line), line.effect or ""
    now.hears(text)
    drawn = list(_drawn(now, who, text))
    if not isinstance(line.zone, dict):
        # What it leaves open comes after it: a text that takes a card of an empty pile is seen before.
        return [e.EffectApplied(effect="text", who=who, text=text), *_put(now, who, line.zone, text), *drawn]
    moved, left_open = now.changes(who, line.zone, text)
    if not who:
        left_open = list(now.unsure("", *OWN_ZONES))
    return [
        *left_open,
        *drawn,
        e.EffectApplied(effect="put" if moved else "text", who=who, text=text, zones=tuple(moved)),
    ]


#: Words for a turn that is posted once more.
_AGAIN = re.compile(r"\bagain\b|\bvoid\b|\bonce more\b|\bred(?:o|one|oes|id)\b|\breplay|\banew\b")


def _correction(now: Telling, line: p.Correction) -> list[Event]:
    how = f"{line.how or ''} {'' if line.how else line.what_was_wrong or ''}".casefold()
    told: dict[str, Any] = {"reason": line.what_was_wrong or line.how or "", "how": line.how or ""}
    after = next(now.ahead(), None)
    own = now.began is not None and line.character in {None, now.began[0]}
    follows = now.began is not None and isinstance(after, p.TurnStarted) and after.character == now.began[0]
    if now.began is not None and own and (follows or ("turn" in how and _AGAIN.search(how))):
        void = tuple(range(now.began[1], now.number + 1))
        now.active, now.explored, now.began = "", False, None
        now.open.clear()
        now.helped.clear()
        return [e.Correction(**told, void=void)]
    # What was put right in words alone may have moved any card.
    return [e.Correction(**told), *now.unsure(who_of(line), *OWN_ZONES)]


def _ruling(_: Telling, line: p.Ruling) -> list[Event]:
    return [e.Ruling(point=line.point or "", choice=line.choice or "", by=line.by or "")]


def _died(now: Telling, line: p.CharacterDied) -> list[Event] | str:
    if not line.character:
        return "no_owner"
    now.open = [one for one in now.open if one[0] != line.character]
    if now.active == line.character:
        now.active, now.explored = "", False
    return [e.CharacterDied(who=line.character, cause=line.cause or line.reason or "")]


_RESULTS = {"won": "won", "win": "won", "victory": "won", "lost": "lost", "loss": "lost", "lose": "lost"}


def _scenario(now: Telling, line: p.ScenarioEnded) -> list[Event] | str:
    if line.outcome is None:
        return "no_outcome"
    found: Any = next(
        (_RESULTS[word] for word in re.findall(r"\w+", line.outcome.casefold()) if word in _RESULTS), None
    )
    if found is None:
        now.odd_word(WordError(f'"{line.outcome}" is no end of a scenario such as "won"'))
        return "no_outcome"
    return [e.ScenarioEnded(outcome=found, reward=line.reward or "")]


_TELL: dict[type[p.Line], Callable[..., Any]] = {
    p.HandDrawn: _hand_drawn,
    p.TurnStarted: _turn_started,
    p.BlessingAdvanced: _blessing,
    p.CardGiven: _given,
    p.Moved: _moved,
    p.Explored: _explored,
    p.Examined: _examined,
    p.EncounterStarted: fights.encounter_started,
    p.CardPlayed: _card_played,
    p.PowerUsed: _power,
    p.RandomPick: _pick,
    p.CheckResolved: fights.check_resolved,
    p.DamageDealt: fights.damage_dealt,
    p.DamageReduced: fights.damage_reduced,
    p.DamageTaken: fights.damage_taken,
    p.EncounterResolved: fights.encounter_resolved,
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
    p.CharacterDied: _died,
    p.Note: lambda _, __: "words",
}

__all__ = ["NO_EVENT", "Telling", "WordError"]
