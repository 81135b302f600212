"""Random scenarios: a start by chance, what is wanted at each moment, and how an option is filled.

Everything else is play as any other, through the same options and rules. Chance comes from outside.
"""

from __future__ import annotations

from engine.pathfinder.simulating_fill import fill
from engine.pathfinder.simulating_setup import random_start
from engine.pathfinder.simulating_wishes import wishes

__all__ = ["fill", "random_start", "wishes"]
