"""Random scenarios for property tests: legal walks through the options, and events thrown at a record."""

import random

from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.cards import CHARACTERS, SCENARIOS
from engine.pathfinder.events import CharacterSetup, LocationSetup, PathfinderStarted
from engine.pathfinder.offers import now, prompt
from engine.pathfinder.options import PRESETS
from engine.pathfinder.state import at, place
from engine.pathfinder.verdicts import known_type
from tests.engine.pathfinder.given import dice, pay

TYPES = ("monster", "weapon", "henchman", "barrier", "villain")


#: What a walk leaves out, as it leads nowhere.
IDLE = (e.HandRedrawn, e.CheckStarted, e.DamageReduced)


def brigandoom(chance, players, preset):
    """The first scenario of the box for some of the known characters."""
    names = chance.sample([name for name in CHARACTERS if name != "Lem"], players)
    places = SCENARIOS["Brigandoom!"].locations_for(players)
    return PathfinderStarted(
        name="walk", players=tuple(names), preset=preset, options=PRESETS[preset], scenario="Brigandoom!", adventure=0,
        characters=tuple(CharacterSetup(name=name, location=chance.choice(places)) for name in names),
        locations=tuple(LocationSetup(name=name) for name in places),
    )  # fmt: skip


def filled(chance, state, event):
    """An option with its open fields filled by chance, as far as nobody knows them."""
    if isinstance(event, e.CheckResolved):
        return replace(event, total=chance.randint(1, 20), difficulty=chance.randint(3, 14))
    if isinstance(event, e.Explored):
        deck = place(state, at(state, event.who)).deck
        known = deck.top[:1] or (deck.known if deck.is_whole else ())
        card = chance.choice(known) if known else f"{chance.choice(TYPES)} {chance.choice('xyz')}"
        return replace(event, card=card, type=known_type(card) or card.split()[0])
    return event


def walk(seed, players, preset, limit=3000):
    """A legal walk: the start, and for each event the state before, the event, the state after."""
    chance = random.Random(seed)
    start = brigandoom(chance, players, preset)
    assert reducer.check_start(start) == []
    state, steps = reducer.start(start), []
    while prompt(state) is not None and len(steps) < limit:
        events = [filled(chance, state, option.event) for option in now(state) if not isinstance(option.event, IDLE)]
        events = [event for event in events if not reducer.check(state, event)]
        assert events, f"nothing can be recorded: {prompt(state)}"
        event = chance.choice(events)
        after, _ = reducer.evolve(state, event)
        steps.append((state, event, after))
        state = after
    return start, steps


