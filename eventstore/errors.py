"""What can go wrong with a store, as one small hierarchy that a command line can map to exit codes.

Every message is lower-case and names the value and the place; `hint` says what to do next. `kind` is one of
`not_found`, `conflict`, `busy`, `integrity`, `disk`, `usage`: who prints errors needs to know no class but
`StoreError`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

if TYPE_CHECKING:
    from eventstore.events import StoredEvent

Kind = Literal["not_found", "conflict", "busy", "integrity", "disk", "usage"]


class StoreError(Exception):
    """Any failure of the store.

    Attributes:
        kind: the group of failures this one belongs to.
        hint: what to do next, lower-case, without a full stop after a name.
    """

    kind: ClassVar[Kind]

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class StoreMissing(StoreError):  # noqa: N818  # a state of affairs that is named, as "conflict" is
    """There is no store at the path."""

    kind = "not_found"


class Conflict(StoreError):  # noqa: N818
    """The stream is not where the writer believed it to be.

    Attributes:
        stream: its name.
        expected: the newest version that the writer had seen.
        actual: the newest version there is.
        events: what came meanwhile, oldest first; for a parting copy, the stored events from the first parting one.
    """

    kind = "conflict"

    def __init__(
        self, message: str, *, hint: str, stream: str, expected: int, actual: int, events: Sequence["StoredEvent"] = ()
    ) -> None:
        super().__init__(message, hint=hint)
        self.stream = stream
        self.expected = expected
        self.actual = actual
        self.events = tuple(events)


class IdReused(StoreError):  # noqa: N818
    """An event id is in the store already, with other content.

    Attributes:
        event_id: the id.
        stored: the event that bears it.
    """

    kind = "conflict"

    def __init__(self, message: str, *, hint: str, event_id: str, stored: "StoredEvent | None") -> None:
        super().__init__(message, hint=hint)
        self.event_id = event_id
        self.stored = stored


class Busy(StoreError):  # noqa: N818
    """Another process holds the store and did not let go in time.

    Attributes:
        pid: the process that holds it, None if that cannot be found out.
    """

    kind = "busy"

    def __init__(self, message: str, *, hint: str, pid: int | None) -> None:
        super().__init__(message, hint=hint)
        self.pid = pid


class Integrity(StoreError):  # noqa: N818
    """What is stored contradicts itself; nothing was written."""

    kind = "integrity"


class DiskTrouble(StoreError):  # noqa: N818
    """The operating system refused to write or read."""

    kind = "disk"


class Misuse(StoreError):  # noqa: N818
    """The caller asked for something that no store can do."""

    kind = "usage"


class SealedError(Integrity):
    """A sealed file is not what it claims to be.

    Attributes:
        file: its name as the caller gave it.
        line: 1-based line.
        column: 1-based column, counted in bytes.
        text: that line, shortened, for showing it with a caret.
        reason: the message without the place.
    """

    def __init__(self, reason: str, *, hint: str, file: str, line: int, column: int, text: str) -> None:
        super().__init__(f"{file}:{line}:{column}: {reason}", hint=hint)
        self.file = file
        self.line = line
        self.column = column
        self.text = text
        self.reason = reason
