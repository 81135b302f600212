"""Replaying a game: printed action by action, as JSON, and on a screen to step through."""

import re

import msgspec
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.cells import cell_len

from cli.film import Film
from cli.replay_screen import HELP, Screen, show_film
from engine.judging import Violation
from engine.replay import Failure
from tests.cli.table import NAME, Terminal, gamelog, logged, session_at

LEFT, RIGHT = "\x1b[D", "\x1b[C"


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    return logged(tmp_path_factory.mktemp("replay"))


@pytest.fixture(scope="module")
def film(db):
    return Film(session_at(db).load(NAME))


class SmallOutput(DummyOutput):
    def __init__(self, columns=80, rows=24):
        self.size = Size(rows=rows, columns=columns)

    def get_size(self):
        return self.size


def shown(film, keys, *, columns=80, rows=24, **more):
    """A screen after keys were pressed and it was left."""
    screen = Screen(film, **more)
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        screen.application(pipe, SmallOutput(columns, rows)).run()
    return screen


# Printed


def test_an_action_is_told_with_what_was_typed_what_followed_and_by_which_rule(db):
    told = gamelog("replay", NAME, "--steps", "18-20", db=db)

    assert told.code == 0
    assert "18-20  play 11 left: road kabul-kandahar x2\n" in told.out
    assert "Ann played #11 Lapis Lazuli Mine" in told.out
    assert re.search(r"Ann changes loyalty to Afghan\s+PP-8\.1", told.out)
    assert "changed: actions left: 1 -> 0" in told.out
    assert "21" not in re.findall(r"^ +(\d+)", told.out, re.MULTILINE)


@pytest.mark.parametrize("more", [(), ("--board",), ("--width", "120", "--board")])
def test_where_there_is_no_terminal_nothing_but_text_is_printed(db, more):
    told = gamelog("replay", NAME, "--from", "17", "--to", "33", *more, db=db)

    assert "\x1b" not in told.out
    assert told.out.count("TRANSCASPIA") == (8 if more else 0)
    width = 120 if "--width" in more else 80
    assert all(cell_len(line) <= width for line in told.out.splitlines())


def test_a_whole_game_begins_with_its_players_and_ends_with_who_won(db):
    told = gamelog("replay", NAME, "--plain", db=db).out

    assert told.startswith("Pax Pamir, Second Edition begins: Ann, Bob, Cai")
    assert "Ann wins with 9 points" in told
    assert told.rstrip().endswith("now: the game is over")


def test_every_event_is_an_object_with_its_consequences_and_changes(db):
    steps = gamelog("replay", NAME, "--json", "--steps", "18-20", db=db).json

    assert [step["event"] for step in steps] == [18, 19, 20]
    assert {step["action"] for step in steps} == {18}
    assert {"text": "Ann changes loyalty to Afghan", "rule": "PP-8.1"} in steps[0]["effects"]
    assert steps[0]["changed"]["p0.loyalty"] == "afghan"
    assert steps[0]["changes"][:1] == ["to decide: main -> impact road"]
    assert steps[2]["prompt"].startswith("Ann: buy, play")


def test_a_span_that_is_open_or_single_is_understood(db):
    single = gamelog("replay", NAME, "--json", "--steps", "19", db=db).json
    to_the_end = gamelog("replay", NAME, "--json", "--steps", "250-", db=db).json

    assert [step["event"] for step in single] == [18, 19, 20]
    assert to_the_end[-1]["event"] == 259


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--steps", "x"), 2, '"x" are no steps'),
        (("--steps", "9-3"), 2, "ends before it begins"),
        (("--steps", "1-2", "--from", "1"), 2, "either --steps or --from and --to"),
        (("--from", "900"), 3, "there is no event 900"),
        (("--speed", "0"), 2, "the speed 0 is not from"),
        (("--at", "900"), 3, "there is no event 900"),
        (("--as", "Zoe"), 3, 'no player is called "Zoe"'),
    ],
)
def test_what_cannot_be_shown_is_said(db, words, code, message):
    told = gamelog("replay", NAME, *words, db=db)

    assert (told.code, told.out) == (code, "")
    assert message in told.err


