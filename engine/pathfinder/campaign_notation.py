"""What is typed to a campaign: one line is one act between scenarios (`FORMS`).

Names may be shortened, and stand in quotes where they are to be taken as written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple, get_args

from engine.events import Event
from engine.game import Reading
from engine.judging import Violation
from engine.matching import Ambiguous, Missing, match
from engine.notation import Misread, did_you_mean, number_in, plain, quoted
from engine.pathfinder import campaign as rules
from engine.pathfinder import campaign_events as c
from engine.pathfinder.campaign_characters import HAND_SIZE, PROFICIENCIES, deck_misfits, too_many
from engine.pathfinder.campaign_state import State, member
from engine.pathfinder.cards import ADVENTURES, BOONS, CHARACTERS, SCENARIOS, find_card, find_scenario
from engine.pathfinder.options import Options
from engine.pathfinder.read_words import Token, cut_comment, in_quotes, misread, tokens_of
from engine.pathfinder.verdicts import rulings

#: What can be typed, a line for each act.
FORMS = """\
create Ann Kyra: Mace, Cure x2, ...      a character with its first deck
successor Ann Lem for Kyra: Sling, ...   the same, in the place of a dead one
deck Kyra: +Longbow, -Mace               what comes into the deck and leaves it; or the whole deck
trade Kyra Cure to Lem for Sling         before a scenario; after a comma more of it
feat Kyra skill Wisdom                   skill, power or card; with its card: feat Kyra card spell: Aid
role Kyra Healer                         a side of the role card
reward Kyra: Longbow                     a card that a reward gave
reward Kyra skill feat from SOURCE       a feat of a card that is not among the facts; or: text WORDS
won Brigandoom!                          a scenario that was played without a log; or: lost
completed adventure 3 NAME: card feat    one whose scenarios are not among the facts; or: path 1 NAME
died Kyra                                for good
retire Kyra                              its deck is kept; return Kyra takes it up again
remove Mace                              out of the game; restore Mace puts it back into the box
rule role_card_from adventure_3 by Ann   a point of the rules that the table decides
abandon GAME                             a scenario that came to no end
"""

_NEAR = 0.8
_MOST_COPIES = 20
#: The six skills, which take feats.
SKILLS = tuple(one.name for one in next(iter(CHARACTERS.values())).skills)


class _Line(NamedTuple):
    """A line taken apart: the words before the colon, and the pieces after it, which commas part."""

    head: tuple[Token, ...]
    pieces: tuple[tuple[Token, ...], ...]


def read_line(state: State, text: str) -> Reading:
    """The act that a line tells, judged against the state of the campaign."""
    typed, comment = cut_comment(text)
    try:
        line = _taken_apart(tokens_of(typed))
        if not line.head:
            return Reading(comment=comment)
        verb = _verb(line.head[0])
        event = _VERBS[verb](state, _Line(line.head[1:], line.pieces))
        wrong = [one for one in rules.judge(state, event) if one.grade != "finding"]
        if wrong:
            raise _refusal(line.head[0], wrong, created=verb in {"create", "successor"})
    except Misread as fault:
        return Reading(fault=fault.fault, comment=comment)
    return Reading(events=(event,), comment=comment)


def _refusal(at: Token, wrong: Sequence[Violation], *, created: bool) -> Misread:
    """Everything that is wrong, so that a first deck need not be mended fault by fault; its rule is the first one's."""
    told = "; ".join(dict.fromkeys(one.message for one in wrong))
    hint = "gamelog cards --type ally --basic lists what fits a first deck" if created else ""
    return misread("illegal", told, at, rule=wrong[0].rule, hint=hint)


def _taken_apart(tokens: Sequence[Token]) -> _Line:
    colon = next((number for number, one in enumerate(tokens) if (one.kind, one.text) == ("sign", ":")), len(tokens))
    pieces: list[list[Token]] = [[]]
    for one in tokens[colon + 1 :]:
        if (one.kind, one.text) == ("sign", ","):
            pieces.append([])
        else:
            pieces[-1].append(one)
    return _Line(tuple(tokens[:colon]), tuple(tuple(piece) for piece in pieces if piece))


