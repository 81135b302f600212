"""A game of Pax Pamir told as rows, for questions across many games (`fact_rows.py` says what each row holds).

The telling goes once through the steps of a game, in order, and keeps no more than what is still open: a bribe that
is not settled, a debt, a rule over a region, an event in force. Each row is yielded as soon as it is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.facts import SHARED_FACT_TYPES, FactContext, Standing, shared_facts
from engine.pamir import events as e
from engine.pamir.board import REGIONS
from engine.pamir.cards import CARDS
from engine.pamir.concepts import cylinders_in_play, gifts, influence, ruler_of, stars
from engine.pamir.dominance import MILITARY, blocks_in_play, margin
from engine.pamir.fact_acts import Acts
from engine.pamir.fact_fortunes import Fortunes, patriots
from engine.pamir.fact_rows import (
    PAMIR_FACT_TYPES,
    PamirCheck,
    PamirGame,
    PamirHolding,
    PamirOption,
    PamirReign,
    PamirScore,
    PamirSeat,
    PamirTurn,
)
from engine.pamir.options import OFFICIAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from engine.events import Event
    from engine.judging import Effect
    from engine.pamir.state import State
    from engine.replay import Step

FACT_TYPES: tuple[type[msgspec.Struct], ...] = (*SHARED_FACT_TYPES, *PAMIR_FACT_TYPES)


def facts(context: FactContext, steps: Iterable[Step]) -> Iterator[msgspec.Struct]:
    """The rows of one game; `steps` are those of its line, played from the start."""
    telling: _Game | None = None
    for step in steps:
        if telling is None:
            telling = _Game(step.before)
            yield from _options(step.before)
        yield from telling.tell(step)
    if telling is None:
        yield from shared_facts(context, ())
        return
    yield from telling.close()
    yield from _holdings(telling.state)
    yield from shared_facts(context, _standings(telling.state))


def _options(state: State) -> Iterator[PamirOption]:
    for option in state.options.__struct_fields__:
        value, official = getattr(state.options, option), getattr(OFFICIAL, option)
        if value != official:
            yield PamirOption(option=option, value=value, official=official)


def _holdings(state: State) -> Iterator[PamirHolding]:
    for seat, player in enumerate(state.players):
        for zone, cards in (("court", player.court), ("hand", player.hand), ("prizes", player.prizes)):
            for position, card in enumerate(cards, start=1):
                yield PamirHolding(seat=seat, zone=zone, position=position, card=card, card_name=CARDS[card].name)


def _standings(state: State) -> list[Standing]:
    points = [player.vp for player in state.players]
    if state.result is None:
        return [Standing(points=own) for own in points]
    winners = state.result.winners
    # Ties are broken for every place as they are for the first (PP-10.8-winner).
    measures = [(player.vp, stars(player)[MILITARY], player.rupees) for player in state.players]
    return [
        Standing(won=seat in winners, place=1 + sum(1 for other in measures if other > own), points=points[seat])
        for seat, own in enumerate(measures)
    ]


class _Game(Acts, Fortunes):
    """The whole telling: turns, rule over regions and checks too, and at last the game and its seats."""

    def __init__(self, first: State) -> None:
        super().__init__(first)
        self.turns = [0 for _ in first.players]
        if first.turn_of is not None:
            self.turns[first.turn_of] = 1
        self.checks = self.successful = 0
        self.decided_by_final: bool | None = None
        self.reigns: dict[str, tuple[int, int, int]] = {}
        self._follow_rule()

    def tell(self, step: Step) -> list[msgspec.Struct]:
        """The rows that this step completes."""
        self.begin(step)
        on_event = _ON_EVENT.get(type(self.event))
        if on_event is not None:
            on_event(self)
        for effect in step.effects:
            on_effect = _ON_EFFECT.get(effect.what)
            if on_effect is not None:
                on_effect(self, effect)
        if self.debts:
            self.close_debts()
        if self.state.pieces != self.before.pieces or _loyalties(self.state) != _loyalties(self.before):
            self._follow_rule()
        rows, self.rows = self.rows, []
        return rows

    def close(self) -> list[msgspec.Struct]:
        """The rows of all that is still open when the line ends, and those of the game and its seats."""
        self.close_acts()
        self.close_debts(all_of_them=True)
        for region in list(self.reigns):
            self._end_reign(region, ended=False)
        self.rows.extend(self._seat(seat) for seat in range(len(self.state.players)))
        self.rows.append(self._game())
        return self.rows

    def _game(self) -> PamirGame:
        result = self.state.result
        return PamirGame(
            turns=self.state.turn,
            checks=self.checks,
            successful=self.successful,
            reason=result.reason if result else "",
            tie_break=result.tie_break if result else "",
            decided_by_final=self.decided_by_final,
        )

    def _seat(self, seat: int) -> PamirSeat:
        state = self.state
        player = state.players[seat]
        political, intelligence, economic, military = stars(player)
        return PamirSeat(
            seat=seat,
            first_loyalty=self.first_loyalty[seat],
            last_loyalty=player.loyalty,
            loyalty_changes=self.changes[seat],
            vp=player.vp,
            influence=influence(state, seat),
            cylinders=cylinders_in_play(state, seat),
            patriots=patriots(state, seat),
            prizes=len(player.prizes),
            gifts=gifts(state, seat),
            political=political,
            intelligence=intelligence,
            economic=economic,
            military=military,
            rupees=player.rupees,
            hand=len(player.hand),
            court=len(player.court),
            turns=self.turns[seat],
        )

    # Turns and rule

    def turn_began(self, effect: Effect) -> None:
        """A turn began; rule over regions is counted in such turns."""
        state = self.state
        seat = effect.seat or 0
        self.turns[seat] += 1
        afghan, british, russian = blocks_in_play(state)
        row = PamirTurn(
            turn=effect.amount or 0,
            version=self.version,
            seat=seat,
            rupees_held=sum(player.rupees for player in state.players),
            rupees_market=sum(state.market_rupees),
            afghan=afghan,
            british=british,
            russian=russian,
            favored=state.favored,
            deck=state.deck_count,
        )
        self.rows.append(row)

    def _follow_rule(self) -> None:
        state = self.state
        for region in REGIONS:
            ruler = ruler_of(state, region)
            known = self.reigns.get(region)
            if known is not None and known[0] != ruler:
                self._end_reign(region, ended=True)
                known = None
            if known is None and ruler is not None:
                self.reigns[region] = (ruler, self.version, self.turn)

    def _end_reign(self, region: str, *, ended: bool) -> None:
        seat, version, turn = self.reigns.pop(region)
        row = PamirReign(
            region=region,
            seat=seat,
            version=version,
            turn=turn,
            until_version=self.version if ended else None,
            until_turn=self.turn if ended else None,
            turns=(self.turn if ended else self.state.turn) - turn,
        )
        self.rows.append(row)

    # Checks

    def checked(self, effect: Effect) -> None:
        """A Dominance Check was scored; nothing of what it counts changed earlier in the same event."""
        before, after = self.before, self.state
        self.checks += 1
        self.successful += effect.place is not None
        final = bool(effect.amount)
        afghan, british, russian = blocks_in_play(before)
        row = PamirCheck(
            number=self.checks,
            version=self.version,
            turn=self.turn,
            seat=before.turn_of or 0,
            trigger=effect.detail or "",
            dominant=effect.place,
            success=effect.place is not None,
            final=final,
            needed=margin(before),
            afghan=afghan,
            british=british,
            russian=russian,
            ended_game=after.result is not None,
        )
        self.rows.append(row)
        self._score()
        if final and after.result is not None:
            most = max(player.vp for player in before.players)
            led = tuple(seat for seat, player in enumerate(before.players) if player.vp == most)
            self.decided_by_final = tuple(sorted(after.result.winners)) != led

    def _score(self) -> None:
        before, after = self.before, self.state
        points = {effect.seat: effect.amount or 0 for effect in self.step.effects if effect.what == "points"}
        for seat, player in enumerate(before.players):
            row = PamirScore(
                number=self.checks,
                version=self.version,
                turn=self.turn,
                seat=seat,
                loyalty=player.loyalty or "",
                scored=seat in points,
                influence=influence(before, seat),
                patriots=patriots(before, seat),
                prizes=len(player.prizes),
                gifts=gifts(before, seat),
                cylinders=cylinders_in_play(before, seat),
                points=points.get(seat, 0),
                vp=after.players[seat].vp,
            )
            self.rows.append(row)


def _loyalties(state: State) -> list[str | None]:
    return [player.loyalty for player in state.players]


_ON_EVENT: dict[type[Event], Callable[[_Game], None]] = {
    e.CardPurchased: _Game.purchased,
    e.WaiverAsked: _Game.waiver_asked,
    e.WaiverRefused: _Game.waiver_refused,
    e.BribeLowered: _Game.bribe_lowered,
    e.PrizeAccepted: _Game.prize_answered,
    e.PrizeRefused: _Game.prize_answered,
    e.PlayerNamed: _Game.player_named,
}
_ON_EFFECT: dict[str, Callable[[_Game, Effect], None]] = {
    "turn": _Game.turn_began,
    "played": _Game.played,
    "action": _Game.acted,
    "bonus_action": _Game.acted,
    "check": _Game.checked,
    "loyalty_chosen": _Game.loyalty_chosen,
    "loyalty_changed": _Game.loyalty_changed,
    "overthrow": _Game.overthrown,
    "card_lost": _Game.card_lost,
    "prize_lost": _Game.prize_lost,
    "leverage_owed": _Game.leverage_owed,
    "debt_paid": _Game.debt_paid,
    "debt_forgiven": _Game.debt_forgiven,
    "bribe_due": _Game.bribe_due,
    "bribe_paid": _Game.bribe_paid,
    "bribe_waived": _Game.bribe_ended,
    "bribe_declined": _Game.bribe_ended,
    "withdrawn": _Game.bribe_ended,
    "betrayed": _Game.betrayed,
    "event": _Game.event_card,
    "event_ended": _Game.event_ended,
    "rupees_lost": _Game.rupees_lost,
}
