"""Words that stand for more than one event, or for one that an earlier check decides: skip, auto, after, reroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine.events import Event
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.encounter import is_boon
from engine.pathfinder.notation_defaults import purpose_of, usual_purpose, usual_who
from engine.pathfinder.read_check import CheckReader
from engine.pathfinder.read_names import span_of
from engine.pathfinder.read_values import is_dice, read_dice
from engine.pathfinder.read_words import Token, Words, digits, misread
from engine.pathfinder.state import State, encounter

#: What may have happened between a check and what is added to it.
_BETWEEN = (e.CardPlayed, e.PowerUsed, e.EffectApplied, e.StatePosted)


def _rest(words: Words) -> str:
    """All that is left, as a text."""
    taken = [words.next() for _ in range(len(words.tokens) - words.at)]
    if len(taken) == 1 and taken[0].kind == "name":
        return taken[0].text
    return span_of(taken).text if taken else ""


def _check_of(state: State, words: Words, who: str | None) -> e.CheckResolved:
    maker = usual_who(state, e.CheckResolved) if who is None else who
    if not maker:
        raise words.missing("who makes the check", hint="such as: Kyra: auto success")
    fields = CheckReader(state, words, maker).read()
    fields["purpose"] = purpose_of(state, maker, fields)
    return e.CheckResolved(**{"who": maker, **fields})


def auto(state: State, words: Words, who: str | None) -> Sequence[Event]:
    """`auto success WHY`: the check that is due, decided without dice."""
    words.at -= 1
    return (_check_of(state, words, who),)


def skip(state: State, words: Words, who: str | None) -> Sequence[Event]:
    """`skip WHY`: a boon is declined; a check that has to be made counts as failed, and has to have a reason."""
    met = encounter(state)
    if met is not None and is_boon(met) and not met.done:
        if not words.done():
            raise words.missing("the end of the line", hint="a boon that is not attempted is just declined: skip")
        return (e.EncounterResolved(outcome="declined", card=met.card),)
    why = _rest(words)
    maker = usual_who(state, e.CheckResolved) if who is None else who
    if not maker:
        raise words.missing("who makes the check", hint="such as: Kyra: skip")
    purpose: Any = usual_purpose(state, maker)
    return (e.CheckResolved(who=maker, purpose=purpose, auto="fail", why=why),)


def _last_check(state: State, words: Words, what: str) -> tuple[int, e.CheckResolved]:
    """The last check of the line of events, with its number.

    Raises:
        Misread: there is none, or something else happened since.
    """
    for number, event in reversed(reducer.history(state)):
        if isinstance(event, e.CheckResolved):
            return number, event
        if not isinstance(event, _BETWEEN):
            break
    message = f"there is no check just before this that is {what}"
    raise misread(
        "illegal",
        message,
        words.tokens[0] if words.tokens else None,
        rule="PA-CHK-05",
        hint='an earlier entry is put right with: correct "WHY", or void A..B "WHY"',
    )


def after(state: State, words: Words, who: str | None) -> Sequence[Event]:
    """`after +3 Bear`: the last check again with what was added after its roll; the first entry is voided."""
    del who
    number, check = _last_check(state, words, "added to")
    words.at -= 1
    at = words.at
    fields = CheckReader(state, words, check.who).read()
    added = fields.pop("after", ())
    if fields or not added:
        words.at = at + 1
        raise words.missing("what was added", hint="such as: after +3 Bear")
    told = " ".join(f"{part.value:+d} {part.why}".strip() for part in added)
    changed: dict[str, Any] = {"after": (*check.after, *added)}
    if check.dice or check.total is not None:
        changed["outcome"] = None
    return (
        e.Correction(reason=f"added after the roll: {told}", void=(number,)),
        replace(check, **changed),
    )


def reroll(state: State, words: Words, who: str | None) -> Sequence[Event]:
    """`reroll by CARD RESULT ...`: the last check rolled again, its dice the same unless others are told."""
    del who
    _, check = _last_check(state, words, "rolled again")
    words.word("by")
    token = words.peek()
    if token is None or token.kind not in {"word", "name"}:
        raise words.missing("what lets it be rolled again", hint='such as: reroll by "Luckstone" 6 3')
    taken: list[Token] = [words.next()]
    while taken[0].kind == "word" and (here := words.peek()) is not None and here.kind == "word":
        if digits(here) is not None and not here.text.startswith("+"):
            break
        taken.append(words.next())
    by = span_of(taken).text
    words.sign(":")
    here = words.peek()
    if here is not None and here.kind == "name" and is_dice(here.text):
        dice, modifiers = read_dice(words)
        more = {} if words.done() else CheckReader(state, words, check.who).read()
        fields = {"dice": dice, "modifiers": modifiers, **more}
        return (_again(check, by, fields),)
    results: list[int] = []
    while (number := digits(words.peek())) is not None:
        results.append(number)
        words.next()
        words.sign(",")
    if len(results) != len(check.dice):
        message = f"the number of dice is {len(check.dice)}, of results {len(results)}"
        kind = "incomplete" if len(results) < len(check.dice) else "malformed"
        hint = 'the results of all dice, in their order; other dice stand in quotes: "2d8+3"'
        raise misread(kind, message, Token("sign", "", max(1, words.end), 1), hint=hint)
    dice = tuple(replace(die, result=result) for die, result in zip(check.dice, results, strict=True))
    more = {} if words.done() else CheckReader(state, words, check.who).read()
    return (_again(check, by, {"dice": dice, **more}),)


def _again(check: e.CheckResolved, by: str, fields: dict[str, Any]) -> e.CheckResolved:
    """The check with other dice."""
    fresh = {
        "total": None,
        "effective_total": None,
        "outcome": None,
        "auto": None,
        "after": (),
        "why": "",
        "late": None,
    }
    return replace(check, **{**fresh, **fields, "reroll_by": by})


#: Verbs that are read here, with the reader of each.
ACTS: dict[str, Callable[[State, Words, str | None], Sequence[Event]]] = {
    "auto": auto,
    "autofail": auto,
    "skip": skip,
    "after": after,
    "reroll": reroll,
}
