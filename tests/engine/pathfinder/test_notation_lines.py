"""What players write is read: names, what is filled in, lines of several actions, corrections, and faults."""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup, Die, Part, ZoneChange
from engine.pathfinder.notation import cut_comment, read_line
from engine.pathfinder.zones import counted
from tests.engine.pathfinder.given import dice, plus, started, where, who
from tests.engine.pathfinder.notation_table import HAND, PLACES, Lines, lines

MONSTER = "explore: Goblin Warrior monster"
FIGHT = dice((10, 1), (6, 6), (6, 6), (6, 5), (4, 3))


# Names


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        ("BotG", "Blessing of the Gods"),
        ("blessing of the gods", "Blessing of the Gods"),
        ("BoAbadar#2", "Blessing of Abadar#2"),
        ("longs", "Longsword"),
        ('"Longsword"', "Longsword"),
        ("cure", "Cure"),
        ("Weird New Thing", "Weird New Thing"),
    ],
)
def test_cards_are_named_as_players_name_them(typed, card):
    lines().type(MONSTER).told(f"play {typed} discard", card=card)


def test_a_card_that_comes_near_a_known_one_is_asked_for():
    fault = lines().type(MONSTER).fault("play Longswird reveal", "malformed", column=6, length=9)

    assert 'did you mean "Longsword"' in fault.hint
    lines().type(MONSTER).told('play "Longswird" reveal', card="Longswird")


def test_a_name_that_could_be_several_is_ambiguous():
    fault = lines(who("Kyra", "Woods", hand=["Cure"])).fault("heal Longs", "ambiguous", column=6, length=5)

    assert "Longsword" in fault.choices


def test_characters_and_locations_are_named_by_a_beginning_or_nearly():
    lines().told("give Cure to L", to="Lem", card="Cure")
    lines().told("move Garison", to="Garrison")
    lines().told("move rusty dragon", to="The Rusty Dragon")
    fault = lines().fault("move Nowhere", "malformed", column=6)
    assert fault.choices == PLACES


def test_words_of_the_notation_within_a_known_name_belong_to_it():
    table = lines(places=("Woods", "Catacombs of Wrath"))

    table.told('correct "x": Blessing of the Gods from hand to discard of Kyra', at=0, reason="x")
    assert table.events[0].zones[0].card == "Blessing of the Gods"
    table.told("effect text at Catacombs of Wrath", place="Catacombs of Wrath")


def test_a_sign_for_numbers_begins_no_comment_within_a_name_or_a_sum():
    assert cut_comment("play BoAbadar#2 discard # mine") == ("play BoAbadar#2 discard ", "mine")
    assert cut_comment("Combat 11 + ## = 25") == ("Combat 11 + ## = 25", "")
    assert cut_comment('correct "a # b"') == ('correct "a # b"', "")
    assert cut_comment("# only this") == ("", "only this")
    assert read_line(lines().now, "flip # again?").comment == "again?"


# Defaults


def test_the_card_and_its_zone_follow_from_the_encounter():
    table = lines().type(MONSTER, "check combat 9 total 12")

    table.told("defeated", card="Goblin Warrior", zone=None)


def test_the_type_of_a_card_follows_from_the_facts_of_the_set_alone():
    lines().told("explore: Goblin Warrior", type="monster")
    lines(set="Skull & Shackles").told("explore: Goblin Warrior", type="")
    lines(set="Skull & Shackles").told("explore recharge Guard: Pirate monster", type="monster")


def test_a_reset_draws_and_discards_what_the_hand_asks_for():
    table = lines(who("Kyra", "Woods", hand=3), who("Lem", "Woods"))
    table.told("reset", draws=2, discards=None, discarded=None)
    table = lines(who("Kyra", "Woods", hand=7), who("Lem", "Woods"))
    table.told("reset", draws=0, discards=2)
    table = lines(who("Kyra", "Woods", hand=None), who("Lem", "Woods"))
    table.told("reset", draws=None, discards=None)
    table = lines(who("Kyra", "Woods", hand=HAND), who("Lem", "Woods"))
    table.told("reset discard Cure, Guard", discarded=("Cure", "Guard"), draws=2)


def test_the_end_of_a_turn_begins_the_next_unless_more_is_to_come():
    table = lines().type("reset").type("end")

    assert table.events == (e.TurnEnded(who="Kyra"), e.TurnStarted(who="Lem"))
    assert read_line(lines().type("reset").now, "end;").events == (e.TurnEnded(who="Kyra"),)


