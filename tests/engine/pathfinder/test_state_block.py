"""The state block of the players: read in their order, written, and compared with what is known."""

import pytest

from engine.game import Fault
from engine.pathfinder import reducer
from engine.pathfinder.events import StatePosted
from engine.pathfinder.state_block import compare_state_block, read_state_block, write_state_block
from engine.pathfinder.stating import goes_on, joined
from engine.pathfinder.zones import Pile
from tests.engine.pathfinder.given import started, who
from tests.engine.pathfinder.notation_table import lines


def test_a_block_is_read_in_many_lines_with_a_comma_at_the_end():
    block = "Hand: Cure, Longsword,\nDisplayed: Mage Armor,\nDeck: 7 Discard: 2 Buried: 0\n"

    assert read_state_block(block) == {
        "hand": ("Cure", "Longsword"), "displayed": ("Mage Armor",), "deck": 7, "discard": 2, "buried": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("block", "fields"),
    [
        ("HAND: Cure, deck: 3", {"hand": ("Cure",), "deck": 3}),
        ("hand: cure deck: 3 discard: 1 buried: 0", {"hand": ("cure",), "deck": 3, "discard": 1, "buried": 0}),
        ("Hand: Cure, 2 unknown,", {"hand": ("Cure",), "hand_unknown": 2}),
        ("Hand: 2 unknown,", {"hand_count": 2}),
        ("Discard: Cure, 2 unknown", {"discard": 3, "discards": ("Cure",), "discards_unknown": 2}),
        ("Discard: 3 (Cure, 2 unknown)", {"discard": 3, "discards": ("Cure",), "discards_unknown": 2}),
        ("Discard: 3 (3 cards)", {"discard": 3}),
        ("Hand: 5 Deck: 10", {"hand_count": 5, "deck": 10}),
        ("Hand: none Deck: 10", {"hand": (), "deck": 10}),
        ("Hand: Deck: 10", {"hand": (), "deck": 10}),
        ("Discard: 2 (Cure, Guard)", {"discard": 2, "discards": ("Cure", "Guard")}),
        ("Discard: Cure, Guard", {"discard": 2, "discards": ("Cure", "Guard")}),
        ("Displayed: 0", {"displayed": ()}),
        ("Hand: Cure, Location: Woods", {"hand": ("Cure",), "location": "Woods"}),
        ("Deck: 7 Discard: 2 Buried: 0 Notes: ask first, please", {"deck": 7, "discard": 2, "buried": 0}),
        ("Hand： Cure， Deck： 3", {"hand": ("Cure",), "deck": 3}),
        ('Hand: "Cure", Bear,', {"hand": ("Cure", "Bear")}),
        ("Hand: Cure x2, Bear ×3, Box1", {"hand": ("Cure", "Cure", "Bear", "Bear", "Bear", "Box1")}),
    ],
)
def test_a_block_is_read_as_players_write_it(block, fields):
    assert read_state_block(block) == fields


@pytest.mark.parametrize(
    ("block", "kind", "column"),
    [
        ("", "incomplete", 1),
        ("Cure, Guard", "incomplete", 1),
        ("Deck: many", "malformed", 7),
        ("Displayed: 3", "malformed", 12),
    ],
)
def test_what_is_no_block_is_told_with_its_place(block, kind, column):
    fault = read_state_block(block)

    assert isinstance(fault, Fault)
    assert (fault.kind, fault.column) == (kind, column)


def test_a_block_is_written_in_the_order_of_the_players():
    table = reducer.start(
        started(who("Kyra", hand=["Cure", "Bear"], deck=7, discard=2), who("Lem", hand=Pile(size=4, loose=("Sling",))))
    )

    assert write_state_block(table, "Kyra") == "Hand: Bear, Cure,\nDisplayed: \nDeck: 7 Discard: 2 Buried: 0"
    assert write_state_block(table, "Lem").startswith("Hand: Sling, 3 unknown,\n")
    with pytest.raises(KeyError):
        write_state_block(table, "Nobody")


def test_what_is_written_is_read_again():
    table = reducer.start(started(who("Kyra", hand=["Cure", "Bear"], deck=7, discard=2), who("Lem", hand=None)))

    read = read_state_block(write_state_block(table, "Kyra"))
    assert compare_state_block(table, StatePosted(who="Kyra", **read)) == []
    assert "Hand: ?," in write_state_block(table, "Lem")


def test_every_difference_has_its_zone_values_and_rule():
    table = reducer.start(started(who("Kyra", hand=["Cure", "Bear"], deck=7, discard=2, at="L1"), who("Lem")))
    posted = StatePosted(
        who="Kyra", hand=("Cure",), deck=8, discard=2, buried=1, location="L2", blessings=29, places=(("L1", 3), ("L2", 10)),
    )  # fmt: skip

    found = compare_state_block(table, posted)
    assert [(one.zone, one.stated, one.computed, one.rule) for one in found] == [
        ("hand", "Cure", "2 cards: Bear, Cure", "PA-ZON-01"),
        ("deck", "8 cards", "7 cards", "PA-ZON-01"),
        ("buried", "1 card", "no cards", "PA-ZON-01"),
        ("location", "L2", "L1", "PA-CHR-07"),
        ("blessings", "29", "30", "PA-TRN-03"),
        ("L1", "3", "10", "PA-ZON-04"),
    ]


