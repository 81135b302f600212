"""Positions: printed, read back, written by hand, hidden from others; a log may begin with one."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.game import Beginning, BeginningError
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.beginning import starting_event
from engine.pathfinder.game import GAME
from engine.pathfinder.options import OFFICIAL, SEED
from engine.pathfinder.position import hash_of, position
from engine.pathfinder.read_position import PositionError, check_position, hide, position_text, read_position
from engine.pathfinder.state import character, place
from engine.pathfinder.zones import Pile, counted, of
from engine.simulate import random_game
from tests.engine.pathfinder.given import (
    UNDEFEATED,
    attempt,
    begin,
    damage,
    explore,
    lose,
    meet,
    move,
    pile,
    play,
    rule_on,
    started,
    table,
    where,
    who,
)  # fmt: skip
from tests.engine.pathfinder.given import effect as applied
from tests.engine.pathfinder.walking import scenario_of, walk

FEW = """
# what we remember of last week
scenario Brigandoom!
turn.active Lem
turn.number: 12
blessings = 17
c.Kyra.location Woods
c.Kyra.hand Cure, Dagger
c.Kyra.deck 8
c.Lem.location "Farmhouse"
c.Lem.discard ["Bear"]
l.Waterfront.status closed
encounters [{"who": "Lem", "card": "Bandit"}]
"""


def same(state):
    """The state is read back from its text, and from its JSON."""
    kept = {key: getattr(state, key) for key in ("seq", "past", "memory", "simulated")}
    for text in (position_text(state), msgspec.json.encode(position(state)).decode()):
        back = read_position(text, names=state.names)
        assert hash_of(back) == hash_of(state)
        assert replace(back, **kept) == state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_every_position_of_a_walk_is_read_back(seed, preset):
    _, steps = walk(seed, 1 + seed, preset, limit=120)

    for _, _, after in steps:
        same(after)


@pytest.mark.parametrize("number", [2, 13, 16])
def test_every_position_of_a_simulated_scenario_is_read_back(number):
    chance, start = scenario_of(number)
    state = GAME.start(start)
    same(state)
    for event in random_game(GAME, start, chance.randrange, limit=150):
        state, _ = GAME.evolve(state, event)
        same(state)


def test_what_is_open_is_read_back():
    game = table().when(explore(type="villain", card="V"), meet(summoned=True, card="Ghoul"), lose(by=2))
    game = game.when(
        applied("forbid", subject="evade", source="X"), play("B", "Dart", "weapon", use="damage"),
        damage("C", 2, "other"),
    )  # fmt: skip
    same(game.now)
    same(game.when(e.LeftPending(owner="C", reason="asleep")).now)
    same(table().when(explore(type="henchman"), attempt_later()).now)


def attempt_later():
    return e.CheckStarted(who="A", skill="Wisdom")


def test_names_with_dots_and_signs_in_them_are_read_back():
    places = (where("St. Caspieran.deck Salvation"), where("The Old Light: West"), where('"Inn" #2'))
    state = reducer.start(started(who("J. Doe.hand 5", places[0].name), places=places, on_turn="J. Doe.hand 5"))

    same(state)


def test_a_few_lines_are_a_position():
    state = read_position(FEW, names=("Ann", "Bob"))

    assert state.names == ("Ann", "Bob")
    assert [one.name for one in state.characters] == ["Kyra", "Lem"]
    assert [one.name for one in state.places] == ["Waterfront", "Woods", "Farmhouse", "Wooden Bridge"]
    assert place(state, "Waterfront").status == "closed"
    assert state.complete
    assert state.middle
    assert (state.villains, state.adventure) == (("Jubrayl Vhiski",), 0)
    assert character(state, "Kyra").hand == of("Cure", "Dagger")
    assert character(state, "Kyra").deck == counted(8)
    assert character(state, "Lem").discard == of("Bear")
    assert character(state, "Lem").hand == Pile()
    assert (state.turn.active, state.turn.step, state.blessings.size) == ("Lem", "begun", 17)
    met = state.encounters[0]
    assert (met.number, met.type, met.place) == (1, "henchman", "Farmhouse")
    assert state.met == 1
    assert GAME.prompt(state).ask == "encounter"


@pytest.mark.parametrize(
    ("text", "key", "line", "message"),
    [
        ("c.A.hand 5\nc.A.hnd 3", "c.A.hnd", 2, "is followed by one of"),
        ("blesings 3", "blesings", 1, 'did you mean "blessings"'),
        ("blessings", "blessings", 1, "a key needs a value"),
        ("blessings 3\nblessings 4", "blessings", 2, "is given twice"),
        ("c.A.hand [1, 2]", "c.A.hand", 1, "a number of cards, names of cards"),
        ('c.A.hand [1, ["a", "b"], [], []]', "c.A.hand", 1, "2 cards are named and the size is 1"),
        ("c.A.alive maybe", "c.A.alive", 1, "cannot be read as true or false"),
        ("c.A.hand_size six", "c.A.hand_size", 1, "cannot be read as a whole number"),
        ("c.A.seat -1", "c.A.seat", 1, "a whole number from 0 is expected"),
        ("c.A.seat 3", "c.A.seat", 1, "has seat 3, and 1 players"),
        ("l.X.status shut", "l.X.status", 1, "does not fit"),
        ("turn.step lunch", "turn.step", 1, "is expected, not"),
        ("turn.active Zed", "turn.active", 1, 'no character "Zed"'),
        ("option.undefeated_bane burnt", "option.undefeated_bane", 1, "does not fit"),
        ('encounters [{"who": "A", "crd": "X"}]', "encounters", 1, '"crd" is no part of it'),
        ('encounters [{"who": "Z"}]', "encounters", 1, 'no character "Z"'),
        ("scenario Brigandoom!\nc.A.location Nowhere", "c.A.location", 2, 'no location "Nowhere" is in play'),
        ("phase lunch", "phase", 1, "the other keys make it"),
        ("told_cards [1]", "told_cards", 1, ""),
        ("{", "", 0, "not a JSON object"),
    ],
)
def test_a_position_that_cannot_be_names_key_and_line(text, key, line, message):
    with pytest.raises(PositionError) as caught:
        read_position(text if "c.A." in text or text == "{" else f"{text}\nc.A.drawn true", names=("Ann",))

    assert (caught.value.key, caught.value.line) == (key, line)
    assert message in caught.value.message


def test_a_position_needs_a_character_for_every_seat():
    with pytest.raises(PositionError, match="no character has seat 1"):
        read_position("c.A.hand 5", names=("Ann", "Bob"))
    with pytest.raises(PositionError, match="needs a character"):
        read_position("blessings 3")


# What others may not see


def test_what_is_hidden_from_a_seat():
    game = table(who("A", hand=["Bear"], deck=["Cure", "Dart"]), who("B", hand=["Sage"], deck=["Mace"]),
                 places=(where("L1", pile(["Ghoul", "Wolf"])), "L2"), blessings=of("BoG"))  # fmt: skip
    flat = position(game.now)
    shown = hide(flat, 0)

    assert shown["c.A.hand"] == [1, [], ["Bear"], []]
    assert shown["c.A.deck"] == [2, [], ["Cure", "Dart"], []]
    assert shown["c.B.hand"] == [1, [], [], []]
    assert shown["c.B.deck"] == [1, [], [], []]
    assert shown["l.L1.deck"] == [2, [], [], []]
    assert shown["blessings"] == [1, [], [], []]
    assert {key for key in flat if flat[key] != shown[key]} == {"c.B.hand", "c.B.deck", "l.L1.deck", "blessings"}
    assert hide(position(game.when(explore(card="Wolf")).now), 1)["l.L1.deck"] == [2, ["Wolf"], [], []]


# A log that begins with one


def beginning(text, **more):
    return starting_event(
        Beginning(**{"name": "x", "players": ("Ann", "Bob"), "preset": "official", "position": text, **more})
    )


def test_a_log_begins_with_a_position():
    start = beginning(FEW)
    state = GAME.start(GAME.decode(msgspec.json.encode(start)))

    assert reducer.check_start(start) == []
    assert reducer.start_findings(start) == []
    assert hash_of(state) == hash_of(read_position(FEW, names=("Ann", "Bob")))
    assert state.seq == 1
    assert (start.scenario, start.middle) == ("Brigandoom!", True)


def test_a_printed_position_goes_on_as_the_game_it_came_from():
    chance, start = scenario_of(15)
    events = list(random_game(GAME, start, chance.randrange))
    state = GAME.start(start)
    for event in events[:60]:
        state, _ = GAME.evolve(state, event)
    begun = beginning(position_text(state), players=start.players, preset="seed")
    again = GAME.start(begun)

    assert begun.preset == start.preset
    for event in events[60:]:
        if isinstance(event, e.Correction):
            break
        state, again = GAME.evolve(state, event)[0], GAME.evolve(again, event)[0]
        flat, other = position(state), position(again)
        told = {"told", "asserted"}
        assert {key: flat[key] for key in flat if key not in told} == {
            key: other[key] for key in flat if key not in told
        }


def test_options_and_judging_that_are_named_hold_over_the_position():
    text = position_text(table(preset="seed", mode="strict").now)
    start = beginning(text, players=("a", "b", "c"), options=(("undefeated_bane", "shuffled"),))

    assert start.options == replace(SEED, undefeated_bane="shuffled", goal_without_villain="ask")
    assert start.judging == "strict"
    assert beginning(text, players=("a", "b", "c"), settings=(("judging", "record"),)).judging == "record"
    assert beginning(text, players=("a", "b", "c")).preset == "seed"
    assert beginning(FEW).options == OFFICIAL


def test_characters_and_scenario_may_be_named_beside_a_position():
    said = (("characters", "Kyra, Lem"), ("scenario", "brig"))
    start = beginning("blessings 4\nturn.active Lem", settings=said)

    assert [one.name for one in start.characters] == ["Kyra", "Lem"]
    assert [one.name for one in start.locations] == ["Woods", "Waterfront", "Farmhouse", "Wooden Bridge"]


def test_a_fault_in_a_position_is_told_with_its_line():
    with pytest.raises(BeginningError) as caught:
        beginning("c.Kyra.hand 5\nc.Lem.hand 5\nturn.number many")

    assert caught.value.line == 3
    assert caught.value.rule == "PA-ZON-04"


def test_a_stored_position_that_cannot_be_is_refused_at_the_start():
    start = replace(beginning(FEW), position='{"blessings": 3}')

    assert [one.rule for one in reducer.check_start(start)] == ["PA-ZON-04"]
    found = check_position("turn.number x\nc.A.hand 5", names=("Ann",), options=OFFICIAL, mode="table")
    assert "(line 1)" in found[0].message


def test_play_goes_on_from_a_position():
    text = position_text(table().when(explore(), lose(by=1)).now)
    state = read_position(text)

    assert [one.amount for one in state.damages] == [1]
    after, _ = reducer.evolve(state, e.DamageTaken(who="A", count=1))
    assert reducer.check(after, UNDEFEATED) == []
    assert reducer.check(after, begin("B"))
    assert attempt("A").place == "L1"
    assert move("A").to == "L2"
    assert rule_on("x", "y").by == "the table"
