"""What texts of cards brought, in game words: the fixed vocabulary of recorded effects, healing, picks and posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.pathfinder import events as e
from engine.pathfinder.phrases import (
    Tale,
    Told,
    a_sum,
    by,
    cards,
    cards_or_number,
    changes,
    counted,
    grouped,
    named,
    names,
    reason,
    roll,
    subject,
    zone,
)

_RANKS = {
    "path": "the adventure path",
    "adventure": "the adventure",
    "scenario": "the scenario",
    "location": "the location",
    "character": "a power of the character",
    "card": "",
}
_ORDERS = {"": "", "shuffled": ", shuffled afterwards", "top": ", put on top", "bottom": ", put at the bottom"}


def effect(tale: Tale, event: e.EffectApplied) -> Told:
    """What a card's text brought, and the cards that changed their zone by it."""
    if "effect" in tale.open:
        return Told(event.who, "tell what a card or power brings", "told what a card or power brings")
    told = _EFFECTS[event.effect](tale, event)
    tail = "".join((
        _source(event),
        ", by a text that says you" if event.you else "",
        f": {changes(event.zones, shuffled=event.effect == 'add_cards' and not event.order)}"
        if event.zones and event.effect != "put"
        else "",
        reason(event.text) if event.effect != "text" else "",
    ))  # fmt: skip
    return told._replace(rest=told.rest + tail)


def _source(event: e.EffectApplied) -> str:
    rank = _RANKS[event.rank]
    if event.effect in {"permit", "forbid"}:
        return ""
    if event.source and rank:
        return f" by {event.source}, {rank},"
    return by(event.source or rank)


def _of(event: e.EffectApplied) -> str:
    """The pile that an effect speaks of."""
    if event.place:
        return f"the deck of {event.place}"
    if event.pile is not None:
        return zone(event.pile, event.who)
    return "a deck, not told which,"


def _amount(tale: Tale, event: e.EffectApplied, noun: str) -> str:
    """How many, with a noun; that nobody said; or nothing for an option."""
    if event.amount is not None:
        return counted(event.amount, noun)
    return f"{noun}s{tale.untold(', not told how many,')}"


def _looked(event: e.EffectApplied) -> str:
    return f", {cards(event.looked)}" if event.looked else ""


def _put_back(event: e.EffectApplied) -> str:
    if event.put_back is None or event.put_back == event.looked:
        return ""
    return f", put back as {cards(event.put_back)}"


def _simple(now: str, then: str) -> Callable[[Tale, e.EffectApplied], Told]:
    def told(tale: Tale, event: e.EffectApplied) -> Told:
        del tale
        aim = f" {named(event.subject)}" if event.subject else ""
        return _by_someone(event, now, then, aim)

    return told


def _by_someone(event: e.EffectApplied, now: str, then: str, rest: str = "") -> Told:
    """Somebody does it; where nobody is named, the card does."""
    return Told(event.who or "an effect", now, then, rest)


def _added(tale: Tale, event: e.EffectApplied) -> Told:
    many = f" {event.amount}" if event.amount is not None else tale.untold(" something, not told how much,")
    return _by_someone(event, "add", "added", f"{many} to the total{_subject(event)}")


def _dice(tale: Tale, event: e.EffectApplied) -> Told:
    what = f" {event.subject}" if event.subject else f" {_amount(tale, event, 'more die').replace('dies', 'dice')}"
    many = f" ({event.amount})" if event.subject and event.amount is not None else ""
    return _by_someone(event, "add", "added", f"{what.replace('more dies', 'dice')}{many} to the check")


def _subject(event: e.EffectApplied) -> str:
    return f" for {event.subject}" if event.subject else ""


def _skill(verb: tuple[str, str], tail: str) -> Callable[[Tale, e.EffectApplied], Told]:
    def told(tale: Tale, event: e.EffectApplied) -> Told:
        what = event.subject or f"a skill{tale.untold(', not told which,')}"
        return _by_someone(event, verb[0], verb[1], f" {what}{tail}")

    return told


def _drew(tale: Tale, event: e.EffectApplied) -> Told:
    return _by_someone(event, "draw", "drew", f" {_amount(tale, event, 'card')}")


def _heal(tale: Tale, event: e.EffectApplied) -> Told:
    return _by_someone(event, "heal", "healed", f" {_amount(tale, event, 'card')}")


