"""The result list, its sections and a place explained, as they are printed, and as plain data."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...desk.words.values import criteria_shown, in_points, printed, value_text
from .columns import fitted

if TYPE_CHECKING:
    from ...desk.standings import Ranked
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.sections import Section
    from ...model.placing.standings import Row, Standings
    from ...model.reasons.place_explained import PlaceExplained
    from ...model.tournament.tournament import Tournament

    #: Expected ratings by player id, or None where they are not asked for.
    Ratings = Mapping[str, ExpectedRating] | None


def heading(tournament: Tournament, standings: Standings) -> str:
    """The line above a result list; it says when results are missing."""
    order = ", ".join(standings.criteria)
    provisional = "; provisional: results are missing" if standings.provisional else ""
    return f"{tournament.settings.name}: standings after round {standings.after_round} by {order}{provisional}"


def ranked_text(found: Ranked, tournament: Tournament) -> str:
    """A heading, and the whole list or its sections."""
    table, ratings = found.standings, found.ratings
    lines = [heading(tournament, table)]
    if found.sections is None:
        lines.append(standings_text(table, ratings))
    lines += [f"\n{part.title}\n{standings_text(table, ratings, part)}" for part in found.sections or ()]
    return "\n".join(lines)


def standings_text(standings: Standings, ratings: Ratings = None, section: Section | None = None) -> str:
    """The result list: place, name, rank, club, MMS, one column a round, points, criteria (rules: section 10).

    A shared place is empty; game columns refer to lines, which go on counting. The list of a section has its own
    places and, beside them, the lines of the whole list.
    """
    rounds, criteria = standings.after_round, criteria_shown(standings)
    titles = ["Pl", "Name", "Str", "Cl.", "MMS", *(str(k) for k in range(1, rounds + 1)), "Pt", *criteria]
    right = "r   r" + " " * rounds + "r" * (1 + len(criteria))
    listed = _with_places(standings, section)
    rows = [_cells(row, place, criteria) for row, place in listed]
    if ratings is not None:
        titles, right = [*titles, "Rating", "Expected", "±"], right + "rrr"
        rows = [[*cells, *_rated(ratings[row.player.id])] for cells, (row, _) in zip(rows, listed, strict=True)]
    if section is not None:
        titles, right = ["Line", *titles], "r" + right
        rows = [[str(row.line), *cells] for row, cells in zip(section.rows, rows, strict=True)]
    return fitted(titles, rows, right, ("Cl.", "±", "Rating", *reversed(criteria)))


def _cells(row: Row, place: str, criteria: Sequence[str]) -> list[str]:
    """A line of the result list but for ratings."""
    player, values = row.player, [printed(row, name) for name in criteria]
    club = unicodedata.normalize("NFC", player.club)[:3]
    head = [place, player.name, player.rank_name, club, value_text(row.mms, 2)]
    return [*head, *row.rounds, value_text(row.wins, 2), *values]


def _rated(expected: ExpectedRating) -> list[str]:
    """The rating before, in parentheses where it is only that of the rank, the expected one, and the change."""
    before = f"({expected.before})" if expected.player.rating_is_derived else str(expected.before)
    change = round(expected.after) - expected.before
    return [before, str(round(expected.after)), f"{change:+d}" if change else "0"]


def _with_places(standings: Standings, section: Section | None) -> list[tuple[Row, str]]:
    """Every row with its place as printed, blank where it is shared with the row above."""
    if section is None:
        return [(row, "" if row.shares_place else str(row.place)) for row in standings.rows]
    numbered = enumerate(zip(section.rows, section.places, strict=True), 1)
    return [(row, str(place) if place == k else "") for k, (row, place) in numbered]


def standings_data(
    standings: Standings, ratings: Ratings = None, sections: Sequence[Section] | None = None
) -> dict[str, Any]:
    """The standings as plain data for JSON; scores in points. Sections are lists of ids, with places of their own."""
    rows = [_row_data(row, ratings) for row in standings.rows]
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


def _row_data(row: Row, ratings: Ratings) -> dict[str, Any]:
    player = row.player
    values = {name: in_points(value, name) for name, value in row.values.items()}
    data: dict[str, Any] = {"place": row.place, "line": row.line, "id": player.id, "name": player.name}
    data |= {"rank": player.rank_name, "club": player.club, "country": player.country}
    data |= {"mms": row.mms / 2, "wins": row.wins / 2, "rounds": list(row.rounds), "values": values}
    if ratings is not None:
        expected = ratings[player.id]
        rating = {"before": expected.before, "from_rank": player.rating_is_derived, "games": expected.games}
        data["rating"] = rating | {"expected": round(expected.after, 3)}
    return data


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
