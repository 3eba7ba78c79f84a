"""Open pages of the desk hear of every step, of what they missed, and of what is said in the hall; of nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.arrivals import i_am_here
from mcmahon.desk.hall.links import hall_of
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.web.streams import STEP, Streams, desk_page
from mcmahon.web.watcher import Watcher

from .conftest import Opened


@pytest.fixture
def desk(opened: Opened) -> Desk:
    return Desk(opened.folder / "congress60")


def rounds(desk: Desk, count: int) -> None:
    desk.do(lambda state: change(state, ChangeSettings(assignments=[f"rounds={count}"])), "set")


SILENCE = 0.3  # seconds without a word that are silence; what is expected is waited for, however busy the machine is


def heard(desk: Desk, seen: int | None, happens: Callable[[], Any] = lambda: None, seconds: float = 30.0) -> str:
    """What a page hears first that showed a step, where something happens once it listens; blank for nothing."""

    async def first(stream: AsyncIterator[str]) -> str:
        try:
            return await asyncio.wait_for(anext(stream), seconds)
        except TimeoutError:
            return ""

    async def run() -> str:
        streams = Streams(9, 9)
        stream: Any = streams.listen("congress60", desk.path, desk_page(desk, seen))
        watching = asyncio.create_task(Watcher(desk.path.parent, streams).watch())
        assert (await anext(stream)).startswith("retry")
        told = asyncio.create_task(first(stream))
        await asyncio.sleep(0.1)
        await asyncio.to_thread(happens)
        said = await told
        await stream.aclose()
        watching.cancel()
        return said

    return asyncio.run(run())


def test_a_page_that_shows_an_older_step_hears_it_at_once(desk: Desk) -> None:
    rounds(desk, 6)
    last = desk.read().revision
    assert heard(desk, last - 1) == STEP
    assert [heard(desk, seen, seconds=SILENCE) for seen in (last, None)] == ["", ""]


def test_a_page_hears_of_a_step_and_of_what_is_said_in_the_hall(desk: Desk) -> None:
    rounds(desk, 6)
    last = desk.read().revision
    assert heard(desk, last, lambda: rounds(desk, 7)) == STEP
    state = desk.read()
    player = state.tournament.players[0].id
    assert heard(desk, state.revision, lambda: i_am_here(state, hall_of(desk.path), player, [5])) == STEP
