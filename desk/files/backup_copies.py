"""A tournament taken along: as one file, or as a copy that another machine can go on with."""

from __future__ import annotations

from pathlib import Path

from ...io.folder.copies import archive, copy_into
from ...model.errors import InputError, Problem
from ..desk import Desk

__all__ = ["archived", "copied", "copy_place"]


def archived(desk: Desk) -> bytes:
    """The whole tournament with its journal as a zip file. Raises FolderError."""
    return archive(desk.path)


def copy_place(desk: Desk, text: str) -> Path:
    """Where a copy goes, as typed: a folder of copies, in which the tournament keeps its name. Raises InputError."""
    place = Path(text.strip()).expanduser()
    if not place.is_absolute():
        raise InputError([Problem("where the copy goes", value=text, expected="a whole path such as /media/stick")])
    if not place.is_dir():
        raise InputError([Problem("there is no folder", value=text, expected="one that is there: is the stick in?")])
    return place / desk.path.resolve().name


def copied(desk: Desk, target: Path) -> int:
    """Bring a copy up to date: how many files were written. Raises FolderError."""
    return copy_into(desk.path, target)
