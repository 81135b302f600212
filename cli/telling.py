"""How a log is told: action by action, one event explained, every stored event as an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cli.errors import ExitCode, Trouble
from cli.output import console, moment, put_json, say
from cli.session_findings import flagged_events, voided_by
from cli.stating import both_values, finding_object
from cli.text import printable
from cli.views import changes_of
from engine.events import (
    LOG_EVENTS,
    Closed,
    Event,
    GameStarted,
    Hidden,
    Noted,
    Redone,
    Renamed,
    Reopened,
    Undone,
    Unhidden,
)
from engine.replay import Walked, walk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.session import Outcome
    from cli.session_games import Loaded
    from engine.audit import Finding
    from engine.line import Entry


def log_rows(loaded: Loaded, at: int | None = None) -> list[dict[str, Any]]:
    """One row for each action and annotation, oldest first: events, what was typed, what it means, whether undone."""
    rows: list[dict[str, Any]] = []
    stored = {event.version: event for event in loaded.stored}
    flags = flagged_events(loaded)
    void = voided_by(loaded)
    for run in _runs(walk(loaded.game, loaded.entries), at):
        first = run[0]
        envelope = stored[first.entry.version]
        events = [one.entry.event for one in run]
        rows.append(
            {
                "events": [one.entry.version for one in run],
                "text": _typed(loaded, first, events),
                "told": [told_of(loaded, one) for one in run],
                "by": envelope.recorder,
                "at": envelope.recorded_at,
                "annotation": isinstance(first.entry.event, LOG_EVENTS),
                "undone_by": first.undone_by,
                "undone_recorder": stored[first.undone_by].recorder if first.undone_by else None,
                "voided": [
                    {"event": one.entry.version, "by": void[one.entry.version]}
                    for one in run
                    if one.entry.version in void
                ],
                "findings": [
                    finding_object(number, wrong)
                    for one in run
                    for number in (one.entry.version,)
                    for wrong in flags.get(number, ())
                ],
            }
        )
    return rows


def _runs(walked: list[Walked], at: int | None) -> list[list[Walked]]:
    runs: list[list[Walked]] = []
    for one in walked:
        if at is not None and one.entry.version > at:
            break
        last = runs[-1][-1] if runs else None
        alone = isinstance(one.entry.event, LOG_EVENTS)
        if (
            last is not None
            and not alone
            and last.entry.action == one.entry.action
            and not isinstance(last.entry.event, LOG_EVENTS)
        ):
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _typed(loaded: Loaded, first: Walked, events: list[Event]) -> str:
    event = first.entry.event
    if isinstance(event, LOG_EVENTS):
        return ""
    if isinstance(event, GameStarted):
        return ""
    return loaded.game.write_action(first.before, events)


def told_of(loaded: Loaded, one: Walked) -> str:
    """An entry of the log in game words, with nothing in it that a terminal would obey."""
    return printable(_told(loaded, one))


def _told(loaded: Loaded, one: Walked) -> str:
    event = one.entry.event
    players = loaded.started.players
    match event:
        case GameStarted(players=()):
            return f"{loaded.game.label} begins ({event.preset})"
        case GameStarted():
            return f"{loaded.game.label} begins: {', '.join(event.players)} ({event.preset})"
        case Undone(since=since):
            return f"everything from event {since} on was undone"
        case Redone():
            return "what was undone last was put back"
        case Noted(text=text):
            return f"note: {text}"
        case Closed(how="abandoned"):
            return "the game was abandoned"
        case Closed(how="conceded", seat=seat):
            return f"{players[seat]} conceded" if seat is not None else "the game was conceded"
        case Closed(result=result):
            return f"the game was closed with the result: {result}"
        case Reopened():
            return "the game was taken up again"
        case Renamed(name=name):
            return f'the game was renamed "{name}"'
        case Hidden():
            return "the game was hidden"
        case Unhidden():
            return "the game is listed again"
        case _:
            return loaded.game.describe(one.before, event)


#: How many events of one action are told before the rest is only counted.
TOLD_AT_MOST = 8


def print_log(rows: list[dict[str, Any]]) -> None:
    """Print the rows of a log; what was undone is struck through and marked with who undid it."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    def under(text: Text) -> Padding:
        # What a long line goes on with stands under its beginning.
        return Padding(text, (0, 0, 0, 2))

    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", style="dim", no_wrap=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for row in rows:
        first, last = row["events"][0], row["events"][-1]
        undone = row["undone_by"] is not None
        void = {one["event"]: one["by"] for one in row["voided"]}
        gone = undone or len(void) == len(row["events"])
        style = "strike dim" if gone else ("italic" if row["annotation"] else "")
        head, told = (row["text"], row["told"]) if row["text"] else (row["told"][0], row["told"][1:])
        text = Text(head, style=style)
        if undone:
            by = printable(row["undone_recorder"]) or "nobody named"
            text.append(f"  (undone by event {row['undone_by']}, {by})", style="not strike dim")
        elif void:
            text.append(f"  ({_made_void(row, gone=gone)})", style="not strike dim")
        sign = "~" if gone else "!" if row["findings"] else ""
        grid.add_row(f"{first}" if first == last else f"{first}-{last}", sign, text)
        if gone:
            continue
        for line in told[:TOLD_AT_MOST]:
            grid.add_row("", "", under(Text(line, style="dim")))
        if len(told) > TOLD_AT_MOST:
            grid.add_row("", "", under(Text(f"and {len(told) - TOLD_AT_MOST} more like it", style="dim")))
        for one in row["findings"]:
            grid.add_row("", "", under(Text(f"{one['message']}  {one['rule']}", style="yellow")))
    console().print(grid)


