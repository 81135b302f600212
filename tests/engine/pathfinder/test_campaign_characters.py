"""Characters of a campaign between scenarios: decks, trading, feats, role cards, death, successors, changing."""

import pytest

from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign import CAMPAIGN, carry
from engine.pathfinder.campaign_state import member
from engine.pathfinder.events import CharacterSetup, CheckResolved, HandDrawn, PathfinderStarted
from engine.pathfinder.options import OFFICIAL
from engine.pathfinder.reducer import findings
from engine.pathfinder.setup import begun as character_at_start
from engine.pathfinder.zones import counted
from tests.engine.pathfinder.campaigning import (
    BURNT,
    PERILS,
    begun,
    feat,
    first_deck,
    granted,
    lost,
    party,
    third_adventure,
    won,
)
from tests.engine.pathfinder.given import dice, plus, table

FIRST = PERILS[0]


def swap(one, card, other, back):
    return c.CardsTraded(
        handed=(c.Handed(giver=one, card=card, to=other), c.Handed(giver=other, card=back, to=one))
    )  # fmt: skip


# Created


def test_a_character_begins_with_a_first_deck_and_no_feats():
    party().clean().has("Kyra", player="Ann", status="ready", skills=(), powers=(), cards=(), role="")


@pytest.mark.rule("PA-CHR-02")
def test_a_deck_is_what_the_cards_list_asks_for():
    deck = first_deck("Kyra")
    create = c.CharacterCreated(player="Ann", who="Kyra", cards=deck)

    begun().allows(create)
    begun().refuses(c.CharacterCreated(player="Ann", who="Kyra", cards=deck[1:]), "PA-CHR-02", '1 of "weapon"')
    more = (*deck, "Blessing of the Gods")
    begun().refuses(c.CharacterCreated(player="Ann", who="Kyra", cards=more), "PA-CHR-02", '7 of "blessing"')


def test_a_deck_with_cards_that_nobody_knows_is_counted_as_a_whole():
    deck = first_deck("Kyra")
    begun().allows(c.CharacterCreated(player="Ann", who="Kyra", cards=("Sword of a later set", *deck[1:])))

    many = ("Sword of a later set", *deck)
    begun().refuses(c.CharacterCreated(player="Ann", who="Kyra", cards=many), "PA-CHR-02", "16 cards")


def test_a_first_deck_takes_basic_cards_or_by_the_option_any_of_the_base_set():
    deck = ("Glaive", *first_deck("Kyra")[1:])
    create = c.CharacterCreated(player="Ann", who="Kyra", cards=deck)

    begun().refuses(create, "PA-SET-02", "Glaive", "Basic")
    begun(basic_limit="successors_only").allows(create)


def test_a_character_is_in_a_campaign_once():
    party().refuses(c.CharacterCreated(player="Dan", who="Kyra", cards=first_deck("Kyra")), "PA-SET-02")


# Decks between scenarios


def test_a_card_from_the_box_is_basic_and_one_from_a_reward_need_not_be():
    record = party().when(won("The Poison Pill"))
    change = c.DeckChanged(who="Kyra", out=("Dagger",), into=("Glaive",))

    record.refuses(change, "PA-END-04", "Glaive", "Basic")
    record = record.when(c.RewardReceived(who="Kyra", card="Glaive")).clean().has("Kyra", kept=["Glaive"])
    record = record.when(change).clean().has("Kyra", kept=[])

    assert "Glaive" in record.deck("Kyra")
    assert record.deck("Kyra").count("Dagger") == first_deck("Kyra").count("Dagger") - 1


def test_a_changed_deck_is_what_the_cards_list_asks_for():
    record = party()
    record.refuses(c.DeckChanged(who="Kyra", into=("Longsword",)), "PA-CHR-02", "weapon")
    record.refuses(c.DeckChanged(who="Kyra", out=("Glaive",), into=("Longsword",)), "PA-ZON-01", "Glaive")


# Trading


