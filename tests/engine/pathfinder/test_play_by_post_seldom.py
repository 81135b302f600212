"""What posts tell seldom: deaths, closed locations of a list, cards evaded, hands that nobody drew up."""

import json

import pytest

from engine.pathfinder import events as e
from engine.pathfinder.play_by_post import PostError, read_windows
from tests.engine.pathfinder.posted import explored, found_in, over, rolled, state, the_window, told

RUNELORDS = {"set": "Rise of the Runelords"}


def kept(*rows, **common):
    """The events of the last line of a window."""
    return the_window(*rows, **common).entries[-1].events


# Deaths


def ezren(*rows, **more):
    start = (state("A", "B", "C", "D", deck=1), told("turn_started"), told("blessing_advanced"))
    return found_in(*start, *rows, who="Ezren", header=RUNELORDS, **more)


def drawn(*cards):
    return told("hand_reset", drawn=list(cards), discarded=[])


@pytest.mark.rule("PA-DTH-01")
def test_who_cannot_draw_up_to_the_printed_hand_size_is_dead_though_nobody_posted_the_size():
    assert ezren(drawn("X"), told("turn_ended"), state("A", "B", "C", "D", "X", deck=0)) == [
        (4, "PA-DTH-01", "death_missed")
    ]
    assert ezren(drawn("X"), told("turn_ended")) == []
    assert ezren(drawn("X"), told("character_died"), told("turn_ended")) == []


@pytest.mark.rule("PA-DTH-01")
def test_a_death_that_is_posted_is_one_before_the_draw_that_kills_is_posted_or_without_it():
    assert ezren(told("character_died", cause="cannot draw")) == []
    assert ezren(told("character_died"), told("turn_ended")) == []
    (died,) = kept(told("character_died", cause="cannot draw"))
    assert died == e.CharacterDied(who="Lem", cause="cannot draw")


def test_a_death_may_be_told_after_the_block_and_the_end_of_the_turn():
    block = state("A", "B", "C", "D", "X", deck=0)
    for rows in (
        (drawn("X"), told("turn_ended"), block, told("character_died")),
        (drawn("X"), block, told("character_died"), told("turn_ended")),
    ):
        assert ezren(*rows) == []


def test_one_death_that_nobody_mentioned_hides_no_other_finding():
    henchman = (
        told("turn_started", character="Kyra"), told("blessing_advanced", character="Kyra"),
        explored("Wolf", "henchman", location="Dock", character="Kyra"),
        rolled(12, 11, henchman=True, character="Kyra"), over("defeated", "Wolf", henchman=True, character="Kyra"),
        told("hand_reset", character="Kyra"), told("turn_ended", character="Kyra"),
    )  # fmt: skip

    found = ezren(drawn("X"), told("turn_ended"), state("A", "B", "C", "D", "X", deck=0), *henchman)
    assert [rule for _, rule, _ in found] == ["PA-DTH-01", "PA-HEN-01", "PA-CLS-01"]


@pytest.mark.parametrize("ended", [(), ("turn_ended",)])
def test_after_a_death_the_next_turn_is_that_of_whoever_has_it(ended):
    dead = (drawn("X"), told("character_died"), *map(told, ended))
    kyra = (told("turn_started", character="Kyra"), told("blessing_advanced", character="Kyra"))

    assert ezren(*dead, *kyra) == []
    assert ezren(*dead, kyra[1]) == []
    window = the_window(*dead, kyra[1], who="Ezren", header=RUNELORDS)
    assert [type(one).__name__ for one in window.entries[-1].events] == ["TurnStarted", "BlessingAdvanced"]


@pytest.mark.rule("PA-DTH-02")
def test_a_death_whose_cause_takes_cards_from_the_deck_is_one():
    gone = told("character_died", character="Kyra", cause="must draw a card by Augury and cannot")
    block = state("A", deck=0, character="Kyra")

    assert ezren(block, gone) == []
    assert ezren(block, {**gone, "cause": "the deck is empty"})[0][1] == "PA-DTH-02"


@pytest.mark.rule("PA-TRN-12")
def test_a_hand_is_drawn_up_to_the_printed_size_at_least():
    rest = (told("turn_started"), told("blessing_advanced"), drawn("X"))

    found = found_in(state("A", "B", deck=9), *rest, who="Ezren", header=RUNELORDS)
    assert [(at, rule, kind) for at, rule, kind in found] == [(4, "PA-TRN-12", "draws_differ")]
    assert found_in(state("A", "B", deck=9), *rest, who="Ezren", header={"set": "Skull & Shackles"}) == []


