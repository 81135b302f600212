"""The facts of characters, scenarios, locations and cards, and how a card is found as players write it."""

import json
from collections import Counter
from importlib.resources import files

import msgspec
import pytest

from engine.matching import Ambiguous, Missing
from engine.pathfinder.cards import (
    ADVENTURES,
    BANES,
    BLESSINGS_DECK_SIZE,
    BOONS,
    BOX,
    CARDS,
    CHARACTERS,
    HENCHMEN,
    LOCATIONS,
    LOCATIONS_BY_PLAYERS,
    MOST_PLAYERS,
    MOST_PLAYERS_WITH_ADDON,
    SCENARIOS,
    VILLAINS,
    YOUR_CHOICE,
    Requirement,
    Span,
    find_card,
    find_character,
    find_location,
    find_scenario,
    written_card,
)

DATA = json.loads((files("engine.pathfinder") / "data" / "cards.json").read_text(encoding="utf-8"))

# Rows by type, and copies of all of them.
ROWS = {
    "weapon": (45, 63),
    "spell": (39, 63),
    "armor": (21, 35),
    "item": (44, 63),
    "ally": (31, 55),
    "blessing": (24, 93),
    "monster": (50, 84),
    "barrier": (24, 34),
}
# Strength, Dexterity, Constitution, Intelligence, Wisdom, Charisma; hand; favored type; cards in the order of BOONS.
CHARACTER_CARDS = {
    "Kyra": ((6, 4, 6, 6, 12, 6), (5, 6), "blessing", (2, 3, 2, 1, 1, 6)),
    "Sajan": ((6, 10, 6, 6, 8, 6), (4, 6), "item", (0, 0, 0, 4, 3, 8)),
    "Lem": ((4, 8, 6, 6, 6, 10), (6, 6), YOUR_CHOICE, (1, 4, 0, 2, 3, 5)),
    "Lini": ((4, 6, 8, 6, 10, 8), (5, 5), "ally", (0, 6, 0, 2, 3, 4)),
    "Valeros": ((10, 8, 8, 6, 4, 6), (4, 6), "weapon", (5, 0, 3, 2, 2, 3)),
    "Amiri": ((12, 6, 8, 4, 6, 6), (4, 5), "weapon", (5, 0, 2, 2, 2, 4)),
    "Ezren": ((6, 6, 4, 12, 8, 6), (6, 8), "spell", (1, 8, 0, 3, 3, 0)),
    "Seoni": ((4, 8, 6, 6, 6, 12), (6, 7), "spell", (0, 3, 0, 3, 4, 5)),
    "Harsk": ((6, 8, 12, 6, 6, 4), (5, 6), "weapon", (5, 0, 1, 3, 1, 5)),
    "Merisiel": ((8, 12, 6, 4, 6, 6), (5, 6), "item", (2, 0, 1, 6, 2, 4)),
    "Seelah": ((8, 4, 8, 4, 8, 10), (4, 5), "armor", (3, 1, 3, 0, 2, 6)),
}
SKILLS = ("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma")


def test_everything_is_counted():
    assert len(LOCATIONS) == 31
    assert len(CHARACTERS) == 11
    assert len(SCENARIOS) == 8
    assert len(ADVENTURES) == 2
    assert len(VILLAINS) == 8
    assert len(HENCHMEN) == 11
    assert sum(len(card.printings) for card in BOX.values()) == len(DATA["cards"]) == 278
    assert len(BOX) == 209
    assert len(CARDS) == 209 + 8 + 11


@pytest.mark.parametrize("kind", ROWS)
def test_rows_and_copies_of_a_type_are_counted(kind):
    rows = [row for row in DATA["cards"] if row["type"] == kind]

    # Of the loot card no number of copies is known.
    assert (len(rows), sum(row["copies"] or 0 for row in rows)) == ROWS[kind]


def test_printings_of_one_card_agree_in_every_fact_but_copies():
    same = {}
    for row in DATA["cards"]:
        facts = {key: value for key, value in row.items() if key not in {"set", "copies"}}
        assert same.setdefault(row["id"], facts) == facts


