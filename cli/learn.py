"""Commands that explain the rules: rule, rules. They read the rule catalogue and no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.errors import ExitCode, Trouble
from cli.options import Csv, Json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.catalogue import Catalogue, OptionPoint, Rule

#: The preset that others are compared with.
OFFICIAL_NAME = "official"
Title = Annotated[
    str | None,
    typer.Option("--game", "-g", metavar="TITLE", help="Whose rules; those of the game that was recorded last."),
]


def register(app: typer.Typer) -> None:
    """Add this module's commands."""
    app.command()(rule)
    app.command()(rules)


def rule(
    rule_id: Annotated[str, typer.Argument(metavar="ID", help="The rule's id or a unique beginning: PP-6.4, 6.4.")],
    game: Title = None,
    json: Json = False,
) -> None:
    """Print one rule: statement, source, and what the presets do.

    Title and statement stand in English and in Traditional Chinese, the language of the source document.

    Examples:
      gamelog rule PP-6.4-tax
      gamelog rule 6.4
      gamelog rule PA-CHK-05
    """
    from cli.output import put_json

    catalogue = catalogue_of(title_with(rule_id) if game is None else game)
    found = named_rule(catalogue, rule_id)
    told = rule_object(catalogue, found)
    if json:
        put_json(told)
    else:
        print_rule(told)


def rules(
    search: Annotated[
        str, typer.Option("--search", "-s", metavar="WORDS", help="Rules with all of these words, in either language.")
    ] = "",
    options: Annotated[bool, typer.Option("--options", help="The points on which presets may differ instead.")] = False,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="P", help="Only what this preset plays otherwise than official.")
    ] = None,
    area: Annotated[str | None, typer.Option("--area", metavar="A", help="Only this area of the rulebook.")] = None,
    game: Title = None,
    json: Json = False,
    csv: Csv = False,
) -> None:
    """List the rules of a game, or the options that change them.

    Examples:
      gamelog rules --search leverage
      gamelog rules --area "card actions"
      gamelog rules --preset seed
      gamelog rules --options --preset rally-the-troops
      gamelog rules --game pathfinder --search explore
    """
    from cli.output import put_rows, say

    catalogue = catalogue_of(title_played() if game is None else game)
    chosen = None if preset is None else _one_of("preset", preset, catalogue.presets)
    found: list[Rule] = list(catalogue.search(search) if search else catalogue.rules.values())
    if area is not None:
        within = _one_of("area", area, dict.fromkeys(one.area for one in catalogue.rules.values()))
        found = [one for one in found if one.area == within]
    points = [point for point in catalogue.options.values() if {one.id for one in found}.intersection(point.rules)]
    if chosen is not None:
        points = [point for point in points if _differs(point, chosen)]
        found = [one for one in found if any(point.name in one.options for point in points)]
    if json or csv:
        names, rows = _option_rows(catalogue, points, chosen) if options else _rule_rows(found, whole=True)
        put_rows(names, rows, json=json, csv=csv)
        return
    if not (points if options else found):
        raise Trouble(
            f'no {"option" if options else "rule"} {_asked(search, area, chosen)}', code=ExitCode.NOT_FOUND,
            hint="fewer words find more; gamelog rules lists all",
        )  # fmt: skip
    if options:
        _print_options(points, chosen)
        say(f"{len(points)} options; next: gamelog new TITLE NAME --players A,B --option {points[0].name}=VALUE")
        return
    if chosen is None:
        put_rows(*_rule_rows(found, whole=False), json=False, csv=False)
    else:
        _print_differences(catalogue, found, chosen)
    say(f"{len(found)} rules; next: gamelog rule {found[0].id}")


def _asked(search: str, area: str | None, preset: str | None) -> str:
    parts = ((f'has "{search}"', search), (f"is in that area ({area})", area), (f"is other under {preset}", preset))
    return " and ".join(text for text, given in parts if given)


