"""Section 6 of the rules: the turn, its steps in their order, exploring, and whose turn comes next."""

from __future__ import annotations

from msgspec.structs import replace

from engine.events import Event
from engine.judging import Violation
from engine.pathfinder import zones
from engine.pathfinder.events import (
    BlessingAdvanced,
    CardGiven,
    CardPlayed,
    CheckResolved,
    CheckStarted,
    DamageDealt,
    EffectApplied,
    EncounterStarted,
    Explored,
    Move,
    Moved,
    TurnEnded,
    TurnStarted,
    ZoneChange,
)
from engine.pathfinder.moving import (
    card_in_its_zone,
    card_in_shared_zone,
    give,
    settle,
    take,
)
from engine.pathfinder.options import ASK
from engine.pathfinder.state import (
    STEPS,
    Character,
    Draft,
    Place,
    Result,
    Standing,
    Turn,
    View,
    at,
    character,
    encounter,
    living,
    place,
    step_number,
)
from engine.pathfinder.untold import events_back
from engine.pathfinder.verdicts import Wrong, answer, flag, needs_ruling, refuse
from engine.pathfinder.zones import Contradiction
from engine.rules import rule

# What holds for every step


@rule("PA-ENC-05", neutral=())
def encounter_over(view: View, doing: str) -> Wrong:
    """An encounter is not over while it is not resolved; no step of the turn goes on beside it."""
    open_now = encounter(view)
    if open_now is None:
        return ()
    return refuse("PA-ENC-05", f'the encounter with "{open_now.card or "a card"}" is not resolved: no {doing} yet')


@rule("PA-TRN-01", neutral=())
def nothing_owed(view: View, doing: str) -> Wrong:
    """A step may not begin while an obligation of an earlier step is open."""
    met = encounter(view)
    if met is not None:
        return refuse("PA-TRN-01", f'the encounter with "{met.card or "a card"}" is not resolved: no {doing} yet')
    if view.mode == "record":
        # What follows by itself may have happened unsaid: a location is closed after a success, a villain escapes.
        return ()
    if view.fate is not None:
        return refuse("PA-TRN-01", f'"{view.fate.villain}" has yet to escape: no {doing} yet')
    closing = view.closing
    if closing is not None and closing.outcome != "fail" and not closing.unpaid:
        state = "closed" if closing.outcome == "success" else "decided"
        return refuse("PA-TRN-01", f"the closing of {closing.place} has yet to be {state}: no {doing} yet")
    return ()


@rule("PA-TRN-01", neutral=())
def turn_has_begun(view: View, doing: str) -> Wrong:
    """Advancing the blessings deck is obligatory and comes first."""
    if untold(view) or view.turn.step not in {"between", "advance"}:
        return ()
    message = f"the turn begins with a blessing turned over: no {doing} yet"
    found = refuse("PA-TRN-01", message)
    # A record that goes on without it shows besides that none was turned over.
    return (*found, *refuse("PA-TRN-03", message)) if view.mode == "record" else found


@rule("PA-TRN-02", neutral=())
def no_step_back(view: View, step: str, doing: str) -> Wrong:
    """Once a later step has begun an earlier one is over, however the character got where it is."""
    if not view.turn.active or step_number(view) <= STEPS.index(step):
        return ()
    choice = answer(view, "turn_steps")
    if choice == "free" and step_number(view) < STEPS.index("reset"):
        return ()
    if choice == ASK:
        return needs_ruling("PA-TRN-02", "turn_steps")
    return refuse("PA-TRN-02", f"the {view.turn.step} step has begun: no {doing} any more in this turn")


def untold(view: View) -> bool:
    """Whether the log began in the middle of a scenario and nobody said whose turn it is."""
    return view.middle and not view.turn.active


def step(view: View, wanted: str, doing: str) -> Wrong:
    """Whether a step of the turn can be taken now."""
    found = (*encounter_over(view, doing), *nothing_owed(view, doing), *turn_has_begun(view, doing))
    return (*found, *no_step_back(view, wanted, doing))


