"""A whole game as text: written, read back, written again; and what is said of a file that cannot be read."""

import msgspec
import pytest

from engine.events import Noted, Renamed
from engine.notation_file import is_notation, read_game, write_game
from engine.pamir import events as e
from engine.pamir.game import GAME
from engine.pamir.options import OFFICIAL, RALLY_THE_TROOPS
from tests.engine.pamir.given import given
from tests.engine.pamir.notation_games import TRACES, trace_game, walk_game

HEAD = """gamelog notation/1
game: pax-pamir
name: Tuesday
players: Ann, Bob
rules: official
option: bribe_waiver=three_refusals
first: Bob
deck: table
played: 2024-03-05
place: Berlin
campaign: Tuesdays
---
"""
MARKET = "reveal 89 87 59 56 70 57 31 72 18 82 2 41"
GAME_TEXT = f"""{HEAD}{MARKET}
loyalty afghan   # Bob took long

# now the game
loyalty british
buy 89
end
"""


def test_the_head_says_how_the_game_began():
    read = read_game(GAME_TEXT)

    assert read.fault is None
    assert read.played == "2024-03-05"
    assert read.started == e.PamirStarted(
        name="Tuesday",
        players=("Ann", "Bob"),
        preset="official",
        options=msgspec.structs.replace(OFFICIAL, bribe_waiver="three_refusals"),
        first_chooser=1,
        place="Berlin",
        campaign="Tuesdays",
    )


def test_each_line_is_an_action_with_its_comment_and_number():
    actions = read_game(GAME_TEXT).actions

    assert [(len(action.events), action.comment, action.line) for action in actions] == [
        (12, "", 13), (1, "Bob took long", 14), (0, "now the game", 16), (1, "", 17), (1, "", 18), (1, "", 19),
    ]  # fmt: skip
    assert Noted(text="now the game") in read_game(GAME_TEXT).events()


def test_a_game_that_is_written_reads_back_and_is_written_the_same():
    read = read_game(GAME_TEXT)
    text = write_game(read.started, read.events(), played=read.played)

    assert text == GAME_TEXT.replace("\n\n", "\n")
    assert read_game(text).events() == read.events()


@pytest.mark.parametrize("path", TRACES[::5], ids=lambda path: path.name.partition(".")[0])
def test_reference_games_are_written_and_read_back(path):
    started, events = trace_game(path)
    text = write_game(started, events)
    read = read_game(text)

    assert read.fault is None
    assert read.started == started
    assert write_game(read.started, read.events()) == text
    assert len(read.events()) == len(events)


def test_random_games_are_written_and_read_back_to_the_same_events_wherever_they_stop():
    for number in range(30):
        started, events = walk_game(number, limit=80)
        events = events[: len(events) - number % 7]
        notes = [Noted(text=text) for text in ("a # b", "#41 was odd", "two\nlines", "  ", "x: y, z")]
        mixed = [one for place, event in enumerate(events) for one in (event, notes[place % 5])[: 1 + (place % 9 == 0)]]
        text = write_game(started, mixed)
        read = read_game(text)

        assert read.fault is None, read.fault
        assert read.started == started
        assert tuple(one for one in read.events() if not isinstance(one, Noted)) == events
        assert write_game(read.started, read.events()) == text


def test_a_record_that_stops_in_the_middle_of_an_action_says_so():
    started, events = trace_game(TRACES[0])
    last = next(place for place, event in enumerate(events) if isinstance(event, e.WaiverAsked))
    text = write_game(started, events[:last])
    read = read_game(text)

    assert text.endswith("...\n")
    assert len(read.events()) == last
    middle = read_game(text + "ask\n")
    assert middle.fault.fault.message == 'only the last line of a game may be unfinished ("...")'


