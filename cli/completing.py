"""How a line can go on: what the prompt completes while somebody types, and what it asks for when a line stops short.

Everything offered comes from the legal options of the state that the line has reached, so nothing is offered that
would be refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from prompt_toolkit.completion import Completer, Completion

from cli.filling import answers, fixed, following, names_begun, parts, unique
from engine.notation import Misread, narrow, plain, split_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    from cli.session_games import Loaded
    from engine.game import Fault, Game

SEPARATORS = ":,"
#: Of a longer text, such as a pasted line, nothing is completed.
LONGEST = 120


class Offer(NamedTuple):
    """One way to go on: the notation, what it does in game words, and its rule."""

    text: str
    words: str
    rule: str


def offers(game: Game, state: Any) -> list[Offer]:
    """Every option of a state; where a card may be any of many, each of them."""
    listed = [Offer(*one) for one in game.option_texts(state)]
    options = game.legal(state)
    if len(options) != len(listed):
        return listed
    found: list[Offer] = []
    for offer, option in zip(listed, options, strict=True):
        choices = [len(slot.choices) for slot in option.slots]
        if sum(choices) <= 1 or not all(choices):
            found.append(offer)
            continue
        found += [
            Offer(game.write_action(state, [event]), game.describe(state, event), option.rule)
            for event in option.events()
        ]
    return found


def reached(game: Game, state: Any, text: str) -> tuple[Any, Fault | None]:
    """The state after what a line tells so far, and the fault with which its reading ends."""
    reading = game.read_line(state, text)
    for event in reading.events:
        state, _ = game.evolve(state, event)
    return state, reading.fault


def ways_on(loaded: Loaded, line: str) -> list[tuple[Offer, str]]:
    """For a line that leaves a decision open: each answer, and the line with it; empty if there are none to list."""
    game = loaded.game
    state, fault = reached(game, loaded.state, line)
    if fault is None or fault.kind != "incomplete":
        return []
    try:
        typed = split_line(line)
    except Misread:
        return []
    told, comment = line[: typed.end - 1].rstrip(), line[typed.end - 1 :].strip()
    rest = f"  {comment}" if comment else ""
    every = offers(game, state)
    if any(fixed(offer.text) != offer.text for offer in every):
        # What stands for anything cannot be chosen from a list: only what the fault names can.
        return [(Offer(choice, "", fault.rule), f"{told} {choice}{rest}") for choice in fault.choices]
    if not fault.choices or any(offer.text in fault.choices for offer in every):
        begin = told + _separator(told)
        return [(offer, f"{begin}{offer.text}{rest}") for offer in every]
    last = typed.choices[-1] if typed.choices else None
    if last is not None:
        words = [word.text for word in last.words]
        head = line[: last.column - 1]
        fitting = [offer for offer in every if begins(words, offer.text) and len(offer.text.split()) > len(words)]
        if fitting:
            return [(offer, f"{head}{offer.text}{rest}") for offer in fitting]
    return [(Offer(choice, "", fault.rule), f"{told} {choice}{rest}") for choice in fault.choices]


def _separator(told: str) -> str:
    """What stands between what was told and the next choice."""
    if not told:
        return ""
    folded = narrow(told)
    if folded[-1] in SEPARATORS:
        return " "
    return ", " if ":" in folded else ": "


def begins(typed: Sequence[str], text: str) -> bool:
    """Whether each typed word begins the word of the text in its place."""
    words = plain(text).split()
    return len(typed) <= len(words) and all(
        word.startswith(plain(one)) for one, word in zip(typed, words, strict=False)
    )


def contains(typed: Sequence[str], text: str) -> bool:
    """Whether the typed words begin words of the text, in their order."""
    words = iter(plain(text).replace("#", " ").split())
    return all(any(word.startswith(plain(one).lstrip("#")) for word in words) for one in typed)


class LineCompleter(Completer):
    """Completes a line from the legal options; `words` are the prompt's own, each with what it does."""

    def __init__(self, loaded: Callable[[], Loaded], words: Mapping[str, str]) -> None:
        self._loaded = loaded
        self._words = words
        self._known: dict[tuple[int, str], list[Offer]] = {}

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The ways to go on from what stands before the cursor."""
        del complete_event
        text = document.text_before_cursor
        game = self._loaded().game
        cut = max(narrow(text).rfind(sign) for sign in game.separators) + 1
        head, tail = text[:cut], text[cut:].lstrip()
        if not cut:
            yield from self._own_words(tail)
        fitting = self._fitting(head, tail.split())
        if not any(fixed(offer.text) != offer.text for offer in self._offers(head)):
            for offer in fitting:
                yield Completion(offer.text, start_position=-len(tail), display=offer.text, display_meta=_meta(offer))
            return
        yield from self._blanks(head, tail, fitting)

    def _blanks(self, head: str, tail: str, fitting: Sequence[Offer]) -> Iterator[Completion]:
        """Where options leave something open: each up to what is open, then the names that can stand there."""
        loaded = self._loaded()
        names, rare = loaded.game.names(loaded.state), loaded.game.exceptional
        open_: list[tuple[str, int]] = []
        seen: set[str] = set()
        for offer in fitting:
            begun = fixed(offer.text)
            if len(begun) > len(tail) and offer.rule not in rare:
                if not (begun in seen and begun != offer.text):
                    yield Completion(begun, start_position=-len(tail), display=offer.text, display_meta=_meta(offer))
                seen.add(begun)
        for offer in self._offers(head) if 0 < len(tail) <= LONGEST else ():
            for one in following(parts(offer.text), tail):
                if one.text.startswith("<"):
                    open_ += answers(one, names)
                elif one.until != one.text and any(map(str.isalnum, one.text)) and offer.rule not in rare:
                    open_.append((one.text, len(one.typed)))
        for text, length in unique([*open_, *names_begun(tail, names)]):
            yield Completion(text, start_position=-length)

    def _own_words(self, tail: str) -> Iterator[Completion]:
        if tail and " " not in tail:
            for word, meaning in self._words.items():
                if word.startswith(tail.casefold()):
                    yield Completion(word, start_position=-len(tail), display=word, display_meta=meaning)

    def _fitting(self, head: str, typed: Sequence[str]) -> list[Offer]:
        every = self._offers(head)
        first = [offer for offer in every if begins(typed, offer.text)]
        kept = set(first)
        return first + [
            offer for offer in every if offer not in kept and contains(typed, f"{offer.text} {offer.words}")
        ]

    def _offers(self, head: str) -> list[Offer]:
        """What is legal after the part of the line that is behind us; kept until the game goes on."""
        loaded = self._loaded()
        key = (loaded.version, head)
        if key not in self._known:
            if len(self._known) > 50 or any(version != loaded.version for version, _ in self._known):
                self._known.clear()
            self._known[key] = self._find(loaded, head)
        return self._known[key]

    @staticmethod
    def _find(loaded: Loaded, head: str) -> list[Offer]:
        if not head:
            return offers(loaded.game, loaded.state)
        state, fault = reached(loaded.game, loaded.state, head)
        if fault is None:
            # Where several events stand in one line a separator ends what is complete.
            return offers(loaded.game, state) if loaded.game.names(state) else []
        return offers(loaded.game, state) if fault.kind == "incomplete" else []


def _meta(offer: Offer) -> str:
    return f"{offer.words}  {offer.rule}"


class ChoiceCompleter(Completer):
    """Completes an answer to a question from its numbered choices."""

    def __init__(self, choices: Sequence[Offer]) -> None:
        self._choices = choices

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The choices that fit what stands before the cursor."""
        del complete_event
        text = document.text_before_cursor.lstrip()
        for offer in self._choices:
            if contains(text.split(), f"{offer.text} {offer.words}"):
                yield Completion(offer.text, start_position=-len(text), display_meta=f"{offer.words}  {offer.rule}")
