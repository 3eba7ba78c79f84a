"""The result list and the expected ratings as rows of a CSV file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..model.placing.ratings import ExpectedRating
from ..model.placing.sections import Section
from ..model.placing.standings import Standings, StandingsRow
from ..model.placing.sums import Value
from ..model.placing.tie_breaks import TIE_BREAKS
from .pages.cells import criteria_shown, printed

#: Expected ratings by player id, or None where they are not asked for.
Ratings = Mapping[str, ExpectedRating] | None


def standings_rows(
    standings: Standings, ratings: Ratings = None, sections: Sequence[Section] | None = None
) -> tuple[list[str], list[list[object]]]:
    """Titles and rows of the standings for a CSV file; with sections, a row for every place in one."""
    criteria, rounds = criteria_shown(standings), [f"round {k}" for k in range(1, standings.after_round + 1)]
    titles = ["place", "line", "id", "name", "rank", "club", "country", "MMS", *rounds, "WINS", *criteria]
    titles += ["rating", "expected rating"] if ratings is not None else []

    def cells(row: StandingsRow) -> list[object]:
        p = row.player
        values = [_plain(row, name) for name in criteria]
        head = [row.place, row.line, p.id, p.name, p.rank_name, p.club, p.country, _decimal(row.mms, 2)]
        rated = [] if ratings is None else [ratings[p.id].before, f"{ratings[p.id].after:.3f}"]
        return [*head, *row.rounds, _decimal(row.wins, 2), *values, *rated]

    if sections is None:
        return titles, [cells(row) for row in standings.rows]
    inside = [
        [section.title, place, *cells(row)]
        for section in sections
        for row, place in zip(section.rows, section.places, strict=True)
    ]
    return ["section", "section place", *titles], inside


def ratings_rows(ratings: Mapping[str, ExpectedRating]) -> tuple[list[str], list[list[object]]]:
    """Titles and rows of the expected ratings for a CSV file."""
    titles = ["id", "pin", "name", "rank", "rating", "from rank", "rated games", "expected rating", "change"]
    rows: list[list[object]] = []
    for expected in ratings.values():
        p, change = expected.player, expected.after - expected.before
        from_rank = "yes" if p.rating_is_derived else ""
        head = [p.id, p.pin, p.name, p.rank_name, expected.before, from_rank, expected.games]
        rows.append([*head, f"{expected.after:.3f}", f"{change:+.3f}"])
    return titles, rows


def _plain(row: StandingsRow, name: str) -> str:
    """The same as a decimal number, but for ranks."""
    if name == "RANK" or name not in row.values:
        return printed(row, name)
    return _decimal(row.values[name], TIE_BREAKS[name].unit)


def _decimal(value: Value, unit: int) -> str:
    whole, rest = divmod(value, unit)
    return str(whole) if not rest else str(round(float(value / unit), 6))
