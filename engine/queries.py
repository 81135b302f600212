"""The questions that come with a game: SQL over its tables of facts, found and described, never run here.

A query is a file `<name>.sql` in the folder `queries` of its game. Its first lines are comments:

    -- title: Results and wins by player
    -- with: counted
    -- parameter player (text): only this player

`with` names files in `queries/parts`, each one SELECT, that are put before the query as common table expressions, with
the parameters they declare; what a game does not have there is taken from `engine/query_parts`, where `{title}` is the
game's own. In the SQL a parameter is `$name`; one that is not given is NULL, and every query says
what it then does. Kinds are "text", "whole" (a number from 0) and "date" (in the SQL the UTC microsecond at which the
day begins).
"""

from __future__ import annotations

import difflib
import re
from datetime import UTC, date, datetime
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from engine.game import game

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.resources.abc import Traversable

_HEADER = re.compile(r"--\s*(title|with):\s*(.*?)\s*$")
_PARAMETER = re.compile(r"--\s*parameter\s+([a-z_]+)\s+\((text|whole|date)\):\s*(.*?)\s*$")


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of a query: its name, its kind ("text", "whole" or "date"), and what it does."""

    name: str
    kind: str
    meaning: str


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """One question: its name, what it answers in one line, the SQL to run, and its parameters, all of them optional."""

    name: str
    title: str
    sql: str
    parameters: tuple[Parameter, ...]


class QueryError(Exception):
    """A query or a parameter that is not there, or a value that cannot be one."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def queries(title: str) -> tuple[Query, ...]:
    """The queries of a game, by name.

    Raises:
        engine.game.UnknownGameError: there is no such game.
    """
    folder = _folder(title)
    if not folder.is_dir():
        return ()
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))
    return tuple(_read(folder, title, name.removesuffix(".sql")) for name in names)


def query(title: str, name: str) -> Query:
    """One query of a game.

    Raises:
        QueryError: there is none of this name.
        engine.game.UnknownGameError: there is no such game.
    """
    known = {one.name: one for one in queries(title)}
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"there are {', '.join(known)}"
        raise QueryError(f'there is no query "{name}" for {title}', hint)
    return known[name]


def bind(asked: Query, given: Mapping[str, str]) -> dict[str, str | int | None]:
    """Every parameter of a query with its value, read from text; None for those that are not given.

    Raises:
        QueryError: a parameter that the query does not have, or a value of the wrong kind.
    """
    known = {parameter.name: parameter for parameter in asked.parameters}
    for name in given:
        if name not in known:
            hint = f"it has {', '.join(known)}" if known else "it has none"
            raise QueryError(f'the query "{asked.name}" has no parameter "{name}"', hint)
    return {name: _value(parameter, given[name]) if name in given else None for name, parameter in known.items()}


def _value(parameter: Parameter, text: str) -> str | int:
    if parameter.kind == "text":
        return text
    if parameter.kind == "whole":
        if re.fullmatch(r"[0-9]{1,9}", text) is None:
            raise QueryError(f'{parameter.name}: "{text}" is not a whole number')
        return int(text)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise QueryError(f'{parameter.name}: "{text}" is not a date', "write it as 2024-05-31") from None
    return int((datetime(day.year, day.month, day.day, tzinfo=UTC) - _EPOCH).total_seconds()) * 1_000_000


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _folder(title: str) -> Traversable:
    package = type(game(title)).__module__.rpartition(".")[0]
    return resources.files(package).joinpath("queries")


def _part(folder: Traversable, title: str, part: str) -> str:
    """The text of a part: the game's own, else the one that all games share."""
    own = folder.joinpath("parts", f"{part}.sql")
    if own.is_file():
        return own.read_text("utf-8")
    shared = resources.files("engine").joinpath("query_parts", f"{part}.sql")
    return shared.read_text("utf-8").replace("{title}", title.replace("'", "''"))


def _read(folder: Traversable, title: str, name: str) -> Query:
    header, parameters, body = _parse(folder.joinpath(f"{name}.sql").read_text("utf-8"))
    tables = []
    for part in header.get("with", "").split():
        _, declared, select = _parse(_part(folder, title, part))
        parameters += [parameter for parameter in declared if parameter not in parameters]
        tables.append(f"{part} AS (\n{select})")
    if tables:
        own = re.match(r"WITH\s+", body)
        rest = f",\n{body[own.end() :]}" if own else f"\n{body}"
        body = "WITH " + ",\n".join(tables) + rest
    return Query(name=name, title=header.get("title", name), sql=body, parameters=tuple(parameters))


def _parse(text: str) -> tuple[dict[str, str], list[Parameter], str]:
    """The header's values, the parameters, and the SQL after the comments of the first lines."""
    header: dict[str, str] = {}
    parameters: list[Parameter] = []
    lines = text.splitlines(keepends=True)
    start = next((number for number, line in enumerate(lines) if not line.startswith("--")), len(lines))
    for line in lines[:start]:
        if found := _HEADER.match(line):
            header[found[1]] = found[2]
        elif found := _PARAMETER.match(line):
            parameters.append(Parameter(name=found[1], kind=found[2], meaning=found[3]))
    return header, parameters, "".join(lines[start:])
