"""The one list of the files that a tournament folder consists of, for the folder and for its journal; and its lock.

A folder is untrusted input. Every file that is read, written or removed has a name of this list and lies in the folder
itself: a link to another place is refused.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ...model.errors import FolderError, InputError
from ..files import is_link, listed, read_own

JOURNAL, SETTINGS, CUPS = ".journal", "tournament.toml", "cups.toml"
PRIZES, ANNOUNCED = "prizes.csv", "prizes-announced.csv"
LARGEST_OWN = 16 * 2**20  # 20,000 players: the record of a round has 6 MiB, and memory for it twenty times that
LARGEST_FOLDER = 128 * 2**20
LONGEST_NAME = 200  # bytes; temporary files beside it have some more

_NAME = r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]*"

#: Of each folder (empty: the tournament's own), the names that its files have. A new kind of file is a line here.
KINDS = {
    "": re.compile(rf"(players|members)\.csv|prizes(-announced)?\.csv|{_NAME}\.toml"),
    "rounds": re.compile(rf"{_NAME}\.(csv|json)"),
}
EXPECTED = "players.csv, members.csv, prizes.csv, a NAME.toml, or a NAME.csv or NAME.json in rounds/"

#: Pictures that lie beside the settings: a logo is one.
PICTURE = re.compile(rf"{_NAME}\.(png|jpe?g|svg)", re.IGNORECASE)

#: Where the program writes beside those files; none of these may be a link.
_PLACES = ("rounds", JOURNAL, *(f"{JOURNAL}/{name}" for name in ("steps", "objects", "set-aside", "applied", "lock")))


def is_own(name: str) -> bool:
    """Whether a file of this name (`rounds/1.csv`) belongs to a tournament folder."""
    place, _, own = name.rpartition("/")
    return place in KINDS and _can_be(KINDS[place], own)


def is_picture(name: str) -> bool:
    """Whether a file of this name beside the settings is a picture, such as a logo."""
    return _can_be(PICTURE, name)


def is_device(name: str) -> bool:
    """Whether Windows knows a device by this name: `con`, or `NUL.csv`."""
    return re.match(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", name, re.IGNORECASE) is not None


def _can_be(kind: re.Pattern[str], name: str) -> bool:
    """Whether a file can have this name on every system, and show it: no marks of direction, no device's."""
    shown = name.isprintable() and len(name.encode()) <= LONGEST_NAME
    return kind.fullmatch(name) is not None and shown and not is_device(name)


def own_files(folder: Path) -> dict[str, bytes]:
    """The tournament's files by name. Raises FolderError for a link, InputError for no plain file or too much."""
    check_places(folder)
    files, size = dict[str, bytes](), 0
    for name in own_names(folder):
        check_no_link(folder / name)
        if not (folder / name).is_dir():
            files[name] = read_own(folder / name, LARGEST_OWN)
            size += len(files[name])
        if size > LARGEST_FOLDER:
            raise InputError(f"{folder}: its files together are larger than {LARGEST_FOLDER // 2**20} MiB")
    return files


def own_names(folder: Path) -> list[str]:
    """The names of the tournament's files that are on disk, sorted. Raises FolderError where they cannot be listed."""
    names = (f"{place}/{name}".lstrip("/") for place in KINDS for name in listed(folder / place))
    return sorted(filter(is_own, names))


def picture_names(folder: Path) -> list[str]:
    """The names of the pictures beside the settings, sorted. Raises FolderError where they cannot be listed."""
    return sorted(filter(is_picture, listed(folder)))


def check_places(folder: Path) -> None:
    """Raise FolderError where a folder or a file that the program writes in a tournament folder is a link."""
    for name in _PLACES:
        check_no_link(folder / name)


def check_no_link(path: Path) -> None:
    """Raise FolderError where a path inside a tournament folder is a link, or this person may not look."""
    try:
        found = is_link(path)
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None
    if found:
        text = "is a symbolic link, and links are not followed here"
        raise FolderError(f"{path} {text}; expected the file or folder itself in its place")


@contextmanager
def lock_of(home: Path, seconds: float, *, poll: float = 0.05, private: bool = False) -> Iterator[None]:
    """Hold the lock in a folder, made if need be; `private`: for the owner alone. Raises filelock.Timeout, OSError.

    OSError also if the folder was moved away: filelock makes it again, and what was written there would be lost.
    """
    import filelock

    home.mkdir(mode=0o700 if private else 0o777, exist_ok=True)
    before = home.stat()
    file = home / "lock"
    with filelock.FileLock(file, timeout=seconds, mode=0o600 if private else 0o644).acquire(poll_interval=poll):
        if not os.path.samestat(before, home.stat()):
            with suppress(OSError):  # only what has just been made, and is empty
                file.unlink()
                home.rmdir()
                home.parent.rmdir()
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(home))
        yield
