"""Commands about what players state: state prints and compares what each has, pending lists what is left open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.options import At, Csv, Db, Json

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.session import Session
    from cli.session_games import Loaded
    from engine.audit import Finding
    from engine.judging import Violation
    from engine.stating import Difference, OpenTask


#: Values of so many characters are told ahead of a message that tells them too.
_SHORT = 12


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (state, pending):
        app.command()(command)


# What is told of findings wherever they appear


def flagged(wrong: Iterable[Violation | Finding]) -> list[str]:
    """Findings, each on one line: both values where there are two, what is wrong, and the rules that it breaks."""
    rules: dict[str, list[str]] = {}
    for one in wrong:
        told = f"{both_values(one.stated, one.computed, one.message)}{one.message}"
        rules.setdefault(told, []).append(one.rule)
    return [f"flagged: {told} ({', '.join(dict.fromkeys(broken))})" for told, broken in rules.items()]


def both_values(stated: str, computed: str, message: str) -> str:
    """What was stated and what follows from the rest, ahead of a message that has the two only in longer words."""
    short = len(stated) <= _SHORT and len(computed) <= _SHORT
    if not stated or not computed or not (short or stated not in message or computed not in message):
        return ""
    return f"stated {stated}, computed {computed}: "


def finding_object(event: int, one: Violation | Finding) -> dict[str, Any]:
    """A finding as JSON has it."""
    return {
        "event": event, "rule": one.rule, "kind": one.kind, "message": one.message, "stated": one.stated,
        "computed": one.computed,
    }  # fmt: skip


# state


def state(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME] [WHO]", help="The game, the last one; and whose, else all.")
    ] = None,
    expect: Annotated[
        str | None,
        typer.Option("--expect", metavar="TEXT", help="Compare with what a player posted; - reads it from stdin."),
    ] = None,
    at: At = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Print what each player has, as players write it; or compare it with what one wrote.

    With --expect every difference is told, and the exit code is 1 if there is one. The same text recorded as a line
    keeps what it says in the log: gamelog record GAME "state Hand: ...".

    Examples:
      gamelog state
      gamelog state sunday Kyra
      gamelog state sunday Kyra --expect "Hand: Longsword, Deck: 7 Discard: 2 Buried: 0"
      gamelog state sunday Kyra --at 41 --expect - < block.txt
    """
    from cli.look import session_of
    from cli.output import put, put_json, tell

    session = session_of(db)
    loaded, who = _whose(session, words or [], at)
    tell(session)
    blocks = dict(loaded.game.blocks(loaded.state))
    if not blocks:
        raise Trouble(
            f"nobody writes down what he has in {loaded.game.label}", place=loaded.name, code=ExitCode.USAGE,
            hint=f"gamelog show {loaded.name} draws it; --as PLAYER hides what that player does not see",
        )  # fmt: skip
    if expect is not None:
        _compare(loaded, _one_of(loaded, blocks, who), _expected(expect), json=json)
        return
    shown = blocks if who is None else {who: blocks[who]}
    if json:
        put_json([{"who": name, "block": text} for name, text in shown.items()])
        return
    for number, (name, text) in enumerate(shown.items()):
        put(*([""] if number else []), name, text)


def _whose(session: Session, words: Sequence[str], at: int | None) -> tuple[Loaded, str | None]:
    """The game and whose state is meant: one word is a game if there is one of the name, else somebody in the last.

    Raises:
        Trouble: there is no such game, or nobody of that name in it.
    """
    if len(words) > 2:
        raise Trouble("a game and one name are expected", code=ExitCode.USAGE, hint="put names of two words in quotes")
    game: str | None = None
    who = words[1] if len(words) == 2 else None
    if words:
        if len(words) == 2 or words[0] in {one.name for one in session.reading(session.find_all)}:
            game = words[0]
        else:
            who = words[0]
            try:
                loaded = session.load(None, at=at)
                return loaded, _name(loaded, who)
            except Trouble:
                game, who = words[0], None
    loaded = session.load(game, at=at)
    return loaded, None if who is None else _name(loaded, who)


