"""The addresses of the JSON API."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from .calls import answer
from .openapi import description
from .operations import OPERATIONS


def api_routes() -> list[Route]:
    """Every address, and the description of all of them."""
    made = [Route("/api/{name}" + one.path, one.__call__, methods=[one.method]) for one in OPERATIONS]
    return [Route("/api/openapi.json", _described, methods=["GET"]), *made]


async def _described(_: Request) -> Response:
    return answer(description())
