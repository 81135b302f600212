"""What a line leaves out, filled in where the state leaves one answer: who, which card, which type, which location.

A default becomes part of the event, so it is shown with it; nothing is filled in where nobody can know.
"""

from __future__ import annotations

import re
from typing import Any

from engine.events import Event
from engine.pathfinder import events as e
from engine.pathfinder.cards import BOONS
from engine.pathfinder.encounter import concerned, is_boon
from engine.pathfinder.moving import OWN_ZONES
from engine.pathfinder.notation_forms import ZONES
from engine.pathfinder.offers import prompt
from engine.pathfinder.read_check import chosen
from engine.pathfinder.read_names import type_of
from engine.pathfinder.reset import needed_draws, sizes
from engine.pathfinder.state import State, at, character, encounter, living, place, to_take
from engine.pathfinder.villain import blessings_due, open_to

#: Events of the one who encounters a card.
_OF_THE_ENCOUNTER = (
    e.Evaded, e.CheckStarted, e.EncounterStarted, e.DamageDealt, e.Healed, e.EffectApplied, e.CheckResolved,
    e.CardPlayed, e.PowerUsed,
)  # fmt: skip


def usual_who(state: State, event: type[Event], late: int | None = None) -> str:
    """Who does this if nobody is named, `late` in an earlier encounter; "" where that is not known."""
    if late is not None and event in _OF_THE_ENCOUNTER:
        met_by = {one.number: one.who for one in state.over} | {one.number: one.who for one in state.encounters}
        if met_by.get(late):
            return met_by[late]
    met, owed = encounter(state), to_take(state)
    if event in {e.HandDrawn, e.HandRedrawn}:
        waiting = [one.name for one in living(state) if not one.drawn]
        return waiting[0] if waiting else state.turn.active
    if event is e.TurnStarted:
        alive = living(state)
        return state.turn.active or (alive[0].name if alive else "")
    if event in {e.DamageTaken, e.DamageReduced} and owed:
        return owed[0].who
    if event is e.PricePaid and state.closing is not None:
        return state.closing.who
    if event is e.TempCloseAttempted:
        return _closes_against(state)
    if event is e.CharacterDied and state.dying:
        return state.dying[0]
    if event is e.DeckRebuilt:
        left = [one.name for one in living(state) if one.name not in state.rebuilt]
        return left[0] if left else ""
    if event in _OF_THE_ENCOUNTER or event in {e.DamageTaken, e.DamageReduced}:
        if event in {e.CardPlayed, e.PowerUsed} and owed:
            return owed[0].who
        if met is not None:
            return met.who
        if state.closing is not None and state.closing.outcome is None:
            return state.closing.who
    if event in {e.StatePosted, e.EffectApplied} and not state.turn.active:
        return _asked(state)
    return state.turn.active or _asked(state)


def _asked(state: State) -> str:
    """The living character of the seat that is asked; "" if nobody is."""
    asked = prompt(state)
    seat = asked.seat if asked is not None else None
    return next((one.name for one in living(state) if one.seat == seat), "")


def _closes_against(state: State) -> str:
    """The one character that can still try to close its location against the villain, if there is only one."""
    met = encounter(state)
    if met is None:
        return ""
    tried = [who for who, _ in met.tried]
    able = []
    for one in living(state):
        here = place(state, one.location)
        if one.location != met.place and one.name not in tried and here is not None and here.status == "open":
            able.append(one.name)
    return able[0] if len(able) == 1 else ""


def fill(state: State, event: type[Event], fields: dict[str, Any]) -> None:
    """Fill in what was not told."""
    for kind, filler in _FILLERS:
        if event is kind:
            filler(state, fields)


def _explored(state: State, fields: dict[str, Any]) -> None:
    who = fields.get("who", "")
    last = state.past.event if state.past is not None else None
    for_it = isinstance(last, e.CardPlayed | e.PowerUsed) and last.use == "explore"
    if "source" not in fields and (for_it or state.turn.free or state.turn.explorations) and state.turn.grants:
        fields["source"] = "effect"
    here = place(state, fields.get("place") or at(state, who))
    if "card" not in fields and here is not None and here.deck.top:
        fields["card"] = here.deck.top[0]
    _type(state, fields)


