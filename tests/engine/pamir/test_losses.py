"""Section 7 of the rules: lost cards, leverage and debts, overthrow, empty supplies, the deck that runs out."""

import pytest

from engine.pamir.events import CardDiscarded
from engine.pamir.game import GAME
from engine.pamir.reducer import legal_events
from tests.engine.pamir.given import (
    END,
    KEEP_PRIZE,
    STOP,
    betray,
    discard,
    gift,
    given,
    leaves,
    move,
    play,
    put,
    remove,
    reveal,
    riot,
    site,
    use,
)


@pytest.mark.rule("PP-7.1-discard-court")
def test_all_spies_on_a_lost_card_return_to_their_owners():
    game = given("""
        p0.court [16]
        p1.court [61]
        p0.spies {"61": 1}
        p1.spies {"61": 2}
        p2.spies {"61": 3}
    """).when(use(16, "betray"), betray(61))

    game.then("p0.supply 10", "p1.supply 10", "p2.supply 10", "p0.spies {}", "p1.spies {}", "p2.spies {}")
    game.brings("PP-6.8-betray", what="card_lost", seat=1, card=61)
    game.brings("PP-7.1-discard-court", what="spies_returned", seat=2, card=61, amount=3)


@pytest.mark.rule("PP-7.1-discard-court")
def test_spies_return_from_a_card_discarded_in_cleanup_too():
    game = given('p0.court [16, 17, 9, 61]\np1.spies {"9": 2}').when(END, discard(9))

    game.then("p1.supply 10", "p1.spies {}", "p0.court [16, 17, 61]")


LEVERAGED = 'p0.court [16]\np1.court [{court}]\np0.spies {{"{lost}": 1}}\np1.rupees {rupees}\np1.hand {hand}'


def betrayed(lost, rupees, court=None, hand="[]", **options):
    text = LEVERAGED.format(court=court or lost, lost=lost, rupees=rupees, hand=hand)
    return given(text, **options).when(use(16, "betray"), betray(lost))


@pytest.mark.rule("PP-7.2-leverage")
def test_losing_a_leveraged_card_costs_its_owner_two_rupees():
    game = betrayed(46, 4).then("p1.rupees 2", "p1.court []", "p0.rupees 2").asks("main", "Gray")

    game.brings("PP-7.2-leverage", what="leverage_owed", seat=1, card=46, amount=2)
    betrayed(46, 2).then("p1.rupees 0").asks("main", "Gray")


@pytest.mark.rule("PP-7.2-leverage")
def test_for_each_missing_rupee_a_card_of_hand_or_court_goes():
    game = betrayed(46, 1, court="46, 9", hand="[61]").asks("leverage", "Blue")

    assert game.choices("card", CardDiscarded) == {9, 61}
    game.refuses(discard(46), "PP-7.2-leverage").refuses(discard(16), "PP-7.2-leverage")
    paid = game.when(discard(61)).then("p1.rupees 0", "p1.hand []", "p1.court [9]").asks("main", "Gray")
    paid.brings("PP-7.2-leverage", what="debt_paid", seat=1, card=61, amount=1)
    game.when(discard(9)).then("p1.rupees 0", "p1.hand [61]", "p1.court []").asks("main", "Gray")


@pytest.mark.rule("PP-7.2-leverage")
def test_discarded_leveraged_cards_of_the_court_add_to_the_debt_and_those_of_the_hand_do_not():
    game = betrayed(46, 1, court="46, 14, 9, 61", hand="[78]").asks("leverage", "Blue")

    game.when(discard(78)).then("p1.rupees 0").asks("main", "Gray")
    more = game.when(discard(14)).then("p1.rupees -2").asks("leverage", "Blue").when(discard(9), discard(61))
    more.then("p1.rupees 0", "p1.court []", "p1.hand [78]").asks("main", "Gray")


@pytest.mark.rule("PP-7.2-leverage")
def test_with_no_cards_left_the_rest_is_forgiven():
    game = betrayed(46, 0).then("p1.rupees 0", "p1.court []").asks("main", "Gray")

    game.brings("PP-7.2-leverage", what="debt_forgiven", seat=1, amount=2)
    betrayed(46, 0, court="46, 9").automatic().then("p1.rupees 0", "p1.court []").asks("main", "Gray")


@pytest.mark.rule("PP-7.2-leverage")
def test_it_costs_the_owner_whoever_acts_and_for_any_reason():
    own = given('p0.court [16, 46]\np0.spies {"46": 1}').when(use(16, "betray"), betray(46)).then("p0.rupees 0")
    own.asks("main", "Gray")
    given("p0.court [46, 16, 9, 61]").when(END, discard(46)).then("p0.rupees 2")
    given('p0.court [16]\np1.court [27]\np1.tribes {"punjab": 1}\nm.0.0 109').when(
        END, leaves(109), riot("punjab")
    ).then("p1.rupees 2", "p1.court []")


