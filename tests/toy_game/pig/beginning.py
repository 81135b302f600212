"""From what a person says to the first event of a game of Pig."""

from engine.pig.events import PRESETS, PigStarted
from engine.pig.reducer import check_start

from engine.beginning import require_distinct, said_of_all
from engine.game import Beginning, BeginningError
from engine.options import chosen_options


def starting_event(begin: Beginning) -> PigStarted:
    require_distinct(begin.players)
    started = PigStarted(**said_of_all(begin), options=chosen_options(begin, PRESETS))
    for violation in check_start(started):
        raise BeginningError(violation.message, rule=violation.rule)
    return started
