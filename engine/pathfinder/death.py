"""Section 15 of the rules: when a character dies, what that ends, and who comes after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.events import Event
from engine.pathfinder.encounter import goes_back, leave
from engine.pathfinder.events import (
    CharacterDied,
    Correction,
    EffectApplied,
    Move,
    StatePosted,
    SuccessorJoined,
    TurnEnded,
)
from engine.pathfinder.options import ASK
from engine.pathfinder.setup import begun, judge_new
from engine.pathfinder.state import Character, Draft, State, View, character, living
from engine.pathfinder.turn import end_turn, lose
from engine.pathfinder.verdicts import Wrong, answer, flag, impossible, needs_ruling, refuse
from engine.rules import rule

if TYPE_CHECKING:
    from engine.judging import Violation


def _lives(draft: Draft, who: str, count: int, kind: str) -> None:
    """It lives."""


@rule("PA-DTH-01", instead=_lives)
def must_remove(draft: Draft, who: str, count: int, kind: str) -> None:
    """Who must draw, or discard from the deck, more cards than it has dies; other removals by the option."""
    owner = character(draft, who)
    if owner is None or owner.deck.size is None or owner.deck.size >= count or who in draft.dying:
        return
    if kills(answer(draft, "death_trigger"), kind):
        draft.dying = (*draft.dying, who)
        draft.effect("must_die", "PA-DTH-01", who=who, amount=count)


def kills(choice: str, kind: str) -> bool:
    """Whether a removal of this kind kills: a draw always, others by the option."""
    if kind == "draw" or choice == "any_removal":
        return True
    return kind == "discard" and choice in {"draw_discard_rest_asked", "draw_or_discard"}


@rule("PA-DTH-01", neutral=())
def removal_ruled(view: View, event: EffectApplied) -> Wrong:
    """For a removal that the option leaves open a ruling is needed where the deck is too small."""
    owner = character(view, event.who)
    if owner is None or owner.deck.size is None or event.amount is None or owner.deck.size >= event.amount:
        return ()
    choice = answer(view, "death_trigger")
    open_points = {"remove_from_deck": {ASK, "draw_discard_rest_asked"}, "discard_from_deck": {ASK}}
    return needs_ruling("PA-DTH-01", "death_trigger") if choice in open_points.get(event.effect, set()) else ()


@rule("PA-DTH-01", neutral=())
def death_first(view: View, event: Move) -> Wrong:
    """A character that must die dies before anything else happens."""
    if not view.dying or isinstance(event, CharacterDied):
        return ()
    first = view.dying[0]
    if view.mode == "record":
        # That somebody died may be unsaid; what nobody dead can do is done all the same.
        who = getattr(event, "who", "")
        if who not in view.dying or isinstance(event, TurnEnded):
            return ()
        first = who
    return refuse("PA-DTH-01", f"{first} has too few cards in the deck and dies first")


@rule("PA-DTH-07", neutral=())
def dead_do_nothing(view: View, who: str) -> Wrong:
    """A dead character does nothing and is affected by nothing."""
    owner = character(view, who)
    if owner is None or owner.alive:
        return ()
    return refuse("PA-DTH-07", f"{who} is dead")


def judge_died(view: View, event: CharacterDied) -> Wrong:
    """Whether this character dies."""
    return empty_deck_alone(view, event)


@rule("PA-DTH-02", neutral=())
def empty_deck_alone(view: View, event: CharacterDied) -> Wrong:
    """An empty deck alone does not kill: a character dies when it must draw and cannot."""
    if event.who in view.dying or event.allowed_by:
        return ()
    owner = character(view, event.who)
    if owner is None or not owner.alive or owner.deck.size is None or draws_unsaid(view, owner):
        return ()
    if view.mode == "record" and _DRAWN.search(event.cause.casefold()):
        return ()
    return refuse("PA-DTH-02", f"{event.who} need not draw from the deck and is alive")


#: How a cause tells that cards were to leave the deck.
_DRAWN = re.compile(r"\b(?:draw|drew|discard|remov)")


def draws_unsaid(view: View, owner: Character) -> bool:
    """Whether a record leaves unsaid that a hand was to be drawn up at the end of a turn, and the deck had too few."""
    if view.mode != "record" or view.turn.active != owner.name or view.turn.reset:
        return False
    if owner.hand.size is None or owner.hand_size is None or owner.deck.size is None:
        return True
    return owner.hand_size - owner.hand.size > owner.deck.size


@rule("PA-DTH-01", neutral=())
def death_missed(before: State, after: State, later: Sequence[Event]) -> Wrong:
    """Who cannot draw what is needed is dead; a record that goes on to post its cards missed that at the draw."""
    found: list[Violation] = []
    for who in after.dying:
        if who not in before.dying and _posted_alive(who, later):
            message = f"the deck of {who} has too few cards, and no death is posted"
            found += flag("PA-DTH-01", "death_missed", message, "alive", "dead")
    return tuple(found)


def _posted_alive(who: str, later: Sequence[Event]) -> bool:
    """Whether the cards of a character are posted, and nothing tells its death before it does anything else."""
    posted = False
    for event in later:
        if isinstance(event, StatePosted):
            posted |= event.who == who and (event.held is not None or event.deck is not None)
        elif isinstance(event, CharacterDied | Correction) and getattr(event, "who", who) == who:
            return False
        elif getattr(event, "who", "") == who and not isinstance(event, TurnEnded):
            break
    return posted


def apply_died(draft: Draft, event: CharacterDied) -> None:
    """Its encounters are cut short, its turn ends, and if nobody is left the scenario is lost."""
    draft.put_character(event.who, alive=False)
    draft.dying = tuple(name for name in draft.dying if name != event.who)
    draft.fell = (*draft.fell, event.who)
    draft.damages = tuple(one for one in draft.damages if one.who != event.who)
    cut_short(draft, event.who)
    turn_of_dead_ends(draft, event.who)
    all_dead_lose(draft)


def _goes_on(draft: Draft, who: str) -> None:
    """Nothing ends."""


@rule("PA-ENC-12", instead=_goes_on)
def cut_short(draft: Draft, who: str) -> None:
    """The card is neither defeated nor undefeated: back into its deck, or to the box if it was summoned."""
    from engine.pathfinder.villain import reopen

    left = [task for task in draft.tasks if task.owner == who and task.encounter is not None]
    draft.tasks = tuple(task for task in draft.tasks if task not in left)
    for task in left:
        if task.encounter is not None:
            draft.encounters = (replace(task.encounter, who=who), *draft.encounters)
    for number in range(len(draft.encounters) - 1, -1, -1):
        if draft.encounters[number].who == who:
            goes_back(draft, leave(draft, number, "cut_short"))
            draft.effect("cut_short", "PA-ENC-12", who=who)
    reopen(draft)


@rule("PA-DTH-07", instead=_goes_on)
def turn_of_dead_ends(draft: Draft, who: str) -> None:
    """If the dead character was active, its turn ends at once."""
    if draft.turn.active == who:
        end_turn(draft, who)


def _no_loss(draft: Draft) -> None:
    """Nothing is lost."""


@rule("PA-DTH-05", instead=_no_loss)
def all_dead_lose(draft: Draft) -> None:
    """If all characters are dead, the party loses, also where the effect of the last closing killed them."""
    if not living(draft):
        if draft.result is not None and draft.result.outcome == "won" and not draft.ended:
            draft.result = None
        lose(draft, "all characters are dead")


def judge_successor(view: View, event: SuccessorJoined) -> Wrong:
    """Whether a new character may join now."""
    if not event.character.name or not 0 <= event.seat < len(view.names):
        return impossible("PA-DTH-06", "a successor has a name of its own and the seat of a player")
    if character(view, event.character.name) is not None:
        return impossible("PA-DTH-06", f"{event.character.name} plays already")
    said = replace(event.character, first_deck=True, successor=True)
    deck = () if view.set else judge_new(said, view.options, view.adventure)
    return (*successor_begins(view, event), *deck)


@rule("PA-DTH-06", neutral=())
def successor_begins(view: View, event: SuccessorJoined) -> Wrong:
    """The player of a dead character begins anew with the next scenario; by the option with the next encounter."""
    here = [one for one in view.characters if one.seat == event.seat]
    if not here or any(one.alive for one in here):
        return refuse("PA-DTH-06", "the character of this player is alive")
    choice = answer(view, "successor_begins")
    if choice == ASK:
        return needs_ruling("PA-DTH-06", "successor_begins")
    if choice == "next_encounter" and not view.encounters:
        return ()
    when = "encounter" if choice == "next_encounter" else "scenario"
    return refuse("PA-DTH-06", f"{event.character.name} begins with the next {when}")


def apply_successor(draft: Draft, event: SuccessorJoined) -> None:
    """The new character takes the seat."""
    draft.characters = (*draft.characters, begun(event.character, event.seat, middle=False, set_=draft.set))


def judge_revived(view: View, who: str) -> Wrong:
    """Whether a dead character can come back."""
    owner = character(view, who)
    if owner is None or owner.alive:
        return refuse("PA-DTH-03", f"{who} is alive" if who else "nobody is named who comes back")
    return final_when_ended(view, who)


@rule("PA-DTH-03", neutral=())
def final_when_ended(view: View, who: str) -> Wrong:
    """When the scenario has ended death is final."""
    owner = character(view, who)
    if not view.ended or (who not in view.fell and (owner is None or owner.alive)):
        return ()
    return refuse("PA-DTH-03", f"{who} died, and the scenario has ended")
