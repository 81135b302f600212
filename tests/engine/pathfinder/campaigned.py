"""A campaign as it is filed: its line, played from the start, and its rows."""

from engine.campaign import CampaignStarted
from engine.facts import FactContext
from engine.line import Entry, fold
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign import CAMPAIGN
from engine.replay import play
from tests.engine.pathfinder.campaigning import first_deck, granted, lost, won

#: Kyra of Ann and Valeros of Bob win, lose and win; Kyra takes two feats, Valeros dies in the third.
ACTS = (
    c.CharacterCreated(player="Ann", who="Kyra", cards=first_deck("Kyra")),
    c.CharacterCreated(player="Bob", who="Valeros", cards=first_deck("Valeros")),
    c.ScenarioBegun(scenario="Attack on Sandpoint", adventure=1, characters=("Kyra", "Valeros")),
    won("Attack on Sandpoint"),
    c.FeatTaken(who="Kyra", feat="skill", what="Wisdom"),
    c.ScenarioBegun(scenario="Local Heroes", adventure=1, characters=("Kyra", "Valeros")),
    lost("Local Heroes"),
    c.ScenarioBegun(scenario="Local Heroes", adventure=1, characters=("Kyra", "Valeros")),
    won("Local Heroes", dead=("Valeros",)),
    granted("Kyra", "card"),
    c.FeatTaken(who="Kyra", feat="card", what="spell", card="Sanctuary"),
)


def steps_of(*acts):
    """The steps of a campaign's line, each act judged."""
    started = CampaignStarted(title="pathfinder", name="reef", preset="official")
    entries = [Entry(version=number, action=number, event=event) for number, event in enumerate((started, *acts), 1)]
    replayed = play(CAMPAIGN, fold(entries))
    assert replayed.failure is None, replayed.failure
    return replayed.steps


def rows_of(name="reef", acts=ACTS, **filed):
    """The rows of a campaign."""
    known = {"name": name, "title": "pathfinder", "players": (), "preset": "official", "recorded_at": 1, "events": 9}
    return list(CAMPAIGN.facts(FactContext(**{**known, **filed}), steps_of(*acts)))
