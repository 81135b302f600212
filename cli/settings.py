"""Where the log is, who records, and what the user prefers: flags over environment over the configuration file."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from cli.errors import ExitCode, Trouble
from cli.text import cleaned

#: What `gamelog config` knows, each with what it means.
KEYS = {
    "name": "your name in the log, asked once; never the account name",
    "db": "the database to use when neither --db nor GAMELOG_DB says otherwise",
    "rules": "the preset for new games",
}


class Config(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The configuration file."""

    name: str = ""
    db: str = ""
    rules: str = ""


def config_path() -> Path:
    """The configuration file: GAMELOG_CONFIG, or the platform's folder for such files."""
    given = os.environ.get("GAMELOG_CONFIG")
    if given:
        return Path(given)
    from platformdirs import user_config_path

    return user_config_path("gamelog", appauthor=False) / "config.json"


def read_config() -> Config:
    """The configuration; empty where there is no file.

    Raises:
        Trouble: the file cannot be read.
    """
    path = config_path()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Config)
    except FileNotFoundError:
        return Config()
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Trouble(
            f"the configuration cannot be read: {fault}", place=str(path), code=ExitCode.USAGE,
            hint="mend the file, or delete it to start afresh",
        ) from None  # fmt: skip


def write_config(config: Config) -> Path:
    """Write the configuration; the old file stays until the new one is complete."""
    path = config_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_bytes(msgspec.json.format(msgspec.json.encode(config)) + b"\n")
        new.replace(path)
    except OSError as fault:
        raise Trouble(f"the configuration cannot be written: {fault}", place=str(path)) from None
    return path


def database_path(flag: str | None) -> Path:
    """The database file: --db over GAMELOG_DB over the configuration over the platform's data folder."""
    if flag is not None and not flag.strip():
        raise Trouble("--db names no file", code=ExitCode.USAGE, hint="leave it out for the usual log")
    for given in (flag, os.environ.get("GAMELOG_DB"), read_config().db):
        if given:
            return _file(given)
    from platformdirs import user_data_path

    return user_data_path("gamelog", appauthor=False) / "games.duckdb"


def _file(given: str) -> Path:
    """The path of a database that may be there or not."""
    try:
        path = Path(given).expanduser()
        path.exists()
    except (OSError, ValueError, RuntimeError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault).rstrip(".")
        raise Trouble(f"no file can be there: {reason.lower()}", place=given, code=ExitCode.USAGE) from None
    if not path.name:
        raise Trouble("a folder is no log", place=given, code=ExitCode.USAGE, hint="name a file, such as games.duckdb")
    return path


def recorder(flag: str | None = None) -> str:
    """The name under which events are recorded: --recorder, or the configuration; "" if it was never set."""
    return cleaned(flag or os.environ.get("GAMELOG_NAME") or read_config().name, "recorder")
