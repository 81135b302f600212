"""The values of clauses: names, lists of cards, numbers, payments, dice, cards that change their zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from engine.matching import Ambiguous, Missing, match
from engine.notation import MOST_REPEATS, Misread, did_you_mean, quoted
from engine.pathfinder import events as e
from engine.pathfinder.cards import find_card
from engine.pathfinder.dice import DiceTerm, read_expression
from engine.pathfinder.notation_forms import HOWS, Clause
from engine.pathfinder.options import Options
from engine.pathfinder.read_names import (
    TYPES,
    card_named,
    character_named,
    is_character,
    known_cards,
    place_named,
    skill_named,
    span_of,
    type_of,
)
from engine.pathfinder.read_words import Token, Words, digits, key_of, misread, one_word
from engine.pathfinder.record import numbers_called
from engine.pathfinder.state import character, to_take
from engine.pathfinder.zones import Pile

if TYPE_CHECKING:
    from engine.pathfinder.read_forms import FormReader

#: The most cards that one list may have, and the most events of a range.
MOST_CARDS = 200
MOST_EVENTS = 100_000


def is_dice(text: str) -> bool:
    """Whether a text is an expression of dice and modifiers."""
    try:
        read_expression(text)
    except Misread:
        return False
    return True


# What each kind of clause takes


def _who(reader: FormReader, clause: Clause, token: Token) -> Any:
    if reader.words.word("nobody"):
        return ""
    found = _character(reader)
    if clause.field == "who":
        reader.who = found
    return found


def _character(reader: FormReader) -> str:
    """The character whose name the next words are; of words that are no name the first alone, the rest being a text."""
    begun = reader.words.at
    name = reader.name("a character")
    if reader.words.at - begun > 1 and not is_character(reader.state, name):
        reader.words.at = begun
        name = reader.words.next()
    return character_named(reader.state, name)


def _place(reader: FormReader, clause: Clause, token: Token) -> Any:
    return place_named(reader.state, reader.name("a location"))


def _card(reader: FormReader, clause: Clause, token: Token) -> Any:
    return reader.card()


def _source(reader: FormReader, clause: Clause, token: Token) -> Any:
    """A card or a power: a card that is known at the table by whatever means it, anything else as it is written."""
    reader.words.word("by")
    name = reader.name("a card or a power", number=True)
    if name.kind == "word":
        known = known_cards(reader.state, reader.who)
        try:
            found = find_card(name.text, known)
        except LookupError:
            return name.text
        if found.name in known and found.copy is None:
            return found.name
    return name.text


def _list(reader: FormReader, one: Callable[[], Any]) -> tuple[Any, ...]:
    if reader.words.word("none"):
        return ()
    found = [one()]
    while reader.words.sign(","):
        after = reader.words.peek()
        if after is None:
            break
        if after.kind == "sign" or (after.kind == "word" and key_of(after) in reader.form.by_word):
            break
        found.append(one())
        if len(found) > MOST_CARDS:
            raise misread("malformed", f"more than {MOST_CARDS} names", after)
    return tuple(found)


def _cards(reader: FormReader, clause: Clause, token: Token) -> Any:
    first = reader.words.peek()
    number = digits(first)
    if number is not None and clause.other and not _name_behind(reader):
        reader.words.next()
        reader.words.word("cards", "card")
        reader.fields[clause.other] = number
        return None
    if reader.form.event in _ALL_OF and reader.words.word_here() == "all" and not _name_behind(reader):
        return _all(reader, clause)
    found = _list(reader, lambda: repeated(reader))
    return tuple(card for cards in found for card in cards)


#: Events of which "all" can be said, and the zone of whose cards it is said.
_ALL_OF = {e.DamageTaken: "hand", e.Healed: "discard"}


def _all(reader: FormReader, clause: Clause) -> tuple[str, ...] | None:
    """All cards of the zone, or of damage as many as are owed: by name where all go and are known, else their number.

    Raises:
        Misread: nobody knows how many there are.
    """
    word = reader.words.next()
    who = reader.fields.get("who") or reader.who
    owner = character(reader.state, who)
    zone = _ALL_OF[reader.form.event]
    pile: Pile = getattr(owner, zone) if owner is not None else Pile()
    owed = next((one.amount for one in to_take(reader.state) if one.who == who), None)
    count = pile.size if zone != "hand" or owed is None else min(owed, owed if pile.size is None else pile.size)
    if count is None:
        hint = "tell the number, or name the cards"
        raise misread("malformed", f"nobody knows how many cards are in the {zone} of {who}", word, hint=hint)
    if pile.is_whole and count == pile.size:
        return pile.known
    reader.fields[clause.other] = count
    return None


_COUNT = re.compile(r"[-+]?[0-9]+(?: (?:more )?(?:cards?|unknown|others?))?", re.IGNORECASE)
_TIMES = re.compile(r"(.+) [xX]([0-9]{1,2})")


def repeated(reader: FormReader, stops: Iterable[str] = ()) -> tuple[str, ...]:
    """A card, or the same several times: `Cure x2`.

    Raises:
        Misread: it is no card, or a number.
    """
    name = reader.name("a card", number=True, stops=stops)
    if name.kind == "word" and _COUNT.fullmatch(name.text):
        raise _number_for_card(name)
    kind = name.kind
    behind = reader.words.peek()
    if name.kind == "name" and behind is not None and _TIMES.fullmatch(f"- {behind.text}"):
        reader.words.next()
        name = Token("word", f"{name.text} {behind.text}", name.column, behind.end - name.column)
    times = _TIMES.fullmatch(name.text) if name.kind == "word" else None
    if times is None:
        return (card_named(reader.state, name, reader.who),)
    number = int(times.group(2))
    if not 1 <= number <= MOST_REPEATS:
        raise misread("malformed", f"{quoted(name.text)} is not from x1 to x{MOST_REPEATS}", name)
    bare = name._replace(text=times.group(1), length=len(times.group(1)), kind=kind)
    return (card_named(reader.state, bare, reader.who),) * number


def _number_for_card(number: Token) -> Misread:
    """That a number stands where a card is wanted, for a list names all its cards or none."""
    hint = "name all, or tell the number alone; what else is known then stands in: state Hand: Cure, 2 unknown"
    message = f"{quoted(number.text)} is a number among named cards"
    return misread("malformed", message, number, hint=hint)


def _name_behind(reader: FormReader) -> bool:
    after = reader.words.peek(1)
    if after is None or after.kind != "word" or digits(after) is not None or key_of(after) in {"card", "cards"}:
        return False
    return key_of(after) not in reader.form.by_word


def _places(reader: FormReader, clause: Clause, token: Token) -> Any:
    return _list(reader, lambda: place_named(reader.state, reader.name("a location")))


def _number(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    text = here.text if here is not None and here.kind == "word" else ""
    if clause.field == "late" and text[:1] in {"E", "e"} and here is not None:
        here = here._replace(text=text[1:])
    number = digits(here)
    if number is None:
        raise reader.words.missing("a number", hint=f"such as: {reader.form.usage}")
    reader.words.next()
    return number


def _numbers(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Numbers of events and ranges of them as people know them: `12..15 18`. Notes within a range count for nothing."""
    found: list[int] = []
    known = None if reader.state.called is None else numbers_called(reader.state)
    while (here := reader.words.peek()) is not None and here.kind == "word":
        first, dots, last = here.text.partition("..")
        low, high = (digits(here._replace(text=one)) for one in (first, last if dots else first))
        if low is None or high is None:
            break
        if not 0 <= high - low < MOST_EVENTS:
            raise misread("malformed", f"{quoted(here.text)} is no range of events", here, hint="such as 12..15")
        span = range(low, high + 1)
        counting = list(span) if known is None else [known[number] for number in span if number in known]
        if not counting:
            once = low == high < max(known or (0,))
            message = (
                f"event {low} is a note, or was undone" if once else f"{quoted(here.text)} names no event that counts"
            )
            raise misread("illegal", message, here, hint="gamelog log has their numbers")
        found += counting
        reader.words.next()
        if reader.words.sign(","):
            continue
    if not found:
        raise reader.words.missing("the number of an event", hint='such as: void 12..15 "done again"')
    return tuple(found)