def test_a_player_sees_no_other_hands(db):
    told = gamelog("replay", NAME, "--json", "--as", "Bob", "--steps", "17", db=db).json[0]
    board = gamelog("replay", NAME, "--board", "--as", "Bob", "--steps", "23", db=db).out

    assert told["changed"]["p0.hand"] == [0]
    assert "Ann: hand 0 -> 1 cards" in told["changes"]
    assert "17 Citadel of Ghazni" in board


def test_the_line_can_be_cut_and_what_was_known_then_is_kept(tmp_path):
    path = logged(tmp_path, 30)
    session = session_at(path)
    loaded = session.load(NAME)
    outcome, taken = session.undo(loaded)
    undone = taken[0].version

    today = gamelog("replay", NAME, "--json", db=path).json
    then = gamelog("replay", NAME, "--json", "--known-at", str(loaded.version), db=path).json
    earlier = gamelog("replay", NAME, "--json", "--at", "20", db=path).json

    assert today[-1]["event"] == undone - 1
    assert then[-1]["event"] == loaded.version == outcome.last - 1
    assert earlier[-1]["event"] == 20


def test_notes_stand_at_their_moment(tmp_path):
    path = logged(tmp_path, 10)
    gamelog("note", NAME, "tea break", db=path)
    said = gamelog("replay", NAME, "--plain", db=path).out

    assert "note: tea break" in said
    assert said.index("note: tea break") > said.index("buy 11")


def test_a_speed_paces_what_is_printed(db, monkeypatch):
    slept = []
    monkeypatch.setattr("cli.replaying.time.sleep", slept.append)
    gamelog("replay", NAME, "--steps", "17-22", "--speed", "4", db=db)

    assert slept == [0.25, 0.25]


def test_a_replay_that_the_rules_stop_tells_how_far_it_came_and_why(db, monkeypatch):
    whole = session_at(db).load(NAME).replay()
    stopped = Failure(
        version=61,
        kind="illegal",
        message="that was not allowed",
        violations=(Violation(rule="PP-4.1-cost", message=""),),
    )
    cut = msgspec.structs.replace(whole, steps=whole.steps[:59], failure=stopped)
    monkeypatch.setattr("cli.session_games.Loaded.replay", lambda _: cut)
    told = gamelog("replay", NAME, "--plain", db=db)

    assert told.code == 1
    assert "58-60  play 99 right" in told.out
    assert f"error: {NAME}#61: the replay stops before event 61: that was not allowed\nrule: PP-4.1-cost" in told.err


# On the screen


def test_arrows_go_by_action_and_letters_by_event(film):
    assert shown(film, RIGHT * 5 + "q").place == film.place_of(17)
    assert shown(film, RIGHT * 6 + LEFT + "q").place == film.place_of(17)
    assert shown(film, RIGHT * 5 + "nnq").place == film.place_of(19)
    assert shown(film, RIGHT * 5 + "nnpq").place == film.place_of(18)


def test_one_goes_on_from_within_an_action_to_its_end(film):
    assert shown(film, RIGHT * 5 + "n" + RIGHT + "q").place == film.place_of(20)
    assert shown(film, RIGHT * 5 + "nn" + LEFT + "q").place == film.place_of(17)


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        ("g41\r", 41),
        ("g41\rg+2\r", 44),
        ("g41\rg-1\r", 40),
        ("gfirst\r", 1),
        ("glast\r", 259),
        ("e", 259),
        ("eE", 1),
        ("c", 159),
        ("cc", 258),
        ("ccC", 159),
        ("gcheck\r", 159),
        ("t", 16),
        ("tt", 22),
        ("tttT", 22),
        ("/overthrown\r", 185),
        ("/overthrown\rN", 226),
        ("/PP-7.3\r", 185),
        ("g99999\r", 259),
        ("g\x1b", 1),
    ],
)
def test_one_can_go_anywhere(film, keys, event):
    assert film.version(shown(film, keys + "\x04").place) == event


