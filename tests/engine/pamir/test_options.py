"""The points on which tables and sites differ: for every option one position in which its values part ways."""

from typing import get_args, get_type_hints

import msgspec
import pytest

from engine.catalogue import Catalogue
from engine.pamir.events import BattleSiteChosen, GiftBought, PieceMoved, PiecePlaced, PlayerNamed, RupeeTaxed
from engine.pamir.options import OFFICIAL, PRESETS, RALLY_THE_TROOPS, SEED, Options
from tests.engine.pamir.given import (
    ASK,
    CONFIRM,
    DECLINE,
    END,
    REFUSE,
    STOP,
    WITHDRAW,
    betray,
    buy,
    discard,
    given,
    leaves,
    move,
    name,
    play,
    put,
    remove,
    riot,
    setup,
    site,
    tax,
    use,
)

CATALOGUE = Catalogue.load("pamir")
CHECK = "m.0.0 101\ndeck 20\ndeck_checks 3\n"
FINAL = "deck 0\nm.0.0 104\n"


def test_the_presets_are_those_of_the_catalogue():
    for preset in ("official", "seed", "rally-the-troops"):
        assert msgspec.structs.asdict(PRESETS[preset]) == CATALOGUE.values(preset)
    assert list(PRESETS) == list(CATALOGUE.presets)


def test_an_option_takes_the_values_that_the_catalogue_declares():
    hints = get_type_hints(Options)

    assert list(hints) == list(CATALOGUE.options)
    for option, hint in hints.items():
        assert set(get_args(hint)) == {value.value for value in CATALOGUE.option(option).values}


def test_official_is_the_default_and_the_others_differ_in_these_points():
    def departures(preset):
        plain, other = msgspec.structs.asdict(OFFICIAL), msgspec.structs.asdict(preset)
        return {key: value for key, value in other.items() if value != plain[key]}

    assert Options() == OFFICIAL
    assert departures(SEED) == {
        "gift_order": "ascending",
        "overthrow_scope": "all_own_cards",
        "unled_armies": "ignored",
        "tax_shelter": "tax",
        "battle_cap": "strength",
        "tie_points": "points_plus_rank",
    }
    assert departures(RALLY_THE_TROOPS) == {
        "debt_settlement": "end_of_action",
        "reuse_overthrow": "none",
        "court_limit_recheck": "once",
        "icon_order": "fixed",
        "infrastructure": "forced",
        "empty_build": "allowed",
        "empty_tax": "refused",
        "spy_steps": "separate",
        "insurrection_placed": "not_placed",
        "cleanup_prompt": "last_debtor",
        "acknowledgement": "asked",
    }


def test_bribe_waiver():
    def asked(times, value):
        game = given('p1.tribes {"kabul": 2}\np0.hand [16]', bribe_waiver=value).when(play(16))
        return game.when(*[ASK, REFUSE] * times)

    asked(3, "open").allows(ASK)
    asked(2, "three_refusals").allows(ASK)
    asked(3, "three_refusals").refuses(ASK, "PP-5.1-bribe")
    # The count begins anew with each turn.
    later = asked(3, "three_refusals").when(WITHDRAW, END, END, END, play(16), ASK, REFUSE, ASK, REFUSE)
    later.allows(ASK).when(ASK, REFUSE).refuses(ASK, "PP-5.1-bribe")


def test_debt_settlement():
    def played(value):
        text = "p0.rupees 0\np0.loyalty british\np0.court [40]\np0.hand [81, 9]"
        return given(text, debt_settlement=value).when(play(81))

    played("at_once").asks("leverage", "Gray").then("p0.rupees -2")
    later = played("end_of_action").asks("impact_road", "Gray").when(put("herat-persia"), put("herat-persia"))
    later.asks("main", "Gray").then("p0.rupees 0", "p0.court [81]", "p0.hand [9]")


def test_reuse_overthrow():
    def placed(value):
        text = 'p0.court [45]\np0.tribes {"kandahar": 1, "herat": 9}\np0.hand [5]'
        return given(text, reuse_overthrow=value).when(play(5), put("kabul", "kandahar"))

    placed("follows").then("p0.court [5]")
    placed("none").then("p0.court [45, 5]")


def test_court_limit_recheck():
    def cleaned(value):
        text = "p0.court [46, 7, 9, 16, 17, 61]\np0.rupees 1"
        options = {"debt_settlement": "end_of_action", "court_limit_recheck": value}
        return given(text, **options).when(END, discard(46), discard(7))

    cleaned("again").asks("cleanup_court", "Gray").then("p0.court [9, 16, 17, 61]")
    cleaned("once").asks("main", "Blue").then("p0.court [9, 16, 17, 61]")


