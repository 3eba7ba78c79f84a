"""Points and places as they are written in a TRF file, compared with what its rounds give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcmahon.io.foreign.foreign import Report, WrittenWrong, whole_number
from mcmahon.io.tables.decode import decode
from mcmahon.model.placing.standings import Standings
from mcmahon.model.tournament.tournament import Tournament

from .trf_lines import FREE, NOBODY, halves_in, parsed
from .trf_reading import lines_of, places
from .trf_settings import has_order, has_places, virtual_rows

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


def compared(data: bytes, name: str, tournament: Tournament, table: Standings) -> list[WrittenWrong]:
    """The points and places in a file that do not follow from its rounds, whose standings are `table`."""
    written = written_lines(data, name, tournament)
    return [*_points_wrong(written), *_places_wrong(written, table)]


def _points_wrong(written: WrittenLines) -> Iterator[WrittenWrong]:
    for own in written.rows:
        if not own.points_right:
            yield WrittenWrong(own.line, own.player, own.name, "points", own.text, f"{own.given / 2:.1f}")


def _places_wrong(written: WrittenLines, table: Standings) -> Iterator[WrittenWrong]:
    """Who stands behind somebody whom the rounds place after them.

    Where a file does not say what its places go by, only the scores are compared: the points of the rounds, or the
    McMahon scores where start scores differ.
    """
    ahead = {row.player.id: -row.place if written.whole else row.mms for row in table.rows}
    if not written.whole and not any(table.sums.scores.start.values()):
        ahead |= {own.player: own.given for own in written.rows}
    placed = sorted((own for own in written.rows if own.place and own.player in ahead), key=lambda own: own.place or 0)
    if len({own.place for own in placed}) < 2:
        return
    least = ahead[placed[0].player]
    for own in placed:
        mine = ahead[own.player]
        if mine > least:
            better = 1 + sum(other > mine for other in ahead.values())
            yield WrittenWrong(own.line, own.player, own.name, "place", str(own.place), str(better))
        least = min(least, mine)


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
