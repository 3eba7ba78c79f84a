"""A call from the hall: by which link it comes, what that link is for, and the page that is the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...desk.hall import links
from ...desk.words.hall import sentence
from ...model.errors import ConflictError, FolderError, McMahonError
from ...model.records.hall import Link, Role
from ..look import rendered
from ..work import lines_of
from .patience import Patience
from .rooms import Room, Rooms

log = logging.getLogger("mcmahon.web")

LARGEST_FORM = 16 * 1024
FORM_SECONDS = 10.0

Handler = Callable[["Call"], Response]


class NoWayInError(McMahonError):
    """A link that leads nowhere: unknown, taken back, or for something else."""

    exit_code = 3


@dataclass(slots=True)
class Call:
    """One request to the hall of a tournament, by a link (None: by a board's token)."""

    request: Request
    room: Room
    link: Link | None = None
    form: Mapping[str, list[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A field of the form."""
        return (self.form.get(name) or [""])[-1].strip()

    def query(self, name: str) -> str:
        """A part of the address."""
        return self.request.query_params.get(name, "").strip()

    def number(self, name: str) -> int:
        """A number in the address's path; 0 for what is none."""
        text = str(self.request.path_params.get(name, ""))
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0

    @property
    def base(self) -> str:
        """The address of the link itself, with which its other addresses begin."""
        return f"/h/{quote(self.room.name, safe='')}/{self.request.path_params['token']}/"

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page of the hall."""
        common = {"t": sentence, "event": self.room.view().name or self.room.name, "live": "", "base": self.base}
        return HTMLResponse(rendered(f"hall/{template}", common | values), status)

    def to(self, address: str) -> Response:
        """To another page of the same link."""
        return RedirectResponse(address, 303)


def page(handler: Handler, *roles: Role) -> Callable[[Request], Any]:
    """The endpoint of a handler for links of these roles; without any, the handler finds out by itself who calls."""

    async def endpoint(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        try:
            form = await _form(request)
            return await run_in_threadpool(_answer, handler, roles, rooms, request, form)
        except NoWayInError as error:
            return refused(request, str(error))
        except McMahonError as error:
            status = 409 if isinstance(error, ConflictError) else 503 if isinstance(error, FolderError) else 422
            return problem(lines_of(error), status)
        except Exception:  # the desk stays up, whatever a page meets
            log.exception("a page of the hall failed")
            return problem([sentence("went_wrong")], 500)

    return endpoint


def _answer(
    handler: Handler, roles: tuple[Role, ...], rooms: Rooms, request: Request, form: Mapping[str, list[str]]
) -> Response:
    try:
        room = rooms.room(request.path_params["name"])
    except FolderError:
        raise NoWayInError(sentence("wrong_link")) from None
    link = None
    if roles:
        link = links.find(room.hall, request.path_params["token"])
        if link is None:
            raise NoWayInError(sentence("wrong_link"))
        if link.role not in roles:
            return problem([sentence("not_for_this")], 403)
        links.used(room.hall, link)
    return handler(Call(request, room, link, form))


def refused(request: Request, why: str) -> Response:
    """The answer to a wrong token, which is the same for every reason; after many of them a shorter one."""
    patience: Patience = request.app.state.patience
    if patience.is_over(request.client.host if request.client else ""):
        return problem([sentence("too_many")], 429)
    return problem([why, sentence("wrong_link_why")], 404)


def problem(lines: list[str], status: int) -> Response:
    """A page that says what is wrong."""
    values = {"t": sentence, "event": "", "live": "", "base": "", "lines": lines}
    return HTMLResponse(rendered("hall/problem.html", values), status)


async def _form(request: Request) -> dict[str, list[str]]:
    """The fields of a small form; a body that is too long or too slow is none. Raises McMahonError."""
    if request.method != "POST":
        return {}
    size, parts = 0, []
    try:
        async with asyncio.timeout(FORM_SECONDS):
            async for part in request.stream():
                size += len(part)
                if size > LARGEST_FORM:
                    raise McMahonError(sentence("went_wrong"))
                parts.append(part)
    except TimeoutError:
        raise McMahonError(sentence("went_wrong")) from None
    fields: dict[str, list[str]] = {}
    try:
        for name, value in parse_qsl(b"".join(parts).decode("utf-8", "replace"), max_num_fields=200):
            fields.setdefault(name, []).append(value)
    except ValueError:
        raise McMahonError(sentence("went_wrong")) from None
    return fields
