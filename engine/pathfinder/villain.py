"""Section 12 of the rules: closing locations against a villain, its escape, and how it is cornered."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.events import Event
from engine.pathfinder import zones
from engine.pathfinder.encounter import STAGES, reach
from engine.pathfinder.events import (
    EncounterResolved,
    Explored,
    HandReset,
    LocationClosed,
    TempCloseAttempted,
    TurnEnded,
    TurnStarted,
    VillainEscaped,
)
from engine.pathfinder.moving import shuffled
from engine.pathfinder.options import ASK
from engine.pathfinder.state import Draft, Fate, Place, Result, State, View, at, encounter, place
from engine.pathfinder.turn import lose
from engine.pathfinder.untold import nothing_begun
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, refuse, same_card
from engine.pathfinder.zones import Contradiction
from engine.rules import rule

if TYPE_CHECKING:
    from engine.judging import Violation

# Temporary closing


def judge_temporary(view: View, event: TempCloseAttempted) -> Wrong:
    """Whether this temporary closing attempt can be made now."""
    found = [*villain_met(view), *elsewhere(view, event), *one_try(view, event)]
    return (*found, *before_the_fight(view), *whole_requirement(view, event), *how_long(view))


def how_long(view: View) -> Wrong:
    """That a ruling has to say how long a temporary closing keeps the villain out."""
    if answer(view, "temporary_closing_lasts") == ASK:
        return needs_ruling("PA-VIL-02", "temporary_closing_lasts")
    return ()


@rule("PA-VIL-01", neutral=())
def villain_met(view: View) -> Wrong:
    """Locations are closed temporarily when a villain is encountered, and not when it was summoned."""
    met = encounter(view)
    if met is None or (met.type not in {"villain", ""}):
        return refuse("PA-VIL-01", "no villain is being encountered")
    if met.summoned:
        return refuse("PA-VIL-01", f'"{met.card}" was summoned and gives no closing attempts')
    return ()


@rule("PA-VIL-01", neutral=())
def elsewhere(view: View, event: TempCloseAttempted) -> Wrong:
    """A character at another open location may try to close that one."""
    met, here, where = encounter(view), at(view, event.who), place(view, event.place)
    if here and here != event.place:
        return refuse("PA-VIL-01", f"{event.who} is at {here}, not at {event.place}")
    if met is not None and met.place == event.place:
        return refuse("PA-VIL-01", f"the villain is at {event.place}: other locations are closed against it")
    if where is not None and where.status != "open":
        return refuse("PA-VIL-01", f"{event.place} is closed already")
    return ()


@rule("PA-VIL-01", neutral=())
def one_try(view: View, event: TempCloseAttempted) -> Wrong:
    """Each character has one try in an encounter."""
    met = encounter(view)
    if met is None or event.who not in [who for who, _ in met.tried]:
        return ()
    return refuse("PA-VIL-01", f"{event.who} had the one closing attempt of this encounter")


@rule("PA-VIL-03", neutral=())
def before_the_fight(view: View) -> Wrong:
    """The closing attempts come before the villain is fought."""
    met = encounter(view)
    if met is None or villain_met(view) or STAGES.index(met.stage) <= STAGES.index("closings"):
        return ()
    return refuse("PA-VIL-03", "the villain is being fought: closing attempts come before")


@rule("PA-VIL-02", neutral=())
def whole_requirement(view: View, event: TempCloseAttempted) -> Wrong:
    """The whole closing requirement is met, checks and everything else; by the option its check alone."""
    if not event.only_check or event.outcome != "success":
        return ()
    choice = answer(view, "temporary_closing_requirement")
    if choice == ASK:
        return needs_ruling("PA-VIL-02", "temporary_closing_requirement")
    if choice == "check_only":
        return ()
    return refuse("PA-VIL-02", f"closing {event.place} asks for more than its check, also against the villain")


@rule("PA-VIL-01", neutral=())
def after_an_attempt(view: View, who: str) -> Wrong:
    """The check against the villain belongs to a closing attempt."""
    met = encounter(view)
    if met is not None and who in [name for name, _ in met.tried] and who not in met.decided:
        return ()
    return refuse("PA-VIL-01", f"{who} makes no attempt to close a location against a villain")


def apply_temporary(draft: Draft, event: TempCloseAttempted) -> None:
    """The try is made; a success keeps the villain out."""
    number = len(draft.encounters) - 1
    if number >= 0:
        reach(draft, number, "closings")
        draft.put_encounter(tried=(*draft.encounters[-1].tried, (event.who, event.place)))
        if event.outcome is not None:
            draft.put_encounter(decided=(*draft.encounters[-1].decided, event.who))
    if event.outcome == "success":
        close_temporarily(draft, event.place)
    draft.window += 1


def close_temporarily(draft: Draft, name: str) -> None:
    """The location cannot receive the villain; nothing else of closing happens."""
    here = place(draft, name)
    if here is not None and here.status == "open":
        draft.put_place(name, status="temporary", was_temporary=True)
        barred = answer(draft, "temporary_closing_lasts") == "barred_all_turn"
        draft.effect("closed_temporarily", "PA-VIL-02", place=name, detail="barred" if barred else "")


def _stays_closed(draft: Draft) -> None:
    """It stays closed."""


@rule("PA-VIL-02", instead=_stays_closed)
def reopen(draft: Draft) -> None:
    """When the encounter ends the locations are open again; by the option barred to the villain for the turn."""
    if draft.fate is not None or any(one.type == "villain" for one in draft.encounters):
        return
    barred = answer(draft, "temporary_closing_lasts") == "barred_all_turn"
    for one in draft.places:
        if one.status == "temporary":
            draft.put_place(one.name, status="open", barred=barred)


# Escape

#: What shows that play went on after a villain was defeated, so that the closing would have been recorded.
WENT_ON = (Explored, HandReset, TurnEnded, TurnStarted)


@rule("PA-VIL-04", neutral=())
def closing_unsaid(before: State, after: State, later: Sequence[Event]) -> Wrong:
    """Where a villain is defeated its location closes; a record that goes on without it is told at the defeat."""
    fate = after.fate
    if fate is None or fate is before.fate or not fate.defeated or fate.closed:
        return ()
    shows = next((one for one in later if isinstance(one, (*WENT_ON, LocationClosed, VillainEscaped))), None)
    if not isinstance(shows, WENT_ON):
        return ()
    where = fate.place or "its location"
    message = f'"{fate.villain}" was defeated and {where} closes; play goes on and no closing is posted'
    return flag("PA-VIL-04", "closing_not_mentioned", message, "not mentioned", "closed")


@rule("PA-VIL-06", "PA-VIL-07", neutral=())
def put_back_instead(
    event: EncounterResolved, before: State, after: State, later: Sequence[Event], shown_open: AbstractSet[str]
) -> Wrong:
    """An undefeated villain escapes to every open location; it is not shuffled back where others are open to it.

    Of a record that does not know all locations only those count that are shown to be open.
    """
    fate = after.fate
    if fate is None or fate is before.fate or fate.defeated or event.zone not in {"location", "deck"}:
        return ()
    ends = next((one for one in later if isinstance(one, (VillainEscaped, Explored, TurnStarted))), None)
    if event.allowed_by or isinstance(ends, VillainEscaped):
        return ()
    others = [one.name for one in open_to(after, fate) if one.name != fate.place]
    others = [name for name in others if after.complete or name in shown_open]
    if not others:
        return ()
    found: list[Violation] = []
    for rule_id in ("PA-VIL-06", "PA-VIL-07"):
        message = f'"{fate.villain}" is undefeated and put back, and {", ".join(others)} is open to it'
        found += flag(rule_id, "escape_differs", message, "put back", "escapes with blessings")
    return tuple(found)


def open_to(view: View, fate: Fate) -> tuple[Place, ...]:
    """The locations to which the villain could escape."""
    found = [one for one in view.places if one.status == "open" and not one.barred]
    others = tuple(one for one in found if one.name != fate.place)
    own = tuple(one for one in found if one.name == fate.place)
    if stays_at_last(view, fate, bool(others)):
        return tuple(one for one in view.places if one.name == fate.place)
    if not own_counts(view, fate, bool(others)):
        return others
    return (*own, *others)


def stays_at_last(view: View, fate: Fate, others: bool) -> bool:
    """By the option the last place, where the villain was defeated, still counts as open to it."""
    if not fate.defeated or others or fate.another:
        return False
    return answer(view, "defeated_villain_last_place") == "own_place_counted"


@rule("PA-VIL-07", neutral=False)
def own_counts(view: View, fate: Fate, others: bool) -> bool:
    """The own location of an undefeated villain is open and counts; a defeated one's closes and does not."""
    if fate.defeated:
        return not closes_by_itself(view)
    return others or answer(view, "undefeated_villain_cornered") == "own_place_open"


