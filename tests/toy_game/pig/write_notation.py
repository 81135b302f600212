"""Lines of notation for events, and for everything that is legal."""

from engine.pig.events import Rolled
from engine.pig.reducer import legal


def write_action(state, events):
    del state
    (event,) = events
    return f"roll {event.face}" if isinstance(event, Rolled) else "hold"


def option_texts(state):
    found = []
    for option in legal(state):
        if isinstance(option.event, Rolled):
            found.append(("roll 1|2|3|4|5|6", "roll the die", option.rule))
        else:
            found.append(("hold", f"keep {state.at_stake}", option.rule))
    return found
