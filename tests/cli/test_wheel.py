"""The wheel: it holds exactly the three packages, and works where it alone is installed.

The wheel is built from a copy of the files that git knows, and installed without its dependencies into an empty
environment that lends those of the environment the tests run in, through a `.pth` file. So the test needs no network
and no time; that the dependencies themselves can be installed is what README's first command and `.ci/run` do from a
clean clone.
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.cli.table import ROOT, environment

PACKAGES = ("cli", "engine", "eventstore")
#: Kept in the repository for the tests alone.
BUILT_FROM = ("pyproject.toml", "README.md", "LICENSE", *PACKAGES)


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, **more)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from a copy so that nothing is left in the repository."""
    source, built = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("built")
    for name in BUILT_FROM:
        found = ROOT / name
        if found.is_dir():
            shutil.copytree(found, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(found, source / name)
    made = run(
        sys.executable, "-m", "pip", "wheel", str(source), "--no-deps", "--no-build-isolation", "--no-index",
        "--disable-pip-version-check", "--wheel-dir", str(built),
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    wheels = list(built.iterdir())
    assert len(wheels) == 1
    return wheels[0]


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The `gamelog` script of an environment in which nothing of ours but the wheel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / ("python.exe" if os.name == "nt" else "python")
    done = run(
        sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index",
        "--disable-pip-version-check", str(wheel),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    site = Path(run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
    # A path in a .pth file is searched, but .pth files found there are not read: our own editable install stays out.
    lent = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "lent.pth").write_text("\n".join(sorted(lent)) + "\n", "utf-8")
    return scripts / "gamelog"


def ran_elsewhere(script, *words, folder, **more):
    """What the installed script did in another folder, with a home of its own."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    away = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")}
    kept = {
        key: value for key, value in environment().items() if key not in {"PYTHONPATH", "GAMELOG_CONFIG", "GAMELOG_DB"}
    }
    return run(str(script), *words, cwd=folder, env=kept | away | more)


def test_the_wheel_holds_exactly_the_three_packages(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    version = wheel.name.split("-")[1]

    assert tops == {*PACKAGES, f"gamelog-{version}.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_the_wheel_holds_every_file_of_the_packages(wheel):
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    files = {
        one.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for one in (ROOT / package).rglob("*")
        if one.is_file() and "__pycache__" not in one.parts
    }

    assert names == files
    assert "cli/data/demo.jsonl.gz" in names
    assert "engine/pamir/data/rules.toml" in names


def test_the_installed_program_comes_from_the_wheel_and_not_from_here(installed, tmp_path):
    told = ran_elsewhere(installed, "doctor", "--json", folder=tmp_path)

    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)["packages"]
    assert set(found) == set(PACKAGES)
    assert all(Path(one).is_relative_to(installed.parent.parent) for one in found.values())


def test_it_says_its_version(installed, wheel, tmp_path):
    told = ran_elsewhere(installed, "--version", folder=tmp_path)

    assert (told.returncode, told.stdout) == (0, f"gamelog {wheel.name.split('-')[1]}\n")


def test_the_demo_runs_in_any_folder_and_leaves_nothing_there(installed, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    told = ran_elsewhere(installed, "demo", folder=tmp_path, TMPDIR=str(temporary))

    assert (told.returncode, told.stderr) == (0, "")
    assert "3. A move is disputed" in told.stdout
    assert "gamelog --help lists everything else." in told.stdout
    assert list(temporary.iterdir()) == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["home", "temporary"]
    assert list((tmp_path / "home").iterdir()) == []


def test_a_game_can_be_logged_with_nothing_but_the_wheel(installed, tmp_path):
    new = ran_elsewhere(
        installed, "new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7", folder=tmp_path
    )
    shown = ran_elsewhere(installed, "show", "tuesday", folder=tmp_path)
    asked = ran_elsewhere(installed, "query", "results", "--json", folder=tmp_path)

    assert new.returncode == 0, new.stderr
    assert "TRANSCASPIA" in shown.stdout
    assert asked.returncode == 0, asked.stderr
