"""Every rule that the engine holds has a test that notices when it is switched off."""

from pathlib import Path

import pytest

from engine.catalogue import Catalogue
from engine.pathfinder import campaign, reducer
from engine.rules import holders, switched_off
from tests.engine.switching import fails, marked_tests

RULES = tuple(Catalogue.load("pathfinder").rules)
HELD = tuple(rule_id for rule_id in RULES if holders(rule_id))

MARKED = marked_tests(Path(__file__).parent, "tests.engine.pathfinder")


def test_the_engine_holds_every_rule():
    assert (reducer.REDUCER, campaign.REDUCER) == ("pathfinder-1", "pathfinder-campaign-1")
    assert len(RULES) == len(HELD) == 136


def test_tests_are_marked_with_rules_of_the_catalogue_only():
    assert set(MARKED) <= set(RULES)


def test_every_rule_that_is_held_has_a_marked_test():
    assert [rule_id for rule_id in HELD if rule_id not in MARKED] == []


@pytest.mark.parametrize(
    ("rule_id", "holder"),
    [
        pytest.param(rule_id, holder, id=f"{rule_id}-{holder.function.__name__}")
        for rule_id in HELD
        for holder in holders(rule_id)
    ],
)
def test_a_marked_test_fails_when_its_rule_is_switched_off(rule_id, holder):
    with switched_off(rule_id, holder):
        noticed = [function.__name__ for function, calls in MARKED[rule_id] if fails(function, calls)]

    assert noticed, f"no test of {rule_id} fails when it is switched off"
    assert not any(fails(function, calls[:1]) for function, calls in MARKED[rule_id])
