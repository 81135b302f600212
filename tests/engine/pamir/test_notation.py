"""The notation of Pax Pamir: what a person types, what it stands for, and what is said when it cannot be taken."""

import msgspec
import pytest

from engine.actions_of_line import split_actions
from engine.pamir import events as e
from engine.pamir import reducer
from engine.pamir.events import PamirStarted
from engine.pamir.game import GAME
from engine.pamir.notation import read_line
from engine.pamir.options import OFFICIAL
from tests.engine.pamir.given import given

MARKET = "m.0.0 61\nm.1.0 62\nm.0.1 63\nm.1.1 64\n"
#: Gray rules Kabul with tribes and armies, has roads to Herat, and a court with every action.
COURT = """
    p0.court [8, 11, 17, 1, 45, 55]
    p0.tribes {"kabul": 2}
    r.kabul.armies [3, 0, 0]
    b.herat-kabul [1, 0, 0]
    p0.spies {"45": 1, "8": 1}
    p0.rupees 12
"""


def read(game, line):
    reading = read_line(game.now, line)
    assert reading.fault is None, reading.fault
    return reading.events


def fault(game, line):
    reading = read_line(game.now, line)
    assert reading.fault is not None, reading.events
    return reading.fault


# What a line stands for


def test_a_purchase_is_a_verb_and_a_card_by_number_or_by_name():
    game = given(MARKET)

    for line in ("buy 61", "b 61", "BUY #61", "buy karak", "buy Karakul Sheep", "buy, 61", "buy: 61", "ｂｕｙ　６１"):
        assert read(game, line) == (e.CardPurchased(card=61),)


def test_accents_and_apostrophes_need_not_be_typed():
    game = given("m.0.0 73\nm.1.0 83")

    assert read(game, "buy jean-francois") == (e.CardPurchased(card=73),)
    assert read(game, "buy shahs") == read(game, "buy shah’s guard") == (e.CardPurchased(card=83),)


def test_a_play_tells_its_end_and_then_its_icons():
    game = given("p0.hand [31]\np0.court [9]")

    assert read(game, "play 31 left") == read(game, "p company l")
    assert read(game, "play 31, right")[0] == e.CardPlayed(card=31, end="right")


def test_an_empty_court_has_one_end():
    game = given("p0.hand [7]")

    assert read(game, "play 7")[0] == e.CardPlayed(card=7, end="left")


def test_icons_with_one_place_are_filled_in_and_may_be_told():
    # 7 Dost Mohammad: two tribes in Kabul, which have one place, and the leverage needs no typing.
    game = given("p0.hand [7]")
    filled_in = read(game, "play 7 left")

    assert [type(event) for event in filled_in[:3]] == [e.CardPlayed, e.PiecePlaced, e.PiecePlaced]
    assert read(game, "play 7 left: tribe kabul x2") == filled_in
    assert read(game, "play 7 left: tribe kabul, tribe") == filled_in


def test_a_border_is_two_regions_in_either_order():
    game = given("p0.hand [10]")
    # 10 Balkh Arsenic Mine: a road of Kabul.
    for border in ("herat-kabul", "kabul-herat", "kab-her", "her-kab", "h-kab", "kabul - herat"):
        assert read(game, f"play 10 left: road {border}")[1] == e.PiecePlaced(piece="A11", to="border:herat-kabul")


def test_pieces_are_taken_from_play_when_the_supply_is_empty():
    game = given("p0.hand [16]\nr.persia.armies [8, 0, 0]\nb.herat-kabul [4, 0, 0]\np0.loyalty afghan")
    taken = read(game, "play 16 left: army kabul from herat-kabul")[1]

    assert game.now.pieces[0][int(taken.piece[1:])] == "border:herat-kabul"
    assert fault(game, "play 16 left").kind == "incomplete"
    assert fault(game, "play 16 left: army kabul").choices == ("from herat-kabul", "from persia")
    assert read(game, "play 16 left: army kabul, from persia")[1].to == "region:kabul"


