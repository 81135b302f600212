"""Sections 3 and 7 of the rules: playing cards and using powers, paying with cards, and which text beats which."""

from __future__ import annotations

from engine.judging import Violation
from engine.pathfinder.card_knowledge import recharge_of
from engine.pathfinder.damage import is_boon_card, owed_by
from engine.pathfinder.encounter import named
from engine.pathfinder.events import CardPlayed, DamageReduced, How, Move, Payment, PowerUsed, Use
from engine.pathfinder.moving import card_in_its_zone, cards_in_their_zone, held_in, leave_hand
from engine.pathfinder.options import ASK
from engine.pathfinder.setup import type_agrees, type_exists
from engine.pathfinder.state import Draft, Encounter, Gone, Played, View, character, encounter
from engine.pathfinder.turn import add_grant, by_active, no_step_back
from engine.pathfinder.verdicts import Wrong, answer, known_type, needs_ruling, refuse, same_card
from engine.rules import rule

#: Ways of playing a card by which it leaves the hand.
LEAVING = frozenset({"display", "discard", "recharge", "bury", "banish"})
#: Which uses concern which stage of an encounter (PA-PLY-05).
STAGES: dict[Use, tuple[str, ...]] = {
    "check": ("met", "closings", "before", "checks", "after"),
    "close": ("met", "closings", "before", "checks", "after"),
    "damage": ("met", "closings", "before", "checks", "after"),
    "evade": ("met", "closings"),
    "before": ("met", "closings", "before"),
    "after": ("checks", "after"),
}
RANKS = ("card", "character", "location", "scenario", "adventure", "path")


def window_of(view: View, use: Use, who: str) -> str:
    """The check, step or source of damage within which somebody uses something."""
    if use == "damage" and view.damages:
        return own_window(view, who)
    return f"w{view.window}"


def _of_the_check(view: View, who: str) -> str:
    return f"w{view.window}"


@rule("PA-DMG-05", instead=_of_the_check)
def own_window(view: View, who: str) -> str:
    """For the limit of one card of each type every source of damage counts anew; who takes none helps with the next."""
    return f"d{(owed_by(view, who) or view.damages[0]).number}"


# One card of each type


def _as_written(name: str | None, stated: str = "", view: View | None = None) -> str:
    return stated or known_type(name, view=view)


@rule("PA-CRD-07", instead=_as_written)
def type_in_play(name: str | None, stated: str = "", view: View | None = None) -> str:
    """A loot card counts as the boon type that it has besides."""
    return known_type(name, "" if stated == "loot" else stated, view)


@rule("PA-PLY-02", neutral=())
def one_of_each_type(
    view: View, who: str, card: str, type_: str, use: Use, permission: str, how: How = "discard", window: str = ""
) -> Wrong:
    """One card of each type for each character in a check or step; by the option in a turn, for a player or for all."""
    kind = type_in_play(card, type_, view)
    if not kind or lifted(permission):
        return ()
    scope = answer(view, "card_type_limit")
    window = window or window_of(view, use, who)
    again = used_again(view, who, card, how, window)
    for one in view.plays:
        same = one.kind == f"card:{kind}" and one not in again
        if scope in {"turn_per_table", ASK}:
            hit = same and one.turn == view.turn.number
        elif scope == "turn_per_player":
            hit = same and one.who == who and one.turn == view.turn.number
        else:
            hit = same and one.who == who and one.window == window
        if hit and scope == ASK:
            return needs_ruling("PA-PLY-02", "card_type_limit")
        if hit:
            span = "turn" if scope != "check_or_step" else "damage" if window[0] == "d" else "check or step"
            used = f'{one.who} played "{one.what}", a card of the type "{kind}"'
            return refuse("PA-PLY-02", f"{used}, {'against' if span == 'damage' else 'in'} this {span}")
    return ()


def used_again(view: View, who: str, card: str, how: How, window: str) -> list[Played]:
    """Earlier uses in this check or step of the very card, which lies where it was: another of its powers is used.

    Where only what a card took off damage is told, and not how it was played, it was shown and kept.
    """
    mine = uses_of(view, who, card, window)
    stays = {None, "reveal"} if held_in(view, who, card) == "hand" else {None, "reveal", "display"}
    return mine if how != "reveal" and all(one.how in stays for one in mine) else []


def uses_of(view: View, who: str, card: str, window: str) -> list[Played]:
    """The uses of a card by a character within a check, step or source of damage."""
    mine = [one for one in view.plays if one.who == who and one.window == window and one.kind.startswith("card:")]
    return [one for one in mine if same_card(one.what, card)]


@rule("PA-PLY-03", neutral=False)
def lifted(permission: str) -> bool:
    """An effect that expressly allows another card of the type lifts the limit for that card."""
    return bool(permission)


