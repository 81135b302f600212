"""Section 9 of the rules: who makes which check, its dice and its outcome, rerolls and recharging."""

from __future__ import annotations

from msgspec.structs import replace

from engine.pathfinder.card_checks import (
    OF_THE_CARD,
    agrees_with_card,
    difficulty_of,
    has_recharge_line,
    remember,
    said_before,
)
from engine.pathfinder.card_knowledge import recharge_of
from engine.pathfinder.cards import CHARACTERS
from engine.pathfinder.closing import check_decides_closing, check_decides_temporary, closers_check
from engine.pathfinder.damage import deal_for_check, dealers_ruled
from engine.pathfinder.dice import contradicted_total, impossible_dice
from engine.pathfinder.difficulty import contradicted_difficulty, contradicted_outcome, succeeds
from engine.pathfinder.encounter import BANES, concerned, in_its_time, inner_first, is_boon, named, no_encounter, reach
from engine.pathfinder.events import CheckResolved, CheckStarted, Outcome, Part
from engine.pathfinder.feats import feats_agree
from engine.pathfinder.moving import card_in_its_zone, give, land, pick_up, settle, take
from engine.pathfinder.options import ASK
from engine.pathfinder.playing import may_be_recharged
from engine.pathfinder.skill_dice import bonus_of_the_skill, die_of_the_skill
from engine.pathfinder.state import Check, Draft, Encounter, Gone, View, at, to_take
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, printed, refuse, same_card, told
from engine.pathfinder.villain import after_an_attempt
from engine.rules import rule

# Arithmetic


def sum_of(parts: tuple[Part, ...]) -> int:
    """What terms come to."""
    return sum(one.value for one in parts)


@rule("PA-CHK-08", neutral=None)
def rolled(event: CheckResolved) -> int | None:
    """All dice and all modifiers together; None where no dice are told."""
    if not event.dice:
        return None
    return sum(die.result for die in event.dice) + sum_of(event.modifiers)


def total_of(event: CheckResolved) -> int | None:
    """The total that counts, with what was added after the roll; None if it is not known."""
    base = rolled(event)
    base = event.total if base is None else base
    return None if base is None else base + sum_of(event.after)


@rule("PA-CHK-13", neutral=None)
def without_dice(event: CheckResolved) -> Outcome | None:
    """An automatic success counts as succeeding; no dice are rolled."""
    return event.auto


def succeeded(event: CheckResolved, view: View | None = None) -> bool | None:
    """How the check ended: as posted, without dice, or by its total; None if that is not known.

    With the view before the event a difficulty that was not stated is that of the card.
    """
    if event.outcome is not None:
        return event.outcome == "success"
    auto = without_dice(event)
    if auto is not None:
        return auto == "success"
    if event.deliberate:
        return False
    return succeeds(total_of(event), event.difficulty if view is None else difficulty_of(view, event))


@rule("PA-CHK-08", neutral=())
def total_adds_up(event: CheckResolved) -> Wrong:
    """The posted total is that of dice and modifiers."""
    return told(contradicted_total(rolled(event), event.total))


@rule("PA-CHK-08", neutral=())
def effective_total_adds_up(event: CheckResolved) -> Wrong:
    """The total that counts is the posted one and what was added after the roll."""
    computed = total_of(event)
    if event.effective_total is None or computed in {None, event.effective_total}:
        return ()
    message = f"the total with what came after the roll is {computed}, posted is {event.effective_total}"
    return flag("PA-CHK-08", "total_contradicts_dice", message, event.effective_total, computed)


@rule("PA-CHK-08", neutral=())
def dice_can_show(event: CheckResolved) -> Wrong:
    """A die shows one of its sides."""
    return told(next(iter(impossible_dice(event.dice)), None))


@rule("PA-CHK-05", neutral=())
def outcome_agrees(view: View, event: CheckResolved) -> Wrong:
    """The posted outcome is the one that total and difficulty have."""
    if event.outcome is None or event.auto is not None:
        return ()
    return told(contradicted_outcome(total_of(event), difficulty_of(view, event), event.outcome))


