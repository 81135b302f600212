"""Section 10 of the rules: Dominance Checks, points, ties, the end of the game."""

import pytest

from tests.engine.pamir.given import END, buy, given, leaves, put

#: A check that is not the last one.
CHECK = "m.0.0 101\ndeck 20\ndeck_checks 3\n"
FINAL = "deck 0\nm.0.0 104\n"


@pytest.mark.rule("PP-10.1-test")
@pytest.mark.parametrize(
    ("blocks", "dominant"),
    [
        ("r.kabul.armies [4, 0, 0]", "afghan"),
        ("r.kabul.armies [3, 0, 0]", None),
        ("r.kabul.armies [0, 9, 5]", "british"),
        ("r.kabul.armies [0, 9, 6]", None),
        ("r.kabul.armies [3, 2, 8]", "russian"),  # five and six more, not against both together
        ("r.kabul.armies [2, 2, 3]\nb.herat-kabul [0, 0, 3]", "russian"),  # roads count like armies
        ("r.kabul.armies [2, 2, 3]\nb.herat-kabul [0, 0, 2]", None),
    ],
)
def test_a_coalition_is_dominant_with_four_blocks_more_than_each_other(blocks, dominant):
    game = given(CHECK + blocks).when(buy(101))

    game.brings("PP-10.1-test", what="check", place=dominant, detail="purchase")
    assert (game.now.players[("afghan", "british", "russian").index(dominant)].vp == 5) if dominant else True


@pytest.mark.rule("PP-10.2-success")
def test_after_a_success_only_players_loyal_to_it_score_by_influence():
    text = CHECK + "r.kabul.armies [0, 6, 1]\nb.herat-kabul [1, 0, 0]\n"
    game = given(
        text + "p0.loyalty british\np2.loyalty british\np3.gifts [2, 4, 6]\np0.gifts [2]\np2.gifts [2, 4]", players=4
    ).when(buy(101))

    game.then("p2.vp 5", "p0.vp 3", "p1.vp 1", "p3.vp 0").asks("main", "Gray")


@pytest.mark.rule("PP-10.2-success")
def test_after_a_success_every_block_of_all_coalitions_leaves_the_map():
    game = given(CHECK + 'r.kabul.armies [2, 8, 1]\nb.herat-kabul [1, 0, 1]\np0.vp 4\np0.tribes {"kabul": 1}').when(
        buy(101)
    )

    game.then("pool [12, 12, 12]", "r.kabul.armies [0, 0, 0]", "b.herat-kabul [0, 0, 0]", "p1.vp 5")
    game.then('p0.tribes {"kabul": 1}', "p0.vp 4")
    game.brings("PP-10.2-success", what="points", seat=1, amount=5)
    game.brings("PP-10.2-success", what="blocks_cleared", place="afghan", amount=3)


@pytest.mark.rule("PP-10.3-fail")
def test_after_a_failure_all_score_by_cylinders_in_play_and_blocks_stay():
    game = given(
        CHECK
        + """
        r.kabul.armies [2, 3, 1]
        p0.tribes {"kabul": 1}
        p1.tribes {"herat": 1}
        p1.gifts [2]
        p2.tribes {"persia": 1}
        p2.gifts [2, 4]
    """
    ).when(buy(101))

    game.then("p2.vp 3", "p1.vp 1", "p0.vp 0", "r.kabul.armies [2, 3, 1]")
    game.brings("PP-10.3-fail", what="points", seat=2, amount=3)


@pytest.mark.rule("PP-10.3-fail")
def test_zero_cylinders_are_a_place_too():
    given(CHECK + 'p0.tribes {"kabul": 1}').when(buy(101)).then("p0.vp 3", "p1.vp 0", "p2.vp 0")
    given(CHECK + 'p0.tribes {"kabul": 1}', players=2).when(buy(101)).then("p0.vp 3", "p1.vp 1")


def failed(*cylinders, final=False):
    """The points after a failed check in which the players have so many cylinders in play."""
    out = "\n".join(f'p{seat}.tribes {{"herat": {number}}}' for seat, number in enumerate(cylinders) if number)
    game = given((FINAL if final else CHECK) + out, players=len(cylinders)).when(buy(104 if final else 101))
    return [player.vp for player in game.now.players]


def succeeded(*influence, final=False):
    """The points after a successful check in which all are loyal and have so much influence."""
    gifts = ("[]", "[2]", "[2, 4]", "[2, 4, 6]")
    lines = [f"p{seat}.loyalty british\np{seat}.gifts {gifts[own - 1]}" for seat, own in enumerate(influence)]
    text = "\n".join((FINAL if final else CHECK, "r.herat.armies [0, 4, 0]", *lines))
    game = given(text, players=len(influence)).when(buy(104 if final else 101))
    return [player.vp for player in game.now.players]


