"""Card files of owners: what they say, and every fault in one with its place."""

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as every
from hypothesis import strategies as st

from engine.notation import Misread
from engine.pathfinder.card_file import EXAMPLE, TYPES, form_of, read_card_file, read_check
from engine.pathfinder.card_values import check_text
from engine.pathfinder.cards import Requirement
from engine.pathfinder.difficulty import SKILLS
from engine.text_places import places_in_json, places_in_toml

#: Other work on the same machine is no fault of what is tested.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
FILES = Path(__file__).parents[3] / "fixtures" / "cards"


def read(name):
    text = (FILES / name).read_text("utf-8")
    return read_card_file(text, form_of(name, text))


def faults(text, form="toml"):
    return [(one.line, one.column, one.message) for one in read_card_file(text, form).faults]


def way(difficulty, *skills):
    return Requirement(skills=skills, difficulty=difficulty)


# What a file says


def test_a_file_says_what_stands_on_the_cards():
    file = read("good.toml")
    cards = {one.name: one for one in file.cards}
    places = {one.name: one for one in file.locations}

    assert file.faults == file.notes == ()
    assert ((way(14, "Combat"),),) == cards["Marsh Troll"].check
    assert cards["Marsh Troll"].traits == ("Troll", "Veteran")
    assert (cards["Marsh Troll"].copies, cards["Marsh Troll"].per_adventure) == (2, 1)
    either = (way(8, "Dexterity", "Acrobatics"), way(10, "Wisdom"))
    assert (either, (way(6, "Constitution"),)) == cards["Rope Bridge"].check
    assert cards["Bandit"].closes is True
    assert (way(9, "Arcane"),) == cards["Wand of Sparks"].recharge
    assert cards["Lantern Spirit"].check == ()
    assert cards["Lantern Spirit"].barrier is True
    assert cards["Longsword"].recharge == ()
    assert cards["Longsword"].check is None
    assert (way(7, "Wisdom", "Survival"),) == places["Woods"].closing
    assert places["Old Mill"].closing_text == "banish an item"


def test_the_same_content_as_json_says_the_same():
    assert tomllib.loads((FILES / "good.toml").read_text("utf-8")) == json.loads(
        (FILES / "good.json").read_text("utf-8")
    )
    assert read("good.toml") == read("good.json")


def test_the_example_has_no_fault_and_shows_every_key():
    file = read_card_file(EXAMPLE, "toml")
    told = {key for one in (*file.cards, *file.locations) for key in type(one).__struct_fields__ if getattr(one, key)}

    assert file.faults == file.notes == ()
    assert {"type", "traits", "copies", "check", "recharge", "closes", "barrier", "per_adventure"} <= told
    assert {"closing", "closing_text"} <= told


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [("a.toml", "{", "toml"), ("A.JSON", "x", "json"), ("cards", '  {"card": []}', "json"), ("-", "[[card]]", "toml")],
)
def test_the_form_is_told_by_the_name_or_the_first_sign(name, text, form):
    assert form == form_of(name, text)


def test_a_file_of_another_set_is_not_held_to_the_built_in_facts():
    skeleton = '[[card]]\nname = "Skeleton"\ntype = "monster"\ndefeat = "Combat 11"\n'

    assert faults(skeleton) == [(4, 11, 'check of "Skeleton" is Combat 8 by the built-in facts, not Combat 11')]
    other = read_card_file('set = "Skull & Shackles"\n' + skeleton, "toml")
    assert other.faults == ()
    assert other.set == "Skull & Shackles"
    assert read_card_file('set = "rise of the runelords"\n[[card]]\nname = "Bear"', "toml").set == ""


def test_the_order_of_traits_and_alternatives_contradicts_nothing():
    chest = '[[card]]\nname = "Large Chest"\ndefeat = "Melee or Strength 10 or Disable or Dexterity 9"\n'

    assert faults(chest + 'traits = ["Veteran", "lock", "Cache"]\n') == []
    assert len(faults(chest + 'traits = ["Veteran", "Lock"]\n')) == 1
    assert len(faults(chest.replace("10", "11"))) == 1


def test_a_name_with_a_slip_is_a_note_and_no_fault():
    file = read_card_file('[[card]]\nname = "Bugber"\n', "toml")

    assert file.faults == ()
    assert [(one.line, one.column, one.hint) for one in file.notes] == [(2, 9, 'did you mean "Bugbear"?')]
    assert [one.name for one in file.cards] == ["Bugber"]


# Faults

