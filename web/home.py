"""The folder whose tournaments the desk shows, each by the name of its own folder."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import isfile
from pathlib import Path

from ..desk.desk import Desk
from ..io.files import is_link
from ..model.errors import FolderError

SETTINGS = "tournament.toml"


class NoTournamentError(FolderError):
    """There is no tournament of this name: a wrong address, or its folder has been renamed or moved."""


@dataclass(frozen=True, slots=True)
class Home:
    """A folder with tournaments in it; `first` is the one to begin with, empty where somebody is to choose.

    A link in it, which a folder from somebody else may bring, is none of its tournaments.
    """

    folder: Path
    first: str = ""

    @classmethod
    def of(cls, path: Path) -> Home:
        """The home of a tournament's folder, which is then the first, or of a folder of tournaments."""
        here = path.resolve()
        if (here / SETTINGS).is_file():
            return cls(here.parent, here.name)
        if here.exists() and not here.is_dir():
            raise FolderError(f"{path} is no folder")
        return cls(here)

    def names(self) -> list[str]:
        """The tournaments there are, newest change first."""
        found = [file.parent for file in self.folder.glob(f"*/{SETTINGS}") if self._has(file.parent.name)]
        return [path.name for path in sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))]

    def desk(self, name: str) -> Desk:
        """The desk of a tournament. Raises NoTournamentError where there is none of this name."""
        if "/" in name or "\\" in name or not self._has(name):
            raise NoTournamentError(f"there is no tournament called {name} here")
        return Desk(self.folder / name)

    def _has(self, name: str) -> bool:
        path = self.folder / name
        return not name.startswith(".") and isfile(path / SETTINGS) and not is_link(path)
