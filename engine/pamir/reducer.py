"""The engine's answers for Pax Pamir: start, prompt, legal, check, evolve.

Every frame has its five functions in the module of its rulebook area; the table here reads like a table of contents.
`evolve` is pure: it works on a private draft, carries on whatever needs no decision, and freezes the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from engine.events import Event
from engine.judging import Effect, Option, Prompt, Violation
from engine.pamir import (
    actions,
    battle,
    betray,
    bribes,
    build,
    cleanup,
    dominance,
    frames,
    losses,
    move,
    occasions,
    play,
    setup,
    turn,
)
from engine.pamir import events as e
from engine.pamir.board import PIECES, SEATS_FROM
from engine.pamir.concepts import tell_rulers
from engine.pamir.state import Draft, State, exists, pieces_at, place_of

#: Told when rules change what a recorded event leads to; stored with every event.
REDUCER = "pamir-1"


class FrameRules(NamedTuple):
    """What answers a frame, the rule that asks, and its five functions."""

    takes: tuple[type[Event], ...]
    rule: str
    prompt: Callable[..., Prompt]
    candidates: Callable[..., Iterable[Event]]
    check: Callable[..., list[Violation]]
    apply: Callable[..., None]
    resume: Callable[..., bool]


def _asks_always(draft: Draft, frame: frames.Frame) -> bool:
    return False


def _apply_dealing(draft: Draft, frame: frames.Dealing, event: e.CardRevealed) -> None:
    cleanup.apply_reveal(draft, event)


_TURN = (e.CardPurchased, e.CardPlayed, e.ActionTaken, e.TurnEnded)
_BRIBE = (
    e.BribePaid, e.WaiverAsked, e.BribeDeclined, e.AttemptWithdrawn, e.BribeWaived, e.BribeLowered, e.WaiverRefused,
)  # fmt: skip

FRAMES: dict[type[frames.Frame], FrameRules] = {
    frames.Dealing: FrameRules(
        (e.CardRevealed,), "PP-1.4-market",
        setup.prompt_dealing, cleanup.candidates_refill, cleanup.check_refill, _apply_dealing, setup.resume_dealing,
    ),
    frames.Choosing: FrameRules(
        (e.LoyaltyChosen,), "PP-1.5-loyalty",
        setup.prompt_choosing, setup.candidates_choosing, setup.check_choosing, setup.apply_choosing, _asks_always,
    ),
    frames.Main: FrameRules(
        _TURN, "PP-3.1-actions",
        turn.prompt_main, turn.candidates_main, turn.check_main, turn.apply_main, _asks_always,
    ),
    frames.Bribe: FrameRules(
        _BRIBE, "PP-5.1-bribe",
        bribes.prompt_bribe, bribes.candidates_bribe, bribes.check_bribe, bribes.apply_bribe, _asks_always,
    ),
    frames.Icons: FrameRules(
        (e.PiecePlaced, e.FavoredSuitSet), "PP-5.5-icons",
        play.prompt_icons, play.candidates_icons, play.check_icons, play.apply_icons, play.resume_icons,
    ),
    frames.Tax: FrameRules(
        (e.RupeeTaxed, e.Stopped), "PP-6.4-tax",
        actions.prompt_tax, actions.candidates_tax, actions.check_tax, actions.apply_tax, actions.resume_tax,
    ),
    frames.Gift: FrameRules(
        (e.GiftBought,), "PP-6.5-gift",
        actions.prompt_gift, actions.candidates_gift, actions.check_gift, actions.apply_gift, _asks_always,
    ),
    frames.Build: FrameRules(
        (e.PiecePlaced, e.Stopped), "PP-6.6-build",
        build.prompt_build, build.candidates_build, build.check_build, build.apply_build, build.resume_build,
    ),
    frames.Infrastructure: FrameRules(
        (e.PiecePlaced, e.Declined), "PP-12.78",
        build.prompt_infrastructure, build.candidates_build, build.check_infrastructure, build.apply_infrastructure,
        build.resume_infrastructure,
    ),
    frames.Move: FrameRules(
        (e.PieceMoved, e.Stopped), "PP-6.7-move",
        move.prompt_move, move.candidates_move, move.check_move, move.apply_move, move.resume_move,
    ),
    frames.Betray: FrameRules(
        (e.CardBetrayed,), "PP-6.8-betray",
        betray.prompt_betray, betray.candidates_betray, betray.check_betray, betray.apply_betray, _asks_always,
    ),
    frames.PrizeOffer: FrameRules(
        (e.PrizeAccepted, e.PrizeRefused), "PP-6.8-betray",
        betray.prompt_prize, betray.candidates_prize, betray.check_prize, betray.apply_prize, _asks_always,
    ),
    frames.Battle: FrameRules(
        (e.BattleSiteChosen, e.PieceRemoved, e.Stopped), "PP-6.9-battle",
        battle.prompt_battle, battle.candidates_battle, battle.check_battle, battle.apply_battle, battle.resume_battle,
    ),
    frames.SafeHouse: FrameRules(
        (e.SpySheltered, e.Declined), "PP-12.41",
        battle.prompt_safe_house, battle.candidates_safe_house, battle.check_safe_house, battle.apply_safe_house,
        battle.resume_safe_house,
    ),
    frames.Blackmail: FrameRules(
        (e.PiecePlaced, e.Declined), "PP-12.43",
        turn.prompt_blackmail, turn.candidates_blackmail, turn.check_blackmail, turn.apply_blackmail,
        turn.resume_blackmail,
    ),
    frames.Debt: FrameRules(
        (e.CardDiscarded,), "PP-7.2-leverage",
        losses.prompt_debt, losses.candidates_debt, losses.check_debt, losses.apply_debt, losses.resume_debt,
    ),
    frames.Losses: FrameRules(
        (e.CardDiscarded,), "PP-7.1-discard-court",
        losses.prompt_losses, losses.candidates_losses, losses.check_losses, losses.apply_losses, losses.resume_losses,
    ),
    frames.Acknowledge: FrameRules(
        (e.Confirmed,), "PP-9.1-court",
        turn.prompt_acknowledge, turn.candidates_acknowledge, turn.check_acknowledge, turn.apply_acknowledge,
        _asks_always,
    ),
    frames.Cleanup: FrameRules(
        (e.CardDiscarded, e.EventDiscarded), "PP-9.1-court",
        cleanup.prompt_cleanup, cleanup.candidates_cleanup, cleanup.check_cleanup, cleanup.apply_cleanup,
        cleanup.resume_cleanup,
    ),
    frames.SetFavored: FrameRules(
        (e.FavoredSuitSet,), "PP-2.10-favored-suit",
        occasions.prompt_set_favored, occasions.candidates_set_favored, occasions.check_set_favored,
        occasions.apply_set_favored, _asks_always,
    ),
    frames.ChooseFavored: FrameRules(
        (e.FavoredSuitSet,), "PP-11.115",
        occasions.prompt_choose_favored, occasions.candidates_choose_favored, occasions.check_choose_favored,
        occasions.apply_choose_favored, _asks_always,
    ),
    frames.Riot: FrameRules(
        (e.RiotResolved,), "PP-11.riot",
        occasions.prompt_riot, occasions.candidates_riot, occasions.check_riot, occasions.apply_riot, _asks_always,
    ),
    frames.Confidence: FrameRules(
        (e.CardDiscarded,), "PP-11.114",
        occasions.prompt_confidence, occasions.candidates_confidence, occasions.check_confidence,
        occasions.apply_confidence, occasions.resume_confidence,
    ),
    frames.NamePlayer: FrameRules(
        (e.PlayerNamed,), "PP-11.114",
        occasions.prompt_name_player, occasions.candidates_name_player, occasions.check_name_player,
        occasions.apply_name_player, _asks_always,
    ),
    frames.Rebuke: FrameRules(
        (e.RegionRebuked,), "PP-11.116",
        occasions.prompt_rebuke, occasions.candidates_rebuke, occasions.check_rebuke, occasions.apply_rebuke,
        _asks_always,
    ),
    frames.Refill: FrameRules(
        (e.CardRevealed,), "PP-9.4-refill",
        cleanup.prompt_refill, cleanup.candidates_refill, cleanup.check_refill, cleanup.apply_refill,
        cleanup.resume_refill,
    ),
    frames.Instability: FrameRules(
        (e.InstabilityResolved,), "PP-9.5-instability",
        cleanup.prompt_instability, cleanup.candidates_instability, cleanup.check_instability,
        cleanup.apply_instability, _asks_always,
    ),
    frames.Insurrection: FrameRules(
        (e.PiecePlaced,), "PP-12.3",
        dominance.prompt_insurrection, dominance.candidates_insurrection, dominance.check_insurrection,
        dominance.apply_insurrection, dominance.resume_insurrection,
    ),
}  # fmt: skip

#: Frames below which open debts wait, with `debt_settlement` at "end_of_action", until play has come back to them.
_SETTLING = (frames.Main, frames.Refill, frames.Blackmail)
_BEFORE_DEBTS = (frames.Debt, frames.Losses, frames.Acknowledge)


def start(event: e.PamirStarted) -> State:
    """The first state of a game: the first card is to be dealt, or all is as the position has it."""
    if event.position is not None:
        from engine.pamir.read_position import read_position

        return read_position(event.position, names=event.players, options=event.options)
    return setup.start(event)


def check_start(event: e.PamirStarted) -> list[Violation]:
    """Whether a game can begin in this way."""
    if event.position is not None:
        from engine.pamir.read_position import check_position

        return check_position(event.position, names=event.players, options=event.options)
    return setup.check_start(event)


def prompt(state: State) -> Prompt | None:
    """Who must decide what next; None when the game is over."""
    if not state.frames:
        return None
    top = state.frames[-1]
    return FRAMES[type(top)].prompt(state, top)


def check(state: State, event: Event) -> list[Violation]:
    """All violations of an event in this state; an empty list means that it is legal."""
    if not state.frames:
        return [Violation(rule="PP-10.6-end", message="the game is over")]
    top = state.frames[-1]
    rules = FRAMES[type(top)]
    if not isinstance(event, rules.takes):
        asked = rules.prompt(state, top)
        return [Violation(rule=rules.rule, message=f"something else is asked now: {asked.text}")]
    return rules.check(state, top, event)


def legal_events(state: State) -> list[Event]:
    """Every legal event now, one for each set of interchangeable pieces."""
    if not state.frames:
        return []
    top = state.frames[-1]
    rules = FRAMES[type(top)]
    return [event for event in rules.candidates(state, top) if not rules.check(state, top, event)]


def legal(state: State) -> list[Option]:
    """Every option now; what chance may bring is one option with a slot."""
    events = legal_events(state)
    if not events:
        return []
    rules = FRAMES[type(state.frames[-1])]
    if isinstance(events[0], e.CardRevealed):
        return setup.reveal_options(state, [event for event in events if isinstance(event, e.CardRevealed)])
    return [Option(event=event, rule=rule_of_option(event, rules.rule)) for event in events]


def rule_of_option(event: Event, otherwise: str) -> str:
    """The rule under which an option is offered."""
    match event:
        case e.CardPurchased():
            return "PP-4.1-cost"
        case e.CardPlayed():
            return "PP-5.3-place"
        case e.ActionTaken(action=action):
            return actions.ACTION_RULES[action]
        case _:
            return otherwise


def evolve(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after an event that `check` accepts, and the consequences that the rules derived from it."""
    top = state.frames[-1]
    draft = Draft(state)
    FRAMES[type(top)].apply(draft, top, event)
    _carry_on(draft)
    tell_rulers(draft, state)
    return draft.freeze(state), tuple(draft.found)


