"""Copies of tournaments in second places, kept up to date after every step, whoever makes it.

Where they go is kept on this machine beside the key of the desk, never in a folder of tournaments: it may come from
somebody else.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from datetime import datetime
from os.path import lexists
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from ..desk.backup import copied
from ..desk.pages import changed_at
from ..io.files import cannot_write
from ..io.private import private_file, read_private, write_private
from ..model.errors import McMahonError
from .home import Home

log = logging.getLogger("mcmahon.web")

OLD_FILE = ".mcmahon-copies.json"  # of version 1.0, in the folder of tournaments; never read
SECONDS = 1.0  # between two looks


class Backups:
    """Where each tournament is copied to, and how the last copy went."""

    def __init__(self, home: Home) -> None:
        self.home = home
        self.places: dict[str, str] = {}
        self.said: dict[str, str] = {}
        self._seen: dict[str, tuple[object, ...]] = {}
        self._file = private_file("copies", home.folder)
        with suppress(ValueError, AttributeError):
            known = json.loads(read_private(self._file) or b"{}")
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
        try:
            write_private(self._file, json.dumps(self.places, indent=1).encode())
        except OSError as error:
            raise cannot_write(self._file, error) from None

    def look(self) -> None:
        """Copy what has changed since the last look; an error is said on the page, and tried again."""
        for name, place in list(self.places.items()):
            try:
                desk = self.home.desk(name)
                now = changed_at(desk.path)
                if now == self._seen.get(name):
                    continue
                copied(desk, Path(place))
            except (McMahonError, OSError) as error:
                self.said[name] = f"The copy could not be written: {error}"
            else:
                self._seen[name] = now
                self.said[name] = f"Last copy at {datetime.now().astimezone():%H:%M:%S}."

    async def watch(self) -> None:
        """Look again and again, until the server ends."""
        while True:
            try:
                await run_in_threadpool(self.look)
            except Exception:  # copies are tried again, whatever a disk does
                log.exception("a copy failed")
            await asyncio.sleep(SECONDS)
