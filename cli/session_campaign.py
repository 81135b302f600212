"""Campaigns in the log: found, begun, recorded, and bound to their games by batches of both streams.

A game that begins from a campaign is appended together with the campaign's event that it began. What brings a game to
its end, and what takes that back, is appended together with what it means for the campaign: all of it or nothing.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cli.errors import ExitCode, Trouble
from cli.session_games import Found, Loaded, copied_as, entry_of, game_of
from engine.campaign import PREFIX, Campaign, CampaignStarted
from engine.events import Renamed, Undone
from engine.game import BeginningError
from engine.line import Entry, fold
from engine.matching import Ambiguous, Missing, match
from engine.notation import did_you_mean
from engine.replay import state_of
from eventstore import Append

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.session import Outcome, Session
    from engine.events import Event, GameStarted
    from engine.game import Beginning, Game
    from eventstore import Store, StoredEvent


# Finding


def find_all(store: Store) -> list[Found]:
    """Every campaign of the log, oldest first."""
    heads = {head.stream: head for head in store.heads(PREFIX)}
    names = {
        event.stream: renamed.name
        for event in store.events_of([Renamed.kind()])
        if event.stream in heads and (renamed := _renamed(event))
    }
    found = []
    for first in store.events_of([CampaignStarted.kind()], first_only=True):
        head = heads.get(first.stream)
        if head is None:
            continue
        started = entry_of(game_of(first, first.stream), first).event
        if isinstance(started, CampaignStarted):
            found.append(
                Found(
                    stream=first.stream,
                    name=names.get(first.stream) or copied_as(first.stream) or started.name,
                    started=started,
                    version=head.version,
                    recorded_at=first.recorded_at,
                    played_at=first.played_at,
                    last_recorded_at=head.last_recorded_at,
                )
            )
    return found


def _renamed(event: StoredEvent) -> Renamed | None:
    from cli.session_games import log_decoder

    found = log_decoder.decode(event.payload)
    return found if isinstance(found, Renamed) else None


def named(session: Session, name: str) -> Found | None:
    """The campaign that has this name, in any case; None for one that is only a name on games.

    Where such a name comes near that of a campaign that is said, for it may be a slip.
    """
    wanted = unicodedata.normalize("NFC", name.strip())
    try:
        listed: list[Found] = session.reading(lambda store: find_all(store) if store.heads(PREFIX) else [])
    except Trouble as trouble:
        if trouble.code != ExitCode.NOT_FOUND:
            raise
        # A log that is yet to be made has no campaigns.
        return None
    exact = [one for one in listed if wanted in {one.name, one.stream}]
    alike = [one for one in listed if one.name.casefold() == wanted.casefold()]
    if exact or len(alike) == 1:
        return (exact or alike)[0]
    near = _near(wanted, [one.name for one in listed])
    if near:
        meant = did_you_mean(near)
        session.notices.append(f'no campaign is called "{wanted}": the game only bears the name; {meant}')
    return None


def _near(name: str, names: Sequence[str]) -> tuple[str, ...]:
    """What a name comes nearest to: those that it begins, else those that are spelled alike."""
    try:
        return (match(name, names),)
    except Ambiguous as fault:
        return fault.choices
    except Missing as fault:
        return fault.suggestions


def find(session: Session, name: str | None) -> Found:
    """The campaign of a name, or of a unique beginning of one, or the one that was recorded last.

    Raises:
        Trouble: there is none, or there are several.
    """
    listed: list[Found] = session.reading(find_all)
    if not listed:
        hint = "gamelog campaign new NAME --title pathfinder begins one"
        raise Trouble("there is no campaign yet", code=ExitCode.NOT_FOUND, hint=hint)
    if name is None:
        played = [one for one in listed if not one.started.simulated]
        return max(played or listed, key=lambda one: (one.last_recorded_at, one.stream))
    by_name = {one.name: one for one in listed} | {one.stream: one for one in listed}
    try:
        return by_name[match(unicodedata.normalize("NFC", name.strip()), list(by_name))]
    except Ambiguous as fault:
        choices = ", ".join(fault.choices)
        raise Trouble(f'"{name}" could be several campaigns: {choices}', code=ExitCode.USAGE) from None
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else "gamelog campaign lists them"
        raise Trouble(f'there is no campaign "{name}"', code=ExitCode.NOT_FOUND, hint=near) from None


def of_title(session: Session, title: str, name: str) -> Loaded | None:
    """The campaign of this name, if there is one of this title; what else bears the name is only a name."""
    found = named(session, name)
    if found is None or not isinstance(found.started, CampaignStarted) or found.started.title != title:
        return None
    return load_stream(session, found.stream)


def load(session: Session, name: str | None, *, at: int | None = None) -> Loaded:
    """A campaign folded to its newest version, or to `at` on today's line.

    Raises:
        Trouble: there is none, there are several, or there is no such event.
    """
    if at is not None and at < 1:
        raise Trouble(f"--at counts events from 1, not {at}", code=ExitCode.USAGE)
    found = find(session, name)
    loaded = load_stream(session, found.stream, at=at)
    if at is not None and at > loaded.version:
        raise Trouble(
            f"there is no event {at}", place=loaded.place(), code=ExitCode.NOT_FOUND,
            hint=f"the newest is {loaded.version}",
        )  # fmt: skip
    return loaded


def load_stream(session: Session, stream: str, *, at: int | None = None) -> Loaded:
    """The campaign of a stream."""
    stored: list[StoredEvent] = session.reading(lambda store: store.read(stream))
    return Loaded(stream, stored, at)


def rules_of(loaded: Loaded) -> Campaign:
    """What the title says to a loaded campaign."""
    found: Any = loaded.game
    rules: Campaign = found
    return rules


# Beginning


def begin(session: Session, started: GameStarted, game: Game) -> Outcome:
    """Store the start of a campaign.

    Raises:
        Trouble: an option cannot be, or the name is taken.
    """
    return session.begin(started, game, prefix=PREFIX)


def completed(beginning: Beginning, loaded: Loaded) -> Beginning:
    """What is said to begin a game, completed by its campaign: rules, players, characters.

    Raises:
        Trouble: the campaign has nobody who could play.
    """
    try:
        return rules_of(loaded).begin_game(loaded.state, beginning)
    except BeginningError as fault:
        raise Trouble(str(fault), code=ExitCode.USAGE, rule=fault.rule, hint=fault.hint, place=loaded.name) from None


def begin_game(
    session: Session,
    started: GameStarted,
    game: Game,
    loaded: Loaded,
    *,
    played_at: int | None = None,
    told: Sequence[Event] = (),
) -> Outcome:
    """Store the start of a game with what its campaign carries into it, and in the same batch that it began.

    Args:
        session: who records it.
        started: its first event, without what the campaign carries into it.
        game: its rules.
        loaded: the campaign.
        played_at: when it was played, if not now.
        told: events that are recorded with the start.

    Raises:
        Trouble: the rules refuse it, or the campaign moved on meanwhile.
    """
    rules = rules_of(loaded)
    try:
        carried = rules.carry(loaded.state, started, f"{loaded.stream}#{loaded.version}")
    except BeginningError as fault:
        raise Trouble(str(fault), code=ExitCode.USAGE, rule=fault.rule, hint=fault.hint, place=loaded.name) from None

    def also(stream: str) -> list[Append]:
        news, _, _ = session.judged(loaded, [[rules.game_begun(carried, stream)]])
        return [Append(loaded.stream, loaded.version, tuple(news))]

    return session.begin(carried, game, played_at=played_at, told=told, also=also)


# Going on


def adopt(session: Session, loaded: Loaded) -> Outcome | None:
    """Store in an unfinished game what its campaign ruled since it began; None if that is nothing.

    Raises:
        Trouble: the log cannot be read or written.
    """
    campaign = loaded.game.campaign()
    origin = campaign.origin(loaded.started) if campaign else ""
    if campaign is None or not origin or loaded.closed is not None:
        return None
    stream, _, number = origin.partition("#")
    stored: list[StoredEvent] = session.reading(lambda store: store.read(stream, check=False))
    later = [entry_of(game_of(stored[0], stream), event).event for event in stored[int(number) :]]
    # Most games are alone with their campaign: nothing but their own beginning came since, and nothing is to be judged.
    if all(campaign.game_of(event) == loaded.stream for event in later):
        return None
    there = Loaded(stream, stored)
    if not campaign.expects(there.state, loaded.stream):
        return None
    line = [(entry.version, entry.event) for entry in there.line.entries]
    played = [entry.event for entry in loaded.line.entries]
    events = campaign.adopted(line, loaded.started, played, f"{stream}#{there.version}")
    if not events:
        return None
    session.notices.append(f'"{there.name}", the campaign of this game, ruled since then; the game takes it in:')
    return session.record(loaded, [[event] for event in events])


# Giving back


class Given(NamedTuple):
    """What new events of a game mean for its campaign: what is appended with them, and how that is told."""

    batch: Append
    told: tuple[str, ...]


def companion(
    session: Session, loaded: Loaded, events: Sequence[Event], after: Any, repeat_id: str = ""
) -> Given | None:
    """What these new events of a game mean for its campaign, to be appended with them; None if nothing.

    Args:
        session: who records them.
        loaded: the game before them.
        events: they.
        after: the state after them.
        repeat_id: as for recording.

    Raises:
        Trouble: the campaign went on since it was given back what is now taken away.
    """
    campaign = loaded.game.campaign()
    origin = campaign.origin(loaded.started) if campaign else ""
    if campaign is None or not origin:
        return None
    played = [entry.event for entry in loaded.line.entries]
    before = campaign.given_back(loaded.started, loaded.state, played, loaded.stream)
    now = campaign.given_back(loaded.started, after, _line_after(loaded, events), loaded.stream)
    if before == now:
        return None
    stream = origin.partition("#")[0]
    stored: list[StoredEvent] = session.reading(lambda store: store.read(stream))
    first = session.event_id(stream, repeat_id, 0) if repeat_id else ""
    again = next((number for number, event in enumerate(stored) if first and event.event_id == first), len(stored))
    stored = stored[:again]
    if not stored:
        session.notices.append("the campaign of this game is not in this log; nothing is given back to it")
        return None
    there = Loaded(stream, stored)
    acts: list[list[Event]] = []
    if before is not None:
        acts.append([_taken_back(there, before, loaded)])
    elif not campaign.expects(there.state, loaded.stream):
        session.notices.append(f'"{there.name}" does not wait for this game any more; nothing is given back to it')
        return None
    if now is not None:
        acts.append([now])
    news, _, _ = session.judged(there, acts, repeat_id)
    told = [f'campaign "{there.name}": what this game brought was taken back'] if before is not None else []
    if now is not None:
        before_it = there.state if before is None else _without(there, before)
        told.append(f'campaign "{there.name}": {there.game.describe(before_it, now)}')
        _, effects = there.game.evolve(before_it, now)
        told += [f"    {text}  {rule}" for text, rule in there.game.describe_effects(before_it, effects)]
    return Given(Append(stream, there.version, tuple(news)), tuple(told))


def let_go(session: Session, loaded: Loaded) -> Given | None:
    """What it means for its campaign that a game was abandoned; None if nothing."""
    campaign = loaded.game.campaign()
    origin = campaign.origin(loaded.started) if campaign else ""
    stream = origin.partition("#")[0]
    stored: list[StoredEvent] = session.reading(lambda store: store.read(stream)) if stream else []
    there = Loaded(stream, stored) if stored else None
    if campaign is None or there is None or not campaign.expects(there.state, loaded.stream):
        return None
    event = campaign.let_go(loaded.stream)
    news, _, _ = session.judged(there, [[event]])
    told = f'campaign "{there.name}": {there.game.describe(there.state, event)}'
    return Given(Append(stream, there.version, tuple(news)), (told,))


def _without(there: Loaded, given: Event) -> Any:
    """The state of a campaign before the event that ends its line."""
    entries = tuple(entry for entry in there.line.entries if entry.event != given)
    return state_of(there.game, msgspec.structs.replace(there.line, entries=entries))


def _line_after(loaded: Loaded, events: Sequence[Event]) -> list[Event]:
    """The events on the line once new ones are folded in."""
    version = loaded.version
    new = [Entry(version=number, action=number, event=one) for number, one in enumerate(events, start=version + 1)]
    return [entry.event for entry in fold([*loaded.entries, *new]).entries]


def _taken_back(there: Loaded, before: Event, loaded: Loaded) -> Undone:
    from cli.play import quoted

    last = there.line.last_action()
    if [entry.event for entry in last] == [before]:
        return Undone(since=last[0].version)
    given = next((entry for entry in there.line.entries if entry.event == before), None)
    raise Trouble(
        f'"{there.name}" went on since this game gave its decks back', code=ExitCode.CONFLICT, place=loaded.place(),
        hint=f"gamelog campaign undo {quoted(there.name)} --since {given.version + 1} takes back what came after"
        if given else f"gamelog campaign log {quoted(there.name)} tells what came after",
    )  # fmt: skip


# Undo and redo


def undo(session: Session, loaded: Loaded, since: int | None = None) -> tuple[Outcome, tuple[Entry, ...]]:
    """Take the last act of a campaign back, or everything from event `since` on.

    Raises:
        Trouble: there is nothing to undo, or it came from the log of a game.
    """
    taken = loaded.line.last_action() if since is None else loaded.line.from_version(since)
    _refuse_games(session, loaded, taken)
    return session.undo(loaded, since)


def redo(session: Session, loaded: Loaded) -> tuple[Outcome, tuple[Entry, ...]]:
    """Put back what the last undo took off.

    Raises:
        Trouble: there is nothing to redo, or it came from the log of a game.
    """
    if loaded.line.redoable:
        _refuse_games(session, loaded, loaded.line.redoable[-1])
    return session.redo(loaded)


def _refuse_games(session: Session, loaded: Loaded, entries: Sequence[Entry]) -> None:
    from cli.play import quoted

    rules = rules_of(loaded)
    for entry in entries:
        stream = rules.game_of(entry.event)
        if stream:
            game = next((one for one in session.reading(session.find_all) if one.stream == stream), None)
            name = game.name if game else stream
            raise Trouble(
                f'event {entry.version} came from the game "{name}"', place=loaded.place(entry.version),
                hint=f"gamelog undo {quoted(name)} takes an end back; gamelog campaign record {quoted(loaded.name)} "
                f"'abandon {name}' lets a scenario go that was begun",
            )  # fmt: skip


def names_taken(store: Store) -> set[str]:
    """The names of all campaigns."""
    return {one.name for one in find_all(store)} if store.heads(PREFIX) else set()
