"""Games that people played by post, read from fact files.

A file has windows: pieces of real play with weeks between them. Each is a game of its own that begins from what is
known; it is judged as a record, so nothing that happened is kept out, and what does not agree is a finding. What the
writers of the facts thought of them (`dispute`, `notes`) is dropped on reading.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from engine.events import Noted
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, LocationSetup, PathfinderStarted
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.play_by_post_cards import posted_card
from engine.pathfinder.play_by_post_events import Telling
from engine.pathfinder.play_by_post_lines import Header, Line, PostError, Read, is_play_by_post, read_lines
from engine.pathfinder.play_by_post_unsaid import on_turn, with_the_unsaid
from engine.pathfinder.play_by_post_words import receivers
from engine.stating import GameInFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.events import Event

__all__ = [
    "Entry",
    "PostError",
    "Window",
    "games_in_file",
    "is_play_by_post",
    "read_windows",
]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a window: its number in the file, the line, its events, or why it has none.

    `unread` are keys of the line that are not known, so that nothing was made of them; `odd` are remarks on values and
    words that stand for nothing, so that what they tell is unknown.
    """

    number: int
    line: Line
    events: tuple[Event, ...]
    reason: str = ""
    unread: tuple[str, ...] = ()
    odd: tuple[str, ...] = ()


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of real play: its name, where it was posted, how the game begins, and its lines."""

    name: str
    source: str
    started: PathfinderStarted
    entries: tuple[Entry, ...]


# Reading


def read_windows(lines: Iterable[bytes], *, strict: bool = False) -> tuple[Window, ...]:
    """The windows of a fact file, in the order in which they begin.

    A key that is not known is told with its entry; read strictly it is a fault.

    Raises:
        PostError: a line cannot be read, or strictly has a key that is not known.
    """
    header = Header(kind="header")
    by_window: dict[str, list[Read]] = {}
    for read in read_lines(lines, strict=strict):
        if isinstance(read.line, Header):
            header = read.line
        else:
            by_window.setdefault(read.line.window, []).append(read)
    return tuple(_window(header, name, numbered, strict=strict) for name, numbered in by_window.items())


def _window(header: Header, name: str, numbered: list[Read], *, strict: bool) -> Window:
    lines = with_the_unsaid([read.line for read in numbered if isinstance(read.line, Line)])
    active, turn = on_turn(lines)
    source = (header.sources or {}).get(name) or ""
    people = _characters(header, lines)
    started = PathfinderStarted(
        name=name,
        players=people,
        preset="official",
        options=OFFICIAL,
        judging="record",
        characters=tuple(CharacterSetup(name=who, location=_location(who, lines)) for who in people),
        locations=tuple(LocationSetup(name=where, status="closed") for where in _closed_before(lines)),
        middle=True,
        complete=False,
        turn=turn,
        on_turn=active,
        seated=people == _posted_order(header),
        set=_set_of(header),
        provenance=f"play by post {name} {source}".strip(),
    )
    told = Telling(lines, started)
    entries: list[Entry] = []
    for index, (line, read) in enumerate(zip(lines, numbered, strict=True)):
        events, reason = told.tell(index)
        if strict and told.odd:
            raise PostError(told.odd[0], read.number)
        odd = (*read.odd, *dict.fromkeys(told.odd))
        told.odd.clear()
        entries.append(Entry(number=read.number, line=line, events=events, reason=reason, unread=read.unread, odd=odd))
    return Window(name=name, source=source, started=started, entries=tuple(entries))


#: The set whose cards are known, as headers name it.
_KNOWN_SET = "rise of the runelords"


def _set_of(header: Header) -> str:
    """The set that is played with; "" for the one whose cards are known."""
    return "" if _KNOWN_SET in (header.set or "").casefold() else header.set or "not told"


#: Lines that happen where the character of the line is.
_IN_PLACE = (
    p.HandDrawn, p.TurnStarted, p.Explored, p.EncounterStarted, p.CheckResolved, p.CloseAttempted, p.HandReset,
    p.TurnEnded, p.DamageDealt, p.EncounterResolved, p.TempCloseAttempted, p.LocationClosed, p.VillainEscaped,
)  # fmt: skip


def _location(who: str, lines: list[Line]) -> str:
    """Where a character is when the window begins, "" if that is not told.

    The place of a turn may be posted as the one to which its character moves in it.
    """
    found = ""
    for line in lines:
        if isinstance(line, p.StatePosted) and (line.where or {}).get(who):
            return found or (line.where or {})[who] or ""
        if line.character != who:
            continue
        if isinstance(line, p.Moved) and line.to is not None:
            return line.origin or ("" if found == line.to else found)
        if isinstance(line, _IN_PLACE) and line.location and not found:
            found = line.location
    return found


def _closed_before(lines: list[Line]) -> tuple[str, ...]:
    """The locations that the first word of a window about them tells to be closed."""
    met: dict[str, bool] = {}
    for line in lines:
        if isinstance(line, p.StatePosted):
            met |= dict.fromkeys([name for name in (line.where or {}).values() if name and name not in met], False)
            for name, text in (line.locations or {}).items():
                met.setdefault(name, bool(_CLOSED.match((text or "").casefold())))
        for name in _spoken_of(line):
            met.setdefault(name, False)
        if isinstance(line, p.LocationClosed | p.CloseAttempted | p.TempCloseAttempted) and not line.location:
            # It may be any of those that a later list tells to be closed.
            break
    return tuple(name for name, closed in met.items() if closed)


def _spoken_of(line: Line) -> Iterator[str]:
    """The locations of which a line speaks."""
    others: tuple[str | None, ...] = ()
    if isinstance(line, p.Moved):
        others = (line.to, line.origin)
    elif isinstance(line, p.VillainEscaped):
        others = (line.to,) if isinstance(line.to, str) else line.to or ()
    yield from (name for name in (line.location, *others) if name)


#: How a list of locations tells that one is closed for good.
_CLOSED = re.compile(r"(?:permanently )?closed(?! (?:temp|for|this|until|against))(?!.*\btemp)")


def _characters(header: Header, lines: list[Line]) -> tuple[str, ...]:
    """All characters of a window in the order of their seats: as posted, else as their turns follow each other."""
    turns = [line.character for line in lines if isinstance(line, _OF_A_TURN)]
    found = list(dict.fromkeys(who for who in (*turns, *_named(lines)) if who))
    posted = _posted_order(header)
    # Another party sat there when somebody is missing in the posted order; then it tells nothing of these seats.
    return tuple(posted if found and set(found) <= set(posted) else found) or ("nobody",)


#: What shows whose turn is on.
_OF_A_TURN = (p.TurnStarted, p.BlessingAdvanced, p.Explored, p.HandReset, p.TurnEnded)


def _posted_order(header: Header) -> tuple[str, ...]:
    return tuple(who for who in header.turn_order_posted or () if who)


def _named(lines: list[Line]) -> Iterator[str | None]:
    """Everybody whom the lines of a window name as one who does something, or to whom it is done."""
    yield from (line.character for line in lines)
    for line in lines:
        if isinstance(line, p.StatePosted):
            yield from line.where or {}
        elif isinstance(line, p.CheckResolved):
            yield from (posted_card(card).by or None for card in line.cards_played or ())
        elif isinstance(line, p.CloseAttempted | p.TempCloseAttempted) and not isinstance(line.paid, str):
            yield from (one.by for one in line.paid or () if not isinstance(one, str) and one.card is not None)
        elif isinstance(line, p.DamageReduced):
            yield posted_card(line.by_card or None).by or None
        elif isinstance(line, p.CardGiven):
            yield from (line.to, *receivers(line.outcome))


# Into a log


def games_in_file(lines: Iterable[bytes], name: str) -> tuple[GameInFile, ...]:
    """What a log keeps of a fact file: a game of each window, named after file and window.

    The events of a line are one action, its words a note. What cannot be carried out at all is only remarked on.

    Raises:
        PostError: a line cannot be read.
    """
    return tuple(_kept(window, name) for window in read_windows(lines))


def _kept(window: Window, name: str) -> GameInFile:
    actions: list[tuple[Event, ...]] = []
    remarks: list[tuple[int, str]] = []
    state = reducer.start(window.started)
    for entry in window.entries:
        taken: list[Event] = []
        for event in entry.events:
            wrong = reducer.check(state, event)
            if wrong:
                remarks.append((entry.number, wrong[0].message))
                continue
            state, _ = reducer.evolve(state, event)
            taken.append(event)
        remarks += [(entry.number, f'"{key}" is a key that nobody reads') for key in entry.unread]
        remarks += [(entry.number, text) for text in entry.odd]
        if taken:
            actions.append(tuple(taken))
        elif isinstance(entry.line, p.Note) and (text := (entry.line.text or "").strip()):
            actions.append((Noted(text=text),))
    started = msgspec.structs.replace(window.started, name=f"{name}-{window.name}")
    return GameInFile(label=window.name, started=started, actions=tuple(actions), remarks=tuple(remarks))