@pytest.mark.rule("PP-10.4-ties")
@pytest.mark.parametrize(
    ("cylinders", "points"),
    [
        ((2, 2, 1), [2, 2, 0]),  # (3+1)/2, nobody is second
        ((2, 1, 1), [3, 0, 0]),  # 1/2
        ((1, 1, 1), [1, 1, 1]),  # (3+1)/3
        ((3, 2, 2, 2), [3, 0, 0, 0]),
        ((3, 3, 3, 3), [1, 1, 1, 1]),
        ((2, 2, 2, 1), [1, 1, 1, 0]),
        ((2, 2, 2, 2, 2), [0, 0, 0, 0, 0]),
        ((2, 2, 1, 1, 1), [2, 2, 0, 0, 0]),
        ((0, 0), [2, 2]),
    ],
)
def test_tied_players_share_the_places_they_fill_after_a_failure(cylinders, points):
    assert failed(*cylinders) == points


@pytest.mark.rule("PP-10.4-ties")
@pytest.mark.parametrize(
    ("influence", "points"),
    [
        ((2, 2, 1), [4, 4, 1]),  # (5+3)/2, the next is third
        ((2, 1, 1), [5, 2, 2]),  # (3+1)/2
        ((1, 1, 1), [3, 3, 3]),  # (5+3+1)/3
        ((3, 2, 1, 1), [5, 3, 0, 0]),  # 1/2
        ((2, 2, 1, 1), [4, 4, 0, 0]),
        ((2, 1, 1, 1), [5, 1, 1, 1]),  # (3+1)/3
        ((1, 1, 1, 1), [2, 2, 2, 2]),  # 9/4
        ((1, 1, 1, 1, 1), [1, 1, 1, 1, 1]),  # 9/5
        ((2, 2, 2, 1, 1), [3, 3, 3, 0, 0]),
        ((4, 3, 2, 1, 1), [5, 3, 1, 0, 0]),
    ],
)
def test_tied_players_share_the_places_they_fill_after_a_success(influence, points):
    assert succeeded(*influence) == points


@pytest.mark.rule("PP-10.5-final")
@pytest.mark.parametrize(
    ("influence", "points"),
    [
        ((3, 2, 1), [10, 6, 2]),
        ((2, 2, 1), [8, 8, 2]),
        ((3, 2, 2), [10, 4, 4]),
        ((1, 1, 1), [6, 6, 6]),
        ((2, 1, 1, 1), [10, 2, 2, 2]),  # 8/3
        ((1, 1, 1, 1, 1), [3, 3, 3, 3, 3]),  # 18/5
    ],
)
def test_the_final_success_is_doubled_before_ties_are_shared(influence, points):
    assert succeeded(*influence, final=True) == points


@pytest.mark.rule("PP-10.5-final")
@pytest.mark.parametrize(
    ("cylinders", "points"),
    [
        ((3, 2, 1), [6, 2, 0]),
        ((3, 2, 2), [6, 1, 1]),
        ((2, 2, 1), [4, 4, 0]),
        ((1, 1, 1), [2, 2, 2]),  # 8/3
        ((2, 2, 2, 2, 2), [1, 1, 1, 1, 1]),  # 8/5
    ],
)
def test_the_final_failure_is_doubled_before_ties_are_shared(cylinders, points):
    assert failed(*cylinders, final=True) == points


@pytest.mark.rule("PP-10.5-final")
def test_final_is_the_check_after_which_none_is_left_in_deck_or_market():
    fourth = 'p0.tribes {"herat": 1}\nm.0.0 103\n'

    given(fourth + "m.0.4 104\ndraw_pile [1, 2]").when(buy(103)).then("p0.vp 3", "result null")
    given(fourth + "draw_pile [1, 104, 2]").when(buy(103)).then("p0.vp 3", "result null")
    given(fourth + "draw_pile [1, 2]").when(buy(103)).then("p0.vp 6").asks(None)


@pytest.mark.rule("PP-10.6-end")
@pytest.mark.parametrize(
    ("before", "ended"),
    [((1, 0, 0), True), ((3, 2, 2), True), ((3, 3, 2), False), ((0, 3, 0), False), ((0, 0, 0), False)],
)
def test_a_lead_of_four_over_every_other_ends_the_game_after_a_check(before, ended):
    # Gray scores 3; Blue and Tan share nothing.
    points = "\n".join(f"p{seat}.vp {vp}" for seat, vp in enumerate(before))
    game = given(CHECK + points + '\np0.tribes {"herat": 1}').when(buy(101)).then(f"p0.vp {before[0] + 3}")

    if ended:
        game.asks(None).then('result {"winners": [0], "reason": "lead_of_four", "tie_break": ""}')
    else:
        game.asks("main", "Gray").then("result null")


