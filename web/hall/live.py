"""Open pages of the hall hear that they have changed: one watcher a tournament, and only pages that differ are told.

When 1,000 phones watch their own page, a result concerns two of them. A new round concerns all: they are told a few at
a time, so that everybody's page is right within two seconds and nobody waits behind a crowd.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ...desk.hall import links
from ...model.errors import McMahonError
from ...model.records.hall import Role
from ..events import END, STEP, STILL_THERE, Listener, stream
from .boards import mark as board_mark
from .calls import NoWayInError, room_of, seats_of_address
from .captains import mark as captain_mark
from .rooms import Room

log = logging.getLogger("mcmahon.web")

SECONDS = 0.25  # between two looks at a folder
MOST_STREAMS = 3000
MOST_OF_ONE = 40  # of one address: a family of phones behind one, not a machine that opens thousands
AT_ONCE, PAUSE = 25, 0.02

GONE = object()  # the mark of a page whose link was taken back, or at whose board somebody else sits

Mark = Callable[[], object]


@dataclass(eq=False, slots=True)
class Page(Listener):
    """An open page: what it depends on, and what that was when it was told last."""

    mark: Mark = object
    seen: object = None


class Live:
    """The open streams of the hall."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Page]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._by_address: Counter[str] = Counter()
        self._ended = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def is_full(self, address: str) -> bool:
        """Whether nobody else, or nobody else of this address, can listen."""
        return len(self) >= MOST_STREAMS or self._by_address[address] >= MOST_OF_ONE

    def end(self) -> None:
        """End every stream, as the server does."""
        self._ended = True
        for listener in set().union(*self._listeners.values()):
            listener.end()

    async def listen(
        self, room: Room, mark: Mark, seen: str, address: str, gone: Awaitable[object] | None = None
    ) -> AsyncIterator[str]:
        """`step` whenever something that the page depends on has changed; at once if it has since the page was made.

        It ends as soon as the page is `gone`, so that pages that were left do not count as open.
        """
        listener = Page(mark=mark)
        leaving = asyncio.create_task(_end_when(gone, listener)) if gone is not None else None
        self._listeners.setdefault(room.name, set()).add(listener)
        self._by_address[address] += 1
        if room.name not in self._tasks:
            self._tasks[room.name] = asyncio.create_task(self._watch(room))
        try:
            yield "retry: 1500\n\n"
            listener.seen = await run_in_threadpool(_now, listener)
            if seen and seen != str(listener.seen):
                yield STEP
            while not self._ended or not listener.queue.empty():  # it may have ended while the mark was read
                try:
                    told = await asyncio.wait_for(listener.queue.get(), STILL_THERE)
                except TimeoutError:
                    told = ": here\n\n"
                yield told
                if told == END:
                    return
        finally:
            if leaving is not None:
                leaving.cancel()
            self._leave(room.name, listener, address)

    def _leave(self, name: str, listener: Page, address: str) -> None:
        self._listeners[name].discard(listener)
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
        if not self._listeners[name]:
            del self._listeners[name]
            self._tasks.pop(name).cancel()

    async def _watch(self, room: Room) -> None:
        before: object = None
        while True:
            await asyncio.sleep(SECONDS)
            try:
                now = await run_in_threadpool(lambda: (room.stamp(), room.shown, room.links_stamp()))
                if now != before or await run_in_threadpool(room.is_behind):
                    await self._tell(room)
                    before = now  # of before it was told: a view that was made meanwhile is told once more
            except OSError:  # the folder is being moved, or its disk is away: look again
                log.warning("%s cannot be looked at just now", room.name)
            except Exception:  # open pages go on, whatever a look meets
                log.exception("%s: open pages could not be told", room.name)

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