def closes_by_itself(view: View) -> bool:
    """Whether the location of a defeated villain closes without anybody's choice."""
    return answer(view, "closing_after_villain") == "automatic"


def judge_escaped(view: View, event: VillainEscaped) -> Wrong:
    """Whether the villain escapes in this way."""
    fate = view.fate
    if fate is None:
        return () if nothing_begun(view) else refuse("PA-VIL-06", "no villain escapes now")
    asked = ruling_first(view, fate)
    if asked:
        return asked
    found = [*the_one_met(fate, event), *closes_first(view, fate)]
    found += where_another_is(fate, event)
    found += [*number_open(view, fate, event), *blessings_for(view, fate, event)]
    found += [*pool_of(fate, event), *reached(view, fate, event), *own_place_too(view, fate, event)]
    return (*found, *one_card_each(view, fate, event))


@rule("PA-VIL-06", neutral=())
def the_one_met(fate: Fate, event: VillainEscaped) -> Wrong:
    """The villain that escapes is the one whose encounter is over."""
    if not event.villain or fate.villain in {"", "the villain"} or same_card(event.villain, fate.villain):
        return ()
    return refuse("PA-VIL-06", f'"{fate.villain}" was encountered and escapes, not "{event.villain}"')


@rule("PA-VIL-07", neutral=())
def ruling_first(view: View, fate: Fate) -> Wrong:
    """A ruling says what becomes of an undefeated villain when every other location is closed."""
    if not fate.asked:
        return ()
    rules = {
        "second_villain_cornered": "PA-VIL-05",
        "defeated_villain_last_place": "PA-VIL-08",
        "blessings_run_out": "PA-VIL-10",
    }
    return needs_ruling(rules.get(fate.asked, "PA-VIL-07"), fate.asked)


