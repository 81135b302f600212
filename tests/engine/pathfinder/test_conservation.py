"""No card comes from nowhere or is lost, and nothing that was left open stops the end of a scenario."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.state import character
from engine.pathfinder.zones import EMPTY, of
from tests.engine.pathfinder.given import (
    DEFEATED,
    UNDEFEATED,
    attempt,
    begin,
    check,
    damage,
    died,
    end,
    escape,
    explore,
    meet,
    play,
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
from tests.engine.pathfinder.given import effect as applied


@pytest.mark.rule("PA-ZON-01")
def test_of_two_cards_that_are_named_there_have_to_be_two():
    game = table(who("A", hand=["Dart", "Cure"], deck=["Bear"], discard=["Sage"]), who("B")).when(damage(amount=2))

    game.when(taken(cards=("Dart", "Cure"))).clean()
    game.when(taken(cards=("Dart", "Dart"))).flagged("PA-ZON-01", "zone_contradiction")
    game.when(e.Healed(who="A", cards=("Sage",))).clean()
    game.when(e.Healed(who="A", cards=("Codex",))).flagged("PA-ZON-01", "zone_contradiction")
    game.when(applied("draw", amount=1, looked=("Mace",))).flagged("PA-ZON-01", "zone_contradiction")
    table(who("A", hand=0, deck=["Bear", "Cure"], hand_size=2)).when(reset(drawn=("Bear", "Bear"))).flagged("PA-ZON-01")


@pytest.mark.rule("PA-ZON-04")
def test_what_an_effect_takes_out_of_a_deck_is_gone_from_it_one_card_after_the_other():
    game = table(who("A", hand=0), places=(where("L1", of("Sage", "Cure")), "L2"))
    sage = e.ZoneChange(card="Sage", origin="location", place="L1", to="hand", who="A")
    turned = lambda card: e.ZoneChange(card=card, origin="location", place="L1", to="location")  # noqa: E731

    found = game.when(applied("search", zones=(sage,))).clean().now
    assert (found.places[0].deck.known, character(found, "A").hand.known) == (("Cure",), ("Sage",))
    game.when(applied("put", zones=(sage, sage))).flagged("PA-ZON-04", "zone_contradiction")
    put = game.when(applied("put", zones=(turned("Cure"), turned("Sage")))).clean()
    assert put.now.places[0].deck.top == ("Sage", "Cure")


@pytest.mark.rule("PA-SUM-02")
def test_cards_that_are_added_to_a_deck_are_in_it():
    game = table(places=(where("L1", 3), "L2"))

    assert game.when(applied("add_cards", amount=3, place="L1")).clean().now.places[0].deck.size == 6
    named = game.when(applied("add_cards", looked=("Bandit",), place="L1")).clean().now.places[0].deck
    assert (named.size, named.loose) == (4, ("Bandit",))


@pytest.mark.rule("PA-EXM-01")
def test_examined_cards_are_not_put_back_one_on_the_other():
    game = table(places=(where("L1", of("Sage", "Cure")), "L2"))
    turned = lambda card: e.ZoneChange(card=card, origin="location", place="L1", to="location")  # noqa: E731
    both = applied("examine", place="L1", zones=(turned("Sage"), turned("Cure")))

    game.refuses(both, "PA-EXM-01")
    table(places=(where("L1", of("Sage", "Cure")), "L2"), examined_order="free").allows(both)


@pytest.mark.rule("PA-ZON-01")
def test_of_two_copies_that_are_being_played_one_alone_is_recharged():
    game = table(who("A", hand=["Cure", "Cure"], deck=3), who("B"))
    both = game.when(play("A", "Cure", "spell", use="step"), play("A", "Cure", "spell", use="step", allowed_by="Codex"))
    recharged = both.when(check("A", "recharge", 9, 6, card="Cure"), reset(draws=0)).now

    one = character(recharged, "A")
    assert (one.hand.size, one.deck.size, one.discard.known) == (0, 4, ("Cure",))


@pytest.mark.rule("PA-END-03")
def test_a_deck_is_rebuilt_from_cards_that_nobody_named_before_it_takes_those_of_others():
    rebuilt = e.DeckRebuilt(who="A", cards=("Soldier",))
    game = table(who("A", hand=1, deck=0, hand_size=1), who("B", hand=["Soldier"], deck=0), blessings=EMPTY)
    game = game.when(end(), begin("B"), e.ScenarioEnded(outcome="lost"), rebuilt)

    assert character(game.now, "B").hand.known == ("Soldier",)


@pytest.mark.rule("PA-CLS-02")
def test_a_closing_is_earned_by_who_met_the_henchman_though_its_end_was_left_pending():
    game = table().when(explore(type="henchman"), win(), e.LeftPending(owner="B"), e.Resumed(task=1), DEFEATED)

    game.allows(attempt("A")).refuses(attempt("B"), "PA-CLS-02")


@pytest.mark.rule("PA-CLS-04")
def test_a_search_finds_a_card_that_is_in_the_deck():
    game = table(places=(where("L1", of("Cure")), "L2")).when(explore(type="henchman", card="Cure"), win(), DEFEATED)
    game = game.when(attempt(outcome="success"))

    game.when(e.LocationSearched(place="L1", villain="V")).flagged("PA-CLS-04", "zone_contradiction")
    assert not reducer.findings(table().now, e.LocationSearched(place="L1", villain="V"))


@pytest.mark.rule("PA-CLS-03")
def test_the_price_of_one_closing_is_paid_before_the_next_is_tried():
    met = (explore(type="henchman"), win(), DEFEATED)
    game = table().when(*met, attempt(outcome="success", unpaid=1), shut(pending=True), end(), begin("B"))
    game = game.when(e.BlessingAdvanced(), e.Moved(who="B", to="L2"), explore("B", type="henchman"), win("B"), DEFEATED)

    game.refuses(attempt("B", "L2"), "PA-CLS-03")
    game.when(e.PricePaid(who="C")).allows(attempt("B", "L2"))


@pytest.mark.rule("PA-VIL-06")
def test_each_location_gets_one_card_the_villain_among_them():
    game = table(blessings=of("X", "Y", "Z")).when(explore(type="villain", card="V"), win(outcome="fail"), UNDEFEATED)
    to = ("L1", "L2", "L3", "L4")

    told = game.when(escape(4, to, cards=("X", "V", "Y", "Z"))).clean()
    assert [one.deck.known for one in told.now.places] == [("X",), ("V",), ("Y",), ("Z",)]
    told.then(blessings=[0, [], [], []])
    game.when(escape(4, to, cards=("X", "Q", "Y", "Z"))).flagged("PA-VIL-06", "escape_differs")
    game.when(escape(4, to, cards=("X", "V", "Y"))).flagged("PA-VIL-06", "escape_differs")
    game.when(escape(4, to, cards=("X", "V", "Y", "Q"))).flagged("PA-ZON-04", "zone_contradiction")


@pytest.mark.rule("PA-VIL-06")
def test_with_too_few_blessings_the_locations_that_are_named_first_get_the_cards():
    to = ("L1", "L2", "L3", "L4")
    game = table(blessings=of("X")).when(explore(type="villain", card="V"), win(outcome="fail"), UNDEFEATED)
    ruled = game.when(rule_on("blessings_run_out", "flip_only", scope="once"))

    told = ruled.when(escape(4, to, blessings=1, cards=("X", "V"))).clean()

    assert [(one.deck.size, one.deck.known) for one in told.now.places] == [
        (10, ("X",)), (11, ("V",)), (10, ()), (10, ()),
    ]  # fmt: skip
    ruled.when(escape(4, to, blessings=1, cards=("X", "V", "Y"))).flagged("PA-VIL-06", "escape_differs")


@pytest.mark.rule("PA-END-03")
def test_what_a_rebuilt_deck_does_not_take_may_go_to_another_and_to_one_alone():
    rebuilt = lambda name, *cards, box=(): e.DeckRebuilt(who=name, cards=cards, from_box=box)  # noqa: E731
    game = table(who("A", hand=["Dart", "Cure"], deck=0, hand_size=2), who("B", hand=["Mace"], deck=0), blessings=EMPTY)
    game = game.when(end(), begin("B"), e.ScenarioEnded(outcome="lost"))

    first = game.when(rebuilt("A", "Cure", "Codex", box=("Codex",))).clean()
    first.then(left_over=[1, [], ["Dart"], []])
    first.when(rebuilt("B", "Dart", "Mace")).clean().then(left_over=[0, [], [], []])
    first.when(rebuilt("B", "Cure")).flagged("PA-END-03", "card_from_nowhere")
    taken_over = game.when(rebuilt("A", "Mace")).clean()
    assert character(taken_over.now, "B").hand == EMPTY


def test_what_was_left_pending_is_settled_after_the_scenario_is_decided():
    game = table(who("A"), who("B"), blessings=EMPTY).when(explore(), e.LeftPending(owner="B"), end(), begin("B"))

    game.ends("lost").refuses(e.ScenarioEnded(outcome="lost"), "PA-ENC-05").refuses(explore("B"), "PA-END-01")
    game = game.when(e.Resumed(task=1), win("B"), DEFEATED).when(e.ScenarioEnded(outcome="lost")).clean()
    assert game.now.ended


def test_nothing_is_left_to_the_dead():
    game = table(who("A"), who("B", deck=0, hand=4), who("C")).when(
        applied("draw", "B", amount=1), died("B"), explore()
    )

    game.refuses(e.LeftPending(owner="B", reason="asleep"), "PA-ENC-05")
    game.allows(e.LeftPending(owner="C", reason="asleep"))


def test_what_was_left_to_the_dead_is_cut_short():
    game = table(who("A"), who("B", deck=0, hand=4)).when(explore(card="Ghoul"), e.LeftPending(owner="B"))
    game = game.when(applied("draw", "B", amount=1), died("B"))

    game.brings("PA-ENC-12").deck("L1", 10, ["Ghoul"])
    assert game.now.tasks == ()
    assert game.now.encounters == ()


def test_a_successor_has_a_free_seat_and_a_name_of_its_own():
    game = table(who("A"), who("B", alive=False), successor_begins="next_encounter")
    join = lambda seat, name: e.SuccessorJoined(seat=seat, character=CharacterSetup(name=name))  # noqa: E731

    game.allows(join(1, "C")).refuses(join(0, "C"), "PA-DTH-06")
    for seat, name in ((7, "C"), (1, ""), (1, "A")):
        assert [one.grade for one in reducer.check(game.now, join(seat, name))] == ["impossible"]
    game.when(join(1, "C")).refuses(join(1, "D"), "PA-DTH-06")


def test_somebody_has_to_be_named_but_in_a_record():
    nobody = (e.TurnEnded(who=""), e.DamageTaken(who="", count=1), meet("", summoned=True), attempt("", at="L1"))
    for event in nobody:
        assert "PA-CHR-05" in [one.rule for one in reducer.check(table().now, event)]
    table().refuses(shut("", cause="effect"), "PA-ZON-04")
    assert reducer.check(table(mode="record").now, e.TurnEnded(who="")) == []
    assert resolved("defeated") == DEFEATED
