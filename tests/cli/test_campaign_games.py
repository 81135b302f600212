"""Scenarios of a campaign: they take its characters with them and give them back, in batches of both streams."""

import json
import os
import subprocess
import sys

import pytest

from cli.errors import ExitCode, Trouble
from cli.recording import append_line, read_actions
from cli.session import Session
from tests.cli.running import ROOT
from tests.cli.test_campaign import create
from tests.engine.pathfinder.campaigning import first_deck

DECK = first_deck("Kyra")


@pytest.fixture
def path(log):
    """A log with the campaign `path`, in which Ann plays Kyra."""
    log.done("campaign", "new", "path")
    create(log)
    return log


def begin(log, name="sunday", *words):
    """A scenario of the campaign, of which only the end is recorded."""
    return log.done("new", "pathfinder", name, "--campaign", "path", "--scenario", "Brigandoom!", "--set", "at=Woods",
                    "--judging", "record", *words)  # fmt: skip


def rebuild(deck=DECK):
    return f"rebuild {', '.join(deck)}"


def play(log, name="sunday", deck=DECK):
    """A scenario to its end: lost, and the deck rebuilt."""
    begin(log, name)
    log.done("record", name, "lost")
    return log.done("record", name, rebuild(deck))


def started(log, name="sunday"):
    return log.done("events", name, "--json").json[0]["payload"]


def campaign_events(log, campaign="path"):
    return [one["told"][0] for one in log.done("campaign", "log", campaign, "--json").json]


def versions(log):
    """The newest events of all streams, by what their names begin with."""
    return {
        head.stream.partition("/")[0]: head.version
        for head in Session(log.db).reading(lambda store: store.heads())
    }  # fmt: skip


def character(log, who="Kyra"):
    return log.done("character", who, "--json", "--campaign", "path").json


# Beginning


def test_a_scenario_takes_decks_feats_and_players_from_the_campaign(path):
    for line in ("won Attack on Sandpoint", "feat Kyra skill Wisdom", "completed adventure 2 Skinsaw: card feat",
                 "feat Kyra card ally: Guard"):  # fmt: skip
        path.done("campaign", "record", "path", line)
    begin(path)

    first = started(path)
    (kyra,) = first["characters"]
    assert first["players"] == ["Ann"]
    assert sorted(kyra["cards"]) == sorted((*DECK, "Guard"))
    assert dict(kyra["skill_feats"])["Wisdom"] == 1
    assert sum(dict(kyra["skill_feats"]).values()) == 1
    assert kyra["extra_cards"] == [["ally", 1]]
    assert first["origin"].startswith("campaign/")
    assert first["origin"].endswith("#6")
    assert character(path)["status"] == "playing"
    assert character(path)["in_game"] == "sunday"
    assert campaign_events(path)[-1] == 'Brigandoom! began with Kyra (game "sunday")'


def test_who_plays_is_named_by_character_or_by_player_or_else_everybody(path):
    create(path, "Bob", "Valeros")
    create(path, "Ann", "Lem")

    begin(path, "one", "--characters", "val")
    assert started(path, "one")["players"] == ["Bob"]
    begin(path, "two", "--players", "Ann")
    assert started(path, "two")["players"] == ["Ann (Kyra)", "Ann (Lem)"]
    refused = path.run("new", "pathfinder", "three", "--campaign", "path", "--scenario", "Brigandoom!")
    assert "nobody else can play: Kyra is playing in " in refused.err
    assert path.run("new", "pathfinder", "three", "--campaign", "path", "--characters", "Kyra").code in {1, 2}
    assert len(path.done("games", "--json").json) == 2


@pytest.mark.parametrize(
    ("campaign", "flag", "config", "preset"),
    [("seed", None, None, "seed"), ("seed", "official", None, "official"), ("official", None, "seed", "official")],
)
def test_the_preset_is_that_of_the_flag_then_of_the_campaign_then_of_the_user(log, campaign, flag, config, preset):
    log.done("campaign", "new", "path", "--rules", campaign, "--option", "role_card_from=adventure_path_3")
    create(log)
    if config:
        log.done("config", "rules", config)
    begin(log, "sunday", *(["--rules", flag] if flag else []))

    first = started(log)
    assert first["preset"] == preset
    wanted = "adventure_3" if flag else "adventure_path_3"
    assert first["options"]["role_card_from"] == wanted