@rule("PA-VIL-04", neutral=())
def closes_first(view: View, fate: Fate) -> Wrong:
    """The location of a defeated villain closes, without a check, before the villain escapes."""
    if not fate.defeated or fate.closed:
        return ()
    choice = answer(view, "closing_after_villain")
    if choice == ASK:
        return needs_ruling("PA-VIL-04", "closing_after_villain")
    if choice == "optional":
        return ()
    return refuse("PA-VIL-04", f'{fate.place} closes first, where "{fate.villain}" was defeated')


@rule("PA-VIL-06", neutral=())
def number_open(view: View, fate: Fate, event: VillainEscaped) -> Wrong:
    """The number n is that of the open locations, as far as they are known: each of them gets one card."""
    count = len(open_to(view, fate)) if view.complete else number_reached(event)
    if event.n is None or count is None or event.n == count:
        return ()
    return refuse("PA-VIL-06", f"{count} location{' is' if count == 1 else 's are'} open to the villain, not {event.n}")


def number_reached(event: VillainEscaped) -> int | None:
    """How many locations are said to get a card; None if nobody said."""
    return None if event.to is None else len(set(event.to))


@rule("PA-VIL-06", neutral=())
def blessings_for(view: View, fate: Fate, event: VillainEscaped) -> Wrong:
    """One blessing less than there are open locations is shuffled with the villain."""
    short = shortage(view, fate)
    if short:
        return short
    wanted = blessings_due(view, fate) if view.complete else blessings_told(view, fate, event)
    if event.blessings is None or wanted is None or event.blessings == wanted:
        return ()
    some = f"{wanted} blessing{' goes' if wanted == 1 else 's go'}"
    return refuse("PA-VIL-06", f"{some} with the villain, one less than open locations")


def blessings_told(view: View, fate: Fate, event: VillainEscaped) -> int | None:
    """How many blessings go with the villain by the number of locations that is said; None if that is not said."""
    count = number_reached(event) if event.n is None else event.n
    return None if count is None else blessings_for_number(view, fate, count)


def blessings_due(view: View, fate: Fate) -> int:
    """How many blessings go with the villain: one less than open locations, or what the blessings deck still has."""
    return blessings_for_number(view, fate, len(open_to(view, fate)))


def blessings_for_number(view: View, fate: Fate, count: int) -> int:
    """How many blessings go with the villain to this number of locations."""
    wanted, size = max(0, count - 1), view.blessings.size
    return wanted if fate.defeated or size is None else min(wanted, size)


@rule("PA-VIL-10", neutral=())
def shortage(view: View, fate: Fate) -> Wrong:
    """With too few blessings for an undefeated villain a ruling says whether the party loses."""
    size, wanted = view.blessings.size, len(open_to(view, fate)) - 1
    if fate.defeated or size is None or not view.complete or size >= wanted:
        return ()
    if answer(view, "blessings_run_out") in {ASK, "flip_rest_asked"}:
        return needs_ruling("PA-VIL-10", "blessings_run_out")
    return ()


