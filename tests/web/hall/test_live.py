"""Open pages hear of what has changed, whoever had the new view made; pages that were left count no more."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mcmahon.model.errors import FolderError
from mcmahon.model.records.hall import Side
from mcmahon.web import streams as events
from mcmahon.web import watcher
from mcmahon.web.streams import END, STEP, Listener, Mark, Streams
from mcmahon.web.watcher import Stamp, Watcher, stamp
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.testclient import TestClient

from .builders import Hall


class Room:
    """A hall whose folder and shared view change when the test says so."""

    name = "x"
    desk = SimpleNamespace(path=Path("x"))
    folder = shown = (0,)

    looks = 0

    async def looked_at(self, times: int) -> None:
        """Wait until the folder was looked at so often."""
        async with asyncio.timeout(30):
            while self.looks < times:
                await asyncio.sleep(0.02)

    def stamp(self, _: Path = Path()) -> Stamp:
        self.looks += 1
        return Stamp(self.folder, (), ())


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    made = Room()
    for module in (events, watcher):
        monkeypatch.setattr(module, "stamp", made.stamp)
    monkeypatch.setattr(watcher, "SECONDS", 0.02)
    monkeypatch.setattr(watcher, "PAUSE", 0.0)
    return made


def streams_of(room: Room, of_one: int = 40) -> Streams:
    return Streams(3000, of_one, shared=lambda _: room.shown)


@asynccontextmanager
async def watched(room: Room) -> AsyncIterator[Streams]:
    """The streams of the hall, while a watcher looks."""
    streams = streams_of(room)
    watching = asyncio.create_task(Watcher(Path(), streams).watch())
    yield streams
    watching.cancel()


def opened(streams: Streams, room: Room, mark: Mark | None = None) -> Any:
    """A page that shows the shared view, or depends on something else."""
    return streams.listen(room.name, room.desk.path, Listener(mark or (lambda _: room.shown), of="10.0.0.1"))


async def next_of(page: Any, seconds: float = 3) -> str:
    """What a page is told next; blank where that is nothing, or its end."""
    told = asyncio.create_task(anext(page, ""))
    done, _ = await asyncio.wait([told], timeout=seconds)
    told.cancel()
    return told.result() if done else ""


def test_a_view_that_another_page_had_made_is_told_too(room: Room) -> None:
    async def run() -> None:
        async with watched(room) as streams:
            page = opened(streams, room)
            assert (await anext(page)).startswith("retry")
            told = asyncio.create_task(anext(page))
            await asyncio.sleep(0.1)
            room.folder = (1,)  # a step; the view that is shared is the old one for a moment
            await asyncio.sleep(0.1)
            assert not told.done()
            room.shown = (1,)  # somebody loads a page
            assert await asyncio.wait_for(told, 3) == STEP

    asyncio.run(run())


def test_a_page_of_an_older_view_hears_it_at_once(room: Room) -> None:
    async def first(seen: str) -> str:
        listener = Listener(lambda _: 1, lambda now: bool(seen) and seen != str(now))
        page: Any = streams_of(room).listen(room.name, room.desk.path, listener)
        assert (await anext(page)).startswith("retry")
        return await next_of(page, 0.2)

    async def run() -> list[str]:
        return [await first(seen) for seen in ("0", "1", "")]

    assert asyncio.run(run()) == [STEP, "", ""]


def test_pages_are_told_when_the_view_is_behind_the_folder(room: Room) -> None:
    """Nothing else says so: the folder was looked at before the view was made."""

    async def run() -> None:
        value = [0]
        async with watched(room) as streams:
            page = opened(streams, room, lambda _: value[0])
            await anext(page)
            told = asyncio.create_task(anext(page))
            await room.looked_at(3)
            value[0] = 1
            await room.looked_at(6)
            assert not told.done(), "no page is looked at while nothing has changed"
            room.folder = (1,)
            value[0] = 0
            await room.looked_at(9)
            assert not told.done()
            value[0] = 1
            assert await asyncio.wait_for(told, 3) == STEP

    asyncio.run(run())


def test_a_page_that_was_left_counts_no_more(room: Room) -> None:
    async def run() -> None:
        streams, gone = streams_of(room), asyncio.Event()

        async def receive() -> Any:
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(_: Any) -> None:
            pass

        answer = StreamingResponse(opened(streams, room))
        answering = asyncio.create_task(answer({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send))
        await asyncio.sleep(0.1)
        assert (len(streams), answering.done()) == (1, False)
        gone.set()
        await asyncio.wait_for(answering, 3)
        assert len(streams) == 0

    asyncio.run(run())


def test_so_many_pages_of_one_address_are_open_at_once(room: Room) -> None:
    """Each is counted once while it is open; after the last one nothing of it is left, and nobody is followed."""

    async def run() -> None:
        streams, full, pages = streams_of(room, 3), [], []
        for _ in range(3):
            full.append(streams.is_full("10.0.0.1"))
            pages.append(opened(streams, room))
            await anext(pages[-1])
        assert [*full, streams.is_full("10.0.0.1"), streams.is_full("10.0.0.2")] == [False, False, False, True, False]
        await pages.pop().aclose()
        assert not streams.is_full("10.0.0.1")
        pages.append(opened(streams, room))
        await anext(pages[-1])
        assert (len(streams), streams.is_full("10.0.0.1")) == (3, True)
        for page in pages:
            await page.aclose()
        await asyncio.sleep(0)
        assert (len(streams), [*streams.names()]) == (0, [])
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())


@pytest.mark.parametrize("before_it_ends", [0.1, 0.0])
def test_when_the_desk_is_closed_every_page_hears_it_and_nothing_more(room: Room, before_it_ends: float) -> None:
    """Also one whose stream is only beginning."""

    async def run() -> None:
        streams = streams_of(room)
        pages = [opened(streams, room) for _ in range(2)]
        for page in pages:
            await anext(page)
        told = [asyncio.create_task(anext(page)) for page in pages]
        await asyncio.sleep(before_it_ends)
        for listener in streams._listeners["x"]:
            listener.queue.put_nowait(STEP)
        streams.close()
        assert await asyncio.wait_for(asyncio.gather(*told), 3) == [END] * 2
        assert [await anext(page, "") for page in pages] == ["", ""]
        late = opened(streams, room)
        assert (await anext(late)).startswith("retry")
        assert await next_of(late, 0.2) == ""
        assert len(streams) == 0

    asyncio.run(run())


def test_a_crowd_is_told_a_few_at_a_time(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of five, a pause, two, a pause, and the last."""
    monkeypatch.setattr(events, "AT_ONCE", 2)
    monkeypatch.setattr(events, "BETWEEN", 0.0123)
    paused, wait = [], asyncio.sleep

    async def sleep(seconds: float) -> None:
        paused.append(seconds)
        await wait(seconds)

    async def run() -> None:
        async with watched(room) as streams:
            pages = [opened(streams, room) for _ in range(5)]
            for page in pages:
                await anext(page)
            told = [asyncio.create_task(anext(page)) for page in pages]
            await wait(0.1)
            monkeypatch.setattr(asyncio, "sleep", sleep)
            room.folder = room.shown = (1,)
            assert await asyncio.wait_for(asyncio.gather(*told), 3) == [STEP] * 5
            await wait(0.1)
            assert paused.count(events.BETWEEN) == 2

    asyncio.run(run())


