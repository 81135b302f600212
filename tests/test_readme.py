"""The README is true: its commands are the ones that run, its session does what it shows."""

import re
import shlex
from pathlib import Path

import pytest

from cli.main import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def _block(marker):
    match = re.search(rf"<!-- {marker} -->\n```\w*\n(.*?)```", README, re.DOTALL)
    assert match, f"README.md has no block marked {marker}"
    return match.group(1)


def _session(marker):
    """Each command of a shown session with the lines that are shown below it."""
    found = []
    for line in _block(marker).splitlines():
        if line.startswith("$ "):
            found.append((shlex.split(line[2:]), []))
        else:
            found[-1][1].append(line)
    return found


@pytest.mark.parametrize("marker", ["session", "session: cards", "session: campaign"])
def test_a_session_in_the_readme_says_what_it_shows(marker, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GAMELOG_DB", str(tmp_path / "games.duckdb"))
    monkeypatch.setenv("GAMELOG_CONFIG", str(tmp_path / "config.json"))
    shown = 0
    for words, lines in _session(marker):
        code = main(words[1:])
        out, err = capsys.readouterr()
        said = (out + err).splitlines()
        refused = any(line.startswith("error:") for line in lines)

        assert code == (1 if refused else 0), (words, said)
        for line in lines:
            assert line in said, (words, said)
            shown += 1
    assert shown >= 5


@pytest.mark.parametrize("marker", ["command: demo", "command: tests"])
def test_each_command_makes_its_own_environment_and_uses_the_lock(marker):
    command = _block(marker).strip()

    assert command.startswith("python3 -m venv .venv")
    assert "--constraint lock.txt" in command
    assert "\n" not in command


def test_every_command_is_named_in_the_readme():
    named = set(re.findall(r"gamelog ([a-z]+)", README))

    assert named >= {"new", "record", "show", "can", "replay", "undo", "redo", "why", "log", "rule", "rules"}
    assert named >= {"query", "export", "import", "seal", "verify", "doctor", "demo"}


def test_no_registry_host_and_no_path_of_a_machine_is_in_a_file():
    folders = ("cli", "engine", "eventstore", "tests")
    written = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) if path != Path(__file__)]
    named = [ROOT / name for name in ("README.md", "pyproject.toml", "lock.txt", ".ci/run")]
    for path in (*named, *written):
        text = path.read_text(encoding="utf-8")

        assert not re.search(r"pypi\.org|registry\.|/root/|/home/\w|/work/", text), path
