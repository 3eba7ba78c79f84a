"""What has been written into a folder of pages: every file, what it was made from, and when it was written.

The manifest has a line for each file: its name, and for a page a print of all that it was made from, its size and its
times. A page of the same print that nobody has touched since need not be made again. A folder may come from anywhere:
when a file came to this disk, only the system says, so that pages which came with their manifest are all made again.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from ..._version import __version__
from ...model import cups, placing, reasons, teams, tournament
from ...model.language import LANGUAGES
from ..files import is_link, read_own, replace_file
from ..languages.catalogues import PACKAGE as LANGUAGE_FILES

MANIFEST = ".mcmahon-pages"
LARGEST_MANIFEST = 2**24
PACKAGE = __package__ or "mcmahon.io.pages"
#: What says games, scores and places on pages, beside the code of the pages themselves.
SAID_BY = tuple(module.__name__ for module in (tournament, placing, reasons, cups, teams))


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written: the print of what it was made from, and its size and time; blank where not known."""

    made_from: str = ""
    stamp: str = ""


def read_manifest(folder: Path) -> dict[str, Written]:
    """The files that this program has written into a folder of pages, by name; none where it never has."""
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return {}
    lines = read_own(path, LARGEST_MANIFEST).decode(errors="replace").splitlines()
    return {name: Written(*rest[:2]) for name, *rest in (line.split("\t") for line in lines)}


def write_manifest(folder: Path, written: Mapping[str, Written]) -> None:
    """Write the manifest of a folder of pages. Raises OSError."""
    lines = ("\t".join((name, file.made_from, file.stamp)).rstrip() + "\n" for name, file in sorted(written.items()))
    replace_file(folder / MANIFEST, "".join(lines).encode())


def page_path(folder: Path, name: str) -> Path | None:
    """Where a page lies: in the folder or in that of a language; None for any other name, and behind a link."""
    language, _, own = name.rpartition("/")
    if set(own) & set("/\\:") or (language and (language not in LANGUAGES or is_link(folder / language))):
        return None
    return folder / name


def page_names(folder: Path) -> list[str]:
    """The names of the files that this program has written into a folder of pages; none where it never has."""
    return [*read_manifest(folder)] if (folder / MANIFEST).is_file() else []


def untouched(folder: Path, listed: Mapping[str, Written]) -> dict[str, Written]:
    """Those of the files of a manifest that are there as they were written."""
    return {name: file for name, file in listed.items() if file.made_from and file.stamp == stamp(folder, name)}


def stamp(folder: Path, name: str) -> str:
    """The size of a page, its time, and when the system saw it change; blank for what is no plain file."""
    path = page_path(folder, name)
    try:
        found = os.lstat(path) if path is not None else None
    except OSError:
        return ""
    if found is None or not stat.S_ISREG(found.st_mode):
        return ""
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns}"


class Prints:
    """Prints of pages: two are the same only if the pages are, made by the same program from the same values."""

    def __init__(self, common: object) -> None:
        self._begun = blake2b(_program() + _ENCODER.encode(common), digest_size=16)

    def of(self, *parts: object) -> str:
        """The print of a page's own parts, with what all pages have in common; blank where one cannot be told."""
        try:
            data = _ENCODER.encode(parts)
        except (TypeError, OverflowError):
            return ""
        print_ = self._begun.copy()
        print_.update(data)
        return print_.hexdigest()


def _plain(value: Any) -> object:
    """What msgpack has no form for: text that is escaped already is not the same as text that is not."""
    if isinstance(value, str):
        return ["escaped", str(value)]
    if isinstance(value, range):
        return list(value)
    if isinstance(value, Fraction):
        return ["fraction", *value.as_integer_ratio()]
    raise TypeError(type(value))


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain)


@cache
def _program() -> bytes:
    """A print of the program as far as pages depend on it: its version, templates, their words, and its code."""
    from importlib.metadata import version

    whole = blake2b(f"{__version__} {version('jinja2')} {version('markupsafe')}".encode(), digest_size=16)
    for name, data in _parts():
        whole.update(f"{name} {len(data)} ".encode() + data)
    return whole.digest()


def _parts() -> Iterator[tuple[str, bytes]]:
    for package in (PACKAGE, f"{PACKAGE}.contents", LANGUAGE_FILES, *SAID_BY):
        for part in sorted(files(package).iterdir(), key=lambda part: part.name):
            if part.name.endswith((".py", ".html", ".po")):
                yield part.name, part.read_bytes()
