"""From what a person says to the first event of a scenario.

Characters and scenarios are found in the built-in facts by name, by the beginning of a name, or nearly. What the facts
do not have can be played all the same: a scenario whose locations are named, a character that nobody knows, another set
of cards (`set`). Nothing is made up for it: its decks, hand sizes and story cards are as unknown as nobody said them.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

import msgspec

from engine.beginning import require_distinct, said_of_all
from engine.game import Beginning, BeginningError
from engine.matching import Ambiguous, Missing, match
from engine.notation import did_you_mean, quoted
from engine.options import changed_options, chosen_options
from engine.pathfinder.cards import (
    CHARACTERS,
    LOCATIONS,
    LOCATIONS_BY_PLAYERS,
    SCENARIOS,
    Scenario,
    find_character,
    find_location,
    find_scenario,
)
from engine.pathfinder.events import CharacterSetup, Judging, LocationSetup, PathfinderStarted
from engine.pathfinder.options import PRESETS, Options
from engine.pathfinder.position import position
from engine.pathfinder.read_position import adventure_number, read_position
from engine.pathfinder.reducer import check_start
from engine.pathfinder.state import State
from engine.position import PositionError

#: What the game asks for when it begins, beside players and options; `Pathfinder.settings` tells what each is.
SETTINGS = ("characters", "scenario", "at", "judging", "set", "locations", "villain", "henchmen", "goal")


def starting_event(begin: Beginning) -> PathfinderStarted:
    """The first event of a scenario.

    Raises:
        BeginningError: an option, a setting, a player or the position cannot be.
    """
    said = _settings(begin)
    options = chosen_options(begin, PRESETS)
    require_distinct(begin.players)
    if begin.deck is not None:
        raise BeginningError(
            "this game is not set up by one deck", hint="begin without a deck; reveal cards as they come"
        )
    if begin.position is not None:
        return _from_position(begin, said, options)
    set_ = said.get("set", "")
    names = characters_of(begin.players, said.get("characters", ""), set_)
    scenario, title = _scenario(said, set_)
    where = _locations(said, scenario, title, len(names), set_)
    starts = _starting_places(said.get("at", ""), names, where)
    started = _started(
        begin,
        options,
        judging=_judging(said.get("judging", "table")),
        scenario=title,
        adventure=adventure_number(title) if scenario else None,
        characters=tuple(CharacterSetup(name=name, location=starts.get(name, "")) for name in names),
        locations=tuple(LocationSetup(name=name) for name in where),
        villains=scenario.villains if scenario else _list(said.get("villain", "")),
        henchmen=scenario.henchmen if scenario else _list(said.get("henchmen", "")),
        goal=said.get("goal", ""),
        set=set_,
    )
    violations = check_start(started)
    if violations:
        raise BeginningError(violations[0].message, rule=violations[0].rule)
    return started


def _started(begin: Beginning, options: Options, **fields: typing.Any) -> PathfinderStarted:
    return PathfinderStarted(
        **said_of_all(begin),
        options=options,
        **fields,
    )


def _settings(begin: Beginning) -> dict[str, str]:
    """What was said, by key; what is empty was not said."""
    found: dict[str, str] = {}
    for key, value in begin.settings:
        if key not in SETTINGS:
            near = get_close_matches(key, SETTINGS, n=1)
            hint = did_you_mean(near) or f"settings: {', '.join(SETTINGS)}"
            raise BeginningError(f'there is no setting "{key}"', hint=hint)
        if value.strip():
            found[key] = " ".join(value.split())
    return found


def _list(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name for one in text.split(",") if (name := one.strip()))


def _judging(text: str) -> Judging:
    words = typing.get_args(Judging)
    try:
        found: Judging = match(text, words)  # type: ignore[assignment]
    except (Missing, Ambiguous):
        hint = did_you_mean(get_close_matches(text, words, n=1)) or f"one of {', '.join(words)}"
        raise BeginningError(f"judging {quoted(text)} is not known", hint=hint) from None
    return found


# Who plays


def characters_of(players: tuple[str, ...], text: str, set_: str = "") -> tuple[str, ...]:
    """The characters in the order of the seats; without a text the players that are called as characters.

    A text is "Kyra, Valeros" in the order of the players, or "Ann: Kyra, Bob: Valeros" in any order.

    Raises:
        BeginningError: somebody has no character, or a character is named twice or nearly.
    """
    said: dict[str, str] = {}
    given = _list(text)
    if any(":" in one for one in given):
        said = _by_name(given, players, "player")
        names = [said.get(player, "") for player in players]
    else:
        names = list(given) if given else [_stands_for(player, set_) for player in players]
    if len(names) > len(players):
        raise BeginningError(
            f"{len(names)} characters are named, and {len(players)} player{'' if len(players) == 1 else 's'}",
            rule="PA-SET-02",
            hint="one character each; the players are named with --players",
        )  # fmt: skip
    missing = [player for player, name in zip(players, [*names, *[""] * len(players)], strict=False) if not name]
    if missing:
        hint = f"name the characters in the order of the players: {', '.join(list(CHARACTERS)[:3])}"
        raise BeginningError(f"which character does {quoted(missing[0])} play?", rule="PA-SET-02", hint=hint)
    found = tuple(_character(name, set_) for name in names)
    twice = next((name for name in found if found.count(name) > 1), None)
    if twice:
        raise BeginningError(f"{twice} is played twice", rule="PA-SET-02", hint="each character is there once")
    return found


def _stands_for(player: str, set_: str) -> str:
    """The character as which a player is called; "" if there is none. Ann is no Amiri: the whole name is meant."""
    if set_:
        return player
    return next((name for name in CHARACTERS if name.casefold() == player.casefold()), "")


def _character(text: str, set_: str) -> str:
    if set_:
        return text
    try:
        return find_character(text).name
    except Ambiguous as fault:
        hint = f"which one: {', '.join(fault.choices)}"
        raise BeginningError(f"{quoted(text)} could be several characters", rule="PA-SET-02", hint=hint) from None
    except Missing as fault:
        if fault.suggestions:
            hint = f"{did_you_mean(fault.suggestions)} a character of another set: --set set=NAME"
            raise BeginningError(f"there is no character {quoted(text)}", rule="PA-SET-02", hint=hint) from None
        return text


def _by_name(given: Iterable[str], names: tuple[str, ...], what: str) -> dict[str, str]:
    """Pairs such as "Kyra: Woods", by name."""
    found: dict[str, str] = {}
    for one in given:
        name, sign, value = (part.strip() for part in one.partition(":"))
        if not sign or not value:
            raise BeginningError(f"{quoted(one)} names no {what} with a colon", hint=f"such as {names[0]}: ...")
        try:
            who = match(name, names)
        except (Missing, Ambiguous):
            raise BeginningError(f"no {what} is called {quoted(name)}", hint=f"{what}s: {', '.join(names)}") from None
        if who in found:
            raise BeginningError(f"{who} is told twice", hint=f"once for each {what}")
        found[who] = value
    return found


# What is played, and where


def _scenario(said: Mapping[str, str], set_: str) -> tuple[Scenario | None, str]:
    """The scenario as the facts have it, and its name; the name alone where they do not have it."""
    text = said.get("scenario", "")
    stated = bool(set_) or "locations" in said
    if not text and not stated:
        hint = f"one of {', '.join(SCENARIOS)}; or name the locations of another one"
        raise BeginningError("which scenario is played?", rule="PA-SET-04", hint=hint)
    if set_ or not text:
        return None, text
    try:
        found = find_scenario(text)
    except Ambiguous as fault:
        hint = f"which one: {', '.join(fault.choices)}"
        raise BeginningError(f"{quoted(text)} could be several scenarios", rule="PA-SET-04", hint=hint) from None
    except Missing as fault:
        if stated:
            return None, text
        hint = did_you_mean(fault.suggestions) or "one that is not among the facts: --set locations=A,B,C"
        raise BeginningError(f"there is no scenario {quoted(text)}", rule="PA-SET-04", hint=hint) from None
    if "villain" in said or "henchmen" in said:
        key = "villain" if "villain" in said else "henchmen"
        hint = f"leave {key} out; a scenario of your own needs a name of its own"
        raise BeginningError(f'the facts have the {key} of "{found.name}"', rule="PA-CRD-01", hint=hint)
    return found, found.name


def _locations(
    said: Mapping[str, str], scenario: Scenario | None, title: str, players: int, set_: str
) -> tuple[str, ...]:
    wanted = LOCATIONS_BY_PLAYERS.get(players)
    if wanted is None:
        raise BeginningError(f"{players} characters: at most {max(LOCATIONS_BY_PLAYERS)} can play", rule="PA-SET-01")
    given = tuple(dict.fromkeys(_location(one, set_) for one in _list(said.get("locations", ""))))
    if scenario is None and not given:
        hint = f"name {wanted} locations: --set locations=A,B,C"
        raise BeginningError(f"where is {quoted(title or 'the scenario')} played?", rule="PA-SET-05", hint=hint)
    return given or (scenario.locations_for(players) if scenario else ())


def _location(text: str, set_: str) -> str:
    """A location by the name that the facts have, or as it is written."""
    if set_ or text in LOCATIONS:
        return text
    try:
        return find_location(text).name
    except (Missing, Ambiguous):
        return text


def _starting_places(text: str, names: tuple[str, ...], places: tuple[str, ...]) -> dict[str, str]:
    """Where each character starts, as far as it is said."""
    given = _list(text)
    if len(given) == 1 and ":" not in given[0]:
        found = dict.fromkeys(names, given[0])
    else:
        found = _by_name(given, names, "character")
    starts = {}
    for name, where in found.items():
        try:
            starts[name] = match(where, places)
        except Ambiguous as fault:
            hint = f"which one: {', '.join(fault.choices)}"
            raise BeginningError(f"{quoted(where)} could be several locations", rule="PA-SET-09", hint=hint) from None
        except Missing as fault:
            hint = did_you_mean(fault.suggestions) or f"in play: {', '.join(places)}"
            message = f"{name} starts at {quoted(where)}, which is no location in play"
            raise BeginningError(message, rule="PA-SET-09", hint=hint) from None
    return starts


# From a position


def _from_position(begin: Beginning, said: Mapping[str, str], options: Options) -> PathfinderStarted:
    """A log that begins in the middle of a scenario.

    What the position says of options holds, but for those that were named one by one; so it is with the way of judging.
    """
    text = begin.position or ""
    try:
        state = read_position(_completed(text, begin, said), names=begin.players, options=options)
    except PositionError as fault:
        hint = "gamelog show --position prints a whole one"
        raise BeginningError(str(fault), rule="PA-ZON-04", hint=hint, line=fault.line) from None
    options = changed_options(state.options, begin.options)
    state = msgspec.structs.replace(
        state, options=options, mode=_judging(said["judging"]) if "judging" in said else state.mode
    )
    preset = next((name for name, preset in PRESETS.items() if preset == options), begin.preset)
    return msgspec.structs.replace(
        _started(begin, options, judging=state.mode, scenario=state.scenario, adventure=state.adventure, set=state.set),
        preset=preset,
        goal=state.goal,
        villains=state.villains,
        characters=_as_begun(state),
        locations=tuple(LocationSetup(name=one.name, deck=one.deck, status=one.status) for one in state.places),
        middle=state.middle,
        complete=state.complete,
        position=msgspec.json.encode(position(state)).decode(),
    )


def _completed(text: str, begin: Beginning, said: Mapping[str, str]) -> str:
    """A position with the characters and the scenario that were named beside it, where it says nothing of them."""
    if text.lstrip().startswith("{"):
        return text
    keys = [line.lstrip(' "').partition(" ")[0] for line in text.splitlines()]
    more = []
    if not any(key.startswith("c.") for key in keys):
        names = characters_of(begin.players, said.get("characters", ""), said.get("set", ""))
        more += [f"c.{name}.seat {seat}" for seat, name in enumerate(names)]
    if "scenario" in said and "scenario" not in keys:
        more.append(f"scenario {_scenario({**said, 'locations': 'any'}, said.get('set', ''))[1]}")
    return "\n".join((text, *more))


def _as_begun(state: State) -> tuple[CharacterSetup, ...]:
    """The characters of a position, for those who look at the first event alone."""
    return tuple(
        CharacterSetup(
            name=one.name, location=one.location, hand_size=one.hand_size, favored=one.favored, deck=one.deck,
            hand=one.hand, discard=one.discard, buried=one.buried, displayed=one.displayed, alive=one.alive,
        )
        for one in state.characters
    )  # fmt: skip
