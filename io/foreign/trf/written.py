"""The points and places that a TRF file has written, beside what its rounds give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....model.tournament.tournament import Tournament
from ...tables import decode
from ..foreign import Report, whole_number
from .codes import FREE, NOBODY
from .kept_settings import has_order, has_places
from .lines import halves_in, parsed
from .reading import lines_of, places
from .virtual import virtual_rows

POINTS, PLACE = slice(80, 84), slice(85, 89)
GAME = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}


@dataclass(frozen=True, slots=True)
class WrittenLine:
    """A player (id, name) with what the file says: half points, and the place if it rests on the rounds; else None.

    `line` is that of the file. `given` are the half points of the rounds, `virtual` those that a file may have added.
    """

    player: str
    name: str
    line: int
    points: int | None
    place: int | None
    given: int
    virtual: frozenset[int]
    text: str

    @property
    def points_right(self) -> bool:
        """Whether the points are those of the rounds, with virtual points or without."""
        return not self.text or self.points in {self.given, *(self.given + extra for extra in self.virtual)}


@dataclass(frozen=True, slots=True)
class WrittenLines:
    """Everybody's points and place as a file has them, in the order of start numbers; `whole`: it says by what."""

    rows: tuple[WrittenLine, ...]
    whole: bool


def written_lines(data: bytes, name: str, tournament: Tournament) -> WrittenLines:
    """What a file has written. `tournament` is what was read from it: the bye is worth what that says.

    Raises InputError.
    """
    file = parsed(decode(data, name), name, Report())
    lines = lines_of(file, Report())
    rows, _ = virtual_rows(file, places(file), tournament.settings.rounds)
    found = (
        WrittenLine(
            own.player.id,
            own.player.name,
            own.number,
            _halves_or_none(text[POINTS].strip()),
            (whole_number(text[PLACE], 0, 0, NOBODY) or None) if has_places(file) else None,
            _given(own.words, tournament.settings.points.bye),
            frozenset(rows.get(own.player.id, ())),
            text[POINTS].strip(),
        )
        for own, (_, text) in zip(lines, (file.players[start] for start in sorted(file.players)), strict=True)
    )
    return WrittenLines(tuple(found), has_order(file))


def _given(cells: Sequence[str], bye: int) -> int:
    """The half points of the rounds as they stand in a line."""
    total = 0
    for cell in cells:
        sign, alone = cell[-1].upper(), whole_number(cell[2:-4], 0, 0, NOBODY) == 0
        free = FREE | {"U": bye, "+": bye, "1": 2, "W": 2, "=": 1, "D": 1}
        total += (free if alone else GAME).get(sign, 0)
    return total


def _halves_or_none(text: str) -> int | None:
    """The half points of a text, None if it has none."""
    try:
        return halves_in(text)
    except (ValueError, OverflowError):
        return None
