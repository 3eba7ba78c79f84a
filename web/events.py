"""What happens in a tournament folder, told to every open page: one watcher a tournament, a stream a page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..desk.desk import Desk
from ..desk.hall.links import hall_of
from ..desk.pages import changed_at
from ..io.tables import whole
from ..model.errors import McMahonError

SECONDS = 0.4  # between two looks at a folder
STILL_THERE = 15.0  # seconds after which a silent stream says so
MOST_STREAMS = 600
STEP = "event: step\ndata: changed\n\n"
END = ": the desk is closed\n\n"


class Watchers:
    """The open streams, by tournament; a folder is looked at as long as somebody listens."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Queue[str]]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looking: dict[str, asyncio.Event] = {}  # whether the folder has been looked at a first time
        self._ended = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def end(self) -> None:
        """End every stream, as the server does: a stream that stays open keeps it from stopping."""
        self._ended = True
        for queue in set().union(*self._listeners.values()):
            while not queue.empty():
                queue.get_nowait()
            queue.put_nowait(END)

    async def listen(self, name: str, desk: Desk, seen: int | None = None) -> AsyncIterator[str]:
        """Events in the form of server-sent events: `step` when the folder has changed.

        A page that has seen an older revision, or comes back after a while, hears of it at once.
        """
        queue: asyncio.Queue[str] = asyncio.Queue(4)
        self._listeners.setdefault(name, set()).add(queue)
        if name not in self._tasks:
            self._looking[name] = asyncio.Event()
            self._tasks[name] = asyncio.create_task(self._watch(name, desk, self._looking[name]))
        try:
            yield "retry: 1000\n\n"
            await self._looking[name].wait()  # what changes before that is in the revision, what changes later is told
            if seen is not None and seen != await run_in_threadpool(_revision, desk):
                yield STEP
            while not self._ended:
                try:
                    yield await asyncio.wait_for(queue.get(), STILL_THERE)
                except TimeoutError:
                    yield ": here\n\n"
        finally:
            self._listeners[name].discard(queue)
            if not self._listeners[name]:
                del self._listeners[name], self._looking[name]
                self._tasks.pop(name).cancel()

    async def _watch(self, name: str, desk: Desk, looking: asyncio.Event) -> None:
        before = await run_in_threadpool(_stamp, desk)
        looking.set()
        while True:
            await asyncio.sleep(SECONDS)
            now = await run_in_threadpool(_stamp, desk)
            if now != before:
                before = now
                for queue in self._listeners.get(name, ()):
                    if not queue.full():
                        queue.put_nowait(STEP)


def _stamp(desk: Desk) -> tuple[object, ...]:
    """Differs when the folder has changed, or something was said in the hall."""
    return changed_at(desk.path), hall_of(desk.path).changed_at()


def _revision(desk: Desk) -> int:
    """Where the folder is; -1 where it cannot be read."""
    try:
        return desk.read().revision
    except McMahonError:
        return -1


async def events(request: Request) -> Response:
    """The stream of a tournament's changes."""
    watchers: Watchers = request.app.state.watchers
    name = request.path_params["name"]
    try:
        desk = request.app.state.home.desk(name)
    except McMahonError as error:
        return Response(str(error), 404)
    if len(watchers) >= MOST_STREAMS:
        return Response("too many open pages", 503)
    number = whole(request.query_params.get("seen", ""))
    return StreamingResponse(watchers.listen(name, desk, number), media_type="text/event-stream")
