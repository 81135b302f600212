"""The prompt of `gamelog record`: one line is one action, completed from what is legal, recorded at once.

Nothing is held while a person thinks: the log is opened for each line and closed again, and what others appended
meanwhile is shown before the line is judged. The game itself is kept, so that a line costs one opening and no replay.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.styles import Style

from cli.completing import ChoiceCompleter, LineCompleter, Offer, ways_on
from cli.errors import ExitCode, Trouble
from cli.output import say, tell
from cli.recording import TRIES, due, knowing, read_actions, ruled, said_before, told_since
from cli.text import cleaned, whole
from cli.views.frame import Glyphs, cut

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from prompt_toolkit.history import History
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from cli.session import Outcome, Session
    from cli.session_games import Loaded

#: The prompt's own words; every other line is notation.
WORDS = {
    "?": "what can be typed here",
    "help": "what can be typed here",
    "can": "everything that is legal now; can WORDS: only what has these words",
    "board": "the board",
    "log": "the last actions; log N: the last N",
    "why": "the consequences of the last event and their rules; why N: of event N",
    "rule": "rule ID: a rule of the game",
    "undo": "take the last action back; undo N: everything from event N on",
    "redo": "put back what was undone",
    "note": "note TEXT: pin text to this moment",
    "quit": "leave; so does Ctrl-D",
}
ALIKE = {"?": "help", "exit": "quit", "show": "board"}
#: So many choices are numbered at once.
MOST_NUMBERED = 40
LAST_ACTIONS = 10
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "bottom-toolbar.text": "reverse"})
_histories: dict[Path, History] = {}


def record_at_prompt(
    session: Session, name: str | None, *, console_input: Input | None = None, output: Output | None = None
) -> None:
    """Record what a person types, line by line, until Ctrl-D.

    Raises:
        Trouble: there is no such game, or the log is damaged.
    """
    loaded = session.load(name)
    loaded.require_read()
    tell(session)
    loaded, _ = ruled(session, loaded)
    Sitting(session, loaded, console_input=console_input, output=output).run()


class Sitting:
    """One person at the prompt."""

    def __init__(
        self, session: Session, loaded: Loaded, *, console_input: Input | None = None, output: Output | None = None
    ) -> None:
        self.session = session
        self.loaded = knowing(session, loaded)
        self.open = True
        self._begun = ""
        history = _histories.setdefault(session.path.absolute(), InMemoryHistory())
        self._line: PromptSession[str] = PromptSession(
            history=history,
            completer=LineCompleter(lambda: self.loaded, WORDS),
            complete_while_typing=True,
            complete_in_thread=True,
            bottom_toolbar=self._status,
            reserve_space_for_menu=6,
            style=_STYLE,
            input=console_input,
            output=output or _output(),
        )
        self._answer: PromptSession[str] = PromptSession(
            reserve_space_for_menu=6, style=_STYLE, input=console_input, output=output or _output()
        )
        self._words: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "can": self._can,
            "board": self._board,
            "log": self._log,
            "why": self._why,
            "rule": self._rule,
            "undo": self._undo,
            "redo": self._redo,
            "note": self._note,
            "quit": self._quit,
        }

    # The loop

    def run(self) -> None:
        """Ask for lines until the person leaves."""
        say(*due(self.loaded), f"{self.loaded.place()}  {self._asked()}", "? lists what can be typed, Ctrl-D leaves")
        while self.open:
            try:
                typed = self._line.prompt(self._message(), default=self._begun)
            except KeyboardInterrupt:
                self._begun = ""
                say("abandoned; nothing of it was recorded. Ctrl-D leaves")
                continue
            except EOFError:
                break
            self.take(typed)
        say(f"{self.loaded.place()}; next: gamelog record goes on, gamelog show draws the board")

    def take(self, typed: str) -> None:
        """Do what was typed; several lines, as from a paste, one after the other until one is refused.

        Raises:
            Trouble: the log is damaged; anything else is told and the prompt stays.
        """
        lines = [line for line in typed.splitlines() if line.strip()]
        self._begun = ""
        try:
            if not lines:
                self.catch_up()
            for _, line in self.loaded.game.joined(lines):
                self._one(line)
        except Trouble as trouble:
            if trouble.code == ExitCode.INTEGRITY:
                raise
            tell(self.session)
            say(*trouble.lines())
        except KeyboardInterrupt:
            say("abandoned; nothing of it was recorded")

    def _one(self, line: str) -> None:
        first, _, rest = line.strip().partition(" ")
        word = ALIKE.get(first.casefold(), first.casefold())
        # A word that begins lines of the game too is the prompt's own as long as one word follows: a rule and its id.
        if word in self._words and not (word in self.loaded.game.verbs() and len(rest.split()) > 1):
            self._words[word](rest.strip())
        else:
            self.record(line.strip())

    def catch_up(self) -> None:
        """Take in, and show, what others recorded since."""
        known = self.loaded.version
        self.loaded = self.session.continued(self.loaded)
        tell(self.session)
        if self.loaded.version > known:
            say(*(f"meanwhile: {one}" for one in told_since(self.loaded, known)), f"now: {self._asked()}")

    # Recording

    def record(self, line: str) -> None:
        """Record one line; what it leaves open is asked for.

        Raises:
            Trouble: it was not recorded.
        """
        self.loaded, _ = ruled(self.session, self.loaded)
        for _ in range(TRIES):
            self.loaded = knowing(self.session, self.loaded)
            try:
                actions = read_actions(self.loaded, line)
            except Trouble as trouble:
                incomplete = trouble.more.get("kind") == "incomplete"
                further = self._ask_on(line, trouble) if incomplete else None
                if further is None:
                    # Typed on where it stops, instead of anew.
                    self._begun = f"{line} " if incomplete and self.loaded.game.names(self.loaded.state) else ""
                    raise
                self.record(further)
                return
            try:
                outcome = self.session.record(self.loaded, actions)
            except Trouble as trouble:
                if trouble.code != ExitCode.CONFLICT or "actual" not in trouble.more:
                    raise
                self.catch_up()
                continue
            self._recorded(outcome)
            return
        raise Trouble("others kept recording; nothing of the line was recorded", code=ExitCode.CONFLICT,
                      place=self.loaded.place(), hint="type it again")  # fmt: skip

    def _recorded(self, outcome: Outcome) -> None:
        before, self.loaded = self.loaded, outcome.loaded
        tell(self.session)
        say(*told_after(before, outcome), *said_before(outcome), f"now: {self._asked()}")

    def _ask_on(self, line: str, trouble: Trouble) -> str | None:
        """The line with an answer to what it leaves open, or None if there is nothing to choose from.

        Raises:
            KeyboardInterrupt: the person abandons the line.
        """
        ways = ways_on(self.loaded, line)
        if not ways:
            return None
        say(trouble.message)
        shown = [offer for offer, _ in ways]
        labels = _labels(shown)
        width = max(len(offer.text) for offer in shown[:MOST_NUMBERED])
        for label, offer in zip(labels[:MOST_NUMBERED], shown, strict=False):
            say(f"{label:>4}  {offer.text:<{width}}{_meaning(offer)}".rstrip())
        if len(shown) > MOST_NUMBERED:
            say(f"     and {len(shown) - MOST_NUMBERED} more: type a part of one")
        while True:
            try:
                answer = self._answer.prompt(
                    f"{line} … {labels[0]}-{labels[-1]}: ", completer=ChoiceCompleter(shown), bottom_toolbar=None
                ).strip()
            except EOFError:
                raise KeyboardInterrupt from None
            if not answer:
                raise KeyboardInterrupt
            chosen = _chosen(answer, shown, labels)
            if chosen is not None:
                return ways[chosen][1]
            say(f'"{answer}" is none of them; a number, the beginning of one, or Ctrl-C to abandon the line')

    # The prompt's own words

    def _help(self, _: str) -> None:
        say(f"a line is one action, as can lists them: {self.loaded.game.examples}")
        say("what it leaves open is asked for; # begins a comment. Tab completes, arrows go back to earlier lines")
        width = max(map(len, WORDS))
        say(*(f"  {word:<{width}}  {meaning}" for word, meaning in WORDS.items() if word != "help"))
        for title, lines in self.loaded.game.grammar:
            say(f"{title}:", *(f"  {line}" for line in lines))

    def _can(self, words: str) -> None:
        from cli.completing import contains
        from cli.output import put_rows

        game, state = self.loaded.game, self.loaded.state
        usual = [] if words else game.usual_texts(state)
        rows = [row for row in usual or game.option_texts(state) if contains(words.split(), f"{row[0]} {row[1]}")]
        say(self._asked())
        put_rows(("type", "what it does", "rule"), rows, json=False, csv=False)

    def _board(self, _: str) -> None:
        from cli.look import drawn
        from cli.output import console

        out = console()
        out.print(drawn(self.loaded, out.width))

    def _log(self, count: str) -> None:
        from cli.telling import log_rows, print_log

        rows = log_rows(self.loaded)
        print_log(rows[-(_whole(count, "actions") or LAST_ACTIONS) :])

    def _why(self, number: str) -> None:
        from cli.telling import explain, print_explanation

        wanted = _whole(number, "event")
        print_explanation(explain(self.loaded, self.loaded.version if wanted is None else wanted))

    def _rule(self, text: str) -> None:
        from cli.learn import catalogue_of, named_rule, print_rule, rule_object

        if not text:
            raise Trouble("which rule?", code=ExitCode.USAGE, hint="rule PP-6.4, as why and can name them")
        catalogue = catalogue_of(self.loaded.game.title)
        print_rule(rule_object(catalogue, named_rule(catalogue, text)))

    def _undo(self, since: str) -> None:
        from cli.telling import tell_taken

        before = self._newest()
        outcome, taken = self.session.undo(before, _whole(since, "event"))
        self.loaded = outcome.loaded
        tell_taken(outcome, before, taken, "undone", json=False, at_prompt=True)

    def _redo(self, _: str) -> None:
        from cli.telling import tell_taken

        before = self._newest()
        outcome, back = self.session.redo(before)
        self.loaded = outcome.loaded
        tell_taken(outcome, before, back, "put back", json=False, at_prompt=True)

    def _note(self, text: str) -> None:
        from engine.events import Noted

        text = cleaned(text, "text")
        if not text:
            raise Trouble("the note is empty", code=ExitCode.USAGE, hint="note tea break")
        before = self._newest()
        outcome = self.session.annotate(before, Noted(text=text))
        self.loaded = outcome.loaded
        say(f"noted: {self.loaded.place(outcome.last)}")

    def _quit(self, _: str) -> None:
        self.open = False

    def _newest(self) -> Loaded:
        """The game with what others recorded since: what goes back must not go back over what was not seen."""
        known = self.loaded.version
        self.catch_up()
        if self.loaded.version > known:
            raise Trouble(
                "others recorded meanwhile; nothing was changed", code=ExitCode.CONFLICT, place=self.loaded.place(),
                hint="the same again does it now",
            )  # fmt: skip
        return self.loaded

    # What is shown

    def _asked(self) -> str:
        asked = self.loaded.game.prompt(self.loaded.state)
        if self.loaded.closed is not None:
            return "the game is closed; gamelog close --reopen takes it up again"
        return "the game is over" if asked is None else asked.text

    def _message(self) -> str:
        asked = self.loaded.game.prompt(self.loaded.state)
        if asked is None:
            return "over> "
        return "table> " if asked.seat is None else f"{self.loaded.started.players[asked.seat]}> "

    def _status(self) -> str:
        encoding = sys.stdout.encoding or "utf-8"
        glyphs = Glyphs(plain="utf" not in encoding.casefold(), encoding=encoding)
        help_ = f" {glyphs.dot} ? help "
        room = get_app().output.get_size().columns - len(help_)
        shown = glyphs.write(f"{self.loaded.place()} {glyphs.dot} {self._asked()}")
        return f" {cut(shown, room - 1, glyphs)}{help_}"


def told_after(before: Loaded, outcome: Outcome) -> list[str]:
    """What was recorded in game words with its consequences, played on from the game before it."""
    from cli.recording import told_between, wrong_with
    from cli.stating import flagged
    from cli.telling import told_of
    from engine.line import is_annotation
    from engine.replay import Walked

    if outcome.first != before.version + 1:
        return told_between(outcome)
    game, state = before.game, before.state
    found = []
    for entry in outcome.loaded.entries[before.version :]:
        effects: tuple[Any, ...] = ()
        then = state
        if not is_annotation(entry.event):
            state, effects = game.evolve(state, entry.event)
        one = Walked(entry=entry, before=then, after=state, effects=effects)
        found.append(f"{entry.version:>5} {told_of(before, one)}")
        found += [f"        {text}  {rule}" for text, rule in game.describe_effects(then, effects)]
        found += [f"        {told}" for told in flagged(wrong_with(outcome.loaded, one))]
    return found


def _output() -> Output | None:
    """Where the prompt is drawn if standard output is a file: standard error. None leaves it to prompt_toolkit."""
    if sys.stdout.isatty() or not sys.stderr.isatty() or os.environ.get("TERM") in {"dumb", "unknown"}:
        return None
    return create_output(stdout=sys.stderr)


def _meaning(offer: Offer) -> str:
    return f"  {offer.words}  {offer.rule}" if offer.words else ""


def _labels(shown: list[Offer]) -> list[str]:
    """Numbers from 1; letters where numbers stand in the choices themselves, such as cards and gift slots."""
    if not any(word.isdigit() for offer in shown for word in offer.text.split()):
        return [str(number) for number in range(1, len(shown) + 1)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [letters[index % 26] * (index // 26 + 1) for index in range(len(shown))]


def _chosen(answer: str, shown: list[Offer], labels: list[str]) -> int | None:
    """Which of the choices an answer means: by its label, its notation, or a beginning that only one has."""
    from cli.completing import begins, contains

    texts = [offer.text for offer in shown]
    for known in (texts, labels):
        if answer in known:
            return known.index(answer)
    for fits in (_has, begins, contains):
        found = [number for number, text in enumerate(texts) if fits(answer.split(), text)]
        if len(found) == 1:
            return found[0]
    return None


def _has(typed: list[str], text: str) -> bool:
    words = iter(text.split())
    return all(word.lstrip("#").casefold() in words for word in typed)


def _whole(text: str, what: str) -> int | None:
    if not text:
        return None
    number = whole(text)
    if number is None:
        raise Trouble(f'"{text}" is no number of {what}', code=ExitCode.USAGE)
    return number
