"""Section 10 of the rules: what damage is dealt, how it is reduced, and how it is taken."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.pathfinder.cards import BOONS
from engine.pathfinder.encounter import in_its_time, named, reach
from engine.pathfinder.events import DamageDealt, DamageReduced, DamageTaken
from engine.pathfinder.moving import cards_in_their_zone, give, leaving, pile_of, take
from engine.pathfinder.options import ASK
from engine.pathfinder.state import (
    Character,
    Damage,
    Draft,
    Encounter,
    Gone,
    View,
    character,
    encounter,
    to_take,
    told_by,
)
from engine.pathfinder.verdicts import Wrong, answer, flag, known_type, needs_ruling, refuse, same_card
from engine.pathfinder.zones import EMPTY, shown
from engine.rules import rule


@rule("PA-DMG-01", neutral=None)
def deals_damage(view: View, met: Encounter) -> bool | None:
    """Every bane but a barrier deals the difference, by the option monsters alone; None if its type is not known."""
    if not met.type:
        return None
    if met.type == "monster":
        return not met.barrier
    monsters_only = answer(view, "damage_dealers") == "monsters_only"
    return met.type in {"villain", "henchman"} and not met.barrier and not monsters_only


def dealers_ruled(view: View, met: Encounter, success: bool | None) -> Wrong:
    """That a ruling has to say whether an undefeated villain or henchman deals damage."""
    if success is not False or met.type not in {"villain", "henchman"} or met.barrier:
        return ()
    return needs_ruling("PA-DMG-01", "damage_dealers") if answer(view, "damage_dealers") == ASK else ()


def deal_for_check(draft: Draft, met: Encounter, who: str, difficulty: int | None, total: int | None) -> None:
    """A failed check to defeat deals the difference to the one who attempted it."""
    if not deals_damage(draft, met):
        return
    amount = None if difficulty is None or total is None else max(0, difficulty - total)
    owe(draft, who, amount, "check", met.number)
    draft.effect("damage", "PA-DMG-01", who=who, amount=amount, card=met.card)


def owe(
    draft: Draft, who: str, amount: int | None, source: str, number: int, *, type_: str = "", stated: bool = False
) -> None:
    """Damage that is to be taken."""
    draft.dealt += 1
    one = Damage(number=draft.dealt, who=who, amount=amount, source=source, encounter=number, type=type_, stated=stated)
    draft.damages = (*draft.damages, one)


def amount_of(event: DamageDealt) -> int | None:
    """How much was dealt: as stated, or as the dice say; never less than nothing."""
    if event.amount is not None or not event.dice:
        return event.amount
    return max(0, sum(die.result for die in event.dice) + sum(one.value for one in event.modifiers))


def derived(view: View, event: DamageDealt) -> Damage | None:
    """The damage of a failed check that this entry states: one that nobody stated yet, else the latest once more."""
    if event.source != "check":
        return None
    owed = [one for one in view.damages if one.source == "check" and one.who == event.who]
    unstated = next((one for one in owed if not one.stated), None)
    if unstated is not None or event.by:
        return unstated
    met = encounter(view)
    return next((one for one in reversed(owed) if met is not None and one.encounter == met.number), None)


def judge_dealt(view: View, event: DamageDealt) -> Wrong:
    """Whether this damage is dealt, now and this much."""
    found = [*in_its_time(view, event.source, event.who, event.late), *dice_come_to(event)]
    return (*found, *difference(view, event), *to_whom(view, event), *barriers_do_not(view, event))


def dice_come_to(event: DamageDealt) -> Wrong:
    """The amount is that of the dice."""
    if event.amount is None or not event.dice:
        return ()
    rolled = max(0, sum(die.result for die in event.dice) + sum(one.value for one in event.modifiers))
    if rolled == event.amount:
        return ()
    return flag("PA-DMG-01", "damage_differs", f"the dice come to {rolled} damage", event.amount, rolled)


@rule("PA-DMG-01", neutral=())
def difference(view: View, event: DamageDealt) -> Wrong:
    """The damage of a failed check is the difference between difficulty and total."""
    owed = derived(view, event)
    if owed is None or owed.amount is None or event.amount in {None, owed.amount, owed.amount + owed.reduced}:
        return ()
    if event.allowed_by:
        # A text works it out otherwise (PA-PRI-01).
        return ()
    dealt = owed.amount + owed.reduced
    was = f"the damage of the check was told as {dealt}" if owed.stated else f"the check failed by {dealt}"
    message = f"{was}, the damage dealt is {event.amount}"
    return flag("PA-DMG-01", "damage_differs", message, event.amount, dealt)


@rule("PA-DMG-01", neutral=())
def to_whom(view: View, event: DamageDealt) -> Wrong:
    """It is dealt to the character who attempted that check."""
    if event.source != "check" or event.by or event.late is not None or derived(view, event) is not None:
        return ()
    met = encounter(view)
    if met is None:
        return from_a_check(view, event)
    if met.done and all(one.success for one in met.done):
        return refuse("PA-DMG-01", f"no check of {named(met)} failed: it deals no damage unless its text says so")
    if deals_damage(view, met) and any(one.who == event.who and one.success is False for one in met.done):
        return refuse("PA-DMG-01", f"{event.who} took the damage of the check of {named(met)}: name what deals more")
    others = [one for one in view.damages if one.source == "check" and not one.stated]
    if not others:
        return () if met.done else check_before_damage(view, met, event)
    return refuse("PA-DMG-01", f"{others[0].who} attempted the check and takes its damage, not {event.who}")


@rule("PA-DMG-01", neutral=())
def from_a_check(view: View, event: DamageDealt) -> Wrong:
    """Outside an encounter no check is failed that deals damage; where a log begins in the middle one may have been."""
    if view.middle and not view.met:
        return ()
    message = f"no failed check deals {event.who} damage: name the card or power that does, or the encounter (late E1)"
    return refuse("PA-DMG-01", message)


@rule("PA-DMG-01", neutral=())
def check_before_damage(view: View, met: Encounter, event: DamageDealt) -> Wrong:
    """The damage of a check comes after the check."""
    if deals_damage(view, met) is False:
        return ()
    message = f"no check of {named(met)} is recorded that {event.who} failed"
    return flag("PA-DMG-01", "check_skipped", message, "damage", "no check")


@rule("PA-DMG-01", neutral=())
def barriers_do_not(view: View, event: DamageDealt) -> Wrong:
    """A bane that deals no damage by itself deals it only where its text says so."""
    met = encounter(view) if event.late is None else ended(view, event.late)
    if event.source != "check" or event.by or met is None or deals_damage(view, met) is not False:
        return ()
    return refuse("PA-DMG-01", f"{named(met)} deals no damage for a failed check unless its text says so")


def ended(view: View, number: int) -> Encounter | None:
    """The encounter that is over to which a later entry belongs, as far as it is still known; None without it."""
    for one in view.over:
        if one.number == number:
            return Encounter(number=number, who=one.who, card=one.card, type=one.type, place=one.place)
    return None


def apply_dealt(draft: Draft, event: DamageDealt) -> None:
    """The damage is owed, be it derived from a check or from something else."""
    owed = derived(draft, event)
    if owed is not None:
        now = replace(owed, amount=left_of(owed, amount_of(event)), stated=True, type=event.type or owed.type)
        draft.damages = tuple(now if one is owed else one for one in draft.damages)
        return
    met = encounter(draft)
    number = event.late if event.late is not None else met.number if met else 0
    owe(draft, event.who, amount_of(event), event.source, number, type_=event.type, stated=True)
    if met is not None and event.late is None and event.source in {"before", "after"}:
        reach(draft, len(draft.encounters) - 1, event.source)


def left_of(owed: Damage, stated: int | None) -> int | None:
    """What is left of damage that is told once more: what reduced it holds, and an entry may tell what is left."""
    return owed.amount if stated in {None, owed.amount} else reduced(stated, owed.reduced)


def owed_by(view: View, who: str) -> Damage | None:
    """The damage that a character takes next; of what was reduced to nothing nothing is taken."""
    mine = [one for one in view.damages if one.who == who]
    mine = [one for one in mine if one.amount != 0] or mine
    met = encounter(view)
    here = [one for one in mine if met is not None and one.encounter == met.number]
    return next(iter(here or mine), None)


def judge_reduced(view: View, event: DamageReduced) -> Wrong:
    """Whether this damage can be reduced by this."""
    from engine.pathfinder.playing import judge_reducing

    owed = owed_by(view, event.who)
    if owed is None:
        return refuse("PA-DMG-02", f"{event.who} has no damage to take{of_another(view, event)}")
    found = (*names_the_kind(owed, event), *own_share(view, event), *something_left(owed))
    return (*found, *card_at_hand(view, event), *judge_reducing(view, event))


def of_another(view: View, event: DamageReduced) -> str:
    """How the damage of somebody else is reduced, in words; "" if nobody takes any."""
    others = to_take(view)
    if not others or event.character:
        return ""
    name, by = others[0].who, event.by
    return f'; that of {name} is reduced so: "{name}: reduce {event.amount} by {by} from {event.who}"'


@rule("PA-DMG-02", neutral=())
def names_the_kind(owed: Damage, event: DamageReduced) -> Wrong:
    """Only what names this kind of damage reduces it."""
    if not owed.type or not event.type or owed.type == event.type:
        return ()
    return refuse("PA-DMG-02", f'"{event.by}" reduces {event.type} damage, this is {owed.type} damage')


def own_share(view: View, event: DamageReduced) -> Wrong:
    """Damage is not made smaller by less than nothing."""
    return () if event.amount >= 0 else refuse("PA-DMG-02", "damage is reduced, not raised")


@rule("PA-DMG-02", neutral=())
def something_left(owed: Damage) -> Wrong:
    """Damage that is reduced to nothing already is not reduced further."""
    if owed.amount != 0:
        return ()
    return refuse("PA-DMG-02", f"nothing is left of the damage that {owed.who} would take")


@rule("PA-ZON-01", neutral=())
def card_at_hand(view: View, event: DamageReduced) -> Wrong:
    """A card that reduces damage is in hand or displayed, or was played in this turn; a power is no card."""
    who = event.character or event.who
    owner = character(view, who)
    if owner is None or not is_boon_card(view, event.by) or used_this_turn(view, who, event.by):
        return ()
    if not owner.hand.is_whole or not owner.displayed.is_whole:
        return ()
    known = (*owner.hand.known, *owner.displayed.known)
    if any(same_card(card, event.by) for card in known):
        return ()
    message = f'"{event.by}" is neither in the hand of {who} nor displayed{told_by(view, who, "hand")}'
    return flag("PA-ZON-01", "zone_contradiction", message, f'"{event.by}" among them', shown(owner.hand))


def is_boon_card(view: View, name: str) -> bool:
    """Whether a name is known to be that of a card that a character can have."""
    return known_type(name, view=view) in BOONS


def used_this_turn(view: View, who: str, name: str) -> bool:
    """Whether a card of a character was played in this turn, or is being played."""
    played = [one.what for one in view.plays if one.who == who and one.turn == view.turn.number]
    played += [one.card for one in view.gone if one.who == who]
    played += [one.card for one in view.aside if one.who == who]
    return any(same_card(card, name) for card in played)


def apply_reduced(draft: Draft, event: DamageReduced) -> None:
    """One source of damage becomes smaller, for one character."""
    from engine.pathfinder.playing import note_reducing

    owed = owed_by(draft, event.who)
    if owed is None:
        return
    note_reducing(draft, event)
    hit = same_source(draft, owed)
    if draft.mode == "record" and not event.amount:
        # Nobody posts that damage was reduced by nothing: how much is not said.
        draft.damages = tuple(replace(one, amount=None) if one in hit else one for one in draft.damages)
        return
    draft.damages = tuple(made_smaller(one, event.amount) if one in hit else one for one in draft.damages)


def made_smaller(one: Damage, by: int) -> Damage:
    """Damage of which less is left; where nobody said how much it is, it may be less by all of that."""
    left = reduced(one.amount, by)
    return replace(
        one, amount=left, reduced=one.reduced + (by if one.amount is None or left is None else one.amount - left)
    )


def _all_of(view: View, owed: Damage) -> tuple[Damage, ...]:
    return view.damages


@rule("PA-DMG-04", instead=_all_of)
def same_source(view: View, owed: Damage) -> tuple[Damage, ...]:
    """Every source of damage is reduced by itself, and for each character by itself."""
    return (owed,)


def _below_zero(amount: int | None, by: int) -> int | None:
    return None if amount is None else amount - by


@rule("PA-DMG-02", instead=_below_zero)
def reduced(amount: int | None, by: int) -> int | None:
    """Damage cannot fall below 0."""
    return None if amount is None else max(0, amount - by)


def count_of(event: DamageTaken) -> int | None:
    """How many cards were discarded for it, as posted."""
    return len(event.cards) if event.cards is not None else event.count


def judge_taken(view: View, event: DamageTaken) -> Wrong:
    """Whether the damage is taken in this way."""
    found = [*from_the_hand(event), *no_more_than_held(view, event), *as_much_as_dealt(view, event)]
    return (*found, *cards_in_their_zone(view, event.who, "hand", event.cards or ()))


@rule("PA-DMG-03", neutral=())
def from_the_hand(event: DamageTaken) -> Wrong:
    """No card of the deck is touched by damage."""
    if event.origin == "hand":
        return ()
    return refuse("PA-DMG-03", f"{event.who} discards cards from the hand for damage, none from the deck")


@rule("PA-DMG-03", neutral=())
def no_more_than_held(view: View, event: DamageTaken) -> Wrong:
    """With fewer cards in hand all of them are discarded and the rest of the damage is lost."""
    owner, count = character(view, event.who), count_of(event)
    if owner is None or count is None or owner.hand.size is None or count <= owner.hand.size:
        return ()
    held = f"{owner.hand.size} card{'' if owner.hand.size == 1 else 's'}"
    message = f"{event.who} has {held} in hand, not {count}: the rest of the damage is lost"
    return refuse("PA-DMG-03", message)


@rule("PA-DMG-03", neutral=())
def as_much_as_dealt(view: View, event: DamageTaken) -> Wrong:
    """As many cards as the damage says."""
    owner, count, owed = character(view, event.who), count_of(event), owed_by(view, event.who)
    if owner is None:
        return ()
    if owed is None:
        return () if event.late is not None or view.middle else refuse("PA-DMG-03", f"{event.who} owes no damage")
    if count is None or owed.amount is None or len(settled_by(view, event)) > 1:
        return ()
    if event.amount is not None and event.amount > owed.amount:
        message = f"{event.who} owes {owed.amount} damage, posted are {event.amount}"
        return flag("PA-DMG-03", "damage_taken_differs", message, event.amount, owed.amount)
    wanted = min(owed.amount, held_at_least(owner, event, count))
    if count == wanted or (owner.hand.size is not None and count > owner.hand.size):
        return ()
    return flag(
        "PA-DMG-03",
        "damage_taken_differs",
        f"{event.who} discards {wanted} card{'' if wanted == 1 else 's'}",
        count,
        wanted,
    )


def settled_by(view: View, event: DamageTaken) -> tuple[Damage, ...]:
    """The damage that is taken: the next; in posts all that a character owes, where so many cards are discarded."""
    owed, count = owed_by(view, event.who), count_of(event)
    if owed is None:
        return ()
    amounts = {one: one.amount for one in view.damages if one.who == event.who and one.amount != 0}
    known = [amount for amount in amounts.values() if amount is not None]
    if view.mode == "record" and len(known) == len(amounts) > 1 and sum(known) == count:
        return tuple(amounts)
    return (owed,)


def held_at_least(owner: Character, event: DamageTaken, count: int) -> int:
    """How many cards a hand has for certain: its number, else those that were known or are discarded now."""
    if owner.hand.size is not None:
        return owner.hand.size
    return max(count, (Counter(owner.hand.known) | Counter(event.cards or ())).total())


def apply_taken(draft: Draft, event: DamageTaken) -> None:
    """The cards go to the discard pile; the damage is settled."""
    owed, owner = owed_by(draft, event.who), character(draft, event.who)
    count = count_of(event)
    if count is None and owed is not None and owed.amount is not None and owner and owner.hand.size is not None:
        count = min(owed.amount, owner.hand.size)
    held = pile_of(owner, event.origin) if owner else EMPTY
    for card in leaving(held, event.cards, count or 0):
        take(draft, event.who, event.origin, card)
        give(draft, event.who, "discard", card)
        if card is not None:
            draft.gone = (*draft.gone, Gone(who=event.who, card=card, cause="damage"))
    settled = settled_by(draft, event)
    draft.damages = tuple(one for one in draft.damages if one not in settled)
    draft.window += 1
