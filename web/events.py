"""What happens in a tournament folder, told to every open page: one watcher a tournament, a stream a page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..desk.desk import Desk
from ..desk.hall.links import hall_of
from ..desk.pages import changed_at
from ..io.tables import whole
from ..model.errors import McMahonError
from .doors import DIRECTOR, is_let_in

log = logging.getLogger("mcmahon.web")

SECONDS = 0.4  # between two looks at a folder
STILL_THERE = 15.0  # seconds after which a silent stream says so
MOST_STREAMS, MOST_OF_SECOND_DESKS = 600, 200
STEP = "event: step\ndata: changed\n\n"
END = ": the stream is closed\n\n"
EVENTS = "text/event-stream"


@dataclass(eq=False, slots=True)
class Listener:
    """An open page; `good` says whether it may still listen, None that it always may."""

    good: Callable[[], bool] | None = None
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(4))

    def tell(self, *words: str) -> None:
        """Say something soon; a page that is told already is not told twice."""
        for word in words:
            if not self.queue.full():
                self.queue.put_nowait(word)

    def end(self, *last: str) -> None:
        """Say nothing more but the last words, and the end."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.tell(*last, END)


class Watchers:
    """The open streams, by tournament; a folder is looked at as long as somebody listens."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looking: dict[str, asyncio.Event] = {}  # whether the folder has been looked at a first time
        self._ended = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def is_full(self, second_desk: bool) -> bool:
        """Whether nobody else can listen; second desks leave places to the director."""
        some = sum(one.good is not None for own in self._listeners.values() for one in own)
        return len(self) >= MOST_STREAMS or (second_desk and some >= MOST_OF_SECOND_DESKS)

    def end(self) -> None:
        """End every stream, as the server does: a stream that stays open keeps it from stopping."""
        self._ended = True
        for listener in set().union(*self._listeners.values()):
            listener.end()

    async def listen(
        self, name: str, desk: Desk, seen: int | None = None, good: Callable[[], bool] | None = None
    ) -> AsyncIterator[str]:
        """Events in the form of server-sent events: `step` when the folder has changed.

        A page that has seen an older revision, or comes back after a while, hears of it at once. It ends when it is
        `good` no more.
        """
        listener = Listener(good)
        self._listeners.setdefault(name, set()).add(listener)
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
                    told = await asyncio.wait_for(listener.queue.get(), STILL_THERE)
                except TimeoutError:
                    told = ": here\n\n"
                yield told
                if told == END:
                    return
        finally:
            self._listeners[name].discard(listener)
            if not self._listeners[name]:
                del self._listeners[name], self._looking[name]
                self._tasks.pop(name).cancel()

    async def _watch(self, name: str, desk: Desk, looking: asyncio.Event) -> None:
        before = await run_in_threadpool(_stamp, desk)
        looking.set()
        while True:
            await asyncio.sleep(SECONDS)
            try:
                now = await run_in_threadpool(_stamp, desk)
                for listener in [*self._listeners.get(name, ())]:
                    if listener.good is not None and not await run_in_threadpool(listener.good):
                        listener.end(STEP)  # the page looks once more, and is refused
                    elif now != before:
                        listener.tell(STEP)
                before = now
            except Exception:  # open pages go on, whatever a look meets
                log.exception("%s: open pages could not be told", name)


def stream(request: Request, told: Callable[[], AsyncIterator[str]]) -> Response:
    """A stream of events; a request for its head alone listens to nothing."""
    if request.method == "HEAD":
        return Response(media_type=EVENTS)
    return StreamingResponse(told(), media_type=EVENTS)


def _stamp(desk: Desk) -> tuple[object, ...]:
    """Differs when the folder has changed, or something was said in the hall."""
    return changed_at(desk.path), hall_of(desk.path).changed_at()


def _revision(desk: Desk) -> int:
    """Where the folder is; -1 if it cannot be read."""
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
    good = None if request.state.who == DIRECTOR else partial(is_let_in, request)
    if watchers.is_full(good is not None):
        return Response("too many open pages", 503)
    number = whole(request.query_params.get("seen", ""))
    return stream(request, lambda: watchers.listen(name, desk, number, good))