def test_icon_order():
    text = "p0.hand [68]"

    given(text, icon_order="printed").when(play(68)).asks("impact_spy", "Gray")
    given(text, icon_order="fixed").when(play(68)).asks("impact_army", "Gray")


def test_gift_order():
    def choices(value, taken):
        game = given(f"p0.court [18]\np0.rupees 6\np0.gifts {taken}", gift_order=value).when(use(18, "gift"))
        return game.choices("slot", GiftBought)

    assert choices("any_slot", []) == {2, 4, 6}
    assert choices("ascending", []) == {2}
    assert choices("ascending", [2]) == {4}
    given("p0.court [18]\np0.rupees 3\np0.gifts [2]", gift_order="ascending").refuses(use(18, "gift"), "PP-6.5-gift")


def test_infrastructure():
    def built(value):
        return given('p0.court [78]\np0.tribes {"kabul": 1}', infrastructure=value).when(
            use(78, "build"), put("kabul"), STOP
        )

    built("optional").allows(DECLINE)
    built("forced").refuses(DECLINE, "PP-12.78").allows(put("kabul"))


def test_empty_build():
    def begun(value):
        return given('p0.court [78]\np0.tribes {"kabul": 1}', empty_build=value).when(use(78, "build"))

    begun("refused").refuses(STOP, "PP-6.6-build")
    begun("allowed").when(STOP).asks("infrastructure", "Gray")


def test_empty_tax():
    nothing, something = "p0.court [8]\nm.0.0 61", "p0.court [8]\nm.0.0 [61, 1]"

    given(nothing, empty_tax="allowed").when(use(8, "tax"), STOP).then("p0.rupees 4", "actions_left 1")
    given(nothing, empty_tax="refused").refuses(use(8, "tax"), "PP-6.4-tax")
    given(something, empty_tax="refused").when(use(8, "tax"), STOP).then("p0.rupees 4", "actions_left 1")


def test_ancient_lineage_target():
    def choices(value):
        game = given("p0.court [8, 5]\np1.court [61]", ancient_lineage_target=value).when(use(8, "tax"))
        return game.choices("seat", RupeeTaxed)

    assert choices("court_card") == {1}
    assert choices("anyone") == {1, 2}


def test_vacant_column_payment():
    def bought(value):
        return given("m.0.0 61\nm.0.2 62\nm.1.3 1", vacant_column_payment=value).when(buy(62))

    bought("stays").then("p0.rupees 2", "m.0.0 [61, 1]", "m.0.1 [null, 0]", "m.1.1 [null, 1]")
    lost = bought("bank").then("p0.rupees 2", "m.0.0 [61, 1]", "m.0.1 [null, 0]", "m.1.1 [null, 0]")
    lost.brings("PP-4.3-payment", what="rupees_lost", amount=1)


def test_spy_steps():
    def reached(value, court="29, 21, 56"):
        text = f'p0.court [{court}]\np1.court [9, 61, 62]\np2.court [13, 79]\np0.spies {{"9": 1}}'
        return given(text, spy_steps=value).when(use(29, "move")).choices("to", PieceMoved)

    # Strange Bedfellows reaches #13, Well-Connected two steps each way; only combined #79 and #29 too.
    assert reached("separate") == {"#56", "#21", "#61", "#62", "#13", "#9"}
    assert reached("combined") == {"#56", "#21", "#61", "#62", "#13", "#79"}
    assert reached("separate", "29") == {"#29", "#61"}
    assert reached("combined", "29") == {"#29", "#61"}


def test_blackmail_target():
    def begun(value, spies):
        return given(f"p1.court [43]\np2.court [44, 46]\n{spies}", blackmail_target=value).when(END)

    some = 'p2.spies {"44": 1}\np1.spies {"46": 1}'
    assert begun("no_spies", some).choices("to", PiecePlaced) == {"#43"}
    assert begun("no_own_spies", some).choices("to", PiecePlaced) == {"#43", "#44"}
    full = 'p2.spies {"44": 1, "43": 1}\np1.spies {"46": 1}'
    begun("no_spies", full).asks("main", "Blue")
    begun("no_own_spies", full).asks("main", "Blue")


