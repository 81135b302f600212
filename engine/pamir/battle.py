"""Section 6 of the rules: battles in regions and on court cards, and Safe Houses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.abilities import citadel, safe_houses, spies_in_limbo, spies_protected
from engine.pamir.board import (
    BORDER_AT,
    LIMBO,
    PIECES,
    REGION_AT,
    REGIONS,
    SEATS_FROM,
    SUPPLY,
    borders_of,
    card_name,
    place_name,
    role,
)
from engine.pamir.cards import CARDS
from engine.pamir.events import BattleSiteChosen, Declined, PieceRemoved, SpySheltered, Stopped
from engine.pamir.frames import Battle, SafeHouse
from engine.pamir.losses import left_a_place
from engine.pamir.move import nationalism
from engine.pamir.play import distinct_sources
from engine.pamir.state import (
    COALITION_GROUP,
    Draft,
    View,
    count,
    exists,
    group_of_seat,
    owner_seat,
    pieces_at,
    place_of,
)
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable


def begin(draft: Draft, card: int) -> None:
    """The site is chosen next."""
    draft.frames.append(Battle(card=card))


@rule("PP-6.10-reach", instead=lambda card, region: CARDS[card].region == region)
def within_reach(card: int, region: str) -> bool:
    """Neither the region nor the icons of a card limit where its actions may be used."""
    return True


def own_strength(view: View, seat: int, at: str) -> int:
    """Own pieces at a battle's site: armies in a region (tribes too under Nationalism), spies on a card."""
    spies_or_tribes = count(view, group_of_seat(seat), at)
    if at.startswith("card:"):
        return spies_or_tribes
    armies = count(view, COALITION_GROUP[view.players[seat].loyalty or ""], at)
    return armies + (spies_or_tribes if nationalism(view, seat) else 0)


@rule("PP-6.9-battle", neutral=99)
def removal_limit(view: View, seat: int, card: int, at: str) -> int:
    """How many pieces a battle may remove: own strength, and no more than the rank (PP-D24)."""
    from engine.pamir.actions import rank_of

    strength = own_strength(view, seat, at)
    return strength if view.options.battle_cap == "strength" else min(rank_of(card), strength)


@rule("PP-6.9-battle", neutral=())
def enemy_places(view: View, seat: int, at: str) -> tuple[tuple[int, str], ...]:
    """The groups and places of the pieces that a battle at this site may remove.

    In a region: armies there and roads on its borders of other coalitions, tribes of players of another loyalty.
    On a card: other players' spies, whatever their loyalty.
    """
    where, _, which = at.partition(":")
    own = view.players[seat].loyalty
    found: list[tuple[int, str]] = []
    if where == "card":
        return tuple(
            (SEATS_FROM + other, at)
            for other in range(len(view.players))
            if other != seat and not spies_protected(view, other) and count(view, SEATS_FROM + other, at)
        )
    for coalition, group in COALITION_GROUP.items():
        if coalition != own:
            places = (at, *(BORDER_AT[border] for border in borders_of(which)))
            found += [(group, place) for place in places if count(view, group, place)]
    for other, player in enumerate(view.players):
        safe = player.loyalty == own and view.options.partner_tribes == "safe"
        if other != seat and not safe and not citadel(view, other, which) and count(view, SEATS_FROM + other, at):
            found.append((SEATS_FROM + other, at))
    return tuple(found)


def sites(view: View, seat: int, card: int) -> tuple[str, ...]:
    """Where a battle may be fought: own strength there, and something to remove."""
    regions = [REGION_AT[region] for region in REGIONS if within_reach(card, region)]
    cards = sorted({place for place in view.pieces[group_of_seat(seat)] if place.startswith("card:")})
    return tuple(at for at in (*cards, *regions) if own_strength(view, seat, at) and enemy_places(view, seat, at))


def prompt_battle(view: View, frame: Battle) -> Prompt:
    """Where, and then what."""
    seat = owner_seat(view)
    if not frame.at:
        text = f"{view.names[seat]} chooses where to battle with {card_name(frame.card)}"
    else:
        text = f"{view.names[seat]} battles at {place_name(frame.at)}: {frame.left} left, or stop"
    return Prompt(ask="battle", seat=seat, text=text, card=frame.card)


def candidates_battle(view: View, frame: Battle) -> Iterable[Event]:
    """Every site; then every enemy piece there; and to stop."""
    seat = owner_seat(view)
    if not frame.at:
        cards = [f"card:{card}" for player in view.players for card in player.court]
        return [BattleSiteChosen(at=at) for at in (*cards, *REGION_AT.values())]
    removals: list[Event] = [
        PieceRemoved(piece=piece)
        for group, place in enemy_places(view, seat, frame.at)
        for piece in distinct_sources(view, pieces_at(view, group, place))
    ]
    return [*removals, Stopped()]