def _verb(word: Token) -> str:
    try:
        return match(plain(word.text), list(_VERBS))
    except Ambiguous as several:
        raise misread("ambiguous", f"{quoted(word.text)} could be {' or '.join(several.choices)}", word) from None
    except Missing as none:
        hint = did_you_mean(none.suggestions) or f"one of {', '.join(_VERBS)}"
        raise misread("malformed", f"{quoted(word.text)} is nothing done in a campaign", word, hint=hint) from None


# Names


def _text(words: Sequence[Token]) -> str:
    return " ".join(word.text for word in words)


def _need(words: Sequence[Token], what: str, example: str) -> tuple[Token, ...]:
    if not words:
        raise misread("incomplete", f"{what} is missing", None, hint=f"such as {example}")
    return tuple(words)


def _one_of(words: Sequence[Token], names: Sequence[str], what: str) -> str:
    """The one of some names that words mean."""
    text = _text(words)
    by_plain = {plain(name): name for name in names}
    try:
        return by_plain[match(plain(text), list(by_plain))]
    except Ambiguous as several:
        choices = [by_plain[one] for one in several.choices]
        raise misread("ambiguous", f"{quoted(text)} could be {' or '.join(choices)}", _span(words)) from None
    except Missing as none:
        hint = did_you_mean([by_plain[one] for one in none.suggestions]) or f"one of {', '.join(names) or 'none yet'}"
        raise misread("malformed", f"there is no {what} {quoted(text)}", _span(words), hint=hint) from None


def _span(words: Sequence[Token]) -> Token | None:
    if not words:
        return None
    return words[0]._replace(length=words[-1].end - words[0].column)


def _who(state: State, words: Sequence[Token]) -> str:
    found = _need(words, "the character", '"retire Kyra"')
    return _one_of(found, [one.name for one in state.members], "character of this campaign")


def _card(words: Sequence[Token], near: Iterable[str] = ()) -> str:
    """The card that words mean; in quotes, or where no known card comes near, as it is written."""
    text = _text(words)
    if len(words) == 1 and words[0].kind == "name":
        return text
    try:
        return find_card(text, near).name
    except Ambiguous as several:
        message = f"{quoted(text)} could be {' or '.join(several.choices[:12])}"
        raise misread("ambiguous", message, _span(words), hint="type more of it") from None
    except Missing as none:
        if get_close_matches(plain(text), [plain(one) for one in none.suggestions], n=1, cutoff=_NEAR):
            hint = f"{did_you_mean(none.suggestions)} a card that is not in the facts is written in quotes"
            raise misread("malformed", f"there is no card {quoted(text)}", _span(words), hint=hint) from None
        return text


def _cards(pieces: Iterable[Sequence[Token]], near: Iterable[str] = ()) -> tuple[str, ...]:
    """Cards, each perhaps with how many of it: Cure x2, or 2x Cure."""
    found: list[str] = []
    near = tuple(near)
    for piece in pieces:
        times, words = _times(piece)
        found += [_card(words, near)] * times
    return tuple(found)


def _times(piece: Sequence[Token]) -> tuple[int, Sequence[Token]]:
    if len(piece) > 1:
        for number, rest in ((piece[-1], piece[:-1]), (piece[0], piece[1:])):
            said = number.text.casefold()
            digits = said.strip("x")
            if number.kind == "word" and "x" in said and len(said) == len(digits) + 1 and digits.isdecimal():
                times = int(digits)
                if not 1 <= times <= _MOST_COPIES:
                    raise misread(
                        "malformed", f"{quoted(number.text)} is not from x1 to x{_MOST_COPIES}", number,
                        hint="how many of a card stands after it: Cure x2",
                    )  # fmt: skip
                return times, rest
    return 1, piece


def _split_at(words: Sequence[Token], *keys: str) -> tuple[Sequence[Token], Sequence[Token]]:
    """The words before and after the first keyword; all and none if there is none."""
    for number, word in enumerate(words):
        if word.kind == "word" and word.text.casefold() in keys:
            return words[:number], words[number + 1 :]
    return words, ()