@pytest.mark.rule("PP-10.6-end")
def test_the_final_check_ends_the_game_and_nothing_further_happens():
    game = given(FINAL + 'p0.court [3]\np0.tribes {"herat": 1}\neffects ["conflict_fatigue"]').when(buy(104))

    game.asks(None).then("r.kabul.armies [0, 0, 0]", 'effects ["conflict_fatigue"]')
    given(CHECK + "p0.court [3]").when(buy(101)).asks("insurrection", "Gray")


@pytest.mark.rule("PP-10.6-end")
def test_after_the_end_nothing_is_legal():
    game = given(FINAL + 'm.1.0 61\np0.tribes {"herat": 1}').when(buy(104)).refuses(buy(61), "PP-10.6-end")

    game.refuses(END, "PP-10.6-end").then("p0.hand []")


LASTING = """
    effects ["conflict_fatigue", "embarrassment_of_riches", "pashtunwali_values"]
    p0.effects ["courtly_manners", "nation_building", "nationalism", "new_tactics"]
    p1.effects ["rumor"]
"""


@pytest.mark.rule("PP-10.7-effects-end")
@pytest.mark.parametrize("blocks", ["r.herat.armies [0, 0, 9]\np0.vp 4", "r.herat.armies [0, 0, 1]"])
def test_all_lasting_events_end_after_a_check_that_does_not_end_the_game(blocks):
    game = given(CHECK + LASTING + blocks).when(buy(101)).asks("main", "Gray")

    game.then("effects []", "p0.effects []", "p1.effects []", "discards 7")


@pytest.mark.rule("PP-10.7-effects-end")
def test_insurrection_comes_after_the_lasting_events_have_ended():
    game = given(CHECK + LASTING + "p0.court [3]").when(buy(101)).then("effects []").asks("insurrection", "Gray")

    game.when(put("kabul"), put("kabul")).then("r.kabul.armies [2, 0, 0]", "p0.effects []").asks("main", "Gray")


def won(text):
    return given(FINAL + text).when(buy(104)).asks(None)


@pytest.mark.rule("PP-10.8-winner")
def test_most_points_win():
    won("p0.vp 1\np1.vp 5\np2.vp 3").then('result {"winners": [1], "reason": "final_check", "tie_break": ""}')


@pytest.mark.rule("PP-10.8-winner")
def test_ties_are_broken_by_military_stars_then_by_rupees_then_shared():
    stars = won("p0.court [16]\np1.court [59]\np2.court [60]\np0.rupees 30")
    rupees = won("p0.court [16]\np1.court [60]\np1.rupees 9\np2.rupees 20")
    shared = won("p0.court [16]\np1.court [60]\np2.rupees 20")

    stars.then('result {"winners": [1], "reason": "final_check", "tie_break": "stars"}')
    rupees.then('result {"winners": [1], "reason": "final_check", "tie_break": "rupees"}')
    shared.then('result {"winners": [0, 1], "reason": "final_check", "tie_break": "shared"}')


@pytest.mark.rule("PP-10.8-winner")
def test_stars_and_rupees_of_players_outside_the_tie_do_not_count():
    won("p0.vp 4\np1.vp 4\np2.court [98]\np2.rupees 50\np1.rupees 5").then(
        'result {"winners": [1], "reason": "final_check", "tie_break": "rupees"}'
    )


@pytest.mark.rule("PP-10.9-card")
def test_the_check_card_leaves_the_game_and_a_buyer_goes_on_with_the_turn():
    game = given(CHECK + "m.0.1 61").when(buy(101)).then("m.0.0 [null, 0]", "discard_pile [101]", "actions_left 1")

    game.asks("main", "Gray").when(buy(61)).then("p0.hand [61]")
    given(CHECK).when(END, leaves(101)).then("discard_pile [101]").asks("reveal")


@pytest.mark.rule("PP-10.10-no-stall-rule")
def test_no_rule_forces_progress():
    game = given("m.0.0 61\np0.hand [16]")
    for turn in range(1, 31):
        game.then(f"turn {turn}").asks("main", ("Gray", "Blue", "Tan")[(turn - 1) % 3])
        game = game.when(END)

    game.then("turn 31", "m.0.0 [61, 0]", "result null").asks("main", "Gray")
