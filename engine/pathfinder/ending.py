"""Section 16 of the rules: how a scenario ends, and the decks that are rebuilt after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.events import Event
from engine.pathfinder import zones
from engine.pathfinder.death import final_when_ended
from engine.pathfinder.events import (
    DeckRebuilt,
    EffectApplied,
    EncounterStarted,
    Explored,
    Move,
    PricePaid,
    Resumed,
    ScenarioEnded,
    VillainEscaped,
)
from engine.pathfinder.moving import OWN_ZONES, pile_of
from engine.pathfinder.options import ASK
from engine.pathfinder.setup import cards_list_differs
from engine.pathfinder.state import Character, Draft, Result, View, character, living
from engine.pathfinder.turn import encounter_over
from engine.pathfinder.untold import events_back
from engine.pathfinder.verdicts import Wrong, answer, facts_of, flag, needs_ruling, refuse
from engine.pathfinder.zones import EMPTY
from engine.rules import rule

#: The adventure with which the limits on cards from the box change.
HOOK_MOUNTAIN = 3


def judge_ended(view: View, event: ScenarioEnded) -> Wrong:
    """Whether the scenario is over, and so."""
    found = [*encounter_over(view, "end of the scenario"), *tasks_settled(view), *as_decided(view, event)]
    return (*found, *no_reward_when_lost(event))


@rule("PA-ENC-05", neutral=())
def tasks_settled(view: View) -> Wrong:
    """What was left pending is settled before the scenario ends."""
    if not view.tasks:
        return ()
    task = view.tasks[0]
    return refuse("PA-ENC-05", f"{task.owner or 'the party'} has left open: {task.reason or task.what} at {task.place}")


def as_decided(view: View, event: ScenarioEnded) -> Wrong:
    """A scenario ends as its rules decide."""
    if view.ended:
        return refuse("PA-END-01", "the scenario has ended already")
    if view.result is not None:
        if view.result.outcome == event.outcome:
            return ()
        return refuse("PA-END-01", f"the scenario is {view.result.outcome}: {view.result.reason}")
    if event.outcome == "lost":
        return lost_only_so(view, event)
    return (*escaped_villain(view), *condition_met(view, event))


@rule("PA-VIL-08", neutral=())
def escaped_villain(view: View) -> Wrong:
    """Nothing is won by a villain that escaped and was not met again, also where not all locations are known."""
    if view.complete or view.goal:
        return ()
    for event in events_back(view):
        if isinstance(event, VillainEscaped):
            return refuse("PA-VIL-08", f'"{event.villain or "the villain"}" escaped and is not cornered')
        if isinstance(event, Explored | EncounterStarted) and event.type in {"villain", ""}:
            return ()
    return ()


@rule("PA-END-02", "PA-SET-12", neutral=())
def condition_met(view: View, event: ScenarioEnded) -> Wrong:
    """The party wins when the scenario's condition is met: a villain cornered, or what its card says."""
    if view.villains or view.goal:
        if not view.complete or not view.villains:
            return ()
        return refuse("PA-END-02", f'"{view.villains[0]}" is not cornered')
    if view.middle and not view.scenario:
        return ()
    choice = answer(view, "goal_without_villain")
    if choice == ASK:
        return needs_ruling("PA-END-02", "goal_without_villain")
    if choice == "as_stated":
        return refuse(
            "PA-END-02", "the scenario card's condition was not stated at the start; all_closed can be ruled instead"
        )
    still_open = [one.name for one in view.places if one.status != "closed"]
    return refuse("PA-END-02", f"not closed yet: {', '.join(still_open)}") if still_open else ()


def _stays_open(draft: Draft) -> None:
    """Closing the last location decides nothing."""


@rule("PA-END-02", "PA-SET-12", instead=_stays_open)
def won_by_closing(draft: Draft) -> None:
    """By the option a scenario without a villain or a stated goal is won when every location is closed."""
    if draft.villains or draft.goal or draft.result is not None or not draft.complete or not draft.places:
        return
    unknown = draft.middle and not draft.scenario
    if unknown or answer(draft, "goal_without_villain") != "all_closed":
        return
    if all(one.status == "closed" for one in draft.places):
        draft.result = Result(outcome="won", reason="every location is closed")
        draft.effect("won", "PA-END-02", detail=draft.result.reason)