def test_a_name_that_no_campaign_has_is_only_a_name(path):
    path.done("new", "pathfinder", "sunday", "--players", "Ann", "--characters", "Kyra", "--scenario", "Brigandoom!",
              "--campaign", "League")  # fmt: skip

    assert "origin" not in started(path)
    assert path.done("games", "--json").json[0]["campaign"] == "League"
    assert character(path)["status"] == "ready"


def test_a_campaign_is_known_in_any_case_and_keeps_its_own_spelling(path):
    path.done("new", "pathfinder", "sunday", "--campaign", "PATH", "--scenario", "Brigandoom!")

    assert started(path)["campaign"] == "path"
    assert started(path)["origin"].startswith("campaign/")


def test_a_name_near_that_of_a_campaign_is_told_as_a_slip(path):
    told = path.done("new", "pathfinder", "sunday", "--players", "Ann", "--characters", "Kyra", "--scenario",
                     "Brigandoom!", "--campaign", "pat")  # fmt: skip

    assert 'no campaign is called "pat": the game only bears the name; did you mean "path"?' in told.err
    assert "origin" not in started(path)


# Giving back


def test_the_last_rebuilt_deck_gives_everything_back_in_one_batch(path):
    deck = ("Longspear", *(card for card in DECK if card != "Dagger"), "Dagger")
    begin(path)
    path.done("record", "sunday", "lost")
    assert character(path)["status"] == "playing"
    before = versions(path)
    path.done("record", "sunday", rebuild(deck))

    assert versions(path) == {"game": before["game"] + 1, "campaign": before["campaign"] + 1}
    batch = (path.folder / "games.duckdb.journal").read_text(encoding="utf-8").splitlines()[-1]
    assert "pathfinder.deck_rebuilt" in batch
    assert "pathfinder.campaign_scenario_finished" in batch
    assert character(path)["status"] == "ready"
    assert character(path)["cards"]["Longspear"] == 1
    assert path.done("campaign", "path", "--json").json["scenarios"][0]["outcome"] == "lost"


def test_who_died_is_given_back_dead_and_for_good(path):
    create(path, "Bob", "Valeros")
    begin(path)
    for line in ("Valeros: dies", "lost", rebuild()):
        path.done("record", "sunday", line)

    assert character(path, "Valeros")["status"] == "dead"
    assert character(path)["status"] == "ready"
    told = path.done("campaign", "path", "--json").json["scenarios"][0]
    assert told["dead"] == ["Valeros"]
    refused = path.run("new", "pathfinder", "monday", "--campaign", "path", "--scenario", "Brigandoom!", "--set",
                       "at=Woods", "--characters", "Valeros")  # fmt: skip
    assert "PA-DTH-03" in refused.err


def test_a_won_scenario_gives_its_reward_once_everything_is_back(path):
    begin(path)
    path.done("record", "sunday", "won")
    told = path.done("record", "sunday", rebuild()).err

    assert character(path)["to_take"] == ["Draw an Item"]
    assert 'campaign "path": Brigandoom! was won' in told
    assert "Kyra gets: Draw an Item (Brigandoom!)" in told
    assert "what this game brought was taken back" in path.done("undo", "sunday").err
    again = path.done("record", "sunday", rebuild(), "--json").json["campaign"]
    assert again[0] == 'campaign "path": Brigandoom! was won'


def test_an_undone_end_is_taken_back_from_the_campaign_and_put_back_with_it(path):
    play(path)
    path.done("undo", "sunday")
    assert character(path)["status"] == "playing"
    path.done("redo", "sunday")
    assert character(path)["status"] == "ready"
    path.done("undo", "sunday", "--since", "2")
    assert character(path)["status"] == "playing"

    path.done("record", "sunday", "lost")
    path.done("record", "sunday", rebuild())
    assert character(path)["scenarios"] == 1
    assert path.done("verify", "--replay", "--json").json["divergences"] == []


