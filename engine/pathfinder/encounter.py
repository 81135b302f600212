"""Sections 8, 13 and 14 of the rules: an encounter from the card turned over to the card resolved."""

from __future__ import annotations

from engine.pathfinder import zones
from engine.pathfinder.card_knowledge import check_of, told
from engine.pathfinder.events import EncounterResolved, EncounterStarted, Evaded, Explored, Move
from engine.pathfinder.moving import give, settle, without
from engine.pathfinder.options import ASK
from engine.pathfinder.setup import type_agrees, type_exists
from engine.pathfinder.state import Draft, Earned, Encounter, Fate, Over, View, at, encounter, place
from engine.pathfinder.untold import nothing_begun
from engine.pathfinder.verdicts import Wrong, answer, flag, known_type, needs_ruling, refuse, same_card
from engine.pathfinder.zones import Contradiction, Pile
from engine.rules import rule

BANES = frozenset({"villain", "henchman", "monster", "barrier"})
STAGES = ("met", "closings", "before", "checks", "after")


def is_boon(met: Encounter) -> bool:
    """Whether the card is known to be a boon."""
    return bool(met.type) and met.type not in BANES and met.type != "ship"


def named(met: Encounter) -> str:
    """The card in words."""
    return f'"{met.card}"' if met.card else "the card"


# Beginning


def judge_met(view: View, event: EncounterStarted) -> Wrong:
    """Whether this encounter can begin."""
    return (*type_agrees(view, event.card, event.type), *type_exists(view, event.type), *a_copy_each(view, event))


@rule("PA-SUM-03", neutral=())
def a_copy_each(view: View, event: EncounterStarted) -> Wrong:
    """Each faces a copy of its own; with too few copies a ruling says whether the others face it too."""
    if event.copies is None or event.faced_by is None or event.copies >= event.faced_by:
        return ()
    choice = answer(view, "too_few_copies")
    if choice == ASK:
        return needs_ruling("PA-SUM-03", "too_few_copies")
    if choice == "everyone" or facing(view, event) < event.copies:
        return ()
    return refuse("PA-SUM-03", f'the box has {event.copies} of "{event.card}": {event.who} goes free')


def facing(view: View, event: EncounterStarted) -> int:
    """How many have met a copy by this summoning: back to another encounter, or to the character's own copy."""
    met = [one.who for one in view.encounters if one.summoned and one.card == event.card]
    for one in reversed(view.over):
        if not one.summoned or one.card != event.card or one.who == event.who:
            break
        met.append(one.who)
    return len(met)


def begin(draft: Draft, event: Explored | EncounterStarted) -> None:
    """A card is encountered: the top one of the deck where the character is, or a summoned one."""
    summoned = isinstance(event, EncounterStarted) and event.summoned
    here = at(draft, event.who)
    draft.met += 1
    draft.window += 1
    if encounter(draft) is None:
        settle(draft)
    said = told(draft, event.card)
    met = Encounter(
        number=draft.met,
        who=event.who,
        card=event.card,
        type=known_type(event.card, event.type, draft),
        place=here,
        summoned=summoned,
        checks=checks_of(draft, event),
        closes=closes_of(draft, event),
        barrier=event.barrier or bool(said is not None and said.barrier),
    )
    draft.encounters = (*draft.encounters, met)
    if not before_play_goes_on(draft, event):
        lapse(draft)
    if not summoned:
        stays_on_top(draft, met)
    draft.effect("met", "PA-SUM-01" if summoned else "PA-ENC-01", who=met.who, card=met.card, place=here)


@rule("PA-CHK-09", neutral=None)
def checks_of(view: View, event: Explored | EncounterStarted) -> int | None:
    """How many checks "then" joins: as stated, else as the card is known to have; 0 for a card without a check."""
    if event.checks is not None:
        return event.checks
    check = check_of(view, event.card)
    return None if check is None else len(check)


@rule("PA-HEN-01", neutral=None)
def closes_of(view: View, event: Explored | EncounterStarted) -> bool | None:
    """Whether the henchman's own text allows a closing: as stated, else as its owner told it; None if not known."""
    said = told(view, event.card)
    return event.closes if event.closes is not None or said is None else said.closes


