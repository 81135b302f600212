"""Sections 4 and 5 of the rules between scenarios: characters, their decks, feats and role cards, and trading."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple, cast

from engine.judging import Violation
from engine.pathfinder import campaign_events as c
from engine.pathfinder import setup
from engine.pathfinder.campaign_state import Draft, Member, Owed, State, count_of, member, ticked
from engine.pathfinder.cards import BOONS, CHARACTERS, Character
from engine.pathfinder.ending import from_the_box
from engine.pathfinder.events import CharacterSetup, DeckRebuilt
from engine.pathfinder.options import ASK
from engine.pathfinder.verdicts import Wrong, facts_of, impossible, known_type, needs_ruling, refuse
from engine.rules import rule

#: The adventure after which the role card comes into use; also how many whole adventure paths, by the option.
ROLE_AFTER = 3
#: Power feats of which the character card prints how many there are.
HAND_SIZE = "hand size"
PROFICIENCIES = ("light armor", "heavy armor", "weapons")


# What a character is now


def printed(state: State, one: Member) -> Character | None:
    """What the character card prints, as long as it holds; None where no facts are known, or hold any more."""
    return CHARACTERS.get(one.name) if card_still_holds(state, one) else None


@rule("PA-CHR-06", neutral=True)
def card_still_holds(state: State, one: Member) -> bool:
    """A role card replaces the powers alone, or by the option the whole character card with all that was ticked."""
    return not one.role or state.options.role_card_replaces != "character_card"


def extra_cards(state: State, one: Member) -> tuple[tuple[str, int], ...]:
    """By how much card feats raise the numbers of the cards list."""
    return one.cards if card_still_holds(state, one) else ()


def skill_feats(state: State, one: Member) -> tuple[tuple[str, int], ...]:
    """How many skill feats each of the six skills has; of a character that no fact knows, those that were ticked."""
    if not card_still_holds(state, one):
        return ()
    known = CHARACTERS.get(one.name)
    if known is None:
        return one.skills
    return tuple((skill.name, count_of(one.skills, skill.name)) for skill in known.skills)


def hand_size(state: State, one: Member) -> int | None:
    """The hand size with the power feats that raise it; None where nothing printed says."""
    known = printed(state, one)
    return known.hand_size.start + one.powers.count(HAND_SIZE) if known else None


class Listed(NamedTuple):
    """A type of card, how many of it a deck has, and how many its cards list asks for."""

    type: str
    number: int
    asked: int


def against_list(state: State, one: Member, cards: tuple[str, ...]) -> list[Listed]:
    """Each type of boon in a deck beside its cards list with its card feats; empty where nothing printed says."""
    known = printed(state, one)
    if known is None:
        return []
    extra, types = dict(extra_cards(state, one)), Counter(known_type(card) for card in cards)
    return [Listed(boon, types[boon], known.cards_of(boon).start + extra.get(boon, 0)) for boon in BOONS]


def too_many(state: State, one: Member, cards: tuple[str, ...]) -> bool:
    """Whether a deck has more cards of a type, or in all, than its cards list asks for."""
    listed = against_list(state, one, cards)
    over = len(cards) > sum(row.asked for row in listed)
    return bool(listed) and (over or any(row.number > row.asked for row in listed))


def deck_misfits(state: State, one: Member, cards: tuple[str, ...]) -> str:
    """Why a deck is not what the cards list with its card feats asks for; empty if it is, as far as that is known."""
    listed = against_list(state, one, cards)
    # What is lacking may be among cards whose type nobody knows.
    unknown = any(not known_type(card) for card in cards)
    wrong = [row for row in listed if row.number > row.asked or (row.number < row.asked and not unknown)]
    if wrong:
        return setup.list_differs(one.name, wrong)
    total = sum(row.asked for row in listed)
    if not listed or len(cards) == total:
        return ""
    return f"the deck of {one.name} has {len(cards)} cards, its cards list asks for {total}"


@rule("PA-CHR-02", neutral=())
def deck_matches(state: State, one: Member, cards: tuple[str, ...]) -> Wrong:
    """When a scenario begins, and after every scenario, a deck is what the cards list asks for."""
    message = deck_misfits(state, one, cards)
    return refuse("PA-CHR-02", message) if message else ()


def known_member(state: State, who: str) -> Wrong:
    """The campaign has this character."""
    return () if member(state, who) else impossible("PA-CHR-05", f'no character "{who}" is in this campaign')


def at_hand(state: State, who: str, rule_id: str) -> Wrong:
    """The character is alive, in no scenario, and not retired."""
    one = member(state, who)
    if one is None:
        return known_member(state, who)
    if one.status == "dead":
        return refuse("PA-DTH-03", f"{who} died, and its death is final")
    if one.status == "retired":
        return refuse("PA-END-08", f"{who} is retired: `return {who}` takes the character up again")
    return playing_now(one, rule_id)


def playing_now(one: Member, rule_id: str) -> Wrong:
    """Nothing is done between scenarios while the character is in one."""
    return refuse(rule_id, f"{one.name} is in a scenario that is not over") if one.status == "playing" else ()


# Created, succeeded, retired


def judge_created(state: State, event: c.CharacterCreated) -> Wrong:
    """Whether this character can begin with this deck."""
    before = member(state, event.who)
    if before is not None and before.status != "dead":
        return impossible("PA-SET-02", f"{event.who} is in this campaign already")
    new = Member(name=event.who, player=event.player, deck=event.cards)
    said = CharacterSetup(
        name=event.who, cards=event.cards, first_deck=True, successor=bool(event.successor_of)
    )  # fmt: skip
    found = [*succeeds(state, event), *deck_matches(state, new, event.cards)]
    return (*found, *setup.judge_new(said, state.options, state.adventure))


@rule("PA-DTH-06", neutral=())
def succeeds(state: State, event: c.CharacterCreated) -> Wrong:
    """A successor takes the place of a character that is dead and has none, for the same player."""
    if not event.successor_of:
        return ()
    dead = member(state, event.successor_of)
    if dead is None or dead.status != "dead":
        return refuse("PA-DTH-06", f"{event.successor_of} is not dead and has no successor")
    if dead.player != event.player:
        return refuse("PA-DTH-06", f"{event.successor_of} was played by {dead.player}, not by {event.player}")
    return refuse("PA-DTH-06", f"{dead.name} has a successor already") if dead.succeeded else ()


def apply_created(draft: Draft, event: c.CharacterCreated) -> None:
    """The character joins the campaign, without feats; the card of a dead one may be taken again."""
    deck = tuple(sorted(event.cards))
    begin(draft, Member(name=event.who, player=event.player, deck=deck, successor_of=event.successor_of))


def begin(draft: Draft, new: Member) -> None:
    """A character begins, perhaps in the place of a dead one, who is succeeded from now on."""
    if new.successor_of:
        draft.put_member(new.successor_of, succeeded=True)
    others = tuple(one for one in draft.state.members if one.name != new.name)
    draft.put(members=(*others, new))


def judge_lost(state: State, event: c.CharacterLost) -> Wrong:
    """Whether this character can be told dead by hand."""
    return at_hand(state, event.who, "PA-DTH-03")


def apply_lost(draft: Draft, event: c.CharacterLost) -> None:
    """The character is dead for good; its cards go to the box."""
    dies(draft, event.who)


def dies(draft: Draft, who: str) -> None:
    """Death becomes final: what nobody took of the cards goes back to the box."""
    draft.put_member(who, status="dead", deck=(), kept=(), owed=(), game="")
    draft.effect("died_for_good", "PA-DTH-03", who=who)


def judge_retired(state: State, event: c.CharacterRetired) -> Wrong:
    """Whether this character can retire."""
    return (*at_hand(state, event.who, "PA-END-08"), *nothing_is_lost(state, event))


@rule("PA-END-08", neutral=())
def nothing_is_lost(state: State, event: c.CharacterRetired) -> Wrong:
    """When a player changes to another character, what is in the old one's deck is recorded, and all of it."""
    one = member(state, event.who)
    if one is None or sorted(event.cards) == sorted(one.deck):
        return ()
    missing = Counter(one.deck) - Counter(event.cards)
    added = Counter(event.cards) - Counter(one.deck)
    what = f"lacks {', '.join(sorted(missing.elements()))}" if missing else ""
    more = f"has {', '.join(sorted(added.elements()))} that the deck has not" if added else ""
    said = " and ".join(part for part in (what, more) if part)
    return refuse("PA-END-08", f"the record of the deck of {event.who} {said}")


