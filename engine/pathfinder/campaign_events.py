"""The events of a campaign of the Pathfinder Adventure Card Game: what happens to characters between scenarios.

They stand in the stream of the campaign. What a scenario brings, its own log states; here are its beginning and what
came of it, appended together with the events of the scenario that they follow from.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.campaign import CampaignStarted
from engine.events import Event
from engine.pathfinder.events import Fact

Feat = Literal["skill", "power", "card"]


class Act(Event, frozen=True, kw_only=True):
    """Base of what is done in a campaign."""


class Handed(Fact, frozen=True, kw_only=True):
    """One card that goes from a character to another."""

    giver: str
    card: str
    to: str


class Deck(Fact, frozen=True, kw_only=True):
    """The deck of a character."""

    who: str
    cards: tuple[str, ...]


class Joined(Fact, frozen=True, kw_only=True):
    """A character that joined within a scenario, in the place of a dead one (PA-DTH-06)."""

    player: str
    who: str
    successor_of: str = ""


class CharacterCreated(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_character_created"):
    """A player began with a character and its first deck (PA-SET-02), perhaps in the place of a dead one (PA-DTH-06).

    `who` is the name of the character card. `successor_of` names the dead character.
    """

    player: str
    who: str
    cards: tuple[str, ...]
    successor_of: str = ""


class DeckChanged(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_deck_changed"):
    """Between two scenarios cards of a deck went to the box, and others came, from a reward or from the box."""

    who: str
    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()


class CardsTraded(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_cards_traded"):
    """Before a scenario players traded cards (PA-SET-03); all that is handed over goes at once."""

    handed: tuple[Handed, ...]


class FeatTaken(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_feat_taken"):
    """A feat was ticked (PA-CHR-03, PA-CHR-04).

    `what` is the skill, the type of card, or the power in words. `box` is the number of the box in its line, from 1.
    `card` is the card with which a card feat fills the deck up.
    """

    who: str
    feat: Feat
    what: str
    box: int | None = None
    card: str = ""


class RoleChosen(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_role_chosen"):
    """A character took one side of its role card (PA-CHR-06)."""

    who: str
    role: str


class RewardReceived(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_reward_received"):
    """A reward was handed out: a card, or a feat to be taken, or what else a story card gives.

    `source` is the scenario or adventure. Without a card and a feat, `text` is what it is.
    """

    who: str
    card: str = ""
    feat: Feat | None = None
    text: str = ""
    source: str = ""


class AdventureCompleted(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_adventure_completed"):
    """An adventure, or with `path` a whole adventure path, was done, its reward as stated (PA-END-07).

    `number` counts the adventures of a path, or the paths, from 1; the base set's own adventure has the number 0.
    """

    name: str
    number: int
    reward: str = ""
    path: bool = False


class CharacterLost(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_character_died"):
    """A character died for good (PA-DTH-03), told by hand."""

    who: str
    cause: str = ""


class CharacterRetired(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_character_retired"):
    """A player changed to another character; what is in the deck of the old one was recorded (PA-END-08)."""

    who: str
    cards: tuple[str, ...]


class CharacterReturned(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_character_returned"):
    """A retired character came back with the deck that was recorded (PA-END-08)."""

    who: str
    player: str = ""


class BoxChanged(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_box_changed"):
    """Cards were removed from the game, or taken back into the box."""

    removed: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    reason: str = ""


class PointRuled(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_point_ruled"):
    """The table decided on a point of the rules that concerns the campaign; it holds from now on."""

    point: str
    choice: str
    by: str = ""


class ScenarioBegun(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_scenario_begun"):
    """A scenario began with characters of the campaign. `game` is the stream of its log, empty where there is none."""

    game: str = ""
    name: str = ""
    scenario: str = ""
    adventure: int | None = None
    characters: tuple[str, ...] = ()


class ScenarioFinished(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_scenario_finished"):
    """A scenario was over and everybody had a rebuilt deck or was dead.

    `joined` are successors that began within the scenario, `banished` the cards that went back to the box, `acquired`
    those that were won, as far as the log names them. `favored` are the favored types that were chosen, by character,
    where a card leaves them open. `reward` is what its log states.
    """

    game: str = ""
    scenario: str = ""
    outcome: Literal["won", "lost"]
    decks: tuple[Deck, ...] = ()
    joined: tuple[Joined, ...] = ()
    favored: tuple[tuple[str, str], ...] = ()
    dead: tuple[str, ...] = ()
    banished: tuple[str, ...] = ()
    acquired: tuple[str, ...] = ()
    reward: str = ""


class ScenarioAbandoned(Act, frozen=True, kw_only=True, tag="pathfinder.campaign_scenario_abandoned"):
    """A scenario came to no end: its characters are as they were before it."""

    game: str = ""


CampaignEvent = (
    CampaignStarted | CharacterCreated | DeckChanged | CardsTraded | FeatTaken | RoleChosen | RewardReceived
    | AdventureCompleted | CharacterLost | CharacterRetired | CharacterReturned | BoxChanged | PointRuled
    | ScenarioBegun | ScenarioFinished | ScenarioAbandoned
)  # fmt: skip

decoder = msgspec.json.Decoder(CampaignEvent)
