"""Categories and teams of an OpenGotha file: here they are columns, by which standings have sections."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from ....model.hints import Advice, Hint
from ....model.tournament.ranks import parse_rank, rank_name
from ..foreign import Report, folded, whole_number

CATEGORY, TEAM = "category", "team"


def category_limits(root: Element) -> list[int]:
    """The lowest rank of each category but the last, the strongest first; none where there are no categories."""
    general = root.find("TournamentParameterSet/GeneralParameterSet")
    if general is None or whole_number(general.get("numberOfCategories"), 1, 1, 9) < 2:
        return []
    limits = sorted(
        general.iterfind("Categories/Category"), key=lambda limit: whole_number(limit.get("number"), 9, 1, 9)
    )
    try:
        return [parse_rank(limit.get("lowerLimit", ""))[0] for limit in limits]
    except ValueError:
        return []


def category_of(rank: int, limits: list[int]) -> str:
    """The category of a rank, counted from 1; nothing where there are none."""
    return str(1 + sum(rank < limit for limit in limits)) if limits else ""


def teams_by_key(root: Element) -> dict[str, str]:
    """The team of each player by OpenGotha's key, folded; of several the first that names the player."""
    teams: dict[str, str] = {}
    for team in root.iterfind("Teams/Team"):
        name = team.get("teamName", "").strip() or team.get("teamNumber", "").strip()
        for board in team.iterfind("Board"):
            if board.get("player"):
                teams.setdefault(folded(board.get("player", "")), name)
    return teams


def note_sections(root: Element, general: Mapping[str, str], report: Report) -> None:
    """Tell what has become of categories."""
    limits = category_limits(root)
    ranks = [rank_name(rank) for rank in limits]
    for number, rank in enumerate(ranks, 1):
        report.add("categories are kept as a column of the players", f"{number} from {rank}", _by(CATEGORY))
    if limits:
        report.add("categories are kept as a column of the players", f"{len(limits) + 1} below {ranks[-1]}")
    elif whole_number(general.get("numberOfCategories"), 1, 1, 9) > 1:
        report.add("categories whose limits cannot be read")


def note_teams(root: Element, report: Report) -> None:
    """Tell what has become of teams whose people do not play the boards of matches."""
    teams = len(root.findall("Teams/Team"))
    if teams:
        criteria = root.iterfind("TeamTournamentParameterSet//PlacementCriterion")
        by = ", ".join(e.get("name", "") for e in criteria if e.get("name", "NULL") != "NULL")
        placed = f" (OpenGotha places them by {by})" if by else ""
        report.add(f"teams are kept as a column of the players, without places{placed}", str(teams), _by(TEAM))


def _by(title: str) -> Hint:
    return Hint(Advice.SHOW_SECTIONS, (title,))
