"""What the rules ask for or allow at this moment, one option for each way that the rules tell from the others.

Every option is a candidate, made from the situation, of which the rules say nothing against. Where a candidate is wrong
as it stands and right with something said besides (a permission, the number of a check), that is asked for. What
contradicts something stated, and is recorded all the same, comes later among the options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from engine.events import Event
from engine.judging import Option
from engine.pathfinder import events as e
from engine.pathfinder.cards import YOUR_CHOICE
from engine.pathfinder.encounter import is_boon
from engine.pathfinder.offers_slots import CARD, NAME, TYPE, option
from engine.pathfinder.playing import LEAVING
from engine.pathfinder.state import Character, Encounter, State, View, character, living
from engine.pathfinder.turn import to_place
from engine.pathfinder.verdicts import answer, printed, rulings
from engine.pathfinder.villain import blessings_due, open_to

#: A candidate: ways to say it, the first right one is taken; its fixed fields; choices narrower than usual.
Candidate = tuple[tuple[Event, ...], tuple[str, ...], Mapping[str, Iterable[Any]]]

#: The rule under which an event is offered.
RULE_OF: dict[type[Event], str] = {
    e.HandDrawn: "PA-SET-10",
    e.HandRedrawn: "PA-SET-10",
    e.TurnStarted: "PA-TRN-14",
    e.BlessingAdvanced: "PA-TRN-03",
    e.CardGiven: "PA-TRN-04",
    e.CardPlayed: "PA-PLY-01",
    e.PowerUsed: "PA-CHK-07",
    e.Moved: "PA-TRN-05",
    e.Explored: "PA-TRN-06",
    e.EncounterStarted: "PA-SUM-01",
    e.Evaded: "PA-ENC-02",
    e.CheckStarted: "PA-CHK-06",
    e.CheckResolved: "PA-ENC-05",
    e.DamageDealt: "PA-DMG-01",
    e.DamageReduced: "PA-DMG-02",
    e.DamageTaken: "PA-DMG-03",
    e.EncounterResolved: "PA-ENC-05",
    e.CloseAttempted: "PA-CLS-01",
    e.LocationClosed: "PA-CLS-05",
    e.LocationSearched: "PA-CLS-04",
    e.PricePaid: "PA-CLS-03",
    e.TempCloseAttempted: "PA-VIL-01",
    e.VillainEscaped: "PA-VIL-06",
    e.Healed: "PA-PLY-01",
    e.HandReset: "PA-TRN-12",
    e.TurnEnded: "PA-TRN-14",
    e.StatePosted: "PA-ZON-01",
    e.EffectApplied: "PA-PRI-01",
    e.RandomPick: "PA-CHK-08",
    e.LeftPending: "PA-ENC-05",
    e.Resumed: "PA-ENC-05",
    e.Correction: "PA-ZON-04",
    e.Ruling: "PA-SET-12",
    e.CharacterDied: "PA-DTH-01",
    e.SuccessorJoined: "PA-DTH-06",
    e.ScenarioEnded: "PA-END-01",
    e.DeckRebuilt: "PA-END-03",
    e.CardsTold: "PA-CRD-03",
}
#: The rules of checks by what they are for.
CHECKS = {
    "recharge": "PA-PLY-07", "close": "PA-CLS-03", "temp_close": "PA-VIL-01", "before": "PA-ENC-04",
    "after": "PA-ENC-07", "other": "PA-CHK-05",
}  # fmt: skip
#: No choices narrower than usual.
EVERY: Mapping[str, Iterable[Any]] = {}


def rule_of(event: Event) -> str:
    """The rule under which an event is offered."""
    if isinstance(event, e.CheckResolved):
        return CHECKS.get(event.purpose, "PA-ENC-05")
    if isinstance(event, e.Explored) and event.source != "free":
        return "PA-TRN-07"
    return RULE_OF[type(event)]


def now(view: State) -> list[Option]:
    """What the rules ask for or allow now, and nothing is said against."""
    return offered(view, candidates(view))[0]


def offered(view: State, made: Iterable[Candidate]) -> tuple[list[Option], list[Option]]:
    """The candidates as options: those of which nothing is said against, and those that are recorded and flagged."""
    from engine.pathfinder.reducer import judge

    clean, flagged = [], []
    for events, fixed, choices in made:
        second: Event | None = None
        for event in events:
            found = judge(view, event)
            if not found:
                clean.append(option(event, rule_of(event), (*fixed, "allowed_by"), choices))
                break
            if second is None and view.mode != "strict" and all(one.grade == "finding" for one in found):
                second = event
        else:
            if second is not None:
                flagged.append(option(second, rule_of(second), (*fixed, "allowed_by"), choices))
    return clean, flagged


def candidates(view: State) -> Iterator[Candidate]:
    """Everything that the situation suggests, right or not, in the order in which one reads it."""
    yield from _ends(view)
    for name in dict.fromkeys(one.who for one in view.damages):
        yield (e.DamageTaken(who=name),), ("who",), EVERY
        yield (e.DamageReduced(who=name, amount=0, by=NAME),), ("who",), EVERY
    if view.encounters:
        yield from _in_encounter(view, view.encounters[-1])
        return
    yield from _closings(view)
    yield from _villains(view)
    yield from _before_the_first_turn(view)
    yield from _turn(view)


def _ends(view: State) -> Iterator[Candidate]:
    for name in view.dying:
        yield (e.CharacterDied(who=name),), ("who",), EVERY
    if view.fate is not None and view.fate.asked:
        for choice in rulings(view.fate.asked):
            yield (e.Ruling(point=view.fate.asked, choice=choice),), ("point", "choice"), EVERY
    if view.result is not None:
        yield (e.ScenarioEnded(outcome=view.result.outcome),), ("outcome",), EVERY
    if view.ended:
        for one in living(view):
            yield (e.DeckRebuilt(who=one.name, cards=()),), ("who",), EVERY


def _before_the_first_turn(view: State) -> Iterator[Candidate]:
    for one in living(view):
        if not one.drawn:
            yield from hands(view, one)
    for name in to_place(view):
        for where in view.places:
            yield (e.Moved(who=name, to=where.name),), ("who", "to", "cause"), EVERY


def hands(view: State, owner: Character) -> Iterator[Candidate]:
    """A starting hand, drawn or redrawn; where its type is open one option says nothing of it and one chooses."""
    facts = printed(view, owner.name)
    if facts is not None and facts.favored != YOUR_CHOICE:
        yield (e.HandDrawn(who=owner.name),), ("who",), {"favored": ("", facts.favored)}
    else:
        yield (e.HandDrawn(who=owner.name), e.HandDrawn(who=owner.name, favored=TYPE)), ("who",), EVERY
    yield (e.HandRedrawn(who=owner.name),), ("who",), EVERY


def _turn(view: State) -> Iterator[Candidate]:
    active, alive = view.turn.active, living(view)
    if view.turn.step == "between" or view.middle:
        for one in alive:
            yield (e.TurnStarted(who=one.name),), ("who",), EVERY
    yield (e.BlessingAdvanced(),), (), EVERY
    acting = [active] if active else [one.name for one in alive] if view.middle else []
    for who in acting:
        yield from _steps(view, who)


def _steps(view: State, who: str) -> Iterator[Candidate]:
    """The steps of the turn of the one whose turn it is."""
    for one in living(view):
        if one.name != who:
            yield (e.CardGiven(who=who, to=one.name),), ("who", "to"), EVERY
    for where in view.places:
        yield (e.Moved(who=who, to=where.name),), ("who", "to", "cause"), EVERY
    yield (e.Explored(who=who),), ("who", "source"), EVERY
    yield from _plays(view, "explore")
    yield (e.Explored(who=who, source="card"), *paid_with(view, who, "card")), ("who", "source"), EVERY
    yield (e.Explored(who=who, source="effect"),), ("who", "source"), EVERY
    yield (e.HandReset(who=who, discards=_excess(view, who)), e.HandReset(who=who)), ("who",), EVERY
    yield (e.TurnEnded(who=who),), ("who",), EVERY


def paid_with(view: State, who: str, source: Any) -> Iterator[Event]:
    """Explorations paid for with a card: any, or one that is known to be in the hand, if need be by a permission."""
    owner = character(view, who)
    known = sorted(set(owner.hand.known)) if owner else []
    for card in (CARD, *known):
        paid = e.Payment(card=card)
        yield e.Explored(who=who, source=source, paid=paid)
        yield e.Explored(who=who, source=source, paid=replace(paid, permission=NAME))


def _plays(view: State, use: e.Use) -> Iterator[Candidate]:
    """Every known card of a hand, played for the check that goes on or to explore again."""
    ways = {"how": _ways(view)}
    for one in living(view):
        if view.encounters or view.closing is not None or one.name == view.turn.active:
            for card in sorted(set(one.hand.known)):
                event = e.CardPlayed(who=one.name, card=card, how="reveal", use=use)
                yield (event,), ("who", "card", "use", "cost", "says_so"), ways


def _ways(view: View) -> tuple[str, ...]:
    """The ways in which a card can be played: without a ruling on where it is meanwhile, those that keep it."""
    from typing import get_args

    every: tuple[str, ...] = get_args(e.How)
    asked = answer(view, "card_being_played") == "ask"
    return tuple(one for one in every if not (asked and one in LEAVING))


def _excess(view: View, name: str) -> int | None:
    """How many cards above the hand size a character holds; None if there are none, or nobody knows."""
    owner = character(view, name)
    if owner is None or owner.hand.size is None or owner.hand_size is None:
        return None
    return max(0, owner.hand.size - owner.hand_size) or None


# Closings and villains


def _closings(view: State) -> Iterator[Candidate]:
    closing = view.closing
    if closing is not None and closing.outcome is None:
        yield (e.CheckResolved(who=closing.who, purpose="close"),), ("who", "purpose"), EVERY
        yield from _plays(view, "close")
    if closing is not None and closing.unpaid:
        yield (e.PricePaid(who=closing.who),), (), {"who": [one.name for one in living(view)]}
    if closing is not None and closing.outcome == "success":
        by_henchman: Any = "empty_deck" if closing.cause == "empty_deck" else "henchman"
        other: Any = "henchman" if by_henchman == "empty_deck" else "empty_deck"
        for cause in (by_henchman, other):
            event = e.LocationClosed(place=closing.place, cause=cause)
            yield (event, replace(event, pending=True)), ("place", "cause"), EVERY
        yield from _searches(view, closing.place)
    for one in living(view):
        for where in [one.location] if one.location else [here.name for here in view.places]:
            yield (e.CloseAttempted(who=one.name, place=where),), ("who", "place"), EVERY


def _searches(view: State, where: str) -> Iterator[Candidate]:
    """A search finds a villain of the scenario; where contradictions are only told it may be stated of any card."""
    ways = [e.LocationSearched(place=where, villain=name) for name in (*view.villains, CARD)]
    yield tuple(ways), ("place",), {"villain": view.villains} if view.mode == "strict" and view.villains else EVERY


def _villains(view: State) -> Iterator[Candidate]:
    fate = view.fate
    if fate is None:
        return
    yield (e.LocationClosed(place=fate.place, cause="villain"),), ("place", "cause"), EVERY
    yield from _searches(view, fate.place)
    to = tuple(one.name for one in open_to(view, fate))
    bare = e.VillainEscaped(villain=fate.villain)
    told = replace(bare, n=len(to), blessings=blessings_due(view, fate), to=to)
    yield (told, bare), (), EVERY


def _in_encounter(view: State, met: Encounter) -> Iterator[Candidate]:
    yield (e.Evaded(who=met.who),), ("who",), EVERY
    alive = living(view)
    if met.type in {"villain", ""}:
        for one in alive:
            for where in [one.location] if one.location else [here.name for here in view.places]:
                yield (e.TempCloseAttempted(who=one.name, place=where),), ("who", "place"), EVERY
            if one.name in [who for who, _ in met.tried]:
                yield (e.CheckResolved(who=one.name, purpose="temp_close"),), ("who", "purpose"), EVERY
    purpose: Any = "acquire" if is_boon(met) else "defeat"
    if len(met.done) < (met.checks if met.checks is not None else 1):
        yield from _plays(view, "check")
        yield (e.CheckStarted(who=met.who, skill=""),), ("who",), EVERY
    for one in alive if met.checks is not None or not met.done else ():
        yield (e.CheckResolved(who=one.name, purpose=purpose),), ("who", "purpose", "reroll_by"), EVERY
    outcomes: tuple[Any, ...] = ("acquired", "banished", "declined") if is_boon(met) else ("defeated", "undefeated")
    others = ("acquired", "banished", "declined", "defeated", "undefeated", "cut_short")
    for outcome in (*outcomes, *(one for one in others if one not in outcomes)):
        yield (e.EncounterResolved(outcome=outcome, card=met.card),), ("outcome",), EVERY