def test_no_two_cards_share_a_name():
    assert set(Counter(card.name for card in CARDS.values()).values()) == {1}


def test_a_card_is_a_boon_or_a_bane():
    assert {card.type for card in CARDS.values()} == {*BOONS, *BANES}
    assert CARDS["weapon:dagger"].is_boon
    assert not CARDS["henchman:bandit"].is_boon


@pytest.mark.parametrize("name", LOCATIONS)
def test_every_deck_list_sums_to_nine(name):
    location = LOCATIONS[name]

    assert location.deck_size == 9
    assert {kind for kind, _ in location.deck_list} == set(ROWS)
    assert location.set in {"B", "1"}


def test_no_closing_check_is_known():
    assert [location.closing_check for location in LOCATIONS.values()] == [None] * 31


@pytest.mark.parametrize("scenario", DATA["scenarios"], ids=lambda row: row["name"])
def test_locations_by_player_count_are_the_first_of_the_list(scenario):
    read = SCENARIOS[scenario["name"]]

    for players, size in LOCATIONS_BY_PLAYERS.items():
        assert list(read.locations_for(players)) == scenario["locations_by_player_count"][str(players)]
        assert len(read.locations_for(players)) == size == players + 2
    assert set(read.locations) <= set(LOCATIONS)


def test_a_scenario_names_cards_and_an_adventure_that_exist():
    villains, henchmen = ({card.name for card in cards.values()} for cards in (VILLAINS, HENCHMEN))
    for scenario in SCENARIOS.values():
        assert set(scenario.villains) <= villains
        assert set(scenario.henchmen) <= henchmen
        assert scenario.name in ADVENTURES[scenario.adventure].scenarios
    assert [name for adventure in ADVENTURES.values() for name in adventure.scenarios] == list(SCENARIOS)


def test_the_story_stack_has_one_card_per_location_and_repeats_the_last_henchman():
    delve = SCENARIOS["Thistletop Delve"]

    assert delve.story_stack(1) == ("Nualia", "Lyrie Akenja", "Orik Vancaskerkin")
    assert delve.story_stack(3)[3:] == ("Goblin Raider", "Goblin Raider")
    for scenario in SCENARIOS.values():
        for players, size in LOCATIONS_BY_PLAYERS.items():
            assert len(scenario.story_stack(players)) == (size if scenario.villains else 0)


def test_one_scenario_has_neither_villain_nor_henchmen():
    odd = [scenario for scenario in SCENARIOS.values() if not scenario.villains]

    assert [scenario.name for scenario in odd] == ["Local Heroes"]
    assert odd[0].henchmen == ()
    assert [scenario.name for scenario in SCENARIOS.values() if scenario.special] == ["Local Heroes"]


def test_rewards_are_those_of_the_cards():
    assert SCENARIOS["Brigandoom!"].reward == "Draw an Item"
    assert SCENARIOS["Thistletop Delve"].reward == "Loot: Sihedron Medallion"
    assert ADVENTURES["Burnt Offerings"].reward == "card feat"


@pytest.mark.parametrize("name", CHARACTER_CARDS)
def test_a_character_has_its_dice_hand_favored_type_and_cards(name):
    dice, hand, favored, cards = CHARACTER_CARDS[name]
    character = CHARACTERS[name]

    assert [(skill.name, skill.die) for skill in character.skills] == list(zip(SKILLS, dice, strict=True))
    assert character.hand_size == Span(*hand)
    assert character.favored == favored
    assert tuple(character.cards_of(boon).start for boon in BOONS) == cards
    assert character.deck_size == 15
    assert len(character.roles) == 2


def test_a_derived_skill_uses_the_die_of_its_skill_with_a_bonus():
    skill, bonus = CHARACTERS["Valeros"].skill("Melee")

    assert (skill.name, skill.die, bonus) == ("Strength", 10, 3)
    assert CHARACTERS["Valeros"].skill("Strength")[1] == 0
    assert CHARACTERS["Valeros"].skill("Arcane") is None
    assert CHARACTERS["Lem"].skill("Diplomacy")[1] == 3


