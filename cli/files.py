"""Commands for files: import, export, seal, verify."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import session_of
from cli.options import Db, GameName, Json, Recorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.session_audit import Divergence
    from cli.session_files import Taken

#: From so many files on, only those with something to say are told one by one.
_MANY = 20


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command(name="import")(take_in)
    for command in (export, seal, verify):
        app.command()(command)


# import


def take_in(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Files, folders of them, or - for stdin; plain or .gz.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Compare every step of a trace: legal options and state.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Read, play and compare, but take nothing in.")] = False,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="PRESET", help="Rules for traces; rally-the-troops.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="K=V", help="One option that differs from the preset.")
    ] = None,
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,C", help="Who sat where in a trace; Seat0, Seat1, …")
    ] = "",
    rename: Annotated[str, typer.Option("--as", metavar="NAME", help="Take the one game under this name.")] = "",
    played_at: Annotated[
        str | None, typer.Option("--played-at", metavar="DATE", help="When it was played: 2026-11-30.")
    ] = None,
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Take games in from files: sealed, notation, pamir-trace/1, or play by post.

    A file that is broken keeps no other out. The same file again changes nothing; a longer copy adds what is new; one
    that parts from the log is refused (exit 4). A trace becomes a game named after its file; each window of a file of
    play by post one named after file and window, which begins from what is known and is judged as a record.

    Examples:
      gamelog import tuesday.jsonl
      gamelog import --check traces/*.jsonl.gz
      gamelog import tuesday.txt --as "tuesday again"
      gamelog import shackles-table-A.jsonl
    """
    from cli.output import put_json, tell
    from cli.progressing import bar
    from cli.session_files import take_files
    from cli.session_sources import files_of

    wanted = _wanted(rules, option, players, rename, played_at, check=check)
    if "" in files:
        # A path without letters would be this very folder.
        raise Trouble("the name of a file is empty", code=ExitCode.USAGE)
    paths = files_of(map(Path, files))
    if rename and len(paths) != 1:
        raise Trouble(
            f'only one game can be named "{wanted.rename}", and {len(paths)} files are given',
            code=ExitCode.USAGE,
            hint="import one file at a time with --as",
        )
    session = session_of(db, recorder)
    # Whoever imports at night from a script records nothing himself; sealed games bring their own recorders.
    session.recorder = session.recorder or "import"
    with bar("reading files", len(paths), least=5) as moved:
        found = list(take_files(session, paths, wanted, store_them=not dry_run, moved=moved))
    if not json:
        for taken in found:
            _tell_taken(taken, alone=len(found) == 1, quiet=len(paths) > _MANY, dry_run=dry_run, check=check)
    tell(session)
    failure = _failure(found)
    if json:
        listed = [_taken_object(taken) for taken in found]
        if failure is None:
            put_json(listed)
            return
        failure.more["files"] = listed
        raise failure
    _tell_total(found, check=check)
    if failure is not None:
        raise failure


def _wanted(
    rules: str | None, option: Sequence[str] | None, players: str, rename: str, played_at: str | None, *, check: bool
) -> Any:
    from cli.play import moment_of, pair
    from cli.session_sources import Wanted
    from cli.text import cleaned

    names = tuple(cleaned(name, "player") for name in players.split(",")) if players else ()
    if len(set(names)) != len(names):
        raise Trouble("two players have the same name", code=ExitCode.USAGE)
    return Wanted(
        preset=_preset(rules) if rules else "",
        options=tuple(pair(one) for one in option or ()),
        players=names,
        rename=cleaned(rename, "name") if rename else "",
        check=check,
        played_at=None if played_at is None else moment_of(played_at),
    )


def _preset(name: str) -> str:
    from engine.matching import Ambiguous, Missing, match
    from engine.pamir.options import PRESETS  # Traces, the only files that leave it open, are of this game.

    try:
        return match(name, list(PRESETS))
    except (Missing, Ambiguous):
        raise Trouble(
            f'there is no preset "{name}"', code=ExitCode.USAGE, hint=f"presets: {', '.join(PRESETS)}"
        ) from None


def _only_compared(taken: Taken) -> bool:
    """Whether a reference game agrees with us, but cannot be stored because another game here is called the same."""
    report, trouble = taken.source.report, taken.trouble
    agrees = report is not None and not report.divergences
    return agrees and trouble is not None and trouble.code == ExitCode.CONFLICT