# Reducing damage


def judge_reducing(view: View, event: DamageReduced) -> Wrong:
    """Whether the card that takes something off this damage can be used for it, beside those that were."""
    who = event.character or event.who
    if not counts_for_source(view, who, event):
        return ()
    window = window_of(view, "damage", event.who)
    return one_of_each_type(view, who, event.by, "", "damage", "", "reveal", window)


@rule("PA-DMG-05", neutral=False)
def counts_for_source(view: View, who: str, event: DamageReduced) -> bool:
    """A card that reduces damage is one of its type for that source, be it told as played or not.

    What lies displayed works without being played, and a card whose playing was told counted then, for one reduction.
    """
    if not is_boon_card(view, event.by) or held_in(view, who, event.by) == "displayed":
        return False
    uses = [one for window in windows_of(view, who, event) for one in uses_of(view, who, event.by, window)]
    played = sum(one.how is not None for one in uses)
    return played <= len(uses) - played


def windows_of(view: View, who: str, event: DamageReduced) -> set[str]:
    """The sources of damage for which a card that reduces this damage may have been told as played."""
    return {window_of(view, "damage", event.who), window_of(view, "damage", who)}


def note_reducing(draft: Draft, event: DamageReduced) -> None:
    """Remember which card took something off a damage, for the limit; a power, and what lies displayed, is no card."""
    who = event.character or event.who
    if not is_boon_card(draft, event.by) or held_in(draft, who, event.by) == "displayed":
        return
    kind = f"card:{type_in_play(event.by, '', draft)}"
    window = window_of(draft, "damage", event.who)
    one = Played(who=who, what=event.by, kind=kind, window=window, turn=draft.turn.number)
    draft.plays = (*draft.plays, one)


# When and how


def judge_card(view: View, event: CardPlayed) -> Wrong:
    """Whether this card can be played now and in this way."""
    found = [*type_agrees(view, event.card, event.type), *type_exists(view, event.type)]
    found += card_in_its_zone(view, event.who, held_in(view, event.who, event.card), event.card)
    found += forbidden(view, event.who, f"play:{type_in_play(event.card, event.type, view)}")
    if counts_as_played(event.cost):
        found += [*off_turn(view, event.who, event.use, says_so=event.says_so), *several_powers(view, event)]
        found += left_already(view, event) or one_of_each_type(
            view, event.who, event.card, event.type, event.use, event.permission, event.how
        )
        found += [*in_encounter(view, event.use, says_so=event.says_so), *one_replacement(view, event.replaces)]
        found += [*where_meanwhile(view, event.how), *may_explore(view, event)]
    return tuple(found)


def may_explore(view: View, event: CardPlayed | PowerUsed) -> Wrong:
    """What lets somebody explore again is used where that one explores: in the own turn, up to its explore step."""
    if event.use != "explore" or (isinstance(event, CardPlayed) and event.says_so):
        return ()
    return (*by_active(view, "PA-TRN-09", event.who, "explore"), *no_step_back(view, "explore", "exploring"))


def where_meanwhile(view: View, how: How) -> Wrong:
    """That a ruling has to say where a card is while it is being played."""
    if how in LEAVING and answer(view, "card_being_played") == ASK:
        return needs_ruling("PA-ZON-05", "card_being_played")
    return ()


def _always(cost: str) -> bool:
    return True


@rule("PA-PLY-06", instead=_always)
def counts_as_played(cost: str) -> bool:
    """A card that pays for a power of the character or of another card is not played."""
    return not cost


@rule("PA-PLY-04", neutral=())
def off_turn(view: View, who: str, use: Use, *, says_so: bool) -> Wrong:
    """Any player may play at any time; by the option in another's turn only for a check, or where the card says so."""
    if view.turn.active in {"", who} or use in {"check", "damage", "close"} or says_so:
        return ()
    choice = answer(view, "off_turn_play")
    if choice == ASK:
        return needs_ruling("PA-PLY-04", "off_turn_play")
    if choice == "anytime":
        return ()
    return refuse("PA-PLY-04", f"it is the turn of {view.turn.active}: {who} plays cards only for checks")


@rule("PA-PLY-05", neutral=())
def in_encounter(view: View, use: Use, *, says_so: bool) -> Wrong:
    """During an encounter only what concerns its current step is used."""
    met = encounter(view)
    if met is None or says_so:
        return ()
    if met.stage in STAGES.get(use, ()) and (use != "damage" or view.damages):
        return for_a_check_to_come(view, use)
    return refuse("PA-PLY-05", f'the encounter with "{met.card or "a card"}" goes on: nothing is played to {use} now')