def by_active(view: View, rule_id: str, who: str, doing: str) -> Wrong:
    """That somebody else's turn is on."""
    if not view.turn.active or view.turn.active == who:
        return ()
    return refuse(rule_id, f"it is the turn of {view.turn.active}: {who} cannot {doing}")


# Beginning


def judge_started(view: View, event: TurnStarted) -> Wrong:
    """Whether this turn can begin."""
    found = [*hands_drawn(view), *tokens_lie(view), *encounter_over(view, "new turn"), *nothing_owed(view, "new turn")]
    return (*found, *who_begins(view, event.who), *first_player(view, event), *turn_number(view, event))


@rule("PA-SET-10", neutral=())
def hands_drawn(view: View) -> Wrong:
    """Play begins when every starting hand is drawn."""
    waiting = [one.name for one in living(view) if not one.drawn]
    return refuse("PA-SET-10", f"no starting hand yet: {', '.join(waiting)}") if waiting else ()


@rule("PA-SET-11", neutral=())
def play_has_begun(view: View, event: Event) -> Wrong:
    """Nothing is encountered, checked, dealt or played before all hands are drawn and the first turn has begun."""
    if view.turn.number or view.turn.active or view.middle or not isinstance(event, _IN_PLAY):
        return ()
    if isinstance(event, CardPlayed) and event.says_so:
        return ()
    return hands_drawn(view) or refuse("PA-SET-11", "play has not begun: somebody has the first turn first")


#: What happens in play alone, as far as no card says otherwise.
_IN_PLAY = (CardPlayed, CheckResolved, CheckStarted, DamageDealt, EncounterStarted)


@rule("PA-SET-09", neutral=())
def tokens_lie(view: View) -> Wrong:
    """Play begins when every token lies at a location."""
    waiting = to_place(view)
    return refuse("PA-SET-09", f"nobody said where they start: {', '.join(waiting)}") if waiting else ()


def to_place(view: View) -> tuple[str, ...]:
    """The characters whose starting location nobody said yet."""
    if view.middle or not view.complete or view.turn.number or view.turn.active:
        return ()
    return tuple(one.name for one in living(view) if not one.location)


@rule("PA-TRN-14", neutral=())
def who_begins(view: View, who: str) -> Wrong:
    """The turn passes to the next living character on the left, when the last one is over."""
    turn = view.turn
    if turn.step != "between":
        return refuse("PA-TRN-14", f"the turn of {turn.active} has not ended") if turn.active else ()
    if not view.seated:
        return twice_running(view, who)
    if turn.active and turn.active != who:
        return refuse("PA-TRN-14", f"the next turn is that of {turn.active}, not of {who}")
    return ()


def twice_running(view: View, who: str) -> Wrong:
    """Whatever the order of the seats is, nobody sits to the left of himself while others play."""
    last = next((one for one in events_back(view) if isinstance(one, TurnEnded)), None)
    if last is None or last.who != who or len(living(view)) < 2:
        return ()
    return refuse("PA-TRN-14", f"the last turn was that of {who}: the next one is somebody else's")


@rule("PA-SET-11", neutral=())
def first_player(view: View, event: TurnStarted) -> Wrong:
    """The party chooses who goes first; the one chosen has the first turn."""
    if view.turn.active or view.turn.number or event.turn in {None, 1} or view.middle:
        return ()
    return refuse("PA-SET-11", f"{event.who} goes first: this is turn 1, not turn {event.turn}")


def turn_number(view: View, event: TurnStarted) -> Wrong:
    """Turns are counted one by one."""
    wanted = view.turn.number + 1
    if event.turn is None or not view.turn.number or event.turn == wanted:
        return ()
    return flag("PA-TRN-14", "turn_number", f"this is turn {wanted}, posted is {event.turn}", event.turn, wanted)


