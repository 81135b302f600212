"""Sections 4 and 9 of the rules: the die and the bonus that a skill brings to a check, where the facts have them.

A card, a power or the text of a location may change both. So something is said only where a character card holds,
nothing that could change them is recorded or named, and the order in which things are recorded tells something.
"""

from __future__ import annotations

from engine.pathfinder.cards import Skill
from engine.pathfinder.events import (
    CardPlayed,
    CheckResolved,
    CloseAttempted,
    EffectApplied,
    EncounterStarted,
    Explored,
    PowerUsed,
    TempCloseAttempted,
    TurnStarted,
)
from engine.pathfinder.feats import FROM_FEATS
from engine.pathfinder.state import View, character
from engine.pathfinder.verdicts import Wrong, flag, known_type, printed
from engine.rules import rule

#: What begins a check or what leads to it; what was used before belongs to something else.
_BEGINS = (CheckResolved, CloseAttempted, EncounterStarted, Explored, TempCloseAttempted, TurnStarted)


@rule("PA-CHK-01", "PA-CHR-05", neutral=())
def die_of_the_skill(view: View, event: CheckResolved) -> Wrong:
    """The die of the chosen skill is among those rolled, unless a card or power sets another."""
    found = skill_of(view, event)
    if found is None or any(die.sides == found[0].die for die in event.dice):
        return ()
    if is_disputed(view, event.who, found[0]) or something_changes(view, event, blessings=False):
        return ()
    die, rolled = f"d{found[0].die}", ", ".join(dict.fromkeys(f"d{one.sides}" for one in event.dice))
    message = f"{event.who} rolls a {die} for {event.skill}, and there is only {rolled}: using CARD says what sets it"
    return flag("PA-CHK-01", "die_contradicts_character", message, rolled, die)


@rule("PA-CHR-01", "PA-CHR-05", neutral=())
def bonus_of_the_skill(view: View, event: CheckResolved) -> Wrong:
    """To the die of a skill alone its bonus is added, and what skill feats give; other numbers come from something."""
    found = skill_of(view, event)
    if found is None or [die.sides for die in event.dice] != [found[0].die]:
        return ()
    least, most = bonus_between(view, event.who, found)
    stated = sum(one.value for one in event.modifiers)
    if least <= stated <= most or something_changes(view, event, blessings=True):
        return ()
    computed = f"{least}" if least == most else f"{least} to {most}"
    message = f"{event.who} adds {computed} to {event.skill}, not {stated}: what else is added is named behind it"
    return flag("PA-CHR-01", "bonus_contradicts_character", message, stated, computed)


def skill_of(view: View, event: CheckResolved) -> tuple[Skill, int] | None:
    """The skill of a check as its character card has it, with its bonus; None where that tells nothing of the roll."""
    known = printed(view, event.who)
    if known is None or view.mode == "record" or not event.dice or event.using or event.lent:
        return None
    return known.skill(event.skill)


def bonus_between(view: View, who: str, found: tuple[Skill, int]) -> tuple[int, int]:
    """The least and the most that a skill can add: with the feats of a campaign, else with any number of them."""
    skill, bonus = found
    owner = character(view, who)
    feats = dict(owner.skill_feats) if owner is not None else {}
    if not feats:
        return bonus, bonus + skill.feats
    return bonus + feats.get(skill.name, 0), bonus + feats.get(skill.name, 0)


def is_disputed(view: View, who: str, skill: Skill) -> bool:
    """Whether a further source has another die for a skill of this character."""
    known = printed(view, who)
    return known is not None and any(one.startswith(f"{skill.name} die") for one in known.differences)


def something_changes(view: View, event: CheckResolved, *, blessings: bool) -> bool:
    """Whether anything recorded may change the dice of a check; of what blessings add they keep the die itself."""
    reasons = {*(one.why for one in event.dice), *(one.why for one in event.modifiers)} - {"", event.skill}
    if any(not is_of_the_skill(view, event.who, why) for why in reasons):
        return True
    if any(one.displayed.size != 0 for one in view.characters):
        return True
    past = view.past
    while past is not None and not isinstance(past.event, _BEGINS):
        used = past.event
        if isinstance(used, PowerUsed | EffectApplied):
            return True
        if isinstance(used, CardPlayed) and (blessings or known_type(used.card, used.type, view) != "blessing"):
            return True
        past = past.state.past
    return False


def is_of_the_skill(view: View, who: str, why: str) -> bool:
    """Whether a reason names a skill or its feats, and so nothing beside what the character card has."""
    known = printed(view, who)
    return why.casefold() in {*FROM_FEATS, "skill", "bonus"} or (known is not None and known.skill(why) is not None)
