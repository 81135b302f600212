"""Sections 15 and 16 of the rules: death, the end of a scenario, and rebuilding."""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.zones import EMPTY, of
from tests.engine.pathfinder.given import (
    FLIP,
    attempt,
    begin,
    died,
    effect,
    end,
    explore,
    move,
    play,
    reset,
    rule_on,
    shut,
    table,
    where,
    who,
)  # fmt: skip

CURE = e.ZoneChange(card="Cure", origin="hand", to="hand", who="A")


def thin(**more):
    """A has one card in its deck."""
    return table(who("A", deck=1, hand=3), who("B"), **more)


def dead(**more):
    return thin(**more).when(reset(), died())


@pytest.mark.rule("PA-DTH-01")
def test_who_must_draw_and_cannot_dies():
    game = thin().when(reset()).asks("death", 0).has("A", hand=4, deck=0)

    game.refuses(end(), "PA-DTH-01").when(died()).then(c__A__alive=False)
    thin().when(effect("draw", amount=2)).asks("death", 0)
    thin().when(effect("draw", amount=1)).asks("turn")


@pytest.mark.rule("PA-DTH-01")
@pytest.mark.parametrize(
    ("choice", "kind", "verdict"),
    [
        ("draw", "discard_from_deck", "lives"), ("draw", "remove_from_deck", "lives"),
        ("draw_or_discard", "discard_from_deck", "dies"), ("draw_or_discard", "remove_from_deck", "lives"),
        ("any_removal", "discard_from_deck", "dies"), ("any_removal", "remove_from_deck", "dies"),
        ("draw_discard_rest_asked", "discard_from_deck", "dies"),
        ("draw_discard_rest_asked", "remove_from_deck", "asks"), ("ask", "discard_from_deck", "asks"),
    ],
)  # fmt: skip
def test_which_removal_kills(choice, kind, verdict):
    game = thin(death_trigger=choice)
    removal = effect(kind, amount=2, source="Ghoul")

    if verdict == "asks":
        game.refuses(removal, "PA-DTH-01")
    else:
        game.when(removal).asks("death" if verdict == "dies" else "turn").has("A", deck=0)


@pytest.mark.rule("PA-DTH-02")
def test_an_empty_deck_alone_does_not_kill():
    table(who("A", deck=0), who("B")).refuses(died(), "PA-DTH-02").when(end()).asks("turn_start")


@pytest.mark.rule("PA-DTH-03")
def test_death_is_final_when_the_scenario_has_ended():
    alive = dead().when(effect("revive", source="Raise Dead")).then(c__A__alive=True, fell=[])
    alive.refuses(effect("revive", source="Raise Dead"), "PA-DTH-03")

    over = dead().when(begin("B"), FLIP, end("B"))
    lost = table(who("A", deck=1, hand=3), who("B"), blessings=EMPTY).when(reset(), died(), begin("B"))
    lost = lost.ends("lost").when(e.ScenarioEnded(outcome="lost"))
    lost.refuses(effect("revive", source="Raise Dead"), "PA-DTH-03")
    lost.refuses(e.DeckRebuilt(who="A", cards=("Cure",)), "PA-DTH-03")
    assert over.now.turn.active == "B"


@pytest.mark.rule("PA-DTH-04")
@pytest.mark.parametrize(("preset", "fine"), [("official", False), ("seed", True)])
def test_when_the_cards_of_the_dead_are_taken(preset, fine):
    game = table(who("A", deck=1, hand=["Cure"]), who("B"), preset=preset).when(reset(), died())
    take = effect("put", "B", zones=(CURE,))

    if fine:
        game.allows(take)
    else:
        game.refuses(take, "PA-DTH-04")
    asked = table(who("A", deck=1, hand=["Cure"]), who("B"), dead_characters_cards="ask").when(reset(), died())
    asked.refuses(take, "PA-DTH-04")


@pytest.mark.rule("PA-DTH-05")
def test_when_all_are_dead_the_party_loses():
    dead().ends(None)
    table(who("A", deck=1, hand=3)).when(reset(), died()).ends("lost")


@pytest.mark.rule("PA-DTH-06")
def test_the_successor_begins_with_the_next_scenario():
    joins = e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L1"))

    dead().refuses(joins, "PA-DTH-06")
    dead(preset="seed").when(joins).then(c__D__seat=0)
    dead(successor_begins="ask").refuses(joins, "PA-DTH-06")
    thin(preset="seed").refuses(joins, "PA-DTH-06")


@pytest.mark.rule("PA-DTH-06", "PA-SET-02")
def test_a_successor_joins_with_a_first_deck_and_without_feats():
    def joins(**more):
        return e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L1", **more))

    dead(preset="seed").allows(joins(cards=("Mace", "Cure")))
    dead(preset="seed").refuses(joins(cards=("Mace", "Glaive")), "PA-SET-02")
    dead(preset="seed").refuses(joins(skill_feats=(("Wisdom", 1),)), "PA-DTH-06")
    dead(preset="seed").refuses(joins(extra_cards=(("spell", 1),)), "PA-DTH-06")


@pytest.mark.rule("PA-DTH-07")
def test_the_dead_do_nothing_and_their_turn_ends():
    game = dead().then(turn__active="B", turn__step="between")

    game.refuses(play("A", "Cure", "spell", use="heal"), "PA-DTH-07").refuses(move("A", cause="effect"), "PA-DTH-07")


