"""Options and presets as a person names them, read into a game's own typed object of options."""

from __future__ import annotations

import difflib
import typing
from typing import TYPE_CHECKING, TypeVar

import msgspec

from engine.game import BeginningError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from engine.game import Beginning

Options = TypeVar("Options", bound=msgspec.Struct)


def option_values(options: type[msgspec.Struct]) -> dict[str, tuple[str, ...]]:
    """Every option of a game with its values, in the order of declaration; each field is a Literal of its values."""
    hints = typing.get_type_hints(options)
    return {name: typing.get_args(hints[name]) for name in options.__struct_fields__}


def chosen_options(begin: Beginning, presets: Mapping[str, Options]) -> Options:
    """The options under which a game is to be played: those of its preset, and what was said to differ.

    Raises:
        BeginningError: there is no such preset, option or value; the nearest that there is comes as the hint.
    """
    if begin.preset not in presets:
        raise BeginningError(
            f'there is no preset "{begin.preset}"', hint=_nearest(begin.preset, presets, f"presets: {_list(presets)}")
        )
    preset = presets[begin.preset]
    return changed_options(preset, begin.options)


def changed_options(preset: Options, pairs: Iterable[tuple[str, str]]) -> Options:
    """A preset with other values for some options, given as pairs of option and value.

    Raises:
        BeginningError: there is no such option or value.
    """
    known = option_values(type(preset))
    changes = {}
    for name, value in pairs:
        if name not in known:
            hint = _nearest(name, known, "gamelog rules --options lists them")
            raise BeginningError(f'there is no option "{name}"', hint=hint)
        if value not in known[name]:
            raise BeginningError(f'option "{name}" has no value "{value}"', hint=f"values: {_list(known[name])}")
        changes[name] = value
    return msgspec.structs.replace(preset, **changes)


def _nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f'did you mean "{near[0]}"?' if near else otherwise


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
