"""The board of Pax Pamir as a drawing: map, players, market and courts, in one picture of any width from 60 columns.

The only input is the flat position (the same mapping that `show --json` prints), the players' names and the card facts;
so a drawing can be made of any position, also one that no game of ours has reached. Up to 115 columns its parts stand
below each other; from 116 on the map stands beside the players' numbers, and the courts stand in two columns.
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
    pad,
    player_style,
)
from cli.views.pamir_changes import change_lines
from cli.views.pamir_map import pamir_map
from cli.views.pamir_market import market
from cli.views.pamir_seats import courts, standings
from cli.views.pamir_words import (
    BLOCKS_OF_A_COALITION,
    COALITION_STYLE,
    COALITIONS,
    SUITS,
    CardFace,
    Scene,
    suit_text,
    tile,
    words,
)
from engine.pamir.cards import CARDS

__all__ = ["CardFace", "board", "change_lines"]

_LETTERED: Final = 84  # up to here a locked card may have room for a letter only


def board(
    state: Mapping[str, Any],
    *,
    players: Sequence[str],
    cards: Mapping[int, CardFace] = CARDS,
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
        state: The flat position, every key present; a market slot without a card holds `None`, a hand may hold 0 for an
            unknown card.
        players: The names in seat order.
        cards: The card facts by number; a card that is missing here is drawn by its number.
        width: How many columns to use; taken as 60 to 200, and never more than the console has.
        changed: The keys whose places are marked.
        before: The position before the change; with it only the region, card or coalition that changed is marked, and
            what has gone is shown as `0`. Without it every part of a changed key is marked.
        hide_hands_except: The only seat whose hand is shown by name, of the others only how many cards they hold;
            -1 hides every hand. By default all are shown.
        title: What stands at the upper left, such as the name of the game.
        prompt: What has to be decided, in words; it follows the name of who decides. By default the phase.
        latest: The events that led to the position; the position of this game shows all that they brought.
    """
    del latest
    table = _Table(Scene(state, players, cards, Marks(state, changed, before), hide_hands_except), title, prompt)
    return Drawing(table.draw, board_width(width))


@dataclass(frozen=True, slots=True)
class _Table:
    """Everything that is drawn, and how its parts are arranged at a width."""

    scene: Scene
    title: str
    prompt: str

    def draw(self, width: int, glyphs: Glyphs) -> list[Text]:
        scene = self.scene
        wide = width >= SIDE_BY_SIDE
        map_width = min(100, max(60, round(width * 0.52))) if wide else width
        side_width = width - map_width - 1 if wide else width
        side = [*standings(scene, side_width, glyphs), *_common(scene, side_width, glyphs)]
        least = len(side) if wide else 0
        land = pamir_map(scene, map_width, glyphs, least)
        return [
            *_turn_line(scene, self.title, width, glyphs),
            *_prompt_lines(scene, self.prompt, width, glyphs),
            *(beside(land, side, map_width) if wide else [*land, *side]),
            *market(scene, width, glyphs),
            *courts(scene, width, glyphs, two_columns=wide),
            *_legend(width, glyphs),
        ]


def _turn_line(scene: Scene, title: str, width: int, glyphs: Glyphs) -> list[Text]:
    """The title on the left; whose turn it is and how many actions are left on the right."""
    state, marks = scene.state, scene.marks
    seat, left = state["turn_of"], state["actions_left"]
    over = state["phase"] == "game_over"
    aside = Text("game over" if over else "setup", "bold")
    if not over and seat is not None:
        name = labels(scene.players, 20, glyphs)[seat]
        aside = Text.assemble("turn of ", (name, f"bold {player_style(seat)}"))
    aside = marked(aside, glyphs, changed=marks.at("turn_of"))
    if not over and left is not None:
        said = "cleanup" if left < 0 else f"{left} action{'' if left == 1 else 's'} left"
        actions = marked(said, glyphs, changed=marks.at("actions_left"))
        aside = Text.assemble(aside, f" {glyphs.dot} ", actions)
    return [heading(glyphs.write(title) or "Pax Pamir", aside, width, glyphs)]


def _prompt_lines(scene: Scene, prompt: str, width: int, glyphs: Glyphs) -> list[Text]:
    """Who must decide what."""
    actor, phase = scene.state["actor"], scene.state["phase"]
    said = glyphs.write(prompt)
    start = Text()
    if actor is not None:
        name = labels(scene.players, 20, glyphs)[actor]
        start = Text.assemble((f"{glyphs.pointer} ", "bold"), (name, f"bold {player_style(actor)}"), ": ")
        said = said or ("to act" if phase == "main" else f"to decide, {phase.replace('_', ' ')}")
    return asked(start, said, width, glyphs, changed=scene.marks.at("phase", "actor"))


