"""The result list: standings, sections, expected ratings and places explained, as text, CSV rows and plain data."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from ...model.placing.ratings import ExpectedRating
from ...model.placing.sections import Section
from ...model.placing.standings import Row, Standings
from ...model.placing.sums import Value
from ...model.placing.tie_breaks import TIE_BREAKS, in_points, value_text
from ...model.reasons.place_explained import PlaceExplained
from ...model.tournament.tournament import Tournament
from ..terminal import fitted

#: Expected ratings by player id, or None where they are not asked for.
Ratings = Mapping[str, ExpectedRating] | None


def heading(tournament: Tournament, standings: Standings) -> str:
    """The line above a result list; it says when results are missing."""
    order = ", ".join(standings.criteria)
    provisional = "; provisional: results are missing" if standings.provisional else ""
    return f"{tournament.settings.name}: standings after round {standings.after_round} by {order}{provisional}"


def standings_text(standings: Standings, ratings: Ratings = None, section: Section | None = None) -> str:
    """The result list: place, name, rank, club, MMS, one column a round, points, criteria (rules: section 10).

    A shared place is empty; game columns refer to lines, which go on counting. The list of a section has its own
    places and, beside them, the lines of the whole list.
    """
    rounds, criteria = standings.after_round, criteria_shown(standings)
    titles = ["Pl", "Name", "Str", "Cl.", "MMS", *(str(k) for k in range(1, rounds + 1)), "Pt", *criteria]
    right = "r   r" + " " * rounds + "r" * (1 + len(criteria))
    rows = []
    for row, place in _with_places(standings, section):
        values = [printed(row, name) for name in criteria]
        player = row.player
        head = [
            place,
            player.name,
            player.rank_name,
            unicodedata.normalize("NFC", player.club)[:3],
            value_text(row.mms, 2),
        ]
        rows.append([*head, *row.rounds, value_text(row.wins, 2), *values])
        if ratings is not None:
            expected = ratings[player.id]
            before = f"({expected.before})" if player.rating_is_derived else str(expected.before)
            change = round(expected.after) - expected.before
            rows[-1] += [before, str(round(expected.after)), f"{change:+d}" if change else "0"]
    if ratings is not None:
        titles, right = [*titles, "Rating", "Expected", "±"], right + "rrr"
    if section is not None:
        rows = [[str(row.line), *cells] for row, cells in zip(section.rows, rows, strict=True)]
        titles, right = ["Line", *titles], "r" + right
    return fitted(titles, rows, right, ("Cl.", "±", "Rating", *reversed(criteria)))


def _with_places(standings: Standings, section: Section | None) -> list[tuple[Row, str]]:
    """Every row with its place as printed, blank where it is shared with the row above."""
    if section is None:
        return [(row, "" if row.shares_place else str(row.place)) for row in standings.rows]
    numbered = enumerate(zip(section.rows, section.places, strict=True), 1)
    return [(row, str(place) if place == k else "") for k, (row, place) in numbered]


def criteria_shown(standings: Standings) -> list[str]:
    """The criteria that have a column of their own behind MMS and points."""
    return [name for name in standings.criteria if name not in ("MMS", "WINS")]


def standings_data(
    standings: Standings, ratings: Ratings = None, sections: Sequence[Section] | None = None
) -> dict[str, Any]:
    """The standings as plain data for JSON; scores in points. Sections are lists of ids, with places of their own."""
    rows = []
    for row in standings.rows:
        values = {name: in_points(value, name) for name, value in row.values.items()}
        data: dict[str, Any] = {"place": row.place, "line": row.line, "id": row.player.id, "name": row.player.name}
        data |= {"rank": row.player.rank_name, "club": row.player.club, "country": row.player.country}
        data |= {"mms": row.mms / 2, "wins": row.wins / 2, "rounds": list(row.rounds), "values": values}
        if ratings is not None:
            expected = ratings[row.player.id]
            rating = {"before": expected.before, "from_rank": row.player.rating_is_derived, "games": expected.games}
            data["rating"] = rating | {"expected": round(expected.after, 3)}
        rows.append(data)
    whole: dict[str, Any] = {"after_round": standings.after_round, "provisional": standings.provisional, "rows": rows}
    if sections is not None:
        whole["sections"] = [
            {
                "title": section.title,
                "rows": [{"place": p, "id": r.player.id} for p, r in zip(section.places, section.rows, strict=True)],
            }
            for section in sections
        ]
    return whole


def standings_rows(
    standings: Standings, ratings: Ratings = None, sections: Sequence[Section] | None = None
) -> tuple[list[str], list[list[object]]]:
    """Titles and rows of the standings for a CSV file; with sections, a row for every place in one."""
    criteria, rounds = criteria_shown(standings), [f"round {k}" for k in range(1, standings.after_round + 1)]
    titles = ["place", "line", "id", "name", "rank", "club", "country", "MMS", *rounds, "WINS", *criteria]
    titles += ["rating", "expected rating"] if ratings is not None else []

    def cells(row: Row) -> list[object]:
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


def explanation_text(explained: PlaceExplained, standings: Standings) -> str:
    """A place explained: the rounds, every criterion as its sum, and the neighbours."""
    row = explained.row
    head = f"{row.player.name} ({row.player.id}), {row.player.rank_name}: place {row.place} of {len(standings.rows)}"
    lines = [f"{head} after round {standings.after_round}" + (", provisional" if standings.provisional else "")]
    lines += [f"  {text}" for text in explained.rounds]
    for criterion in explained.criteria:
        lines.append(f"{criterion}  ({criterion.doc})")
        lines += [f"  {note}" for note in criterion.notes]
    return "\n".join([*lines, *explained.neighbours])


def explanation_data(explained: PlaceExplained) -> dict[str, Any]:
    """A place explained as plain data for JSON."""
    row = explained.row
    return {
        "id": row.player.id,
        "name": row.player.name,
        "place": row.place,
        "line": row.line,
        "rounds": list(explained.rounds),
        "criteria": [
            {"name": c.name, "doc": c.doc, "value": c.value, "terms": list(c.terms), "notes": list(c.notes)}
            for c in explained.criteria
        ],
        "neighbours": list(explained.neighbours),
    }


def printed(row: Row, name: str) -> str:
    """A criterion of a row as lists print it; blank for a comparison of tied players when nobody was tied with it."""
    return TIE_BREAKS[name].text(row.values[name]) if name in row.values else ""


def _plain(row: Row, name: str) -> str:
    """The same as a decimal number, but for ranks."""
    if name == "RANK" or name not in row.values:
        return printed(row, name)
    return _decimal(row.values[name], TIE_BREAKS[name].unit)


def _decimal(value: Value, unit: int) -> str:
    whole, rest = divmod(value, unit)
    return str(whole) if not rest else str(round(float(value / unit), 6))
