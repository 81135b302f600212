"""What tables argue about where two rules meet: a death in a fight with a villain, a win that kills, a last blessing."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.game import GAME
from engine.pathfinder.notation import read_line
from engine.pathfinder.offers import automatic, legal, prompt
from engine.pathfinder.position import position
from engine.pathfinder.setup import cards_list_differs
from engine.pathfinder.zones import EMPTY, of
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    against,
    attempt,
    begin,
    check,
    damage,
    died,
    effect,
    end,
    escape,
    explore,
    pay,
    play,
    reset,
    shut,
    started,
    table,
    where,
    who,
    win,
)
from tests.engine.pathfinder.notation_table import lines

V = explore(card="V", type="villain")
BOTH = pytest.mark.parametrize("preset", ["official", "seed"])


# A death in the encounter with a villain


@pytest.mark.rule("PA-VIL-02", "PA-ENC-12")
@BOTH
def test_what_was_closed_against_a_villain_is_open_again_when_the_one_who_met_it_dies(preset):
    game = table(who("A", deck=0), who("B", "L2"), preset=preset).when(V, against("B", "L2"))
    game.deck("L2", status="temporary")

    game = game.when(effect("draw", amount=1, source="Trap"), died("A"))
    game.deck("L2", status="open")


@pytest.mark.rule("PA-VIL-02", "PA-VIL-06")
def test_a_villain_met_again_after_such_a_death_escapes_there():
    places = ("L1", "L2", where("L3", 0, "closed"))
    game = table(who("A", deck=0), who("B", "L2"), who("C"), places=places).when(
        V, against("B", "L2"), effect("draw", amount=1, source="Trap"), died("A"),
        begin("B"), FLIP, reset("B"), end("B"), begin("C"), FLIP,
        explore("C", card="V", type="villain"), check("C", outcome="success"), DEFEATED, shut("L1", "villain"),
    )  # fmt: skip

    game.ends(None).when(escape(1, ("L2",), pool="box")).clean()


# A death by the effect of the last closing


CLOSED = (where("L2", 0, "closed"), where("L3", 0, "closed"))
WON = (V, win(), DEFEATED, shut("L1", "villain"), effect("draw", amount=9, source="L1"))


@pytest.mark.rule("PA-VIL-09", "PA-DTH-01")
def test_who_is_killed_by_the_effect_of_the_last_closing_dies_before_the_scenario_is_won():
    game = table(who("A", deck=7), who("B"), places=("L1", *CLOSED)).when(*WON).ends("won").asks("death", 0)
    assert automatic(game.now) == died("A")
    game.refuses(e.ScenarioEnded(outcome="won"), "PA-DTH-01")
    game.refuses(died("B"), "PA-END-02")

    game.when(died("A")).ends("won").when(e.ScenarioEnded(outcome="won")).clean()


@pytest.mark.rule("PA-DTH-05", "PA-VIL-09")
def test_a_party_of_which_nobody_outlives_the_last_closing_has_lost():
    game = table(who("A", deck=7), places=("L1", *CLOSED)).when(*WON, died("A"))

    game.ends("lost").refuses(e.ScenarioEnded(outcome="won"), "PA-END-01")
    game.allows(e.ScenarioEnded(outcome="lost"))


# A turn without a blessing


@pytest.mark.rule("PA-TRN-03", "PA-END-01")
def test_a_position_at_a_turn_that_has_no_blessing_to_turn_over_is_lost():
    before = table(who("A"), who("B"), blessings=of("X")).when(reset(), end())
    late = replace(before.now, turn=replace(before.now.turn, step="advance", active="B"), blessings=EMPTY)

    start = started(who("A"), who("B"), position=msgspec.json.encode(position(late)).decode())
    state = reducer.start(start)
    assert position(state) == position(late)
    assert prompt(state).text == "no blessing is left to turn over: the scenario is lost (type lost)"
    assert reducer.check(state, e.ScenarioEnded(outcome="lost")) == []
    assert e.ScenarioEnded(outcome="lost") in [one.event for one in legal(state)]
    state, _ = reducer.evolve(state, e.ScenarioEnded(outcome="lost"))
    assert state.result.outcome == "lost"


@pytest.mark.rule("PA-END-01")
@pytest.mark.parametrize(
    ("left", "message"),
    [
        (2, "2 blessings are left and somebody is alive"),
        (1, "1 blessing is left and somebody is alive"),
        (0, "no blessing is left, and the party loses when a turn begins without one"),
    ],
)
def test_a_loss_that_is_none_is_told_with_what_is_left(left, message):
    lost = table(who("A"), blessings=of(*"XY"[:left])).when(e.ScenarioEnded(outcome="lost"))

    assert [one.message for one in lost.refused] == [message]


# Banes that nobody fought, and checks after the end


@pytest.mark.rule("PA-CHK-12", "PA-ENC-13")
def test_a_bane_is_not_skipped_without_a_reason():
    strict = lines(mode="strict").type("explore: Goblin Warrior monster")
    strict.fault("skip", "illegal", rule="PA-CHK-12")
    assert strict.fault("undefeated", "illegal").rule == "PA-ENC-05"
    strict.type("skip the text forbids it")

    table_ = lines().type("explore: Goblin Warrior monster")
    (skipped,) = read_line(table_.now, "skip").events
    assert [one.rule for one in reducer.findings(table_.now, skipped)] == ["PA-CHK-12"]


@BOTH
@pytest.mark.rule("PA-ENC-04", "PA-ENC-07")
def test_nothing_comes_before_or_after_an_encounter_that_is_none(preset):
    game = table(who("A"), preset=preset).when(explore(), e.Evaded(who="A"))

    game.when(check("A", "after", outcome="success")).flagged("PA-ENC-07", "no_encounter")
    game.when(check("A", "before", outcome="success")).flagged("PA-ENC-04", "no_encounter")
    game.refuses(damage("A", 1, "after"), "PA-ENC-07")
    strict = table(who("A"), preset=preset, mode="strict").when(explore(), e.Evaded(who="A"))
    strict.refuses(check("A", "after", outcome="success"), "PA-ENC-07")


# What is left open, shown, healed


@pytest.mark.rule("PA-ENC-05")
def test_what_was_left_open_here_is_settled_before_the_prompt_speaks_of_exploring():
    game = table(who("A"), who("B")).when(explore(), e.LeftPending(owner="B", reason="a blessing?"))

    assert "explore" not in prompt(game.now).text
    game.refuses(explore(source="card", paid=pay("Bear")), "PA-ENC-05")


@pytest.mark.rule("PA-PLY-01", "PA-ZON-01")
def test_a_card_that_was_revealed_is_known_to_be_in_the_hand():
    game = table(who("A", hand=1)).when(play("A", "Mace", "weapon", "reveal", says_so=True)).has("A", hand=["Mace"])

    later = game.when(explore(), win(), DEFEATED)
    later.when(play("A", "Mace", "weapon", "reveal", says_so=True)).has("A", hand=["Mace"])
    later.when(play("A", "Bear", "ally", says_so=True)).flagged("PA-ZON-01")


@BOTH
@pytest.mark.rule("PA-ZON-01")
def test_no_healing_makes_cards(preset):
    none = table(who("A", deck=9), preset=preset).when(e.Healed(who="A", amount=2))
    none.flagged("PA-ZON-01", "zone_contradiction", 2, 0).has("A", deck=9, discard=0)
    one = table(who("A", deck=9, discard=1), preset=preset).when(e.Healed(who="A", amount=2))
    one.has("A", deck=10, discard=0)
    known = table(who("A", deck=9, discard=of("Cure")), preset=preset).when(e.Healed(who="A", cards=("Bear",)))
    known.flagged("PA-ZON-01").has("A", deck=9, discard=["Cure"])


def test_what_waits_for_a_ruling_is_answered_with_the_ruling():
    fought = lines(undefeated_bane="ask").type("explore: Goblin Warrior monster", "check combat 9 total 3", "take all")

    assert fought.fault("undefeated", "illegal", rule="PA-ENC-09").hint == "rule undefeated_bane shuffled or bottom"


@pytest.mark.rule("PA-CHR-02")
def test_a_deck_is_told_with_every_type_that_differs():
    deck = (*["Dagger"] * 3, *["Cure"] * 3, "Chain Mail", "Amulet of Life", "Burglar", *["Blessing of the Gods"] * 6)
    (wrong,) = cards_list_differs("PA-CHR-02", "Kyra", deck)

    assert wrong.message == 'the deck of Kyra has 3 of "weapon", 1 of "armor", its cards list asks for 2, 2'
    assert (wrong.stated, wrong.computed) == ("3, 1", "2, 2")


# The place of another villain


@pytest.mark.rule("PA-VIL-05")
def test_a_villain_does_not_go_where_another_one_was_found():
    places = (where("L1", of("V", "W")), "L2", where("L3", 0, "closed"))
    found = table(who("A"), places=places, villains=("V", "W")).when(
        V, win(), DEFEATED, e.LocationSearched(place="L1", villain="W")
    )  # fmt: skip

    wrong = found.when(escape(2, ("L1", "L2"), pool="box")).refused
    assert (wrong[0].rule, wrong[0].message) == ("PA-VIL-05", 'another villain was found at L1: "V" cannot go there')
    assert "1 location is open to the villain, not 2" in [one.message for one in wrong]
    assert not any("temporarily" in one.message for one in wrong)
    found.when(escape(1, ("L2",), pool="box")).clean()


@pytest.mark.rule("PA-CLS-04")
def test_a_villain_that_is_known_to_be_there_is_asked_for_and_no_closing():
    places = (where("L1", of("V", "W")), "L2")
    game = table(who("A"), places=places, villains=("V", "W")).when(V, win(), DEFEATED)

    assert prompt(game.now).text == 'another villain is at L1, where "V" was defeated: search W'
    henchman = (explore(card="Bandit", type="henchman"), win(), DEFEATED, attempt(outcome="success"))
    places = (where("L1", of("Bandit", "W")), "L2")
    game = table(who("A"), places=places, villains=("W",)).when(*henchman)
    assert prompt(game.now).text.endswith("and a villain is in its deck: search W")


# Words


@pytest.mark.parametrize(("preset", "words"), [("official", "there"), ("seed", "there in this turn")])
def test_what_is_closed_for_the_villain_is_told_with_how_long(preset, words):
    game = table(who("A"), who("B", "L2"), preset=preset).when(V, against("B", "L2"))

    told = GAME.describe_effects(game.now, game.effects)
    assert (f"L2 is closed for this encounter: the villain cannot escape {words}", "PA-VIL-02") in told


def test_refusals_say_what_is_so():
    gave = table(who("A"), who("B")).when(e.CardGiven(who="A", to="B", card="Cure"))
    assert gave.when(e.CardGiven(who="B", to="A", card="Bear")).refused[0].message == (
        "a card was given already in this turn"
    )
    dead = table(who("A", deck=0), who("B")).when(effect("draw", amount=1, source="Trap"), died("A"))
    assert [one.message for one in dead.when(died("A")).refused] == ["A is dead"]
    open_ = table(who("A"), who("B", "L2"), places=("L1", where("L2", 0))).when(attempt("B", "L2"))
    assert open_.refused[0].message.endswith(
        "its deck is empty, and only the character whose turn it is closes it, in its close step"
    )


def test_one_reason_is_told_once():
    met = lines().type("explore: Goblin Warrior monster")

    message = met.fault("end", "illegal").message
    assert message == 'the encounter with "Goblin Warrior" is not resolved: no end of the turn yet'


def test_what_is_legal_instead_is_legal_in_that_place():
    closed = where("Garrison", 0)
    places = (where("Woods", of("Jubrayl Vhiski", "Black Fang")), closed, "Waterfront")
    villains = ("Jubrayl Vhiski", "Black Fang")
    game = lines(who("Kyra", "Woods"), who("Lem", "Garrison"), places=places, villains=villains)
    game.type("explore: Jubrayl Vhiski villain", "check combat 15 total 16", "defeated")

    refusal = game.fault("closed", "illegal", rule="PA-CLS-04")
    assert "Garrison" not in refusal.hint
    assert "search Black Fang" in refusal.hint


def test_nobody_explores_by_a_card_with_an_empty_hand():
    game = table(who("A", hand=of())).when(explore(), win(), DEFEATED)
    assert "explore" not in prompt(game.now).text

    game = table(who("A", hand=2)).when(explore(), win(), DEFEATED)
    assert "explore again with a card" in prompt(game.now).text
