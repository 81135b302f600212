"""The command `replay`: on a terminal a screen to step through, elsewhere the game told action by action."""

from __future__ import annotations

import os
import re
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import seat_of, session_of
from cli.options import AsSeat, At, Db, GameName, Json, KnownAt, Width

if TYPE_CHECKING:
    from cli.film import Action, Film

SLOWEST, FASTEST = 0.1, 50.0


def replay(
    game: GameName = None,
    at: At = None,
    known_at: KnownAt = None,
    first: Annotated[int | None, typer.Option("--from", metavar="N", help="Begin with the action of event N.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="M", help="End with the action of event M.")] = None,
    steps: Annotated[
        str | None, typer.Option("--steps", metavar="A-B", help="Print the actions of events A to B: --plain in short.")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print action by action, as without a terminal.")] = False,
    board: Annotated[bool, typer.Option("--board", help="When printing: draw the board after each action.")] = False,
    speed: Annotated[
        float | None, typer.Option("--speed", metavar="S", help="Play by itself, S actions a second.")
    ] = None,
    as_seat: AsSeat = None,
    width: Width = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Step through a game: what was typed, what changed, and why.

    On a terminal: arrows go action by action, n and p event by event, space plays, g seeks, ? lists all keys.

    Examples:
      gamelog replay tuesday
      gamelog replay tuesday --from 41 --speed 2
      gamelog replay tuesday --steps 41-60 --board
      gamelog replay tuesday --json
    """
    from cli.film import Film
    from cli.output import put_json, tell

    if speed is not None and not SLOWEST <= speed <= FASTEST:
        raise Trouble(f"the speed {speed:g} is not from {SLOWEST:g} to {FASTEST:g}", code=ExitCode.USAGE)
    if steps is not None:
        if first is not None or last is not None:
            raise Trouble("either --steps or --from and --to", code=ExitCode.USAGE)
        first, last = _span(steps)
    session = session_of(db)
    loaded = session.load(game, at=at, known_at=known_at)
    tell(session)
    film = Film(loaded, seat_of(loaded, as_seat))
    shown = _shown(film, first, last)
    if json:
        put_json(step_objects(film, shown))
    elif plain or steps is not None or board or not at_terminal():
        print_film(film, shown, boards=board, speed=speed, width=width)
    else:
        from cli.replay_screen import show_film

        start = shown[0].before if first is not None and shown else 0
        end = shown[-1].after if last is not None and shown else len(film)
        show_film(film, start=start, end=end, speed=speed)
    _tell_failure(film)


def at_terminal() -> bool:
    """Whether a full screen can be shown, and somebody is there to press keys."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in {"dumb", "unknown"}


def _span(text: str) -> tuple[int | None, int | None]:
    found = re.fullmatch(r"([0-9]{0,18})-([0-9]{0,18})|([0-9]{1,18})", text.strip())
    if found is None or text.strip() == "-":
        raise Trouble(f'"{text}" are no steps', code=ExitCode.USAGE, hint="--steps 41-60, --steps 41-, --steps 41")
    if found[3]:
        return int(found[3]), int(found[3])
    first, last = (int(one) if one else None for one in (found[1], found[2]))
    if first is not None and last is not None and last < first:
        raise Trouble(f'"{text}" ends before it begins', code=ExitCode.USAGE, hint=f"--steps {last}-{first}")
    return first, last


def _shown(film: Film, first: int | None, last: int | None) -> tuple[Action, ...]:
    """The actions that hold an event from `first` to `last`."""
    newest = film.version(len(film))
    if first is not None and first > newest:
        raise Trouble(
            f"there is no event {first} on the line", place=film.loaded.place(), code=ExitCode.NOT_FOUND,
            hint=f"its last one is {newest}",
        )  # fmt: skip
    return tuple(
        action for action in film.actions
        if (first is None or action.last >= first) and (last is None or action.first <= last)
    )  # fmt: skip


def _tell_failure(film: Film) -> None:
    failure = film.failure
    if failure is None:
        return
    raise Trouble(
        f"the replay stops before event {failure.version}: {failure.message}",
        place=film.loaded.place(failure.version),
        rule=failure.violations[0].rule if failure.violations else "",
        hint=f"gamelog why {failure.version} shows the event; gamelog verify judges the whole log",
        more={"event": failure.version, "kind": failure.kind},
    )


# Printing


def print_film(
    film: Film, shown: tuple[Action, ...], *, boards: bool, speed: float | None = None, width: int | None = None
) -> None:
    """Print a paragraph for each action, and the board after it where that is wanted."""
    from cli.output import console
    from cli.paragraphs import action_lines, folded_action

    out = console(width=width)
    if not shown or shown[0].before == 0:
        out.print(film.told(0), overflow="fold", style="bold")
        for note in film.notes(0):
            out.print(f"{note}", overflow="fold", style="italic")
        if boards:
            out.print(film.board(0, 0, out.width))
    for number, action in enumerate(shown):
        if speed is not None and number:
            sys.stdout.flush()
            time.sleep(1 / speed)
        for line in folded_action(action_lines(film, action), out.width):
            out.print(line, no_wrap=True, overflow="ignore", crop=False)
        if boards:
            out.print(film.board(action.before, action.after, out.width))
    if not shown or shown[-1].after == len(film):
        out.print(f"now: {film.prompt(len(film))}" if film.failure is None else "", overflow="fold")


def step_objects(film: Film, shown: tuple[Action, ...]) -> list[dict[str, Any]]:
    """One object for each event, as `replay --json` prints them."""
    return [
        {
            "event": film.version(place),
            "action": action.first,
            "typed": film.typed(place),
            "text": film.told(place),
            "effects": [{"text": text, "rule": rule} for text, rule in film.effects(place)],
            "changed": film.changed(place - 1, place),
            "changes": film.changes(place - 1, place),
            "notes": film.notes(place),
            "prompt": film.prompt(place),
        }
        for action in shown
        for place in range(action.before + 1, action.after + 1)
    ]
