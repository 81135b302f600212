"""The fifteen disputed points, each as its document has it: the log lines, the verdict and the rule."""

import pytest

from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DEFEATED,
    FLIP,
    MONSTER,
    UNDEFEATED,
    against,
    attempt,
    begin,
    check,
    damage,
    died,
    effect,
    end,
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    power,
    reset,
    resolved,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip


def turn_of_a(**more):
    return table(on_turn="", **more).when(begin("A"), FLIP)


@pytest.mark.rule("PA-TRN-07")
def test_d01_every_further_exploration_needs_an_effect_and_there_is_no_cap():
    game = turn_of_a().when(explore(), *MONSTER)

    game.when(explore(source="card")).refused_by("PA-TRN-07")
    game = game.when(play("A", "blessing#1", "blessing", use="explore"), explore(source="card"), *MONSTER)
    game.when(play("A", "ally#1", "ally", use="explore"), explore(source="card"), *MONSTER).has("A", hand=3, discard=2)


@pytest.mark.rule("PA-TRN-07")
def test_d01_the_source_document_allows_one_more():
    game = turn_of_a(preset="seed").when(
        explore(), *MONSTER, play("A", "blessing#1", "blessing", use="explore"), explore(source="card"), *MONSTER
    )

    game = game.when(play("A", "ally#1", "ally", use="explore"))
    game.when(explore(source="card")).refused_by("PA-TRN-07")


@pytest.mark.rule("PA-TRN-08")
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_d02_two_effects_in_one_exploration_give_one_more(preset):
    game = turn_of_a(preset=preset).when(
        explore(), effect("explore_again", source="Academy"), effect("explore_again", source="Ezren"), *MONSTER
    )

    game = game.when(explore(source="effect"), *MONSTER)
    game.when(explore(source="effect")).refused_by("PA-TRN-08")


def defeated_at_l1(**more):
    return table(who("A"), who("B", "L2"), who("C", "L3"), **more).when(
        explore(card="V", type="villain"), win(), DEFEATED
    )


@pytest.mark.rule("PA-VIL-04", "PA-VIL-06")
def test_d03_the_defeated_villains_location_closes_without_a_check_and_is_not_counted():
    game = defeated_at_l1().when(shut("L1", "villain"))

    game.when(escape(3, ("L2", "L3", "L4"), pool="box")).deck("L1", 0, status="closed").deck("L2", 11)
    game.refuses(escape(4, ("L1", "L2", "L3", "L4"), pool="box"), "PA-VIL-06")
    defeated_at_l1().refuses(escape(3, ("L2", "L3", "L4"), pool="box"), "PA-VIL-04")


def test_d03_under_the_source_document_the_location_may_be_closed_and_then_is_not_counted():
    game = defeated_at_l1(preset="seed")

    game.when(shut("L1", "villain")).allows(escape(3, ("L2", "L3", "L4"), pool="box"))
    game.allows(escape(4, ("L1", "L2", "L3", "L4"), pool="box"))


@pytest.mark.rule("PA-PLY-06", "PA-PLY-07")
def test_d04_a_card_that_paid_for_a_power_is_not_recharged_by_its_own_text():
    game = table(who("Kyra"), who("Merisiel", hand=["Dart", "X"]), on_turn="Kyra")

    paid = game.when(power("Kyra", "heal", use="heal", cost=(pay("Cure", "spell"),)))
    recharge = check("Kyra", "recharge", card="Cure", outcome="success")
    paid.refuses(recharge, "PA-PLY-06").refuses(recharge, "PA-PLY-07")
    game.when(power("Merisiel", "lone", cost=(pay("Dart", "weapon", "recharge"),))).has("Merisiel", hand=["X"], deck=11)


@pytest.mark.rule("PA-ENC-09")
@pytest.mark.parametrize(
    ("preset", "right", "wrong"), [("official", "shuffled", "bottom"), ("seed", "bottom", "shuffled")]
)
def test_d05_where_an_undefeated_monster_goes(preset, right, wrong):
    game = table(preset=preset).when(explore(), lose(by=2), taken("A", 2))

    game.refuses(resolved("undefeated", zone="location", order=wrong), "PA-ENC-09")
    game.when(resolved("undefeated", zone="location", order=right)).deck("L1", 10, ["Card"])


@pytest.mark.rule("PA-HEN-02")
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_d06_a_summoned_henchman_allows_no_closing(preset):
    game = table(who("A", "L1"), who("B", "L2"), preset=preset)
    game = game.when(explore(card="Horde", type="barrier"), meet("B", "Ancient Skeleton", "henchman", summoned=True))
    game = game.when(win("B"), resolved("defeated", "Ancient Skeleton"), win("A"), resolved("defeated", "Horde"))

    one = table(who("A", "L1"), who("B", "L2"), preset=preset, on_turn="B")
    one = one.when(meet("B", "Ancient Skeleton", "henchman", summoned=True), win("B"), DEFEATED)

    one.when(attempt("B", "L2")).refused_by("PA-HEN-02")
    game.when(attempt("B", "L2")).refused_by("PA-CLS-02")


@pytest.mark.rule("PA-CLS-02")
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_d07_only_the_one_who_beat_the_henchman_closes(preset):
    game = table(preset=preset).when(explore(card="Bandit", type="henchman"), win(), DEFEATED)

    game.refuses(attempt("B"), "PA-CLS-02")
    game.when(attempt("A"), play("B", "Help", "blessing", use="close"), check("A", "close", 9, 8), shut()).deck(
        "L1", status="closed"
    )


