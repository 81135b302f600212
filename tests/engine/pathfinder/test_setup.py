"""Sections 2, 4 and 5 of the rules: what a scenario begins from, and the starting hands."""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, LocationSetup, PathfinderStarted
from engine.pathfinder.options import OFFICIAL, SEED
from engine.pathfinder.zones import counted, of
from tests.engine.pathfinder.given import Table, begin, explore, move, rule_on, table, who

WOODS, WATERFRONT, FARMHOUSE = (LocationSetup(name=name) for name in ("Woods", "Waterfront", "Farmhouse"))
KYRA_CARDS = (
    "Dagger", "Dart", "Cure", "Cure", "Detect Magic", "Chain Mail", "Leather Armor", "Codex", "Crow",
    *["Blessing of the Gods"] * 6,
)  # fmt: skip
WOODS_CARDS = (
    *["Skeleton"] * 4, "Trapped Locker", "Treasure Map", "Dagger", "Codex", "Blast Stone", "Bandit",
)  # fmt: skip


def kyra(**more):
    return CharacterSetup(**{"name": "Kyra", "location": "Woods", **more})


def scenario(*characters, locations=(WOODS, WATERFRONT, FARMHOUSE), options=OFFICIAL, **more):
    characters = characters or (kyra(),)
    return PathfinderStarted(
        name="game", players=tuple(one.name for one in characters), preset="official", options=options,
        characters=characters, locations=locations, **{"scenario": "Brigandoom!", "adventure": 0, **more},
    )  # fmt: skip


def refused(start, rule):
    return rule in [one.rule for one in reducer.check_start(start)]


def flagged(start, rule):
    return rule in [one.rule for one in reducer.start_findings(start)]


def test_a_scenario_of_the_box_begins_with_nothing_wrong():
    start = scenario()

    assert reducer.check_start(start) == []
    assert reducer.start_findings(start) == []
    state = reducer.start(start)
    assert state.villains == ("Jubrayl Vhiski",)
    assert [one.deck.size for one in state.places] == [10, 10, 10]
    assert state.blessings.size == 30
    assert state.characters[0].deck.size == 15


@pytest.mark.rule("PA-SET-01")
def test_four_play_with_the_base_set_and_six_with_the_add_on():
    people = tuple(CharacterSetup(name=f"P{number}", location="L") for number in range(5))
    places = tuple(LocationSetup(name=name) for name in ("L", "M", "N", "O", "P", "Q", "R"))

    assert not refused(scenario(*people, locations=places, scenario=""), "PA-SET-01")
    assert refused(scenario(*people, locations=places, scenario="", addon=False), "PA-SET-01")


@pytest.mark.rule("PA-SET-02")
def test_a_first_deck_is_of_basic_cards_of_set_b():
    deck = kyra(cards=("Greataxe", *KYRA_CARDS[1:]), first_deck=True)

    assert refused(scenario(deck), "PA-SET-02")
    assert not refused(scenario(deck, options=SEED), "PA-SET-02")
    assert refused(scenario(kyra(cards=("Dogslicer", *KYRA_CARDS[1:]), first_deck=True), options=SEED), "PA-SET-02")
    assert not refused(scenario(kyra(cards=KYRA_CARDS, first_deck=True)), "PA-SET-02")


@pytest.mark.rule("PA-DTH-06")
def test_a_successors_cards_are_of_a_level_below_the_adventure():
    def successor(card, adventure, options=OFFICIAL):
        deck = kyra(cards=(card, *KYRA_CARDS[1:]), first_deck=True, successor=True)
        return scenario(deck, scenario="", adventure=adventure, options=options)

    assert refused(successor("Greataxe", 1, SEED), "PA-SET-02")
    assert not refused(successor("Greataxe", 3), "PA-DTH-06")
    assert not refused(successor("Dogslicer", 3), "PA-DTH-06")
    assert refused(successor("Greataxe", 3, SEED), "PA-DTH-06")
    assert refused(successor("Dogslicer", 3, replace(OFFICIAL, successor_card_level="ask")), "PA-DTH-06")
    assert refused(successor("Dogslicer", 2), "PA-SET-02")
    assert refused(scenario(kyra(successor=True, extra_cards=(("ally", 1),))), "PA-DTH-06")


@pytest.mark.rule("PA-SET-04")
def test_a_scenario_is_played_with_its_adventure():
    assert refused(scenario(adventure=1), "PA-SET-04")


