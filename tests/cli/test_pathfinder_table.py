"""The card game at the table through the command line: beginning, recording, what is flagged, what players compare."""

import pytest

from cli.errors import Trouble

#: A turn of Kyra's in which a total that succeeds is told as failed.
TURN = (
    'draw "Blessing of the Gods", Cure, Mace, Soldier, "Holy Water"',
    "draw 4",
    "turn Kyra",
    'flip "Blessing of the Gods"',
    "explore: Goblin Warrior monster",
    'check combat 9 "3d6" 3 4 2 fail',
    "undefeated",
)
HAND = "Blessing of the Gods, Cure, Mace, Soldier, Holy Water"


def begin(log, *more, name="sunday"):
    return log.done("new", "pathfinder", name, "--players", "Ann,Bob", "--characters", "Kyra,Valeros", "--scenario",
                    "Brigandoom!", "--set", "at=Woods", *more)  # fmt: skip


@pytest.fixture
def sunday(log):
    begin(log)
    return log


def play(log, *lines, name="sunday"):
    path = log.folder / "moves.txt"
    path.write_text("\n".join(lines))
    return log.done("record", name, "--file", path)


# Beginning


def test_a_scenario_begins_with_what_is_said_of_it(log):
    begun = begin(log, "--judging", "strict", "--option", "card_type_limit=check_or_step")
    start = log.done("events", "sunday", "--json").json[0]["payload"]

    assert begun.err.startswith('"sunday" begins: Ann, Bob (official)\n')
    assert (start["judging"], start["scenario"], start["players"]) == ("strict", "Brigandoom!", ["Ann", "Bob"])
    assert [one["name"] for one in start["characters"]] == ["Kyra", "Valeros"]
    log.done("new", "pathfinder", "alone", "--characters", "Kyra", "--scenario", "Brigandoom!")
    assert log.done("events", "alone", "--json").json[0]["payload"]["players"] == ["Kyra"]


def test_the_usual_preset_is_that_of_the_games_that_have_it(log):
    log.done("config", "rules", "rally-the-troops")
    begin(log)
    log.done("new", "pax-pamir", "tuesday", "--players", "Ann,Bob")

    presets = {name: log.done("events", name, "--json").json[0]["payload"]["preset"] for name in ("sunday", "tuesday")}
    assert presets == {"sunday": "official", "tuesday": "rally-the-troops"}


def test_a_scenario_begins_from_the_position_of_another(sunday):
    play(sunday, *TURN)
    (sunday.folder / "here.position").write_text(sunday.done("show", "--position").out)
    sunday.done("new", "pathfinder", "again", "--players", "Ann,Bob", "--position", "here.position")

    states = [sunday.done("state", name).out for name in ("sunday", "again")]
    assert states[0] == states[1]
    assert "Deck: 10 Discard: 0 Buried: 0" in states[0]


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("pathfinder", "x", "--players", "Ann", "--shuffle", "7"), "not set up by one deck", "leave --shuffle out"),
        (("pathfinder", "x", "--players", "Ann", "--table"), "not set up by one deck", "leave --table out"),
        (("pathfinder", "x", "--players", "Ann", "--first", "Ann"), "no first player to name", "leave --first out"),
        (("pax-pamir", "x", "--players", "Ann,Bob", "--scenario", "Y"), 'begins without "scenario"', "players and"),
        (("pathfinder", "x", "--players", "Ann", "--set", "sceanrio=Y"), 'begins without "sceanrio"', "scenario"),
        (("pathfinder", "x", "--players", "Ann", "--set", "at"), "no setting with a value", "--set at=Farmhouse"),
        (("pathfinder", "x", "--scenario", "Brigandoom!"), "nobody is named who plays", "--players Ann,Bob"),
        (("pathfinder", "x", "--players", "Ann", "--characters", "Kyra", "--judging", "kind", "--scenario",
          "Brigandoom!"), 'judging "kind"', "strict"),
    ],
)  # fmt: skip
def test_what_a_game_does_not_ask_for_is_refused_with_a_hint(log, words, message, hint):
    result = log.run("new", *words)

    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert hint in result.err.partition("hint:")[2]


# Recording


def test_what_breaks_two_rules_is_told_once_with_both(sunday):
    play(sunday, *TURN[:4])
    told = play(sunday, "explore: Longspear weapon", "check melee 8 auto fail").err

    assert told.count("the check to acquire is failed without a roll") == 1
    assert "(PA-CHK-12, PA-ENC-08)" in told
    assert {one["rule"] for one in sunday.done("audit", "--json").json} == {"PA-CHK-12", "PA-ENC-08"}


