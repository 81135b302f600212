"""An event of a later release: it is kept and exported as it is, and the game is shown up to it."""

import msgspec
import pytest

from tests.cli.running import rewritten, trace


@pytest.fixture
def later(log):
    """A game in which event 60 is of a kind that nobody knows yet."""
    log.done("import", trace("pp-2p-01"), "--as", "tuesday", *log.other("first.duckdb"))
    log.done("export", "tuesday", "-o", "tuesday.jsonl", *log.other("first.duckdb"))
    payload = b'{"kind":"pamir.card_flown","card":3}'

    def fly(event):
        return (
            msgspec.structs.replace(event, kind="pamir.card_flown", payload=payload, reducer="pamir-9")
            if event.version == 60
            else event
        )

    rewritten(log.folder / "tuesday.jsonl", fly)
    log.done("import", "tuesday.jsonl")
    return log


@pytest.mark.parametrize("command", ["show", "log", "replay", "can", "why"])
def test_the_game_is_told_up_to_the_event_and_a_note_says_so(later, command):
    words = [command, *(["--game"] if command == "why" else []), "tuesday"]
    shown, before = later.done(*words), later.done(*words, "--known-at", "59") if command != "can" else None

    assert 'note: tuesday#60: event of kind "pamir.card_flown" cannot be read by this release' in shown.err
    assert "the game is told up to event 59" in shown.err
    assert "it was recorded by pamir-9; verify and export work all the same" in shown.err
    assert before is None or (shown.out == before.out and before.err == "")


@pytest.mark.parametrize("words", [["--at", "59"], ["--known-at", "59"]])
def test_what_precedes_the_event_is_looked_at_without_a_note(later, words):
    assert later.done("show", "tuesday", *words).err == ""


def test_json_has_only_what_could_be_read(later):
    assert later.done("show", "tuesday", "--json").json["version"] == 59
    assert len(later.done("replay", "tuesday", "--json").json) < 60


@pytest.mark.parametrize(
    "words",
    [
        ["record", "tuesday", "end"],
        ["undo", "tuesday"],
        ["note", "tuesday", "tea"],
        ["close", "tuesday", "--abandoned"],
        ["games", "--rename", "tuesday", "monday"],
    ],
)
def test_nothing_is_recorded_after_the_event(later, words):
    stored = len(later.done("events", "tuesday", "--json").json)
    refused = later.run(*words)

    assert refused.code == 1
    assert "error: tuesday#60: nothing can be recorded: event of kind" in refused.err
    assert "hint: it was recorded by pamir-9; a release that reads it can go on with the game" in refused.err
    assert len(later.done("events", "tuesday", "--json").json) == stored


def test_lines_from_a_file_are_refused_whole(later):
    (later.folder / "moves.txt").write_text("end\n", "utf-8")
    refused = later.run("record", "tuesday", "--file", "moves.txt")

    assert refused.code == 1
    assert "nothing can be recorded" in refused.err


def test_why_tells_of_the_event_itself_what_is_known(later):
    refused = later.run("why", "60", "--game", "tuesday")

    assert refused.code == 1
    assert 'event of kind "pamir.card_flown" cannot be read' in refused.err
    assert later.run("why", "9999", "--game", "tuesday").code == 3


def test_notation_is_not_written_of_a_part(later):
    refused = later.run("export", "tuesday", "--notation", "-o", "tuesday.txt")

    assert refused.code == 1
    assert not (later.folder / "tuesday.txt").exists()


def test_every_event_is_listed_and_verify_and_export_work_on_all_of_it(later):
    listed = later.done("events", "tuesday", "--json").json
    later.done("verify")
    later.done("export", "tuesday", "-o", "again.jsonl")

    assert [one["version"] for one in listed if one["kind"] == "pamir.card_flown"] == [60]
    assert (later.folder / "again.jsonl").read_bytes() == (later.folder / "tuesday.jsonl").read_bytes()


def test_games_lists_it_with_what_is_known_and_says_that_it_is_not_read(later):
    (row,) = later.done("games", "--json").json

    assert (row["game"], row["title"], row["status"], row["players"]) == (
        "tuesday",
        "pax-pamir",
        "unread",
        "Seat0, Seat1",
    )
