"""Scenarios as a log has them: a line of events, its steps, and the rows of facts that it states."""

from msgspec.structs import replace

from engine.facts import FactContext
from engine.line import Entry, fold
from engine.pathfinder import events as e
from engine.pathfinder.game import GAME
from engine.pathfinder.zones import counted
from engine.replay import play
from tests.engine.pathfinder.given import (
    DEFEATED,
    UNDEFEATED,
    attempt,
    check,
    damage,
    dice,
    explore,
    plus,
    rule_on,
    shut,
    started,
    taken,
    where,
    who,
)
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


def party(*people, characters=None, **more):
    """A game in the middle of Brigandoom!, of which Ann plays Kyra and Bob Valeros."""
    characters = characters or (who("Kyra", hand_size=None), who("Valeros", hand_size=None))
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


# A few games for questions over many


def won():
    """Ann's Kyra and Bob's Valeros corner the villain of Brigandoom! with ten blessings left."""
    closed = tuple(where(name, status="closed") for name in ("L2", "L3", "L4"))
    start = party(places=(where("L1"), *closed), blessings=counted(10))
    again = e.Explored(
        who="Kyra", source="card", paid=e.Payment(card="Owl", type="ally"), card="Jubrayl Vhiski", type="villain"
    )
    return start, (
        *FIGHT,
        again,
        check("Kyra", "defeat", 20, 10, skill="Melee", dice=dice((6, 6)), modifiers=plus((14, "Mace"))),
        DEFEATED,
        shut("L1", "villain"),
        e.ScenarioEnded(outcome="won", reward="an item"),
    )


def lost():
    """Ann's Kyra dies, the villain escapes from Cai's Merisiel, and no blessing is left; one total is posted wrong."""
    start = party(
        "Ann", "Cai", blessings=counted(4),
        characters=(who("Kyra", deck=1, hand=3), who("Merisiel", "L2", hand_size=None)),
        hand_reset="excess_only",
    )  # fmt: skip
    return start, (
        explore("Kyra", "Ogre", "monster"),
        check("Kyra", "defeat", 15, 13, skill="Melee", dice=dice((6, 5), (6, 4)), modifiers=plus(6), outcome="fail"),
        UNDEFEATED,
        e.HandReset(who="Kyra"),
        e.CharacterDied(who="Kyra", cause="no card to draw"),
        e.TurnStarted(who="Merisiel"),
        e.BlessingAdvanced(card="Blessing of the Gods"),
        explore("Merisiel", "Jubrayl Vhiski", "villain"),
        check("Merisiel", "defeat", auto="fail", why="no weapon", difficulty=10),
        UNDEFEATED,
        e.VillainEscaped(villain="Jubrayl Vhiski", n=4, blessings=3, to=("L1", "L2", "L3", "L4"), pool="blessings"),
        rule_on("undefeated_bane", "bottom", scope="game"),
        e.HandReset(who="Merisiel"),
        e.TurnEnded(who="Merisiel"),
        e.TurnStarted(who="Merisiel"),
        e.ScenarioEnded(outcome="lost"),
    )


def still_open():
    """Bob's Kyra closes the Woods with Dee's help, a henchman and a roll that is rolled again."""
    start = party(
        "Bob", "Dee", scenario="Black Fang's Dungeon", villains=("Black Fang",),
        places=(where("Woods", 3), where("Prison")),
        characters=(who("Kyra", "Woods", hand_size=None), who("Lem", "Woods", hand_size=None)),
    )  # fmt: skip
    return start, (
        explore("Kyra", "Bandit", "henchman"),
        played("Lem", "Bless", "blessing", "recharge"),
        check("Kyra", "defeat", 5, 8, skill="Combat", dice=dice((8, 1), (8, 4))),
        check("Kyra", "defeat", 12, 8, skill="Combat", dice=dice((8, 7), (8, 5)), reroll_by="Luck"),
        DEFEATED,
        attempt("Kyra", "Woods"),
        check("Kyra", "close", 9, 7, skill="Wisdom", dice=dice((12, 9))),
        shut("Woods"),
    )
