"""Random campaigns: who plays, what is done between scenarios, and scenarios played with some luck.

All eight scenarios whose facts are known are played in their order, each again until it is won. Acts and scenarios go
through the same rules as any others. So that a campaign comes to its end, a check that may succeed does so more often
than dice would have it; such a success is recorded as one without dice, its reason `simulated`.
Parties of four and more seldom finish within thirty blessings all the same, and may come to no end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.beginning import shuffle
from engine.events import Event
from engine.game import Beginning, BeginningError
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign_characters import HAND_SIZE, PROFICIENCIES, deck_misfits, printed
from engine.pathfinder.campaign_notation import SKILLS
from engine.pathfinder.campaign_scenarios import number_of
from engine.pathfinder.campaign_state import Member, Owed, State, member
from engine.pathfinder.cards import BLESSINGS_DECK_SIZE, BOONS, BOX, CHARACTERS, SCENARIOS, Scenario, find_scenario
from engine.pathfinder.events import CheckResolved, LocationSetup, PathfinderStarted, ScenarioEnded
from engine.pathfinder.game import GAME
from engine.pathfinder.simulating_setup import Box, box_of, dealt, one_of, random_start
from engine.pathfinder.state import State as GameState
from engine.pathfinder.verdicts import known_type
from engine.simulate import pick, pick_wanted

Choose = Callable[[int], int]

#: In so many of this number of cases a check that may succeed does so.
LUCKY, OF = 7, 8
#: For what checks there is such luck.
OUR_CHECKS = ("acquire", "defeat", "close", "temp_close", "before")
#: The condition of a scenario without a villain, which no fact tells, and from which turn on it may be met.
GOAL = "as its card says"
GOAL_FROM = 10
#: No scenario has so many events.
LIMIT = 10_000


# Between scenarios


def random_act(state: State, players: int, choose: Choose, check: Callable[[Event], bool]) -> Event | None:
    """What is done next before a scenario can begin; None when nothing waits.

    Args:
        state: of the campaign.
        players: how many characters are played.
        choose: gives a whole number below the one it is given.
        check: whether the rules accept an act.
    """
    for acts in (_created, _feats, _rewards, _decks):
        found = [event for event in acts(state, players, choose) if check(event)]
        if found:
            return one_of(found, choose)
    return None


def _alive(state: State) -> list[Member]:
    return [one for one in state.members if one.status == "ready"]


def _created(state: State, players: int, choose: Choose) -> Iterator[Event]:
    """A character for each player, and a successor for each that died; the card of a dead one only if all are used."""
    if len(_alive(state)) >= players:
        return
    known = {one.name: one.status for one in state.members}
    free = [name for name in CHARACTERS if name not in known] or [name for name in known if known[name] == "dead"]
    who = one_of(free, choose)
    dead = next((one for one in state.members if one.status == "dead" and not one.succeeded), None)
    player = dead.player if dead else f"Seat{len(state.members)}"
    box = PutAside(_last_scenario(state), choose, _in_decks(state))
    cards = tuple(sorted(box.deck_of(who)))
    yield c.CharacterCreated(player=player, who=who, cards=cards, successor_of=dead.name if dead else "")


def _feats(state: State, players: int, choose: Choose) -> Iterator[Event]:
    """Every feat that could be ticked with one that was granted."""
    for one in _alive(state):
        for feat in sorted({owed.feat for owed in one.owed if owed.feat}):
            powers = (HAND_SIZE, *PROFICIENCIES, f"power {len(one.powers) + 1}")
            lines = {"skill": SKILLS, "card": BOONS, "power": powers}[feat]
            for what in lines:
                card = _from_box(state, what, choose, basic=True) if feat == "card" else ""
                if feat != "card" or card:
                    yield c.FeatTaken(who=one.name, feat=feat, what=what, card=card)


def _rewards(state: State, players: int, choose: Choose) -> Iterator[Event]:
    """Every reward that is to be handed out."""
    for one in _alive(state):
        for owed in (*one.owed, *state.party):
            if owed.kind in {"draw", "loot"}:
                yield c.RewardReceived(who=one.name, card=_reward_card(state, owed, choose), source=owed.source)
            elif owed.kind == "other":
                yield c.RewardReceived(who=one.name, text=owed.text, source=owed.source)


def _reward_card(state: State, owed: Owed, choose: Choose) -> str:
    return owed.card or _from_box(state, owed.type or one_of(BOONS, choose), choose, basic=False)


def _decks(state: State, players: int, choose: Choose) -> Iterator[Event]:
    """A card of a reward in the place of one of its type; and what makes a deck fit that does not."""
    for one in _alive(state):
        for card in one.kept:
            known = printed(state, one)
            out = [each for each in one.deck if known_type(each) == known_type(card)]
            if known is not None and out:
                yield c.DeckChanged(who=one.name, out=(one_of(out, choose),), into=(card,))
        if deck_misfits(state, one, one.deck):
            yield from _mended(state, one, choose)


def _mended(state: State, one: Member, choose: Choose) -> Iterator[Event]:
    """The deck with as many of each type as its cards list asks for."""
    known = printed(state, one)
    if known is None:
        return
    out: list[str] = []
    into: list[str] = []
    box = _box(state)
    for boon in BOONS:
        wanted = known.cards_of(boon).start + dict(one.cards).get(boon, 0)
        held = [card for card in one.deck if known_type(card) == boon]
        out += held[wanted:]
        for _ in range(wanted - len(held)):
            card = _named(box, boon, choose, basic=True)
            box[card] -= 1
            into.append(card)
    yield c.DeckChanged(who=one.name, out=tuple(out), into=tuple(card for card in into if card))


# The box


def _in_decks(state: State) -> list[str]:
    return [card for one in state.members for card in (*one.deck, *one.kept)] + list(state.removed)


def _last_scenario(state: State) -> Scenario:
    """The scenario with whose sets the box is filled: the last one that was begun, or the first of all."""
    names = [one.scenario for one in state.played if one.scenario in SCENARIOS]
    return SCENARIOS[names[-1] if names else next(iter(SCENARIOS))]


def _box(state: State) -> Counter[str]:
    return box_of(_last_scenario(state)) - Counter(_in_decks(state))


def _from_box(state: State, boon: str, choose: Choose, *, basic: bool) -> str:
    return _named(_box(state), boon, choose, basic=basic)


def _named(box: Counter[str], boon: str, choose: Choose, *, basic: bool) -> str:
    cards = [card for card in BOX.values() if card.type == boon and not card.loot and (card.basic or not basic)]
    left = [card.name for card in cards if box[card.name] > 0]
    return one_of(left, choose) if left else ""


class PutAside(Box):
    """The box without the cards that are in the decks of a campaign."""

    def __init__(self, scenario: Scenario, choose: Choose, cards: Sequence[str]) -> None:
        super().__init__(scenario, choose)
        for name in cards:
            here = self._left.get(known_type(name), [])
            if name in here:
                here.remove(name)


# Scenarios


def next_scenario(state: State) -> str:
    """The first of the known scenarios that was not won; empty when all were."""
    won = {one.scenario for one in state.played if one.outcome == "won"}
    return next((name for name in SCENARIOS if name not in won), "")


def random_scenario(state: State, begin: Beginning, choose: Choose) -> PathfinderStarted:
    """The first event of a scenario that is played by the characters of a campaign, with all cards dealt from one box.

    Raises:
        BeginningError: a setting cannot be.
    """
    started = random_start(begin, choose, known=True)
    scenario = find_scenario(started.scenario)
    box = PutAside(scenario, choose, _in_decks(state))
    players = len(started.characters)
    locations = [LocationSetup(name=name, deck=dealt(deck)) for name, deck in box.location_decks(scenario, players)]
    characters = []
    for said in started.characters:
        one = member(state, said.name)
        if one is None:
            raise BeginningError(f'no character "{said.name}" is in this campaign', rule="PA-CHR-05")
        deck = list(one.deck)
        shuffle(deck, choose)
        characters.append(msgspec.structs.replace(said, deck=dealt(deck)))
    return msgspec.structs.replace(
        started,
        adventure=number_of(scenario.adventure),
        characters=tuple(characters),
        locations=tuple(locations),
        blessings=dealt(box.take("blessing", BLESSINGS_DECK_SIZE)),
        goal="" if scenario.villains else GOAL,
    )


def goal_met(state: GameState, choose: Choose) -> bool:
    """Whether a scenario without a villain is won now: by a condition that no fact tells, here after some turns."""
    if state.villains or not state.goal or state.ended or state.turn.number < GOAL_FROM:
        return False
    return state.turn.step == "between" and choose(2) == 0


def random_play(started: PathfinderStarted, choose: Choose) -> Iterator[Event]:
    """The events of a scenario after its first, until it is over and every deck rebuilt."""
    state = GAME.start(started)
    for _ in range(LIMIT):
        if GAME.prompt(state) is None:
            return
        if goal_met(state, choose):
            won = ScenarioEnded(outcome="won")
            if not GAME.check(state, won):
                state, _ = GAME.evolve(state, won)
                yield won
                continue
        options = GAME.legal(state)
        wanted = GAME.wishes(state, options)
        option = pick(options, choose) if wanted is None else pick_wanted(options, choose, wanted)
        event = GAME.fill(state, option, choose)
        if isinstance(event, CheckResolved) and event.purpose in OUR_CHECKS and choose(OF) < LUCKY:
            lucky = msgspec.structs.replace(
                event, dice=(), modifiers=(), after=(), total=None, effective_total=None, auto="success",
                outcome="success", why="simulated", using=None, deliberate=False,
            )  # fmt: skip
            event = event if GAME.check(state, lucky) else lucky
        state, _ = GAME.evolve(state, event)
        yield event
    raise AssertionError("a scenario came to no end")