def test_rumor_target():
    def choices(value):
        return given("m.0.0 108", rumor_target=value).when(buy(108)).choices("seat", PlayerNamed)

    assert choices("other") == {1, 2}
    assert choices("anyone") == {0, 1, 2}
    given("m.0.0 108", rumor_target="anyone").when(buy(108), name("Gray")).then('p0.effects ["rumor"]')


def test_insurrection_placed():
    def placed(value):
        text = CHECK + "p0.court [3]\nr.herat.armies [6, 10, 0]\nb.herat-persia [6, 0, 0]"
        return given(text, insurrection_placed=value).when(buy(101), put("kabul", "herat")).sources()

    assert placed("placed") == {("afghan", "herat"), ("afghan", "herat-persia")}
    assert placed("not_placed") == {("afghan", "herat"), ("afghan", "herat-persia"), ("afghan", "kabul")}


def test_build_rule_test():
    def built(value):
        text = """
            p0.court [17]
            p0.tribes {"kabul": 1}
            p1.tribes {"kabul": 1}
            r.kabul.armies [1, 0, 0]
            b.herat-persia [11, 0, 0]
        """
        return given(text, build_rule_test=value).when(use(17, "build"), put("herat-kabul", "kabul"))

    built("each_block").asks("main", "Gray").then("r.kabul.ruler null")
    game = built("at_start").asks("build", "Gray").then("r.kabul.ruler null")
    game.when(put("kabul", "herat-persia")).then("r.kabul.armies [1, 0, 0]", "p0.rupees 0")


def test_cleanup_prompt():
    def rioted(value):
        text = """
            m.0.0 109
            m.1.0 114
            p1.court [27]
            p1.tribes {"punjab": 1}
            p1.rupees 1
            p0.hand [1]
            p1.hand [9, 61]
            p2.hand [2]
        """
        return given(text, cleanup_prompt=value).when(END, leaves(109), riot("punjab"), discard(61))

    owner = rioted("turn_owner").asks("cleanup_event", "Gray").when(leaves(114))
    owner.asks("event_confidence_failure", "Gray").when(discard(1), discard(9), discard(2)).asks("main", "Blue")
    debtor = rioted("last_debtor").asks("cleanup_event", "Blue").when(leaves(114))
    debtor = debtor.asks("event_confidence_failure", "Blue").when(discard(9), discard(2)).asks("main", "Blue")
    debtor.then("p0.hand [1]")


def test_losses_order():
    def changed(value):
        return given("p0.court [25, 42]\np0.hand [88]", losses_order=value).when(play(88))

    changed("left_to_right").asks("impact_spy", "Gray").then("p0.rupees 2", "discard_pile [25, 42]")
    game = changed("owner_chooses").asks("losses", "Gray").when(discard(42))
    game.asks("impact_spy", "Gray").then("p0.rupees 2", "discard_pile [42, 25]")
    given("p0.court [25, 11]\np0.hand [88]", losses_order="owner_chooses").when(play(88)).asks("impact_spy", "Gray")


def test_overthrow_scope():
    def betrayed(value):
        text = """
            p0.court [16]
            p1.court [44, 46, 57]
            p1.tribes {"kandahar": 2}
            p2.tribes {"kandahar": 1}
            p2.court [43, 48]
            p0.spies {"44": 1}
        """
        return given(text, overthrow_scope=value).when(use(16, "betray"), betray(44))

    narrow = betrayed("political_and_own_tribes").then("p1.tribes {}", "p1.court [46, 57]", "p1.rupees 4")
    wide = betrayed("all_own_cards").then("p1.tribes {}", "p1.court [57]", "p1.rupees 2")
    widest = betrayed("everyones_tribes").then("p1.tribes {}", "p1.court [57]", "p1.rupees 2")
    for game in (narrow, wide):
        game.then('p2.tribes {"kandahar": 1}', "p2.court [43, 48]")
    widest.then("p2.tribes {}", "p2.court []")


def test_overthrow_scope_when_the_last_tribe_is_lost():
    def fought(value):
        text = """
            p0.court [33]
            r.kandahar.armies [1, 0, 0]
            p1.court [44, 48, 57]
            p1.tribes {"kandahar": 1}
            p2.tribes {"kandahar": 1}
        """
        return given(text, overthrow_scope=value).when(use(33, "battle"), site("kandahar"), remove("Blue", "kandahar"))

    fought("political_and_own_tribes").then("p1.court [48, 57]", 'p2.tribes {"kandahar": 1}')
    fought("all_own_cards").then("p1.court [57]", 'p2.tribes {"kandahar": 1}')
    fought("everyones_tribes").then("p1.court [57]", "p2.tribes {}")


