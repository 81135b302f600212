"""Recording lines of notation: one, a file all or nothing, a stream line by line."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, BinaryIO

from cli.errors import ExitCode, Trouble
from cli.output import put_json, say, tell
from cli.session_findings import can_be_flagged
from cli.stating import finding_object, flagged
from cli.text import printable
from engine.events import LOG_EVENTS, Event, GameStarted, Noted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from cli.session import Outcome, Session
    from cli.session_games import Loaded
    from engine.game import Game, Reading
    from engine.judging import Violation
    from engine.replay import Walked

#: How often a line is judged again when others append at the same time.
TRIES = 5
#: What asks for the list of what can be typed.
ASKED = ("?", "\uff1f")


def record_line(
    session: Session,
    name: str | None,
    line: str,
    *,
    expect: int | None = None,
    repeat_id: str = "",
    json: bool = False,
) -> None:
    """Record one line; judged again, with their events shown, if others appended meanwhile.

    Raises:
        Trouble: the line cannot be read or is refused, or the game has moved and `expect` forbids it.
    """
    loaded = session.load(name)
    tell(session)
    if line.strip() in ASKED:
        put_grammar(loaded.game)
        return
    outcome = append_line(session, loaded, line, expect=expect, repeat_id=repeat_id)
    tell(session)
    tell_outcome(outcome, json=json)


def put_grammar(game: Game) -> None:
    """What can be typed in a game: how lines look, and every verb."""
    from cli.output import put

    put(f"a line is one action, as can lists them: {game.examples}")
    for title, lines in game.grammar:
        put(f"{title}:", *(f"  {line}" for line in lines))


def append_line(
    session: Session, loaded: Loaded, line: str, *, expect: int | None = None, repeat_id: str = ""
) -> Outcome:
    """Judge a line against a loaded game and append it; it may be a block of several lines that belong together."""
    together = loaded.game.joined(line.splitlines()) if line.strip() else []
    line = together[0][1] if len(together) == 1 else line
    if repeat_id and (before := session.repeated(loaded, repeat_id)):
        return _again(session, loaded, line, before, repeat_id)
    # Whoever names a version wants to know first whether it still holds; what the line means now is beside the point.
    session.require_version(loaded, expect)
    loaded, expect = ruled(session, loaded, expect)
    for attempt in range(TRIES):
        loaded = knowing(session, loaded)
        actions = read_actions(loaded, line)
        try:
            return session.record(loaded, actions, expect=expect, repeat_id=repeat_id)
        except Trouble as trouble:
            if trouble.code != ExitCode.CONFLICT or "actual" not in trouble.more:
                raise
            session.require_version(session.continued(loaded), expect)
            if attempt == TRIES - 1:
                raise
            known = loaded.version
            loaded = session.continued(loaded)
            say(*(f"meanwhile: {one}" for one in told_since(loaded, known)))
    raise AssertionError("the loop returns or raises")


def knowing(session: Session, loaded: Loaded) -> Loaded:
    """The same game; if its state has room for what other games of the log said, able to ask them."""
    if not hasattr(loaded.state, "memory"):
        return loaded
    from cli.session_cards import with_memory

    return with_memory(session, loaded)


def ruled(session: Session, loaded: Loaded, expect: int | None = None) -> tuple[Loaded, int | None]:
    """The same game with what its campaign ruled since, which is recorded and shown first, and the version to expect.

    Raises:
        Trouble: the log cannot be read or written.
    """
    if loaded.game.campaign() is None:
        return loaded, expect
    from cli.session_campaign import adopt

    for _ in range(TRIES):
        try:
            outcome = adopt(session, loaded)
        except Trouble as trouble:
            if trouble.code != ExitCode.CONFLICT or "actual" not in trouble.more:
                raise
            session.require_version(session.continued(loaded), expect)
            loaded = session.continued(loaded)
            continue
        if outcome is None:
            return loaded, expect
        tell(session)
        say(*told_between(outcome))
        return outcome.loaded, None if expect is None else outcome.last
    return loaded, expect


def due(loaded: Loaded) -> list[str]:
    """What was said before of the card that is to be checked now, in a line; none where nothing was, or none is."""
    if not hasattr(loaded.state, "memory"):
        return []
    from cli.session_cards import offered_lines

    return offered_lines(loaded)


def said_before(outcome: Outcome) -> list[str]:
    """What was said before of the card that is now to be checked, in a line; none where nothing was, or none is."""
    if not hasattr(outcome.loaded.state, "memory"):
        return []
    from cli.session_cards import remembered_lines

    return remembered_lines(outcome)


def _again(session: Session, loaded: Loaded, line: str, before: list[Any], repeat_id: str) -> Outcome:
    """The same id again: nothing changes if it is the same line; other content is refused by the store."""
    from cli.session_games import Loaded as LoadedGame

    earlier = LoadedGame(loaded.stream, [event for event in loaded.stored if event.version < before[0].version])
    actions = read_actions(earlier, line)
    return session.record(earlier, actions, repeat_id=repeat_id)


def read_actions(loaded: Loaded, line: str, *, file: str = "", number: int = 0) -> list[list[Event]]:
    """The action of a line, and the note of its comment.

    Raises:
        Trouble: the line cannot be read, is illegal, or leaves a decision open; or the game is closed.
    """
    loaded.require_read()
    text = unicodedata.normalize("NFC", line.strip("\r\n"))
    reading = loaded.game.read_line(loaded.state, text)
    if reading.fault is not None:
        raise refuse(loaded, text, reading, file=file, line_number=number)
    actions: list[list[Event]] = []
    if reading.events:
        loaded.require_open()
        actions.append(list(reading.events))
    if reading.comment:
        actions.append([Noted(text=reading.comment)])
    if not actions:
        hint = "gamelog can lists what is legal"
        raise Trouble("the line is empty", code=ExitCode.USAGE, place=loaded.place(), hint=hint)
    return actions


def told_since(loaded: Loaded, version: int) -> list[str]:
    """The events after a version in game words."""
    from cli.telling import log_rows

    return [
        f"{event} {text}{' (' + printable(row['by']) + ')' if row['by'] else ''}"
        for row in log_rows(loaded)
        for event, text in zip(row["events"], row["told"], strict=True)
        if event > version
    ]


def tell_outcome(outcome: Outcome, *, json: bool) -> None:
    """One line on what was recorded, and what is asked next."""
    loaded = outcome.loaded
    asked = loaded.game.prompt(loaded.state)
    if json:
        found = {
            "game": loaded.name,
            "first": outcome.first,
            "version": outcome.last,
            "repeated": outcome.repeated,
            "events": [event.kind() for event in outcome.events],
            "prompt": None if asked is None else asked.text,
        }
        if can_be_flagged(loaded.game):
            found["findings"] = findings_between(outcome)
        if said := said_before(outcome):
            found["remembered"] = [line.partition(": ")[2] for line in said]
        if outcome.given:
            found["campaign"] = [line.strip() for line in outcome.given]
        put_json(found)
        return
    if outcome.repeated:
        say(f"already recorded: {loaded.name}#{outcome.first}; nothing changed")
        return
    say(*told_between(outcome), *said_before(outcome))
    say(f"now: {asked.text}" if asked else "the game is over; next: gamelog show")


def findings_between(outcome: Outcome) -> list[dict[str, Any]]:
    """What is wrong with what was recorded, as JSON has it."""
    from cli.telling import walked_between

    told = walked_between(outcome.loaded, outcome.first, outcome.last)
    return [finding_object(one.entry.version, wrong) for one, _, _ in told for wrong in wrong_with(outcome.loaded, one)]


def told_between(outcome: Outcome) -> list[str]:
    """What was recorded in game words, with its consequences and what is wrong with it all the same."""
    from cli.telling import walked_between

    found = []
    for one, text, effects in walked_between(outcome.loaded, outcome.first, outcome.last):
        found.append(f"{one.entry.version:>5} {text}")
        found += [f"        {effect}  {rule}" for effect, rule in effects]
        found += [f"        {told}" for told in flagged(wrong_with(outcome.loaded, one))]
    return [*found, *outcome.given]


def wrong_with(loaded: Loaded, one: Walked) -> list[Violation]:
    """What is wrong with a recorded event and did not keep it out."""
    game = loaded.game
    if isinstance(one.entry.event, LOG_EVENTS) or not can_be_flagged(game):
        return []
    if isinstance(one.entry.event, GameStarted):
        return game.start_findings(one.entry.event)
    return game.findings(one.before, one.entry.event)


def record_file(
    session: Session, name: str | None, path: Path, *, partial: bool, expect: int | None, json: bool
) -> None:
    """Record a file of lines as one batch: all or nothing, or with `partial` what precedes the fault.

    Raises:
        Trouble: at the first line that cannot be recorded, with file, line and column.
    """
    from cli.play import lines_of, read_text

    loaded = session.load(name)
    tell(session)
    session.require_version(loaded, expect)
    loaded, expect = ruled(session, loaded, expect)
    loaded = knowing(session, loaded)
    actions, fault, number = _read_all(loaded, lines_of(read_text(path)), str(path))
    if fault is not None and not partial:
        raise fault
    if actions:
        outcome = session.record(loaded, actions, expect=expect)
        tell(session)
        tell_outcome(outcome, json=json)
    elif fault is None:
        raise Trouble("the file has no lines to record", place=str(path), code=ExitCode.USAGE)
    if fault is not None:
        before = f"what precedes line {number} is recorded; mend that line and record from there"
        kept = before if actions else "nothing was recorded"
        fault.hint = f"{fault.hint}; {kept}" if fault.hint else kept
        raise fault


def _read_all(loaded: Loaded, lines: list[str], file: str) -> tuple[list[list[Event]], Trouble | None, int]:
    actions: list[list[Event]] = []
    state, version, numbers = loaded.state, loaded.version, [*loaded.line.numbers]
    try:
        for number, line in loaded.game.joined(lines):
            if not line.strip():
                continue
            try:
                read = read_actions(loaded, line, file=file, number=number)
            except Trouble as fault:
                fault.place = fault.place if fault.place.startswith(file) else f"{file}:{number}"
                return actions, fault, number
            for action in read:
                for event in action:
                    version += 1
                    if not isinstance(event, Noted):
                        numbers.append(version)
                        after, _ = loaded.game.evolve(loaded.state, event)
                        loaded.state = loaded.game.numbered(after, numbers)
            actions += read
        return actions, None, 0
    finally:
        loaded.state = state


def record_stream(session: Session, name: str | None, stream: BinaryIO, *, json: bool) -> None:
    """Record standard input line by line; each line is acknowledged once it is stored.

    Raises:
        Trouble: at the first line that cannot be recorded; the lines before it are recorded.
    """
    loaded = session.load(name)
    tell(session)
    recorded = asked = False
    for number, line in _in_blocks(loaded.game, _decoded(stream)):
        if not line.strip():
            continue
        if line.strip() in ASKED:
            put_grammar(loaded.game)
            asked = True
            continue
        try:
            outcome = append_line(session, loaded, line)
        except Trouble as fault:
            fault.place = f"-:{number}:{fault.column}" if fault.column else f"-:{number}"
            raise
        tell(session)
        tell_outcome(outcome, json=json)
        loaded = outcome.loaded
        recorded = True
    if not recorded and not asked:
        raise Trouble("there are no lines to record", place="-", code=ExitCode.USAGE)


def _decoded(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    for number, raw in enumerate(stream, start=1):
        try:
            yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as fault:
            raise Trouble(
                "the line is no UTF-8 text", place=f"-:{number}:{fault.start + 1}", code=ExitCode.USAGE
            ) from None


def _in_blocks(game: Game, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Lines one by one as they come; one that waits for further lines is held until it has them."""
    held = ""
    begun = 0
    for number, line in lines:
        if held:
            both = game.joined([held, line])
            if len(both) == 1:
                held = both[0][1]
                if not game.goes_on(held):
                    yield begun, held
                    held = ""
                continue
            yield begun, held
            held = ""
        if game.goes_on(line):
            held, begun = line, number
        else:
            yield number, line
    if held:
        yield begun, held


