"""The map of Pax Pamir: six regions, laid so that exactly the nine pairs with a border share a wall; there roads lie.

Transcaspia   |   Kabul      | Punjab
--------------+--------------|
Persia |   Herat  | Kandahar |
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from cli.views.frame import LABEL, Glyphs, box, flow, labels, marked, overlay, pad, player_style
from cli.views.pamir_words import BORDERS, COALITION_STYLE, COALITIONS, REGIONS, Scene, pips, tile

_FRAME: Final = 2
_NORTH: Final = ("transcaspia", "kabul")
_SOUTH: Final = ("persia", "herat", "kandahar")
_ARMY: Final = ("■", "^")
_ROAD: Final = ("═", "=")
_TRIBE: Final = ("●", "@")
_MOST_PIECES: Final = 5
_LEAST_HEIGHT: Final = 4
_WIDE_GUTTER: Final = 5
_UPRIGHT: Final = ("kabul-transcaspia", "kabul-punjab", "herat-persia", "herat-kandahar", "kandahar-punjab")
_LEVEL: Final = ("persia-transcaspia", "herat-transcaspia", "herat-kabul", "kabul-kandahar")


@dataclass(frozen=True, slots=True)
class _Plan:
    """How wide each region is, and the gutter in whose middle an upright wall stands."""

    gutter: int
    persia: int
    herat: int
    kandahar: int
    punjab: int
    transcaspia: int
    kabul: int

    @classmethod
    def of(cls, width: int) -> "_Plan":
        """The plan for content of this width; Herat lies as far under Transcaspia as under Kabul."""
        gutter = _WIDE_GUTTER if width >= 64 else _WIDE_GUTTER - 1
        punjab = round((width - 3 * gutter) * 0.22)
        west = width - 3 * gutter - punjab
        persia = round(west * 0.28)
        kandahar = round(west * 0.3)
        herat = west - persia - kandahar
        transcaspia = persia + gutter + (herat - gutter) // 2
        return cls(gutter, persia, herat, kandahar, punjab, transcaspia, west + gutter - transcaspia)

    def walls(self) -> tuple[int, int, int, int]:
        """Where in the frame the walls stand: Persia-Herat, Transcaspia-Kabul, Herat-Kandahar, and Punjab's."""
        left = _FRAME + self.gutter // 2
        herat = left + self.persia + self.gutter
        kandahar = herat + self.herat + self.gutter
        return herat - self.gutter, left + self.transcaspia, kandahar - self.gutter, kandahar + self.kandahar


