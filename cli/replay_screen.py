"""The full screen of `replay`: board above, what happened below, a line that says where one is, keys to move.

The screen is drawn for the size that the terminal has at that moment, on the terminal's second page, so that what was
there comes back when one leaves, however one leaves.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import sys
from typing import TYPE_CHECKING, Any

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import ConditionalContainer, HSplit, Layout, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from rich.console import Console, RenderableType
from rich.text import Text

from cli.paragraphs import action_lines, folded_action
from cli.replaying import FASTEST, SLOWEST
from cli.text import whole
from cli.views.frame import Glyphs

if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit.input import Input
    from prompt_toolkit.key_binding import KeyPressEvent
    from prompt_toolkit.output import Output

    from cli.film import Film

#: A board needs so many rows at least; what happened gets a third of the screen, between these bounds.
LEAST_BOARD, LEAST_STORY, MOST_STORY = 6, 4, 14
HELP = """\
 replay: keys

 →  l  Enter      next action            ←  h  Backspace  previous action
 n                next event             p                previous event
 t  T             next, previous turn    c  C             next, previous check
 Home  E  0       first                  End  e  $        last
 space            play, pause            +  -             faster, slower
 g                go to: 41, +5, -5, turn, check, first, last
 /                go to the next step that says a word: /WORD    N  the next one
 ↑ ↓ PgUp PgDn    scroll the board       w                more of what happened
 ?                this help              q  Ctrl-C        leave

 any key goes back"""
PLAIN = str.maketrans({"→": ">", "←": "<", "↑": "^", "↓": "v"})


def show_film(
    film: Film,
    *,
    start: int = 0,
    end: int | None = None,
    speed: float | None = None,
    leave_at_end: bool = False,
    console_input: Input | None = None,
    output: Output | None = None,
) -> None:
    """Show a game until the person leaves; with a speed it plays by itself.

    Raises:
        KeyboardInterrupt: the person pressed Ctrl-C.
    """
    screen = Screen(film, start=start, end=end, speed=speed, leave_at_end=leave_at_end)
    screen.application(console_input, output).run()


class Screen:
    """What is shown and where one is; keys change it."""

    def __init__(
        self,
        film: Film,
        *,
        start: int = 0,
        end: int | None = None,
        speed: float | None = None,
        leave_at_end: bool = False,
    ) -> None:
        self.film = film
        self.start = start
        self.end = len(film) if end is None else end
        self.place = start
        self.before = start
        self.playing = speed is not None
        self.speed = speed or 1.0
        self.leave_at_end = leave_at_end
        self.message = ""
        self.help = False
        self.tall_story = False
        self.scroll = 0
        self.follow = True
        self.sought = ""
        self.asking = Buffer(multiline=False, accept_handler=self._sought)
        self._drawn: dict[tuple[int, int, int], tuple[str, list[int], int]] = {}
        self._story: dict[tuple[int, int, int], list[str]] = {}
        # What the terminal can write, and in how many colours, is asked of the real output once.
        coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self._colours: Any = Console(highlight=False).color_system if coloured else None
        self._encoding = sys.stdout.encoding or "utf-8"

    # Moving

    def go(self, place: int, *, before: int | None = None) -> None:
        """Go to a place; what changed since `before` is marked, by default since the place one came from."""
        wanted = min(max(place, self.start), self.end)
        if place > self.end or (place == self.place == self.end):
            failure = self.film.failure
            self.message = f"the replay stops: {failure.message}" if failure else "this is the end"
        elif place < self.start or (place == self.place == self.start):
            self.message = "this is the beginning"
        self.before = min(wanted, before) if before is not None else self._action_before(wanted)
        self.place = wanted
        self.follow = True

    def _action_before(self, place: int) -> int:
        action = self.film.action_at(place)
        return action.before if action else place

    def forward(self) -> None:
        """On to the end of the action."""
        self.go(self.film.next_action(self.place))

    def back(self) -> None:
        """Back to the end of the action before."""
        self.go(self.film.previous_action(self.place))

    def event(self, by: int) -> None:
        """On or back by events; only the last one's changes are marked."""
        self.go(self.place + by, before=max(self.place + by - 1, 0))

    def leap(self, what: str, direction: int) -> None:
        """To the next or previous step of a kind."""
        place = self.film.landmark(what, self.place, direction)
        if place is None or not self.start <= place <= self.end:
            self.message = f"there is no {'further' if direction > 0 else 'earlier'} {what}"
        else:
            self.go(place)

    def seek(self, text: str) -> None:
        """Where a typed word leads: an event, so many actions on or back, a name of a place, or /text."""
        text = text.strip()
        word = text.casefold()
        if text.startswith("/"):
            self.sought = text[1:].strip() or self.sought
            self.again()
        elif word[:1] in {"+", "-"} and (count := whole(word[1:])) is not None:
            for _ in range(min(count, len(self.film))):
                self.forward() if word[0] == "+" else self.back()
        elif (version := whole(word)) is not None:
            self.go(self.film.place_of(version), before=None)
        elif word in {"turn", "check"}:
            self.leap(word, 1)
        elif word in {"first", "last"}:
            self.go(self.start if word == "first" else self.end)
        elif word:
            self.message = f'"{text}" leads nowhere: 41, +5, turn, check, first, last, /word'

    def again(self) -> None:
        """To the next step that says what was last looked for."""
        place = self.film.search(self.sought, self.place)
        if not self.sought:
            self.message = "nothing was looked for yet: /word"
        elif place is None or place > self.end:
            self.message = f'nothing further on says "{self.sought}"'
        else:
            self.go(place)

    def tick(self) -> bool:
        """One step of playing; whether it goes on."""
        if not self.playing:
            return False
        if self.place >= self.end:
            self.playing = False
            return False
        self.forward()
        return True

    def faster(self, factor: float) -> None:
        """Play faster or slower."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)

    # Drawing

    def _console(self, width: int) -> Console:
        class Page(io.StringIO):
            encoding = self._encoding

        return Console(
            file=Page(), width=width, force_terminal=True, color_system=self._colours, legacy_windows=False,
            highlight=False, markup=False, emoji=False,
        )  # fmt: skip

    def _ansi(self, shown: RenderableType, width: int) -> str:
        console = self._console(width)
        console.print(shown, end="", no_wrap=True, overflow="crop", crop=True)
        return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]

    def board(self, width: int, height: int) -> list[str]:
        """The visible rows of the board; where changes lie outside, it scrolls to the first of them."""
        key = (self.before, self.place, width)
        if key not in self._drawn:
            text = self._ansi(self.film.board(self.before, self.place, width), width)
            plain = Text.from_ansi(text).plain.split("\n")
            marks = {Glyphs().mark, Glyphs(plain=True).mark} if "<" not in plain[0] else {Glyphs().mark}
            # The first two rows are the title and the question, the last two the legend.
            rows = [row for row, line in enumerate(plain[:-2]) if row > 1 and any(mark in line for mark in marks)]
            self._drawn = {key: (text, rows, len(plain))}
        text, rows, count = self._drawn[key]
        most = max(count - height, 0)
        if self.follow:
            if rows and not self.scroll <= rows[0] < self.scroll + height:
                self.scroll = max(rows[0] - 2, 0)
            self.follow = False
        self.scroll = min(max(self.scroll, 0), most)
        return text.split("\n")[self.scroll : self.scroll + height]

    def story(self, width: int) -> list[str]:
        """What happened in the step that led here, in lines."""
        key = (self.before, self.place, width)
        if key not in self._story:
            film = self.film
            action = film.action_at(self.place)
            if action is None:
                lines = [Text(film.told(0), style="bold"), *(Text(note, style="italic") for note in film.notes(0))]
            else:
                lines = folded_action(action_lines(film, action, self.before, self.place), width - 1)
            self._story = {key: [self._ansi(line, width) for line in lines]}
        return self._story[key]

    def status(self, width: int) -> str:
        """The line that says where one is."""
        film = self.film
        done = sum(action.after <= self.place for action in film.actions)
        parts = [
            f"{film.loaded.name}#{film.version(self.place)} of {film.version(len(film))}",
            f"action {done} of {len(film.actions)}",
            f"playing {self.speed:.3g}/s" if self.playing else "paused" if self.place < self.end else "at the end",
        ]
        keys = "→ ← action  n p event  space play  g go  ? keys  q leave"
        text = " " + " · ".join(parts)
        if self.message:
            text = f" {self.message}"
        room = width - len(text) - 2
        shorter = "→ ← n p space g ? q"
        hint = keys if len(keys) <= room else shorter if len(shorter) <= room else ""
        line = f"{text}{hint:>{max(width - len(text) - 1, 0)}}"[:width]
        return line if _writes(line, self._encoding) else line.translate(PLAIN).replace("·", "-")

    # The application

    def application(self, console_input: Input | None = None, output: Output | None = None) -> Application[None]:
        """The screen as prompt_toolkit runs it."""
        asking = Condition(lambda: get_app().layout.has_focus(self.asking))

        def size() -> tuple[int, int]:
            given = get_app().output.get_size()
            return given.columns, given.rows

        def story_height() -> int:
            columns, rows = size()
            most = rows - LEAST_BOARD if self.tall_story else min(max(rows // 3, LEAST_STORY), MOST_STORY)
            return max(min(len(self.story(columns)), most, rows - LEAST_BOARD), 1)

        def board_text() -> ANSI:
            columns, rows = size()
            if self.help:
                text = HELP if _writes(HELP, self._encoding) else HELP.translate(PLAIN)
                return ANSI(text)
            return ANSI("\n".join(self.board(columns, max(rows - story_height() - 2, 1))))

        def story_text() -> ANSI:
            lines = self.story(size()[0])
            height = story_height()
            if len(lines) > height:
                lines = [*lines[: height - 1], f"{'':>11}… {len(lines) - height + 1} lines more: w"]
            return ANSI("\n".join(lines))

        def rule() -> str:
            return ("─" if _writes("─", self._encoding) else "-") * size()[0]

        layout = Layout(
            HSplit(
                [
                    Window(FormattedTextControl(board_text, focusable=True, show_cursor=False), wrap_lines=False),
                    Window(FormattedTextControl(rule), height=1),
                    Window(FormattedTextControl(story_text), height=lambda: Dimension.exact(story_height())),
                    ConditionalContainer(
                        Window(FormattedTextControl(lambda: self.status(size()[0])), height=1, style="reverse"), ~asking
                    ),
                    ConditionalContainer(
                        VSplit(
                            [
                                Window(FormattedTextControl(" go to: "), width=8, height=1),
                                Window(BufferControl(self.asking), height=1),
                            ]
                        ),
                        asking,
                    ),
                ]
            )
        )
        made: Application[None] = Application(
            layout=layout,
            key_bindings=self._keys(layout, asking),
            full_screen=True,
            input=console_input,
            output=output,
            after_render=None,
        )
        made.timeoutlen = made.ttimeoutlen = 0.1
        made.pre_run_callables.append(lambda: _in_background(made, self._play(made)))
        return made

    async def _play(self, application: Application[None]) -> None:
        while True:
            await asyncio.sleep(1 / self.speed)
            if self.tick():
                application.invalidate()
            elif self.leave_at_end and self.place >= self.end:
                await asyncio.sleep(1)
                with contextlib.suppress(Exception):  # it was left a moment ago
                    application.exit()
                return

    def _sought(self, buffer: Buffer) -> bool:
        self.seek(buffer.text)
        get_app().layout.focus_previous()
        return False

    def _keys(self, layout: Layout, asking: Condition) -> KeyBindings:
        keys = KeyBindings()
        board = next(iter(layout.find_all_windows()))

        def on(*names: str, act: Callable[[], Any], plays_on: bool = False) -> None:
            def press(_event: KeyPressEvent) -> None:
                self.message = ""
                if self.help:
                    self.help = False
                    return
                if not plays_on:
                    self.playing = False
                act()

            for name in names:
                keys.add(*name.split(" "), filter=~asking)(press)

        def ask(begin: str) -> None:
            self.asking.text = begin
            self.asking.cursor_position = len(begin)
            layout.focus(self.asking)

        def scroll(by: int) -> None:
            self.scroll += by

        def toggle(name: str) -> None:
            setattr(self, name, not getattr(self, name))

        def play() -> None:
            if self.place >= self.end and not self.playing:
                self.go(self.start)
            toggle("playing")

        on("right", "l", "enter", act=self.forward)
        on("left", "h", "backspace", act=self.back)
        on("n", act=lambda: self.event(1))
        on("p", act=lambda: self.event(-1))
        on("t", act=lambda: self.leap("turn", 1))
        on("T", act=lambda: self.leap("turn", -1))
        on("c", act=lambda: self.leap("check", 1))
        on("C", act=lambda: self.leap("check", -1))
        on("home", "E", "0", act=lambda: self.go(self.start))
        on("end", "e", "$", act=lambda: self.go(self.end))
        on("g", act=lambda: ask(""))
        on("/", act=lambda: ask("/"))
        on("N", act=self.again)
        on("space", act=play, plays_on=True)
        on("+", "=", act=lambda: self.faster(1.5), plays_on=True)
        on("-", "_", act=lambda: self.faster(1 / 1.5), plays_on=True)
        on("up", "k", act=lambda: scroll(-1), plays_on=True)
        on("down", "j", act=lambda: scroll(1), plays_on=True)
        on("pageup", act=lambda: scroll(-10), plays_on=True)
        on("pagedown", act=lambda: scroll(10), plays_on=True)
        on("w", act=lambda: toggle("tall_story"), plays_on=True)
        on("?", act=lambda: toggle("help"))

        @keys.add("q", filter=~asking)
        @keys.add("c-d")
        def leave(event: KeyPressEvent) -> None:
            if self.help:
                self.help = False
            else:
                event.app.exit()

        @keys.add("<any>", filter=Condition(lambda: self.help))
        def close_help(_event: KeyPressEvent) -> None:
            self.help = False

        @keys.add("c-c")
        def interrupt(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt())

        @keys.add("escape", filter=asking, eager=True)
        def stop_asking(_event: KeyPressEvent) -> None:
            self.asking.text = ""
            layout.focus(board)

        return keys


def _in_background(application: Application[None], work: Any) -> None:
    application.create_background_task(work)


def _writes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
