"""The prompt of `record` for the card game: names that are completed, verbs in groups, blocks and lines that are pasted."""

import contextlib
import io
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.completing import LineCompleter
from cli.filling import fixed, following, is_begun, parts, written
from cli.prompting import WORDS, Sitting
from engine.pathfinder import reducer
from engine.pathfinder.game import GAME
from engine.pathfinder.notation import MOST_OFFERED
from tests.cli.table import gamelog, session_at
from tests.engine.pathfinder.given import Table, counted, explore, lose, started, table, who

HAND = ["Cure", "Mace", "Blessing of the Gods"]
BLOCK = ("Hand: Cure, Mace", "Displayed: none", "Deck: 10 Discard: 0", "Buried: 0")


@pytest.fixture(scope="module")
def state():
    people = (who("Kyra", "Woods", hand=HAND), who("Ezren", "Woods", hand=["Force Missile"]))
    return table(*people, places=("Woods", "Wooden Bridge", "Guard Tower"), on_turn="Kyra").now


@pytest.fixture(scope="module")
def complete(state):
    completer = LineCompleter(lambda: SimpleNamespace(game=GAME, version=1, state=state), WORDS)

    def _complete(text):
        """The whole line as each completion would leave it."""
        found = completer.get_completions(Document(text), CompleteEvent())
        return [text[: len(text) + one.start_position] + one.text for one in found]

    return _complete


@pytest.fixture
def db(tmp_path):
    path = tmp_path / "log.db"
    begin = ("new", "pathfinder", "tuesday", "--players", "Ann,Bob", "--characters", "Kyra,Ezren",
             "--scenario", "Brigandoom!", "--recorder", "Ann")  # fmt: skip
    gamelog(*begin, db=path)
    lines = ["draw Cure, Mace, Longspear, Sleep, BotG", "draw", "move Woods", "move Woods", "turn Kyra", "flip BotG"]
    for line in lines:
        made = gamelog("record", "tuesday", line, "--recorder", "Ann", db=path)
        assert made.code == 0, made.err
    return path


@pytest.fixture
def sitting(db):
    session = session_at(db, recorder="Ann")
    with create_pipe_input() as pipe:
        yield Sitting(session, session.load("tuesday"), console_input=pipe, output=DummyOutput())


def typed(sitting, text):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        sitting.take(text)
    return out.getvalue() + err.getvalue()


# Completion


@pytest.mark.parametrize(("text", "wanted"), [
    ("gi", "give "),
    ("give ", "give Cure"),
    ("give Cu", "give Cure"),
    ("give Cure ", "give Cure to Ezren"),
    ("give Cure to ", "give Cure to Ezren"),
    ("move wo", "move Wooden Bridge"),
    ("play bless", "play Blessing of the Gods "),
    ("play BotG", "play Blessing of the Gods"),
    ("play Blessing of the Gods re", "play Blessing of the Gods recharge"),
    ("explore Goblin W", "explore Goblin Warrior"),
    ("explore: gob", "explore: Goblin Warrior"),
    ("explore discard ", "explore discard Cure"),
    ("explore discard Cure: bandi", "explore discard Cure: Bandit"),
    ("check com", "check Combat"),
    ("Ezren: pl", "Ezren: play "),
    ("give Cure to Ezren; mov", "give Cure to Ezren; move Guard Tower"),
    ("draw Cure, Ma", "draw Cure, Mace"),
    ("state Hand: Cu", "state Hand: Cure"),
])  # fmt: skip
def test_a_line_is_completed_with_names(complete, text, wanted):
    assert wanted in complete(text)


@pytest.mark.parametrize("text", ["", "g", "give ", "play ", "explore ", "check ", "take ", "power ", "Ezren: "])
def test_a_placeholder_is_never_inserted(complete, text):
    found = complete(text)

    assert found
    assert not [one for one in found if "<" in one or "|" in one]


def test_the_hand_of_the_one_who_is_asked_comes_first(complete):
    assert set(complete("give ")[:3]) == {f"give {card}" for card in HAND}


def test_what_is_explored_is_no_card_of_the_hand(complete):
    met = [one for one in complete("explore discard Cure: ") if one.startswith("explore discard Cure: ")]

    assert not set(met[:5]) & {f"explore discard Cure: {card}" for card in HAND}


def test_what_only_a_text_allows_is_not_offered_before_anything_is_typed(complete):
    assert not [one for one in complete("") if "allowed" in one]


def test_behind_a_semicolon_the_line_goes_on_from_there(complete):
    assert "give " not in [one.partition("; ")[2] for one in complete("give Cure to Ezren; gi")]


def test_a_long_pasted_line_is_not_completed(complete):
    assert complete("draw " + "Cure, " * 40) == []


def test_parts_of_a_pattern():
    assert parts("give <card> to Ezren") == ["give ", "<card>", " to Ezren"]
    assert fixed('check <skill> <number> "<dice>"') == "check "
    assert fixed("end") == "end"


@pytest.mark.parametrize(("typed_text", "wanted"), [
    ("gi", {("give ", "gi")}),
    ("give Blessing of", {("<card>", "Blessing of")}),
    ("give Cure to", {("<card>", "Cure to"), (" to Ezren", " to")}),
    ("turn", set()),
])  # fmt: skip
def test_what_follows_in_a_pattern(typed_text, wanted):
    found = {(one.text, one.typed) for one in following(parts("give <card> to Ezren"), typed_text)}

    assert found == wanted


