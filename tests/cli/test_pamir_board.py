"""The drawing of a Pax Pamir board, and what is said of a change between two of them.

The three positions come from the middle and the end of real turns. `UPDATE_GOLDEN=1 pytest tests/cli/test_pamir_board.py`
writes the golden drawings anew; read them before committing.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.cells import cell_len

from cli.views.frame import Glyphs, cut, labels, wrap
from cli.views.pamir_board import board, change_lines
from tests.cli.drawing import golden, printed

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob", "王小明", "Gustav Adolf", "Eve")
PLAYER_COUNTS = (2, 4, 5)


class Card(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    name: str
    kind: str
    region: str | None = None
    suit: str | None = None
    rank: int = 0
    patriot: str | None = None
    prize: str | None = None
    actions: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    ability: str | None = None


CARDS = {
    card.number: card
    for card in msgspec.json.decode((HERE / "data/pamir-cards.json").read_bytes(), type=tuple[Card, ...])
}


def position(count: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A position of so many players, and the one three steps before."""
    data = json.loads((HERE / f"data/pamir-{count}p.json").read_text("utf-8"))
    return data["state"], {**data["state"], **data["before"]}


def three_players() -> dict[str, Any]:
    """The position of four without the last seat."""
    state = position(4)[0]
    kept = {key: value for key, value in state.items() if not key.startswith("p3.")}
    rulers = {key: None for key, value in kept.items() if key.endswith(".ruler") and value == 3}
    return kept | rulers | {"actor": 0, "turn_of": 1}


def draw(state: Mapping[str, Any], width: int, count: int, encoding: str = "utf-8", **more: Any) -> str:
    return printed(board(state, players=NAMES[:count], cards=CARDS, width=width, **more), width, encoding)


def pieces(drawing: str, sign: str) -> int:
    """How many pieces are drawn with a sign, in a row (`Ann●●`) or as a number (`Ann7●`), the legend left out."""
    body = drawing[: drawing.rindex(" A■ army")]
    return sum(int(number) if number else len(row) for number, row in re.findall(rf"(\d*)({sign}+)", body))


