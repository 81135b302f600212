"""Section 12 of the rules: the special abilities of court cards, each card by its number."""

import pytest

from engine.pamir.events import BattleSiteChosen, PieceMoved, PiecePlaced
from tests.engine.pamir.given import (
    DECLINE,
    END,
    PAY,
    STOP,
    betray,
    buy,
    given,
    leaves,
    move,
    play,
    put,
    remove,
    shelter,
    site,
    tax,
    use,
)

CHECK = "m.0.0 101\ndeck 20\ndeck_checks 3\n"


@pytest.mark.rule("PP-12.1")
def test_1_indispensable_advisors_the_owners_spies_are_no_targets_on_any_card():
    text = 'p0.court [33]\np1.court [9{advisor}]\np0.spies {{"9": 2}}\np1.spies {{"9": 1}}\np2.spies {{"9": 1}}'
    game = given(text.format(advisor=", 1")).when(use(33, "battle"), site("#9"))

    assert game.sources() == {("Tan", "#9")}
    game.refuses(remove("Blue", "#9"), "PP-6.9-battle")
    open_to_battle = given(text.format(advisor="")).when(use(33, "battle"), site("#9"))
    assert open_to_battle.sources() == {("Blue", "#9"), ("Tan", "#9")}


@pytest.mark.rule("PP-12.3")
def test_3_insurrection_adds_two_afghan_armies_to_kabul_after_each_check_that_does_not_end_the_game():
    game = given(CHECK + "p1.loyalty afghan\np1.court [3]").when(buy(101)).asks("insurrection", "Blue")

    assert game.choices("to", PiecePlaced) == {"kabul"}
    game = game.refuses(END, "PP-12.3").refuses(put("herat"), "PP-12.3").when(put("kabul"), put("kabul"))
    game.asks("main", "Gray").brings("PP-12.3", what="insurrection", seat=1).then(
        "r.kabul.armies [2, 0, 0]", "actions_left 1"
    )


@pytest.mark.rule("PP-12.3")
def test_3_insurrection_follows_a_success_and_a_check_in_cleanup_too():
    game = given("m.0.0 101\ndeck 20\ndeck_checks 3\np0.court [3]\nr.herat.armies [0, 9, 0]\np0.vp 3").when(
        END, leaves(101)
    )

    game.then("p1.vp 5", "r.herat.armies [0, 0, 0]").asks("insurrection", "Gray")
    game.when(put("kabul"), put("kabul")).then("r.kabul.armies [2, 0, 0]", "pool [10, 12, 12]").asks("reveal")


@pytest.mark.rule("PP-12.5")
def test_5_claim_of_ancient_lineage_rules_everywhere_for_taxes_and_the_shelter_still_applies():
    text = 'p0.court [8{claim}]\np1.court [98]\np2.court [12]\np2.rupees 3\np1.tribes {{"transcaspia": 1}}'
    game = given(text.format(claim=", 5")).when(use(8, "tax"))

    game.refuses(tax("Tan"), "PP-6.4-tax").when(tax("Blue"), tax("Blue")).then("p0.rupees 6", "p1.rupees 2")
    given(text.format(claim="")).when(use(8, "tax")).refuses(tax("Blue"), "PP-6.4-tax")


@pytest.mark.rule("PP-12.5")
def test_5_it_does_not_help_to_build_and_reaches_nobody_without_a_court_card():
    game = given("p0.court [8, 5, 17]\np2.court [61]").refuses(use(17, "build"), "PP-6.6-build").when(use(8, "tax"))

    game.refuses(tax("Blue"), "PP-6.4-tax").allows(tax("Tan"))