def test_a_tax_lists_cards_and_players_and_its_end_stops_it():
    game = given(COURT + "m.0.0 [61, 2]\nm.0.1 [62, 1]\np1.court [9]\np1.rupees 4")
    taxed = (e.ActionTaken(card=8, action="tax"), e.RupeeTaxed(card=61))

    assert read(game, "tax 8: 61, stop") == read(game, "tax 8: 61") == (*taxed, e.Stopped())
    assert read(game, "tax 8: market karakul x2") == (*taxed, e.RupeeTaxed(card=61))
    assert read(game, "tax 8: 61, Blue") == read(game, "t 8: card 61, bl") == (*taxed, e.RupeeTaxed(seat=1))
    assert read(game, "tax 8: stop") == (taxed[0], e.Stopped())


def test_without_a_list_a_tax_asks_where_the_rupees_come_from():
    game = given(COURT + "m.0.0 [61, 2]\nm.0.1 [62, 1]")

    for line in ("tax 8", "tax 8:", "tax 8: 61,"):
        assert fault(game, line).kind == "incomplete"
    assert fault(game, "tax 8").choices == ("61", "62", "stop")


def test_a_gift_is_its_price():
    game = given(COURT)

    assert read(game, "gift 11: 6")[1] == e.GiftBought(slot=6, piece="C0.4")
    assert read(game, "gift 11: gift 2")[1].slot == 2


def test_a_build_lists_its_blocks():
    game = given(COURT)
    built = read(game, "build 17: army kabul x2, road kab-her")

    assert [event.to for event in built[1:]] == ["region:kabul", "region:kabul", "border:herat-kabul"]
    assert read(game, "build 17: kabul")[-1] == e.Stopped()
    assert read(game, "build: road her-kab, stop")[0] == e.ActionTaken(card=17, action="build")


def test_a_move_is_from_one_place_to_another():
    game = given(COURT)
    moved = read(game, "move 1: army kabul herat")

    for choice in ("army kabul to herat", "kabul>herat", "kabul > herat", "army kab her", "army kabul → herat"):
        assert read(game, f"move 1: {choice}") == moved
    spies = read(game, "move 1: spy 45 55, 55 > 45, army kabul")
    assert [event.to for event in spies[1:4]] == ["card:55", "card:45", "region:herat"]
    assert read(game, "move 1: spy haji khan kakar hazara chiefs")[1].to == "card:55"


def test_a_move_takes_a_piece_that_was_not_placed_this_turn_unless_told_otherwise():
    game = given(COURT).when(e.ActionTaken(card=17, action="build"), e.PiecePlaced(piece="A11", to="region:kabul"))
    game = game.when(e.Stopped())

    assert read(game, "move 1: army kabul herat")[1].piece == "A0"
    assert read(game, "move 1: army kabul herat new")[1].piece == "A11"
    assert GAME.write_action(game.now, read(game, "move 1: army kabul herat new")) == "move 1: army kabul herat new"


def test_a_betrayal_names_the_card_and_whether_the_prize_is_kept():
    game = given(COURT.replace('"8": 1', '"72": 1') + "p1.court [72]")

    assert read(game, "betray 45: 72, take")[-1] == e.PrizeAccepted()
    assert read(game, "betray 45: card 72, leave")[1:3] == (e.CardBetrayed(card=72), e.PrizeRefused())
    assert fault(game, "betray 45: 72").choices == ("take", "leave")


def test_a_battle_names_its_place_and_then_the_pieces():
    game = given("""
        p0.court [59]
        p0.tribes {"kabul": 2}
        p1.tribes {"kabul": 1}
        r.kabul.armies [3, 1, 0]
        b.kabul-punjab [0, 0, 2]
    """)
    fought = read(game, "battle 59: kabul, army british, road russian")

    assert [type(event) for event in fought] == [e.ActionTaken, e.BattleSiteChosen, e.PieceRemoved, e.PieceRemoved]
    for line in ("battle: kabul, army, road", "battle 59: kab, army brit kabul, road russian kabul-punjab"):
        assert read(game, line) == fought
    assert read(game, "battle 59: kabul, blue, russian") == read(game, "battle 59: kabul, tribe Blue, road kab-pun")
    assert read(game, "battle 59: kabul, tribe")[-1] == e.Stopped()
    assert fault(game, "battle 59: kabul").kind == "incomplete"
    assert fault(game, "battle 59: kabul, army afghan").rule == "PP-6.9-battle"
    assert fault(game, "battle 59: kabul, spy Blue").kind == "illegal"
    assert fault(game, "battle 59: kabul, stone").kind == "malformed"


