"""The players of Pax Pamir: a line of numbers for each, and each court with its spies, prizes and hand."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from cli.views.frame import LABEL, Glyphs, beside, box, cut, flow, labels, listed, marked, pad, player_style
from cli.views.pamir_words import (
    COALITION_STYLE,
    RUPEE_STYLE,
    SUIT_STYLE,
    SUITS,
    Scene,
    allegiance,
    card_name,
    pips,
    suit_rank,
    words,
)

_SPY: Final = ("◆", "!")
_MOST_SPIES: Final = 4
_COURT_LIMIT: Final = 3
_HAND_LIMIT: Final = 2
_LABEL_WIDTH: Final = 7


def standings(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """One line per player with the numbers of the player board, in a frame of `width` cells."""
    room = width - 4
    widths = {"loyalty": 9, "VP": 4, "inf": 5, "rup": 5, "cyl": 5, "gifts": 8, "P I E M": 8, "hand": 6, "court": 6}
    if room < 72:
        widths |= {"loyalty": 9, "inf": 4, "rup": 4, "cyl": 4, "gifts": 7, "hand": 0, "court": 0}
    name_width = max(6, min(20, room - 2 - sum(widths.values())))
    spread = (room - 2 - name_width - sum(widths.values())) // 6
    widths = {
        name: size + spread if name in ("inf", "rup", "cyl", "VP", "hand", "court") and size else size
        for name, size in widths.items()
    }
    names = labels(scene.players, name_width - 1, glyphs)
    head = [pad(Text("  player", LABEL), name_width + 2)]
    head += [_cell(Text(name, LABEL), name, size, blank=True) for name, size in widths.items() if size]
    lines = [Text.assemble(*head)]
    for seat, name in enumerate(names):
        pointer = Text(glyphs.pointer + " " if scene.state["turn_of"] == seat else "  ", "bold")
        row = [pointer, pad(Text(name, f"bold {player_style(seat)}"), name_width)]
        row += [
            _cell(text, column, widths[column], blank=not text.plain.endswith(glyphs.mark))
            for column, text in _numbers(scene, seat, glyphs).items()
            if widths[column]
        ]
        lines.append(Text.assemble(*row))
    return box(lines, width, glyphs, Text("Players", "bold"))


def _held(scene: Scene, seat: int, zone: str, glyphs: Glyphs) -> Text:
    """`3/4`: the cards in `court` or `hand`, and how many may stay there at the end of the turn."""
    stars = scene.state[f"p{seat}.stars"]
    limit = _COURT_LIMIT + stars[0] if zone == "court" else _HAND_LIMIT + stars[1]
    key = f"p{seat}.{zone}"
    return marked(f"{len(scene.state[key])}/{limit}", glyphs, changed=scene.marks.at(key))


def _cell(text: Text, column: str, width: int, *, blank: bool) -> Text:
    """Numbers stand to the right, with one cell kept free for a mark."""
    if column == "loyalty":
        return pad(text, width)
    return pad(Text.assemble(text, " ") if blank else text, width, right=True)


def _numbers(scene: Scene, seat: int, glyphs: Glyphs) -> dict[str, Text]:
    state, marks = scene.state, scene.marks

    def number(part: str, style: str = "") -> Text:
        return marked(Text(str(state[f"p{seat}.{part}"]), style), glyphs, changed=marks.at(f"p{seat}.{part}"))

    loyalty = state[f"p{seat}.loyalty"]
    dial = Text(words(loyalty), COALITION_STYLE[loyalty]) if loyalty else Text("none", LABEL)
    gifts = Text(" ").join(
        marked(Text(str(slot)), glyphs, changed=marks.exact(f"p{seat}.gifts") and marks.within(f"p{seat}.gifts", slot))
        for slot in state[f"p{seat}.gifts"]
    ) or Text("-", LABEL)
    stars = Text(" ").join(
        Text(str(count), SUIT_STYLE[suit] if count else LABEL)
        for suit, count in zip(SUITS, state[f"p{seat}.stars"], strict=True)
    )
    moved = [key for key in (f"p{seat}.tribes", f"p{seat}.spies") if marks.at(key) and not marks.exact(key)]
    lost_gift = marks.at(f"p{seat}.gifts") and not gifts.plain.endswith(glyphs.mark)
    return {
        "loyalty": marked(dial, glyphs, changed=marks.at(f"p{seat}.loyalty")),
        "VP": number("vp", "bold"),
        "inf": number("influence"),
        "rup": number("rupees", RUPEE_STYLE),
        "cyl": marked(str(state[f"p{seat}.supply"]), glyphs, changed=marks.at(f"p{seat}.supply") or bool(moved)),
        "gifts": marked(gifts, glyphs, changed=lost_gift),
        "P I E M": marked(stars, glyphs, changed=marks.at(f"p{seat}.stars")),
        "hand": _held(scene, seat, "hand", glyphs),
        "court": _held(scene, seat, "court", glyphs),
    }


#: From this width on a court card tells its actions, on a second line if the first has no room.
_ROOM_FOR_ACTIONS = 50


def courts(scene: Scene, width: int, glyphs: Glyphs, *, two_columns: bool) -> list[Text]:
    """Each player's court in a frame of its own, one below the other or in two columns of about the same height."""
    if not two_columns:
        return [line for seat in range(len(scene.players)) for line in _court(scene, seat, width, glyphs)]
    left, right = (width - 1) // 2, width - 1 - (width - 1) // 2
    on_left = [_court(scene, seat, left, glyphs) for seat in range(len(scene.players))]
    heights = [len(block) for block in on_left]
    split = min(range(1, len(heights) + 1), key=lambda cut_at: max(sum(heights[:cut_at]), sum(heights[cut_at:])))
    return beside(
        [line for block in on_left[:split] for line in block],
        [line for seat in range(split, len(heights)) for line in _court(scene, seat, right, glyphs)],
        left,
    )


