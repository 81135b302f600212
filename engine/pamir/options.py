"""The option points of Pax Pamir: one typed, documented object, kept in the first event of every game.

Each field is a point on which source document, rulebook, tables or sites differ; the readings are told in
`data/options.toml`. Rules ask the option, never the preset.
"""

from __future__ import annotations

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Under which readings a game is played. The defaults are the preset `official`."""

    bribe_waiver: Literal["open", "three_refusals"] = "open"
    debt_settlement: Literal["at_once", "end_of_action"] = "at_once"
    reuse_overthrow: Literal["follows", "none"] = "follows"
    court_limit_recheck: Literal["again", "once"] = "again"
    icon_order: Literal["printed", "fixed"] = "printed"
    gift_order: Literal["any_slot", "ascending"] = "any_slot"
    infrastructure: Literal["optional", "forced"] = "optional"
    empty_build: Literal["refused", "allowed"] = "refused"
    empty_tax: Literal["allowed", "refused"] = "allowed"
    ancient_lineage_target: Literal["court_card", "anyone"] = "court_card"
    vacant_column_payment: Literal["stays", "bank"] = "stays"
    spy_steps: Literal["combined", "separate"] = "combined"
    blackmail_target: Literal["no_spies", "no_own_spies"] = "no_spies"
    rumor_target: Literal["other", "anyone"] = "other"
    insurrection_placed: Literal["placed", "not_placed"] = "placed"
    build_rule_test: Literal["each_block", "at_start"] = "each_block"
    cleanup_prompt: Literal["turn_owner", "last_debtor"] = "turn_owner"
    losses_order: Literal["left_to_right", "owner_chooses"] = "left_to_right"
    overthrow_scope: Literal["political_and_own_tribes", "all_own_cards", "everyones_tribes"] = (
        "political_and_own_tribes"
    )
    unled_armies: Literal["block", "ignored"] = "block"
    tax_shelter: Literal["holdings", "tax"] = "holdings"
    battle_cap: Literal["rank_and_strength", "strength"] = "rank_and_strength"
    tie_points: Literal["shared_places", "points_plus_rank"] = "shared_places"
    action_cost_cards: Literal["rows", "columns"] = "rows"
    hostage_count: Literal["all_players", "others_only"] = "all_players"
    tax_sources: Literal["mixed", "one_source"] = "mixed"
    partner_tribes: Literal["safe", "open"] = "safe"
    purchase_locks: Literal["any_payment", "purchases_only"] = "any_payment"
    spy_ring: Literal["seat_right", "seat_left"] = "seat_right"
    acknowledgement: Literal["none", "asked"] = "none"


OFFICIAL = Options()
SEED = Options(
    gift_order="ascending",
    overthrow_scope="all_own_cards",
    unled_armies="ignored",
    tax_shelter="tax",
    battle_cap="strength",
    tie_points="points_plus_rank",
)
RALLY_THE_TROOPS = Options(
    debt_settlement="end_of_action",
    reuse_overthrow="none",
    court_limit_recheck="once",
    icon_order="fixed",
    infrastructure="forced",
    empty_build="allowed",
    empty_tax="refused",
    spy_steps="separate",
    insurrection_placed="not_placed",
    cleanup_prompt="last_debtor",
    acknowledgement="asked",
)
PRESETS = {"official": OFFICIAL, "seed": SEED, "rally-the-troops": RALLY_THE_TROOPS}
