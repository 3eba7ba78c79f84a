"""All file formats: those of the modules in `foreign/`, lists of players, and those of other distributions."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import NoReturn

from ..model.errors import InputError, Problem
from ..model.ways import Way
from . import foreign
from .foreign.format import Format
from .foreign.signatures import is_trf
from .registrations.registration_files import is_participants, read_entries, write_csv

log = logging.getLogger(__name__)

#: The group of entry points by which other distributions, such as that of `bench/`, add formats: each is a `Format`.
ADDED = "mcmahon.formats"
GET_RESEARCH = "to install that, in a clone of the project: pip install ./bench"


def not_here(*_: object) -> NoReturn:
    """Raise InputError for a format of another distribution that is not installed."""
    raise InputError(f"TRF files are read and written by mcmahon-bench; {GET_RESEARCH}")


#: In the place of the format that the research distribution has, so that its files are known and told about.
TRF = Format("trf", "FIDE", (".trf", ".trfx"), is_trf, not_here, not_here, about="by mcmahon-bench (bench/README.md)")
#: Lists of players, which are understood as registrations.
LISTS = (
    Format(
        "participants", "MacMahon's list of players", (".txt",), is_participants, read_entries, order=1,
        about="fields separated by `|`, the country before the club",
    ),
    Format(
        "csv", "a spreadsheet", (".csv", ".tsv"), lambda data: False, read_entries, write_csv, order=3,
        about="registrations with titles of columns, also OpenGotha's list of players",
    ),
)  # fmt: skip


def of_this_program() -> list[Format]:
    """The formats of the modules in `foreign/`, the lists of players, and the place of TRF, as they are asked."""
    modules = (import_module(f"{foreign.__name__}.{found.name}") for found in iter_modules(foreign.__path__))
    own = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return sorted([*own, *LISTS, TRF], key=lambda form: form.order)


@cache
def formats() -> dict[str, Format]:
    """All formats by name, those of other distributions too; one that cannot be loaded is named and left out."""
    added: dict[str, Format] = {}
    for point in entry_points(group=ADDED):
        try:
            added[point.name] = point.load()
        except Exception as error:  # whatever is wrong there, the formats of this program work
            log.warning("the format of %s cannot be loaded: %s", point.value, error)
    return {form.name: form for form in of_this_program()} | added


def writable() -> list[str]:
    """The names of the formats that can be written here."""
    return [form.name for form in formats().values() if form.write not in (None, not_here)]


def format_of(path: Path, named: str = "", data: bytes = b"") -> Format:
    """The format by its name, by the ending of the path, or by the content. Raises InputError."""
    every = formats()
    if named.casefold() in every:
        return every[named.casefold()]
    if named:
        raise InputError(f"unknown format {named!r}; expected one of {', '.join(every)}")
    of_ending = [form for form in every.values() if path.suffix.lower() in form.endings]
    by_content = not of_ending or path.suffix.lower() == ".txt"  # an ending of every program
    candidates = [*every.values()] if by_content else of_ending
    found = next((form for form in candidates if data and form.looks_like(data)), of_ending[0] if of_ending else None)
    if found is None:
        endings = ", ".join(f"{form.name} ({form.endings[0]})" for form in every.values())
        ways = (Way("to name it", **{"from": "FORMAT"}), Way("or", to="FORMAT"))
        expected = f"a file name with one of these endings: {endings}"
        raise InputError([Problem("unknown format", str(path), expected=expected, ways=ways)])
    return found
