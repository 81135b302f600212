"""Printing: data to standard output, talk to standard error, tables for people, JSON and CSV for programs."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import Console

    from cli.session import Session

#: So narrow and so wide is drawn.
NARROWEST, WIDEST = 20, 1000
#: What a column of a table takes beside its text.
GAP = 3
#: A word of so many cells is not broken if it is an identifier, and of so many if it is not.
MOST_WHOLE, LEAST_FOLDED = 26, 12
#: A last column that is folded wherever it ends, such as JSON, is not read in less.
LEAST_LAST = 30


def console(*, stderr: bool = False, width: int | None = None) -> Console:
    """The console of standard output or standard error; colour obeys NO_COLOR, a pipe has none."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False, width=width, soft_wrap=False, emoji=False, markup=False)
    if width is None and not made.is_terminal:
        made = Console(stderr=stderr, highlight=False, width=columns(), soft_wrap=False, emoji=False, markup=False)
    return made


def columns() -> int:
    """How wide to draw where no terminal says so: COLUMNS, or 80."""
    from cli.text import whole

    given = whole(os.environ.get("COLUMNS", ""))
    return min(max(given, NARROWEST), WIDEST) if given else 80


def say(*lines: str) -> None:
    """Talk to the person: to standard error. Where nobody can hear it, what was asked for is done all the same."""
    from cli.text import printable

    try:
        for line in lines:
            for part in _fitted(printable(line)):
                print(part, file=sys.stderr)
    except OSError:
        silence(sys.stderr)


def _fitted(line: str) -> list[str]:
    """A line broken between words where the terminal is too narrow for it; elsewhere it stays one line."""
    if len(line) < NARROWEST or not sys.stderr.isatty():
        return [line]
    try:
        width = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        return [line]
    if not width or len(line) * 2 <= width:
        return [line]
    from rich.text import Text

    from cli.paragraphs import folded

    return [part.plain for part in folded(Text(line), max(width, NARROWEST))]


def silence(stream: TextIO) -> None:
    """Let everything that is still to be written to a stream vanish, Python's own last words included."""
    with contextlib.suppress(OSError, ValueError):
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


def tell(session: Session) -> None:
    """Pass on what the store has to say, once."""
    for notice in session.notices:
        say(f"note: {notice}")
    session.notices.clear()


def put(*lines: str) -> None:
    """Data: to standard output."""
    from cli.text import printable

    for line in lines:
        for one in line.split("\n"):
            print(printable(one))


def put_json(value: Any) -> None:
    """One JSON value on standard output, indented."""
    import msgspec

    print(msgspec.json.format(json_of(value, sys.stdout), indent=2))


def json_of(value: Any, stream: TextIO) -> str:
    """A value as JSON on one line; what the stream cannot spell, and half characters, are JSON's own escapes."""
    import json

    import msgspec

    try:
        text = msgspec.json.encode(value).decode()
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(value))
    if (stream.encoding or "utf-8").casefold().startswith("utf"):
        return text
    # Outside of strings JSON is ASCII, so each of these characters stands in one.
    return re.sub(r"[^\x00-\x7f]", lambda found: json.dumps(found[0])[1:-1], text)


def put_rows(
    names: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    json: bool,
    csv: bool,
    title: str = "",
    last_folds: bool = False,
) -> None:
    """Rows as a table for people, or as a list of JSON objects, or as CSV."""
    listed = [list(row) for row in rows]
    if json:
        put_json([dict(zip(names, row, strict=True)) for row in listed])
    elif csv:
        import csv as csv_module

        writer = csv_module.writer(sys.stdout, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([["" if value is None else value for value in row] for row in listed])
    else:
        _put_table(names, listed, title, last_folds=last_folds)


def _put_table(names: Sequence[str], rows: list[list[Any]], title: str, *, last_folds: bool) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    if not rows:
        put("nothing to show")
        return
    out = console()
    # A column in which nothing stands would only take room.
    kept = [index for index in range(len(names)) if any(shown(row[index]) for row in rows)]
    names, rows = [names[index] for index in kept], [[row[index] for index in kept] for row in rows]
    texts = [[shown(value) for value in row] for row in rows]
    heads = [name.replace("_", " ") for name in names]
    least = [_least_width(head, [row[index] for row in texts]) for index, head in enumerate(heads)]
    if last_folds:
        least[-1] = min(max(map(len, (row[-1] for row in texts))), LEAST_LAST)
    if sum(least) + GAP * len(heads) > out.width:
        _put_records(heads, texts, title)
        return
    widths = _widths(least, texts, heads, out.width, kept_whole=last_folds)
    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    for index, head in enumerate(heads):
        numeric = all(isinstance(row[index], int | float) for row in rows if row[index] is not None)
        table.add_column(
            head, justify="right" if numeric else "left", overflow="fold", min_width=least[index],
            width=widths[index],
            no_wrap=last_folds and index < len(heads) - 1,
        )  # fmt: skip
    for row in texts:
        table.add_row(*(Text(value) for value in row))
    out.print(table)


def _widths(
    least: Sequence[int], rows: Sequence[Sequence[str]], heads: Sequence[str], room: int, *, kept_whole: bool
) -> list[int | None]:
    """How wide each column is where the table is too wide: the widest give first, none gives more than it can."""
    from rich.cells import cell_len

    wanted = [max(cell_len(row[index]) for row in (heads, *rows)) for index in range(len(heads))]
    room -= GAP * len(heads)
    if sum(wanted) <= room or kept_whole:
        return [None] * len(heads)
    most = max(wanted)
    while sum(widths := [max(low, min(want, most)) for low, want in zip(least, wanted, strict=True)]) > room:
        most -= 1
    return list(widths)


def _least_width(head: str, values: list[str]) -> int:
    """How narrow a column may get: an identifier is never broken, for it is there to be selected and typed again."""
    from rich.cells import cell_len

    word = max((cell_len(word) for value in (head, *values) for word in value.split()), default=1)
    whole = all(value.isascii() and " " not in value for value in values)
    return min(word, MOST_WHOLE if whole else LEAST_FOLDED)


def _put_records(heads: list[str], rows: list[list[str]], title: str) -> None:
    """Rows of a table that is too wide for the console, one below the other, a line for each value."""
    from rich.text import Text

    from cli.paragraphs import print_lines

    width = max(map(len, heads))
    lines = [Text(title, style="bold")] * bool(title)
    for number, row in enumerate(rows):
        lines += [Text("")] * bool(number)
        lines += [Text(f"  {head:<{width}}  {value}") for head, value in zip(heads, row, strict=True)]
    print_lines(console(), lines, indent=width + 4)


def shown(value: Any) -> str:
    """A value as a table shows it."""
    from cli.text import printable

    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return printable(str(value))


def several(number: int, noun: str) -> str:
    """A number with its noun: "1 event", "2 events"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def day(microseconds: int | None) -> str:
    """A moment as the day it fell on, UTC."""
    return moment(microseconds).partition(" ")[0]


def moment(microseconds: int | None) -> str:
    """A moment to the minute, UTC; nothing for one that no calendar has, as a file from elsewhere may hold."""
    import datetime

    if microseconds is None:
        return ""
    try:
        when = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)  # noqa: DTZ001  # UTC
    except OverflowError:
        return ""
    return when.isoformat(" ", "minutes")