def _type(state: State, fields: dict[str, Any]) -> None:
    card = fields.get("card")
    if "type" not in fields and card:
        fields["type"] = type_of(state, card)


def _played(state: State, fields: dict[str, Any]) -> None:
    _type(state, fields)
    _use(state, fields)


def _use(state: State, fields: dict[str, Any]) -> None:
    """What a card or power is used for: the damage that is owed, the check that is due, else the step of the turn."""
    if "use" in fields:
        return
    if to_take(state):
        fields["use"] = "damage"
    elif state.encounters:
        fields["use"] = "check"
    elif state.closing is not None and state.closing.outcome is None:
        fields["use"] = "close"
    else:
        fields["use"] = "step"


def usual_purpose(state: State, who: str) -> str:
    """What a check is for if nobody says it."""
    if state.encounters:
        number = concerned(state, who)
        met = state.encounters[number if number is not None else -1]
        if met.type == "villain" and who in [one for one, _ in met.tried] and who not in met.decided:
            return "temp_close"
        return "acquire" if is_boon(met) else "defeat"
    if state.closing is not None and state.closing.outcome is None:
        return "close"
    return "other"


def purpose_of(state: State, who: str, fields: dict[str, Any]) -> str:
    """What a check is for: as it is said, else as usual; who closes a location for now says "close" of it, too."""
    said, usual = fields.get("purpose"), usual_purpose(state, who)
    return usual if said is None or (said == "close" and usual == "temp_close") else str(said)


def _check(state: State, fields: dict[str, Any]) -> None:
    fields["purpose"] = purpose_of(state, fields.get("who", ""), fields)
    met = encounter(state)
    if met is not None and met.skill and fields["purpose"] in {"acquire", "defeat"}:
        fields.setdefault("skill", met.skill)


def _damage(state: State, fields: dict[str, Any]) -> None:
    if "amount" not in fields and fields.get("dice"):
        rolled = sum(die.result for die in fields["dice"])
        fields["amount"] = rolled + sum(part.value for part in fields.get("modifiers", ()))


def _resolved(state: State, fields: dict[str, Any]) -> None:
    met = encounter(state)
    if met is not None and met.card is not None:
        fields.setdefault("card", met.card)


def _place(state: State, fields: dict[str, Any]) -> None:
    if state.closing is not None and state.closing.who == fields.get("who"):
        fields.setdefault("place", state.closing.place)
    here = at(state, fields.get("who", ""))
    if here:
        fields.setdefault("place", here)


def _own_place(state: State, fields: dict[str, Any]) -> None:
    here = at(state, fields.get("who", ""))
    if here:
        fields.setdefault("place", here)


def _closed(state: State, fields: dict[str, Any]) -> None:
    if state.fate is not None:
        fields.setdefault("place", state.fate.place)
        fields.setdefault("cause", "villain")
    elif state.closing is not None:
        fields.setdefault("place", state.closing.place)
        fields.setdefault("cause", "henchman" if state.closing.cause == "henchman" else "empty_deck")
    elif here := at(state, state.turn.active):
        fields.setdefault("place", here)


def _searched(state: State, fields: dict[str, Any]) -> None:
    _closed(state, fields)
    fields.pop("cause", None)
    if len(state.villains) == 1:
        fields.setdefault("villain", state.villains[0])


def _escaped(state: State, fields: dict[str, Any]) -> None:
    fate = state.fate
    if fate is None:
        return
    fields.setdefault("villain", fate.villain)
    if "to" not in fields:
        fields["to"] = tuple(one.name for one in open_to(state, fate))
    if fields["to"] is not None:
        fields.setdefault("n", len(fields["to"]))
    fields.setdefault("blessings", blessings_due(state, fate))