@pytest.mark.rule("PA-VIL-01")
def test_d08_two_characters_may_try_to_close_a_location_temporarily_one_after_another():
    game = table(who("A", "L1"), who("B", "L1"), who("C", "L3"), on_turn="C").when(explore("C", "V", "villain"))
    game = game.when(against("A", "L1", "fail"))

    game.when(against("A", "L1")).refused_by("PA-VIL-01")
    game.when(against("B", "L1")).deck("L1", status="temporary")


@pytest.mark.rule("PA-CLS-07", "PA-TRN-11")
def test_d09_an_empty_location_does_not_close_by_itself():
    game = table(places=(where("L1", 0), "L2", "L3", "L4")).when(attempt("A", outcome="fail"))

    game.refuses(shut("L1", "empty_deck"), "PA-CLS-07")
    game.refuses(attempt("A"), "PA-TRN-11")


@pytest.mark.rule("PA-CHK-10")
def test_d10_the_one_who_encounters_the_card_makes_one_of_its_checks():
    game = table(who("A"), who("B"), who("C", "L2")).when(explore(checks=2))

    game.when(win("B"), win("B")).refused_by("PA-CHK-10")
    game.when(win("A"), win("B"), DEFEATED).clean()
    game.when(win("A"), win("C")).refused_by("PA-CHK-10")


@pytest.mark.rule("PA-CHK-11")
def test_d11_the_second_check_is_made_although_the_first_failed():
    game = table().when(explore(checks=2), lose("A", by=3), damage("A", 3))

    game.when(UNDEFEATED).refused_by("PA-CHK-11")
    game.when(taken("A", 3), win("B"), UNDEFEATED).clean().has("A", hand=2, discard=3)


@pytest.mark.rule("PA-VIL-02")
def test_d12_a_temporary_closing_is_over_with_its_encounter():
    game = second_meeting("official")

    game.refuses(escape(3, ("L1", "L3", "L4"), pool="blessings"), "PA-VIL-02")
    game.allows(escape(4, ("L1", "L2", "L3", "L4"), pool="blessings"))


def test_d12_under_the_source_document_it_bars_the_villain_for_the_turn():
    second_meeting("seed").allows(escape(3, ("L1", "L3", "L4"), pool="blessings"))


def second_meeting(preset):
    game = table(who("A"), who("B", "L2"), preset=preset).when(explore(card="V", type="villain"), against("B", "L2"))
    game = game.when(lose(), taken("A", 1)) if preset == "official" else game.when(lose())
    game = game.when(UNDEFEATED, escape(3, ("L1", "L3", "L4"), pool="blessings")).deck("L2", 10, status="open")
    again = explore(card="V", type="villain", source="card", paid=pay("Ally"))
    game = game.when(again, lose())
    return game.when(taken("A", 1), UNDEFEATED) if preset == "official" else game.when(UNDEFEATED)


@pytest.mark.rule("PA-DMG-03")
def test_d13_damage_beyond_the_hand_vanishes():
    game = table(who("A", hand=2)).when(explore(), lose(by=5), damage("A", 5))

    game.when(taken("A", 2)).clean().has("A", hand=0, discard=2, deck=10)
    game.refuses(taken("A", 5), "PA-DMG-03").refuses(taken("A", 5, origin="deck"), "PA-DMG-03")


@pytest.mark.rule("PA-DTH-01", "PA-DTH-02")
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_d14_an_empty_deck_kills_only_who_has_to_draw(preset):
    full = table(who("A", hand=4, deck=0, hand_size=4), who("B"), preset=preset)
    full.when(end("A")).when(died()).refused_by("PA-DTH-02")

    short = table(who("A", hand=3, deck=0, hand_size=4), who("B"), preset=preset)
    short.refuses(died(), "PA-DTH-02").refuses(end("A"), "PA-TRN-01")
    dying = short.when(reset("A")).refuses(end("A"), "PA-DTH-01").asks("death", 0)
    dying.when(died()).then(c__A__alive=False, turn__active="B")


@pytest.mark.rule("PA-TRN-02")
@pytest.mark.parametrize("preset", ["official", "seed"])
def test_d15_after_the_close_step_nobody_explores(preset):
    game = table(places=(where("L1", 0), "L2", "L3", "L4"), preset=preset)
    game = game.when(attempt("A", outcome="success"), shut("L1", "empty_deck"), move(to="L4", cause="effect"))

    game.when(explore()).refused_by("PA-TRN-02")


@pytest.mark.rule("PA-TRN-02")
def test_d15_a_closing_earned_inside_the_exploration_leaves_the_explore_step_open():
    game = table().when(explore(card="Bandit", type="henchman"), win(), DEFEATED, attempt("A", outcome="success"))

    game = game.when(shut(), move(to="L4", cause="effect"))
    game.allows(explore(source="card", paid=pay("Ally")))


def test_an_undefeated_villain_with_no_other_place_open_waits_for_a_ruling():
    closed = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
    game = table(places=("L1", *closed)).when(explore(card="V", type="villain"), lose(), taken("A", 1), UNDEFEATED)

    game.asks("ruling").refuses(escape(1, ("L1",)), "PA-VIL-07")
    game.when(rule_on("undefeated_villain_cornered", "win")).ends("won")
    stays = game.when(rule_on("undefeated_villain_cornered", "own_place_open")).ends(None)
    stays.when(escape(1, ("L1",), pool="blessings")).deck("L1", 10, ["V"])


def test_the_outcomes_of_boons():
    game = table(who("A", hand=["X"])).when(explore(card="Gun", type="weapon"), win(purpose="acquire"))

    game.when(ACQUIRED).clean().has("A", hand=["Gun", "X"])
    table().when(explore(card="Gun", type="weapon"), lose(purpose="acquire"), BANISHED).clean().deck("L1", 9)
