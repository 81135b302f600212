"""What tables argue about in the turn (section 6): prices of explorations, giving, moving, closing, the reset, the end.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import of
from tests.engine.pathfinder.given import (
    DEFEATED,
    EMPTY,
    FLIP,
    MONSTER,
    UNDEFEATED,
    attempt,
    begin,
    counted,
    died,
    effect,
    end,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    reset,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
EMPTY_L1 = (where("L1", 0), "L2", "L3", "L4")


def give(name="A", to="B", card=None, **more):
    return e.CardGiven(who=name, to=to, card=card, **more)


def by_card(price="Bear", kind="ally", **more):
    """An exploration for which a card was discarded."""
    return explore(source="card", paid=pay(price, kind), **more)


# Explorations


@BOTH
@pytest.mark.rule("PA-TRN-06")
def test_who_explores_with_a_blessing_first_forfeits_the_free_exploration(preset):
    game = table(preset=preset).when(by_card("Prayer", "blessing"), *MONSTER)

    game.refuses(explore(), "PA-TRN-06").allows(by_card())


@pytest.mark.rule("PA-TRN-07")
def test_under_the_source_document_a_blessing_first_counts_as_one_of_two():
    game = table(preset="seed").when(by_card("Prayer", "blessing"), *MONSTER, by_card(), *MONSTER)

    game.refuses(by_card("Axe", "weapon"), "PA-TRN-07")


@BOTH
@pytest.mark.rule("PA-TRN-07")
def test_a_price_alone_said_by_playing_a_card_gives_one_exploration_and_not_two(preset):
    game = table(preset=preset).when(explore(), *MONSTER, play("A", "Bear", "ally", use="explore"))

    game = game.when(explore(source="card"), *MONSTER)
    game.refuses(explore(source="card"), "PA-TRN-07")


@pytest.mark.rule("PA-TRN-08")
def test_each_exploration_may_bring_one_more_however_often():
    again = effect("explore_again", source="Ezren")
    game = table().when(explore(), again, again, *MONSTER)

    for _ in range(3):
        game = game.when(explore(source="effect"), again, *MONSTER)
    game.when(explore(source="effect"), *MONSTER).refuses(explore(source="effect"), "PA-TRN-08")


@pytest.mark.rule("PA-TRN-08")
def test_the_source_document_lets_effects_add_one_exploration_to_the_turn_in_all():
    again = effect("explore_again", source="Ezren")
    game = table(preset="seed").when(explore(), again, *MONSTER, explore(source="effect"), again, *MONSTER)

    game.refuses(explore(source="effect"), "PA-TRN-07").refuses(by_card(), "PA-TRN-07")


@BOTH
@pytest.mark.rule("PA-PLY-05")
def test_a_card_that_lets_explore_is_not_played_in_the_middle_of_an_encounter(preset):
    game = table(preset=preset).when(explore())

    game.refuses(play("A", "Bear", "ally", use="explore"), "PA-PLY-05")
    game.refuses(by_card(), "PA-ENC-05")


@BOTH
@pytest.mark.rule("PA-TRN-10")
def test_no_card_makes_an_empty_place_explorable(preset):
    table(places=EMPTY_L1, preset=preset).refuses(by_card(), "PA-TRN-10")


@BOTH
@pytest.mark.rule("PA-TRN-10", "PA-CLS-08")
def test_a_closed_place_is_explored_only_if_cards_were_put_there_later(preset):
    closed = (where("L1", 0, "closed"), "L2", "L3")
    game = table(places=closed, preset=preset).refuses(explore(), "PA-TRN-10")

    added = e.ZoneChange(card="Bandit", to="location", place="L1")
    game = game.when(effect("add_cards", source="Horn", zones=(added,)))
    game.when(explore(card="Bandit", type="henchman"), win(), DEFEATED).refuses(attempt("A"), "PA-TRN-11")


@pytest.mark.rule("PA-TRN-09")
def test_in_anothers_turn_only_a_card_that_says_so_lets_explore():
    table().refuses(explore("B", source="card", paid=pay("Bear")), "PA-TRN-09")
    table().allows(explore("B", source="card", paid=pay("Scout"), allowed_by="Scout"))


@BOTH
@pytest.mark.rule("PA-TRN-02")
def test_after_the_reset_nobody_explores_or_closes(preset):
    game = table(preset=preset).when(reset())

    game.refuses(explore(), "PA-TRN-02").refuses(by_card(), "PA-TRN-02").refuses(move(), "PA-TRN-02")
    table(places=EMPTY_L1, preset=preset).when(reset()).refuses(attempt("A"), "PA-TRN-02")


@pytest.mark.rule("PA-CHR-07")
def test_an_exploration_is_where_the_character_is():
    table().when(move(), explore(place="L2")).clean().deck("L2", 10)
    table().when(explore(place="L3")).flagged("PA-CHR-07", "location_differs", "L3", "L1")
    moved = table().when(explore(), *MONSTER, move(to="L3", cause="effect"), by_card(card="Bear")).clean()
    moved.when(*MONSTER).deck("L3", 9)


# Giving


@BOTH
@pytest.mark.rule("PA-TRN-02")
def test_a_card_is_given_before_the_move_and_not_after_it(preset):
    table(preset=preset).when(give()).clean().when(move(), explore()).clean()
    table(who("A"), who("B", "L2"), preset=preset).when(move()).refuses(give(), "PA-TRN-02")
    table(preset=preset).when(explore(), *MONSTER).refuses(give(), "PA-TRN-02")


@BOTH
@pytest.mark.rule("PA-TRN-04")
def test_nobody_gives_twice_takes_or_gives_in_anothers_turn(preset):
    game = table(who("A", hand=["x", "y"]), who("B", hand=["z"]), who("C"), preset=preset)

    game.refuses(give("B", "A"), "PA-TRN-04").refuses(give("B", "C", "z"), "PA-TRN-04")
    game.when(give("A", "B", "x")).refuses(give("A", "C", "y"), "PA-TRN-04")
    game.when(give("A", "B", "z")).flagged("PA-ZON-01", "zone_contradiction")
    game.allows(give("B", "A", "z", allowed_by="Trade"))


@BOTH
@pytest.mark.rule("PA-TRN-01")
def test_nothing_is_given_before_the_blessing_and_nothing_to_the_dead(preset):
    table(on_turn="", preset=preset).when(begin("A")).refuses(give(), "PA-TRN-01")
    table(who("A"), who("B", alive=False), preset=preset).refuses(give(), "PA-DTH-07")


@BOTH
@pytest.mark.rule("PA-ZON-01")
def test_nothing_is_given_from_an_empty_hand(preset):
    table(who("A", hand=0), who("B"), preset=preset).when(give()).flagged("PA-ZON-01")


@BOTH
@pytest.mark.rule("PA-TRN-04", "PA-TRN-05", "PA-TRN-06")
def test_what_a_card_lets_another_do_takes_nothing_from_the_active_turn(preset):
    game = table(preset=preset)

    game.when(give("B", "A", allowed_by="Trade")).allows(give(), move())
    game.when(give(allowed_by="Trade")).allows(give("A", "C"))
    game.when(move("B", "L2", allowed_by="Horse")).allows(give("A", "C"), move(to="L3"))
    game.when(explore("B", source="card", paid=pay("Scout"), allowed_by="Scout"), win("B"), DEFEATED).allows(explore())
    game.when(move(to="L2", cause="effect")).allows(move(to="L3"))


# Moving


@BOTH
@pytest.mark.rule("PA-TRN-05")
def test_the_move_goes_elsewhere_once_and_to_a_closed_place_too(preset):
    game = table(places=("L1", where("L2", 0, "closed"), "L3"), preset=preset)

    game.refuses(move(to="L1"), "PA-TRN-05").refuses(move("B", "L3"), "PA-TRN-05")
    moved = game.when(move(to="L2")).clean().refuses(move(to="L3"), "PA-TRN-05")
    moved.allows(move(to="L3", cause="effect"), move("B", "L3", cause="effect"))
    table(places=(where("L1", 0, "closed"), "L2"), preset=preset).allows(move())


@BOTH
@pytest.mark.rule("PA-TRN-02")
def test_after_exploring_the_own_step_moves_nobody_and_an_effect_does(preset):
    game = table(preset=preset).when(explore(), *MONSTER).refuses(move(), "PA-TRN-02")

    game.when(move(cause="effect"), by_card()).clean()


# The close step


@BOTH
@pytest.mark.rule("PA-CLS-01")
def test_a_close_step_needs_an_empty_deck_and_the_own_turn(preset):
    table(preset=preset).refuses(attempt("A"), "PA-CLS-01")
    table(places=EMPTY_L1, preset=preset).refuses(attempt("B"), "PA-CLS-02")
    table(places=(where("L1", 1), "L2"), preset=preset).when(explore(), *MONSTER).allows(attempt("A"))


@BOTH
@pytest.mark.rule("PA-TRN-11")
def test_one_attempt_in_a_close_step_and_another_in_the_next_turn(preset):
    game = table(who("A"), who("B"), places=EMPTY_L1, preset=preset).when(attempt("A", outcome="fail"))

    game.refuses(attempt("A", outcome="success"), "PA-TRN-11")
    elsewhere = table(places=(where("L1", 0), where("L2", 0), "L3"), preset=preset)
    elsewhere = elsewhere.when(attempt("A", outcome="fail"), move(cause="effect"))
    elsewhere.refuses(attempt("A", "L2"), "PA-TRN-11")
    later = game.when(end("A"), begin("B"), FLIP).allows(attempt("B"))
    later.when(attempt("B", outcome="fail"), end("B"), begin("A"), FLIP).allows(attempt("A"))


@BOTH
@pytest.mark.rule("PA-CLS-06")
def test_a_failed_henchman_attempt_at_the_last_card_leaves_the_one_of_the_close_step(preset):
    game = table(places=(where("L1", 1), "L2", "L3"), preset=preset)
    game = game.when(explore(card="Bandit", type="henchman"), win(), DEFEATED, attempt("A", outcome="fail"))

    game = game.allows(attempt("A")).when(attempt("A", outcome="fail"))
    game.refuses(attempt("A"), "PA-TRN-11")


@BOTH
@pytest.mark.rule("PA-TRN-02")
def test_who_tried_to_close_in_the_close_step_neither_gives_moves_nor_explores(preset):
    game = table(places=EMPTY_L1, preset=preset).when(attempt("A", outcome="fail"))

    game.refuses(give(), "PA-TRN-02").refuses(move(), "PA-TRN-02")
    game.when(move(cause="effect")).refuses(explore(), "PA-TRN-02")


# The reset


@BOTH
@pytest.mark.rule("PA-TRN-12")
def test_a_reset_ends_at_the_hand_size(preset):
    over = table(who("A", hand=["a", "b", "c"], hand_size=2), who("B"), preset=preset)
    over.refuses(reset(), "PA-TRN-12").refuses(end("A"), "PA-TRN-01")
    over.when(reset(discarded=("c",))).clean().has("A", hand=["a", "b"], discard=["c"], deck=10)
    under = table(who("A", hand=1, hand_size=4), who("B"), preset=preset)
    under.refuses(end("A"), "PA-TRN-01")
    under.when(reset(draws=3)).clean().has("A", hand=4, deck=7).refuses(reset(), "PA-TRN-12")


@pytest.mark.rule("PA-TRN-12")
def test_cards_discarded_freely_at_the_reset_are_drawn_again():
    game = table(who("A", hand=["a", "b"], hand_size=2), who("B"))

    game.when(reset(discarded=("a", "b"), draws=2)).clean().has("A", hand=2, discard=2, deck=8)
    game.when(reset(discarded=("a",), draws=0)).flagged("PA-TRN-12")
    table(who("A", hand=["a", "b"], hand_size=2), preset="seed").refuses(reset(discarded=("a",)), "PA-TRN-12")
    seed = table(who("A", hand=["a", "b", "c"], hand_size=2), preset="seed")
    seed.refuses(reset(discarded=("a", "b")), "PA-TRN-12").allows(reset(discarded=("a",)))


@pytest.mark.rule("PA-DTH-01")
def test_who_discards_freely_and_cannot_draw_again_dies():
    thin = table(who("A", hand=["a", "b"], hand_size=2, deck=1), who("B"))

    thin.when(reset(discarded=("a",))).clean().asks("turn").has("A", deck=0)
    thin.when(reset(discarded=("a", "b"))).asks("death", 0).refuses(end("A"), "PA-DTH-01")


@BOTH
@pytest.mark.rule("PA-DTH-02")
def test_a_reset_that_takes_the_last_card_of_the_deck_kills_nobody(preset):
    game = table(who("A", hand=2, deck=3), who("B"), preset=preset).when(reset()).has("A", hand=5, deck=0)

    game.refuses(died(), "PA-DTH-02").when(end("A")).clean()


@BOTH
@pytest.mark.rule("PA-TRN-13")
def test_a_wounded_bystander_draws_nothing_at_anothers_turn_end(preset):
    game = table(who("A"), who("B", hand=1), preset=preset)

    game.refuses(reset("B"), "PA-TRN-13").when(end("A")).clean().has("B", hand=1)


# The last blessing


@BOTH
@pytest.mark.rule("PA-TRN-03", "PA-END-01")
def test_the_turn_of_the_last_blessing_is_played_and_the_next_one_loses(preset):
    game = table(on_turn="", blessings=counted(1), preset=preset).when(begin("A"), FLIP).ends(None)

    game = game.when(explore(), *MONSTER).ends(None)
    game.when(end("A")).ends(None).when(begin("B")).ends("lost")


@BOTH
@pytest.mark.rule("PA-END-02")
def test_the_villain_is_cornered_in_the_turn_of_the_last_blessing(preset):
    closed = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
    game = table(on_turn="", blessings=counted(1), places=("L1", *closed), preset=preset).when(begin("A"), FLIP)

    game = game.when(explore(card="V", type="villain"), win(), DEFEATED)
    game.when(shut("L1", "villain")).ends("won").when(e.ScenarioEnded(outcome="won")).clean()


@pytest.mark.rule("PA-TRN-03")
def test_an_effect_that_turns_blessings_over_brings_the_end_nearer():
    change = e.ZoneChange(origin="blessings", to="blessings_discard")
    game = table(blessings=counted(1)).when(effect("text", source="Locked Gate", zones=(change,)))

    game.then(blessings=[0, [], [], []]).ends(None).when(end("A"), begin("B")).ends("lost")


# Whose turn it is


@BOTH
@pytest.mark.rule("PA-TRN-14")
def test_after_the_last_seat_comes_the_first(preset):
    game = table(on_turn="C", preset=preset).when(end("C")).refuses(begin("B"), "PA-TRN-14")

    game.when(begin("A"), FLIP).refuses(explore("C"), "PA-TRN-09").refuses(end("C"), "PA-TRN-14")


@BOTH
@pytest.mark.rule("PA-TRN-01")
def test_a_turn_may_do_nothing_but_its_three_duties(preset):
    game = table(on_turn="", preset=preset).when(begin("A")).refuses(reset(), "PA-TRN-01")

    game.when(FLIP, reset(), end("A")).clean()


@BOTH
@pytest.mark.rule("PA-TRN-01")
def test_a_turn_does_not_end_with_an_open_fight_or_unpaid_wounds(preset):
    table(preset=preset).when(explore()).refuses(reset(), "PA-ENC-05")
    table(preset=preset).when(explore()).refuses(end("A"), "PA-TRN-01")
    table(preset=preset).when(explore(), lose(by=2)).refuses(end("A"), "PA-TRN-01")
    table(preset=preset).when(meet("B", "Shark", summoned=True)).refuses(reset(), "PA-ENC-05")


def test_the_first_of_two_cards_known_by_name_is_met_first():
    game = table(places=(where("L1", e.Pile(size=2, top=("Wolf", "Bear"))), "L2"))

    game = game.when(explore(card="Wolf"), *MONSTER)
    game.when(by_card(card="Wolf")).flagged("PA-ZON-04")
    game.when(by_card(card="Bear"), lose(), taken("A", 1), UNDEFEATED).clean().deck("L1", 1, ["Bear"])


@pytest.mark.rule("PA-TRN-02")
def test_a_table_may_let_the_free_steps_come_in_any_order():
    asked = table(who("A"), who("B", "L2"), turn_steps="ask").when(explore(), *MONSTER)

    asked.refuses(move(), "PA-TRN-02").refuses(give(), "PA-TRN-02")
    once = asked.when(rule_on("turn_steps", "free", scope="once"), move()).clean()
    later = once.when(end("A"), begin("B"), FLIP, explore("B"), win("B"), DEFEATED)
    later.refuses(move("B", "L3"), "PA-TRN-02")
    again = asked.when(rule_on("turn_steps", "free", scope="once"), rule_on("turn_steps", "no_step_back"))
    again.refuses(move(), "PA-TRN-02")
    always = asked.when(rule_on("turn_steps", "free"), move(), give()).clean()
    always.refuses(move(), "PA-TRN-05").refuses(give(), "PA-TRN-04")


def test_a_table_without_blessings_named_has_no_end_by_them():
    table(on_turn="", blessings=e.Pile()).when(begin("A"), FLIP).ends(None)
    table(on_turn="", blessings=EMPTY).when(begin("A")).ends("lost")
    table(on_turn="", blessings=of("Prayer")).when(begin("A"), e.BlessingAdvanced(card="Sword")).flagged("PA-ZON-04")
