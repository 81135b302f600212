"""Settings, the doctor, and what holds for every command."""

import json
import os
import re
import subprocess

import pytest
import typer

from cli.main import _register, app
from tests.cli.table import NAME, Terminal, command, environment, gamelog, in_process, logged

_register()
COMMANDS = sorted(typer.main.get_command(app).commands)


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    return logged(tmp_path_factory.mktemp("tools"))


# Settings


def test_settings_are_listed_set_shown_and_set_back(tmp_path):
    kept = {"GAMELOG_CONFIG": str(tmp_path / "config.json")}

    assert "not set" in gamelog("config", **kept).out
    assert 'name: nothing -> "Ann"' in gamelog("config", "name", "Ann", **kept).err
    assert gamelog("config", "na", **kept).out == "Ann\n"
    assert gamelog("config", "--json", **kept).json["name"] == "Ann"
    assert 'name: "Ann" -> nothing' in gamelog("config", "name", "", **kept).err
    assert gamelog("config", "name", **kept).out == "\n"


def test_a_preset_must_exist(tmp_path):
    kept = {"GAMELOG_CONFIG": str(tmp_path / "config.json")}

    assert gamelog("config", "rules", "nobody", **kept).code == 3
    assert gamelog("config", "rules", "rally", "--json", **kept).json["rules"] == "rally-the-troops"


def test_a_setting_that_is_not_known_is_named_with_those_that_are():
    told = gamelog("config", "colour", "red")

    assert (told.code, told.out) == (3, "")
    assert "there are: name, db, rules" in told.err


def test_a_broken_configuration_is_named_and_how_to_mend_it(tmp_path):
    broken = tmp_path / "config.json"
    broken.write_text("{", "utf-8")
    told = gamelog("config", GAMELOG_CONFIG=str(broken))

    assert told.code == 2
    assert str(broken) in told.err
    assert "hint: mend the file, or delete it" in told.err


# The doctor


def test_a_healthy_log_is_told_with_its_files_and_how_to_handle_them(db):
    told = gamelog("doctor", db=db)

    assert told.code == 0
    assert "healthy\n" in told.out
    assert "259 events" in told.out
    for word in (
        "database",
        "journal",
        "lock",
        "gate",
        "duckdb",
        "python",
        "move",
        "copy",
        "afresh",
        "chosen by GAMELOG_DB",
    ):
        assert word in told.out


def test_a_missing_log_is_no_damage_and_nothing_is_made(tmp_path):
    told = gamelog("doctor", "--json", db=tmp_path / "none.duckdb")

    assert told.code == 0
    assert told.json["state"] == "missing"
    assert list(tmp_path.iterdir()) == []


def garble(path):
    path.write_bytes(b"no database" * 500)


def lose_the_database(path):
    path.unlink()


def lose_the_journal(path):
    path.with_name(f"{path.name}.journal").unlink()


def change_the_journal(path):
    journal = path.with_name(f"{path.name}.journal")
    data = bytearray(journal.read_bytes())
    data[len(data) // 2] ^= 1
    journal.write_bytes(data)


def drop_a_trigger(path):
    import duckdb

    with duckdb.connect(str(path)) as connection:
        connection.execute("DROP TRIGGER events_refuse_update ON events")


@pytest.mark.parametrize("damage", [garble, lose_the_database, lose_the_journal, change_the_journal, drop_a_trigger])
def test_damage_is_told_with_exit_code_5_and_left_as_it_is(tmp_path, damage):
    path = logged(tmp_path)
    damage(path)
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir() if one.suffix not in {".lock", ".gate"}}
    told = gamelog("doctor", db=path)
    after = {one.name: one.read_bytes() for one in tmp_path.iterdir() if one.suffix not in {".lock", ".gate"}}

    assert told.code == 5
    assert "damaged" in told.out
    assert "heal" in told.out
    assert before == after
    assert gamelog("doctor", "--json", db=path).json["faults"] or damage is drop_a_trigger


def test_another_owner_of_our_package_names_is_found(db, monkeypatch):
    monkeypatch.setattr(
        "importlib.metadata.packages_distributions", lambda: {"cli": ["gamelog", "other-cli"], "engine": ["gamelog"]}
    )
    told = gamelog("doctor", db=db)

    assert '"cli" is also brought by other-cli' in told.out


# Every command


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name):
    told = gamelog(name, "--help")

    assert told.code == 0
    assert re.search(rf"^  Examples:\n(    gamelog .*\n)*    gamelog {name}\b", told.out, re.MULTILINE), told.out
    assert told.err == ""