@pytest.mark.rule("PA-SET-03")
def test_players_trade_before_a_scenario_as_long_as_every_deck_stays_legal():
    record = party()
    mine, yours = record.deck("Kyra"), record.deck("Lem")
    record.allows(swap("Kyra", "Dagger", "Lem", "Longsword"))

    record.refuses(
        c.CardsTraded(handed=(c.Handed(giver="Kyra", card="Dagger", to="Lem"),)), "PA-SET-03", "after the trade"
    )
    record.refuses(swap("Kyra", "Dagger", "Lem", "Guard"), "PA-SET-03")
    traded = record.when(swap("Kyra", "Dagger", "Lem", "Longsword"))

    assert sorted((*traded.deck("Kyra"), *traded.deck("Lem"))) == sorted((*mine, *yours))
    assert "Longsword" in traded.deck("Kyra")


@pytest.mark.rule("PA-SET-03")
def test_nobody_trades_within_a_scenario():
    record = party().when(c.ScenarioBegun(game="game/1", scenario=FIRST, characters=("Kyra", "Lem")))

    record.refuses(swap("Kyra", "Dagger", "Lem", "Longsword"), "PA-SET-03", "scenario")


def test_three_trade_in_a_circle_that_no_two_of_them_could():
    record = party().when("trade Kyra Dagger to Lem, Lem Longsword to Valeros, Valeros Longspear to Kyra").clean()

    assert "Dagger" in record.deck("Lem")
    assert "Longspear" in record.deck("Kyra")


def test_the_cards_of_the_dead_are_not_traded():
    record = party().when(c.CharacterLost(who="Lem"))

    record.refuses(swap("Kyra", "Dagger", "Lem", "Longsword"), "PA-DTH-04")


# Feats


@pytest.mark.rule("PA-CHR-03")
def test_a_feat_is_granted_by_a_reward_and_ticked_once():
    record = party().refuses(feat("Kyra", "skill", "Wisdom"), "PA-CHR-03", "granted no skill feat")
    record = record.when(won("Attack on Sandpoint")).owes("Kyra", "Gain a Skill Feat")
    record.refuses(feat("Kyra", "power", "hand size"), "PA-CHR-03")

    record = record.when(feat("Kyra", "skill", "Wisdom")).clean().owes("Kyra").has("Kyra", skills=(("Wisdom", 1),))
    record.refuses(feat("Kyra", "skill", "Wisdom"), "PA-CHR-03")
    record.owes("Lem", "Gain a Skill Feat")


@pytest.mark.rule("PA-CHR-03")
def test_a_feat_is_not_ticked_within_a_scenario():
    record = party().when(won("Attack on Sandpoint")).allows(feat("Kyra", "skill", "Wisdom"))
    record = record.when(c.ScenarioBegun(game="game/1", scenario="Local Heroes", characters=("Kyra",)))

    record.refuses(feat("Kyra", "skill", "Wisdom"), "PA-CHR-03", "scenario that is not over")


@pytest.mark.rule("PA-CHR-03")
def test_boxes_are_ticked_from_left_to_right():
    record = party().when(granted("Kyra", "skill"), granted("Kyra", "skill"))
    record.refuses(feat("Kyra", "skill", "Wisdom", box=2), "PA-CHR-03", "1st", "2nd")

    record = record.when(feat("Kyra", "skill", "Wisdom", box=1))
    record.refuses(feat("Kyra", "skill", "Wisdom", box=1), "PA-CHR-03", "2nd", "1st")
    record.allows(feat("Kyra", "skill", "Wisdom", box=2))


@pytest.mark.rule("PA-CHR-04")
def test_a_skill_feat_is_for_one_of_the_six_skills_as_often_as_it_has_boxes():
    record = party().when(*[granted("Kyra", "skill")] * 3)
    record.refuses(feat("Kyra", "skill", "Divine"), "PA-CHR-04", "no skill that takes feats")

    record = record.when(feat("Kyra", "skill", "Dexterity")).clean()
    record.refuses(feat("Kyra", "skill", "Dexterity"), "PA-CHR-04", "1 boxes")


@pytest.mark.rule("PA-CHR-04")
def test_a_power_feat_raises_the_hand_size_up_to_its_limit():
    record = party().when(*[granted("Kyra", "power")] * 2, feat("Kyra", "power", "hand size")).clean()

    record.refuses(feat("Kyra", "power", "hand size"), "PA-CHR-04", "5 to 6")
    record.allows(feat("Kyra", "power", "heal one card more"))


