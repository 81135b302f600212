"""The newest version of each stream, without reading streams.

The table of heads is a cache, written when a session ends: an append must not pay for it. What the table does not know
yet is kept here, and after a crash it is read again from the events that came after the table's last position.
"""

from collections.abc import Sequence

from eventstore.database import Database, HeadRow
from eventstore.events import StoredEvent


class Heads:
    """The heads of one open database.

    Attributes:
        newest_id: the greatest event id in the store, empty if there is none.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: dict[str, HeadRow | None] = {}
        self._fresh: dict[str, HeadRow] = {}
        self.newest_id = ""

    def catch_up(self) -> int:
        """Read what the table does not know yet; return the last position that the table knew."""
        known, newest = self._database.rows(
            "SELECT coalesce(max(last_position), 0), coalesce(max(newest_id), '') FROM heads"
        )[0]
        for row in self._database.heads_after(known):
            old = self.get(row.stream)
            if old:
                row.first_recorded_at, row.first_position = old.first_recorded_at, old.first_position
                row.newest_id = max(row.newest_id, old.newest_id)
            self._fresh[row.stream] = row
        self.newest_id = max([str(newest), *(row.newest_id for row in self._fresh.values())])
        return int(known)

    def get(self, stream: str) -> HeadRow | None:
        """Return the head of a stream, None if there is no such stream."""
        if stream in self._fresh:
            return self._fresh[stream]
        if stream not in self._read:
            rows = self._database.head_rows("stream = ?", stream)
            self._read[stream] = rows[0] if rows else None
        return self._read[stream]

    def all(self) -> list[HeadRow]:
        """Return all heads in the order in which streams were begun."""
        rows = {row.stream: row for row in self._database.head_rows()} | self._fresh
        return sorted(rows.values(), key=lambda row: row.first_position)

    def note(self, events: Sequence[StoredEvent], first: int) -> None:
        """Take in events that were stored at positions `first` and following."""
        for position, event in enumerate(events, first):
            old = self.get(event.stream)
            self._fresh[event.stream] = HeadRow(
                stream=event.stream,
                version=event.version,
                hash=event.hash,
                first_recorded_at=old.first_recorded_at if old else event.recorded_at,
                last_recorded_at=event.recorded_at,
                first_position=old.first_position if old else position,
                last_position=position,
                newest_id=max(old.newest_id, event.event_id) if old else event.event_id,
            )
            self.newest_id = max(self.newest_id, event.event_id)

    def write(self) -> None:
        """Bring the table up to date."""
        if self._fresh:
            self._database.write_heads(self._fresh.values())
            self._read |= self._fresh
            self._fresh = {}