def test_the_commands_are_those_that_were_promised():
    promised = (
        "new record note can show log replay why undo redo close games events query import export seal verify rule rules"
        " simulate demo config doctor"
    )

    assert set(promised.split()) <= set(COMMANDS)


def test_gamelog_alone_shows_the_last_games_and_what_to_do_next(db, tmp_path):
    with_games = gamelog(db=db)
    without = gamelog(db=tmp_path / "none.duckdb")

    assert with_games.code == without.code == 0
    assert NAME in with_games.out
    assert "gamelog record" in with_games.out
    assert "gamelog new pax-pamir" in without.out
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_command_is_refused_with_a_hint():
    near, far = gamelog("recrd"), gamelog("xyzzy")

    assert (near.code, far.code) == (2, 2)
    assert 'error: no such command "recrd"\nhint: did you mean "record"' in near.err
    assert "hint: gamelog --help lists the commands" in far.err


@pytest.mark.parametrize(
    "words",
    [
        ("show", "nogame", "--json"),
        ("log", "nogame", "--json"),
        ("replay", NAME, "--from", "900", "--json"),
        ("why", "900", "--json"),
        ("can", NAME, "--at", "900", "--json"),
        ("rule", "xyzzy", "--json"),
        ("config", "xyzzy", "--json"),
        ("rules", "--area", "xyzzy", "--json"),
        ("events", NAME, "--xyzzy", "--json"),
        ("query", "xyzzy", "--json"),
    ],
)
def test_failure_with_json_leaves_standard_output_empty_and_gives_one_object(db, words):
    told = gamelog(*words, db=db)

    assert told.code in {2, 3}
    assert told.out == ""
    assert json.loads(told.err)["code"] == told.code


@pytest.mark.parametrize(
    "words",
    [
        ("log", NAME),
        ("replay", NAME),
        ("replay", NAME, "--json"),
        ("show", NAME),
        ("events", NAME, "--json"),
        ("demo",),
    ],
)
def test_a_closed_pipe_ends_quietly(db, words):
    ran = subprocess.Popen(
        command(*words), env=environment(db), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    first = ran.stdout.readline()
    ran.stdout.close()
    error = ran.stderr.read()
    ran.stderr.close()

    assert ran.wait(60) == 0
    assert first
    assert error == b""


def test_a_pipe_that_was_never_open_ends_quietly(db):
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        command("show", NAME), env=environment(db), stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)

    assert (ran.returncode, ran.stderr) == (0, b"")


COLOUR = re.compile(r"\x1b\[[0-9;]*[34]8?[0-9;]*m")


def test_no_color_is_respected(db):
    with Terminal("show", NAME, db=db) as terminal:
        assert terminal.end() == 0
        assert "\x1b[" in terminal.text
        coloured = re.findall(r"\x1b\[[0-9;]*m", terminal.text)
    with Terminal("show", NAME, db=db, NO_COLOR="1") as terminal:
        assert terminal.end() == 0
        plain = re.findall(r"\x1b\[([0-9;]*)m", terminal.text)

    assert any("38;" in one for one in coloured)
    assert not any("38;" in one or re.search(r"(^|;)[349][0-7](;|$)", one) for one in plain)


def test_a_pipe_gets_no_colour(db):
    assert "\x1b" not in in_process("show", NAME, db=db).out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_what_a_terminal_cannot_spell_is_no_fault(db, encoding):
    shown = in_process("rule", "PP-6.4-tax", db=db, PYTHONIOENCODING=encoding)
    object_ = in_process("rule", "PP-6.4-tax", "--json", db=db, PYTHONIOENCODING=encoding)

    assert (shown.code, shown.err) == (0, "")
    assert object_.json["title_zh"] == "徵稅"


def test_a_fault_of_the_program_is_told_without_a_traceback(db, monkeypatch):
    def break_down(*_):
        raise ZeroDivisionError("one over nothing")

    monkeypatch.setattr("cli.look.overview", break_down)
    told = gamelog(db=db)

    assert told.code == 1
    assert "something went wrong inside gamelog (ZeroDivisionError): one over nothing" in told.err
    assert "Traceback" not in told.err
    with pytest.raises(ZeroDivisionError):
        gamelog("--debug", db=db)


def test_talk_is_broken_between_words_where_the_terminal_is_narrow(db):
    with Terminal("config", "colour", db=db, columns=40) as terminal:
        assert terminal.end() == 3

    lines = terminal.text.splitlines()
    assert max(map(len, lines)) <= 40
    assert "there are: name, db, rules" in " ".join(terminal.text.split())
    assert 'error: there is no setting "colour"' in lines