def test_an_end_is_not_undone_once_the_campaign_went_on(path):
    play(path)
    path.done("campaign", "record", "path", "remove Mace")
    before = versions(path)
    refused = path.run("undo", "sunday")

    assert refused.code == ExitCode.CONFLICT
    assert "gamelog campaign undo path --since 5" in refused.err
    assert versions(path) == before
    path.done("campaign", "undo", "path", "--since", "5")
    path.done("undo", "sunday")
    assert character(path)["status"] == "playing"


def test_what_a_game_brought_is_undone_in_the_game_alone(path):
    begin(path)
    refused = path.run("campaign", "undo", "path")
    assert refused.code == 1
    assert "abandon sunday" in refused.err

    path.done("record", "sunday", "lost")
    path.done("record", "sunday", rebuild())
    refused = path.run("campaign", "undo", "path")
    assert refused.code == 1
    assert "gamelog undo sunday" in refused.err
    path.done("undo", "sunday")
    assert "came from the game" in path.run("campaign", "redo", "path").err


def test_a_scenario_that_is_abandoned_lets_its_characters_go_and_gives_nothing_back(path):
    begin(path)
    path.done("campaign", "record", "path", "abandon sunday")
    assert character(path)["status"] == "ready"

    path.done("record", "sunday", "lost")
    result = path.done("record", "sunday", rebuild())
    assert "does not wait for this game" in result.err
    assert campaign_events(path)[-1] == "Brigandoom! was abandoned"
    play(path, "monday")
    assert character(path)["scenarios"] == 1


def test_a_game_that_is_closed_as_abandoned_lets_its_characters_go_in_the_same_batch(path):
    begin(path)
    before = versions(path)
    closed = path.done("close", "sunday", "--abandoned")

    assert 'campaign "path": Brigandoom! was abandoned' in closed.err
    assert versions(path) == {key: number + 1 for key, number in before.items()}
    assert character(path)["status"] == "ready"
    path.done("close", "sunday", "--reopen")
    path.done("close", "sunday", "--abandoned")
    assert versions(path)["campaign"] == before["campaign"] + 1


def test_the_same_command_with_an_id_again_changes_neither_stream(path):
    begin(path)
    path.done("record", "sunday", "lost")
    path.done("record", "sunday", rebuild(), "--id", "the end")
    before = versions(path)
    again = path.done("record", "sunday", rebuild(), "--id", "the end")

    assert "already recorded" in again.err
    assert versions(path) == before


def test_a_file_of_lines_gives_back_in_the_batch_of_the_file(path):
    begin(path)
    (path.folder / "end.txt").write_text(f"lost\n{rebuild()}\n", encoding="utf-8")
    path.done("record", "sunday", "--file", "end.txt")

    assert versions(path) == {"game": 3, "campaign": 4}
    assert character(path)["status"] == "ready"


def test_a_game_whose_campaign_is_in_another_log_ends_all_the_same(path):
    begin(path)
    path.done("export", "sunday", "-o", "sunday.jsonl")
    other = path.other("other.duckdb")
    path.done("import", "sunday.jsonl", *other)
    path.done("record", "sunday", "lost", *other)
    result = path.done("record", "sunday", rebuild(), *other)

    assert "is not in this log" in result.err
    assert character(path)["status"] == "playing"


def test_games_and_campaign_travel_in_files_and_go_on_together(path):
    play(path)
    begin(path, "monday")
    path.done("export", "--all", "-o", "all/")
    other = path.other("other.duckdb")
    path.done("import", "all/", *other)
    path.done("record", "monday", "lost", *other)
    path.done("record", "monday", rebuild(), *other)

    told = path.done("character", "Kyra", "--json", *other).json
    assert (told["status"], told["scenarios"]) == ("ready", 2)
    verified = path.done("verify", "--replay", "--json", *other).json
    assert (verified["faults"], verified["divergences"]) == ([], [])


# Rulings of the campaign


def ruled(log, name="sunday"):
    """The rulings in the log of a game: point, choice, scope, and where they come from."""
    found = [one["payload"] for one in log.done("events", name, "--json").json if one["kind"] == "pathfinder.ruling"]
    return [(one["point"], one["choice"], one.get("scope", "game"), one.get("origin", "")[-2:]) for one in found]


