"""What every game's board shares: how wide it is, its boxes, its marks and how text is measured and cut.

A board is drawn as a list of `rich.text.Text` lines, each measured in terminal cells, so that a drawing depends on
nothing but its input and its width. Colour only repeats what a letter or a symbol already says. Where the console
cannot write UTF-8 every symbol has a plain twin (`Glyphs.pick`), and a letter that it cannot write becomes its base
letter or `?`.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

NARROWEST: Final = 60
WIDEST: Final = 200
SIDE_BY_SIDE: Final = 116

CHANGED: Final = "bold underline"
LABEL: Final = "dim"
# One for each seat: middling tones, which stand out on a dark and on a light ground.
PLAYER_STYLE: Final = ("#00a3a3", "#e07b24", "#8aa81c", "#b57bb0", "#a8966a", "#6f8fd0")


def board_width(available: int) -> int:
    """The width to draw at: what is available, no less than 60 (the rest is cut off), no more than 200 columns."""
    return max(NARROWEST, min(available, WIDEST))


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The signs a console can write.

    Attributes:
        plain: Only ASCII signs are drawn.
        encoding: What the console writes in; letters of names that it lacks are replaced.
    """

    plain: bool = False
    encoding: str = "utf-8"

    @classmethod
    def of(cls, options: ConsoleOptions) -> "Glyphs":
        """The signs for the console with these options."""
        return cls(plain=options.ascii_only, encoding=options.encoding)

    def pick(self, fancy: str, plain: str) -> str:
        """The fancy sign, or its plain twin where only ASCII can be written."""
        return plain if self.plain else fancy

    @property
    def mark(self) -> str:
        """Stands behind whatever has just changed."""
        return self.pick("◄", "<")

    @property
    def pointer(self) -> str:
        """Stands before whoever is to act."""
        return self.pick("►", ">")

    @property
    def dot(self) -> str:
        """Stands between two facts on one line."""
        return self.pick("·", "-")

    @property
    def ellipsis(self) -> str:
        """Stands where text was cut."""
        return self.pick("…", "~")

    def line(self, sign: str) -> str:
        """A box-drawing sign (`─│╭╮╰╯├┤┬┴┼`) or its plain twin."""
        if not self.plain:
            return sign
        return {"─": "-", "│": "|"}.get(sign, "+")

    def write(self, text: str) -> str:
        """The text on one line, in signs that the console has, without control or invisible signs."""
        cleaned = "".join(sign if sign.isprintable() else " " for sign in unicodedata.normalize("NFC", text))
        return "".join(map(self._writable, " ".join(cleaned.split())))

    def _writable(self, sign: str) -> str:
        if self._has(sign):
            return sign
        base = unicodedata.normalize("NFKD", sign)[0]
        return base if self._has(base) else "?"

    def _has(self, sign: str) -> bool:
        try:
            sign.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return sign.isascii()
        return True


def cut(text: str, width: int, glyphs: Glyphs) -> str:
    """The text in at most `width` cells; where it was cut an ellipsis says so."""
    if cell_len(text) <= width:
        return text
    return "" if width < 1 else _first_cells(text, width - 1) + glyphs.ellipsis


def pad(line: Text, width: int, *, right: bool = False) -> Text:
    """The line in exactly `width` cells: filled with blanks on its right (or left), or cropped."""
    room = width - line.cell_len
    if room < 0:
        cropped = line.copy()
        cropped.truncate(width, overflow="crop", pad=True)
        return cropped
    blank = Text(" " * room)
    return Text.assemble(blank, line) if right else Text.assemble(line, blank)


def flow(tokens: Iterable[Text], width: int, glyphs: Glyphs, gap: str = "  ") -> list[Text]:
    """Tokens one after another, broken into lines between tokens only; one that is too long is cut."""
    lines: list[Text] = []
    for token in tokens:
        fitting = token
        if token.cell_len > width:
            fitting = token[: len(cut(token.plain, width, glyphs)) - 1]
            fitting.append(glyphs.ellipsis)
        if lines and lines[-1].cell_len + len(gap) + fitting.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, fitting)
        else:
            lines.append(fitting)
    return lines