@pytest.mark.rule("PP-7.2-leverage")
def test_a_prize_has_no_leverage():
    game = (
        given("""
        p0.loyalty british
        p0.court [16]
        p1.loyalty russian
        p1.court [81]
        p0.spies {"81": 1}
    """)
        .when(use(16, "betray"), betray(81), KEEP_PRIZE)
        .then("p0.prizes [81]", "p0.rupees 2", "p1.rupees 2")
    )

    given("p0.prizes [42]\np0.hand [86]").when(play(86)).then("p0.rupees 4", "p0.prizes []", "discard_pile [42]")
    game.asks("main", "Gray")


@pytest.mark.rule("PP-7.2-leverage")
def test_a_debt_is_settled_before_the_prize_is_offered():
    game = (
        given("""
        p0.court [16, 94, 9]
        p0.spies {"94": 1}
        p0.rupees 2
    """)
        .when(use(16, "betray"), betray(94))
        .asks("leverage", "Gray")
        .then("p0.rupees -2")
    )

    game = game.when(discard(9), discard(16)).asks("prize", "Gray").when(KEEP_PRIZE)
    game.then("p0.loyalty british", "p0.prizes [94]", "p0.court []", "p0.rupees 0", "discard_pile [9, 16]")


@pytest.mark.rule("PP-7.3-overthrow-court")
def test_the_last_political_card_of_a_region_takes_all_own_tribes_there():
    game = given("""
        p0.court [16]
        p1.court [44, 46]
        p1.tribes {"kandahar": 3, "kabul": 1}
        p2.tribes {"kandahar": 1}
        p0.spies {"44": 1}
    """).when(use(16, "betray"), betray(44))

    game.then('p1.tribes {"kabul": 1}', "p1.supply 9", "p1.court [46]", 'p2.tribes {"kandahar": 1}')
    game.brings("PP-7.3-overthrow-court", what="overthrow", seat=1, place="kandahar", amount=3)


@pytest.mark.rule("PP-7.3-overthrow-court")
def test_with_another_political_card_of_the_region_the_tribes_stay():
    text = 'p0.court [16]\np1.court [{court}]\np1.tribes {{"kandahar": 2}}\np0.spies {{"44": 1}}'

    two = given(text.format(court="44, 45")).when(use(16, "betray"), betray(44)).then('p1.tribes {"kandahar": 2}')
    two.brings_no("PP-7.3-overthrow-court")
    given(text.format(court="44, 57")).when(use(16, "betray"), betray(44)).then("p1.tribes {}")


@pytest.mark.rule("PP-7.4-overthrow-map")
def test_the_last_tribe_of_a_region_takes_all_own_political_cards_of_it():
    game = (
        given("""
        p0.court [33]
        r.kandahar.armies [2, 0, 0]
        p1.tribes {"kandahar": 2}
        p1.court [44, 46, 45, 57]
        p1.spies {"45": 1, "57": 1}
    """)
        .when(use(33, "battle"), site("kandahar"), remove("Blue", "kandahar"))
        .then("p1.court [44, 46, 45, 57]")
    )

    game = game.when(remove("Blue", "kandahar")).then(
        "p1.court [46, 57]", 'p1.spies {"57": 1}', "discard_pile [44, 45]"
    )
    game.brings("PP-7.4-overthrow-map", what="overthrow", seat=1, place="kandahar", amount=2)


@pytest.mark.rule("PP-7.4-overthrow-map")
def test_an_overthrow_in_a_battle_can_leave_a_debt_that_is_settled_before_the_battle_goes_on():
    game = (
        given("""
        p0.court [33]
        r.punjab.armies [2, 1, 0]
        p1.tribes {"punjab": 1}
        p1.court [27, 9]
        p1.rupees 1
    """)
        .when(use(33, "battle"), site("punjab"), remove("Blue", "punjab"))
        .asks("leverage", "Blue")
    )

    game.when(discard(9)).asks("battle", "Gray").then("p1.court []", "p1.rupees 0").when(remove("british", "punjab"))


OUT = 'p0.tribes {"punjab": 4, "herat": 4}\np0.gifts [2]\np0.spies {"9": 1}\np0.court [9]\np0.supply 0\n'


@pytest.mark.rule("PP-7.5-supply")
def test_with_the_supply_empty_a_piece_is_taken_from_anywhere_in_play():
    game = given(OUT + "p0.hand [93]").when(play(93))

    assert game.sources() == {("Gray", "punjab"), ("Gray", "herat"), ("Gray", "gift:2"), ("Gray", "#9")}
    game.when(put("transcaspia", "gift:2")).then("p0.gifts []", 'p0.tribes {"transcaspia": 1, "herat": 4, "punjab": 4}')
    taken = game.when(put("transcaspia", "#9")).then("p0.spies {}")
    taken.brings("PP-7.5-supply", what="placed", place="region:transcaspia", detail="card:9")
    given("p0.hand [93]").when(play(93), put("transcaspia")).brings("PP-5.5-icons", what="placed", detail="supply")


@pytest.mark.rule("PP-7.5-supply")
def test_pieces_placed_this_turn_are_not_taken_again():
    game = given(OUT + "p0.hand [93]").when(play(93), put("transcaspia", "punjab"))

    assert ("Gray", "transcaspia") not in game.sources()
    game.refuses(put("transcaspia", "transcaspia"), "PP-7.5-supply")
    game = game.when(put("transcaspia", "punjab"))
    game.then('p0.tribes {"herat": 4, "punjab": 2, "transcaspia": 2}')


