"""What every store promises, run against each of them."""

import io
import unicodedata

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eventstore import (
    Append,
    Conflict,
    FactSet,
    IdReused,
    Integrity,
    MemoryStore,
    Misuse,
    Span,
    StoreError,
    rehash,
    seal_code,
    uuid7,
    write_sealed,
)
from tests.eventstore.support import Ticking, as_given, event_id, everything, fill, new_event, new_events


class Overthrow(msgspec.Struct, frozen=True):
    region: str
    tribes: int
    share: float
    complete: bool
    seat: str | None = None


class Bribe(msgspec.Struct, frozen=True):
    __fact_table__ = "bribes_paid"
    rupees: int


# Appending


def test_versions_count_from_one_without_a_gap(store):
    store.append([Append("tuesday", 0, new_events(0, 2))])
    store.append([Append("tuesday", 2, new_events(2, 3))])

    assert [event.version for event in store.read("tuesday")] == [1, 2, 3, 4, 5]


def test_an_append_returns_the_versions_it_gave(store):
    store.append([Append("tuesday", 0, new_events(0, 2))])

    appended = store.append([Append("tuesday", 2, new_events(2, 2)), Append("club", 0, new_events(4, 1))])

    assert appended.spans == (Span("tuesday", 3, 4), Span("club", 1, 1))
    assert not appended.repeated


def test_what_was_given_reads_back_byte_for_byte(store):
    given_event = new_event(1, payload=b'{"a": 1.50,\n"b":"\xe4\xbd\x95"}', changed=b"\x00\xff", played_at=-5)

    store.append([Append("tuesday", 0, (given_event,))])

    (event,) = store.read("tuesday")
    assert as_given(event) == as_given(given_event)


@given(
    payload=st.binary(max_size=80),
    recorder=st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8),
    played_at=st.none() | st.integers(-(2**63), 2**63 - 1),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_payload_and_any_name_in_nfc_reads_back_as_it_was(store, payload, recorder, played_at):
    head = store.head("tuesday")
    version = head.version if head else 0
    event = new_event(version, payload=payload, recorder=recorder, played_at=played_at)

    if not unicodedata.is_normalized("NFC", recorder):
        with pytest.raises(Misuse, match="is not plain text"):
            store.append([Append("tuesday", version, (event,))])
        return
    store.append([Append("tuesday", version, (event,))])

    assert as_given(store.read("tuesday", after=version)[0]) == as_given(event)


def test_each_event_carries_the_hash_of_the_one_before(store):
    fill(store)

    for events in everything(store).values():
        assert [event.previous for event in events] == ["", *(event.hash for event in events[:-1])]
        assert [rehash(event) for event in events] == [event.hash for event in events]


def test_the_hash_of_an_event_does_not_depend_on_what_else_is_stored(store):
    lonely = MemoryStore(Ticking())
    lonely.append([Append("club", 0, new_events(50, 3))])
    store.append([Append("tuesday", 0, new_events(0, 2))])

    store.append([Append("club", 0, new_events(50, 3))])

    assert store.read("club") == lonely.read("club")


def test_an_action_is_named_by_the_version_of_its_first_event(store):
    store.append([Append("tuesday", 0, new_events(0, 3))])
    store.append([Append("tuesday", 3, (new_event(3), new_event(4), new_event(5, action=1)))])

    assert [event.action for event in store.read("tuesday")] == [1, 1, 1, 4, 4, 1]


@pytest.mark.parametrize("action", [0, -1, 3])
def test_an_action_begins_with_one_of_its_own_events(store, action):
    store.append([Append("tuesday", 0, new_events(0, 1))])

    with pytest.raises(Misuse, match=f"tuesday#2: an action cannot begin at version {action}"):
        store.append([Append("tuesday", 1, (new_event(1, action=action),))])


def test_a_stale_expectation_is_refused_and_names_what_came_meanwhile(store):
    store.append([Append("tuesday", 0, new_events(0, 3))])

    with pytest.raises(Conflict) as refused:
        store.append([Append("tuesday", 1, new_events(10, 1))])

    error = refused.value
    assert (error.stream, error.expected, error.actual, error.kind) == ("tuesday", 1, 3, "conflict")
    assert list(error.events) == store.read("tuesday", after=1)
    assert "tuesday#1" in str(error)


