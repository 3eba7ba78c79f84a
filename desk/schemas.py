"""JSON schemas of what programs send and get, made from the types, with what each key means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from .verb import Answer, Request, fields_of


def schemas_of(kinds: Sequence[Any], reference: str) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each type, and those of all types inside, by name; `reference` has the place of a name in it.

    An answer may have more keys than its schema names: a later version may add some. Fields that only a command or
    Python can give are left out.
    """
    schemas, components = msgspec.json.schema_components(
        kinds, schema_hook=lambda _: {"type": "string"}, ref_template=reference
    )
    inside = {kind.__name__: kind for kind in _structs(kinds)}
    for name, schema in components.items():
        schema["description"] = schema.get("description", name).partition("\n")[0]
        kind = inside.get(name, type(None))
        schema.setdefault("properties", {})  # of a type that is sent as a list, too
        if issubclass(kind, Answer):
            schema.pop("additionalProperties", None)
        if issubclass(kind, Request):
            schema["properties"] = {
                one.name: schema["properties"][one.name] for one in fields_of(kind) if one.to in ("all", "programs")
            }
    return dict(zip(kinds, schemas, strict=True)), components


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