@rule("PA-PLY-05", "PA-CHK-06", neutral=())
def for_a_check_to_come(view: View, use: Use) -> Wrong:
    """What concerns a check is used between fixing its skill and its roll, or later where the card itself says so.

    A mere record tells late who helped, so there the order says nothing.
    """
    met = encounter(view)
    if use != "check" or met is None or view.mode == "record" or check_to_come(view, met):
        return ()
    ways = '"after +3 CARD", "reroll by CARD", or "says" behind a card'
    message = f"the check of {named(met)} is made: only what works after the roll is used for it now: {ways}"
    return refuse("PA-PLY-05", message)


def check_to_come(view: View, met: Encounter) -> bool:
    """Whether a check may still come in an encounter: of the card, after the encounter, or to recharge a card."""
    if met.skill or len(met.done) < (met.checks or 1) or met.stage == "after":
        return True
    return any(may_be_recharged(view, one) for one in view.gone)


def may_be_recharged(view: View, one: Gone) -> bool:
    """Whether a card that was played waits for a check to recharge it: by its line, or as a spell or item may."""
    if one.cause != "played" or one.how not in {"discard", "display"}:
        return False
    line = recharge_of(view, one.card)
    return bool(line) or (line is None and known_type(one.card, view=view) in {"spell", "item"})


@rule("PA-CRD-05", "PA-PLY-09", neutral=())
def several_powers(view: View, event: CardPlayed) -> Wrong:
    """Of several powers of a boon one may make it leave the hand; by the option a single power is used."""
    again = used_again(view, event.who, event.card, event.how, window_of(view, event.use, event.who))
    if len(event.powers) < 2 and not again:
        return ()
    choice = answer(view, "powers_per_boon")
    if choice == ASK:
        return needs_ruling("PA-CRD-05", "powers_per_boon")
    leaving = [how for how in event.powers if how in LEAVING]
    if choice == "one":
        return refuse("PA-CRD-05", f'of "{event.card}" a single power is used at a time')
    if len(leaving) > 1:
        return refuse("PA-CRD-05", f'"{event.card}" cannot leave the hand twice: {" and ".join(leaving)}')
    return ()


@rule("PA-CRD-05", neutral=())
def left_already(view: View, event: CardPlayed) -> Wrong:
    """A card that left the hand by one of its powers does not leave it again by another."""
    uses = uses_of(view, event.who, event.card, window_of(view, event.use, event.who))
    left = [one for one in uses if one.how in LEAVING]
    owner = character(view, event.who)
    if not left or owner is None or not owner.hand.is_whole or not owner.displayed.is_whole:
        return ()
    if any(same_card(card, event.card) for card in (*owner.hand.known, *owner.displayed.known)):
        return ()
    message = f'"{event.card}" cannot leave the hand twice: it was played so already ({left[-1].how})'
    return refuse("PA-CRD-05", message)


@rule("PA-CHK-02", neutral=())
def one_replacement(view: View, replaces: bool) -> Wrong:
    """At most one card or one power replaces the way in which a check is made."""
    window = window_of(view, "check", "")
    before = [one.what for one in view.plays if one.replaces and one.window == window]
    if not replaces or not before:
        return ()
    return refuse("PA-CHK-02", f'"{before[0]}" already sets how this check is made')


def judge_power(view: View, event: PowerUsed) -> Wrong:
    """Whether this power can be used now."""
    found = [*power_time(view, event), *power_once(view, event), *one_replacement(view, event.replaces)]
    found += [*forbidden(view, event.who, "power"), *may_explore(view, event)]
    if encounter(view) is not None:
        found += in_encounter(view, event.use, says_so=False)
    return (*found, *cards_in_their_zone(view, event.who, "hand", [paid.card for paid in event.cost]))


@rule("PA-CHR-08", neutral=())
def power_time(view: View, event: PowerUsed) -> Wrong:
    """A power works before play begins or during play, as it says itself."""
    begun = view.turn.number > 0 or view.middle
    if (event.when == "before_play" and begun) or (event.when == "in_play" and not begun):
        return refuse("PA-CHR-08", f'"{event.power}" is used {"before play begins" if begun else "in play"}')
    return ()


@rule("PA-CHK-07", neutral=())
def power_once(view: View, event: PowerUsed) -> Wrong:
    """Every power of a character once in a check or step; by the option one use in all."""
    window = window_of(view, event.use, event.who)
    used = [one for one in view.plays if one.kind == "power" and one.who == event.who and one.window == window]
    if not used:
        return ()
    if event.power in [one.what for one in used]:
        return refuse("PA-CHK-07", f'{event.who} used "{event.power}" already in this check or step')
    choice = answer(view, "character_powers")
    if choice == ASK:
        return needs_ruling("PA-CHK-07", "character_powers")
    if choice == "one_in_all":
        return refuse("PA-CHK-07", f"{event.who} used a power already in this check or step")
    return ()


