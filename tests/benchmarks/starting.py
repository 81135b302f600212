"""Start-up: `gamelog --version` and `gamelog log`, against `python -c "import duckdb"`."""

import os
import subprocess
import sys
from pathlib import Path

from tests.benchmarks.measuring import by_turns, line


def run(folder: Path) -> None:
    database = folder / "small.duckdb"
    environment = {**os.environ, "GAMELOG_DB": str(database), "GAMELOG_CONFIG": str(folder / "config.json")}
    gamelog = Path(sys.executable).with_name("gamelog")
    command = [str(gamelog)] if gamelog.exists() else [sys.executable, "-m", "cli"]

    def call(*words: str) -> None:
        subprocess.run(words, env=environment, check=True, capture_output=True)

    call(*command, "new", "pax-pamir", "bench", "--players", "Ann,Bob,Cai", "--shuffle", "1")
    print("\nstart-up of a process, one small game")
    taken = by_turns(
        {
            "import duckdb": lambda: call(sys.executable, "-c", "import duckdb"),
            "--version": lambda: call(*command, "--version"),
            "log": lambda: call(*command, "log", "bench"),
        },
        rounds=9,
    )
    peer = taken["import duckdb"]
    line('python -c "import duckdb"', f"{peer * 1000:.0f} ms")
    ratio = taken["--version"] / peer
    line("gamelog --version", f"{taken['--version'] * 1000:.0f} ms  x {ratio:.2f}", "goal x 1.00", met=ratio <= 1)
    line("gamelog log", f"{taken['log'] * 1000:.0f} ms  x {taken['log'] / peer:.2f}")
