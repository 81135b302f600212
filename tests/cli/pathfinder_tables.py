"""Tables of the Pathfinder game for the tests of its views: one of which much is known, and pieces of real play."""

import msgspec

from cli.views.pathfinder_changes import change_lines
from engine.pathfinder.events import CharacterSetup, LocationSetup
from engine.pathfinder.play_by_post import read_windows
from engine.pathfinder.position import position
from engine.pathfinder.zones import EMPTY, Pile, counted, of
from tests.cli.running import FIXTURES
from tests.engine.pathfinder.given import table
from tests.engine.pathfinder.posted import play as play_window


def flat(state):
    """The position as it is stored and compared."""
    return msgspec.json.decode(msgspec.json.encode(position(state)))


def json_of(event):
    return msgspec.json.decode(msgspec.json.encode(event))


def changed_keys(now, then):
    return frozenset(key for key in now if key not in then or now[key] != then[key])


def four_players():
    """Four characters in the seventh turn, of whom much, little and nothing is known."""
    kyra = CharacterSetup(
        name="Kyra", location="Farmhouse", hand_size=5, deck=Pile(size=9, bottom=("Cure",)),
        hand=of("Mace", "Blessing of Sarenrae", "Blessing of Sarenrae", "Find Traps", "Chain Mail"),
        discard=Pile(size=2, top=("Holy Water",)), buried=EMPTY, displayed=of("Holy Candle"),
    )  # fmt: skip
    valeros = CharacterSetup(
        name="Valeros", location="Farmhouse", hand_size=4, deck=counted(8),
        hand=Pile(size=5, loose=("Longspear", "Longsword")), discard=of("Potion of Healing", "Sage", "Standard Bearer"),
        buried=of("Bracers of Protection"), displayed=EMPTY,
    )  # fmt: skip
    merisiel = CharacterSetup(
        name="Merisiel", location="Waterfront", hand_size=5, hand=counted(5), discard=counted(3), buried=EMPTY,
        deck=Pile(size=7, top=("Caltrops", "Bat"), loose=("Thieves' Tools",)), displayed=EMPTY,
    )  # fmt: skip
    ezren = CharacterSetup(
        name="Ezren", location="Academy", hand_size=6, hand=of("Force Missile", "Standard Bearer"), discard=EMPTY,
        deck=of("Blessing of the Gods", "Blessing of the Gods", "Codex", "Detect Magic", "Force Missile",
                "Invisibility", "Levitate", "Lightning Touch", "Night Watch", "Quarterstaff", "Sleep"),
        buried=EMPTY, displayed=EMPTY,
    )  # fmt: skip
    places = (
        LocationSetup(name="Farmhouse", deck=Pile(size=8, top=("Bandit",)), closing="Wisdom or Divine 6"),
        LocationSetup(name="Waterfront", deck=Pile(size=5, loose=("Pirate Shade",), bottom=("Jubrayl Vhiski",))),
        LocationSetup(name="Academy", deck=counted(10)),
        LocationSetup(name="Woods", deck=EMPTY, status="closed"),
        LocationSetup(name="Wooden Bridge", deck=counted(4), closing="Dexterity 7"),
        LocationSetup(name="Thassilonian Dungeon"),
    )
    return table(
        kyra, valeros, merisiel, ezren, places=places, on_turn="Kyra", turn=7, scenario="Brigandoom!",
        blessings=counted(22), blessings_discard=Pile(size=8, top=("Blessing of Torag",)), villains=("Jubrayl Vhiski",),
    )  # fmt: skip


def windows():
    """Every piece of real play: its name, and its states with the event before each."""
    for path in sorted((FIXTURES / "play-by-post").glob("*.jsonl")):
        with path.open("rb") as lines:
            for window in read_windows(lines):
                yield window.name, [(before, event, after) for _, _, event, before, after, _ in play_window(window)]


WINDOWS = dict(windows())


def every_key_is_told(before, after):
    """Each changed key alone has a sentence, as `verify --replay` tells them one by one, and all together have some."""
    now, then = flat(after), flat(before)
    changed = {key: now[key] for key in changed_keys(now, then)}
    typed, was = position(after), position(before)
    assert change_lines({key: typed[key] for key in changed}, was, after.names) == (
        change_lines(changed, then, after.names)
    )
    for key, value in changed.items():
        assert change_lines({key: value}, then, after.names), key
    lines = change_lines(changed, then, after.names)
    assert bool(changed) == bool(lines)
