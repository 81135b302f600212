"""Section 16 of the rules across scenarios: who plays, what comes of it, rewards, and adventures that are completed."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from engine.judging import Violation
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign_characters import (
    at_hand,
    begin,
    deck_matches,
    deck_misfits,
    dies,
    known_member,
    loot,
    used_up,
)
from engine.pathfinder.campaign_state import Draft, Member, Owed, Played, State, member, running
from engine.pathfinder.cards import ADVENTURES, BOONS, SCENARIOS
from engine.pathfinder.events import PathfinderStarted, Ruling
from engine.pathfinder.options import Options
from engine.pathfinder.verdicts import Wrong, facts_of, flag, impossible, known_type, refuse, rulings
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.events import Event

_FEAT = re.compile(r"(?:gain )?(?:an? )?(skill|power|card) feat", re.IGNORECASE)
_DRAW = re.compile(rf"draw an? ({'|'.join(BOONS)}|boon)", re.IGNORECASE)
_LOOT = re.compile(r"loot: *(.+)", re.IGNORECASE)
#: Statuses of those who get the reward of an adventure.
ALIVE = ("ready", "playing")


def number_of(adventure: str) -> int:
    """The number of an adventure of which the facts are known; 0 for that of the base set."""
    mark = ADVENTURES[adventure].set
    return int(mark) if mark.isdigit() else 0


def reward_of(text: str, source: str) -> Owed | None:
    """A reward as a story card puts it: a feat, a card to draw, a loot card, or something in words; None for none."""
    text = text.strip()
    if found := _FEAT.fullmatch(text):
        feat: c.Feat = msgspec.convert(found[1].lower(), c.Feat)
        return Owed(kind="feat", feat=feat, text=text, source=source)
    if found := _DRAW.fullmatch(text):
        type_ = found[1].lower()
        return Owed(kind="draw", type="" if type_ == "boon" else type_, text=text, source=source)
    if found := _LOOT.fullmatch(text):
        return Owed(kind="loot", card=found[1], text=text, source=source)
    return Owed(kind="other", text=text, source=source) if text else None


# Begun


def judge_begun(state: State, event: c.ScenarioBegun) -> Wrong:
    """Whether a scenario can begin with these characters."""
    if running(state, event.game):
        return impossible("PA-SET-04", "the scenario is going on already")
    found = [] if event.characters else [*impossible("PA-SET-01", "nobody plays")]
    for name in event.characters:
        one = member(state, name)
        wrong = at_hand(state, name, "PA-SET-02")
        found += wrong or (deck_matches(state, one, one.deck) if one else ())
    return tuple(found)


def apply_begun(draft: Draft, event: c.ScenarioBegun) -> None:
    """The characters are in the scenario; cards of rewards that are in no deck go to the box (PA-END-05)."""
    for name in event.characters:
        draft.put_member(name, status="playing", game=event.game, kept=())
    known = SCENARIOS.get(event.scenario)
    adventure = number_of(known.adventure) if event.adventure is None and known else event.adventure
    begun = Played(
        game=event.game, name=event.name, scenario=event.scenario, adventure=adventure, characters=event.characters
    )  # fmt: skip
    draft.put(played=(*draft.state.played, begun))


# Finished


def judge_finished(state: State, event: c.ScenarioFinished) -> Wrong:
    """Whether a scenario can end so."""
    if event.game and running(state, event.game) is None:
        return impossible("PA-END-03", "no such scenario of this campaign is going on")
    there = (*who_played(state, event), *(one.who for one in event.joined))
    if not there:
        return refuse("PA-END-03", "nobody of this campaign is ready to have played")
    found: list[Violation] = []
    found += [wrong for one in event.joined for wrong in joins_once(state, one)]
    for name in (*event.dead, *(one.who for one in event.decks)):
        if name not in there:
            found += known_member(state, name) or refuse("PA-END-03", f"{name} did not play this scenario")
    for deck in event.decks:
        one = member(state, deck.who)
        message = deck_misfits(state, one, deck.cards) if one else ""
        found += flag("PA-END-05", "cards_list", message, len(deck.cards), "") if message else ()
    return (*found, *reward_as_printed(event))


def joins_once(state: State, new: c.Joined) -> Wrong:
    """Nobody joins who is in the campaign and alive; the card of a dead character begins anew, without feats."""
    before = member(state, new.who)
    if before is None or before.status == "dead":
        return ()
    message = f"{new.who} is in this campaign already, and stays as it is"
    return flag("PA-DTH-06", "joined_again", message, new.who, before.status)


def reward_as_printed(event: c.ScenarioFinished) -> Wrong:
    """A reward that is stated is the one that the scenario card prints."""
    known = SCENARIOS.get(event.scenario)
    if known is None or not event.reward or event.reward.casefold() == known.reward.casefold():
        return ()
    message = f'"{event.scenario}" gives as its reward "{known.reward}", stated is "{event.reward}"'
    return flag("PA-CRD-01", "reward_differs", message, event.reward, known.reward)


def who_played(state: State, event: c.ScenarioFinished) -> tuple[str, ...]:
    """The characters of a scenario; of one without a log, all who are ready."""
    going = running(state, event.game)
    if going is not None:
        return going.characters
    return tuple(one.name for one in state.members if one.status == "ready")


def apply_finished(draft: Draft, event: c.ScenarioFinished) -> None:
    """Decks and deaths are taken over, and whoever is alive is owed the reward."""
    joined = [one for one in event.joined if not joins_once(draft.state, one)]
    there = (*who_played(draft.state, event), *(one.who for one in joined))
    for new in joined:
        join(draft, new)
    going = running(draft.state, event.game)
    known = SCENARIOS.get(event.scenario)
    if going is None:
        going = Played(
            game="", name="", scenario=event.scenario, adventure=number_of(known.adventure) if known else None,
            characters=there,
        )  # fmt: skip
        draft.put(played=(*draft.state.played, going))
    over = msgspec.structs.replace(going, outcome=event.outcome, dead=event.dead, characters=there)
    draft.put(played=tuple(over if one is going else one for one in draft.state.played))
    decks = {deck.who: tuple(sorted(deck.cards)) for deck in event.decks}
    for name in there:
        one = member(draft.state, name)
        if one is None:
            continue
        draft.put_member(name, scenarios=one.scenarios + 1, deck=decks.get(name, one.deck), status="ready", game="")
        if name in event.dead:
            dies(draft, name)
    for name, favored in event.favored:
        one = member(draft.state, name)
        if one is not None and not one.favored:
            draft.put_member(name, favored=favored)
    draft.put(banished=tuple(sorted((*draft.state.banished, *event.banished))))
    if event.outcome == "won":
        alive = [name for name in there if name not in event.dead]
        grant(draft, reward_of(known.reward if known else event.reward, event.scenario), alive, "PA-END-02")
        adventure_done(draft, event.scenario)


def join(draft: Draft, new: c.Joined) -> None:
    """A character begins in the place of a dead one, for the same player."""
    dead = member(draft.state, new.successor_of)
    player = dead.player if dead else new.player
    begin(draft, Member(name=new.who, player=player, successor_of=new.successor_of))


def grant(draft: Draft, reward: Owed | None, names: list[str], rule_id: str) -> None:
    """Everybody is owed a reward; a loot card goes to one of the party."""
    if reward is None or not names:
        return
    if reward.kind == "loot":
        draft.put(party=(*draft.state.party, reward))
        draft.effect("party_reward", rule_id, detail=f"{reward.text} ({reward.source})")
        return
    for name in names:
        one = member(draft.state, name)
        if one is not None:
            draft.put_member(name, owed=(*one.owed, reward))
            draft.effect("reward", rule_id, who=name, detail=f"{reward.text} ({reward.source})")


def _no_reward(draft: Draft, scenario: str) -> None:
    """No adventure is ever done."""


@rule("PA-END-07", instead=_no_reward)
def adventure_done(draft: Draft, scenario: str) -> None:
    """When all scenarios of an adventure have been won, the party gets the reward of the adventure."""
    known = SCENARIOS.get(scenario)
    if known is None or known.adventure in draft.state.completed:
        return
    won = {one.scenario for one in draft.state.played if one.outcome == "won"}
    adventure = ADVENTURES[known.adventure]
    if set(adventure.scenarios) <= won:
        complete(draft, adventure.name, number_of(adventure.name), adventure.reward)


def complete(draft: Draft, name: str, number: int, reward: str) -> None:
    """An adventure is completed, and everybody alive is owed its reward."""
    state = draft.state
    draft.put(completed=(*state.completed, name), adventures=tuple(sorted((*state.adventures, number))))
    draft.effect("adventure_completed", "PA-END-07", detail=name)
    alive = [one.name for one in draft.state.members if one.status in ALIVE]
    grant(draft, reward_of(reward, name), alive, "PA-END-07")


def judge_completed(state: State, event: c.AdventureCompleted) -> Wrong:
    """Whether an adventure can be told completed by hand: one of which the facts do not have the scenarios."""
    if event.name in state.completed:
        return refuse("PA-END-07", f'"{event.name}" is completed already')
    return () if event.path else scenarios_won_first(state, event)


@rule("PA-END-07", neutral=())
def scenarios_won_first(state: State, event: c.AdventureCompleted) -> Wrong:
    """An adventure is completed by winning all of its scenarios, where the facts name them."""
    known = ADVENTURES.get(event.name)
    if known is None:
        return ()
    won = {one.scenario for one in state.played if one.outcome == "won"}
    left = [name for name in known.scenarios if name not in won]
    return refuse("PA-END-07", f'"{event.name}" is not completed: {", ".join(left)} to be won')


def apply_completed(draft: Draft, event: c.AdventureCompleted) -> None:
    """The adventure or path is completed."""
    if event.path:
        state = draft.state
        draft.put(completed=(*state.completed, event.name), paths=tuple(sorted((*state.paths, event.number))))
        draft.effect("adventure_completed", "PA-END-07", detail=event.name)
    else:
        complete(draft, event.name, event.number, event.reward)


def judge_abandoned(state: State, event: c.ScenarioAbandoned) -> Wrong:
    """Whether there is something to abandon."""
    if running(state, event.game):
        return ()
    return impossible("PA-SET-04", "no such scenario of this campaign is going on")


def apply_abandoned(draft: Draft, event: c.ScenarioAbandoned) -> None:
    """The characters are as they were."""
    going = running(draft.state, event.game)
    if going is None:
        return
    over = msgspec.structs.replace(going, outcome="abandoned")
    draft.put(played=tuple(over if one is going else one for one in draft.state.played))
    for name in going.characters:
        draft.put_member(name, status="ready", game="")


# Rewards handed out


def judge_reward(state: State, event: c.RewardReceived) -> Wrong:
    """Whether this reward can be handed out."""
    one = member(state, event.who)
    wrong = at_hand(state, event.who, "PA-END-02")
    if one is None or wrong:
        return wrong
    if not event.card:
        return feat_as_printed(event)
    if owed_card(state, one, event) is not None:
        return ()
    said = ", ".join(owed.text for owed in (*one.owed, *state.party) if owed.kind in {"draw", "loot"})
    message = f'no reward gives {event.who} "{event.card}": owed {"are" if said else "is"} {said or "no card"}'
    return flag("PA-END-02", "reward_differs", message, event.card, said)


def feat_as_printed(event: c.RewardReceived) -> Wrong:
    """What a scenario or adventure gives whose card is known follows from its being won, and is not stated again."""
    printed = SCENARIOS.get(event.source) or ADVENTURES.get(event.source)
    if printed is None:
        return ()
    return refuse("PA-END-02", f'the reward of "{event.source}" is "{printed.reward}", and is granted by winning it')


def owed_card(state: State, one: Member, event: c.RewardReceived) -> Owed | None:
    """The granted reward that a card fulfils: the loot that it is, or a draw of its type or of any boon."""
    card, type_ = facts_of(event.card), known_type(event.card)
    for owed in (*one.owed, *state.party):
        if event.source not in {"", owed.source}:
            continue
        if owed.kind == "loot" and owed.card.casefold() == (card.name if card else event.card).casefold():
            return owed
        if owed.kind == "draw" and not loot(event.card) and (owed.type in {"", type_} or not type_):
            return owed
    return None


def apply_reward(draft: Draft, event: c.RewardReceived) -> None:
    """The card is at hand for the deck; a feat waits to be ticked."""
    one = member(draft.state, event.who)
    if one is None:
        return
    if event.card:
        owed = owed_card(draft.state, one, event)
        fields = {} if owed is None else {"kind": owed.kind, "text": owed.text, "source": owed.source}
        if fields and owed in one.owed:
            draft.put_member(event.who, owed=used_up(one.owed, **fields))
        elif fields:
            draft.put(party=used_up(draft.state.party, **fields))
        draft.put_member(event.who, kept=tuple(sorted((*one.kept, event.card))))
        return
    if event.feat is not None:
        new = Owed(kind="feat", feat=event.feat, text=f"{event.feat} feat", source=event.source)
        draft.put_member(event.who, owed=(*one.owed, new))
        return
    waiting = [owed for owed in one.owed if owed.kind == "other" and owed.source == event.source]
    if waiting:
        draft.put_member(event.who, owed=used_up(one.owed, kind="other", source=event.source))
    draft.effect("reward", "PA-END-02", who=event.who, detail=event.text)


# The box


def judge_box(state: State, event: c.BoxChanged) -> Wrong:
    """Whether the box can change so."""
    missing = Counter(event.returned) - Counter(state.removed)
    if not missing:
        return ()
    return impossible("PA-ZON-04", f"{', '.join(sorted(missing.elements()))} was not removed from the game")


def apply_box(draft: Draft, event: c.BoxChanged) -> None:
    """Cards are out of the game, or back in it."""
    removed = Counter(draft.state.removed) + Counter(event.removed) - Counter(event.returned)
    draft.put(removed=tuple(sorted(removed.elements())))


# Points that a table decides


def judge_ruled(state: State, event: c.PointRuled) -> Wrong:
    """Whether the reading is one of the point."""
    if event.point not in Options.__struct_fields__:
        return impossible("PA-SET-12", f'there is no point "{event.point}": gamelog rules --options lists them')
    if event.choice in rulings(event.point):
        return ()
    choices = ", ".join(rulings(event.point))
    return impossible("PA-SET-12", f'"{event.choice}" is no reading of "{event.point}": {choices}')


def apply_ruled(draft: Draft, event: c.PointRuled) -> None:
    """The point is settled for the campaign and its scenarios; one that is being played takes it in when it goes on."""
    draft.put(options=msgspec.structs.replace(draft.state.options, **{event.point: event.choice}))
    for one in draft.state.played:
        if not one.outcome:
            draft.effect("to_be_adopted", "PA-SET-12", who=one.name or one.scenario or "a scenario")


def adopted(
    line: Iterable[tuple[int, Event]], started: PathfinderStarted, played: Iterable[Event], newest: str
) -> list[Event]:
    """The events by which a scenario that is being played takes in what its campaign ruled since it began.

    What was ruled and taken back again is taken back in the scenario too.

    Args:
        line: the campaign's events, with their numbers.
        started: the first event of the scenario.
        played: the events on its line.
        newest: the campaign's name in the log and the number of its newest event, as an origin names them.
    """
    begun = _number(started.origin)
    stream, _, _ = newest.rpartition("#")
    ruled = {event.point: (at, event) for at, event in line if isinstance(event, c.PointRuled) and at > begun}
    taken = {event.point: event for event in played if isinstance(event, Ruling) and event.scope == "campaign"}
    found: list[tuple[int, Event]] = []
    for point, (at, event) in ruled.items():
        before = taken.get(point)
        if before is None or at > _number(before.origin) or before.choice != event.choice:
            found.append((at, _taken_in(point, event.choice, event.by, f"{stream}#{at}")))
    for point, before in taken.items():
        choice = str(getattr(started.options, point))
        if point not in ruled and before.choice != choice:
            found.append((_number(newest), _taken_in(point, choice, "", newest)))
    return [event for _, event in sorted(found, key=lambda one: one[0])]


def _taken_in(point: str, choice: str, by: str, origin: str) -> Ruling:
    return Ruling(point=point, choice=choice, by=by, scope="campaign", origin=origin)


def _number(origin: str) -> int:
    """The number of the event that an origin names."""
    return int(origin.rpartition("#")[2])
