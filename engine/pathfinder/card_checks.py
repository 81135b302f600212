"""Whether what is recorded of a card agrees with what is known of it, and with what was recorded of it before."""

from __future__ import annotations

from collections.abc import Iterator

from engine.notation import plain
from engine.pathfinder.card_knowledge import (
    assert_value,
    card_facts,
    check_of,
    closing_of,
    closing_words,
    increases,
    recharge_of,
    remembered,
    stated,
    told,
)
from engine.pathfinder.card_values import (
    BUILT_IN,
    Choice,
    Remembered,
    card_key,
    choice_text,
    contradictions,
    set_key,
    value_text,
)
from engine.pathfinder.encounter import concerned
from engine.pathfinder.events import CardsTold, CheckResolved, EncounterStarted, Explored
from engine.pathfinder.state import Draft, View, at, called, place
from engine.pathfinder.verdicts import Wrong, flag, refuse
from engine.rules import rule

OF_THE_CARD = frozenset({"acquire", "defeat"})
#: Reasons that mark the part of a difficulty which is printed on the card.
PRINTED = frozenset({"card", "printed", "base"})


# Which check it is


def subject_of(view: View, event: CheckResolved) -> str | None:
    """The card or location whose check this is; None if that is not known."""
    if event.purpose in OF_THE_CARD:
        number = concerned(view, event.who)
        return None if number is None else view.encounters[number].card
    if event.purpose == "recharge":
        return event.card
    if event.purpose == "temp_close" and view.encounters:
        tried = [where for who, where in view.encounters[-1].tried if who == event.who]
        return tried[-1] if tried else at(view, event.who) or None
    if event.purpose == "close" and view.closing is not None:
        return view.closing.place
    return (at(view, event.who) or None) if event.purpose in {"close", "temp_close"} else None


def place_in_row(view: View, event: CheckResolved) -> int:
    """Which of the checks of the card this is, from 1."""
    number = concerned(view, event.who)
    if event.which is not None or number is None:
        return event.which or 1
    done = view.encounters[number].done
    if event.reroll_by and done:
        return next((one.which for one in reversed(done) if one.who == event.who), done[-1].which)
    return len(done) + 1


def asked(view: View, event: CheckResolved) -> Choice | None:
    """The requirements between which this check may choose; None if they are not known."""
    name = subject_of(view, event)
    if not name:
        return None
    if event.purpose == "recharge":
        return recharge_of(view, name) or None
    if event.purpose in {"close", "temp_close"}:
        return closing_of(view, name)
    check, which = check_of(view, name), place_in_row(view, event)
    return check[which - 1] if check and 0 < which <= len(check) else None


def said_of(view: View, event: CheckResolved) -> tuple[Remembered, ...]:
    """The values that can be offered for this check; those for the skill that it has, if it has one."""
    name = subject_of(view, event)
    found = remembered(view, name, event.purpose, place_in_row(view, event)) if name else ()
    return tuple(one for one in found if event.skill in {"", one.skill})


def base_of(event: CheckResolved) -> int | None:
    """The stated difficulty without what was added to it: the part that is said to be the card's, else the first."""
    printed = [one.value for one in event.difficulty_parts if plain(one.why) in PRINTED]
    if printed:
        return printed[0]
    return event.difficulty_parts[0].value if event.difficulty_parts else event.difficulty


def difficulty_of(view: View, event: CheckResolved) -> int | None:
    """The difficulty that counts: as stated, else as the card or location is known to have it; None if unknown."""
    if event.difficulty is not None or event.difficulty_parts:
        return event.difficulty
    choice = asked(view, event) or ()
    skill = skill_named(view, event, choice)
    fitting = [one for one in choice if skill in one.skills] or ([] if skill in _skills(choice) else choice)
    known = {one.difficulty for one in fitting}
    more = increases(view, subject_of(view, event)) if event.purpose in OF_THE_CARD else (0,)
    return known.pop() + more[0] if len(known) == len(more) == 1 else None


def _skills(choice: Choice) -> tuple[str, ...]:
    return tuple(skill for one in choice for skill in one.skills)


# Whether it agrees with the card


def agrees_with_card(view: View, event: CheckResolved) -> Wrong:
    """Whether a check has a skill and a difficulty that its card or location is known to ask for."""
    choice, name = asked(view, event), subject_of(view, event)
    if not choice or not name:
        return ()
    found = skill_asked_for(view, event, name, choice)
    return found or difficulty_asked_for(view, event, name, choice)


#: The skills with which everybody fights, and the kinds of cards that set another one for a fight.
HAND_TO_HAND, FROM_AFAR = frozenset({"Strength", "Melee"}), frozenset({"Dexterity", "Ranged"})
SETS_COMBAT = frozenset({"card:weapon", "card:spell", "card:item", "card:loot", "card:", "power"})


@rule("PA-CHK-04", neutral=False)
def fights_with(view: View, event: CheckResolved) -> bool:
    """A check to fight is made with Strength or Melee, or with the skill that a weapon, spell or power sets.

    Where nobody said what sets the dice, a weapon for Dexterity or Ranged may be it; any other skill asks for a card or
    power that was used in this check.
    """
    if event.skill in HAND_TO_HAND or event.using == "":
        return event.skill in HAND_TO_HAND
    used = [one for one in view.plays if one.who == event.who and one.window == f"w{view.window}"]
    return event.skill in FROM_AFAR or any(one.kind in SETS_COMBAT for one in used)


