"""The question that the game asks now: its name, the character that answers it, and its words.

The words begin with the name of that character and say in short what can be typed. Only the name and the seat are part
of the position, so `question` finds them without making words.
"""

from __future__ import annotations

from engine.judging import Prompt
from engine.pathfinder.card_knowledge import closing_words, remembered
from engine.pathfinder.cards import YOUR_CHOICE
from engine.pathfinder.checks import lacks
from engine.pathfinder.encounter import STAGES, failed, gives_nothing, is_boon, named
from engine.pathfinder.events import Explored, Payment
from engine.pathfinder.options import ASK
from engine.pathfinder.phrases import counted, names
from engine.pathfinder.state import STEPS as STEPS_OF_A_TURN
from engine.pathfinder.state import (
    Character,
    Encounter,
    Place,
    State,
    View,
    at,
    character,
    living,
    place,
    step_number,
    to_take,
)
from engine.pathfinder.turn import at_most, free_once, to_place
from engine.pathfinder.verdicts import answer, printed, rulings
from engine.pathfinder.villain import open_to

__all__ = ["may_close_against", "prompt", "question"]

#: A question by its name, and the character that answers it; "" where the table does.
Question = tuple[str, str]


def prompt(view: State) -> Prompt | None:
    """Who must decide what next; None when everything is over."""
    asked = question(view)
    if asked is None:
        return None
    ask, who = asked
    found = character(view, who)
    return Prompt(ask=ask, seat=found.seat if found else None, text=_WORDS[ask](view, who))


def question(view: State) -> Question | None:
    """What is asked now, and of whom; None when everything is over."""
    if view.ended:
        waiting = _to_rebuild(view)
        return ("rebuild", waiting[0]) if waiting else None
    if view.dying:
        return "death", view.dying[0]
    if view.result is not None:
        return "scenario_end", ""
    if view.fate is not None and view.fate.asked:
        return "ruling", ""
    owed = to_take(view)
    if owed:
        return "damage", owed[0].who
    if view.encounters:
        return "encounter", view.encounters[-1].who
    if view.fate is not None:
        return "villain", ""
    if view.closing is not None and view.closing.outcome != "fail":
        return "closing", view.closing.who
    return _of_the_turn(view)


def _of_the_turn(view: State) -> Question:
    for one in living(view):
        if not one.drawn:
            return "starting_hand", one.name
    if placing := to_place(view):
        return "starting_place", placing[0]
    turn = view.turn
    if may := _closes_by_henchman(view):
        return "may_close", may[0]
    if turn.step == "between":
        return "turn_start", turn.active
    if turn.step == "advance":
        # Only a position can stand there without a blessing; a turn that begins without one has lost already.
        return ("scenario_end", "") if view.blessings.size == 0 else ("blessing", turn.active)
    return ("may_close" if _closes_the_empty(view) else "turn"), turn.active


def _to_rebuild(view: View) -> list[str]:
    return [one.name for one in living(view) if one.name not in view.rebuilt]


def _to_close(view: View, name: str) -> Place | None:
    """A location that is not closed for good; None if there is no such one."""
    here = place(view, name)
    return here if here is not None and here.status != "closed" else None


# Closings


def _closes_by_henchman(view: View) -> tuple[str, str] | None:
    """Who may close which location at once, after a henchman was defeated there (PA-CLS-01, PA-CLS-09)."""
    for one in view.earned:
        if one.lapsed or _to_close(view, one.place) is None:
            continue
        if one.closes is False and answer(view, "closing_henchmen") != "any":
            continue
        for owner in living(view) if one.failed else (character(view, one.who),):
            if owner is None or not owner.alive or owner.location not in {"", one.place}:
                continue
            again = answer(view, "henchman_closing_retry") == "allowed" and owner.name not in one.tried
            if not one.failed or again:
                return owner.name, one.place
    return None


def _closes_the_empty(view: View) -> bool:
    """Whether the close step offers to close a location whose deck is empty (PA-CLS-01, PA-TRN-11)."""
    turn = view.turn
    here = _to_close(view, at(view, turn.active))
    if here is None or here.deck.size != 0 or turn.close_tried or turn.reset:
        return False
    return STEPS_OF_A_TURN.index("move") <= step_number(view) <= STEPS_OF_A_TURN.index("close")


