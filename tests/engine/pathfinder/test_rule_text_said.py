"""What tables argue about with a character card in hand (sections 4, 6, 8, 9, 11): dice, duties, and which rule it is.

Each verdict is derived from the text of the rules.
"""

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.zones import counted
from tests.engine.pathfinder.given import (
    DEFEATED,
    FLIP,
    UNDEFEATED,
    attempt,
    check,
    damage,
    dice,
    effect,
    explore,
    lose,
    meet,
    play,
    plus,
    power,
    reset,
    resolved,
    table,
    where,
    who,
    win,
)  # fmt: skip

BOTH = pytest.mark.parametrize("preset", ["official", "seed"])
STRICTLY = pytest.mark.parametrize("mode", ["table", "strict"])


def kyra(*, mode="table", **more):
    """Kyra, whose Wisdom is a d12 and whose Divine adds 2, before a spell."""
    preset = more.pop("preset", "official")
    people = who("Kyra", **more), who("Lem")
    return table(*people, preset=preset, mode=mode, on_turn="Kyra").when(explore("Kyra", "Sleep", "spell"))


def tries(*pairs, skill="Wisdom", add=(), **more):
    return check("Kyra", "acquire", None, 6, skill=skill, dice=dice(*pairs), modifiers=plus(*add), **more)


# The die of a skill


@BOTH
@pytest.mark.rule("PA-CHK-01", "PA-CHR-05")
def test_the_die_of_the_skill_is_rolled(preset):
    game = kyra(preset=preset)

    game.when(tries((10, 7))).flagged("PA-CHK-01", "die_contradicts_character", "d10", "d12")
    game.when(tries((6, 3), (8, 4), skill="Divine")).flagged("PA-CHK-01", "die_contradicts_character", "d6, d8", "d12")
    game.when(tries((4, 3), (12, 7))).clean()


@BOTH
@pytest.mark.rule("PA-CHK-01", "PA-CHR-01")
def test_a_die_that_is_said_to_be_that_of_a_skill_is_it(preset):
    wrong = tries((12, 7), (6, 3, "Divine"))

    kyra(preset=preset).when(wrong).flagged("PA-CHK-01", "die_contradicts_character", "d6", "d12")


@BOTH
@pytest.mark.rule("PA-CHK-01", "PA-CHK-02")
def test_whatever_may_set_another_die_explains_it(preset):
    game = kyra(preset=preset)

    for used in (play("Kyra", "Staff", "item"), power("Kyra", "Ward"), effect("replace_skill", "Kyra", source="Fog")):
        game.when(used, tries((10, 7))).clean()
    for told in (tries((10, 7), using="Staff"), tries((10, 7, "the tavern")), tries((10, 7), lent="Book")):
        game.when(told).clean()
    # A blessing adds dice and takes none away.
    game.when(play("Kyra", "BotG", "blessing"), tries((10, 7))).flagged("PA-CHK-01", "die_contradicts_character")


@pytest.mark.rule("PA-CHK-01")
def test_where_the_character_card_says_nothing_of_the_die():
    kyra(mode="record").when(tries((10, 7))).clean()
    kyra(printed=False).when(tries((10, 7))).clean()
    game = table(who("Kyra"), who("Lem"), on_turn="Kyra", set="homemade").when(explore("Kyra", "Sleep", "spell"))
    game.when(tries((10, 7))).clean()
    # Another source has another die for the Dexterity of Lem.
    lem = table(who("Lem"), on_turn="Lem").when(explore("Lem", "Sleep", "spell"))
    lem.when(check("Lem", "acquire", None, 6, skill="Dexterity", dice=dice((6, 4)))).clean()


@BOTH
@pytest.mark.rule("PA-CHR-01", "PA-CHR-05")
def test_the_bonus_of_the_skill_is_added_and_its_feats(preset):
    game = kyra(preset=preset)

    for add in ((9,), (1,), ()):
        game.when(tries((12, 7), skill="Divine", add=add)).flagged("PA-CHR-01", "bonus_contradicts_character")
    # Nobody said how many of the four feats of Wisdom she has.
    for add in ((2,), (2, 1), (2, 4)):
        game.when(tries((12, 7), skill="Divine", add=add)).clean()
    carried = kyra(preset=preset, skill_feats=(("Wisdom", 1),))
    carried.when(tries((12, 7), skill="Divine", add=(2,))).flagged("PA-CHR-01", None, "2", "3")
    carried.when(tries((12, 7), skill="Divine", add=(2, (1, "feats")))).clean()


@BOTH
@pytest.mark.rule("PA-CHR-01")
def test_a_number_that_something_brings_is_no_bonus_of_the_skill(preset):
    game = kyra(preset=preset)

    game.when(tries((12, 7), skill="Divine", add=(2, (7, "Holy Candle")))).clean()
    game.when(tries((12, 7), (6, 2), skill="Divine", add=(9,))).clean()
    game.when(play("Kyra", "Candle", "item"), tries((12, 7), skill="Divine", add=(9,))).clean()
    game.when(effect("text", "Kyra", text="the temple"), tries((12, 7), add=(9,))).clean()