@rule("PA-VIL-06", neutral=())
def pool_of(fate: Fate, event: VillainEscaped) -> Wrong:
    """The blessings come from the box if the villain was defeated, else from the blessings deck."""
    wanted = "box" if fate.defeated else "blessings"
    if event.pool in {"", wanted}:
        return ()
    word = "the box" if fate.defeated else "the blessings deck"
    return refuse("PA-VIL-06", f'"{fate.villain}" takes its blessings from {word}')


@rule("PA-VIL-06", "PA-CLS-08", neutral=())
def reached(view: View, fate: Fate, event: VillainEscaped) -> Wrong:
    """Every open location gets one of the cards, and no closed one."""
    if event.to is None:
        return ()
    if len(set(event.to)) < len(event.to):
        return refuse("PA-VIL-06", "each location gets one card, none of them two")
    wanted = {one.name for one in open_to(view, fate)}
    for name in event.to:
        if name not in wanted and (barred := not_open(view, fate, name)):
            return barred
    if not view.complete:
        return ()
    for name in sorted(wanted - set(event.to)):
        here = place(view, name)
        if here is not None and here.was_temporary:
            return refuse("PA-VIL-02", f"{name} is open again and gets one of the cards")
        return refuse("PA-VIL-06", f"{name} is open and gets one of the cards")
    return ()


def not_open(view: View, fate: Fate, name: str) -> Wrong:
    """Why a location is known not to be open to the villain."""
    here = place(view, name)
    if fate.another and name == fate.place:
        return ()
    if here is not None and here.status == "closed":
        return refuse("PA-CLS-08", f"{name} is closed for good: the villain cannot go there")
    if here is not None and here.status == "temporary":
        return closed_for_a_time(name)
    if name == fate.place and fate.defeated:
        return refuse("PA-VIL-04", f"{name} closes, where the villain was defeated: it does not go there")
    if not view.complete and (here is None or not here.barred):
        return ()
    return refuse("PA-VIL-06", f"{name} is not open to the villain")


@rule("PA-VIL-05", neutral=())
def where_another_is(fate: Fate, event: VillainEscaped) -> Wrong:
    """Where another villain was found at closing, the defeated one cannot go."""
    if not fate.another or fate.place not in (event.to or ()):
        return ()
    return refuse("PA-VIL-05", f'another villain was found at {fate.place}: "{fate.villain}" cannot go there')


@rule("PA-VIL-02", neutral=())
def closed_for_a_time(name: str) -> Wrong:
    """A location that was closed temporarily in the encounter does not receive the villain."""
    return refuse("PA-VIL-02", f"{name} was closed temporarily: the villain cannot go there in this encounter")


@rule("PA-VIL-07", neutral=())
def own_place_too(view: View, fate: Fate, event: VillainEscaped) -> Wrong:
    """The place of an undefeated villain is open and gets one of the cards, also where not all places are known."""
    here = place(view, fate.place)
    if view.complete or fate.defeated or not event.to or here is None or here.status != "open" or here.barred:
        return ()
    if fate.place in event.to:
        return ()
    return refuse("PA-VIL-07", f"{fate.place} is open, where the villain was not defeated, and gets one of the cards")


@rule("PA-VIL-06", neutral=())
def one_card_each(view: View, fate: Fate, event: VillainEscaped) -> Wrong:
    """Each location gets one card: one the villain, each other one a blessing of the pool."""
    if event.cards is None:
        return ()
    blessings = list(event.cards)
    if fate.villain in blessings:
        blessings.remove(fate.villain)
    without = len(blessings) == len(event.cards) or fate.villain in blessings
    if event.to is None or len(event.cards) != blessings_due(view, fate) + 1 or without:
        message = f'one card goes to each location, "{fate.villain}" among them'
        return flag("PA-VIL-06", "escape_differs", message, ", ".join(event.cards), f'"{fate.villain}" and blessings')
    deck = view.blessings
    for card in () if fate.defeated else blessings:
        found = zones.take_top(deck, card)
        if isinstance(found, Contradiction):
            message = f'"{card}" cannot come from the blessings deck: {found.message}'
            return flag("PA-ZON-04", "zone_contradiction", message, found.claimed, found.known)
        deck = found[1]
    return ()