VALUES_TOML = [
    (1, 1, 'the file has no "sett"'),
    (2, 1, "this card has no name"),
    (3, 1, 'a card has no "nme"'),
    (4, 9, 'there is no card type "monstr"'),
    (5, 11, 'there is no skill "Combt"'),
    (8, 9, 'type of "Bugbear" is monster by the built-in facts, not ally'),
    (9, 11, 'copies is a whole number, not "two"'),
    (10, 21, "a trait is text in quotes, not 3"),
    (13, 11, 'check of "Skeleton" is Combat 8 by the built-in facts, not Combat 9'),
    (15, 9, '"Skeleton" is told twice, first in line 12'),
    (16, 1, "a monster is defeated, not acquired"),
    (16, 21, "a skill is missing at the end"),
    (20, 1, "a henchman is never recharged"),
    (21, 11, 'closes is true or false, not "yes"'),
    (22, 17, "per_adventure is a number from 1 to 9, not 0"),
    (24, 9, "name is empty"),
    (27, 1, 'the type of "Unheard-of" is not known, so that its check cannot be used'),
    (27, 24, "a skill is missing at the end"),
    (31, 1, "a card of the type weapon is acquired, not defeated"),
    (32, 1, "only a henchman allows a closing, not a weapon"),
    (33, 1, "a card of the type weapon is no barrier"),
    (36, 33, "closing is one check, without then"),
    (37, 1, "this location has no name"),
]
VALUES_JSON = [
    (3, 32, "copies is a whole number, not true"),
    (3, 38, '"name" stands twice here'),
    (4, 59, "a difficulty is a number from 1 to 999, not 0"),
    (5, 15, 'there is a sign in "Ghost\\u0000" that cannot be shown'),
    (5, 29, 'a card has no "kind"'),
    (6, 54, '"or", "then" or the end is expected here, not "5"'),
    (7, 5, "this is no entry of a card"),
    (9, 3, '"location" is no list of entries'),
    (10, 10, "set is the name of a set in quotes"),
]


@pytest.mark.parametrize(("name", "told"), [("broken-values.toml", VALUES_TOML), ("broken-values.json", VALUES_JSON)])
def test_every_fault_of_a_file_is_told_with_its_place_and_nothing_of_it_is_used(name, told):
    file = read(name)

    assert told == [(one.line, one.column, one.message) for one in file.faults]
    assert (file.cards, file.locations) == ((), ())


def test_what_comes_nearest_is_a_hint():
    hints = {one.message: one.hint for one in read("broken-values.toml").faults}

    assert hints['a card has no "nme"'] == 'did you mean "name"?'
    assert hints['the file has no "sett"'] == 'did you mean "set"?'
    assert hints['there is no card type "monstr"'] == 'did you mean "monster"?'
    assert hints['there is no skill "Combt"'] == 'did you mean "Combat"?'
    assert hints["closing is one check, without then"] == "what else it takes is told as closing_text"


@pytest.mark.parametrize(
    ("name", "line", "column", "message"),
    [
        ("broken-form.toml", 2, 8, "this is no TOML: "),
        ("broken-end.toml", 3, 15, "this is no TOML: "),
        ("broken-form.json", 2, 18, "this is no JSON: "),
        ("broken-empty.toml", 1, 1, "the file tells of no card"),
        ("broken-list.json", 1, 1, "a card file is an object with the keys card and location"),
        ("broken-table.toml", 1, 1, '"card" is no list of entries'),
    ],
)
def test_a_broken_form_is_told_with_its_place(name, line, column, message):
    (fault,) = read(name).faults

    assert (line, fault.message[: len(message)]) == (fault.line, message)
    # Releases of Python part over whether a comma too many stands where it is or behind it.
    assert abs(column - fault.column) <= 1


def test_a_text_that_ends_too_early_has_its_end_as_place():
    assert faults("[[card]]\nname ")[0][:2] == (2, 6)
    assert "nested too deeply" in faults('{"card": ' + "[" * 200_000 + "]" * 200_000 + "}", "json")[0][2]


