"""A third game is one folder: the toy game is found, played, told and asked like the others."""

import random
import re
import sys
from pathlib import Path

import msgspec
import pytest

import engine
from engine.catalogue import Catalogue, UnknownNameError
from engine.game import (
    Beginning,
    BeginningError,
    BrokenGameError,
    Defaults,
    UnknownGameError,
    folder_of,
    game,
    game_of_kind,
    start_kinds,
    titles,
)
from engine.queries import queries
from engine.simulate import random_game
from tests.toy_game.visible import FOLDER, pig

__all__ = ["pig"]

KEPT = {".py", ".sql", ".toml"}
BEGIN = Beginning(name="dice", players=("Ann", "Bob"), preset="short")


@pytest.fixture
def games_in(tmp_path, monkeypatch):
    """Makes folders with files beside the built-in games."""
    monkeypatch.setattr(engine, "__path__", [*engine.__path__, str(tmp_path)])

    def make(folder, **files):
        (tmp_path / folder).mkdir()
        for name, text in files.items():
            (tmp_path / folder / f"{name}.py").write_text(text, "utf-8")
        for module in [name for name in sys.modules if name.startswith(f"engine.{folder}")]:
            monkeypatch.delitem(sys.modules, module)

    return make


def test_the_two_games_are_found_in_the_order_of_their_folders():
    assert titles() == ("pax-pamir", "pathfinder")
    assert start_kinds() == ["pamir.game_started", "pathfinder.game_started"]
    assert folder_of("pax-pamir") == "pamir"


def test_to_find_the_games_none_of_them_is_imported():
    code = "import sys; from engine.game import titles; titles(); print(*sorted(m for m in sys.modules if 'engine.p' in m))"
    from subprocess import run

    told = run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=engine.__path__[0] + "/..")

    assert told.stdout.split() == ["engine.pamir", "engine.pathfinder"]


def test_a_folder_more_is_a_game_more(pig):
    assert titles() == ("pax-pamir", "pathfinder", "pig")
    assert start_kinds()[-1] == "pig.game_started"
    assert game("pig") is game_of_kind("pig.rolled")
    assert [one.name for one in queries("pig")] == ["pig-ones"]


def test_without_the_folder_the_game_is_unknown():
    with pytest.raises(UnknownGameError, match='no game "pig"; built in: pax-pamir, pathfinder'):
        game("pig")
    with pytest.raises(UnknownGameError, match=r'events of the kind "pig.rolled"'):
        game_of_kind("pig.rolled")
    with pytest.raises(UnknownGameError):
        game_of_kind("pamirs.card_purchased")


def test_a_folder_without_a_game_in_it_is_no_game(games_in):
    games_in("shared", __init__="")

    assert titles() == ("pax-pamir", "pathfinder")


def test_a_game_without_a_title_is_named(games_in):
    games_in("whist", __init__="", game="GAME = None")

    with pytest.raises(BrokenGameError, match=r"^engine/whist/__init__.py gives no TITLE$"):
        titles()


def test_two_games_of_one_title_are_named(games_in):
    games_in("whist", __init__='TITLE = "pathfinder"', game="")

    with pytest.raises(BrokenGameError, match=r'^engine/whist and engine/pathfinder are both called "pathfinder"$'):
        titles()


def test_a_module_without_the_game_object_is_named(games_in):
    games_in("whist", __init__='TITLE = "whist"', game="")

    with pytest.raises(BrokenGameError, match=r"^engine/whist/game.py has no GAME$"):
        game("whist")


def test_it_needs_only_what_is_its_own(pig):
    toy = game("pig")
    state = toy.start(toy.starting_event(BEGIN))
    reading = toy.read_line(state, "roll 4")

    assert reading.fault is None
    assert toy.write_action(state, reading.events) == "roll 4"
    assert toy.option_texts(state) == [("roll 1|2|3|4|5|6", "roll the die", "PIG-1-roll")]
    assert toy.describe(state, reading.events[0]) == "Ann rolled a 4"
    assert toy.canonical(state, reading.events[0]) is reading.events[0]
    assert toy.findings(state, reading.events[0]) == []
    assert toy.automatic(state) is None
    assert toy.shuffled_deck(2, lambda _: None) == ()
    assert toy.hide(toy.flat(state), 0) == toy.flat(state)