def changed_keys(state: Mapping[str, Any], before: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(key for key in state if state[key] != before[key])


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("count", PLAYER_COUNTS)
def test_a_board_looks_like_its_golden_drawing(count, width):
    state, before = position(count)
    drawn = draw(
        state,
        width,
        count,
        changed=changed_keys(state, before),
        before=before,
        title="tuesday",
        prompt="which card to betray?",
    )

    assert golden(f"pamir-{count}p-{width}", drawn) == drawn


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_no_line_is_wider_than_the_width(count, encoding):
    state, before = (three_players(),) * 2 if count == 3 else position(count)
    for width in range(60, 201, 1 if (count, encoding) == (5, "utf-8") else 7):
        for known in (before, None):
            drawn = draw(state, width, count, encoding, changed=changed_keys(state, before), before=known)

            assert max(map(cell_len, drawn.splitlines())) <= width


@pytest.mark.parametrize("width", [60, 80, 115, 116, 120, 200])
@pytest.mark.parametrize("count", PLAYER_COUNTS)
def test_every_frame_is_closed_at_the_same_column(count, width):
    lines = draw(position(count)[0], width, count).splitlines()
    framed = [line for line in lines if line[0] in "│├╭╰"]
    market = [line for line in framed if line[-1] in "│┤╮╯" and line.count("│") == 7]

    assert {cell_len(line) for line in market} == {width}
    assert width >= 116 or {cell_len(line) for line in framed} == {width}


def test_the_worst_position_fits_into_the_narrowest_board():
    state, _ = position(5)
    state |= {f"b.{border[2:]}": [12, 11, 10] for border in state if border.startswith("b.")}
    state |= {key: [12, 12, 12] for key in state if key.endswith(".armies")}
    for seat in range(5):
        state[f"p{seat}.tribes"] = dict.fromkeys(("persia", "transcaspia", "herat", "kabul", "kandahar", "punjab"), 10)
        state[f"p{seat}.rupees"] = -3
        state[f"p{seat}.vp"] = 23
        state[f"p{seat}.limbo"] = 2
    state |= {f"m.{row}.{column}": [state[f"m.{row}.{column}"][0], 11] for row in (0, 1) for column in range(6)}
    state["locked"] = [state[f"m.{row}.{column}"][0] for row in (0, 1) for column in range(6)]
    everything = frozenset(state)
    names = (
        "Maximiliane von Hohenlohe",
        "Maximiliane von Hohenfels",
        "非常長的中文名字也要對齊",
        "[bold]x[/]",
        "a\tb\nc\x1b[2J",
    )
    for width in (60, 80, 120, 200):
        drawing = board(
            state, players=names, cards=CARDS, width=width, changed=everything, title="t" * 300, prompt="go on " * 60
        )
        lines = printed(drawing, width).splitlines()

        assert max(map(cell_len, lines)) <= width
        assert "\x1b" not in "".join(lines)
        assert all(f"{letter}1" in "".join(lines) for letter in "ABR")


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("count", PLAYER_COUNTS)
def test_every_piece_is_on_the_board(count, width):
    state, _ = position(count)
    drawn = draw(state, width, count)
    armies = sum(sum(value) for key, value in state.items() if key.endswith(".armies"))
    roads = sum(sum(value) for key, value in state.items() if key.startswith("b."))
    tribes = sum(sum(state[f"p{seat}.tribes"].values()) for seat in range(count))
    spies = sum(sum(state[f"p{seat}.spies"].values()) for seat in range(count))

    assert pieces(drawn, "═") == roads
    assert pieces(drawn, "●") == tribes
    assert pieces(drawn, "◆") == spies
    assert pieces(drawn, "■") == armies + (
        36 - sum(state["pool"])
    )  # the bars of blocks in play repeat armies and roads


@pytest.mark.parametrize("count", PLAYER_COUNTS)
def test_every_card_number_and_value_is_on_the_board(count):
    state, _ = position(count)
    drawn = draw(state, 200, count)
    words = set(re.findall(r"\d+", drawn))
    market = [state[f"m.{row}.{column}"] for row in (0, 1) for column in range(6)]
    shown = [number for number, _ in market if number]
    for seat in range(count):
        player = {
            part: state[f"p{seat}.{part}"]
            for part in ("court", "hand", "prizes", "vp", "influence", "rupees", "supply")
        }
        shown += [*player.pop("court"), *player.pop("hand"), *player.pop("prizes")]
        row = next(
            line for line in drawn.splitlines() if NAMES[seat] in line and state[f"p{seat}.loyalty"].title() in line
        )

        assert all(re.search(rf"(?<!\d){value}(?!\d)", row) for value in player.values())

    assert {str(number) for number in shown} <= words
    assert all(f"{rupees}r" in drawn for _, rupees in market if rupees)
    assert f"[{state['favored'].upper()}]" in drawn
    assert f"deck {state['deck']}" in drawn
    assert f"discards {state['discards']}" in drawn
    assert all(f"{left} left" in drawn for left in state["pool"])


def test_what_this_turn_has_used_up_is_shown():
    state, _ = position(4)
    state |= {"spent": [1], "locked": [state["m.0.0"][0]], "placed": ["A3", "A4", "C0.1"], "p1.limbo": 1}
    drawn = draw(state, 120, 4)

    assert "used 1" in drawn
    assert f"locked {state['m.0.0'][0]}" in drawn
    assert "placed 2 Afghan, 1 Ann" in drawn
    assert "1 spy may go to a Safe House" in drawn


def test_a_locked_card_says_so_in_the_market():
    state, _ = position(4)
    state |= {"locked": [state["m.0.3"][0]], "m.0.3": [state["m.0.3"][0], 2]}

    assert "2r locked" in draw(state, 120, 4)
    assert "2r locked" in draw(state, 80, 4)
    assert "2r L" in draw(state, 60, 4)


def test_effects_name_whom_they_touch():
    state, _ = position(4)
    drawn = draw(state | {"effects": ["conflict_fatigue"], "p1.effects": ["rumor", "koh_i_noor"]}, 120, 4)

    assert "Conflict Fatigue (all)" in drawn
    assert "Rumor (Bob)" in drawn
    assert "Koh-i-noor (Bob)" in drawn


def test_costs_double_while_military_is_favored():
    state, _ = position(4)

    assert "cost 5" in draw(state | {"favored": "economic"}, 80, 4)
    assert "cost 10" in draw(state | {"favored": "military"}, 80, 4)


def test_a_vacant_slot_and_an_unknown_card_are_drawn():
    state, _ = position(4)
    drawn = draw(state | {"m.1.5": [None, 2], "p0.hand": [0, 0]}, 80, 4)

    assert "empty" in drawn
    assert "2 unknown" in drawn


def test_the_board_before_loyalties_are_chosen_is_drawn():
    state, _ = position(2)
    for seat in (0, 1):
        state |= {f"p{seat}.loyalty": None, f"p{seat}.court": [], f"p{seat}.hand": [], f"p{seat}.spies": {}}
    drawn = draw(state | {"turn_of": None, "actions_left": None, "phase": "choose_loyalty", "actor": 1}, 80, 2)

    assert "setup" in drawn
    assert "► Bob: to decide, choose loyalty" in drawn
    assert "no cards in court" in drawn


def test_the_end_of_the_game_asks_nobody():
    drawn = draw(position(2)[0] | {"phase": "game_over", "actor": None}, 80, 2)

    assert "game over" in drawn
    assert "► Ann:" not in drawn


@pytest.mark.parametrize("seen", [0, 2, -1])
def test_hidden_hands_do_not_leak(seen):
    state, before = position(4)
    others = {
        f"p{seat}.hand": [100 + slot for slot in range(len(state[f"p{seat}.hand"]))]
        for seat in range(4)
        if seat != seen
    }
    keys = changed_keys(state, before)
    drawn = draw(state, 80, 4, hide_hands_except=seen, changed=keys, before=before)

    assert drawn == draw(state | others, 80, 4, hide_hands_except=seen, changed=keys, before=before)
    assert ("hidden" in drawn) is True
    for seat in range(4):
        for number in state[f"p{seat}.hand"]:
            assert (CARDS[number].name in drawn) is (seat == seen)


def test_a_change_is_marked_without_colour():
    state, before = position(4)
    key = "r.kabul.ruler"
    state[key] = 0

    assert "ruler Ann◄" in draw(state, 80, 4, changed=frozenset({key}), before=before)
    assert "◄" not in draw(state, 80, 4).replace("◄ just changed", "")


@pytest.mark.parametrize("key", sorted(position(4)[0]))
def test_every_key_has_a_place_that_is_marked(key):
    state, _ = position(4)
    drawn = draw(state, 80, 4, changed=frozenset({key}))

    assert drawn.count("◄") >= 2  # one of them stands in the legend


def test_with_the_state_before_only_the_one_region_is_marked():
    state, _ = position(4)
    state["p0.tribes"] = {"kabul": 2, "punjab": 1}
    before = state | {"p0.tribes": {"kabul": 1, "punjab": 1, "herat": 1}}
    drawn = draw(state, 80, 4, changed=frozenset({"p0.tribes"}), before=before)

    assert "Ann●●◄" in drawn
    assert "Ann●◄" not in drawn
    assert "Ann0●◄" in drawn  # the last tribe of Herat has gone


def test_colour_adds_nothing_to_the_text():
    state, before = position(5)
    drawing = board(state, players=NAMES, cards=CARDS, width=120, changed=changed_keys(state, before), before=before)
    coloured = printed(drawing, 120, colour=True)

    assert "\x1b[" in coloured
    assert printed(drawing, 120) == re.sub(r"\x1b\[[\d;]*m", "", coloured)


def test_a_console_without_utf_8_gets_plain_signs():
    drawn = draw(position(4)[0], 80, 4, "ascii")

    assert drawn.isascii()
    assert "+- Map -" in drawn
    assert "A^" in drawn


def test_a_console_keeps_the_letters_it_can_write():
    drawn = draw(position(4)[0], 80, 4, "big5")

    assert "王小明" in drawn
    assert "│" not in drawn


def test_a_narrower_console_cuts_the_board_and_does_not_wrap_it():
    drawing = board(position(2)[0], players=NAMES[:2], cards=CARDS, width=80)
    cut_off = printed(drawing, 40).splitlines()

    assert len(cut_off) == len(printed(drawing, 60).splitlines())
    assert max(map(cell_len, cut_off)) <= 40


def test_labels_stay_different_when_cut():
    assert labels(["Maximilian", "Maximiliane", "Max"], 5, Glyphs()) == ["Maxi1", "Maxi2", "Max"]
    assert labels(["Ann", "Ann"], 9, Glyphs()) == ["Ann1", "Ann2"]
    assert labels(["Ann1", "Ann", "Ann", ""], 9, Glyphs()) == ["Ann1", "Ann2", "Ann3", "4"]
    assert labels(["Ann2", "Ann", "Ann"], 9, Glyphs()) == ["1", "2", "3"]


def test_wide_letters_count_two_cells():
    assert cut("王小明", 5, Glyphs()) == "王小…"
    assert cut("王小明", 6, Glyphs()) == "王小明"
    assert wrap("one two three four", 7, 2, Glyphs()) == ["one two", "three…"]


def sentences(new: Mapping[str, Any], old: Mapping[str, Any], **more: Any) -> list[str]:
    return change_lines(new, old, NAMES, CARDS, **more)


@pytest.mark.parametrize(
    ("key", "old", "new", "expected"),
    [
        ("p1.rupees", 4, 2, ["Bob: rupees 4 -> 2"]),
        ("p1.vp", 0, 3, ["Bob: victory points 0 -> 3"]),
        ("p0.loyalty", "british", "afghan", ["Ann: loyalty British -> Afghan"]),
        ("p0.supply", 7, 6, ["Ann: cylinders left 7 -> 6"]),
        ("p0.stars", [1, 0, 0, 2], [1, 0, 1, 0], ["Ann: economic stars 0 -> 1", "Ann: military stars 2 -> 0"]),
        ("p0.gifts", [2], [4], ["Ann: gift 4 given", "Ann: gift 2 returned"]),
        ("p0.tribes", {"kabul": 1}, {"herat": 1}, ["Ann: tribes in Herat 0 -> 1", "Ann: tribes in Kabul 1 -> 0"]),
        ("p0.spies", {}, {"61": 2}, ["Ann: spies on #61 Karakul Sheep 0 -> 2"]),
        ("p0.hand", [61], [0], ["Ann: hand + an unknown card", "Ann: hand - #61 Karakul Sheep"]),
        ("p0.court", [1], [61, 1], ["Ann: #61 Karakul Sheep at the left end of the court"]),
        ("p0.court", [1], [1, 61], ["Ann: #61 Karakul Sheep at the right end of the court"]),
        ("p0.court", [61], [], ["Ann: #61 Karakul Sheep no longer in court"]),
        ("p0.court", [1, 61], [61, 1], ["Ann: court order #1 #61 -> #61 #1"]),
        ("p0.prizes", [], [61], ["Ann: prizes + #61 Karakul Sheep"]),
        ("p0.effects", [], ["koh_i_noor"], ["Ann: Koh-i-noor is in force"]),
        ("p0.limbo", 0, 1, ["Ann: spies waiting for a Safe House 0 -> 1"]),
        ("r.kabul.ruler", None, 0, ["Kabul: ruler nobody -> Ann"]),
        ("r.kabul.armies", [0, 1, 0], [2, 0, 0], ["Kabul: Afghan armies 0 -> 2", "Kabul: British armies 1 -> 0"]),
        ("b.herat-persia", [0, 0, 0], [0, 0, 1], ["Herat-Persia: Russian roads 0 -> 1"]),
        ("pool", [12, 12, 12], [12, 11, 12], ["pool: British blocks 12 -> 11"]),
        ("m.0.2", [61, 0], [None, 0], ["market top 3: #61 Karakul Sheep gone"]),
        ("m.1.0", [None, 1], [61, 1], ["market bottom 1: #61 Karakul Sheep comes"]),
        (
            "m.1.0",
            [61, 1],
            [1, 2],
            ["market bottom 1: #61 Karakul Sheep -> #1 Mohan Lal", "market bottom 1: rupees 1 -> 2"],
        ),
        ("favored", "political", "military", ["favored suit: political -> military"]),
        ("effects", ["conflict_fatigue"], [], ["Conflict Fatigue has ended"]),
        ("phase", "main", "bribe_offer", ["to decide: main -> bribe offer"]),
        ("actor", 0, None, ["who decides: Ann -> nobody"]),
        ("turn_of", 0, 2, ["turn: Ann -> 王小明"]),
        ("actions_left", 0, -1, ["actions left: 0 -> cleanup"]),
        ("spent", [], [61], ["used this turn: #61 Karakul Sheep"]),
        ("locked", [61], [], ["locked this turn: nothing"]),
        ("placed", [], ["A1", "A2", "C1.4"], ["placed this turn: 2 Afghan blocks, 1 Bob cylinder"]),
        ("deck", 3, 2, ["deck: 3 -> 2"]),
        ("weather", "dry", "wet", ["weather: dry -> wet"]),
        ("p0.mood", "good", "bad", ["Ann: mood good -> bad"]),
        ("deck", 3, 3, []),
    ],
)
def test_a_change_is_told_in_game_words(key, old, new, expected):
    assert sentences({key: new}, {key: old}) == expected


def test_a_key_that_was_not_there_before_is_told_as_unknown():
    assert sentences({"deck": 3}, {}) == ["deck: unknown -> 3"]


def test_hidden_hands_do_not_leak_through_changes():
    assert sentences({"p0.hand": [61], "p1.hand": [61]}, {"p0.hand": [], "p1.hand": []}, hide_hands_except=1) == [
        "Ann: hand 0 -> 1 cards",
        "Bob: hand + #61 Karakul Sheep",
    ]


@pytest.mark.parametrize("count", PLAYER_COUNTS)
def test_every_changed_key_of_a_real_game_is_told(count):
    state, before = position(count)
    for key in changed_keys(state, before):
        assert sentences({key: state[key]}, before)


def test_changes_come_in_the_order_of_the_board_whatever_the_order_given():
    state, before = position(4)
    changed = {key: state[key] for key in changed_keys(state, before)}
    lines = sentences(dict(sorted(changed.items())), before)

    assert lines == sentences(dict(sorted(changed.items(), reverse=True)), before)
