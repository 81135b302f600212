"""What players write is read: the ten wishes of play by post."""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import Payment, ZoneChange
from engine.pathfinder.notation import read_line
from tests.engine.pathfinder.given import dice, plus, where
from tests.engine.pathfinder.notation_table import PLACES, lines

MONSTER = "explore: Goblin Warrior monster"
FIGHT = dice((10, 1), (6, 6), (6, 6), (6, 5), (4, 3))


# 1: results in posted order


def test_a_check_is_typed_with_its_results_in_posted_order():
    table = lines().type(MONSTER)

    table.told(
        'check combat 17 "1d10+7+3d6+1d4" 1 6 6 5 3', who="Kyra", purpose="defeat", skill="Combat", difficulty=17,
        difficulty_parts=(), dice=FIGHT, modifiers=plus(7), total=None, outcome=None,
    )  # fmt: skip


def test_the_dice_of_a_check_need_no_quotes_and_may_have_reasons():
    table = lines().type(MONSTER)

    table.told("check combat 17 1d10+7 4", dice=dice((10, 4)), modifiers=plus(7))
    lines().type(MONSTER).told(
        'check Combat 9 "1d10 (Melee) + 2d6 (Longsword) + 3 (feats)" 4 2 1',
        dice=dice((10, 4, "Melee"), (6, 2, "Longsword"), (6, 1, "Longsword")), modifiers=plus((3, "feats")),
    )  # fmt: skip


def test_a_die_that_is_taken_away_is_kept_as_a_modifier():
    lines().type(MONSTER).told('check combat 9 "1d10 - 1d4" 6 3', dice=dice((10, 6)), modifiers=plus((-3, "d4")))


def test_results_that_are_missing_or_over_are_told_with_their_place():
    table = lines().type(MONSTER)

    table.fault('check combat 17 "1d10+3d6" 1 6 6', "incomplete", column=33)
    over = table.fault('check combat 17 "1d10" 1 6', "malformed", column=26, length=1)
    assert over.message == "the number of dice is 1, of results 2"


# 2: the forum's line


@pytest.mark.parametrize(
    ("line", "skill", "difficulty", "purpose"),
    [
        ("Combat 17: {}", "Combat", 17, "defeat"),
        ("Combat DC 16: {}", "Combat", 16, "defeat"),
        ("Strength 6 to acquire: {}", "Strength", 6, "acquire"),
        ("Dip 9: {}", "Diplomacy", 9, "defeat"),
        ("Fort 5: {}", "Fortitude", 5, "defeat"),
        ("Kyra: Combat 17 CtD: {}", "Combat", 17, "defeat"),
        ("check Wisdom DC 7+2=9: {}", "Wisdom", 9, "defeat"),
        ("Divine 9(13): {}", "Divine", 13, "defeat"),
        ("BYA Wisdom 8: {}", "Wisdom", 8, "before"),
        ("Combat 11 + ## = 25: {}", "Combat", 25, "defeat"),
    ],
)
def test_the_line_of_a_forum_is_read_as_it_stands(line, skill, difficulty, purpose):
    posted = line.format("1d10 + 7 + 3d6 + 1d4 => (1) + 7 + (6, 6, 5) + (3) = 28")

    lines().type(MONSTER).told(
        posted, who="Kyra", skill=skill, difficulty=difficulty, purpose=purpose, dice=FIGHT, modifiers=plus(7), total=28
    )


def test_a_posted_total_that_is_wrong_is_recorded_and_flagged():
    table = lines().type(MONSTER)
    event = read_line(table.now, "Combat 9: 1d10 => (4) = 5").events[0]

    assert [one.kind for one in reducer.findings(table.now, event)] == ["total_contradicts_dice"]


def test_words_behind_a_posted_total_are_kept():
    posted = "Combat 9: 1d10 => (4) = 4"
    lines().type(MONSTER).told(f"{posted} Fail", outcome="fail", why="")
    lines().type(MONSTER).told(f"{posted} after +3 Bear", after=plus((3, "Bear")))
    lines().type(MONSTER).told(f"{posted} so close", why="so close", outcome=None)


def test_a_posted_line_that_numbers_things_is_a_pick():
    lines().told(
        "who meets it: 1 Kyra, 2 Lem: 1d2 => (2) = 2", choices=("Kyra", "Lem"), picked="Lem", dice=dice((2, 2)), total=2
    )