def test_its_rules_are_read_from_its_own_folder(pig):
    rules = game("pig").catalogue().rules

    assert list(rules) == ["PIG-1-roll", "PIG-2-hold", "PIG-3-one", "PIG-4-win"]
    assert Catalogue.load("pig") is game("pig").catalogue()
    with pytest.raises(UnknownNameError):
        Catalogue.load("whist")


def test_the_hash_of_a_position_is_over_its_flat_keys(pig):
    from engine.position import hash_of

    toy = game("pig")
    start = toy.starting_event(BEGIN)
    state, tracker = toy.start(start), toy.tracker()
    tracker.step(state)
    for event in random_game(toy, start, random.Random(4).randrange):
        before = toy.flat(state)
        state, _ = toy.evolve(state, event)
        after = toy.flat(state)
        changed = {key: value for key, value in after.items() if before[key] != value}

        assert tracker.step_with_changes(state) == (hash_of(after), changed)
    assert toy.winners(state) is not None


def test_options_are_read_and_the_nearest_is_named(pig):
    toy = game("pig")
    chosen = msgspec.structs.replace(BEGIN, preset="official", options=(("target", "twenty"),))

    assert toy.starting_event(chosen).options.target == "twenty"
    for wrong, message, hint in (
        ({"preset": "shrot"}, 'there is no preset "shrot"', 'did you mean "short"?'),
        ({"preset": "x"}, 'there is no preset "x"', "presets: official, short"),
        ({"options": (("traget", "twenty"),)}, 'there is no option "traget"', 'did you mean "target"?'),
        ({"options": (("x", "y"),)}, 'there is no option "x"', "gamelog rules --options lists them"),
        ({"options": (("target", "ten"),)}, 'option "target" has no value "ten"', "values: hundred, twenty"),
        ({"players": ("Ann", "Ann")}, "two players have the same name", "names tell the seats apart; add a letter"),
    ):
        with pytest.raises(BeginningError) as failure:
            toy.starting_event(msgspec.structs.replace(BEGIN, **wrong))
        assert (str(failure.value), failure.value.hint) == (message, hint)


def test_random_games_end(pig):
    toy = game("pig")
    start = toy.random_start(BEGIN, random.Random(1).randrange, known=True)
    events = list(random_game(toy, start, random.Random(2).randrange))

    assert events[-1].kind() == "pig.held"


PAGE = (Path(engine.__file__).parent / "ADDING_A_GAME.md").read_text("utf-8")


def test_the_page_on_adding_a_game_lists_what_the_toy_game_has():
    listed = re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE)
    there = [str(one.relative_to(FOLDER / "pig")) for one in (FOLDER / "pig").rglob("*") if one.suffix in KEPT]

    assert sorted(there) == sorted(one.replace("NAME", "pig-ones") for one in listed)


def test_the_other_games_have_the_same_files():
    ours = Path(engine.__file__).parent
    for folder in ("pamir", "pathfinder"):
        for name in re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE):
            assert list((ours / folder).glob(name.replace("NAME", "*"))), f"{folder}/{name}"


def test_the_page_names_only_what_there_is():
    ours = Path(engine.__file__).parents[1]
    for path in re.findall(r"`((?:engine|cli|tests)/[a-z_/]+(?:\.py)?)`", PAGE):
        assert (ours / path).exists(), path
    listed = PAGE[PAGE.index("What `Defaults` does") : PAGE.index("A board of its own")]
    for name in set(re.findall(r"`([a-z_]+)`", listed)) - {"simulate"}:
        assert hasattr(Defaults, name), name


def test_the_toy_game_is_found_by_its_folder_alone():
    text = "".join(
        path.read_text("utf-8") for top in ("engine", "cli") for path in (FOLDER.parents[1] / top).rglob("*.py")
    )

    assert "toy_game" not in text
    assert "engine.pig" not in text
