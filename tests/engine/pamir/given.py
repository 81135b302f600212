"""The one helper of the rulebook tests: a position as text, what is done in it, and what comes of it.

`given` reads the position with the real reader. A line is a key and its value; what is left out is as DISPUTES.md has
it: Gray is Afghan, Blue British, Tan Russian, each with 4 rupees; Gray is to move with two actions, political is
favored, nothing else is anywhere.

Places are written as people say them: "kabul" is the region, "herat-kabul" the border, "#27" the card. Pieces are
named by their owner ("afghan", "Blue") and their place; the words below (`put`, `move`, `remove`, `gift`) turn into
events when the state is known.
"""

import json
from collections.abc import Callable

import msgspec

from engine.events import Event
from engine.pamir import reducer
from engine.pamir.board import BORDERS, PIECES, REGIONS, owner_name
from engine.pamir.events import (
    ActionTaken,
    AttemptWithdrawn,
    BattleSiteChosen,
    BribeDeclined,
    BribeLowered,
    BribePaid,
    BribeWaived,
    CardBetrayed,
    CardDiscarded,
    CardPlayed,
    CardPurchased,
    CardRevealed,
    Confirmed,
    Declined,
    EventDiscarded,
    FavoredSuitSet,
    GiftBought,
    InstabilityResolved,
    LoyaltyChosen,
    PamirStarted,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    PlayerNamed,
    PrizeAccepted,
    PrizeRefused,
    RegionRebuked,
    RiotResolved,
    RupeeTaxed,
    SpySheltered,
    Stopped,
    TurnEnded,
    WaiverAsked,
    WaiverRefused,
)
from engine.pamir.options import PRESETS
from engine.pamir.position import position
from engine.pamir.read_position import read_position
from engine.pamir.state import State

SEATS = ("Gray", "Blue", "Tan", "Red", "Black")
COALITIONS = ("afghan", "british", "russian")
#: Who follows whom where a position does not say.
LOYALTIES = ("afghan", "british", "russian", "afghan", "british")
BLOCK_ASKS = {"impact_road", "impact_army", "build", "infrastructure", "insurrection"}

END = TurnEnded()
PAY, ASK, WITHDRAW, MANNERS = BribePaid(), WaiverAsked(), AttemptWithdrawn(), BribeDeclined()
WAIVE, REFUSE = BribeWaived(), WaiverRefused()
STOP, DECLINE, CONFIRM = Stopped(), Declined(), Confirmed()
KEEP_PRIZE, LEAVE_PRIZE = PrizeAccepted(), PrizeRefused()
INSTABILITY = InstabilityResolved()


def choose(coalition):
    return LoyaltyChosen(coalition=coalition)


def reveal(card):
    return CardRevealed(card=card)


def buy(card):
    return CardPurchased(card=card)


def play(card, end="right"):
    return CardPlayed(card=card, end=end)


def use(card, action):
    return ActionTaken(card=card, action=action)


def lower(amount):
    return BribeLowered(amount=amount)


def tax(source):
    """Tax a market card by its number, or a player by name."""
    return RupeeTaxed(seat=SEATS.index(source)) if source in SEATS else RupeeTaxed(card=source)


def betray(card):
    return CardBetrayed(card=card)


def site(place):
    return BattleSiteChosen(at=at(place))


def discard(card):
    return CardDiscarded(card=card)


def leaves(card):
    """An event card leaves the market in cleanup."""
    return EventDiscarded(card=card)


def favor(suit):
    return FavoredSuitSet(suit=suit)


def riot(region):
    return RiotResolved(region=region)


def rebuke(region):
    return RegionRebuked(region=region)


def name(player):
    return PlayerNamed(seat=SEATS.index(player))


def shelter(card):
    return SpySheltered(card=card)


# Words that need the state to name a piece


class Word(msgspec.Struct, frozen=True):
    """What turns into an event when the state is known."""

    text: str
    event: Callable[[State], Event]


