"""The prompt of `record`: what it completes, asks, records, and what it leaves alone."""

import contextlib
import io
import re

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.completing import LineCompleter, ways_on
from cli.prompting import WORDS, Sitting, record_at_prompt
from cli.recording import append_line
from cli.session_games import Loaded
from tests.cli.table import NAME, Terminal, gamelog, logged, session_at

#: After so many actions Cai may battle with card 66, which leaves a choice, and it is nobody's turn to reveal.
ACTIONS = 30


@pytest.fixture
def db(tmp_path):
    return logged(tmp_path, ACTIONS)


@pytest.fixture
def session(db):
    return session_at(db, recorder="Cai")


@pytest.fixture
def loaded(session):
    return session.load(NAME)


@pytest.fixture
def sitting(session, loaded):
    with create_pipe_input() as pipe:
        made = Sitting(session, loaded, console_input=pipe, output=DummyOutput())
        made.pipe = pipe
        yield made


def typed(sitting, *lines):
    """What is said when lines are taken; answers to questions wait in the pipe."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        for line in lines:
            sitting.take(line)
    return out.getvalue() + err.getvalue()


def kinds(session):
    return [event.kind for event in session.load(NAME).stored]


def completions(loaded, text):
    completer = LineCompleter(lambda: loaded, WORDS)
    return [one.text for one in completer.get_completions(Document(text), CompleteEvent())]


# Recording


def test_a_line_is_recorded_at_once_with_its_consequences_and_the_next_question(sitting, session):
    said = typed(sitting, "buy 67")

    assert session.load(NAME).version == 75
    assert re.search(r"75 Cai bought #67 Wheat Fields for nothing\n +Cai pays nothing .* PP-4\.1-cost\n", said)
    assert said.endswith("now: Cai: buy, play, use a card or end the turn (0 actions left)\n")


def test_lines_are_typed_until_control_d(session, capsys):
    with create_pipe_input() as pipe:
        pipe.send_text("buy 67\rend\r\x04")
        record_at_prompt(session, NAME, console_input=pipe, output=DummyOutput())

    assert kinds(session)[74:76] == ["pamir.card_purchased", "pamir.turn_ended"]
    assert f"{NAME}#74  Cai: buy, play" in capsys.readouterr().err


def test_an_illegal_line_is_refused_with_its_rule_and_nothing_is_recorded(sitting, session):
    said = typed(sitting, "battle 99")

    assert "error:" in said
    assert "rule: PP-3.1-actions" in said
    assert "battle 66" in said
    assert session.load(NAME).version == 74


def test_a_comment_becomes_a_note(sitting, session):
    typed(sitting, "buy 67  # Bob sighs")

    assert kinds(session)[-2:] == ["pamir.card_purchased", "log.noted"]


def test_several_pasted_lines_are_taken_until_one_is_refused(sitting, session):
    said = typed(sitting, "buy 67\nfrobnicate\nend")

    assert kinds(session)[-1] == "pamir.card_purchased"
    assert 'there is no action "frobnicate"' in said


# What a line leaves open


def test_what_a_line_leaves_open_is_asked_for_with_numbered_choices(sitting, session):
    sitting.pipe.send_text("2\r")
    said = typed(sitting, "battle 66")

    assert re.search(r"^ +1  road british herat-persia  remove .*PP-6\.9-battle$", said, re.MULTILINE)
    assert re.search(r"^ +2  stop  ", said, re.MULTILINE)
    assert kinds(session)[74:] == ["pamir.action_taken", "pamir.battle_site_chosen", "pamir.stopped"]


def test_choices_that_hold_numbers_are_lettered_so_that_a_card_is_not_taken_for_a_place_in_the_list(sitting, session):
    sitting.pipe.send_text("1\r\x03")
    said = typed(sitting, "buy")

    assert re.search(r"^ +a  buy ", said, re.MULTILINE)
    assert '"1" is none of them' in said
    assert session.load(NAME).version == 74


def test_a_choice_may_be_typed_in_words(sitting, session):
    sitting.pipe.send_text("67\r")
    typed(sitting, "buy")

    assert kinds(session)[-1] == "pamir.card_purchased"


def test_control_c_abandons_the_line_and_nothing_of_it_is_recorded(sitting, session):
    sitting.pipe.send_text("\x03")
    said = typed(sitting, "battle 66")

    assert "abandoned; nothing of it was recorded" in said
    assert session.load(NAME).version == 74


def test_an_answer_that_is_none_of_the_choices_is_asked_again(sitting, session):
    sitting.pipe.send_text("9\r1\r")
    said = typed(sitting, "battle 66")

    assert '"9" is none of them' in said
    assert kinds(session)[-1] == "pamir.piece_removed"


def test_the_answer_is_put_before_the_comment(loaded):
    lines = [line for _, line in ways_on(loaded, "battle 66  # at last")]

    assert lines == ["battle 66: road british herat-persia  # at last", "battle 66: stop  # at last"]


@pytest.mark.parametrize(
    "begun", ["battle 66", "battle 66:", "battle 66 :", "bat 66", "battle 66：", "battle 66: herat,"]
)
def test_the_answer_continues_the_line_however_it_was_begun(loaded, begun):
    for _, line in ways_on(loaded, begun):
        assert loaded.game.read_line(loaded.state, line).fault is None, line


# Completion


def test_only_what_is_legal_is_completed(loaded):
    offered = completions(loaded, "b")
    legal = [text for text, _, _ in loaded.game.option_texts(loaded.state)]

    assert "board" in offered
    assert {one for one in offered if one not in WORDS} == {one for one in legal if one.startswith("b")}


@pytest.mark.parametrize("text", ["bat 66", "ba 6", "battle balu"])
def test_words_may_be_cut_short_and_cards_named(loaded, text):
    assert completions(loaded, text) == ["battle 66"]


@pytest.mark.parametrize("text", ["battle 66: ", "battle 66：", "battle 66:ro"])
def test_choices_are_completed_after_the_colon(loaded, text):
    assert completions(loaded, text)[0] == "road british herat-persia"


def test_nothing_is_completed_where_nothing_can_follow(loaded):
    assert completions(loaded, "buy 67: ") == []
    assert completions(loaded, "nonsense: ") == []


def test_a_card_that_comes_out_of_an_unknown_deck_is_completed_with_its_name(tmp_path):
    path = tmp_path / "table.duckdb"
    gamelog("new", "pax-pamir", "friday", "--players", "Ann,Bob", db=path)
    loaded = session_at(path).load("friday")

    assert "reveal 41" in completions(loaded, "rev")
    assert completions(loaded, "reveal cossacks") == ["reveal 99"]


# The prompt's own words


def test_every_word_of_the_prompt_is_listed_by_help(sitting):
    said = typed(sitting, "?")

    assert all(f"  {word} " in said for word in WORDS if word != "help")


def test_can_lists_what_is_legal_and_may_be_narrowed(sitting):
    assert "battle 66" in typed(sitting, "can")
    narrowed = typed(sitting, "can wheat")
    assert "buy 67" in narrowed
    assert "battle 66" not in narrowed


def test_the_words_look_and_change_nothing(sitting, session):
    said = typed(sitting, "board", "log 2", "why", "why 58", "rule 6.9", "help")

    assert "TRANSCASPIA" in said
    assert "Ann changes loyalty to Russian" in said
    assert "PP-6.9-battle  Battle" in said
    assert session.load(NAME).version == 74


def test_undo_redo_and_note_go_into_the_log(sitting, session):
    said = typed(sitting, "undo", "redo", "note tea break", "undo 70")

    assert "undone: 74 Cai bought #112 Nation Building for 3" in said
    assert kinds(session)[74:] == ["log.undone", "log.redone", "log.noted", "log.undone"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("why x", '"x" is no number of event'),
        ("why 900", "there is no event 900"),
        ("redo", "there is nothing to redo"),
        ("note", "the note is empty"),
        ("rule", "which rule?"),
        ("rule xyzzy", 'there is no rule "xyzzy"'),
        ("undo 900", "nothing on the line from event 900 on"),
    ],
)
def test_what_a_word_cannot_do_is_said_and_the_prompt_stays(sitting, line, message):
    assert message in typed(sitting, line)
    assert sitting.open


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_one_leaves_with_a_word(sitting, word):
    typed(sitting, word)

    assert not sitting.open


def test_the_status_line_says_whose_decision_it_is(sitting):
    status = sitting._status()
    shown = status if isinstance(status, str) else fragment_list_to_text(status)

    assert f"{NAME}#74" in shown
    assert "Cai: buy, play" in shown
    assert len(shown) <= 80


def test_earlier_lines_are_remembered_for_each_database_and_written_nowhere(session, loaded, tmp_path):
    with create_pipe_input() as pipe:
        pipe.send_text("can\r\x04")
        Sitting(session, loaded, console_input=pipe, output=DummyOutput()).run()
        again = Sitting(session, loaded, console_input=pipe, output=DummyOutput())
        other = Sitting(session_at(tmp_path / "other.duckdb"), loaded, console_input=pipe, output=DummyOutput())

    assert again._line.history.get_strings() == ["can"]
    assert other._line.history.get_strings() == []


# Others at the same table


def test_what_others_recorded_meanwhile_is_shown_and_the_line_is_judged_again(sitting, session, db):
    other = session_at(db, recorder="Bob")
    append_line(other, other.load(NAME), "buy 80")
    said = typed(sitting, "end")

    assert "meanwhile: 75 Cai bought #80" in said
    assert kinds(session)[74:76] == ["pamir.card_purchased", "pamir.turn_ended"]


def test_a_line_that_became_illegal_meanwhile_is_refused(sitting, session, db):
    other = session_at(db, recorder="Bob")
    append_line(other, other.load(NAME), "buy 67")
    said = typed(sitting, "buy 67")

    assert "meanwhile: 75 Cai bought #67" in said
    assert "error:" in said
    assert session.load(NAME).version == 75


def test_undo_does_not_take_back_what_was_not_seen(sitting, session, db):
    other = session_at(db, recorder="Bob")
    append_line(other, other.load(NAME), "buy 67")
    said = typed(sitting, "undo")

    assert "others recorded meanwhile; nothing was changed" in said
    assert session.load(NAME).version == 75
    assert "undone: 75" in typed(sitting, "undo")


def test_an_empty_line_shows_what_others_recorded(sitting, db):
    other = session_at(db, recorder="Bob")
    append_line(other, other.load(NAME), "buy 67")

    assert "meanwhile: 75" in typed(sitting, "")


# What it costs and holds


def test_a_line_opens_the_log_once_and_replays_nothing(sitting, session, monkeypatch):
    opened, folded = [], []
    open_log, fold_game = session._open, Loaded.__init__
    monkeypatch.setattr(session, "_open", lambda mode, use: (opened.append(mode), open_log(mode, use))[1])
    monkeypatch.setattr(
        Loaded, "__init__", lambda self, *all_, **more: (folded.append(1), fold_game(self, *all_, **more))[1]
    )
    typed(sitting, "buy 67")

    assert opened == ["write"]
    assert folded == []


def test_nothing_is_held_while_a_person_thinks(db, session):
    with Terminal("record", NAME, db=db, GAMELOG_NAME="Cai") as terminal:
        terminal.wait_for("Ctrl-D leaves")
        append_line(session, session.load(NAME), "buy 67")
        terminal.press("end\r")
        terminal.wait_for("meanwhile: 75")
        terminal.wait_for("turn 10 begins: Ann")
        terminal.wait_for("Ann>")
        terminal.press("\x04")

        assert terminal.end() == 0
        assert terminal.attributes() == terminal.before


def test_a_terminal_that_can_do_nothing_will_do(db, session):
    with Terminal("record", NAME, db=db, TERM="dumb", GAMELOG_NAME="Cai") as terminal:
        terminal.wait_for("Ctrl-D leaves")
        terminal.press("buy 67\r")
        terminal.wait_for("Cai bought #67")
        terminal.wait_for("Cai>")

        assert terminal.leave() == 0
        assert session.load(NAME).version == 75


def test_the_name_is_asked_for_once(db, tmp_path):
    config = tmp_path / "config.json"
    with Terminal("record", NAME, db=db, GAMELOG_CONFIG=str(config)) as terminal:
        terminal.wait_for("your name in the log")
        terminal.press("?\r")
        terminal.wait_for("it stands beside what you record")
        terminal.press("Zoë\r")
        terminal.wait_for("Ctrl-D leaves")
        terminal.press("quit\r")

        assert terminal.end() == 0
    assert "Zoë" in config.read_text("utf-8")
