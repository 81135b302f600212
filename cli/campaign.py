"""Commands about campaigns: campaign, character."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.look import session_of
from cli.options import At, Db, Json, Recorder
from cli.text import cleaned

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cli.session import Outcome, Session
    from cli.session_games import Loaded
    from engine.line import Entry

#: What `campaign` is told to do, if its first word is not a campaign.
DOINGS = ("new", "record", "log", "undo", "redo", "note", "rename")


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(campaign)
    app.command()(character)


def campaign(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME|DOING",
            help="A campaign to be shown, or what to do; without words, all campaigns.",
            show_default=False,
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TITLE", help="With new: the game.")] = "pathfinder",
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="PRESET", help="With new: the preset of its games.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="K=V", help="With new: an option that differs from it.")
    ] = None,
    since: Annotated[
        int | None, typer.Option("--since", metavar="N", help="With undo: everything from event N on.")
    ] = None,
    at: At = None,
    json: Json = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """Show campaigns, or record what happens between their scenarios.

    A campaign keeps characters with their decks, feats and roles, rewards, and what was won and lost. Games begun with
    `gamelog new pathfinder NAME --campaign C` take their characters from it, and give them back at their end.
    `gamelog campaign record C ?` lists what can be recorded. The doings: new NAME, record NAME LINE, log NAME,
    undo NAME, redo NAME, note NAME TEXT, rename NAME NEW.

    Examples:
      gamelog campaign new runelords
      gamelog campaign record runelords "create Ann Kyra: Mace, Cure x2, ..."
      gamelog campaign record runelords "feat Kyra skill Wisdom"
      gamelog campaign runelords
      gamelog campaign runelords --at 12 --json
      gamelog campaign log runelords
    """
    said = list(words or [])
    if said and said[0] in DOINGS:
        if at is not None and said[0] != "log":
            hint = "gamelog campaign NAME --at N shows a campaign at an event"
            raise Trouble(f"--at does not belong to {said[0]}", code=ExitCode.USAGE, hint=hint)
        if said[0] == "new":
            _new(session_of(db, recorder), said[1:], title, rules, option or [], json=json)
            return
        if said[0] == "undo":
            _undo(session_of(db, recorder), said[1:], since, json=json)
            return
        doings: dict[str, Callable[..., None]] = {
            "record": _record, "redo": _redo, "note": _note, "rename": _rename, "log": _log,
        }  # fmt: skip
        doings[said[0]](session_of(db, recorder), said[1:], at, json=json)
        return
    if len(said) > 1:
        hint = f"one of {', '.join(DOINGS)}; a name with spaces stands in quotes"
        raise Trouble(f'"{said[0]}" is nothing to do with a campaign', code=ExitCode.USAGE, hint=hint)
    if said or at is not None:
        _show(session_of(db), said[0] if said else None, at, json=json)
    else:
        _list(session_of(db), json=json)


def _list(session: Session, *, json: bool) -> None:
    from cli.output import day, put_json, put_rows, say, tell
    from cli.session_campaign import find_all, load_stream, rules_of

    rows = []
    for found in session.reading(find_all):
        loaded = load_stream(session, found.stream)
        told = rules_of(loaded).overview(loaded.state)
        outcomes = [one["outcome"] for one in told["scenarios"]]
        status = "simulated" if found.started.simulated else ""
        rows.append(
            (found.name, loaded.game.title, told["preset"], outcomes.count("won"), outcomes.count("lost"),
             ", ".join(one["name"] for one in told["characters"] if one["status"] != "dead"),
             day(found.last_recorded_at), found.version, status, found.stream)
        )  # fmt: skip
    tell(session)
    names = ("campaign", "title", "preset", "won", "lost", "characters", "recorded", "events", "status", "stream")
    if json:
        put_json([dict(zip(names, row, strict=True)) for row in rows])
    elif rows:
        put_rows(names[:-1], [row[:-1] for row in rows], json=False, csv=False)
    else:
        say("no campaigns yet", "next: gamelog campaign new NAME")


def _name(words: Sequence[str], doing: str, *, more: int = 0) -> str | None:
    """The campaign among the words, which may be left out where nothing else is said."""
    if len(words) > 1 + more:
        hint = f"gamelog campaign {doing} NAME" + {0: "", 1: " TEXT"}[more]
        raise Trouble("too many words", code=ExitCode.USAGE, hint=f"{hint}; put each in quotes")
    return words[0] if len(words) > more else None


def _new(
    session: Session, words: Sequence[str], title: str, rules: str | None, options: Sequence[str], *, json: bool
) -> None:
    from cli import settings
    from cli.output import put_json, say, tell
    from cli.play import game_of_title, named, pair, quoted, usual_preset
    from cli.session_campaign import begin
    from engine.campaign import campaign_of
    from engine.game import Beginning, BeginningError, UnknownGameError

    said = _name(words, "new")
    if said is None:
        raise Trouble("the campaign needs a name", code=ExitCode.USAGE, hint="gamelog campaign new NAME")
    called = cleaned(said, "name")
    if called in DOINGS:
        raise Trouble(f'"{called}" is what `campaign` is told to do', code=ExitCode.USAGE, hint="choose another name")
    game = game_of_title(title)
    try:
        campaigns = campaign_of(game.title)
    except UnknownGameError as fault:
        hint = f"gamelog new {game.title} NAME --campaign {quoted(called)} gives it to a game"
        raise Trouble(str(fault), code=ExitCode.USAGE, hint=hint) from None
    preset = rules or usual_preset(game, settings.read_config().rules)
    session = named(session)
    try:
        started = campaigns.starting_event(
            Beginning(name=called, players=(), preset=preset, options=tuple(pair(one) for one in options))
        )
        outcome = begin(session, started, campaigns)
    except BeginningError as fault:
        raise Trouble(str(fault), code=ExitCode.USAGE, rule=fault.rule, hint=fault.hint) from None
    tell(session)
    if json:
        put_json({"campaign": called, "stream": outcome.loaded.stream, "version": outcome.last})
        return
    say(f'campaign "{called}" begins ({preset})')
    say(f'next: gamelog campaign record {quoted(called)} "create PLAYER CHARACTER: CARDS"')


def _record(session: Session, words: Sequence[str], _at: int | None, *, json: bool) -> None:
    from cli.output import put, tell
    from cli.play import lines_of, named, quoted
    from cli.session_campaign import load, rules_of

    if not words or len(words) > 2:
        hint = 'gamelog campaign record runelords "feat Kyra skill Wisdom"'
        raise Trouble("a campaign and one line are expected", code=ExitCode.USAGE, hint=hint)
    if words[-1] == "?":
        loaded = load(session, words[0] if len(words) == 2 else None)
        tell(session)
        put(*rules_of(loaded).forms().splitlines())
        return
    if len(words) == 2 and words[1] != "-":
        loaded = load(session, words[0])
        tell(session)
        _append(named(session), loaded, words[1], json=json)
        return
    if len(words) == 1 and sys.stdin.isatty():
        raise Trouble(
            "a line is expected", code=ExitCode.USAGE, hint=f"gamelog campaign record {quoted(words[0])} LINE"
        )
    loaded = load(session, words[0])
    for number, line in enumerate(lines_of(sys.stdin.read()), start=1):
        if line.strip():
            try:
                loaded = _append(session, loaded, line, json=json).loaded
            except Trouble as trouble:
                trouble.place = f"-:{number}:{trouble.column}" if trouble.column else f"-:{number}"
                raise


def _append(session: Session, loaded: Loaded, line: str, *, json: bool) -> Outcome:
    from cli.output import say, tell
    from cli.recording import append_line, findings_between, told_between

    outcome = append_line(session, loaded, line)
    tell(session)
    if json:
        from cli.output import put_json

        put_json({"campaign": outcome.loaded.name, "version": outcome.last,
                  "events": [one.kind() for one in outcome.events], "findings": findings_between(outcome)})  # fmt: skip
        return outcome
    say(*told_between(outcome))
    return outcome


def _undo(session: Session, words: Sequence[str], since: int | None, *, json: bool) -> None:
    from cli.output import tell
    from cli.play import named
    from cli.session_campaign import load, undo

    session = named(session)
    loaded = load(session, _name(words, "undo"))
    outcome, taken = undo(session, loaded, since)
    tell(session)
    _tell_taken(outcome, loaded, taken, "undone", json=json)


def _redo(session: Session, words: Sequence[str], _at: int | None, *, json: bool) -> None:
    from cli.output import tell
    from cli.play import named
    from cli.session_campaign import load, redo

    session = named(session)
    loaded = load(session, _name(words, "redo"))
    outcome, back = redo(session, loaded)
    tell(session)
    _tell_taken(outcome, loaded, back, "put back", json=json)


def _tell_taken(outcome: Outcome, before: Loaded, taken: Sequence[Entry], done: str, *, json: bool) -> None:
    from cli.output import put_json, say
    from cli.telling import told_of
    from engine.replay import walk

    known = outcome.loaded if done == "put back" else before
    versions = {entry.version for entry in taken}
    told = [(one.entry.version, told_of(known, one)) for one in walk(known.game, known.entries)]
    if json:
        put_json({"campaign": outcome.loaded.name, "version": outcome.last, "events": sorted(versions), "done": done})
        return
    say(*(f"{done}: {version} {text}" for version, text in told if version in versions))
    if done == "undone":
        say("next: gamelog campaign redo puts it back")


def _note(session: Session, words: Sequence[str], _at: int | None, *, json: bool) -> None:
    from cli.play import named
    from cli.session_campaign import load
    from engine.events import Noted

    name = _name(words, "note", more=1)
    text = cleaned(words[-1] if words else "", "text")
    if not text:
        raise Trouble("the note is empty", code=ExitCode.USAGE, hint='gamelog campaign note NAME "TEXT"')
    session = named(session)
    _tell_act(session, session.annotate(load(session, name), Noted(text=text)), "noted", json=json)


def _rename(session: Session, words: Sequence[str], _at: int | None, *, json: bool) -> None:
    from cli.play import named
    from cli.session_campaign import load
    from engine.events import Renamed

    name = _name(words, "rename", more=1)
    new = cleaned(words[-1] if words else "", "name")
    if not new or new in DOINGS:
        raise Trouble("a new name is expected", code=ExitCode.USAGE, hint="gamelog campaign rename NAME NEW")
    session = named(session)
    _tell_act(session, session.annotate(load(session, name), Renamed(name=new)), "renamed", json=json)


def _tell_act(session: Session, outcome: Outcome, done: str, *, json: bool) -> None:
    from cli.output import put_json, say, tell

    tell(session)
    if json:
        put_json({"campaign": outcome.loaded.name, "event": outcome.last})
    else:
        say(f"{done}: {outcome.loaded.place(outcome.last)}")


def _log(session: Session, words: Sequence[str], at: int | None, *, json: bool) -> None:
    from cli.output import day, put_json, put_rows, tell
    from cli.session_campaign import load
    from cli.telling import log_rows

    loaded = load(session, _name(words, "log"))
    rows = log_rows(loaded, at)
    tell(session)
    if json:
        put_json(rows)
        return
    put_rows(
        ("event", "what", "by", "recorded", "undone"),
        [
            (row["events"][0], "; ".join(row["told"]), row["by"], day(row["at"]),
             f"by event {row['undone_by']}" if row["undone_by"] else None)
            for row in rows
        ],
        json=False, csv=False,
    )  # fmt: skip


def _show(session: Session, name: str | None, at: int | None, *, json: bool) -> None:
    from cli.output import put_json, tell
    from cli.session_campaign import load, rules_of
    from cli.session_findings import findings_of
    from cli.stating import finding_object
    from cli.views.campaign import print_campaign

    loaded = load(session, name, at=at)
    tell(session)
    told = rules_of(loaded).overview(loaded.state)
    told["findings"] = [finding_object(one.event, one) for one in findings_of(loaded)]
    if json:
        put_json({"campaign": loaded.name, "stream": loaded.stream, "version": _last(loaded), **told})
    else:
        print_campaign(loaded.name, told)


def _last(loaded: Loaded) -> int:
    return loaded.line.entries[-1].version if loaded.line.entries else 1


def character(
    name: Annotated[str, typer.Argument(metavar="CHARACTER", help="The character, by name or a unique beginning.")],
    campaign: Annotated[
        str | None, typer.Option("--campaign", metavar="C", help="Its campaign; else the one recorded last.")
    ] = None,
    at: At = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Show a character of a campaign: skills with their feats, hand size, cards list and deck, and what befell it.

    Examples:
      gamelog character Kyra
      gamelog character Kyra --campaign runelords --at 12
    """
    from cli.output import put_json, tell
    from cli.session_campaign import load, rules_of
    from cli.views.campaign import print_character
    from engine.matching import Ambiguous, Missing, match

    session = session_of(db)
    loaded = load(session, campaign or _campaign_with(session, name), at=at)
    tell(session)
    rules = rules_of(loaded)
    names = rules.characters(loaded.state)
    try:
        who = match(name.strip(), names)
    except Ambiguous as fault:
        raise Trouble(f'"{name}" could be {" or ".join(fault.choices)}', code=ExitCode.USAGE) from None
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else f"there are {', '.join(names)}"
        hint = near if names else "nobody was created yet"
        raise Trouble(f'no character "{name}" is in "{loaded.name}"', code=ExitCode.NOT_FOUND, hint=hint) from None
    sheet = rules.character(loaded.state, who)
    history = _history(loaded, who)
    if json:
        put_json({"campaign": loaded.name, "version": _last(loaded), **sheet, "history": history})
    else:
        print_character(loaded.name, sheet, history)


def _campaign_with(session: Session, name: str) -> str | None:
    """The campaign recorded last in which a character is, real ones before simulated ones; None if none has it."""
    from cli.session_campaign import find_all, load_stream, rules_of
    from engine.matching import Ambiguous, Missing, match

    listed = sorted(session.reading(find_all), key=lambda one: (one.last_recorded_at, one.stream), reverse=True)
    for found in sorted(listed, key=lambda one: one.started.simulated):
        loaded = load_stream(session, found.stream)
        try:
            match(name.strip(), rules_of(loaded).characters(loaded.state))
        except (Ambiguous, Missing):
            continue
        return str(found.stream)
    return None


def _history(loaded: Loaded, who: str) -> list[dict[str, Any]]:
    """The events of the campaign that concern a character, in words."""
    from cli.text import printable

    rules: Any = loaded.game
    found = []
    for step in loaded.replay().steps:
        if rules.concerns(step.before, step.entry.event, who):
            told = printable(rules.describe(step.before, step.entry.event))
            found.append({"event": step.entry.version, "what": told})
    return found
