"""Play by post taken in and audited through the command line: what was disputed is found, and nothing else."""

import gzip
import json

import pytest

from tests.cli.running import FIXTURES, in_process

FILES = sorted((FIXTURES / "play-by-post").glob("*.jsonl"))
B, A = FILES
#: What players disputed: the file and the line of the dispute, its window, and the rules that are found there.
DISPUTES = {
    (B, 8): ("B5", {"PA-CHK-05"}),
    (B, 10): ("B5", {"PA-ENC-10"}),
    (B, 23): ("B1", {"PA-SET-06"}),
    (B, 26): ("B20", {"PA-SET-10"}),
    (A, 2): ("A3", {"PA-ENC-04"}),
    (A, 14): ("A10", {"PA-ENC-04", "PA-ENC-07"}),
    (A, 22): ("A10", {"PA-ENC-11"}),
    (A, 28): ("A10", {"PA-CLS-03"}),
    (A, 52): ("A20", {"PA-CHK-10"}),
}
#: Every finding: the game, the event and the rule. Two are beyond the disputes, for the reasons told in the engine's test.
EXPECTED = {
    ("runelords-table-B-B5", 9, "PA-CHK-05"), ("runelords-table-B-B5", 11, "PA-ENC-10"),
    ("runelords-table-B-B1", 3, "PA-SET-06"), ("runelords-table-B-B1", 3, "PA-CRD-01"),
    ("runelords-table-B-B1", 3, "PA-VIL-06"), ("runelords-table-B-B20", 2, "PA-SET-10"),
    ("shackles-table-A-A3", 3, "PA-ENC-04"),
    ("shackles-table-A-A10", 2, "PA-ENC-04"), ("shackles-table-A-A10", 2, "PA-ENC-07"),
    ("shackles-table-A-A10", 11, "PA-ENC-11"), ("shackles-table-A-A10", 22, "PA-CLS-03"),
    ("shackles-table-A-A20", 7, "PA-CHK-10"),
}  # fmt: skip


def places(rows):
    return {(row["game"], row["event"], row["rule"]) for row in rows}