def test_a_posted_line_that_leaves_a_choice_is_not_taken():
    table = lines().type(MONSTER)

    assert table.fault("Melee or Ranged 9: 1d10 => (4) = 4", "ambiguous").choices
    table.fault("Combat 9: 1d10 + 1d4 => (4) = 4", "malformed")
    table.fault("Combat 9: 1d10 => ", "incomplete")


# 3: difficulties as sums


@pytest.mark.parametrize(
    ("typed", "value", "parts"),
    [
        ("12+4", 16, plus(12, 4)),
        ("10+5-6", 9, plus(10, 5, -6)),
        ("9(13)", 13, plus((9, "printed"), (4, "more"))),
        ("DC 16", 16, ()),
        ("DC 7+2=9", 9, plus(7, 2)),
        ("30 card + 6 (adventure)", 36, plus((30, "card"), (6, "adventure"))),
        ("11 + ## = 25", 25, plus(11, (14, "not told"))),
    ],
)
def test_a_difficulty_is_a_sum_with_or_without_reasons(typed, value, parts):
    line = f'check combat {typed} "1d10" 4'
    lines().type(MONSTER).told(line, difficulty=value, difficulty_parts=parts, dice=dice((10, 4)))


def test_a_wanted_number_is_kept_as_the_reason():
    lines().type(MONSTER).told('check combat 8/10 "1d10" 4', difficulty=8, why="wanted 10")


def test_a_difficulty_that_does_not_add_up_is_flagged():
    table = lines().type(MONSTER)
    event = read_line(table.now, 'check combat 7+2=10 "1d10" 4').events[0]

    assert "difficulty_contradicts_parts" in [one.kind for one in reducer.findings(table.now, event)]


# 4: prices first


def test_an_exploration_is_told_with_its_price_first():
    guard = Payment(card="Guard", type="ally")
    lines().told('explore discard "Guard"', source="card", paid=guard, card=None, who="Kyra")
    lines().told("explore discard Guard: Goblin Warrior", paid=guard, card="Goblin Warrior", type="monster")
    lines().told("explore recharge Guard: Longspear weapon", paid=Payment(card="Guard", type="ally", how="recharge"))
    lines().told("explore free: Bear ally", source="free", paid=None, card="Bear", type="ally")


def test_the_top_card_that_is_known_is_the_one_that_is_met():
    table = lines(places=(where("Woods"), *PLACES[1:])).type("examine Woods: Goblin Warrior")

    table.told("explore", card="Goblin Warrior", type="monster", source="free")


# 5: slots as built


def test_a_card_slot_is_numbered_as_the_deck_was_built():
    table = lines()

    table.told('examine "Waterfront" 2', effect="examine", place="Waterfront", slot=2, looked=(), who="Kyra")
    table.told("examine Waterfront 2: Goblin Warrior", slot=2, looked=("Goblin Warrior",))
    deck = next(one.deck for one in table.now.places if one.name == "Waterfront")
    assert (deck.top, deck.loose) == ((), ("Goblin Warrior",))
    table.told("explore slot 4: Goblin Raider", slot=4)


# 6: the state block


def test_a_state_block_is_read_in_one_line():
    lines().told(
        "state Hand: Longsword, Cure, Displayed: Guard, Deck: 7 Discard: 2 Buried: 0", who="Kyra",
        hand=("Longsword", "Cure"), displayed=("Guard",), deck=7, discard=2, buried=0,
    )  # fmt: skip
    lines().told("Lem: state hand: Sling, deck: 7", who="Lem", hand=("Sling",), deck=7, displayed=None)


def test_the_decks_of_locations_are_stated_by_nobody():
    lines().told(
        "state places Woods 3, Rusty Dragon 7 blessings 24", who="", places=(("Woods", 3), ("The Rusty Dragon", 7)),
        blessings=24,
    )  # fmt: skip


def test_a_state_without_anything_in_it_is_incomplete():
    lines().fault("state", "incomplete", column=6)
    lines().fault("state Deck: many", "malformed", column=13, length=4)


# 7: by another character


