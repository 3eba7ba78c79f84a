"""The addresses of the JSON API, and their OpenAPI description: made from the operations, what they take and give."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..._version import __version__
from ...desk.schemas import schemas_of
from ..doors import Door, OpenDoor
from .json_calls import ApiDoor, ErrorAnswer, Operation
from .operations import OPERATIONS

REFERENCE = "#/components/schemas/{name}"
STATUS = {
    "401": "the token is wrong, or missing",
    "403": "the token is for something else",
    "409": "conflict: somebody else has changed the same things; confirm: send it again with a key of `yes` as true; "
    "no pairing: none keeps every rule",
    "422": "what was sent is wrong; every problem is named",
    "429": "too many wrong tokens",
    "503": "folder: it cannot be read or written just now; no answer: the time or the memory did not suffice",
}


@cache
def description() -> dict[str, Any]:
    """The whole description."""
    kinds = [kind for one in OPERATIONS for kind in (one.takes, one.gives) if kind is not None]
    every = [ErrorAnswer, *dict.fromkeys(kinds)]
    of, components = schemas_of(every, REFERENCE)
    paths: dict[str, Any] = {}
    for one in OPERATIONS:
        paths.setdefault("/api/{name}" + one.path.replace(":int", ""), {})[one.method.lower()] = _operation(one, of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "mcmahon",
            "version": __version__,
            "description": "A tournament's acts for other programs. The token of a link is sent as Bearer.",
        },
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(one: Operation, of: dict[Any, Any]) -> dict[str, Any]:
    wrong = {"application/json": {"schema": of[ErrorAnswer]}}
    who = ", ".join(one.roles) or "a side of this board"
    made: dict[str, Any] = {
        "summary": one.title,
        "description": f"For the token of: {who}.",
        "operationId": one.does.__name__.strip("_"),
        "parameters": [
            _parameter(name, kind) for name, kind in [("name", ""), *re.findall(r"\{(\w+):?(\w*)\}", one.path)]
        ]
        + [{"name": name, "in": "query", "schema": {"type": "string"}} for name in one.queries],
        "responses": {
            "200": {"description": "done", "content": {"application/json": {"schema": of[one.gives]}}},
            **{code: {"description": text, "content": wrong} for code, text in STATUS.items()},
        },
    }
    if one.takes is not None:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[one.takes]}}}
    return made


def _parameter(name: str, kind: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "integer"} if kind == "int" else {"type": "string"}
    if name == "side":
        schema["enum"] = ["white", "black"]
    return {"name": name, "in": "path", "required": True, "schema": schema}


def api_doors() -> list[Door]:
    """Every address, and the description of all of them."""
    return [OpenDoor("/api/openapi.json", _described), *(ApiDoor(one) for one in OPERATIONS)]


async def _described(_: Request) -> Response:
    return Response(_description(), media_type="application/json")


@cache
def _description() -> bytes:
    """The description, which everybody may ask for, made once."""
    return msgspec.json.encode(description())