@pytest.mark.rule("PA-TRN-01", "PA-TRN-03")
def test_a_turn_without_a_blessing_breaks_the_order_and_the_rule_of_the_blessing():
    found = found_in(told("turn_started"), explored(), rolled(12, 11), over("defeated"))

    assert [(at, rule) for at, rule, _ in found] == [(2, "PA-TRN-01"), (2, "PA-TRN-03")]


@pytest.mark.rule("PA-DTH-02")
def test_a_death_by_an_empty_deck_alone_is_none():
    full = state("A", "B", "C", "D", "E", "F", deck=0)
    began = (told("hand_drawn", hand=list("ABCDEF"), hand_size=6, deck=0, discard=0, buried=0), full)

    found = found_in(*began, told("turn_started"), told("blessing_advanced"), told("character_died"), who="Ezren")
    assert (5, "PA-DTH-02", "breach") in found


def test_the_encounters_of_the_dead_are_over():
    fight = (told("turn_started"), told("blessing_advanced"), explored(), told("character_died"))

    assert found_in(state("A", deck=0), *fight, told("turn_ended")) == []


# Hands that nobody drew up


@pytest.mark.rule("PA-TRN-12")
def test_a_hand_that_is_posted_after_a_turn_without_a_reset_is_drawn_up_as_well():
    began = told("hand_drawn", hand=list("ABCDE"), hand_size=5, deck=10, discard=0, buried=0)
    turn = (told("turn_started"), told("blessing_advanced"))
    lost = told("damage_dealt", amount=2, source="a trap"), told("damage_taken", amount=2, discarded=["A", "B"])
    short = state("C", "D", "E", deck=10, discard=2)

    found = found_in(began, *turn, *lost, told("turn_ended"), short)
    assert {(rule, at) for at, rule, _ in found} == {("PA-TRN-12", 7), ("PA-ZON-01", 7)}
    assert found_in(began, *turn, *lost, short) == []
    nobody_knows = told("hand_drawn", hand=list("ABCDE"), hand_size=5, deck=None, discard=0, buried=0)
    silent = found_in(nobody_knows, *turn, *lost, told("turn_ended"), state("C", "D", "E", deck=None, discard=2))
    assert "PA-TRN-12" not in [rule for _, rule, _ in silent]
    full = state("C", "D", "E", "F", "G", deck=8, discard=2)
    assert found_in(began, *turn, *lost, told("turn_ended"), full) == []


# Locations that are closed before a window begins


CLOSED = told("state_posted", locations={"Mill": "closed", "Farm": "3-10"}, character=None)


def test_a_location_that_a_list_tells_to_be_closed_is_closed():
    started = the_window(CLOSED, told("turn_started")).started

    assert [(one.name, one.status) for one in started.locations] == [("Mill", "closed")]


@pytest.mark.parametrize(
    "before",
    [
        (told("moved", to="Mill"), told("turn_ended")),
        (told("state_posted", where={"Lem": "Mill"}),),
        (told("villain_escaped", n=2, to=["Farm", "Mill"]),),
        (told("close_attempted", outcome="success"), told("location_closed")),
    ],
)
def test_a_location_that_was_spoken_of_before_the_list_may_have_been_open(before):
    assert the_window(*before, CLOSED).started.locations == ()


@pytest.mark.parametrize("text", ["closed temporarily", "closed for now", "closed this turn (temp)", "open", None])
def test_only_what_is_closed_for_good_is_closed_when_a_window_begins(text):
    window = the_window(told("state_posted", locations={"Mill": text}, character=None))

    assert window.started.locations == ()


@pytest.mark.rule("PA-TRN-11", "PA-CLS-08")
def test_what_is_closed_by_a_list_is_not_closed_again_nor_reached_by_a_villain():
    turn = (told("turn_started"), told("blessing_advanced"), told("moved", to="Mill"))
    again = told("close_attempted", location="Mill", permission="location deck empty, close step", outcome="fail")
    found = found_in(CLOSED, *turn, again, location="Mill")
    assert {rule for at, rule, _ in found if at == 5} & {"PA-TRN-11", "PA-CLS-01"}

    villain = (
        explored("Nemo", "villain", location="Farm"), rolled(12, 5, villain=True),
        told("damage_dealt", amount=5), told("damage_taken", amount=5, discarded=5),
        over("undefeated", "Nemo", villain=True),
        told("villain_escaped", n=2, pool="blessings deck", to=["Farm", "Mill"]),
    )  # fmt: skip
    found = found_in(CLOSED, told("turn_started"), told("blessing_advanced"), *villain, location="Farm")
    assert (9, "PA-CLS-08", "breach") in found