def _nothing_after(line: _Line) -> None:
    if line.pieces:
        raise misread("malformed", "nothing comes after a colon here", _span(line.pieces[0]))


# The acts


def _create(state: State, line: _Line) -> Event:
    return _created(line.head, line, "")


def _created(head: Sequence[Token], line: _Line, dead: str) -> Event:
    example = '"create Ann Kyra: Mace, Cure x2, ..."'
    if len(_need(head, "the player and the character", example)) == 1:
        raise misread("incomplete", "player and character are both named", head[0], hint=f"such as {example}")
    who = head[-1].text
    if head[-1].kind == "word" and plain(who) in {plain(name) for name in CHARACTERS}:
        who = _one_of(head[-1:], list(CHARACTERS), "character")
    cards = _cards(_need(line.pieces, "the deck", example))  # type: ignore[arg-type]
    return c.CharacterCreated(player=_text(head[:-1]), who=who, cards=cards, successor_of=dead)


def _successor(state: State, line: _Line) -> Event:
    head, dead = _split_at(line.head, "for")
    if dead:
        return _created(head, line, _who(state, dead))
    player = _text(head[:-1])
    waiting = [one.name for one in state.members if one.status == "dead" and plain(one.player) == plain(player)]
    if len(waiting) != 1:
        hint = '"successor Ann Lem for Kyra: ..." names the dead character'
        raise misread("incomplete", f"{player or 'nobody'} has {len(waiting)} dead characters", _span(head), hint=hint)
    return _created(head, line, waiting[0])


def _deck(state: State, line: _Line) -> Event:
    who = _who(state, line.head)
    one = member(state, who)
    deck, kept = (one.deck, one.kept) if one else ((), ())
    out: list[str] = []
    into: list[str] = []
    whole: list[str] = []
    for piece in _need(line.pieces, "what changes", '"deck Kyra: +Longbow, -Mace"'):  # type: ignore[arg-type]
        sign, words = _signed(piece)  # type: ignore[arg-type]
        near = deck if sign == "-" else (*kept, *deck)
        {"-": out, "+": into, "": whole}[sign].extend(_cards([words], near))
    if whole and (out or into):
        raise misread("malformed", "either the whole deck is told, or what comes with + and leaves with -", None)
    if whole:
        out = sorted((Counter(deck) - Counter(whole)).elements())
        into = sorted((Counter(whole) - Counter(deck)).elements())
    return c.DeckChanged(who=who, out=tuple(out), into=tuple(into))


def _signed(piece: Sequence[Token]) -> tuple[str, Sequence[Token]]:
    first = piece[0]
    if first.kind != "word" or first.text[0] not in "+-\u2212":
        return "", piece
    sign = "+" if first.text[0] == "+" else "-"
    rest = first._replace(text=first.text[1:], column=first.column + 1, length=first.length - 1)
    words = (rest, *piece[1:]) if rest.text else tuple(piece[1:])
    return sign, _need(words, "a card", '"+Longbow"')


def _trade(state: State, line: _Line) -> Event:
    _nothing_after(line)
    parts: list[list[Token]] = [[]]
    for word in line.head:
        if (word.kind, word.text) == ("sign", ","):
            parts.append([])
        else:
            parts[-1].append(word)
    handed: list[c.Handed] = []
    for part in parts:
        handed += _one_trade(state, _need(part, "who gives what to whom", '"trade Kyra Cure to Lem for Sling"'))
    return c.CardsTraded(handed=tuple(handed))


def _one_trade(state: State, words: Sequence[Token]) -> list[c.Handed]:
    given, rest = _split_at(words, "to")
    receiver, back = _split_at(rest, "for")
    giver, to = _who(state, given[:1]), _who(state, receiver)
    found = []
    for one, other, cards in ((giver, to, given[1:]), (to, giver, back)):
        owner = member(state, one)
        if cards or one == giver:
            words = _need(cards, "the card", '"trade Kyra Cure to Lem"')
            found.append(c.Handed(giver=one, card=_card(words, owner.deck if owner else ()), to=other))
    return found


