"""A file format as a record, which stands in the module of the format as `FORMAT`."""

from __future__ import annotations

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