# Cards evaded, recharged, and what no line tells


def test_an_evaded_card_can_stand_in_a_line_of_its_own():
    (evaded,) = kept(explored("Ogre"), told("evaded", card="Ogre", by="Sneak"))
    assert evaded == e.Evaded(who="Lem", by="Sneak")
    assert kept(explored("Ogre"), told("evaded", card="Ogre"), over("evaded", "Ogre")) == (e.Evaded(who="Lem"),)
    assert found_in(explored("Ogre"), told("evaded", card="Ogre"), over("evaded", "Ogre")) == []
    unsaid = the_window(explored(None), told("evaded", card="Ogre", character=None))
    assert unsaid.entries[0].events[-1].card == "Ogre"
    assert unsaid.entries[1].events == (e.Evaded(who="Lem"),)
    closing = (told("close_attempted", location="Mill"), rolled(8, 7, 6, None))
    assert found_in(explored("Ogre"), told("evaded", card="Ogre"), *closing) == found_in(
        explored("Ogre"), over("evaded", "Ogre"), *closing
    )
    tried = (explored("Ogre"), rolled(12, 11), told("evaded", card="Ogre"))
    assert [(at, rule) for at, rule, _ in found_in(*tried)] == [(3, "PA-ENC-02")]


@pytest.mark.rule("PA-PLY-07")
def test_a_card_whose_check_to_recharge_failed_does_not_go_under_the_deck():
    def after(result, words="Inflict goes under the deck", **check_):
        spent = told("card_played", card="Inflict", card_type="spell", action="discard")
        attempt = [{"card": "Inflict", "how": "recharge attempt"}]
        check = rolled(12, result, 8, "recharge Inflict", cards_played=attempt, **check_)
        put = told("effect_applied", effect=words, zone={"Inflict": "deck, bottom"})
        return [(at, rule) for at, rule, _ in found_in(explored(), spent, rolled(12, 11), over("defeated"), check, put)]

    assert after(4) == [(6, "PA-PLY-07")]
    assert after(9) == []
    assert after(4, outcome=None) == [(6, "PA-PLY-07")]
    assert after(4, "Sacred Spring: put a discarded spell under the deck") == []
    assert after(4, "put under the deck by Sacred Spring") == []


@pytest.mark.rule("PA-ENC-04")
def test_whom_damage_concerns_may_stand_beside_it():
    hurt = told("damage_dealt", amount=1, source="Minotaur, before acting", affects="each character at this location")
    given = told("card_given", card="Cure", to="Kyra")
    turn = (told("turn_started"), told("blessing_advanced"), given, explored("Minotaur"), hurt)
    late = (told("damage_taken", amount=1, discarded=1), rolled(12, 11), over("defeated", "Minotaur"))

    found = found_in(*turn, *late, location="Tower")
    assert [(at, rule, kind) for at, rule, kind in found] == [(5, "PA-ENC-04", "forgotten_effect_on_others")]
    other = ({**hurt, "character": "Kyra"}, told("damage_taken", amount=1, discarded=1, character="Kyra"))
    assert found_in(*turn, late[0], *other, *late[1:], location="Tower") == []


def test_whoever_is_given_a_card_is_there_and_named_as_he_is():
    window = the_window(told("card_given", card="Cure", outcome="goes to Seelah's hand"), location="Tower")

    assert window.started.players == ("Lem", "Seelah")
    (given,) = window.entries[0].events
    assert given.to == "Seelah"


@pytest.mark.rule("PA-ZON-01")
@pytest.mark.parametrize(
    "words", ["one card from my discard pile", "a card out of my discard pile", "1 card from Lem's discard pile"]
)
def test_a_text_that_takes_from_a_pile_that_is_empty_finds_nothing_wherever_the_card_went(words):
    taken = told("effect_applied", effect=f"{words} goes under my deck", zone=None)

    assert [(at, rule) for at, rule, _ in found_in(state("A", discard=0), taken)] == [(2, "PA-ZON-01")]
    assert found_in(state("A", discard=3), taken) == []


@pytest.mark.parametrize(
    ("zone", "to", "at"),
    [
        ("Leopard to the bottom of the deck (cost of a power)", "deck", "bottom"),
        ("Leopard goes under the deck", "deck", "bottom"),
        ("Leopard into the discard pile", "discard", "top"),
    ],
)
def test_a_card_and_its_zone_may_be_told_in_words(zone, to, at):
    events = kept(state("Leopard", "Cure"), told("power_used", power="Recharge an animal", zone=zone))

    (moved,) = [one for event in events if isinstance(event, e.EffectApplied) for one in event.zones if one.card]
    assert (moved.card, moved.to, moved.at) == ("Leopard", to, at)