# The end


@pytest.mark.rule("PA-END-01")
def test_the_party_loses_for_want_of_blessings_or_of_the_living():
    table().refuses(e.ScenarioEnded(outcome="lost"), "PA-END-01")
    table().allows(e.ScenarioEnded(outcome="lost", allowed_by="Fort Rannick falls"))


@pytest.mark.rule("PA-END-02", "PA-SET-12")
def test_the_party_wins_by_the_condition_of_the_scenario():
    won = e.ScenarioEnded(outcome="won")

    table().refuses(won, "PA-END-02")
    local = {"villains": (), "scenario": "Local Heroes"}
    table(**local).refuses(won, "PA-END-02")
    table(**local, goal_without_villain="as_stated").refuses(won, "PA-END-02")
    table(**local, goal="ten allies are found", goal_without_villain="as_stated").allows(won)
    closed = {**local, "goal_without_villain": "all_closed", "places": (where("L1", 0), where("L2", 0, "closed"))}
    last = table(**closed).refuses(won, "PA-END-02")
    over = last.when(attempt("A", outcome="success"), shut("L1", "empty_deck")).ends("won").allows(won)
    over.brings("PA-END-02", what="won", detail="every location is closed")
    asked = table(**{**closed, "goal_without_villain": "ask"})
    asked = asked.when(attempt("A", outcome="success"), shut("L1", "empty_deck")).ends(None)
    asked.when(e.Ruling(point="goal_without_villain", choice="all_closed")).ends("won")
    stated = table(**closed, goal="ten allies are found")
    stated.when(attempt("A", outcome="success"), shut("L1", "empty_deck")).ends(None)


@pytest.mark.rule("PA-END-06")
def test_a_lost_scenario_gives_no_reward():
    game = table(on_turn="", blessings=EMPTY).when(begin("A"))

    game.refuses(e.ScenarioEnded(outcome="lost", reward="skill feat"), "PA-END-06")
    game.refuses(e.ScenarioEnded(outcome="won"), "PA-END-01").allows(e.ScenarioEnded(outcome="lost"))


KYRA_CARDS = (
    "Dagger", "Dart", "Cure", "Cure", "Detect Magic", "Chain Mail", "Leather Armor", "Codex", "Crow",
    *["Blessing of the Gods"] * 6,
)  # fmt: skip


def over(cards=KYRA_CARDS, **more):
    """A lost scenario in which Kyra has these cards in her deck and none elsewhere."""
    kyra = who("Kyra", deck=of(*cards), hand=0)
    game = table(kyra, on_turn="", blessings=EMPTY, **more).when(begin("Kyra"))
    return game.when(e.ScenarioEnded(outcome="lost")).asks("rebuild", 0)


def rebuilt(cards=KYRA_CARDS, **more):
    return e.DeckRebuilt(who="Kyra", cards=cards, **more)


@pytest.mark.rule("PA-END-03")
def test_decks_are_rebuilt_after_the_scenario_from_what_was_gathered():
    game = over().when(rebuilt()).clean().has("Kyra", deck=sorted(KYRA_CARDS), hand=0, discard=0)

    game.refuses(rebuilt(), "PA-END-03").asks(None)
    table(who("Kyra"), on_turn="Kyra").refuses(rebuilt(), "PA-END-03")
    over().when(rebuilt(("Longspear", *KYRA_CARDS[1:]))).flagged("PA-END-03", "card_from_nowhere", "Longspear")
    over().when(rebuilt(("Longspear", *KYRA_CARDS[1:]), from_box=("Longspear",))).clean()


@pytest.mark.rule("PA-END-04", "PA-CRD-06")
def test_cards_from_the_box_are_basic_until_adventure_three():
    def taking(card, **more):
        return over(**more), rebuilt((card, *KYRA_CARDS[1:]), from_box=(card,))

    game, event = taking("Greataxe", adventure=1)
    game.refuses(event, "PA-END-04")
    game, event = taking("Greataxe", adventure=3)
    game.allows(event)
    game, event = taking("Dogslicer", adventure=2, preset="seed")
    game.allows(event)
    game, event = taking("Dogslicer", adventure=3)
    game.allows(event)
    game, event = taking("Greataxe", adventure=1, basic_limit="ask")
    game.refuses(event, "PA-END-04").when(rule_on("basic_limit", "successors_only")).allows(event)


@pytest.mark.rule("PA-CRD-06")
def test_the_number_of_an_adventure_deck_is_the_level_of_its_cards():
    from engine.pathfinder import ending

    levels = {mark: ending.level_fits(mark, 4) for mark in ("B", "C", "1", "2", "3", "4", "P")}
    assert levels == {"B": True, "C": True, "1": True, "2": True, "3": False, "4": False, "P": False}


@pytest.mark.rule("PA-END-05")
def test_the_rebuilt_deck_matches_the_cards_list():
    crows = ("Crow", *KYRA_CARDS[1:])

    over(crows).when(rebuilt(crows)).flagged("PA-END-05", "cards_list")
    over((*KYRA_CARDS, "Crow")).when(rebuilt()).clean()


def test_nothing_else_happens_after_the_end():
    over().refuses(explore("Kyra"), "PA-END-01").refuses(effect("draw", "Kyra", amount=1), "PA-END-01")
