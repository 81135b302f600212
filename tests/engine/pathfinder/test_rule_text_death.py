"""What tables argue about at deaths and ends (sections 15 and 16), in setups (4, 5) and in zones (1).

Each verdict is derived from the text of the rules.
"""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.options import OFFICIAL, SEED
from engine.pathfinder.zones import EMPTY, of
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    Table,
    against,
    begin,
    check,
    counted,
    damage,
    died,
    effect,
    end,
    explore,
    lose,
    meet,
    move,
    play,
    power,
    reset,
    resolved,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip
from tests.engine.pathfinder.test_setup import KYRA_CARDS, flagged, kyra, refused, scenario

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
DRAW = effect("draw", amount=2, source="Potion")
V = explore(card="V", type="villain")
LOST = e.ScenarioEnded(outcome="lost")


def thin(*others, **more):
    """A has one card left in its deck."""
    return table(who("A", deck=1, hand=3), *(others or (who("B"),)), **more)


# Death


@BOTH
@pytest.mark.rule("PA-DTH-01")
def test_a_draw_of_more_cards_than_there_are_kills_at_once(preset):
    game = thin(preset=preset).when(DRAW).asks("death", 0).has("A", hand=4, deck=0)

    game.refuses(explore(), "PA-DTH-01").refuses(end("A"), "PA-DTH-01")
    game.when(died()).clean().then(c__A__alive=False, turn__active="B")
    thin(preset=preset).when(effect("draw", amount=1)).refuses(died(), "PA-DTH-02").asks("turn")


@BOTH
@pytest.mark.rule("PA-DTH-02")
def test_neither_damage_nor_an_empty_hand_or_deck_kills(preset):
    game = table(who("A", deck=0, hand=1), who("B"), preset=preset).when(explore(), lose(by=7), taken("A", 1))

    game.refuses(died(), "PA-DTH-02").when(resolved("undefeated")).clean()


@BOTH
@pytest.mark.rule("PA-DTH-01")
def test_a_bystander_dies_and_the_turn_goes_on(preset):
    game = table(who("A"), who("B", deck=0), preset=preset).when(explore(), effect("draw", "B", amount=1))

    game = game.asks("death", 1).when(died("B")).then(c__B__alive=False, turn__active="A")
    game = game.when(win(), DEFEATED, end("A")).then(turn__active="A")
    game.when(begin("A"), FLIP).clean()


@BOTH
@pytest.mark.rule("PA-ENC-12", "PA-DTH-07")
def test_who_dies_in_an_encounter_leaves_its_card_in_the_deck(preset):
    game = thin(preset=preset).when(explore(card="Bear"), DRAW, died()).deck("L1", 10, ["Bear"])

    game.then(encounters=[], turn__active="B")
    summoned = thin(preset=preset).when(meet("A", "Shark", summoned=True), DRAW, died()).deck("L1", 10, [])
    summoned.then(encounters=[])
    villain = thin(preset=preset).when(V, DRAW, died()).deck("L1", 10, ["V"]).ends(None)
    assert villain.now.fate is None


@BOTH
@pytest.mark.rule("PA-DTH-07")
def test_nothing_touches_the_dead(preset):
    game = thin(who("B"), who("C"), preset=preset).when(DRAW, died(), begin("B"), FLIP)

    for event in (
        damage("A", 1, "other"), effect("draw", "A", amount=1), play("A", "x", "ally", use="heal"), power("A", "x"),
        move("A", "L2", cause="effect"), e.Healed(who="A", amount=1), meet("A", "Shark", summoned=True),
        e.CardGiven(who="B", to="A"), begin("A"),
    ):  # fmt: skip
        assert game.when(event).refused, event


@BOTH
@pytest.mark.rule("PA-DTH-03")
def test_who_is_called_back_to_life_plays_on(preset):
    game = thin(preset=preset).when(DRAW, died(), begin("B"), FLIP)
    game = game.when(effect("revive", "A", source="Raise Dead"), reset("B"), end("B")).then(turn__active="A")

    game.when(begin("A"), FLIP, explore()).clean()


@BOTH
@pytest.mark.rule("PA-DTH-05")
def test_the_last_one_dead_loses_the_scenario(preset):
    alone = table(who("A", deck=0), preset=preset).when(effect("draw", amount=1), died()).ends("lost")

    alone.refuses(e.ScenarioEnded(outcome="won"), "PA-END-01").when(LOST).clean()
    two = table(who("A", deck=0), who("B", deck=0), preset=preset)
    two = two.when(effect("draw", "A", amount=1)).refuses(effect("draw", "B", amount=1), "PA-DTH-01")
    two = two.when(died("A")).ends(None).when(effect("draw", "B", amount=1))
    two.when(died("B")).ends("lost")


