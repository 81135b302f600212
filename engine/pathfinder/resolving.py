"""Section 8 of the rules, the end of an encounter: how it can be over, by which checks, and where its card goes."""

from __future__ import annotations

from engine.pathfinder.encounter import BANES, concerned, failed, inner_first, is_boon, named, no_encounter
from engine.pathfinder.events import EncounterResolved
from engine.pathfinder.options import ASK
from engine.pathfinder.state import Encounter, View, to_take
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, refuse, same_card
from engine.rules import rule


def judge_resolved(view: View, event: EncounterResolved) -> Wrong:
    """Whether the encounter can be over now, and in this way."""
    number = concerned(view, "", event.card)
    if number is None:
        return no_encounter(view, "resolve")
    met = view.encounters[number]
    found = [*inner_first(view, number), *boon_outcome(met, event), *declined_untried(met, event)]
    found += [*bane_outcome(met, event), *bane_must_be_fought(view, met, event), *follows_from_check(met, event)]
    found += [*all_checks_made(view, met, event), *outcome_of_checks(met, event), *check_recorded(view, met, event)]
    found += [*boon_goes_to(view, met, event), *summoned_goes_to(met, event), *bane_goes_to(view, met, event)]
    found += cut_short_by(view, met, event)
    return (*found, *damage_still_open(view, met), *card_is_the_one(met, event))


@rule("PA-ENC-10", neutral=())
def resolved_by(view: View, who: str, event: EncounterResolved) -> Wrong:
    """Only the one who encounters a card resolves it: what another is said to resolve is not that card."""
    number = concerned(view, "", event.card)
    if number is None or view.encounters[number].who == who:
        return ()
    met = view.encounters[number]
    return refuse("PA-ENC-10", f"{met.who} encounters {named(met)} and resolves it, not {who}")


def card_is_the_one(met: Encounter, event: EncounterResolved) -> Wrong:
    """The card that is resolved is the one encountered."""
    if event.card is None or met.card is None or same_card(event.card, met.card):
        return ()
    return refuse("PA-ENC-05", f'{named(met)} is encountered, not "{event.card}"')


@rule("PA-ENC-08", neutral=())
def boon_outcome(met: Encounter, event: EncounterResolved) -> Wrong:
    """A boon is acquired, or banished when its check fails, or declined."""
    if not is_boon(met) or event.outcome in {"acquired", "banished", "declined", "cut_short"}:
        return ()
    return refuse("PA-ENC-08", f"{named(met)} is a boon: acquired, banished or declined, not {event.outcome}")


@rule("PA-ENC-08", neutral=())
def declined_untried(met: Encounter, event: EncounterResolved) -> Wrong:
    """Declined is a boon that was not attempted: after a check it is acquired or banished."""
    if event.outcome != "declined" or not met.done:
        return ()
    return refuse("PA-ENC-08", f"a check of {named(met)} was attempted: it is acquired or banished, not declined")


