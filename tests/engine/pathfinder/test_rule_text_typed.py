"""Disputes as a table types them: each line is taken, or refused by the rule that settles the dispute."""

import pytest

from engine.pathfinder import reducer
from engine.pathfinder.zones import of
from tests.engine.pathfinder.given import counted, where, who
from tests.engine.pathfinder.notation_table import PLACES, lines

HAND = ["Blessing of the Gods", "Blessing of Desna", "Longsword", "Cure", "Guard", "Crow"]
WON = ("check combat 9 total 12", "defeated")


def at(*hand, preset="official", **more):
    """Kyra's turn at the Woods with Lem; Sajan is at the Garrison, Ezren at the Waterfront."""
    kyra = who("Kyra", "Woods", hand=list(hand) or HAND, hand_size=6)
    others = (who("Lem", "Woods"), who("Sajan", "Garrison"), who("Ezren", "Waterfront"))
    return lines(kyra, *others, preset=preset, **more)


def refused(table, line, rule):
    table.fault(line, "illegal", rule=rule)


BOTH = pytest.mark.parametrize("preset", ["official", "seed"])


# Exploring


@BOTH
def test_a_blessing_first_and_then_the_free_exploration(preset):
    table = at(preset=preset).type("explore discard Blessing of the Gods: Goblin Warrior monster", *WON)

    refused(table, "explore free: Goblin Warrior monster", "PA-TRN-06")


def test_three_explorations_and_the_second_blessing():
    one = "explore discard Blessing of the Gods: Goblin Warrior monster"
    table = at().type("explore: Goblin Warrior monster", *WON, one, *WON)

    table.type("explore discard Guard: Goblin Warrior monster", *WON)
    table.type("explore discard Blessing of Desna: Goblin Warrior monster", *WON)
    seed = at(preset="seed").type("explore: Goblin Warrior monster", *WON, one, *WON)
    refused(seed, "explore discard Guard: Goblin Warrior monster", "PA-TRN-07")


@BOTH
def test_giving_after_the_move_and_twice(preset):
    table = at(preset=preset).type("give Cure to Lem")

    refused(table, "give Guard to Lem", "PA-TRN-04")
    refused(at(preset=preset), "give Cure to Sajan", "PA-TRN-04")
    refused(at(preset=preset).type("move Garrison"), "give Cure to Sajan", "PA-TRN-02")
    refused(at(preset=preset), "move Woods", "PA-TRN-05")


# Cards


@BOTH
def test_two_blessings_by_one_and_one_each_by_two(preset):
    table = at(preset=preset).type("explore: Goblin Warrior monster", "play Blessing of the Gods discard")

    refused(table, "play Blessing of Desna discard", "PA-PLY-02")
    table.type('play "Blessing of Pharasma" discard by Lem')


@BOTH
def test_a_sword_is_revealed_and_discarded_for_one_check(preset):
    table = at(preset=preset).type("explore: Goblin Warrior monster", "play Longsword reveal", "play Longsword discard")

    table.type(*WON)
    assert table.now.characters[0].discard.known == ("Longsword",)


@BOTH
def test_a_spell_is_recharged_by_its_line_once_and_never_after_paying_damage_or_reset(preset):
    recharge = "check recharge Divine 6 total 9 of Cure"
    table = at(preset=preset).type("explore: Goblin Warrior monster", "play Cure discard", *WON, recharge)

    refused(table, recharge, "PA-PLY-07")
    paid = at(preset=preset).type("power Heal discard Cure for heal")
    refused(paid, recharge, "PA-PLY-07")
    wounded = at(preset=preset).type("explore: Goblin Warrior monster", "check combat 9 total 8", "take Cure")
    refused(wounded, recharge, "PA-PLY-07")


def test_a_cure_in_anothers_fight_or_turn():
    table = at().type("explore: Goblin Warrior monster")
    refused(table, "play Cure discard for heal", "PA-PLY-05")
    refused(table, "play Cure discard for heal by Lem", "PA-PLY-05")

    at().type('play "Cure" discard for heal by Lem')
    refused(at(preset="seed"), 'play "Cure" discard for heal by Lem', "PA-PLY-04")


# Rows of checks


@BOTH
def test_two_checks_joined_by_then(preset):
    table = at(preset=preset).type("explore: Ogre monster checks 2", "check combat 9 total 12")

    refused(table, "defeated", "PA-CHK-11")
    refused(table, "Sajan: check combat 12 total 13", "PA-CHK-10")
    table.type("Lem: check combat 12 total 13", "defeated")
    both = at(preset=preset).type("explore: Ogre monster checks 2", "Lem: check combat 9 total 12")
    refused(both, "Lem: check combat 12 total 13", "PA-CHK-10")


