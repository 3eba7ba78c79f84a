"""The folder whose tournaments the desk shows, each by the name of its own folder."""

from __future__ import annotations

import json
import logging
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from ..desk.desk import Desk, is_tournament
from ..desk.desk import keep as keep_private
from ..desk.desk import kept as kept_private
from ..desk.failures import NoTournamentError
from ..model.errors import FolderError
from .guard import CONTROL

log = logging.getLogger("mcmahon")

SETTINGS = "tournament.toml"
BYTES = 24  # of a key: 192 bits
SHORTEST = 32  # letters that so many bytes make
NO_NAME = re.compile(r"[/\\#?%\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Home:
    """A folder with tournaments in it; `first` is the one to begin with, empty where somebody is to choose.

    A link in it, which a folder from somebody else may bring, is none of its tournaments.
    """

    folder: Path
    first: str = ""

    @classmethod
    def of(cls, path: Path) -> Home:
        """The home of a tournament's folder, which is then the first, or of a folder of tournaments.

        Raises FolderError for a file, and for a tournament's folder whose name no address can have.
        """
        here = path.resolve()
        if (here / SETTINGS).is_file():
            if not _fits(here.name):
                raise FolderError(f"no address can have the name {here.name!r}; rename the folder, then open the desk")
            return cls(here.parent, here.name)
        if here.exists() and not here.is_dir():
            raise FolderError(f"{path} is no folder")
        return cls(here)

    def names(self) -> list[str]:
        """The tournaments there are whose names an address can have, newest change first."""
        found = [path for path in self._found() if _fits(path.name)]
        return [path.name for path in sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))]

    def unnamed(self) -> int:
        """How many tournaments there are besides, whose names no address can have."""
        return sum(not _fits(path.name) for path in self._found())

    def desk(self, name: str) -> Desk:
        """The desk of a tournament. Raises NoTournamentError where there is none of this name."""
        if not _fits(name) or not self._has(name):
            raise NoTournamentError(f"there is no tournament called {name} here")
        return Desk(self.folder / name)

    def _found(self) -> list[Path]:
        return [file.parent for file in self.folder.glob(f"*/{SETTINGS}") if self._has(file.parent.name)]

    def _has(self, name: str) -> bool:
        path = self.folder / name
        return not name.startswith(".") and is_tournament(path)


def _fits(name: str) -> bool:
    """Whether an address can have a folder's name; bytes that are no UTF-8 are lone surrogates in it."""
    return not (CONTROL.search(name) or NO_NAME.search(name))


class Kept(msgspec.Struct, frozen=True):
    """What a desk opens with, and the port where it was last; 0 where it was nowhere yet."""

    token: Annotated[str, msgspec.Meta(pattern=rf"^[\x00-\x7f]{{{SHORTEST},}}\Z")]
    port: Annotated[int, msgspec.Meta(ge=0, lt=2**16)] = 0


def kept(folder: Path, *, new: bool = False) -> Kept:
    """What is kept for a folder of tournaments; a new key where that is asked for, or no safe one is there."""
    port = 0
    with suppress(msgspec.DecodeError):
        found = msgspec.json.decode(kept_private("desk", folder), type=Kept)
        if not new:
            return found
        port = found.port
    return Kept(secrets.token_urlsafe(BYTES), port)


def keep(folder: Path, what: Kept) -> None:
    """Keep it for the next start. Where that cannot be written the desk works all the same, and a warning says so."""
    try:
        known = {"token": what.token, "port": what.port, "folder": str(folder)}
        keep_private("desk", folder, json.dumps(known).encode())
    except FolderError as error:
        log.warning("the key of the desk cannot be kept (%s): open pages will not find it after a restart", error)
