"""What tests of the words of the log share: the sentence of an event, and what holds of every sentence."""

import re

from engine.pathfinder.words import describe
from tests.engine.pathfinder.given import (
    explore,
)


def told(game, *events):
    """The last of these events in game words, the others recorded before it."""
    *before, last = events
    return describe((game.when(*before) if before else game).now, last)


FOUGHT = explore("A", "Bunyip", "monster")


def sentences_hold(*sentences):
    for sentence in sentences:
        assert sentence
        assert not re.search(r"\bNone\b|[{}]|\b[a-z]+_[a-z_]+|\.$|  |\s[,;:]|pathfinder\.", sentence), sentence
