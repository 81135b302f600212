"""The board of any game that has none of its own: its flat position, key by key, in boxes of what belongs together.

Every game gives its state as flat keys with dots (`game.flat`), so this much can always be drawn, told and leapt to. A
game with a folder of views of its own does better; until then nothing of it is hidden from the people at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from rich.text import Text

from cli.views.frame import (
    LABEL,
    Drawing,
    Glyphs,
    Marks,
    asked,
    board_width,
    box,
    cut,
    heading,
    listed,
    marked,
    player_style,
)

__all__ = ["board", "change_lines", "landmarks"]

#: What the position says of the question itself; the board says it in words.
_QUESTION: Final = ("phase", "actor")
_MISSING: Final = object()


def board(
    state: Mapping[str, Any],
    *,
    players: Sequence[str],
    width: int,
    changed: frozenset[str] = frozenset(),
    before: Mapping[str, Any] | None = None,
    hide_hands_except: int | None = None,
    title: str = "",
    prompt: str = "",
    latest: Sequence[Mapping[str, Any]] = (),
) -> Drawing:
    """The board of a position, to be printed by rich; the arguments are those of every game's board.

    Args:
        state: The flat position, as the chosen seat sees it. `actor` is the seat that decides, if there is the key.
        players: The names in seat order.
        width: How many columns to use; taken as 60 to 200, and never more than the console has.
        changed: The keys that are marked.
        before: The position before the change.
        hide_hands_except: The only seat for which the position was made.
        title: What stands at the upper left, such as the name of the game.
        prompt: What has to be decided, in words.
        latest: The events that led to the position; nothing of them is drawn here.
    """
    del latest
    marks = Marks(state, changed, before)

    def draw(width: int, glyphs: Glyphs) -> list[Text]:
        seen = "" if hide_hands_except is None else f"as {players[hide_hands_except]} sees it"
        lines = [heading(title, Text(glyphs.write(seen), LABEL), width, glyphs)]
        lines += asked(_who(state, players, glyphs), glyphs.write(prompt), width, glyphs, changed=marks.at(*_QUESTION))
        for name, keys in _grouped(state).items():
            tokens = [_token(key, name, state[key], glyphs, changed=marks.at(key)) for key in keys]
            lines += box(listed(Text(), tokens, width - 4, 0, glyphs), width, glyphs, _title(name, players, glyphs))
        return lines

    return Drawing(draw, board_width(width))


def change_lines(
    changed: Mapping[str, Any],
    before: Mapping[str, Any],
    players: Sequence[str],
    *,
    hide_hands_except: int | None = None,
) -> list[str]:
    """What changed, one line a key with its old and new value: `p0.points: 3 -> 5`.

    Args:
        changed: Keys of the flat position with their new values; a value that is not new gives no line.
        before: The position before.
        players: The names in seat order.
        hide_hands_except: The only seat for which both were made.
    """
    del hide_hands_except
    found = []
    for key, value in changed.items():
        then = before.get(key, _MISSING)
        if then is _MISSING:
            found.append(f"{_named(key, players)}: {written(value)}")
        elif then != value:
            found.append(f"{_named(key, players)}: {written(then)} -> {written(value)}")
    return found


def landmarks(
    before: Mapping[str, Any], after: Mapping[str, Any], effects: Iterable[Any], *, kind: str = ""
) -> frozenset[str]:
    """What a step is: "turn" if another seat decides after it.

    Args:
        before: The flat position before the step.
        after: The flat position after it.
        effects: The consequences of the step.
        kind: The kind of its event.
    """
    del effects, kind
    actor = after.get("actor")
    return frozenset({"turn"} if actor is not None and actor != before.get("actor") else ())


def written(value: Any) -> str:
    """A value of the position as people read it: text as it is, nothing as a dash, else its JSON."""
    if value is None:
        return "-"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _grouped(state: Mapping[str, Any]) -> dict[str, list[str]]:
    """The keys by their first part, those without parts under an empty name, in the order of the position."""
    found: dict[str, list[str]] = {}
    for key in state:
        if key not in _QUESTION:
            name, dot, _ = key.partition(".")
            found.setdefault(name if dot else "", []).append(key)
    return found


def _token(key: str, name: str, value: Any, glyphs: Glyphs, *, changed: bool) -> Text:
    label = key.removeprefix(f"{name}.").replace("_", " ")
    said = Text.assemble((f"{glyphs.write(label)} ", LABEL), glyphs.write(written(value)) or "-")
    return marked(said, glyphs, changed=changed)


def _title(name: str, players: Sequence[str], glyphs: Glyphs) -> Text | None:
    if not name:
        return None
    seat = _seat(name)
    if seat is None or seat >= len(players):
        return Text(glyphs.write(name.replace("_", " ")))
    return Text(cut(glyphs.write(players[seat]), 40, glyphs), player_style(seat))


def _named(key: str, players: Sequence[str]) -> str:
    name, dot, rest = key.partition(".")
    seat = _seat(name) if dot else None
    owner = players[seat] if seat is not None and seat < len(players) else name
    return f"{owner} {rest}".replace("_", " ") if dot else key.replace("_", " ")


def _seat(name: str) -> int | None:
    """The seat that a first part like `p0` names."""
    return int(name[1:]) if name[:1] == "p" and name[1:].isdecimal() and name[1:].isascii() else None


def _who(state: Mapping[str, Any], players: Sequence[str], glyphs: Glyphs) -> Text:
    actor = state.get("actor")
    if not isinstance(actor, int) or actor >= len(players):
        return Text()
    return Text.assemble(f"{glyphs.pointer} ", (glyphs.write(players[actor]), player_style(actor)), ": ")