def test_a_card_is_played_by_another_character():
    table = lines().type(MONSTER)

    table.told("play Sling reveal by Lem", who="Lem", card="Sling", how="reveal", type="weapon", use="check")
    table.told(
        "Lem: power Inspiration recharge Sling", who="Lem", cost=(Payment(card="Sling", type="weapon", how="recharge"),)
    )
    table.told("by Ezren play Force Missile reveal", who="Ezren")


# 8: pending, correct, void, late


def test_a_check_is_left_to_another_player_and_taken_up_again():
    table = lines().type(MONSTER)

    table.told("pending Lem the hero rolls it later", owner="Lem", reason="the hero rolls it later")
    table.told("resume", task=1)


def test_a_correction_names_its_reason_and_the_cards():
    table = lines()

    table.told(
        'correct "forgot it": Cure from hand to discard, 2 cards from deck to hand of Lem', reason="forgot it", void=(),
        zones=(
            ZoneChange(card="Cure", origin="hand", to="discard", who="Kyra"),
            ZoneChange(card=None, origin="deck", to="hand", who="Lem", count=2),
        ),
    )  # fmt: skip


def test_the_owner_of_a_corrected_card_may_be_named_in_front():
    (told,) = lines().type('correct "his": Lem: Cure from hand to discard, Bear from deck to hand').events[-1:]

    assert [(one.card, one.who) for one in told.zones] == [("Cure", "Lem"), ("Bear", "Kyra")]


def test_several_people_decide_a_point():
    table = lines()

    table.told("rule too_few_copies everyone by Ann, Bob the Bold once", by="Ann, Bob the Bold", scope="once")
    table.told('rule too_few_copies everyone by "Ann, Bob"', by="Ann, Bob", scope="game")


def test_a_name_in_quotes_is_taken_several_times_too():
    lines().told('draw "Blessing of the Gods" x2, Cure', hand=("Blessing of the Gods", "Blessing of the Gods", "Cure"))
    lines().told('draw "Odd x2", Cure', hand=("Odd x2", "Cure"))


def test_entries_are_voided_by_their_numbers():
    table = lines().type("move Garrison", MONSTER)

    table.told('void 2..3 "once more with feeling"', void=(2, 3), reason="once more with feeling")
    lines().type("move Garrison").fault("void 7 again", "illegal", rule="PA-ZON-04")


def test_an_entry_belongs_to_an_earlier_encounter():
    table = lines().type(MONSTER, "check combat 9 total 12", "defeated")

    table.told("late E1: damage 1 Fire to Lem after", late=1, who="Lem", amount=1, type="Fire", source="after")
    table.told("damage 2 before late 1", late=1, source="before")


def test_cards_of_a_location_are_those_of_the_one_the_effect_speaks_of_else_of_the_own_one():
    table = lines()
    aid = ZoneChange(card="Aid", origin="location", to="hand", who="Kyra", place="Garrison")

    table.told("effect search at Garrison: Aid from location to hand", zones=(aid,))
    table.told("effect search: Aid from location to hand", zones=(replace(aid, place="Woods"),))
    table.told("effect put 28 from blessings to box", amount=None,
               zones=(ZoneChange(card=None, origin="blessings", to="box", count=28),))  # fmt: skip


@pytest.mark.parametrize(
    ("said", "subject"),
    [("spells", "play:spell"), ("playing allies", "play:ally"), ("to explore", "explore"), ("evading", "evade")],
)
def test_what_is_forbidden_is_said_as_people_say_it(said, subject):
    lines().told(f"effect forbid {said} by Woods", subject=subject, text="", source="Woods")


def test_all_the_damage_and_all_the_discards_are_said_as_all():
    table = lines().type("explore: Ogre monster", "check combat 12 total 10")

    table.told("take all", cards=None, count=2)
    table.told("heal 3 to Lem", who="Lem", amount=3, cards=None)


def test_what_is_played_to_explore_pays_for_the_exploration_that_follows():
    lines().type("play Cure discard for explore").told("explore: Ogre monster", source="effect")
    lines().told("explore: Ogre monster", source="free")


def test_a_late_line_is_of_the_one_whose_encounter_it_was():
    table = lines().type(MONSTER, "check combat 9 total 12", "defeated")

    table.told("late E1: damage 1 Fire after", late=1, who="Kyra")