def _carry_on(draft: Draft) -> None:
    at_once = draft.options.debt_settlement == "at_once"
    while draft.frames:
        top = draft.frames[-1]
        if not isinstance(top, _BEFORE_DEBTS) and (at_once or _settles(top)) and _owing(draft):
            losses.push_debts(draft)
            continue
        if not FRAMES[type(top)].resume(draft, top):
            return


def _settles(frame: frames.AnyFrame) -> bool:
    if isinstance(frame, frames.Cleanup):
        return frame.stage in {"settle", "events"}
    return isinstance(frame, _SETTLING)


def _owing(draft: Draft) -> bool:
    return any(player.rupees < 0 for player in draft.players)


def carry_on_from_start(state: State) -> State:
    """A first state with everything carried on that needs no decision."""
    draft = Draft(state)
    _carry_on(draft)
    return draft.freeze(state)


def automatic(state: State) -> Event | None:
    """The next event where nobody has a choice: the next card of a known deck, or the only legal answer."""
    if not state.frames:
        return None
    top = state.frames[-1]
    if isinstance(top, frames.Main):
        return None
    if isinstance(top, frames.Refill | frames.Dealing) and state.deck is None:
        return None
    events = legal_events(state)
    return events[0] if len(events) == 1 else None


def canonical(state: State, event: Event) -> Event:
    """The event with its piece replaced by the one that `legal` names for it.

    Pieces of one owner in one place are interchangeable, unless one was placed this turn and the other was not.
    """
    piece: Any = getattr(event, "piece", None)
    if not isinstance(piece, str) or not exists(state, piece):
        return event
    group, place = PIECES[piece][0], place_of(state, piece)
    marked = play.marked(state, piece)
    alike = [other for other in pieces_at(state, group, place) if play.marked(state, other) == marked]
    first = alike[-1] if group < SEATS_FROM and isinstance(event, e.PiecePlaced) else alike[0]
    return msgspec.structs.replace(event, piece=first)