# What has to be fought


@BOTH
@pytest.mark.rule("PA-ENC-13", "PA-CHK-15")
def test_a_bane_with_two_checks_is_fought_too(preset):
    game = table(preset=preset).when(explore(checks=2))

    if preset == "official":
        game.refuses(UNDEFEATED, "PA-CHK-11")
        return
    # The source document ends the row where nothing is done, and yet has every bane fought.
    game.when(UNDEFEATED).flagged("PA-ENC-13", "check_skipped")
    game.when(win("B", which=1), UNDEFEATED).clean()
    table(preset=preset, mode="strict").when(explore(checks=2)).refuses(UNDEFEATED, "PA-ENC-13")


# Before play


@BOTH
@STRICTLY
@pytest.mark.rule("PA-SET-10", "PA-SET-11")
def test_nothing_is_played_or_dealt_before_the_first_turn(preset, mode):
    alone = e.CharacterSetup(name="A", location="L1", hand_size=3, deck=counted(13))
    game = table(
        alone, preset=preset, mode=mode, middle=False, on_turn="", turn=0, blessings=counted(30),
        places=("L1", "L2", "L3"),
    )  # fmt: skip
    acts = (damage("A", 3, by="Pit"), win("A", "other"), play("A", "Cure", "spell"), meet("A", summoned=True))

    for act in acts:
        game.refuses(act, "PA-SET-10")
    game = game.when(e.HandDrawn(who="A", hand=("Cure", "Aid", "Mace"), favored="spell"))
    for act in acts:
        game.refuses(act, "PA-SET-11")
    game.allows(power("A", "Blessed", use="step", when="before_play"))
    game.when(e.TurnStarted(who="A"), FLIP).allows(*acts[:1], *acts[2:])


# Which rule it is


@BOTH
@pytest.mark.rule("PA-CRD-05")
def test_a_card_that_was_discarded_is_not_recharged_as_well(preset):
    game = table(who("A", hand=["Mace", "x"], hand_size=2), preset=preset)
    game = game.when(explore(), play("A", "Mace", "weapon", "discard"))

    refused = game.when(play("A", "Mace", "weapon", "recharge")).refused
    assert [one.rule for one in refused] == ["PA-CRD-05"]
    two = table(who("A", hand=["Mace", "Mace"], hand_size=2), preset=preset)
    two = two.when(explore(), play("A", "Mace", "weapon", "discard"))
    two.refuses(play("A", "Mace", "weapon", "recharge"), "PA-PLY-02")


@BOTH
@pytest.mark.rule("PA-TRN-12", "PA-TRN-13")
def test_the_hand_is_reset_once_and_by_the_active_character(preset):
    game = table(who("A", hand=1, hand_size=4), who("B"), preset=preset).when(reset(draws=3))

    assert [one.rule for one in game.when(reset()).refused] == ["PA-TRN-12"]


@BOTH
@pytest.mark.rule("PA-EXM-01")
def test_the_card_that_was_examined_is_turned_over(preset):
    look = effect("examine", place="L1", looked=("X", "Y"), source="Augury")
    game = table(preset=preset).when(look)

    game.when(explore(card="X")).clean()
    game.when(explore(card="Z")).flagged("PA-EXM-01", "zone_contradiction")


@BOTH
@pytest.mark.rule("PA-HEN-02")
def test_a_summoned_henchman_is_the_first_reason_against_closing(preset):
    horde = (explore(type="barrier", card="Horde"), meet("B", "Skeleton", "henchman", summoned=True))
    game = table(preset=preset).when(*horde, win("B"), resolved("defeated", "Skeleton"))

    assert game.when(attempt("B")).refused[0].rule == "PA-HEN-02"
    # What is not over yet comes first where nothing else is known.
    assert table(preset=preset).when(explore(type="henchman"), win()).when(attempt("A")).refused[0].rule == "PA-ENC-05"


@BOTH
@pytest.mark.rule("PA-CLS-01")
def test_the_place_of_a_beaten_villain_needs_no_attempt(preset):
    game = table(who("A"), who("B", "L2"), preset=preset).when(explore(type="villain", card="V"), win(), DEFEATED)
    refused = game.when(attempt("A")).refused

    assert "L1 closes without an attempt, as its villain is defeated: closed" in [one.message for one in refused]
    last = table(who("A"), who("B", "L2"), places=(where("L1", 1), "L2"), preset=preset)
    last.when(explore(type="villain", card="V"), win(), DEFEATED).refuses(attempt("A", outcome="fail"), "PA-CLS-01")
    lost = table(who("A"), who("B", "L2"), preset=preset).when(explore(type="henchman"), lose(by=0))
    lost.refuses(attempt("A"), "PA-ENC-05")
