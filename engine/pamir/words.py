"""How the log speaks: events, options and consequences of Pax Pamir in game words.

An event is told in the past tense from the state before it; an option with the same words in the imperative.
Sentences have no full stop. Consequences are told in `effect_words.py`.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from engine.events import Event
from engine.pamir import actions, bribes, frames, purchase
from engine.pamir import events as e
from engine.pamir.board import PIECES, SEATS_FROM, SUPPLY, card_name, place_name, role
from engine.pamir.build import next_block_cost
from engine.pamir.cards import CARDS, COALITIONS
from engine.pamir.effect_words import describe_effects
from engine.pamir.phrases import an, event_name, on, owned
from engine.pamir.reducer import prompt
from engine.pamir.setup import next_market_slot
from engine.pamir.state import COLUMNS, State, court_owner, owner_seat, place_of

__all__ = ["describe", "describe_effects", "offer"]


class Told(NamedTuple):
    """A sentence in parts: what is done now, what was done, and the rest that both share; or a whole sentence."""

    now: str
    then: str
    rest: str = ""
    by_nobody: bool = False


def describe(state: State, event: Event) -> str:
    """An event in game words, past tense; `state` is the one before it."""
    try:
        told = _tell(state, event)
    except (AssertionError, LookupError, ValueError):
        # An event that was set aside may not fit the state: it names no such piece, place, card or player there.
        fields = {key: value for key, value in msgspec.to_builtins(event).items() if key != "kind"}
        return " ".join((event.kind().rpartition(".")[2].replace("_", " "), *(f"{k} {v}" for k, v in fields.items())))
    if told.by_nobody:
        return told.then
    asked = prompt(state)
    seat = asked.seat if asked and asked.seat is not None else state.turn_of or 0
    return f"{state.names[seat]} {told.then}{told.rest}"


def offer(state: State, event: Event) -> str:
    """What an option does, in game words without a subject: "buy #41 Charles Masson for 2"."""
    told = _tell(state, event)
    return told.now + told.rest


def _tell(state: State, event: Event) -> Told:
    match event:
        case e.PamirStarted():
            text = f"{event.name}: {', '.join(event.players)} sat down to Pax Pamir"
            return Told(text, text, by_nobody=True)
        case e.CardRevealed(card=card):
            return _revealed(state, card)
        case e.LoyaltyChosen(coalition=coalition):
            return Told("choose", "chose", f" the {coalition.capitalize()} coalition")
        case e.CardPurchased(card=card):
            return Told("buy", "bought", _purchase(state, card))
        case e.CardPlayed(card=card, end=end):
            due = bribes.play_bribe(state, owner_seat(state), card)
            then = "meant to play" if due else "played"
            return Told("play", then, f" {card_name(card)} on the {end}{_due(state, due)}")
        case e.ActionTaken(card=card, action=action):
            return _action(state, card, action)
        case e.TurnEnded():
            return Told("end the turn", "ended the turn")
        case e.PiecePlaced(piece=piece, to=to):
            return _placed(state, piece, to)
        case e.PieceMoved(piece=piece, to=to):
            place = place_of(state, piece)
            return Told("move", "moved", f" {_own(piece, place)} from {place_name(place)} to {place_name(to)}")
        case e.PieceRemoved(piece=piece):
            place = place_of(state, piece)
            return Told("remove", "removed", f" {owned(state, piece, place)} {on(place)}")
        case e.GiftBought(slot=slot, piece=piece):
            return Told("buy", "bought", f" a gift for {slot}{_reused(state, piece)}")
        case e.RupeeTaxed(card=card, seat=seat):
            source = card_name(card) if card is not None else state.names[seat or 0]
            return Told("take", "took", f" a rupee from {source}{_sheltered(state, seat)}")
        case _:
            return _tell_answer(state, event)


def _tell_answer(state: State, event: Event) -> Told:
    match event:
        case e.FavoredSuitSet(suit=suit):
            return Told("make", "made", f" {suit} the favored suit")
        case e.CardBetrayed(card=card):
            owner = court_owner(state, card)
            whose = f" of {state.names[owner]}" if owner is not None and owner != state.turn_of else ""
            return Told("betray", "betrayed", f" {card_name(card)}{whose}")
        case e.PrizeAccepted() | e.PrizeRefused():
            return _prize(state, event)
        case e.BattleSiteChosen(at=at):
            return Told("battle", "battled", f" {on(at)}")
        case e.SpySheltered(card=card):
            return Told("shelter", "sheltered", f" the removed spy on {card_name(card)}")
        case e.Declined():
            return _declined(state)
        case e.Stopped():
            return _stopped(state)
        case e.CardDiscarded(card=card):
            return Told("discard", "discarded", f" {card_name(card)}")
        case e.EventDiscarded(card=card):
            name = event_name(card, bought=False)
            return Told(f"{name} leaves the market", f"{name} left the market", by_nobody=True)
        case e.RiotResolved(region=region):
            where = region.capitalize()
            return Told(f"riots clear {where}", f"riots cleared {where}", by_nobody=True)
        case e.PlayerNamed(seat=seat):
            frame = state.frames[-1]
            if isinstance(frame, frames.NamePlayer) and frame.why == "swap_hands":
                return Told("swap", "swapped", f" hands with {state.names[seat]}")
            return Told("name", "named", f" {state.names[seat]} for Rumor")
        case e.RegionRebuked(region=region):
            return Told("rebuke", "rebuked", f" {region.capitalize()}")
        case e.InstabilityResolved():
            now = "two Dominance Checks lie in the market: both leave, one is scored"
            return Told(now, "two Dominance Checks lay in the market: both left, one was scored", by_nobody=True)
        case e.Confirmed():
            return Told("confirm", "confirmed")
        case _:
            return _bribe(state, event)


def _prize(state: State, event: Event) -> Told:
    frame = state.frames[-1] if state.frames else None
    card = frame.card if isinstance(frame, frames.PrizeOffer) else 0
    prize = CARDS[card].prize if card in CARDS else None
    what = f" {card_name(card)} as {an(f'{prize.capitalize()} prize') if prize else 'a prize'}"
    return Told("take", "took", what) if isinstance(event, e.PrizeAccepted) else Told("do without", "did without", what)


def _revealed(state: State, card: int) -> Told:
    slot = next_market_slot(state)
    where = ""
    if slot is not None:
        where = f", {'top' if slot < COLUMNS else 'bottom'} row, column {slot % COLUMNS + 1}"
    name = card_name(card)
    return Told(f"{name} comes into the market{where}", f"{name} came into the market{where}", by_nobody=True)


def _purchase(state: State, card: int) -> str:
    name = event_name(card, bought=True)
    if card not in state.market:
        return f" {name}"
    seat, slot = owner_seat(state), state.market.index(card)
    cost, there = purchase.price(state, seat, slot), state.market_rupees[slot]
    return f" {name} for {cost or 'nothing'}{f', with the {there} on it' if there else ''}"


def _due(state: State, due: tuple[int, int] | None) -> str:
    return f": a bribe of {due[1]} to {state.names[due[0]]} is due" if due else ""


_USES = {
    "tax": ("tax", "taxed"),
    "gift": ("buy a gift", "bought a gift"),
    "build": ("build", "built"),
    "move": ("move", "moved"),
    "betray": ("betray", "betrayed"),
    "battle": ("battle", "battled"),
}


def _action(state: State, card: int, action: str) -> Told:
    seat = owner_seat(state)
    due = bribes.hostage_bribe(state, seat, card)
    now, then = _USES.get(action, (action, action))
    bonus = " as a bonus action" if card in CARDS and actions.is_bonus(state, seat, card) else ""
    if due:
        then = f"meant to {now}"
    return Told(now, then, f" with {card_name(card)}{bonus}{_due(state, due)}")


def _bribe(state: State, event: Event) -> Told:
    frame = state.frames[-1] if state.frames else None
    if not isinstance(frame, frames.Bribe):
        return Told(event.kind(), event.kind(), by_nobody=True)
    payer, payee = state.names[owner_seat(state)], state.names[frame.to]
    what = f"playing {card_name(frame.card)}" if frame.act == "play" else f"the {frame.act} of {card_name(frame.card)}"
    match event:
        case e.BribePaid():
            return Told("pay", "paid", f" {payee} a bribe of {frame.amount} for {what}")
        case e.WaiverAsked():
            return Told("ask", "asked", f" {payee} to waive the bribe of {frame.amount} for {what}")
        case e.BribeDeclined():
            return Told("refuse", "refused", f" to pay {payee} the bribe of {frame.amount} for {what}")
        case e.AttemptWithdrawn():
            return Told("give up", "gave up", f" {what}")
        case e.BribeWaived():
            return Told("waive", "waived", f" the bribe of {frame.amount} that {payer} owed for {what}")
        case e.BribeLowered(amount=amount) if amount != frame.amount:
            return Told("lower", "lowered", f" the bribe that {payer} owed for {what} from {frame.amount} to {amount}")
        case _:
            return Told("keep", "kept", f" to the bribe of {frame.amount} that {payer} owed for {what}")


def _own(piece: str, place: str) -> str:
    """A piece of the one who acts: "an Afghan army", "a tribe"."""
    group = PIECES[piece][0]
    noun = role(group, place)
    return an(f"{COALITIONS[group].capitalize()} {noun}" if group < SEATS_FROM else noun)


def _placed(state: State, piece: str, to: str) -> Told:
    what = _own(piece, to)
    frame = state.frames[-1] if state.frames else None
    if isinstance(frame, frames.Build):
        cost = next_block_cost(state, owner_seat(state), frame.placed)
        return Told("build", "built", f" {what} {on(to)} for {cost or 'nothing'}{_reused(state, piece)}")
    by = _BY.get(type(frame), "") if frame else ""
    return Told("place", "placed", f" {what} {on(to)}{by}{_reused(state, piece)}")


_BY: dict[type[frames.Frame], str] = {
    frames.Infrastructure: " free, by Infrastructure",
    frames.Blackmail: " by Blackmail",
    frames.Insurrection: " by Insurrection",
}


def _reused(state: State, piece: str) -> str:
    place = place_of(state, piece)
    return "" if place == SUPPLY else f", taken from {place_name(place)}"


def _sheltered(state: State, seat: int | None) -> str:
    frame = state.frames[-1] if state.frames else None
    if seat is None or state.options.tax_shelter != "tax" or not isinstance(frame, frames.Tax):
        return ""
    return ", which is sheltered" if frame.aimed[seat] < actions.shelter(state, seat) else ""


def _declined(state: State) -> Told:
    what = _OPTIONAL.get(type(state.frames[-1]), "") if state.frames else ""
    return Told("do without", "did without", f" {what or 'it'}")


def _stopped(state: State) -> Told:
    what = _STOPPABLE.get(type(state.frames[-1]), "") if state.frames else ""
    return Told("stop", "stopped", f" {what}".rstrip())


_OPTIONAL: dict[type[frames.Frame], str] = {
    frames.Blackmail: "Blackmail",
    frames.SafeHouse: "the Safe House",
    frames.Infrastructure: "the free block of Infrastructure",
}
_STOPPABLE: dict[type[frames.Frame], str] = {
    frames.Tax: "taxing",
    frames.Build: "building",
    frames.Move: "moving",
    frames.Battle: "the battle",
}