@pytest.mark.parametrize(("expected", "message"), [(7, "no such stream"), (-1, "no such stream")])
def test_expecting_what_never_was_is_a_conflict(store, expected, message):
    with pytest.raises(Conflict, match=message):
        store.append([Append("tuesday", expected, new_events(0, 1))])


def test_a_stream_that_must_be_new_is_refused_if_it_exists(store):
    store.append([Append("tuesday", 0, new_events(0, 1))])

    with pytest.raises(Conflict, match="the stream 'tuesday' exists already, at version 1"):
        store.append([Append("tuesday", 0, new_events(1, 1))])


def test_a_batch_over_two_streams_goes_in_whole_or_not_at_all(store):
    store.append([Append("club", 0, new_events(0, 1))])

    with pytest.raises(Conflict):
        store.append([Append("tuesday", 0, new_events(1, 2)), Append("club", 5, new_events(3, 1))])

    assert store.head("tuesday") is None
    assert store.head("club").version == 1


def test_the_same_events_sent_twice_are_stored_once(store):
    batch = [Append("tuesday", 0, new_events(0, 2)), Append("club", 0, new_events(2, 1))]
    first = store.append(batch)
    store.append([Append("tuesday", 2, new_events(3, 1))])

    again = store.append(batch)

    assert again.repeated
    assert again.spans == first.spans
    assert store.head("tuesday").version == 3


@pytest.mark.parametrize(
    "fields",
    [{"recorded_at": 5}, {"reducer": "r2"}, {"changed": b"{}"}, {"state_hash": "p2:0"}],
    ids=lambda f: next(iter(f)),
)
def test_a_retry_may_differ_in_when_and_by_which_release_it_was_recorded(store, fields):
    store.append([Append("tuesday", 0, new_events(0, 2))])

    again = store.append([Append("tuesday", 0, new_events(0, 2, **fields))])

    assert again.repeated


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "test.other"},
        {"schema": 2},
        {"payload": b"{}"},
        {"recorder": "bob"},
        {"played_at": 1},
        {"edition": "seed"},
        {"action": 2},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_known_id_with_other_content_is_an_error(store, fields):
    store.append([Append("tuesday", 0, new_events(0, 2))])

    with pytest.raises(IdReused) as refused:
        store.append([Append("tuesday", 2, (new_event(0), new_event(1, **fields)))])

    assert refused.value.kind == "conflict"
    assert refused.value.event_id == event_id(1)
    assert store.head("tuesday").version == 2


@pytest.mark.parametrize(
    "retry",
    [
        [Append("club", 0, new_events(0, 2))],
        [Append("tuesday", 0, new_events(0, 3))],
        [Append("tuesday", 2, new_events(1, 2))],
        [Append("tuesday", 0, (new_event(1), new_event(0)))],
        [Append("tuesday", 0, new_events(0, 2)), Append("club", 0, new_events(9, 1))],
    ],
    ids=["other stream", "longer", "shifted", "other order", "other streams too"],
)
def test_a_retry_that_is_not_the_whole_old_batch_is_an_error(store, retry):
    store.append([Append("tuesday", 0, new_events(0, 2))])

    with pytest.raises(IdReused):
        store.append(retry)

    assert [head.stream for head in store.heads()] == ["tuesday"]
    assert store.head("tuesday").version == 2


def test_an_id_that_is_older_than_the_newest_can_still_be_new(store):
    store.append([Append("tuesday", 0, new_events(100, 1))])

    appended = store.append([Append("tuesday", 1, new_events(5, 1))])

    assert not appended.repeated


