"""The rule catalogue of the Pathfinder Adventure Card Game: every rule and option is there, each tied to the other."""

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from engine.catalogue import OFFICIAL, SILENT, AmbiguousNameError, Catalogue, UnknownNameError

# fmt: off
RULE_IDS = [
    "PA-ZON-01", "PA-ZON-02", "PA-ZON-03", "PA-ZON-04", "PA-ZON-05",
    "PA-CRD-01", "PA-CRD-02", "PA-CRD-03", "PA-CRD-04", "PA-CRD-05", "PA-CRD-06", "PA-CRD-07", "PA-CRD-08",
    "PA-PRI-01", "PA-PRI-02", "PA-PRI-03", "PA-PRI-04",
    "PA-CHR-01", "PA-CHR-02", "PA-CHR-03", "PA-CHR-04", "PA-CHR-05", "PA-CHR-06", "PA-CHR-07", "PA-CHR-08",
    "PA-SET-01", "PA-SET-02", "PA-SET-03", "PA-SET-04", "PA-SET-05", "PA-SET-06", "PA-SET-07", "PA-SET-08",
    "PA-SET-09", "PA-SET-10", "PA-SET-11", "PA-SET-12",
    "PA-TRN-01", "PA-TRN-02", "PA-TRN-03", "PA-TRN-04", "PA-TRN-05", "PA-TRN-06", "PA-TRN-07", "PA-TRN-08",
    "PA-TRN-09", "PA-TRN-10", "PA-TRN-11", "PA-TRN-12", "PA-TRN-13", "PA-TRN-14",
    "PA-PLY-01", "PA-PLY-02", "PA-PLY-03", "PA-PLY-04", "PA-PLY-05", "PA-PLY-06", "PA-PLY-07", "PA-PLY-08",
    "PA-PLY-09",
    "PA-ENC-01", "PA-ENC-02", "PA-ENC-03", "PA-ENC-04", "PA-ENC-05", "PA-ENC-06", "PA-ENC-07", "PA-ENC-08",
    "PA-ENC-09", "PA-ENC-10", "PA-ENC-11", "PA-ENC-12", "PA-ENC-13",
    "PA-CHK-01", "PA-CHK-02", "PA-CHK-03", "PA-CHK-04", "PA-CHK-05", "PA-CHK-06", "PA-CHK-07", "PA-CHK-08",
    "PA-CHK-09", "PA-CHK-10", "PA-CHK-11", "PA-CHK-12", "PA-CHK-13", "PA-CHK-14", "PA-CHK-15",
    "PA-DMG-01", "PA-DMG-02", "PA-DMG-03", "PA-DMG-04", "PA-DMG-05",
    "PA-CLS-01", "PA-CLS-02", "PA-CLS-03", "PA-CLS-04", "PA-CLS-05", "PA-CLS-06", "PA-CLS-07", "PA-CLS-08",
    "PA-CLS-09",
    "PA-VIL-01", "PA-VIL-02", "PA-VIL-03", "PA-VIL-04", "PA-VIL-05", "PA-VIL-06", "PA-VIL-07", "PA-VIL-08",
    "PA-VIL-09", "PA-VIL-10", "PA-VIL-11",
    "PA-HEN-01", "PA-HEN-02", "PA-HEN-03",
    "PA-EXM-01",
    "PA-SUM-01", "PA-SUM-02", "PA-SUM-03", "PA-SUM-04",
    "PA-DTH-01", "PA-DTH-02", "PA-DTH-03", "PA-DTH-04", "PA-DTH-05", "PA-DTH-06", "PA-DTH-07",
    "PA-END-01", "PA-END-02", "PA-END-03", "PA-END-04", "PA-END-05", "PA-END-06", "PA-END-07", "PA-END-08",
]
# fmt: on

