"""The events of the Pathfinder Adventure Card Game: what a table did, what dice and cards brought, and acts of record.

The names are those of section 17 of the rules and of what play by post needs besides. Dice are recorded facts. Powers
of cards are recorded effects and never carried out by the program. None always means that nobody said.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.events import Event, GameStarted
from engine.pathfinder.card_values import ToldCard, ToldLocation
from engine.pathfinder.options import Options
from engine.pathfinder.zones import Pile

Judging = Literal["strict", "table", "record"]
How = Literal["reveal", "display", "discard", "recharge", "bury", "banish"]
#: Whose text it is, the highest in the order of precedence first.
Rank = Literal["path", "adventure", "scenario", "location", "character", "card"]
Zone = Literal[
    "hand", "deck", "discard", "buried", "displayed", "box", "aside", "location", "blessings", "blessings_discard"
]
At = Literal["top", "bottom", "somewhere"]
Outcome = Literal["success", "fail"]
Use = Literal["check", "explore", "damage", "evade", "step", "examine", "move", "heal", "close", "before", "after"]


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of the parts of events."""


class Die(Fact, frozen=True, kw_only=True):
    """One die that was rolled, what it showed, and what it was for."""

    sides: int
    result: int
    why: str = ""


class Part(Fact, frozen=True, kw_only=True):
    """One term of a sum: a modifier, a part of a difficulty, something added after the roll."""

    value: int
    why: str = ""


class Payment(Fact, frozen=True, kw_only=True):
    """A card that paid for something, what kind it is and what was done with it."""

    card: str
    how: How = "discard"
    type: str = ""
    permission: str = ""


class ZoneChange(Fact, frozen=True, kw_only=True):
    """One card (None: an unnamed one), or `count` unnamed cards, that went from a zone to another.

    `who` owns the zones of a character, `place` is the location of a location deck. `origin` None: from outside.
    """

    card: str | None = None
    to: Zone
    origin: Zone | None = None
    who: str = ""
    place: str = ""
    at: At = "top"
    count: int = 1


class CharacterSetup(Fact, frozen=True, kw_only=True):
    """A character as it begins: what its card says where the facts do not have it, and what is known of its piles.

    What a campaign carries into the scenario: `extra_cards` by card feats, `skill_feats` by skill, its `role`, and
    whether what the character card has printed still holds, or the role card has replaced it.
    """

    name: str
    location: str = ""
    hand_size: int | None = None
    favored: str = ""
    cards: tuple[str, ...] = ()
    deck: Pile = Pile()
    hand: Pile = Pile()
    discard: Pile = Pile()
    buried: Pile = Pile()
    displayed: Pile = Pile()
    alive: bool = True
    first_deck: bool = False
    successor: bool = False
    extra_cards: tuple[tuple[str, int], ...] = ()
    skill_feats: tuple[tuple[str, int], ...] = ()
    role: str = ""
    printed: bool = True


class LocationSetup(Fact, frozen=True, kw_only=True):
    """A location as it begins. `closing` is its closing requirement in words."""

    name: str
    deck: Pile = Pile()
    status: Literal["open", "temporary", "closed"] = "open"
    closing: str = ""


class PathfinderStarted(GameStarted, frozen=True, kw_only=True, tag="pathfinder.game_started"):
    """A scenario was set up (PA-SET-04), or a log begins in the middle of one from what is known (`middle`).

    `characters` stand in the order of the seats, unless that order is not known (`seated` false). `adventure` is the
    number of the adventure deck, 0 for the base set.
    `complete` tells that all locations in play are named. `on_turn` is whose turn it is where a log begins within one.
    `set` is the set of cards that is played with; "" is the one whose facts are known, and only its characters and
    cards are judged by them. `origin` names the campaign, and the event in it, from which the characters came.
    `position` is the JSON text of a position from which the log begins instead.
    """

    options: Options
    judging: Judging = "table"
    scenario: str = ""
    adventure: int | None = None
    characters: tuple[CharacterSetup, ...] = ()
    locations: tuple[LocationSetup, ...] = ()
    villains: tuple[str, ...] = ()
    henchmen: tuple[str, ...] = ()
    goal: str = ""
    blessings: Pile = Pile()
    blessings_discard: Pile = Pile()
    addon: bool = True
    middle: bool = False
    complete: bool = True
    seated: bool = True
    turn: int = 0
    on_turn: str = ""
    set: str = ""
    origin: str = ""
    position: str | None = None


