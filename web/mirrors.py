"""Copies of tournaments in second places, and their web pages, written again after every step of anybody.

Their places are kept on this machine beside the key of the desk, never in a folder of tournaments: that may come from
somebody else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime
from os.path import lexists
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from ..desk.desk import keep, kept
from ..desk.files.export_files import copy_into
from ..model.errors import McMahonError
from .home import Home
from .watcher import Stamp

OLD_FILE = ".mcmahon-copies.json"  # of version 1.0, in the folder of tournaments; never read
AGAIN = 1.0  # seconds until what could not be written is tried again

#: Writes something about a tournament's folder into a place. Raises McMahonError, OSError.
Write = Callable[[Path, str], object]


class Mirrors:
    """The places where something about each tournament is written, and how that went last.

    `kind` is what it is called where places are kept, `what` on pages. A place is a whole path; web pages without one
    are in the tournament's own folder. For `pause` seconds after it is written, more steps gather.
    """

    def __init__(self, home: Home, kind: str, what: str, write: Write, pause: float = 0.0) -> None:
        self.home, self._kind, self._what, self._write, self._pause = home, kind, what, write, pause
        self.places: dict[str, str] = {}
        self.said: dict[str, str] = {}
        self.failed: set[str] = set()
        self._seen: dict[str, tuple[object, ...]] = {}
        with suppress(ValueError, AttributeError):
            known = json.loads(kept(kind, home.folder) or b"{}")
            self.places = {str(name): str(place) for name, place in known.items()}

    def has_old_list(self) -> bool:
        """Whether the folder of tournaments names places for copies, as with version 1.0; none of them is used."""
        return lexists(self.home.folder / OLD_FILE)

    def keep(self, name: str, place: str | None) -> None:
        """Write a tournament to a place after every step from now on; None: no longer. Raises FolderError."""
        if place is None:
            self.places.pop(name, None)
            self.said.pop(name, None)
            self.failed.discard(name)
        else:
            self.places[name] = place
        self._seen.pop(name, None)
        keep(self._kind, self.home.folder, json.dumps(self.places, indent=1).encode())

    def names(self) -> Collection[str]:
        """The tournaments that are written somewhere."""
        return [*self.places]

    async def look(self, name: str, now: Stamp) -> None:
        """Write a tournament whose files have changed; an error is said on the page, and tried again."""
        place = self.places.get(name)
        if place is None or now.files == self._seen.get(name):
            return
        try:
            await run_in_threadpool(lambda: self._write(self.home.desk(name).path, place))
        except (McMahonError, OSError) as error:
            self.said[name] = f"{self._what} could not be written: {error}"
            self.failed.add(name)
            await asyncio.sleep(AGAIN)
        else:
            self._seen[name] = now.files
            self.said[name] = f"Last written at {datetime.now().astimezone():%H:%M:%S}."
            self.failed.discard(name)
            await asyncio.sleep(self._pause)


def copies_of(home: Home) -> Mirrors:
    """The copies of tournaments in second places."""
    return Mirrors(home, "copies", "The copy", lambda path, place: copy_into(path, Path(place)))