def _common(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """What belongs to all: favored suit, blocks, deck, lasting effects, and what this turn has used up."""
    state, marks = scene.state, scene.marks
    room = width - 4
    lines = [_favored(state["favored"], room, glyphs, changed=marks.at("favored"))]
    moved = marks.counts("pool")
    for coalition, left, changed in zip(COALITIONS, state["pool"], moved, strict=True):
        style = COALITION_STYLE[coalition]
        out = BLOCKS_OF_A_COALITION - left
        bar = Text.assemble((glyphs.pick("■", "#") * out, style), (glyphs.pick("·", ".") * left, LABEL))
        name = pad(Text(words(coalition), style), 8)
        count = marked(f"{left} left", glyphs, changed=changed)
        lines.append(Text.assemble(tile(coalition), " ", name, bar, f" {out:2} in play, ", count))
    deck = marked(f"deck {state['deck']}", glyphs, changed=marks.at("deck"))
    discards = marked(f"discards {state['discards']}", glyphs, changed=marks.at("discards"))
    lines += flow([deck, discards, *_effects(scene, glyphs)], room, glyphs)
    lines += flow(_this_turn(scene, glyphs), room, glyphs)
    return box(lines, width, glyphs, Text("Table", "bold"))


def _favored(favored: str, room: int, glyphs: Glyphs, *, changed: bool) -> Text:
    """The track of the four suits, the favored one in brackets and capitals."""
    short = room < 60
    track = [
        marked(suit_text(suit, f"[{suit.upper()}]"), glyphs, changed=changed)
        if suit == favored
        else Text(suit[:3] if short else suit, LABEL)
        for suit in SUITS
    ]
    return Text.assemble("favored  ", Text("  ").join(track))


def _effects(scene: Scene, glyphs: Glyphs) -> list[Text]:
    """Lasting effects: of all, then of each player; `none` when there are none."""
    marks = scene.marks
    names = labels(scene.players, 12, glyphs)
    tokens = []
    owners = [("effects", Text("all")), *((f"p{seat}.effects", Text(name)) for seat, name in enumerate(names))]
    for key, owner in owners:
        current = [
            marked(Text.assemble(words(effect), " (", owner, ")"), glyphs, changed=marks.within(key, effect))
            for effect in scene.state[key]
        ]
        if marks.at(key) and not any(token.plain.endswith(glyphs.mark) for token in current):
            current.append(marked(Text.assemble("ended (", owner, ")"), glyphs, changed=True))
        tokens += current
    if not tokens:
        return [Text("no lasting effects", LABEL)]
    return [Text.assemble(("effects: ", LABEL), tokens[0]), *tokens[1:]]


def _this_turn(scene: Scene, glyphs: Glyphs) -> list[Text]:
    """Cards used and locked and pieces placed this turn, by number and by owner."""
    state, marks = scene.state, scene.marks
    names = enumerate(labels(scene.players, 12, glyphs))
    placed: dict[str, int] = {}
    for piece in state["placed"]:
        kind = piece.partition(".")[0] if piece[0] == "C" else piece[0]
        placed[kind] = placed.get(kind, 0) + 1
    owner = {letter[0].upper(): words(letter) for letter in COALITIONS} | {f"C{seat}": name for seat, name in names}
    said = {
        "spent": ("used", " ".join(map(str, state["spent"]))),
        "locked": ("locked", " ".join(map(str, state["locked"]))),
        "placed": ("placed", ", ".join(f"{count} {owner[kind]}" for kind, count in placed.items())),
    }
    return [
        marked(Text.assemble((f"{label} ", LABEL), text or "nothing"), glyphs, changed=marks.at(key))
        for key, (label, text) in said.items()
        if text or marks.at(key)
    ]


def _legend(width: int, glyphs: Glyphs) -> list[Text]:
    pick = glyphs.pick
    tokens = [
        f"A{pick('■', '^')} army",
        f"A{pick('═', '=')} road",
        f"Name{pick('●', '@')} tribe",
        f"Name{pick('◆', '!')} spy",
        "A patriot",
        "(A) prize",
        f"{pick('★', '*')} rank",
        "2r rupees",
        *(["L locked"] if width < _LETTERED else []),
        "cyl cylinders left",
        f"{glyphs.mark} just changed",
    ]
    return [Text.assemble(" ", line) for line in flow([Text(token, LABEL) for token in tokens], width - 2, glyphs)]
