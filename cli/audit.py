"""The command that goes over games for what is wrong in them and was recorded all the same: audit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import session_of
from cli.options import At, Csv, Db, Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from cli.session import Session
    from cli.session_cards import Saying
    from cli.session_games import Loaded
    from engine.audit import Finding

_NAMES = ("game", "event", "rule", "kind", "message", "stated", "computed")


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(audit)


def audit(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The games; the last one.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every game of the log.")] = False,
    campaign: Annotated[str, typer.Option("--campaign", metavar="C", help="Every game of this campaign.")] = "",
    rule: Annotated[
        str, typer.Option("--rule", metavar="ID", help="Only this rule, or rules that begin so: PA-CHK-08, PA-CHK.")
    ] = "",
    at: At = None,
    check: Annotated[bool, typer.Option("--check", help="Exit 1 if anything is found.")] = False,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """List what contradicts itself or breaks a rule, and stands in the log all the same.

    Each finding names its event, its rule, what was stated and what follows from the rest. Nothing is changed by it.
    What was undone, or made void by a correction, counts no more. The exit code is 0 whatever is found, unless --check
    asks for 1. As in queries, simulated and hidden games do not count unless they are named.

    Examples:
      gamelog audit
      gamelog audit tuesday --rule PA-CHK --json
      gamelog audit --all --check
    """
    from cli.output import put_rows, say, several, tell
    from cli.play import quoted
    from cli.session_findings import audited_games, findings_of

    if everything and (games or campaign):
        raise Trouble("either games, --campaign or --all", code=ExitCode.USAGE)
    session = session_of(db)
    streams = audited_games(session, games or [], everything=everything, campaign=campaign)
    if at is not None and len(streams) > 1:
        raise Trouble("--at belongs to one game", code=ExitCode.USAGE)
    rows: list[tuple[Any, ...]] = []
    troubles: list[Trouble] = []
    known: set[str] = set()
    between = _between_logs(session, several_games=len(streams) > 1)
    for stream in streams:
        try:
            loaded = session.load(stream, at=at)
        except Trouble as trouble:
            if len(streams) == 1:
                raise
            troubles.append(trouble)
            continue
        known.update(loaded.game.catalogue().rules)
        found = sorted([*findings_of(loaded), *between(loaded)], key=lambda one: one.event)
        rows += [_row(loaded.name, one) for one in found if _asked(rule, one)]
    tell(session)
    _require_rule(rule, known)
    for unread in troubles:
        say(*unread.lines())
    if check and rows and json:
        # What failed is told on standard error alone, as every command does.
        found_there = [dict(zip(_NAMES, row, strict=True)) for row in rows]
        raise Trouble(_counted(rows), more={"findings": found_there})
    if json or csv:
        put_rows(_NAMES, rows, json=json, csv=csv)
    elif rows:
        _print(rows)
    if not rows and not json:
        say(f"nothing is found in {several(len(streams), 'game')}")
    elif not json:
        name, event = rows[0][:2]
        say(f"{several(len(rows), 'finding')}; next: gamelog why {event} --game {quoted(name)}")
    if check and rows:
        raise Trouble(_counted(rows))


def _counted(rows: list[tuple[Any, ...]]) -> str:
    from cli.output import several

    return f"{several(len(rows), 'finding')} in {several(len({row[0] for row in rows}), 'game')}"


def _print(rows: list[tuple[Any, ...]]) -> None:
    """Each finding with its place and rule, what is wrong, and the two values."""
    from rich.text import Text

    from cli.output import console
    from cli.paragraphs import print_lines
    from cli.text import printable

    lines: list[Text] = []
    for game, event, rule, kind, message, stated, computed in rows:
        words = kind.replace("_", " ")
        lines.append(Text.assemble((printable(f"{game}#{event}"), "bold"), f"  {rule}  ", (words, "dim")))
        lines.append(Text(f"  {printable(message)}"))
        if stated and computed:
            lines.append(Text(f"  stated {printable(stated)}, computed {printable(computed)}", style="dim"))
    print_lines(console(), lines)


def _between_logs(session: Session, *, several_games: bool) -> Callable[[Loaded], list[Finding]]:
    """What finds the values of a game's cards of which other games say otherwise; the log is asked once for many."""
    said: list[Saying] | None = None

    def find(loaded: Loaded) -> list[Finding]:
        nonlocal said
        if not hasattr(loaded.state, "memory"):
            return []
        from cli.session_cards import differing_values, sayings

        if said is None and several_games:
            said = sayings(session)
        return differing_values(session, loaded, said)

    return find


def _row(game: str, one: Finding) -> tuple[Any, ...]:
    return (game, one.event, one.rule, one.kind, one.message, one.stated, one.computed)


def _asked(rule: str, one: Finding) -> bool:
    return one.rule.casefold().startswith(rule.casefold())


def _require_rule(rule: str, known: set[str]) -> None:
    """Refuse a rule that no audited game has, for its list would be empty whatever there is."""
    if rule and known and not any(one.casefold().startswith(rule.casefold()) for one in known):
        raise Trouble(f'no rule begins with "{rule}"', code=ExitCode.NOT_FOUND, hint="gamelog rules lists them")