@pytest.mark.rule("PP-12.15")
@pytest.mark.parametrize("guard", [15, 83])
def test_15_and_83_bodyguards_protect_all_political_cards_of_the_court(guard):
    text = 'p0.court [16]\np1.court [{cards}]\np0.spies {{"7": 1, "9": 1, "57": 1}}'
    game = given(text.format(cards=f"{guard}, 7, 9, 57")).when(use(16, "betray"))

    game.refuses(betray(7), "PP-12.15").refuses(betray(57), "PP-12.15").allows(betray(9))
    given(text.format(cards="7, 9, 57")).when(use(16, "betray")).allows(betray(7), betray(57), betray(9))


@pytest.mark.rule("PP-12.15")
@pytest.mark.parametrize("guard", [15, 83])
def test_15_and_83_bodyguards_bind_their_owner_too_and_protect_nobody_else(guard):
    text = f'p0.court [16, {guard}, 7]\np0.spies {{"7": 1, "57": 1}}\np1.court [57]'
    game = given(text).when(use(16, "betray"))

    game.refuses(betray(7), "PP-12.15").when(betray(57)).then("p1.court []")


@pytest.mark.rule("PP-12.17")
@pytest.mark.parametrize(("card", "region", "other"), [(17, "kabul", "transcaspia"), (97, "transcaspia", "kabul")])
def test_17_and_97_a_citadel_keeps_the_owners_tribes_there_from_battles(card, region, other):
    text = f"""
        p0.court [33]
        p1.court [{card}]
        r.{region}.armies [2, 1, 0]
        r.{other}.armies [2, 0, 0]
        p1.tribes {{"{region}": 1, "{other}": 1}}
        p2.tribes {{"{region}": 1}}
    """
    game = given(text).when(use(33, "battle"))

    there = game.when(site(region)).refuses(remove("Blue", region), "PP-6.9-battle")
    assert there.sources() == {("british", region), ("Tan", region)}
    game.when(site(other)).allows(remove("Blue", other))


RING = """
    p0.court [29, {holder}]
    p1.court [9, 61, 62]
    p2.court [13, 79]
    p0.spies {{"9": 1}}
"""


@pytest.mark.rule("PP-12.21")
def test_21_strange_bedfellows_makes_cards_of_one_region_neighbours_for_own_spies():
    plain = given(RING.format(holder=4)).when(use(29, "move"))
    game = given(RING.format(holder=21)).when(use(29, "move"))

    assert plain.choices("to", PieceMoved) == {"#4", "#61"}
    assert game.choices("to", PieceMoved) == {"#21", "#61", "#13"}
    game.refuses(move("Gray", "#9", "#9"), "PP-6.7-move")


@pytest.mark.rule("PP-12.56")
def test_56_well_connected_a_spy_move_covers_up_to_two_steps():
    game = given(RING.format(holder=56)).when(use(29, "move"))

    assert game.choices("to", PieceMoved) == {"#56", "#29", "#61", "#62"}
    game = game.when(move("Gray", "#9", "#29"))
    assert game.choices("to", PieceMoved) == {"#56", "#9", "#79", "#13"}
    game.when(move("Gray", "#29", "#13")).asks("main", "Gray").then('p0.spies {"13": 1}')


@pytest.mark.rule("PP-12.21")
def test_21_and_56_combine_a_step_of_each_kind_in_one_move():
    game = given(RING.format(holder="21, 56")).when(use(29, "move"))

    # From Kabul's #9: its neighbours #56 and #61, and Kabul's #13; from those one step more.
    assert game.choices("to", PieceMoved) == {"#56", "#61", "#13", "#21", "#62", "#79"}


@pytest.mark.rule("PP-12.24")
def test_24_civil_service_reforms_spares_hostage_bribes():
    text = 'p0.court [8{reforms}]\np1.spies {{"8": 3}}\np0.hand [16]\np2.tribes {{"kabul": 1}}'
    game = given(text.format(reforms=", 24"))

    game.when(use(8, "tax")).asks("tax", "Gray").then("p0.rupees 4")
    game.when(play(16)).asks("bribe_offer", "Gray")  # not those for playing
    given(text.format(reforms="")).when(use(8, "tax")).asks("bribe_offer", "Gray")


