"""Seals, verification and tampering, from the outside."""

from pathlib import Path

import duckdb
import msgspec
import pytest

from eventstore import Append, MemoryStore, NewEvent, uuid7, write_sealed
from eventstore.database import TRIGGERS
from tests.cli.running import TRACES, rewritten, trace, trace_lines

# seal, verify


def test_a_seal_is_kept_elsewhere_and_checked_later(log):
    log.done("import", trace("pp-2p-01"))
    code = log.done("seal", "pp-2p-01").out.strip()
    log.done("note", "pp-2p-01", "later")

    assert code.startswith("113-")
    assert log.done("verify", "pp-2p-01", "--head", code.lower()).out == "114 events in 1 game checked: all is well\n"


def test_another_games_code_does_not_fit(log):
    log.done("import", trace("pp-2p-01"), trace("pp-2p-02"))
    code = log.done("seal", "pp-2p-02").out.strip()

    result = log.run("verify", "pp-2p-01", "--head", code)

    assert result.code == 5
    assert "pp-2p-01#113: ends here, but was sealed at version 130" in result.out


def test_a_code_that_was_copied_wrongly_is_a_usage_error(log):
    log.done("import", trace("pp-2p-01"))

    result = log.run("verify", "pp-2p-01", "--head", "113-AAAA-AAAA-AAAA-AAAA-AA")

    assert result.code == 2
    assert "copied wrongly" in result.err


def test_verify_says_how_much_it_checked(log):
    log.done("import", *TRACES[:2])

    result = log.done("verify", "--replay", "--json").json

    assert result == {"events": 243, "games": 2, "faults": [], "judged": 243, "not_comparable": 0, "divergences": []}


TAMPERING = {
    "payload": (
        "UPDATE events SET payload = replace(payload::VARCHAR, '87', '89')::BLOB WHERE version = 16",
        "pp-2p-01#16: ",
    ),
    "row": ("DELETE FROM events WHERE version = 40", "pp-2p-01#40: is missing from the database"),
    "swap": (
        (
            "UPDATE events SET version = CASE version WHEN 30 THEN 1031 ELSE 1030 END WHERE version IN (30, 31);"
            "UPDATE events SET version = version - 1000 WHERE version > 1000"
        ),
        "pp-2p-01#",
    ),
}


def tamper(db, sql):
    connection = duckdb.connect(str(db))
    for name in TRIGGERS:
        connection.execute(f"DROP TRIGGER {name} ON events")
    for statement in [*sql.split(";"), *TRIGGERS.values()]:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize("way", TAMPERING)
def test_tampering_is_found_with_its_place(log, way):
    log.done("import", trace("pp-2p-01"))
    sql, place = TAMPERING[way]
    tamper(log.db, sql)

    result = log.run("verify")

    assert result.code == 5
    assert any(line.startswith(place) for line in result.out.splitlines()), result.out
    assert "nothing was changed" in result.err
    as_json = log.run("verify", "--json")
    assert (as_json.code, as_json.out) == (5, "")
    assert as_json.error["faults"]


def test_plain_sql_is_refused_and_a_lost_trigger_is_a_fault(log):
    log.done("import", trace("pp-2p-01"))
    connection = duckdb.connect(str(log.db))
    with pytest.raises(duckdb.Error, match="events are never changed"):
        connection.execute("UPDATE events SET recorder = 'Bob'")
    connection.execute("DROP TRIGGER events_refuse_update ON events")
    connection.close()

    result = log.run("verify")

    assert result.code == 5
    assert "the trigger 'events_refuse_update' is missing" in result.out


def test_what_is_wrong_with_many_events_in_a_row_is_told_once(log):
    log.done("import", *TRACES[:2])
    (log.folder / "games.duckdb.journal").write_bytes(b"")

    result = log.run("verify")

    assert result.code == 5
    assert len(result.out.splitlines()) == 2
    assert result.out.startswith("pp-2p-01#1: is in the database, but not in ")
    assert "; and so on, to pp-2p-01#113\n" in result.out
    assert len(log.run("verify", "--json").error["faults"]) == 243


def test_a_cut_tail_is_found_against_a_code_even_with_the_journal_cut(log):
    short = log.folder / "pp-2p-01.jsonl"
    short.write_bytes(b"".join(trace_lines("pp-2p-01")[:60]))
    log.done("import", short)
    earlier = [path for path in log.folder.iterdir() if path.name.startswith("games.duckdb")]
    kept = {path: path.read_bytes() for path in earlier}
    log.done("import", trace("pp-2p-01"))
    code = log.done("seal", "pp-2p-01").out.strip()
    for path in list(log.folder.iterdir()):
        if path.name.startswith("games.duckdb"):
            path.unlink()
    for path, data in kept.items():
        path.write_bytes(data)

    assert log.done("verify").code == 0
    result = log.run("verify", "pp-2p-01", "--head", code)

    assert result.code == 5
    assert "was sealed at version 113" in result.out