def test_overthrow_scope_reaches_everyones_tribes_without_a_political_card_too():
    def fought(value):
        text = """
            p0.court [33]
            r.kandahar.armies [1, 0, 0]
            p1.court [48, 57]
            p1.tribes {"kandahar": 1}
            p2.tribes {"kandahar": 1}
        """
        return given(text, overthrow_scope=value).when(use(33, "battle"), site("kandahar"), remove("Blue", "kandahar"))

    fought("political_and_own_tribes").then("p1.court [48, 57]", 'p2.tribes {"kandahar": 1}')
    fought("all_own_cards").then("p1.court [57]", 'p2.tribes {"kandahar": 1}')
    fought("everyones_tribes").then("p1.court [57]", "p2.tribes {}").brings(
        "PP-7.4-overthrow-map", what="tribes_lost", seat=2, place="kandahar", amount=1
    )


def test_debts_of_several_players_are_settled_active_player_first_then_clockwise():
    text = """
        turn_of 1
        m.0.0 113
        p0.court [79, 1]
        p1.court [78, 2]
        p2.court [68, 83]
        p0.tribes {"persia": 1}
        p1.tribes {"persia": 1}
        p0.rupees 1
        p1.rupees 1
    """
    game = given(text, overthrow_scope="all_own_cards").when(END, leaves(113), riot("persia")).asks("leverage", "Blue")

    game.when(discard(2)).asks("leverage", "Gray").when(discard(1)).asks("main", "Tan").then(
        "p0.rupees 0", "p1.rupees 0"
    )


def test_unled_armies():
    text = 'p2.loyalty british\np0.tribes {"kabul": 2}\nr.kabul.armies [0, 0, 3]'

    given(text, unled_armies="block").then("r.kabul.ruler null")
    given(text, unled_armies="ignored").then("r.kabul.ruler 0")
    given(text + '\np1.tribes {"kabul": 2}', unled_armies="ignored").then("r.kabul.ruler null")
    # Armies that a player leads are part of that player's strength under either value.
    led = 'p0.tribes {"kabul": 2}\nr.kabul.armies [0, 0, 2]'
    given(led, unled_armies="ignored").then("r.kabul.ruler null")
    given(led.replace("0, 0, 2", "0, 0, 1"), unled_armies="ignored").then("r.kabul.ruler 0")


def test_tax_shelter():
    def taxed(value, rupees, points):
        text = f'p0.court [8]\np0.tribes {{"kabul": 1}}\np1.court [9]\np1.rupees {rupees}'
        return given(text, tax_shelter=value).when(use(8, "tax"), *[tax("Blue")] * points).automatic()

    # One star: off the holdings all above one rupee can be taken, off the tax the first point is lost.
    taxed("holdings", 4, 2).then("p0.rupees 6", "p1.rupees 2")
    escaped = taxed("tax", 4, 2).then("p0.rupees 5", "p1.rupees 3").asks("main", "Gray")
    escaped.brings("PP-6.4-tax", what="tax_escaped", seat=0, other=1)
    taxed("holdings", 2, 1).then("p0.rupees 5", "p1.rupees 1")
    taxed("tax", 1, 2).then("p0.rupees 5", "p1.rupees 0")
    penniless = given('p0.court [8]\np0.tribes {"kabul": 1}\np1.court [9]\np1.rupees 0', tax_shelter="tax")
    penniless.when(use(8, "tax")).refuses(tax("Blue"), "PP-6.4-tax")
    given('p0.court [8]\np0.tribes {"kabul": 1}\np1.court [9]\np1.rupees 1').when(use(8, "tax")).refuses(
        tax("Blue"), "PP-6.4-tax"
    )


def test_battle_cap():
    text = "p0.court [55]\nr.herat.armies [3, 3, 0]"
    one = [use(55, "battle"), site("herat"), remove("british", "herat")]

    given(text, battle_cap="rank_and_strength").when(*one).asks("main", "Gray").then("r.herat.armies [3, 2, 0]")
    strong = given(text, battle_cap="strength").when(*one).asks("battle", "Gray")
    strong.when(remove("british", "herat"), remove("british", "herat")).asks("main", "Gray").then(
        "r.herat.armies [3, 0, 0]"
    )


