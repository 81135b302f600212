"""Random walks through legal games, and what must hold after every step of them.

What is asserted is reckoned here from the pieces and the printed cards alone, not with the engine's own functions.
"""

import random
from collections import Counter
from typing import get_args, get_type_hints

import msgspec

from engine.events import Redone, Undone
from engine.line import Entry, fold
from engine.pamir import events as e
from engine.pamir.cards import CARDS
from engine.pamir.deck import pamir_deck
from engine.pamir.frames import Losses
from engine.pamir.game import GAME
from engine.pamir.options import PRESETS, Options
from engine.pamir.position import hash_of, position
from engine.pamir.read_position import read_position
from engine.replay import state_of
from engine.simulate import pick, pick_by_wish

COALITIONS = ("afghan", "british", "russian")
REGIONS = ("persia", "transcaspia", "herat", "kabul", "kandahar", "punjab")
BORDERS = (
    "persia-transcaspia", "herat-persia", "herat-transcaspia", "kabul-transcaspia", "herat-kabul", "herat-kandahar",
    "kabul-kandahar", "kabul-punjab", "kandahar-punjab",
)  # fmt: skip
SUITS = ("political", "intelligence", "economic", "military")
SIZES = {2: 52, 3: 58, 4: 64, 5: 70}
#: The cards of lasting events that lie beside a player or the board, not on the pile.
BESIDE = {
    "new_tactics": 105, "koh_i_noor": 106, "courtly_manners": 107, "nationalism": 110, "nation_building": 112,
    "conflict_fatigue": 109, "embarrassment_of_riches": 106, "disregard_for_customs": 107,
}  # fmt: skip
MONEY = {
    "leverage_taken": 1, "leverage_owed": -1, "debt_paid": 1, "debt_forgiven": 1, "gained": 1, "rupees_lost": -1,
}  # fmt: skip


# Ways to play


def builders(event):
    """Everybody builds for one coalition and keeps the peace, so that blocks and cylinders run out."""
    match event:
        case e.LoyaltyChosen(coalition=coalition):
            return 8 if coalition == "british" else 1
        case e.ActionTaken(action=action):
            return {"build": 60, "gift": 20, "tax": 15, "move": 2}.get(action, 0)
        case e.CardPurchased(card=card) | e.CardPlayed(card=card):
            return 24 if CARDS[card].patriot in {None, "british"} else 1
        case e.PiecePlaced() | e.RupeeTaxed() | e.BribePaid() | e.BribeWaived():
            return 20
        case e.TurnEnded():
            return 2
        case _:
            return 1


def plotters(event):
    """Everybody moves spies, betrays, battles, takes prizes and haggles."""
    match event:
        case e.ActionTaken(action=action):
            return {"betray": 60, "battle": 40, "move": 30, "tax": 10}.get(action, 3)
        case e.CardPurchased() | e.CardPlayed():
            return 10
        case e.PieceMoved(to=to) | e.PiecePlaced(to=to):
            return 12 if to.startswith("card:") else 6
        case e.PieceRemoved() | e.PrizeAccepted() | e.WaiverAsked() | e.SpySheltered():
            return 8
        case e.TurnEnded() | e.Stopped():
            return 1
        case _:
            return 3


def customers(event):
    """Everybody buys events and patriots of every colour, and never saves."""
    match event:
        case e.CardPurchased(card=card):
            return 60 if card > 104 else 30 if CARDS[card].patriot or CARDS[card].leveraged else 6
        case e.CardPlayed(card=card):
            return 40 if CARDS[card].patriot or CARDS[card].leveraged else 10
        case e.AttemptWithdrawn():
            return 1
        case _:
            return 4


WISHES = (None, builders, plotters, customers)


VALUES = {field: get_args(hint) for field, hint in get_type_hints(Options).items()}


