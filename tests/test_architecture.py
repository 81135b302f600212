"""The arrows of the house: who may import whom, read from the source without running it."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("eventstore", "engine", "cli")
#: Outside packages and the only package of ours that may import them.
AT_HOME = {"duckdb": "eventstore", "rich": "cli", "typer": "cli", "prompt_toolkit": "cli"}


def modules():
    """Every module of the three packages, by its path from the root."""
    return [path.relative_to(ROOT) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def imported(source, package=""):
    """The names of the modules that a source imports, wherever in it; relative ones from the package it is in."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in {"import_module", "__import__"} and isinstance(node.args[0].value, str):
                found.add(node.args[0].value)
    return found


def packages_of(path):
    source = (ROOT / path).read_text(encoding="utf-8")
    return {name.partition(".")[0] for name in imported(source, ".".join(path.parts[:-1]))}


MODULES = modules()


def test_the_modules_are_found():
    assert {path.parts[0] for path in MODULES} == set(PACKAGES)
    assert len(MODULES) > 40


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_arrows_point_only_where_they_may(path):
    package, imports = path.parts[0], packages_of(path)

    if package != "cli":
        assert not imports & (set(PACKAGES) - {package})
    assert "tests" not in imports
    for outside, home in AT_HOME.items():
        assert outside not in imports or package == home


def test_one_place_joins_engine_and_store():
    joining = [path for path in MODULES if path.parts[0] == "cli" and {"engine", "eventstore"} <= packages_of(path)]

    assert joining
    assert [path for path in joining if not path.name.startswith("session")] == []


def test_the_games_do_not_know_each_other():
    games = {path.parts[1] for path in MODULES if path.parts[0] == "engine" and len(path.parts) > 2}

    assert "pamir" in games
    for path in MODULES:
        if path.parts[0] == "engine":
            source = (ROOT / path).read_text(encoding="utf-8")
            named = {name.split(".")[1] for name in imported(source, ".".join(path.parts[:-1])) if name.count(".")}
            own = {path.parts[1]} if len(path.parts) > 2 else set()
            assert not named & (games - own), path


def test_the_engine_takes_nothing_from_clock_chance_or_surroundings():
    forbidden = {"random", "secrets", "time", "os", "locale", "socket", "threading", "platform", "uuid"}
    # What plays random games or makes a deck of a seed is handed its chance; it is no part of the rules.
    allowed = {Path("engine/simulate.py"), Path("engine/pamir/deck.py")}
    engine = [path for path in MODULES if path.parts[0] == "engine"]
    found = [(str(path), name) for path in engine if path not in allowed for name in packages_of(path) & forbidden]
    asked = [
        (str(path), node.attr)
        for path in engine
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (
            node.attr in {"utcnow", "today", "environ"}
            or ast.unparse(node) in {"datetime.now", "datetime.datetime.now"}
        )
    ]

    assert found == []
    assert asked == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import duckdb", "duckdb"),
        ("import engine.pamir.game as g", "engine.pamir.game"),
        ("from engine import replay", "engine.replay"),
        ("def f():\n    from rich.table import Table", "rich.table"),
        ("from . import locking", "eventstore.locking"),
        ('importlib.import_module("duckdb")', "duckdb"),
        ("try:\n    import typer\nexcept ImportError:\n    pass", "typer"),
    ],
)
def test_every_way_to_import_is_seen(source, found):
    assert found in imported(source, "eventstore")


def test_no_file_of_the_engine_is_a_rulebook_of_its_own():
    too_long = [str(path) for path in MODULES if len((ROOT / path).read_text(encoding="utf-8").splitlines()) > 650]

    assert too_long == []