def test_what_contradicts_itself_is_recorded_and_flagged(sunday):
    told = play(sunday, *TURN).err

    assert "flagged: stated fail, computed success: a total of 9 against difficulty 9 is a success" in told
    assert "(PA-CHK-05)\n" in told
    (found,) = sunday.done("audit", "--json").json
    assert (found["game"], found["event"], found["rule"]) == ("sunday", 7, "PA-CHK-05")
    row = next(row for row in sunday.done("log", "--json").json if row["findings"])
    assert (row["events"], row["findings"][0]["rule"]) == ([7], "PA-CHK-05")


def test_a_recorded_line_gives_its_findings_as_json(sunday):
    play(sunday, *TURN[:5])
    wrong = sunday.done("record", "--json", TURN[5]).json

    assert [(one["event"], one["rule"], one["stated"], one["computed"]) for one in wrong["findings"]] == [
        (7, "PA-CHK-05", "fail", "success")
    ]
    assert sunday.done("record", "--json", "undefeated").json["findings"] == []


def test_strict_judging_refuses_what_others_flag(log):
    begin(log, "--judging", "strict")
    play(log, *TURN[:5])
    refused = log.run("record", TURN[5])

    assert refused.code == 1
    assert "a total of 9 against difficulty 9 is a success" in refused.err
    assert "rule: PA-CHK-05\n" in refused.err
    assert len(log.done("events", "--json").json) == 6


def test_what_a_correction_makes_void_is_named_by_its_number_in_the_log(sunday):
    play(sunday, *TURN[:4])
    sunday.done("note", "tea")
    sunday.done("record", TURN[4])
    sunday.done("record", TURN[5])
    sunday.done("undo")
    sunday.done("record", TURN[5])
    assert [one["event"] for one in sunday.done("audit", "--json").json] == [10]
    for number in ("6", "8"):
        refused = sunday.run("record", f'void {number} "rolled again"')
        assert (refused.code, f"event {number} is a note, or was undone" in refused.err) == (1, True)

    told = sunday.done("record", 'void 10 "rolled again"').err

    assert "event 10 no longer counts" in told
    assert sunday.done("log", "--json").json[-1]["text"].startswith("void 10 ")
    assert sunday.done("audit", "--json").json == []
    assert sunday.done("events", "--json").json[-1]["payload"]["void"] == [7]


def test_a_recorded_game_goes_out_as_notation_and_comes_back_byte_for_byte(sunday):
    play(sunday, *TURN[:3], "# tea, # and 茶", *TURN[3:])
    sunday.done("undo")
    sunday.done("record", "undefeated   # back it goes")
    code, first = sunday.run_raw("export", "--notation")
    (sunday.folder / "sunday.txt").write_bytes(first)
    there = sunday.other("second.duckdb")
    sunday.done("import", "sunday.txt", *there)

    assert (code, first.decode().splitlines()[:4]) == (
        0, ["gamelog notation/1", "game: pathfinder", "name: sunday", "players: Ann, Bob"],
    )  # fmt: skip
    assert b"characters: Kyra, Valeros\nscenario: Brigandoom!\nat: Kyra: Woods, Valeros: Woods\n" in first
    assert sunday.run_raw("export", "--notation", *there) == (0, first)
    assert sunday.done("import", "sunday.txt", "--json", *there).json[0]["status"] == "unchanged"
    assert sunday.done("undo", *there).err.startswith("undone: 9 Kyra did not defeat")


# What players compare


def test_each_state_is_printed_and_compared_as_players_write_it(sunday):
    play(sunday, *TURN)

    assert sunday.done("state").out == (
        "Kyra\nHand: Blessing of the Gods, Cure, Holy Water, Mace, Soldier,\nDisplayed: \n"
        "Deck: 10 Discard: 0 Buried: 0\n\nValeros\nHand: 4 unknown,\nDisplayed: \nDeck: 11 Discard: 0 Buried: 0\n"
    )
    assert sunday.done("state", "Bob").out == sunday.done("state", "sunday", "valer").out
    assert sunday.done("state", "Kyra", "--at", "1").out.startswith("Kyra\nHand: \n")
    same = sunday.done("state", "Kyra", "--expect", f"Hand: {HAND}, Deck: 10 Discard: 0 Buried: 0")
    assert (same.out, same.err) == ("", "Kyra: all agrees at sunday#8\n")
    ((who, block),) = [(one["who"], one["block"]) for one in sunday.done("state", "sunday", "Kyra", "--json").json]
    assert sunday.done("state", "sunday", who, "--expect", block, "--json").json["differences"] == []