def title_with(rule_id: str) -> str:
    """The title whose rules a text means: the one that has such a rule, else one whose ids begin alike.

    Where several have it, that of the game that was recorded last.
    """
    from engine.catalogue import AmbiguousNameError, UnknownNameError
    from engine.game import game, titles

    played = title_played()
    head = rule_id.partition("-")[0].casefold()
    has: list[str] = []
    alike: list[str] = []
    for title in sorted(titles(), key=lambda one: one != played):
        catalogue = game(title).catalogue()
        if "-" in rule_id and any(one.partition("-")[0].casefold() == head for one in catalogue.rules):
            alike.append(title)
        try:
            catalogue.rule(rule_id)
        except AmbiguousNameError:
            has.append(title)
        except UnknownNameError:
            continue
        else:
            has.append(title)
    return next(iter((*has, *alike)), played)


def title_played() -> str:
    """The title of the game that was recorded last; without one, the first that is built in."""
    from cli.look import session_of
    from engine.game import game_of_kind, titles

    try:
        return game_of_kind(session_of(None).find(None).started.kind()).title
    except Trouble:
        return titles()[0]


def catalogue_of(title: str) -> Catalogue:
    """The rule catalogue of a built-in game."""
    from cli.play import game_of_title

    found: Catalogue = game_of_title(title).catalogue()
    return found


def named_rule(catalogue: Catalogue, text: str) -> Rule:
    """The rule that a text means.

    Raises:
        Trouble: it means none, or several.
    """
    from engine.catalogue import AmbiguousNameError, UnknownNameError

    try:
        return catalogue.rule(text)
    except AmbiguousNameError as fault:
        several = tuple(f"{one}  {catalogue.rules[one].title}" for one in fault.suggestions)
        raise Trouble(
            f'"{text}" could be several rules', code=ExitCode.USAGE, hint="type more of it",
            choices=(*several[:20], *([f"and {len(several) - 20} more"] if len(several) > 20 else [])),
        ) from None  # fmt: skip
    except UnknownNameError as fault:
        near = [*fault.suggestions] or [one.id for one in catalogue.search(text)[:3]]
        hint = f"did you mean {' or '.join(near)}" if near else "gamelog rules --search WORDS finds one"
        raise Trouble(
            f'there is no rule "{text}"', code=ExitCode.NOT_FOUND, hint=hint, more={"suggestions": near}
        ) from None


def _one_of(what: str, text: str, names: Iterable[str]) -> str:
    from engine.matching import Ambiguous, Missing, match

    known = list(names)
    try:
        return match(text, known)
    except Ambiguous as fault:
        raise Trouble(
            f'the {what} "{text}" could be several: {", ".join(fault.choices)}', code=ExitCode.USAGE
        ) from None
    except Missing as fault:
        near = f'did you mean "{fault.suggestions[0]}"?' if fault.suggestions else f"there are: {', '.join(known)}"
        raise Trouble(f'there is no {what} "{text}"', code=ExitCode.NOT_FOUND, hint=near) from None


# What is told of one rule


def rule_object(catalogue: Catalogue, rule: Rule) -> dict[str, Any]:
    """Everything that the catalogue has of a rule, with its options told in full."""
    import msgspec

    told: dict[str, Any] = msgspec.structs.asdict(rule)
    told["source"] = "" if rule.source == "silent" else rule.source
    told["options"] = [_option_object(catalogue.options[name]) for name in rule.options]
    return told


def _option_object(option: OptionPoint) -> dict[str, Any]:
    values = [
        {
            "value": value.value,
            "meaning": value.meaning,
            "meaning_zh": value.meaning_zh,
            "presets": [name for name, taken in option.presets if taken == value.value],
        }
        for value in option.values
    ]
    return {"name": option.name, "question": option.question, "question_zh": option.question_zh, "values": values}


