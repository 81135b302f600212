"""What is asked at once, by rule: closable henchman, empty deck, villain met, damage, hand over size, recharge, rulings."""

import json

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.game import GAME
from engine.pathfinder.offers import prompt
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.position import position
from engine.pathfinder.prompts import question
from engine.pathfinder.state import character
from engine.pathfinder.zones import EMPTY
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    UNDEFEATED,
    Table,
    against,
    attempt,
    begin,
    check,
    damage,
    effect,
    end,
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    reset,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip
from tests.engine.pathfinder.test_setup import scenario

V = explore(card="V", type="villain")
BANDIT = explore(card="Bandit", type="henchman")
BEATEN = (BANDIT, win(), DEFEATED)
APART = (who("A"), who("B", "L2"), who("C", "L3"))


def said(game):
    """The words of the question; they begin with the name of the character that is asked."""
    asked = prompt(game.now)
    if asked.seat is not None:
        assert any(asked.text.startswith(one.name) for one in game.now.characters if one.seat == asked.seat), asked
    return asked.text


# Closings (PA-CLS-01, PA-CLS-02, PA-CLS-06, PA-CLS-09)


def test_a_henchman_that_may_allow_it_is_asked_about_at_once():
    game = table().when(*BEATEN).asks("may_close", 0)

    assert said(game) == "A may close L1 now if the henchman allows it: close, or go on"


def test_a_henchman_that_allows_it_is_asked_about_without_a_doubt():
    game = table().when(explore(card="Bandit", type="henchman", closes=True), win(), DEFEATED)

    assert said(game).startswith("A may close L1 now: close")


@pytest.mark.parametrize(("option", "ask"), [("own_text", "turn"), ("any", "may_close")])
def test_a_henchman_whose_text_allows_none_gives_one_by_the_option(option, ask):
    table(closing_henchmen=option).when(
        explore(card="Bandit", type="henchman", closes=False), win(), DEFEATED
    ).asks(ask, 0)  # fmt: skip


@pytest.mark.parametrize("event", [meet(), explore(source="card", paid=pay("Dog"))])
def test_who_goes_on_is_not_asked_again(event):
    table().when(*BEATEN, event, win(), DEFEATED).asks("turn", 0)


def test_a_summoned_henchman_gives_no_closing_to_be_asked_about():
    table().when(meet(card="Bandit", type="henchman", summoned=True), win(), DEFEATED).asks("turn", 0)


@pytest.mark.parametrize(("option", "ask", "seat"), [("refused", "turn", 0), ("allowed", "may_close", 1)])
def test_after_a_failure_the_others_are_asked_by_the_option(option, ask, seat):
    table(henchman_closing_retry=option).when(*BEATEN, attempt(outcome="fail")).asks(ask, seat)


def test_a_closing_asks_for_its_check_its_price_and_its_end():
    begun = table().when(*BEATEN, attempt()).asks("closing", 0)
    owed = table().when(*BEATEN, attempt(outcome="success", unpaid=2))
    met = table().when(*BEATEN, attempt(outcome="success"))
    alone = table(villains=()).when(*BEATEN, attempt(outcome="success"))

    assert said(begun) == "A closes L1: check ..., or close success|fail"
    assert said(owed) == "A owes 2 for closing L1: pay CARD"
    assert said(met) == "A has met what closing L1 takes: closed, or search VILLAIN if one is in its deck"
    assert said(alone) == "A has met what closing L1 takes: closed"


EMPTY_HERE = (where("L1", 0), "L2", "L3", "L4")


def test_an_empty_deck_in_the_close_step_is_asked_about():
    game = table(places=(where("L1", 0), "L2")).when(move(to="L2"), move(to="L1", cause="effect"))

    assert prompt(game.now).ask == "may_close"
    assert said(game) == "A may close L1, which is empty: close, or reset, end"


def test_the_last_card_leads_to_the_question_about_the_empty_deck():
    game = table(places=(where("L1", 1), "L2")).when(explore(), win(), DEFEATED).asks("may_close", 0)

    assert "close, or" in said(game)
    assert "explore" not in said(game)


