"""Campaigns from the command line: begun, recorded, shown at any moment, undone, exported, and as a name on games."""

import json

import pytest

from tests.engine.pathfinder.campaigning import PERILS, first_deck


def create(log, player="Ann", who="Kyra", campaign="path"):
    """A character with a first deck."""
    return log.done("campaign", "record", campaign, f"create {player} {who}: {', '.join(first_deck(who))}")


@pytest.fixture
def path(log):
    """A log with the campaign `path`, in which Ann plays Kyra and Bob plays Valeros."""
    log.done("campaign", "new", "path")
    create(log)
    create(log, "Bob", "Valeros")
    return log


def shown(log, *words):
    return log.done("campaign", "path", "--json", *words).json


def sheet(log, *words):
    return log.done("character", "Kyra", "--json", *words).json


def test_a_campaign_begins_under_a_preset_and_options(log):
    log.done("campaign", "new", "path", "--rules", "seed", "--option", "role_card_from=adventure_path_3")
    told = shown(log)

    assert told["preset"] == "seed"
    assert told["options"] == {"role_card_from": "adventure_path_3"}
    assert log.run("campaign", "new", "other", "--option", "role_card_from=soon").code == 2
    assert log.run("campaign", "new", "other", "--rules", "mine").code == 2
    assert [one["campaign"] for one in log.done("campaign", "--json").json] == ["path"]


def test_a_campaign_is_shown_as_it_was_at_any_moment(path):
    for scenario in PERILS:
        path.done("campaign", "record", "path", f'won "{scenario}"')
    path.done("campaign", "record", "path", "feat Kyra skill Wisdom")

    told = shown(path)
    assert [one["outcome"] for one in told["scenarios"]] == ["won"] * 3
    assert told["completed"] == ["Perils of the Lost Coast"]
    assert [one["name"] for one in told["characters"]] == ["Kyra", "Valeros"]
    assert {one["rule"] for one in told["to_take"]} == {"PA-CHR-03", "PA-END-02"}
    assert [one["scenario"] for one in shown(path, "--at", "4")["scenarios"]] == ["Brigandoom!"]
    assert [one["feats"] for one in sheet(path)["skills"] if one["skill"] == "Wisdom"] == [1]
    assert [one["feats"] for one in sheet(path, "--at", "6")["skills"] if one["skill"] == "Wisdom"] == [0]
    assert [one["event"] for one in sheet(path)["history"]] == [2, 4, 5, 6, 7]
    assert path.run("campaign", "path", "--at", "99").code == 3


def test_a_character_is_shown_with_its_boxes_and_its_deck_beside_the_cards_list(path):
    told = sheet(path)

    assert (told["player"], told["status"], told["hand_size"], told["hand_size_most"]) == ("Ann", "ready", 5, 6)
    assert told["skills"][4] == {"skill": "Wisdom", "die": "d12", "feats": 0, "boxes": 4, "derived": {"Divine": 2}}
    assert told["proficiencies"]["weapons"] == "by feat"
    weapon = {"type": "weapon", "start": 2, "feats": 0, "wanted": 2, "most": 4, "in_deck": 2}
    assert told["cards_list"][0] == weapon
    assert sum(told["cards"].values()) == 15
    text = path.done("character", "kyra").out
    assert "Wisdom" in text
    assert "□□□□" in text
    assert path.run("character", "Lem").code == 3


def test_what_is_told_for_people_names_what_waits(path):
    path.done("campaign", "record", "path", "won Attack on Sandpoint")
    text = path.done("campaign", "path").out

    assert "feat Kyra skill SKILL" in text
    assert "Attack on Sandpoint" in text


def test_an_act_against_the_rules_is_refused_with_its_rule_and_nothing_is_stored(path):
    refused = path.run("campaign", "record", "path", "feat Kyra skill Wisdom", "--json")

    assert refused.code == 1
    assert refused.error["rule"] == "PA-CHR-03"
    assert path.done("campaign", "--json").json[0]["events"] == 3


def test_what_contradicts_the_facts_is_recorded_and_flagged(path):
    path.done("campaign", "record", "path", "won Brigandoom!")
    result = path.done("campaign", "record", "path", "reward Kyra: Longsword")

    assert "flagged: " in result.err
    assert "PA-END-02" in result.err
    (found,) = shown(path)["findings"]
    assert (found["event"], found["rule"], found["kind"]) == (5, "PA-END-02", "reward_differs")
    assert {"stated", "computed"} <= set(found)
    again = path.done("campaign", "record", "path", "reward Kyra: Longsword", "--json").json
    assert [(one["event"], one["rule"], one["kind"]) for one in again["findings"]] == [
        (6, "PA-END-02", "reward_differs")
    ]
    assert set(again["findings"][0]) == set(found)
    assert "flagged: event 5: no reward gives Kyra" in path.done("campaign", "path").out


def test_a_character_is_looked_for_in_real_campaigns_first(path):
    path.done("simulate", "pathfinder", "--campaign", "--players", "1", "--seed", "7", "--games", "1")

    assert path.done("character", "Kyra", "--json").json["campaign"] == "path"


def test_lines_come_from_standard_input_too(path, monkeypatch):
    import io

    lines = "won Brigandoom!  # at the club\nreward Kyra: Potion of Healing\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    path.done("campaign", "record", "path", "-")

    kinds = [one["events"] for one in path.done("campaign", "log", "path", "--json").json]
    assert kinds == [[1], [2], [3], [4], [5], [6]]
    assert "at the club" in path.done("campaign", "log", "path").out