def judge_payment(view: View, who: str, paid: Payment, *, use: Use) -> Wrong:
    """Whether a card can be played for its own power to pay for something, such as an exploration."""
    found = [*type_agrees(view, paid.card, paid.type), *card_in_its_zone(view, who, "hand", paid.card)]
    found += one_of_each_type(view, who, paid.card, paid.type, use, paid.permission, paid.how)
    return (*found, *forbidden(view, who, f"play:{type_in_play(paid.card, paid.type, view)}"))


# Doing it


def apply_card(draft: Draft, event: CardPlayed) -> None:
    """The card is played or paid."""
    spend(draft, event.who, event.card, event.how, event.type, event.use, cost=event.cost, replaces=event.replaces)
    if event.lacks_skill and draft.gone:
        last = draft.gone[-1]
        draft.gone = (
            *draft.gone[:-1],
            Gone(who=last.who, card=last.card, cause=last.cause, how=last.how, lacks_skill=True),
        )
    if event.use == "explore":
        add_grant(draft, event.card)


def spend(
    draft: Draft, who: str, card: str, how: How, type_: str, use: Use, *, cost: str = "", replaces: bool = False
) -> None:
    """A card is played or paid: what it counts for, and where it goes."""
    if counts_as_played(cost):
        note_use(draft, who, card, f"card:{type_in_play(card, type_, draft)}", use, replaces=replaces, how=how)
    if how != "reveal":
        draft.gone = (*draft.gone, Gone(who=who, card=card, cause="paid" if cost else "played", how=how))
    leave_hand(draft, who, card, how, wait=not cost)


def apply_power(draft: Draft, event: PowerUsed) -> None:
    """The power is used, and its price is paid."""
    note_use(draft, event.who, event.power, "power", event.use, replaces=event.replaces)
    for paid in event.cost:
        spend(draft, event.who, paid.card, paid.how, paid.type, event.use, cost=event.power)
    if event.use == "explore":
        add_grant(draft, event.power)


def note_use(
    draft: Draft, who: str, what: str, kind: str, use: Use, *, replaces: bool = False, how: How | None = None
) -> None:
    """Remember what was used, for the limits."""
    window = window_of(draft, use, who)
    one = Played(who=who, what=what, kind=kind, window=window, turn=draft.turn.number, replaces=replaces, how=how)
    draft.plays = (*draft.plays, one)


# Which text beats which


def forbidden(view: View, who: str, subject: str) -> Wrong:
    """That the text of a card in force forbids this."""
    against = [one for one in view.standing if one.effect == "forbid" and one.subject == subject]
    against = [one for one in against if one.who in {"", who}]
    if not against:
        return ()
    allowing = [one for one in view.standing if one.effect == "permit" and one.subject == subject]
    allowing = [one for one in allowing if one.who in {"", who}]
    if allowing and outranks(max(RANKS.index(one.rank) for one in allowing), [one.rank for one in against]):
        choice = may_not_wins(view)
        if choice == ASK:
            return needs_ruling("PA-PRI-03", "may_not_precedence")
        if choice == "outside_hierarchy":
            return ()
        return refuse("PA-PRI-03", f'"{against[0].source}" forbids it, and may not beats may')
    rule_id = "PA-PRI-03" if allowing else "PA-PRI-01"
    return refuse(rule_id, f'the text of "{against[0].source}" forbids it')


def _never(rank: int, ranks: list[str]) -> bool:
    return False


@rule("PA-PRI-02", instead=_never)
def outranks(rank: int, ranks: list[str]) -> bool:
    """Adventure path, adventure, scenario, location, character, any other card: the higher kind holds."""
    return all(rank > RANKS.index(other) for other in ranks)


def _outside(view: View) -> str:
    return "outside_hierarchy"


@rule("PA-PRI-03", instead=_outside)
def may_not_wins(view: View) -> str:
    """A prohibition also beats a permission on a card that ranks higher; by the option only among equals."""
    return answer(view, "may_not_precedence")


def _as_they_are(event: Move, found: list[Violation]) -> list[Violation]:
    return found


@rule("PA-PRI-01", instead=_as_they_are)
def text_beats_rules(event: Move, found: list[Violation]) -> list[Violation]:
    """Where a card's text allows what the rules do not, the card holds."""
    if not event.allowed_by:
        return found
    kept = [one for one in found if one.grade != "refusal" or one.rule.startswith("PA-PRI")]
    return [one for one in kept if one.kind != "outcome_contradicts_checks"]


def _everybody(who: str, *, you: bool) -> str:
    return ""


@rule("PA-PRI-04", instead=_everybody)
def whom(who: str, *, you: bool) -> str:
    """An effect that says "you" binds only the one who does the thing; "" is everybody."""
    return who if you else ""
