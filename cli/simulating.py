"""The command that plays random games: simulate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cli.errors import ExitCode, Trouble
from cli.look import session_of
from cli.options import Db, Json, Recorder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.session import Session
    from cli.session_sources import Played


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(simulate)


def simulate(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The game.")] = "pax-pamir",
    players: Annotated[
        int | None,
        typer.Option("--players", metavar="N", min=1, max=20, help="How many sit down; without it, any number."),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, max=100_000, help="How many games.")] = 1,
    rules: Annotated[str, typer.Option("--rules", metavar="PRESET", help="Under which rules.")] = "official",
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="The same seed gives the same games; else drawn.")
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="With the deck unknown, as at a table: cards come out by chance.")
    ] = False,
    campaign: Annotated[
        bool, typer.Option("--campaign", help="One campaign: each scenario until it is won, where a title has them.")
    ] = False,
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Play random legal games into the log. They are marked as simulated and never counted with real ones.

    Games are named simulated-SEED-1, simulated-SEED-2, and so on.

    Examples:
      gamelog simulate --games 20 --seed 7 --db trial.duckdb
      gamelog simulate --players 3 --table
      gamelog simulate pathfinder --campaign --players 2 --seed 7
    """
    import secrets

    from cli.output import put_json, say, tell
    from cli.progressing import bar
    from cli.session_files import store_played

    seed = cleaned_seed(seed) if seed is not None else str(secrets.randbits(32))
    session = session_of(db, recorder)
    session.recorder = session.recorder or "simulate"
    if campaign:
        from cli.simulating_campaign import simulate_campaign

        simulate_campaign(session, title, seed, players=players or 1, rules=rules, json=json)
        return
    found = []
    with bar("playing", games) as moved:
        played = random_games(session, title, seed, games, players=players, rules=rules, table=table)
        for taken in store_played(session, _counted(played, moved)):
            if taken.trouble is not None:
                raise taken.trouble
            found.append(taken)
    tell(session)
    if json:
        put_json([{"game": one.game, "stream": one.stream, "status": one.status, "events": one.added} for one in found])
        return
    events = sum(one.added for one in found)
    new = sum(1 for one in found if one.added)
    say(f"{new} game{'' if new == 1 else 's'} played, {events} events (seed {seed})")
    if new < len(found):
        say(f"{len(found) - new} were here already")
    say("next: gamelog games --all")


def cleaned_seed(text: str) -> str:
    """A seed as it becomes part of names."""
    from cli.text import cleaned

    found = cleaned(text, "seed")
    if not found:
        raise Trouble("the seed is empty", code=ExitCode.USAGE)
    return found


def random_games(
    session: Session, title: str, seed: str, count: int, *, players: int | None, rules: str, table: bool
) -> Iterator[Played]:
    """Random games, ready to be stored.

    Args:
        session: who records them.
        title: of the game.
        seed: decides everything.
        count: how many.
        players: how many sit down; None for any number.
        rules: the preset.
        table: whether the deck is unknown.

    Raises:
        Trouble: a game cannot begin like this.
    """
    import random

    from cli.play import game_of_title
    from cli.session_sources import played_game
    from engine.game import Beginning, BeginningError
    from engine.simulate import random_game

    game = game_of_title(title)
    for number in range(1, count + 1):
        name = f"simulated-{seed}-{number}"
        chance = random.Random(name)  # noqa: S311  # play, not secrets
        fewest, most = game.seats
        seats = players if players is not None else fewest + chance.randrange(most - fewest + 1)
        begin = Beginning(
            name=name,
            players=tuple(f"Seat{seat}" for seat in range(seats)),
            preset=rules,
            provenance="" if table else f"seed {seed}",
            simulated=True,
        )
        try:
            started = game.random_start(begin, chance.randrange, known=not table)
        except BeginningError as fault:
            raise Trouble(str(fault), code=ExitCode.USAGE, rule=fault.rule, hint=fault.hint) from None
        yield played_game(session, [started, *random_game(game, started, chance.randrange)])


def _counted(games: Iterator[Played], moved: object) -> Iterator[Played]:
    for game in games:
        if callable(moved):
            moved(1)
        yield game
