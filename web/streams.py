"""What happens in a tournament folder, told to every open page by a stream of its own; only pages that differ are told.

When 1,000 phones watch their own page, a result concerns two of them. A new round concerns all: they are told a few at
a time, so that everybody's page is right within two seconds and nobody waits for a crowd.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..desk.desk import Desk
from ..model.errors import McMahonError
from ..model.tournament.numbers import parse_int
from .doors import DIRECTOR, is_let_in
from .hall.hall_context import NoWayInError
from .watcher import Stamp, stamp

STILL_THERE = 15.0  # seconds after which a silent stream says so
MOST_STREAMS, MOST_OF_SECOND_DESKS = 600, 200
STEP = "event: step\ndata: changed\n\n"
END = ": the stream is closed\n\n"
AT_ONCE, BETWEEN = 25, 0.02  # pages that are told at a time, and seconds until the next

GONE = object()  # the mark of a page whose link was taken back, or at whose board somebody else sits
EVENTS = "text/event-stream"


@dataclass(eq=False, slots=True)
class Listener:
    """An open page: its `mark` is what it depends on, by the stamp of its tournament; `seen` what it was told last."""

    mark: Callable[[Stamp], object]
    second_desk: bool = False
    seen: object = None
    queue: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(4))

    def now(self, at: Stamp) -> object:
        """Its mark; the one before if the folder cannot be read just now, GONE if its link is good no more."""
        try:
            return self.mark(at)
        except NoWayInError:
            return GONE
        except McMahonError:
            return self.seen

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


class Streams:
    """Open streams, by tournament; a subscriber of the watcher as long as somebody listens."""

    retry = 1000  # milliseconds after which a page asks again for a stream that has ended

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._before: dict[str, tuple[Stamp, object]] = {}
        self._ended = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def names(self) -> Collection[str]:
        """The tournaments that somebody listens to."""
        return self._listeners.keys()

    def end(self) -> None:
        """End every stream, as the server does: a stream that stays open keeps it from stopping."""
        self._ended = True
        for listener in set().union(*self._listeners.values()):
            listener.end()

    async def hear(
        self, name: str, path: Path, listener: Listener, missed: Callable[[], bool]
    ) -> AsyncGenerator[str, None]:
        """Server-sent events: `step` at once if something was `missed`, and whenever the listener is told."""
        self._listeners.setdefault(name, set()).add(listener)
        try:
            yield f"retry: {self.retry}\n\n"
            listener.seen = await run_in_threadpool(lambda: listener.now(stamp(path)))
            if await run_in_threadpool(missed):
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

    def shared(self, name: str) -> object:
        """The stamp of the files that all pages share what was made of; blank if they share nothing."""
        return ()

    async def look(self, name: str, now: Stamp) -> None:
        """Tell the pages that differ, if the tournament has changed, or what they share."""
        seen = (now, self.shared(name))
        if seen == self._before.get(name) and seen[1] in ((), now.files):
            return
        listeners = [*self._listeners.get(name, ())]
        changed = await run_in_threadpool(lambda: [one for one in listeners if one.seen not in (None, one.now(now))])
        for k, listener in enumerate(changed, 1):
            listener.seen = await run_in_threadpool(listener.now, now)
            if listener.seen is GONE:
                listener.end(STEP)  # the page looks once more, and is refused
            else:
                listener.tell(STEP)
            if k % AT_ONCE == 0:
                await asyncio.sleep(BETWEEN)
        self._before[name] = seen  # of before they were told: what was made meanwhile is told once more


class DeskStreams(Streams):
    """The open streams of the desk: a page hears of every change of its folder, and of what is said in the hall."""

    def is_full(self, second_desk: bool) -> bool:
        """Whether nobody else can listen; second desks leave places to the director."""
        some = sum(one.second_desk for own in self._listeners.values() for one in own)
        return len(self) >= MOST_STREAMS or (second_desk and some >= MOST_OF_SECOND_DESKS)

    def listen(
        self, name: str, desk: Desk, seen: int | None = None, good: Callable[[], bool] | None = None
    ) -> AsyncIterator[str]:
        """Events when the folder has changed.

        A page that has seen an older revision, or comes back after a while, hears of it at once. It ends when it is
        `good` no more.
        """

        def mark(now: Stamp) -> object:
            if good is not None and not good():
                raise NoWayInError
            return now[:2]

        listener = Listener(mark, good is not None)
        return self.hear(name, desk.path, listener, lambda: seen is not None and seen != _revision(desk))


def stream(request: Request, told: Callable[[], AsyncIterator[str]]) -> Response:
    """A stream of events; a request for its head alone listens to nothing."""
    if request.method == "HEAD":
        return Response(media_type=EVENTS)
    return StreamingResponse(told(), media_type=EVENTS)


def _revision(desk: Desk) -> int:
    """Where the folder is; -1 if it cannot be read."""
    try:
        return desk.read().revision
    except McMahonError:
        return -1


async def events(request: Request) -> Response:
    """The stream of a tournament's changes."""
    streams: DeskStreams = request.app.state.streams
    name = request.path_params["name"]
    try:
        desk = request.app.state.home.desk(name)
    except McMahonError as error:
        return Response(str(error), 404)
    good = None if request.state.who == DIRECTOR else partial(is_let_in, request)
    if streams.is_full(good is not None):
        return Response("too many open pages", 503)
    number = parse_int(request.query_params.get("seen", ""))
    return stream(request, lambda: streams.listen(name, desk, number, good))
