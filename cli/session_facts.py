"""Facts of all games, kept up to date beside the log, and the questions put to them.

Facts are caches: what was appended since is replayed before a question is answered, never while the log is held. Where
nothing is stale, one opening of the log finds that out and answers. Where the log cannot be written, facts are worked
out in memory, for one answer.
"""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from cli.errors import ExitCode, Trouble
from cli.progressing import bar
from cli.session_games import PREFIX, closed_of, entry_of, name_of, rules_of, status_of
from engine.campaign import PREFIX as CAMPAIGN_PREFIX
from engine.events import GameStarted, Hidden, Unhidden
from engine.facts import FactContext
from engine.game import UnknownGameError, game, game_of_kind, titles
from engine.line import LineError, fold
from engine.matching import Ambiguous, Missing, match
from engine.queries import Query, QueryError, bind, queries
from engine.replay import Step, start
from eventstore import FactSet, MemoryStore, Misuse, Rows, Store, StoredEvent
from eventstore.facts import table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from cli.session import Session
    from engine.game import Game
    from engine.line import Entry
    from eventstore import Head

Answer = TypeVar("Answer")

#: Goes up by one whenever the same events lead to other facts although no table has changed.
REVISION = 1
_GROUP_EVENTS = 20_000
#: Seconds to wait for the right to write: facts that cannot be kept can be worked out again.
_PATIENCE = 1.0


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a list shows it; `played` is UTC microseconds, `winners` are names.

    `lost` tells that it was played to its end and nobody won.
    """

    name: str
    title: str
    status: str
    events: int
    players: tuple[str, ...]
    played: int
    campaign: str
    winners: tuple[str, ...]
    stream: str
    lost: bool

    @property
    def result(self) -> str:
        """Whether those who play win or lose together, won or lost; empty for other games."""
        return "lost" if self.lost else "won" if self.winners == self.players else ""


class Question(NamedTuple):
    """A query of a game."""

    title: str
    query: Query


class _Stale(NamedTuple):
    """The games whose facts are to be worked out."""

    heads: list[Head]


# Questions


def questions(title: str | None = None) -> list[Question]:
    """Every query of one game, or of all."""
    asked = [title] if title else titles()
    return [Question(one, query) for one in asked for query in queries(one)]


def find_question(name: str, title: str | None = None, there: Callable[[], Sequence[str]] = titles) -> Question:
    """The query that a name means: itself, a unique beginning of one.

    Args:
        name: of the query, or a unique beginning.
        title: the game whose query it is; without one, that of a game that has been played goes before others.
        there: the titles of the games that have been played; asked only where it makes a difference. Where none has,
            no query finds anything, and the first one will do.

    Raises:
        Trouble: there is none, or there are several.
    """
    found = _meant(name, questions(title))
    played = set(there()) if len(found) > 1 and title is None else set()
    found = [one for one in found if one.title in played] or found
    names = sorted({one.query.name for one in found})
    if len(names) > 1:
        raise Trouble(f'"{name}" could be {" or ".join(names)}', code=ExitCode.USAGE)
    if len(found) > 1 and played:
        whose = " and of ".join(one.title for one in found)
        hint = f"say whose is meant: gamelog query {names[0]} --game {found[-1].title}"
        raise Trouble(f'"{names[0]}" is a query of {whose}', code=ExitCode.USAGE, hint=hint)
    return found[0]


def _meant(name: str, asked: Sequence[Question]) -> list[Question]:
    """The queries whose name is meant, or begins so."""
    known = list(dict.fromkeys(one.query.name for one in asked))
    names: tuple[str, ...]
    try:
        names = (match(name.strip().replace("_", "-").replace(" ", "-"), known),)
    except Ambiguous as fault:
        names = fault.choices
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else "gamelog query lists them"
        raise Trouble(f'there is no query "{name}"', code=ExitCode.NOT_FOUND, hint=near) from None
    return [one for one in asked if one.query.name in names]


def run_query(session: Session, name: str, parameters: Mapping[str, str], *, title: str | None = None) -> Rows:
    """Answer a query over all games.

    Args:
        session: whose log is asked.
        name: of the query, or a unique beginning.
        parameters: values as text; `player` and `campaign` may be unique beginnings of names.
        title: the game whose query it is, if several have one of this name.

    Raises:
        Trouble: there is no such query, parameter, player or campaign, or a value is wrong.
    """
    question = find_question(name, title, lambda: _played(session))
    try:
        bind(question.query, parameters)
    except QueryError as fault:
        raise Trouble(fault.message, code=ExitCode.USAGE, hint=fault.hint) from None

    def ask(store: Store) -> Rows:
        return store.query(question.query.sql, bind(question.query, _resolved(store, parameters)))

    return answered(session, ask)


def _played(session: Session) -> tuple[str, ...]:
    """The titles of the games that count in a log."""
    sql = "SELECT DISTINCT title FROM game WHERE NOT simulated AND NOT hidden ORDER BY title"
    return tuple(str(row[0]) for row in answered(session, lambda store: store.query(sql, {})).rows)


def run_sql(session: Session, sql: str) -> Rows:
    """Answer one SELECT over the tables of facts; nothing can be changed by it."""
    if "\0" in sql or any("\ud800" <= sign <= "\udfff" for sign in sql):
        raise Trouble("the query has characters that SQL does not know", code=ExitCode.USAGE)

    def ask(store: Store) -> Rows:
        try:
            return store.query(sql, {})
        except Misuse as fault:
            hint = "gamelog query --tables lists tables and columns"
            raise Trouble(str(fault), code=ExitCode.USAGE, hint=hint) from None

    return answered(session, ask)


def tables() -> list[tuple[str, str, str, str]]:
    """Table, column, type and meaning of every fact: the meaning stands at a table's first column."""
    found = []
    for kind in _types():
        table = table_of(kind)
        meaning = " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
        columns = [("stream", "text"), ("row_order", "whole number")]
        columns += [(field.name, _type_word(field.type)) for field in msgspec.structs.fields(kind)]
        found += [(table, name, word, "" if number else meaning) for number, (name, word) in enumerate(columns)]
    return found


