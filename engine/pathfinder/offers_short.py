"""What a person at the table wants to read of the options: what the rules ask for now, and every other act once.

Nothing is left out of `offers.legal` by it; that stays what `check` accepts. Here stand no options that contradict what
was stated, none that only a text allows, and none that cannot be meant at this moment; those that differ in one place
are one row, and what other characters may do beside what is asked for is one row each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.pathfinder import events as e
from engine.pathfinder.card_offers import remembered_checks
from engine.pathfinder.offers_now import candidates, offered
from engine.pathfinder.offers_open import of_record, open_ended
from engine.pathfinder.offers_slots import POINT, is_asked_for
from engine.pathfinder.write_notation import MOST_CHOICES, option_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.judging import Option
    from engine.pathfinder.state import State

#: A row: what to type, what it does, and its rule.
Row = tuple[str, str, str]
#: Kinds of which all options that differ in one place are one row.
_ALIKE: tuple[type, ...] = (
    e.CardPlayed, e.Moved, e.CheckResolved, e.DamageDealt, e.LocationClosed, e.CardGiven,
)  # fmt: skip


def short_texts(view: State) -> list[Row]:
    """The options that are asked for now, then the open ones and the acts of record, each once."""
    asked = _asked_for(view)
    texts = {option_text(view, one) for one in asked}
    open_now = offered(view, open_ended(view))[0] if view.turn.active or view.middle else []
    besides = [one for one in open_now if option_text(view, one) not in texts and not _is_late(one)]
    acts = [one for one in of_record(view) if _is_usual_act(one)]
    rows = [*remembered_checks(view), *_merged(view, asked)]
    own, others = _apart(view, _merged(view, besides))
    rows += [*own, *others, *_merged(view, acts)]
    return list({text: (text, what, rule) for text, what, rule in reversed(rows)}.values())[::-1]


def _asked_for(view: State) -> list[Option]:
    """What the rules ask for, without plays for an exploration that could not follow."""
    found = offered(view, candidates(view))[0]
    if any(isinstance(one.event, e.Explored) for one in found):
        return found
    return [one for one in found if not (isinstance(one.event, e.CardPlayed) and one.event.use == "explore")]


def _is_late(one: Option) -> bool:
    """Whether an option tells of an earlier encounter that is over."""
    return "late" in _open(one) and is_asked_for(one.event, "late")


def _is_usual_act(one: Option) -> bool:
    """Whether an act of record is wanted at the table: any ruling once, and no values of cards, which files tell."""
    if isinstance(one.event, e.Ruling):
        return one.event.point == POINT
    return not isinstance(one.event, e.CardsTold)


def _merged(view: State, options: Iterable[Option]) -> list[Row]:
    """Options as rows; those of one kind and one character that differ in one place are one."""
    from engine.pathfinder.words import offer

    groups: dict[object, list[Row]] = {}
    for number, one in enumerate(options):
        text = option_text(view, one)
        row = (text, offer(view, one.event, (slot.field for slot in one.slots)), one.rule)
        alike = isinstance(one.event, _ALIKE)
        use = one.event.use if isinstance(one.event, e.CardPlayed) and one.slots and "use" not in _open(one) else ""
        groups.setdefault((type(one.event), _named(view, text), use) if alike else number, []).append(row)
    return [row for rows in groups.values() for row in _together(list(dict.fromkeys(rows)))]


def _open(one: Option) -> set[str]:
    return {slot.field for slot in one.slots}


def _together(rows: Sequence[Row]) -> list[Row]:
    """One row for several, unless they differ in what has itself to be filled in: that reads worse than all of them."""
    if len(rows) == 1:
        return list(rows)
    _, middles, _ = _around([row[0] for row in rows])
    return list(rows) if any("<" in one for one in middles) else [_one_row(rows)]


def _one_row(rows: Sequence[Row]) -> Row:
    texts, said = [row[0] for row in rows], [row[1] for row in rows]
    head, middles, tail = _around(texts)
    several = list(dict.fromkeys(one for one in middles if one))
    shown = "|".join(several[:MOST_CHOICES]) + ("|…" if len(several) > MOST_CHOICES else "")
    shown = f"[{shown}]" if "" in middles else f"<{shown}>"
    before, what, after = _around(said)
    told = " ".join(part for part in (before, "" if "" in what else "…", after) if part)
    return (" ".join(part for part in (head, shown if several else "", tail) if part), told, rows[0][2])


def _around(texts: Sequence[str]) -> tuple[str, list[str], str]:
    """What texts begin and end with alike, in whole words, and what stands between in each."""
    words = [text.split() for text in texts]
    least = min(map(len, words))
    head = next((at for at in range(least) if len({one[at] for one in words}) > 1), least)
    tail = next((at for at in range(least - head) if len({one[-1 - at] for one in words}) > 1), least - head)
    middles = [" ".join(one[head : len(one) - tail]) for one in words]
    return " ".join(words[0][:head]), middles, " ".join(words[0][len(words[0]) - tail :])


def _named(view: State, text: str) -> str:
    """The character that a line names in front."""
    return next((one.name for one in view.characters if text.startswith(f"{one.name}: ")), "")


def _apart(view: State, rows: Iterable[Row]) -> tuple[list[Row], list[Row]]:
    """The rows of whoever is asked, and one row for each other character that may act as well."""
    own: list[Row] = []
    others: dict[str, Row] = {}
    for row in rows:
        if name := _named(view, row[0]):
            others.setdefault(name, (f"{name}: …", f"the same for {name}", row[2]))
        else:
            own.append(row)
    return own, list(others.values())