def test_a_villain_escapes_to_what_is_open():
    table = lines(blessings=counted(20))
    table.type("explore: Jubrayl Vhiski villain", "check combat 20 total 3", "undefeated")

    table.told("escape", villain="Jubrayl Vhiski", n=4, blessings=3, to=PLACES)


def test_the_places_of_an_escape_may_be_told():
    table = lines().type("explore: Jubrayl Vhiski villain", "check combat 20 total 30", "defeated")
    table.type("closed")

    table.told(
        "escape to Garrison, Waterfront, The Rusty Dragon (n 3, blessings 2 from box)", n=3, blessings=2, pool="box"
    )


def test_closing_names_the_place_of_the_one_who_closes():
    table = lines(places=(where("Woods", deck=0), *PLACES[1:]))

    table.told("close", who="Kyra", place="Woods", outcome=None)
    table.told("check Wisdom 6 total 9", purpose="close")
    table.told("closed", place="Woods", cause="empty_deck")


def test_before_the_first_turn_it_is_the_character_of_the_seat_that_is_asked():
    seats = [CharacterSetup(name=name, hand_size=4) for name in ("Kyra", "Lem")]
    start = started(*seats, places=PLACES, on_turn="", middle=False, turn=0)
    table = Lines(reducer.start(replace(start, players=("Ann", "Bob"))))

    table.told("draw 4", who="Kyra")
    table.told("draw 4 favored spell", who="Lem")
    table.told("move Woods", who="Kyra", to="Woods")
    table.told("move Garrison", who="Lem")
    table.fault("explore", "incomplete", column=8)
    table.told("turn", who="Kyra")


def test_damage_is_what_its_dice_come_to():
    lines().told('damage Fire to Lem "1d4+1" 3', amount=4, dice=(Die(sides=4, result=3),), modifiers=(Part(value=1),))


def test_who_takes_damage_is_the_one_who_owes_it():
    table = lines().type("damage 2 to Lem other")

    table.told("reduce 1 by Mage Armor", who="Lem", by="Mage Armor")
    table.told("take 1", who="Lem", count=1, cards=None)


def test_a_card_may_be_named_several_times():
    lines().told("take Cure x2, Guard", cards=("Cure", "Cure", "Guard"))
    lines().fault("take Cure x99", "malformed", column=6)


def test_a_skill_may_stand_behind_the_difficulty():
    lines().type(MONSTER).told("check 9 Combat 1d10 4", skill="Combat", difficulty=9, difficulty_parts=())


def test_a_check_of_which_nothing_is_told_is_incomplete():
    lines().type(MONSTER).fault("check", "incomplete", column=6)
    lines().type(MONSTER).told("check total ?", total=None, who="Kyra")


def test_who_does_it_may_be_named_in_front():
    lines().told("Lem: damage 1", who="Lem")
    lines().told("Lem damage 1", who="Lem")
    lines().told("by Lem damage 1", who="Lem")
    fault = lines().fault("Valeros: damage 1", "malformed", column=1, length=7)
    assert fault.choices == ("Kyra", "Lem", "Sajan", "Ezren")


# Several events in a line


def test_one_line_tells_a_check_and_what_was_played_for_it():
    table = lines().type(MONSTER)

    table.type(
        'check combat 17 "1d10+7" 4: play Longsword reveal, BotG discard by Kyra, Sling reveal by Lem, power Fight'
    )
    assert [type(event) for event in table.events] == [
        e.CardPlayed,
        e.CardPlayed,
        e.CardPlayed,
        e.PowerUsed,
        e.CheckResolved,
    ]
    assert [event.who for event in table.events] == ["Kyra", "Kyra", "Lem", "Kyra", "Kyra"]
    assert table.events[1].card == "Blessing of the Gods"


def test_cards_for_a_check_to_close_are_used_to_close():
    table = lines(places=(where("Woods", deck=0), *PLACES[1:])).type("close")

    table.type("check Wisdom 6 total 9: BotG discard")
    assert (table.events[0].use, table.events[1].purpose) == ("close", "close")


def test_events_of_one_action_stand_in_one_line():
    table = lines().type("explore: Goblin Warrior; check combat 9 total 12; defeated")

    assert [type(event) for event in table.events] == [e.Explored, e.CheckResolved, e.EncounterResolved]
    assert not table.now.encounters


def test_a_fault_in_a_later_part_keeps_what_was_read_before_it():
    reading = read_line(lines().now, "explore: Goblin Warrior; check combat 9 total 12; bogus")

    assert [type(event) for event in reading.events] == [e.Explored, e.CheckResolved]
    assert (reading.fault.kind, reading.fault.column) == ("malformed", 51)


