"""Section 1 of the rules: components, the deck and its make-up, the first market, the first loyalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Option, Prompt, Slot, Violation
from engine.pamir.board import REGION_AT, card_name
from engine.pamir.cards import CARDS, COALITIONS, is_check
from engine.pamir.events import CardRevealed, LoyaltyChosen, PamirStarted
from engine.pamir.frames import Choosing, Dealing
from engine.pamir.occasions import EFFECT_CARDS
from engine.pamir.state import COLUMNS, SLOTS, Draft, Player, State, View, components
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

PILES = 6


def start(event: PamirStarted) -> State:
    """The state before the first card is dealt. A game that begins from a position is read by `read_position`."""
    seats = len(event.players)
    known = event.deck
    return State(
        options=event.options,
        names=event.players,
        players=tuple(starting_player() for _ in range(seats)),
        pieces=components(seats),
        favored="political",
        effects=(),
        market=(0,) * SLOTS,
        market_rupees=(0,) * SLOTS,
        deck=known,
        deck_count=deck_size(seats),
        deck_checks=4,
        drawn=0,
        whole=True,
        pile=(),
        discards=(),
        turn=0,
        turn_of=None,
        actions_left=None,
        spent=(),
        locked=(),
        placed=(),
        refusals=0,
        frames=(Choosing(seats=loyalty_order(seats, event.first_chooser)), Dealing()),
        result=None,
    )


def check_start(event: PamirStarted) -> list[Violation]:
    """Whether a game can be set up in this way."""
    seats = len(event.players)
    if not 2 <= seats <= 5:
        return [Violation(rule="PP-1.1-components", message=f"two to five players play, not {seats}")]
    if not 0 <= event.first_chooser < seats:
        return [Violation(rule="PP-1.5-loyalty", message=f"there is no seat {event.first_chooser}")]
    return [] if event.deck is None else check_deck(event.deck, seats)


@rule("PP-1.2-start", neutral=Player(loyalty=None, rupees=0))
def starting_player() -> Player:
    """Four rupees, no points, no cards; all cylinders are on the board."""
    return Player(loyalty=None, rupees=4)


@rule("PP-1.5-loyalty", instead=lambda seats, first: tuple(range(seats)))
def loyalty_order(seats: int, first: int) -> tuple[int, ...]:
    """The chosen player picks a coalition first, then the others clockwise; the last to pick takes the first turn."""
    return tuple((first + step) % seats for step in range(seats))


# The deck


def pile_size(seats: int, pile: int) -> int:
    """Cards in a pile, from 0 (top of the deck) to 5: five and one a player; all but the first get two more."""
    return 5 + seats + (2 if pile else 0)


def deck_size(seats: int) -> int:
    """Cards in the whole deck: 52, 58, 64 or 70 for two to five players."""
    return sum(pile_size(seats, pile) for pile in range(PILES))


def pile_quota(pile: int) -> tuple[int, int]:
    """How many events and how many Dominance Checks a pile holds."""
    return {0: (0, 0), 1: (2, 0)}.get(pile, (1, 1))


@rule("PP-1.3-deck", neutral=None)
def make_up_fault(cards: Sequence[int], seats: int) -> str | None:
    """What the order of cards drawn so far breaks in the make-up of the deck, in game words, or None.

    The first pile has court cards only, the second two events, each other pile one event and one Dominance Check.
    Only the pile of the last card is judged, so that each reveal is judged once.
    """
    before = 0
    for pile in range(PILES):
        size = pile_size(seats, pile)
        drawn = cards[before : before + size]
        before += size
        if before < len(cards) or not drawn:
            continue
        events = sum(1 for card in drawn if card > 104)
        checks = sum(1 for card in drawn if is_check(card))
        may_events, may_checks = pile_quota(pile)
        number = pile + 1
        if events > may_events:
            return f"pile {number} of the deck holds {may_events} events, {card_name(cards[-1])} would be one more"
        if checks > may_checks:
            return f"pile {number} of the deck holds {may_checks} Dominance Checks, this would be one more"
        missing = may_events - events + may_checks - checks
        if missing > size - len(drawn):
            return f"pile {number} of the deck still holds {missing} events or checks, a court card cannot come out"
    return None


def check_deck(deck: Sequence[int], seats: int) -> list[Violation]:
    """Whether a known deck, market cards included, is one that the setup can make."""
    if len(deck) != deck_size(seats):
        message = f"a deck for {seats} players has {deck_size(seats)} cards, this one has {len(deck)}"
        return [Violation(rule="PP-1.3-deck", message=message)]
    for place, card in enumerate(deck):
        if card not in CARDS:
            return [Violation(rule="PP-1.3-deck", message=f"there is no card {card} (place {place + 1} of the deck)")]
        if card in deck[:place]:
            return [Violation(rule="PP-1.3-deck", message=f"{card_name(card)} is in the deck twice")]
        fault = make_up_fault(deck[: place + 1], seats)
        if fault:
            return [Violation(rule="PP-1.3-deck", message=f"place {place + 1} of the deck: {fault}")]
    return []


def seen_cards(view: View) -> set[int]:
    """Every card that has left the deck: market, hands, courts, prizes, the pile, events in force."""
    seen = {card for card in view.market if card} | set(view.discards)
    effects = set(view.effects)
    for player in view.players:
        seen |= {*player.hand, *player.court, *player.prizes}
        effects |= set(player.effects)
    # The cards of the other lasting events are on the pile already.
    return seen | {EFFECT_CARDS[effect] for effect in effects if effect in EFFECT_CARDS}


def check_reveal(view: View, event: CardRevealed) -> list[Violation]:
    """Whether this card can be the next of the deck."""
    card = event.card
    if view.deck is not None:
        if view.deck and view.deck[0] == card:
            return []
        due = card_name(view.deck[0]) if view.deck else "none"
        return [Violation(rule="PP-9.4-refill", message=f"the next card of this deck is {due}")]
    if card not in CARDS:
        return [Violation(rule="PP-1.3-deck", message=f"there is no card {card}")]
    if card in seen_cards(view):
        return [Violation(rule="PP-1.1-components", message=f"{card_name(card)} has come out already")]
    if is_check(card) and not view.deck_checks:
        return [Violation(rule="PP-1.3-deck", message="no Dominance Check is left in the deck")]
    if not is_check(card) and view.deck_checks >= view.deck_count:
        return [Violation(rule="PP-1.3-deck", message="only Dominance Checks are left in the deck")]
    if view.whole:
        fault = pile_fault(view, card)
        if fault:
            return [Violation(rule="PP-1.3-deck", message=fault)]
    return []


def current_pile(seats: int, drawn: int) -> tuple[int, int]:
    """Which pile the next card comes from, from 0, and how many cards lie in the piles above it."""
    above = 0
    for pile in range(PILES):
        size = pile_size(seats, pile)
        if drawn < above + size:
            return pile, above
        above += size
    return PILES, above


def pile_fault(view: View, card: int) -> str | None:
    """What drawing this card would break in the make-up of the pile that is being drawn, or None."""
    seats = len(view.players)
    _, above = current_pile(seats, view.drawn)
    return make_up_fault((*([0] * above), *view.pile, card), seats)


def note_drawn(draft: Draft, card: int) -> None:
    """Count a card that came out of the deck."""
    draft.deck_count -= 1
    draft.drawn += 1
    if draft.deck is not None:
        draft.deck = draft.deck[1:]
    if is_check(card):
        draft.deck_checks -= 1
    if draft.whole:
        seats = len(draft.players)
        _, above = current_pile(seats, draft.drawn)
        draft.pile = () if above == draft.drawn else (*draft.pile, card)


def reveal_candidates(view: View) -> Iterable[Event]:
    """Every card that could come out; with a known deck the one that does."""
    if view.deck is not None:
        return [CardRevealed(card=card) for card in view.deck[:1]]
    return [CardRevealed(card=card) for card in CARDS]


def reveal_options(view: View, legal: Sequence[CardRevealed]) -> list[Option]:
    """The cards that may come out, as one option with a slot."""
    if not legal:
        return []
    choices = tuple(event.card for event in legal)
    return [Option(event=legal[0], rule="PP-9.4-refill", slots=(Slot(field="card", kind="card", choices=choices),))]


@rule("PP-1.4-market", instead=lambda view: next((slot for slot in range(SLOTS) if not view.market[slot]), None))
def next_market_slot(view: View) -> int | None:
    """The slot that the next card goes to: column by column from the left, top row first; None with none vacant."""
    for column in range(COLUMNS):
        for slot in (column, column + COLUMNS):
            if not view.market[slot]:
                return slot
    return None


# Dealing and choosing


def resume_dealing(draft: Draft, frame: Dealing) -> bool:
    """Done when the market is full."""
    if next_market_slot(draft) is not None:
        return False
    draft.frames.pop()
    return True


def prompt_dealing(view: View, frame: Dealing) -> Prompt:
    """Which card comes out."""
    slot = next_market_slot(view) or 0
    row = "top" if slot < COLUMNS else "bottom"
    text = f"which card lies in the {row} row of the market, column {slot % COLUMNS + 1}?"
    return Prompt(ask="reveal", seat=None, text=text)


def prompt_choosing(view: View, frame: Choosing) -> Prompt:
    """Which coalition."""
    seat = frame.seats[0]
    return Prompt(ask="choose_loyalty", seat=seat, text=f"{view.names[seat]} chooses a coalition")


def candidates_choosing(view: View, frame: Choosing) -> Iterable[Event]:
    """All three; a coalition may be shared."""
    return [LoyaltyChosen(coalition=coalition) for coalition in COALITIONS]


def check_choosing(view: View, frame: Choosing, event: LoyaltyChosen) -> list[Violation]:
    """One of the three."""
    if event.coalition in COALITIONS:
        return []
    return [Violation(rule="PP-1.5-loyalty", message=f'there is no coalition "{event.coalition}"')]


def apply_choosing(draft: Draft, frame: Choosing, event: LoyaltyChosen) -> None:
    """Set the dial; the last to choose begins."""
    from engine.pamir.turn import begin_turn

    seat = frame.seats[0]
    draft.player(seat).loyalty = event.coalition
    draft.stirred.update(REGION_AT.values())
    draft.effect("loyalty_chosen", "PP-1.5-loyalty", seat=seat, detail=event.coalition)
    draft.frames.pop()
    if frame.seats[1:]:
        draft.frames.append(Choosing(seats=frame.seats[1:]))
    else:
        begin_turn(draft, seat)
