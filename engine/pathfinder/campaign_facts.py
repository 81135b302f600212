"""A campaign told as rows, for questions across campaigns: who is in it, what they took, what was won.

Scenarios tell of themselves (`fact_rows.py`); here is what only the stream of the campaign knows. Every row belongs to
one campaign: its `stream` joins it to the shared table `campaign`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.facts import CampaignFact, FactContext, campaign_facts
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign_state import Member, State, member
from engine.pathfinder.fact_rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import msgspec

    from engine.replay import Step


class PathfinderMember(Row, frozen=True, kw_only=True, gc=False):
    """A character of a campaign as it stands now.

    `status` is "ready", "playing", "dead" or "retired". `cards` is the size of its deck, the feats count the boxes
    ticked, `scenarios` those that it played to their end, `waiting` the rewards that it has still to take.
    """

    character: str
    player: str
    status: str
    role: str
    scenarios: int
    cards: int
    skill_feats: int
    power_feats: int
    card_feats: int
    waiting: int
    successor_of: str


class PathfinderFeat(Row, frozen=True, kw_only=True, gc=False):
    """A feat that a character took: `feat` is "skill", "power" or "card", `what` the skill, the power or the type."""

    version: int
    character: str
    player: str
    feat: str
    what: str
    box: int | None
    card: str


class PathfinderReward(Row, frozen=True, kw_only=True, gc=False):
    """A reward that was handed out; `reward` is the card or what it is in words, `source` the scenario or adventure."""

    version: int
    character: str
    player: str
    reward: str
    source: str


class PathfinderCampaignScenario(Row, frozen=True, kw_only=True, gc=False):
    """A scenario of a campaign in the order in which they were begun; `order` counts from 1.

    `outcome` is "won", "lost", "abandoned", or empty while it is played. `game` is the stream of its log, empty where
    there is none. `dead` are the characters that died in it for good.
    """

    order: int
    scenario: str
    adventure: int | None
    party: str
    outcome: str
    dead: str
    game: str


FACT_TYPES: tuple[type[msgspec.Struct], ...] = (
    CampaignFact, PathfinderMember, PathfinderFeat, PathfinderReward, PathfinderCampaignScenario,
)  # fmt: skip


def facts(context: FactContext, steps: Iterable[Step]) -> Iterator[msgspec.Struct]:
    """The rows of one campaign; `steps` are those of its line, played from the start."""
    played = tuple(steps)
    yield from campaign_facts(context)
    for step in played:
        yield from _taken(step)
    if played:
        last: State = played[-1].after
        yield from (_member(one) for one in last.members)
        yield from _scenarios(last)


def _taken(step: Step) -> Iterator[msgspec.Struct]:
    event, state = step.entry.event, step.after
    if isinstance(event, c.FeatTaken):
        yield PathfinderFeat(
            version=step.entry.version, character=event.who, player=_player(state, event.who), feat=event.feat,
            what=event.what, box=event.box, card=event.card,
        )  # fmt: skip
    elif isinstance(event, c.RewardReceived):
        yield PathfinderReward(
            version=step.entry.version, character=event.who, player=_player(state, event.who),
            reward=event.card or (f"{event.feat} feat" if event.feat else event.text), source=event.source,
        )  # fmt: skip


def _player(state: State, who: str) -> str:
    found = member(state, who)
    return found.player if found is not None else ""


def _member(one: Member) -> PathfinderMember:
    return PathfinderMember(
        character=one.name,
        player=one.player,
        status=one.status,
        role=one.role,
        scenarios=one.scenarios,
        cards=len(one.deck),
        skill_feats=_ticked(one.skills),
        power_feats=len(one.powers),
        card_feats=_ticked(one.cards),
        waiting=len(one.owed),
        successor_of=one.successor_of,
    )


def _ticked(boxes: Sequence[tuple[str, int]]) -> int:
    return sum(number for _, number in boxes)


def _scenarios(state: State) -> Iterator[msgspec.Struct]:
    for number, one in enumerate(state.played, start=1):
        yield PathfinderCampaignScenario(
            order=number,
            scenario=one.scenario,
            adventure=one.adventure,
            party=", ".join(one.characters),
            outcome=one.outcome,
            dead=", ".join(one.dead),
            game=one.game,
        )