def wrap(text: str, width: int, most: int, glyphs: Glyphs) -> list[str]:
    """The text in lines broken between words; the last of at most `most` lines is cut if more would follow."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and (len(lines) == most or cell_len(f"{lines[-1]} {word}") <= width):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [cut(line, width, glyphs) for line in lines]


def labels(names: Sequence[str], width: int, glyphs: Glyphs) -> list[str]:
    """A short, different label of at most `width` cells for each name, in order.

    Names that look alike when cut carry their seat (from 1) instead of their end; where even that does not tell them
    apart, the seats stand alone.
    """
    whole = [glyphs.write(name) or str(seat) for seat, name in enumerate(names, 1)]
    short = [cut(name, width, glyphs) for name in whole]
    result = [
        label if short.count(label) == 1 else _first_cells(name, width - len(str(seat))) + str(seat)
        for seat, (name, label) in enumerate(zip(whole, short, strict=True), 1)
    ]
    return result if len({*result}) == len(result) else [str(seat) for seat in range(1, len(names) + 1)]


def _first_cells(text: str, width: int) -> str:
    kept = ""
    for sign in text:
        if cell_len(kept + sign) > width:
            break
        kept += sign
    return kept.rstrip()


#: What title and note of a frame take besides their own cells, corners and what stands between them included.
_EDGE = 9


def box(
    lines: Iterable[Text], width: int, glyphs: Glyphs, title: Text | None = None, note: Text | None = None
) -> list[Text]:
    """Lines in a frame of exactly `width` cells, a title in its upper edge on the left and a note on the right.

    A note that has no room beside the title comes first in the frame.
    """
    if title and note and title.cell_len + note.cell_len + _EDGE > width:
        lines, note = [*flow([note], width - 4, glyphs), *lines], None
    side = Text(glyphs.line("│"), LABEL)
    top = edge(width, glyphs, "╭", "╮")
    if note:
        top = overlay(top, width - note.cell_len - 4, Text.assemble(" ", note, " "))
    if title:
        top = overlay(top, 2, Text.assemble(" ", title, " "))
    bottom = edge(width, glyphs, "╰", "╯")
    return [top, *(Text.assemble(side, " ", pad(line, width - 4), " ", side) for line in lines), bottom]


def edge(width: int, glyphs: Glyphs, left: str, right: str) -> Text:
    """A horizontal line with its two ends."""
    return Text(glyphs.line(left) + glyphs.line("─") * (width - 2) + glyphs.line(right), LABEL)


def overlay(line: Text, place: int, tag: Text) -> Text:
    """The line with the tag laid over it from `place` on; up to the end of the tag the line has one-cell signs only.

    So of several tags with wide signs the rightmost is laid first.
    """
    return Text.assemble(line[:place], tag, line[place + tag.cell_len :])


def beside(left: Sequence[Text], right: Sequence[Text], left_width: int, gap: int = 1) -> list[Text]:
    """Two blocks side by side; the shorter one ends in blanks."""
    height = max(len(left), len(right))
    blank = Text("")
    filled = [*left, *[blank] * (height - len(left))]
    others = [*right, *[blank] * (height - len(right))]
    return [Text.assemble(pad(one, left_width), " " * gap, other) for one, other in zip(filled, others, strict=True)]


def player_style(seat: int) -> str:
    """The colour of a seat."""
    return PLAYER_STYLE[seat % len(PLAYER_STYLE)]


def marked(text: Text | str, glyphs: Glyphs, *, changed: bool) -> Text:
    """The text, emphasised and with the mark behind it if it has just changed."""
    if not changed:
        return Text(text) if isinstance(text, str) else text
    emphasised = Text(text) if isinstance(text, str) else text.copy()
    emphasised.stylize(CHANGED)
    return Text.assemble(emphasised, (glyphs.mark, "bold"))


class Marks:
    """Which places of the board have just changed.

    Keys alone say which player's tribes changed, not where; with the state before, the one region is known.
    """

    def __init__(self, state: Mapping[str, Any], changed: frozenset[str], before: Mapping[str, Any] | None) -> None:
        self._state = state
        self._changed = changed
        self._before = before

    def exact(self, key: str) -> bool:
        """Whether it is known which part of the key changed."""
        return key in self._changed and self._before is not None and key in self._before

    def at(self, *keys: str) -> bool:
        """Whether any of the keys changed."""
        return any(key in self._changed for key in keys)

    def within(self, key: str, part: str | int) -> bool:
        """Whether this part of a key changed: an entry of a mapping, or a member of a list."""
        if key not in self._changed:
            return False
        if self._before is None or key not in self._before:
            return True
        now, then = self._state[key], self._before[key]
        if isinstance(now, Mapping) and isinstance(then, Mapping):
            return bool(now.get(part) != then.get(part))
        return (part in (now or ())) != (part in (then or ()))

    def place(self, key: str, index: int) -> bool:
        """Whether this place of a list changed."""
        if key not in self._changed:
            return False
        if self._before is None or key not in self._before:
            return True
        return bool(self._state[key][index] != self._before[key][index])

    def counts(self, key: str) -> tuple[bool, ...]:
        """For a list of counts: which of them changed."""
        now = self._state[key]
        if key not in self._changed:
            return (False,) * len(now)
        then = (self._before or {}).get(key)
        return (True,) * len(now) if then is None else tuple(a != b for a, b in zip(now, then, strict=True))


def heading(title: str, aside: Text, width: int, glyphs: Glyphs) -> Text:
    """The first line of a board: its title on the left, what is said beside it on the right."""
    head = Text(cut(glyphs.write(title), width - aside.cell_len - 4, glyphs), "bold")
    return Text.assemble(" ", head, pad(aside, width - 2 - head.cell_len, right=True))


def asked(start: Text, said: str, width: int, glyphs: Glyphs, *, changed: bool) -> list[Text]:
    """Who must decide (`start`) and what, broken between words; nothing if nothing is said."""
    if not said:
        return []
    tokens = [Text(word) for word in said.split(" ")]
    tokens[-1] = marked(tokens[-1], glyphs, changed=changed)
    lines = flow([Text.assemble(start, tokens[0]), *tokens[1:]], width - 2, glyphs, " ")
    return [Text.assemble(" ", line) for line in lines]


def listed(label: Text, tokens: Sequence[Text], room: int, indent: int, glyphs: Glyphs, gap: str = "  ") -> list[Text]:
    """A label and what it names from `indent` on, as many lines as that takes; nothing when nothing is named."""
    rows = flow(tokens, room - indent, glyphs, gap)
    return [Text.assemble(pad(label if row == 0 else Text(), indent), line) for row, line in enumerate(rows)]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board to be printed by rich: it draws itself when it knows the signs and the width of its console."""

    draw: Callable[[int, Glyphs], list[Text]] = field(repr=False)
    width: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draws at the width asked for, or at the console's if that is narrower."""
        del console
        width = board_width(min(self.width, options.max_width))
        for line in self.draw(width, Glyphs.of(options)):
            line.rstrip()
            line.no_wrap = True
            line.overflow = "crop"
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """A board takes the width it was asked for."""
        del console
        width = min(self.width, options.max_width)
        return Measurement(width, width)