# Faults


def test_nothing_typed_is_nothing_told():
    assert read_line(lines().now, "   ") == read_line(lines().now, "")
    assert read_line(lines().now, "").events == ()


def test_verbs_may_be_shortened_and_are_suggested():
    lines().told("expl: Bear ally", card="Bear")
    lines().fault("e", "ambiguous", column=1, length=1)
    assert "explore" in lines().fault("explor3 free", "malformed", column=1, length=7).hint


def test_an_illegal_line_names_the_rule_and_what_is_legal():
    fault = lines().fault("give Cure to Sajan", "illegal", column=1, length=18, rule="PA-TRN-04")

    assert "legal instead: give <card> to Lem" in fault.hint
    assert "Sajan is at Garrison" in fault.message


def test_what_is_open_in_an_option_has_to_be_filled_in():
    fault = lines().fault("give <card> to Lem", "incomplete", column=6, length=6)

    assert fault.message == '"<card>" is still to be filled in'


def test_how_a_card_is_played_has_to_be_said():
    fault = lines().type(MONSTER).fault("play Longsword", "incomplete", column=15)

    assert fault.choices == ("reveal", "display", "discard", "recharge", "bury", "banish")


def test_words_that_lead_nowhere_are_pointed_at():
    lines().fault("end now", "malformed", column=5, length=3)
    lines().fault('correct "x', "malformed", column=9)
    lines().fault("effect nonsense", "malformed", column=8, length=8)
    lines().fault('flip "x" colour=3', "malformed", column=10)
    lines().fault("flip card=3", "malformed", column=6)


def test_signs_of_a_chinese_keyboard_count_as_their_narrow_forms():
    lines().type(MONSTER).told(
        "check combat １７ “1d10+7” ４： play Longsword reveal， power Fight", dice=dice((10, 4)), difficulty=17
    )


# A posted line among other actions


def kinds_of(table):
    return [type(event).__name__ for event in table.events]


def test_a_posted_line_swallows_no_other_action_of_its_line():
    line = "explore: Goblin Warrior monster; Combat 9: 1d6+2 => (5) + 2 = 7; undefeated; move Garrison effect"
    table = lines().type(line)

    told = kinds_of(table)
    assert told[:2] == ["Explored", "CheckResolved"]
    assert told[-2:] == ["EncounterResolved", "Moved"]
    check = next(event for event in table.events if isinstance(event, e.CheckResolved))
    assert (check.skill, check.difficulty, check.dice, check.total) == ("Combat", 9, dice((6, 5)), 7)
    assert (check.why, check.outcome) == ("", None)


def test_two_posted_lines_stand_in_one_line():
    table = lines().type(MONSTER, "Combat 9: 1d10 => (10) = 10; 1 Kyra, 2 Lem: 1d2 => (2) = 2")

    assert kinds_of(table)[0] == "CheckResolved"
    picked = next(event for event in table.events if isinstance(event, e.RandomPick))
    assert (table.events[0].total, picked.picked) == (10, "Lem")


def test_a_semicolon_in_brackets_of_a_posted_line_parts_nothing():
    lines().type(MONSTER).told("Combat 9 (6; 3 more): 1d6+2 => (5) + 2 = 7", skill="Combat", total=7)


def test_what_belongs_to_a_posted_check_may_stand_behind_a_semicolon():
    lines().type(MONSTER).told("Combat 9: 1d8+3 => (7) + 3 = 10; success", at=0, outcome="success")
    lines().type(MONSTER).told("Combat 9: 1d8+3 => (4) + 3 = 7; after +3 Bear", at=0, after=plus((3, "Bear")))
    lines().told("1 Kyra; 2 Lem: 1d2 => (2) = 2", choices=("Kyra", "Lem"))


def test_words_before_or_behind_a_posted_line_that_are_no_action_are_refused():
    table = lines().type(MONSTER)

    table.fault("Combat 9; hard: 1d8+3 => (7) + 3 = 10", "malformed", column=1)
    table.fault("Combat 9: 1d8+3 => (7) + 3 = 10; hurrah", "malformed", column=34, length=6)
    lines().fault("explore: Bandit: Combat 9: 1d8+3 => (7) + 3 = 10", "malformed", column=1, length=7)


# Where a corrected card comes from


def test_a_corrected_card_comes_from_where_its_owner_has_it():
    table = lines().type('correct "slip": Longsword to discard')

    (change,) = table.events[0].zones
    assert (change.card, change.origin, change.to, change.who) == ("Longsword", "hand", "discard", "Kyra")
    kyra = next(one for one in table.now.characters if one.name == "Kyra")
    assert "Longsword" not in kyra.hand.known
    assert kyra.discard.known == ("Longsword",)