class Move(Event, frozen=True, kw_only=True):
    """Base of what happens at the table.

    `late` is the number of an earlier encounter to which a later entry belongs. `allowed_by` is the card whose text
    allows what the rules do not (PA-PRI-01).
    """

    late: int | None = None
    allowed_by: str = ""


class HandRedrawn(Move, frozen=True, kw_only=True, tag="pathfinder.hand_redrawn"):
    """A starting hand without a card of the favored type was discarded (PA-SET-10)."""

    who: str
    hand: tuple[str, ...] | None = None


class HandDrawn(Move, frozen=True, kw_only=True, tag="pathfinder.hand_drawn"):
    """A starting hand was drawn and kept (PA-SET-10). The counts are those posted with it."""

    who: str
    hand: tuple[str, ...] | None = None
    count: int | None = None
    favored: str = ""
    hand_size: int | None = None
    deck: int | None = None
    discard: int | None = None
    buried: int | None = None


class TurnStarted(Move, frozen=True, kw_only=True, tag="pathfinder.turn_started"):
    """A character's turn began (PA-TRN-14); the first one names the first player (PA-SET-11)."""

    who: str
    turn: int | None = None


class BlessingAdvanced(Move, frozen=True, kw_only=True, tag="pathfinder.blessing_advanced"):
    """The top card of the blessings deck was turned over (PA-TRN-03)."""

    card: str | None = None
    left: int | None = None


class CardGiven(Move, frozen=True, kw_only=True, tag="pathfinder.card_given"):
    """The active player gave a card of the hand to a character at the same location (PA-TRN-04)."""

    who: str
    to: str
    card: str | None = None


class Moved(Move, frozen=True, kw_only=True, tag="pathfinder.moved"):
    """A character went to another location, by the move step or by an effect (PA-TRN-05)."""

    who: str
    to: str
    cause: Literal["step", "effect"] = "step"
    origin: str = ""


class Explored(Move, frozen=True, kw_only=True, tag="pathfinder.explored"):
    """The top card of a location deck was turned over and is encountered (PA-TRN-06, PA-ENC-01).

    `checks` is how many checks its "then" joins, `closes` whether a henchman's text allows a closing, `barrier` that
    the card is a barrier besides. `place` is where it was, as stated, `slot` the number of the card in that deck as it
    was built.
    """

    who: str
    place: str = ""
    slot: int | None = None
    source: Literal["free", "card", "effect"] = "free"
    paid: Payment | None = None
    card: str | None = None
    type: str = ""
    checks: int | None = None
    closes: bool | None = None
    barrier: bool = False


class EncounterStarted(Move, frozen=True, kw_only=True, tag="pathfinder.encounter_started"):
    """A card is encountered that no exploration turned over: summoned, or met before the log begins (PA-SUM-01).

    `copies` tells how many of the card the box has, `faced_by` how many characters must face one.
    """

    who: str
    card: str | None = None
    type: str = ""
    summoned: bool = False
    checks: int | None = None
    closes: bool | None = None
    barrier: bool = False
    phase: Literal["", "before", "after"] = ""
    copies: int | None = None
    faced_by: int | None = None


class Evaded(Move, frozen=True, kw_only=True, tag="pathfinder.evaded"):
    """The encountering character evaded the card by a power or card (PA-ENC-02)."""

    who: str
    by: str = ""


class CheckStarted(Move, frozen=True, kw_only=True, tag="pathfinder.check_started"):
    """The skill of a check was fixed before cards were played for it (PA-CHK-06)."""

    who: str
    skill: str
    which: int | None = None


class CardPlayed(Move, frozen=True, kw_only=True, tag="pathfinder.card_played"):
    """A card was played, or paid for another power (`cost`), in one of the six ways (PA-PLY-01, PA-PLY-06).

    `powers` are the ways of those powers of the card that were used. `replaces` tells that it sets how the check is
    made. `permission` is the effect that allows another card of the type. `says_so` tells that the card itself names
    this moment. `lacks_skill` tells that its player lacks the skill that its power asks for (PA-PLY-08).
    """

    who: str
    card: str
    how: How = "reveal"
    type: str = ""
    use: Use = "check"
    cost: str = ""
    powers: tuple[How, ...] = ()
    replaces: bool = False
    permission: str = ""
    says_so: bool = False
    lacks_skill: bool = False