def test_a_game_may_begin_from_a_position():
    position = GAME.position_text(given("m.0.0 61\np0.court [8]\ndraw_pile [9]").now)
    started = e.PamirStarted(
        name="case", players=("Gray", "Blue", "Tan"), preset="official", options=OFFICIAL, position=position
    )
    text = write_game(started, [e.CardPurchased(card=61)])

    assert read_game(text).started == started
    assert text.endswith("---\nbuy 61\n")
    broken = text.replace('favored "political"', 'favored "blue"')
    fault = read_game(broken).fault
    assert fault.text == 'position: favored "blue"'
    assert fault.fault.message.startswith("favored")


def test_odd_names_are_kept():
    for names in (("A, b", '"q"'), (" sp ", "小明"), ("p1", "é"), ("a\nb", "#x")):
        started = e.PamirStarted(
            name=' "a', players=names, preset="rally-the-troops", options=RALLY_THE_TROOPS, first_chooser=1,
            provenance="seed  3", simulated=True,
        )  # fmt: skip

        assert read_game(write_game(started, [])).started == started


def test_what_is_no_part_of_the_game_is_left_out():
    read = read_game(GAME_TEXT)

    assert write_game(read.started, [*read.events(), Renamed(name="x")], played=read.played) == GAME_TEXT.replace(
        "\n\n", "\n"
    )


def test_full_width_signs_and_line_ends_of_other_systems_are_read():
    text = GAME_TEXT.replace("players: Ann, Bob", "players：Ann，Bob").replace("\n", "\r\n")

    assert read_game("\ufeff" + text).events() == read_game(GAME_TEXT).events()


def test_a_file_is_known_by_its_first_line():
    assert is_notation(GAME_TEXT.encode().splitlines()[0])
    assert is_notation(b"\xef\xbb\xbfgamelog notation/2")
    assert not is_notation(b'{"t": "header"}')


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message", "hint"),
    [
        ("notation/1", "notation/9", 1, 1, 'the first line is not "gamelog notation/1"', None),
        ("game: pax-pamir", "game: chess", 2, 7, 'there is no game "chess"', None),
        ("name:", "nam:", 3, 1, '"nam" is no key of the head', 'did you mean "name"?'),
        ("players: Ann, Bob", "players: Bob", 4, 10, "two to five players play, not 1", None),
        ("players: Ann, Bob\n", "", 11, 1, "the head names no players", None),
        ("rules: official", "rules: offical", 5, 8, 'there is no preset "offical"', 'did you mean "official"?'),
        ("bribe_waiver=", "bribe_waver=", 6, 9, 'there is no option "bribe_waver"', 'did you mean "bribe_waiver"?'),
        ("three_refusals", "four", 6, 9, None, None),
        ("first: Bob", "first: Cai", 7, 8, 'there is no player "Cai"', "one of Ann, Bob"),
        ("deck: table", "deck: 1 2 x", 8, 11, '"x" is no card number', None),
        ("deck: table", "deck: 1 2 3", 8, 7, "a deck for 2 players has 52 cards, this one has 3", None),
        ("place: Berlin", 'place: "Berlin', 10, 8, '"\\u0022Berlin" is no JSON string', None),
        ("place: Berlin", "name: x", 10, 1, '"name" is given twice', None),
        ("buy 89", "  buy 86", 18, 7, "#86 Jan Prosper Witkiewicz is not in the market", None),
        ("buy 89", "bye 89", 18, 1, 'there is no action "bye"', 'did you mean "buy"?'),
    ],
)
def test_a_fault_names_file_line_and_column(old, new, line, column, message, hint):
    read = read_game(GAME_TEXT.replace(old, new, 1))

    assert (read.fault.line, read.fault.fault.column) == (line, column)
    if message and "JSON" not in message:
        assert read.fault.fault.message == message
    assert hint in {None, read.fault.fault.hint}
    assert read.fault.text == GAME_TEXT.replace(old, new, 1).split("\n")[line - 1]


def test_what_precedes_the_fault_is_kept():
    read = read_game(GAME_TEXT.replace("buy 89", "buy 86"))

    assert [action.line for action in read.actions] == [13, 14, 16, 17]
    assert read.started is not None
