"""An event of a later release: it is kept and exported as it is, and the game can be looked at up to it."""

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
            msgspec.structs.replace(event, kind="pamir.card_flown", payload=payload) if event.version == 60 else event
        )

    rewritten(log.folder / "tuesday.jsonl", fly)
    log.done("import", "tuesday.jsonl")
    return log


@pytest.mark.parametrize("command", ["show", "log", "replay", "can"])
def test_looking_says_which_event_and_how_far_the_game_can_be_seen(later, command):
    refused = later.run(command, "tuesday")

    assert refused.code == 1
    assert 'error: tuesday#60: event of kind "pamir.card_flown" cannot be read by this release' in refused.err
    assert "--known-at 59 looks at the game up to there" in refused.err


def test_up_to_the_event_the_game_is_seen_and_verify_and_export_work_on_all_of_it(later):
    assert later.done("show", "tuesday", "--known-at", "59", "--json").json["version"] == 59
    later.done("verify")
    later.done("export", "tuesday", "-o", "again.jsonl")

    assert (later.folder / "again.jsonl").read_bytes() == (later.folder / "tuesday.jsonl").read_bytes()