def before_play_goes_on(view: View, event: Explored | EncounterStarted) -> bool:
    """Whether a card is met while a henchman's encounter ends: it says so, or posts do not say when it was summoned."""
    if not isinstance(event, EncounterStarted):
        return False
    return event.phase == "after" or (event.summoned and not event.phase and view.mode == "record")


def lapse(draft: Draft) -> None:
    """What a henchman gave and nobody used is over once play goes on."""
    if draft.earned:
        from msgspec.structs import replace

        draft.earned = tuple(replace(one, lapsed=True) for one in draft.earned)


def _taken_off(draft: Draft, met: Encounter) -> None:
    here = place(draft, met.place)
    if here is not None:
        left = without(here.deck, met.card, top=True)
        if not isinstance(left, Contradiction):
            draft.put_place(here.name, deck=left)


@rule("PA-ENC-01", instead=_taken_off)
def stays_on_top(draft: Draft, met: Encounter) -> None:
    """The card turned over counts as lying on top of its deck until it is resolved."""
    here = place(draft, met.place)
    if here is None:
        return
    left = without(here.deck, met.card, top=True)
    if isinstance(left, Contradiction):
        # The number of cards stays as it was; which they are is no longer certain.
        left = Pile(size=max(0, (here.deck.size or 1) - 1))
    draft.put_place(here.name, deck=zones.add(left, met.card, "top"))


def concerned(view: View, who: str, card: str | None = None) -> int | None:
    """Which of the open encounters an entry means: the innermost that fits, else the innermost."""
    numbers = range(len(view.encounters) - 1, -1, -1)
    for number in numbers:
        one = view.encounters[number]
        if card is not None and one.card is not None and same_card(one.card, card):
            return number
    if card is None:
        for number in numbers:
            if view.encounters[number].who == who:
                return number
    return len(view.encounters) - 1 if view.encounters else None


@rule("PA-ENC-11", neutral=())
def inner_first(view: View, number: int | None) -> Wrong:
    """A card that is met inside an encounter is finished first; then the outer encounter goes on."""
    if number is None or number == len(view.encounters) - 1:
        return ()
    inner = view.encounters[-1]
    return refuse("PA-ENC-11", f"{inner.who} finishes {named(inner)} first, which was met inside this encounter")


def no_encounter(view: View, doing: str) -> Wrong:
    """That no card is being encountered, as far as the log reaches back."""
    if view.encounters or nothing_begun(view):
        return ()
    return (*already_evaded(view), *refuse("PA-ENC-05", f"no card is being encountered: nothing to {doing}"))


@rule("PA-ENC-02", neutral=())
def already_evaded(view: View) -> Wrong:
    """Evading ends the encounter, so that no check follows and nothing is left to resolve."""
    last = view.over[-1] if view.over else None
    if last is None or last.outcome != "evaded" or last.number != view.met:
        return ()
    name = f'"{last.card}"' if last.card else "the card"
    return refuse("PA-ENC-02", f"{name} was evaded, which ends its encounter")


# Evading


def judge_evaded(view: View, event: Evaded) -> Wrong:
    """Whether the card can be evaded now."""
    from engine.pathfinder.playing import forbidden

    found = (*no_encounter(view, "evade"), *evaded_at_once(view, event), *evaded_before_closings(view))
    return (*found, *forbidden(view, event.who, "evade"))


@rule("PA-ENC-02", neutral=())
def evaded_at_once(view: View, event: Evaded) -> Wrong:
    """The one who encounters a card may evade it at once, before anything else of the encounter."""
    met = encounter(view)
    if met is None:
        return ()
    if met.who != event.who:
        return refuse("PA-ENC-02", f"{met.who} encounters {named(met)}, not {event.who}")
    if STAGES.index(met.stage) >= STAGES.index("before"):
        return refuse("PA-ENC-02", f"{named(met)} can be evaded only at once, not any more now")
    return ()


@rule("PA-ENC-03", neutral=())
def evaded_before_closings(view: View) -> Wrong:
    """A villain is evaded before the temporary closing attempts; by the option after them."""
    met = encounter(view)
    if met is None or met.type != "villain":
        return ()
    choice = answer(view, "villain_evade_order")
    if choice == ASK:
        return needs_ruling("PA-ENC-03", "villain_evade_order")
    if met.stage == "closings" and choice == "evade_first":
        return refuse("PA-ENC-03", f"closing attempts were made: {named(met)} can no longer be evaded")
    return ()


