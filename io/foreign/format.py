"""A file format as a record, `FORMAT` in the module of the format; and which program's a file is, by its text alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ...model.errors import InputError
from ...model.placing.standings import Standings
from ...model.tournament.tournament import Tournament
from .foreign import Read, Written, WrittenWrong


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its name, whose it is, its endings, whether a file is of it, its reader and its writer.

    `about` has more of it for the reference. Formats with a greater `order` are asked later whether a file is theirs:
    their signs are in files of others, too.

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
    about: str = ""
    order: int = 0
    scored: bool = False
    marked: bool = False
    rated: bool = False
    teams: bool = False
    compared: Callable[[bytes, str, Tournament, Standings], list[WrittenWrong]] | None = None

    def written(self, tournament: Tournament) -> Written:
        """The file of a tournament. Raises InputError, also where the format is only read."""
        if self.write is None:
            raise InputError(f"{self.name} can be read but not written")
        return self.write(tournament)


#: A result of a crosstable, `12+`, `3-/w2`, `7+b0`, at the end of a line or before a blank.
_RESULT = re.compile(rb"\s\d{1,4}[+=-](?:/?[bwh]\d{0,2})?(?=\s|$)", re.MULTILINE)
_PLACE = re.compile(rb"(?:^|[\r\n])[ \t]*1[ \t]+\w")


def is_macmahon(data: bytes) -> bool:
    """By its root or its participants; OpenGotha's are called players."""
    root = re.search(rb"<Tournament(Data)?\b[^>]*>", data[:100_000])
    own = root is not None and (root[1] or b"typeversion" in root[0])
    return bool(own) or b"<IndividualParticipant" in data


def is_opengotha(data: bytes) -> bool:
    """By its root, which MacMahon's has, too."""
    return b"<" in data[:200] and b"<Tournament" in data[:100_000] and not is_macmahon(data)


def is_pairgoth(data: bytes) -> bool:
    """Whether it is an object of JSON with players and the parameters of a pairing."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and b'"players"' in data and b'"pairing"' in data


def is_aga(data: bytes) -> bool:
    """By its first word."""
    return b"TOURNEY" in data.upper()[:200]


def is_tou(data: bytes) -> bool:
    """By its titles, which stand in comments."""
    return any(line.startswith((b";name=", b";Num Nom")) for line in data.splitlines())


def is_tde(data: bytes) -> bool:
    """By the two signs before its settings."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"##")


def is_trf(data: bytes) -> bool:
    """By the number before its players."""
    return any(line.startswith(b"001 ") for line in data.splitlines())


def is_wallist(data: bytes) -> bool:
    """Whether a line begins with the place 1 and a name."""
    return _PLACE.search(data) is not None


def has_results(data: bytes) -> bool:
    """Whether half of the lines, and more than one, have results as a crosstable has them."""
    lines = [line for line in data.splitlines() if line.strip() and not line.startswith(b";")]
    return 2 * sum(_RESULT.search(line) is not None for line in lines) >= max(len(lines), 3)


def tournament_in(text: str) -> str:
    """What a text is, if it is a tournament of another program and no list of players; else blank."""
    data = text.encode("utf-8", "replace")
    kinds = {
        "MacMahon": is_macmahon, "OpenGotha": is_opengotha, "Pairgoth": is_pairgoth, "a register.tde": is_tde,
        "the French federation": is_tou, "TRF": is_trf, "a crosstable": has_results,
    }  # fmt: skip
    return next((name for name, told in kinds.items() if told(data)), "")
