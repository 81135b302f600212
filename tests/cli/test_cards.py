"""The command `cards`, the owner's card file, and what the games of a log remember of cards."""

import contextlib
import csv
import io
import json
import shutil
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli import session_cards
from cli.errors import Trouble
from cli.prompting import Sitting
from cli.session import Session
from cli.session_cards import LogMemory
from tests.cli.running import FIXTURES

CARDS = FIXTURES / "cards"
#: Files whose message is the same whatever release of Python reads them.
BROKEN = sorted(path for path in CARDS.glob("broken-*") if path.with_name(f"{path.name}.message").exists())
SETUP = (
    "draw Blessing of the Gods, Mace, Cure, Chain Mail, Acolyte",
    "move Farmhouse",
    "turn Kyra",
    "flip Blessing of the Gods",
)


BRIGANDOOM = ("--scenario", "Brigandoom!")


def begin(log, name, *flags, lines=(), setting=BRIGANDOOM):
    log.done("new", "pathfinder", name, "--characters", "Kyra", *setting, *flags)
    Path("setup.txt").write_text("\n".join((*SETUP, *lines)), "utf-8")
    log.done("record", name, "--file", "setup.txt")


def meets(log, name, card="Bugbear", check='check combat 13 "1d8+2" 8'):
    met = log.done("record", name, f"explore: {card}")
    return met, log.done("record", name, check)


def values(log, *words):
    found = log.done("cards", *words, "--json").json
    rows = found["values"] if isinstance(found, dict) else found
    return [(row["card"], row["what"], row["value"], row["how"], tuple(row["where"])) for row in rows]


@pytest.fixture
def club(log):
    """A log with two games in which the same card was met, and the card files in its folder."""
    begin(log, "tuesday", lines=("explore: Bugbear", 'check combat 13 "1d8+2" 8'))
    begin(log, "friday")
    for path in CARDS.iterdir():
        shutil.copy(path, log.folder)
    return log


# The card file


def test_the_example_is_a_card_file_without_faults(log):
    example = log.done("cards", "--example").out
    Path("mine.toml").write_text(example, "utf-8")

    assert log.done("cards", "check", "mine.toml").out == "mine.toml: 5 cards and 2 locations, no faults\n"
    assert log.run("cards", "bear", "--example").code == 2


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_every_fault_of_a_broken_file_is_told_with_its_place(club, path):
    checked = club.run("cards", "check", path.name)

    assert path.with_name(f"{path.name}.message").read_text("utf-8") == checked.err
    assert (checked.code, checked.out) == (2, "")


def test_there_are_broken_files_with_their_messages():
    assert {"broken-values.toml", "broken-values.json", "broken-form.toml"} <= {path.name for path in BROKEN}


def test_the_faults_of_a_file_are_there_for_programs(club):
    told = club.run("cards", "check", "broken-values.json", "--json")

    assert (told.code, told.out) == (2, "")
    assert told.error["place"] == "broken-values.json:3:32"
    assert len(told.error["faults"]) == 9
    assert {key: told.error["faults"][-1][key] for key in ("line", "column")} == {"line": 10, "column": 10}


def test_a_broken_file_enters_no_game_and_begins_none(club):
    before = club.done("games", "--json").json

    assert club.run("cards", "tell", "tuesday", "broken-values.toml").code == 2
    assert club.run("new", "pathfinder", "x", "--characters", "Kyra", "--cards", "broken-form.toml").code == 2
    assert before == club.done("games", "--json").json


def test_a_name_with_a_slip_is_told_as_a_note(log):
    Path("mine.toml").write_text('[[card]]\nname = "Bugber"\n', "utf-8")
    checked = log.done("cards", "check", "mine.toml")

    assert 'note: mine.toml:2:9: no card is called "Bugber" in Rise of the Runelords' in checked.err
    assert 'did you mean "Bugbear"?' in checked.err
    assert len(log.done("cards", "check", "mine.toml", "--json").json["notes"]) == 1


def test_a_file_that_is_told_is_an_event_that_carries_what_it_says(club):
    told = club.done("cards", "tell", "tuesday", "good.toml")
    (event,) = [one for one in club.done("events", "tuesday", "--json").json if one["kind"] == "pathfinder.cards_told"]

    assert "told: tuesday#8 the values of 6 cards and 2 locations from good.toml" in told.err
    assert (event["payload"]["origin"], len(event["payload"]["cards"])) == ("good.toml", 6)
    assert event["payload"]["digest"].startswith("blake2b:")
    Path("good.toml").unlink()
    assert club.done("verify", "tuesday").code == 0


