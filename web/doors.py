"""Who may come in by which address: each route says so itself, and is closed to everybody whom it does not name.

A door is asked after routing and before anything else is read: whatever the path looks like, the route that it has
reached decides, with its own roles and its own method. `application` takes no route that is no door.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ..desk.hall import links
from ..desk.hall.links import same
from ..model.errors import McMahonError
from ..model.records.hall import Role

DESK_LINK = "mcmahon-desk-link"  # the cookie of a second desk's link
DIRECTOR = "desk"  # how the journal calls who came by the key
SAFE = ("GET", "HEAD")


class Door(Route):
    """An address with one method, and the roles of the links that may come in by it."""

    def __init__(
        self, address: str, endpoint: Callable[..., Any], roles: tuple[Role, ...], method: str = "GET"
    ) -> None:
        super().__init__(address, endpoint, methods=[method])
        self.roles = roles

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that came here, or say that it may not come in."""
        answer = await self.refusal(Request(scope, receive))
        await (answer(scope, receive, send) if answer else super().handle(scope, receive, send))

    @abstractmethod
    async def refusal(self, request: Request) -> Response | None:
        """Why somebody does not come in; None if they do."""


class OpenDoor(Door):
    """An address for everybody: the program's own files, which are public, and nothing of a tournament."""

    def __init__(self, address: str, endpoint: Callable[..., Any]) -> None:
        super().__init__(address, endpoint, ())

    async def refusal(self, request: Request) -> Response | None:
        """Nobody is refused."""
        return None


class DeskDoor(Door):
    """A page of the desk: for the director by the key, and if it names that role for a second desk by its link.

    Who came is in `request.state.who`, as the journal says it.
    """

    async def refusal(self, request: Request) -> Response | None:
        """How the key becomes a cookie; why somebody has no way in; None for who has."""
        own, key = request.app.state, request.query_params.get("key", "")
        if request.method in SAFE and same(key, own.key):
            return _let_in(request)
        given = request.cookies.get(own.cookie, "")
        if same(given, own.key):
            request.state.who = DIRECTOR
            return None
        token = request.cookies.get(DESK_LINK, "")
        if token and Role.DESK in self.roles:
            request.state.who = await run_in_threadpool(_second_desk, request, token)
            if request.state.who:
                return None
        tried = key or given or token  # who brings nothing guesses nothing
        if tried and own.patience.is_over(request.client.host if request.client else ""):
            return PlainTextResponse("Too many wrong keys came from this machine; wait a minute.", 429)
        return PlainTextResponse("This desk opens with the whole address that its terminal shows, with its key.", 401)


def is_let_in(request: Request) -> bool:
    """Whether a second desk's link still lets in whoever came by it."""
    return bool(_second_desk(request, request.cookies.get(DESK_LINK, "")))


def _let_in(request: Request) -> Response:
    """The key moves from the address into a cookie that no script reads."""
    kept = [(name, value) for name, value in parse_qsl(request.url.query) if name != "key"]
    answer = RedirectResponse(request.url.path + (f"?{urlencode(kept)}" if kept else ""), 303)
    own, secure = request.app.state, request.url.scheme == "https"
    answer.set_cookie(own.cookie, own.key, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


def _second_desk(request: Request, token: str) -> str:
    """Who comes by a second desk's link to its own tournament; blank for everybody else."""
    try:
        link = links.find(request.app.state.rooms.room(request.path_params["name"]).hall, token)
    except McMahonError:
        return ""
    return link.who if link is not None and link.role is Role.DESK else ""