@pytest.mark.rule("PA-CHR-04")
def test_a_power_feat_adds_a_proficiency_for_which_there_is_a_box_once():
    record = party().when(*[granted("Kyra", "power")] * 2)
    record.refuses(feat("Kyra", "power", "heavy armor"), "PA-CHR-04", "no box")

    record = record.when(feat("Kyra", "power", "weapons")).clean()
    record.refuses(feat("Kyra", "power", "weapons"), "PA-CHR-04", "already")


@pytest.mark.rule("PA-CHR-04")
def test_a_card_feat_raises_a_type_of_the_cards_list_within_its_limit():
    record = party().when(*[granted("Kyra", "card")] * 2)
    record.refuses(feat("Kyra", "card", "loot"), "PA-CHR-04", "no type of the cards list")
    record.refuses(feat("Kyra", "card", "item", card="Crow"), "PA-CHR-04", "ally")

    record = record.when(feat("Kyra", "card", "ally", card="Guard")).clean().has("Kyra", cards=(("ally", 1),))
    assert len(record.deck("Kyra")) == 16
    record.refuses(feat("Kyra", "card", "ally"), "PA-CHR-04", "at most 2")


def test_after_a_card_feat_the_deck_is_filled_up_before_the_next_scenario():
    record = party().when(granted("Kyra", "card"), feat("Kyra", "card", "ally"))
    begin = c.ScenarioBegun(game="game/1", scenario=FIRST, characters=("Kyra",))
    record.refuses(begin, "PA-CHR-02", '1 of "ally"', "asks for 2")

    record.when("deck Kyra: +Guard").allows(begin)


def test_what_no_fact_limits_is_taken_as_it_is_said():
    deck = tuple(f"card {number}" for number in range(10))
    record = begun().when(c.CharacterCreated(player="Ann", who="Somebody", cards=deck), granted("Somebody", "skill"))

    record.when(feat("Somebody", "skill", "Cunning")).clean().has("Somebody", skills=(("Cunning", 1),))


# Role cards


@pytest.mark.rule("PA-CHR-06")
def test_the_role_card_comes_into_use_after_the_third_adventure():
    role = c.RoleChosen(who="Kyra", role="Healer")
    record = party().refuses(role, "PA-CHR-06", "third adventure")

    record.when(third_adventure(), role).clean().has("Kyra", role="Healer")


@pytest.mark.rule("PA-CHR-06")
def test_a_role_is_one_of_two_sides_and_never_changed():
    record = party().when(third_adventure())
    record.refuses(c.RoleChosen(who="Kyra", role="Evoker"), "PA-CHR-06", "Healer or Exorcist")

    record = record.when(c.RoleChosen(who="Kyra", role="Exorcist"))
    record.refuses(c.RoleChosen(who="Kyra", role="Healer"), "PA-CHR-06", "never changed")


def test_when_the_role_card_comes_depends_on_the_option():
    role = c.RoleChosen(who="Kyra", role="Healer")
    adventures, paths = party(), party(role_card_from="adventure_path_3")

    adventures.when(third_adventure()).allows(role)
    paths.when(third_adventure()).refuses(role, "PA-CHR-06", "whole adventure path")
    paths.when(third_adventure(path=True)).allows(role)
    adventures.when(third_adventure(path=True)).refuses(role, "PA-CHR-06", "third adventure")
    party(role_card_from="ask").when(third_adventure()).refuses(role, "PA-CHR-06", "role_card_from")


def feated(**options):
    """Kyra with a skill feat, a card feat and a greater hand, before and after she takes her role."""
    record = party(**options).when(
        granted("Kyra", "skill"), granted("Kyra", "card"), granted("Kyra", "power"), granted("Kyra", "skill"),
        feat("Kyra", "skill", "Dexterity"), feat("Kyra", "card", "ally", card="Guard"),
        feat("Kyra", "power", "hand size"), third_adventure(),
    )  # fmt: skip
    return record, record.when(c.RoleChosen(who="Kyra", role="Healer")).clean()


def carried(record, name="Kyra"):
    started = PathfinderStarted(
        name="game", players=("Ann",), preset="official", options=OFFICIAL,
        characters=(CharacterSetup(name=name, location="L1"),),
    )  # fmt: skip
    return carry(record.now, started, "campaign/1#9").characters[0]