def _made_void(row: dict[str, Any], *, gone: bool) -> str:
    """Which events made an action void, and which of its events where it is not all of them."""
    by = " and ".join(f"event {number}" for number in sorted({one["by"] for one in row["voided"]}))
    which = "" if gone else ", ".join(str(one["event"]) for one in row["voided"]) + " "
    return f"{which}made void by {by}"


def explain(loaded: Loaded, version: int, at: int | None = None) -> dict[str, Any]:
    """An event with each consequence and the rule it comes from; with `at`, one of today's line up to there.

    Raises:
        Trouble: there is no such event.
    """
    if at is not None and version not in _on_line(loaded):
        raise Trouble(
            f"event {version} is not on the line up to event {at}", place=loaded.place(), code=ExitCode.NOT_FOUND,
            hint=f"gamelog events {loaded.name} --at {at} lists what is",
        )  # fmt: skip
    walked = walk(loaded.game, loaded.entries)
    found = next((one for one in walked if one.entry.version == version), None)
    if found is None:
        if loaded.unread is not None and loaded.read_to < version <= loaded.version:
            raise loaded.unread
        raise Trouble(
            f"there is no event {version}", place=loaded.place(), code=ExitCode.NOT_FOUND,
            hint=f"events go from 1 to {loaded.read_to}",
        )  # fmt: skip
    envelope = next(event for event in loaded.stored if event.version == version)
    catalogue = loaded.game.catalogue()
    consequences = []
    for text, rule_id in loaded.game.describe_effects(found.before, found.effects):
        rule = catalogue.rule(rule_id)
        consequences.append({"text": text, "rule": rule_id, "title": rule.title, "title_zh": rule.title_zh})
    tracker = loaded.game.tracker()
    tracker.step(found.before)
    _, changed = tracker.step_with_changes(found.after)
    flat = loaded.game.flat(found.before)
    return {
        "game": loaded.name,
        "event": version,
        "kind": envelope.kind,
        "told": told_of(loaded, found),
        "recorder": envelope.recorder,
        "recorded_at": envelope.recorded_at,
        "undone_by": found.undone_by,
        "voided_by": voided_by(loaded).get(version),
        "consequences": consequences,
        "findings": [_finding(loaded, version, one) for one in flagged_events(loaded).get(version, ())],
        "changes": changes_of(loaded.game.title)(changed, flat, loaded.started.players),
        "changed": changed,
    }


def _finding(loaded: Loaded, version: int, one: Finding) -> dict[str, Any]:
    rule = loaded.game.catalogue().rule(one.rule)
    return finding_object(version, one) | {"title": rule.title, "title_zh": rule.title_zh}


