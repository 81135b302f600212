"""Scenarios as a log has them: a line of events, its steps, and the rows of facts that it states."""

from msgspec.structs import replace

from engine.facts import FactContext
from engine.line import Entry, fold
from engine.pathfinder import events as e
from engine.pathfinder.game import GAME
from engine.replay import play
from tests.engine.pathfinder.given import DEFEATED, UNDEFEATED, check, damage, dice, explore, plus, started, taken, who
from tests.engine.pathfinder.given import play as played


def line_of(start, events):
    """The steps of a line, each event judged; undoing and notes may be among the events."""
    entries = [Entry(version=number, action=number, event=event) for number, event in enumerate((start, *events), 1)]
    replayed = play(GAME, fold(entries))
    assert replayed.failure is None, replayed.failure
    return replayed.steps


def context_of(start, name="tuesday", **changes):
    """How such a game is filed."""
    known = {
        "name": name, "title": "pathfinder", "players": start.players, "preset": start.preset, "played_at": 1_000_000,
        "recorded_at": 2_000_000, "status": "finished", "events": 9, "started": start,
    }  # fmt: skip
    return FactContext(**{**known, **changes})


def rows_of(start, *events, **filed):
    """The rows of a game."""
    return list(GAME.facts(context_of(start, **filed), line_of(start, events)))


def rows_in(rows, kind):
    return [row for row in rows if type(row) is kind]


def columns(rows, *names):
    return [tuple(getattr(row, name) for name in names) for row in rows]


def party(*people, **more):
    """A game in the middle of Brigandoom!, of which Ann plays Kyra and Bob Valeros."""
    characters = (who("Kyra", hand_size=None), who("Valeros", hand_size=None))
    more = {"scenario": "Brigandoom!", "on_turn": "Kyra", "villains": ("Jubrayl Vhiski",), **more}
    return replace(started(*characters, **more), players=people or ("Ann", "Bob"))


#: Kyra beats a goblin with help, fails against an ogre, takes its damage, closes a location and escapes the villain.
FIGHT = (
    explore("Kyra", "Goblin Cutpurse", "monster"),
    played("Kyra", "Mace", "weapon", "reveal", replaces=True),
    played("Valeros", "Bless", "blessing", "discard"),
    check("Kyra", "defeat", 14, 9, skill="Melee", dice=dice((6, 4), (8, 6)), modifiers=plus(4), using="Mace"),
    DEFEATED,
    e.Explored(who="Kyra", source="card", paid=e.Payment(card="Bear", type="ally"), card="Ogre", type="monster"),
    check("Kyra", "defeat", 5, 12, skill="Melee", dice=dice((6, 1), (6, 1)), modifiers=plus(3)),
    damage("Kyra", 7, "check", type="Combat"),
    e.DamageReduced(who="Kyra", amount=4, by="Shield", type="Combat"),
    taken("Kyra", 3),
    UNDEFEATED,
)