def _feat(state: State, line: _Line) -> Event:
    example = '"feat Kyra skill Wisdom"'
    head = _need(line.head, "the character", example)
    who = _who(state, head[:1])
    feat = _one_of(_need(head[1:2], "skill, power or card", example), get_args(c.Feat), "kind of feat")
    what = _need(head[2:], "what the feat is for", example)
    box = number_in(what[-1].text) if len(what) > 1 and what[-1].kind == "word" else None
    words = what[:-1] if box is not None else what
    one = member(state, who)
    card = _cards(line.pieces[:1], one.kept if one else ())
    if len(line.pieces) > 1 or len(card) > 1:
        raise misread("malformed", "a card feat brings one card", _span(line.pieces[-1]))
    if feat == "skill":
        return c.FeatTaken(who=who, feat="skill", what=_one_of(words, SKILLS, "skill"), box=box)
    if feat == "card":
        return c.FeatTaken(
            who=who, feat="card", what=_one_of(words, BOONS, "type"), box=box, card=card[0] if card else ""
        )
    text = _text(words)
    fixed = next((one for one in (HAND_SIZE, *PROFICIENCIES) if plain(text) == one), text)
    return c.FeatTaken(who=who, feat="power", what=fixed, box=box, card=card[0] if card else "")


def _role(state: State, line: _Line) -> Event:
    _nothing_after(line)
    head = _need(line.head, "the character", '"role Kyra Healer"')
    who = _who(state, head[:1])
    words = _need(head[1:], "the role", '"role Kyra Healer"')
    known = CHARACTERS.get(who)
    quoted_name = len(words) == 1 and words[0].kind == "name"
    role = _one_of(words, known.roles, f"role of {who}") if known and not quoted_name else _text(words)
    return c.RoleChosen(who=who, role=role)


def _reward(state: State, line: _Line) -> Event:
    head, source = _split_at(line.head, "from")
    who = _who(state, head[:1])
    said = list(head[1:]) or [word for piece in line.pieces[:1] for word in piece]
    one = member(state, who)
    words = _need(said, "the reward", '"reward Kyra: Longbow"')
    called = _text(source)
    source_name = next((name for name in (*SCENARIOS, *state.completed) if plain(name) == plain(called)), called)
    if len(words) == 2 and plain(words[1].text) == "feat":
        feat = _one_of(words[:1], get_args(c.Feat), "kind of feat")
        return c.RewardReceived(who=who, feat=feat, source=source_name)  # type: ignore[arg-type]
    if plain(words[0].text) == "text" and len(words) > 1:
        return c.RewardReceived(who=who, text=_text(words[1:]), source=source_name)
    return c.RewardReceived(who=who, card=_card(words, one.kept if one else ()), source=source_name)


def _played(outcome: str) -> Callable[[State, _Line], Event]:
    def read(state: State, line: _Line) -> Event:
        words = _need(line.head, "the scenario", f'"{outcome} Brigandoom!"')
        reward = ", ".join(_text(piece) for piece in line.pieces)
        return c.ScenarioFinished(scenario=_scenario(words), outcome=outcome, reward=reward)  # type: ignore[arg-type]

    return read


def _scenario(words: Sequence[Token]) -> str:
    text = _text(words)
    if len(words) == 1 and words[0].kind == "name":
        return text
    try:
        return find_scenario(text).name
    except Ambiguous as several:
        raise misread("ambiguous", f"{quoted(text)} could be {' or '.join(several.choices)}", _span(words)) from None
    except Missing as none:
        if get_close_matches(plain(text), [plain(one) for one in none.suggestions], n=1, cutoff=_NEAR):
            hint = f"{did_you_mean(none.suggestions)} one that is not in the facts is written in quotes"
            raise misread("malformed", f"there is no scenario {quoted(text)}", _span(words), hint=hint) from None
        return text


def _completed(state: State, line: _Line) -> Event:
    example = '"completed adventure 3 Hook Mountain: card feat"'
    head = _need(line.head, "adventure or path", example)
    what = _one_of(head[:1], ("adventure", "path"), "thing to be completed")
    number = number_in(head[1].text) if len(head) > 1 else None
    if number is None:
        raise misread("incomplete", f"the number of the {what} is missing", head[0], hint=f"such as {example}")
    words = _need(head[2:], "the name", example)
    name = _text(words)
    if what == "adventure":
        name = _adventure_near(state, name, words)
    reward = ", ".join(_text(piece) for piece in line.pieces)
    return c.AdventureCompleted(name=name, number=number, reward=reward, path=what == "path")