def apply_started(draft: Draft, event: TurnStarted) -> None:
    """A turn begins; without a blessing to turn over the scenario is lost."""
    number = event.turn if event.turn is not None else draft.turn.number + 1
    draft.turn = Turn(number=number, active=event.who, step="advance")
    draft.window += 1
    no_blessing_loses(draft)


def _no_loss(draft: Draft) -> None:
    """Nothing is lost."""


@rule("PA-TRN-03", "PA-END-01", instead=_no_loss)
def no_blessing_loses(draft: Draft) -> None:
    """If there is no blessing to turn over when a turn begins, the party loses."""
    if draft.blessings.size == 0:
        lose(draft, "no blessing is left to turn over")


def lose(draft: Draft, reason: str) -> None:
    """The scenario is lost."""
    if draft.result is None:
        draft.result = Result(outcome="lost", reason=reason)
        draft.effect("lost", "PA-END-01", detail=reason)


def judge_advanced(view: View, event: BlessingAdvanced) -> Wrong:
    """Whether a blessing is turned over now, and this one."""
    change = ZoneChange(card=event.card, to="blessings_discard", origin="blessings", at="top")
    return (*one_flip(view), *card_in_shared_zone(view, change, top=True), *blessings_left(view, event))


@rule("PA-TRN-03", neutral=())
def one_flip(view: View) -> Wrong:
    """A turn begins with one blessing turned over, and has no second one."""
    if untold(view) or view.turn.step == "advance":
        return ()
    if view.turn.step == "between":
        return refuse("PA-TRN-03", "no turn has begun for which a blessing could be turned over")
    if view.middle and not flipped(view):
        return too_late(view)
    return refuse("PA-TRN-03", "the blessing of this turn was turned over already")


def flipped(view: View) -> bool:
    """Whether a blessing was turned over in this turn, as far as the log reaches back, or its turn had begun before."""
    for event in events_back(view):
        if isinstance(event, BlessingAdvanced):
            return True
        if isinstance(event, TurnStarted | TurnEnded):
            return False
    return view.turn.step == "begun" or view.mode != "record"


@rule("PA-TRN-01", neutral=())
def too_late(view: View) -> Wrong:
    """The blessing is turned over before anything else of the turn."""
    return refuse("PA-TRN-01", f"a turn begins with its blessing: the {view.turn.step} step has begun without one")


@rule("PA-TRN-03", neutral=())
def blessings_left(view: View, event: BlessingAdvanced) -> Wrong:
    """The number posted of the blessings deck agrees with the flips."""
    size = view.blessings.size
    if event.left is None or size is None or event.left == size - 1:
        return ()
    message = f"{size - 1} blessings are left, posted are {event.left}"
    return flag("PA-TRN-03", "count_differs", message, event.left, size - 1)


def apply_advanced(draft: Draft, event: BlessingAdvanced) -> None:
    """The top card goes to the discard pile of the blessings."""
    found = zones.take_top(draft.blessings, event.card)
    card = event.card
    if not isinstance(found, Contradiction):
        card, draft.blessings = found
    draft.blessings_discard = zones.add(draft.blessings_discard, card, "top")
    draft.put_turn(step=later(draft, "begun"))
    draft.window += 1
    if draft.blessings.size == 0 and answer(draft, "blessings_run_out") == "when_empty":
        lose(draft, "the blessings deck is empty")


# Give and move


def judge_given(view: View, event: CardGiven) -> Wrong:
    """Whether this card can be given."""
    found = [*step(view, "give", "giving"), *give_once(view, event), *giver(view, event)]
    return (*found, *card_in_its_zone(view, event.who, "hand", event.card))


@rule("PA-TRN-04", neutral=())
def give_once(view: View, event: CardGiven) -> Wrong:
    """One card in a turn."""
    return refuse("PA-TRN-04", "a card was given already in this turn") if view.turn.gave else ()


