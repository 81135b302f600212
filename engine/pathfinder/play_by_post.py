"""Games that people played by post, read from fact files and audited.

A file has windows: pieces of real play with weeks between them. Each is a game of its own that begins from what is
known; it is judged as a record, so nothing that happened is kept out, and what does not agree is a finding. What the
writers of the facts thought of them (`dispute`, `notes`) is dropped on reading.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from engine.catalogue import Catalogue
from engine.pathfinder import events as e
from engine.pathfinder import play_by_post_lines as p
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, PathfinderStarted
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.play_by_post_events import Telling, WordError
from engine.pathfinder.play_by_post_lines import Header, Line, PostError, is_play_by_post, read_lines
from engine.pathfinder.play_by_post_words import purpose
from engine.pathfinder.state import State, at, encounter
from engine.pathfinder.verdicts import flag

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.events import Event
    from engine.judging import Violation

__all__ = ["Entry", "Finding", "PostError", "Window", "audit", "is_play_by_post", "play", "read_windows"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a window: its number in the file, the line, its events, or why it has none.

    `unread` are keys of the line that are not known, so that nothing was made of them.
    """

    number: int
    line: Line
    events: tuple[Event, ...]
    reason: str = ""
    unread: tuple[str, ...] = ()


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of real play: its name, where it was posted, how the game begins, and its lines."""

    name: str
    source: str
    started: PathfinderStarted
    entries: tuple[Entry, ...]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not agree, or breaks a rule: in which line, at which event of the game (from 1, its start).

    `kind` is a stable name; "breach" is an act that the rules do not allow where they have no other name for it.
    `stated` is what was posted and `computed` what follows from the rest, where there are two such values.
    """

    window: str
    line: int
    seq: int
    event: int
    rule: str
    kind: str
    message: str
    stated: str = ""
    computed: str = ""


# Reading


def read_windows(lines: Iterable[bytes], *, strict: bool = False) -> tuple[Window, ...]:
    """The windows of a fact file, in the order in which they begin.

    A key that is not known is told with its entry; read strictly it is a fault.

    Raises:
        PostError: a line cannot be read, or strictly has a key that is not known.
    """
    header = Header(kind="header")
    by_window: dict[str, list[tuple[int, Line, tuple[str, ...]]]] = {}
    for number, line, unread in read_lines(lines, strict=strict):
        if isinstance(line, Header):
            header = line
        else:
            by_window.setdefault(line.window, []).append((number, line, unread))
    return tuple(_window(header, name, numbered) for name, numbered in by_window.items())


def _window(header: Header, name: str, numbered: list[tuple[int, Line, tuple[str, ...]]]) -> Window:
    lines = [line for _, line, _ in numbered]
    active, turn = _on_turn(lines)
    told = Telling(lines, active)
    entries: list[Entry] = []
    for index, (number, line, unread) in enumerate(numbered):
        try:
            events, reason = told.tell(index)
        except WordError as fault:
            raise PostError(str(fault), number) from None
        entries.append(Entry(number=number, line=line, events=events, reason=reason, unread=unread))
    people = _characters(header, lines, entries)
    started = PathfinderStarted(
        name=name,
        players=people,
        preset="official",
        options=OFFICIAL,
        judging="record",
        characters=tuple(CharacterSetup(name=who, location=_location(who, lines)) for who in people),
        middle=True,
        complete=False,
        turn=turn,
        on_turn=active,
        provenance=f"play by post {name} {header.sources.get(name, '')}".strip(),
    )
    return Window(name=name, source=header.sources.get(name, ""), started=started, entries=tuple(entries))


def _on_turn(lines: list[Line]) -> tuple[str, int]:
    """Whose turn is on where the window begins, told by the first who does what only the active character does."""
    for line in lines:
        if isinstance(line, p.TurnStarted | p.BlessingAdvanced | p.HandDrawn | p.Correction):
            break
        if isinstance(line, p.Explored | p.HandReset | p.TurnEnded) and line.character:
            return line.character, line.turn or 0
    return "", 0


#: Lines that happen where the character of the line is.
_IN_PLACE = (
    p.HandDrawn, p.TurnStarted, p.Explored, p.EncounterStarted, p.CheckResolved, p.CloseAttempted, p.HandReset,
    p.TurnEnded, p.DamageDealt,
)  # fmt: skip


