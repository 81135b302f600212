"""Section 12 of the rules where not all locations are known: what is known of an escape is held against it."""

import pytest

from engine.audit import audit
from engine.game import game as game_of
from engine.pathfinder import events as e
from tests.engine.pathfinder.given import (
    DEFEATED,
    UNDEFEATED,
    against,
    attempt,
    end,
    escape,
    explore,
    lose,
    reset,
    shut,
    started,
    table,
    taken,
    who,
    win,
)

PATHFINDER = game_of("pathfinder")
V = explore(card="V", type="villain")
BEATEN = (V, win(), DEFEATED, shut("L1", "villain"))
FLED = (V, lose(), taken("A", 1), UNDEFEATED)


def posts(*events, **more):
    """Posts from which only some of the locations are known."""
    people = (who("A", "L1"), who("B", "L2"))
    return table(*people, mode="record", complete=False, villains=(), places=("L1",), **more).when(*events)


def away(*to, **more):
    return e.VillainEscaped(villain="V", to=to, **more)


def test_of_places_that_nobody_spoke_of_nothing_is_known():
    posts(*BEATEN, away("L2", "L7", n=2)).clean()
    posts(*BEATEN, escape(5)).clean()
    posts(*FLED, away("L1", "L7", n=2, pool="blessings")).clean()
    posts(*FLED, e.VillainEscaped()).clean()


@pytest.mark.rule("PA-VIL-06")
def test_each_of_the_open_locations_gets_one_card():
    posts(*BEATEN, away("L2", "L3", n=3)).flagged("PA-VIL-06")
    posts(*BEATEN, away("L2", "L3", "L4", n=2)).flagged("PA-VIL-06")
    posts(*BEATEN, away("L2", "L2")).flagged("PA-VIL-06")


@pytest.mark.rule("PA-VIL-06")
def test_one_blessing_less_than_open_locations_goes_with_the_villain():
    posts(*BEATEN, away("L2", "L3", "L4", blessings=2)).clean()
    posts(*BEATEN, away("L2", "L3", "L4", blessings=3)).flagged("PA-VIL-06")
    posts(*BEATEN, e.VillainEscaped(n=3, blessings=3)).flagged("PA-VIL-06")
    posts(*BEATEN, e.VillainEscaped(blessings=3)).clean()


@pytest.mark.rule("PA-CLS-08", "PA-VIL-06")
def test_the_villain_cannot_go_to_a_location_that_was_closed_for_good():
    closed = (explore(card="Bandit", type="henchman"), win(), DEFEATED, attempt("A", outcome="success"), shut("L1"))
    met = (e.Moved(who="A", to="L3", cause="effect"), explore("A", "V", "villain", source="effect"), win(), DEFEATED)

    posts(*closed, *met, shut("L3", "villain"), away("L1", "L2", n=2)).flagged("PA-CLS-08")
    posts(*BEATEN, away("L1", "L2", n=2)).flagged("PA-CLS-08")


@pytest.mark.rule("PA-VIL-04")
def test_the_place_where_the_villain_was_defeated_closes_and_does_not_receive_it():
    assert "PA-VIL-04" in [one.rule for one in posts(V, win(), DEFEATED, away("L1", "L2")).found]


@pytest.mark.rule("PA-VIL-02")
def test_a_location_that_was_closed_temporarily_does_not_receive_the_villain():
    posts(V, against("B", "L2"), lose(), taken("A", 1), UNDEFEATED, away("L1", "L2", n=2)).flagged("PA-VIL-02")
    posts(V, against("B", "L2"), win(), DEFEATED, shut("L1", "villain"), away("L2", "L3")).flagged("PA-VIL-02")
    table(who("A"), who("B", "L2")).when(
        V, against("B", "L2"), win(), DEFEATED, shut("L1", "villain")
    ).refuses(escape(2, ("L2", "L3")), "PA-VIL-02")  # fmt: skip


@pytest.mark.rule("PA-VIL-07")
def test_the_own_place_of_an_undefeated_villain_gets_one_of_the_cards():
    posts(*FLED, away("L3", "L4", n=2, pool="blessings")).flagged("PA-VIL-07")
    posts(*FLED, away("L1", "L4", n=2, pool="blessings")).clean()


# Won


@pytest.mark.rule("PA-END-02", "PA-VIL-08")
def test_a_villain_that_escaped_is_not_cornered():
    won = e.ScenarioEnded(outcome="won")

    posts(*FLED, away("L1", "L4", n=2), won).flagged("PA-VIL-08")
    posts(*FLED, away("L1", "L4", n=2), reset(), end(), won).flagged("PA-VIL-08")
    posts(*FLED, won).clean()
    again = (explore(card="V", type="villain", source="effect", allowed_by="Bear"), win(), DEFEATED)
    posts(*FLED, away("L1", n=1), *again, shut("L1", "villain"), won).clean()


