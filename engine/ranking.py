"""Which texts come nearest to what somebody asks in his own words.

A word counts the more the fewer texts have it, and more in a title than in a statement; endings are taken off, so that
"closing" is found in "closed". Chinese is written without spaces, so its characters are taken two by two. Equals keep
the order in which the texts stand: nothing here depends on anything but the words.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_RUN = re.compile(r"[\u3400-\u9fff]+|[^\W_]+(?:['\u2019][^\W_]+)?")
_ENDINGS = ("ations", "ation", "ings", "ing", "ions", "ion", "ies", "ed", "es", "er", "ly", "e", "s", "y")
#: Words that stand in any question and tell nothing of what it is about.
_SMALL_WORDS = """
    a about again all also am an and any are as at be because been but by can could did do does doing don't either
    else for from get gets getting go goes going got had has have having he her here him his how i i'm if in into
    is it it's its just let lets like may me might my no not now of off ok okay on one or our ours out own shall
    she should so some still such than that the their them then there these they thing this those to too us was we
    were what what's when where whether which while who whom whose why will with would yes you your
"""
_EMPTY = frozenset(_SMALL_WORDS.split())
#: How fast a word that is said again counts less, and how much a long text is held against it.
_OFTEN, _LONG = 1.2, 0.5
#: What two words count besides that stand together in the question and in the text, and each of a title that does.
_TOGETHER, _NAMED = 0.6, 2.0


class Text(NamedTuple):
    """A text that can be asked for: its name, its title, and its parts with the weight of a word in each."""

    name: str
    title: str
    parts: tuple[tuple[float, str], ...]


class Ranking:
    """Texts ranked by a question. `alike` has for a word that people use those that the texts use."""

    def __init__(self, texts: Sequence[Text], alike: Mapping[str, str] | None = None) -> None:
        self.alike = {stem(word): tuple(map(stem, meant.split())) for word, meant in (alike or {}).items()}
        self.names = [text.name for text in texts]
        self.titles = [stems(text.title) for text in texts]
        self.counts = [_counted(text) for text in texts]
        self.pairs = [_paired(text) for text in texts]
        self.lengths = [sum(count.values()) for count in self.counts]
        self.usual = sum(self.lengths) / max(1, len(self.lengths))
        self.spread = Counter(word for count in self.counts for word in count)

    def ranked(self, question: str) -> list[tuple[str, float]]:
        """The texts that share a word with the question, best first, each with how well it fits."""
        said = stems(question)
        asked = self._meant(said)
        pairs = list(dict.fromkeys(pairwise(said)))
        found = []
        for at, name in enumerate(self.names):
            score = sum(weight * self._fit(at, word) for word, weight in asked)
            score += sum(_TOGETHER * self.rarity(one) for one, two in pairs if (one, two) in self.pairs[at])
            score += self._named(self.titles[at], said)
            if score > 0:
                found.append((name, score))
        return sorted(found, key=lambda one: -one[1])

    def shared(self, name: str, question: str) -> int:
        """How many different words of a question a text has."""
        count = self.counts[self.names.index(name)]
        return sum(any(one in count for one in (word, *self.alike.get(word, ()))) for word in set(stems(question)))

    def rarity(self, word: str) -> float:
        """How much a word tells: the more, the fewer texts have it."""
        having = self.spread.get(word, 0)
        return math.log(1 + (len(self.names) - having + 0.5) / (having + 0.5))

    def _named(self, title: list[str], said: list[str]) -> float:
        """What it counts that the question has a whole title of several words."""
        length = len(title)
        if length < 2 or not any(said[at : at + length] == title for at in range(len(said) - length + 1)):
            return 0.0
        return _NAMED * length

    def _meant(self, said: Iterable[str]) -> list[tuple[str, float]]:
        """The words of a question and those that the texts may have for them, which count a little less."""
        found: dict[str, float] = {}
        for word in said:
            found[word] = 1.0
        for word in list(found):
            for other in self.alike.get(word, ()):
                found.setdefault(other, 0.8)
        return list(found.items())

    def _fit(self, at: int, word: str) -> float:
        count = self.counts[at].get(word, 0.0)
        if not count:
            return 0.0
        length = 1 - _LONG + _LONG * self.lengths[at] / self.usual
        return self.rarity(word) * count * (_OFTEN + 1) / (count + _OFTEN * length)


def stems(text: str) -> list[str]:
    """The words of a text that tell something, in order, without their endings."""
    found: list[str] = []
    for run in _RUN.findall(unicodedata.normalize("NFKC", text).casefold()):
        if "\u3400" <= run[0] <= "\u9fff":
            found += [run[at : at + 2] for at in range(max(1, len(run) - 1))]
        elif run not in _EMPTY:
            found.append(stem(run))
    return found


def stem(word: str) -> str:
    """A word without its ending: "closing", "closed" and "closes" are one."""
    word = word.casefold().replace("\u2019", "'").removesuffix("'s").removesuffix("'")
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= (4 if len(ending) > 3 else 3):
            return left[:-1] if len(left) > 3 and left[-1] == left[-2] and ending[0] in "aei" else left
    return word


def _counted(text: Text) -> dict[str, float]:
    found: dict[str, float] = {}
    for weight, part in text.parts:
        for word in stems(part):
            found[word] = found.get(word, 0.0) + weight
    return found


def _paired(text: Text) -> frozenset[tuple[str, str]]:
    return frozenset(pair for _, part in text.parts for pair in pairwise(stems(part)))
