"""The tables of the source document, recomputed from the card data, and the facts of the cross-check report."""

from collections import Counter

import pytest

from engine.pamir.cards import CARDS, SUITS

COURT = [card for card in CARDS.values() if card.kind == "court"]
COALITIONS = ("british", "russian", "afghan")  # in the order of the source
REGIONS = ("transcaspia", "persia", "herat", "kabul", "kandahar", "punjab")
ICONS = ("road", "army", "leverage", "spy", "tribe")
ACTIONS = ("tax", "gift", "build", "move", "betray", "battle")

# Table 1. Patriots of a coalition (or none): total, by suit; cards that offer that coalition as prize (or none);
# patriots of the row by the prize that they offer.
TABLE_1 = {
    "british": (13, 0, 7, 1, 5, 17, 0, 7, 5),
    "russian": (10, 0, 5, 2, 3, 17, 4, 0, 3),
    "afghan": (7, 5, 1, 1, 0, 18, 1, 1, 1),
    None: (70, 18, 12, 24, 16, 30, 12, 9, 9),
}
# Table 2. Patriots by region.
TABLE_2 = {
    "british": (1, 2, 0, 0, 3, 7),
    "russian": (6, 4, 0, 0, 0, 0),
    "afghan": (0, 1, 1, 3, 1, 1),
    None: (9, 10, 13, 14, 11, 13),
}
# Table 3. Cards of a suit: total; cards with each icon; cards that turn the favored suit to each suit.
TABLE_3 = {
    "political": (23, 0, 11, 2, 4, 23, 1, 3, 2, 1),
    "intelligence": (25, 0, 3, 3, 25, 0, 1, 0, 4, 3),
    "economic": (28, 28, 4, 8, 6, 0, 4, 2, 0, 2),
    "military": (24, 0, 24, 0, 3, 0, 3, 4, 2, 0),
    "total": (100, 28, 42, 13, 38, 23, 9, 9, 8, 6),
}
# Table 4. Cards of a suit: total; cards with each action.
TABLE_4 = {
    "political": (23, 6, 2, 7, 4, 10, 6),
    "intelligence": (25, 3, 8, 5, 18, 3, 7),
    "economic": (28, 17, 8, 9, 11, 2, 2),
    "military": (24, 5, 4, 2, 6, 7, 14),
    "total": (100, 31, 22, 23, 39, 22, 29),
}
# The cells that are wrong in the source: table, row, column -> what it says, what the cards say.
WRONG = {
    (1, None, "prize total"): (30, 48),
    (4, "political", "move"): (4, 3),
    (4, "political", "battle"): (6, 7),
    (4, "military", "move"): (6, 5),
    (4, "military", "battle"): (14, 15),
    (4, "total", "move"): (39, 37),
    (4, "total", "battle"): (29, 31),
}

COLUMNS = {
    1: ("total", *SUITS, "prize total", *(f"prize {coalition}" for coalition in COALITIONS)),
    2: REGIONS,
    3: ("total", *ICONS, *(f"favored {suit}" for suit in SUITS)),
    4: ("total", *ACTIONS),
}
TABLES = {1: TABLE_1, 2: TABLE_2, 3: TABLE_3, 4: TABLE_4}
CELLS = [
    (table, row, column, value)
    for table, rows in TABLES.items()
    for row, values in rows.items()
    for column, value in zip(COLUMNS[table], values, strict=True)
]


def of_the_cards(table, row, column):
    """The cell as the card data have it."""
    if table in {1, 2}:
        patriots = [card for card in COURT if card.patriot == row]
        if column == "prize total":
            return sum(card.prize == row for card in COURT)
        return sum(column in {"total", card.suit, card.region, f"prize {card.prize}"} for card in patriots)
    suited = [card for card in COURT if row in {card.suit, "total"}]
    wanted = column.replace("favored ", "favored:")
    return sum(column == "total" or wanted in (*card.icons, *card.actions) for card in suited)


def test_the_tables_have_as_many_cells_as_the_source():
    assert Counter(table for table, *_ in CELLS) == {1: 36, 2: 24, 3: 50, 4: 35}
    assert len(WRONG) == 7


@pytest.mark.parametrize(("table", "row", "column", "value"), CELLS)
def test_a_cell_of_the_source_is_that_of_the_cards_but_for_seven(table, row, column, value):
    told, counted = WRONG.get((table, row, column), (value, value))

    assert told == value
    assert of_the_cards(table, row, column) == counted


def test_every_wrong_cell_is_a_cell_and_really_differs():
    cells = {(table, row, column): value for table, row, column, value in CELLS}

    for cell, (told, counted) in WRONG.items():
        assert cells[cell] == told
        assert told != counted


