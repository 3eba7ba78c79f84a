"""What happens in a tournament folder, told to every open page: one watcher a tournament, a stream a page."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Generic, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..desk.desk import Desk
from ..desk.hall.links import hall_of
from ..desk.pages import changed_at
from ..io.tables import parse_int
from ..model.errors import McMahonError
from .doors import DIRECTOR, is_let_in

log = logging.getLogger("mcmahon.web")

SECONDS = 0.4  # between two looks at a folder
STILL_THERE = 15.0  # seconds after which a silent stream says so
MOST_STREAMS, MOST_OF_SECOND_DESKS = 600, 200
STEP = "event: step\ndata: changed\n\n"
END = ": the stream is closed\n\n"
EVENTS = "text/event-stream"

Look = Callable[[], Awaitable[None]]
AnyListener = TypeVar("AnyListener", bound="Listener")


@dataclass(eq=False, slots=True)
class Listener:
    """An open page; `good` says whether it may still listen, None that it always may. `seen`: what was told last."""

    good: Callable[[], bool] | None = None
    seen: object = None
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


class Streams(Generic[AnyListener]):
    """Open streams, by tournament; a folder is looked at as long as somebody listens."""

    retry = 1000  # milliseconds after which a page asks again for a stream that has ended

    def __init__(self) -> None:
        self._listeners: dict[str, set[AnyListener]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._ended = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def end(self) -> None:
        """End every stream, as the server does: a stream that stays open keeps it from stopping."""
        self._ended = True
        for listener in set().union(*self._listeners.values()):
            listener.end()

    async def hear(
        self, name: str, listener: AnyListener, missed: Callable[[], Awaitable[bool]], look: Look, seconds: float
    ) -> AsyncGenerator[str, None]:
        """Server-sent events: `step` at once if something was `missed`, and whenever a `look` tells the listener."""
        self._listeners.setdefault(name, set()).add(listener)
        if name not in self._tasks:
            self._tasks[name] = asyncio.create_task(_watch(name, look, seconds))
        try:
            yield f"retry: {self.retry}\n\n"
            if await missed():
                yield STEP
            while not self._ended or not listener.queue.empty():  # it may have ended meanwhile
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
                del self._listeners[name]
                self._tasks.pop(name).cancel()


async def _watch(name: str, look: Look, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await look()
        except OSError:  # the folder is being moved, or its disk is away: look again
            log.warning("%s cannot be looked at just now", name)
        except Exception:  # open pages go on, whatever a look meets
            log.exception("%s: open pages could not be told", name)


class Watchers(Streams[Listener]):
    """The open streams of the desk: a page hears of every change of its folder."""

    def is_full(self, second_desk: bool) -> bool:
        """Whether nobody else can listen; second desks leave places to the director."""
        some = sum(one.good is not None for own in self._listeners.values() for one in own)
        return len(self) >= MOST_STREAMS or (second_desk and some >= MOST_OF_SECOND_DESKS)

    def listen(
        self, name: str, desk: Desk, seen: int | None = None, good: Callable[[], bool] | None = None
    ) -> AsyncIterator[str]:
        """Events when the folder has changed.

        A page that has seen an older revision, or comes back after a while, hears of it at once. It ends when it is
        `good` no more.
        """
        listener = Listener(good)

        async def missed() -> bool:
            listener.seen = await run_in_threadpool(_stamp, desk)  # what changes later is told, what did before is
            return seen is not None and seen != await run_in_threadpool(_revision, desk)  # in the revision

        return self.hear(name, listener, missed, partial(self._look, name, desk), SECONDS)

    async def _look(self, name: str, desk: Desk) -> None:
        now = await run_in_threadpool(_stamp, desk)
        for listener in [*self._listeners.get(name, ())]:
            if listener.good is not None and not await run_in_threadpool(listener.good):
                listener.end(STEP)  # the page looks once more, and is refused
            elif listener.seen not in (None, now):
                listener.tell(STEP)
                listener.seen = now


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
    number = parse_int(request.query_params.get("seen", ""))
    return stream(request, lambda: watchers.listen(name, desk, number, good))
