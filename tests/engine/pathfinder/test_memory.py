"""A state keeps every state before it, so that a turn can be played again (`void`); that has to stay cheap."""

import gc
import random
import tracemalloc

import pytest

from engine.pathfinder import reducer
from tests.engine.pathfinder.given import started, who
from tests.engine.pathfinder.walking import thrown

EVENTS = 500
MOST_BYTES_AN_EVENT = 10_000


@pytest.mark.parametrize("mode", ["record", "table"])
def test_the_states_of_a_long_scenario_take_little_room(mode):
    chance = random.Random(1)
    state = reducer.start(started(*(who(name, "L1", deck=15) for name in "ABC"), mode=mode))
    gc.collect()
    tracemalloc.start()
    try:
        count = 0
        while count < EVENTS:
            event = thrown(chance, "ABC", ("L1", "L2", "L3"))
            if not reducer.check(state, event):
                state, _ = reducer.evolve(state, event)
                count += 1
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()

    assert state.seq == EVENTS + 1
    assert taken < EVENTS * MOST_BYTES_AN_EVENT, taken / EVENTS