def check_battle(view: View, frame: Battle, event: Event) -> list[Violation]:
    """Whether the battle may be fought there, and the piece removed."""
    seat = owner_seat(view)
    if isinstance(event, BattleSiteChosen):
        if frame.at:
            return [Violation(rule="PP-6.9-battle", message=f"the battle is fought at {place_name(frame.at)}")]
        if event.at in sites(view, seat, frame.card):
            return []
        message = f"{view.names[seat]} cannot battle at {place_name(event.at)}: no strength or no enemy piece there"
        return [Violation(rule="PP-6.9-battle", message=message)]
    if not frame.at:
        return [Violation(rule="PP-6.9-battle", message="the battle's region or card is chosen first")]
    if isinstance(event, Stopped):
        return []
    if not isinstance(event, PieceRemoved) or not exists(view, event.piece):
        return [Violation(rule="PP-2.1-pieces", message="there is no such piece")]
    group, place = PIECES[event.piece][0], place_of(view, event.piece)
    if frame.left < 1:
        return [Violation(rule="PP-6.9-battle", message="this battle has removed all it may")]
    if (group, place) in enemy_places(view, seat, frame.at):
        return []
    message = f"the {role(group, place)} on {place_name(place)} is no target of a battle at {place_name(frame.at)}"
    return [Violation(rule="PP-6.9-battle", message=message)]


def apply_battle(draft: Draft, frame: Battle, event: Event) -> None:
    """Fix the site and the limit, remove a piece, or stop."""
    seat = owner_seat(draft)
    match event:
        case BattleSiteChosen(at=at):
            draft.frames[-1] = Battle(card=frame.card, at=at, left=removal_limit(draft, seat, frame.card, at))
        case PieceRemoved(piece=piece):
            group, place = PIECES[piece][0], place_of(draft, piece)
            draft.frames[-1] = Battle(card=frame.card, at=frame.at, left=frame.left - 1)
            to = SUPPLY
            if place.startswith("card:") and safe_houses(draft, group - SEATS_FROM):
                to = LIMBO
            draft.put(piece, to)
            draft.effect("removed", "PP-6.9-battle", seat=seat, piece=piece, place=place, detail=role(group, place))
            left_a_place(draft, group, place)
        case _:
            _finish(draft)


def _finish(draft: Draft) -> None:
    draft.frames.pop()
    spies = spies_in_limbo(draft)
    if spies:
        draft.frames.append(SafeHouse(spies=spies))


def resume_battle(draft: Draft, frame: Battle) -> bool:
    """A battle ends by itself when it has removed all it may; with spies in limbo it may have to be stopped."""
    if not frame.at or frame.left > 0:
        return False
    if draft.options.acknowledgement == "asked" and spies_in_limbo(draft):
        return False
    _finish(draft)
    return True


# Safe houses


def resume_safe_house(draft: Draft, frame: SafeHouse) -> bool:
    """Done when every spy has been asked for; a seat without a Safe House left gets its spy back."""
    if not frame.spies:
        draft.frames.pop()
        return True
    if not safe_houses(draft, PIECES[frame.spies[0]][0] - SEATS_FROM):
        draft.put(frame.spies[0], SUPPLY)
        draft.frames[-1] = SafeHouse(spies=frame.spies[1:])
        return True
    return False


def prompt_safe_house(view: View, frame: SafeHouse) -> Prompt:
    """Whether the spy is sheltered."""
    seat = PIECES[frame.spies[0]][0] - SEATS_FROM
    return Prompt(ask="safe_house", seat=seat, text=f"{view.names[seat]}: put the removed spy on a Safe House?")


def candidates_safe_house(view: View, frame: SafeHouse) -> Iterable[Event]:
    """Each Safe House of the owner; or not."""
    seat = PIECES[frame.spies[0]][0] - SEATS_FROM
    return [*(SpySheltered(card=card) for card in view.players[seat].court), Declined()]


def check_safe_house(view: View, frame: SafeHouse, event: Event) -> list[Violation]:
    """Only to a Safe House of one's own."""
    seat = PIECES[frame.spies[0]][0] - SEATS_FROM
    if isinstance(event, SpySheltered) and event.card not in safe_houses(view, seat):
        return [Violation(rule="PP-12.41", message=f"{card_name(event.card)} is no Safe House of {view.names[seat]}")]
    return []


def apply_safe_house(draft: Draft, frame: SafeHouse, event: Event) -> None:
    """Shelter the spy, or let it return."""
    spy = frame.spies[0]
    draft.frames[-1] = SafeHouse(spies=frame.spies[1:])
    to = f"card:{event.card}" if isinstance(event, SpySheltered) else SUPPLY
    draft.put(spy, to)
    if to != SUPPLY:
        draft.effect("sheltered", "PP-12.41", seat=PIECES[spy][0] - SEATS_FROM, piece=spy, place=to)
