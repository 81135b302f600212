"""Where a log may lie: in regular files alone.

A device, a pipe or a folder in the place of the database would be written over, or waited for without end. A symbolic
link is followed first, so that whoever comes by the link and whoever comes by the file meet at the same lock.
"""

import stat
from pathlib import Path

from eventstore.errors import DiskTrouble, Misuse

_ENDINGS = ("", ".wal", ".journal", ".lock", ".gate")
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
)


def placed(path: Path) -> Path:
    """Return the path of the database file behind any link.

    Raises:
        Misuse: no file can have this name, or something else than a file is there or beside it.
        DiskTrouble: it cannot be looked at.
    """
    try:
        # A folder on the way may be a link too, but then all files of the log are in it.
        real = path.resolve() if path.is_symlink() else path
        if not real.name:
            raise Misuse(f"'{path}' is a folder, not a database", hint="name a file, such as games.duckdb")
        for ending in _ENDINGS:
            _require_file(real.with_name(real.name + ending))
    except (ValueError, RuntimeError) as error:
        raise Misuse(f"'{path}' is no path of a file: {error}", hint="name another file") from error
    except OSError as error:
        raise DiskTrouble(
            f"'{path}' cannot be opened: {(error.strerror or str(error)).lower()}", hint="name another file"
        ) from error
    return real


def _require_file(path: Path) -> None:
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    if not stat.S_ISREG(mode):
        what = next((what for holds, what in _KINDS if holds(mode)), "no file")
        raise Misuse(f"'{path}' is {what}, not a file", hint="name another file for the log, or move it away")
