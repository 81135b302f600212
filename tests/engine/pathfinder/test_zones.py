"""Piles of which all, some, or only the number of cards is known."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import (
    Contradiction,
    Pile,
    add,
    counted,
    forget_places,
    narrow,
    of,
    shown,
    take,
    take_any,
    take_top,
)
from tests.engine.pathfinder.given import table, who


def test_a_counted_pile_gives_any_card_until_it_is_empty():
    pile = counted(2)

    pile = take(pile, "Cure")
    assert pile == Pile(size=1)
    pile = take(pile, "Dart")
    assert pile == Pile(size=0)
    assert isinstance(take(pile, "Bear"), Contradiction)


def test_a_wholly_known_pile_gives_only_what_is_in_it():
    pile = of("Cure", "Dart", "Dart")

    assert take(pile, "Dart") == of("Cure", "Dart")
    refused = take(pile, "Bear")
    assert isinstance(refused, Contradiction)
    assert refused.known == "3 cards: Cure, Dart, Dart"


def test_a_recharged_card_lies_at_the_bottom_and_comes_out_last():
    pile = add(counted(2), "Cure", "bottom")

    _, pile = take_top(pile)
    _, pile = take_top(pile)

    assert take_top(pile) == ("Cure", Pile(size=0))


def test_a_card_put_on_top_is_the_next_to_come():
    pile = add(counted(5), "Bear", "top")

    assert take_top(pile, "Bear") == ("Bear", counted(5))
    refused = take_top(pile, "Cure")
    assert isinstance(refused, Contradiction)
    assert refused.message == 'the top card is "Bear"'


def test_an_unnamed_card_on_an_end_hides_what_lay_there():
    pile = add(Pile(size=1, bottom=("Cure",)), None, "bottom")

    assert pile == Pile(size=2, loose=("Cure",))
    assert add(Pile(size=1, top=("Cure",)), None, "top") == Pile(size=2, loose=("Cure",))


def test_shuffling_keeps_what_is_in_a_pile_and_forgets_where():
    pile = Pile(size=4, top=("Bear",), loose=("Dart",), bottom=("Cure",))

    assert forget_places(pile) == Pile(size=4, loose=("Bear", "Cure", "Dart"))


def test_an_unnamed_draw_leaves_all_but_one_of_each_name_certain():
    found, pile = take_top(of("Cure", "Dart", "Dart"))

    assert found is None
    assert pile == Pile(size=2, loose=("Dart",))


def test_an_empty_pile_has_no_top_card():
    assert isinstance(take_top(counted(0)), Contradiction)


def test_a_statement_of_all_cards_narrows_a_counted_pile():
    assert narrow(counted(2), ("Dart", "Cure"), None) == of("Cure", "Dart")


def test_a_statement_that_lacks_a_known_card_is_a_contradiction():
    refused = narrow(Pile(size=2, loose=("Cure",)), ("Dart", "Bear"), None)

    assert isinstance(refused, Contradiction)
    assert refused.message == "Cure should be there"


def test_a_stated_number_has_to_agree():
    assert narrow(Pile(loose=("Cure",)), None, 3) == Pile(size=3, loose=("Cure",))
    assert isinstance(narrow(counted(4), None, 3), Contradiction)
    assert isinstance(narrow(Pile(loose=("Cure", "Dart")), None, 1), Contradiction)


def test_a_pile_is_told_in_words():
    assert shown(counted(0)) == "no cards"
    assert shown(counted(1)) == "1 card"
    assert shown(Pile(size=3, loose=("Cure",))) == "3 cards: Cure, 2 unknown"
    assert shown(Pile()) == "an unknown number of cards"


def test_an_unnamed_card_taken_from_anywhere_leaves_all_but_one_of_each_name_certain():
    pile = Pile(size=4, top=("Dart", "Cure"), loose=("Bear",), bottom=("Dart",))

    assert take_any(pile) == Pile(size=3, loose=("Dart",))
    assert take_any(counted(1)) == counted(0)
    assert take_any(Pile()) == Pile()
    assert isinstance(take_any(counted(0)), Contradiction)


@pytest.mark.rule("PA-ZON-04")
@pytest.mark.parametrize("mode", ["record", "table", "strict"])
@pytest.mark.parametrize(
    "event",
    [
        e.Healed(who="A", amount=2001),
        e.DamageDealt(who="A", amount=2001, source="other"),
        e.HandReset(who="A", draws=2001),
        e.StatePosted(who="A", discards=("Cure",), deck=2001),
        e.Correction(reason="x", zones=(e.ZoneChange(who="A", to="hand", origin="deck", count=2001),)),
    ],
)
def test_nothing_is_more_than_there_are_cards(mode, event):
    assert "PA-ZON-04" in {one.rule for one in table(mode=mode).when(event).refused}


def test_discards_that_are_named_are_no_number():
    told = table(mode="record").when(e.StatePosted(who="A", discards=("Cure", "Dart"), discard=2))

    assert [one.rule for one in told.refused] == []


@pytest.mark.rule("PA-ZON-04")
def test_no_hand_is_redrawn_that_is_larger_than_all_cards():
    game = table(who("A", hand=0, hand_size=2001), mode="record")

    assert "PA-ZON-04" in {one.rule for one in game.when(e.HandRedrawn(who="A")).refused}