@rule("PA-CHK-13", neutral=())
def outcome_without_dice(event: CheckResolved) -> Wrong:
    """What is settled without dice ends as it was settled."""
    if event.auto is None or event.outcome in {None, event.auto}:
        return ()
    message = f"the check is settled without dice as a {event.auto}, recorded is a {event.outcome}"
    return flag("PA-CHK-13", "outcome_contradicts_auto", message, event.outcome, event.auto)


@rule("PA-CHK-05", neutral=())
def difficulty_adds_up(event: CheckResolved) -> Wrong:
    """The parts of a difficulty come to it."""
    if not event.difficulty_parts or event.difficulty is None:
        return ()
    return told(contradicted_difficulty(sum_of(event.difficulty_parts), event.difficulty))


# What sets the dice


@rule("PA-CHK-01", "PA-CHR-01", neutral=())
def skill_die(view: View, event: CheckResolved) -> Wrong:
    """A skill gives its own die, a derived skill the die of its skill."""
    known = printed(view, event.who)
    if known is None or not event.dice:
        return ()
    for die in event.dice:
        found = known.skill(die.why)
        if found is not None and die.sides != found[0].die:
            message = f"{event.who} rolls a d{found[0].die} for {die.why}, not a d{die.sides}"
            return flag("PA-CHK-01", "die_contradicts_character", message, f"d{die.sides}", f"d{found[0].die}")
    return ()


def lacks(view: View, who: str, skill: str) -> bool:
    """Whether a character is known to lack a skill."""
    known = printed(view, who)
    return known is not None and skill in SKILLS and known.skill(skill) is None


SKILLS = frozenset(
    name
    for one in CHARACTERS.values()
    for skill in one.skills
    for name in (skill.name, *(each.name for each in skill.derived))
)


@rule("PA-CHK-03", neutral=())
def missing_skill(view: View, event: CheckResolved) -> Wrong:
    """Without the skill, and none lent: a d4, and no bonus that belongs to a skill; by the option bonuses too."""
    if not lacks(view, event.who, event.skill) or event.lent or event.using or not event.dice:
        return ()
    if event.dice[0].sides != 4:
        message = f"{event.who} lacks {event.skill} and rolls a d4, not a d{event.dice[0].sides}"
        return flag("PA-CHK-03", "die_contradicts_character", message, f"d{event.dice[0].sides}", "d4")
    bonus = [one for one in event.modifiers if one.why in {"", "skill", "skill feats", event.skill}]
    choice = answer(view, "missing_skill")
    if not bonus or choice == "d4_with_bonuses":
        return ()
    if choice == ASK:
        return needs_ruling("PA-CHK-03", "missing_skill")
    return flag(
        "PA-CHK-03", "bonus_without_skill", f"{event.who} lacks {event.skill}: no skill bonus", bonus[0].value, 0
    )


@rule("PA-CHK-04", neutral=())
def combat_dice(view: View, event: CheckResolved) -> Wrong:
    """With no weapon, spell or power a combat check uses Strength or Melee, never the d4 of a missing skill."""
    known = printed(view, event.who)
    if event.skill != "Combat" or event.using != "" or known is None or not event.dice:
        return ()
    dice = {found[0].die for name in ("Strength", "Melee") if (found := known.skill(name)) is not None}
    if event.dice[0].sides in dice:
        return ()
    wanted = " or ".join(f"d{die}" for die in sorted(dice))
    message = f"{event.who} fights with Strength or Melee, a {wanted}, not with a d{event.dice[0].sides}"
    return flag("PA-CHK-04", "die_contradicts_character", message, f"d{event.dice[0].sides}", wanted)


# Who, which, when


