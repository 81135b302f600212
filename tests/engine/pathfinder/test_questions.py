"""A question that a table left open is told with the rules it is about, whatever words it is put in."""

import pytest

from engine.catalogue import Catalogue
from engine.pathfinder import events as e
from engine.pathfinder.questions import AT_MOST, rules_asked, words_for_rules
from engine.ranking import Ranking, Text, stem, stems
from tests.engine.pathfinder.questions import CHINESE, HELD_BACK, TRIED, WRITTEN_ELSEWHERE

RULES = Catalogue.load("pathfinder").rules


def named(point, before=None):
    return [rule.id for rule in rules_asked(point, before)]


def hits(table):
    return sum(bool(set(rules.split()) & set(named(point))) for point, rules in table)


def touched(dispute):
    """The rules that a known difference or disputed case touches."""
    return " ".join(rule.id for rule in RULES.values() if dispute in rule.disputes)


def test_every_question_names_a_rule_and_few():
    for point, _ in (*TRIED, *HELD_BACK, *CHINESE, *WRITTEN_ELSEWHERE, ("who brings cake", ""), ("?!", "")):
        assert 1 <= len(named(point)) == len(set(named(point))) <= AT_MOST


def test_questions_in_players_words_find_their_rule():
    assert {rule for _, rules in (*TRIED, *HELD_BACK) for rule in rules.split()} <= set(RULES)
    assert hits(TRIED) == len(TRIED) == 56
    assert hits(HELD_BACK) >= 58
    assert len(HELD_BACK) == 60
    assert hits(CHINESE) >= 11
    assert len(CHINESE) == 12


def test_questions_that_others_put_find_their_rule():
    table = [(point, touched(dispute)) for point, dispute in WRITTEN_ELSEWHERE]

    assert hits(table) >= 50
    assert len(table) == 54


def test_the_rule_that_fits_best_comes_first():
    first = [named(point)[0] in rules.split() for point, rules in (*TRIED, *HELD_BACK)]

    assert sum(first) >= 100


def test_the_name_of_an_option_asks_of_the_rules_that_it_alters():
    assert named("explorations_per_turn") == ["PA-TRN-07", "PA-TRN-08"]


@pytest.mark.parametrize(
    ("before", "rule"),
    [
        (e.CloseAttempted(who="A", place="L1"), "PA-CLS-01"),
        (e.DamageTaken(who="A"), "PA-DMG-03"),
        (e.Ruling(point="x"), "PA-PRI-01"),
        (None, "PA-PRI-01"),
    ],
)
def test_a_question_without_a_word_of_the_rules_is_about_what_was_done_just_before(before, rule):
    assert named("???", before) == [rule]


def test_what_was_done_just_before_tells_which_of_two_rules_is_meant():
    tried = e.CloseAttempted(who="A", place="L1")

    assert RULES[named("may I try again", tried)[0]].area == "closing"


def test_the_words_of_players_belong_to_rules():
    assert list(words_for_rules()["words"]) == list(RULES)


def test_words_are_compared_without_their_endings():
    assert {stem(word) for word in ("closing", "closed", "closes", "close")} == {"clos"}
    assert {stem(word) for word in ("explores", "exploration", "explored")} == {"explor"}
    assert stems("May I close the villain's place?") == ["clos", "villain", "plac"]
    assert stems("封閉地點") == ["封閉", "閉地", "地點"]


def test_texts_that_fit_equally_keep_their_order():
    texts = [Text(name, "", ((1.0, "closing a location"),)) for name in ("b", "a", "c")]

    assert [name for name, _ in Ranking(texts).ranked("who closes it")] == ["b", "a", "c"]
    assert Ranking(texts).ranked("who brings cake") == []
    assert Ranking([]).ranked("anything") == []