def test_a_battle_on_a_card_is_named_by_the_card():
    game = given('p0.court [59]\np1.court [41]\np0.spies {"41": 2}\np1.spies {"41": 1}\np2.spies {"41": 1}')

    for place in ("card 41", "41", "#41", "charles"):
        assert read(game, f"battle 59: {place}, spy Blue, spy Tan")[1] == e.BattleSiteChosen(at="card:41")
    assert fault(game, "battle 59: 41, spy").kind == "ambiguous"
    assert fault(game, "battle 59: 41, spy").choices == ("spy Blue", "spy Tan")


BRIBE = 'p1.tribes {"kabul": 2}\nr.kabul.armies [0, 3, 0]\np0.hand [10]\np0.rupees 4\np0.court [9]'


def test_a_bribe_is_paid_asked_for_or_withdrawn_on_the_line_of_the_act():
    game = given(BRIBE)

    assert read(game, "play 10 left: withdraw")[-1] == e.AttemptWithdrawn()
    assert read(game, "play 10 left: pay, road kab-her")[1] == e.BribePaid()
    asked = read(game, "play 10 left: ask")
    assert asked[-1] == e.WaiverAsked()
    answering = game.when(*asked)
    assert read(answering, "lower 1") == (e.BribeLowered(amount=1),)
    assert read(answering, "waive") == (e.BribeWaived(),)
    assert read(answering, "refuse") == (e.WaiverRefused(),)


def test_courtly_manners_has_several_words():
    game = given(BRIBE + '\np0.effects ["courtly_manners"]')

    for word in ("decline", "refuse-to-pay", "refuse to pay", "refuse"):
        assert read(game, f"play 10 left: {word}, road kab-her")[1] == e.BribeDeclined()


def test_blackmail_at_the_start_of_a_turn_is_a_line_of_its_own():
    game = given("phase blackmail\np0.court [43]\np1.court [44, 48]")

    assert read(game, "spy 44") == read(game, "44") == (e.PiecePlaced(piece="C0.0", to="card:44"),)
    assert read(game, "skip") == read(game, "decline") == (e.Declined(),)


def test_the_discards_of_cleanup_follow_the_end_of_the_turn():
    game = given("p0.hand [16, 17, 9, 10]\n" + MARKET)

    assert read(game, "end: discard 16, 17")[:3] == (e.TurnEnded(), e.CardDiscarded(card=16), e.CardDiscarded(card=17))
    assert fault(game, "end").choices == ("discard 9", "discard 10", "discard 16", "discard 17")


def test_events_that_are_bought_ask_on():
    game = given("m.0.0 108\nm.1.0 116\nm.0.1 115\nm.1.1 114")

    assert read(game, "buy 108: name Blue") == read(game, "buy 108: Bl") == (
        e.CardPurchased(card=108), e.PlayerNamed(seat=1),
    )  # fmt: skip
    assert read(game, "buy 116: rebuke kabul")[1] == e.RegionRebuked(region="kabul")
    assert read(game, "buy 115: favor military")[1] == read(game, "buy 115: mil")[1]
    assert read(game, "buy 114: p2")[1] == e.PlayerNamed(seat=2)


def test_forced_steps_are_filled_in_and_may_be_told():
    game = given("m.0.0 112\nm.1.0 61\nr.kabul.armies [1, 0, 0]")
    events = read(game, "end")

    assert events == (e.TurnEnded(), e.EventDiscarded(card=112), e.RiotResolved(region="kabul"))
    assert read(game, "end: event 112, riot kabul") == read(game, "end: riot") == events


def test_cards_come_out_one_after_another_and_the_line_may_end_anywhere():
    state = GAME.start(PamirStarted(name="x", players=("Ann", "Bob"), preset="official", options=OFFICIAL))

    assert read_line(state, "reveal 41 12 7").events == tuple(e.CardRevealed(card=card) for card in (41, 12, 7))
    assert read_line(state, "41, 12 7").events == read_line(state, "reveal charles masson, 12, 7").events
    twice = read_line(state, "reveal 41 12 41 7")
    assert (twice.fault.kind, twice.fault.column, twice.fault.rule) == ("illegal", 14, "PP-1.1-components")
    assert len(twice.events) == 2
    assert read_line(state, "reveal 101").fault.rule == "PP-1.3-deck"


