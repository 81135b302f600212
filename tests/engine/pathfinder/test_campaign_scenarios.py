"""Scenarios in a campaign: begun, finished, their rewards, adventures that are completed, the box, and what is typed."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.pathfinder import campaign_events as c
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.campaign import CAMPAIGN
from engine.pathfinder.campaign_notation import FORMS
from engine.pathfinder.campaign_state import member
from tests.engine.pathfinder.campaigning import BURNT, PERILS, fault, feat, first_deck, granted, lost, party, read, won
from tests.engine.pathfinder.given import started, who

STATE = party().now
BEGIN = c.ScenarioBegun(game="game/1", name="tuesday", scenario="Brigandoom!", characters=("Kyra", "Valeros"))


def end(outcome="won", **more):
    return c.ScenarioFinished(game="game/1", scenario="Brigandoom!", outcome=outcome, **more)


def test_who_is_in_a_scenario_does_nothing_else_until_it_is_over():
    record = party().when(BEGIN).has("Kyra", status="playing", game="game/1").has("Lem", status="ready")
    record.refuses(c.ScenarioBegun(game="game/2", scenario="Local Heroes", characters=("Kyra",)), "PA-SET-02")
    record.refuses(BEGIN, "PA-SET-04")

    record.when(end()).has("Kyra", status="ready", game="", scenarios=1).has("Lem", scenarios=0)


def test_a_scenario_gives_back_decks_and_deaths():
    record = party()
    deck = [*record.deck("Kyra"), "Longspear"]
    deck.remove("Dagger")
    record = record.when(
        BEGIN, end(decks=(c.Deck(who="Kyra", cards=tuple(deck)),), dead=("Valeros",), banished=("Bandit",))
    )

    record.clean().has("Kyra", deck=sorted(deck)).has("Valeros", status="dead", deck=())
    assert record.now.banished == ("Bandit",)
    assert record.now.played[0].dead == ("Valeros",)


def test_a_deck_that_does_not_fit_is_recorded_as_played_and_flagged():
    record = party().when(BEGIN)
    short = record.deck("Kyra")[1:]

    record.when(end(decks=(c.Deck(who="Kyra", cards=short),))).flagged("PA-END-05", "cards_list")


def test_only_a_scenario_that_goes_on_ends_and_only_for_those_in_it():
    record = party().refuses(end(), "PA-END-03")

    record.when(BEGIN).refuses(end(dead=("Lem",)), "PA-END-03", "Lem")
    record.when(BEGIN, end()).refuses(end(), "PA-END-03")


def test_an_abandoned_scenario_leaves_everybody_as_before():
    record = party()
    back = record.when(BEGIN, c.ScenarioAbandoned(game="game/1"))

    back.has("Kyra", status="ready", scenarios=0, deck=record.deck("Kyra"))
    assert back.now.played[0].outcome == "abandoned"
    record.refuses(c.ScenarioAbandoned(game="game/1"), "PA-SET-04")


def test_a_successor_who_joined_within_the_scenario_is_in_the_campaign_afterwards():
    deck = party("Merisiel").deck("Merisiel")
    joined = end(
        decks=(c.Deck(who="Merisiel", cards=deck),), dead=("Kyra",),
        joined=(c.Joined(player="seat 1", who="Merisiel", successor_of="Kyra"),),
    )  # fmt: skip
    record = party().when(BEGIN, joined)

    record.clean().has("Merisiel", player="Ann", deck=deck, status="ready", successor_of="Kyra")


def test_the_card_of_a_dead_character_begins_anew_and_a_living_one_stays_as_it_is():
    def joins(name):
        return end(dead=("Kyra",), joined=(c.Joined(player="seat", who=name, successor_of="Kyra"),),
                   decks=(c.Deck(who=name, cards=first_deck(name)),))  # fmt: skip

    record = party().when(granted("Lem", "skill"), feat("Lem", "skill", "Wisdom"))
    dead = record.when(c.CharacterLost(who="Lem"), BEGIN, joins("Lem")).clean()
    dead.has("Lem", player="Ann", status="ready", skills=(), deck=sorted(first_deck("Lem")))

    before = record.deck("Lem")
    record.when(BEGIN, joins("Lem")).flagged("PA-DTH-06", "joined_again").has("Lem", player="Cai", deck=before)


# Rewards


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("Brigandoom!", "Draw an Item"),
        ("Black Fang's Dungeon", "Draw a Boon"),
        ("Attack on Sandpoint", "Gain a Skill Feat"),
        ("Trouble in Sandpoint", "Gain a Power Feat"),
    ],
)
def test_whoever_played_and_lives_is_owed_the_reward_that_the_card_prints(scenario, text):
    party().when(won(scenario)).brings("PA-END-02", "reward").owes("Kyra", text).owes("Lem", text)
    party().when(lost(scenario)).owes("Kyra")


def test_a_drawn_card_is_of_the_type_that_the_reward_names():
    record = party().when(won("Brigandoom!"))
    record.when("reward Kyra: Potion of Healing").clean().owes("Kyra").has("Kyra", kept=["Potion of Healing"])

    wrong = record.when("reward Kyra: Longsword").flagged("PA-END-02", "reward_differs")
    wrong.owes("Kyra", "Draw an Item")


def test_loot_goes_to_one_of_the_party():
    record = party().when(won("Thistletop Delve")).brings("PA-END-02", "party_reward").owes("Kyra")
    record = record.when("reward Lem: Sihedron Medallion").clean().has("Lem", kept=["Sihedron Medallion"])

    assert record.now.party == ()
    record.when("reward Kyra: Sihedron Medallion").flagged("PA-END-02", "reward_differs")


def test_a_reward_of_known_facts_is_never_stated_by_hand():
    record = party()
    record.refuses(granted("Kyra", "skill", "Brigandoom!"), "PA-END-02", "Draw an Item")

    record.allows(granted("Kyra", "skill", "a later scenario"))


def test_another_reward_than_the_printed_one_is_flagged_and_the_printed_one_owed():
    record = party().when(won("Brigandoom!", reward="Gain a Skill Feat")).flagged("PA-CRD-01", "reward_differs")

    record.owes("Kyra", "Draw an Item")


def test_a_scenario_without_facts_gives_what_its_log_states():
    party().when(won("The Hook", reward="Gain a Card Feat")).clean().owes("Kyra", "Gain a Card Feat")
    party().when(won("The Hook", reward="a boat")).owes("Kyra", "a boat").when("reward Kyra text a boat from The Hook")


def test_cards_of_rewards_that_are_in_no_deck_are_not_kept():
    record = party().when(won("Brigandoom!"), "reward Kyra: Potion of Healing")

    record.when(BEGIN).has("Kyra", kept=())


@pytest.mark.rule("PA-END-07")
def test_the_reward_of_an_adventure_comes_when_all_of_its_scenarios_are_won():
    record = party().when(*[won(name) for name in PERILS[:2]])
    feats = [one.text for one in record.now.members[0].owed if one.kind == "feat"]
    assert feats == []

    record = record.when(lost(PERILS[2]))
    assert record.now.completed == ()
    record = record.when(won(PERILS[2])).brings("PA-END-07", "adventure_completed")
    assert record.now.completed == ("Perils of the Lost Coast",)
    record.allows(feat("Kyra", "skill", "Wisdom"))
    # Won again, it gives the reward of the adventure no second time.
    again = record.when(won(PERILS[0]))
    assert [one.source for one in again.now.members[0].owed if one.kind == "feat"] == ["Perils of the Lost Coast"]


@pytest.mark.rule("PA-END-07")
def test_an_adventure_of_known_scenarios_is_completed_by_winning_them():
    told = c.AdventureCompleted(name="Burnt Offerings", number=1)
    party().refuses(told, "PA-END-07", "Thistletop Delve")

    party().when(*[won(name) for name in BURNT]).refuses(told, "PA-END-07", "already")
    party().allows(c.AdventureCompleted(name="The Skinsaw Murders", number=2, reward="power feat"))


def test_an_adventure_without_facts_gives_the_reward_that_is_stated():
    record = party().when("completed adventure 2 The Skinsaw Murders: power feat")

    record.owes("Kyra", "power feat").allows(feat("Kyra", "power", "hand size"))


# The box


def test_cards_leave_the_game_and_come_back():
    record = party().when("remove Mace, Glaive", "restore Glaive")

    assert record.now.removed == ("Mace",)
    record.refuses(c.BoxChanged(returned=("Glaive",)), "PA-ZON-04")


# What is typed


LINES = [
    "trade Kyra Dagger to Lem, Lem Longsword to Kyra",
    "deck Kyra: -Dagger, +Longsword",
    "reward Kyra: Potion of Healing",
    "reward Kyra skill feat from The Hook",
    "won Brigandoom!",
    "lost Brigandoom!",
    'won "Black Fang\'s Dungeon"',
    "won The Hook: Gain a Card Feat",
    "completed adventure 2 The Skinsaw Murders: power feat",
    "completed path 1 Rise of the Runelords",
    "died Kyra: a trap",
    "remove Mace x2",
    "rule role_card_from adventure_3 by Ann",
]


@pytest.mark.parametrize("line", LINES)
def test_a_typed_line_is_written_so_that_it_reads_back_the_same(line):
    state = party().now
    event = read(state, line)

    assert read(state, CAMPAIGN.write_action(state, [event])) == event


def test_creating_and_retiring_and_feats_read_back_the_same():
    state = party().when(granted("Kyra", "card"), granted("Kyra", "skill"), c.CharacterLost(who="Lem")).now
    deck = ", ".join(party("Merisiel").deck("Merisiel"))
    for line in (
        f"successor Cai Merisiel: {deck}", f"create Dan Merisiel: {deck}", "retire Kyra",
        "feat Kyra card ally: Guard", "feat Kyra skill Wisdom 1",
    ):  # fmt: skip
        event = read(state, line)
        assert read(state, CAMPAIGN.write_action(state, [event])) == event
    assert read(state, f"successor Cai Merisiel: {deck}").successor_of == "Lem"


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("fly Kyra", "malformed", "nothing done in a campaign"),
        ("feat Kira skill Wisdom", "malformed", "there is no character"),
        ("feat Kyra skill Wisdom", "illegal", "granted no skill feat"),
        ("deck Kyra: +Longswrod", "malformed", "there is no card"),
        ("won Brigadoom", "malformed", "there is no scenario"),
        ("create Ann: Mace", "incomplete", "player and character"),
        ("create Ann Kyra", "incomplete", "the deck"),
        ("role Kyra Bard", "malformed", "no role of Kyra"),
        ("abandon tuesday", "malformed", "no scenario goes on"),
        ("completed adventure 0 Perils of the Lost Cost: skill feat", "malformed", "there is no adventure"),
        ("completed adventure Hook", "incomplete", "number"),
        ("rule role_card_from soon", "malformed", "no reading"),
        ("deck Kyra: Mace x99", "malformed", "x20"),
    ],
)
def test_a_line_that_is_not_taken_says_why(line, kind, words):
    found = fault(party().now, line)

    assert found.kind == kind, found
    assert words in found.message
    assert found.hint or found.rule


def test_all_that_is_wrong_with_a_first_deck_is_told_at_once():
    found = fault(party().now, "create Zoe Merisiel: Bastard Sword, Mace")

    assert found.rule == "PA-CHR-02"
    assert 'has 0 of "armor"' in found.message
    assert '"Bastard Sword" has not the trait Basic' in found.message
    assert "gamelog cards --type ally --basic" in found.hint


def test_every_form_that_is_told_can_be_read():
    verbs = {line.split()[0] for line in FORMS.splitlines()}
    state = party().now

    for verb in sorted(verbs):
        found = CAMPAIGN.read_line(state, verb).fault
        assert found is None or "nothing done" not in found.message, verb


def test_what_was_granted_is_offered_as_lines():
    record = party().when(won("Attack on Sandpoint"), won("Thistletop Delve"))
    lines = [line for line, _, _ in CAMPAIGN.option_texts(record.now)]

    assert "feat Kyra skill SKILL" in lines
    assert "reward WHO: Sihedron Medallion" in lines


@pytest.mark.parametrize(("change", "line"), [((), None), (("Mace",), "deck Kyra: -CARD"), (None, "deck Kyra: +CARD")])
def test_a_deck_that_does_not_fit_is_to_be_changed_by_what_it_has_too_much_or_too_little_of(change, line):
    state = party().now
    kyra = member(state, "Kyra")
    deck = kyra.deck[1:] if change is None else (*kyra.deck, *change)
    others = tuple(one for one in state.members if one.name != "Kyra")
    state = msgspec.structs.replace(state, members=(msgspec.structs.replace(kyra, deck=deck), *others))

    assert [one for one, _, _ in CAMPAIGN.option_texts(state) if one.startswith("deck Kyra")] == (
        [line] if line else []
    )


def test_a_point_that_is_left_open_is_ruled_on_and_settled():
    role = c.RoleChosen(who="Kyra", role="Healer")
    record = party(role_card_from="ask").when(c.AdventureCompleted(name="third", number=3))
    record.refuses(role, "PA-CHR-06", "ruling")

    record.when("rule role_card_from adventure_3").allows(role)
    record.refuses(c.PointRuled(point="role_card_from", choice="ask"), "PA-SET-12")
    record.refuses(c.PointRuled(point="tea", choice="now"), "PA-SET-12")


@settings(max_examples=300, deadline=None)
@given(text=st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from([*FORMS.split(), "Kyra", "Lem", ":", ",", "to", "for", "x2", "+Mace", "-Cure", '"', "Bo"]),
             max_size=12).map(" ".join),
))  # fmt: skip
def test_no_text_brings_the_reading_of_a_line_down(text):
    reading = CAMPAIGN.read_line(STATE, text)

    assert reading.fault is None or reading.fault.message
    for event in reading.events:
        CAMPAIGN.evolve(STATE, event)


# The position, and words


def test_the_position_holds_everything_that_rules_depend_on():
    """Two states with different futures have different hashes, and equal ones the same."""
    record = party()
    tracker = CAMPAIGN.tracker()
    hashes = [tracker.step(record.now)]
    for act in ("won Brigandoom!", "reward Kyra: Potion of Healing", "trade Kyra Dagger to Lem for Longsword",
                "died Valeros", "remove Mace"):  # fmt: skip
        record = record.when(act)
        hashes.append(tracker.step(record.now))

    assert len(set(hashes)) == len(hashes)
    assert tracker.step(record.now) == CAMPAIGN.tracker().step(record.now) == hashes[-1]


def test_every_kind_of_event_is_told_and_stored_and_read_again():
    kinds = {
        c.CharacterCreated(player="A", who="Kyra", cards=("Mace",)), c.DeckChanged(who="Kyra", into=("Mace",)),
        c.CardsTraded(handed=(c.Handed(giver="Kyra", card="Mace", to="Lem"),)), feat("Kyra", "skill", "Wisdom"),
        c.RoleChosen(who="Kyra", role="Healer"), granted("Kyra", "skill"),
        c.AdventureCompleted(name="x", number=2), c.CharacterLost(who="Kyra"),
        c.CharacterRetired(who="Kyra", cards=("Mace",)), c.CharacterReturned(who="Kyra"),
        c.BoxChanged(removed=("Mace",)),
        c.PointRuled(point="role_card_from", choice="adventure_3"), BEGIN, end(), c.ScenarioAbandoned(game="game/1"),
    }  # fmt: skip
    state = party().when(BEGIN).now

    assert {type(one) for one in kinds} == set(c.CampaignEvent.__args__) - {c.CampaignStarted}
    for one in kinds:
        assert CAMPAIGN.decode(msgspec.json.encode(one)) == one
        assert CAMPAIGN.describe(state, one) != one.kind()


def test_what_a_correction_made_void_brings_a_campaign_nothing():
    begun = started(who("A"), mode="record", origin="campaign/1#2")
    state, played = reducer.start(begun), [begun]
    happened = (
        e.Explored(who="A", card="Bandit", type="monster"),
        e.EncounterResolved(outcome="defeated", card="Bandit"),
        e.Correction(reason="it was the other deck", void=(2, 3)),
        e.Explored(who="A", card="Wolf", type="monster"),
        e.EncounterResolved(outcome="defeated", card="Wolf"),
        e.ScenarioEnded(outcome="lost"),
        e.DeckRebuilt(who="A", cards=("Mace",)),
    )
    for event in happened:
        state, _ = reducer.evolve(state, event)
        played.append(event)

    given = CAMPAIGN.given_back(begun, state, played, "game/1")

    assert given.banished == ("Wolf",)
