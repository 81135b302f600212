"""Files into the log and out of it: taking games in, sealed and played ones; exporting, sealing and verifying them.

Here and in `session_sources` the two halves meet for files. What takes long (reading, hashing, playing) is done before
the log is opened; then it is opened for one group of files after the other.
"""

from __future__ import annotations

import io
import unicodedata
from operator import methodcaller
from typing import TYPE_CHECKING, Literal

import msgspec

from cli.errors import ExitCode, Trouble
from cli.session import trouble_of
from cli.session_games import COPY, PREFIX, Loaded, copied_as
from cli.session_sources import Source, Wanted, read_file
from engine.campaign import PREFIX as CAMPAIGN_PREFIX
from engine.campaign import CampaignStarted
from engine.events import LOG_EVENTS, Noted, Redone, Undone
from engine.game import start_kinds
from eventstore import (
    Append,
    Conflict,
    Finding,
    Head,
    Store,
    StoreError,
    import_sealed,
    seal_code,
    write_sealed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from cli.session import Session
    from cli.session_sources import Played
    from engine.events import Event
    from eventstore import NewEvent, SealedGame, StoredEvent

Status = Literal["added", "unchanged", "refused", "checked"]
_GROUP_EVENTS = 100_000  # An opening of the log costs as much as a few thousand events.
_GROUP_FILES = 1000
#: Acts upon the log that leave the line as it is.
_ANNOTATIONS = frozenset(kind.kind() for kind in LOG_EVENTS if not issubclass(kind, Undone | Redone))


class Taken(msgspec.Struct, kw_only=True):
    """What became of one file.

    Attributes:
        source: the file; its events are let go of once they are stored.
        game: the name of its game in the log, empty if it has none there.
        stream: likewise.
        status: "checked" for a file that was only compared.
        added: how many events were added.
        trouble: why it was refused.
    """

    source: Source
    game: str = ""
    stream: str = ""
    status: Status = "refused"
    added: int = 0
    trouble: Trouble | None = None


class _Named(msgspec.Struct):
    """Whatever has a name."""

    name: str


# Names, without reading what events mean


def names_of(store: Store) -> dict[str, str]:
    """What each game and each campaign is called, by stream; those of unknown titles, too."""
    heads = [*store.heads(PREFIX), *store.heads(CAMPAIGN_PREFIX)]
    kinds = [*start_kinds(), CampaignStarted.kind()]
    found = {first.stream: name_in(first) for first in store.events_of(kinds, first_only=True)}
    for head in heads:
        if head.stream not in found:
            first = store.read(head.stream, upto=1, check=False)
            found[head.stream] = name_in(first[0]) if first else ""
    found |= {stream: name for stream in found if (name := copied_as(stream))}
    found |= {event.stream: name for event in store.events_of(["log.renamed"]) if (name := name_in(event))}
    return {head.stream: found[head.stream] or head.stream for head in heads}


def name_in(event: StoredEvent) -> str:
    """The name that a payload gives; empty if it gives none."""
    try:
        return msgspec.json.decode(event.payload, type=_Named).name
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def find_stream(names: Mapping[str, str], wanted: str) -> str:
    """The stream of the game that a name means.

    Raises:
        Trouble: there is none, or there are several.
    """
    from engine.matching import Ambiguous, Missing, match

    by_name = {name: stream for stream, name in names.items()} | {stream: stream for stream in names}
    try:
        return by_name[match(unicodedata.normalize("NFC", wanted.strip()), list(by_name))]
    except Ambiguous as fault:
        raise Trouble(f'"{wanted}" could be several games: {", ".join(fault.choices)}', code=ExitCode.USAGE) from None
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else "gamelog games lists them"
        raise Trouble(f'there is no game "{wanted}"', code=ExitCode.NOT_FOUND, hint=near) from None


# Taking in


def take_files(
    session: Session, paths: Sequence[Path], wanted: Wanted, *, store_them: bool = True, moved: Callable[[int], None]
) -> Iterator[Taken]:
    """Read files and take their games into the log; one that is broken keeps no other out.

    Args:
        session: whose log they go into.
        paths: of the files.
        wanted: how they are to be read.
        store_them: otherwise they are only read and compared.
        moved: told of each file that was read.

    Yields:
        What became of each file, in their order.
    """
    group: list[Source] = []
    size = 0
    for path in paths:
        sources = read_file(session, path, wanted)
        moved(1)
        group += sources
        size += sum(source.size for source in sources)
        if size >= _GROUP_EVENTS or len(group) >= _GROUP_FILES:
            yield from _take_group(session, group, wanted, store_them=store_them)
            group, size = [], 0
    yield from _take_group(session, group, wanted, store_them=store_them)


def store_played(session: Session, games: Iterable[Played]) -> Iterator[Taken]:
    """Take played games into the log."""
    group: list[Source] = []
    for played in games:
        group.append(Source(file="", played=played))
        if sum(source.size for source in group) >= _GROUP_EVENTS:
            yield from _take_group(session, group, Wanted(), store_them=True)
            group = []
    yield from _take_group(session, group, Wanted(), store_them=True)


def _take_group(session: Session, group: Sequence[Source], wanted: Wanted, *, store_them: bool) -> list[Taken]:
    taken = [Taken(source=source, trouble=source.trouble) for source in group]
    for one in taken:
        if one.trouble is None and (one.source.report is not None or not store_them):
            one.status = "checked"
    ready = [one for one in taken if one.trouble is None and (one.source.sealed or one.source.played)]
    if ready and store_them:
        session.writing(lambda store: _Taking(store, wanted.rename).take(ready))
    for one in taken:
        one.source.sealed = one.source.played = None
    return taken


class _Taking:
    """Takes one group into the open log."""

    def __init__(self, store: Store, rename: str) -> None:
        self._store = store
        self._rename = rename
        self._names = names_of(store)
        self._streams = {name: stream for stream, name in self._names.items()}

    def take(self, ready: Sequence[Taken]) -> None:
        """Take files in, in their order, as many at once as can be."""
        sealed: list[Taken] = []
        played: list[Taken] = []
        for one in ready:
            if one.source.sealed is not None:
                self._flush([], played)
                self._name_sealed(one, one.source.sealed, sealed)
            elif one.source.played is not None:
                self._flush(sealed, [])
                if any(other.game == one.source.played.name for other in played):
                    # Another copy of this game came just before, and must be compared with.
                    self._flush([], played)
                self._take_played(one, one.source.played, played)
        self._flush(sealed, played)

    def _name_sealed(self, one: Taken, game: SealedGame, ready: list[Taken]) -> None:
        stream = _copy_of(game, self._rename)
        events = game.game.events
        renamed = [name for event in events if event.kind == "log.renamed" and (name := name_in(event))]
        name = renamed[-1] if renamed else copied_as(stream) or name_in(events[0]) or stream
        known = self._streams.setdefault(name, stream)
        if known != stream and name != self._names.get(stream):
            one.trouble = _name_taken(name, one.source.file)
            return
        one.game, one.stream = self._names.get(stream) or name, stream
        ready.append(one)

    def _take_played(self, one: Taken, played: Played, waiting: list[Taken]) -> None:
        if self._store.head(played.stream) is not None:
            stream = played.stream
        else:
            stream = self._streams.get(played.name, played.stream)
        one.game, one.stream = self._names.get(stream, played.name), stream
        try:
            tail = self._tail(stream, played, one)
        except Trouble as trouble:
            one.trouble = trouble
            return
        one.status, one.added = ("added" if tail else "unchanged"), len(tail)
        if tail:
            waiting.append(one)
            self._names[stream] = one.game
            self._streams[one.game] = stream
            one.source.played = msgspec.structs.replace(played, news=tuple(tail))

    def _tail(self, stream: str, played: Played, one: Taken) -> list[NewEvent]:
        """The events that are not in the log yet.

        Raises:
            Trouble: the game in the log went another way.
        """
        stored = self._store.read(stream)
        if not stored:
            return list(played.news)
        ours = [event for event in stored if event.kind not in _ANNOTATIONS]
        theirs = [number for number, new in enumerate(played.news) if new.kind not in _ANNOTATIONS]
        same = 0
        for event, number in zip(ours, theirs, strict=False):
            if not _alike(event, played.news[number]):
                break
            same += 1
        if same == len(theirs) or (same < len(ours) and _line_alike(stream, stored, played)):
            return []
        if same < len(ours):
            raise _parted(one, ours[same], played, theirs[same], new_game=same == 0)
        start, head = theirs[same], stored[-1].version
        versions = {number + 1: event.version for number, event in zip(theirs, ours, strict=False)}
        tail = []
        for new in played.news[start:]:
            first = new.action or 1
            action = head + first - start if first > start else versions.get(first, head + 1)
            tail.append(msgspec.structs.replace(new, action=action))
        return tail

    def _flush(self, sealed: list[Taken], played: list[Taken]) -> None:
        if sealed:
            self._adopt(sealed)
            sealed.clear()
        if played:
            self._append(played)
            played.clear()

    def _adopt(self, waiting: Sequence[Taken]) -> None:
        games = [one.source.sealed for one in waiting if one.source.sealed is not None]
        rename = _copy_of(games[0], self._rename) if self._rename and games else None
        results = iter(import_sealed(self._store, games, rename_to=rename).taken)
        for one, game in zip(waiting, games, strict=True):
            parts = [next(results) for _ in game.streams]
            problem = next((part.problem for part in parts if part.problem is not None), None)
            if problem is not None:
                one.trouble = _refused(problem, one)
                continue
            one.added = sum(part.added for part in parts)
            one.status = "added" if one.added else "unchanged"

    def _append(self, waiting: Sequence[Taken]) -> None:
        batches = []
        for one in waiting:
            if one.source.played is None:
                raise AssertionError("only played games wait here")
            head = self._store.head(one.stream)
            batches.append(Append(one.stream, head.version if head else 0, one.source.played.news))
        try:
            self._store.append(batches)
        except StoreError as fault:
            if fault.kind not in {"conflict", "usage"}:
                raise
            for one in waiting:
                one.status, one.added, one.trouble = "refused", 0, trouble_of(fault)


def _copy_of(game: SealedGame, rename: str) -> str:
    """The stream into which a file goes: its own, or that of the copy under another name."""
    if not rename:
        return game.game.stream
    return (CAMPAIGN_PREFIX if game.game.stream.startswith(CAMPAIGN_PREFIX) else PREFIX) + COPY + rename


def _alike(stored: StoredEvent, new: NewEvent) -> bool:
    return (stored.kind, stored.schema, stored.payload) == (new.kind, new.schema, new.payload)


def _line_alike(stream: str, stored: Sequence[StoredEvent], played: Played) -> bool:
    """Whether the file tells today's line of a game in which something was undone."""
    line = Loaded(stream, stored).line
    ours = [line.first.event, *(entry.event for entry in line.entries)]
    return ours == [event for event in played.events if not isinstance(event, LOG_EVENTS)]


def _parted(one: Taken, ours: StoredEvent, played: Played, number: int, *, new_game: bool) -> Trouble:
    there = played.news[number]
    if new_game:
        return _name_taken(one.game, one.source.file)
    return Trouble(
        f"the copy parts from what is here: {_shown(there)} in the file, {_shown(ours)} here",
        code=ExitCode.CONFLICT,
        place=f"{one.game}#{ours.version}",
        hint=f"import --as NAME takes {one.source.file or 'it'} as a new game",
        more={"file": one.source.file, "event": ours.version},
    )


def _shown(event: StoredEvent | NewEvent) -> str:
    """An event as a message names it: its kind without the title, and its fields."""
    try:
        fields = msgspec.json.decode(event.payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        fields = {}
    said = [f"{key} {value}" for key, value in fields.items() if key != "kind"] if isinstance(fields, dict) else []
    text = " ".join([event.kind.partition(".")[2].replace("_", " "), *said])
    return f'"{text if len(text) <= 80 else text[:79] + "…"}"'


def _name_taken(name: str, file: str) -> Trouble:
    return Trouble(
        f'there is another game "{name}" already',
        code=ExitCode.CONFLICT,
        place=file,
        hint="import --as NAME takes it under another name",
    )


def _refused(problem: StoreError, one: Taken) -> Trouble:
    trouble = trouble_of(problem)
    trouble.more["file"] = one.source.file
    if isinstance(problem, Conflict):
        trouble.place = f"{one.game}#{problem.expected + 1}"
        trouble.message = trouble.message.partition(": ")[2] or trouble.message
        trouble.hint = f"import --as NAME takes {one.source.file} as a new game"
    return trouble


# Exporting


def exported(session: Session, names: Sequence[str], *, notation: bool) -> Iterator[tuple[str, bytes]]:
    """Games as files: their names with their bytes; every game without `names`.

    Sealed files hold the events as they are stored. Notation holds the line as it is today, with its notes.
    """

    def find(store: Store) -> list[tuple[str, str]]:
        known = names_of(store)
        streams = [find_stream(known, name) for name in names] if names else list(known)
        return [(stream, known[stream]) for stream in dict.fromkeys(streams)]

    for stream, name in session.reading(find):
        stored: list[StoredEvent] = session.reading(methodcaller("read", stream))
        yield name, (_notation(stream, stored) if notation else _sealed(stored))


def _sealed(stored: Sequence[StoredEvent]) -> bytes:
    out = io.BytesIO()
    write_sealed(stored, out)
    return out.getvalue()


def _notation(stream: str, stored: Sequence[StoredEvent]) -> bytes:
    from engine.notation_file import write_game

    loaded = Loaded(stream, stored)
    started = loaded.started
    if loaded.name != started.name:
        started = msgspec.structs.replace(started, name=loaded.name)
    notes = [entry for entry in loaded.entries if isinstance(entry.event, Noted)]
    told = sorted([*loaded.line.entries, *notes], key=lambda entry: entry.version)
    actions = _actions(loaded) if loaded.game.one_choice_actions else None
    played = _day(stored[0].played_at)
    return write_game(started, [entry.event for entry in told], played=played, actions=actions).encode()


def _actions(loaded: Loaded) -> list[list[Event]]:
    """The events of the line, as they undo together."""
    found: dict[int, list[Event]] = {}
    for entry in loaded.line.entries:
        found.setdefault(entry.action, []).append(entry.event)
    return list(found.values())


def _day(moment: int | None) -> str:
    import datetime

    if moment is None:
        return ""
    return datetime.datetime.fromtimestamp(moment / 1_000_000, tz=datetime.UTC).replace(tzinfo=None).isoformat()


# Sealing and verifying


def seal_of(session: Session, name: str | None) -> tuple[str, Head, str]:
    """The name of a game, its newest event's place, and the code to keep of it."""

    def read(store: Store) -> tuple[str, Head]:
        if name is None:
            found = session.find(None, store=store)
            stream, called = found.stream, found.name
        else:
            known = names_of(store)
            stream = find_stream(known, name)
            called = known[stream]
        # A code is worth keeping only for a chain that is sound.
        store.read(stream)
        head = store.head(stream)
        if head is None:
            raise Trouble(f'there is no game "{name}"', code=ExitCode.NOT_FOUND)
        return called, head

    called, head = session.reading(read)
    return called, head, seal_code(head)


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What verifying found: faults as `game#event: what`, and how much was looked at.

    `streams` are the streams of the games and campaigns with their names.
    """

    faults: tuple[str, ...]
    events: int
    games: int
    streams: dict[str, str]
    campaigns: int = 0


def verified(session: Session, name: str | None, seal: str | None) -> Verified:
    """Look for everything that is wrong with the log, or with one game, and change nothing."""

    def look(store: Store) -> Verified:
        try:
            names = names_of(store)
        except StoreError:
            # A first event that was changed cannot say what its game is called.
            names = {head.stream: head.stream for head in (*store.heads(PREFIX), *store.heads(CAMPAIGN_PREFIX))}
        streams = None if name is None else {find_stream(names, name)}
        anchors = dict.fromkeys(streams or (), seal) if seal else None
        found = store.verify(streams, anchors=anchors)
        heads = [head for head in store.heads() if streams is None or head.stream in streams]
        return Verified(
            faults=tuple(dict.fromkeys(_told(finding, names) for finding in found)),
            events=sum(head.version for head in heads),
            games=sum(1 for head in heads if head.stream.startswith(PREFIX)),
            streams={head.stream: names.get(head.stream, head.stream) for head in heads if head.stream in names},
            campaigns=sum(1 for head in heads if head.stream.startswith(CAMPAIGN_PREFIX)),
        )

    result: Verified = session.inspecting(look)
    return result


def _told(finding: Finding, names: Mapping[str, str]) -> str:
    if not finding.stream:
        return finding.what
    return f"{names.get(finding.stream, finding.stream)}#{finding.version}: {finding.what}"


def stored_of(session: Session, stream: str) -> list[StoredEvent]:
    """The stored events of a stream, checked."""
    found: list[StoredEvent] = session.inspecting(methodcaller("read", stream))
    return found
