"""Commands that record: new, record, note, undo, redo, close."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import seat_of, session_of
from cli.options import Db, Expect, GameName, Json, Recorder, RepeatId
from cli.stating import finding_object, flagged
from cli.text import cleaned, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.session import Session
    from cli.session_games import Loaded


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    for command in (new, record, note, undo, redo, close):
        app.command()(command)


def new(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Which game is played: pax-pamir or pathfinder.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called from now on.")],
    players: Annotated[
        str, typer.Option("--players", metavar="A,B,C", help="The players in turn order, with commas between.")
    ] = "",
    characters: Annotated[
        str, typer.Option("--characters", metavar="A,B,C", help="Who is played, in the order of the players.")
    ] = "",
    scenario: Annotated[
        str, typer.Option("--scenario", metavar="NAME", help="Which scenario is played, where a game has them.")
    ] = "",
    judging: Annotated[
        str, typer.Option("--judging", metavar="WAY", help="How contradictions are met: strict, table or record.")
    ] = "",
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="K=V", help="Whatever else the game asks for at its start.")
    ] = None,
    cards: Annotated[
        Path | None, typer.Option("--cards", metavar="FILE", help="Your own card file; gamelog cards --example.")
    ] = None,
    table: Annotated[bool, typer.Option("--table", help="The deck is unknown; cards are entered as revealed.")] = False,
    shuffle: Annotated[
        str | None, typer.Option("--shuffle", metavar="SEED", help="A shuffled deck from a seed; `random` draws one.")
    ] = None,
    deck: Annotated[
        Path | None, typer.Option("--deck", metavar="FILE", help="The order of the deck, next card first; - for stdin.")
    ] = None,
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Begin from a position; - for stdin.")
    ] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="PRESET", help="official (the default), seed or rally-the-troops.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="K=V", help="One option that differs from the preset.")
    ] = None,
    first: Annotated[
        str, typer.Option("--first", metavar="PLAYER", help="Who picks a coalition first; the last to pick begins.")
    ] = "",
    campaign: Annotated[str, typer.Option("--campaign", metavar="C", help="The series that it belongs to.")] = "",
    played_at: Annotated[
        str | None, typer.Option("--played-at", metavar="DATE", help="When it was played, if not now: 2026-11-30.")
    ] = None,
    place: Annotated[str, typer.Option("--place", metavar="PLACE", help="Where it was played.")] = "",
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Begin a game.

    Examples:
      gamelog new pax-pamir tuesday --players Ann,Bob,Cai
      gamelog new pax-pamir online --players Ann,Bob --shuffle random
      gamelog new pax-pamir study --players Gray,Blue,Tan --position tuesday.position --rules seed
      gamelog new pathfinder sunday --players Ann,Bob --characters Kyra,Valeros --scenario Brigandoom!
    """
    from cli import settings
    from cli.output import put_json, say, tell
    from engine.game import Beginning

    game = game_of_title(title)
    said = (("characters", characters), ("scenario", scenario), ("judging", judging))
    asked_for = _settings(game, said, setting or ())
    told = None if cards is None else _told_cards(game, cards)
    _require_known(game, {"table": table, "shuffle": shuffle, "deck": deck, "first": first})
    ways = [flag for flag, given in (("--table", table), ("--shuffle", shuffle), ("--deck", deck),
                                     ("--position", position)) if given]  # fmt: skip
    if len(ways) > 1:
        raise Trouble(f"{' and '.join(ways)} exclude each other", code=ExitCode.USAGE)
    session = session_of(db, recorder)
    home = _campaign(session, game, campaign)
    names = () if home and not (players or characters) else _players(players, characters)
    order, provenance = _deck(shuffle, deck, len(names), game)
    begin = Beginning(
        name=cleaned(name, "name"),
        players=names,
        preset=rules or (home.started.preset if home else "") or usual_preset(game, settings.read_config().rules),
        options=tuple(pair(one) for one in option or ()),
        first=first,
        deck=order,
        position=None if position is None else read_text(position),
        campaign=home.name if home else cleaned(campaign, "campaign"),
        place=cleaned(place, "place"),
        provenance=provenance,
        settings=asked_for,
    )
    session = named(session)
    when = None if played_at is None else moment_of(played_at)
    with_it = () if told is None else (told,)
    if home is None:
        started = _starting(game, begin, str(position or deck or ""))
        _require_told(game, started, told, cards)
        outcome = session.begin(started, game, played_at=when, told=with_it)
    else:
        from cli.session_campaign import begin_game, completed

        begin = completed(begin, home)
        started = _starting(game, begin, str(position or deck or ""))
        _require_told(game, started, told, cards)
        outcome = begin_game(session, started, game, home, played_at=when, told=with_it)
        started, names = outcome.loaded.started, begin.players
    tell(session)
    flags = game.start_findings(started)
    if json:
        found = {"game": outcome.loaded.name, "stream": outcome.loaded.stream, "version": outcome.last,
                 "provenance": provenance}  # fmt: skip
        put_json(found | ({"findings": [finding_object(1, one) for one in flags]} if flags else {}))
        return
    say(f'"{outcome.loaded.name}" begins: {", ".join(names)} ({begin.preset})')
    say(*flagged(flags))
    if provenance:
        say(f"deck: {provenance}")
    asked = game.prompt(outcome.loaded.state)
    say(f"now: {asked.text}" if asked else "the game is over", f"next: gamelog record {quoted(outcome.loaded.name)}")


