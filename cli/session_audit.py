"""A game judged and hashed again, event by event, and the first event that comes out otherwise than recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cli.errors import Trouble
from cli.session_files import stored_of
from cli.session_games import entry_of, rules_of
from cli.views import changes_of
from engine.events import GameStarted
from engine.game import UnknownGameError
from engine.line import LineError
from engine.replay import Audit, Recorded, comparable, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.session import Session
    from engine.game import Game
    from engine.line import Entry
    from engine.replay import Failure, Walked
    from eventstore import StoredEvent


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """One key of the position after an event: as it was recorded and as it is computed now, and both in game words."""

    key: str
    recorded: Any
    computed: Any
    told_recorded: str
    told_computed: str


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """The first event of a game that today's rules see otherwise.

    Attributes:
        game: its name.
        event: the version.
        kind: "illegal", "diverged", "unreadable" or "unknown" (only another release can replay it).
        message: what is wrong.
        told: the event in game words.
        rules: the rules concerned, each with its title.
        keys: where the positions part; empty for an event that is refused, or if only hidden parts do.
        reducer: the release that recorded it.
        edition: the rules under which it was recorded.
        today: the release that judges it now.
    """

    game: str
    event: int
    kind: str
    message: str
    told: str = ""
    rules: tuple[str, ...] = ()
    keys: tuple[Parting, ...] = ()
    reducer: str = ""
    edition: str = ""
    today: str = ""


class Audited(msgspec.Struct, frozen=True, kw_only=True):
    """How a game came out: events judged, how many hashes are of another scheme, and the first divergence or None."""

    game: str
    judged: int
    not_comparable: int
    divergence: Divergence | None = None


def audited(session: Session, stream: str, name: str) -> Audited:
    """Judge and hash every event of a game again, each against the line as it stood when it was recorded."""
    stored = stored_of(session, stream)
    return audit(stored, name)


def audit(stored: Sequence[StoredEvent], name: str) -> Audited:
    """Judge and hash stored events again; see `audited`."""
    try:
        game = rules_of(stored[0])
    except UnknownGameError as fault:
        first = stored[0]
        unknown = Divergence(
            game=name, event=1, kind="unknown", message=str(fault), reducer=first.reducer, edition=first.edition
        )
        return Audited(game=name, judged=0, not_comparable=0, divergence=unknown)
    entries, stop = _read(game, stored, name)
    hashes = [event.state_hash for event in stored[: len(entries)]]
    failure = Audit(game).run(
        Recorded(entry=entry, state_hash=state_hash) for entry, state_hash in zip(entries, hashes, strict=True)
    )
    if failure is not None:
        stop = _divergence(game, stored, entries, failure, name)
    judged = len(entries) if failure is None else failure.version
    other = _of_other_schemes(game, entries, hashes[:judged])
    return Audited(game=name, judged=judged, not_comparable=other, divergence=stop)


def _of_other_schemes(game: Game, entries: Sequence[Entry], hashes: Sequence[str]) -> int:
    """How many hashes cannot be compared with today's."""
    if not entries or not isinstance(entries[0].event, GameStarted) or game.check_start(entries[0].event):
        return 0
    today = game.tracker().step(game.start(entries[0].event))
    return sum(1 for state_hash in hashes if state_hash and comparable(state_hash, today) is None)


def _read(game: Game, stored: Sequence[StoredEvent], name: str) -> tuple[list[Entry], Divergence | None]:
    """The entries as far as this release can read them, and what stopped it."""
    entries: list[Entry] = []
    for event in stored:
        try:
            entries.append(entry_of(game, event))
        except Trouble as trouble:
            stop = Divergence(
                game=name,
                event=event.version,
                kind="unknown",
                message=trouble.message,
                reducer=event.reducer,
                edition=event.edition,
                today=game.reducer,
            )
            return entries, stop
    return entries, None


def _divergence(
    game: Game, stored: Sequence[StoredEvent], entries: Sequence[Entry], failure: Failure, name: str
) -> Divergence:
    index = next(index for index, entry in enumerate(entries) if entry.version == failure.version)
    event = stored[index]
    found = Divergence(
        game=name,
        event=failure.version,
        kind=failure.kind,
        message=failure.message,
        rules=tuple(_titled(game, violation.rule) for violation in failure.violations),
        reducer=event.reducer,
        edition=event.edition,
        today=game.reducer,
    )
    try:
        walked = walk(game, entries[: index + (failure.kind == "diverged")])
    except (LineError, AssertionError, LookupError, TypeError, ValueError):
        return found
    if not walked:
        return found
    before = walked[-1].before if failure.kind == "diverged" else walked[-1].after
    if not isinstance(entries[index].event, GameStarted):
        found = msgspec.structs.replace(found, told=_described(game, before, entries[index]))
    if failure.kind != "diverged":
        return found
    rules = dict.fromkeys(effect.rule for effect in walked[-1].effects)
    return msgspec.structs.replace(
        found, rules=tuple(_titled(game, rule) for rule in rules), keys=_keys(game, event, walked[-1], entries)
    )


def _described(game: Game, state: Any, entry: Entry) -> str:
    from engine.events import LOG_EVENTS

    if isinstance(entry.event, LOG_EVENTS):
        return entry.event.kind().partition(".")[2]
    return game.describe(state, entry.event)


def _titled(game: Game, rule_id: str) -> str:
    try:
        return f"{rule_id} {game.catalogue().rule(rule_id).title}"
    except LookupError:
        return rule_id


def _keys(game: Game, event: StoredEvent, step: Walked, entries: Sequence[Entry]) -> tuple[Parting, ...]:
    """The keys in which what was recorded differs from what is computed."""
    started = entries[0].event
    if not isinstance(started, GameStarted) or event.version == entries[0].version:
        return ()
    tracker = game.tracker()
    tracker.step(step.before)
    _, computed = tracker.step_with_changes(step.after)
    computed = msgspec.json.decode(msgspec.json.encode(computed))
    try:
        recorded = msgspec.json.decode(event.changed or b"{}", type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ()
    flat = msgspec.json.decode(msgspec.json.encode(game.flat(step.before)))
    tell = changes_of(game.title)
    found = []
    for key in sorted({*recorded, *computed}):
        then = recorded.get(key, flat.get(key))
        now = computed.get(key, flat.get(key))
        if then == now:
            continue
        said = ["; ".join(tell({key: value}, flat, started.players)) or f"{key} unchanged" for value in (then, now)]
        found.append(Parting(key=key, recorded=then, computed=now, told_recorded=said[0], told_computed=said[1]))
    return tuple(found)
