"""The addresses of the JSON API."""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ..doors import Door, OpenDoor
from .calls import ApiDoor
from .openapi import description
from .operations import OPERATIONS


def api_doors() -> list[Door]:
    """Every address, and the description of all of them."""
    return [OpenDoor("/api/openapi.json", _described), *(ApiDoor(one) for one in OPERATIONS)]


async def _described(_: Request) -> Response:
    return Response(_description(), media_type="application/json")


@cache
def _description() -> bytes:
    """The description, which everybody may ask for, made once."""
    return msgspec.json.encode(description())
