"""Open pages of the desk and of the hall hear that something has happened, each by a stream; only those that differ.

When 1,000 phones watch their own page, a result concerns two of them. A new round concerns all: they are told a few at
a time, so that everybody's page is right within two seconds and nobody waits for a crowd.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ..desk.desk import Desk
from ..desk.hall import links
from ..model.errors import McMahonError
from ..model.records.hall import Role
from ..model.tournament.numbers import parse_int
from .doors import address_of, is_director, is_let_in
from .hall.board_side import mark as board_mark
from .hall.captain_page import mark as captain_mark
from .hall.hall_context import NoWayInError, room_of, seats_of_address
from .hall.rooms import Room
from .watcher import Stamp, stamp

STILL_THERE = 15.0  # seconds after which a silent stream says so
STEP = "event: step\ndata: changed\n\n"
END = ": the stream is closed\n\n"
AT_ONCE, BETWEEN = 25, 0.02  # pages that are told at a time, and seconds until the next
SECOND_DESKS = "second desks"
EVENTS = "text/event-stream"
GONE = object()  # the mark of a page whose link was taken back, or at whose board somebody else sits

Mark = Callable[[Stamp], object]


@dataclass(eq=False, slots=True)
class Listener:
    """An open page: its `mark` is what it depends on, by the stamp of its tournament; `seen` what it was told last.

    `missed` says of its first mark whether the page was made from another. It counts among those `of` an address, or of
    second desks; of None, the director's.
    """

    mark: Mark
    missed: Callable[[object], bool] = lambda _: False
    of: str | None = None
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


@dataclass(eq=False, slots=True)
class Streams:
    """Open streams, by tournament; a subscriber of the watcher as long as somebody listens.

    There are at most so many together, and `of_one` address, or of second desks. A page asks again for a stream that
    has ended, after `retry` milliseconds. `shared` is the stamp of the files that all pages of a tournament share what
    was made of, whoever had it made; blank if they share nothing.
    """

    most: int
    most_of_one: int
    retry: int = 1000
    shared: Callable[[str], object] = lambda _: ()
    _listeners: dict[str, set[Listener]] = field(default_factory=dict)
    _before: dict[str, tuple[Stamp, object]] = field(default_factory=dict)
    _ended: bool = False

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    def is_full(self, of: str | None) -> bool:
        """Whether nobody else, or nobody else of these, can listen."""
        some = sum(one.of == of for own in self._listeners.values() for one in own)
        return len(self) >= self.most or (of is not None and some >= self.most_of_one)

    def names(self) -> Collection[str]:
        """The tournaments that somebody listens to."""
        return self._listeners.keys()

    def close(self) -> None:
        """End every stream, as the server does: a stream that stays open keeps it from stopping."""
        self._ended = True
        for listener in set().union(*self._listeners.values()):
            listener.end()

    async def listen(self, name: str, path: Path, listener: Listener) -> AsyncGenerator[str, None]:
        """Server-sent events: `step` at once if something was missed, and whenever the listener is told."""
        self._listeners.setdefault(name, set()).add(listener)
        try:
            yield f"retry: {self.retry}\n\n"
            listener.seen = await run_in_threadpool(lambda: listener.now(stamp(path)))
            if await run_in_threadpool(listener.missed, listener.seen):
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


def desk_page(desk: Desk, seen: int | None = None, good: Callable[[], bool] | None = None) -> Listener:
    """A page of the desk that has seen a revision; one of a second desk ends when its link is `good` no more."""

    def mark(now: Stamp) -> object:
        if good is not None and not good():
            raise NoWayInError
        return now[:2]

    return Listener(mark, lambda _: seen not in (None, _revision(desk)), None if good is None else SECOND_DESKS)


def _revision(desk: Desk) -> int:
    """Where the folder is; -1 if it cannot be read."""
    try:
        return desk.read().revision
    except McMahonError:
        return -1


async def events(request: Request) -> Response:
    """The stream of a page of the desk."""
    name = request.path_params["name"]
    try:
        desk = request.app.state.home.desk(name)
    except McMahonError as error:
        return Response(str(error), 404)
    good = None if is_director(request.state.who) else partial(is_let_in, request)
    seen = parse_int(request.query_params.get("seen", ""))
    return _stream(request, request.app.state.streams, desk, desk_page(desk, seen, good))


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

    return _hall_stream(request, room, mark)


async def live_board(request: Request) -> Response:
    """The stream of a side of a board or match: what both say, and whether results are in."""
    room = room_of(request)
    return _hall_stream(request, room, lambda _: board_mark(seats_of_address(room, request, room.state())))


def _hall_stream(request: Request, room: Room, mark: Mark) -> Response:
    seen = request.query_params.get("seen", "")[:40]
    listener = Listener(mark, lambda now: bool(seen) and seen != str(now), address_of(request))
    return _stream(request, request.app.state.live, room.desk, listener)


def _stream(request: Request, streams: Streams, desk: Desk, listener: Listener) -> Response:
    """A stream of events; a request for its head alone listens to nothing."""
    if streams.is_full(listener.of):
        return Response("too many open pages", 503)
    if request.method == "HEAD":
        return Response(media_type=EVENTS)
    told = streams.listen(request.path_params["name"], desk.path, listener)
    return StreamingResponse(told, media_type=EVENTS)
