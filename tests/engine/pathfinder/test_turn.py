"""Section 6 of the rules: the turn."""

import pytest

from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    DEFEATED,
    EMPTY,
    FLIP,
    MONSTER,
    attempt,
    begin,
    effect,
    end,
    explore,
    lose,
    move,
    pay,
    play,
    power,
    reset,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip


def give(name="A", to="B", card=None, **more):
    return e.CardGiven(who=name, to=to, card=card, **more)


@pytest.mark.rule("PA-TRN-01")
def test_a_turn_begins_with_a_blessing_and_ends_with_a_reset():
    game = table(who("A", hand=4), who("B"), on_turn="").when(begin("A"))

    game.refuses(explore(), "PA-TRN-01").refuses(give(), "PA-TRN-01").refuses(end(), "PA-TRN-01")
    game = game.when(FLIP).refuses(end(), "PA-TRN-01")
    game.when(reset(), end()).then(turn__active="B", turn__step="between")


@pytest.mark.rule("PA-TRN-01")
def test_no_step_begins_while_something_of_an_earlier_one_is_open():
    table().when(explore()).refuses(move(), "PA-TRN-01")
    owing = table().when(explore(), lose(by=2), e.EncounterResolved(outcome="undefeated"))
    owing.refuses(reset(), "PA-TRN-01")
    closing = table(places=(where("L1", 0), "L2")).when(attempt("A", outcome="success"))
    closing.refuses(reset(), "PA-TRN-01")


@pytest.mark.rule("PA-TRN-02")
def test_nobody_steps_back():
    game = table().when(explore(), *MONSTER)

    game.refuses(move(), "PA-TRN-02").refuses(give(), "PA-TRN-02")
    table(turn_steps="free").when(explore(), *MONSTER, move(), give("A", "B")).refused_by("PA-TRN-04")
    free = table(turn_steps="free").when(explore(), *MONSTER, move())
    free.when(reset()).refuses(explore(source="card", paid=pay("Ally")), "PA-TRN-02")
    asked = table(turn_steps="ask").when(explore(), *MONSTER).refuses(move(), "PA-TRN-02")
    asked.when(rule_on("turn_steps", "free"), move()).clean()


@pytest.mark.rule("PA-TRN-03")
def test_one_blessing_is_turned_over_for_a_turn():
    game = table(on_turn="").when(begin("A"), FLIP).then(blessings=[29, [], [], []], blessings_discard=[1, [], [], []])

    game.refuses(FLIP, "PA-TRN-03")
    table().refuses(FLIP, "PA-TRN-03")


@pytest.mark.rule("PA-TRN-03")
def test_the_number_of_blessings_left_is_that_of_the_flips():
    game = table(on_turn="").when(begin("A"))

    game.when(e.BlessingAdvanced(left=28)).flagged("PA-TRN-03", "count_differs", 28, 29)
    game.when(e.BlessingAdvanced(left=29)).clean()


@pytest.mark.rule("PA-TRN-03", "PA-END-01")
def test_without_a_blessing_to_turn_over_the_party_loses():
    game = table(on_turn="", blessings=EMPTY).when(begin("A")).ends("lost").asks("scenario_end")

    game.refuses(explore(), "PA-END-01")
    game.when(e.ScenarioEnded(outcome="lost")).clean()


def test_by_the_option_the_party_loses_as_soon_as_the_blessings_are_used_up():
    for choice, result in (("when_empty", "lost"), ("flip_rest_asked", None)):
        game = table(on_turn="", blessings=e.Pile(size=1), blessings_run_out=choice)
        game.when(begin("A"), FLIP).ends(result)


@pytest.mark.rule("PA-TRN-04")
def test_one_card_is_given_in_a_turn_by_the_active_character_to_one_at_the_same_place():
    game = table(who("A", hand=["Dart"]), who("B"), who("C", "L2"))

    game.refuses(give("B", "A"), "PA-TRN-04").refuses(give("A", "C"), "PA-TRN-04").refuses(give("A", "A"), "PA-TRN-04")
    given = game.when(give(card="Dart")).clean().has("A", hand=0).has("B", hand=["Dart"])
    given.refuses(give(), "PA-TRN-04")


@pytest.mark.rule("PA-TRN-05")
def test_the_active_character_moves_once_to_another_place():
    game = table().refuses(move("B"), "PA-TRN-05").refuses(move(to="L1"), "PA-TRN-05").when(move())

    game.then(c__A__location="L2").refuses(move(to="L3"), "PA-TRN-05")
    game.when(move(to="L3", cause="effect")).then(c__A__location="L3")


@pytest.mark.rule("PA-TRN-06")
def test_the_first_exploration_is_free_and_only_the_first():
    table().when(explore(), *MONSTER).when(explore()).refused_by("PA-TRN-06")
    table().when(explore(source="card", paid=pay("Ally")), *MONSTER).when(explore()).refused_by("PA-TRN-06")


@pytest.mark.rule("PA-TRN-07", "PA-TRN-08")
@pytest.mark.parametrize(("choice", "again"), [("unlimited", False), ("each_effect", True)])
def test_effects_of_one_exploration_give_one_more_together(choice, again):
    twice = (effect("explore_again", source="X"), effect("explore_again", source="Y"))
    game = table(explorations_per_turn=choice).when(explore(), *twice, *MONSTER, explore(source="effect"), *MONSTER)

    if again:
        game.allows(explore(source="effect"))
    else:
        game.refuses(explore(source="effect"), "PA-TRN-08")


