"""Section 8 of the rules, the end of an encounter: what a check, a summoning or evading leaves possible."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.state import encounter
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import (
    ACQUIRED,
    BANISHED,
    DECLINED,
    DEFEATED,
    UNDEFEATED,
    begin,
    check,
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    reset,
    resolved,
    shut,
    table,
    taken,
    who,
    win,
)

GUN = explore(card="Gun", type="weapon")
HORDE = explore(card="Horde", type="barrier")
SKELETON = (meet("A", "Skeleton Guard", "henchman", summoned=True), win(), DEFEATED)


# By its check


@pytest.mark.rule("PA-ENC-08")
def test_a_boon_is_acquired_by_a_success_and_banished_by_a_failure():
    passed, failed = (table().when(GUN, one(purpose="acquire")) for one in (win, lose))

    passed.when(ACQUIRED).clean()
    failed.when(BANISHED).clean()
    passed.when(BANISHED).flagged("PA-ENC-08", "outcome_contradicts_checks", "banished", "acquired")
    failed.when(ACQUIRED).flagged("PA-ENC-08", "outcome_contradicts_checks", "acquired", "banished")


@pytest.mark.rule("PA-ENC-09")
def test_a_bane_is_defeated_by_a_success_and_undefeated_by_a_failure():
    passed, failed = table().when(explore(), win()), table().when(explore(), lose(), taken("A", 1))

    passed.when(DEFEATED).clean()
    failed.when(UNDEFEATED).clean()
    passed.when(UNDEFEATED).flagged("PA-ENC-09", "outcome_contradicts_checks", "undefeated", "defeated")
    failed.when(DEFEATED).flagged("PA-ENC-09", "outcome_contradicts_checks", "defeated", "undefeated")


def test_one_check_of_several_decides_nothing_by_itself_nor_does_one_whose_outcome_nobody_told():
    row = table().when(explore(checks=2), win(), lose(), taken("A", 1), DEFEATED)

    assert [one.rule for one in row.found] == ["PA-CHK-11"]
    table().when(explore(), check("A", "defeat"), UNDEFEATED).clean()


@pytest.mark.rule("PA-ENC-09")
@pytest.mark.parametrize("outcome", [ACQUIRED, BANISHED])
def test_a_bane_that_was_fought_is_defeated_or_undefeated(outcome):
    game = table(mode="record").when(explore(), win())

    game.when(outcome).flagged("PA-ENC-09", computed="").flagged("PA-ENC-13")
    assert "PA-ENC-09" not in [one.rule for one in table(mode="record").when(explore(), outcome).found]


# Without a check


@pytest.mark.rule("PA-ENC-08")
@pytest.mark.parametrize("mode", ["table", "record"])
def test_a_boon_that_is_banished_without_a_check_was_declined(mode):
    table(mode=mode).when(GUN, BANISHED).clean()
    table(mode=mode).when(GUN, ACQUIRED).flagged("PA-ENC-05", "check_skipped")
    table(mode=mode).when(explore(), DEFEATED).flagged("PA-ENC-05", "check_skipped")


@pytest.mark.rule("PA-ENC-08")
def test_where_a_declined_boon_is_put_away_elsewhere_banished_tells_of_a_check():
    game = table(boon_not_attempted="as_stated").when(GUN)

    game.when(BANISHED).flagged("PA-ENC-05", "check_skipped")
    game.when(DECLINED).clean()


@pytest.mark.rule("PA-ENC-06")
@pytest.mark.parametrize("outcome", [DEFEATED, UNDEFEATED])
def test_a_barrier_that_only_summons_has_no_check_of_its_own(outcome):
    table().when(HORDE, *SKELETON, outcome).clean()
    table().when(HORDE, meet("B", "Skeleton Guard", "henchman", summoned=True), e.Evaded(who="B"), outcome).clean()

    table().when(HORDE, outcome).flagged("PA-ENC-05", "check_skipped")
    again = explore(card="Horde", type="barrier", source="card", paid=pay("Bear"))
    table().when(HORDE, *SKELETON, outcome, again, outcome).flagged("PA-ENC-05", "check_skipped")


@pytest.mark.rule("PA-ENC-06")
def test_a_card_that_is_known_to_have_a_check_does_not_lose_it_by_what_it_summons():
    known = explore(card="Horde", type="barrier", checks=1)

    table().when(known, *SKELETON, DEFEATED).flagged("PA-ENC-05", "check_skipped")
    table().when(explore(card="Ettin", type="monster"), *SKELETON, DEFEATED).flagged("PA-ENC-05", "check_skipped")


# Evaded, summoned


@pytest.mark.rule("PA-ENC-02")
def test_after_evading_no_check_is_made_and_nothing_is_left_to_resolve():
    game = table().when(explore(), e.Evaded(who="A"))

    game.refuses(win(), "PA-ENC-02").refuses(DEFEATED, "PA-ENC-02")
    later = game.when(explore(source="card", paid=pay("Bear")), win(), DEFEATED)
    assert "PA-ENC-02" not in [one.rule for one in later.when(win()).refused]


@pytest.mark.rule("PA-SUM-01")
@pytest.mark.parametrize("ended", ["undefeated", "defeated"])
def test_a_summoned_bane_goes_back_to_the_box_and_not_into_a_deck(ended):
    fight = (win(),) if ended == "defeated" else (lose(), taken("A", 1))
    game = table().when(meet("A", "Shark", summoned=True), *fight)

    game.refuses(resolved(ended, zone="location"), "PA-SUM-01").when(resolved(ended, zone="box")).clean()
    own = table().when(explore(), *fight).refuses if ended == "defeated" else None
    assert own is None or own(resolved(ended, zone="location"), "PA-ENC-09")


# Where posts begin


def posts(**more):
    return table(who("A", hand=None, deck=None, discard=None), who("B"), mode="record", complete=False, **more)


@pytest.mark.rule("PA-ENC-05")
def test_an_encounter_may_have_begun_before_the_posts_do():
    for began in ((DEFEATED,), (win(),), (win(), DEFEATED), (play("B", "Archer", "ally"), lose(), UNDEFEATED)):
        posts().when(*began).clean()
    posts().when(e.Evaded(who="A")).clean()

    posts().when(explore(), win(), DEFEATED, win()).flagged("PA-ENC-05")
    posts(on_turn="").when(begin("A"), win()).flagged("PA-ENC-05")
    table(mode="record", middle=False, turn=0, on_turn="").when(win()).flagged("PA-ENC-05")
    table().refuses(win(), "PA-ENC-05").refuses(DEFEATED, "PA-ENC-05")


def test_what_happened_before_the_posts_begin_leaves_nothing_open():
    assert encounter(posts().when(win()).now) is None
    assert posts().when(DEFEATED, move("A", "L2")).found == ()
    assert Pile() == posts().when(DEFEATED).now.characters[0].hand


@pytest.mark.rule("PA-CLS-03", "PA-VIL-04", "PA-VIL-06", "PA-CLS-07")
def test_a_closing_or_an_escape_may_follow_from_what_came_before_the_posts():
    for event in (shut("L1", "empty_deck"), shut("L1", "henchman"), shut("L1", "villain"), escape(3)):
        posts().when(event).clean()
    posts().when(DEFEATED, shut("L1", "villain"), escape(3)).clean()

    posts().when(reset(), shut("L1")).flagged("PA-CLS-07")
    posts().when(reset(), escape(3)).flagged("PA-VIL-06")
    table().refuses(shut("L1", "villain"), "PA-VIL-04")
