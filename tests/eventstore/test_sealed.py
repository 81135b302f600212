"""Sealed files: what is written comes back, what was changed is found, and importing is safe to repeat."""

import io
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventstore import (
    Append,
    Conflict,
    IdReused,
    MemoryStore,
    Misuse,
    SealedError,
    import_sealed,
    read_sealed,
    rehash,
    write_sealed,
)
from tests.eventstore.support import Ticking, everything, fill, new_event, new_events


def sealed(*streams):
    """The bytes of a sealed file."""
    file = io.BytesIO()
    write_sealed([event for events in streams for event in events], file)
    return file.getvalue()


def recorded(stream, numbers, **fields):
    """A stream recorded elsewhere, of events with these numbers."""
    origin = MemoryStore(Ticking())
    origin.append([Append(stream, 0, tuple(new_event(number, **fields) for number in numbers))])
    return origin.read(stream)


def refusal(text):
    with pytest.raises(SealedError) as refused:
        read_sealed(text, "game.jsonl")
    return refused.value


# The file


def test_a_file_is_a_header_a_line_per_event_and_the_head():
    events = recorded("tuesday", range(3))

    header, *lines, end = sealed(events).decode().splitlines()

    assert json.loads(header) == {"format": "gamelog-sealed/1", "stream": "tuesday", "events": 3}
    assert [json.loads(line)["version"] for line in lines] == [1, 2, 3]
    assert json.loads(end) == {"head": events[-1].hash, "version": 3}


def test_a_payload_that_is_json_stands_in_its_line_as_it_is():
    payload = b'{"b": 1.50, "a":"\xe4\xbd\x95"}'

    text = sealed(recorded("tuesday", [1], payload=payload))

    assert b'"payload":' + payload + b"," in text


@pytest.mark.parametrize("payload", [b"", b"\xff", b'{"a":\n1}', b'{"a":\r1}', b' {"a":1}', b"1 ", b"{} {}", b'"\xff"'])
def test_a_payload_that_is_no_json_line_stands_in_base_64(payload):
    events = recorded("tuesday", [1], payload=payload)

    text = sealed(events)

    assert b'"payload_base64":' in text
    assert read_sealed(text, "game").game.events == tuple(events)


