"""Open pages of the hall hear that they have changed; only pages that differ are told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing

from starlette.requests import Request
from starlette.responses import Response

from ...desk.hall import links
from ...model.records.hall import Role
from ..streams import Listener, Streams, stream
from ..watcher import Stamp
from .board_side import mark as board_mark
from .captain_page import mark as captain_mark
from .hall_context import NoWayInError, room_of, seats_of_address
from .rooms import Room

MOST_STREAMS = 3000
MOST_OF_ONE = 40  # of one address: a family of phones behind one, not a machine that opens thousands

Mark = Callable[[Stamp], object]


class Live(Streams):
    """The open streams of the hall."""

    retry = 1500

    def __init__(self) -> None:
        super().__init__()
        self._by_address: Counter[str] = Counter()
        self._rooms: dict[str, Room] = {}

    def is_full(self, address: str) -> bool:
        """Whether nobody else, or nobody else of this address, can listen."""
        return len(self) >= MOST_STREAMS or self._by_address[address] >= MOST_OF_ONE

    async def listen(
        self, room: Room, mark: Mark, seen: str, address: str, gone: Awaitable[object] | None = None
    ) -> AsyncIterator[str]:
        """Events whenever something that the page depends on has changed; at once if it has since the page was made.

        It ends as soon as the page is `gone`, so that pages that were left do not count as open.
        """
        listener, self._rooms[room.name] = Listener(mark), room
        leaving = asyncio.create_task(_end_when(gone, listener)) if gone is not None else None
        self._by_address[address] += 1

        def missed() -> bool:
            return bool(seen) and seen != str(listener.seen)

        try:
            async with aclosing(self.hear(room.name, room.desk.path, listener, missed)) as heard:
                async for told in heard:
                    yield told
        finally:
            if leaving is not None:
                leaving.cancel()
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def shared(self, name: str) -> object:
        """The stamp of the files that the shared view was made of, whoever had it made."""
        return self._rooms[name].shown


async def _end_when(gone: Awaitable[object], listener: Listener) -> None:
    await gone
    listener.end()


async def _left(request: Request) -> None:
    """Wait until the browser has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def live(request: Request) -> Response:
    """The stream of a page of a reader's, helper's or captain's link."""
    room, link = room_of(request), request.state.link

    page = request.query_params.get("page", "")[:40]

    def mark(now: Stamp) -> object:
        if links.find(room.hall, request.path_params["token"]) is None:
            raise NoWayInError
        if link.role is Role.CAPTAIN:
            return captain_mark(room.desk.read(), room.hall.state(), link.team)
        return hash(now[:2]) if link.role is Role.HELPER and page == "helper" else room.view().mark(page)

    return _stream(request, room, mark)


async def live_board(request: Request) -> Response:
    """The stream of a side of a board or match: what both say, and whether results are in."""
    room = room_of(request)

    return _stream(request, room, lambda _: board_mark(seats_of_address(room, request, room.state())))


def _stream(request: Request, room: Room, mark: Mark) -> Response:
    streams: Live = request.app.state.live
    address = request.client.host if request.client else ""
    if streams.is_full(address):
        return Response("too many open pages", 503)
    seen = request.query_params.get("seen", "")[:40]
    return stream(request, lambda: streams.listen(room, mark, seen, address, _left(request)))