def _text(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    if here is not None and here.kind == "name":
        reader.words.next()
        return here.text
    return reader.name("a text", number=True, stops=()).text if here is None else _words(reader)


def _names(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Several people, with commas between."""
    return ", ".join(_list(reader, lambda: _text(reader, clause, token)))


def _words(reader: FormReader) -> str:
    """Words up to a sign or a word that begins something else."""
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a text")
    taken = [reader.words.next()]
    while (after := reader.words.peek()) is not None and not reader.stops(after):
        taken.append(reader.words.next())
    return span_of(taken).text


def _word(reader: FormReader, clause: Clause, token: Token) -> Any:
    """One word as it stands: a point that can be ruled on, or its reading."""
    here = reader.words.peek()
    if here is None or here.kind not in {"word", "name"}:
        raise reader.words.missing(f"the {clause.field}", hint=f"such as: {reader.form.usage}")
    reader.words.next()
    if clause.field == "point" and here.kind == "word" and here.text not in Options.__struct_fields__:
        return _point(here)
    return here.text


def _point(here: Token) -> str:
    """An option point by a unique beginning; a point of the table's own stands in quotes."""
    points = Options.__struct_fields__
    try:
        return match(key_of(here), points)
    except Ambiguous as several:
        message = f"{quoted(here.text)} could be {' or '.join(several.choices)}"
        raise misread("ambiguous", message, here, hint="type more of it", choices=several.choices) from None
    except Missing as none:
        near = did_you_mean(none.suggestions) or "gamelog rules --options lists the points;"
        message = f"there is no point {quoted(here.text)}"
        hint = f"{near} a point of your own is written in quotes"
        raise misread("malformed", message, here, hint=hint, choices=none.suggestions) from None


def _choice(reader: FormReader, clause: Clause, token: Token) -> Any:
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing(f"the {clause.field}", hint=f"one of {', '.join(clause.values)}")
    reader.words.next()
    return clause.values[one_word(here, clause.values, clause.field)]


def _flag(reader: FormReader, clause: Clause, token: Token) -> Any:
    if clause.words == ("says",):
        reader.words.word("so")
    if clause.words == ("lacks",):
        reader.words.word("skill")
    return True


def _skill(reader: FormReader, clause: Clause, token: Token) -> Any:
    return skill_named(reader.name("a skill"))


def _hows(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Ways joined by a plus: `reveal+discard`."""
    here = reader.words.peek()
    if here is None or here.kind != "word":
        raise reader.words.missing("a way of playing", hint="such as: powers reveal+discard")
    reader.words.next()
    return tuple(one_word(here._replace(text=one), HOWS, "way of playing") for one in here.text.split("+"))


def read_payment(reader: FormReader) -> e.Payment:
    """A card that pays: what is done with it, the card, perhaps its type, perhaps the effect that permits it."""
    how: Any = one_word(reader.words.next(), HOWS, "way of paying")
    card = reader.card(stops=(*TYPES, "permitted"))
    type_ = reader.words.word_here()
    if type_ in TYPES:
        reader.words.next()
    else:
        type_ = type_of(reader.state, card)
    permission = ""
    if reader.words.word("permitted"):
        reader.words.word("by")
        permission = reader.name("the effect").text
    return e.Payment(card=card, how=how, type=type_, permission=permission)


def _payment(reader: FormReader, clause: Clause, token: Token) -> Any:
    paid = read_payment(reader)
    if reader.form.event is e.Explored:
        reader.fields.setdefault("source", "card")
    return paid


def _payments(reader: FormReader, clause: Clause, token: Token) -> Any:
    return (*reader.fields.get(clause.field, ()), read_payment(reader))


def _dice(reader: FormReader, clause: Clause, token: Token) -> Any:
    dice, modifiers = read_dice(reader.words)
    if modifiers:
        reader.fields[clause.other] = modifiers
    return dice


def read_dice(words: Words) -> tuple[tuple[e.Die, ...], tuple[e.Part, ...]]:
    """Dice and modifiers of an expression in quotes, and the results behind it.

    What a die shows that is taken away is kept as a modifier, for a die of a roll adds to it.

    Raises:
        Misread: it is no expression, or there are too few or too many results.
    """
    token = words.next()
    try:
        expression = read_expression(token.text)
    except Misread as wrong:
        fault = wrong.fault
        at = token._replace(column=token.column + fault.column, length=fault.length)
        raise misread(fault.kind, fault.message, at, hint=fault.hint, rule=fault.rule) from None
    results: list[int] = []
    spans: list[Token] = []
    words.sign("=")
    while (here := words.peek()) is not None:
        number = digits(here)
        if number is not None:
            results.append(number)
            spans.append(here)
        elif (
            here.kind != "sign"
            or here.text not in "(),"
            or (here.text == "," and digits(words.peek(1)) is None and not _sign(words.peek(1), "("))
        ):
            break
        words.next()
    if len(results) != expression.count:
        message = f"the number of dice is {expression.count}, of results {len(results)}"
        over = len(results) > expression.count
        at = spans[expression.count] if over else Token("sign", "", max(1, words.end), 1)
        raise misread(
            "malformed" if over else "incomplete",
            message,
            at,
            hint="the results stand behind the dice, in their order",
        )
    dice: list[e.Die] = []
    modifiers: list[e.Part] = []
    left = iter(results)
    for term in expression.terms:
        if not isinstance(term, DiceTerm):
            modifiers.append(e.Part(value=term.value, why=term.why))
            continue
        for _ in range(term.count):
            result = next(left)
            if term.negative:
                modifiers.append(e.Part(value=-result, why=term.why or f"d{term.sides}"))
            else:
                dice.append(e.Die(sides=term.sides, result=result, why=term.why))
    return tuple(dice), tuple(modifiers)


def _sign(token: Token | None, text: str) -> bool:
    return token is not None and token.kind == "sign" and token.text == text


def read_changes(reader: FormReader, clause: Clause, token: Token) -> Any:
    """Cards that went from zone to zone."""
    from engine.pathfinder.read_changes import changes

    return changes(reader, clause)


def _setup(reader: FormReader, clause: Clause, token: Token) -> Any:
    """A character that joins: its name, and where it begins."""
    name = reader.name("the name of the character", stops=("at",)).text
    at = place_named(reader.state, reader.name("a location")) if reader.words.word("at") else ""
    return e.CharacterSetup(name=name, location=at)


READERS: dict[str, Callable[[FormReader, Clause, Token], Any]] = {
    "who": _who,
    "place": _place,
    "places": _places,
    "card": _card,
    "cards": _cards,
    "source": _source,
    "number": _number,
    "numbers": _numbers,
    "text": _text,
    "names": _names,
    "word": _word,
    "choice": _choice,
    "flag": _flag,
    "skill": _skill,
    "hows": _hows,
    "payment": _payment,
    "payments": _payments,
    "dice": _dice,
    "changes": read_changes,
    "setup": _setup,
}
