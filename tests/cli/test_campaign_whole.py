"""A campaign from the first character to the last reward: simulated, exported, imported, and replayed to the same."""

from operator import methodcaller

import pytest

from cli.session import Session
from engine.pathfinder.cards import ADVENTURES, SCENARIOS


def streams_of(path):
    """Every stream of a log with its stored events."""
    session = Session(path)
    heads = session.reading(methodcaller("heads"))
    return {head.stream: session.reading(methodcaller("read", head.stream)) for head in heads}


def whole(log, seed, *, players, preset="official"):
    """A simulated campaign that is exported, taken into a fresh log, and compared in every event and every answer."""
    name = f"simulated-{seed}"
    told = log.done("simulate", "pathfinder", "--campaign", "--players", str(players), "--seed", seed, "--rules",
                    preset, "--json").json  # fmt: skip
    won = [one["scenario"] for one in told["scenarios"] if one["outcome"] == "won"]
    assert won == list(SCENARIOS)
    assert told["completed"] == list(ADVENTURES)

    log.done("export", "--all", "-o", "all/")
    other = log.other("other.duckdb")
    log.done("import", "all/", *other)
    here, there = streams_of(log.db), streams_of(log.folder / "other.duckdb")
    assert here == there
    assert len(here) == len(told["scenarios"]) + 1
    assert all(event.state_hash for stored in here.values() for event in stored)
    verified = log.done("verify", "--replay", "--json", *other).json
    assert (verified["faults"], verified["divergences"], verified["not_comparable"]) == ([], [], 0)
    assert verified["judged"] == verified["events"] == sum(len(stored) for stored in here.values())

    assert log.done("campaign", name, *other).out == log.done("campaign", name).out
    for one in told["characters"]:
        shown = log.done("character", one["name"], "--json").json
        assert log.done("character", one["name"], "--json", *other).json == shown
        text = log.done("character", one["name"]).out
        assert log.done("character", one["name"], *other).out == text
    return told, here


def test_a_campaign_of_all_scenarios_comes_to_its_last_reward_and_travels(log):
    told, streams = whole(log, "1", players=1)

    feats = [line for line in log.done("campaign", "log", "simulated-1", "--json").json if "feat" in line["told"][0]]
    assert feats
    last = [one for one in told["characters"] if one["status"] == "ready"]
    assert last
    assert all(one["skill_feats"] + one["power_feats"] + one["card_feats"] for one in last)
    assert told["to_take"] == []
    assert all(b'"simulated":true' in stored[0].payload for stored in streams.values())


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", ["official", "seed"])
@pytest.mark.parametrize("players", [2, 3])
def test_campaigns_of_several_players_come_to_their_last_reward_and_travel(log, players, preset):
    whole(log, f"{preset}-{players}", players=players, preset=preset)


def test_the_same_seed_is_the_same_campaign(log):
    """Acts between scenarios and the start of the first one follow from the seed alone."""
    import random

    from cli.session_campaign import begin
    from cli.simulating_campaign import _between, _scenario
    from engine.campaign import campaign_of
    from engine.game import Beginning

    found = []
    for number in (1, 2):
        session = Session(log.folder / f"{number}.duckdb", recorder="simulate")
        campaigns = campaign_of("pathfinder")
        said = Beginning(name="c", players=(), preset="official", simulated=True)
        chance = random.Random("same")
        loaded = _between(
            session, begin(session, campaigns.starting_event(said), campaigns).loaded, 1, chance.randrange
        )
        after = _scenario(session, loaded, "Brigandoom!", "c-1", chance.randrange)
        found.append([event.payload for event in after.stored[:2]])
        hashes = [event.state_hash for stored in streams_of(session.path).values() for event in stored]
        found[-1] += hashes[:2]

    assert found[0] == found[1]