@rule("PA-ENC-13", neutral=())
def bane_must_be_fought(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """A bane that is not evaded cannot be declined, nor left undefeated without a check where a row of them may end."""
    if met.type in BANES and event.outcome == "undefeated" and not met.done and (met.checks or 1) > 1:
        message = f"{named(met)} is a bane and must be fought: it is undefeated and no check is recorded"
        return flag("PA-ENC-13", "check_skipped", message, "undefeated", "no check") if row_stops(view, met) else ()
    if met.type not in BANES or event.outcome in {"defeated", "undefeated", "cut_short"}:
        return ()
    return refuse("PA-ENC-13", f"{named(met)} is a bane and must be fought: it is not {event.outcome}")


@rule("PA-ENC-09", neutral=())
def bane_outcome(met: Encounter, event: EncounterResolved) -> Wrong:
    """A bane that was fought is defeated or undefeated; nobody acquires it, and it is banished by being defeated."""
    if met.type not in BANES or not met.done or event.outcome not in {"acquired", "banished"}:
        return ()
    return refuse("PA-ENC-09", f"{named(met)} was fought, which leaves it defeated or undefeated")


@rule("PA-CHK-11", neutral=())
def all_checks_made(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """All checks that "then" joins are made, also after one of them failed."""
    if met.checks is None or met.checks < 2 or event.outcome in {"declined", "cut_short"}:
        return ()
    choice = answer(view, "several_checks")
    if len({one.which for one in met.done}) >= met.checks:
        return ()
    if choice == ASK:
        return needs_ruling("PA-CHK-11", "several_checks")
    if event.outcome in {"undefeated", "banished"} and row_stops(view, met):
        return ()
    return refuse("PA-CHK-11", f"{named(met)} has {met.checks} checks, {len(met.done)} made: each is attempted")


@rule("PA-CHK-15", neutral=False)
def row_stops(view: View, met: Encounter) -> bool:
    """By the option the row ends when the one who encounters the card attempted, or passed, none of its checks."""
    choice = answer(view, "several_checks")
    own = [one for one in met.done if one.who == met.who]
    if choice == "none_attempted_stops":
        return not own
    return choice == "none_passed_stops" and not any(one.success is not False for one in own)


@rule("PA-CHK-11", neutral=())
def outcome_of_checks(met: Encounter, event: EncounterResolved) -> Wrong:
    """All checks must succeed for the card to be acquired or defeated."""
    won = event.outcome in {"acquired", "defeated"}
    if not met.done or event.outcome in {"declined", "cut_short"}:
        return ()
    if won and failed(met):
        message = f"a check of {named(met)} failed, so it is not {event.outcome}"
        return flag("PA-CHK-11", "outcome_contradicts_checks", message, event.outcome, "failed")
    if not won and all(one.success for one in met.done) and (met.checks or 1) <= len(met.done):
        message = f"the check of {named(met)} succeeded, so it is not {event.outcome}"
        return flag("PA-CHK-11", "outcome_contradicts_checks", message, event.outcome, "succeeded")
    return ()


@rule("PA-ENC-08", "PA-ENC-09", neutral=())
def follows_from_check(met: Encounter, event: EncounterResolved) -> Wrong:
    """By its one check a boon is acquired or banished, a bane defeated or not: the other way round is a wrong end."""
    ends = ("acquired", "banished") if is_boon(met) else ("defeated", "undefeated")
    known = is_boon(met) or met.type in BANES
    alone = len(met.done) == 1 and (met.checks or 1) == 1 and met.done[0].success is not None
    if not known or not alone or event.outcome not in ends:
        return ()
    passed = met.done[0].success
    wanted = ends[0] if passed else ends[1]
    if event.outcome == wanted:
        return ()
    rule_id = "PA-ENC-08" if is_boon(met) else "PA-ENC-09"
    message = f"{named(met)} is {wanted} by its check, a {'success' if passed else 'failure'}"
    return flag(rule_id, "outcome_contradicts_checks", message, event.outcome, wanted)


@rule("PA-ENC-05", neutral=())
def check_recorded(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """A card is acquired, beaten or lost by its check."""
    if met.done or event.outcome in {"declined", "cut_short"} or has_no_check(met) or (met.checks or 1) > 1:
        return ()
    if summons_instead(view, met) or put_away(view, met, event):
        return ()
    message = f"{named(met)} is {event.outcome} and no check is recorded"
    return flag("PA-ENC-05", "check_skipped", message, event.outcome, "no check")


@rule("PA-ENC-06", neutral=False)
def has_no_check(met: Encounter) -> bool:
    """A card whose check says none has no check: its effect is carried out at once."""
    return met.checks == 0


@rule("PA-ENC-06", neutral=False)
def summons_instead(view: View, met: Encounter) -> bool:
    """A barrier whose check nobody told may have none: what it summoned was its effect."""
    if met.checks is not None or not (met.barrier or met.type in {"barrier", ""}):
        return False
    return any(one.summoned and one.number > met.number for one in view.over)


@rule("PA-ENC-08", neutral=False)
def put_away(view: View, met: Encounter, event: EncounterResolved) -> bool:
    """A boon that is banished without a check was declined, where that banishes it."""
    if event.outcome != "banished" or met.type in BANES:
        return False
    return answer(view, "boon_not_attempted") == "banished"


@rule("PA-ENC-08", neutral=())
def boon_goes_to(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """An acquired boon goes to the hand; any other to the box, a declined one by the option where it is said."""
    if not is_boon(met) or event.outcome == "cut_short":
        return ()
    if event.outcome == "declined":
        choice = answer(view, "boon_not_attempted")
        if choice == ASK:
            return needs_ruling("PA-ENC-08", "boon_not_attempted")
        if choice == "as_stated":
            return ()
    wanted = "hand" if event.outcome == "acquired" else "box"
    if event.zone in {None, wanted}:
        return ()
    return refuse("PA-ENC-08", f"{named(met)} is {event.outcome} and goes to the {wanted}, not to: {event.zone}")


@rule("PA-ENC-09", neutral=())
def bane_goes_to(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """A defeated bane is banished; an undefeated one is shuffled into its deck, by the option put at the bottom."""
    if met.type not in BANES or event.outcome not in {"defeated", "undefeated"}:
        return ()
    if event.outcome == "defeated" or met.summoned:
        if event.zone in {None, "box"}:
            return ()
        return refuse("PA-ENC-09", f"{named(met)} goes to the box, not to: {event.zone}")
    choice = answer(view, "undefeated_bane")
    if choice == ASK and met.type != "villain":
        return needs_ruling("PA-ENC-09", "undefeated_bane")
    if event.zone not in {None, "location"}:
        return refuse("PA-ENC-09", f"{named(met)} is undefeated and goes back to its deck, not to: {event.zone}")
    if event.order in {"", choice} or met.type == "villain":
        return ()
    return refuse("PA-ENC-09", f"{named(met)} is undefeated and goes back {choice}, not: {event.order}")


@rule("PA-SUM-01", neutral=())
def summoned_goes_to(met: Encounter, event: EncounterResolved) -> Wrong:
    """A summoned bane came from the box and goes back there, however its encounter ended."""
    if not met.summoned or met.type not in BANES or event.zone in {None, "box"}:
        return ()
    if event.outcome not in {"defeated", "undefeated"}:
        return ()
    return refuse("PA-SUM-01", f"{named(met)} was summoned: it came from the box and goes back there")


@rule("PA-ENC-12", neutral=())
def cut_short_by(view: View, met: Encounter, event: EncounterResolved) -> Wrong:
    """An encounter ends with the card neither defeated nor undefeated only when something forces it to end."""
    if event.outcome != "cut_short" or event.allowed_by or met.who in view.dying:
        return ()
    return refuse("PA-ENC-12", f"nothing forces the encounter with {named(met)} to end: name the effect")


@rule("PA-DMG-03", neutral=())
def damage_still_open(view: View, met: Encounter) -> Wrong:
    """Damage of an encounter is taken before it is over."""
    owed = [one for one in to_take(view) if one.encounter == met.number]
    if not owed:
        return ()
    message = f"{owed[0].who} has yet to take {owed[0].amount} damage from {named(met)}"
    return flag("PA-DMG-03", "damage_open", message, "resolved", f"{owed[0].amount} damage")