@pytest.mark.parametrize(("typed_text", "begun"), [
    ("bl", True), ("bless of", True), ("BotG", True), ("botg", True), ("bo", True), ("b", True), ("gods", False),
    ("Blessing of the Gods", True), ("Blessing of the Gods ", False), ("Blessing of the Gods too", False), ("", False),
])  # fmt: skip
def test_the_beginning_of_a_name(typed_text, begun):
    assert is_begun(typed_text, "Blessing of the Gods") is begun


def test_a_name_with_a_separator_stands_in_quotes():
    assert written("Sword, broken") == '"Sword, broken"'
    assert written("Mace") == "Mace"


# Help, pasted lines and blocks


def test_the_help_lists_the_verbs_in_groups_within_80_columns(sitting):
    said = typed(sitting, "?").splitlines()

    assert "explore and encounter:" in said
    assert "  encounter CARD [TYPE] [summoned] · evade [by CARD] · skip [WHY]" in said
    assert max(len(line) for line in said if line.startswith("  ")) <= 80
    assert max(len(line) for _, lines in GAME.grammar for line in lines) <= 78


def test_every_verb_of_the_help_is_one(sitting):
    verbs = {line.split()[0].rstrip(":") for _, lines in GAME.grammar for line in lines}

    assert verbs - {"Combat", "NAME"} <= set(GAME.verbs())


def test_a_line_of_a_forum_is_pasted(sitting):
    typed(sitting, "explore: Goblin Warrior")
    said = typed(sitting, "Combat 9: 1d10 + 2 => (9) + 2 = 11")

    assert "succeeded" in said
    assert 'now: Kyra is done with "Goblin Warrior": defeated' in said


@pytest.mark.parametrize("head", [(), ("state",), ("Kyra: state",)])
def test_a_block_of_several_lines_is_one_entry(sitting, head):
    before = sitting.loaded.version
    said = typed(sitting, "\n".join((*head, *BLOCK)))

    assert sitting.loaded.version == before + 1
    assert "Kyra stated the cards" in said


def test_a_line_that_stops_short_is_typed_on(sitting):
    typed(sitting, "play")
    assert sitting._begun == "play "
    typed(sitting, "move Farmhouse")
    assert sitting._begun == ""


# Blocks from standard input


def recorded(db, text):
    command = [sys.executable, "-m", "cli", "record", "tuesday", "--recorder", "Ann", "--db", str(db)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, encoding="utf-8")


def test_a_block_from_standard_input_ends_with_what_is_buried(db):
    made = recorded(db, "\n".join((*BLOCK, "move Farmhouse", "Hand: Cure", "Deck: 3", "", "explore: Goblin Warrior")))

    assert made.returncode == 0, made.stderr
    said = [line.strip() for line in made.stderr.splitlines() if line[:6].strip().isdigit()]
    assert [line.split(maxsplit=1)[1][:20] for line in said] == [
        "Kyra stated the card", "Kyra moved from Wood", "Kyra stated the card", "Kyra explored Farmho",
    ]  # fmt: skip


def test_a_fault_behind_a_block_names_its_own_line(db):
    made = recorded(db, "\n".join((*BLOCK, "nonsense")))

    assert made.returncode != 0
    assert "-:5:1" in made.stderr


def test_two_blocks_follow_each_other():
    joined = GAME.joined([*BLOCK, *BLOCK])

    assert [number for number, _ in joined] == [1, 5]
    assert joined[0][1] == "state Hand: Cure, Mace Displayed: none Deck: 10 Discard: 0 Buried: 0"


def test_a_block_on_the_command_line(db):
    made = gamelog("record", "tuesday", "\n".join(BLOCK), "--recorder", "Ann", db=db)

    assert made.code == 0, made.err
    assert "Kyra stated the cards" in made.err


# Refusals


def hint(state, line):
    return GAME.read_line(state, line).fault.hint


def choices(state, line):
    return GAME.read_line(state, line).fault.choices


def test_a_refusal_says_what_is_asked_and_lists_what_is_legal():
    state = table(who("A"), who("B")).when(explore(), lose(by=3)).now

    assert hint(state, "end").startswith("now: A takes 3 damage: take 3, or their names, or reduce N by CARD")
    assert "take <cards>" in choices(state, "end")


def test_a_refusal_lists_few_and_says_where_all_are():
    people = [who(name, hand=["Cure", "Mace", "Dart"]) for name in "ABCDEF"]
    state = table(*people).when(explore("A")).now

    assert re.fullmatch(r'now: A evades or fights "Card"; [0-9]+ more: gamelog can', hint(state, "end"))
    assert len(choices(state, "end")) == MOST_OFFERED
    assert not any(one in hint(state, "end") for one in choices(state, "end"))


def test_damage_that_nobody_owes_is_not_proposed():
    state = Table(reducer.start(started(middle=False, blessings=counted(30)))).now
    late = [text for text, _, _ in GAME.option_texts(state) if text.startswith("take ") and "allowed" not in text]

    assert all("late E<number>" in text for text in late)
    assert not any("take" in one for one in choices(state, "take 2"))