def game_rows(session: Session, *, everything: bool = False) -> list[GameRow]:
    """The games as a list shows them, by when they were played; hidden and simulated ones only with `everything`."""
    shown = "" if everything else "WHERE NOT hidden AND NOT simulated"
    sql = (
        "SELECT name, title, status, events, list(player ORDER BY seat) AS players,"  # noqa: S608  # our own text
        " coalesce(played_at, recorded_at) AS played, campaign,"
        " coalesce(list(player ORDER BY seat) FILTER (won), []) AS winners, game.stream AS stream,"
        " coalesce(bool_and(won = false), false) AS lost"
        f" FROM game JOIN seat ON seat.stream = game.stream {shown} GROUP BY ALL ORDER BY played, game.stream"
    )

    def ask(store: Store) -> tuple[Rows, set[str]]:
        told = {str(row[0]) for row in store.query("SELECT stream FROM game", {}).rows}
        return store.query(sql, {}), {head.stream for head in store.heads(PREFIX)} - told

    rows, untold = answered(session, ask)
    found = [
        GameRow(**dict(zip(rows.columns, row, strict=True)) | {"players": tuple(row[4]), "winners": tuple(row[7])})
        for row in rows.rows
    ]
    if untold:
        found += _unread(session, untold, everything=everything)
    return sorted(found, key=lambda row: (row.played, row.stream))


def _unread(session: Session, streams: Collection[str], *, everything: bool) -> list[GameRow]:
    """The games that this release cannot replay to their end, with what their beginning tells."""
    return [
        GameRow(
            name=one.name, title=game_of_kind(one.started.kind()).title, status="unread", events=one.version,
            players=one.started.players, played=one.recorded_at if one.played_at is None else one.played_at,
            campaign=one.started.campaign, winners=(), stream=one.stream, lost=False,
        )
        for one in session.reading(session.find_all)
        if one.stream in streams and (everything or not (one.hidden or one.started.simulated))
    ]  # fmt: skip