def skill_named(view: View, event: CheckResolved, choice: Choice) -> str:
    """The skill of a check as its card names it: a card that is fought says Combat, whatever it is fought with."""
    skills = _skills(choice)
    return (
        "Combat"
        if event.skill not in {"", *skills} and "Combat" in skills and fights_with(view, event)
        else event.skill
    )


@rule("PA-CHK-01", neutral=())
def skill_asked_for(view: View, event: CheckResolved, name: str, choice: Choice) -> Wrong:
    """The skill is one of those that the card names, unless another card or power sets how the check is made."""
    skill = skill_named(view, event, choice)
    if not skill or skill in _skills(choice) or event.using or event.lent:
        return ()
    message = f'the check of "{name}" is {choice_text(choice)}, not {event.skill}'
    return flag("PA-CHK-01", "skill_contradicts_card", message, event.skill, choice_text(choice))


@rule("PA-CHK-05", "PA-PLY-07", "PA-CLS-03", neutral=())
def difficulty_asked_for(view: View, event: CheckResolved, name: str, choice: Choice) -> Wrong:
    """The difficulty is the one on the card; what else adds to it is stated as further parts of a sum.

    Where only what cannot be is refused, a bare number may hold what others added, and says nothing of the card.
    """
    base = base_of(event)
    if base is None or (view.mode == "record" and not event.difficulty_parts):
        return ()
    skill = skill_named(view, event, choice)
    fitting = [one for one in choice if skill in one.skills] or list(choice)
    more = increases(view, name) if event.purpose in OF_THE_CARD else (0,)
    known = {one.difficulty + added for one in fitting for added in (0, *more)}
    if base in known:
        return ()
    computed = " or ".join(str(one.difficulty + (more[0] if len(more) == 1 else 0)) for one in fitting)
    message = f'the difficulty of "{name}" is {computed}, stated is {base}; what adds to it is stated as a sum'
    return flag(_rule_of(event.purpose), "difficulty_contradicts_card", message, base, computed)


def _rule_of(purpose: str) -> str:
    return {"recharge": "PA-PLY-07", "close": "PA-CLS-03", "temp_close": "PA-CLS-03"}.get(purpose, "PA-CHK-05")


@rule("PA-PLY-07", neutral=())
def has_recharge_line(view: View, event: CheckResolved) -> Wrong:
    """Only a card that has a recharge line is recharged by it."""
    if recharge_of(view, event.card) != ():
        return ()
    return refuse("PA-PLY-07", f'"{event.card}" has no recharge line')


@rule("PA-CHK-09", "PA-CRD-04", "PA-HEN-01", neutral=())
def card_agrees(view: View, event: Explored | EncounterStarted) -> Wrong:
    """What is said of a card when it is met is what is known of it: type, number of checks, whether it closes."""
    if not event.card:
        return ()
    said, check = told(view, event.card), check_of(view, event.card)
    found: list[tuple[str, str, object, object]] = []
    if said is not None:
        found += [("PA-CRD-04", "type", event.type, said.type)] if event.type not in {"", "loot"} and said.type else []
        found += [("PA-HEN-01", "closes", yes_no(event.closes), yes_no(said.closes))]
        found += [("PA-CRD-04", "barrier", "yes", yes_no(said.barrier))] if event.barrier else []
    if check is not None and event.checks is not None:
        found += [("PA-CHK-09", "checks", event.checks, len(check))]
    return tuple(
        one
        for rule_id, what, now, known in found
        if "" not in {now, known} and now != known
        for one in flag(
            rule_id, f"{what}_contradicts_card", f'{_WHAT[what]} "{event.card}": {known}, stated is {now}', now, known
        )
    )


_WHAT = {
    "type": "the type of",
    "checks": "the number of checks of",
    "closes": "whether a closing is allowed by",
    "barrier": "whether a barrier as well is",
}


def yes_no(value: bool | None) -> str:
    """A stated yes or no in words; "" if nobody said."""
    return "" if value is None else "yes" if value else "no"


# Whether it agrees with what was said before


def values_of(view: View, event: CheckResolved | Explored | EncounterStarted) -> Iterator[tuple[str, str, str]]:
    """What an event states of a card or location: its full name, what, and the value."""
    if isinstance(event, CheckResolved):
        name, base = subject_of(view, event), base_of(event)
        if name and base is not None:
            purpose = "close" if event.purpose == "temp_close" else event.purpose
            which = str(place_in_row(view, event)) if event.purpose in OF_THE_CARD else ""
            yield (
                name if purpose == "close" else card_key(name),
                " ".join(word for word in (purpose, which, event.skill) if word),
                str(base),
            )
        return
    if not event.card:
        return
    values = {
        "type": "" if card_facts(view, event.card) else event.type,
        "checks": "" if event.checks is None else str(event.checks),
        "closes": yes_no(event.closes),
        "barrier": "yes" if event.barrier else "",
    }
    for what, value in values.items():
        if value:
            yield card_key(event.card), what, value