def test_the_wrong_actions_are_two_battles_counted_as_moves():
    assert sum(len(card.actions) for card in COURT) == 166
    assert sum(TABLE_4["total"][1:]) == 166


def test_the_sum_of_prizes_without_a_patriot_is_what_the_source_gives_as_a_total():
    assert TABLE_1[None][6:] == (12, 9, 9)
    assert sum(TABLE_1[None][6:]) == TABLE_1[None][5] == 30


# Other facts of the cross-check report


def test_suits_and_regions():
    assert Counter(card.suit for card in COURT) == {"political": 23, "intelligence": 25, "economic": 28, "military": 24}
    assert Counter(card.region for card in COURT) == {
        "punjab": 21, "kabul": 17, "persia": 17, "transcaspia": 16, "kandahar": 15, "herat": 14,
    }  # fmt: skip


def test_ranks_by_suit():
    ranks = {suit: Counter(card.rank for card in COURT if card.suit == suit) for suit in SUITS}

    assert ranks == {
        "political": {1: 18, 2: 5},
        "intelligence": {1: 13, 2: 11, 3: 1},
        "economic": {1: 12, 2: 14, 3: 2},
        "military": {1: 13, 2: 9, 3: 2},
    }


def test_icons_in_all():
    icons = Counter(icon for card in COURT for icon in card.icons if not icon.startswith("favored:"))

    assert icons == {"road": 45, "army": 55, "spy": 51, "tribe": 28, "leverage": 13}
    assert sum(icon.startswith("favored:") for card in COURT for icon in card.icons) == 32


def test_actions_in_all():
    assert Counter(len(card.actions) for card in COURT) == {0: 2, 1: 37, 2: 54, 3: 7}
    assert [card.number for card in COURT if not card.actions] == [7, 76]


def test_leveraged_cards():
    leveraged = [card for card in COURT if card.leveraged]

    assert [card.number for card in leveraged if card.patriot] == [40, 42, 80, 81]
    assert [card.number for card in leveraged if card.suit == "political"] == [27, 42]
    assert [card.number for card in COURT if card.patriot and card.patriot == card.prize] == [42]


def test_every_suit_has_its_icon():
    icon = {"political": "tribe", "intelligence": "spy", "economic": "road", "military": "army"}

    assert all(icon[card.suit] in card.icons for card in COURT)


def test_the_printed_order_of_icons_is_disputed_on_fifteen_cards():
    disputed = [card.number for card in COURT if card.icons_disputed]

    assert disputed == [2, 3, 6, 7, 24, 26, 43, 44, 45, 55, 68, 75, 77, 91, 92]
    # Only where a tribe and a spy draw on the same cylinders can the order ever matter.
    assert [number for number in disputed if {"tribe", "spy"} <= set(CARDS[number].icons)] == [6, 7, 91, 92]


def test_the_two_cards_on_which_an_older_table_erred():
    assert CARDS[28].icons == ("road", "spy")
    assert set(CARDS[88].actions) == {"move", "gift"}


def test_the_abilities_and_their_cards():
    abilities = {card.number: card.ability for card in COURT if card.ability}

    assert abilities == {
        1: "Indispensable Advisors", 3: "Insurrection", 5: "Claim of Ancient Lineage", 15: "Bodyguards",
        17: "Citadel (Kabul)", 21: "Strange Bedfellows", 24: "Civil Service Reforms", 41: "Safe House",
        42: "Charismatic Courtiers", 43: "Blackmail (Kandahar)", 51: "Indian Supplies", 54: "Blackmail (Herat)",
        56: "Well-Connected", 66: "Herat Influence", 68: "Persian Influence", 70: "Russian Influence",
        72: "Safe House", 78: "Infrastructure", 83: "Bodyguards", 91: "Savvy Operator",
        97: "Citadel (Transcaspia)", 99: "Irregulars",
    }  # fmt: skip


def test_the_events_and_both_their_sides():
    sides = {card.number: (card.on_purchase, card.on_discard) for card in CARDS.values() if card.kind == "event"}

    assert sides == {
        105: ("New Tactics", "Military favored"),
        106: ("Koh-i-noor Recovered", "Embarrassment of Riches"),
        107: ("Courtly Manners", "Disregard for Customs"),
        108: ("Rumor", "Failure to Impress"),
        109: ("Conflict Fatigue", "Riots in Punjab"),
        110: ("Nationalism", "Riots in Herat"),
        111: ("Public Withdrawal", "No effect"),
        112: ("Nation Building", "Riots in Kabul"),
        113: ("Backing of Persian Aristocracy", "Riots in Persia"),
        114: ("Other Persuasive Methods", "Confidence Failure"),
        115: ("Pashtunwali Values", "Intelligence favored"),
        116: ("Rebuke", "Political favored"),
    }