def _court(scene: Scene, seat: int, width: int, glyphs: Glyphs) -> list[Text]:
    """A court from its left end (first line) to its right end (last line), then prizes and hand."""
    state, marks = scene.state, scene.marks
    room = width - 4
    lines = []
    for number in state[f"p{seat}.court"]:
        lines += _court_card(scene, seat, number, room, glyphs)
    if not lines:
        lines.append(Text("no cards in court", LABEL))
    lines += _listed("prizes", _prizes(scene, seat, glyphs), room, glyphs, changed=marks.at(f"p{seat}.prizes"))
    lines += _listed("hand", _hand(scene, seat, glyphs), room, glyphs, changed=False)
    waiting = state[f"p{seat}.limbo"]
    if waiting or marks.at(f"p{seat}.limbo"):
        said = Text(f"{waiting} {'spy' if waiting == 1 else 'spies'} may go to a Safe House")
        lines += _listed(
            "waiting", [marked(said, glyphs, changed=marks.at(f"p{seat}.limbo"))], room, glyphs, changed=False
        )

    note = Text.assemble(
        ("court ", LABEL), _held(scene, seat, "court", glyphs), ("  hand ", LABEL), _held(scene, seat, "hand", glyphs)
    )
    name = labels(scene.players, min(30, width - note.cell_len - 22), glyphs)[seat]
    loyalty = state[f"p{seat}.loyalty"]
    title = Text.assemble(
        (name, f"bold {player_style(seat)}"),
        *((" ", (words(loyalty), COALITION_STYLE[loyalty])) if loyalty else ()),
    )
    return box(lines, width, glyphs, title, note)


def _court_card(scene: Scene, seat: int, number: int, room: int, glyphs: Glyphs) -> list[Text]:
    state, marks = scene.state, scene.marks
    key = f"p{seat}.court"
    new = marks.exact(key) and marks.within(key, number)
    count = Text.assemble(" " * (3 - len(str(number))), marked(Text(str(number), "bold"), glyphs, changed=new))
    count = pad(count, 5)
    name = card_name(number, scene.cards, glyphs)
    card = scene.cards.get(number)

    spies = []
    for owner, label in enumerate(labels(scene.players, 8, glyphs)):
        held = state[f"p{owner}.spies"].get(str(number), 0)
        moved = marks.within(f"p{owner}.spies", str(number))
        if held or (moved and marks.exact(f"p{owner}.spies")):
            style = player_style(owner)
            spy = pips(Text(label, style), glyphs.pick(*_SPY), held, style, _MOST_SPIES)
            spies.append(marked(spy, glyphs, changed=moved))
    if number in state["spent"]:
        spies.append(marked("used", glyphs, changed=marks.within("spent", number)))
    if card is None:
        return flow([Text.assemble(count, name), *spies], room, glyphs)

    roomy = room >= 66
    spacious = room >= 84
    name_width = 24 if spacious else 21 if roomy else 18
    region = words(card.region)
    start = Text.assemble(
        count,
        pad(Text(cut(name, name_width, glyphs)), name_width + 1),
        pad(suit_rank(card, glyphs, 3 if roomy else 1), 7 if roomy else 5),
        pad(Text(region if spacious else region[:3]), 12 if spacious else 4),
        pad(allegiance(card), 6),
    )
    if card.ability:
        spies += [Text(word, "italic") for word in glyphs.write(card.ability).split(" ")]
    if room >= _ROOM_FOR_ACTIONS:
        spies += [Text(action, LABEL) for action in card.actions]
    rest = flow(spies, room - start.cell_len, glyphs, " ") or [Text()]
    blank = Text(" " * start.cell_len)
    return [Text.assemble(start if row == 0 else blank, line) for row, line in enumerate(rest)]


def _prizes(scene: Scene, seat: int, glyphs: Glyphs) -> list[Text]:
    tokens = []
    for number in scene.state[f"p{seat}.prizes"]:
        card = scene.cards.get(number)
        prize = Text.assemble(" ", allegiance(card)[2:]) if card and card.prize else Text()
        tokens.append(Text.assemble((str(number), "bold"), f" {card_name(number, scene.cards, glyphs)}", prize))
    if not tokens and scene.marks.at(f"p{seat}.prizes"):
        tokens.append(Text("none"))
    return tokens


def _hand(scene: Scene, seat: int, glyphs: Glyphs) -> list[Text]:
    hand = scene.state[f"p{seat}.hand"]
    if not hand:
        return []
    if scene.seen_hand is not None and scene.seen_hand != seat:
        return [Text(f"{len(hand)} hidden", LABEL)]
    key = f"p{seat}.hand"
    tokens = []
    for number in hand:
        if number:
            new = scene.marks.exact(key) and scene.marks.within(key, number)
            place = marked(Text(str(number), "bold"), glyphs, changed=new)
            tokens.append(Text.assemble(place, f" {card_name(number, scene.cards, glyphs)}"))
    unknown = sum(1 for number in hand if not number)
    if unknown:
        tokens.append(Text(f"{unknown} unknown", LABEL))
    return tokens


def _listed(label: str, tokens: Sequence[Text], room: int, glyphs: Glyphs, *, changed: bool) -> list[Text]:
    """A label and what it names, as many lines as that takes; nothing when there is nothing to name."""
    head = marked(Text(label, LABEL), glyphs, changed=changed)
    return listed(head, tokens, room, _LABEL_WIDTH + 2, glyphs)