def judge_begun(view: View, event: CheckStarted) -> Wrong:
    """Whether a check can begin: as one that would be made now."""
    number = concerned(view, event.who)
    if number is None or closes_meanwhile(view.encounters[number], event.who):
        return inner_first(view, number)
    met = view.encounters[number]
    made = CheckResolved(
        who=event.who, purpose="acquire" if is_boon(met) else "defeat", skill=event.skill, which=event.which
    )
    return (*inner_first(view, number), *skill_stays(met, made), *can_be_made(view, met, made))


def closes_meanwhile(met: Encounter, who: str) -> bool:
    """Whether the check of a character is one to close a location against the villain that another has met."""
    return any(one == who for one, _ in met.tried) and who not in met.decided


def apply_begun(draft: Draft, event: CheckStarted) -> None:
    """The skill is fixed."""
    number = concerned(draft, event.who)
    if number is not None and not closes_meanwhile(draft.encounters[number], event.who):
        reach(draft, number, "checks")
        draft.encounters = (
            *draft.encounters[:number],
            replace(draft.encounters[number], skill=event.skill),
            *draft.encounters[number + 1 :],
        )


def judge_check(view: View, event: CheckResolved) -> Wrong:
    """All that is wrong with a check."""
    found = [*total_adds_up(event), *effective_total_adds_up(event), *dice_can_show(event)]
    found += [*outcome_agrees(view, event), *outcome_without_dice(event), *difficulty_adds_up(event)]
    found += agrees_with_card(view, event)
    found += [*said_before(view, event), *feats_agree(view, event)]
    found += skill_die(view, event) or die_of_the_skill(view, event) or bonus_of_the_skill(view, event)
    found += [*missing_skill(view, event), *combat_dice(view, event), *on_purpose(view, event)]
    if event.purpose == "recharge":
        found += has_recharge_line(view, event)
        return (*found, *only_when_played(view, event), *has_recharge_skill(view, event))
    if event.purpose == "close":
        return (*found, *closers_check(view, event.who))
    if event.purpose == "temp_close":
        return (*found, *after_an_attempt(view, event.who))
    if event.purpose in {"before", "after"} and not view.encounters and event.late is None:
        return (*found, *outside_an_encounter(view, event))
    if event.purpose in {"before", "after"}:
        return (*found, *in_its_time(view, event.purpose, event.who, event.late))
    if event.purpose not in OF_THE_CARD:
        return tuple(found)
    number = concerned(view, event.who)
    if number is None:
        return (*found, *no_encounter(view, event.purpose))
    met = view.encounters[number]
    found += [*inner_first(view, number), *right_purpose(met, event), *skill_stays(met, event)]
    if event.reroll_by:
        return (*found, *reroll_once(met, event))
    return (*found, *can_be_made(view, met, event), *dealers_ruled(view, met, succeeded(event, view)))


def can_be_made(view: View, met: Encounter, event: CheckResolved) -> Wrong:
    """Whether this character can make this check of the card now."""
    found = [*own_check(met, event), *shared_checks(view, met, event), *in_order(met, event)]
    return (*found, *(damage_first(view, met) or once(met, event)), *closings_first(met))


@rule("PA-ENC-05", neutral=())
def right_purpose(met: Encounter, event: CheckResolved) -> Wrong:
    """A boon has a check to acquire, a bane a check to defeat."""
    if (is_boon(met) and event.purpose == "defeat") or (met.type in BANES and event.purpose == "acquire"):
        wanted = "acquire" if is_boon(met) else "defeat"
        message = f"the check of {named(met)} is one to {wanted}, not to {event.purpose}"
        return flag("PA-ENC-05", "wrong_word", message, event.purpose, wanted)
    return ()


@rule("PA-CHK-06", neutral=())
def skill_stays(met: Encounter, event: CheckResolved) -> Wrong:
    """When the skill is fixed and cards are played for it, it cannot be changed."""
    if not met.skill or not event.skill or met.skill == event.skill:
        return ()
    return refuse("PA-CHK-06", f"the skill was fixed as {met.skill} and is not changed to {event.skill}")


