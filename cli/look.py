"""Commands that look: show, log, replay, why, can, games, events, and `gamelog` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import AsSeat, At, Csv, Db, GameName, Json, KnownAt, Width

if TYPE_CHECKING:
    from cli.session import Session
    from cli.session_games import Loaded


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(show)
    app.command()(can)
    app.command(name="log")(log)
    app.command()(why)
    app.command()(games)
    app.command()(events)
    from cli.replaying import replay

    app.command()(replay)


def session_of(db: str | None, recorder: str | None = None) -> Session:
    """The session for a command's flags."""
    from cli import settings
    from cli.session import Session

    return Session(settings.database_path(db), recorder=settings.recorder(recorder))


def overview() -> None:
    """The last games, and the next useful command."""
    from cli.errors import Trouble
    from cli.output import put, tell

    session = session_of(None)
    try:
        listed = [game for game in session.reading(session.find_all) if not game.hidden and not game.started.simulated]
    except Trouble as trouble:
        if trouble.code != 3:
            raise
        listed = []
    tell(session)
    if not listed:
        put("no games yet", "", "next: gamelog new pax-pamir NAME --players Ann,Bob,Cai", "      gamelog demo")
        return
    put("last games")
    for game in sorted(listed, key=lambda one: one.last_recorded_at, reverse=True)[:5]:
        put(f"  {game.name}  {', '.join(game.started.players)}  {game.version} event{'' if game.version == 1 else 's'}")
    put("", "next: gamelog record      goes on with the last one", "      gamelog --help      lists the commands")


