"""Doors: each route names the roles that may come in by its address, and is closed to all others.

A door is asked after routing and before anything else is read: whatever the path looks like, the route that it has
reached decides, with its own roles and its own method. `application` takes no route that is no door.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

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
DIRECTOR = "desk"  # how the journal calls the director
BROWSER = "mcmahon-browser"  # the cookie with the name of a browser of the director
LONGEST_NAME = 30
SAFE = ("GET", "HEAD")
MOST_WRONG = 20  # tokens a minute and address; a right one is never refused
WINDOW = 60.0
MOST_ADDRESSES = 5000


class Door(Route):
    """An address with one method, and the roles of the links that may come in by it."""

    def __init__(
        self, address: str, endpoint: Callable[..., Any], roles: tuple[Role, ...], method: str = "GET"
    ) -> None:
        super().__init__(address, endpoint, methods=[method])
        self.roles = roles

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request that came here, or say that it may not come in; then tell the watcher what it may change."""
        answer = await self.refusal(Request(scope, receive))
        try:
            await (answer(scope, receive, send) if answer else super().handle(scope, receive, send))
        finally:
            if not answer and scope["method"] not in SAFE:
                scope["app"].state.watcher.told()

    async def refusal(self, request: Request) -> Response | None:
        """Why somebody does not come in; None if they do. Each kind of door has its own."""
        raise NotImplementedError


class OpenDoor(Door):
    """An address for everybody: the program's own files, which are public, and nothing of a tournament."""

    def __init__(self, address: str, endpoint: Callable[..., Any]) -> None:
        super().__init__(address, endpoint, ())

    async def refusal(self, request: Request) -> Response | None:
        """Nobody is refused."""
        return None


class DeskDoor(Door):
    """A page of the desk: for the director by the key, and if it names that role for a second desk by its link.

    `request.state.who` names the visitor as the journal does.
    """

    async def refusal(self, request: Request) -> Response | None:
        """How the key becomes a cookie; why somebody has no way in; None for who has."""
        own, key = request.app.state, request.query_params.get("key", "")
        if request.method in SAFE and same(key, own.key):
            return _let_in(request)
        given = request.cookies.get(own.cookie, "")
        if same(given, own.key):
            request.state.who = director_named(request)
            return None
        token = request.cookies.get(DESK_LINK, "")
        if token and Role.DESK in self.roles:
            request.state.who = await run_in_threadpool(_second_desk, request, request.path_params["name"], token)
            if request.state.who:
                return None
        elif token and not (key or given):
            names = own.home.names
            known: bool = await run_in_threadpool(lambda: any(_second_desk(request, name, token) for name in names()))
            if known:
                return PlainTextResponse("This page is the director's alone.", 403)
        tried = key or given or token  # who brings nothing guesses nothing
        if tried and tries_too_often(request):
            return PlainTextResponse("Too many wrong keys came from this machine; wait a minute.", 429)
        return PlainTextResponse("This desk opens with the whole address that its terminal shows, with its key.", 401)


class ClaimThrottle:
    """Wrong tokens by the address that they came from: 192 bits cannot be guessed, and whoever tries is slowed down."""

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def is_over(self, address: str) -> bool:
        """Note a wrong token; whether there have been too many."""
        now = time.monotonic()
        if len(self._wrong) >= MOST_ADDRESSES and address not in self._wrong:
            self._wrong.pop(next(iter(self._wrong)))
        own = self._wrong.setdefault(address, deque(maxlen=MOST_WRONG + 1))
        own.append(now)
        while now - own[0] > WINDOW:
            own.popleft()
        return len(own) > MOST_WRONG


def tries_too_often(request: Request) -> bool:
    """Note that a request has brought a wrong token; whether too many have come from its address."""
    throttle: ClaimThrottle = request.app.state.throttle
    return throttle.is_over(address_of(request))


def address_of(request: Request) -> str:
    """The address that a request comes from; blank if it is not known."""
    return request.client.host if request.client else ""


def director_named(request: Request) -> str:
    """The director as the journal calls them: `desk`, or with the browser's name, `desk (Ann)`.

    A browser without a name on another machine has its address, so that two who both have the key are told apart.
    """
    name = name_of_browser(request) or _other_machine(address_of(request))
    return f"{DIRECTOR} ({name})" if name else DIRECTOR


def _other_machine(host: str) -> str:
    """An address of a network; blank for this machine's own."""
    try:
        return "" if ip_address(host).is_loopback else host.replace(":", ".")
    except ValueError:
        return ""


def name_of_browser(request: Request) -> str:
    """The name that somebody has given this browser; blank if it has none."""
    return clean_name(unquote(request.cookies.get(BROWSER, "")))


def clean_name(text: str) -> str:
    """A name as the journal can hold it: letters, digits, blanks and hyphens, not too long."""
    return " ".join(re.sub(r"[^\w .-]", " ", text).split())[:LONGEST_NAME]


def is_director(who: str) -> bool:
    """Whether somebody is the director, whatever the browser is called; a second desk has a number."""
    return who == DIRECTOR or who.startswith(f"{DIRECTOR} (")


def is_let_in(request: Request) -> bool:
    """Whether a second desk's link still lets in whoever came by it."""
    return bool(_second_desk(request, request.path_params["name"], request.cookies.get(DESK_LINK, "")))


def _let_in(request: Request) -> Response:
    """The key moves from the address into a cookie that no script reads."""
    kept = [(name, value) for name, value in parse_qsl(request.url.query) if name != "key"]
    answer = RedirectResponse(request.url.path + (f"?{urlencode(kept)}" if kept else ""), 303)
    own, secure = request.app.state, request.url.scheme == "https"
    answer.set_cookie(own.cookie, own.key, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


def _second_desk(request: Request, name: str, token: str) -> str:
    """The second desk whose link to a tournament this is; blank if it is none."""
    try:
        link = links.find(request.app.state.rooms.room(name).hall, token)
    except McMahonError:
        return ""
    return link.who if link is not None and link.role is Role.DESK else ""
