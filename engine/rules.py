"""Which function holds which rule.

Every rule of a game is one small named function that carries its rule id. The register made here lets a reader go
from an id to the code, and lets the tests switch one rule off to see that a test notices. Nothing is wrapped: a
switched-off rule is replaced in the modules that use it, so play pays nothing for the register.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Function = TypeVar("Function", bound="Callable[..., Any]")


class Holder(NamedTuple):
    """One function that holds a rule, and what stands in for it when the rule is switched off."""

    function: Callable[..., Any]
    instead: Callable[..., Any]


_HOLDERS: dict[str, list[Holder]] = {}


def rule(
    *ids: str, neutral: object = None, instead: Callable[..., Any] | None = None
) -> Callable[[Function], Function]:
    """Register the decorated function as a holder of the rules `ids`.

    With the rule switched off the function gives `neutral`, or does what `instead` does.
    """

    def register(function: Function) -> Function:
        def give_neutral(*_: object, **__: object) -> object:
            return neutral

        for rule_id in ids:
            _HOLDERS.setdefault(rule_id, []).append(Holder(function, instead or give_neutral))
        return function

    return register


def holders(rule_id: str) -> tuple[Holder, ...]:
    """The functions that hold a rule; empty for an id that nobody holds."""
    return tuple(_HOLDERS.get(rule_id, ()))


def held_rules(prefix: str = "") -> tuple[str, ...]:
    """Every id with this beginning that some function holds, sorted; "PP-" gives those of Pax Pamir."""
    return tuple(sorted(rule_id for rule_id in _HOLDERS if rule_id.startswith(prefix)))


@contextmanager
def switched_off(rule_id: str, holder: Holder | None = None) -> Iterator[None]:
    """Put the stand-ins of a rule in the place of its functions, in every engine module, for the length of the block.

    With a `holder` only that one of its functions.

    Raises:
        LookupError: nobody holds the rule.
    """
    found = holders(rule_id) if holder is None else (holder,)
    if not found:
        raise LookupError(f'no function holds rule "{rule_id}"')
    replaced: list[tuple[dict[str, Any], str, Callable[..., Any]]] = []
    for name, module in sorted(sys.modules.items()):
        if not name.startswith("engine"):
            continue
        space = vars(module)
        for key, value in list(space.items()):
            for one in found:
                if value is one.function:
                    replaced.append((space, key, value))
                    space[key] = one.instead
    try:
        yield
    finally:
        for space, key, value in replaced:
            space[key] = value
