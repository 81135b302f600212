"""Numbers of events as the log has them, and as a game's line counts them; for people only those of the log exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.errors import ExitCode, Trouble

if TYPE_CHECKING:
    from cli.session_games import Loaded


def _versions(loaded: Loaded) -> list[int]:
    """The versions of the events on the line, the start first; empty where the two ways of counting are the same."""
    found = [loaded.line.first.version, *(entry.version for entry in loaded.line.entries)]
    return [] if found[-1] == len(found) else found


def typed(loaded: Loaded, text: str) -> str:
    """A typed line with the numbers that the line has for its events.

    Raises:
        Trouble: a number is that of a note, or of an event that was undone.
    """
    versions = _versions(loaded)
    if not versions:
        return text
    numbers = {version: at for at, version in enumerate(versions, start=1)}

    def number(version: int) -> int:
        if version not in numbers and version <= loaded.version:
            raise Trouble(
                f"event {version} is a note, or was undone", place=loaded.place(), code=ExitCode.USAGE,
                hint=f"gamelog log {loaded.name} numbers what counts",
            )  # fmt: skip
        return numbers.get(version, version - loaded.version + len(versions))

    return loaded.game.renumbered(text, number)


def written(loaded: Loaded, text: str) -> str:
    """A line of notation, as a person would type it into this log."""
    versions = _versions(loaded)
    return loaded.game.renumbered(text, lambda at: _version(versions, at)) if versions else text


def told(loaded: Loaded, text: str) -> str:
    """A message with the numbers that the log has for its events."""
    versions = _versions(loaded)
    return loaded.game.retold(text, lambda at: _version(versions, at)) if versions else text


def _version(versions: list[int], at: int) -> int:
    return versions[at - 1] if 0 < at <= len(versions) else at
