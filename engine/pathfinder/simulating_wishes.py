"""How much each option is wanted in a simulated scenario, so that what comes of it looks like play.

What the rules ask for is wanted most. What leads nowhere is wanted rarely, and what would contradict something known
not at all. Where nothing is wanted, what the rules ask for counts alike, and where they ask for nothing all options do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.events import Event
from engine.judging import Option
from engine.pathfinder import events as e
from engine.pathfinder.cards import CHARACTERS
from engine.pathfinder.encounter import failed, is_boon
from engine.pathfinder.offers import now, prompt
from engine.pathfinder.offers_open import asked_points
from engine.pathfinder.offers_slots import CARD, POINT, POWER
from engine.pathfinder.setup import favored_in
from engine.pathfinder.simulating_checks import recharged_now
from engine.pathfinder.state import Character, State, at, character, living, place
from engine.pathfinder.verdicts import known_type

#: What the rules ask for, what leads on, what is done now and then, and what is rare.
MUST, GOOD, FAIR, RARE = 10_000, 500, 60, 4


def wishes(state: State, options: Sequence[Option]) -> list[int]:
    """How much each option is wanted, a whole number from 0."""
    asked = prompt(state)
    # That somebody may close a location leaves the whole turn open.
    ask = ("turn" if asked.ask == "may_close" else asked.ask) if asked else ""
    wanted = [_wish(state, ask, option.event) for option in options]
    if any(wanted):
        return wanted
    # Where nothing is wanted, something that the rules ask for brings play on.
    due = [one.event for one in now(state)]
    return [1 if option.event in due and _fits(state, option.event) else 0 for option in options]


def _fits(state: State, event: Event) -> bool:
    """Whether a check is one that the card being met asks for; whatever is no such check fits."""
    if not isinstance(event, e.CheckResolved) or event.purpose not in {"acquire", "defeat"} or not state.encounters:
        return True
    return is_boon(state.encounters[-1]) == (event.purpose == "acquire")


def _wish(state: State, ask: str, event: Event) -> int:
    # What is entered late, or allowed by the text of a card that nobody holds, is play that went wrong.
    if isinstance(event, e.Move) and (event.allowed_by or event.late is not None):
        return 0
    wanted = WANTED.get(type(event))
    return wanted(state, ask, event) if wanted else 0


def _owner(state: State, name: str) -> Character | None:
    return character(state, name)


# Hands, turns and steps


def _hand_drawn(state: State, ask: str, event: e.HandDrawn) -> int:
    owner = _owner(state, event.who)
    if ask != "starting_hand" or owner is None or owner.drawn:
        return 0
    return 0 if _lacks_favored(state, owner) else MUST


def _hand_redrawn(state: State, ask: str, event: e.HandRedrawn) -> int:
    owner = _owner(state, event.who)
    if ask != "starting_hand" or owner is None or owner.drawn:
        return 0
    return MUST if _lacks_favored(state, owner) else 0


def _lacks_favored(state: State, owner: Character) -> bool:
    """Whether the cards on top of the deck are known and none of them is of the favored type."""
    size = owner.hand_size or 0
    top = owner.deck.top[:size]
    if len(top) < size or len(owner.deck.top) < 2 * size:
        return False
    return favored_in(state, owner.name, top) is False


def _turn_started(state: State, ask: str, event: e.TurnStarted) -> int:
    return MUST if ask == "turn_start" else 0


def _advanced(state: State, ask: str, event: e.BlessingAdvanced) -> int:
    return MUST if ask == "blessing" else 0


def _given(state: State, ask: str, event: e.CardGiven) -> int:
    owner = _owner(state, event.who)
    return FAIR // 2 if ask == "turn" and owner is not None and owner.hand.size else 0


def _moved(state: State, ask: str, event: e.Moved) -> int:
    if ask == "starting_place":
        return MUST
    here, there = place(state, at(state, event.who)), place(state, event.to)
    if there is None or ask != "turn":
        return 0
    if event.cause == "effect":
        return 1 if there.status == "open" else 0
    if there.status == "closed" or there.deck.size == 0:
        return RARE
    stuck = here is None or here.status == "closed" or here.deck.size == 0
    return GOOD if stuck else 4 * RARE


def _explored(state: State, ask: str, event: e.Explored) -> int:
    if ask != "turn" or (event.paid is not None and event.source == "effect"):
        return 0
    if event.source == "free":
        return 2 * GOOD
    if event.paid is None:
        return 2 * GOOD
    owner = _owner(state, event.who)
    held = owner.hand.size if owner else 0
    return 4 * GOOD if held is None or held > 1 else 0


def _reset(state: State, ask: str, event: e.HandReset) -> int:
    if ask != "turn":
        return 0
    return (0, GOOD // 4, GOOD)[min(2, state.turn.explorations)] + FAIR


def _turn_ended(state: State, ask: str, event: e.TurnEnded) -> int:
    if ask != "turn":
        return 0
    return 2 * GOOD if state.turn.reset else RARE


# Encounters


def _met(state: State, ask: str, event: e.EncounterStarted) -> int:
    if ask not in {"turn", "encounter"} or len(state.encounters) > 1:
        return 0
    return RARE if event.who == state.turn.active else 1


def _evaded(state: State, ask: str, event: e.Evaded) -> int:
    return FAIR // 4 if ask == "encounter" else 0


def _check_started(state: State, ask: str, event: e.CheckStarted) -> int:
    met = state.encounters[-1] if state.encounters else None
    wanted = ask == "encounter" and met is not None and met.who == event.who and not met.skill and not met.done
    return FAIR if wanted else 0


def _check(state: State, ask: str, event: e.CheckResolved) -> int:
    if event.late is not None:
        return 0
    if event.purpose == "recharge":
        cards = recharged_now(state, event.who) if ask in {"turn", "encounter"} and not event.reroll_by else []
        return 2 * FAIR if cards and event.card in {None, *cards} else 0
    if event.purpose == "close":
        return MUST if ask == "closing" and state.closing is not None and state.closing.outcome is None else 0
    if event.purpose == "temp_close":
        return MUST if ask == "encounter" else 0
    if event.purpose in {"before", "after", "other"}:
        return 1 if ask == "encounter" else 0
    return _check_of_card(state, ask, event)


def _check_of_card(state: State, ask: str, event: e.CheckResolved) -> int:
    met = state.encounters[-1] if state.encounters else None
    if ask != "encounter" or met is None or is_boon(met) != (event.purpose == "acquire"):
        return 0
    if event.reroll_by:
        return RARE if failed(met) else 0
    left = (met.checks if met.checks is not None else 1) - len(met.done)
    if left < 1 or (event.which is not None and event.which > len(met.done) + 1):
        return 0
    return GOOD if event.who == met.who else GOOD // 4


def _resolved(state: State, ask: str, event: e.EncounterResolved) -> int:
    met = state.encounters[-1] if state.encounters else None
    if ask != "encounter" or met is None:
        return 0
    if event.outcome == "declined":
        return FAIR if is_boon(met) and not met.done else 0
    if not met.done and met.checks != 0:
        return 0
    won = event.outcome in {"acquired", "defeated"}
    if is_boon(met) != (event.outcome in {"acquired", "banished"}) or won == failed(met):
        return 0
    return 2 * GOOD


# Cards and powers


def _played(state: State, ask: str, event: e.CardPlayed) -> int:
    owner = _owner(state, event.who)
    if owner is None or owner.hand.size == 0:
        return 0
    if event.card == CARD and owner.hand.is_whole:
        return 0
    if event.cost or event.says_so or event.permission:
        return 1 if ask in {"turn", "encounter"} and not event.permission else 0
    kind = known_type(event.card)
    if event.card == CARD:
        return RARE if ask in {"turn", "encounter"} else 0
    if ask == "encounter" and event.use == "check":
        met = state.encounters[-1]
        if met.done or (is_boon(met) and kind == "weapon"):
            return 0
        if event.who != met.who:
            return RARE
        return {"weapon": 3 * GOOD, "spell": GOOD, "blessing": 3 * FAIR}.get(kind, FAIR // 4)
    if ask == "turn" and event.use == "explore":
        spare = (owner.hand.size or 0) > 2
        return 2 * FAIR if spare and kind in {"ally", "blessing"} else 0
    return RARE if ask == "closing" and kind == "blessing" else 0


def _power(state: State, ask: str, event: e.PowerUsed) -> int:
    return RARE if ask in {"turn", "encounter"} and event.power == POWER else 0


def _effect(state: State, ask: str, event: e.EffectApplied) -> int:
    if event.late is not None:
        return 0
    if event.effect == "revive":
        return RARE if ask in {"turn", "turn_start"} else 0
    if event.effect == "text":
        return 2 * RARE if ask in {"turn", "encounter"} else 0
    return RARE if ask == "encounter" else 0


def _healed(state: State, ask: str, event: e.Healed) -> int:
    ill = [one for one in living(state) if (one.discard.size or 0) >= 4]
    return 2 * FAIR if ask == "turn" and ill else 0


# Damage


def _taken(state: State, ask: str, event: e.DamageTaken) -> int:
    return (
        MUST // 2 if ask == "damage" and event.late is None and event.who in {one.who for one in state.damages} else 0
    )


def _reduced(state: State, ask: str, event: e.DamageReduced) -> int:
    return MUST // 8 if ask == "damage" and event.who in {one.who for one in state.damages} else 0


def _dealt(state: State, ask: str, event: e.DamageDealt) -> int:
    if event.late is not None or ask not in {"encounter", "damage", "turn"}:
        return 0
    met = state.encounters[-1] if state.encounters else None
    return RARE if met is not None and not met.done else 1


# Closings and villains


def _close(state: State, ask: str, event: e.CloseAttempted) -> int:
    return 4 * GOOD if ask == "turn" else 0


def _price(state: State, ask: str, event: e.PricePaid) -> int:
    return MUST if ask == "closing" else GOOD


def _closed(state: State, ask: str, event: e.LocationClosed) -> int:
    if event.cause == "effect":
        return 0
    if event.cause == "villain":
        return MUST if state.fate is not None and state.fate.defeated and not state.fate.closed else 0
    closing = state.closing
    if ask != "closing" or closing is None or closing.cause not in {event.cause, "unknown"}:
        return 0
    return MUST // 8 if event.pending else MUST


def _searched(state: State, ask: str, event: e.LocationSearched) -> int:
    here = place(state, event.place)
    if here is None or not state.villains or ask not in {"closing", "villain"}:
        return 0
    if any(name in here.deck.known for name in state.villains):
        return MUST
    seen_elsewhere = any(name in one.deck.known for one in state.places for name in state.villains)
    hidden = here.deck.unknown is None or here.deck.unknown > 0
    return MUST // 6 if hidden and not seen_elsewhere and state.fate is None else 0


def _temporary(state: State, ask: str, event: e.TempCloseAttempted) -> int:
    met = state.encounters[-1] if state.encounters else None
    return 2 * GOOD if ask == "encounter" and met is not None and met.type == "villain" else 0


def _escaped(state: State, ask: str, event: e.VillainEscaped) -> int:
    return MUST if ask == "villain" else 0


# Ends, acts of record, what is left


def _ruled(state: State, ask: str, event: e.Ruling) -> int:
    if ask == "ruling":
        return MUST if event.choice else 0
    if event.point != POINT:
        all_closed = all(one.status == "closed" for one in state.places) and not state.villains
        return GOOD if event.point == "goal_without_villain" and all_closed else 0
    return 1 if ask in {"turn", "encounter"} and asked_points(state) else 0


def _died(state: State, ask: str, event: e.CharacterDied) -> int:
    return MUST if ask == "death" and event.who in state.dying else 0


def _joined(state: State, ask: str, event: e.SuccessorJoined) -> int:
    return FAIR if ask == "turn" and len(state.characters) < len(CHARACTERS) else 0


def _scenario_ended(state: State, ask: str, event: e.ScenarioEnded) -> int:
    if ask == "scenario_end":
        return MUST
    won = event.outcome == "won" and not state.villains and state.places
    return 4 * GOOD if won and ask == "turn" and all(one.status == "closed" for one in state.places) else 0


def _rebuilt(state: State, ask: str, event: e.DeckRebuilt) -> int:
    owner = _owner(state, event.who)
    return MUST if ask == "rebuild" and owner is not None and owner.alive and event.who not in state.rebuilt else 0


def _pending(state: State, ask: str, event: e.LeftPending) -> int:
    return RARE // 2 if ask == "encounter" and state.mode != "strict" and not state.tasks else 0


def _resumed(state: State, ask: str, event: e.Resumed) -> int:
    return MUST if ask == "scenario_end" else FAIR if ask == "turn" else 0


def _posted(state: State, ask: str, event: e.StatePosted) -> int:
    return RARE if ask in {"turn", "encounter", "turn_start"} else 0


def _corrected(state: State, ask: str, event: e.Correction) -> int:
    return RARE // 2 if ask in {"turn", "encounter"} else 0


def _picked(state: State, ask: str, event: e.RandomPick) -> int:
    return RARE // 2 if ask in {"turn", "encounter"} else 0


WANTED: dict[type[Event], Callable[[State, str, Any], int]] = {
    e.HandDrawn: _hand_drawn, e.HandRedrawn: _hand_redrawn, e.TurnStarted: _turn_started, e.BlessingAdvanced: _advanced,
    e.CardGiven: _given, e.Moved: _moved, e.Explored: _explored, e.HandReset: _reset, e.TurnEnded: _turn_ended,
    e.EncounterStarted: _met, e.Evaded: _evaded, e.CheckStarted: _check_started, e.CheckResolved: _check,
    e.EncounterResolved: _resolved, e.CardPlayed: _played, e.PowerUsed: _power, e.EffectApplied: _effect,
    e.Healed: _healed, e.DamageTaken: _taken, e.DamageReduced: _reduced, e.DamageDealt: _dealt,
    e.CloseAttempted: _close, e.PricePaid: _price, e.LocationClosed: _closed, e.LocationSearched: _searched,
    e.TempCloseAttempted: _temporary, e.VillainEscaped: _escaped, e.Ruling: _ruled, e.CharacterDied: _died,
    e.SuccessorJoined: _joined, e.ScenarioEnded: _scenario_ended, e.DeckRebuilt: _rebuilt, e.LeftPending: _pending,
    e.Resumed: _resumed, e.StatePosted: _posted, e.Correction: _corrected, e.RandomPick: _picked,
}  # fmt: skip