def reading(log, point="hand_reset"):
    """How a point is read in the game now."""
    return getattr(Session(log.db).load("sunday").state.options, point)


def rule_on(log, point="hand_reset", choice="excess_only"):
    return log.done("campaign", "record", "path", f"rule {point} {choice} by Ann")


def test_a_ruling_of_the_campaign_is_taken_in_by_a_game_when_it_is_next_recorded(path):
    begin(path)
    told = rule_on(path).err
    assert '"sunday", which is being played, takes it in when it is next recorded' in told
    assert ruled(path) == []

    said = path.done("record", "sunday", "state Discard: 0").err
    assert '"path", the campaign of this game, ruled since then; the game takes it in:' in said
    assert "Ann ruled for the campaign, in its event 4: May " in said
    assert ruled(path) == [("hand_reset", "excess_only", "campaign", "#4")]
    assert reading(path) == "excess_only"

    path.done("record", "sunday", "state Buried: 0")
    assert len(ruled(path)) == 1


def test_each_new_ruling_of_the_campaign_is_taken_in_and_one_of_the_game_stands_until_then(path):
    begin(path)
    rule_on(path)
    path.done("record", "sunday", "state Discard: 0")
    path.done("record", "sunday", "rule hand_reset optional_discards")
    path.done("record", "sunday", "state Discard: 0")
    rule_on(path, choice="excess_only")
    rule_on(path, "explorations_per_turn", "unlimited")
    path.done("record", "sunday", "state Discard: 0")

    assert ruled(path) == [
        ("hand_reset", "excess_only", "campaign", "#4"), ("hand_reset", "optional_discards", "game", ""),
        ("hand_reset", "excess_only", "campaign", "#5"), ("explorations_per_turn", "unlimited", "campaign", "#6"),
    ]  # fmt: skip


def test_what_the_campaign_takes_back_is_taken_back_in_the_game(path):
    begin(path)
    before = reading(path)
    rule_on(path, choice="excess_only")
    path.done("record", "sunday", "state Discard: 0")
    path.done("campaign", "undo", "path")
    path.done("record", "sunday", "state Discard: 0")

    assert ruled(path)[1:] == [("hand_reset", before, "campaign", "#5")]
    path.done("record", "sunday", "state Discard: 0")
    assert len(ruled(path)) == 2


def test_a_ruling_that_was_undone_in_the_game_is_taken_in_again(path):
    begin(path)
    rule_on(path)
    path.done("record", "sunday", "state Discard: 0")
    path.done("undo", "sunday")
    path.done("undo", "sunday")
    path.done("record", "sunday", "state Discard: 0")

    assert reading(path) == "excess_only"


def test_a_ruling_is_taken_in_before_the_line_is_read_that_needs_it(path):
    begin(path, "sunday", "--option", "explorations_per_turn=ask")
    path.done("campaign", "record", "path", "rule explorations_per_turn unlimited")
    version = versions(path)["game"]
    path.done("record", "sunday", "state Discard: 0", "--expect", str(version))
    file = path.db.parent / "lines.txt"
    file.write_text("state Discard: 0\nstate Buried: 0\n", encoding="utf-8")
    rule_on(path)
    path.done("record", "sunday", "--file", str(file), "--expect", str(version + 2))

    assert [one[0] for one in ruled(path)] == ["explorations_per_turn", "hand_reset"]
    assert versions(path)["game"] == version + 5


def test_a_game_that_is_over_or_of_no_campaign_takes_nothing_in(path):
    play(path)
    path.done("new", "pathfinder", "alone", "--players", "Bob", "--characters", "Lem", "--scenario", "Brigandoom!",
              "--judging", "record")  # fmt: skip
    rule_on(path)
    path.done("record", "sunday", "state Discard: 0")
    path.done("record", "alone", "state Discard: 0")

    assert ruled(path) == ruled(path, "alone") == []


# Two recorders, and a kill between


