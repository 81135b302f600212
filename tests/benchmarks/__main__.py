"""`python -m tests.benchmarks [--events N] [--folder DIR]` measures what gamelog promises, beside its peers.

Nothing is cached between the two sides of a comparison: each side does its whole work each time. Machines are noisy:
use the ratios more than the figures.
"""

import argparse
import os
import platform
import shutil
import tempfile
from pathlib import Path

from tests.benchmarks import replaying, starting, storing


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000, help="size of the large database")
    parser.add_argument("--folder", type=Path, default=None, help="where to put it (default: a temporary folder)")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="gamelog-bench-", dir=given.folder))
    try:
        print(f"machine: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        replaying.run()
        starting.run(folder)
        storing.run(folder, given.events)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