@rule("PA-TRN-04", neutral=())
def giver(view: View, event: CardGiven) -> Wrong:
    """The active player gives, to another character at the same location; nobody takes."""
    found = by_active(view, "PA-TRN-04", event.who, "give a card; nor is one taken")
    if event.who == event.to:
        return (*found, *refuse("PA-TRN-04", "a card is given to another character"))
    here, there = at(view, event.who), at(view, event.to)
    if here and there and here != there:
        return (*found, *refuse("PA-TRN-04", f"{event.to} is at {there}, not at {here}"))
    return found


def apply_given(draft: Draft, event: CardGiven) -> None:
    """From hand to hand; where the receiver is, if nobody said it, follows."""
    here = at(draft, event.who)
    if here and not event.allowed_by and not at(draft, event.to):
        draft.put_character(event.to, location=here)
    take(draft, event.who, "hand", event.card)
    give(draft, event.to, "hand", event.card, "somewhere")
    if of_the_step(draft, event):
        draft.put_turn(gave=True, step=later(draft, "give"))
    draft.window += 1


def of_the_step(view: View, event: Move) -> bool:
    """Whether this is what the active character's own step gives; what a card's text allows besides is not."""
    return view.turn.active in {"", getattr(event, "who", "")} and not event.allowed_by


def later(view: View, wanted: str) -> str:
    """The step reached: the later one of two."""
    return STEPS[max(step_number(view), STEPS.index(wanted))]


def judge_moved(view: View, event: Moved) -> Wrong:
    """Whether this character can go there now."""
    found = [*another_place(view, event), *where_it_was(view, event)]
    if event.cause == "effect" or event.who in to_place(view):
        return tuple(found)
    return (*step(view, "move", "moving"), *move_once(view, event), *found)


@rule("PA-TRN-05", neutral=())
def move_once(view: View, event: Moved) -> Wrong:
    """The active character moves, once in a turn by the step."""
    if view.turn.moved:
        return refuse("PA-TRN-05", f"{event.who} moved already in this turn")
    return by_active(view, "PA-TRN-05", event.who, "move by the move step")


@rule("PA-TRN-05", neutral=())
def another_place(view: View, event: Moved) -> Wrong:
    """To another location, not to the one where the character is."""
    if at(view, event.who) != event.to:
        return ()
    return refuse("PA-TRN-05", f"{event.who} is at {event.to} already")


@rule("PA-CHR-07", neutral=())
def where_it_was(view: View, event: Moved) -> Wrong:
    """The token lies at the location where the character is."""
    here = at(view, event.who)
    if not event.origin or not here or event.origin == here:
        return ()
    message = f"{event.who} is at {here}, posted is {event.origin}"
    return flag("PA-CHR-07", "location_differs", message, event.origin, here)


def apply_moved(draft: Draft, event: Moved) -> None:
    """The token moves, or is placed before the first turn."""
    placing = event.who in to_place(draft)
    draft.put_character(event.who, location=event.to)
    draft.effect("moved", "PA-SET-09" if placing else "PA-TRN-05", who=event.who, place=event.to)
    if event.cause == "step" and not placing:
        if of_the_step(draft, event):
            draft.put_turn(moved=True, step=later(draft, "move"))
        draft.window += 1


# Explore


def judge_explored(view: View, event: Explored) -> Wrong:
    """Whether this exploration can be made."""
    from engine.pathfinder.playing import judge_payment

    found = [*step(view, "explore", "exploring"), *own_turn(view, event), *not_empty(view, event)]
    found += [*free_once(view, event), *needs_effect(view, event), *at_most(view, event), *top_card(view, event)]
    if event.paid is not None:
        found += judge_payment(view, event.who, event.paid, use="explore")
    return tuple(found)


@rule("PA-CHR-07", neutral=())
def explored_there(view: View, event: Explored) -> Wrong:
    """What a character does happens where its token lies."""
    here = at(view, event.who)
    if not event.place or here in {"", event.place}:
        return ()
    message = f"{event.who} is at {here}, posted is {event.place}"
    return flag("PA-CHR-07", "location_differs", message, event.place, here)


