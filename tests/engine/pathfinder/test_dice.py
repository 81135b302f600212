"""Dice as recorded facts, difficulties as sums, and the verdict of a check."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import Misread
from engine.pathfinder.dice import (
    DiceTerm,
    Die,
    Modifier,
    Roll,
    check_findings,
    read_expression,
    read_forum_line,
    roll_from,
    with_after,
    with_reasons,
    without_reasons,
    write_forum_line,
)
from engine.pathfinder.difficulty import (
    difficulty_of,
    pick_findings,
    read_difficulty,
    read_numbered,
    read_outcome,
)

ORMANDER = "Combat 17: 1d10 + 7 + 3d6 + 1d4 => (1) + 7 + (6, 6, 5) + (3) = 28"
POSTED = [
    line.split(" | ", 1)
    for line in (Path(__file__).parent / "data" / "posted_dice.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def fault_of(read, *arguments):
    with pytest.raises(Misread) as misread:
        read(*arguments)
    return misread.value.fault


def kinds(findings):
    return [finding.kind for finding in findings]


# A roll


@pytest.mark.rule("PA-CHK-05")
def test_a_total_is_the_sum_of_all_dice_and_bonuses():
    roll = Roll((Die(8, 2), Die(6, 3)), (Modifier(4), Modifier(-1)))

    assert roll.total == 8


def test_a_die_taken_away_lessens_the_total():
    assert Roll((Die(8, 5), Die(4, 3, negative=True))).total == 2


def test_what_is_added_after_the_roll_counts_but_is_not_in_the_posted_total():
    roll = with_after(Roll((Die(8, 5),)), Modifier(3, "Bear"), Modifier(1))

    assert roll.total == 5
    assert roll.effective_total == 9


def test_each_term_tells_its_dice_and_its_reason():
    roll = roll_from(read_expression("1d10 + 7 feats + 3d6 (Sphere of Fire) - d4"), (1, 6, 6, 5, 3))

    assert roll.term_texts == ("1d10: 1", "+7 (feats)", "3d6: 6, 6, 5 = 17 (Sphere of Fire)", "-1d4: 3")


def test_reasons_can_be_filled_in_later():
    roll = with_reasons(read_forum_line(ORMANDER).roll, {1: "Charisma", 2: "feats", 3: "Sphere of Fire"})

    assert [die.why for die in roll.dice] == ["Charisma", *["Sphere of Fire"] * 3, ""]
    assert roll.modifiers == (Modifier(7, "feats"),)
    assert without_reasons(roll) == read_forum_line(ORMANDER).roll


def test_dice_that_are_alike_stand_together_where_nothing_else_is_said():
    flat = Roll((Die(10, 7, "Charisma"), Die(10, 5, "Charisma"), Die(10, 3, "blessing")), (Modifier(3),))

    assert flat.expression.text == "2d10 (Charisma) + 1d10 (blessing) + 3"


def test_a_roll_is_stored_and_read_back():
    roll = with_after(read_forum_line(ORMANDER).roll, Modifier(3, "Bear"))

    assert msgspec.json.decode(msgspec.json.encode(roll), type=Roll) == roll


@pytest.mark.parametrize(
    ("dice", "modifiers", "layout"),
    [
        ((), (), ()),
        ((Die(6, 1),), (), (2,)),
        ((Die(6, 1),), (Modifier(1),), (1,)),
        ((Die(6, 1), Die(8, 1)), (), (2,)),
        ((Die(6, 1), Die(6, 1)), (), (3, -1)),
    ],
)
def test_a_roll_cannot_contradict_its_own_layout(dice, modifiers, layout):
    with pytest.raises(ValueError, match=r"roll|dice"):
        Roll(dice, modifiers, layout=layout)


# Expressions


def test_an_expression_is_terms_in_order():
    assert read_expression("1d10+7+3d6+1d4").terms == (DiceTerm(1, 10), Modifier(7), DiceTerm(3, 6), DiceTerm(1, 4))


@pytest.mark.parametrize(
    "text", ["d8-1", "1d8 - 1", " 1 D 8 -1 ", "１ｄ８－１", "1d8 − 1", "1d8–1", "\t1d8\u00a0—\u30001", "1d8-1\n"]
)
def test_signs_spaces_and_widths_do_not_matter(text):
    assert read_expression(text).terms == (DiceTerm(1, 8), Modifier(-1))


def test_terms_may_be_taken_away_from_the_first_on():
    assert read_expression("-1 - 2d4 + 0").terms == (Modifier(-1), DiceTerm(2, 4, negative=True), Modifier(0))


def test_a_reason_stands_behind_its_term():
    terms = read_expression("2d8 (Ice & Fire, 1) + 7 feats + 1d4 Binder's Tome").terms

    assert [term.why for term in terms] == ["Ice & Fire, 1", "feats", "Binder's Tome"]


@pytest.mark.parametrize(
    ("text", "kind", "column", "length"),
    [
        ("", "incomplete", 1, 1),
        ("1d6 +", "incomplete", 6, 1),
        ("1d6 2d8", "malformed", 5, 3),
        ("1d6 + x", "malformed", 7, 1),
        ("1d6 + -1", "malformed", 7, 2),
        ("1d6 (3)", "malformed", 5, 3),
        ("3d6x", "malformed", 4, 1),
        ("1d6 + 1234567", "malformed", 7, 7),
        ("1d6 + d0", "illegal", 7, 2),
        ("0d6", "illegal", 1, 3),
        ("100d6", "illegal", 1, 5),
        ("1d6 + ²", "malformed", 7, 1),
        ("1d6\n+ 2", "malformed", 4, 1),
        ("1d6 \ud800", "malformed", 5, 1),
    ],
)
def test_what_is_no_expression_is_told_with_its_place(text, kind, column, length):
    fault = fault_of(read_expression, text)

    assert (fault.kind, fault.column, fault.length) == (kind, column, length)


def test_the_results_belong_to_the_dice_in_the_order_written():
    roll = roll_from(read_expression("1d10+7+3d6+1d4"), (1, 6, 6, 5, 3))

    assert roll.total == 28
    assert roll.results == (1, 6, 6, 5, 3)
    assert [die.sides for die in roll.dice] == [10, 6, 6, 6, 4]
    assert roll == read_forum_line(ORMANDER).roll


@pytest.mark.parametrize(
    ("results", "kind", "column", "message"),
    [
        ((1, 6, 6, 5), "incomplete", 12, "the number of dice is 5, of results 4"),
        ((1, 6, 6, 5, 3, 2), "malformed", 12, "the number of dice is 5, of results 6"),
        ((1, 6, 7, 5, 3), "illegal", 8, "result 3: a d6 shows 1 to 6, recorded is 7"),
        ((0, 6, 6, 5, 3), "illegal", 1, "result 1: a d10 shows 1 to 10, recorded is 0"),
    ],
)
def test_results_that_the_dice_cannot_show_are_refused(results, kind, column, message):
    fault = fault_of(roll_from, read_expression("1d10+7+3d6+1d4"), results)

    assert (fault.kind, fault.column, fault.message) == (kind, column, message)
    assert (fault.rule == "PA-CHK-08") == (kind == "illegal")


def test_a_fault_points_at_the_typed_result_where_its_place_is_known():
    places = ((20, 1), (22, 1), (24, 1), (26, 1))

    assert fault_of(roll_from, read_expression("1d10+3d6"), (1, 6, 7, 5), places).column == 24
    assert fault_of(roll_from, read_expression("1d10+2d6"), (1, 6, 6, 5), places).column == 26


# The forum's line


def test_the_forums_line_is_taken_as_it_stands():
    line = read_forum_line(ORMANDER)

    assert line.label.skill == "Combat"
    assert line.label.difficulty == difficulty_of(17)
    assert line.posted == line.computed == 28
    assert line.findings == ()


def test_a_line_may_have_no_label_and_a_single_die_no_brackets():
    line = read_forum_line("1d6 => 4")

    assert line.roll == Roll((Die(6, 4),))
    assert line.posted == line.computed == 4
    assert line.label.text == ""


def test_the_label_ends_at_the_last_colon():
    line = read_forum_line("Hero point: Combat 12: 1d8 -> (3) = 3")

    assert line.label.text == "Hero point: Combat 12"
    assert line.label.difficulty == difficulty_of(12)


def test_words_behind_the_total_are_kept_and_may_tell_the_outcome():
    line = read_forum_line("Dip 9: 1d8 + 2 ⇒ (2) + 2 = 4, failed by a lot")

    assert line.rest == ", failed by a lot"
    assert line.outcome == "fail"
    assert line.findings == ()


@pytest.mark.parametrize(
    ("text", "kind", "term", "stated", "computed", "column"),
    [
        ("1d6 + 7 => (3) + 7 = 11", "total_contradicts_dice", 0, 11, 10, 22),
        ("1d6 => 7", "impossible_die", 1, 7, "1 to 6", 8),
        ("1d8 + 2d6 => (3) + (0, 6) = 9", "impossible_die", 2, 0, "1 to 6", 20),
        ("1d6 + 7 => (3) + 8 = 11", "modifier_differs", 2, 8, 7, 18),
        ("1d6 - 1 => (3) + 1 = 4", "modifier_differs", 2, 1, -1, 18),
        ("2d6 => (3) = 3", "results_do_not_fit", 1, 1, 2, 8),
        ("3d6 => 14", "results_do_not_fit", 1, 1, 3, 8),
        ("1d6 + 2 => (3) = 3", "results_do_not_fit", 0, 1, 2, 12),
        ("1d6 + 2 => (3) + (1, 1) = 5", "results_do_not_fit", 2, 2, 1, 18),
        ("1d6 => -(3) = -3", "results_do_not_fit", 1, "taken away", "added", 9),
        ("Dex 5: 1d8 + 2 => (3) + 2 = 5 fail", "outcome_contradicts_total", 0, "fail", "success", 31),
        ("DC 7+2=8: 1d8 => (3) = 3", "difficulty_contradicts_parts", 0, 8, 9, 0),
    ],
)
def test_what_does_not_agree_in_a_line_is_told_with_both_values(text, kind, term, stated, computed, column):
    (finding,) = read_forum_line(text).findings

    assert finding.kind == kind
    assert (finding.term, finding.stated, finding.computed, finding.column) == (term, stated, computed, column)
    assert finding.rule in {"PA-CHK-05", "PA-CHK-08"}
    assert finding.message[0] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert not finding.message.endswith(".")


def test_results_that_do_not_fit_the_dice_make_no_roll():
    line = read_forum_line("2d6 + 1 => (3) + 1 = 4")

    assert line.roll is None
    assert line.computed == line.posted == 4


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("", "incomplete", 1),
        ("Combat 17: 1d10", "incomplete", 16),
        ("1d6 =>", "incomplete", 7),
        ("1d6 => (3", "incomplete", 10),
        ("1d6 => (3) =", "incomplete", 13),
        ("1d6 => (3; 4) = 7", "malformed", 10),
        ("1d6 => (3) (4)", "malformed", 12),
        ("Combat 17 1d10 => (3) = 3", "malformed", 1),
        ("1d6 => three", "malformed", 8),
        ("1d0 => (1) = 1", "illegal", 1),
    ],
)
def test_what_is_no_line_of_the_forum_is_told_with_its_place(text, kind, column):
    fault = fault_of(read_forum_line, text)

    assert (fault.kind, fault.column) == (kind, column)


def test_a_label_with_an_arrow_cannot_be_written():
    assert fault_of(write_forum_line, "so => there", Roll((Die(6, 1),))).column == 4


@pytest.mark.parametrize(("facts", "line"), POSTED, ids=lambda text: text[:40])
def test_posted_dice_add_up_to_the_posted_total(facts, line):
    read = read_forum_line(line)

    assert facts.split()[2] in {"ok", "pick"}
    assert read.findings == ()
    assert read.computed == read.posted == read.roll.total
    assert write_forum_line(read.label.text, read.roll) == line


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize(("facts", "line"), POSTED, ids=lambda text: text[:40])
def test_a_posted_total_changed_by_one_is_one_finding(facts, line, change):
    read = read_forum_line(line)
    outcome = read_outcome(facts.split()[3])
    difficulty = read.label.difficulty
    told = check_findings(read.roll, posted=read.posted, difficulty=difficulty, outcome=outcome)
    head, _, _ = line.rpartition("=")
    (finding,) = read_forum_line(f"{head}= {read.posted + change}").findings
    changed = check_findings(read.roll, posted=read.posted + change, difficulty=difficulty, outcome=outcome)

    assert finding.kind == "total_contradicts_dice"
    assert (finding.stated, finding.computed) == (read.posted + change, read.posted)
    assert finding.column == len(head) + 3
    assert [one for one in changed if one not in told] == [msgspec.structs.replace(finding, column=0, length=0)]


def test_of_the_posted_checks_only_the_recharge_of_ice_and_fire_has_the_wrong_outcome():
    wrong = {}
    for facts, line in POSTED:
        read = read_forum_line(line)
        outcome = read_outcome(facts.split()[3])
        for finding in check_findings(read.roll, posted=read.posted, difficulty=read.label.difficulty, outcome=outcome):
            wrong[" ".join(facts.split()[:2])] = (finding.kind, finding.message)

    assert wrong == {
        "B 8": (
            "outcome_contradicts_total",
            "a total of 16 against difficulty 12 is a success, recorded is a failure",
        )
    }


# What does not agree


def test_an_outcome_is_held_against_the_effective_total():
    rolled = Roll((Die(8, 5),))
    needed = difficulty_of(8)

    assert kinds(check_findings(rolled, posted=5, difficulty=needed, outcome="success")) == [
        "outcome_contradicts_total"
    ]
    assert check_findings(with_after(rolled, Modifier(3)), posted=5, difficulty=needed, outcome="success") == ()
    assert check_findings(rolled, posted=5, effective=8, difficulty=needed, outcome="success") == ()
    assert kinds(check_findings(with_after(rolled, Modifier(2)), posted=5, effective=8)) == ["total_contradicts_dice"]


def test_a_total_without_dice_is_held_against_the_difficulty_alone():
    assert kinds(check_findings(None, posted=7, difficulty=difficulty_of(8), outcome="success")) == [
        "outcome_contradicts_total"
    ]
    assert check_findings(None, posted=7, effective=8, difficulty=difficulty_of(8), outcome="success") == ()
    assert check_findings(None) == ()


def test_what_is_not_told_contradicts_nothing():
    assert check_findings(Roll((Die(8, 5),)), difficulty=read_difficulty("5 + ##"), outcome="fail") == ()


def test_an_imported_die_that_there_cannot_be_is_a_finding():
    (finding,) = check_findings(Roll((Die(6, 7), Die(6, 6))), posted=13)

    assert finding.kind == "impossible_die"
    assert finding.message == "a d6 shows 1 to 6, recorded is 7"


def test_the_posted_dice_that_choose_fit_what_they_choose_from():
    numbered = [
        (read.roll.dice[0], read_numbered(read.label.text), " ".join(facts.split()[4:]))
        for facts, line in POSTED
        for read in [read_forum_line(line)]
    ]
    found = [pick_findings(die.sides, die.result, options, picked) for die, options, picked in numbered if options]

    assert found == [(), (), ()]


# Whatever is typed

WHYS = st.text("abcdé' 火1+", max_size=8).map(str.strip).filter(lambda why: not why or any(map(str.isalpha, why)))
DICE = st.builds(
    lambda sides, results, why, negative: tuple(Die(sides, 1 + result % sides, why, negative) for result in results),
    st.integers(1, 20), st.lists(st.integers(0, 99), min_size=1, max_size=4), WHYS, st.booleans(),
)  # fmt: skip
MODIFIERS = st.builds(Modifier, st.integers(-99, 99), WHYS)
LABELS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters=">⇒⟹→＞"), max_size=20)
ODD = st.lists(
    st.sampled_from([
        *"0123456789dD+-()=/,:?# ", "=>", "1d6", "3d6", "12", "(6, 5)", " => ", " = ", "Combat ", "DC ", "Dex", " or ",
        "－", "⇒", "２", "、", "²", "\x00", "\ud800", "\n", "é", "火", "99999999",
    ]),
    max_size=14,
).map("".join)  # fmt: skip


@st.composite
def rolls(draw):
    terms = draw(st.lists(st.one_of(DICE, MODIFIERS), min_size=1, max_size=5))
    return Roll(
        tuple(die for term in terms if isinstance(term, tuple) for die in term),
        tuple(term for term in terms if isinstance(term, Modifier)),
        layout=tuple(len(term) if isinstance(term, tuple) else 0 for term in terms),
    )


@given(LABELS, rolls())
@settings(max_examples=150)
def test_a_written_line_is_read_back(label, roll):
    read = read_forum_line(write_forum_line(label, roll))

    assert read.roll == without_reasons(roll)
    assert read.posted == read.computed == roll.total
    assert read.label.text == label.strip()
    assert [one for one in read.findings if one.kind != "difficulty_contradicts_parts"] == []


@given(rolls())
@settings(max_examples=150)
def test_a_written_expression_is_read_back_with_its_reasons(roll):
    expression = read_expression(roll.expression.text)

    assert expression.terms == roll.expression.terms
    assert roll_from(expression, roll.results) == roll


@given(st.one_of(ODD, st.text(max_size=40)))
@settings(max_examples=400)
def test_odd_text_is_read_or_told_with_its_place(text):
    for read in (read_expression, read_forum_line):
        try:
            read(text)
        except Misread as misread:
            fault = misread.fault
            assert fault.kind in {"malformed", "ambiguous", "incomplete", "illegal"}
            assert fault.message
            assert 1 <= fault.column <= len(text) + 1
            assert 1 <= fault.length <= len(text) + 2 - fault.column
