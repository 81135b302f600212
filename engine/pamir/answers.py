"""How the answer to each question of the rules is read from the words that were typed; the table READERS lists them.

A reader gives the event that was meant, legal or not, or raises the fault of words that mean no event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from engine.events import Event
from engine.game import Fault
from engine.notation import (
    Choice,
    Misread,
    Word,
    ambiguous,
    could_be,
    did_you_mean,
    grouped,
    joined,
    named,
    number_in,
    pick,
    plain,
    quoted,
)
from engine.pamir import events as e
from engine.pamir import frames, reducer
from engine.pamir.actions import ACTION_RULES
from engine.pamir.board import LIMBO, PIECES, REGION_AT, REGIONS, SEATS_FROM, place_name, role
from engine.pamir.cards import ACTIONS, CARDS, COALITIONS, SUITS
from engine.pamir.dominance import AFGHAN
from engine.pamir.losses import takeable
from engine.pamir.move import destinations, movable_group_places
from engine.pamir.names import find_card, find_place, find_player, is_player, place_text, seat_names, unexpected
from engine.pamir.play import icon_group, icon_places
from engine.pamir.state import State, group_of_coalition, group_of_seat, owner_seat, pieces_at, place_of
from engine.pamir.write_notation import text_of

Words = Sequence[Word]


class Asked:
    """One choice as the answer to one question: the state, the frame that asks, and the words still to be read."""

    def __init__(self, state: State, frame: Any, choice: Choice) -> None:
        self.state = state
        self.frame = frame
        self.choice = choice
        self.words: Words = choice.words

    def keyword(self, *keys: str) -> str | None:
        """Take one of these words, or the first three letters of it or more, off the front."""
        if not self.words:
            return None
        typed = plain(self.words[0].text)
        for key in keys:
            if typed == key or (len(typed) > 2 and key.startswith(typed)):
                self.words = self.words[1:]
                return key
        return None

    def only(self, **events: Event) -> Event | None:
        """The event of the one word that stands here, if it is one of these (`_` for `-` in the names)."""
        key = self.keyword(*(name.replace("_", "-") for name in events))
        self.end_if(key is not None)
        return events[key.replace("-", "_")] if key else None

    def end_if(self, ended: bool) -> None:
        """Nothing more may follow."""
        if ended and self.words:
            raise unexpected(self.words)

    def take_mark(self) -> bool:
        """Whether the last word asks for a piece placed this turn; it is taken off."""
        marked = bool(self.words) and plain(self.words[-1].text) == "new"
        self.words = self.words[:-1] if marked else self.words
        return marked

    def take_source(self) -> str | None:
        """The place after `from`; it is taken off."""
        at = next((index for index, word in enumerate(self.words) if plain(word.text) == "from"), None)
        if at is None:
            return None
        source, self.words = self.words[at + 1 :], self.words[:at]
        if not source:
            raise self.lacks("from where?", [])
        return find_place(source, ("region", "border", "card", "gift", "supply"), in_courts(self.state))

    def lacks(self, message: str, choices: Sequence[str]) -> Misread:
        """That more has to be told."""
        end = self.choice.column + self.choice.length
        hint = f'go on with a choice, such as "{choices[0]}"' if choices else ""
        return Misread(Fault(kind="incomplete", message=message, column=end, hint=hint, choices=grouped(choices)))

    def unread(self, names: Sequence[str]) -> Misread:
        """That the choice is none of these words."""
        text = joined(self.choice.words)
        near = get_close_matches(plain(text), names, n=2)
        asked = reducer.prompt(self.state)
        hint = did_you_mean(near) or _legal_now(self.state)
        message = f"{quoted(text)} does not answer: {asked.text if asked else ''}"
        return self.choice.fault("malformed", message, hint=hint)


def in_courts(state: State) -> list[int]:
    """Every court card."""
    return [card for player in state.players for card in player.court]


# Setup and the turn


def _choosing(asked: Asked) -> Event:
    asked.keyword("loyalty")
    return e.LoyaltyChosen(coalition=_one_of(asked, COALITIONS, "coalition"))


def _one_of(asked: Asked, names: Sequence[str], what: str) -> str:
    if not asked.words:
        raise asked.lacks(f"which {what}?", names)
    return pick(Choice(tuple(asked.words)), joined(asked.words), named((name, name) for name in names), what)


_VERBS = ("buy", "play", *ACTIONS, "end")
_SHORT = {"b": "buy", "p": "play"}


def _main(asked: Asked) -> Event:
    verb, asked.words = _verb(asked.words[0]), asked.words[1:]
    if verb == "end":
        asked.end_if(True)
        return e.TurnEnded()
    player = asked.state.players[owner_seat(asked.state)]
    if verb == "play":
        return _play(asked, player.hand)
    if not asked.words:
        return _only_card(asked, verb)
    if verb == "buy":
        return e.CardPurchased(card=find_card(asked.words, asked.state.market))
    return e.ActionTaken(card=_used(asked, verb, player.court), action=verb)


def _used(asked: Asked, verb: str, court: tuple[int, ...]) -> int:
    """The court card of an action; what is done with it is told after it, and may have been told in its place."""
    words, text = Choice(tuple(asked.words)), joined(asked.words)
    usable = [one.partition(" ")[2] for one in _texts(asked.state) if one.startswith(f"{verb} ")]
    hint = f"the card comes first: {verb} {usable[0]}: {text}" if usable else ""
    try:
        card = find_card(asked.words, court)
    except Misread as misread:
        if misread.fault.hint or misread.fault.kind != "malformed":
            raise
        raise words.fault("malformed", misread.fault.message, hint=hint) from None
    if card not in court and plain(text) in REGIONS:
        raise words.fault("malformed", f"{quoted(text)} is no card", hint=hint)
    return card


def _verb(word: Word) -> str:
    key = plain(word.text)
    try:
        return _SHORT.get(key) or pick(Choice((word,)), word.text, named((verb, verb) for verb in _VERBS), "action")
    except Misread as misread:
        if misread.fault.kind == "ambiguous" or misread.fault.hint:
            raise
        hint = f"a line begins with {', '.join(_VERBS[:-1])} or {_VERBS[-1]}"
        raise Choice((word,)).fault("malformed", misread.fault.message, hint=hint) from None


def _only_card(asked: Asked, verb: str) -> Event:
    texts = {text_of(asked.state, event): event for event in reducer.legal_events(asked.state)}
    fitting = {text: event for text, event in texts.items() if text.startswith(f"{verb} ")}
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if not fitting:
        rule = ACTION_RULES.get(verb, "PP-3.1-actions")
        hint = _legal_now(asked.state)
        raise asked.choice.fault("illegal", f"{quoted(verb)} has no legal use now", rule=rule, hint=hint)
    raise asked.lacks(f"{verb} which card?", [text.partition(" ")[2] for text in fitting])


def _play(asked: Asked, hand: tuple[int, ...]) -> Event:
    last = plain(asked.words[-1].text) if asked.words else ""
    end = {"left": "left", "l": "left", "right": "right", "r": "right"}.get(last)
    words = asked.words[:-1] if end else asked.words
    near = [] if end or len(words) != 2 else get_close_matches(last, ("left", "right"))
    if near and number_in(words[0].text):
        message = f"{quoted(words[1].text)} is no end of a court"
        raise Choice(tuple(words[1:])).fault("malformed", message, hint=did_you_mean(near))
    if not words and not last:
        return _only_card(asked, "play")
    if not words:
        raise asked.lacks("play which card?", [str(card) for card in hand])
    card = find_card(words, hand)
    if end == "right":
        return e.CardPlayed(card=card, end="right")
    event = e.CardPlayed(card=card, end="left")
    court = asked.state.players[owner_seat(asked.state)].court
    if end is None and court and not reducer.check(asked.state, event):
        raise asked.lacks("on the left or on the right end of the court?", ["left", "right"])
    return event


# Bribes


def _bribe(asked: Asked) -> Event:
    if asked.frame.asked:
        if asked.keyword("lower"):
            return e.BribeLowered(amount=_amount(asked))
        answers = {"waive": e.BribeWaived(), "refuse": e.WaiverRefused()}
    else:
        if plain(joined(asked.words)) == "refuse to pay":
            return e.BribeDeclined()
        answers = {"pay": e.BribePaid(), "ask": e.WaiverAsked(), "withdraw": e.AttemptWithdrawn()}
        answers |= dict.fromkeys(("decline", "refuse_to_pay", "refuse"), e.BribeDeclined())
    others = {"waive": e.BribeWaived(), "pay": e.BribePaid(), "ask": e.WaiverAsked(), "withdraw": e.AttemptWithdrawn()}
    event = asked.only(**answers) or asked.only(**others)
    if event is None:
        raise asked.unread([name.replace("_", "-") for name in answers] + ["lower"] * asked.frame.asked)
    return event


def _amount(asked: Asked) -> int:
    if not asked.words:
        raise asked.lacks("to how many rupees?", [str(amount) for amount in range(1, asked.frame.amount + 1)])
    asked.words, word = asked.words[1:], asked.words[0]
    asked.end_if(True)
    amount = number_in(word.text)
    if amount is None or word.text.startswith("#"):
        raise Choice((word,)).fault("malformed", f"{quoted(word.text)} is no sum of rupees")
    return amount


# Placing


def _icons(asked: Asked) -> Event:
    state, icon, card = asked.state, asked.frame.icons[0], asked.frame.card
    if icon.startswith("favored:"):
        return _favor(asked)
    named_icon = asked.keyword("road", "army", "tribe", "spy")
    if named_icon and named_icon != icon:
        message = f"the next icon of #{card} {CARDS[card].name} is the {icon}, not the {named_icon}"
        raise asked.choice.fault("illegal", message, rule="PP-5.5-icons", hint="icons are placed in their order")
    kind = {"road": "border", "spy": "card"}.get(icon, "region")
    return _placed(asked, icon_group(state, icon), icon_places(state, card, icon), (kind,))


def _placed(asked: Asked, group: int, places: Sequence[str], kinds: tuple[str, ...]) -> Event:
    """A piece on a place; the only place and the only source need not be told."""
    marked, source = asked.take_mark(), asked.take_source()
    if asked.words:
        to = find_place(asked.words, kinds, in_courts(asked.state))
    elif len(places) == 1:
        to = places[0]
    else:
        raise asked.lacks("where?", _texts(asked.state))
    return e.PiecePlaced(piece=_piece_from(asked, group, source, marked=marked), to=to)


def _texts(state: State) -> list[str]:
    return [text_of(state, event) for event in reducer.legal_events(state)]


def _piece_from(asked: Asked, group: int, source: str | None, *, marked: bool) -> str:
    """The piece to be placed: from the supply or, with none there, from where it is taken."""
    state = asked.state
    free = takeable(state, group)
    if source is None:
        sources = list(dict.fromkeys(place_of(state, piece) for piece in free))
        if len(sources) > 1:
            choices = [f"from {text.partition(' from ')[2]}" for text in _texts(state) if " from " in text]
            raise asked.lacks("the supply is empty: from where is the piece taken?", list(dict.fromkeys(choices)))
        source = sources[0] if sources else ""
    there = [piece for piece in free if place_of(state, piece) == source] or pieces_at(state, group, source)
    none = f"{_owner(state, group)} has no piece on {place_name(source)}"
    return _one_of_alike(asked, there, none, marked=marked)


def _one_of_alike(asked: Asked, there: Sequence[str], none: str, *, marked: bool) -> str:
    """One of the pieces of one owner in one place: one that was not placed this turn, unless `new` asks for one."""
    placed = [piece for piece in there if piece in asked.state.placed]
    other = [piece for piece in there if piece not in asked.state.placed]
    found = placed if marked else other or placed
    if not found:
        rule = reducer.FRAMES[type(asked.frame)].rule
        message = "no piece there was placed this turn" if there else none
        raise asked.choice.fault("illegal", message, rule=rule, hint=_legal_now(asked.state))
    return found[0]


def _legal_now(state: State) -> str:
    return f"legal now: {', '.join(grouped(_texts(state)))}"


def _owner(state: State, group: int) -> str:
    return COALITIONS[group].capitalize() if group < SEATS_FROM else state.names[group - SEATS_FROM]


def _build(asked: Asked) -> Event:
    skipping = isinstance(asked.frame, frames.Infrastructure)
    answers = {"skip": e.Declined(), "decline": e.Declined()} if skipping else {"stop": e.Stopped()}
    event = asked.only(**answers)
    if event is not None:
        return event
    kinds = {"army": ("region",), "road": ("border",)}.get(asked.keyword("army", "road") or "", ("region", "border"))
    group = group_of_coalition(asked.state.players[owner_seat(asked.state)].loyalty)
    return _placed(asked, group, (), kinds)


def _blackmail(asked: Asked) -> Event:
    event = asked.only(skip=e.Declined(), decline=e.Declined())
    if event is not None:
        return event
    asked.keyword("spy")
    places = {one.to: None for one in reducer.legal_events(asked.state) if isinstance(one, e.PiecePlaced)}
    return _placed(asked, group_of_seat(owner_seat(asked.state)), tuple(places), ("card",))


def _insurrection(asked: Asked) -> Event:
    asked.keyword("army")
    return _placed(asked, AFGHAN, (REGION_AT["kabul"],), ("region",))


# Card actions


def _tax(asked: Asked) -> Event:
    state = asked.state
    if not is_player(asked.words, state.names):
        event = asked.only(stop=e.Stopped())
        if event is not None:
            return event
        if asked.keyword("market", "card"):
            if not asked.words:
                raise asked.lacks("from which market card?", _texts(state))
            return e.RupeeTaxed(card=find_card(asked.words, state.market))
        text = joined(asked.words)
        players = could_be(text, seat_names(state.names))
        cards = could_be(text, named((CARDS[card].name, card) for card in state.market if card))
        if number_in(asked.words[0].text) is not None or (cards and not players):
            return e.RupeeTaxed(card=find_card(asked.words, state.market))
        if cards:
            raise ambiguous(asked.choice, text, [name for name, _ in (*players, *cards)])
    return e.RupeeTaxed(seat=find_player(asked.words, state.names))


def _gift(asked: Asked) -> Event:
    asked.keyword("gift", "space")
    marked, source = asked.take_mark(), asked.take_source()
    if not asked.words:
        raise asked.lacks("which gift space?", _texts(asked.state))
    asked.words, word = asked.words[1:], asked.words[0]
    asked.end_if(True)
    slot = number_in(word.text)
    if slot is None or word.text.startswith("#"):
        raise Choice((word,)).fault("malformed", f"{quoted(word.text)} is no gift space", hint="they cost 2, 4 or 6")
    group = group_of_seat(owner_seat(asked.state))
    return e.GiftBought(slot=slot, piece=_piece_from(asked, group, source, marked=marked))


def _move(asked: Asked) -> Event:
    event = asked.only(stop=e.Stopped())
    if event is not None:
        return event
    what = asked.keyword("army", "tribe", "spy")
    marked = asked.take_mark()
    kinds = {"spy": ("card",), "army": ("region",), "tribe": ("region",)}.get(what or "", ("region", "card"))
    if not asked.words:
        raise asked.lacks("from where to where?", _texts(asked.state))
    start, to = _start_and_end(asked, kinds)
    state, seat = asked.state, owner_seat(asked.state)
    blocks, own = group_of_coalition(state.players[seat].loyalty), group_of_seat(seat)
    if what is None and start.startswith("region:"):
        both = pieces_at(state, blocks, start) and pieces_at(state, own, start)
        if both and any(other == (own, start) for other in movable_group_places(state, seat)):
            raise asked.choice.fault(
                "ambiguous", f"an army or a tribe of {place_name(start)}?", hint="begin with army or tribe",
                choices=("army", "tribe"),
            )  # fmt: skip
    group = blocks if what == "army" or (what is None and start.startswith("region:")) else own
    if what is None and group == blocks and not pieces_at(state, blocks, start):
        group = own
    noun = what or role(group, start)
    none = f"{_owner(state, group)} has no {noun} on {place_name(start)}"
    return e.PieceMoved(piece=_one_of_alike(asked, pieces_at(state, group, start), none, marked=marked), to=to)


def _start_and_end(asked: Asked, kinds: tuple[str, ...]) -> tuple[str, str]:
    """The two places of a move: with `to` or `>` between them, or wherever the words can be parted."""
    words, scope = asked.words, in_courts(asked.state)
    at = next((index for index, word in enumerate(words) if plain(word.text) in {"to", ">"}), None)
    if at is not None:
        if at == 0 or at == len(words) - 1:
            raise asked.lacks("from where to where?", _texts(asked.state))
        return find_place(words[:at], kinds, scope), find_place(words[at + 1 :], kinds, scope)
    found: dict[tuple[str, str], None] = {}
    for cut in range(1, len(words)):
        try:
            found[find_place(words[:cut], kinds, scope), find_place(words[cut:], kinds, scope)] = None
        except Misread:
            continue
    if len(found) > 1:
        both = [f"{place_name(start)} to {place_name(to)}" for start, to in found]
        raise ambiguous(asked.choice, joined(words), both)
    if found:
        return next(iter(found))
    start = find_place(words if len(words) == 1 else _longest(words, kinds, scope), kinds, scope)
    if len(words) > 1:
        find_place(words[1:], kinds, scope)
    reached = destinations(asked.state, owner_seat(asked.state), start) if _is_there(start, scope) else ()
    if len(reached) < 2:
        return start, reached[0] if reached else start
    raise asked.lacks(f"where to from {place_name(start)}?", [place_text(to) for to in reached])


def _is_there(place: str, courts: Sequence[int]) -> bool:
    return place.startswith("region:") or int(place.removeprefix("card:")) in courts


def _longest(words: Words, kinds: tuple[str, ...], scope: Sequence[int]) -> Words:
    """The words, or as many of the first as name a place."""
    for cut in range(len(words), 0, -1):
        try:
            find_place(words[:cut], kinds, scope)
        except Misread:
            continue
        return words[:cut]
    return words[:1]


def _betray(asked: Asked) -> Event:
    return e.CardBetrayed(card=find_card(asked.words, in_courts(asked.state)))


def _prize(asked: Asked) -> Event:
    event = asked.only(take=e.PrizeAccepted(), leave=e.PrizeRefused())
    if event is None:
        raise asked.unread(["take", "leave"])
    return event


# Battles


def _battle(asked: Asked) -> Event:
    event = asked.only(stop=e.Stopped())
    if event is not None:
        return event
    if not asked.frame.at:
        return e.BattleSiteChosen(at=find_place(asked.words, ("region", "card"), in_courts(asked.state)))
    marked = asked.take_mark()
    what = asked.keyword("army", "road", "tribe", "spy")
    legal = {(PIECES[one.piece][0], place_of(asked.state, one.piece)) for one in _removals(asked.state)}
    everywhere = dict.fromkeys((group, place) for group, at in enumerate(asked.state.pieces) for place in at)
    found = _targets(asked, what, legal)
    if len(found) > 1:
        texts = [text for text in _texts(asked.state) if text != "stop"]
        raise ambiguous(asked.choice, joined(asked.choice.words), [one for one in texts if not what or what in one])
    if not found:
        found = _targets(asked, what, [one for one in everywhere if one[1] not in {"supply", LIMBO}])
    if not found:
        at = place_name(asked.frame.at)
        message = f"there is no {joined(asked.choice.words)} to be removed at {at}"
        raise asked.choice.fault("illegal", message, rule="PP-6.9-battle", hint=_legal_now(asked.state))
    group, place = min(found, key=lambda one: one[1] != asked.frame.at)
    return e.PieceRemoved(piece=_one_of_alike(asked, pieces_at(asked.state, group, place), "", marked=marked))


def _removals(state: State) -> list[e.PieceRemoved]:
    return [event for event in reducer.legal_events(state) if isinstance(event, e.PieceRemoved)]


def _targets(asked: Asked, what: str | None, among: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """The groups and places that the rest of the words may mean: an owner, a place, both or neither."""
    fitting = [one for one in among if what is None or role(*one) == what]
    if not asked.words:
        return fitting
    found: dict[tuple[int, str], None] = {}
    faults: list[Misread] = []
    for cut in range(len(asked.words) + 1):
        owner, where = asked.words[:cut], asked.words[cut:]
        try:
            group = _owner_group(asked, owner) if owner else None
            place = find_place(where, ("region", "border", "card"), in_courts(asked.state)) if where else None
        except Misread as misread:
            faults.append(misread)
            continue
        found |= dict.fromkeys(one for one in fitting if group in {None, one[0]} and place in {None, one[1]})
    if len(faults) > len(asked.words):
        raise min(faults, key=lambda misread: misread.fault.kind != "ambiguous")
    return list(found)


def _owner_group(asked: Asked, words: Words) -> int:
    owners = [(name.capitalize(), group) for group, name in enumerate(COALITIONS)]
    if is_player(words, asked.state.names):
        return group_of_seat(find_player(words, asked.state.names))
    owners += [(name, group_of_seat(seat)) for seat, name in enumerate(asked.state.names)]
    return pick(Choice(tuple(words)), joined(words), named(owners), "coalition or player")


def _safe_house(asked: Asked) -> Event:
    event = asked.only(skip=e.Declined(), decline=e.Declined())
    if event is not None:
        return event
    asked.keyword("shelter")
    return e.SpySheltered(card=_card(asked, in_courts(asked.state)))


# Discards and events


def _card(asked: Asked, scope: Iterable[int]) -> int:
    if not asked.words:
        raise asked.lacks("which card?", _texts(asked.state))
    return find_card(asked.words, scope)


def _discard(asked: Asked) -> Event:
    prompt = reducer.prompt(asked.state)
    player = asked.state.players[prompt.seat or 0 if prompt else 0]
    if isinstance(asked.frame, frames.Cleanup) and asked.frame.stage == "events":
        asked.keyword("event", "discard")
        return e.EventDiscarded(card=_card(asked, asked.state.market))
    asked.keyword("discard")
    return e.CardDiscarded(card=_card(asked, (*player.court, *player.hand)))


def _favor(asked: Asked) -> Event:
    asked.keyword("favor", "favour", "suit")
    return e.FavoredSuitSet(suit=_one_of(asked, SUITS, "suit"))


def _riot(asked: Asked) -> Event:
    if asked.keyword("riot") and not asked.words:
        return e.RiotResolved(region=asked.frame.region)
    return e.RiotResolved(region=_one_of(asked, REGIONS, "region"))


def _rebuke(asked: Asked) -> Event:
    asked.keyword("rebuke")
    return e.RegionRebuked(region=_one_of(asked, REGIONS, "region"))


def _name_player(asked: Asked) -> Event:
    if not is_player(asked.words, asked.state.names):
        asked.keyword("name")
    if not asked.words:
        raise asked.lacks("which player?", _texts(asked.state))
    return e.PlayerNamed(seat=find_player(asked.words, asked.state.names))


def _instability(asked: Asked) -> Event:
    event = asked.only(instability=e.InstabilityResolved())
    if event is None:
        raise asked.unread(["instability", "confirm"])
    return event


def _confirm(asked: Asked) -> Event:
    event = asked.only(confirm=e.Confirmed())
    if event is None:
        raise asked.unread(["confirm", "yes"])
    return event


READERS: dict[type[frames.Frame], Callable[[Asked], Event]] = {
    frames.Choosing: _choosing,
    frames.Main: _main,
    frames.Bribe: _bribe,
    frames.Icons: _icons,
    frames.Tax: _tax,
    frames.Gift: _gift,
    frames.Build: _build,
    frames.Infrastructure: _build,
    frames.Move: _move,
    frames.Betray: _betray,
    frames.PrizeOffer: _prize,
    frames.Battle: _battle,
    frames.SafeHouse: _safe_house,
    frames.Blackmail: _blackmail,
    frames.Debt: _discard,
    frames.Losses: _discard,
    frames.Acknowledge: _confirm,
    frames.Cleanup: _discard,
    frames.SetFavored: _favor,
    frames.ChooseFavored: _favor,
    frames.Riot: _riot,
    frames.Confidence: _discard,
    frames.NamePlayer: _name_player,
    frames.Rebuke: _rebuke,
    frames.Instability: _instability,
    frames.Insurrection: _insurrection,
}