# Sentence of the source document, as heading/sentence -> the rules that carry it. A hint on pencils carries none.
COVERAGE = {
    "遊戲簡介/1": ("PA-END-01", "PA-END-02", "PA-VIL-11"),
    "遊戲簡介/2": ("PA-ZON-01",),
    "遊戲簡介/3": ("PA-TRN-06", "PA-CLS-01"),
    "遊戲簡介/4": ("PA-CHR-03",),
    "基本組合/1": ("PA-SET-01",),
    "基本組合/2": ("PA-CRD-06", "PA-CRD-08", "PA-CRD-01", "PA-CRD-02", "PA-CRD-03", "PA-CRD-04"),
    "基本組合/3": ("PA-PRI-01", "PA-PRI-02", "PA-PRI-03"),
    "起始佈置/1": ("PA-SET-02",),
    "起始佈置/2": ("PA-SET-02",),
    "起始佈置/3": ("PA-SET-03",),
    "起始佈置/4": ("PA-SET-04",),
    "起始佈置/5": ("PA-SET-04",),
    "起始佈置/6": ("PA-SET-04",),
    "起始佈置/7": ("PA-SET-12",),
    "起始佈置/8": ("PA-SET-05",),
    "起始佈置/9": ("PA-SET-06",),
    "起始佈置/10": ("PA-SET-07",),
    "起始佈置/11": ("PA-SET-08",),
    "起始佈置/12": ("PA-SET-09", "PA-CHR-07"),
    "起始佈置/13": ("PA-SET-09", "PA-CHR-07"),
    "起始佈置/14": ("PA-SET-10",),
    "起始佈置/15": ("PA-SET-11",),
    "了解人物 1 人物卡/a": ("PA-CHR-01", "PA-CHK-01"),
    "了解人物 1 人物卡/b": ("PA-CHR-01", "PA-CHR-08"),
    "了解人物 1 人物卡/c": ("PA-CHR-01", "PA-TRN-12"),
    "了解人物 1 人物卡/d": ("PA-CHR-01",),
    "了解人物 1 人物卡/e": ("PA-CHR-01", "PA-SET-10"),
    "了解人物 1 人物卡/f": ("PA-CHR-02", "PA-END-05"),
    "2 專長/1": ("PA-CHR-03",),
    "2 專長/2": ("PA-CHR-03",),
    "2 專長/3": ("PA-CHR-03",),
    "2 專長/4": (),
    "2 專長/5": ("PA-CHR-04",),
    "2 專長/a": ("PA-CHR-04",),
    "2 專長/b": ("PA-CHR-04",),
    "2 專長/c": ("PA-CHR-04",),
    "3 示意卡, 4 角色卡/3": ("PA-CHR-07",),
    "3 示意卡, 4 角色卡/4.1": ("PA-CHR-06",),
    "3 示意卡, 4 角色卡/4.2": ("PA-CHR-06",),
    "進行「場景」遊戲/opening": ("PA-TRN-01",),
    "進行「場景」遊戲/1.1": ("PA-TRN-03",),
    "進行「場景」遊戲/1.2": ("PA-TRN-03", "PA-END-01"),
    "進行「場景」遊戲/2.1": ("PA-TRN-04",),
    "進行「場景」遊戲/2.2": ("PA-TRN-04",),
    "進行「場景」遊戲/3": ("PA-TRN-05",),
    "進行「場景」遊戲/4.1": ("PA-TRN-06", "PA-ENC-01", "PA-ENC-08", "PA-ENC-13"),
    "進行「場景」遊戲/4.2": ("PA-TRN-06", "PA-TRN-07", "PA-TRN-08"),
    "進行「場景」遊戲/5": ("PA-TRN-11", "PA-CLS-01"),
    "進行「場景」遊戲/6": ("PA-TRN-12",),
    "進行「場景」遊戲/7": ("PA-TRN-14",),
    "使用卡片/1": ("PA-PLY-04",),
    "使用卡片/2": ("PA-PLY-02",),
    "使用卡片/3": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 1": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 2": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 3": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 4": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 5": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/item 6": ("PA-PLY-01", "PA-ZON-01"),
    "使用卡片/4": ("PA-ZON-02",),
    "使用卡片/5": ("PA-ZON-03",),
    "進行遭遇/1": ("PA-ENC-01",),
    "進行遭遇/2": ("PA-ENC-02",),
    "進行遭遇/3": ("PA-ENC-04",),
    "進行遭遇/4": ("PA-CRD-03", "PA-ENC-05"),
    "進行遭遇/5": ("PA-ENC-08",),
    "進行遭遇/6": ("PA-CRD-04", "PA-ENC-05"),
    "進行遭遇/7": ("PA-CHK-01", "PA-CHK-09"),
    "進行遭遇/8": ("PA-CHK-10", "PA-CHK-15"),
    "進行遭遇/9": ("PA-ENC-06",),
    "進行遭遇/10": ("PA-ENC-09",),
    "進行遭遇/11": ("PA-DMG-01",),
    "進行遭遇/12": ("PA-ENC-09",),
    "進行遭遇/13": ("PA-ENC-07",),
    "進行檢定/1.1": ("PA-CHK-01",),
    "進行檢定/1.2": ("PA-CHK-02",),
    "進行檢定/1.3": ("PA-CHK-03",),
    "進行檢定/2": ("PA-CHK-05",),
    "進行檢定/3": ("PA-CHK-06",),
    "進行檢定/4": ("PA-CHK-07",),
    "進行檢定/5": ("PA-CHK-08",),
    "進行檢定/6": ("PA-CHK-08",),
    "進行檢定/7.1": ("PA-DMG-01", "PA-DMG-03"),
    "進行檢定/7.2": ("PA-DMG-02",),
    "檢視與搜索/1": ("PA-EXM-01",),
    "召喚與增加卡片/1": ("PA-SUM-01",),
    "召喚與增加卡片/2": ("PA-SUM-01",),
    "召喚與增加卡片/3": ("PA-HEN-02",),
    "召喚與增加卡片/4": ("PA-SUM-02",),
    "召喚與增加卡片/5": ("PA-ENC-11",),
    "召喚與增加卡片/6": ("PA-ENC-11",),
    "封閉地點/1": ("PA-CLS-01",),
    "封閉地點/2": ("PA-CLS-03", "PA-CLS-04"),
    "封閉地點/3": ("PA-CLS-04",),
    "封閉地點/4": ("PA-CLS-05",),
    "人物死亡/1": ("PA-DTH-01",),
    "人物死亡/2": ("PA-DTH-03",),
    "人物死亡/3": ("PA-DTH-04",),
    "人物死亡/4": ("PA-DTH-05",),
    "人物死亡/5": ("PA-DTH-06",),
    "人物死亡/6": ("PA-DTH-06",),
    "卡片類型: 故事卡/1": ("PA-CRD-01",),
    "卡片類型: 故事卡/2": ("PA-CRD-01",),
    "地點卡/1": ("PA-CRD-02",),
    "地點卡/2": ("PA-CRD-02",),
    "地點卡/3": ("PA-CRD-02", "PA-CLS-03"),
    "地點卡/4": ("PA-CRD-02", "PA-CLS-05", "PA-CLS-08"),
    "強化卡/1": ("PA-CRD-03",),
    "強化卡/2": ("PA-CRD-03",),
    "強化卡/3": ("PA-CRD-03",),
    "強化卡/4": ("PA-CRD-05",),
    "強化卡/5.1": ("PA-PLY-07", "PA-PLY-08"),
    "強化卡/5.2": ("PA-PLY-07",),
    "阻礙卡, 嘍囉卡/1": ("PA-CRD-04",),
    "阻礙卡, 嘍囉卡/2": ("PA-CRD-04",),
    "阻礙卡, 嘍囉卡/3": ("PA-CRD-04",),
    "阻礙卡, 嘍囉卡/4": ("PA-CRD-04",),
    "阻礙卡, 嘍囉卡/henchman": ("PA-HEN-01", "PA-HEN-02", "PA-CLS-01"),
    "對抗魔王/opening": ("PA-VIL-11",),
    "對抗魔王/1.1": ("PA-VIL-01", "PA-VIL-02", "PA-ENC-03"),
    "對抗魔王/1.2": ("PA-VIL-02",),
    "對抗魔王/2": ("PA-VIL-03", "PA-ENC-13"),
    "對抗魔王/3.1": ("PA-VIL-04",),
    "對抗魔王/3.2": ("PA-VIL-04", "PA-VIL-05"),
    "對抗魔王/4.1": ("PA-VIL-06", "PA-VIL-07"),
    "對抗魔王/4.2": ("PA-VIL-06",),
    "對抗魔王/4.3": ("PA-VIL-06",),
    "對抗魔王/5": ("PA-VIL-08",),
    "結束場景/1": ("PA-END-01", "PA-DTH-05"),
    "結束場景/2": ("PA-END-02",),
    "結束場景/3": ("PA-END-03",),
    "遊戲結束/1": ("PA-END-03",),
    "遊戲結束/2": ("PA-END-04",),
    "遊戲結束/3": ("PA-END-05",),
    "遊戲結束/4": ("PA-END-08",),
}

