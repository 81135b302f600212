"""The command that asks the history: query."""

from __future__ import annotations

import datetime
import decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import session_of
from cli.options import Csv, Db, Json

if TYPE_CHECKING:
    from collections.abc import Sequence


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(query)


def query(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The query, or a unique beginning; without it, the list.")
    ] = None,
    player: Annotated[str | None, typer.Option("--player", metavar="P", help="Only this player.")] = None,
    campaign: Annotated[str | None, typer.Option("--campaign", metavar="C", help="Only this campaign.")] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE", help="Only games played on this day or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="Only games played on this day or earlier.")
    ] = None,
    players: Annotated[
        str | None, typer.Option("--players", metavar="N", help="Only games of so many players.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="PRESET", help="Only games under this preset of rules.")
    ] = None,
    given: Annotated[
        list[str] | None, typer.Option("--set", metavar="K=V", help="Any other parameter that the query has.")
    ] = None,
    title: Annotated[str | None, typer.Option("--game", "-g", metavar="TITLE", help="Whose queries.")] = None,
    sql: Annotated[
        str | None, typer.Option("--sql", metavar="SELECT", help="Ask in SQL over the tables; nothing can be changed.")
    ] = None,
    tables: Annotated[bool, typer.Option("--tables", help="List tables and columns for --sql.")] = False,
    anew: Annotated[
        bool, typer.Option("--rebuild", help="Work all tables out anew from the events, before the question if any.")
    ] = False,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """Ask across all games; without a name, list the questions.

    Simulated and hidden games do not count; --sql reads the tables as they are, where the columns simulated and hidden
    tell them apart.

    Examples:
      gamelog query
      gamelog query results --player Ann
      gamelog query bribes --campaign tuesdays --since 2026-01-01 --csv
      gamelog query --sql "SELECT dominant, count(*) FROM pamir_check GROUP BY dominant"
    """
    from cli.output import put_rows, say, tell
    from cli.session_facts import rebuild, run_query, run_sql
    from cli.session_facts import tables as fact_tables

    if sum([name is not None, sql is not None, tables]) > 1:
        raise Trouble("a query's name, --sql and --tables exclude each other", code=ExitCode.USAGE)
    title = _title(title) if title else None
    parameters = _parameters(
        {"player": player, "campaign": campaign, "since": since, "until": until, "players": players, "preset": rules},
        given or [],
    )
    if parameters and name is None:
        flags = ", ".join(parameters)
        raise Trouble(f"only a query takes parameters: {flags}", code=ExitCode.USAGE, hint="gamelog query lists them")
    if anew:
        rebuild(session_of(db))
        say("the tables were worked out anew from the events")
        if name is None and sql is None and not tables:
            return
    if tables:
        put_rows(("table", "column", "type", "meaning"), fact_tables(), json=json, csv=csv)
        return
    if name is None and sql is None:
        _list(title, json=json, csv=csv)
        return
    session = session_of(db)
    rows = run_sql(session, sql) if sql is not None else run_query(session, name or "", parameters, title=title)
    tell(session)
    columns = _apart(rows.columns)
    put_rows(columns, [[plain(value) for value in row] for row in rows.rows], json=json, csv=csv)


def _parameters(known: dict[str, str | None], given: Sequence[str]) -> dict[str, str]:
    from cli.play import pair

    found = {name: value for name, value in known.items() if value is not None}
    for one in given:
        name, value = pair(one, "parameter", "--set player=Ann")
        if name in found:
            raise Trouble(f'the parameter "{name}" is given twice', code=ExitCode.USAGE)
        found[name] = value
    return found


def _title(text: str) -> str:
    from cli.play import game_of_title

    return str(game_of_title(text).title)


def _list(title: str | None, *, json: bool, csv: bool) -> None:
    from cli.output import put_json, put_rows, say
    from cli.session_facts import questions

    found = questions(title)
    if json:
        put_json(
            [
                {
                    "query": question.query.name,
                    "game": question.title,
                    "answers": question.query.title,
                    "parameters": {one.name: one.meaning for one in question.query.parameters},
                }
                for question in found
            ]
        )
        return
    rows = [
        (
            question.query.name,
            question.query.title,
            " ".join(_flag(one.name) for one in question.query.parameters),
            question.title,
        )
        for question in found
    ]
    if csv:
        put_rows(("query", "answers", "parameters", "game"), rows, json=False, csv=True)
        return
    own = {one.name for question in found for one in question.query.parameters}
    shared = [name for name in own if all(name in {p.name for p in one.query.parameters} for one in found)]
    several = {game for *_, game in rows}
    for of in dict.fromkeys(game for *_, game in rows):
        some = [
            (name, answers, "--player" if "--player" in flags.split() else "")
            for name, answers, flags, game in rows
            if game == of
        ]
        put_rows(("query", "answers", "takes also"), some, json=False, csv=False, title=of if len(several) > 1 else "")
    say(f"every query takes {' '.join(sorted(_flag(name) for name in shared))}", "next: gamelog query results")


def _flag(name: str) -> str:
    flags = {"player": "--player", "campaign": "--campaign", "since": "--since", "until": "--until",
             "players": "--players", "preset": "--rules"}  # fmt: skip
    return flags.get(name, f"--set {name}=")


def _apart(columns: Sequence[str]) -> list[str]:
    """Names of columns, each other than those before it."""
    found: list[str] = []
    for name in columns:
        number = 1
        while (own := name if number == 1 else f"{name}_{number}") in found:
            number += 1
        found.append(own)
    return found


def plain(value: Any) -> Any:
    """A value of a row as JSON, CSV and tables can show it."""
    match value:
        case None | bool() | str():
            return value
        case int():
            return value if -(1 << 63) <= value < 1 << 64 else str(value)
        case float():
            return value if value - value == 0 else str(value)
        case decimal.Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case list() | tuple():
            return [plain(one) for one in value]
        case dict():
            return {str(key): plain(one) for key, one in value.items()}
        case bytes():
            return value.hex()
        case _:
            return str(value)