@rule("PA-TRN-09", neutral=())
def own_turn(view: View, event: Explored) -> Wrong:
    """A character explores in the turn of its own player."""
    return by_active(view, "PA-TRN-09", event.who, "explore")


@rule("PA-TRN-10", neutral=())
def not_empty(view: View, event: Explored) -> Wrong:
    """A location without cards cannot be explored."""
    here = place(view, at(view, event.who))
    if here is None or here.deck.size != 0:
        return ()
    return refuse("PA-TRN-10", f"{here.name} has no cards to explore")


@rule("PA-TRN-06", neutral=())
def free_once(view: View, event: Explored) -> Wrong:
    """One free exploration, and it is the first; exploring by a card before gives it up."""
    if event.source != "free" or not view.turn.active:
        return ()
    if view.turn.free:
        return refuse("PA-TRN-06", f"{event.who} had the free exploration of this turn")
    if view.turn.explorations:
        return refuse("PA-TRN-06", f"{event.who} explored by a card first, which gives up the free exploration")
    return ()


@rule("PA-TRN-07", "PA-TRN-08", neutral=())
def needs_effect(view: View, event: Explored) -> Wrong:
    """A further exploration needs an effect that was not used yet; several of one exploration give one together."""
    if event.source == "free" or event.paid is not None or view.turn.grants or not view.turn.active:
        return ()
    if view.turn.merged:
        message = "what was gained in one exploration gives one more, not several, and that one was used"
        return refuse("PA-TRN-08", message)
    return refuse("PA-TRN-07", "nothing gives a further exploration")


@rule("PA-TRN-07", neutral=())
def at_most(view: View, event: Explored) -> Wrong:
    """By the option only one exploration beside the first."""
    if event.source == "free" or view.turn.explorations == 0:
        return ()
    choice = answer(view, "explorations_per_turn")
    if choice == ASK:
        return needs_ruling("PA-TRN-07", "explorations_per_turn")
    if choice == "one_extra" and view.turn.explorations >= 2:
        return refuse("PA-TRN-07", f"{event.who} explored twice already, which is the most in a turn")
    return ()


def top_card(view: View, event: Explored) -> Wrong:
    """The card turned over is the top one of the location deck."""
    change = ZoneChange(card=event.card, to="aside", origin="location", place=at(view, event.who))
    here = place(view, change.place)
    if here is None or here.deck.size == 0:
        return ()
    found = card_in_shared_zone(view, change, top=True)
    return examined_on_top(view, here, found[0]) or found if found else ()


@rule("PA-EXM-01", neutral=())
def examined_on_top(view: View, here: Place, found: Violation) -> Wrong:
    """What was examined lies in the order in which it was seen, so it is what is turned over."""
    top = here.deck.top[0] if here.deck.top else None
    past = view.past
    while top is not None and past is not None:
        seen = past.event
        if isinstance(seen, EffectApplied) and seen.effect == "examine" and seen.place == here.name:
            return (replace(found, rule="PA-EXM-01"),) if top in (seen.put_back or seen.looked) else ()
        past = past.state.past
    return ()


def add_grant(draft: Draft, source: str) -> None:
    """An effect gave a further exploration."""
    draft.put_turn(grants=(*draft.turn.grants, source))


def use_grant(draft: Draft) -> None:
    """One further exploration is used, and with it whatever else the same exploration gave."""
    grants = draft.turn.grants
    if answer(draft, "explorations_per_turn") == "each_effect":
        draft.put_turn(grants=grants[1:])
    elif grants:
        draft.put_turn(grants=left_over(grants), merged=draft.turn.merged + len(grants) - 1)


def _all_but_one(grants: tuple[str, ...]) -> tuple[str, ...]:
    return grants[1:]


@rule("PA-TRN-08", instead=_all_but_one)
def left_over(grants: tuple[str, ...]) -> tuple[str, ...]:
    """Effects of one exploration do not add up: together they give one more, so none is left."""
    return ()