def test_feat_limits_and_proficiencies_are_read():
    ezren = CHARACTERS["Ezren"]

    assert ezren.cards_of("spell") == Span(8, 11)
    assert [skill.feats for skill in ezren.skills] == [1, 3, 2, 4, 2, 3]
    assert msgspec.structs.asdict(CHARACTERS["Amiri"].proficiencies) == {
        "light_armor": "yes",
        "heavy_armor": "by feat",
        "weapons": "yes",
    }
    with pytest.raises(ValueError):
        ezren.cards_of("loot")


def test_the_four_points_on_which_the_sources_differ_are_kept_unsettled():
    assert {name: one.differences for name, one in CHARACTERS.items() if one.differences} == {
        "Sajan": ("armor 0-0 vs 0+1",),
        "Lem": ("Dexterity die d8 vs d6",),
        "Seoni": ("favored spell vs Armor",),
        "Seelah": ("hand OrderedDict([('start', 4), ('max', 5)]) vs 4+2",),
    }


def test_the_constants_are_those_of_the_rulebook():
    assert BLESSINGS_DECK_SIZE == 30
    assert (MOST_PLAYERS, MOST_PLAYERS_WITH_ADDON) == (4, 6)


# Known and unknown


def test_what_no_source_tells_is_none():
    unknown = [row for row in DATA["cards"] if not row.get("check_to_acquire") and not row.get("check_to_defeat")]
    nualia = CARDS["villain:nualia"]

    assert len(unknown) == 265
    assert sum(len(card.printings) for card in BOX.values() if card.check is None) == 265
    assert (nualia.traits, nualia.check, nualia.recharge, nualia.gist) == (None, None, None, None)
    assert nualia.copies() is None
    assert nualia.basic is None


def test_the_few_known_checks_are_read():
    assert CARDS["henchman:goblin-raider"].check == ((Requirement(skills=("Combat",), difficulty=8),),)
    assert CARDS["ally:sage"].check == (
        (
            Requirement(skills=("Wisdom",), difficulty=7),
            Requirement(skills=("Charisma", "Diplomacy"), difficulty=6),
        ),
    )
    assert CARDS["spell:force-missile"].recharge == Requirement(skills=("Arcane",), difficulty=6)
    assert CARDS["monster:skeleton"].traits == ("Skeleton", "Undead", "Basic")


def test_copies_are_added_up_over_sets():
    gods = CARDS["blessing:blessing-of-the-gods"]

    assert (gods.copies("B"), gods.copies("B", "C"), gods.copies(), gods.copies("1")) == (32, 37, 37, 0)
    assert gods.basic
    assert CARDS["item:sihedron-medallion"].loot
    assert CARDS["item:sihedron-medallion"].copies() is None


def test_the_facts_cannot_be_changed():
    with pytest.raises(AttributeError):
        CARDS["weapon:dagger"].name = "Knife"
    with pytest.raises(TypeError):
        CARDS["weapon:knife"] = CARDS["weapon:dagger"]


# Finding


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_every_card_is_found_by_name_and_by_id(card):
    for text in (card.name, card.name.upper(), card.id):
        assert find_card(text).card == card
    assert (find_card(f"{card.name} 2").card, find_card(f"{card.name}#2").copy) == (card, 2)