class Raced(Session):
    """A session beside which somebody else records just before it writes."""

    def __init__(self, path, other):
        super().__init__(path, recorder="Ann")
        self.other = other

    def writing(self, use):
        other, self.other = self.other, None
        if other:
            other()
        return super().writing(use)


def test_two_who_record_at_the_same_time_take_a_ruling_in_once(path):
    begin(path)
    rule_on(path)
    session = Raced(path.db, lambda: path.done("record", "sunday", "state Discard: 0"))
    append_line(session, session.load("sunday"), "state Buried: 0")

    assert len(ruled(path)) == 1


def test_when_the_campaign_moves_in_between_neither_stream_is_written(path):
    begin(path)
    path.done("record", "sunday", "lost")
    session = Raced(path.db, lambda: path.done("campaign", "record", "path", "remove Mace"))
    loaded = session.load("sunday")
    before = versions(path)
    with pytest.raises(Trouble) as refused:
        session.record(loaded, read_actions(loaded, rebuild()))

    assert refused.value.code == ExitCode.CONFLICT
    assert versions(path) == {"game": before["game"], "campaign": before["campaign"] + 1}


def test_when_the_campaign_moves_in_between_the_line_is_judged_again(path):
    begin(path)
    path.done("record", "sunday", "lost")
    session = Raced(path.db, lambda: path.done("campaign", "record", "path", "remove Mace"))
    append_line(session, session.load("sunday"), rebuild())

    assert character(path)["status"] == "ready"
    assert campaign_events(path)[-2:] == ["Mace left the game", "Brigandoom! was lost"]


def test_when_somebody_else_begins_with_the_same_character_only_one_game_begins(path):
    session = Raced(path.db, lambda: begin(path, "other"))
    from cli.session_campaign import begin_game, completed, of_title
    from engine.game import Beginning, game

    home = of_title(session, "pathfinder", "path")
    said = Beginning(name="sunday", players=(), preset="official",
                     settings=(("scenario", "Brigandoom!"), ("at", "Woods")))  # fmt: skip
    rules = game("pathfinder")
    with pytest.raises(Trouble) as refused:
        begin_game(session, rules.starting_event(completed(said, home)), rules, home)

    assert refused.value.code == ExitCode.CONFLICT
    assert [one["game"] for one in path.done("games", "--json").json] == ["other"]


KILLED = """
import os, sys
from functools import partial
import cli.session
from eventstore import open_store

def faults(name):
    if name == sys.argv[1]:
        os._exit(9)

cli.session.open_store = partial(open_store, faults=faults)
from cli.main import main
sys.exit(main(sys.argv[2:]))
"""


def killed_at(log, point, *words):
    """Run a command that is killed at a point of its writing."""
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, point, *words], cwd=log.folder, capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120,
    )  # fmt: skip
    assert killed.returncode == 9, killed.stderr


@pytest.mark.parametrize(
    ("point", "kept"), [("before_journal", False), ("after_journal", True), ("after_commit", True)]
)
def test_a_kill_between_leaves_both_streams_or_neither(path, point, kept):
    begin(path)
    path.done("record", "sunday", "lost")
    before = versions(path)
    killed_at(path, point, "record", "sunday", rebuild())

    after = {key: number + kept for key, number in before.items()}
    assert versions(path) == after
    assert character(path)["status"] == ("ready" if kept else "playing")
    assert json.loads(path.done("verify", "--replay", "--json").out)["faults"] == []


@pytest.mark.parametrize(
    ("point", "kept"), [("before_journal", False), ("after_journal", True), ("after_commit", True)]
)
def test_a_kill_between_leaves_a_game_with_its_card_file_or_none(path, point, kept):
    (path.folder / "mine.toml").write_text('[[card]]\nname = "Bugbear"\ntype = "monster"\n', "utf-8")
    before = versions(path)
    killed_at(path, point, "new", "pathfinder", "sunday", "--campaign", "path", "--scenario", "Brigandoom!",
              "--set", "at=Woods", "--cards", "mine.toml")  # fmt: skip

    began = {"game": 2, "campaign": before["campaign"] + 1}
    assert versions(path) == (began if kept else before)
    if kept:
        assert path.done("undo", "sunday", "--json").json["versions"] == [2]