def test_every_difference_of_a_state_is_told_and_the_command_fails(sunday):
    play(sunday, *TURN)
    wrong = ("state", "Kyra", "--expect", "Hand: Cure, Nonesuch, Deck: 9 Discard: 0 Buried: 1")
    told = sunday.run(*wrong)

    assert told.code == 1
    assert [line.partition(":")[0] for line in told.out.splitlines()] == ["Kyra, hand", "Kyra, deck", "Kyra, buried"]
    assert "Kyra, deck: stated 9 cards, computed 10 cards\n" in told.out
    assert "error: sunday#8: 3 differences in what Kyra has\n" in told.err
    failed = sunday.run(*wrong, "--json")
    assert (failed.code, failed.out) == (1, "")
    assert [one["part"] for one in failed.error["differences"]] == ["hand", "deck", "buried"]
    unread = sunday.run("state", "Kyra", "--expect", "Hand: Cure, Deck: many")
    assert (unread.code, "the number of cards of deck is wanted" in unread.err) == (2, True)
    whose = sunday.run("state", "--expect", "Deck: 7")
    assert (whose.code, "whose state is it?" in whose.err) == (2, True)
    nobody = sunday.run("state", "sunday", "Nobody")
    assert (nobody.code, "hint: there are: Kyra, Valeros\n" in nobody.err) == (3, True)


def test_a_state_block_of_several_lines_is_one_line_of_the_log(sunday):
    play(sunday, *TURN)
    block = sunday.done("state", "Kyra").out.removeprefix("Kyra\n")
    play(sunday, "state", *block.splitlines(), "# as she posted it", "reset")

    kinds = [row["payload"]["kind"].partition(".")[2] for row in sunday.done("events", "--json").json]
    assert kinds[-3:] == ["state_posted", "noted", "hand_reset"]
    assert sunday.done("audit", "--rule", "PA-ZON", "--json").json == []
    wrong = sunday.folder / "wrong.txt"
    wrong.write_text("state Hand: Cure,\nDeck: many\n")
    assert "error: wrong.txt:1:" in sunday.run("record", "--file", "wrong.txt").err


def test_a_state_that_is_recorded_as_a_line_is_kept_and_flagged(sunday):
    play(sunday, *TURN)
    told = sunday.done("record", "state Hand: Cure, Deck: 7 Discard: 2 Buried: 0").err

    assert told.count("flagged: ") == 3
    assert [one["event"] for one in sunday.done("audit", "--rule", "PA-ZON", "--json").json] == [9, 9, 9]
    assert sunday.done("undo").code == 0
    assert sunday.done("audit", "--rule", "PA-ZON", "--json").json == []


# The other commands


def test_a_word_of_a_line_typed_as_a_command_is_told_to_be_one(log):
    for word in ("correct", "void", "buy"):
        refused = log.run(word, "x")
        assert refused.err == f'error: no such command "{word}"\nhint: it is a line: gamelog record GAME "{word} ..."\n'


def test_a_line_of_this_game_is_not_told_to_be_a_command(sunday):
    assert "command of its own" not in sunday.run("record", "close").err
    assert "it is a command of its own: gamelog undo" in sunday.run("record", "undo").err


def test_a_rule_is_found_by_its_id_whatever_game_is_played(sunday):
    assert sunday.done("rule", "PA-CHK-05").out.startswith("PA-CHK-05  ")
    assert sunday.done("rule", "PP-6.4").out.startswith("PP-6.4-tax  ")
    assert "PA-CHK-" in sunday.run("rule", "PA-CHK-99").err
    assert sunday.done("rules", "--json").json[0]["id"].startswith("PA-")
    assert sunday.done("rules", "--game", "pax-pamir", "--json").json[0]["id"].startswith("PP-")
    assert len(sunday.done("rules", "--options", "--json").json) == 39


def test_the_log_is_shown_verified_and_sealed(sunday):
    play(sunday, *TURN)

    assert "Brigandoom!" in sunday.done("show").out
    assert sunday.done("can", "--json").json
    assert sunday.done("why").out.startswith("sunday#8  ")
    assert "all is well" in sunday.done("verify", "--replay").out
    code = sunday.done("seal").out.strip()
    sunday.done("verify", "sunday", "--head", code)
    _, sealed = sunday.run_raw("export", "sunday")
    (sunday.folder / "sunday.jsonl").write_bytes(sealed)
    there = sunday.other("second.duckdb")
    sunday.done("import", "sunday.jsonl", *there)
    assert sunday.run_raw("export", "sunday", *there) == (0, sealed)