@pytest.mark.parametrize(
    ("influence", "shared", "literal"),
    [
        ((2, 2, 1), [4, 4, 1], [3, 3, 1]),
        ((1, 1, 1), [3, 3, 3], [2, 2, 2]),
        ((3, 2, 2), [5, 2, 2], [5, 2, 2]),
        ((3, 2, 1, 1), [5, 3, 0, 0], [5, 3, 2, 2]),
        ((4, 3, 2, 1, 1), [5, 3, 1, 0, 0], [5, 3, 1, 0, 0]),
    ],
)
def test_tie_points_after_a_success(influence, shared, literal):
    gifts = ("[]", "[2]", "[2, 4]", "[2, 4, 6]")
    loyal = "\n".join(f"p{seat}.loyalty british\np{seat}.gifts {gifts[own - 1]}" for seat, own in enumerate(influence))

    for value, points in (("shared_places", shared), ("points_plus_rank", literal)):
        text = f"{CHECK}r.kabul.armies [0, 4, 0]\n{loyal}"
        game = given(text, players=len(influence), tie_points=value).when(buy(101))
        assert [player.vp for player in game.now.players] == points


@pytest.mark.parametrize(
    ("cylinders", "shared", "literal"),
    [
        ((2, 2, 1), [2, 2, 0], [2, 2, 0]),  # the source document's own example
        ((1, 1, 1), [1, 1, 1], [1, 1, 1]),
        ((2, 1, 1), [3, 0, 0], [3, 1, 1]),
        ((3, 2, 1, 1), [3, 1, 0, 0], [3, 1, 0, 0]),  # the others get nothing
    ],
)
def test_tie_points_after_a_failure(cylinders, shared, literal):
    tribes = "\n".join(f'p{seat}.tribes {{"herat": {own}}}' for seat, own in enumerate(cylinders))

    for value, points in (("shared_places", shared), ("points_plus_rank", literal)):
        game = given(f"{CHECK}{tribes}", players=len(cylinders), tie_points=value).when(buy(101))
        assert [player.vp for player in game.now.players] == points


def test_tie_points_are_doubled_first_in_the_final_check():
    text = FINAL + 'p0.tribes {"herat": 1}\np1.tribes {"kabul": 1}'

    given(text, tie_points="shared_places").when(buy(104)).then("p0.vp 4", "p1.vp 4", "p2.vp 0")
    given(text, tie_points="points_plus_rank").when(buy(104)).then("p0.vp 3", "p1.vp 3", "p2.vp 0")


def test_action_cost_cards():
    def paid(value):
        return given(
            'p0.court [16]\np0.spies {"16": 1}\nm.0.1 1\nm.0.0 2\nm.1.3 61\nm.1.4 62\nm.1.5 63', action_cost_cards=value
        ).when(use(16, "betray"))

    paid("rows").then("m.0.1 [1, 1]", "m.0.0 [2, 0]", "m.1.5 [63, 1]", "m.1.4 [62, 0]")
    paid("columns").then("m.0.1 [1, 0]", "m.0.0 [2, 0]", "m.1.5 [63, 1]", "m.1.4 [62, 1]")


def test_hostage_count():
    text = 'p0.court [8]\np0.spies {"8": 2}\np1.spies {"8": 2}'

    given(text, hostage_count="all_players").when(use(8, "tax")).asks("tax", "Gray")
    held = given(text, hostage_count="others_only").when(use(8, "tax")).asks("bribe_offer", "Gray")
    held.brings("PP-6.2-hostage", other=1, amount=2)
    fewer = given(text.replace('p1.spies {"8": 2}', 'p1.spies {"8": 1}'), hostage_count="others_only")
    fewer.when(use(8, "tax")).brings("PP-6.2-hostage", other=1, amount=1)


def test_tax_sources():
    def begun(value):
        text = 'p0.court [8]\np0.tribes {"kabul": 1}\np1.court [9]\np2.court [10]\nm.0.0 [61, 2]\nm.0.1 [62, 1]'
        return given(text, tax_sources=value).when(use(8, "tax"))

    begun("mixed").when(tax(61)).allows(tax("Blue"), tax(62))
    begun("one_source").when(tax(61)).refuses(tax("Blue"), "PP-6.4-tax").allows(tax(61), tax(62))
    player = begun("one_source").when(tax("Blue")).refuses(tax(61), "PP-6.4-tax").allows(tax("Blue"))
    player.refuses(tax("Tan"), "PP-6.4-tax")


