"""The story that `gamelog demo` tells: a whole game logged, replayed, disputed, explained and questioned.

The game is one of the reference games, played by an independent implementation of the rules, and comes with the
program. It is put into a log in a folder of its own that is deleted at the end; every part of the story is made by the
same code as the command that it names.
"""

from __future__ import annotations

import gzip
import os
import select
import sys
import tempfile
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from cli.errors import Trouble
from cli.output import console, put_rows
from cli.paragraphs import action_lines, folded_action, print_lines
from cli.recording import refuse
from cli.replaying import at_terminal
from cli.session import Session
from cli.session_games import Loaded

if TYPE_CHECKING:
    from rich.console import Console

    from cli.film import Film

GAME = "demo.jsonl.gz"
NAME = "tuesday"
PLAYERS = ("Ann", "Bob", "Cai")
#: Where the story stops. The numbers are events of the game: the first turn, the boards shown, the last one the end.
FIRST_TURN = (17, 21)
SHOWN: tuple[tuple[int, str], ...] = (
    (33, "after three turns"),
    (159, "at the first Dominance Check"),
    (10_000, "at the end"),
)
#: Before this event Cai could have tried to march without a road.
DISPUTED_BEFORE, DISPUTED_LINE = 96, "move 67: army kabul transcaspia"
#: A bribe is asked for, waived, and the card played; some events later its owner is overthrown.
BRIBE, OVERTHROW = (218, 220), 226
QUESTION = "reigns"
PLAY_SPEED = 15.0
#: Seconds after which the story goes on by itself where a person may press Enter.
PATIENCE = 5.0