def rows_of(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def written(folder, rows, name):
    path = folder / name
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


@pytest.fixture
def posts(log):
    log.done("import", *FILES)
    return log


def test_each_window_is_a_game_that_begins_from_what_is_known(posts):
    rows = {row["game"]: row for row in posts.done("games", "--json").json}

    assert len(rows) == 10
    assert {row["title"] for row in rows.values()} == {"pathfinder"}
    assert rows["shackles-table-A-A20"]["result"] == "won"
    assert rows["shackles-table-A-A6"]["players"] == "Celeste, Ranzak, Grazzle, Radovan"
    start = posts.done("events", "shackles-table-A-A6", "--json").json[0]
    assert start["payload"]["set"].startswith("Skull & Shackles")
    assert (start["payload"]["judging"], start["payload"]["middle"], start["played_at"]) == ("record", True, None)
    again = posts.done("import", "--json", *FILES).json
    assert {(row["format"], row["status"], row["added"]) for row in again} == {("posts", "unchanged", 0)}
    posts.done("verify", "--replay")


def test_every_dispute_is_found_on_its_event_and_nothing_beyond_what_is_defended(posts):
    found = posts.done("audit", "--all", "--json").json

    assert places(found) == EXPECTED
    assert len(found) == len(EXPECTED)
    assert all(row["kind"] and row["message"] for row in found)
    for path in FILES:
        disputed = {row["seq"]: row["dispute"]["rule_id"].split(", ") for row in rows_of(path) if "dispute" in row}
        assert {(path, seq) for seq in disputed} == {key for key in DISPUTES if key[0] == path}
        for seq, rules in disputed.items():
            window, expected = DISPUTES[path, seq]
            named = {row["rule"] for row in found if row["game"].endswith(f"-{window}")}
            assert expected <= named & set(rules)


def test_the_audit_is_told_by_game_and_rule_and_can_be_a_check(posts):
    alone = posts.done("audit", "shackles-table-A-A10", "--rule", "pa-enc", "--json").json

    assert places(alone) == {one for one in EXPECTED if one[0].endswith("A10") and one[2].startswith("PA-ENC")}
    assert places(posts.done("audit", "runelords-table-B-B5", "--at", "10", "--json").json) == {
        ("runelords-table-B-B5", 9, "PA-CHK-05")
    }
    told = posts.done("audit", "runelords-table-B-B5")
    assert told.out.startswith(
        "runelords-table-B-B5#9  PA-CHK-05  outcome contradicts total\n  a total of 16 against difficulty 12"
    )
    assert "next: gamelog why 9 --game runelords-table-B-B5\n" in told.err
    refused = posts.run("audit", "runelords-table-B-B5", "--check")
    assert (refused.code, refused.err.splitlines()[-1]) == (1, "error: 2 findings in 1 game")
    as_json = posts.run("audit", "runelords-table-B-B5", "--check", "--json")
    assert (as_json.code, as_json.out, len(as_json.error["findings"])) == (1, "", 2)
    clean = posts.done("audit", "runelords-table-B-B17", "--check")
    assert (clean.out, clean.err) == ("", "nothing is found in 1 game\n")
    assert posts.done("audit", "runelords-table-B-B17", "--json").json == []
    assert "no rule begins with" in posts.run("audit", "--rule", "PA-XYZ").err
    heads = posts.done("audit", "--all", "--csv").out.splitlines()
    assert heads[0] == "game,event,rule,kind,message,stated,computed"
    assert len(heads) == len(EXPECTED) + 1


def test_simulated_and_hidden_games_are_audited_only_by_name(posts):
    posts.done("simulate", "pathfinder", "--seed", "1")
    posts.done("games", "--hide", "runelords-table-B-B5")
    counted = {row["game"] for row in posts.done("audit", "--all", "--json").json}

    assert counted == {game for game, *_ in EXPECTED} - {"runelords-table-B-B5"}
    simulated = next(row["game"] for row in posts.done("games", "--all", "--json").json if "simulated" in row["game"])
    posts.done("audit", simulated)
    audited = posts.done("audit", "--all", "--csv").out
    assert simulated not in audited
    assert len(posts.done("audit", "runelords-table-B-B5", "--json").json) == 2


def test_the_log_and_why_show_what_is_flagged(posts):
    rows = posts.done("log", "runelords-table-B-B5", "--json").json
    flagged = {row["events"][-1]: row["findings"] for row in rows if row["findings"]}

    assert {event: [one["rule"] for one in found] for event, found in flagged.items()} == {
        9: ["PA-CHK-05"], 11: ["PA-ENC-10"],
    }  # fmt: skip
    assert "9 ! " in posts.done("log", "runelords-table-B-B5").out
    why = posts.done("why", "9", "--game", "runelords-table-B-B5")
    assert "flagged: stated fail, computed success: a total of 16 against difficulty 12" in " ".join(why.out.split())
    assert "next: gamelog rule PA-CHK-05\n" in why.out


def test_what_is_left_pending_is_listed_with_what_waits_for_it(posts):
    (first, second, price) = posts.done("pending", "shackles-table-A-A10", "--json").json

    assert (first["owner"], first["since"], first["blocks"], first["rule"], first["next"]) == (
        "Grazzle", 11, "exploring Raker Shoals", "PA-ENC-05", "resume 1",
    )  # fmt: skip
    assert (second["since"], price["since"], price["rule"]) == (20, 23, "PA-CLS-03")
    assert posts.done("pending", "runelords-table-B-B17").err == "nothing is left pending\n"


def test_what_readers_thought_of_the_facts_changes_no_finding(posts):
    for path in FILES:
        rows = [{key: value for key, value in row.items() if key not in {"dispute", "notes"}} for row in rows_of(path)]
        written(posts.folder, rows, path.name)
    there = posts.other("second.duckdb")
    posts.done("import", *(path.name for path in FILES), *there)

    assert posts.done("audit", "--all", "--json", *there).json == posts.done("audit", "--all", "--json").json


@pytest.mark.parametrize(("path", "at", "step"), [(A, 8, 1), (A, 8, -1), (B, 8, 1), (B, 8, -1)])
def test_a_total_that_is_off_by_one_is_found_there_and_nowhere_else(posts, path, at, step):
    rows = rows_of(path)
    posted = [number for number, row in enumerate(rows) if isinstance(row.get("total"), int)]
    number = posted[at % len(posted)]
    rows[number]["total"] += step
    written(posts.folder, rows, path.name)
    there = posts.other("second.duckdb")
    posts.done("import", path.name, *there)

    def key(row):
        return (row["game"], row["event"], row["rule"], row["kind"])

    before = {key(row) for row in posts.done("audit", "--all", "--json").json if row["game"].startswith(path.stem)}
    after = {key(row) for row in posts.done("audit", "--all", "--json", *there).json}
    assert before <= after
    assert [one[2:] for one in after - before] == [("PA-CHK-08", "total_contradicts_dice")]


def test_a_file_of_posts_comes_packed_from_a_folder_or_from_stdin(log):
    (log.folder / "in").mkdir()
    (log.folder / "in" / "table.jsonl.gz").write_bytes(gzip.compress(B.read_bytes()))
    log.done("import", "in")
    code, _, err = in_process("import", "-", "--db", log.db, "--as", "post", stdin=A.read_bytes())

    names = {row["game"] for row in log.done("games", "--json").json}
    assert (code, b'"post-A3"' in err) == (0, True)
    assert {"table-B5", "table-Bx", "post-A3", "post-A20"} <= names
    assert len(names) == 10


def test_a_file_that_cannot_be_read_names_the_line_and_a_key_that_nobody_reads_is_told(log):
    rows = rows_of(B)[:6]
    rows[3] = {**rows[3], "weather": "rain"}
    written(log.folder, rows, "told.jsonl")
    lines = [json.dumps(row) for row in rows]
    (log.folder / "broken.jsonl").write_text("\n".join([*lines[:4], lines[4][:30], *lines[5:]]))

    result = log.run("import", "told.jsonl", "broken.jsonl")

    assert 'note: told.jsonl:4: "weather" is a key that nobody reads\n' in result.err
    assert "error: broken.jsonl:5:" in result.err
    assert "hint: the file was cut in this line\n" in result.err
    assert [row["game"] for row in log.done("games", "--json").json] == ["told-B5"]


def test_a_window_that_was_changed_is_refused_and_keeps_no_other_out(log):
    log.done("import", B)
    rows = rows_of(B)
    rows[8]["total"] += 1
    written(log.folder, rows, B.name)

    result = log.run("import", B.name)

    assert result.code == 4
    assert "error: runelords-table-B-B5#9: the copy parts from what is here: " in result.err
    assert "error: 1 of 5 games not taken\n" in result.err
    assert result.err.count("is here already") == 4
    log.done("import", B.name, "--as", "other")
    assert len(log.done("games", "--json").json) == 10


def test_words_of_a_post_become_a_note(log):
    rows = [rows_of(B)[0], {"seq": 1, "window": "B5", "what": "note", "text": "a storm is coming"}]
    written(log.folder, rows, "words.jsonl")
    log.done("import", "words.jsonl")

    assert [row["told"] for row in log.done("log", "--json").json][1:] == [["note: a storm is coming"]]


def test_games_of_play_by_post_go_out_as_notation_and_come_back_byte_for_byte(posts):
    posts.done("export", "--all", "--notation", "-o", "first/")
    there = posts.other("second.duckdb")
    posts.done("import", "first", *there)
    posts.done("export", "--all", "--notation", "-o", "second/", *there)

    first = {path.name: path.read_text() for path in (posts.folder / "first").iterdir()}
    second = {path.name: path.read_text() for path in (posts.folder / "second").iterdir()}
    assert len(first) == 10
    assert first == second
    assert places(posts.done("audit", "--all", "--json", *there).json) == EXPECTED


def test_a_game_without_contradictions_of_any_kind_has_an_empty_audit(log):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--shuffle", "7")
    log.done("record", "tuesday", "loyalty afghan")

    assert log.done("audit", "tuesday", "--json", "--check").json == []
    assert log.done("pending", "tuesday", "--json").json == []
    refused = log.run("state", "tuesday")
    assert (refused.code, "nobody writes down what he has in Pax Pamir" in refused.err) == (2, True)
