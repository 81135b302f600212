"""Our legal options in the words of a reference trace: the object `legal` of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.pamir import events as e
from engine.pamir.board import PIECES, SUPPLY, owner_name
from engine.pamir.frames import Insurrection
from engine.pamir.reducer import legal_events, prompt
from engine.pamir.state import State, place_of

if TYPE_CHECKING:
    from engine.events import Event
    from engine.pamir.position import Flat


def options_of(state: State, action: str, arg: dict[str, Any], in_hand: str | None = None) -> Flat:
    """Our legal options in the words of the trace; for a piece in hand only those of its place.

    `in_hand` is where the piece lay that the step before selected, if it did.
    """
    asked = prompt(state)
    if asked is None:
        return {}
    source = arg.get("from") if action in _IN_HAND else in_hand
    selecting = source is None and (action == "select_piece" or _picks_first(state, asked.ask))
    found: dict[str, set[Any]] = {}
    flags: set[str] = set()
    for event in legal_events(state):
        key, value = _worded(state, event, asked.ask, selecting=selecting)
        piece = getattr(event, "piece", None)
        if source is not None and key in _IN_HAND and isinstance(piece, str) and place_of(state, piece) != source:
            continue
        if source is not None and asked.ask == "move" and key == "stop":
            continue
        if value is None:
            flags.add(key)
        else:
            found.setdefault(key, set()).add(value)
    if source is not None and asked.ask == "move":
        found = {key: values for key, values in found.items() if key == action or action not in _IN_HAND}
    return {**dict.fromkeys(sorted(flags), True), **{key: sorted(values) for key, values in sorted(found.items())}}


def _picks_first(state: State, ask: str) -> bool:
    """Whether the trace asks for the piece before the place: in a move, and where no piece is left in supply."""
    return ask == "move" or any(
        isinstance(event, e.PiecePlaced) and place_of(state, event.piece) != SUPPLY for event in legal_events(state)
    )


_IN_HAND = frozenset({"place", "buy_gift", "move_army", "move_spy", "move_tribe"})
_DISCARDS = {
    "leverage": "leverage_discard",
    "cleanup_court": "court_discard",
    "cleanup_hand": "hand_discard",
    "event_confidence_failure": "confidence_discard",
}


def _worded(state: State, event: Event, ask: str, *, selecting: bool) -> tuple[str, Any]:
    match event:
        case e.CardPurchased(card=card):
            return "purchase", card
        case e.CardPlayed(card=card):
            return "play", card
        case e.ActionTaken(card=card, action=action):
            return action, card
        case e.BribeLowered(amount=amount):
            return "bribe_counter", amount
        case e.PiecePlaced(piece=piece, to=to):
            return ("select_piece", _at(state, piece)) if selecting else ("place", to)
        case e.GiftBought(piece=piece, slot=slot):
            return ("select_piece", _at(state, piece)) if selecting else ("buy_gift", slot)
        case e.PieceMoved(piece=piece, to=to):
            if selecting:
                return "select_piece", _at(state, piece)
            group, kind = PIECES[piece][0], place_of(state, piece).partition(":")[0]
            return ("move_army" if group < 3 else "move_spy" if kind == "card" else "move_tribe"), to
        case e.FavoredSuitSet(suit=suit):
            return "set_favored", suit
        case e.LoyaltyChosen(coalition=coalition):
            return "choose_loyalty", coalition
        case e.RupeeTaxed(card=card, seat=seat):
            return "tax_take", f"card:{card}" if card is not None else f"seat:{seat}"
        case e.CardBetrayed(card=card):
            return "betray_card", card
        case e.BattleSiteChosen(at=at):
            return "battle_site", at
        case e.PieceRemoved(piece=piece):
            return "battle_remove", _at(state, piece)
        case e.SpySheltered(card=card):
            return "safe_house_place", card
        case e.CardDiscarded(card=card):
            return _DISCARDS.get(ask, "discard"), card
        case e.EventDiscarded(card=card):
            return "event_discard", card
        case e.RiotResolved(region=region):
            return "riot_resolve", region
        case e.PlayerNamed(seat=seat):
            return "choose_player", seat
        case e.RegionRebuked(region=region):
            return "rebuke_region", region
        case e.Confirmed() if ask == "insurrection_handoff":
            top = state.frames[-2]
            return "handoff", top.seat if isinstance(top, Insurrection) else None
        case _:
            return _FLAGS[type(event)], None


_FLAGS: dict[type[Event], str] = {
    e.TurnEnded: "end_turn",
    e.BribePaid: "bribe_pay",
    e.WaiverAsked: "bribe_ask",
    e.BribeDeclined: "bribe_courtly_manners",
    e.AttemptWithdrawn: "bribe_withdraw",
    e.BribeWaived: "bribe_waive",
    e.WaiverRefused: "bribe_refuse",
    e.PrizeAccepted: "prize_accept",
    e.PrizeRefused: "prize_refuse",
    e.Declined: "decline",
    e.Stopped: "stop",
    e.InstabilityResolved: "instability_resolve",
    e.Confirmed: "confirm",
    e.CardRevealed: "reveal",
}


def _at(state: State, piece: str) -> str:
    return f"{owner_name(PIECES[piece][0])}@{place_of(state, piece)}"
