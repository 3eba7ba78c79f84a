"""Reading and writing whole files."""

from __future__ import annotations

import os
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
    """Replace a file by new content in one move; it is always either the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(temporary, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def write_file(path: Path, data: bytes) -> None:
    """Write a file that the user has named, in one move. Raises FolderError."""
    check_target(path)
    try:
        replace_file(path, data)
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror or error}") from None


def check_target(path: Path) -> None:
    """Raise FolderError where no file can be written under this name, or it is one of the tournament's own."""
    home = path.resolve().parent
    inside = [place for place in (home, *home.parents) if (place / "tournament.toml").exists()]
    top = path.resolve().relative_to(inside[0]).parts[0] if inside else ""
    if path.is_dir():
        raise FolderError(f"{path} cannot be written: it is a folder")
    if not home.is_dir():
        raise FolderError(f"{path} cannot be written: {path.parent} is no folder")
    if top in ("tournament.toml", "players.csv", "rounds") or top.startswith("."):
        raise FolderError(f"{path} cannot be written: it is a file of the tournament itself")
