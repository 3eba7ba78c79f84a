"""One look at the folders of all tournaments that somebody follows: open pages of desk and hall, and copies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from starlette.concurrency import run_in_threadpool

from ..desk.files.publish_pages import changed_at
from ..desk.hall.links import hall_of

log = logging.getLogger("mcmahon.web")

SECONDS = 0.25  # between two looks for changes by other programs
PAUSE = 0.05  # after a look, however much is written here meanwhile


class Stamp(NamedTuple):
    """Differs from an earlier one if the tournament's files, what is said in its hall, or its links have changed."""

    files: tuple[object, ...]
    said: tuple[int, ...]
    links: tuple[int, ...]


def stamp(path: Path) -> Stamp:
    """The stamp of a tournament's folder, whether or not it is there."""
    hall = hall_of(path)
    return Stamp(changed_at(path), hall.changed_at(), hall.links_changed_at())


class Subscriber(Protocol):
    """Follows some tournaments."""

    def names(self) -> Collection[str]:
        """Those that it follows now."""

    async def look(self, name: str, now: Stamp) -> None:
        """Compare a stamp with the one before; a look at a tournament begins when the last one has ended."""


class Watcher:
    """Shows each subscriber the stamps of its tournaments: regularly, and at once after this process has written."""

    def __init__(self, home: Path, *subscribers: Subscriber) -> None:
        self._home, self._subscribers = home, subscribers
        self._woken = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._looks: dict[tuple[Subscriber, str], asyncio.Task[None]] = {}

    def told(self) -> None:
        """Look at once, as this process has written; any thread may say so."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._woken.set)

    async def watch(self) -> None:
        """Look again and again, until this is cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            self._woken.clear()
            try:
                await self._look()
            except Exception:  # look again, whatever a disk does
                log.exception("the folders of tournaments could not be looked at")
            await asyncio.sleep(PAUSE)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), SECONDS - PAUSE)

    async def _look(self) -> None:
        """Take the stamps of all these tournaments in one thread, and show them to who follows them."""
        wanted = [(one, name) for one in self._subscribers for name in one.names()]
        if wanted:
            now = await run_in_threadpool(lambda: {name: stamp(self._home / name) for _, name in wanted})
            self._looks = {key: look for key, look in self._looks.items() if not look.done()}
            for one, name in {*wanted} - self._looks.keys():
                self._looks[one, name] = asyncio.create_task(_shown(one, name, now[name]))


async def _shown(subscriber: Subscriber, name: str, now: Stamp) -> None:
    try:
        await subscriber.look(name, now)
    except OSError:  # the folder is being moved, or its disk is away: look again
        log.warning("%s cannot be looked at just now", name)
    except Exception:  # the others go on, whatever a look meets
        log.exception("%s: who follows it could not be told", name)
