"""Codes for people and ids for machines: pure functions of what they are given."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eventstore import Append, Head, MemoryStore, Misuse, hash_of, read_seal, seal_code, uuid7
from tests.eventstore.support import ROOT, Ticking, new_event


def head(version=42, digest="ab" * 32):
    return Head(stream="tuesday", version=version, hash=digest, first_recorded_at=0, last_recorded_at=0)


@given(st.integers(1, 10**9), st.binary(min_size=32, max_size=32))
def test_a_seal_code_names_the_version_and_the_first_eighty_bits_of_the_hash(version, digest):
    seal = read_seal(seal_code(head(version, digest.hex())))

    assert (seal.version, seal.digest) == (version, digest.hex()[:20])


def test_a_seal_code_is_read_in_lower_case_with_spaces_and_with_the_usual_misreadings():
    code = seal_code(head(101, "0842" * 16))

    assert read_seal(f" {code.lower()} ") == read_seal(code)
    version, rest = code.split("-", 1)
    assert read_seal(f"{version}-{rest.replace('0', 'O').replace('1', 'l').replace('-', ' ')}") == read_seal(code)


def test_almost_every_slip_of_the_pen_in_a_seal_code_is_noticed():
    code = seal_code(head())
    slips = noticed = 0
    for place, sign in enumerate(code):
        for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ":
            if sign in {"-", other} or (place < 2 and not other.isdigit()):
                continue
            slips += 1
            try:
                read_seal(code[:place] + other + code[place + 1 :])
            except Misuse:
                noticed += 1

    assert noticed / slips > 0.99


@pytest.mark.parametrize(
    "code", ["", "42", "abc", "42-AAAA", "0-" + "A" * 18, "-1-" + "A" * 18, "42-" + "A" * 17 + "!", "²-" + "A" * 18]
)
def test_what_is_no_seal_code_is_refused(code):
    with pytest.raises(Misuse, match="seal code"):
        read_seal(code)


def test_an_id_is_a_uuid_of_version_7_that_carries_the_time():
    made = uuid7(1_700_000_000_123_456, b"\xff" * 8)

    assert made == "018bcfe5-687b-774b-bfff-ffffffffffff"


@given(
    st.integers(0, 2**57), st.integers(1, 10**12), st.binary(min_size=8, max_size=8), st.binary(min_size=8, max_size=8)
)
def test_a_later_microsecond_makes_a_greater_id_whatever_the_entropy(time, later, one, other):
    assert uuid7(time, one) < uuid7(time + later, other)


@pytest.mark.parametrize(("time", "entropy"), [(-1, bytes(8)), (2**58 * 1000, bytes(8)), (0, bytes(7))])
def test_an_id_needs_a_time_it_can_carry_and_enough_entropy(time, entropy):
    with pytest.raises(Misuse):
        uuid7(time, entropy)


def test_the_hash_of_an_event_is_what_it_was_in_the_first_release():
    event = new_event(7, payload="é".encode(), played_at=3)

    assert hash_of("tuesday", 2, event, 1, "00") == PINNED


PINNED = "c30138c48cfca15f01bcb1a0c5e9a7c60f1667193dd28c11691519de8df99d3d"


@pytest.mark.parametrize("field", ["event_id", "kind", "schema", "payload", "recorder", "recorded_at", "played_at", "edition",
                                   "reducer", "changed", "state_hash"])  # fmt: skip
def test_the_hash_covers_every_field(field):
    plain = new_event(7, played_at=0)
    values = {
        "event_id": new_event(8).event_id,
        "schema": 2,
        "recorded_at": 1,
        "played_at": None,
        "payload": b"x",
        "changed": b"x",
    }
    other = new_event(7, **({"played_at": 0} | {field: values.get(field, "other")}))

    assert hash_of("tuesday", 2, plain, 1, "00") != hash_of("tuesday", 2, other, 1, "00")


def test_the_hash_covers_stream_version_action_and_the_event_before():
    event = new_event(7)
    hashes = {
        hash_of(*arguments)
        for arguments in [("a", 2, event, 1, "0"), ("b", 2, event, 1, "0"), ("a", 3, event, 1, "0"), ("a", 2, event, 2, "0"),
                          ("a", 2, event, 1, "1")]
    }  # fmt: skip

    assert len(hashes) == 5


def test_moving_a_sign_from_one_field_to_the_next_changes_the_hash():
    one, other = new_event(7, edition="ab", reducer="c"), new_event(7, edition="a", reducer="bc")

    assert hash_of("a", 1, one, 1, "") != hash_of("a", 1, other, 1, "")


def test_importing_the_package_imports_neither_duckdb_nor_anything_of_the_game():
    code = "import sys, eventstore; print(sorted({name.split('.')[0] for name in sys.modules}))"
    names = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    for name in ("duckdb", "_duckdb", "rich", "typer", "engine", "cli"):
        assert f"'{name}'" not in names


def test_a_memory_store_needs_duckdb_for_queries_only():
    code = (
        "import sys; from eventstore import *; from tests.eventstore.support import *; store = MemoryStore(Ticking()); fill(store);"
        "store.verify(); print('duckdb' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert answer == "False\n"


def test_a_store_takes_its_time_from_the_clock_it_was_given():
    clock = Ticking(5)
    store = MemoryStore(clock)

    assert store.clock is clock
    store.append([Append("tuesday", 0, (new_event(0, recorded_at=clock()),))])
    assert store.head("tuesday").first_recorded_at < 10_000
