"""Registrations in a sheet that is fetched by its address, which is remembered on this machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...io.sheets import fetch
from ..private_files import keep, kept
from .entries import Registrations, registrations_sent


def kept_address(folder: Path) -> str:
    """Where the registrations of a tournament's folder were fetched last; blank if they never were."""
    return kept("sheet", folder.resolve()).decode("utf-8", "replace")


def fetched(folder: Path, address: str) -> Registrations:
    """The list at an address; players who are paired stay as they are. Raises InputError, SheetError, FolderError."""
    found = replace(registrations_sent(fetch(address), address), keep_paired=True)
    keep("sheet", folder.resolve(), address.encode())
    return found
