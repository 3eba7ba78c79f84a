"""JSON schemas of what programs send and get, made from the types, with what each key means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, get_args, get_origin

import msgspec

from .verb import Answer, Request, here_only


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
        if issubclass(kind, Answer):
            schema.pop("additionalProperties", None)
        if issubclass(kind, Request):
            schema["properties"] = {key: own for key, own in schema["properties"].items() if key not in here_only(kind)}
    return dict(zip(kinds, schemas, strict=True)), components


def meanings(kind: type[msgspec.Struct]) -> dict[str, str]:
    """What each key of a type means; empty for a key that does not say it."""
    return {field.encode_name: meaning(field.type) for field in msgspec.structs.fields(kind)}


def meaning(kind: Any) -> str:
    """What the type of a field says of it."""
    info = kind.__metadata__ if get_origin(kind) is Annotated else ()
    return next((one.description for one in info if isinstance(one, msgspec.Meta) and one.description), "")


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