def _failure(found: Sequence[Taken]) -> Trouble | None:
    """What the command ends with if a file was refused or differs: the one trouble, or how many there are."""
    refused = [taken for taken in found if taken.trouble is not None and not _only_compared(taken)]
    differing = [taken for taken in found if taken.source.report and taken.source.report.divergences]
    if not refused and not differing:
        return None
    if len(found) == 1 and refused and refused[0].trouble is not None:
        return refused[0].trouble
    from cli.output import several

    codes = {taken.trouble.code for taken in refused if taken.trouble} | ({ExitCode.REFUSED} if differing else set())
    whole = len({taken.source.file for taken in found}) == len(found)
    counts = [
        f"{len(some)} of {several(len(found), 'file' if whole else 'game')} {what}"
        for some, what in ((refused, "not taken"), (differing, "differ" + "s" * (len(differing) == 1)))
        if some
    ]
    return Trouble(
        ", ".join(counts), code=codes.pop() if len(codes) == 1 else ExitCode.REFUSED, hint=_after(refused, differing)
    )


def _after(refused: Sequence[Taken], differing: Sequence[Taken]) -> str:
    if not refused:
        return f"first: {_first_difference(differing[0])}"
    return "every other file was taken; mend these and import them again"


def _tell_taken(taken: Taken, *, alone: bool, quiet: bool, dry_run: bool, check: bool) -> None:
    from cli.output import put, say, several

    report = taken.source.report
    say(*(f"note: {remark}" for remark in taken.source.remarks))
    if report is not None:
        put(f"{Path(taken.source.file).name}: {_counts([taken])}")
        if report.divergences:
            put(f"  {_first_difference(taken)}")
        put(*(f"  expected: {text}" for text in _expected(taken)))
    elif check and taken.trouble is None:
        say(f"{taken.source.file}: nothing was compared: --check is for reference games; verify --replay judges others")
    if taken.trouble is not None and _only_compared(taken):
        say(f"{taken.source.file}: compared, not taken in: {taken.trouble.message}; {taken.trouble.hint}")
        return
    if taken.trouble is not None:
        if not alone:
            say(*taken.trouble.lines())
        return
    if report is not None and not report.divergences and not dry_run and taken.status == "checked":
        say(f"{taken.source.file}: compared, not taken in: with states taken over it is no game under these rules")
    if quiet or dry_run:
        return
    if taken.status == "added":
        say(f'{taken.source.file}: "{taken.game}", {several(taken.added, "event")} added')
    elif taken.status == "unchanged":
        say(f'{taken.source.file}: "{taken.game}" is here already')


def _tell_total(found: Sequence[Taken], *, check: bool) -> None:
    from cli.output import put, say, several

    if check and any(taken.source.report for taken in found):
        put(f"total: {_counts(found)}")
    if len(found) > 1:
        numbers = {status: sum(1 for taken in found if taken.status == status and not taken.trouble)
                   for status in ("added", "unchanged", "checked")}  # fmt: skip
        refused = sum(1 for taken in found if taken.trouble and not _only_compared(taken))
        numbers["checked"] += sum(1 for taken in found if _only_compared(taken))
        events = sum(taken.added for taken in found)
        said = [f"{several(numbers['added'], 'game')} added ({several(events, 'event')})"]
        said += [f"{numbers['unchanged']} here already"] if numbers["unchanged"] else []
        said += [f"{numbers['checked']} only compared"] if numbers["checked"] else []
        said += [f"{refused} refused"] if refused else []
        say(", ".join(said))
    if any(taken.status == "added" for taken in found):
        posts = any(taken.source.format == "posts" for taken in found)
        say("next: gamelog audit --all" if posts else "next: gamelog games")


def _counts(found: Iterable[Taken]) -> str:
    reports = [taken.source.report for taken in found if taken.source.report is not None]
    return (
        f"steps {sum(report.steps for report in reports)}, "
        f"compared {sum(report.compared for report in reports)}, "
        f"dropped no-ops {sum(report.dropped for report in reports)}, "
        f"expected differences {sum(report.expected for report in reports)}, "
        f"divergences {sum(len(report.divergences) for report in reports)}"
    )


def _first_difference(taken: Taken) -> str:
    from cli.differing import told_difference

    report, comparison = taken.source.report, taken.source.comparison
    if report is None or comparison is None:
        return ""
    return told_difference(report.divergences[0], comparison.started.players)


def _expected(taken: Taken) -> list[str]:
    from cli.differing import told_difference

    report, comparison = taken.source.report, taken.source.comparison
    if report is None or comparison is None:
        return []
    first = {one.step: one for one in reversed(report.explained)}
    return [told_difference(first[step], comparison.started.players) for step in sorted(first)]