def test_a_known_deck_brings_its_cards_by_itself():
    game = given("draw_pile [9, 10]\n" + MARKET.replace("m.0.0 61\n", ""))

    assert read(game, "end") == (e.TurnEnded(), e.CardRevealed(card=9), e.CardRevealed(card=10))


def test_a_comment_begins_where_no_digit_follows():
    game = given(MARKET)

    assert read_line(game.now, "buy #61  # for 2 rupees").comment == "for 2 rupees"
    assert read_line(game.now, "# only a note").comment == "only a note"
    assert read_line(game.now, "#note").events == ()
    assert read_line(game.now, "").fault is None


# What is said when a line cannot be taken


@pytest.mark.parametrize(
    ("line", "kind", "column", "length", "message", "hint"),
    [
        ("bu 61", "ambiguous", 1, 2, '"bu" could be build or buy', "type more of it"),
        ("bye 61", "malformed", 1, 3, 'there is no action "bye"', 'did you mean "buy"?'),
        ("buy 117", "malformed", 5, 3, 'there is no card "117"', "cards are numbered 1 to 116"),
        ("  buy karakull", "malformed", 7, 8, 'there is no card "karakull"', 'did you mean "Karakul Sheep"?'),
        ("buy mason", "malformed", 5, 5, 'there is no card "mason"', 'did you mean "Charles Masson"?'),
        ("buy 61 62", "malformed", 8, 2, '"62" is not expected here', None),
        ("buy 61: 62", "malformed", 9, 2, '"62" is more than this action takes', None),
        ("buy 65", "illegal", 5, 2, "#65 Minaret of Jam is not in the market", "legal instead: buy 61, buy 63, buy 62, buy 64"),
        ("pay", "illegal", 1, 3, None, None),
        ("play 41 left", "illegal", 6, 7, "#41 Charles Masson is not in the hand of Gray", None),
        ("61 x2", "malformed", 1, 2, 'there is no action "61"', None),
        ("x2", "malformed", 1, 2, '"x2" repeats nothing', None),
        ("buy 61 x99", "malformed", 8, 3, None, None),
        (":,", "malformed", 1, 1, None, None),
        ("buy\n61", "malformed", 4, 1, "there is a line break in the line", ""),
        ("buy", "incomplete", 4, 1, "buy which card?", 'go on with a choice, such as "61"'),
    ],
)  # fmt: skip
def test_a_fault_names_the_place_the_value_and_the_remedy(line, kind, column, length, message, hint):
    found = fault(given(MARKET), line)

    assert (found.kind, found.column, found.length) == (kind, column, length)
    assert message in {None, found.message}
    assert hint in {None, found.hint}


def test_columns_are_those_of_the_line_as_it_was_typed():
    game = given("p0.hand [10]")
    found = fault(game, "play 10 left：　road punjab-kandahar, kabul")

    assert (found.kind, found.column, found.length) == ("illegal", 20, 15)
    assert found.rule == "PP-5.5-icons"


def test_what_could_be_several_things_is_ambiguous():
    game = given("p0.hand [10]\np1.court [9]\nm.0.0 116")

    # Kabul and Kandahar both touch Punjab, but the card's roads are those of Kabul all the same.
    assert fault(game, "play 10 left: road ka-pu").choices == ("kabul-punjab", "kandahar-punjab")
    assert fault(game, "buy 116: rebuke p").message == '"p" could be persia or punjab'
    assert fault(given("m.0.0 44\nm.1.0 66"), "buy baluchi").message == (
        '"baluchi" could be #44 Baluchi Chiefs or #66 Baluchi Smugglers'
    )


def test_a_beginning_that_only_one_border_fits_is_enough():
    game = given("p0.hand [10]\np0.court [9]")

    assert read(game, "play 10 left: road kab-p")[1].to == "border:kabul-punjab"
    assert fault(game, "play 10 left: road kab-per").message == "Kabul and Persia have no common border"


def test_a_choice_that_was_wrong_at_a_forced_step_is_named_for_that_step():
    game = given(COURT.replace("p0.rupees 12", "p0.rupees 3"))
    found = fault(game, "gift 11: 4")

    assert (found.kind, found.rule, found.column) == ("illegal", "PP-6.5-gift", 10)


