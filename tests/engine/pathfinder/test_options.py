"""The options of the Pathfinder Adventure Card Game: one for each open point, and presets that answer them."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from engine.catalogue import Catalogue
from engine.pathfinder.options import ASK, OFFICIAL, PRESETS, SEED, Options

CATALOGUE = Catalogue.load("pathfinder")

# Difference -> option, its answer under official and under seed, and all its other answers.
POINTS = {
    "AMB-01": ("explorations_per_turn", "unlimited", "one_extra", ["each_effect"]),
    "AMB-02": ("card_type_limit", "check_or_step", "turn_per_player", ["turn_per_table"]),
    "AMB-03": ("off_turn_play", "anytime", "own_turn_and_checks", []),
    "AMB-04": ("undefeated_bane", "shuffled", "bottom", []),
    "AMB-05": ("missing_skill", "d4_bare", "d4_with_bonuses", []),
    "AMB-06": ("several_checks", "all_attempted", "none_attempted_stops", ["none_passed_stops"]),
    "AMB-07": ("villain_evade_order", "evade_first", "closing_first", []),
    "AMB-08": ("after_encounter", "after_every_check", "after_success", []),
    "AMB-09": ("blessings_run_out", "flip_rest_asked", "any_draw", ["flip_only", "when_empty"]),
    "AMB-10": ("starting_hand_discards", "shuffled_back", "stay", []),
    "AMB-11": ("open_favored_type", "each_scenario", "each_scenario", ["once"]),
    "AMB-12": ("role_card_from", "adventure_3", "adventure_3", ["adventure_path_3"]),
    "AMB-13": ("basic_limit", "until_adventure_3", "successors_only", []),
    "AMB-14": ("hand_reset", "optional_discards", "excess_only", []),
    "AMB-15": ("closed_location_cards", "banished", "stay", []),
    "AMB-16": ("temporary_closing_lasts", "encounter", "barred_all_turn", []),
    "AMB-17": ("second_villain_cornered", "defeated_banished", "win", ["defeated_cornered"]),
    "AMB-18": ("undefeated_villain_cornered", "ask", "own_place_open", ["win"]),
    "AMB-19": ("powers_per_boon", "one_leaves_hand", "one_leaves_hand", ["one"]),
    "AMB-20": ("failing_on_purpose", "refused", "refused", ["counts_zero"]),
    "AMB-21": ("card_being_played", "set_aside", "set_aside", ["at_destination"]),
    "AMB-22": ("may_not_precedence", "always", "outside_hierarchy", []),
    "AMB-23": ("examined_order", "kept", "kept", ["free"]),
    "AMB-24": ("too_few_copies", "ask", "ask", ["rest_ignored", "everyone"]),
    "AMB-25": ("death_trigger", "draw_discard_rest_asked", "draw", ["draw_or_discard", "any_removal"]),
    "AMB-26": ("dead_characters_cards", "at_rebuild", "after_encounter", []),
    "AMB-27": ("goal_without_villain", "ask", "ask", ["as_stated", "all_closed"]),
    "AMB-28": ("temporary_closing_requirement", "whole", "check_only", []),
    "AMB-29": ("defeated_villain_last_place", "win", "win", ["own_place_counted"]),
    "AMB-30": ("henchman_closing_retry", "refused", "refused", ["allowed"]),
    "AMB-31": ("successor_begins", "next_scenario", "next_encounter", []),
    "AMB-32": ("closing_henchmen", "own_text", "any", []),
    "AMB-33": ("boon_not_attempted", "banished", "as_stated", []),
    "AMB-34": ("damage_dealers", "all_but_barriers", "monsters_only", []),
    "AMB-35": ("character_powers", "each_once", "one_in_all", []),
    "AMB-36": ("successor_card_level", "at_most", "exactly", []),
    "AMB-37": ("turn_steps", "no_step_back", "no_step_back", ["free"]),
    "AMB-38": ("closing_after_villain", "automatic", "optional", []),
    "AMB-39": ("role_card_replaces", "powers", "character_card", []),
}
NAMES = [name for name, *_ in POINTS.values()]


def fields(options):
    return msgspec.structs.asdict(options)


def test_there_is_one_option_for_each_point_in_their_order():
    assert NAMES == list(get_type_hints(Options)) == list(CATALOGUE.options)
    assert list(POINTS) == [CATALOGUE.option(name).sources[0] for name in NAMES]
    assert list(POINTS) == [f"AMB-{number:02}" for number in range(1, 40)]


@pytest.mark.parametrize("point", POINTS)
def test_a_preset_answers_every_point_as_the_table_of_differences_does(point):
    name, official, seed, _ = POINTS[point]

    assert (official, seed) == (fields(OFFICIAL)[name], fields(SEED)[name])
    assert (official, seed) == (CATALOGUE.option(name).preset("official"), CATALOGUE.option(name).preset("seed"))


def test_the_presets_are_those_of_the_catalogue():
    assert list(PRESETS) == list(CATALOGUE.presets) == ["official", "seed"]
    for preset, options in PRESETS.items():
        assert fields(options) == CATALOGUE.values(preset)
    assert Options() == OFFICIAL


@pytest.mark.parametrize("point", POINTS)
def test_an_option_takes_the_declared_answers_and_asking(point):
    name, official, seed, others = POINTS[point]
    declared = [value.value for value in CATALOGUE.option(name).values]

    assert set(declared) == {official, seed, *others, ASK}
    assert len(declared) == len(set(declared)) >= 3
    assert declared[-1] == ASK
    assert set(get_args(get_type_hints(Options)[name])) == set(declared)


@pytest.mark.parametrize("name", NAMES)
def test_an_option_has_question_and_meanings_in_both_languages(name):
    option = CATALOGUE.option(name)

    assert option.question.endswith("?")
    assert option.question_zh.endswith("？")
    for value in option.values:
        assert value.meaning.endswith(".")
        assert value.meaning_zh.endswith("。")


def test_official_asks_only_where_a_ruling_is_required():
    assert [name for name, value in fields(OFFICIAL).items() if value == ASK] == [
        "undefeated_villain_cornered",
        "too_few_copies",
        "goal_without_villain",
    ]


def test_seed_asks_only_where_official_does_and_the_source_is_silent():
    assert [name for name, value in fields(SEED).items() if value == ASK] == ["too_few_copies", "goal_without_villain"]


@pytest.mark.parametrize("name", NAMES)
def test_every_point_may_be_left_to_a_ruling(name):
    options = msgspec.convert({name: ASK}, Options)

    assert fields(options) == {**fields(OFFICIAL), name: ASK}


@pytest.mark.parametrize("wrong", [{"undefeated_bane": "top"}, {"undefeated_banes": "bottom"}])
def test_an_unknown_option_or_answer_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Options)
