"""Random scenarios for property tests: legal walks through the options, and events thrown at a record."""

import random
from collections import Counter

import msgspec
from msgspec.structs import replace

from engine.events import Redone, Undone
from engine.game import Beginning
from engine.line import Entry, fold
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.cards import CHARACTERS, SCENARIOS
from engine.pathfinder.events import CharacterSetup, LocationSetup, PathfinderStarted
from engine.pathfinder.game import GAME
from engine.pathfinder.offers import covers, legal, now, prompt
from engine.pathfinder.offers_slots import KINDS, words_of
from engine.pathfinder.options import PRESETS
from engine.pathfinder.position import hash_of
from engine.pathfinder.read_position import read_position
from engine.pathfinder.simulating_cards import every_pile, summoned
from engine.pathfinder.simulating_setup import box_of
from engine.pathfinder.state import at, character, place
from engine.pathfinder.verdicts import known_type
from engine.replay import state_of
from engine.simulate import random_game
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


# Simulated scenarios, watched event by event


def scenario_of(number, *, players=None, preset=None, known=None, judging=""):
    """The chance and the start of the simulated scenario with this number; numbers come across everything."""
    chance = random.Random(f"scenario {number}")
    players = players or 1 + number % 6
    preset = preset or ("official", "seed")[number // 6 % 2]
    known = number // 12 % 3 != 0 if known is None else known
    begin = Beginning(
        name=f"simulated {number}", players=tuple(f"Seat{seat}" for seat in range(players)), preset=preset,
        simulated=True, settings=(("judging", judging),) if judging else (),
    )  # fmt: skip
    return chance, GAME.random_start(begin, chance.randrange, known=known)


def cards_in_play(state):
    """Every card outside the box: by name, unnamed ones under None; a card that is being banished is in the box."""
    found = Counter()
    for pile in every_pile(state):
        found.update(pile.known)
        found[None] += pile.unknown
    found.update(one.card for one in state.aside if one.how != "banish")
    found.update(summoned(state))
    if state.fate is not None:
        found[state.fate.villain] += 1
    return +found


def crossing(before, event, after):
    """Which cards an event takes out of the box (positive) and puts into it (negative), as the rules have it."""
    found = Counter()
    for name in played_away(event):
        found[name] -= 1
    if isinstance(event, e.EncounterStarted) and event.summoned:
        found[event.card] += 1
    if isinstance(event, e.EncounterResolved | e.Evaded | e.CharacterDied):
        left = summoned(before)
        for card in summoned(after):
            left.remove(card)
        found.subtract(left)
    if isinstance(event, e.EncounterResolved):
        met = before.encounters[-1]
        to_box = {"defeated", "banished", "declined"}
        if not met.summoned and event.outcome in to_box and met.type != "villain":
            found[met.card] -= 1
        if not met.summoned and met.type == "villain" and after.fate is None:
            found[met.card] -= 1
    elif before.fate is not None and after.fate is None and not isinstance(event, e.VillainEscaped):
        found[before.fate.villain] -= 1
    if isinstance(event, e.LocationClosed | e.LocationSearched):
        lay, lies = place(before, event.place).deck, place(after, event.place).deck
        kept = Counter(lies.known) if isinstance(event, e.LocationSearched) else Counter()
        banished = (
            isinstance(event, e.LocationSearched) or event.cause == "villain"
            or before.options.closed_location_cards == "banished"
        )  # fmt: skip
        if banished:
            found.subtract(Counter(lay.known) - kept)
            found[None] -= lay.unknown
            found.update(kept - Counter(lay.known))
    if isinstance(event, e.VillainEscaped):
        found.update(escort(before, event))
    if isinstance(event, e.EffectApplied):
        if event.effect == "remove_from_deck":
            owner = character(before, event.who)
            count = min(event.amount, owner.deck.size)
            found.subtract(event.looked[:count])
            found[None] -= count - len(event.looked[:count])
        for change in event.zones:
            found[change.card] += (change.origin == "box") - (change.to == "box")
    if isinstance(event, e.SuccessorJoined):
        joined = character(after, event.character.name)
        found.update(joined.deck.known)
        found[None] += joined.deck.unknown
    if isinstance(event, e.DeckRebuilt):
        found.update(event.from_box)
    return found


def played_away(event):
    """The cards that an event banishes as they are played or paid."""
    if isinstance(event, e.CardPlayed):
        return [event.card] if event.how == "banish" else []
    paid = getattr(event, "paid", None)
    costs = (*([paid] if paid else []), *(event.cost if isinstance(event, e.PowerUsed) else ()))
    return [one.card for one in costs if one.how == "banish"]


def escort(before, event):
    """The blessings that a defeated villain takes along out of the box; those of an undefeated one are in play."""
    if not before.fate.defeated:
        return {}
    if event.cards is not None:
        return Counter(card for card in event.cards if card != before.fate.villain)
    return {None: event.blessings or 0}


class Watch:
    """A simulated scenario that is played to its end, looked at after every event."""

    def __init__(self, number, *, probes=2, every=10, **more):
        self.number = number
        self.chance, self.started = scenario_of(number, **more)
        self.known = self.started.blessings.is_whole
        self.probes, self.every = probes, every
        self.state = GAME.start(self.started)
        self.box = box_of(SCENARIOS[self.started.scenario])
        self.tracker = GAME.tracker()
        self.events, self.hashes, self.found = [], [self.tracker.step(self.state)], []
        self.met = Counter()

    def run(self, limit=6000):
        """Play to the end, with all that must hold on the way."""
        for event in random_game(GAME, self.started, self.chance.randrange, limit=limit):
            before = self.state
            assert GAME.check(before, event) == [], (self.number, event)
            self.found += reducer.findings(before, event)
            self.state, effects = GAME.evolve(before, event)
            self.events.append(event)
            self.met[type(event)] += 1
            self.met.update(one.rule for one in effects)
            self.hashes.append(self.tracker.step(self.state))
            self.conserves(before, event)
            if len(self.events) % self.every == 0:
                self.offers_all()
                self.reads_back()
        assert prompt(self.state) is None, (self.number, prompt(self.state))
        self.reads_back()
        self.replays()
        self.undoes()
        return self

    def conserves(self, before, event):
        """No card is made or lost: zones and box together have what they had."""
        where = (self.number, len(self.events), event)
        then, now = cards_in_play(before), cards_in_play(self.state)
        assert all(pile.size is not None and pile.unknown >= 0 for pile in every_pile(self.state)), where
        if isinstance(event, e.Correction) and event.void:
            then = cards_in_play(reducer.evolve(before, event)[0])
        elif self.known:
            wanted = then.copy()
            wanted.update(crossing(before, event, self.state))
            assert now == +wanted, (where, now - wanted, wanted - now)
        else:
            crossed = sum(crossing(before, event, self.state).values())
            assert sum(now.values()) == sum(then.values()) + crossed, where
        if self.known:
            assert now[None] == 0, where
            assert all(now[name] <= number for name, number in self.box.items()), (where, now - self.box)

    def offers_all(self):
        """Whatever is accepted is covered by an option; whatever is offered can be filled and is accepted then."""
        options = legal(self.state)
        for option in options:
            assert reducer.check(self.state, option.event) == [], (self.number, option.event)
        chance = random.Random(f"{self.number} {len(self.events)}")
        for option in chance.sample(options, min(3 * self.probes, len(options))):
            event = GAME.fill(self.state, option, chance.randrange)
            bare = replace(event, allowed_by=option.event.allowed_by)
            assert covers(option, bare), (self.number, option, event)
            assert any(covers(one, event) for one in options), (self.number, event)
            assert reducer.check(self.state, event) == [], (self.number, event)
        names = [one.name for one in self.state.characters]
        places = [one.name for one in self.state.places]
        events = [thrown(chance, names, places) for _ in range(10 * self.probes)]
        events += [perturbed(chance, one) for one in self.events[-self.probes :] for _ in range(4)]
        for event in events:
            if not reducer.check(self.state, event):
                assert any(covers(option, event) for option in options), (self.number, event, prompt(self.state))

    def reads_back(self):
        """The position, printed and read, is the same one."""
        text = GAME.position_text(self.state)
        back = read_position(text, names=self.state.names)
        assert hash_of(back) == self.hashes[-1] == hash_of(self.state), self.number
        kept = {key: getattr(self.state, key) for key in ("seq", "past", "simulated", "memory")}
        assert replace(back, **kept) == self.state, self.number

    def replays(self):
        """Played again, from what is stored, every state is the same one."""
        state = GAME.start(GAME.decode(msgspec.json.encode(self.started)))
        hashes = [hash_of(state)]
        for event in self.events:
            state, _ = GAME.evolve(state, GAME.decode(msgspec.json.encode(event)))
            hashes.append(hash_of(state))
        assert hashes == self.hashes, self.number

    def undoes(self):
        """Undo and redo of any piece of the line is the identity."""
        entries = [Entry(version=1, action=1, event=self.started)]
        entries += [Entry(version=at, action=at, event=one) for at, one in enumerate(self.events, start=2)]
        chance, whole = random.Random(self.number), fold(entries)
        since = 2 + chance.randrange(len(self.events))
        after = len(entries) + 1
        undone = [*entries, Entry(version=after, action=after, event=Undone(since=since))]
        short, again = fold(undone), fold([*undone, Entry(version=after + 1, action=after + 1, event=Redone())])
        assert hash_of(state_of(GAME, short)) == self.hashes[since - 2], self.number
        assert again.entries == whole.entries
        assert hash_of(state_of(GAME, again)) == self.hashes[-1], self.number


def perturbed(chance, event):
    """An event with one of its fields changed to something that another could have."""
    field = chance.choice(event.__struct_fields__)
    words = words_of(type(event), field)
    value = getattr(event, field)
    if words:
        value = chance.choice(words)
    elif isinstance(value, str):
        value = chance.choice(("", "a word", value))
    elif isinstance(value, int):
        value = chance.choice((0, value + 1, value))
    elif isinstance(value, tuple):
        value = chance.choice(((), value, value[1:]))
    elif value is None and KINDS.get(field) == "number":
        value = chance.choice((0, 1, 3))
    return replace(event, **{field: value})
