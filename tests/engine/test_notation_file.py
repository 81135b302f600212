"""Whole games as text, whatever the game: the head that tells a start, and lines that hold events as they are stored."""

import pytest

from engine.events import Noted
from engine.game import Beginning, game
from engine.notation_file import read_game, write_game
from engine.pathfinder import events as e
from engine.pathfinder.events import CharacterSetup
from tests.engine.pathfinder.given import PLACES, explore, started, who

PATHFINDER = game("pathfinder")
HEAD = """gamelog notation/1
game: pathfinder
name: Sunday
players: Ann, Bob
rules: seed
option: card_type_limit=check_or_step
characters: Kyra, Valeros
scenario: Brigandoom!
at: Kyra: Woods, Valeros: Woods
judging: strict
place: Berlin
---
"""


def begun(**more):
    settings = (("characters", "Kyra, Valeros"), ("scenario", "Brigandoom!"), ("at", "Woods"), ("judging", "strict"))
    return PATHFINDER.starting_event(
        Beginning(name="Sunday", players=("Ann", "Bob"), preset="seed", place="Berlin", settings=settings, **more)
    )


def test_a_start_that_settings_tell_is_written_as_settings():
    other = next(one.value for one in PATHFINDER.catalogue().options["card_type_limit"].values
                 if one.value != PATHFINDER.catalogue().options["card_type_limit"].preset("seed"))  # fmt: skip
    start = begun(options=(("card_type_limit", other),))
    text = write_game(start, [])

    assert text == HEAD.replace("check_or_step", other)
    assert read_game(text).started == start


def test_a_start_that_settings_cannot_tell_is_written_whole():
    start = started(who("Kyra", "L2", hand=["Cure"]), places=PLACES, mode="record", provenance="a table", campaign="C")
    text = write_game(start, [])

    assert '\nstart: {"kind":"pathfinder.game_started"' in text
    assert "\nprovenance: a table\n" in text
    assert read_game(text).started == start
    assert write_game(read_game(text).started, []) == text


def test_an_event_that_no_line_tells_is_written_as_it_is_stored(monkeypatch):
    plain = PATHFINDER.write_action
    monkeypatch.setattr(
        PATHFINDER, "write_action", lambda state, events: "end" if events == (nobody,) else plain(state, events)
    )
    nobody = e.EncounterStarted(who="", card="X", type="monster")
    start = started(mode="record")
    actions = [(explore(),), (nobody,)]
    text = write_game(start, [actions[0][0], nobody, Noted(text="so it was")], actions=actions)
    read = read_game(text)

    assert text.endswith(
        '\n[{"kind":"pathfinder.encounter_started","who":"","card":"X","type":"monster"}]\n# so it was\n'
    )
    assert read.fault is None
    assert read.runs() == ((explore(),), (nobody,), (Noted(text="so it was"),))


@pytest.mark.parametrize(
    ("line", "kind", "message"),
    [
        ('[{"kind": "pathfinder.turn_ended", "who": "A"}]', "illegal", None),
        ('  [{"kind": "pathfinder.flew"}]', "malformed", "these are no events of this game"),
        ('[{"kind": "pathfinder.turn_ended"', "malformed", "these are no events of this game"),
        ("end ...", "malformed", None),
    ],
)
def test_a_line_of_stored_events_is_judged_like_any_other(line, kind, message):
    text = write_game(started(), [explore()], actions=[(explore(),)]) + f"{line}\n"
    fault = read_game(text).fault

    assert (fault.fault.kind, fault.text) == (kind, line)
    assert message is None or message in fault.fault.message
    assert fault.fault.column == 1 + len(line) - len(line.lstrip()) or line.startswith("end")


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "hint"),
    [
        ("game: pathfinder", "game: pathfindr", 2, 'there is no game "pathfindr"', 'did you mean "pathfinder"?'),
        ("game: pathfinder\n", "", 11, "the head names no game", "such as: game: pax-pamir"),
        ("scenario: Brigandoom!", "scenario: Brigandom", 8, None, None),
        ("scenario:", "deck:", 8, '"deck" is no key of the head', None),
        ("judging: strict", "judging: kind", 10, 'judging "kind" is not known', None),
        ("rules: seed", "rules: sead", 5, 'there is no preset "sead"', 'did you mean "seed"?'),
        ("card_type_limit", "card_limit", 6, 'there is no option "card_limit"', None),
        ("=check_or_step", "=never", 6, 'option card_type_limit has no value "never"', None),
        ("place: Berlin", 'start: {"kind": 1}', 11, None, None),
        ("place: Berlin", "start: {", 11, None, None),
    ],
)
def test_a_fault_of_the_head_names_its_line(old, new, line, message, hint):
    read = read_game(HEAD.replace(old, new, 1))

    assert read.started is None
    assert read.fault.line == line
    assert message in {None, read.fault.fault.message}
    assert hint in {None, read.fault.fault.hint}


def test_a_game_that_begins_in_the_middle_is_told_by_its_position():
    first = PATHFINDER.start(begun())
    begin = Beginning(name="x", players=("Ann", "Bob"), preset="official", position=PATHFINDER.position_text(first))
    start = PATHFINDER.starting_event(begin)

    assert read_game(write_game(start, [])).started == start
    lines = "\n".join(f"position: {line}" for line in PATHFINDER.position_text(first).splitlines())
    typed = f"gamelog notation/1\ngame: pathfinder\nname: x\nplayers: Ann, Bob\nrules: official\n{lines}\n---\n"
    assert read_game(typed).started == start
    broken = typed.replace("position: mode", "position: mood", 1)
    assert broken != typed
    assert read_game(broken).fault.text.startswith("position: mood")


def test_names_that_hold_commas_are_kept():
    start = started(CharacterSetup(name="A, b"), CharacterSetup(name='"q"'), on_turn="", mode="record")

    assert read_game(write_game(start, [])).started == start