# The points on which source document, rulebook and tables differ, and the rules that each alters.
DIFFERENCES = {
    "AMB-01": ("PA-TRN-07", "PA-TRN-08"),
    "AMB-02": ("PA-PLY-02", "PA-DMG-05"),
    "AMB-03": ("PA-PLY-04",),
    "AMB-04": ("PA-ENC-09",),
    "AMB-05": ("PA-CHK-03",),
    "AMB-06": ("PA-CHK-10", "PA-CHK-11", "PA-CHK-15"),
    "AMB-07": ("PA-ENC-03", "PA-VIL-01"),
    "AMB-08": ("PA-ENC-07",),
    "AMB-09": ("PA-TRN-03", "PA-VIL-10", "PA-END-01"),
    "AMB-10": ("PA-SET-10",),
    "AMB-11": ("PA-CHR-01", "PA-SET-10"),
    "AMB-12": ("PA-CHR-06",),
    "AMB-13": ("PA-SET-02", "PA-DTH-06", "PA-END-04"),
    "AMB-14": ("PA-TRN-12",),
    "AMB-15": ("PA-CLS-05",),
    "AMB-16": ("PA-VIL-02",),
    "AMB-17": ("PA-VIL-05",),
    "AMB-18": ("PA-VIL-07", "PA-VIL-08"),
    "AMB-19": ("PA-CRD-05", "PA-PLY-09"),
    "AMB-20": ("PA-CHK-12",),
    "AMB-21": ("PA-ZON-05",),
    "AMB-22": ("PA-PRI-03",),
    "AMB-23": ("PA-EXM-01",),
    "AMB-24": ("PA-SUM-03",),
    "AMB-25": ("PA-DTH-01",),
    "AMB-26": ("PA-DTH-04",),
    "AMB-27": ("PA-END-02",),
    "AMB-28": ("PA-VIL-01", "PA-VIL-02"),
    "AMB-29": ("PA-VIL-08",),
    "AMB-30": ("PA-CLS-02",),
    "AMB-31": ("PA-DTH-06",),
    "AMB-32": ("PA-CLS-01", "PA-HEN-01"),
    "AMB-33": ("PA-ENC-08",),
    "AMB-34": ("PA-DMG-01",),
    "AMB-35": ("PA-CHK-07",),
    "AMB-36": ("PA-DTH-06",),
    "AMB-37": ("PA-TRN-01", "PA-TRN-02"),
    "AMB-38": ("PA-CLS-01", "PA-VIL-04"),
    "AMB-39": ("PA-CHR-06",),
}

