"""From what a person says to the first event of a scenario."""

import pytest

from engine.game import Beginning, BeginningError
from engine.pathfinder import reducer
from engine.pathfinder.beginning import SETTINGS, characters_of, starting_event
from engine.pathfinder.game import GAME
from engine.pathfinder.options import ASK, OFFICIAL, SEED

BRIGANDOOM = {"characters": "Kyra, Valeros", "scenario": "Brigandoom!"}


def begun(players=("Ann", "Bob"), *, preset="official", options=(), deck=None, **said):
    return starting_event(
        Beginning(name="x", players=players, preset=preset, options=options, deck=deck, settings=tuple(said.items()))
    )


def fault(*args, **said):
    with pytest.raises(BeginningError) as caught:
        begun(*args, **said)
    return caught.value


def test_a_scenario_of_the_box_is_set_up_from_its_name():
    start = begun(**BRIGANDOOM)
    state = GAME.start(start)

    assert (start.scenario, start.adventure) == ("Brigandoom!", 0)
    assert (start.villains, start.henchmen) == (("Jubrayl Vhiski",), ("Bandit",))
    assert [one.name for one in start.locations] == ["Woods", "Waterfront", "Farmhouse", "Wooden Bridge"]
    assert [one.deck.size for one in state.places] == [10] * 4
    assert [one.deck.size for one in state.characters] == [15, 15]
    assert state.blessings.size == 30
    assert (start.judging, start.options) == ("table", OFFICIAL)
    assert reducer.check_start(start) == []
    assert [one.location for one in state.characters] == ["", ""]


def test_names_are_taken_in_any_case_and_by_their_beginning():
    start = begun(characters="kyra, val", scenario="trouble in", at="kyra: glass, Val: village house", judging="strict")

    assert [(one.name, one.location) for one in start.characters] == [
        ("Kyra", "Glassworks"),
        ("Valeros", "Village House"),
    ]
    assert start.scenario == "Trouble in Sandpoint"
    assert start.adventure == 1
    assert start.judging == "strict"


def test_all_may_start_at_one_location():
    assert {one.location for one in begun(**BRIGANDOOM, at="Woods").characters} == {"Woods"}


def test_players_that_are_called_as_characters_stand_for_themselves():
    assert characters_of(("Kyra", "lem"), "") == ("Kyra", "Lem")
    assert characters_of(("Ann", "Bob"), "Bob: Lem, Ann: Kyra") == ("Kyra", "Lem")
    assert characters_of(("Ann",), "Feiya") == ("Feiya",)


@pytest.mark.parametrize("player", ["A", "Le", "Val", "Kyrra"])
def test_a_player_whose_name_only_resembles_a_character_stands_for_nobody(player):
    assert f'which character does "{player}" play?' in str(fault((player,), scenario="Brigandoom!"))


def test_another_set_is_taken_as_it_is():
    start = begun(
        set="Skull & Shackles", characters="Ranzak, Kira", scenario="Press Ganged!", locations="Fog Bank, The Brine Banshee's Grave, Tavern, Docks",
        villain="Bonewrack Isle", henchmen="Shark, Pirate", goal="sail away", at="Kira: fog",
    )  # fmt: skip

    assert start.set == "Skull & Shackles"
    assert [one.name for one in start.characters] == ["Ranzak", "Kira"]
    assert (start.scenario, start.adventure) == ("Press Ganged!", None)
    assert (start.villains, start.henchmen, start.goal) == (("Bonewrack Isle",), ("Shark", "Pirate"), "sail away")
    assert GAME.start(start).places[0].deck.size is None
    assert GAME.start(start).characters[0].deck.size is None


def test_a_scenario_of_ones_own_is_played_where_it_is_said():
    start = begun(
        characters="Kyra, Lem", scenario="The Lost Goat", locations="woods, Farmhouse, Academy, My Barn", villain="Goat"
    )

    assert [one.name for one in start.locations] == ["Woods", "Farmhouse", "Academy", "My Barn"]
    assert [one.deck.size for one in GAME.start(start).places] == [10, 10, 10, None]
    assert start.villains == ("Goat",)


def test_presets_and_options_are_chosen():
    assert begun(**BRIGANDOOM, preset="seed").options == SEED
    assert begun(**BRIGANDOOM, options=(("undefeated_bane", ASK),)).options.undefeated_bane == ASK


@pytest.mark.parametrize(
    ("said", "rule", "message", "hint"),
    [
        ({}, "PA-SET-02", 'which character does "Ann" play?', "Kyra"),
        ({"characters": "Kyra"}, "PA-SET-02", 'which character does "Bob" play?', "in the order"),
        ({"characters": "Kyra, Lem, Lini"}, "PA-SET-02", "3 characters are named, and 2 players", "one character each"),
        ({"characters": "Kyra, Kyra"}, "PA-SET-02", "Kyra is played twice", ""),
        ({"characters": "Kyra, Valerso"}, "PA-SET-02", 'there is no character "Valerso"', "Valeros"),
        ({"characters": "Kyra, Se"}, "PA-SET-02", "several characters", "Seelah"),
        ({"characters": "Ann: Kyra, Zoe: Lem"}, "", 'no player is called "Zoe"', "Ann, Bob"),
        ({"characters": "Ann: Kyra, Ann: Lem"}, "", "Ann is told twice", ""),
        ({"characters": "Kyra, Lem"}, "PA-SET-04", "which scenario is played?", "Brigandoom!"),
        ({"characters": "Kyra, Lem", "scenario": "Brigandom"}, "PA-SET-04", "there is no scenario", "Brigandoom!"),
        ({"characters": "Kyra, Lem", "scenario": "T"}, "PA-SET-04", "several scenarios", "The Poison Pill"),
        ({**BRIGANDOOM, "villain": "Goat"}, "PA-CRD-01", "the facts have the villain", "leave villain out"),
        ({**BRIGANDOOM, "at": "Prison"}, "PA-SET-09", "no location in play", "Woods"),
        ({**BRIGANDOOM, "at": "Kyra: Woo"}, "PA-SET-09", "several locations", "Wooden Bridge"),
        ({**BRIGANDOOM, "at": "Lem: Woods"}, "", 'no character is called "Lem"', "Kyra"),
        ({**BRIGANDOOM, "locations": "Woods"}, "PA-SET-05", "4 locations", ""),
        ({**BRIGANDOOM, "judging": "lenient"}, "", 'judging "lenient" is not known', "strict"),
        ({**BRIGANDOOM, "jugding": "table"}, "", 'there is no setting "jugding"', "judging"),
        ({"characters": "Kyra, Lem", "set": "Wrath", "scenario": "X"}, "PA-SET-05", "where is", "locations"),
    ],
)
def test_what_cannot_begin_is_told_with_rule_and_hint(said, rule, message, hint):
    found = fault(**said)

    assert message in str(found)
    assert found.rule == rule
    assert hint in found.hint


def test_seven_cannot_play_and_two_cannot_have_one_name():
    assert fault(tuple("abcdefg"), set="X", locations="L", scenario="S").rule == "PA-SET-01"
    assert "same name" in str(fault(("Kyra", "Kyra"), scenario="Brigandoom!"))


def test_there_is_no_deck_to_give():
    assert "one deck" in str(fault(deck=(1, 2), **BRIGANDOOM))


def test_the_game_tells_what_it_asks_for():
    assert tuple(GAME.settings) == SETTINGS
