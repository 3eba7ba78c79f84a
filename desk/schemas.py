"""JSON schemas of what programs send and get, made from the types, with what each key means from their docstrings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from .answers.answer import Answer


def schemas_of(kinds: Sequence[Any], reference: str) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type, and those of all types inside, by name; `reference` has the place of a name in it.

    An answer may have more keys than its schema names: a later version may add some.
    """
    schemas, components = msgspec.json.schema_components(kinds, ref_template=reference)
    inside = {kind.__name__: kind for kind in _structs(kinds)}
    for name, schema in components.items():
        schema["description"] = schema.get("description", name).partition("\n")[0]
        kind = inside.get(name)
        if kind is None:
            continue
        told = meanings(kind)
        properties = schema.get("properties", {})
        schema |= {"properties": {key: value | _described(told.get(key, "")) for key, value in properties.items()}}
        if issubclass(kind, Answer):
            schema.pop("additionalProperties", None)
    return dict(zip(kinds, schemas, strict=True)), components


def meanings(kind: Any) -> dict[str, str]:
    """What each key of a type means, by the docstrings of it and of the types that it extends."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        lines = (line.strip().partition(": ") for line in (one.__dict__.get("__doc__") or "").splitlines()[1:])
        found |= {key: meaning for key, _, meaning in lines if key in kind.__struct_fields__ and meaning}
    return found


def _described(meaning: str) -> dict[str, str]:
    return {"description": meaning} if meaning else {}


def _structs(kinds: Sequence[Any]) -> list[Any]:
    """The types themselves and those inside them."""
    found: dict[Any, None] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in found:
                found[kind] = None
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += get_args(kind)
    return [*found]
