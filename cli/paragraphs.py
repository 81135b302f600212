"""Text in lines: broken between words to the width of the console, what is broken off indented as its line is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from cli.film import Action, Film

#: Where the words of an action begin; before them stand the numbers of its events.
INDENT = 11
FURTHER = "dim"
NARROWEST = 20
#: So many changes of the market are told one by one.
MOST_PLACES = 4
#: No line of Chinese text begins with one of these.
_CLOSING = "。，、；：！？）」』…"


def folded(line: Text, width: int, indent: int | None = None) -> list[Text]:
    """One line broken to a width; what is broken off begins at `indent`, by default where the line's words begin."""
    begin = len(line.plain) - len(line.plain.lstrip(" ")) if indent is None else min(indent, len(line))
    lead, body = line[:begin], line[begin:]
    if not body:
        return [line]
    room = max(width - begin, NARROWEST)
    if body.plain.isascii():
        parts = list(body.divide(_between_words(body.plain, room)))
    else:
        from rich.console import Console

        hangs = any(sign in body.plain for sign in _CLOSING)
        parts = list(body.wrap(Console(width=room), room - 2 * hangs))
    for number, part in enumerate(parts[1:], start=1):
        if part.plain[:1] in _CLOSING and part.plain:
            parts[number - 1] = Text.assemble(parts[number - 1], part[:1])
            parts[number] = part[1:]
    for part in parts:
        part.rstrip()
    return [Text.assemble(lead if not number else " " * begin, part) for number, part in enumerate(parts) if part]


def _between_words(text: str, room: int) -> list[int]:
    """Where to break a text; never within a word, for a long one is a path or an identifier, to be selected whole."""
    found, begin = [], 0
    for word in re.finditer(r"\S+", text):
        if word.end() - begin > room and word.start() > begin:
            begin = word.start()
            found.append(begin)
    return found


def print_lines(out: Console, lines: Iterable[Text], indent: int | None = None) -> None:
    """Print lines, broken to the console's width; an empty one stays a blank line."""
    for line in lines:
        for part in folded(line, out.width, indent):
            out.print(part, no_wrap=True, overflow="ignore", crop=False)


# Actions


def action_lines(film: Film, action: Action, since: int | None = None, upto: int | None = None) -> list[Text]:
    """An action, or its part between two places: what was typed, what it means, what followed, what changed."""
    begin = action.before if since is None else max(since, action.before)
    end = action.after if upto is None else upto
    lines = [Text.assemble((f"{action.numbers:>9}  ", FURTHER), (film.typed(action.after), "bold"))]
    if (begin, end) != (action.before, action.after):
        first, last = film.version(begin + 1), film.version(end)
        lines[0].append(f"  (event {last})" if first == last else f"  (events {first}-{last})", FURTHER)
    for place in range(begin + 1, end + 1):
        lines.append(_indented(film.told(place)))
        for told, rule in film.effects(place):
            lines.append(_indented(told, 2).append(f"  {rule}", FURTHER))
    changes = _short(film.changes(begin, end))
    if changes:
        lines.append(_indented(f"changed: {'; '.join(changes)}", style=FURTHER))
    for place in range(begin + 1, end + 1):
        lines += [_indented(note, style="italic") for note in film.notes(place)]
    return lines


def folded_action(lines: Iterable[Text], width: int) -> list[Text]:
    """The lines of an action broken to a width."""
    return [part for number, line in enumerate(lines) for part in folded(line, width, None if number else INDENT)]


def _short(changes: list[str]) -> list[str]:
    """The changes, with a market that moves up told in one: every card of a row is then in another place."""
    market = [one for one in changes if one.startswith("market ")]
    if len(market) <= MOST_PLACES:
        return changes
    rest = [one for one in changes if not one.startswith("market ")]
    return [*rest, f"market: {len(market)} changes, as cards move up and new ones come"]


def _indented(text: str, more: int = 0, style: str = "") -> Text:
    return Text.assemble(" " * (INDENT + more), (text, style))