def apply_retired(draft: Draft, event: c.CharacterRetired) -> None:
    """The character leaves with the deck as recorded."""
    draft.put_member(event.who, status="retired", deck=tuple(sorted(event.cards)), kept=())


def judge_returned(state: State, event: c.CharacterReturned) -> Wrong:
    """Whether this character can come back."""
    one = member(state, event.who)
    if one is None:
        return known_member(state, event.who)
    return () if one.status == "retired" else refuse("PA-END-08", f"{event.who} is not retired")


def apply_returned(draft: Draft, event: c.CharacterReturned) -> None:
    """The character is ready again, with the deck that was recorded."""
    one = member(draft.state, event.who)
    if one is not None:
        draft.put_member(event.who, status="ready", player=event.player or one.player)


# Decks between scenarios


def judge_deck(state: State, event: c.DeckChanged) -> Wrong:
    """Whether a deck can be changed so."""
    found = at_hand(state, event.who, "PA-CHR-02")
    one = member(state, event.who)
    if one is None or found:
        return found
    left, missing = without(one.deck, event.out)
    if missing:
        return impossible("PA-ZON-01", f'{event.who} has no "{missing}" in the deck')
    return (*deck_matches(state, one, (*left, *event.into)), *box_allows(state, one, event.into))


def box_allows(state: State, one: Member, cards: tuple[str, ...]) -> Wrong:
    """What does not come from a reward comes from the box, within its limits (PA-END-04)."""
    from_box = tuple(sorted((Counter(cards) - Counter(one.kept)).elements()))
    taken = DeckRebuilt(who=one.name, cards=(), from_box=from_box)
    return from_the_box(cast("Any", state), taken)