def _adventure_near(state: State, name: str, words: Sequence[Token]) -> str:
    """The adventure of the facts, or one completed already, that is meant; the name as it is where it comes near none.

    One that is spelled otherwise than the facts spell it is asked for, for it would be another one, with a reward of
    its own.
    """
    by_plain = {plain(one): one for one in (*ADVENTURES, *state.completed)}
    try:
        return by_plain[match(plain(name), list(by_plain))]
    except Ambiguous as several:
        near = [by_plain[one] for one in several.choices]
    except Missing as none:
        near = [by_plain[one] for one in none.suggestions]
    if not near:
        return name
    raise misread("malformed", f"there is no adventure {quoted(name)}", _span(words), hint=did_you_mean(near))


def _died(state: State, line: _Line) -> Event:
    return c.CharacterLost(who=_who(state, line.head), cause=", ".join(_text(piece) for piece in line.pieces))


def _retire(state: State, line: _Line) -> Event:
    who = _who(state, line.head)
    one = member(state, who)
    deck = one.deck if one else ()
    return c.CharacterRetired(who=who, cards=_cards(line.pieces, deck) or deck)


def _return(state: State, line: _Line) -> Event:
    _nothing_after(line)
    head, player = _split_at(line.head, "for")
    return c.CharacterReturned(who=_who(state, head), player=_text(player))


def _remove(state: State, line: _Line) -> Event:
    return c.BoxChanged(removed=_box_cards(line))


def _restore(state: State, line: _Line) -> Event:
    return c.BoxChanged(returned=_box_cards(line, state.removed))


def _box_cards(line: _Line, near: Iterable[str] = ()) -> tuple[str, ...]:
    pieces: list[list[Token]] = [[]]
    for word in line.head:
        if (word.kind, word.text) == ("sign", ","):
            pieces.append([])
        else:
            pieces[-1].append(word)
    said = [piece for piece in (*pieces, *line.pieces) if piece]
    if not said:
        raise misread("incomplete", "a card is missing", None, hint='such as "remove Mace"')
    return _cards(said, near)


def _rule(state: State, line: _Line) -> Event:
    _nothing_after(line)
    head, by = _split_at(line.head, "by")
    words = _need(head, "the point", '"rule role_card_from adventure_3"')
    point = _one_of(words[:1], Options.__struct_fields__, "point of the rules")
    choice = _one_of(_need(words[1:], "the reading", f"one of {', '.join(rulings(point))}"), rulings(point), "reading")
    return c.PointRuled(point=point, choice=choice, by=_text(by))


def _abandon(state: State, line: _Line) -> Event:
    _nothing_after(line)
    going = {one.name or one.scenario: one.game for one in state.played if not one.outcome}
    words = line.head
    if not words and len(going) == 1:
        return c.ScenarioAbandoned(game=next(iter(going.values())))
    if not going:
        hint = "a scenario goes on from gamelog new pathfinder GAME --campaign until it ends"
        raise misread("malformed", "no scenario goes on that could be abandoned", _span(words), hint=hint)
    name = _one_of(_need(words, "the game", '"abandon tuesday"'), list(going), "scenario that goes on")
    return c.ScenarioAbandoned(game=going[name])


_VERBS: dict[str, Callable[[State, _Line], Event]] = {
    "create": _create,
    "successor": _successor,
    "deck": _deck,
    "trade": _trade,
    "feat": _feat,
    "role": _role,
    "reward": _reward,
    "won": _played("won"),
    "lost": _played("lost"),
    "completed": _completed,
    "died": _died,
    "retire": _retire,
    "return": _return,
    "remove": _remove,
    "restore": _restore,
    "rule": _rule,
    "abandon": _abandon,
}


# Written