@pytest.mark.rule("PP-7.5-supply")
def test_as_long_as_the_supply_has_one_it_must_be_used():
    game = (
        given('p0.tribes {"punjab": 9}\np0.hand [93]')
        .when(play(93))
        .refuses(put("transcaspia", "punjab"), "PP-7.5-supply")
    )

    game = game.when(put("transcaspia"))
    assert game.sources() == {("Gray", "punjab")}


@pytest.mark.rule("PP-7.5-supply")
def test_a_block_may_change_from_road_to_army():
    game = given("r.herat.armies [0, 8, 0]\nb.herat-kabul [12, 0, 0]\np0.hand [16]").when(play(16))

    assert game.sources() == {("afghan", "herat-kabul")}
    game.when(put("kabul", "herat-kabul")).then(
        "b.herat-kabul [11, 0, 0]", "r.kabul.armies [1, 0, 0]", "pool [0, 4, 12]"
    )


@pytest.mark.rule("PP-7.5-supply")
def test_without_a_piece_that_may_be_taken_the_placement_is_skipped():
    pieces = ", ".join(['"region:herat"'] * 12)
    placed = ", ".join(f'"A{number}"' for number in range(12))
    game = given(f"""
        r.herat.armies [12, 0, 0]
        pieces.afghan [{pieces}]
        placed [{placed}]
        p0.hand [16]
    """).when(play(16))

    game.asks("main", "Gray").then("p0.court [16]", "r.herat.armies [12, 0, 0]", "r.kabul.armies [0, 0, 0]")
    game.brings("PP-7.5-supply", what="placement_skipped", card=16)
    given(OUT + "p0.hand [93]").when(play(93)).asks("impact_tribe")


@pytest.mark.rule("PP-7.5-supply")
def test_a_tribe_taken_and_put_back_into_its_own_region_is_no_overthrow():
    text = 'p0.tribes {"kandahar": 1, "punjab": 8}\np0.spies {"9": 1}\np0.court [9, 45]\np0.hand [44]'
    game = given(text).when(play(44), put("kandahar", "kandahar"))

    game.then("p0.court [9, 45, 44]", 'p0.tribes {"kandahar": 1, "punjab": 8}').brings_no("PP-7.4-overthrow-map")


@pytest.mark.rule("PP-7.6-no-reshuffle")
def test_an_empty_deck_leaves_market_slots_vacant_and_discards_do_not_return():
    game = given("m.0.0 61\ndraw_pile []\ndiscard_pile [1, 2, 3]").when(END)

    game.asks("main", "Blue").then("m.0.1 [null, 0]", "m.1.0 [null, 0]", "discard_pile [1, 2, 3]")


@pytest.mark.rule("PP-7.6-no-reshuffle")
def test_at_a_table_a_discarded_card_cannot_come_out_again():
    game = given("m.0.0 61\ndeck 1\ndeck_checks 0\ndiscard_pile [1]\np0.court [2]").when(END).asks("reveal")

    game.refuses(reveal(1), "PP-1.1-components").refuses(reveal(2), "PP-1.1-components")
    game.when(reveal(3)).asks("main", "Blue").then("m.1.0 [3, 0]", "m.0.1 [null, 0]", "deck 0")


def test_a_gift_taken_for_another_place_counts_no_more():
    game = given(OUT + "p0.hand [93]").then("p0.influence 2").when(play(93), put("transcaspia", "gift:2"))

    game.then("p0.influence 1").when(put("transcaspia", "herat"), END).asks("main", "Blue")


def test_a_last_tribe_moved_away_under_nationalism_is_an_overthrow():
    game = given("""
        p0.court [29, 45]
        p0.effects ["nationalism"]
        p0.tribes {"kandahar": 1}
        b.kandahar-punjab [1, 0, 0]
    """).when(use(29, "move"), move("Gray", "kandahar", "punjab"))

    game.then("p0.court [29]", 'p0.tribes {"punjab": 1}').when(STOP).asks("main", "Gray")


def test_a_gift_bought_with_ones_last_tribe_pays_first_and_is_overthrown_then():
    text = 'p0.tribes {"kandahar": 1, "punjab": 9}\np0.court [45, 18]\np0.rupees 2'
    game = given(text).when(use(45, "gift"), gift(2, "kandahar"))

    game.then("p0.rupees 0", "p0.gifts [2]", "p0.court [18]", "spent []")


def test_a_piece_that_returned_to_the_supply_is_like_any_other_there():
    """#87 puts a spy on itself, is betrayed, and its spy is back in the supply: one option, filled in by itself."""
    game = given("p0.court [45]\np0.hand [87, 89]\np0.rupees 6", preset="official")
    for line in ("play 87 left: spy 87", "betray 45: 87"):
        game = game.when(*GAME.read_line(game.now, line).events)
    game = game.when(play(89, "left"))

    assert [(event.piece, event.to) for event in legal_events(game.now)] == [("C0.0", "card:89")]