def test_one_try_in_the_close_step_is_not_asked_for_twice():
    game = table(places=EMPTY_HERE).when(attempt(outcome="fail")).asks("turn", 0)

    assert said(game) == "A: reset, end"


def test_before_moving_an_empty_deck_is_one_of_the_ways():
    assert said(table(places=EMPTY_HERE)) == "A: give, move, close, reset, end"


def test_a_closed_location_offers_no_closing():
    game = table(places=(where("L1", 0, "closed"), "L2"))

    assert said(game) == "A: give, move, reset, end"


# Villains (PA-VIL-01 to PA-VIL-06)


def test_who_tries_where_when_a_villain_is_met():
    game = table(*APART).when(V).asks("encounter", 0)

    assert said(game) == 'A evades "V" at once, or fights it after closings: B L2 and C L3 (NAME: tempclose)'
    tried = game.when(against("B", "L2"))
    assert said(tried) == 'A meets "V": C L3 may be closed first (NAME: tempclose); then A fights it'
    assert said(tried.when(against("C", "L3", "fail"))) == 'A fights "V"'


def test_closings_come_before_evading_by_the_option():
    game = table(*APART, villain_evade_order="closing_first").when(V)

    assert said(game).endswith("B L2 and C L3 may be closed first (NAME: tempclose); then A evades or fights it")
    both = game.when(against("B", "L2"), against("C", "L3", "fail"))
    assert said(both) == 'A evades or fights "V"'


def test_an_attempt_against_a_villain_is_decided_first():
    game = table(*APART).when(V, against("B", "L2", None))

    assert said(game) == 'A meets "V": B closes L2 against it: check ...'
    assert "C L3" in said(game.when(check("B", "temp_close", 9, 9)))


@pytest.mark.parametrize("places", [("L1", where("L2", 0, "closed"), where("L3", 0, "closed")), ("L1", "L2")])
def test_who_is_elsewhere_at_an_open_location_alone_is_named(places):
    people = APART if len(places) == 3 else (who("A"), who("B", "L1"))

    assert said(table(*people, places=places).when(V)) == 'A evades or fights "V"'


def test_nobody_closes_against_a_summoned_villain():
    assert said(table(*APART).when(meet(card="V", type="villain", summoned=True))) == 'A evades or fights "V"'


def test_where_a_villain_was_defeated_the_location_closes_and_it_escapes():
    beaten = table().when(V, win(), DEFEATED).asks("villain")

    assert said(beaten) == 'L1 closes, where "V" was defeated: closed, or search for another villain'
    fled = table().when(V, check("A", "defeat", auto="fail", why="x"), UNDEFEATED)
    assert said(fled) == '"V" escapes from L1: escape to L1, L2, L3, L4'
    fled.when(escape()).asks("turn", 0)


# Encounters (PA-ENC-02, PA-ENC-06, PA-CHK-09)


def test_a_card_is_evaded_or_fought_and_later_only_fought():
    assert said(table().when(explore())) == 'A evades or fights "Card"'
    begun = table().when(explore(), damage("A", 1, "before"), taken("A", 1))
    assert said(begun) == 'A fights "Card"'
    assert said(table().when(explore(card="Gun", type="weapon"))) == 'A acquires or declines "Gun"'


def test_one_of_several_checks_says_which():
    game = table().when(explore(checks=2))

    assert said(game) == 'A evades or fights "Card": check 1 of 2'
    assert said(game.when(win(which=1))) == 'A fights "Card": check 2 of 2 (then)'


def test_a_card_without_a_check_is_not_fought():
    game = table().when(explore(card="Trap", type="barrier", checks=0))

    assert said(game) == 'A meets "Trap", which has no check: evade, defeated or undefeated'


@pytest.mark.parametrize(("kind", "made", "words"), [
    ("monster", win(), "defeated"),
    ("barrier", lose(), "undefeated"),
    ("weapon", win(purpose="acquire"), "acquired"),
    ("weapon", lose(purpose="acquire"), "banished"),
])  # fmt: skip
def test_what_became_of_a_card_is_asked_by_its_check(kind, made, words):
    assert said(table().when(explore(card="X", type=kind), made)) == f'A is done with "X": {words}'