@pytest.mark.rule("PP-12.42")
def test_42_charismatic_courtiers_spares_bribes_for_playing():
    text = 'p0.court [8{courtiers}]\np1.spies {{"8": 3}}\np0.hand [16]\np2.tribes {{"kabul": 1}}'
    game = given(text.format(courtiers=", 42"))

    game.when(play(16)).asks("impact_army", "Gray").then("p0.rupees 4")
    game.when(use(8, "tax")).asks("bribe_offer", "Gray")  # not those for hostages
    given(text.format(courtiers="")).when(play(16)).asks("bribe_offer", "Gray")


SHELTER = """
    p0.court [33, 9]
    p1.court [{house}, 8]
    p0.spies {{"9": 2}}
    p1.spies {{"9": 2}}
"""


@pytest.mark.rule("PP-12.41")
@pytest.mark.parametrize("house", [41, 72])
def test_41_and_72_a_spy_removed_by_a_battle_may_go_to_a_safe_house(house):
    game = given(SHELTER.format(house=house)).when(use(33, "battle"), site("#9"), remove("Blue", "#9"))

    game = game.then("p1.limbo 1").asks("battle", "Gray").when(remove("Blue", "#9")).asks("safe_house", "Blue")
    game.refuses(shelter(8), "PP-12.41").refuses(shelter(9), "PP-12.41")
    game = game.when(shelter(house)).then(f'p1.spies {{"{house}": 1}}', "p1.limbo 1").asks("safe_house", "Blue")
    game.when(DECLINE).asks("main", "Gray").then("p1.limbo 0", "p1.supply 9", f'p1.spies {{"{house}": 1}}')


@pytest.mark.rule("PP-12.41")
def test_41_and_72_with_both_either_may_be_chosen_and_others_get_nothing():
    text = SHELTER.format(house="41, 72").replace('p1.spies {"9": 2}', 'p1.spies {"9": 1}\np2.spies {"9": 1}')
    game = given(text).when(use(33, "battle"), site("#9"), remove("Tan", "#9")).then("p2.supply 10", "p2.limbo 0")

    game = game.when(remove("Blue", "#9"))
    assert game.choices("card") == {41, 72}
    kept = game.when(shelter(72)).then('p1.spies {"72": 1}').asks("main", "Gray")
    kept.brings("PP-12.41", what="sheltered", seat=1, place="card:72")


@pytest.mark.rule("PP-12.41")
def test_41_and_72_owners_are_asked_clockwise_from_the_active_player_on():
    game = (
        given("""
        turn_of 1
        p1.court [33, 9]
        p0.court [41]
        p2.court [72]
        p1.spies {"9": 2}
        p0.spies {"9": 1}
        p2.spies {"9": 1}
    """)
        .when(use(33, "battle"), site("#9"), remove("Gray", "#9"), remove("Tan", "#9"))
        .asks("safe_house", "Tan")
    )

    game = game.when(shelter(72)).asks("safe_house", "Gray").refuses(shelter(72), "PP-12.41").when(shelter(41))
    game.asks("main", "Blue").then('p0.spies {"41": 1}', 'p2.spies {"72": 1}')


@pytest.mark.rule("PP-12.41")
def test_41_a_spy_that_returns_because_its_card_was_betrayed_finds_no_safe_house():
    text = 'p0.court [16]\np1.court [41, 9]\np0.spies {"9": 1}\np1.spies {"9": 1}'
    given(text).when(use(16, "betray"), betray(9)).asks("main", "Gray").then("p1.supply 10", "p1.limbo 0")

    battle = given(SHELTER.format(house=41)).when(use(33, "battle"), site("#9"), remove("Blue", "#9"), STOP)
    battle.asks("safe_house", "Blue")