DISPUTED_CASES = [f"D{number:02}" for number in range(1, 16)]


@pytest.fixture(scope="module")
def pathfinder():
    return Catalogue.load("pathfinder")


def table(name):
    return tomllib.loads((files("engine.pathfinder") / "data" / name).read_text(encoding="utf-8"))


def is_chinese(text):
    return any("\u4e00" <= sign <= "\u9fff" for sign in text)


def test_every_rule_of_the_rulebook_is_present_exactly_once():
    written = Counter(rule["id"] for rule in table("rules.toml")["rule"])

    assert list(written) == RULE_IDS
    assert set(written.values()) == {1}
    assert len(RULE_IDS) == 136


def test_rules_of_one_area_stand_together(pathfinder):
    areas = [rule.area for rule in pathfinder.rules.values()]

    assert len(dict.fromkeys(areas)) == 16
    assert areas == sorted(areas, key=list(dict.fromkeys(areas)).index)


@pytest.mark.parametrize("rule_id", RULE_IDS)
def test_every_rule_has_title_and_statement_in_both_languages(pathfinder, rule_id):
    rule = pathfinder.rule(rule_id)

    assert rule.title
    assert rule.statement.endswith(".")
    assert not is_chinese(rule.title + rule.statement)
    assert is_chinese(rule.title_zh)
    assert rule.statement_zh.endswith("。")
    assert rule.source == SILENT or is_chinese(rule.source)


def test_a_rule_names_the_options_that_alter_it_and_they_name_the_rule(pathfinder):
    from_rules = {(rule.id, option) for rule in pathfinder.rules.values() for option in rule.options}
    from_options = {(rule, option.name) for option in pathfinder.options.values() for rule in option.rules}

    assert from_rules == from_options
    assert {option for _, option in from_rules} == set(pathfinder.options)


