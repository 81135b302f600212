"""The `gamelog` command: one Typer app, and one place where failures become messages and exit codes."""

from __future__ import annotations

import errno
import inspect
import io
import os
import re
import sys
from itertools import pairwise
from typing import Annotated

import typer

from cli.errors import ExitCode, Trouble
from cli.output import WIDEST, silence
from cli.text import whole

app = typer.Typer(
    name="gamelog",
    help="A log of real tabletop games that can be replayed, questioned and trusted.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    rich_markup_mode=None,
)


def version() -> str:
    """The version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gamelog")
    except PackageNotFoundError:
        return "0 (not installed)"


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    _debug: Annotated[bool, typer.Option("--debug", help="Show tracebacks.")] = False,
) -> None:
    """A log of real tabletop games that can be replayed, questioned and trusted.

    Without a command: the last games, and the next useful command.
    """
    if show_version:
        print(f"gamelog {version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from cli.look import overview

        overview()


def _register() -> None:
    if app.registered_commands:
        return
    from cli import ask, audit, campaign, cards, files, learn, look, play, stating, tools

    for module in (play, campaign, look, stating, audit, ask, files, learn, cards, tools):
        module.register(app)
    for command in app.registered_commands:
        # The mark keeps the lines of the examples apart; without it help would run them together.
        told = inspect.getdoc(command.callback) or ""
        command.help = told.replace("Examples:\n", "\b\nExamples:\n")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; gives its exit code. This is the entry point of the script."""
    given = sys.argv[1:] if arguments is None else arguments
    _open_streams()
    _measure()
    json = "--json" in given
    if "--debug" in given:
        given = ["--debug", *(word for word in given if word != "--debug")]
    try:
        if given == ["--version"]:
            print(f"gamelog {version()}", flush=True)
            return ExitCode.DONE
        if json and "--csv" in given:
            raise Trouble("--json and --csv exclude each other", code=ExitCode.USAGE)  # noqa: TRY301
        _check_collision()
        _register()
        code = app(args=given, prog_name="gamelog", standalone_mode=False)
        sys.stdout.flush()
    except Trouble as trouble:
        report(trouble, json=json)
        code = trouble.code
    except typer.TyperException as fault:
        report(_usage(fault, given), json=json)
        code = ExitCode.USAGE
    except (KeyboardInterrupt, typer.Abort):
        report(Trouble("interrupted", code=ExitCode.INTERRUPTED), json=json)
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        code = ExitCode.DONE
    except SystemExit as left:
        # Rich and Typer each answer a closed pipe by leaving with 1.
        if not isinstance(left.__context__, BrokenPipeError):
            raise
        silence(sys.stdout)
        code = ExitCode.DONE
    except Exception as fault:
        ours = _unwritten(fault) or _bug(fault)
        if "--debug" in given:
            raise
        report(ours, json=json)
        code = ours.code
    return int(code or 0)


def _open_streams() -> None:
    """Make sure of the three streams, and that whatever they cannot spell is an escape.

    Where one was closed, a file that is opened later would get its number, and our talk with it. Nothing can be
    written to a closed standard output, which is then said; what is told to a closed standard error is lost.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            given = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            if given != number:
                os.dup2(given, number)
                os.close(given)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _measure() -> None:
    """Forget sizes of the terminal that nothing can be drawn in; Rich would take them at their word."""
    for name in ("COLUMNS", "LINES"):
        if name in os.environ and not 1 <= (whole(os.environ[name]) or 0) <= WIDEST:
            del os.environ[name]


#: What the system says where standard output takes no more. Files are written where their trouble is told with them.
_TAKES_NO_MORE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


def _unwritten(fault: Exception) -> Trouble | None:
    """The trouble with standard output, if that is what a fault is about."""
    if not isinstance(fault, OSError) or fault.filename is not None or fault.errno not in _TAKES_NO_MORE:
        return None
    silence(sys.stdout)
    return Trouble(
        f"standard output cannot be written: {(fault.strerror or str(fault)).lower()}",
        hint="what was recorded is recorded; gamelog log tells it",
    )


#: What the parser of flags says, and what we say for it.
_WORDING = (
    ("a valid integer, unable to parse string as an integer", "a whole number"),
    ("a valid number, unable to parse string as a number", "a number"),
    (": Input should be ", ": it should be "),
    ("(Possible ", "(possible "),
    ("'", '"'),
)


def _usage(fault: typer.TyperException, given: list[str]) -> Trouble:
    message, _, near = fault.format_message().rstrip(".").partition(". Did you mean ")
    for theirs, ours in _WORDING:
        message = message.replace(theirs, ours)
    if found := re.fullmatch(r'[Ii]nvalid value for "(--?[a-z-]+)"(?: / "-[a-z]")?: it should be (.*)', message):
        flag, wanted = found.groups()
        values = [after for one, after in pairwise(given) if one == flag]
        values += [one.removeprefix(f"{flag}=") for one in given if one.startswith(f"{flag}=")]
        message = f'"{values[0]}" is no value of {flag}: it should be {wanted}' if values else message
    path = getattr(getattr(fault, "ctx", None), "command_path", "")
    flags = f"{path} --help lists its flags" if " " in path else ""
    near = near.replace("'", '"')
    hint = _line_hint(message) or (f"did you mean {near}" if near else flags or "gamelog --help lists the commands")
    return Trouble(message[:1].lower() + message[1:], code=ExitCode.USAGE, hint=hint)


def _line_hint(message: str) -> str:
    """That what was typed as a command begins a line of some game's notation, if it does."""
    found = re.fullmatch(r'[Nn]o such command "([^"]+)"', message)
    if found is None:
        return ""
    from engine.game import game, titles

    word = found[1].casefold()
    if not any(word in game(title).verbs() for title in titles()):
        return ""
    return f'it is a line: gamelog record GAME "{word} ..."'


def _bug(fault: Exception) -> Trouble:
    what = str(fault) or type(fault).__name__
    return Trouble(
        f"something went wrong inside gamelog ({type(fault).__name__}): {what}",
        hint="this is a fault of the program; the same command with --debug shows where. the log is as it was",
    )


def report(trouble: Trouble, *, json: bool) -> None:
    """Tell what went wrong on standard error; as one JSON object where JSON was asked for."""
    from cli.output import json_of, say

    say(*([json_of(trouble.as_object(), sys.stderr)] if json else trouble.lines()))


def _check_collision() -> None:
    """Another distribution may own a package called engine or eventstore; say so instead of failing strangely."""
    from importlib.util import find_spec
    from pathlib import Path

    here = Path(__file__).resolve().parent.parent
    for name in ("engine", "eventstore"):
        spec = find_spec(name)
        found = Path(spec.origin).resolve().parent.parent if spec is not None and spec.origin else None
        if found != here:
            raise Trouble(
                f'the package "{name}" comes from {found or "nowhere"}, not from gamelog ({here})',
                hint="another distribution owns a package of this name: install gamelog into an environment of its own",
            )


if __name__ == "__main__":
    sys.exit(main())
