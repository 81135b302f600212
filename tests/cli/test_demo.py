"""The demo tells a story that a newcomer can follow, anywhere, and leaves nothing behind."""

import gzip
import re
import time

import pytest
from rich.cells import cell_len

from tests.cli.table import ROOT, TRACE, Terminal, gamelog, in_process

PARTS = (
    "1. A game is logged",
    "2. It is replayed",
    "3. A move is disputed",
    "4. Why did that happen?",
    "5. History answers a question",
    "6. Can the log be trusted?",
)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    folder = tmp_path_factory.mktemp("elsewhere")
    home = tmp_path_factory.mktemp("home")
    temporary = tmp_path_factory.mktemp("temporary")
    began = time.monotonic()
    ran = in_process("demo", cwd=folder, HOME=str(home), TMPDIR=str(temporary), XDG_DATA_HOME=str(home / "data"))
    ran.seconds = time.monotonic() - began
    ran.left = [*folder.iterdir(), *home.iterdir(), *temporary.iterdir()]
    return ran


def test_it_tells_the_whole_story_in_order(told):
    places = [told.out.index(part) for part in PARTS]

    assert (told.code, told.err) == (0, "")
    assert places == sorted(places)


def test_a_game_is_logged_as_it_was_typed_and_both_engines_agree(told):
    assert "18-20  play 11 left: road kabul-kandahar x2" in told.out
    assert "122 actions, 259 events" in told.out
    assert "at each of its 213 steps both agree" in " ".join(told.out.split())


def test_its_boards_are_shown(told):
    assert told.out.count("TRANSCASPIA") == 3
    assert "Ann wins with 9 points" in " ".join(told.out.split())


def test_a_disputed_move_is_refused_with_its_rule_in_both_languages(told):
    assert "error: tuesday#95: there is no Afghan road between Kabul and Transcaspia" in told.out
    assert "rule: PP-6.7-move" in told.out
    assert "if a road of your coalition lies on the border" in " ".join(told.out.split())
    assert "軍隊須越過有己方道路" in told.out


def test_an_overthrow_is_explained(told):
    assert "Ann is overthrown in Transcaspia" in told.out
    assert "PP-7.3-overthrow-court" in told.out


def test_a_question_is_answered_from_history(told):
    assert re.search(r"\$ gamelog query reigns\n", told.out)
    assert re.search(r"^ Bob +kabul +1 +16 +16 +0", told.out, re.MULTILINE)


def test_it_is_quick_fits_the_page_and_leaves_nothing_behind(told):
    assert told.seconds < 60  # seconds on a machine that is not busy: three
    assert "\x1b" not in told.out
    assert all(cell_len(line.rstrip()) <= 80 for line in told.out.splitlines())
    assert told.left == []


def test_every_command_that_it_names_does_what_it_shows(told):
    named = set(re.findall(r"\$ gamelog (\w+)", told.out))

    assert named == {"replay", "record", "rule", "why", "query", "verify", "new"}


def test_it_ends_with_how_a_game_of_either_title_begins(told, log):
    begin = re.findall(r"\$ gamelog (new [^\n]+?) *\n", told.out)

    assert [line.split()[1] for line in begin] == ["pax-pamir", "pathfinder"]
    for line in begin:
        log.done(*line.split())


def test_it_can_be_drawn_wide():
    wide = gamelog("demo", "--fast", "--width", "120").out

    assert max(cell_len(line.rstrip()) for line in wide.splitlines() if "│" in line) == 120


def test_its_game_is_one_of_the_reference_games():
    own = ROOT / "cli/data/demo.jsonl.gz"

    assert gzip.decompress(own.read_bytes()) == gzip.decompress(TRACE.read_bytes())


def test_at_a_terminal_the_whole_game_plays_on_the_screen(tmp_path):
    with Terminal("demo", TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for("Enter goes on")
        terminal.press("\r")
        terminal.wait_for("\x1b[?1049h")
        terminal.wait_for("playing 15/s")
        terminal.press("q")
        for part in PARTS[2:]:
            terminal.wait_for("Enter goes on")
            terminal.press("\r")
            terminal.wait_for(part)

        assert terminal.end() == 0
        assert terminal.attributes() == terminal.before
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_demo_leaves_nothing_behind(tmp_path):
    with Terminal("demo", TMPDIR=str(tmp_path)) as terminal:
        terminal.wait_for("Enter goes on")
        terminal.press("\x03")

        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
    assert list(tmp_path.iterdir()) == []
