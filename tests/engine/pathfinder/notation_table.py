"""A table at which lines are typed: what each brings, or why it is not taken."""

from engine.pathfinder import reducer
from engine.pathfinder.notation import read_line
from engine.pathfinder.write_notation import write_action
from tests.engine.pathfinder.given import started, who

PLACES = ("Woods", "Garrison", "Waterfront", "The Rusty Dragon")
HAND = ["Blessing of the Gods", "Longsword", "Blessing of Abadar#2", "Cure", "Guard"]


class Lines:
    """A state with the events that the last line brought."""

    def __init__(self, state):
        self.now = state
        self.events = ()

    def type(self, *lines):
        """Type lines that are taken."""
        for line in lines:
            reading = read_line(self.now, line)
            assert reading.fault is None, (line, reading.fault)
            self.events = reading.events
            for event in reading.events:
                self.now, _ = reducer.evolve(self.now, event)
        return self

    def told(self, line, *, at=-1, **fields):
        """Type a line: one of its events, the last if no other is asked for, has these fields. Gives that event."""
        self.type(line)
        event = self.events[at]
        for field, value in fields.items():
            assert getattr(event, field) == value, (field, event)
        return event

    def fault(self, line, kind, *, column=None, length=None, rule=None):
        """A line that is not taken, with its fault."""
        found = read_line(self.now, line).fault
        assert found is not None, line
        assert found.kind == kind, found
        assert column in {None, found.column}, found
        assert length in {None, found.length}, found
        assert rule in {None, found.rule}, found
        return found

    def written(self, line):
        """How the events of a line are written that is typed now."""
        reading = read_line(self.now, line)
        assert reading.fault is None, (line, reading.fault)
        return write_action(self.now, reading.events)


def lines(*characters, **more):
    """A table of Kyra, Lem, Sajan and Ezren; it is Kyra's turn, and the blessing was turned over."""
    seated = characters or (
        who("Kyra", "Woods", hand=HAND),
        who("Lem", "Woods", hand=["Sling"]),
        who("Sajan", "Garrison", hand=3),
        who("Ezren", "Waterfront"),
    )
    more = {"places": PLACES, "on_turn": seated[0].name, "villains": ("Jubrayl Vhiski",), **more}
    return Lines(reducer.start(started(*seated, **more)))
