"""Hands, decks and discard piles of posts: what a reset leaves unsaid, and what it cannot change (PA-TRN-12, ZON-01)."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.position import hash_of, position
from engine.pathfinder.read_position import position_text, read_position
from engine.pathfinder.state import character
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import (
    ACQUIRED,
    DEFEATED,
    UNDEFEATED,
    begin,
    damage,
    end,
    explore,
    lose,
    play,
    reset,
    table,
    taken,
    who,
    win,
)

UNKNOWN = Pile()
GUN = (explore(card="Gun", type="weapon"), win(purpose="acquire"), ACQUIRED)


def posts(*, hand=3, deck=12, discard=0, hand_size=3, **more):
    """Posts of A, who has this many cards, and of B."""
    one = who("A", hand=hand, deck=deck, discard=discard, hand_size=hand_size)
    return table(one, who("B"), mode="record", complete=False, **more)


def seen(hand, deck, discard, **more):
    return e.StatePosted(who="A", hand_count=hand, deck=deck, discard=discard, **more)


def rules(game):
    return [one.rule for one in game.found]


# What is not said


@pytest.mark.rule("PA-TRN-12")
def test_a_reset_of_which_nothing_is_said_may_have_discarded_anything():
    game = posts().when(*GUN, reset()).clean().has("A", hand=3, deck=UNKNOWN, discard=UNKNOWN)

    game.when(seen(3, 12, 1)).clean()
    game.when(seen(3, 9, 4)).clean()
    table(who("A", hand=6)).when(reset()).refused_by("PA-TRN-12")


@pytest.mark.rule("PA-TRN-01")
def test_posts_do_not_write_that_a_hand_is_drawn_up():
    less = posts(hand=1).when(end()).clean()

    less.has("A", hand=3, deck=UNKNOWN, discard=UNKNOWN).when(seen(3, 10, 0)).clean()
    posts(hand=4).when(end()).clean().has("A", hand=3)
    posts(hand=3).when(end()).clean().has("A", hand=3, deck=12, discard=0)
    posts(hand_size=None).when(end()).clean().has("A", hand=UNKNOWN)
    table(who("A", hand=1)).when(end()).refused_by("PA-TRN-01")


@pytest.mark.rule("PA-TRN-12")
def test_how_many_were_discarded_follows_from_how_many_filled_up_the_hand():
    game = posts(hand=2, discard=1)

    game.when(reset(draws=1)).clean().has("A", hand=3, deck=11, discard=1)
    game.when(reset(draws=3)).clean().has("A", hand=3, deck=9, discard=3)
    game.when(reset(drawn=("x",)), seen(3, 11, 2)).flagged("PA-ZON-01", "count_differs", "2 cards", "1 card")
    game.when(reset(draws=0)).flagged("PA-TRN-12", "draws_differ", 0, "1 to 3")
    game.when(reset(draws=4)).flagged("PA-TRN-12", "draws_differ", 4, "1 to 3")


# What is known all the same


@pytest.mark.rule("PA-ZON-01")
def test_a_reset_changes_no_number_of_cards_in_all():
    posts().when(reset(), seen(3, 12, 1)).flagged("PA-ZON-01", "count_differs", 16, 15)
    posts(hand_size=None).when(reset(), seen(3, 12, 1)).flagged("PA-ZON-01", "count_differs", 16, 15)
    posts().when(*GUN, reset(), seen(3, 11, 1)).flagged("PA-ZON-01", "count_differs", 15, 16)
    posts().when(end(), begin("B"), seen(3, 12, 0)).clean()
    posts(hand=1).when(end(), seen(3, 11, 0)).flagged("PA-ZON-01", "count_differs", 14, 13)


@pytest.mark.rule("PA-ZON-01")
def test_what_comes_and_goes_after_a_reset_changes_the_number_in_all():
    game = posts(hand=2, discard=1).when(reset())

    game.when(play("B", "Aid", use="step"), seen(3, 11, 1)).clean()
    game.when(play("A", "Aid", use="step", how="bury"), seen(2, 11, 1)).clean()
    game.when(play("A", "Aid", use="step", how="recharge"), seen(2, 12, 1)).clean()
    game.when(play("A", "Aid", use="step", how="bury"), seen(2, 12, 1)).flagged("PA-ZON-01", "count_differs", 15, 14)
    game.when(e.Healed(who="A"), seen(3, 12, 0)).clean()
    lost = e.EffectApplied(effect="remove_from_deck", who="A", amount=2)
    game.when(lost, seen(3, 9, 1)).clean()
    game.when(e.EffectApplied(effect="draw", who="A", amount=2), seen(5, 9, 1)).clean()
    game.when(seen(None, 13, 1)).flagged("PA-ZON-01", "count_differs", 17, 15)


@pytest.mark.rule("PA-ZON-01")
def test_where_a_number_was_never_known_none_is_known_in_all():
    posts(discard=None).when(reset(), seen(3, 12, 1)).clean()
    unnamed = (explore(source="card", allowed_by="a card that nobody named"), win(), DEFEATED)
    posts().when(*unnamed, reset(), seen(3, 12, 1)).clean()


def test_the_last_of_three_numbers_follows_from_the_others():
    game = posts().when(*GUN, reset(), e.StatePosted(who="A", deck=11)).clean()

    game.has("A", hand=3, deck=11, discard=2)
    assert character(game.now, "A").together is None
    assert "c.A.together" not in position(game.now)


def test_the_number_in_all_is_part_of_the_position():
    state = posts().when(*GUN, reset()).now
    again = read_position(position_text(state), names=state.names, options=state.options, mode="record")

    assert position(state)["c.A.together"] == 16
    assert hash_of(again) == hash_of(state)


@pytest.mark.rule("PA-TRN-12")
def test_the_hand_posted_right_after_a_reset_has_its_size():
    posts().when(*GUN, reset(), seen(4, 12, 0)).flagged("PA-TRN-12", "hand_size", 4, 3)
    posts(hand=1).when(reset(), seen(2, 11, 0)).flagged("PA-TRN-12", "hand_size", 2, 3)

    assert "PA-TRN-12" not in rules(posts().when(reset(), play("A", "Aid", use="step"), seen(2, 12, 1)))
    assert "PA-TRN-12" not in rules(posts().when(reset(), seen(2, 0, 13)))
    assert "PA-TRN-12" not in rules(posts().when(seen(2, 12, 0)))


# Starting hands


def test_a_starting_hand_of_which_nothing_is_said_has_the_hand_size_or_any():
    fresh = {"hand": None, "deck": None, "discard": None}

    drawn = posts(**fresh, hand_size=None).when(e.HandDrawn(who="A", deck=9, hand_size=5)).clean()
    drawn.has("A", hand=5, deck=9).when(seen(5, 9, 0)).clean()
    posts(**fresh, hand_size=None).when(e.HandDrawn(who="A", deck=9)).clean().has("A", hand=UNKNOWN, deck=9)
    posts(**fresh, hand_size=None).when(e.HandDrawn(who="A", deck=9), seen(6, 9, 0)).clean()


# Death


@pytest.mark.rule("PA-DTH-01")
def test_who_certainly_cannot_draw_up_dies_whatever_was_discarded():
    def emptied(deck):
        return posts(hand=0, deck=deck, hand_size=5)

    for last in (reset(draws=2), reset(), end()):
        game = emptied(2).when(last)
        assert game.now.dying == ("A",)
        game.when(play("A", "Aid", use="step")).flagged("PA-DTH-01")
    assert emptied(5).when(reset()).now.dying == ()
    assert emptied(None).when(reset()).now.dying == ()
    assert posts(hand=None, deck=2, hand_size=5).when(reset(draws=2)).now.dying == ()


@pytest.mark.rule("PA-DTH-01")
def test_posts_go_on_without_a_word_of_a_death_until_the_dead_one_acts():
    game = posts(hand=0, deck=2, hand_size=5).when(reset(draws=2))

    game.when(end(), begin("B"), e.BlessingAdvanced(), explore("B")).clean()
    table(who("A", hand=0, deck=2), who("B")).when(reset()).refuses(end(), "PA-DTH-01").refuses(end("B"), "PA-DTH-01")


# Damage


@pytest.mark.rule("PA-DMG-03")
def test_fewer_cards_than_the_damage_are_discarded_only_by_who_has_no_more():
    def hurt(**more):
        return posts(**more).when(explore(), lose(by=6))

    hurt(hand=6).when(taken("A", 4)).flagged("PA-DMG-03", "damage_taken_differs", 4, 6)
    hurt(hand=None).when(taken("A", 4)).clean()
    hurt(hand=None).when(taken("A", 7)).flagged("PA-DMG-03", "damage_taken_differs", 7, 6)
    named = e.EffectApplied(effect="draw", who="A", amount=3, looked=("x", "y", "z"))
    some = posts(hand=None).when(named, explore(), lose(by=3))
    some.when(taken("A", 2)).flagged("PA-DMG-03", "damage_taken_differs", 2, 3)
    some.when(e.DamageTaken(who="A", cards=("x", "w"))).flagged("PA-DMG-03", "damage_taken_differs", 2, 3)
    some.when(taken("A", 3)).clean()


def test_damage_that_was_reduced_nobody_says_by_how_much_may_be_any():
    game = posts(hand=6).when(explore(), lose(by=6), damage("A", 6), e.DamageReduced(who="A", amount=0, by="Shield"))

    game.when(taken("A", 2)).clean()
    game.when(taken("A", 0), UNDEFEATED).clean()


@pytest.mark.rule("PA-DMG-04", "PA-DMG-03")
def test_posts_take_damage_of_several_sources_at_once():
    game = posts(hand=None).when(explore(), lose(by=6), damage("A", 4, "after", by="Card"))

    game.when(taken("A", 10), UNDEFEATED).clean()
    game.when(taken("A", 6), taken("A", 4), UNDEFEATED).clean()
    game.when(taken("A", 9)).flagged("PA-DMG-03", "damage_taken_differs", 9, 6)


def test_damage_that_was_reduced_to_nothing_is_not_taken_before_another():
    first = (explore(), damage("A", 1, "before"), e.DamageReduced(who="A", amount=1, by="Tunic"))
    game = posts(hand=None).when(*first, lose(by=4))

    game.when(taken("A", 4), UNDEFEATED).clean()