@pytest.mark.rule("PA-ZON-01")
def test_cards_named_beside_unnamed_ones_are_compared_as_well():
    hand = Pile(size=3, loose=("Bear", "Cure"))
    table = reducer.start(started(who("Kyra", hand=hand), who("Lem", hand=["Cure", "Bear", "Sling"])))

    def told(name, block):
        return [one.message for one in compare_state_block(table, StatePosted(who=name, **read_state_block(block)))]

    assert told("Kyra", write_state_block(table, "Kyra")) == []
    assert told("Kyra", "Hand: Dagger, Cure, 1 unknown,") == []
    assert told("Kyra", "Hand: Dagger, 2 unknown,") == []
    assert told("Lem", "Hand: Sling, 2 unknown,") == []
    assert told("Kyra", "Hand: Cure, 1 unknown,") == [
        "the hand of Kyra: the number differs; known 3 cards: Bear, Cure, 1 unknown, posted 2 cards: Cure, 1 unknown"
    ]
    (wrong,) = told("Kyra", "Hand: Dagger, Guard, 1 unknown,")
    assert wrong.startswith("the hand of Kyra: Dagger, Guard cannot be there; known 3 cards: Bear, Cure, 1 unknown,")
    (wrong,) = told("Lem", "Hand: Dagger, 2 unknown,")
    assert wrong.startswith("the hand of Lem: Dagger cannot be there; known 3 cards: Bear, Cure, Sling,")


@pytest.mark.rule("PA-ZON-01")
def test_cards_named_beside_unnamed_ones_are_known_from_then_on():
    game = lines(who("Kyra", hand=3, discard=3)).type("state Hand: Cure, 2 unknown, Discard: Bear, 2 unknown")

    kyra = game.now.characters[0]
    assert kyra.hand == Pile(size=3, loose=("Cure",))
    assert kyra.discard == Pile(size=3, loose=("Bear",))
    assert "Hand: Cure, 2 unknown," in write_state_block(game.now, "Kyra")


@pytest.mark.rule("PA-ZON-01")
def test_how_many_nobody_named_can_be_all_that_is_said():
    game = lines(who("Kyra", hand=None, discard=None)).type("state unknown 3 unlisted 2")

    kyra = game.now.characters[0]
    assert (kyra.hand.size, kyra.discard.size) == (3, 2)
    assert compare_state_block(game.now, StatePosted(who="Kyra", hand_unknown=2))
    assert StatePosted(who="Kyra", hand_unknown=2).held == 2
    assert StatePosted(who="Kyra", discards=("Cure",), discards_unknown=2, discard=9).thrown_away == 3
    assert StatePosted(who="Kyra", hand=("Cure",), hand_unknown=-1).held == 1


def test_a_card_that_is_being_played_counts_where_it_goes():
    table = lines().type("explore: Goblin Warrior monster", "play Guard discard")

    assert "Discard: 1" in write_state_block(table.now, "Kyra")
    assert compare_state_block(table.now, StatePosted(who="Kyra", discard=1)) == []


def test_a_number_that_nobody_knows_says_nothing():
    assert read_state_block("Deck: ? Discard: ? Buried: 2") == {"buried": 2}


@pytest.mark.parametrize("text", ["Deck: 1234567", "Discard: 1234567", "Hand: Cure, Deck: 9 Buried: 9999999999"])
def test_a_number_is_never_cut(text):
    assert "the number of cards" in read_state_block(text).message


# A block pasted back as it was printed


BLOCK = ("Hand: Cure, 2 unknown,", "Displayed:", "Deck: 7 Discard: 2 Buried: 0")
WHOLE = "state Hand: Cure, 2 unknown, Displayed: Deck: 7 Discard: 2 Buried: 0"


@pytest.mark.parametrize(
    ("lines", "together"),
    [
        (("Kyra", *BLOCK), [(1, f"Kyra: {WHOLE}")]),
        (("Kyra:", *BLOCK), [(1, f"Kyra: {WHOLE}")]),
        ((f"Kyra: {BLOCK[0]}", *BLOCK[1:]), [(1, f"Kyra: {WHOLE}")]),
        (("Kyra: " + " ".join(BLOCK),), [(1, f"Kyra: {WHOLE}")]),
        (("Kyra", "state", *BLOCK), [(1, f"Kyra: {WHOLE}")]),
        (("Kyra", *BLOCK, "", "Lem", *BLOCK), [(1, f"Kyra: {WHOLE}"), (5, ""), (6, f"Lem: {WHOLE}")]),
        (("end", *BLOCK), [(1, "end"), (2, WHOLE)]),
        (("Kyra", "end"), [(1, "Kyra"), (2, "end")]),
        (("Deck: 7 Discard: 2",), [(1, "state Deck: 7 Discard: 2")]),
        (("Kyra: discard: Bear",), [(1, "Kyra: discard: Bear")]),
        (('correct "the hand: it": Cure from deck to hand',), [(1, 'correct "the hand: it": Cure from deck to hand')]),
    ],
)  # fmt: skip
def test_the_lines_of_a_block_are_put_together_with_whose_it_is(lines, together):
    assert joined(lines) == together


def test_a_name_or_a_label_waits_for_the_rest_of_a_block():
    assert [goes_on(line) for line in ("Kyra", "Kyra: Hand: Cure,", "Hand: Cure,", "flip", "Deck: 1 Buried: 0")] == [
        True, True, True, False, False,
    ]  # fmt: skip