def _taken_object(taken: Taken) -> dict[str, Any]:
    from cli.differing import difference_object

    found: dict[str, Any] = {
        "file": taken.source.file,
        "format": taken.source.format or None,
        "game": taken.game or None,
        "stream": taken.stream or None,
        "status": "refused" if taken.trouble else taken.status,
        "added": taken.added,
    }
    report, comparison = taken.source.report, taken.source.comparison
    if report is not None and comparison is not None:
        players = comparison.started.players
        found |= {
            "steps": report.steps,
            "compared": report.compared,
            "dropped_no_ops": report.dropped,
            "expected_differences": report.expected,
            "divergences": len(report.divergences),
            "differences": [difference_object(one, players) for one in report.divergences],
            "expected": [difference_object(one, players) for one in report.explained],
        }
    if taken.source.remarks:
        found["remarks"] = list(taken.source.remarks)
    if taken.trouble is not None:
        found["error"] = taken.trouble.as_object()
    return found


# export


def export(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The games; the last one.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every game of the log.")] = False,
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE|DIR", help="Where to; - for stdout, the default.")
    ] = "-",
    notation: Annotated[
        bool, typer.Option("--notation", help="As text that a person can read and write, instead of sealed.")
    ] = False,
    db: Db = None,
) -> None:
    """Write games as files: sealed, or as notation that can be edited.

    A sealed file holds every event as it is stored; imported and exported again it is the same, byte for byte.
    Several games go into a folder.

    Examples:
      gamelog export tuesday -o tuesday.jsonl
      gamelog export --all -o games/
      gamelog export tuesday --notation
    """
    from cli.output import say, tell
    from cli.session_files import exported

    session = session_of(db)
    if everything and games:
        raise Trouble("either games or --all, not both", code=ExitCode.USAGE)
    names = list(games or [])
    if not everything and not names:
        names = [session.find(None).name]
    several = everything or len(names) > 1
    path = Path(out)
    try:
        folder = out != "-" and (path.is_dir() or out.endswith(("/", "\\")) or (several and not path.exists()))
    except (OSError, ValueError) as fault:
        reason = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise Trouble(f"no file can be there: {reason}", place=out, code=ExitCode.USAGE) from None
    if several and not folder:
        raise Trouble(
            "several games go into a folder", code=ExitCode.USAGE, hint="name one: gamelog export --all -o games/"
        )
    written: dict[str, Path] = {}
    for name, data in exported(session, names, notation=notation):
        if out == "-":
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            continue
        target = path / _file_name(name, written, ".txt" if notation else ".jsonl") if folder else path
        _write(target, data)
        written[target.name] = target
    tell(session)
    if len(written) == 1:
        say(f"written: {next(iter(written.values()))}")
    elif written:
        say(f"{len(written)} games written to {out}")


def _file_name(name: str, taken: dict[str, Path], ending: str) -> str:
    """A file name for a game, unlike those that were given before, in any case of letters."""
    plain = "".join("_" if sign in '/\\:*?"<>|' or not sign.isprintable() else sign for sign in name).strip(" .")
    plain = plain.encode()[:120].decode("utf-8", "ignore") or "game"
    used = {one.casefold() for one in taken}
    number = 1
    while (found := f"{plain}{f'-{number}' if number > 1 else ''}{ending}").casefold() in used:
        number += 1
    return found


def _write(path: Path, data: bytes) -> None:
    """Write a file; what was there stays until the new one is complete."""
    import os

    new = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        new.write_bytes(data)
        new.replace(path)
    except OSError as fault:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
        reason = (fault.strerror or str(fault)).lower()
        raise Trouble(f"the file cannot be written: {reason}", place=str(path)) from None


# seal, verify


def seal(game: GameName = None, json: Json = False, db: Db = None) -> None:
    """Print a short code for the newest event, to be kept elsewhere.

    Who rewrites a whole log leaves no trace in it; `gamelog verify GAME --head CODE` finds that.

    Examples:
      gamelog seal tuesday
    """
    from cli.output import put, put_json, say, tell
    from cli.play import quoted
    from cli.session_files import seal_of

    session = session_of(db)
    name, head, code = seal_of(session, game)
    tell(session)
    if json:
        put_json({"game": name, "event": head.version, "hash": head.hash, "code": code})
        return
    put(code)
    say(f"keep it elsewhere; later: gamelog verify {quoted(name)} --head {code}")


