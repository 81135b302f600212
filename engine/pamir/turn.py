"""Section 3 of the rules: the turn, its two actions and its bonus actions; and what happens as a turn begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir import actions, play, purchase
from engine.pamir.abilities import blackmail_regions, blackmail_targets
from engine.pamir.board import CARD_AT, place_name
from engine.pamir.cards import CARDS
from engine.pamir.events import ActionTaken, CardPlayed, CardPurchased, Confirmed, Declined, PiecePlaced, TurnEnded
from engine.pamir.frames import Acknowledge, Blackmail, Cleanup, Main
from engine.pamir.losses import take_and_place, takeable
from engine.pamir.play import check_source, distinct_sources
from engine.pamir.state import Draft, View, group_of_seat, owner_seat
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

ACTIONS_A_TURN = 2


def begin_turn(draft: Draft, seat: int) -> None:
    """A turn begins: two actions, nothing used, bought, locked or placed yet; Blackmail first."""
    draft.turn += 1
    draft.turn_of = seat
    draft.actions_left = ACTIONS_A_TURN
    draft.spent = draft.locked = ()
    draft.placed = ()
    draft.refusals = 0
    draft.frames.append(Main())
    draft.effect("turn", "PP-3.1-actions", seat=seat, amount=draft.turn)
    regions = blackmail_regions(draft, seat)
    if regions:
        draft.frames.append(Blackmail(regions=regions))


def begin_next_turn(draft: Draft) -> None:
    """The next seat's turn begins, unless a game in which everybody passes were to end (it does not)."""
    if stall_ends_game(draft):
        draft.frames.clear()
        return
    begin_turn(draft, (owner_seat(draft) + 1) % len(draft.players))


@rule("PP-10.10-no-stall-rule", neutral=True)
def stall_ends_game(view: View) -> bool:
    """No rule forces progress: however long everybody passes, the game goes on."""
    return False


@rule("PP-3.1-actions", neutral=True)
def actions_remain(view: View) -> bool:
    """Buying and playing cost one of the two actions of a turn."""
    return (view.actions_left or 0) > 0


def prompt_main(view: View, frame: Main) -> Prompt:
    """Buy, play, act, or end."""
    seat = owner_seat(view)
    left = view.actions_left or 0
    text = f"{view.names[seat]}: buy, play, use a card or end the turn ({left} action{'' if left == 1 else 's'} left)"
    return Prompt(ask="main", seat=seat, text=text)


def candidates_main(view: View, frame: Main) -> Iterable[Event]:
    """Every purchase, play and action that the cards suggest, and to end the turn."""
    seat = owner_seat(view)
    player = view.players[seat]
    found: list[Event] = [CardPurchased(card=card) for card in view.market if card]
    found += [CardPlayed(card=card, end=end) for card in player.hand for end in ("left", "right")]
    found += [ActionTaken(card=card, action=action) for card in player.court for action in CARDS[card].actions]
    return [*found, TurnEnded()]


def check_main(view: View, frame: Main, event: Event) -> list[Violation]:
    """Whether the active player may do this now."""
    match event:
        case CardPurchased():
            return [*_check_actions(view), *purchase.check_purchase(view, event)]
        case CardPlayed():
            return [*_check_actions(view), *play.check_play(view, event)]
        case ActionTaken():
            return actions.check_action(view, event)
        case _:
            return []


def _check_actions(view: View) -> list[Violation]:
    if actions_remain(view):
        return []
    name = view.names[owner_seat(view)]
    return [Violation(rule="PP-3.1-actions", message=f"{name} has no actions left")]


def apply_main(draft: Draft, frame: Main, event: Event) -> None:
    """Do it."""
    match event:
        case CardPurchased():
            draft.actions_left = (draft.actions_left or 0) - 1
            purchase.apply_purchase(draft, event)
        case CardPlayed():
            play.apply_play(draft, event)
        case ActionTaken():
            actions.apply_action(draft, event)
        case _:
            draft.actions_left = -1
            draft.frames[-1] = Cleanup()


# Blackmail


def resume_blackmail(draft: Draft, frame: Blackmail) -> bool:
    """Over when no card can be blackmailed, or no cylinder can be taken.

    The Blackmail of a card that the first spy cost (PP-7.5-supply) is gone with it.
    """
    seat = owner_seat(draft)
    held = blackmail_regions(draft, seat)
    regions = tuple(region for region in frame.regions if region in held)
    if regions != frame.regions:
        draft.frames[-1] = Blackmail(regions=regions)
    if blackmail_targets(draft, seat, regions) and takeable(draft, group_of_seat(seat)):
        return False
    draft.frames.pop()
    return True


def prompt_blackmail(view: View, frame: Blackmail) -> Prompt:
    """On which card."""
    seat = owner_seat(view)
    where = " or ".join(region.capitalize() for region in frame.regions)
    text = f"{view.names[seat]} may place a Blackmail spy on a {where} card without spies"
    return Prompt(ask="blackmail", seat=seat, text=text)


def candidates_blackmail(view: View, frame: Blackmail) -> Iterable[Event]:
    """A cylinder on each card in question; or not."""
    seat = owner_seat(view)
    pieces = distinct_sources(view, takeable(view, group_of_seat(seat)))
    places = [CARD_AT[card] for player in view.players for card in player.court]
    return [*(PiecePlaced(piece=piece, to=to) for piece in pieces for to in places), Declined()]


def check_blackmail(view: View, frame: Blackmail, event: Event) -> list[Violation]:
    """A card of the region that carries no spies."""
    if not isinstance(event, PiecePlaced):
        return []
    seat = owner_seat(view)
    found = check_source(view, group_of_seat(seat), event.piece)
    targets = {CARD_AT[card] for card in blackmail_targets(view, seat, frame.regions)}
    if event.to not in targets:
        where = " or ".join(region.capitalize() for region in frame.regions)
        message = f"{place_name(event.to)} is no {where} court card without spies"
        found.append(Violation(rule="PP-12.43", message=message))
    return found


def apply_blackmail(draft: Draft, frame: Blackmail, event: Event) -> None:
    """One spy for each Blackmail card; declining ends it."""
    draft.frames.pop()
    if not isinstance(event, PiecePlaced):
        return
    region = CARDS[int(event.to.removeprefix("card:"))].region
    left = tuple(other for other in frame.regions if other != region)
    if left:
        draft.frames.append(Blackmail(regions=left))
    draft.effect("blackmail", "PP-12.43", seat=owner_seat(draft), place=event.to)
    take_and_place(draft, event.piece, event.to)


# Acknowledgement


def prompt_acknowledge(view: View, frame: Acknowledge) -> Prompt:
    """Done?"""
    return Prompt(ask=frame.phase, seat=frame.seat, text=f"{view.names[frame.seat]} confirms")


def candidates_acknowledge(view: View, frame: Acknowledge) -> Iterable[Event]:
    """Yes."""
    return [Confirmed()]


def check_acknowledge(view: View, frame: Acknowledge, event: Event) -> list[Violation]:
    """Nothing can be wrong with it."""
    return []


def apply_acknowledge(draft: Draft, frame: Acknowledge, event: Event) -> None:
    """Go on."""
    draft.frames.pop()