def _resolved(store: Store, parameters: Mapping[str, str]) -> dict[str, str]:
    """The parameters with names of players and campaigns as they are written in the log."""
    found = dict(parameters)
    for name, sql in (
        ("player", "SELECT DISTINCT player FROM seat ORDER BY 1"),
        ("campaign", "SELECT campaign FROM game WHERE campaign <> '' UNION SELECT name FROM campaign ORDER BY 1"),
    ):
        if name in found:
            known = [str(row[0]) for row in store.query(sql, {}).rows]
            found[name] = _match(found[name], known, name)
    return found


def _match(given: str, known: Sequence[str], what: str) -> str:
    try:
        return match(given, known)
    except Ambiguous as fault:
        message = f'the {what} "{given}" could be {" or ".join(fault.choices)}'
        raise Trouble(message, code=ExitCode.USAGE) from None
    except Missing as fault:
        some = f"{what}s: {', '.join(known[:8])}{' …' if len(known) > 8 else ''}" if known else f"no game has a {what}"
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else some
        raise Trouble(f'there is no {what} "{given}"', code=ExitCode.NOT_FOUND, hint=near) from None


# Keeping facts up to date


def answered(session: Session, ask: Callable[[Store], Answer], *, without: str = "") -> Answer:
    """What `ask` finds in a store whose facts are up to date; those of the stream `without` need not be."""

    def look(store: Store) -> Answer | _Stale:
        stale = _stale(store, without)
        return ask(store) if stale is None else stale

    found: Answer | _Stale = session.reading(look)
    if not isinstance(found, _Stale):
        return found
    patience, session.patience = session.patience, min(session.patience, _PATIENCE)
    try:
        _work_out(session, found.heads)
    except Trouble as trouble:
        if trouble.code not in {ExitCode.REFUSED, ExitCode.CONFLICT}:
            raise
        session.patience = patience
        session.notices.append(f"facts could not be kept and are worked out for this answer alone: {trouble.message}")
        return _in_memory(session, ask)
    finally:
        session.patience = patience
    answer: Answer = session.reading(ask)
    return answer


def rebuild(session: Session) -> None:
    """Throw the facts of all games away and work them out anew from the events.

    Raises:
        Trouble: there is no log, or it cannot be written.
    """
    session.reading(lambda _: None)
    session.writing(lambda store: store.drop_facts())
    answered(session, lambda _: None)


def revision() -> str:
    """Names the code that works facts out: rules, tables and their meaning."""
    layout = [
        (table_of(kind), [(field.name, str(field.type)) for field in msgspec.structs.fields(kind)]) for kind in _types()
    ]
    digest = blake2b(repr(layout).encode(), digest_size=6).hexdigest()
    return "+".join([*(one.reducer for one in _rules()), f"facts-{REVISION}", digest])


def _stale(store: Store, without: str = "") -> _Stale | None:
    """What is to be worked out, the stream `without` aside; None if the store can answer as it is."""
    try:
        store.declare_facts(_types())
    except Misuse:
        # Open for reading only, and a table is missing or of another form: then no fact can be used.
        return _Stale(_heads(store))
    stale = {stream for stream in store.stale_facts(revision()) if stream.startswith((PREFIX, CAMPAIGN_PREFIX))}
    stale.discard(without)
    return _Stale([head for head in _heads(store) if head.stream in stale]) if stale else None


def _heads(store: Store) -> list[Head]:
    """The streams that state facts: games, then campaigns."""
    return [*store.heads(PREFIX), *store.heads(CAMPAIGN_PREFIX)]


def _work_out(session: Session, heads: Sequence[Head]) -> None:
    """Replay games, outside the lock, and keep their facts."""
    session.writing(lambda store: store.declare_facts(_types()))
    made_by = revision()
    with bar("replaying games", len(heads), least=50) as moved:
        for group in _groups(heads):
            sets = _facts_of_all(session, group)
            if sets:
                session.writing(partial(_keep, sets=sets, made_by=made_by))
            moved(len(group))


def _keep(store: Store, *, sets: Sequence[FactSet], made_by: str) -> None:
    store.replace_all_facts(sets, revision=made_by)


