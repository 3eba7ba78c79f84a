"""Open pages of the hall hear that they have changed: one watcher a tournament, and only pages that differ are told.

When 1,000 phones watch their own page, a result concerns two of them. A new round concerns all: they are told a few at
a time, so that everybody's page is right within two seconds and nobody waits behind a crowd.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...desk.hall import links
from ...model.errors import McMahonError
from ...model.records.hall import Role
from ..events import STEP, Listener, Look, Streams, stream
from .boards import mark as board_mark
from .calls import NoWayInError, room_of, seats_of_address
from .captains import mark as captain_mark
from .rooms import Room

SECONDS = 0.25  # between two looks at a folder
MOST_STREAMS = 3000
MOST_OF_ONE = 40  # of one address: a family of phones behind one, not a machine that opens thousands
AT_ONCE, PAUSE = 25, 0.02

GONE = object()  # the mark of a page whose link was taken back, or at whose board somebody else sits

Mark = Callable[[], object]


@dataclass(eq=False, slots=True)
class Page(Listener):
    """An open page, and what it depends on."""

    mark: Mark = object


class Live(Streams[Page]):
    """The open streams of the hall."""

    retry = 1500

    def __init__(self) -> None:
        super().__init__()
        self._by_address: Counter[str] = Counter()

    def is_full(self, address: str) -> bool:
        """Whether nobody else, or nobody else of this address, can listen."""
        return len(self) >= MOST_STREAMS or self._by_address[address] >= MOST_OF_ONE

    async def listen(
        self, room: Room, mark: Mark, seen: str, address: str, gone: Awaitable[object] | None = None
    ) -> AsyncIterator[str]:
        """Events whenever something that the page depends on has changed; at once if it has since the page was made.

        It ends as soon as the page is `gone`, so that pages that were left do not count as open.
        """
        listener = Page(mark=mark)
        leaving = asyncio.create_task(_end_when(gone, listener)) if gone is not None else None
        self._by_address[address] += 1

        async def missed() -> bool:
            listener.seen = await run_in_threadpool(_now, listener)
            return bool(seen) and seen != str(listener.seen)

        try:
            async with aclosing(self.hear(room.name, listener, missed, self._looks(room), SECONDS)) as heard:
                async for told in heard:
                    yield told
        finally:
            if leaving is not None:
                leaving.cancel()
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def _looks(self, room: Room) -> Look:
        before: object = None

        async def look() -> None:
            nonlocal before
            now = await run_in_threadpool(lambda: (room.stamp(), room.shown, room.links_stamp()))
            if now != before or await run_in_threadpool(room.is_behind):
                await self._tell(room)
                before = now  # of before it was told: a view that was made meanwhile is told once more

        return look

    async def _tell(self, room: Room) -> None:
        listeners = [*self._listeners.get(room.name, ())]
        changed = await run_in_threadpool(lambda: [one for one in listeners if one.seen != _now(one)])
        for k, listener in enumerate(changed, 1):
            listener.seen = await run_in_threadpool(_now, listener)
            if listener.seen is GONE:
                listener.end(STEP)  # the page looks once more, and is refused
            else:
                listener.tell(STEP)
            if k % AT_ONCE == 0:
                await asyncio.sleep(PAUSE)


async def _end_when(gone: Awaitable[object], listener: Page) -> None:
    await gone
    listener.end()


async def _left(request: Request) -> None:
    """Wait until the browser has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _now(listener: Page) -> object:
    """What a page depends on; the same as before if the folder cannot be read just now."""
    try:
        return listener.mark()
    except NoWayInError:
        return GONE
    except McMahonError:
        return listener.seen


async def live(request: Request) -> Response:
    """The stream of a page of a reader's, helper's or captain's link."""
    room, link = room_of(request), request.state.link

    page = request.query_params.get("page", "")[:40]

    def mark() -> object:
        if links.find(room.hall, request.path_params["token"]) is None:
            raise NoWayInError
        if link.role is Role.CAPTAIN:
            return captain_mark(room.desk.read(), room.hall.state(), link.team)
        return hash(room.stamp()) if link.role is Role.HELPER and page == "helper" else room.view().mark(page)

    return _stream(request, room, mark)


async def live_board(request: Request) -> Response:
    """The stream of a side of a board or match: what both say, and whether results are in."""
    room = room_of(request)

    return _stream(request, room, lambda: board_mark(seats_of_address(room, request, room.state())))


def _stream(request: Request, room: Room, mark: Mark) -> Response:
    streams: Live = request.app.state.live
    address = request.client.host if request.client else ""
    if streams.is_full(address):
        return Response("too many open pages", 503)
    seen = request.query_params.get("seen", "")[:40]
    return stream(request, lambda: streams.listen(room, mark, seen, address, _left(request)))
