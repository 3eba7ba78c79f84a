"""The addresses of the hall: which page, for which links. Readers' routes have no other method than GET."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from ...desk.hall import links
from ...model.errors import McMahonError
from ...model.records.hall import Role
from ..guard import DESK_LINK
from ..look import STATIC
from . import boards, captains, check_in, helpers, live, readers
from .calls import Call, page

READ = (Role.READER, Role.HELPER)
FILES = ("hall.css", "hall.js", "stone.svg")
LINK = "/h/{name}/{token}/"
BOARD = "/h/{name}/b/{round}/{table}/{side}/{token}"


def reader_routes() -> list[Route]:
    """What readers see; nothing here can write."""
    pages = {
        "names": readers.home,
        "tables": readers.tables,
        "tables/{round}": readers.tables,
        "standings": readers.standings,
        "prizes": readers.prizes,
        "cups": readers.cups,
        "player/{player}": readers.player,
        "screen": readers.screen,
    }
    made = [Route(LINK + address, page(handler, *READ), methods=["GET"]) for address, handler in pages.items()]
    return [*made, Route(LINK + "live", live.live, methods=["GET"])]


def hall_routes() -> list[Route]:
    """Every address of the hall."""
    return [
        Route("/h-file/{name}", _file, methods=["GET"]),
        Route("/h-live/{name}/b/{round}/{table}/{side}/{token}", live.live_board, methods=["GET"]),
        Route(BOARD, page(boards.show), methods=["GET"]),
        Route(BOARD, page(boards.say), methods=["POST"]),
        *reader_routes(),
        Route(LINK + "here", page(check_in.show, Role.CHECK_IN), methods=["GET"]),
        Route(LINK + "here/{player}", page(check_in.show, Role.CHECK_IN), methods=["GET"]),
        Route(LINK + "here/{player}", page(check_in.say, Role.CHECK_IN), methods=["POST"]),
        Route(LINK, page(_home, *Role), methods=["GET"]),
        Route(LINK, page(_act, Role.HELPER, Role.CAPTAIN), methods=["POST"]),
        Route("/h/{name}/{token}", _slash, methods=["GET"]),
    ]


def _home(call: Call) -> Response:
    """The first page of a link."""
    assert call.link is not None
    if call.link.role is Role.HELPER:
        return helpers.show(call)
    if call.link.role is Role.CHECK_IN:
        return check_in.show(call)
    if call.link.role is Role.CAPTAIN:
        return captains.show(call)
    if call.link.role is Role.DESK:
        return _to_the_desk(call)
    return readers.home(call)


def _act(call: Call) -> Response:
    """What is sent from the first page of a link."""
    assert call.link is not None
    return captains.say(call) if call.link.role is Role.CAPTAIN else helpers.act(call)


def _to_the_desk(call: Call) -> Response:
    """The desk's own pages, by a cookie that is for this tournament alone."""
    path = f"/t/{call.base.split('/')[2]}/"
    answer = RedirectResponse(path, 303)
    token = call.request.path_params["token"]
    secure = call.request.url.scheme == "https"
    answer.set_cookie(DESK_LINK, token, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


#: What a desk's link does not open: it writes to any place of this machine, reads any file, or sends to any address.
ONLY_THE_DIRECTOR = ("copy", "outgoing")


def lets_in(rooms: Any, path: str, token: str) -> str:
    """Who comes by a desk's link; blank where it does not open this page.

    It opens those of its own tournament, and the files that they load.
    """
    parts = path.split("/")
    if parts[-1] in ONLY_THE_DIRECTOR:
        return ""
    if path.startswith("/static/"):
        return next((who for name in rooms.names() if (who := lets_in(rooms, f"/t/{name}/", token))), "")
    if len(parts) < 4 or parts[1] != "t":
        return ""
    try:
        link = links.find(rooms.room(parts[2]).hall, token)
    except McMahonError:
        return ""
    return link.who if link is not None and link.role is Role.DESK else ""


async def _slash(request: Request) -> Response:
    return RedirectResponse(request.url.path + "/", 307)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in FILES:
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(STATIC / name, headers={"cache-control": "public, max-age=31536000, immutable"})
