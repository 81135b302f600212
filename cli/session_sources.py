"""Files on their way into the log: read, recognised by their first line, and played, before the log is opened.

Four kinds are known: sealed game files, notation files, reference games of another engine (`pamir-trace/1`), and files
in a format of one game's own, such as facts of play by post, which may hold several games; each may be packed with
gzip. A sealed file brings its events as they are. The others are played by our rules, and their events get ids that
follow from name and content, so that the same file again is recognised.
"""

from __future__ import annotations

import io
import unicodedata
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from cli.errors import ExitCode, Trouble
from cli.session_games import PREFIX
from engine.actions_of_line import split_actions
from engine.events import LOG_EVENTS, Event, GameStarted
from engine.game import game, game_of_kind, titles
from eventstore import NewEvent, SealedError, SealedGame, read_sealed, uuid7

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.session import Session
    from engine.game import Game
    from engine.pamir.options import Options
    from engine.pamir.trace import Comparison, Report

Format = Literal["sealed", "notation", "trace", "posts"]
#: What is left away at the end of a file's name to name the game, one after the other.
_ENDINGS = (".gz", ".jsonl", ".json", ".txt", ".gamelog", ".notation", ".sealed")
_STDIN = "-"
_encoder = msgspec.json.Encoder()


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """How files are to be read: the rules and players for traces, another name, and whether every step is compared.

    `options` are pairs of option and value that differ from the preset.
    """

    preset: str = ""
    options: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()
    rename: str = ""
    check: bool = False
    played_at: int | None = None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played from its file, ready to be stored.

    Attributes:
        stream: where it belongs, the same for every copy.
        name: of the game.
        events: the game's events and its notes, the start first.
        news: the same, as the store takes them; `action` counts events of the file from 1.
    """

    stream: str
    name: str
    game: Game
    events: tuple[Event, ...]
    news: tuple[NewEvent, ...]


class Source(msgspec.Struct, kw_only=True):
    """A file that was read: what it holds, or why it cannot be taken.

    Attributes:
        file: its name, for messages.
        format: of the file; empty if it could not be told.
        sealed: a sealed game.
        played: a game played from notation or a trace; None too if it was only compared.
        report: what came of comparing a trace.
        comparison: the trace as it was played for that.
        remarks: what of it was not taken, with its place, though the rest was.
        trouble: why it cannot be taken.
    """

    file: str
    format: Format | Literal[""] = ""
    sealed: SealedGame | None = None
    played: Played | None = None
    report: Report | None = None
    comparison: Comparison | None = None
    remarks: tuple[str, ...] = ()
    trouble: Trouble | None = None

    @property
    def size(self) -> int:
        """How many events it brings."""
        if self.sealed is not None:
            return sum(len(stream.events) for stream in self.sealed.streams)
        return len(self.played.news) if self.played else 0


# Reading


def files_of(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant: a folder stands for the files in it, by name.

    Raises:
        Trouble: a folder cannot be read.
    """
    found: list[Path] = []
    for path in paths:
        try:
            if str(path) == _STDIN or not path.is_dir():
                found.append(path)
                continue
            inside = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
        except OSError as fault:
            raise Trouble(f"the folder cannot be read: {fault.strerror}", place=str(path)) from None
        if not inside:
            raise Trouble("there is no file in the folder", place=str(path), code=ExitCode.NOT_FOUND)
        found += inside
    return found


def read_file(session: Session, path: Path, wanted: Wanted) -> list[Source]:
    """Read one file as far as it can be without the log; whatever is wrong with it stands in the answer.

    A file of several games gives as many answers.
    """
    from cli.play import bytes_of

    source = Source(file=str(path))
    try:
        data = _unpacked(bytes_of(path), source.file)
        source.format, own = _format(data, source.file)
        if own is not None:
            return _read_own(session, data, source, wanted, own)
        if source.format == "sealed":
            source.sealed = _sealed(data, source.file)
        elif source.format == "trace":
            _read_trace(session, data, source, wanted)
        else:
            _read_notation(session, data, source, wanted)
    except Trouble as trouble:
        source.trouble = trouble
    return [source]


def _unpacked(data: bytes, file: str) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    import gzip

    from cli.play import MOST_BYTES

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            found = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError, zlib.error) as fault:
        raise Trouble(
            f"the file cannot be unpacked: {str(fault)[:1].lower()}{str(fault)[1:]}",
            place=file,
            hint="it was cut or damaged on the way; get a whole copy",
        ) from None
    if len(found) > MOST_BYTES:
        raise Trouble(f"the file is larger than {MOST_BYTES >> 20} MiB when unpacked", place=file, code=ExitCode.USAGE)
    return found


