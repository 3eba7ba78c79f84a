"""Open pages hear of what has changed, whoever had the new view made; pages that were left count no more."""

from __future__ import annotations

import asyncio
from typing import Any

from mcmahon.web.hall.live import STEP, Live


class Room:
    """A hall whose folder and shared view change when the test says so."""

    name = "x"
    folder = shown = 0

    def stamp(self) -> int:
        return self.folder

    def is_behind(self) -> bool:
        return False


def test_a_view_that_another_page_had_made_is_told_too() -> None:
    async def run() -> None:
        streams, room = Live(), Room()
        page: Any = streams.listen(room, lambda: room.shown, "0", "10.0.0.1")  # type: ignore[arg-type]
        assert (await anext(page)).startswith("retry")
        told = asyncio.create_task(anext(page))
        await asyncio.sleep(0.5)
        room.folder = 1  # a step; the view that is shared is the old one for a moment
        await asyncio.sleep(0.7)
        assert not told.done()
        room.shown = 1  # somebody loads a page
        assert await asyncio.wait_for(told, 3) == STEP

    asyncio.run(run())


def test_a_page_of_an_older_view_hears_it_at_once() -> None:
    async def first(seen: str) -> str:
        page: Any = Live().listen(Room(), lambda: 1, seen, "10.0.0.1")  # type: ignore[arg-type]
        assert (await anext(page)).startswith("retry")
        try:
            return await asyncio.wait_for(anext(page), 0.2)
        except TimeoutError:
            return ""

    async def run() -> list[str]:
        return [await first(seen) for seen in ("0", "1", "")]

    assert asyncio.run(run()) == [STEP, "", ""]


def test_a_page_that_was_left_counts_no_more() -> None:
    async def run() -> None:
        streams, room, gone = Live(), Room(), asyncio.Event()
        page: Any = streams.listen(room, lambda: 0, "0", "10.0.0.1", gone.wait())  # type: ignore[arg-type]
        await anext(page)
        told = asyncio.create_task(anext(page, None))
        await asyncio.sleep(0.1)
        assert len(streams) == 1
        gone.set()
        await asyncio.wait_for(told, 3)
        assert await anext(page, None) is None
        assert len(streams) == 0

    asyncio.run(run())