@rule("PA-END-01", neutral=())
def lost_only_so(view: View, event: ScenarioEnded) -> Wrong:
    """The party loses when no blessing is left to turn over, or when all are dead."""
    left = view.blessings.size
    if not living(view) or left is None or event.allowed_by or (not left and view.turn.step == "advance"):
        return ()
    if not left:
        return refuse("PA-END-01", "no blessing is left, and the party loses when a turn begins without one")
    some = "1 blessing is" if left == 1 else f"{left} blessings are"
    return refuse("PA-END-01", f"{some} left and somebody is alive")


@rule("PA-END-06", neutral=())
def no_reward_when_lost(event: ScenarioEnded) -> Wrong:
    """A lost scenario gives no reward."""
    if event.outcome == "won" or not event.reward:
        return ()
    return refuse("PA-END-06", f'a lost scenario gives no reward: "{event.reward}"')


def apply_ended(draft: Draft, event: ScenarioEnded) -> None:
    """It is over."""
    draft.result = draft.result or Result(outcome=event.outcome, reason="stated")
    draft.ended = True
    draft.fate = None
    draft.effect("scenario_ended", "PA-END-02" if event.outcome == "won" else "PA-END-01", detail=event.reward)


# After the end


@rule("PA-VIL-09", neutral=False)
def closing_still_works(event: Move) -> bool:
    """The effect on permanent closing of the last location is carried out before the scenario is won."""
    return isinstance(event, EffectApplied)


def settles_what_is_left(view: View, event: Event) -> bool:
    """What was left pending is settled before the scenario ends: an encounter taken up again, a price still owed."""
    if view.encounters and not isinstance(event, Explored):
        return True
    return bool(view.tasks) and isinstance(event, Resumed | PricePaid)


def judge_rebuilt(view: View, event: DeckRebuilt) -> Wrong:
    """Whether this deck can be rebuilt so."""
    found = [*after_the_end(view, event), *final_when_ended(view, event.who), *matches(view, event)]
    box = () if view.set else from_the_box(view, event)
    return (*found, *box, *gathered(view, event))


@rule("PA-END-03", neutral=())
def after_the_end(view: View, event: DeckRebuilt) -> Wrong:
    """Decks are rebuilt after the scenario, won or lost."""
    if not view.ended:
        return refuse("PA-END-03", "decks are rebuilt after the scenario")
    return refuse("PA-END-03", f"the deck of {event.who} is rebuilt already") if event.who in view.rebuilt else ()


@rule("PA-END-05", neutral=())
def matches(view: View, event: DeckRebuilt) -> Wrong:
    """The rebuilt deck matches the cards list exactly; cards beyond it are not kept."""
    owner = character(view, event.who)
    if view.set or (owner is not None and not owner.printed):
        return ()
    return cards_list_differs("PA-END-05", event.who, event.cards, owner.extra_cards if owner else ())


@rule("PA-END-04", neutral=())
def from_the_box(view: View, event: DeckRebuilt) -> Wrong:
    """Cards from the box are Basic until adventure 3, then of sets B, C or two adventures lower; by the option any."""
    choice = answer(view, "basic_limit")
    for name in event.from_box:
        card = facts_of(name)
        if card is None or choice == "successors_only":
            continue
        if choice == ASK:
            return needs_ruling("PA-END-04", "basic_limit")
        if (view.adventure or 0) < HOOK_MOUNTAIN:
            if card.basic is False:
                return refuse(
                    "PA-END-04", f'"{name}" has not the trait Basic, which the box asks for before adventure 3'
                )
        elif not any(level_fits(one.set, view.adventure or 0) for one in card.printings):
            return refuse("PA-END-04", f'"{name}" is of too high a level for adventure {view.adventure}')
    return ()