def print_explanation(explanation: dict[str, Any]) -> None:
    """Print what `explain` found."""
    from rich.text import Text

    from cli.paragraphs import print_lines

    place = printable(f"{explanation['game']}#{explanation['event']}")
    by = printable(explanation["recorder"]) or "nobody named"
    lines = [
        Text(f"{place}  {explanation['told']}", style="bold"),
        Text(f"recorded by {by}, {moment(explanation['recorded_at'])} UTC", style="dim"),
    ]
    if explanation["undone_by"]:
        lines.append(Text(f"undone by event {explanation['undone_by']}"))
    if explanation["voided_by"]:
        lines.append(Text(f"made void by event {explanation['voided_by']}"))
    for one in explanation["consequences"]:
        lines += [
            Text(f"  {one['text']}"),
            Text.assemble("      ", (f"{one['rule']}  {one['title']}  {one['title_zh']}", "dim")),
        ]
    if not explanation["consequences"]:
        lines.append(Text("  no consequences beyond the event itself"))
    for one in explanation["findings"]:
        values = both_values(one["stated"], one["computed"], one["message"])
        lines += [
            Text(f"  flagged: {values}{one['message']}", style="yellow"),
            Text.assemble("      ", (f"{one['rule']}  {one['title']}  {one['title_zh']}", "dim")),
        ]
    if explanation["changes"]:
        lines += [Text("changed"), *(Text(f"  {text}") for text in explanation["changes"])]
    rules = sorted({one["rule"] for one in (*explanation["findings"], *explanation["consequences"])})
    if rules:
        lines.append(Text(f"next: gamelog rule {rules[0]}", style="dim"))
    print_lines(console(), lines)


def _on_line(loaded: Loaded) -> set[int]:
    return {entry.version for entry in (loaded.line.first, *loaded.line.entries)}


def stored_objects(loaded: Loaded, *, line_only: bool = False) -> list[dict[str, Any]]:
    """Every stored event as an object: the whole envelope, payload and changes as the JSON they are.

    With `line_only` those on the line, without what was undone and without notes and other acts upon the log.
    """
    found = []
    wanted = _on_line(loaded) if line_only else {event.version for event in loaded.stored}
    void = voided_by(loaded)
    for event in loaded.stored:
        if event.version not in wanted:
            continue
        one: dict[str, Any] = msgspec.structs.asdict(event)
        one["payload"] = msgspec.json.decode(event.payload)
        one["changed"] = msgspec.json.decode(event.changed) if event.changed else {}
        one["voided_by"] = void.get(event.version)
        found.append(one)
    return found


def walked_between(loaded: Loaded, first: int, last: int) -> list[tuple[Walked, str, list[tuple[str, str]]]]:
    """The entries from one version to another: each told in game words, with its consequences and their rules."""
    return [
        (one, told_of(loaded, one), loaded.game.describe_effects(one.before, one.effects))
        for one in walk(loaded.game, loaded.entries)
        if first <= one.entry.version <= last
    ]


def tell_taken(
    outcome: Outcome, before: Loaded, taken: Sequence[Entry], done: str, *, json: bool, at_prompt: bool = False
) -> None:
    """What an undo or redo moved, and what is asked now; `at_prompt`, where words go without `gamelog`."""
    loaded = outcome.loaded
    versions = {entry.version for entry in taken}
    told = [(one.entry.version, told_of(before, one)) for one in walk(before.game, before.entries)
            if one.entry.version in versions]  # fmt: skip
    asked = loaded.game.prompt(loaded.state)
    if json:
        put_json({"game": loaded.name, "event": outcome.last, "versions": sorted(versions),
                  "told": [text for _, text in told], "prompt": None if asked is None else asked.text})  # fmt: skip
        return
    say(*(f"{done}: {version} {text}" for version, text in told), *outcome.given)
    say(f"now: {asked.text}" if asked else "the game is over")
    if not at_prompt:
        say("next: gamelog redo puts it back" if done == "undone" else "next: gamelog log")
    elif done == "undone":
        say("next: redo puts it back")