class PowerUsed(Move, frozen=True, kw_only=True, tag="pathfinder.power_used"):
    """A power of a character was used (PA-CHK-07); `when` is the time that the power itself names (PA-CHR-08)."""

    who: str
    power: str
    use: Use = "check"
    cost: tuple[Payment, ...] = ()
    replaces: bool = False
    when: Literal["", "before_play", "in_play"] = ""


class CheckResolved(Move, frozen=True, kw_only=True, tag="pathfinder.check_resolved"):
    """A check was made: what it was for, its dice and sums as stated, and its outcome (PA-CHK-05, PA-CHK-08).

    `total` is the posted one, without `after`, and `effective_total` the posted one with it. `which` counts the checks
    that "then" joins from 1. `using` is what set the dice, "" for nothing, `lent` the card that lent a missing skill.
    `auto` is an outcome without dice.
    `reroll_by` names the power that had the last roll rolled again. `card` is the one to be recharged.
    """

    who: str
    purpose: Literal["acquire", "defeat", "close", "temp_close", "recharge", "before", "after", "other"] = "other"
    skill: str = ""
    difficulty: int | None = None
    difficulty_parts: tuple[Part, ...] = ()
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Part, ...] = ()
    after: tuple[Part, ...] = ()
    total: int | None = None
    effective_total: int | None = None
    outcome: Outcome | None = None
    which: int | None = None
    using: str | None = None
    lent: str = ""
    auto: Outcome | None = None
    deliberate: bool = False
    why: str = ""
    reroll_by: str = ""
    card: str | None = None


class DamageDealt(Move, frozen=True, kw_only=True, tag="pathfinder.damage_dealt"):
    """Damage was dealt to a character, before, by or after a check (PA-DMG-01, PA-DMG-04)."""

    who: str
    amount: int | None = None
    source: Literal["before", "check", "after", "other"] = "check"
    type: str = ""
    by: str = ""
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Part, ...] = ()


class DamageReduced(Move, frozen=True, kw_only=True, tag="pathfinder.damage_reduced"):
    """Damage was made smaller by a card or power that names its kind (PA-DMG-02)."""

    who: str
    amount: int
    by: str
    type: str = ""
    character: str = ""


class DamageTaken(Move, frozen=True, kw_only=True, tag="pathfinder.damage_taken"):
    """Cards were discarded for damage (PA-DMG-03); `amount` is the damage, where that was stated beside the cards."""

    who: str
    cards: tuple[str, ...] | None = None
    count: int | None = None
    amount: int | None = None
    origin: Literal["hand", "deck"] = "hand"


class EncounterResolved(Move, frozen=True, kw_only=True, tag="pathfinder.encounter_resolved"):
    """An encounter ended: how, and where the card went (PA-ENC-08, PA-ENC-09).

    "banished" is a boon whose check failed, "declined" one that was not attempted, "cut_short" neither (PA-ENC-12).
    """

    outcome: Literal["defeated", "undefeated", "acquired", "banished", "declined", "cut_short"]
    card: str | None = None
    zone: Zone | None = None
    order: Literal["", "shuffled", "top", "bottom"] = ""


class CloseAttempted(Move, frozen=True, kw_only=True, tag="pathfinder.close_attempted"):
    """A character tried to close its location for good (PA-CLS-01).

    Without an outcome the next check to close decides. `unpaid` counts what others still owe of the price. `cause` is
    what is said to allow it, "" if nobody said. `outcome_text` are the words in which the outcome was told, where they
    say more than it.
    """

    who: str
    place: str
    outcome: Outcome | None = None
    unpaid: int = 0
    outcome_text: str = ""
    cause: Literal["", "henchman", "empty_deck"] = ""


class PricePaid(Move, frozen=True, kw_only=True, tag="pathfinder.price_paid"):
    """Part of the price of a closing was paid (PA-CLS-03)."""

    who: str
    amount: int = 1
    paid: Payment | None = None


class TempCloseAttempted(Move, frozen=True, kw_only=True, tag="pathfinder.temp_close_attempted"):
    """A character tried to close its location against a villain that was met elsewhere (PA-VIL-01).

    `only_check` tells that of the requirement only the check was met; `outcome_text` as in `CloseAttempted`.
    """

    who: str
    place: str
    outcome: Outcome | None = None
    only_check: bool = False
    outcome_text: str = ""


