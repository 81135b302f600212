"""Reference games in the format `pamir-trace/1`: reading them as our events, and comparing step by step.

The comparison is the judge of this engine. Before our own prompt, options and state for a step are made, nothing of
the step is read but `actor`, `action` and `arg`; the deck comes from the header.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from engine.events import Event
from engine.pamir import events as e
from engine.pamir.board import PIECES, SUPPLY, owner_name
from engine.pamir.dominance import blocks_in_play
from engine.pamir.frames import Acknowledge, Insurrection
from engine.pamir.options import PRESETS
from engine.pamir.position import Flat, flat
from engine.pamir.reducer import carry_on_from_start, check, check_start, evolve, legal_events, prompt, start
from engine.pamir.state import State, place_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.judging import Effect

FORMAT = "pamir-trace/1"
#: Steps without game meaning: they name a piece or a seat ahead of the step that uses it, or acknowledge.
_NO_OPS = frozenset({"select_piece", "confirm", "handoff"})


class TraceError(Exception):
    """A trace that cannot be read: what is wrong, and in which line, counted from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.message = message
        self.line = line


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a trace, as far as it is used."""

    format: str
    players: int
    first_chooser: int
    market: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    state: dict[str, Any] = {}
    seed: int | str | None = None
    style: str = ""

    def whole_deck(self) -> tuple[int, ...]:
        """The deck as it was before the market was dealt, next card first."""
        top, bottom = self.market
        return (*(card for pair in zip(top, bottom, strict=True) for card in pair), *self.deck)


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """One difference between the trace and the engine: at which step, in what, and both values."""

    step: int
    what: str
    expected: Any
    actual: Any
    event: str = ""


class Report(msgspec.Struct, kw_only=True):
    """What came of comparing one trace."""

    steps: int = 0
    compared: int = 0
    dropped: int = 0
    expected: int = 0
    divergences: list[Divergence] = []
    finished: bool = False


def is_trace(first_line: bytes) -> bool:
    """Whether a file's first line is the header of a trace."""
    return b'"pamir-trace/' in first_line


