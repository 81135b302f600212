"""Where cards lie while a window of play by post is read: what is played, what goes where, and what nobody told.

A post that does not say how a card was played, or from where it came, leaves open how many cards lie in each zone that
it may have left. That is told as an effect on the pile, so that no later count contradicts what nobody said.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET

from engine.pathfinder import events as e
from engine.pathfinder.cards import written_card
from engine.pathfinder.moving import OWN_ZONES, pile_of
from engine.pathfinder.play_by_post_lines import PostedCard
from engine.pathfinder.play_by_post_words import is_cost, kind_of_card, lies, uncopied, way, zone_in
from engine.pathfinder.state import State, character
from engine.pathfinder.verdicts import same_card
from engine.pathfinder.zones import Pile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from engine.events import Event

_ZONE_OF: dict[str, e.Zone] = {
    "discard": "discard", "display": "displayed", "bury": "buried", "recharge": "deck", "banish": "box",
}  # fmt: skip
_IN_BRACKETS = re.compile(r"^(.*?)\s*\(([^)]*)\)\s*$")


def posted_card(told: PostedCard | str | None) -> PostedCard:
    """A card as an object or in words: `Chain Mail (reveal)`."""
    if isinstance(told, PostedCard):
        return told
    found = _IN_BRACKETS.match(told or "")
    if found is not None and way(found[2]) is not None:
        return PostedCard(card=found[1], how=found[2])
    return PostedCard(card=told)


class Use(NamedTuple):
    """A card that somebody played, in which way, and in which encounter that was told."""

    who: str
    card: str
    how: e.How | None
    met: int

    def is_told_by(self, other: Use) -> bool:
        """Whether both tell the same card: played by the same character in the same way, as far as that is told."""
        one, two = written_card(self.card), written_card(other.card)
        return (
            self.who == other.who
            and one.name == two.name
            and (one.copy is None or two.copy is None or one.copy == two.copy)
            and (self.how is None or other.how is None or self.how == other.how)
        )


class Cards:
    """The cards of a window: `lying` has those whose zone was told by how they were played."""

    state: State
    people: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.lying: dict[tuple[str, str], e.Zone] = {}
        #: Cards that were played: told in a line of their own, and by the check for which a helper played them.
        self.helped: list[Use] = []
        self.named: list[Use] = []

    # What nobody told

    def unsure(self, who: str, *zones: str, card: str | None = None) -> Iterator[Event]:
        """Piles that cards may have left or entered: nobody said whether, or which; only what was known changes.

        Where nobody said whose they are, they may be anybody's.
        """
        if not who:
            for name in self.people:
                yield from self.unsure(name, *zones, card=card)
            return
        owner = character(self.state, who)
        if owner is None or not owner.alive or self.state.result is not None or who in self.state.dying:
            return
        for zone in zones:
            pile = pile_of(owner, zone)
            named = uncopied(e.EffectApplied(effect="put", looked=(card,) if card else ())).looked  # type: ignore[attr-defined]
            known = pile.size is not None or (any(one in pile.known for one in named) if named else pile != Pile())
            if known:
                yield e.EffectApplied(effect="put", who=who, pile=zone, looked=named)  # type: ignore[arg-type]

    # Playing

    def play(self, who: str, card: PostedCard, use: e.Use, *, allowed: str = "") -> Iterator[Event]:
        """A card that was played with a check, or paid for it; what its player told already counts once.

        `allowed` is the text by which more cards of its type may be played.
        """
        if card.type == "display":
            return
        owner, how = who if card.by is UNSET else card.by or "", way(card.how)
        if card == PostedCard():
            owner = ""
        if card.card is None or not owner:
            yield from self.unsure(owner, *OWN_ZONES, card=card.card)
            return
        use_ = Use(owner, card.card, how, self.state.met)
        before = [one for one in self.helped if one.is_told_by(use_) and (owner != who or one.met == use_.met > 0)]
        if before:
            self.helped.remove(before[0])
            return
        if owner != who:
            self.named.append(use_)
        cost = card.effect or "a power" if is_cost(card) else ""
        yield e.CardPlayed(
            who=owner, card=card.card, how=how or "reveal", type=kind_of_card(card.type), use=use, cost=cost,
            says_so=True, allowed_by=allowed,
        )  # fmt: skip
        yield from self.lay(owner, card.card, how)

    def helps(self, who: str, card: str, how: e.How | None) -> bool:
        """A card that its player tells in a line of its own; whether a check told it already."""
        use = Use(who, card, how, self.state.met)
        told = next((one for one in self.named if one.is_told_by(use)), None)
        if told is None:
            self.helped.append(use)
        else:
            self.named.remove(told)
        return told is not None

    def lay(self, who: str, card: str, how: e.How | None) -> Iterator[Event]:
        """Remember where a card lies; if nobody said how it was played, it is in hand or in any other zone."""
        if how is None:
            yield from self.unsure(who, *OWN_ZONES, card=card)
        elif how in _ZONE_OF:
            self.lying[who, card] = _ZONE_OF[how]

    # Going from zone to zone

    def changes(self, who: str, zones: Mapping[str, str | None], spoken: str) -> tuple[list[e.ZoneChange], list[Event]]:
        """Cards that went to posted zones, and what is unsure as nobody said from where they came, or whither."""
        moved, left_open = list[e.ZoneChange](), list[Any]()
        for card, text in zones.items():
            now = lies(text)
            if now is None:
                left_open += self.unsure(who, *OWN_ZONES, card=card)
                self.lying.pop((who, card), None)
                continue
            origin = self.origin(who, card, now.zone, spoken, alone=len(zones) == 1)
            if origin is None:
                left_open += self.unsure(who, *(zone for zone in OWN_ZONES if zone != now.zone), card=card)
            self.lying[who, card] = now.zone
            at: e.At = "bottom" if now.at == "bottom" else "top" if now.at == "top" else "somewhere"
            if now.zone == "discard":
                at = "top"
            moved.append(e.ZoneChange(card=card, to=now.zone, origin=origin, who=who, at=at))
        return moved, left_open

    def origin(self, who: str, card: str, to: e.Zone, spoken: str, *, alone: bool) -> e.Zone | None:
        """Where a card came from: as the post says, else where it was played to, else the one zone known to hold it."""
        said = zone_in(spoken, card, alone=alone)
        if said is not None and said != to:
            return said
        told = self.lying.get((who, card))
        owner = character(self.state, who)
        if told is not None and (told != to or owner is None) and told not in {"box", "aside"}:
            return told
        if owner is None:
            return None
        holding = [zone for zone in OWN_ZONES if any(same_card(one, card) for one in pile_of(owner, zone).known)]
        return holding[0] if len(holding) == 1 and holding[0] != to else None  # type: ignore[return-value]