def _examined(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    many = f"{counted(event.amount, 'card')} of " if event.amount is not None else ""
    if event.slot is not None:
        many = f"{many.removesuffix('of ')}from card {event.slot} on of " if many else f"card {event.slot} of "
    return _by_someone(
        event, "examine", "examined", f" {many}{_of(event)}{_looked(event)}{_put_back(event)}{_ORDERS[event.order]}"
    )


def _searched(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    found = f" and found {cards(event.looked)}" if event.looked else ""
    return _by_someone(event, "search", "searched", f" {_of(event)}{found}, which was shuffled afterwards")


def _shuffled(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    return _by_someone(event, "shuffle", "shuffled", f" {_of(event)}")


def _reordered(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    order = f": {cards(event.put_back)}" if event.put_back is not None else ""
    seen = f" after looking at {cards(event.looked)}" if event.looked else ""
    return _by_someone(event, "put", "put", f" {_of(event)} in order{seen}{order}")


def _moved(tale: Tale, event: e.EffectApplied) -> Told:
    to = f" to {event.place}" if event.place else tale.untold(" to a location that is not told")
    return _by_someone(event, "move", "moved", to)


def _less_damage(tale: Tale, event: e.EffectApplied) -> Told:
    many = f" by {event.amount}" if event.amount is not None else tale.untold(", not told by how much")
    kind = f" {event.subject}" if event.subject else ""
    return _by_someone(event, "reduce", "reduced", f"{kind} damage{many}")


def _put(tale: Tale, event: e.EffectApplied) -> Told:
    if event.zones:
        return _by_someone(event, "put", "put", f" {changes(event.zones)}{_ORDERS[event.order]}")
    many = counted(event.amount, "card") if event.amount is not None else "cards"
    if event.pile is not None:
        which, unsure = cards(event.looked) if event.looked else many, tale.untold(", not told which way,")
        return _by_someone(event, "put", "put", f" {which} into or out of {_of(event)}{unsure}")
    return _by_someone(event, "put", "put", f" {many}{tale.untold(', not told where')}{_ORDERS[event.order]}")


def _from_deck(now: str, then: str, tail: str) -> Callable[[Tale, e.EffectApplied], Told]:
    def told(tale: Tale, event: e.EffectApplied) -> Told:
        what = cards(event.looked) if event.looked and event.amount in {None, len(event.looked)} else ""
        many = what or f"{_amount(tale, event, 'card')}{_looked(event)}"
        return _by_someone(event, now, then, f" {many} {tail}")

    return told


def _cards_added(tale: Tale, event: e.EffectApplied) -> Told:
    many = "" if event.zones else f" {_amount(tale, event, 'card')}"
    what = f"{many or ' cards'} to {_of(event)}" if event.place or event.pile is not None else many or " cards"
    return _by_someone(event, "add", "added", f"{what}{_ORDERS[event.order] or ', shuffled in'}")


def _hand_size(tale: Tale, event: e.EffectApplied) -> Told:
    size = f" of {event.amount}" if event.amount is not None else tale.untold(" that is not told")
    return _by_someone(event, "have", "had", f" a hand size{size} from then on")


def _allowed(now: str, then: str) -> Callable[[Tale, e.EffectApplied], Told]:
    def told(tale: Tale, event: e.EffectApplied) -> Told:
        what = subject(event.subject) or f"something{tale.untold(', not told what,')}"
        whom = f" for {event.who}" if event.who else ""
        source = ", ".join(one for one in (event.source, _RANKS[event.rank]) if one) or "an effect"
        comma = "," if event.source and _RANKS[event.rank] else ""
        span = "in this scenario" if event.rank in {"scenario", "adventure", "path"} else "until the turn ends"
        return Told(source + comma, now, then, f" {what}{whom} {span}")

    return told


def _permitted(tale: Tale, event: e.EffectApplied) -> Told:
    return _allowed("permit", "permitted")(tale, event)


def _forbidden(tale: Tale, event: e.EffectApplied) -> Told:
    return _allowed("forbid", "forbade")(tale, event)


def _revived(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    return _by_someone(event, "come back to life", "came back to life")


def _happened(when: str) -> Callable[[Tale, e.EffectApplied], Told]:
    def told(tale: Tale, event: e.EffectApplied) -> Told:
        del tale
        whom = f" to {event.who}" if event.who else ""
        what = f"what happens {when} the encounter"
        return Told("", f"carry out {what}{whom}", f"{what} was carried out{f' for {event.who}' if whom else ''}")

    return told


def _text(tale: Tale, event: e.EffectApplied) -> Told:
    what = event.text.strip().rstrip(".").strip() or f"an effect{tale.untold(' that is not told')}"
    whom = f" for {event.who}" if event.who else ""
    many = f" ({event.amount})" if event.amount is not None else ""
    return Told("", f"note{whom}: {what}{many}", f"noted{whom}: {what}{many}")


def _closing(tale: Tale, event: e.EffectApplied) -> Told:
    del tale
    where = f" of {event.place}" if event.place else ""
    return Told("", f"carry out what the closing{where} brings", f"what the closing{where} brings was carried out")


_EFFECTS: dict[str, Callable[[Tale, e.EffectApplied], Told]] = {
    "add_dice": _dice,
    "add_total": _added,
    "replace_skill": _skill(("use", "used"), " in place of the skill of the check"),
    "lend_skill": _skill(("use", "used"), " that was lent"),
    "evade": _simple("evade", "was allowed to evade"),
    "explore_again": _simple("may explore again", "could explore again"),
    "draw": _drew,
    "heal": _heal,
    "examine": _examined,
    "search": _searched,
    "shuffle": _shuffled,
    "reorder": _reordered,
    "move": _moved,
    "reduce_damage": _less_damage,
    "reroll": _simple("may roll again", "could roll again"),
    "put": _put,
    "discard_from_deck": _from_deck("discard", "discarded", "from the top of the deck"),
    "remove_from_deck": _from_deck("remove", "removed", "from the deck"),
    "add_cards": _cards_added,
    "hand_size": _hand_size,
    "permit": _permitted,
    "forbid": _forbidden,
    "revive": _revived,
    "closing_effect": _closing,
    "before": _happened("before"),
    "after": _happened("after"),
    "text": _text,
}


def healed(tale: Tale, event: e.Healed) -> Told:
    """Cards of a discard pile were shuffled into the deck."""
    what = cards_or_number(event.cards, event.amount, f"cards{tale.untold(', not told how many,')}")
    return Told(event.who, "heal", "healed", f" {what}{by(event.by)}, from the discard pile into the deck")


def picked(tale: Tale, event: e.RandomPick) -> Told:
    """A die chose something."""
    of = f" from {names(event.choices)}" if event.choices else ""
    rolled = f": {roll(event.dice, event.modifiers)}" if event.dice else ""
    if event.modifiers and not event.dice:
        rolled = f", with {a_sum(event.modifiers)}"
    computed = sum(one.result for one in event.dice) + sum(one.value for one in event.modifiers)
    total = f", a total of {event.total}" if event.total is not None and not event.dice else ""
    if event.dice and event.total is not None and event.total != computed:
        total = f", posted as {event.total}"
    what = event.picked or f"something{tale.untold(', not told what,')}"
    where = f" at {event.place}" if event.place else ""
    whom = f", for {event.affects}" if event.affects else ""
    tail = f"{of}{where}{whom}{rolled}{total}{reason(event.why)}"
    return Told("", f"let chance pick {what}{tail}", f"chance picked {what}{tail}")


def _named(cards: Sequence[str], unknown: int, none: str) -> str:
    """The cards that are named, and how many lie beside them; where none is named, how many there are."""
    if unknown <= 0:
        return grouped(cards, none)
    return f"{grouped(cards, none)} and {counted(unknown, 'more card')}" if cards else counted(unknown, "card")


def posted(tale: Tale, event: e.StatePosted) -> Told:
    """What somebody stated about zones and places; what is not in the statement is not spoken of."""
    parts = []
    if event.hand is not None:
        parts.append(f"hand {_named(event.hand, event.hand_unknown, 'empty')}")
    elif event.hand_unknown > 0:
        parts.append(f"hand {counted(event.hand_unknown, 'card')}")
    if event.hand_count is not None and event.hand_count != (event.held if event.hand is not None else None):
        parts.append(f"{counted(event.hand_count, 'card')} in hand")
    if event.displayed is not None:
        parts.append(f"displayed {grouped(event.displayed, 'nothing')}")
    parts += [
        f"{what} {number}"
        for what, number in (("deck", event.deck), ("discard", event.discard), ("buried", event.buried))
        if number is not None
    ]
    if event.discards is not None:
        parts.append(f"discarded are {_named(event.discards, event.discards_unknown, 'no cards')}")
    elif event.discards_unknown > 0:
        parts.append(f"discarded are {counted(event.discards_unknown, 'card')}")
    if event.location:
        parts.append(f"at {event.location}")
    parts += [f"{counted(number, 'card')} in the deck of {place}" for place, number in event.places]
    parts += [f'{counted(number, "card")} listed as "{name}"' for name, number in event.listed]
    if event.blessings is not None:
        parts.append(f"blessings {event.blessings}")
    rest = f": {', '.join(parts)}" if parts else tale.untold(", and nothing is told of it")
    if not event.who:
        return Told("", f"state what lies where{rest}", f"the state was posted{rest}")
    return Told(event.who, "state the cards", "stated the cards", rest)