def _closes_by_any(view: View) -> bool | None:
    """Whether the close step may bring an attempt: the deck is empty; None if that is not known."""
    turn = view.turn
    here = _to_close(view, at(view, turn.active))
    if here is None or turn.close_tried or (here.deck.size is None and not view.middle):
        return False
    return None if here.deck.size is None else here.deck.size == 0


def may_close_against(view: View, met: Encounter) -> tuple[Character, ...]:
    """The characters that can still try to close their location against the villain that is met (PA-VIL-01)."""
    if met.type != "villain" or gives_nothing(met) or STAGES.index(met.stage) > STAGES.index("closings"):
        return ()
    tried = [who for who, _ in met.tried]
    found = []
    for one in living(view):
        here = place(view, one.location)
        if one.name not in tried and one.location != met.place and here is not None and here.status == "open":
            found.append(one)
    return tuple(found)


# Words


def _rebuild(view: State, who: str) -> str:
    return f"{who} rebuilds the deck: rebuild CARDS"


def _scenario_end(view: State, who: str) -> str:
    if view.result is None:
        return "no blessing is left to turn over: the scenario is lost (type lost)"
    return f"the scenario is {view.result.outcome}: {view.result.reason} (type {view.result.outcome})"


def _death(view: State, who: str) -> str:
    return f"{who} dies (type dies)"


def _ruling(view: State, who: str) -> str:
    point = view.fate.asked if view.fate is not None else ""
    return f'the table rules on "{point}": rule {point} {" or ".join(rulings(point))}'


def _damage(view: State, who: str) -> str:
    owed = next(one for one in to_take(view) if one.who == who)
    owner = character(view, who)
    held = owner.hand.size if owner else None
    of_kind = f" {owed.type}" if owed.type else ""
    amount = owed.amount or 0
    less = f" with {counted(held, 'card')} in hand" if held is not None and held < amount else ""
    count = amount if held is None else min(amount, held)
    return f"{who} takes {amount}{of_kind} damage{less}: take {count}, or their names, or reduce N by CARD"


def _encounter(view: State, who: str) -> str:
    met = view.encounters[-1]
    for trying, where in met.tried:
        if trying not in met.decided and STAGES.index(met.stage) <= STAGES.index("closings"):
            return f"{who} meets {named(met)}: {_attempt(view, trying, where)}"
    closers = may_close_against(view, met)
    made, checks = len({one.which for one in met.done}), 1 if met.checks is None else met.checks
    if closers:
        text = _villain_met(view, met, closers)
    elif made >= checks:
        done = f"is done with {named(met)}" if met.done else f"meets {named(met)}, which has no check"
        text = f"{who} {done}: {_outcomes(view, met)}"
    elif is_boon(met):
        text = f"{who} acquires or declines {named(met)}{_which(met)}"
    elif _can_evade(view, met):
        text = f"{who} evades or fights {named(met)}{_which(met)}"
    else:
        text = f"{who} fights {named(met)}{_which(met)}"
    return text + (_recharges(view) if met.done else "")


def _attempt(view: View, who: str, where: str) -> str:
    words = closing_words(view, where)
    return f"{who} closes {where} against it{f' ({words})' if words else ''}: check ..."


def _villain_met(view: View, met: Encounter, closers: tuple[Character, ...]) -> str:
    tries = names([f"{one.name} {one.location}" for one in closers])
    if met.stage == "met" and answer(view, "villain_evade_order") != "closing_first":
        return f"{met.who} evades {named(met)} at once, or fights it after closings: {tries} (NAME: tempclose)"
    evades = "evades or fights it" if answer(view, "villain_evade_order") == "closing_first" else "fights it"
    return f"{met.who} meets {named(met)}: {tries} may be closed first (NAME: tempclose); then {met.who} {evades}"