@pytest.mark.rule("PA-CHR-06")
def test_a_role_card_replaces_the_powers_alone_or_by_the_option_the_character_card():
    before, kept = feated()
    _, replaced = feated(role_card_replaces="character_card")

    assert carried(before).hand_size == carried(kept).hand_size == 6
    assert dict(carried(kept).skill_feats) == {
        "Strength": 0, "Dexterity": 1, "Constitution": 0, "Intelligence": 0, "Wisdom": 0, "Charisma": 0,
    }  # fmt: skip
    assert carried(kept).extra_cards == (("ally", 1),)
    assert carried(kept).role == carried(replaced).role == "Healer"
    assert carried(replaced).printed is False
    assert (carried(replaced).hand_size, carried(replaced).skill_feats, carried(replaced).extra_cards) == (None, (), ())
    # What was printed no longer limits what is ticked.
    kept.refuses(feat("Kyra", "skill", "Dexterity"), "PA-CHR-04")
    replaced.allows(feat("Kyra", "skill", "Dexterity"))


def test_a_replaced_character_card_says_nothing_in_a_scenario():
    _, replaced = feated(role_card_replaces="character_card")
    _, kept = feated()

    assert character_at_start(carried(kept), 0, middle=False).hand_size == 6
    assert character_at_start(carried(replaced), 0, middle=False).hand_size is None
    assert CAMPAIGN.character(replaced.now, "Kyra")["skills"] == []


def test_what_the_role_card_replaces_may_be_asked():
    record = party(role_card_replaces="ask").when(third_adventure())

    record.refuses(c.RoleChosen(who="Kyra", role="Healer"), "PA-CHR-06", "role_card_replaces")


@pytest.mark.rule("PA-CHR-04")
def test_what_skill_feats_add_to_a_check_is_what_the_campaign_carried_in():
    _, kept = feated()
    game = table(carried(kept), places=("L1", "L2", "L3"), middle=False, on_turn="", turn=0, blessings=counted(30))

    def check(skill, added):
        event = CheckResolved(
            who="Kyra", skill=skill, dice=dice((4 if skill == "Dexterity" else 12, 3, skill)), total=3 + added,
            modifiers=plus((added, "skill feats")),
        )  # fmt: skip
        return [one.kind for one in findings(game.now, event) if one.rule == "PA-CHR-04"]

    assert (check("Dexterity", 1), check("Divine", 0)) == ([], [])
    assert (check("Dexterity", 2), check("Divine", 1)) == (["feats_differ"], ["feats_differ"])


# The favored type


def drawn(favored, **options):
    """Lem in a scenario after one in which he chose "spell", about to draw with this favored type."""
    begin = c.ScenarioBegun(game="game/1", scenario=FIRST, characters=("Lem",))
    end = c.ScenarioFinished(game="game/1", scenario=FIRST, outcome="lost", favored=(("Lem", "spell"),))
    said = carried(party(**options).when(begin, end).clean(), "Lem")
    game = table(said, middle=False, on_turn="", turn=0, blessings=counted(30), places=("L1", "L2", "L3"), **options)
    return game.when(HandDrawn(who="Lem", count=6, favored=favored))


def test_an_open_favored_type_holds_for_one_scenario_or_by_the_option_for_good():
    drawn("weapon").clean()
    drawn("weapon", open_favored_type="once").refused_by("PA-CHR-01")
    drawn("spell", open_favored_type="once").clean()
    drawn("", open_favored_type="once").clean()
    drawn("").refused_by("PA-CHR-01")


# Death and successors


def test_death_is_final_and_takes_deck_and_rewards():
    record = party().when(won(FIRST), c.CharacterLost(who="Lem", cause="a trap"))

    record.brings("PA-DTH-03", "died_for_good").has("Lem", status="dead", deck=(), owed=())
    record.refuses(feat("Lem", "skill", "Charisma"), "PA-DTH-03")
    record.refuses(c.ScenarioBegun(scenario=FIRST, characters=("Lem",)), "PA-DTH-03")


