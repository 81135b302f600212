"""The characters of a Pathfinder board: one row of numbers each, and below it the cards that are known by name."""

from typing import Final

from rich.cells import cell_len
from rich.text import Text

from cli.views.frame import LABEL, Glyphs, box, cut, flow, labels, marked, pad
from cli.views.pathfinder_words import BAD, ZONES, Cards, Scene, packed, pile_words, size_changed, told

_WIDE: Final = {"hand": 7, "deck": 7, "discard": 9, "buried": 8, "displayed": 11}
_NARROW: Final = {"hand": 6, "deck": 5, "discard": 5, "buried": 5, "displayed": 5}
_SHORT: Final = {"hand": "hand", "deck": "deck", "discard": "disc", "buried": "bury", "displayed": "disp"}
#: From this room on the zones have their whole names.
_WHOLE_NAMES: Final = 70
_INDENT: Final = 4
#: A deck is named in so many cells, or in one line if that has more; `state` names all of it.
_DECK: Final = 100


def party(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """All characters in a frame: who, where, how many cards in each zone, and what is known of them."""
    room = width - 4
    columns = _WIDE if room >= _WHOLE_NAMES else _NARROW
    left = room - 2 - sum(columns.values())
    places = max(8, *(cell_len(scene.at(name) or "") + 2 for name in scene.characters))
    most = min(max(left // 2, left - places), 26)
    names = [f"{name} ({player})" if (player := scene.player(name)) else name for name in scene.characters]
    if max(map(cell_len, names), default=0) >= most:
        names = scene.characters
    name_width = min(max(8, *(cell_len(name) + 2 for name in names)), most)
    head = [Text("  "), pad(Text("who", LABEL), name_width), pad(Text("where", LABEL), left - name_width)]
    for zone, size in columns.items():
        head.append(_number(Text(zone if columns is _WIDE else _SHORT[zone], LABEL), size))
    lines = [Text.assemble(*head)]
    for name, label in zip(scene.characters, labels(names, name_width - 1, glyphs), strict=True):
        lines.append(_row(scene, name, label, (name_width, left - name_width), columns, glyphs))
        if scene.state[f"c.{name}.alive"]:
            lines += _known(scene, name, room - _INDENT, glyphs)
    return box(lines, width, glyphs, Text("Characters", "bold"))


def _number(text: Text, width: int) -> Text:
    """Numbers stand to the right, with one cell kept free for a mark."""
    return pad(Text.assemble(text, " "), width, right=True)


def _row(scene: Scene, name: str, label: str, widths: tuple[int, int], columns: dict[str, int], glyphs: Glyphs) -> Text:
    state, marks = scene.state, scene.marks
    c = f"c.{name}."
    pointer = Text(f"{glyphs.pointer} " if state["turn.active"] == name else "  ", "bold")
    row = [pointer, pad(Text(label, f"bold {scene.style(name)}".strip()), widths[0])]
    if state[f"{c}alive"]:
        place = glyphs.write(state[f"{c}location"] or "")
        where = Text(cut(place, widths[1] - 1, glyphs)) if place else Text("not known", LABEL)
    else:
        where = Text("dead", f"bold {BAD}")
    row.append(pad(marked(where, glyphs, changed=marks.at(f"{c}location", f"{c}alive")), widths[1]))
    for zone, size in columns.items():
        count = Text(Cards.of(state[f"{c}{zone}"]).count, "bold" if zone == "hand" else "")
        limit = state[f"{c}hand_size"]
        if zone == "hand" and limit is not None:
            count = Text.assemble(count, (f"/{limit}", LABEL))
        changed = size_changed(scene, f"{c}{zone}") or (zone == "hand" and marks.at(f"{c}hand_size"))
        row.append(pad(marked(count, glyphs, changed=True), size, right=True) if changed else _number(count, size))
    return Text.assemble(*row)


def _known(scene: Scene, name: str, room: int, glyphs: Glyphs) -> list[Text]:
    """The cards known by name: the hand on lines of its own, the other zones side by side where they fit."""
    c = f"c.{name}."
    zones: dict[str, list[Text]] = {}
    for zone in ZONES:
        if Cards.of(scene.state[f"{c}{zone}"]).known:
            words = pile_words(scene, f"{c}{zone}", glyphs, ordered=zone == "deck")
            first, *further = told(words, max(room, _DECK) if zone == "deck" else room * 3)
            zones[zone] = [Text.assemble((f"{zone}: ", LABEL), first), *further]
    lines = flow(zones.pop("hand"), room, glyphs, " ") if "hand" in zones else []
    if not scene.state[f"{c}drawn"]:
        lines.append(_waiting(scene, name, glyphs))
    lines += packed(list(zones.values()), room, glyphs)
    return [Text.assemble(" " * _INDENT, line) for line in lines]


def _waiting(scene: Scene, name: str, glyphs: Glyphs) -> Text:
    favored = scene.state[f"c.{name}.favored"]
    wanted = f" with a card of the type {glyphs.write(favored)}" if favored else ""
    return Text(f"has still to draw a starting hand{wanted}", LABEL)
