"""Each point on which readings differ, left to the table: play stops there, and a ruling lets it go on."""

import pytest
from msgspec.structs import replace

from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.events import CharacterSetup
from engine.pathfinder.options import OFFICIAL, Options
from engine.pathfinder.verdicts import rulings
from engine.pathfinder.zones import EMPTY, of
from tests.engine.pathfinder.given import (
    DECLINED,
    DEFEATED,
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
    escape,
    explore,
    lose,
    meet,
    move,
    pay,
    play,
    power,
    reset,
    rule_on,
    shut,
    table,
    taken,
    where,
    who,
    win,
)  # fmt: skip
from tests.engine.pathfinder.test_setup import KYRA_CARDS, WITHOUT, drawn, kyra, scenario

CLOSED = tuple(where(name, 0, "closed") for name in ("L2", "L3", "L4"))
FUMBLE = check("A", "defeat", auto="fail", why="fumble")
AGAIN = explore(source="card", paid=pay("Ally"))
APART = (who("A"), who("B", "L2"))
DYING = (who("A", deck=1, hand=3), who("B"))
V = explore(card="V", type="villain")
BANDIT = explore(card="Bandit", type="henchman")
GUN = explore(card="Gun", type="weapon")
SUCCESSOR = e.SuccessorJoined(seat=0, character=CharacterSetup(name="D", location="L1"))
TAKE = effect("put", "B", zones=(e.ZoneChange(card="Cure", origin="hand", to="hand", who="A"),))
LOST = (begin("Kyra"), e.ScenarioEnded(outcome="lost"))
REBUILT = e.DeckRebuilt(who="Kyra", cards=("Greataxe", *KYRA_CARDS[1:]), from_box=("Greataxe",))
SECOND = {"places": (where("L1", of("V", "W")), CLOSED[0]), "villains": ("V", "W")}
SEARCH = e.LocationSearched(place="L1", villain="W")


def at(*events, people=(), **more):
    """A table after some events."""
    return lambda **options: table(*people, **more, **options).when(*events)


def hands(character, *events):
    """A scenario from its setup after some events."""
    return lambda **options: Table(reducer.start(scenario(character, options=replace(OFFICIAL, **options)))).when(
        *events
    )