def run_demo(*, fast: bool, width: int | None = None) -> None:
    """Tell the story; on a terminal the whole game is played on the screen unless `fast`."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="gamelog-demo-") as folder:
        _Story(Path(folder), console(width=width), fast=fast).tell()
    sys.stdout.flush()
    console(width=width).print(f"\n(told in {time.monotonic() - began:.1f} seconds; the log is deleted again)")


class _Story:
    def __init__(self, folder: Path, out: Console, *, fast: bool) -> None:
        self.out = out
        self.session = Session(folder / "demo.duckdb", recorder="Ann")
        self.screen = not fast and at_terminal()
        self.number = 0

    def tell(self) -> None:
        self._say(
            "gamelog keeps a log of games that were played at a table, so that they can be replayed, questioned and "
            "trusted. This is one whole game of Pax Pamir, Second Edition: three players, kingmakers in Afghanistan "
            "between the British and the Russian empire. It is logged in a folder that is deleted at the end."
        )
        loaded = self._log()
        from cli.film import Film

        film = Film(loaded)
        self._replay(film)
        self._dispute()
        self._explain(film)
        self._question()
        self._check()
        self._say("That was gamelog. Log a game of your own:")
        self._typed("gamelog new pax-pamir friday --players Ann,Bob,Cai", "gamelog record friday")
        self._say(
            "The second game is the Pathfinder Adventure Card Game, a party against the cards, in one scenario or a "
            'campaign; the README tells of it under "At the table":'
        )
        self._typed(
            "gamelog new pathfinder sunday --characters Kyra,Lem --scenario Brigandoom", "gamelog record sunday"
        )
        self._say("gamelog --help lists everything else.")

    # Parts

    def _log(self) -> Loaded:
        from engine.actions_of_line import split_actions
        from engine.game import game
        from engine.pamir.trace import compare

        self._part("A game is logged")
        raw = files("cli").joinpath("data", GAME).read_bytes()
        compared = compare(gzip.decompress(raw).splitlines(), NAME, players=PLAYERS)
        if compared.report.divergences:
            raise Trouble(f"the game of the demo is not played as recorded: {compared.report.divergences[0]}")
        pamir = game("pax-pamir")
        outcome = self.session.begin(compared.started, pamir)
        revealed = len(outcome.events) - 1
        actions = split_actions(pamir, outcome.loaded.state, compared.events[revealed:])
        loaded = self.session.record(outcome.loaded, actions).loaded
        self._say(
            "Each line that somebody types at the table is one action. What follows from it is worked out by the "
            "rules, and each consequence names the rule that it comes from. This is Ann's first turn, as typed and as "
            "it was understood:"
        )
        self._typed(f"gamelog replay {NAME} --steps {FIRST_TURN[0]}-{FIRST_TURN[1]}")
        from cli.film import Film

        film = Film(loaded)
        for action in film.actions:
            if FIRST_TURN[0] <= action.first <= FIRST_TURN[1]:
                self._lines(folded_action(action_lines(film, action), self.out.width))
        self._say(
            f"So it goes on to the end: {len(film.actions)} actions, {loaded.version} events, each judged by the rules "
            "and stored before it was acknowledged. This game was first played by another, independent program: "
            f"at each of its {compared.report.steps} steps both agree on what was legal and what came of it."
        )
        return loaded

    def _replay(self, film: Film) -> None:
        self._part("It is replayed")
        self._typed(f"gamelog replay {NAME}")
        if self.screen:
            from cli.replay_screen import show_film

            self._say("The whole game plays on the screen now. Space pauses, arrows step, q goes on with the story.")
            sys.stdout.flush()
            time.sleep(3)
            show_film(film, speed=PLAY_SPEED, leave_at_end=True)
            shown = SHOWN[-1:]
        else:
            self._say("On a terminal this steps forward and back; here are three boards on the way.")
            shown = SHOWN
        for version, when in shown:
            place = film.place_of(version)
            action = film.action_at(place)
            self.out.print()
            self.out.print(Text(f"{when}:", style="italic"))
            self.out.print(film.board(action.before if action else 0, place, self.out.width))
        self._say(f"{film.told(self._last_check(film))}. {self._ending(film)}")

    @staticmethod
    def _last_check(film: Film) -> int:
        return film.landmark("check", len(film) + 1, -1) or len(film)

    def _ending(self, film: Film) -> str:
        effects = [text for text, _ in film.effects(self._last_check(film))]
        return f"{'; '.join(effects[1:])}."

    def _dispute(self) -> None:
        self._part("A move is disputed")
        loaded = self.session.load(NAME, at=DISPUTED_BEFORE - 1)
        state = loaded.game.flat(loaded.state)
        self._say(
            f"Back to event {DISPUTED_BEFORE - 1}. Cai, loyal to the {_capital(state['p2.loyalty'])} coalition, wants "
            "to march an army from Kabul to Transcaspia. Bob doubts that this is allowed. Typing it settles it, and "
            "records nothing:"
        )
        self._typed(f'gamelog record {NAME} "{DISPUTED_LINE}"')
        reading = loaded.game.read_line(loaded.state, DISPUTED_LINE)
        if reading.fault is None:
            raise Trouble("the disputed move of the demo is legal")
        trouble = refuse(loaded, DISPUTED_LINE, reading)
        trouble.place = loaded.place(DISPUTED_BEFORE - 1)
        self._lines([Text(line) for line in trouble.lines()])
        rule = loaded.game.catalogue().rule(trouble.rule)
        self._say("The rule is in the catalogue, in the program's own words, in English and in Traditional Chinese:")
        self._typed(f"gamelog rule {rule.id}")
        self._lines(
            [
                Text.assemble((rule.id, "bold"), "  ", (rule.title, "bold"), "  ", rule.title_zh),
                Text(f"  {rule.statement}"),
                Text(f"  {rule.statement_zh}"),
            ]
        )

    def _explain(self, film: Film) -> None:
        self._part("Why did that happen?")
        self._say(
            "Much of this game is talk and money. Here Ann owes Bob a bribe to play a card of the region that he "
            "rules, asks him to waive it, and he does:"
        )
        self._typed(f"gamelog replay {NAME} --steps {BRIBE[0]}-{BRIBE[1]}")
        for action in film.actions:
            if BRIBE[0] <= action.first <= BRIBE[1]:
                self._lines(folded_action(action_lines(film, action), self.out.width))
        from cli.telling import explain, print_explanation

        self._say("A few moments later Ann loses a whole region. Nobody attacked her. Why?")
        self._typed(f"gamelog why {OVERTHROW} --game {NAME}")
        print_explanation(explain(film.loaded, OVERTHROW))
        self._say(
            "Her court was larger than her stars allow. The card that she gave up at the end of her turn was her last "
            "political one of Transcaspia, and with it went her tribe there."
        )

    def _question(self) -> None:
        from cli.session_facts import find_question, run_query

        self._part("History answers a question")
        question = find_question(QUESTION).query
        self._say(f"{question.title}?")
        self._typed(f"gamelog query {QUESTION}")
        answer = run_query(self.session, QUESTION, {})
        put_rows(answer.columns, answer.rows, json=False, csv=False)

    def _check(self) -> None:
        self._part("Can the log be trusted?")
        self._say("Every event carries the hash of the one before it, and every state the hash of its position:")
        self._typed(f"gamelog verify {NAME}")
        findings = self.session.reading(lambda store: store.verify())
        events = self.session.load(NAME).version
        said = f"{events} events in 1 game checked: all is well"
        self.out.print("\n".join(map(str, findings)) if findings else said)

    # Telling

    def _part(self, title: str) -> None:
        if self.screen and self.number:
            self._wait()
        self.number += 1
        self.out.print()
        self.out.print(Text(f"{self.number}. {title}", style="bold underline"))

    def _wait(self) -> None:
        """Leave time to read: until Enter is pressed, or a few seconds have passed."""
        self.out.print()
        self.out.print(Text("Enter goes on", style="dim"))
        if os.name == "posix" and select.select([sys.stdin], [], [], PATIENCE)[0]:
            sys.stdin.readline()

    def _say(self, text: str) -> None:
        self.out.print()
        self._lines([Text(text)])

    def _typed(self, *commands: str) -> None:
        self.out.print()
        self._lines([Text(f"  $ {command}", style="bold") for command in commands])

    def _lines(self, lines: Any) -> None:
        print_lines(self.out, lines)


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