@pytest.mark.rule("PP-12.43")
@pytest.mark.parametrize(("card", "targets"), [(43, {"#43", "#46"}), (54, {"#54", "#62"})])
def test_43_and_54_blackmail_places_a_spy_on_a_card_of_its_region_without_spies(card, targets):
    game = (
        given(f"""
        p1.court [{card}, 9]
        p2.court [44, 46, 61, 62]
        p2.spies {{"44": 1}}
        p0.spies {{"61": 1}}
    """)
        .when(END)
        .asks("blackmail", "Blue")
    )

    assert game.choices("to", PiecePlaced) == targets
    game.refuses(put("#44"), "PP-12.43").refuses(put("#61"), "PP-12.43").refuses(put("#9"), "PP-12.43")
    game.when(DECLINE).asks("main", "Blue").then("p1.supply 10", "actions_left 2")
    game.when(put(f"#{card}")).asks("main", "Blue").then(f'p1.spies {{"{card}": 1}}', "actions_left 2")


@pytest.mark.rule("PP-12.43")
def test_43_and_54_having_both_gives_both_one_in_each_region():
    game = given("p1.court [43, 54]\np2.court [46, 62]").when(END, put("#62"))

    assert game.choices("to", PiecePlaced) == {"#43", "#46"}
    game = game.when(put("#46")).asks("main", "Blue").then('p1.spies {"46": 1, "62": 1}')
    game.brings("PP-12.43", what="blackmail", seat=1, place="card:46")


@pytest.mark.rule("PP-12.43")
def test_43_blackmail_comes_only_at_the_start_of_the_owners_turn():
    given("p0.court [43]\np2.court [46]").when(END).asks("main", "Blue").when(END).asks("main", "Tan").when(END).asks(
        "blackmail", "Gray"
    )


@pytest.mark.rule("PP-12.43")
def test_43_with_the_supply_empty_a_cylinder_in_play_is_taken():
    game = given('p1.court [43]\np2.court [46]\np1.tribes {"herat": 10}').when(END).asks("blackmail", "Blue")

    assert game.sources() == {("Blue", "herat")}
    game.when(put("#46", "herat")).then('p1.tribes {"herat": 9}', 'p1.spies {"46": 1}')


@pytest.mark.rule("PP-12.43")
def test_43_a_blackmail_card_lost_to_the_other_blackmail_places_no_spy_any_more():
    game = (
        given("""
        p1.court [43, 54]
        p2.court [46, 62]
        p1.tribes {"kandahar": 1, "punjab": 9}
    """)
        .when(END)
        .asks("blackmail", "Blue")
        .when(put("#62", "kandahar"))
    )

    game.then("p1.court [54]", 'p1.spies {"62": 1}').asks("main", "Blue")
    given("p1.court [43]\np2.court [46]").when(END).asks("blackmail", "Blue")


@pytest.mark.rule("PP-12.51")
def test_51_indian_supplies_armies_move_without_roads():
    text = "p0.loyalty british\np0.court [29{supplies}]\nr.kabul.armies [1, 1, 0]"
    game = given(text.format(supplies=", 51")).when(use(29, "move"))

    assert game.choices("to", PieceMoved) == {"transcaspia", "herat", "kandahar", "punjab"}
    game.refuses(move("british", "kabul", "persia"), "PP-6.7-move")
    game.refuses(move("afghan", "kabul", "herat"), "PP-6.7-move")
    given(text.format(supplies="")).refuses(use(29, "move"), "PP-6.7-move")


MARKET = "p0.rupees 0\nm.0.0 1\nm.0.1 61\nm.1.0 2\nm.1.1 79\nm.0.2 86\nm.1.2 92\n"


