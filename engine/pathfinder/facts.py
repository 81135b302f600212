"""The facts of a scenario as rows, for questions over many games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.facts import SHARED_FACT_TYPES, shared_facts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import msgspec

FACT_TYPES: tuple[type[msgspec.Struct], ...] = SHARED_FACT_TYPES


def facts(context: Any, steps: Iterable[Any]) -> Iterator[msgspec.Struct]:
    """The rows of one scenario."""
    del steps
    yield from shared_facts(context, ())