def _name(loaded: Loaded, text: str) -> str:
    from engine.matching import Ambiguous, Missing, match

    names = [name for name, _ in loaded.game.blocks(loaded.state)]
    players = dict(zip(loaded.started.players, names, strict=False))
    try:
        found = match(text, list(dict.fromkeys([*names, *players])))
    except (Missing, Ambiguous):
        raise Trouble(
            f'nobody is called "{text}"', place=loaded.name, code=ExitCode.NOT_FOUND,
            hint=f"there are: {', '.join(names)}" if names else "",
        ) from None  # fmt: skip
    return found if found in names else players[found]


def _one_of(loaded: Loaded, blocks: dict[str, str], who: str | None) -> str:
    if who is not None:
        return who
    if len(blocks) == 1:
        return next(iter(blocks))
    raise Trouble(
        "whose state is it?", place=loaded.place(), code=ExitCode.USAGE,
        hint=f"gamelog state {loaded.name} NAME --expect TEXT; there are: {', '.join(blocks)}",
    )  # fmt: skip


def _expected(text: str) -> str:
    if text != "-":
        return text
    from pathlib import Path

    from cli.play import read_text

    return read_text(Path("-"))


def _compare(loaded: Loaded, who: str, text: str, *, json: bool) -> None:
    """Tell every difference.

    Raises:
        Trouble: the text cannot be read, or differs.
    """
    from cli.output import put, put_json, say, several
    from engine.game import Fault

    found = loaded.game.differences(loaded.state, who, text)
    if isinstance(found, Fault):
        lines = text.splitlines()
        shown = lines[0] if len(lines) == 1 else ""
        raise Trouble(
            found.message, place=loaded.place(), code=ExitCode.USAGE, hint=found.hint, line=shown,
            column=found.column if shown else 0, length=found.length,
        )  # fmt: skip
    told = [_told(one) for one in found]
    if not found:
        if json:
            put_json({"game": loaded.name, "who": who, "differences": []})
        else:
            say(f"{who}: all agrees at {loaded.place()}")
        return
    if not json:
        put(*(f"{who}, {one['part']}: stated {one['stated']}, computed {one['computed']}" for one in told))
    raise Trouble(
        f"{several(len(found), 'difference')} in what {who} has", place=loaded.place(),
        hint=f'gamelog log {loaded.name} shows how it came; gamelog record {loaded.name} "correct ..." puts it right',
        more={"who": who, "differences": told},
    )  # fmt: skip


def _told(one: Difference) -> dict[str, str]:
    return {"part": one.part, "stated": one.stated, "computed": one.computed}


# pending


def pending(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The game; the last one recorded.")] = None,
    at: At = None,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """List what was left to somebody and is not settled: whose it is, since when, and what waits for it.

    Examples:
      gamelog pending
      gamelog pending sunday --json
    """
    from cli.look import session_of
    from cli.output import put_rows, say, tell

    session = session_of(db)
    loaded = session.load(game, at=at)
    tell(session)
    open_ = loaded.game.open_tasks(loaded.state)
    since = _since(loaded, open_)
    rows = [
        (one.number, one.owner, one.what, one.place, since.get(one.number), one.blocks, one.rule, one.reason, one.how)
        for one in open_
    ]
    names = ("task", "owner", "what", "place", "since", "blocks", "rule", "reason", "next")
    if json or csv or rows:
        put_rows(names, rows, json=json, csv=csv)
    if not rows and not (json or csv):
        say("nothing is left pending")


def _since(loaded: Loaded, open_: Sequence[OpenTask]) -> dict[int, int]:
    """The event since which each task is open."""
    found: dict[int, int] = {}
    wanted = {one.number for one in open_}
    if not wanted:
        return found
    state = loaded.game.start(loaded.started)
    for entry in loaded.line.entries:
        state, _ = loaded.game.evolve(state, entry.event)
        for one in loaded.game.open_tasks(state):
            if one.number in wanted:
                found.setdefault(one.number, entry.version)
    return found
