"""Old layouts read as today's, step by step; a release that lacks a step does not read at all."""

import msgspec
import pytest

from engine import upcasting
from engine.upcasting import IncompleteChainError, UnknownSchemaError, incomplete_chains, schema_of, upcast

SCHEMAS = {"test.walked": 3}
STEPS = {
    ("test.walked", 1): lambda values: {**values, "steps": values["steps"] * 2},
    ("test.walked", 2): lambda values: {"kind": "test.went", "paces": values["steps"]},
}


def test_an_old_payload_goes_through_every_step_to_todays_layout():
    old = b'{"kind":"test.walked","steps":4}'

    assert msgspec.json.decode(upcast("test.walked", 1, old, SCHEMAS, STEPS)) == {"kind": "test.went", "paces": 8}
    assert msgspec.json.decode(upcast("test.walked", 2, old, SCHEMAS, STEPS)) == {"kind": "test.went", "paces": 4}


def test_a_payload_of_todays_layout_is_left_as_it_is_byte_by_byte():
    odd = b'{ "kind" : "test.walked" , "steps" : 4 }'

    assert upcast("test.walked", 3, odd, SCHEMAS, STEPS) == odd
    assert schema_of("test.walked") == 1


def test_a_layout_of_a_later_release_is_unknown():
    with pytest.raises(UnknownSchemaError, match="schema 4; this release reads up to 3"):
        upcast("test.walked", 4, b"{}", SCHEMAS, STEPS)


def test_a_missing_step_is_named():
    broken = {("test.walked", 1): STEPS["test.walked", 1]}

    assert incomplete_chains(SCHEMAS, STEPS) == []
    assert incomplete_chains(SCHEMAS, broken) == ["test.walked 2"]
    with pytest.raises(UnknownSchemaError, match="schema 2 has no way to 3"):
        upcast("test.walked", 1, b'{"steps":1}', SCHEMAS, broken)


def test_the_chains_of_this_release_are_whole():
    assert incomplete_chains() == []


def test_a_release_without_a_step_reads_no_event_at_all(monkeypatch):
    monkeypatch.setitem(upcasting.SCHEMAS, "test.walked", 2)
    upcasting._require_whole_chains.cache_clear()

    with pytest.raises(IncompleteChainError, match=r"no step leads on from test\.walked 1"):
        upcast("test.other", 1, b"{}")