def _can_evade(view: View, met: Encounter) -> bool:
    """Whether the card can still be evaded: at once, a villain before or after the closings (PA-ENC-02, PA-ENC-03)."""
    if met.stage == "closings":
        return answer(view, "villain_evade_order") == "closing_first"
    return STAGES.index(met.stage) < STAGES.index("before")


def _which(met: Encounter) -> str:
    """Which check of several is due."""
    if met.checks is None or met.checks < 2:
        return ""
    number = next(one for one in range(1, met.checks + 1) if one not in {done.which for done in met.done})
    return f": check {number} of {met.checks}{' (then)' if number > 1 else ''}"


def _outcomes(view: View, met: Encounter) -> str:
    """What can have become of a card after its checks."""
    evaded = "evade, " if _can_evade(view, met) else ""
    won, lost = ("acquired", "banished") if is_boon(met) else ("defeated", "undefeated")
    if not met.type:
        won, lost = "defeated or acquired", "undefeated or banished"
    if failed(met):
        return lost
    if met.done and all(one.success for one in met.done):
        return won
    return f"{evaded}{won} or {lost}"


def _villain(view: State, who: str) -> str:
    fate = view.fate
    if fate is None:
        return "the villain escapes"
    if fate.defeated and not fate.closed:
        if inside := known_inside(view, fate.place):
            return f'another villain is at {fate.place}, where "{fate.villain}" was defeated: search {inside}'
        words = "closed" if place(view, fate.place) is not None else "closed PLACE"
        return f'{fate.place} closes, where "{fate.villain}" was defeated: {words}, or search for another villain'
    where = [one.name for one in open_to(view, fate)]
    return f'"{fate.villain}" escapes from {fate.place}: escape{" to " + ", ".join(where) if where else ""}'


def _closing(view: State, who: str) -> str:
    closing = view.closing
    if closing is None:
        return who
    if closing.outcome is None:
        takes = closing_words(view, closing.place)
        return f"{who} closes {closing.place}{f' ({takes})' if takes else ''}: check ..., or close success|fail"
    if closing.unpaid:
        return f"{who} owes {closing.unpaid} for closing {closing.place}: pay CARD"
    if inside := known_inside(view, closing.place):
        return f"{who} has met what closing {closing.place} takes, and a villain is in its deck: search {inside}"
    return f"{who} has met what closing {closing.place} takes: closed{_or_search(view, closing.place)}"


def known_inside(view: View, name: str) -> str:
    """A villain that is known to be in the deck of a location; "" without one."""
    here = place(view, name)
    return next((card for card in (here.deck.known if here else ()) if card in view.villains), "")


def _or_search(view: View, name: str) -> str:
    """That a villain may be found in the deck instead, where it is not known to be empty."""
    here = place(view, name)
    return ", or search VILLAIN if one is in its deck" if view.villains and here and here.deck.size != 0 else ""


def _may_close(view: State, who: str) -> str:
    earned = _closes_by_henchman(view)
    if earned is not None:
        told = next(one for one in view.earned if one.place == earned[1] and not one.lapsed)
        asks = " if the henchman allows it" if told.closes is None else ""
        takes = closing_words(view, earned[1])
        what = f"{who} may close {earned[1]} now{asks}{f' ({takes})' if takes else ''}"
        return f"{what}: close, or go on{_recharges(view)}"
    where = at(view, who)
    takes = closing_words(view, where)
    left = [one for one in _steps_left(view) if not one.startswith(("close", "explore"))]
    ways = ", ".join(left)
    return (
        f"{who} may close {where}, which is empty{f' ({takes})' if takes else ''}: close, or {ways}{_recharges(view)}"
    )


def _starting_hand(view: State, who: str) -> str:
    owner = character(view, who)
    size = f" of {owner.hand_size}" if owner is not None and owner.hand_size else ""
    facts = printed(view, who)
    chooses = facts is not None and facts.favored == YOUR_CHOICE and owner is not None and not owner.favored
    return f"{who} draws a starting hand{size}: draw CARDS, or draw N{', with: favored TYPE' if chooses else ''}"


def _starting_place(view: State, who: str) -> str:
    return f"{who} is placed at a location: move PLACE"