def _format(data: bytes, file: str) -> tuple[Format, Game | None]:
    """What a file holds by its first line, and the game whose own format it is, if it is one's."""
    from engine.notation_file import is_notation
    from engine.pamir.trace import is_trace

    first = next((line for line in data[:100_000].split(b"\n") if line.strip()), b"")
    if is_trace(first):
        return "trace", None
    if is_notation(first):
        return "notation", None
    if first.startswith(b"{"):
        own = next((one for one in map(game, titles()) if one.is_own_file(first)), None)
        # Whatever is wrong with another one, the reader of sealed files says best.
        return ("sealed", None) if own is None else ("posts", own)
    raise Trouble(
        "the file is empty" if not first else "the file is none that gamelog reads",
        place=f"{file}:1:1",
        **_window(first[:60], 1),
        hint='sealed games, notation (its first line is "gamelog notation/1"), pamir-trace/1 and play by post are read',
    )


def _sealed(data: bytes, file: str) -> SealedGame:
    try:
        return read_sealed(data, file)
    except SealedError as fault:
        lines = data.split(b"\n", fault.line)
        raise Trouble(
            fault.reason,
            place=f"{fault.file}:{fault.line}:{fault.column}",
            hint=fault.hint,
            **_window(lines[fault.line - 1] if len(lines) >= fault.line else b"", fault.column),
        ) from None