@rule("PA-CHK-05", "PA-CHK-09", "PA-PLY-07", "PA-CLS-03", "PA-HEN-01", "PA-CRD-08", neutral=())
def said_before(view: View, event: CheckResolved | Explored | EncounterStarted) -> Wrong:
    """The values of a card do not change from one time to the next.

    Where only what cannot be is refused, a bare number may hold what others added, and is not compared.
    """
    found: list[Wrong] = []
    bare = isinstance(event, CheckResolved) and not event.difficulty_parts
    for name, what, value in values_of(view, event) if not (view.mode == "record" and bare) else ():
        before = stated(view, name, what)
        if before is not None and before.value != value:
            word = what.partition(" ")[0]
            rule_id = _RULES.get(word, "PA-CHK-05")
            at, was = called(view, before.event), value_text(what, before.value)
            message = f'"{name}": {value_text(what, value)} here, {was} in event {at}{_AS_A_SUM if bare else ""}'
            found.append(flag(rule_id, "differs_from_before", message, value, f"{before.value} (event {at})"))
    return tuple(one for wrong in found for one in wrong)


#: How a difficulty is stated so that it can be compared.
_AS_A_SUM = "; what was added to it is typed as a sum, such as 12+2"

_RULES = {
    "type": "PA-CRD-08",
    "checks": "PA-CHK-09",
    "closes": "PA-HEN-01",
    "barrier": "PA-CRD-08",
    "recharge": "PA-PLY-07",
    "close": "PA-CLS-03",
}


def remember(draft: Draft, event: CheckResolved | Explored | EncounterStarted) -> None:
    """Keep what an event states of a card; what a simulated game made up is nothing that anybody said."""
    if draft.simulated:
        return
    for name, what, value in tuple(values_of(draft, event)):
        assert_value(draft, name, what, value)


# What the owner tells


def judge_told(view: View, event: CardsTold) -> Wrong:
    """Whether what the owner tells agrees with the built-in facts, and with what was recorded before."""
    return (*of_the_set(view, event), *agrees_with_facts(view, event), *told_otherwise(view, event))


@rule("PA-CRD-06", neutral=())
def of_the_set(view: View, event: CardsTold) -> Wrong:
    """Cards of different sets can share a name and differ: those told are of the set that is played with."""
    if set_key(event.set) == set_key(view.set):
        return ()
    told_set, played = event.set or BUILT_IN, view.set or BUILT_IN
    message = f'the cards told are of the set "{told_set}", played is with "{played}"'
    return flag("PA-CRD-06", "another_set", message, told_set, played)


@rule("PA-CRD-03", "PA-CRD-04", neutral=())
def agrees_with_facts(view: View, event: CardsTold) -> Wrong:
    """What the owner tells is what the facts have, as far as they have it."""
    found: list[Wrong] = []
    for card in event.cards if not view.set and not event.set else ():
        for one in contradictions(card):
            rule_id = "PA-CRD-03" if one.boon else "PA-CRD-04"
            found.append(flag(rule_id, "told_contradicts_facts", one.message, one.told, one.known))
    return tuple(one for wrong in found for one in wrong)


@rule("PA-CHK-05", "PA-CLS-03", "PA-PLY-07", neutral=())
def told_otherwise(view: View, event: CardsTold) -> Wrong:
    """What was recorded of a card before is what its owner tells now."""
    found: list[Wrong] = []
    now = view.cards.with_told(event.cards, event.locations)
    for one in view.asserted:
        word, skill = one.what.partition(" ")[0], one.what.split(" ")[-1]
        card, where = now.card(one.card), now.location(one.card)
        choice: Choice = ()
        if word in OF_THE_CARD and card is not None and card.check:
            which = int(one.what.split(" ")[1])
            choice = card.check[which - 1] if which <= len(card.check) else ()
        elif word == "recharge" and card is not None:
            choice = card.recharge or ()
        elif word == "close" and where is not None:
            choice = where.closing or ()
        known = {way.difficulty for way in choice if skill in way.skills}
        more = {each * (card.per_adventure if card else 0) for each in range(7)}
        if known and int(one.value) not in {each + added for each in known for added in more}:
            told_now = " or ".join(map(str, sorted(known)))
            at = called(view, one.event)
            message = f'"{one.card}": {value_text(one.what, told_now)} as told now, {one.value} in event {at}'
            found.append(flag(_RULES.get(word, "PA-CHK-05"), "differs_from_before", message, told_now, one.value))
    return tuple(one for wrong in found for one in wrong)


def apply_told(draft: Draft, event: CardsTold) -> None:
    """From now on it is known."""
    draft.cards = draft.cards.with_told(event.cards, event.locations)
    for one in draft.places:
        know_closing(draft, one.name)


def know_closing(draft: Draft, name: str) -> None:
    """A location shows what closing it takes, if nobody has said it."""
    here, words = place(draft, name), closing_words(draft, name)
    if here is not None and words and not here.closing:
        draft.put_place(name, closing=words)
