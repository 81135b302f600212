"""Reading a position back: from the text that `show --position` prints, from JSON, or from a few lines typed by hand.

A text has one key and its value on a line, the value as JSON (a single word may stand without quotes); `#` begins a
comment. Keys that are left out are empty: no cards, no pieces, four rupees, two actions, political favored. What can
be reckoned from other keys (`supply`, `pool`, `influence`, `stars`, `ruler`, the counts) need not be given; if it is,
it has to agree. Where neither `deck` nor `draw_pile` is given no card comes out, and a Dominance Check counts as the
last only if all four are seen; with `deck 0` it is the last for certain. A position that cannot be, because a card or a
piece is there twice, is refused with the key.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NoReturn

import msgspec

from engine.judging import Violation
from engine.pamir.board import (
    BLOCKS,
    BORDER_AT,
    CYLINDERS,
    GIFT_AT,
    GIFT_SLOTS,
    LIMBO,
    PIECES,
    REGION_AT,
    SEATS_FROM,
    SUPPLY,
    card_name,
)
from engine.pamir.cards import CARDS, COALITIONS, SUITS, is_check, is_court_card
from engine.pamir.frames import AnyFrame, Blackmail, Choosing, Cleanup, Losses, Main, Refill
from engine.pamir.occasions import EFFECT_CARDS, PERSONAL
from engine.pamir.options import Options
from engine.pamir.read_pending import pending_fault
from engine.pamir.state import COLUMNS, SLOTS, Player, Result, State
from engine.position import PositionError

_SEAT_KEYS = (
    "loyalty", "rupees", "vp", "hand", "court", "prizes", "effects", "gifts", "supply", "spies", "tribes", "limbo",
    "influence", "stars",
)  # fmt: skip
_KEYS = (
    "phase", "actor", "turn_of", "actions_left", "favored", "effects", "pool", "deck", "discards", "spent", "locked",
    "placed", "turn", "refusals", "pending", "deck_checks", "drawn", "deck_whole", "pile", "draw_pile",
    "discard_pile", "result",
)  # fmt: skip
_GLOBAL_EFFECTS = ("embarrassment_of_riches", "disregard_for_customs", "conflict_fatigue", "pashtunwali_values")
_PERSONAL_EFFECTS = (*PERSONAL.values(), "rumor")
_LINE = re.compile(r"\s*(\S+?)\s*(?:[:=]\s*|\s+)(.+?)\s*$")


def parse_position(text: str, seats: int) -> dict[str, Any]:
    """The flat mapping that a text gives, with its keys checked but not yet its values.

    Raises:
        PositionError: a line or a key cannot be read.
    """
    if text.lstrip().startswith("{"):
        try:
            values = msgspec.json.decode(text, type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeEncodeError, RecursionError) as fault:
            raise PositionError("", f"not a JSON object: {fault}") from None
        for key in values:
            _known(key, seats, 0)
        return values
    values = {}
    for number, line in enumerate(text.splitlines(), start=1):
        bare = re.sub(r"(^|\s)#.*$", "", line)
        if not bare.strip():
            continue
        match = _LINE.match(bare)
        if match is None:
            raise PositionError(bare.strip(), "a key needs a value", number)
        key, value = match.groups()
        _known(key, seats, number)
        if key in values:
            raise PositionError(key, "is given twice", number)
        values[key] = _value(key, value, number)
    return values


def _value(key: str, text: str, line: int) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        if re.fullmatch(r"[a-z_]+", text):
            return text
        shown = text.encode(errors="backslashreplace").decode()
        raise PositionError(key, f'"{shown}" is neither JSON nor a word', line) from None


@cache
def _all_keys(seats: int) -> Mapping[str, None]:
    """Every key of a position for so many seats, in its order."""
    keys = [*_KEYS, *(f"p{seat}.{key}" for seat in range(seats) for key in _SEAT_KEYS)]
    keys += [f"r.{region}.{key}" for region in REGION_AT for key in ("armies", "ruler")]
    keys += [f"b.{border}" for border in BORDER_AT]
    keys += [f"m.{slot // COLUMNS}.{slot % COLUMNS}" for slot in range(SLOTS)]
    keys += [f"pieces.{name}" for name in (*COALITIONS, *(f"p{seat}" for seat in range(seats)))]
    return MappingProxyType(dict.fromkeys(keys))


def _known(key: str, seats: int, line: int) -> None:
    keys = _all_keys(seats)
    if key in keys:
        return
    if (seat := re.fullmatch(r"(?:pieces\.)?p([0-4])(?:\..*)?", key)) and int(seat[1]) >= seats:
        raise PositionError(key, f"belongs to player {int(seat[1]) + 1}, but {seats} are named", line)
    near = difflib.get_close_matches(key, keys, n=1)
    hint = f', did you mean "{near[0]}"?' if near else f" in a position for {seats} players"
    raise PositionError(key, f"is no key{hint}", line)


class _Reader:
    """Reads typed values out of the mapping, naming the key in every fault."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def fail(self, key: str, message: str) -> NoReturn:
        raise PositionError(key, message)

    def whole(self, key: str, default: int, least: int = 0, most: int = 100_000) -> int:
        value = self.values.get(key, default)
        if not _is_whole(value) or not least <= value <= most:
            self.fail(key, f"a whole number from {least} to {most} is expected, not {_shown(value)}")
        return int(value)

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.fail(key, f"true or false is expected, not {_shown(value)}")
        return value

    def word(self, key: str, allowed: tuple[str, ...], default: str | None) -> str:
        value = self.values.get(key, default)
        if value is None:
            self.fail(key, f"is missing; one of {', '.join(allowed)}")
        if value not in allowed:
            self.fail(key, f"one of {', '.join(allowed)} is expected, not {_shown(value)}")
        return str(value)

    def words(self, key: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list) or any(one not in allowed for one in value) or len(set(value)) != len(value):
            self.fail(key, f"a list of {', '.join(allowed)} is expected, not {_shown(value)}")
        return tuple(sorted(value))

    def cards(self, key: str, *, court_only: bool = False) -> tuple[int, ...]:
        value = self.values.get(key, [])
        if not isinstance(value, list):
            self.fail(key, f"a list of card numbers is expected, not {_shown(value)}")
        for card in value:
            if not _is_whole(card) or card not in CARDS:
                self.fail(key, f"there is no card {_shown(card)}")
            if court_only and not is_court_card(card):
                self.fail(key, f"{card_name(card)} is no court card")
        return tuple(value)

    def triple(self, key: str) -> tuple[int, int, int]:
        value = self.values.get(key, [0, 0, 0])
        good = (
            isinstance(value, list)
            and len(value) == 3
            and all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in value)
        )
        if not good:
            self.fail(key, f"three counts (Afghan, British, Russian) are expected, not {_shown(value)}")
        return value[0], value[1], value[2]

    def counts(self, key: str) -> dict[str, int]:
        value = self.values.get(key, {})
        good = isinstance(value, dict) and all(_is_whole(one) and one > 0 for one in value.values())
        if not good:
            self.fail(key, f'counts such as {{"kabul": 2}} are expected, not {_shown(value)}')
        return dict(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "..."


def read_position(text: str, *, names: tuple[str, ...], options: Options) -> State:
    """The state that a position describes, with everything carried on that needs no decision.

    Raises:
        PositionError: the text cannot be read, or the position cannot be.
    """
    from engine.pamir.position import flat, flat_but_question
    from engine.pamir.reducer import carry_on_from_start

    values = parse_position(text, len(names))
    raw = _build(_Reader(values), names, options)
    _check_cards(raw)
    fault = pending_fault(raw)
    if fault:
        key = "pending" if "pending" in values else "turn_of" if raw.turn_of is None else "phase"
        raise PositionError(key, fault)
    state = carry_on_from_start(raw)
    reckoned, asked = flat_but_question(raw), flat(state)
    if "pending" in values or values.get("phase", "main") == asked["phase"]:
        reckoned |= {"phase": asked["phase"], "actor": asked["actor"]}
    for key, value in values.items():
        if key in reckoned and not _agree(key, value, reckoned[key]):
            raise PositionError(key, f"says {_shown(value)}, the other keys make it {_shown(reckoned[key])}")
    return state


def _agree(key: str, given: Any, reckoned: Any) -> bool:
    if key.endswith((".hand", ".gifts", ".effects")) or key in {"effects", "spent", "locked", "placed"}:
        return isinstance(given, list) and sorted(given) == sorted(reckoned)
    return bool(given == reckoned)


def check_position(text: str, *, names: tuple[str, ...], options: Options) -> list[Violation]:
    """What makes a position unreadable or impossible, as a violation; empty if nothing does."""
    if not 2 <= len(names) <= 5:
        return [Violation(rule="PP-1.1-components", message=f"two to five players play, not {len(names)}")]
    try:
        read_position(text, names=names, options=options)
    except PositionError as fault:
        where = f" (line {fault.line})" if fault.line else ""
        return [Violation(rule="PP-1.1-components", message=f"position{where}: {fault}")]
    return []


def _build(read: _Reader, names: tuple[str, ...], options: Options) -> State:
    seats = len(names)
    players = tuple(_player(read, seat) for seat in range(seats))
    market, rupees = _market(read)
    draw_pile = read.values.get("draw_pile")
    deck = read.cards("draw_pile") if draw_pile is not None else None
    pile = _pile(read)
    deck_count = len(deck) if deck is not None else read.whole("deck", 0, most=110)
    turn_of = read.values.get("turn_of", 0)
    if turn_of is not None and (not _is_whole(turn_of) or not 0 <= turn_of < seats):
        read.fail("turn_of", f"there is no seat {_shown(turn_of)}")
    frames = _frames(read, players, turn_of, seats)
    _check_patriots(read, players, frames)
    setup = turn_of is None
    state = State(
        options=options,
        names=names,
        players=players,
        pieces=_pieces(read, players),
        favored=read.word("favored", SUITS, "political"),
        effects=read.words("effects", _GLOBAL_EFFECTS),
        market=market,
        market_rupees=rupees,
        deck=deck,
        deck_count=deck_count,
        deck_checks=_checks_left(read, deck, deck_count, market, pile),
        drawn=read.whole("drawn", 0),
        whole=read.flag("deck_whole"),
        pile=read.cards("pile"),
        discards=pile,
        turn=read.whole("turn", 0 if setup else 1),
        turn_of=turn_of,
        actions_left=None if setup else read.whole("actions_left", _default_actions(frames), least=-1, most=2),
        spent=tuple(sorted(read.cards("spent", court_only=True))),
        locked=tuple(sorted(read.cards("locked"))),
        placed=_placed(read, seats),
        refusals=read.whole("refusals", 0),
        frames=frames,
        result=_result(read),
    )
    _check_marks(read, state)
    return state


def _default_actions(frames: tuple[AnyFrame, ...]) -> int:
    return -1 if any(isinstance(frame, Cleanup | Refill) for frame in frames) else 2


def _player(read: _Reader, seat: int) -> Player:
    p = f"p{seat}."
    choosing = read.values.get("phase") in ("choose_loyalty", "reveal")
    undecided = choosing and read.values.get(f"{p}loyalty") is None
    loyalty = None if undecided else read.word(f"{p}loyalty", COALITIONS, None)
    court, prizes = read.cards(f"{p}court", court_only=True), read.cards(f"{p}prizes", court_only=True)
    for card in prizes:
        if CARDS[card].prize != loyalty:
            read.fail(f"{p}prizes", f"{card_name(card)} is no {loyalty} prize")
    return Player(
        loyalty=loyalty,
        rupees=read.whole(f"{p}rupees", 4, least=-100),
        vp=read.whole(f"{p}vp", 0),
        hand=tuple(sorted(read.cards(f"{p}hand", court_only=True))),
        court=court,
        prizes=prizes,
        effects=read.words(f"{p}effects", _PERSONAL_EFFECTS),
    )


def _market(read: _Reader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards, rupees = [], []
    for slot in range(SLOTS):
        key = f"m.{slot // COLUMNS}.{slot % COLUMNS}"
        value = read.values.get(key, [None, 0])
        if _is_whole(value):
            value = [value, 0]
            read.values[key] = value
        good = isinstance(value, list) and len(value) == 2 and _is_whole(value[1]) and value[1] >= 0
        if not good:
            read.fail(key, f"a card and the rupees on it, such as [61, 1], are expected, not {_shown(value)}")
        if value[0] is not None and (not _is_whole(value[0]) or value[0] not in CARDS):
            read.fail(key, f"there is no card {_shown(value[0])}")
        cards.append(value[0] or 0)
        rupees.append(value[1])
    return tuple(cards), tuple(rupees)


def _pile(read: _Reader) -> tuple[int, ...]:
    if "discard_pile" in read.values:
        value = read.values["discard_pile"]
        known = isinstance(value, list) and all(_is_whole(card) and (card == 0 or card in CARDS) for card in value)
        if not known:
            read.fail("discard_pile", f"a list of card numbers is expected, not {_shown(value)}")
        return tuple(value)
    return (0,) * read.whole("discards", 0, most=116)


def _checks_left(
    read: _Reader, deck: tuple[int, ...] | None, deck_count: int, market: tuple[int, ...], pile: tuple[int, ...]
) -> int:
    if deck is not None:
        return sum(1 for card in deck if is_check(card))
    unseen = 4 - sum(1 for card in (*market, *pile) if card and is_check(card))
    # A position that does not tell of the deck draws no cards, but a check in it is not for that the last one.
    left = min(unseen, deck_count) if "deck" in read.values else unseen
    return read.whole("deck_checks", left, most=unseen)


def _frames(read: _Reader, players: tuple[Player, ...], turn_of: int | None, seats: int) -> tuple[AnyFrame, ...]:
    if "pending" in read.values:
        try:
            return msgspec.convert(read.values["pending"], tuple[AnyFrame, ...])
        except msgspec.ValidationError as fault:
            read.fail("pending", str(fault))
    phase = read.values.get("phase", "main")
    if not isinstance(phase, str):
        read.fail("phase", f"a word is expected, not {_shown(phase)}")
    owner = turn_of or 0
    if phase == "main":
        return (Main(),)
    if phase == "blackmail":
        court = players[owner].court
        regions = tuple(region for card, region in ((43, "kandahar"), (54, "herat")) if card in court)
        return (Main(), Blackmail(regions=regions))
    if phase in {"cleanup_court", "cleanup_hand", "cleanup_event"}:
        return (Cleanup(),)
    if phase == "choose_loyalty":
        first = read.whole("actor", 0, most=seats - 1)
        left = [seat for seat in ((first + step) % seats for step in range(seats)) if players[seat].loyalty is None]
        return (Choosing(seats=tuple(left)),)
    if phase == "reveal":
        return (Refill(),)
    if phase == "game_over":
        return ()
    return read.fail("phase", f'{_shown(phase)} needs the key "pending" beside it')


def _result(read: _Reader) -> Result | None:
    value = read.values.get("result")
    try:
        return None if value is None else msgspec.convert(value, Result)
    except msgspec.ValidationError as fault:
        read.fail("result", str(fault))


def _placed(read: _Reader, seats: int) -> tuple[str, ...]:
    value = read.values.get("placed", [])
    groups = SEATS_FROM + seats
    if not isinstance(value, list) or any(_group(piece) >= groups for piece in value):
        read.fail("placed", f"a list of pieces such as A11 or C0.2 is expected, not {_shown(value)}")
    if value and not any(key.startswith("pieces.") for key in read.values):
        read.fail("placed", 'needs the "pieces" keys, which say where each piece lies')
    return tuple(sorted(value))


def _group(piece: Any) -> int:
    """The group of a piece by its name; beyond all groups for what is no piece."""
    return PIECES.get(piece, (SEATS_FROM + 5, 0))[0] if isinstance(piece, str) else SEATS_FROM + 5


def _pieces(read: _Reader, players: tuple[Player, ...]) -> tuple[tuple[str, ...], ...]:
    groups = [_block_places(read, index) for index in range(len(COALITIONS))]
    groups += [_cylinder_places(read, seat) for seat in range(len(players))]
    in_courts = {f"card:{card}" for player in players for card in player.court}
    found = []
    for group, places in enumerate(groups):
        name = COALITIONS[group] if group < SEATS_FROM else f"p{group - SEATS_FROM}"
        most = BLOCKS if group < SEATS_FROM else CYLINDERS
        stray = next((place for place in places if place.startswith("card:") and place not in in_courts), None)
        if stray:
            read.fail(f"{name}.spies", f"{card_name(int(stray[5:]))} lies in no court")
        exact = read.values.get(f"pieces.{name}")
        reckoned = (*places, *([SUPPLY] * (most - len(places))))
        if exact is None:
            found.append(reckoned)
        elif isinstance(exact, list) and sorted(map(str, exact)) == sorted(reckoned):
            found.append(tuple(exact))
        else:
            read.fail(f"pieces.{name}", "does not agree with the counts of the other keys")
    return tuple(found)


def _block_places(read: _Reader, index: int) -> list[str]:
    places: list[str] = []
    keys = [(f"r.{region}.armies", place) for region, place in REGION_AT.items()]
    for key, place in [*keys, *((f"b.{border}", place) for border, place in BORDER_AT.items())]:
        _lay(read, key, places, place, read.triple(key)[index], f"{COALITIONS[index].capitalize()} blocks", BLOCKS)
    return places


def _cylinder_places(read: _Reader, seat: int) -> list[str]:
    p = f"p{seat}."
    places: list[str] = []

    def lay(key: str, place: str, number: int) -> None:
        _lay(read, f"{p}{key}", places, place, number, "cylinders of this player", CYLINDERS)

    tribes = read.counts(f"{p}tribes")
    for region in tribes:
        if region not in REGION_AT:
            read.fail(f"{p}tribes", f'there is no region "{region}"')
    for region, place in REGION_AT.items():
        lay("tribes", place, tribes.get(region, 0))
    spies = read.counts(f"{p}spies")
    for card in spies:
        if not card.isdecimal() or int(card) not in CARDS:
            read.fail(f"{p}spies", f'there is no card "{card}"')
    for card in sorted(spies, key=int):
        lay("spies", f"card:{int(card)}", spies[card])
    gifts = read.values.get(f"{p}gifts", [])
    known = isinstance(gifts, list) and all(_is_whole(slot) and slot in GIFT_SLOTS for slot in gifts)
    if not known or len(set(gifts)) != len(gifts):
        read.fail(f"{p}gifts", f"a list of 2, 4, 6 is expected, not {_shown(gifts)}")
    for slot in sorted(gifts):
        lay("gifts", GIFT_AT[slot], 1)
    lay("limbo", LIMBO, read.whole(f"{p}limbo", 0))
    return places


def _lay(read: _Reader, key: str, places: list[str], place: str, number: int, what: str, most: int) -> None:
    """Add pieces to those in play; too many are refused with the key that makes them too many."""
    total = len(places) + number
    if total > most:
        read.fail(key, f"makes {total} {what} in play, there are {most}")
    places += [place] * number


def _check_patriots(read: _Reader, players: tuple[Player, ...], frames: tuple[AnyFrame, ...]) -> None:
    """Patriots in a court follow the player's loyalty, but for those that are just being lost to a change of it."""
    for seat, player in enumerate(players):
        leaving = {card for frame in frames if isinstance(frame, Losses) and frame.seat == seat for card in frame.cards}
        for card in player.court:
            if CARDS[card].patriot not in {None, player.loyalty} and card not in leaving:
                message = f"{card_name(card)} is a patriot of another coalition than {player.loyalty}"
                read.fail(f"p{seat}.court", message)


def _check_marks(read: _Reader, state: State) -> None:
    courts = {card for player in state.players for card in player.court}
    for card in state.spent:
        if card not in courts:
            read.fail("spent", f"{card_name(card)} lies in no court")
    for card in state.locked:
        if card not in state.market:
            read.fail("locked", f"{card_name(card)} is not in the market")


def _check_cards(state: State) -> None:
    """No card is in two places."""
    where: dict[int, str] = {}
    places: list[tuple[str, tuple[int, ...]]] = [
        (f"m.{slot // COLUMNS}.{slot % COLUMNS}", (card,)) for slot, card in enumerate(state.market)
    ]
    places.append(("discard_pile", state.discards))
    places.append(("draw_pile", state.deck or ()))
    places.append(("effects", tuple(EFFECT_CARDS.get(effect, 0) for effect in state.effects)))
    for seat, player in enumerate(state.players):
        places += [(f"p{seat}.hand", player.hand), (f"p{seat}.court", player.court), (f"p{seat}.prizes", player.prizes)]
        places.append((f"p{seat}.effects", tuple(EFFECT_CARDS.get(effect, 0) for effect in player.effects)))
    for key, cards in places:
        for card in cards:
            if card and card in where:
                raise PositionError(key, f"{card_name(card)} is also in {where[card]}")
            if card:
                where[card] = key
