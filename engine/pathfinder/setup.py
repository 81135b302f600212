"""Sections 2, 4 and 5 of the rules: what a scenario begins from, and the starting hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from engine.pathfinder import zones
from engine.pathfinder.cards import (
    ADVENTURES,
    BANES,
    BOONS,
    CHARACTERS,
    LOCATIONS,
    LOCATIONS_BY_PLAYERS,
    MOST_PLAYERS,
    MOST_PLAYERS_WITH_ADDON,
    SCENARIOS,
    YOUR_CHOICE,
    Location,
    Scenario,
)
from engine.pathfinder.cards import BLESSINGS_DECK_SIZE as BLESSINGS
from engine.pathfinder.events import CharacterSetup, HandDrawn, HandRedrawn, LocationSetup, PathfinderStarted
from engine.pathfinder.moving import cards_in_their_zone, draw, give, take
from engine.pathfinder.options import ASK, Options
from engine.pathfinder.state import Character, Draft, Place, State, Turn, View, character
from engine.pathfinder.verdicts import (
    Wrong,
    answer,
    facts_of,
    flag,
    impossible,
    known_type,
    needs_ruling,
    printed,
    refuse,
)
from engine.pathfinder.zones import EMPTY, Contradiction, Pile, counted
from engine.rules import rule

NOTHING_SAID = Pile()
#: The adventure from which on a successor is not held to Basic cards.
LIMIT_LIFTED = 3


def start(event: PathfinderStarted) -> State:
    """The first state: what the event tells, and what follows from the rules of setup where it tells nothing."""
    seats = range(len(event.characters))
    return State(
        options=event.options,
        mode=event.judging,
        names=event.players,
        scenario=event.scenario,
        set=event.set,
        simulated=event.simulated,
        goal=event.goal,
        adventure=event.adventure,
        villains=event.villains or story_of(event),
        complete=event.complete,
        middle=event.middle,
        seated=event.seated,
        characters=tuple(begun(event.characters[seat], seat, middle=event.middle, set_=event.set) for seat in seats),
        places=tuple(laid_out(one, middle=event.middle, set_=event.set) for one in event.locations),
        blessings=filled(event.blessings, None if event.middle else BLESSINGS),
        blessings_discard=filled(event.blessings_discard, None if event.middle else 0),
        turn=Turn(number=event.turn, active=event.on_turn, step="begun" if event.on_turn else "between"),
    )


def scenario_card(event: PathfinderStarted) -> Scenario | None:
    """What the facts have of the scenario; None where they have nothing, or another set is played with."""
    return None if event.set else SCENARIOS.get(event.scenario)


def location_card(name: str, set_: str) -> Location | None:
    """What the facts have of a location; None where they have nothing, or another set is played with."""
    return None if set_ else LOCATIONS.get(name)


def story_of(event: PathfinderStarted) -> tuple[str, ...]:
    """The villains that the scenario card names."""
    found = scenario_card(event)
    return found.villains if found else ()


def filled(pile: Pile, size: int | None) -> Pile:
    """A pile as stated, or of this size where nothing was."""
    return counted(size) if pile == NOTHING_SAID and size is not None else pile


def begun(said: CharacterSetup, seat: int, *, middle: bool, set_: str = "") -> Character:
    """A character with its piles as they begin."""
    known = None if set_ or not said.printed else CHARACTERS.get(said.name)
    deck = said.deck
    if deck == NOTHING_SAID and said.cards:
        deck = zones.of(*said.cards)
    elif deck == NOTHING_SAID and known and not middle:
        deck = counted(known.deck_size + sum(number for _, number in said.extra_cards))
    empty = None if middle else 0
    favored = known.favored if known else ""
    return Character(
        name=said.name,
        seat=seat,
        location=said.location,
        alive=said.alive,
        hand_size=said.hand_size if said.hand_size is not None or middle else known.hand_size.start if known else None,
        favored=said.favored or ("" if favored == YOUR_CHOICE else favored),
        deck=deck,
        hand=filled(said.hand, empty),
        discard=filled(said.discard, empty),
        buried=filled(said.buried, empty),
        displayed=filled(said.displayed, empty),
        drawn=middle,
        extra_cards=said.extra_cards,
        skill_feats=said.skill_feats,
        role=said.role,
        printed=said.printed,
    )


def laid_out(said: LocationSetup, *, middle: bool, set_: str = "") -> Place:
    """A location with its deck: the deck list and one card of the story stack."""
    known = location_card(said.name, set_)
    deck = said.deck if middle or known is None else filled(said.deck, known.deck_size + 1)
    return Place(name=said.name, deck=deck, status=said.status, closing=said.closing)


# What has to be right at the start


def judge_start(event: PathfinderStarted) -> Wrong:
    """All that is wrong with the start of a game."""
    found = [*people(event)]
    for one in event.characters:
        found += [*known_character(one), *characters_facts(event, one), *starting_place(event, one)]
    if event.middle:
        return tuple(found)
    found += [*number_of_players(event), *story(event), *story_cards(event)]
    found += [*number_of_locations(event), *blessings_deck(event), *story_stack(event)]
    for location in event.locations:
        found += location_deck(event, location)
    for one in event.characters:
        found += () if event.set or not one.printed else matches_cards_list(one)
        found += () if event.set else (*first_deck(event, one), *successors_deck(event, one))
    return tuple(found)


def people(event: PathfinderStarted) -> Wrong:
    """Somebody plays, and every name is there once."""
    names = [one.name for one in event.characters]
    places = [one.name for one in event.locations]
    if not names:
        return impossible("PA-SET-01", "a game needs a character")
    twice = [name for name, number in Counter([*names, *places]).items() if number > 1]
    return impossible("PA-SET-01", f'"{twice[0]}" is there twice') if twice else ()


@rule("PA-SET-01", neutral=())
def number_of_players(event: PathfinderStarted) -> Wrong:
    """One to four with the base set, up to six with the Character Add-On Deck."""
    most = MOST_PLAYERS_WITH_ADDON if event.addon else MOST_PLAYERS
    if 1 <= len(event.characters) <= most:
        return ()
    return refuse("PA-SET-01", f"{len(event.characters)} characters: at most {most} can play")


@rule("PA-SET-04", neutral=())
def story(event: PathfinderStarted) -> Wrong:
    """A scenario is played with the adventure to which it belongs."""
    scenario = scenario_card(event)
    if scenario is None or event.adventure is None:
        return ()
    number = ADVENTURES[scenario.adventure].set
    if event.adventure == (0 if number == "B" else int(number)):
        return ()
    message = f'"{event.scenario}" belongs to the adventure "{scenario.adventure}", not to number {event.adventure}'
    return refuse("PA-SET-04", message)


@rule("PA-CRD-01", neutral=())
def story_cards(event: PathfinderStarted) -> Wrong:
    """A scenario card names its villain and its henchmen."""
    scenario = scenario_card(event)
    if scenario is None:
        return ()
    pairs = (("villain", event.villains, scenario.villains), ("henchmen", event.henchmen, scenario.henchmen))
    for what, stated, written in pairs:
        if stated and written and stated != written:
            message = f'"{event.scenario}" names as {what} {", ".join(written)}, not {", ".join(stated)}'
            return flag("PA-CRD-01", "scenario_differs", message, ", ".join(stated), ", ".join(written))
    return ()


@rule("PA-SET-05", neutral=())
def number_of_locations(event: PathfinderStarted) -> Wrong:
    """Two locations more than there are players, in the order in which the scenario lists them."""
    wanted = LOCATIONS_BY_PLAYERS.get(len(event.characters))
    if wanted is None or not event.complete:
        return ()
    names = tuple(one.name for one in event.locations)
    if len(names) != wanted:
        players = len(event.characters)
        return refuse("PA-SET-05", f"{players} players play with {wanted} locations, not with {len(names)}")
    scenario = scenario_card(event)
    listed = scenario.locations_for(len(event.characters)) if scenario else ()
    if listed and set(names) != set(listed):
        return refuse("PA-SET-05", f'"{event.scenario}" is played at {", ".join(listed)}')
    return ()


@rule("PA-SET-06", "PA-CRD-02", neutral=())
def location_deck(event: PathfinderStarted, said: LocationSetup) -> Wrong:
    """A location deck has the cards of its deck list, by type, and one card of the story stack."""
    known = location_card(said.name, event.set)
    size = said.deck.size
    if known is None or size is None:
        return ()
    if size != known.deck_size + 1:
        message = f"{said.name} has {size} cards, by its deck list and the story card {known.deck_size + 1}"
        return flag("PA-SET-06", "deck_size", message, size, known.deck_size + 1)
    if not said.deck.is_whole:
        return ()
    types = Counter(known_type(card) for card in said.deck.known)
    # Where a scenario has neither villain nor henchmen, a card of another type fills the place of the story card.
    extra = 0 if types["villain"] + types["henchman"] else 1
    for type_, number in known.deck_list:
        if extra and types[type_] == number + 1:
            extra = 0
        elif "" not in types and types[type_] != number:
            message = f'{said.name} asks for {number} of "{type_}", there are {types[type_]}'
            return flag("PA-CRD-02", "deck_list", message, types[type_], number)
    return ()


@rule("PA-SET-07", neutral=())
def story_stack(event: PathfinderStarted) -> Wrong:
    """Villains, then henchmen in printed order, the last kind repeated: one card for each location."""
    scenario = scenario_card(event)
    if scenario is None or not all(one.deck.is_whole for one in event.locations):
        return ()
    wanted = Counter(scenario.story_stack(len(event.characters)))
    cards = Counter(
        card for one in event.locations for card in one.deck.known if known_type(card) in {"villain", "henchman"}
    )
    if not wanted or cards == wanted:
        return ()
    message = "the story cards in the location decks are not those of the scenario for this number of locations"
    return flag("PA-SET-07", "story_stack", message, sorted(cards.elements()), sorted(wanted.elements()))


@rule("PA-SET-08", neutral=())
def blessings_deck(event: PathfinderStarted) -> Wrong:
    """Thirty blessings."""
    size = event.blessings.size
    if size is None or size == BLESSINGS:
        return ()
    return flag("PA-SET-08", "deck_size", f"the blessings deck begins with {BLESSINGS} cards", size, BLESSINGS)


@rule("PA-SET-09", "PA-CHR-07", neutral=())
def starting_place(event: PathfinderStarted, said: CharacterSetup) -> Wrong:
    """A character starts at one of the locations in play, where its token lies; it may be placed after the start."""
    if not event.complete or not said.location or said.location in [one.name for one in event.locations]:
        return ()
    return refuse("PA-SET-09", f'{said.name} starts at "{said.location}", which is no location in play')


def known_character(said: CharacterSetup) -> Wrong:
    """A character has a name."""
    return () if said.name else impossible("PA-CHR-05", "a character needs a name")


@rule("PA-CHR-05", neutral=())
def characters_facts(event: PathfinderStarted, said: CharacterSetup) -> Wrong:
    """The hand size of a known character lies between what its card prints and what feats make of it."""
    known = None if event.set or not said.printed else CHARACTERS.get(said.name)
    size = said.hand_size
    if known is None or size is None or known.hand_size.start <= size <= known.hand_size.most:
        return ()
    span = f"{known.hand_size.start} to {known.hand_size.most}"
    return flag("PA-CHR-05", "hand_size", f"{said.name} has a hand size of {span}, not {size}", size, span)


@rule("PA-CHR-02", neutral=())
def matches_cards_list(said: CharacterSetup) -> Wrong:
    """When a scenario begins a deck has the cards of each type that the cards list asks for, card feats included."""
    cards = said.cards or (said.deck.known if said.deck.is_whole else ())
    return cards_list_differs("PA-CHR-02", said.name, cards, said.extra_cards)


def cards_list_differs(rule_id: str, name: str, cards: Iterable[str], extra: tuple[tuple[str, int], ...] = ()) -> Wrong:
    """That the number of cards of a type is not what the cards list asks for."""
    known = CHARACTERS.get(name)
    types = Counter(known_type(card) for card in cards)
    if known is None or not types or "" in types:
        return ()
    asked = {boon: known.cards_of(boon).start + dict(extra).get(boon, 0) for boon in BOONS}
    wrong = [boon for boon in BOONS if types[boon] != asked[boon]]
    if not wrong:
        return ()
    has = ", ".join(str(types[boon]) for boon in wrong)
    wanted = ", ".join(str(asked[boon]) for boon in wrong)
    return flag(
        rule_id, "cards_list", list_differs(name, [(boon, types[boon], asked[boon]) for boon in wrong]), has, wanted
    )


def list_differs(name: str, wrong: Iterable[tuple[str, int, int]]) -> str:
    """In words how many cards of which types a deck has and its cards list asks for."""
    told = list(wrong)
    has = ", ".join(f'{number} of "{boon}"' for boon, number, _ in told)
    return f"the deck of {name} has {has}, its cards list asks for {', '.join(str(asked) for _, _, asked in told)}"


def judge_new(said: CharacterSetup, options: Options, adventure: int | None) -> Wrong:
    """What is wrong with the deck of a character that joins a campaign or a scenario under way."""
    start = PathfinderStarted(name="", players=(), preset="", options=options, adventure=adventure)
    return (*first_deck(start, said), *successors_deck(start, said))


@rule("PA-SET-02", neutral=())
def first_deck(event: PathfinderStarted, said: CharacterSetup) -> Wrong:
    """A first deck is built from cards of set B that have the Basic trait; or, by the option, from any of set B."""
    if not said.first_deck or (said.successor and (event.adventure or 0) >= LIMIT_LIFTED):
        return ()
    for name in said.cards or said.deck.known:
        card = facts_of(name)
        if card is None:
            continue
        if "B" not in [printing.set for printing in card.printings]:
            return refuse("PA-SET-02", f'"{name}" is no card of set B')
        if card.basic is False and (said.successor or event.options.basic_limit == "until_adventure_3"):
            return refuse("PA-SET-02", f'"{name}" has not the trait Basic, which a first deck asks for')
    return ()


@rule("PA-DTH-06", neutral=())
def successors_deck(event: PathfinderStarted, said: CharacterSetup) -> Wrong:
    """A successor has no feats; from adventure 3 on its cards are at most two below it, by the option exactly."""
    if said.successor and (said.extra_cards or any(number for _, number in said.skill_feats)):
        return refuse("PA-DTH-06", f"{said.name} succeeds a dead character and has no feats")
    wanted = (event.adventure or 0) - 2
    if not said.successor or (event.adventure or 0) < LIMIT_LIFTED:
        return ()
    choice = event.options.successor_card_level
    for name in said.cards or said.deck.known:
        card = facts_of(name)
        if card is None:
            continue
        if choice == ASK:
            return needs_ruling("PA-DTH-06", "successor_card_level")
        levels = [int(one.set) if one.set.isdigit() else 0 for one in card.printings if one.set != "P"]
        if not any(level == wanted or (choice == "at_most" and level < wanted) for level in levels):
            return refuse("PA-DTH-06", f'"{name}" is not of the level that a successor may use: {wanted}')
    return ()


# The starting hands


def judge_redrawn(view: View, event: HandRedrawn) -> Wrong:
    """Whether a starting hand may be discarded."""
    found = [*hand_not_yet_drawn(view, event.who), *redraws_only_without_favored(view, event)]
    return (*found, *cards_in_their_zone(view, event.who, "deck", event.hand or (), top=True))


def judge_drawn(view: View, event: HandDrawn) -> Wrong:
    """Whether this can be a starting hand."""
    found = [*hand_not_yet_drawn(view, event.who), *hand_has_favored(view, event), *hand_of_hand_size(view, event)]
    found += discards_ruled(view, event)
    found += cards_in_their_zone(view, event.who, "deck", event.hand or (), top=True)
    return (*found, *open_type_chosen(view, event), *posted_counts(view, event))


def hand_not_yet_drawn(view: View, who: str) -> Wrong:
    """A starting hand is drawn once, before the first turn."""
    owner = character(view, who)
    if owner is None or view.middle or not owner.drawn:
        return ()
    return refuse("PA-SET-10", f"{who} has a starting hand already")


def favored_in(view: View, who: str, hand: tuple[str, ...] | None, chosen: str = "") -> bool | None:
    """Whether a hand holds the favored type; None if that cannot be told."""
    owner = character(view, who)
    favored = chosen or (owner.favored if owner else "")
    if not favored or hand is None:
        return None
    types = [known_type(card, view=view) for card in hand]
    if favored in types:
        return True
    return None if "" in types else False


def redraws_only_without_favored(view: View, event: HandRedrawn) -> Wrong:
    """A hand that holds the favored type is kept."""
    if favored_in(view, event.who, event.hand):
        return refuse("PA-SET-10", f"the hand of {event.who} holds the favored type and is kept")
    return ()


def discards_ruled(view: View, event: HandDrawn) -> Wrong:
    """That a ruling has to say what becomes of the hands discarded on the way."""
    owner = character(view, event.who)
    if owner is None or not owner.redrawn or answer(view, "starting_hand_discards") != ASK:
        return ()
    return needs_ruling("PA-SET-10", "starting_hand_discards")


@rule("PA-SET-10", neutral=())
def hand_has_favored(view: View, event: HandDrawn) -> Wrong:
    """A starting hand holds a card of the favored type; otherwise it is discarded and drawn again."""
    if favored_in(view, event.who, event.hand, event.favored) is False:
        owner = character(view, event.who)
        type_ = event.favored or (owner.favored if owner else "")
        return refuse("PA-SET-10", f'the starting hand of {event.who} holds no "{type_}", the favored type: redraw')
    return ()


@rule("PA-SET-10", neutral=())
def hand_of_hand_size(view: View, event: HandDrawn) -> Wrong:
    """A starting hand is neither larger nor smaller than the hand size."""
    owner = character(view, event.who)
    size = event.hand_size if event.hand_size is not None else owner.hand_size if owner else None
    count = len(event.hand) if event.hand is not None else event.count
    if size is None or count is None or size == count:
        return ()
    message = f"the starting hand of {event.who} has {count} cards, the hand size is {size}"
    return flag("PA-SET-10", "hand_size", message, count, size)


@rule("PA-CHR-01", neutral=())
def open_type_chosen(view: View, event: HandDrawn) -> Wrong:
    """A favored type that the card leaves open is chosen before the hand is drawn; one that it names stays."""
    known = printed(view, event.who)
    owner = character(view, event.who)
    if known is None or owner is None:
        return ()
    if known.favored == YOUR_CHOICE:
        if answer(view, "open_favored_type") == ASK:
            return needs_ruling("PA-CHR-01", "open_favored_type")
        if answer(view, "open_favored_type") == "once" and event.favored and owner.favored not in {"", event.favored}:
            return refuse("PA-CHR-01", f'{event.who} chose "{owner.favored}" as the favored type for good')
        if view.mode == "record" or event.favored or owner.favored:
            return ()
        return refuse("PA-CHR-01", f"{event.who} chooses a favored type before drawing")
    if event.favored and event.favored != known.favored:
        return refuse("PA-CHR-01", f'the favored type of {event.who} is "{known.favored}"')
    return ()


def posted_counts(view: View, event: HandDrawn) -> Wrong:
    """What is posted of the piles beside the hand agrees with what is known."""
    owner = character(view, event.who)
    if owner is None:
        return ()
    after = apply_drawn(Draft(view), event) if isinstance(view, State) else owner
    found: list[object] = []
    for zone, stated in (("deck", event.deck), ("discard", event.discard), ("buried", event.buried)):
        pile: Pile = getattr(after, zone)
        if stated is not None and pile.size is not None and pile.size != stated:
            message = f"the {zone} of {event.who} has {pile.size} cards, posted are {stated}"
            found += flag("PA-ZON-01", "count_differs", message, stated, pile.size)
    return tuple(found)  # type: ignore[arg-type]


def apply_redrawn(draft: Draft, event: HandRedrawn) -> None:
    """The whole hand is drawn and goes to the discard pile."""
    owner = character(draft, event.who)
    if owner is None:
        return
    count = len(event.hand) if event.hand is not None else owner.hand_size or 0
    draw(draft, event.who, event.hand, count)
    for number in range(count):
        card = event.hand[number] if event.hand is not None else None
        take(draft, event.who, "hand", card)
        give(draft, event.who, "discard", card)
    owner = character(draft, event.who)
    if owner is not None:
        draft.put_character(event.who, redrawn=owner.redrawn + count)


def apply_drawn(draft: Draft, event: HandDrawn) -> Character:
    """The hand is drawn; what was discarded on the way is shuffled back, or stays."""
    owner = character(draft, event.who)
    if owner is None:
        raise AssertionError(event.who)
    if event.hand_size is not None:
        draft.put_character(event.who, hand_size=event.hand_size)
    if event.favored:
        draft.put_character(event.who, favored=event.favored)
    size = event.hand_size if event.hand_size is not None else owner.hand_size
    count = event.count if event.count is not None else size
    if count is None and event.hand is None and draft.mode == "record":
        deck = Pile(loose=owner.deck.known)
        draft.put_character(event.who, hand=Pile(), deck=deck, together=None)
    else:
        if owner.hand.size is None:
            draft.put_character(event.who, hand=EMPTY, together=None)
        draw(draft, event.who, event.hand, count or 0)
    draft.put_character(event.who, drawn=True)
    draft.tell(event.who, "hand")
    discards_shuffled_back(draft, event.who)
    for zone, stated in (("deck", event.deck), ("discard", event.discard), ("buried", event.buried)):
        found = character(draft, event.who)
        if found is not None:
            narrowed = zones.narrow(getattr(found, zone), None, stated)
            if not isinstance(narrowed, Contradiction):
                draft.put_character(event.who, **{zone: narrowed})
    after = character(draft, event.who)
    if after is None:
        raise AssertionError(event.who)
    return after


def _stay(draft: Draft, who: str) -> None:
    """They stay."""


@rule("PA-SET-10", instead=_stay)
def discards_shuffled_back(draft: Draft, who: str) -> None:
    """Hands discarded for want of the favored type are shuffled back into the deck; or stay, by the option."""
    owner = character(draft, who)
    if owner is None or not owner.redrawn or answer(draft, "starting_hand_discards") != "shuffled_back":
        return
    deck = zones.forget_places(owner.deck)
    size = None if deck.size is None or owner.discard.size is None else deck.size + owner.discard.size
    loose = tuple(sorted((*deck.loose, *owner.discard.known)))
    draft.put_character(who, deck=msgspec.structs.replace(deck, size=size, loose=loose), discard=EMPTY, redrawn=0)
    draft.effect("shuffled_back", "PA-SET-10", who=who)


@rule("PA-CRD-03", "PA-CRD-04", neutral=())
def type_agrees(view: View, name: str | None, stated: str) -> Wrong:
    """A card is of the kind that its face shows: a boon or a bane of one type.

    Another set has other cards of the same names: a Scout who is a monster here may be an ally there.
    """
    card = facts_of(name) if name and not view.set else None
    if card is None or not stated or stated in {card.type, "loot"}:
        return ()
    rule_id = "PA-CRD-03" if card.is_boon else "PA-CRD-04"
    return flag(rule_id, "card_type", f'"{name}" is of the type "{card.type}"', stated, card.type)


@rule("PA-CRD-08", neutral=())
def type_exists(view: View, stated: str) -> Wrong:
    """Every card shows a type, and there are no others; another set may have types of its own."""
    if not stated or view.set or stated in (*BOONS, *BANES, "loot", "ship"):
        return ()
    return flag("PA-CRD-08", "card_type", f'there is no card type "{stated}"', stated, ", ".join((*BOONS, *BANES)))
