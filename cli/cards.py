"""The command `cards`: what is known of cards, what was stated of them in which game, and the owner's card file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.options import Csv, Db, Json, Recorder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cli.session import Session
    from cli.session_cards import Saying

#: How a value is known, by the word in the rows of facts.
_HOW = {"stated": "stated", "told": "card file"}
_SHOWN_PLACES = 3


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command()(cards)


def cards(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME | check FILE | tell GAME FILE]", help="A card or location; or what to do."),
    ] = None,
    differing: Annotated[bool, typer.Option("--differing", help="Only cards of which games say different.")] = False,
    type_: Annotated[
        str, typer.Option("--type", metavar="TYPE", help="The cards of this type that are built in.")
    ] = "",
    basic: Annotated[bool, typer.Option("--basic", help="Of those only the Basic ones, as for a first deck.")] = False,
    example: Annotated[bool, typer.Option("--example", help="Print a card file to begin with.")] = False,
    json: Json = False,
    csv: Csv = False,
    recorder: Recorder = None,
    db: Db = None,
) -> None:
    """List what is known and what was stated of cards, show one, or tell the values of a card file.

    A card file is written by the owner of the game for himself, in TOML or JSON: the checks, recharges, closings and
    traits of his cards. `check` names every fault in one; `tell` makes its values known in a game, so that what is
    recorded is checked by them. --example prints a file that shows everything that can be told.

    Examples:
      gamelog cards
      gamelog cards bugbear
      gamelog cards --differing
      gamelog cards --type ally --basic
      gamelog cards check mycards.toml
      gamelog cards tell tuesday mycards.toml
    """
    from cli.errors import ExitCode, Trouble
    from cli.look import session_of

    given = words or []
    if (type_ or basic) and (given or differing or example):
        raise Trouble("--type and --basic stand alone", code=ExitCode.USAGE)
    if type_ or basic:
        _of_type(type_, basic=basic, json=json, csv=csv)
    elif example:
        from cli.output import put
        from engine.pathfinder.card_file import EXAMPLE

        if given or differing:
            raise Trouble("--example stands alone", code=ExitCode.USAGE)
        put(EXAMPLE.rstrip("\n"))
    elif given and given[0] == "check":
        _check(_files(given, "check FILE", 2)[0], json=json)
    elif given and given[0] == "tell":
        game, file = _files(given, "tell GAME FILE", 3)
        _tell(session_of(db, recorder), game, Path(file), json=json)
    elif given:
        _show(session_of(db), " ".join(given), differing=differing, json=json, csv=csv)
    else:
        _list(session_of(db), differing=differing, json=json, csv=csv)


def _files(given: Sequence[str], form: str, many: int) -> Sequence[str]:
    from cli.errors import ExitCode, Trouble

    if len(given) != many:
        raise Trouble(
            f"gamelog cards {form} is how it is typed", code=ExitCode.USAGE, hint="names with spaces in quotes"
        )
    return given[1:]


# The card file


def _check(file: str, *, json: bool) -> None:
    from cli.output import put, put_json, say, several
    from cli.session_cards import told_by_file

    event, notes = told_by_file(Path(file))
    if json:
        put_json({"file": file, "cards": len(event.cards), "locations": len(event.locations), "notes": notes})
        return
    say(*(f"note: {one}" for one in notes))
    put(f"{file}: {several(len(event.cards), 'card')} and {several(len(event.locations), 'location')}, no faults")
    say(f"next: gamelog cards tell GAME {file}")


def _tell(session: Session, game: str, file: Path, *, json: bool) -> None:
    from cli.output import put_json, say, tell
    from cli.play import named
    from cli.session_cards import require_pathfinder, told_already, told_by_file
    from cli.stating import finding_object, flagged

    event, notes = told_by_file(file)
    loaded = named(session).load(game)
    require_pathfinder(loaded)
    loaded.require_open()
    before = told_already(loaded, event)
    if before is not None:
        tell(session)
        if json:
            put_json({"game": loaded.name, "event": before, "repeated": True, "notes": notes})
        else:
            say(f"already told: {loaded.place(before)}; nothing changed")
        return
    wrong = loaded.game.findings(loaded.state, event)
    outcome = session.record(loaded, [[event]])
    tell(session)
    if json:
        found = [finding_object(outcome.last, one) for one in wrong]
        put_json({"game": loaded.name, "event": outcome.last, "repeated": False, "notes": notes, "findings": found})
        return
    say(*(f"note: {one}" for one in notes), *told_lines(outcome.loaded.place(outcome.last), event))
    say(*flagged(wrong))
    say("next: gamelog cards NAME shows one")


def told_lines(place: str, event: Any) -> list[str]:
    """What was told, in one line."""
    from cli.output import several

    what = f"{several(len(event.cards), 'card')} and {several(len(event.locations), 'location')}"
    return [f"told: {place} the values of {what} from {event.origin}"]


# Listing


def _of_type(type_: str, *, basic: bool, json: bool, csv: bool) -> None:
    """The names of the built-in cards of a type, or of all types, with the sets that hold them and how many."""
    from cli.errors import ExitCode, Trouble
    from cli.output import put_rows
    from engine.matching import Ambiguous, Missing, match
    from engine.pathfinder.cards import CARDS

    types = sorted({card.type for card in CARDS.values()})
    try:
        wanted = {match(type_.strip(), types)} if type_ else set(types)
    except (Ambiguous, Missing):
        hint = f"one of {', '.join(types)}"
        raise Trouble(f'there is no type "{type_}"', code=ExitCode.NOT_FOUND, hint=hint) from None
    rows = [
        (card.name, card.type, sum(one.copies or 0 for one in card.printings), card.basic)
        for card in sorted(CARDS.values(), key=lambda card: (card.type, card.name))
        if card.type in wanted and (card.basic or not basic)
    ]
    put_rows(("card", "type", "copies", "basic"), rows, json=json, csv=csv)


def _rows(found: Iterable[Saying], *, known: bool = True) -> list[dict[str, Any]]:
    """One row for each value of a card: what is built in first, then what games say, with all places of each."""
    from cli.session_cards import differing

    listed = list(found)
    unlike = {(one.cards, one.card, one.what, one.value) for one in differing(listed)}
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    for card, what, value in _built_in() if known else ():
        rows["", card, what, value, "known"] = _row("", card, what, value, "known")
    for one in listed:
        key = (one.cards, one.card, one.what, one.value, _HOW[one.how])
        row = rows.setdefault(key, _row(*key))
        row["where"].append(one.place)
        row["differs"] = row["differs"] or key[:4] in unlike
    return sorted(rows.values(), key=lambda row: (row["card"], row["set"]))


def _row(set_: str, card: str, what: str, value: str, how: str) -> dict[str, Any]:
    return {"card": card, "set": set_, "what": what, "value": value, "how": how, "where": [], "differs": False}


def _built_in() -> Iterable[tuple[str, str, str]]:
    """The checks and recharges of the built-in facts, in the words of the rows."""
    from engine.pathfinder.cards import CARDS

    for card in CARDS.values():
        purpose = "acquire" if card.is_boon else "defeat"
        for which, step in enumerate(card.check or (), start=1):
            for way in step:
                yield from ((card.name, f"{purpose} {which} {skill}", str(way.difficulty)) for skill in way.skills)
        for skill in card.recharge.skills if card.recharge else ():
            yield card.name, f"recharge {skill}", str(card.recharge.difficulty if card.recharge else "")


def _said(session: Session) -> list[Saying]:
    """What the games of the log say; nothing where there is no log."""
    from cli.errors import ExitCode, Trouble
    from cli.output import tell
    from cli.session_cards import sayings

    try:
        found = sayings(session)
    except Trouble as trouble:
        if trouble.code != ExitCode.NOT_FOUND:
            raise
        found = []
    tell(session)
    return found


def _list(session: Session, *, differing: bool, json: bool, csv: bool) -> None:
    rows = _rows(_said(session), known=not differing)
    if differing:
        rows = [row for row in rows if row["differs"]]
    _put(rows, json=json, csv=csv)
    if not rows and differing and not (json or csv):
        from cli.output import say

        say("no two games say different of a card")


def _put(rows: Sequence[dict[str, Any]], *, json: bool, csv: bool) -> None:
    from cli.output import put_json, put_rows

    if json:
        put_json(list(rows))
        return
    names = ("card", "set", "what", "value", "how", "where", "differs")
    if not csv:
        from engine.pathfinder.card_values import value_words

        rows = [row | dict(zip(("what", "value"), value_words(row["what"], row["value"]), strict=True)) for row in rows]
    listed = [
        [row[name] for name in names[:-2]] + [_places(row["where"], whole=csv), _mark(row, csv=csv)] for row in rows
    ]
    if rows or csv:
        put_rows(names, listed, json=False, csv=csv)


def _places(where: Sequence[str], *, whole: bool) -> str:
    few = where if whole else where[:_SHOWN_PLACES]
    more = len(where) - len(few)
    return ", ".join(few) + (f" and {more} more" if more else "")


def _mark(row: dict[str, Any], *, csv: bool) -> Any:
    return row["differs"] if csv else "differs" if row["differs"] else ""


def _show(session: Session, name: str, *, differing: bool, json: bool, csv: bool) -> None:
    from cli.output import put, put_json

    said = _said(session)
    card = _named(name, said)
    rows = [row for row in _rows(said) if row["card"] == card and (row["differs"] or not differing)]
    facts = _facts(card)
    if json:
        put_json({"card": card, "facts": facts, "values": rows})
        return
    if not csv:
        put(card, *(f"  {key}: {value}" for key, value in facts.items()))
    if rows or csv:
        _put(rows, json=False, csv=csv)
    else:
        put("no check, recharge or closing of it is known, and none was stated")


def _named(name: str, said: Sequence[Saying]) -> str:
    """The full name of the card or location that is meant.

    Raises:
        Trouble: there is none, or several.
    """
    from cli.errors import ExitCode, Trouble
    from engine.matching import Ambiguous, Missing
    from engine.pathfinder.cards import LOCATIONS, find_card

    try:
        return find_card(name, (*LOCATIONS, *(one.card for one in said))).name
    except Ambiguous as fault:
        raise Trouble(f'"{name}" could be {", ".join(fault.choices)}', code=ExitCode.USAGE) from None
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else "gamelog cards lists them"
        raise Trouble(f'there is no card "{name}"', code=ExitCode.NOT_FOUND, hint=near) from None


def _facts(name: str) -> dict[str, str]:
    """What the built-in facts have of a card or location, in words."""
    from engine.pathfinder.card_values import check_text, choice_text
    from engine.pathfinder.cards import LOCATIONS, facts_named

    card, place = facts_named(name), LOCATIONS.get(name)
    if place is not None:
        return {"type": "location", "deck": ", ".join(f"{number} {kind}" for kind, number in place.deck_list)}
    if card is None:
        return {}
    copies = ", ".join(f"{one.copies} in {one.set}" for one in card.printings if one.copies is not None)
    found = {
        "type": f"loot, {card.type}" if card.loot else card.type,
        "copies": copies,
        "traits": ", ".join(card.traits or ()),
        "check": "" if card.check is None else check_text(card.check),
        "recharge": "" if card.recharge is None else choice_text((card.recharge,)),
        "power": card.gist or "",
    }
    return {key: value for key, value in found.items() if value}
