"""Every rule of the catalogue is held by the engine, and a test notices when it is switched off."""

from pathlib import Path

import pytest

from engine.catalogue import Catalogue
from engine.rules import held_rules, holders, switched_off
from tests.engine.switching import fails, marked_tests

RULES = tuple(Catalogue.load("pamir").rules)
MARKED = marked_tests(Path(__file__).parent, "tests.engine.pamir")


def test_the_catalogue_and_the_engine_hold_the_same_rules():
    assert set(held_rules("PP-")) == set(RULES)


def test_tests_are_marked_with_rules_of_the_catalogue_only():
    assert set(MARKED) <= set(RULES)


def test_every_rule_is_held_and_has_a_marked_test():
    assert [rule_id for rule_id in RULES if not holders(rule_id)] == []
    assert [rule_id for rule_id in RULES if rule_id not in MARKED] == []


@pytest.mark.parametrize(
    ("rule_id", "holder"),
    [
        pytest.param(rule_id, holder, id=f"{rule_id}-{holder.function.__name__}")
        for rule_id in RULES
        for holder in holders(rule_id)
    ],
)
def test_a_marked_test_fails_when_its_rule_is_switched_off(rule_id, holder):
    with switched_off(rule_id, holder):
        noticed = [function.__name__ for function, calls in MARKED[rule_id] if fails(function, calls)]

    assert noticed, f"no test of {rule_id} fails when it is switched off"
    assert not any(fails(function, calls[:1]) for function, calls in MARKED[rule_id])