#: Point, the table at which it comes up, the event that meets it, and the rule.
POINTS = {
    "explorations_per_turn": (at(explore(), *MONSTER), AGAIN, "PA-TRN-07"),
    "card_type_limit": (at(explore(), play("A", "x", "ally"), *MONSTER), AGAIN, "PA-PLY-02"),
    "off_turn_play": (at(), play("B", "Cure", "spell", use="heal"), "PA-PLY-04"),
    "undefeated_bane": (at(explore(), lose(), taken("A", 1)), UNDEFEATED, "PA-ENC-09"),
    "missing_skill": (
        at(explore("Kyra"), people=(who("Kyra"),), on_turn="Kyra"),
        check("Kyra", "defeat", skill="Arcane", dice=(e.Die(sides=4, result=2),), modifiers=(e.Part(value=1),)),
        "PA-CHK-03",
    ),
    "several_checks": (at(explore(checks=2), lose(), taken("A", 1)), UNDEFEATED, "PA-CHK-11"),
    "villain_evade_order": (at(V), e.Evaded(who="A"), "PA-ENC-03"),
    "after_encounter": (at(explore(), win()), damage("A", 1, "after"), "PA-ENC-07"),
    "blessings_run_out": (at(V, FUMBLE, UNDEFEATED, blessings=counted(1)), escape(), "PA-VIL-10"),
    "starting_hand_discards": (hands(kyra(), e.HandRedrawn(who="Kyra", hand=WITHOUT)), drawn(), "PA-SET-10"),
    "open_favored_type": (
        hands(CharacterSetup(name="Lem", location="Woods")),
        e.HandDrawn(who="Lem", count=6, favored="spell"),
        "PA-CHR-01",
    ),
    "basic_limit": (
        lambda **options: table(
            who("Kyra", deck=of(*KYRA_CARDS), hand=0), on_turn="", blessings=EMPTY, adventure=1, **options
        ).when(*LOST),
        REBUILT,
        "PA-END-04",
    ),
    "hand_reset": (at(people=(who("A", hand=["a", "b"]),)), reset(discarded=("a",)), "PA-TRN-12"),
    "closed_location_cards": (at(BANDIT, win(), DEFEATED, attempt("A", outcome="success")), shut(), "PA-CLS-05"),
    "temporary_closing_lasts": (at(V, people=APART), against("B", "L2"), "PA-VIL-02"),
    "second_villain_cornered": (at(V, win(), DEFEATED, SEARCH, **SECOND), escape(), "PA-VIL-05"),
    "undefeated_villain_cornered": (at(V, FUMBLE, UNDEFEATED, places=("L1", *CLOSED)), escape(), "PA-VIL-07"),
    "powers_per_boon": (at(explore()), play("A", "x", "weapon", powers=("reveal", "discard")), "PA-CRD-05"),
    "failing_on_purpose": (at(explore()), check("A", "defeat", difficulty=3, deliberate=True), "PA-CHK-12"),
    "card_being_played": (at(explore()), play("A", "Cure", "spell"), "PA-ZON-05"),
    "may_not_precedence": (
        at(
            effect("forbid", subject="explore", source="x"),
            effect("permit", subject="explore", source="y", rank="path"),
        ),
        explore(),
        "PA-PRI-03",
    ),
    "examined_order": (
        at(),
        effect("examine", place="L1", looked=("X", "Y"), put_back=("Y", "X"), source="z"),
        "PA-EXM-01",
    ),
    "too_few_copies": (at(), meet("A", "Shark", summoned=True, copies=1, faced_by=2), "PA-SUM-03"),
    "death_trigger": (at(people=DYING), effect("remove_from_deck", amount=2, source="x"), "PA-DTH-01"),
    "dead_characters_cards": (
        at(reset(), died(), people=(who("A", deck=1, hand=["Cure"]), who("B"))),
        TAKE,
        "PA-DTH-04",
    ),
    "goal_without_villain": (at(villains=(), scenario="Local Heroes"), e.ScenarioEnded(outcome="won"), "PA-END-02"),
    "temporary_closing_requirement": (at(V, people=APART), against("B", "L2", only_check=True), "PA-VIL-02"),
    "defeated_villain_last_place": (
        at(V, win(), DEFEATED, shut("L1", "villain"), places=("L1", *CLOSED)),
        escape(),
        "PA-VIL-08",
    ),
    "henchman_closing_retry": (at(BANDIT, win(), DEFEATED, attempt("A", outcome="fail")), attempt("B"), "PA-CLS-02"),
    "successor_begins": (at(reset(), died(), people=DYING), SUCCESSOR, "PA-DTH-06"),
    "closing_henchmen": (
        at(explore(card="Bandit", type="henchman", closes=False), win(), DEFEATED),
        attempt("A"),
        "PA-CLS-01",
    ),
    "boon_not_attempted": (at(GUN), DECLINED, "PA-ENC-08"),
    "damage_dealers": (at(BANDIT), lose(), "PA-DMG-01"),
    "character_powers": (at(explore(), power("A", "x")), power("A", "y"), "PA-CHK-07"),
    "turn_steps": (at(explore(), *MONSTER), move(), "PA-TRN-02"),
    "closing_after_villain": (at(V, win(), DEFEATED), escape(), "PA-VIL-04"),
}
#: Points that come up between scenarios or at the start, which has no ruling before it.
ELSEWHERE = {"role_card_from", "role_card_replaces", "successor_card_level"}


def test_every_point_is_here_or_belongs_elsewhere():
    assert set(POINTS) | ELSEWHERE == set(Options.__struct_fields__)


@pytest.mark.parametrize("point", POINTS)
def test_play_stops_for_a_ruling_where_a_point_is_left_to_the_table(point):
    reach, event, rule = POINTS[point]
    game = reach(**{point: "ask"})

    asked = [one for one in reducer.check(game.now, event) if "ruling" in one.message]
    assert rule in [one.rule for one in asked]
    assert all(point in one.message and all(choice in one.message for choice in rulings(point)) for one in asked)


@pytest.mark.parametrize("scope", ["game", "once"])
@pytest.mark.parametrize("point", POINTS)
def test_after_a_ruling_the_point_is_not_asked_again(point, scope):
    reach, event, _ = POINTS[point]
    for choice in rulings(point):
        ruled = reach(**{point: "ask"}).when(rule_on(point, choice, scope=scope))
        assert not any("ruling" in one.message for one in reducer.check(ruled.now, event))


def test_a_ruling_names_a_reading_of_its_point():
    table().refuses(rule_on("turn_steps", "backwards"), "PA-SET-12")
    table().when(rule_on("size of a location deck", "")).clean()