def _in_memory(session: Session, ask: Callable[[Store], Answer]) -> Answer:
    heads = session.reading(_heads)
    with MemoryStore(session.clock) as store:
        store.declare_facts(_types())
        for group in _groups(heads):
            store.replace_all_facts(_facts_of_all(session, group), revision=revision())
        return ask(store)


def _groups(heads: Sequence[Head]) -> Iterable[list[Head]]:
    group: list[Head] = []
    for head in heads:
        group.append(head)
        if sum(one.version for one in group) >= _GROUP_EVENTS:
            yield group
            group = []
    if group:
        yield group


def _facts_of_all(session: Session, heads: Sequence[Head]) -> list[FactSet]:
    """The facts of these games; one that cannot be replayed is left out, and that is said."""

    def read(store: Store) -> list[list[StoredEvent]]:
        return [store.read(head.stream) for head in heads]

    sets = []
    for stored in session.reading(read):
        try:
            sets.append(facts_of(stored))
        except Trouble as trouble:
            place = f"{trouble.place}: " if trouble.place else ""
            notice = f"{place}left out of every answer: {trouble.message}"
            if notice not in session.notices:
                session.notices.append(notice)
    return sets


def facts_of(stored: Sequence[StoredEvent]) -> FactSet:
    """The facts of one game or campaign, replayed with its events trusted to be legal.

    Raises:
        Trouble: this release cannot replay it.
    """
    first = stored[0]
    try:
        played = rules_of(first)
    except UnknownGameError as fault:
        raise Trouble(str(fault), place=f"{first.stream}#1") from None
    entries = [entry_of(played, event) for event in stored]
    try:
        line = fold(entries)
    except LineError as fault:
        raise Trouble(str(fault), place=f"{first.stream}#{fault.version}", code=ExitCode.INTEGRITY) from None
    begun = line.first.event
    if not isinstance(begun, GameStarted):
        raise AssertionError("folded lines begin with a start")
    name = name_of(first.stream, entries)
    steps: list[Step] = []
    version = first.version
    try:
        state = played.numbered(start(played, begun), line.numbers)
        for entry in line.entries:
            version = entry.version
            after, effects = played.evolve(state, entry.event)
            steps.append(Step(entry=entry, before=state, after=after, effects=effects))
            state = after
        closed = closed_of(entries)
        context = FactContext(
            name=name,
            title=played.title,
            players=begun.players,
            campaign=begun.campaign,
            place=begun.place,
            preset=begun.preset,
            played_at=first.played_at,
            recorded_at=first.recorded_at,
            simulated=begun.simulated,
            hidden=_hidden(entries),
            status=status_of(played, state, closed),
            closed_how=closed.how if closed else "",
            closed_seat=closed.seat if closed else None,
            closed_result=closed.result if closed else "",
            events=stored[-1].version,
            started=begun,
        )
        return FactSet(first.stream, stored[-1].hash, tuple(played.facts(context, steps)))
    except Exception as fault:
        # Events that were let in by other rules than today's can break anything; the other games still count.
        raise Trouble(
            f"the replay breaks off ({type(fault).__name__}); gamelog verify --replay shows where the rules part",
            place=f"{name}#{version}",
        ) from fault


def _hidden(entries: Iterable[Entry]) -> bool:
    hidden = False
    for entry in entries:
        if isinstance(entry.event, Hidden | Unhidden):
            hidden = isinstance(entry.event, Hidden)
    return hidden


def _types() -> tuple[type[msgspec.Struct], ...]:
    """The fact types of all games and campaigns, those that they share once."""
    return tuple(dict.fromkeys(kind for one in _rules() for kind in one.fact_types()))


def _rules() -> list[Game]:
    """What states facts: every game, and the campaigns of those that have any."""
    games = [game(title) for title in titles()]
    return [*games, *(one for each in games if (one := each.campaign()) is not None)]


def _type_word(annotation: Any) -> str:
    words = {"str": "text", "int": "whole number", "float": "number", "bool": "yes or no"}
    parts = str(getattr(annotation, "__name__", annotation)).split(" | ")
    said = " or ".join(words.get(part, part) for part in parts if part != "None")
    return f"{said}, or nothing" if "None" in parts else said
