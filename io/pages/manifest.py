"""The names of the files that this program has written into a folder of pages, one a line of a file of its own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ...model.language import LANGUAGES
from ..files import is_link, read_own, replace_file

MANIFEST = ".mcmahon-pages"
LARGEST_MANIFEST = 2**24


def read_manifest(folder: Path) -> list[str]:
    """The names of the files that this program has written into a folder of pages; none if it never has.

    Version 1.0 kept more than the name on a line, after a tab.
    """
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return []
    lines = read_own(path, LARGEST_MANIFEST).decode(errors="replace").splitlines()
    return [line.partition("\t")[0] for line in lines]


def page_names(folder: Path) -> list[str]:
    """The same for somebody who only looks: none, too, if something else has the manifest's place."""
    return read_manifest(folder) if (folder / MANIFEST).is_file() else []


def write_manifest(folder: Path, names: Iterable[str]) -> None:
    """Write the manifest of a folder of pages. Raises OSError."""
    replace_file(folder / MANIFEST, "".join(f"{name}\n" for name in sorted(names)).encode())


def page_path(folder: Path, name: str) -> Path | None:
    """Where a page lies: in the folder or in that of a language; None for any other name, and behind a link."""
    language, _, own = name.rpartition("/")
    if set(own) & set("/\\:") or (language and (language not in LANGUAGES or is_link(folder / language))):
        return None
    return folder / name
