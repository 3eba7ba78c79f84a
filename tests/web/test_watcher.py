"""One watcher looks for everybody who follows a tournament; what this process writes is told to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.web import watcher
from mcmahon.web.watcher import Stamp, Watcher, stamp

from .conftest import TOKEN, Opened


class Follower:
    """Follows tournaments and notes the stamps that it is shown; `first` happens at each look."""

    def __init__(self, *names: str, first: Callable[[], Awaitable[Any]] | None = None) -> None:
        self._names, self._first = names, first
        self.shown: list[tuple[str, Stamp]] = []

    def names(self) -> Collection[str]:
        return self._names

    async def look(self, name: str, now: Stamp) -> None:
        self.shown.append((name, now))
        if self._first is not None:
            await self._first()


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.01)


def watching(home: Path, *followers: Follower) -> tuple[Watcher, asyncio.Task[None]]:
    made = Watcher(home, *followers)
    return made, asyncio.create_task(made.watch())


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "SECONDS", 0.02)
    monkeypatch.setattr(watcher, "PAUSE", 0.01)


@pytest.mark.usefixtures("often")
def test_all_who_follow_a_tournament_are_shown_one_stamp_made_in_one_thread(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads, in_thread = [], watcher.run_in_threadpool
    monkeypatch.setattr(watcher, "run_in_threadpool", lambda work: threads.append(work) or in_thread(work))

    async def run() -> None:
        one, other = Follower("club16", "congress60"), Follower("club16", "gone")
        _, task = watching(opened.folder, one, other)
        await until(lambda: len(other.shown) >= 2)
        task.cancel()
        assert len(threads) <= len(other.shown), "a thread a look"
        assert dict(one.shown)["club16"] == dict(other.shown)["club16"] == stamp(opened.folder / "club16")
        assert dict(other.shown)["gone"] == Stamp((), (), ())

    asyncio.run(run())


def test_what_is_told_is_looked_at_at_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "SECONDS", 60.0)

    async def run() -> None:
        one = Follower("club16")
        made, task = watching(opened.folder, one)
        await until(lambda: len(one.shown) == 1)
        desk = Desk(opened.folder / "club16")
        await asyncio.to_thread(desk.do, lambda state: change(state, ChangeSettings(assignments=["komi=7.5"])), "set")
        await asyncio.sleep(0.1)
        assert len(one.shown) == 1
        await asyncio.to_thread(made.told)
        await until(lambda: len(one.shown) == 2)
        task.cancel()
        assert one.shown[0][1].files != one.shown[1][1].files

    asyncio.run(run())


@pytest.mark.usefixtures("often")
def test_a_long_look_keeps_nobody_else_waiting_and_is_not_begun_twice(opened: Opened) -> None:
    async def run() -> None:
        go_on = asyncio.Event()
        slow, quick = Follower("club16", first=go_on.wait), Follower("club16")
        _, task = watching(opened.folder, slow, quick)
        await until(lambda: len(quick.shown) >= 3)
        assert len(slow.shown) == 1
        go_on.set()
        await until(lambda: len(slow.shown) >= 2)
        task.cancel()

    asyncio.run(run())


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("error", "said"),
    [(OSError(), "club16 cannot be looked at just now"), (ValueError(), "club16: who follows it could not be told")],
)
def test_a_look_that_fails_is_in_the_log_and_the_next_one_comes(
    opened: Opened, error: Exception, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise error

    async def run() -> None:
        failing = Follower("club16", first=fail)
        _, task = watching(opened.folder, failing)
        await until(lambda: len(failing.shown) >= 2)
        task.cancel()
        assert said in caplog.text

    asyncio.run(run())


@pytest.mark.usefixtures("often")
def test_a_disk_that_fails_in_any_way_is_looked_at_again(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        one = Follower("club16")
        with monkeypatch.context() as patch:
            patch.setattr(watcher, "stamp", lambda _: 1 / 0)
            _, task = watching(opened.folder, one)
            await until(lambda: "could not be looked at" in caplog.text)
        await until(lambda: one.shown)
        task.cancel()

    asyncio.run(run())


def test_the_watcher_is_told_after_every_form_and_every_step_of_a_program(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    monkeypatch.setattr(Watcher, "told", lambda _: told.append(Desk(opened.folder / "club16").read().revision))
    opened.text("/t/club16/settings")
    opened.client.post("/t/club16/settings", data={"komi": "7.5"}, headers={"origin": "http://x"})
    assert told == [], "a page that is only looked at and a form that is refused"
    opened.post("/t/club16/settings", komi="7.5")
    revision = Desk(opened.folder / "club16").read().revision
    assert told == [revision], "the step was written already"
    answer = opened.client.post(
        "/api/club16/undo", json={"step": revision}, headers={"authorization": f"Bearer {TOKEN}"}
    )
    assert answer.status_code == 200
    assert told == [revision, revision + 1]