@pytest.mark.rule("PA-DTH-01")
def test_which_forced_loss_of_cards_kills():
    discards = effect("discard_from_deck", amount=2, source="Ghoul")
    buries = effect("remove_from_deck", amount=2, source="Ghoul")

    thin().when(discards).asks("death", 0)
    thin().refuses(buries, "PA-DTH-01")
    thin(preset="seed").when(discards).asks("turn")
    thin(preset="seed").when(buries).asks("turn")
    thin(death_trigger="any_removal").when(buries).asks("death", 0)
    asked = thin(death_trigger="ask").refuses(discards, "PA-DTH-01")
    asked.when(rule_on("death_trigger", "draw", scope="once"), discards).asks("turn")
    asked.when(rule_on("death_trigger", "draw_or_discard", scope="once"), discards).asks("death", 0)


@pytest.mark.rule("PA-DTH-04")
def test_the_cards_of_the_dead_lie_untouched_until_they_may_be_taken():
    change = e.ZoneChange(card="Cure", origin="hand", to="hand", who="A")
    take = effect("put", "B", zones=(change,))

    def fallen(**more):
        return table(who("A", deck=0, hand=["Cure"]), who("B"), **more).when(effect("draw", amount=1), died())

    fallen().refuses(take, "PA-DTH-04")
    fallen(preset="seed").allows(take)
    fallen(dead_characters_cards="ask").when(rule_on("dead_characters_cards", "after_encounter")).allows(take)
    taking = effect("put", "A", zones=(e.ZoneChange(card="Cure", origin="hand", to="hand", who="B"),))
    fought = table(who("A"), who("B", deck=0, hand=["Cure"]), preset="seed").when(explore())
    fought = fought.when(effect("draw", "B", amount=1), died("B")).refuses(taking, "PA-DTH-04")
    fought.when(win(), DEFEATED).allows(taking)


@pytest.mark.rule("PA-DTH-06")
def test_when_a_successor_joins():
    joins = e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L1"))
    fallen = (DRAW, died())

    thin().when(*fallen).refuses(joins, "PA-DTH-06")
    joined = thin(preset="seed").when(*fallen, joins).then(c__D__seat=0)
    assert joined.when(joins).refused
    asked = thin(successor_begins="ask").when(*fallen).refuses(joins, "PA-DTH-06")
    asked.when(rule_on("successor_begins", "next_encounter")).allows(joins)
    thin(preset="seed").refuses(joins, "PA-DTH-06")


# Winning, losing, the end


@BOTH
@pytest.mark.rule("PA-END-02")
def test_a_scenario_is_not_won_because_somebody_says_so(preset):
    table(preset=preset).refuses(e.ScenarioEnded(outcome="won"), "PA-END-02").refuses(LOST, "PA-END-01")
    told = e.ScenarioEnded(outcome="won", allowed_by="Scenario card")
    table(preset=preset).allows(told)


@BOTH
@pytest.mark.rule("PA-END-02", "PA-END-01")
def test_with_a_dead_friend_and_the_last_blessing_turned_over_the_party_still_wins(preset):
    people = (who("A"), who("B", "L2"), who("C", alive=False))
    game = table(*people, blessings=EMPTY, places=("L1", "L2"), preset=preset).when(V, against("B", "L2"), win())

    game = game.when(DEFEATED, shut("L1", "villain")).ends("won")
    game.refuses(LOST, "PA-END-01").when(e.ScenarioEnded(outcome="won", reward="skill feat")).clean()


@BOTH
@pytest.mark.rule("PA-END-02")
def test_when_the_scenario_is_decided_nothing_more_is_played(preset):
    game = table(who("A"), places=("L1",), preset=preset).when(V, win(), DEFEATED, shut("L1", "villain")).ends("won")

    for event in (explore(), move(), reset(), end("A"), FLIP):
        assert game.when(event).refused, event


@pytest.mark.rule("PA-END-06", "PA-END-01")
def test_a_lost_scenario_brings_no_reward_and_cannot_be_won():
    game = table(on_turn="", blessings=EMPTY).when(begin("A")).ends("lost")

    game.refuses(e.ScenarioEnded(outcome="lost", reward="card feat"), "PA-END-06")
    game.refuses(e.ScenarioEnded(outcome="won"), "PA-END-01")


