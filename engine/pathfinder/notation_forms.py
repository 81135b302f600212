"""The forms of the notation: for each kind of event its verb, and which words and names of a line fill which field.

A clause stands bare, or behind one of its words; what kind of value it takes is told by `kind`:

    who, place, card, source   a name            cards      names with commas between them, "none" for none of them
    number                     digits            text       words, or a text in quotes
    choice                     one of some words flag       a word that is there or not
    payment, payments          HOW CARD [TYPE]   changes    CARD [from ZONE] to ZONE [of NAME] [at PLACE] [top|bottom]

`cards` may take a number into the field `other` instead. Every field of an event may also be given outright as
`field=value`, and that is how the writer gives what no clause can say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, get_args

import msgspec

from engine.events import Event
from engine.pathfinder import events as e
from engine.pathfinder.read_names import TYPES

HOWS: tuple[str, ...] = get_args(e.How)
USES: tuple[str, ...] = get_args(e.Use)
ZONES: tuple[str, ...] = get_args(e.Zone)
RANKS: tuple[str, ...] = get_args(e.Rank)
NOTHING: Mapping[str, Any] = MappingProxyType({})


class Clause(msgspec.Struct, frozen=True):
    """How one field is told. `bare` tells that its words may be left out."""

    field: str
    kind: str
    words: tuple[str, ...] = ()
    bare: bool = False
    values: Mapping[str, Any] = NOTHING
    other: str = ""


class Form(msgspec.Struct, frozen=True, dict=True):
    """One way to tell an event: its verbs, what the verb alone says (`fixed`), its clauses in the order of writing.

    `tail` is the clause that a colon begins. `usage` shows the form to people.
    """

    event: type[Event]
    verbs: tuple[str, ...]
    clauses: tuple[Clause, ...]
    usage: str
    fixed: Mapping[str, Any] = NOTHING
    tail: Clause | None = None
    first: tuple[str, ...] = ()

    @cached_property
    def by_word(self) -> dict[str, Clause]:
        """The clause that each word begins."""
        found: dict[str, Clause] = {}
        for clause in (*self.clauses, *COMMON):
            for word in words_of(clause):
                found.setdefault(word, clause)
        return found


def words_of(clause: Clause) -> tuple[str, ...]:
    """The words with which a clause begins."""
    if clause.words:
        return clause.words
    return tuple(clause.values) if clause.kind in {"choice", "payment", "payments"} else ()


def _same(*words: str) -> Mapping[str, Any]:
    return MappingProxyType({word: word for word in words})


def _bare(field: str, kind: str, *words: str, other: str = "") -> Clause:
    return Clause(field, kind, words, bare=True, other=other)


def _after(field: str, kind: str, *words: str) -> Clause:
    return Clause(field, kind, words)


def _choice(field: str, values: Mapping[str, Any], *words: str) -> Clause:
    return Clause(field, "choice", words, values=values)


def _number(field: str, *words: str) -> Clause:
    return Clause(field, "number", words or (field,))


def _flag(field: str, *words: str) -> Clause:
    return Clause(field, "flag", words or (field,))


#: What every event may have.
COMMON = (_number("late"), _after("allowed_by", "source", "allowed"))
TYPE = _choice("type", _same(*TYPES))
OUTCOME = _choice("outcome", MappingProxyType({
    "success": "success", "fail": "fail", "succeeds": "success", "fails": "fail", "failed": "fail",
    "succeeded": "success", "failure": "fail",
}))  # fmt: skip
CLOSES = _choice("closes", MappingProxyType({"closes": True, "unclosing": False}))
ORDER = _choice("order", _same("shuffled", "top", "bottom"))
PAID = MappingProxyType({how: how for how in HOWS})
CHANGES = _after("zones", "changes", "moves")

_EFFECT = (
    _bare("amount", "number"), _after("source", "source", "by"), _choice("rank", _same(*RANKS), "as"),
    _after("subject", "text", "of"), _after("place", "place", "at"),
    _choice("pile", _same(*ZONES), "in"), _after("looked", "cards", "looked"), _number("slot"),
    _after("put_back", "cards", "back"), ORDER, _flag("you"), CHANGES,
    Clause("text", "text", ("text", "why"), bare=True),
)  # fmt: skip
_EXAMINE = (
    _bare("place", "place", "at"), _bare("slot", "number", "slot"), _number("amount"), _after("source", "source", "by"),
    _choice("rank", _same(*RANKS), "as"), _choice("pile", _same(*ZONES), "in"), _after("looked", "cards", "looked"),
    _after("put_back", "cards", "back"), ORDER, _flag("you"), CHANGES, _after("text", "text", "text", "why"),
)  # fmt: skip

# fmt: off
FORMS: tuple[Form, ...] = (
    Form(e.HandRedrawn, ("redraw",), (_bare("hand", "cards"),), "redraw [CARD, CARD ...]"),
    Form(
        e.HandDrawn,
        ("draw",),
        (
            _bare("hand", "cards", other="count"), _number("count"), _after("favored", "text", "favored"),
            _number("hand_size", "size"),
            _number("deck"), _number("discard"), _number("buried"),
        ),
        "draw [CARD, CARD ... | N] [favored TYPE] [size N] [deck N] [discard N] [buried N]",
    ),
    Form(e.TurnStarted, ("turn",), (_bare("who", "who"), _bare("turn", "number")), "turn [NAME] [N]"),
    Form(e.BlessingAdvanced, ("flip",), (_bare("card", "card"), _number("left")), "flip [CARD] [left N]"),
    Form(e.CardGiven, ("give",), (_bare("card", "card"), _after("to", "who", "to")), "give [CARD] to NAME"),
    Form(
        e.Moved,
        ("move",),
        (_bare("to", "place", "to"), _choice("cause", _same("effect", "step")), _after("origin", "place", "from")),
        "move PLACE [effect] [from PLACE]",
    ),
    Form(
        e.Explored,
        ("explore",),
        (
            _choice("source", MappingProxyType({"free": "free", "effect": "effect", "bycard": "card"})),
            Clause("paid", "payment", values=PAID), _after("place", "place", "at"), _number("slot"),
            _bare("card", "card"), TYPE, _number("checks"), CLOSES,
        ),
        "explore [free | discard CARD | recharge CARD | effect]: [CARD] [TYPE] [checks N] [closes] [slot N]",
    ),
    Form(
        e.EncounterStarted,
        ("encounter",),
        (
            _bare("card", "card"), TYPE, _flag("summoned"), _number("checks"), CLOSES,
            _choice("phase", _same("before", "after")), _number("copies"), _number("faced_by", "faced"),
        ),
        "encounter [CARD] [TYPE] [summoned] [checks N] [before|after] [copies N] [faced N]",
    ),
    Form(e.Evaded, ("evade",), (_after("by", "source", "by"),), "evade [by CARD]"),
    Form(
        e.CheckStarted,
        ("skill",),
        (_bare("skill", "skill"), _number("which")),
        "skill SKILL [which N]",
    ),
    Form(
        e.CardPlayed,
        ("play",),
        (
            _bare("card", "card"), _choice("how", PAID), TYPE, _choice("use", _same(*USES), "for"),
            _after("cost", "source", "cost"), _after("powers", "hows", "powers"), _flag("replaces"),
            _after("permission", "source", "permitted"), _flag("says_so", "says"), _flag("lacks_skill", "lacks"),
            _after("who", "who", "by"),
        ),
        "play CARD reveal|display|discard|recharge|bury|banish [for check|explore|...] [replaces] [by NAME]",
    ),
    Form(
        e.PowerUsed,
        ("power",),
        (
            _bare("power", "text"), Clause("cost", "payments", values=PAID), _choice("use", _same(*USES), "for"),
            _flag("replaces"), _choice("when", _same("before_play", "in_play"), "when"), _after("who", "who", "by"),
        ),
        "power NAME [discard CARD | recharge CARD ...] [for USE] [replaces] [by NAME]",
    ),
    Form(
        e.DamageDealt,
        ("damage",),
        (
            _bare("amount", "number"), _bare("type", "text", "kind"), _after("who", "who", "to"),
            _choice("source", _same("before", "check", "after", "other")), _after("by", "source", "by"),
            Clause("dice", "dice", bare=True, other="modifiers"),
        ),
        'damage [N] [KIND] [to NAME] [before|check|after|other] [by CARD] ["1d4+1" RESULT ...]',
    ),
    Form(
        e.DamageReduced,
        ("reduce",),
        (
            _bare("amount", "number"), _after("by", "source", "by"), _after("character", "who", "from"),
            _bare("type", "text", "kind"),
        ),
        "reduce N by CARD [KIND] [from NAME]",
    ),
    Form(
        e.DamageTaken,
        ("take",),
        (_bare("cards", "cards", other="count"), _number("count"), _choice("origin", _same("hand", "deck"), "from")),
        "take CARD, CARD ... | N | all [from deck]",
    ),
    *(
        Form(
            e.EncounterResolved,
            (outcome, *more),
            (_bare("card", "card"), _choice("zone", _same(*ZONES), "to"), ORDER),
            f"{outcome} [CARD] [to ZONE] [shuffled|top|bottom]",
            fixed=MappingProxyType({"outcome": outcome}),
        )
        for outcome, *more in (
            ("defeated",), ("undefeated",), ("acquired",), ("banished",), ("declined", "decline"), ("cut_short",),
        )
    ),
    Form(
        e.CloseAttempted,
        ("close",),
        (_bare("place", "place"), OUTCOME, _number("unpaid")),
        "close [PLACE] [success|fail] [unpaid N]",
    ),
    Form(
        e.PricePaid,
        ("pay",),
        (_bare("amount", "number"), Clause("paid", "payment", values=PAID)),
        "pay [N] [discard CARD]",
    ),
    Form(
        e.TempCloseAttempted,
        ("tempclose", "temp_close"),
        (_bare("place", "place"), OUTCOME, _flag("only_check", "only_check", "check_only")),
        "tempclose [PLACE] [success|fail] [only_check]",
    ),
    Form(
        e.LocationSearched,
        ("search",),
        (_bare("villain", "card"), _after("place", "place", "at")),
        "search VILLAIN [at PLACE]",
    ),
    Form(
        e.LocationClosed,
        ("closed",),
        (
            _bare("place", "place"),
            _choice("cause", MappingProxyType({
                "henchman": "henchman", "empty_deck": "empty_deck", "empty": "empty_deck", "villain": "villain",
                "effect": "effect",
            })),
            _flag("pending"),
        ),
        "closed [PLACE] [henchman|empty|villain|effect] [pending]",
    ),
    Form(
        e.VillainEscaped,
        ("escape",),
        (
            _bare("villain", "card"), _after("to", "places", "to"), _number("n"), _number("blessings"),
            _choice("pool", _same("box", "blessings"), "from"),
        ),
        "escape [to PLACE, PLACE ...] [n N] [blessings N] [from box]",
    ),
    Form(e.Healed, ("heal",),
         (_bare("cards", "cards", other="amount"), _number("amount"), _after("by", "source", "by"),
          _after("who", "who", "to", "of")),
         "heal N | all | CARD, CARD ... [to NAME] [by CARD]"),
    Form(
        e.HandReset,
        ("reset",),
        (
            Clause("discarded", "cards", ("discard",), other="discards"),
            Clause("drawn", "cards", ("draw",), other="draws"),
            _number("discards"), _number("draws"),
        ),
        "reset [discard CARD, CARD ... | N] [draw CARD, CARD ... | N]",
    ),
    Form(e.TurnEnded, ("end",), (), "end"),
    Form(e.EffectApplied, ("examine",), _EXAMINE, "examine [PLACE] [SLOT]: CARD, CARD ...",
         fixed=MappingProxyType({"effect": "examine"}), tail=_after("looked", "cards")),
    Form(e.EffectApplied, ("effect",), _EFFECT,
         "effect KIND [N] [by CARD] [at PLACE] [text WORDS]: CARD from ZONE to ZONE of NAME, ...",
         tail=CHANGES, first=("effect",)),
    Form(
        e.LeftPending,
        ("pending",),
        (_bare("owner", "who"), _bare("reason", "text", "why")),
        "pending NAME [WHY]",
    ),
    Form(e.Resumed, ("resume",), (_bare("task", "number"),), "resume N"),
    Form(
        e.Correction,
        ("correct",),
        (_bare("reason", "text", "why"), _after("how", "text", "how"), _after("void", "numbers", "void"), CHANGES),
        'correct "WHY": CARD from ZONE to ZONE of NAME, ...',
        tail=CHANGES,
    ),
    Form(
        e.Correction,
        ("void",),
        (_bare("void", "numbers"), _bare("reason", "text", "why"), _after("how", "text", "how"), CHANGES),
        'void A..B "WHY"',
        tail=CHANGES,
    ),
    Form(
        e.Ruling,
        ("rule", "ruling"),
        (
            _bare("point", "word"), _bare("choice", "word", "choice"), _after("by", "names", "by"),
            _choice("scope", _same("once", "game")),
        ),
        "rule POINT VALUE [by NAMES] [once]",
    ),
    Form(
        e.CharacterDied,
        ("dies",),
        (_bare("who", "who"), _after("cause", "text", "by", "why")),
        "dies [NAME] [by WHY]",
    ),
    Form(e.SuccessorJoined, ("successor",), (_bare("seat", "number", "seat"), _bare("character", "setup")),
         "successor SEAT NAME [at PLACE]"),
    *(
        Form(e.ScenarioEnded, (outcome,), (_bare("reward", "text", "reward"),), f"{outcome} [reward WORDS]",
             fixed=MappingProxyType({"outcome": outcome}))
        for outcome in ("won", "lost")
    ),
    Form(
        e.DeckRebuilt,
        ("rebuild",),
        (_bare("cards", "cards"), _after("from_box", "cards", "box"), _after("from_dead", "cards", "dead")),
        "rebuild CARD, CARD ... [box CARD, ...] [dead CARD, ...]",
    ),
    Form(e.CardsTold, ("cardfile",), (_after("origin", "text", "from"),), "cardfile [from FILE] cards=[...]"),
)
# fmt: on
