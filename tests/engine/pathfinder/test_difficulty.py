"""Difficulties as sums, labels and skills, the verdict of a check, and dice that choose."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.notation import Misread
from engine.pathfinder.difficulty import (
    Difficulty,
    Numbered,
    Part,
    read_difficulty,
    read_label,
    read_numbered,
    read_outcome,
    read_skill,
    succeeds,
)


def fault_of(read, *arguments):
    with pytest.raises(Misread) as misread:
        read(*arguments)
    return misread.value.fault


# Difficulties


@pytest.mark.parametrize(
    ("text", "value", "written"),
    [
        ("17", 17, "17"),
        ("DC 16", 16, "16"),
        ("dc16", 16, "16"),
        ("12+4", 16, "12 + 4"),
        ("10+5-6", 9, "10 + 5 - 6"),
        ("１０＋５−６", 9, "10 + 5 - 6"),
        ("6 +4", 10, "6 + 4"),
        ("17-8", 9, "17 - 8"),
        ("9(13)", 13, "9(13)"),
        ("9 (9+4)", 13, "9(9 + 4)"),
        ("36 (30+6)", 36, "30 + 6 = 36"),
        ("DC 7+2=9", 9, "7 + 2 = 9"),
        ("11 + ## = 25", 25, "11 + ## = 25"),
        ("11 + ?", None, "11 + ##"),
        ("8/10", 8, "8/10"),
        ("30 card + 6 (adventure)", 36, "30 (card) + 6 (adventure)"),
    ],
)
def test_a_difficulty_is_a_number_or_a_sum_with_reasons(text, value, written):
    difficulty = read_difficulty(text)

    assert difficulty.value == value
    assert difficulty.text == written
    assert read_difficulty(written) == difficulty


def test_the_number_printed_and_the_number_wanted_are_kept_beside_the_one_that_counts():
    assert read_difficulty("9(13)") == Difficulty((Part(13),), printed=9)
    assert read_difficulty("8/10") == Difficulty((Part(8),), wanted=10)


def test_a_part_that_was_not_told_follows_from_the_sum():
    assert read_difficulty("11 + ## = 25").untold == 14
    assert read_difficulty("11 + ##").untold is None
    assert read_difficulty("7+2=9").untold is None


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("", "incomplete", 1),
        ("12 +", "incomplete", 5),
        ("9(13", "incomplete", 5),
        ("8/", "incomplete", 3),
        ("x", "malformed", 1),
        ("12 4", "malformed", 4),
        ("8/10/12", "malformed", 5),
        ("5 - ##", "malformed", 6),
        ("1234567", "malformed", 1),
    ],
)
def test_what_is_no_difficulty_is_told_with_its_place(text, kind, column):
    fault = fault_of(read_difficulty, text)

    assert (fault.kind, fault.column) == (kind, column)


# Labels and skills


@pytest.mark.parametrize(
    ("text", "skills", "value", "purpose"),
    [
        ("Combat 17", ("Combat",), 17, ""),
        ("Combat DC 16", ("Combat",), 16, ""),
        ("Strength 6 to acquire", ("Strength",), 6, "acquire"),
        ("Dip 9", ("Diplomacy",), 9, ""),
        ("Fort 5", ("Fortitude",), 5, ""),
        ("Arcane 6 +4", ("Arcane",), 10, ""),
        ("CtA Dex 6+8", ("Dexterity",), 14, "acquire"),
        ("CtD: Combat 17-8", ("Combat",), 9, "defeat"),
        ("BYA Wis 9(13)", ("Wisdom",), 13, "before acting"),
        ("AyA Perc check, DC 7+2=9", ("Perception",), 9, "after acting"),
        ("DC 12 Arcane", ("Arcane",), 12, ""),
        ("turn 3, Combat 11 + ## = 25", ("Combat",), 25, ""),
        ("Falcata +1, 2nd check: Combat 36 (30+6)", ("Combat",), 36, ""),
        ("Recharge Arcane or Divine 8/10", ("Arcane", "Divine"), 8, "recharge"),
        ("Dex 5 or Fort 5", ("Dexterity", "Fortitude"), 5, ""),
        ("17", (), 17, ""),
        ("Stealth", ("Stealth",), None, ""),
        ("Melee + 2", ("Melee",), None, ""),
        ("BotG 2", (), None, ""),
        ("1 Celeste, 2 Grazzle", (), None, ""),
        ("", (), None, ""),
    ],
)
def test_a_label_tells_skill_and_difficulty_where_they_can_be_read(text, skills, value, purpose):
    label = read_label(text)

    assert (label.difficulty.value if label.difficulty else None) == value
    assert label.purpose == purpose
    assert label.unclear == ()
    assert label.skills == skills
    assert label.skill == (label.skills[0] if len(label.skills) == 1 else None)


def test_a_label_with_two_difficulties_leaves_them_open():
    label = read_label("Dex 5 or Fort 7")

    assert label.skills == ("Dexterity", "Fortitude")
    assert label.difficulty is None
    assert label.unclear == ("5", "7")


@pytest.mark.parametrize(
    ("text", "skill"),
    [
        ("Dip", "Diplomacy"),
        ("fort", "Fortitude"),
        ("STR", "Strength"),
        ("con", "Constitution"),
        ("int", "Intelligence"),
        ("cha", "Charisma"),
        ("perc", "Perception"),
        ("rng", "Ranged"),
        ("com", "Combat"),
        (" arc ", "Arcane"),
    ],
)
def test_an_abbreviated_skill_means_the_rulebooks_term(text, skill):
    assert read_skill(text) == skill


def test_a_skill_that_could_be_several_is_asked_about():
    fault = fault_of(read_skill, " di")

    assert fault.kind == "ambiguous"
    assert fault.choices == ("Diplomacy", "Disable", "Divine")
    assert fault.column == 2


def test_a_misspelt_skill_is_answered_with_what_comes_nearest():
    fault = fault_of(read_skill, "Fortitood")

    assert fault.kind == "malformed"
    assert fault.hint == 'did you mean "Fortitude"?'


# The verdict


@pytest.mark.rule("PA-CHK-05")
@pytest.mark.parametrize(
    ("total", "difficulty", "success"), [(5, 5, True), (4, 5, False), (52, 36, True), (None, 5, None), (5, None, None)]
)
def test_a_check_succeeds_if_its_total_reaches_its_difficulty(total, difficulty, success):
    assert succeeds(total, difficulty) is success


@pytest.mark.parametrize(
    ("text", "outcome"), [("success", "success"), ("- Failed!", "fail"), ("made it", "success"), ("not sure", None)]
)
def test_the_first_word_tells_an_outcome(text, outcome):
    assert read_outcome(text) == outcome


# A die that chooses


def test_things_to_choose_are_numbered_in_the_words_before_the_roll():
    assert read_numbered("who meets it: 1 Celeste, 2 Grazzle") == (Numbered(1, 1, "Celeste"), Numbered(2, 2, "Grazzle"))
    assert read_numbered("1-2 hard, 3–4 takes 1d4-1 damage; 5=easy") == (
        Numbered(1, 2, "hard"),
        Numbered(3, 4, "takes 1d4-1 damage"),
        Numbered(5, 5, "easy"),
    )
    assert read_numbered("which ship") == ()
    assert read_numbered("Combat 16, 2 left") == ()


# Whatever is typed

ODD = st.lists(
    st.sampled_from([
        *"0123456789dD+-()=/,:?# ", "=>", "1d6", "3d6", "12", "(6, 5)", " => ", " = ", "Combat ", "DC ", "Dex", " or ",
        "－", "⇒", "２", "、", "²", "\x00", "\ud800", "\n", "é", "火", "99999999",
    ]),
    max_size=14,
).map("".join)  # fmt: skip


@given(st.one_of(ODD, st.text(max_size=40)))
@settings(max_examples=400)
def test_odd_text_is_read_or_told_with_its_place(text):
    for read in (read_difficulty, read_skill):
        try:
            read(text)
        except Misread as misread:
            fault = misread.fault
            assert fault.kind in {"malformed", "ambiguous", "incomplete", "illegal"}
            assert fault.message
            assert 1 <= fault.column <= len(text) + 1
            assert 1 <= fault.length <= len(text) + 2 - fault.column
    read_label(text)
    read_numbered(text)
    read_outcome(text)


@given(ODD)
@settings(max_examples=300)
def test_a_difficulty_that_was_read_is_written_and_read_back(text):
    try:
        difficulty = read_difficulty(text)
    except Misread:
        return

    assert read_difficulty(difficulty.text) == difficulty


def test_a_raised_digit_is_no_reason():
    with pytest.raises(Misread):
        read_difficulty("0 ²")


def test_a_label_is_read_across_a_line_break():
    label = read_label("Combat 0=\n0")

    assert (label.skill, label.difficulty.value) == ("Combat", 0)