def test_a_scenario_is_listed_as_won_or_lost(log):
    for name in ("gained", "gone", "going"):
        begin(log, "--judging", "record", name=name)
    log.done("record", "gained", "won")
    log.done("record", "gone", "lost")

    results = {row["game"]: (row["status"], row["result"]) for row in log.done("games", "--json").json}
    assert results == {"gained": ("finished", "won"), "gone": ("finished", "lost"), "going": ("playing", "")}
    rows = [line.split()[:3] for line in log.done("games").out.splitlines()]
    assert ["gone", "pathfinder", "lost"] in rows
    assert ["gained", "pathfinder", "won"] in rows
    assert ["going", "pathfinder", "playing"] in rows


# What can be done


def _can(log):
    """The lines that `can` lists."""
    lines = log.done("can").out.splitlines()
    return [line.split("  ")[0].strip() for line in lines[4:] if line.strip()]


def test_what_can_be_done_is_listed_once_and_for_the_moment(sunday):
    before = _can(sunday)
    play(sunday, *TURN[:3])
    to_flip = _can(sunday)
    play(sunday, *TURN[3:5])
    fight = _can(sunday)

    assert before[:4] == ["draw <cards>", "redraw", "Valeros: draw <cards>", "Valeros: redraw"]
    assert not any(line.startswith(("closed", "encounter", "check", "cardfile")) for line in before)
    assert to_flip[0] == "flip <card>"
    assert not any(line.startswith("play Cure") or "|Cure|" in line for line in to_flip)
    assert fight[:2] == [
        "evade by <card or power>",
        "play <Blessing of the Gods|Cure|Holy Water|Mace|Soldier>",
    ]
    assert [line for line in fight if line.startswith("Valeros")] == ["Valeros: …"]
    assert not any("acquire" in line or "late" in line for line in fight)
    for lines in (before, to_flip, fight):
        assert len(set(lines)) == len(lines) < 25


def test_programs_and_all_have_every_option(sunday):
    play(sunday, *TURN[:5])
    rows = sunday.done("can", "--json").json

    assert len(rows) == len(sunday.done("can", "--csv").out.splitlines()) - 1 > 80
    assert "check acquire" in sunday.done("can", "--all").out
    assert f"rows of {len(rows)}; gamelog can --all" in sunday.done("can").err


def test_a_program_gets_no_count_among_the_choices():
    many = Trouble("several", choices=("draw", "redraw", "and 39 more"))

    assert many.as_object() == {
        "error": "several", "code": 1, "choices": ["draw", "redraw"], "choices_left_out": 39,
    }  # fmt: skip
    assert "  and 39 more" in many.lines()
    assert "choices_left_out" not in Trouble("few", choices=("draw",)).as_object()


def test_long_values_are_shortened_and_never_what_stands_between_two_values():
    between = "is not resolved: no giving yet, and nothing allows Kyra to do anything at all besides, here or elsewhere"
    (told,) = Trouble(f'"Ambush" {between} "Dagger" and "{"x" * 120}"').lines()

    assert told == f'error: "Ambush" {between} "Dagger" and "{"x" * 59}…"'


def test_tables_are_folded_between_words_where_they_are_too_wide(sunday, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = sunday.done("query", "--tables").out.splitlines()

    assert max(map(len, lines)) <= 80
    assert any(
        line.split()[:3] == ["game", "stream", "text"] and line.rstrip().endswith("One row for") for line in lines
    )


def test_an_event_that_is_missing_is_not_found_by_undo(sunday):
    refused = sunday.run("undo", "--since", "99")

    assert (refused.code, "hint: the newest is 1" in refused.err) == (3, True)


def test_an_unknown_scenario_is_begun_by_naming_its_locations(log):
    refused = log.run("new", "pathfinder", "own", "--characters", "Kyra", "--scenario", "Xyzzy")

    assert refused.code == 2
    assert "--set locations=A,B,C" in refused.err


def test_who_gives_up_with_blessings_left_is_told_how_a_game_is_closed(sunday):
    refused = sunday.run("record", "lost")

    assert (refused.code, "rule: PA-END-01" in refused.err) == (1, True)
    assert "hint: a game that was given up is closed: gamelog close --abandoned" in refused.err
    sunday.done("close", "--abandoned")
    assert sunday.done("games", "--json").json[0]["status"] == "abandoned"