def _location(who: str, lines: list[Line]) -> str:
    """Where a character is when the window begins, "" if that is not told.

    The place of a turn may be posted as the one to which its character moves in it.
    """
    found = ""
    for line in lines:
        if isinstance(line, p.StatePosted) and who in (line.where or {}):
            return found or (line.where or {})[who]
        if line.character != who:
            continue
        if isinstance(line, p.Moved) and line.to is not None:
            return line.origin or ("" if found == line.to else found)
        if isinstance(line, _IN_PLACE) and line.location and not found:
            found = line.location
    return found


def _characters(header: Header, lines: list[Line], entries: list[Entry]) -> tuple[str, ...]:
    """All characters of a window in the order of their seats: as posted, else as their turns follow each other."""
    started = [str(line.character) for line in lines if isinstance(line, p.TurnStarted)]
    named = [line.character for line in lines]
    named += [who for line in lines if isinstance(line, p.StatePosted) for who in line.where or {}]
    named += [getattr(event, field, "") for entry in entries for event in entry.events for field in ("who", "owner")]
    named += [event.to for entry in entries for event in entry.events if isinstance(event, e.CardGiven)]
    found = list(dict.fromkeys(who for who in (*started, *named) if who))
    posted = header.turn_order_posted or ()
    # Another party sat there when somebody is missing in the posted order; then it tells nothing of these seats.
    return tuple(posted if found and set(found) <= set(posted) else found) or ("nobody",)


# Auditing

#: Findings that rest on a character as the base set prints it; in a post the name may mean its card of another set.
PRINTED = frozenset({"die_contradicts_character", "bonus_without_skill"})


def play(window: Window) -> Iterator[tuple[Entry, int, Event, State, State, tuple[Violation, ...]]]:
    """Play a window: for each event its line, number, the states before and after it, and what is wrong with it.

    An event that cannot be carried out at all leaves the state as it was.
    """
    state = reducer.start(window.started)
    for entry in window.entries:
        for event in entry.events:
            wrong = tuple(reducer.judge(state, event))
            kept_out = any(one.grade == "impossible" for one in wrong)
            after = state if kept_out else reducer.evolve(state, event)[0]
            yield entry, state.seq + 1, event, state, after, wrong
            state = after


def audit(window: Window) -> tuple[Finding, ...]:
    """Everything in a window that breaks a rule or does not agree, in the order of its lines.

    What a correction made void does not count any more, and nothing is found in it.
    """
    found: list[Finding] = []
    void = {number for one in window.entries for event in one.events for number in getattr(event, "void", ())}
    everyone = _Everyone()
    for entry, number, event, before, after, wrong in play(window):
        rests = [one for one in wrong if one.kind not in PRINTED]
        told = [*rests, *_told_otherwise(window, entry, event, before, after)]
        found += [_finding(window, entry, number, one) for one in told]
        everyone.take(entry, number, event, after)
    found += [_finding(window, entry, number, one) for entry, number, one in everyone.missing()]
    found = [one for one in found if one.event not in void]
    unlike = {(one.line, one.rule, one.kind, one.message): one for one in reversed(found)}
    return tuple(sorted(unlike.values(), key=lambda one: (one.line, one.event)))


def _finding(window: Window, entry: Entry, number: int, wrong: Violation) -> Finding:
    kind = wrong.kind or ("impossible" if wrong.grade == "impossible" else "breach")
    return Finding(
        window=window.name, line=entry.number, seq=entry.line.seq, event=number, rule=wrong.rule, kind=kind,
        message=wrong.message, stated=wrong.stated, computed=wrong.computed,
    )  # fmt: skip


def _told_otherwise(window: Window, entry: Entry, event: Event, before: State, after: State) -> Iterator[Violation]:
    """What a line says besides its event, held against what is known."""
    line = entry.line
    if event is not entry.events[-1]:
        return
    if isinstance(line, p.Explored | p.CloseAttempted):
        yield from where_it_is(line, before, after)
    if isinstance(line, p.CheckResolved) and isinstance(event, e.CheckResolved):
        yield from effective_total_adds_up(line, event)
        yield from own_check_recorded(line, event, before)
    if isinstance(line, p.CloseAttempted) and isinstance(event, e.CloseAttempted):
        yield from price_paid(event)
    if isinstance(line, p.StatePosted):
        yield from lists_agree(line)
    if isinstance(line, p.Ruling) and line.point and not line.choice:
        yield from question_left_open(line.point)
    if isinstance(line, p.Correction) and isinstance(event, e.Correction):
        yield from left_out_at_first(window, entry, line.what_was_wrong or "")
        yield from put_elsewhere(line, event)
    if isinstance(line, p.Examined) and line.card is None and line.outcome:
        yield from nothing_to_examine(line)
    if isinstance(event, e.EncounterResolved):
        yield from closing_mentioned(window, entry, before, after)


