"""The locations of a Pathfinder board: state, cards left, who stands there, what is known of deck and closing."""

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text

from cli.views.frame import LABEL, Glyphs, box, flow, labels, marked, pad
from cli.views.pathfinder_known import closing_of
from cli.views.pathfinder_words import Cards, Scene, joined, packed, pile_words, size_changed, told, words_of

#: The sign, its plain twin, the word and the style of each state of a location.
_STATES: Final = {
    "open": ("○", "o", "open", ""),
    "temporary": ("◐", "%", "closed", "italic"),
    "closed": ("●", "x", "closed", LABEL),
}
_STATE: Final = 8
_COUNT: Final = 5
_INDENT: Final = 6
#: A deck is named in so many cells; `state` names all of it.
_DECK: Final = 100


def locations(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """All locations in a frame; without any, nothing."""
    names = scene.places
    if not names:
        return []
    room = width - 4
    longest = max(cell_len(name) for name in names)
    name_width = min(longest + 2, max(14, room - 4 - _STATE - _COUNT - 18))
    short = labels(names, name_width - 1, glyphs)
    lines = []
    for name, label in zip(names, short, strict=True):
        lines += _location(scene, name, label, name_width, room, glyphs)
    return box(lines, width, glyphs, Text("Locations", "bold"), _note(scene, names))


def _note(scene: Scene, names: Sequence[str]) -> Text:
    """How many are closed, and whether others are in play that nobody named."""
    closed = sum(scene.state[f"l.{name}.status"] == "closed" for name in names)
    said = f"{len(names) - closed} open, {closed} closed" if closed else f"{len(names)} open"
    return Text(said if scene.state["complete"] else f"{said}, others not named", LABEL)


def _location(scene: Scene, name: str, label: str, name_width: int, room: int, glyphs: Glyphs) -> list[Text]:
    """One line, and below it what has no room on it."""
    state, marks = scene.state, scene.marks
    status = state[f"l.{name}.status"]
    sign, twin, word, style = _STATES[status]
    active = state["turn.active"]
    here = bool(active) and scene.at(active) == name
    start = Text.assemble(
        (f"{glyphs.pointer if here else ' '} ", "bold"),
        (f"{glyphs.pick(sign, twin)} ", style),
        pad(Text(label, "bold" if status == "open" else LABEL), name_width),
        pad(marked(Text(word, style), glyphs, changed=marks.at(f"l.{name}.status")), _STATE),
        _count(scene, f"l.{name}.deck", glyphs),
        "  ",
    )
    people = joined([_people(scene, name, glyphs)])
    facts = [*_facts(scene, name, glyphs), *([deck] if (deck := _deck(scene, name, glyphs)) else [])]
    beside = room - start.cell_len
    all_in_one = packed([people, *facts], beside, glyphs)
    if len(all_in_one) <= 1:
        return [Text.assemble(start, *all_in_one)]
    rows = flow(people, beside, glyphs, " ")
    first = [Text.assemble(start if not number else " " * start.cell_len, row) for number, row in enumerate(rows)]
    below = packed(facts, room - _INDENT, glyphs)
    return [*(first or [start]), *(Text.assemble(" " * _INDENT, row) for row in below)]


def _count(scene: Scene, key: str, glyphs: Glyphs) -> Text:
    count = Text(Cards.of(scene.state[key]).count, "bold")
    if size_changed(scene, key):
        return pad(marked(count, glyphs, changed=True), _COUNT, right=True)
    return pad(Text.assemble(count, " "), _COUNT, right=True)


def _people(scene: Scene, name: str, glyphs: Glyphs) -> list[Text]:
    return [
        scene.who(one, glyphs, changed=scene.marks.at(f"c.{one}.location"))
        for one in scene.characters
        if scene.at(one) == name and scene.state[f"c.{one}.alive"]
    ]


def _deck(scene: Scene, name: str, glyphs: Glyphs) -> list[Text]:
    """What is known of the deck; nothing if only its number is."""
    key = f"l.{name}.deck"
    if not Cards.of(scene.state[key]).known:
        return []
    return told(pile_words(scene, key, glyphs, ordered=True), _DECK)


def _facts(scene: Scene, name: str, glyphs: Glyphs) -> list[list[Text]]:
    state, marks = scene.state, scene.marks
    at = f"l.{name}."
    facts = []
    if state[f"{at}status"] == "temporary":
        facts.append(words_of(Text("for now only")))
    if state[f"{at}barred"]:
        facts.append(words_of(marked("no villain gets here this turn", glyphs, changed=marks.at(f"{at}barred"))))
    wanted = closing_of(state, name)
    if wanted and state[f"{at}status"] != "closed":
        said = Text.assemble(("to close: ", LABEL), glyphs.write(wanted))
        facts.append(words_of(marked(said, glyphs, changed=marks.at(f"{at}closing"))))
    return facts
