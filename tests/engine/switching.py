"""Which tests hold which rule, and whether one fails: what the switched-off tests of all games share."""

import importlib
import inspect
from itertools import product

import pytest


def marked_tests(folder, package):
    """The marked test functions of a folder by rule id, each with the calls that its parameters make of it."""
    found = {}
    for path in sorted(folder.glob("test_*.py")):
        if path.stem == "test_switched_off" or "mark.rule(" not in path.read_text(encoding="utf-8"):
            continue
        module = importlib.import_module(f"{package}.{path.stem}")
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


def fails(function, calls):
    """Whether a test fails in any of its calls."""
    for arguments in calls:
        try:
            function(**arguments)
        except (Exception, pytest.fail.Exception):  # noqa: BLE001 - in any way
            return True
    return False