def where_it_is(line: Line, before: State, after: State) -> Iterator[Violation]:
    """PA-CHR-07: what a character does happens where its token lies."""
    here = at(before, line.character or "")
    if not here or not line.location or here == line.location:
        return
    if at(after, line.character or "") != line.location:
        message = f"{line.character} is at {here}, posted is {line.location}"
        yield from flag("PA-CHR-07", "location_differs", message, line.location, here)


def effective_total_adds_up(line: p.CheckResolved, event: e.CheckResolved) -> Iterator[Violation]:
    """PA-CHK-08: the total that counts is the posted one and what was added after the roll."""
    if line.effective_total is None or event.total is None:
        return
    rolled = sum(die.result for die in event.dice) + sum(one.value for one in event.modifiers)
    computed = (rolled if event.dice else event.total) + sum(one.value for one in event.after)
    if computed != line.effective_total:
        message = f"the total with what came after the roll is {computed}, posted is {line.effective_total}"
        yield from flag("PA-CHK-08", "total_contradicts_dice", message, line.effective_total, computed)


def own_check_recorded(line: p.CheckResolved, event: e.CheckResolved, before: State) -> Iterator[Violation]:
    """PA-CHK-10: of several checks the one who encounters the card attempts at least one, so that is on record."""
    met = encounter(before)
    if met is None or event.purpose not in {"acquire", "defeat"} or met.who == event.who:
        return
    which = purpose(line.purpose).which
    if which is None or which < 2 or any(one.who == met.who for one in met.done):
        return
    name, who = f'"{met.card}"' if met.card else "the card", met.who or "whoever encounters it"
    message = f"{event.who} makes check {which} of {name}; no check of {who} is recorded before it"
    yield from flag("PA-CHK-10", "check_not_recorded", message, f"check {which} by {event.who}", "no check before it")


def price_paid(event: e.CloseAttempted) -> Iterator[Violation]:
    """PA-CLS-03: a location is closed when its requirement is met in full."""
    if event.outcome == "success" and event.unpaid:
        message = f"the closing of {event.place} counts as a success, and {event.unpaid} of its price is still open"
        yield from flag("PA-CLS-03", "conditional_result", message, "success", f"{event.unpaid} unpaid")


def lists_agree(line: p.StatePosted) -> Iterator[Violation]:
    """PA-ZON-01: a card is in one zone, so posted lists and counts of a zone are the same."""
    for name, count in (line.lists or {}).items():
        zone = next((one for one in ("discard", "buried") if name.casefold().startswith(one[:4])), None)
        posted = getattr(line, zone) if zone else None
        if posted is not None and posted != count:
            message = f'the list "{name}" of {line.character} has {count} cards, the {zone} count is {posted}'
            yield from flag("PA-ZON-01", "state_inconsistent", message, posted, count)


def question_left_open(point: str) -> Iterator[Violation]:
    """A question that nobody answered, under each rule whose title it names: "location deck" is Location decks."""
    catalogue = Catalogue.load("pathfinder")
    if point in catalogue.options:
        named = [catalogue.rules[one] for one in catalogue.options[point].rules]
    else:
        asked = f" {' '.join(_words(point))} "
        titles = [(rule, _words(rule.title)) for rule in catalogue.rules.values()]
        named = [rule for rule, words in titles if len(words) > 1 and f" {' '.join(words)} " in asked]
    for rule in named:
        message = f'a question about "{rule.title}" is left open: {point}'
        yield from flag(rule.id, "open_question", message, "no answer", "a ruling")


def _words(text: str) -> list[str]:
    """The words of a text in lower case, without the s of the plural."""
    return [word.removesuffix("s") for word in re.findall(r"\w+", text.casefold())]


#: What comes before and after the check of a card, under which rule.
_PHASES = {"before": "PA-ENC-04", "after": "PA-ENC-07"}


def left_out_at_first(window: Window, entry: Entry, wrong: str) -> Iterator[Violation]:
    """PA-ENC-04, PA-ENC-07: a correction tells that something came before or after acting, and it is entered now."""
    told = set(_words(wrong))
    for phase, rule_id in _PHASES.items():
        if phase not in told:
            continue
        now = [one.line.seq for one in window.entries if one.line.seq > entry.line.seq and _phase(one) == phase]
        if now:
            message = f"first posted without what comes {phase} acting; it is entered now, at {now[0]}"
            yield from flag(rule_id, "redo_turn", message, "left out", f"entered at {now[0]}")


