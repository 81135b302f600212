"""Section 4 of the rules within a scenario: what the feats that a campaign carried into it add to a check."""

from __future__ import annotations

from engine.pathfinder.events import CheckResolved
from engine.pathfinder.state import View, character
from engine.pathfinder.verdicts import Wrong, flag, printed
from engine.rules import rule

#: How a modifier is named that skill feats bring.
FROM_FEATS = frozenset({"feat", "feats", "skill feat", "skill feats"})


@rule("PA-CHR-04", neutral=())
def feats_agree(view: View, event: CheckResolved) -> Wrong:
    """Skill feats add 1 each to their skill and to what is derived from it, in every check of it and in no other."""
    stated = [one.value for one in event.modifiers if one.why.casefold() in FROM_FEATS]
    owner, known = character(view, event.who), printed(view, event.who)
    if not stated or owner is None or known is None or not owner.skill_feats:
        return ()
    names = (event.skill, *(die.why for die in event.dice))
    found = next((skill for name in names if (skill := known.skill(name)) is not None), None)
    if found is None:
        return ()
    added = dict(owner.skill_feats).get(found[0].name, 0)
    if sum(stated) == added:
        return ()
    message = f"{event.who} has {added} skill feats in {found[0].name}, posted are {sum(stated)}"
    return flag("PA-CHR-04", "feats_differ", message, sum(stated), added)
