"""What may be recorded beside what the rules ask for: effects, powers, cards, what a text allows, acts of record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec.structs import replace

from engine.events import Event
from engine.judging import Option
from engine.pathfinder import events as e
from engine.pathfinder.offers_now import EVERY, Candidate, hands, paid_with, rule_of
from engine.pathfinder.offers_slots import CARD, NAME, PLACE, POINT, POWER, REASON, option, words_of
from engine.pathfinder.options import ASK, Options
from engine.pathfinder.playing import in_encounter, off_turn
from engine.pathfinder.state import State, View, character, encounter, living
from engine.pathfinder.verdicts import answer

USES: tuple[e.Use, ...] = get_args(e.Use)
SOURCES: tuple[Any, ...] = ("check", "before", "after", "other")
PURPOSES: tuple[Any, ...] = ("acquire", "defeat", "recharge", "close", "temp_close", "before", "after", "other")


def open_ended(view: State) -> Iterator[Candidate]:
    """What cards and powers may bring at this moment, whatever the rules ask for."""
    names = [one.name for one in living(view)]
    for who in names:
        yield from _cards(view, who)
        yield from _checks(view, who)
        yield from _damage(view, who)
    for who in names:
        yield tuple(paid_with(view, who, "effect")), ("who", "source"), EVERY
        yield (e.EncounterStarted(who=who),), ("who",), EVERY
        for where in view.places:
            yield (e.Moved(who=who, to=where.name, cause="effect"),), ("who", "to", "cause"), EVERY
        if not view.complete:
            for cause in ("step", "effect"):
                yield (e.Moved(who=who, to=PLACE, cause=cause),), ("who", "cause"), EVERY
    for one in living(view):
        if one.drawn or view.encounters:
            yield from hands(view, one)
    if view.encounters:
        yield (e.BlessingAdvanced(),), (), EVERY
    if names:
        yield (e.Healed(who=names[0]),), (), {"who": names}
    yield from _effects(view, names)
    yield from _closed_by_effects(view)
    yield from _left(view)
    yield from _deaths(view)


def _cards(view: State, who: str) -> Iterator[Candidate]:
    """Cards played, by a moment that the card names itself, or to pay for something; and powers."""
    uses = [use for use in USES if in_time(view, who, use)]
    for card in cards_of(view, who):
        fixed = ("who", "says_so", "cost")
        plain = tuple(e.CardPlayed(who=who, card=card, use=use) for use in uses[:1])
        limited = tuple(replace(one, permission=NAME) for one in plain)
        yield (*plain, *limited), fixed, {"use": uses}
        yield (e.CardPlayed(who=who, card=card, says_so=True), e.CardPlayed(
            who=who, card=card, says_so=True, permission=NAME,
        )), fixed, EVERY  # fmt: skip
        yield (e.CardPlayed(who=who, card=card, cost=POWER),), ("who",), EVERY
    powers = [use for use in USES if encounter(view) is None or at_stage(view, use)]
    taken = {one.what for one in view.plays}
    power = next(name for number in range(len(taken) + 1) if (name := POWER + " again" * number) not in taken)
    yield tuple(e.PowerUsed(who=who, power=power, use=use) for use in powers), ("who",), {"use": powers}


def cards_of(view: State, who: str) -> tuple[str, ...]:
    """Any card; or the cards of the hand, where others would be refused as contradicting it."""
    owner = character(view, who)
    if view.mode != "strict" or owner is None or not owner.hand.is_whole:
        return (CARD,)
    return tuple(sorted(set(owner.hand.known)))


def in_time(view: View, who: str, use: e.Use) -> bool:
    """Whether a card may be played for something now if it says nothing of its own time."""
    return at_stage(view, use) and not off_turn(view, who, use, says_so=False)


def at_stage(view: View, use: e.Use) -> bool:
    """Whether something concerns the step of the encounter that goes on."""
    return not in_encounter(view, use, says_so=False)


def _checks(view: State, who: str) -> Iterator[Candidate]:
    """Checks of any kind, those made again and those that belong to an earlier encounter included."""
    met = encounter(view)
    made = {one.which for one in met.done} if met else set()
    which = next(number for number in range(1, len(made) + 2) if number not in made)
    if met is not None and met.who != who:
        which = max(2, which)
    begun = e.CheckStarted(who=who, skill="")
    yield (begun, replace(begun, which=which)), ("who",), EVERY
    for purpose in PURPOSES:
        plain = e.CheckResolved(who=who, purpose=purpose)
        ways: tuple[Event, ...] = (plain,)
        if purpose in {"acquire", "defeat"}:
            ways = (plain, replace(plain, which=which), replace(plain, reroll_by=NAME))
        elif purpose in {"before", "after"}:
            ways = (plain, replace(plain, late=view.met))
        elif purpose == "recharge":
            played = dict.fromkeys(one.card for one in view.gone if one.who == who)
            ways = (plain, *(replace(plain, card=card) for card in played))
            # A check that failed may be made again by a card or power.
            ways = (*ways, *(replace(one, reroll_by=NAME) for one in ways))
        yield ways, ("who", "purpose"), EVERY


def _damage(view: State, who: str) -> Iterator[Candidate]:
    ways = {
        source: tuple(e.DamageDealt(who=who, source=source, **more) for more in ({}, {"by": NAME}, {"late": view.met}))
        for source in SOURCES
    }
    for source in SOURCES:
        yield ways[source], ("who", "source"), EVERY
    if view.encounters and not view.encounters[-1].done:
        # The damage of a check that nobody told is recorded all the same, and flagged.
        yield ways["check"][:1], ("who", "source"), EVERY
    if view.met:
        # Nobody need name what deals the damage of the check of an earlier encounter.
        late = (replace(ways["check"][0], late=number) for number in range(view.met, 0, -1))
        yield tuple(late), ("who", "source"), EVERY
    yield (e.DamageReduced(who=who, amount=0, by=NAME),), ("who",), EVERY
    yield (e.DamageTaken(who=who), e.DamageTaken(who=who, late=view.met)), ("who",), EVERY


def _effects(view: State, names: list[str]) -> Iterator[Candidate]:
    """Effects in the fixed vocabulary: those of a moment by themselves, all others together."""
    timed = ("before", "after", "revive")
    free = [one for one in words_of(e.EffectApplied, "effect") if one not in timed]
    whom = {"who": ("", *names)}
    yield (e.EffectApplied(effect="text"),), (), {**whom, "effect": free}
    for effect in ("before", "after"):
        event = e.EffectApplied(effect=effect)
        yield (event, replace(event, late=view.met)), ("effect",), whom
    for one in view.characters:
        if not one.alive:
            yield (e.EffectApplied(effect="revive", who=one.name),), ("effect", "who"), EVERY


def _closed_by_effects(view: State) -> Iterator[Candidate]:
    for where in view.places:
        yield (e.LocationClosed(place=where.name, cause="effect"),), ("place", "cause"), EVERY
    if not view.complete:
        yield (e.LocationClosed(place=PLACE, cause="effect"),), ("cause",), EVERY


def _left(view: State) -> Iterator[Candidate]:
    """What is left pending, and what is taken up again."""
    if view.encounters:
        names = [one.name for one in view.characters if one.alive or view.mode == "record"]
        met = view.encounters[-1]
        yield (e.LeftPending(owner=met.who),), (), {"owner": names}
        others = [name for name in names if name != met.who]
        if others:
            yield (e.LeftPending(owner=others[0], reason=REASON),), (), {"owner": others}
    for task in view.tasks:
        yield (e.Resumed(task=task.number),), ("task",), EVERY


def _deaths(view: State) -> Iterator[Candidate]:
    for one in living(view):
        if one.deck.size is None and one.name not in view.dying:
            yield (e.CharacterDied(who=one.name),), ("who",), EVERY
    for seat in sorted({one.seat for one in view.characters if not one.alive}):
        event = e.SuccessorJoined(seat=seat, character=e.CharacterSetup(name=_new_name(view)))
        yield (event,), ("seat",), EVERY
    if view.result is None:
        for outcome in ("won", "lost"):
            yield (e.ScenarioEnded(outcome=outcome),), ("outcome",), EVERY
    if view.ended:
        for one in view.characters:
            if not one.alive:
                yield (e.DeckRebuilt(who=one.name, cards=()),), ("who",), EVERY


def _new_name(view: View) -> str:
    taken = {one.name for one in view.characters}
    return next(name for number in range(len(taken) + 1) if (name := NAME + " else" * number) not in taken)


# What a text allows


def by_text(view: State) -> list[Option]:
    """What the text of a card allows against the rules (PA-PRI-01); in a mere record, whatever can be.

    `allowed_by` is asked for, but in a record. What another text forbids stays forbidden.
    """
    names = [one.name for one in view.characters]
    said = "" if view.mode == "record" else NAME
    # Unless a text forbids something to somebody, or a contradiction is refused, all characters are alike.
    alike = view.mode != "strict" and not view.standing
    found = []
    for events in _texts(view, names, said):
        kind = type(events[0])
        template, who = _allowed(view, events, names[:1] if alike else names)
        if template is not None:
            choices = _names_for(view, kind, names if alike else who)
            found.append(option(template, "PA-PRI-01" if said else rule_of(template), (), choices))
    return found


def _allowed(view: State, events: tuple[e.Move, ...], names: list[str]) -> tuple[Event | None, list[str]]:
    """The first of these ways that is accepted, and for which of these characters one is."""
    from engine.pathfinder.reducer import check

    if "who" not in events[0].__struct_fields__:
        return next((event for event in events if not check(view, event)), None), []
    template: Event | None = None
    right = []
    for who in names:
        for event in events:
            one = replace(event, who=who)
            if not check(view, one):
                template = template or one
                right.append(who)
                break
    return template, right


def _names_for(view: View, kind: type[Event], who: list[str]) -> dict[str, list[Any]]:
    """Who may be named in an event of this kind."""
    names = [one.name for one in view.characters]
    found: dict[str, list[Any]] = {}
    if "who" in kind.__struct_fields__:
        found["who"] = ["", *who]
    if kind is e.CardGiven:
        found["to"] = list(names)
    if kind is e.LeftPending:
        found["owner"] = ["", *names]
    if kind is e.SuccessorJoined:
        found["seat"] = list(range(len(view.names)))
    return found


def _texts(view: State, names: list[str], said: str) -> Iterator[tuple[e.Move, ...]]:
    """One event of each kind that a text could allow, in all ways that need be tried."""
    who, villain = names[0], (*view.villains, CARD)[0]
    more: Any = {"allowed_by": said}
    yield tuple(
        e.CardPlayed(who=who, card=card, **more)
        for card in dict.fromkeys(card for name in names for card in cards_of(view, name))
    ) or (e.CardPlayed(who=who, card=CARD, **more),)
    for kind in (
        e.HandRedrawn, e.HandDrawn, e.TurnStarted, e.Explored, e.EncounterStarted, e.Evaded, e.CheckResolved,
        e.DamageTaken, e.PricePaid, e.Healed, e.HandReset, e.TurnEnded, e.CharacterDied,
    ):  # fmt: skip
        yield (kind(who=who, **more),)
    yield (e.BlessingAdvanced(**more),)
    yield (e.CardGiven(who=who, to=names[-1], **more),)
    yield (e.Moved(who=who, to=PLACE, **more),)
    yield (e.CheckStarted(who=who, skill="", **more),)
    yield (e.PowerUsed(who=who, power=POWER, **more),)
    yield (e.DamageDealt(who=who, source="other", **more),)
    yield (e.DamageReduced(who=who, amount=0, by=NAME, **more),)
    yield (e.EncounterResolved(outcome="cut_short", **more),)
    yield (e.CloseAttempted(who=who, place=PLACE, **more),)
    yield (e.TempCloseAttempted(who=who, place=PLACE, **more),)
    yield (e.LocationSearched(place=PLACE, villain=villain, **more),)
    yield (e.LocationClosed(place=PLACE, cause="effect", **more),)
    yield (e.VillainEscaped(**more),)
    yield (e.EffectApplied(effect="text", who=who, **more),)
    yield (e.LeftPending(owner=who, **more),)
    yield (e.Resumed(task=0, **more),)
    yield (e.SuccessorJoined(seat=0, character=e.CharacterSetup(name=_new_name(view)), **more),)
    yield (e.ScenarioEnded(outcome="lost", **more),)
    yield (e.DeckRebuilt(who=who, cards=(), **more),)


# Acts of record


def of_record(view: State) -> list[Option]:
    """What may be recorded at any time: states posted, random picks, corrections, rulings, what the owner tells."""
    names = ["", *(one.name for one in view.characters)]
    found = [
        option(e.StatePosted(), rule_of(e.StatePosted()), (), {"who": names}),
        option(e.RandomPick(), rule_of(e.RandomPick()), ()),
        option(e.Correction(reason=REASON), rule_of(e.Correction(reason="")), ()),
    ]
    found += [option(e.Ruling(point=point, choice=""), "PA-SET-12", ("point",)) for point in asked_points(view)]
    found.append(option(e.Ruling(point=POINT, choice=""), "PA-SET-12", ()))
    found.append(option(e.CardsTold(), rule_of(e.CardsTold()), ()))
    return found


def asked_points(view: View) -> tuple[str, ...]:
    """The points that the options leave to a ruling."""
    return tuple(point for point in Options.__struct_fields__ if answer(view, point) == ASK)