def test_a_rule_says_what_the_presets_do_where_an_option_alters_it(pathfinder):
    for rule in pathfinder.rules.values():
        assert bool(rule.variants) == bool(rule.options), rule.id
        for name in rule.options:
            values = dict(pathfinder.option(name).presets)
            departing = [preset for preset, value in values.items() if value != values[OFFICIAL]]

            assert all(preset in rule.variants for preset in departing), (rule.id, name)


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_every_known_difference_is_one_option_and_touches_its_rules(pathfinder, difference):
    options = [option for option in pathfinder.options.values() if difference in option.sources]
    touched = tuple(rule.id for rule in pathfinder.rules.values() if difference in rule.disputes)

    assert [option.rules for option in options] == [DIFFERENCES[difference]]
    assert touched == DIFFERENCES[difference]


def test_every_known_difference_and_disputed_case_is_tied_to_a_rule(pathfinder):
    tied = {dispute for rule in pathfinder.rules.values() for dispute in rule.disputes}

    assert tied == {*DIFFERENCES, *DISPUTED_CASES}
    assert len(DIFFERENCES) == len(pathfinder.options) == 39


def test_the_sources_of_an_option_are_disputes_of_its_rules(pathfinder):
    for option in pathfinder.options.values():
        disputes = {dispute for rule in option.rules for dispute in pathfinder.rule(rule).disputes}

        assert set(option.sources) <= disputes, option.name


@pytest.mark.parametrize("sentence", COVERAGE)
def test_every_sentence_of_the_source_document_is_covered_by_its_rules(pathfinder, sentence):
    covering = {rule.id for rule in pathfinder.rules.values() if sentence in rule.sentences}

    assert covering == set(COVERAGE[sentence])


def test_only_the_hint_on_pencils_carries_no_rule():
    assert len(COVERAGE) == 135
    assert [sentence for sentence, rules in COVERAGE.items() if not rules] == ["2 專長/4"]


def test_a_rule_covers_only_sentences_of_the_source_document(pathfinder):
    for rule in pathfinder.rules.values():
        assert set(rule.sentences) <= set(COVERAGE), rule.id
        assert not (rule.sentences and rule.source == SILENT), rule.id


def test_the_texts_name_only_rules_that_exist(pathfinder):
    for rule in pathfinder.rules.values():
        words = (rule.statement + rule.statement_zh + rule.variants).replace("PA-", " PA-").split()
        named = {word[:9] for word in words if word.startswith("PA-")}

        assert named <= set(RULE_IDS), rule.id


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("recharge", "PA-PLY-07"),
        ("補充", "PA-PLY-07"),
        ("避開", "PA-ENC-02"),
        ("temporary closing", "PA-VIL-01"),
        ("amb-05", "PA-CHK-03"),
        ("undefeated_bane", "PA-ENC-09"),
        ("d13", "PA-DMG-03"),
        ("TRN-08", "PA-TRN-08"),
    ],
)
def test_search_finds_a_rule_by_words_options_and_disputes(pathfinder, text, first):
    assert pathfinder.search(text)[0].id == first


def test_a_rule_is_found_without_the_prefix_of_its_game(pathfinder):
    assert pathfinder.rule("zon-01").id == "PA-ZON-01"
    with pytest.raises(AmbiguousNameError):
        pathfinder.rule("PA-HEN")
    with pytest.raises(UnknownNameError, match="did you mean PA-HEN-0"):
        pathfinder.rule("PA-HEN-04")


def test_an_unknown_game_suggests_this_one():
    with pytest.raises(UnknownNameError, match="did you mean pathfinder"):
        Catalogue.load("pathfindr")


def test_a_value_common_to_all_options_is_the_last_of_each(tmp_path):
    (tmp_path / "options.toml").write_text(
        '[[common_value]]\nvalue = "ask"\nmeaning = "Asked."\nmeaning_zh = "問"\n'
        '[[option]]\nname = "o"\nrules = []\nsources = []\nquestion = "?"\nquestion_zh = "？"\n'
        'presets = { official = "ask" }\n'
        '[[option.values]]\nvalue = "yes"\nmeaning = "Yes."\nmeaning_zh = "是"\n',
        encoding="utf-8",
    )
    option = Catalogue(tmp_path).option("o")

    assert [value.value for value in option.values] == ["yes", "ask"]
    assert option.meaning(option.preset("official")).meaning == "Asked."