@pytest.mark.rule("PP-12.66")
@pytest.mark.parametrize(
    ("card", "free", "paid"),
    [(66, {61}, {79, 86, 92}), (68, {79}, {61, 86, 92}), (70, {86}, {61, 79, 92})],
)
def test_66_68_and_70_influence_makes_herat_cards_persia_cards_and_russian_patriots_free(card, free, paid):
    game = given(f"p0.loyalty russian\np0.court [{card}]\n{MARKET}")

    game.allows(*(buy(number) for number in free))
    for number in paid:
        game.refuses(buy(number), "PP-4.1-cost")


@pytest.mark.rule("PP-12.66")
def test_66_68_and_70_serve_only_their_owner():
    given(f"p1.court [66, 68]\n{MARKET}").refuses(buy(61), "PP-4.1-cost").refuses(buy(79), "PP-4.1-cost")
    given(f"p0.court [66, 68]\n{MARKET}").allows(buy(61), buy(79))


@pytest.mark.rule("PP-12.78")
def test_78_infrastructure_adds_one_free_block_after_a_build():
    text = 'p0.court [17{roads}]\np0.tribes {{"kabul": 1}}'
    game = (
        given(text.format(roads=", 78"))
        .when(use(17, "build"), put("kabul"), put("kabul"))
        .asks("infrastructure", "Gray")
    )

    game.refuses(put("herat"), "PP-6.6-build").allows(DECLINE)
    built = game.when(put("kabul")).asks("main", "Gray").then("r.kabul.armies [3, 0, 0]", "p0.rupees 0")
    built.brings("PP-12.78", what="free_block", seat=0, place="region:kabul")
    given(text.format(roads="")).when(use(17, "build"), put("kabul"), STOP).asks("main", "Gray")


@pytest.mark.rule("PP-12.78")
def test_78_its_own_build_gets_the_block_too():
    game = given('p0.court [78]\np0.tribes {"kabul": 1}').when(use(78, "build"), put("kabul"), STOP)

    game.asks("infrastructure", "Gray").when(put("herat-kabul")).then("b.herat-kabul [1, 0, 0]", "p0.rupees 2")


@pytest.mark.rule("PP-12.78")
def test_78_without_a_legal_place_left_the_free_block_falls_away():
    # All twelve blocks are out; the one block built is the army that made the rule.
    text = """
        p0.court [17, 78]
        p0.tribes {"kabul": 1}
        p1.tribes {"kabul": 1}
        r.kabul.armies [1, 0, 0]
        b.herat-persia [11, 0, 0]
    """
    game = given(text).when(use(17, "build"), put("herat-kabul", "kabul")).asks("main", "Gray")

    game.then("b.herat-kabul [1, 0, 0]", "p0.rupees 2", 'pending [{"frame": "main"}]')
    ruling = given(text.replace('p1.tribes {"kabul": 1}', "")).when(use(17, "build"), put("herat-kabul", "kabul"), STOP)
    ruling.asks("infrastructure", "Gray")


@pytest.mark.rule("PP-12.91")
def test_91_savvy_operator_and_99_irregulars_act_as_bonus_whatever_is_favored():
    operator = given('p0.court [91]\np0.spies {"91": 1}\nfavored economic').when(use(91, "betray"), betray(91))
    irregulars = given("p0.loyalty russian\np0.court [99]\nr.herat.armies [0, 1, 1]\nfavored economic")

    operator.then("actions_left 2")
    irregulars = irregulars.when(use(99, "battle"))
    assert irregulars.choices("at", BattleSiteChosen) == {"herat"}
    irregulars.when(site("herat"), remove("british", "herat")).then("actions_left 2", "spent [99]")


def test_abilities_hold_only_while_their_card_is_in_the_court():
    given('p0.hand [24]\np0.court [8]\np1.spies {"8": 1}').when(use(8, "tax"), PAY).then("p1.rupees 5")
    given('p0.hand [42, 16]\np1.tribes {"kabul": 1}').when(play(16)).asks("bribe_offer", "Gray")
    given("p0.hand [66]\n" + MARKET).refuses(buy(61), "PP-4.1-cost")