def without(deck: tuple[str, ...], cards: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """A deck without some of its cards, and the first of them that is not in it."""
    left = Counter(deck)
    for card in cards:
        if not left[card]:
            return deck, card
        left[card] -= 1
    return tuple(sorted(left.elements())), ""


def apply_deck(draft: Draft, event: c.DeckChanged) -> None:
    """Cards leave the deck and come into it."""
    one = member(draft.state, event.who)
    if one is None:
        return
    left, _ = without(one.deck, event.out)
    kept = tuple(sorted((Counter(one.kept) - Counter(event.into)).elements()))
    draft.put_member(event.who, deck=tuple(sorted((*left, *event.into))), kept=kept)


# Trading


def judge_traded(state: State, event: c.CardsTraded) -> Wrong:
    """Whether these cards can be traded."""
    names = sorted({name for one in event.handed for name in (one.giver, one.to)})
    found: list[Violation] = [one for name in names for one in before_a_scenario(state, name)]
    if found:
        return tuple(found)
    after = decks_after(state, event)
    if isinstance(after, str):
        return impossible("PA-ZON-01", after)
    return tuple(one for name in names for one in decks_stay_legal(state, name, after[name]))


def before_a_scenario(state: State, who: str) -> Wrong:
    """Whoever trades is alive and in no scenario; the cards of the dead are taken when decks are rebuilt."""
    one = member(state, who)
    if one is not None and one.status == "dead":
        return refuse("PA-DTH-04", f"{who} is dead: its cards are taken when the decks are rebuilt")
    if one is not None and one.status == "playing":
        return trades_before_a_scenario(one)
    return at_hand(state, who, "PA-SET-03")


@rule("PA-SET-03", neutral=())
def trades_before_a_scenario(one: Member) -> Wrong:
    """Players trade before a scenario, not within one."""
    return playing_now(one, "PA-SET-03")


def decks_after(state: State, event: c.CardsTraded) -> dict[str, tuple[str, ...]] | str:
    """Every deck once all was handed over; or what somebody has not got."""
    decks = {one.name: one.deck for one in state.members}
    for one in event.handed:
        left, missing = without(decks[one.giver], (one.card,))
        if missing:
            return f'{one.giver} has no "{missing}" in the deck'
        decks[one.giver] = left
    for one in event.handed:
        decks[one.to] = tuple(sorted((*decks[one.to], one.card)))
    return decks


@rule("PA-SET-03", neutral=())
def decks_stay_legal(state: State, who: str, cards: tuple[str, ...]) -> Wrong:
    """Players trade freely as long as every deck is afterwards what its cards list asks for."""
    one = member(state, who)
    message = deck_misfits(state, one, cards) if one else ""
    return refuse("PA-SET-03", f"after the trade {message}") if message else ()


def apply_traded(draft: Draft, event: c.CardsTraded) -> None:
    """The cards change hands."""
    after = decks_after(draft.state, event)
    if not isinstance(after, str):
        for name in sorted({name for one in event.handed for name in (one.giver, one.to)}):
            draft.put_member(name, deck=after[name])


# Feats


def judge_feat(state: State, event: c.FeatTaken) -> Wrong:
    """Whether this feat can be ticked now."""
    one = member(state, event.who)
    if one is None or one.status in {"dead", "retired"}:
        return at_hand(state, event.who, "PA-CHR-03")
    found = [*feats_work_later(one), *feat_granted(one, event), *left_to_right(one, event)]
    kinds = {"skill": skill_fits, "power": power_fits, "card": card_fits}
    found += kinds[event.feat](state, one, event)
    return (*found, *comes_along(state, one, event))


@rule("PA-CHR-03", neutral=())
def feats_work_later(one: Member) -> Wrong:
    """A feat works in all later play, so none is ticked within a scenario."""
    return playing_now(one, "PA-CHR-03")


@rule("PA-CHR-03", neutral=())
def feat_granted(one: Member, event: c.FeatTaken) -> Wrong:
    """A feat is granted at the end of a scenario or adventure, by its reward, and ticked once."""
    if any(owed.feat == event.feat for owed in one.owed):
        return ()
    return refuse("PA-CHR-03", f"{one.name} has been granted no {event.feat} feat that is not ticked yet")


@rule("PA-CHR-03", neutral=())
def left_to_right(one: Member, event: c.FeatTaken) -> Wrong:
    """The boxes of a line are ticked from left to right."""
    done = boxes(one, event)
    if event.box in {None, done + 1}:
        return ()
    return refuse("PA-CHR-03", f"the next box of {event.what} is the {ordinal(done + 1)}, not the {ordinal(event.box)}")


def boxes(one: Member, event: c.FeatTaken) -> int:
    """How many boxes of the line are ticked."""
    if event.feat == "power":
        return one.powers.count(event.what)
    return count_of(one.skills if event.feat == "skill" else one.cards, event.what)


def ordinal(number: int | None) -> str:
    """A number as a place in a row: 1st, 2nd, 3rd, 4th."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number or 0, 'th') }"


@rule("PA-CHR-04", neutral=())
def skill_fits(state: State, one: Member, event: c.FeatTaken) -> Wrong:
    """A skill feat adds 1 to one of the six skills, as often as the skill has boxes."""
    known = printed(state, one)
    if known is None:
        return ()
    found = next((skill for skill in known.skills if skill.name == event.what), None)
    if found is None:
        skills = ", ".join(skill.name for skill in known.skills)
        return refuse("PA-CHR-04", f'"{event.what}" is no skill that takes feats: {skills}')
    if boxes(one, event) < found.feats:
        return ()
    return refuse("PA-CHR-04", f"{event.what} of {one.name} has {found.feats} boxes, and all are ticked")


@rule("PA-CHR-04", neutral=())
def power_fits(state: State, one: Member, event: c.FeatTaken) -> Wrong:
    """A power feat raises the hand size, adds a proficiency, or betters a power; printed limits hold."""
    known = printed(state, one)
    if known is None or one.role:
        return ()
    if event.what == HAND_SIZE:
        left = known.hand_size.most - known.hand_size.start - boxes(one, event)
        size = f"{known.hand_size.start} to {known.hand_size.most}"
        return () if left > 0 else refuse("PA-CHR-04", f"{one.name} has a hand size of {size}, and all is ticked")
    if event.what not in PROFICIENCIES:
        return ()
    if getattr(known.proficiencies, event.what.replace(" ", "_")) != "by feat":
        return refuse("PA-CHR-04", f"{one.name} has no box for a proficiency with {event.what}")
    if not boxes(one, event):
        return ()
    return refuse("PA-CHR-04", f"{one.name} is proficient with {event.what} already")


@rule("PA-CHR-04", neutral=())
def card_fits(state: State, one: Member, event: c.FeatTaken) -> Wrong:
    """A card feat adds 1 to a type of the cards list, within the limit of that type."""
    if event.what not in BOONS:
        return refuse("PA-CHR-04", f'"{event.what}" is no type of the cards list: {", ".join(BOONS)}')
    known = printed(state, one)
    if known is None:
        return ()
    span = known.cards_of(event.what)
    if span.start + boxes(one, event) < span.most:
        return ()
    message = f'{one.name} has at most {span.most} of "{event.what}" with all card feats, and all are ticked'
    return refuse("PA-CHR-04", message)


def comes_along(state: State, one: Member, event: c.FeatTaken) -> Wrong:
    """The card that fills the deck up after a card feat is of its type, and may be taken from the box."""
    if not event.card:
        return ()
    if event.feat != "card":
        return impossible("PA-CHR-04", f"a {event.feat} feat brings no card")
    type_ = known_type(event.card)
    if type_ not in {"", event.what}:
        return refuse("PA-CHR-04", f'"{event.card}" is of the type "{type_}", the feat is for "{event.what}"')
    return box_allows(state, one, (event.card,))


def apply_feat(draft: Draft, event: c.FeatTaken) -> None:
    """The box is ticked, and what was granted is used up."""
    one = member(draft.state, event.who)
    if one is None:
        return
    fields: dict[str, Any] = {"owed": used_up(one.owed, feat=event.feat)}
    if event.feat == "skill":
        fields["skills"] = ticked(one.skills, event.what)
    elif event.feat == "power":
        fields["powers"] = (*one.powers, event.what)
    else:
        fields["cards"] = ticked(one.cards, event.what)
    if event.card:
        fields["deck"] = tuple(sorted((*one.deck, event.card)))
        fields["kept"] = tuple(sorted((Counter(one.kept) - Counter([event.card])).elements()))
    draft.put_member(event.who, **fields)


def used_up(owed: tuple[Owed, ...], **fields: object) -> tuple[Owed, ...]:
    """What is owed without the first thing of this description."""
    for number, one in enumerate(owed):
        if all(getattr(one, key) == value for key, value in fields.items()):
            return (*owed[:number], *owed[number + 1 :])
    return owed


# Role cards


def judge_role(state: State, event: c.RoleChosen) -> Wrong:
    """Whether this role can be taken now."""
    found = at_hand(state, event.who, "PA-CHR-06")
    one = member(state, event.who)
    if one is None or found:
        return found
    return (*role_in_time(state), *role_of_the_card(one, event), *role_stays(one), *replacing_ruled(state))


@rule("PA-CHR-06", neutral=())
def role_in_time(state: State) -> Wrong:
    """The role card comes into use after the third adventure; by the option after the third whole adventure path."""
    choice = state.options.role_card_from
    if choice == ASK:
        return needs_ruling("PA-CHR-06", "role_card_from")
    done = state.adventures if choice == "adventure_3" else state.paths
    if max(done, default=0) >= ROLE_AFTER:
        return ()
    what = "the third adventure" if choice == "adventure_3" else "the third whole adventure path"
    return refuse("PA-CHR-06", f"the role card comes into use after {what}, which is not completed")


@rule("PA-CHR-06", neutral=())
def role_of_the_card(one: Member, event: c.RoleChosen) -> Wrong:
    """A role card has two sides, and one of them is chosen."""
    known = CHARACTERS.get(one.name)
    if known is None or event.role in known.roles:
        return ()
    return refuse("PA-CHR-06", f'"{event.role}" is no role of {one.name}: {" or ".join(known.roles)}')


@rule("PA-CHR-06", neutral=())
def role_stays(one: Member) -> Wrong:
    """The side that was chosen is never changed."""
    return refuse("PA-CHR-06", f"{one.name} is {one.role}, and a role is never changed") if one.role else ()


def replacing_ruled(state: State) -> Wrong:
    """What the role card replaces is settled."""
    if state.options.role_card_replaces != ASK:
        return ()
    return needs_ruling("PA-CHR-06", "role_card_replaces")


def apply_role(draft: Draft, event: c.RoleChosen) -> None:
    """The character has its role."""
    draft.put_member(event.who, role=event.role)


def loot(card: str) -> bool:
    """Whether a card is known to be loot."""
    found = facts_of(card)
    return bool(found and found.loot)
