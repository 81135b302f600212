"""What is said of a change between two positions of a Pathfinder scenario, and which steps a replay leaps to."""

import pytest

from cli.views.pathfinder_changes import change_lines
from cli.views.pathfinder_landmarks import landmarks
from engine.pathfinder import events as e
from engine.pathfinder.zones import of
from tests.cli.pathfinder_tables import WINDOWS, changed_keys, flat
from tests.engine.pathfinder.given import (
    FLIP,
    begin,
    check,
    damage,
    end,
    explore,
    move,
    reset,
    table,
    who,
)


def sentences(*events, game=None):
    """What is told of the last of some events."""
    *first, last = events
    before = (game or table()).when(*first)
    after = before.when(last)
    now, then = flat(after.now), flat(before.now)
    return change_lines({key: now[key] for key in changed_keys(now, then)}, then, after.now.names)


def test_a_card_that_changes_its_pile_is_told_once():
    game = table(who("A", hand=of("Mace", "Cure"), hand_size=5))

    assert "A: Mace from hand to discard" in sentences(
        damage("A", 1), e.DamageTaken(who="A", cards=("Mace",)), game=game
    )
    acquired = sentences(
        explore("A", "Bear", "ally"), check("A", "acquire", 9, 3), e.EncounterResolved(outcome="acquired"), game=game
    )
    assert "Bear: deck of L1 -> hand of A" in acquired
    assert "Bear acquired" in acquired


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((move("A", "L2"),), ["step: begun -> move", "A: L1 -> L2"]),
        (
            (explore("A", "Bear", "monster"),),
            ["to decide: turn -> encounter", "step: begun -> explore", "explorations: 0 -> 1", "A faces Bear (monster)",
             "L1: deck: Bear known to be in it"],
        ),
        (
            (explore("A", "Bear", "monster"), check("A", total=9, difficulty=12)),
            ["to decide: encounter -> damage", "Bear: met -> checks", "Bear: check 1, A failed",
             "A takes 3 damage for the failed check", "stated of Bear: defeat 1 12"],
        ),
        ((damage("A", 2), e.DamageTaken(who="A", count=2)),
         ["to decide: damage -> turn", "A: the damage is dealt with", "A: discard 0 -> 2 cards", "A: hand 5 -> 3 cards"]),
        ((reset("A"), end("A")), ["to decide: turn -> turn start", "who decides: A -> B", "turn of: A -> B",
                                  "step: reset -> between"]),
        ((reset("A"), end("A"), begin("B"), FLIP),
         ["to decide: blessing -> turn", "step: advance -> begun", "blessings 30 -> 29 cards",
          "blessings discard 0 -> 1 card"]),
    ],
)  # fmt: skip
def test_a_change_is_told_in_game_words(events, expected):
    assert sentences(*events) == expected


def test_cards_that_go_the_same_way_are_told_together():
    then = {"c.A.hand": [4, [], ["Cure", "Cure", "Mace"], []], "c.A.discard": [0, [], [], []]}
    now = {"c.A.hand": [1, [], [], []], "c.A.discard": [3, ["Mace"], ["Cure", "Cure"], []]}

    assert change_lines(now, then, ()) == ["A: Cure x2, Mace from hand to discard"]


def test_a_card_for_a_card_leaves_the_number_and_is_told():
    then = {
        "c.A.hand": [2, [], ["Cure", "Mace"], []],
        "c.A.deck": [2, ["Bear"], [], []],
        "c.A.discard": [0, [], [], []],
    }
    now = {"c.A.hand": [2, [], ["Bear", "Cure"], []], "c.A.deck": [1, [], [], []], "c.A.discard": [1, ["Mace"], [], []]}

    assert change_lines(now, then, ()) == ["A: Bear from deck to hand", "A: Mace from hand to discard"]


@pytest.mark.parametrize(
    ("key", "then", "now", "expected"),
    [
        ("l.Farmhouse.status", "open", "temporary", ["Farmhouse: open -> closed for now"]),
        ("l.St. Ann.barred", False, True, ["St. Ann: no villain gets there this turn"]),
        ("c.Kyra.alive", True, False, ["Kyra: dead"]),
        ("c.Kyra.location", None, "Woods", ["Kyra: at an unknown place -> Woods"]),
        ("c.Kyra.hand_size", None, 5, ["Kyra: hand size nothing -> 5"]),
        ("c.Kyra.hand", [3, [], ["Mace"], []], [4, [], ["Cure", "Mace"], []], ["Kyra: hand + Cure"]),
        ("c.Kyra.hand", [3, [], [], []], [3, [], ["Cure"], []], ["Kyra: hand: Cure known to be in it"]),
        ("c.Kyra.hand", [3, [], ["Cure"], []], [3, [], [], []], ["Kyra: hand: Cure no longer known to be in it"]),
        ("c.Kyra.hand", [None, [], [], []], [2, [], ["Cure"], []], ["Kyra: hand ? -> 2 cards, + Cure"]),
        ("c.Kyra.deck", [2, ["A", "B"], [], []], [2, [], ["A", "B"], []], ["Kyra: deck: order no longer known"]),
        ("c.Kyra.deck", [2, [], ["A", "B"], []], [2, ["B", "A"], [], []], ["Kyra: deck: its order"]),
        ("window", 3, 4, ["window: 3 -> 4"]),
        ("actor", 0, None, ["who decides: Ann -> nobody"]),
        ("option.turn_steps", "strict", "free", ["option turn steps: strict -> free"]),
        ("villains", ["V"], ["V", "W"], ["villains + W"]),
        ("weather", "dry", ["wet"], ["weather: dry -> wet"]),
        ("weather", "dry", "dry", []),
    ],
)
def test_a_key_is_told_in_game_words(key, then, now, expected):
    assert change_lines({key: now}, {key: then}, ("Ann", "Bob")) == expected


def test_a_key_that_was_not_there_before_is_told_as_unknown():
    assert change_lines({"goal": "win"}, {}, ()) == ["goal: unknown -> win"]


def test_what_only_the_rules_need_is_told_alone():
    assert change_lines({"window": 2, "met": 1}, {"window": 1, "met": 0}, ()) == ["met: 0 -> 1", "window: 1 -> 2"]
    assert change_lines({"window": 2, "goal": "b"}, {"window": 1, "goal": "a"}, ()) == ["goal: a -> b"]


def test_changes_come_in_one_order_whatever_the_order_given():
    before, _, after = WINDOWS["A10"][-1]
    now, then = flat(after), flat(before)
    changed = {key: now[key] for key in changed_keys(now, then)}

    assert change_lines(dict(sorted(changed.items())), then, after.names) == change_lines(
        dict(sorted(changed.items(), reverse=True)), then, after.names
    )


# Landmarks


def test_turns_and_checks_are_landmarks():
    game = table()
    names = []
    for event in (
        explore("A", "Bear", "monster"),
        check("A", total=9, difficulty=9),
        e.EncounterResolved(outcome="defeated"),
        reset("A"),
        end("A"),
        begin("B"),
        FLIP,
    ):
        after = game.when(event)
        names.append(landmarks(flat(game.now), flat(after.now), after.effects, kind=event.kind()))
        game = after

    assert names == [{"check"}, {"check"}, set(), set(), set(), {"turn"}, set()]
