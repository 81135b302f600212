"""The market of Pax Pamir: two rows of six cards, costs above the columns, rupees on the lower edge of each card."""

from itertools import pairwise
from typing import Final

from rich.text import Text

from cli.views.frame import LABEL, Glyphs, cut, edge, marked, overlay, pad, wrap
from cli.views.pamir_words import (
    COLUMNS,
    ROWS,
    RUPEE_STYLE,
    CardFace,
    Scene,
    allegiance,
    card_name,
    suit_rank,
    words,
)

_ROOMY: Final = 16
_NARROW: Final = 12
_ICON_WORD: Final = {"leverage": "lev"}
_ROW_COUNT: Final = len(ROWS)


def market(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """The market in a frame of `width` cells; with room to spare a card also shows its icons and actions."""
    share, spare = divmod(width - 1 - COLUMNS, COLUMNS)
    widths = [share + (column < spare) for column in range(COLUMNS)]
    walls = [sum(widths[:column]) + column for column in range(COLUMNS + 1)]
    side = Text(glyphs.line("│"), LABEL)
    lines = [_top(scene, walls, width, glyphs)]
    for row in range(_ROW_COUNT):
        cells = [_card(scene, row, column, share - 1, glyphs) for column in range(COLUMNS)]
        for level in zip(*cells, strict=True):
            content = [Text.assemble(side, " ", pad(one, room - 1)) for one, room in zip(level, widths, strict=True)]
            lines.append(Text.assemble(*content, side))
        lines.append(_lower_edge(scene, row, walls, width, glyphs))
    return lines


def _top(scene: Scene, walls: list[int], width: int, glyphs: Glyphs) -> Text:
    line = edge(width, glyphs, "╭", "╮")
    each = 2 if scene.state["favored"] == "military" else 1
    for column, (place, end) in enumerate(pairwise(walls)):
        cost = f"cost {column * each}"
        tag = Text("free" if not column else cost if len(cost) + 3 <= end - place else cost[5:], RUPEE_STYLE)
        if column:
            line = overlay(line, place, Text(glyphs.line("┬"), LABEL))
        elif end >= _NARROW:
            tag = Text.assemble(("Market ", "bold"), tag)
        line = overlay(line, place + 1, Text.assemble(" ", tag, " "))
    return line


def _lower_edge(scene: Scene, row: int, walls: list[int], width: int, glyphs: Glyphs) -> Text:
    last = row == _ROW_COUNT - 1
    line = edge(width, glyphs, "╰" if last else "├", "╯" if last else "┤")
    for column, place in enumerate(walls[:-1]):
        if column:
            line = overlay(line, place, Text(glyphs.line("┴" if last else "┼"), LABEL))
        number, rupees = scene.state[f"m.{row}.{column}"]
        parts = []
        if rupees or scene.marks.place(f"m.{row}.{column}", 1):
            coins = Text(f"{rupees}r", f"bold {RUPEE_STYLE}")
            parts.append(marked(coins, glyphs, changed=scene.marks.place(f"m.{row}.{column}", 1)))
        if number in scene.state["locked"]:
            room = walls[column + 1] - place - sum(part.cell_len + 1 for part in parts) - 4
            word = next((word for word in ("locked", "lock") if len(word) <= room), "L")
            parts.append(marked(word, glyphs, changed=scene.marks.within("locked", number)))
        if parts:
            line = overlay(line, place + 1, Text.assemble(" ", Text(" ").join(parts), " "))
    return line


def _card(scene: Scene, row: int, column: int, width: int, glyphs: Glyphs) -> list[Text]:
    """The lines of one card: four, or five where there is room for its icons and actions."""
    roomy = width >= _ROOMY
    height = 5 if roomy else 4
    key = f"m.{row}.{column}"
    number = scene.state[key][0]
    changed = scene.marks.place(key, 0)
    if number is None:
        lines = [marked(Text("empty", LABEL), glyphs, changed=changed)]
        return [*lines, *[Text()] * (height - len(lines))]
    place = marked(Text(str(number), "bold"), glyphs, changed=changed)
    card = scene.cards.get(number)
    name = card_name(number, scene.cards, glyphs)
    if card is None:
        lines = [place, Text(cut(name, width, glyphs))]
    elif card.suit is None:
        lines = _event(card, place, name, width, glyphs)
    else:
        region = words(card.region) if roomy else words(card.region)[:3]
        sides = [part for part in allegiance(card).split(" ") if part]
        lines = [
            _joined([place, suit_rank(card, glyphs, 3 if width >= _NARROW - 1 else 1)], width),
            *(Text(part) for part in wrap(name, width, 1 if roomy else 2, glyphs)),
        ]
        lines += [Text()] * (0 if roomy else 3 - len(lines))
        lines.append(_joined([Text(region), *sides], width))
        if roomy:
            lines.append(Text(cut("+ " + _icons(card) if card.icons else "", width, glyphs), LABEL))
            lines.append(Text(cut(" ".join(card.actions), width, glyphs), LABEL))
    return [*lines, *[Text()] * (height - len(lines))]


def _event(card: CardFace, place: Text, name: str, width: int, glyphs: Glyphs) -> list[Text]:
    if card.kind == "dominance_check":
        word = "CHECK" if width >= _NARROW - 1 else "CHK"
        name_lines = [Text(cut(part, width, glyphs), "bold") for part in ("Dominance", "Check")]
        return [_joined([place, Text(word, "bold reverse")], width), *name_lines]
    bought, _, discarded = name.partition(" / ")
    buy = wrap(bought, width, 2, glyphs)
    drop = wrap(f"or {discarded}", width, 3 - len(buy), glyphs)
    return [
        _joined([place, Text("EVENT" if width >= _NARROW - 1 else "EVT", "bold")], width),
        *(Text(part) for part in buy),
        *(Text(part, LABEL) for part in drop),
    ]


def _joined(parts: list[Text], width: int) -> Text:
    """The parts on one line, without the blanks between them where these would not fit."""
    spaced = Text(" ").join(parts)
    return spaced if spaced.cell_len <= width else Text("").join(parts)


def _icons(card: CardFace) -> str:
    """The impact icons from top to bottom, like ones counted: `spy x2 army MIL` (the last makes that suit favored)."""
    counted: dict[str, int] = {}
    for icon in card.icons:
        kind, _, suit = icon.partition(":")
        name = suit[:3].upper() or _ICON_WORD.get(kind, kind)
        counted[name] = counted.get(name, 0) + 1
    return " ".join(name if count == 1 else f"{name} x{count}" for name, count in counted.items())
