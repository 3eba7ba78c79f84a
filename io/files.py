"""Reading and writing whole files."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..model.errors import FolderError, InputError

LARGEST_FILE = 64 * 1024 * 1024


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises FolderError or InputError."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: larger than {LARGEST_FILE // 2**20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None


def replace_file(path: Path, data: bytes) -> None:
    """Replace a file by new content in one move; it is always either the old or the new one.

    Raises OSError with the file's own name.
    """
    move(write_beside(path, data), path)


def write_beside(path: Path, data: bytes) -> Path:
    """A new file beside this one with the content, ready to be moved there. Raises OSError with the file's own name."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with _named(path):
            _make_folder(path.parent)
            with open(temporary, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
    except BaseException:
        drop(temporary)
        raise
    return temporary


def move(temporary: Path, path: Path) -> None:
    """Move a file to its place, over what is there. Raises OSError with the name of the place."""
    try:
        with _named(path):
            os.replace(temporary, path)
    finally:
        drop(temporary)


def drop(temporary: Path) -> None:
    """Take a temporary file away if it is there; one that stays does no harm."""
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


def check_replaceable(path: Path) -> None:
    """Raise OSError where a file cannot be replaced: a folder, write protected, held by a spreadsheet on Windows."""
    if path.exists():
        with open(path, "r+b"):
            pass


def cannot_write(path: Path | str, error: OSError) -> FolderError:
    """The error that says which file cannot be written, why, and what may help."""
    kinds: dict[type, str] = {PermissionError: "permission denied", IsADirectoryError: "it is a folder"}
    kinds |= {NotADirectoryError: "it is no folder", FileExistsError: "it is no folder"}
    why = kinds.get(type(error)) or error.strerror or str(error)
    if isinstance(error, PermissionError) and Path(path).is_file():
        why += "; if another program such as a spreadsheet has it open, close it there and try again"
    return FolderError(f"cannot write {path}: {why}")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of the system name this file, whatever was being done for it."""
    try:
        yield
    except OSError as error:
        named = error.filename if isinstance(error, NotADirectoryError) else path
        raise OSError(error.errno, error.strerror, str(named)) from None


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


def write_file(path: Path, data: bytes) -> None:
    """Write a file that the user has named, in one move. Raises FolderError."""
    check_target(path)
    try:
        replace_file(path, data)
    except OSError as error:
        raise cannot_write(path, error) from None


def real_path(path: Path) -> Path:
    """The path without symbolic links and `..`; links that lead nowhere or in a circle stay."""
    return Path(os.path.realpath(path))


def check_target(path: Path) -> None:
    """Raise FolderError where no file can be written under this name, or it is one of the tournament's own."""
    whole = real_path(path)
    home = whole.parent
    inside = [place for place in (home, *home.parents) if (place / "tournament.toml").exists()]
    top = whole.relative_to(inside[0]).parts[0] if inside else ""
    if path.is_dir():
        raise FolderError(f"{path} cannot be written: it is a folder")
    if not home.is_dir():
        raise FolderError(f"{path} cannot be written: {path.parent} is no folder")
    if top in ("tournament.toml", "players.csv", "rounds") or top.startswith("."):
        raise FolderError(f"{path} cannot be written: it is a file of the tournament itself")