# Checks


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("Combat 13", ((way(13, "Combat"),),)),
        ("combat13", ((way(13, "Combat"),),)),
        ("Str or Melee 9", ((way(9, "Strength", "Melee"),),)),
        ("Combat 9 or Divine 7 THEN Wis 5", ((way(9, "Combat"), way(7, "Divine")), (way(5, "Wisdom"),))),
        ("None", ()),
    ],
)
def test_a_check_is_read_as_it_stands_on_a_card(text, check):
    assert check == read_check(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "a skill is missing at the end"),
        ("13", 1, 'a skill is expected here, not "13"'),
        ("Combat", 7, "the difficulty of Combat is missing at the end"),
        ("Combat or 13", 11, 'a skill is expected here, not "13"'),
        ("Combat then 13", 8, 'the difficulty of Combat is expected here, not "then"'),
        ("Combat 13, Divine 9", 10, '"or", "then" or the end is expected here, not ","'),
        ("Combat 13 or none", 14, 'a skill is expected here, not "none"'),
        ("C 9", 1, '"C" could be Charisma, Combat, Constitution or Craft'),
        ("Combat 1000", 8, "a difficulty is a number from 1 to 999, not 1000"),
        ("Combat -3", 8, 'the difficulty of Combat is expected here, not "-"'),
    ],
)
def test_a_check_that_cannot_be_read_says_where_and_why(text, column, message):
    with pytest.raises(Misread) as caught:
        read_check(text)

    assert (column, message) == (caught.value.fault.column, caught.value.fault.message)


ways = st.builds(
    Requirement,
    skills=st.lists(st.sampled_from([skill for skill, _ in SKILLS]), min_size=1, max_size=3).map(tuple),
    difficulty=st.integers(1, 999),
)
checks = st.lists(st.lists(ways, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple)


@UNHURRIED
@every(checks)
def test_a_check_is_read_back_as_it_was_written(check):
    assert check == read_check(check_text(check))


@UNHURRIED
@every(st.text(max_size=40))
def test_any_text_is_a_check_or_has_a_fault_within_it(text):
    column = 1
    try:
        read_check(text)
    except Misread as misread:
        column = misread.fault.column

    assert 1 <= column <= len(text) + 1


# Any content

values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=8) | st.sampled_from([*TYPES, "Combat 9"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(["name", "type", "traits", "copies", "acquire", "defeat", "recharge", "closes", "barrier", "x"])
entries = st.lists(st.dictionaries(keys, values, max_size=5), max_size=3)


@UNHURRIED
@every(st.dictionaries(st.sampled_from(["card", "location", "set", "odd"]), entries | values, max_size=3))
def test_any_json_is_read_or_has_faults_within_it(content):
    text = json.dumps(content, indent=1)
    lines = text.split("\n")
    file = read_card_file(text, "json")

    for one in (*file.faults, *file.notes):
        assert 1 <= one.line <= len(lines)
        assert 1 <= one.column <= len(lines[one.line - 1]) + 1
    assert not (file.faults and file.cards)


# Places

TEXT = """\
# a comment
top.name = 'x' # another [[card]]
[[card]]
name = "a # b"
traits = [ "one", # [x]
  'two' ]
when = 1979-05-27 07:32:00
long = \"\"\"
name = "no key"
\"\"\"
more = { a = 1, "b c".d = [ { e = 2 } ] }
[[card]]
  name="z"
[card.sub]
on = true
[odd."x y"]
n = 1.5
"""


def test_keys_and_values_of_toml_are_found_where_they_stand():
    places = places_in_toml(TEXT)

    def at(*path):
        return places.of(path).line, places.of(path).column

    def key(*path):
        return places.key(path).line, places.key(path).column

    assert tomllib.loads(TEXT)
    assert (at("top", "name"), key("top", "name")) == ((2, 13), (2, 5))
    assert (at("card", 0), at("card", 0, "name"), key("card", 0, "name")) == ((3, 1), (4, 9), (4, 1))
    assert (at("card", 0, "traits", 0), at("card", 0, "traits", 1)) == ((5, 13), (6, 4))
    assert (at("card", 0, "when"), at("card", 0, "long")) == ((7, 8), (8, 8))
    assert at("card", 0, "more", "b c", "d", 0, "e") == (11, 35)
    assert (at("card", 1, "name"), at("card", 1, "sub", "on")) == ((13, 9), (15, 6))
    assert (at("odd", "x y"), at("odd", "x y", "n")) == ((16, 1), (17, 5))
    assert places.of(("card", 0, "nothing")) == places.of(("card", 0))


@UNHURRIED
@every(st.dictionaries(st.text(max_size=5), values, max_size=4))
def test_texts_of_json_are_found_where_they_stand(content):
    text = json.dumps(content, ensure_ascii=False, indent=1)
    places = places_in_json(text)
    lines = text.split("\n")

    def walk(path, value):
        found = places.of(path)
        if isinstance(value, str) and found.exact:
            assert value == lines[found.line - 1][found.column - 1 :][: len(value)]
        for name, inner in (
            value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
        ):
            walk((*path, name), inner)

    walk((), content)
    assert places.twice == []
