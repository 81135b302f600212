"""Each point on which the readings differ, met with the situation that its wording names, under every answer.

What an answer lets happen is derived from the table of differences: the source document's column literally, its first
reading where it has two, the other one as a ruling, the published answers, and what is asked for.
"""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.options import OFFICIAL, SEED
from engine.pathfinder.zones import EMPTY, Pile, of
from tests.engine.pathfinder.given import (
    DECLINED,
    DEFEATED,
    FLIP,
    MONSTER,
    UNDEFEATED,
    Table,
    against,
    attempt,
    begin,
    check,
    counted,
    damage,
    died,
    effect,
    end,
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    plus,
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
from tests.engine.pathfinder.test_setup import KYRA_CARDS, kyra, refused, scenario

V = explore(card="V", type="villain")
BANDIT = explore(card="Bandit", type="henchman")
CLOSED = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
FUMBLE = check("A", "defeat", auto="fail", why="no dice left")
AGAIN = explore(source="card", paid=pay("Ally"))
SAID = explore(source="card", paid=pay("Ally"), allowed_by="Ally")
DRAW = effect("draw", amount=2, source="Potion")
TAKE = effect("put", "B", zones=(e.ZoneChange(card="Cure", origin="hand", to="hand", who="A"),))
JOINS = e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L1"))
FORBID = effect("forbid", subject="explore", source="Swamp", rank="location")
PERMIT = effect("permit", subject="explore", source="Path", rank="path")
ARCANE = check("Kyra", "defeat", skill="Arcane", total=5, dice=(e.Die(sides=4, result=3),), modifiers=plus(2))
MOVED_CARDS = effect("examine", place="L1", looked=("X", "Y"), put_back=("Y", "X"), source="Eye")


def at(*events, people=(), **more):
    return lambda **options: table(*people, **more, **options).when(*events)


def rebuilding(**options):
    kyra_ = who("Kyra", deck=of(*KYRA_CARDS), hand=0)
    lost = (begin("Kyra"), e.ScenarioEnded(outcome="lost"))
    return table(kyra_, on_turn="", blessings=EMPTY, adventure=1, **options).when(*lost)


FROM_BOX = e.DeckRebuilt(who="Kyra", cards=("Greataxe", *KYRA_CARDS[1:]), from_box=("Greataxe",))
TWO = (explore(), play("A", "One", "ally"), *MONSTER)
LOCAL = {"villains": (), "scenario": "Local Heroes", "places": (where("L1", 0, "closed"), where("L2", 0, "closed"))}

#: The option, the situation, the event that meets it, the rule that keeps it out, and the answers that let it happen.
ALLOWED = [
    ("explorations_per_turn", at(explore(), *MONSTER, SAID, *MONSTER), AGAIN,
     "PA-TRN-07", {"unlimited", "each_effect"}),
    ("card_type_limit", at(*TWO), play("A", "Two", "ally", use="step"), "PA-PLY-02", {"check_or_step"}),
    ("card_type_limit", at(*TWO), play("B", "Two", "ally", use="step"), "PA-PLY-02",
     {"check_or_step", "turn_per_player"}),
    ("off_turn_play", at(), play("B", "Cure", "spell", use="heal"), "PA-PLY-04", {"anytime"}),
    ("undefeated_bane", at(explore(), lose(), taken("A", 1)), resolved("undefeated", zone="location", order="bottom"),
     "PA-ENC-09", {"bottom"}),
    ("undefeated_bane", at(explore(), lose(), taken("A", 1)), resolved("undefeated", zone="location", order="shuffled"),
     "PA-ENC-09", {"shuffled"}),
    ("several_checks", at(explore(checks=2)), UNDEFEATED, "PA-CHK-11", {"none_attempted_stops", "none_passed_stops"}),
    ("several_checks", at(explore(checks=2), lose(), taken("A", 1)), UNDEFEATED, "PA-CHK-11", {"none_passed_stops"}),
    ("villain_evade_order", at(V, against("B", "L2"), people=(who("A"), who("B", "L2"))), e.Evaded(who="A"),
     "PA-ENC-03", {"closing_first"}),
    ("after_encounter", at(explore(), lose(), taken("A", 1)), damage("A", 1, "after"), "PA-ENC-07",
     {"after_every_check"}),
    ("basic_limit", rebuilding, FROM_BOX, "PA-END-04", {"successors_only"}),
    ("hand_reset", at(people=(who("A", hand=["a", "b"]), who("B"))), reset(discarded=("a",)), "PA-TRN-12",
     {"optional_discards"}),
    ("undefeated_villain_cornered", at(V, FUMBLE, UNDEFEATED, places=("L1", *CLOSED)), escape(1, ("L1",)), "PA-VIL-07",
     {"own_place_open"}),
    ("powers_per_boon", at(explore()), play("A", "Sword", "weapon", powers=("reveal", "discard")), "PA-CRD-05",
     {"one_leaves_hand"}),
    ("failing_on_purpose", at(explore()), check("A", "defeat", difficulty=3, deliberate=True), "PA-CHK-12",
     {"counts_zero"}),
    ("may_not_precedence", at(FORBID, PERMIT), explore(), "PA-PRI-03", {"outside_hierarchy"}),
    ("examined_order", at(), MOVED_CARDS, "PA-EXM-01", {"free"}),
    ("too_few_copies", at(meet("A", "Shark", summoned=True), win(), DEFEATED),
     meet("B", "Shark", summoned=True, copies=1, faced_by=2), "PA-SUM-03", {"everyone"}),
    ("dead_characters_cards", at(DRAW, died(), people=(who("A", deck=0, hand=["Cure"]), who("B"))), TAKE, "PA-DTH-04",
     {"after_encounter"}),
    ("goal_without_villain", at(**LOCAL), e.ScenarioEnded(outcome="won"), "PA-END-02", {"all_closed"}),
    ("temporary_closing_requirement", at(V, people=(who("A"), who("B", "L2"))), against("B", "L2", only_check=True),
     "PA-VIL-02", {"check_only"}),
    ("henchman_closing_retry", at(BANDIT, win(), DEFEATED, attempt("A", outcome="fail")), attempt("B"), "PA-CLS-02",
     {"allowed"}),
    ("successor_begins", at(DRAW, died(), people=(who("A", deck=0), who("B"))), JOINS, "PA-DTH-06", {"next_encounter"}),
    ("closing_henchmen", at(explore(card="Bandit", type="henchman", closes=False), win(), DEFEATED), attempt("A"),
     "PA-CLS-01", {"any"}),
    ("boon_not_attempted", at(explore(card="Gun", type="weapon")),
     resolved("declined", zone="location", order="bottom"), "PA-ENC-08", {"as_stated"}),
    ("character_powers", at(explore(), power("A", "Blast")), power("A", "Bolt"), "PA-CHK-07", {"each_once"}),
    ("turn_steps", at(explore(), *MONSTER), move(), "PA-TRN-02", {"free"}),
    ("closing_after_villain", at(V, win(), DEFEATED), escape(4, ("L1", "L2", "L3", "L4"), pool="box"), "PA-VIL-04",
     {"optional"}),
]  # fmt: skip


NAMES = [f"{point}-{number}" for number, (point, *_) in enumerate(ALLOWED)]


def answers(point):
    from engine.pathfinder.verdicts import rulings

    return rulings(point)


@pytest.mark.parametrize(("point", "reach", "event", "rule", "fine"), ALLOWED, ids=NAMES)
def test_an_answer_lets_happen_what_its_wording_says(point, reach, event, rule, fine):
    for choice in answers(point):
        game = reach(**{point: choice})
        if choice in fine:
            game.allows(event)
        else:
            assert game.when(event).refused, (point, choice)
    asked = reach(**{point: "ask"})
    assert [one for one in asked.when(event).refused if one.rule == rule and "ruling" in one.message], point


@pytest.mark.parametrize("scope", ["game", "once"])
@pytest.mark.parametrize(("point", "reach", "event", "rule", "fine"), ALLOWED, ids=NAMES)
def test_a_ruling_is_as_good_as_an_option(point, reach, event, rule, fine, scope):
    for choice in answers(point):
        ruled = reach(**{point: "ask"}).when(rule_on(point, choice, scope=scope))
        assert (ruled.when(event).refused == ()) is (choice in fine), (point, choice, rule)


@pytest.mark.parametrize(("preset", "options"), [("official", OFFICIAL), ("seed", SEED)])
@pytest.mark.parametrize(("point", "reach", "event", "rule", "fine"), ALLOWED, ids=NAMES)
def test_a_preset_has_one_of_the_answers(point, reach, event, rule, fine, preset, options):
    choice = getattr(options, point)
    game = reach(**{point: choice})

    assert (game.when(event).refused == ()) is (choice in fine), rule


# What becomes of things by an answer


@pytest.mark.parametrize(("choice", "flagged"), [("d4_bare", True), ("d4_with_bonuses", False)])
def test_amb_05_what_is_added_to_the_die_of_a_missing_skill(choice, flagged):
    game = table(who("Kyra"), on_turn="Kyra", missing_skill=choice).when(explore("Kyra"), ARCANE)

    assert bool(game.found) is flagged
    bigger = replace(ARCANE, dice=(e.Die(sides=8, result=3),))
    table(who("Kyra"), on_turn="Kyra", missing_skill=choice).when(explore("Kyra"), bigger).flagged("PA-CHK-03")
    combat = check("Kyra", "defeat", skill="Combat", using="", total=3, dice=(e.Die(sides=4, result=3),))
    table(who("Kyra"), on_turn="Kyra", missing_skill=choice).when(explore("Kyra"), combat).flagged("PA-CHK-04")


@pytest.mark.parametrize(
    ("choice", "at_the_last", "for_the_villain"),
    [("flip_rest_asked", None, None), ("flip_only", None, None), ("any_draw", None, "lost"),
     ("when_empty", "lost", None)],
)  # fmt: skip
def test_amb_09_when_a_lack_of_blessings_loses(choice, at_the_last, for_the_villain):
    flipped = table(on_turn="", blessings=counted(1), blessings_run_out=choice).when(begin("A"), FLIP)
    flipped.ends(at_the_last)
    short = table(blessings=counted(2), blessings_run_out=choice).when(V, FUMBLE, UNDEFEATED).ends(for_the_villain)
    if choice == "flip_rest_asked":
        short.asks("ruling")
    none = table(on_turn="", blessings=EMPTY, blessings_run_out=choice).when(begin("A"))
    none.ends("lost")


def test_amb_09_a_draw_by_a_card_that_the_blessings_deck_cannot_give():
    change = e.ZoneChange(origin="blessings", to="hand", who="A")
    draw = effect("put", source="Favor", zones=(change,))

    table(blessings=EMPTY).when(draw).flagged("PA-ZON-04")
    table(blessings=counted(1)).when(draw).ends(None).has("A", hand=6)


@pytest.mark.parametrize(("choice", "hand_deck_discard"), [("shuffled_back", (5, 10, 0)), ("stay", (5, 5, 5))])
def test_amb_10_what_becomes_of_a_discarded_starting_hand(choice, hand_deck_discard):
    options = replace(OFFICIAL, starting_hand_discards=choice)
    game = Table(reducer.start(scenario(kyra(cards=KYRA_CARDS), options=options)))
    without = ("Dagger", "Dart", "Cure", "Cure", "Codex")
    blessed = ("Crow", *["Blessing of the Gods"] * 4)
    game = game.when(e.HandRedrawn(who="Kyra", hand=without), e.HandDrawn(who="Kyra", hand=blessed)).clean()

    hand, deck, discard = hand_deck_discard
    game.has("Kyra", hand=hand, deck=deck, discard=discard)


@pytest.mark.parametrize("choice", ["each_scenario", "once"])
def test_amb_11_a_free_favored_type_is_named_before_the_hand_is_drawn(choice):
    lem = CharacterSetup(name="Lem", location="Woods")
    game = Table(reducer.start(scenario(lem, options=replace(OFFICIAL, open_favored_type=choice))))

    game.refuses(e.HandDrawn(who="Lem", count=6), "PA-CHR-01").allows(e.HandDrawn(who="Lem", count=6, favored="spell"))


@pytest.mark.parametrize(("choice", "card", "fine"), [("until_adventure_3", "Greataxe", False),
                                                      ("successors_only", "Greataxe", True)])  # fmt: skip
def test_amb_13_a_first_deck(choice, card, fine):
    deck = kyra(cards=(card, *KYRA_CARDS[1:]), first_deck=True)

    assert refused(scenario(deck, options=replace(OFFICIAL, basic_limit=choice)), "PA-SET-02") is not fine


@pytest.mark.parametrize(("choice", "left"), [("banished", 0), ("stay", 9)])
def test_amb_15_cards_left_when_a_location_closes(choice, left):
    game = table(closed_location_cards=choice).when(BANDIT, win(), DEFEATED, attempt("A", outcome="success"), shut())
    game.deck("L1", left, status="closed")

    villain = table(closed_location_cards=choice).when(V, win(), DEFEATED, shut("L1", "villain"))
    villain.deck("L1", 0, status="closed")


@pytest.mark.parametrize(("choice", "open_again"), [("encounter", True), ("barred_all_turn", False)])
def test_amb_16_how_long_a_temporary_closing_holds(choice, open_again):
    game = table(who("A"), who("B", "L2"), temporary_closing_lasts=choice).when(V, against("B", "L2"), FUMBLE)
    game = game.when(UNDEFEATED, escape(3, ("L1", "L3", "L4"))).deck("L2", 10, status="open")
    game = game.when(explore(card="V", type="villain", source="card", paid=pay("Ally")), FUMBLE, UNDEFEATED)

    all_, three = escape(4, ("L1", "L2", "L3", "L4")), escape(3, ("L1", "L3", "L4"))
    assert (game.when(all_).refused == ()) is open_again
    assert (game.when(three).refused == ()) is not open_again


@pytest.mark.parametrize(
    ("choice", "outcome", "villains"),
    [("defeated_banished", None, ["W"]), ("win", "won", None), ("defeated_cornered", None, ["W"])],
)
def test_amb_17_a_beaten_villain_with_nowhere_to_go_beside_another(choice, outcome, villains):
    places = (where("L1", of("V", "W")), *CLOSED)
    game = table(who("A"), places=places, villains=("V", "W"), second_villain_cornered=choice)
    game = game.when(V, win(), DEFEATED, e.LocationSearched(place="L1", villain="W")).ends(outcome)

    if villains is not None:
        game.then(villains=villains).deck("L1", 1, ["W"], "open")


@pytest.mark.parametrize(("choice", "outcome"), [("own_place_open", None), ("win", "won")])
def test_amb_18_an_undefeated_villain_with_every_other_place_closed(choice, outcome):
    table(places=("L1", *CLOSED), undefeated_villain_cornered=choice).when(V, FUMBLE, UNDEFEATED).ends(outcome)


@pytest.mark.parametrize(("choice", "discard"), [("set_aside", 0), ("at_destination", 1)])
def test_amb_21_where_a_card_is_while_it_is_played(choice, discard):
    game = table(who("A", hand=["Cure", "x"]), card_being_played=choice).when(explore(), play("A", "Cure", "spell"))

    game.has("A", hand=["x"], discard=discard).when(win()).has("A", discard=["Cure"])


@pytest.mark.parametrize(
    ("choice", "draw", "discard", "other"),
    [("draw", "death", "turn", "turn"), ("draw_or_discard", "death", "death", "turn"),
     ("any_removal", "death", "death", "death")],
)  # fmt: skip
def test_amb_25_what_kills(choice, draw, discard, other):
    def thin():
        return table(who("A", deck=1, hand=3), who("B"), death_trigger=choice)

    thin().when(DRAW).asks(draw)
    thin().when(effect("discard_from_deck", amount=2, source="Ghoul")).asks(discard)
    thin().when(effect("remove_from_deck", amount=2, source="Ghoul")).asks(other)
    thin().when(reset()).asks("death")


@pytest.mark.parametrize("choice", ["as_stated", "all_closed", "ask"])
def test_amb_27_a_goal_that_the_scenario_card_names_is_followed(choice):
    table(**LOCAL, goal="all is closed", goal_without_villain=choice).allows(e.ScenarioEnded(outcome="won"))


@pytest.mark.parametrize(("choice", "outcome"), [("win", "won"), ("own_place_counted", None)])
def test_amb_29_a_defeated_villain_in_the_last_open_place(choice, outcome):
    game = table(who("A"), places=("L1", *CLOSED), defeated_villain_last_place=choice)

    game.when(V, win(), DEFEATED, shut("L1", "villain")).ends(outcome)


@pytest.mark.parametrize(("choice", "owed"), [("all_but_barriers", {"villain", "henchman", "monster"}),
                                              ("monsters_only", {"monster"})])  # fmt: skip
def test_amb_34_which_banes_wound(choice, owed):
    kinds = ("villain", "henchman", "monster", "barrier")
    wounded = {kind for kind in kinds if table(damage_dealers=choice).when(explore(type=kind), lose(by=2)).now.damages}
    assert wounded == owed


@pytest.mark.parametrize(("choice", "basic"), [("at_most", True), ("exactly", False)])
def test_amb_36_of_what_level_the_cards_of_a_successor_are(choice, basic):
    deck = kyra(cards=KYRA_CARDS, first_deck=True, successor=True)
    options = replace(OFFICIAL, successor_card_level=choice)

    assert refused(scenario(deck, scenario="", adventure=4, options=options), "PA-DTH-06") is not basic


@pytest.mark.parametrize("choice", ["automatic", "optional"])
def test_amb_38_a_beaten_villains_place_closes_without_a_check(choice):
    game = table(closing_after_villain=choice).when(V, win(), DEFEATED)

    game.when(shut("L1", "villain")).clean().deck("L1", 0, status="closed")


def test_amb_33_a_declined_boon_is_banished_where_nothing_else_is_said():
    for choice in ("banished", "as_stated"):
        table(boon_not_attempted=choice).when(explore(card="Gun", type="weapon"), DECLINED).clean().deck("L1", 9)


def test_amb_14_nobody_else_resets_whatever_is_answered():
    for choice in ("optional_discards", "excess_only"):
        table(hand_reset=choice).refuses(reset("B"), "PA-TRN-13")
        table(who("A", hand=4, deck=Pile(size=1)), hand_reset=choice).when(reset(), end("A")).clean()
