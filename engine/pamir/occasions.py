"""Section 11 of the rules: the event cards, bought or discarded, and the decisions they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.board import REGION_AT, REGIONS, SUPPLY, card_name
from engine.pamir.cards import COALITIONS, SUITS, is_check
from engine.pamir.concepts import favor
from engine.pamir.events import CardDiscarded, FavoredSuitSet, PlayerNamed, RegionRebuked, RiotResolved
from engine.pamir.frames import ChooseFavored, Confidence, NamePlayer, Rebuke, Riot, SetFavored
from engine.pamir.losses import overthrow_from_map, without
from engine.pamir.state import Draft, View, clockwise, group_of_seat, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Lasting effects of bought events, by card; those that lie with their buyer.
PERSONAL = {105: "new_tactics", 106: "koh_i_noor", 107: "courtly_manners", 110: "nationalism", 112: "nation_building"}
#: The cards that lie beside a player or the board while their effect lasts. Rumor and Pashtunwali Values are on the
#: pile at once, though their effects last too.
EFFECT_CARDS = {
    **{effect: card for card, effect in PERSONAL.items()},
    "conflict_fatigue": 109,
    "embarrassment_of_riches": 106,
    "disregard_for_customs": 107,
}
RIOTS = {109: "punjab", 110: "herat", 112: "kabul", 113: "persia"}
SUITS_OF_DISCARDS = {105: "military", 115: "intelligence", 116: "political"}


def resolve_bought(draft: Draft, seat: int, card: int) -> None:
    """What a bought event or Dominance Check does."""
    rule_id = "PP-11.101-104" if is_check(card) else f"PP-11.{card}"
    draft.effect("event", rule_id, seat=seat, card=card, detail="bought")
    if is_check(card):
        resolve_check(draft, card, "purchase")
    else:
        lay_event(draft, seat, card)


@rule("PP-11.101-104")
def resolve_check(draft: Draft, card: int, trigger: str) -> None:
    """Bought or discarded, a Dominance Check is scored at once and leaves the game."""
    from engine.pamir.dominance import score_check

    leave_game(draft, card)
    score_check(draft, trigger)


@rule("PP-10.9-card")
def leave_game(draft: Draft, card: int) -> None:
    """The check card leaves the game; after a purchase the active player goes on with the turn."""
    draft.discard(card)


@rule("PP-11.place")
def lay_event(draft: Draft, seat: int, card: int) -> None:
    """Lasting events lie with their buyer or beside the board; the others do their work and are discarded."""
    if card in PERSONAL:
        player = draft.player(seat)
        player.effects = tuple(sorted((*player.effects, PERSONAL[card])))
    elif card == 109:
        draft.effects = tuple(sorted((*draft.effects, "conflict_fatigue")))
    else:
        draft.discard(card)
        if card == 108:
            draft.frames.append(NamePlayer(why="rumor"))
        elif card == 115:
            draft.frames.append(ChooseFavored())
        elif card == 113:
            persian_backing(draft, seat)
        elif card == 114:
            draft.frames.append(NamePlayer(why="swap_hands"))
        elif card == 116:
            draft.frames.append(Rebuke())


@rule("PP-11.113")
def persian_backing(draft: Draft, seat: int) -> None:
    """Backing of Persian Aristocracy: three rupees from the bank."""
    draft.player(seat).rupees += 3
    draft.effect("gained", "PP-11.113", seat=seat, amount=3)


def resolve_discarded(draft: Draft, card: int, first: int) -> None:
    """What an event does when it leaves the leftmost column in cleanup; `first` is the seat that chooses first."""
    if is_check(card):
        draft.effect("event", "PP-11.101-104", card=card, detail="discarded")
        resolve_check(draft, card, "discard")
        return
    draft.effect("event", f"PP-11.{card}", card=card, detail="discarded")
    if card == 106:
        draft.effects = tuple(sorted((*draft.effects, "embarrassment_of_riches")))
    elif card == 107:
        draft.effects = tuple(sorted((*draft.effects, "disregard_for_customs")))
    else:
        draft.discard(card)
        if card in RIOTS:
            draft.frames.append(Riot(region=RIOTS[card]))
        elif card in SUITS_OF_DISCARDS:
            _turn_suit(draft, card)
        elif card == 108:
            discard_all_prizes(draft, first)
        elif card == 114:
            begin_confidence_failure(draft, first)


@rule("PP-11.105", "PP-11.115", "PP-11.116")
def _turn_suit(draft: Draft, card: int) -> None:
    """Three events make the suit on their upper part the favored one when they leave the market."""
    from engine.pamir.play import suits_may_change

    if suits_may_change(draft):
        draft.frames.append(SetFavored(suit=SUITS_OF_DISCARDS[card]))
    else:
        draft.effect("suit_ignored", "PP-11.115", card=card)


@rule("PP-11.108")
def discard_all_prizes(draft: Draft, first: int) -> None:
    """Failure to Impress: everybody's prizes are discarded; no loyalty changes (PP-11.108)."""
    for seat in clockwise(draft, first):
        prizes = draft.players[seat].prizes
        if prizes:
            draft.player(seat).prizes = ()
        for card in prizes:
            draft.discard(card)
            draft.effect("prize_lost", "PP-11.108", seat=seat, card=card)