@pytest.mark.rule("PA-END-02")
def test_a_scenario_without_a_villain_is_won_as_the_table_rules():
    def local(**more):
        places = (where("L1", 0), where("L2", 0, "closed"))
        return table(villains=(), scenario="Local Heroes", places=places, **more)

    won = e.ScenarioEnded(outcome="won")
    local().refuses(won, "PA-END-02")
    local(preset="seed").refuses(won, "PA-END-02")
    closes = (e.CloseAttempted(who="A", place="L1", outcome="success"), shut("L1", "empty_deck"))
    local().when(rule_on("goal_without_villain", "all_closed")).refuses(won, "PA-END-02").when(*closes).allows(won)
    local(goal_without_villain="all_closed").when(*closes).allows(won)
    local(goal_without_villain="as_stated", goal="ten allies").allows(won)


# Rebuilding


def over(*cards, **more):
    """A lost scenario in which Kyra has these cards in her deck and zones."""
    zones = {"hand": EMPTY, "discard": EMPTY, **{key: of(*more.pop(key)) for key in ("hand", "discard") if key in more}}
    person = CharacterSetup(
        name="Kyra", location="L1", hand_size=5, deck=of(*cards), buried=of(*more.pop("buried", ())),
        displayed=of(*more.pop("displayed", ())), **zones,
    )  # fmt: skip
    return table(person, on_turn="", blessings=EMPTY, **more).when(begin("Kyra"), LOST)


def rebuilt(*cards, **more):
    return e.DeckRebuilt(who="Kyra", cards=cards or KYRA_CARDS, **more)


@BOTH
@pytest.mark.rule("PA-END-03")
def test_hand_discards_deck_buried_and_displayed_cards_are_gathered(preset):
    a, b, c, d, *rest = KYRA_CARDS

    over(*rest, hand=(a,), discard=(b,), buried=(c,), displayed=(d,), preset=preset).when(rebuilt()).clean()
    over(*rest, hand=(a,), discard=(b,), buried=(c,), preset=preset).when(rebuilt()).flagged("PA-END-03")


@BOTH
@pytest.mark.rule("PA-END-05")
def test_the_new_deck_is_that_of_the_cards_list(preset):
    over(*KYRA_CARDS, "Crow", preset=preset).when(rebuilt(*KYRA_CARDS, "Crow")).flagged("PA-END-05", "cards_list")
    over(*KYRA_CARDS, preset=preset).when(rebuilt(*KYRA_CARDS[1:])).flagged("PA-END-05", "cards_list")


@pytest.mark.rule("PA-END-04")
def test_what_the_box_gives_for_a_missing_card():
    def taking(card, **more):
        return over(*KYRA_CARDS[1:], **more), rebuilt(card, *KYRA_CARDS[1:], from_box=(card,))

    for adventure, preset, fine in ((1, "official", False), (2, "official", False), (3, "official", True),
                                    (1, "seed", True), (3, "seed", True)):  # fmt: skip
        game, event = taking("Greataxe", adventure=adventure, preset=preset)
        assert (game.when(event).refused == ()) is fine, (adventure, preset)


@BOTH
@pytest.mark.rule("PA-DTH-03", "PA-DTH-04")
def test_the_dead_do_not_rebuild_and_the_living_take_their_cards(preset):
    people = (who("Kyra", deck=of(*KYRA_CARDS[1:]), hand=0), who("B", deck=of("Mace"), hand=0, alive=False))
    game = table(*people, on_turn="", blessings=EMPTY, preset=preset).when(begin("Kyra"), LOST)

    assert game.when(e.DeckRebuilt(who="B", cards=("Mace",))).refused
    game.when(rebuilt("Mace", *KYRA_CARDS[1:], from_dead=("Mace",))).clean()
    game.when(rebuilt("Axe", *KYRA_CARDS[1:])).flagged("PA-END-03", "card_from_nowhere", "Axe")
    game.when(rebuilt("Axe", *KYRA_CARDS[1:], from_dead=("Axe",))).flagged("PA-END-03")


# Zones


@BOTH
@pytest.mark.rule("PA-ZON-01")
def test_two_cards_of_a_name_are_two_cards(preset):
    game = table(who("A", hand=["x", "y", "z"], hand_size=1), who("B"), preset=preset)

    game.when(reset(discarded=("x", "x"))).flagged("PA-ZON-01", "zone_contradiction")
    game.when(reset(discarded=("x", "y"))).clean()
    drawn = table(who("A", hand=1, deck=e.Pile(size=4, top=("x", "y")), hand_size=3), who("B"), preset=preset)
    drawn.when(reset(drawn=("x", "y"))).clean()
    drawn.when(reset(drawn=("y", "x"))).flagged("PA-ZON-01", "zone_contradiction")


@BOTH
@pytest.mark.rule("PA-ZON-01")
def test_healed_cards_were_discarded(preset):
    game = table(who("A", discard=["x", "y"]), preset=preset)

    game.when(e.Healed(who="A", cards=("x", "x"))).flagged("PA-ZON-01", "zone_contradiction")
    game.when(e.Healed(who="A", cards=("x", "y"))).clean().has("A", discard=0, deck=12)