def test_the_one_who_meets_a_card_is_asked():
    table().when(meet("B", "Shark", "monster")).asks("encounter", 1)


# Damage, death, rulings


def test_damage_says_how_many_cards_it_takes():
    hit = table().when(explore(), lose(by=3))
    assert said(hit.asks("damage", 0)) == "A takes 3 damage: take 3, or their names, or reduce N by CARD"

    weak = table(who("A", hand=2)).when(explore(), lose(by=3))
    assert said(weak) == "A takes 3 damage with 2 cards in hand: take 2, or their names, or reduce N by CARD"

    fire = table().when(damage("B", 2, "other", type="Fire", by="Pit"))
    assert said(fire.asks("damage", 1)).startswith("B takes 2 Fire damage: take 2")


def test_nothing_is_to_be_taken_without_damage():
    """PA-DMG-03: what nobody owes is no option."""
    game = table()

    assert game.offers(e.DamageTaken) == []
    assert [one.who for one in table().when(explore(), lose(by=3)).offers(e.DamageTaken)] == ["A"]


def test_a_death_is_asked_of_the_one_who_dies():
    game = table(who("A", deck=1, hand=3), who("B")).when(reset()).asks("death", 0)

    assert said(game) == "A dies (type dies)"


def test_a_ruling_that_is_needed_names_its_readings():
    closed = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
    game = table(places=("L1", *closed)).when(V, check("A", "defeat", auto="fail", why="x"), UNDEFEATED)

    assert said(game.asks("ruling")) == (
        'the table rules on "undefeated_villain_cornered": rule undefeated_villain_cornered own_place_open or win'
    )


# The turn (PA-TRN-03 to PA-TRN-14)


def test_a_hand_above_its_size_says_how_much_to_discard():
    assert "reset (discard 2: 7 in hand, hand size 5)" in said(table(who("A", hand=7)))
    assert said(table(who("A", hand=4))) == "A: move, explore, reset, end"


def test_a_turn_names_the_steps_that_are_left():
    game = table()

    assert said(game) == "A: give, move, explore, reset, end"
    assert said(game.when(move())) == "A: explore, reset, end"
    explored = game.when(explore(), win(), DEFEATED)
    assert said(explored) == "A: explore again with a card, reset, end"
    assert said(explored.when(reset(draws=0))) == "A: end"


def test_steps_go_back_by_the_option():
    game = table(turn_steps="free").when(explore(), win(), DEFEATED)

    assert said(game) == "A: give, move, explore again with a card, reset, end"


def test_a_turn_with_too_many_cards_in_hand_does_not_end_before_they_are_discarded():
    assert said(table(who("A", hand=6))) == "A: move, explore, reset (discard 1: 6 in hand, hand size 5)"


@pytest.mark.rule("PA-TRN-06")
def test_who_explored_by_a_card_first_explores_again_by_a_card_alone():
    game = table(who("A", hand=["Cure", "Bear"]))
    paid = explore(source="card", paid=e.Payment(card="Cure"), type="weapon")

    declined = game.when(paid, e.EncounterResolved(outcome="declined"))

    assert said(declined) == "A: explore again with a card, reset, end"
    assert said(declined.when(effect("explore_again", source="Bear"))) == "A: explore, reset, end"


@pytest.mark.rule("PA-TRN-07")
def test_after_the_last_exploration_of_a_turn_none_is_offered():
    once = (explore(), win(), DEFEATED)
    again = (explore(source="card", paid=e.Payment(card="Cure")), win(), DEFEATED)
    people = who("A", hand=["Cure", "Bear"])

    assert said(table(people, explorations_per_turn="one_extra").when(*once)).startswith("A: explore again")
    assert said(table(people, explorations_per_turn="one_extra").when(*once, *again)) == "A: reset, end"
    assert said(table(people).when(*once, *again)) == "A: explore again with a card, reset, end"


