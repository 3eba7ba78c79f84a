"""The addresses of the hall: which page, for which links. Readers' doors have no other method than GET."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ...model.records.hall import Role
from ..doors import DESK_LINK, Door, OpenDoor
from ..streams import live, live_board
from . import board_side, captain_page, check_in_page, helper_page, readers
from .hall_context import HallContext, LinkDoor, SeatDoor, page

READERS = (Role.READER, Role.HELPER)
HERE = (Role.CHECK_IN,)
LINK = "/h/{name}/{token}/"
BOARD = "/{name}/b/{round}/{table}/{side}/{token}"


def reader_doors() -> list[Door]:
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
    made: list[Door] = [LinkDoor(LINK + address, page(handler), READERS) for address, handler in pages.items()]
    return [*made, LinkDoor(LINK + "live", live, (*READERS, Role.CAPTAIN))]


def hall_doors() -> list[Door]:
    """Every address of the hall."""
    return [
        SeatDoor("/h-live" + BOARD, live_board),
        SeatDoor("/h" + BOARD, page(board_side.show)),
        SeatDoor("/h" + BOARD, page(board_side.say), "POST"),
        *reader_doors(),
        LinkDoor(LINK + "here", page(check_in_page.show), HERE),
        LinkDoor(LINK + "here/{player}", page(check_in_page.show), HERE),
        LinkDoor(LINK + "here/{player}", page(check_in_page.say), HERE, "POST"),
        LinkDoor(LINK, page(_home), tuple(Role)),
        LinkDoor(LINK, page(_act), (Role.HELPER, Role.CAPTAIN), "POST"),
        OpenDoor("/h/{name}/{token}", _slash),
    ]


def _home(context: HallContext) -> Response:
    assert context.link is not None
    homes = {Role.HELPER: helper_page.show, Role.CHECK_IN: check_in_page.show, Role.CAPTAIN: captain_page.show}
    return (homes | {Role.DESK: _to_the_desk, Role.READER: readers.home})[context.link.role](context)


def _act(context: HallContext) -> Response:
    assert context.link is not None
    return captain_page.say(context) if context.link.role is Role.CAPTAIN else helper_page.act(context)


def _to_the_desk(context: HallContext) -> Response:
    """The desk's own pages, by a cookie that is for this tournament alone."""
    path = f"/t/{context.base.split('/')[2]}/"
    answer = RedirectResponse(path, 303)
    token = context.request.path_params["token"]
    secure = context.request.url.scheme == "https"
    answer.set_cookie(DESK_LINK, token, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


async def _slash(request: Request) -> Response:
    return RedirectResponse(request.url.path + "/", 307)
