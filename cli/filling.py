"""How a typed text goes on within the pattern of an option, in which `<card>` and its like stand for what is open.

A placeholder is never inserted: what is completed ends before it, and then the names that can stand for it are offered.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.notation import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_BLANK = re.compile(r"<[^<>]*>")
#: Signs that end a name, so that one with such a sign in it stands in quotes.
_ENDS = ':,;"#'
#: So many words can be the beginning of one name.
MOST_WORDS = 5
#: So many names are shown for a placeholder of which nothing is typed yet.
MOST_NAMES = 30
#: Fewer letters begin the initials of too many names.
LEAST_INITIALS = 2


class Next(NamedTuple):
    """What comes next in a pattern: fixed words or a placeholder, what of it is typed, and the pattern with it."""

    text: str
    typed: str
    until: str


def fixed(pattern: str) -> str:
    """A pattern up to its first placeholder, with the space before it."""
    blank = _BLANK.search(pattern)
    return pattern if blank is None else pattern[: blank.start()].rstrip('"')


def parts(pattern: str) -> list[str]:
    """The fixed parts and the placeholders of a pattern, in their order."""
    found: list[str] = []
    at = 0
    for blank in _BLANK.finditer(pattern):
        found += [pattern[at : blank.start()], blank.group()]
        at = blank.end()
    return [one for one in (*found, pattern[at:]) if one]


def following(pattern: Sequence[str], typed: str, until: str = "") -> Iterator[Next]:
    """Each way in which a typed text goes on in the parts of a pattern, of which some stand before it."""
    if not pattern:
        return
    first, rest = pattern[0], pattern[1:]
    until += first
    if not _BLANK.fullmatch(first):
        if typed.casefold().startswith(first.casefold()):
            yield from following(rest, typed[len(first) :], until)
        elif first.casefold().startswith(typed.casefold()):
            yield Next(first, typed, until)
        return
    yield Next(first, typed, until)
    if rest:
        sign = rest[0].casefold()
        for at in range(1, len(typed)):
            goes_on = typed[at:].casefold()
            if (goes_on.startswith(sign) or sign.startswith(goes_on)) and _fills(first, typed[:at]):
                yield from following(rest, typed[at:], until)


def _fills(blank: str, text: str) -> bool:
    """Whether a text can stand for a placeholder."""
    return "|" not in blank or text.casefold() in blank[1:-1].casefold().split("|")


def answers(one: Next, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int]]:
    """What completes a placeholder, each with how many signs of the typed text it replaces."""
    blank, typed = one.text, one.typed
    if "|" in blank:
        yield from (
            (word, len(typed)) for word in blank[1:-1].split("|") if word.casefold().startswith(typed.casefold())
        )
        return
    known = names.get(one.until, names.get(blank, ()))
    last = re.split(r",\s*", typed)[-1] if blank == "<cards>" else typed
    if not last:
        yield from ((written(name), 0) for name in known[:MOST_NAMES])
        return
    yield from ((written(name), len(last)) for name in known if is_begun(last, name))


def names_begun(typed: str, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, int]]:
    """Names that the last words of a typed text begin, the longest beginning first."""
    part = re.split(rf"[{_ENDS}]\s*", typed)[-1]
    starts = [found.start() for found in re.finditer(r"\S+", part)][-MOST_WORDS:]
    if part == typed.lstrip():
        starts = starts[1:]
    every = dict.fromkeys(one for known in names.values() for one in known)
    for start in starts:
        begun = part[start:]
        if (begun.strip() and not begun.endswith(" ")) or " " in begun.strip():
            yield from ((written(one), len(begun)) for one in every if is_begun(begun, one))


def is_begun(typed: str, name: str) -> bool:
    """Whether a text is the beginning of a name, its words shortened or not, or its initials: `bless g`, `BotG`."""
    words, begun = plain(name).split(), plain(typed).split()
    if not begun or len(begun) > len(words) or (begun == words and typed.endswith(" ")):
        return False
    if all(word.startswith(one) for one, word in zip(begun, words, strict=False)):
        return True
    initials = "".join(word[0] for word in words)
    return len(begun) == 1 and LEAST_INITIALS <= len(begun[0]) <= len(initials) and initials.startswith(begun[0])


def written(name: str) -> str:
    """A name as it is typed."""
    return f'"{name}"' if any(sign in name for sign in _ENDS) and '"' not in name else name


def unique(found: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Each text once, as it came first."""
    seen: set[str] = set()
    for text, length in found:
        if text not in seen:
            seen.add(text)
            yield text, length