def test_the_same_content_told_again_changes_nothing(club):
    club.done("cards", "tell", "tuesday", "good.toml")
    again = club.done("cards", "tell", "tuesday", "good.json", "--json").json

    assert again == {"game": "tuesday", "event": 8, "repeated": True, "notes": []}
    assert len(club.done("events", "tuesday", "--json").json) == 8


def test_what_is_told_against_what_was_recorded_is_flagged(club):
    Path("mine.toml").write_text('[[card]]\nname = "Bugbear"\ndefeat = "Combat 12"\n', "utf-8")
    told = club.done("cards", "tell", "tuesday", "mine.toml")

    assert "flagged: " in told.err
    assert '"Bugbear": Combat 12 to defeat as told now, 13 in event 7 (PA-CHK-05)' in told.err


def test_a_game_can_begin_with_a_card_file_and_is_checked_by_it(club):
    Path("mine.toml").write_text('[[card]]\nname = "Bugbear"\ndefeat = "Combat 15"\n', "utf-8")
    begin(club, "sunday", "--cards", "mine.toml")
    met, made = meets(club, "sunday")

    assert "remembered: Combat 15 (from the card file), Combat 13 (from tuesday#7)" in met.err
    assert "stated 13, computed 15" in made.err
    assert "difficulty_contradicts_card" in {one["kind"] for one in club.done("audit", "sunday", "--json").json}


def test_no_game_begins_whose_card_file_a_rule_keeps_out(club):
    Path("other.toml").write_text('set = "Skull & Shackles"\n\n[[card]]\nname = "Marsh Troll"\n', "utf-8")
    refused = club.run("new", "pathfinder", "strict", "--characters", "Kyra", *BRIGANDOOM, "--judging", "strict",
                       "--cards", "other.toml")  # fmt: skip

    assert refused.code == 1
    assert refused.err.startswith("error: other.toml: the cards told are of the set")
    assert "PA-CRD-06" in refused.err
    assert [row["game"] for row in club.done("games", "--json").json] == ["tuesday", "friday"]


def test_other_games_take_no_card_file(club):
    club.done("new", "pax-pamir", "afghan", "--players", "Ann,Bob", "--shuffle", "7")

    told = club.run("cards", "tell", "afghan", "good.toml")
    assert (told.code, "takes no card file" in told.err) == (2, True)
    begun = club.run("new", "pax-pamir", "kabul", "--players", "Ann,Bob", "--cards", "good.toml")
    assert (begun.code, "takes no card file" in begun.err) == (2, True)


def test_a_closed_game_takes_no_card_file(club):
    club.done("close", "tuesday", "--abandoned")

    assert "the game is closed" in club.run("cards", "tell", "tuesday", "good.toml").err


@pytest.mark.parametrize("words", [("tell",), ("tell", "tuesday"), ("check",), ("check", "a", "b")])
def test_what_is_missing_or_too_much_is_told(club, words):
    told = club.run("cards", *words)

    assert told.code == 2
    assert "is how it is typed" in told.err


def test_a_file_that_is_not_there_is_told(log):
    assert (
        (told := log.run("cards", "check", "no.toml", "--json")).code,
        told.error["error"],
    ) == (3, "there is no such file")


# Listing


def test_what_was_stated_is_listed_with_its_place_and_what_is_built_in_as_known(club):
    found = values(club)

    assert ("Bugbear", "defeat 1 Combat", "13", "stated", ("tuesday#7",)) in found
    assert ("Skeleton", "defeat 1 Combat", "8", "known", ()) in found
    assert [card for card, *_ in found] == sorted(card for card, *_ in found)


def test_a_value_that_several_games_state_is_one_row_with_all_places(club):
    meets(club, "friday")

    assert ("Bugbear", "defeat 1 Combat", "13", "stated", ("tuesday#7", "friday#7")) in values(club)
    table = club.done("cards").out
    assert "tuesday#7, friday#7" in table
    assert "Combat 13" in table
    assert values(club, "--differing") == []


def test_one_card_is_shown_with_its_facts(club):
    shown = club.done("cards", "bugb").out

    assert shown.startswith("Bugbear\n  type: monster\n")
    assert "tuesday#7" in shown
    told = club.done("cards", "goblin", "raider", "--json").json
    assert (told["card"], told["facts"]["type"]) == ("Goblin Raider", "henchman")
    assert "deck" in club.done("cards", "woods", "--json").json["facts"]
    assert "none was stated" in club.done("cards", "mace").out