def test_a_point_is_ruled_on():
    table = lines()

    table.told("rule hand_reset excess_only by Ann and Bob", point="hand_reset", choice="excess_only", by="Ann and Bob")
    table.told("rule hand_reset optional_discards once", scope="once")
    near = table.fault("rule hand_rest excess_only", "malformed", column=6, length=9)
    assert near.choices == ("hand_reset",)
    table.fault("rule hand_reset whatever", "illegal", rule="PA-SET-12")


# 9: auto, skip, after, reroll


def test_a_check_is_settled_without_dice():
    lines().type(MONSTER).told("auto success cannot miss", auto="success", why="cannot miss", dice=(), total=None)
    lines().type(MONSTER).told("check Wisdom 8 auto fail", auto="fail", skill="Wisdom", difficulty=8)
    lines().type(MONSTER).told("autofail", auto="fail", purpose="defeat")
    lines().type(MONSTER).fault("auto", "incomplete", column=1)


def test_what_is_skipped_is_declined_if_it_is_a_boon():
    lines().type("explore: Longspear weapon").told("skip", outcome="declined", card="Longspear")
    lines().type(MONSTER).told("skip no sense trying", auto="fail", why="no sense trying")


def test_something_is_added_after_the_roll():
    table = lines().type(MONSTER, 'check combat 9 "1d10" 7 total 7')

    check = table.told("after +3 Bear", after=plus((3, "Bear")), total=7, difficulty=9)
    assert isinstance(table.events[0], e.Correction)
    assert table.events[0].void == (3,)
    assert isinstance(check, e.CheckResolved)
    table.type("defeated")


def test_nothing_is_added_where_no_check_was_just_made():
    lines().type(MONSTER).fault("after +3 Bear", "illegal", rule="PA-CHK-05")


def test_a_reroll_is_linked_to_the_first_roll():
    table = lines().type(MONSTER, 'check combat 9+2 "1d10 (Melee) + 2" 1')

    table.told(
        "reroll by Hero point 8", reroll_by="Hero point", dice=dice((10, 8, "Melee")), modifiers=plus(2),
        difficulty=11, difficulty_parts=plus(9, 2), skill="Combat",
    )  # fmt: skip
    history = [event for _, event in reducer.history(table.now) if isinstance(event, e.CheckResolved)]
    assert [event.dice[0].result for event in history] == [1, 8]


def test_a_reroll_may_be_pasted_or_have_other_dice():
    table = lines().type(MONSTER, 'check combat 9 "1d10" 1')

    table.told('reroll by "Luck": "1d12+1" 7', dice=dice((12, 7)), modifiers=plus(1), reroll_by="Luck")
    other = lines().type(MONSTER, 'check combat 9 "1d10" 1')
    other.told("reroll by Hero point: Combat 9: 1d10 => (7) = 7", reroll_by="Hero point", total=7)
    other.fault("reroll by Luck 1 2 3", "malformed")


# 10: picks


@pytest.mark.parametrize(
    "line",
    [
        "pick 1d4 = 2: Kyra, Lem, Ezren, Sajan",
        "pick 1d4 2 of Kyra, Lem, Ezren, Sajan",
        'pick 1d4 = 2 of "Kyra, Lem, Ezren, Sajan"',
        "pick d4 = 2: 1=Kyra, 2=Lem, 3=Ezren, 4=Sajan",
        "pick d4 = 2: 1 Kyra, 2 Lem, 3 Ezren, 4 Sajan",
    ],
)
def test_a_die_picks_among_numbered_things(line):
    lines().told(line, choices=("Kyra", "Lem", "Ezren", "Sajan"), picked="Lem", dice=dice((4, 2)))


def test_things_may_have_several_numbers():
    lines().told("pick d4 = 3: 1-2 rain, 3-4 sun", choices=("rain", "rain", "sun", "sun"), picked="sun")


def test_a_die_that_does_not_fit_is_flagged():
    event = read_line(lines().now, "pick d6 = 2: Kyra, Lem").events[0]

    assert [one.kind for one in reducer.findings(lines().now, event)] == ["random_pick_range_mismatch"]


def test_the_highest_die_of_a_roll_off_wins():
    lines().told("pick 3d1000 = 612 873 450: Kyra, Lem, Sajan", picked="Lem")
    lines().told("pick 2d1000 = 612 612: Kyra, Lem", picked="")
