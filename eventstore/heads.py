"""The newest version of each stream, without reading streams.

The table of heads is a cache, written when a session ends: an append must not pay for it. What the table does not know
yet is kept here, and after a crash it is read again from the events that came after the table's last position.
"""

from collections.abc import Sequence
from itertools import groupby

from eventstore.database import Database, HeadRow
from eventstore.events import StoredEvent

_SINGLY = 8  # So many streams are asked for one by one.


class Heads:
    """The heads of one open database.

    Attributes:
        newest_id: the greatest event id in the store, empty if there is none.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._read: dict[str, HeadRow | None] = {}
        self._all_read = False
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
        if stream not in self._read and not self._all_read:
            if len(self._read) < _SINGLY:
                rows = self._database.head_rows("stream = ?", stream)
                self._read[stream] = rows[0] if rows else None
            else:
                # Somebody goes through many streams: one question is cheaper than one for each.
                self._read |= {row.stream: row for row in self._database.head_rows()}
                self._all_read = True
        return self._read.get(stream)

    def all(self) -> list[HeadRow]:
        """Return all heads in the order in which streams were begun."""
        rows = {row.stream: row for row in self._database.head_rows()} | self._fresh
        return sorted(rows.values(), key=lambda row: row.first_position)

    def note(self, events: Sequence[StoredEvent], first: int) -> None:
        """Take in events that were stored at positions `first` and following."""
        for stream, group in groupby(enumerate(events, first), key=lambda place: place[1].stream):
            places = list(group)
            (first_position, begin), (last_position, end) = places[0], places[-1]
            old = self.get(stream)
            newest_id = max(event.event_id for _, event in places)
            self._fresh[stream] = HeadRow(
                stream=stream,
                version=end.version,
                hash=end.hash,
                first_recorded_at=old.first_recorded_at if old else begin.recorded_at,
                last_recorded_at=end.recorded_at,
                first_position=old.first_position if old else first_position,
                last_position=last_position,
                newest_id=max(old.newest_id, newest_id) if old else newest_id,
            )
            self.newest_id = max(self.newest_id, newest_id)

    def write(self) -> None:
        """Bring the table up to date."""
        if self._fresh:
            self._database.write_heads(self._fresh.values())
            self._read |= self._fresh
            self._fresh = {}