def write_action(state: State, events: Sequence[Event]) -> str:
    """The line that tells these events; empty for what the log of a scenario brought."""
    return "; ".join(text for event in events if (text := _written(state, event)))


def _written(state: State, event: Event) -> str:
    match event:
        case c.CharacterCreated(successor_of=""):
            return f"create {event.player} {_name(event.who)}: {_list(event.cards)}"
        case c.CharacterCreated():
            return f"successor {event.player} {_name(event.who)} for {event.successor_of}: {_list(event.cards)}"
        case c.DeckChanged():
            changes = [*(f"-{_name(card)}" for card in event.out), *(f"+{_name(card)}" for card in event.into)]
            return f"deck {event.who}: {', '.join(changes)}"
        case c.CardsTraded():
            return "trade " + ", ".join(f"{one.giver} {_name(one.card)} to {one.to}" for one in event.handed)
        case c.FeatTaken():
            box = f" {event.box}" if event.box is not None else ""
            card = f": {_name(event.card)}" if event.card else ""
            return f"feat {event.who} {event.feat} {event.what}{box}{card}"
        case c.RoleChosen():
            return f"role {event.who} {event.role}"
        case c.RewardReceived():
            what = f" {event.feat} feat" if event.feat else f" text {event.text}" if event.text else ""
            source = f" from {event.source}" if event.source else ""
            return f"reward {event.who}{what}{source}{': ' + _name(event.card) if event.card else ''}"
        case c.ScenarioFinished(game=""):
            return f"{event.outcome} {_name(event.scenario)}{': ' + event.reward if event.reward else ''}"
        case c.AdventureCompleted():
            what = "path" if event.path else "adventure"
            return f"completed {what} {event.number} {event.name}{': ' + event.reward if event.reward else ''}"
        case c.CharacterLost():
            return f"died {event.who}{': ' + event.cause if event.cause else ''}"
        case c.CharacterRetired():
            return f"retire {event.who}: {_list(event.cards)}"
        case c.CharacterReturned():
            return f"return {event.who}{' for ' + event.player if event.player else ''}"
        case c.BoxChanged():
            return f"remove {_list(event.removed)}" if event.removed else f"restore {_list(event.returned)}"
        case c.PointRuled():
            return f"rule {event.point} {event.choice}{' by ' + event.by if event.by else ''}"
        case c.ScenarioAbandoned():
            going = next((one for one in state.played if one.game == event.game), None)
            return f"abandon {going.name if going else ''}".strip()
    return ""


def _name(text: str) -> str:
    """A name as it reads back."""
    try:
        if text and not any(sign in text for sign in ',:;()="') and _card(tokens_of(text)) == text:
            return text
    except Misread:
        pass
    return in_quotes(text)


def _list(cards: Iterable[str]) -> str:
    counts = Counter(cards)
    return ", ".join(f"{_name(card)}{f' x{number}' if number > 1 else ''}" for card, number in counts.items())


# What waits to be done


def option_texts(state: State) -> list[tuple[str, str, str]]:
    """What was granted and waits to be taken: the line to type, what it does, and its rule."""
    found = []
    for one in state.members:
        for owed in one.owed:
            what = f"{owed.text} ({owed.source})" if owed.source else owed.text
            if owed.kind == "feat":
                slot = {"skill": "SKILL", "power": "POWER", "card": "TYPE"}[owed.feat or "skill"]
                found.append((f"feat {one.name} {owed.feat} {slot}", f"{one.name}: {what}", "PA-CHR-03"))
            elif owed.kind == "draw":
                found.append((f"reward {one.name}: CARD", f"{one.name}: {what}", "PA-END-02"))
            else:
                found.append((f"reward {one.name} text ...", f"{one.name}: {what}", "PA-END-02"))
    found += [
        (f"reward WHO: {owed.card}", f"the party: {owed.text} ({owed.source})", "PA-END-02") for owed in state.party
    ]
    found += [
        (f"deck {one.name}: {'-' if too_many(state, one, one.deck) else '+'}CARD", message, "PA-CHR-02")
        for one in state.members
        if one.status == "ready" and (message := deck_misfits(state, one, one.deck))
    ]
    return found