def _objects(lines: Iterable[bytes]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            value = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise TraceError(f"not a line of JSON: {fault}", number) from None
        if not isinstance(value, dict) or not isinstance(value.get("t"), str):
            raise TraceError('an object with the key "t" is expected', number)
        yield number, value


def read_header(value: dict[str, Any], line: int = 1) -> Header:
    """The header.

    Raises:
        TraceError: it is no header of this format.
    """
    if value.get("t") != "header":
        raise TraceError(f'the first line is "{value.get("t")}", not the header', line)
    try:
        header = msgspec.convert(value, Header)
    except msgspec.ValidationError as fault:
        raise TraceError(f"header: {fault}", line) from None
    if header.format != FORMAT:
        raise TraceError(f'format "{header.format}" is not "{FORMAT}"', line)
    return header


def starting_event(header: Header, name: str, preset: str, players: tuple[str, ...] | None = None) -> e.PamirStarted:
    """The first event of the game that a trace records."""
    names = players or tuple(f"Seat{seat}" for seat in range(header.players))
    return e.PamirStarted(
        name=name,
        players=names,
        preset=preset,
        options=PRESETS[preset],
        first_chooser=header.first_chooser,
        deck=header.whole_deck(),
        provenance=f"trace {name}",
    )


# From steps to events


def event_of(action: str, arg: dict[str, Any]) -> Event | None:
    """The event that a step's action stands for; None for a step without game meaning.

    Raises:
        KeyError: the argument lacks what the action needs.
        LookupError: the action is not known.
    """
    make = _EVENTS.get(action)
    if make is None:
        raise LookupError(f'there is no action "{action}"')
    return make(arg)


def _moved(arg: dict[str, Any]) -> Event:
    return e.PieceMoved(piece=arg["piece"], to=arg["to"])


def _discarded(arg: dict[str, Any]) -> Event:
    return e.CardDiscarded(card=arg["card"])


def _taxed(arg: dict[str, Any]) -> Event:
    return e.RupeeTaxed(card=arg["card"]) if arg["from"] == "market" else e.RupeeTaxed(seat=arg["seat"])


_EVENTS: dict[str, Callable[[dict[str, Any]], Event | None]] = {
    "choose_loyalty": lambda arg: e.LoyaltyChosen(coalition=arg["coalition"]),
    "purchase": lambda arg: e.CardPurchased(card=arg["card"]),
    "play": lambda arg: e.CardPlayed(card=arg["card"], end=arg["side"]),
    "card_action": lambda arg: e.ActionTaken(card=arg["card"], action=arg["kind"]),
    "end_turn": lambda _: e.TurnEnded(),
    "bribe_pay": lambda _: e.BribePaid(),
    "bribe_ask": lambda _: e.WaiverAsked(),
    "bribe_courtly_manners": lambda _: e.BribeDeclined(),
    "bribe_withdraw": lambda _: e.AttemptWithdrawn(),
    "bribe_waive": lambda _: e.BribeWaived(),
    "bribe_counter": lambda arg: e.BribeLowered(amount=arg["amount"]),
    "bribe_refuse": lambda _: e.WaiverRefused(),
    "place": lambda arg: e.PiecePlaced(piece=arg["piece"], to=arg["to"]),
    "set_favored": lambda arg: e.FavoredSuitSet(suit=arg["suit"]),
    "tax_take": _taxed,
    "buy_gift": lambda arg: e.GiftBought(slot=arg["slot"], piece=arg["piece"]),
    "move_army": _moved,
    "move_spy": _moved,
    "move_tribe": _moved,
    "betray_card": lambda arg: e.CardBetrayed(card=arg["card"]),
    "prize_accept": lambda _: e.PrizeAccepted(),
    "prize_refuse": lambda _: e.PrizeRefused(),
    "battle_site": lambda arg: e.BattleSiteChosen(at=arg["at"]),
    "battle_remove": lambda arg: e.PieceRemoved(piece=arg["piece"]),
    "safe_house_place": lambda arg: e.SpySheltered(card=arg["card"]),
    "decline": lambda _: e.Declined(),
    "stop": lambda _: e.Stopped(),
    "leverage_discard": _discarded,
    "court_discard": _discarded,
    "hand_discard": _discarded,
    "confidence_discard": _discarded,
    "event_discard": lambda arg: e.EventDiscarded(card=arg["card"]),
    "riot_resolve": lambda arg: e.RiotResolved(region=arg["region"]),
    "choose_player": lambda arg: e.PlayerNamed(seat=arg["seat"]),
    "rebuke_region": lambda arg: e.RegionRebuked(region=arg["region"]),
    "instability_resolve": lambda _: e.InstabilityResolved(),
    "confirm": lambda _: e.Confirmed(),
    "select_piece": lambda _: None,
    "handoff": lambda _: e.Confirmed(),
}


# From options to the trace's `legal`


def options_of(state: State, action: str, arg: dict[str, Any], in_hand: str | None = None) -> Flat:
    """Our legal options in the words of the trace; for a piece in hand only those of its place.

    `in_hand` is where the piece lay that the step before selected, if it did.
    """
    asked = prompt(state)
    if asked is None:
        return {}
    source = arg.get("from") if action in _IN_HAND else in_hand
    selecting = source is None and (action == "select_piece" or _picks_first(state, asked.ask))
    found: dict[str, set[Any]] = {}
    flags: set[str] = set()
    for event in legal_events(state):
        key, value = _worded(state, event, asked.ask, selecting=selecting)
        piece = getattr(event, "piece", None)
        if source is not None and key in _IN_HAND and isinstance(piece, str) and place_of(state, piece) != source:
            continue
        if source is not None and asked.ask == "move" and key == "stop":
            continue
        if value is None:
            flags.add(key)
        else:
            found.setdefault(key, set()).add(value)
    if source is not None and asked.ask == "move":
        found = {key: values for key, values in found.items() if key == action or action not in _IN_HAND}
    return {**dict.fromkeys(sorted(flags), True), **{key: sorted(values) for key, values in sorted(found.items())}}


def _picks_first(state: State, ask: str) -> bool:
    """Whether the trace asks for the piece before the place: in a move, and where no piece is left in supply."""
    return ask == "move" or any(
        isinstance(event, e.PiecePlaced) and place_of(state, event.piece) != SUPPLY for event in legal_events(state)
    )


_IN_HAND = frozenset({"place", "buy_gift", "move_army", "move_spy", "move_tribe"})
_DISCARDS = {
    "leverage": "leverage_discard",
    "cleanup_court": "court_discard",
    "cleanup_hand": "hand_discard",
    "event_confidence_failure": "confidence_discard",
}


def _worded(state: State, event: Event, ask: str, *, selecting: bool) -> tuple[str, Any]:
    match event:
        case e.CardPurchased(card=card):
            return "purchase", card
        case e.CardPlayed(card=card):
            return "play", card
        case e.ActionTaken(card=card, action=action):
            return action, card
        case e.BribeLowered(amount=amount):
            return "bribe_counter", amount
        case e.PiecePlaced(piece=piece, to=to):
            return ("select_piece", _at(state, piece)) if selecting else ("place", to)
        case e.GiftBought(piece=piece, slot=slot):
            return ("select_piece", _at(state, piece)) if selecting else ("buy_gift", slot)
        case e.PieceMoved(piece=piece, to=to):
            if selecting:
                return "select_piece", _at(state, piece)
            group, kind = PIECES[piece][0], place_of(state, piece).partition(":")[0]
            return ("move_army" if group < 3 else "move_spy" if kind == "card" else "move_tribe"), to
        case e.FavoredSuitSet(suit=suit):
            return "set_favored", suit
        case e.LoyaltyChosen(coalition=coalition):
            return "choose_loyalty", coalition
        case e.RupeeTaxed(card=card, seat=seat):
            return "tax_take", f"card:{card}" if card is not None else f"seat:{seat}"
        case e.CardBetrayed(card=card):
            return "betray_card", card
        case e.BattleSiteChosen(at=at):
            return "battle_site", at
        case e.PieceRemoved(piece=piece):
            return "battle_remove", _at(state, piece)
        case e.SpySheltered(card=card):
            return "safe_house_place", card
        case e.CardDiscarded(card=card):
            return _DISCARDS.get(ask, "discard"), card
        case e.EventDiscarded(card=card):
            return "event_discard", card
        case e.RiotResolved(region=region):
            return "riot_resolve", region
        case e.PlayerNamed(seat=seat):
            return "choose_player", seat
        case e.RegionRebuked(region=region):
            return "rebuke_region", region
        case e.Confirmed() if ask == "insurrection_handoff":
            top = state.frames[-2]
            return "handoff", top.seat if isinstance(top, Insurrection) else None
        case _:
            return _FLAGS[type(event)], None


_FLAGS: dict[type[Event], str] = {
    e.TurnEnded: "end_turn",
    e.BribePaid: "bribe_pay",
    e.WaiverAsked: "bribe_ask",
    e.BribeDeclined: "bribe_courtly_manners",
    e.AttemptWithdrawn: "bribe_withdraw",
    e.BribeWaived: "bribe_waive",
    e.WaiverRefused: "bribe_refuse",
    e.PrizeAccepted: "prize_accept",
    e.PrizeRefused: "prize_refuse",
    e.Declined: "decline",
    e.Stopped: "stop",
    e.InstabilityResolved: "instability_resolve",
    e.Confirmed: "confirm",
    e.CardRevealed: "reveal",
}


def _at(state: State, piece: str) -> str:
    return f"{owner_name(PIECES[piece][0])}@{place_of(state, piece)}"


# Comparing


class Comparison:
    """A trace played through the engine, with every difference noted.

    `events` are the events of the game as they were accepted, reveals included, without the first.
    """

    def __init__(self, header: Header, started: e.PamirStarted) -> None:
        self.report = Report(divergences=[])
        self.events: list[Event] = []
        self.started = started
        for violation in check_start(started):
            self._differ(-1, "header", "a deck that setup can make", violation.message)
        self.state = carry_on_from_start(start(started))
        self._reveal([])
        self.theirs: Flat = dict(header.state)
        self._compare_flat(-1, self.theirs, "header")
        self.halted = bool(self.report.divergences)
        self.in_hand: str | None = None

    def _differ(self, step: int, what: str, expected: Any, actual: Any, event: str = "") -> None:
        self.report.divergences.append(Divergence(step=step, what=what, expected=expected, actual=actual, event=event))

    def _compare_flat(self, step: int, expected: Flat, event: str) -> None:
        ours = flat(self.state)
        for key in sorted({*expected, *ours}):
            if expected.get(key) != ours.get(key):
                self._differ(step, key, expected.get(key), ours.get(key), event)

    def _reveal(self, effects: list[Effect]) -> list[int]:
        """Draw what the market needs from the known deck."""
        drawn = []
        while (asked := prompt(self.state)) is not None and asked.ask == "reveal":
            if not self.state.deck:
                break
            event = e.CardRevealed(card=self.state.deck[0])
            self.state, found = evolve(self.state, event)
            self.events.append(event)
            effects.extend(found)
            drawn.append(event.card)
        return drawn

    def step(self, value: dict[str, Any]) -> None:
        """Play one step, then compare everything that the trace says of it."""
        self.report.steps += 1
        number = int(value.get("i", self.report.steps - 1))
        action, arg = str(value["action"]), value.get("arg") or {}
        event = event_of(action, arg)
        if action in _NO_OPS and (event is None or not isinstance(self._top(), Acknowledge)):
            self._drop(number, value, action, arg)
            return
        if event is None:
            raise AssertionError("only steps without game meaning have no event")
        asked, ours = prompt(self.state), options_of(self.state, action, arg, self.in_hand)
        self.in_hand = None
        before = self.state
        violations = check(self.state, event)
        found: list[Effect] = []
        if not violations:
            self.state, effects = evolve(self.state, event)
            found.extend(effects)
            self.events.append(event)
        drawn = [] if violations else self._reveal(found)
        # From here on the trace may be read.
        self.report.compared += 1
        seen = len(self.report.divergences)
        if violations:
            self._differ(number, "action", action, violations[0].message, action)
        else:
            self._compare_step(number, value, asked, ours, action)
            self._compare_cards(number, value, action, drawn, before)
            self._compare_dominance(number, value, action, before, found)
        self.theirs.update(value.get("d") or {})
        if not violations:
            self._compare_flat(number, self.theirs, action)
        if len(self.report.divergences) > seen:
            self.halted = True

    def _top(self) -> object:
        return self.state.frames[-1] if self.state.frames else None

    def _drop(self, number: int, value: dict[str, Any], action: str, arg: dict[str, Any]) -> None:
        """A step without game meaning: nothing happens, but its options are compared where we have them."""
        ours = options_of(self.state, action, arg) if action == "select_piece" else None
        self.report.dropped += 1
        self.in_hand = str(arg["from"]) if action == "select_piece" else None
        changed = {key: new for key, new in (value.get("d") or {}).items() if key not in {"phase", "actor"}}
        if changed:
            self._differ(number, "d", changed, {}, action)
            self.halted = True
        if ours is not None and ours != value.get("legal"):
            self._differ(number, "legal", value.get("legal"), ours, action)
            self.halted = True
        self.theirs.update(value.get("d") or {})

    def _compare_step(self, number: int, value: dict[str, Any], asked: Any, ours: Flat, action: str) -> None:
        if asked is None or asked.seat != value.get("actor"):
            self._differ(number, "actor", value.get("actor"), asked and asked.seat, action)
        if asked is None or asked.ask != value.get("phase"):
            self._differ(number, "phase", value.get("phase"), asked and asked.ask, action)
        if ours != value.get("legal"):
            self._differ(number, "legal", value.get("legal"), ours, action)

    def _compare_cards(self, number: int, value: dict[str, Any], action: str, drawn: list[int], before: State) -> None:
        if drawn != value.get("drawn", []):
            self._differ(number, "drawn", value.get("drawn", []), drawn, action)
        # A prize was on the pile when it was betrayed; a prize that is lost does not leave play again.
        known = {*before.discards, *(card for player in before.players for card in player.prizes)}
        gone = sorted(set(self.state.discards) - known)
        if gone != value.get("discarded", []):
            self._differ(number, "discarded", value.get("discarded", []), gone, action)

    def _compare_dominance(
        self, number: int, value: dict[str, Any], action: str, before: State, found: list[Effect]
    ) -> None:
        ours = dominance_of(before, self.state, found)
        if ours != value.get("dominance"):
            self._differ(number, "dominance", value.get("dominance"), ours, action)

    def snapshot(self, value: dict[str, Any]) -> None:
        """Compare a whole state."""
        number = int(value.get("after_step", -1))
        self._compare_flat(number, value.get("state") or {}, "snapshot")
        ours, theirs = sorted(self.state.discards), value.get("discard")
        if ours != theirs:
            self._differ(number, "discard", theirs, ours, "snapshot")
        self.halted = bool(self.report.divergences)

    def result(self, value: dict[str, Any]) -> None:
        """Compare how the game ended."""
        self.report.finished = True
        last = self.report.steps - 1
        ended = self.state.result
        ours = {
            "winners": sorted(ended.winners) if ended else None,
            "vp": [player.vp for player in self.state.players],
            "reason": ended.reason if ended else None,
            "steps": self.report.steps,
            "turns": self.state.turn,
        }
        for key, own in ours.items():
            if own != value.get(key):
                self._differ(last, f"result {key}", value.get(key), own, "result")
        self.halted = bool(self.report.divergences)


def dominance_of(before: State, after: State, found: list[Effect]) -> Flat | None:
    """The Dominance Check among the effects of a step in the words of the trace, or None."""
    scored = next((effect for effect in found if effect.what == "check"), None)
    if scored is None:
        return None
    gained = [0] * len(after.players)
    for effect in found:
        if effect.what == "points" and effect.seat is not None:
            gained[effect.seat] += effect.amount or 0
    return {
        "trigger": scored.detail,
        "blocks": list(blocks_in_play(before)),
        "dominant": scored.place,
        "final": bool(scored.amount),
        "vp_gained": gained,
    }


def compare(lines: Iterable[bytes], name: str, preset: str = "rally-the-troops") -> Comparison:
    """Play a whole trace and compare; stops at the first step that differs.

    Raises:
        TraceError: a line cannot be read.
    """
    objects = _objects(lines)
    number, first = next(objects, (1, {"t": "nothing"}))
    header = read_header(first, number)
    comparison = Comparison(header, starting_event(header, name, preset))
    for number, value in objects:
        if comparison.halted:
            break
        kind = value["t"]
        try:
            if kind == "step":
                comparison.step(value)
            elif kind == "snapshot":
                comparison.snapshot(value)
            elif kind == "result":
                comparison.result(value)
            else:
                raise TraceError(f'"{kind}" is neither step, snapshot nor result', number)
        except (KeyError, LookupError, TypeError, ValueError, msgspec.ValidationError) as fault:
            raise TraceError(f"{kind}: {fault}", number) from None
    return comparison