def _reset(state: State, fields: dict[str, Any]) -> None:
    """Draw as many as the hand lacks, and discard what is above it, where the cards in hand are counted."""
    who = fields.get("who", "")
    owner = character(state, who)
    if owner is None or owner.hand.size is None or owner.hand_size is None:
        return
    if "discarded" not in fields and "discards" not in fields and owner.hand.size > owner.hand_size:
        fields["discards"] = owner.hand.size - owner.hand_size
    if "drawn" in fields or "draws" in fields:
        return
    told = {key: fields[key] for key in ("discarded", "discards") if key in fields}
    known = sizes(state, e.HandReset(who=who, **told))
    if known is not None:
        needed = needed_draws(known)
        fields["draws"] = needed if owner.deck.size is None else min(needed, owner.deck.size)


def _pick(state: State, fields: dict[str, Any]) -> None:
    choices, dice = fields.get("choices", ()), fields.get("dice", ())
    if "picked" not in fields and (found := chosen(dice, fields.get("modifiers", ()), choices)):
        fields["picked"] = found


#: What people say for what a "permit" or "forbid" speaks of.
_SUBJECTS = {
    "exploring": "explore", "explorations": "explore", "exploration": "explore", "moving": "move", "giving": "give",
    "evading": "evade", "closing": "close", "powers": "power",
    **{one: one for one in ("explore", "move", "give", "evade", "close", "power")},
    **{f"{kind}{plural}": f"play:{kind}" for kind in BOONS for plural in ("", "s")}, "allies": "play:ally",
    "armor": "play:armor", "armors": "play:armor",
}  # fmt: skip
_FROM_TO = re.compile(rf"(?:cards? )?from ({'|'.join(ZONES)}) to ({'|'.join(ZONES)})", re.IGNORECASE)


def _effect(state: State, fields: dict[str, Any]) -> None:
    """What is forbidden or allowed, or goes where, in words that stand for a field."""
    text = str(fields.get("text", "")).strip()
    if fields.get("effect") in {"permit", "forbid"} and text and "subject" not in fields:
        said = text.casefold().removeprefix("to ").removeprefix("playing ").removeprefix("play ")
        fields["subject"] = _SUBJECTS.get(said, text)
        del fields["text"]
    if "zones" not in fields and (moved := _FROM_TO.fullmatch(text)):
        origin, to = (one.lower() for one in moved.groups())
        who = fields.get("who", "") if {origin, to} & set(OWN_ZONES) else ""
        del fields["text"]
        change: Any = {"card": None, "count": fields.pop("amount", None) or 1, "origin": origin, "to": to, "who": who}
        fields["zones"] = (e.ZoneChange(**change),)


def _pending(state: State, fields: dict[str, Any]) -> None:
    if "owner" not in fields and len(living(state)) == 2:
        met = encounter(state)
        fields["owner"] = next(one.name for one in living(state) if met is None or one.name != met.who)


def _resumed(state: State, fields: dict[str, Any]) -> None:
    if len(state.tasks) == 1:
        fields.setdefault("task", state.tasks[0].number)


def _ruled(state: State, fields: dict[str, Any]) -> None:
    if state.fate is not None and state.fate.asked:
        fields.setdefault("point", state.fate.asked)


_FILLERS: tuple[tuple[type[Event], Any], ...] = (
    (e.Explored, _explored),
    (e.EncounterStarted, _type),
    (e.CardPlayed, _played),
    (e.PowerUsed, _use),
    (e.CheckResolved, _check),
    (e.DamageDealt, _damage),
    (e.EncounterResolved, _resolved),
    (e.CloseAttempted, _place),
    (e.TempCloseAttempted, _own_place),
    (e.LocationClosed, _closed),
    (e.LocationSearched, _searched),
    (e.VillainEscaped, _escaped),
    (e.HandReset, _reset),
    (e.RandomPick, _pick),
    (e.LeftPending, _pending),
    (e.Resumed, _resumed),
    (e.Ruling, _ruled),
    (e.EffectApplied, _effect),
)