@given(st.lists(st.tuples(st.binary(max_size=30), st.binary(max_size=30) | st.just(b"null")), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_what_is_written_reads_back_as_the_same_events_and_writes_as_the_same_bytes(pairs):
    origin = MemoryStore(Ticking())
    origin.append([
        Append("tuesday", 0, tuple(new_event(n, payload=one, changed=two) for n, (one, two) in enumerate(pairs)))
    ])  # fmt: skip
    events = origin.read("tuesday")

    game = read_sealed(sealed(events), "game")

    assert list(game.game.events) == events
    assert sealed(game.game.events) == sealed(events)


def test_a_file_can_be_read_from_an_open_file(tmp_path):
    (tmp_path / "game").write_bytes(sealed(recorded("tuesday", range(2))))

    with (tmp_path / "game").open("rb") as file:
        assert read_sealed(file, "game").game.head.version == 2


def test_parents_come_before_the_game_that_was_forked_from_them():
    parent, fork = recorded("tuesday", range(3)), recorded("what-if", range(10, 12))

    game = read_sealed(sealed(parent, fork), "game")

    assert [part.stream for part in game.streams] == ["tuesday", "what-if"]
    assert game.game.stream == "what-if"
    assert sealed(*(part.events for part in game.streams)) == sealed(parent, fork)


# What is refused


def test_every_single_changed_byte_of_a_file_is_found_and_its_line_is_named():
    text = sealed(recorded("tuesday", range(3)), recorded("fork", [7]))
    for place in range(len(text)):
        for change in (0x01, 0x20, 0x80):
            damaged = bytearray(text)
            damaged[place] ^= change

            error = refusal(bytes(damaged))

            line = text[:place].count(b"\n") + 1
            # A changed hash is found in the line after it at the latest, a changed number of events where the head is.
            assert line <= error.line <= (line + 1 if line not in {1, 6} else line + 4)
            assert error.hint


def test_a_file_that_was_cut_anywhere_is_refused():
    text = sealed(recorded("tuesday", range(3)))
    for end in range(len(text)):
        assert refusal(text[:end]).file == "game.jsonl"


def test_a_second_stream_that_was_cut_off_whole_is_not_missed_by_anybody():
    # A file of two streams without the second is a whole file of the first; that is what it then says it is.
    text = sealed(recorded("tuesday", range(3)))

    assert read_sealed(text, "game").game.stream == "tuesday"


def test_lines_that_were_swapped_doubled_or_dropped_are_refused():
    header, one, two, three, end = sealed(recorded("tuesday", range(3))).splitlines(keepends=True)
    for lines in (
        [one, three, two],
        [one, one, two],
        [two, three, one],
        [one, two],
        [one, three],
        [one, two, three, three],
    ):
        refusal(b"".join([header, *lines, end]))


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        (b"gamelog-sealed/1", b"gamelog-sealed/9", (1, 2), "the format 'gamelog-sealed/9' is unknown"),
        (b'"card":1', b'"card":9', (3, None), "the hash does not fit"),
        (b'"version":2', b'"version":5', (3, 1), "version 2 should be here, not 5"),
        (b'"schema":1', b'"schema":"1"', (2, None), "expected `int`, got `str`"),
        (b'"kind"', b'"mind"', (2, None), "unknown field `mind`"),
        (b'","stream"', b'" ,"stream"', (1, 29), "not written the way"),
        (b"}\n", b"}\r\n", (1, 60), "not written the way"),
        (b'"schema":1,', b'"schema":1', (2, None), "malformed"),
    ],
)
def test_a_refusal_names_line_column_and_reason(old, new, place, reason):
    text = sealed(recorded("tuesday", range(3)))
    damaged = text.replace(old, new, 1)
    line, column = place

    error = refusal(damaged)

    assert error.line == line
    assert column in {None, error.column}
    assert reason in error.reason
    assert str(error) == f"game.jsonl:{error.line}:{error.column}: {error.reason}"
    assert error.text == damaged.split(b"\n")[line - 1].decode()[:200]


def test_a_chain_that_was_forged_line_by_line_still_needs_a_head_that_fits():
    events = recorded("tuesday", range(3))
    forged = msgspec.structs.replace(events[2], payload=b"{}")
    forged = msgspec.structs.replace(forged, hash=rehash(forged))
    lines = sealed([*events[:2], forged]).splitlines(keepends=True)
    end = sealed(events).splitlines(keepends=True)[-1]

    assert "the head is not that" in refusal(b"".join(lines[:-1]) + end).reason


def test_a_stream_is_sealed_once_in_a_file():
    text = sealed(recorded("tuesday", range(3)))

    assert "is in the file twice" in refusal(text + text).reason


@pytest.mark.parametrize("text", [b"", b"\n", b"hello\n", b"{}\n", b"\x1f\x8b\x08", b"[" * 5000])
def test_what_is_no_sealed_file_is_refused_in_its_first_line(text):
    assert refusal(text).line == 1


# Importing


def test_export_import_export_is_byte_equal(store):
    origin = MemoryStore(Ticking())
    fill(origin)
    text = sealed(origin.read("tuesday"))

    report = import_sealed(store, [read_sealed(text, "game")])

    assert sealed(store.read("tuesday")) == text
    assert [(taken.status, taken.added) for taken in report.taken] == [("added", 12)]


def test_importing_the_same_bytes_again_changes_nothing(store):
    game = read_sealed(sealed(recorded("tuesday", range(3))), "game")
    import_sealed(store, [game])
    before = everything(store)

    report = import_sealed(store, [game])

    assert [(taken.status, taken.added) for taken in report.taken] == [("unchanged", 0)]
    assert everything(store) == before


def test_a_longer_copy_adds_its_tail_and_a_shorter_one_changes_nothing(store):
    short, long = recorded("tuesday", range(3)), recorded("tuesday", range(3))
    origin = MemoryStore(Ticking())
    origin.adopt([short])
    origin.append([Append("tuesday", 3, new_events(3, 2))])
    long = origin.read("tuesday")
    import_sealed(store, [read_sealed(sealed(short), "short")])

    longer = import_sealed(store, [read_sealed(sealed(long), "long")])
    shorter = import_sealed(store, [read_sealed(sealed(short), "short")])

    assert [taken.added for taken in longer.taken + shorter.taken] == [2, 0]
    assert store.read("tuesday") == long


