"""The folder whose tournaments the desk shows, each by the name of its own folder."""

from __future__ import annotations

import json
import logging
import re
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from ..desk.desk import Desk, is_tournament
from ..desk.failures import NoTournamentError
from ..desk.files import private_files
from ..model.errors import FolderError
from .guard import CONTROL

SETTINGS = "tournament.toml"


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


log = logging.getLogger("mcmahon")


BYTES = 24  # of a key: 192 bits


SHORTEST = 32  # letters that so many bytes make


@dataclass(frozen=True, slots=True)
class Kept:
    """What a desk opens with, and the port where it was last; 0 where it was nowhere yet."""

    token: str
    port: int = 0


def kept(folder: Path, *, new: bool = False) -> Kept:
    """What is kept for a folder of tournaments; a new key where that is asked for, or no safe one is there."""
    found = _known(folder)
    return found if found and not new else Kept(secrets.token_urlsafe(BYTES), found.port if found else 0)


def keep(folder: Path, what: Kept) -> None:
    """Keep it for the next start. Where that cannot be written the desk works all the same, and a warning says so."""
    try:
        private_files.keep("desk", folder, json.dumps(asdict(what) | {"folder": str(folder)}).encode())
    except FolderError as error:
        log.warning("the key of the desk cannot be kept (%s): open pages will not find it after a restart", error)


def _known(folder: Path) -> Kept | None:
    """What is kept for a folder; None where there is none, or others could have read it."""
    try:
        found = json.loads(private_files.kept("desk", folder))
        token, port = found["token"], found["port"]
    except (ValueError, TypeError, KeyError):
        return None
    sound = isinstance(token, str) and token.isascii() and len(token) >= SHORTEST
    return Kept(token, port) if sound and type(port) is int and 0 <= port < 2**16 else None