def _campaign(session: Session, game: Any, name: str) -> Loaded | None:
    """The campaign from which a game takes its characters; None for one that is only a name on games."""
    if not name.strip() or game.campaign() is None:
        return None
    from cli.session_campaign import of_title

    return of_title(session, game.title, name)


def _told_cards(game: Any, file: Path) -> Any:
    """What a card file tells, as the event that takes it into the game.

    Raises:
        Trouble: the game has no such cards, or the file has faults.
    """
    from cli.session_cards import TITLE, told_by_file

    if game.title != TITLE:
        raise Trouble(f'"{game.title}" takes no card file', code=ExitCode.USAGE, hint="leave --cards out")
    from cli.output import say

    event, notes = told_by_file(file)
    say(*(f"note: {one}" for one in notes))
    return event


def _require_told(game: Any, started: Any, told: Any, file: Path | None) -> None:
    """Refuse a card file before the game begins that it would be told to.

    Raises:
        Trouble: a rule keeps it out.
    """
    violations = [] if told is None else game.check(game.start(started), told)
    if violations:
        raise Trouble(violations[0].message, rule=violations[0].rule, place=str(file))


def _players(players: str, characters: str) -> tuple[str, ...]:
    """The players; where only characters are named, they stand for them."""
    said = players or ("" if ":" in characters else characters)
    if not said:
        raise Trouble("nobody is named who plays", code=ExitCode.USAGE, hint="--players Ann,Bob in turn order")
    return tuple(cleaned(one, "player") for one in said.split(","))


def usual_preset(game: Any, configured: str) -> str:
    """The preset of one's own, where the game has it: each game has others."""
    return configured if configured in game.presets else "official"