def show(
    game: GameName = None,
    at: At = None,
    known_at: KnownAt = None,
    as_seat: AsSeat = None,
    position: Annotated[bool, typer.Option("--position", help="Print the position as text that new reads.")] = False,
    width: Width = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Draw the board of a game, now or at an event.

    Examples:
      gamelog show tuesday
      gamelog show tuesday --at 41 --as Bob
      gamelog show tuesday --position > tuesday.position
    """
    from cli.errors import ExitCode, Trouble
    from cli.output import console, put_json, tell

    if position and (json or as_seat is not None):
        other = "--json" if json else "--as"
        raise Trouble(
            f"--position and {other} exclude each other", code=ExitCode.USAGE,
            hint="a position is the whole state as text, nothing of it hidden",
        )  # fmt: skip
    session = session_of(db)
    loaded = session.load(game, at=at, known_at=known_at)
    tell(session)
    seat = seat_of(loaded, as_seat)
    if position:
        from cli.output import put

        put(loaded.game.position_text(loaded.state).rstrip("\n"))
        return
    if json:
        put_json(state_object(loaded, seat))
        return
    out = console(width=width)
    out.print(drawn(loaded, width or out.width, seat=seat))


def state_object(loaded: Loaded, seat: int | None) -> dict[str, Any]:
    """What `show --json` prints: game, version, prompt, state under the flat keys."""
    state = loaded.game.flat(loaded.state)
    if seat is not None:
        state = loaded.game.hide(state, seat)
    asked = loaded.game.prompt(loaded.state)
    last = loaded.line.entries[-1].version if loaded.line.entries else 1
    return {
        "game": loaded.name,
        "version": last,
        "prompt": None if asked is None else {"ask": asked.ask, "seat": asked.seat, "text": asked.text},
        "state": state,
    }


def drawn(
    loaded: Loaded,
    width: int,
    *,
    seat: int | None = None,
    changed: frozenset[str] = frozenset(),
    before: dict[str, Any] | None = None,
    title: str = "",
) -> Any:
    """The board of a loaded game as rich draws it."""
    import msgspec

    from cli.views import board_of

    asked = loaded.game.prompt(loaded.state)
    state = loaded.game.flat(loaded.state)
    text = "the game is over" if asked is None else asked.text
    if asked is not None and asked.seat is not None:
        text = text.removeprefix(f"{loaded.started.players[asked.seat]}: ")
    return board_of(loaded.game.title)(
        state if seat is None else loaded.game.hide(state, seat),
        players=loaded.started.players,
        width=width,
        changed=changed,
        before=before,
        hide_hands_except=seat,
        title=title or loaded.name,
        prompt=text,
        latest=[msgspec.to_builtins(entry.event) for entry in loaded.line.last_action()],
    )


def seat_of(loaded: Loaded, name: str | None) -> int | None:
    """The seat of a player named on the command line, by name, beginning, or seat number from 0."""
    if name is None:
        return None
    from cli.errors import ExitCode, Trouble
    from cli.text import whole
    from engine.matching import Ambiguous, Missing, match

    players = loaded.started.players
    seats = dict(loaded.game.seat_names(loaded.state)) | {player: seat for seat, player in enumerate(players)}
    if (number := whole(name)) is not None and number < len(players):
        return number
    try:
        return seats[match(name, list(seats))]
    except (Missing, Ambiguous):
        raise Trouble(
            f'no player is called "{name}"', code=ExitCode.NOT_FOUND, place=loaded.name,
            hint=f"players: {', '.join(players)}",
        ) from None  # fmt: skip


def can(
    game: GameName = None,
    everything: Annotated[
        bool, typer.Option("--all", help="With what a text allows, in full; JSON and CSV have it always.")
    ] = False,
    at: At = None,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """List everything that is legal now, each with its rule.

    Examples:
      gamelog can
      gamelog can tuesday --at 41
    """
    from cli.output import put, put_rows, say, tell
    from cli.recording import knowing

    session = session_of(db)
    loaded = knowing(session, session.load(game, at=at))
    asked = loaded.game.prompt(loaded.state)
    rows = [] if asked is None else loaded.game.option_texts(loaded.state)
    tell(session)
    if not (json or csv):
        put("the game is over" if asked is None else asked.text)
        if asked is None:
            return
    whole = json or csv or everything
    usual = [] if whole else loaded.game.usual_texts(loaded.state)
    whole = whole or not usual
    put_rows(("type", "what it does", "rule"), rows if whole else usual, json=json, csv=csv)
    if not whole and len(usual) < len(rows):
        say(f"these are {len(usual)} rows of {len(rows)}; gamelog can --all lists all that is recorded")


def log(
    game: GameName = None,
    at: At = None,
    known_at: KnownAt = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Tell a game action by action, with what was undone and by whom.

    Examples:
      gamelog log tuesday
      gamelog log tuesday --known-at 60
    """
    from cli.output import put_json, tell
    from cli.telling import log_rows, print_log

    session = session_of(db)
    loaded = session.load(game, at=at, known_at=known_at)
    tell(session)
    rows = log_rows(loaded, at)
    if json:
        put_json(rows)
    else:
        print_log(rows)


def why(
    number: Annotated[int | None, typer.Argument(metavar="N", help="The event; without one, the newest.")] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", metavar="GAME", help="The game; the last one.")] = None,
    at: At = None,
    known_at: KnownAt = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Explain an event: what was done, what followed, by which rule.

    Examples:
      gamelog why
      gamelog why 41
      gamelog why 41 --game tuesday
    """
    from cli.output import put_json, tell
    from cli.telling import explain, print_explanation

    session = session_of(db)
    loaded = session.load(game, at=at, known_at=known_at)
    tell(session)
    newest = loaded.read_to if at is None else at
    explanation = explain(loaded, newest if number is None else number, at)
    if json:
        put_json(explanation)
    else:
        print_explanation(explanation)


def games(
    rename: Annotated[
        tuple[str, str] | None, typer.Option("--rename", metavar="OLD NEW", help="Give a game another name.")
    ] = None,
    hide: Annotated[str | None, typer.Option("--hide", metavar="GAME", help="Leave a game out of lists.")] = None,
    unhide: Annotated[str | None, typer.Option("--unhide", metavar="GAME", help="List a hidden game again.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Hidden and simulated games too.")] = False,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """List the games of the log, or rename or hide one.

    Examples:
      gamelog games
      gamelog games --rename tuesday "tuesday 1"
      gamelog games --hide test
    """
    from cli.errors import ExitCode, Trouble
    from cli.output import day, put_json, put_rows, say, tell
    from cli.session_facts import game_rows
    from cli.text import cleaned
    from engine.events import Hidden, Renamed, Unhidden

    wanted: list[tuple[str, Any, str]] = []
    if rename is not None:
        new = cleaned(rename[1], "name")
        wanted.append((rename[0], Renamed(name=new), f'is called "{new}" now'))
    if hide is not None:
        wanted.append((hide, Hidden(), "is hidden now"))
    if unhide is not None:
        wanted.append((unhide, Unhidden(), "is listed again"))
    if len(wanted) > 1:
        raise Trouble("--rename, --hide and --unhide exclude each other", code=ExitCode.USAGE)
    session = session_of(db)
    for name, event, done in wanted:
        loaded = session.load(name)
        outcome = session.annotate(loaded, event)
        tell(session)
        if json:
            put_json({"game": outcome.loaded.name, "event": outcome.last})
        else:
            say(f'"{loaded.name}" {done}: {outcome.loaded.place(outcome.last)}', "next: gamelog games")
        return
    rows = game_rows(session, everything=everything)
    tell(session)
    names = ("game", "title", "status", "events", "players", "played", "campaign", "winners", "stream", "result")
    listed = [
        (row.name, row.title, row.status, row.events, ", ".join(row.players), day(row.played), row.campaign,
         ", ".join(row.winners), row.stream, row.result)
        for row in rows
    ]  # fmt: skip
    if json or csv:
        put_rows(names, listed, json=json, csv=csv)
    elif not listed and not everything and game_rows(session, everything=True):
        say("every game here is hidden or simulated", "next: gamelog games --all")
    else:
        # Who win or lose together are no winners among others: one word tells it.
        told = [(*row[:2], row[9] or row[2], *row[3:7], "" if row[9] else row[7]) for row in listed]
        put_rows(names[:8], told, json=False, csv=False)


def events(
    game: GameName = None,
    at: At = None,
    known_at: KnownAt = None,
    json: Json = False,
    csv: Csv = False,
    db: Db = None,
) -> None:
    """List every stored event of a game, envelope and payload.

    Examples:
      gamelog events tuesday --json
      gamelog events tuesday --at 41 --json
    """
    from cli.output import moment, put_json, put_rows, tell
    from cli.telling import stored_objects

    session = session_of(db)
    loaded = session.load(game, at=at, known_at=known_at)
    tell(session)
    found = stored_objects(loaded, line_only=at is not None)
    if json:
        put_json(found)
        return
    import msgspec

    names = ("event", "action", "kind", "recorder", "recorded", "void_by", "payload")
    rows = []
    for one in found:
        kind = one["payload"].pop("kind", one["kind"])
        payload = msgspec.json.encode(one["payload"]).decode()
        recorded = moment(one["recorded_at"])
        rows.append([one["version"], one["action"], kind, one["recorder"], recorded, one["voided_by"], payload])
    put_rows(names, rows, json=False, csv=csv, last_folds=True)
