"""How far a long task has come: a bar on standard error where that is a terminal, and nothing elsewhere."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def bar(what: str, total: int, *, least: int = 2) -> Iterator[Callable[[int], None]]:
    """A bar for the length of the block; gives the function that moves it on.

    Args:
        what: what is being done, a few words.
        total: how much there is to do.
        least: draw no bar for less than this.
    """
    if total < least or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What is printed meanwhile is not the bar's to redirect: standard output may be a pipe.
    with Progress(
        *columns, console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
    ) as progress:
        task = progress.add_task(what, total=total)
        yield lambda count: progress.advance(task, count)
