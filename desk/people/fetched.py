"""Registrations in a sheet that is fetched by its address, which is remembered on this machine."""

from __future__ import annotations

from pathlib import Path

from ...io.sheets import fetch
from ..files.private_files import keep, kept
from ..verb import build
from .register import Register, in_file


def kept_address(folder: Path) -> str:
    """Where the registrations of a tournament's folder were fetched last; blank if they never were."""
    return kept("sheet", folder.resolve()).decode("utf-8", "replace")


def fetched(folder: Path, address: str) -> Register:
    """The list at an address; players who are paired stay as they are. Raises InputError, SheetError, FolderError."""
    found = in_file(build(Register, keep_paired=True), fetch(address), address)
    keep("sheet", folder.resolve(), address.encode())
    return found