def test_a_parting_copy_is_refused_at_the_first_parting_event(store):
    store.append([Append("tuesday", 0, new_events(0, 2))])
    store.append([Append("tuesday", 2, new_events(2, 2))])
    ours = store.read("tuesday")
    origin = MemoryStore(Ticking())
    origin.adopt([ours[:2]])
    origin.append([Append("tuesday", 2, new_events(50, 3, recorder="bob"))])

    report = import_sealed(store, [read_sealed(sealed(origin.read("tuesday")), "copy")])

    (problem,) = report.problems
    assert isinstance(problem, Conflict)
    assert (problem.stream, problem.expected, problem.actual) == ("tuesday", 2, 4)
    assert list(problem.events) == ours[2:]
    assert str(problem).startswith("tuesday#3: the copy parts")
    assert store.read("tuesday") == ours


def test_a_parting_copy_can_be_taken_under_another_name(store):
    store.append([Append("tuesday", 0, new_events(0, 2))])
    copy = recorded("tuesday", [0, 50, 51])
    game = read_sealed(sealed(copy), "copy")

    first = import_sealed(store, [game], rename_to="tuesday-by-bob")
    again = import_sealed(store, [game], rename_to="tuesday-by-bob")

    taken = store.read("tuesday-by-bob")
    assert [event.payload for event in taken] == [event.payload for event in copy]
    assert [event.recorded_at for event in taken] == [event.recorded_at for event in copy]
    assert not {event.event_id for event in taken} & {event.event_id for event in copy}
    assert [event.event_id[:18] for event in taken] == [event.event_id[:18] for event in copy]
    assert (first.taken[0].added, again.taken[0].status) == (3, "unchanged")
    assert first.taken[0].original.hash == copy[-1].hash
    assert store.verify() == []


def test_only_one_game_at_a_time_can_be_renamed(store):
    games = [read_sealed(sealed(recorded(name, [number])), name) for number, name in enumerate("ab")]

    with pytest.raises(Misuse):
        import_sealed(store, games, rename_to="c")

    assert store.heads() == []


def test_a_fork_brings_its_parent_and_neither_goes_in_if_one_of_them_parts(store):
    store.append([Append("parent", 0, new_events(90, 1))])
    text = sealed(recorded("parent", range(2)), recorded("fork", [5]))

    report = import_sealed(store, [read_sealed(text, "game")])

    assert [taken.status for taken in report.taken] == ["refused", "refused"]
    assert store.head("fork") is None


def test_two_files_of_one_stream_are_taken_one_after_the_other(store):
    long = recorded("tuesday", range(5))
    short = recorded("tuesday", range(5))[:3]

    report = import_sealed(store, [read_sealed(sealed(part), "f") for part in (short, long)])

    assert [taken.added for taken in report.taken] == [3, 2]


def test_of_many_games_the_broken_ones_are_named_and_all_others_go_in(store, full_counts):
    count = 500 if full_counts else 60
    texts = [sealed(recorded(f"game-{number}", range(number * 10, number * 10 + 4))) for number in range(count)]
    texts[7] = texts[7].replace(b'"card":71', b'"card":99')
    store.append([Append("game-9", 0, new_events(99_000, 1))])
    # Its ids are taken by another stream, which only the store can know.
    store.append([Append("other", 0, new_events(110, 1))])

    def read_all():
        for number, text in enumerate(texts):
            try:
                yield read_sealed(text, f"{number}.jsonl")
            except SealedError as error:
                yield error

    report = import_sealed(store, read_all())
    again = import_sealed(store, read_all())

    by_file = {taken.file: taken for taken in report.taken if taken.problem}
    assert set(by_file) == {"7.jsonl", "9.jsonl", "11.jsonl"}
    assert str(by_file["7.jsonl"].problem).startswith("7.jsonl:3:")
    assert isinstance(by_file["11.jsonl"].problem, IdReused)
    assert len(store.heads("game-")) == count - 2
    assert {taken.status for taken in again.taken} == {"unchanged", "refused"}
    assert store.verify() == []
