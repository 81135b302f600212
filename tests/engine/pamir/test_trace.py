"""Reference traces: the comparison finds whatever differs, and takes over a state only where a note allows it."""

import gzip
from pathlib import Path

import msgspec
import pytest

from engine.pamir.options import RALLY_THE_TROOPS
from engine.pamir.trace import TraceError, compare, play_back

TRACES = sorted((Path(__file__).parents[3] / "fixtures" / "traces").glob("*.jsonl.gz"))
SHARED = sorted((Path(__file__).parents[4] / "shared" / "rules" / "pax-pamir" / "traces").glob("*.jsonl.gz"))


def lines_of(name):
    path = next(path for path in TRACES if path.name.startswith(name))
    return gzip.decompress(path.read_bytes()).splitlines()


def compared(lines, **options):
    return compare(lines, "trace", options=msgspec.structs.replace(RALLY_THE_TROOPS, **options)).report


@pytest.mark.parametrize("path", [*TRACES, *SHARED], ids=lambda path: f"{path.parts[1]}-{path.name[:8]}")
def test_a_reference_game_is_played_without_a_difference(path):
    report = compare(gzip.decompress(path.read_bytes()).splitlines(), "trace").report

    assert report.divergences == []
    assert report.explained == []
    assert report.finished
    assert report.compared == report.steps - report.dropped