_ZONE_WORDS = frozenset({"hand", "deck", "discard", "discarded", "buried", "banished", "recharged", "displayed"})


def put_elsewhere(line: p.Correction, event: e.Correction) -> Iterator[Violation]:
    """PA-ZON-01: a card is in one zone; a correction that puts it into another one shows where it was wrong."""
    words = [word for word in _words(f"{line.what_was_wrong or ''} {line.how or ''}") if word in _ZONE_WORDS]
    if words and not event.void and "again" not in _words(line.how or ""):
        message = f"a card was put right: {line.how or line.what_was_wrong}"
        yield from flag("PA-ZON-01", "retcon_zones", message, line.what_was_wrong or "", line.how or "")


def nothing_to_examine(line: p.Examined) -> Iterator[Violation]:
    """PA-EXM-01: what a card says is done with the cards that are there."""
    message = f"nothing was examined at {line.location or 'a location'}: {line.outcome}"
    yield from flag("PA-EXM-01", "effect_without_object", message, line.outcome, "a card")


#: What shows that play went on after an encounter, so that a closing earned in it would have been posted.
_WENT_ON = (p.Explored, p.Moved, p.HandReset, p.TurnEnded, p.TurnStarted)
_CLOSINGS = (p.CloseAttempted, p.LocationClosed)


def closing_mentioned(window: Window, entry: Entry, before: State, after: State) -> Iterator[Violation]:
    """PA-HEN-01, PA-CLS-01: a henchman that was defeated gives an attempt to close, made at once or not at all."""
    if len(after.earned) <= len(before.earned) or after.earned[-1].closes is False:
        return
    later = [one.line for one in window.entries if one.line.seq > entry.line.seq]
    line = next((one for one in later if isinstance(one, (*_WENT_ON, *_CLOSINGS)) or _is_closing(one)), None)
    if not isinstance(line, _WENT_ON):
        return
    place = after.earned[-1].place or "the location"
    message = f"{after.earned[-1].who} defeated a henchman and may close {place}; play goes on and no attempt is posted"
    for rule_id in ("PA-HEN-01", "PA-CLS-01"):
        yield from flag(rule_id, "closing_not_mentioned", message, "not mentioned", "an attempt, or none wanted")


def _is_closing(line: Line) -> bool:
    return isinstance(line, p.CheckResolved) and purpose(line.purpose, line.closing).kind == "close"


def _phase(entry: Entry) -> str:
    """Whether a line is something that comes before or after the check of a card."""
    for event in entry.events:
        if isinstance(event, e.EncounterStarted):
            return event.phase
        if isinstance(event, e.DamageDealt):
            return event.source
    return ""


class _Everyone:
    """PA-ENC-04: what happens before an encounter happens to everybody whom it names.

    A posted die that "affects all characters at the location" is held against the damage and effects entered after it,
    until the encounter is over or the window ends.
    """

    def __init__(self) -> None:
        self.pick: tuple[Entry, int, str] | None = None
        self.here: set[str] = set()
        self.hit: set[str] = set()
        self.found: list[tuple[Entry, int, Violation]] = []

    def take(self, entry: Entry, number: int, event: Event, after: State) -> None:
        """Note what an event does to whom."""
        if isinstance(event, e.RandomPick) and isinstance(entry.line, p.RandomPick):
            words = (entry.line.affects or "").casefold()
            if words.startswith(("all", "every", "each")) and "location" in words and entry.line.location:
                self.settle()
                self.pick, self.hit = (entry, number, entry.line.location), set()
                self.here = {one.name for one in after.characters if one.location == entry.line.location}
        elif isinstance(event, e.DamageDealt | e.DamageTaken | e.DamageReduced | e.EffectApplied):
            self.hit.add(event.who)
        elif isinstance(event, e.EncounterResolved | e.Evaded | e.TurnEnded):
            self.settle()

    def settle(self) -> None:
        """The encounter is over: who was named and has nothing entered?"""
        if self.pick is None:
            return
        entry, number, place = self.pick
        left = sorted(self.here - self.hit)
        if left and len(self.here) > 1:
            names, hit = ", ".join(left), ", ".join(sorted(self.hit & self.here))
            message = f"this happens to everybody at {place} before the encounter; nothing is entered for {names}"
            told = flag("PA-ENC-04", "forgotten_effect_on_others", message, hit or "nobody", names)
            self.found += [(entry, number, one) for one in told]
        self.pick = None

    def missing(self) -> list[tuple[Entry, int, Violation]]:
        """All that was left out."""
        self.settle()
        return self.found