@pytest.mark.rule("PA-DTH-06")
def test_a_successor_takes_the_place_of_a_dead_character_of_the_same_player():
    record = party()
    new = c.CharacterCreated(player="Cai", who="Sajan", cards=first_deck("Sajan"), successor_of="Lem")
    record.refuses(new, "PA-DTH-06", "not dead")

    record = record.when(c.CharacterLost(who="Lem"))
    other = c.CharacterCreated(player="Ann", who="Sajan", cards=first_deck("Sajan"), successor_of="Lem")
    record.refuses(other, "PA-DTH-06", "Cai")
    record = record.when(new).clean().has("Sajan", player="Cai", successor_of="Lem", skills=())
    again = c.CharacterCreated(player="Cai", who="Ezren", cards=first_deck("Ezren"), successor_of="Lem")
    record.refuses(again, "PA-DTH-06", "already")
    # The successor dies as well, and the card of the first begins anew, in its place.
    anew = c.CharacterCreated(player="Cai", who="Lem", cards=first_deck("Lem"), successor_of="Sajan")
    record = record.when(c.CharacterLost(who="Sajan"), anew).clean()
    record.has("Lem", status="ready", successor_of="Sajan").has("Sajan", succeeded=True)
    record.when(c.CharacterLost(who="Lem")).allows(c.CharacterCreated(
        player="Cai", who="Ezren", cards=first_deck("Ezren"), successor_of="Lem"
    ))  # fmt: skip


def successor(card):
    deck = list(first_deck("Merisiel"))
    deck[deck.index("Dagger")] = card
    return c.CharacterCreated(player="Cai", who="Merisiel", cards=tuple(deck), successor_of="Lem")


def late(adventure, **options):
    """A campaign in which Lem died, with a scenario of an adventure behind it."""
    begin = c.ScenarioBegun(game="game/1", scenario="a later one", adventure=adventure, characters=("Kyra",))
    end = c.ScenarioFinished(game="game/1", scenario="a later one", outcome="won")
    return party(**options).when(c.CharacterLost(who="Lem"), begin, end)


def test_the_basic_limit_is_lifted_for_a_successor_from_adventure_3_on():
    late(2).refuses(successor("Glaive"), "PA-SET-02", "Basic")
    late(3).allows(successor("Glaive"))


@pytest.mark.rule("PA-END-04", "PA-DTH-06")
def test_the_basic_limit_is_lifted_as_well_where_an_adventure_is_only_told_to_be_completed():
    def after(number):
        done = c.AdventureCompleted(number=number, name="one of which nobody has the scenarios", reward="card feat")
        return party().when(done, c.CharacterLost(who="Lem"))

    change = c.DeckChanged(who="Kyra", out=("Dagger",), into=("Glaive",))
    after(2).refuses(change, "PA-END-04", "Glaive", "Basic")
    after(2).refuses(successor("Glaive"), "PA-SET-02", "Basic")
    after(3).allows(change)
    after(3).allows(successor("Glaive"))


def test_a_successors_cards_are_at_most_two_below_the_adventure_or_by_the_option_exactly():
    late(3).allows(successor("Glaive"))
    late(3, successor_card_level="exactly").refuses(successor("Glaive"), "PA-DTH-06", "level")


# Changing the character


@pytest.mark.rule("PA-END-08")
def test_a_player_who_changes_the_character_records_what_was_in_the_deck():
    record = party()
    deck = record.deck("Kyra")
    record.refuses(c.CharacterRetired(who="Kyra", cards=deck[1:]), "PA-END-08", "lacks", deck[0])
    record.refuses(c.CharacterRetired(who="Kyra", cards=(*deck, "Glaive")), "PA-END-08", "Glaive")

    record = record.when(c.CharacterRetired(who="Kyra", cards=deck)).has("Kyra", status="retired", deck=deck)
    record.refuses(c.ScenarioBegun(scenario=FIRST, characters=("Kyra",)), "PA-END-08")
    back = record.when(c.CharacterReturned(who="Kyra", player="Dan"))

    back.has("Kyra", status="ready", deck=deck, player="Dan").refuses(c.CharacterReturned(who="Kyra"), "PA-END-08")


def test_who_lost_a_scenario_gets_nothing():
    party().when(lost("Attack on Sandpoint")).owes("Kyra").has("Kyra", scenarios=1)


def test_the_scenarios_of_the_tests_are_those_of_the_facts():
    record = party().when(*[won(name) for name in (*PERILS, *BURNT)])

    assert record.now.completed == ("Perils of the Lost Coast", "Burnt Offerings")
    assert member(record.now, "Kyra").scenarios == 8