def test_what_leads_nowhere_is_said_and_changes_nothing(film):
    screen = shown(film, "g41\rgnowhere\r\x04")

    assert film.version(screen.place) == 41
    assert '"nowhere" leads nowhere' in screen.message
    assert 'nothing further on says "zzz"' in shown(film, "/zzz\r\x04").message
    assert "this is the end" in shown(film, "e" + RIGHT + "\x04").message


def test_it_plays_by_itself_and_leaves_at_the_end(film):
    screen = Screen(film, start=len(film) - 4, speed=50, leave_at_end=True)
    with create_pipe_input() as pipe:
        screen.application(pipe, SmallOutput()).run()

    assert screen.place == len(film)


def test_play_pause_and_speed_are_keys(film):
    screen = Screen(film)
    assert not screen.tick()
    screen.playing = True
    assert screen.tick()
    assert screen.place == film.next_action(0)

    faster = shown(film, "+++q")
    assert faster.speed == pytest.approx(1.5**3)
    assert shown(film, " q").playing
    assert not shown(film, "  q").playing
    assert not shown(film, f" {RIGHT}q").playing


def test_control_c_interrupts(film):
    with create_pipe_input() as pipe:
        pipe.send_text("\x03")
        with pytest.raises(KeyboardInterrupt):
            show_film(film, console_input=pipe, output=SmallOutput())


def test_help_opens_with_a_question_mark_and_closes_with_any_key(film):
    assert shown(film, "?xq").place == 0
    assert shown(film, f"?{RIGHT}{RIGHT}q").place == film.next_action(0)
    assert all(cell_len(line) <= 80 for line in HELP.splitlines())
    assert len(HELP.splitlines()) <= 16


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 10), (200, 60)])
def test_the_screen_is_drawn_at_any_size(film, columns, rows):
    screen = shown(film, "g20\r\x04", columns=columns, rows=rows)
    board = screen.board(columns, 15)
    story = screen.story(columns)

    assert len(board) == 15
    assert len(board) + len(story) > 15
    assert cell_len(screen.status(columns)) <= columns
    assert f"{NAME}#20 of 259" in screen.status(columns)


def test_where_the_board_is_higher_than_the_screen_it_shows_what_changed(film):
    screen = Screen(film)
    screen.go(film.place_of(20))
    on_the_map = "\n".join(screen.board(80, 10))
    screen.go(film.place_of(17))
    further_down = "\n".join(screen.board(80, 10))

    assert "KANDAHAR" in on_the_map
    assert "◄" in further_down


# At a terminal


def test_the_terminal_is_left_as_it_was(db):
    with Terminal("replay", NAME, db=db) as terminal:
        terminal.wait_for("\x1b[?1049h")
        terminal.wait_for("action 0 of 122")
        terminal.press(RIGHT)
        terminal.wait_for("reveal 99 11 27")
        terminal.press("q")

        assert terminal.end() == 0
        assert "\x1b[?1049l" in terminal.text
        assert terminal.attributes() == terminal.before


def test_an_interrupted_terminal_is_left_as_it_was(db):
    with Terminal("replay", NAME, "--speed", "5", db=db) as terminal:
        terminal.wait_for("playing 5/s")
        terminal.press("\x03")

        assert terminal.end() == 130
        assert "\x1b[?1049l" in terminal.text
        assert terminal.attributes() == terminal.before


def test_a_terminal_without_a_screen_gets_text(db):
    with Terminal("replay", NAME, "--to", "20", db=db, TERM="dumb") as terminal:
        terminal.wait_for("road kabul-kandahar x2")

        assert terminal.end() == 0
        assert "\x1b" not in terminal.text
