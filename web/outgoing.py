"""What goes out to other programs: news to the addresses that the director has named, and registrations fetched.

The addresses are kept on this machine beside the key of the desk, never in a tournament's folder: it may come from
somebody else. Each address has a thread of its own, so that a slow one holds up nobody.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import msgspec
from starlette.concurrency import run_in_threadpool

from ..desk.hall.news import Message, ResultNews, RoundNews, news
from ..desk.hall.view import HallView
from ..desk.pages import changed_at
from ..io.files import cannot_write
from ..io.outgoing import check_where, post, target
from ..io.private import private_file, read_private, write_private
from ..model.errors import InputError, McMahonError
from .home import Home

log = logging.getLogger("mcmahon.web")

SECONDS = 1.0  # between two looks at a folder
MOST_HOOKS = 8
MOST_WAITING = 1000  # news for one address; of more, the oldest are dropped
PAUSES = (2.0, 10.0, 60.0)  # after an address has failed once, twice, more often


@dataclass(frozen=True, slots=True)
class Place:
    """An address as typed; `inside`: in the own network, as the director says."""

    address: str
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """What the director has named for a tournament: where news go, and where registrations come from."""

    hooks: tuple[Place, ...] = ()
    source: Place | None = None


class Hook:
    """An address that is told news, by a thread of its own, until it is ended."""

    def __init__(self, place: Place, send: Callable[..., None] = post) -> None:
        self.place, self._send = place, send
        self.said = "nothing was sent yet"
        self._waiting: deque[tuple[str, int, RoundNews | ResultNews]] = deque(maxlen=MOST_WAITING)
        self._wake, self._ended = threading.Condition(), False
        threading.Thread(target=self._run, daemon=True).start()

    def tell(self, name: str, revision: int, found: list[RoundNews | ResultNews]) -> None:
        """Send news soon."""
        with self._wake:
            self._waiting.extend((name, revision, one) for one in found)
            self._wake.notify()

    def end(self) -> None:
        """Send nothing more."""
        with self._wake:
            self._ended = True
            self._wake.notify()

    def _run(self) -> None:
        failed = 0
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._ended or bool(self._waiting))
                if self._ended:
                    return
                sent = list(self._waiting)
            try:
                self._send(target(*_parts(self.place)), _message(sent))
            except McMahonError as error:
                self.said = f"{_clock()}: {error}; it is tried again"
            except Exception as error:  # whatever a far program does, this thread goes on
                log.exception("news could not be sent")
                self.said = f"{_clock()}: {type(error).__name__}; it is tried again"
            else:
                failed, self.said = 0, f"{_clock()}: {len(sent)} sent"
                with self._wake:
                    for one in sent:
                        if self._waiting and self._waiting[0] is one:
                            self._waiting.popleft()
                continue
            failed += 1
            with self._wake:
                self._wake.wait_for(lambda: self._ended, PAUSES[min(failed, len(PAUSES)) - 1])


def _parts(place: Place) -> tuple[str, bool]:
    return place.address, place.inside


def _message(sent: list[tuple[str, int, RoundNews | ResultNews]]) -> bytes:
    name, revision, _ = sent[-1]
    return msgspec.json.encode(Message(name, revision, tuple(one for _, _, one in sent)))


def _clock() -> str:
    return f"{datetime.now().astimezone():%H:%M:%S}"


class Outgoing:
    """What goes out of a home: the addresses of each tournament, and the watch over their folders."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._hooks: dict[str, list[Hook]] = {}
        self._views: dict[str, tuple[tuple[object, ...], HallView]] = {}
        self._lock = threading.Lock()

    def named(self, name: str) -> Named:
        """What the director has named for a tournament."""
        found = read_private(self._file(name))
        try:
            return msgspec.json.decode(found, type=Named) if found else Named()
        except (msgspec.MsgspecError, ValueError):
            return Named()

    def hooks(self, name: str) -> list[Hook]:
        """The addresses that are told news of a tournament; their threads run from now on."""
        with self._lock:
            if name not in self._hooks:
                self._hooks[name] = [Hook(place) for place in self.named(name).hooks]
            return self._hooks[name]

    def add(self, name: str, place: Place) -> None:
        """Tell one more address. Raises McMahonError for what is none or is refused, and for too many."""
        check_where(target(*_parts(place)))
        before = self.named(name)
        if len(before.hooks) >= MOST_HOOKS:
            raise InputError(f"{MOST_HOOKS} addresses are told already; take one out first")
        self.hooks(name)
        self._keep(name, replace(before, hooks=(*(one for one in before.hooks if one != place), place)))
        with self._lock:
            self._hooks[name].append(Hook(place))
        self.look(name)

    def drop(self, name: str, number: int) -> None:
        """Tell an address (by its place in the list) nothing more. Raises InputError."""
        hooks = self.hooks(name)
        if not 0 <= number < len(hooks):
            raise InputError("this address is told nothing any more already")
        with self._lock:
            hook = hooks.pop(number)
        hook.end()
        self._keep(name, replace(self.named(name), hooks=tuple(one.place for one in hooks)))

    def from_here(self, name: str, source: Place) -> None:
        """Keep where registrations come from."""
        self._keep(name, replace(self.named(name), source=source))

    def _keep(self, name: str, what: Named) -> None:
        file = self._file(name)
        try:
            write_private(file, msgspec.json.encode(what))
        except OSError as error:
            raise cannot_write(file, error) from None

    def _file(self, name: str) -> Path:
        return private_file("outgoing", self._home.desk(name).path.resolve())

    def look(self, name: str) -> None:
        """Tell what has happened in a tournament since the last look; the first look tells nothing."""
        hooks = self.hooks(name)
        if not hooks:
            self._views.pop(name, None)
            return
        desk = self._home.desk(name)
        stamp, known = changed_at(desk.path), self._views.get(name)
        if known is not None and known[0] == stamp:
            return
        view = HallView(desk.read(), known[1] if known else None)
        self._views[name] = stamp, view
        found = news(known[1], view) if known else []
        for hook in hooks if found else ():
            hook.tell(view.name, view.revision, found)

    def end(self) -> None:
        """Send nothing more, as the server ends."""
        for hook in [one for hooks in self._hooks.values() for one in hooks]:
            hook.end()

    async def watch(self) -> None:
        """Look again and again, until the server ends."""
        while True:
            await run_in_threadpool(self._look_at_all)
            await asyncio.sleep(SECONDS)

    def _look_at_all(self) -> None:
        for name in self._home.names():
            try:
                self.look(name)
            except McMahonError as error:  # the folder cannot be read just now: the next look tells it
                log.warning("%s: no news can be made: %s", name, error)
            except Exception:  # the watch goes on, whatever it meets
                log.exception("news could not be made")
                time.sleep(SECONDS)