def _settings(game: Any, said: Sequence[tuple[str, str]], more: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """What a game asks for at its start, as it was said.

    Raises:
        Trouble: the game asks for no such thing.
    """
    from engine.matching import Ambiguous, Missing, match

    found = {key: cleaned(value, key) for key, value in said if value}
    for text in more:
        key, value = pair(text, "setting", "--set at=Farmhouse")
        try:
            found[match(key, list(game.settings))] = cleaned(value, key)
        except (Missing, Ambiguous):
            found[key] = value
    for key in found:
        if key not in game.settings:
            asks = f"it asks for {', '.join(game.settings)}" if game.settings else "it asks for players and options"
            raise Trouble(
                f'"{game.title}" begins without "{key}"', code=ExitCode.USAGE,
                hint=f"{asks}; gamelog new --help tells the flags",
            )  # fmt: skip
    return tuple(found.items())


def _require_known(game: Any, given: dict[str, Any]) -> None:
    """Refuse a flag that says nothing to a game.

    Raises:
        Trouble: one is given.
    """
    for flag, value in given.items():
        if value and flag not in game.flags:
            what = "has no first player to name" if flag == "first" else "is not set up by one deck"
            asks = f"; it asks for {', '.join(game.settings)}" if game.settings else ""
            raise Trouble(
                f'"{game.title}" {what}', code=ExitCode.USAGE, hint=f"leave --{flag} out{asks}",
            )  # fmt: skip


def game_of_title(title: str) -> Any:
    """The built-in game of a title, or near it."""
    from engine.game import UnknownGameError, game, titles
    from engine.matching import Ambiguous, Missing, match

    try:
        return game(match(title, titles()))
    except Missing as fault:
        hint = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else f"built in: {', '.join(titles())}"
        raise Trouble(f'there is no game "{title}"', code=ExitCode.NOT_FOUND, hint=hint) from None
    except (Ambiguous, UnknownGameError):
        raise Trouble(f'"{title}" could be {", ".join(titles())}', code=ExitCode.USAGE) from None


def _starting(game: Any, begin: Any, file: str) -> Any:
    from engine.game import BeginningError

    try:
        return game.starting_event(begin)
    except BeginningError as fault:
        lines = (begin.position or "").splitlines()
        line = lines[fault.line - 1] if 0 < fault.line <= len(lines) else ""
        column = len(line) - len(line.lstrip()) + 1 if line else 0
        raise Trouble(
            str(fault), code=ExitCode.USAGE, rule=fault.rule, hint=fault.hint,
            place=f"{file}:{fault.line}:{column}" if line else file, line=line, column=column,
            length=len(line.strip()),
        ) from None  # fmt: skip


def pair(text: str, what: str = "option", example: str = "--option tie_points=points_plus_rank") -> tuple[str, str]:
    """An option and its value, from `K=V`."""
    key, sign, value = text.partition("=")
    if not sign:
        raise Trouble(f'"{text}" is no {what} with a value', code=ExitCode.USAGE, hint=f"such as {example}")
    return key.strip(), value.strip()


def _deck(shuffle: str | None, file: Path | None, seats: int, game: Any) -> tuple[tuple[int, ...] | None, str]:
    if file is not None:
        return _cards(read_text(file), file), cleaned(f"deck file {file}", "name of the file")
    if shuffle is None:
        return None, ""
    import random
    import secrets

    seed = str(secrets.randbits(64)) if shuffle == "random" else cleaned(shuffle, "seed")
    if not seed:
        raise Trouble("the seed is empty", code=ExitCode.USAGE, hint="--shuffle random draws one")
    shuffler = random.Random(seed)  # noqa: S311  # a deck, not a secret
    fewest, most = game.seats
    deck = game.shuffled_deck(seats, shuffler.shuffle) if fewest <= seats <= most else ()
    if not deck and fewest <= seats <= most:
        raise Trouble(
            f"{game.label} has no deck that could be shuffled", code=ExitCode.USAGE, hint="leave --shuffle out"
        )
    return deck, f"seed {seed}"


def _cards(text: str, file: Path) -> tuple[int, ...]:
    """The numbers in the text of a deck, with spaces, commas or lines between; `#` begins a comment."""
    import re

    found = []
    for number, line in enumerate(lines_of(text), start=1):
        for word in re.finditer(r"[^\s,]+", line.partition("#")[0]):
            card = whole(word.group())
            if card is None:
                raise Trouble(
                    f'"{word.group()}" is no card number', place=f"{file}:{number}:{word.start() + 1}",
                    code=ExitCode.USAGE, line=line, column=word.start() + 1, length=len(word.group()),
                    hint="a deck is numbers of cards, the next one first; # begins a comment",
                )  # fmt: skip
            found.append(card)
    return tuple(found)


def lines_of(text: str) -> list[str]:
    """The lines of a text as editors count them; a form feed or a separator of paragraphs ends none."""
    lines = text.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


#: A file that is read into memory whole is not larger; a device or a pipe may never end.
MOST_BYTES = 1 << 29


def bytes_of(path: Path) -> bytes:
    """What is in a file, or comes from standard input for `-`.

    Raises:
        Trouble: it cannot be read, or has no end in sight.
    """
    try:
        if str(path) == "-":
            raw = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with path.open("rb") as file:
                raw = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Trouble("there is no such file", place=str(path), code=ExitCode.NOT_FOUND) from None
    except (OSError, ValueError) as fault:
        reason = (getattr(fault, "strerror", None) or str(fault)).lower()
        raise Trouble(f"the file cannot be read: {reason}", place=str(path), code=ExitCode.NOT_FOUND) from None
    if len(raw) > MOST_BYTES:
        raise Trouble(f"the file is larger than {MOST_BYTES >> 20} MiB", place=str(path), code=ExitCode.USAGE)
    return raw


def read_text(path: Path) -> str:
    """The text of a file, or of standard input for `-`.

    Raises:
        Trouble: it cannot be read, or is no UTF-8.
    """
    raw = bytes_of(path)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line, column = raw[: fault.start].count(b"\n") + 1, fault.start - raw.rfind(b"\n", 0, fault.start)
        raise Trouble("the file is no UTF-8 text", place=f"{path}:{line}:{column}", code=ExitCode.USAGE) from None


def moment_of(text: str) -> int:
    """A date or a moment as UTC microseconds; a date without a time is noon, so that it is that day everywhere."""
    try:
        when = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise Trouble(f'"{text}" is no date', code=ExitCode.USAGE, hint="2026-11-30 or 2026-11-30T19:30") from None
    if len(text) <= len("2026-11-30"):
        when = when.replace(hour=12)
    if when.tzinfo is None:
        when = when.replace(tzinfo=datetime.UTC)
    if not 1900 <= when.year < 2200:
        raise Trouble(f'"{text}" is no date of a game', code=ExitCode.USAGE, hint="from 1900 to 2199")
    return int(when.timestamp() * 1_000_000)


def quoted(name: str) -> str:
    """A name as it can be typed in a shell."""
    import shlex

    return shlex.quote(name)


def named(session: Session) -> Session:
    """The session with a recorder's name: asked for once where a person is there to answer."""
    if session.recorder or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return session
    from cli import settings

    asked = "your name in the log (asked once; gamelog config name changes it): "
    while True:
        print(asked, end="", file=sys.stderr, flush=True)
        session.recorder = cleaned(sys.stdin.readline(), "recorder")
        if session.recorder != "?":
            break
        print("it stands beside what you record, for all who read the log; Enter leaves it out", file=sys.stderr)
    if session.recorder:
        config = settings.read_config()
        config.name = session.recorder
        settings.write_config(config)
    return session


# Recording


def record(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME] LINE", help="A line of notation; without one, from a prompt or stdin."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", metavar="FILE", help="Lines from a file, all or nothing.")
    ] = None,
    partial: Annotated[bool, typer.Option("--partial", help="With a file: keep what precedes the fault.")] = False,
    expect: Expect = None,
    repeat_id: RepeatId = "",
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Record what happened: one line is one action.

    `?` as a line lists what can be typed. `#` begins a comment, kept as a note.

    Examples:
      gamelog record tuesday "buy 41"
      gamelog record "play 41 left: road kabul-herat, spy 12"
      gamelog record 'check combat 9 "1d10+2" 7'
      gamelog record tuesday --file moves.txt --partial
      gamelog record tuesday < moves.txt
      gamelog record tuesday
    """
    from cli import recording

    if partial and file is None:
        raise Trouble("--partial belongs to --file", code=ExitCode.USAGE)
    repeat_id = cleaned(repeat_id, "id")
    session = session_of(db, recorder)
    name, line = _words(session, words or [])
    if repeat_id and (line is None or line == "-"):
        raise Trouble("--id belongs to one line", code=ExitCode.USAGE, hint='gamelog record GAME "buy 41" --id TEXT')
    if expect is not None and file is None and (line is None or line == "-"):
        raise Trouble("--expect belongs to one line, or to --file", code=ExitCode.USAGE)
    if file is not None:
        if line is not None:
            raise Trouble("either a line or --file, not both", code=ExitCode.USAGE)
        recording.record_file(named(session), name, file, partial=partial, expect=expect, json=json)
    elif line is not None and line != "-":
        recording.record_line(named(session), name, line, expect=expect, repeat_id=repeat_id, json=json)
    elif line == "-" or not sys.stdin.isatty():
        recording.record_stream(session, name, sys.stdin.buffer, json=json)
    else:
        from cli.prompting import record_at_prompt

        record_at_prompt(named(session), name)


def _words(session: Session, words: Sequence[str]) -> tuple[str | None, str | None]:
    """Which of the words is the game and which the line: one word alone is a game if there is a game of this name."""
    if len(words) > 2:
        raise Trouble(
            f"a game and one line are expected, not {len(words)} words", code=ExitCode.USAGE,
            hint='put the line in quotes: gamelog record tuesday "buy 41"',
        )  # fmt: skip
    if len(words) == 2:
        return words[0], words[1]
    if not words:
        return None, None
    names = {game.name for game in session.reading(session.find_all)}
    return (words[0], None) if words[0] in names else (None, words[0])


def note(
    words: Annotated[list[str], typer.Argument(metavar="[GAME] TEXT", help="Free text.")],
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Pin free text to this moment of a game.

    Examples:
      gamelog note "Bob doubts that Ann ruled Kabul here"
      gamelog note tuesday "tea break"
    """
    from cli.output import put_json, say, tell
    from engine.events import Noted

    session = named(session_of(db, recorder))
    if len(words) > 2:
        raise Trouble("a game and one text are expected", code=ExitCode.USAGE, hint="put the text in quotes")
    text = cleaned(words[-1], "text")
    if not text:
        raise Trouble("the note is empty", code=ExitCode.USAGE)
    loaded = session.load(words[0] if len(words) == 2 else None)
    outcome = session.annotate(loaded, Noted(text=text))
    tell(session)
    if json:
        put_json({"game": loaded.name, "event": outcome.last})
    else:
        say(f"noted: {loaded.place(outcome.last)}")


