"""Section 12 of the rules: the special abilities of court cards. They hold while the card is in the court.

Each is a small question that the module of its rulebook area asks.
"""

from __future__ import annotations

from engine.pamir.board import CARD_AT, LIMBO, PIECES, SEATS_FROM
from engine.pamir.cards import CARDS
from engine.pamir.state import View, court_owner, has, owner_seat
from engine.rules import rule


@rule("PP-12.1", neutral=False)
def spies_protected(view: View, seat: int) -> bool:
    """Indispensable Advisors: the owner's spies are no targets of a battle on a card."""
    return has(view, seat, 1)


@rule("PP-12.3")
def insurrection_owner(view: View) -> int | None:
    """Insurrection: the seat that places two Afghan armies in Kabul after a check that did not end the game."""
    return court_owner(view, 3)


@rule("PP-12.5", neutral=False)
def taxes_everywhere(view: View, seat: int) -> bool:
    """Claim of Ancient Lineage: for taxes the owner rules every region."""
    return has(view, seat, 5)


@rule("PP-12.15", neutral=False)
def bodyguarded(view: View, card: int) -> bool:
    """Bodyguards: political cards of the owner's court cannot be betrayed, not by the owner either."""
    owner = court_owner(view, card)
    return owner is not None and CARDS[card].suit == "political" and has(view, owner, 15, 83)


@rule("PP-12.17", neutral=False)
def citadel(view: View, seat: int, region: str) -> bool:
    """Citadel: a battle cannot remove the owner's tribes in Kabul (#17) or Transcaspia (#97)."""
    return (region == "kabul" and has(view, seat, 17)) or (region == "transcaspia" and has(view, seat, 97))


@rule("PP-12.21", neutral=False)
def strange_bedfellows(view: View, seat: int) -> bool:
    """Strange Bedfellows: for the owner's spies cards of one region are neighbours."""
    return has(view, seat, 21)


@rule("PP-12.24", neutral=False)
def no_hostage_bribes(view: View, seat: int) -> bool:
    """Civil Service Reforms: the owner pays no hostage bribes."""
    return has(view, seat, 24)


@rule("PP-12.42", neutral=False)
def no_play_bribes(view: View, seat: int) -> bool:
    """Charismatic Courtiers: the owner pays no bribes for playing cards."""
    return has(view, seat, 42)


@rule("PP-12.41", neutral=())
def safe_houses(view: View, seat: int) -> tuple[int, ...]:
    """Safe House: the owner's cards to which a spy removed by another's battle may go, left to right."""
    return tuple(card for card in view.players[seat].court if card in (41, 72))


@rule("PP-12.43", neutral=())
def blackmail_regions(view: View, seat: int) -> tuple[str, ...]:
    """Blackmail: the regions in which the owner may place a spy as the turn begins."""
    regions = ((43, "kandahar"), (54, "herat"))
    return tuple(region for card, region in regions if has(view, seat, card))


def blackmail_targets(view: View, seat: int, regions: tuple[str, ...]) -> tuple[int, ...]:
    """The court cards of these regions that carry no spies.

    Or, where a region has such a card, those that carry none of the seat's own (PP-D11).
    """
    cards = [card for player in view.players for card in player.court if CARDS[card].region in regions]
    carrying = {place for group in view.pieces[SEATS_FROM:] for place in group}
    free = tuple(card for card in cards if CARD_AT[card] not in carrying)
    if view.options.blackmail_target == "no_spies":
        return free
    own, open_regions = view.pieces[SEATS_FROM + seat], {CARDS[card].region for card in free}
    return tuple(card for card in cards if CARDS[card].region in open_regions and CARD_AT[card] not in own)


@rule("PP-12.51", neutral=False)
def needs_no_road(view: View, seat: int) -> bool:
    """Indian Supplies: the owner's armies move without roads."""
    return has(view, seat, 51)


@rule("PP-12.56", neutral=1)
def steps_per_spy_move(view: View, seat: int) -> int:
    """Well-Connected: one move carries a spy of the owner up to two steps."""
    return 2 if has(view, seat, 56) else 1


@rule("PP-12.66", neutral=False)
def influence_makes_free(view: View, seat: int, card: int) -> bool:
    """Herat, Persian and Russian Influence: Herat cards, Persia cards, Russian patriots cost the owner nothing."""
    face = CARDS[card]
    return (
        (face.region == "herat" and has(view, seat, 66))
        or (face.region == "persia" and has(view, seat, 68))
        or (face.patriot == "russian" and has(view, seat, 70))
    )


@rule("PP-12.78", neutral=False)
def has_infrastructure(view: View, seat: int) -> bool:
    """Infrastructure: after a build the owner adds one more block free of charge."""
    return has(view, seat, 78)


@rule("PP-12.91", neutral=False)
def always_favored(card: int) -> bool:
    """Savvy Operator (#91) and Irregulars (#99): actions of these cards are always bonus actions."""
    return card in (91, 99)


def spies_in_limbo(view: View) -> tuple[str, ...]:
    """The spies that wait for a Safe House decision, by seat from the active player on, then by index."""
    seats = len(view.players)
    first = owner_seat(view)
    waiting = [
        piece
        for piece, (group, index) in PIECES.items()
        if SEATS_FROM <= group < SEATS_FROM + seats and view.pieces[group][index] == LIMBO
    ]
    return tuple(sorted(waiting, key=lambda piece: ((PIECES[piece][0] - SEATS_FROM - first) % seats, PIECES[piece][1])))
