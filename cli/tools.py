"""Commands about the program itself: config, doctor, demo, simulate."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.errors import ExitCode, Trouble
from cli.options import Db, Json, Width
from cli.simulating import simulate


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(demo)
    app.command()(simulate)
    app.command()(config)
    app.command()(doctor)


def demo(
    fast: Annotated[bool, typer.Option("--fast", help="A few boards, not the whole replay; no waiting.")] = False,
    width: Width = None,
) -> None:
    """Show what gamelog is for, with a whole game in a passing log.

    A game is recorded and replayed on its board, a disputed move is explained with its rule, and a question is
    answered from history. Nothing is read but the program's own files, and nothing is left behind.

    Examples:
      gamelog demo
      gamelog demo --fast
    """
    from cli.demo import run_demo

    run_demo(fast=fast, width=width)


def config(
    key: Annotated[str | None, typer.Argument(metavar="KEY", help="What to show or set; without it, all.")] = None,
    value: Annotated[str | None, typer.Argument(metavar="VALUE", help='Its new value; "" sets it back.')] = None,
    json: Json = False,
) -> None:
    """Show or set what gamelog remembers: name, database, preset.

    Examples:
      gamelog config
      gamelog config name Ann
      gamelog config rules seed
    """
    import msgspec

    from cli import settings
    from cli.output import put, put_json, put_rows, say

    known = settings.read_config()
    path = settings.config_path()
    if key is None:
        rows = [(name, getattr(known, name), meaning) for name, meaning in settings.KEYS.items()]
        if json:
            put_json({"file": str(path), **{name: value for name, value, _ in rows}})
            return
        shown = [(name, value or "not set", meaning) for name, value, meaning in rows]
        put_rows(("key", "value", "what it is"), shown, json=False, csv=False)
        say(f"kept in {path}{'' if path.exists() else ', which is not there yet'}", "next: gamelog config name NAME")
        return
    name = _key(key)
    if value is None:
        if json:
            put_json({name: getattr(known, name)})
        else:
            put(getattr(known, name))
        return
    changed = msgspec.structs.replace(known, **{name: _checked(name, value)})
    written = settings.write_config(changed)
    new = getattr(changed, name)
    if json:
        put_json({name: new, "file": str(written)})
    else:
        say(f"{name}: {_quoted(getattr(known, name))} -> {_quoted(new)}, kept in {written}")


def _key(text: str) -> str:
    from cli.settings import KEYS
    from engine.matching import Ambiguous, Missing, match

    try:
        return match(text, [*KEYS])
    except (Missing, Ambiguous):
        raise Trouble(
            f'there is no setting "{text}"', code=ExitCode.NOT_FOUND, hint=f"there are: {', '.join(KEYS)}"
        ) from None


def _checked(name: str, value: str) -> str:
    """A value as it is kept: printable, in NFC, and a preset that exists."""
    from cli.text import cleaned

    if name == "rules" and value:
        from engine.game import game, titles
        from engine.matching import Ambiguous, Missing, match

        presets = list(dict.fromkeys(preset for title in titles() for preset in game(title).presets))
        try:
            return match(value, presets)
        except (Missing, Ambiguous):
            raise Trouble(
                f'there is no preset "{value}"', code=ExitCode.NOT_FOUND, hint=f"there are: {', '.join(presets)}"
            ) from None
    return cleaned(value, "value")


def _quoted(value: str) -> str:
    return f'"{value}"' if value else "nothing"


def doctor(
    quick: Annotated[bool, typer.Option("--quick", help="Leave out checking every event.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Look at the program and its log: versions, files, health.

    Tells which files belong together, and how to move, copy and mend them.

    It writes nothing. Exit code 5 if something is damaged.

    Examples:
      gamelog doctor
      gamelog doctor --db club.duckdb --json
    """
    from cli.examining import examine, print_examination
    from cli.output import put_json

    found = examine(db, quick=quick)
    if json:
        put_json(found)
    else:
        print_examination(found)
    if found["damaged"]:
        raise typer.Exit(ExitCode.INTEGRITY)
