"""The line: what counts of a stream after undo and redo, and what is told of the rest."""

import pytest

from engine.events import Closed, Event, GameStarted, Hidden, Noted, Redone, Renamed, Reopened, Undone, Unhidden
from engine.line import Entry, Folding, LineError, cut, fold, is_annotation, line_at


class Started(GameStarted, frozen=True, kw_only=True, tag="test.started"):
    """A game began."""


class Moved(Event, frozen=True, kw_only=True, tag="test.moved"):
    """Somebody did something."""

    what: str


START = Started(name="tuesday", players=("Ann", "Bob"), preset="official")


def stream(*told):
    """The entries of a stream: a word is a move and an action of its own, words in a tuple are one action."""
    entries, version = [Entry(version=1, action=1, event=START)], 2
    for one in told:
        events = [
            Moved(what=word) if isinstance(word, str) else word for word in (one if isinstance(one, tuple) else [one])
        ]
        action = version
        for event in events:
            entries.append(Entry(version=version, action=action, event=event))
            version += 1
    return entries


def words(line):
    return " ".join(entry.event.what for entry in line.entries)


def undo(since):
    return Undone(since=since)


REDO = Redone()


# Folding


def test_what_was_recorded_counts_in_its_order():
    line = fold(stream("a", "b", "c"))

    assert words(line) == "a b c"
    assert line.first.event == START
    assert (line.redoable, line.undone) == ((), {})


def test_an_undo_takes_everything_from_its_version_on():
    line = fold(stream("a", "b", "c", undo(3)))

    assert words(line) == "a"
    assert line.undone == {3: 5, 4: 5}
    assert [[entry.version for entry in piece] for piece in line.redoable] == [[3, 4]]


def test_a_redo_puts_back_what_the_last_undo_took():
    entries = stream("a", "b", "c", undo(4), undo(3), REDO)
    line = fold(entries)

    assert words(line) == "a b"
    assert line.undone == {4: 5}
    assert words(fold([*entries, Entry(version=8, action=8, event=REDO)])) == "a b c"


def test_undo_then_redo_gives_back_the_line():
    entries = stream("a", ("b", "c"), "d")

    assert fold([*entries, *stream(*"uvwx", undo(3), REDO)[-2:]]) == fold(entries)


def test_playing_on_after_an_undo_empties_the_redo_stack():
    line = fold(stream("a", "b", undo(3), "c"))

    assert words(line) == "a c"
    assert line.redoable == ()
    assert line.undone == {3: 4}


def test_a_new_event_of_the_game_makes_a_redo_impossible():
    """CASES 3: three actions by two players are undone one by one, play goes on, and redo is refused."""
    entries = stream("ann-1", "bob-1", "ann-2", undo(4), undo(3), undo(2), "ann-3")

    assert words(fold(entries)) == "ann-3"
    assert fold(entries).undone == {4: 5, 3: 6, 2: 7}
    with pytest.raises(LineError) as refused:
        fold([*entries, Entry(version=9, action=9, event=REDO)])
    assert (str(refused.value), refused.value.version) == ("there is nothing to redo", 9)


def test_a_note_leaves_the_redo_stack_alone():
    line = fold(stream("a", "b", undo(3), Noted(text="wait"), REDO))

    assert words(line) == "a b"


def test_an_event_can_be_undone_again_after_a_redo():
    line = fold(stream("a", "b", undo(3), REDO, undo(3)))

    assert words(line) == "a"
    assert line.undone == {3: 6}


def test_an_undo_that_finds_nothing_is_refused():
    with pytest.raises(LineError, match="nothing on the line from event 9 on can be undone") as refused:
        fold(stream("a", undo(9)))

    assert refused.value.version == 3


def test_a_redo_without_an_undo_is_refused():
    with pytest.raises(LineError, match="there is nothing to redo"):
        fold(stream("a", REDO))


@pytest.mark.parametrize("entries", [[], stream("a")[1:]], ids=["empty", "headless"])
def test_a_stream_begins_with_the_start_of_a_game(entries):
    with pytest.raises(LineError, match="does not begin with the start of a game"):
        fold(entries)


def test_folding_entry_by_entry_gives_the_same_line_at_each_point():
    entries = stream("a", "b", undo(3), REDO, Noted(text="x"), "c", undo(2), REDO, "d")
    folding = Folding(entries[0])
    for number, entry in enumerate(entries[1:], start=2):
        folding.add(entry)

        assert folding.line() == fold(entries[:number])


# Annotations


@pytest.mark.parametrize(
    "event",
    [
        Noted(text="a note"), Closed(how="abandoned"), Reopened(), Renamed(name="wednesday"), Hidden(), Unhidden(),
    ],
    ids=lambda event: event.kind(),
)  # fmt: skip
def test_annotations_never_touch_the_line(event):
    line = fold(stream("a", event, "b"))

    assert is_annotation(event)
    assert words(line) == "a b"


@pytest.mark.parametrize("event", [undo(2), REDO, Moved(what="a"), START], ids=lambda event: event.kind())
def test_acts_upon_the_line_and_events_of_the_game_are_no_annotations(event):
    assert not is_annotation(event)


def test_a_note_is_never_undone():
    line = fold(stream("a", Noted(text="x"), "b", undo(2)))

    assert set(line.undone) == {2, 4}


# Actions


def test_the_last_action_is_all_of_its_events():
    line = fold(stream("a", ("b", "c", "d")))

    assert [entry.event.what for entry in line.last_action()] == ["b", "c", "d"]


def test_before_the_first_action_there_is_no_last_one():
    assert fold(stream()).last_action() == ()


def test_the_last_action_after_an_undo_is_the_one_before():
    line = fold(stream("a", ("b", "c"), undo(3)))

    assert [entry.event.what for entry in line.last_action()] == ["a"]


@pytest.mark.parametrize(("version", "found"), [(2, "a b c d"), (3, "b c d"), (4, "b c d"), (5, "d"), (6, "")])
def test_undoing_from_a_version_takes_the_whole_action_that_holds_it(version, found):
    line = fold(stream("a", ("b", "c"), "d"))

    assert " ".join(entry.event.what for entry in line.from_version(version)) == found


# Two ways to look back


def test_the_line_at_a_version_is_todays_line_cut_after_it():
    entries = stream("a", "b", undo(3), "c", "d")
    line = line_at(fold(entries), 5)

    assert words(line) == "a c"
    assert line.redoable == ()


def test_what_was_known_at_a_version_is_the_raw_stream_cut_after_it():
    entries = stream("a", "b", undo(3), "c", "d")

    assert words(fold(cut(entries, 3))) == "a b"
    assert words(fold(cut(entries, 4))) == "a"
    assert [entry.version for entry in cut(entries, 4)] == [1, 2, 3, 4]


def test_an_event_undone_later_is_known_then_and_gone_from_the_line_of_today():
    entries = stream("a", "b", undo(3))

    assert words(line_at(fold(entries), 3)) == "a"
    assert words(fold(cut(entries, 3))) == "a b"