def put(to, source="supply"):
    """Place the piece that is asked for; from the supply, or from another place where it lies."""

    def event(state):
        asked = reducer.prompt(state)
        owner = SEATS[asked.seat]
        if asked.ask in BLOCK_ASKS:
            owner = "afghan" if asked.ask == "insurrection" else state.players[asked.seat].loyalty
        return PiecePlaced(piece=piece(state, owner, source), to=at(to))

    return Word(f"put {source} -> {to}", event)


def move(owner, source, to):
    """Move a piece of an owner from one place to another."""
    return Word(
        f"move {owner} {source} -> {to}", lambda state: PieceMoved(piece=piece(state, owner, source), to=at(to))
    )


def remove(owner, place):
    """Remove a piece of an owner from a place in battle."""
    return Word(f"remove {owner} from {place}", lambda state: PieceRemoved(piece=piece(state, owner, place)))


def gift(slot, source="supply"):
    """Fill a gift space, from the supply or from another place."""

    def event(state):
        return GiftBought(slot=slot, piece=piece(state, SEATS[reducer.prompt(state).seat], source))

    return Word(f"gift {slot} from {source}", event)


def at(place):
    """A place as the engine writes it."""
    if place in REGIONS:
        return f"region:{place}"
    if place in BORDERS:
        return f"border:{place}"
    if place.startswith("#"):
        return f"card:{place[1:]}"
    return place


def said(place):
    """A place as people say it."""
    where, _, which = place.partition(":")
    return f"#{which}" if where == "card" else which if where in {"region", "border"} else place


def piece(state, owner, place):
    """One piece of an owner that lies in a place; rather one that was not placed this turn."""
    wanted = owner if owner in COALITIONS else f"seat:{SEATS.index(owner)}"
    there = [
        one
        for one, (group, index) in PIECES.items()
        if group < len(state.pieces) and owner_name(group) == wanted and state.pieces[group][index] == at(place)
    ]
    assert there, f"no piece of {owner} lies in {place}"
    return min(there, key=lambda one: one in state.placed)


# Given, when, then


def given(text="", players=3, preset="official", **options):
    """The game that stands as the text has it. `players` is how many sit at the table."""
    names = SEATS[:players]
    keys = {line.split()[0] for line in text.splitlines() if line.strip()}
    loyal = [f"p{seat}.loyalty {LOYALTIES[seat]}" for seat in range(players) if f"p{seat}.loyalty" not in keys]
    chosen = msgspec.structs.replace(PRESETS[preset], **options)
    return Game(read_position("\n".join((*loyal, text)), names=names, options=chosen))


CONVENTIONS = """
    p0.loyalty afghan
    p1.loyalty british
    p2.loyalty russian
    p0.rupees 4
    p1.rupees 4
    p2.rupees 4
    turn_of 0
    actions_left 2
    favored political
"""


def dispute(text, **options):
    """A case of DISPUTES.md: its conventions, written out, under what the case itself says."""
    keys = {line.split()[0] for line in text.splitlines() if line.strip()}
    kept = [line for line in CONVENTIONS.splitlines() if line.strip() and line.split()[0] not in keys]
    return given("\n".join((*kept, text)), **options)


def setup(players=3, first=0, deck=None):
    """A game that is being set up, with a known deck."""
    started = PamirStarted(
        name="setup",
        players=SEATS[:players],
        preset="official",
        options=PRESETS["official"],
        first_chooser=first,
        deck=deck or deck_for(players),
    )
    assert reducer.check_start(started) == []
    return Game(reducer.start(started))


def deck_for(players):
    """A deck as the setup makes it: six piles, with events from the second on and Dominance Checks from the third on.

    Court cards come in the order of their numbers; in each pile they lie above the event and the check.
    """
    court, events, checks = iter(range(1, 101)), iter(range(105, 117)), iter(range(101, 105))
    deck = []
    for pile in range(6):
        deck += [next(court) for _ in range(5 + players)]
        deck += [next(events) for _ in range((0, 2, 1, 1, 1, 1)[pile])]
        deck += [next(checks) for _ in range((0, 0, 1, 1, 1, 1)[pile])]
    return tuple(deck)