class LocationSearched(Move, frozen=True, kw_only=True, tag="pathfinder.location_searched"):
    """A location that was to be closed was searched, and a villain found in it (PA-CLS-04, PA-VIL-05)."""

    place: str
    villain: str


class LocationClosed(Move, frozen=True, kw_only=True, tag="pathfinder.location_closed"):
    """A location was closed for good (PA-CLS-05); `pending` while part of its price is still to come."""

    place: str
    cause: Literal["henchman", "empty_deck", "villain", "effect"] = "henchman"
    pending: bool = False


class VillainEscaped(Move, frozen=True, kw_only=True, tag="pathfinder.villain_escaped"):
    """A villain was shuffled with blessings into the open locations (PA-VIL-06).

    `cards` are the cards that went to the locations of `to`, in their order, where whoever deals them tells. With too
    few blessings there are fewer cards, for the locations that are named first.
    """

    villain: str = ""
    n: int | None = None
    blessings: int | None = None
    pool: Literal["", "box", "blessings"] = ""
    to: tuple[str, ...] | None = None
    cards: tuple[str, ...] | None = None


class Healed(Move, frozen=True, kw_only=True, tag="pathfinder.healed"):
    """Cards of a discard pile were shuffled into the deck."""

    who: str
    amount: int | None = None
    cards: tuple[str, ...] | None = None
    by: str = ""


class HandReset(Move, frozen=True, kw_only=True, tag="pathfinder.hand_reset"):
    """The active player reset the hand (PA-TRN-12). `discards` and `draws` are numbers where cards are not named."""

    who: str
    discarded: tuple[str, ...] | None = None
    discards: int | None = None
    drawn: tuple[str, ...] | None = None
    draws: int | None = None


class TurnEnded(Move, frozen=True, kw_only=True, tag="pathfinder.turn_ended"):
    """The turn was over (PA-TRN-14)."""

    who: str


class StatePosted(Move, frozen=True, kw_only=True, tag="pathfinder.state_posted"):
    """Somebody stated what a character or a location has at this moment.

    `hand` and `discards` are all cards there, beside as many that nobody named as `hand_unknown` and `discards_unknown`
    say. `listed` are lists of cards that were stated beside the numbers, by name, with how many cards are in them.
    """

    who: str = ""
    hand: tuple[str, ...] | None = None
    hand_unknown: int = 0
    hand_count: int | None = None
    displayed: tuple[str, ...] | None = None
    deck: int | None = None
    discard: int | None = None
    buried: int | None = None
    discards: tuple[str, ...] | None = None
    discards_unknown: int = 0
    location: str = ""
    places: tuple[tuple[str, int], ...] = ()
    blessings: int | None = None
    listed: tuple[tuple[str, int], ...] = ()

    @property
    def held(self) -> int | None:
        """How many cards are in hand, named or not; None if nobody said."""
        if self.hand is None and self.hand_unknown <= 0:
            return self.hand_count
        return len(self.hand or ()) + max(0, self.hand_unknown)

    @property
    def thrown_away(self) -> int | None:
        """How many cards are in the discard pile, named or not; None if nobody said."""
        if self.discards is None and self.discards_unknown <= 0:
            return self.discard
        return len(self.discards or ()) + max(0, self.discards_unknown)


class EffectApplied(Move, frozen=True, kw_only=True, tag="pathfinder.effect_applied"):
    """What a card's text brought, in a fixed vocabulary, with the cards that changed their zone.

    `source` is the card or power, `rank` its kind in the order of precedence. `subject` is what a "permit" or "forbid"
    speaks of: explore, move, give, evade, close, power, or play: with a type of card, such as play:spell. `you`
    tells that the text says "you". `looked` are the cards examined, first one on top; an "examine" of the amount 0
    found none.
    """

    effect: Literal[
        "add_dice", "add_total", "replace_skill", "lend_skill", "evade", "explore_again", "draw", "heal", "examine",
        "search", "shuffle", "reorder", "move", "reduce_damage", "reroll", "put", "discard_from_deck",
        "remove_from_deck", "add_cards", "hand_size", "permit", "forbid", "revive", "closing_effect", "before",
        "after", "text",
    ]  # fmt: skip
    who: str = ""
    source: str = ""
    rank: Rank = "card"
    subject: str = ""
    amount: int | None = None
    place: str = ""
    pile: Zone | None = None
    looked: tuple[str, ...] = ()
    slot: int | None = None
    put_back: tuple[str, ...] | None = None
    order: Literal["", "shuffled", "top", "bottom"] = ""
    you: bool = False
    zones: tuple[ZoneChange, ...] = ()
    text: str = ""