def _turn_start(view: State, who: str) -> str:
    return f"{who} begins the turn: turn" if who else "the first player begins: turn NAME"


def _blessing(view: State, who: str) -> str:
    return f"{who} turns over a blessing: flip CARD" if who else "a blessing is turned over: flip CARD"


def _turn(view: State, who: str) -> str:
    ways = ", ".join(_steps_left(view))
    return f"{f'{who}: ' if who else ''}{ways}{_recharges(view)}{_pending(view)}"


def _steps_left(view: State) -> list[str]:
    """What the turn still has room for, in the words that are typed."""
    turn = view.turn
    if turn.reset:
        return ["end"]
    free = answer(view, "turn_steps") == "free" and turn.step != "reset"
    found = []
    for name in ("give", "move", "explore", "close", "reset", "end"):
        if not free and name in STEPS_OF_A_TURN and STEPS_OF_A_TURN.index(name) < step_number(view):
            continue
        if words := _step(view, name):
            found.append(words)
    return found


def _step(view: State, name: str) -> str:
    """A step of the turn in words; "" where the turn has no room for it any more."""
    turn = view.turn
    here = place(view, at(view, turn.active))
    if (name == "give" and (turn.gave or len(living(view)) < 2)) or (name == "move" and turn.moved):
        return ""
    if name == "explore":
        if here is not None and here.deck.size == 0:
            return ""
        return _explore(view)
    if name == "close":
        open_ = _closes_by_any(view) if turn.active else True
        return "" if open_ is False else "close" if open_ else "close if the deck is empty"
    if name == "end" and _excess(view, turn.active):
        return ""
    if name == "reset":
        return f"reset{_excess(view, turn.active)}"
    return name


def _explore(view: View) -> str:
    """Exploring in words: for free or by an effect, by a card, or "" where neither the turn nor a text allows it."""
    who = view.turn.active
    owner = character(view, who)
    if owner is not None and any(one.encounter is not None and one.place == owner.location for one in view.tasks):
        # What was left open here is settled first.
        return ""
    if not free_once(view, Explored(who=who, source="free")):
        return "explore"
    by_card = Explored(who=who, source="card", paid=Payment(card="", how="discard"))
    if answer(view, "explorations_per_turn") != ASK and at_most(view, by_card):
        return ""
    if view.turn.grants:
        return "explore"
    bare = owner is not None and owner.hand.size == 0 and owner.displayed.size == 0
    return "" if bare else "explore again with a card"


def _excess(view: View, who: str) -> str:
    owner = character(view, who)
    if owner is None or owner.hand.size is None or owner.hand_size is None or owner.hand.size <= owner.hand_size:
        return ""
    return f" (discard {owner.hand.size - owner.hand_size}: {owner.hand.size} in hand, hand size {owner.hand_size})"


def _recharges(view: View) -> str:
    """Which played cards may still be recharged by a check that is known (PA-PLY-07)."""
    found = []
    for one in view.gone:
        if one.cause != "played" or one.how != "discard":
            continue
        known = [each for each in remembered(view, one.card, "recharge") if not lacks(view, one.who, each.skill)]
        if known and not one.lacks_skill:
            values = " or ".join(each.text for each in known)
            found.append(f'{one.who} may recharge "{one.card}" ({values})')
    return f"; {names(found)}: check recharge of CARD ..." if found else ""


def _pending(view: View) -> str:
    """What was left to somebody, where the turn comes to its end."""
    if not view.tasks or step_number(view) < STEPS_OF_A_TURN.index("close"):
        return ""
    left = []
    for one in view.tasks:
        what = named(one.encounter) if one.encounter else one.place
        left.append(f"{one.owner} {what} (resume {one.number})")
    return f"; still pending: {names(left)}"


_WORDS = {
    "rebuild": _rebuild, "scenario_end": _scenario_end, "death": _death, "ruling": _ruling, "damage": _damage,
    "encounter": _encounter, "villain": _villain, "closing": _closing, "may_close": _may_close,
    "starting_hand": _starting_hand, "starting_place": _starting_place, "turn_start": _turn_start,
    "blessing": _blessing, "turn": _turn,
}  # fmt: skip
