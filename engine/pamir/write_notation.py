"""Events written as the notation that reads back to them: one choice, one action, the options of a moment.

What the reader fills in by itself is not written; where a written choice would be taken for a forced step before it,
the forced step is written too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.actions_of_line import goes_on
from engine.events import Event
from engine.notation import MOST_REPEATS, Misread, split_line
from engine.pamir import events as e
from engine.pamir import reducer
from engine.pamir.board import PIECES, SEATS_FROM, SUPPLY, role
from engine.pamir.cards import COALITIONS
from engine.pamir.losses import takeable
from engine.pamir.names import place_text, seat_text
from engine.pamir.state import State, pieces_at, place_of

_FIXED: dict[type[Event], str] = {
    e.TurnEnded: "end",
    e.BribePaid: "pay",
    e.WaiverAsked: "ask",
    e.BribeDeclined: "decline",
    e.AttemptWithdrawn: "withdraw",
    e.BribeWaived: "waive",
    e.WaiverRefused: "refuse",
    e.PrizeAccepted: "take",
    e.PrizeRefused: "leave",
    e.Declined: "skip",
    e.Stopped: "stop",
    e.InstabilityResolved: "instability",
    e.Confirmed: "confirm",
}


def text_of(state: State, event: Event) -> str:
    """One event as a choice that can be typed in this state."""
    match event:
        case e.CardRevealed(card=card):
            return f"reveal {card}"
        case e.LoyaltyChosen(coalition=coalition):
            return f"loyalty {coalition}"
        case e.CardPurchased(card=card):
            return f"buy {card}"
        case e.CardPlayed(card=card, end=end):
            return f"play {card} {end}"
        case e.ActionTaken(card=card, action=action):
            return f"{action} {card}"
        case e.BribeLowered(amount=amount):
            return f"lower {amount}"
        case e.PiecePlaced(piece=piece, to=to):
            return f"{role(PIECES[piece][0], to)} {place_text(to)}{_source(state, event)}"
        case e.GiftBought(slot=slot):
            return f"{slot}{_source(state, event)}"
        case e.PieceMoved(piece=piece, to=to):
            group, place = PIECES[piece][0], place_of(state, piece)
            mark = _mark(state, event, pieces_at(state, group, place))
            return f"{role(group, place)} {place_text(place)} {place_text(to)}{mark}"
        case e.PieceRemoved():
            return _removed(state, event)
        case e.RupeeTaxed(card=card, seat=seat):
            return str(card) if card is not None else seat_text(state.names, seat or 0)
        case _:
            return _text_of_answer(state, event)


def _text_of_answer(state: State, event: Event) -> str:
    match event:
        case e.FavoredSuitSet(suit=suit):
            return f"favor {suit}"
        case e.CardBetrayed(card=card):
            return str(card)
        case e.BattleSiteChosen(at=at):
            return f"card {place_text(at)}" if at.startswith("card:") else place_text(at)
        case e.SpySheltered(card=card):
            return f"shelter {card}"
        case e.CardDiscarded(card=card):
            return f"discard {card}"
        case e.EventDiscarded(card=card):
            return f"event {card}"
        case e.RiotResolved(region=region):
            return f"riot {region}"
        case e.PlayerNamed(seat=seat):
            return f"name {seat_text(state.names, seat)}"
        case e.RegionRebuked(region=region):
            return f"rebuke {region}"
        case _:
            return _FIXED[type(event)]


def _source(state: State, event: e.PiecePlaced | e.GiftBought) -> str:
    place = place_of(state, event.piece)
    alike = [other for other in takeable(state, PIECES[event.piece][0]) if place_of(state, other) == place]
    return f"{'' if place == SUPPLY else f' from {place_text(place)}'}{_mark(state, event, alike)}"


def _mark(
    state: State, event: e.PiecePlaced | e.GiftBought | e.PieceMoved | e.PieceRemoved, alike: Sequence[str]
) -> str:
    """The word that tells a piece placed this turn from others of its place that were not, where that matters."""
    other = next((piece for piece in alike if piece not in state.placed), None)
    if event.piece not in state.placed or other is None:
        return ""
    unmarked = msgspec.structs.replace(event, piece=other)
    return "" if reducer.canonical(state, unmarked) == reducer.canonical(state, event) else " new"


def _removed(state: State, event: e.PieceRemoved) -> str:
    group, place = PIECES[event.piece][0], place_of(state, event.piece)
    what = role(group, place)
    owner = COALITIONS[group] if group < SEATS_FROM else seat_text(state.names, group - SEATS_FROM)
    where = f" {place_text(place)}" if what == "road" else ""
    return f"{what} {owner}{where}{_mark(state, event, pieces_at(state, group, place))}"


# Actions


class _Step:
    """One event of an action, the state before it, and whether anybody had a choice."""

    def __init__(self, state: State, event: Event) -> None:
        self.state = state
        self.event = event
        self.forced = reducer.automatic(state) is not None
        self.text = text_of(state, event)


def _steps(state: State, events: Iterable[Event]) -> tuple[list[_Step], State]:
    steps = []
    for event in events:
        steps.append(_Step(state, event))
        state, _ = reducer.evolve(state, event)
    return steps, state


def write_action(state: State, events: Sequence[Event]) -> str:
    """The line that reads back to the events of one action, the first of which happens in `state`."""
    steps, after = _steps(state, events)
    if all(step.forced for step in steps):
        return _line([step.text for step in steps])
    told: list[_Step] = []
    for step in reversed(steps):
        if not step.forced or _would_be_taken_for(step, told):
            told.insert(0, step)
    if len(told) > 1 and isinstance(told[-1].event, e.Stopped) and _stops_by_itself(told, after):
        told.pop()
    return _line([step.text for step in told])


def write_untold(state: State, events: Sequence[Event]) -> str:
    """The line of an unfinished action, with every event told."""
    return _line([step.text for step in _steps(state, events)[0]])


def _would_be_taken_for(forced: _Step, told: Sequence[_Step]) -> bool:
    """Whether the choices told so far would be read as the forced step before them."""
    from engine.pamir.notation import meaning

    if not told:
        return False
    try:
        choices = split_line(", ".join(step.text for step in told)).choices
        event = meaning(forced.state, choices).event
    except Misread:
        return False
    return reducer.canonical(forced.state, event) == reducer.canonical(forced.state, forced.event)


def _stops_by_itself(told: Sequence[_Step], after: State) -> bool:
    from engine.pamir.notation import stop

    last = told[-1]
    given = [step.event for step in told[:-1] if not step.forced]
    seat = reducer.prompt(last.state)
    asks_on = goes_on(reducer.prompt(after), seat.seat if seat else None)
    return stop(last.state, given) is not None and not asks_on and reducer.automatic(after) is None


def _line(texts: Sequence[str]) -> str:
    """A line from its choices: those that repeat are counted, cards that come out follow one another."""
    if texts and all(text.startswith("reveal ") for text in texts):
        return " ".join(("reveal", *(text.removeprefix("reveal ") for text in texts)))
    counted: list[tuple[str, int]] = []
    for text in texts:
        last, times = counted[-1] if counted else ("", 0)
        if text == last and times < MOST_REPEATS:
            counted[-1] = (text, times + 1)
        else:
            counted.append((text, 1))
    parts = [text if times == 1 else f"{text} x{times}" for text, times in counted]
    return parts[0] + (f": {', '.join(parts[1:])}" if parts[1:] else "")


# Options


def option_texts(state: State) -> list[tuple[str, str, str]]:
    """Each option now: the notation to type, what it does in game words, and its rule id.

    Of the cards that may come out of an unknown deck there is one line for all.
    """
    from engine.pamir.words import offer

    found = []
    for option in reducer.legal(state):
        count = len(option.slots[0].choices) if option.slots else 1
        if count > 1:
            found.append(("reveal CARD", f"the card that came out of the deck, one of {count}", option.rule))
        else:
            found.append((text_of(state, option.event), offer(state, option.event), option.rule))
    return found