def apply_escaped(draft: Draft, event: VillainEscaped) -> None:
    """The villain and the blessings are shuffled into the open locations, one card each.

    With fewer cards than locations, because the blessings ran out, those that are named first get them.
    """
    fate = draft.fate
    if fate is None:
        return
    names = event.to if event.to is not None else tuple(one.name for one in open_to(draft, fate))
    due = blessings_due(draft, fate) if event.to is None else max(0, len(names) - 1)
    count = due if event.blessings is None else event.blessings
    told = event.cards if event.cards is not None and len(event.cards) == min(len(names), count + 1) else None
    named = [card for card in told or () if card != fate.villain]
    if not fate.defeated:
        for number in range(count):
            found = zones.take_top(draft.blessings, named[number] if number < len(named) else None)
            if not isinstance(found, Contradiction):
                draft.blessings = found[1]
    for number, name in enumerate(names):
        here = place(draft, name)
        if here is not None and number <= count:
            card = told[number] if told else fate.villain if len(names) == 1 else None
            draft.put_place(name, deck=shuffled(here.deck, card))
    draft.effect("escaped", "PA-VIL-06", card=fate.villain, amount=len(names))
    draft.fate = None
    reopen(draft)
    if draft.blessings.size == 0 and answer(draft, "blessings_run_out") == "when_empty":
        lose(draft, "the blessings deck is empty")


def escape_unsaid(draft: Draft) -> None:
    """Play that goes on without the escape of a villain does not say where it is; locations are open again."""
    somewhere(draft)
    draft.fate = None
    for one in draft.places:
        if one.status == "temporary":
            draft.put_place(one.name, status="open")


def somewhere(draft: Draft) -> None:
    """A record without the escape of a villain leaves open which decks have a card more, and how many blessings went.

    Locations that were closed temporarily got none.
    """
    if draft.fate is None or draft.mode != "record":
        return
    if not draft.fate.defeated:
        draft.blessings = zones.Pile(bottom=draft.blessings.bottom)
    for one in draft.places:
        if one.status == "open":
            draft.put_place(one.name, deck=zones.Pile(loose=one.deck.known))


# Cornered


def weigh(draft: Draft) -> None:
    """Whether the villain has somewhere to go."""
    fate = draft.fate
    if fate is None or not draft.complete:
        return
    if fate.defeated and not fate.closed and closes_by_itself(draft):
        return
    if fate.defeated and not fate.closed and answer(draft, "closing_after_villain") == ASK:
        return
    if open_to(draft, fate):
        draft.fate = replace(fate, asked="blessings_run_out" if shortage(draft, fate) else "")
        lost_for_want(draft, fate)
        return
    if fate.defeated and (fate.another or any(one != fate.villain for one in draft.villains)):
        second_remains(draft, fate)
        return
    point = "defeated_villain_last_place" if fate.defeated else "undefeated_villain_cornered"
    if answer(draft, point) == ASK and not in_closed_place(draft, fate):
        draft.fate = replace(fate, asked=point)
        return
    cornered(draft, fate)


def in_closed_place(view: View, fate: Fate) -> bool:
    """Whether the villain was met at a location closed for good, which is no more open to it than the others are."""
    here = place(view, fate.place)
    return not fate.defeated and here is not None and here.status == "closed"


def lost_for_want(draft: Draft, fate: Fate) -> None:
    """By the option a needed draw that is impossible loses the scenario."""
    size, wanted = draft.blessings.size, len(open_to(draft, fate)) - 1
    short = not fate.defeated and size is not None and size < wanted
    if short and answer(draft, "blessings_run_out") == "any_draw":
        draft.fate = None
        lose(draft, "the blessings deck has too few cards for the escape of the villain")


def _goes_on(draft: Draft, fate: Fate) -> None:
    """The scenario goes on."""
    draft.fate = None


@rule("PA-VIL-08", "PA-END-02", instead=_goes_on)
def cornered(draft: Draft, fate: Fate) -> None:
    """No open location is left to which the villain could escape: the party wins."""
    draft.fate = None
    if fate.defeated or wins_undefeated():
        draft.result = Result(outcome="won", reason=f'"{fate.villain}" has nowhere to go')
        draft.effect("won", "PA-VIL-08", card=fate.villain)
    reopen(draft)


@rule("PA-VIL-11", neutral=False)
def wins_undefeated() -> bool:
    """The villain need not be defeated; what counts is that it cannot get to another location."""
    return True


def _only_defeated(draft: Draft, fate: Fate) -> None:
    cornered(draft, fate)


@rule("PA-VIL-05", instead=_only_defeated)
def second_remains(draft: Draft, fate: Fate) -> None:
    """With another villain in play and nowhere else open the defeated one is banished, and play goes on."""
    choice = answer(draft, "second_villain_cornered")
    if choice == ASK:
        draft.fate = replace(fate, asked="second_villain_cornered")
    elif choice == "win":
        cornered(draft, fate)
    else:
        draft.villains = tuple(one for one in draft.villains if one != fate.villain)
        draft.fate = None
        what = "banished" if choice == "defeated_banished" else "cornered"
        draft.effect(what, "PA-VIL-05", card=fate.villain)
        reopen(draft)
