"""A campaign of the Pathfinder Adventure Card Game as one object, in the shape that every game has.

The table below reads like a table of contents: for each event what judges it and what carries it out, in the module
of its rulebook area. What breaks order or permission is refused; two stated facts that contradict each other are
recorded and flagged, as at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from engine.campaign import CampaignStarted
from engine.game import Beginning, BeginningError, Defaults
from engine.options import changed_options
from engine.pathfinder import campaign_characters as characters
from engine.pathfinder import campaign_events as c
from engine.pathfinder import campaign_scenarios as scenarios
from engine.pathfinder.campaign_state import Draft, Member, State, member, parts, running
from engine.pathfinder.cards import BOONS, CHARACTERS, YOUR_CHOICE
from engine.pathfinder.events import EncounterResolved, PathfinderStarted, ScenarioEnded, ZoneChange
from engine.pathfinder.options import PRESETS
from engine.pathfinder.reducer import history
from engine.pathfinder.state import State as GameState
from engine.pathfinder.verdicts import Wrong, impossible
from engine.pathfinder.zones import Pile
from engine.position import Tracker, position_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.events import Event, GameStarted
    from engine.game import Reading
    from engine.judging import Effect, Option, Prompt, Violation

#: Told when rules change what a recorded event leads to; stored with every event.
REDUCER = "pathfinder-campaign-1"


class Rules(NamedTuple):
    """What judges an event and what carries it out."""

    judge: Callable[..., Wrong]
    apply: Callable[..., None]


EVENTS: dict[type[Event], Rules] = {
    c.CharacterCreated: Rules(characters.judge_created, characters.apply_created),
    c.DeckChanged: Rules(characters.judge_deck, characters.apply_deck),
    c.CardsTraded: Rules(characters.judge_traded, characters.apply_traded),
    c.FeatTaken: Rules(characters.judge_feat, characters.apply_feat),
    c.RoleChosen: Rules(characters.judge_role, characters.apply_role),
    c.RewardReceived: Rules(scenarios.judge_reward, scenarios.apply_reward),
    c.AdventureCompleted: Rules(scenarios.judge_completed, scenarios.apply_completed),
    c.CharacterLost: Rules(characters.judge_lost, characters.apply_lost),
    c.CharacterRetired: Rules(characters.judge_retired, characters.apply_retired),
    c.CharacterReturned: Rules(characters.judge_returned, characters.apply_returned),
    c.BoxChanged: Rules(scenarios.judge_box, scenarios.apply_box),
    c.PointRuled: Rules(scenarios.judge_ruled, scenarios.apply_ruled),
    c.ScenarioBegun: Rules(scenarios.judge_begun, scenarios.apply_begun),
    c.ScenarioFinished: Rules(scenarios.judge_finished, scenarios.apply_finished),
    c.ScenarioAbandoned: Rules(scenarios.judge_abandoned, scenarios.apply_abandoned),
}


def start(event: CampaignStarted) -> State:
    """The first state of a campaign.

    Raises:
        BeginningError: there is no such preset, option or value.
    """
    if event.preset not in PRESETS:
        raise BeginningError(f'there is no preset "{event.preset}"', hint=f"presets: {', '.join(PRESETS)}")
    return State(options=changed_options(PRESETS[event.preset], event.options), preset=event.preset)


def judge(state: State, event: Event) -> Wrong:
    """Everything that is wrong with an event: refusals and findings."""
    if type(event) not in EVENTS:
        return impossible("PA-END-03", f"not an event of a campaign: {event.kind()}")
    return EVENTS[type(event)].judge(state, event)


def evolve(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """The state after an event, and the consequences that the rules derived from it."""
    draft = Draft(state)
    EVENTS[type(event)].apply(draft, event)
    return draft.state, tuple(draft.found)


class PathfinderCampaign(Defaults):
    """Campaigns of the 2013 line: a game without seats, in which nobody is asked and chance decides nothing."""

    title = "pathfinder"
    label = "Pathfinder Adventure Card Game campaign"
    label_zh = "開拓者冒險卡牌遊戲戰役"
    reducer = REDUCER
    presets: tuple[str, ...] = ("official", "seed")
    seats = (0, 0)
    one_choice_actions = True

    def decode(self, payload: bytes) -> Event:
        return c.decoder.decode(payload)

    def check_start(self, event: GameStarted) -> list[Violation]:
        start(_started(event))
        return []

    def start(self, event: GameStarted) -> State:
        return start(_started(event))

    def prompt(self, state: State) -> Prompt | None:
        return None

    def legal(self, state: State) -> list[Option]:
        return []

    def check(self, state: State, event: Event) -> list[Violation]:
        return [one for one in judge(state, event) if one.grade != "finding"]

    def findings(self, state: State, event: Event) -> list[Violation]:
        return [one for one in judge(state, event) if one.grade == "finding"]

    def evolve(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        return evolve(state, event)

    def tracker(self) -> Tracker:
        return Tracker(parts)

    def flat(self, state: State) -> dict[str, Any]:
        return position_of(parts(state))

    def position_text(self, state: State) -> str:
        return msgspec.json.format(msgspec.json.encode(self.flat(state))).decode()

    def winners(self, state: State) -> tuple[int, ...] | None:
        return None

    def starting_event(self, begin: Beginning) -> GameStarted:
        return CampaignStarted(
            title=self.title, name=begin.name, preset=begin.preset, options=begin.options, simulated=begin.simulated
        )

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:
        return self.starting_event(begin)

    def read_line(self, state: State, text: str) -> Reading:
        from engine.pathfinder.campaign_notation import read_line

        return read_line(state, text)

    def write_action(self, state: State, events: Sequence[Event]) -> str:
        from engine.pathfinder.campaign_notation import write_action

        return write_action(state, events)

    def option_texts(self, state: State) -> list[tuple[str, str, str]]:
        from engine.pathfinder.campaign_notation import option_texts

        return option_texts(state)

    def describe(self, state: State, event: Event) -> str:
        from engine.pathfinder.campaign_words import describe

        return describe(state, event)

    def describe_effects(self, state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
        from engine.pathfinder.campaign_words import describe_effects

        return describe_effects(effects)

    def fact_types(self) -> tuple[type[msgspec.Struct], ...]:
        from engine.pathfinder.campaign_facts import FACT_TYPES

        return FACT_TYPES

    def facts(self, context: Any, steps: Iterable[Any]) -> Iterable[msgspec.Struct]:
        from engine.pathfinder.campaign_facts import facts

        return facts(context, steps)

    # What a campaign and its games give each other

    def begin_game(self, state: State, begin: Beginning) -> Beginning:
        return begin_game(state, begin)

    def carry(self, state: State, started: GameStarted, origin: str) -> GameStarted:
        return carry(state, _scenario_of(started), origin)

    def origin(self, started: GameStarted) -> str:
        return started.origin if isinstance(started, PathfinderStarted) else ""

    def game_begun(self, started: GameStarted, stream: str) -> Event:
        begun = _scenario_of(started)
        return c.ScenarioBegun(
            game=stream, name=begun.name, scenario=begun.scenario, adventure=begun.adventure,
            characters=tuple(one.name for one in begun.characters),
        )  # fmt: skip

    def adopted(
        self, line: Sequence[tuple[int, Event]], started: GameStarted, played: Sequence[Event], newest: str
    ) -> list[Event]:
        return scenarios.adopted(line, _scenario_of(started), played, newest)

    def given_back(self, started: GameStarted, state: Any, played: Sequence[Event], stream: str) -> Event | None:
        if not isinstance(started, PathfinderStarted) or not started.origin:
            return None
        # What a correction made void does not count, so the state is asked for what happened, and not the line.
        del played
        return given_back(started, state, [event for _, event in history(state)], stream)

    def let_go(self, stream: str) -> Event:
        return c.ScenarioAbandoned(game=stream)

    def expects(self, state: State, stream: str) -> bool:
        return running(state, stream) is not None

    def game_of(self, event: Event) -> str:
        return event.game if isinstance(event, c.ScenarioBegun | c.ScenarioFinished) else ""

    def overview(self, state: State) -> dict[str, Any]:
        from engine.pathfinder.campaign_words import overview

        return overview(state)

    def character(self, state: State, name: str) -> dict[str, Any]:
        from engine.pathfinder.campaign_words import character_sheet

        return character_sheet(state, name)

    def concerns(self, state: State, event: Event, name: str) -> bool:
        from engine.pathfinder.campaign_words import concerns

        return concerns(state, event, name)

    def forms(self) -> str:
        from engine.pathfinder.campaign_notation import FORMS

        return FORMS

    def characters(self, state: State) -> tuple[str, ...]:
        return tuple(one.name for one in state.members)

    def random_act(self, state: State, players: int, choose: Callable[[int], int]) -> Event | None:
        from engine.pathfinder.simulating_campaign import random_act

        return random_act(state, players, choose, lambda event: not judge(state, event))

    def next_scenario(self, state: State) -> str:
        from engine.pathfinder.simulating_campaign import next_scenario

        return next_scenario(state)

    def random_scenario(self, state: State, begin: Beginning, choose: Callable[[int], int]) -> GameStarted:
        from engine.pathfinder.simulating_campaign import random_scenario

        return random_scenario(state, begin, choose)

    def random_play(self, started: GameStarted, choose: Callable[[int], int]) -> Iterator[Event]:
        from engine.pathfinder.simulating_campaign import random_play

        return random_play(_scenario_of(started), choose)


def _started(event: GameStarted) -> CampaignStarted:
    if not isinstance(event, CampaignStarted):
        raise TypeError(f"not the start of a campaign: {event.kind()}")
    return event


def _scenario_of(event: GameStarted) -> PathfinderStarted:
    if not isinstance(event, PathfinderStarted):
        raise TypeError(f"not the start of a scenario: {event.kind()}")
    return event


def begin_game(state: State, begin: Beginning) -> Beginning:
    """What is said to begin a scenario, completed by the campaign: its rules, and its characters with their players.

    Raises:
        BeginningError: the campaign has nobody who could play, or not whom was named.
    """
    settings = dict(begin.settings)
    named = [one.strip() for one in settings.get("characters", "").split(",") if one.strip()]
    ready = [one for one in state.members if one.status == "ready"]
    if not named:
        by_player = [one for one in ready if one.player in begin.players] if begin.players else ready
        named = [one.name for one in by_player]
    busy = [_elsewhere(state, one) for one in state.members if one.status == "playing"]
    if not named and busy:
        raise BeginningError(
            f"nobody else can play: {'; '.join(busy)}", rule="PA-SET-02",
            hint="that scenario comes to its end first, or is let go: gamelog campaign record NAME 'abandon GAME'",
        )  # fmt: skip
    if not named:
        raise BeginningError("the campaign has no character that could play", rule="PA-SET-02",
                             hint='gamelog campaign record NAME "create Ann Kyra: Mace, ..." creates one')  # fmt: skip
    playing = [_called(state, name) for name in named]
    settings["characters"] = ", ".join(one.name for one in playing)
    options = dict(changed(state)) | dict(begin.options) if begin.preset == state.preset else dict(begin.options)
    twice = Counter(one.player for one in playing)
    players = tuple(f"{one.player} ({one.name})" if twice[one.player] > 1 else one.player for one in playing)
    return msgspec.structs.replace(
        begin, players=players, options=tuple(options.items()),
        settings=tuple(settings.items()),
    )  # fmt: skip


def _elsewhere(state: State, one: Member) -> str:
    """Where a character plays that plays."""
    where = next((it for it in state.played if not it.outcome and one.name in it.characters), None)
    return f"{one.name} is playing{f' in {where.name or where.scenario}' if where else ''}"


def _called(state: State, name: str) -> Member:
    from engine.matching import Ambiguous, Missing, match

    names = [one.name for one in state.members]
    try:
        found = member(state, match(name, names))
    except (Ambiguous, Missing):
        found = None
    if found is None:
        raise BeginningError(f'no character "{name}" is in this campaign', rule="PA-CHR-05",
                             hint=f"its characters: {', '.join(names)}")  # fmt: skip
    return found


def changed(state: State) -> tuple[tuple[str, str], ...]:
    """The options of a campaign that differ from its preset, with their values."""
    preset = msgspec.structs.asdict(PRESETS[state.preset])
    return tuple((key, value) for key, value in msgspec.structs.asdict(state.options).items() if preset[key] != value)


def carry(state: State, started: PathfinderStarted, origin: str) -> PathfinderStarted:
    """A scenario's start with the decks, feats and roles that its characters have in the campaign."""
    carried = []
    for said in started.characters:
        one = member(state, said.name)
        if one is None:
            raise BeginningError(f'no character "{said.name}" is in this campaign', rule="PA-CHR-05")
        in_order = sorted(said.deck.known) == list(one.deck)
        carried.append(
            msgspec.structs.replace(
                said,
                cards=one.deck,
                deck=said.deck if in_order else Pile(),
                hand_size=characters.hand_size(state, one),
                extra_cards=tuple(sorted(characters.extra_cards(state, one), key=lambda pair: BOONS.index(pair[0]))),
                skill_feats=characters.skill_feats(state, one),
                role=one.role,
                favored=said.favored or (one.favored if state.options.open_favored_type == "once" else ""),
                printed=characters.card_still_holds(state, one),
            )
        )
    return msgspec.structs.replace(started, characters=tuple(carried), origin=origin)


