"""Who may come in: the right host, the right origin, the right token; and what a browser may load.

Threats and what is held against them stand in docs/security.md. Every request passes here, static files too.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_PATH = 2000  # characters; names are shorter, and Python takes a number of 5,000 digits for none
LARGEST_BODY = 32 * 2**20  # a registration file, a rating list
SAFE = ("GET", "HEAD")
TOO_LARGE = "That is larger than anything the desk takes."
CLOSED = "The desk was closed meanwhile. Open it again and look whether this was done."
HALL = ("/h/", "/h-file/", "/h-live/", "/api/")  # these look for a token of their own
DESK_LINK = "mcmahon-desk-link"  # the cookie of a desk's link
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: Of a published page: nothing runs in it, and the desk's own pages may show it in a frame.
PAGE_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with none at all, browsers call the origin of our own forms null
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def refusal(path: str, kind: str, text: str, status: int) -> Response:
    """Why nothing is done: for programs as JSON, as all errors of theirs are; else as a line of text."""
    if path.startswith("/api/"):
        return JSONResponse({"kind": kind, "lines": [text]}, status)
    return PlainTextResponse(text, status)


class TooLargeError(Exception):
    """A request with a longer body than any page sends."""


class Guard:
    """Middleware that answers 400, 401, 403, 413 and 414 itself, and adds the headers of every answer."""

    def __init__(
        self,
        app: ASGIApp,
        token: str,
        hosts: tuple[str, ...],
        lets_in: Callable[[str, str], str],
        is_over: Callable[[str], bool],
    ) -> None:
        """`lets_in` says who comes by a desk's link, `is_over` whether an address has tried too many wrong tokens."""
        self._app, self._token, self._hosts, self._lets_in, self._is_over = app, token, hosts, lets_in, is_over
        self._cookie = "mcmahon-desk-" + hosts[0].rpartition(":")[2]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope) or self._greeting(scope)
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        answering = _Answering(send)
        try:
            await self._app(scope, _limited(receive), _with_headers(answering))
        except TooLargeError:
            await refusal(scope["path"], "wrong input", TOO_LARGE, 413)(scope, receive, send)
        except asyncio.CancelledError:  # the desk ends, and this took longer than it waits
            if answering.begun:
                raise
            await refusal(scope["path"], "no answer", CLOSED, 503)(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        """What is wrong with where a request comes from; None where nothing is."""
        headers, path = Headers(scope=scope), scope["path"]
        host = headers.get("host", "")
        if host not in self._hosts:
            return refusal(path, "wrong address", "This desk does not answer to that name.", 400)
        if len(path) > LONGEST_PATH:
            return refusal(path, "wrong address", "This address is longer than any that the desk has.", 414)
        if scope["method"] in SAFE:
            return None
        near = headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        own = f"{scope['scheme']}://{host}"
        if not near or headers.get("origin", own) != own:
            return refusal(path, "not allowed", "This form comes from another site.", 403)
        return None

    def _greeting(self, scope: Scope) -> PlainTextResponse | RedirectResponse | None:
        """The answer to who has no token yet, or brings one; None for who may come in.

        The hall's pages look at the token in their own address.
        """
        if scope["path"].startswith(HALL):
            return None
        query = parse_qsl(scope["query_string"].decode("latin-1"))
        key = dict(query).get("key", "")
        if scope["method"] in SAFE and hmac.compare_digest(key.encode(), self._token.encode()):
            rest = urlencode([(name, value) for name, value in query if name != "key"])
            answer = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
            secure = scope["scheme"] == "https"
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", secure=secure, path="/")
            return answer
        cookies = HTTPConnection(scope).cookies
        own = cookies.get(self._cookie, "")
        if hmac.compare_digest(own.encode(), self._token.encode()) or self._by_link(scope):
            return None
        tried = key or own or cookies.get(DESK_LINK, "")  # who brings nothing guesses nothing
        if tried and self._is_over((scope.get("client") or ("",))[0]):
            return PlainTextResponse("Too many wrong keys came from this machine; wait a minute.", 429)
        text = "This desk opens with the whole address that its terminal shows, with the key in it."
        return PlainTextResponse(text, 401)

    def _by_link(self, scope: Scope) -> bool:
        """Whether a desk's link lets in: to its own tournament, and to the files that pages load."""
        token = HTTPConnection(scope).cookies.get(DESK_LINK, "")
        who = self._lets_in(scope["path"], token) if token else ""
        scope.setdefault("state", {})["who"] = who  # the journal names who it was
        return bool(who)


class _Answering:
    """Where an answer goes; whether it has begun."""

    def __init__(self, send: Send) -> None:
        self._send, self.begun = send, False

    async def __call__(self, message: Message) -> None:
        self.begun = True
        await self._send(message)


def _limited(receive: Receive) -> Receive:
    """A body that ends in an error once it is too long, whatever its head said."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST_BODY:
            raise TooLargeError
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