def verify(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only this game; else the whole log.")] = None,
    head: Annotated[
        str | None, typer.Option("--head", metavar="CODE", help="The code that gamelog seal printed for this game.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Judge and hash every event again by today's rules, too.")
    ] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Look for everything that is wrong with the log; change nothing.

    Exit 5 for damage, 1 where a replay comes out otherwise than it was recorded.

    Examples:
      gamelog verify
      gamelog verify tuesday --head 42-7KQF-9M2X-TT4P-0AZB-C3
      gamelog verify --replay
    """
    from cli.output import put, put_json, say, several, tell
    from cli.session_audit import audited
    from cli.session_files import verified

    if head is not None and game is None:
        raise Trouble("a code belongs to one game", code=ExitCode.USAGE, hint="gamelog verify GAME --head CODE")
    session = session_of(db)
    found = verified(session, game, head)
    tell(session)
    result: dict[str, Any] = {"events": found.events, "games": found.games, "faults": list(found.faults)}
    if found.faults:
        if not json:
            put(*_runs(found.faults))
        raise Trouble(
            f"{len(found.faults)} {'fault' if len(found.faults) == 1 else 'faults'} in {found.events} events",
            code=ExitCode.INTEGRITY,
            hint=_hint(found.faults),
            more=result,
        )
    audits = [audited(session, stream, name) for stream, name in found.streams.items()] if replay else []
    if replay:
        result |= {
            "judged": sum(one.judged for one in audits),
            "not_comparable": sum(one.not_comparable for one in audits),
            "divergences": [one.divergence for one in audits if one.divergence],
        }
    parted = [one.divergence for one in audits if one.divergence]
    if parted:
        if not json:
            for divergence in parted:
                put(*divergence_lines(divergence))
        raise Trouble(
            f"{len(parted)} of {len(audits)} games come out otherwise than they were recorded",
            hint="the log is sound, its events are as they were recorded; what changed are the rules",
            more=result,
        )
    if json:
        put_json(result)
        return
    judged = f", {result['judged']} judged and hashed again" if replay else ""
    looked = several(found.games, "game") if found.games or not found.campaigns else ""
    looked += " and " * bool(looked and found.campaigns) + several(found.campaigns, "campaign") * bool(found.campaigns)
    put(f"{several(found.events, 'event')} in {looked} checked{judged}: all is well")
    if result.get("not_comparable"):
        say(f"note: {result['not_comparable']} state hashes are of another scheme and cannot be compared")


def _runs(faults: Sequence[str]) -> list[str]:
    """Faults as lines; what is wrong with many events in a row is told once."""
    lines: list[str] = []
    runs: list[tuple[str, int, int, str]] = []
    for fault in faults:
        place, _, what = fault.partition(": ")
        game, sign, number = place.rpartition("#")
        version = int(number) if sign and number.isdecimal() else 0
        if version and runs and runs[-1][0] == game and runs[-1][2] == version - 1 and runs[-1][3] == what:
            game, first, _, _ = runs.pop()
            lines.pop()
            runs.append((game, first, version, what))
            lines.append(f"{game}#{first}: {what}; and so on, to {game}#{version}")
            continue
        runs.append((game, version, version, what))
        lines.append(fault)
    return lines


def divergence_lines(divergence: Divergence) -> list[str]:
    """What `verify --replay` says of the first event that comes out otherwise."""
    told = f"{divergence.told}: " if divergence.told else ""
    lines = [f"{divergence.game}#{divergence.event}: {told}{_what(divergence)}"]
    for key in divergence.keys:
        lines += [f"  {key.key}", f"    recorded: {key.told_recorded}", f"    computed: {key.told_computed}"]
    if divergence.kind == "diverged" and not divergence.keys:
        lines.append("  what a board shows is the same; pieces, pending decisions or the deck differ")
    lines += [f"  rule: {rule}" for rule in divergence.rules]
    by = divergence.reducer or "an unknown release"
    today = f", judged by {divergence.today}" if divergence.today else ""
    lines.append(f"  recorded by {by} under {divergence.edition or 'unknown rules'}{today}")
    return lines


def _what(divergence: Divergence) -> str:
    return {
        "illegal": f"refused today: {divergence.message}",
        "diverged": "what it changed is not what was recorded",
    }.get(divergence.kind, divergence.message)


def _hint(faults: Sequence[Any]) -> str:
    """What to do about faults; what a kill kept out of the database, it gets back by itself."""
    if all("missing from the database" in str(one) for one in faults):
        return "after a kill the next command that records fills this in; what still lacks then, the journal holds"
    return "nothing was changed; the journal and any sealed copy hold events as they were"