def test_the_number_of_explorations_may_be_asked():
    game = table(explorations_per_turn="ask").when(explore(), *MONSTER)

    game.refuses(explore(source="card", paid=pay("Ally")), "PA-TRN-07")
    ruled = game.when(rule_on("explorations_per_turn", "unlimited", scope="once"))
    ruled.allows(explore(source="card", paid=pay("Ally")))


@pytest.mark.rule("PA-TRN-09")
def test_nobody_explores_in_anothers_turn():
    table().when(explore("B")).refused_by("PA-TRN-09")


@pytest.mark.rule("PA-TRN-09")
def test_a_card_lets_nobody_explore_in_anothers_turn_unless_it_says_so():
    table().when(play("B", "Bear", "ally", use="explore")).refused_by("PA-TRN-09")
    table().allows(play("B", "Bear", "ally", use="explore", says_so=True))


@pytest.mark.rule("PA-TRN-02")
def test_no_card_and_no_power_lets_explore_once_the_explore_step_is_over():
    game = table(places=(where("L1", 0), "L2")).when(attempt("A", outcome="success"))

    game.refuses(play("A", "Bear", "ally", use="explore"), "PA-TRN-02")
    game.refuses(power("A", "Scout", use="explore"), "PA-TRN-02")
    table().allows(play("A", "Bear", "ally", use="explore"))


@pytest.mark.rule("PA-TRN-10")
def test_an_empty_place_is_not_explored():
    table(places=(where("L1", 0), "L2")).when(explore()).refused_by("PA-TRN-10")


@pytest.mark.rule("PA-TRN-11")
def test_there_is_one_attempt_in_the_close_step():
    game = table(places=(where("L1", 0), "L2")).when(attempt("A", outcome="fail"))

    game.when(attempt("A", outcome="success")).refused_by("PA-TRN-11")


@pytest.mark.rule("PA-TRN-12")
def test_the_hand_is_discarded_down_to_the_hand_size():
    game = table(who("A", hand=["a", "b", "c", "d", "e", "f"]), who("B"))

    game.refuses(reset(), "PA-TRN-12")
    assert game.offers(e.HandReset) == [reset(discards=1)]
    game.when(reset(discards=1)).clean().has("A", hand=5, discard=1)
    game.when(reset(discarded=("a",))).clean().has("A", hand=5, discard=["a"], deck=10)


@pytest.mark.rule("PA-TRN-12")
@pytest.mark.parametrize(("preset", "fine"), [("official", True), ("seed", False)])
def test_any_number_may_be_discarded_first(preset, fine):
    game = table(who("A", hand=["a", "b", "c"]), who("B"), preset=preset)

    if fine:
        game.when(reset(discarded=("a", "b"))).clean().has("A", hand=5, deck=6)
    else:
        game.refuses(reset(discarded=("a", "b")), "PA-TRN-12")


@pytest.mark.rule("PA-TRN-12")
def test_the_hand_is_drawn_up_to_the_hand_size():
    game = table(who("A", hand=3), who("B"))

    game.when(reset()).clean().has("A", hand=5, deck=8)
    game.when(reset(draws=3)).flagged("PA-TRN-12", "draws_differ", 3, 2)


@pytest.mark.rule("PA-TRN-13")
def test_only_the_active_character_resets_its_hand():
    table().when(reset("B")).refused_by("PA-TRN-13")


@pytest.mark.rule("PA-TRN-14")
def test_the_turn_passes_to_the_next_living_character_on_the_left():
    game = table(who("A"), who("B", alive=False), who("C")).when(end("A")).then(turn__active="C")

    game.refuses(begin("A"), "PA-TRN-14")
    game = game.when(begin("C"), FLIP).refuses(begin("A"), "PA-TRN-14").then(turn__number=2)
    game.when(end("C")).then(turn__active="A")


def test_what_lasts_for_a_turn_is_over_at_its_end():
    game = table().when(explore(card="Bandit", type="henchman"), win(), DEFEATED, end("A"), begin("B"), FLIP)

    game.refuses(attempt("A"), "PA-CLS-02").then(plays=[], gone=[], earned=[])


def test_a_card_that_pays_for_an_exploration_is_played_in_it():
    game = table(who("A", hand=["Ally", "Crow"]))

    game = game.when(explore(source="card", paid=pay("Ally")), *MONSTER).has("A", hand=["Crow"], discard=["Ally"])
    game.allows(explore(source="card", paid=pay("Crow", how="recharge")), play("A", "Crow", "ally", use="step"))


def test_the_prompt_leads_through_a_turn():
    game = table(on_turn="").asks("turn_start").when(begin("A")).asks("blessing", 0).when(FLIP).asks("turn", 0)

    assert [one.source for one in game.offers(e.Explored)] == ["free", "card"]
    assert game.offers(e.Explored)[0] == e.Explored(who="A")
    assert {one.to for one in game.offers(e.Moved)} == {"L2", "L3", "L4"}
    game = game.when(explore()).asks("encounter", 0).when(lose(by=2)).asks("damage", 0).when(taken("A", 2))
    game = game.asks("encounter", 0).when(e.EncounterResolved(outcome="undefeated")).asks("turn", 0)
    assert shut("L1") not in game.offers(e.LocationClosed)