@pytest.mark.parametrize(
    "batches",
    [
        [],
        [Append("tuesday", 0, ())],
        [Append("", 0, new_events(0, 1))],
        [Append("tuesday", 0, new_events(0, 1)), Append("tuesday", 1, new_events(1, 1))],
        [Append("tuesday", 0, (new_event(0), new_event(0)))],
        [Append("tuesday", 0, (new_event(0, event_id="seven"),))],
        [Append("tuesday", 0, (new_event(0, event_id=event_id(0).upper()),))],
        [Append("tuesday", 0, (new_event(0, kind=""),))],
        [Append("tuesday", 0, (new_event(0, recorder="e\u0301"),))],
        [Append("tues\ud800day", 0, new_events(0, 1))],
        [Append("tuesday", 0, (new_event(0, recorded_at=2**63),))],
    ],
    ids=[
        "no batch", "no event", "no name", "stream twice", "id twice", "no id", "upper-case id", "no kind", "not NFC",
        "surrogate", "beyond 64 bits",
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_refused_before_anything_is_written(store, batches):
    with pytest.raises(Misuse) as refused:
        store.append(batches)

    assert refused.value.kind == "usage"
    assert refused.value.hint
    assert store.heads() == []


# Reading


def test_a_part_of_a_stream_is_read_by_versions(store):
    store.append([Append("tuesday", 0, new_events(0, 6))])

    assert [event.version for event in store.read("tuesday", after=2, upto=4)] == [3, 4]
    assert [event.version for event in store.read("tuesday", after=4)] == [5, 6]
    assert [event.version for event in store.read("tuesday", upto=99)] == [1, 2, 3, 4, 5, 6]
    assert store.read("tuesday", after=6) == []
    assert store.read("tuesday", upto=0) == []


def test_a_stream_that_does_not_exist_is_empty(store):
    assert store.read("nobody") == []
    assert store.head("nobody") is None


def test_a_head_tells_the_newest_event_and_when_the_stream_was_recorded(store):
    fill(store, streams=("tuesday", "club"), batches=2)

    head = store.head("tuesday")

    events = store.read("tuesday")
    assert (head.version, head.hash) == (4, events[-1].hash)
    assert (head.first_recorded_at, head.last_recorded_at) == (events[0].recorded_at, events[-1].recorded_at)


def test_heads_come_in_the_order_in_which_streams_were_begun(store):
    for number, stream in enumerate(("zoo", "game:b", "alpha", "game:a")):
        store.append([Append(stream, 0, new_events(number, 1))])
    store.append([Append("zoo", 1, new_events(9, 1))])

    assert [head.stream for head in store.heads()] == ["zoo", "game:b", "alpha", "game:a"]
    assert [head.stream for head in store.heads("game:")] == ["game:b", "game:a"]


def test_events_of_a_kind_come_in_the_order_in_which_they_were_stored(store):
    store.append([Append("b", 0, (new_event(0, kind="game.opened"), new_event(1, kind="game.renamed")))])
    store.append([Append("a", 0, (new_event(2, kind="game.opened"), new_event(3, kind="game.opened")))])
    store.append([Append("b", 2, (new_event(4, kind="game.renamed"), new_event(5)))])

    found = store.events_of({"game.opened", "game.renamed"})
    first = store.events_of(["game.opened", "game.renamed"], first_only=True)

    assert [(event.stream, event.version) for event in found] == [("b", 1), ("b", 2), ("a", 1), ("a", 2), ("b", 3)]
    assert [(event.stream, event.version) for event in first] == [("b", 1), ("a", 1)]
    assert store.events_of([]) == []


def test_events_are_found_by_their_ids(store):
    fill(store)

    found = store.find([event_id(3), event_id(0), event_id(4000), uuid7(0, bytes(8))])
    many = store.find([event_id(number) for number in range(500)])

    assert [event.event_id for event in found] == [event_id(0), event_id(3)]
    assert len(many) == 24


# Adopting


def test_adopted_events_keep_every_byte(store):
    origin = MemoryStore(Ticking())
    fill(origin)

    store.adopt([origin.read("tuesday"), origin.read("club")])

    assert everything(store) == everything(origin)


def test_adopted_events_continue_what_is_there(store):
    origin = MemoryStore(Ticking())
    fill(origin)
    store.adopt([origin.read("tuesday", upto=5)])

    appended = store.adopt([origin.read("tuesday", after=5)])

    assert appended.spans == (Span("tuesday", 6, 12),)
    with pytest.raises(Conflict):
        store.adopt([origin.read("tuesday", after=5)])


def test_events_that_were_changed_are_not_adopted(store):
    origin = MemoryStore(Ticking())
    fill(origin)
    events = origin.read("tuesday")
    events[2] = msgspec.structs.replace(events[2], payload=b"{}")

    with pytest.raises(Integrity, match="tuesday#3: was changed"):
        store.adopt([events])

    assert store.heads() == []


def test_an_event_is_not_adopted_under_a_second_name(store):
    origin = MemoryStore(Ticking())
    origin.append([Append("tuesday", 0, new_events(0, 1))])
    store.append([Append("club", 0, new_events(0, 1))])

    with pytest.raises(IdReused, match="club#1"):
        store.adopt([origin.read("tuesday")])


# Verifying


def test_a_sound_store_has_no_findings(store):
    fill(store)

    assert store.verify() == []
    assert store.verify(["tuesday"]) == []


def test_a_seal_code_fits_the_stream_it_was_made_from_however_long_it_grows(store):
    fill(store)
    code = seal_code(store.head("tuesday"))
    store.append([Append("tuesday", 12, new_events(900, 1))])

    assert store.verify(["tuesday"], anchors={"tuesday": code}) == []


def test_a_seal_code_finds_a_rewritten_chain_a_cut_tail_and_a_stream_that_is_gone(store):
    other = MemoryStore(Ticking())
    other.append([Append("tuesday", 0, new_events(500, 3))])
    code = seal_code(other.head("tuesday"))
    store.append([Append("tuesday", 0, new_events(0, 3)), Append("club", 0, new_events(3, 2))])

    (rewritten,) = store.verify(["tuesday"], anchors={"tuesday": code})
    (cut,) = store.verify(["club"], anchors={"club": code})
    (gone,) = store.verify([], anchors={"nobody": code})

    assert (rewritten.stream, rewritten.version) == ("tuesday", 3)
    assert "is not what was sealed" in rewritten.what
    assert "ends here, but was sealed at version 3" in cut.what
    assert "is gone" in gone.what


def test_health_counts_events_and_streams(store):
    fill(store)

    health = store.health()

    assert (health.events, health.streams, health.missing_triggers) == (24, 2, ())


# Facts


def test_rows_of_facts_become_tables_that_can_be_asked(store):
    fill(store)
    rows = [Overthrow("kabul", 2, 0.5, True, "ann"), Bribe(3), Overthrow("herat", 0, 1, False), Bribe(1)]

    store.replace_facts("tuesday", store.head("tuesday").hash, rows, revision="r1")

    found = store.query(
        "SELECT stream, row_order, region, tribes, share, complete, seat FROM overthrow ORDER BY row_order", {}
    )
    assert found.columns == ("stream", "row_order", "region", "tribes", "share", "complete", "seat")
    assert found.rows == [("tuesday", 0, "kabul", 2, 0.5, True, "ann"), ("tuesday", 1, "herat", 0, 1.0, False, None)]
    assert store.query("SELECT sum(rupees) FROM bribes_paid WHERE rupees > $least", {"least": 1}).rows == [(3,)]


def test_new_facts_of_a_stream_replace_its_old_ones_and_no_others(store):
    fill(store)
    store.replace_facts("tuesday", "h", [Bribe(1), Bribe(2), Overthrow("kabul", 1, 1, True)], revision="r1")
    store.replace_facts("club", "h", [Bribe(7)], revision="r1")

    store.replace_facts("tuesday", "h", [Bribe(5)], revision="r1")

    assert store.query("SELECT stream, rupees FROM bribes_paid ORDER BY rupees", {}).rows == [
        ("tuesday", 5),
        ("club", 7),
    ]
    assert store.query("SELECT count(*) FROM overthrow", {}).rows == [(0,)]


def test_facts_are_stale_when_missing_or_made_at_another_head_or_by_another_revision(store):
    fill(store, streams=("a", "b", "c"), batches=1)
    assert store.stale_facts("r1") == ["a", "b", "c"]
    store.replace_all_facts((FactSet(head.stream, head.hash, []) for head in store.heads()), revision="r1")
    assert store.stale_facts("r1") == []

    store.append([Append("b", 2, new_events(100, 1))])

    assert store.stale_facts("r1") == ["b"]
    assert store.stale_facts("r2") == ["a", "b", "c"]


def test_declared_facts_can_be_asked_on_an_empty_history(store):
    store.declare_facts([Overthrow, Bribe])

    assert store.query("SELECT * FROM overthrow", {}).rows == []
    assert store.query("SELECT count(*) FROM bribes_paid", {}).rows == [(0,)]


def test_declaring_facts_again_keeps_their_rows(store):
    store.replace_facts("tuesday", "h", [Bribe(1)], revision="r1")

    store.declare_facts([Bribe])

    assert store.query("SELECT rupees FROM bribes_paid", {}).rows == [(1,)]


def test_a_table_whose_type_has_changed_is_made_anew_and_all_facts_are_stale(store):
    class Changed(msgspec.Struct):
        __fact_table__ = "bribes_paid"
        rupees: int
        refused: bool

    fill(store)
    for head in store.heads():
        store.replace_facts(head.stream, head.hash, [Bribe(1)], revision="r1")

    store.replace_facts("club", store.head("club").hash, [Changed(2, True)], revision="r1")

    assert store.query("SELECT stream, refused FROM bribes_paid", {}).rows == [("club", True)]
    assert store.stale_facts("r1") == ["tuesday"]


def test_dropped_facts_are_gone_and_stale_and_the_log_is_untouched(store):
    fill(store)
    store.replace_facts("tuesday", store.head("tuesday").hash, [Bribe(1)], revision="r1")
    before = everything(store)

    store.drop_facts()

    with pytest.raises(Misuse, match="bribes_paid"):
        store.query("SELECT * FROM bribes_paid", {})
    assert store.stale_facts("r1") == ["tuesday", "club"]
    assert everything(store) == before


def test_facts_can_be_made_again_after_they_were_dropped(store):
    store.replace_facts("tuesday", "h", [Bribe(1)], revision="r1")
    store.drop_facts()

    store.replace_facts("tuesday", "h", [Bribe(2)], revision="r1")

    assert store.query("SELECT rupees FROM bribes_paid", {}).rows == [(2,)]


class _Listed(msgspec.Struct):
    names: list[str]


class _Mixed(msgspec.Struct):
    either: int | str


class _Clashing(msgspec.Struct):
    stream: str


class _Reserved(msgspec.Struct):
    __fact_table__ = "events"
    rupees: int


@pytest.mark.parametrize(
    "row",
    [_Listed(["a"]), _Mixed(1), _Clashing("a"), _Reserved(1), Bribe("12"), Bribe(None), Bribe(True), Bribe(2**63)],
)
def test_what_is_no_fact_is_refused_and_the_old_facts_stay(store, row):
    store.replace_facts("tuesday", "h", [Bribe(4)], revision="r1")

    with pytest.raises(Misuse):
        store.replace_facts("tuesday", "h", [row], revision="r1")

    assert store.query("SELECT rupees FROM bribes_paid", {}).rows == [(4,)]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM bribes_paid",
        "WITH gone AS (DELETE FROM bribes_paid RETURNING *) SELECT * FROM gone",
        "DROP TABLE bribes_paid",
        "SELECT 1; SELECT 2",
        "SELECT",
        "SELECT nothing FROM bribes_paid",
        "SELECT $missing",
        "COPY bribes_paid TO 'stolen.csv'",
        "ATTACH 'other.duckdb'",
        "",
    ],
)
def test_a_query_reads_and_does_nothing_else(store, sql):
    store.replace_facts("tuesday", "h", [Bribe(4)], revision="r1")

    with pytest.raises(Misuse) as refused:
        store.query(sql, {})

    assert "\n" not in str(refused.value)
    assert store.query("SELECT rupees FROM bribes_paid", {}).rows == [(4,)]


# In general


def test_every_error_has_a_hint_and_a_message_in_lower_case(store):
    fill(store)
    deeds = [
        lambda: store.append([Append("tuesday", 1, new_events(90, 1))]),
        lambda: store.append([Append("tuesday", 12, new_events(0, 1, payload=b"{}"))]),
        lambda: store.append([]),
        lambda: store.query("SELECT nothing", {}),
        lambda: store.verify(anchors={"tuesday": "abc"}),
        lambda: store.adopt([]),
        lambda: write_sealed([], io.BytesIO()),
    ]
    for deed in deeds:
        with pytest.raises(StoreError) as refused:
            deed()

        error = refused.value
        assert error.hint
        assert str(error)[0] == str(error)[0].lower()
        assert error.kind in {"not_found", "conflict", "busy", "integrity", "disk", "usage"}