def end_lasting_events(draft: Draft) -> None:
    """After a check has been scored and the game goes on, all lasting events end and their cards leave play."""
    if effects_end(draft):
        for effect in draft.effects:
            _end(draft, effect, None)
        draft.effects = ()
        for seat, player in enumerate(draft.players):
            for effect in player.effects:
                _end(draft, effect, seat)
            if player.effects:
                draft.player(seat).effects = ()


def _end(draft: Draft, effect: str, seat: int | None) -> None:
    card = EFFECT_CARDS.get(effect)
    if card is not None:
        draft.discard(card)
    draft.effect("event_ended", "PP-10.7-effects-end", seat=seat, card=card, detail=effect)


@rule("PP-10.7-effects-end", neutral=False)
def effects_end(view: View) -> bool:
    """Whether lasting events end after a check: always, successful or not."""
    return True


# Riots and Rebuke


@rule("PP-11.riot")
def clear_region(draft: Draft, region: str, rule_id: str) -> None:
    """All armies and tribes of a region return, Citadel or not; roads stay; then overthrow, player by player."""
    place = REGION_AT[region]
    for group, coalition in enumerate(COALITIONS):
        gone = draft.send_all(group, place, SUPPLY)
        if gone:
            draft.effect("armies_lost", rule_id, place=region, detail=coalition, amount=gone)
    losers = []
    for seat in clockwise(draft, owner_seat(draft)):
        gone = draft.send_all(group_of_seat(seat), place, SUPPLY)
        if gone:
            draft.effect("tribes_lost", rule_id, seat=seat, place=region, amount=gone)
            losers.append(seat)
    for seat in losers:
        overthrow_from_map(draft, seat, region)


def prompt_riot(view: View, frame: Riot) -> Prompt:
    """The riot is carried out."""
    return Prompt(ask="event_riot", seat=prompted_seat(view), text=f"riots clear {frame.region.capitalize()}")


def candidates_riot(view: View, frame: Riot) -> Iterable[Event]:
    """The one region."""
    return [RiotResolved(region=frame.region)]


def check_riot(view: View, frame: Riot, event: RiotResolved) -> list[Violation]:
    """The region is printed on the event."""
    if event.region == frame.region:
        return []
    return [Violation(rule="PP-11.riot", message=f"the riots are in {frame.region.capitalize()}")]


def apply_riot(draft: Draft, frame: Riot, event: RiotResolved) -> None:
    """Clear the region."""
    draft.frames.pop()
    clear_region(draft, event.region, "PP-11.riot")


def prompted_seat(view: View) -> int:
    """The seat that takes the forced steps of cleanup: the turn's owner, or a debtor who took them over (PP-D19)."""
    for frame in view.frames:
        prompted: int | None = getattr(frame, "prompted", None)
        if prompted is not None:
            return prompted
    return owner_seat(view)


def prompt_rebuke(view: View, frame: Rebuke) -> Prompt:
    """Which region."""
    seat = owner_seat(view)
    return Prompt(ask="event_rebuke", seat=seat, text=f"{view.names[seat]} names the region to rebuke")


def candidates_rebuke(view: View, frame: Rebuke) -> Iterable[Event]:
    """Every region, an empty one too."""
    return [RegionRebuked(region=region) for region in REGIONS]


def check_rebuke(view: View, frame: Rebuke, event: RegionRebuked) -> list[Violation]:
    """Any of the six."""
    return [] if event.region in REGIONS else [_no_region(event.region)]


def _no_region(region: str) -> Violation:
    return Violation(rule="PP-11.116", message=f'there is no region "{region}"')


@rule("PP-11.116")
def rebuke(draft: Draft, region: str) -> None:
    """Rebuke clears the named region as a riot does."""
    clear_region(draft, region, "PP-11.116")


def apply_rebuke(draft: Draft, frame: Rebuke, event: RegionRebuked) -> None:
    """Clear the named region."""
    draft.frames.pop()
    rebuke(draft, event.region)


# Suits


def prompt_set_favored(view: View, frame: SetFavored) -> Prompt:
    """The suit turns."""
    return Prompt(ask="event_favored", seat=prompted_seat(view), text=f"{frame.suit} becomes the favored suit")


def candidates_set_favored(view: View, frame: SetFavored) -> Iterable[Event]:
    """The printed suit."""
    return [FavoredSuitSet(suit=frame.suit)]


def check_set_favored(view: View, frame: SetFavored, event: FavoredSuitSet) -> list[Violation]:
    """Only the printed suit."""
    if event.suit == frame.suit:
        return []
    return [Violation(rule="PP-2.10-favored-suit", message=f"the event makes {frame.suit} favored")]


def apply_set_favored(draft: Draft, frame: SetFavored, event: FavoredSuitSet) -> None:
    """Turn the suit."""
    draft.frames.pop()
    favor(draft, event.suit, "PP-2.10-favored-suit")