def _window(raw: bytes, column: int, width: int = 100) -> dict[str, Any]:
    """The part of a line that is shown, and where the caret stands in it; columns count bytes."""
    text = raw.decode("utf-8", "replace")
    at = len(raw[: column - 1].decode("utf-8", "replace"))
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    if not plain:
        return {}
    start = max(0, at - width // 2) if len(plain) > width else 0
    return {"line": plain[start : start + width], "column": at - start + 1}


def game_name(file: str, rename: str = "") -> str:
    """The name of the game in a file that does not say: its own name, without what such names end with."""
    if rename:
        return rename
    name = "stdin" if file == _STDIN else Path(file).name
    for _ in _ENDINGS:
        name = next((name.removesuffix(end) for end in _ENDINGS if name.endswith(end) and name != end), name)
    name = unicodedata.normalize("NFC", name)
    return "".join(sign if sign.isprintable() else "_" for sign in name).strip() or "game"


# Traces


def _read_trace(session: Session, data: bytes, source: Source, wanted: Wanted) -> None:
    from engine.pamir.trace import PRESET, TraceError, compare, play_back

    preset = wanted.preset or PRESET
    players, options = wanted.players or None, _options(preset, wanted.options)
    name = game_name(source.file, wanted.rename)
    lines = data.split(b"\n")
    try:
        if wanted.check:
            comparison = compare(lines, name, preset, players=players, options=options)
            source.comparison, source.report = comparison, comparison.report
            if comparison.report.divergences:
                return
            if comparison.tellable:
                source.played = played_game(session, [comparison.started, *comparison.events], wanted.played_at)
                return
        playback = play_back(lines, name, preset, players=players, options=options)
    except TraceError as fault:
        if source.report is not None:
            # It was compared to its end, with states taken over; what is left is no game under these rules.
            return
        refused = "import --check shows where our rules and the file part" if fault.rule and not wanted.check else ""
        raise Trouble(
            fault.message,
            place=f"{source.file}:{fault.line}:{fault.column}",
            rule=fault.rule,
            hint=fault.hint or refused,
            **_window(lines[fault.line - 1], fault.column),
        ) from None
    source.played = played_game(session, [playback.started, *playback.events], wanted.played_at)


def _options(preset: str, pairs: Sequence[tuple[str, str]]) -> Options:
    from engine.game import BeginningError
    from engine.options import changed_options
    from engine.pamir.options import PRESETS

    try:
        return changed_options(PRESETS[preset], pairs)
    except BeginningError as fault:
        raise Trouble(str(fault), code=ExitCode.USAGE, hint=fault.hint) from None


# Files of one game's own format


def _read_own(session: Session, data: bytes, source: Source, wanted: Wanted, own: Game) -> list[Source]:
    """A source for each game of a file."""
    from engine.stating import OwnFileError

    lines = data.split(b"\n")
    try:
        found = own.games_in_file(lines, game_name(source.file))
    except OwnFileError as fault:
        raise Trouble(
            fault.message,
            place=f"{source.file}:{fault.line}:{fault.column}",
            hint=fault.hint,
            **_window(lines[fault.line - 1] if fault.line <= len(lines) else b"", fault.column),
        ) from None
    if not found:
        raise Trouble("there is no game in the file", place=source.file)
    sources = []
    for one in found:
        started = one.started
        if wanted.rename:
            name = f"{wanted.rename}-{one.label}" if len(found) > 1 else wanted.rename
            started = msgspec.structs.replace(started, name=name)
        played = played_game(session, [started], wanted.played_at, actions=one.actions)
        remarks = tuple(f"{source.file}:{line}: {text}" for line, text in one.remarks)
        sources.append(Source(file=source.file, format=source.format, played=played, remarks=remarks))
    return sources


# Notation


def _read_notation(session: Session, data: bytes, source: Source, wanted: Wanted) -> None:
    from engine.notation_file import read_game

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise Trouble("the file is no UTF-8 text", place=f"{source.file}:{line}") from None
    read = read_game(text)
    if read.fault is not None:
        wrong = read.fault.fault
        raise Trouble(
            wrong.message,
            place=f"{source.file}:{read.fault.line}:{wrong.column}",
            rule=wrong.rule,
            hint=wrong.hint,
            line=read.fault.text,
            column=wrong.column,
            length=wrong.length,
            choices=wrong.choices,
        )
    if read.started is None:
        raise AssertionError("a game without a fault has a start")
    started = read.started
    if wanted.rename or not started.name:
        started = msgspec.structs.replace(started, name=game_name(source.file, wanted.rename))
    played_at = wanted.played_at
    if read.played and played_at is None:
        played_at = _moment(read.played, source.file)
    if game_of_kind(started.kind()).one_choice_actions:
        source.played = played_game(session, [started], played_at, actions=read.runs())
    else:
        source.played = played_game(session, [started, *read.events()], played_at)


def _moment(text: str, file: str) -> int:
    from cli.play import moment_of

    try:
        return moment_of(text)
    except Trouble as trouble:
        trouble.place = file
        raise


# Played games


def played_game(
    session: Session,
    events: Sequence[Event],
    played_at: int | None = None,
    *,
    actions: Sequence[Sequence[Event]] | None = None,
) -> Played:
    """A game as the store takes it: its actions, states and ids worked out.

    Args:
        session: says who records, and when.
        events: legal events and notes, the start first.
        played_at: UTC microseconds, if it was not now.
        actions: what follows, as runs that undo together, each note alone; else the events are cut where actions end.
    """
    started = events[0]
    if not isinstance(started, GameStarted):
        raise TypeError("a game begins with a start")
    title = game_of_kind(started.kind())
    stream = stream_of(started.name)
    state = title.start(started)
    firsts = _firsts(title, state, events)
    for action in actions or ():
        firsts += [len(events) + 1] * len(action)
        events = [*events, *action]
    tracker = title.tracker()
    tracker.step(state)
    moment, ids, news = session.clock(), _Ids(stream), []
    for number, event in enumerate(events):
        if number and not isinstance(event, LOG_EVENTS):
            state, _ = title.evolve(state, event)
        state_hash, changed = tracker.step_with_changes(state)
        new = session.new_event(
            event,
            title,
            started,
            state_hash,
            _encoder.encode(changed) if number else b"",
            moment,
            firsts[number],
            event_id=ids.next(_encoder.encode(event)),
            played_at=played_at,
        )
        news.append(new)
    return Played(stream=stream, name=started.name, game=title, events=tuple(events), news=tuple(news))


def stream_of(name: str) -> str:
    """The stream of a game that comes from a file without one: the same for every copy of this name."""
    return PREFIX + uuid7(0, blake2b(f"named/{name}".encode(), digest_size=8).digest())


def _firsts(game: Game, state: Any, events: Sequence[Event]) -> list[int]:
    """For each event the number of the first event of its action, from 1; the first market belongs to the start."""
    plain = [event for event in events[1:] if not isinstance(event, LOG_EVENTS)]
    sizes = iter([len(action) for action in split_actions(game, state, plain)])
    firsts, left = [1], 0
    if plain and game.automatic(state) is not None:
        left = next(sizes)
    first = 1
    for number, event in enumerate(events[1:], start=2):
        if isinstance(event, LOG_EVENTS):
            firsts.append(number)
            continue
        if not left:
            left, first = next(sizes), number
        firsts.append(first)
        left -= 1
    return firsts


class _Ids:
    """Event ids that follow from the stream and from everything in it so far."""

    def __init__(self, stream: str) -> None:
        self._chain = stream.encode()

    def next(self, payload: bytes) -> str:
        """The id of the next event."""
        self._chain = blake2b(self._chain + payload, digest_size=16).digest()
        return uuid7(0, self._chain[:8])