def begin_exploring(draft: Draft, event: Explored) -> None:
    """Note what the turn needs to know of an exploration."""
    turn = draft.turn
    if event.source != "free" and event.paid is None:
        use_grant(draft)
    if draft.mode == "record" and event.source == "card" and event.paid is None:
        unknown_price(draft, event.who)
    if draft.fate is not None:
        from engine.pathfinder.villain import escape_unsaid

        escape_unsaid(draft)
    if turn.active in {"", event.who}:
        draft.put_turn(
            free=turn.free or event.source == "free", explorations=turn.explorations + 1, step=later(draft, "explore")
        )
    draft.window += 1


def unknown_price(draft: Draft, who: str) -> None:
    """A record that does not name the card that paid for an exploration leaves no card of the hand certain.

    It may have been recharged, buried or banished as well as discarded, so no number is certain either.
    """
    owner: Character | None = character(draft, who)
    if owner is not None:
        deck, discard = zones.Pile(top=owner.deck.top), zones.Pile(loose=owner.discard.known)
        draft.put_character(who, hand=zones.Pile(), deck=deck, discard=discard, together=None)


# End


def judge_ended(view: View, event: TurnEnded) -> Wrong:
    """Whether the turn can end."""
    found = [*encounter_over(view, "end of the turn"), *nothing_owed(view, "end of the turn")]
    found += [*turn_has_begun(view, "end of the turn"), *by_active(view, "PA-TRN-14", event.who, "end the turn")]
    return (*found, *reset_first(view, event))


@rule("PA-TRN-01", neutral=())
def reset_first(view: View, event: TurnEnded) -> Wrong:
    """The reset is obligatory; with exactly the hand size in hand there is nothing to do for it.

    Posts never write that a hand was drawn up, so a record without it breaks nothing.
    """
    owner = character(view, event.who)
    if view.turn.reset or not view.turn.active or owner is None or view.mode == "record":
        return ()
    if owner.hand.size is None or owner.hand_size is None or owner.hand.size == owner.hand_size:
        return ()
    return refuse("PA-TRN-01", f"{event.who} resets the hand before the turn ends")


def apply_ended(draft: Draft, event: TurnEnded) -> None:
    """The turn passes to the left."""
    from engine.pathfinder.reset import unsaid_reset
    from engine.pathfinder.villain import somewhere

    unsaid_reset(draft, event.who)
    somewhere(draft)
    end_turn(draft, event.who)


def _no_longer(one: Standing) -> bool:
    """It does not."""
    return False


@rule("PA-SET-12", instead=_no_longer)
def holds_on(one: Standing) -> bool:
    """What the story cards allow or forbid governs play to the end of the scenario, anything else for the turn."""
    return one.rank in {"scenario", "adventure", "path"}


def end_turn(draft: Draft, who: str) -> None:
    """What lasts until the turn ends is over."""
    settle(draft)
    draft.turn = Turn(number=draft.turn.number, active=on_the_left(draft, who))
    draft.plays = ()
    draft.gone = ()
    draft.earned = ()
    draft.standing = tuple(one for one in draft.standing if holds_on(one))
    draft.once = ()
    draft.damages = tuple(one for one in draft.damages if one.stated)
    draft.closing = draft.closing if draft.closing and draft.closing.unpaid else None
    for one in draft.places:
        if one.barred or one.was_temporary:
            draft.put_place(one.name, barred=False, was_temporary=False)
    draft.effect("turn_passed", "PA-TRN-14", who=draft.turn.active)


def _nobody(view: View, who: str) -> str:
    return who


@rule("PA-TRN-14", instead=_nobody)
def on_the_left(view: View, who: str) -> str:
    """The next living character in the order of the seats; "" where that order is not known."""
    if not view.seated:
        return ""
    owner = character(view, who)
    alive = living(view)
    if owner is None or not alive:
        return ""
    return next((one.name for one in alive if one.seat > owner.seat), alive[0].name)
