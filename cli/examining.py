"""What `doctor` finds: the versions that run, the files of the log and their health, and how to handle them."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli import settings
from cli.errors import ExitCode, Trouble
from cli.session import Session

if TYPE_CHECKING:
    from eventstore import Store

PACKAGES = ("cli", "engine", "eventstore")
DEPENDENCIES = ("duckdb", "typer", "rich", "msgspec", "platformdirs", "prompt_toolkit")
#: So many faults are printed; the rest is counted.
MOST_FAULTS = 20


def examine(db: str | None, *, quick: bool = False) -> dict[str, Any]:
    """Everything that doctor tells, as one object; `state` is missing, healthy, damaged, or unknown if it is busy."""
    path = settings.database_path(db).absolute()
    found: dict[str, Any] = {
        "versions": _versions(),
        "packages": _packages(),
        "others": _other_owners(),
        "config": str(settings.config_path()),
        "recorder": settings.recorder(),
        "database": str(path),
        "chosen_by": _chosen_by(db),
        "files": _files(path),
        "state": "healthy",
        "faults": [],
        "notices": [],
        "missing_triggers": [],
    }
    session = Session(path)

    def look(store: Store) -> None:
        health = store.health()
        found.update(
            store=health.store_id, events=health.events, streams=health.streams,
            missing_triggers=list(health.missing_triggers), checked=not quick,
        )  # fmt: skip
        if not quick:
            found["faults"] = [str(finding) for finding in store.verify()]

    try:
        session.inspecting(look)
    except Trouble as trouble:
        if trouble.code == ExitCode.USAGE:
            raise
        nothing_there = all(one["size"] is None for one in found["files"] if one["role"] in {"database", "journal"})
        if trouble.code == ExitCode.NOT_FOUND and nothing_there:
            found["state"] = "missing"
        else:
            found["state"] = "damaged" if trouble.code in {ExitCode.INTEGRITY, ExitCode.NOT_FOUND} else "unknown"
            found["faults"] = [trouble.message]
            found["hint"] = trouble.hint
    found["notices"] = list(session.notices)
    if found["faults"] and found["state"] == "healthy":
        found["state"] = "damaged"
    if found["missing_triggers"]:
        found["state"] = "damaged"
    found["damaged"] = found["state"] == "damaged"
    return found


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    from cli.main import version as own

    found = {"gamelog": own(), "python": sys.version.split()[0], "platform": sys.platform}
    for name in DEPENDENCIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _packages() -> dict[str, str]:
    """Where our packages come from; all from one folder, or another distribution owns one of these names."""
    from importlib.util import find_spec

    found = {}
    for name in PACKAGES:
        spec = find_spec(name)
        found[name] = str(Path(spec.origin).parent) if spec is not None and spec.origin else "nowhere"
    return found


def _other_owners() -> dict[str, list[str]]:
    """Other installed distributions that bring a package of one of our names."""
    from importlib.metadata import packages_distributions

    owners = packages_distributions()
    others = {name: sorted({one for one in owners.get(name, []) if one != "gamelog"}) for name in PACKAGES}
    return {name: names for name, names in others.items() if names}


def _chosen_by(db: str | None) -> str:
    if db:
        return "--db"
    if os.environ.get("GAMELOG_DB"):
        return "GAMELOG_DB"
    return "gamelog config db" if settings.read_config().db else "default: the platform's data folder"


def _files(path: Path) -> list[dict[str, Any]]:
    from eventstore.database import wal_path
    from eventstore.journal import journal_path
    from eventstore.locking import gate_path, lock_path

    # Sizes are asked of the folder: a database file that is open elsewhere must not be opened and closed here.
    return [
        {"role": role, "path": str(one), "size": one.stat().st_size if one.exists() else None, "what": what}
        for role, one, what in (
            ("database", path, "every event, and the tables that questions are put to"),
            ("write-ahead log", wal_path(path), "DuckDB's own; there only while it has something to catch up"),
            ("journal", journal_path(path), "every event once more, one line a batch: what is in it is recorded"),
            ("lock", lock_path(path), "empty; held while somebody writes"),
            ("gate", gate_path(path), "empty; so that readers do not keep a writer out"),
        )
    ]


def print_examination(found: dict[str, Any]) -> None:
    """Print what `examine` found."""
    from rich.text import Text

    from cli.output import console
    from cli.paragraphs import print_lines

    lines = [Text("versions", style="bold")]
    lines += [Text(f"  {name:<16}{version}") for name, version in found["versions"].items()]
    lines += [Text(""), Text("packages", style="bold")]
    folders = {str(Path(folder).parent) for folder in found["packages"].values()}
    if len(folders) == 1:
        lines.append(Text(f"  {', '.join(found['packages'])} from {folders.pop()}"))
    else:
        lines += [Text(f"  {name:<16}{folder}") for name, folder in found["packages"].items()]
        lines.append(Text("  they should be in one folder: install gamelog into an environment of its own"))
    for name, owners in found["others"].items():
        lines.append(Text(f'  "{name}" is also brought by {", ".join(owners)}: one of them hides the other'))
    lines += [Text(""), Text("settings", style="bold"), Text(f"  file            {found['config']}"),
              Text(f"  your name       {found['recorder'] or 'not set; gamelog config name NAME'}")]  # fmt: skip
    lines += [Text(""), Text("log", style="bold"), Text(f"  {found['database']}"),
              Text(f"  chosen by {found['chosen_by']}")]  # fmt: skip
    out = console()
    print_lines(out, lines)
    files = []
    for one in found["files"]:
        size = "not there" if one["size"] is None else f"{one['size']:,} bytes"
        files.append(Text(f"  {one['role']:<16}{size:>17}  {one['what']}"))
    print_lines(out, files, indent=37)
    print_lines(out, [Text(""), Text("health", style="bold"), *_health(found), Text("")])
    print_lines(out, _handling(found), indent=10)


def _health(found: dict[str, Any]) -> list[Any]:
    from rich.text import Text

    if found["state"] == "missing":
        return [Text("  there is no log yet; gamelog new begins one")]
    lines = [Text(f"  {found['state']}", style="bold")]
    if "events" in found:
        how = "every event was checked" if found["checked"] else "not checked event by event (--quick)"
        streams = f"{found['streams']:,} game{'' if found['streams'] == 1 else 's'}"
        lines.append(Text(f"  {found['events']:,} events in {streams}; {how}"))
        lines.append(Text(f"  store {found['store']}"))
    lines += [
        Text(f"  the trigger {name} is missing: changes would not be refused") for name in found["missing_triggers"]
    ]
    lines += [Text(f"  {fault}") for fault in found["faults"][:MOST_FAULTS]]
    if len(found["faults"]) > MOST_FAULTS:
        lines.append(Text(f"  and {len(found['faults']) - MOST_FAULTS} more; gamelog verify lists all"))
    lines += [Text(f"  note: {notice}") for notice in found["notices"]]
    if found.get("hint"):
        lines.append(Text(f"  hint: {found['hint']}"))
    return lines


def _handling(found: dict[str, Any]) -> list[Any]:
    from rich.text import Text

    files = [Path(one["path"]) for one in found["files"]]
    database, journal = files[0].name, files[2].name
    return [
        Text("handling", style="bold"),
        Text(f"  move    all of {database}* together, while nobody records; then --db or gamelog config db FILE"),
        Text(f"  copy    {database} and {journal} together, while nobody records; or gamelog export for single games"),
        Text("  heal    of a lost or broken one of the two, move it aside: it is made anew from the other"),
        Text(f"  afresh  move all of {database}* away; the next gamelog new begins an empty log"),
        Text(f"  folder  {files[0].parent}"),
    ]