@pytest.mark.rule("PA-CHK-12")
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_check_before_or_after_acting_is_rolled_as_well(when):
    unrolled = told(
        "check_resolved",
        purpose=f"{when} acting",
        skill="Perception",
        difficulty=6,
        dice=[],
        total=None,
        outcome="fail",
    )
    fight = (rolled(12, 11),)
    rows = (explored(), unrolled, *fight) if when == "before" else (explored(), *fight, unrolled)

    found = found_in(*rows, over("defeated"))
    assert [(rule, kind) for _, rule, kind in found] == [("PA-CHK-12", "auto_fail_without_roll")]


@pytest.mark.rule("PA-CRD-08")
def test_another_set_may_have_types_of_its_own():
    played = told("card_played", card="Honaire", card_type="cohort", action="reveal")

    assert found_in(explored(), played, header={"set": "Wrath of the Righteous"}) == []
    assert [rule for _, rule, _ in found_in(explored(), played, header=RUNELORDS)] == ["PA-CRD-08"]


def test_what_was_left_open_is_told_where_play_went_on_and_not_at_each_exploration():
    turn = (told("turn_started"), told("blessing_advanced"))
    met = told("encounter_started", card="Shark", card_type="monster", summoned=True, character="Kyra")
    again = told("explored", source="card", paid_by={"card": "Bear", "type": "ally", "how": "discard"}, card="Rope",
                 card_type="item")  # fmt: skip
    done = (rolled(12, 11, purpose="acquire"), over("acquired", "Rope"))

    found = found_in(*turn, told("moved", to="Dock"), met, again, *done, again, *done, location="Dock")
    assert {at for at, _, _ in found} == {5}
    assert "PA-ENC-05" in [rule for _, rule, _ in found] or "PA-ENC-11" in [rule for _, rule, _ in found]


@pytest.mark.rule("PA-SUM-01", "PA-ENC-11")
def test_what_a_correction_speaks_of_is_looked_for_where_the_first_posting_is_not_on_record():
    wrong = told(
        "correction", what_was_wrong="I passed over the rift: whoever begins here summons a Dretch", how="done again"
    )
    again = (told("turn_started"), told("blessing_advanced"), told("encounter_started", card="Dretch", summoned=True))

    found = [(at, rule) for at, rule, _ in found_in(wrong, *again, rolled(12, 11), over("defeated", "Dretch"))]
    assert {(1, "PA-SUM-01"), (1, "PA-ENC-11")} <= set(found)


def test_damage_is_dealt_to_whom_it_names():
    window = the_window(told("damage_dealt", amount=2, source="a trap", to="Kyra"))

    (dealt,) = window.entries[0].events
    assert (dealt.who, "Kyra" in window.started.players) == ("Kyra", True)
    assert kept(told("damage_dealt", amount=2, source="a trap", to="the floor"))[0].who == "Lem"


@pytest.mark.rule("PA-ZON-01")
def test_names_beside_cards_that_nobody_named_are_compared_in_a_post_as_well():
    known = state("Cure", "Bear", "Dog")

    (posted,) = kept(state("Cure", None, None))
    assert (posted.hand, posted.hand_unknown, posted.hand_count) == (("Cure",), 2, 3)
    assert found_in(known, state("Cure", None, None)) == []
    assert [(at, rule) for at, rule, _ in found_in(known, state("Sword", None, None))] == [(2, "PA-ZON-01")]


def test_a_line_that_tells_something_unknown_is_words_and_remarked_on():
    window = the_window(explored(), told("dragon_awakened", dragon="red", text="It roars."), over("defeated"))

    entry = window.entries[1]
    assert (entry.events, entry.reason, entry.unread) == ((), "words only", ())
    assert entry.line.text == "It roars."
    assert entry.odd == ('"dragon_awakened" is nothing that a line can tell: nothing was made of it',)
    for name in ("scenario_started", "check_started", "dice_rolled"):
        entry = the_window(told(name)).entries[0]
        assert (entry.events, entry.reason, entry.odd) == ((), "words only", ())


@pytest.mark.parametrize(
    ("what", "strict"), [("turn_stated", False), ("cards_played", False), ("dragon_awakened", True)]
)
def test_a_slip_of_the_pen_is_refused(what, strict):
    rows = [{"kind": "header", "sources": {}}, {"seq": 1, "window": "W", "what": what}]

    with pytest.raises(PostError, match="nothing that a line can tell"):
        read_windows([json.dumps(row).encode() for row in rows], strict=strict)