@BOTH
@pytest.mark.rule("PA-ZON-02")
def test_open_piles_are_looked_through_and_the_discard_pile_keeps_its_order(preset):
    for pile in ("displayed", "discard", "buried"):
        table(preset=preset).allows(effect("examine", pile=pile))
    table(preset=preset).refuses(effect("reorder", pile="discard"), "PA-ZON-02")
    table(preset=preset).refuses(effect("shuffle", pile="discard"), "PA-ZON-02")


# Setup


@pytest.mark.rule("PA-SET-05", "PA-SET-01")
@pytest.mark.parametrize(("players", "places"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 7), (6, 8)])
def test_two_locations_more_than_players(players, places):
    def begun(count):
        people = tuple(CharacterSetup(name=f"P{number}", location="M0") for number in range(players))
        laid = tuple(e.LocationSetup(name=f"M{number}") for number in range(count))
        return scenario(*people, locations=laid, scenario="")

    assert not refused(begun(places), "PA-SET-05")
    assert refused(begun(places - 1), "PA-SET-05")
    assert refused(begun(places + 1), "PA-SET-05")


@pytest.mark.rule("PA-SET-08")
def test_thirty_blessings_neither_more_nor_fewer():
    assert flagged(scenario(blessings=counted(31)), "PA-SET-08")
    assert not flagged(scenario(blessings=counted(30)), "PA-SET-08")


@pytest.mark.rule("PA-SET-12")
def test_the_rules_of_the_scenario_card_hold_from_the_first_turn():
    game = table(on_turn="", scenario="").when(
        begin("A"), FLIP, effect("forbid", subject="evade", source="Storm", rank="scenario"), explore()
    )

    game = game.refuses(e.Evaded(who="A", by="Fog"), "PA-PRI-01").when(win(), DEFEATED, end("A"), begin("B"), FLIP)
    game.when(explore("B")).refuses(e.Evaded(who="B", by="Fog"), "PA-PRI-01")
    local = table(who("A"), who("B")).when(
        effect("forbid", subject="evade", source="Swamp", rank="location"), end("A"), begin("B"), FLIP
    )
    local.when(explore("B")).allows(e.Evaded(who="B", by="Fog"))


def begun(options=OFFICIAL):
    return Table(reducer.start(scenario(kyra(cards=KYRA_CARDS), options=options)))


@pytest.mark.rule("PA-SET-10")
@pytest.mark.parametrize(("options", "deck", "discard"), [(OFFICIAL, 10, 0), (SEED, 0, 10)])
def test_a_hand_without_the_favored_type_is_drawn_again_as_often_as_needed(options, deck, discard):
    without = ("Dagger", "Dart", "Cure", "Cure", "Codex")
    more = ("Detect Magic", "Chain Mail", "Leather Armor", "Crow", "Blessing of the Gods")
    again = e.HandRedrawn(who="Kyra", hand=without)
    game = begun(options).when(again)

    if options is OFFICIAL:
        game.when(e.HandDrawn(who="Kyra", hand=more)).clean().has("Kyra", hand=5, deck=deck, discard=discard)
    else:
        game.when(e.HandDrawn(who="Kyra", hand=more)).clean().has("Kyra", hand=5, deck=5, discard=5)
    begun(options).refuses(e.HandDrawn(who="Kyra", hand=without), "PA-SET-10")


@pytest.mark.rule("PA-SET-10")
def test_a_hand_with_the_favored_type_is_not_drawn_again():
    blessed = ("Dagger", "Dart", "Cure", "Codex", "Blessing of the Gods")

    assert begun().when(e.HandRedrawn(who="Kyra", hand=blessed)).refused


@pytest.mark.rule("PA-SET-10")
def test_asked_what_becomes_of_the_discarded_hand():
    without = ("Dagger", "Dart", "Cure", "Cure", "Codex")
    blessed = ("Crow", "Blessing of the Gods", "Blessing of the Gods", "Chain Mail", "Detect Magic")
    game = begun(replace(OFFICIAL, starting_hand_discards="ask")).when(e.HandRedrawn(who="Kyra", hand=without))

    game.refuses(e.HandDrawn(who="Kyra", hand=blessed), "PA-SET-10")
    stay = game.when(rule_on("starting_hand_discards", "stay", scope="once"), e.HandDrawn(who="Kyra", hand=blessed))
    stay.has("Kyra", discard=5, deck=5)


def test_a_check_for_something_else_needs_no_encounter():
    table().when(check("A", "other", 9, 8, skill="Wisdom")).clean()
