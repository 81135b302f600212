"""Section 5 of the rules: playing a card, and its impact icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import Event
from engine.judging import Prompt, Violation
from engine.pamir.board import BORDER_AT, PIECES, REGION_AT, SUPPLY, borders_of, card_name, place_name
from engine.pamir.bribes import play_bribe
from engine.pamir.cards import CARDS
from engine.pamir.concepts import favor, join_court
from engine.pamir.events import CardPlayed, FavoredSuitSet, PiecePlaced
from engine.pamir.frames import Bribe, Icons
from engine.pamir.losses import take_and_place, takeable, without
from engine.pamir.loyalty import change_loyalty
from engine.pamir.state import Draft, View, group_of_coalition, group_of_seat, owner_seat, place_of
from engine.rules import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

FIXED_ORDER = ("tribe", "road", "army", "spy", "leverage")


def check_play(view: View, event: CardPlayed) -> list[Violation]:
    """Whether the active player may play this card."""
    seat = owner_seat(view)
    if event.card not in view.players[seat].hand:
        message = f"{card_name(event.card)} is not in the hand of {view.names[seat]}"
        return [Violation(rule="PP-5.3-place", message=message)]
    if event.end not in {"left", "right"}:
        message = f'a card goes on the left or the right end of the court, not "{event.end}"'
        return [Violation(rule="PP-2.7-court-order", message=message)]
    return []


def apply_play(draft: Draft, event: CardPlayed) -> None:
    """Announce the card where a bribe is due; otherwise it goes to the court at once."""
    seat = owner_seat(draft)
    due = play_bribe(draft, seat, event.card)
    if due is None:
        put_in_court(draft, seat, event.card, event.end)
        return
    payee, amount = due
    draft.frames.append(Bribe(act="play", card=event.card, end=event.end, to=payee, amount=amount))
    draft.effect("bribe_due", "PP-5.1-bribe", seat=seat, other=payee, card=event.card, amount=amount)


@rule("PP-5.3-place")
def put_in_court(draft: Draft, seat: int, card: int, end: str) -> None:
    """Spend the action, put the card on an end of the court, then resolve its icons."""
    player = draft.player(seat)
    draft.actions_left = (draft.actions_left or 0) - 1
    player.hand = without(player.hand, card)
    player.court = join_court(player.court, card, end)
    draft.effect("played", "PP-5.3-place", seat=seat, card=card, detail=end)
    draft.frames.append(Icons(card=card, icons=icons_in_order(draft, card)))
    follow_patriot(draft, seat, card)


@rule("PP-5.4-patriot")
def follow_patriot(draft: Draft, seat: int, card: int) -> None:
    """A patriot of another coalition changes the loyalty of the player before its icons."""
    patriot = CARDS[card].patriot
    if patriot and patriot != draft.players[seat].loyalty:
        change_loyalty(draft, seat, patriot)


@rule("PP-5.5-icons", neutral=())
def icons_in_order(view: View, card: int) -> tuple[str, ...]:
    """The icons of a card in the order in which they are resolved (PP-D5); all of them are mandatory."""
    icons = CARDS[card].icons
    if view.options.icon_order == "printed":
        return icons
    return tuple(sorted(icons, key=lambda icon: FIXED_ORDER.index(icon) if icon in FIXED_ORDER else len(FIXED_ORDER)))


def icon_group(view: View, icon: str) -> int:
    """Whose pieces an icon places: the coalition's blocks or the player's cylinders."""
    seat = owner_seat(view)
    if icon in {"road", "army"}:
        return group_of_coalition(view.players[seat].loyalty)
    return group_of_seat(seat)


def icon_places(view: View, card: int, icon: str) -> tuple[str, ...]:
    """Where the piece of an icon may go; a spy goes to any court card of the region, the played one included."""
    region = CARDS[card].region or ""
    if icon == "road":
        return tuple(BORDER_AT[border] for border in borders_of(region))
    if icon == "spy":
        return tuple(
            f"card:{other}" for player in view.players for other in player.court if CARDS[other].region == region
        )
    return (REGION_AT[region],)


def resume_icons(draft: Draft, frame: Icons) -> bool:
    """Resolve what needs no decision; stop at the first icon that does."""
    seat = owner_seat(draft)
    if not frame.icons or frame.card not in draft.players[seat].court:
        draft.frames.pop()
        return True
    icon = frame.icons[0]
    if icon == "leverage":
        draft.player(seat).rupees += 2
        draft.effect("leverage_taken", "PP-7.2-leverage", seat=seat, card=frame.card, amount=2)
    elif icon.startswith("favored:"):
        if suits_may_change(draft):
            return False
        draft.effect("suit_ignored", "PP-11.115", card=frame.card)
    elif takeable(draft, icon_group(draft, icon)) and icon_places(draft, frame.card, icon):
        return False
    else:
        draft.effect("placement_skipped", "PP-7.5-supply", seat=seat, card=frame.card, detail=icon)
    draft.frames[-1] = Icons(card=frame.card, icons=frame.icons[1:])
    return True


@rule("PP-11.115", neutral=True)
def suits_may_change(view: View) -> bool:
    """Pashtunwali Values: while it is in force suit icons, on cards and on events, do nothing."""
    return "pashtunwali_values" not in view.effects


def prompt_icons(view: View, frame: Icons) -> Prompt:
    """Where the next piece goes."""
    seat, icon = owner_seat(view), frame.icons[0]
    name = view.names[seat]
    if icon.startswith("favored:"):
        text = f"{card_name(frame.card)} makes {icon.partition(':')[2]} the favored suit"
        return Prompt(ask="impact_favored", seat=seat, text=text, card=frame.card)
    article = "an" if icon == "army" else "a"
    return Prompt(ask=f"impact_{icon}", seat=seat, text=f"{name} places {article} {icon} for {card_name(frame.card)}",
                  card=frame.card)  # fmt: skip


def candidates_icons(view: View, frame: Icons) -> Iterable[Event]:
    """Each piece that may be taken, on each place it may go to."""
    icon = frame.icons[0]
    if icon.startswith("favored:"):
        return [FavoredSuitSet(suit=icon.partition(":")[2])]
    pieces = distinct_sources(view, takeable(view, icon_group(view, icon)))
    return [PiecePlaced(piece=piece, to=to) for piece in pieces for to in icon_places(view, frame.card, icon)]


def distinct_sources(view: View, pieces: list[str]) -> list[str]:
    """One piece for each place from which one may be taken; pieces of one owner in one place are interchangeable."""
    seen: dict[tuple[str, bool], str] = {}
    for piece in pieces:
        seen.setdefault((place_of(view, piece), marked(view, piece)), piece)
    return list(seen.values())


def marked(view: View, piece: str) -> bool:
    """Whether a piece differs from others in its place because it was placed this turn; in the supply none does."""
    return piece in view.placed and place_of(view, piece) != SUPPLY


def check_icons(view: View, frame: Icons, event: Event) -> list[Violation]:
    """Whether the icon may be resolved in this way."""
    icon = frame.icons[0]
    if isinstance(event, FavoredSuitSet) and icon == f"favored:{event.suit}":
        return []
    if not isinstance(event, PiecePlaced) or icon.startswith("favored:"):
        message = f"the next icon of {card_name(frame.card)} is {icon_name(icon)}"
        return [Violation(rule="PP-5.5-icons", message=message)]
    found = check_source(view, icon_group(view, icon), event.piece)
    if event.to not in icon_places(view, frame.card, icon):
        message = f"{icon_name(icon)} of {card_name(frame.card)} cannot be placed on {place_name(event.to)}"
        found.append(Violation(rule="PP-5.5-icons", message=message))
    return found


def icon_name(icon: str) -> str:
    """An icon in game words."""
    return f"the {icon.partition(':')[2]} suit" if icon.startswith("favored:") else f"the {icon}"


def check_source(view: View, group: int, piece: str) -> list[Violation]:
    """Whether this piece may be taken for a placement (PP-7.5-supply)."""
    if PIECES.get(piece, (-1, 0))[0] != group:
        return [Violation(rule="PP-2.1-pieces", message=f'"{piece}" is not a piece of the colour that is placed')]
    if piece in takeable(view, group):
        return []
    reason = "was placed this turn" if piece in view.placed else "may be taken only when the supply is empty"
    message = f"the piece on {place_name(place_of(view, piece))} {reason}"
    return [Violation(rule="PP-7.5-supply", message=message)]


def apply_icons(draft: Draft, frame: Icons, event: Event) -> None:
    """Place the piece, or turn the suit."""
    draft.frames[-1] = Icons(card=frame.card, icons=frame.icons[1:])
    if isinstance(event, FavoredSuitSet):
        favor(draft, event.suit, "PP-5.5-icons")
    elif isinstance(event, PiecePlaced):
        take_and_place(draft, event.piece, event.to)