def thrown(chance, names, places):
    """Any event, right or wrong."""
    who, other, where = chance.choice(names), chance.choice(names), chance.choice(places)
    card, kind = f"card {chance.choice('abc')}", chance.choice(("", "monster", "weapon", "henchman", "villain", "loot"))
    number = chance.choice((None, 0, 1, 2, 7))
    cards = chance.choice((None, (), ("card a",), ("card a", "card b")))
    outcome = chance.choice((None, "success", "fail"))
    zone = chance.choice(("hand", "deck", "discard", "buried", "displayed", "box", "aside", "location", "blessings"))
    change = e.ZoneChange(
        card=chance.choice((None, card)), origin=zone, to=chance.choice(("hand", "deck", "box", "location")), who=who,
        place=where,
    )  # fmt: skip
    how = chance.choice(("reveal", "display", "discard", "recharge", "bury", "banish"))
    effect = chance.choice(EFFECTS)
    return chance.choice((
        e.HandRedrawn(who=who, hand=cards),
        e.HandDrawn(who=who, hand=cards, deck=number),
        e.TurnStarted(who=who, turn=number),
        e.BlessingAdvanced(card=chance.choice((None, card)), left=number),
        e.CardGiven(who=who, to=other, card=chance.choice((None, card))),
        e.Moved(who=who, to=where, cause=chance.choice(("step", "effect"))),
        e.Explored(who=who, card=chance.choice((None, card)), type=kind, checks=number),
        e.Explored(who=who, source="card", paid=pay(card, kind, how), card=card, type=kind),
        e.EncounterStarted(who=who, card=card, type=kind, summoned=chance.choice((True, False)), checks=number),
        e.Evaded(who=who),
        e.CheckStarted(who=who, skill="Wisdom"),
        e.CardPlayed(who=who, card=card, type=kind, how=how, use=chance.choice(("check", "damage", "explore"))),
        e.PowerUsed(who=who, power="p", cost=(pay(card, kind, how),)),
        e.CheckResolved(
            who=who, purpose=chance.choice(PURPOSES), total=number, difficulty=chance.choice((None, 5)),
            outcome=outcome, which=chance.choice((None, 1, 2)), card=card, dice=chance.choice(((), dice((6, 3)))),
            reroll_by=chance.choice(("", "luck")),
        ),
        e.DamageDealt(who=who, amount=number, source=chance.choice(("before", "check", "after", "other"))),
        e.DamageReduced(who=who, amount=number or 0, by="x"),
        e.DamageTaken(who=who, cards=cards),
        e.DamageTaken(who=who, count=number),
        e.EncounterResolved(outcome=chance.choice(OUTCOMES), card=chance.choice((None, card))),
        e.CloseAttempted(who=who, place=where, outcome=outcome, unpaid=number or 0),
        e.PricePaid(who=who, amount=1),
        e.TempCloseAttempted(who=who, place=where, outcome=outcome),
        e.LocationSearched(place=where, villain=card),
        e.LocationClosed(place=where, cause=chance.choice(("henchman", "empty_deck", "villain", "effect"))),
        e.VillainEscaped(villain=card, n=number, to=chance.choice((None, (where,)))),
        e.Healed(who=who, amount=number, cards=cards),
        e.HandReset(who=who, discarded=cards, draws=number),
        e.TurnEnded(who=who),
        e.StatePosted(who=who, hand=cards, deck=number, discard=number, places=((where, number or 0),)),
        e.EffectApplied(effect=effect, who=who, source="x", amount=number, looked=cards or (), zones=(change,)),
        e.RandomPick(dice=dice((2, 1)), choices=("a", "b"), picked="a"),
        e.LeftPending(owner=who),
        e.Resumed(task=1),
        e.Correction(reason="x", zones=(change,)),
        e.Ruling(point="undefeated_villain_cornered", choice="win", scope="once"),
        e.CharacterDied(who=who),
    ))  # fmt: skip


EFFECTS = (
    "explore_again", "draw", "examine", "search", "shuffle", "put", "discard_from_deck", "remove_from_deck",
    "add_cards", "hand_size", "permit", "forbid", "revive", "before", "after", "text",
)  # fmt: skip
PURPOSES = ("acquire", "defeat", "close", "temp_close", "recharge", "other")
OUTCOMES = ("defeated", "undefeated", "acquired", "banished", "declined", "cut_short")


#: Events whose fields are all decided by the rules, and the fields that tell one option from another.
STRUCTURAL = {
    e.TurnStarted: ("who",),
    e.BlessingAdvanced: (),
    e.CardGiven: ("who", "to"),
    e.Moved: ("who", "to"),
    e.Explored: ("who", "source"),
    e.Evaded: ("who",),
    e.CloseAttempted: ("who", "place"),
    e.TempCloseAttempted: ("who", "place"),
    e.LocationClosed: ("place", "cause"),
    e.EncounterResolved: ("outcome",),
    e.HandReset: ("who",),
    e.TurnEnded: ("who",),
    e.CharacterDied: ("who",),
    e.ScenarioEnded: ("outcome",),
    e.CheckResolved: ("who", "purpose"),
}


def every_structural_event(state):
    """Each of these events for every character, location and word, right or wrong."""
    names, places = [one.name for one in state.characters], [one.name for one in state.places]
    yield e.BlessingAdvanced()
    for outcome in ("won", "lost"):
        yield e.ScenarioEnded(outcome=outcome)
    for outcome in OUTCOMES[:-1]:
        yield e.EncounterResolved(outcome=outcome)
    for where in places:
        for cause in ("henchman", "empty_deck", "villain"):
            yield e.LocationClosed(place=where, cause=cause)
    for who in names:
        yield from (e.TurnStarted(who=who), e.Evaded(who=who), e.TurnEnded(who=who), e.CharacterDied(who=who))
        yield from (e.HandReset(who=who), e.Explored(who=who), e.Explored(who=who, source="effect"))
        for where in places:
            yield from (e.Moved(who=who, to=where), e.CloseAttempted(who=who, place=where))
            yield e.TempCloseAttempted(who=who, place=where)
        for other in names:
            yield e.CardGiven(who=who, to=other)
        for purpose in ("acquire", "defeat", "close", "temp_close"):
            yield e.CheckResolved(who=who, purpose=purpose)


def told_apart(event):
    """What tells one option from another."""
    return type(event), tuple(getattr(event, field) for field in STRUCTURAL[type(event)])