@rule("PA-ENC-10", neutral=())
def own_check(met: Encounter, event: CheckResolved) -> Wrong:
    """Only the one who encounters a card makes its check; others help with cards that say so."""
    if met.checks is None and event.which not in {None, 1}:
        return ()
    if met.who == event.who or (met.checks or 1) > 1:
        return ()
    return refuse("PA-ENC-10", f"{met.who} encounters {named(met)} and makes its check, not {event.who}")


@rule("PA-CHK-10", neutral=())
def shared_checks(view: View, met: Encounter, event: CheckResolved) -> Wrong:
    """Of several checks the encounterer attempts at least one; the others somebody at the same location may."""
    if met.who == event.who or met.checks is None or met.checks < 2:
        return ()
    here = at(view, event.who)
    if met.place and here and here != met.place:
        return refuse("PA-CHK-10", f"{event.who} is at {here}, not at {met.place} where {named(met)} is met")
    own = any(one.who == met.who for one in met.done)
    left = met.checks - len(met.done) - 1
    if not own and left < 1:
        return refuse("PA-CHK-10", f"{met.who} encounters {named(met)} and attempts at least one of its checks")
    return ()


@rule("PA-CHK-09", neutral=())
def in_order(met: Encounter, event: CheckResolved) -> Wrong:
    """Checks that "then" joins are made in order."""
    if event.which is None or met.checks is None:
        return ()
    if event.which > met.checks:
        return refuse("PA-CHK-09", f"{named(met)} has {met.checks} checks, there is no check {event.which}")
    if event.which > len(met.done) + 1:
        return refuse("PA-CHK-09", f"check {len(met.done) + 1} of {named(met)} comes before check {event.which}")
    return ()


@rule("PA-CHK-10", neutral=())
def once(met: Encounter, event: CheckResolved) -> Wrong:
    """Each check is attempted once."""
    if met.checks is None and event.which is None and met.done:
        message = f"a check of {named(met)} was made, and nobody said that there is another"
        return flag("PA-CHK-10", "check_again", message, "another check", "one check")
    again = event.which is not None and any(one.which == event.which for one in met.done)
    if not again and not (met.checks is not None and len(met.done) >= met.checks):
        return ()
    if met.checks == 0:
        return refuse("PA-ENC-06", f"{named(met)} has no check: its effect is carried out at once")
    return refuse("PA-CHK-10", f"each check of {named(met)} is attempted once, and this one was")


@rule("PA-DMG-01", "PA-ENC-05", neutral=())
def damage_first(view: View, met: Encounter) -> Wrong:
    """What a failed check of the card deals is taken before another of its checks is made."""
    owed = [one for one in to_take(view) if one.encounter == met.number]
    if not met.done or not owed:
        return ()
    message = f"{owed[0].who} first takes the {owed[0].amount} damage from {named(met)}: another check comes after it"
    return refuse("PA-DMG-01", message)


@rule("PA-VIL-03", neutral=())
def closings_first(met: Encounter) -> Wrong:
    """The villain is fought when every temporary closing attempt against it is decided."""
    undecided = [(who, where) for who, where in met.tried if who not in met.decided]
    if not undecided:
        return ()
    who, where = undecided[0]
    return refuse(
        "PA-VIL-03", f"the attempt of {who} to close {where} is not decided yet: {named(met)} is fought after"
    )


def outside_an_encounter(view: View, event: CheckResolved) -> Wrong:
    """PA-ENC-04, PA-ENC-07: nothing comes before or after an encounter that is none; posts may tell it later."""
    if view.mode == "record":
        return ()
    rule_id = "PA-ENC-04" if event.purpose == "before" else "PA-ENC-07"
    message = f"no encounter is open {event.purpose} which this could come; to one that is over it is added by: late E1"
    return flag(rule_id, "no_encounter", message, event.purpose, "no encounter")


