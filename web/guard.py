"""What every request has to be: for this host, from this site, of a bounded size; and what a browser may load.

Threats and what is held against them stand in docs/security.md. Every request passes here, static files too.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import unquote_plus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .doors import SAFE

LONGEST_PATH = 2000  # characters; names are shorter, and Python takes a number of 5,000 digits for none
LONGEST_QUERY, MOST_PARTS = 4000, 100  # the longest form that a page sends by its address has a third of it
LARGEST_HEAD = 16 * 1024  # cookies of other programs on this machine come along
LARGEST_BODY = 32 * 2**20  # a registration file, a rating list
#: Signs that no name has; before a line break the pattern of a route may end.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
TOO_LARGE = "That is larger than anything the desk takes."
CLOSED = "The desk was closed meanwhile. Open it again and look whether this was done."
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
    """The body of a request is longer than any that a page sends."""


class Guard:
    """Middleware that answers 400, 403, 413, 414 and 431 itself, and adds headers; doors ask for tokens."""

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answer = self._refusal(scope)
        if answer is not None:
            await answer(scope, receive, _with_headers(send))
            return
        answering = _Answering(send)
        try:
            await self._app(scope, _limited(receive), _with_headers(answering))
            return
        except TooLargeError:
            answer = refusal(scope["path"], "wrong input", TOO_LARGE, 413)
        except asyncio.CancelledError:  # the desk ends, and this took longer than it waits
            answer = refusal(scope["path"], "no answer", CLOSED, 503)
            if answering.begun:
                raise
        if not answering.begun:
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        """What is wrong with where a request comes from or goes to; None if nothing is."""
        headers, path, query = Headers(scope=scope), scope["path"], scope["query_string"]
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
            return refusal(
                path, "wrong address", "This request brings more headers than any browser of ours sends.", 431
            )
        host = headers.get("host", "")
        if host not in self._hosts:
            return refusal(path, "wrong address", "This desk does not answer to that name.", 400)
        if len(path) > LONGEST_PATH or len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARTS:
            return refusal(path, "wrong address", "This address is longer than any that the desk has.", 414)
        if CONTROL.search(path) or CONTROL.search(unquote_plus(query.decode("latin-1"))):
            return refusal(path, "wrong address", "This address has a control character in it.", 400)
        if scope["method"] in SAFE:
            return None
        near = headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        own = f"{scope['scheme']}://{host}"
        if not near or headers.get("origin", own) != own:
            return refusal(path, "not allowed", "This form comes from another site.", 403)
        return None


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
