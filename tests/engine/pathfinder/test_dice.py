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
    Expression,
    Modifier,
    Roll,
    read_expression,
    read_forum_line,
)
from engine.pathfinder.difficulty import (
    contradicted_outcome,
    read_difficulty,
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


# A roll


@pytest.mark.rule("PA-CHK-05")
def test_a_total_is_the_sum_of_all_dice_and_bonuses():
    roll = Roll((Die(8, 2), Die(6, 3)), (Modifier(4), Modifier(-1)))

    assert roll.total == 8


def test_a_die_taken_away_lessens_the_total():
    assert Roll((Die(8, 5), Die(4, 3, negative=True))).total == 2


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


def test_an_expression_is_written_with_its_reasons():
    text = "1d10 + 7 (feats) + 3d6 (Sphere of Fire) - 1d4"

    assert read_expression(text).text == text


# The forum's line


def test_the_forums_line_is_taken_as_it_stands():
    line = read_forum_line(ORMANDER)

    assert [(die.sides, die.result) for die in line.roll.dice] == [(10, 1), (6, 6), (6, 6), (6, 5), (4, 3)]
    assert line.roll.modifiers == (Modifier(7),)
    assert line.label.skill == "Combat"
    assert line.label.difficulty == read_difficulty("17")
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
    assert line.label.difficulty == read_difficulty("12")


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


@pytest.mark.parametrize(("facts", "line"), POSTED, ids=lambda text: text[:40])
def test_posted_dice_add_up_to_the_posted_total(facts, line):
    read = read_forum_line(line)

    assert facts.split()[2] in {"ok", "pick"}
    assert read.findings == ()
    assert read.computed == read.posted == read.roll.total


@pytest.mark.parametrize("change", [-1, 1])
@pytest.mark.parametrize("line", [line for _, line in POSTED], ids=lambda text: str(text)[:40])
def test_a_posted_total_changed_by_one_is_one_finding(line, change):
    read = read_forum_line(line)
    head, _, _ = line.rpartition("=")
    (finding,) = read_forum_line(f"{head}= {read.posted + change}").findings

    assert finding.kind == "total_contradicts_dice"
    assert (finding.stated, finding.computed) == (read.posted + change, read.posted)
    assert finding.column == len(head) + 3


def test_of_the_posted_checks_only_the_recharge_of_ice_and_fire_has_the_wrong_outcome():
    wrong = {}
    for facts, line in POSTED:
        read = read_forum_line(line)
        outcome = read_outcome(facts.split()[3])
        needed = read.label.difficulty.value if read.label.difficulty else None
        if finding := contradicted_outcome(read.roll.total, needed, outcome):
            wrong[" ".join(facts.split()[:2])] = (finding.kind, finding.message)

    assert wrong == {
        "B 8": (
            "outcome_contradicts_total",
            "a total of 16 against difficulty 12 is a success, recorded is a failure",
        )
    }


# Whatever is typed

WHYS = st.text("abcdé' 火1+", max_size=8).map(str.strip).filter(lambda why: not why or any(map(str.isalpha, why)))
DICE = st.builds(DiceTerm, st.integers(1, 4), st.integers(1, 20), WHYS, st.booleans())
MODIFIERS = st.builds(Modifier, st.integers(-99, 99), WHYS)
TERMS = st.lists(st.one_of(DICE, MODIFIERS), min_size=1, max_size=5).map(tuple)
LABELS = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters=">⇒⟹→＞"), max_size=20)
ODD = st.lists(
    st.sampled_from([
        *"0123456789dD+-()=/,:?# ", "=>", "1d6", "3d6", "12", "(6, 5)", " => ", " = ", "Combat ", "DC ", "Dex", " or ",
        "－", "⇒", "２", "、", "²", "\x00", "\ud800", "\n", "é", "火", "99999999",
    ]),
    max_size=14,
).map("".join)  # fmt: skip


def shown(term, results):
    """A term behind the forum's arrow."""
    if isinstance(term, Modifier):
        return f"{'-' if term.value < 0 else '+'} {abs(term.value)}"
    return f"{'-' if term.negative else '+'} ({', '.join(str(next(results)) for _ in range(term.count))})"


@given(LABELS, TERMS, st.data())
@settings(max_examples=150)
def test_the_forums_line_is_read_back_whatever_was_rolled(label, terms, data):
    bare = Expression(tuple(msgspec.structs.replace(term, why="") for term in terms))
    dice = [term for term in terms if isinstance(term, DiceTerm) for _ in range(term.count)]
    results = [data.draw(st.integers(1, term.sides)) for term in dice]
    total = sum(-result if term.negative else result for term, result in zip(dice, results, strict=True))
    total += sum(term.value for term in terms if isinstance(term, Modifier))
    left = iter(results)
    behind = " ".join(shown(term, left) for term in terms).removeprefix("+ ")
    read = read_forum_line(f"{label}: {bare.text} => {behind} = {total}")

    assert [die.result for die in read.roll.dice] == results
    assert read.posted == read.computed == read.roll.total == total
    assert read.label.text == label.strip()
    assert [one for one in read.findings if one.kind != "difficulty_contradicts_parts"] == []


@given(TERMS)
@settings(max_examples=150)
def test_a_written_expression_is_read_back_with_its_reasons(terms):
    assert read_expression(Expression(terms).text).terms == terms


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