def sealed_game(log, change):
    log.done("import", trace("pp-2p-01"))
    log.done("export", "pp-2p-01", "-o", "game.jsonl")
    rewritten(log.folder / "game.jsonl", change)
    there = log.other("there.duckdb")
    log.done("import", "game.jsonl", *there)
    assert log.done("verify", *there).out == "113 events in 1 game checked: all is well\n"
    return there


def test_a_replay_that_comes_out_otherwise_shows_both_values_rule_and_release(log):
    def change(event):
        if event.version != 16:
            return event
        changed = event.changed.replace(b'"p0.hand":[87]', b'"p0.hand":[89]')
        assert changed != event.changed
        return msgspec.structs.replace(event, changed=changed, state_hash="p1:" + "0" * 32, reducer="pamir-0")

    there = sealed_game(log, change)

    result = log.run("verify", "--replay", *there)

    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[0].startswith("pp-2p-01#16: Seat0 bought #87 ")
    assert lines[0].endswith(": what it changed is not what was recorded")
    assert lines[1] == "  p0.hand"
    assert lines[2].startswith("    recorded: Seat0: hand + #89 ")
    assert lines[3].startswith("    computed: Seat0: hand + #87 ")
    assert "  rule: PP-" in result.out
    assert "  recorded by pamir-0 under pax-pamir/rally-the-troops, judged by pamir-" in result.out
    assert "1 of 1 games come out otherwise than they were recorded" in result.err


def test_a_hash_of_another_scheme_is_not_comparable_which_is_no_divergence(log):
    there = sealed_game(
        log, lambda event: msgspec.structs.replace(event, state_hash="p0:" + event.state_hash.partition(":")[2])
    )

    result = log.done("verify", "--replay", *there)

    assert "113 judged and hashed again: all is well" in result.out
    assert "note: 113 state hashes are of another scheme and cannot be compared" in result.err


def test_an_event_that_todays_rules_refuse_is_named_with_its_rule(log):
    def change(event):
        if event.version != 16:
            return event
        return msgspec.structs.replace(event, payload=event.payload.replace(b"87", b"2"), state_hash="")

    there = sealed_game(log, change)

    result = log.run("verify", "--replay", *there)

    assert result.code == 1
    assert result.out.startswith("pp-2p-01#16: Seat0 bought #2 ")
    assert "refused today: #2 Jan-Fishan Khan costs 5, Seat0 has 4" in result.out
    assert "  rule: PP-4.1-cost " in result.out


def test_unknown_kinds_are_verified_and_exported_but_not_replayed(log):
    def change(event):
        if event.version != 50:
            return event
        payload = b'{"kind":"pamir.sandstorm","strength":7}'
        return msgspec.structs.replace(event, kind="pamir.sandstorm", payload=payload, reducer="pamir-9")

    there = sealed_game(log, change)

    result = log.run("verify", "--replay", *there)

    assert result.code == 1
    assert 'pp-2p-01#50: event of kind "pamir.sandstorm" cannot be read by this release' in result.out
    assert "recorded by pamir-9" in result.out
    assert log.run_raw("export", "pp-2p-01", *there) == (0, (log.folder / "game.jsonl").read_bytes())
    assert "the game is told up to event 49" in log.done("show", "pp-2p-01", *there).err


def test_a_game_of_an_unknown_title_is_verified_sealed_and_exported(log):
    event = NewEvent(
        event_id=uuid7(1, bytes(8)), kind="go.started", schema=1, recorder="Ann", recorded_at=1,
        payload=b'{"kind":"go.started","name":"go at noon"}',
    )  # fmt: skip
    store = MemoryStore(lambda: 1)
    store.append([Append("game/go", 0, (event,))])
    with Path("go.jsonl").open("wb") as file:
        write_sealed(store.read("game/go"), file)

    log.done("import", "go.jsonl")

    assert "1 event in 1 game checked" in log.done("verify").out
    assert log.done("seal", "go at").out.startswith("1-")
    assert log.run_raw("export", "go at noon") == (0, Path("go.jsonl").read_bytes())
    assert log.run("verify", "--replay").code == 1
