"""Copies of tournaments in second places, kept up to date after every step, whoever makes it.

Where they go is kept on this machine beside the key of the desk, never in a folder of tournaments: it may come from
somebody else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
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
AGAIN = 1.0  # seconds until a copy that could not be written is tried again


class Backups:
    """Where each tournament is copied to, and how the last copy went."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.places: dict[str, str] = {}
        self.said: dict[str, str] = {}
        self._seen: dict[str, tuple[object, ...]] = {}
        with suppress(ValueError, AttributeError):
            known = json.loads(kept("copies", home.folder) or b"{}")
            self.places = {str(name): str(place) for name, place in known.items()}

    def has_old_list(self) -> bool:
        """Whether the folder of tournaments names places for copies, as with version 1.0; none of them is used."""
        return lexists(self.home.folder / OLD_FILE)

    def keep(self, name: str, place: Path | None) -> None:
        """Copy a tournament to a place after every step from now on; None: no longer. Raises FolderError."""
        if place is None:
            self.places.pop(name, None)
            self.said.pop(name, None)
        else:
            self.places[name] = str(place)
        self._seen.pop(name, None)
        keep("copies", self.home.folder, json.dumps(self.places, indent=1).encode())

    def names(self) -> Collection[str]:
        """The tournaments that are copied."""
        return [*self.places]

    async def look(self, name: str, now: Stamp) -> None:
        """Copy a tournament whose files have changed; an error is said on the page, and tried again."""
        place = self.places.get(name)
        if place is None or now.files == self._seen.get(name):
            return
        try:
            await run_in_threadpool(lambda: copy_into(self.home.desk(name).path, Path(place)))
        except (McMahonError, OSError) as error:
            self.said[name] = f"The copy could not be written: {error}"
            await asyncio.sleep(AGAIN)
        else:
            self._seen[name] = now.files
            self.said[name] = f"Last copy at {datetime.now().astimezone():%H:%M:%S}."