def test_partner_tribes():
    def begun(value):
        text = 'p0.court [33]\nr.kabul.armies [1, 1, 0]\np1.loyalty afghan\np1.tribes {"kabul": 1}'
        return given(text, partner_tribes=value).when(use(33, "battle"), site("kabul")).sources()

    assert begun("safe") == {("british", "kabul")}
    assert begun("open") == {("british", "kabul"), ("Blue", "kabul")}


def test_partner_tribes_alone_are_a_target_only_where_they_are_open():
    text = 'p0.court [33]\nr.kabul.armies [1, 0, 0]\np1.loyalty afghan\np1.tribes {"kabul": 1}'

    given(text, partner_tribes="safe").refuses(use(33, "battle"), "PP-6.9-battle")
    game = given(text, partner_tribes="open").when(use(33, "battle"))
    assert game.choices("at", BattleSiteChosen) == {"kabul"}


def test_purchase_locks():
    def betrayed(value):
        text = 'p0.court [45]\np0.spies {"45": 1}\nm.0.0 61\nm.1.0 9\nm.1.1 29'
        return given(text, purchase_locks=value).when(use(45, "betray"), betray(45))

    betrayed("any_payment").refuses(buy(61), "PP-4.4-lock")
    betrayed("purchases_only").when(buy(61)).then("p0.rupees 3", "p0.hand [61]")


def test_spy_ring():
    def reached(value, start):
        text = f'p0.court [1, 9]\np1.court [46, 8]\np2.court [44, 61]\np0.spies {{"{start}": 1}}'
        return given(text, spy_ring=value).when(use(1, "move")).choices("to", PieceMoved)

    # The rightmost card meets the next seat's leftmost, or the leftmost the next seat's rightmost.
    assert reached("seat_right", 9) == {"#1", "#46"}
    assert reached("seat_right", 1) == {"#9", "#61"}
    assert reached("seat_left", 1) == {"#9", "#8"}
    assert reached("seat_left", 9) == {"#1", "#44"}


def test_spy_ring_makes_no_difference_for_two_players():
    for value in ("seat_right", "seat_left"):
        text = 'p0.court [1, 9]\np1.court [46, 8]\np0.spies {"9": 1}'
        game = given(text, players=2, spy_ring=value).when(use(1, "move"))
        assert game.choices("to", PieceMoved) == {"#1", "#46"}
        game.when(move("Gray", "#9", "#46"), move("Gray", "#46", "#8"), move("Gray", "#8", "#1")).asks("main", "Gray")


def test_acknowledgement():
    text = "p0.court [9, 16, 17, 61]"

    given(text, acknowledgement="none").when(END, discard(9)).asks("main", "Blue")
    asked = given(text, acknowledgement="asked").when(END, discard(9)).asks("cleanup_court", "Gray")
    asked.refuses(discard(16), "PP-9.1-court").when(CONFIRM).asks("main", "Blue").then("p0.court [16, 17, 61]")


def test_acknowledgement_of_a_battle_with_a_spy_in_limbo_and_of_an_insurrection():
    def battled(value):
        text = 'p0.court [33, 9]\np1.court [41]\np0.spies {"9": 1}\np1.spies {"9": 2}'
        return given(text, acknowledgement=value).when(use(33, "battle"), site("#9"), remove("Blue", "#9"))

    battled("none").asks("safe_house", "Blue")
    stopping = battled("asked").asks("battle", "Gray").refuses(remove("Blue", "#9"), "PP-6.9-battle").when(STOP)
    stopping.asks("safe_house", "Blue")

    def scored(value):
        return given(f"{CHECK}p1.loyalty afghan\np1.court [3]", acknowledgement=value).when(buy(101))

    scored("none").asks("insurrection", "Blue").when(put("kabul"), put("kabul")).asks("main", "Gray")
    asked = scored("asked").asks("insurrection_handoff", "Gray").when(CONFIRM, put("kabul"), put("kabul"))
    asked.asks("insurrection", "Blue").when(CONFIRM).asks("main", "Gray")


def test_every_option_has_a_test_here():
    tested = {each.removeprefix("test_") for each in globals() if each.startswith("test_")}

    assert [option for option in CATALOGUE.options if not any(one.startswith(option) for one in tested)] == []


def test_a_game_keeps_its_options():
    game = given("p0.rupees 1", spy_ring="seat_left", preset="seed")

    assert game.now.options.spy_ring == "seat_left"
    assert game.now.options.gift_order == "ascending"
    assert setup().now.options == OFFICIAL
