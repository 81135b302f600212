"""Every rule that the engine holds has a test that notices when it is switched off."""

import importlib
import inspect
from itertools import product
from pathlib import Path

import pytest

from engine.catalogue import Catalogue
from engine.pathfinder import reducer
from engine.rules import holders, switched_off

RULES = tuple(Catalogue.load("pathfinder").rules)
HELD = tuple(rule_id for rule_id in RULES if holders(rule_id))
#: Rules of the campaign, between scenarios: feats, roles, trading, rewards of adventures, changing the character.
OF_THE_CAMPAIGN = {"PA-CHR-03", "PA-CHR-04", "PA-CHR-06", "PA-SET-03", "PA-END-07", "PA-END-08"}
HERE = Path(__file__).parent


def marked_tests():
    """The marked test functions of this folder by rule id, each with the calls that its parameters make of it."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path.stem == "test_switched_off" or "mark.rule(" not in path.read_text(encoding="utf-8"):
            continue
        module = importlib.import_module(f"tests.engine.pathfinder.{path.stem}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            marks = getattr(function, "pytestmark", ())
            for mark in marks:
                if mark.name == "rule" and name.startswith("test_"):
                    for rule_id in mark.args:
                        found.setdefault(rule_id, []).append((function, calls_of(marks)))
    return found


def calls_of(marks):
    """The keyword arguments with which pytest would call a test that uses no fixtures."""
    axes = []
    for mark in marks:
        if mark.name == "parametrize":
            names = mark.args[0].split(",") if isinstance(mark.args[0], str) else mark.args[0]
            names = [name.strip() for name in names]
            rows = [value if len(names) > 1 else (value,) for value in mark.args[1]]
            axes.append([dict(zip(names, row, strict=True)) for row in rows])
    return [{key: value for part in parts for key, value in part.items()} for parts in product(*axes)]


MARKED = marked_tests()


def fails(function, calls):
    """Whether a test fails in any of its calls."""
    for arguments in calls:
        try:
            function(**arguments)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - in any way
            return True
    return False


def test_the_engine_holds_every_rule_but_those_of_the_campaign():
    assert reducer.REDUCER == "pathfinder-1"
    assert {rule_id for rule_id in RULES if not holders(rule_id)} == OF_THE_CAMPAIGN


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