def apply_evaded(draft: Draft, event: Evaded) -> None:
    """The card goes back, and the encounter is over; it is neither defeated nor undefeated."""
    from engine.pathfinder.villain import reopen

    number = concerned(draft, event.who)
    if number is None:
        return
    met = leave(draft, number, "evaded")
    where = goes_back(draft, met)
    draft.effect("evaded", "PA-SUM-04" if met.summoned else "PA-ENC-02", who=met.who, card=met.card, detail=where)
    reopen(draft)


def goes_back(draft: Draft, met: Encounter) -> str:
    """A card that is neither defeated nor undefeated: shuffled into its deck, or to the box if it was summoned."""
    if to_the_box(met):
        return "box"
    put_into_deck(draft, met, "shuffled")
    return "location"


def _to_the_deck(met: Encounter) -> bool:
    return False


@rule("PA-SUM-04", instead=_to_the_deck)
def to_the_box(met: Encounter) -> bool:
    """A summoned card that is evaded goes back to the box."""
    return met.summoned


# Order inside an encounter


def reach(draft: Draft, number: int, stage: str) -> None:
    """The encounter has come to a stage."""
    from msgspec.structs import replace

    met = draft.encounters[number]
    if STAGES.index(stage) > STAGES.index(met.stage):
        met = replace(met, stage=stage)
        draft.encounters = (*draft.encounters[:number], met, *draft.encounters[number + 1 :])
        draft.window += 1


@rule("PA-ENC-05", neutral=())
def belongs_to_one(view: View, event: Move) -> Wrong:
    """What is entered late belongs to an encounter that there was."""
    if event.late is None or 1 <= event.late <= view.met:
        return ()
    had = f"the last is E{view.met}" if view.met else "nothing was encountered yet"
    return refuse("PA-ENC-05", f"there is no encounter E{event.late}: they are numbered in order, and {had}")


def in_its_time(view: View, source: str, who: str, late: int | None) -> Wrong:
    """Whether what belongs before or after the check of a card comes in its time."""
    if source == "before":
        return before_in_time(view, who, late)
    return after_in_time(view, late) if source == "after" else ()


@rule("PA-ENC-04", neutral=())
def before_in_time(view: View, who: str, late: int | None) -> Wrong:
    """What happens before the encounter is carried out, for everybody whom it names, before any check."""
    if late is not None:
        message = f"this belongs to encounter {late}, before its check, and was entered later"
        return flag("PA-ENC-04", "late", message, "now", f"encounter {late}")
    met = encounter(view)
    if met is None:
        return refuse("PA-ENC-04", f"no encounter is open before which {who} could be concerned")
    if STAGES.index(met.stage) > STAGES.index("before"):
        return refuse("PA-ENC-04", f"what happens before the encounter with {named(met)} comes before its check")
    return ()


@rule("PA-ENC-07", neutral=())
def after_in_time(view: View, late: int | None) -> Wrong:
    """What happens after the encounter comes after the check, whatever its result; by the option after a success."""
    met = encounter(view)
    if late is not None:
        return flag("PA-ENC-07", "late", f"this belongs to encounter {late}", "now", f"encounter {late}")
    if met is None:
        return refuse("PA-ENC-07", "no encounter is open after whose check this could happen")
    if not met.done and met.checks != 0:
        return refuse("PA-ENC-07", f"what happens after the encounter with {named(met)} comes after its check")
    choice = answer(view, "after_encounter")
    if choice == ASK:
        return needs_ruling("PA-ENC-07", "after_encounter")
    if choice == "after_success" and failed(met):
        return refuse("PA-ENC-07", f"the check of {named(met)} failed: what comes after the encounter does not happen")
    return ()


def failed(met: Encounter) -> bool:
    """Whether a check of the card is known to have failed."""
    return any(one.success is False for one in met.done)


# Resolving


