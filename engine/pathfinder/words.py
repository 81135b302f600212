"""How the log speaks: events, options and consequences of the Pathfinder game in game words.

An event is told in the past tense from the state before it; an option with the same words in the imperative. Sentences
have no full stop. What nobody said is told as not told. An event that does not fit the state is told all the same.
Consequences are told in `effect_words.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec.structs import replace

from engine.catalogue import Catalogue, UnknownNameError
from engine.events import Event
from engine.pathfinder import card_words, check_words
from engine.pathfinder import events as e
from engine.pathfinder.effect_words import describe_effects
from engine.pathfinder.offers_slots import NAME, STANDING_FOR
from engine.pathfinder.phrases import (
    SHARED,
    Tale,
    Told,
    an,
    by,
    cards,
    cards_or_number,
    changes,
    counted,
    encountered,
    grouped,
    location_of,
    met_now,
    named,
    names,
    paid,
    paying,
    reason,
    typed,
    zone,
)
from engine.pathfinder.state import State, place
from engine.pathfinder.verdicts import NO_ANSWER

__all__ = ["describe", "describe_effects", "offer"]


def describe(state: State, event: Event) -> str:
    """An event in game words, past tense; `state` is the one before it."""
    told = _tell(Tale(state), event)
    sentence = f"{told.who} {told.then}{told.rest}" if told.who else f"{told.then}{told.rest}"
    return _tidy(f"{sentence}{_allowed(event)}{_late(state, event)}")


def offer(state: State, event: Event, slots: Iterable[str] = ()) -> str:
    """What an option does, in game words without a subject: 'explore Guard Tower for free'.

    Who else than the one whose turn or encounter it is would do it is named in front.

    Args:
        state: the one in which the option is there.
        event: that of the option.
        slots: its open fields; where what stands in one changes the sentence, nothing or a general word is told.
    """
    slots = frozenset(slots)
    field = _OTHERS.get(type(event), "")
    if field in slots:
        event = replace(event, **{field: NAME})
    told = _tell(Tale(state, offered=True, open=slots), event)
    met = met_now(state)
    whose = met.who if met is not None else state.turn.active
    other = f"{told.who}: " if told.who and whose and told.who != whose and "who" not in slots else ""
    return _tidy(f"{other}{told.now}{told.rest}{_allowed(event)}")


#: The field that names a character other than the one who acts.
_OTHERS: dict[type[Event], str] = {e.CardGiven: "to", e.LeftPending: "owner"}


def _tidy(sentence: str) -> str:
    """One line, one space between words, no comma before a sign that ends a part, no full stop."""
    sentence = re.sub(r" (?=[,:;])", "", re.sub(r"\s+", " ", sentence))
    sentence = re.sub(r",(?=[:,;)]|$)", "", sentence)
    return sentence.strip().rstrip(".").rstrip()


def _allowed(event: Event) -> str:
    if not isinstance(event, e.Move) or not event.allowed_by:
        return ""
    return ", where a card allows it" if event.allowed_by in STANDING_FOR else f", allowed by {named(event.allowed_by)}"


def _late(state: State, event: Event) -> str:
    """That a later entry belongs to an earlier encounter."""
    if not isinstance(event, e.Move) or event.late is None:
        return ""
    open_ = {one.number: one.card for one in state.encounters}
    card = {one.number: one.card for one in state.over} | open_
    of = f", the one with {named(card[event.late])}" if card.get(event.late) else ""
    return f" (entered late: it belongs to encounter {event.late}{of})"


def _tell(tale: Tale, event: Event) -> Told:
    match event:
        case e.PathfinderStarted():
            return _started(event)
        case e.CheckResolved():
            return check_words.check(tale, event)
        case e.CheckStarted():
            return check_words.begun(tale, event)
        case e.CardPlayed():
            return check_words.card_played(tale, event)
        case e.PowerUsed():
            return check_words.power_used(tale, event)
        case e.DamageDealt():
            return check_words.dealt(tale, event)
        case e.DamageReduced():
            return check_words.reduced(tale, event)
        case e.DamageTaken():
            return check_words.taken(tale, event)
        case e.EffectApplied():
            return card_words.effect(tale, event)
        case e.Healed():
            return card_words.healed(tale, event)
        case e.RandomPick():
            return card_words.picked(tale, event)
        case e.StatePosted():
            return card_words.posted(tale, event)
        case _:
            return _tell_turn(tale, event)


# The turn


def _tell_turn(tale: Tale, event: Event) -> Told:
    match event:
        case e.HandRedrawn(who=who, hand=hand):
            what = cards_or_number(hand, None, tale.untold("its cards not told"))
            return Told(who, "put away", "put away", f" a starting hand without the favored type{_colon(what)}")
        case e.HandDrawn():
            return _drawn(tale, event)
        case e.TurnStarted(who=who, turn=turn):
            number = turn if turn is not None else tale.state.turn.number + 1
            before = tale.state
            opens = not (before.turn.number or before.turn.active or before.middle) and number <= 1
            first = ", as the first player" if opens else ""
            return Told(who, "begin", "began", f" turn {number}{first}")
        case e.BlessingAdvanced():
            return _blessing(tale, event)
        case e.CardGiven(who=who, to=to, card=card):
            what = named(card, f"a card{tale.untold(', not told which,')}")
            return Told(who, "give", "gave", f" {what} to {to}")
        case e.Moved(who=who, to=to, cause=cause):
            origin = event.origin or location_of(tale.state, who)
            start = f" from {origin}" if origin and origin != to else ""
            how = " by an effect" if cause == "effect" else ""
            return Told(who, "move", "moved", f"{start} to {to}{how}")
        case e.HandReset():
            return _reset(tale, event)
        case e.TurnEnded(who=who):
            number = tale.state.turn.number
            which = f"turn {number}" if number and tale.state.turn.active == who else "the turn"
            return Told(who, "end", "ended", f" {which}")
        case _:
            return _tell_encounter(tale, event)


def _colon(text: str) -> str:
    return f": {text}" if text else ""


def _drawn(tale: Tale, event: e.HandDrawn) -> Told:
    size = event.count
    what = cards_or_number(event.hand, size, tale.untold("its cards not told"))
    chosen = f", with {event.favored} as the favored type" if event.favored else ""
    counts = (
        ("hand size", event.hand_size),
        ("deck", event.deck),
        ("discard", event.discard),
        ("buried", event.buried),
    )
    posted = ", ".join(f"{name} {number}" for name, number in counts if number is not None)
    hand_count = (
        f", {counted(size, 'card')} posted" if event.hand is not None and size not in {None, len(event.hand)} else ""
    )
    return Told(
        event.who, "draw", "drew", f" the starting hand{chosen}{_colon(what)}{hand_count}{posted and f' ({posted})'}"
    )


def _blessing(tale: Tale, event: e.BlessingAdvanced) -> Told:
    size = tale.state.blessings.size
    left = event.left if event.left is not None else size - 1 if size else None
    what = named(event.card, f"a blessing{tale.untold(', not told which,')}")
    rest = f" {what}, {left} left in the blessings deck" if left is not None else f" {what} from the blessings deck"
    if not tale.state.turn.active:
        return Told("", f"turn over{rest}", f"{what} was turned over{rest.removeprefix(f' {what}')}")
    return Told(tale.state.turn.active, "turn over", "turned over", rest)


def _reset(tale: Tale, event: e.HandReset) -> Told:
    parts = []
    if event.discarded is not None or event.discards is not None:
        verb = "discard" if tale.offered else "discarded"
        parts.append(f"{verb} {cards_or_number(event.discarded, event.discards)}")
    if event.drawn is not None or event.draws is not None:
        verb = "draw" if tale.offered else "drew"
        parts.append(f"{verb} {cards_or_number(event.drawn, event.draws)}")
    elif not tale.offered:
        parts.append("what was drawn is not told")
    return Told(event.who, "reset", "reset", f" the hand{_colon(', '.join(parts))}")


# Encounters


def _tell_encounter(tale: Tale, event: Event) -> Told:
    match event:
        case e.Explored():
            return _explored(tale, event)
        case e.EncounterStarted():
            return _encounter(tale, event)
        case e.Evaded(who=who):
            what = encountered(tale.state, who) or "the card"
            how = by(event.by) or tale.untold(", not told by what")
            return Told(who, "evade", "evaded", f" {what}{how}")
        case e.EncounterResolved():
            return _resolved(tale, event)
        case e.LeftPending(owner=owner):
            what = encountered(tale.state) or "what is owed"
            why = reason(event.reason)
            return Told("", f"leave {what} pending for {owner}{why}", f"{what} was left pending for {owner}{why}")
        case e.Resumed(task=task):
            return _resumed(tale, task)
        case _:
            return _tell_location(tale, event)


def _features(checks: int | None, closes: bool | None, *, barrier: bool) -> str:
    """What was said of a card as it was met."""
    parts = [
        counted(checks, "check") if checks else "no check" if checks == 0 else "",
        {True: "its defeat allows a closing", False: "its defeat allows no closing", None: ""}[closes],
        "a barrier besides" if barrier else "",
    ]
    return "".join(f", {part}" for part in parts if part)


def met_card(tale: Tale, card: str | None, type_: str) -> str:
    """A card that is met, with its type; of one that nobody named only its type may be told."""
    if card:
        return typed(card, type_, tale.state)
    return tale.untold(f"{an(type_) if type_ else 'a card'} that is not told,")


def _explored(tale: Tale, event: e.Explored) -> Told:
    where = event.place or location_of(tale.state, event.who) or "the location"
    features = _features(event.checks, event.closes, barrier=event.barrier)
    card = met_card(tale, event.card, event.type)
    if event.slot is not None:
        card = f"card {event.slot}{card and ', '}{card}"
    met = f" and {'meet' if tale.offered else 'met'} {card}{features}" if card else ""
    if event.paid is not None:
        pays = paying(event.paid) if tale.offered else paid(event.paid)
        return Told(event.who, pays, pays, f" to explore {where}{met}")
    how = {"free": " for free", "effect": " by an effect", "card": " by a card"}[event.source]
    return Told(event.who, "explore", "explored", f" {where}{how}{met}")


def _encounter(tale: Tale, event: e.EncounterStarted) -> Told:
    card = met_card(tale, event.card, event.type) or "a card"
    extra = [
        "summoned" if event.summoned else "",
        {"": "", "before": "before its check", "after": "after its check"}[event.phase],
        f"of which the box has {event.copies}" if event.copies is not None else "",
        f"which {counted(event.faced_by, 'character')} must face" if event.faced_by is not None else "",
    ]
    told = "".join(f", {one}" for one in extra if one)
    features = _features(event.checks, event.closes, barrier=event.barrier)
    if not event.who:
        return Told("", f"encounter {card}{told}{features}", f"{card} was encountered{told}{features}")
    return Told(event.who, "encounter", "encountered", f" {card}{told}{features}")


_PLACED = {"": "", "shuffled": ", shuffled in", "top": ", on top", "bottom": ", at the bottom"}


def _resolved(tale: Tale, event: e.EncounterResolved) -> Told:
    met = met_now(tale.state, "", event.card)
    who = met.who if met is not None else ""
    card = named(event.card or (met.card if met is not None else None), "the card")
    to = ""
    if event.zone is not None:
        owner = "" if event.zone in SHARED else who
        to = f", which went to {zone(event.zone, owner, met.place if met is not None else '')}{_PLACED[event.order]}"
    elif event.order:
        to = f", which went back to its deck{_PLACED[event.order]}"
    now, then, nobody = {
        "defeated": ("defeat", "defeated", "was defeated"),
        "undefeated": ("leave undefeated", "did not defeat", "was not defeated"),
        "acquired": ("acquire", "acquired", "was acquired"),
        "banished": ("fail to acquire and banish", "failed to acquire and banished", "was banished"),
        "declined": ("decline", "declined", "was declined"),
        "cut_short": ("cut short the encounter with", "cut short the encounter with", "was left, cut short"),
    }[event.outcome]
    if not who:
        return Told("", f"{now} {card}{to}", f"{card} {nobody}{to}")
    if tale.offered and event.outcome == "undefeated":
        return Told(who, f"leave {card} undefeated", then, to)
    return Told(who, now, then, f" {card}{to}")


def _resumed(tale: Tale, task: int) -> Told:
    if "task" in tale.open:
        return Told("", "take up what was left pending", "took up what was left pending")
    found = next((one for one in tale.state.tasks if one.number == task), None)
    if found is None:
        return Told("", f"take up task {task}", f"task {task}, which was left pending, was taken up again")
    card = named(found.encounter.card, "the card") if found.encounter is not None else "the price"
    return Told(found.owner, "take up", "took up", f" {card} again, left pending as task {task}")


# Locations and the villain

_CAUSES = {
    "henchman": "after its henchman was defeated",
    "empty_deck": "with no card left in its deck",
    "villain": "after the villain was defeated there",
    "effect": "by an effect",
}


def _said(text: str) -> str:
    """The words in which an outcome was told, where they were kept."""
    return f' ("{text}")' if text else ""


def _tell_location(tale: Tale, event: Event) -> Told:
    match event:
        case e.CloseAttempted(who=who, place=where, outcome=outcome, unpaid=unpaid, cause=cause):
            owed = f", {_CAUSES[cause]}" if cause else ""
            owed += f", {unpaid} of its price still to be paid" if unpaid else ""
            return _attempt(tale, who, where, outcome, "for good", owed + _said(event.outcome_text))
        case e.TempCloseAttempted(who=who, place=where, outcome=outcome, only_check=only):
            rest = (", only its check" if only else "") + _said(event.outcome_text)
            return _attempt(tale, who, where, outcome, "for a time", rest)
        case e.PricePaid(who=who, amount=amount):
            where = tale.state.closing.place if tale.state.closing is not None else "the location"
            part = "part" if "amount" in tale.open else amount
            card = ""
            if event.paid is not None:
                card = f": {paying(event.paid) if tale.offered else paid(event.paid)}"
            return Told(who, "pay", "paid", f" {part} of the price of closing {where}{card}")
        case e.LocationSearched(place=where, villain=villain):
            tail = f"{named(villain)} in the deck of {where}"
            return Told("", f"find {tail}", f"a search found {tail}")
        case e.LocationClosed(place=where, cause=cause, pending=pending):
            owed = ", part of the price still to come" if pending else ""
            rest = f" for good, {_CAUSES[cause]}{owed}"
            return Told("", f"close {where}{rest}", f"{where} was closed{rest}")
        case e.VillainEscaped():
            return _escaped(tale, event)
        case _:
            return _tell_end(tale, event)


def _attempt(tale: Tale, who: str, where: str, outcome: str | None, how: str, tail: str) -> Told:
    here = place(tale.state, where)
    what = here.closing.strip().rstrip(".") if here is not None else ""
    needs = f" ({what})" if what else ""
    rest = f" to close {where} {how}{needs}"
    if outcome is None:
        return Told(who, "try", "tried", f"{rest}{tail}{tale.untold(', with the outcome still to come')}")
    done = " and met the requirement" if outcome == "success" else " and failed"
    return Told(who, "try", "tried", f"{rest}{done}{tail}")


def _escaped(tale: Tale, event: e.VillainEscaped) -> Told:
    villain = named(event.villain, "the villain")
    if event.to is not None:
        dealt = event.cards is not None and len(event.cards) == len(event.to)
        cards_to = [f" ({named(card)})" for card in event.cards or ()] if dealt else [""] * len(event.to)
        where = names([f"{place}{card}" for place, card in zip(event.to, cards_to, strict=True)])
        where = f" to {where}" if event.to else " to no location"
    else:
        where = tale.untold(", not told where")
    n = f", one of {counted(event.n, 'open location')}" if event.n is not None else ""
    source = {"": "", "box": " from the box", "blessings": " from the blessings deck"}[event.pool]
    many = (
        f" with {counted(event.blessings, 'blessing')}{source}"
        if event.blessings is not None
        else ""
        if event.n == 1
        else f" with blessings{source}"
        if source
        else tale.untold(", not told with how many blessings")
    )
    if event.cards is not None and (event.to is None or len(event.cards) != len(event.to)):
        many = f"{many}, dealt were {cards(event.cards)}"
    return Told("", f"let {villain} escape{where}{n}{many}", f"{villain} escaped{where}{n}{many}")


# Record and end


def _tell_end(tale: Tale, event: Event) -> Told:
    match event:
        case e.Correction():
            return _correction(event)
        case e.Ruling():
            return _ruling(tale, event)
        case e.CardsTold():
            return _cards_told(tale, event)
        case e.CharacterDied(who=who, cause=cause):
            return Told(who, "die", "died", reason(cause))
        case e.SuccessorJoined(seat=seat, character=character):
            players = tale.state.names
            if "seat" in tale.open:
                return Told("", "go on with a new character", "went on with a new character")
            player = players[seat] if 0 <= seat < len(players) else f"the player at seat {seat + 1}"
            where = f", at {character.location}" if character.location else ""
            return Told(
                "", f"{player} goes on as {character.name}{where}", f"{player} went on as {character.name}{where}"
            )
        case e.ScenarioEnded(outcome=outcome, reward=reward):
            what = named(tale.state.scenario, "the scenario")
            got = f", reward: {reward}" if reward else ""
            return Told("", f"end {what}: {outcome}{got}", f"{what} was {outcome}{got}")
        case e.DeckRebuilt(who=who):
            new = f", from the box {grouped(event.from_box)}" if event.from_box else ""
            dead = f", from the dead {grouped(event.from_dead)}" if event.from_dead else ""
            what = f": {counted(len(event.cards), 'card')}, {grouped(event.cards)}" if event.cards else ""
            none = "" if event.cards else tale.untold(" with no cards")
            return Told(who, "rebuild", "rebuilt", f" the deck{none}{what}{new}{dead}")
        case _:
            kind = event.kind().rpartition(".")[2].replace("_", " ")
            return Told("", kind, kind)


def _correction(event: e.Correction) -> Told:
    why = event.reason.strip().rstrip(".") or "no reason told"
    parts = [why]
    if event.how.strip():
        parts.append(event.how.strip().rstrip("."))
    if event.void:
        numbers = [str(one) for one in event.void]
        many = len(numbers) > 1
        parts.append(f"event{'s' if many else ''} {names(numbers)} no longer count{'' if many else 's'}")
    if event.zones:
        parts.append(f"put {changes(event.zones)}")
    told = "; ".join(parts)
    return Told("", f"correct: {told}", f"a correction was made: {told}")


#: A card file may tell hundreds of cards; so many names are enough to know it again.
_MOST_TOLD = 10


def _cards_told(tale: Tale, event: e.CardsTold) -> Told:
    """What the owner of the game told of his cards: how many, which ones, and from where."""
    items = [*(f'"{one.name}"' for one in event.cards), *(one.name for one in event.locations)]
    if len(items) > _MOST_TOLD:
        items = [*items[: _MOST_TOLD - 1], f"{len(items) - _MOST_TOLD + 1} more"]
    parts = [
        counted(len(many), noun)
        for many, noun in ((event.cards, "card"), (event.locations, "location"))
        if many or not items
    ]
    origin = f" from {event.origin}" if event.origin else ""
    digest = f" (hash {event.digest})" if event.digest else ""
    of_set = f' of the set "{event.set}"' if event.set else ""
    if tale.offered and not items:
        return Told("", "tell the values of cards", "told the values of cards")
    tail = f"{names(parts)}{of_set}{origin}{digest}{_colon(names(items))}"
    return Told("", f"tell the values of {tail}", f"the owner told the values of {tail}")


def _ruling(tale: Tale, event: e.Ruling) -> Told:
    who = event.by or "the table"
    scope = {"game": "for this game", "once": "for this once", "campaign": "for the campaign"}[event.scope]
    if event.origin:
        scope += f", in its event {event.origin.rpartition('#')[2]}"
    question, meaning = _reading(event.point, event.choice)
    meaning = meaning or (tale.untold("not told how") if question.endswith("?") else "")
    rest = f" {scope}: {question}{f' {meaning}' if meaning else ''}"
    if event.choice.casefold().strip() in NO_ANSWER and (event.choice or question.endswith("?")):
        return Told("", f"rule{rest}", f"{who} asked for a ruling {scope}: {question}")
    return Told("", f"rule{rest}", f"{who} ruled{rest}")


def _reading(point: str, choice: str) -> tuple[str, str]:
    """A point of the rules as a question, and the reading that was chosen, in words."""
    try:
        found = Catalogue.load("pathfinder").options[point]
    except (KeyError, UnknownNameError):
        said = point.strip().rstrip(".").replace("_", " ")
        return (f"{said}:" if choice else said), choice.replace("_", " ")
    for value in found.values:
        if value.value == choice:
            return found.question, value.meaning
    return found.question, choice.replace("_", " ")


def _started(event: e.PathfinderStarted) -> Told:
    party = []
    for seat, player in enumerate(event.players):
        character = event.characters[seat].name if seat < len(event.characters) else ""
        party.append(player if character in {"", player} else f"{character} ({player})")
    scenario = f"{named(event.scenario)}" if event.scenario else "a scenario of the Pathfinder Adventure Card Game"
    who = names(party) or "nobody"
    if event.middle:
        turn = f" in turn {event.turn}" if event.turn else ""
        on_turn = f", with {event.on_turn} to go on" if event.on_turn else ""
        text = f"{event.name}: the log of {who} begins within {scenario}{turn}{on_turn}"
    else:
        text = f"{event.name}: {who} set out on {scenario}"
    return Told("", text, text)
