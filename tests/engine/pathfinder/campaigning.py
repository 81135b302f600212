"""Given a campaign, when acts are recorded, then what holds: how tests of campaigns are written.

`party()` is a campaign with Kyra of Ann, Valeros of Bob and Lem of Cai, each with a first deck of Basic cards.
"""

from collections import Counter

from engine.campaign import CampaignStarted
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign import CAMPAIGN
from engine.pathfinder.campaign_state import member
from engine.pathfinder.cards import BOONS, CARDS, CHARACTERS

PERILS = ("Brigandoom!", "The Poison Pill", "Black Fang's Dungeon")
BURNT = (
    "Attack on Sandpoint", "Local Heroes", "Trouble in Sandpoint", "Approach to Thistletop", "Thistletop Delve",
)  # fmt: skip


def first_deck(name, used=None):
    """A deck of Basic cards of set B, as many of each type as the cards list asks for, out of one box."""
    used = Counter() if used is None else used
    deck = []
    for boon in BOONS:
        missing = CHARACTERS[name].cards_of(boon).start
        for card in CARDS.values():
            if card.type == boon and card.basic and not card.loot and "B" in [one.set for one in card.printings]:
                taken = min(missing, card.copies("B") - used[card.name])
                deck += [card.name] * taken
                used[card.name] += taken
                missing -= taken
        assert not missing, (name, boon)
    return tuple(deck)


def begun(preset="official", **options):
    """A campaign without anybody."""
    return Record(CAMPAIGN.start(
        CampaignStarted(title="pathfinder", name="path", preset=preset, options=tuple(options.items()))
    ))  # fmt: skip


def party(*names, preset="official", **options):
    """A campaign with characters, whose players are Ann, Bob, Cai, and so on."""
    record, used = begun(preset, **options), Counter()
    for player, name in zip(
        ("Ann", "Bob", "Cai", "Dan", "Eve", "Flo"), names or ("Kyra", "Valeros", "Lem"), strict=False
    ):
        record = record.when(c.CharacterCreated(player=player, who=name, cards=first_deck(name, used)))
    return record


def won(scenario, **more):
    return c.ScenarioFinished(scenario=scenario, outcome="won", **more)


def lost(scenario, **more):
    return c.ScenarioFinished(scenario=scenario, outcome="lost", **more)


def feat(who, kind, what, **more):
    return c.FeatTaken(who=who, feat=kind, what=what, **more)


def granted(who, kind, source="Hook Mountain"):
    """A feat of a story card that is not among the facts."""
    return c.RewardReceived(who=who, feat=kind, source=source)


def third_adventure(path=False):
    return c.AdventureCompleted(name="third", number=3, path=path)


class Record:
    """A state, with what the last `when` brought: effects and findings, or what refused its last event."""

    def __init__(self, state, effects=(), found=(), refused=()):
        self.now = state
        self.effects, self.found, self.refused = tuple(effects), tuple(found), tuple(refused)

    def when(self, *events):
        """Record events or typed lines. The last one may be refused, to be followed by `refused_by`."""
        assert not self.refused, self.refused
        state, effects, found = self.now, [], []
        for number, said in enumerate(events, start=1):
            event = read(state, said) if isinstance(said, str) else said
            violations = CAMPAIGN.check(state, event)
            if violations:
                assert number == len(events), f"{event} is refused: {violations}"
                return Record(state, effects, found, violations)
            found += CAMPAIGN.findings(state, event)
            state, brought = CAMPAIGN.evolve(state, event)
            effects += brought
        return Record(state, effects, found)

    def refuses(self, event, rule, *words):
        """An event would be refused by this rule, with these words."""
        violations = CAMPAIGN.check(self.now, event)
        assert rule in [one.rule for one in violations], violations
        message = next(one.message for one in violations if one.rule == rule)
        assert all(word in message for word in words), message
        return self

    def allows(self, *events):
        """Each of these events alone would be accepted, with nothing flagged."""
        for event in events:
            assert CAMPAIGN.check(self.now, event) == [], event
            assert CAMPAIGN.findings(self.now, event) == [], event
        return self

    def flagged(self, rule, kind):
        assert (rule, kind) in [(one.rule, one.kind) for one in self.found], (self.found, self.refused)
        return self

    def clean(self):
        assert (self.found, self.refused) == ((), ())
        return self

    def brings(self, rule, what):
        assert (rule, what) in [(one.rule, one.what) for one in self.effects], (self.effects, self.refused)
        return self

    def has(self, name, **fields):
        """What a character has; decks and cards in any order."""
        assert not self.refused, self.refused
        one = member(self.now, name)
        for key, expected in fields.items():
            actual = getattr(one, key)
            assert (sorted(expected) if isinstance(expected, list) else expected) == (
                sorted(actual) if isinstance(expected, list) else actual
            ), (key, actual)
        return self

    def owes(self, name, *texts):
        """What a character has been granted and has not taken."""
        assert not self.refused, self.refused
        assert list(texts) == [one.text for one in member(self.now, name).owed]
        return self

    def deck(self, name):
        return member(self.now, name).deck


def read(state, line):
    """The one event of a typed line."""
    reading = CAMPAIGN.read_line(state, line)
    assert reading.fault is None, reading.fault
    (event,) = reading.events
    return event


def fault(state, line):
    """Why a typed line is not taken."""
    reading = CAMPAIGN.read_line(state, line)
    assert reading.fault is not None, reading.events
    return reading.fault