#: What people type as a line though it is a command of its own.
_COMMANDS = frozenset({"undo", "redo", "note", "show", "log", "why", "can", "replay", "close", "rule", "query"})


def _command_hint(game: Game, text: str) -> str:
    word = text.split(maxsplit=1)[0].casefold() if text.strip() else ""
    if word not in _COMMANDS or word in game.verbs():
        return ""
    return f"it is a command of its own: gamelog {word}"


def _given_up_hint(text: str) -> str:
    """For who types that a game is lost which goes on by its rules: it may have been given up."""
    if text.split(maxsplit=1)[:1] != ["lost"]:
        return ""
    return "a game that was given up is closed: gamelog close --abandoned, which counts it neither as won nor as lost"


def refuse(loaded: Loaded, text: str, reading: Reading, *, file: str = "", line_number: int = 0) -> Trouble:
    """The trouble that a line of notation makes."""
    fault = reading.fault
    if fault is None:
        raise AssertionError("only for a line with a fault")
    place = f"{file}:{line_number}:{fault.column}" if file else loaded.place()
    return Trouble(
        fault.message,
        code=ExitCode.REFUSED if fault.kind in {"illegal", "incomplete"} else ExitCode.USAGE,
        place=place,
        rule=fault.rule,
        hint=_command_hint(loaded.game, text) or _given_up_hint(text) or fault.hint,
        line=text,
        column=fault.column,
        length=fault.length,
        choices=fault.choices,
        more={"kind": fault.kind},
    )