@rule("PA-CHK-12", neutral=())
def on_purpose(view: View, event: CheckResolved) -> Wrong:
    """A check that must be made cannot be failed by choice; by the option it counts as 0."""
    if event.deliberate:
        choice = answer(view, "failing_on_purpose")
        if choice == ASK:
            return needs_ruling("PA-CHK-12", "failing_on_purpose")
        return () if choice == "counts_zero" else refuse("PA-CHK-12", f"{event.who} cannot choose to fail the check")
    if event.auto == "fail" and event.purpose == "defeat" and not event.why:
        message = "the check is failed without a roll, and no reason is told"
        return flag("PA-CHK-12", "auto_fail_without_roll", message, "fail", "no roll")
    return ()


@rule("PA-CHK-14", neutral=())
def reroll_once(met: Encounter, event: CheckResolved) -> Wrong:
    """A power that allows a reroll is used once for a check, and there is a roll to roll again."""
    mine = [one for one in met.done if event.which in {None, one.which} and one.who == event.who]
    if not mine:
        return refuse("PA-CHK-14", f"{event.who} has no roll against {named(met)} to roll again")
    if event.reroll_by in mine[-1].rerolled:
        return refuse("PA-CHK-14", f'"{event.reroll_by}" was used for a reroll of this check already')
    return ()


def apply_check(draft: Draft, event: CheckResolved) -> None:
    """The check is made, with all that its outcome decides."""
    success, difficulty = succeeded(event, draft), difficulty_of(draft, event)
    remember(draft, event)
    if event.purpose == "recharge":
        recharge(draft, event, success)
        draft.window += 1
        return
    settle(draft)
    if event.purpose in OF_THE_CARD:
        number = concerned(draft, event.who)
        if number is not None:
            apply_card_check(draft, event, number, success, difficulty)
    elif event.purpose == "close":
        check_decides_closing(draft, event.who, success)
    elif event.purpose == "temp_close":
        check_decides_temporary(draft, event.who, success)
    elif event.purpose in {"before", "after"} and draft.encounters and event.late is None:
        reach(draft, len(draft.encounters) - 1, event.purpose)
    draft.window += 1


def apply_card_check(
    draft: Draft, event: CheckResolved, number: int, success: bool | None, difficulty: int | None
) -> None:
    """A check of the card that is encountered."""
    reach(draft, number, "checks")
    met = draft.encounters[number]
    done = met.done
    rerolled: tuple[str, ...] = ()
    if event.reroll_by and done:
        again = next((one for one in reversed(done) if one.who == event.who), done[-1])
        done = tuple(one for one in done if one is not again)
        rerolled = (*again.rerolled, event.reroll_by)
        draft.damages = tuple(
            one for one in draft.damages if one.encounter != met.number or one.source != "check" or one.stated
        )
        which = again.which
    else:
        which = event.which or len(done) + 1
    done = (*done, Check(which=which, who=event.who, success=success, rerolled=rerolled))
    met = replace(met, done=done, skill="")
    draft.encounters = (*draft.encounters[:number], met, *draft.encounters[number + 1 :])
    total = 0 if event.deliberate else total_of(event)
    if success is False and event.purpose == "defeat":
        deal_for_check(draft, met, event.who, difficulty, total)


# Recharging


def last_gone(view: View, event: CheckResolved) -> Gone | None:
    """How the card to be recharged left the hand; of several copies, the one whose check is still to come."""
    card = card_to_recharge(view, event)
    gone = [one for one in view.gone if one.who == event.who and card and same_card(one.card, card)]
    return next((one for one in reversed(gone) if one.cause == "played"), gone[-1] if gone else None)