def test_a_corrected_card_of_the_table_comes_from_there():
    table = lines().type('correct "it": Bear from box to location at Woods')

    (change,) = table.told('correct "slip": Bear to hand').zones
    assert (change.origin, change.place, change.to, change.who) == ("location", "Woods", "hand", "Kyra")


def test_a_corrected_card_that_nobody_knows_of_is_one_of_the_unknown():
    (change,) = lines().told('correct "slip": Bear to discard').zones

    assert (change.origin, change.who) == ("deck", "Kyra")


def test_a_corrected_card_in_several_zones_is_ambiguous():
    table = lines().type('correct "it": Cure from box to buried')

    fault = table.fault('correct "slip": Cure to discard', "ambiguous", column=17, length=4)
    assert fault.choices == ("hand of Kyra", "buried of Kyra")


def test_where_a_corrected_card_comes_from_is_needed_where_nobody_knows():
    table = lines()

    for line, said in (
        ('correct "slip": Bear to deck', 'nobody knows where "Bear" lies: from is needed'),
        ('correct "slip": Cure to hand', '"Cure" is in the hand of Kyra already: from is needed'),
        ('correct "slip": Sling to hand', '"Sling" is with Lem: from is needed'),
        ('correct "slip": 2 cards to hand', "nothing says where they come from: from is needed"),
    ):
        assert table.fault(line, "incomplete", column=17).message == said
    told = table.told('correct "new": Bear from outside to hand')
    assert told.zones == (ZoneChange(card="Bear", to="hand", who="Kyra"),)
    assert table.written('correct "new": Bear from outside to hand') == "correct new: Bear from outside to hand of Kyra"


def test_a_corrected_card_may_be_counted():
    told = lines().told('correct "x": BotG x2 from box to hand')

    assert told.zones == (ZoneChange(card="Blessing of the Gods", origin="box", to="hand", who="Kyra"),) * 2


# Numbers among named cards


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("reset draw Longspear, 2", 23), ("take Cure, 1", 12), ("heal Cure, 2", 12),
        ("reset discard Cure, 2 cards", 21), ('correct "x": 3 to discard', 14),
    ],
)  # fmt: skip
def test_no_card_is_a_number(line, column):
    fault = lines().fault(line, "malformed", column=column)

    assert "is a number among named cards" in fault.message
    assert fault.hint


# The marks of a forum


@pytest.mark.parametrize(
    "line",
    [
        "[b]Dexterity 8:[/b] [dice]1d8+1 => (7) + 1 = 8[/dice]",
        "[ooc]Dexterity 8: 1d8 + 1 => (7) + 1 = 8[/ooc]",
        "[dice=Dexterity 8]1d8+1[/dice] => (7) + 1 = 8",
        "[B][color=#ff0000]Dexterity 8:[/color][/B] 1d8+1 => (7) + 1 = 8",
        "Kyra: [i]Dexterity 8:[/i] 1d8+1 => (7) + 1 = 8",
    ],
)
def test_the_marks_around_a_posted_line_are_passed_over(line):
    table = lines().type("explore: Trapped Passage barrier")

    table.told(line, who="Kyra", skill="Dexterity", difficulty=8, dice=dice((8, 7)), modifiers=plus(1), total=8, why="")


def test_marks_in_quotes_and_columns_stay_as_they_are():
    lines().told('effect draw text "[b]bold[/b] and [1]"', text="[b]bold[/b] and [1]")
    assert read_line(lines().now, "flip # [b]bold[/b]").comment == "[b]bold[/b]"
    lines().fault("[b]frobnicate[/b]", "malformed", column=4, length=10)


@pytest.mark.parametrize("line", ['close Woods Wisdom 6 "1d12" 8', "close Wisdom 6 1d12 8", "close Woods 6 1d12 8"])
def test_a_closing_with_its_check_in_it_is_told_to_be_two_actions(line):
    assert lines().fault(line, "malformed").hint == (
        'the check is an action of its own: close; check close SKILL DIFFICULTY "DICE" RESULT ...'
    )
    assert "action of its own" not in lines().fault("close Woodz of woe", "malformed").hint


def test_a_point_that_there_is_not_is_refused_unless_it_stands_in_quotes():
    fault = lines().fault("rule zzz yes", "malformed", column=6, length=3)

    assert fault.hint == "gamelog rules --options lists the points; a point of your own is written in quotes"
    lines().told('rule "zzz" yes', point="zzz", choice="yes")
