"""The rows that a scenario states of itself: what each table holds.

Every row belongs to one game (`stream`, added by the store) and tells when it happened: `version`, the number of the
event in the stream, and `turn`, the number of the turn, 0 before the first one or where nobody said. `character` is who
acted; `seat` joins it to people by the shared table `seat` and is None where the log names nobody who plays. What
nobody said is None, never a guess; a name that nobody said is empty. Events that a correction made void are in no row.
"""

from __future__ import annotations

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of all rows."""


class PathfinderScenario(Row, frozen=True, kw_only=True, gc=False):
    """The scenario as a whole, as far as it has been played.

    `party` are the characters in the order of their seats, those who joined later behind them. `outcome` is "won",
    "lost" or empty, `reason` why. `turns` counts the turns begun in this log, `last_turn` is the number of the last
    one. `middle` tells that the log begins within a scenario. `cards` names the set of cards played with; empty is
    the one whose facts are known. `origin` is the campaign from which the characters came.
    """

    scenario: str
    adventure: int | None
    party: str
    judging: str
    goal: str
    villain: str
    middle: bool
    cards: str
    origin: str
    outcome: str
    reason: str
    reward: str
    turns: int
    last_turn: int
    blessings_left: int | None
    locations: int
    locations_closed: int


class PathfinderCharacter(Row, frozen=True, kw_only=True, gc=False):
    """A character at the end of the scenario, or as it stands, and what it did in this log.

    `checks` are those that it made, rolls that were rolled again left out; `succeeded` and `failed` those whose outcome
    is known. `damage_taken` counts the cards discarded for damage as far as they are told. The piles are their sizes
    when the scenario ended, before the deck was rebuilt; None where nobody knows.
    """

    seat: int
    character: str
    player: str
    alive: bool
    died_turn: int | None
    turns: int
    explorations: int
    checks: int
    succeeded: int
    failed: int
    damage_taken: int
    cards_played: int
    location: str
    hand: int | None
    deck: int | None
    discard: int | None
    buried: int | None
    displayed: int | None


class PathfinderExploration(Row, frozen=True, kw_only=True, gc=False):
    """A card of a location deck was turned over: by which right, for which price, and what became of the encounter.

    `source` is "free", "card" or "effect". `outcome` is that of the encounter, "evaded" among them; empty while it is
    open, or where nobody told it.
    """

    version: int
    turn: int
    seat: int | None
    character: str
    location: str
    source: str
    paid_card: str
    paid_how: str
    card: str
    type: str
    outcome: str


class PathfinderEncounter(Row, frozen=True, kw_only=True, gc=False):
    """A card that was encountered, explored or not: `number` counts the encounters of a scenario from 1.

    `source` is that of the exploration, "summoned", or "met" for a card that was there before the log tells how.
    `checks` is how many its row has, `checks_made` how many were made. `until_version` is the event that ended it.
    """

    number: int
    version: int
    turn: int
    seat: int | None
    character: str
    location: str
    card: str
    type: str
    source: str
    checks: int | None
    checks_made: int
    outcome: str
    until_version: int | None


class PathfinderCheck(Row, frozen=True, kw_only=True, gc=False):
    """A check: what it was of, its dice and sums, and its outcome.

    `card` is the card, or the location, whose check it is. `which` is its place in the row. `basis` tells whether the
    difficulty is that of a card whose check is "known" (by the facts or from its owner), or was "asserted" by the
    recorder; empty where there is none. `total` is the one that counts, with what came after the roll. `succeeded` is
    how it ended as recorded; `margin` is total less difficulty. `auto` tells that no dice were rolled by right.
    `dice` is how many were rolled, `dice_sum` what they showed and `dice_mean` what such dice show on average.
    `counts` is false for a roll that was rolled again.
    """

    number: int
    version: int
    turn: int
    seat: int | None
    character: str
    location: str
    purpose: str
    skill: str
    card: str
    type: str
    which: int | None
    difficulty: int | None
    basis: str
    total: int | None
    succeeded: bool | None
    margin: int | None
    auto: bool
    dice: int
    dice_sum: int
    dice_mean: float
    reroll_by: str
    counts: bool


class PathfinderPlay(Row, frozen=True, kw_only=True, gc=False):
    """A card that was played, or paid for something: `how`, what for (`use`), and for whose encounter or check.

    `cost` names the power, exploration or closing that a paid card paid for; it is empty for a card that was played
    for its own power. `helped` is who encounters the card, where that is somebody else. `against` is that card.
    """

    version: int
    turn: int
    seat: int | None
    character: str
    card: str
    type: str
    how: str
    use: str
    cost: str
    helped: str
    against: str


class PathfinderDamage(Row, frozen=True, kw_only=True, gc=False):
    """Damage that was dealt to a character: how much, by how much it was reduced, how many cards it took.

    `source` is "before", "check", "after" or "other"; `card` is the card encountered. `taken` is None as long as it
    was not taken, and where nobody told how many cards it took.
    """

    version: int
    turn: int
    seat: int | None
    character: str
    source: str
    type: str
    card: str
    amount: int | None
    reduced: int
    taken: int | None


class PathfinderClosing(Row, frozen=True, kw_only=True, gc=False):
    """A location was closed, or an attempt to close it failed.

    `kind` is "for good" or "for a time". `cause` is what allowed it: "henchman", "empty_deck", "villain" or "effect",
    empty for a time. `banished` is how many cards were left in its deck.
    """

    version: int
    turn: int
    seat: int | None
    character: str
    location: str
    kind: str
    cause: str
    closed: bool
    banished: int | None


class PathfinderEscape(Row, frozen=True, kw_only=True, gc=False):
    """A villain escaped: from where, whether it had been defeated, among how many locations, with how many blessings.

    `pool` is where the blessings came from as told: "box", "blessings" or empty.
    """

    version: int
    turn: int
    villain: str
    location: str
    defeated: bool | None
    locations: int | None
    blessings: int | None
    pool: str


class PathfinderDeath(Row, frozen=True, kw_only=True, gc=False):
    """A character died: where, of what as told, and in the encounter with which card."""

    version: int
    turn: int
    seat: int | None
    character: str
    location: str
    cause: str
    card: str


class PathfinderFinding(Row, frozen=True, kw_only=True, gc=False):
    """Something that is wrong in the log and was recorded all the same: the rule, what it is, and both values."""

    version: int
    turn: int
    rule: str
    kind: str
    message: str
    stated: str
    computed: str


class PathfinderRuling(Row, frozen=True, kw_only=True, gc=False):
    """The table settled a point of the rules; `choice` is empty for a question that was left open.

    `option` tells that the point is one of the options. `scope` is "game", "once" or "campaign".
    """

    version: int
    turn: int
    point: str
    choice: str
    option: bool
    scope: str
    ruled_by: str


class PathfinderOption(Row, frozen=True, kw_only=True, gc=False):
    """A point of the rules on which the scenario began otherwise than officially."""

    option: str
    value: str
    official: str


PATHFINDER_FACT_TYPES: tuple[type[msgspec.Struct], ...] = (
    PathfinderScenario,
    PathfinderCharacter,
    PathfinderExploration,
    PathfinderEncounter,
    PathfinderCheck,
    PathfinderPlay,
    PathfinderDamage,
    PathfinderClosing,
    PathfinderEscape,
    PathfinderDeath,
    PathfinderFinding,
    PathfinderRuling,
    PathfinderOption,
)
