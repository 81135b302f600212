"""A villain between the closing attempts, the fight and the escape: what is decided when, and how it is told."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.words import describe_effects
from tests.engine.pathfinder.given import (
    DEFEATED,
    UNDEFEATED,
    against,
    check,
    effect,
    explore,
    lose,
    table,
    taken,
    where,
    who,
    win,
)


def told(game):
    return describe_effects(game.now, game.effects)


def met(**more):
    people = (who("A", "L1"), who("B", "L2"))
    return table(*people, **more).when(explore("A", "V", "villain"))


@pytest.mark.rule("PA-VIL-06")
@pytest.mark.parametrize("fought", [(win(), DEFEATED), (lose(by=1), taken("A", 1), UNDEFEATED)])
def test_a_villain_that_was_fought_waits_and_does_not_go_to_the_box(fought):
    game = met().when(*fought)

    assert ('"V" is still to escape or to be cornered', "PA-VIL-06") in told(game)
    assert "PA-ENC-09" not in [rule for _, rule in told(game)]


@pytest.mark.rule("PA-VIL-08")
def test_a_villain_that_is_cornered_at_once_does_not_wait():
    shut = ("L1", where("L2", status="closed"))
    game = met(places=shut, undefeated_villain_cornered="win").when(lose(by=1), taken("A", 1), UNDEFEATED).ends("won")

    assert [rule for _, rule in told(game) if rule in {"PA-VIL-06", "PA-ENC-09"}] == []


@pytest.mark.rule("PA-SUM-01")
def test_a_summoned_villain_goes_to_the_box():
    game = table().when(e.EncounterStarted(who="A", card="V", type="villain", summoned=True), win(), DEFEATED)

    assert ('"V" goes to the box', "PA-ENC-09") in told(game)


@pytest.mark.rule("PA-VIL-01")
def test_a_closing_attempt_against_no_villain_has_one_reason():
    game = table().when(explore("A", "Ogre"), win())

    assert [one.rule for one in reducer.check(game.now, against("B", "L2"))].count("PA-VIL-03") == 0
    assert "PA-VIL-01" in [one.rule for one in reducer.check(game.now, against("B", "L2"))]
    met().when(win()).refuses(against("B", "L2"), "PA-VIL-03")


@pytest.mark.rule("PA-VIL-03")
def test_the_villain_is_fought_when_every_closing_attempt_is_decided():
    game = met().when(against("B", "L2", None)).refuses(win(), "PA-VIL-03")

    game.when(check("B", "temp_close", 9, 5), win()).clean()
    met().when(against("B", "L2", "fail"), win()).clean()


def test_an_effect_that_heals_moves_the_cards_as_a_healing_does():
    game = table(who("A", deck=3, discard=2))

    game.when(effect("heal", "A", amount=1, source="Cure")).clean().has("A", deck=4, discard=1)
    game.when(effect("heal", "A", amount=3)).flagged("PA-ZON-01", "zone_contradiction", 3, 2)
    moved = e.ZoneChange(card="x", to="deck", origin="discard", who="A")
    game.when(effect("heal", "A", amount=1, zones=(moved,))).has("A", deck=4, discard=1)
