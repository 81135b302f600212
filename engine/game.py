"""What a game has to offer, and where the built-in games are found.

A game is one folder under `engine/`: its `__init__.py` says its TITLE and imports nothing, its `game.py` has an object
`GAME` with the attributes and methods below. Nothing outside the folder knows its events or its state: the state passes
through as an opaque immutable value. `ADDING_A_GAME.md` beside this file tells how to add one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

import engine

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from engine.audit import Judged
    from engine.campaign import Campaign
    from engine.catalogue import Catalogue
    from engine.events import Event, GameStarted
    from engine.judging import Effect, Option, Prompt, Violation
    from engine.notation_head import HeadPart
    from engine.stating import Difference, GameInFile, OpenTask

State = Any


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why a line of notation was not taken.

    `kind` keeps four things apart: "malformed" (cannot be read), "ambiguous" (could be several things), "illegal"
    (breaks a rule) and "incomplete" (a decision is missing). `column` counts characters from 1; `length` is how many
    are meant.
    """

    kind: str
    message: str
    column: int = 1
    length: int = 1
    rule: str = ""
    hint: str = ""
    choices: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """A line of notation read against a state: the events it stands for, what was filled in, and its comment.

    With a fault, `events` are those before it; nothing of the line may then be recorded.
    """

    events: tuple[Event, ...] = ()
    fault: Fault | None = None
    comment: str = ""


class Beginning(msgspec.Struct, frozen=True, kw_only=True):
    """What a person says to begin a game. `first` is a player's name; `deck` the whole order, next card first.

    `options` are pairs of option and value that differ from the preset. `position` is the text of a position.
    `settings` are pairs of what else the game asks for when it begins (`Game.settings`) and what was said.
    """

    name: str
    players: tuple[str, ...]
    preset: str
    options: tuple[tuple[str, str], ...] = ()
    first: str = ""
    deck: tuple[int, ...] | None = None
    position: str | None = None
    campaign: str = ""
    place: str = ""
    provenance: str = ""
    simulated: bool = False
    settings: tuple[tuple[str, str], ...] = ()


