"""What the games of a log say of cards: listed, compared, remembered, and told from the owner's card file.

Hidden and simulated games say nothing. The values are facts and kept as such, so that a question costs no replay.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from cli.errors import ExitCode, Trouble
from cli.session_facts import answered
from engine.audit import Finding
from engine.pathfinder.card_file import FileFault, form_of, read_card_file
from engine.pathfinder.card_knowledge import offered
from engine.pathfinder.card_values import Memory, Remembered, set_key, value_text
from engine.pathfinder.cards import CARDS
from engine.pathfinder.events import (
    CardsTold,
    CheckResolved,
    CloseAttempted,
    EncounterResolved,
    EncounterStarted,
    Explored,
    TempCloseAttempted,
)
from engine.pathfinder.fact_cards import PathfinderCardValue, card_values
from engine.replay import Step, start

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from cli.session import Outcome, Session
    from cli.session_games import Loaded
    from eventstore import Store

TITLE = "pathfinder"
#: The rule under which a value that another log has otherwise is told, by the first word of what it is.
_RULES = {
    "type": "PA-CRD-08", "checks": "PA-CHK-09", "closes": "PA-HEN-01", "barrier": "PA-CRD-08",
    "recharge": "PA-PLY-07", "close": "PA-CLS-03", "closing": "PA-CLS-03",
}  # fmt: skip


class Saying(msgspec.Struct, frozen=True, kw_only=True):
    """One value that a game says a card has: `how` and `firm` as in `PathfinderCardValue`, `cards` the set."""

    card: str
    what: str
    value: str
    how: str
    cards: str
    firm: bool
    game: str
    event: int

    @property
    def of(self) -> tuple[str, str, str]:
        """What it is a value of: card, what, and the set."""
        return self.card, self.what, set_key(self.cards)

    @property
    def place(self) -> str:
        """Where it was said."""
        return f"{self.game}#{self.event}"


def sayings(session: Session, *, without: str = "") -> list[Saying]:
    """What the games say of cards, in the order in which they were played; not the game of the stream `without`."""
    sql = (
        "SELECT card, what, value, how, cards, firm, name AS game, version AS event"
        " FROM pathfinder_card_value AS said JOIN game ON game.stream = said.stream"
        " WHERE NOT hidden AND NOT simulated AND said.stream <> $without"
        " ORDER BY coalesce(played_at, recorded_at), said.stream, version, said.row_order"
    )

    def ask(store: Store) -> list[Saying]:
        rows = store.query(sql, {"without": without})
        return [Saying(**dict(zip(rows.columns, row, strict=True))) for row in rows.rows]

    return answered(session, ask, without=without)


def differing(found: Iterable[Saying]) -> list[Saying]:
    """Those values of which another game says otherwise for the same card of the same set, in order of the cards.

    Only values that are the card's own are compared, and no difficulties of cards that grow with the adventure.
    """
    listed = [one for one in found if one.firm]
    growing = {one.card for one in listed if one.what == "per adventure"}
    growing |= {card.name for card in CARDS.values() if card.traits and "Veteran" in card.traits}
    values: dict[tuple[str, str, str], set[str]] = {}
    for one in listed:
        if not (one.card in growing and one.what.startswith(("acquire", "defeat"))):
            values.setdefault(one.of, set()).add(one.value)
    return sorted((one for one in listed if len(values.get(one.of, ())) > 1), key=lambda one: one.of)


def own_sayings(loaded: Loaded) -> list[Saying]:
    """What one game says of cards, to the event to which it is loaded."""
    if loaded.game.title != TITLE:
        return []
    steps, state = [], start(loaded.game, loaded.started)
    for entry in loaded.line.entries:
        after, effects = loaded.game.evolve(state, entry.event)
        steps.append(Step(entry=entry, before=state, after=after, effects=effects))
        state = after
    return [_saying(row, loaded.name) for row in card_values(steps)]


def _saying(row: PathfinderCardValue, game: str) -> Saying:
    return Saying(
        card=row.card, what=row.what, value=row.value, how=row.how, cards=row.cards, firm=row.firm, game=game,
        event=row.version,
    )  # fmt: skip


def differing_values(session: Session, loaded: Loaded, said: Sequence[Saying] | None = None) -> list[Finding]:
    """The values of a game's cards of which other games of the log say otherwise, with both places.

    `said` is what all games say, where the log was asked already, as for many games in a row.
    """
    own = own_sayings(loaded)
    if said is None:
        said = sayings(session, without=loaded.stream) if own else ()
    others = [one for one in said if one.game != loaded.name]
    unlike = differing([*own, *others])
    found = []
    for one in unlike:
        against = [
            other for other in unlike if other.of == one.of and other.value != one.value and other.game != one.game
        ]
        if one.game != loaded.name or not against:
            continue
        theirs = ", ".join(f"{other.value} in {other.place}" for other in against)
        here = value_text(one.what, one.value)
        found.append(
            Finding(
                event=one.event,
                rule=_RULES.get(one.what.partition(" ")[0], "PA-CHK-05"),
                kind="differs_between_logs",
                message=f'"{one.card}": {here} in {one.place}, {theirs}',
                stated=one.value,
                computed=theirs,
            )
        )
    return sorted(found, key=lambda one: one.event)


# Remembering


class LogMemory(Memory):
    """What the other games of a log say of cards; asked of the log when it is first needed, once."""

    __slots__ = ("_found", "_session", "_set", "_stream")

    def __init__(self, session: Session, loaded: Loaded) -> None:
        self._session = session
        self._stream = loaded.stream
        self._set = set_key(str(getattr(loaded.started, "set", "")))
        self._found: dict[str, tuple[Remembered, ...]] | None = None

    def of(self, card: str) -> tuple[Remembered, ...]:
        """The values of a card that are difficulties, those that are surely its own first, then those said last.

        Play goes on without them where the log cannot be asked; that is said once.
        """
        if self._found is None:
            try:
                self._found = self._ask()
            except Trouble as trouble:
                self._session.notices.append(f"what other games say of cards cannot be told now: {trouble.message}")
                self._found = {}
        return self._found.get(card, ())

    def _ask(self) -> dict[str, tuple[Remembered, ...]]:
        said = [one for one in sayings(self._session, without=self._stream) if one.of[2] == self._set]
        said.reverse()
        found: dict[str, list[Remembered]] = {}
        for one in (*(one for one in said if one.firm), *(one for one in said if not one.firm)):
            what, _, skill = one.what.rpartition(" ")
            if what.startswith(("acquire ", "defeat ")) or what in {"recharge", "close"}:
                value = Remembered(card=one.card, what=what, skill=skill, difficulty=int(one.value), where=one.place)
                found.setdefault(one.card, []).append(value)
        return {card: tuple(values) for card, values in found.items()}


def with_memory(session: Session, loaded: Loaded) -> Loaded:
    """The same game, its state able to say what other games of the log say of a card."""
    if loaded.game.title == TITLE and not isinstance(loaded.state.memory, LogMemory):
        loaded.state = replace(loaded.state, memory=LogMemory(session, loaded))
    return loaded


#: Events after which another check is due than before.
_NEW_CHECK = (Explored, EncounterStarted, CloseAttempted, TempCloseAttempted, CheckResolved, EncounterResolved)


def remembered_lines(outcome: Outcome) -> list[str]:
    """What can be offered for the check that is due since then: one line, or none."""
    return offered_lines(outcome.loaded) if any(isinstance(event, _NEW_CHECK) for event in outcome.events) else []


def offered_lines(loaded: Loaded) -> list[str]:
    """What can be offered for the check that is due: one line, or none."""
    found = offered(loaded.state)
    return [f"remembered: {', '.join(f'{one.text} (from {one.where})' for one in found)}"] if found else []


# Telling


def told_by_file(path: Path) -> tuple[CardsTold, list[str]]:
    """What a card file tells, as an event, and doubts about it that are no faults.

    Raises:
        Trouble: it cannot be read, or has faults, all of which are named with their places.
    """
    from cli.play import read_text

    text = read_text(path)
    read = read_card_file(text, form_of(path.name, text))
    if read.faults:
        raise _faulty(path, text, read.faults)
    digest = blake2b(text.encode(), digest_size=16).hexdigest()
    event = CardsTold(
        cards=read.cards, locations=read.locations, set=read.set, origin=path.name, digest=f"blake2b:{digest}"
    )
    return event, [_told(path, one) for one in read.notes]


def _told(path: Path, fault: FileFault) -> str:
    hint = f" ({fault.hint})" if fault.hint else ""
    return f"{path}:{fault.line}:{fault.column}: {fault.message}{hint}"


def _faulty(path: Path, text: str, faults: Sequence[FileFault]) -> Trouble:
    first = faults[0]
    lines = text.replace("\r\n", "\n").split("\n")
    more: dict[str, Any] = {"faults": [msgspec.to_builtins(one) for one in faults]}
    return Trouble(
        first.message,
        code=ExitCode.USAGE,
        place=f"{path}:{first.line}:{first.column}",
        line=lines[first.line - 1] if first.line <= len(lines) else "",
        column=first.column,
        length=first.length,
        hint=first.hint,
        choices=tuple(_told(path, one) for one in faults[1:]),
        choices_are="further faults",
        more=more,
    )


def told_already(loaded: Loaded, event: CardsTold) -> int | None:
    """The event of this game that told the same, if one did; None otherwise."""
    for entry in loaded.line.entries:
        if isinstance(entry.event, CardsTold) and (entry.event.cards, entry.event.locations, entry.event.set) == (
            event.cards, event.locations, event.set,
        ):  # fmt: skip
            return entry.version
    return None


def require_pathfinder(loaded: Loaded) -> None:
    """Refuse a game of another title.

    Raises:
        Trouble: it has no such cards.
    """
    if loaded.game.title != TITLE:
        raise Trouble(
            f"{loaded.game.label} takes no card file", place=loaded.place(), code=ExitCode.USAGE,
            hint="card files are for the Pathfinder Adventure Card Game",
        )  # fmt: skip
