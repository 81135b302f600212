"""Values of fact files that are not of the form: what can be read of a line is read, and the rest is told as unknown.

Whoever writes facts down uses a word or a shape now and then that the form does not have. That takes nothing from what
else the line tells: the odd value alone becomes None, or leaves its list, and is remarked on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from msgspec import inspect


class UnreadableError(Exception):
    """A value that cannot be read and cannot be left out."""


class Softened(NamedTuple):
    """What can be read of a value, and a remark on each part that cannot."""

    value: Any
    odd: tuple[str, ...]


def softened(told: dict[str, Any], kind: type[msgspec.Struct]) -> Softened:
    """An object with everything that its struct type can hold; None where a value is none of its key.

    Raises:
        UnreadableError: a value that the struct must have cannot be read.
    """
    return _object(told, kind, "")


def _object(told: dict[str, Any], kind: type[msgspec.Struct], path: str) -> Softened:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    found, odd = dict[str, Any](), list[str]()
    for key, value in told.items():
        field = fields.get(key)
        if field is None:
            found[key] = value
            continue
        read = _value(value, field.type, f"{path}{key}")
        found[key] = read.value
        odd += read.odd
    try:
        msgspec.convert(found, kind)
    except msgspec.ValidationError as fault:
        raise UnreadableError(str(fault)) from None
    return Softened(found, tuple(odd))


def _value(value: Any, type_: Any, path: str) -> Softened:
    if (exact := _exactly(value, type_)) is not None:
        return exact
    shapes = _shapes(inspect.type_info(type_))
    read = _shaped(value, shapes, path)
    if read is not None:
        return read
    if not any(isinstance(one, inspect.NoneType) for one in shapes):
        raise UnreadableError(f"{path}: {_shown(value)}")
    return Softened(None, (f"{path}: {_shown(value)} is not understood",))


def _exactly(value: Any, type_: Any) -> Softened | None:
    """The value as it stands, or a number that was written as text."""
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        pass
    else:
        return Softened(value, ())
    if not isinstance(value, str):
        return None
    try:
        return Softened(msgspec.convert(value.strip(), type_, strict=False), ())
    except msgspec.ValidationError:
        return None


def _shapes(info: inspect.Type) -> tuple[inspect.Type, ...]:
    return info.types if isinstance(info, inspect.UnionType) else (info,)


def _shaped(value: Any, shapes: tuple[inspect.Type, ...], path: str) -> Softened | None:
    """An object, a mapping or a list with what can be read of it."""
    for shape in shapes:
        if isinstance(value, dict) and isinstance(shape, inspect.StructType):
            try:
                return _object(value, shape.cls, f"{path}.")
            except UnreadableError:
                return None
        if isinstance(value, dict) and isinstance(shape, inspect.DictType):
            pairs = [(key, _part(one, shape.value_type, f"{path}.{key}")) for key, one in value.items()]
            return Softened(
                {key: one.value for key, one in pairs if one is not None},
                tuple(text for _, one in pairs if one is not None for text in one.odd)
                + tuple(f"{path}.{key} is not understood" for key, one in pairs if one is None),
            )
        if isinstance(value, list) and isinstance(shape, inspect.VarTupleType):
            parts = [_part(one, shape.item_type, path) or _nothing(one, shape.item_type, path) for one in value]
            lost = tuple(
                f"{path}: {_shown(one)} is not understood" for one, part in zip(value, parts, strict=True) if not part
            )
            return Softened(
                [part.value for part in parts if part is not None],
                tuple(text for part in parts if part is not None for text in part.odd) + lost,
            )
    return None


def _part(value: Any, info: inspect.Type, path: str) -> Softened | None:
    """A part of a list or mapping; None if it cannot be read at all, so that it is left out."""
    shapes = _shapes(info)
    if value is None and any(isinstance(one, inspect.NoneType) for one in shapes):
        return Softened(None, ())
    for shape in shapes:
        plain = _PLAIN.get(type(shape))
        if plain is not None and isinstance(value, plain) and not isinstance(value, bool):
            return Softened(value, ())
    read = _shaped(value, shapes, path)
    if read is not None:
        return read
    if any(isinstance(one, inspect.NoneType) for one in shapes) and value is not None:
        return Softened(None, (f"{path}: {_shown(value)} is not understood",))
    return None


def _nothing(value: Any, info: inspect.Type, path: str) -> Softened | None:
    """In the place of a part that cannot be read one of which nothing is told, so that it still counts."""
    for shape in _shapes(info):
        if isinstance(shape, inspect.StructType) and not any(field.required for field in shape.fields):
            odd = () if value is None else (f"{path}: {_shown(value)} is not understood",)
            return Softened({}, odd)
    return None


_PLAIN: dict[type[inspect.Type], type] = {inspect.StrType: str, inspect.IntType: int, inspect.BoolType: bool}


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else f"{text[:57]}..."
