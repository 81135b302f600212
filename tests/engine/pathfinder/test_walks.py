"""What holds in every scenario: conservation, purity, determinism, and that a record takes whatever was posted."""

import random
import re
from pathlib import Path

import msgspec
import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.offers import automatic, legal, now, prompt
from engine.pathfinder.position import hash_of, position
from engine.pathfinder.position import tracker as new_tracker
from engine.pathfinder.record import numbers
from tests.engine.pathfinder.given import UNDEFEATED, begin, died, explore, lose, reset, started, table, who
from tests.engine.pathfinder.walking import STRUCTURAL, every_structural_event, thrown, told_apart, walk

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
    tracker = new_tracker()

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
        assert not re.search(r"^\s*(import|from) (random|time|datetime|os|locale)\b", text, re.MULTILINE), path


def test_a_tracker_tells_the_keys_that_changed():
    game = table().when(explore(card="Bear"))
    tracker = new_tracker()
    tracker.step(table().now)

    text, changed = tracker.step_with_changes(game.now)
    assert text == hash_of(game.now)
    assert changed["l.L1.deck"] == [10, ["Bear"], [], []]
    assert changed["phase"] == "encounter"
    assert "l.L2.deck" not in changed


def test_what_nobody_chooses_comes_by_itself():
    game = table(who("A", deck=0, hand=3), who("B"))

    assert automatic(game.now) is None
    dying = game.when(reset("A"))
    assert automatic(dying.now) == died("A")
    assert automatic(dying.when(died("A")).now) == begin("B")


def test_known_cards_of_a_hand_are_offered():
    game = table(who("A", hand=["Bear", "Cure"]), who("B", hand=["Dart"]))

    assert played_now(game) == {"Bear", "Cure"}
    assert played_now(game.when(explore())) == {"Bear", "Cure", "Dart"}


def played_now(game):
    return {one.event.card for one in now(game.now) if isinstance(one.event, e.CardPlayed)}


def test_a_contradiction_names_the_event_that_told_otherwise():
    game = table(who("A", hand=2)).when(e.StatePosted(who="A", hand=("Bear", "Cure")))

    game = game.when(e.StatePosted(who="A", hand=("Bear", "Dart")))
    assert "Cure should be there" in game.found[0].message
    assert "as told by event 2" in game.found[0].message


def test_without_cards_in_hand_there_is_no_damage_to_take():
    game = table(who("A", hand=0), who("B")).when(explore(), lose(by=3)).asks("encounter")

    game.when(UNDEFEATED).clean().allows(reset("A"))


@pytest.mark.parametrize(("seed", "players", "preset"), [(21, 2, "official"), (22, 3, "seed"), (23, 1, "official")])
def test_what_is_accepted_is_offered(seed, players, preset):
    _, steps = walk(seed, players, preset, limit=150)

    for before, _, _ in steps:
        offered = {told_apart(one.event) for one in legal(before) if type(one.event) in STRUCTURAL}
        for event in every_structural_event(before):
            if not reducer.judge(before, event):
                assert told_apart(event) in offered, (prompt(before), event)
