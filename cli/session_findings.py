"""What is wrong in a game and was recorded all the same, by the versions under which the log holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.errors import ExitCode, Trouble
from engine.audit import Finding, audit
from engine.game import Defaults

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.session import Session
    from cli.session_games import Loaded
    from engine.game import Game


def findings_of(loaded: Loaded) -> list[Finding]:
    """All findings of a game, as far as its line is loaded, in the order of its events."""
    events = [(entry.version, entry.event) for entry in loaded.line.entries]
    return audit(loaded.game, loaded.started, events, first=loaded.line.first.version)


def can_be_flagged(game: Game) -> bool:
    """Whether a game records anything that contradicts what is known; the events of others need not be looked at."""
    return getattr(type(game), "findings", None) is not Defaults.findings


def flagged_events(loaded: Loaded) -> dict[int, list[Finding]]:
    """The findings of each event that has some; without judging anything in a game that records none."""
    found: dict[int, list[Finding]] = {}
    for one in findings_of(loaded) if can_be_flagged(loaded.game) else ():
        found.setdefault(one.event, []).append(one)
    return found


def voided_by(loaded: Loaded) -> dict[int, int]:
    """The events on the line that a later one makes void, each with that later one, by their versions."""
    numbers = loaded.line.numbers
    found = {}
    for entry in loaded.line.entries:
        for at in loaded.game.voided(entry.event):
            if 0 < at <= len(numbers):
                found[numbers[at - 1]] = entry.version
    return found


def audited_games(session: Session, names: Sequence[str], *, everything: bool, campaign: str) -> list[str]:
    """The streams of the games that are meant: those that are named, those of a campaign, all, or the last one.

    As for queries, hidden and simulated games count only where they are named.

    Raises:
        Trouble: there is no such game, or no game of that campaign.
    """
    if names:
        return list(dict.fromkeys(session.find(name).stream for name in names))
    if not everything and not campaign:
        return [session.find(None).stream]
    listed = [one for one in session.reading(session.find_all) if not one.hidden and not one.started.simulated]
    if campaign:
        listed = [one for one in listed if one.started.campaign.casefold() == campaign.casefold()]
        if not listed:
            hint = "gamelog games shows the campaign of each game"
            raise Trouble(f'no game belongs to the campaign "{campaign}"', code=ExitCode.NOT_FOUND, hint=hint)
    return [one.stream for one in listed]
