"""Prints the standings, their sections, and the explanation of a place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...desk.words.values import criteria_shown, printed, value_text
from .columns import fitted

if TYPE_CHECKING:
    from ...desk.standings import Ranked
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.sections import Section
    from ...model.placing.standings import Standings, StandingsRow
    from ...model.reasons.place_explained import PlaceExplained
    from ...model.tournament.tournament import Tournament

    #: Expected ratings by player id, or None where they are not asked for.
    Ratings = Mapping[str, ExpectedRating] | None


def heading(tournament: Tournament, standings: Standings) -> str:
    """The line above the standings; it says if results are missing."""
    order = ", ".join(standings.criteria)
    provisional = "; provisional: results are missing" if standings.provisional else ""
    return f"{tournament.settings.name}: standings after round {standings.after_round} by {order}{provisional}"


def ranked_text(found: Ranked, tournament: Tournament) -> str:
    """A heading, and the whole table or its sections."""
    table, ratings = found.standings, found.ratings
    lines = [heading(tournament, table)]
    if found.sections is None:
        lines.append(standings_text(table, ratings, teams=found.teams))
    lines += [f"\n{part.title}\n{standings_text(table, ratings, part, found.teams)}" for part in found.sections or ()]
    return "\n".join(lines)


def standings_text(
    standings: Standings,
    ratings: Ratings = None,
    section: Section | None = None,
    teams: Mapping[str, str] | None = None,
) -> str:
    """The result list: place, name, rank, club or team, MMS, one column a round, points, criteria (rules: section 10).

    On a narrow terminal long names are cut, and the columns that matter least for places are left out first. A shared
    place is empty; game columns refer to line numbers, which go on counting. A section has places of its own, and
    beside them the line numbers of the whole list.
    """
    rounds, criteria = standings.after_round, criteria_shown(standings)
    titles = ["Pl", "Name", "Str", "Cl.", "MMS", *(str(k) for k in range(1, rounds + 1)), "Pt", *criteria]
    right = "r   r" + " " * rounds + "r" * (1 + len(criteria))
    listed = _with_places(standings, section)
    rows = [_cells(row, place, criteria) for row, place in listed]
    if teams:
        titles[3] = "Team"
        rows = [[*cells[:3], teams[row.player.id], *cells[4:]] for cells, (row, _) in zip(rows, listed, strict=True)]
    if ratings is not None:
        titles, right = [*titles, "Rating", "Expected", "±"], right + "rrr"
        rows = [[*cells, *_rated(ratings[row.player.id])] for cells, (row, _) in zip(rows, listed, strict=True)]
    if section is not None:
        titles, right = ["Line", *titles], "r" + right
        rows = [[str(row.line), *cells] for row, cells in zip(section.rows, rows, strict=True)]
    return fitted(titles, rows, right, _least_first(standings))


def _least_first(standings: Standings) -> list[str]:
    """The columns that a narrow terminal leaves out, the least important first; never the first criterion.

    The last round is worth more than a criterion that decides no place.
    """
    *rounds, last = (str(k) for k in range(1, standings.after_round + 1)) if standings.after_round else ("",)
    used = ["Pt" if name == "WINS" else name for name in standings.criteria]
    others = [title for title in ("Pt", "MMS") if title not in used]
    deciding = _deciding(standings)
    idle, decide = reversed(used[deciding:]), reversed(used[1:deciding])
    return ["Cl.", "Team", "±", "Rating", *rounds, *others, *idle, last, *decide]


def _deciding(standings: Standings) -> int:
    """How many of the criteria, from the first, decide a place; at least one."""
    most, names = 1, standings.criteria
    for one, other in pairwise(standings.rows):
        differ = (k for k, name in enumerate(names, 1) if printed(one, name) != printed(other, name))
        most = max(most, next(differ, 1))
    return most


def _cells(row: StandingsRow, place: str, criteria: Sequence[str]) -> list[str]:
    """A line of the standings, without ratings."""
    player, values = row.player, [printed(row, name) for name in criteria]
    club = unicodedata.normalize("NFC", player.club)[:3]
    head = [place, player.name, player.rank_name, club, value_text(row.mms, 2)]
    return [*head, *row.rounds, value_text(row.wins, 2), *values]


def _rated(expected: ExpectedRating) -> list[str]:
    """The rating before (in parentheses if derived from the rank), the expected rating, and the change."""
    before = f"({expected.before})" if expected.player.rating_is_derived else str(expected.before)
    change = round(expected.after) - expected.before
    return [before, str(round(expected.after)), f"{change:+d}" if change else "0"]


def _with_places(standings: Standings, section: Section | None) -> list[tuple[StandingsRow, str]]:
    """Every row with its printed place, blank if it is shared with the row above."""
    if section is None:
        return [(row, "" if row.shares_place else str(row.place)) for row in standings.rows]
    numbered = enumerate(zip(section.rows, section.places, strict=True), 1)
    return [(row, str(place) if place == k else "") for k, (row, place) in numbered]


def explanation_text(explained: PlaceExplained, standings: Standings) -> str:
    """A place explained: the rounds, every criterion as its sum, and the neighbours."""
    row = explained.row
    head = f"{row.player.label}, {row.player.rank_name}: place {row.place} of {len(standings.rows)}"
    lines = [f"{head} after round {standings.after_round}" + (", provisional" if standings.provisional else "")]
    lines += [f"  {text}" for text in explained.rounds]
    for criterion in explained.criteria:
        lines.append(f"{criterion}  ({criterion.doc})")
        lines += [f"  {note}" for note in criterion.notes]
    return "\n".join([*lines, *explained.neighbours])
