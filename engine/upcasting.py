"""Old layouts of events, read as today's.

Payloads are stored, hashed and exported as they were recorded. When the layout of a kind changes, its schema number
goes up by one, and a step here turns a payload of the old number into one of the next, on reading only. The chain of
steps of every kind has to be complete: that is checked when the first event is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

Step = Callable[[dict[str, Any]], dict[str, Any]]

#: The schema number of each kind whose layout ever changed; every other kind is at 1.
SCHEMAS: dict[str, int] = {}
#: For a kind and an old schema number: the step to the next number. It may also give the payload another kind.
STEPS: dict[tuple[str, int], Step] = {}


class UnknownSchemaError(LookupError):
    """An event has a layout that this release does not know."""


class IncompleteChainError(AssertionError):
    """This release cannot read what an earlier one recorded: a step between two layouts is missing."""


def schema_of(kind: str) -> int:
    """The schema number under which events of a kind are recorded today."""
    return SCHEMAS.get(kind, 1)


def incomplete_chains(
    schemas: Mapping[str, int] | None = None, steps: Mapping[tuple[str, int], Step] | None = None
) -> list[str]:
    """The kinds whose old layouts could not all be read, with the missing step; empty if every chain is whole."""
    schemas = SCHEMAS if schemas is None else schemas
    steps = STEPS if steps is None else steps
    return [
        f"{kind} {number}"
        for kind, newest in sorted(schemas.items())
        for number in range(1, newest)
        if (kind, number) not in steps
    ]


def upcast(
    kind: str,
    schema: int,
    payload: bytes,
    schemas: Mapping[str, int] | None = None,
    steps: Mapping[tuple[str, int], Step] | None = None,
) -> bytes:
    """The payload in today's layout.

    Raises:
        UnknownSchemaError: the layout is newer than this release, or a step is missing.
        IncompleteChainError: this release lacks a step for some kind, whichever event is read.
    """
    if schemas is None and steps is None:
        _require_whole_chains()
    schemas = SCHEMAS if schemas is None else schemas
    steps = STEPS if steps is None else steps
    newest = schemas.get(kind, 1)
    if schema == newest:
        return payload
    if schema > newest:
        raise UnknownSchemaError(f"{kind} of schema {schema}; this release reads up to {newest}")
    values = msgspec.json.decode(payload, type=dict[str, Any])
    for number in range(schema, newest):
        step = steps.get((kind, number))
        if step is None:
            raise UnknownSchemaError(f"{kind} of schema {number} has no way to {number + 1}")
        values = step(values)
    return msgspec.json.encode(values)


@cache
def _require_whole_chains() -> None:
    if missing := incomplete_chains():
        raise IncompleteChainError(f"no step leads on from {', '.join(missing)}")