@pytest.mark.rule("PA-CRD-01")
def test_the_scenario_card_names_villain_and_henchmen():
    assert flagged(scenario(villains=("Black Fang",)), "PA-CRD-01")


@pytest.mark.rule("PA-SET-05")
def test_there_are_two_locations_more_than_players_and_those_of_the_scenario():
    assert refused(scenario(locations=(WOODS, WATERFRONT)), "PA-SET-05")
    assert refused(scenario(locations=(WOODS, WATERFRONT, LocationSetup(name="Prison"))), "PA-SET-05")


@pytest.mark.rule("PA-SET-06", "PA-CRD-02")
def test_a_location_deck_has_the_cards_of_its_list_and_one_of_the_story_stack():
    assert flagged(scenario(locations=(replace(WOODS, deck=counted(9)), WATERFRONT, FARMHOUSE)), "PA-SET-06")
    wrong = replace(WOODS, deck=of("Crow", *WOODS_CARDS[1:]))
    assert flagged(scenario(locations=(wrong, WATERFRONT, FARMHOUSE)), "PA-CRD-02")
    right = replace(WOODS, deck=of(*WOODS_CARDS))
    assert not flagged(scenario(locations=(right, WATERFRONT, FARMHOUSE)), "PA-CRD-02")


@pytest.mark.rule("PA-SET-07")
def test_the_story_stack_is_villain_then_henchmen_one_for_each_location():
    def decks(*story):
        known = (of(*WOODS_CARDS[:-1], story[0]), of(story[1]), of(story[2]))
        pairs = zip((WOODS, WATERFRONT, FARMHOUSE), known, strict=True)
        return scenario(locations=tuple(replace(one, deck=deck) for one, deck in pairs))

    assert not flagged(decks("Bandit", "Jubrayl Vhiski", "Bandit"), "PA-SET-07")
    assert flagged(decks("Bandit", "Bandit", "Bandit"), "PA-SET-07")


@pytest.mark.rule("PA-SET-08")
def test_the_blessings_deck_has_thirty_cards():
    assert flagged(scenario(blessings=counted(29)), "PA-SET-08")


@pytest.mark.rule("PA-SET-09", "PA-CHR-07")
def test_a_character_starts_at_a_location_in_play():
    assert refused(scenario(kyra(location="Prison")), "PA-SET-09")


@pytest.mark.rule("PA-SET-09")
def test_play_begins_when_every_token_lies_at_a_location():
    drawn = e.HandDrawn(who="Kyra"), e.HandDrawn(who="Lem", favored="spell")
    game = Table(reducer.start(scenario(kyra(location=""), CharacterSetup(name="Lem", location="Woods")))).when(*drawn)

    game.asks("starting_place", seat=0).refuses(begin("Kyra"), "PA-SET-09")
    placed = game.when(move("Kyra", "Farmhouse")).clean().brings("PA-SET-09", place="Farmhouse")
    assert not placed.now.turn.moved
    placed.allows(begin("Kyra")).refuses(move("Kyra", "Woods"), "PA-TRN-01")


@pytest.mark.rule("PA-CRD-02")
def test_in_a_scenario_without_story_cards_one_card_more_takes_their_place():
    deck = of(*(card for card in WOODS_CARDS if card != "Bandit"), "Crow")
    woods = LocationSetup(name="Woods", deck=deck)
    too_many = LocationSetup(
        name="Woods", deck=of(*(one for one in WOODS_CARDS if one not in {"Bandit", "Codex"}), "Crow", "Crow")
    )

    assert not flagged(scenario(locations=(woods, WATERFRONT, FARMHOUSE), scenario="Local Heroes"), "PA-CRD-02")
    assert flagged(scenario(locations=(too_many, WATERFRONT, FARMHOUSE), scenario="Local Heroes"), "PA-CRD-02")


@pytest.mark.rule("PA-CHR-02")
def test_the_deck_matches_the_cards_list():
    assert not flagged(scenario(kyra(cards=KYRA_CARDS)), "PA-CHR-02")
    assert flagged(scenario(kyra(cards=("Crow", *KYRA_CARDS[1:]))), "PA-CHR-02")
    more = kyra(cards=("Crow", *KYRA_CARDS), extra_cards=(("ally", 1),))
    assert not flagged(scenario(more), "PA-CHR-02")


@pytest.mark.rule("PA-CHR-05")
def test_a_hand_size_lies_within_what_the_card_prints_and_feats_make_of_it():
    assert flagged(scenario(kyra(hand_size=7)), "PA-CHR-05")
    assert not flagged(scenario(kyra(hand_size=6)), "PA-CHR-05")


