"""The file formats in one table: how each is called, known, read and written, and what a tournament in it keeps."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import NoReturn

from ..model.errors import InputError, Problem
from ..model.hints import Advice, Hint
from ..model.placing.standings import Standings
from ..model.tournament.tournament import Tournament
from .foreign.aga import read_aga, write_aga
from .foreign.egd import read_egd, write_egd
from .foreign.ffg import read_tou, write_tou
from .foreign.foreign import Read, Written, WrittenWrong
from .foreign.kinds import is_aga, is_macmahon, is_opengotha, is_pairgoth, is_tde, is_tou, is_trf, is_wallist
from .foreign.macmahon import read_macmahon, write_macmahon
from .foreign.opengotha import read_opengotha, write_opengotha
from .foreign.pairgoth import read_pairgoth, write_pairgoth
from .foreign.tde import read_tde
from .registrations.registration_files import is_participants, read_entries, write_csv

log = logging.getLogger(__name__)

#: The group of entry points by which other distributions, such as that of `bench/`, add formats: each is a `Format`.
ADDED = "mcmahon.formats"
GET_RESEARCH = "to install that, in a clone of the project: pip install ./bench"


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name, what it is for, its endings, whether a file is of it, its reader and its writer.

    `scored`: readers of it compute scores again, and it keeps rounds; `marked`: with marks of what was done by hand.
    `rated`: a report of games between single players for ratings. `teams`: it has the people of teams, and their games.
    `compared` finds points and places in a file that its rounds do not give: from the file, its name, what was read,
    and the standings.
    """

    name: str
    what: str
    endings: tuple[str, ...]
    looks_like: Callable[[bytes], bool]
    read: Callable[[bytes, str], Read]
    write: Callable[[Tournament], Written] | None = None
    scored: bool = False
    marked: bool = False
    rated: bool = False
    teams: bool = False
    compared: Callable[[bytes, str, Tournament, Standings], list[WrittenWrong]] | None = None

    def written(self, tournament: Tournament) -> Written:
        """The file of a tournament. Raises InputError, also where the format is only read."""
        if self == TRF:
            not_here()
        if self.write is None:
            raise InputError(f"{self.name} can be read but not written; expected one of {', '.join(writable())}")
        return self.write(tournament)


def not_here(*_: object) -> NoReturn:
    """Raise InputError for a format of another distribution that is not installed."""
    raise InputError(f"TRF files are read and written by mcmahon-bench; {GET_RESEARCH}")


def _never(data: bytes) -> bool:
    return False


#: In the place of the format that the research distribution has, so that its files are known and told about.
TRF = Format("trf", "", (".trf", ".trfx"), is_trf, not_here)
_WALLIST = tuple(f".h{k}" for k in range(10))
#: Where only the ending is known, the first format with that ending is taken.
OWN = (
    Format("opengotha", "OpenGotha", (".xml",), is_opengotha, read_opengotha, write_opengotha, scored=True, teams=True),
    Format("macmahon", "MacMahon", (".xml",), is_macmahon, read_macmahon, write_macmahon, scored=True),
    Format("pairgoth", "Pairgoth", (".tour",), is_pairgoth, read_pairgoth, write_pairgoth, scored=True),
    Format("aga", "American Go Association", (".aga",), is_aga, read_aga, write_aga, rated=True, teams=True),
    TRF,
    Format("tou", "French federation", (".tou",), is_tou, read_tou, write_tou, rated=True, teams=True),
    Format("tde", "tournaments of the AGA", (".tde",), is_tde, read_tde),
    Format("participants", "MacMahon's list of players", (".txt",), is_participants, read_entries),
    Format("egd", "European Go Database", _WALLIST, is_wallist, read_egd, write_egd, rated=True, teams=True),
    Format("csv", "a spreadsheet", (".csv", ".tsv"), _never, read_entries, write_csv),
)


@cache
def formats() -> dict[str, Format]:
    """All formats by name, those of other distributions too; one that cannot be loaded is named and left out."""
    added: dict[str, Format] = {}
    for point in entry_points(group=ADDED):
        try:
            added[point.name] = point.load()
        except Exception as error:  # whatever is wrong there, the formats of this program work
            log.warning("the format of %s cannot be loaded: %s", point.value, error)
    return {form.name: form for form in OWN} | added


def writable() -> list[str]:
    """The names of the formats that can be written."""
    return [form.name for form in formats().values() if form.write is not None]


def format_of(path: Path, named: str = "", data: bytes = b"") -> Format:
    """The format by its name, by the ending of the path, or by the content. Raises InputError."""
    every = formats()
    if named:
        if named.casefold() not in every:
            raise InputError(f"unknown format {named!r}; expected one of {', '.join(every)}")
        return every[named.casefold()]
    of_ending = [form for form in every.values() if path.suffix.lower() in form.endings]
    by_content = not of_ending or path.suffix.lower() == ".txt"  # an ending of every program
    candidates = [*every.values()] if by_content else of_ending
    found = next((form for form in candidates if data and form.looks_like(data)), of_ending[0] if of_ending else None)
    if found is None:
        endings = ", ".join(f"{form.name} ({form.endings[0]})" for form in every.values())
        hint = Hint(Advice.NAME_FORMAT)
        expected = f"a file name with one of these endings: {endings}"
        raise InputError([Problem("unknown format", str(path), expected=expected, hint=hint)])
    return found