@pytest.fixture
def seen_now(monkeypatch: pytest.MonkeyPatch) -> Callable[[TestClient, str], tuple[str, str]]:
    """What a page says that it was made from, and what its stream would compare that with."""

    def mark_of(_: Request, room: Any, mark: Mark) -> Response:
        return PlainTextResponse(str(mark(stamp(room.desk.path))))

    def both(phone: TestClient, path: str) -> tuple[str, str]:
        found = re.search('data-live="([^"]*)"', phone.get(path).text)
        assert found, path
        address = html.unescape(found[1])
        with monkeypatch.context() as patch:
            patch.setattr(events, "_hall_stream", mark_of)
            return address.rpartition("seen=")[2], phone.get(address).text

    return both


def test_a_page_and_its_stream_go_by_the_same(
    hall: Hall, seen_now: Callable[[TestClient, str], tuple[str, str]]
) -> None:
    """Else the page would load itself for ever, or never; what concerns one page is no news to another."""
    reader, helper, phone = hall.link("reader"), hall.link("helper"), hall.phone()
    first, second = hall.played.games[:2]
    person = re.search(rf'href="({reader}player/\d+)"', phone.get(f"{reader}tables").text)
    assert person
    pages = [reader, f"{reader}tables", f"{reader}standings", f"{reader}screen", person[1]]
    pages += [f"{helper}tables", helper, hall.board(first, Side.WHITE), hall.board(second, Side.WHITE)]
    before = [seen_now(phone, page) for page in pages]
    assert all(seen == now for seen, now in before)
    hall.phone().post(hall.board(first, Side.BLACK), data={"say": "1-0"})
    now = [seen_now(phone, page) for page in pages]
    assert all(seen == now for seen, now in now)
    changed = [page for page, old, new in zip(pages, before, now, strict=True) if old != new]
    assert changed == [helper, hall.board(first, Side.WHITE)], "what one side says is not public"


def test_a_reader_is_not_told_when_something_is_said(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A helper's page goes by whatever happens; a reader who asks for its stream is told of what is public alone."""
    monkeypatch.setattr(
        events, "_hall_stream", lambda _, room, mark: PlainTextResponse(str(mark(stamp(room.desk.path))))
    )
    phone, streams = hall.phone(), {role: f"{hall.link(role)}live?page=helper" for role in ("reader", "helper")}
    before = {role: phone.get(stream).text for role, stream in streams.items()}
    hall.phone().post(hall.board(hall.played.games[0], Side.BLACK), data={"say": "1-0"})
    assert [phone.get(streams[role]).text != before[role] for role in ("reader", "helper")] == [False, True]


def test_a_page_whose_folder_cannot_be_read_just_now_is_as_it_was() -> None:
    def none(_: Stamp) -> object:
        raise FolderError("away")

    assert Listener(none, seen=7).now(Stamp((), (), ())) == 7


def test_the_watcher_is_told_of_a_result_that_both_sides_say(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is entered by a thread of its own, after the phones have been answered."""
    told: list[int] = []
    monkeypatch.setattr(hall.app.state.rooms, "_told", lambda: told.append(hall.desk.read().revision))
    before = hall.desk.read().revision
    for side in Side:
        hall.phone().post(hall.board(hall.played.games[0], side), data={"say": "1-0"})
    assert hall.app.state.rooms.entered()
    assert told == [before + 1]