def given_back(
    started: PathfinderStarted, state: GameState, played: Sequence[Event], stream: str
) -> c.ScenarioFinished | None:
    """What a scenario brings to its campaign once it has ended and every deck is rebuilt, or its character dead."""
    if not state.ended or state.result is None:
        return None
    if any(one.alive and one.name not in state.rebuilt for one in state.characters):
        return None
    return c.ScenarioFinished(
        game=stream,
        scenario=started.scenario,
        outcome=state.result.outcome,
        decks=tuple(c.Deck(who=one.name, cards=one.deck.known) for one in state.characters if one.alive),
        joined=tuple(_joined(started, state)),
        dead=tuple(one.name for one in state.characters if not one.alive),
        banished=tuple(sorted(_banished(played))),
        acquired=tuple(sorted(_acquired(played))),
        favored=tuple(
            (one.name, one.favored)
            for one in state.characters
            if one.favored and one.name in CHARACTERS and CHARACTERS[one.name].favored == YOUR_CHOICE
        ),
        reward=next((one.reward for one in played if isinstance(one, ScenarioEnded)), ""),
    )


def _joined(started: PathfinderStarted, state: GameState) -> Iterable[c.Joined]:
    """The characters that were not there when the scenario began, each in the seat of a dead one."""
    began = {one.name for one in started.characters}
    for one in state.characters:
        if one.name not in began:
            before = next(other.name for other in reversed(state.characters) if other.seat == one.seat and other != one)
            yield c.Joined(player=started.players[one.seat], who=one.name, successor_of=before)


def _banished(played: Iterable[Event]) -> list[str]:
    """The cards that the log names as gone to the box."""
    found = []
    for event in played:
        if (
            isinstance(event, EncounterResolved)
            and event.card
            and event.outcome in {"defeated", "banished", "declined"}
        ):
            found.append(event.card)
        elif getattr(event, "how", "") == "banish" and getattr(event, "card", None):
            found.append(str(getattr(event, "card", "")))
        zones: tuple[ZoneChange, ...] = getattr(event, "zones", ())
        found += [one.card for one in zones if one.to == "box" and one.card]
    return found


def _acquired(played: Iterable[Event]) -> list[str]:
    """The cards that the log names as acquired."""
    return [one.card for one in played if isinstance(one, EncounterResolved) and one.outcome == "acquired" and one.card]


CAMPAIGN = PathfinderCampaign()
