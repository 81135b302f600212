"""What a person types at the table, read against a state of the Pathfinder game.

One line is one action: `explore discard Bear: Goblin Warrior monster`, `check combat 17 "1d10+7+3d6" 1 6 6 5`. Several
events of one action stand in one line with `;` between them. What a line leaves out is filled in where the state
leaves one answer, and is part of the event then. Whether an event is legal is for `check` to say.

In short (`|` is or, what is in brackets may be left out, capitals are yours to fill in):

    draw [CARDS | N] [deck N] [discard N] [buried N] · redraw [CARDS] · turn [NAME] [N] · flip [CARD] [left N]
    give [CARD] to NAME · move PLACE [effect] · end · reset [discard CARDS | N] [draw CARDS | N]
    explore [free | HOW CARD | effect]: [CARD] [TYPE] [checks N] [closes] [slot N]
    encounter [CARD] [TYPE] [summoned] [before|after] · evade [by CARD]
    play CARD HOW [for USE] [replaces] [permitted CARD] [by NAME] · power NAME [HOW CARD ...] [for USE] [by NAME]
    check [PURPOSE] SKILL DIFFICULTY "1d10+7+3d6" RESULT ... [after +N WHY] [: play CARD HOW, power NAME, ...]
    check SKILL = "DICE" RESULT ...                              the difficulty that was said of this card before
    check [PURPOSE] SKILL DIFFICULTY auto success|fail [WHY] · auto success|fail [WHY] · skip [WHY]
    LABEL: 1d10 + 7 + 3d6 => (1) + 7 + (6, 6, 5) = 25            the line of a forum, pasted as it stands
    reroll by CARD RESULT ... · after +N CARD                    to the last check
    damage [N] [KIND] [to NAME] [before|after] · reduce N by CARD · take CARDS | N [from deck]
    defeated|undefeated|acquired|banished|declined|cut_short [CARD] [to ZONE] [shuffled|top|bottom]
    close [PLACE] [success|fail] · pay [N] [HOW CARD] · tempclose [PLACE] [success|fail] · closed [PLACE] [pending]
    search VILLAIN [at PLACE] · escape [to PLACES] [n N] [blessings N] [from box] · heal N | CARDS [by CARD]
    state Hand: CARDS Displayed: CARDS Deck: N Discard: N Buried: N        [places PLACE N, PLACE N]
    examine PLACE SLOT: CARDS · effect KIND [N] [by CARD] [at PLACE] [text WORDS]: CHANGES
    pick 1d4 = RESULT: NAME, NAME, NAME, NAME
    pending NAME [WHY] · resume N · correct "WHY": CHANGES · void A..B "WHY" · rule POINT VALUE [by NAMES] [once]
    dies [NAME] · successor SEAT NAME · won|lost [reward WORDS] · rebuild CARDS [box CARDS]

HOW is reveal, display, discard, recharge, bury or banish. CARDS are names with commas between them, or `none`. CHANGES
are `CARD [from ZONE] to ZONE [of NAME]`, with commas between them, `2 cards` for unnamed ones. A DIFFICULTY may be a
sum, `12+4`, `9(13)`, `30 card + 6 adventure`. Verbs may be shortened to a unique beginning.

Who does it is the one who is asked; `NAME:` in front, or `by NAME` behind a card or power, says otherwise. `late E2`
puts an entry to an earlier encounter, `allowed CARD` names the card that allows what the rules do not. Names of cards
may be shortened (`BotG`, `BoAbadar#2`); in quotes they are taken as they stand. Any field of an event may be given as
`field=value`, `?` for what nobody said. A separator at the end keeps what follows by itself from being added. `#`
after a space begins a comment, unless a digit or another `#` follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.events import Event
from engine.game import Fault, Reading
from engine.judging import Option, Violation
from engine.matching import Ambiguous, Missing, match
from engine.notation import Misread, did_you_mean, grouped, narrow, plain, quoted
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.difficulty import read_numbered, read_outcome
from engine.pathfinder.notation_defaults import fill, usual_purpose, usual_who
from engine.pathfinder.notation_forms import FORMS, HOWS, Form
from engine.pathfinder.offers import automatic, legal, now, prompt
from engine.pathfinder.read_acts import ACTS
from engine.pathfinder.read_check import (
    ARROW,
    CHECK,
    PICK,
    PURPOSE_WORDS,
    CheckReader,
    PickReader,
    has_arrow,
    read_posted,
)
from engine.pathfinder.read_forms import FormReader
from engine.pathfinder.read_names import character_named, is_character, span_of
from engine.pathfinder.read_state import STATE, StateReader
from engine.pathfinder.read_values import is_dice
from engine.pathfinder.read_words import Token, Words, cut_comment, digits, key_of, misread, tokens_of, without_markup
from engine.pathfinder.resolving import resolved_by
from engine.pathfinder.state import State
from engine.pathfinder.verdicts import keeps_out

__all__ = ["cut_comment", "read_line"]

#: Every form by its verbs; `effect` and `correct` have several.
_BY_VERB: dict[str, Form] = {}
for _form in (*FORMS, CHECK, PICK, STATE):
    for _verb in _form.verbs:
        _BY_VERB.setdefault(_verb, _form)
#: All verbs, those of whole acts included.
VERBS = tuple(sorted({*_BY_VERB, *ACTS}))
#: How many texts a refusal offers; `gamelog can` lists all.
MOST_OFFERED = 7
#: So few are told in the hint alone.
FEW = 3
#: How many events may follow a typed one by themselves.
MOST_AUTOMATIC = 50


def read_line(state: State, text: str) -> Reading:
    """A line of notation, read against a state."""
    typed, comment = cut_comment(text)
    typed = without_markup(typed)
    reader = _Line(state)
    try:
        reader.read(typed)
    except Misread as wrong:
        fault = _within(wrong.fault, text)
        return Reading(events=tuple(reader.events), fault=fault, comment=comment)
    return Reading(events=tuple(reader.events), comment=comment)


def is_verb(word: str) -> bool:
    """Whether a word is a verb of the notation, or the beginning of one."""
    return any(verb.startswith(plain(word)) for verb in (*VERBS, *HOWS))


def read_unjudged(state: State, text: str) -> list[Event]:
    """The events of a line as they are told, whether they are legal or not, and nothing added.

    Raises:
        Misread: it cannot be read.
    """
    reader = _Line(state, judged=False)
    reader.read(text)
    return reader.events


def _within(fault: Fault, text: str) -> Fault:
    """A fault whose place lies within the line, or just behind it."""
    end = len(text.rstrip("\r\n")) + 1
    column = min(max(1, fault.column), end)
    return msgspec.structs.replace(fault, column=column, length=max(1, min(fault.length, end - column)))


class _Line:
    """One reading of one line; lives inside one call."""

    def __init__(self, state: State, *, judged: bool = True) -> None:
        self.state = state
        self.events: list[Event] = []
        self.judged = judged
        self.played = 0
        self.text = ""

    def read(self, text: str) -> None:
        """Read the whole line.

        Raises:
            Misread: it was not taken.
        """
        self.text = text
        tokens = tokens_of(text)
        if not tokens:
            return
        parts = _parted(tokens, ";")
        if has_arrow(text):
            parts = _around_posted(parts, text)
        more = tokens[-1].kind == "sign" and tokens[-1].text in ",;"
        for part, end in parts:
            self._part(part, end or len(text.rstrip()) + 1)
        if not more and self.judged:
            self._goes_on()

    # What happens by itself

    def _goes_on(self) -> None:
        """Add what follows without a choice of anybody."""
        for _ in range(MOST_AUTOMATIC):
            forced = automatic(self.state) if self.events and self.judged else None
            if forced is None or reducer.check(self.state, forced):
                return
            self._play(forced)

    def _play(self, event: Event) -> None:
        """Note an event. What is not judged may not be possible, so the state goes on only where more is read."""
        self.events.append(event)
        if self.judged:
            self._catch_up()

    def _catch_up(self) -> None:
        """Bring the state up to the events."""
        for event in self.events[self.played :]:
            self.state, _ = reducer.evolve(self.state, event)
        self.played = len(self.events)

    # Parts of a line

    def _part(self, tokens: Sequence[Token], end: int) -> None:
        """The events of one part; what comes by itself before it is added where the part would be refused without."""
        before = self.state, len(self.events)
        forced = automatic(self.state) if self.judged else None
        if forced is None or reducer.check(self.state, forced):
            self._read_part(tokens, end)
            return
        first: Misread | None = None
        try:
            self._read_part(tokens, end)
        except Misread as wrong:
            first = wrong
        if first is None:
            return
        self.state = before[0]
        del self.events[before[1] :]
        self.played = before[1]
        self._play(forced)
        try:
            self._read_part(tokens, end)
        except Misread:
            self.state = before[0]
            del self.events[before[1] :]
            self.played = before[1]
            raise first from None

    def _read_part(self, tokens: Sequence[Token], end: int) -> None:
        self._catch_up()
        if has_arrow(self.text[tokens[0].column - 1 : end - 1]):
            self._posted(tokens, end)
            return
        words = Words(tokens, end, self.text)
        who, late = self._head(words)
        verb = self._verb(words)
        act = ACTS.get(verb)
        if act is not None:
            span = span_of(tokens)
            for event in act(self.state, words, who):
                self._take(event, span, who)
            return
        form = _BY_VERB[verb]
        helpers: list[tuple[Sequence[Token], int]] = []
        if form is CHECK:
            words, helpers = _helpers(words)
        for part, stop in helpers:
            self._helper(part, stop, who, words)
        self._event(form, words, who, late, span_of(tokens))

    def _head(self, words: Words) -> tuple[str | None, int | None]:
        """Who a line says does it (None if it does not say, "" for `all:`), and the encounter to which it belongs."""
        who: str | None = None
        late: int | None = None
        while words.peek() is not None:
            if words.word_here() == "late" and (number := _encounter(words.peek(1))) is not None:
                words.at += 2
                words.sign(":", ",")
                late = number
                continue
            named = self._name_in_front(words) if who is None else None
            if named is None:
                break
            who = named
        return who, late

    def _name_in_front(self, words: Words) -> str | None:
        """The name before the first colon, or the first word, if it means a character; it is passed over."""
        start = words.at
        taken: list[Token] = []
        while (token := words.peek()) is not None and token.kind in {"word", "name"} and len(taken) < 6:
            taken.append(words.next())
        if taken and words.sign(":") and (taken[0].kind == "name" or key_of(taken[0]) not in VERBS):
            if len(taken) == 1 and key_of(taken[0]) == "all":
                return ""
            name = span_of(taken)
            if is_character(self.state, name) or name.kind == "name" or words.word_here() in VERBS:
                return character_named(self.state, name)
        words.at = start
        if words.word_here() == "by" and len(words.tokens) > start + 2:
            words.next()
            name = words.next()
            if is_character(self.state, name):
                words.sign(":", ",")
                return character_named(self.state, name)
            words.at = start
        first, second = words.peek(), words.peek(1)
        if first is None or second is None or second.kind != "word" or first.kind == "field":
            return None
        if first.text in [one.name for one in self.state.characters] and key_of(second) in VERBS:
            words.next()
            return first.text
        return None

    def _verb(self, words: Words) -> str:
        token = words.peek()
        if token is None:
            raise words.missing("what was done", hint=f"one of {', '.join(VERBS)}")
        if token.kind != "word":
            raise misread(
                "malformed", f"{quoted(token.text)} is no verb", token, hint="a line begins with what was done"
            )
        verb = key_of(token)
        if verb not in _BY_VERB and verb not in ACTS and verb not in HOWS:
            try:
                verb = match(verb, VERBS)
            except Ambiguous as several:
                message = f"{quoted(token.text)} could be {' or '.join(several.choices)}"
                raise misread("ambiguous", message, token, hint="type more of it", choices=several.choices) from None
            except Missing as none:
                raise self._no_verb(token, none.suggestions) from None
        if verb in HOWS:
            # `reveal Longsword` is `play Longsword reveal`.
            words.next()
            words.tokens = (*words.tokens, token)
            return "play"
        words.next()
        return verb

    def _no_verb(self, token: Token, near: Sequence[str]) -> Misread:
        behind = self.text[token.end - 1 :].lstrip()
        if behind[:1] in {":", "："}:
            names = [one.name for one in self.state.characters]
            hint = f"the characters are {', '.join(names)}"
            return misread("malformed", f"there is no character {quoted(token.text)}", token, hint=hint, choices=names)
        offered = _texts(self.state, now(self.state))
        hint = did_you_mean(near) or (f"legal now: {_listed(offered)}" if offered else "")
        message = f"nothing is called {quoted(token.text)}"
        return misread("malformed", message, token, hint=hint, choices=near or offered[:MOST_OFFERED])

    def _helper(self, part: Sequence[Token], stop: int, who: str | None, check: Words) -> None:
        """What was played or used for a check, told behind its colon: an event before that of the check."""
        self._catch_up()
        words = Words(part, stop, self.text)
        said, late = self._head(words)
        token = words.peek()
        verb = key_of(token) if token is not None and token.kind == "word" else ""
        if verb in {"play", "power", "effect", "skill"}:
            words.next()
            form = _BY_VERB[verb]
        else:
            form = _BY_VERB["play"]
        if said is None:
            said = who if who is not None else usual_who(self.state, e.CheckResolved)
        self._event(form, words, said, late, span_of(part), {"use": _use_of(self.state, check, said)})

    def _event(
        self,
        form: Form,
        words: Words,
        who: str | None,
        late: int | None,
        span: Token,
        more: dict[str, Any] | None = None,
    ) -> None:
        self._catch_up()
        self._take(event_of(self.state, form, words, who, late, more), span, who)

    def _take(self, event: Event, said: Token, who: str | None = None) -> None:
        """Play an event that was told, by the one who is named if somebody is.

        Raises:
            Misread: it is illegal.
        """
        violations = reducer.check(self.state, event) if self.judged else []
        if who and self.judged and isinstance(event, e.EncounterResolved):
            violations += [one for one in resolved_by(self.state, who, event) if keeps_out(self.state, one)]
        if violations:
            raise Misread(refusal(self.state, event, violations, said))
        self._play(event)

    # The forum's line

    def _posted(self, tokens: Sequence[Token], end: int) -> None:
        words = Words(tokens, end, self.text)
        who, late = self._head(words)
        token = words.peek()
        more: dict[str, Any] = {}
        if token is not None and token.kind == "word" and key_of(token) in {"check", "pick"}:
            words.next()
        elif words.word("reroll"):
            words.word("by")
            taken = [words.next()] if not words.done() else []
            while (after := words.peek()) is not None and after.kind == "word":
                taken.append(words.next())
            words.sign(":")
            more["reroll_by"] = span_of(taken).text if taken else "a reroll"
        token = words.peek()
        begun = token.column - 1 if token is not None else 0
        if token is not None and key_of(token) in VERBS and _colons_before_arrow(words) > 1:
            message = f"{quoted(token.text)} and a posted check are two actions"
            raise misread("malformed", message, token, hint="a ; parts the actions of one line")
        event, fields = read_posted(self.state, self.text[begun : end - 1], begun, who or "")
        fields |= more
        if late is not None:
            fields["late"] = late
        self._take(build(self.state, event, fields, who, Words((), end), None), span_of(tokens))


def _encounter(token: Token | None) -> int | None:
    """The number of an encounter: `E2` or `2`."""
    if token is None or token.kind != "word":
        return None
    return digits(token._replace(text=token.text[1:] if token.text[:1] in {"E", "e"} else token.text))


def _parted(tokens: Sequence[Token], sign: str) -> list[tuple[Sequence[Token], int]]:
    """Words parted at a sign outside brackets, each part with the column of the sign behind it, 0 for the last.

    No part is empty. Brackets that do not match keep nothing together.
    """
    found: list[tuple[Sequence[Token], int]] = []
    begun = depth = 0
    opened = sum(one.text == "(" for one in tokens if one.kind == "sign")
    closed = sum(one.text == ")" for one in tokens if one.kind == "sign")
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.text in "()" and opened == closed:
            depth += 1 if token.text == "(" else -1
        if token.kind == "sign" and token.text == sign and depth <= 0:
            found.append((tokens[begun:at], token.column))
            begun = at + 1
    found.append((tokens[begun:], 0))
    return [one for one in found if any(token.kind != "sign" for token in one[0])]


def _around_posted(parts: Sequence[tuple[Sequence[Token], int]], text: str) -> list[tuple[Sequence[Token], int]]:
    """The parts of a line with a forum's line in it; what belongs to the posted line is put back to it.

    That are the things of a pick, numbered with `;` between them, in front, and what was added after the roll or how
    it ended behind.
    """
    found: list[tuple[Sequence[Token], int]] = []
    for part, end in parts:
        stop = end or len(text.rstrip()) + 1
        before = found[-1][0] if found else ()
        whole = text[before[0].column - 1 : stop - 1] if before else ""
        posted = bool(before) and has_arrow(text[before[0].column - 1 : found[-1][1] - 1])
        belongs = posted and _ends_a_check(part, text[part[0].column - 1 : stop - 1])
        if before and not posted and _lists_things((*before, *part), whole):
            belongs = True
        if belongs:
            found[-1] = ((*before, *part), stop)
        else:
            found.append((part, stop))
    return found


def _ends_a_check(part: Sequence[Token], text: str) -> bool:
    """Whether a part tells how the check before it ended, or what was added to it, and is no action."""
    key = key_of(part[0]) if part[0].kind == "word" else ""
    return key == "after" or (key not in _BY_VERB and key not in ACTS and read_outcome(text) is not None)


def _lists_things(tokens: Sequence[Token], text: str) -> bool:
    """Whether a text is numbered things, those of a pick, up to the roll, and no action."""
    if any(one.kind == "word" and key_of(one) in VERBS and key_of(one) != "pick" for one in tokens):
        return False
    label = text[: text.rfind(":")] if has_arrow(text) else text
    return len(read_numbered(label)) > 1


def _colons_before_arrow(words: Words) -> int:
    """How many colons stand before the arrow of a posted line."""
    arrow = ARROW.search(narrow(words.text), words.tokens[words.at].column - 1)
    end = arrow.start() + 1 if arrow else words.end
    return sum(one.kind == "sign" and one.text == ":" and one.column < end for one in words.tokens[words.at :])


def _helpers(words: Words) -> tuple[Words, list[tuple[Sequence[Token], int]]]:
    """The words of a check before its colon, and what was played for it behind."""
    for at in range(words.at, len(words.tokens)):
        token = words.tokens[at]
        if token.kind == "sign" and token.text == ":":
            parts = [(part, end or words.end) for part, end in _parted(words.tokens[at + 1 :], ",")]
            return Words(words.tokens[words.at : at], token.column, words.text), parts
    return words, []


def _use_of(state: State, check: Words, who: str) -> str:
    """What a card is used for that is played for a check."""
    said = {PURPOSE_WORDS.get(key_of(token)) for token in check.tokens if token.kind == "word"} - {None}
    purposes = said or {usual_purpose(state, who)}
    return "close" if purposes & {"close", "temp_close"} else "check"


# One event


def event_of(
    state: State, form: Form, words: Words, who: str | None, late: int | None = None, more: dict[str, Any] | None = None
) -> Event:
    """The event that words tell in a form, with what they leave out filled in.

    `who` is None where nobody was named. `more` are defaults of the moment.

    Raises:
        Misread: they cannot be read, or something is missing.
    """
    hand_of = usual_who(state, form.event, late) if who is None else who
    if form is CHECK:
        fields = CheckReader(state, words, hand_of).read()
    elif form is PICK:
        fields = PickReader(state, words, hand_of).read()
    elif form is STATE:
        fields = StateReader(state, words, hand_of).read()
    else:
        try:
            fields = FormReader(state, form, words, hand_of).read()
        except Misread as wrong:
            raise _with_check(form, words, wrong) from None
    if late is not None:
        fields.setdefault("late", late)
    for field, value in (more or {}).items():
        if field in form.event.__struct_fields__:
            fields.setdefault(field, value)
    return build(state, form.event, fields, who, words, form)


def _with_check(form: Form, words: Words, wrong: Misread) -> Misread:
    """What is wrong with a closing; where its check is told in the same breath, that it is an action of its own."""
    dice = any(one.kind != "sign" and is_dice(one.text) and digits(one) is None for one in words.tokens)
    if not issubclass(form.event, e.CloseAttempted | e.TempCloseAttempted) or not dice:
        return wrong
    check = "close" if form.event is e.CloseAttempted else "tempclose"
    hint = f'the check is an action of its own: {form.verbs[0]}; check {check} SKILL DIFFICULTY "DICE" RESULT ...'
    return Misread(msgspec.structs.replace(wrong.fault, hint=hint, choices=()))


def build(
    state: State, event: type[Event], fields: dict[str, Any], who: str | None, words: Words, form: Form | None
) -> Event:
    """The event of some fields, with what nobody told filled in.

    Raises:
        Misread: something is missing that nobody can fill in.
    """
    if "who" in event.__struct_fields__ and "who" not in fields:
        usual = usual_who(state, event, fields.get("late")) if who is None else who
        if usual or who is not None or event not in {e.StatePosted, e.EffectApplied}:
            fields["who"] = usual
        if not usual and who is None and event not in {e.StatePosted, e.EffectApplied}:
            raise _nobody(state, words)
    if "who" in _required(event) and not fields.get("who") and state.mode != "record":
        raise _nobody(state, words)
    fill(state, event, fields)
    for field in event.__struct_fields__:
        if field not in fields and field in _required(event):
            usage = form.usage if form is not None else ""
            places = tuple(one.name for one in state.places) if event is e.Moved else ()
            what = "where to" if places else _WORDS_OF.get(field, f"the {field}")
            raise words.missing(what, hint=f"such as: {usage}" if usage else "", choices=places)
    if event is e.CardPlayed and "how" not in fields:
        raise words.missing("how it is played", hint=f"one of {', '.join(HOWS)}", choices=HOWS)
    return event(**fields)


def _nobody(state: State, words: Words) -> Misread:
    """That nobody is named who does it."""
    names = [one.name for one in state.characters if one.alive]
    return words.missing("who does it", hint=f"such as: {names[0] if names else 'Kyra'}: ...", choices=names)


_WORDS_OF = {
    "to": "to whom or where", "card": "the card", "point": "the point that is ruled on", "by": "the card or power",
    "task": "the number of what was left pending", "owner": "the character to whom it is left", "amount": "how many",
}  # fmt: skip


def _required(event: type[Event]) -> frozenset[str]:
    found = {
        field.name
        for field in msgspec.structs.fields(event)
        if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
    }
    return frozenset(found)


# Refusals


#: How a refusal says that a point has to be ruled on, and what can be chosen.
_RULING = re.compile(r'a ruling on "(\w+)" is needed first: (.*)')


def refusal(state: State, event: Event, violations: Sequence[Violation], said: Token) -> Fault:
    """The fault of an illegal event: the rules that it breaks, and what is legal instead."""
    place = getattr(event, "place", "")
    alike = [one for one in legal(state) if getattr(one.event, "place", "") in {"", place} or not place]
    same = _texts(state, alike, type(event))
    asked = prompt(state)
    offered = same or (_texts(state, now(state)) if asked is not None else ())
    ruling = _RULING.fullmatch(violations[0].message)
    if ruling is not None:
        hint = f"rule {ruling[1]} {ruling[2]}"
    elif 0 < len(same) <= FEW:
        hint = f"legal instead: {_listed(same)}"
    else:
        # What is legal now is listed by itself, so the hint does not say it once more.
        left = len(offered) - MOST_OFFERED
        hint = "the game is over" if asked is None else f"now: {asked.text}"
        hint += f"; {left} more: gamelog can" if left > 0 else ""
    return Fault(
        kind="illegal",
        message="; ".join(dict.fromkeys(violation.message for violation in violations)),
        column=said.column,
        length=said.length,
        rule=violations[0].rule,
        hint=hint,
        choices=offered[:MOST_OFFERED],
    )


def _texts(state: State, options: Sequence[Option], only: type[Event] | None = None) -> tuple[str, ...]:
    """Options as they are typed, all of them or those of one kind; nothing late, nothing that a text must allow."""
    from engine.pathfinder.write_notation import option_text

    texts = [
        option_text(state, option)
        for option in options
        if option.rule != "PA-PRI-01"
        and getattr(option.event, "late", None) is None
        and (type(option.event) is only if only is not None else not isinstance(option.event, reducer.OF_RECORD))
    ]
    return tuple(dict.fromkeys(texts))


def _listed(texts: Sequence[str]) -> str:
    """The first texts, and how many more there are."""
    shown = grouped(texts, MOST_OFFERED)
    more = f"{shown[-1]}: gamelog can" if shown[-1].startswith("and ") else ""
    return f"{', '.join(shown[:-1])} {more}" if more else ", ".join(shown)