def test_a_card_that_is_told_is_shown_as_from_the_card_file(club):
    club.done("cards", "tell", "tuesday", "good.toml")

    assert ("Marsh Troll", "defeat 1 Combat", "14", "card file", ("tuesday#8",)) in values(club, "marsh troll")
    assert ("Old Mill", "closing", "banish an item", "card file", ("tuesday#8",)) in values(club, "old mill")


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [("bugbera", 3, 'did you mean "Bugbear"?'), ("goblin w", 2, "could be"), ("xyzzy", 3, "gamelog cards")],
)
def test_a_name_that_means_no_card_or_several_is_told(club, name, code, said):
    told = club.run("cards", name)

    assert code == told.code
    assert said in told.err


def test_rows_as_csv_are_those_of_json(club):
    rows = list(csv.DictReader(io.StringIO(club.done("cards", "--csv").out)))

    assert [(row["card"], row["what"], row["value"]) for row in rows] == [row[:3] for row in values(club)]


def test_without_a_log_what_is_built_in_is_listed(log):
    assert ("Skeleton", "defeat 1 Combat", "8", "known", ()) in values(log)
    assert not log.db.exists()


def test_what_was_undone_says_nothing(club):
    club.done("undo", "tuesday")

    assert "Bugbear" not in {card for card, *_ in values(club)}


def test_hidden_and_simulated_games_say_nothing(club):
    club.done("simulate", "pathfinder", "--players", "1", "--seed", "5")
    assert {"tuesday#7"} == {place for *_, where in values(club) for place in where}

    club.done("games", "--hide", "tuesday")
    assert set() == {place for *_, where in values(club) for place in where}
    met = club.done("record", "friday", "explore: Bugbear")
    assert "remembered" not in met.err


# Differences


@pytest.fixture
def parting(club):
    """Two games that state another difficulty for the same card."""
    meets(club, "friday", check='check combat 12 "1d8+2" 8')
    return club


def test_a_card_of_which_two_games_say_different_is_listed_with_both(parting):
    assert values(parting, "--differing") == [
        ("Bugbear", "defeat 1 Combat", "13", "stated", ("tuesday#7",)),
        ("Bugbear", "defeat 1 Combat", "12", "stated", ("friday#7",)),
    ]
    assert "differs" in parting.done("cards", "bugbear").out


@pytest.mark.parametrize(
    ("game", "stated", "computed"), [("tuesday", "13", "12 in friday#7"), ("friday", "12", "13 in tuesday#7")]
)
def test_the_audit_of_either_game_shows_both_places(parting, game, stated, computed):
    found = [one for one in parting.done("audit", game, "--json").json if one["kind"] == "differs_between_logs"]

    assert [(7, "PA-CHK-05", stated, computed)] == [
        (one["event"], one["rule"], one["stated"], one["computed"]) for one in found
    ]
    assert f'"Bugbear": Combat {stated} to defeat in {game}#7, {computed}' == found[0]["message"]


def test_the_audit_of_all_games_finds_what_the_audit_of_each_does(parting):
    each = [one for game in ("tuesday", "friday") for one in parting.done("audit", game, "--json").json]

    found = parting.done("audit", "--all", "--json").json

    assert [one for one in found if one["game"] in {"tuesday", "friday"}] == each
    assert [one["kind"] for one in each].count("differs_between_logs") == 2


def test_games_that_agree_have_no_such_finding(club):
    meets(club, "friday")

    assert club.done("audit", "friday", "--json").json == []


def test_a_card_that_grows_with_the_adventure_is_not_compared(club):
    begin(club, "monday")
    meets(club, "monday", "Mercenary", 'check combat 11 "1d8+4" 8')
    meets(club, "friday", "Mercenary", 'check combat 10 "1d8+2" 8')

    assert values(club, "--differing") == []


# Remembering


def test_what_another_game_said_is_offered_when_the_card_comes_up(club):
    met = club.done("record", "friday", "explore: Bugbear")

    assert "remembered: Combat 13 (from tuesday#7)\n" in met.err
    told = club.done("record", "friday", 'check combat = "1d8+2" 8', "--json")
    (event,) = [one for one in club.done("events", "friday", "--json").json if one["version"] == 7]
    assert (event["payload"]["difficulty"], event["payload"]["skill"]) == (13, "Combat")
    assert told.json["findings"] == []


def test_what_is_remembered_leads_the_list_of_what_can_be_typed(club):
    club.done("record", "friday", "explore: Bugbear")
    first = club.done("can", "friday", "--json").json[0]

    assert first == {
        "type": 'check Combat 13 "<dice>" <results>', "rule": "PA-CHK-05",
        "what it does": '"Bugbear" is Combat 13 to defeat as said in tuesday#7',
    }  # fmt: skip