@pytest.mark.rule("PA-CHR-07")
def test_the_token_lies_where_the_character_is():
    table().when(move(to="L2", origin="L3")).flagged("PA-CHR-07", "location_differs", "L3", "L1")


# Starting hands

BLESSED = ("Blessing of the Gods", "Cure", "Dagger", "Dart", "Crow")
WITHOUT = ("Codex", "Cure", "Dagger", "Dart", "Crow")


def begun(*characters, **more):
    return Table(reducer.start(scenario(*characters, **more)))


def drawn(hand=BLESSED, name="Kyra", **more):
    return e.HandDrawn(who=name, hand=hand, **more)


@pytest.mark.rule("PA-SET-10")
def test_a_starting_hand_holds_the_favored_type():
    begun().when(drawn(WITHOUT)).refused_by("PA-SET-10")
    begun().when(drawn()).clean().has("Kyra", hand=sorted(BLESSED), deck=10)


@pytest.mark.rule("PA-SET-10")
def test_a_starting_hand_has_the_hand_size():
    begun().when(drawn(BLESSED[:4])).flagged("PA-SET-10", "hand_size", 4, 5)


@pytest.mark.rule("PA-SET-10")
@pytest.mark.parametrize(("options", "deck", "discard"), [(OFFICIAL, 10, 0), (SEED, 5, 5)])
def test_hands_discarded_for_the_favored_type_are_shuffled_back(options, deck, discard):
    game = begun(options=options).when(e.HandRedrawn(who="Kyra", hand=WITHOUT)).has("Kyra", discard=5, deck=10)

    game.when(drawn()).has("Kyra", deck=deck, discard=discard)


@pytest.mark.rule("PA-SET-10")
def test_play_begins_when_every_hand_is_drawn():
    begun().asks("starting_hand", 0).when(begin("Kyra")).refused_by("PA-SET-10")
    begun().when(drawn()).allows(begin("Kyra")).refuses(e.BlessingAdvanced(), "PA-TRN-03")


@pytest.mark.rule("PA-SET-11")
def test_the_first_player_has_the_first_turn():
    begun().when(drawn()).refuses(begin("Kyra", turn=2), "PA-SET-11").allows(begin("Kyra", turn=1))


@pytest.mark.rule("PA-CHR-01")
def test_an_open_favored_type_is_chosen_before_drawing():
    game = begun(CharacterSetup(name="Lem", location="Woods"))
    hand = ("Cure", "Cure", "Cure", "Dagger", "Codex", "Crow")

    game.when(drawn(hand, "Lem")).refused_by("PA-CHR-01")
    game.when(drawn(hand, "Lem", favored="spell")).clean()
    game.when(drawn(hand, "Lem", favored="blessing")).refused_by("PA-SET-10")


# Kinds of card


@pytest.mark.rule("PA-CRD-03")
def test_a_boon_is_of_the_type_that_its_face_shows():
    table().when(explore(card="Dagger", type="spell")).flagged("PA-CRD-03", "card_type", "spell", "weapon")


@pytest.mark.rule("PA-CRD-04")
def test_a_bane_is_of_the_type_that_its_face_shows():
    table().when(explore(card="Bandit", type="monster")).flagged("PA-CRD-04", "card_type", "monster", "henchman")


@pytest.mark.rule("PA-CRD-08")
def test_every_card_shows_one_of_the_types_there_are():
    table().when(explore(card="Card", type="familiar")).flagged("PA-CRD-08", "card_type", "familiar")


def test_names_are_those_in_play():
    assert refused(scenario(kyra(), kyra()), "PA-SET-01")
    assert reducer.check(table(who("A")).now, move("B"))[0].grade == "impossible"
    table().refuses(move(to="Nowhere"), "PA-ZON-04")


def test_points_of_the_setup_may_be_asked():
    asked = begun(options=replace(OFFICIAL, starting_hand_discards="ask")).when(e.HandRedrawn(who="Kyra", hand=WITHOUT))
    asked.refuses(drawn(), "PA-SET-10").when(rule_on("starting_hand_discards", "stay"), drawn()).has("Kyra", discard=5)
    lem = begun(CharacterSetup(name="Lem", location="Woods"), options=replace(OFFICIAL, open_favored_type="ask"))
    lem.refuses(e.HandDrawn(who="Lem", count=6, favored="spell"), "PA-CHR-01")