def changed(value):
    """Some other value of the same JSON type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case [first, *rest]:
            return [changed(first), *rest]
        case []:
            return [1]
        case {**items} if items:
            key = min(items)
            return {**items, key: changed(items[key])}
        case {}:
            return {"changed": 1}
        case None:
            return 1


def mutations(lines):
    """For each key of each kind of line: the first and the last line that has it."""
    places = {}
    for index, line in enumerate(lines):
        value = msgspec.json.decode(line)
        if value["t"] == "header":
            continue
        for key in value:
            if key not in {"t", "label", "arg", "note"}:
                places.setdefault((value["t"], key), []).append(index)
        for key in value.get("d", {}):
            places.setdefault((value["t"], f"d {key}"), []).append(index)
    for (kind, key), found in places.items():
        for index in sorted({found[0], found[-1]}):
            yield kind, key, index


@pytest.mark.parametrize("name", ["pp-2p-01", "pp-3p-04"])
def test_any_changed_value_is_found_at_its_step(name):
    lines = lines_of(name)
    steps = [msgspec.json.decode(line).get("i") for line in lines]
    missed = []
    for kind, key, index in mutations(lines):
        value = msgspec.json.decode(lines[index])
        if key.startswith("d "):
            value["d"][key[2:]] = changed(value["d"][key[2:]])
        else:
            value[key] = changed(value[key])
        at = max((step for step in steps[: index + 1] if step is not None), default=-1)
        mutated = [*lines[:index], msgspec.json.encode(value), *lines[index + 1 :]]
        try:
            report = compare(mutated, name).report
        except TraceError as error:
            # A changed action need not be one.
            if error.line != index + 1 or key != "action":
                missed.append((kind, key, index, str(error)))
            continue
        if not report.divergences or report.divergences[0].step != at:
            missed.append((kind, key, index, report.divergences[:1]))

    assert missed == []


def test_a_piece_that_does_not_lie_where_the_file_says_is_found():
    lines = lines_of("pp-3p-04")
    index = next(index for index, line in enumerate(lines) if b'"action":"battle_remove"' in line)
    value = msgspec.json.decode(lines[index])
    value["arg"]["at"] = "limbo"

    report = compare([*lines[:index], msgspec.json.encode(value), *lines[index + 1 :]], "t").report

    assert [one.what for one in report.divergences] == ["arg at"]


@pytest.mark.parametrize(
    ("name", "option", "value", "step"),
    [
        ("pp-2p-03", "reuse_overthrow", "follows", 237),
        ("pp-5p-14", "court_limit_recheck", "again", 488),
        ("pp-4p-10", "vacant_column_payment", "bank", 528),
    ],
)
def test_a_noted_step_may_differ_and_the_rest_is_compared_from_the_state_in_the_file(name, option, value, step):
    report = compared(lines_of(name), **{option: value})

    assert report.divergences == []
    assert report.expected == 1
    assert {one.step for one in report.explained} == {step}
    assert report.finished


def test_the_same_difference_without_a_note_is_a_divergence():
    lines = [line.replace(b',"note":["relocation_without_overthrow"]', b"") for line in lines_of("pp-2p-03")]

    report = compared(lines, reuse_overthrow="follows")

    assert report.expected == 0
    assert report.divergences[0].step == 237


@pytest.mark.parametrize("key", ["i", "turn", "actor", "phase", "legal", "drawn", "discarded", "dominance"])
def test_a_note_excuses_no_other_account_of_a_step_with_the_same_outcome(key):
    lines = lines_of("pp-5p-14")
    index = next(index for index, line in enumerate(lines) if b"court_over_limit_after_debt" in line)
    value = msgspec.json.decode(lines[index])
    value[key] = changed(value.get(key, {} if key == "dominance" else []))
    lines[index] = msgspec.json.encode(value)

    report = compared(lines)

    assert report.expected == 0
    assert [(one.step, one.what) for one in report.divergences] == [(488, key)]


def test_what_was_taken_over_is_compared_on():
    lines = lines_of("pp-2p-03")
    index = next(index for index, line in enumerate(lines) if b'"i":300,' in line)
    value = msgspec.json.decode(lines[index])
    value["legal"]["end_turn"] = [1]
    lines[index] = msgspec.json.encode(value)

    report = compared(lines, reuse_overthrow="follows")

    assert report.expected == 1
    assert [(one.step, one.what) for one in report.divergences] == [(300, "legal")]


def test_an_impossible_state_is_not_taken_over_whatever_the_note_says():
    lines = lines_of("pp-2p-03")
    index = next(index for index, line in enumerate(lines) if b"relocation_without_overthrow" in line)
    value = msgspec.json.decode(lines[index])
    value["d"]["pool"] = [12, 12, 12]
    lines[index] = msgspec.json.encode(value)

    report = compared(lines)

    assert report.expected == 0
    assert (report.divergences[-1].step, report.divergences[-1].what) == (237, "note")
    assert "cannot be" in report.divergences[-1].actual


def test_a_game_that_stops_in_the_middle_is_compared_as_far_as_it_goes():
    report = compare(lines_of("pp-2p-01")[:40], "t").report

    assert report.divergences == []
    assert not report.finished


def test_playing_back_gives_the_events_that_the_comparison_gives():
    lines = lines_of("pp-3p-07")

    assert play_back(lines, "t").events == compare(lines, "t").events


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (1, b'{"t":"header","format":"pamir-trace/9"', 'format "pamir-trace/9" is not "pamir-trace/1"'),
        (1, b"{", "input data was truncated"),
        (3, b'{"t":"step","i":1}', "object missing required field"),
        (3, b'{"t":"leap"}', "invalid value 'leap'"),
        (3, b"\xff", "JSON is malformed"),
        (3, b"[" * 5000, "object"),
    ],
)
def test_a_broken_line_is_named(line, text, message):
    lines = lines_of("pp-2p-01")
    if text.startswith(b'{"t":"header"'):
        text = lines[0].replace(b"pamir-trace/1", b"pamir-trace/9")
    lines[line - 1] = text

    with pytest.raises(TraceError) as error:
        compare(lines, "t")

    assert error.value.line == line
    assert message in error.value.message


@pytest.mark.parametrize("label", ["a word", 7.5, None, ["a", 1], {"a": 1}], ids=repr)
def test_seed_and_style_are_labels_and_may_be_anything(label):
    lines = lines_of("pp-2p-01")
    header = msgspec.json.decode(lines[0])
    header |= {"seed": label, "style": label}

    report = compare([msgspec.json.encode(header), *lines[1:]], "t").report

    assert report.divergences == []
    assert report.finished


def test_an_action_of_the_wrong_form_is_a_message():
    lines = lines_of("pp-2p-01")
    for arg in ({}, {"card": "x"}, {"card": [1]}, {"card": None}):
        value = {**msgspec.json.decode(lines[4]), "arg": arg}

        with pytest.raises(TraceError, match='the action "purchase"'):
            compare([*lines[:4], msgspec.json.encode(value), *lines[5:]], "t")