@BOTH
def test_five_wounds_and_two_cards(preset):
    table = at("Guard", "Crow", preset=preset).type("explore: Goblin Warrior monster", "check combat 12 total 7")

    refused(table, "take 5", "PA-DMG-03")
    table.type("take Guard, Crow", "undefeated")
    assert table.now.characters[0].alive


# Closing


@BOTH
def test_who_closes_after_the_bandit(preset):
    table = at(preset=preset).type("explore: Bandit henchman", *WON)

    refused(table, "Lem: close Woods success", "PA-CLS-02")
    table.type("close Woods fail")
    refused(table, "close Woods success", "PA-CLS-06")


@BOTH
def test_closing_with_cards_left_and_twice_without(preset):
    refused(at(preset=preset), "close Woods", "PA-CLS-01")
    table = at(preset=preset, places=(where("Woods", 0), *PLACES[1:])).type("close Woods fail")

    refused(table, "close Woods success", "PA-TRN-11")
    refused(table, "explore: Goblin Warrior monster", "PA-TRN-02")
    refused(table, "closed Woods", "PA-CLS-07")


@BOTH
def test_bones_that_a_horde_summoned(preset):
    table = at(preset=preset).type("encounter Ancient Skeleton henchman summoned", *WON)

    refused(table, "close Woods success", "PA-HEN-02")


# The villain


def met(*typed, **more):
    return at(**more).type("explore: Jubrayl Vhiski villain", *typed)


def test_temporary_closings_and_how_many_blessings_go():
    table = met("Sajan: tempclose Garrison success", "Ezren: tempclose Waterfront fail")
    refused(table, "Ezren: tempclose Waterfront success", "PA-VIL-01")
    refused(table, "Lem: tempclose Woods success", "PA-VIL-01")

    lost = table.type("check combat 15 auto fail no dice left", "undefeated")
    refused(lost, "escape to Woods, Waterfront, The Rusty Dragon n 4 blessings 3", "PA-VIL-06")
    refused(lost, "escape to Woods, Waterfront, The Rusty Dragon n 3 blessings 2 from box", "PA-VIL-06")
    lost.type("escape to Woods, Waterfront, The Rusty Dragon n 3 blessings 2")
    assert lost.now.blessings.size == 28


@BOTH
def test_a_beaten_villain_leaves_its_place_closed(preset):
    table = met("check combat 15 total 16", "defeated", "closed Woods", preset=preset)

    refused(table, "escape to Woods, Garrison, Waterfront, The Rusty Dragon n 4 blessings 3 from box", "PA-VIL-06")
    table.type("escape to Garrison, Waterfront, The Rusty Dragon n 3 blessings 2 from box")
    assert table.now.blessings.size == 30


def test_an_evaded_villain_after_the_closings():
    refused(met("Sajan: tempclose Garrison success"), "evade by Fog", "PA-ENC-03")
    met("Sajan: tempclose Garrison success", "evade by Fog", preset="seed")
    refused(met("evade by Fog"), "Sajan: tempclose Garrison success", "PA-VIL-01")


def test_a_ruling_where_the_villain_has_its_own_place_only():
    closed = tuple(where(name, 0, "closed") for name in PLACES[1:])
    table = met("check combat 15 auto fail no dice left", "undefeated", places=(PLACES[0], *closed))

    refused(table, "escape to Woods n 1", "PA-VIL-07")
    table.type("rule undefeated_villain_cornered win by the table once")
    assert table.now.result.outcome == "won"


# Ends


@BOTH
def test_an_empty_deck_at_the_reset(preset):
    kyra = who("Kyra", "Woods", hand=4, deck=0, hand_size=4)
    full = lines(kyra, who("Lem", "Woods"), preset=preset)
    refused(full, "dies", "PA-DTH-02")

    full.type("end")
    kyra = who("Kyra", "Woods", hand=3, deck=0, hand_size=4)
    short = lines(kyra, who("Lem", "Woods"), preset=preset).type("reset")
    assert not short.now.characters[0].alive
    assert short.now.turn.active == "Lem"


def test_the_last_blessing_turned_over():
    table = at(blessings=counted(0)).type("explore: Goblin Warrior monster", *WON, "reset", "end")

    assert table.now.result.outcome == "lost"
    assert "lost" in table.fault("explore: Goblin Warrior monster", "illegal").message
    table.type("lost")


def test_a_villain_that_the_search_finds():
    deck = of("Bandit", "Jubrayl Vhiski", "Crow")
    table = at(places=(where("Woods", deck), *PLACES[1:])).type("explore: Bandit henchman", *WON, "close Woods success")

    refused(table, "closed Woods", "PA-CLS-04")
    table.type("search Jubrayl Vhiski at Woods")
    assert table.now.places[0].deck.known == ("Jubrayl Vhiski",)
    assert table.now.places[0].status == "open"
    assert reducer.check(table.now, table.events[0])
