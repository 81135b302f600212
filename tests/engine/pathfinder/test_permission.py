"""Section 11 of the rules: what is said to allow a closing, held against what was seen to allow one."""

import pytest

from engine.audit import audit
from engine.game import game as game_of
from engine.pathfinder import events as e
from engine.pathfinder.play_by_post import read_windows
from tests.engine.pathfinder.given import (
    DEFEATED,
    UNDEFEATED,
    attempt,
    check,
    explore,
    lose,
    meet,
    pay,
    shut,
    started,
    table,
    taken,
    where,
    who,
    win,
)

PATHFINDER = game_of("pathfinder")
BANDIT = (explore(card="Bandit", type="henchman"), win(), DEFEATED)
AGAIN = (explore(card="Wolf", source="card", paid=pay("Bear")), win(), DEFEATED)
TRAP = (
    explore(card="Trap", type="barrier"), win(), meet("A", "Zealot", "henchman", summoned=True, phase="after"), win(),
    DEFEATED, DEFEATED,
)  # fmt: skip
BY_HENCHMAN = attempt("A", cause="henchman")


def posts(*events):
    """Posts that do not say how many cards the deck of the location has."""
    return table(who("A"), who("B"), mode="record", complete=False, places=(where("L1", None),)).when(*events)


def test_a_henchman_that_was_just_defeated_allows_what_is_said():
    posts(*BANDIT, BY_HENCHMAN, check("A", "close", 9, 8), shut()).clean()
    posts(*BANDIT, attempt("A"), check("A", "close", 9, 8), shut()).clean()
    posts(explore(), win(), DEFEATED, attempt("A", cause="empty_deck"), win(purpose="close")).clean()


@pytest.mark.rule("PA-HEN-02")
def test_a_henchman_that_a_card_of_the_deck_summoned_allows_nothing_once_that_card_is_over():
    posts(*TRAP, BY_HENCHMAN).flagged("PA-HEN-02")
    posts(*TRAP, attempt("A"), win(purpose="close"), shut("L1", "henchman")).flagged("PA-HEN-02")
    table().when(*TRAP).refuses(attempt("A"), "PA-HEN-02")

    posts(*TRAP, attempt("A", cause="empty_deck"), win(purpose="close"), shut("L1", "empty_deck")).clean()
    assert "PA-HEN-02" not in [one.rule for one in posts(*TRAP, *AGAIN, BY_HENCHMAN).found]


@pytest.mark.rule("PA-CLS-01", "PA-HEN-01")
def test_a_closing_that_is_told_as_earned_by_a_henchman_follows_one_that_was_defeated():
    posts(explore(), win(), DEFEATED, BY_HENCHMAN).flagged("PA-CLS-01")
    posts(explore(card="Bandit", type="henchman"), lose(), taken("A", 1), UNDEFEATED, BY_HENCHMAN).flagged("PA-CLS-01")
    posts(explore(), win(), DEFEATED, attempt("A", outcome="success"), shut("L1", "henchman")).flagged("PA-CLS-01")

    posts(explore(type=""), win(), DEFEATED, BY_HENCHMAN).clean()
    posts(BY_HENCHMAN).clean()


@pytest.mark.rule("PA-CLS-09")
def test_an_attempt_that_a_henchman_gave_is_made_before_the_next_exploration():
    posts(*BANDIT, *AGAIN, BY_HENCHMAN).flagged("PA-CLS-09")
    posts(*BANDIT, *AGAIN, attempt("A", outcome="success"), shut("L1", "henchman")).flagged("PA-CLS-09")
    posts(*BANDIT, *AGAIN, attempt("A", cause="empty_deck")).clean()


def test_an_attempt_that_is_told_too_late_is_not_told_as_missing_too():
    start = started(who("A"), who("B"), mode="record", complete=False, places=(where("L1", None),))

    def told(*events):
        return [(one.event, one.rule) for one in audit(PATHFINDER, start, list(enumerate(events, start=2)))]

    assert told(*BANDIT, *AGAIN, BY_HENCHMAN) == [(8, "PA-CLS-09")]
    assert told(*BANDIT, *AGAIN) == [(4, "PA-HEN-01"), (4, "PA-CLS-01")]


@pytest.mark.rule("PA-HEN-01", "PA-CLS-09")
def test_posts_that_do_not_say_when_a_card_was_summoned_leave_the_attempt_open():
    summoned = (meet("A", "Shark", summoned=True), win(), DEFEATED)

    posts(*BANDIT, *summoned, BY_HENCHMAN).clean()
    table().when(*BANDIT, *summoned).refuses(BY_HENCHMAN, "PA-CLS-09")


@pytest.mark.rule("PA-CLS-06", "PA-CLS-03")
def test_after_a_failed_attempt_the_location_stays_open():
    failed = table().when(*BANDIT, attempt("A", outcome="fail"))
    failed.refuses(shut(), "PA-CLS-06").refuses(shut(), "PA-CLS-03").refuses(shut(), "PA-CLS-07")

    empty = table(places=(where("L1", 0), "L2")).when(attempt("A", outcome="fail"))
    refused = empty.refuses(shut("L1", "empty_deck"), "PA-CLS-03").when(shut("L1", "empty_deck")).refused
    assert "PA-CLS-06" not in [one.rule for one in refused]


def rows(*lines):
    told = [b'{"kind": "header", "set": "Wrath", "sources": {"W": "here"}}']
    for seq, line in enumerate(lines, start=1):
        words = ", ".join(f'"{key}": {value}' for key, value in line.items())
        told.append(f'{{"seq": {seq}, "window": "W", "character": "A", "location": "L1", {words}}}'.encode())
    (window,) = read_windows(told)
    return [event for entry in window.entries for event in entry.events]


@pytest.mark.parametrize(
    ("attempted", "closed", "cause"),
    [
        ('"henchman Zealot"', "null", "henchman"),
        ('"location deck empty, close step"', "null", "empty_deck"),
        ("null", '"henchman"', "henchman"),
        ("null", '"empty deck"', "empty_deck"),
        ("null", "null", ""),
    ],
)
def test_what_allows_a_closing_is_as_the_post_says_or_as_the_closing_after_it_says(attempted, closed, cause):
    lines = [{"what": '"close_attempted"', "permission": attempted, "outcome": '"success"'}]
    if closed != "null":
        lines.append({"what": '"location_closed"', "closing": '"permanent"', "cause": closed})
    (said,) = [event for event in rows(*lines) if isinstance(event, e.CloseAttempted)]

    assert said.cause == cause