class Game:
    """A state of a game, with what the last `when` brought: effects, or the violations of its last event."""

    def __init__(self, state, effects=(), violations=(), event=None):
        self.now = state
        self.effects = tuple(effects)
        self.violations = tuple(violations)
        self.event = event

    # when

    def when(self, *words):
        """Play events. Each must be among the legal ones; the last may be refused, to be followed by `refused_by`."""
        state, effects = self._accepted(), []
        for number, word in enumerate(words, start=1):
            event = word.event(state) if isinstance(word, Word) else word
            violations = reducer.check(state, event)
            if violations:
                assert number == len(words), f"{event} is refused: {violations}"
                return Game(state, effects, violations, event)
            assert reducer.canonical(state, event) in reducer.legal_events(state), f"{event} is not offered"
            state, found = reducer.evolve(state, event)
            effects.extend(found)
        return Game(state, effects)

    def automatic(self):
        """Play what follows without a choice of anybody: forced steps, cards of a known deck."""
        state, effects = self._accepted(), list(self.effects)
        while (event := reducer.automatic(state)) is not None:
            state, found = reducer.evolve(state, event)
            effects.extend(found)
        return Game(state, effects)

    # then

    def then(self, *lines):
        """The position now has these keys with these values, each line as in a position."""
        values = json.loads(msgspec.json.encode(position(self._accepted())))
        expected = dict(_pair(line) for text in lines for line in text.splitlines() if line.strip())
        actual = {key: values.get(key, "no such key") for key in expected}

        assert expected == actual, {key: actual[key] for key in expected if expected[key] != actual[key]}
        return self

    def refused_by(self, rule):
        """The last event was refused by this rule; the game stands as before it."""
        assert self.violations, "nothing was refused"
        assert rule in [violation.rule for violation in self.violations], self.violations
        return Game(self.now)

    def refuses(self, word, rule):
        """An event would be refused by this rule, and is not offered; the game stands as it was."""
        state = self._accepted()
        event = word.event(state) if isinstance(word, Word) else word
        found = [violation.rule for violation in reducer.check(state, event)]

        assert rule in found, f"{event} is refused by {found or 'nothing'}"
        assert event not in reducer.legal_events(state)
        return self

    def allows(self, *words):
        """Each of these events alone would be legal; the game stands as it was."""
        for word in words:
            self.when(word)._accepted()
        return self

    def asks(self, ask, player=None):
        """The question that is open, and to whom it goes; None when the game is over."""
        asked = reducer.prompt(self._accepted())

        assert ask == (asked.ask if asked else None), asked
        assert player is None or player == SEATS[asked.seat], asked
        return self

    def brings(self, rule, **fields):
        """The last `when` had a consequence of this rule with these fields."""
        self._accepted()
        found = [one for one in self.effects if one.rule == rule]

        assert any(all(getattr(one, key) == value for key, value in fields.items()) for one in found), self.effects
        return self

    def brings_no(self, rule):
        """The last `when` had no consequence of this rule."""
        self._accepted()

        assert rule not in [one.rule for one in self.effects]
        return self

    def choices(self, field, kind=None):
        """What the legal events now have in a field: cards, seats, places as people say them."""
        events = [one for one in reducer.legal_events(self._accepted()) if kind is None or isinstance(one, kind)]
        values = {getattr(one, field) for one in events if getattr(one, field, None) is not None}
        return {said(value) if isinstance(value, str) else value for value in values}

    def sources(self):
        """Whose pieces in which places the legal events now may take: (owner, place)."""
        state, found = self._accepted(), set()
        for event in reducer.legal_events(state):
            if (one := getattr(event, "piece", None)) is not None:
                group, index = PIECES[one]
                owner = owner_name(group)
                owner = SEATS[int(owner[5:])] if owner.startswith("seat:") else owner
                found.add((owner, said(state.pieces[group][index])))
        return found

    def _accepted(self):
        assert not self.violations, f"{self.event} is refused: {self.violations}"
        return self.now


def _pair(line):
    key, _, value = line.strip().partition(" ")
    try:
        return key, json.loads(value)
    except json.JSONDecodeError:
        return key, value.strip()