@rule("PA-CRD-06", neutral=True)
def level_fits(mark: str, adventure: int) -> bool:
    """B and C are the lowest sets; the number of an adventure deck is the level of its cards."""
    return mark in {"B", "C"} or (mark.isdigit() and int(mark) <= adventure - 2)


@rule("PA-END-03", neutral=())
def gathered(view: View, event: DeckRebuilt) -> Wrong:
    """A deck is rebuilt from the cards of hands, discard piles, decks, buried and displayed cards, and the box."""
    held: Counter[str] = Counter()
    for pile in (view.left_over, *lying(view, event.who)):
        if not pile.is_whole:
            return ()
        held += Counter(pile.known)
    missing = Counter(event.cards) - Counter(event.from_box) - held
    if not missing:
        return ()
    names = ", ".join(sorted(missing.elements()))
    return flag("PA-END-03", "card_from_nowhere", f"nobody had {names}, nor did it come from the box", names, "")


@rule("PA-DTH-04", neutral=())
def cards_of_the_dead(view: View, who: str) -> Wrong:
    """Others may take cards of a dead character at the rebuild; by the option after the encounter."""
    owner = character(view, who)
    if owner is None or owner.alive or view.ended:
        return ()
    choice = answer(view, "dead_characters_cards")
    if choice == ASK:
        return needs_ruling("PA-DTH-04", "dead_characters_cards")
    if choice == "after_encounter" and not view.encounters:
        return ()
    when = "when the encounter is over" if choice == "after_encounter" else "when the decks are rebuilt"
    return refuse("PA-DTH-04", f"the cards of {who} are taken {when}")


def apply_rebuilt(draft: Draft, event: DeckRebuilt) -> None:
    """The deck is what it is now; all other zones are empty, and what it did not take may go to others."""
    for card in (Counter(event.cards) - Counter(event.from_box)).elements():
        hand_over(draft, event.who, card)
    owner = character(draft, event.who)
    for pile in (pile_of(owner, zone) for zone in OWN_ZONES) if owner else ():
        size = None if pile.size is None or draft.left_over.size is None else pile.size + draft.left_over.size
        draft.left_over = zones.Pile(size=size, loose=tuple(sorted((*draft.left_over.known, *pile.known))))
    piles = {zone: EMPTY for zone in OWN_ZONES if zone != "deck"}
    draft.put_character(event.who, deck=zones.of(*event.cards), **piles)
    draft.rebuilt = (*draft.rebuilt, event.who)


def lying(view: View, who: str) -> Iterator[zones.Pile]:
    """The piles from which a deck can be rebuilt: the character's own first, then those of decks not yet rebuilt."""
    for one in sorted(view.characters, key=lambda each: each.name != who):
        if one.name not in view.rebuilt:
            yield from (pile_of(one, zone) for zone in OWN_ZONES)


def hand_over(draft: Draft, who: str, card: str) -> None:
    """A card for a rebuilt deck leaves where it lay: with its owner, among what others left, or with somebody else."""
    owners = sorted(draft.characters, key=lambda each: each.name != who)
    for owner in owners[:1]:
        if _taken(draft, owner, card, named=True):
            return
    left = zones.take(draft.left_over, card)
    if not isinstance(left, zones.Contradiction) and card in draft.left_over.known:
        draft.left_over = left
        return
    # What nobody named may well be it; only then it is somebody else's.
    if not _taken(draft, owners[0], card, named=False):
        any(_taken(draft, owner, card, named=True) for owner in owners[1:] if owner.name not in draft.rebuilt)


def _taken(draft: Draft, owner: Character, card: str, *, named: bool) -> bool:
    """Whether a pile of a character gave the card, as one that is known to be in it or as one of the unknown."""
    for zone in OWN_ZONES:
        pile = pile_of(owner, zone)
        if named == (card in pile.known) and pile.size != 0:
            found = zones.take(pile, card)
            if not isinstance(found, zones.Contradiction):
                draft.put_character(owner.name, **{zone: found})
                return True
    return False
