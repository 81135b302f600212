"""What happens in Pig."""

from typing import Literal

import msgspec

from engine.events import Event, GameStarted


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Under which readings a game is played. The defaults are the preset `official`."""

    target: Literal["hundred", "twenty"] = "hundred"


PRESETS = {"official": Options(), "short": Options(target="twenty")}


class PigStarted(GameStarted, frozen=True, kw_only=True, tag="pig.game_started"):
    """A game began; the first player rolls first."""

    options: Options = Options()


class Rolled(Event, frozen=True, kw_only=True, tag="pig.rolled"):
    """The player on turn rolled the die (PIG-1-roll)."""

    face: int


class Held(Event, frozen=True, kw_only=True, tag="pig.held"):
    """The player on turn kept what was at stake (PIG-2-hold)."""


decoder = msgspec.json.Decoder(PigStarted | Rolled | Held)