class BeginningError(Exception):
    """A game cannot begin like this: what is wrong, the rule if there is one, what to do."""

    def __init__(self, message: str, *, rule: str = "", hint: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.rule = rule
        self.hint = hint
        self.line = line


class Tracker(Protocol):
    """Follows a game from state to state."""

    def step(self, state: State) -> str:
        """The hash of the state's position."""

    def step_with_changes(self, state: State) -> tuple[str, dict[str, Any]]:
        """The hash, and the flat keys that changed since the last state with their new values."""


class Defaults:
    """What most games have alike: a game's `GAME` takes it from here unless it has something of its own.

    A game that keeps notation, words, facts and rules in the modules that the other games have them in need not say so:
    they are looked up by name in its own package, when they are first needed, for start-up time matters.
    """

    #: What the game asks for when it begins, beside players and options: the key, and what it is in one line.
    settings: Mapping[str, str] = MappingProxyType({})
    #: How many can sit down.
    seats: tuple[int, int] = (1, 20)
    #: Lines of notation as a person would type them, to show how they look.
    examples: str = ""
    #: Signs behind which a line goes on with what is legal after what stands before them.
    separators: str = ":,"
    #: The notation in short, in groups: what a group is about, and its lines.
    grammar: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: Rules under which options stand that are open only where a card's text allows them, and so at any time.
    exceptional: frozenset[str] = frozenset()
    #: Flags of `gamelog new` that only some games have: table, shuffle, deck, first.
    flags: frozenset[str] = frozenset()
    #: Whether each choice is an action of its own, even where the same seat decides again.
    one_choice_actions: bool = False
    #: Whether the notation of every action reads back to the same events, so that nobody need try.
    reads_back: bool = False
    #: Whether the notation tells an action that stops before its end.
    tells_unfinished: bool = False

    def findings(self, state: State, event: Event) -> list[Violation]:  # noqa: ARG002
        """What is wrong with an event and recorded with it all the same: contradictions between stated facts."""
        return []

    def start_findings(self, event: GameStarted) -> list[Violation]:  # noqa: ARG002
        """What is wrong with the start of a game and recorded with it all the same."""
        return []

    def hindsight(self, steps: Sequence[Judged]) -> list[tuple[int, Violation]]:  # noqa: ARG002
        """What only later events show to be wrong, each with the number of the event at which it is."""
        return []

    def voided(self, event: Event) -> tuple[int, ...]:  # noqa: ARG002
        """The events that this one makes void, counted on the line from 1, the start of the game."""
        return ()

    def fill(self, state: State, option: Option, choose: Callable[[int], int]) -> Event:  # noqa: ARG002
        """A concrete event of an option, by chance: `choose` gives a whole number below the one it is given."""
        event = option.event
        for slot in option.slots:
            choice = slot.choices[choose(len(slot.choices)) if len(slot.choices) > 1 else 0]
            event = msgspec.structs.replace(event, **{slot.field: choice})
        return event

    def names(self, state: State) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """What can stand for each `<placeholder>` of an option's text, the likeliest first; for completion alone."""
        return {}

    def numbered(self, state: State, numbers: Sequence[int]) -> State:  # noqa: ARG002
        """The state, in which nothing refers to earlier events by their numbers."""
        return state

    def wishes(self, state: State, options: Sequence[Option]) -> Sequence[int] | None:  # noqa: ARG002
        """How much each option is wanted in a random game, whole numbers from 0; None if all are alike."""
        return None

    def canonical(self, state: State, event: Event) -> Event:  # noqa: ARG002
        """The event as `legal` names it, interchangeable pieces aside."""
        return event

    def automatic(self, state: State) -> Event | None:  # noqa: ARG002
        """The next event where nobody has a choice: the known next card, or the one legal answer; else None."""
        return None

    def shuffled_deck(self, seats: int, shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:  # noqa: ARG002
        """A whole deck as the setup rules make it; empty for a game that is not set up by one deck."""
        return ()

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:  # noqa: ARG002
        """The first event of a random game; here nothing lies face down.

        Raises:
            BeginningError: an option or a seat cannot be.
        """
        return self.starting_event(begin)

    def hide(self, flat: dict[str, Any], seat: int) -> dict[str, Any]:  # noqa: ARG002
        """Flat keys as one seat sees them; here nothing is hidden."""
        return flat

    def flat(self, state: State) -> dict[str, Any]:
        """The state under flat keys; every game has to give it."""
        raise NotImplementedError

    def tracker(self) -> Tracker:
        """A fresh follower: of the flat keys as one part."""
        from engine.position import ANEW
        from engine.position import Tracker as Following

        return Following(lambda state: (("all", ANEW, self.flat, state),))

    def position_text(self, state: State) -> str:
        """The flat keys as lines."""
        return "".join(f"{key} {msgspec.json.encode(value).decode()}\n" for key, value in self.flat(state).items())

    def settings_of(self, started: GameStarted) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """The settings with which a game began, as far as they can tell it."""
        return ()

    def notation_head(self) -> HeadPart:
        """How the head of a notation file tells the start of a game."""
        from engine.notation_head import HeadPart

        return HeadPart(cast("Game", self))

    def read_unfinished(self, state: State, text: str) -> Reading:  # noqa: ARG002
        """The events of an action that stops before its end; here every line is a whole action."""
        return Reading(fault=Fault(kind="malformed", message='this game has no unfinished actions ("...")'))

    def write_unfinished(self, state: State, events: Sequence[Event]) -> str:
        """The notation of an action that stops before its end."""
        return self.write_action(state, events)

    def is_own_file(self, first_line: bytes) -> bool:  # noqa: ARG002
        """Whether a file that begins with this line holds games in a format of this game's own."""
        return False

    def games_in_file(self, lines: Iterable[bytes], name: str) -> tuple[GameInFile, ...]:
        """The games in a file of this game's own format, which are named after the file.

        Raises:
            OwnFileError: the file cannot be read.
        """
        raise NotImplementedError

    def joined(self, lines: Sequence[str]) -> list[tuple[int, str]]:
        """Lines that were typed or pasted together, with their numbers from 1.

        A line that only goes on with the one before it is put to that one.
        """
        return list(enumerate(lines, start=1))

    def goes_on(self, line: str) -> bool:  # noqa: ARG002
        """Whether a line waits for further lines that `joined` would put to it."""
        return False

    def blocks(self, state: State) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """What each player would write of what he has: whose it is, and the text; empty where nobody does."""
        return ()

    def differences(self, state: State, who: str, text: str) -> tuple[Difference, ...] | Fault:  # noqa: ARG002
        """Where a text of what somebody has differs from what the log has, or why it cannot be read."""
        return Fault(kind="malformed", message="this game has no such text")

    def open_tasks(self, state: State) -> tuple[OpenTask, ...]:  # noqa: ARG002
        """What was left pending and is not settled."""
        return ()

    def starting_event(self, begin: Beginning) -> GameStarted:
        """The first event of a new game, by `beginning.starting_event`.

        Raises:
            BeginningError: an option, a seat, a deck or a position cannot be.
        """
        found: GameStarted = self._own("beginning").starting_event(begin)
        return found

    def read_line(self, state: State, text: str) -> Reading:
        """A line of notation, read against a state by `notation.read_line`."""
        found: Reading = self._own("notation").read_line(state, text)
        return found

    def seat_names(self, state: State) -> tuple[tuple[str, int], ...]:  # noqa: ARG002
        """What else than by its player a seat is called, such as by the character that is played there."""
        return ()

    def verbs(self) -> Collection[str]:
        """The words with which lines of notation begin: `notation.VERBS`, where a game keeps them."""
        found: Collection[str] = getattr(self._own("notation"), "VERBS", ())
        return found

    def write_action(self, state: State, events: Sequence[Event]) -> str:
        """The line of notation for the events of one action, by `write_notation.write_action`."""
        found: str = self._own("write_notation").write_action(state, events)
        return found

    def option_texts(self, state: State) -> list[tuple[str, str, str]]:
        """Each option now: notation, game words, rule id; by `write_notation.option_texts`."""
        found: list[tuple[str, str, str]] = self._own("write_notation").option_texts(state)
        return found

    def usual_texts(self, state: State) -> list[tuple[str, str, str]]:
        """The options that people at the table want to read: without those of exceptional rules."""
        return [row for row in self.option_texts(state) if row[2] not in self.exceptional]

    def describe(self, state: State, event: Event) -> str:
        """An event in game words, by `words.describe`."""
        found: str = self._own("words").describe(state, event)
        return found

    def describe_effects(self, state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
        """Each consequence in game words with its rule id, by `words.describe_effects`."""
        found: list[tuple[str, str]] = self._own("words").describe_effects(state, effects)
        return found

    def fact_types(self) -> tuple[type[msgspec.Struct], ...]:
        """The rows that the game states of itself: `facts.FACT_TYPES`."""
        found: tuple[type[msgspec.Struct], ...] = self._own("facts").FACT_TYPES
        return found

    def facts(self, context: Any, steps: Iterable[Any]) -> Iterable[msgspec.Struct]:
        """The rows of one game, by `facts.facts`."""
        found: Iterable[msgspec.Struct] = self._own("facts").facts(context, steps)
        return found

    def catalogue(self) -> Catalogue:
        """The rule catalogue in `data/rules.toml` and `data/options.toml`."""
        from engine.catalogue import Catalogue

        return Catalogue.load(self._package().rpartition(".")[2])

    def campaign(self) -> Campaign | None:
        """What the title says to its campaigns; here a campaign is only the name that games bear."""
        return None

    def _own(self, module: str) -> Any:
        return import_module(f"{self._package()}.{module}")

    @classmethod
    def _package(cls) -> str:
        return cls.__module__.rpartition(".")[0]


class Game(Protocol):
    """One title."""

    title: str
    label: str
    label_zh: str
    reducer: str
    presets: tuple[str, ...]
    settings: Mapping[str, str]
    seats: tuple[int, int]
    flags: frozenset[str]
    examples: str
    separators: str
    exceptional: frozenset[str]
    one_choice_actions: bool
    reads_back: bool
    tells_unfinished: bool

    @property
    def grammar(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The notation in short, in groups: what a group is about, and its lines."""

    def settings_of(self, started: GameStarted) -> tuple[tuple[str, str], ...]:
        """The settings with which a game began, as far as they can tell it."""

    def notation_head(self) -> HeadPart:
        """How the head of a notation file tells the start of a game."""

    def read_unfinished(self, state: State, text: str) -> Reading:
        """The events of an action that stops before its end."""

    def write_unfinished(self, state: State, events: Sequence[Event]) -> str:
        """The notation of an action that stops before its end."""

    def is_own_file(self, first_line: bytes) -> bool:
        """Whether a file that begins with this line holds games in a format of this game's own."""

    def games_in_file(self, lines: Iterable[bytes], name: str) -> tuple[GameInFile, ...]:
        """The games in a file of this game's own format, which are named after the file.

        Raises:
            OwnFileError: the file cannot be read.
        """

    def joined(self, lines: Sequence[str]) -> list[tuple[int, str]]:
        """Lines that were typed or pasted together, with their numbers from 1.

        A line that only goes on with the one before it is put to that one.
        """

    def goes_on(self, line: str) -> bool:
        """Whether a line waits for further lines that `joined` would put to it."""

    def blocks(self, state: State) -> tuple[tuple[str, str], ...]:
        """What each player would write of what he has: whose it is, and the text; empty where nobody does."""

    def differences(self, state: State, who: str, text: str) -> tuple[Difference, ...] | Fault:
        """Where a text of what somebody has differs from what the log has, or why it cannot be read."""

    def open_tasks(self, state: State) -> tuple[OpenTask, ...]:
        """What was left pending and is not settled."""

    def findings(self, state: State, event: Event) -> list[Violation]:
        """What is wrong with an event and recorded with it all the same: contradictions between stated facts."""

    def start_findings(self, event: GameStarted) -> list[Violation]:
        """What is wrong with the start of a game and recorded with it all the same."""

    def hindsight(self, steps: Sequence[Judged]) -> list[tuple[int, Violation]]:
        """What only later events show to be wrong, each with the number of the event at which it is."""

    def voided(self, event: Event) -> tuple[int, ...]:
        """The events that this one makes void, counted on the line from 1, the start of the game."""

    def fill(self, state: State, option: Option, choose: Callable[[int], int]) -> Event:
        """A concrete event of an option, by chance: `choose` gives a whole number below the one it is given."""

    def wishes(self, state: State, options: Sequence[Option]) -> Sequence[int] | None:
        """How much each option is wanted in a random game, whole numbers from 0; None if all are alike."""

    def random_start(self, begin: Beginning, choose: Callable[[int], int], *, known: bool) -> GameStarted:
        """The first event of a random game; with `known`, what lies face down is in it, in a random order.

        Raises:
            BeginningError: an option or a seat cannot be.
        """

    def decode(self, payload: bytes) -> Event:
        """The event in a stored payload.

        Raises:
            msgspec.ValidationError: no event of this game has this form.
        """

    def starting_event(self, begin: Beginning) -> GameStarted:
        """The first event of a new game.

        Raises:
            BeginningError: an option, a seat, a deck or a position cannot be.
        """

    def shuffled_deck(self, seats: int, shuffle: Callable[[list[int]], None]) -> tuple[int, ...]:
        """A whole deck as the setup rules make it, shuffled by the given function."""

    def check_start(self, event: GameStarted) -> list[Violation]:
        """Whether a game can begin in this way."""

    def start(self, event: GameStarted) -> State:
        """The state after the first event."""

    def prompt(self, state: State) -> Prompt | None:
        """Who must decide what next; None when the game is over."""

    def legal(self, state: State) -> list[Option]:
        """Every option now."""

    def check(self, state: State, event: Event) -> list[Violation]:
        """All violations of an event."""

    def evolve(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        """The state after a legal event, and its consequences."""

    def automatic(self, state: State) -> Event | None:
        """The next event where nobody has a choice: the known next card, or the one legal answer; else None."""

    def numbered(self, state: State, numbers: Sequence[int]) -> State:
        """The state with the numbers under which people know the events of its line, the start first.

        Whoever reads what people type, or tells them of an event, asks for it first: the log's numbers count notes and
        what was undone, those of the line do not. It changes neither position nor play.
        """

    def canonical(self, state: State, event: Event) -> Event:
        """The event as `legal` names it, interchangeable pieces aside."""

    def tracker(self) -> Tracker:
        """A fresh follower."""

    def flat(self, state: State) -> dict[str, Any]:
        """The state under flat keys, for other programs."""

    def hide(self, flat: dict[str, Any], seat: int) -> dict[str, Any]:
        """Flat keys as one seat sees them: what is hidden from it is replaced by unknown values."""

    def position_text(self, state: State) -> str:
        """The whole position as text that can be read back."""

    def winners(self, state: State) -> tuple[int, ...] | None:
        """The winning seats of a finished game, or None."""

    def read_line(self, state: State, text: str) -> Reading:
        """A line of notation, read against a state."""

    def seat_names(self, state: State) -> tuple[tuple[str, int], ...]:
        """What else than by its player a seat is called, such as by the character that is played there."""

    def verbs(self) -> Collection[str]:
        """The words with which lines of notation begin."""

    def write_action(self, state: State, events: Sequence[Event]) -> str:
        """The line of notation for the events of one action that begins in this state."""

    def option_texts(self, state: State) -> list[tuple[str, str, str]]:
        """Each option now: the notation to type, what it does in game words, and its rule id."""

    def usual_texts(self, state: State) -> list[tuple[str, str, str]]:
        """The options that people at the table want to read, in the same form; options may share a row."""

    def names(self, state: State) -> Mapping[str, Sequence[str]]:
        """What can stand for each `<placeholder>` of an option's text, the likeliest first; for completion alone."""

    def describe(self, state: State, event: Event) -> str:
        """An event in game words, past tense; the state is the one before it."""

    def describe_effects(self, state: State, effects: Sequence[Effect]) -> list[tuple[str, str]]:
        """Each consequence in game words, with its rule id."""

    def fact_types(self) -> tuple[type[msgspec.Struct], ...]:
        """The rows that the game states of itself."""

    def facts(self, context: Any, steps: Iterable[Any]) -> Iterable[msgspec.Struct]:
        """The rows of one game."""

    def campaign(self) -> Campaign | None:
        """What the title says to its campaigns; None if a campaign is only the name that its games bear."""

    def catalogue(self) -> Catalogue:
        """The rule catalogue."""


class UnknownGameError(LookupError):
    """No built-in game has this title."""


class BrokenGameError(Exception):
    """A folder below `engine/` that should be a game and is none: which, and what it lacks."""


def titles() -> tuple[str, ...]:
    """The titles of the built-in games, in the order of their folders."""
    return tuple(_folders())


def folder_of(title: str) -> str:
    """The folder of a game below `engine/`, which is also the prefix of its event kinds.

    Raises:
        UnknownGameError: there is none.
    """
    known = _folders()
    if title not in known:
        raise UnknownGameError(f'there is no game "{title}"; built in: {", ".join(known)}')
    return known[title]


def game(title: str) -> Game:
    """The game of a title.

    Raises:
        UnknownGameError: there is none.
        BrokenGameError: its folder has no object GAME.
    """
    folder = folder_of(title)
    found: Game | None = getattr(import_module(f"engine.{folder}.game"), "GAME", None)
    if found is None:
        raise BrokenGameError(f"engine/{folder}/game.py has no GAME")
    return found


def start_kinds() -> list[str]:
    """The event kinds with which games begin."""
    return [f"{folder}.game_started" for folder in _folders().values()]


def game_of_kind(kind: str) -> Game:
    """The game to which an event kind belongs.

    Raises:
        UnknownGameError: none has it.
    """
    prefix = kind.partition(".")[0]
    for title, folder in _folders().items():
        if folder == prefix:
            return game(title)
    raise UnknownGameError(f'no built-in game has events of the kind "{kind}"')


def _folders() -> dict[str, str]:
    """Title and folder of each game: each folder below `engine/` with a `game.py` is one."""
    return _found_in(tuple(engine.__path__))


@cache
def _found_in(places: tuple[str, ...]) -> dict[str, str]:
    names = {made.parent.name for place in places for made in Path(place).glob("*/game.py")}
    found: dict[str, str] = {}
    for folder in sorted(names):
        title = getattr(import_module(f"engine.{folder}"), "TITLE", "")
        if not title:
            raise BrokenGameError(f"engine/{folder}/__init__.py gives no TITLE")
        if title in found:
            raise BrokenGameError(f'engine/{folder} and engine/{found[title]} are both called "{title}"')
        found[title] = folder
    return found
