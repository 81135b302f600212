"""The board of the Pathfinder Adventure Card Game as a drawing, in one picture of any width from 60 columns.

The input is the flat position (the same mapping that `show --json` prints), the players' names, and the events that
led to it, whose dice are shown. What nobody said is drawn as not known. Up to 115 columns the parts stand below each
other; from 116 on the characters stand beside the locations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rich.text import Text

from cli.views.frame import (
    LABEL,
    SIDE_BY_SIDE,
    Drawing,
    Glyphs,
    Marks,
    asked,
    beside,
    board_width,
    box,
    flow,
    heading,
    labels,
    marked,
    player_style,
)
from cli.views.pathfinder_encounter import going_on
from cli.views.pathfinder_party import party
from cli.views.pathfinder_places import locations
from cli.views.pathfinder_words import BAD, GOOD, STEPS, Cards, Scene, is_pile

__all__ = ["board"]

_LEAST_LEFT: Final = 56


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
    """The board of a position, to be printed by rich.

    Args:
        state: The flat position, every key present.
        players: The names in seat order.
        width: How many columns to use; taken as 60 to 200, and never more than the console has.
        changed: The keys whose places are marked.
        before: The position before the change; with it only the cards and numbers that changed are marked.
        hide_hands_except: The only seat for which the position was made; what is hidden from it is unknown in `state`
            already, and the board says for whom it is drawn.
        title: What stands at the upper left, such as the name of the game.
        prompt: What has to be decided, in words; it follows the name of who decides. By default the question's name.
        latest: The events that led to the position, as JSON objects with their `kind`.
    """
    scene = Scene(state, players, Marks(state, changed, before), before, latest)
    return Drawing(_Table(scene, title, prompt, hide_hands_except).draw, board_width(width))


@dataclass(frozen=True, slots=True)
class _Table:
    """Everything that is drawn, and how its parts are arranged at a width."""

    scene: Scene
    title: str
    prompt: str
    seat: int | None

    def draw(self, width: int, glyphs: Glyphs) -> list[Text]:
        scene = self.scene
        head = [*_head(scene, self.title, width, glyphs), *_question(scene, self.prompt, width, glyphs)]
        if width < SIDE_BY_SIDE:
            parts = (_turn, going_on, locations, party)
            body = [line for part in parts for line in part(scene, width, glyphs)]
        else:
            left = max(_LEAST_LEFT, (width - 1) // 2)
            right = width - left - 1
            body = beside(
                [line for part in (_turn, going_on, locations) for line in part(scene, left, glyphs)],
                party(scene, right, glyphs),
                left,
            )
        return [*head, *body, *_legend(scene, self.seat, width, glyphs)]


def _head(scene: Scene, title: str, width: int, glyphs: Glyphs) -> list[Text]:
    """The title on the left; on the right whose turn it is, or how the scenario ended."""
    state, marks = scene.state, scene.marks
    result, active = state["result"], state["turn.active"]
    if result:
        word = f"the scenario is {result['outcome']}"
        aside = Text(word, f"bold {GOOD if result['outcome'] == 'won' else BAD}")
        aside = marked(aside, glyphs, changed=marks.at("result", "ended"))
    elif not active:
        aside = Text("before the first turn" if not state["middle"] else "between turns", "bold")
    else:
        number = f"turn {state['turn.number']}" if state["turn.number"] else "turn"
        aside = Text.assemble(f"{number} of ", scene.who(active, glyphs))
        aside = marked(aside, glyphs, changed=marks.at("turn.number", "turn.active"))
    return [heading(glyphs.write(title) or "Pathfinder", aside, width, glyphs)]


def _question(scene: Scene, prompt: str, width: int, glyphs: Glyphs) -> list[Text]:
    """Who must decide what. The words of a question mostly begin with the name of the character; its player follows."""
    actor, phase = scene.state["actor"], scene.state["phase"]
    said = glyphs.write(prompt)
    start = Text(f"{glyphs.pointer} ", "bold")
    if actor is not None:
        said = said or phase.replace("_", " ")
        names = [name for name in scene.characters if scene.state[f"c.{name}.seat"] == actor]
        name = next((one for one in names if said.startswith(glyphs.write(one))), "")
        said = said.removeprefix(glyphs.write(name)) if name else f": {said}"
        name = name or next((one for one in names if scene.state[f"c.{one}.alive"]), "")
        player = labels(scene.players, 20, glyphs)[actor]
        if name:
            by = (f" ({player})", LABEL) if scene.player(name) else ""
            start = Text.assemble(start, scene.who(name, glyphs), by)
        else:
            start = Text.assemble(start, (player, f"bold {player_style(actor)}"))
    return asked(start, said, width, glyphs, changed=scene.marks.at("phase", "actor"))


def _turn(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """The steps of the turn, the explorations, and the blessings that are left."""
    state = scene.state
    room = width - 4
    lines = []
    if state["turn.active"] and not state["result"]:
        lines += flow([_track(scene, glyphs), *_explorations(scene, glyphs)], room, glyphs, "   ")
    lines += _blessings(scene, room, glyphs)
    if state["result"]:
        lines.insert(0, Text(glyphs.write(f"{state['result']['outcome']}: {state['result']['reason']}"), "bold"))
    return box(
        lines, width, glyphs, Text(glyphs.write(state["scenario"]) or "Scenario", "bold"), _villains(scene, glyphs)
    )


def _villains(scene: Scene, glyphs: Glyphs) -> Text | None:
    villains = scene.state["villains"]
    return Text(glyphs.write(f"villain {', '.join(villains)}"), LABEL) if villains else None


def _track(scene: Scene, glyphs: Glyphs) -> Text:
    """The steps of a turn, the one reached in brackets and capitals."""
    reached = scene.state["turn.step"]
    words = []
    for step in STEPS:
        word = "begin" if step == "begun" else step
        if step == reached:
            words.append(marked(Text(f"[{word.upper()}]", "bold"), glyphs, changed=scene.marks.at("turn.step")))
        elif step != "begun":
            words.append(Text(word, LABEL))
    return Text(" ").join(words)


def _explorations(scene: Scene, glyphs: Glyphs) -> list[Text]:
    state, marks = scene.state, scene.marks
    tokens = []
    number = state["turn.explorations"]
    if number or marks.at("turn.explorations"):
        times = {0: "not yet", 1: "once", 2: "twice"}.get(number, f"{number} times")
        tokens.append(marked(f"explored {times}", glyphs, changed=marks.at("turn.explorations")))
    grants = state["turn.grants"]
    if grants:
        names = ", ".join(one for one in grants if one)
        said = f"may explore again{f' ({names})' if names else ''}"
        tokens.append(marked(Text(glyphs.write(said), "bold"), glyphs, changed=marks.at("turn.grants")))
    return tokens


def _blessings(scene: Scene, room: int, glyphs: Glyphs) -> list[Text]:
    """The blessings as a bar of what is left and what is used, their numbers, and the discard's top."""
    marks = scene.marks
    left, used = (Cards.of(scene.state[key]) for key in ("blessings", "blessings_discard"))
    tokens = [Text("blessings ", LABEL)]
    drawn = False
    if left.size is not None:
        bar = Text(glyphs.pick("■", "#") * left.size, "#c28a00")
        if used.size is not None:
            bar.append(glyphs.pick("·", ".") * used.size, LABEL)
        if bar.cell_len <= room - 10:
            tokens[0] = Text.assemble(tokens[0], bar)
            drawn = used.size is not None
    tokens.append(marked(Text.assemble((left.count, "bold"), " left"), glyphs, changed=marks.at("blessings")))
    if (used.size or used.known) and not drawn:
        tokens.append(Text(f"{used.count} used"))
    if used.top:
        top = Text.assemble(("last ", LABEL), glyphs.write(used.top[0]))
        tokens.append(marked(top, glyphs, changed=marks.at("blessings_discard")))
    elif marks.at("blessings_discard"):
        tokens.append(marked("turned over", glyphs, changed=True))
    lines = flow(tokens, room, glyphs)
    if left.top:
        further = flow([*tokens, Text.assemble(("next ", LABEL), glyphs.write(left.top[0]))], room, glyphs)
        # What is next is known of few games, and is worth no line of its own.
        return further if len(further) == len(lines) else lines
    return lines


def _legend(scene: Scene, seat: int | None, width: int, glyphs: Glyphs) -> list[Text]:
    """What the signs mean, as far as they are drawn."""
    piles = [value for key, value in scene.state.items() if is_pile(key)]
    counts = [Cards.of(pile).count for pile in piles]
    words = ["? not known"] if "?" in counts else []
    words += ["3+ three or more"] if any(count.endswith("+") for count in counts) else []
    if seat is not None and 0 <= seat < len(scene.players):
        words.insert(0, f"as {glyphs.write(scene.players[seat])} sees it")
    words.append(f"{glyphs.mark} just changed")
    return [Text.assemble(" ", line) for line in flow([Text(word, LABEL) for word in words], width - 2, glyphs)]
