"""A tournament folder as one archive, and a copy of it in another place, each as it was at one moment."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ...model.errors import FolderError
from ..files import cannot_write, move, write_beside
from .folder import TournamentFolder
from .journal import Journal
from .own_files import JOURNAL, SETTINGS, is_own

LOCK = f"{JOURNAL}/lock"
PICTURES = (".png", ".jpg", ".jpeg", ".svg")


def archive(path: Path) -> bytes:
    """Everything that the tournament consists of, its journal too, as a zip file. Raises FolderError."""
    folder, out = TournamentFolder(path), io.BytesIO()
    with folder.locked(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in _names(path):
            packed.write(path / name, f"{path.resolve().name}/{name}")
    return out.getvalue()


def copy_into(path: Path, target: Path) -> int:
    """Bring a copy up to date, which is a tournament folder by itself; how many files were written.

    The journal's contents come first and its mark last, so that a copy that is interrupted can be read, too.
    Raises FolderError, also where the target holds something else than a copy of this tournament.
    """
    _check_target(path, target)
    written = 0
    try:
        with TournamentFolder(path).locked():
            names = _names(path)
            target.mkdir(exist_ok=True)
            for name in names:
                _make_folders(target, name)
                written += _bring(path / name, target / name)
            for name in set(_names(target)) - set(names):
                if is_own(name):
                    (target / name).unlink()
    except OSError as error:
        raise cannot_write(error.filename or target, error) from None
    return written


def _check_target(path: Path, target: Path) -> None:
    """Raise FolderError for a target inside the tournament or around it, or with another tournament in it."""
    here, there = path.resolve(), target.resolve()
    if not there.parent.is_dir():
        raise FolderError(f"there is no folder {target.parent}; is the stick in?")
    if here == there or here in there.parents or there in here.parents:
        raise FolderError(f"{target} is the tournament's own folder, in it or around it; expected another place")
    if (target / SETTINGS).is_file() and not _is_copy(target, path):
        raise FolderError(f"{target} holds another tournament; expected an empty folder, or an earlier copy")


def _is_copy(target: Path, path: Path) -> bool:
    """Whether a folder is an earlier copy of a tournament: they have a step in common.

    A copy from before the journal has the settings that the tournament had then, or has now.
    """
    steps = sorted((target / JOURNAL / "steps").glob("*.json"))
    if steps:
        pairs = ((step, path / JOURNAL / "steps" / step.name) for step in steps)
        return any(own.is_file() and own.read_bytes() == step.read_bytes() for step, own in pairs)
    known = [(path / SETTINGS).read_bytes()]
    with suppress(FolderError):
        known.append(Journal(path).contents_after(0).get(SETTINGS, b""))
    return (target / SETTINGS).read_bytes() in known


def _make_folders(target: Path, name: str) -> None:
    """Make the folders of a file in a copy, and never the copy itself: its stick may have been pulled out."""
    folder = target
    for part in Path(name).parts[:-1]:
        folder /= part
        folder.mkdir(exist_ok=True)


def _bring(source: Path, target: Path) -> bool:
    """Copy a file unless it is there already; whether it was copied. Contents of the journal never change."""
    old, new = target.stat() if target.is_file() else None, source.stat()
    if old is not None and (old.st_size, old.st_mtime_ns) == (new.st_size, new.st_mtime_ns):
        return False
    move(write_beside(target, source.read_bytes()), target)
    os.utime(target, ns=(new.st_atime_ns, new.st_mtime_ns))
    return True


def _names(path: Path) -> list[str]:
    """The files of a tournament as they should be copied: contents, steps, the folder's own, then the mark."""
    found = [file.relative_to(path).as_posix() for file in _files(path)]
    found = [n for n in found if n != LOCK and not Path(n).name.endswith(".tmp")]
    return sorted(found, key=_order)


def _files(path: Path) -> Iterator[Path]:
    """Regular files of a folder; links and what lies behind them are none, nor are pages."""
    for pattern in (f"{JOURNAL}/applied", f"{JOURNAL}/objects/**/*", f"{JOURNAL}/steps/*", f"{JOURNAL}/set-aside/*"):
        yield from (file for file in path.glob(pattern) if file.is_file() and not file.is_symlink())
    for file in [*path.glob("*.*"), *(path / "rounds").glob("*.*")]:
        name = file.relative_to(path).as_posix()
        if file.is_file() and not file.is_symlink() and (is_own(name) or file.suffix.lower() in PICTURES):
            yield file


def _order(name: str) -> tuple[int, str]:
    places = (f"{JOURNAL}/objects/", f"{JOURNAL}/steps/")
    known = next((k for k, place in enumerate(places) if name.startswith(place)), 2)
    return (3 if name == f"{JOURNAL}/applied" else known), name
