"""The halls of a home's tournaments: each with its files, the view that readers share, and what is to be entered."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...desk.desk import Desk
from ...desk.files.publish_pages import changed_at
from ...desk.hall.hall_view import HallView
from ...desk.hall.links import hall_of
from ...desk.hall.phone_claims import enter_agreed
from ...model.errors import InputError, McMahonError
from ...model.records.state import State
from ..home import Home

log = logging.getLogger("mcmahon.web")

#: A view of a large tournament takes a while to make: while results pour in, readers share one for so many seconds.
SHARED = 0.5
LOOK = 0.05  # seconds that a look at the folder's files holds for readers: a thousand open pages ask within one
GATHER = 0.3  # seconds between two steps of results from phones: what comes meanwhile is one step
AGAIN = 3.0  # seconds until it is looked again: a disk may have room now, another desk may have ended before it entered


@dataclass(slots=True)
class Room:
    """The hall of one tournament; `shown` is the stamp of the files that its shared view was made of."""

    name: str
    desk: Desk
    hall: Any
    shown: tuple[object, ...] = ()
    _view: HallView | None = None
    _made: float = 0.0
    _looked: float = 0.0
    _state: State | InputError | None = None
    _state_of: tuple[object, ...] = ()
    _making: threading.Lock = field(default_factory=threading.Lock)

    def view(self, now: bool = False) -> HallView:
        """What readers see: made once for all of them when the folder has changed, `now` or a moment later.

        Raises FolderError, InputError.
        """
        with self._making:
            if self._view is not None and not now and time.monotonic() - self._looked < LOOK:
                return self._view
            stamp, self._looked = changed_at(self.desk.path), time.monotonic()
            if self._view is None or (stamp != self.shown and (now or self._looked - self._made > SHARED)):
                self._view = HallView(self.desk.read(), self._view)
                self.shown, self._made = stamp, time.monotonic()
            return self._view

    def state(self) -> State:
        """The tournament, read again only if its folder has changed, as guests ask. Raises FolderError, InputError."""
        with self._making:
            stamp = changed_at(self.desk.path)
            if self._state is None or stamp != self._state_of:
                try:
                    self._state = self.desk.read()
                except InputError as error:  # what is wrong stays so until the folder changes; a full disk does not
                    self._state = error
                self._state_of = stamp
            if isinstance(self._state, InputError):
                raise self._state.with_traceback(None)
            return self._state


class Rooms:
    """The halls of a home, made when somebody comes; and the thread that enters what both sides say."""

    def __init__(self, home: Home, told: Callable[[], None] = lambda: None) -> None:
        self._home, self._told = home, told
        self._rooms: dict[str, Room] = {}
        self._lock = threading.Lock()
        self._waiting: set[str] = set()
        self._failed: dict[str, str] = {}  # where nothing could be entered, and why
        self._said: dict[str, tuple[int, ...]] = {}  # what was said when it was looked last
        self._wake = threading.Condition()
        self._busy = False
        self._thread: threading.Thread | None = None

    def room(self, name: str) -> Room:
        """The hall of a tournament. Raises FolderError where there is none of this name."""
        desk = self._home.desk(name)
        with self._lock:
            if name not in self._rooms:
                self._rooms[name] = Room(name, desk, hall_of(desk.path))
            return self._rooms[name]

    def shown(self, name: str) -> tuple[object, ...]:
        """The stamp of the files that the shared view of a hall was made of; blank if there is none."""
        room = self._rooms.get(name)
        return room.shown if room else ()

    def enter_soon(self, name: str) -> None:
        """Enter what both sides of boards say: at once, and several together where many come at a time."""
        with self._wake:
            self._waiting.add(name)
            if self._thread is None:
                self._thread = threading.Thread(target=self._enter_all, daemon=True)
                self._thread.start()
            self._wake.notify_all()

    def entered(self, seconds: float = 10.0) -> bool:
        """Wait until nothing is to be entered; whether that came about in time."""
        with self._wake:
            return self._wake.wait_for(lambda: not self._waiting and not self._busy, seconds)

    def _enter_all(self) -> None:
        while True:
            with self._wake:
                self._busy = False
                self._wake.notify_all()
                self._wake.wait_for(lambda: bool(self._waiting), AGAIN)
                more = [name for name, room in self._rooms.items() if self._said.get(name) != room.hall.changed_at()]
                names, self._busy = [*self._waiting.union(self._failed, more)], True
                self._waiting.clear()
            for name in names:
                self._enter(name)
            time.sleep(GATHER)

    def _enter(self, name: str) -> None:
        try:
            room = self.room(name)
            self._said[name] = room.hall.changed_at()
            if enter_agreed(room.desk, room.hall):
                self._told()
        except McMahonError as error:  # what was said stays; the desk sees it on the hall's page
            if self._failed.get(name) != str(error):
                log.warning("%s: results from phones were not entered yet: %s", name, error)
            self._failed[name] = str(error)
        except Exception:  # this thread goes on, whatever it meets
            log.exception("results from phones were not entered")
            self._failed.pop(name, None)
        else:
            self._failed.pop(name, None)
