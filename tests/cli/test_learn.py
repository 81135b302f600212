"""The rules as the command line explains them."""

import pytest
from rich.cells import cell_len

from engine.catalogue import Catalogue
from tests.cli.table import gamelog

CATALOGUE = Catalogue.load("pamir")


def test_a_rule_is_told_in_both_languages_with_source_options_and_disputes():
    told = gamelog("rule", "PP-6.4-tax").out

    assert told.startswith("PP-6.4-tax  Tax  徵稅\n")
    assert "最多取得等級數量的盧比" in told
    assert "source: 乙 ii 1" in told
    assert "disputes: PP-D13, PP-D23, PP-D28, PD-16" in told
    assert "    tax  (seed)\n" in told
    assert "從稅額扣除" in told


@pytest.mark.parametrize("text", ["PP-6.4-tax", "pp-6.4", "6.4", "PP-6.4-t"])
def test_a_unique_beginning_is_enough(text):
    assert gamelog("rule", text).out.startswith("PP-6.4-tax  ")


def test_every_rule_can_be_printed_at_eighty_columns():
    for rule_id in CATALOGUE.rules:
        told = gamelog("rule", rule_id)

        assert told.code == 0
        assert all(cell_len(line) <= 80 for line in told.out.splitlines() if " " in line.strip()), rule_id


def test_no_line_of_chinese_begins_with_a_sign_that_closes():
    for rule_id in CATALOGUE.rules:
        for line in gamelog("rule", rule_id).out.splitlines():
            assert line.lstrip()[:1] not in tuple("。，、；：！？）」』"), (rule_id, line)


def test_a_rule_is_one_object_for_programs():
    told = gamelog("rule", "6.4", "--json").json

    assert (told["id"], told["title"], told["title_zh"]) == ("PP-6.4-tax", "Tax", "徵稅")
    shelter = next(option for option in told["options"] if option["name"] == "tax_shelter")
    assert [value["presets"] for value in shelter["values"]] == [["official", "rally-the-troops"], ["seed"]]


def test_a_near_spelling_is_suggested():
    told = gamelog("rule", "PP-6.4-taxx")

    assert (told.code, told.out) == (3, "")
    assert "did you mean PP-6.4-tax" in told.err


def test_a_beginning_of_several_is_refused_with_them():
    told = gamelog("rule", "6")

    assert told.code == 2
    assert "PP-6.2-hostage  Hostage cards" in told.err


def test_words_are_found_in_either_language():
    assert "PP-7.2-leverage" in gamelog("rules", "--search", "leverage").out
    assert "PP-6.4-tax" in gamelog("rules", "--search", "盧比 統治").out
    nothing = gamelog("rules", "--search", "xyzzy")
    assert (nothing.code, nothing.out) == (3, "")


def test_all_rules_are_listed_and_can_be_narrowed_to_an_area():
    listed = gamelog("rules", "--json").json
    area = gamelog("rules", "--area", "card ac", "--json").json

    assert [one["id"] for one in listed] == list(CATALOGUE.rules)
    assert {one["area"] for one in area} == {"card actions"}
    assert gamelog("rules", "--area", "cooking").code == 3


def test_rules_that_a_preset_plays_otherwise_are_told_with_what_it_does():
    told = gamelog("rules", "--preset", "seed").out

    assert "PP-10.4-ties" in told
    assert "tie_points: points_plus_rank" in told
    assert "PP-6.6-build" not in told


def test_options_are_listed_with_what_each_preset_takes():
    whole = gamelog("rules", "--options", "--json").json
    seed = gamelog("rules", "--options", "--preset", "seed", "--json").json

    assert [one["option"] for one in whole] == list(CATALOGUE.options)
    assert whole[0]["official"] == CATALOGUE.options["bribe_waiver"].preset("official")
    assert {one["option"]: one["seed"] for one in seed}["battle_cap"] == "strength"
    assert "debt_settlement\n" in gamelog("rules", "--options").out
    assert (
        "rally-the-troops: end_of_action; official: at_once" in gamelog("rules", "--options", "--preset", "rally").out
    )


def test_rules_can_be_had_as_csv():
    lines = gamelog("rules", "--csv").out.splitlines()

    assert lines[0].startswith("id,area,title,title_zh,")
    assert lines[1].startswith("PP-1.1-components,setup,Components,")


@pytest.mark.parametrize("words", [("--preset", "nobody"), ("--game", "chess")])
def test_what_is_not_there_is_said(words):
    assert gamelog("rules", *words).code == 3