def undo(
    game: GameName = None,
    since: Annotated[
        int | None, typer.Option("--since", metavar="N", help="Everything from event N on, its whole action included.")
    ] = None,
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Take the last action back. It stays in the log, struck through.

    Examples:
      gamelog undo
      gamelog undo tuesday --since 41
    """
    from cli.output import tell
    from cli.telling import tell_taken

    session = named(session_of(db, recorder))
    try:
        loaded = session.load(game)
    except Trouble as trouble:
        if trouble.code == ExitCode.NOT_FOUND and since is None and game and game.isdecimal():
            trouble.hint = f"gamelog undo --since {game} takes everything from event {game} on back"
        raise
    outcome, taken = session.undo(loaded, since)
    tell(session)
    tell_taken(outcome, loaded, taken, "undone", json=json)


def redo(game: GameName = None, json: Json = False, recorder: Recorder = None, db: Db = None) -> None:
    """Put back what the last undo took off, unless play went on.

    Examples:
      gamelog redo
    """
    from cli.output import tell
    from cli.telling import tell_taken

    session = named(session_of(db, recorder))
    loaded = session.load(game)
    outcome, back = session.redo(loaded)
    tell(session)
    tell_taken(outcome, loaded, back, "put back", json=json)


def close(
    game: GameName = None,
    abandoned: Annotated[bool, typer.Option("--abandoned", help="Nobody won; play stopped.")] = False,
    conceded: Annotated[str | None, typer.Option("--conceded", metavar="PLAYER", help="This player gave up.")] = None,
    result: Annotated[str, typer.Option("--result", metavar="TEXT", help="What was agreed.")] = "",
    reopen: Annotated[bool, typer.Option("--reopen", help="Take the game up again.")] = False,
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Close a game that stopped before its rules ended it.

    Examples:
      gamelog close tuesday --abandoned
      gamelog close tuesday --conceded Bob
      gamelog close tuesday --result "Ann wins on points, the café closed"
    """
    from cli.output import put_json, say, tell
    from engine.events import Closed, Reopened

    ways = [bool(abandoned), conceded is not None, bool(result), bool(reopen)]
    if sum(ways) != 1:
        raise Trouble(
            "one of --abandoned, --conceded, --result, --reopen is needed", code=ExitCode.USAGE,
            hint="gamelog close tuesday --abandoned",
        )  # fmt: skip
    session = named(session_of(db, recorder))
    loaded = session.load(game)
    if loaded.game.winners(loaded.state) is not None:
        raise Trouble("the game is over by its rules", place=loaded.place())
    if reopen != (loaded.closed is not None):
        raise Trouble("the game is not closed" if reopen else "the game is closed already", place=loaded.place())
    event: Any
    if reopen:
        event = Reopened()
    elif conceded is not None:
        event = Closed(how="conceded", seat=seat_of(loaded, conceded))
    else:
        event = Closed(how="abandoned") if abandoned else Closed(how="result", result=cleaned(result, "result"))
    outcome = session.annotate(loaded, event)
    tell(session)
    if json:
        put_json({"game": loaded.name, "event": outcome.last, "status": outcome.loaded.status})
    else:
        say(f'"{loaded.name}" is {outcome.loaded.status}', *outcome.given, "next: gamelog games")