# Unsaid


def test_posts_that_go_on_do_not_say_that_the_villain_is_still_here():
    posts(V, win(), DEFEATED, reset(), end()).clean()
    posts(*FLED, reset(), end()).clean()
    assert posts(V, win(), DEFEATED).now.fate is not None
    table().when(V, win(), DEFEATED).refuses(reset(), "PA-TRN-01")


def test_locations_that_were_closed_for_the_villain_are_open_when_posts_explore_again():
    again = explore(source="effect", allowed_by="Bear")
    game = posts(V, against("B", "L2"), win(), DEFEATED).deck("L2", status="temporary").when(again)

    game.clean().deck("L2", status="open")
    assert game.now.fate is None


def test_where_a_villain_went_unsaid_no_deck_is_known_any_more():
    people = (who("A", "L1"), who("B", "L2"))
    fled = table(*people, mode="record", villains=("V",)).when(V, lose(), taken("A", 1), UNDEFEATED)
    assert fled.now.blessings.size is not None
    game = fled.when(explore(source="effect", allowed_by="Bear"))

    assert game.now.blessings.size is None
    assert {one.deck.size for one in game.now.places} == {None}


def test_after_a_turn_in_which_a_villain_went_unsaid_no_number_contradicts():
    people = (who("A", "L1"), who("B", "L2"))
    fled = table(*people, mode="record", villains=("V",)).when(V, lose(), taken("A", 1), UNDEFEATED, reset(), end())

    fled.when(e.StatePosted(places=(("L1", 11), ("L2", 12)), blessings=28)).clean()
    told = fled.when(away("L1", "L2", "L3", "L4", n=4, blessings=3)).clean()
    assert told.now.fate is None


def test_at_a_table_nothing_is_forgotten_of_the_decks():
    fled = table(who("A"), who("B", "L2"), villains=("V",)).when(V, lose(), taken("A", 1), UNDEFEATED)
    sizes = [one.deck.size for one in fled.now.places]
    game = fled.when(explore(source="effect", allowed_by="Bear"))

    assert [one.deck.size for one in game.now.places] == sizes
    assert game.now.blessings.size == 30


# In hindsight


@pytest.mark.rule("PA-VIL-06", "PA-VIL-07")
def test_an_undefeated_villain_is_not_put_back_where_it_can_escape():
    def put_back(*later, before=V, tried="fail", zone="location", **more):
        start = started(who("A"), who("B", "L2"), mode="record", complete=False, villains=(), places=("L1", "L2"))
        closing = (against("B", "L2", tried),) if tried else ()
        ended = e.EncounterResolved(card="V", outcome="undefeated", zone=zone, **more)
        events = (before, *closing, lose(), taken("A", 1), ended)
        found = audit(PATHFINDER, start, list(enumerate((*events, *later), start=2)))
        return {(one.event, one.rule, one.kind) for one in found}

    wrong = {(6, "PA-VIL-06", "escape_differs"), (6, "PA-VIL-07", "escape_differs")}
    assert put_back() == wrong
    assert put_back(reset(), end()) == wrong
    # It escaped, its place was closed against it, nobody said that another one is open, or its own text sends it back.
    assert put_back(away("L1", "L2", n=2)) == set()
    assert put_back(tried="success") == set()
    assert put_back(tried="") == set()
    assert put_back(zone=None) == set()
    assert put_back(allowed_by="If undefeated, shuffle it into this deck") == set()
    # A later escape is another one's, and so is a later card that goes back.
    again = (explore(source="effect", allowed_by="Bear"), lose(), taken("A", 1), UNDEFEATED, away("L1", "L2", n=2))
    assert wrong <= put_back(*again)
    ogre = (explore(card="Ogre", source="effect", allowed_by="Bear"), lose(), taken("A", 1))
    back = e.EncounterResolved(card="Ogre", outcome="undefeated", zone="location")
    assert put_back(*ogre, back, zone=None) == set()


def told(*events):
    """What an audit tells of posts: the number of the event from 2, its rule and its kind."""
    start = started(who("A"), who("B", "L2"), mode="record", complete=False, villains=(), places=("L1",))
    return [(one.event, one.rule, one.kind) for one in audit(PATHFINDER, start, list(enumerate(events, start=2)))]


@pytest.mark.rule("PA-VIL-04")
def test_a_closing_that_nobody_posts_is_told_once_where_the_villain_was_defeated():
    assert told(V, win(), DEFEATED, reset(), end()) == [(4, "PA-VIL-04", "closing_not_mentioned")]

    assert told(*BEATEN, reset(), end()) == []
    assert told(V, win(), DEFEATED) == []
    assert told(*FLED, reset(), end()) == []