def test_the_turn_begins_with_a_blessing():
    game = table().when(reset(draws=0), end()).asks("turn_start", 1)

    assert said(game) == "B begins the turn: turn"
    begun = game.when(begin("B")).asks("blessing", 1)
    assert said(begun) == "B turns over a blessing: flip CARD"
    begun.when(FLIP).asks("turn", 1)


def test_what_is_left_pending_is_told_at_the_end_of_the_turn():
    left = table().when(explore("A", "Ogre"), e.LeftPending(owner="B", reason="asleep"))

    assert "pending" not in said(left)
    assert said(left.when(reset(draws=0))) == 'A: end; still pending: B "Ogre" (resume 1)'


# Recharging (PA-PLY-07, PA-PLY-08)


def caster():
    return table(who("Ezren", hand=["Force Missile", "Dart"]), who("Kyra", hand=["Force Missile"]), on_turn="Ezren")


def test_a_played_card_whose_recharge_is_known_is_asked_about():
    game = caster().when(play("Ezren", "Force Missile", "spell", use="step"))

    assert said(game).endswith('; Ezren may recharge "Force Missile" (Arcane 6): check recharge of CARD ...')
    made = game.when(check("Ezren", "recharge", 9, 6, card="Force Missile", skill="Arcane"))
    assert "recharge" not in said(made)


def test_what_was_stated_of_a_recharge_is_known():
    game = caster().when(
        play("Ezren", "Dart", "spell", use="step"), check("Ezren", "recharge", 3, 9, card="Dart", skill="Arcane"),
        reset("Ezren", discards=0, draws=3), end("Ezren"), begin("Kyra"), FLIP, play("Ezren", "Dart", "spell", use="step"),
    )  # fmt: skip

    assert '"Dart" (Arcane 9)' in said(game)


def test_who_lacks_the_skill_is_not_asked_to_recharge():
    assert "recharge" not in said(caster().when(play("Kyra", "Force Missile", "spell", use="step")))


def test_what_is_not_known_to_be_recharged_is_not_asked_about():
    assert "recharge" not in said(caster().when(play("Ezren", "Dart", "spell", use="step")))


# Before the first turn (PA-SET-10, PA-CHR-01)


@pytest.mark.parametrize(("name", "words"), [
    ("Lem", "Lem draws a starting hand of 6: draw CARDS, or draw N, with: favored TYPE"),
    ("Ezren", "Ezren draws a starting hand of 6: draw CARDS, or draw N"),
])  # fmt: skip
def test_a_starting_hand_says_where_its_type_is_chosen(name, words):
    scene = scenario(CharacterSetup(name=name, location="Woods"), options=OFFICIAL)

    assert said(Table(reducer.start(scene)).asks("starting_hand", 0)) == words


# The position


@pytest.mark.parametrize("events", [(), (explore(),), BEATEN, (V,), (explore(), lose(by=3)), (reset(draws=0), end())])
def test_only_the_name_and_the_seat_of_a_question_are_in_the_position(events):
    state = table(*APART).when(*events).now
    asked, flat = prompt(state), position(state)

    assert (flat["phase"], flat["actor"]) == (asked.ask, asked.seat)
    assert question(state)[0] == asked.ask
    assert asked.text not in json.dumps(list(flat.values()))


def test_when_all_is_over_nothing_is_asked():
    game = table(who("Kyra", hand=0, deck=["Mace"]), on_turn="", blessings=EMPTY).when(begin("Kyra"))
    assert said(game.asks("scenario_end")).startswith("the scenario is lost: ")

    game = game.when(e.ScenarioEnded(outcome="lost"))

    assert said(game.asks("rebuild", 0)) == "Kyra rebuilds the deck: rebuild CARDS"
    done = game.when(e.DeckRebuilt(who="Kyra", cards=("Mace",)))
    assert prompt(done.now) is None
    assert question(done.now) is None
    assert "phase" in position(done.now)


def test_every_prompt_is_what_the_game_says():
    state = table().when(*BEATEN).now

    assert GAME.prompt(state) == prompt(state)
    assert character(state, "A").seat == GAME.prompt(state).seat
