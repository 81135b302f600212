"""Given a table, when events are recorded, then what holds: the one way in which tests of this game are written.

`table(...)` begins in the middle of a scenario at four open locations L1 to L4 with ten unknown cards each, thirty
blessings, and the characters A, B and C at L1, so that every test says only what matters to it.
"""
# ruff: noqa: A002 - the field is called so in the events

import json

import msgspec
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, Die, LocationSetup, Part, PathfinderStarted, Payment
from engine.pathfinder.offers import now, prompt
from engine.pathfinder.options import OFFICIAL, SEED
from engine.pathfinder.position import position
from engine.pathfinder.state import character, place
from engine.pathfinder.zones import EMPTY, Pile, counted, of

PLACES = ("L1", "L2", "L3", "L4")


def pile(value):
    """A pile as a number, or as names, or as it is."""
    if value is None or isinstance(value, Pile):
        return value or Pile()
    return counted(value) if isinstance(value, int) else of(*value)


def who(name, at="L1", *, hand=5, deck=10, discard=0, hand_size=5, **more):
    """A character in the middle of a scenario."""
    return CharacterSetup(
        name=name, location=at, hand_size=hand_size, hand=pile(hand), deck=pile(deck), discard=pile(discard),
        buried=EMPTY, displayed=EMPTY, **more,
    )  # fmt: skip


def where(name, deck=10, status="open"):
    return LocationSetup(name=name, deck=pile(deck), status=status)


def started(*characters, places=PLACES, preset="official", mode="table", on_turn="A", villains=("V",), **more):
    options = {"official": OFFICIAL, "seed": SEED}[preset]
    more = {"blessings": counted(30), "blessings_discard": EMPTY, "middle": True, "turn": 1, **more}
    rulings = {key: more.pop(key) for key in list(more) if key in type(options).__struct_fields__}
    characters = characters or tuple(who(name) for name in "ABC")
    return PathfinderStarted(
        name="game", players=tuple(one.name for one in characters), preset=preset,
        options=replace(options, **rulings), judging=mode, characters=characters,
        locations=tuple(one if isinstance(one, LocationSetup) else where(one) for one in places),
        villains=villains, on_turn=on_turn, **more,
    )  # fmt: skip


def thrown_at(chance, mode, seed):
    """A table for events of any kind, its hands and places known or not; and the names of places that are thrown."""
    hands = {"hand": ["card a", "card b"]} if seed % 2 else {}
    people = [who(name, chance.choice(("L1", "L2")), deck=3, **hands) for name in "ABC"]
    return reducer.start(started(*people, mode=mode, complete=bool(seed % 3))), ("L1", "L2", "L3", "L9")


def table(*characters, **more):
    """A table at which the turn of `on_turn` has begun."""
    start = started(*characters, **more)
    assert reducer.check_start(start) == []
    return Table(reducer.start(start))


# Events in short


def explore(name="A", card="Card", type="monster", source="free", **more):
    return e.Explored(who=name, card=card, type=type, source=source, **more)


def pay(card, type="ally", how="discard", **more):
    return Payment(card=card, type=type, how=how, **more)


def meet(name="A", card="Card", type="monster", **more):
    return e.EncounterStarted(who=name, card=card, type=type, **more)


def check(name="A", purpose="defeat", total=None, difficulty=None, outcome=None, **more):
    return e.CheckResolved(
        who=name, purpose=purpose, total=total, difficulty=difficulty, outcome=outcome, **more
    )  # fmt: skip


def win(name="A", purpose="defeat", **more):
    return check(name, purpose, 10, 10, **more)


def lose(name="A", by=1, purpose="defeat", **more):
    return check(name, purpose, 10 - by, 10, **more)


def dice(*pairs):
    """Dice as pairs of sides and result, or triples with the reason."""
    return tuple(Die(sides=one[0], result=one[1], why=one[2] if len(one) > 2 else "") for one in pairs)


def plus(*values):
    return tuple(Part(value=one[0], why=one[1]) if isinstance(one, tuple) else Part(value=one) for one in values)


def resolved(outcome, card=None, **more):
    return e.EncounterResolved(outcome=outcome, card=card, **more)


DEFEATED, UNDEFEATED = resolved("defeated"), resolved("undefeated")
ACQUIRED, BANISHED, DECLINED = resolved("acquired"), resolved("banished"), resolved("declined")


def play(name, card, type="", how="discard", **more):
    return e.CardPlayed(who=name, card=card, type=type, how=how, **more)


def move(name="A", to="L2", **more):
    return e.Moved(who=name, to=to, **more)


def attempt(name="A", at="L1", outcome=None, **more):
    return e.CloseAttempted(who=name, place=at, outcome=outcome, **more)


def shut(at="L1", cause="henchman", **more):
    return e.LocationClosed(place=at, cause=cause, **more)