def print_rule(told: dict[str, Any]) -> None:
    """Print what `rule_object` found."""
    from rich.text import Text

    from cli.output import console
    from cli.paragraphs import print_lines

    lines = [
        Text.assemble((told["id"], "bold"), "  ", (told["title"], "bold"), "  ", told["title_zh"]),
        Text(f"area: {told['area']}", style="dim"),
        Text(""),
        Text(f"  {told['statement']}"),
        Text(""),
        Text(f"  {told['statement_zh']}"),
        Text(""),
        Text(f"source: {told['source'] or 'the source document is silent on this'}"),
    ]
    if told["disputes"]:
        lines.append(Text(f"disputes: {', '.join(told['disputes'])}"))
    for option in told["options"]:
        lines += [Text(""), Text.assemble("option ", (option["name"], "bold")), Text(f"  {option['question']}"),
                  Text(f"  {option['question_zh']}")]  # fmt: skip
        for value in option["values"]:
            presets = f"  ({', '.join(value['presets'])})" if value["presets"] else ""
            lines += [Text.assemble("    ", (value["value"], "bold"), presets),
                      Text(f"        {value['meaning']}"), Text(f"        {value['meaning_zh']}")]  # fmt: skip
    if told["variants"]:
        lines += [Text(""), Text(f"presets: {told['variants']}")]
    print_lines(console(), lines)


# Lists


def _differs(option: OptionPoint, preset: str) -> bool:
    return option.preset(preset) != option.preset(OFFICIAL_NAME)


def _rule_rows(found: list[Rule], *, whole: bool) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    if not whole:
        return ("rule", "title", "標題"), [(one.id, one.title, one.title_zh) for one in found]
    names = ("id", "area", "title", "title_zh", "statement", "statement_zh", "source", "options", "disputes")
    return names, [
        (one.id, one.area, one.title, one.title_zh, one.statement, one.statement_zh,
         "" if one.source == "silent" else one.source, " ".join(one.options), " ".join(one.disputes))
        for one in found
    ]  # fmt: skip


def _option_rows(
    catalogue: Catalogue, points: list[OptionPoint], preset: str | None
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    presets = tuple(catalogue.presets) if preset is None else (preset, OFFICIAL_NAME)
    names = ("option", "question", "question_zh", "rules", "values", *(name.replace("-", "_") for name in presets))
    return names, [
        (point.name, point.question, point.question_zh, " ".join(point.rules),
         " ".join(value.value for value in point.values), *(point.preset(name) for name in presets))
        for point in points
    ]  # fmt: skip


def _print_options(points: list[OptionPoint], preset: str | None) -> None:
    from rich.text import Text

    from cli.output import console
    from cli.paragraphs import print_lines

    lines: list[Text] = []
    for point in points:
        lines += [Text(point.name, style="bold"), Text(f"  {point.question}"), Text(f"  {point.question_zh}")]
        if preset is None:
            for value in point.values:
                taking = [name for name, taken in point.presets if taken == value.value]
                lines.append(Text(f"    {value.value}{'  (' + ', '.join(taking) + ')' if taking else ''}"))
        else:
            meaning = point.meaning(point.preset(preset))
            lines += [Text(f"    {preset}: {meaning.value}; official: {point.preset(OFFICIAL_NAME)}"),
                      Text(f"    {meaning.meaning}"), Text(f"    {meaning.meaning_zh}")]  # fmt: skip
        lines.append(Text(""))
    print_lines(console(), lines[:-1])


def _print_differences(catalogue: Catalogue, found: list[Rule], preset: str) -> None:
    from rich.text import Text

    from cli.output import console
    from cli.paragraphs import print_lines

    lines: list[Text] = []
    for one in found:
        lines.append(Text.assemble((one.id, "bold"), f"  {one.title}  {one.title_zh}"))
        for point in (catalogue.options[name] for name in one.options):
            if _differs(point, preset):
                meaning = point.meaning(point.preset(preset))
                lines += [Text(f"  {point.name}: {meaning.value}"), Text(f"    {meaning.meaning}"),
                          Text(f"    {meaning.meaning_zh}")]  # fmt: skip
        lines.append(Text(""))
    print_lines(console(), lines[:-1])
