"""Sets of cards share names and differ: what is known of the cards of one says nothing of those of another."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.state import character, encounter
from engine.pathfinder.zones import counted
from tests.engine.pathfinder.given import ACQUIRED, explore, pay, play, reset, started, table, where, win

OTHER = "Wrath of the Righteous"


def scouted(set_):
    """A Scout is met, who is a monster in the set whose facts are known and an ally in another."""
    return table(set=set_).when(explore(card="Scout", type="ally"), win(purpose="acquire"))


@pytest.mark.rule("PA-CRD-04")
def test_a_card_of_another_set_may_be_of_another_type_than_its_namesake():
    table().when(explore(card="Scout", type="ally")).flagged("PA-CRD-04", "card_type", "ally", "monster")

    scouted(OTHER).clean().when(ACQUIRED).clean().has("A", hand=6)


def test_of_a_card_of_another_set_the_type_is_what_the_record_says_and_unknown_without():
    assert encounter(table().when(explore(card="Scout", type="")).now).type == "monster"
    assert encounter(table(set=OTHER).when(explore(card="Scout", type="")).now).type == ""


@pytest.mark.rule("PA-CRD-03")
def test_cards_that_are_played_or_paid_may_be_of_another_type_too():
    wrong = (play("A", "Codex", "ally", "reveal", use="step"), explore(source="card", paid=pay("Codex"), card="x"))

    for event in wrong:
        table().when(event).flagged("PA-CRD-03", "card_type", "ally", "item")
        table(set=OTHER).when(event).clean()


@pytest.mark.rule("PA-SET-06", "PA-CRD-02", "PA-SET-05", "PA-CRD-01")
def test_scenarios_and_locations_of_another_set_are_not_those_of_the_facts():
    people = (CharacterSetup(name="Kyra", hand_size=9),)
    fresh = {"middle": False, "on_turn": "", "turn": 0, "blessings": counted(30), "scenario": "Brigandoom!"}
    wrong = started(*people, places=(where("Woods", 7), where("Docks", 8), where("Keep", 9)), **fresh)
    found = [one.rule for one in (*reducer.check_start(wrong), *reducer.start_findings(wrong))]
    assert {"PA-SET-06", "PA-SET-05", "PA-CRD-01"} <= set(found)

    other = started(*people, places=(where("Woods", 7), where("Docks", 8), where("Keep", 9)), set=OTHER, **fresh)
    assert (*reducer.check_start(other), *reducer.start_findings(other)) == ()
    unknown = started(*people, places=(where("Woods", None),), set=OTHER, villains=(), **fresh)
    assert reducer.start(unknown).places[0].deck.size is None
    assert reducer.start(unknown).villains == ()


@pytest.mark.rule("PA-SET-10")
def test_a_starting_hand_of_another_set_is_not_searched_for_the_favored_type_of_the_facts():
    people = (CharacterSetup(name="Nyctessa", favored="ally", hand_size=1),)
    drawn = e.HandDrawn(who="Nyctessa", hand=("Scout",))
    fresh = {"middle": False, "on_turn": "", "turn": 0, "blessings": counted(30), "places": ("L", "M", "N")}

    table(*people, **fresh).when(drawn).refused_by("PA-SET-10")
    assert character(table(*people, set=OTHER, **fresh).when(drawn).now, "Nyctessa").drawn


@pytest.mark.rule("PA-END-05", "PA-END-04")
def test_a_deck_of_another_set_is_rebuilt_by_its_own_cards_list():
    people = (CharacterSetup(name="Kyra", location="L1", hand_size=5),)
    rebuilt = e.DeckRebuilt(who="Kyra", cards=("Longsword +1",), from_box=("Longsword +1",))

    def ended(**more):
        game = table(*people, mode="record", on_turn="Kyra", villains=(), **more)
        return game.when(reset("Kyra"), e.ScenarioEnded(outcome="won"), rebuilt).found

    assert {"PA-END-05", "PA-END-04"} <= {one.rule for one in ended()}
    assert not {"PA-END-05", "PA-END-04"} & {one.rule for one in ended(set=OTHER)}