def test_programs_are_told_what_is_remembered(club):
    assert club.done("record", "friday", "explore: Bugbear", "--json").json["remembered"] == [
        "Combat 13 (from tuesday#7)"
    ]
    assert "remembered" not in club.done("record", "friday", 'check combat 13 "1d8+2" 8', "--json").json


def test_nothing_is_filled_in_by_itself(club):
    club.done("record", "friday", "explore: Bugbear")
    made = club.done("record", "friday", 'check combat "1d8+2" 3')

    assert "now: Kyra takes" not in made.err
    (event,) = [one for one in club.done("events", "friday", "--json").json if one["version"] == 7]
    assert "difficulty" not in event["payload"]


def test_where_games_say_different_the_recorder_chooses(parting):
    begin(parting, "monday")
    met = parting.done("record", "monday", "explore: Bugbear")
    told = parting.run("record", "monday", 'check combat = "1d8+2" 8')

    assert "remembered: Combat 12 (from friday#7), Combat 13 (from tuesday#7)" in met.err
    assert told.code == 2
    assert "Combat 12 (friday#7) or Combat 13 (tuesday#7)" in told.err


def test_a_card_of_which_nobody_said_anything_takes_no_equals(club):
    club.done("record", "friday", "explore: Warlord monster")
    told = club.run("record", "friday", 'check combat = "1d8+2" 8')

    assert told.code == 1
    assert "nothing was said of the check of" in told.err


def test_games_of_another_set_are_not_asked(club):
    begin(club, "pirates", setting=("--set", "set=Skull & Shackles", "--set", "locations=Farmhouse, Isle, Cave"))
    met = club.done("record", "pirates", "explore: Bugbear")

    assert "remembered" not in met.err


def test_a_file_of_lines_can_take_what_is_remembered(club):
    Path("lines.txt").write_text('explore: Bugbear\ncheck = "1d8+2" 8\n', "utf-8")
    club.done("record", "friday", "--file", "lines.txt")

    (event,) = [one for one in club.done("events", "friday", "--json").json if one["version"] == 7]
    assert event["payload"]["difficulty"] == 13


def test_an_exported_game_says_the_same_where_it_is_taken_in(club):
    club.done("export", "tuesday", "-o", "tuesday.jsonl")
    club.done("import", "tuesday.jsonl", *club.other("else.duckdb"))

    found = json.loads(club.done("cards", "bugbear", "--json", *club.other("else.duckdb")).out)
    assert [row["where"] for row in found["values"] if row["what"] == "defeat 1 Combat"] == [["tuesday#7"]]


def test_play_goes_on_where_the_log_cannot_be_asked(club, monkeypatch):
    def busy(*_, **__):
        raise Trouble("the log is busy")

    monkeypatch.setattr(session_cards, "sayings", busy)
    met = club.done("record", "friday", "explore: Bugbear")

    assert "remembered" not in met.err
    assert "now: Kyra evades or fights" in met.err
    session = Session(club.db)
    memory = LogMemory(session, session.load("friday"))
    assert memory.of("Bugbear") == memory.of("Bear") == ()
    assert session.notices == ["what other games say of cards cannot be told now: the log is busy"]


def test_at_the_prompt_what_is_remembered_is_told_and_taken(club):
    session = Session(club.db, recorder="Ann")
    said = io.StringIO()
    with create_pipe_input() as pipe, contextlib.redirect_stderr(said):
        pipe.close()
        made = Sitting(session, session.load("friday"), console_input=pipe, output=DummyOutput())
        made.take("explore: Bugbear")
        made.run()
        made.take('check = "1d8+2" 8')

    assert said.getvalue().count("remembered: Combat 13 (from tuesday#7)\n") == 2
    assert "Combat check of 13" in said.getvalue()
    assert made.loaded.version == 7


def test_what_fits_a_first_deck_is_listed_by_type(log):
    allies = log.done("cards", "--type", "ally", "--basic", "--json").json

    assert {(one["type"], one["basic"]) for one in allies} == {("ally", True)}
    assert "Guard" in {one["card"] for one in allies}
    every = {one["card"] for one in log.done("cards", "--type", "ally", "--json").json}
    assert {one["card"] for one in allies} < every
    refused = log.run("cards", "--type", "alley")
    assert (refused.code, "hint: one of ally, " in refused.err) == (3, True)
    assert log.run("cards", "Guard", "--basic").code == 2