def test_a_fault_leaves_the_events_before_it():
    game = given(COURT)
    reading = read_line(game.now, "build 17: army kabul, army herat")

    assert len(reading.events) == 2
    assert (reading.fault.kind, reading.fault.rule, reading.fault.column) == ("illegal", "PP-6.6-build", 28)


def test_a_line_never_leaves_half_an_action():
    game = given(COURT)

    for line in ("build 17", "build 17: army kabul,", "move 1", "battle 55:", "betray 45"):
        assert read_line(game.now, line).fault.kind in {"incomplete", "illegal"}


def test_an_incomplete_line_goes_on_with_what_is_appended():
    game = given("p0.hand [10]\np0.court [9]")
    line = "play"
    for answer in ("10", "left", "road kab-her"):
        assert fault(game, line).kind == "incomplete"
        line += f", {answer}"

    assert read(game, line) == read(game, "play 10 left: road herat-kabul")


def test_infrastructure_is_asked_for_before_the_end_of_a_list_stops_the_build():
    game = given(COURT.replace("p0.court [8, 11, 17, 1, 45, 55]", "p0.court [8, 17, 45, 78]"))

    assert fault(game, "build 17: army kabul").kind == "incomplete"
    assert read(game, "build 17: army kabul, stop, skip")[-1] == e.Declined()
    assert read(game, "build 17: army kabul, stop, road kab-her")[-1].to == "border:herat-kabul"
    assert read(game, "build 17: army kabul x3, kabul")[-1].to == "region:kabul"


def test_the_game_is_over():
    game = given('phase game_over\nresult {"winners": [0], "reason": "final_check"}\npending []')

    assert fault(game, "buy 61").message == "the game is over"


def test_players_with_odd_names_are_named_by_their_seat():
    state = given("m.0.0 108").now

    for name in ("Stop", "x2", "p0", "A, b", "41", "Ma", ""):
        odd = msgspec.structs.replace(state, names=("Gray", name, "Tan"))
        events = (e.CardPurchased(card=108), e.PlayerNamed(seat=1))
        line = GAME.write_action(odd, events)

        assert line == "buy 108: name p1"
        assert read_line(odd, line).events == events


# Actions


def test_an_action_ends_where_another_seat_decides():
    game = given(BRIBE)
    events = [e.CardPlayed(card=10, end="left"), e.WaiverAsked(), e.BribeWaived()]
    events.append(e.PiecePlaced(piece="A11", to="border:herat-kabul"))

    assert [len(action) for action in split_actions(reducer, game.now, events)] == [2, 1, 1]


def test_options_are_listed_with_their_notation_words_and_rule():
    game = given(MARKET + "p0.hand [10]")

    assert GAME.option_texts(game.now) == [
        ("buy 61", "buy #61 Karakul Sheep for nothing", "PP-4.1-cost"),
        ("buy 63", "buy #63 Farah Road for 1", "PP-4.1-cost"),
        ("buy 62", "buy #62 Qanat System for nothing", "PP-4.1-cost"),
        ("buy 64", "buy #64 Opium Fields for 1", "PP-4.1-cost"),
        ("play 10 left", "play #10 Balkh Arsenic Mine on the left", "PP-5.3-place"),
        ("play 10 right", "play #10 Balkh Arsenic Mine on the right", "PP-5.3-place"),
        ("end", "end the turn", "PP-3.1-actions"),
    ]


@pytest.mark.parametrize(
    ("line", "length", "message", "hint"),
    [
        ("battle kabul", 5, '"kabul" is no card', "the card comes first: battle 3: kabul"),
        ("battle army kabul", 10, 'there is no card "army kabul"', "the card comes first: battle 3: army kabul"),
        ("battle pottinger", 9, None, None),
        ("play 41 leftt", 5, '"leftt" is no end of a court', 'did you mean "left"?'),
    ],
)
def test_what_stands_in_the_place_of_a_card_or_an_end_is_told_where_it_belongs(line, length, message, hint):
    found = fault(given("turn_of 0\np0.court [3]\np0.hand [41]\nr.kabul.armies [1, 1, 0]"), line)

    assert found.length == length
    assert message in {None, found.message}
    assert hint in {None, found.hint}