def against(name, at, outcome="success", **more):
    return e.TempCloseAttempted(who=name, place=at, outcome=outcome, **more)


def escape(n=None, to=None, **more):
    blessings = None if n is None else n - 1
    return e.VillainEscaped(**{"villain": "V", "n": n, "blessings": blessings, "to": to, **more})


def effect(kind, name="A", **more):
    return e.EffectApplied(effect=kind, who=name, **more)


def power(name, what, **more):
    return e.PowerUsed(who=name, power=what, **more)


def damage(name="A", amount=None, source="check", **more):
    return e.DamageDealt(who=name, amount=amount, source=source, **more)


def taken(name="A", count=None, **more):
    return e.DamageTaken(who=name, count=count, **more)


def begin(name, **more):
    return e.TurnStarted(who=name, **more)


def reset(name="A", **more):
    return e.HandReset(who=name, **more)


def end(name="A"):
    return e.TurnEnded(who=name)


def died(name="A"):
    return e.CharacterDied(who=name)


def rule_on(point, choice, **more):
    return e.Ruling(point=point, choice=choice, by="the table", **more)


FLIP = e.BlessingAdvanced()
MONSTER = (win(), DEFEATED)


class Table:
    """A state, with what the last `when` brought: effects, findings, or what refused its last event."""

    def __init__(self, state, effects=(), found=(), refused=()):
        self.now = state
        self.effects, self.found, self.refused = tuple(effects), tuple(found), tuple(refused)

    def when(self, *events):
        """Record events. The last one may be refused, to be followed by `refused_by`."""
        assert not self.refused, self.refused
        state, effects, found = self.now, [], []
        for number, event in enumerate(events, start=1):
            violations = reducer.check(state, event)
            if violations:
                assert number == len(events), f"{event} is refused: {violations}"
                return Table(state, effects, found, violations)
            found += reducer.findings(state, event)
            state, brought = reducer.evolve(state, event)
            effects += brought
        return Table(state, effects, found)

    def refused_by(self, rule):
        """The last event was refused by this rule; the table stands as before it."""
        assert self.refused, "nothing was refused"
        assert rule in [one.rule for one in self.refused], self.refused
        return Table(self.now)

    def refuses(self, event, rule):
        """An event would be refused by this rule."""
        assert rule in [one.rule for one in reducer.check(self.now, event)], reducer.check(self.now, event)
        return self

    def allows(self, *events):
        """Each of these events alone would be accepted."""
        for event in events:
            assert reducer.check(self.now, event) == [], event
        return self

    def flagged(self, rule, kind=None, stated=None, computed=None):
        """The last `when` brought a finding of this rule and kind, with these values."""
        assert not self.refused, self.refused
        hits = [one for one in self.found if one.rule == rule and kind in {None, one.kind}]
        assert hits, self.found
        assert stated is None or str(stated) in [one.stated for one in hits], hits
        assert computed is None or str(computed) in [one.computed for one in hits], hits
        return self

    def clean(self):
        """The last `when` was accepted without any finding."""
        assert not self.refused, self.refused
        assert self.found == ()
        return self

    def brings(self, rule, **fields):
        """The last `when` had a consequence of this rule with these fields."""
        assert not self.refused, self.refused
        hits = [one for one in self.effects if one.rule == rule]
        assert any(all(getattr(one, key) == value for key, value in fields.items()) for one in hits), self.effects
        return self

    def has(self, name, **zones):
        """A character's zones: a number, or the names known."""
        assert not self.refused, self.refused
        for zone, expected in zones.items():
            actual = getattr(character(self.now, name), zone)
            if isinstance(expected, int):
                actual = actual.size
            elif isinstance(expected, list):
                actual = list(actual.known)
            assert expected == actual, (zone, actual)
        return self

    def deck(self, name, size=None, known=None, status=None):
        """A location: the size of its deck, its known cards, its status."""
        assert not self.refused, self.refused
        here = place(self.now, name)
        assert size is None or size == here.deck.size, here
        assert known is None or known == list(here.deck.known), here
        assert status is None or status == here.status, here
        return self

    def ends(self, outcome):
        """The rules decided that the scenario is won, lost, or None: neither."""
        assert not self.refused, self.refused
        assert outcome == (self.now.result.outcome if self.now.result else None), self.now.result
        return self

    def asks(self, ask, seat=None):
        asked = prompt(self.now)
        assert ask == (asked.ask if asked else None), asked
        assert seat is None or seat == asked.seat, asked
        return self

    def offers(self, kind):
        """Events of this kind that the rules ask for or allow now."""
        return [one.event for one in now(self.now) if isinstance(one.event, kind)]

    def then(self, **keys):
        """Keys of the position, dots written as two underscores."""
        flat = json.loads(msgspec.json.encode(position(self.now)))
        for key, expected in keys.items():
            assert expected == flat[key.replace("__", ".")], flat[key.replace("__", ".")]
        return self