@pytest.mark.parametrize(
    ("text", "name", "copy"),
    [
        ("BotG", "Blessing of the Gods", None),
        ("botg", "Blessing of the Gods", None),
        ("BotG 2", "Blessing of the Gods", 2),
        ("1 BotG", "Blessing of the Gods", 1),
        ("BotG#3", "Blessing of the Gods", 3),
        ("BotG2", "Blessing of the Gods", 2),
        ("BoGods", "Blessing of the Gods", None),
        ("BoGorum", "Blessing of Gorum", None),
        ("BGorum", "Blessing of Gorum", None),
        ("B+Gorum", "Blessing of Gorum", None),
        ("BGods 2", "Blessing of the Gods", 2),
        ("BoSar#2", "Blessing of Sarenrae", 2),
        ("PoHealing", "Potion of Healing", None),
        ("Force", "Force Missile", None),
        ("Longsword 1", "Longsword", 1),
        ("Longsword +1", "Longsword +1", None),
        ("Longsword+1", "Longsword +1", None),
        ("Dagger + 1 2", "Dagger +1", 2),
        ("Thieves Tools", "Thieves' Tools", None),
        ("Giant Geko", "Giant Gecko", None),
        ("Sandpoint Devil", "The Sandpoint Devil", None),
        ("Short Sword", "Short Sword", None),
        ("Ｄａｇｇｅｒ＃２", "Dagger", 2),
    ],
)
def test_a_card_is_found_as_players_write_it(text, name, copy):
    found = find_card(text)

    assert (found.name, found.copy) == (name, copy)
    assert found.card.name == name


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("BoG", ("Blessing of Gorum", "Blessing of the Gods")),
        ("BoS", ("Blessing of Sarenrae", "Blessing of Shelyn")),
        ("Dag", ("Dagger", "Dagger +1")),
        ("PoH 2", ("Potion of Healing", "Potion of Hiding")),
    ],
)
def test_a_text_that_may_be_several_cards_is_ambiguous(text, choices):
    with pytest.raises(Ambiguous) as several:
        find_card(text)

    assert several.value.choices == choices


def test_the_names_in_question_come_first():
    hand = ("Blessing of the Gods", "Blessing of Abadar", "Dagger +1")

    assert find_card("BoG", hand).name == "Blessing of the Gods"
    assert find_card("Dag", hand).name == "Dagger +1"
    assert find_card("Dagger", hand).name == "Dagger"
    assert find_card("BoTorag", hand).name == "Blessing of Torag"


def test_a_card_that_the_facts_do_not_have_is_found_among_the_names_in_question():
    found = find_card("BoAbadar#2", ["Blessing of Abadar"])

    assert (found.name, found.copy, found.card) == ("Blessing of Abadar", 2, None)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [("Longswrd", "Longsword"), ("BoAbadar#2", "Blessing of Torag"), ("Goblin Radier 2", "Goblin Raider")],
)
def test_an_unknown_card_comes_with_suggestions(text, suggestion):
    with pytest.raises(Missing) as none:
        find_card(text)

    assert suggestion in none.value.suggestions


@pytest.mark.parametrize("text", ["", " ", "2", "#", "Zeppelin"])
def test_a_text_like_no_card_has_no_suggestions(text):
    with pytest.raises(Missing) as none:
        find_card(text)

    assert none.value.suggestions == ()


@pytest.mark.parametrize(
    ("text", "name", "copy"),
    [
        ("BoAbadar#2", "Blessing of Abadar", 2),
        ("Bo Abadar", "Blessing of Abadar", None),
        ("Rapier 1", "Rapier", 1),
        ("2 Rapier", "Rapier", 2),
        ("Boarding Pike", "Boarding Pike", None),
        ("BoML", "BoML", None),
        ("Rapier +1", "Rapier +1", None),
    ],
)
def test_a_name_that_the_facts_do_not_have_is_kept_as_it_is_written(text, name, copy):
    written = written_card(text)

    assert (written.name, written.copy, written.card) == (name, copy, None)


def test_locations_scenarios_and_characters_are_found_by_a_beginning():
    assert find_location("rusty").name == "The Rusty Dragon"
    assert find_location("the old").name == "The Old Light"
    assert find_scenario("brigandoom").name == "Brigandoom!"
    assert find_character("sa").name == "Sajan"
    with pytest.raises(Ambiguous):
        find_character("se")
    with pytest.raises(Missing) as none:
        find_location("Wodos")
    assert "Woods" in none.value.suggestions