def start_of(number, *, any_options=False):
    """The first event of walk `number`: players, preset, deck or table, first chooser all follow from it.

    With `any_options` the preset's option values are replaced by any that there are.
    """
    chance = random.Random(f"walk {number}")
    seats = 2 + number % 4
    preset = tuple(PRESETS)[number // 4 % 3]
    known = bool(number // 12 % 2)
    deck = pamir_deck(seats, chance.shuffle) if known else None
    return chance, e.PamirStarted(
        name=f"walk-{number}",
        players=("Ann", "Bob", "Cai", "Dee", "Eve")[:seats],
        preset=preset,
        options=Options(**{field: chance.choice(of) for field, of in VALUES.items()})
        if any_options
        else PRESETS[preset],
        first_chooser=chance.randrange(seats),
        deck=deck,
        provenance=f"seed {number}" if known else "",
        simulated=True,
    )


class Walk:
    """One random game, watched at every step. `seen` counts events and effects, to tell what the walks came across."""

    def __init__(self, number, *, any_options=False):
        self.chance, self.start = start_of(number, any_options=any_options)
        self.wish = WISHES[number // 24 % len(WISHES)]
        self.state = GAME.start(self.start)
        self.tracker = GAME.tracker()
        self.events = []
        self.pool = {type(event): [event] for event in ANY}
        self.seen = Counter()

    def run(self, limit=5000):
        """Play to the end, or to the limit."""
        look_at(self.state)
        while len(self.events) < limit:
            options = GAME.legal(self.state)
            if not options:
                assert GAME.prompt(self.state) is None, "stuck"
                assert self.state.result is not None
                break
            self._look_at_options(options)
            self._step(self._pick(options))
        self._look_at_line()
        return self

    def _pick(self, options):
        if self.wish is None:
            option = pick(options, self.chance.randrange)
        else:
            option = pick_by_wish(options, self.chance.randrange, self.wish)
        return GAME.fill(self.state, option, self.chance.randrange)

    def _step(self, event):
        before = self.state
        self.state, effects = GAME.evolve(before, event)
        self.events.append(event)
        self.pool.setdefault(type(event), []).append(event)
        self.seen[event.kind()] += 1
        for effect in effects:
            self.seen[effect.what, effect.rule] += 1
            self.seen[effect.rule] += 1
        look_at(self.state)
        look_at_change(before, self.state, effects)
        computed = self.tracker.step(self.state)
        if self.chance.randrange(40) == 0:
            assert computed == hash_of(self.state)
            self._look_at_position()

    # What the engine says of the state

    def _look_at_options(self, options):
        asked = GAME.prompt(self.state)
        assert asked is not None
        events = [event for option in options for event in option.events()]
        assert len(set(events)) == len(events), "an option is offered twice"
        for event in events:
            assert GAME.check(self.state, event) == [], event
            assert GAME.canonical(self.state, event) == event
        for event in events if len(events) < 40 else self.chance.sample(events, 10):
            GAME.evolve(self.state, event)
        self._look_at_automatic(asked, events)
        self._look_for_missing(set(events))

    def _look_at_automatic(self, asked, events):
        event = GAME.automatic(self.state)
        if event is None:
            return
        assert [event] == events
        assert asked.ask != "main"
        assert asked.seat is not None or self.state.deck is not None

    def _look_for_missing(self, events):
        """Whatever else `check` accepts must be one of the options, interchangeable pieces aside."""
        for event in self._others(events):
            violations = GAME.check(self.state, event)
            if violations:
                assert all(violation.rule and violation.message for violation in violations)
                continue
            canonical = GAME.canonical(self.state, event)
            assert canonical in events, f"accepted but not offered: {event}"
            if canonical != event:
                assert self._alike(event, canonical)

    def _alike(self, event, canonical):
        one, other = (GAME.evolve(self.state, taken)[0] for taken in (event, canonical))
        return {**GAME.flat(one), "placed": 0} == {**GAME.flat(other), "placed": 0}

    def _others(self, events):
        """Events that were legal elsewhere, and events with a field changed to anything."""
        chance = self.chance
        yield from PLAIN
        bases = [chance.choice(found) for found in self.pool.values()]
        bases = chance.sample(bases, 6) + chance.choices(sorted(events, key=repr)[:60], k=6)
        for base in bases:
            yield base
            fields = [field for field in base.__struct_fields__ if field in DOMAINS]
            if fields:
                field = chance.choice(fields)
                yield msgspec.structs.replace(base, **{field: chance.choice(DOMAINS[field])})
                near = self._near(field)
                if near:
                    yield msgspec.structs.replace(base, **{field: chance.choice(near)})

    def _near(self, field):
        """Values of a field that come up in this very state."""
        state = self.state
        if field == "card":
            return [*state.market, *(card for player in state.players for card in (*player.hand, *player.court))]
        if field == "piece":
            return [f"{'ABR'[group]}{i}" if group < 3 else f"C{group - 3}.{i}"
                    for group, places in enumerate(state.pieces) for i in range(len(places))]  # fmt: skip
        if field in {"to", "at"}:
            return [place for places in state.pieces for place in places if place != "supply"]
        return []

    def _look_at_position(self):
        text = GAME.position_text(self.state)
        again = read_position(text, names=self.start.players, options=self.start.options)
        assert position(again) == position(self.state)
        assert again == self.state

    def _look_at_line(self):
        """Undo, then redo, gives back the line and the state."""
        first = Entry(version=1, action=1, event=self.start)
        entries = [Entry(version=number, action=number, event=event) for number, event in enumerate(self.events, 2)]
        line = fold([first, *entries])
        since = self.chance.choice(entries).version
        undo = Entry(version=len(entries) + 2, action=len(entries) + 2, event=Undone(since=since))
        redo = Entry(version=len(entries) + 3, action=len(entries) + 3, event=Redone())
        short, back = fold([first, *entries, undo]), fold([first, *entries, undo, redo])
        assert short.entries == tuple(entry for entry in entries if entry.version < since)
        assert back == line
        assert state_of(GAME, back) == self.state


#: The events that have no fields, and one of each kind that has some.
PLAIN = (
    e.TurnEnded(), e.BribePaid(), e.WaiverAsked(), e.BribeDeclined(), e.AttemptWithdrawn(), e.BribeWaived(),
    e.WaiverRefused(), e.PrizeAccepted(), e.PrizeRefused(), e.Declined(), e.Stopped(), e.InstabilityResolved(),
    e.Confirmed(),
)  # fmt: skip
ANY = (
    e.CardRevealed(card=1), e.LoyaltyChosen(coalition="afghan"), e.CardPurchased(card=1),
    e.CardPlayed(card=1, end="left"), e.ActionTaken(card=1, action="tax"), e.BribeLowered(amount=1),
    e.PiecePlaced(piece="A11", to="region:kabul"), e.FavoredSuitSet(suit="economic"), e.RupeeTaxed(card=1),
    e.RupeeTaxed(seat=1), e.GiftBought(slot=4, piece="C0.0"), e.PieceMoved(piece="A11", to="region:kabul"),
    e.CardBetrayed(card=1), e.BattleSiteChosen(at="region:kabul"), e.PieceRemoved(piece="B11"),
    e.SpySheltered(card=41), e.CardDiscarded(card=1), e.EventDiscarded(card=105), e.RiotResolved(region="kabul"),
    e.PlayerNamed(seat=1), e.RegionRebuked(region="kabul"),
)  # fmt: skip
DOMAINS = {
    "card": [-1, 0, 3, 41, 42, 43, 54, 91, 101, 104, 105, 111, 116, 117, 999],
    "seat": [-1, 0, 1, 2, 3, 4, 5, 99],
    "slot": [-2, 0, 2, 3, 4, 6, 8],
    "amount": [-1, 0, 1, 2, 3, 9, 1000],
    "piece": ["A0", "B11", "R5", "C0.0", "C1.9", "C4.0", "C5.0", "C0.10", "A12", "Z1", "", "C", "A", "card:1"],
    "to": [*(f"region:{region}" for region in REGIONS), *(f"border:{border}" for border in BORDERS), "card:1",
           "card:43", "card:0", "card:x", "card:", "gift:2", "supply", "limbo", "region:atlantis", "border:kabul", ""],
    "at": [*(f"region:{region}" for region in REGIONS), "card:1", "card:x", "border:herat-kabul", "region:", "x", ""],
    "region": [*REGIONS, "atlantis", ""],
    "suit": [*SUITS, "hearts", ""],
    "coalition": [*COALITIONS, "french", ""],
    "end": ["left", "right"],
    "action": ["tax", "gift", "build", "move", "betray", "battle", "dance", ""],
}  # fmt: skip


# What must hold in every state


def look_at(state):
    """Assert every invariant of a single state."""
    look_at_pieces(state)
    look_at_cards(state)
    look_at_players(state)
    look_at_marks(state)
    look_at_flat(state)


def look_at_pieces(state):
    courts = {f"card:{card}" for player in state.players for card in player.court}
    regions = {f"region:{region}" for region in REGIONS}
    for blocks in state.pieces[:3]:
        assert len(blocks) == 12
        assert set(blocks) <= {"supply", *regions, *(f"border:{border}" for border in BORDERS)}
    assert len(state.pieces) == 3 + len(state.players)
    for cylinders in state.pieces[3:]:
        assert len(cylinders) == 10
        assert set(cylinders) <= {"supply", "limbo", "gift:2", "gift:4", "gift:6"} | regions | courts
        assert all(cylinders.count(f"gift:{slot}") <= 1 for slot in (2, 4, 6))
        if "limbo" in cylinders:
            assert GAME.prompt(state).ask in {"safe_house", "battle"}


def look_at_cards(state):
    beside = [BESIDE[effect] for effect in state.effects if effect in BESIDE]
    beside += [BESIDE[effect] for player in state.players for effect in player.effects if effect in BESIDE]
    market = [card for card in state.market if card]
    held = [card for player in state.players for card in (*player.hand, *player.court, *player.prizes)]
    out = [*market, *held, *state.discards, *beside]
    deck = list(state.deck) if state.deck is not None else []
    assert len({*out, *deck}) == len(out) + len(deck), "a card is in two places"
    assert len(out) + state.deck_count == SIZES[len(state.players)]
    assert state.drawn == len(out)
    if state.deck is not None:
        assert len(deck) == state.deck_count
        assert state.deck_checks == sum(101 <= card <= 104 for card in deck)
    assert state.deck_checks == 4 - sum(101 <= card <= 104 for card in out)
    assert all(1 <= card <= 100 for card in held)


def look_at_players(state):
    # Cards whose owner still chooses which of them goes first.
    leaving = {card for frame in state.frames if isinstance(frame, Losses) for card in frame.cards}
    for player in state.players:
        for card in player.court:
            assert CARDS[card].patriot in {None, player.loyalty} or card in leaving
        for card in player.prizes:
            assert CARDS[card].prize == player.loyalty
        assert player.vp >= 0
        assert len(set(player.effects)) == len(player.effects)
    owing = any(player.rupees < 0 for player in state.players)
    asked = GAME.prompt(state)
    if owing and state.options.debt_settlement == "at_once":
        assert asked.ask in {"leverage", "losses"}
    if asked is not None and asked.ask == "main":
        assert not owing


def look_at_marks(state):
    assert all(rupees >= 0 for rupees in state.market_rupees)
    assert state.market_rupees[state.market.index(111)] == 0 if 111 in state.market else True
    assert set(state.locked) <= {card for card in state.market if card}
    if state.turn_of is not None:
        assert set(state.spent) <= set(state.players[state.turn_of].court)
        assert state.actions_left in {-1, 0, 1, 2}
    assert state.favored in SUITS
    assert (state.result is not None) == (not state.frames) or state.options.acknowledgement == "asked"


def look_at_flat(state):
    flat = GAME.flat(state)
    for seat, player in enumerate(state.players):
        p = f"p{seat}."
        own = state.pieces[3 + seat]
        gifts = sum(own.count(f"gift:{slot}") for slot in (2, 4, 6))
        worth = 0 if "embarrassment_of_riches" in state.effects else 2 if "koh_i_noor" in player.effects else 1
        patriots = sum(CARDS[card].patriot is not None for card in player.court)
        patriots = 0 if "rumor" in player.effects else patriots
        assert flat[p + "influence"] == 1 + patriots + len(player.prizes) + gifts * worth
        stars = [sum(CARDS[card].rank for card in player.court if CARDS[card].suit == suit) for suit in SUITS]
        assert flat[p + "stars"] == stars
        out = sum(flat[p + "tribes"].values()) + sum(flat[p + "spies"].values()) + gifts + flat[p + "limbo"]
        assert flat[p + "supply"] + out == 10
    for index, coalition in enumerate(COALITIONS):
        on_map = sum(flat[f"r.{region}.armies"][index] for region in REGIONS)
        on_map += sum(flat[f"b.{border}"][index] for border in BORDERS)
        assert on_map + flat["pool"][index] == 12, coalition
    for region in REGIONS:
        assert flat[f"r.{region}.ruler"] == ruler(state, region)


def ruler(state, region):
    """Who rules a region: more pieces than any other player and, but for the source's literal reading, any coalition."""
    place = f"region:{region}"
    armies = {coalition: state.pieces[index].count(place) for index, coalition in enumerate(COALITIONS)}
    tribes = [cylinders.count(place) for cylinders in state.pieces[3:]]
    strengths = [count + armies.get(player.loyalty, 0) for count, player in zip(tribes, state.players, strict=True)]
    for seat, strength in enumerate(strengths):
        rivals = [other for at, other in enumerate(strengths) if at != seat]
        if state.options.unled_armies == "block":
            # One's own armies count in one's strength, and a tribe more than they alone.
            rivals += armies.values()
        if tribes[seat] and all(strength > rival for rival in rivals):
            return seat
    return None


def look_at_change(before, after, effects):
    """Assert what must hold from one state to the next."""
    told = sum(MONEY.get(effect.what, 0) * (effect.amount or 0) for effect in effects)
    assert money(after) - money(before) == told
    points = Counter()
    for effect in effects:
        if effect.what == "points":
            points[effect.seat] += effect.amount
    for seat, player in enumerate(after.players):
        assert player.vp == before.players[seat].vp + points[seat]
    assert all(effect.rule for effect in effects)
    if any(effect.what == "turn" for effect in effects):
        assert after.turn == before.turn + 1
        look_at_market(after)


def look_at_market(state):
    """As a turn begins the market is full, or the deck is empty and no card has a gap on its left."""
    for row in (state.market[:6], state.market[6:]):
        filled = [bool(card) for card in row]
        assert filled == sorted(filled, reverse=True)
        assert all(filled) or state.deck_count == 0


def money(state):
    return sum(player.rupees for player in state.players) + sum(state.market_rupees)