def test_a_mistaken_entry_is_taken_back_and_put_back(path):
    path.done("campaign", "record", "path", "won Brigandoom!")
    undone = path.done("campaign", "undo", "path")
    assert "Brigandoom! was won" in undone.err
    assert shown(path)["scenarios"] == []

    path.done("campaign", "redo", "path")
    assert shown(path)["scenarios"][0]["outcome"] == "won"
    path.done("campaign", "undo", "path", "--since", "3")
    assert [one["name"] for one in shown(path)["characters"]] == ["Kyra"]
    assert path.done("campaign", "log", "path", "--json").json[2]["undone_by"] == 7
    assert path.run("campaign", "undo", "path", "--since", "1").code == 1


def test_a_campaign_is_noted_and_renamed(path):
    path.done("campaign", "note", "path", "tea break")
    path.done("campaign", "rename", "path", "runelords")

    assert "tea break" in path.done("campaign", "log", "runelords").out
    assert path.run("campaign", "path").code == 3
    assert path.done("campaign", "--json").json[0]["campaign"] == "runelords"


def test_names_of_games_and_campaigns_do_not_collide(path):
    again = path.run("campaign", "new", "path")
    assert again.code == 4
    path.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob")

    assert path.run("campaign", "new", "tuesday").code == 4
    assert path.run("new", "pax-pamir", "path", "--players", "Ann,Bob").code == 4
    assert path.run("campaign", "new", "log").code == 2


def test_of_pax_pamir_a_campaign_is_only_the_name_that_games_bear(path):
    path.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob", "--campaign", "path")
    path.done("new", "pax-pamir", "wednesday", "--players", "Ann,Bob", "--campaign", "Any League!")

    assert [one["campaign"] for one in path.done("games", "--json").json] == ["path", "Any League!"]
    refused = path.run("campaign", "new", "league", "--title", "pax-pamir")
    assert refused.code == 2
    assert "--campaign" in refused.err


def test_a_campaign_goes_into_a_sealed_file_and_back_byte_for_byte(path):
    path.done("campaign", "record", "path", "won Brigandoom!")
    path.done("export", "path", "-o", "path.jsonl")
    code = path.done("seal", "path", "--json").json["code"]
    other = path.other("other.duckdb")
    path.done("import", "path.jsonl", *other)
    again = path.done("import", "path.jsonl", *other)

    assert "is here already" in again.err
    assert path.done("campaign", "path", "--json", *other).json == shown(path)
    path.done("export", "path", "-o", "again.jsonl", *other)
    assert (path.folder / "again.jsonl").read_bytes() == (path.folder / "path.jsonl").read_bytes()
    verified = path.done("verify", "path", "--head", code, "--replay", "--json", *other).json
    assert (verified["faults"], verified["judged"], verified["divergences"]) == ([], 4, [])
    assert path.done("verify", *other).out == "4 events in 1 campaign checked: all is well\n"
    path.done("import", "path.jsonl", "--as", "fork", *other)
    assert [one["campaign"] for one in path.done("campaign", "--json", *other).json] == ["path", "fork"]
    assert path.done("campaign", "fork", "--json", *other).json["characters"] == shown(path)["characters"]


def test_a_campaign_is_no_game_and_games_go_on_beside_it(path):
    assert path.done("games", "--json").json == []
    assert path.run("show", "path").code == 3
    path.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob")
    assert len(path.done("games", "--json").json) == 1
    assert path.done("export", "--all", "-o", "all/").code == 0
    assert sorted(one.name for one in (path.folder / "all").iterdir()) == ["path.jsonl", "tuesday.jsonl"]


def test_a_campaign_that_was_tampered_with_is_found(path):
    path.done("campaign", "record", "path", "won Brigandoom!")
    path.done("export", "path", "-o", "path.jsonl")
    file = path.folder / "path.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"outcome":"won"', b'"outcome":"lost"'))

    refused = path.run("import", "path.jsonl", *path.other("other.duckdb"))
    assert refused.code == 1
    assert "path.jsonl:5:" in refused.err
    assert "hash" in refused.err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["campaign", "new"], 2, "needs a name"),
        (["campaign", "fly", "away"], 2, "nothing to do with a campaign"),
        (["campaign", "record", "path"], 2, "a line is expected"),
        (["campaign", "record"], 2, "a campaign and one line"),
        (["campaign", "nobody"], 3, "there is no campaign"),
        (["campaign", "undo", "path", "--at", "2"], 2, "--at does not belong"),
        (["campaign", "note", "path", ""], 2, "the note is empty"),
        (["campaign", "redo", "path"], 1, "nothing to redo"),
        (["character", "Kyra", "--campaign", "nobody"], 3, "there is no campaign"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(path, monkeypatch, words, code, said):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    result = path.run(*words)

    assert (result.code, said in result.err) == (code, True), result.err
    assert "hint: " in result.err or code == 1


def test_before_the_first_campaign_the_way_to_it_is_told(log):
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob")

    assert "gamelog campaign new" in log.run("campaign").err
    result = log.run("character", "Kyra", "--json")
    assert result.code == 3
    assert "campaign new" in json.loads(result.err)["hint"]


def test_what_can_be_typed_is_listed(path):
    text = path.done("campaign", "record", "path", "?").out

    assert "trade Kyra Cure to Lem for Sling" in text
