"""What a person types at the table, read against a state of Pax Pamir.

One line is one action: `buy 41`, `play 41 left: road kabul-herat, spy 12`, `battle 55: herat, army british`. The
answers to each question of the rules are read in `answers.py`. What a line leaves out is filled in where the rules
leave one answer. Whether an answer is legal is for `check` to say.

In short (`|` is or, what is in brackets may be left out):

    loyalty COALITION · reveal CARD ... · buy|b CARD · play|p CARD left|l|right|r · end
    tax|gift|build|move|betray|battle CARD
    pay · ask · withdraw · decline|refuse-to-pay;  waive · lower N · refuse
    [road|army|tribe|spy] PLACE [from PLACE] [new]            an icon, a block of a build, a Blackmail spy
    [market] CARD · PLAYER                                    a rupee of a tax
    2|4|6 [from PLACE]                                        a gift
    [army|tribe|spy] PLACE [to|>] PLACE [new]                 a move
    CARD, then take|leave                                     a betrayal and its prize
    REGION|[card] CARD, then [army|road|tribe|spy] [OWNER] [PLACE] [new]    a battle
    stop · skip|decline · [shelter] CARD · [discard] CARD · [name] PLAYER · [favor] SUIT · [rebuke] REGION
    riot REGION · event CARD · instability · confirm          forced, normally filled in

Choices follow their action after a colon, with commas between them; `x2` repeats one. `new` means a piece that was
placed this turn; without it one that was not is taken, if there is one. A comma at the end says that more is to come:
without it the end of the list stops a tax, build, move or battle of which something was told.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions_of_line import Meaning, read_action, read_untold
from engine.events import Event
from engine.game import Fault, Reading
from engine.judging import Violation
from engine.notation import Choice, Misread, grouped, number_in, plain, quoted, split_line
from engine.pamir import events as e
from engine.pamir import frames, reducer
from engine.pamir.answers import READERS, Asked
from engine.pamir.names import KEYWORDS, find_card, is_player
from engine.pamir.state import State
from engine.pamir.write_notation import text_of

#: The words with which choices begin.
VERBS = tuple(KEYWORDS)


def read_line(state: State, text: str) -> Reading:
    """A line of notation, read against a state."""
    try:
        line = split_line(text)
    except Misread as misread:
        return Reading(fault=misread.fault)
    if not line.choices:
        return Reading(comment=line.comment)
    events, fault = read_action(_GRAMMAR, state, line)
    return Reading(events=events, fault=fault, comment=line.comment)


def read_unfinished(state: State, text: str) -> Reading:
    """A line whose action was not finished when the record stopped: every event is told, nothing is filled in."""
    try:
        line = split_line(text)
    except Misread as misread:
        return Reading(fault=misread.fault)
    events, fault = read_untold(_GRAMMAR, state, line)
    return Reading(events=events, fault=fault, comment=line.comment)


class _Grammar:
    """The notation of Pax Pamir in the shape that `read_action` asks for."""

    prompt = staticmethod(reducer.prompt)
    automatic = staticmethod(reducer.automatic)
    evolve = staticmethod(reducer.evolve)
    check = staticmethod(reducer.check)
    canonical = staticmethod(reducer.canonical)

    def meaning(self, state: State, choices: tuple[Choice, ...]) -> Meaning:
        return meaning(state, choices)

    def stop(self, state: State, given: Sequence[Event]) -> Event | None:
        return stop(state, given)

    def refusal(self, state: State, event: Event, violations: Sequence[Violation], said: Choice) -> Fault:
        return refusal(state, event, violations, said)

    def missing(self, state: State, column: int) -> Fault:
        return missing(state, column)


_GRAMMAR = _Grammar()


# What the end of a line means, and what faults say


_GOES_ON_WITH: dict[type[frames.Frame], type[Event]] = {
    frames.Tax: e.RupeeTaxed,
    frames.Build: e.PiecePlaced,
    frames.Move: e.PieceMoved,
    frames.Battle: e.PieceRemoved,
}


def stop(state: State, given: Sequence[Event]) -> Event | None:
    """Stopping, where a tax, build, move or battle of which the line told something may go on; otherwise None."""
    wanted = _GOES_ON_WITH.get(type(state.frames[-1])) if state.frames else None
    return e.Stopped() if wanted and any(isinstance(event, wanted) for event in given) else None


def missing(state: State, column: int) -> Fault:
    """The fault of a line that leaves the present question open: the question, and the options."""
    asked = reducer.prompt(state)
    texts = [text_of(state, event) for event in reducer.legal_events(state)]
    return Fault(
        kind="incomplete",
        message=f"still open: {asked.text}" if asked else "the game is over",
        column=column,
        hint=f'go on with a choice, such as "{texts[0]}"' if texts else "",
        choices=grouped(texts),
    )


def refusal(state: State, event: Event, violations: Sequence[Violation], said: Choice) -> Fault:
    """The fault of an illegal event: the first rule that it breaks, and what is legal instead."""
    legal = reducer.legal_events(state)
    if isinstance(event, e.CardRevealed):
        legal = legal if len(legal) == 1 else []
    same = [other for other in legal if _alike(other, event)]
    choices = grouped([text_of(state, other) for other in same or legal])
    words = "legal instead" if same else "legal now"
    return Fault(
        kind="illegal",
        message="; ".join(dict.fromkeys(violation.message for violation in violations)),
        column=said.column,
        length=said.length,
        rule=violations[0].rule,
        hint=f"{words}: {', '.join(choices)}" if choices else "",
        choices=choices,
    )


def _alike(one: Event, other: Event) -> bool:
    return type(one) is type(other) and getattr(one, "action", None) == getattr(other, "action", None)


# What a choice means


def meaning(state: State, choices: tuple[Choice, ...]) -> Meaning:
    """What the first of these choices means here; a choice that lacks something takes in the next.

    Raises:
        Misread: it cannot be read here.
    """
    first, rest = choices[0], choices[1:]
    if not state.frames:
        raise first.fault("illegal", "the game is over", rule="PP-10.6-end")
    lacking: Misread | None = None
    while True:
        try:
            return _meaning_of(state, first, rest)
        except Misread as misread:
            open_still = misread.fault.kind == "incomplete"
            if lacking is not None and not open_still:
                raise lacking from None
            if not open_still or not rest:
                raise
            lacking = misread
            first, rest = Choice((*first.words, *rest[0].words)), rest[1:]


def _meaning_of(state: State, choice: Choice, rest: tuple[Choice, ...]) -> Meaning:
    frame = state.frames[-1]
    rules = reducer.FRAMES[type(frame)]
    word = plain(choice.words[0].text)
    takes = KEYWORDS.get(word)
    if takes is not None and not any(event in rules.takes for event in takes) and not _names_player(state, choice):
        asked, open_now = rules.prompt(state, frame), missing(state, choice.column)
        raise Choice(choice.words[:1]).fault(
            "illegal",
            f"{quoted(word)} is no answer to what is asked now: {asked.text}",
            rule=rules.rule,
            hint=f"legal now: {', '.join(open_now.choices)}" if asked.seat is not None else "",
            choices=open_now.choices if asked.seat is not None else (),
        )
    if isinstance(frame, frames.Dealing | frames.Refill):
        return _reveal(state, choice, rest)
    event = READERS[type(frame)](Asked(state, frame, choice))
    bare = choice.words[1:] if word in KEYWORDS else ()
    return Meaning(event, Choice(bare) if bare else choice, rest)


def _names_player(state: State, choice: Choice) -> bool:
    return isinstance(state.frames[-1], frames.Tax | frames.NamePlayer) and is_player(choice.words, state.names)


def _reveal(state: State, choice: Choice, rest: tuple[Choice, ...]) -> Meaning:
    """One card of those that came out; the numbers after it are the next choice."""
    words = choice.words[1:] if plain(choice.words[0].text) == "reveal" else choice.words
    if not words:
        raise choice.fault("incomplete", "which card came out?", hint='such as "reveal 41"')
    this, others = (words[:1], words[1:]) if number_in(words[0].text) is not None else (words, ())
    card = find_card(this, state.deck[:1] if state.deck else ())
    return Meaning(e.CardRevealed(card=card), Choice(this), (Choice(others), *rest) if others else rest)