@rule("PA-PLY-07", neutral=())
def only_when_played(view: View, event: CheckResolved) -> Wrong:
    """A card is recharged by its own line only when it was played for its own power."""
    gone = last_gone(view, event)
    if gone is None:
        if event.card is None:
            return something_waits(view, event)
        if view.middle and not stays_in_hand(view, event):
            return card_in_its_zone(view, event.who, "discard", event.card)
        return refuse("PA-PLY-07", f'"{event.card}" did not leave the hand by being played in this turn')
    if gone.cause in {"recharged", "kept"}:
        if event.reroll_by:
            return ()
        return refuse("PA-PLY-07", f'the check to recharge "{event.card}" was made already')
    if gone.cause == "played":
        if gone.how in {"discard", "display"}:
            return ()
        return refuse("PA-PLY-07", f'"{event.card}" was not discarded when it was played: {gone.how} is how')
    why = {"paid": "paid for another power", "damage": "discarded for damage", "reset": "discarded at the reset"}
    found = refuse("PA-PLY-07", f'"{event.card}" was {why.get(gone.cause, "discarded by force")}, not played')
    return (*found, *(refuse("PA-PLY-06", found[0].message) if gone.cause == "paid" else ()))


def something_waits(view: View, event: CheckResolved) -> Wrong:
    """A check to recharge that names no card is that of the one that was played and waits for it."""
    waiting = waits_to_recharge(view, event.who)
    if view.mode == "record" or view.middle:
        return ()
    if not waiting:
        return refuse("PA-PLY-07", f"nothing that {event.who} played in this turn waits to be recharged")
    names = " or ".join(f'"{card}"' for card in waiting)
    return refuse("PA-PLY-07", f"it has to be said which card is recharged: {names}")


def waits_to_recharge(view: View, who: str) -> tuple[str, ...]:
    """The cards that a character played in this turn and that may have a check to recharge."""
    return tuple(dict.fromkeys(one.card for one in view.gone if one.who == who and may_be_recharged(view, one)))


def card_to_recharge(view: View, event: CheckResolved) -> str | None:
    """The card that is recharged: as named, else the one that waits for it; None if that is not known."""
    if event.card is not None:
        return event.card
    waiting = waits_to_recharge(view, event.who)
    return waiting[0] if len(waiting) == 1 else None


def stays_in_hand(view: View, event: CheckResolved) -> bool:
    """Whether the card was only revealed in this turn; a mere record may have left out how it was played."""
    return view.mode != "record" and any(
        one.who == event.who and one.how == "reveal" and event.card is not None and same_card(one.what, event.card)
        for one in view.plays
    )


@rule("PA-PLY-08", neutral=())
def has_recharge_skill(view: View, event: CheckResolved) -> Wrong:
    """Without the skill of its recharge line a card cannot be recharged by it."""
    gone = last_gone(view, event)
    skills = [skill for one in recharge_of(view, event.card) or () for skill in one.skills] or [event.skill]
    without = bool(skills) and all(lacks(view, event.who, skill) for skill in skills) and not event.lent
    if not without and not (gone is not None and gone.lacks_skill):
        return ()
    card = card_to_recharge(view, event) or "the card"
    return refuse("PA-PLY-08", f'{event.who} lacks the skill that "{card}" asks for')


def recharge(draft: Draft, event: CheckResolved, success: bool | None) -> None:
    """On success the card goes under its player's deck, on failure where playing it puts it."""
    card = card_to_recharge(draft, event)
    if card is None:
        return
    gone = last_gone(draft, event)
    if gone is not None:
        tried = replace(gone, cause="recharged" if success else "kept")
        draft.gone = tuple(tried if one is gone else one for one in draft.gone)
    waiting = [one for one in draft.aside if one.who == event.who and same_card(one.card, card)]
    pick_up(draft, waiting[0] if waiting else None)
    if not success:
        if waiting:
            land(draft, event.who, waiting[0].card, waiting[0].how)
        return
    if not waiting:
        take(draft, event.who, "displayed" if gone is not None and gone.how == "display" else "discard", card)
    give(draft, event.who, "deck", card, "bottom")
    draft.effect("recharged", "PA-PLY-07", who=event.who, card=card)