class RandomPick(Move, frozen=True, kw_only=True, tag="pathfinder.random_pick"):
    """A die chose something: the numbered things, and the one picked. `total` is the posted one.

    `affects` are the words for whom it concerns, such as all characters at `place`.
    """

    why: str = ""
    dice: tuple[Die, ...] = ()
    modifiers: tuple[Part, ...] = ()
    total: int | None = None
    choices: tuple[str, ...] = ()
    picked: str = ""
    affects: str = ""
    place: str = ""


class LeftPending(Move, frozen=True, kw_only=True, tag="pathfinder.left_pending"):
    """The open encounter, or what is owed, was left to another character, and play went on."""

    owner: str
    reason: str = ""


class Resumed(Move, frozen=True, kw_only=True, tag="pathfinder.resumed"):
    """A task that was left pending is taken up again by its owner."""

    task: int


class Correction(Move, frozen=True, kw_only=True, tag="pathfinder.correction"):
    """An earlier entry was put right by a later one: `void` names events of the line that no longer count.

    Events are counted from 1, the start of the game. `zones` are cards put where they belong. `reason` is what was
    wrong, `how` how it was put right, in words.
    """

    reason: str
    how: str = ""
    void: tuple[int, ...] = ()
    zones: tuple[ZoneChange, ...] = ()


class Ruling(Move, frozen=True, kw_only=True, tag="pathfinder.ruling"):
    """A point of the rules was settled: for this game, only for this once, or in its campaign (`origin`: where)."""

    point: str
    choice: str = ""
    by: str = ""
    scope: Literal["game", "once", "campaign"] = "game"
    origin: str = ""


class CharacterDied(Move, frozen=True, kw_only=True, tag="pathfinder.character_died"):
    """A character died (PA-DTH-01)."""

    who: str
    cause: str = ""


class SuccessorJoined(Move, frozen=True, kw_only=True, tag="pathfinder.successor_joined"):
    """The player of a dead character went on with a new one in the same scenario (PA-DTH-06)."""

    seat: int
    character: CharacterSetup


class ScenarioEnded(Move, frozen=True, kw_only=True, tag="pathfinder.scenario_ended"):
    """The scenario was over, won or lost (PA-END-01, PA-END-02)."""

    outcome: Literal["won", "lost"]
    reward: str = ""


class DeckRebuilt(Move, frozen=True, kw_only=True, tag="pathfinder.deck_rebuilt"):
    """A deck was rebuilt after the scenario (PA-END-03 to PA-END-05); `from_box` are those of its cards that came new.

    `from_dead` are cards of a character that died.
    """

    who: str
    cards: tuple[str, ...]
    from_box: tuple[str, ...] = ()
    from_dead: tuple[str, ...] = ()


class CardsTold(Move, frozen=True, kw_only=True, tag="pathfinder.cards_told"):
    """The owner of the game told values of his cards: what is on them, the file they came from, and its hash.

    `set` is the set of cards that they are of, "" the one whose facts are known. What is told again replaces what was
    told before.
    """

    cards: tuple[ToldCard, ...] = ()
    locations: tuple[ToldLocation, ...] = ()
    set: str = ""
    origin: str = ""
    digest: str = ""


PathfinderEvent = (
    PathfinderStarted | HandRedrawn | HandDrawn | TurnStarted | BlessingAdvanced | CardGiven | Moved | Explored
    | EncounterStarted | Evaded | CheckStarted | CardPlayed | PowerUsed | CheckResolved | DamageDealt | DamageReduced
    | DamageTaken | EncounterResolved | CloseAttempted | PricePaid | TempCloseAttempted | LocationSearched
    | LocationClosed | VillainEscaped | Healed | HandReset | TurnEnded | StatePosted | EffectApplied | RandomPick
    | LeftPending | Resumed | Correction | Ruling | CharacterDied | SuccessorJoined | ScenarioEnded | DeckRebuilt
    | CardsTold
)  # fmt: skip

decoder = msgspec.json.Decoder(PathfinderEvent)