def pamir_map(scene: Scene, width: int, glyphs: Glyphs, least: int = 0) -> list[Text]:
    """The six regions with tribes, armies and ruler, and the roads on their borders, in a frame of `width` cells.

    The frame has at least `least` lines.
    """
    plan = _Plan.of(width - 2 * _FRAME)
    cells = {name: _region(scene, name, getattr(plan, name), glyphs) for name in REGIONS}
    most = 2 if plan.gutter == _WIDE_GUTTER else 1
    roads = {border: _blocks(scene, f"b.{border}", _ROAD, (most, plan.gutter), glyphs) for border in BORDERS}

    height = [
        max(_LEAST_HEIGHT, *(len(cells[name]) for name in names), *(len(roads[border]) for border in borders))
        for names, borders in ((_NORTH, _UPRIGHT[:2]), (_SOUTH, _UPRIGHT[2:]))
    ]
    height[1] = max(height[1], len(cells["punjab"]) - height[0] - 1)
    spare = max(0, least - sum(height) - 3)
    height = [height[0] + spare // 2, height[1] + spare - spare // 2]
    punjab = _filled(cells["punjab"], sum(height) + 1, plan.punjab)
    walls = {
        border: _upright_wall(roads[border], height[0 if border in _UPRIGHT[:2] else 1], plan.gutter, glyphs)
        for border in _UPRIGHT
    }
    upper = _joined(
        _filled(cells["transcaspia"], height[0], plan.transcaspia),
        walls["kabul-transcaspia"],
        _filled(cells["kabul"], height[0], plan.kabul),
        walls["kabul-punjab"],
        punjab[: height[0]],
    )
    lower = _joined(
        _filled(cells["persia"], height[1], plan.persia),
        walls["herat-persia"],
        _filled(cells["herat"], height[1], plan.herat),
        walls["herat-kandahar"],
        _filled(cells["kandahar"], height[1], plan.kandahar),
        walls["kandahar-punjab"],
        punjab[height[0] + 1 :],
    )
    framed = box([*upper, Text(), *lower], width, glyphs, Text("Map", "bold"))
    rest = Text.assemble(" " * (plan.gutter - plan.gutter // 2 - 1), punjab[height[0]], " ", (glyphs.line("│"), LABEL))
    framed[height[0] + 1] = Text.assemble(_level_wall(scene, plan, roads, glyphs), rest)
    first, second, third, last = plan.walls()
    for place in (second, last):
        framed[0] = overlay(framed[0], place, Text(glyphs.line("┬"), LABEL))
    for place in (first, third, last):
        framed[-1] = overlay(framed[-1], place, Text(glyphs.line("┴"), LABEL))
    return framed


def _region(scene: Scene, region: str, width: int, glyphs: Glyphs) -> list[Text]:
    ruler = scene.state[f"r.{region}.ruler"]
    crown = Text("no ruler", LABEL)
    if ruler is not None:
        name = labels(scene.players, max(3, width - 7), glyphs)[ruler]
        crown = Text.assemble(("ruler ", LABEL), (name, f"bold {player_style(ruler)}"))
    lines = [Text(region.upper(), "bold"), marked(crown, glyphs, changed=scene.marks.at(f"r.{region}.ruler"))]
    lines += flow(_blocks(scene, f"r.{region}.armies", _ARMY, (_MOST_PIECES, width), glyphs), width, glyphs, " ")

    tribes = []
    for seat, name in enumerate(labels(scene.players, min(10, width - 5), glyphs)):
        key = f"p{seat}.tribes"
        count = scene.state[key].get(region, 0)
        moved = scene.marks.within(key, region)
        if count or (moved and scene.marks.exact(key)):
            style = player_style(seat)
            tribe = pips(Text(name, style), glyphs.pick(*_TRIBE), count, style, _MOST_PIECES)
            tribes.append(marked(tribe, glyphs, changed=moved))
    return lines + flow(tribes, width, glyphs, " ")


def _blocks(scene: Scene, key: str, sign: tuple[str, str], limits: tuple[int, int], glyphs: Glyphs) -> list[Text]:
    """One token per coalition that has blocks there, or has just lost its last one.

    The limits are how many blocks are drawn one by one, and how many cells a token may take.
    """
    most, room = limits
    tokens = []
    for coalition, count, moved in zip(COALITIONS, scene.state[key], scene.marks.counts(key), strict=True):
        if count or (moved and scene.marks.exact(key)):
            token = pips(tile(coalition), glyphs.pick(*sign), count, COALITION_STYLE[coalition], most)
            whole = marked(token, glyphs, changed=moved)
            tokens.append(whole if whole.cell_len <= room else marked(_count(coalition, count), glyphs, changed=moved))
    if not tokens and scene.marks.at(key):
        tokens.append(marked("", glyphs, changed=True))
    return tokens


def _count(coalition: str, count: int) -> Text:
    return Text.assemble(tile(coalition), (str(count), COALITION_STYLE[coalition]))


def _filled(lines: Sequence[Text], height: int, width: int) -> list[Text]:
    return [pad(line, width) for line in (*lines, *[Text()] * (height - len(lines)))]


def _joined(*blocks: Sequence[Text]) -> list[Text]:
    return [Text.assemble(*row) for row in zip(*blocks, strict=True)]


def _upright_wall(roads: Sequence[Text], height: int, width: int, glyphs: Glyphs) -> list[Text]:
    """A wall down the middle of its gutter, with the roads lying on it one below the other."""
    wall = Text(glyphs.line("│"), LABEL)
    above = (height - len(roads)) // 2
    rows = [
        *[Text.assemble(" " * (width // 2), wall)] * above,
        *(Text.assemble(" " * min(1, max(0, width - road.cell_len - 1)), road) for road in roads),
        *[Text.assemble(" " * (width // 2), wall)] * (height - above - len(roads)),
    ]
    return [pad(row, width) for row in rows]


def _level_wall(scene: Scene, plan: _Plan, roads: Mapping[str, Sequence[Text]], glyphs: Glyphs) -> Text:
    """The wall between the northern and the southern regions, with the roads lying on it, up to the wall of Punjab."""
    first, second, third, last = plan.walls()
    line = Text(glyphs.line("├") + glyphs.line("─") * (last - 1) + glyphs.line("┤"), LABEL)
    for place, sign in ((first, "┬"), (second, "┴"), (third, "┬")):
        line = overlay(line, place, Text(glyphs.line(sign), LABEL))
    spans = ((0, first), (first, second), (second, third), (third, last))
    for border, (start, end) in zip(_LEVEL, spans, strict=True):
        room = end - start - 1
        tag = Text(" ").join(roads[border])
        if tag.cell_len + 2 > room:
            key = f"b.{border}"
            counts = [_count(name, count) for name, count in zip(COALITIONS, scene.state[key], strict=True) if count]
            tag = marked(Text.assemble(*counts), glyphs, changed=scene.marks.at(key))
        elif tag:
            tag = Text.assemble(" ", tag, " ")
        line = overlay(line, start + 1 + (room - tag.cell_len) // 2, tag)
    return line