def apply_resolved(draft: Draft, event: EncounterResolved) -> None:
    """The card goes where it goes, and what follows from it follows."""
    from engine.pathfinder.villain import reopen, weigh

    number = concerned(draft, "", event.card)
    if number is None:
        return
    met = leave(draft, number, event.outcome)
    if event.outcome == "cut_short":
        goes_back(draft, met)
    elif event.outcome == "acquired":
        acquire(draft, met, event)
    elif event.outcome == "undefeated" and met.type != "villain" and not returns_to_box(met):
        order = event.order or answer(draft, "undefeated_bane")
        put_into_deck(draft, met, "bottom" if order == "bottom" else "shuffled")
        draft.effect("back_to_deck", "PA-ENC-09", card=met.card, place=met.place, detail=order)
    else:
        elsewhere(draft, met, event)
    if met.type == "henchman" and event.outcome == "defeated" and gives_closing(met):
        draft.earned = (*draft.earned, Earned(who=met.who, place=met.place, closes=met.closes))
    if met.type == "villain" and event.outcome in {"defeated", "undefeated"} and not gives_nothing(met):
        beaten, here = event.outcome == "defeated", place(draft, met.place)
        shut = here is not None and here.status == "closed"
        draft.fate = Fate(villain=met.card or "the villain", place=met.place, defeated=beaten, closed=beaten and shut)
        weigh(draft)
        if draft.fate is not None:
            draft.effect("villain_waits", "PA-VIL-06", card=met.card, place=met.place)
    else:
        reopen(draft)


def acquire(draft: Draft, met: Encounter, event: EncounterResolved) -> None:
    """An acquired boon goes to the hand of the one who encountered it, whoever helped with its checks."""
    zone = event.zone if event.zone in {"displayed", "deck", "discard", "buried"} else "hand"
    who = met.who
    give(draft, who, zone, met.card, "top" if zone in {"deck", "discard"} else "somewhere")
    draft.effect("acquired", "PA-ENC-08", who=who, card=met.card)


def elsewhere(draft: Draft, met: Encounter, event: EncounterResolved) -> None:
    """What is banished leaves play; a declined boon may by the option be put somewhere else."""
    if event.zone == "location" and event.outcome == "declined":
        put_into_deck(draft, met, "bottom" if event.order == "bottom" else "shuffled")
    elif event.zone in {"discard", "buried", "displayed", "deck"}:
        give(draft, met.who, event.zone, met.card)
    elif met.type != "villain" or gives_nothing(met) or event.outcome not in {"defeated", "undefeated"}:
        draft.effect("banished", "PA-ENC-09" if met.type in BANES else "PA-ENC-08", card=met.card)


def leave(draft: Draft, number: int, outcome: str) -> Encounter:
    """The encounter is over: it leaves the stack, and its card the top of its deck."""
    met = draft.encounters[number]
    draft.encounters = (*draft.encounters[:number], *draft.encounters[number + 1 :])
    settle(draft)
    draft.window += 1
    here = place(draft, met.place)
    if here is not None and not met.summoned:
        on_top = bool(here.deck.top) and here.deck.top[0] == met.card
        left = without(here.deck, met.card, top=on_top or met.card is None)
        if not isinstance(left, Contradiction):
            draft.put_place(here.name, deck=left)
    over = Over(
        number=met.number, who=met.who, card=met.card, type=met.type, place=met.place, outcome=outcome,
        summoned=met.summoned,
    )  # fmt: skip
    draft.over = (*draft.over, over)
    return met


def put_into_deck(draft: Draft, met: Encounter, order: str) -> None:
    """The card goes back to the deck that it came from."""
    here = place(draft, met.place)
    if here is not None:
        deck: Pile = zones.add(here.deck, met.card, "bottom" if order == "bottom" else "somewhere")
        draft.put_place(here.name, deck=deck)


def _to_deck(met: Encounter) -> bool:
    return False


@rule("PA-SUM-01", instead=_to_deck)
def returns_to_box(met: Encounter) -> bool:
    """A summoned card goes back to the box after the encounter."""
    return met.summoned


# Henchmen


@rule("PA-HEN-02", neutral=False)
def gives_nothing(met: Encounter) -> bool:
    """Beating a summoned henchman or villain gives neither a closing nor the win."""
    return met.summoned


@rule("PA-HEN-01", "PA-HEN-03", neutral=False)
def gives_closing(met: Encounter) -> bool:
    """A henchman from a location deck, put there by the setup or later, gives one closing attempt."""
    return not gives_nothing(met)
