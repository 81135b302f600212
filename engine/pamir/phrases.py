"""Small phrases of which the sentences of the log are made: a noun with its article, a piece with its owner."""

from __future__ import annotations

from engine.pamir.board import PIECES, SEATS_FROM, card_name, place_name, role
from engine.pamir.cards import CARDS, COALITIONS
from engine.pamir.purchase import WITHDRAWAL
from engine.pamir.state import State


def an(noun: str) -> str:
    """A noun with its article."""
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"


def on(place: str) -> str:
    """A place with its preposition."""
    return f"{'in' if place.startswith('region:') else 'on'} {place_name(place)}"


def owned(state: State, piece: str, place: str) -> str:
    """A piece with its owner: "an Afghan army", "a tribe of Bob"."""
    group = PIECES[piece][0]
    noun = role(group, place)
    if group < SEATS_FROM:
        return an(f"{COALITIONS[group].capitalize()} {noun}")
    return f"{an(noun)} of {state.names[group - SEATS_FROM]}"


def event_name(card: int, *, bought: bool) -> str:
    """A card by the half that counts: an event has one name when it is bought and another when it is discarded."""
    face = CARDS.get(card)
    name = face and (face.on_purchase if bought or card == WITHDRAWAL else face.on_discard)
    return f"#{card} {name}" if name else card_name(card)