def apply_choose_favored(draft: Draft, frame: ChooseFavored, event: FavoredSuitSet) -> None:
    """Turn the suit; from now on until the next check no icon turns it again."""
    draft.frames.pop()
    favor(draft, event.suit, "PP-11.115")
    draft.effects = tuple(sorted((*draft.effects, "pashtunwali_values")))


def prompt_choose_favored(view: View, frame: ChooseFavored) -> Prompt:
    """Which suit."""
    seat = owner_seat(view)
    text = f"{view.names[seat]} chooses the favored suit for Pashtunwali Values"
    return Prompt(ask="event_pashtunwali", seat=seat, text=text, card=115)


def candidates_choose_favored(view: View, frame: ChooseFavored) -> Iterable[Event]:
    """All four."""
    return [FavoredSuitSet(suit=suit) for suit in SUITS]


def check_choose_favored(view: View, frame: ChooseFavored, event: FavoredSuitSet) -> list[Violation]:
    """One of the four suits."""
    if event.suit in SUITS:
        return []
    return [Violation(rule="PP-2.10-favored-suit", message=f'there is no suit "{event.suit}"')]


# Naming a player


def namable(view: View, why: str) -> tuple[int, ...]:
    """The seats that may be named: the others, for Rumor perhaps oneself (PP-D12)."""
    own = owner_seat(view)
    anyone = why == "rumor" and view.options.rumor_target == "anyone"
    return tuple(seat for seat in range(len(view.players)) if anyone or seat != own)


def prompt_name_player(view: View, frame: NamePlayer) -> Prompt:
    """Whom."""
    seat = owner_seat(view)
    what = "names a player for Rumor" if frame.why == "rumor" else "swaps hands with another player"
    return Prompt(ask=f"event_{frame.why}", seat=seat, text=f"{view.names[seat]} {what}")


def candidates_name_player(view: View, frame: NamePlayer) -> Iterable[Event]:
    """Every seat."""
    return [PlayerNamed(seat=seat) for seat in range(len(view.players))]


def check_name_player(view: View, frame: NamePlayer, event: PlayerNamed) -> list[Violation]:
    """Whether this seat may be named."""
    if event.seat in namable(view, frame.why):
        return []
    which = "PP-11.108" if frame.why == "rumor" else "PP-11.114"
    return [Violation(rule=which, message="another player is named")]


def apply_name_player(draft: Draft, frame: NamePlayer, event: PlayerNamed) -> None:
    """Lay the rumor, or swap the hands."""
    draft.frames.pop()
    if frame.why == "rumor":
        player = draft.player(event.seat)
        player.effects = tuple(sorted((*player.effects, "rumor")))
        draft.effect("rumor", "PP-11.108", seat=event.seat)
    else:
        swap_hands(draft, owner_seat(draft), event.seat)


@rule("PP-11.114")
def swap_hands(draft: Draft, seat: int, other: int) -> None:
    """Other Persuasive Methods: two players swap their whole hands, empty or not."""
    one, two = draft.player(seat), draft.player(other)
    one.hand, two.hand = two.hand, one.hand
    draft.effect("hands_swapped", "PP-11.114", seat=seat, other=other)


# Confidence Failure


@rule("PP-11.114")
def begin_confidence_failure(draft: Draft, first: int) -> None:
    """Everybody with a hand discards one card, the active player first, clockwise.

    Where a debtor has taken over the prompts it starts there and skips the seats before (PP-D19).
    """
    seats = list(clockwise(draft, first))
    if first != owner_seat(draft):
        seats = seats[: seats.index(owner_seat(draft))]
    draft.frames.append(Confidence(seats=tuple(seats)))


def resume_confidence(draft: Draft, frame: Confidence) -> bool:
    """Seats with empty hands are passed over."""
    if not frame.seats:
        draft.frames.pop()
        return True
    if draft.players[frame.seats[0]].hand:
        return False
    draft.frames[-1] = Confidence(seats=frame.seats[1:])
    return True


def prompt_confidence(view: View, frame: Confidence) -> Prompt:
    """Which hand card."""
    seat = frame.seats[0]
    text = f"{view.names[seat]} discards a hand card for Confidence Failure"
    return Prompt(ask="event_confidence_failure", seat=seat, text=text, card=114)


def candidates_confidence(view: View, frame: Confidence) -> Iterable[Event]:
    """Every hand card."""
    return [CardDiscarded(card=card) for card in view.players[frame.seats[0]].hand]


def check_confidence(view: View, frame: Confidence, event: CardDiscarded) -> list[Violation]:
    """A card of that hand; court cards may not be used."""
    seat = frame.seats[0]
    if event.card in view.players[seat].hand:
        return []
    message = f"{card_name(event.card)} is not in the hand of {view.names[seat]}"
    return [Violation(rule="PP-11.114", message=message)]


def apply_confidence(draft: Draft, frame: Confidence, event: CardDiscarded) -> None:
    """The card goes; hand cards have no leverage and no tribes."""
    seat = frame.seats[0]
    draft.frames[-1] = Confidence(seats=frame.seats[1:])
    player = draft.player(seat)
    player.hand = without(player.hand, event.card)
    draft.discard(event.card)
    draft.effect("card_lost", "PP-11.114", seat=seat, card=event.card)
