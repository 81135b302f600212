"""The option points of the Pathfinder Adventure Card Game: one typed object, kept in the first event of every game.

Each field is a point on which source document, rulebook and tables differ; the readings are told in
`data/options.toml`. Every point may also be "ask": the log then stops there for a ruling. Rules ask the option, never
the preset.
"""

from __future__ import annotations

from typing import Literal

import msgspec

#: The value that leaves a point to a ruling at the table.
ASK = "ask"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Under which readings a game is played. The defaults are the preset `official`."""

    explorations_per_turn: Literal["unlimited", "one_extra", "each_effect", "ask"] = "unlimited"
    card_type_limit: Literal["check_or_step", "turn_per_player", "turn_per_table", "ask"] = "check_or_step"
    off_turn_play: Literal["anytime", "own_turn_and_checks", "ask"] = "anytime"
    undefeated_bane: Literal["shuffled", "bottom", "ask"] = "shuffled"
    missing_skill: Literal["d4_bare", "d4_with_bonuses", "ask"] = "d4_bare"
    several_checks: Literal["all_attempted", "none_attempted_stops", "none_passed_stops", "ask"] = "all_attempted"
    villain_evade_order: Literal["evade_first", "closing_first", "ask"] = "evade_first"
    after_encounter: Literal["after_every_check", "after_success", "ask"] = "after_every_check"
    blessings_run_out: Literal["flip_rest_asked", "flip_only", "any_draw", "when_empty", "ask"] = "flip_rest_asked"
    starting_hand_discards: Literal["shuffled_back", "stay", "ask"] = "shuffled_back"
    open_favored_type: Literal["each_scenario", "once", "ask"] = "each_scenario"
    role_card_from: Literal["adventure_3", "adventure_path_3", "ask"] = "adventure_3"
    basic_limit: Literal["until_adventure_3", "successors_only", "ask"] = "until_adventure_3"
    hand_reset: Literal["optional_discards", "excess_only", "ask"] = "optional_discards"
    closed_location_cards: Literal["banished", "stay", "ask"] = "banished"
    temporary_closing_lasts: Literal["encounter", "barred_all_turn", "ask"] = "encounter"
    second_villain_cornered: Literal["defeated_banished", "win", "defeated_cornered", "ask"] = "defeated_banished"
    undefeated_villain_cornered: Literal["own_place_open", "win", "ask"] = "ask"
    powers_per_boon: Literal["one_leaves_hand", "one", "ask"] = "one_leaves_hand"
    failing_on_purpose: Literal["refused", "counts_zero", "ask"] = "refused"
    card_being_played: Literal["set_aside", "at_destination", "ask"] = "set_aside"
    may_not_precedence: Literal["always", "outside_hierarchy", "ask"] = "always"
    examined_order: Literal["kept", "free", "ask"] = "kept"
    too_few_copies: Literal["rest_ignored", "everyone", "ask"] = "ask"
    death_trigger: Literal["draw_discard_rest_asked", "draw", "draw_or_discard", "any_removal", "ask"] = (
        "draw_discard_rest_asked"
    )
    dead_characters_cards: Literal["at_rebuild", "after_encounter", "ask"] = "at_rebuild"
    goal_without_villain: Literal["as_stated", "all_closed", "ask"] = "ask"
    temporary_closing_requirement: Literal["whole", "check_only", "ask"] = "whole"
    defeated_villain_last_place: Literal["win", "own_place_counted", "ask"] = "win"
    henchman_closing_retry: Literal["refused", "allowed", "ask"] = "refused"
    successor_begins: Literal["next_scenario", "next_encounter", "ask"] = "next_scenario"
    closing_henchmen: Literal["own_text", "any", "ask"] = "own_text"
    boon_not_attempted: Literal["banished", "as_stated", "ask"] = "banished"
    damage_dealers: Literal["all_but_barriers", "monsters_only", "ask"] = "all_but_barriers"
    character_powers: Literal["each_once", "one_in_all", "ask"] = "each_once"
    successor_card_level: Literal["at_most", "exactly", "ask"] = "at_most"
    turn_steps: Literal["no_step_back", "free", "ask"] = "no_step_back"
    closing_after_villain: Literal["automatic", "optional", "ask"] = "automatic"
    role_card_replaces: Literal["powers", "character_card", "ask"] = "powers"


OFFICIAL = Options()
SEED = Options(
    explorations_per_turn="one_extra",
    card_type_limit="turn_per_player",
    off_turn_play="own_turn_and_checks",
    undefeated_bane="bottom",
    missing_skill="d4_with_bonuses",
    several_checks="none_attempted_stops",
    villain_evade_order="closing_first",
    after_encounter="after_success",
    blessings_run_out="any_draw",
    starting_hand_discards="stay",
    basic_limit="successors_only",
    hand_reset="excess_only",
    closed_location_cards="stay",
    temporary_closing_lasts="barred_all_turn",
    second_villain_cornered="win",
    undefeated_villain_cornered="own_place_open",
    may_not_precedence="outside_hierarchy",
    death_trigger="draw",
    dead_characters_cards="after_encounter",
    temporary_closing_requirement="check_only",
    successor_begins="next_encounter",
    closing_henchmen="any",
    boon_not_attempted="as_stated",
    damage_dealers="monsters_only",
    character_powers="one_in_all",
    successor_card_level="exactly",
    closing_after_villain="optional",
    role_card_replaces="character_card",
)
PRESETS = {"official": OFFICIAL, "seed": SEED}
