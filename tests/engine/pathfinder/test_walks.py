"""What holds in every scenario: conservation, purity, determinism, and that a record takes whatever was posted."""

import random
from pathlib import Path

import msgspec
import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.offers import legal, prompt
from engine.pathfinder.position import Tracker, hash_of, position
from engine.pathfinder.record import numbers
from tests.engine.pathfinder.given import started, who
from tests.engine.pathfinder.walking import thrown, walk

WALKS = [(seed, 1 + seed % 6, preset) for seed in range(6) for preset in ("official", "seed")]


@pytest.mark.parametrize(("seed", "players", "preset"), WALKS)
def test_a_random_scenario_ends_and_conserves_its_cards(seed, players, preset):
    _, steps = walk(seed, players, preset)

    assert prompt(steps[-1][2]) is None
    for before, event, after in steps:
        gained = cards_of(after) - cards_of(before)
        if isinstance(event, e.EncounterResolved):
            assert gained == (1 if event.outcome == "acquired" else 0), event
        elif not isinstance(event, e.DeckRebuilt):
            assert gained == 0, event
        decks = sum(one.deck.size for one in after.places) - sum(one.deck.size for one in before.places)
        if not isinstance(event, e.EncounterResolved | e.LocationClosed | e.VillainEscaped | e.LocationSearched):
            assert decks == 0, event
        assert all(one.deck.size >= 0 for one in after.places)


def cards_of(state):
    """How many cards the characters have, those set aside while they are played included."""
    piles = [getattr(one, zone).size for one in state.characters for zone in OWN_ZONES]
    return sum(piles) + len(state.aside)


def test_evolve_leaves_the_state_before_as_it_was_and_gives_the_same_twice():
    _, steps = walk(7, 3, "official")
    tracker = Tracker()

    for before, event, after in steps:
        again, _ = reducer.evolve(before, event)
        assert hash_of(again) == hash_of(after) == tracker.step(after)
        assert again == after


def test_every_event_of_a_walk_is_stored_and_read_back():
    start, steps = walk(8, 2, "official")

    for event in (start, *(event for _, event, _ in steps)):
        assert e.decoder.decode(msgspec.json.encode(event)) == event


def test_voiding_everything_gives_the_first_position_again():
    start, steps = walk(9, 2, "official", limit=40)
    first, last = reducer.start(start), steps[-1][2]

    void = e.Correction(reason="all of it", void=tuple(sorted(numbers(last))))
    after, _ = reducer.evolve(last, void)
    assert position(after) == position(first)
    assert after.seq == last.seq + 1


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("mode", ["record", "table"])
def test_a_record_takes_whatever_was_posted(seed, mode):
    chance = random.Random(seed)
    start = started(*(who(name, chance.choice(("L1", "L2")), deck=3) for name in "ABC"), mode=mode)
    state = reducer.start(start)
    for _ in range(120):
        event = thrown(chance, "ABC", ("L1", "L2", "L3"))
        refused = reducer.check(state, event)
        assert mode == "table" or refused == [], (event, refused)
        if not refused:
            reducer.findings(state, event)
            state, _ = reducer.evolve(state, event)
            legal(state)
            position(state)


def test_the_engine_takes_nothing_from_chance_clock_or_surroundings():
    folder = Path(reducer.__file__).parent
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for word in ("import random", "import time", "import datetime", "import os\n", "import locale"):
            assert word not in text, path
