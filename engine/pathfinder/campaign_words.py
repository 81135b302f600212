"""How a campaign speaks: its events and consequences in words, and what is shown of it and of a character."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.events import Event
from engine.judging import Effect
from engine.pathfinder import campaign_characters as characters
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign import changed
from engine.pathfinder.campaign_notation import option_texts
from engine.pathfinder.campaign_scenarios import who_played
from engine.pathfinder.campaign_state import Member, State, count_of, member, running
from engine.pathfinder.cards import ADVENTURES, BOONS, CHARACTERS
from engine.pathfinder.verdicts import known_type


def describe(state: State, event: Event) -> str:
    """An event in words, past tense; the state is the one before it."""
    match event:
        case c.CharacterCreated():
            place = f" in the place of {event.successor_of}" if event.successor_of else ""
            return f"{event.player} began with {event.who}{place}: {listed(event.cards)}"
        case c.DeckChanged():
            parts = [f"{listed(event.out)} out"] * bool(event.out) + [f"{listed(event.into)} in"] * bool(event.into)
            return f"the deck of {event.who} was changed: {', '.join(parts) or 'nothing'}"
        case c.CardsTraded():
            return ", ".join(f"{one.giver} gave {one.card} to {one.to}" for one in event.handed)
        case c.FeatTaken():
            box = f", box {event.box}" if event.box is not None else ""
            card = f", filled with {event.card}" if event.card else ""
            return f"{event.who} took a {event.feat} feat: {event.what}{box}{card}"
        case c.RoleChosen():
            return f"{event.who} became {event.role}"
        case c.RewardReceived():
            what = event.card or (f"a {event.feat} feat" if event.feat else event.text)
            return f"{event.who} got {what}{f' for {event.source}' if event.source else ''}"
        case c.AdventureCompleted():
            what = "adventure path" if event.path else "adventure"
            return f"{what} {event.number}, {event.name}, was completed"
        case c.CharacterLost():
            return f"{event.who} died for good{f': {event.cause}' if event.cause else ''}"
        case c.CharacterRetired():
            return f"{event.who} retired with {listed(event.cards)}"
        case c.CharacterReturned():
            return f"{event.who} came back{f', played by {event.player}' if event.player else ''}"
        case c.BoxChanged():
            parts = [f"{listed(event.removed)} left the game"] * bool(event.removed)
            return ", ".join([*parts, *[f"{listed(event.returned)} came back to the box"] * bool(event.returned)])
        case c.PointRuled():
            return f"ruled: {event.point} is {event.choice}{f', by {event.by}' if event.by else ''}"
        case c.ScenarioBegun():
            log = f' (game "{event.name}")' if event.name else ""
            return f"{event.scenario or 'a scenario'} began with {', '.join(event.characters)}{log}"
        case c.ScenarioFinished():
            return _finished(event)
        case c.ScenarioAbandoned():
            going = next((one for one in state.played if one.game == event.game and not one.outcome), None)
            return f"{going.scenario if going and going.scenario else 'a scenario'} was abandoned"
    return event.kind()


def _finished(event: c.ScenarioFinished) -> str:
    parts = [f"{event.scenario or 'the scenario'} was {event.outcome}"]
    parts += [f"{', '.join(event.dead)} died"] * bool(event.dead)
    parts += [f"acquired {listed(event.acquired)}"] * bool(event.acquired)
    return "; ".join(parts)


def listed(cards: Iterable[str]) -> str:
    """Cards with how many of each: Cure x2, Mace."""
    counts = Counter(cards)
    return ", ".join(f"{card}{f' x{number}' if number > 1 else ''}" for card, number in sorted(counts.items()))


def describe_effects(effects: Sequence[Effect]) -> list[tuple[str, str]]:
    """Each consequence in words, with its rule."""
    told = []
    for one in effects:
        words = {
            "died_for_good": f"{one.place}'s death is final; what nobody took of the cards goes to the box",
            "reward": f"{one.place} gets: {one.detail}",
            "party_reward": f"one of the party gets: {one.detail}",
            "adventure_completed": f"{one.detail} is completed",
            "to_be_adopted": f'"{one.place}", which is being played, takes it in when it is next recorded',
        }
        told.append((words[one.what], one.rule))
    return told


def concerns(state: State, event: Event, name: str) -> bool:
    """Whether an event is part of the history of a character."""
    if isinstance(event, c.CardsTraded):
        return any(name in {one.giver, one.to} for one in event.handed)
    if isinstance(event, c.ScenarioBegun):
        return name in event.characters
    if isinstance(event, c.ScenarioFinished):
        return name in (*who_played(state, event), *(one.who for one in event.joined))
    if isinstance(event, c.ScenarioAbandoned):
        going = running(state, event.game)
        return going is not None and name in going.characters
    return name in {getattr(event, "who", ""), getattr(event, "successor_of", "")}


# What is shown


def overview(state: State) -> dict[str, Any]:
    """A campaign as plain values: scenarios in order, characters, adventures, rewards, the box."""
    return {
        "preset": state.preset,
        "options": dict(changed(state)),
        "adventure": state.adventure,
        "scenarios": [
            {
                "scenario": one.scenario, "outcome": one.outcome or "playing", "adventure": one.adventure,
                "characters": list(one.characters), "dead": list(one.dead), "game": one.name or None,
                "stream": one.game or None,
            }
            for one in state.played
        ],
        "characters": [_row(state, one) for one in state.members],
        "completed": list(state.completed),
        "left": {name: left for name in ADVENTURES if (left := _left(state, name))},
        "to_take": [{"line": line, "what": what, "rule": rule} for line, what, rule in option_texts(state)],
        "box": {"banished": _counts(state.banished), "removed": _counts(state.removed)},
    }  # fmt: skip


def _left(state: State, adventure: str) -> list[str]:
    """The scenarios of a begun adventure that are still to be won."""
    won = {one.scenario for one in state.played if one.outcome == "won"}
    names = ADVENTURES[adventure].scenarios
    return [name for name in names if name not in won] if won & set(names) else []


def _row(state: State, one: Member) -> dict[str, Any]:
    return {
        "name": one.name,
        "player": one.player,
        "status": one.status,
        "role": one.role or None,
        "scenarios": one.scenarios,
        "deck": len(one.deck),
        "skill_feats": sum(number for _, number in one.skills),
        "power_feats": len(one.powers),
        "card_feats": sum(number for _, number in one.cards),
        "successor_of": one.successor_of or None,
    }


def _counts(cards: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(cards).items()))


def character_sheet(state: State, name: str) -> dict[str, Any]:
    """A character as plain values: what its card prints, the boxes ticked, the cards list against the deck.

    What no fact tells, or a role card has replaced, is None.

    Raises:
        LookupError: the campaign has no such character.
    """
    one = member(state, name)
    if one is None:
        raise LookupError(f'no character "{name}" is in this campaign')
    known = characters.printed(state, one)
    card = CHARACTERS.get(one.name)
    types = Counter(known_type(each) for each in one.deck)
    return {
        **_row(state, one),
        "roles": list(card.roles) if card else None,
        "favored": known.favored if known else None,
        "hand_size": characters.hand_size(state, one),
        "hand_size_most": known.hand_size.most if known else None,
        "proficiencies": _proficiencies(state, one),
        "skills": [
            {
                "skill": skill.name, "die": f"d{skill.die}", "feats": count_of(one.skills, skill.name),
                "boxes": skill.feats, "derived": {each.name: each.bonus for each in skill.derived},
            }
            for skill in (known.skills if known else ())
        ],
        "powers": list(one.powers),
        "printed_powers": list(known.powers) if known and not one.role else [],
        "cards_list": [
            {
                "type": boon, "start": known.cards_of(boon).start if known else None,
                "feats": count_of(one.cards, boon),
                "wanted": known.cards_of(boon).start + count_of(one.cards, boon) if known else None,
                "most": known.cards_of(boon).most if known else None,
                "in_deck": types[boon],
            }
            for boon in BOONS
        ],
        "not_known": types[""],
        "cards": _counts(one.deck),
        "not_in_deck": _counts(one.kept),
        "to_take": [owed.text for owed in one.owed],
        "in_game": next((each.name for each in state.played if each.game == one.game and not each.outcome), None),
    }  # fmt: skip


def _proficiencies(state: State, one: Member) -> dict[str, str] | None:
    """Each proficiency: yes, no, by feat, or ticked."""
    known = characters.printed(state, one)
    if known is None:
        return None
    found = msgspec.structs.asdict(known.proficiencies)
    return {
        kind.replace("_", " "): "ticked" if kind.replace("_", " ") in one.powers else value
        for kind, value in found.items()
    }
